//! Variants of single functions side by side in one program, for a language whose files cannot become modules: the environment says which of them is meant.
//! Owns which variants can stand there and what becomes of those that do not compile; the others are for the ordinary way.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::{Asked, BATCH, Fate, Quick, ROUNDS, Tried, Variant};
use crate::error::Error;
use crate::evidence::{self, Level};
use crate::exercise::TextFile;
use crate::leak::lineup::{self, Lineup};
use crate::leak::splice::Dialect;
use crate::runner::{End, RunEnd};

/// What stands in the reference's place for whoever asks for no variant of a function is numbered from here.
const OWN: usize = 10 * BATCH;

type Item = (String, String);

impl Quick<'_, '_> {
    /// What became of each; None of one that has to be tried by itself, or of all where not even the reference passes this way.
    pub(super) fn side_by_side(&mut self, group: &[Variant]) -> Result<Vec<Option<Tried>>, Error> {
        let began = Instant::now();
        let nothing = vec![None; group.len()];
        let Some(dialect) = Dialect::of(self.subject().language).filter(|d| d.is_c && group.len() > 1) else { return Ok(nothing) };
        let reference = self.whole_reference();
        let mut own: BTreeMap<String, String> = BTreeMap::new();
        let mut sides: Vec<lineup::Variant> = Vec::new();
        for (number, variant) in (1..).zip(group) {
            if let Some((before, after)) = changed(&reference.source, &variant.source, &dialect) {
                own.insert(before.0, before.1);
                sides.push(lineup::Variant { number, items: vec![after], is_before: false });
            }
        }
        let before = |(number, item): (usize, Item)| lineup::Variant { number, items: vec![item], is_before: true };
        sides.extend((OWN..).zip(own).map(before));
        let mut kept: BTreeSet<usize> = sides.iter().map(|s| s.number).collect();
        let Some(build) = self.build_beside(&reference.source, &sides, &mut kept, &dialect)? else { return Ok(nothing) };
        let as_is = |test: &str| Some(test.to_owned());
        self.asked_for = Some(lineup::NONE);
        let passes = self.ask(&build, &as_is, &reference)?.fate == Fate::Passes;
        let built_in = began.elapsed() / u32::try_from(group.len()).unwrap_or(1);
        let mut tried = nothing;
        for side in sides.iter().filter(|s| passes && !s.is_before) {
            let (at, began) = (side.number - 1, Instant::now());
            self.asked_for = Some(side.number);
            let asked = if kept.contains(&side.number) { self.ask(&build, &as_is, &group[at])? } else { Asked::not_built() };
            tried[at] = Some(asked.after(began, built_in));
        }
        self.asked_for = None;
        Ok(tried)
    }

    /// The program of those that compile; None where that cannot be told, or where what the reference has does not.
    fn build_beside(
        &mut self,
        base: &[TextFile],
        sides: &[lineup::Variant],
        kept: &mut BTreeSet<usize>,
        dialect: &Dialect,
    ) -> Result<Option<RunEnd>, Error> {
        for _ in 0..ROUNDS {
            let now: Vec<lineup::Variant> = sides.iter().filter(|s| kept.contains(&s.number)).cloned().collect();
            if now.iter().all(|s| s.is_before) {
                return Ok(None);
            }
            let Some(lineup) = Lineup::of(base, &now, dialect) else { return Ok(None) };
            self.scratch.put(&lineup.files)?;
            let Some(mut parser) = evidence::parser(&self.subject().language.parser, &self.root) else { return Ok(None) };
            let built = self.build_telling(&mut |stream, line| {
                parser.build_line(stream, line);
            })?;
            let Some(build) = built else { return Ok(None) };
            if build.end == End::Exited(0) {
                return Ok(Some(build));
            }
            let parsed = parser.finish(&build, None, &[]);
            let errors = parsed.diagnostics.iter().filter(|d| d.level == Level::Error);
            let placed = errors.filter_map(|d| Some((d.file.as_deref()?, usize::try_from(d.line?).ok()?)));
            let broken: BTreeSet<usize> = placed.filter_map(|(file, line)| lineup.at(file, line)).collect();
            if broken.is_empty() || broken.iter().any(|number| *number >= OWN) {
                return Ok(None);
            }
            kept.retain(|number| !broken.contains(number));
        }
        Ok(None)
    }
}

/// The one function that is another in the variant: as the reference has it, and as the variant does. None where more is different than that.
fn changed(reference: &[TextFile], variant: &[TextFile], dialect: &Dialect) -> Option<(Item, Item)> {
    let mut different = reference.iter().zip(variant).filter(|(old, new)| old != new);
    let (old, new) = different.next().filter(|_| different.next().is_none() && reference.len() == variant.len())?;
    let (before, after) = (dialect.syntax.heads(&old.content), dialect.syntax.heads(&new.content));
    let pairs = before.iter().zip(&after).filter(|_| before.len() == after.len());
    let (was, is) = pairs.into_iter().find(|(b, a)| old.content[b.item.clone()] != new.content[a.item.clone()])?;
    let text = &new.content[is.item.clone()];
    let mut rebuilt = old.content.clone();
    rebuilt.replace_range(was.item.clone(), text);
    // Two of one name would be taken for each other.
    let is_alone = before.iter().filter(|h| h.name == was.name).count() == 1;
    let fits = old.path == new.path && was.name == is.name && rebuilt == new.content && is_alone;
    fits.then(|| ((was.name.clone(), old.content[was.item.clone()].to_owned()), (is.name.clone(), text.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    fn file(content: &str) -> Vec<TextFile> {
        vec![TextFile { path: "src/a.c".to_owned(), content: content.to_owned() }]
    }

    #[test]
    fn a_variant_stands_beside_the_reference_when_one_function_is_all_it_changes() {
        let dialect = Dialect::of(language::by_name("c").expect("c")).expect("a dialect");
        let reference = file("static int low = 1;\n\nint f(int a)\n{\n    return a + low;\n}\n\nint g(int a)\n{\n    return f(a);\n}\n");
        let with = |from: &str, to: &str| file(&reference[0].content.replace(from, to));
        let (was, is) = changed(&reference, &with("a + low", "a - low"), &dialect).expect("one function");
        assert_eq!((was.0.as_str(), was.1.contains("a + low"), is.1.contains("a - low")), ("f", true, true));
        assert_eq!(changed(&reference, &with("low = 1", "low = 2"), &dialect), None, "outside of any function");
        assert_eq!(changed(&reference, &with("f(a)", "f(a + 1)"), &dialect).map(|c| c.0.0), Some("g".to_owned()));
        assert_eq!(changed(&reference, &with("return", "return 1 +"), &dialect), None, "two functions");
    }
}
