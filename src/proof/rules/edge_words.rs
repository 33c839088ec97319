//! Edges that the comment of a stub tells in words ("more than LIMIT", "at least 18") and the reference draws on the other side. Owns which words say where an
//! edge lies; it compares only with what the stub takes and only where words and code each know one side, since what is counted may be counted before or after.

use super::constants::is_constant_name;
use super::edge_sums;
use super::reading::{Reading, Stub, squeezed, words};
use crate::proof::mutants::turned;
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

/// On which side of a limit the edge is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    /// The limit itself belongs to what lies below: `> LIMIT`, "at most LIMIT".
    Behind,
    /// It belongs to what lies above: `>= LIMIT`, "less than LIMIT".
    Before,
}

impl Edge {
    fn other(self) -> Edge {
        if self == Edge::Behind { Edge::Before } else { Edge::Behind }
    }
}

/// Words right before a limit. A no in front of the first kind turns it into the second: "no more than", "not below" keep the edge where it is.
pub(super) const BEFORE: [(&[&str], Edge); 21] = [
    (&["greater", "than", "or", "equal", "to"], Edge::Before),
    (&["more", "than", "or", "equal", "to"], Edge::Before),
    (&["less", "than", "or", "equal", "to"], Edge::Behind),
    (&["equal", "to", "or", "more", "than"], Edge::Before),
    (&["equal", "to", "or", "less", "than"], Edge::Behind),
    (&["more", "than"], Edge::Behind),
    (&["greater", "than"], Edge::Behind),
    (&["larger", "than"], Edge::Behind),
    (&["longer", "than"], Edge::Behind),
    (&["higher", "than"], Edge::Behind),
    (&["heavier", "than"], Edge::Behind),
    (&["older", "than"], Edge::Behind),
    (&["above"], Edge::Behind),
    (&["over"], Edge::Behind),
    (&["exceeds"], Edge::Behind),
    (&["at", "most"], Edge::Behind),
    (&["less", "than"], Edge::Before),
    (&["fewer", "than"], Edge::Before),
    (&["below"], Edge::Before),
    (&["under"], Edge::Before),
    (&["at", "least"], Edge::Before),
];

/// Words right behind a limit.
pub(super) const AFTER: [(&[&str], Edge); 8] = [
    (&["or", "more"], Edge::Before),
    (&["and", "more"], Edge::Before),
    (&["or", "above"], Edge::Before),
    (&["and", "above"], Edge::Before),
    (&["or", "less"], Edge::Behind),
    (&["or", "fewer"], Edge::Behind),
    (&["or", "below"], Edge::Behind),
    (&["and", "below"], Edge::Behind),
];

pub fn told_otherwise(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let drawn = drawn(reading, stub);
        let said = format!("{}\n\n{}", stub.comment, stub.contract);
        let all: Vec<(String, Edge)> = told(&said).into_iter().chain(told_of_parameters(&said, &params(reading, stub))).collect();
        // Words that say of the limit itself where it belongs leave nothing open about what a sum is compared with either.
        let (sums, plainly) = (edge_sums::drawn(reading, stub), edge_sums::told(&said));
        for (limit, edge) in &all {
            let of_sums = sums.iter().filter(|_| plainly.contains(limit));
            let here: Vec<Edge> = drawn.iter().chain(of_sums).filter(|(l, _)| l == limit).map(|(_, e)| *e).collect();
            let elsewhere = all.iter().any(|(l, e)| l == limit && e != edge);
            if !here.is_empty() && !elsewhere && here.iter().all(|e| *e == edge.other()) {
                let belongs = if *edge == Edge::Behind { "below" } else { "above" };
                let says = format!(
                    "the comment of `{}` counts {limit} itself to what lies {belongs}, and the reference does not; words and code draw one edge",
                    stub.name
                );
                findings.push(super::stubs::about(stub, says));
            }
        }
    }
    findings.dedup();
    findings
}

