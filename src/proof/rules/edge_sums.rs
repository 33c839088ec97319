//! Edges between a limit with a name and what a stub has worked out (`total > DECK_KG`), where the comment says of the limit itself where it belongs ("if they
//! weigh DECK_KG or more"). Owns which variables are sums: what only counts may be counted before one more comes, and is left alone.

use super::constants::is_constant_name;
use super::edge_words::{AFTER, Edge, bodies, edge_of, is_whole, loops};
use super::reading::{Reading, Stub, squeezed, words};
use crate::proof::mutants::turned;
use crate::syntax::Token;

/// The limits of which a condition of the comment says "LIMIT or more" and the like.
pub(super) fn told(comment: &str) -> Vec<String> {
    let text = squeezed(comment).replace('`', "");
    let mut found = Vec::new();
    for sentence in text.split(['.', ';', ':', '?', '(', ')', ',']) {
        let said: Vec<&str> = words(sentence).collect();
        let Some(asks) = said.iter().position(|w| matches!(w.to_lowercase().as_str(), "if" | "when" | "once" | "that" | "where")) else {
            continue;
        };
        let is_open = said.iter().any(|w| matches!(*w, "would" | "already" | "room" | "places" | "full"));
        for at in (asks + 1..said.len()).filter(|at| is_constant_name(said[*at]) && !is_open) {
            let rest: Vec<String> = said[at + 1..].iter().map(|w| w.to_lowercase()).collect();
            let is_told = AFTER.iter().any(|(words, _)| rest.iter().map(String::as_str).take(words.len()).eq(words.iter().copied()));
            found.extend(is_told.then(|| said[at].to_owned()));
        }
    }
    found
}

/// The comparisons of a variable of the reference with such a limit.
pub(super) fn drawn(reading: &Reading, stub: &Stub) -> Vec<(String, Edge)> {
    let mut found = Vec::new();
    for (params, tokens) in bodies(reading, stub) {
        let sum = |at: usize| is_whole(&tokens, at) && !params.contains(&tokens[at].text) && is_sum(&tokens, &tokens[at].text);
        let limit = |at: usize| is_whole(&tokens, at) && is_constant_name(&tokens[at].text);
        for at in (1..tokens.len().saturating_sub(1)).filter(|at| !loops(&tokens[..*at])) {
            let sign = tokens[at].text.as_str();
            if sum(at - 1) && limit(at + 1) {
                found.extend(edge_of(sign).map(|edge| (tokens[at + 1].text.clone(), edge)));
            } else if limit(at - 1) && sum(at + 1) {
                found.extend(edge_of(turned(sign)).map(|edge| (tokens[at - 1].text.clone(), edge)));
            }
        }
    }
    found
}

/// A variable that is given something, and never how many there are.
fn is_sum(tokens: &[Token], name: &str) -> bool {
    let counts = |text: &str| matches!(text, "len" | "count" | "length" | "size" | "strlen" | "++" | "sizeof" | "1");
    let mut given = false;
    for at in (0..tokens.len()).filter(|at| tokens[*at].text == name) {
        let Some(sign) = tokens.get(at + 1) else { continue };
        if sign.text == "++" || at > 0 && tokens[at - 1].text == "++" {
            return false;
        }
        if matches!(sign.text.as_str(), "=" | "+=" | ":") {
            given = true;
            if tokens[at + 2..].iter().take_while(|t| t.text != ";").any(|t| counts(&t.text)) {
                return false;
            }
        }
    }
    given && name.starts_with(|c: char| c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_says_of_a_limit_where_it_belongs() {
        assert_eq!(told("If the cars and the new one weigh DECK_KG or more together, it is `TooHeavy`."), ["DECK_KG"]);
        assert_eq!(told("TOO_LARGE when the number is `MAX_READING` or more."), ["MAX_READING"]);
        assert!(told("when there are PLACES or more already").is_empty() && told("more than DECK_KG go by ship").is_empty());
    }

    #[test]
    fn what_counts_is_no_sum() {
        let of = |text: &str| is_sum(&crate::syntax::syntax("rust").expect("rust").tokens(text), "all");
        assert!(of("let all: u32 = cars.iter().sum::<u32>() + kg;") && of("all += kg;"));
        assert!(!of("let all = cars.len();") && !of("all += 1;") && !of("if all > 3 {"));
    }

    fn refused(says: &str, asks: &str) -> usize {
        let exercise = format!(
            "=== src/lib.rs\npub const DECK_KG: u32 = 50;\n// {says}\n//@ex-1 test_board_weighs\npub fn board(cars: &[u32], kg: u32) -> Result<u32, u32> {{\n    todo!(\"ex-1\")\n}}\n\
             === solution src/lib.rs\npub const DECK_KG: u32 = 50;\npub fn board(cars: &[u32], kg: u32) -> Result<u32, u32> {{\n    let total = cars.iter().sum::<u32>() + kg;\n    if {asks} {{\n        return Err(total - DECK_KG);\n    }}\n    Ok(total)\n}}\n\
             === tests/a.rs\nuse exercise::*;\n#[test]\nfn test_board_weighs() {{\n    assert_eq!(board(&[40], 10), Ok(50));\n}}\n"
        );
        let all = super::super::of_the_reference(&super::super::tests::subject("rust", &exercise));
        all.iter().filter(|f| f.says.contains("counts DECK_KG itself")).count()
    }

    #[test]
    fn what_is_worked_out_is_compared_with_the_limit_as_the_comment_says() {
        let says = "ex-1: an error if the cars and the new one weigh DECK_KG or more together.";
        assert_eq!((refused(says, "total > DECK_KG"), refused(says, "total >= DECK_KG")), (1, 0));
        assert_eq!(refused("ex-1: an error if they would weigh DECK_KG or more.", "total > DECK_KG"), 0);
    }
}
