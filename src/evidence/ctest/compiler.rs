//! The build half of a C run: gcc and clang write for people, so their text is taken apart here, with what the linker and make say. Each complaint
//! keeps the source lines and notes that follow it, within bounds.

use std::path::{Path, PathBuf};

use crate::evidence::collect::{Diagnostics, bare_error, fit, relative};
use crate::evidence::{Diagnostic, Level, MAX_MESSAGE};
use crate::runner::RunEnd;
use crate::text;

/// Source lines, carets and notes that are kept with a diagnostic.
const MAX_FOLLOWING: usize = 40;

pub struct CompilerText {
    root: PathBuf,
    found: Diagnostics,
    open: Option<Diagnostic>,
    following: usize,
    /// What make or the linker says after any failure: the answer only when nobody said more.
    otherwise: Option<String>,
    /// The line of the workspace that brought in the file that is being complained about.
    included_by: Option<(String, u32)>,
    /// The first such line of all: gcc leaves the way out where a word of its own is concerned.
    first_include: Option<(String, u32)>,
}

/// What one line is about.
enum Line {
    Starts(Diagnostic),
    /// make's own complaint, which a person should see as it comes.
    Make(Diagnostic),
    /// Belongs to the diagnostic before it.
    Follows,
    /// Says where the next one is, or counts: of no use by itself.
    Context,
    Afterwards(String),
}

impl CompilerText {
    pub fn new(root: PathBuf) -> Self {
        Self { root, found: Diagnostics::default(), open: None, following: 0, otherwise: None, included_by: None, first_include: None }
    }

    pub fn keep_more(&mut self) {
        self.found.keep_more();
    }

    pub fn line(&mut self, line: &str) -> Option<String> {
        let line = text::bounded(&text::clean(line), MAX_MESSAGE);
        let line = line.trim_end();
        match classify(&self.root, line) {
            Line::Starts(mut diagnostic) => {
                self.close();
                self.place(&mut diagnostic);
                self.open = Some(diagnostic);
            }
            Line::Make(diagnostic) => {
                self.close();
                self.found.add(diagnostic);
                return Some(line.to_owned());
            }
            Line::Follows => {
                let room = self.following < MAX_FOLLOWING;
                if let Some(open) = self.open.as_mut().filter(|open| room && open.rendered.len() < MAX_MESSAGE) {
                    self.following += 1;
                    open.rendered.push('\n');
                    open.rendered.push_str(line);
                }
            }
            Line::Context => {
                self.close();
                self.remember_include(line);
            }
            Line::Afterwards(message) => {
                self.close();
                self.otherwise.get_or_insert(message);
            }
        }
        None
    }

    /// A missing semicolon before an `#include` is found in the middle of somebody else's header; the learner's part in it is the line that includes it.
    fn place(&mut self, diagnostic: &mut Diagnostic) {
        if diagnostic.file.is_some() {
            self.included_by = None;
        } else if let Some((file, line)) = self.included_by.clone().filter(|_| diagnostic.rendered.starts_with('/')) {
            (diagnostic.file, diagnostic.line) = (Some(file), Some(line));
        }
    }

    /// `In file included from src/seats.c:2:`, or `                 from src/seats.c:2:` at the end of a longer way.
    fn remember_include(&mut self, line: &str) {
        let first = line.strip_prefix("In file included from ");
        let Some(place) = first.or_else(|| line.trim_start().strip_prefix("from ")) else { return };
        if first.is_some() {
            self.included_by = None;
        }
        if let (Some(file), Some(number)) = split_place(&self.root, place.trim_end_matches([':', ','])) {
            self.included_by = Some((file, number));
            self.first_include = self.first_include.take().or_else(|| self.included_by.clone());
        }
    }

    fn close(&mut self) {
        self.following = 0;
        if let Some(mut open) = self.open.take() {
            open.rendered = fit(open.rendered.trim_end());
            self.found.add(open);
        }
    }

    pub fn finish(mut self, build: &RunEnd) -> Vec<Diagnostic> {
        self.close();
        let mut found = self.found.finish(build, self.otherwise);
        if let Some((file, line)) = self.first_include {
            for lost in found.iter_mut().filter(|d| d.file.is_none() && d.rendered.starts_with('/')) {
                (lost.file, lost.line) = (Some(file.clone()), Some(line));
            }
        }
        found
    }
}

fn classify(root: &Path, line: &str) -> Line {
    if let Some(diagnostic) = linker(root, line) {
        return Line::Starts(diagnostic);
    }
    if let Some(make) = make(line) {
        return make;
    }
    if let Some((place, kind, message)) = complaint(line) {
        if kind == "note" {
            return Line::Follows;
        }
        if ["ld returned", "linker command failed"].iter().any(|tally| message.starts_with(tally)) {
            return Line::Afterwards(message.to_owned());
        }
        return Line::Starts(diagnostic(root, place, kind, message, line));
    }
    let is_context = line.starts_with("In file included from ")
        || line.trim_start().starts_with("from ") && line.ends_with([':', ','])
        || line.ends_with(':') && [": In function ", ": At top level", ": in function "].iter().any(|part| line.contains(part))
        || line.ends_with("generated.")
        || line == "compilation terminated."
        || line.ends_with("warnings being treated as errors");
    if is_context { Line::Context } else { Line::Follows }
}

