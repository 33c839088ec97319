//! How much fits in, known to the reference alone: it compares a length with a small number that the starter never says, and a test shows it only by the length of a
//! list. Larger numbers that a test writes down are `limits`; a length that what was read has, as the parts of a line, follows from the format and is left alone.

use super::calls::{arguments, closing, text_at};
use super::constants::Said;
use super::limits::{ASKS_FOR_A_LIMIT, own_number};
use super::reading::{Code, Reading, Stub};
use super::spoken;
use super::targets::has_word;
use crate::syntax::Token;

/// Two is how many anything with a neighbour has.
const LEAST: usize = 3;
const COUNTS: &str = "count used length len size filled top held";

pub fn hidden(reading: &Reading, test: &Code) -> Said {
    let Some(stub) = reading.named_stub(&test.name) else { return Said::new() };
    let sizes: Vec<usize> = lists(&test.body);
    let hidden = compared(reading, stub)
        .into_iter()
        .filter(|(n, other)| sizes.contains(n) && !is_told(reading, None, *n) && !is_told(reading, Some(stub), *other));
    let says = |n: usize| {
        format!("`{}` stands at a length of {n}, a limit that only the reference knows; the contract shows every limit", test.name)
    };
    hidden.map(|(n, _)| (test.line, says(n))).collect()
}

/// The numbers that the reference's body of a stub compares a length with, each with the one on the other side of its sign.
fn compared(reading: &Reading, stub: &Stub) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for file in &reading.subject.reference {
        let definitions = reading.syntax.definitions(&file.content);
        let value = |token: &Token| own_number(reading, &definitions, token).and_then(|n| usize::try_from(n).ok());
        for head in reading.syntax.heads(&file.content).into_iter().filter(|h| h.name == stub.name && h.owner == stub.owner) {
            let tokens = file.content.get(head.body.clone()).map(|body| reading.syntax.tokens(body)).unwrap_or_default();
            for at in 1..tokens.len().saturating_sub(1) {
                let sign = tokens[at].text.as_str();
                if !(ASKS_FOR_A_LIMIT[..4].contains(&sign) || matches!(sign, "==" | "!=")) || !is_length(&tokens[..at], &head.params) {
                    continue;
                }
                // What is kept has one less, or one more, on the other side of the sign: "more than two are refused" is `< 3`.
                let limit = value(&tokens[at + 1]).filter(|_| !matches!(text_at(&tokens, at + 2), "+" | "-" | "*" | "/" | "."));
                found.extend(limit.filter(|n| *n >= LEAST).map(|n| (n, if matches!(sign, ">" | "<=") { n + 1 } else { n - 1 })));
            }
        }
    }
    found
}

/// `self.things.len()` or `list.len()` of a parameter, `box->count`.
fn is_length(before: &[Token], params: &[String]) -> bool {
    let said: Vec<&str> = before.iter().rev().take(8).map(|t| t.text.as_str()).collect();
    match said[..] {
        [")", "(", "len", ".", _, ".", "self", ..] => true,
        [")", "(", "len", ".", name, before, ..] => before != "." && params.iter().any(|p| p == name),
        [field, "->", name, before, ..] => {
            !matches!(before, "->" | "." | "+" | "-" | "*") && has_word(COUNTS, field) && params.iter().any(|p| p == name)
        }
        _ => false,
    }
}

/// How long the lists are that stand in a test.
fn lists(tokens: &[Token]) -> Vec<usize> {
    let opens = (1..tokens.len()).filter(|at| {
        let before = tokens[at - 1].text.as_str();
        (tokens[*at].text == "[" && (matches!(before, "!" | "&" | "(" | "," | "=") || before == "mut"))
            || (tokens[*at].text == "{" && before == "=")
    });
    opens.map(|at| arguments(tokens, &(at + 1..closing(tokens, at))).len()).collect()
}

/// Whether the starter says this number, in digits or in a word; with a stub, anywhere but above another one. Units and sections have numbers too.
fn is_told(reading: &Reading, stub: Option<&Stub>, number: usize) -> bool {
    let mut said = String::new();
    for file in &reading.subject.starter {
        let functions = reading.syntax.outline(&file.content).functions;
        let others = |line: u32| {
            functions.iter().any(|f| {
                f.lines.contains(&line) && stub.is_some_and(|stub| f.name != stub.name) && reading.stub_names().contains(&f.name.as_str())
            })
        };
        said.extend(reading.syntax.tokens(&file.content).into_iter().filter(|t| !others(t.line)).map(|t| t.text.to_lowercase() + "\n"));
    }
    spoken::said(&said).contains(&(number as u64))
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;
    use super::*;

    fn told(says: &str, solution: &str, list: &str) -> usize {
        told_beside("two of them.", says, solution, list)
    }

    fn told_beside(above: &str, says: &str, solution: &str, list: &str) -> usize {
        let exercise = format!(
            "=== src/lib.rs\n/// A shelf.{says}\npub struct Shelf {{\n    pub things: Vec<u32>,\n}}\n\nimpl Shelf {{\n    //@ex-3 test_add_when_full\n    pub fn add(&mut self, thing: u32) -> bool {{\n        todo!(\"ex-3\")\n    }}\n}}\n\n/// ex-1: {above}\npub fn other(n: u32) -> u32 {{\n    todo!(\"ex-1\")\n}}\n=== solution src/lib.rs\nconst PLACES: usize = 3;\npub struct Shelf {{\n    pub things: Vec<u32>,\n}}\n\nimpl Shelf {{\n    pub fn add(&mut self, thing: u32) -> bool {{\n        {solution}\n    }}\n}}\n\npub fn other(n: u32) -> u32 {{\n    n\n}}\n=== tests/a.rs\nuse exercise::*;\n\n#[test]\nfn test_add_when_full() {{\n    let mut shelf = Shelf {{ things: vec!{list} }};\n    assert!(!shelf.add(40));\n}}\n"
        );
        let subject = subject("rust", &exercise);
        let reading = Reading::of(&subject).expect("a reading");
        super::super::constants::visible(&reading).into_iter().filter(|f| f.says.contains("at a length of")).count()
    }

    #[test]
    fn how_much_fits_in_stands_in_the_starter() {
        const ASKS: &str = "self.things.len() < 3";
        const LIST: &str = "[10, 20, 30]";
        assert_eq!(told("", ASKS, LIST), 1);
        assert_eq!(told("", "self.things.len() < PLACES", LIST), 1);
        assert_eq!(told(" It has three places.", ASKS, LIST), 0);
        assert_eq!(told_beside("of three places.", "", ASKS, LIST), 0, "wherever it is said");
        assert_eq!(told(" More than 2 do not fit.", ASKS, LIST), 0);
        assert_eq!(told("", "let parts: Vec<&str> = \"a\".split(';').collect();\n        parts.len() < 3", LIST), 0, "parts of a line");
        assert_eq!(told("", ASKS, "[10, 20]"), 0, "no test stands there");
        assert_eq!(told("", "self.things.len() < 2", "[10, 20]"), 0);
    }
}
