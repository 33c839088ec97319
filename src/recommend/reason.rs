//! Why a node is offered, in half a sentence.

use std::fmt;

use serde::Serialize;

use crate::curriculum::Node;
use crate::mastery::Mastery;
use crate::topic::custom;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    Due {
        days: i64,
    },
    /// `here`: at this node alone; else elsewhere too, and here the last time.
    MixedUp {
        tag: String,
        count: u32,
        here: bool,
    },
    InProgress,
    /// The learner said that the only exercise for it is broken.
    Reported,
    /// The nearest open node of the track in which something was passed last.
    NextInTrack,
    /// Passing it opens these.
    Opens {
        nodes: Vec<String>,
    },
    BuildsOn {
        node: String,
    },
    /// It needs nothing before it.
    FirstStep,
    /// The learner added it to the map.
    OwnTopic,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Reason::Due { days: 0 } => write!(f, "due today"),
            Reason::Due { days: 1 } => write!(f, "due since yesterday"),
            Reason::Due { days } => write!(f, "due for {days} days"),
            Reason::MixedUp { tag, count, here: true } => write!(f, "you mixed up {tag} here {}", times(*count)),
            Reason::MixedUp { tag, count, here: false } => write!(f, "you mixed up {tag} {}, last here", times(*count)),
            Reason::InProgress => write!(f, "you are in the middle of it"),
            Reason::Reported => write!(f, "you reported its exercise"),
            Reason::NextInTrack => write!(f, "next in your track"),
            Reason::Opens { nodes } => write!(f, "opens {}", listed(nodes)),
            Reason::BuildsOn { node } => write!(f, "builds on {node}"),
            Reason::FirstStep => write!(f, "a good place to begin"),
            Reason::OwnTopic => write!(f, "a topic you asked for"),
        }
    }
}

fn times(count: u32) -> String {
    if count == 2 { "twice".to_owned() } else { format!("{count} times") }
}

/// `A`, `A and B`, `A, B and 3 more`.
fn listed(nodes: &[String]) -> String {
    match nodes {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [one, two, three] => format!("{one}, {two} and {three}"),
        [one, two, rest @ ..] => format!("{one}, {two} and {} more", rest.len()),
    }
}

/// Why to take up a node that is open and not passed.
pub(super) fn of_open(nodes: &[&Node], node: &Node, mastery: &Mastery) -> Reason {
    let opened = |n: &&&Node| n.prerequisites.contains(&node.id) && n.prerequisites.iter().all(|p| *p == node.id || mastery.level(p) > 0);
    let opened: Vec<String> = nodes.iter().filter(opened).map(|n| n.id.clone()).collect();
    match node.prerequisites.last() {
        _ if custom::is_custom(&node.id) => Reason::OwnTopic,
        _ if !opened.is_empty() => Reason::Opens { nodes: opened },
        Some(before) => Reason::BuildsOn { node: before.clone() },
        None => Reason::FirstStep,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_half_a_sentence() {
        let opens = |ids: &[&str]| Reason::Opens { nodes: ids.iter().map(|id| (*id).to_owned()).collect() }.to_string();
        let mixed_up = |count, here| Reason::MixedUp { tag: "off-by-one".into(), count, here }.to_string();
        assert_eq!(opens(&["A202"]), "opens A202");
        assert_eq!(opens(&["A202", "A203"]), "opens A202 and A203");
        assert_eq!(opens(&["A", "B", "C"]), "opens A, B and C");
        assert_eq!(opens(&["A", "B", "C", "D", "E"]), "opens A, B and 3 more");
        assert_eq!(Reason::Due { days: 0 }.to_string(), "due today");
        assert_eq!(Reason::Due { days: 2 }.to_string(), "due for 2 days");
        assert_eq!(mixed_up(2, true), "you mixed up off-by-one here twice");
        assert_eq!(mixed_up(4, false), "you mixed up off-by-one 4 times, last here");
    }
}
