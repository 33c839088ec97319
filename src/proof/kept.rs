//! The rule that the files a learner opens do not hold the solution already: not in a comment, not in code that is switched off, not in the lines before a mark,
//! not in a given function, whether somebody calls it or not. Owns where such code can hide; whether it is the solution, `giveaway` and `one_call` say.

use std::ops::Range;

use super::ablation::tests_of;
use super::bench::Bench;
use super::giveaway::{self, Text};
use super::one_call::{self, OneCall};
use super::report::{Finding, RuleId};
use super::scratch::millis;
use super::variants::Variant;
use super::whole::check;
use super::{Subject, Telling};
use crate::error::Error;
use crate::exercise::{Stub, TextFile};
use crate::syntax::{Syntax, Token, TokenKind};

/// A place in a file where code stands that is not part of the exercise.
struct Hidden {
    file: String,
    line: u32,
    what: &'static str,
    text: String,
    read_as: As,
    /// The starter as it is without it: what the learner has is no secret.
    starter: Vec<TextFile>,
}

/// How a place is read.
#[derive(Debug, Clone, Copy)]
enum As {
    Comment,
    Code,
    Function,
}

/// What is found in the places where code can hide. What can be tried beside other variants is tried with them, so the rule is told when both are known.
pub(super) struct Kept {
    findings: Vec<Finding>,
    millis: u64,
}

impl Kept {
    pub fn tell(self, passing: Vec<Finding>, telling: &mut Telling) {
        let mut findings = self.findings;
        for finding in passing {
            let known = |f: &Finding| f.unit == finding.unit && f.file == finding.file && f.line == finding.line;
            if !findings.iter().any(known) {
                findings.push(finding);
            }
        }
        telling.tell(check(RuleId::StarterKeepsSolution, None, findings, self.millis));
    }
}

/// Stubs that only call a given function or a helper of the tests, and stubs with the code of a comment as their body: what can be tried beside other variants.
pub(super) fn in_place(subject: &Subject) -> Vec<(Finding, Variant)> {
    let mut found = one_calls(subject, "given function", one_call::of_given);
    found.extend(one_calls(subject, "helper of the tests,", one_call::of_tests));
    found.extend(said_in_comments(subject));
    found
}

/// Each stub with a body that is one call of what it could call, the likeliest of all.
fn one_calls(subject: &Subject, what: &str, of: fn(&Subject, &Stub, usize) -> Vec<OneCall>) -> Vec<(Finding, Variant)> {
    let mut found = Vec::new();
    for (unit, stub) in subject.exercise.units.iter().flat_map(|u| u.stubs.iter().map(move |s| (u, s))) {
        for call in of(subject, stub, found.len()) {
            let says =
                format!("the {what} `{}` gives {} away: `{}` passes all its tests by one call of it", call.callee, unit.id, stub.name);
            let variant = Variant { source: call.source, tests: tests_of(subject, &stub.name), then: Vec::new() };
            found.push((call.cost, (at(&call.file, call.line, &unit.id, says), variant)));
        }
    }
    found.retain(|(_, (_, variant))| !variant.tests.is_empty());
    found.sort_by_key(|(cost, _)| *cost);
    found.truncate(one_call::MOST);
    found.into_iter().map(|(_, tried)| tried).collect()
}

/// So many ways to take code out of comments are tried.
const MOST_SAID: usize = 12;

/// Each piece of code in a comment in the place of the stubs that it speaks of, the stub below the comment first. However small it is: what passes is the answer.
fn said_in_comments(subject: &Subject) -> Vec<(Finding, Variant)> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    let mut found = Vec::new();
    for file in subject.starter.iter().chain(&subject.tests) {
        for (line, text) in comments(&syntax.tokens(&file.content)) {
            let pieces = giveaway::pieces_of_comment(&text, syntax);
            for (unit, stub) in subject.exercise.units.iter().flat_map(|u| u.stubs.iter().map(move |s| (u, s))) {
                // A call of the stub is an example of its use.
                let calls = |piece: &&String| syntax.tokens(piece).iter().any(|t| t.text == stub.name);
                let ways = |piece: &String| {
                    giveaway::fillings(piece, subject, unit, stub).into_iter().chain(giveaway::answers(piece, subject, stub))
                };
                for source in pieces.iter().filter(|p| !calls(p)).flat_map(ways) {
                    let says = format!("this comment gives {} away: code of it passes all tests of `{}` in its place", unit.id, stub.name);
                    let variant = Variant { source, tests: tests_of(subject, &stub.name), then: Vec::new() };
                    let is_about = file.path == stub.file && text.contains(&unit.id);
                    found.push((!is_about, (at(&file.path, line, &unit.id, says), variant)));
                }
            }
        }
    }
    found.retain(|(_, (_, variant))| !variant.tests.is_empty());
    found.sort_by_key(|(is_others, _)| *is_others);
    found.truncate(MOST_SAID);
    found.into_iter().map(|(_, tried)| tried).collect()
}

