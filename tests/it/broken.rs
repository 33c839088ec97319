//! What it means that an exercise, broken on purpose in one way, is caught under the name of the rule that it breaks. The ways are in `broken_rust` and `broken_c`.

use crate::proof::{checked, failing};

/// One way to break a pack, the rule that says so, and rules that may say so too. Rules that only read are left out of the comparison.
pub struct Case {
    pub rule: &'static str,
    pub also: &'static [&'static str],
    /// (file, what stands there, what stands there instead)
    pub edits: &'static [(&'static str, &'static str, &'static str)],
}

/// Rules that run something.
const RUN: [&str; 13] = [
    "starter_compiles",
    "starter_fails_every_test",
    "reference_passes",
    "stub_is_needed",
    "trivial_is_rejected",
    "alternative_passes",
    "wrong_is_rejected",
    "wrong_is_named",
    "mutants_are_rejected",
    "test_can_fail",
    "starter_keeps_solution",
    "worked_example_runs",
    "worked_example_teaches",
];

pub fn caught(language: &str, node: &str, cases: &[Case]) {
    let mut missed = String::new();
    for case in cases {
        let failed = failing(&checked(language, node, case.edits));
        let said = failed.iter().map(|(rule, why)| format!("  {rule} {why}\n")).collect::<String>();
        if !failed.iter().any(|(rule, _)| rule == case.rule) {
            missed.push_str(&format!("{} is not caught with {:?}:\n{said}", case.rule, case.edits));
        }
        let mut others = failed.iter().filter(|(rule, _)| RUN.contains(&rule.as_str()) && rule != case.rule);
        if others.any(|(rule, _)| !case.also.contains(&rule.as_str())) {
            missed.push_str(&format!("{:?} breaks more than {}:\n{said}", case.edits, case.rule));
        }
    }
    assert!(missed.is_empty(), "{missed}");
}
