//! The running: a scratch copy of the exercise in which attempts are built and tested, here each by itself. The learner's folder is only read, long before.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::Ground;
use super::bench;
use super::folders::Folder;
use super::splice::{self, Attempt, Dialect};
use crate::error::Error;
use crate::event::{Event, Sink};
use crate::evidence::{Level, TestStatus};
use crate::exercise::{self, TextFile, Unit};
use crate::proof::code;
use crate::runner::{Cancel, End};
use crate::testrun::{self, Limits, Request, TestRun};
use crate::workspace::{self, WorkspacePath};

/// All runs for one text together, and one of them.
const TOGETHER: Duration = Duration::from_secs(40);
pub(super) const BUILD: Duration = Duration::from_secs(30);
pub(super) const TESTS: Duration = Duration::from_secs(5);

/// What one variant showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// This test turned green.
    Green(String),
    Red,
    NotBuilt,
    /// The build did not come to an end in time.
    TooSlow,
    /// Its turn did not come.
    NotTried,
}

pub struct Trials<'a> {
    ground: &'a Ground<'a>,
    dialect: &'a Dialect,
    cancel: &'a Cancel,
    events: Sink<'a>,
    scratch: Folder<'a>,
    /// The files that the code is put into: the learner's, or where those do not build for other reasons, the reference's.
    base: Vec<TextFile>,
    is_learners: bool,
    /// The tests that are green without any hint.
    green: Option<HashSet<String>>,
    made: usize,
    began: Instant,
    /// The seconds that the learner has been told of.
    told: u64,
}

impl<'a> Trials<'a> {
    pub fn begin(ground: &'a Ground<'a>, dialect: &'a Dialect, cancel: &'a Cancel, events: Sink<'a>) -> Result<Trials<'a>, Error> {
        if let Some(probe) = testrun::missing_program(ground.language) {
            return Err(testrun::TestRunError::Lacks { probe: probe.clone() }.into());
        }
        let scratch = Folder::of(ground)?;
        let green = ground.green.map(|g| g.iter().cloned().collect());
        let base = with_others_written(ground, dialect);
        let began = Instant::now();
        let mut trials = Trials { ground, dialect, cancel, events, scratch, base, is_learners: true, green, made: 0, began, told: 0 };
        // Where a stub cannot even be found, nothing of the learner's would build.
        if ground.stubs().any(|stub| splice::find(&trials.base, stub, dialect).is_none()) {
            trials.take_reference();
        }
        Ok(trials)
    }

    pub fn made(&self) -> usize {
        self.made
    }

    pub fn out_of_time(&self) -> bool {
        self.began.elapsed() > TOGETHER
    }

    pub(super) fn spent(&self) -> Duration {
        self.began.elapsed()
    }

    /// No more builds for one text.
    pub(super) fn is_tired(&self) -> bool {
        self.made >= super::MOST_RUNS || self.out_of_time()
    }

    pub(super) fn ground(&self) -> &'a Ground<'a> {
        self.ground
    }

    pub(super) fn dialect(&self) -> &'a Dialect {
        self.dialect
    }

