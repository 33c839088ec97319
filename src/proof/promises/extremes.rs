//! Extremes that a comment promises to take: `even u32::MAX`, "the largest u32 included", "any u32". Owns which sentence is such a promise, of which parameters,
//! and the calls of the tests with the extreme in their place.

use std::collections::BTreeMap;

use crate::leak::tokens::{self, Token};

/// A sentence that has one of these makes a promise about what may come in ...
const PROMISE: [&str; 8] = ["even", "any", "every", "whatever", "including", "included", "inclusive", "also"];
/// ... unless it has one of these, which keep something away from the extreme or are about the answer.
const LIMIT: [&str; 22] = [
    "below", "under", "less", "fits", "fit", "sum", "total", "not", "never", "no", "nobody", "without", "most", "stays", "answer",
    "returns", "gives", "stands", "refused", "rejected", "error", "beyond",
];

/// A parameter and its type, as they are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    pub of_type: String,
}

/// The parameters between the brackets of a head, the receiver of a method left out.
pub fn parameters(head: &str, stub: &str) -> Vec<Parameter> {
    let row = tokens::tokens(head, true);
    let Some(name) = row.windows(2).position(|w| w[0].text == stub && w[1].text == "(") else { return Vec::new() };
    let parts = arguments(head, &row, name + 1).map(|(_, parts)| parts).unwrap_or_default();
    let read = |part: &&str| match part.split_once(':') {
        Some((name, of_type)) => Some(Parameter { name: name.trim().to_owned(), of_type: of_type.trim().to_owned() }),
        None => {
            let (of_type, name) = part.trim().rsplit_once(' ')?;
            let of_type = of_type.split_whitespace().filter(|w| *w != "const").collect::<Vec<_>>().join(" ");
            (!part.contains("self")).then(|| Parameter { name: name.to_owned(), of_type })
        }
    };
    parts.iter().filter_map(read).collect()
}

/// The extremes that the comment promises to take, each with the places of the parameters it is about.
pub fn promised(comment: &str, parameters: &[Parameter], extremes: &BTreeMap<String, String>) -> Vec<(String, Vec<usize>)> {
    let text = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for sentence in text.split(". ") {
        let words: Vec<&str> =
            sentence.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').map(|w| w.trim_matches(':')).collect();
        let says = |list: &[&str]| words.iter().any(|w| list.contains(&w.to_lowercase().as_str()));
        if !says(&PROMISE) || says(&LIMIT) {
            continue;
        }
        for (extreme, of_type) in extremes.iter().filter(|(extreme, of_type)| is_named(&words, sentence, extreme, of_type)) {
            let fits = |named: bool| {
                let of_it = |p: &Parameter| p.of_type == *of_type && (!named || words.contains(&p.name.as_str()));
                (0..parameters.len()).filter(|at| of_it(&parameters[*at])).collect::<Vec<usize>>()
            };
            let (named, all) = (fits(true), fits(false));
            found.push((extreme.clone(), if named.is_empty() { all } else { named }));
        }
    }
    found.retain(|(_, places)| !places.is_empty());
    found
}

/// `u32::MAX`, or in words: "the largest u32", "any u32". What goes on behind the type, as in "any u32 of the list", is about something else.
fn is_named(words: &[&str], sentence: &str, extreme: &str, of_type: &str) -> bool {
    const ALL: [&str; 3] = ["any", "every", "whatever"];
    let is_largest = extreme.ends_with("MAX");
    let superlatives = if is_largest { ["largest", "biggest", "greatest", "highest"] } else { ["smallest", "lowest", "least", "minimal"] };
    let ends = |sentence: &str| {
        let rest = sentence.trim_start_matches('`').trim_start();
        let rest = ["values", "value", "numbers", "number"].iter().find_map(|w| rest.strip_prefix(w)).unwrap_or(rest).trim_start();
        let next = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        !rest.starts_with(char::is_alphanumeric) || matches!(next, "included" | "inclusive" | "too" | "is" | "can" | "may" | "works" | "it")
    };
    let text = sentence.to_lowercase().replace('`', "");
    let in_words = superlatives.iter().chain(&ALL).any(|word| {
        let phrase = format!("{word} {of_type}");
        let mut places = text.match_indices(&phrase);
        places.any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric) && ends(&text[at + phrase.len()..]))
    });
    words.contains(&extreme) || in_words
}

