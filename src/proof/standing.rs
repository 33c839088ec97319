//! What is kept of a proof with the exercise it was made for: the counts for the learner's one line, and what did not hold where that was let through.

use serde::{Deserialize, Serialize};

use super::EDITION;
use super::report::{Counts, Report, RuleId};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    #[serde(flatten)]
    pub counts: Counts,
    /// Empty where everything holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unproven: Vec<RuleId>,
    /// Which proof it was; 0 from before that was recorded.
    #[serde(default)]
    pub edition: u32,
}

impl Standing {
    pub fn of(report: &Report) -> Standing {
        let mut unproven: Vec<RuleId> = report.failed().map(|c| c.rule).collect();
        unproven.sort();
        unproven.dedup();
        Standing { counts: report.counts, unproven, edition: EDITION }
    }

    pub fn holds(&self) -> bool {
        self.unproven.is_empty() && self.edition == EDITION
    }

    /// "proven: 9 tests, 5 stubs, 38 mutants rejected", or what does not hold.
    pub fn line(&self) -> String {
        let counts = &self.counts;
        if self.edition != EDITION {
            return "not proven by this version of etude".to_owned();
        }
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
        let standing = Standing { counts, unproven: Vec::new(), edition: EDITION };
        assert_eq!(standing.line(), "proven: 9 tests, 5 stubs, 38 mutants rejected");
        let one = Counts { tests: 1, stubs: 1, mutants: 0, mutants_rejected: 0, alternatives: 1, wrong: 0 };
        assert_eq!(
            Standing { counts: one, unproven: Vec::new(), edition: EDITION }.line(),
            "proven: 1 test, 1 stub, 1 alternative accepted"
        );
        let unproven = vec![RuleId::StubComment, RuleId::MutantsAreRejected];
        let failed = Standing { counts, unproven, edition: EDITION };
        assert_eq!(failed.line(), "not proven: stub_comment, mutants_are_rejected");
        let old: Standing = serde_json::from_str(r#"{"tests":9,"stubs":5,"mutants":0,"mutantsRejected":0,"alternatives":0}"#).unwrap();
        assert!(!old.holds() && old.line() == "not proven by this version of etude", "another proof has another number");
    }
}
