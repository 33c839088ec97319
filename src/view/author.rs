//! What the commands of an author found: packs converted, starters handed out, bodies tried.

use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct BankConvertView {
    pub packs: Vec<ConvertedPack>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConvertedPack {
    pub folder: String,
    pub was_converted: bool,
    /// Other solutions that hold only what differs now.
    pub versions: usize,
    /// What a person has to look at.
    pub notes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct BankBlindView {
    pub node: String,
    pub folder: String,
    pub files: Vec<String>,
    /// The functions to write, or those that were brought back.
    pub functions: Vec<String>,
    pub taken: bool,
}

#[derive(Debug, Serialize)]
pub struct BankTryView {
    pub node: String,
    pub file: String,
    pub passes: bool,
    /// The first error, where it does not compile.
    pub error: Option<String>,
    pub failing: Vec<FailingTest>,
    pub tag: Option<NamedTag>,
    /// How hint 1 would open.
    pub hint: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct FailingTest {
    pub name: String,
    pub unit: Option<String>,
    pub message: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NamedTag {
    pub tag: String,
    pub says: String,
    pub fix: String,
    /// By the signs of the catalogue, for a tag that the pack does not have.
    pub is_generic: bool,
    pub shown_by: String,
}
