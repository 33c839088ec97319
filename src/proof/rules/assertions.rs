//! What a test asserts: what it looks at, and what it expects there. Works on tokens, with the little it needs to follow a value through `let`.

use std::ops::Range;

use super::calls::{self, Call, CallKind, arguments, closing, end_of_statement, start_of_chain, text_at};
use super::reading::{Code, Reading};
use crate::syntax::{Token, TokenKind};

/// One assertion of a test. Ranges are of the test's tokens.
#[derive(Debug, Clone)]
pub struct Assertion {
    pub line: u32,
    /// From its name to its closing bracket.
    pub whole: Range<usize>,
    pub looks_at: Range<usize>,
    pub expects: Expects,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expects {
    /// The value in these tokens.
    Value(Range<usize>),
    Truth(bool),
    /// Only its helper knows.
    Unknown,
}

const EQUAL: &[&str] = &["assert_eq", "debug_assert_eq", "assert_ne", "TEST_ASSERT_EQ", "TEST_ASSERT_STR_EQ", "TEST_ASSERT_FLOAT_EQ"];
const TRUE: &[&str] = &["assert", "debug_assert", "TEST_ASSERT"];

fn asserts(name: &str) -> bool {
    EQUAL.contains(&name) || TRUE.contains(&name) || name == "etude_fail"
}

impl Reading<'_> {
    /// The assertions of a test in their order, calls of helpers that assert among them.
    pub fn assertions(&self, code: &Code) -> Vec<Assertion> {
        let tokens = &code.body;
        let found = calls::calls(tokens).into_iter().filter_map(|call| {
            if EQUAL.contains(&call.name.as_str()) {
                return equality(self, code, &call);
            }
            if TRUE.contains(&call.name.as_str()) && call.kind != CallKind::Value {
                return truth(tokens, &call);
            }
            let helper = self.helpers.iter().any(|h| h.name == call.name && self.is_asserting(h, 2));
            helper.then(|| Assertion { line: call.line, whole: call.at..call.args.end + 1, looks_at: call.args, expects: Expects::Unknown })
        });
        found.collect()
    }

    pub fn is_asserting(&self, helper: &Code, depth: u8) -> bool {
        calls::calls(&helper.body).iter().any(|call| {
            asserts(&call.name)
                || (depth > 0
                    && call.name != helper.name
                    && self.helpers.iter().any(|h| h.name == call.name && self.is_asserting(h, depth - 1)))
        })
    }

    /// Variables of a test that hold what its stub gave back.
    pub fn results<'c>(&self, code: &'c Code) -> &'c [String] {
        code.known.results.get_or_init(|| self.find_results(code))
    }

    fn find_results(&self, code: &Code) -> Vec<String> {
        let (tokens, targets) = (&code.body, self.target_calls(code));
        let mut names = Vec::new();
        for call in targets {
            let start = start_of_statement(tokens, call.at);
            let Some(equals) = (start..call.at).find(|at| tokens[*at].text == "=") else { continue };
            let bound: Vec<&Token> = tokens[start..equals].iter().filter(|t| t.binds).collect();
            if bound.is_empty() && equals == start + 1 && tokens[start].kind == TokenKind::Word {
                names.push(tokens[start].text.clone());
            }
            // `Ok(value)`: the constructor stands in the pattern too and is no variable.
            names.extend(bound.iter().filter(|t| !t.text.starts_with(char::is_uppercase)).map(|t| t.text.clone()));
        }
        names
    }

    /// What an assertion looks at, with calls of the stub, and what they gave back, as `□`.
    pub fn shape(&self, code: &Code, range: &Range<usize>) -> String {
        let (tokens, results) = (&code.body, self.results(code));
        let targets = self.target_calls(code);
        let mut said = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let call = targets
                .iter()
                .find(|c| c.kind != CallKind::Value && range.contains(&c.at) && start_of_chain(tokens, c.at).max(range.start) == at);
            if let Some(call) = call {
                said.push("□".to_owned());
                at = (call.args.end + 1).max(at + 1);
                continue;
            }
            let token = &tokens[at];
            let is_result = token.kind == TokenKind::Word
                && results.contains(&token.text)
                && !matches!(text_at(tokens, at.wrapping_sub(1)), "." | "->");
            said.push(if is_result { "□".to_owned() } else { normal(token) });
            at += 1;
        }
        said.join(" ")
    }

    /// A value as it is written, through `let` and constants to what they stand for.
    pub fn value_text(&self, code: &Code, range: &Range<usize>) -> String {
        let tokens = &code.body;
        let bare = trimmed(tokens, range);
        if let [only] = &tokens[bare.clone()]
            && only.kind == TokenKind::Word
        {
            if let Some(value) = initial_value(tokens, &only.text) {
                return tokens[value].iter().map(normal).collect::<Vec<_>>().join(" ");
            }
            let defined = self.test_definitions.iter().chain(&self.starter_definitions).find(|d| d.name == only.text);
            if let Some(value) = defined.and_then(|d| d.value.as_deref()) {
                return self.syntax.tokens(value).iter().map(normal).collect::<Vec<_>>().join(" ").trim_matches(['(', ')', ' ']).to_owned();
            }
        }
        tokens[bare].iter().map(normal).collect::<Vec<_>>().join(" ")
    }
}

