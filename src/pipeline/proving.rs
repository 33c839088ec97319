//! A live exercise is proven before a learner sees it: starter, tests and reference when those are there, the lesson when it is written. Owns the order: prove,
//! let faults be mended, leave out what a cap kept from being finished, and refuse the rest. The rules themselves are `proof`'s.

use super::dropping;
use super::making::Making;
use super::mending::{self, OWNERS};
use crate::config::ProofPolicy;
use crate::error::Error;
use crate::event::{Event, Sink};
use crate::exercise::{NotAnExercise, Unit};
use crate::guard::{Reason, Rejection};
use crate::proof::{Check, Counts, Finding, LessonSection, Report, RuleId, Subject};
use crate::provider::{self, Provider};
use crate::runner::Cancel;
use crate::session::Depth;
use crate::stage::{LoopKind, Role};
use crate::testrun::TestRunError;

/// Which part of an exercise is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Starter, tests and reference, before there is a lesson.
    Code,
    /// The lesson of code that is proven.
    Lesson,
}

pub type Prover<'a> = &'a dyn Fn(&Subject, Scope, &Cancel, Sink) -> Result<Report, Error>;

/// How a model's exercises are proven.
#[derive(Clone, Copy)]
pub struct Proving<'a> {
    pub policy: ProofPolicy,
    pub prover: Prover<'a>,
}

impl Proving<'_> {
    /// For steps that make no exercise.
    pub fn off() -> Proving<'static> {
        Proving { policy: ProofPolicy::Off, prover: &|_, _, _, _| Err(Error::Internal("nothing is proven here".to_owned())) }
    }

    /// The bank is proven when it is made; whatever else makes an exercise is proven now.
    pub(super) fn wanted(&self, provider: &dyn Provider) -> bool {
        self.policy != ProofPolicy::Off && provider::is_model(provider.name())
    }
}

/// The calls that a start can come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallPlan {
    /// With every loop at its cap.
    pub most: usize,
    /// On top of that, where the proof finds faults.
    pub to_mend: usize,
}

pub fn call_plan(depth: Depth, policy: ProofPolicy) -> CallPlan {
    let sections: usize = LoopKind::IN_ORDER.into_iter().map(|kind| super::cap(depth, kind)).sum();
    let proven = policy != ProofPolicy::Off;
    CallPlan {
        most: 1 + sections + usize::from(proven),
        to_mend: if proven { OWNERS.len() * mending::MOST as usize + mending::MOST_DOUBTS as usize } else { 0 },
    }
}

/// Whether the machine can prove anything at all: asked before a call is made and paid for.
pub(super) fn check_machine(policy: ProofPolicy, language: &crate::language::Language) -> Result<(), Error> {
    match crate::testrun::missing_program(language) {
        Some(probe) if policy == ProofPolicy::Required => Err(TestRunError::Lacks { probe: probe.clone() }.into()),
        _ => Ok(()),
    }
}

impl Making<'_, '_> {
    /// Proves, and sees to what does not hold. What comes back holds, unless the policy lets it through; nothing where it could not be asked.
    pub(super) fn settle(&mut self, scope: Scope) -> Result<Option<Report>, Error> {
        self.mend_as_before();
        let loop_kind = if scope == Scope::Code { LoopKind::Test } else { LoopKind::Lesson };
        if self.capped(loop_kind) {
            self.leave_out(scope);
        }
        loop {
            let Some(report) = self.prove(scope)? else { return Ok(None) };
            let report = report.without_doubts(|doubt| self.mends.is_settled(doubt));
            if report.ok() || (!self.mend_round(&report, scope)? && !self.leave_out(scope)) {
                return self.accept(report).map(Some);
            }
        }
    }

    /// Mended replies that an earlier run of this start was given are taken in first, as they came: nothing needs to be proven in between.
    fn mend_as_before(&mut self) {
        while let Some((role, true)) = self.work.draft.as_ref().and_then(|d| d.peek()) {
            if !self.mend_from_draft(role) {
                return;
            }
            if !self.work.draft.as_ref().is_some_and(|d| d.was_refused()) {
                self.mends.add(role);
            }
        }
    }

