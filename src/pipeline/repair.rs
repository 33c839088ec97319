//! Who repairs what: each finding of the proof goes to the stage that wrote the fault, in one more call that names the sections it asks for. Owns the count of
//! such calls; making them is `generation`'s, what they are told `complaint`'s.

use std::collections::BTreeMap;

use super::calls::Purpose;
use super::complaint::Complaint;
use super::generation::Generation;
use super::prove::Scope;
use super::words;
use crate::error::Error;
use crate::event::Event;
use crate::proof::{Check, Finding, Report, RuleId};
use crate::stage::{LoopKind, Role};

/// The most calls of all kinds that follow from findings.
pub(super) const MOST_IN_ALL: u32 = 11;
/// The most of them that are about doubts alone.
const MOST_DOUBTS: u32 = 2;
/// Those who can be asked, in the order in which they are: who comes later sees what came before.
pub(super) const OWNERS: [Role; 4] = [Role::StarterExpand, Role::TestExpand, Role::Solution, Role::LessonExpand];
fn most(role: Role) -> u32 {
    if role == Role::Solution { 3 } else { 2 }
}

/// How often each was asked to repair something.
#[derive(Debug, Default)]
pub(super) struct Counts {
    asked: BTreeMap<&'static str, u32>,
    doubts: u32,
    made: u32,
    /// The doubts that were told. Whether a version is right is its writer's word against the tests': nobody is refused for it.
    told: Vec<String>,
    /// What somebody said is no fault: if the next run shows it no more, the call is not counted.
    disputed: Vec<(Role, Vec<Complaint>)>,
}

impl Counts {
    pub fn add(&mut self, role: Role, doubts: bool) {
        self.made += 1;
        if doubts {
            self.doubts += 1;
        } else {
            *self.asked.entry(role.name()).or_default() += 1;
        }
    }

    fn of(&self, role: Role) -> u32 {
        self.asked.get(role.name()).copied().unwrap_or(0)
    }

    pub fn left(&self, role: Role) -> bool {
        self.of(role) < most(role) && self.made < MOST_IN_ALL
    }

    fn doubts_left(&self) -> bool {
        self.doubts < MOST_DOUBTS && self.made < MOST_IN_ALL
    }

    /// The run was repeated: a disputed finding that is gone costs nothing.
    fn settle_disputes(&mut self, report: &Report) {
        for (role, complaints) in std::mem::take(&mut self.disputed) {
            let stays = |c: &Complaint| {
                let same = |f: &Finding| f.test == c.finding.test && f.unit == c.finding.unit && f.file == c.finding.file;
                report.failed().any(|check| check.rule == c.rule && (check.findings.is_empty() || check.findings.iter().any(same)))
            };
            if !complaints.iter().any(stays) {
                self.asked.entry(role.name()).and_modify(|asked| *asked = asked.saturating_sub(1));
            }
        }
    }
}

/// Who wrote what a rule finds wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writer {
    One(Role),
    /// Whoever wrote the file that the finding names.
    OfFile,
    /// The solver, or the tests where one of them is named.
    SolverOrTest,
    /// As several answers show.
    Compared,
    /// Only a pack can break it.
    Author,
}

fn writer(rule: RuleId) -> Writer {
    use RuleId::*;
    match rule {
        StubComment | StarterKeepsSolution => Writer::One(Role::StarterExpand),
        PackMatchesFiles | FitsTheLoops | StubInventory | UnitIds | StarterCompiles => Writer::OfFile,
        TestNames | TestOrder | OneStubPerTest | VisibleConstants | DistinctValues | PanicExpected => Writer::One(Role::TestExpand),
        StarterFailsEveryTest | StubIsNeeded | TrivialIsRejected | TestCanFail => Writer::One(Role::TestExpand),
        AlternativePasses | WrongIsRejected | MutantsAreRejected => Writer::One(Role::TestExpand),
        ReferencePasses => Writer::SolverOrTest,
        StarterTellsEnough => Writer::Compared,
        LessonNamesStub | WorkedExampleFirst | WorkedExampleRuns | WorkedExampleTeaches => Writer::One(Role::LessonExpand),
        WrongIsNamed | SlipIsRejected | HintsPresent | HintsKeepSolution => Writer::Author,
    }
}

