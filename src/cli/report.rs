//! `etude report`: an exercise is broken.

use super::app::App;
use super::{Done, ask, next, start};
use crate::curriculum::{self, Node};
use crate::error::Error;
use crate::map::{self, Supply};
use crate::mastery::Mastery;
use crate::pipeline;
use crate::session::Session;
use crate::view::{Replacement, ReportView, View};

/// Say that the exercise is broken: it no longer counts, and you get another.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// What is wrong with it, in your words. They stay on this machine.
    text: Vec<String>,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let session = app.active()?;
    if !confirmed(app, &session, &args)? {
        return Ok(Done { next: Some("status".to_owned()), ..Done::nothing_made() });
    }
    let reported = app.work(|work| pipeline::report(work, &session, &args.text.join(" ")))?;
    let mastery = app.mastery()?;
    let replacement = replacement(app, &reported.session, &mastery)?;
    let next = match &replacement {
        Some(new) => format!("{}{}", curriculum::start_command(&new.language, &new.node), flags(app, &session, new)),
        None => "next".to_owned(),
    };
    let place = app.place(&reported.session, None);
    let view = ReportView { place, already: reported.already, mastery: reported.mastery, replacement };
    Ok(Done { next: Some(next), ..Done::new(View::Report(Box::new(view)), None::<&'static str>) })
}

/// The word could also mean a report to the learner, so without a reason given it is asked for.
fn confirmed(app: &mut App, session: &Session, args: &Args) -> Result<bool, Error> {
    if app.yes || !args.text.is_empty() || session.is_reported_broken() {
        return Ok(true);
    }
    let place = app.place(session, None);
    if !app.interactive {
        let what = format!("{} would be marked as broken, and what you did in it would no longer count", place.node);
        return Err(Error::MissingFlag { what, flag: "--yes, or what is wrong with it in your words" });
    }
    let options = ["no, leave it as it is".to_owned(), "yes, it is broken and should not count".to_owned()];
    let question = format!("Mark {}, {}, as broken", place.node, place.title);
    Ok(ask::pick(app, &question, &options, 0, "--yes")? == Some(1))
}

/// A model makes another exercise for the same node. The bank has one for each, so there it is another node: one that is open, else one behind the broken
/// one, which may be the door to all others, else one to practise again.
fn replacement(app: &mut App, session: &Session, mastery: &Mastery) -> Result<Option<Replacement>, Error> {
    let language = session.language.clone();
    let offer = |node: &str, title: &str| Replacement { language, node: node.into(), title: title.into(), ..Replacement::default() };
    if Supply::of(&session.provider) == Supply::Model {
        let title = app.place(session, None).title;
        return Ok(Some(Replacement { fresh: true, ..offer(&session.node_id, &title) }));
    }
    let Some(node) = curriculum::node(&session.node_id) else { return Ok(None) };
    let supply = Supply::of(&start::provider_name(app, None));
    let reported = next::reported(&app.store.list()?.entries);
    let sound = |n: &Node| !next::is_broken(app, n, &reported);
    let fresh = |n: &Node| mastery.level(&n.id) == 0 && sound(n);
    if let Some(open) = map::nearest(node, supply, |n| fresh(n) && map::unmet(n, mastery).is_empty()) {
        return Ok(Some(offer(&open.id, &open.title)));
    }
    if let Some(behind) = map::nearest(node, supply, fresh) {
        return Ok(Some(Replacement { anyway: true, ..offer(&behind.id, &behind.title) }));
    }
    let passed = map::nearest(node, supply, |n| mastery.level(&n.id) > 0 && sound(n));
    Ok(passed.map(|n| Replacement { again: true, anyway: !map::unmet(n, mastery).is_empty(), ..offer(&n.id, &n.title) }))
}

fn flags(app: &App, session: &Session, new: &Replacement) -> String {
    let provider = &session.provider;
    match new.fresh {
        true if start::provider_name(app, None) != *provider => format!(" --provider {provider}"),
        false if new.anyway => " --anyway".to_owned(),
        _ => String::new(),
    }
}
