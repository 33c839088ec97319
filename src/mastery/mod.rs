//! What the learner masters and confuses, over all sessions. Owns the rules by which levels rise and the record of every change. A level changes only
//! with the evidence of a passing run in hand; nothing a reply says is enough. What a misconception means and what to do about it is `misconception`'s,
//! which reads this record and is not known here.

mod history;
pub mod schedule;
mod undo;

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::evidence::Evidence;
use crate::session::Depth;
use crate::stage::packet::{MisconceptionContext, RecentTag, TagCount};

pub const MASTERY_FILE: &str = "mastery";
pub const MISCONCEPTIONS_FILE: &str = "misconceptions";
const MAX_EVENTS: usize = 500;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Mastery {
    pub nodes: BTreeMap<String, NodeMastery>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NodeMastery {
    pub level: u8,
    pub history: Vec<Change>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    pub from: u8,
    pub to: u8,
    pub at: Timestamp,
    pub session_id: String,
    pub attempt_index: u32,
    pub why: String,
    /// What the pass is worth by itself, whatever the level was. Records from before this was written do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<u8>,
    /// It takes back what this session gave.
    #[serde(default, skip_serializing_if = "is_false")]
    pub undo: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// What helped a pass along; each lowers what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Help {
    /// The strongest hint used.
    pub hint_level: u8,
    pub provisional: bool,
    /// The solution was shown after it had been earned.
    pub revealed: bool,
    /// The solution was shown before that: this exercise cannot raise mastery any more.
    pub gave_up: bool,
}

/// The level a pass is worth by itself, or none where it is worth nothing.
pub fn worth(depth: Depth, help: Help) -> Option<u8> {
    let full: u8 = match depth {
        Depth::D1 => 1,
        Depth::D2 => 2,
        Depth::D3 => 3,
    };
    if help.gave_up {
        None
    } else if help.revealed {
        Some(1)
    } else if help.hint_level >= 3 || help.provisional {
        Some(full.saturating_sub(1).max(1))
    } else {
        Some(full)
    }
}

/// Who passed what, for the record.
#[derive(Debug, Clone)]
pub struct Pass<'a> {
    pub node: &'a str,
    pub depth: Depth,
    pub help: Help,
    pub session_id: &'a str,
    pub attempt_index: u32,
}

impl Mastery {
    pub fn level(&self, node: &str) -> u8 {
        self.nodes.get(node).map_or(0, |n| n.level)
    }

    /// Records a pass. Never lowers a level, and does nothing unless the evidence itself passes.
    pub fn record_pass(&mut self, evidence: &Evidence, pass: Pass, now: Timestamp) -> Option<Change> {
        if !evidence.passed() {
            return None;
        }
        let worth = worth(pass.depth, pass.help)?;
        let node = self.nodes.entry(pass.node.to_owned()).or_default();
        let (from, to) = (node.level, node.level.max(worth));
        let change = Change {
            from,
            to,
            at: now,
            session_id: pass.session_id.to_owned(),
            attempt_index: pass.attempt_index,
            why: reason(pass.depth, pass.help),
            worth: Some(worth),
            undo: false,
        };
        node.level = to;
        node.record(change.clone());
        Some(change)
    }
}

