//! What goes wrong, as the tests expect it: messages, codes, kinds of errors and panics. The starter shows each of them, unless a test puts it in itself or the
//! system makes it and the stub only hands it on.

use super::assertions::{Assertion, Expects, initial_value, normal};
use super::calls::{closing, text_at};
use super::constants::Said;
use super::reading::{Code, Reading, inside_quotes, words};
use super::shown::{literal_visible, text_visible, value_visible};
use super::tests_of_stubs::expected_panic;
use super::told_for::is_told;
use crate::syntax::{Token, TokenKind};

/// Messages and codes of the error path.
pub fn hidden(reading: &Reading, test: &Code) -> Said {
    let mut says = Said::new();
    let mut tell = |line: u32, what: &str| {
        says.push((
            line,
            format!("`{}` expects {what}, and the starter does not say so; the contract shows every error value and message", test.name),
        ));
    };
    if let Some(text) = expected_panic(reading, test).filter(|t| !t.is_empty() && !text_visible(reading, t)) {
        // The untouched stub's own text is the rule about panics'.
        if !text.contains("ex-") && !"not yet implemented".contains(text.as_str()) {
            tell(test.line, &format!("the panic \"{text}\""));
        }
    }
    for assertion in reading.assertions(test) {
        for literal in error_literals(reading, test, &assertion) {
            if !is_put_in(reading, test, &literal) && !literal_visible(reading, &literal) && !is_around_input(reading, test, &literal) {
                tell(assertion.line, &format!("`{}`", literal.text));
            }
        }
        if let Some(code) = hidden_code(reading, test, &assertion) {
            tell(assertion.line, &format!("`{code}`"));
        }
    }
    for literal in pattern_literals(&test.body) {
        if !literal_visible(reading, &literal) {
            tell(literal.line, &format!("`{}`", literal.text));
        }
    }
    says
}

/// What a test puts in may come out: a literal all of whose words stand in others of the test, or which is a part of what is handed over ("40" of "N40").
fn is_put_in(reading: &Reading, test: &Code, literal: &Token) -> bool {
    let given = inside_quotes(&literal.text);
    let is_part = |t: &Token| t.kind == TokenKind::Text && literal.kind == TokenKind::Text && inside_quotes(&t.text).contains(given);
    let is_it = |t: &Token| t.text == literal.text || is_part(t) && !given.is_empty();
    let handed = reading.target_calls(test).iter().any(|c| test.body[c.args.clone()].iter().any(is_it));
    let others = test.body.iter().filter(|t| t.kind == TokenKind::Text && t.bytes != literal.bytes);
    let others: Vec<&str> = others.flat_map(|t| words(&t.text)).collect();
    handed || (literal.kind == TokenKind::Text && words(&literal.text).all(|w| others.contains(&w)))
}

/// A message of the starter around what the test hands over: "no parcel with code Z9" where the starter has "no parcel with code K7".
fn is_around_input(reading: &Reading, test: &Code, literal: &Token) -> bool {
    let message = inside_quotes(&literal.text);
    let handed = reading.target_calls(test).iter().flat_map(|c| &test.body[c.args.clone()]);
    let given = handed.filter(|t| matches!(t.kind, TokenKind::Text | TokenKind::Char | TokenKind::Number));
    given.map(|t| t.text.trim_matches(['"', '\''])).filter(|input| !input.is_empty() && message.contains(input)).any(|input| {
        let mut around = message.split(input).map(str::trim).filter(|piece| piece.chars().any(char::is_alphabetic)).peekable();
        around.peek().is_some() && around.all(|piece| piece.len() > 3 && reading.starter_says(piece))
    })
}

/// A message, a negative code, or a number as large as codes are: a small one may be a place or a count.
fn is_code(literal: &Token) -> bool {
    let number = normal(literal);
    literal.kind == TokenKind::Text || number.starts_with('-') || number.parse::<u32>().is_ok_and(|n| n >= 100)
}

