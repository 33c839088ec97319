//! Tests that hand over what the comment rules out: "no two slips have the same number", and two of them do. A solution that relies on the promise is right, and fails.
//! Owns how such a promise is read and where a test gives the same twice; a stub that refuses or counts such things is meant to see them.

use std::collections::{BTreeMap, BTreeSet};

use super::assertions::normal;
use super::calls::{calls, closing, text_at};
use super::reading::{Code, Reading, Stub, squeezed, words};
use super::targets::has_word;
use crate::proof::report::Finding;
use crate::proof::subject::Subject;
use crate::syntax::{Token, TokenKind};

/// Then the same twice is something that the stub has an answer for.
const ANSWERED: &str =
    "refuse refuses refused reject rejects error err none otherwise already again twice duplicate duplicates whether unless if when";

/// What adds one element after the other.
const ADDS: &str = "send push push_back insert";

pub fn handed_over(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let Some(part) = promised(stub) else { continue };
        let own = reading.tests.iter().filter(|t| reading.named_stub(&t.name).is_some_and(|named| named.name == stub.name));
        findings.extend(own.filter_map(|test| {
            let (line, value) = twice(test, &part)?;
            let says = format!(
                "the comment of `{}` says that no two have the same {part}, and `{}` hands over two with {value}: a solution that relies on it is right, and fails",
                stub.name, test.name
            );
            Some(Finding { line: Some(line), ..reading.about(test, says) })
        }));
    }
    findings
}

/// Whether the comment of a stub rules out two with the same of something.
pub fn no_two(subject: &Subject, stub: &str) -> bool {
    Reading::of(subject).is_some_and(|reading| reading.stubs.iter().any(|s| s.name == stub && promised(s).is_some()))
}

/// "no two slips have the same number": the last word of it.
fn promised(stub: &Stub) -> Option<String> {
    let contract = squeezed(&stub.contract).to_lowercase();
    contract.split(['.', ';', ':']).find_map(|sentence| {
        let said: Vec<&str> = words(sentence).collect();
        let from = said.windows(2).position(|two| two == ["no", "two"])?;
        let same = (from..said.len()).find(|at| said[*at] == "same")?;
        let is_plain = !said.iter().any(|word| has_word(ANSWERED, word));
        said.get(same + 1).filter(|_| is_plain && same + 2 == said.len()).map(|word| (*word).to_owned())
    })
}

/// A value that two elements of one list, or of one channel, have in this part.
fn twice(test: &Code, part: &str) -> Option<(u32, String)> {
    let tokens = &test.body;
    let mut rows: Vec<Vec<(u32, String)>> = Vec::new();
    for open in (0..tokens.len()).filter(|at| tokens[*at].text == "[") {
        let inside = open + 1..closing(tokens, open);
        let elements = super::calls::arguments(tokens, &inside);
        rows.push(elements.iter().filter_map(|range| value_of(&tokens[range.clone()], part)).collect());
    }
    // What is sent into one channel, or put into one list; a name that is given again is another one.
    let mut added: BTreeMap<(&str, usize), Vec<(u32, String)>> = BTreeMap::new();
    for call in calls(tokens).into_iter().filter(|c| has_word(ADDS, &c.name) && c.at > 1 && tokens[c.at - 1].text == ".") {
        let name = tokens[call.at - 2].text.as_str();
        let bound = tokens[..call.at].iter().filter(|t| t.binds && t.text == name).count();
        added.entry((name, bound)).or_default().extend(value_of(&tokens[call.args.clone()], part));
    }
    rows.extend(added.into_values());
    rows.into_iter().find_map(|row| {
        let mut seen = BTreeSet::new();
        row.into_iter().find(|(_, value)| !seen.insert(value.clone()))
    })
}

/// The part of one element: a field of that name, or, of a tuple, the one number where a number is asked for.
fn value_of(element: &[Token], part: &str) -> Option<(u32, String)> {
    let is_literal = |t: &Token| matches!(t.kind, TokenKind::Number | TokenKind::Text | TokenKind::Char);
    let named =
        element.windows(3).find(|three| three[0].text == part && three[1].text == ":" && is_literal(&three[2])).map(|three| &three[2]);
    let numbers: Vec<&Token> = element.iter().filter(|t| t.kind == TokenKind::Number).collect();
    let of_tuple = match (part, numbers.as_slice(), text_at(element, 0)) {
        ("number", [only], "(") => Some(*only),
        _ => None,
    };
    named.or(of_tuple).map(|token| (token.line, normal(token)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    fn told(says: &str, body: &str) -> usize {
        let text = format!(
            "=== src/lib.rs\n// ex-1: the texts in the order of their numbers; {says}.\n//\n// First principle: one.\n// Test: test_texts_in_order\npub fn texts(slips: Receiver<(u32, String)>) -> Vec<String> {{\n    todo!(\"ex-1\")\n}}\n=== tests/a.rs\nuse exercise::*;\n\n#[test]\nfn test_texts_in_order() {{\n    {body}\n    assert_eq!(texts(slips), [\"a\"]);\n}}\n"
        );
        let found = crate::proof::rules::of_the_reference(&subject("rust", &text));
        found.iter().filter(|f| f.says.contains("no two have the same")).count()
    }

    #[test]
    fn what_the_comment_rules_out_no_test_hands_over() {
        const PROMISE: &str = "no two slips have the same number";
        let sent = |a: u32, b: u32| {
            format!(
                "let (till, slips) = mpsc::channel();\n    till.send(({a}, \"a\".to_string())).unwrap();\n    till.send(({b}, \"b\".to_string())).unwrap();"
            )
        };
        assert_eq!((told(PROMISE, &sent(4, 4)), told(PROMISE, &sent(4, 5))), (1, 0));
        let listed = |a: u32, b: u32| format!("let slips = vec![Slip {{ number: {a}, pages: 3 }}, Slip {{ number: {b}, pages: 3 }}];");
        assert_eq!((told(PROMISE, &listed(4, 4)), told(PROMISE, &listed(4, 5))), (1, 0));
        assert_eq!(told("slips may have any number", &sent(4, 4)), 0);
        assert_eq!(told("refused when no two slips have the same number", &sent(4, 4)), 0, "it has an answer for that");
        let again = "let (other, none) = mpsc::channel();\n    drop(other);";
        assert_eq!(told(PROMISE, &format!("{}\n    {again}", sent(4, 4))), 1);
        let two = sent(4, 4).replacen("    till.send((4, \"b\"", "    let (till, more) = mpsc::channel();\n    till.send((4, \"b\"", 1);
        assert_eq!(told(PROMISE, &two), 0, "two channels");
    }
}
