//! The face for people: plain text, at most 80 columns where the content allows, ending with the exact next command.

mod author;
mod exercise;
mod map;
mod month;
mod next;
mod overview;
mod practice;
mod proof;
mod tools;
mod waiting;

use std::io::{IsTerminal, Write};

use super::page::{Mark, Page, WIDTH};
use super::{Face, error_line};
use crate::error::{Error, Exit};
use crate::event::Event;
use crate::evidence::TestStatus;
use crate::view::{Offer, View};
use waiting::{Show, Waiting, loop_word};

/// To the beginning of the line, and away with what stands there.
const CLEAR_LINE: &[u8] = b"\r\x1b[K";

pub struct TerminalFace {
    etude: String,
    colour: bool,
    live: bool,
    /// Something was written by events, so the result stands off by a line.
    spoke: bool,
    waiting: Waiting,
    /// The last line has no end yet: the next one takes its place.
    open_line: bool,
}

impl TerminalFace {
    pub fn new(etude: &str, colour: bool) -> TerminalFace {
        let live = std::io::stdout().is_terminal();
        let etude = etude.to_owned();
        TerminalFace { etude, colour, live, spoke: false, waiting: Waiting::new(live), open_line: false }
    }

    fn page(&self) -> Page {
        Page::new(self.colour)
    }

    fn show(&mut self, page: Page) {
        let mut out = std::io::stdout().lock();
        if std::mem::take(&mut self.open_line) {
            let _ = out.write_all(CLEAR_LINE);
        }
        // A reader that went away (a pager, `head`) wants nothing more.
        let _ = out.write_all(page.into_text().as_bytes()).and_then(|()| out.flush());
    }

    fn say(&mut self, line: &str) {
        let mut page = self.page();
        page.prose(0, line);
        self.show(page);
        self.spoke = true;
    }

    /// A line that the next one takes the place of. Cut at the width, because what wraps cannot be taken back.
    fn in_place(&mut self, line: &str) {
        let line: String = crate::text::clean(line).chars().take(WIDTH).collect();
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(CLEAR_LINE).and_then(|()| out.write_all(line.as_bytes())).and_then(|()| out.flush());
        self.open_line = true;
        self.spoke = true;
    }

    fn next_line(page: &mut Page, next: &str) {
        let command = page.mark(Mark::Strong, next);
        page.blank();
        page.raw(&format!("Next: {command}"));
    }
}

impl Face for TerminalFace {
    fn event(&mut self, event: &Event) {
        match event {
            Event::SettingUp { .. }
            | Event::Continuing { .. }
            | Event::Scaffolding
            | Event::Expanding { .. }
            | Event::Expanded { .. }
            | Event::ProofEnded { .. }
            | Event::Solving
            | Event::Mending { .. }
            | Event::Hinting { .. }
            | Event::Reviewing { .. }
            | Event::StillWaiting { .. }
            | Event::Answered { .. }
            | Event::Retrying { .. }
            | Event::AskingAgain { .. } => match self.waiting.show(event) {
                Show::Line(line) => self.say(&line),
                Show::InPlace(line) => self.in_place(&line),
                Show::Nothing => {}
            },
            Event::LoopEnded { kind, capped: true, .. } => {
                self.say(&format!("The {} was cut at its longest allowed length.", loop_word(*kind)))
            }
            Event::LoopEnded { .. } => {}
            Event::Running { command, .. } => self.say(&format!("Running {command} …")),
            Event::Waiting { what } => self.say(what),
            Event::BuildLine { text } => self.say(text),
            Event::TestEnded { name, status, unwritten } => {
                let mut page = self.page();
                let word = match status {
                    TestStatus::Ok => page.mark(Mark::Good, "ok"),
                    TestStatus::Failed | TestStatus::Crashed if *unwritten => page.mark(Mark::Faint, "not written yet"),
                    TestStatus::Failed => page.mark(Mark::Bad, "FAILED"),
                    TestStatus::Crashed => page.mark(Mark::Bad, "CRASHED"),
                    TestStatus::Timeout => page.mark(Mark::Bad, "TIMEOUT"),
                    TestStatus::NotRun => page.mark(Mark::Faint, "not run"),
                };
                let name = crate::text::bounded(&crate::text::clean(name), 100);
                page.raw(&format!("  {name} … {word}"));
                self.show(page);
                self.spoke = true;
            }
            Event::Checking { what } => self.say(&format!("Checking {what} …")),
            Event::Proving { node, what } => match self.waiting.show(event) {
                Show::InPlace(line) => self.in_place(&line),
                Show::Line(line) => self.say(&line),
                Show::Nothing if self.live && !self.waiting.asks_a_model() => self.say(&format!("{node}: {what} …")),
                Show::Nothing => {}
            },
            Event::Proved { ok: true, .. } => {}
            Event::Proved { node, what, detail, .. } => self.say(&format!("{node}: {what} FAILED\n{detail}")),
            Event::Notice { text } => self.say(&format!("Note: {text}")),
        }
    }

