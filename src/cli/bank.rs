//! `etude bank`: the embedded exercises, or those in a folder.

use std::path::PathBuf;
use std::time::Duration;

use super::Done;
use super::app::App;
use crate::error::{Error, Exit};
use crate::language;
use crate::pack::{Bank, PackError};
use crate::proof;
use crate::testrun;
use crate::view::{BankCheckView, BankLine, BankListView, View};

/// List the exercises of the bank, or prove them by running them.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// List the exercises.
    List(Where),
    /// Prove the exercises: starter, reference, alternatives and wrong solutions are run.
    Check(Where),
}

#[derive(Debug, clap::Args)]
struct Where {
    /// A folder of packs instead of the embedded bank.
    #[arg(long, value_name = "DIR")]
    bank: Option<PathBuf>,
    /// Only this node.
    #[arg(long)]
    node: Option<String>,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    match args.action {
        Action::List(place) => list(app, place),
        Action::Check(place) => check(app, place),
    }
}

/// The bank and the packs in it that are meant.
fn packs(app: &App, place: &Where) -> Result<(Bank, Vec<(String, String)>), Error> {
    let bank = match &place.bank {
        Some(folder) => Bank::Folder(app.cwd.join(folder)),
        None => Bank::Embedded,
    };
    let mut found = bank.list();
    if let (true, Some(folder)) = (found.is_empty(), &place.bank) {
        return Err(PackError::NotABank(folder.display().to_string()).into());
    }
    if let Some(node) = &place.node {
        found.retain(|(_, n)| n.eq_ignore_ascii_case(node.trim()));
        if found.is_empty() {
            return Err(PackError::NotFound(crate::text::clean(node)).into());
        }
    }
    Ok((bank, found))
}

fn list(app: &mut App, place: Where) -> Result<Done, Error> {
    let (bank, found) = packs(app, &place)?;
    let line = |(language, node): (String, String)| match bank.load(&language, &node) {
        Ok(pack) => BankLine {
            title: pack.meta.title,
            depth: Some(pack.meta.depth),
            tests: pack.meta.units.iter().map(|u| u.tests.len()).sum(),
            units: pack.meta.units.len(),
            broken: None,
            language,
            node,
        },
        Err(error) => BankLine { title: String::new(), depth: None, tests: 0, units: 0, broken: Some(error.to_string()), language, node },
    };
    Ok(Done::new(View::BankList(BankListView { packs: found.into_iter().map(line).collect() }), "start"))
}

fn check(app: &mut App, place: Where) -> Result<Done, Error> {
    let (bank, found) = packs(app, &place)?;
    let mut view = BankCheckView { packs: Vec::new(), skipped: Vec::new() };
    // A wrong solution may loop for ever; the tests of a pack take milliseconds, so it need not be waited for as long as a learner's.
    let mut limits = app.config.limits();
    limits.tests = limits.tests.min(Duration::from_secs(4));
    for (language, node) in found {
        if let Some(probe) = testrun::missing_program(language::by_name(&language)?) {
            view.skipped.push(format!("{node}: `{}` was not found", probe.program));
            continue;
        }
        let pack = bank.load(&language, &node)?;
        let report = app.work(|work| proof::prove_pack(&pack, &proof::Options::bank(limits), work.cancel, &mut *work.events))?;
        view.packs.push(report);
    }
    // What was not run is not proven.
    let exit = if view.skipped.is_empty() && view.packs.iter().all(proof::Report::ok) { Exit::Done } else { Exit::Failed };
    Ok(Done { exit, ..Done::new(View::BankCheck(view), None) })
}
