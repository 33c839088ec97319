//! Names a misconception from what a run showed: by the pack's own signs, and where none fits by the catalogue's. It says nothing where it is not
//! sure, because a wrong name teaches worse than none.
//!
//! How evidence is read, and when it is trusted:
//! - Nothing is named on a passing run, on the untouched starter, or from a test that stops at an unwritten stub.
//! - Where a build has errors only errors count, in their order: a warning beside an error is often its echo. A pack, which knows its code, may also ask about
//!   warnings on the line of the error. Of the catalogue's signs only the first error is asked about, and only when it stands in the learner's files: later
//!   ones are often echoes too, and an error in a test is about a changed signature.
//! - Else failing tests and warnings are read together. A warning counts only inside a stub that has a test which ran and failed, so a harmless warning
//!   elsewhere is never blamed, nor is one in a stub that is not written yet or whose body has no more than a first few names in it.
//! - Some warnings are a cause by themselves, whatever the tests showed because of them: the catalogue marks them, and they are asked about first.
//! - The same result can come from a mistake, from another one and from a first sketch. A sign may therefore ask for the shape of what was written in the
//!   stub (`shape.rs`). Where that cannot be read, such a sign does not fit.
//! - The catalogue's signs do not know the exercise, so a panic (or undefined behaviour) that happens inside a test's own code is not blamed on the
//!   learner's function; what a memory checker finds there is, because the memory came from it. What the learner's code printed is not read at all.
//!   Where files that judge were changed, the catalogue says nothing.

use super::code::Code;
use super::sign::{Item, fits, fits_own};
use super::{Entry, GenericSign, catalogue};
use crate::evidence::{Diagnostic, Evidence, Level, Outcome, TestResult, TestStatus};
use crate::language;
use crate::pack::Misconception;

/// A misconception and what showed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub tag: String,
    pub says: String,
    pub fix: String,
    /// The file of the pack's lesson that treats it.
    pub lesson: Option<String>,
    /// Named by the catalogue, not by a sign of the pack.
    pub generic: bool,
    pub shown: Shown,
}

/// The diagnostic or the test that showed it, in a few words, and the unit it stands in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shown {
    pub by: String,
    pub unit: Option<String>,
}

/// The misconception that the evidence names, if it surely names one. `own` are those of the pack, in its order.
pub fn diagnose(language: &str, own: &[Misconception], evidence: &Evidence) -> Option<Named> {
    if matches!(evidence.outcome, Outcome::Passed | Outcome::NotStarted) {
        return None;
    }
    let code = Code::read(language, evidence);
    let groups = groups(evidence, &code);
    by_cause(language, own, evidence, &groups, &code)
        .or_else(|| by_pack(own, &groups, &code))
        .or_else(|| by_catalogue(language, own, evidence, &groups, &code))
}

/// What showed a tag that somebody named, a model maybe: the evidence that fits one of its signs, else the first thing that went wrong.
pub fn shown(language: &str, own: &[Misconception], tag: &str, evidence: &Evidence) -> Shown {
    let code = Code::read(language, evidence);
    let items: Vec<Item> = groups(evidence, &code).concat();
    let own_signs = own.iter().filter(|m| m.tag == tag).flat_map(|m| &m.when);
    let by_own = own_signs.into_iter().find_map(|sign| items.iter().find(|item| fits_own(sign, item, &code)));
    let entry = catalogue().get(tag);
    let by_entry = || entry.and_then(|entry| items.iter().find(|item| entry.signs.iter().any(|sign| fits(sign, item, &code))));
    by_own.or_else(by_entry).or(items.first()).map(Item::shown).unwrap_or_default()
}

/// A warning that is a cause by itself, said in the pack's words where it has some.
fn by_cause(language: &str, own: &[Misconception], evidence: &Evidence, groups: &[Vec<Item>], code: &Code) -> Option<Named> {
    if !evidence.tampered.is_empty() || evidence.first_error().is_some() {
        return None;
    }
    let warnings: Vec<Item> = groups.concat().into_iter().filter(|item| matches!(item, Item::Compiler(_))).collect();
    catalogue().of_language(language).find_map(|entry| {
        let is_cause = |sign: &&GenericSign| sign.cause;
        let item = warnings.iter().find(|item| entry.signs.iter().filter(is_cause).any(|sign| fits(sign, item, code)))?;
        Some(named(own, entry, item))
    })
}

fn by_pack(own: &[Misconception], groups: &[Vec<Item>], code: &Code) -> Option<Named> {
    groups.iter().find_map(|group| {
        own.iter().find_map(|m| {
            let item = group.iter().find(|item| m.when.iter().any(|sign| fits_own(sign, item, code)))?;
            Some(from_pack(m, item))
        })
    })
}

