//! An exercise read for the rules: stubs, tests and helpers with their tokens, and what the starter says. Owns the reading; the rules judge.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;

use super::calls::Call;
use crate::exercise::TextFile;
use crate::proof::subject::Subject;
use crate::syntax::{Definition, DefinitionKind, Function, Syntax, Token, TokenKind};

/// Everything the rules look at, read once.
pub struct Reading<'s> {
    pub subject: &'s Subject<'s>,
    pub syntax: &'static dyn Syntax,
    pub stubs: Vec<Stub>,
    pub tests: Vec<Code>,
    /// Functions and macros of the test files that are no tests.
    pub helpers: Vec<Code>,
    /// Functions of the starter that are no stubs.
    pub given: Vec<Code>,
    pub starter_definitions: Vec<Definition>,
    pub test_definitions: Vec<Definition>,
    /// The starter's code and comments, each run of white space one blank.
    pub starter_text: String,
    /// The words of the starter, in code and in comments.
    pub starter_words: BTreeSet<String>,
    /// The numbers that it tells, in whatever words.
    pub starter_numbers: BTreeSet<u64>,
    /// What stands in quotes in the starter: string literals, and quoted parts of comments.
    pub starter_quotes: Vec<String>,
}

/// A function with a mark.
pub struct Stub {
    pub name: String,
    pub owner: Option<String>,
    pub unit: String,
    pub file: String,
    pub line: u32,
    /// The comment that leads the learner: above the stub, inside it, or above its prototype.
    pub comment: String,
    /// The part of it that stands above the stub.
    pub above: String,
    /// What is promised of it, above it and above its prototype, up to the first principle. In C it is the header that says it.
    pub contract: String,
    pub body: Vec<Token>,
    /// It was meant as a stub and has no mark that says so; the unit is the one its comment speaks of.
    pub is_lost: bool,
}

/// A function, or a macro, as tokens.
pub struct Code {
    pub name: String,
    pub owner: Option<String>,
    pub file: String,
    /// Of the name's line, not of the comment above.
    pub line: u32,
    pub lines: std::ops::RangeInclusive<u32>,
    pub attributes: Vec<String>,
    pub comment: String,
    /// From its first word to its body: return type and parameters.
    pub head: Vec<Token>,
    /// The body without comments.
    pub body: Vec<Token>,
    pub has_body: bool,
    pub is_macro: bool,
    pub known: Known,
}

/// What several rules ask of a test, worked out once.
#[derive(Default)]
pub struct Known {
    pub stubs_called: OnceCell<Vec<String>>,
    pub target_calls: OnceCell<Vec<Call>>,
    pub results: OnceCell<Vec<String>>,
}

