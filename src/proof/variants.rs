//! Many variants of the source, each against some tests, in little time. Owns the quick ways (variants of functions beside each other, whole variants as modules
//! of one program, a build of nothing but the change) and falls back to an ordinary run where the reference itself does not pass that way. It says what
//! became of a variant, not what that means.

mod beside;
pub(super) mod extra;
mod many;
pub(super) mod shown;
pub(super) mod steady;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::Subject;
use super::bench::Bench;
use super::scratch::Scratch;
use crate::error::Error;
use crate::evidence::{self, Parsed, TestResult, TestStatus};
use crate::exercise::TextFile;
use crate::language::Batch;
use crate::leak::lineup;
use crate::pipeline::assemble::{self, Place};
use crate::runner::{End, RunEnd, Stream};
use crate::testrun::{self, Limits, Part, Request};

/// Source to be tried: the whole of `src/`.
#[derive(Debug, Clone)]
pub(super) struct Variant {
    pub source: Vec<TextFile>,
    /// The tests that have a say. When all of them pass, `then` are asked too.
    pub tests: Vec<String>,
    pub then: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fate {
    DoesNotCompile,
    Passes,
    /// By the first test that does not pass.
    Fails(String),
    TimesOut,
}

#[derive(Debug, Clone)]
pub(super) struct Tried {
    pub fate: Fate,
    /// The tests that rejected it by what they assert, not by falling over.
    pub told_by: Vec<String>,
    /// What each test came to that was asked last.
    pub tests: Vec<TestResult>,
    pub took: Duration,
}

/// What one run of a variant's tests showed.
struct Asked {
    fate: Fate,
    tests: Vec<TestResult>,
    /// Those that were seen to pass, whatever came of them when they ran once more.
    passed: BTreeSet<String>,
}

impl Asked {
    fn after(self, began: Instant, before: Duration) -> Tried {
        self.in_time(before + began.elapsed())
    }

    fn in_time(self, took: Duration) -> Tried {
        let told_by = self.tests.iter().filter(|t| says_so_itself(t)).map(|t| t.name.clone()).collect();
        Tried { fate: self.fate, told_by, tests: self.tests, took }
    }

    fn not_built() -> Asked {
        Asked { fate: Fate::DoesNotCompile, tests: Vec::new(), passed: BTreeSet::new() }
    }
}

/// How many become one program: enough that starting the compiler and linking are shared, few enough that both cores have something to do. Functions beside
/// each other cost little; whole variants bring their tests with them.
const BESIDE: usize = 30;
const BATCH: usize = 12;
/// A batch is built again without what does not compile: names first, then types, then borrows.
const ROUNDS: usize = 4;

/// Tries them all; `limit` is for the tests of one variant.
pub(super) fn try_all(bench: &Bench, variants: &[Variant], limit: Duration) -> Result<Vec<Tried>, Error> {
    let size = BESIDE.min(variants.len().div_ceil(bench.width()).max(1));
    let groups: Vec<&[Variant]> = variants.chunks(size).collect();
    let done = bench.each(&groups, |scratch, group| Quick::new(scratch, limit).group(group))?;
    Ok(done.into_iter().flatten().collect())
}

struct Quick<'s, 'a> {
    scratch: &'s mut Scratch<'a>,
    root: std::path::PathBuf,
    limit: Duration,
    /// The variant that is meant, in a program that has several beside each other.
    asked_for: Option<usize>,
    /// What else the environment says.
    env: Vec<(String, String)>,
    /// Code before every file of tests.
    before_tests: &'static str,
    /// Tests of ours that are in the program, and the files that were changed for them.
    extras: Vec<extra::Extra>,
    written: BTreeSet<String>,
}

impl<'s, 'a> Quick<'s, 'a> {
    fn new(scratch: &'s mut Scratch<'a>, limit: Duration) -> Quick<'s, 'a> {
        Quick {
            limit,
            root: scratch.root().to_path_buf(),
            scratch,
            asked_for: None,
            env: Vec::new(),
            before_tests: "",
            extras: Vec::new(),
            written: BTreeSet::new(),
        }
    }

    fn subject(&self) -> &'a Subject<'a> {
        self.scratch.subject
    }

    fn request(&self) -> Request<'_> {
        let (language, needs) = (self.scratch.subject.language, &self.scratch.subject.exercise.needs);
        Request { language, root: &self.root, expected: &[], limits: self.scratch.limits, needs, once: true }
    }

