//! Promises that need a certain means: letters without regard to case, an answer in alphabetical or rising order. Where the comment of a stub promises it and
//! nothing in the reference could do it, words and code tell two things. Owns which words promise and which code could; it is silent where code might.

use std::collections::BTreeSet;

use super::reading::{Reading, Stub, squeezed, words};
use super::stubs::about;
use super::targets::has_word;
use crate::exercise::TextFile;
use crate::proof::report::Finding;
use crate::syntax::{Function, Token, TokenKind};

/// How it is said that capitals and small letters are one.
const ONE_CASE: [&str; 22] = [
    "case does not matter",
    "case doesn't matter",
    "ignoring case",
    "ignores case",
    "ignore case",
    "case is ignored",
    "regardless of case",
    "regardless of the case",
    "whatever the case",
    "whatever case",
    "without regard to case",
    "case-insensitive",
    "case insensitive",
    "in any case of letters",
    "capital or small",
    "capital and small letters count as the same",
    "capital and small letters are the same",
    "small and capital letters are the same",
    "upper and lower case are the same",
    "upper and lower case count as the same",
    "upper case and lower case are the same",
    "capitals count as small letters",
];

/// Code that could make them one: what folds letters, or what a program does with their codes.
const FOLDS: [&str; 7] = ["lowercase", "uppercase", "ignore_ascii_case", "casecmp", "tolower", "toupper", "islower"];

/// How an order of the answer is said.
const ORDERS: [&str; 6] =
    ["alphabetical order", "in alphabetical", "alphabetically", "in ascending order", "in descending order", "in rising order"];
/// Such a sentence speaks of what comes in, of what an order does not mean, or of another one.
const OF_THE_INPUT: &str = "given come comes came arrive arrives already handed input is are stay stays keep keeps kept not never no tie ties equal equals before \
     first among parameter if when";

pub fn told_otherwise(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let contract = squeezed(&stub.contract).to_lowercase();
        let code = &reached(reading, stub);
        if let Some(said) = ONE_CASE.iter().find(|said| contract.contains(**said)).filter(|_| !folds(code)) {
            let says = format!(
                "the comment of `{}` says \"{said}\", and nothing in the reference makes capitals and small letters one",
                stub.name
            );
            findings.push(about(stub, says));
        }
        if let Some(said) = ordered(&contract).filter(|_| !could_order(code)) {
            let says = format!("the comment of `{}` says \"{said}\", and nothing in the reference puts anything in an order", stub.name);
            findings.push(about(stub, says));
        }
    }
    findings
}

/// The reference's code of a stub, with all that is called from there.
fn reached(reading: &Reading, stub: &Stub) -> Vec<Token> {
    let of_file = |f: &TextFile| {
        let tokens: Vec<Token> = reading.syntax.tokens(&f.content).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
        let own = |f: &Function| tokens.iter().filter(|t| f.lines.contains(&t.line)).cloned().collect::<Vec<_>>();
        reading
            .syntax
            .outline(&f.content)
            .functions
            .into_iter()
            .filter(|f| f.has_body)
            .map(|f| (f.name.clone(), own(&f)))
            .collect::<Vec<_>>()
    };
    let all: Vec<(String, Vec<Token>)> = reading.subject.reference.iter().chain(&reading.subject.starter).flat_map(of_file).collect();
    let mut names = BTreeSet::from([stub.name.clone()]);
    loop {
        let named = |t: &&Token| all.iter().any(|(name, _)| *name == t.text);
        let more: Vec<String> =
            all.iter().filter(|(name, _)| names.contains(name)).flat_map(|(_, code)| code).filter(named).map(|t| t.text.clone()).collect();
        let before = names.len();
        names.extend(more);
        if names.len() == before {
            return all.into_iter().filter(|(name, _)| names.contains(name)).flat_map(|(_, code)| code).collect();
        }
    }
}

fn folds(code: &[Token]) -> bool {
    let letter = |t: &Token| matches!(t.text.as_str(), "'A'" | "'a'" | "b'a'" | "b'A'" | "32" | "0x20");
    code.iter().any(|t| letter(t) || FOLDS.iter().any(|name| t.text.to_lowercase().contains(name)))
}

fn ordered(contract: &str) -> Option<&'static str> {
    let promises = |sentence: &str| {
        let said = ORDERS.iter().find(|said| sentence.contains(**said))?;
        let of_the_answer = ["come out", "comes out", "answer", "result", "return", "gives"].iter().any(|word| sentence.contains(word));
        (of_the_answer || !words(sentence).any(|word| has_word(OF_THE_INPUT, word))).then_some(*said)
    };
    contract.split(['.', ';', ':', ',', '(', ')']).find_map(promises)
}

/// Sorting by name, a collection that sorts, or more and less: an insertion in its place is made of those.
fn could_order(code: &[Token]) -> bool {
    const SORTS: [&str; 8] = ["sort", "btree", "heap", "cmp", "search", "partition", "min", "max"];
    let sorts = |t: &Token| t.kind == TokenKind::Word && SORTS.iter().any(|part| t.text.to_lowercase().contains(part));
    code.iter().any(sorts) || code.windows(3).any(|three| compares(&three[0], &three[1].text, &three[2]))
}

/// Not a bracket of types: `collect::<Vec<_>>()`.
fn compares(left: &Token, sign: &str, right: &Token) -> bool {
    let is_value = |t: &Token| t.text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "*&()[]".contains(c));
    matches!(sign, "<=" | ">=") || matches!(sign, "<" | ">") && is_value(left) && is_value(right)
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    fn found(comment: &str, body: &str) -> String {
        let exercise = format!(
            "=== src/lib.rs\n// ex-1: the words of a text. {comment}\n//@ex-1 test_pick_picks\npub fn pick(text: &str) -> Vec<String> {{\n    todo!(\"ex-1\")\n}}\n\
             === solution src/lib.rs\npub fn pick(text: &str) -> Vec<String> {{\n    {body}\n}}\n\
             === tests/a.rs\nuse exercise::*;\n#[test]\nfn test_pick_picks() {{\n    assert_eq!(pick(\"b a\"), [\"b\", \"a\"]);\n}}\n"
        );
        let subject = subject("rust", &exercise);
        super::super::of_the_reference(&subject).into_iter().map(|f| f.says).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn letters_are_made_one_where_that_is_promised() {
        let plain = "text.split(' ').map(str::to_owned).collect()";
        assert!(found("Capital and small letters count as the same letter.", plain).contains("makes capitals and small letters one"));
        assert_eq!(found("Case does not matter.", "text.split(' ').map(str::to_lowercase).collect()"), "");
        assert_eq!(found("In this case it does not matter.", plain), "");
    }

    #[test]
    fn an_order_of_the_answer_is_made_by_something() {
        let plain = "text.split(' ').map(str::to_owned).collect()";
        assert!(found("They come out in alphabetical order.", plain).contains("puts anything in an order"));
        assert_eq!(found("They are given in alphabetical order.", plain), "", "what comes in may be ordered");
        assert_eq!(found("In alphabetical order.", "let mut all: Vec<String> = vec![]; all.sort(); all"), "");
        assert_eq!(
            found(
                "In alphabetical order.",
                "text.split(' ').map(str::to_owned).collect::<std::collections::BTreeSet<_>>().into_iter().collect()"
            ),
            ""
        );
    }
}
