//! The map of what can be learned, from `assets/curriculum/<language>.toml`. Owns tracks and nodes and the rules a map must keep: it refuses a node without a
//! misconception tag, a cycle, a prerequisite that is missing or of another language, and a need nobody has heard of. It knows nothing of a learner.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::assets;
use crate::session::Depth;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    pub id: String,
    pub title: String,
    pub order: u32,
    pub about: String,
    #[serde(skip)]
    pub language: String,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    pub id: String,
    pub title: String,
    #[serde(skip)]
    pub language: String,
    pub track: String,
    #[serde(default)]
    pub depth: Depth,
    #[serde(default)]
    pub prerequisites: Vec<String>,
    #[serde(default)]
    pub keywords: Vec<String>,
    pub tags: Vec<String>,
    /// What an exercise for it needs beyond the ordinary.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// What one can do afterwards.
    #[serde(default)]
    pub about: String,
}

/// What running an exercise takes beyond the ordinary. A word that is not here is refused when a map or a pack is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// Sockets on this machine's own address.
    Loopback,
    Threads,
    /// Built without the sanitizers: what it is about and they do not go together.
    NoSanitizer,
}

impl Need {
    /// As a sentence, for whoever works on it.
    pub fn sentence(self) -> &'static str {
        match self {
            Need::Loopback => "Its tests open connections on this machine's own address; nothing leaves it.",
            Need::Threads => "Its tests run several threads, so a mistake may show in one run and not in the next.",
            Need::NoSanitizer => "It is built without the sanitizers, so a wrong access to memory can go unnoticed here.",
        }
    }
}

impl Node {
    pub fn start_command(&self) -> String {
        start_command(&self.language, &self.id)
    }
}

/// Arguments for etude, without its name, that start a node: the one place that knows how this is said.
pub fn start_command(language: &str, node: &str) -> String {
    format!("start --language {language} --node {node}")
}

/// Why a map is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    #[error("the curriculum of {0} cannot be read: {1}")]
    Unreadable(String, String),
    #[error("two nodes are called {0}")]
    Twice(String),
    #[error("{0} is in no known track")]
    NoTrack(String),
    #[error("{0} has no misconception tag")]
    NoTag(String),
    #[error("{0} needs {1}, which is not a node of its language")]
    NoSuchPrerequisite(String, String),
    #[error("{0} can never open: its prerequisites lead in a circle")]
    Circle(String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "track")]
    tracks: Vec<Track>,
    #[serde(default, rename = "node")]
    nodes: Vec<Node>,
}

#[derive(Debug, Default)]
pub struct Curriculum {
    pub tracks: Vec<Track>,
    pub nodes: Vec<Node>,
}

impl Curriculum {
    /// Reads the map of one language and holds it to the rules.
    pub fn parse(language: &str, text: &str) -> Result<Curriculum, MapError> {
        let file: File = toml::from_str(text).map_err(|e| MapError::Unreadable(language.to_owned(), e.to_string()))?;
        let mut tracks: Vec<Track> = file.tracks.into_iter().map(|t| Track { language: language.to_owned(), ..t }).collect();
        tracks.sort_by_key(|t| t.order);
        let nodes = file.nodes.into_iter().map(|n| Node { language: language.to_owned(), ..n }).collect();
        let map = Curriculum { tracks, nodes };
        map.check()?;
        Ok(map)
    }

    fn check(&self) -> Result<(), MapError> {
        let mut ids = HashSet::new();
        for node in &self.nodes {
            if !ids.insert(node.id.as_str()) {
                return Err(MapError::Twice(node.id.clone()));
            }
            if !self.tracks.iter().any(|t| t.id == node.track) {
                return Err(MapError::NoTrack(node.id.clone()));
            }
            if node.tags.is_empty() {
                return Err(MapError::NoTag(node.id.clone()));
            }
        }
        for node in &self.nodes {
            if let Some(missing) = node.prerequisites.iter().find(|p| !ids.contains(p.as_str())) {
                return Err(MapError::NoSuchPrerequisite(node.id.clone(), missing.clone()));
            }
        }
        match self.unlock_order().err() {
            Some(stuck) => Err(MapError::Circle(stuck)),
            None => Ok(()),
        }
    }