fn reason(depth: Depth, help: Help) -> String {
    if help.revealed {
        "passed after the solution was shown".to_owned()
    } else if help.hint_level >= 3 {
        format!("passed at depth {depth:?} with a level 3 hint")
    } else if help.provisional {
        format!("passed at depth {depth:?}, provisionally")
    } else {
        format!("passed at depth {depth:?}")
    }
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Misconceptions {
    pub events: Vec<MisconceptionEvent>,
    /// The latest reviewed attempts, with a tag or without: what tells whether a tag has stopped.
    pub attempts: Vec<AttemptNote>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MisconceptionEvent {
    pub tag: String,
    pub node: String,
    pub session_id: String,
    pub attempt_index: u32,
    pub at: Timestamp,
    /// The unit of the exercise it was seen in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The test or the diagnostic that showed it, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
}

/// One reviewed attempt, with or without a tag: what tells whether a tag has stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttemptNote {
    pub language: String,
    pub node: String,
    pub session_id: String,
    pub attempt_index: u32,
    pub at: Timestamp,
    pub passed: bool,
    /// The hash of the source that was run. Attempts from before it was noted have none, and count one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_hash: Option<String>,
}

impl Misconceptions {
    /// Notes that an attempt was reviewed. Whoever records a tag notes its attempt too.
    pub fn note(&mut self, note: AttemptNote) {
        self.attempts.retain(|n| !(n.session_id == note.session_id && n.attempt_index == note.attempt_index));
        self.attempts.push(note);
        let surplus = self.attempts.len().saturating_sub(MAX_EVENTS);
        self.attempts.drain(..surplus);
    }

    pub fn record(&mut self, event: MisconceptionEvent) {
        // A review that is made again says nothing new.
        self.events.retain(|e| !(e.session_id == event.session_id && e.attempt_index == event.attempt_index));
        self.events.push(event);
        let surplus = self.events.len().saturating_sub(MAX_EVENTS);
        self.events.drain(..surplus);
    }

    /// Takes out what was seen in a session whose exercise was broken: it says nothing about the learner.
    pub fn forget_session(&mut self, session: &str) {
        self.events.retain(|event| event.session_id != session);
        self.attempts.retain(|note| note.session_id != session);
    }

    /// The tags seen most at this node, and the latest events anywhere, as a packet tells them.
    pub fn context(&self, node: &str) -> MisconceptionContext {
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for event in self.events.iter().filter(|e| e.node == node) {
            *counts.entry(&event.tag).or_default() += 1;
        }
        let mut top_tags: Vec<TagCount> = counts.into_iter().map(|(tag, count)| TagCount { tag: tag.to_owned(), count }).collect();
        top_tags.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.tag.cmp(&b.tag)));
        top_tags.truncate(5);
        let recent = |e: &MisconceptionEvent| RecentTag { tag: e.tag.clone(), node_id: e.node.clone(), attempt_index: e.attempt_index };
        let recent_events = self.events.iter().rev().take(5).map(recent).collect();
        MisconceptionContext { top_tags, recent_events, ..MisconceptionContext::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_is_worth_its_depth_less_what_helped() {
        let none = Help::default();
        assert_eq!([Depth::D1, Depth::D2, Depth::D3].map(|d| worth(d, none)), [Some(1), Some(2), Some(3)]);
        let l3 = Help { hint_level: 3, ..none };
        assert_eq!([Depth::D1, Depth::D2, Depth::D3].map(|d| worth(d, l3)), [Some(1), Some(1), Some(2)]);
        assert_eq!(worth(Depth::D3, Help { hint_level: 2, ..none }), Some(3));
        assert_eq!(worth(Depth::D2, Help { provisional: true, ..none }), Some(1));
        assert_eq!(worth(Depth::D3, Help { revealed: true, ..none }), Some(1));
        assert_eq!(worth(Depth::D3, Help { gave_up: true, revealed: true, ..none }), None);
    }

    #[test]
    fn a_broken_session_is_forgotten_and_the_others_stay() {
        let mut all = Misconceptions::default();
        for session in ["broken", "other"] {
            let (node, session_id, at) = ("S100".to_owned(), session.to_owned(), Timestamp::UNIX_EPOCH);
            let (tag, unit, evidence) = ("off-by-one".to_owned(), None, None);
            all.record(MisconceptionEvent {
                tag,
                node: node.clone(),
                session_id: session_id.clone(),
                attempt_index: 1,
                at,
                unit,
                evidence,
            });
            all.note(AttemptNote { language: "rust".to_owned(), node, session_id, attempt_index: 1, at, passed: false, source_hash: None });
        }
        all.forget_session("broken");
        assert_eq!((all.events.len(), all.attempts.len()), (1, 1));
        assert!(all.events[0].session_id == "other" && all.attempts[0].session_id == "other");
    }
}
