//! A live exercise is proven before a learner sees it: starter, tests and solution when those are there, the lesson when it is written. Owns the order: prove,
//! let faults be repaired, leave out what cannot be finished, and refuse the rest. The rules themselves are `proof`'s.

use std::time::Instant;

use super::generation::Generation;
use super::repair::MOST_IN_ALL;
use super::{prune, words};
use crate::config::ProofPolicy;
use crate::error::Error;
use crate::event::{Event, Sink};
use crate::exercise::{self, NotAnExercise, Unit};
use crate::guard::{Reason, Rejection};
use crate::proof::{Check, Counts, Finding, LessonSection, Report, RuleId, Subject};
use crate::provider::{self, Provider};
use crate::runner::Cancel;
use crate::session::Depth;
use crate::stage::reply::Section;
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
    CallPlan { most: 1 + sections + usize::from(proven), to_mend: if proven { MOST_IN_ALL as usize } else { 0 } }
}

/// Whether the machine can prove anything at all: asked before a call is made and paid for.
pub(super) fn check_machine(policy: ProofPolicy, language: &crate::language::Language) -> Result<(), Error> {
    match crate::testrun::missing_program(language) {
        Some(probe) if policy == ProofPolicy::Required => Err(TestRunError::Lacks { probe: probe.clone() }.into()),
        _ => Ok(()),
    }
}

/// Fewer units do not make an exercise.
const FEWEST_UNITS: usize = 2;

impl Generation<'_, '_> {
    /// Proves, and sees to what does not hold. What comes back holds, unless the policy lets it through; nothing where it could not be asked.
    pub(super) fn prove_until_accepted(&mut self, scope: Scope) -> Result<Option<Report>, Error> {
        self.redo_from_draft()?;
        let loop_kind = if scope == Scope::Code { LoopKind::Test } else { LoopKind::Lesson };
        if self.capped(loop_kind) {
            self.prune_unfinished(scope)?;
        }
        loop {
            if scope == Scope::Code {
                self.solve_what_changed()?;
            }
            let Some(report) = self.prove(scope)? else { return Ok(None) };
            if self.repair_round(&report, scope)? {
                continue;
            }
            // Doubts were told; nobody is refused for them.
            let report = report.without_doubts(|_| true);
            if report.ok() || !(self.prune_unfinished(scope)? || self.prune_refused(&report)?) {
                return self.accept(report).map(Some);
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
        // What exactly does not hold may quote the solution.
        let mut told = |event: Event| match event {
            Event::Proved { ok: false, .. } => {}
            event => events(event),
        };
        let began = Instant::now();
        let proven = prover(&subject, scope, cancel, &mut told);
        (self.work.events)(Event::ProofEnded { millis: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX) });
        match proven {
            Err(error) if policy == ProofPolicy::Warn && !matches!(error, Error::Interrupted) => {
                (self.work.events)(Event::Notice { text: format!("This exercise could not be proven: {error}.") });
                Ok(None)
            }
            proven => proven.map(Some),
        }
    }

    fn subject(&self, scope: Scope) -> Result<Subject<'static>, NotAnExercise> {
        let section = |s: &Section| LessonSection {
            name: s.section_id.clone(),
            title: s.section_title.clone().unwrap_or_default(),
            kind: s.kind.clone(),
            unit: None,
            content: s.content.clone(),
        };
        let lesson = || self.sections(LoopKind::Lesson).iter().map(section).collect();
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
            versions: self.answer.as_ref().map(|a| a.versions()).unwrap_or_default(),
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

    /// Leaves out units that lack tests, or a lesson, where others are left. False where there are none to leave out.
    fn prune_unfinished(&mut self, scope: Scope) -> Result<bool, Error> {
        let Ok(exercise) = self.exercise() else { return Ok(false) };
        let (lacking, what) = match scope {
            Scope::Code => (prune::without_tests(&exercise), "tests"),
            Scope::Lesson => (prune::without_lesson(&exercise), "lesson"),
        };
        if lacking.len() == exercise.units.len() {
            return Ok(false);
        }
        self.leave_out(lacking, &format!("no {what} came for it"))
    }

    /// Leaves out units that nobody could write from their contract, with all that call them.
    fn prune_refused(&mut self, report: &Report) -> Result<bool, Error> {
        let stubs: Vec<String> = self.refusals_in(report).into_iter().map(|r| r.stub).collect();
        let Ok(exercise) = self.exercise() else { return Ok(false) };
        let source = exercise::with_replaced(&self.starter_files(), &self.reference());
        let refused = prune::with_callers(&stubs, &exercise, &source, self.language());
        let others = report.failed().any(|c| c.rule != RuleId::StarterTellsEnough);
        if others || exercise.units.len() - refused.len() < FEWEST_UNITS {
            return Ok(false);
        }
        self.leave_out(refused, "its task and its tests do not agree")
    }

    fn leave_out(&mut self, units: Vec<Unit>, why: &str) -> Result<bool, Error> {
        if units.is_empty() {
            return Ok(false);
        }
        let names: Vec<String> = units.iter().flat_map(|u| &u.stubs).map(|s| format!("`{}`", s.name)).collect();
        (self.work.events)(Event::Notice { text: format!("Left out, because {why}: {}.", names.join(", ")) });
        self.prune(units)?;
        Ok(true)
    }

    fn accept(&mut self, report: Report) -> Result<Report, Error> {
        if report.ok() {
            return Ok(report);
        }
        if self.work.proving.policy == ProofPolicy::Warn {
            (self.work.events)(Event::Notice { text: format!("Not proven: {}.", words::summary(&report)) });
            return Ok(report);
        }
        let first = report.failed().next().map_or(RuleId::StubInventory, |c| c.rule);
        let mut unproven: Vec<RuleId> = report.failed().map(|c| c.rule).collect();
        unproven.dedup();
        let rejection = Rejection { unproven, ..Rejection::new(role_of(first), Reason::ProofFailed, words::summary(&report)) };
        let packet = self.packet(rejection.role);
        self.work.audit_rejection(&rejection, &packet, "");
        if let Some(draft) = &mut self.work.draft {
            draft.note_refusal()?;
        }
        Err(Error::Rejected(rejection))
    }
}

/// In whose name an exercise is refused.
fn role_of(rule: RuleId) -> Role {
    match rule {
        RuleId::LessonNamesStub | RuleId::WorkedExampleFirst | RuleId::WorkedExampleRuns | RuleId::WorkedExampleTeaches => {
            Role::LessonExpand
        }
        RuleId::StubInventory
        | RuleId::StubComment
        | RuleId::StarterCompiles
        | RuleId::StarterKeepsSolution
        | RuleId::StarterTellsEnough => Role::StarterExpand,
        RuleId::ReferencePasses => Role::Solution,
        _ => Role::TestExpand,
    }
}
