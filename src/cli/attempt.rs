//! `etude attempt`: run the tests, hear how it stands.

use super::app::App;
use super::{Done, next, sending};
use crate::error::{Error, Exit};
use crate::event::Event;
use crate::evidence::{Diagnostic, Evidence, Level, Outcome, TestResult, TestStatus};
use crate::exercise::Exercise;
use crate::misconception::Advice;
use crate::pipeline::{self, Attempted};
use crate::provider;
use crate::session::Session;
use crate::view::{AttemptView, Further, Problem, ReviewView, View};

/// Run the tests on your code and get a review.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run the tests, then show what would be told to whom; nothing is recorded, and nobody is asked.
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let session = app.active()?;
    let sealed = app.sealed(&session)?;
    let untouched = pipeline::is_untouched(&app.store, &session, &sealed)?;
    if args.dry_run {
        if untouched && provider::is_model(&session.provider) {
            let text = "Nothing in src/ has changed so far: etude reviews such an attempt by itself, and nothing is sent.";
            app.event(Event::Notice { text: text.to_owned() });
        }
        let prompt = app.work(|work| pipeline::preview_attempt(work, &session))?;
        return Ok(Done::new(app.preview(&session.provider, prompt, None), "attempt"));
    }
    // A provider that cannot be had costs the review, not the attempt; a question that nobody answers costs neither.
    let provider = match sending::reviewer_for(app, &session, &sealed, untouched) {
        Err(unanswered @ Error::MissingFlag { .. }) => return Err(unanswered),
        other => other,
    };
    let attempted = app.work(|work| pipeline::attempt(work, provider, &session))?;
    let place = app.place(&attempted.session, Some(&sealed.exercise));
    let Attempted { session, attempt_index, evidence, review } = attempted;
    let passed = evidence.passed();
    let (review, trouble) = match review {
        Ok(outcome) => (Some(outcome), None),
        Err(error) => (None, Some(error)),
    };
    let advice = app.work(|work| pipeline::advice(work, &session))?;
    let (first_problem, further) = problems(&evidence);
    let (next_up, after) = if passed { next::after(app, &session.language, "end") } else { (None, String::new()) };
    let view = AttemptView {
        place,
        attempt_index,
        outcome: evidence.outcome,
        passed: evidence.passed_count(),
        total: evidence.tests.len(),
        duration_ms: evidence.duration_ms,
        elapsed_minutes: session.elapsed_minutes(app.now),
        first_problem,
        further,
        warnings: evidence.diagnostics.iter().filter(|d| d.level == Level::Warning).count(),
        warning_lines: warning_lines(&evidence),
        tampered: evidence.tampered.clone(),
        review: review.as_ref().map(|r| review_view(&session, &r.review, advice)),
        review_error: trouble.as_ref().map(Error::cause),
        comeback: review.as_ref().and_then(|r| r.comeback.clone()),
        next_up,
        mastery: review.and_then(|r| r.mastery),
        given_up: session.given_up,
        evidence,
    };
    // Where all that is written holds there is nothing to be helped with: the next unit begins with its section.
    let waiting = match &view.first_problem {
        Some(Problem::Test(test)) if test.is_unwritten() => test.unit.as_deref().and_then(|unit| lesson_of(&sealed.exercise, unit)),
        _ => None,
    };
    let next = match (&trouble, view.outcome) {
        (Some(_), _) => "review",
        (None, Outcome::Passed) => &after,
        (None, Outcome::Tampered) => "reset",
        (None, Outcome::NotStarted) => "lesson",
        (None, _) if !view.tampered.is_empty() => "reset",
        (None, _) => waiting.as_deref().unwrap_or("hint"),
    };
    let exit = match &trouble {
        Some(error) if error.exit() == Exit::Interrupted => Exit::Interrupted,
        Some(_) => Exit::Failed,
        None if passed => Exit::Done,
        None => Exit::NotYet,
    };
    Ok(Done { view: View::Attempt(Box::new(view)), next: Some(next.to_owned()), exit, trouble })
}

/// The command that shows the first section about a unit.
fn lesson_of(exercise: &Exercise, unit: &str) -> Option<String> {
    let heading = exercise.unit(unit)?.lesson.first()?;
    let number = heading.split('.').next()?.parse::<usize>().ok()?;
    Some(format!("lesson {number}"))
}

/// What to do about a misconception that keeps coming back, as of the session's latest review.
pub(super) fn advice(app: &mut App) -> Result<Option<Advice>, Error> {
    let session = app.active()?;
    app.work(|work| pipeline::advice(work, &session))
}

pub(super) fn review_view(session: &Session, review: &crate::session::Review, advice: Option<Advice>) -> ReviewView {
    let report = &review.report;
    ReviewView {
        attempt_index: review.attempt_index,
        verdict: review.verdict,
        opinion: (report.pass_fail != review.verdict).then_some(report.pass_fail),
        score: report.score,
        tag: report.dominant_tag.clone(),
        remediation: report.remediation.clone(),
        provider: session.provider.clone(),
        node: session.node_id.clone(),
        mastery: None,
        comeback: None,
        advice,
    }
}

/// The first thing to look at in full, and everything else in a line each.
fn problems(evidence: &Evidence) -> (Option<Problem>, Vec<Further>) {
    if evidence.outcome == Outcome::DoesNotCompile {
        let mut errors = evidence.diagnostics.iter().filter(|d| d.level == Level::Error);
        let first = errors.next().cloned().map(Problem::Compiler);
        return (first, errors.map(compiler_line).collect());
    }
    // A test that ran and went wrong says more than one whose stub is not written yet.
    let mut failing: Vec<&TestResult> = evidence.failing().collect();
    let first = failing.iter().position(|t| !t.is_unwritten() && t.status != TestStatus::NotRun).unwrap_or(0);
    if failing.is_empty() {
        return (None, Vec::new());
    }
    let problem = Problem::Test(failing.remove(first).clone());
    (Some(problem), failing.into_iter().map(test_line).collect())
}

/// The warnings a learner should see now. One in code whose tests fail is often the reason; in a stub that nobody wrote yet it says nothing.
fn warning_lines(evidence: &Evidence) -> Vec<Further> {
    const AFTER_A_PASS: usize = 3;
    let warnings = evidence.diagnostics.iter().filter(|d| d.level == Level::Warning && d.file.is_some());
    let fails = |stub: &str| evidence.tests.iter().any(|t| t.stub.as_deref() == Some(stub) && t.went_wrong());
    match evidence.outcome {
        Outcome::Passed => warnings.take(AFTER_A_PASS).map(compiler_line).collect(),
        Outcome::TestsFail => warnings.filter(|d| d.stub.as_deref().is_some_and(fails)).take(1).map(compiler_line).collect(),
        _ => Vec::new(),
    }
}

fn compiler_line(diagnostic: &Diagnostic) -> Further {
    let place = match (&diagnostic.file, diagnostic.line) {
        (Some(file), Some(line)) => format!("{file}:{line}: "),
        _ => String::new(),
    };
    Further { unit: diagnostic.unit.clone(), what: format!("{place}{}", diagnostic.message.lines().next().unwrap_or("")) }
}

fn test_line(test: &TestResult) -> Further {
    let how = match test.status {
        _ if test.is_unwritten() => "not written yet",
        TestStatus::Crashed => "crashed",
        TestStatus::Timeout => "did not end in time",
        TestStatus::NotRun => "did not run",
        _ => "failed",
    };
    Further { unit: test.unit.clone(), what: format!("{} ({how})", test.name) }
}
