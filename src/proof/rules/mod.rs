//! What can be seen of an exercise without running it: one check per rule, asked of syntax trees, comments and lesson text. A rule refuses only what it can
//! show; what it cannot tell from the text is left to the rules that run the exercise.

mod assertions;
mod astray;
mod behind_nul;
mod bytes;
mod calls;
mod capacity;
mod chance;
mod child;
mod clock;
mod comment;
mod constants;
mod counted_fields;
mod edge_answers;
mod edge_letters;
mod edge_sums;
mod edge_words;
mod empty_edge;
mod eof;
mod errors;
mod features;
mod file_scope;
mod floats;
mod given;
mod guarded;
mod handed;
mod hints;
mod lesson;
mod letters;
mod limits;
mod lost_updates;
mod machine;
mod means;
pub(super) mod misnamed;
mod named;
mod numbers;
mod one_stub;
mod operators;
mod overrun;
mod pack;
mod parted;
mod plain;
mod principle;
mod reading;
mod relocked;
mod relocked_c;
mod reordered;
mod retold;
mod section;
mod separators;
mod shown;
pub(super) mod spoken;
mod stubs;
mod targets;
mod tests_of_stubs;
mod ties;
mod told_for;
mod topic;
mod twice;
mod units;
mod vain;
mod values;
mod wording;

use std::time::Instant;

pub use constants::is_constant_name;
pub use empty_edge::untested as without_an_empty_one;
pub use file_scope::{leads_to, set_elsewhere};
pub use handed::{Handed, always_the_same};
pub use plain::asserting;
use reading::Reading;
pub use twice::no_two;
pub use vain::in_vain;

use super::report::{Check, Finding, RuleId};
use super::subject::Subject;
use crate::exercise::NotAnExercise;

type Rule = fn(&Reading) -> Vec<Finding>;

/// The rules that are asked of every exercise, in their order.
const RULES: [(RuleId, Rule); 9] = [
    (RuleId::StubInventory, stubs::inventory),
    (RuleId::StubComment, comment::comments),
    (RuleId::UnitIds, units::ids),
    (RuleId::TestNames, tests_of_stubs::names),
    (RuleId::TestOrder, units::order),
    (RuleId::OneStubPerTest, one_stub::one_stub),
    (RuleId::VisibleConstants, constants::visible),
    (RuleId::DistinctValues, values::distinct),
    (RuleId::PanicExpected, tests_of_stubs::panics),
];

/// The rules about the lesson, which a live exercise does not have yet when it is proven first.
const LESSON_RULES: [(RuleId, Rule); 2] =
    [(RuleId::LessonNamesStub, lesson::names_stub), (RuleId::WorkedExampleFirst, lesson::worked_example_first)];

/// All static rules, each with what it found.
pub fn check(subject: &Subject) -> Vec<Check> {
    let mut checks = Vec::new();
    if let Some(pack) = subject.pack {
        checks.push(timed(RuleId::PackMatchesFiles, || pack::matches_files(pack, subject)));
        checks.push(timed(RuleId::FitsTheLoops, || pack::fits_the_loops(pack)));
    }
    let Some(reading) = Reading::of(subject) else { return checks };
    checks.extend(RULES.iter().map(|(rule, find)| timed(*rule, || find(&reading))));
    if subject.lesson.is_some() {
        checks.extend(LESSON_RULES.iter().map(|(rule, find)| timed(*rule, || find(&reading))));
    }
    checks
}

/// Why the reference may pass here and still not be right, or a learner not: it changes what the starter gives, a test depends on the clock, on chance or on the machine,
/// a read is kept where its answer does not fit, a text where it does not, the comment draws an edge elsewhere or tells an example or a tie otherwise than the
/// tests, threads lose what they write, or a test looks closer than anybody promises.
pub fn of_the_reference(subject: &Subject) -> Vec<Finding> {
    let Some(reading) = Reading::of(subject) else { return Vec::new() };
    let mut findings = given::changed(&reading);
    findings.extend(clock::dependent(&reading));
    findings.extend(chance::drawn(&reading));
    findings.extend(machine::dependent(&reading));
    findings.extend(eof::lost(&reading));
    findings.extend(edge_words::told_otherwise(&reading));
    findings.extend(edge_answers::told_otherwise(&reading));
    findings.extend(edge_letters::told_otherwise(&reading));
    findings.extend(counted_fields::told_otherwise(&reading));
    findings.extend(retold::told_otherwise(&reading));
    findings.extend(means::told_otherwise(&reading));
    findings.extend(parted::told_otherwise(&reading));
    findings.extend(reordered::told_otherwise(&reading));
    findings.extend(twice::handed_over(&reading));
    findings.extend(floats::compared_exactly(&reading));
    findings.extend(bytes::compared_whole(&reading));
    findings.extend(behind_nul::looked_at(&reading));
    findings.extend(overrun::overruns(&reading));
    findings.extend(lost_updates::lost(&reading));
    findings
}

/// The check for files that do not even make an exercise.
pub fn not_an_exercise(why: &NotAnExercise) -> Check {
    let (rule, says) = match why {
        NotAnExercise::NoStub => (RuleId::StubInventory, "a stub is a function whose body ends in its mark"),
        NotAnExercise::NoTest => (RuleId::StubInventory, "each stub has at least one test"),
        NotAnExercise::SameTestTwice(_) => (RuleId::TestNames, "each test has a name of its own"),
    };
    timed(rule, || vec![Finding::new(format!("{why}; {says}"))])
}

fn timed(rule: RuleId, find: impl FnOnce() -> Vec<Finding>) -> Check {
    let began = Instant::now();
    let findings = find();
    let millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    Check { rule, of: None, ok: findings.is_empty(), findings, millis }
}

/// `a`, `b` and `c`.
fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}

#[cfg(test)]
pub(super) mod tests;
