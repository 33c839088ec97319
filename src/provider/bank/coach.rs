//! The bank's coach: the pack's hint for the target unit, opened by what the last run showed. Shows the solution only when the packet permits it.

use serde_json::{Value, json};

use super::{ProviderError, diagnose};
use crate::evidence::{Evidence, Outcome, TestResult, TestStatus};
use crate::pack::Pack;
use crate::stage::packet::Packet;

pub(super) fn reply(pack: &Pack, packet: &Packet) -> Result<Value, ProviderError> {
    let asked = &packet.attempt_context;
    let unit_id = asked.target_unit.as_deref().unwrap_or("ex-1");
    let unit = pack.meta.units.iter().find(|u| u.id == unit_id);
    let unit = unit.ok_or_else(|| ProviderError::recorded(format!("the pack has no unit {unit_id}")))?;
    let evidence = packet.evidence_context.latest.as_ref();
    let reveals = packet.task_type == "reveal" && packet.policy_context.allow_reveal;
    let (style, text) = if reveals {
        ("solution", "Here is one way to write it. Read it against your own, line by line: where do they first differ, and why?".to_owned())
    } else {
        let (style, body) = match asked.hint_level {
            1 => ("pointer", &unit.hints.l1),
            2 => ("parallel_example", &unit.hints.l2),
            _ => ("approach", &unit.hints.l3),
        };
        let opening = evidence.map(|e| opening(e, unit_id)).unwrap_or_default();
        (style, join(&opening, body.trim()))
    };
    Ok(json!({
        "schema_version": "hint_pack_v1",
        "role": "coach",
        "hint_id": format!("{}-{unit_id}-l{}", pack.meta.node, asked.hint_level),
        "exercise_id": packet.output_contract.exercise_id,
        "node_id": packet.curriculum_context.node_id,
        "depth_target": packet.curriculum_context.depth_target,
        "attempt_index": asked.attempt_index,
        "hint_level": asked.hint_level,
        "dominant_tag": evidence.and_then(|e| diagnose(pack, e)).map(|m| m.tag),
        "allowed_reveal": packet.policy_context.allow_reveal,
        "current_hint": { "style": style, "text": text },
        "full_solution_provided": reveals,
        "revealed_solution": if reveals { json!({ "code": solution_text(pack) }) } else { Value::Null },
    }))
}

fn join(opening: &str, body: &str) -> String {
    if opening.is_empty() { body.to_owned() } else { format!("{opening}\n\n{body}") }
}

/// One or two sentences on what the run showed for this unit.
pub fn opening(evidence: &Evidence, unit: &str) -> String {
    match evidence.outcome {
        Outcome::Passed => return "All tests passed in the last run.".to_owned(),
        Outcome::NotStarted => return "Nothing in `src/` has changed yet, so every test still stops at its stub.".to_owned(),
        Outcome::DoesNotCompile => {
            let Some(error) = evidence.first_error() else { return "The last run did not compile.".to_owned() };
            let place = place(error.file.as_deref(), error.line);
            let code = error.code.as_deref().map(|c| format!(" ({c})")).unwrap_or_default();
            return format!("The last run did not compile{place}: {}{code}.", error.message.trim_end_matches('.'));
        }
        Outcome::TestsFail | Outcome::Tampered => {}
    }
    let failing = evidence.failing().find(|t| t.unit.as_deref() == Some(unit)).or_else(|| evidence.failing().next());
    failing.map(what_failed).unwrap_or_default()
}

fn place(file: Option<&str>, line: Option<u32>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!(" at {file}:{line}"),
        (Some(file), None) => format!(" in {file}"),
        _ => String::new(),
    }
}

fn what_failed(test: &TestResult) -> String {
    let name = &test.name;
    if test.is_unwritten() {
        let stub = test.stub.as_deref().unwrap_or("its stub");
        return format!("`{name}` stops because `{stub}` is not written yet.");
    }
    match test.status {
        TestStatus::Timeout => format!("`{name}` did not come to an end in time: something in there never stops."),
        TestStatus::NotRun => format!("`{name}` could not run, because an earlier test ended the program."),
        TestStatus::Crashed => match &test.sanitizer {
            Some(kind) => format!("`{name}` was stopped by a memory checker: {kind}{}.", first_line(&test.message)),
            None => format!("`{name}` ended in a crash{}.", first_line(&test.message)),
        },
        TestStatus::Failed if test.sanitizer.is_some() => {
            format!("`{name}` came to its end and left memory behind{}.", first_line(&test.message))
        }
        _ => match expected_and_got(&test.message) {
            Some((expected, got)) => format!("`{name}` expected {expected}, got {got}."),
            None => format!("`{name}` failed{}.", first_line(&test.message)),
        },
    }
}

fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or("").trim().trim_end_matches('.');
    if line.is_empty() { String::new() } else { format!(": {line}") }
}

/// Reads the two values out of an assertion's words, in either language's form.
pub fn expected_and_got(message: &str) -> Option<(String, String)> {
    let after = |label: &str| message.lines().find_map(|l| l.trim().strip_prefix(label)).map(|v| crate::text::bounded(v.trim(), 120));
    if let (Some(left), Some(right)) = (after("left:"), after("right:")) {
        return Some((right, left));
    }
    let line = message.lines().find(|l| l.contains("expected ") && l.contains(", got "))?;
    let (_, values) = line.rsplit_once("expected ")?;
    let (expected, got) = values.split_once(", got ")?;
    Some((crate::text::bounded(expected.trim(), 120), crate::text::bounded(got.trim(), 120)))
}

fn solution_text(pack: &Pack) -> String {
    if let [only] = pack.solution.as_slice() {
        return only.content.clone();
    }
    pack.solution.iter().map(|f| format!("// src/{}\n{}", f.path, f.content)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leak_is_told_as_what_is_left_behind() {
        let message = "tests/a.c:3: memory was not freed: leak of 8 byte(s) in 1 object(s) allocated in f\n";
        let of = |status, sanitizer: &str| TestResult {
            name: "test_f_ends".to_owned(),
            status,
            message: message.to_owned(),
            sanitizer: Some(sanitizer.to_owned()),
            stub: None,
            unit: None,
        };
        let said = what_failed(&of(TestStatus::Failed, "leak"));
        assert!(said.starts_with("`test_f_ends` came to its end and left memory behind: tests/a.c:3:"), "{said}");
        assert!(what_failed(&of(TestStatus::Crashed, "double-free")).contains("stopped by a memory checker: double-free"));
    }

    #[test]
    fn values_are_read_from_both_kinds_of_assertion() {
        let rust = "tests/parcel.rs:4: assertion `left == right` failed\n  left: 15\n right: 12";
        assert_eq!(expected_and_got(rust), Some(("12".into(), "15".into())));
        let c = "tests/seats.c:31: seat_row(7): expected 3, got 2";
        assert_eq!(expected_and_got(c), Some(("3".into(), "2".into())));
        assert_eq!(expected_and_got("something else"), None);
    }
}