/// Literals that stand for what went wrong, not for a result.
fn error_literals(reading: &Reading, test: &Code, assertion: &Assertion) -> Vec<Token> {
    let tokens = &test.body;
    let looks_at = &tokens[assertion.looks_at.clone()];
    let takes_error = looks_at.iter().any(|t| matches!(t.text.as_str(), "unwrap_err" | "expect_err" | "err" | "is_err_and"))
        || looks_at.first().is_some_and(|t| error_variables(tokens).contains(&t.text));
    match &assertion.expects {
        Expects::Value(range) => {
            let expected = &tokens[range.clone()];
            if let Some(at) = range.clone().find(|i| tokens[*i].text == "Err" && text_at(tokens, i + 1) == "(") {
                let end = closing(tokens, at + 1).min(tokens.len());
                let inside = spelled_out(reading, test, &tokens[at + 2..end]);
                let mut found = alone(&inside);
                if found.is_empty() {
                    found = wrapped(&inside);
                }
                // `matches!(f(), Err(why) if why.starts_with("…"))`
                let guard = tokens[end..range.end.max(end)].iter().skip_while(|t| t.text != "if");
                found.extend(guard.filter(|t| t.kind == TokenKind::Text).cloned());
                return found;
            }
            let message = takes_error
                || (says_error(&test.name) && reading.is_result(test, assertion) && is_text(expected) && !follows(test, expected));
            if message { alone(&spelled_out(reading, test, expected)) } else { Vec::new() }
        }
        Expects::Truth(_) if takes_error => looks_at.iter().filter(|t| t.kind == TokenKind::Text).cloned().collect(),
        _ => Vec::new(),
    }
}

/// A variable that holds a message, and is there for nothing else, as that message.
fn spelled_out(reading: &Reading, test: &Code, tokens: &[Token]) -> Vec<Token> {
    let message = |token: &Token| {
        let value = initial_value(&test.body, &token.text).filter(|_| token.kind == TokenKind::Word)?;
        match &test.body[value] {
            [only] if only.kind == TokenKind::Text && !reading.is_input(&token.text, None) => Some(only.clone()),
            _ => None,
        }
    };
    tokens.iter().map(|token| message(token).unwrap_or_else(|| token.clone())).collect()
}

fn is_text(tokens: &[Token]) -> bool {
    matches!(tokens.first(), Some(t) if t.kind == TokenKind::Text)
}

/// A text that shares a word with what the test puts in follows from there.
fn follows(test: &Code, expected: &[Token]) -> bool {
    let said: Vec<&str> = expected.iter().flat_map(|t| words(&t.text)).collect();
    let others = test.body.iter().filter(|t| t.kind == TokenKind::Text && !expected.iter().any(|e| e.bytes == t.bytes));
    others.flat_map(|t| words(&t.text)).any(|w| said.contains(&w)) || said.is_empty()
}

/// A literal with nothing but a conversion around it: `"full"`, `"full".to_string()`, `String::from("full")`, `-1`.
fn alone(tokens: &[Token]) -> Vec<Token> {
    let conversions = ["String", "from", "to_string", "to_owned", "into", "Box", "Some"];
    let plain = |t: &Token| match t.kind {
        TokenKind::Word => conversions.contains(&t.text.as_str()),
        TokenKind::Sign => matches!(t.text.as_str(), "(" | ")" | "." | "::" | "&" | "-"),
        _ => true,
    };
    let literals: Vec<&Token> = tokens.iter().filter(|t| matches!(t.kind, TokenKind::Text | TokenKind::Number)).collect();
    match literals.as_slice() {
        [one] if tokens.iter().all(plain) && (is_code(one) || tokens.first().is_some_and(|t| t.text == "-")) => {
            let mut one = (*one).clone();
            if tokens.first().is_some_and(|t| t.text == "-") {
                one.text = format!("-{}", one.text);
            }
            vec![one]
        }
        _ => Vec::new(),
    }
}

