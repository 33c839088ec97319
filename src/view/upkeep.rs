//! What the commands around an exercise found: the machine (`doctor`), the bank and its proof, recorded replies. For those who write packs and those who
//! look after a machine; what learners see of their own work is one level up.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::session::Depth;

#[derive(Debug, Serialize)]
pub struct DoctorView {
    pub checks: Vec<DoctorCheck>,
}

#[derive(Debug, Serialize)]
pub struct DoctorCheck {
    pub area: String,
    pub what: String,
    pub state: Health,
    pub advice: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Health {
    Works,
    /// Not needed for everything.
    Note,
    Missing,
}

#[derive(Debug, Serialize)]
pub struct BankListView {
    pub packs: Vec<BankLine>,
}

#[derive(Debug, Serialize)]
pub struct BankLine {
    pub language: String,
    pub node: String,
    pub title: String,
    pub depth: Option<Depth>,
    pub units: usize,
    pub tests: usize,
    pub broken: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct BankCheckView {
    pub packs: Vec<PackView>,
    pub skipped: Vec<String>,
    pub mutants: MutantsView,
}

#[derive(Debug, Serialize)]
pub struct PackView {
    #[serde(flatten)]
    pub report: crate::proof::Report,
    pub proven: bool,
    /// "proven: 9 tests, …", or which rules do not hold.
    pub line: String,
    /// What its author does next: about the first rule that does not hold.
    pub next: Option<NextStep>,
}

#[derive(Debug, Serialize)]
pub struct NextStep {
    pub rule: crate::proof::RuleId,
    pub step: &'static str,
}

/// Mutants over all packs, of which more are asked for than of each.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MutantsView {
    pub tried: usize,
    pub rejected: usize,
    pub asked_percent: usize,
    pub enough: bool,
}

#[derive(Debug, Serialize)]
pub struct BankNewView {
    pub node: String,
    pub language: String,
    pub folder: String,
    pub files: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct ValidateView {
    pub files: Vec<ValidateLine>,
    pub accepted: usize,
    pub rejected: usize,
    /// Judged otherwise than the file expects.
    pub unexpected: usize,
    pub by_schema: BTreeMap<String, Tally>,
    /// By rule, or by reason where no rule has a name.
    pub by_rule: BTreeMap<String, usize>,
}

#[derive(Debug, Default, Serialize)]
pub struct Tally {
    pub accepted: usize,
    pub rejected: usize,
}

#[derive(Debug, Serialize)]
pub struct ValidateLine {
    pub file: String,
    pub schema: Option<String>,
    pub accepted: bool,
    /// Where the file says how it should be judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_expected: Option<bool>,
    pub reason: Option<String>,
    pub rules: Vec<String>,
    pub detail: Option<String>,
}
