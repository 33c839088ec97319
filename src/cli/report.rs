//! `etude report`: an exercise is broken.

use super::app::App;
use super::{Done, start};
use crate::curriculum;
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
    let reported = app.work(|work| pipeline::report(work, &session, &args.text.join(" ")))?;
    let mastery = app.mastery()?;
    let replacement = replacement(app, &reported.session, &mastery);
    let next = match &replacement {
        Some(new) => format!("{}{}", curriculum::start_command(&new.language, &new.node), flags(app, &session, new)),
        None => "next".to_owned(),
    };
    let place = app.place(&reported.session, None);
    let view = ReportView { place, already: reported.already, mastery: reported.mastery, replacement };
    Ok(Done { next: Some(next), ..Done::new(View::Report(Box::new(view)), None::<&'static str>) })
}

/// A model makes another exercise for the same node. The bank has one for each, so there it is another node that is open.
fn replacement(app: &App, session: &Session, mastery: &Mastery) -> Option<Replacement> {
    let language = session.language.clone();
    if Supply::of(&session.provider) == Supply::Model {
        let title = app.place(session, None).title;
        return Some(Replacement { language, node: session.node_id.clone(), title, fresh: true, anyway: false });
    }
    let node = curriculum::node(&session.node_id)?;
    let supply = Supply::of(&start::provider_name(app, None));
    let open = map::nearest_startable(node, mastery, supply);
    // Where the broken one is the door to all others, the learner may go past it.
    let behind = || curriculum::of_language(&language).find(|n| n.id != node.id && map::startable(n, supply));
    let other = open.or_else(behind)?;
    Some(Replacement { node: other.id.clone(), title: other.title.clone(), fresh: false, anyway: open.is_none(), language })
}

fn flags(app: &App, session: &Session, new: &Replacement) -> String {
    let provider = &session.provider;
    match new.fresh {
        true if start::provider_name(app, None) != *provider => format!(" --provider {provider}"),
        false if new.anyway => " --anyway".to_owned(),
        _ => String::new(),
    }
}
