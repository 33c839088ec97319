//! Proves a pack by running it: what a learner would meet must fail where it should and pass where it can. Owns the scratch copies it runs in and the
//! report; it knows a pack, not a learner.

mod report;
pub mod rules;
mod subject;

use std::path::Path;
use std::time::Instant;

use serde::Serialize;

use crate::error::Error;
use crate::event::{Event, Sink};
use crate::evidence::{self, Diagnostic, Evidence, Judged, Level, Outcome, TestStatus};
use crate::exercise::{Exercise, Head, TextFile};
use crate::language::{self, Language};
use crate::pack::Pack;
use crate::pipeline::assemble::{self, Place};
use crate::provider::bank::diagnose;
use crate::runner::{Cancel, End};
use crate::session::Depth;
use crate::stage::LoopKind;
use crate::testrun::{self, Limits, Request, TestRun};
use crate::workspace::{self, WorkspacePath};

/// What was found about one pack.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub node: String,
    pub language: String,
    pub checks: Vec<Check>,
    pub millis: u64,
}

#[derive(Debug, Clone, Serialize)]
pub struct Check {
    pub rule: RuleId,
    /// Which alternative or wrong solution, where there are several.
    pub of: Option<String>,
    pub ok: bool,
    pub detail: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleId {
    /// `pack.toml` says what the files say.
    PackMatchesFiles,
    FitsTheLoops,
    StarterCompiles,
    StarterFailsEveryTest,
    ReferencePasses,
    AlternativePasses,
    WrongIsRejected,
    WrongIsNamed,
}

impl Report {
    pub fn ok(&self) -> bool {
        self.checks.iter().all(|c| c.ok)
    }
}

/// Proves one pack in a scratch folder of its own.
pub fn prove(pack: &Pack, limits: Limits, cancel: &Cancel, events: Sink) -> Result<Report, Error> {
    let began = Instant::now();
    let language = language::by_name(&pack.meta.language)?;
    let mut checks = static_checks(pack, language);
    if checks.iter().all(|c| c.ok) {
        let scratch = tempfile::Builder::new().prefix("etude-proof-").tempdir();
        let scratch = scratch.map_err(|e| Error::Internal(format!("no scratch folder for the proof: {e}")))?;
        let mut prover = Prover { pack, language, exercise: exercise(pack, language)?, root: scratch.path(), limits, cancel, events };
        prover.lay_out()?;
        checks.extend(prover.dynamic_checks()?);
    }
    let millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Report { node: pack.meta.node.clone(), language: language.name.clone(), checks, millis })
}

/// Runs programs in the place of the learner's files, one after the other in one scratch folder, and answers what each run showed.
pub fn trials(pack: &Pack, programs: &[Vec<TextFile>], limits: Limits, cancel: &Cancel) -> Result<Vec<Evidence>, Error> {
    let language = language::by_name(&pack.meta.language)?;
    let scratch = tempfile::Builder::new().prefix("etude-trial-").tempdir();
    let scratch = scratch.map_err(|e| Error::Internal(format!("no scratch folder for the trials: {e}")))?;
    let exercise = exercise(pack, language)?;
    let mut prover = Prover { pack, language, exercise, root: scratch.path(), limits, cancel, events: &mut |_| {} };
    prover.lay_out()?;
    programs.iter().map(|files| prover.run("trial", files).map(|(_, evidence)| evidence)).collect()
}

fn check(rule: RuleId, of: Option<&str>, findings: Vec<String>) -> Check {
    let detail = crate::text::bounded(&findings.join("; "), 2000);
    Check { rule, of: of.map(str::to_owned), ok: findings.is_empty(), detail }
}

fn in_folder(folder: &str, files: &[TextFile]) -> Vec<TextFile> {
    files.iter().map(|f| TextFile { path: format!("{folder}/{}", f.path), content: f.content.clone() }).collect()
}

fn exercise(pack: &Pack, language: &Language) -> Result<Exercise, Error> {
    let head = Head {
        id: pack.meta.node.clone(),
        node_id: pack.meta.node.clone(),
        title: pack.meta.title.clone(),
        depth: pack.meta.depth,
        description: pack.meta.description.clone(),
        needs: pack.meta.needs.clone(),
    };
    let (starter, tests) = (in_folder(&language.layout.src, &pack.starter), in_folder(&language.layout.tests, &pack.tests));
    Exercise::derive(head, language, &starter, &tests).map_err(|e| Error::Internal(format!("{}: {e}", pack.meta.node)))
}

