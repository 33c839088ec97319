//! The functions that the learner writes: each has a unit, one mark at its end, and tests.

use super::reading::{Reading, unit_number};
use crate::proof::report::Finding;

pub fn inventory(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let name = &stub.name;
        if unit_number(&stub.unit) == u32::MAX {
            findings.push(stub.finding(format!("the mark of `{name}` says \"{}\"; it names its unit, as in \"ex-1\"", stub.unit)));
        }
        if !stub.ends_in_mark {
            findings.push(stub.finding(format!("`{name}` does not end in its mark; a stub has one mark, as the last of its body")));
        }
        if reading.tests_of(stub).next().is_none() {
            findings.push(stub.finding(format!("`{name}` has no test; its tests are named `test_{name}_…`")));
        }
    }
    findings.extend(missing_unit(reading));
    findings.extend(unwritten_in_reference(reading));
    findings
}

/// `ex-1`, `ex-2`, … without a gap.
fn missing_unit(reading: &Reading) -> Option<Finding> {
    let numbers: Vec<u32> = reading.stubs.iter().map(|s| unit_number(&s.unit)).filter(|n| *n < u32::MAX).collect();
    let missing = (1..numbers.iter().copied().max()?).find(|n| !numbers.contains(n))?;
    let stub = reading.stubs.iter().find(|s| unit_number(&s.unit) > missing)?;
    let says = format!("`{}` is marked {}, and there is no ex-{missing}; units are counted from ex-1 without a gap", stub.name, stub.unit);
    Some(stub.finding(says))
}

fn unwritten_in_reference(reading: &Reading) -> Vec<Finding> {
    let files = reading.subject.source_with(&reading.subject.reference);
    let mut written = Vec::new();
    let mut findings = Vec::new();
    for file in &files {
        for function in reading.syntax.outline(&file.content).functions.into_iter().filter(|f| f.has_body) {
            if function.unwritten.is_some() {
                let says = format!("the reference leaves `{}` unwritten", function.name);
                let line = Some(*function.lines.start());
                findings.push(Finding { file: Some(file.path.clone()), line, unit: function.unwritten, ..Finding::new(says) });
            }
            written.push(function.name);
        }
    }
    let lost = reading.stubs.iter().filter(|stub| !written.contains(&stub.name));
    findings.extend(lost.map(|stub| stub.finding(format!("the reference does not define `{}`", stub.name))));
    findings
}
