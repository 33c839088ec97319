//! Whether the starter alone says what a learner needs: every constant of the exercise that a test uses, and every message or code that a test expects
//! when something goes wrong. A value that follows from a test's input is no part of the contract and is left alone.

use std::ops::Range;

use super::assertions::{Assertion, Expects, normal};
use super::calls::{closing, text_at};
use super::reading::{Code, Reading, inside_quotes, squeezed, words};
use super::tests_of_stubs::expected_panic;
use crate::proof::report::Finding;
use crate::syntax::{Definition, DefinitionKind, Token, TokenKind};

pub fn visible(reading: &Reading) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for test in &reading.tests {
        let mut says = hidden_names(reading, test);
        says.extend(own_constants(reading, test));
        says.extend(hidden_errors(reading, test));
        says.dedup();
        findings.extend(says.into_iter().map(|(line, says)| Finding { line: Some(line), ..reading.about(test, says) }));
    }
    findings
}

type Said = Vec<(u32, String)>;

/// Names that the starter does not define although they are the exercise's.
fn hidden_names(reading: &Reading, test: &Code) -> Said {
    let in_reference = reference_definitions(reading);
    let defines = |list: &[Definition], name: &str| list.iter().any(|d| d.name == name);
    let mut says = Said::new();
    let mut told: Vec<&str> = Vec::new();
    for (at, token) in test.body.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Word && !t.binds) {
        let name = token.text.as_str();
        let of_type = (text_at(&test.body, at.wrapping_sub(1)) == "::").then(|| text_at(&test.body, at.wrapping_sub(2)));
        if test.body.iter().any(|t| t.binds && t.text == name) {
            continue;
        }
        let is_name = is_constant_name(name) || (of_type.is_some() && name.starts_with(char::is_uppercase));
        if !is_name || told.contains(&name) || reading.defined_in_starter(name) || defines(&reading.test_definitions, name) {
            continue;
        }
        let foreign = of_type.is_some_and(|of| !reading.starter_definitions.iter().any(|d| d.kind == DefinitionKind::Type && d.name == of));
        let only_in_reference = defines(&in_reference, name) && !foreign;
        if only_in_reference || (!foreign && is_missing(reading, test, name, of_type.is_some())) {
            told.push(name);
            says.push((
                token.line,
                format!("`{}` uses `{name}`, which the starter does not define; what a test uses stands in the starter", test.name),
            ));
        }
    }
    says
}

fn reference_definitions(reading: &Reading) -> Vec<Definition> {
    reading.subject.reference.iter().flat_map(|file| reading.syntax.definitions(&file.content)).collect()
}

/// Defined nowhere, and nothing that the language or its library brings along.
fn is_missing(reading: &Reading, test: &Code, name: &str, of_starter_type: bool) -> bool {
    if of_starter_type {
        return !reading.subject.starter.iter().any(|f| words(&f.content).any(|w| w == name));
    }
    if reading.subject.language.name == "rust" {
        let file = reading.subject.tests.iter().find(|f| f.path == test.file);
        let imports = file.map(|f| (reading.syntax.outline(&f.content).imports, &f.content));
        let imported = imports.is_some_and(|(spans, text)| spans.iter().any(|s| words(&text[s.bytes.clone()]).any(|w| w == name)));
        // Read in the body of a nested item or as a generic it has another meaning.
        return !imported && !test.body.iter().any(|t| t.text == "use" || t.text == "macro_rules");
    }
    // Headers of the system define more names than anyone could list: it is the exercise's when its first word is.
    let family = |other: &str| other.split_once('_').map(|(first, _)| first.to_owned());
    let mine = family(name);
    mine.is_some()
        && reading.starter_definitions.iter().filter(|d| is_constant_name(&d.name) && d.value.is_some()).any(|d| family(&d.name) == mine)
}

