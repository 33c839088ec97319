//! What to do about a misconception that keeps coming back, at the session at hand. Reads the record and the sealed exercise; writes nothing.

use super::{Work, sealed};
use crate::error::Error;
use crate::language;
use crate::misconception::{self, Advice, Extra, Setting, Step};
use crate::pack::Bank;
use crate::session::Session;
use crate::workspace::SealedExercise;

/// Advice about the tag that the review of the latest attempt named, where it has been seen often enough.
pub fn advice(work: &mut Work, session: &Session) -> Result<Option<Advice>, Error> {
    let latest = session.latest_attempt().map(|a| a.index);
    let tag = latest.and_then(|index| session.review_of(index)).and_then(|r| r.report.dominant_tag.clone());
    let Some(tag) = tag else { return Ok(None) };
    let sealed = sealed(work.store, session)?;
    Ok(all(work, session, &sealed)?.into_iter().find(|a| a.tag == tag))
}

/// Advice that belongs to the unit a hint is asked for: the most pressing first.
pub(super) fn for_unit(work: &mut Work, session: &Session, sealed: &SealedExercise, unit: &str) -> Result<Option<Advice>, Error> {
    Ok(all(work, session, sealed)?.into_iter().find(|a| a.unit.as_deref() == Some(unit)))
}

fn all(work: &mut Work, session: &Session, sealed: &SealedExercise) -> Result<Vec<Advice>, Error> {
    let active = misconception::active(&work.misconceptions()?, &session.language, work.now);
    let language = language::by_name(&session.language)?;
    let startable = |node: &str| Bank::Embedded.has(&language.name, node);
    let setting = Setting { exercise: &sealed.exercise, pack: sealed.pack.as_ref(), language, startable: &startable };
    Ok(active.iter().map(|r| misconception::advise(r, setting)).collect())
}

/// README.md with what came back too often put first, before anything else is read.
pub(super) fn readme(text: &str, extra: &[Extra]) -> String {
    if extra.is_empty() {
        return text.to_owned();
    }
    let (title, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut out = format!("{title}\n\n## First, this\n");
    for part in extra {
        let unit = part.unit.as_deref().map(|u| format!(" It will matter in {u}.")).unwrap_or_default();
        out.push_str(&format!("\nSeen {} times lately: `{}`. {}\n{}{unit}\n", part.seen, part.tag, part.says, part.fix));
        if let Some(lesson) = &part.lesson {
            out.push_str(&format!("\nRead this section of `LESSON.md` before you write anything: **{lesson}**.\n"));
        }
    }
    format!("{out}\n## The exercise\n\n{rest}")
}

/// Where hints for a unit begin.
pub(super) fn first_level(advice: Option<&Advice>) -> u8 {
    advice.filter(|a| a.step == Step::Repeat).and_then(|a| a.hint_from).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_begins_with_what_came_back() {
        let text = "# Title\n\nA story.\n\n| | |\n";
        assert_eq!(readme(text, &[]), text);
        let extra = Extra {
            tag: "missing-mut".into(),
            seen: 4,
            says: "A name seems to change.".into(),
            fix: "Write `mut`.".into(),
            lesson: Some("3. A name that may change".into()),
            unit: Some("ex-2".into()),
        };
        let told = readme(text, &[extra]);
        assert!(told.starts_with("# Title\n\n## First, this\n\nSeen 4 times lately: `missing-mut`."), "{told}");
        assert!(told.find("3. A name that may change") < told.find("A story."), "{told}");
        assert!(told.ends_with("A story.\n\n| | |\n"));
    }
}
