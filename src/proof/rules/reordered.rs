//! A text that a comment shows as an answer and that the tests expect with its words in another order: "Tap x 2: 2380 cents" for "2 x Tap: 2380 cents". Owns which
//! quoted text is shown as an answer, and when two have the same words; which number stands where is not asked. A text that a test writes as it is shown is fine.

use super::reading::{Reading, inside_quotes, squeezed};
use super::stubs::about;
use crate::proof::report::Finding;
use crate::syntax::TokenKind;

/// What stands right before a text that is an answer.
const ANSWERS: [&str; 18] = [
    "is", "as", "gives", "give", "returns", "return", "reads", "prints", "printed", "writes", "written", "makes", "becomes", "text",
    "answer", "answers", "says", "like",
];

pub fn told_otherwise(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let tests = reading.tests.iter().filter(|t| reading.named_stub(&t.name).is_some_and(|named| named.name == stub.name));
        let written: Vec<Vec<String>> = tests
            .flat_map(|t| &t.body)
            .chain(reading.helpers.iter().flat_map(|h| &h.body))
            .filter(|t| t.kind == TokenKind::Text)
            .map(|t| parts(inside_quotes(&t.text)))
            .collect();
        for shown in shown(&squeezed(&stub.contract)) {
            let own = parts(&shown);
            let is_enough = own.len() > 3 && own.iter().any(|p| p == NUMBER) && !written.contains(&own);
            let other = written.iter().find(|w| is_enough && sorted(w) == sorted(&own));
            if other.is_some() {
                let says =
                    format!("the comment of `{}` shows \"{shown}\", and its tests expect the same words in another order", stub.name);
                findings.push(about(stub, says));
            }
        }
    }
    findings
}

/// The quoted texts of a comment that an answering word stands before.
fn shown(contract: &str) -> Vec<String> {
    let pieces: Vec<&str> = contract.split('"').collect();
    let is_answer = |before: &str| {
        let last = before.trim_end_matches([' ', '`', ':']).rsplit(' ').next().unwrap_or_default().to_lowercase();
        before.ends_with([' ', '`']) && ANSWERS.contains(&last.as_str())
    };
    let quoted = (1..pieces.len().saturating_sub(1)).step_by(2);
    quoted.filter(|at| is_answer(pieces[at - 1])).map(|at| pieces[at].to_owned()).collect()
}

/// Any number.
const NUMBER: &str = "#";

/// Words and signs, with all numbers alike.
fn parts(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = if is_word(first) { rest.find(|c: char| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (part, behind) = rest.split_at(end);
        let is_number = part.chars().all(|c| c.is_ascii_digit() || c == '_');
        found.push(if is_number { NUMBER.to_owned() } else { part.to_owned() });
        rest = behind.trim_start();
    }
    found
}

fn sorted(parts: &[String]) -> Vec<String> {
    let mut all = parts.to_vec();
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    fn found(comment: &str) -> String {
        let exercise = format!(
            "=== src/lib.rs\n// ex-1: a line. {comment}\n//@ex-1 test_line_writes\npub fn line(name: &str, n: u32) -> String {{\n    todo!(\"ex-1\")\n}}\n\
             === tests/a.rs\nuse exercise::*;\n#[test]\nfn test_line_writes() {{\n    assert_eq!(line(\"Tap\", 2), \"2 x Tap: 2380 cents\");\n}}\n"
        );
        super::super::of_the_reference(&subject("rust", &exercise)).into_iter().map(|f| f.says).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_words_of_an_answer_in_another_order_are_told() {
        assert!(found("Two taps are printed as \"Tap x 2: 2380 cents\".").contains("in another order"));
        for fine in [
            "Two taps are printed as \"2 x Tap: 2380 cents\".",
            "Two taps are printed as \"9 x Tap: 1 cents\".",
            "Two sinks are printed as \"Sink x 2: 2380 cents\".",
            "From \"Tap x 2: 2380 cents\" it makes a line.",
            "Printed as \"Tap 2\".",
        ] {
            assert_eq!(found(fine), "", "{fine}");
        }
    }
}
