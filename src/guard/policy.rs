//! The rules about what a reply may claim and give, each with its id. Pure functions of the reply and the packet.

use super::{Finding, Rule};
use crate::leak::Verdict;
use crate::stage::Role;
use crate::stage::packet::Packet;
use crate::stage::reply::{HintPack, PassFail, ReviewReport, Scaffold};

pub(super) fn scaffold(scaffold: &Scaffold, packet: &Packet) -> Vec<Finding> {
    let mut findings = Vec::new();
    names("node_id", &scaffold.node_id, &packet.curriculum_context.node_id, &mut findings);
    names("depth_target", &format!("{:?}", scaffold.depth_target), &format!("{:?}", packet.curriculum_context.depth_target), &mut findings);
    findings
}

pub(super) fn hint(hint: &HintPack, packet: &Packet) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !(1..=3).contains(&hint.hint_level) {
        findings.push(Finding::new(Rule::ValidHintLevel, format!("hint level {} is not one of 1, 2, 3", hint.hint_level)));
    }
    identity(&hint.exercise_id, &hint.node_id, hint.attempt_index, packet, &mut findings);
    names("depth_target", &format!("{:?}", hint.depth_target), &format!("{:?}", packet.curriculum_context.depth_target), &mut findings);
    names("hint_level", &hint.hint_level.to_string(), &packet.attempt_context.hint_level.to_string(), &mut findings);

    let filled = hint.revealed_solution.as_ref().is_some_and(|s| !s.code.trim().is_empty());
    let what = if filled {
        Some("revealed_solution is filled".to_owned())
    } else if hint.full_solution_provided {
        Some("the reply says that it holds the full solution".to_owned())
    } else {
        None
    };
    if let Some(what) = what.filter(|_| !packet.policy_context.allow_reveal) {
        early_reveal(&what, packet, &mut findings);
    }
    findings
}

fn early_reveal(what: &str, packet: &Packet, findings: &mut Vec<Finding>) {
    findings.push(Finding::new(Rule::NoEarlyReveal, format!("{what} and no reveal was allowed")));
    let threshold = packet.policy_context.max_attempts_before_reveal;
    let made = packet.attempt_context.attempt_index;
    if packet.role == Role::Coach && made < threshold {
        findings.push(Finding::new(Rule::RespectAttemptThreshold, format!("{made} of {threshold} attempts were made")));
    }
}

/// What a text gives away. `defined` are stubs that it defines with a body: the learner's own words and code that does not pass are no reveal.
pub(super) fn leak(verdict: &Verdict, defined: &[String], packet: &Packet) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(stub) = defined.first().filter(|_| verdict.gives_functions()) {
        early_reveal(&format!("the text defines `{stub}`"), packet, &mut findings);
    }
    if let Some(leak) = verdict.leak() {
        findings.push(Finding::new(Rule::HintLeaksSolution, leak));
    }
    findings
}

pub(super) fn review(report: &ReviewReport, packet: &Packet) -> Vec<Finding> {
    let mut findings = Vec::new();
    identity(&report.exercise_id, &report.node_id, report.attempt_index, packet, &mut findings);
    names("depth_target", &format!("{:?}", report.depth_target), &format!("{:?}", packet.curriculum_context.depth_target), &mut findings);
    if report.pass_fail == PassFail::Pass && report.score < 70 {
        findings.push(Finding::new(Rule::PassScoreConsistency, format!("PASS with a score of {}", report.score)));
    }
    if report.pass_fail == PassFail::Fail && report.score >= 90 {
        findings.push(Finding::new(Rule::FailScoreConsistency, format!("FAIL with a score of {}", report.score)));
    }
    let passes = matches!(report.pass_fail, PassFail::Pass | PassFail::ProvisionalPass);
    let red = packet.evidence_context.latest.as_ref().is_some_and(|e| !e.passed());
    if passes && red {
        findings.push(Finding::new(Rule::PassNeedsPassingTests, "the verdict is a pass and the run is not"));
    }
    findings
}

fn identity(exercise_id: &str, node_id: &str, attempt_index: i64, packet: &Packet, findings: &mut Vec<Finding>) {
    names("exercise_id", exercise_id, packet.output_contract.exercise_id.as_deref().unwrap_or(""), findings);
    names("node_id", node_id, &packet.curriculum_context.node_id, findings);
    names("attempt_index", &attempt_index.to_string(), &packet.attempt_context.attempt_index.to_string(), findings);
}

fn names(field: &str, said: &str, meant: &str, findings: &mut Vec<Finding>) {
    if said != meant {
        let said = crate::text::bounded(said, 80);
        findings.push(Finding::new(Rule::ReplyNamesThisExercise, format!("{field} is \"{said}\" where \"{meant}\" was asked")));
    }
}