/// The catalogue's signs hold for the tags of a pack too, which says them in its own words.
fn by_catalogue(language: &str, own: &[Misconception], evidence: &Evidence, groups: &[Vec<Item>], code: &Code) -> Option<Named> {
    let first = evidence.first_error();
    if !evidence.tampered.is_empty() || first.is_some_and(misses_a_stub) {
        return None;
    }
    let layout = &language::by_name(language).ok()?.layout;
    // The linker speaks when all is compiled, so that a warning beside its error is no echo.
    let has_echoes = first.is_some_and(|error| !is_the_linkers(error));
    let echo = |item: &Item| has_echoes && matches!(item, Item::Compiler(d) if d.level == Level::Warning);
    let trusted = |item: &&Item| item.is_the_learners(&layout.src, &layout.tests) && !echo(item);
    let group: Vec<Item> = groups.first()?.iter().filter(trusted).copied().collect();
    catalogue().of_language(language).find_map(|entry| {
        let item = group.iter().find(|item| entry.signs.iter().any(|sign| fits(sign, item, code)))?;
        Some(named(own, entry, item))
    })
}

fn named(own: &[Misconception], entry: &Entry, item: &Item) -> Named {
    own.iter().find(|m| m.tag == entry.id).map_or_else(|| from_catalogue(entry, item), |m| from_pack(m, item))
}

fn from_pack(misconception: &Misconception, item: &Item) -> Named {
    Named {
        tag: misconception.tag.clone(),
        says: misconception.says.clone(),
        fix: misconception.fix.clone(),
        lesson: misconception.lesson.clone(),
        generic: false,
        shown: item.shown(),
    }
}

fn from_catalogue(entry: &Entry, item: &Item) -> Named {
    Named { tag: entry.id.clone(), says: entry.says.clone(), fix: entry.fix.clone(), lesson: None, generic: true, shown: item.shown() }
}

fn is_the_linkers(error: &Diagnostic) -> bool {
    error.message.starts_with("undefined ")
}

/// A function of the exercise was deleted or renamed: the work is on its way, and nothing is known of it.
fn misses_a_stub(error: &Diagnostic) -> bool {
    is_the_linkers(error) && error.stub.as_deref().is_some_and(|stub| error.message.contains(&format!("'{stub}'")))
}

/// What may be asked about, in the order of asking: each error with the warnings about its line, or all failing tests and the warnings that count.
fn groups<'e>(evidence: &'e Evidence, code: &Code) -> Vec<Vec<Item<'e>>> {
    let of_level = |level: Level| evidence.diagnostics.iter().filter(move |d| d.level == level);
    let place = |d: &Diagnostic| (d.file.clone(), d.line);
    let with_its_warnings = |error: &'e Diagnostic| {
        let beside = of_level(Level::Warning).filter(|w| w.line.is_some() && place(w) == place(error));
        std::iter::once(error).chain(beside).map(Item::Compiler).collect()
    };
    let errors: Vec<Vec<Item>> = of_level(Level::Error).map(with_its_warnings).collect();
    if !errors.is_empty() {
        return errors;
    }
    let in_failing_stub = |d: &&Diagnostic| d.stub.as_deref().is_some_and(|stub| fails(stub, evidence) && !code.is_only_begun(stub));
    let tests = evidence.tests.iter().filter(|t| went_wrong(t)).map(Item::Test);
    vec![tests.chain(of_level(Level::Warning).filter(in_failing_stub).map(Item::Compiler)).collect()]
}

fn went_wrong(test: &TestResult) -> bool {
    matches!(test.status, TestStatus::Failed | TestStatus::Crashed | TestStatus::Timeout) && !test.is_unwritten()
}

fn fails(stub: &str, evidence: &Evidence) -> bool {
    evidence.tests.iter().any(|t| t.stub.as_deref() == Some(stub) && went_wrong(t))
}

impl Item<'_> {
    fn is_the_learners(&self, src: &str, tests: &str) -> bool {
        let below = |path: &str, folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        match self {
            Item::Compiler(diagnostic) => diagnostic.file.as_deref().is_some_and(|file| below(file, src)),
            Item::Test(test) => {
                let memory = test.sanitizer.as_deref().is_some_and(|kind| kind != "undefined-behavior");
                memory || !below(&test.message, tests)
            }
        }
    }

    fn shown(&self) -> Shown {
        match self {
            Item::Compiler(d) => {
                let what = d.code.clone().unwrap_or_else(|| d.message.lines().next().unwrap_or_default().to_owned());
                let place = d.file.as_deref().map(|f| d.line.map_or(format!(" in {f}"), |l| format!(" at {f}:{l}"))).unwrap_or_default();
                Shown { by: bounded(&format!("{what}{place}")), unit: d.unit.clone() }
            }
            Item::Test(test) => {
                let message = test.message.split_whitespace().collect::<Vec<_>>().join(" ");
                let said = if message.is_empty() { String::new() } else { format!(": {message}") };
                Shown { by: bounded(&format!("{}{said}", test.name)), unit: test.unit.clone() }
            }
        }
    }
}

fn bounded(text: &str) -> String {
    crate::text::bounded(&crate::text::clean(text), 160)
}

#[cfg(test)]
mod tests;