/// `LIMIT`, `MAX_SEATS`; not `T`.
fn is_constant_name(name: &str) -> bool {
    name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// Constants that stand in the tests and belong in the starter.
fn own_constants(reading: &Reading, test: &Code) -> Said {
    let mut says = Said::new();
    let assertions = reading.assertions(test);
    for constant in reading.test_definitions.iter().filter(|d| matches!(d.kind, DefinitionKind::Constant)) {
        let name = constant.name.as_str();
        let Some(used) = test.body.iter().find(|t| t.text == name && t.kind == TokenKind::Word) else { continue };
        if reading.defined_in_starter(name) {
            continue;
        }
        let spoken_of = is_constant_name(name) && reading.starter_words.contains(name);
        if spoken_of || is_result_code(reading, test, constant, &assertions) {
            says.push((
                used.line,
                format!("`{}` uses `{name}`, which only the tests define; what a test uses stands in the starter", test.name),
            ));
        }
    }
    says
}

/// A named plain value that a stub is expected to give, that no input holds and the starter never says.
fn is_result_code(reading: &Reading, test: &Code, constant: &Definition, assertions: &[Assertion]) -> bool {
    let name = constant.name.as_str();
    let lower = name.to_lowercase();
    if !is_constant_name(name) || ["expect", "want", "answer", "result", "total", "sum"].iter().any(|w| lower.contains(w)) {
        return false;
    }
    let Some(value) = constant.value.as_deref().and_then(|v| plain_value(reading, v)) else { return false };
    let alone = |range: &Range<usize>| matches!(&test.body[range.clone()], [only] if only.text == name);
    let expected = assertions
        .iter()
        .any(|a| matches!(&a.expects, Expects::Value(r) if alone(r) || in_err(&test.body, r, name)) && is_result(reading, test, a));
    let handed_in = reading.target_calls(test).iter().any(|c| test.body[c.args.clone()].iter().any(|t| t.text == name));
    expected && !handed_in && !value_visible(reading, &value)
}

fn in_err(tokens: &[Token], range: &Range<usize>, name: &str) -> bool {
    text_at(tokens, range.start) == "Err" && tokens[range.clone()].iter().any(|t| t.text == name)
}

/// The literal that a constant stands for; nothing for what is worked out.
fn plain_value(reading: &Reading, value: &str) -> Option<String> {
    let tokens: Vec<Token> = reading.syntax.tokens(value).into_iter().filter(|t| !matches!(t.text.as_str(), "(" | ")" | ";")).collect();
    match tokens.as_slice() {
        [one] if matches!(one.kind, TokenKind::Number | TokenKind::Text | TokenKind::Char) => Some(normal(one)),
        [sign, one] if sign.text == "-" && one.kind == TokenKind::Number => Some(format!("-{}", normal(one))),
        _ => None,
    }
}

/// What a stub gave back, and nothing made of it.
fn is_result(reading: &Reading, test: &Code, assertion: &Assertion) -> bool {
    let shape = reading.shape(test, &assertion.looks_at);
    shape.trim_matches(['(', ')', '&', '*', ' ']) == "□"
}

fn value_visible(reading: &Reading, value: &str) -> bool {
    if value.starts_with('"') {
        return text_visible(reading, inside_quotes(value));
    }
    match value.strip_prefix('-') {
        Some(number) => {
            reading.starter_says_number(value)
                || reading.starter_says_number(&format!("- {number}"))
                || reading.starter_says(&format!("minus {number}"))
        }
        None if value.starts_with('\'') => reading.starter_says(value),
        None => reading.starter_words.iter().any(|w| w.replace('_', "") == value) || reading.starter_says(value),
    }
}

/// Messages and codes of the error path.
fn hidden_errors(reading: &Reading, test: &Code) -> Said {
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
            if !is_put_in(reading, test, &literal) && !literal_visible(reading, &literal) {
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

/// What a test puts in may come out: a literal all of whose words stand in others of the test.
fn is_put_in(reading: &Reading, test: &Code, literal: &Token) -> bool {
    let handed = reading.target_calls(test).iter().any(|c| test.body[c.args.clone()].iter().any(|t| t.text == literal.text));
    let others = test.body.iter().filter(|t| t.kind == TokenKind::Text && t.bytes != literal.bytes);
    let others: Vec<&str> = others.flat_map(|t| words(&t.text)).collect();
    handed || (literal.kind == TokenKind::Text && words(&literal.text).all(|w| others.contains(&w)))
}

/// A message, a negative code, or a number as large as codes are: a small one may be a place or a count.
fn is_code(literal: &Token) -> bool {
    let number = normal(literal);
    literal.kind == TokenKind::Text || number.starts_with('-') || number.parse::<u32>().is_ok_and(|n| n >= 100)
}

fn literal_visible(reading: &Reading, literal: &Token) -> bool {
    match literal.kind {
        TokenKind::Text => text_visible(reading, inside_quotes(&literal.text)),
        _ => value_visible(reading, &normal(literal)),
    }
}

/// Whether the starter has this message: word for word, or as a pattern with gaps.
fn text_visible(reading: &Reading, text: &str) -> bool {
    let text = squeezed(text);
    let opening = text.rsplit_once(':').map(|(before, _)| before).filter(|before| before.len() >= 6);
    reading.starter_says(&text)
        || opening.is_some_and(|before| reading.starter_says(before))
        || reading.starter_quotes.iter().any(|quote| fits_pattern(&text, quote))
}

/// `no seat {n}` and `no seat %d` fit "no seat 7".
fn fits_pattern(text: &str, pattern: &str) -> bool {
    if !pattern.contains(['{', '%', '<', '…']) {
        return false;
    }
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        let closes = match c {
            '{' => Some('}'),
            '<' => Some('>'),
            _ => None,
        };
        if closes.is_some() || c == '%' || c == '…' {
            pieces.push(std::mem::take(&mut piece));
        }
        match closes {
            Some(end) => while chars.next().is_some_and(|skipped| skipped != end) {},
            None if c == '%' => drop(chars.by_ref().find(|conversion| conversion.is_alphabetic() && !['l', 'z', 'h'].contains(conversion))),
            None if c == '…' => {}
            None => piece.push(c),
        }
    }
    pieces.push(piece);
    let said: Vec<&str> = pieces.iter().map(|p| p.trim()).filter(|p| p.chars().any(char::is_alphabetic)).collect();
    let mut rest = text;
    !said.is_empty()
        && said.iter().all(|piece| match rest.find(piece) {
            Some(at) => {
                rest = &rest[at + piece.len()..];
                true
            }
            None => false,
        })
}

/// Literals that stand for what went wrong, not for a result.
fn error_literals(reading: &Reading, test: &Code, assertion: &Assertion) -> Vec<Token> {
    let tokens = &test.body;
    let looks_at = &tokens[assertion.looks_at.clone()];
    let takes_error = looks_at.iter().any(|t| matches!(t.text.as_str(), "unwrap_err" | "expect_err" | "err"))
        || looks_at.first().is_some_and(|t| error_variables(tokens).contains(&t.text));
    match &assertion.expects {
        Expects::Value(range) => {
            let expected = &tokens[range.clone()];
            if let Some(at) = range.clone().find(|i| tokens[*i].text == "Err" && text_at(tokens, i + 1) == "(") {
                return alone(&tokens[at + 2..closing(tokens, at + 1).min(tokens.len())]);
            }
            let message = takes_error
                || (says_error(&test.name) && is_result(reading, test, assertion) && is_text(expected) && !follows(test, expected));
            if message { alone(expected) } else { Vec::new() }
        }
        Expects::Truth(_) if takes_error => looks_at.iter().filter(|t| t.kind == TokenKind::Text).cloned().collect(),
        _ => Vec::new(),
    }
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
        return (!kind.is_empty() && !reading.starter_words.contains(kind)).then(|| kind.to_owned());
    }
    let said: String = expected.iter().map(normal).collect();
    let is_errno =
        said.len() > 3 && said != "EOF" && said.starts_with('E') && said.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    if is_errno {
        return (!reading.starter_words.contains(&said) && !reading.defined_in_starter(&said)).then_some(said);
    }
    if !is_result(reading, test, assertion) {
        return None;
    }
    if said == "NULL" {
        return (!reading.starter_words.iter().any(|w| w.eq_ignore_ascii_case("null"))).then_some(said);
    }
    let negative = said.strip_prefix('-').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let put_in = || {
        let number = said.trim_start_matches('-');
        let args = reading.target_calls(test).iter().flat_map(|c| &test.body[c.args.clone()]).collect::<Vec<_>>();
        args.iter().any(|t| t.kind == TokenKind::Number && normal(t).trim_start_matches('-') == number)
    };
    let is_sentinel = says_error(&test.name) || (said == "-1" && says_sentinel(&test.name));
    (negative && is_sentinel && !put_in() && !value_visible(reading, &said)).then_some(said)
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
