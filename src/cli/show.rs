//! `etude show`: the exercise at a glance.

use super::Done;
use super::app::App;
use crate::error::Error;
use crate::evidence::TestStatus;
use crate::view::{ShowView, UnitView, View};

/// Show the exercise: its units, tests and files, and how each stands.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(app: &mut App, _: Args) -> Result<Done, Error> {
    let session = app.active()?;
    let sealed = app.sealed(&session)?;
    let exercise = &sealed.exercise;
    let latest = session.latest_attempt().map(|a| &a.evidence);
    let units = exercise.units.iter().map(|unit| {
        let tests: Vec<String> = exercise.tests.iter().filter(|t| t.unit.as_deref() == Some(&unit.id)).map(|t| t.name.clone()).collect();
        let is_green = |name: &String| latest.is_some_and(|e| e.tests.iter().any(|t| t.name == *name && t.status == TestStatus::Ok));
        let green = latest.map(|_| tests.iter().filter(|t| is_green(t)).count());
        UnitView { unit: unit.clone(), green, hint_level: session.hint_level(&unit.id), tests }
    });
    let view = ShowView {
        place: app.place(&session, Some(exercise)),
        description: exercise.description.clone(),
        depth: session.depth_target,
        status: session.status,
        attempts: session.attempt_state.attempt_index,
        needs: exercise.needs.clone(),
        units: units.collect(),
        files: sealed.starter.iter().map(|f| f.path.clone()).collect(),
    };
    Ok(Done::new(View::Show(view), super::status::next(Some(&session))))
}