/// The limits that a comment speaks of, each with its edge.
fn told(comment: &str) -> Vec<(String, Edge)> {
    let text = squeezed(comment).replace('`', "");
    let mut found = Vec::new();
    for sentence in text.split(['.', ';', ':', '?', '(', ')', ',']) {
        let said: Vec<String> = words(sentence).map(str::to_owned).collect();
        let lower: Vec<String> = said.iter().map(|w| w.to_lowercase()).collect();
        for at in (0..said.len()).filter(|at| is_limit(&said[*at])) {
            // An article or a unit may stand in between: "more than the LIMIT".
            let from = at - usize::from(at > 0 && matches!(lower[at - 1].as_str(), "the" | "a"));
            let before =
                BEFORE.iter().find(|(words, _)| lower[..from].ends_with(&words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>()));
            let after =
                AFTER.iter().find(|(words, _)| lower[at + 1..].starts_with(&words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>()));
            found.extend(before.into_iter().chain(after).map(|(_, edge)| (plain(&said[at]), *edge)));
        }
    }
    found
}

/// The same of parameters, where the sentence asks ("if it has at most `width` letters") or tells them apart ("those that weigh less than `limit` grams"): what
/// would be there afterwards is counted in another way. Without backticks a name is a parameter's right beside these words only.
pub(super) fn told_of_parameters(comment: &str, params: &[String]) -> Vec<(String, Edge)> {
    let text = squeezed(comment);
    let mut found = Vec::new();
    for sentence in text.split(['.', ';', ':', '?', '(', ')', ',']) {
        let said: Vec<&str> = sentence.split_whitespace().collect();
        let Some(asks) = said.iter().position(|word| ASKS.contains(&word.to_lowercase().as_str())) else { continue };
        if sentence.contains("would") || sentence.contains("already") {
            continue;
        }
        for at in asks + 1..said.len() {
            let quoted = said[at].strip_prefix('`').and_then(|w| w.strip_suffix('`'));
            let is_name = |name: &str| name.starts_with(|c: char| c.is_ascii_lowercase());
            let plainly = || Some(said[at]).filter(|w| !EVERYDAY.contains(w) && params.iter().any(|p| p == w));
            let Some(name) = quoted.filter(|name| is_name(name)).or_else(plainly) else { continue };
            let before = BEFORE.iter().find(|(words, _)| said[asks + 1..at].ends_with(words));
            // "limit people or more": a noun may stand in between.
            let behind = |from: usize| AFTER.iter().find(|(words, _)| said.get(from..).is_some_and(|rest| rest.starts_with(words)));
            let noun = said.get(at + 1).is_some_and(|w| w.chars().all(char::is_alphabetic) && !VERBS.contains(w));
            let after = behind(at + 1).or_else(|| behind(at + 2).filter(|_| noun));
            found.extend(before.or(after).map(|(_, edge)| (name.to_owned(), *edge)));
        }
    }
    found
}

/// Words behind which a sentence says of what it speaks.
const ASKS: [&str; 9] = ["if", "when", "unless", "that", "which", "who", "whose", "where", "with"];
/// Names of parameters that stand in any sentence.
const EVERYDAY: [&str; 12] = ["a", "all", "any", "each", "first", "i", "it", "last", "of", "one", "other", "the"];
/// What makes another sentence of the words behind a name.
const VERBS: [&str; 8] = ["is", "are", "was", "has", "have", "and", "or", "be"];

/// A constant, or a number that is a limit: 0 and 1 stand in too many sentences.
fn is_limit(word: &str) -> bool {
    is_constant_name(word) || plain(word).parse::<u64>().is_ok_and(|n| n > 1)
}

fn plain(word: &str) -> String {
    if word.starts_with(|c: char| c.is_ascii_digit()) { word.replace('_', "") } else { word.to_owned() }
}

pub(super) fn params(reading: &Reading, stub: &Stub) -> Vec<String> {
    let heads = reading.subject.reference.iter().flat_map(|file| reading.syntax.heads(&file.content));
    heads.filter(|h| h.name == stub.name && h.owner == stub.owner).flat_map(|h| h.params).collect()
}

