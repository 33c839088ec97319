//! The rule that the learner is not given the solution: no comment of the starter, no code that is switched off there and no fence of the lesson holds the body of
//! a stub. A row of tokens that the two share is only a suspicion; running decides, with that text in the place of the stub.

use std::time::Duration;

use super::code::{place, with_file};
use super::lesson::fences::fences;
use super::report::{Finding, RuleId};
use super::whole::check;
use super::{Progress, Subject};
use crate::error::Error;
use crate::exercise::{Stub, TextFile};
use crate::syntax::{Syntax, TokenKind};
use crate::trials::{Bench, Fate, Version, try_all};

/// A shorter row of tokens is in many a text by accident.
const SHORTEST: usize = 8;
/// A longer one need not be met whole.
const LONG_ENOUGH: usize = 24;

/// A text that a learner can read and nobody compiles with the starter.
struct Aside<'s> {
    file: &'s str,
    line: u32,
    text: String,
}

pub(super) fn keeps_solution(bench: &Bench, subject: &Subject, limit: Duration, progress: &mut Progress) -> Result<(), Error> {
    let Some(syntax) = subject.language.syntax() else { return Ok(()) };
    let source = subject.source_with(&subject.reference);
    let mut suspects: Vec<(Finding, Version)> = Vec::new();
    for aside in asides(subject, syntax) {
        for stub in subject.stubs() {
            for source in in_place(subject, &source, &stub, &aside, syntax) {
                let says =
                    format!("a comment, a fence or code that is switched off holds the body of `{}`: it passes all its tests", stub.name);
                let finding = Finding {
                    file: Some(aside.file.to_owned()),
                    line: Some(aside.line),
                    unit: subject.unit_of(&stub.name),
                    ..Finding::new(says)
                };
                suspects.push((finding, Version { source, tests: subject.tests_of(&stub.name), then: Vec::new() }));
            }
        }
    }
    let versions: Vec<Version> = suspects.iter().map(|(_, version)| version.clone()).collect();
    let tried = try_all(bench, &versions, limit)?;
    let mut findings: Vec<Finding> = Vec::new();
    for ((finding, _), _) in suspects.into_iter().zip(tried).filter(|(_, t)| t.fate == Fate::Passes) {
        if !findings.contains(&finding) {
            findings.push(finding);
        }
    }
    progress.tell(check(RuleId::StarterKeepsSolution, None, findings, 0));
    Ok(())
}

/// Comments that follow each other are one text.
fn asides<'s>(subject: &'s Subject, syntax: &dyn Syntax) -> Vec<Aside<'s>> {
    let mut found: Vec<Aside> = Vec::new();
    for file in &subject.starter {
        let mut last_line = 0;
        for token in syntax.tokens(&file.content).into_iter().filter(|t| t.kind == TokenKind::Comment) {
            let text = crate::syntax::tree::without_markers(&token.text);
            let follows = token.line == last_line + 1;
            last_line = token.line + u32::try_from(token.text.trim_end().matches('\n').count()).unwrap_or(0);
            match found.last_mut().filter(|aside| follows && aside.file == file.path) {
                Some(aside) => aside.text = format!("{}\n{text}", aside.text),
                None => found.push(Aside { file: &file.path, line: token.line, text }),
            }
        }
        for range in syntax.switched_off(&file.content) {
            let inside = &file.content[range.clone()];
            let text = inside.split_once('\n').map_or("", |(_, rest)| rest).to_owned();
            found.push(Aside { file: &file.path, line: super::code::line_of(&file.content, range.start), text });
        }
    }
    for section in subject.lesson.iter().flatten() {
        let shown = fences(&section.content).into_iter().filter(|fence| fence.shows_code(&subject.language.fence));
        found.extend(shown.map(|fence| Aside { file: &section.name, line: fence.line, text: fence.content }));
    }
    found
}

/// The reference with the suspicious part of this text as the body of the stub; nothing where no part is.
fn in_place(subject: &Subject, source: &[TextFile], stub: &Stub, aside: &Aside, syntax: &dyn Syntax) -> Vec<Vec<TextFile>> {
    let Some(place) = place(subject.language, &subject.starter, source, stub) else { return Vec::new() };
    let content = &source[place.file].content;
    let inside = |body: &str| body.trim().strip_prefix('{').and_then(|b| b.strip_suffix('}')).unwrap_or(body).trim().to_owned();
    let body = inside(&content[place.body.clone()]);
    let Some(lines) = shared_lines(&aside.text, &body, syntax) else { return Vec::new() };
    // A whole function has its body in braces.
    let in_functions = syntax.heads(&aside.text).into_iter().map(|h| inside(&aside.text[h.body]));
    let put = |text: &str| {
        let mut new = content.clone();
        new.replace_range(place.body.clone(), &format!("{{\n{text}\n}}"));
        with_file(source, &source[place.file].path, &new)
    };
    in_functions.chain(std::iter::once(lines)).map(|text| put(&text)).collect()
}

/// The lines of a text from the first to the last token of the longest row that it shares with the body, where that row is long enough.
fn shared_lines(text: &str, body: &str, syntax: &dyn Syntax) -> Option<String> {
    let wanted: Vec<String> = syntax.tokens(body).into_iter().filter(|t| t.kind != TokenKind::Comment).map(|t| t.text).collect();
    let needed = wanted.len().min(LONG_ENOUGH);
    if needed < SHORTEST {
        return None;
    }
    let there = syntax.tokens(text);
    let (mut best, mut start) = (0..0, 0);
    while start < there.len() {
        for from in 0..wanted.len() {
            let length = there[start..].iter().zip(&wanted[from..]).take_while(|(a, b)| a.text == **b).count();
            if length > best.len() {
                best = start..start + length;
            }
        }
        start += 1;
    }
    if best.len() < needed {
        return None;
    }
    let (first, last) = (usize::try_from(there[best.start].line).ok()?, usize::try_from(there[best.end - 1].line).ok()?);
    Some(text.lines().skip(first.checked_sub(1)?).take(last - first + 1).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_in_a_comment_is_found_by_the_tokens_it_shares() {
        let syntax = crate::syntax::syntax("rust").expect("Rust");
        let body = "let sum = a + b;\n    if sum > LIMIT { LIMIT } else { sum }";
        let text = "First the sum:\nlet sum = a + b;\nif sum > LIMIT { LIMIT } else { sum }\nThat is all.";
        let lines = shared_lines(text, body, syntax).expect("the body");
        assert_eq!(lines, "let sum = a + b;\nif sum > LIMIT { LIMIT } else { sum }");
        assert_eq!(shared_lines("Add `a` and `b`, and keep below LIMIT.", body, syntax), None);
    }
}
