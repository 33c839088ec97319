//! From format 1, where every other version of the solution was a folder of whole files, to format 2, which keeps only the items that differ. It changes no
//! code: whatever does not come out the same when it is read again stays as whole files, and is told.

use std::collections::{BTreeMap, BTreeSet};

use super::folder::Placer;
use super::{PackError, format_of};
use crate::exercise::{TextFile, with_replaced};
use crate::language;
use crate::syntax::Syntax;
use crate::syntax::items::{Item, Kind, Over};

/// The files of a pack in format 2, and what is to be said about them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Converted {
    pub files: Vec<(String, String)>,
    /// How many versions are items now.
    pub versions: usize,
    pub notes: Vec<String>,
}

/// None for a pack that needs nothing.
pub fn convert(label: &str, files: &[(String, String)]) -> Result<Option<Converted>, PackError> {
    let broken = |why: String| PackError::Broken { path: label.to_owned(), why };
    let toml_text = files.iter().find(|(path, _)| path == "pack.toml").map(|(_, text)| text.as_str());
    let toml_text = toml_text.ok_or_else(|| broken("pack.toml is missing".to_owned()))?;
    match format_of(toml_text) {
        Some(1) => {}
        Some(2) => return Ok(None),
        _ => return Err(broken("pack.toml says neither format 1 nor format 2".to_owned())),
    }
    let new_toml = toml_text.replacen("format = 1", &format!("format = {}", super::FORMAT), 1);
    let mut converted = Converted::default();
    let language = new_toml.parse::<toml::Table>().ok().and_then(|table| Some(table.get("language")?.as_str()?.to_owned()));
    let language = language::by_name(&language.unwrap_or_default()).map_err(|e| broken(e.to_string()))?;
    let syntax = language.syntax().ok_or_else(|| broken(format!("{} cannot be read", language.title)))?;
    let below = |folder: &str| -> Vec<TextFile> {
        let inner = files.iter().filter_map(|(path, text)| Some((path.strip_prefix(folder)?.strip_prefix('/')?, text)));
        inner.map(|(path, text)| TextFile { path: path.to_owned(), content: text.clone() }).collect()
    };
    let (starter, solution) = (below("starter"), below("solution"));
    let placer = Placer { language, starter: &starter, solution: &solution };
    for folder in ["alternatives", "wrong"] {
        let mut versions: BTreeMap<String, Vec<TextFile>> = BTreeMap::new();
        let mut done = Vec::new();
        for file in below(folder) {
            match file.path.split_once('/') {
                Some((name, inner)) => {
                    versions.entry(name.to_owned()).or_default().push(TextFile { path: inner.to_owned(), content: file.content });
                }
                // An interrupted conversion left it behind.
                None => done.push(file),
            }
        }
        for (name, whole) in versions {
            let (kept, note) = smallest(&name, &whole, &placer, syntax);
            converted.versions += usize::from(note.is_none());
            converted.notes.extend(note.map(|note| format!("{folder}/{name}: {note}")));
            done = with_replaced(&done, &kept);
        }
        converted.files.extend(done.into_iter().map(|file| (format!("{folder}/{}", file.path), file.content)));
    }
    let others = files.iter().filter(|(path, _)| path != "pack.toml" && !path.starts_with("alternatives/") && !path.starts_with("wrong/"));
    converted.files.extend(others.cloned());
    // Last, so that a folder whose conversion was interrupted is still one of format 1.
    converted.files.push(("pack.toml".to_owned(), new_toml));
    if let Err(error) = super::Pack::from_files(label, converted.files.clone()) {
        converted.notes.push(format!("it does not load yet: {error}"));
    }
    Ok(Some(converted))
}

