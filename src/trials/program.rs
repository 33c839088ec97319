//! One program that holds the tests and one or more versions of the source. Owns building it, and running its tests for one version or for many in a single run:
//! where the harness ends each test in time by itself, the sandbox need not be put up for each version.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::{Fate, Ground, Scratch, Tried, Version, lineup};
use crate::error::Error;
use crate::evidence::{self, OutputParser, Parsed, TestResult, TestStatus};
use crate::exercise::TextFile;
use crate::language::{Reached, Step};
use crate::runner::{End, RunEnd, Stream};
use crate::testrun::{self, Limits, Part, Request};

/// How closely the tests are watched while they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    Quick,
    /// With the checks that cost time, such as the search for leaks.
    Thorough,
    /// All at the same time, where that is how a learner runs them.
    AtOnce,
    /// The whole program once more in the folder where it ran: what it left there is still there.
    Twice,
    /// On one core, beside a program that keeps it busy.
    Busy,
}

pub struct Program<'s, 'a> {
    pub scratch: &'s mut Scratch<'a>,
    pub(super) root: std::path::PathBuf,
    pub limit: Duration,
    /// When everything is to be over, where somebody waits.
    pub until: Option<Instant>,
    /// How often a build may be repeated without what does not compile, and how many were made.
    pub most_builds: usize,
    pub builds: usize,
    /// Code before every file of tests.
    pub(super) before_tests: &'static str,
}

/// A built program, and how the tests of its first version are called in it.
pub struct Built {
    pub(super) build: RunEnd,
    pub(super) names: Option<Vec<String>>,
}

/// What the tests of one version came to.
pub struct Outcome {
    pub fate: Fate,
    pub tests: Vec<TestResult>,
    /// Those that were seen to pass, whatever came of them when they ran once more.
    pub passed: BTreeSet<String>,
}

impl Outcome {
    pub(super) fn in_time(self, took: Duration) -> Tried {
        Tried { fate: self.fate, tests: self.tests, took }
    }

    pub(super) fn not_built() -> Outcome {
        Outcome { fate: Fate::DoesNotCompile, tests: Vec::new(), passed: BTreeSet::new() }
    }
}

impl Built {
    pub(super) fn full_name(&self, test: &str) -> Option<String> {
        match &self.names {
            Some(names) => super::modules::of_module(names, 0, test),
            None => Some(test.to_owned()),
        }
    }
}

impl<'s, 'a> Program<'s, 'a> {
    pub fn new(scratch: &'s mut Scratch<'a>, limit: Duration) -> Program<'s, 'a> {
        Program {
            limit,
            root: scratch.root().to_path_buf(),
            scratch,
            until: None,
            most_builds: super::beside::ROUNDS,
            builds: 0,
            before_tests: "",
        }
    }

