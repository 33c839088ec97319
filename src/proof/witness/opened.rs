//! Copies of tests in which something is another: in the body of a test, or in a fixture that stands outside of it and that the test names. Owns how a copy is
//! written; what is another in it, and why, others say.

use std::ops::Range;

use crate::exercise::TextFile;
use crate::language::Shown;
use crate::proof::Subject;
use crate::proof::ablation;
use crate::proof::variants::extra::Extra;
use crate::syntax::{Definition, DefinitionKind, Head, Syntax, Token, TokenKind};

/// A piece of a file that a test hands over from: its body, or a fixture.
pub struct Source<'s> {
    pub file: &'s TextFile,
    pub head: Head,
    pub fixture: Option<Definition>,
    syntax: &'static dyn Syntax,
    shown: &'s Shown,
}

/// All such pieces of the tests of a stub.
pub fn sources<'s>(subject: &'s Subject, stub: &str) -> Vec<Source<'s>> {
    let (Some(shown), Some(syntax)) = (&subject.language.proof.shown, subject.language.syntax()) else { return Vec::new() };
    let own = ablation::tests_of(subject, stub);
    let mut found = Vec::new();
    for file in &subject.tests {
        let (tokens, heads) = (syntax.tokens(&file.content), syntax.heads(&file.content));
        let is_fixture = |d: &Definition| {
            let outside = heads.iter().all(|h| d.item.end <= h.item.start || h.item.end <= d.item.start);
            d.kind == DefinitionKind::Constant && outside && !file.content[d.item.clone()].starts_with('#')
        };
        let fixtures: Vec<Definition> = syntax.definitions(&file.content).into_iter().filter(is_fixture).collect();
        for head in heads.iter().filter(|h| own.contains(&h.name)) {
            let source = |fixture| Source { file, head: head.clone(), fixture, syntax, shown };
            found.push(source(None));
            let used = fixtures.iter().filter(|d| !uses(&tokens, &head.body, &d.name).is_empty());
            found.extend(used.map(|d| source(Some(d.clone()))));
        }
    }
    found
}

/// Where a name stands in a part of a file, and is no part of something else.
fn uses(tokens: &[Token], part: &Range<usize>, name: &str) -> Vec<Range<usize>> {
    let inside = |t: &Token| part.start <= t.bytes.start && t.bytes.end <= part.end && t.kind == TokenKind::Word && t.text == name;
    let is_free = |at: usize| at.checked_sub(1).is_none_or(|before| !matches!(tokens[before].text.as_str(), "." | "->"));
    tokens.iter().enumerate().filter(|(at, t)| inside(t) && is_free(*at)).map(|(_, t)| t.bytes.clone()).collect()
}

impl Source<'_> {
    /// What is read for it.
    pub fn part(&self) -> &Range<usize> {
        self.fixture.as_ref().map_or(&self.head.body, |d| &d.item)
    }

    /// The test with these changes of the piece, as a test of ours.
    pub fn copy(&self, name: &str, changes: &[(Range<usize>, String)]) -> Option<Extra> {
        let content = &self.file.content;
        let (mut function, local) = match &self.fixture {
            None => (edits(content, &self.head.item, changes), String::new()),
            Some(fixture) => {
                let (tokens, own) = (self.syntax.tokens(content), format!("{name}_fixture"));
                let renamed = uses(&tokens, &self.head.body, &fixture.name).into_iter().map(|at| (at, own.clone()));
                let local = declared_here(content, &uses(&tokens, &fixture.item, &fixture.name), &fixture.item, (&own, changes))?;
                (edits(content, &self.head.item, &renamed.collect::<Vec<_>>()), local)
            }
        };
        let open = self.head.body.start - self.head.item.start + 1;
        function.insert_str(open, &local);
        let start = function.find(&self.head.name)?;
        function.replace_range(start..start + self.head.name.len(), &format!("{name}_body"));
        let text = self.shown.test.replace("{{name}}", name).replace("{{function}}", &function);
        Some(Extra { name: name.to_owned(), file: self.file.path.clone(), text })
    }
}

/// A fixture as a variable of the function that uses it, under another name and with changes.
fn declared_here(
    content: &str,
    names: &[Range<usize>],
    item: &Range<usize>,
    (own, changes): (&str, &[(Range<usize>, String)]),
) -> Option<String> {
    let name = names.first()?;
    let before = content[item.start..name.start].split_whitespace().filter(|word| !matches!(*word, "static" | "pub"));
    let before: Vec<&str> = before.collect();
    // Where its type stands behind the name.
    let before = if matches!(before[..], [] | ["const"]) { "let".to_owned() } else { before.join(" ") };
    Some(format!("{before} {own}{}", edits(content, &(name.end..item.end), changes)))
}

/// A part of a text with changes, which are in their order.
fn edits(content: &str, part: &Range<usize>, changes: &[(Range<usize>, String)]) -> String {
    let mut text = content[part.clone()].to_owned();
    for (at, new) in changes.iter().rev() {
        text.replace_range(at.start - part.start..at.end - part.start, new);
    }
    text
}
