//! The map of what can be learned, from `assets/curriculum/<language>.toml`. Owns nodes and tracks; knows nothing of a learner.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::assets;
use crate::session::Depth;

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
    #[serde(default)]
    pub needs: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "node")]
    nodes: Vec<Node>,
}

static NODES: LazyLock<Vec<Node>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for language in crate::language::all() {
        let text = assets::text(&format!("curriculum/{}.toml", language.name)).unwrap_or_default();
        // Checked by a test: a broken curriculum cannot ship.
        let file: File = toml::from_str(text).unwrap_or(File { nodes: Vec::new() });
        all.extend(file.nodes.into_iter().map(|n| Node { language: language.name.clone(), ..n }));
    }
    all
});

pub fn nodes() -> &'static [Node] {
    &NODES
}

pub fn of_language(language: &str) -> impl Iterator<Item = &'static Node> {
    nodes().iter().filter(move |n| n.language == language)
}

pub fn node(id: &str) -> Option<&'static Node> {
    nodes().iter().find(|n| n.id.eq_ignore_ascii_case(id.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_well_formed_curriculum() {
        for language in crate::language::all() {
            let text = assets::text(&format!("curriculum/{}.toml", language.name)).expect("the file is there");
            let file: File = toml::from_str(text).expect("the file is well-formed");
            for node in &file.nodes {
                assert!(!node.tags.is_empty(), "{} has no misconception tag", node.id);
                for needed in &node.prerequisites {
                    assert!(file.nodes.iter().any(|n| n.id == *needed), "{} needs {needed}, which is not there", node.id);
                }
            }
        }
    }

    #[test]
    fn every_pack_of_the_bank_is_for_a_node_of_its_depth() {
        for (language, id) in crate::pack::Bank::Embedded.list() {
            let pack = crate::pack::Bank::Embedded.load(&language, &id).expect("the pack loads");
            let node = node(&id).expect("the node is on the map");
            assert_eq!((node.language.as_str(), node.depth), (language.as_str(), pack.meta.depth), "{id}");
        }
    }
}
