//! Promises that need a certain means: letters without regard to case, an answer in alphabetical or rising order. Where the comment of a stub promises it and
//! nothing in the reference could do it, words and code tell two things; so they do where the order is promised in which things came, and the reference sorts them. Owns which words promise and which code could; it is silent where code might.

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

/// How it is said that the order is the one in which things came.
const AS_THEY_CAME: [&str; 17] = [
    "in the order in which they",
    "in the order in which it",
    "in the order they",
    "in the order of the rows",
    "in the order of the lines",
    "in the order of the list",
    "in the order of the input",
    "in the order given",
    "in the given order",
    "in order of appearance",
    "in the order of their first",
    "as they came",
    "as they come in",
    "in the order they first",
    "in the order of appearance",
    "in their original order",
    "keep the order in which",
];
/// With one of these an order of another kind is told too, as for equals.
const ANOTHER_ORDER: &str = "sort sorts sorted sorting alphabet alphabetical alphabetically ascending descending rising falling equal equals same tie ties tied \
     largest smallest highest lowest most least heaviest lightest oldest newest longest shortest by larger smaller otherwise";

pub fn told_otherwise(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let contract = squeezed(&stub.contract).to_lowercase();
        if let Some(said) = AS_THEY_CAME.iter().find(|said| contract.contains(**said)).filter(|_| gives_sorted(reading, stub, &contract)) {
            let says = format!("the comment of `{}` says \"{said} …\", and the reference gives back what it has sorted", stub.name);
            findings.push(about(stub, says));
        }
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

/// Whether the last thing that the reference names is a list that it sorts as it is, or a collection that is sorted by itself.
fn gives_sorted(reading: &Reading, stub: &Stub, contract: &str) -> bool {
    let code = own_code(reading, stub);
    let word = |at: usize| code.get(at).map_or("", |t| t.text.as_str());
    let behind = (0..code.len())
        .rev()
        .find(|at| matches!(word(*at), ";" | "}") && *at + 1 < code.len() && word(at + 1) != "}")
        .map_or(0, |at| at + 1);
    let given = word(behind);
    let is_list = code.get(behind).is_some_and(|t| t.kind == TokenKind::Word);
    let keyed = ["into_iter", "iter", "into_keys", "keys", "into_values"];
    let sorted = (0..code.len()).any(|at| {
        word(at) == given
            && word(at + 1) == "."
            && matches!(word(at + 2), "sort" | "sort_unstable")
            && word(at + 3) == "("
            && word(at + 4) == ")"
    });
    let tree = (0..code.len()).any(|at| {
        let end = (at..code.len()).find(|i| word(*i) == ";").unwrap_or(code.len());
        let name = at + 1 + usize::from(word(at + 1) == "mut");
        word(at) == "let" && word(name) == given && (name..end).any(|i| matches!(word(i), "BTreeSet" | "BTreeMap"))
    });
    let is_whole = word(behind + 1) == "}" || word(behind + 1).is_empty();
    let walks = word(behind + 1) == "." && keyed.contains(&word(behind + 2));
    let otherwise = words(contract).any(|w| has_word(ANOTHER_ORDER, w));
    !otherwise && is_list && (sorted && (is_whole || walks) || tree && walks)
}

/// The reference's code of a stub alone.
fn own_code(reading: &Reading, stub: &Stub) -> Vec<Token> {
    let of_file = |f: &TextFile| {
        let own = reading.syntax.outline(&f.content).functions.into_iter().find(|f| f.has_body && f.name == stub.name)?;
        let body = own.body?;
        let tokens = reading.syntax.tokens(f.content.get(body)?);
        Some(tokens.into_iter().filter(|t| t.kind != TokenKind::Comment).collect::<Vec<_>>())
    };
    reading.subject.reference.iter().find_map(of_file).unwrap_or_default()
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
        let sorts = "let mut all: Vec<String> = vec![]; all.sort(); all.dedup(); all";
        assert!(found("Each once, in the order in which they first come.", sorts).contains("what it has sorted"));
        assert_eq!(found("In alphabetical order, those of one length in the order in which they come.", sorts), "");
        let seen =
            "let mut seen = BTreeSet::new(); let mut all = Vec::new(); for w in text.split(' ') { if seen.insert(w) { all.push(w); } } all";
        assert_eq!(found("In the order in which they first come.", seen), "", "what was seen is not what is given back");
        let tree = "let all: BTreeSet<&str> = text.split(' ').collect(); all.into_iter().map(String::from).collect()";
        assert!(found("In the order given.", tree).contains("what it has sorted"));
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
