//! A learner on the map: what is passed, what is open, what a blocked node still misses and the shortest way there. Pure: mastery and what can be
//! started are arguments. The map itself is in `curriculum`; what to take up next is decided elsewhere.

mod refused;

pub use refused::{Instead, Refused, and, in_a_row, refusal};

use std::collections::{HashMap, HashSet, VecDeque};

use serde::Serialize;

use crate::curriculum::{self, Node, Track};
use crate::language;
use crate::mastery::Mastery;
use crate::pack::Bank;
use crate::provider;
use crate::topic::custom;
use crate::view::{LanguageBars, LanguageMap, NodeLine, Standing, TrackBar, TrackMap};

/// Where a learner stands with a node.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeState {
    Passed { level: u8 },
    Open,
    Blocked { missing: Vec<&'static Node> },
}

/// Where exercises come from: the bank alone, or a model as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Supply {
    Bank,
    Model,
}

impl Supply {
    /// What the provider of this name can make.
    pub fn of(provider: &str) -> Supply {
        if provider::is_model(provider) { Supply::Model } else { Supply::Bank }
    }
}

/// The prerequisites that are not passed yet.
pub fn unmet(node: &Node, mastery: &Mastery) -> Vec<&'static Node> {
    node.prerequisites.iter().filter(|id| mastery.level(id) == 0).filter_map(|id| curriculum::node(id)).collect()
}

pub fn state(node: &Node, mastery: &Mastery) -> NodeState {
    let level = mastery.level(&node.id);
    if level > 0 {
        return NodeState::Passed { level };
    }
    let missing = unmet(node, mastery);
    if missing.is_empty() { NodeState::Open } else { NodeState::Blocked { missing } }
}

/// An exercise for it can be had here and now, whether or not it is open.
pub fn startable(node: &Node, supply: Supply) -> bool {
    supply == Supply::Model || Bank::Embedded.has(&node.language, &node.id)
}

/// The nodes to pass, in order, until this one is open. Every prerequisite has to be passed, so there is one such set, and none is shorter.
pub fn path_to(node: &Node, mastery: &Mastery) -> Vec<&'static Node> {
    let (mut path, mut seen) = (Vec::new(), HashSet::new());
    gather(node, mastery, &mut seen, &mut path);
    path
}

/// Depth first: what a node needs comes before it. The map has no circles, so this ends.
fn gather(node: &Node, mastery: &Mastery, seen: &mut HashSet<&'static str>, path: &mut Vec<&'static Node>) {
    for needed in unmet(node, mastery) {
        if seen.insert(&needed.id) {
            gather(needed, mastery, seen, path);
            path.push(needed);
        }
    }
}

/// The nearest node on the map that can be started now, one that is not passed before one that is.
pub fn nearest_startable(node: &Node, mastery: &Mastery, supply: Supply) -> Option<&'static Node> {
    let open = |n: &Node| unmet(n, mastery).is_empty();
    let fresh = nearest(node, supply, |n| open(n) && mastery.level(&n.id) == 0);
    fresh.or_else(|| nearest(node, supply, open))
}

/// The nearest other node of this kind for which an exercise can be had: by steps along prerequisites in either direction, then in the order of the map.
pub fn nearest(node: &Node, supply: Supply, wanted: impl Fn(&Node) -> bool) -> Option<&'static Node> {
    let distance = distances(node);
    let others = curriculum::of_language(&node.language).filter(|n| n.id != node.id && startable(n, supply) && wanted(n));
    others.min_by_key(|n| distance.get(n.id.as_str()).copied().unwrap_or(usize::MAX))
}

