//! An answer of two lists that the comment tells in one order ("the first has those of more than `limit`") and the reference gives in the other. Owns which words and
//! which code say on which side of a limit the first of the two lies; where either leaves it open, nothing is said.

use std::ops::Range;

use super::calls::{closing, text_at};
use super::reading::{Reading, Stub, squeezed, words};
use super::stubs::about;
use crate::proof::mutants::turned;
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

const ABOVE: [&str; 11] = [
    "more than",
    "greater than",
    "larger than",
    "longer than",
    "higher than",
    "heavier than",
    "older than",
    "above",
    "over",
    "exceed",
    "at least",
];
const BELOW: [&str; 10] =
    ["at most", "less than", "fewer than", "smaller than", "shorter than", "lighter than", "younger than", "below", "under", "up to"];

pub fn told_otherwise(reading: &Reading) -> Vec<Finding> {
    reading.stubs.iter().filter_map(|stub| told_of(reading, stub)).collect()
}

fn told_of(reading: &Reading, stub: &Stub) -> Option<Finding> {
    let subject = reading.subject;
    let own = subject.exercise.units.iter().flat_map(|u| &u.stubs).find(|s| s.name == stub.name && s.file == stub.file)?;
    let body = crate::proof::giveaway::body_of(subject, own)?;
    let tokens: Vec<Token> = reading.syntax.tokens(&body).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
    let (limit, is_above) = first_of(&tokens)?;
    let contract = squeezed(&stub.contract).to_lowercase().replace('`', "");
    let said: Vec<bool> = contract.split('.').filter_map(|sentence| first_in(sentence, &limit.to_lowercase())).collect();
    let told = said.first().copied().filter(|first| said.iter().all(|s| s == first))?;
    let side = |is_above: bool| if is_above { "above" } else { "below" };
    (told != is_above).then(|| {
        let name = &stub.name;
        about(
            stub,
            format!(
                "of the two parts of the answer the comment of `{name}` calls the first one what lies {} {limit}, and the reference puts there what lies {}",
                side(told),
                side(is_above)
            ),
        )
    })
}

/// Whether a sentence calls what lies above the limit the first of two.
fn first_in(sentence: &str, limit: &str) -> Option<bool> {
    let said: Vec<&str> = words(sentence).collect();
    let first = said.iter().position(|w| *w == "first")?;
    let second = said.iter().position(|w| matches!(*w, "second" | "other" | "others"))?;
    let mut sides = (0..said.len()).filter(|at| said[*at] == limit).filter_map(|at| {
        let from = at - usize::from(at > 0 && matches!(said[at - 1], "the" | "a"));
        let ends = |phrase: &&str| said[..from].join(" ").ends_with(&format!(" {phrase}"));
        let found = ABOVE.iter().find(|p| ends(p)).map(|p| (p, true)).or_else(|| BELOW.iter().find(|p| ends(p)).map(|p| (p, false)));
        let (phrase, is_above) = found?;
        let before = from.checked_sub(phrase.split(' ').count() + 1).map(|at| said[at]);
        let is_above = is_above != matches!(before, Some("no" | "not"));
        // It is said of the one that was named last.
        let of_first = if second > first { at > first && at < second } else { at > first };
        Some(if of_first { is_above } else { !is_above })
    });
    let side = sides.next()?;
    sides.all(|other| other == side).then_some(side)
}

/// The limit at which the code parts a list in two, and whether what lies above comes first.
fn first_of(tokens: &[Token]) -> Option<(String, bool)> {
    if let Some(at) = tokens.iter().position(|t| t.text == "partition") {
        let open = (at..tokens.len()).find(|i| tokens[*i].text == "(")?;
        let is_last = tokens[closing(tokens, open).min(tokens.len())..].iter().all(|t| matches!(t.text.as_str(), ")" | "}"));
        return compared(tokens, &(open + 1..closing(tokens, open))).filter(|_| is_last);
    }
    let end = tokens.iter().rposition(|t| t.text != "}" && t.text != ";")?;
    let [.., open, one, comma, other, close] = &tokens[..=end] else { return None };
    let is_pair =
        open.text == "(" && comma.text == "," && close.text == ")" && one.kind == TokenKind::Word && other.kind == TokenKind::Word;
    let mut asked = tokens.iter().enumerate().filter(|(_, t)| t.text == "if").map(|(at, _)| at);
    let at = asked.next().filter(|_| is_pair)?;
    let then = (at..tokens.len()).find(|i| tokens[*i].text == "{")?;
    let last = closing(tokens, then);
    let otherwise = last + 2..closing(tokens, last + 2).min(tokens.len());
    if asked.next().is_some() || text_at(tokens, last + 1) != "else" || text_at(tokens, last + 2) != "{" {
        return None;
    }
    let speaks = |range: Range<usize>, name: &Token| tokens[range].iter().any(|t| t.text == name.text);
    let (limit, is_above) = compared(tokens, &(at + 1..then))?;
    let one_then =
        speaks(then..last, one) && !speaks(then..last, other) && speaks(otherwise.clone(), other) && !speaks(otherwise.clone(), one);
    let other_then = speaks(then..last, other) && !speaks(then..last, one) && speaks(otherwise.clone(), one) && !speaks(otherwise, other);
    (one_then || other_then).then_some((limit, if one_then { is_above } else { !is_above }))
}

