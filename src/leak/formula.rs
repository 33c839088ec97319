//! Whether a text of the lower levels tells a formula of the reference: two operations or more with a number that the learner has seen nowhere, with its own names,
//! with others or with numbers in their place, or worked out step by step; or all that the reference counts, of three operations or more, with one number for each
//! name. What traces a formula of the learner's, of the lesson or of the tests has seen numbers only.

use std::collections::{BTreeMap, HashSet};

use super::pieces::is_keyword;
use super::plan::inside;
use super::splice::{self, Dialect};
use super::tokens::{Token, tokens};
use super::{Ground, Reach, fold};

/// One of them is an operation that anybody would think of.
const OPERATIONS: usize = 2;
/// So many in all, and a body is told by what it counts alone, whatever the numbers are.
const WHOLE: usize = 3;
/// A formula that is longer is told by a part of it.
const LONGEST: usize = 24;
/// Numbers that stand in any text.
const PLAIN: [&str; 3] = ["0", "1", "2"];

pub fn is_told(text: &str, ground: &Ground, dialect: &Dialect, reach: Reach) -> bool {
    let Some(files) = ground.reference.filter(|_| reach == Reach::Part) else { return false };
    let body = |stub: &str| splice::find(files, stub, dialect).map(|(at, head)| inside(&files[at].content, &head).to_owned());
    let bodies: Vec<String> = ground.stubs().filter_map(body).chain([ground.helpers(dialect)]).collect();
    let plain = fold::plain(text);
    let said = parts(&plain, false);
    let seen: HashSet<String> = ground.texts().chain(ground.said.iter().map(String::as_str)).flat_map(numbers).collect();
    bodies.iter().map(|body| parts(body, true)).any(|body| {
        let is_known = |body: &[Part]| ground.texts().any(|text| is_counted(body, &parts(&fold::plain(text), false)));
        formulas(&body, &seen).any(|formula| stands_there(formula, &said) || is_worked_out(formula, &said))
            || (is_counted(&body, &said) && !is_known(&body))
    })
}

/// A part of a formula; what stands behind a point belongs to the name before it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Part {
    Name(String),
    Number(String),
    Sign(String),
}

fn numbers(text: &str) -> Vec<String> {
    tokens(text, false).iter().filter_map(|t| number(t.text)).collect()
}

/// `1_000u32` is 1000.
fn number(text: &str) -> Option<String> {
    let plain = text.replace('_', "");
    let bare =
        if plain.starts_with("0x") { plain.as_str() } else { plain.trim_end_matches(|c: char| c.is_alphanumeric() && !c.is_ascii_digit()) };
    plain.starts_with(|c: char| c.is_ascii_digit()).then(|| bare.split(['u', 'i']).next().unwrap_or_default().to_owned())
}

fn parts(text: &str, is_code: bool) -> Vec<Part> {
    let row = tokens(text, is_code);
    let is_name = |t: &Token| t.text.starts_with(|c: char| c.is_alphabetic() || c == '_') && (!is_keyword(t.text) || t.text == "self");
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = row.get(at) {
        let begins = token.at;
        // In a sentence a point ends it, unless it stands between two names without a blank.
        while let [name, point, field, ..] = &row[at..]
            && is_name(name)
            && matches!(point.text, "." | "->")
            && point.at + point.text.len() == field.at
            && (is_name(field) || number(field.text).is_some())
        {
            at += 2;
        }
        found.push(match number(token.text) {
            Some(number) => Part::Number(number),
            None if is_name(token) => Part::Name(text[begins..row[at].at + row[at].text.len()].to_owned()),
            None => Part::Sign(token.text.to_owned()),
        });
        at += 1;
    }
    found
}

fn is_operator(part: &Part) -> bool {
    matches!(part, Part::Sign(sign) if matches!(sign.as_str(), "+" | "-" | "*" | "/" | "%" | "<<" | ">>" | "&" | "|" | "^"))
}

fn is(part: Option<&Part>, sign: &str) -> bool {
    matches!(part, Some(Part::Sign(s)) if s == sign)
}

