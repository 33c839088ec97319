//! Versions of single functions side by side in one program. Owns which versions can stand there and what becomes of those that do not compile; the others are
//! for the ordinary ways.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::lineup::{self, Key, Lineup, Side};
use super::modules::ErrorAt;
use super::program::{Ask, Care, Outcome, Program};
use super::{Built, Fate, Tried, Version};
use crate::error::Error;
use crate::evidence::{self, Level};
use crate::exercise::TextFile;
use crate::runner::End;
use crate::syntax::{Dialect, Head, Syntax};

/// The base's own definitions are numbered from here.
const OWN: usize = 100_000;
/// A build is done again without what does not compile: names first, then types, then borrows.
pub(super) const ROUNDS: usize = 5;

/// A program, the numbers of the versions in it, and of those that could be put there.
type Versions = (Built, BTreeSet<usize>, BTreeSet<usize>);

impl Program<'_, '_> {
    /// What became of each; None for one that has to be tried by itself, or for all where not even the base does what it does alone.
    pub(super) fn side_by_side(&mut self, group: &[Version]) -> Result<Vec<Option<Tried>>, Error> {
        let began = Instant::now();
        let nothing: Vec<Option<Tried>> = group.iter().map(|_| None).collect();
        if group.len() < 2 {
            return Ok(nothing);
        }
        let Some((built, kept, placed)) = self.build_versions(group)? else { return Ok(nothing) };
        let tests: BTreeSet<String> = group.iter().flat_map(|v| v.tests.iter().chain(&v.then).cloned()).collect();
        if !self.base_passes(&built, &tests.into_iter().collect::<Vec<_>>())? {
            return Ok(nothing);
        }
        let built_in = began.elapsed() / u32::try_from(group.len()).unwrap_or(1);
        let mut tried = nothing;
        for at in placed.iter().map(|number| number - 1).filter(|at| !kept.contains(&(at + 1))) {
            tried[at] = Some(Outcome::not_built().in_time(built_in));
        }
        let mut left: Vec<usize> = kept.iter().map(|number| number - 1).collect();
        for first in [true, false] {
            let tests = |at: usize| if first { &group[at].tests } else { &group[at].then };
            let asks: Vec<Ask> = left.iter().map(|at| Ask { number: at + 1, tests: tests(*at) }).collect();
            let heard = self.run_many(&built, &asks)?;
            let mut passing = Vec::new();
            for (at, heard) in left.into_iter().zip(heard) {
                match heard.filter(|t| t.fate != Fate::Passes) {
                    Some(found) => tried[at] = Some(Tried { took: found.took + built_in, ..found }),
                    None => passing.push(at),
                }
            }
            left = passing;
        }
        // What passed so far is looked at more closely, one by one.
        for at in left {
            let began = Instant::now();
            let outcome = self.run_version(&built, Some(at + 1), &group[at])?;
            tried[at] = Some(outcome.in_time(built_in + began.elapsed()));
        }
        Ok(tried)
    }

    /// The base with these beside it, numbered from 1 in their order: the program, those that are in it, and those that could be put there. None where that
    /// cannot be built.
    pub fn build_versions(&mut self, group: &[Version]) -> Result<Option<Versions>, Error> {
        let Some(syntax) = self.ground().language.syntax() else { return Ok(None) };
        let base = self.ground().base.clone();
        let sides = sides(&base, group, syntax);
        let placed: BTreeSet<usize> = sides.iter().filter(|s| !s.is_base).map(|s| s.number).collect();
        let mut kept: BTreeSet<usize> = sides.iter().map(|s| s.number).collect();
        let built = self.build_beside(&base, &sides, &mut kept, syntax)?;
        kept.retain(|number| *number < OWN);
        Ok(built.map(|built| (built, kept, placed)))
    }

    fn base_passes(&self, built: &Built, tests: &[String]) -> Result<bool, Error> {
        Ok(self.run_tests(built, lineup::NONE, tests, Care::Quick)?.fate == Fate::Passes)
    }