    fn group(&mut self, group: &[Variant]) -> Result<Vec<Tried>, Error> {
        let mut tried = self.side_by_side(group)?;
        if let Some(batch) = &self.subject().language.proof.batch {
            let left: Vec<usize> = (0..group.len()).filter(|at| tried[*at].is_none()).collect();
            for part in left.chunks(BATCH) {
                let variants: Vec<&Variant> = part.iter().map(|at| &group[*at]).collect();
                let Some(done) = self.batch(batch, &variants)? else { break };
                part.iter().zip(done).for_each(|(at, done)| tried[*at] = Some(done));
            }
        }
        group.iter().zip(tried).map(|(variant, tried)| tried.map_or_else(|| self.single(variant), Ok)).collect()
    }

    /// The reference with every test.
    fn whole_reference(&self) -> Variant {
        let subject = self.subject();
        Variant { source: subject.source_with(&subject.reference), tests: subject.exercise.test_names(), then: Vec::new() }
    }

    // ---- one at a time ----

    fn single(&mut self, variant: &Variant) -> Result<Tried, Error> {
        if self.scratch.quick.is_none() {
            let reference = self.whole_reference();
            let passes = self.built(&reference)?.is_some_and(|tried| tried.fate == Fate::Passes);
            self.scratch.quick = Some(passes);
        }
        if self.scratch.quick == Some(true)
            && let Some(tried) = self.built(variant)?
        {
            return Ok(tried);
        }
        self.ordinary(variant)
    }

    /// Builds only the change, and asks. None where the language has no such way.
    fn built(&mut self, variant: &Variant) -> Result<Option<Tried>, Error> {
        let began = Instant::now();
        self.scratch.put(&variant.source)?;
        let Some(build) = self.build_change()? else { return Ok(None) };
        let asked =
            if build.end == End::Exited(0) { self.ask(&build, &|test| Some(test.to_owned()), variant)? } else { Asked::not_built() };
        Ok(Some(asked.after(began, Duration::ZERO)))
    }

    fn build_change(&self) -> Result<Option<RunEnd>, Error> {
        self.build_telling(&mut |_, _| {})
    }

    fn build_telling(&self, on_line: &mut dyn FnMut(Stream, &str)) -> Result<Option<RunEnd>, Error> {
        let Some(step) = &self.subject().language.proof.build else { return Ok(None) };
        let (limit, cancel) = (self.scratch.limits.build, self.scratch.cancel);
        Ok(Some(testrun::step(Part::Build, step, self.request(), &[], limit, cancel, &mut |stream, line| on_line(stream, line))?))
    }

    /// The way of an attempt, with a limit of ours.
    fn ordinary(&mut self, variant: &Variant) -> Result<Tried, Error> {
        let limits = Limits { tests: self.limit, ..self.scratch.limits };
        let ran = self.scratch.run_source(&variant.source, limits)?;
        let took = ran.took();
        let asked = match &ran.run.tests {
            None => Asked::not_built(),
            Some(end) => shown(ran.run.parsed, end, variant.tests.iter().chain(&variant.then)),
        };
        Ok(asked.in_time(took))
    }

    // ---- many in one program ----

    /// None where not even the reference passes this way.
    fn batch(&mut self, batch: &Batch, group: &[&Variant]) -> Result<Option<Vec<Tried>>, Error> {
        let began = Instant::now();
        let reference = self.subject().source_with(&self.subject().reference);
        let all: Vec<&[TextFile]> = std::iter::once(&reference[..]).chain(group.iter().map(|v| &v.source[..])).collect();
        for (at, source) in all.iter().enumerate() {
            if self.lay_out(batch, at, source)?.is_none() {
                return Ok(None);
            }
        }
        let mut kept: BTreeSet<usize> = (0..all.len()).collect();
        let Some(build) = self.build_batch(batch, &mut kept)? else { return Ok(None) };
        let names = self.listed(batch)?;
        let built_in = began.elapsed() / u32::try_from(group.len().max(1)).unwrap_or(1);
        if self.ask(&build, &|test| of_variant(&names, 0, test), &self.whole_reference())?.fate != Fate::Passes {
            return Ok(None);
        }
        let mut tried = Vec::new();
        for (at, variant) in (1..).zip(group) {
            let began = Instant::now();
            let asked =
                if kept.contains(&at) { self.ask(&build, &|test| of_variant(&names, at, test), variant)? } else { Asked::not_built() };
            tried.push(asked.after(began, built_in));
        }
        Ok(Some(tried))
    }

