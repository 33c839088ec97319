//! Why a node is not begun now, with the way to it: what it misses, the shortest path, and what can be begun instead.

use serde::Serialize;

use super::{NodeState, Supply, nearest_startable, path_to, startable, state};
use crate::curriculum::{self, Node};
use crate::mastery::Mastery;

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Refused {
    pub node: String,
    pub title: String,
    /// Prerequisites that are not passed yet; none where only a model is missing.
    pub missing: Vec<String>,
    pub path: Vec<String>,
    pub needs_model: bool,
    /// What can be started now: the first step of the path where it can, else the nearest node.
    pub instead: Option<Instead>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Instead {
    pub language: String,
    pub node: String,
    pub title: String,
    #[serde(rename = "onThePath")]
    pub on_the_path: bool,
    /// It is passed already: there is nothing new to begin with.
    pub again: bool,
}

/// Why this node cannot be begun, or nothing where it can. `anyway` waves prerequisites aside, but not the want of an exercise.
pub fn refusal(node: &Node, mastery: &Mastery, supply: Supply, anyway: bool) -> Option<Refused> {
    let missing = match state(node, mastery) {
        NodeState::Blocked { missing } if !anyway => missing,
        _ => Vec::new(),
    };
    let needs_model = !startable(node, supply);
    if missing.is_empty() && !needs_model {
        return None;
    }
    let path = path_to(node, mastery);
    let step = path.first().copied().filter(|first| startable(first, supply));
    let instead = step.or_else(|| nearest_startable(node, mastery, supply)).map(|other| Instead {
        language: other.language.clone(),
        node: other.id.clone(),
        title: other.title.clone(),
        on_the_path: step.is_some(),
        again: mastery.level(&other.id) > 0,
    });
    let ids = |nodes: &[&Node]| nodes.iter().map(|n| n.id.clone()).collect();
    Some(Refused { node: node.id.clone(), title: node.title.clone(), missing: ids(&missing), path: ids(&path), needs_model, instead })
}

impl Refused {
    pub fn is_blocked(&self) -> bool {
        !self.missing.is_empty()
    }

    /// In words, without a full stop.
    pub fn sentence(&self) -> String {
        let name = format!("{} ({})", self.node, self.title);
        if !self.is_blocked() {
            return format!(
                "{name} is not in the bank: an exercise for it needs a model, and none is set up (`doctor` says which can be used)"
            );
        }
        let mut words = format!("{name} is blocked: it builds on {}, not passed yet", and(&self.missing));
        if self.path.len() > self.missing.len() {
            words.push_str(&format!("; the shortest way there is {}", in_a_row(&self.path)));
        }
        if self.needs_model {
            words.push_str("; it is not in the bank either, so it also needs a model");
        }
        words
    }

    /// What to do instead, in words without a full stop.
    pub fn advice(&self) -> String {
        let anyway = if self.needs_model { "" } else { "; `--anyway` starts it all the same" };
        match &self.instead {
            Some(to) if to.on_the_path => format!("Begin with {}: {}{anyway}", to.node, to.title),
            Some(to) if to.again => {
                format!("All that the bank has for this is passed; {} ({}) can be practised again{anyway}", to.node, to.title)
            }
            Some(to) => format!("The nearest that can be started now is {}: {}{anyway}", to.node, to.title),
            None => "Nothing else of this language can be started now".to_owned(),
        }
    }
}

impl Instead {
    /// Arguments for etude, without its name.
    pub fn command(&self) -> String {
        curriculum::start_command(&self.language, &self.node)
    }
}

/// `A`, `A and B`, `A, B and C`.
pub fn and(ids: &[String]) -> String {
    match ids {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A way in one line; a long one is told by its first steps, its last and its length.
pub fn in_a_row(ids: &[String]) -> String {
    match ids {
        [a, b, c, .., last] if ids.len() > 6 => format!("{a}, {b}, {c} … {last} ({} nodes)", ids.len()),
        _ => ids.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(id: &str, supply: Supply, anyway: bool) -> Option<Refused> {
        refusal(curriculum::node(id).expect("on the map"), &Mastery::default(), supply, anyway)
    }

    #[test]
    fn a_blocked_node_says_what_it_misses_and_where_to_begin() {
        let blocked = refused("S102", Supply::Bank, false).expect("blocked");
        assert_eq!((blocked.missing.join(" "), blocked.path.join(" ")), ("S100 S101".to_owned(), "S100 S101".to_owned()));
        assert_eq!(blocked.instead.as_ref().map(Instead::command).as_deref(), Some("start --language rust --node S100"));
        assert!(blocked.sentence().contains("builds on S100 and S101") && !blocked.sentence().contains("model"));
        assert_eq!(refused("S102", Supply::Bank, true), None, "anyway waves it through");
        assert_eq!(refused("S100", Supply::Bank, false), None);
    }

    #[test]
    fn a_node_that_needs_a_model_says_so_and_names_another() {
        let both = refused("A705", Supply::Bank, false).expect("blocked and not in the bank");
        assert!(both.is_blocked() && both.sentence().contains("also needs a model") && both.sentence().contains("nodes)"));
        let anyway = refused("A705", Supply::Bank, true).expect("still no exercise");
        assert!(!anyway.is_blocked() && anyway.sentence().contains("needs a model") && anyway.advice().contains("S100"));
        assert_eq!(refused("A705", Supply::Model, true), None);
    }
}