/// The pieces of a body that are values by themselves, with enough operations and a number that nobody has seen.
fn formulas<'p>(body: &'p [Part], seen: &'p HashSet<String>) -> impl Iterator<Item = &'p [Part]> {
    let pieces = (0..body.len()).flat_map(move |from| (from + 1..=body.len().min(from + LONGEST)).map(move |to| &body[from..to]));
    pieces.filter(|piece| is_value(piece) && operations(piece) >= OPERATIONS && has_new(piece, seen))
}

fn has_new(piece: &[Part], seen: &HashSet<String>) -> bool {
    piece.iter().any(|p| matches!(p, Part::Number(n) if !PLAIN.contains(&n.as_str()) && !seen.contains(n)))
}

/// Names, numbers, operators and brackets that match.
fn is_value(piece: &[Part]) -> bool {
    let mut open = 0usize;
    for part in piece {
        match part {
            Part::Sign(sign) if sign == "(" => open += 1,
            Part::Sign(sign) if sign == ")" => match open.checked_sub(1) {
                Some(left) => open = left,
                None => return false,
            },
            part if matches!(part, Part::Sign(_)) && !is_operator(part) => return false,
            _ => {}
        }
    }
    let begins = piece.first().is_some_and(|p| !matches!(p, Part::Sign(s) if s != "("));
    let ends = piece.last().is_some_and(|p| !matches!(p, Part::Sign(s) if s != ")"));
    open == 0 && begins && ends
}

/// How many signs join two values: `-1` and `*at` have one by themselves.
fn operations(piece: &[Part]) -> usize {
    let joins = |pair: &[Part]| is_operator(&pair[1]) && !is_operator(&pair[0]) && !is(pair.first(), "(");
    piece.windows(2).filter(|pair| joins(pair)).count()
}

/// The formula with any name or number in the place of a name.
fn stands_there(formula: &[Part], said: &[Part]) -> bool {
    let fits = |(wanted, told): (&Part, &Part)| match wanted {
        Part::Name(_) => matches!(told, Part::Name(_) | Part::Number(_)),
        _ => wanted == told,
    };
    said.windows(formula.len()).any(|there| formula.iter().zip(there).all(fits))
}

/// `61 + 59 = 120, and 120 / 60 = 2`: each number of the formula behind its sign, where there are several.
fn is_worked_out(formula: &[Part], said: &[Part]) -> bool {
    let steps: Vec<&[Part]> = formula.windows(2).filter(|pair| is_operator(&pair[0]) && matches!(pair[1], Part::Number(_))).collect();
    steps.len() >= OPERATIONS && steps.iter().all(|step| said.windows(2).any(|there| there == *step))
}

/// `1 * 5 + 2 * 2, and below 2 * 5`: everything that a body counts, with the same number for a name at each place.
fn is_counted(body: &[Part], said: &[Part]) -> bool {
    let all = whole_formulas(body);
    let names: HashSet<&Part> = all.iter().flat_map(|f| f.iter()).filter(|p| matches!(p, Part::Name(_))).collect();
    let (largest, sum) = all.iter().map(|f| operations(f)).fold((0, 0), |(most, sum), n| (most.max(n), sum + n));
    largest >= OPERATIONS && sum >= WHOLE && names.len() >= WHOLE && are_counted(&all, said, &BTreeMap::new())
}

fn are_counted<'p>(formulas: &[&'p [Part]], said: &'p [Part], known: &BTreeMap<&'p str, &'p str>) -> bool {
    let Some((formula, others)) = formulas.split_first() else { return true };
    let count = (said.len() + 1).saturating_sub(formula.len());
    (0..count).any(|at| {
        let apart = |beside: Option<&Part>| !beside.is_some_and(is_operator);
        let stands_alone = apart(at.checked_sub(1).and_then(|before| said.get(before))) && apart(said.get(at + formula.len()));
        let numbers = if stands_alone { with_numbers(formula, &said[at..at + formula.len()], known) } else { None };
        numbers.is_some_and(|numbers| are_counted(others, said, &numbers))
    })
}

