//! Any topic, and the first month: topics found and added, space given back, progress carried over, an exercise reported.

use serde::Serialize;

use super::Place;
use crate::mastery::Change;
use crate::pipeline::Removal;
use crate::transfer::Brought;

/// What was typed and what comes near it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TopicFound {
    pub typed: String,
    /// Where only one was searched.
    pub language: Option<String>,
    /// The best first; none where nothing fits.
    pub matches: Vec<TopicMatch>,
    /// How the text is kept as a topic of one's own, a way for each language in question: arguments for etude.
    pub adds: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TopicMatch {
    pub language: String,
    pub node: String,
    pub title: String,
    /// What in the text led here.
    pub why: String,
    pub score: f64,
    /// Far ahead of all others.
    pub clear: bool,
    pub custom: bool,
    pub level: u8,
    /// Prerequisites that are not passed yet.
    pub missing: Vec<String>,
    /// All that has to be passed on the way, in order.
    pub path: Vec<String>,
    /// An exercise for it can be had here and now.
    pub startable: bool,
}

impl TopicMatch {
    /// It can be started right now.
    pub fn is_ready(&self) -> bool {
        self.startable && self.missing.is_empty()
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TopicAdded {
    pub topic: TopicLine,
    /// It was there before.
    pub known: bool,
    /// What the map has near it.
    pub near: Vec<TopicMatch>,
    /// A model is set up, so that it can be started.
    pub startable: bool,
}

#[derive(Debug, Serialize)]
pub struct TopicListView {
    pub topics: Vec<TopicLine>,
}

#[derive(Debug, Clone, Serialize)]
pub struct TopicLine {
    pub id: String,
    pub title: String,
    pub language: String,
    pub level: u8,
}

#[derive(Debug, Serialize)]
pub struct TopicRemoved {
    pub removed: TopicLine,
}

#[derive(Debug, Serialize)]
pub struct CleanView {
    pub items: Vec<Removal>,
    /// Bytes that were given back, or would be.
    pub freed: u64,
    /// Nothing was touched: this is what would go.
    pub dry: bool,
}

#[derive(Debug, Serialize)]
pub struct ExportView {
    pub file: String,
    pub nodes: usize,
    pub topics: usize,
    pub sessions: usize,
    pub bytes: usize,
}

#[derive(Debug, Serialize)]
pub struct ImportView {
    pub file: String,
    #[serde(flatten)]
    pub brought: Brought,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportView {
    #[serde(flatten)]
    pub place: Place,
    /// It had been reported before.
    pub already: bool,
    pub mastery: Option<Change>,
    pub replacement: Option<Replacement>,
}

#[derive(Debug, Default, Serialize)]
pub struct Replacement {
    pub language: String,
    pub node: String,
    pub title: String,
    /// The same node, made anew.
    pub fresh: bool,
    /// It builds on what is not passed yet, but nothing else is to be had.
    pub anyway: bool,
    /// It is passed already; there is nothing new to be had.
    pub again: bool,
}
