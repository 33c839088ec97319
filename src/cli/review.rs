//! `etude review`: the review of the latest attempt; makes the call where it is missing.

use super::app::App;
use super::attempt::{advice, review_view};
use super::{Done, next, sending};
use crate::error::Error;
use crate::evidence::Outcome;
use crate::pipeline;
use crate::view::{ReviewView, View};

/// Show the review of your latest attempt.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(app: &mut App, _: Args) -> Result<Done, Error> {
    let session = app.active()?;
    let attempt = session.latest_attempt().ok_or(Error::NothingToReview)?;
    let (index, passed, untouched) = (attempt.index, attempt.evidence.passed(), attempt.evidence.outcome == Outcome::NotStarted);
    let (mut mastery, mut comeback) = (None, None);
    let review = match session.review_of(index) {
        Some(review) => review.clone(),
        None => {
            let sealed = app.sealed(&session)?;
            let provider = sending::reviewer_for(app, &session, &sealed, untouched)?;
            let outcome = app.work(|work| pipeline::review(work, &*provider, &session))?;
            (mastery, comeback) = (outcome.mastery, outcome.comeback);
            outcome.review
        }
    };
    let advice = advice(app)?;
    let view = ReviewView { mastery, comeback, ..review_view(&session, &review, advice) };
    let next = if passed { next::after(app, &session.language, "end").1 } else { "hint".to_owned() };
    Ok(Done { next: Some(next), ..Done::new(View::Review(view), None) })
}