    /// The files of one variant and its tests as modules. None where they cannot be such.
    fn lay_out(&self, batch: &Batch, at: usize, source: &[TextFile]) -> Result<Option<()>, Error> {
        let subject = self.subject();
        let (language, layout) = (subject.language, &subject.language.layout);
        let Some(syntax) = language.syntax() else { return Ok(None) };
        let library = format!("crate::{}::{}", name(at), batch.library);
        let tests = format!("crate::{}::tests", name(at));
        let place = Place { workspace: &self.root, etude: "etude" };
        let generated = assemble::generated_files(&self.exercise(), language, &subject.starter, &self.tests(), "", &place);
        let judging = generated.iter().filter(|f| f.judges && f.path.starts_with(&format!("{}/", layout.tests)));
        let test_files = judging.map(|f| (&f.path, &f.content, &layout.tests, "tests", &tests));
        let own_files = source.iter().map(|f| (&f.path, &f.content, &layout.src, batch.library.as_str(), &library));
        for (path, content, from, to, own) in own_files.chain(test_files) {
            let Some(inner) = path.strip_prefix(&format!("{from}/")) else { return Ok(None) };
            let Some(moved) = syntax.moved(content, &[("crate", own), (&batch.library, &library)]) else { return Ok(None) };
            // The file that names the others is the module itself.
            let root = layout.root.as_deref() == Some(inner) || language.files.iter().any(|f| f.path == *path);
            let inner = if root { "mod.rs" } else { inner };
            let moved = if to == "tests" && !root { with_text(&moved, self.before_tests) } else { moved };
            self.scratch.write(&format!("{}/{}/{to}/{inner}", batch.dir, name(at)), &moved)?;
        }
        Ok(Some(()))
    }

    /// The file that names the modules of a program.
    fn write_root(&self, batch: &Batch, variants: impl Iterator<Item = usize>) -> Result<(), Error> {
        let modules = variants.map(|at| format!("mod {} {{ pub mod {}; mod tests; }}\n", name(at), batch.library));
        self.scratch.write(&format!("{}/{}", batch.dir, batch.root), &modules.collect::<String>())
    }

    /// Builds those that are `kept`, and takes out of them what does not compile. None where that cannot be told.
    fn build_batch(&self, batch: &Batch, kept: &mut BTreeSet<usize>) -> Result<Option<RunEnd>, Error> {
        for _ in 0..ROUNDS {
            self.write_root(batch, kept.iter().copied())?;
            let mut broken = BTreeSet::new();
            let mut on_line = |_: Stream, line: &str| {
                if line.contains(": error") {
                    broken.extend(kept.iter().copied().filter(|at| line.contains(&format!("/{}/", name(*at)))));
                }
            };
            let build = testrun::step(
                Part::Build,
                &batch.build,
                self.request(),
                &[],
                self.scratch.limits.build,
                self.scratch.cancel,
                &mut on_line,
            )?;
            if build.end == End::Exited(0) {
                return Ok(Some(build));
            }
            if broken.is_empty() || broken.contains(&0) {
                return Ok(None);
            }
            kept.retain(|at| !broken.contains(at));
        }
        Ok(None)
    }

    fn listed(&self, batch: &Batch) -> Result<Vec<String>, Error> {
        let mut names = Vec::new();
        let mut on_line = |stream: Stream, line: &str| {
            if stream == Stream::Out {
                names.extend(line.strip_suffix(batch.listed.as_str()).map(str::to_owned));
            }
        };
        testrun::step(Part::Tests, &batch.list, self.request(), &[], self.scratch.limits.tests, self.scratch.cancel, &mut on_line)?;
        Ok(names)
    }

    /// Runs the variant's tests in the program that was built: those that have a say first, the others when all of them pass.
    fn ask(&self, build: &RunEnd, full_name: &dyn Fn(&str) -> Option<String>, variant: &Variant) -> Result<Asked, Error> {
        let mut asked = Asked { fate: Fate::Passes, ..Asked::not_built() };
        let thorough = self.subject().language.proof.thorough.is_some();
        for care in [Care::Quick, Care::Thorough].into_iter().take(if thorough { 2 } else { 1 }) {
            for tests in [&variant.tests, &variant.then] {
                if asked.fate == Fate::Passes && !tests.is_empty() {
                    asked = self.ask_some(build, full_name, tests, care)?;
                }
            }
        }
        Ok(asked)
    }

