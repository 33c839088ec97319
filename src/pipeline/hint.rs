//! Hints. A hint goes one step up the ladder of the unit the learner is at; the top is shown again without a call, unless the learner asks something of a model.
//! The solution is `reveal`'s.

use super::attempt::node_of;
use super::held::Held;
use super::packets::{self, About, Base};
use super::{Work, remedy, sealed};
use crate::error::Error;
use crate::event::{Event, Sink};
use crate::guard::{self, Reason};
use crate::language;
use crate::leak::{Reach, Verdict};
use crate::misconception::Advice;
use crate::provider::builtin::{self, BuiltIn};
use crate::provider::{self, Provider};
use crate::runner::Cancel;
use crate::session::{Hint, Session, TOP_LEVEL};
use crate::stage::Role;
use crate::stage::packet::Packet;
use crate::workspace::SealedExercise;

#[derive(Debug, Clone)]
pub struct Hinted {
    pub session: Session,
    pub unit: String,
    pub level: u8,
    pub text: String,
    /// The top of the ladder was reached before: no call was made.
    pub repeated: bool,
    /// What the last run shows, where the text was written for an earlier one.
    pub since: Option<String>,
    /// A question of one's own would be put to a model.
    pub can_ask: bool,
    /// The heading in LESSON.md that teaches this unit.
    pub lesson: Option<String>,
    /// A misconception of this unit that keeps coming back.
    pub advice: Option<Advice>,
    /// The model's hint broke a rule twice, so this one is etude's own.
    pub instead: bool,
}

pub fn hint(
    work: &mut Work,
    provider: Result<Box<dyn Provider + '_>, Error>,
    session: &Session,
    question: Option<&str>,
) -> Result<Hinted, Error> {
    if session.latest_attempt().is_some_and(|a| a.evidence.passed()) {
        return Err(Error::NothingToHint);
    }
    let sealed = sealed(work.store, session)?;
    let unit = session.target_unit();
    let sections = sealed.exercise.unit(&unit).map(|u| u.lesson.clone()).unwrap_or_default();
    let advice = remedy::for_unit(work, session, &sealed, &unit)?;
    // A question is put to whoever can answer it, also at the top.
    let can_ask = provider.as_ref().is_ok_and(|p| p.varies());
    let is_asked = question.is_some() && can_ask;
    if let Some(top) = session.top_hint(&unit).filter(|_| !is_asked) {
        let (text, since) = (top.text.clone(), since(session, top));
        let lesson = section_for(&sections, &text);
        return Ok(Hinted {
            session: session.clone(),
            unit,
            level: TOP_LEVEL,
            text,
            repeated: true,
            since,
            can_ask,
            lesson,
            advice,
            instead: false,
        });
    }
    // Only now: the top of the ladder is shown again whether or not anybody can be asked.
    let provider = provider?;
    let level = (session.hint_level(&unit) + 1).min(TOP_LEVEL);
    let packet = hint_packet(work, session, context_for(&*provider, &sealed), level, question)?;
    let language = language::by_name(&session.language)?;
    let stubs = sealed.exercise.stub_names();
    (work.events)(Event::Hinting { provider: provider.name().to_owned() });
    let held = Held::against(work, session, &sealed, language, &unit);
    let judge = |own: bool| {
        let (held, packet, stubs) = (&held, &packet, &stubs);
        move |reply: &str, cancel: &Cancel, events: Sink| {
            let try_out =
                |text: &str| if own { Ok(Verdict::of_own_words()) } else { held.judge(text, Reach::of_level(level), cancel, events) };
            guard::hint(reply, packet, language, stubs, try_out)
        }
    };
    let (pack, instead) = match work.ask_and_try(&*provider, &packet, judge(provider.name() == builtin::NAME)) {
        // Whatever the model insists on, the learner gets a hint that gives nothing away.
        Err(Error::Rejected(refused)) if provider.varies() && refused.reason == Reason::PolicyViolation => {
            (work.ask_and_try(&BuiltIn::new(&sealed.exercise), &packet, judge(true))?, true)
        }
        answered => (answered?, false),
    };
    let text = pack.current_hint.text.clone();
    let now = work.now;
    let calls = work.model_calls();
    let session = work.store.update(&session.id, |fresh| {
        fresh.record_hint(&unit, level, text.clone(), now);
        fresh.record_calls(calls);
        fresh.clone()
    })?;
    let lesson = section_for(&sections, &text);
    Ok(Hinted { session, unit, level, text, repeated: false, since: None, can_ask, lesson, advice, instead })
}

