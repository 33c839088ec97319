//! The self-terminating loop, one for all three kinds: ask for a section until the reply says it is complete or the cap is reached. A refused reply ends it.

use super::Work;
use crate::error::Error;
use crate::event::Event;
use crate::guard;
use crate::language::Language;
use crate::provider::Provider;
use crate::session::Depth;
use crate::stage::LoopKind;
use crate::stage::packet::Packet;
use crate::stage::reply::Section;

/// The most sections a loop may have.
pub fn cap(depth: Depth, kind: LoopKind) -> usize {
    match (depth, kind) {
        (Depth::D1, LoopKind::Starter) => 6,
        (Depth::D1, LoopKind::Test) => 8,
        (Depth::D1, LoopKind::Lesson) => 12,
        (Depth::D2, LoopKind::Starter) => 8,
        (Depth::D2, LoopKind::Test) => 10,
        (Depth::D2, LoopKind::Lesson) => 15,
        (Depth::D3, LoopKind::Starter) => 9,
        (Depth::D3, LoopKind::Test) => 12,
        (Depth::D3, LoopKind::Lesson) => 18,
    }
}

/// What a loop made.
#[derive(Debug, Clone, Default)]
pub(super) struct Expanded {
    pub sections: Vec<Section>,
    /// It ended at its cap, and not because a reply said that it is complete.
    pub capped: bool,
}

/// Runs one loop. `base` has everything but the sections of this loop, which accumulate here.
pub(super) fn run(work: &mut Work, provider: &dyn Provider, kind: LoopKind, base: &Packet, language: &Language) -> Result<Expanded, Error> {
    let cap = cap(base.curriculum_context.depth_target, kind);
    let mut packet = base.clone();
    let mut complete = false;
    while !complete && packet.current_sections.len() < cap {
        let section = packet.current_sections.len() + 1;
        (work.events)(Event::Expanding { kind, section, cap, about: packet.next_focus.clone() });
        let accepted = work.ask(provider, &packet, |reply| guard::section(reply, &packet, language))?;
        complete = accepted.is_complete;
        packet.next_focus = accepted.next_focus.clone().filter(|f| !f.trim().is_empty());
        packet.current_sections.push(accepted.into_inner());
    }
    let sections = packet.current_sections;
    (work.events)(Event::LoopEnded { kind, sections: sections.len(), capped: !complete });
    Ok(Expanded { sections, capped: !complete })
}
