//! The wait for a model, as a person sees it: one line per call with what is being written and for how long. On a terminal the line counts the seconds
//! in place; without one, plain lines. The bank answers at once, so nothing of this is shown for it.

use crate::event::Event;
use crate::stage::{LoopKind, Role};

/// What to write next: a whole line, or the line that stands there now in a new form.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Show {
    Line(String),
    InPlace(String),
    Nothing,
}

#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// A model is asked, and a terminal shows the wait.
    model: bool,
    live: bool,
    /// What is being waited for.
    what: String,
    /// The proof has been told of.
    proving: bool,
}

impl Waiting {
    pub(super) fn new(live: bool) -> Waiting {
        Waiting { live, ..Waiting::default() }
    }

    pub(super) fn asks_a_model(&self) -> bool {
        self.model
    }

    pub(super) fn show(&mut self, event: &Event) -> Show {
        match event {
            Event::SettingUp { provider, .. } => {
                self.model = crate::provider::is_model(provider);
                Show::Line("Setting up exercise …".to_owned())
            }
            Event::Continuing { node, kept } => Show::Line(format!("Going on with {node}: {kept} replies are there already.")),
            Event::Scaffolding => self.begin("plan".to_owned()),
            Event::Expanding { kind, section, cap, about } => {
                let about = about.as_deref().map(|a| format!(": {}", one_line(a).trim_end_matches('.'))).unwrap_or_default();
                self.begin(shortened(&format!("{}, section {section} of at most {cap}{about}", loop_word(*kind))))
            }
            Event::Solving => self.begin("reference solution".to_owned()),
            Event::Mending { role, mend, of, why } => {
                self.begin(shortened(&format!("{} again ({mend} of {of}): {why}", mended_word(*role))))
            }
            Event::Proving { what, .. } if self.model && self.live => Show::InPlace(shortened(&format!("  proving: {}", one_line(what)))),
            // Without a terminal one line stands for all of it.
            Event::Proving { .. } if self.model && !std::mem::replace(&mut self.proving, true) => Show::Line("  proving …".to_owned()),
            Event::Reviewing { provider } => {
                self.model = crate::provider::is_model(provider);
                self.begin("review".to_owned())
            }
            Event::Hinting { provider } => {
                self.model = crate::provider::is_model(provider);
                self.begin("hint".to_owned())
            }
            Event::StillWaiting { seconds, .. } if self.live => Show::InPlace(format!("  {} {seconds} s", self.going())),
            Event::Answered { millis, .. } if self.model => {
                let done = format!("  {} ({:.0} s)", self.what, *millis as f64 / 1000.0);
                // Without a terminal the line stands there already; what is new is how long it took.
                if self.live { Show::Line(done) } else { Show::Line(format!("    done in {:.0} s", *millis as f64 / 1000.0)) }
            }
            Event::Retrying { why, seconds, tried, .. } => {
                Show::Line(format!("  {why}. Try {} of {} in {seconds} s.", tried + 1, crate::provider::TRIES))
            }
            Event::AskingAgain { role, .. } => Show::Line(format!("  The {} was refused; asking once more with the reason.", word(*role))),
            _ => Show::Nothing,
        }
    }

    fn begin(&mut self, what: String) -> Show {
        self.what = what;
        self.proving = false;
        match (self.model, self.live) {
            (false, _) => Show::Nothing,
            (true, true) => Show::InPlace(format!("  {}", self.going())),
            (true, false) => Show::Line(format!("  {}", self.going())),
        }
    }

    /// What was cut short ends in the same sign as what goes on; once is enough.
    fn going(&self) -> String {
        if self.what.ends_with('…') { self.what.clone() } else { format!("{} …", self.what) }
    }
}

/// So that the seconds after it stand on the same line.
fn shortened(what: &str) -> String {
    const ROOM: usize = 64;
    if what.chars().count() <= ROOM {
        what.to_owned()
    } else {
        format!("{} …", what.chars().take(ROOM - 2).collect::<String>().trim_end())
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn word(role: Role) -> &'static str {
    match role {
        Role::Scaffold => "plan",
        Role::StarterExpand => "section of the starter",
        Role::TestExpand => "section of the tests",
        Role::Solution => "reference solution",
        Role::LessonExpand => "section of the lesson",
        Role::Coach => "hint",
        Role::Reviewer => "review",
    }
}

fn mended_word(role: Role) -> &'static str {
    match role {
        Role::StarterExpand => loop_word(LoopKind::Starter),
        Role::TestExpand => loop_word(LoopKind::Test),
        Role::LessonExpand => loop_word(LoopKind::Lesson),
        other => word(other),
    }
}

pub(super) fn loop_word(kind: LoopKind) -> &'static str {
    match kind {
        LoopKind::Starter => "starter code",
        LoopKind::Test => "tests",
        LoopKind::Lesson => "lesson",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(waiting: &mut Waiting, event: Event) -> String {
        match waiting.show(&event) {
            Show::Line(line) | Show::InPlace(line) => line,
            Show::Nothing => String::new(),
        }
    }

    #[test]
    fn a_wait_is_one_line_and_the_bank_has_none() {
        let set_up = |provider: &str| Event::SettingUp { node: "A201".into(), title: "t".into(), provider: provider.into() };
        let about = Some("ex-4:\nthe section \"Where ownership leads, and how to follow it\" with its example".to_owned());
        let section = || Event::Expanding { kind: LoopKind::Lesson, section: 12, cap: 15, about: about.clone() };
        let answered = || Event::Answered { role: Role::LessonExpand, millis: 123_400, bytes: 10, tokens: None };
        let mut live = Waiting::new(true);
        line(&mut live, set_up("codex"));
        for shown in [
            line(&mut live, section()),
            line(&mut live, Event::StillWaiting { role: Role::LessonExpand, seconds: 9999 }),
            line(&mut live, answered()),
        ] {
            assert!(shown.starts_with("  lesson, section 12 of at most 15: ex-4: the section"), "{shown}");
            assert!(shown.chars().count() <= 78 && !shown.contains('\n'), "{shown}");
            assert_eq!(shown.matches('…').count(), 1, "{shown}");
        }
        let mut bank = Waiting::new(true);
        line(&mut bank, set_up("bank"));
        assert_eq!((line(&mut bank, section()), line(&mut bank, answered())), (String::new(), String::new()));
    }
}
