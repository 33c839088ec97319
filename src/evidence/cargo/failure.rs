//! The text of one failed Rust test, taken in line by line: what it panicked with and where, and after that what the learner's code printed. Keeps
//! the panic even when a flood of output came before it; drops backtraces and advice about them.

use std::path::{Path, PathBuf};

use crate::evidence::collect::{fit, relative};
use crate::text;

const MAX_PANICS: usize = 3 * 1024;
const MAX_PRINTED: usize = 4 * 1024;

pub struct FailureText {
    root: PathBuf,
    panics: String,
    printed: String,
    mode: Mode,
}

#[derive(PartialEq)]
enum Mode {
    Printed,
    Panic,
    Backtrace,
}

impl FailureText {
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_path_buf(), panics: String::new(), printed: String::new(), mode: Mode::Printed }
    }

    pub fn push(&mut self, line: &str) {
        if let Some(place) = panic_place(line) {
            self.mode = Mode::Panic;
            // A panic begins with an empty line of its own.
            self.printed.truncate(self.printed.trim_end_matches('\n').len());
            self.open_panic(place);
        } else if let Some(place) = line.strip_prefix("note: test did not panic as expected") {
            self.open_panic(place.trim_start_matches(" at "));
            self.add_to_panics("it should have panicked, and did not");
        } else if let Some(rest) = line
            .strip_prefix("note: ")
            .filter(|rest| rest.starts_with("panic did not contain expected") || rest.starts_with("expected panic"))
        {
            self.mode = Mode::Panic;
            self.open_panic("");
            self.add_to_panics(rest);
        } else if line.starts_with("note: run with `RUST_BACKTRACE=") || line.starts_with("note: Some details are omitted") {
            self.mode = Mode::Printed;
        } else if line == "stack backtrace:" {
            self.mode = Mode::Backtrace;
        } else if self.mode == Mode::Panic {
            self.add_to_panics(line);
        } else if self.mode == Mode::Printed || !(line.is_empty() || line.starts_with(' ')) {
            self.mode = Mode::Printed;
            add(&mut self.printed, line, MAX_PRINTED);
        }
    }

    /// `src/lib.rs:12: ` stands before the first line of the message; a place inside the standard library helps nobody.
    fn open_panic(&mut self, place: &str) {
        self.panics.truncate(self.panics.trim_end_matches('\n').len());
        if !self.panics.is_empty() {
            self.panics.push('\n');
        }
        let without_column = place.trim_end_matches(':').rsplit_once(':').map_or(place, |(before, _)| before);
        let parts = without_column.rsplit_once(':').and_then(|(file, line)| Some((relative(&self.root, file)?, line)));
        if let Some((file, line)) = parts {
            self.panics.push_str(&format!("{file}:{line}: "));
        }
    }

    fn add_to_panics(&mut self, line: &str) {
        add(&mut self.panics, line, MAX_PANICS);
    }

    pub fn into_message(mut self) -> String {
        let mut printed = self.printed.trim_end();
        // A test that returns an error says so in the last line, without a panic.
        let error = printed.rfind("Error: ").filter(|at| self.panics.is_empty() && (*at == 0 || printed[..*at].ends_with('\n')));
        if let Some(at) = error {
            self.panics = printed[at..].to_owned();
            printed = printed[..at].trim_end();
        }
        let mut message = self.panics.trim_end().to_owned();
        if !printed.trim().is_empty() {
            if !message.is_empty() {
                message.push('\n');
            }
            message.push_str(&printed.lines().map(|line| format!("| {line}")).collect::<Vec<_>>().join("\n"));
        }
        fit(&message)
    }
}

/// `thread 'parcel::test_x' (7821) panicked at tests/parcel.rs:21:5:`
fn panic_place(line: &str) -> Option<&str> {
    let (thread, place) = line.strip_prefix("thread '")?.split_once(" panicked at ")?;
    (thread.ends_with('\'') || thread.ends_with(')')).then_some(place)
}

fn add(to: &mut String, line: &str, max: usize) {
    if to.len() < max {
        to.push_str(&text::bounded(&text::clean(line), max - to.len()));
        to.push('\n');
    }
}
