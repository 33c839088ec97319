//! Names a misconception from what a run showed, by the pack's own signs. Says nothing where no sign fits: a wrong name teaches worse than none.

use crate::evidence::{Diagnostic, Evidence, TestResult, TestStatus};
use crate::pack::{Misconception, Pack, Sign};

/// The first misconception, in the pack's order, of which a sign is seen. Nothing is named on a passing run.
pub fn diagnose<'a>(pack: &'a Pack, evidence: &Evidence) -> Option<&'a Misconception> {
    if evidence.passed() {
        return None;
    }
    pack.meta.misconceptions.iter().find(|m| m.when.iter().any(|sign| seen(sign, evidence)))
}

fn seen(sign: &Sign, evidence: &Evidence) -> bool {
    let by_compiler = sign.test.is_none() && sign.sanitizer.is_none();
    let by_test = sign.code.is_none();
    (by_compiler && evidence.diagnostics.iter().any(|d| fits_diagnostic(sign, d)))
        || (by_test && evidence.tests.iter().any(|t| fits_test(sign, t)))
}

fn fits_diagnostic(sign: &Sign, diagnostic: &Diagnostic) -> bool {
    holds(&sign.code, |code| diagnostic.code.as_deref() == Some(code))
        && holds(&sign.message, |part| diagnostic.message.contains(part) || diagnostic.rendered.contains(part))
        && holds(&sign.stub, |stub| diagnostic.stub.as_deref() == Some(stub))
}

fn fits_test(sign: &Sign, test: &TestResult) -> bool {
    let ran_and_failed = matches!(test.status, TestStatus::Failed | TestStatus::Crashed | TestStatus::Timeout);
    ran_and_failed
        && !test.is_unwritten()
        && holds(&sign.test, |name| test.name == name)
        && holds(&sign.message, |part| test.message.contains(part))
        && holds(&sign.stub, |stub| test.stub.as_deref() == Some(stub))
        && holds(&sign.sanitizer, |kind| test.sanitizer.as_deref() == Some(kind))
}

fn holds(wanted: &Option<String>, check: impl Fn(&str) -> bool) -> bool {
    wanted.as_deref().is_none_or(check)
}
