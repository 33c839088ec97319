//! What can be seen of an exercise without running it: names, labels, numbers and the shape of its files. A rule refuses only what it can show; what it cannot tell
//! from the text is left to the rules that run the exercise.

mod comments;
mod given;
mod lesson;
mod pack;
mod reading;
mod stubs;
mod test_names;
mod units;
mod values;
mod visible;

use std::time::Instant;

use reading::Reading;

use super::hints;
use super::report::{Check, Finding, RuleId};
use super::subject::Subject;
use crate::exercise::NotAnExercise;

type Rule = fn(&Reading) -> Vec<Finding>;

/// The rules that are asked of every exercise, in their order.
const RULES: [(RuleId, Rule); 9] = [
    (RuleId::StubInventory, stubs::inventory),
    (RuleId::StubComment, comments::comments),
    (RuleId::UnitIds, units::ids),
    (RuleId::TestNames, test_names::names),
    (RuleId::TestOrder, units::order),
    (RuleId::OneStubPerTest, test_names::one_stub),
    (RuleId::VisibleConstants, visible::visible),
    (RuleId::DistinctValues, values::distinct),
    (RuleId::PanicExpected, test_names::panics),
];

/// The rules about the lesson, which a live exercise does not have yet when it is proven first.
const LESSON_RULES: [(RuleId, Rule); 2] =
    [(RuleId::LessonNamesStub, lesson::names_stub), (RuleId::WorkedExampleFirst, lesson::worked_example_first)];

/// All rules that read, each with what it found.
pub fn check(subject: &Subject) -> Vec<Check> {
    let mut checks = Vec::new();
    if let Some(pack) = subject.pack {
        checks.push(timed(RuleId::PackMatchesFiles, || pack::matches_files(pack, subject)));
        checks.push(timed(RuleId::FitsTheLoops, || pack::fits_the_loops(pack)));
    }
    let Some(reading) = Reading::new(subject) else { return checks };
    checks.extend(RULES.iter().map(|(rule, find)| timed(*rule, || find(&reading))));
    if subject.lesson.is_some() {
        checks.extend(LESSON_RULES.iter().map(|(rule, find)| timed(*rule, || find(&reading))));
    }
    if let Some(pack) = subject.pack {
        checks.push(timed(RuleId::HintsPresent, || hints::present(pack)));
    }
    checks
}

/// Whether the reference leaves what the starter gives as it is.
pub fn of_the_reference(subject: &Subject) -> Vec<Finding> {
    Reading::new(subject).map(|reading| given::changed(&reading)).unwrap_or_default()
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

#[cfg(test)]
mod tests;
