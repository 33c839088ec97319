//! The bank's reviewer: verdict and score from the tests, the misconception the signs name, and the next step. Claims nothing a run does not show.

use serde_json::{Value, json};

use super::coach::opening;
use super::{ProviderError, diagnose};
use crate::evidence::{Diagnostic, Evidence, Outcome, TestResult};
use crate::misconception::Named;
use crate::pack::Pack;
use crate::stage::packet::Packet;

pub(super) fn reply(pack: &Pack, packet: &Packet) -> Result<Value, ProviderError> {
    let evidence = packet.evidence_context.latest.as_ref();
    let evidence = evidence.ok_or_else(|| ProviderError::recorded("there is no run to review"))?;
    let passed = evidence.passed();
    let named = diagnose(pack, evidence);
    let (action, reason) = if passed {
        ("advance_next", praise(pack))
    } else {
        (if named.is_some() { "bridge_lesson" } else { "retry_same" }, next_step(pack, evidence, named.as_ref()))
    };
    Ok(json!({
        "schema_version": "review_report_v1",
        "role": "reviewer",
        "report_id": format!("{}-review-{}", pack.meta.node, packet.attempt_context.attempt_index),
        "exercise_id": packet.output_contract.exercise_id,
        "node_id": packet.curriculum_context.node_id,
        "depth_target": packet.curriculum_context.depth_target,
        "attempt_index": packet.attempt_context.attempt_index,
        "pass_fail": if passed { "PASS" } else { "FAIL" },
        "score": score(evidence),
        "dominant_tag": named.map(|m| m.tag),
        "remediation": { "action": action, "reason": reason },
    }))
}

/// The share of tests that are green; a run that does not pass stays below what a failing review may say.
pub fn score(evidence: &Evidence) -> usize {
    if evidence.passed() {
        return 100;
    }
    let all = evidence.tests.len().max(1);
    (evidence.passed_count() * 100 / all).min(89)
}

fn praise(pack: &Pack) -> String {
    let shown: Vec<String> = pack.meta.units.iter().map(|u| format!("{}: {}", u.id, u.principle.trim())).collect();
    format!("Every test is green. What your code shows you understand:\n{}", shown.join("\n"))
}

fn next_step(pack: &Pack, evidence: &Evidence, named: Option<&Named>) -> String {
    let unit = evidence.first_failing_unit().unwrap_or("ex-1");
    if evidence.outcome == Outcome::Tampered {
        return "The tests are green, but files that judge your work were changed. Bring them back with `reset`, then try again."
            .to_owned();
    }
    if let Some(misconception) = named {
        let shown = opening_about(evidence, unit, misconception);
        let section = misconception.lesson.as_deref().and_then(|f| section_number(pack, f)).map(|s| format!(" LESSON.md {s} has more."));
        return format!("{shown} {} {}{}", misconception.says.trim(), misconception.fix.trim(), section.unwrap_or_default());
    }
    let shown = opening(evidence, unit);
    let section = pack.meta.lessons.iter().position(|l| l.unit.as_deref() == Some(unit));
    let unwritten = evidence.outcome == Outcome::TestsFail && evidence.failing().all(TestResult::is_unwritten);
    if let (true, Some(at)) = (unwritten, section) {
        return format!(
            "What is written holds. {unit} comes next; LESSON.md, section {} ({}) prepares it.",
            at + 1,
            pack.meta.lessons[at].title
        );
    }
    match section {
        // A missing semicolon is no sign that a section was not understood.
        _ if evidence.first_error().is_some_and(is_about_syntax) => shown,
        Some(at) => format!("{shown} Look again at LESSON.md, section {} ({}).", at + 1, pack.meta.lessons[at].title),
        None => shown,
    }
}

/// What the run showed, so that the learner knows what the words about the misconception are about: a test of the unit it was seen in, or the first
/// error, and the error that named it where that is another.
fn opening_about(evidence: &Evidence, unit: &str, named: &Named) -> String {
    let Some(error) = evidence.first_error() else { return opening(evidence, named.shown.unit.as_deref().unwrap_or(unit)) };
    let shown = opening(evidence, unit);
    let by = named.shown.by.trim_end_matches('.');
    let place = error.file.as_deref().zip(error.line).map(|(file, line)| format!(" at {file}:{line}"));
    let is_the_first = place.is_some_and(|place| by.ends_with(&place)) || evidence.diagnostics.len() == 1;
    if is_the_first { shown } else { format!("{shown} Then there is {by}.") }
}

/// The code cannot be read as the language at all. rustc has no codes for this, and the C compilers have none for any error.
fn is_about_syntax(error: &Diagnostic) -> bool {
    let begins = ["expected ", "unexpected ", "stray ", "missing terminating", "unterminated", "mismatched closing", "extraneous closing"];
    let message = error.message.as_str();
    error.code.is_none() && (begins.iter().any(|b| message.starts_with(b)) || message.contains("unclosed delimiter"))
}

fn section_number(pack: &Pack, file: &str) -> Option<String> {
    let at = pack.meta.lessons.iter().position(|l| l.file == file)?;
    Some(format!("section {} ({})", at + 1, pack.meta.lessons[at].title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Level;
    use crate::misconception::Shown;
    use crate::pack::Bank;

    fn error(code: Option<&str>, message: &str, line: u32) -> Diagnostic {
        Diagnostic {
            level: Level::Error,
            code: code.map(str::to_owned),
            message: message.to_owned(),
            file: Some("src/lib.rs".to_owned()),
            line: Some(line),
            stub: None,
            unit: Some("ex-1".to_owned()),
            rendered: String::new(),
        }
    }

    fn said(errors: Vec<Diagnostic>, named_at: Option<u32>) -> String {
        let evidence = Evidence {
            outcome: Outcome::DoesNotCompile,
            command: String::new(),
            exit_code: Some(101),
            duration_ms: 0,
            diagnostics: errors,
            tests: Vec::new(),
            output_excerpt: String::new(),
            source: Vec::new(),
            tampered: Vec::new(),
        };
        let named = named_at.map(|line| Named {
            tag: "missing-mut".to_owned(),
            says: "You seem to expect this.".to_owned(),
            fix: "Do that.".to_owned(),
            lesson: None,
            generic: false,
            shown: Shown { by: format!("E0384 at src/lib.rs:{line}"), unit: None },
        });
        next_step(&Bank::Embedded.load("rust", "S100").expect("the pack"), &evidence, named.as_ref())
    }

    #[test]
    fn a_misconception_is_named_with_what_showed_it() {
        let second = error(Some("E0384"), "cannot assign twice", 31);
        let same = said(vec![second.clone()], Some(31));
        assert!(same.ends_with("at src/lib.rs:31: cannot assign twice (E0384). You seem to expect this. Do that."), "{same}");
        let other = said(vec![error(None, "expected `;`, found `}`", 19), second], Some(31));
        assert!(other.contains("at src/lib.rs:19: expected `;`"), "{other}");
        assert!(other.ends_with("Then there is E0384 at src/lib.rs:31. You seem to expect this. Do that."), "{other}");
    }

    #[test]
    fn a_slip_of_the_pen_sends_nobody_to_the_lesson() {
        assert!(!said(vec![error(None, "expected `;`, found `}`", 19)], None).contains("LESSON.md"));
        assert!(!said(vec![error(None, "this file contains an unclosed delimiter", 19)], None).contains("LESSON.md"));
        assert!(said(vec![error(Some("E0308"), "mismatched types", 19)], None).contains("LESSON.md"));
        assert!(said(vec![error(None, "'b' undeclared (first use in this function)", 19)], None).contains("LESSON.md"));
    }
}
