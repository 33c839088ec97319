//! What to take up next and what is due, as data.

use jiff::Timestamp;
use serde::Serialize;

use crate::curriculum::Node;
use crate::recommend::{Reason, Recommendation};
use crate::topic::custom;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NextView {
    /// The language it is about; none where it is about all.
    pub language: Option<String>,
    pub language_title: Option<String>,
    pub items: Vec<NextLine>,
    /// How many more there are.
    pub more: usize,
    /// What comes back soonest, of what is not due yet.
    pub comes_back: Option<DueLine>,
    /// Where none of the items can be taken up: what is passed and can be done once more.
    pub practise: Option<Practise>,
    /// Where none of the items can be taken up: the title of a language that has some.
    pub elsewhere: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Practise {
    pub node: String,
    pub title: String,
    /// Arguments for etude, without its name.
    pub command: String,
}

impl From<&Node> for Practise {
    fn from(node: &Node) -> Practise {
        Practise { node: node.id.clone(), title: node.title.clone(), command: node.start_command() }
    }
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NextLine {
    pub node: String,
    pub title: String,
    /// A topic of the learner's own.
    pub custom: bool,
    pub language: String,
    /// The reason in half a sentence.
    pub why: String,
    pub reason: Reason,
    /// It can be begun or gone on with here and now; what cannot needs a model.
    pub ready: bool,
    /// Arguments for etude, without its name; none where they would lead nowhere.
    pub command: Option<String>,
}

impl From<&Recommendation<'_>> for NextLine {
    fn from(from: &Recommendation) -> NextLine {
        NextLine {
            node: from.node.id.clone(),
            title: from.node.title.clone(),
            custom: from.node.track == custom::TRACK,
            language: from.node.language.clone(),
            why: from.reason.to_string(),
            reason: from.reason.clone(),
            ready: from.is_ready(),
            command: from.is_ready().then(|| from.command()),
        }
    }
}

/// A node and the day it comes back.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DueLine {
    pub node: String,
    pub title: String,
    /// A topic of the learner's own.
    pub custom: bool,
    pub language: Option<String>,
    pub due: Timestamp,
    /// Days since it fell due, or until it does.
    pub days: i64,
}
