//! Variants of single functions side by side in one program: the environment says which of them is meant. Owns which variants can stand there and what becomes
//! of those that do not compile; the others are for the ordinary ways.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::many::Ask;
use super::{Asked, BESIDE, Built, Care, Fate, Quick, ROUNDS, Tried, Variant, name};
use crate::error::Error;
use crate::evidence::{self, Level};
use crate::exercise::TextFile;
use crate::language::Batch;
use crate::leak::lineup::{self, Lineup};
use crate::leak::splice::Dialect;
use crate::runner::{End, Stream};
use crate::syntax::Head;
use crate::testrun::{self, Part};

/// What stands in the reference's place for whoever asks for no variant of a function is numbered from here.
const OWN: usize = 10 * BESIDE;

type Item = (String, String);

/// A file and a line of it.
type Place = (String, usize);

impl Quick<'_, '_> {
    /// What became of each; None of one that has to be tried by itself, or of all where not even the reference passes this way.
    pub(super) fn side_by_side(&mut self, group: &[Variant]) -> Result<Vec<Option<Tried>>, Error> {
        let began = Instant::now();
        let nothing = vec![None; group.len()];
        let Some(dialect) = Dialect::of(self.subject().language).filter(|_| group.len() > 1) else { return Ok(nothing) };
        let reference = self.whole_reference();
        let sides = sides(&reference.source, group, &dialect);
        let mut kept: BTreeSet<usize> = sides.iter().map(|s| s.number).collect();
        let Some(built) = self.build_beside(&reference.source, &sides, &mut kept, &dialect)? else { return Ok(nothing) };
        // The tests that the reference passes this way too; only what they say counts.
        let mut sound: BTreeSet<String> = group.iter().flat_map(|v| v.tests.clone()).collect();
        if !self.reference_passes(&built, &sound.iter().cloned().collect::<Vec<_>>())? {
            return Ok(nothing);
        }
        let built_in = began.elapsed() / u32::try_from(group.len()).unwrap_or(1);
        let mut tried = nothing;
        let mut rejected = self.rejected_at_once(&built, &sides, &kept, group)?;
        for side in sides.iter().filter(|s| !s.is_before) {
            let (at, began) = (side.number - 1, Instant::now());
            let (asked, before) = match rejected.remove(&side.number) {
                Some((asked, took)) => (asked, built_in + took),
                None if !kept.contains(&side.number) => (Asked::not_built(), built_in),
                None => (self.ask_for(side.number, &built, &group[at])?, built_in),
            };
            if let Fate::Fails(test) = &asked.fate
                && !sound.contains(test)
            {
                if !self.reference_passes(&built, std::slice::from_ref(test))? {
                    continue;
                }
                sound.insert(test.clone());
            }
            tried[at] = Some(asked.after(began, before));
        }
        Ok(tried)
    }

    /// Those that a first look at all of them rejects; the others have to be asked more.
    fn rejected_at_once(
        &self,
        built: &Built,
        sides: &[lineup::Variant],
        kept: &BTreeSet<usize>,
        group: &[Variant],
    ) -> Result<BTreeMap<usize, (Asked, Duration)>, Error> {
        let there = sides.iter().filter(|s| !s.is_before && kept.contains(&s.number)).map(|s| s.number);
        let there: Vec<usize> = there.filter(|number| !group[number - 1].tests.is_empty()).collect();
        let asks: Vec<Ask> = there.iter().map(|number| Ask { variant: *number, tests: &group[number - 1].tests }).collect();
        let heard = there.iter().copied().zip(self.ask_many(&built.build, &asks)?);
        Ok(heard.filter_map(|(number, heard)| Some((number, heard.filter(|(asked, _)| asked.fate != Fate::Passes)?))).collect())
    }

    /// The reference with these beside it, numbered from 1 as they stand there, and which of them are in the program. None where that cannot be built.
    pub(super) fn built_beside(&mut self, group: &[Variant]) -> Result<Option<(Built, BTreeSet<usize>)>, Error> {
        let Some(dialect) = Dialect::of(self.subject().language) else { return Ok(None) };
        let reference = self.whole_reference().source;
        let sides = sides(&reference, group, &dialect);
        let mut kept: BTreeSet<usize> = sides.iter().map(|s| s.number).collect();
        let built = self.build_beside(&reference, &sides, &mut kept, &dialect)?;
        kept.retain(|number| *number < OWN);
        Ok(built.map(|built| (built, kept)))
    }

    fn ask_for(&mut self, number: usize, built: &Built, variant: &Variant) -> Result<Asked, Error> {
        self.asked_for = Some(number);
        let asked = self.ask(&built.build, &|test| built.full_name(test), variant);
        self.asked_for = None;
        asked
    }