    fn prove(&mut self, scope: Scope) -> Result<Option<Report>, Error> {
        let subject = match self.subject(scope) {
            Ok(subject) => subject,
            Err(why) => return Ok(Some(self.no_exercise(&why))),
        };
        let Proving { policy, prover } = self.work.proving;
        let (cancel, events) = (self.work.cancel, &mut *self.work.events);
        // What exactly does not hold may quote the reference.
        let mut told = |event: Event| match event {
            Event::Proved { ok: false, .. } => {}
            event => events(event),
        };
        match prover(&subject, scope, cancel, &mut told) {
            Err(error) if policy == ProofPolicy::Warn && !matches!(error, Error::Interrupted) => {
                (self.work.events)(Event::Notice { text: format!("This exercise could not be proven: {error}.") });
                Ok(None)
            }
            proven => proven.map(Some),
        }
    }

    fn subject(&self, scope: Scope) -> Result<Subject<'static>, NotAnExercise> {
        let section = |s: crate::stage::reply::Section| LessonSection {
            name: s.section_id,
            title: s.section_title.unwrap_or_default(),
            kind: s.kind,
            unit: None,
            content: s.content,
        };
        let lesson = || self.sections(LoopKind::Lesson).into_iter().map(section).collect();
        Ok(Subject {
            language: self.language(),
            exercise: self.exercise()?,
            starter: self.starter_files(),
            tests: self.test_files(),
            reference: self.reference(),
            lesson: (scope == Scope::Lesson).then(lesson),
            alternatives: Default::default(),
            wrong: Default::default(),
            slips: Default::default(),
            blind: None,
            equivalent: Vec::new(),
            versions: self.versions(),
            pack: None,
        })
    }

    /// Sections that do not even make an exercise, as a report.
    fn no_exercise(&self, why: &NotAnExercise) -> Report {
        let layout = &self.language().layout;
        let (folder, test) = match why {
            NotAnExercise::NoStub => (&layout.src, None),
            NotAnExercise::NoTest => (&layout.tests, None),
            NotAnExercise::SameTestTwice(name) => (&layout.tests, Some(name.clone())),
        };
        let finding = Finding { file: Some(format!("{folder}/")), test, ..Finding::new(why.to_string()) };
        let check = Check { rule: RuleId::StubInventory, of: None, ok: false, findings: vec![finding], millis: 0 };
        let (node, language) = (self.plan.node.id.clone(), self.language().name.clone());
        Report { node, language, checks: vec![check], counts: Counts::default(), millis: 0, waited: 0 }
    }

    /// Leaves out units that lack tests, or a lesson, where others are left; says so. False where there are none to leave out.
    fn leave_out(&mut self, scope: Scope) -> bool {
        let Ok(exercise) = self.exercise() else { return false };
        let (lacking, what) = match scope {
            Scope::Code => (dropping::without_tests(&exercise), "tests"),
            Scope::Lesson => (dropping::without_lesson(&exercise), "lesson"),
        };
        if lacking.is_empty() || lacking.len() == exercise.units.len() {
            return false;
        }
        let names: Vec<&str> = lacking.iter().map(|u: &Unit| u.id.as_str()).collect();
        (self.work.events)(Event::Notice { text: format!("Left out, because no {what} came for it: {}.", names.join(", ")) });
        self.drop_units(lacking);
        true
    }

    fn accept(&mut self, report: Report) -> Result<Report, Error> {
        if report.ok() {
            return Ok(report);
        }
        if self.work.proving.policy == ProofPolicy::Warn {
            (self.work.events)(Event::Notice { text: format!("Not proven: {}.", in_words(&report)) });
            return Ok(report);
        }
        let first = report.failed().next().map_or(RuleId::StubInventory, |c| c.rule);
        let mut unproven: Vec<RuleId> = report.failed().map(|c| c.rule).collect();
        unproven.dedup();
        let rejection = Rejection { unproven, ..Rejection::new(role_of(first), Reason::ProofFailed, in_words(&report)) };
        let packet = self.packet(rejection.role);
        self.work.audit_rejection(&rejection, &packet, "");
        if let Some(draft) = &mut self.work.draft {
            draft.note_refusal()?;
        }
        Err(Error::Rejected(rejection))
    }
}