/// The items that differ in a file of their own; where that is not the same code, the files with their names.
fn smallest(name: &str, whole: &[TextFile], placer: &Placer, syntax: &dyn Syntax) -> (Vec<TextFile>, Option<String>) {
    let base = |path: &str| placer.solution.iter().chain(placer.starter).find(|f| f.path == path).map(|f| Read::new(syntax, &f.content));
    let changed = whole.iter().filter_map(|file| {
        let content = match (base(&file.path), Read::new(syntax, &file.content)) {
            (Some(Some(old)), Some(new)) => differences(&old, &new)?,
            _ => file.content.clone(),
        };
        Some(TextFile { path: file.path.clone(), content })
    });
    let changed: Vec<TextFile> = changed.collect();
    let wanted = with_replaced(placer.solution, whole);
    let same = |over: Over| placer.place(over).is_ok_and(|placed| code_of_all(syntax, &placed) == code_of_all(syntax, &wanted));
    if let [only] = changed.as_slice()
        && let Some((_, extension)) = only.path.rsplit_once('.')
    {
        let single = TextFile { path: format!("{name}.{extension}"), content: only.content.clone() };
        if same(Over::Items(&single)) {
            return (vec![single], None);
        }
    }
    let in_folder = |files: &[TextFile]| files.iter().map(|f| TextFile { path: format!("{name}/{}", f.path), ..f.clone() }).collect();
    if same(Over::Files(&changed)) {
        return (in_folder(&changed), None);
    }
    let note = if same(Over::Files(whole)) {
        "its items alone do not give the same code, so it keeps whole files"
    } else {
        "placing it on the solution does not give the same code: look at it by hand"
    };
    (in_folder(whole), Some(note.to_owned()))
}

/// The text of the items of a file that are not in the base as they stand, if any.
fn differences(old: &Read, new: &Read) -> Option<String> {
    let (base, whole) = (old.source, new.source);
    let known: BTreeSet<(String, String)> = old.items.iter().map(|item| old.identity(item)).collect();
    let mut parts = Vec::new();
    let mut header = new.items.first().map_or(whole.trim(), |first| whole[..first.range.start].trim());
    for (at, item) in new.items.iter().enumerate().filter(|(_, item)| item.parent.is_none()) {
        let is_known = known.contains(&new.identity(item));
        let on_top = matches!(item.key.kind, Kind::Import | Kind::Switch);
        if at == 0 && is_known && on_top && header.is_empty() {
            // What a C file says about itself stands above its first include.
            header = new.text(item).rsplit_once('\n').map_or("", |(above, _)| above);
        }
        let in_base = old.items.iter().any(|other| other.key == item.key);
        match &item.block {
            _ if is_known => {}
            Some((head, end)) if in_base && new.text(item).ends_with('}') => {
                let own = new.items.iter().filter(|inner| inner.parent == Some(at) && !known.contains(&new.identity(inner)));
                let inner: Vec<&str> = own.map(|inner| new.with_indent(inner)).collect();
                parts.push(format!("{}\n{}\n{}", &whole[head.clone()], inner.join("\n\n"), &whole[*end..item.range.end]));
            }
            _ => parts.push(new.text(item).to_owned()),
        }
    }
    if parts.is_empty() {
        return None;
    }
    if !header.is_empty() && !base.starts_with(header) {
        parts.insert(0, header.to_owned());
    }
    Some(parts.join("\n\n") + "\n")
}

/// Keys and code of all items, whatever their order and their comments.
fn code_of_all(syntax: &dyn Syntax, files: &[TextFile]) -> BTreeSet<(String, String, String)> {
    let mut all = BTreeSet::new();
    for file in files {
        match Read::new(syntax, &file.content) {
            Some(read) => all.extend(read.items.iter().filter(|i| i.block.is_none()).map(|item| {
                let (key, code) = read.identity(item);
                (file.path.clone(), key, code)
            })),
            None => drop(all.insert((file.path.clone(), String::new(), file.content.clone()))),
        }
    }
    all
}

struct Read<'s> {
    source: &'s str,
    items: Vec<Item>,
    tokens: Vec<crate::syntax::Token>,
}

impl<'s> Read<'s> {
    fn new(syntax: &dyn Syntax, source: &'s str) -> Option<Read<'s>> {
        Some(Read { source, items: syntax.items(source)?, tokens: syntax.tokens(source) })
    }

    fn text(&self, item: &Item) -> &'s str {
        &self.source[item.range.clone()]
    }

    fn with_indent(&self, item: &Item) -> &'s str {
        let line = self.source[..item.range.start].rfind('\n').map_or(0, |at| at + 1);
        let start = if self.source[line..item.range.start].trim().is_empty() { line } else { item.range.start };
        &self.source[start..item.range.end]
    }

    fn identity(&self, item: &Item) -> (String, String) {
        let inside = self.tokens.iter().filter(|t| t.kind != crate::syntax::TokenKind::Comment && item.range.contains(&t.bytes.start));
        (format!("{:?} {}", item.key.kind, item.key), inside.map(|t| t.text.as_str()).collect::<Vec<_>>().join(" "))
    }
}