/// The comparisons of a parameter with a limit in the reference's body of a stub, and in functions that the reference adds and this stub hands on.
pub(super) fn drawn(reading: &Reading, stub: &Stub) -> Vec<(String, Edge)> {
    let mut found = Vec::new();
    for (params, tokens) in bodies(reading, stub) {
        let is_taken = |at: usize| is_whole(&tokens, at) && params.contains(&tokens[at].text);
        for at in 1..tokens.len().saturating_sub(1) {
            let (left, right) = (&tokens[at - 1], &tokens[at + 1]);
            let sign = tokens[at].text.as_str();
            // `text.chars().count() < width`: what belongs to one parameter, against another. Of what is in a list (`thing.grams() <= limit`) each
            // has its own; how many there are may be asked before one more comes.
            let of_one = || asks_one(&tokens[..at]) && is_taken(at + 1);
            if (is_taken(at + 1) && begins_with(&tokens[..at], &params) || of_one()) && !loops(&tokens[..at]) {
                found.extend(edge_of(sign).map(|edge| (right.text.clone(), edge)));
            }
            if is_limit(&right.text) && is_taken(at - 1) && is_whole(&tokens, at + 1) {
                found.extend(edge_of(sign).map(|edge| (plain(&right.text), edge)));
            } else if is_limit(&left.text) && is_taken(at + 1) && is_whole(&tokens, at - 1) {
                // `LIMIT < x` is `x > LIMIT`.
                found.extend(edge_of(turned(sign)).map(|edge| (plain(&left.text), edge)));
            }
        }
        if params.iter().all(|param| is_only_handed_on(&tokens, param)) {
            found.extend(drawn_by_helpers(reading, &tokens, &params));
        }
    }
    found
}

/// The parameters of a stub as the reference names them, with what stands in its body.
pub(super) fn bodies(reading: &Reading, stub: &Stub) -> Vec<(Vec<String>, Vec<Token>)> {
    let mut found = Vec::new();
    for file in &reading.subject.reference {
        for head in reading.syntax.heads(&file.content).into_iter().filter(|h| h.name == stub.name && h.owner == stub.owner) {
            let Some(body) = file.content.get(head.body.clone()) else { continue };
            let tokens = reading.syntax.tokens(body).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
            found.push((head.params, tokens));
        }
    }
    found
}

/// Nothing is reckoned with it: `{limit - 1, NULL}` is another limit.
fn is_only_handed_on(tokens: &[Token], param: &str) -> bool {
    const RECKONS: [&str; 6] = ["+", "-", "*", "/", "++", "--"];
    let reckons = |at: Option<usize>| at.and_then(|at| tokens.get(at)).is_some_and(|t| RECKONS.contains(&t.text.as_str()));
    (0..tokens.len()).filter(|at| tokens[*at].text == param).all(|at| !reckons(at.checked_sub(1)) && !reckons(Some(at + 1)))
}

/// A callback knows the limit from its context, under the same name: `stop->waiting > search->limit`.
fn drawn_by_helpers(reading: &Reading, body: &[Token], params: &[String]) -> Vec<(String, Edge)> {
    let mut found = Vec::new();
    for file in &reading.subject.reference {
        let is_new = |name: &str| !reading.defined_in_starter(name) && !reading.stubs.iter().any(|s| s.name == name);
        let heads = reading.syntax.heads(&file.content).into_iter();
        for head in heads.filter(|h| is_new(&h.name) && body.iter().any(|t| t.text == h.name)) {
            let Some(text) = file.content.get(head.body.clone()) else { continue };
            let tokens: Vec<Token> = reading.syntax.tokens(text).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
            for at in 1..tokens.len().saturating_sub(3) {
                let [of, dot, limit] = &tokens[at + 1..at + 4] else { continue };
                let ends = tokens.get(at + 4).is_none_or(|t| matches!(t.text.as_str(), ")" | ";" | "{" | "&&" | "||" | "?"));
                let is_path = of.kind == TokenKind::Word && matches!(dot.text.as_str(), "." | "->") && params.contains(&limit.text);
                if is_path && ends && asks_one(&tokens[..at]) && !loops(&tokens[..at]) {
                    found.extend(edge_of(&tokens[at].text).map(|edge| (limit.text.clone(), edge)));
                }
            }
        }
    }
    found
}

