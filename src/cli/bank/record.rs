//! `etude bank check --record FILE`: writes down what was proven, for the next etude to ship with.

use std::path::Path;

use crate::cli::recheck;
use crate::error::Error;
use crate::language;
use crate::pack::Bank;
use crate::proof::{Report, record};

pub(super) fn write(file: &Path, bank: &Bank, reports: &[Report]) -> Result<(), Error> {
    let toolchain = |name: &str| language::by_name(name).map(recheck::toolchain).unwrap_or_default();
    let record = record::of(bank, reports, toolchain);
    let text = serde_json::to_string_pretty(&record).map_err(|e| Error::Internal(e.to_string()))?;
    std::fs::write(file, format!("{text}\n")).map_err(|e| Error::Internal(format!("cannot write {}: {e}", file.display())))
}
