//! Puts items of one file into others: the same key replaces, a new key is added, and inside a block that is there already its items are placed one by one.
//! It judges no code. What cannot be placed for certain is an error, never a guess.

use std::collections::HashSet;
use std::ops::Range;

use super::{Item, Key, Kind};
use crate::exercise::TextFile;
use crate::syntax::{Syntax, TokenKind};

/// What is put over other files.
#[derive(Debug, Clone, Copy)]
pub enum Over<'a> {
    /// One file of items, whichever files those stand in.
    Items(&'a TextFile),
    /// Files with the names of those they change.
    Files(&'a [TextFile]),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    #[error("{0} does not come apart into items: a bracket is missing, or one too many is there")]
    Unreadable(String),
    #[error(
        "`{key}` could be meant more than once: it stands in {places}. Use a folder with the file's own name, or give one of them another name"
    )]
    Ambiguous { key: String, places: String },
    #[error("{0} has no item that is in one of the files, so nobody knows which file it changes. Use a folder with the file's own name")]
    Nowhere(String),
}

struct Source<'a> {
    file: &'a TextFile,
    items: Vec<Item>,
}

struct Edit {
    at: Range<usize>,
    text: String,
}

/// The files of `base` with the items of `over` in them; files that `base` does not have come last. Private functions and constants that are used no longer go.
pub fn place(syntax: &dyn Syntax, base: &[TextFile], over: Over) -> Result<Vec<TextFile>, PlaceError> {
    let mut placed = base.to_vec();
    let mut given = HashSet::new();
    match over {
        Over::Items(file) => {
            let new = Source::read(syntax, file)?;
            let old = base.iter().map(|file| Source::read(syntax, file)).collect::<Result<Vec<_>, _>>()?;
            let tops = new.inside(None);
            let homes = tops.iter().map(|top| new.home(*top, &old)).collect::<Result<Vec<_>, _>>()?;
            let usual = homes.iter().flatten().next().copied().or((old.len() == 1).then_some(0));
            let usual = usual.ok_or_else(|| PlaceError::Nowhere(file.path.clone()))?;
            for (at, old) in old.iter().enumerate() {
                let own = tops.iter().zip(&homes).filter(|(_, home)| home.unwrap_or(usual) == at).map(|(top, _)| *top);
                placed[at].content = old.with(&new, &own.collect::<Vec<_>>(), syntax)?;
            }
            given.extend(new.items.into_iter().map(|item| item.key));
        }
        Over::Files(files) => {
            for file in files {
                match (Source::read(syntax, file), placed.iter_mut().find(|old| old.path == file.path)) {
                    (Ok(new), Some(old)) => {
                        let before = old.clone();
                        old.content = Source::read(syntax, &before)?.with(&new, &new.inside(None), syntax)?;
                        given.extend(new.items.into_iter().map(|item| item.key));
                    }
                    // A whole file can also be one that no compiler reads.
                    (Err(_), Some(old)) => old.content.clone_from(&file.content),
                    (_, None) => placed.push(file.clone()),
                }
            }
        }
    }
    remove_unused(syntax, base, &mut placed, &given);
    Ok(placed)
}

impl<'a> Source<'a> {
    fn read(syntax: &dyn Syntax, file: &'a TextFile) -> Result<Source<'a>, PlaceError> {
        let items = syntax.items(&file.content).ok_or_else(|| PlaceError::Unreadable(file.path.clone()))?;
        Ok(Source { file, items })
    }

    fn text(&self, range: &Range<usize>) -> &'a str {
        &self.file.content[range.clone()]
    }

    fn inside(&self, block: Option<usize>) -> Vec<usize> {
        (0..self.items.len()).filter(|at| self.items[*at].parent == block).collect()
    }

    fn with_key<'s>(&'s self, key: &'s Key) -> impl Iterator<Item = &'s Item> + Clone {
        self.items.iter().filter(move |item| item.key == *key)
    }

