//! `etude review`: the review of the latest attempt; makes the call where it is missing.

use super::Done;
use super::app::App;
use super::attempt::review_view;
use crate::error::Error;
use crate::pipeline;
use crate::view::{ReviewView, View};

/// Show the review of your latest attempt.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(app: &mut App, _: Args) -> Result<Done, Error> {
    let session = app.active()?;
    let index = session.latest_attempt().ok_or(Error::NothingToReview)?.index;
    let passed = session.latest_attempt().is_some_and(|a| a.evidence.passed());
    let mut mastery = None;
    let review = match session.review_of(index) {
        Some(review) => review.clone(),
        None => {
            let sealed = app.sealed(&session)?;
            let provider = app.provider_of(&session, &sealed)?;
            let outcome = app.work(|work| pipeline::review(work, &*provider, &session))?;
            mastery = outcome.mastery;
            outcome.review
        }
    };
    let view = ReviewView { mastery, ..review_view(&session, &review) };
    Ok(Done::new(View::Review(view), if passed { "end" } else { "hint" }))
}