fn at(file: &str, line: u32, unit: &str, says: String) -> Finding {
    Finding { file: Some(file.to_owned()), line: Some(line), unit: Some(unit.to_owned()), ..Finding::new(says) }
}

pub(super) fn keeps(bench: &Bench, subject: &Subject) -> Result<Kept, Error> {
    let began = std::time::Instant::now();
    let Some(syntax) = subject.language.syntax() else { return Ok(Kept { findings: Vec::new(), millis: 0 }) };
    let found = bench.each(&hidden(subject, syntax), |_, place| {
        let mut findings: Vec<Finding> = Vec::new();
        let text = match place.read_as {
            As::Comment => Text::of_comment(&place.text, &place.starter),
            As::Code => Text::of_code(&place.text, &place.starter),
            As::Function => Text::of_function(&place.text, &place.starter),
        };
        for unit in &subject.exercise.units {
            if let Some(why) = giveaway::of_unit(&text, subject, unit, bench)? {
                let says = format!("{} gives {} away: {why}", place.what, unit.id);
                findings.push(at(&place.file, place.line, &unit.id, says));
            }
        }
        Ok(findings)
    })?;
    Ok(Kept { findings: found.into_iter().flatten().collect(), millis: millis(began.elapsed()) })
}

fn hidden(subject: &Subject, syntax: &dyn Syntax) -> Vec<Hidden> {
    let mut found = Vec::new();
    for file in subject.starter.iter().chain(&subject.tests) {
        let tokens = syntax.tokens(&file.content);
        for (line, text) in comments(&tokens) {
            let starter = subject.starter.clone();
            found.push(Hidden { file: file.path.clone(), line, what: "this comment", text, read_as: As::Comment, starter });
        }
    }
    for file in &subject.starter {
        let off = syntax.switched_off(&file.content).into_iter().map(|range| ("this code, which is switched off,", range, As::Code));
        let early = before_marks(syntax, &file.content).into_iter().map(|range| ("the code before the mark", range, As::Code));
        let idle = uncalled(subject, syntax, file).into_iter().map(|range| ("this function, which nobody calls,", range, As::Function));
        for (what, range, read_as) in off.chain(early).chain(idle) {
            // What switches it off is no part of it.
            let is_code = |line: &&str| !line.trim_start().starts_with('#');
            let text = file.content[range.clone()].lines().filter(is_code).collect::<Vec<_>>().join("\n");
            let without = |f: &TextFile| if f.path == file.path { cut(f, &range) } else { f.clone() };
            let starter = subject.starter.iter().map(without).collect();
            found.push(Hidden { file: file.path.clone(), line: line_of(&file.content, range.start), what, text, read_as, starter });
        }
    }
    found
}

fn cut(file: &TextFile, range: &Range<usize>) -> TextFile {
    let content = format!("{}{}", &file.content[..range.start], &file.content[range.end..]);
    TextFile { path: file.path.clone(), content }
}

fn line_of(text: &str, at: usize) -> u32 {
    u32::try_from(text[..at].matches('\n').count()).unwrap_or(u32::MAX - 1) + 1
}

/// Comments without their marks; lines one below the other are one.
fn comments(tokens: &[Token]) -> Vec<(u32, String)> {
    let mut found: Vec<(u32, String)> = Vec::new();
    let mut last = 0;
    for token in tokens.iter().filter(|t| t.kind == TokenKind::Comment) {
        let text = token.text.lines().map(unmarked).collect::<Vec<_>>().join("\n");
        match found.last_mut() {
            Some((_, before)) if last + 1 == token.line => {
                before.push('\n');
                before.push_str(&text);
            }
            _ => found.push((token.line, text)),
        }
        last = token.line + u32::try_from(token.text.trim_end().matches('\n').count()).unwrap_or(0);
    }
    found
}

