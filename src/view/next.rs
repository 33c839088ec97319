//! What to take up next and what is due, as data.

use jiff::Timestamp;
use serde::Serialize;

use crate::recommend::{Reason, Recommendation};

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
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NextLine {
    pub node: String,
    pub title: String,
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
    pub language: Option<String>,
    pub due: Timestamp,
    /// Days since it fell due, or until it does.
    pub days: i64,
}
