//! An exercise read once for the rules: its stubs with their comments, its tests with their tokens, the words of the starter. Owns the reading; the rules judge.

use std::collections::BTreeSet;

use crate::exercise::TextFile;
use crate::proof::report::Finding;
use crate::proof::subject::Subject;
use crate::syntax::{Function, Syntax, Token, TokenKind};

pub struct Reading<'s> {
    pub subject: &'s Subject<'s>,
    pub syntax: &'static dyn Syntax,
    pub stubs: Vec<Stub>,
    pub tests: Vec<Code>,
    /// Functions of the test files that are no tests.
    pub helpers: Vec<Code>,
    /// The starter's code and comments, each run of white space one space.
    pub starter_text: String,
    pub starter_words: BTreeSet<String>,
}

/// A function with a mark.
pub struct Stub {
    pub name: String,
    pub owner: Option<String>,
    pub unit: String,
    pub file: String,
    pub line: u32,
    /// The comment above the stub, above its prototype and inside it.
    pub comment: String,
    /// It returns a value.
    pub returns: bool,
    /// Its body ends in its mark and has no other.
    pub ends_in_mark: bool,
}

/// A function as tokens.
pub struct Code {
    pub name: String,
    pub file: String,
    /// Of its name, not of the comment above.
    pub line: u32,
    pub attributes: Vec<String>,
    /// The body without comments.
    pub body: Vec<Token>,
}

impl<'s> Reading<'s> {
    pub fn new(subject: &'s Subject<'s>) -> Option<Reading<'s>> {
        let syntax = subject.language.syntax()?;
        let mut reading = Reading {
            subject,
            syntax,
            stubs: Vec::new(),
            tests: Vec::new(),
            helpers: Vec::new(),
            starter_text: String::new(),
            starter_words: BTreeSet::new(),
        };
        subject.starter.iter().for_each(|file| reading.read_starter(file));
        subject.tests.iter().for_each(|file| reading.read_tests(file));
        reading.add_prototypes();
        reading.stubs.sort_by_key(|stub| unit_number(&stub.unit));
        Some(reading)
    }

    fn read_starter(&mut self, file: &TextFile) {
        let tokens = self.syntax.tokens(&file.content);
        for token in &tokens {
            self.starter_text.push_str(&squeezed(&without_markers(token)));
            self.starter_text.push(' ');
            self.starter_words.extend(words(&token.text).map(str::to_owned));
        }
        let heads = self.syntax.heads(&file.content);
        for function in self.syntax.outline(&file.content).functions {
            let Some(unit) = function.unwritten.clone() else { continue };
            let inside = tokens_of(&function, &tokens).filter(|t| t.kind == TokenKind::Comment).map(without_markers);
            let comment = std::iter::once(function.comment.clone()).chain(inside).collect::<Vec<_>>().join("\n");
            let head = heads.iter().find(|h| h.name == function.name && h.owner == function.owner);
            let body: Vec<&Token> = tokens_of(&function, &tokens).filter(|t| t.kind != TokenKind::Comment).collect();
            self.stubs.push(Stub {
                returns: head.is_some_and(|h| h.returns),
                ends_in_mark: ends_in_mark(&body),
                line: name_line(&function, &tokens),
                name: function.name,
                owner: function.owner,
                unit,
                file: file.path.clone(),
                comment,
            });
        }
    }

    /// In C the header has the comment that leads a learner as often as the source has it.
    fn add_prototypes(&mut self) {
        for file in &self.subject.starter {
            for prototype in self.syntax.outline(&file.content).functions.into_iter().filter(|f| !f.has_body) {
                for stub in self.stubs.iter_mut().filter(|s| s.name == prototype.name && s.owner == prototype.owner) {
                    stub.comment = format!("{}\n\n{}", prototype.comment, stub.comment);
                }
            }
        }
    }

    fn read_tests(&mut self, file: &TextFile) {
        let tokens = self.syntax.tokens(&file.content);
        for function in self.syntax.outline(&file.content).functions.into_iter().filter(|f| f.has_body) {
            let body = tokens_of(&function, &tokens).filter(|t| t.kind != TokenKind::Comment).cloned().collect();
            let line = name_line(&function, &tokens);
            let code = Code { line, name: function.name, file: file.path.clone(), attributes: function.attributes, body };
            if function.is_test { self.tests.push(code) } else { self.helpers.push(code) }
        }
    }

    /// The stub that a test is named after: the longest name that fits.
    pub fn named_stub(&self, test: &str) -> Option<&Stub> {
        let rest = test.strip_prefix("test_")?;
        let fits = |stub: &&Stub| rest.strip_prefix(stub.name.as_str()).is_some_and(|after| after.is_empty() || after.starts_with('_'));
        let longest = self.stubs.iter().filter(fits).map(|stub| stub.name.len()).max()?;
        self.stubs.iter().find(|stub| stub.name.len() == longest && fits(stub))
    }

    pub fn tests_of<'r>(&'r self, stub: &'r Stub) -> impl Iterator<Item = &'r Code> {
        self.tests.iter().filter(|test| self.named_stub(&test.name).is_some_and(|s| s.name == stub.name))
    }

    pub fn about(&self, test: &Code, says: String) -> Finding {
        Finding {
            file: Some(test.file.clone()),
            line: Some(test.line),
            unit: self.named_stub(&test.name).map(|s| s.unit.clone()),
            test: Some(test.name.clone()),
            ..Finding::new(says)
        }
    }
}

