//! What to do when tests refuse a solution that was written from the starter alone: ask somebody else, then let the contract be made clearer, and where it
//! contradicts the test, let the test follow. What the answers mean is `blind`'s.

use super::blind::{self, Reading, Refusal};
use super::complaint::Complaint;
use super::generation::Generation;
use crate::error::Error;
use crate::evidence::stub_of_test;
use crate::exercise::TextFile;
use crate::proof::{Finding, Report, RuleId};
use crate::stage::Role;

impl Generation<'_, '_> {
    /// The tests that refuse the solution, each with what it asks.
    pub(super) fn refusals_in(&self, report: &Report) -> Vec<Refusal> {
        let Some(syntax) = self.language().syntax() else { return Vec::new() };
        let (starter, files) = (self.starter_files(), self.test_files());
        let stubs = self.stub_refs();
        let contracts = blind::contracts(&starter, self.language());
        let text = |test: &str| {
            let of_file = |file: &TextFile| {
                let found = syntax.outline(&file.content).functions.into_iter().find(|f| f.name == test)?;
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

    /// One step on that way. False where all was done and changed nothing.
    pub(super) fn compare(&mut self, refusals: Vec<Refusal>) -> Result<bool, Error> {
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
        let mut for_tests = self.complain(Role::StarterExpand, complaints)?;
        let of = |c: &Complaint| read.iter().find(|(r, _)| c.finding.test.as_ref() == Some(&r.test));
        self.refusals.clarified.extend(for_tests.iter().filter_map(of).map(|(refusal, _)| refusal.stub.clone()));
        for_tests.retain(|c| of(c).is_some_and(|(_, reading)| *reading == Reading::Contradiction));
        if !for_tests.is_empty() && self.counts.left(Role::TestExpand) {
            self.complain(Role::TestExpand, for_tests)?;
        }
        Ok(true)
    }

    fn disagreement(&self, refusal: &Refusal, reading: &Reading) -> Option<Complaint> {
        let Refusal { test, stub, message, .. } = refusal;
        let (says, output) = match reading {
            Reading::AskAgain => return None,
            Reading::Contradiction => {
                let says = format!(
                    "two who saw only the starter gave the same for `{stub}`, and `{test}` wants something else: contract and test contradict each other"
                );
                (says, message.clone())
            }
            Reading::Open { other } => {
                let says = format!(
                    "two who saw only the starter gave different things for `{stub}`, and `{test}` refuses both: the contract leaves it open"
                );
                (says, format!("{other}\nThe other gave: {message}"))
            }
        };
        let unit = self.stub_refs().into_iter().find(|s| s.name == *stub).map(|s| s.unit);
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
}
