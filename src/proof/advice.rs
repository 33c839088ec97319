//! What the author of an exercise does next about a rule that does not hold. One sentence per rule; the finding beside it says where.

use super::report::RuleId;

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
            RuleId::HintsKeepSolution => "Say less: level 1 a nudge, level 2 the principle, level 3 the approach in words.",
        }
    }
}
