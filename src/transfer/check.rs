//! What a bundle must be before anything of it is used. It comes from a file that anyone may have written, so everything in it that etude later relies on
//! is held to what etude itself writes. Refuses the whole file, and changes none of it: half a record would be told from a whole one by nobody.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use super::{Bundle, NotABundle, PARTS, typed};
use crate::language;
use crate::mastery::schedule::{Card, MAX_DAYS, REVIEWS_FILE, Schedule};
use crate::mastery::{MASTERY_FILE, MISCONCEPTIONS_FILE, Mastery, Misconceptions};
use crate::topic::custom;

/// Clocks of two machines differ by minutes, at most by a time zone.
const LEEWAY: SignedDuration = SignedDuration::from_hours(24);

pub(super) fn check(bundle: &Bundle, now: Timestamp) -> Result<(), NotABundle> {
    if let Some(name) = bundle.progress.keys().find(|name| !PARTS.contains(&name.as_str())) {
        return Err(NotABundle::UnknownPart(shown(name)));
    }
    if let Some(name) = bundle.custom_topics.keys().find(|name| language::by_name(name).is_err()) {
        return Err(NotABundle::UnknownPart(shown(name)));
    }
    // An empty list would pass for a record of nothing.
    if bundle.progress.values().any(|part| !part.is_object()) {
        return damaged("a part of it is no record");
    }
    let limit = now.checked_add(LEEWAY).unwrap_or(Timestamp::MAX);
    let not_ahead = |at: Timestamp| if at > limit { Err(NotABundle::Ahead(at)) } else { Ok(()) };
    mastery(&typed(bundle.progress.get(MASTERY_FILE))?, &not_ahead)?;
    misconceptions(&typed(bundle.progress.get(MISCONCEPTIONS_FILE))?, &not_ahead)?;
    schedule(&typed(bundle.progress.get(REVIEWS_FILE))?, &not_ahead)?;
    topics(bundle, &not_ahead)?;
    sessions(bundle, &not_ahead)
}

type NotAhead<'a> = &'a dyn Fn(Timestamp) -> Result<(), NotABundle>;

fn damaged(why: impl Into<String>) -> Result<(), NotABundle> {
    Err(NotABundle::Damaged(why.into()))
}

fn shown(name: &str) -> String {
    crate::text::bounded(&crate::text::clean(name), 40)
}

fn node_id(id: &str) -> Result<(), NotABundle> {
    let plain = id.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-');
    let of_the_map = plain && id.len() <= 24 && id.starts_with(|c: char| c.is_ascii_uppercase()) && !id.ends_with('-');
    if of_the_map || custom::is_sound_id(id) { Ok(()) } else { damaged(format!("\"{}\" is no node", shown(id))) }
}

fn mastery(all: &Mastery, not_ahead: NotAhead) -> Result<(), NotABundle> {
    for (id, node) in &all.nodes {
        node_id(id)?;
        let levels = node.history.iter().flat_map(|c| [c.from, c.to, c.worth.unwrap_or(0)]);
        if levels.chain([node.level]).any(|level| level > 3) {
            return damaged("it has a mastery level that does not exist");
        }
        node.history.iter().try_for_each(|c| not_ahead(c.at))?;
    }
    Ok(())
}

fn misconceptions(all: &Misconceptions, not_ahead: NotAhead) -> Result<(), NotABundle> {
    for (node, at) in all.events.iter().map(|e| (&e.node, e.at)).chain(all.attempts.iter().map(|n| (&n.node, n.at))) {
        node_id(node)?;
        not_ahead(at)?;
    }
    Ok(())
}

/// A card that is wrong hides its node for good, or brings it back every day.
fn schedule(all: &Schedule, not_ahead: NotAhead) -> Result<(), NotABundle> {
    for (id, card) in &all.nodes {
        node_id(id)?;
        not_ahead(card.last_review)?;
        card.history.iter().try_for_each(|rated| not_ahead(rated.at))?;
        if !is_sound(card) {
            return damaged(format!("{} comes back by numbers that make no sense", shown(id)));
        }
    }
    Ok(())
}

fn is_sound(card: &Card) -> bool {
    let (stability, difficulty) = (card.memory.stability, card.memory.difficulty);
    let wait = card.due.duration_since(card.last_review);
    let in_bounds = (-SignedDuration::from_hours(24)..=SignedDuration::from_hours(MAX_DAYS * 24)).contains(&wait);
    stability.is_finite() && stability > 0.0 && (1.0..=10.0).contains(&difficulty) && in_bounds
}

fn topics(bundle: &Bundle, not_ahead: NotAhead) -> Result<(), NotABundle> {
    for topics in bundle.custom_topics.values() {
        let mut ids = HashSet::new();
        if topics.topics.len() > custom::MAX_TOPICS {
            return damaged("it has more topics than etude can have made");
        }
        for topic in &topics.topics {
            not_ahead(topic.added_at)?;
            if !topic.is_sound() || !ids.insert(topic.id.to_ascii_lowercase()) {
                return damaged("it has a topic that etude cannot have made");
            }
        }
    }
    Ok(())
}

fn sessions(bundle: &Bundle, not_ahead: NotAhead) -> Result<(), NotABundle> {
    let mut ids = HashSet::new();
    for session in &bundle.sessions {
        // The earlier program kept sessions without a node.
        if !session.node_id.is_empty() {
            node_id(&session.node_id)?;
        }
        not_ahead(session.started_at)?;
        not_ahead(session.last_accessed_at)?;
        let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        if !(1..=64).contains(&session.id.len()) || !session.id.bytes().all(plain) || !ids.insert(&session.id) {
            return damaged("it has a session that etude cannot have made");
        }
    }
    Ok(())
}