    fn reference_passes(&mut self, built: &Built, tests: &[String]) -> Result<bool, Error> {
        self.asked_for = Some(lineup::NONE);
        let asked = self.ask_some(&built.build, &|test| built.full_name(test), tests, Care::Quick);
        self.asked_for = None;
        Ok(asked?.fate == Fate::Passes)
    }

    /// The program of those that compile; None where that cannot be told, or where what the reference has does not.
    fn build_beside(
        &mut self,
        base: &[TextFile],
        sides: &[lineup::Variant],
        kept: &mut BTreeSet<usize>,
        dialect: &Dialect,
    ) -> Result<Option<Built>, Error> {
        for _ in 0..ROUNDS {
            let now: Vec<lineup::Variant> = sides.iter().filter(|s| kept.contains(&s.number)).cloned().collect();
            if now.iter().all(|s| s.is_before) {
                return Ok(None);
            }
            let Some(lineup) = Lineup::of(base, &now, dialect) else { return Ok(None) };
            let errors = match self.build_files(&lineup.files)? {
                None => return Ok(None),
                Some(Ok(built)) => return Ok(Some(built)),
                Some(Err(errors)) => errors,
            };
            let fewer = self.drop_broken(&errors)?;
            if fewer && errors.iter().all(|(file, line)| lineup.at(file, *line).is_none()) {
                continue;
            }
            let broken: BTreeSet<usize> = errors.iter().filter_map(|(file, line)| lineup.at(file, *line)).collect();
            // Where no variant can be called, all of them may be sound.
            let at_call = errors.iter().any(|(file, line)| lineup.is_call(file, *line));
            if broken.is_empty() || at_call || broken.iter().any(|number| *number >= OWN) {
                return Ok(None);
            }
            kept.retain(|number| !broken.contains(number));
        }
        Ok(None)
    }

    /// The program of these files and the tests, or where its errors are.
    pub(super) fn build_files(&mut self, files: &[TextFile]) -> Result<Option<Result<Built, Vec<Place>>>, Error> {
        match &self.subject().language.proof.batch {
            Some(batch) => self.build_as_module(batch, files),
            None => self.build_in_place(files),
        }
    }

