//! An attempt: run the tests, record what they showed, then ask the reviewer. The record is on disk before the reviewer is asked, so whatever
//! becomes of the review, the attempt is kept.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use super::held::Held;
use super::packets::{self, About, Base};
use super::{Work, repeat, sealed, workspace_gone};
use crate::checkers;
use crate::curriculum::{self, Need, Node};
use crate::error::Error;
use crate::event::Event;
use crate::evidence::{self, Evidence, Judged, MAX_SOURCE, Outcome, SourceFile, Tampered, TestStatus};
use crate::guard::{self, Accepted};
use crate::language::{self, Language};
use crate::leak::{Reach, Verdict};
use crate::mastery::schedule::Comeback;
use crate::mastery::{AttemptNote, Change, Help, MASTERY_FILE, MISCONCEPTIONS_FILE, MisconceptionEvent, Pass};
use crate::misconception;
use crate::provider::{self, Provider};
use crate::runner::End;
use crate::session::{Review, Session, Status, TagEvent};
use crate::stage::Role;
use crate::stage::packet::Packet;
use crate::stage::reply::{PassFail, ReviewReport};
use crate::store::{AuditLog, NewProgress, Store, StoreError};
use crate::testrun::{self, Request, TestRun};
use crate::text::sentence;
use crate::workspace::{self, SealedExercise, WorkspacePath};

/// A recorded attempt, and what came of the review.
#[derive(Debug)]
pub struct Attempted {
    pub session: Session,
    pub attempt_index: u32,
    pub evidence: Evidence,
    pub review: Result<ReviewOutcome, Error>,
}

/// What a review changed.
#[derive(Debug, Clone, Serialize)]
pub struct ReviewOutcome {
    pub review: Review,
    pub mastery: Option<Change>,
    /// When the node comes back, after a pass.
    pub comeback: Option<Comeback>,
}

pub fn attempt(work: &mut Work, provider: Result<Box<dyn Provider + '_>, Error>, session: &Session) -> Result<Attempted, Error> {
    let language = language::by_name(&session.language)?;
    let sealed = sealed(work.store, session)?;
    let root = session.workspace(work.store.home().root());
    if !root.is_dir() {
        return Err(workspace_gone(work.store, session));
    }
    let turn = take_turn(work, &session.id)?;
    let (evidence, hash) = run_tests(work, session, &sealed, language, &root)?;
    let now = work.now;
    let starter_hash = sealed.starter_hash();
    let recorded = evidence.clone();
    let (attempt_index, session) = work.store.update(&session.id, |fresh| {
        let index = fresh.record_attempt(recorded, hash, &starter_hash, now);
        (index, fresh.clone())
    })?;
    audit_attempt(work, &session, &evidence);
    drop(turn);
    let review = provider.and_then(|provider| review(work, &*provider, &session));
    let session = work.store.load(&session.id).unwrap_or(session);
    Ok(Attempted { session, attempt_index, evidence, review })
}

/// Whether the learner's files are still the starter.
pub fn is_untouched(store: &Store, session: &Session, sealed: &SealedExercise) -> Result<bool, Error> {
    let source = workspace::read_source(&session.workspace(store.home().root()), language::by_name(&session.language)?);
    Ok(workspace::source_hash(&source) == sealed.starter_hash())
}

/// Waits for another command that works in the same workspace.
fn take_turn(work: &mut Work, id: &str) -> Result<crate::store::WorkspaceLock, Error> {
    let (cancel, events) = (work.cancel, &mut work.events);
    let mut told = false;
    let waited = &mut |_: Duration| {
        if !told {
            events(Event::Waiting { what: "Another attempt is running in this workspace; waiting for it to end.".to_owned() });
            told = true;
        }
        !cancel.is_set()
    };
    work.store.lock_workspace(id, waited).map_err(|e| match e {
        StoreError::StoppedWaiting => Error::Interrupted,
        other => other.into(),
    })
}