/// Messages in the variant of an error, or in a helper that makes one: `Bad("full".into())`, `bad("full")`.
fn wrapped(tokens: &[Token]) -> Vec<Token> {
    let names = |t: &Token| t.kind != TokenKind::Sign || matches!(t.text.as_str(), "(" | ")" | "." | "::" | "&" | "," | "{" | "}" | ":");
    let made = tokens.first().is_some_and(|t| t.kind == TokenKind::Word) && tokens.iter().all(names);
    tokens.iter().filter(|t| made && t.kind == TokenKind::Text).cloned().collect()
}

/// Variables that hold an error: `let e = f().unwrap_err()`, `Err(e) =>`.
fn error_variables(tokens: &[Token]) -> Vec<String> {
    let mut names = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "unwrap_err" | "expect_err" => {
                let bound = tokens[..at].iter().rev().take_while(|t| t.text != ";").filter(|t| t.binds).map(|t| t.text.clone());
                names.extend(bound);
            }
            "Err" if tokens.get(at + 2).is_some_and(|t| t.binds) && text_at(tokens, at + 3) == ")" => {
                names.push(tokens[at + 2].text.clone())
            }
            _ => {}
        }
    }
    names
}

/// `Err("full") =>` and `Err("full")` in `if let`, outside of macros.
fn pattern_literals(tokens: &[Token]) -> Vec<Token> {
    let is_pattern = |at: &usize| tokens[*at].binds && tokens[*at].text == "Err" && text_at(tokens, at + 1) == "(";
    (0..tokens.len()).filter(is_pattern).flat_map(|at| alone(&tokens[at + 2..closing(tokens, at + 1).min(tokens.len())])).collect()
}

/// A code that says what went wrong: a negative number, NULL, `EINVAL`, `ErrorKind::NotFound`.
fn hidden_code(reading: &Reading, test: &Code, assertion: &Assertion) -> Option<String> {
    let Expects::Value(range) = &assertion.expects else { return None };
    let expected = &test.body[range.clone()];
    if let Some(at) = expected.iter().position(|t| t.text == "ErrorKind") {
        let kind = text_at(expected, at + 2);
        let from_the_system = is_passed_on(reading, kind, &["io", "ErrorKind"]) || is_made_in_tests(reading, kind);
        return (!kind.is_empty() && !reading.starter_words.contains(kind) && !from_the_system).then(|| kind.to_owned());
    }
    // A name or a sum that only the tests know counts as its value.
    let said = match reading.number(test, range) {
        Some(number) => number.to_string(),
        None => expected.iter().map(normal).collect(),
    };
    let is_errno =
        said.len() > 3 && said != "EOF" && said.starts_with('E') && said.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    if is_errno {
        let known = reading.starter_words.contains(&said)
            || reading.defined_in_starter(&said)
            || reading.test_definitions.iter().any(|d| d.name == said)
            || is_passed_on(reading, &said, &["errno"])
            || asks_itself(reading, test, assertion);
        return (!known).then_some(said);
    }
    if !reading.is_result(test, assertion) {
        return None;
    }
    if said == "NULL" {
        return (!reading.starter_words.iter().any(|w| w.eq_ignore_ascii_case("null"))).then_some(said);
    }
    let negative = said.strip_prefix('-').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let is_chosen = is_chosen(reading, &said);
    let put_in = || {
        let number = said.trim_start_matches('-');
        let mut args = reading.target_calls(test).iter().flat_map(|c| c.args.clone());
        // Where the reference says -1 itself, it does not come from a 1 that is handed over.
        let same_sign = |at: usize| !is_chosen || normal(&test.body[at]) == said || text_at(&test.body, at.wrapping_sub(1)) == "-";
        let is_it = |at: usize| {
            let token = &test.body[at];
            token.kind == TokenKind::Number && normal(token).trim_start_matches('-') == number && same_sign(at)
        };
        args.any(is_it) || expected.iter().any(|e| e.kind == TokenKind::Word && reading.is_input(&e.text, None))
    };
    let is_sentinel = says_error(&test.name) || (said == "-1" && says_sentinel(&test.name)) || is_chosen;
    let is_told = || value_visible(reading, &said) && is_told(reading, &test.name, &said);
    (negative && is_sentinel && !put_in() && !is_told()).then_some(said)
}

