//! What is kept of a proof with the exercise it was made for: the counts for the learner's one line, and what did not hold where that was let through.

use serde::{Deserialize, Serialize};

use super::report::{Counts, Report, RuleId};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    #[serde(flatten)]
    pub counts: Counts,
    /// Empty where everything holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unproven: Vec<RuleId>,
}

impl Standing {
    pub fn of(report: &Report) -> Standing {
        let mut unproven: Vec<RuleId> = report.failed().map(|c| c.rule).collect();
        unproven.sort();
        unproven.dedup();
        Standing { counts: report.counts, unproven }
    }

    pub fn holds(&self) -> bool {
        self.unproven.is_empty()
    }

    /// "proven: 9 tests, 5 stubs, 38 mutants rejected", or what does not hold.
    pub fn line(&self) -> String {
        let counts = &self.counts;
        if !self.holds() {
            let rules: Vec<String> = self.unproven.iter().map(|r| r.name()).collect();
            return format!("not proven: {}", rules.join(", "));
        }
        let mut said = format!("proven: {}, {}", counted(counts.tests, "test"), counted(counts.stubs, "stub"));
        if counts.mutants_rejected > 0 {
            said.push_str(&format!(", {} rejected", counted(counts.mutants_rejected, "mutant")));
        }
        if counts.alternatives > 0 {
            said.push_str(&format!(", {} accepted", counted(counts.alternatives, "alternative")));
        }
        said
    }
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_was_tried() {
        let counts = Counts { tests: 9, stubs: 5, mutants: 40, mutants_rejected: 38, alternatives: 0, wrong: 0 };
        let standing = Standing { counts, unproven: Vec::new() };
        assert_eq!(standing.line(), "proven: 9 tests, 5 stubs, 38 mutants rejected");
        let one = Counts { tests: 1, stubs: 1, mutants: 0, mutants_rejected: 0, alternatives: 1, wrong: 0 };
        assert_eq!(Standing { counts: one, unproven: Vec::new() }.line(), "proven: 1 test, 1 stub, 1 alternative accepted");
        let unproven = vec![RuleId::StubComment, RuleId::MutantsAreRejected];
        assert_eq!(Standing { counts, unproven }.line(), "not proven: stub_comment, mutants_are_rejected");
    }
}