    /// All nodes in an order in which each is open when it comes; the error names one that never opens.
    pub fn unlock_order(&self) -> Result<Vec<&Node>, String> {
        let mut passed: HashSet<&str> = HashSet::new();
        let mut order = Vec::new();
        while order.len() < self.nodes.len() {
            let opens = |n: &&Node| !passed.contains(n.id.as_str()) && n.prerequisites.iter().all(|p| passed.contains(p.as_str()));
            let open: Vec<&Node> = self.nodes.iter().filter(opens).collect();
            if open.is_empty() {
                let stuck = self.nodes.iter().find(|n| !passed.contains(n.id.as_str()));
                return Err(stuck.map(|n| n.id.clone()).unwrap_or_default());
            }
            passed.extend(open.iter().map(|n| n.id.as_str()));
            order.extend(open);
        }
        Ok(order)
    }
}

static MAPS: LazyLock<Vec<Curriculum>> = LazyLock::new(|| {
    let text = |language: &str| assets::text(&format!("curriculum/{language}.toml")).unwrap_or_default();
    // A map that breaks a rule is refused whole. A test loads each, so none of those embedded can.
    crate::language::all().iter().map(|l| Curriculum::parse(&l.name, text(&l.name)).unwrap_or_default()).collect()
});

pub fn nodes() -> impl Iterator<Item = &'static Node> {
    MAPS.iter().flat_map(|m| &m.nodes)
}

/// The tracks of all languages, each language's in their order.
pub fn tracks() -> impl Iterator<Item = &'static Track> {
    MAPS.iter().flat_map(|m| &m.tracks)
}

pub fn of_language(language: &str) -> impl Iterator<Item = &'static Node> {
    nodes().filter(move |n| n.language == language)
}

pub fn node(id: &str) -> Option<&'static Node> {
    nodes().find(|n| n.id.eq_ignore_ascii_case(id.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Bank;

    #[test]
    fn every_language_has_a_map_that_keeps_the_rules() {
        for language in crate::language::all() {
            let text = assets::text(&format!("curriculum/{}.toml", language.name)).expect("the file is there");
            let map = Curriculum::parse(&language.name, text).expect("the map is good");
            assert!(!map.nodes.is_empty());
        }
    }

    #[test]
    fn passing_nodes_in_order_unlocks_all_of_them() {
        for map in MAPS.iter() {
            let order = map.unlock_order().expect("all unlock");
            assert_eq!(order.len(), map.nodes.len());
        }
    }

    #[test]
    fn maps_that_break_a_rule_are_refused() {
        let track = "[[track]]\nid = \"t\"\ntitle = \"T\"\norder = 1\nabout = \"x\"\n";
        let node = |id: &str, needs: &str, tags: &str| {
            format!("[[node]]\nid = \"{id}\"\ntitle = \"x\"\ntrack = \"t\"\nprerequisites = [{needs}]\ntags = [{tags}]\n")
        };
        let refused = |nodes: &str| Curriculum::parse("rust", &format!("{track}{nodes}")).expect_err("refused");
        assert_eq!(refused(&node("A", "", "")), MapError::NoTag("A".into()));
        assert_eq!(refused(&node("A", "\"C200\"", "\"x\"")), MapError::NoSuchPrerequisite("A".into(), "C200".into()));
        let circle = node("A", "\"B\"", "\"x\"") + &node("B", "\"A\"", "\"x\"");
        assert_eq!(refused(&circle), MapError::Circle("A".into()));
        assert_eq!(refused(&(node("A", "", "\"x\"") + &node("A", "", "\"x\""))), MapError::Twice("A".into()));
        let unknown = refused(&(node("A", "", "\"x\"") + "needs = [\"a-printer\"]\n"));
        assert!(matches!(&unknown, MapError::Unreadable(_, why) if why.contains("a-printer")), "{unknown}");
    }

    #[test]
    fn every_pack_of_the_bank_is_for_a_node_of_its_depth_and_title() {
        for (language, id) in Bank::Embedded.list() {
            let pack = Bank::Embedded.load(&language, &id).expect("the pack loads");
            let node = node(&id).expect("the node is on the map");
            let said = (node.language.as_str(), node.depth, node.title.as_str(), &node.needs);
            assert_eq!(said, (language.as_str(), pack.meta.depth, pack.meta.title.as_str(), &pack.meta.needs), "{id}");
        }
    }
}
