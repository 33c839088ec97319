//! What a text is held against: the exercise, the learner's files and everything that the learner can read. Owns which files the code of a text is put into; it judges
//! nothing.

use std::time::Duration;

use crate::exercise::{self, Exercise, Stub, TextFile};
use crate::language::Language;
use crate::runner::sandbox::around::Mode;
use crate::syntax::Syntax;
use crate::trials::lineup::{self, Key};
use crate::workspace::GeneratedFile;

#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    pub language: &'static Language,
    pub exercise: &'a Exercise,
    /// The unit that the text is for.
    pub unit: &'a str,
    /// The learner's files as they are now, by their paths in the workspace.
    pub source: &'a [TextFile],
    pub starter: &'a [TextFile],
    /// What else etude wrote: the tests, the project files, the lesson.
    pub generated: &'a [GeneratedFile],
    /// The sealed solution, where there is one; the files that it does not have are the starter's.
    pub reference: Option<&'a [TextFile]>,
    /// Other right solutions, as far as somebody wrote some.
    pub others: &'a [Vec<TextFile>],
    /// What else the learner has been shown: what the compiler and the tests said.
    pub said: &'a [String],
    /// How long the code may be tried.
    pub patience: Duration,
    pub sandbox: Mode,
}

/// A function of the unit.
#[derive(Debug, Clone)]
pub struct Place {
    pub of: Stub,
    pub key: Key,
    /// As the learner has it now.
    pub item: String,
    /// As it was handed out.
    pub stub: String,
}

impl<'a> Ground<'a> {
    /// Everything that the learner can read: own files, starter, tests, lesson and what the last run said.
    pub fn known(&self) -> impl Iterator<Item = &'a str> {
        let files = self.source.iter().chain(self.starter).map(|f| f.content.as_str());
        files.chain(self.generated.iter().map(|f| f.content.as_str())).chain(self.said.iter().map(String::as_str))
    }

    /// The functions of a unit; as they were handed out where the learner's files do not read.
    pub fn places(&self, syntax: &dyn Syntax) -> Vec<Place> {
        let stubs = self.exercise.unit(self.unit).map(|u| u.stubs.as_slice()).unwrap_or_default();
        let place = |stub: &Stub| {
            let key = self.key(stub, syntax)?;
            let given = item(self.starter, &key, syntax)?;
            let item = item(self.source, &key, syntax).unwrap_or_else(|| given.clone());
            Some(Place { of: stub.clone(), key, item, stub: given })
        };
        stubs.iter().filter_map(place).collect()
    }

    /// The tests of the unit.
    pub fn tests(&self) -> Vec<String> {
        self.exercise.tests.iter().filter(|t| t.unit.as_deref() == Some(self.unit)).map(|t| t.name.clone()).collect()
    }

    /// The files of the tests, without what etude puts beside every exercise.
    pub fn test_files(&self) -> Vec<TextFile> {
        let is_own = |f: &&GeneratedFile| {
            f.path.starts_with(&format!("{}/", self.language.layout.tests)) && !self.language.files.iter().any(|own| own.path == f.path)
        };
        self.generated.iter().filter(is_own).map(|f| TextFile { path: f.path.clone(), content: f.content.clone() }).collect()
    }

    /// The files that code is put into: the learner's, where the reference has written what the learner has not and all of the unit. So whatever else a test
    /// needs is there. The reference's own where those do not go together.
    pub fn bases(&self, syntax: &dyn Syntax) -> Vec<Vec<TextFile>> {
        let mut whole = exercise::with_replaced(self.starter, self.reference.unwrap_or_default());
        for (file, given) in
            whole.iter_mut().filter_map(|f| Some((self.starter.iter().find(|g| g.path == f.path)?, f))).map(|(g, f)| (f, g))
        {
            // What the mark of a stub needs, a finished solution no longer imports.
            let head = syntax.split_head(&given.content).head.join("\n");
            file.content = crate::syntax::merge(syntax, &[&head, &file.content]);
        }
        let mut bases: Vec<Vec<TextFile>> = self.mixed(&whole, syntax).into_iter().chain([whole]).collect();
        bases.dedup();
        bases
    }

    fn mixed(&self, whole: &[TextFile], syntax: &dyn Syntax) -> Option<Vec<TextFile>> {
        if self.source == self.starter {
            return None;
        }
        let mut files = self.source.to_vec();
        for (unit, stub) in
            self.exercise.units.iter().flat_map(|u| u.stubs.iter().map(move |s| (u, s))).filter(|_| self.reference.is_some())
        {
            let key = self.key(stub, syntax)?;
            let (_, head) = lineup::find(&files, &key, syntax)?;
            if unit.id == self.unit || head.mark.is_some() {
                files = with_item(&files, &key, &item(whole, &key, syntax)?, syntax)?;
            }
        }
        Some(files)
    }

    /// Types may have a stub of one name each: the place in the starter tells them apart.
    fn key(&self, stub: &Stub, syntax: &dyn Syntax) -> Option<Key> {
        let file = self.starter.iter().find(|f| f.path == stub.file)?;
        let line = |at: usize| file.content[..at].matches('\n').count() + 1;
        let heads = syntax.heads(&file.content);
        let head = heads.iter().filter(|h| h.name == stub.name).find(|h| line(h.item.end) >= stub.line as usize)?;
        Some(Key { path: stub.file.clone(), owner: head.owner.clone(), name: stub.name.clone() })
    }
}

/// A function as it is written.
pub fn item(files: &[TextFile], key: &Key, syntax: &dyn Syntax) -> Option<String> {
    let (at, head) = lineup::find(files, key, syntax)?;
    Some(files[at].content[head.item].to_owned())
}

/// The files with another text in the place of a function.
pub fn with_item(files: &[TextFile], key: &Key, item: &str, syntax: &dyn Syntax) -> Option<Vec<TextFile>> {
    let (at, head) = lineup::find(files, key, syntax)?;
    let mut files = files.to_vec();
    files[at].content.replace_range(head.item, item);
    Some(files)
}
