//! `etude clean`: give disk space back.

use super::app::App;
use super::{Done, ask};
use crate::error::Error;
use crate::event::Event;
use crate::pipeline::{self, Removal};
use crate::view::{CleanView, View};

/// Remove build folders, and workspaces of sessions that ended over 30 days ago.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Also workspaces of sessions that ended lately.
    #[arg(long)]
    finished: bool,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let listing = app.store.list()?;
    for notice in listing.notices {
        app.event(Event::Notice { text: notice.what });
    }
    let home = app.store.home();
    if home.workspaces().symlink_metadata().is_ok_and(|m| m.is_symlink()) {
        let text = format!("{} is a link, and clean follows none; nothing there is looked at.", home.workspaces().display());
        app.event(Event::Notice { text });
    }
    let planned = pipeline::plan_clean(app.store.home(), &listing.entries, app.now, &app.cwd, args.finished);
    let again = if args.finished { "clean --finished --yes" } else { "clean --yes" };
    if planned.is_empty() {
        return Ok(done(planned, false, None));
    }
    if !app.yes && (!app.interactive || !confirmed(app, &planned)?) {
        return Ok(done(planned, true, Some(again)));
    }
    let items = app.work(|work| pipeline::clean(work, planned))?;
    Ok(done(items, false, None))
}

fn done(items: Vec<Removal>, dry: bool, next: Option<&'static str>) -> Done {
    let freed = items.iter().filter(|i| i.kept.is_none()).map(|i| i.bytes).sum();
    Done::new(View::Clean(CleanView { items, freed, dry }), next.unwrap_or("status"))
}

fn confirmed(app: &mut App, planned: &[Removal]) -> Result<bool, Error> {
    let workspaces = planned.iter().filter(|r| r.what == pipeline::What::Workspace).count();
    let megabytes = planned.iter().map(|r| r.bytes).sum::<u64>() as f64 / 1e6;
    let others = planned.len() - workspaces;
    let text = format!("{others} build folders and {workspaces} workspaces of ended sessions can go: {megabytes:.1} MB.");
    app.event(Event::Notice { text });
    let options = ["no, only show them".to_owned(), "yes, remove them".to_owned()];
    Ok(ask::pick(app, "Remove them", &options, 0, "--yes")? == Some(1))
}