fn run_tests(
    work: &mut Work,
    session: &Session,
    sealed: &SealedExercise,
    language: &'static Language,
    root: &std::path::Path,
) -> Result<(Evidence, String), Error> {
    let source = workspace::read_source(root, language);
    let hash = workspace::source_hash(&source);
    let is_starter = hash == sealed.starter_hash();
    (work.events)(Event::Running { command: language.test_command.clone(), untouched: is_starter });
    put_back(root, sealed, language)?;
    let before = workspace::changed_files(root, &session.sealed_files, true);
    let expected = sealed.exercise.test_names();
    let request = Request { language, root, expected: &expected, limits: work.limits, needs: &sealed.exercise.needs, once: false };
    // Found out with the first test that is not green, while the others run: a pass does not wait for it.
    let unwritten = OnceCell::new();
    let mut tell = |event| {
        (work.events)(match event {
            Event::TestEnded { name, status, .. } => {
                let known = || unwritten.get_or_init(|| unwritten_tests(&source, language, sealed));
                let unwritten = status != TestStatus::Ok && known().contains(&name);
                Event::TestEnded { name, status, unwritten }
            }
            other => other,
        });
    };
    let mut run = testrun::run(request, work.cancel, &mut tell)?;
    tell_missing_walls(work, session, &run);
    tell_missing_checkers(work, session, language, root);
    // Looked at twice: what a run itself changes must not pass either.
    let tampered = merge(before, workspace::changed_files(root, &session.sealed_files, true));
    if let (Some(trouble), true) = (run.tool_trouble.take(), tampered.is_empty()) {
        return Err(trouble.into());
    }
    if let Some(syntax) = language.syntax() {
        evidence::locate(&mut run.parsed, &source, syntax, &sealed.exercise.stub_refs());
    }
    let judged = Judged { parsed: &run.parsed, build: &run.build, tests: run.tests.as_ref(), tampered: &tampered, is_starter };
    let outcome = evidence::judge(judged);
    let last = run.tests.as_ref().unwrap_or(&run.build);
    let evidence = Evidence {
        outcome,
        command: language.test_command.clone(),
        exit_code: match last.end {
            End::Exited(code) => Some(code),
            _ => None,
        },
        duration_ms: millis(run.build.duration + run.tests.as_ref().map_or(Duration::ZERO, |t| t.duration)),
        output_excerpt: last.excerpt.clone(),
        diagnostics: run.parsed.diagnostics,
        tests: run.parsed.tests,
        source: bounded_source(source),
        tampered,
    };
    Ok((evidence, hash))
}

/// What the build would write itself, if the walls let it.
fn put_back(root: &std::path::Path, sealed: &SealedExercise, language: &Language) -> Result<(), Error> {
    let gone = |path: &str| std::fs::symlink_metadata(root.join(path)).is_err_and(|e| e.kind() == std::io::ErrorKind::NotFound);
    for file in language.files.iter().filter(|f| f.restored && gone(&f.path)) {
        if let Some(generated) = sealed.generated.iter().find(|g| g.path == file.path) {
            workspace::write_file(root, &WorkspacePath::new(&file.path)?, generated.content.as_bytes())?;
        }
    }
    Ok(())
}

/// Once per exercise: it is the same at every attempt.
fn tell_missing_walls(work: &mut Work, session: &Session, run: &TestRun) {
    if session.attempt_state.attempt_index > 0 {
        return;
    }
    let missing = match &run.build.walls {
        Some(walls) => walls.told().map(|told| format!("{}. `doctor` says more.", sentence(&told))),
        None => Some("The sandbox is switched off in config.toml: what runs here may do all that you may.".to_owned()),
    };
    if let Some(text) = missing {
        (work.events)(Event::Notice { text });
    }
}

/// Without a checker some mistakes stay unseen: the learner should know that a green run says less here than elsewhere.
fn tell_missing_checkers(work: &mut Work, session: &Session, language: &Language, root: &std::path::Path) {
    let wanted = !node_of(work.store, session).needs.contains(&Need::NoSanitizer);
    let missing = checkers::of_build(language, root).filter(|_| wanted).map(|checked| checked.missing).unwrap_or_default();
    if !missing.is_empty() {
        let which = missing.join(" and ");
        let text = format!("Built without the {which} sanitizer, which does not work here: some mistakes stay unseen. `doctor` says more.");
        (work.events)(Event::Notice { text });
    }
}

/// Tests whose stub still holds its mark. What a test says comes only at the end of a run; this is known before, so each line can tell it.
fn unwritten_tests(source: &[SourceFile], language: &Language, sealed: &SealedExercise) -> HashSet<String> {
    let Some(syntax) = language.syntax() else { return HashSet::new() };
    let functions = source.iter().flat_map(|file| syntax.outline(&file.content).functions);
    let unwritten: HashSet<String> = functions.filter(|f| f.unwritten.is_some()).map(|f| f.name).collect();
    let stubs = sealed.exercise.stub_refs();
    let is_unwritten = |test: &String| evidence::stub_of_test(test, &stubs).is_some_and(|stub| unwritten.contains(&stub.name));
    sealed.exercise.test_names().into_iter().filter(is_unwritten).collect()
}