/// The unit's section that a hint sends its reader to, by its number or by words of its title, else all that the unit has. None where the hint names another: two
/// directions would be one too many.
fn section_for(sections: &[String], text: &str) -> Option<String> {
    let number = |heading: &String| heading.split('.').next().map(str::to_owned).unwrap_or_default();
    let text = text.to_lowercase();
    let named: Vec<&str> = text.split("section ").skip(1).filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()).collect();
    let named: Vec<&str> = named.into_iter().filter(|n| !n.is_empty()).collect();
    match named.as_slice() {
        [] => by_title(sections, &text).or_else(|| Some(sections.join("; ")).filter(|all| !all.is_empty())),
        named => sections.iter().find(|heading| named.contains(&number(heading).as_str())).cloned(),
    }
}

/// The one section of whose title a text has more words than of any other's.
fn by_title(sections: &[String], text: &str) -> Option<String> {
    let said: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let score = |heading: &String| {
        let lower = heading.to_lowercase();
        lower.split(|c: char| !c.is_alphanumeric()).filter(|w| w.chars().count() > 3 && said.contains(w)).count()
    };
    let best = sections.iter().map(score).max().filter(|best| *best > 0)?;
    let mut of_best = sections.iter().filter(|heading| score(heading) == best);
    of_best.next().filter(|_| of_best.next().is_none()).cloned()
}

/// A stored hint opens with the run that it was written for. Who has tried since meets something else by now.
fn since(session: &Session, stored: &Hint) -> Option<String> {
    let latest = session.latest_attempt().filter(|a| a.index > stored.attempt_index)?;
    Some(provider::bank::opening(&latest.evidence, &stored.unit)).filter(|shown| !stored.text.contains(shown.as_str()))
}

/// What a model is told of the exercise; the bank has it, and is not made to wait for it.
fn context_for<'s>(provider: &dyn Provider, sealed: &'s SealedExercise) -> Option<&'s SealedExercise> {
    provider::is_model(provider.name()).then_some(sealed)
}

/// What the next hint would tell a provider. Makes no call and writes nothing.
pub fn preview_hint(work: &mut Work, session: &Session, question: Option<&str>) -> Result<String, Error> {
    let sealed = sealed(work.store, session)?;
    let level = (session.hint_level(&session.target_unit()) + 1).min(TOP_LEVEL);
    let packet = hint_packet(work, session, Some(&sealed), level, question)?;
    packets::as_text(&packet)
}

fn hint_packet(
    work: &mut Work,
    session: &Session,
    sealed: Option<&SealedExercise>,
    level: u8,
    question: Option<&str>,
) -> Result<Packet, Error> {
    let mut packet = packet(work, session, "next_hint")?;
    packet.attempt_context.hint_level = level;
    packet.attempt_context.question = question.map(|q| crate::text::bounded(&crate::text::clean(q), 2000));
    if let Some(sealed) = sealed {
        packets::tell_exercise(&mut packet, sealed, About::Unit(&session.target_unit()), language::by_name(&session.language)?);
    }
    Ok(packet)
}

pub(super) fn packet(work: &mut Work, session: &Session, task: &str) -> Result<Packet, Error> {
    let node = node_of(work.store, session);
    let base = Base::of(work, &node, session.depth_target)?;
    Ok(base.session_packet(Role::Coach, task, session, work.now))
}

#[cfg(test)]
mod tests {
    use super::section_for;

    #[test]
    fn a_hint_is_followed_by_the_section_that_it_names() {
        let sections = ["2. Walking".to_owned(), "3. One past the last".to_owned()];
        let of = |text: &str| section_for(&sections, text);
        assert_eq!(of("Where does it end?"), Some("2. Walking; 3. One past the last".to_owned()), "either may be meant");
        assert_eq!(of("What is past the end of the row?"), Some("3. One past the last".to_owned()));
        assert_eq!(of("Look at Section 3 of LESSON.md."), Some("3. One past the last".to_owned()));
        assert_eq!(of("Look at section 12 again."), None);
        assert_eq!(of("Which section of the range are you walking?"), Some("2. Walking".to_owned()));
        assert_eq!(section_for(&[], "Where does it end?"), None);
    }
}