impl Generation<'_, '_> {
    /// One call to each who got something wrong. False where nobody can be asked any more.
    pub(super) fn repair_round(&mut self, report: &Report, scope: Scope) -> Result<bool, Error> {
        self.counts.settle_disputes(report);
        let mut told: BTreeMap<usize, Vec<Complaint>> = BTreeMap::new();
        for check in report.failed().filter(|c| !c.is_doubt() && c.rule != RuleId::StarterTellsEnough) {
            for finding in findings(check) {
                let owner = self.owner(check.rule, &finding, scope).filter(|role| self.counts.left(*role));
                let Some(place) = owner.and_then(place) else { return Ok(false) };
                told.entry(place).or_default().push(Complaint::new(check.rule, finding, false));
            }
        }
        if told.is_empty() && report.failed().any(|c| c.rule == RuleId::StarterTellsEnough) {
            return self.compare(self.refusals_in(report));
        }
        let is_sure = !told.is_empty();
        for (role, doubt) in self.doubts(report) {
            // Doubts wait for what is sure, unless its writer is asked anyway.
            match place(role) {
                Some(place) if !is_sure || told.contains_key(&place) => told.entry(place).or_default().push(doubt),
                _ => {}
            }
        }
        let mut asked = false;
        for (place, complaints) in told {
            if is_sure || self.counts.doubts_left() {
                self.complain(OWNERS[place], complaints)?;
                asked = true;
            }
        }
        Ok(asked)
    }

    /// Tells one who wrote something what is wrong with it. Answers what there was room for.
    pub(super) fn complain(&mut self, role: Role, complaints: Vec<Complaint>) -> Result<Vec<Complaint>, Error> {
        let kind = LoopKind::IN_ORDER.into_iter().find(|k| k.role() == role);
        let sections = kind.map(|k| self.sections(k).to_vec()).unwrap_or_default();
        let (told, asked, focus) = self.focus(role, &sections, complaints);
        let doubts = told.iter().all(|c| c.is_doubt);
        let rule = told.first().map_or(RuleId::StarterTellsEnough, |c| c.rule);
        self.count(role, doubts, words::purpose(rule, role), rule);
        self.counts.told.extend(told.iter().filter(|c| c.is_doubt).map(Complaint::key));
        let answered = match kind {
            Some(kind) => self.repair(kind, if doubts { Purpose::Doubt } else { Purpose::Repair }, asked, focus),
            None => self.solve_again(&self.stub_names(), Some(focus)),
        };
        let disputed = match answered {
            // What may be a fault is no reason to lose the exercise.
            Err(Error::Rejected(_)) if doubts => false,
            answered => answered?,
        };
        if disputed && !doubts && told.iter().all(|c| words::is_from_running(c.rule)) {
            self.counts.disputed.push((role, told.clone()));
        }
        Ok(told)
    }

    pub(super) fn count(&mut self, role: Role, doubts: bool, what: &'static str, rule: RuleId) {
        self.counts.add(role, doubts);
        let (mend, of) = if doubts { (self.counts.doubts, MOST_DOUBTS) } else { (self.counts.of(role), most(role)) };
        let why = words::sentence(rule).to_owned();
        (self.work.events)(Event::Mending { role, mend, of, what, why });
    }

