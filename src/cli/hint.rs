//! `etude hint`: one step of help for the unit you are at.

use super::app::App;
use super::{Done, sending};
use crate::error::Error;
use crate::pipeline;
use crate::view::{HintView, RevealView, View};

/// Get the next hint for the unit you are at.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A question of your own to the coach.
    #[arg(long)]
    message: Option<String>,
    /// Show the solution: freely after enough attempts of your own, before that as giving up.
    #[arg(long)]
    reveal: bool,
    /// Show what would be told to whom, and ask nobody.
    #[arg(long, conflicts_with = "reveal")]
    dry_run: bool,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let session = app.active()?;
    let sealed = app.sealed(&session)?;
    if args.dry_run {
        let prompt = app.work(|work| pipeline::preview_hint(work, &session, args.message.as_deref()))?;
        return Ok(Done::new(app.preview(&session.provider, prompt, None), "hint"));
    }
    if args.reveal {
        // A sealed reference is shown without a question to anybody.
        let provider = if sealed.reference.is_some() { None } else { Some(sending::provider_for(app, &session, &sealed)?) };
        let ask = || provider.ok_or(Error::NoSolution);
        let shown = app.work(|work| pipeline::reveal(work, ask, &session))?;
        let view = RevealView { text: shown.text, code: shown.code, cost: shown.cost };
        return Ok(Done::new(View::Reveal(view), "attempt"));
    }
    let provider = sending::provider_for(app, &session, &sealed);
    let hinted = app.work(|work| pipeline::hint(work, provider, &session, args.message.as_deref()))?;
    let view = HintView {
        unit: hinted.unit,
        level: hinted.level,
        text: hinted.text,
        repeated: hinted.repeated,
        since: hinted.since,
        can_ask: hinted.can_ask,
        lesson: hinted.lesson,
        attempt_index: hinted.session.attempt_state.attempt_index,
        advice: hinted.advice,
        instead: hinted.instead,
    };
    Ok(Done::new(View::Hint(view), "attempt"))
}