/// Steps from a node to every other that is connected with it.
fn distances(from: &Node) -> HashMap<&'static str, usize> {
    let mut distance: HashMap<&'static str, usize> = HashMap::new();
    let mut waiting: VecDeque<(&'static Node, usize)> =
        from.prerequisites.iter().filter_map(|id| Some((curriculum::node(id)?, 1))).collect();
    waiting.extend(curriculum::node(&from.id).map(|n| (n, 0)));
    while let Some((node, steps)) = waiting.pop_front() {
        if distance.get(node.id.as_str()).is_some_and(|d| *d <= steps) {
            continue;
        }
        distance.insert(&node.id, steps);
        waiting.extend(node.prerequisites.iter().filter_map(|id| Some((curriculum::node(id)?, steps + 1))));
        waiting.extend(curriculum::of_language(&node.language).filter(|n| n.prerequisites.contains(&node.id)).map(|n| (n, steps + 1)));
    }
    distance
}

/// The tracks of a language, in their order.
pub fn tracks(language: &str) -> Vec<&'static Track> {
    curriculum::tracks().filter(|t| t.language == language).collect()
}

/// The nodes of a track, in the order of the map.
pub fn of_track(track: &Track) -> impl Iterator<Item = &'static Node> {
    curriculum::of_language(&track.language).filter(move |n| n.track == track.id)
}

/// The whole map of a language with where the learner stands on it; topics of their own come last.
pub fn overview(language: &str, own: &[Node], mastery: &Mastery, supply: Supply) -> LanguageMap {
    let line = |node: &Node| node_line(node, mastery, supply);
    let mut tracks: Vec<TrackMap> = tracks(language).into_iter().map(|t| track_map(t, of_track(t).map(line).collect())).collect();
    if !own.is_empty() {
        tracks.push(track_map(&custom::track(language), own.iter().map(line).collect()));
    }
    let (passed, all) = (tracks.iter().map(|t| t.passed).sum(), tracks.iter().map(|t| t.all).sum());
    LanguageMap { language: language.to_owned(), title: title_of(language), passed, all, tracks }
}

fn track_map(track: &Track, nodes: Vec<NodeLine>) -> TrackMap {
    let (id, title, about) = (track.id.clone(), track.title.clone(), track.about.clone());
    TrackMap { track: id, title, about, passed: nodes.iter().filter(|n| n.level > 0).count(), all: nodes.len(), nodes }
}

pub fn node_line(node: &Node, mastery: &Mastery, supply: Supply) -> NodeLine {
    let ids = |nodes: Vec<&Node>| nodes.iter().map(|n| n.id.clone()).collect();
    let (standing, missing, path) = match state(node, mastery) {
        NodeState::Passed { .. } => (Standing::Passed, vec![], vec![]),
        NodeState::Open => (Standing::Open, vec![], vec![]),
        NodeState::Blocked { missing } => (Standing::Blocked, ids(missing), ids(path_to(node, mastery))),
    };
    NodeLine {
        node: node.id.clone(),
        title: node.title.clone(),
        depth: node.depth,
        state: standing,
        level: mastery.level(&node.id),
        startable: startable(node, supply),
        prerequisites: node.prerequisites.clone(),
        needs: node.needs.clone(),
        missing,
        path,
    }
}

/// How far each track of a language is walked, own topics last: it counts what `overview` counts, without working out the ways.
pub fn bars(language: &str, own: &[Node], mastery: &Mastery) -> LanguageBars {
    let bar = |track: &Track, nodes: Vec<&Node>| {
        let passed = nodes.iter().filter(|n| mastery.level(&n.id) > 0).count();
        TrackBar { track: track.id.clone(), title: track.title.clone(), passed, all: nodes.len() }
    };
    let mut tracks: Vec<TrackBar> = tracks(language).into_iter().map(|t| bar(t, of_track(t).collect())).collect();
    if !own.is_empty() {
        tracks.push(bar(&custom::track(language), own.iter().collect()));
    }
    let (passed, all) = (tracks.iter().map(|t| t.passed).sum(), tracks.iter().map(|t| t.all).sum());
    LanguageBars { language: language.to_owned(), title: title_of(language), passed, all, tracks }
}