    /// The file that has this item; for a block, one that has an item of it, or the block.
    fn home(&self, top: usize, files: &[Source]) -> Result<Option<usize>, PlaceError> {
        let item = &self.items[top];
        if is_on_top(item) {
            return Ok(None);
        }
        let inner: Vec<&Key> = self.inside(Some(top)).into_iter().map(|at| &self.items[at].key).collect();
        let having = |keys: &[&Key]| -> Vec<usize> {
            let has = |file: &Source| keys.iter().any(|key| file.with_key(key).next().is_some());
            (0..files.len()).filter(|at| has(&files[*at])).collect()
        };
        let found = Some(having(&inner)).filter(|found| !found.is_empty()).unwrap_or_else(|| having(&[&item.key]));
        match found.as_slice() {
            [] => Ok(None),
            [only] => Ok(Some(*only)),
            several => {
                let names: Vec<&str> = several.iter().map(|at| files[*at].file.path.as_str()).collect();
                Err(PlaceError::Ambiguous { key: item.key.to_string(), places: names.join(" and ") })
            }
        }
    }

    /// This file with items of another one.
    fn with(&self, new: &Source, tops: &[usize], syntax: &dyn Syntax) -> Result<String, PlaceError> {
        let mut edits = Vec::new();
        self.put(new, tops, None, syntax, &mut edits)?;
        // What is added before an item comes before what replaces it; otherwise in the order of the new file.
        edits.sort_by_key(|edit| (edit.at.start, !edit.at.is_empty()));
        let (mut content, mut copied) = (String::with_capacity(self.file.content.len()), 0);
        for edit in edits {
            content.push_str(self.text(&(copied..edit.at.start)));
            content.push_str(&edit.text);
            copied = edit.at.end;
        }
        content.push_str(self.text(&(copied..self.file.content.len())));
        Ok(content)
    }

    /// Places items that stand side by side in the new file, in this block or at the top of the file.
    fn put(
        &self,
        new: &Source,
        side_by_side: &[usize],
        home: Option<&Item>,
        syntax: &dyn Syntax,
        edits: &mut Vec<Edit>,
    ) -> Result<(), PlaceError> {
        for (nth, at) in side_by_side.iter().enumerate() {
            let item = &new.items[*at];
            if new.with_key(&item.key).count() > 1 && item.block.is_none() && item.key.kind != Kind::Other && !is_on_top(item) {
                return Err(ambiguous(item, new.file));
            }
            let mut found = self.with_key(&item.key);
            match (found.next(), &item.block) {
                (None, _) => edits.extend(self.added(new, side_by_side, nth, home, syntax)),
                (Some(block), Some((head, _))) => {
                    let blocks = || self.with_key(&item.key).filter_map(|b| b.block.as_ref());
                    let words = |source: &Source, head: &Range<usize>| source.text(head).split_whitespace().collect::<String>();
                    if blocks().all(|(own, _)| words(self, own) != words(new, head)) {
                        // Other bounds or other conditions: the head is part of what the new file says.
                        let mut own = blocks();
                        let (Some((own, _)), None) = (own.next(), own.next()) else { return Err(ambiguous(item, self.file)) };
                        edits.push(Edit { at: own.clone(), text: new.text(head).to_owned() });
                    }
                    self.put(new, &new.inside(Some(*at)), Some(block), syntax, edits)?;
                }
                (Some(_), None) if item.key.kind == Kind::Other || is_on_top(item) => {}
                (Some(_), None) if found.next().is_some() => return Err(ambiguous(item, self.file)),
                (Some(old), None) => edits.push(Edit { at: old.range.clone(), text: new.text(&item.range).to_owned() }),
            }
        }
        Ok(())
    }

