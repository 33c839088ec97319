//! Faces: what a person or a program sees of events and views. The only code that writes to stdout and stderr.
//!
//! The stdout contract: the terminal face writes text for people. The JSON face writes one object per line, events first, and as the last line
//! `{"v":1,"command":…,"ok":…,"exit":…,"data":{…},"next":…}`; nothing else ever goes there. Errors put one object on stderr in both; at a
//! terminal the terminal face leaves it out where no stage, review, proof or sandbox failed.

mod json;
mod page;
mod terminal;

pub use json::JsonFace;
pub use terminal::TerminalFace;

use std::io::Write;

use crate::error::{Error, Exit};
use crate::event::Event;
use crate::view::{Offer, View};

pub trait Face {
    fn event(&mut self, event: &Event);
    /// The end of a command. `next` is the command that follows, as it can be typed.
    fn done(&mut self, view: &View, next: Option<&str>, exit: Exit, trouble: Option<&Error>);
    fn failed(&mut self, error: &Error);
    /// The first words ever, and the offer of a first exercise.
    fn greet(&mut self, offers: &[Offer], ask: bool);
    /// `usual` is what an empty answer takes; `words`: an answer in own words is welcome too.
    fn question(&mut self, question: &str, options: &[String], usual: usize, words: bool);
}

/// The last line after a mistake in the arguments, which the argument parser has told of already.
pub fn usage_next(command: &str) {
    let _ = std::io::stderr().write_all(format!("\nNext: {command}\n").as_bytes());
}

/// The machine-readable form of an error, on stderr. A closed stderr is nobody's error.
fn error_line(error: &Error) {
    let line = crate::text::json_line(&error.to_json());
    let _ = std::io::stderr().write_all(line.as_bytes());
}