impl Stub {
    pub fn finding(&self, says: String) -> Finding {
        Finding { file: Some(self.file.clone()), line: Some(self.line), unit: Some(self.unit.clone()), ..Finding::new(says) }
    }
}

fn tokens_of<'t>(function: &Function, tokens: &'t [Token]) -> impl Iterator<Item = &'t Token> + use<'t> {
    let body = function.body.clone().unwrap_or(0..0);
    tokens.iter().filter(move |t| t.bytes.start >= body.start && t.bytes.end <= body.end)
}

fn name_line(function: &Function, tokens: &[Token]) -> u32 {
    let inside = |t: &&Token| function.lines.contains(&t.line) && t.kind == TokenKind::Word && t.text == function.name;
    tokens.iter().find(inside).map_or(*function.lines.start(), |t| t.line)
}

/// `todo!("ex-2")` or `ETUDE_TODO("ex-2");` as the last of the body, and nowhere else.
fn ends_in_mark(body: &[&Token]) -> bool {
    let texts: Vec<&str> = body.iter().map(|t| t.text.as_str()).collect();
    let marks = texts.iter().filter(|t| matches!(**t, "todo" | "ETUDE_TODO")).count();
    let inside = texts.strip_suffix(&["}"]).map(|t| t.strip_suffix(&[";"]).unwrap_or(t));
    marks == 1 && inside.is_some_and(|t| t.ends_with(&[")"]) && t.iter().rev().take(5).any(|t| matches!(*t, "todo" | "ETUDE_TODO")))
}

fn without_markers(token: &Token) -> String {
    if token.kind == TokenKind::Comment { crate::syntax::tree::without_markers(&token.text) } else { token.text.clone() }
}

pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

/// Every `ex-3` in a text.
pub fn units_in(text: &str) -> impl Iterator<Item = String> {
    text.match_indices("ex-").filter_map(|(at, _)| {
        let is_start = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
        let digits: String = text[at + 3..].chars().take_while(char::is_ascii_digit).collect();
        (is_start && !digits.is_empty()).then(|| format!("ex-{digits}"))
    })
}

/// `ex-10` comes after `ex-9`; what is no unit comes last.
pub fn unit_number(unit: &str) -> u32 {
    unit.strip_prefix("ex-").and_then(|n| n.parse().ok()).unwrap_or(u32::MAX)
}
