//! The bank's reviewer: verdict and score from the tests, the misconception the signs name, and the next step. Claims nothing a run does not show.

use serde_json::{Value, json};

use super::coach::opening;
use super::{ProviderError, diagnose};
use crate::evidence::{Evidence, Outcome, TestResult};
use crate::misconception::Named;
use crate::pack::Pack;
use crate::stage::packet::Packet;

pub(super) fn reply(pack: &Pack, packet: &Packet) -> Result<Value, ProviderError> {
    let evidence = packet.evidence_context.latest.as_ref();
    let evidence = evidence.ok_or_else(|| ProviderError::Failed("there is no run to review".to_owned()))?;
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
fn score(evidence: &Evidence) -> usize {
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
    let shown = opening(evidence, unit);
    if let Some(misconception) = named {
        let section = misconception.lesson.as_deref().and_then(|f| section_number(pack, f)).map(|s| format!(" LESSON.md {s} has more."));
        return format!("{shown} {} {}{}", misconception.says.trim(), misconception.fix.trim(), section.unwrap_or_default());
    }
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
        Some(at) => format!("{shown} Look again at LESSON.md, section {} ({}).", at + 1, pack.meta.lessons[at].title),
        None => shown,
    }
}

fn section_number(pack: &Pack, file: &str) -> Option<String> {
    let at = pack.meta.lessons.iter().position(|l| l.file == file)?;
    Some(format!("section {} ({})", at + 1, pack.meta.lessons[at].title))
}
