//! Who repairs what, and what they are told: each finding of the proof goes to the stage that wrote the fault, as the `next_focus` of one more call that
//! names the sections it asks for. Owns the count of such calls; making them is `generation`'s, the words are those of `words`.

use std::collections::BTreeMap;

use super::blind::{self, Reading, Refusal};
use super::calls::Purpose;
use super::generation::Generation;
use super::prove::Scope;
use super::words::{self, advice};
use crate::error::Error;
use crate::event::Event;
use crate::evidence::stub_of_test;
use crate::exercise;
use crate::proof::{Check, Finding, Report, RuleId};
use crate::stage::reply::Section;
use crate::stage::{LoopKind, Role};
use crate::syntax::Function;

/// The most calls of all kinds that follow from findings.
pub(super) const MOST_IN_ALL: u32 = 11;
/// The most of them that are about doubts alone.
const MOST_DOUBTS: u32 = 2;
/// Those who can be asked, in the order in which they are: who comes later sees what came before.
pub(super) const OWNERS: [Role; 4] = [Role::StarterExpand, Role::TestExpand, Role::Solution, Role::LessonExpand];
/// It stands in the part of a prompt that changes with every call. A call saved is worth more than the caching of a page.
const MAX_FOCUS: usize = 2800;
/// How much of a compiler's or a test's output says enough, and how much all findings have for theirs.
const MAX_OUTPUT: usize = 400;
const ALL_OUTPUT: usize = 1400;
/// How much of it says what to do, rather than what is wrong.
const MAX_ADVICE: usize = 400;

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

/// One finding on its way to whoever wrote the fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Complaint {
    rule: RuleId,
    finding: Finding,
    is_doubt: bool,
}

impl Complaint {
    fn new(rule: RuleId, finding: Finding, is_doubt: bool) -> Complaint {
        Complaint { rule, finding, is_doubt }
    }