/// What can be seen without running.
fn static_checks(pack: &Pack, language: &Language) -> Vec<Check> {
    let mut findings = Vec::new();
    match exercise(pack, language) {
        Err(error) => findings.push(error.to_string()),
        Ok(exercise) => {
            let said: Vec<&str> = pack.meta.units.iter().flat_map(|u| u.tests.iter().map(String::as_str)).collect();
            let found = exercise.test_names();
            if said != found {
                findings.push(format!("pack.toml lists the tests [{}], the files have [{}]", said.join(", "), found.join(", ")));
            }
            for unit in &pack.meta.units {
                let derived: Vec<&str> =
                    exercise.unit(&unit.id).map(|u| u.stubs.iter().map(|s| s.name.as_str()).collect()).unwrap_or_default();
                if derived != unit.stubs {
                    findings.push(format!("{} has the stubs [{}] in the starter", unit.id, derived.join(", ")));
                }
                for test in &unit.tests {
                    let of = exercise.tests.iter().find(|t| t.name == *test).and_then(|t| t.unit.as_deref());
                    if of != Some(unit.id.as_str()) {
                        findings.push(format!("{test} is for {}, not for {}", of.unwrap_or("no unit"), unit.id));
                    }
                }
            }
            if exercise.units.len() != pack.meta.units.len() {
                findings.push(format!("the starter has {} units, pack.toml {}", exercise.units.len(), pack.meta.units.len()));
            }
        }
    }
    vec![check(RuleId::PackMatchesFiles, None, findings), check(RuleId::FitsTheLoops, None, too_many_sections(pack, pack.meta.depth))]
}

fn too_many_sections(pack: &Pack, depth: Depth) -> Vec<String> {
    let counts = [(LoopKind::Starter, pack.starter.len()), (LoopKind::Test, pack.tests.len()), (LoopKind::Lesson, pack.lesson.len())];
    let over = counts.into_iter().filter(|(kind, n)| *n > crate::pipeline::cap(depth, *kind));
    over.map(|(kind, n)| format!("{n} {} sections are more than {depth:?} allows", kind.name())).collect()
}

struct Prover<'a> {
    pack: &'a Pack,
    language: &'static Language,
    exercise: Exercise,
    root: &'a Path,
    limits: Limits,
    cancel: &'a Cancel,
    events: Sink<'a>,
}

