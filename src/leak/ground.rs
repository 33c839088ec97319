//! What a hint is held against: the exercise, the learner's files and everything that the learner can read. Owns what a text finds there; judges nothing.

use super::Folders;
use super::splice::{self, Dialect};
use super::tokens;
use crate::exercise::{Exercise, TextFile};
use crate::language::Language;
use crate::runner::sandbox::around::Mode;
use crate::syntax::Head;
use crate::workspace::GeneratedFile;

/// What a hint is held against.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    pub language: &'static Language,
    pub exercise: &'a Exercise,
    /// The unit that the hint is for.
    pub unit: &'a str,
    /// The learner's files as they are now, by their paths in the workspace.
    pub source: &'a [TextFile],
    pub starter: &'a [TextFile],
    /// What else etude wrote: the tests, the project files, the lesson.
    pub generated: &'a [GeneratedFile],
    /// The sealed solution, where there is one; the files that it does not have are the starter's.
    pub reference: Option<&'a [TextFile]>,
    /// Other right solutions, as far as somebody wrote some: who tells one of them tells the answer too.
    pub others: &'a [Vec<TextFile>],
    /// What else the learner has been shown: the compiler's own words.
    pub said: &'a [String],
    /// The tests of the unit that are green with these very files; None where nobody knows.
    pub green: Option<&'a [String]>,
    /// Folders of the same exercise in which something was tried before, where there may be some.
    pub folders: Option<&'a Folders>,
    pub sandbox: Mode,
}

impl<'a> Ground<'a> {
    /// Everything that the learner can read: own files, starter, tests and lesson.
    pub(super) fn texts(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.source.iter().chain(self.starter).map(|f| f.content.as_str()).chain(self.generated.iter().map(|f| f.content.as_str()))
    }

    /// The stubs of the unit, each name once: types may have a stub of one name each, and a text that is about one of them goes to the first.
    pub(super) fn stubs(&self) -> impl Iterator<Item = &'a str> {
        let mut seen = std::collections::HashSet::new();
        let all = self.exercise.unit(self.unit).into_iter().flat_map(|u| u.stubs.iter().map(|s| s.name.as_str()));
        all.filter(move |name| seen.insert(*name))
    }

    /// A stub's head: as the learner has it, else as it was handed out.
    pub(super) fn head(&self, stub: &str, dialect: &Dialect) -> Option<Head> {
        splice::find(self.source, stub, dialect).or_else(|| splice::find(self.starter, stub, dialect)).map(|(_, head)| head)
    }

    /// The learner has written something before or after the mark.
    pub(super) fn is_begun(&self, stub: &str, dialect: &Dialect) -> bool {
        let Some((at, head)) = splice::find(self.source, stub, dialect) else { return false };
        let Some(mark) = head.mark else { return false };
        let content = &self.source[at].content;
        let around = format!("{} {}", &content[head.body.start + 1..mark.start], &content[mark.end..head.body.end - 1]);
        tokens::texts(&around, true).iter().any(|t| *t != ";")
    }

    /// The stubs of the unit that the learner has written to their ends, as long as a test of it is not known to pass.
    pub(super) fn written(&self, dialect: &Dialect) -> Vec<String> {
        let of_unit = self.exercise.tests.iter().filter(|t| t.unit.as_deref() == Some(self.unit));
        if self.green.is_some_and(|green| of_unit.clone().all(|t| green.contains(&t.name))) {
            return Vec::new();
        }
        let own = |stub: &str| {
            let item = splice::item(self.source, stub, dialect)?;
            let is_whole = splice::find(self.source, stub, dialect).is_none_or(|(_, head)| head.mark.is_none());
            (is_whole && splice::item(self.starter, stub, dialect).as_ref() != Some(&item)).then_some(item)
        };
        self.stubs().filter_map(own).collect()
    }

    /// Functions that the reference has beside the stubs.
    pub(super) fn helpers(&self, dialect: &Dialect) -> String {
        let stubs = self.exercise.stub_names();
        let there = |name: &str| splice::find(self.source, name, dialect).is_some();
        let mut found = Vec::new();
        for file in self.reference.unwrap_or_default() {
            let heads = dialect.syntax.heads(&file.content);
            let own = heads.iter().filter(|h| !stubs.contains(&h.name) && !h.has_self && !there(&h.name));
            found.extend(own.map(|h| file.content[h.item.clone()].to_owned()));
        }
        found.join("\n")
    }
}
