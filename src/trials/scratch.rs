//! Folders to try things in: the workspace as a learner would get it, with other source in it. Owns what is written there and one whole run of the tests;
//! it judges nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::Ground;
use crate::error::Error;
use crate::evidence::{self, Evidence, Judged};
use crate::exercise::TextFile;
use crate::pipeline::assemble::{self, Place};
use crate::runner::Cancel;
use crate::testrun::{self, Limits, Request, TestRun};
use crate::workspace::{self, GeneratedFile, WorkspacePath};

pub struct Scratch<'a> {
    pub ground: &'a Ground,
    pub limits: Limits,
    pub cancel: &'a Cancel,
    dir: tempfile::TempDir,
    /// The learner's files as they are there now.
    source: BTreeMap<String, String>,
    /// Whether the base passes when only the change is built, once that is known.
    pub(super) quick: Option<bool>,
}

/// What one whole run showed.
pub struct Ran {
    pub run: TestRun,
    pub evidence: Evidence,
}

impl Ran {
    /// Build and tests together.
    pub fn took(&self) -> Duration {
        self.run.build.duration + self.run.tests.as_ref().map_or(Duration::ZERO, |t| t.duration)
    }

    pub fn millis(&self) -> u64 {
        millis(self.took())
    }
}

pub fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl<'a> Scratch<'a> {
    /// A folder with everything but the learner's own files.
    pub fn new(ground: &'a Ground, limits: Limits, cancel: &'a Cancel) -> Result<Scratch<'a>, Error> {
        let dir = tempfile::Builder::new().prefix("etude-proof-").tempdir();
        let dir = dir.map_err(|e| Error::Internal(format!("no scratch folder to run the exercise in: {e}")))?;
        let scratch = Scratch { ground, limits, cancel, dir, source: BTreeMap::new(), quick: None };
        for file in scratch.all_generated() {
            scratch.write(&file.path, &file.content)?;
        }
        Ok(scratch)
    }

    pub(super) fn all_generated(&self) -> Vec<GeneratedFile> {
        let (ground, place) = (self.ground, Place { workspace: self.root(), etude: "etude" });
        assemble::generated_files(&ground.exercise, ground.language, &ground.starter, &ground.tests, "", &place)
    }

    /// A file that etude writes into the workspace, as it should be.
    pub fn generated(&self, path: &str) -> Option<TextFile> {
        let file = self.all_generated().into_iter().find(|f| f.path == path)?;
        Some(TextFile { path: file.path, content: file.content })
    }

    pub fn root(&self) -> &Path {
        self.dir.path()
    }

    pub fn request<'r>(&'r self, expected: &'r [String], limits: Limits) -> Request<'r> {
        Request { language: self.ground.language, root: self.root(), expected, limits, needs: &self.ground.exercise.needs, once: true }
    }

    pub fn write(&self, path: &str, content: &str) -> Result<(), Error> {
        Ok(workspace::write_file(self.root(), &WorkspacePath::new(path)?, content.as_bytes())?)
    }

    /// Makes these the learner's files. What stays the same is not written again, so that a build has only the change to do.
    pub fn put(&mut self, files: &[TextFile]) -> Result<(), Error> {
        for old in self.source.keys().filter(|old| !files.iter().any(|f| f.path == **old)) {
            let _ = std::fs::remove_file(self.root().join(old));
        }
        self.source.retain(|old, _| files.iter().any(|f| f.path == *old));
        for file in files {
            if self.source.get(&file.path) != Some(&file.content) {
                self.write(&file.path, &file.content)?;
                self.source.insert(file.path.clone(), file.content.clone());
            }
        }
        Ok(())
    }

    /// Runs all tests, as an attempt of a learner does, with these as all of the learner's files.
    pub fn run(&mut self, files: &[TextFile], limits: Limits) -> Result<Ran, Error> {
        self.put(files)?;
        let language = self.ground.language;
        let expected = self.ground.exercise.test_names();
        let mut run = testrun::run(self.request(&expected, limits), self.cancel, &mut |_| {})?;
        if let Some(trouble) = run.tool_trouble.take() {
            return Err(trouble.into());
        }
        let source = workspace::read_source(self.root(), language);
        if let Some(syntax) = language.syntax() {
            evidence::locate(&mut run.parsed, &source, syntax, &self.ground.exercise.stub_refs());
        }
        let is_starter = files == self.ground.starter;
        let judged = Judged { parsed: &run.parsed, build: &run.build, tests: run.tests.as_ref(), tampered: &[], is_starter };
        let evidence = Evidence {
            outcome: evidence::judge(judged),
            command: language.test_command.clone(),
            exit_code: None,
            duration_ms: 0,
            diagnostics: run.parsed.diagnostics.clone(),
            tests: run.parsed.tests.clone(),
            output_excerpt: String::new(),
            source,
            tampered: Vec::new(),
        };
        Ok(Ran { run, evidence })
    }
}
