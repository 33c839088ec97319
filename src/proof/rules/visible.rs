//! What a test expects by name or by wording can be read in the starter: the text of an error, and names of constants that the reference uses too.

use super::reading::{Code, Reading, squeezed, words};
use super::test_names::expected_panic;
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

pub fn visible(reading: &Reading) -> Vec<Finding> {
    let known = known_names(reading);
    let mut findings = Vec::new();
    for test in &reading.tests {
        let texts = error_texts(test).into_iter().map(|t| (t.line, inside_quotes(&t.text).to_owned()));
        let panics = expected_panic(test).map(|text| (test.line, text));
        for (line, text) in texts.chain(panics).filter(|(_, text)| !can_be_read(reading, test, text)) {
            let says = format!("`{}` expects the words \"{text}\", which the starter does not show", test.name);
            findings.push(Finding { line: Some(line), ..reading.about(test, says) });
        }
        for token in test.body.iter().filter(|t| is_constant(t) && known.contains(&t.text)) {
            let says = format!("`{}` expects `{}`, which the starter does not show", test.name, token.text);
            let finding = Finding { line: Some(token.line), ..reading.about(test, says) };
            if !findings.contains(&finding) {
                findings.push(finding);
            }
        }
    }
    findings
}

/// Names in capitals that the reference uses and the starter never mentions, as `EINVAL`: a learner could not know them. What a language gives everybody is none.
fn known_names(reading: &Reading) -> Vec<String> {
    let subject = reading.subject;
    let in_tests: Vec<String> = subject.tests.iter().flat_map(|f| reading.syntax.definitions(&f.content)).map(|d| d.name).collect();
    let used = subject.reference.iter().flat_map(|file| reading.syntax.tokens(&file.content)).filter(is_constant).map(|t| t.text);
    let plain = &subject.language.proof.plain_names;
    used.filter(|name| !reading.starter_words.contains(name) && !in_tests.contains(name) && !plain.contains(name)).collect()
}

fn is_constant(token: &Token) -> bool {
    let name = &token.text;
    token.kind == TokenKind::Word && name.len() > 2 && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// String literals inside `Err(…)`, or compared with what `unwrap_err` and its like give.
fn error_texts(test: &Code) -> Vec<&Token> {
    let tokens = &test.body;
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_str());
    let mut found: Vec<&Token> = Vec::new();
    for at in 0..tokens.len() {
        let range = match text(at) {
            "Err" if text(at + 1) == "(" => at + 1..closing(tokens, at + 1),
            "unwrap_err" | "expect_err" => {
                let start = tokens[..at].iter().rposition(|t| matches!(t.text.as_str(), ";" | "{" | "}")).map_or(0, |i| i + 1);
                let end = tokens[at..].iter().position(|t| t.text == ";").map_or(tokens.len(), |n| at + n);
                // What the stub is given comes before the call; what is expected comes behind it.
                at.max(start)..end
            }
            _ => continue,
        };
        found.extend(tokens[range].iter().filter(|t| t.kind == TokenKind::Text));
    }
    found
}

fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// Whether the starter has these words. What the test itself puts in may come out again, "no parcel K7" where `K7` is handed over, and a number may be counted:
/// "3 are missing" where the starter says "{count} are missing".
fn can_be_read(reading: &Reading, test: &Code, text: &str) -> bool {
    let others = test.body.iter().filter(|t| matches!(t.kind, TokenKind::Text | TokenKind::Char | TokenKind::Number));
    let inputs: Vec<&str> = others.map(|t| inside_quotes(&t.text)).filter(|input| !input.is_empty() && *input != text).collect();
    let mut pieces = vec![text.to_owned()];
    for input in inputs {
        pieces = pieces.iter().flat_map(|piece| piece.split(input).map(str::to_owned)).collect();
    }
    let says =
        |piece: &str| words(piece).all(|w| !w.chars().any(char::is_alphabetic)) || reading.starter_text.contains(squeezed(piece).trim());
    pieces.iter().flat_map(|piece| piece.split(|c: char| c.is_ascii_digit())).all(says)
}

fn inside_quotes(text: &str) -> &str {
    text.trim_start_matches(['b', 'r', 'c', '#']).trim_matches(['"', '\'', '#'])
}