    /// The program of those that compile; None where that cannot be told, or where what the base has does not.
    fn build_beside(
        &mut self,
        base: &[TextFile],
        sides: &[Side],
        kept: &mut BTreeSet<usize>,
        syntax: &dyn Syntax,
    ) -> Result<Option<Built>, Error> {
        if sides.iter().all(|s| s.is_base) {
            return Ok(None);
        }
        for _ in 0..self.most_builds {
            self.builds += 1;
            let now: Vec<Side> = sides.iter().filter(|s| kept.contains(&s.number)).cloned().collect();
            let Some(lineup) = Lineup::new(base, &now, syntax) else { return Ok(None) };
            let errors = match self.build_files(&lineup.files)? {
                None => return Ok(None),
                Some(Ok(built)) => return Ok(Some(built)),
                Some(Err(errors)) => errors,
            };
            let broken: BTreeSet<usize> = errors.iter().filter_map(|(file, line)| lineup.at(file, *line)).collect();
            // Where no version can be called, all of them may be sound.
            let at_call = errors.iter().any(|(file, line)| lineup.is_call(file, *line));
            if broken.is_empty() || at_call || broken.iter().any(|number| *number >= OWN) {
                return Ok(None);
            }
            kept.retain(|number| !broken.contains(number));
        }
        Ok(None)
    }

    /// The program of these files and the tests, or where its errors are.
    pub(super) fn build_files(&mut self, files: &[TextFile]) -> Result<Option<Result<Built, Vec<ErrorAt>>>, Error> {
        match &self.ground().language.proof.batch {
            Some(batch) => self.build_as_module(batch, files),
            None => self.build_in_place(files),
        }
    }

    fn build_in_place(&mut self, files: &[TextFile]) -> Result<Option<Result<Built, Vec<ErrorAt>>>, Error> {
        self.scratch.put(files)?;
        let Some(mut parser) = evidence::parser(&self.ground().language.parser, &self.root) else { return Ok(None) };
        parser.keep_more();
        let built = self.build_change(&mut |stream, line| {
            parser.build_line(stream, line);
        })?;
        let Some(build) = built else { return Ok(None) };
        if build.end == End::Exited(0) {
            return Ok(Some(Ok(Built { build, names: None })));
        }
        let parsed = parser.finish(&build, None, &[]);
        let errors = parsed.diagnostics.into_iter().filter(|d| d.level == Level::Error);
        Ok(Some(Err(errors.filter_map(|d| Some((d.file?, usize::try_from(d.line?).ok()?))).collect())))
    }

    /// For how long versions that never end are waited for.
    pub fn limit(&self) -> Duration {
        self.limit
    }
}

/// Those that can stand beside the base, numbered from 1 in their order, and what the base has in their places.
fn sides(base: &[TextFile], group: &[Version], syntax: &dyn Syntax) -> Vec<Side> {
    let mut own: BTreeMap<Key, String> = BTreeMap::new();
    let mut sides: Vec<Side> = Vec::new();
    for (number, version) in (1..).zip(group) {
        if let Some(changed) = changed(base, &version.source, syntax) {
            own.extend(changed.iter().map(|c| (c.key.clone(), c.before.clone())));
            sides.push(Side { number, items: changed.into_iter().map(|c| (c.key, c.after)).collect(), is_base: false });
        }
    }
    sides.extend((OWN..).zip(own).map(|(number, item)| Side { number, items: vec![item], is_base: true }));
    sides
}

/// A function that a version has otherwise than the base.
#[derive(Debug, PartialEq, Eq)]
struct Changed {
    key: Key,
    before: String,
    /// With what the version puts in front of it, such as a helper.
    after: String,
}

/// The functions that are others in the version. None where more is different than functions that can choose between versions.
fn changed(base: &[TextFile], version: &[TextFile], syntax: &dyn Syntax) -> Option<Vec<Changed>> {
    if base.len() != version.len() {
        return None;
    }
    let mut found = Vec::new();
    for (old, new) in base.iter().zip(version).filter(|(old, new)| old != new) {
        if old.path != new.path {
            return None;
        }
        found.extend(changed_in(old, new, syntax)?);
    }
    (!found.is_empty()).then_some(found)
}