    pub fn ground(&self) -> &'a Ground {
        self.scratch.ground
    }

    pub(super) fn request(&self) -> Request<'_> {
        Request { root: &self.root, ..self.scratch.request(&[], self.scratch.limits) }
    }

    pub(super) fn base(&self) -> Version {
        let ground = self.ground();
        Version { source: ground.base.clone(), tests: ground.exercise.test_names(), then: Vec::new() }
    }

    // ---- one version at a time ----

    pub(super) fn single(&mut self, version: &Version) -> Result<Tried, Error> {
        if self.scratch.quick.is_none() {
            let passes = self.build_and_run(&self.base())?.is_some_and(|tried| tried.fate == Fate::Passes);
            self.scratch.quick = Some(passes);
        }
        if self.scratch.quick == Some(true)
            && let Some(tried) = self.build_and_run(version)?
        {
            return Ok(tried);
        }
        let limits = Limits { tests: self.limit, ..self.scratch.limits };
        let ran = self.scratch.run(&version.source, limits)?;
        let took = ran.took();
        let outcome = match &ran.run.tests {
            None => Outcome::not_built(),
            Some(end) => outcome(ran.run.parsed, end, version.tests.iter().chain(&version.then)),
        };
        Ok(outcome.in_time(took))
    }

    /// Builds only the change, and runs its tests. None where the language has no such way.
    fn build_and_run(&mut self, version: &Version) -> Result<Option<Tried>, Error> {
        let began = Instant::now();
        self.scratch.put(&version.source)?;
        let Some(build) = self.build_change(&mut |_, _| {})? else { return Ok(None) };
        let built = Built { build, names: None };
        let outcome = match built.build.end {
            End::Exited(0) => self.run_version(&built, None, version)?,
            _ => Outcome::not_built(),
        };
        Ok(Some(outcome.in_time(began.elapsed())))
    }

    pub(super) fn build_change(&self, on_line: &mut dyn FnMut(Stream, &str)) -> Result<Option<RunEnd>, Error> {
        let Some(step) = &self.ground().language.proof.build else { return Ok(None) };
        self.build_step(step, on_line).map(Some)
    }

    pub(super) fn build_step(&self, step: &Step, on_line: &mut dyn FnMut(Stream, &str)) -> Result<RunEnd, Error> {
        let (limit, cancel) = (self.in_time(self.scratch.limits.build), self.scratch.cancel);
        Ok(testrun::step(Part::Build, step, self.request(), &[], limit, cancel, on_line)?)
    }

    /// At most until everything is to be over.
    fn in_time(&self, limit: Duration) -> Duration {
        self.until.map_or(limit, |until| limit.min(until.saturating_duration_since(Instant::now())))
    }

    // ---- its tests ----

    /// Runs the version's tests: those named first, the others when all of them pass, and all more closely when nothing was found.
    pub(super) fn run_version(&self, built: &Built, number: Option<usize>, version: &Version) -> Result<Outcome, Error> {
        let name = |test: &str| built.full_name(test);
        let mut found = Outcome { fate: Fate::Passes, ..Outcome::not_built() };
        for care in self.cares() {
            for tests in [&version.tests, &version.then] {
                if found.fate == Fate::Passes && !tests.is_empty() {
                    found = self.run_named(&built.build, number, &name, tests, care)?;
                }
            }
        }
        Ok(found)
    }

    pub(super) fn cares(&self) -> impl Iterator<Item = Care> + use<> {
        let closer = self.ground().language.proof.thorough.is_some();
        [Care::Quick, Care::Thorough].into_iter().take(if closer { 2 } else { 1 })
    }

    /// Runs some tests of the program for one of its versions.
    pub fn run_tests(&self, built: &Built, number: usize, tests: &[String], care: Care) -> Result<Outcome, Error> {
        self.run_named(&built.build, Some(number), &|test| built.full_name(test), tests, care)
    }

    pub(super) fn run_named(
        &self,
        build: &RunEnd,
        number: Option<usize>,
        full_name: &dyn Fn(&str) -> Option<String>,
        tests: &[String],
        care: Care,
    ) -> Result<Outcome, Error> {
        let language = self.ground().language;
        let mut parser = self.parser()?;
        let names: Vec<String> = tests.iter().filter_map(|t| full_name(t)).collect();
        if names.is_empty() {
            return Ok(Outcome { fate: Fate::Fails(tests.first().cloned().unwrap_or_default()), ..Outcome::not_built() });
        }
        let own_way = match care {
            Care::AtOnce => language.proof.at_once.as_ref(),
            Care::Twice => language.proof.twice.as_ref(),
            Care::Busy => language.proof.busy.as_ref(),
            Care::Quick | Care::Thorough => None,
        };
        let mut step = own_way.unwrap_or(&language.proof.test).clone();
        step.env.extend(number.map(|number| (lineup::ASKED.to_owned(), number.to_string())));
        let closer = matches!(care, Care::Thorough | Care::AtOnce);
        step.env.extend(language.proof.thorough.iter().filter(|_| closer).flat_map(|t| t.env.clone()));
        let _one_core = (care == Care::Busy).then(crate::runner::OneCore::enter);
        let mut passed = BTreeSet::new();
        let end = {
            let mut on_line = |stream: Stream, line: &str| {
                let ended = parser.test_line(stream, line).filter(|(_, status)| *status == TestStatus::Ok);
                passed.extend(ended.map(|(name, _)| name));
            };
            let limit = if care == Care::Busy { self.scratch.limits.tests } else { self.limit };
            testrun::step(Part::Tests, &step, self.request(), &[("tests", &names)], limit, self.scratch.cancel, &mut on_line)?
        };
        Ok(Outcome { passed, ..outcome(parser.finish(build, Some(&end), tests), &end, tests.iter()) })
    }

    fn parser(&self) -> Result<Box<dyn OutputParser>, Error> {
        let language = self.ground().language;
        let parser = evidence::parser(&language.parser, &self.root);
        parser.ok_or_else(|| testrun::TestRunError::NoParser(language.name.clone()).into())
    }

    /// The tests of many versions in a single run. None for those that were not heard to the end, and for all where the language has no such way.
    pub fn run_many(&self, built: &Built, asks: &[Ask]) -> Result<Vec<Option<Tried>>, Error> {
        let mut found: Vec<Option<Tried>> = asks.iter().map(|_| None).collect();
        let Some(many) = self.ground().language.proof.many.as_ref().filter(|_| asks.len() > 1) else { return Ok(found) };
        let mut step = many.clone();
        for name in [PER_TEST, lineup::SECONDS] {
            step.env.insert(name.to_owned(), self.limit.as_secs_f64().to_string());
        }
        let names = |ask: &Ask| ask.tests.iter().filter_map(|t| built.full_name(t)).collect::<Vec<_>>().join(" ");
        let words: Vec<String> = asks.iter().enumerate().map(|(at, ask)| format!("{at} {} {}", ask.number, names(ask))).collect();
        let whole = self.in_time((self.limit + SLACK) * u32::try_from(asks.len()).unwrap_or(u32::MAX));
        let mut hearing: Option<Hearing> = None;
        let mut on_line = |stream: Stream, line: &str| {
            if let Some(ask) = line.strip_prefix(BEGINS).and_then(|n| n.trim().parse().ok()) {
                hearing = self.parser().ok().map(|parser| Hearing { ask, parser, began: Instant::now() });
            } else if let Some((ask, code)) = line.strip_prefix(ENDED).and_then(|l| l.trim().split_once(' ')) {
                let heard = hearing.take().filter(|h| ask.parse() == Ok(h.ask));
                if let Some((heard, code)) = heard.zip(code.parse().ok())
                    && let Some(place) = found.get_mut(heard.ask)
                {
                    *place = Some(heard.judge(&built.build, code, asks));
                }
            } else if let Some(hearing) = &mut hearing {
                hearing.parser.test_line(stream, line);
            }
        };
        testrun::step(Part::Tests, &step, self.request(), &[("asks", &words)], whole, self.scratch.cancel, &mut on_line)?;
        Ok(found)
    }

    // ---- with other assertions ----

    /// Does something while the tests have other assertions: before each file of tests, or behind the one file that all of them read. None where that file
    /// is not there.
    pub fn with_text<R>(&mut self, text: &'static Reached, work: impl FnOnce(&mut Self) -> Result<R, Error>) -> Result<Option<R>, Error> {
        let Some(file) = &text.file else {
            self.before_tests = &text.text;
            let done = work(self);
            self.before_tests = "";
            return done.map(Some);
        };
        let Some(given) = self.scratch.generated(file) else { return Ok(None) };
        self.scratch.write(file, &format!("{}\n{}", given.content, text.text))?;
        let done = work(self);
        self.scratch.write(file, &given.content)?;
        done.map(Some)
    }

    /// The program of the base alone; None where it cannot be built the quick way.
    pub fn build_base(&mut self) -> Result<Option<Built>, Error> {
        let base: Vec<TextFile> = self.ground().base.clone();
        Ok(self.build_files(&base)?.and_then(Result::ok))
    }
}

