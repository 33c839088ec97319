//! When a passed node comes back. Owns the memory of every node by FSRS, how a sitting is rated and when the node is due. Pure: time is an argument,
//! and what is stored is exactly what is here.
//!
//! A clean pass is Good. A pass that was helped is Hard, and so the node is back sooner. A due node that failed in earnest, was given up, or was left
//! without a pass is Again, and a pass later in that sitting is Hard at most. One sitting counts once: running solved code again some weeks later is no sign of memory, a fresh workspace is.

mod fsrs;

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Help, Mastery, worth};
use crate::session::Depth;

pub const REVIEWS_FILE: &str = "reviews";
/// However well it sits: after two years a look does no harm.
pub const MAX_DAYS: i64 = 730;
/// Who sits down at the same hour every evening should not be told to come back in twenty minutes.
const LEEWAY_HOURS: i64 = 8;
const MAX_HISTORY: usize = 50;

/// How a sitting went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    Again,
    Hard,
    Good,
}

impl Rating {
    /// What a pass is rated, by what helped it along.
    pub fn of(help: Help) -> Rating {
        if help.gave_up {
            Rating::Again
        } else if help.hint_level >= 3 || help.provisional || help.revealed {
            Rating::Hard
        } else {
            Rating::Good
        }
    }
}

/// All nodes that were ever passed, and when each comes back.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Schedule {
    pub nodes: BTreeMap<String, Card>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    pub memory: Memory,
    pub last_review: Timestamp,
    pub due: Timestamp,
    #[serde(default)]
    pub history: Vec<Rated>,
}

/// What FSRS knows of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    pub stability: f32,
    pub difficulty: f32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rated {
    pub rating: Rating,
    pub at: Timestamp,
    #[serde(default)]
    pub session_id: String,
}

/// One session at one node.
#[derive(Debug, Clone, Copy)]
pub struct Sitting<'a> {
    pub node: &'a str,
    pub session_id: &'a str,
    pub begun: Timestamp,
}

impl Schedule {
    /// A pass moves the node, once per sitting. One that was given up before it was passed counts as a lapse.
    pub fn record_pass(&mut self, sitting: Sitting, help: Help, now: Timestamp) {
        let rating = match Rating::of(help) {
            Rating::Again => return self.record_lapse(sitting, now),
            rating => rating,
        };
        let before = self.nodes.get(sitting.node).map(|card| card.ratings_of(sitting.session_id)).unwrap_or_default();
        if before.iter().any(|rating| *rating > Rating::Again) {
            return;
        }
        // Passed after all, in the workspace where it had failed: that needed help too.
        let rating = if before.is_empty() { rating } else { Rating::Hard };
        self.rate(sitting, rating, now);
    }

    /// A sitting that failed. It says something only where it was begun because the node was due, and only once.
    pub fn record_lapse(&mut self, sitting: Sitting, now: Timestamp) {
        let says_something = |card: &Card| card.is_due(sitting.begun) && card.ratings_of(sitting.session_id).is_empty();
        if self.nodes.get(sitting.node).is_some_and(says_something) {
            self.rate(sitting, Rating::Again, now);
        }
    }

    fn rate(&mut self, sitting: Sitting, rating: Rating, now: Timestamp) {
        let card = self.nodes.get(sitting.node);
        let elapsed = card.map_or(0, |card| days_between(card.last_review, now));
        let memory = fsrs::after(card.map(|card| card.memory), elapsed as f32, rating);
        let days = (memory.stability.round() as i64).clamp(1, MAX_DAYS);
        let mut history = self.nodes.remove(sitting.node).map(|card| card.history).unwrap_or_default();
        history.push(Rated { rating, at: now, session_id: sitting.session_id.to_owned() });
        let surplus = history.len().saturating_sub(MAX_HISTORY);
        history.drain(..surplus);
        let due = now.checked_add(SignedDuration::from_hours(days * 24 - LEEWAY_HOURS)).unwrap_or(Timestamp::MAX);
        self.nodes.insert(sitting.node.to_owned(), Card { memory, last_review: now, due, history });
    }

    /// Nodes that were passed before there was a schedule come in with their latest pass.
    pub fn adopt(&mut self, mastery: &Mastery) {
        for (node, passed) in mastery.nodes.iter().filter(|(_, n)| n.level > 0) {
            let Some(latest) = passed.last_pass().filter(|_| !self.nodes.contains_key(node)) else { continue };
            self.rate(Sitting { node, session_id: &latest.session_id, begun: latest.at }, Rating::Good, latest.at);
        }
    }

    pub fn card(&self, node: &str) -> Option<&Card> {
        self.nodes.get(node)
    }

    /// What is due, what has waited longest first.
    pub fn due(&self, now: Timestamp) -> Vec<(&str, &Card)> {
        let mut due: Vec<_> = self.nodes.iter().filter(|(_, card)| card.is_due(now)).map(|(node, card)| (node.as_str(), card)).collect();
        due.sort_by_key(|(node, card)| (card.due, *node));
        due
    }
}

impl Card {
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.due <= now
    }

    /// Whole days that it has waited.
    pub fn days_overdue(&self, now: Timestamp) -> i64 {
        (now.duration_since(self.due).as_hours() / 24).max(0)
    }

    /// Days until it comes back, a day begun counting as one.
    pub fn days_left(&self, now: Timestamp) -> i64 {
        let minutes = self.due.duration_since(now).as_mins().max(0);
        (minutes + 24 * 60 - 1) / (24 * 60)
    }

    fn ratings_of(&self, session: &str) -> Vec<Rating> {
        self.history.iter().filter(|rated| rated.session_id == session).map(|rated| rated.rating).collect()
    }
}

fn days_between(from: Timestamp, to: Timestamp) -> u32 {
    // To the nearest day: last evening and this morning are one day apart.
    let days = (to.duration_since(from).as_hours() + 12) / 24;
    u32::try_from(days.max(0)).unwrap_or(u32::MAX)
}

/// When a node that was just passed comes back, and for what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Comeback {
    pub due: Timestamp,
    pub days: i64,
    /// How this sitting was rated; none where it moved nothing.
    pub after: Option<Rating>,
    /// The level that a clean pass would give, where that is more than there is now.
    pub for_level: Option<u8>,
}

impl Comeback {
    /// As the sitting of this session leaves the node.
    pub fn of(card: &Card, session_id: &str, depth: Depth, level: u8, now: Timestamp) -> Comeback {
        let last = card.history.last().filter(|rated| rated.session_id == session_id);
        Comeback {
            due: card.due,
            days: card.days_left(now),
            after: last.map(|rated| rated.rating),
            for_level: worth(depth, Help::default()).filter(|full| *full > level),
        }
    }
}

#[cfg(test)]
mod tests;