/// Walks both files from function to function: what lies between them is equal, but for what a version puts in front of a function that it changes.
fn changed_in(old: &TextFile, new: &TextFile, syntax: &dyn Syntax) -> Option<Vec<Changed>> {
    let [heads, others] = [old, new].map(|file| {
        let all = syntax.heads(&file.content);
        all.iter().filter(|head| !is_nested(head, &all)).cloned().collect::<Vec<Head>>()
    });
    let (mut found, mut at, mut there, mut next) = (Vec::new(), 0, 0, 0);
    for head in &heads {
        let is_same = |h: &Head| h.name == head.name && h.owner == head.owner;
        let found_at = others[next..].iter().position(is_same)? + next;
        let other = &others[found_at];
        let (gap, new_gap) = (&old.content[at..head.item.start], new.content.get(there..other.item.start)?);
        let (before, after) = (&old.content[head.item.clone()], &new.content[other.item.clone()]);
        let added = new_gap.strip_prefix(gap)?;
        if before != after || !added.is_empty() {
            if !can_choose(&old.content, head, syntax) {
                return None;
            }
            let key = Key { path: old.path.clone(), owner: head.owner.clone(), name: head.name.clone() };
            found.push(Changed { key, before: before.to_owned(), after: format!("{added}{after}") });
        }
        (at, there, next) = (head.item.end, other.item.end, found_at + 1);
    }
    (old.content[at..] == new.content[there..]).then_some(found)
}

fn is_nested(head: &Head, all: &[Head]) -> bool {
    all.iter().any(|other| other.body.start < head.item.start && head.item.end <= other.body.end)
}

/// Whether a function can ask which version is meant and answer with any of them: not while compiling, not for a trait, not with a type that only it has.
fn can_choose(content: &str, head: &Head, syntax: &dyn Syntax) -> bool {
    if syntax.dialect() == Dialect::C {
        return true;
    }
    let signature = &content[head.item.start..head.body.start];
    let (before, answer) = (signature.split("fn ").next().unwrap_or(""), signature.rsplit_once("->").map_or("", |(_, answer)| answer));
    let words = |text: &str, word: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word);
    !head.of_trait && !words(before, "const") && !words(before, "async") && !words(answer, "impl")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(content: &str) -> Vec<TextFile> {
        vec![TextFile { path: "src/a.c".to_owned(), content: content.to_owned() }]
    }

    #[test]
    fn a_version_stands_beside_the_base_when_functions_are_all_it_changes() {
        let syntax = crate::syntax::syntax("c").expect("C");
        let base = file("static int low = 1;\n\nint f(int a)\n{\n    return a + low;\n}\n\nint g(int a)\n{\n    return f(a);\n}\n");
        let with = |from: &str, to: &str| file(&base[0].content.replace(from, to));
        let names = |version: &[TextFile]| changed(&base, version, syntax).map(|c| c.into_iter().map(|c| c.key.name).collect::<Vec<_>>());
        assert_eq!(names(&with("a + low", "a - low")), Some(vec!["f".to_owned()]));
        assert_eq!(names(&with("return", "return 1 +")), Some(vec!["f".to_owned(), "g".to_owned()]), "two functions");
        assert_eq!(names(&with("low = 1", "low = 2")), None, "outside of any function");
        let beside = changed(&base, &with("int g(int a)", "static int h(int b)\n{\n    return b;\n}\n\nint g(int a)"), syntax);
        assert!(beside.is_some_and(|c| c[0].key.name == "g" && c[0].after.starts_with("static int h")));
        let nested = "fn f() -> u32 {\n    fn g() -> u32 { 2 }\n    g()\n}\nfn g() -> u32 {\n    1\n}\n";
        let plain = "fn f() -> u32 {\n    1\n}\nfn g() -> u32 {\n    1\n}\n";
        let rust = crate::syntax::syntax("rust").expect("Rust");
        assert!(changed(&file(plain), &file(nested), rust).is_some_and(|c| c.len() == 1), "a function inside is no neighbour");
        let behind = file(&format!("{}int h(void)\n{{\n    return 1;\n}}\n", base[0].content));
        assert_eq!(names(&behind), None, "something behind it");
    }

    #[test]
    fn a_function_that_cannot_choose_is_not_put_beside_others() {
        let syntax = crate::syntax::syntax("rust").expect("Rust");
        let can = |source: &str| changed(&file(source), &file(&source.replace('1', "2")), syntax).is_some();
        assert!(can("fn f(a: u32) -> u32 {\n    a + 1\n}\n"));
        assert!(can("struct S;\nimpl S {\n    fn f(&self, with: impl Fn(u32) -> u32) -> u32 {\n        with(1)\n    }\n}\n"));
        assert!(!can("const fn f(a: u32) -> u32 {\n    a + 1\n}\n"));
        assert!(!can("fn f(a: u32) -> impl Iterator<Item = u32> {\n    1..a\n}\n"));
        let in_trait =
            "struct S;\nimpl Iterator for S {\n    type Item = u32;\n    fn next(&mut self) -> Option<u32> {\n        Some(1)\n    }\n}\n";
        assert!(!can(in_trait));
    }
}
