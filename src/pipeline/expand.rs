//! The self-terminating loop, one for all three kinds: ask for a section until the reply says it is complete or the cap is reached. A refused reply ends it.

use super::calls::Purpose;
use super::{Work, assemble};
use crate::error::Error;
use crate::event::Event;
use crate::evidence::{StubRef, stub_of_test};
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

/// What a loop has to write, for whoever waits: units of the code, or sections of the lesson.
pub(super) struct Goal {
    /// 0 where the plan does not say.
    pub of: usize,
    /// The functions that tests can be for.
    pub stubs: Vec<StubRef>,
}

/// Runs one loop. `base` has everything but the sections of this loop, which accumulate here.
pub(super) fn run(
    work: &mut Work,
    provider: &dyn Provider,
    kind: LoopKind,
    base: &Packet,
    language: &Language,
    goal: &Goal,
) -> Result<Expanded, Error> {
    let cap = cap(base.curriculum_context.depth_target, kind);
    let mut packet = base.clone();
    let (mut complete, mut done) = (false, 0);
    while !complete && packet.current_sections.len() < cap {
        let section = packet.current_sections.len() + 1;
        (work.events)(Event::Expanding { kind, section, cap, about: packet.next_focus.clone(), done, of: goal.of });
        let accepted = work.ask(provider, &packet, Purpose::Write, |reply| guard::section(reply, &packet, language))?;
        let (first, last) = span(kind, &accepted, section, language, &goal.stubs);
        (work.events)(Event::Expanded { kind, first, last, of: goal.of });
        done = done.max(last);
        complete = accepted.is_complete;
        packet.next_focus = accepted.next_focus.clone().filter(|f| !f.trim().is_empty());
        packet.current_sections.push(accepted.into_inner());
    }
    // What was sent again within the loop is gone for good.
    let sections: Vec<Section> = assemble::latest_by_id(&packet.current_sections).into_iter().cloned().collect();
    (work.events)(Event::LoopEnded { kind, sections: sections.len(), capped: !complete });
    Ok(Expanded { sections, capped: !complete })
}

/// The first and the last unit that a reply is about; of a lesson, which section it is. 0 where it names none.
fn span(kind: LoopKind, section: &Section, at: usize, language: &Language, stubs: &[StubRef]) -> (usize, usize) {
    let functions = || language.syntax().map(|s| s.outline(&section.content).functions).unwrap_or_default();
    let units: Vec<String> = match kind {
        LoopKind::Lesson => return (at, at),
        LoopKind::Starter => functions().into_iter().filter_map(|f| f.unwritten).collect(),
        LoopKind::Test => {
            let tests = functions().into_iter().filter(|f| f.is_test);
            tests.filter_map(|f| stub_of_test(&f.name, stubs).map(|stub| stub.unit.clone())).collect()
        }
    };
    let numbers = || units.iter().filter_map(|id| id.rsplit('-').next()?.parse::<usize>().ok());
    (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0))
}
