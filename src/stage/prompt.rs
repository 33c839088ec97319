//! What a model is told in one call: the stage instructions of the language, then the packet as one fenced block of data, then what to answer. The order is
//! fixed and the packet's own order puts what changes last, so a call's prompt is, but for a short tail, the beginning of the next.

use crate::assets;
use crate::stage::Role;
use crate::stage::packet::Packet;

/// The stage instructions of a language, as data.
pub fn instructions(language: &str, role: Role) -> Option<&'static str> {
    assets::text(&format!("prompts/{language}/{}.md", role.name()))
}

/// The whole prompt of a call, or nothing where the language has no instructions for the role.
pub fn render(packet: &Packet) -> Option<String> {
    let instructions = instructions(&packet.curriculum_context.language, packet.role)?;
    // JSON escapes every line break, so nothing inside the block can close the fence.
    let data = serde_json::to_string(packet).ok()?;
    let schema = packet.role.schema();
    Some(format!(
        "{}\n\n```json\n{data}\n```\n\nAnswer with one JSON object that fits {schema}, and nothing around it.\n",
        instructions.trim_end()
    ))
}