    fn done(&mut self, view: &View, next: Option<&str>, _: Exit, trouble: Option<&Error>) {
        let mut page = self.page();
        if self.spoke {
            page.blank();
        }
        match view {
            View::Welcome(view) => overview::welcome(&mut page, view),
            View::Preview(view) => exercise::preview(&mut page, view),
            View::Started(view) => exercise::started(&mut page, view),
            View::Attempt(view) => {
                exercise::attempt(&mut page, view);
                practice::after_run(&mut page, view.review.as_ref().and_then(|r| r.advice.as_ref()), &self.etude);
            }
            View::Hint(view) => {
                exercise::hint(&mut page, view);
                practice::beside_hint(&mut page, view.advice.as_ref(), &self.etude);
            }
            View::Reveal(view) => exercise::reveal(&mut page, view),
            View::Review(view) => {
                exercise::review(&mut page, view);
                practice::after_run(&mut page, view.advice.as_ref(), &self.etude);
            }
            View::Show(view) => exercise::show(&mut page, view),
            View::Lesson(view) => page.prose(0, &exercise::told_fences(&view.text)),
            View::Reset(view) => exercise::reset(&mut page, view),
            View::Status(view) => overview::status(&mut page, view),
            View::List(view) => overview::list(&mut page, view),
            View::Resumed(view) => overview::resumed(&mut page, view),
            View::Ended(view) => overview::ended(&mut page, view),
            View::Next(view) => next::next(&mut page, view),
            View::Nodes(view) => map::nodes(&mut page, view),
            View::TopicFound(view) => month::topic_found(&mut page, view, &self.etude),
            View::TopicAdded(view) => month::topic_added(&mut page, view),
            View::TopicList(view) => month::topic_list(&mut page, view),
            View::TopicRemoved(view) => month::topic_removed(&mut page, view),
            View::Clean(view) => month::clean(&mut page, view),
            View::Export(view) => month::export(&mut page, view),
            View::Import(view) => month::import(&mut page, view),
            View::Report(view) => month::report(&mut page, view),
            View::Doctor(view) => tools::doctor(&mut page, view),
            View::BankList(view) => tools::bank_list(&mut page, view),
            View::BankNew(view) => author::bank_new(&mut page, view),
            View::BankConvert(view) => author::bank_convert(&mut page, view),
            View::BankBlind(view) => author::bank_blind(&mut page, view),
            View::BankTry(view) => author::bank_try(&mut page, view),
            View::BankCheck(view) => proof::bank_check(&mut page, view),
            View::Validate(view) => tools::validate(&mut page, view),
        }
        if let Some(next) = next {
            Self::next_line(&mut page, next);
        }
        self.show(page);
        if let Some(error) = trouble {
            error_for_programs(error);
        }
    }

    fn failed(&mut self, error: &Error) {
        let mut page = self.page();
        let sentence = sentence(&error.to_string());
        page.prose(0, &sentence);
        let advice = error.advice();
        if let Some(words) = &advice.words {
            page.prose(0, &format!("{words}."));
        }
        if let Some(command) = &advice.command {
            let command = page.mark(Mark::Strong, &format!("{} {command}", self.etude));
            page.raw(&format!("Next: {command}"));
        }
        // What was being waited for does not come: its line ends here.
        if std::mem::take(&mut self.open_line) {
            let _ = std::io::stdout().write_all(b"\n");
        }
        // The human text goes to stderr too, so that a pipe on stdout carries results only.
        let _ = std::io::stderr().write_all(page.into_text().as_bytes());
        error_for_programs(error);
    }

    fn greet(&mut self, offers: &[Offer], ask: bool) {
        let mut page = self.page();
        overview::greeting(&mut page, offers);
        if ask {
            page.blank();
            let others: Vec<String> =
                offers.iter().skip(1).map(|o| format!("type {} and Enter for {}", o.language, o.language_title)).collect();
            let first = offers.first().map_or("", |o| o.language_title.as_str());
            let others = if others.is_empty() { String::new() } else { format!(", {}", others.join(", ")) };
            page.prose(0, &format!("Press Enter to begin with {first}{others}, or q to leave."));
        }
        self.show(page);
        self.spoke = true;
    }

    fn question(&mut self, question: &str, options: &[String], usual: usize, words: bool) {
        let mut page = self.page();
        page.blank();
        page.raw(&format!("{question}?"));
        for (at, option) in options.iter().enumerate() {
            page.verbatim(2, &format!("{:>2}. {option}", at + 1));
        }
        let usual = if usual == 0 { "the first".to_owned() } else { format!("number {}", usual + 1) };
        page.raw(&match (options.is_empty(), words) {
            (true, _) => "A few words, or q to leave:".to_owned(),
            (false, true) => format!("A number, a topic in your own words, Enter for {usual}, or q to leave:"),
            (false, false) => format!("A number, Enter for {usual}, or q to leave:"),
        });
        self.show(page);
    }
}

/// A stage, a review, a proof or the sandbox that failed says so for programs everywhere. Of what else goes wrong a person at a terminal reads the
/// sentence; a pipe or a file gets the rest too.
fn error_for_programs(error: &Error) {
    if error.is_of_a_stage() || !std::io::stderr().is_terminal() {
        error_line(error);
    }
}

/// An inner error as a sentence: a capital, unless it begins with the name of a file, and a full stop.
fn sentence(text: &str) -> String {
    let text = text.trim();
    let word = text.split_whitespace().next().unwrap_or_default().trim_end_matches([':', ',', '.']);
    if word.contains(['/', '.']) {
        return if text.ends_with(['.', '?']) { text.to_owned() } else { format!("{text}.") };
    }
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
    let end = if text.ends_with(['.', '?', '!', '`']) && !text.ends_with('`') { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn a_sentence_has_a_capital_and_a_full_stop_and_a_file_keeps_its_name() {
        assert_eq!(sentence("there is no reset to undo"), "There is no reset to undo.");
        assert_eq!(sentence("x.png was not written: no"), "x.png was not written: no.");
        assert_eq!(sentence("maps/x was not written: no"), "maps/x was not written: no.");
        assert_eq!(sentence("interrupted"), "Interrupted.");
        assert_eq!(sentence("run `doctor`"), "Run `doctor`.");
    }
}
