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
            "\nYour last reply to this packet was refused ({}{rules}) for this reason:\n\n```json\n{why}\n```\n",
            refused.reason
        ));
        if let Some(quote) = &refused.quote {
            let part = serde_json::to_string(&crate::text::bounded(quote, 400)).ok()?;
            text.push_str(&format!("\nIt is about this part of it:\n\n```json\n{part}\n```\n"));
        }
        text.push_str("\nAnswer again, with that mended.\n");
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

#[cfg(test)]
mod tests {
    use super::*;

    fn both(role: Role) -> [&'static str; 2] {
        ["rust", "c"].map(|language| instructions(language, role).unwrap())
    }

    #[test]
    fn the_loops_are_told_what_the_proof_refuses() {
        for text in both(Role::TestExpand) {
            assert!(text.contains("Each test by itself has to reject some wrong version of its stub"));
            assert!(text.contains("a wrong value below and one above") && text.contains("more than four items"));
        }
        for text in both(Role::LessonExpand) {
            assert!(text.contains("fences, fragments, inline code and copies with other names"));
        }
    }

    #[test]
    fn a_reply_that_mends_the_last_fault_is_told_to_be_complete() {
        for role in [Role::StarterExpand, Role::TestExpand, Role::LessonExpand] {
            for text in both(role) {
                assert!(text.contains("so also when it is sent again for a fault at the end; `next_focus` is then null"), "{role:?}");
            }
        }
    }

    #[test]
    fn a_solver_is_told_of_no_test_and_a_section_may_hold_several_units() {
        for text in both(Role::Solution) {
            assert!(text.contains("You see no tests") && !text.contains("loop_kind") && !text.contains("scaffold_context"));
            assert!(text.contains("breaks one promise of the contract") && text.contains("at most three points"));
        }
        for text in both(Role::StarterExpand).into_iter().chain(both(Role::TestExpand)) {
            assert!(text.contains("everal units") && text.contains("always under 16 KiB") && text.contains("`asked_sections`"));
        }
        for text in both(Role::Scaffold) {
            assert!(text.contains("at most 6, 7, 9 at D1, D2, D3"));
        }
    }

    #[test]
    fn the_bridge_is_no_section_of_a_unit() {
        for text in both(Role::StarterExpand) {
            assert!(text.contains("name both, but never the bridge"));
        }
        for text in both(Role::LessonExpand) {
            assert!(text.contains("(the bridge is none)") && text.contains("The six points do not hold for it"));
        }
    }

    #[test]
    fn methods_of_traits_may_be_stubs_and_freeing_may_be_practised() {
        for role in [Role::Scaffold, Role::StarterExpand] {
            assert!(instructions("rust", role).unwrap().contains("a method of a trait or of its `impl`"), "{role:?}");
            assert!(instructions("c", role).unwrap().contains("Where releasing memory is the topic, no function that releases is given"));
        }
    }

    #[test]
    fn instructions_of_both_languages_are_of_one_version() {
        for role in Role::ALL {
            let versions = both(role).map(|text| text.lines().next().and_then(|l| l.split_once(", ")).map(|(_, version)| version));
            assert!(versions[0].is_some_and(|v| v.starts_with("version ")) && versions[0] == versions[1], "{role:?}: {versions:?}");
        }
    }
}