    pub(super) fn cancel(&self) -> &'a Cancel {
        self.cancel
    }

    pub(super) fn base(&self) -> &[TextFile] {
        &self.base
    }

    pub(super) fn is_learners(&self) -> bool {
        self.is_learners
    }

    pub(super) fn needs(&self) -> &'a [crate::curriculum::Need] {
        &self.ground.exercise.needs
    }

    /// Walls and readers of output want the real place.
    pub(super) fn root(&self) -> Result<PathBuf, Error> {
        std::fs::canonicalize(self.scratch.path()).map_err(|e| Error::Internal(format!("the scratch folder is gone: {e}")))
    }

    /// What is known to be green without any hint.
    pub(super) fn known_green(&self) -> HashSet<String> {
        self.green.clone().unwrap_or_default()
    }

    pub fn try_out(&mut self, attempt: &Attempt) -> Result<Shown, Error> {
        let Some(files) = splice::spliced(&self.base, attempt, self.dialect) else { return Ok(Shown::NotBuilt) };
        let run = self.run(&files)?;
        if run.build.end == End::TimedOut {
            return Ok(Shown::TooSlow);
        }
        if run.build.end != End::Exited(0) {
            if self.is_learners && self.fails_elsewhere(&run, &files, attempt) {
                self.take_reference();
                return self.try_out(attempt);
            }
            return Ok(Shown::NotBuilt);
        }
        let watched = self.watched(attempt);
        let green: Vec<&String> = watched.iter().filter(|t| is_green(&run, t)).collect();
        if green.is_empty() || ((attempt.whole_unit || attempt.is_edit) && green.len() < watched.len()) {
            return Ok(Shown::Red);
        }
        let before = self.green_before()?;
        let all: HashSet<String> = green.iter().map(|t| (*t).clone()).collect();
        let turned = green.into_iter().find(|t| !before.contains(*t)).filter(|_| !bench::loses(&watched, &before, &all)).cloned();
        Ok(turned.map_or(Shown::Red, Shown::Green))
    }

    /// The tests of the unit, and those of other stubs that the code defines by name.
    pub(super) fn watched(&self, attempt: &Attempt) -> Vec<String> {
        let exercise = self.ground.exercise;
        let defined = |unit: &str| exercise.unit(unit).is_some_and(|u| u.stubs.iter().any(|s| attempt.defines.contains(&s.name)));
        let of_unit = |unit: &str| if attempt.defines.is_empty() { unit == self.ground.unit } else { defined(unit) };
        exercise.tests.iter().filter(|t| t.unit.as_deref().is_some_and(of_unit)).map(|t| t.name.clone()).collect()
    }

    fn green_before(&mut self) -> Result<HashSet<String>, Error> {
        if let Some(green) = &self.green {
            return Ok(green.clone());
        }
        let source = self.ground.source.to_vec();
        let run = self.run(&source)?;
        let green: HashSet<String> = self.ground.exercise.test_names().into_iter().filter(|t| is_green(&run, t)).collect();
        self.green = Some(green.clone());
        Ok(green)
    }

    /// An error outside of what was put in has nothing to do with the hint.
    fn fails_elsewhere(&self, run: &TestRun, files: &[TextFile], attempt: &Attempt) -> bool {
        let splice::How::Bodies { bodies, .. } = &attempt.how else { return false };
        let places: Vec<(String, std::ops::RangeInclusive<usize>)> = bodies
            .iter()
            .filter_map(|body| {
                let (at, head) = splice::find(files, &body.stub, self.dialect)?;
                let line = |byte: usize| files[at].content[..byte].matches('\n').count() + 1;
                Some((files[at].path.clone(), line(head.item.start)..=line(head.item.end)))
            })
            .collect();
        let errors = run.parsed.diagnostics.iter().filter(|d| d.level == Level::Error);
        let placed = errors.filter_map(|d| Some((d.file.as_deref()?, usize::try_from(d.line?).ok()?)));
        let elsewhere = |(file, line): (&str, usize)| !places.iter().any(|(path, lines)| path == file && lines.contains(&line));
        placed.into_iter().any(elsewhere)
    }

    pub(super) fn take_reference(&mut self) {
        self.is_learners = false;
        self.base = exercise::with_replaced(self.ground.starter, self.ground.reference.unwrap_or_default());
    }

    /// Makes these the files of the next build.
    pub(super) fn write(&mut self, files: &[TextFile]) -> Result<(), Error> {
        self.made += 1;
        self.tell();
        for file in files {
            // What stays the same is not compiled again.
            let path = WorkspacePath::new(&file.path)?;
            if std::fs::read(self.scratch.path().join(&file.path)).ok().as_deref() != Some(file.content.as_bytes()) {
                workspace::write_file(self.scratch.path(), &path, file.content.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Whatever a run says, the learner only sees that time goes by.
    pub(super) fn tell(&mut self) {
        let seconds = self.began.elapsed().as_secs();
        if seconds > self.told {
            self.told = seconds;
            (self.events)(Event::StillWaiting { role: crate::stage::Role::Coach, seconds });
        }
    }

    fn run(&mut self, files: &[TextFile]) -> Result<TestRun, Error> {
        if self.cancel.is_set() {
            return Err(Error::Interrupted);
        }
        self.write(files)?;
        let root = self.scratch.path();
        let expected = self.ground.exercise.test_names();
        let limits = Limits { build: BUILD, tests: TESTS, sandbox: self.ground.sandbox };
        let needs = &self.ground.exercise.needs;
        let request = Request { language: self.ground.language, root, expected: &expected, limits, needs, once: true };
        let run = testrun::run(request, self.cancel, &mut |_| {})?;
        match run.tool_trouble {
            Some(trouble) => Err(trouble.into()),
            None => Ok(run),
        }
    }
}

/// The learner's files, where what other units still lack is the reference's: code that needs an earlier stub would stop there and look harmless.
fn with_others_written(ground: &Ground, dialect: &Dialect) -> Vec<TextFile> {
    let mut base = ground.source.to_vec();
    let Some(reference) = ground.reference else { return base };
    let whole = exercise::with_replaced(ground.starter, reference);
    let (own, others): (Vec<&Unit>, Vec<&Unit>) = ground.exercise.units.iter().partition(|u| u.id == ground.unit);
    // Where nothing is written yet, the reference may keep its helpers, which single functions of it would miss.
    let is_untouched = base == ground.starter;
    let (put, from) = if is_untouched { (own, base.clone()) } else { (others, whole.clone()) };
    if is_untouched {
        base = whole;
    }
    for stub in put.iter().flat_map(|u| &u.stubs) {
        let unwritten = splice::find(&base, &stub.name, dialect).is_some_and(|(_, head)| head.mark.is_some());
        let written = (is_untouched || unwritten).then(|| code::put_back(ground.language, &from, &base, stub)).flatten();
        if let Some((file, written)) = written.and_then(|w| Some((base.iter_mut().find(|f| f.path == w.path)?, w))) {
            *file = written;
        }
    }
    base
}

fn is_green(run: &TestRun, test: &str) -> bool {
    run.parsed.tests.iter().any(|t| t.name == test && t.status == TestStatus::Ok)
}
