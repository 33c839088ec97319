//! Etude's own coach and reviewer: words made from what the run showed and from what the exercise says of itself. They stand in where a model may not be
//! asked, or where what it says may not be shown. They need nobody and know no solution, so they cannot give one away.

use serde_json::{Value, json};

use super::bank::{opening, score};
use super::{Call, Provider, ProviderError, Reply};
use crate::evidence::{Evidence, Outcome};
use crate::exercise::{Exercise, Unit};
use crate::misconception::{self, Named};
use crate::stage::Role;
use crate::stage::packet::Packet;

pub const NAME: &str = "built-in";

pub struct BuiltIn {
    exercise: Exercise,
}

impl BuiltIn {
    pub fn new(exercise: &Exercise) -> BuiltIn {
        BuiltIn { exercise: exercise.clone() }
    }

    fn named(&self, evidence: Option<&Evidence>) -> Option<Named> {
        evidence.and_then(|e| misconception::diagnose(&self.exercise.language, &[], e))
    }

    fn hint(&self, packet: &Packet) -> Value {
        let asked = &packet.attempt_context;
        let unit_id = asked.target_unit.as_deref().unwrap_or("ex-1");
        let evidence = packet.evidence_context.latest.as_ref();
        let named = self.named(evidence);
        let shown = evidence.map(|e| opening(e, unit_id)).unwrap_or_default();
        let body = self.exercise.unit(unit_id).map(|unit| step(unit, asked.hint_level, named.as_ref())).unwrap_or_default();
        let style = ["pointer", "question", "approach"][usize::from(asked.hint_level.clamp(1, 3)) - 1];
        let text = [shown, body].into_iter().filter(|t| !t.is_empty()).collect::<Vec<_>>().join("\n\n");
        json!({
            "schema_version": "hint_pack_v1",
            "role": "coach",
            "hint_id": format!("built-in-{unit_id}-l{}", asked.hint_level),
            "exercise_id": packet.output_contract.exercise_id,
            "node_id": packet.curriculum_context.node_id,
            "depth_target": packet.curriculum_context.depth_target,
            "attempt_index": asked.attempt_index,
            "hint_level": asked.hint_level,
            "dominant_tag": named.map(|n| n.tag),
            "allowed_reveal": false,
            "current_hint": { "style": style, "text": text },
            "full_solution_provided": false,
            "revealed_solution": null,
        })
    }

    fn review(&self, packet: &Packet) -> Result<Value, ProviderError> {
        let evidence = packet.evidence_context.latest.as_ref();
        let evidence = evidence.ok_or_else(|| ProviderError::recorded("there is no run to review"))?;
        let named = self.named(Some(evidence));
        let (action, reason) = match evidence.outcome {
            Outcome::Passed => ("advance_next", "Every test is green.".to_owned()),
            Outcome::Tampered => {
                ("retry_same", "Files that judge your work were changed. Bring them back with `reset`, then try again.".to_owned())
            }
            _ => {
                let unit = evidence.first_failing_unit().unwrap_or("ex-1");
                let more = match &named {
                    Some(named) => format!(" {} {}", named.says.trim(), named.fix.trim()),
                    None => self
                        .exercise
                        .unit(unit)
                        .and_then(|u| u.lesson.first())
                        .map(|l| format!(" LESSON.md, \"{l}\" prepares it."))
                        .unwrap_or_default(),
                };
                (if named.is_some() { "bridge_lesson" } else { "retry_same" }, format!("{}{more}", opening(evidence, unit)))
            }
        };
        Ok(json!({
            "schema_version": "review_report_v1",
            "role": "reviewer",
            "report_id": format!("built-in-review-{}", packet.attempt_context.attempt_index),
            "exercise_id": packet.output_contract.exercise_id,
            "node_id": packet.curriculum_context.node_id,
            "depth_target": packet.curriculum_context.depth_target,
            "attempt_index": packet.attempt_context.attempt_index,
            "pass_fail": if evidence.passed() { "PASS" } else { "FAIL" },
            "score": score(evidence),
            "dominant_tag": named.map(|n| n.tag),
            "remediation": { "action": action, "reason": reason },
        }))
    }
}

/// One step on the ladder: where to look, what to ask oneself, how to go about it.
fn step(unit: &Unit, level: u8, named: Option<&Named>) -> String {
    let stub = unit.stubs.first().map_or("the stub", |s| s.name.as_str());
    let lesson = unit.lesson.first().map(|l| format!("LESSON.md, \"{l}\"")).unwrap_or_else(|| "LESSON.md".to_owned());
    let tag = named.map(|n| format!("{} {} ", n.says.trim(), n.fix.trim())).unwrap_or_default();
    match level {
        1 => {
            format!("Read the comment above `{stub}` once more, then {lesson}. Which sentence of the contract does your code not keep yet?")
        }
        2 => format!(
            "{tag}Take the values of the test and go through `{stub}` line by line on paper, writing down every name and what it holds. \
             Where is the first line that does something other than you meant? The worked example in {lesson} does the same for a smaller case."
        ),
        _ => format!(
            "{tag}Build `{stub}` in steps. First make it answer the simplest case of the contract, and run the tests. Then add one further case at a \
             time, and run them again after each. When one breaks, the last change is the one to look at; {lesson} has an example of the same shape."
        ),
    }
}

impl Provider for BuiltIn {
    fn name(&self) -> &str {
        NAME
    }

    fn call(&self, call: &Call) -> Result<Reply, ProviderError> {
        match call.packet.role {
            Role::Coach => Ok(Reply::of(self.hint(call.packet).to_string())),
            Role::Reviewer => Ok(Reply::of(self.review(call.packet)?.to_string())),
            other => Err(ProviderError::recorded(format!("there is no built-in answer for {}", other.name()))),
        }
    }
}
