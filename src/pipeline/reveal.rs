//! The solution: given only on request, and only as the session's own attempts allow. A model's exercise has its reference sealed with it, which is run once
//! more before it is shown; the bank's stands in the pack; and where there is none, the model is asked.

use super::held::Held;
use super::hint::packet;
use super::packets::{self, About};
use super::{Work, sealed};
use crate::error::Error;
use crate::event::Event;
use crate::evidence::{self, Judged, Outcome};
use crate::exercise::{self, TextFile};
use crate::guard;
use crate::language::{self, Language};
use crate::leak::Reach;
use crate::provider::{self, Provider};
use crate::session::{Reveal, Session, TOP_LEVEL};
use crate::testrun::{self, Request};
use crate::workspace::{self, SealedExercise, WorkspacePath};

/// What is said beside a reference that etude kept.
const COMPARE: &str = "Here is one way to write it. Read it against your own, line by line: where do they first differ, and why?";

/// The solution, and whether asking for it was giving up.
#[derive(Debug, Clone)]
pub struct Revealed {
    pub session: Session,
    pub text: String,
    pub code: String,
    pub cost: RevealCost,
}

/// What seeing the solution does to mastery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RevealCost {
    /// The exercise was passed before: nothing changes.
    Nothing,
    /// A pass from now on counts as level 1.
    LevelOne,
    /// Given up: this exercise raises mastery no more.
    GivenUp,
}

/// `provider` is who would be asked; a sealed reference needs nobody.
pub fn reveal(work: &mut Work, provider: impl FnOnce() -> Result<Box<dyn Provider>, Error>, session: &Session) -> Result<Revealed, Error> {
    let sealed = sealed(work.store, session)?;
    let permission = session.reveal(work.reveal_rule);
    if permission == Reveal::NotYet {
        return Err(Error::RevealNotYet { after: work.reveal_rule.after_attempts });
    }
    let (text, code) = match &sealed.reference {
        Some(reference) => (COMPARE.to_owned(), tried(work, &sealed, reference)?),
        None => asked(work, &*provider()?, session, &sealed)?,
    };
    let cost = match permission {
        _ if session.mastery_counted() => RevealCost::Nothing,
        Reveal::GivingUp { .. } => RevealCost::GivenUp,
        _ => RevealCost::LevelOne,
    };
    let (now, calls) = (work.now, work.model_calls());
    let session = work.store.update(&session.id, |fresh| {
        if cost != RevealCost::Nothing {
            fresh.given_up |= cost == RevealCost::GivenUp;
            let index = fresh.attempt_state.attempt_index;
            fresh.attempt_state.revealed_at_attempt.get_or_insert(index);
        }
        fresh.record_calls(calls);
        fresh.last_accessed_at = now;
        fresh.clone()
    })?;
    Ok(Revealed { session, text, code, cost })
}

fn asked(work: &mut Work, provider: &dyn Provider, session: &Session, sealed: &SealedExercise) -> Result<(String, String), Error> {
    let mut packet = packet(work, session, "reveal")?;
    packet.attempt_context.hint_level = TOP_LEVEL;
    packet.policy_context.allow_reveal = true;
    let language = language::by_name(&session.language)?;
    if provider::is_model(provider.name()) {
        packets::tell_exercise(&mut packet, sealed, About::Whole, language);
    }
    let stubs = sealed.exercise.stub_names();
    let held = Held::against(work, session, sealed, language, &session.target_unit());
    let pack = work.ask_and_try(provider, &packet, |reply, cancel, events| {
        guard::hint(reply, &packet, language, &stubs, |text| held.judge(text, Reach::of_level(TOP_LEVEL), cancel, events))
    })?;
    let code = pack.revealed_solution.as_ref().map(|s| s.code.clone()).filter(|c| !c.trim().is_empty());
    Ok((pack.current_hint.text.clone(), code.ok_or(Error::NoSolution)?))
}

/// The sealed reference, when it still passes: another compiler may think otherwise than the one it was proven with.
fn tried(work: &mut Work, sealed: &SealedExercise, reference: &[TextFile]) -> Result<String, Error> {
    let language = language::by_name(&sealed.exercise.language)?;
    (work.events)(Event::Checking { what: "the solution against the tests".to_owned() });
    let scratch = tempfile::Builder::new().prefix("etude-reveal-").tempdir();
    let scratch = scratch.map_err(|e| Error::Internal(format!("no scratch folder for the solution: {e}")))?;
    let write = |path: &str, content: &str| workspace::write_file(scratch.path(), &WorkspacePath::new(path)?, content.as_bytes());
    exercise::with_replaced(&sealed.starter, reference).iter().try_for_each(|f| write(&f.path, &f.content))?;
    sealed.generated.iter().try_for_each(|f| write(&f.path, &f.content))?;
    let expected = sealed.exercise.test_names();
    let needs = &sealed.exercise.needs;
    let request = Request { language, root: scratch.path(), expected: &expected, limits: work.limits, needs, once: true };
    let mut run = testrun::run(request, work.cancel, &mut |_| {})?;
    if let Some(trouble) = run.tool_trouble.take() {
        return Err(trouble.into());
    }
    let judged = Judged { parsed: &run.parsed, build: &run.build, tests: run.tests.as_ref(), tampered: &[], is_starter: false };
    match evidence::judge(judged) {
        Outcome::Passed => Ok(as_text(reference, language)),
        Outcome::DoesNotCompile => Err(Error::SolutionFails { why: "it does not compile here".to_owned() }),
        _ => {
            let passing = run.parsed.tests.iter().filter(|t| t.status == evidence::TestStatus::Ok).count();
            Err(Error::SolutionFails { why: format!("it passes {passing} of {} tests here", expected.len()) })
        }
    }
}

fn as_text(reference: &[TextFile], language: &Language) -> String {
    if let [only] = reference {
        return only.content.clone();
    }
    let headed = |f: &TextFile| format!("{}{}", language.comment.block(std::slice::from_ref(&f.path), ""), f.content);
    reference.iter().map(headed).collect::<Vec<_>>().join("\n")
}
