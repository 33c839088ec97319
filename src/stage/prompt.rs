//! What a model is told in one call: the stage instructions of the language, then the packet as one fenced block of data, then what to answer. The order is
//! fixed and the packet's own order puts what changes last, so a call's prompt is, but for a short tail, the beginning of the next.

use crate::assets;
use crate::evidence::{Evidence, Level, Outcome};
use crate::guard::Rejection;
use crate::stage::Role;
use crate::stage::packet::Packet;

/// The stage instructions of a language, as data.
pub fn instructions(language: &str, role: Role) -> Option<&'static str> {
    assets::text(&format!("prompts/{language}/{}.md", role.name()))
}

/// The whole prompt of a call, or nothing where the language has no instructions for the role. Why an earlier reply was refused comes last, outside
/// the packet: it is etude's own word, and all before it stays as it was.
pub fn render(packet: &Packet, refused: Option<&Rejection>) -> Option<String> {
    let instructions = instructions(&packet.curriculum_context.language, packet.role)?;
    // JSON escapes every line break, so nothing inside the block can close the fence.
    let data = serde_json::to_string(&for_reading(packet)).ok()?;
    let schema = packet.role.schema();
    let mut text = format!(
        "{}\n\n```json\n{data}\n```\n\nAnswer with one JSON object that fits {schema}, and nothing around it.\n",
        instructions.trim_end()
    );
    if let Some(refused) = refused {
        // The detail may quote the reply, so it is data too: one JSON string, which cannot close its fence.
        let why = serde_json::to_string(&crate::text::bounded(&refused.detail, 800)).ok()?;
        let rules = refused.rules.iter().map(|r| format!(" {r}")).collect::<String>();
        text.push_str(&format!(
            "\nYour last reply to this packet was refused ({}{rules}) for this reason:\n\n```json\n{why}\n```\n\nAnswer again, with that mended.\n",
            refused.reason
        ));
    }
    Some(text)
}

/// The packet as a model gets to read it: lines of source have their numbers, because nobody counts lines inside a JSON string, and the output of a build
/// is left out where the diagnostics say it all. What cargo prints there is for programs, names the learner's home and is longer than all the rest.
fn for_reading(packet: &Packet) -> Packet {
    let mut packet = packet.clone();
    let context = &mut packet.evidence_context;
    for evidence in [&mut context.latest, &mut context.last_failing].into_iter().flatten() {
        for file in &mut evidence.source {
            file.content = file.content.lines().enumerate().map(|(at, line)| format!("{}| {line}\n", at + 1)).collect();
        }
        if says_it_all(evidence) {
            evidence.output_excerpt.clear();
        }
    }
    packet
}

fn says_it_all(evidence: &Evidence) -> bool {
    evidence.outcome == Outcome::DoesNotCompile && evidence.diagnostics.iter().any(|d| d.level == Level::Error)
}