impl<'s> Reading<'s> {
    pub fn of(subject: &'s Subject<'s>) -> Option<Reading<'s>> {
        let syntax = subject.language.syntax()?;
        let mut reading = Reading {
            subject,
            syntax,
            stubs: Vec::new(),
            tests: Vec::new(),
            helpers: Vec::new(),
            given: Vec::new(),
            starter_definitions: Vec::new(),
            test_definitions: Vec::new(),
            starter_text: String::new(),
            starter_words: BTreeSet::new(),
            starter_numbers: BTreeSet::new(),
            starter_quotes: Vec::new(),
        };
        for file in &subject.starter {
            reading.read_starter(file);
        }
        for file in &subject.tests {
            reading.read_tests(file);
        }
        for stub in &mut reading.stubs {
            for prototype in reading.given.iter().filter(|f| f.name == stub.name && !f.has_body) {
                stub.contract += &format!("\n\n{}", promised(&prototype.comment));
            }
        }
        reading.starter_numbers = super::spoken::told(&reading.starter_text);
        reading.stubs.sort_by_key(|stub| unit_number(&stub.unit));
        Some(reading)
    }

    fn read_starter(&mut self, file: &TextFile) {
        let tokens = self.syntax.tokens(&file.content);
        for token in &tokens {
            self.starter_text.push_str(&squeezed(&token.text));
            self.starter_text.push(' ');
            self.starter_words.extend(words(&token.text).map(str::to_owned));
            match token.kind {
                TokenKind::Text => self.starter_quotes.push(inside_quotes(&token.text).to_owned()),
                TokenKind::Comment => self.starter_quotes.extend(quoted_parts(&token.text)),
                _ => {}
            }
        }
        for definition in self.syntax.definitions(&file.content) {
            if definition.kind == DefinitionKind::Macro {
                self.given.push(self.macro_code(&definition, file));
            }
            self.starter_definitions.push(definition);
        }
        for function in self.syntax.outline(&file.content).functions {
            let code = code_of(&function, &tokens, file);
            let inside = body_tokens(&function.body, &tokens).filter(|t| t.kind == TokenKind::Comment).map(|t| t.text.as_str());
            let comment = std::iter::once(function.comment.as_str()).chain(inside).collect::<Vec<_>>().join("\n");
            let is_lost = function.unwritten.is_none() && function.has_body && is_left_open(&code);
            if function.unwritten.is_none() && !is_lost {
                self.given.push(code);
                continue;
            }
            let unit = function.unwritten.or_else(|| units_in(&comment).next().map(str::to_owned)).unwrap_or_default();
            let stub = Stub {
                name: function.name,
                owner: function.owner,
                unit,
                file: file.path.clone(),
                line: code.line,
                comment,
                contract: promised(&code.comment).to_owned(),
                above: code.comment,
                body: code.body,
                is_lost,
            };
            self.stubs.push(stub);
        }
    }

    fn read_tests(&mut self, file: &TextFile) {
        let mut tokens = self.syntax.tokens(&file.content);
        self.undo_renames(&mut tokens);
        for function in self.syntax.outline(&file.content).functions {
            let code = code_of(&function, &tokens, file);
            if function.is_test {
                self.tests.push(code);
            } else if function.has_body {
                self.helpers.push(code);
            }
        }
        for definition in self.syntax.definitions(&file.content) {
            if definition.kind == DefinitionKind::Macro {
                self.helpers.push(self.macro_code(&definition, file));
            }
            self.test_definitions.push(definition);
        }
    }

    fn macro_code(&self, definition: &Definition, file: &TextFile) -> Code {
        let body = definition.value.as_deref().map(|value| self.syntax.tokens(value)).unwrap_or_default();
        Code {
            name: definition.name.clone(),
            owner: None,
            file: file.path.clone(),
            line: definition.line,
            lines: definition.line..=definition.line,
            attributes: Vec::new(),
            comment: String::new(),
            head: Vec::new(),
            body: body.into_iter().filter(|t| t.kind != TokenKind::Comment).collect(),
            has_body: true,
            is_macro: true,
            known: Known::default(),
        }
    }

    /// `use exercise::median as middle;`: the tests call it by another name.
    fn undo_renames(&self, tokens: &mut [Token]) {
        let renamed = |three: &[Token]| match three {
            [name, word, other] if word.text == "as" && self.stubs.iter().any(|s| s.name == name.text) => {
                Some((name.text.clone(), other.text.clone()))
            }
            _ => None,
        };
        let renames: Vec<(String, String)> = tokens.windows(3).filter_map(renamed).collect();
        for token in tokens.iter_mut().filter(|t| t.kind == TokenKind::Word) {
            if let Some((name, _)) = renames.iter().find(|(_, other)| *other == token.text) {
                token.text.clone_from(name);
            }
        }
    }

    /// Stub names, each once: two types may have a stub of the same name.
    pub fn stub_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for stub in &self.stubs {
            if !names.contains(&stub.name.as_str()) {
                names.push(&stub.name);
            }
        }
        names
    }

    /// The stub that a test is named after: the longest name that fits.
    pub fn named_stub(&self, test: &str) -> Option<&Stub> {
        let rest = test.strip_prefix("test_")?;
        let fits = |stub: &&Stub| rest.strip_prefix(stub.name.as_str()).is_some_and(|after| after.is_empty() || after.starts_with('_'));
        let longest = self.stubs.iter().filter(fits).map(|stub| stub.name.len()).max()?;
        self.stubs.iter().find(|stub| stub.name.len() == longest && fits(stub))
    }

    /// Whether the starter says this text, in code or in a comment.
    pub fn starter_says(&self, text: &str) -> bool {
        self.starter_text.contains(&squeezed(text))
    }

    /// The same for a number: not as the end of a longer word, as `-3` is in `ex-3`.
    pub fn starter_says_number(&self, text: &str) -> bool {
        let (said, number) = (&self.starter_text, squeezed(text));
        let mut places = said.match_indices(number.as_str());
        places.any(|(at, _)| {
            let after = &said[at + number.len()..];
            !said[..at].ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
        })
    }

    pub fn defined_in_starter(&self, name: &str) -> bool {
        self.starter_definitions.iter().any(|d| d.name == name) || self.given.iter().any(|f| f.name == name)
    }
}