/// `assert_eq!(actual, expected)`, in whichever order they stand.
fn equality(reading: &Reading, code: &Code, call: &Call) -> Option<Assertion> {
    let tokens = &code.body;
    let parts = arguments(tokens, &call.args);
    let (left, right) = (parts.first()?.clone(), parts.get(1)?.clone());
    let (looks_at, expected) = sides(reading, code, left, right);
    Some(Assertion { line: call.line, whole: call.at..call.args.end + 1, looks_at, expects: Expects::Value(expected) })
}

/// Which side is looked at: the one with the stub in it, else the one that is no literal, else the first.
fn sides(reading: &Reading, code: &Code, left: Range<usize>, right: Range<usize>) -> (Range<usize>, Range<usize>) {
    let tokens = &code.body;
    let (targets, results) = (reading.target_calls(code), reading.results(code));
    let has_stub = |range: &Range<usize>| {
        targets.iter().any(|c| range.contains(&c.at)) || tokens[range.clone()].iter().any(|t| results.contains(&t.text))
    };
    let literal = |range: &Range<usize>| {
        tokens[range.clone()].iter().all(|t| t.kind != TokenKind::Word || matches!(t.text.as_str(), "true" | "false" | "NULL"))
    };
    let swapped = (has_stub(&right) && !has_stub(&left)) || (!has_stub(&left) && literal(&left) && !literal(&right));
    if swapped { (right, left) } else { (left, right) }
}

fn truth(tokens: &[Token], call: &Call) -> Option<Assertion> {
    let condition = arguments(tokens, &call.args).into_iter().next()?;
    let whole = call.at..call.args.end + 1;
    let made = |looks_at, expects| Some(Assertion { line: call.line, whole: whole.clone(), looks_at, expects });
    let top = |sign: &str| top_level(tokens, &condition, sign);
    if top("&&").is_none() && top("||").is_none() {
        if let Some(at) = top("==") {
            return made(condition.start..at, Expects::Value(at + 1..condition.end));
        }
        if text_at(tokens, condition.start) == "matches" && text_at(tokens, condition.start + 1) == "!" {
            let inner = condition.start + 3..closing(tokens, condition.start + 2);
            let parts = arguments(tokens, &inner);
            if let (Some(value), Some(pattern)) = (parts.first(), parts.get(1)) {
                return made(value.clone(), Expects::Value(pattern.start..inner.end));
            }
        }
        if text_at(tokens, condition.start) == "!" {
            return made(condition.start + 1..condition.end, Expects::Truth(false));
        }
    }
    made(condition, Expects::Truth(true))
}

/// Where a sign stands outside of all brackets.
fn top_level(tokens: &[Token], range: &Range<usize>, sign: &str) -> Option<usize> {
    let mut at = range.start;
    while at < range.end {
        match tokens[at].text.as_str() {
            "(" | "[" | "{" => at = closing(tokens, at),
            text if text == sign => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Without the brackets, references and blanks around it.
fn trimmed(tokens: &[Token], range: &Range<usize>) -> Range<usize> {
    let mut range = range.clone();
    while range.len() > 1 {
        if matches!(tokens[range.start].text.as_str(), "&" | "*" | "mut") {
            range.start += 1;
        } else if tokens[range.start].text == "("
            && closing(tokens, range.start) + 1 == range.end
            && top_level(tokens, &(range.start + 1..range.end - 1), ",").is_none()
        {
            range = range.start + 1..range.end - 1;
        } else {
            break;
        }
    }
    range
}

/// What a variable is given where it is made.
pub fn initial_value(tokens: &[Token], name: &str) -> Option<Range<usize>> {
    let at = tokens.iter().position(|t| t.binds && t.text == name)?;
    let equals = (at + 1..tokens.len())
        .take(30)
        .take_while(|i| !matches!(tokens[*i].text.as_str(), ";" | "," | ")" | "in" | "=>"))
        .find(|i| tokens[*i].text == "=")?;
    Some(equals + 1..end_of_statement(tokens, equals + 1))
}

/// Where the statement begins that this token stands in.
pub fn start_of_statement(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0usize;
    for before in (0..at).rev() {
        match tokens[before].text.as_str() {
            ")" | "]" | "}" if depth > 0 || tokens[before].text != "}" => depth += 1,
            "(" | "[" => depth = depth.saturating_sub(1),
            "{" if depth > 0 => depth -= 1,
            ";" | "{" | "}" if depth == 0 => return before + 1,
            _ => {}
        }
    }
    0
}

/// A token as two people would both write it.
pub fn normal(token: &Token) -> String {
    if token.kind != TokenKind::Number {
        return token.text.clone();
    }
    let bare = token.text.replace('_', "").to_lowercase();
    let is_hex = bare.starts_with("0x");
    let suffixes =
        ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f64", "ull", "ll", "ul", "lu", "u", "l"];
    let suffix = suffixes.into_iter().find(|s| bare.len() > s.len() && bare.ends_with(s));
    match suffix.filter(|_| !is_hex) {
        Some(suffix) => bare[..bare.len() - suffix.len()].to_owned(),
        None => bare,
    }
}