/// Whether what ends here is a chain of calls on a parameter.
fn begins_with(tokens: &[Token], params: &[String]) -> bool {
    let mut open = 0;
    let mut at = tokens.len();
    while at > 0 {
        match tokens[at - 1].text.as_str() {
            ")" => open += 1,
            "(" if open > 0 => open -= 1,
            "." => {}
            _ if open > 0 || tokens[at - 1].kind == TokenKind::Word && !is_word_of_control(&tokens[at - 1].text) => {}
            _ => break,
        }
        at -= 1;
    }
    tokens.get(at).is_some_and(|first| params.contains(&first.text)) && tokens.len() - at >= 3
}

/// `thing.grams()` and `thing.grams` of something that is no parameter, and not how many there are.
fn asks_one(tokens: &[Token]) -> bool {
    let text = |back: usize| tokens.len().checked_sub(back).map_or("", |at| tokens[at].text.as_str());
    let end = if text(1) == ")" && text(2) == "(" { 3 } else { 1 };
    let (name, of) = (text(end), text(end + 2));
    let is_name = |name: &str| name.starts_with(|c: char| c.is_ascii_lowercase());
    let counts = matches!(name, "len" | "count" | "capacity" | "size" | "length" | "used" | "total" | "sum");
    is_name(name) && !counts && matches!(text(end + 1), "." | "->") && is_name(of) && of != "self" && !matches!(text(end + 3), "." | "->")
}

fn is_word_of_control(word: &str) -> bool {
    matches!(word, "if" | "while" | "return" | "match" | "in" | "let" | "else")
}

/// A loop goes on as long as there is room, which is another edge.
pub(super) fn loops(before: &[Token]) -> bool {
    before.iter().rev().take_while(|t| !matches!(t.text.as_str(), ";" | "{" | "}")).any(|t| matches!(t.text.as_str(), "while" | "for"))
}

/// Not a part of a sum, a call or a path.
pub(super) fn is_whole(tokens: &[Token], at: usize) -> bool {
    const JOINS: [&str; 12] = ["+", "-", "*", "/", "%", ".", "::", "->", "[", "(", "as", "<<"];
    let is_star = |at: usize| {
        tokens[at].text == "*" && at.checked_sub(1).is_none_or(|b| !matches!(tokens[b].kind, TokenKind::Word | TokenKind::Number))
    };
    let before = at.checked_sub(1).is_some_and(|b| JOINS.contains(&tokens[b].text.as_str()) && tokens[b].text != "(" && !is_star(b));
    let after = tokens.get(at + 1).is_some_and(|t| JOINS.contains(&t.text.as_str()));
    !before && !after
}