/// `PLACE: KIND: MESSAGE`, whichever kind comes first.
fn complaint(line: &str) -> Option<(&str, &'static str, &str)> {
    let kinds = [(": fatal error: ", "error"), (": error: ", "error"), (": warning: ", "warning"), (": note: ", "note")];
    let (at, mark, kind) = kinds.into_iter().filter_map(|(mark, kind)| Some((line.find(mark)?, mark, kind))).min()?;
    let place = &line[..at];
    // A line of source that is quoted may hold the same words: before them stands a place or the name of a tool.
    let has_number = place.rsplit_once(':').is_some_and(|(file, number)| !file.starts_with(' ') && number.parse::<u32>().is_ok());
    let is_tool = !place.is_empty() && place.chars().all(|c| c.is_ascii_alphanumeric() || "_./+-".contains(c));
    (has_number || is_tool).then_some((place, kind, &line[at + mark.len()..]))
}

fn diagnostic(root: &Path, place: &str, kind: &str, message: &str, line: &str) -> Diagnostic {
    let (message, code) = split_code(message);
    let (file, number) = split_place(root, place);
    let level = if kind == "error" { Level::Error } else { Level::Warning };
    Diagnostic { level, code, file, line: number, rendered: line.to_owned(), ..bare_error(plain_quotes(message)) }
}

/// `src/seats.c:12:5`, `src/seats.c:12`, or a tool's name.
fn split_place(root: &Path, place: &str) -> (Option<String>, Option<u32>) {
    let mut file = place;
    let mut numbers = Vec::new();
    while let Some((before, number)) = file.rsplit_once(':') {
        let Ok(number) = number.parse::<u32>() else { break };
        numbers.push(number);
        file = before;
    }
    match (numbers.last(), relative(root, file)) {
        (Some(line), Some(file)) => (Some(file), Some(*line)),
        _ => (None, None),
    }
}

/// The flag that switches a warning, in one spelling: `[-Werror=format=]` of gcc, `[-Werror,-Wformat]` of clang and `[-Wformat=]` are all `-Wformat`.
fn split_code(message: &str) -> (&str, Option<String>) {
    let Some((before, flags)) = message.strip_suffix(']').and_then(|rest| rest.rsplit_once(" [-")) else { return (message, None) };
    let flag = flags.rsplit(",-").next().unwrap_or(flags);
    let flag = flag.strip_prefix("Werror=").map_or_else(|| flag.to_owned(), |name| format!("W{name}"));
    (before, Some(format!("-{}", flag.trim_end_matches('='))))
}

/// gcc writes ‘x’ or 'x' depending on the locale, the linker `x': one spelling, so that rules about messages hold everywhere.
fn plain_quotes(message: &str) -> String {
    fit(&message.replace(['‘', '’', '`'], "'"))
}

fn linker(root: &Path, line: &str) -> Option<Diagnostic> {
    // macOS: `  "_seat_at", referenced from:`
    if let Some(symbol) = line.trim_start().strip_prefix("\"_").and_then(|rest| rest.strip_suffix("\", referenced from:")) {
        return Some(Diagnostic { rendered: line.to_owned(), ..bare_error(format!("undefined reference to '{symbol}'")) });
    }
    let at = ["undefined reference to ", "multiple definition of "].iter().find_map(|what| line.find(&format!(": {what}")))?;
    let message = line[at + 2..].split(';').next().unwrap_or_default();
    // `/usr/bin/ld: /home/x/src/ok.c:3` with debug information, `ok.c:(.text+0xf)` without.
    let place = line[..at].rsplit_once("ld: ").map_or(&line[..at], |(_, place)| place);
    // gold: `src/ok.c:3: error: undefined reference to 'x'`
    let (file, number) = split_place(root, place.strip_suffix(": error").unwrap_or(place));
    Some(Diagnostic { file, line: number, rendered: line.to_owned(), ..bare_error(plain_quotes(message)) })
}

fn make(line: &str) -> Option<Line> {
    let tool = line.split(':').next().unwrap_or_default();
    let from_make = tool == "make" || tool.starts_with("make[");
    if let Some((_, message)) = line.split_once("*** ") {
        let place = line
            .split_once(": *** ")
            .and_then(|(place, _)| place.split_once(':'))
            .and_then(|(file, number)| Some((file, number.parse().ok()?)));
        if !from_make && place.is_none() {
            return None;
        }
        // `make: *** [Makefile:4: seats.o] Error 1` follows what has been said already.
        if message.starts_with('[') {
            return Some(Line::Afterwards(format!("make failed: {message}")));
        }
        let (file, number) = place.map_or((None, None), |(file, number): (&str, u32)| (Some(file.to_owned()), Some(number)));
        let message = message.trim_end_matches("Stop.").trim();
        return Some(Line::Make(Diagnostic { file, line: number, rendered: line.to_owned(), ..bare_error(fit(message)) }));
    }
    if from_make {
        // `make: gcc: No such file or directory`
        let missing = line.ends_with("No such file or directory") || line.ends_with("Command not found");
        return Some(if missing { Line::Make(Diagnostic { rendered: line.to_owned(), ..bare_error(fit(line)) }) } else { Line::Context });
    }
    let shell = (tool.ends_with("/sh") || tool == "sh") && line.ends_with("not found");
    shell.then(|| Line::Make(Diagnostic { rendered: line.to_owned(), ..bare_error(fit(line)) }))
}
