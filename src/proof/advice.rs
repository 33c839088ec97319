//! What the author of an exercise does next about a rule that does not hold. One sentence per rule; the finding beside it says where.

use super::report::RuleId;

impl RuleId {
    /// What to do next about it.
    pub fn advice(self) -> &'static str {
        match self {
            RuleId::PackMatchesFiles => {
                "Make pack.toml say what the files hold: node, language, the tests and the functions of each unit, in order."
            }
            RuleId::FitsTheLoops => "Merge or leave out files until the number of sections fits the depth.",
            RuleId::StubInventory => {
                "Give every function one to four tests, and let it end in its mark: todo!(\"ex-N\") in Rust, ETUDE_TODO(\"ex-N\") in C."
            }
            RuleId::StubComment => {
                "Write above the function: its unit, \"First principle:\", the section of LESSON.md, a test by name, and last \"Start here:\"."
            }
            RuleId::UnitIds => "Use the same unit ids in starter, tests and lesson, in the same order.",
            RuleId::TestNames => "Call each test test_<function>_<what is true>.",
            RuleId::TestOrder => "Put the tests in the order of their units.",
            RuleId::OneStubPerTest => {
                "Let each test call one function of the exercise; what it needs besides goes into a helper or a constant."
            }
            RuleId::VisibleConstants => "Write the constant, or the text of the error, into the starter where the learner can read it.",
            RuleId::DistinctValues => "Add a test of this function that expects another value.",
            RuleId::PanicExpected => "Say what the panic is about: #[should_panic(expected = \"…\")].",
            RuleId::LessonNamesStub => "Let a section of the unit name the function that it prepares, in backticks.",
            RuleId::WorkedExampleFirst => "Show a whole worked example before the section asks for the function.",
            RuleId::HintsPresent => "Write three hints for the unit, all different, of 40 to 160 words each.",
            RuleId::StarterCompiles => {
                "Mend the starter or its tests until they build; only unused things may be warned about, and only in the starter."
            }
            RuleId::StarterFailsEveryTest => "Let the test reach its function, so that it stops there until somebody writes it.",
            RuleId::ReferencePasses => {
                "Mend solution/ or the tests until every test passes: by itself, together, twice, on a busy machine, and without a warning."
            }
            RuleId::StarterTellsEnough => {
                "Let the contract above the function say what the test expects, or let the test expect what the contract says."
            }
            RuleId::StubIsNeeded => {
                "Let the test call its own function and assert on what it returns; the solution of a unit needs no later one."
            }
            RuleId::TrivialIsRejected => "Add a case that the guessed body gets wrong.",
            RuleId::AlternativePasses => "Loosen the test that rejects this correct solution, or mend the solution if it is not correct.",
            RuleId::WrongIsRejected => "Add a case that this mistake gets wrong, or make wrong/<tag> the mistake that it is named after.",
            RuleId::WrongIsNamed => "Sharpen the `when` of this misconception, or move it before the one that is named instead.",
            RuleId::SlipIsRejected => {
                "Add the assertion that tells this slip from the reference; `etude bank try` shows what a learner with it is told."
            }
            RuleId::MutantsAreRejected => {
                "Add an assertion for each change that gets through. One that no test can see goes into [[equivalent]], with its reason."
            }
            RuleId::TestCanFail => "Let the test assert what its function returned or changed, whatever that function does.",
            RuleId::StarterKeepsSolution => "Take the solution out of what the learner is given, comments included.",
            RuleId::WorkedExampleRuns => {
                "Mend the fence: `worked` builds, runs and prints what the fence after it shows; compile_fail fails with its code."
            }
            RuleId::WorkedExampleTeaches => "Let the example show the idea on another task: put in the function's place, it must not pass.",
            RuleId::HintsKeepSolution => {
                "Say less: level 1 asks and points, level 2 shows a smaller parallel, level 3 gives the plan in words."
            }
        }
    }
}
