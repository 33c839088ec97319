//! Whether a text that a learner reads before writing a stub holds the stub's code already: fragments of a lesson, code in its sentences, comments of the
//! starter. Reading finds a likeness; the leak guard, which knows every dress of code, then lets the tests decide. It owns the likeness and nothing else, and
//! runs nothing for a text without one.

use std::path::Path;

use super::Subject;
use super::mutants;
use super::scratch::Bench;
use crate::error::Error;
use crate::event::Sink;
use crate::exercise::{Stub, TextFile, Unit};
use crate::leak::{self, Ground, Reach};
use crate::pipeline::assemble::{self, Place};
use crate::syntax::{Syntax, Token, TokenKind};

/// A body of fewer tokens is like any other: only its very words count.
const SMALL: usize = 14;
/// So many tokens in a row say something about a shape.
const RUN: usize = 7;
/// Of a hundred such rows of the reference, so many stand in the text too.
const ALIKE: usize = 40;

/// Words that are not anybody's names.
const KEYWORDS: [&str; 40] = [
    "as", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "false", "float", "fn", "for", "goto", "if",
    "impl", "in", "int", "let", "long", "loop", "match", "move", "mut", "pub", "ref", "return", "self", "sizeof", "static", "struct",
    "switch", "true", "unsigned", "use", "void", "where", "while", "NULL",
];

/// Why this text settles the whole unit, where it does.
pub(super) fn of_unit(text: &str, subject: &Subject, unit: &Unit, bench: &Bench, events: Sink) -> Result<Option<String>, Error> {
    let Some(syntax) = subject.language.syntax() else { return Ok(None) };
    if !unit.stubs.iter().any(|stub| is_alike(text, subject, stub, syntax)) {
        return Ok(None);
    }
    let place = Place { workspace: Path::new(""), etude: "etude" };
    let generated = assemble::generated_files(&subject.exercise, subject.language, &subject.starter, &subject.tests, "", &place);
    let ground = Ground {
        language: subject.language,
        exercise: &subject.exercise,
        unit: &unit.id,
        source: &subject.starter,
        starter: &subject.starter,
        generated: &generated,
        reference: Some(&subject.reference),
        said: &[],
        // Nothing is green on an untouched starter: that was asked before.
        green: Some(&[]),
        sandbox: bench.limits().sandbox,
    };
    let verdict = leak::judge(text, &ground, Reach::Unit, bench.cancel(), events)?;
    Ok(verdict.shown_leak().map(str::to_owned))
}

/// The text has much of what the reference has there, names aside.
fn is_alike(text: &str, subject: &Subject, stub: &Stub, syntax: &dyn Syntax) -> bool {
    let source: Vec<TextFile> = subject.source_with(&subject.reference);
    let Some(place) = mutants::place(subject.language, &subject.starter, &source, stub) else { return false };
    let body = &source[place.file].content[place.body];
    let inside = body.trim().trim_start_matches('{').trim_end_matches('}');
    let (reference, said) = (syntax.tokens(inside), syntax.tokens(&code_of(text)));
    if reference.len() < SMALL {
        return !reference.is_empty() && rows(&said, reference.len(), exact).any(|row| row == whole(&reference, exact));
    }
    let known: std::collections::HashSet<Vec<&str>> = rows(&said, RUN, shape).collect();
    let (all, there) = rows(&reference, RUN, shape).fold((0, 0), |(all, there), row| (all + 1, there + usize::from(known.contains(&row))));
    there * 100 >= all * ALIKE
}

/// What stands in fences and between backticks.
fn code_of(text: &str) -> String {
    let (prose, blocks) = crate::text::split_fences(text);
    let spans = prose.split('`').skip(1).step_by(2).map(str::to_owned);
    blocks.into_iter().chain(spans).collect::<Vec<_>>().join("\n")
}

fn whole<'t>(tokens: &'t [Token], say: fn(&'t Token) -> &'t str) -> Vec<&'t str> {
    tokens.iter().filter(|t| t.kind != TokenKind::Comment).map(say).collect()
}

fn rows<'t>(tokens: &'t [Token], length: usize, say: fn(&'t Token) -> &'t str) -> impl Iterator<Item = Vec<&'t str>> {
    let all = whole(tokens, say);
    let count = (all.len() + 1).saturating_sub(length);
    (0..count).map(move |at| all[at..at + length].to_vec())
}

fn exact(token: &Token) -> &str {
    &token.text
}

/// What is left of a token when its writer chose other names and numbers.
fn shape(token: &Token) -> &str {
    match token.kind {
        TokenKind::Word if !KEYWORDS.contains(&token.text.as_str()) => "name",
        TokenKind::Number => "0",
        TokenKind::Text | TokenKind::Char => "text",
        _ => &token.text,
    }
}