    /// What may be wrong, and whom it is told once: sentences that a solver found unclear, versions that are not what their writer says, changes that no
    /// test notices.
    fn doubts(&self, report: &Report) -> Vec<(Role, Complaint)> {
        // Where a kept reply follows, an earlier run has told them.
        if self.work.draft.as_ref().is_some_and(|d| d.peek().is_some()) || !self.counts.doubts_left() {
            return Vec::new();
        }
        let stubs = self.stub_refs();
        let mut doubts = Vec::new();
        for point in self.answer.iter().flat_map(|a| &a.unclear) {
            let unit = stubs.iter().find(|s| s.name == point.stub).map(|s| s.unit.clone());
            let says = format!(
                "somebody who wrote `{}` from the starter alone was not sure how to read it: {}",
                point.stub,
                point.sentence.trim()
            );
            if unit.is_some() {
                let finding = Finding { unit, ..Finding::new(says) };
                doubts.push((Role::StarterExpand, Complaint::new(RuleId::StarterTellsEnough, finding, true)));
            }
        }
        let survives = |c: &&Check| c.is_doubt() || c.ok && c.rule == RuleId::MutantsAreRejected;
        for check in report.checks.iter().filter(survives) {
            let of_check = check.findings.iter().map(|f| (Role::TestExpand, Complaint::new(check.rule, f.clone(), true)));
            doubts.extend(of_check);
        }
        doubts.retain(|(_, doubt)| !self.counts.told.contains(&doubt.key()));
        doubts
    }

    /// Who wrote it.
    fn owner(&self, rule: RuleId, finding: &Finding, scope: Scope) -> Option<Role> {
        match writer(rule) {
            _ if scope == Scope::Lesson => Some(Role::LessonExpand),
            Writer::One(role) => Some(role),
            Writer::OfFile if rule == RuleId::StubInventory && self.lacks_tests(finding) => Some(Role::TestExpand),
            Writer::OfFile => {
                let below = |folder: &str| finding.file.as_deref().is_some_and(|f| f.starts_with(folder));
                let (src, tests) = (below(&self.language().layout.src), below(&self.language().layout.tests));
                Some(if tests || (finding.test.is_some() && !src) { Role::TestExpand } else { Role::StarterExpand })
            }
            Writer::SolverOrTest => Some(if finding.test.is_some() { Role::TestExpand } else { Role::Solution }),
            Writer::Compared | Writer::Author => None,
        }
    }

    /// The finding is about a unit that has no tests, and not about the starter.
    fn lacks_tests(&self, finding: &Finding) -> bool {
        let Ok(exercise) = self.exercise() else { return finding.test.is_some() };
        let has_test = |unit: &str| exercise.tests.iter().any(|t| t.unit.as_deref() == Some(unit));
        finding.unit.as_deref().is_some_and(|u| exercise.unit(u).is_some() && !has_test(u))
    }
}

fn place(role: Role) -> Option<usize> {
    OWNERS.iter().position(|r| *r == role)
}

/// A check that does not say why is told by its rule.
fn findings(check: &Check) -> Vec<Finding> {
    if check.findings.is_empty() { vec![Finding::new(words::sentence(check.rule))] } else { check.findings.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calls_of_all_owners_come_to_eleven() {
        let in_all: u32 = OWNERS.into_iter().map(most).sum::<u32>() + MOST_DOUBTS;
        assert_eq!(in_all, MOST_IN_ALL);
    }

    #[test]
    fn a_dispute_that_a_second_run_bears_out_costs_nothing() {
        let finding = Finding { test: Some("test_a".to_owned()), ..Finding::new("fails") };
        let complaint = Complaint::new(RuleId::StarterFailsEveryTest, finding.clone(), false);
        let check = |findings| Check { rule: RuleId::StarterFailsEveryTest, of: None, ok: false, findings, millis: 0 };
        for (findings, left) in [(vec![finding], 1), (vec![Finding { test: Some("test_b".to_owned()), ..Finding::new("fails") }], 0)] {
            let mut counts = Counts::default();
            counts.add(Role::TestExpand, false);
            counts.disputed.push((Role::TestExpand, vec![complaint.clone()]));
            let mut report = Report::unreadable("rust", "S100", "");
            report.checks = vec![check(findings)];
            counts.settle_disputes(&report);
            assert_eq!((counts.of(Role::TestExpand), counts.made), (left, 1), "the call itself was made");
        }
    }
}