    fn ask_some(&self, build: &RunEnd, full_name: &dyn Fn(&str) -> Option<String>, tests: &[String], care: Care) -> Result<Asked, Error> {
        let language = self.subject().language;
        let no_parser = || testrun::TestRunError::NoParser(language.name.clone());
        let mut parser = evidence::parser(&language.parser, &self.root).ok_or_else(no_parser)?;
        let names: Vec<String> = tests.iter().filter_map(|t| full_name(t)).collect();
        if names.is_empty() {
            return Ok(Asked { fate: Fate::Fails(tests.first().cloned().unwrap_or_default()), ..Asked::not_built() });
        }
        let own_way = match care {
            Care::AtOnce => language.proof.at_once.as_ref(),
            Care::Twice => language.proof.twice.as_ref(),
            Care::Quick | Care::Thorough => None,
        };
        let mut step = own_way.unwrap_or(&language.proof.test).clone();
        step.env.extend(self.asked_for.map(|number| (lineup::ASKED.to_owned(), number.to_string())));
        step.env.extend(self.env.iter().cloned());
        let closer = matches!(care, Care::Thorough | Care::AtOnce);
        step.env.extend(language.proof.thorough.iter().filter(|_| closer).flat_map(|t| t.env.clone()));
        let mut passed = BTreeSet::new();
        let end = {
            let mut on_line = |stream: Stream, line: &str| {
                let ended = parser.test_line(stream, line).filter(|(_, status)| *status == TestStatus::Ok);
                passed.extend(ended.map(|(name, _)| name));
            };
            testrun::step(Part::Tests, &step, self.request(), &[("tests", &names)], self.limit, self.scratch.cancel, &mut on_line)?
        };
        Ok(Asked { passed, ..shown(parser.finish(build, Some(&end), tests), &end, tests.iter()) })
    }
}

/// How closely the tests are looked at while they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Care {
    Quick,
    Thorough,
    /// All at the same time, where that is how a learner runs them.
    AtOnce,
    /// The whole program once more in the place where it ran: what it left there is still there.
    Twice,
}

/// Code before everything but what must come first in a file.
fn with_text(test: &str, text: &str) -> String {
    let first = |line: &str| line.trim().is_empty() || line.trim_start().starts_with("//!") || line.trim_start().starts_with("#![");
    let at: usize = test.split_inclusive('\n').take_while(|line| first(line)).map(str::len).sum();
    format!("{}{text}\n{}", &test[..at], &test[at..])
}

fn shown<'t>(parsed: Parsed, end: &RunEnd, mut tests: impl Iterator<Item = &'t String>) -> Asked {
    let passes = |name: &&String| parsed.tests.iter().any(|t| t.name == **name && t.status == TestStatus::Ok);
    let fate = match tests.find(|name| !passes(name)) {
        _ if end.end == End::TimedOut => Fate::TimesOut,
        Some(name) => Fate::Fails(name.clone()),
        None => Fate::Passes,
    };
    Asked { fate, tests: parsed.tests, passed: BTreeSet::new() }
}

/// An assertion of the test failed, or what it gave back was not freed; not that the code under test fell over by itself.
fn says_so_itself(test: &TestResult) -> bool {
    const WITHOUT_A_PLACE: [&str; 3] = ["Error: ", "it should have panicked", "panic did not contain expected"];
    let in_tests = |line: &str| line.split_once(": ").is_some_and(|(place, _)| place.starts_with("tests/") || place.contains("/tests/"));
    let said = &test.message;
    let asserts = said.lines().any(in_tests) || WITHOUT_A_PLACE.iter().any(|w| said.contains(w));
    (test.status == TestStatus::Failed && asserts) || test.sanitizer.as_deref() == Some("leak")
}

/// A program, and how the tests of its first variant are called in it.
struct Built {
    build: RunEnd,
    names: Option<Vec<String>>,
}

impl Built {
    fn full_name(&self, test: &str) -> Option<String> {
        match &self.names {
            Some(names) => of_variant(names, 0, test),
            None => Some(test.to_owned()),
        }
    }
}

/// How a test of a variant is called in a program of many.
fn of_variant(names: &[String], at: usize, test: &str) -> Option<String> {
    let (begins, ends) = (format!("{}::", name(at)), format!("::{test}"));
    names.iter().find(|n| n.starts_with(&begins) && n.ends_with(&ends)).cloned()
}

fn name(at: usize) -> String {
    format!("variant_{at:03}")
}