/// A call that a test could make, and the statements that make what it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub made: String,
    pub call: String,
}

/// The calls of the stub in a test, each with `extreme` in one of the places.
pub fn calls(test: &str, stub: &str, extreme: &str, places: &[usize], count: usize) -> Vec<Asked> {
    let row = tokens::tokens(test, true);
    let mut found = Vec::new();
    for at in 0..row.len() {
        if row[at].text != stub || row.get(at + 1).is_none_or(|t| t.text != "(") {
            continue;
        }
        let is_method = at > 0 && row[at - 1].text == ".";
        let set_up = || (before(test, &row, at, stub), String::new());
        let Some((made, receiver)) = (if is_method { receiver(test, &row, at - 1) } else { Some(set_up()) }) else { continue };
        let Some((_, parts)) = arguments(test, &row, at + 1).filter(|(_, parts)| parts.len() == count) else { continue };
        for place in places {
            let with: Vec<&str> = (0..count).map(|i| if i == *place { extreme } else { parts[i].trim() }).collect();
            let asked = Asked { made: made.clone(), call: format!("{receiver}{stub}({})", with.join(", ")) };
            if !found.contains(&asked) {
                found.push(asked);
            }
        }
    }
    found
}

/// What a test sets up before a call, in the first of its statements that asks anything; nothing for later ones, which need what the others left.
fn before(test: &str, row: &[Token], at: usize, stub: &str) -> String {
    let (mut depth, mut from) = (0usize, 1);
    for (place, token) in row.iter().enumerate().take(at) {
        let asks = token.text == stub || ["assert", "TEST_ASSERT"].iter().any(|word| token.text.starts_with(word));
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            ";" if depth == 1 => from = place + 1,
            _ => {}
        }
        if asks && row[place..at].iter().any(|t| t.text == ";") {
            return String::new();
        }
    }
    let is_own = depth > 0 && row.first().is_some_and(|t| t.text == "{") && !row[from..at].iter().any(|t| t.text == "{");
    if is_own && from > 1 { test[row[1].at..=row[from - 1].at].to_owned() } else { String::new() }
}

/// What a method is called on, up to its point: as it stands where it is made there, and for a variable of the test with the statement that makes it. Whatever
/// the test does to it in between is left out.
fn receiver(test: &str, row: &[Token], point: usize) -> Option<(String, String)> {
    let last = point.checked_sub(1)?;
    if is_word(row[last].text) {
        let name = row[last].text;
        let is_alone = last.checked_sub(1).is_none_or(|before| !matches!(row[before].text, "." | "::"));
        let is_made = |at: &usize| row[*at].text == "let" && row[at + 1..].iter().find(|t| t.text != "mut").is_some_and(|t| t.text == name);
        let made = (0..last).rev().find(is_made).filter(|_| is_alone)?;
        let end = row[made..].iter().find(|t| t.text == ";")?;
        return Some((test[row[made].at..=end.at].to_owned(), format!("{name}.")));
    }
    let (mut depth, mut start) = (0usize, last);
    loop {
        match row[start].text {
            ")" | "}" | "]" => depth += 1,
            "(" | "{" | "[" => depth = depth.checked_sub(1)?,
            _ if depth == 0 => break,
            _ => {}
        }
        start = start.checked_sub(1)?;
    }
    while start > 1 && row[start - 1].text == "::" {
        start -= 2;
    }
    let is_made_here = is_word(row[start].text) && start.checked_sub(1).is_none_or(|before| row[before].text != ".");
    is_made_here.then(|| (String::new(), test[row[start].at..=row[point].at].to_owned()))
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text != "self"
}

