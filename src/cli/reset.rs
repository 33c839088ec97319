//! `etude reset`: repair the workspace.

use super::Done;
use super::app::App;
use crate::error::Error;
use crate::pipeline;
use crate::view::{ResetView, View};

/// Bring back generated files that changed; with FILE, that starter file.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A file of yours to set back to how it was handed out.
    file: Option<String>,
    /// Undo the last reset.
    #[arg(long, conflicts_with = "file")]
    undo: bool,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let session = app.active()?;
    let report = app.work(|work| match args.undo {
        true => pipeline::undo_reset(work, &session),
        false => pipeline::reset(work, &session, args.file.as_deref()),
    })?;
    Ok(Done::new(View::Reset(ResetView { restored: report.restored, undone: args.undo }), "attempt"))
}
