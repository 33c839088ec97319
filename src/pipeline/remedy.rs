//! What to do about a misconception that keeps coming back, at the session at hand. Reads the record and the sealed exercise; writes nothing.

use super::{Work, sealed};
use crate::curriculum;
use crate::error::Error;
use crate::language;
use crate::map::{self, NodeState, Supply};
use crate::mastery::Mastery;
use crate::misconception::{self, Advice, Setting};
use crate::session::Session;
use crate::workspace::SealedExercise;

/// Advice about the tag that the review of the latest attempt named, where it has been seen often enough.
pub fn advice(work: &mut Work, session: &Session) -> Result<Option<Advice>, Error> {
    let latest = session.latest_attempt().map(|a| a.index);
    let tag = latest.and_then(|index| session.review_of(index)).and_then(|r| r.report.dominant_tag.clone());
    let Some(tag) = tag else { return Ok(None) };
    let sealed = sealed(work.store, session)?;
    Ok(all(work, session, &sealed)?.into_iter().find(|a| a.tag == tag))
}

/// Advice that belongs to the unit a hint is asked for: the most pressing first.
pub(super) fn for_unit(work: &mut Work, session: &Session, sealed: &SealedExercise, unit: &str) -> Result<Option<Advice>, Error> {
    Ok(all(work, session, sealed)?.into_iter().find(|a| a.unit.as_deref() == Some(unit)))
}

fn all(work: &mut Work, session: &Session, sealed: &SealedExercise) -> Result<Vec<Advice>, Error> {
    let active = misconception::active(&work.misconceptions()?, &session.language, work.now);
    let language = language::by_name(&session.language)?;
    let mastery = work.mastery()?;
    let start = |node: &str| start_command(session, &mastery, node);
    let setting = Setting { exercise: &sealed.exercise, pack: sealed.pack.as_ref(), language, start: &start };
    Ok(active.iter().map(|r| misconception::advise(r, setting)).collect())
}

/// How to start a node with what made this session's exercise, where that can make one for it. A model is named, since it need not be the one that a
/// plain `start` asks. The session's own node was begun before, so it may be begun again whatever it builds on; another one has to be open.
fn start_command(session: &Session, mastery: &Mastery, id: &str) -> Option<String> {
    let supply = Supply::of(&session.provider);
    let (mut startable, mut anyway) = (supply == Supply::Model, "");
    // What is not on the map is a topic of one's own, which only a model knows.
    if let Some(node) = curriculum::node(id) {
        let blocked = matches!(map::state(node, mastery), NodeState::Blocked { .. });
        let own = node.id == session.node_id;
        startable = map::startable(node, supply) && (own || !blocked);
        anyway = if blocked { " --anyway" } else { "" };
    }
    let provider = if supply == Supply::Model { format!(" --provider {}", session.provider) } else { String::new() };
    startable.then(|| format!("start --language {} --node {id}{provider}{anyway}", session.language))
}