fn merge(mut before: Vec<Tampered>, after: Vec<Tampered>) -> Vec<Tampered> {
    before.extend(after.into_iter().filter(|a| !before.iter().any(|b| b.path == a.path)).collect::<Vec<_>>());
    before
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn bounded_source(files: Vec<SourceFile>) -> Vec<SourceFile> {
    let mut left = MAX_SOURCE;
    files
        .into_iter()
        .map(|file| {
            let content = crate::text::bounded(&file.content, left);
            left = left.saturating_sub(content.len());
            SourceFile { content, ..file }
        })
        .collect()
}

fn audit_attempt(work: &mut Work, session: &Session, evidence: &Evidence) {
    let entry = json!({
        "at": work.now,
        "session": session.id,
        "node": session.node_id,
        "attemptIndex": session.attempt_state.attempt_index,
        "hintLevel": session.attempt_state.hint_level_used,
        "elapsedMinutes": session.elapsed_minutes(work.now),
        "evidence": evidence,
    });
    if let Err(error) = work.store.append_audit(AuditLog::Attempts, &entry) {
        (work.events)(Event::Notice { text: format!("The audit log could not be written: {error}.") });
    }
}

/// Asks the reviewer about the latest attempt and applies the verdict. Called by `attempt`, and later for a review that was missed.
pub fn review(work: &mut Work, provider: &dyn Provider, session: &Session) -> Result<ReviewOutcome, Error> {
    let attempt = session.latest_attempt().ok_or(Error::NothingToReview)?;
    (work.events)(Event::Reviewing { provider: provider.name().to_owned() });
    let packet = review_packet(work, session, provider::is_model(provider.name()))?;
    let language = language::by_name(&session.language)?;
    let sealed = sealed(work.store, session)?;
    let stubs = sealed.exercise.stub_names();
    let held = Held::against(work, session, &sealed, language, &session.target_unit());
    let own = !provider::is_model(provider.name());
    let report = work.ask_and_try(provider, &packet, |reply, cancel, events| {
        let try_out = |text: &str| if own { Ok(Verdict::of_own_words()) } else { held.judge(text, Reach::Review, cancel, events) };
        guard::review(reply, &packet, language, &stubs, try_out)
    })?;
    apply(work, session, attempt.index, &attempt.evidence, report)
}

/// A model is also told the exercise; the bank has it, and reading it takes longer than all else here. A green run is about all of it, a red one about what
/// the learner is at.
fn review_packet(work: &mut Work, session: &Session, for_model: bool) -> Result<Packet, Error> {
    let node = node_of(work.store, session);
    let base = Base::of(work, &node, session.depth_target)?;
    let mut packet = base.session_packet(Role::Reviewer, "review_attempt", session, work.now);
    if for_model {
        let (language, unit) = (language::by_name(&session.language)?, session.target_unit());
        let green = session.latest_attempt().is_some_and(|a| a.evidence.passed());
        let about = if green { About::Whole } else { About::Unit(&unit) };
        packets::tell_exercise(&mut packet, &sealed(work.store, session)?, about, language);
    }
    Ok(packet)
}

/// What an attempt would tell a provider: the tests are run, but nothing is recorded and nobody is asked.
pub fn preview_attempt(work: &mut Work, session: &Session) -> Result<String, Error> {
    let language = language::by_name(&session.language)?;
    let sealed = sealed(work.store, session)?;
    let root = session.workspace(work.store.home().root());
    if !root.is_dir() {
        return Err(workspace_gone(work.store, session));
    }
    let turn = take_turn(work, &session.id)?;
    let (evidence, hash) = run_tests(work, session, &sealed, language, &root)?;
    drop(turn);
    let mut as_if = session.clone();
    as_if.record_attempt(evidence, hash, &sealed.starter_hash(), work.now);
    let packet = review_packet(work, &as_if, true)?;
    packets::as_text(&packet)
}

/// The tests decide: a reviewer's FAIL on a green run is its opinion and counts as a provisional pass.
fn verdict(report: &ReviewReport, evidence: &Evidence) -> PassFail {
    match (report.pass_fail, evidence.passed()) {
        (PassFail::Pass, true) => PassFail::Pass,
        (_, true) => PassFail::ProvisionalPass,
        (_, false) => PassFail::Fail,
    }
}

fn apply(
    work: &mut Work,
    session: &Session,
    attempt_index: u32,
    evidence: &Evidence,
    report: Accepted<ReviewReport>,
) -> Result<ReviewOutcome, Error> {
    let verdict = verdict(&report, evidence);
    let review = Review { attempt_index, at: work.now, report: report.into_inner(), verdict };
    let lock = work.store.lock()?;
    let mut fresh = work.store.load(&session.id)?;
    let already_counted = fresh.review_of(attempt_index).is_some_and(|r| passes(r.verdict));
    let (mut change, mut comeback, mut progress) = (None, None, Vec::new());
    // What was reported as broken can be finished, but it counts no more.
    if passes(verdict) && !already_counted && !fresh.is_reported_broken() {
        let mut mastery = work.mastery()?;
        let schedule = work.schedule(&mastery)?;
        let help = help(&fresh, verdict);
        let pass = Pass { node: &fresh.node_id, depth: fresh.depth_target, help, session_id: &fresh.id, attempt_index };
        change = mastery.record_pass(evidence, pass, work.now);
        if change.is_some() {
            progress.push(NewProgress::new(MASTERY_FILE, &mastery)?);
        }
        fresh.status = Status::Passed;
        fresh.mastery_state.level = mastery.level(&fresh.node_id);
        let (moved, back) = repeat::after_pass(work, schedule, &fresh, help, fresh.mastery_state.level)?;
        progress.push(moved);
        comeback = back;
    } else if verdict == PassFail::Fail && !fresh.is_reported_broken() {
        progress.extend(repeat::after_failure(work, &fresh, &review, evidence)?);
    }
    progress.extend(record_tag(work, &mut fresh, &review, evidence)?);
    fresh.record_review(review.clone());
    fresh.record_calls(work.model_calls());
    // Session and progress go to disk as one commit.
    work.store.save_with(&lock, &fresh, progress)?;
    Ok(ReviewOutcome { review, mastery: change, comeback })
}

fn passes(verdict: PassFail) -> bool {
    matches!(verdict, PassFail::Pass | PassFail::ProvisionalPass)
}

fn help(session: &Session, verdict: PassFail) -> Help {
    Help {
        hint_level: session.strongest_hint(),
        provisional: verdict == PassFail::ProvisionalPass,
        revealed: session.attempt_state.revealed_at_attempt.is_some(),
        gave_up: session.given_up,
    }
}

fn record_tag(work: &mut Work, session: &mut Session, review: &Review, evidence: &Evidence) -> Result<Option<NewProgress>, Error> {
    let (attempt_index, at, passed) = (review.attempt_index, review.at, passes(review.verdict));
    // Neither an untouched starter nor a broken exercise says what a learner believes.
    if evidence.outcome == Outcome::NotStarted || session.is_reported_broken() {
        return Ok(None);
    }
    let mut all = work.misconceptions()?;
    all.note(AttemptNote {
        language: session.language.clone(),
        node: session.node_id.clone(),
        session_id: session.id.clone(),
        attempt_index,
        at,
        passed,
        source_hash: session.attempt_state.history.iter().find(|a| a.index == attempt_index).map(|a| a.source_hash.clone()),
    });
    if let Some(tag) = review.report.dominant_tag.clone().filter(|_| !passed) {
        let tags = &mut session.misconception_state.tags;
        tags.retain(|t| t.attempt_index != attempt_index);
        tags.push(TagEvent { tag: tag.clone(), attempt_index, at });
        tags.drain(..tags.len().saturating_sub(50));
        let pack = sealed(work.store, session).ok().and_then(|s| s.pack);
        let own = pack.map(|p| p.meta.misconceptions).unwrap_or_default();
        let shown = misconception::shown(&session.language, &own, &tag, evidence);
        let (node, session_id) = (session.node_id.clone(), session.id.clone());
        all.record(MisconceptionEvent { tag, node, session_id, attempt_index, at, unit: shown.unit, evidence: Some(shown.by) });
    }
    Ok(Some(NewProgress::new(MISCONCEPTIONS_FILE, &all)?))
}

/// The node of a session. One that has left the map since still has its sessions.
pub(super) fn node_of(store: &Store, session: &Session) -> Node {
    let known = curriculum::node(&session.node_id).cloned().or_else(|| crate::topic::custom::find(store, &session.node_id));
    known.unwrap_or_else(|| Node {
        id: session.node_id.clone(),
        title: session.node_id.clone(),
        language: session.language.clone(),
        track: String::new(),
        depth: session.depth_target,
        prerequisites: Vec::new(),
        keywords: Vec::new(),
        tags: Vec::new(),
        needs: Vec::new(),
        about: String::new(),
    })
}