    fn build_in_place(&mut self, files: &[TextFile]) -> Result<Option<Result<Built, Vec<Place>>>, Error> {
        self.scratch.put(files)?;
        let Some(mut parser) = evidence::parser(&self.subject().language.parser, &self.root) else { return Ok(None) };
        parser.keep_more();
        let built = self.build_telling(&mut |stream, line| {
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

    /// The same where files are modules: they and the tests become the only one of the program.
    fn build_as_module(&mut self, batch: &Batch, files: &[TextFile]) -> Result<Option<Result<Built, Vec<Place>>>, Error> {
        if self.lay_out(batch, 0, files)?.is_none() {
            return Ok(None);
        }
        self.write_root(batch, std::iter::once(0))?;
        let layout = &self.subject().language.layout;
        let [own, tests] = [batch.library.as_str(), "tests"].map(|folder| format!("/{}/{folder}/", name(0)));
        let mut errors: Vec<Place> = Vec::new();
        let mut on_line = |_: Stream, line: &str| {
            let Some((place, _)) = line.split_once(": error") else { return };
            let of_tests = short_place(place, &tests).map(|(inner, line)| (format!("{}/{inner}", layout.tests), line));
            let of_source = short_place(place, &own).map(|(inner, line)| {
                let inner = if inner == "mod.rs" { layout.root.as_deref().unwrap_or(inner) } else { inner };
                (format!("{}/{inner}", layout.src), line)
            });
            errors.extend(of_tests.or(of_source));
        };
        let (limit, cancel) = (self.scratch.limits.build, self.scratch.cancel);
        let build = testrun::step(Part::Build, &batch.build, self.request(), &[], limit, cancel, &mut on_line)?;
        if build.end != End::Exited(0) {
            return Ok(Some(Err(errors)));
        }
        Ok(Some(Ok(Built { build, names: Some(self.listed(batch)?) })))
    }
}

/// Those that can stand beside the reference, numbered from 1 as they come, and what the reference has in their places.
fn sides(reference: &[TextFile], group: &[Variant], dialect: &Dialect) -> Vec<lineup::Variant> {
    let mut own: BTreeMap<String, String> = BTreeMap::new();
    let mut sides: Vec<lineup::Variant> = Vec::new();
    for (number, variant) in (1..).zip(group) {
        if let Some((before, after)) = changed(reference, &variant.source, dialect) {
            own.insert(before.0, before.1);
            sides.push(lineup::Variant { number, items: vec![after], is_before: false });
        }
    }
    let before = |(number, item): (usize, Item)| lineup::Variant { number, items: vec![item], is_before: true };
    sides.extend((OWN..).zip(own).map(before));
    sides
}

/// `…/variant_000/exercise/mod.rs:12:5`: the file below the folder, and the line.
fn short_place<'l>(place: &'l str, folder: &str) -> Option<(&'l str, usize)> {
    let (_, place) = place.split_once(folder)?;
    let mut parts = place.split(':');
    Some((parts.next()?, parts.next()?.parse().ok()?))
}

/// The one function that is another in the variant: as the reference has it, and as the variant does, with what the variant puts in front of it. None where
/// more is different than that.
fn changed(reference: &[TextFile], variant: &[TextFile], dialect: &Dialect) -> Option<(Item, Item)> {
    let mut different = reference.iter().zip(variant).filter(|(old, new)| old != new);
    let (old, new) = different.next().filter(|_| different.next().is_none() && reference.len() == variant.len())?;
    let around = |head: &Head| (&old.content[..head.item.start], &old.content[head.item.end..]);
    let is_all = |head: &&Head| {
        let (before, after) = around(head);
        new.content.len() >= before.len() + after.len() && new.content.starts_with(before) && new.content.ends_with(after)
    };
    let text_of = |was: &Head| &new.content[was.item.start..new.content.len() - around(was).1.len()];
    // What would stand behind it could be there twice; what comes in front has a name of its own.
    let ends_with_it = |was: &&Head| {
        let text = text_of(was);
        dialect.syntax.heads(text).iter().any(|is| is.name == was.name && is.item.end == text.len())
    };
    let heads = dialect.syntax.heads(&old.content);
    let was = heads.iter().filter(is_all).find(ends_with_it)?;
    let text = text_of(was);
    // Two of one name would be taken for each other.
    let is_alone = reference.iter().flat_map(|f| dialect.syntax.heads(&f.content)).filter(|h| h.name == was.name).count() == 1;
    let fits = old.path == new.path && is_alone && can_choose(&old.content, was, dialect);
    fits.then(|| ((was.name.clone(), old.content[was.item.clone()].to_owned()), (was.name.clone(), text.to_owned())))
}

/// Whether a function can ask which variant is meant and answer with any of them: not while compiling, not for a trait, not with a type that only it has.
fn can_choose(content: &str, head: &Head, dialect: &Dialect) -> bool {
    if dialect.is_c {
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
        let two = file(&reference[0].content.replace("return", "return 1 +"));
        assert_eq!(changed(&reference, &two, &dialect), None, "two functions");
        let beside = with("int g(int a)", "static int h_1_(int b)\n{\n    return b;\n}\n\nint g(int a)");
        assert!(changed(&reference, &beside, &dialect).is_some_and(|(_, is)| is.0 == "g" && is.1.starts_with("static int h_1_")));
        let behind = file(&format!("{}int h(void)\n{{\n    return 1;\n}}\n", reference[0].content));
        assert_eq!(changed(&reference, &behind, &dialect), None, "something behind it");
    }

    #[test]
    fn a_function_that_cannot_choose_is_not_put_beside_others() {
        let dialect = Dialect::of(language::by_name("rust").expect("rust")).expect("a dialect");
        let can = |source: &str| {
            let after = file(&source.replace('1', "2"));
            changed(&file(source), &after, &dialect).is_some()
        };
        assert!(can("fn f(a: u32) -> u32 {\n    a + 1\n}\n"));
        assert!(can("struct S;\nimpl S {\n    fn f(&self, with: impl Fn(u32) -> u32) -> u32 {\n        with(1)\n    }\n}\n"));
        assert!(!can("const fn f(a: u32) -> u32 {\n    a + 1\n}\n"));
        assert!(!can("fn f(a: u32) -> impl Iterator<Item = u32> {\n    1..a\n}\n"));
        assert!(!can(
            "struct S;\nimpl Iterator for S {\n    type Item = u32;\n    fn next(&mut self) -> Option<u32> {\n        Some(1)\n    }\n}\n"
        ));
    }

    #[test]
    fn the_place_of_an_error_is_read_below_the_folder_of_the_module() {
        assert_eq!(short_place("/x/target/batch/variant_000/exercise/mod.rs:12:5", "/variant_000/exercise/"), Some(("mod.rs", 12)));
        assert_eq!(short_place("/x/target/batch/variant_000/tests/mod.rs:12:5", "/variant_000/exercise/"), None);
    }
}