/// A limit with a name at the end of the one comparison in here, and whether what lies above it is meant.
fn compared(tokens: &[Token], range: &Range<usize>) -> Option<(String, bool)> {
    let mut signs = range.clone().filter(|at| matches!(tokens[*at].text.as_str(), "<" | "<=" | ">" | ">="));
    let at = signs.next()?;
    let simple = signs.next().is_none() && !tokens[range.clone()].iter().any(|t| matches!(t.text.as_str(), "&&" | "||" | "!"));
    let (behind, before) = (at + 1..range.end, range.start..at);
    let name = |range: &Range<usize>| match &tokens[range.clone()] {
        [only] | [_, only] if only.kind == TokenKind::Word => Some(only.text.clone()),
        _ => None,
    };
    let found = match (name(&behind), name(&before)) {
        (Some(limit), None) => (limit, tokens[at].text.starts_with('>')),
        (None, Some(limit)) => (limit, turned(&tokens[at].text).starts_with('>')),
        _ => return None,
    };
    simple.then_some(found)
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    fn told(says: &str, body: &str) -> usize {
        let text = format!(
            "=== src/lib.rs\n// ex-1: sorts them onto two carts. {says}\n//\n// First principle: one.\n// Test: test_carts_splits\npub fn carts(things: Vec<Thing>, limit: u32) -> (Vec<Thing>, Vec<Thing>) {{\n    todo!(\"ex-1\")\n}}\n=== solution src/lib.rs\npub fn carts(things: Vec<Thing>, limit: u32) -> (Vec<Thing>, Vec<Thing>) {{\n    {body}\n}}\n=== tests/a.rs\nuse exercise::*;\n\n#[test]\nfn test_carts_splits() {{\n    assert_eq!(carts(vec![], 3), (vec![], vec![]));\n}}\n"
        );
        let found = crate::proof::rules::of_the_reference(&subject("rust", &text));
        found.iter().filter(|f| f.says.contains("calls the first one")).count()
    }

    #[test]
    fn the_first_of_two_lists_is_the_same_in_words_and_in_code() {
        const LOOP: &str = "let mut light = Vec::new(); let mut heavy = Vec::new(); for thing in things { if thing.grams() <= limit { light.push(thing); } else { heavy.push(thing); } } (light, heavy)";
        const ITER: &str = "things.into_iter().partition(|thing| thing.grams() <= limit)";
        const ABOVE: &str = "The first list has those that weigh more\n// than `limit` grams, the second has the others.";
        const BELOW: &str = "The first list has those of at most `limit` grams, the second the heavier ones.";
        for body in [LOOP, ITER] {
            assert_eq!((told(ABOVE, body), told(BELOW, body)), (1, 0), "{body}");
            assert_eq!(told("The second list has those of more than `limit` grams, the first the others.", body), 0);
            assert_eq!(told("The second list has those of at most `limit` grams, the first the others.", body), 1);
            assert_eq!(told("The first list has those of no more than `limit` grams, the second the others.", body), 0);
            assert_eq!(told("Those of more than `limit` grams go onto the second, all others onto the first.", body), 0);
            assert_eq!(told("Light ones go on the first.", body), 0, "nothing is said of the limit");
            let turned = body.replace("<=", ">");
            assert_eq!((told(ABOVE, &turned), told(BELOW, &turned)), (0, 1), "{turned}");
        }
        assert_eq!(told(ABOVE, &ITER.replace("thing.grams() <= limit", "!(thing.grams() > limit)")), 0, "too much to read");
    }
}