    fn key(&self) -> String {
        format!("{} {}", self.rule.name(), self.finding.output.as_ref().unwrap_or(&self.finding.says))
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
        let refusals = self.refusals_in(report);
        if told.is_empty() && report.failed().any(|c| c.rule == RuleId::StarterTellsEnough) {
            return self.compare(refusals);
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
    fn complain(&mut self, role: Role, complaints: Vec<Complaint>) -> Result<Vec<Complaint>, Error> {
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

    fn count(&mut self, role: Role, doubts: bool, what: &'static str, rule: RuleId) {
        self.counts.add(role, doubts);
        let (mend, of) = if doubts { (self.counts.doubts, MOST_DOUBTS) } else { (self.counts.of(role), most(role)) };
        let why = words::sentence(rule).to_owned();
        (self.work.events)(Event::Mending { role, mend, of, what, why });
    }

    fn stub_names(&self) -> Vec<String> {
        let units = exercise::units(self.language(), &self.starter_files()).unwrap_or_default();
        exercise::stub_refs(&units).into_iter().map(|s| s.name).collect()
    }

    /// What may be wrong, and whom it is told once: sentences that a solver found unclear, versions that are not what their writer says, changes that no
    /// test notices.
    pub(super) fn doubts(&self, report: &Report) -> Vec<(Role, Complaint)> {
        // Where a kept reply follows, an earlier run has told them.
        if self.work.draft.as_ref().is_some_and(|d| d.peek().is_some()) || !self.counts.doubts_left() {
            return Vec::new();
        }
        let units = exercise::units(self.language(), &self.starter_files()).unwrap_or_default();
        let stubs = exercise::stub_refs(&units);
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

    /// The tests that refuse the solution, each with what it asks.
    pub(super) fn refusals_in(&self, report: &Report) -> Vec<Refusal> {
        let Some(syntax) = self.language().syntax() else { return Vec::new() };
        let (starter, files) = (self.starter_files(), self.test_files());
        let stubs = exercise::stub_refs(&exercise::units(self.language(), &starter).unwrap_or_default());
        let contracts = blind::contracts(&starter, self.language());
        let text = |test: &str| {
            let function = |f: &Function| f.name == test;
            let of_file = |file: &crate::exercise::TextFile| {
                let found = syntax.outline(&file.content).functions.into_iter().find(function)?;
                Some(file.content.get(found.body?)?.to_owned())
            };
            files.iter().find_map(of_file).unwrap_or_default()
        };
        let refusal = |finding: &Finding| {
            let test = finding.test.clone()?;
            let by_unit = || stubs.iter().find(|s| finding.unit.as_ref() == Some(&s.unit));
            let stub = stub_of_test(&test, &stubs).or_else(by_unit)?.name.clone();
            let asked = (text(&test), contracts.get(&stub).cloned().unwrap_or_default());
            let message = finding.output.clone().unwrap_or_else(|| finding.says.clone());
            Some(Refusal { test, stub, message, asked, answer: self.answer.as_ref().map_or(0, |a| a.number) })
        };
        let checks = report.failed().filter(|c| c.rule == RuleId::StarterTellsEnough);
        checks.flat_map(|c| &c.findings).filter_map(refusal).collect()
    }

    /// What to do about tests that refuse a solution written from the starter alone: ask somebody else, then make the contract clearer, and where it
    /// contradicts the test, let the test follow. False where that was done and changed nothing.
    fn compare(&mut self, refusals: Vec<Refusal>) -> Result<bool, Error> {
        let read: Vec<(Refusal, Reading)> = refusals.iter().map(|r| (r.clone(), self.refusals.read(r))).collect();
        refusals.iter().for_each(|r| self.refusals.note(r.clone()));
        let unsettled = |r: &Refusal| !self.refusals.clarified.contains(&r.stub);
        let open: Vec<&(Refusal, Reading)> = read.iter().filter(|(r, _)| unsettled(r)).collect();
        if open.iter().any(|(_, reading)| *reading == Reading::AskAgain) && self.counts.left(Role::Solution) {
            self.count(Role::Solution, false, "solving it a second time, to compare", RuleId::StarterTellsEnough);
            let stubs = self.stub_names().into_iter().filter(|s| refusals.iter().any(|r| r.stub == *s)).collect::<Vec<_>>();
            self.solve_again(&stubs, None)?;
            return Ok(true);
        }
        let complaints: Vec<Complaint> = open.iter().filter_map(|(refusal, reading)| self.disagreement(refusal, reading)).collect();
        if complaints.is_empty() || !self.counts.left(Role::StarterExpand) {
            return Ok(false);
        }
        let told = self.complain(Role::StarterExpand, complaints)?;
        let is_told = |r: &Refusal| told.iter().any(|c| c.finding.test.as_ref() == Some(&r.test));
        let settled: Vec<String> = read.iter().filter(|(r, _)| is_told(r)).map(|(r, _)| r.stub.clone()).collect();
        let contradicts = |c: &&Complaint| {
            let reading = read.iter().find(|(r, _)| c.finding.test.as_ref() == Some(&r.test)).map(|(_, reading)| reading);
            matches!(reading, Some(Reading::Contradiction { .. }))
        };
        let for_tests: Vec<Complaint> = told.iter().filter(contradicts).cloned().collect();
        self.refusals.clarified.extend(settled);
        if !for_tests.is_empty() && self.counts.left(Role::TestExpand) {
            self.complain(Role::TestExpand, for_tests)?;
        }
        Ok(true)
    }

    fn disagreement(&self, refusal: &Refusal, reading: &Reading) -> Option<Complaint> {
        let Refusal { test, stub, .. } = refusal;
        let (says, output) = match reading {
            Reading::AskAgain => return None,
            Reading::Contradiction { gave } => {
                let says = format!(
                    "two who saw only the starter gave the same for `{stub}`, and `{test}` wants something else: contract and test contradict each other"
                );
                (says, gave.clone())
            }
            Reading::Open { gave } => {
                let says = format!(
                    "two who saw only the starter gave different things for `{stub}`, and `{test}` refuses both: the contract leaves it open"
                );
                (says, gave.join("\nThe other gave: "))
            }
        };
        let units = exercise::units(self.language(), &self.starter_files()).unwrap_or_default();
        let unit = units.iter().find(|u| u.stubs.iter().any(|s| s.name == *stub)).map(|u| u.id.clone());
        let finding = Finding { unit, test: Some(test.clone()), output: Some(output), ..Finding::new(says) };
        Some(Complaint::new(RuleId::StarterTellsEnough, finding, false))
    }

    /// Asks again for functions whose contract was changed since they were written, while that may be done.
    pub(super) fn solve_what_changed(&mut self) -> Result<(), Error> {
        let Some(answer) = &self.answer else { return Ok(()) };
        let changed = blind::changed_stubs(&answer.starter, &self.starter_files(), self.language());
        if !changed.is_empty() && self.counts.left(Role::Solution) {
            self.count(Role::Solution, false, "solving what was reworded", RuleId::StarterTellsEnough);
            self.solve_again(&changed, None)?;
        }
        Ok(())
    }

    /// The first complaint with what else one reply can repair, which sections that takes, and the words.
    fn focus(&self, role: Role, sections: &[Section], complaints: Vec<Complaint>) -> (Vec<Complaint>, Vec<String>, String) {
        let section = |c: &Complaint| section_of(c, role, sections, self);
        let first = complaints.first().and_then(section);
        let fits = |s: &Section, first: &Section| {
            s.section_id == first.section_id
                || role != Role::LessonExpand && s.file_path == first.file_path && fits_one(&of_file(first, sections))
        };
        let together = |c: &Complaint| section(c).is_none_or(|s| first.is_none_or(|o| fits(s, o)));
        let complaints: Vec<Complaint> = complaints.into_iter().filter(together).collect();
        let opening = |told: &[Complaint]| opening(&told.iter().filter_map(section).collect::<Vec<_>>(), sections);
        let room = (ALL_OUTPUT / complaints.len().max(1)).min(MAX_OUTPUT);
        let left = MAX_FOCUS - opening(&complaints).1.len();
        let (mut text, mut taken) = (String::new(), Vec::<Complaint>::new());
        for complaint in complaints {
            let said = format!(" [{}] {}", complaint.rule.name(), described(&complaint.finding, role, room, self));
            let advice = what_to_do(taken.iter().map(|c| c.rule).chain([complaint.rule]), role);
            // What there is no room for is told the next time; the first always is, if not to its end.
            if taken.is_empty() || text.len() + said.len() + advice.len() <= left {
                text.push_str(&said);
                taken.push(complaint);
            }
        }
        let advice = what_to_do(taken.iter().map(|c| c.rule), role);
        let (asked, begin) = opening(&taken);
        // A long finding is cut, and what to do about it still stands there.
        let said = crate::text::bounded(&format!("{begin}{text}"), MAX_FOCUS - advice.len());
        (taken, asked, format!("{said}{advice}"))
    }
}

fn place(role: Role) -> Option<usize> {
    OWNERS.iter().position(|r| *r == role)
}

/// All sections of the file of one of them.
fn of_file<'s>(one: &Section, sections: &'s [Section]) -> Vec<&'s Section> {
    sections.iter().filter(|s| s.file_path == one.file_path).collect()
}

/// They could be sent as one section, with what has to be added.
fn fits_one(sections: &[&Section]) -> bool {
    sections.iter().map(|s| s.content.len()).sum::<usize>() <= crate::guard::MAX_SECTION * 3 / 4
}

/// Which sections are to be sent again: where there are faults in several of a file, all of that file as its first one.
fn opening(faulty: &[&Section], sections: &[Section]) -> (Vec<String>, String) {
    let Some(first) = faulty.first() else { return (Vec::new(), "a fault that running it showed, to be repaired:".to_owned()) };
    if faulty.iter().all(|s| s.section_id == first.section_id) {
        let id = &first.section_id;
        return (vec![id.clone()], format!("a fault in section {id}, to be sent again whole and corrected:"));
    }
    let all: Vec<String> = of_file(first, sections).iter().map(|s| s.section_id.clone()).collect();
    let (id, path) = (&all[0], first.file_path.as_deref().unwrap_or_default());
    let text = format!(
        "faults in several sections of {path}. Send section {id} again with the whole of {path} in it, in the order of the units and corrected; its other sections fall away:"
    );
    (all, text)
}

/// What whoever is asked does about these rules: the first always, others while there is room.
fn what_to_do(rules: impl Iterator<Item = RuleId>, role: Role) -> String {
    let (mut text, mut seen) = (String::from(" What to do:"), Vec::new());
    for rule in rules {
        let advice = advice(rule, role);
        if !seen.contains(&rule) && (seen.is_empty() || text.len() + advice.len() < MAX_ADVICE) {
            text.push_str(&format!(" {advice}"));
        }
        seen.push(rule);
    }
    text
}

/// A check that does not say why is told by its rule.
fn findings(check: &Check) -> Vec<Finding> {
    if check.findings.is_empty() { vec![Finding::new(words::sentence(check.rule))] } else { check.findings.clone() }
}

/// A solver is shown nothing of the tests, not even by the compiler.
fn described(finding: &Finding, role: Role, room: usize, generation: &Generation) -> String {
    let in_tests = finding.file.as_deref().is_some_and(|f| f.starts_with(&format!("{}/", generation.language().layout.tests)));
    if role == Role::Solution && in_tests {
        return "the tests do not build with these files: a name, a signature, a type or its derives are not those of the starter"
            .to_owned();
    }
    let mut text = finding.says.trim().to_owned();
    if let Some(file) = &finding.file {
        let line = finding.line.map(|l| format!(":{l}")).unwrap_or_default();
        text.push_str(&format!(" ({file}{line})"));
    }
    if let Some(output) = finding.output.as_deref().map(str::trim).filter(|o| !o.is_empty()) {
        text.push_str(&format!(" It showed: {}", crate::text::bounded(output, room)));
    }
    text
}

/// The section that a complaint is about, where that can be told: by its name, its test, its unit, or the only section of its file. A contract stands
/// above the prototype where there is one.
fn section_of<'s>(complaint: &Complaint, role: Role, sections: &'s [Section], generation: &Generation) -> Option<&'s Section> {
    let (finding, syntax) = (&complaint.finding, generation.language().syntax()?);
    let units = exercise::units(generation.language(), &generation.starter_files()).unwrap_or_default();
    let stubs: Vec<&str> =
        units.iter().filter(|u| Some(&u.id) == finding.unit.as_ref()).flat_map(|u| &u.stubs).map(|s| s.name.as_str()).collect();
    let has = |s: &Section, is: &dyn Fn(&Function) -> bool| syntax.outline(&s.content).functions.iter().any(is);
    let by = |about: &dyn Fn(&Section) -> bool| sections.iter().find(|s| about(s));
    let named = || by(&|s| finding.file.as_deref() == Some(s.section_id.as_str()));
    let is_contract = role == Role::StarterExpand && complaint.rule == RuleId::StarterTellsEnough;
    let prototype = || by(&|s| is_contract && has(s, &|f| !f.has_body && stubs.contains(&f.name.as_str())));
    let of_test = || by(&|s| finding.test.is_some() && has(s, &|f| finding.test.as_ref() == Some(&f.name)));
    let of_unit = || by(&|s| finding.unit.is_some() && has(s, &|f| f.unwritten == finding.unit));
    let of_stub_tests = || {
        let refs = exercise::stub_refs(&units);
        let is_of = |f: &Function| f.is_test && stub_of_test(&f.name, &refs).is_some_and(|s| stubs.contains(&s.name.as_str()));
        by(&|s| role == Role::TestExpand && has(s, &is_of))
    };
    let only = || {
        by(&|s| {
            let path = s.file_path.as_deref().filter(|p| finding.file.as_deref().is_some_and(|f| f.ends_with(&format!("/{p}"))));
            path.is_some() && of_file(s, sections).len() == 1
        })
    };
    named().or_else(prototype).or_else(of_test).or_else(of_unit).or_else(of_stub_tests).or_else(only)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_given_once_for_each_rule_and_leaves_room_for_the_findings() {
        let rules =
            [RuleId::TestNames, RuleId::OneStubPerTest, RuleId::StarterFailsEveryTest, RuleId::TrivialIsRejected, RuleId::TestCanFail];
        let all = what_to_do(rules.into_iter().chain([RuleId::DistinctValues, RuleId::MutantsAreRejected]), Role::TestExpand);
        assert!(all.len() <= MAX_ADVICE, "{all}");
        let twice = what_to_do([RuleId::TestNames; 2].into_iter(), Role::TestExpand);
        assert_eq!(twice, format!(" What to do: {}", RuleId::TestNames.advice()));
    }

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