impl Prover<'_> {
    /// The workspace as a learner would get it.
    fn lay_out(&mut self) -> Result<(), Error> {
        let tests = in_folder(&self.language.layout.tests, &self.pack.tests);
        let starter = in_folder(&self.language.layout.src, &self.pack.starter);
        let place = Place { workspace: self.root, etude: "etude" };
        for file in assemble::generated_files(&self.exercise, self.language, &starter, &tests, "", &place) {
            workspace::write_file(self.root, &WorkspacePath::new(&file.path)?, file.content.as_bytes())?;
        }
        Ok(())
    }

    fn dynamic_checks(&mut self) -> Result<Vec<Check>, Error> {
        let mut checks = Vec::new();
        let (run, _) = self.run("starter", &[])?;
        checks.push(self.told(check(RuleId::StarterCompiles, None, starter_trouble(&run))));
        checks.push(self.told(check(RuleId::StarterFailsEveryTest, None, not_failing_at_the_stub(&run))));
        let pack = self.pack;
        let (run, first) = self.run("reference", &pack.solution)?;
        let (again, second) = self.run("reference, again", &pack.solution)?;
        let mut findings = not_clean(&run, &first, pack);
        findings.extend(not_clean(&again, &second, pack));
        checks.push(self.told(check(RuleId::ReferencePasses, None, findings)));
        for (name, files) in &pack.alternatives {
            let (run, evidence) = self.run(&format!("alternative {name}"), files)?;
            checks.push(self.told(check(RuleId::AlternativePasses, Some(name), not_clean(&run, &evidence, pack))));
        }
        for (tag, files) in &pack.wrong {
            let (_, evidence) = self.run(&format!("wrong {tag}"), files)?;
            let passes = if evidence.passed() { vec!["every test passes".to_owned()] } else { Vec::new() };
            checks.push(self.told(check(RuleId::WrongIsRejected, Some(tag), passes)));
            // By the pack's own signs: the catalogue helps with what no author foresaw.
            let named = diagnose(pack, &evidence).filter(|m| !m.generic).map(|m| m.tag);
            let other = if named.as_ref() == Some(tag) {
                Vec::new()
            } else {
                vec![format!("it is named {}", named.as_deref().unwrap_or("nothing"))]
            };
            checks.push(self.told(check(RuleId::WrongIsNamed, Some(tag), other)));
        }
        Ok(checks)
    }

    fn told(&mut self, check: Check) -> Check {
        let rule = serde_json::to_value(check.rule).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        let what = match &check.of {
            Some(of) => format!("{rule} {of}"),
            None => rule,
        };
        (self.events)(Event::Proved { node: self.pack.meta.node.clone(), what, ok: check.ok, detail: check.detail.clone() });
        check
    }

    fn run(&mut self, what: &str, replaced: &[TextFile]) -> Result<(TestRun, Evidence), Error> {
        (self.events)(Event::Proving { node: self.pack.meta.node.clone(), what: what.to_owned() });
        for file in in_folder(&self.language.layout.src, &self.pack.starter_with(replaced)) {
            workspace::write_file(self.root, &WorkspacePath::new(&file.path)?, file.content.as_bytes())?;
        }
        let expected = self.exercise.test_names();
        let request = Request { language: self.language, root: self.root, expected: &expected, limits: self.limits, once: true };
        let mut run = testrun::run(request, self.cancel, &mut |_| {})?;
        if let Some(trouble) = run.tool_trouble.take() {
            return Err(trouble.into());
        }
        let source = workspace::read_source(self.root, self.language);
        if let Some(syntax) = self.language.syntax() {
            evidence::locate(&mut run.parsed, &source, syntax, &self.exercise.stub_refs());
        }
        let judged =
            Judged { parsed: &run.parsed, build: &run.build, tests: run.tests.as_ref(), tampered: &[], is_starter: replaced.is_empty() };
        let evidence = Evidence {
            outcome: evidence::judge(judged),
            command: self.language.test_command.clone(),
            exit_code: None,
            duration_ms: 0,
            diagnostics: run.parsed.diagnostics.clone(),
            tests: run.parsed.tests.clone(),
            output_excerpt: String::new(),
            source,
            tampered: Vec::new(),
        };
        Ok((run, evidence))
    }
}

/// Errors, and any warning but those about what is not used yet; the tests must be without one.
fn starter_trouble(run: &TestRun) -> Vec<String> {
    let unused = |d: &Diagnostic| {
        let code = d.code.as_deref().unwrap_or("");
        code.contains("unused") || code.contains("dead_code")
    };
    let in_tests = |d: &Diagnostic| d.file.as_deref().is_some_and(|f| f.starts_with("tests/"));
    let serious = run.parsed.diagnostics.iter().filter(|d| d.level == Level::Error || !unused(d) || in_tests(d));
    let mut found: Vec<String> = serious.map(|d| d.rendered.clone()).collect();
    if found.is_empty() && run.build.end != End::Exited(0) {
        found.push(run.build.excerpt.clone());
    }
    found
}

fn not_failing_at_the_stub(run: &TestRun) -> Vec<String> {
    let stops = |t: &&evidence::TestResult| t.status != TestStatus::Ok && t.is_unwritten();
    let others = run.parsed.tests.iter().filter(|t| !stops(t));
    others.map(|t| format!("{} does not stop at its stub ({:?}) {}", t.name, t.status, t.message)).collect()
}

/// A correct solution passes everything, without a warning, and is not given a tag.
fn not_clean(run: &TestRun, evidence: &Evidence, pack: &Pack) -> Vec<String> {
    let mut found: Vec<String> = run.parsed.diagnostics.iter().map(|d| d.rendered.clone()).collect();
    if evidence.outcome != Outcome::Passed {
        found.extend(evidence.failing().map(|t| format!("{} {:?}: {}", t.name, t.status, t.message)));
        if found.is_empty() {
            found.push(format!("it does not pass: {:?}", run.tests.as_ref().map(|t| t.end)));
        }
    }
    found.extend(diagnose(pack, evidence).map(|m| format!("it is given the tag {}", m.tag)));
    found
}