/// The number of each name, if the formula stands there with numbers that agree with those already known.
fn with_numbers<'p>(formula: &'p [Part], there: &'p [Part], known: &BTreeMap<&'p str, &'p str>) -> Option<BTreeMap<&'p str, &'p str>> {
    let mut numbers = known.clone();
    for pair in formula.iter().zip(there) {
        match pair {
            (Part::Name(name), Part::Number(number)) if *numbers.entry(name).or_insert(number) == number => {}
            (wanted, told) if wanted == told && !matches!(told, Part::Name(_)) => {}
            _ => return None,
        }
    }
    Some(numbers)
}

/// The longest pieces that count something, one behind the other, without the names of functions.
fn whole_formulas(body: &[Part]) -> Vec<&[Part]> {
    let is_call = |at: usize| matches!(body[at], Part::Name(_)) && is(body.get(at + 1), "(");
    let (mut found, mut from) = (Vec::new(), 0);
    while from < body.len() {
        let opens_call = is(body.get(from), "(") && from > 0 && is_call(from - 1);
        let ends = (from + 1..=body.len().min(from + LONGEST)).rev();
        let mut fitting = ends.filter(|to| is_value(&body[from..*to]) && operations(&body[from..*to]) > 0);
        match fitting.find(|to| !opens_call && !(from..*to).any(is_call)) {
            Some(to) => {
                found.push(&body[from..to]);
                from = to;
            }
            None => from += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "int price = (ride->minutes + 59) / 60 * HOUR_CENTS;\n*cents = price > 7 * 250 - 9 ? MOST : price;";

    fn told(text: &str, seen: &[&str]) -> bool {
        let (body, said) = (parts(BODY, true), parts(&fold::plain(text), false));
        let seen = seen.iter().map(|n| (*n).to_owned()).collect();
        formulas(&body, &seen).any(|formula| stands_there(formula, &said) || is_worked_out(formula, &said))
    }

    #[test]
    fn a_formula_is_told_with_its_names_with_others_and_with_numbers() {
        assert!(told("The begun hours are (minutes + 59) / 60.", &["60"]));
        assert!(told("61 minutes are (61 + 59) ÷ 60 = 2 hours.", &[]));
        assert!(told("Think of `(ride->minutes + 59) / 60` first.", &["60"]));
        assert!(told("61 + 59 = 120, and 120 / 60 = 2.", &["60"]));
        assert!(told("At the most it is 7 * 250 - 9.", &["7"]));
    }

    #[test]
    fn seen_numbers_single_operations_and_other_formulas_tell_nothing() {
        assert!(!told("61 minutes are (61 + 59) / 60 = 2 hours.", &["59", "60"]), "the lesson shows both");
        assert!(!told("What is 61 + 59?", &[]));
        assert!(!told("Seven eggs in boxes of six: (7 + 5) / 6 = 2.", &[]));
        assert!(!told("120 / 60 is 2, and 119 / 60 is 1. Where do the 59 go?", &["60"]));
    }

    #[test]
    fn all_that_a_body_counts_is_told_by_numbers_that_agree() {
        let body = parts("Sum::new(self.top * other.low + other.top * self.low, self.low * other.low)", true);
        let counted = |text: &str| is_counted(&body, &parts(&fold::plain(text), false));
        assert!(counted("A half and two fifths: above 1 * 5 + 2 * 2, below 2 * 5."));
        assert!(counted("Below it is 2 × 5, above 1 × 5 + 2 × 2."));
        assert!(!counted("Above it is 1 * 5 + 2 * 2."), "the larger part is not all");
        assert!(!counted("Above it is 1 * 5 + 2 * 2, and 3 * 7 apples are in the box."), "the numbers do not agree");
        assert!(!counted("First 1 * 5, then 2 * 2, then 2 * 5."));
        let small = parts("rides * PRICE + FEE", true);
        assert!(!is_counted(&small, &parts("Three loaves at 4 and the bag: 3 * 4 + 1.", false)), "anybody would think of it");
    }

    #[test]
    fn numbers_are_compared_by_what_they_are() {
        assert_eq!(number("1_000u32").as_deref(), Some("1000"));
        assert_eq!(number("60L").as_deref(), Some("60"));
        assert_eq!(number("0x3f").as_deref(), Some("0x3f"));
        assert_eq!(number("x1"), None);
    }
}