/// What stands between the brackets that open here, apart at its commas, and where they close.
fn arguments<'t>(text: &'t str, row: &[Token<'t>], open: usize) -> Option<(usize, Vec<&'t str>)> {
    let (mut depth, mut from, mut parts) = (0usize, row[open].at + 1, Vec::new());
    for (at, token) in row.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    parts.push(&text[from..token.at]);
                    // A comma at the end has nothing behind it.
                    parts.retain(|part| !part.trim().is_empty());
                    return Some((at, parts));
                }
            }
            "," if depth == 1 => {
                parts.push(&text[from..token.at]);
                from = token.at + 1;
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extremes() -> BTreeMap<String, String> {
        [("u32::MAX", "u32"), ("INT_MAX", "int")].map(|(a, b)| (a.to_owned(), b.to_owned())).into()
    }

    #[test]
    fn a_promise_is_about_the_parameters_that_it_names_or_all_of_that_type() {
        let own = parameters("pub fn room(\n    load: u32,\n    name: &str,\n    tools: u32,\n) -> u32 {", "room");
        assert_eq!(own.len(), 3, "{own:?}");
        let said = |comment: &str| promised(comment, &own, &extremes());
        assert_eq!(said("The scale is old, so `load` may be any `u32`, even `u32::MAX`."), [("u32::MAX".to_owned(), vec![0])]);
        assert_eq!(said("Takes any number, u32::MAX too."), [("u32::MAX".to_owned(), vec![0, 2])]);
        assert_eq!(said("For an empty van the answer is u32::MAX, even at night."), []);
        assert_eq!(said("Any load; the sum stays below u32::MAX."), []);
        assert_eq!(said("Stands for u32::MAX."), []);
        let both = [("u32::MAX".to_owned(), vec![0, 2])];
        for comment in [
            "It takes every number, the largest u32 included.",
            "The numbers may be any `u32`.",
            "Even the largest u32 is fine.",
            "Every u32 value works.",
        ] {
            assert_eq!(said(comment), both, "{comment}");
        }
        for comment in
            ["The largest u32 of any list.", "Every u32 that is in use.", "Any u32s.", "The largest u32.", "Many u32, also here."]
        {
            assert_eq!(said(comment), [], "{comment}");
        }
        let c = parameters("int room(const int *loads, int count)", "room");
        assert_eq!(promised("count may be anything, even INT_MAX.", &c, &extremes()), [("INT_MAX".to_owned(), vec![1])]);
    }

    #[test]
    fn calls_of_the_tests_get_the_extreme_in_one_place() {
        let test = "assert_eq!(room(3, f(1, 2)), 7); room(4);";
        let asked: Vec<String> = calls(test, "room", "u32::MAX", &[0, 1], 2).into_iter().map(|a| a.call).collect();
        assert_eq!(asked, ["room(u32::MAX, f(1, 2))", "room(3, u32::MAX)"]);
        let test = "{ char all[9]; fill(all, 9); TEST_ASSERT_EQ(room(all, 3), 1); TEST_ASSERT_EQ(room(all, 4), 2); }";
        let made = |made: &str, call: &str| Asked { made: made.to_owned(), call: call.to_owned() };
        let asked = calls(test, "room", "NULL", &[0], 2);
        assert_eq!(asked, [made("char all[9]; fill(all, 9);", "room(NULL, 3)"), made("", "room(NULL, 4)")]);
        assert_eq!(calls("{ int n = 3; { room(n); } }", "room", "7", &[0], 1), [made("", "room(7)")]);
    }

    #[test]
    fn a_method_is_called_on_what_a_test_builds() {
        let asked = |test: &str| {
            let all = calls(test, "room", "u32::MAX", &[0], 1).into_iter();
            all.map(|a| format!("{} {}", a.made, a.call).trim().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(asked("assert_eq!(van(3, 4).room(1), 7);"), ["van(3, 4).room(u32::MAX)"]);
        assert_eq!(asked("assert_eq!(Van { load: 3 }.room(1), 7);"), ["Van { load: 3 }.room(u32::MAX)"]);
        assert_eq!(asked("Van::new(4).room(1);"), ["Van::new(4).room(u32::MAX)"]);
        assert_eq!(asked("let mut van = Van::new(4);\n    assert_eq!(van.room(1), 7);"), ["let mut van = Van::new(4); van.room(u32::MAX)"]);
        // Where it comes from somewhere else nothing is known of it.
        assert_eq!(asked("fleet.first().room(1); fleet.van.room(1); van.room(2);"), [""; 0]);
    }
}
