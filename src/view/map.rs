//! The map as the faces show it: languages, their tracks and nodes, and where the learner stands with each.

use serde::Serialize;

use crate::curriculum::Need;
use crate::session::Depth;

#[derive(Debug, Serialize)]
pub struct NodesView {
    /// A model is set up: every open node can be started.
    pub model: bool,
    pub languages: Vec<LanguageMap>,
    /// The picture that was drawn.
    pub drawn: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct LanguageMap {
    pub language: String,
    pub title: String,
    pub passed: usize,
    pub all: usize,
    pub tracks: Vec<TrackMap>,
}

#[derive(Debug, Clone, Serialize)]
pub struct TrackMap {
    pub track: String,
    pub title: String,
    pub about: String,
    pub passed: usize,
    pub all: usize,
    pub nodes: Vec<NodeLine>,
}

#[derive(Debug, Clone, Serialize)]
pub struct NodeLine {
    pub node: String,
    pub title: String,
    pub depth: Depth,
    pub state: Standing,
    pub level: u8,
    /// An exercise for it can be had: it is in the bank, or a model is set up.
    pub startable: bool,
    pub prerequisites: Vec<String>,
    /// What running it takes beyond the ordinary.
    pub needs: Vec<Need>,
    /// Prerequisites that are not passed yet.
    pub missing: Vec<String>,
    /// What to pass, in order, until it is open.
    pub path: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Standing {
    Passed,
    Open,
    Blocked,
}

/// How far a track is walked.
#[derive(Debug, Serialize)]
pub struct TrackBar {
    pub track: String,
    pub title: String,
    pub passed: usize,
    pub all: usize,
}

/// How far a language that was begun is walked.
#[derive(Debug, Serialize)]
pub struct LanguageBars {
    pub language: String,
    pub title: String,
    pub passed: usize,
    pub all: usize,
    pub tracks: Vec<TrackBar>,
}
