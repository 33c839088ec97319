//! Tests of our own beside those of an exercise, in the same program. Owns how they get there and what becomes of those that do not compile: they are left out.
//! What they ask, and what an answer means, others say.

use super::{Quick, name};
use crate::error::Error;
use crate::exercise::{Exercise, TestRef, TextFile};
use crate::pipeline::assemble::{self, Place};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::proof) struct Extra {
    /// None begins with another: a harness may take the beginnings of names.
    pub name: String,
    /// The file of tests that it stands behind, whose names it may use.
    pub file: String,
    pub text: String,
}

/// Opens a line before each, with its name, and closes it without one.
const MARK: &str = "/*@extra ";

impl Extra {
    fn marked(&self) -> String {
        format!("\n{MARK}{}*/\n{}\n{MARK}-*/\n", self.name, self.text)
    }
}

impl Quick<'_, '_> {
    /// The files of tests with what stands behind them.
    pub(super) fn tests(&self) -> Vec<TextFile> {
        let more = |file: &TextFile| self.extras.iter().filter(|e| e.file == file.path).map(Extra::marked).collect::<String>();
        self.subject().tests.iter().map(|f| TextFile { path: f.path.clone(), content: f.content.clone() + &more(f) }).collect()
    }

    /// The exercise as it would be if they were its own.
    pub(super) fn exercise(&self) -> Exercise {
        let mut exercise = self.subject().exercise.clone();
        exercise.tests.extend(self.extras.iter().map(|e| TestRef { name: e.name.clone(), unit: None }));
        exercise
    }

    /// Does something with them in the program, and takes them out again.
    pub(super) fn with_extras<R>(&mut self, extras: &[Extra], work: impl FnOnce(&mut Self) -> Result<R, Error>) -> Result<R, Error> {
        self.extras = extras.to_vec();
        let done = self.write_tests().and_then(|()| work(self));
        // Those that did not compile are gone from the list and were taken out when they went.
        self.extras.clear();
        self.write_tests()?;
        done
    }

    /// Where tests are built as they lie there, they must lie there.
    fn write_tests(&mut self) -> Result<(), Error> {
        if self.subject().language.proof.batch.is_some() {
            return Ok(());
        }
        let (subject, place) = (self.subject(), Place { workspace: &self.root, etude: "etude" });
        let made = |exercise: &Exercise, tests: &[TextFile]| {
            assemble::generated_files(exercise, subject.language, &subject.starter, tests, "", &place)
        };
        let (plain, now) = (made(&subject.exercise, &subject.tests), made(&self.exercise(), &self.tests()));
        for (plain, now) in plain.iter().zip(&now) {
            if plain.content != now.content || self.written.contains(&now.path) {
                self.scratch.write(&now.path, &now.content)?;
                self.written.insert(now.path.clone());
            }
        }
        Ok(())
    }

    /// Takes those out that have errors; false where none has, so that it would not help.
    pub(super) fn drop_broken(&mut self, errors: &[(String, usize)]) -> Result<bool, Error> {
        let broken: Vec<String> = errors.iter().filter_map(|(file, line)| self.extra_at(file, *line)).collect();
        let before = self.extras.len();
        self.extras.retain(|e| !broken.contains(&e.name));
        self.write_tests()?;
        Ok(self.extras.len() < before)
    }

    fn extra_at(&self, file: &str, line: usize) -> Option<String> {
        let language = self.subject().language;
        let inner = file.strip_prefix(&format!("{}/", language.layout.tests))?;
        let path = match &language.proof.batch {
            Some(batch) => format!("{}/{}/tests/{inner}", batch.dir, name(0)),
            None => file.to_owned(),
        };
        let text = std::fs::read_to_string(self.root.join(path)).ok()?;
        let marks = text.lines().take(line).filter_map(|l| l.strip_prefix(MARK)?.strip_suffix("*/"));
        marks.last().filter(|mark| *mark != "-").map(str::to_owned)
    }
}