/// The reference says this very number, so nothing leads to it: somebody chose it.
fn is_chosen(reading: &Reading, negative: &str) -> bool {
    let Some(syntax) = reading.subject.language.syntax() else { return false };
    let number = negative.trim_start_matches('-');
    reading.subject.reference.iter().any(|file| {
        let tokens: Vec<Token> = syntax.tokens(&file.content).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
        // Behind a value it is a difference.
        let is_sign = |at: usize| at == 0 || (tokens[at - 1].kind == TokenKind::Sign && !matches!(tokens[at - 1].text.as_str(), ")" | "]"));
        let is_return = |at: usize| at > 0 && tokens[at - 1].text == "return";
        let behind = |at: usize| tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::Number && normal(t) == number);
        // Some grammars take the sign for a part of the number.
        let says_it =
            |at: usize| (tokens[at].text == "-" && behind(at)) || (tokens[at].kind == TokenKind::Number && normal(&tokens[at]) == negative);
        (0..tokens.len()).any(|at| says_it(at) && (is_sign(at) || is_return(at)))
            || syntax
                .definitions(&file.content)
                .iter()
                .filter_map(|d| d.value.as_deref())
                .any(|v| v.trim_matches(['(', ')', ' ']) == negative)
    })
}

/// The starter speaks of errors of the system, and the reference never says this one: it comes from there and is handed on.
fn is_passed_on(reading: &Reading, error: &str, speaks: &[&str]) -> bool {
    let chosen = reading.subject.reference.iter().any(|file| words(&file.content).any(|word| word == error));
    !chosen && speaks.iter().any(|word| reading.starter_words.contains(*word))
}

/// The test called the system itself after the stub, so the error is its own: `waitpid(-1, NULL, WNOHANG)` and ECHILD, when nobody is left to wait for.
fn asks_itself(reading: &Reading, test: &Code, assertion: &Assertion) -> bool {
    const NO_CALLS: [&str; 6] = ["if", "while", "for", "switch", "return", "sizeof"];
    let calls = reading.target_calls(test);
    let before = calls.iter().map(|c| c.args.end).filter(|end| *end <= assertion.whole.start).max();
    let between = before.unwrap_or(0)..assertion.whole.start;
    let is_call = |at: usize| {
        let name = &test.body[at];
        let lower = name.text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        name.kind == TokenKind::Word && lower && !NO_CALLS.contains(&name.text.as_str()) && text_at(&test.body, at + 1) == "("
    };
    before.is_some() && between.into_iter().any(is_call)
}

/// A test puts it in: a writer that fails, a source that ends.
fn is_made_in_tests(reading: &Reading, error: &str) -> bool {
    let in_helper = reading.helpers.iter().any(|h| h.body.iter().any(|t| t.text == error));
    in_helper
        || reading.tests.iter().any(|test| {
            let assertions = reading.assertions(test);
            let mut said = test.body.iter().enumerate().filter(|(_, t)| t.text == error);
            said.any(|(at, _)| !assertions.iter().any(|a| a.whole.contains(&at)))
        })
}

const ERROR_WORDS: [&str; 22] = [
    "error",
    "errors",
    "err",
    "fail",
    "fails",
    "failed",
    "failure",
    "refuse",
    "refuses",
    "refused",
    "reject",
    "rejects",
    "rejected",
    "invalid",
    "unknown",
    "missing",
    "denied",
    "bad",
    "illegal",
    "malformed",
    "unreadable",
    "broken",
];
const SENTINEL_WORDS: [&str; 8] = ["found", "none", "empty", "absent", "outside", "without", "full", "nowhere"];

fn says_error(test: &str) -> bool {
    words_of(test).any(|w| ERROR_WORDS.contains(&w))
}

fn says_sentinel(test: &str) -> bool {
    words_of(test).any(|w| SENTINEL_WORDS.contains(&w))
}

fn words_of(test: &str) -> impl Iterator<Item = &str> {
    test.split('_')
}
