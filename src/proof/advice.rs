//! What the author of an exercise does next about a rule that does not hold. One sentence per rule; the finding beside it says where.

use super::report::{Check, Report, RuleId};

/// What to do next about a rule of a report.
pub fn next_step(report: &Report, rule: RuleId) -> &'static str {
    report.checks.iter().find(|c| c.rule == rule && !c.ok).map_or(rule.advice(), step)
}

/// What to do about this check: of a rule that asks for several things, the one that is wrong.
fn step(check: &Check) -> &'static str {
    let parts = |says: &str| COMMENT.iter().position(|(word, _)| says.contains(word));
    let mut wrong: Vec<Option<usize>> = check.findings.iter().map(|f| parts(&f.says)).collect();
    wrong.dedup();
    match (check.rule, &wrong[..]) {
        (RuleId::StubComment, [Some(part)]) => COMMENT[*part].1,
        (rule, _) => rule.advice(),
    }
}

/// The parts of the comment above a stub: how a finding names each, and what is to be done.
const COMMENT: [(&str, &str); 8] = [
    (
        "has no comment",
        "Write above the stub: its unit, \"First principle:\", the section of LESSON.md, a test by name, and last a \"Start here:\" cue.",
    ),
    ("leads to", "Let the comment lead to the section of LESSON.md that prepares its own unit, by its number and its title."),
    ("irst principle", "Write the first principle of its own unit behind \"First principle:\" above the stub."),
    ("tart here", "Let the comment end with the cue \"Start here: …\", and write nothing behind it."),
    ("the learner must", "Speak to the learner in the comment; it orients."),
    ("section", "Let the comment name the section of LESSON.md that prepares its unit, by its number and its title."),
    (" test", "Let the comment name a test of its own stub."),
    ("its unit", "Write the unit of the stub into its comment."),
];

impl RuleId {
    pub fn advice(self) -> &'static str {
        match self {
            RuleId::PackMatchesFiles => {
                "Make pack.toml say what the files hold: node, language, the tests and the stubs of each unit, in order."
            }
            RuleId::FitsTheLoops => "Merge or leave out files until the number of sections fits the depth.",
            RuleId::StubInventory => {
                "Give every stub one or two tests, and let it end in its mark: todo!(\"ex-N\") in Rust, ETUDE_TODO(\"ex-N\") in C."
            }
            RuleId::StubComment => {
                "Write above the stub: its unit, \"First principle:\", the section of LESSON.md, a test by name, and last a \"Start here:\" cue."
            }
            RuleId::UnitIds => "Use the same unit ids in starter, tests and lesson.",
            RuleId::TestNames => "Call each test test_<stub>_<what it asserts>.",
            RuleId::TestOrder => "Put the tests in the order of their units.",
            RuleId::OneStubPerTest => "Let each test call exactly one stub; what it needs besides goes into a helper or a constant.",
            RuleId::VisibleConstants => "Write the constant, or the text of the error, into the starter where the learner can read it.",
            RuleId::DistinctValues => "Add a test of this stub that expects another value.",
            RuleId::PanicExpected => "Say what the panic is about: #[should_panic(expected = \"…\")].",
            RuleId::LessonNamesStub => "Let each section teach what its stub takes, and name the stub that it prepares in backticks.",
            RuleId::WorkedExampleFirst => "Show a whole worked example before the section asks for the stub.",
            RuleId::StarterCompiles => {
                "Mend the starter or its tests until they build; only unused things may be warned about, and only in the starter."
            }
            RuleId::StarterFailsEveryTest => "Let the test reach its stub, so that it stops there until somebody writes it.",
            RuleId::ReferencePasses => {
                "Mend solution/ or the tests until every test passes twice and by itself, without a warning: no test may need what another left behind, or find what a run before it left. What a comment promises, the reference keeps."
            }
            RuleId::StarterTellsEnough => "Let the comment above the function say what the test wants, or let the test want what it says.",
            RuleId::SlipIsRejected => "Add a case that this slip gets wrong, and let no misconception be blamed for it.",
            RuleId::HintsPresent => "Write three different hints for each unit, of 40 to 160 words.",
            RuleId::StubIsNeeded => {
                "Let the test call its own stub, assert on what it answers and need no other; the solution of a unit needs no later one."
            }
            RuleId::TrivialIsRejected => "Add a case that the guessed body gets wrong.",
            RuleId::AlternativePasses => "Loosen the test that rejects this correct solution, or mend the solution if it is not correct.",
            RuleId::WrongIsRejected => "Add a case that this mistake gets wrong; or make wrong/<tag>/ the mistake that it stands for.",
            RuleId::WrongIsNamed => {
                "Sharpen the `when` of this misconception, or move it before the one that is named instead; `says` and `fix` speak of its own mistake."
            }
            RuleId::MutantsAreRejected => {
                "Add a case for each slip that gets through. One that changes nothing a test could see goes into [[equivalent]], with its reason."
            }
            RuleId::TestCanFail => "Let the test assert what its stub gave back or changed, against a value of its own.",
            RuleId::StarterKeepsSolution => "Take the solution out of what the learner is given, comments and tests included.",
            RuleId::WorkedExampleRuns => {
                "Mend the fence: `worked` builds, runs and prints what the text fence shows; compile_fail fails with its code."
            }
            RuleId::WorkedExampleTeaches => {
                "Let the example show the idea on another task: put in the place of the stub, it must not pass."
            }
            RuleId::HintsKeepSolution => {
                "Say less: level 1 a question or where to look, level 2 a parallel, smaller example, level 3 the approach in words."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::report::Finding;

    #[test]
    fn only_the_part_of_a_comment_that_is_wrong_is_asked_for() {
        let of = |says: &[&str]| {
            let findings = says.iter().map(|s| Finding::new(*s)).collect();
            step(&Check { rule: RuleId::StubComment, of: None, ok: false, findings, millis: 0 })
        };
        assert!(of(&["the comment above `a` sends to section 2"]).contains("by its number"));
        assert!(of(&["the comment above `a` names no test; it names one that asserts it"]).contains("a test of its own"));
        assert_eq!(
            of(&["the comment above `a` names no test; x", "the comment above `a` has no \"First principle: …\""]),
            RuleId::StubComment.advice()
        );
    }
}
