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
    /// How long a section of a loop took, whose units are told next.
    took: Option<u64>,
    /// Without a terminal: the proof has been told of.
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
            Event::Expanding { kind, section, about, done, of, .. } => {
                let about = about.as_deref().map(|a| format!(": {}", one_line(a).trim_end_matches('.'))).unwrap_or_default();
                let place = match kind {
                    _ if done >= of => format!("section {section}"),
                    LoopKind::Lesson => format!("section {} of {of}", done + 1),
                    _ => format!("from unit {} of {of}", done + 1),
                };
                self.begin(shortened(&format!("{}, {place}{about}", loop_word(*kind))))
            }
            Event::Expanded { kind, first, last, of } => {
                let (units, took) = (units(*kind, *first, *last, *of), self.took.take());
                if let (Some(units), true) = (&units, self.live) {
                    self.what = format!("{}, {units}", loop_word(*kind));
                }
                took.map_or(Show::Nothing, |millis| self.answered(millis, units.as_deref().unwrap_or("done")))
            }
            Event::Solving => self.begin("solution".to_owned()),
            Event::Mending { role, what, why, .. } => {
                self.begin(format!("{} again", mended_word(*role)));
                let line = format!("  {}: {why}.", crate::text::sentence(what));
                if self.model { Show::Line(line) } else { Show::Nothing }
            }
            Event::Proving { what, .. } if self.model && self.live => Show::InPlace(shortened(&format!("  checking {}", one_line(what)))),
            // Without a terminal one line stands for all of it.
            Event::Proving { .. } if self.model && !std::mem::replace(&mut self.proving, true) => Show::Line("  checking it …".to_owned()),
            Event::ProofEnded { millis } if self.model => {
                self.proving = false;
                Show::Line(format!("  checked ({})", seconds(*millis)))
            }
            Event::Reviewing { provider } => {
                self.model = crate::provider::is_model(provider);
                self.begin("review".to_owned())
            }
            Event::Hinting { provider } => {
                self.model = crate::provider::is_model(provider);
                self.begin("hint".to_owned())
            }
            Event::StillWaiting { seconds, .. } if self.live => Show::InPlace(format!("  {} {seconds} s", self.going())),
            // Which units came with it is known in a moment.
            Event::Answered { role, millis, .. } if self.model && self.is_loop(*role) => {
                self.took = Some(*millis);
                Show::Nothing
            }
            Event::Answered { millis, .. } if self.model => self.answered(*millis, "done"),
            Event::Retrying { why, seconds, tried, .. } => {
                Show::Line(format!("  {why}. Try {} of {} in {seconds} s.", tried + 1, crate::provider::TRIES))
            }
            Event::AskingAgain { role, .. } => Show::Line(format!("  The {} was refused; asking once more with the reason.", word(*role))),
            _ => Show::Nothing,
        }
    }

    /// A repaired section is not part of a loop.
    fn is_loop(&self, role: Role) -> bool {
        matches!(role, Role::StarterExpand | Role::TestExpand | Role::LessonExpand) && !self.what.ends_with(" again")
    }

    /// Without a terminal the line stands there already; what is new is how much came, and how long it took.
    fn answered(&self, millis: u64, came: &str) -> Show {
        let what = if self.live { format!("  {}", self.what) } else { format!("    {came}") };
        Show::Line(format!("{what} ({})", seconds(millis)))
    }

    fn begin(&mut self, what: String) -> Show {
        self.what = what;
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

/// "units 1 to 3 of 5", where the reply and the plan say so.
fn units(kind: LoopKind, first: usize, last: usize, of: usize) -> Option<String> {
    let of = if last <= of { format!(" of {of}") } else { String::new() };
    match (kind, first, last) {
        (_, 0, _) => None,
        (LoopKind::Lesson, _, last) => Some(format!("section {last}{of}")),
        (_, first, last) if first == last => Some(format!("unit {first}{of}")),
        _ => Some(format!("units {first} to {last}{of}")),
    }
}

fn seconds(millis: u64) -> String {
    format!("{:.0} s", millis as f64 / 1000.0)
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
        Role::Solution => "solution",
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

    fn set_up(provider: &str) -> Event {
        Event::SettingUp { node: "A201".into(), title: "t".into(), provider: provider.into() }
    }

    fn answered(role: Role) -> Event {
        Event::Answered { role, millis: 123_400, bytes: 10, tokens: None }
    }

    #[test]
    fn a_wait_is_one_line_and_the_bank_has_none() {
        let about = Some("ex-4:\nthe section \"Where ownership leads, and how to follow it\" with its example".to_owned());
        let section = || Event::Expanding { kind: LoopKind::Lesson, section: 4, cap: 15, about: about.clone(), done: 3, of: 7 };
        let came = || Event::Expanded { kind: LoopKind::Lesson, first: 4, last: 4, of: 7 };
        let mut live = Waiting::new(true);
        line(&mut live, set_up("codex"));
        for shown in [line(&mut live, section()), line(&mut live, Event::StillWaiting { role: Role::LessonExpand, seconds: 9999 })] {
            assert!(shown.starts_with("  lesson, section 4 of 7: ex-4: the section"), "{shown}");
            assert!(shown.chars().count() <= 78 && !shown.contains('\n'), "{shown}");
            assert_eq!(shown.matches('…').count(), 1, "{shown}");
        }
        assert_eq!(
            (line(&mut live, answered(Role::LessonExpand)), line(&mut live, came())),
            (String::new(), "  lesson, section 4 of 7 (123 s)".into())
        );
        let mut bank = Waiting::new(true);
        line(&mut bank, set_up("bank"));
        for event in [section(), answered(Role::LessonExpand), came(), Event::ProofEnded { millis: 1 }] {
            assert_eq!(line(&mut bank, event), "");
        }
    }

    #[test]
    fn a_section_of_code_says_which_of_the_units_it_brought() {
        let mut live = Waiting::new(true);
        line(&mut live, set_up("codex"));
        let mut came = |first, last, of| {
            line(&mut live, Event::Expanding { kind: LoopKind::Starter, section: 1, cap: 8, about: None, done: first - 1, of });
            line(&mut live, answered(Role::StarterExpand));
            line(&mut live, Event::Expanded { kind: LoopKind::Starter, first, last, of })
        };
        assert_eq!(came(1, 3, 5), "  starter code, units 1 to 3 of 5 (123 s)");
        assert_eq!(came(4, 4, 5), "  starter code, unit 4 of 5 (123 s)");
        assert_eq!(came(1, 2, 0), "  starter code, units 1 to 2 (123 s)", "a plan without numbers");
    }

    #[test]
    fn a_repair_says_what_for_in_full_and_the_proof_has_its_own_time() {
        let mut live = Waiting::new(true);
        line(&mut live, set_up("codex"));
        let why = "the tests accept a small change that makes the solution wrong".to_owned();
        let mending = Event::Mending { role: Role::TestExpand, mend: 1, of: 2, what: "making the tests stricter", why: why.clone() };
        assert_eq!(line(&mut live, mending), format!("  Making the tests stricter: {why}."));
        assert_eq!(line(&mut live, answered(Role::TestExpand)), "  tests again (123 s)");
        let proving = Event::Proving { node: "A201".into(), what: "the tests against 38 wrong versions".into() };
        assert_eq!(line(&mut live, proving), "  checking the tests against 38 wrong versions");
        assert_eq!(line(&mut live, Event::ProofEnded { millis: 14_200 }), "  checked (14 s)");
    }
}
