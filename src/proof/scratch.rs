//! Folders to try things in: the workspace as a learner would get it, with other source in it. Owns what is written there and one whole run of the tests;
//! it judges nothing. A proof works in several of them side by side (`bench`).

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::Subject;
use crate::error::Error;
use crate::evidence::{self, Evidence, Judged};
use crate::exercise::TextFile;
use crate::pipeline::assemble::{self, Place};
use crate::runner::Cancel;
use crate::testrun::{self, Limits, Request, TestRun};
use crate::workspace::{self, GeneratedFile, WorkspacePath};

pub(super) struct Scratch<'a> {
    pub subject: &'a Subject<'a>,
    pub limits: Limits,
    pub cancel: &'a Cancel,
    dir: tempfile::TempDir,
    /// The learner's files as they stand there now.
    source: BTreeMap<String, String>,
    /// Whether the reference passes when it is built the quick way (`variants`), once that is known.
    pub quick: Option<bool>,
}

/// What one whole run showed.
pub(super) struct Ran {
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

pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl<'a> Scratch<'a> {
    /// A folder with everything but the learner's own files.
    pub fn new(subject: &'a Subject<'a>, limits: Limits, cancel: &'a Cancel) -> Result<Scratch<'a>, Error> {
        let dir = tempfile::Builder::new().prefix("etude-proof-").tempdir();
        let dir = dir.map_err(|e| Error::Internal(format!("no scratch folder for the proof: {e}")))?;
        let scratch = Scratch { subject, limits, cancel, dir, source: BTreeMap::new(), quick: None };
        for file in scratch.all_generated() {
            scratch.write(&file.path, &file.content)?;
        }
        Ok(scratch)
    }

    fn all_generated(&self) -> Vec<GeneratedFile> {
        let (subject, place) = (self.subject, Place { workspace: self.root(), etude: "etude" });
        assemble::generated_files(&subject.exercise, subject.language, &subject.starter, &subject.tests, "", &place)
    }

    /// A file that etude writes into the workspace, as it should be.
    pub fn generated(&self, path: &str) -> Option<TextFile> {
        let file = self.all_generated().into_iter().find(|f| f.path == path)?;
        Some(TextFile { path: file.path, content: file.content })
    }

    pub fn root(&self) -> &Path {
        self.dir.path()
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

    /// Runs all tests, as an attempt of a learner does, with these files in the place of the starter's.
    pub fn run(&mut self, replaced: &[TextFile]) -> Result<Ran, Error> {
        self.run_source(&self.subject.source_with(replaced), self.limits)
    }

    /// The same with all of the learner's files given.
    pub fn run_source(&mut self, files: &[TextFile], limits: Limits) -> Result<Ran, Error> {
        self.put(files)?;
        let is_starter = files == self.subject.starter;
        let language = self.subject.language;
        let expected = self.subject.exercise.test_names();
        let needs = &self.subject.exercise.needs;
        let request = Request { language, root: self.root(), expected: &expected, limits, needs, once: true };
        let mut run = testrun::run(request, self.cancel, &mut |_| {})?;
        if let Some(trouble) = run.tool_trouble.take() {
            return Err(trouble.into());
        }
        let source = workspace::read_source(self.root(), language);
        if let Some(syntax) = language.syntax() {
            evidence::locate(&mut run.parsed, &source, syntax, &self.subject.exercise.stub_refs());
        }
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
