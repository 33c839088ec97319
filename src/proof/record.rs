//! What was proven of the embedded bank when it was made, by the bytes of each pack (`assets/bank/proven.json`). Owns the record's format and when it counts:
//! a pack that differs in one byte is not proven by it. It runs nothing.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::{Counts, EDITION, Report, Standing};
use crate::assets;
use crate::pack::Bank;

pub const FILE: &str = "bank/proven.json";
const FORMAT: u32 = 1;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub format: u32,
    /// Which proof it is the record of.
    #[serde(default)]
    pub edition: u32,
    /// By language and node: `rust/S100`.
    pub packs: BTreeMap<String, Proven>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proven {
    /// Over all files of the pack and their names.
    pub sha256: String,
    #[serde(flatten)]
    pub counts: Counts,
    /// What it was proven with, as the programs say it themselves.
    pub toolchain: Vec<String>,
}

impl Proven {
    pub fn standing(&self) -> Standing {
        Standing { counts: self.counts, unproven: Vec::new(), edition: EDITION }
    }
}

/// The record that ships with this etude.
pub fn shipped() -> &'static Record {
    static SHIPPED: LazyLock<Record> = LazyLock::new(|| {
        let read = assets::text(FILE).and_then(|text| serde_json::from_str::<Record>(text).ok());
        read.filter(|record| (record.format, record.edition) == (FORMAT, EDITION)).unwrap_or_default()
    });
    &SHIPPED
}

/// What is proven of an embedded pack as it stands in this program. None where its bytes are not those that were proven.
pub fn lookup(language: &str, node: &str) -> Option<&'static Proven> {
    let proven = shipped().packs.get(&key(language, node))?;
    (Bank::Embedded.sha256(language, node).ok()? == proven.sha256).then_some(proven)
}

/// The record of these reports. Packs that are not proven are not in it.
pub fn of(bank: &Bank, reports: &[Report], toolchain: impl Fn(&str) -> Vec<String>) -> Record {
    let entry = |report: &Report| {
        let sha256 = bank.sha256(&report.language, &report.node).ok()?;
        Some((key(&report.language, &report.node), Proven { sha256, counts: report.counts, toolchain: toolchain(&report.language) }))
    };
    Record { format: FORMAT, edition: EDITION, packs: reports.iter().filter(|r| r.ok()).filter_map(entry).collect() }
}

fn key(language: &str, node: &str) -> String {
    format!("{language}/{node}")
}