fn title_of(language: &str) -> String {
    language::by_name(language).map_or_else(|_| language.to_owned(), |l| l.title.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mastery::NodeMastery;

    fn passed(ids: &[&str]) -> Mastery {
        let level = |level| NodeMastery { level, ..NodeMastery::default() };
        Mastery { nodes: ids.iter().map(|id| ((*id).to_owned(), level(1))).collect() }
    }

    fn node(id: &str) -> &'static Node {
        curriculum::node(id).expect("the node is on the map")
    }

    fn ids(nodes: &[&Node]) -> Vec<String> {
        nodes.iter().map(|n| n.id.clone()).collect()
    }

    #[test]
    fn a_node_is_blocked_until_every_prerequisite_is_passed() {
        assert_eq!(state(node("S100"), &passed(&[])), NodeState::Open);
        assert_eq!(state(node("S102"), &passed(&["S100"])), NodeState::Blocked { missing: vec![node("S101")] });
        assert_eq!(state(node("S102"), &passed(&["S100", "S101"])), NodeState::Open);
        assert_eq!(state(node("S102"), &passed(&["S102"])), NodeState::Passed { level: 1 });
        let zero = Mastery { nodes: [("S100".to_owned(), NodeMastery::default())].into() };
        assert_eq!(ids(&unmet(node("S101"), &zero)), ["S100"], "level 0 is not passed");
    }

    #[test]
    fn the_path_is_what_is_missing_in_an_order_that_works() {
        assert_eq!(ids(&path_to(node("S102"), &passed(&[]))), ["S100", "S101"]);
        assert_eq!(ids(&path_to(node("S103"), &passed(&["S102"]))), [""; 0], "what a passed node once needed is not asked again");
        assert_eq!(ids(&path_to(node("A203"), &passed(&["S100", "S101"]))), ["S102", "A201", "A202", "S104"]);
    }

    #[test]
    fn walking_any_path_opens_its_node_and_every_step_of_it_is_needed() {
        for goal in curriculum::nodes() {
            let path = path_to(goal, &Mastery::default());
            let mut done: Vec<&str> = Vec::new();
            for step in &path {
                assert_eq!(state(step, &passed(&done)), NodeState::Open, "{} on the way to {}", step.id, goal.id);
                done.push(&step.id);
            }
            assert_eq!(state(goal, &passed(&done)), NodeState::Open, "{}", goal.id);
            for left_out in &done {
                let rest: Vec<&str> = path.iter().map(|n| n.id.as_str()).filter(|id| id != left_out).collect();
                let direct = goal.prerequisites.iter().any(|p| p == left_out);
                let needed = direct || path.iter().any(|n| n.prerequisites.iter().any(|p| p == left_out));
                assert!(needed, "{left_out} is not needed for {}", goal.id);
                assert_eq!(direct, matches!(state(goal, &passed(&rest)), NodeState::Blocked { .. }));
            }
        }
    }

    #[test]
    fn without_a_model_the_nearest_node_of_the_bank_is_named() {
        let none = Mastery::default();
        assert!(!startable(node("A202"), Supply::Bank) && startable(node("A202"), Supply::Model));
        let near = |id: &str, mastery: &Mastery| nearest_startable(node(id), mastery, Supply::Bank).map(|n| n.id.as_str());
        assert_eq!(near("A202", &none), Some("S100"), "A201 is nearer, but blocked");
        assert_eq!(near("A202", &passed(&["S100"])), Some("S101"));
        assert_eq!(near("C205", &passed(&["C200"])), Some("C202"));
        let bank: Vec<String> = Bank::Embedded.list().into_iter().map(|(_, id)| id).collect();
        let all: Vec<&str> = bank.iter().map(String::as_str).collect();
        assert!(near("A202", &passed(&all)).is_some(), "when all is passed, one to repeat");
    }

    #[test]
    fn tracks_hold_every_node_once() {
        for language in crate::language::all() {
            let in_tracks: usize = tracks(&language.name).iter().map(|t| of_track(t).count()).sum();
            assert_eq!(in_tracks, curriculum::of_language(&language.name).count());
        }
    }
}