fn promised(comment: &str) -> &str {
    comment.split("First principle").next().unwrap_or_default()
}

/// A body that only says it is missing, or a comment that leads a learner to a function without a mark.
fn is_left_open(code: &Code) -> bool {
    let said = code.comment.to_lowercase();
    let body: Vec<&str> = code.body.iter().map(|t| t.text.as_str()).collect();
    let open = body.windows(2).any(|two| two == ["todo", "!"]) || body.contains(&"ETUDE_TODO");
    let leads = said.contains("first principle:") || (said.contains("start here") && units_in(&code.comment).next().is_some());
    open || matches!(body.as_slice(), ["{", "unimplemented", "!", ..]) || leads
}

fn code_of(function: &Function, tokens: &[Token], file: &TextFile) -> Code {
    let start = function.body.as_ref().map(|b| b.start);
    let in_lines = |t: &&Token| function.lines.contains(&t.line) && t.kind != TokenKind::Comment;
    let mut head: Vec<Token> = match start {
        Some(start) => tokens.iter().filter(in_lines).filter(|t| t.bytes.end <= start).cloned().collect(),
        None => tokens.iter().filter(in_lines).cloned().collect(),
    };
    // Attributes and the end of what stands before on the same line are not part of it.
    let name_at = head.iter().rposition(|t| t.text == function.name && t.kind == TokenKind::Word);
    let line = name_at.map_or(*function.lines.start(), |at| head[at].line);
    if let Some(from) = name_at.and_then(|at| head[..at].iter().rposition(|t| ["]", "}", ";"].contains(&t.text.as_str()))) {
        head.drain(..=from);
    }
    Code {
        name: function.name.clone(),
        owner: function.owner.clone(),
        file: file.path.clone(),
        line,
        lines: function.lines.clone(),
        attributes: function.attributes.clone(),
        comment: function.comment.clone(),
        head,
        body: body_tokens(&function.body, tokens).filter(|t| t.kind != TokenKind::Comment).cloned().collect(),
        has_body: function.has_body,
        is_macro: false,
        known: Known::default(),
    }
}

fn body_tokens<'t>(body: &Option<Range<usize>>, tokens: &'t [Token]) -> impl Iterator<Item = &'t Token> {
    let range = body.clone().unwrap_or(0..0);
    tokens.iter().filter(move |t| range.start <= t.bytes.start && t.bytes.end <= range.end)
}

/// `ex-10` comes after `ex-9`; what is no such name comes last.
pub fn unit_number(unit: &str) -> u32 {
    let number = unit.strip_prefix("ex-").filter(|n| !n.is_empty() && !n.starts_with('0') && n.bytes().all(|b| b.is_ascii_digit()));
    number.and_then(|n| n.parse().ok()).unwrap_or(u32::MAX)
}

/// The unit ids that a text speaks of.
pub fn units_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("ex-").filter_map(|(at, _)| {
        let begins = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
        let digits = text[at + 3..].bytes().take_while(u8::is_ascii_digit).count();
        let end = at + 3 + digits;
        let ends = !text[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        (begins && digits > 0 && ends).then(|| &text[at..end])
    })
}

/// Names and numbers in a text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

/// Every run of white space, with the marks that comment lines begin with, as one blank.
pub fn squeezed(text: &str) -> String {
    let lines = text.lines().enumerate().map(|(at, line)| {
        let line = line.trim();
        let bare = ["///", "//!", "//", "/**", "/*"].into_iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line);
        let bare = if at > 0 { bare.strip_prefix('*').unwrap_or(bare) } else { bare };
        bare.strip_suffix("*/").unwrap_or(bare)
    });
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// The text of a string literal, escapes left as they are.
pub fn inside_quotes(literal: &str) -> &str {
    let bare = literal.trim_start_matches(|c: char| c.is_alphanumeric() || c == '#').trim_end_matches('#');
    bare.strip_prefix('"').and_then(|b| b.strip_suffix('"')).unwrap_or(bare)
}

/// What a comment puts in double quotes or backticks.
fn quoted_parts(comment: &str) -> Vec<String> {
    let text = squeezed(comment);
    ['"', '`'].iter().flat_map(|quote| text.split(*quote).skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}