pub(super) fn edge_of(sign: &str) -> Option<Edge> {
    match sign {
        ">" | "<=" => Some(Edge::Behind),
        ">=" | "<" => Some(Edge::Before),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_on_which_side_a_limit_lies() {
        let one = |text: &str| told(text);
        assert_eq!(one("Loads of more than `LIMIT` kilograms go by ship."), [("LIMIT".to_owned(), Edge::Behind)]);
        assert_eq!(one("no more than 1_200 of them"), [("1200".to_owned(), Edge::Behind)]);
        assert_eq!(one("From the age of 18 or more it is free"), [("18".to_owned(), Edge::Before)]);
        assert_eq!(one("at least the LIMIT, below 7"), [("LIMIT".to_owned(), Edge::Before), ("7".to_owned(), Edge::Before)]);
        assert_eq!(one("at least 1 of LIMIT"), []);
        assert_eq!(one("equal to or more than LIMIT"), [("LIMIT".to_owned(), Edge::Before)]);
        assert_eq!(one("less than or equal to 7"), [("7".to_owned(), Edge::Behind)]);
    }

    #[test]
    fn words_about_a_parameter_count_where_they_ask() {
        assert_eq!(told_of_parameters("The text as it is if it has at most `width` letters.", &[]), [("width".to_owned(), Edge::Behind)]);
        assert_eq!(
            told_of_parameters("The first list has those that weigh less than `limit` grams.", &[]),
            [("limit".to_owned(), Edge::Before)]
        );
        assert_eq!(told_of_parameters("Gives at most `count` of them.", &[]), []);
        assert_eq!(told_of_parameters("An error when there would be more than `most` of them.", &[]), []);
    }

    #[test]
    fn a_parameter_needs_no_backticks_beside_such_words() {
        let of = |text: &str| told_of_parameters(text, &["limit".to_owned(), "a".to_owned()]);
        let before = [("limit".to_owned(), Edge::Before)];
        assert_eq!(of("the first stop at which at least limit people wait"), before);
        assert_eq!(of("the first stop at which limit people or more wait"), before);
        assert_eq!(of("the first stop whose waiting is `limit` or more"), before);
        assert_eq!(of("the first stop where limit is 3 or more"), [], "that is said of it");
        assert_eq!(of("when at least the limit is reached"), [], "whichever limit that is");
        assert_eq!(of("when more than a few wait"), []);
    }

    fn told_in(says: &str, context: &str, asks: &str) -> usize {
        let exercise = format!(
            "=== src/a.h\nstruct stop {{ int waiting; }};\n/* ex-1: {says} */\nint crowded(const struct stop *stops, int limit);\n\
             === src/a.c\n#include \"etude.h\"\n#include \"a.h\"\n//@ex-1 test_crowded_finds\nint crowded(const struct stop *stops, int limit)\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n\
             === solution src/a.c\n#include \"a.h\"\nstruct search {{ int limit; }};\nstatic int is_it(const struct stop *stop, void *context)\n{{\n    struct search *search = context;\n    return {asks};\n}}\n\
             int crowded(const struct stop *stops, int limit)\n{{\n    struct search search = {{{context}}};\n    return each(stops, is_it, &search);\n}}\n\
             === tests/a.c\n#include \"test.h\"\n#include \"a.h\"\nvoid test_crowded_finds(void)\n{{\n    struct stop s = {{3}};\n    TEST_ASSERT_EQ(crowded(&s, 2), 1);\n}}\n"
        );
        let all = super::super::of_the_reference(&super::super::tests::subject("c", &exercise));
        all.iter().filter(|f| f.says.contains("counts limit itself")).count()
    }

    #[test]
    fn a_callback_draws_the_edge_for_the_stub_that_hands_it_on() {
        assert_eq!(told_in("how many stops there are at which limit people or more wait", "limit", "stop->waiting > search->limit"), 1);
        assert_eq!(told_in("how many stops there are at which more than limit people wait", "limit", "stop->waiting > search->limit"), 0);
        assert_eq!(told_in("how many stops there are at which limit people or more wait", "limit - 1", "stop->waiting > search->limit"), 0);
    }

    #[test]
    fn a_chain_on_a_parameter_is_compared() {
        let tokens = |text: &str| crate::syntax::syntax("rust").expect("rust").tokens(text);
        let params = ["text".to_owned(), "width".to_owned()];
        assert!(begins_with(&tokens("if text.chars().count()"), &params));
        assert!(!begins_with(&tokens("if self.all.len()"), &params) && !begins_with(&tokens("if width"), &params));
        assert!(asks_one(&tokens("if thing.grams()")) && asks_one(&tokens("filter(|t| t.grams()")));
        assert!(!asks_one(&tokens("if taken.len()")) && !asks_one(&tokens("if self.level")) && !asks_one(&tokens("if grams")));
        assert!(loops(&tokens("let a = 1; while text.len()")) && !loops(&tokens("for a in b { if text.len()")));
    }
}