    /// A new item: before the first of those it comes before in the new file (C has to see a function before its use), else behind those it follows.
    fn added(&self, new: &Source, side_by_side: &[usize], nth: usize, home: Option<&Item>, syntax: &dyn Syntax) -> Option<Edit> {
        let item = &new.items[side_by_side[nth]];
        let mut text = new.text(&item.range).to_owned();
        let here: Vec<&Item> = self.items.iter().filter(|other| other.key.within == item.key.within).collect();
        let of_kind = |kinds: &[Kind]| here.iter().copied().filter(|i| kinds.contains(&i.key.kind)).collect::<Vec<_>>();
        let counterparts = |others: &[usize]| -> Vec<&Item> {
            let items = others.iter().map(|at| &new.items[*at]).filter(|item| !is_on_top(item));
            items.flat_map(|item| self.with_key(&item.key)).collect()
        };
        let (next, last) = match item.key.kind {
            Kind::Switch => (here.clone(), Vec::new()),
            Kind::Import => {
                // `use a::{b, c}` beside `use a::b` adds only what is not there yet.
                let mut heads: Vec<String> = of_kind(&[Kind::Import]).iter().map(|i| self.text(&i.range).to_owned()).collect();
                let known = syntax.merge_head(heads.clone()).len();
                heads.push(text);
                text = syntax.merge_head(heads).into_iter().nth(known)?;
                let top = of_kind(&[Kind::Import, Kind::Switch]);
                (if top.is_empty() { here.clone() } else { Vec::new() }, top)
            }
            _ => {
                let ahead = counterparts(&side_by_side[..nth]);
                (counterparts(&side_by_side[nth + 1..]), if ahead.is_empty() { here.clone() } else { ahead })
            }
        };
        let next = next.into_iter().min_by_key(|i| i.range.start);
        let last = last.into_iter().max_by_key(|i| i.range.end);
        let content = &self.file.content;
        let indent = |anchor: &Item| {
            let line = content[..anchor.range.start].rfind('\n').map_or(0, |at| at + 1);
            content[line..anchor.range.start].chars().take_while(|c| c.is_whitespace()).collect::<String>()
        };
        let gap = if is_on_top(item) { "\n" } else { "\n\n" };
        let (at, text) = match (next, last) {
            (Some(next), _) => (next.range.start, format!("{text}{gap}{}", indent(next))),
            (None, Some(last)) => (last.range.end, format!("{gap}{}{text}", indent(last))),
            (None, None) => (home.and_then(|h| h.block.as_ref()).map_or(content.len(), |(_, end)| *end), format!("\n{text}\n")),
        };
        Some(Edit { at: at..at, text })
    }
}

fn is_on_top(item: &Item) -> bool {
    matches!(item.key.kind, Kind::Import | Kind::Switch)
}

fn ambiguous(item: &Item, file: &TextFile) -> PlaceError {
    PlaceError::Ambiguous { key: item.key.to_string(), places: format!("{} more than once", file.path) }
}

/// Takes out private functions and constants that were used before, are used no longer, and did not come with the new items. One may have been the last to use
/// another.
fn remove_unused(syntax: &dyn Syntax, before: &[TextFile], files: &mut [TextFile], given: &HashSet<Key>) {
    let is_used = |files: &[TextFile], name: &str| files.iter().any(|file| uses(syntax, &file.content, name));
    loop {
        let unused = files.iter().enumerate().find_map(|(at, file)| {
            let mut private = syntax.items(&file.content)?.into_iter().filter(|i| i.is_private && !given.contains(&i.key));
            let item = private.find(|i| is_used(before, &i.key.name) && !is_used(files, &i.key.name))?;
            Some((at, item.range))
        });
        let Some((at, range)) = unused else { return };
        let content = &mut files[at].content;
        let rest = &content[range.end..];
        let blank = rest.len() - rest.trim_start().len();
        let line = rest[..blank].rfind('\n').map_or(0, |n| n + 1);
        let start = content[..range.start].trim_end_matches([' ', '\t']).len();
        content.replace_range(start..range.end + line, "");
    }
}

/// Whether the name stands anywhere but in comments and in what defines it.
fn uses(syntax: &dyn Syntax, source: &str, name: &str) -> bool {
    let own = syntax.items(source).unwrap_or_default().into_iter().filter(|i| i.key.name == name && i.block.is_none());
    let own: Vec<Range<usize>> = own.map(|item| item.range).collect();
    let says = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    let tokens = syntax.tokens(source);
    tokens.iter().any(|t| t.kind != TokenKind::Comment && says(&t.text) && own.iter().all(|range| !range.contains(&t.bytes.start)))
}