/// One question to a program: a version of it, and the tests.
pub struct Ask<'t> {
    pub number: usize,
    pub tests: &'t [String],
}

/// What opens a line with etude's own words.
const BEGINS: &str = "@asks ";
const ENDED: &str = "@ended ";
/// How long the harness waits for one test.
const PER_TEST: &str = "ETUDE_TEST_SECONDS";
/// For starting a program.
const SLACK: Duration = Duration::from_millis(500);

/// A version whose tests are running.
struct Hearing {
    ask: usize,
    parser: Box<dyn OutputParser>,
    began: Instant,
}

impl Hearing {
    fn judge(self, build: &RunEnd, code: i32, asks: &[Ask]) -> Tried {
        let took = self.began.elapsed();
        let end = RunEnd { end: End::Exited(code), duration: took, excerpt: String::new(), walls: None };
        let tests = asks[self.ask].tests;
        let outcome = outcome(self.parser.finish(build, Some(&end), tests), &end, tests.iter());
        let endless = code == lineup::OUT_OF_TIME || outcome.tests.iter().any(|t| t.status == TestStatus::Timeout);
        let fate = if endless { Fate::TimesOut } else { outcome.fate };
        Tried { fate, tests: outcome.tests, took }
    }
}

pub(super) fn outcome<'t>(mut parsed: Parsed, end: &RunEnd, mut tests: impl Iterator<Item = &'t String>) -> Outcome {
    parsed.tests.iter_mut().for_each(|t| t.message = lineup::with_own_names(&t.message));
    let passes = |name: &&String| parsed.tests.iter().any(|t| t.name == **name && t.status == TestStatus::Ok);
    let fate = match tests.find(|name| !passes(name)) {
        _ if end.end == End::TimedOut => Fate::TimesOut,
        Some(name) => Fate::Fails(name.clone()),
        None => Fate::Passes,
    };
    Outcome { fate, tests: parsed.tests, passed: BTreeSet::new() }
}
