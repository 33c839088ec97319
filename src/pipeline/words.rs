//! What is said of the rules of the proof: to a learner who waits, and to the model that is to repair something. Only words; who is told what is
//! `repair`'s.

use crate::proof::{Report, RuleId};
use crate::stage::Role;

/// What is being done about a rule, for whoever waits.
pub(super) fn purpose(rule: RuleId, role: Role) -> &'static str {
    match (role, rule) {
        (Role::StarterExpand, RuleId::StarterTellsEnough) => "making the task clearer",
        (Role::StarterExpand, _) => "correcting the starter code",
        (Role::TestExpand, RuleId::AlternativePasses) => "making the tests fairer",
        (
            Role::TestExpand,
            RuleId::WrongIsRejected
            | RuleId::MutantsAreRejected
            | RuleId::TrivialIsRejected
            | RuleId::TestCanFail
            | RuleId::DistinctValues
            | RuleId::PanicExpected,
        ) => "making the tests stricter",
        (Role::TestExpand, _) => "correcting the tests",
        (Role::Solution, _) => "correcting the solution",
        _ => "correcting the lesson",
    }
}

/// What does not hold, for a learner: in whose place nothing is quoted that would be a solution.
pub(super) fn summary(report: &Report) -> String {
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
        RuleId::StubComment => "the comment above a function is incomplete",
        RuleId::UnitIds => "its parts are numbered differently",
        RuleId::TestNames => "a test is not named after what it checks",
        RuleId::TestOrder => "the tests are not in the order of the functions",
        RuleId::OneStubPerTest => "a test does not check exactly one function",
        RuleId::VisibleConstants => "a test uses a value that the starter does not show",
        RuleId::DistinctValues => "the tests of a function expect one value only",
        RuleId::PanicExpected => "a test accepts any panic",
        RuleId::LessonNamesStub => "a section of the lesson does not prepare its function",
        RuleId::WorkedExampleFirst => "a section of the lesson asks before it shows an example",
        RuleId::StarterCompiles => "the starter and its tests do not compile",
        RuleId::StarterFailsEveryTest => "a test passes on the untouched starter",
        RuleId::ReferencePasses => "the solution does not run cleanly",
        RuleId::StarterTellsEnough => "the task and a test do not agree",
        RuleId::StubIsNeeded => "a test does not depend on its function as it should",
        RuleId::TrivialIsRejected => "the tests accept a function that does nothing",
        RuleId::AlternativePasses => "the tests refuse a correct solution",
        RuleId::WrongIsRejected | RuleId::WrongIsNamed | RuleId::SlipIsRejected => "the tests accept a wrong solution",
        RuleId::MutantsAreRejected => "the tests accept a small change that makes the solution wrong",
        RuleId::TestCanFail => "a test asserts nothing that could be wrong",
        RuleId::StarterKeepsSolution => "the starter gives a solution away",
        RuleId::WorkedExampleRuns => "an example of the lesson does not do what it says",
        RuleId::WorkedExampleTeaches => "an example of the lesson gives a solution away",
        RuleId::HintsPresent => "a hint is missing",
        RuleId::HintsKeepSolution => "a hint gives the solution away",
    }
}

/// A rule's own advice is for the author of a pack, who has all files at hand. A model writes one section: where that makes a difference it has its own.
pub(super) fn advice(rule: RuleId, role: Role) -> &'static str {
    match rule {
        RuleId::PackMatchesFiles | RuleId::FitsTheLoops => "Keep to the plan: its files, names, signatures and tests.",
        RuleId::StubInventory if role == Role::TestExpand => "Give each stub one to four tests of its own, and no name twice.",
        RuleId::VisibleConstants => "Use only constants and error texts that the starter shows, and write other inputs as plain literals.",
        RuleId::DistinctValues => "Let the tests of this stub expect another value as well.",
        RuleId::ReferencePasses if role == Role::Solution => "Send all files again without the error or warning, and keep the contracts.",
        RuleId::ReferencePasses => "Let this test give the same result every time, alone and on a slow machine.",
        RuleId::StarterTellsEnough if role == Role::TestExpand => {
            "The contract counts, as it reads now: expect what it says and ask for no more. If contract and test agree now, send the section as it is."
        }
        RuleId::StarterTellsEnough => {
            "Word the contract so that one reading is left. If it is clear and correct as it is, send the section as it is."
        }
        RuleId::TrivialIsRejected => "Assert a further value that the guessed body gets wrong.",
        RuleId::WrongIsRejected | RuleId::WrongIsNamed => {
            "Assert a further value that this mistake gets wrong. If it keeps the contract after all, send the section as it is."
        }
        RuleId::MutantsAreRejected => {
            "For each change that gets through, assert a value on which it answers differently. Where no value can show it, leave it."
        }
        RuleId::AlternativePasses => {
            "Loosen the test: ask only for what the contract promises. If this version breaks the contract after all, send the section as it is."
        }
        RuleId::WorkedExampleTeaches => {
            "Show the idea on another task and in another shape; no fence or inline code may pass in the place of the stub, under any name."
        }
        other => other.advice(),
    }
}

/// Found by running, so that running it again can show otherwise. The others read what is written there.
pub(super) fn is_from_running(rule: RuleId) -> bool {
    use RuleId::*;
    let reads = matches!(
        rule,
        PackMatchesFiles | FitsTheLoops | StubInventory | StubComment | UnitIds | TestNames | TestOrder | OneStubPerTest | VisibleConstants
    );
    !reads && !matches!(rule, DistinctValues | PanicExpected | LessonNamesStub | WorkedExampleFirst | HintsPresent)
}

#[cfg(test)]
mod tests {
    use super::super::repair::OWNERS;
    use super::*;

    /// Those that a live exercise can break.
    fn rules() -> impl Iterator<Item = RuleId> {
        let names = "stub_inventory stub_comment unit_ids test_names test_order one_stub_per_test visible_constants distinct_values panic_expected \
                     lesson_names_stub worked_example_first starter_compiles starter_fails_every_test reference_passes starter_tells_enough \
                     stub_is_needed trivial_is_rejected alternative_passes wrong_is_rejected mutants_are_rejected test_can_fail \
                     starter_keeps_solution worked_example_runs worked_example_teaches";
        names.split_whitespace().map(|name| serde_json::from_value(name.into()).expect("a rule"))
    }

    #[test]
    fn what_a_model_is_told_to_do_is_within_its_reach() {
        for rule in rules() {
            for role in OWNERS {
                let words = advice(rule, role);
                assert!(words.ends_with('.') && words.len() <= 200, "{rule:?}: {words}");
                for of_packs in ["pack", "solution/", "[[", "Add a test", "`when`"] {
                    assert!(!words.contains(of_packs), "{rule:?}: {words}");
                }
            }
        }
    }

    #[test]
    fn a_learner_who_waits_reads_no_word_of_the_trade() {
        for rule in rules() {
            for role in OWNERS {
                for word in ["stub", "mutant", "reference", "packet", "node"] {
                    assert!(!sentence(rule).contains(word) && !purpose(rule, role).contains(word), "{rule:?}, {role:?}: {word}");
                }
            }
        }
    }
}
