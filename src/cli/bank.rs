//! `etude bank`: the embedded exercises, or those in a folder.

mod blind;
mod convert;
mod new;
mod record;
mod trial;

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Done;
use super::app::App;
use crate::error::{Error, Exit};
use crate::language;
use crate::pack::{Bank, Pack, PackError};
use crate::proof::{self, Options, Report, Standing};
use crate::testrun;
use crate::view::{BankCheckView, BankLine, BankListView, MutantsView, NextStep, PackView, View};

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
    /// Prove the exercises: every rule is asked, by reading them and by running them.
    Check(Check),
    /// Begin a pack for a node of the curriculum.
    New(new::Args),
    /// Hand out the starter of a node alone, for somebody who writes its functions without the tests; or take them in.
    Blind(blind::Args),
    /// Show what a learner with these functions would be told: failing tests, misconception, hint.
    Try(trial::Args),
    /// Bring packs of format 1 into format 2, where they are.
    Convert(convert::Args),
    /// Starter and reference of an embedded exercise, with the toolchain of this machine.
    #[command(hide = true)]
    Recheck { language: String, node: String },
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

#[derive(Debug, clap::Args)]
struct Check {
    #[command(flatten)]
    place: Where,
    /// Write down what was proven, by the bytes of each pack.
    #[arg(long, value_name = "FILE", hide = true)]
    record: Option<PathBuf>,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    match args.action {
        Action::List(place) => list(app, place),
        Action::Check(args) => check(app, args),
        Action::New(args) => new::run(app, args),
        Action::Blind(args) => blind::run(app, args),
        Action::Try(args) => trial::run(app, args),
        Action::Convert(args) => convert::run(app, args),
        Action::Recheck { language, node } => {
            super::recheck::run(app, &language, &node)?;
            Ok(Done::new(View::BankCheck(view(Vec::new(), Vec::new())), None))
        }
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

/// The one pack that is meant, and where it is.
fn pack(app: &App, node: &str, bank: Option<PathBuf>) -> Result<(Bank, Pack), Error> {
    let (bank, found) = packs(app, &Where { bank, node: Some(node.to_owned()) })?;
    let [(language, node), ..] = found.as_slice() else { return Err(PackError::NotFound(crate::text::clean(node)).into()) };
    let pack = bank.load(language, node)?;
    Ok((bank, pack))
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

fn check(app: &mut App, args: Check) -> Result<Done, Error> {
    let (bank, found) = packs(app, &args.place)?;
    let (mut reports, mut skipped) = (Vec::new(), Vec::new());
    // A wrong solution may loop for ever; the tests of a pack take milliseconds, so it need not be waited for as long as a learner's.
    let mut limits = app.config.limits();
    limits.tests = limits.tests.min(Duration::from_secs(4));
    for (language, node) in &found {
        if let Some(probe) = testrun::missing_program(language::by_name(language)?) {
            skipped.push(format!("{node}: `{}` was not found", probe.program));
            continue;
        }
        let report = match bank.load(language, node) {
            Ok(pack) => app.work(|work| proof::prove_pack(&pack, &Options::bank(limits), work.cancel, &mut *work.events))?,
            Err(error) => Report::unreadable(language, node, &error.to_string()),
        };
        reports.push(report);
    }
    if let Some(file) = &args.record {
        record::write(&app.cwd.join(file), &bank, &reports)?;
    }
    let view = view(reports, skipped);
    // What was not run is not proven.
    let proven = view.skipped.is_empty() && view.packs.iter().all(|p| p.proven) && view.mutants.enough;
    Ok(Done { exit: if proven { Exit::Done } else { Exit::Failed }, ..Done::new(View::BankCheck(view), None) })
}

fn view(reports: Vec<Report>, skipped: Vec<String>) -> BankCheckView {
    let mut mutants = MutantsView { asked_percent: proof::IN_ALL, enough: true, ..MutantsView::default() };
    mutants.tried = reports.iter().map(|r| r.counts.mutants).sum();
    mutants.rejected = reports.iter().map(|r| r.counts.mutants_rejected).sum();
    // Of a single pack no more is asked than its own share.
    mutants.enough = reports.len() < 2 || mutants.rejected * 100 >= mutants.asked_percent * mutants.tried;
    let packs = reports.into_iter().map(|report| PackView {
        proven: report.ok(),
        line: Standing::of(&report).line(),
        next: report.first_to_mend().map(|rule| NextStep { rule, step: rule.advice() }),
        report,
    });
    BankCheckView { packs: packs.collect(), skipped, mutants }
}

fn write(path: &Path, content: &str) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(path);
    let made = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, content));
    made.map_err(|e| Error::Internal(format!("cannot write {}: {e}", path.display())))
}