fn unmarked(line: &str) -> &str {
    let line = line.trim();
    let bare = ["///", "//!", "//", "/**", "/*"].into_iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line);
    let bare = bare.strip_suffix("*/").unwrap_or(bare);
    bare.strip_prefix("* ").unwrap_or(if bare == "*" { "" } else { bare })
}

/// What stands in a stub before its mark.
fn before_marks(syntax: &dyn Syntax, text: &str) -> Vec<Range<usize>> {
    let before = |head: crate::syntax::Head| Some(head.body.start + 1..head.mark?.start);
    let is_code = |range: &Range<usize>| syntax.tokens(&text[range.clone()]).iter().any(|t| t.kind != TokenKind::Comment);
    syntax.heads(text).into_iter().filter_map(before).filter(is_code).collect()
}

/// Given functions whose names stand nowhere but in their own definitions: nothing needs them.
fn uncalled(subject: &Subject, syntax: &dyn Syntax, file: &TextFile) -> Vec<Range<usize>> {
    let words =
        |f: &TextFile| syntax.tokens(&f.content).into_iter().filter(|t| t.kind == TokenKind::Word).map(|t| t.text).collect::<Vec<_>>();
    let all: Vec<String> = subject.starter.iter().chain(&subject.tests).flat_map(words).collect();
    let outlines = subject.starter.iter().flat_map(|f| syntax.outline(&f.content).functions);
    let declared: Vec<String> = outlines.map(|f| f.name).collect();
    // A prototype in a header, or the trait that asks for it, says the name once more and is no call.
    let is_idle = |name: &str| all.iter().filter(|w| *w == name).count() <= declared.iter().filter(|d| *d == name).count().max(1);
    let given = syntax.heads(&file.content).into_iter().filter(|head| head.mark.is_none());
    given.filter(|head| is_idle(&head.name)).map(|head| head.item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_come_without_their_marks_and_in_one_piece() {
        let syntax = crate::syntax::syntax("c").expect("c");
        let text = "/* ex-1\n * best = 0;\n */\nint f(void);\n// a\n// b\nint g(void); // c\n";
        let found = comments(&syntax.tokens(text));
        assert_eq!(found, [(1, " ex-1\nbest = 0;\n".to_owned()), (5, " a\n b\n c".to_owned())]);
    }

    #[test]
    fn code_before_a_mark_is_found_and_a_bare_stub_has_none() {
        let syntax = crate::syntax::syntax("rust").expect("rust");
        let text = "fn a() -> u8 {\n    let x = 1;\n    todo!(\"ex-1\")\n}\nfn b() {\n    // nothing\n    todo!(\"ex-2\")\n}\n";
        let found: Vec<&str> = before_marks(syntax, text).into_iter().map(|r| text[r].trim()).collect();
        assert_eq!(found, ["let x = 1;"]);
    }

    #[test]
    fn code_of_a_comment_is_tried_as_what_a_returned_closure_does() {
        let lap = "=== src/lib.rs
//! Laps are rounded, `km.div_ceil(lap) * lap`, and written on the board.

//@ex-1 test_rounder_rounds_up
pub fn rounder(lap: u32) -> Box<dyn Fn(u32) -> u32> {
    todo!(\"ex-1\")
}
=== solution src/lib.rs
pub fn rounder(lap: u32) -> Box<dyn Fn(u32) -> u32> {
    Box::new(move |km| km.div_ceil(lap) * lap)
}
=== tests/laps.rs
use exercise::*;
#[test]
fn test_rounder_rounds_up() {
    assert_eq!(rounder(5)(11), 15);
}
";
        let subject = crate::proof::rules::tests::subject("rust", lap);
        let all = in_place(&subject);
        let filled = |v: &Variant| v.source.iter().any(|f| f.content.contains("move |km| { km.div_ceil(lap) * lap }"));
        assert!(all.iter().any(|(finding, variant)| filled(variant) && finding.says.contains("`rounder`")), "{all:#?}");
    }
}