fn role_of(rule: RuleId) -> Role {
    match rule {
        RuleId::LessonNamesStub | RuleId::WorkedExampleFirst | RuleId::WorkedExampleRuns | RuleId::WorkedExampleTeaches => {
            Role::LessonExpand
        }
        RuleId::StubInventory | RuleId::StubComment | RuleId::StarterCompiles | RuleId::StarterKeepsSolution => Role::StarterExpand,
        RuleId::ReferencePasses => Role::Solution,
        _ => Role::TestExpand,
    }
}

/// What does not hold, for a learner: in whose place nothing is quoted that would be a solution.
fn in_words(report: &Report) -> String {
    const MOST: usize = 3;
    let mut said: Vec<String> = Vec::new();
    for check in report.failed() {
        let test = check.findings.iter().find_map(|f| f.test.as_deref()).map(|t| format!(" (`{t}`)")).unwrap_or_default();
        let sentence = format!("{}{test}", sentence(check.rule));
        if !said.contains(&sentence) {
            said.push(sentence);
        }
    }
    let more = said.len().saturating_sub(MOST);
    said.truncate(MOST);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!("{}{more}", said.join("; "))
}

/// A rule that does not hold, in the words of whoever waits for the exercise.
pub(super) fn sentence(rule: RuleId) -> &'static str {
    match rule {
        RuleId::PackMatchesFiles | RuleId::FitsTheLoops => "its parts do not fit each other",
        RuleId::StubInventory => "its functions and tests do not belong together",
        RuleId::StubComment => "a function is handed out without its orientation",
        RuleId::UnitIds => "its parts speak of different units",
        RuleId::TestNames => "a test is not named after what it asks",
        RuleId::TestOrder => "the tests are not in the order of the units",
        RuleId::OneStubPerTest => "a test does not ask about exactly one function",
        RuleId::VisibleConstants => "a test uses a value that the starter does not show",
        RuleId::DistinctValues => "the tests of a function expect one value only",
        RuleId::PanicExpected => "a test is content with any panic",
        RuleId::LessonNamesStub => "a section of the lesson does not prepare its function",
        RuleId::WorkedExampleFirst => "a section of the lesson asks before it shows an example",
        RuleId::StarterCompiles => "the starter and its tests do not compile",
        RuleId::StarterFailsEveryTest => "a test passes on the untouched starter",
        RuleId::ReferencePasses => "the tests and the reference solution do not agree",
        RuleId::StubIsNeeded => "a test does not depend on its function as it should",
        RuleId::TrivialIsRejected => "the tests accept a function that does nothing",
        RuleId::AlternativePasses => "the tests refuse a right solution",
        RuleId::WrongIsRejected | RuleId::WrongIsNamed | RuleId::SlipIsRejected | RuleId::MutantsAreRejected => {
            "the tests accept a wrong solution"
        }
        RuleId::StarterTellsEnough => "the starter does not tell what the tests expect",
        RuleId::HintsPresent => "a hint is missing",
        RuleId::TestCanFail => "a test asserts nothing that could be wrong",
        RuleId::StarterKeepsSolution => "the starter gives a solution away",
        RuleId::WorkedExampleRuns => "an example of the lesson does not do what it says",
        RuleId::WorkedExampleTeaches => "an example of the lesson gives a solution away",
        RuleId::HintsKeepSolution => "a hint gives the solution away",
    }
}
