//! The build half of cargo's output: JSON messages on standard output, cargo's own errors on the other. Owns which of them become diagnostics; it
//! passes on only what cargo itself complains about, since the compiler's errors are shown by the face, first one first.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::evidence::collect::{Diagnostics, bare_error, fit, relative};
use crate::evidence::{Diagnostic, Level, MAX_MESSAGE};
use crate::runner::RunEnd;
use crate::text;

#[derive(Deserialize)]
struct Message {
    reason: String,
    message: Option<CompilerMessage>,
    target: Option<Target>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct CompilerMessage {
    level: String,
    message: String,
    code: Option<Code>,
    spans: Vec<Span>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    line_start: u32,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

pub struct BuildMessages {
    root: PathBuf,
    found: Diagnostics,
    test_binary: Option<PathBuf>,
    /// Cargo's own error, as long as its lines come.
    open: Option<Diagnostic>,
    cause_next: bool,
    could_not_compile: Option<String>,
}

impl BuildMessages {
    pub fn new(root: PathBuf) -> Self {
        Self { root, found: Diagnostics::default(), test_binary: None, open: None, cause_next: false, could_not_compile: None }
    }

    pub fn keep_more(&mut self) {
        self.found.keep_more();
    }

    pub fn test_binary(&self) -> Option<&Path> {
        self.test_binary.as_deref()
    }

    pub fn json_line(&mut self, line: &str) {
        if !line.starts_with('{') {
            return;
        }
        let Ok(message) = serde_json::from_str::<Message>(line) else {
            // A message that quotes a very long source line arrives cut.
            if let Some(diagnostic) = salvaged(&self.root, line) {
                self.found.add(diagnostic);
            }
            return;
        };
        match (message.reason.as_str(), message.message) {
            ("compiler-message", Some(said)) => {
                if let Some(diagnostic) = self.diagnostic(said) {
                    self.found.add(diagnostic);
                }
            }
            ("compiler-artifact", _) if message.target.is_some_and(|target| target.kind.iter().any(|kind| kind == "test")) => {
                self.test_binary = message.executable.or(self.test_binary.take());
            }
            _ => {}
        }
    }

    fn diagnostic(&self, said: CompilerMessage) -> Option<Diagnostic> {
        let level = level(&said.level)?;
        let is_tally = said.message.starts_with("aborting due to") || said.message.ends_with("emitted");
        if is_tally && said.spans.is_empty() {
            return None;
        }
        let place = said.spans.iter().filter(|span| span.is_primary).find_map(|span| self.place(span));
        Some(Diagnostic {
            level,
            code: said.code.map(|code| code.code),
            rendered: fit(said.rendered.as_deref().unwrap_or(&said.message).trim_end()),
            message: fit(&said.message),
            line: place.as_ref().map(|(_, line)| *line),
            file: place.map(|(file, _)| file),
            stub: None,
            unit: None,
        })
    }

    /// Where it stands in the workspace. What a macro of the standard library wrote counts for the line that called it.
    fn place(&self, span: &Span) -> Option<(String, u32)> {
        let mut span = span;
        loop {
            if let Some(file) = relative(&self.root, &span.file_name) {
                return Some((file, span.line_start));
            }
            span = &span.expansion.as_ref()?.span;
        }
    }

    /// A line of cargo's own. The answer is what a person should see of it.
    pub fn cargo_line(&mut self, line: &str) -> Option<String> {
        let line = text::clean(line).replace(&format!("{}/", self.root.display()), "");
        let line = line.trim_end();
        if line.starts_with("error: could not compile") {
            self.close();
            self.could_not_compile = Some(line.trim_start_matches("error: ").to_owned());
            return None;
        }
        if let Some(message) = line.strip_prefix("error: ") {
            self.close();
            self.open = Some(Diagnostic { rendered: line.to_owned(), ..bare_error(fit(message)) });
            return Some(line.to_owned());
        }
        if line.starts_with("warning: ") || is_progress(line) {
            self.close();
            return None;
        }
        let open = self.open.as_mut()?;
        if let Some((file, number)) = arrow(&self.root, line).filter(|_| open.file.is_none()) {
            (open.file, open.line) = (Some(file), number);
        }
        if std::mem::take(&mut self.cause_next) {
            open.message = fit(&format!("{}: {}", open.message, line.trim()));
        }
        self.cause_next = line == "Caused by:";
        open.rendered = fit(&format!("{}\n{line}", open.rendered));
        Some(line.to_owned())
    }

    fn close(&mut self) {
        self.cause_next = false;
        if let Some(mut open) = self.open.take() {
            open.rendered.truncate(open.rendered.trim_end().len());
            self.found.add(open);
        }
    }

    pub fn finish(mut self, build: &RunEnd) -> Vec<Diagnostic> {
        self.close();
        self.found.finish(build, self.could_not_compile)
    }
}

fn level(name: &str) -> Option<Level> {
    match name {
        "warning" => Some(Level::Warning),
        // Also "error: internal compiler error".
        name if name.starts_with("error") => Some(Level::Error),
        _ => None,
    }
}

/// `   Compiling exercise v0.1.0`: a verb that ends in the twelfth column.
fn is_progress(line: &str) -> bool {
    let verb = line.get(..12).map_or("", str::trim_start);
    line.as_bytes().get(12) == Some(&b' ')
        && verb.starts_with(|c: char| c.is_ascii_uppercase())
        && verb.bytes().all(|b| b.is_ascii_alphabetic())
}

/// `  --> src/lib.rs:12:5`
fn arrow(root: &Path, line: &str) -> Option<(String, Option<u32>)> {
    let place = line.trim_start().strip_prefix("--> ")?;
    let mut parts = place.splitn(3, ':');
    let file = relative(root, parts.next()?)?;
    Some((file, parts.next().and_then(|number| number.parse().ok())))
}

/// What can be had from a message whose end is missing: its text as the compiler shows it, which comes first.
fn salvaged(root: &Path, line: &str) -> Option<Diagnostic> {
    let (_, rest) = line.split_once("\"rendered\":\"")?;
    let mut piece = text::bounded(rest, 4 * MAX_MESSAGE);
    // Cut back to where no escape is split.
    let rendered: String = (0..12).find_map(|_| {
        piece.pop();
        serde_json::Deserializer::from_str(&format!("\"{piece}\"")).into_iter::<String>().next()?.ok()
    })?;
    let (head, message) = rendered.lines().next()?.split_once(": ")?;
    let (name, code) =
        head.strip_suffix(']').and_then(|head| head.split_once('[')).map_or((head, None), |(name, code)| (name, Some(code.to_owned())));
    let place = rendered.lines().find_map(|line| arrow(root, line));
    let (file, number) = place.map_or((None, None), |(file, number)| (Some(file), number));
    Some(Diagnostic { level: level(name)?, code, file, line: number, rendered: fit(rendered.trim_end()), ..bare_error(fit(message)) })
}
