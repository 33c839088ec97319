//! What the comment of a stub tells otherwise than its tests: an example of a method on a state that a test builds too, which of several equals it is, and the
//! answer for a file that is not there. Owns the comparing of words and tests; a difference counts only where both speak of the same and nothing else could make it.

use std::ops::Range;

use super::assertions::{Expects, start_of_statement};
use super::calls::{Call, CallKind, closing};
use super::reading::{Code, Reading, Stub, squeezed, words};
use super::stubs::about;
use super::targets::has_word;
use super::ties;
use crate::proof::promises::examples;
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

pub fn told_otherwise(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let tests: Vec<&Code> =
            reading.tests.iter().filter(|t| reading.named_stub(&t.name).is_some_and(|named| named.name == stub.name)).collect();
        findings.extend(tests.iter().filter_map(|test| other_example(reading, stub, test)).map(|says| about(stub, says)));
        findings.extend(tests.iter().filter_map(|test| other_tie(reading, stub, test)).map(|says| about(stub, says)));
        findings.extend(tests.iter().filter_map(|test| other_code(reading, stub, test)).map(|says| about(stub, says)));
        findings.extend(kept_otherwise(reading, stub).map(|says| about(stub, says)));
        findings.extend(paired_otherwise(reading, stub).map(|says| about(stub, says)));
    }
    findings
}

/// "moored 3, 5 and 8; hire(5) gives Ok(3)", where a test builds something of `[3, 5, 8]` and the first that it asks there, `hire(5)`, is another number.
fn other_example(reading: &Reading, stub: &Stub, test: &Code) -> Option<String> {
    let first: &Call = reading.target_calls(test).first().filter(|call| call.kind == CallKind::Method && call.name == stub.name)?;
    let assertion =
        reading.assertions(test).into_iter().find(|a| a.looks_at.contains(&first.at) && a.looks_at.end == first.args.end + 1)?;
    let Expects::Value(expected) = &assertion.expects else { return None };
    let (asked, expected) = (said(&test.body[first.at..first.args.end + 1]), &test.body[expected.clone()]);
    let lists = lists(&test.body[..start_of_statement(&test.body, first.at)]);
    for example in examples(&stub.contract, &stub.name) {
        let state = numbers(before(&stub.contract, example.at));
        let value: Vec<Token> = reading.syntax.tokens(&example.value);
        let is_there = state.len() > 1 && lists.contains(&state) && said(&reading.syntax.tokens(&example.call)) == asked;
        if is_there && said(&value) != said(expected) && shape(&value) == shape(expected) {
            return Some(format!(
                "the comment above `{}` says `{} is {}`, and `{}` asks just that and expects {}",
                stub.name,
                example.call,
                example.value,
                test.name,
                said(expected).concat()
            ));
        }
    }
    None
}

/// What stands before a place on its line, or in its sentence.
fn before(comment: &str, at: usize) -> &str {
    let line = comment[..at].rsplit('\n').next().unwrap_or_default();
    line.rsplit(". ").next().unwrap_or_default()
}

fn numbers(text: &str) -> Vec<String> {
    words(text).filter(|w| w.starts_with(|c: char| c.is_ascii_digit())).map(|w| w.replace('_', "")).collect()
}

fn said(tokens: &[Token]) -> Vec<String> {
    tokens.iter().map(super::assertions::normal).collect()
}

/// The same for all values that are made alike, `Ok(·)`: another one, `Err(…)` or `false`, comes of something that the words leave out.
fn shape(tokens: &[Token]) -> Vec<String> {
    let one = |t: &Token| if t.kind == TokenKind::Number { "·".to_owned() } else { t.text.clone() };
    tokens.iter().map(one).collect()
}

/// The lists of numbers and nothing else that stand between brackets.
fn lists(tokens: &[Token]) -> Vec<Vec<String>> {
    let opens = (0..tokens.len()).filter(|at| matches!(tokens[*at].text.as_str(), "[" | "{"));
    let inside = opens.map(|at| at + 1..closing(tokens, at)).filter(|range: &Range<usize>| range.start < range.end);
    let plain = inside.filter(|range| tokens[range.clone()].iter().all(|t| t.kind == TokenKind::Number || t.text == ","));
    plain.map(|range| said(&tokens[range]).into_iter().filter(|t| t != ",").collect()).collect()
}

const EQUALS: &str = "equal equals equally tie ties tied several";
const FIRST: &str = "first earliest foremost";
const LAST: &str = "last latest hindmost";
/// Then it is not the place in a list that is meant.
const OTHER_ORDERS: &str = "alphabet alphabetical alphabetically name names earliest latest foremost hindmost newest oldest";
/// With one of these it may be the other one that is meant.
const OTHERWISE: &str = "not never no nobody than except but before after behind drop drops dropped remove removes removed replace replaces replaced \
     refuse refuses refused skip skips ignore ignores lose loses leave leaves left fall falls push pushes instead";

/// Of equals the comment takes the first and a test the last, by its name or by its own comments, or the reverse.
fn other_tie(reading: &Reading, stub: &Stub, test: &Code) -> Option<String> {
    let own = test.name.strip_prefix("test_")?.strip_prefix(stub.name.as_str())?.replace('_', " ");
    let file = reading.subject.tests.iter().find(|f| f.path == test.file)?;
    let is_own = |t: &Token| t.kind == TokenKind::Comment && test.lines.contains(&t.line);
    let comments = reading.syntax.tokens(&file.content).into_iter().filter(is_own).map(|t| t.text);
    let (told, asked) = (of_ties(&stub.contract)?, of_ties(&std::iter::once(own).chain(comments).collect::<Vec<_>>().join(".\n"))?);
    let name = |is_first: bool| if is_first { "first" } else { "last" };
    (told != asked).then(|| {
        format!("of equals the comment above `{}` speaks of the {}, and `{}` of the {}", stub.name, name(told), test.name, name(asked))
    })
}

/// The same of the reference, where the comment means the order of a list and no other.
fn kept_otherwise(reading: &Reading, stub: &Stub) -> Option<String> {
    let subject = reading.subject;
    let contract = stub.contract.to_lowercase();
    let told = of_ties(&contract).filter(|_| !words(&contract).any(|word| has_word(OTHER_ORDERS, word)))?;
    let heads = subject.starter.iter().flat_map(|f| reading.syntax.heads(&f.content));
    let head = heads.into_iter().find(|h| h.name == stub.name && h.owner == stub.owner && h.mark.is_some())?;
    let own = subject.exercise.units.iter().flat_map(|u| &u.stubs).find(|s| s.name == stub.name && s.file == stub.file)?;
    let source = format!("fn etude() {{{}}}", crate::proof::giveaway::body_of(subject, own)?);
    let is_c = subject.language.fence == "c";
    let source = if is_c { source.replacen("fn etude()", "void etude(void)", 1) } else { source };
    let grammar: tree_sitter::Language = if is_c { tree_sitter_c::LANGUAGE.into() } else { tree_sitter_rust::LANGUAGE.into() };
    let kept = ties::keeps_first(&crate::syntax::tree::parse(grammar, &source)?, &source, &head.params)?;
    let name = |is_first: bool| if is_first { "first" } else { "last" };
    (told != kept).then(|| {
        format!("of equals the comment above `{}` speaks of the {}, and the reference keeps the {}", stub.name, name(told), name(kept))
    })
}

/// "Paces to the north, then paces to the east", and the reference answers `(east, north)`.
fn paired_otherwise(reading: &Reading, stub: &Stub) -> Option<String> {
    let subject = reading.subject;
    let own = subject.exercise.units.iter().flat_map(|u| &u.stubs).find(|s| s.name == stub.name && s.file == stub.file)?;
    let body = crate::proof::giveaway::body_of(subject, own)?;
    let tokens = reading.syntax.tokens(&body);
    let answered = last_tuple(&tokens)?;
    let contract = squeezed(&stub.contract).to_lowercase();
    let order = |clause: &str| -> Option<Vec<usize>> {
        let said: Vec<&str> = words(clause).collect();
        answered.iter().map(|name| said.iter().position(|word| word == name)).collect()
    };
    let told = contract.split(['.', ':', ';']).find_map(order)?;
    told.windows(2).any(|pair| pair[0] > pair[1]).then(|| {
        let mut named: Vec<(usize, &String)> = told.iter().copied().zip(&answered).collect();
        named.sort();
        let told: Vec<&str> = named.into_iter().map(|(_, name)| name.as_str()).collect();
        format!(
            "the comment above `{}` speaks of {} in this order, and the reference answers ({})",
            stub.name,
            told.join(", "),
            answered.join(", ")
        )
    })
}

/// The names in the tuple that a body ends with: `Ok((east, north))`.
fn last_tuple(tokens: &[Token]) -> Option<Vec<String>> {
    let said: Vec<&Token> = tokens.iter().filter(|t| t.kind != TokenKind::Comment).collect();
    let end = said.iter().rposition(|t| t.text != ")" && t.text != ";" && t.text != "}")?;
    let open = said[..=end].iter().rposition(|t| t.text == "(")?;
    let inside = &said[open + 1..=end];
    let names: Vec<String> = inside.iter().step_by(2).map(|t| t.text.clone()).collect();
    let is_name = |name: &String| name.len() >= 3 && name.chars().all(|c| c.is_ascii_lowercase());
    let is_list = inside.iter().skip(1).step_by(2).all(|t| t.text == ",") && names.iter().all(is_name);
    let is_tuple = open.checked_sub(1).is_none_or(|b| matches!(said[b].text.as_str(), "(" | ";" | "}" | "return" | "{"));
    (is_list && is_tuple && names.len() > 1).then_some(names)
}

/// Whether a text takes the first of equals, where all that it says of them is of one mind.
fn of_ties(text: &str) -> Option<bool> {
    let text = squeezed(text).to_lowercase();
    let said: Vec<bool> = text.split(['.', ';', ':']).filter_map(|sentence| takes_first(words(sentence))).collect();
    said.first().copied().filter(|first| said.iter().all(|s| s == first))
}

/// Whether words about equals speak of the first of them; nothing where they speak of neither, of both, or turn it around.
fn takes_first<'w>(words: impl Iterator<Item = &'w str>) -> Option<bool> {
    let words: Vec<&str> = words.collect();
    let has = |list: &str| words.iter().any(|w| has_word(list, w));
    (has(EQUALS) && !has(OTHERWISE) && has(FIRST) != has(LAST)).then(|| has(FIRST))
}

/// How a test calls a file that is not there.
const NOWHERE: [&str; 8] = ["no-such", "no_such", "nowhere", "missing", "not-there", "not_there", "does-not-exist", "does_not_exist"];

/// "-2 when the file cannot be opened, -1 when a line has a fault", where a test of a file that is not there expects -1.
fn other_code(reading: &Reading, stub: &Stub, test: &Code) -> Option<String> {
    let codes = codes(&squeezed(&stub.contract));
    let is_opening = |when: &str| {
        let has = |list: &str| words(when).any(|w| has_word(list, w));
        has("opened") || (has("file path") && has("exist missing there"))
    };
    let [(told, _)] = codes.iter().filter(|(_, when)| is_opening(when)).collect::<Vec<_>>()[..] else { return None };
    for assertion in reading.assertions(test) {
        let Expects::Value(expected) = &assertion.expects else { continue };
        let calls = reading.target_calls(test).iter().filter(|call| assertion.looks_at.contains(&call.at));
        let mut handed = calls.flat_map(|call| &test.body[call.args.clone()]).filter(|t| t.kind == TokenKind::Text);
        let asked = said(&test.body[expected.clone()]).concat();
        let is_nowhere = handed.any(|path| NOWHERE.iter().any(|name| path.text.contains(name)));
        if is_nowhere && asked != *told && codes.iter().any(|(code, _)| *code == asked) {
            let (stub, test) = (&stub.name, &test.name);
            return Some(format!(
                "the comment above `{stub}` says {told} for a file that cannot be opened, and `{test}` expects {asked} for one that is not there"
            ));
        }
    }
    None
}

/// Each `-1 when …` of a text, up to the next.
fn codes(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for sentence in text.split(". ") {
        let words: Vec<&str> = sentence.split_whitespace().map(|w| w.trim_matches(['`', ',', '.', ';'])).collect();
        let is_code = |at: usize| words[at].starts_with('-') && words[at][1..].parse::<u32>().is_ok();
        let begins = |at: &usize| is_code(*at) && matches!(words.get(at + 1), Some(&"when" | &"if" | &"where"));
        let places: Vec<usize> = (0..words.len()).filter(begins).collect();
        for (number, at) in places.iter().enumerate() {
            let end = places.get(number + 1).copied().unwrap_or(words.len());
            found.push((words[*at].to_owned(), words[at + 2..end].join(" ").to_lowercase()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_names_of_the_last_tuple_are_read() {
        let last = |body: &str| super::last_tuple(&crate::syntax::syntax("rust").expect("rust").tokens(body));
        assert_eq!(last("let a = 1; Ok((east, north))").unwrap_or_default(), ["east", "north"]);
        assert_eq!(last("{ step(); (low, high) }").unwrap_or_default(), ["low", "high"]);
        assert_eq!((last("between(east, north)"), last("Ok((east, 3))"), last("all.len()")), (None, None, None));
    }

    use super::super::tests::subject;

    fn findings(comment: &str, test: &str, body: &str) -> Vec<String> {
        let exercise = format!(
            "=== src/lib.rs\npub struct Pier {{\n    pub boats: Vec<u32>,\n    pub far: Vec<u32>,\n}}\n\nimpl Pier {{\n    // ex-1: lends one.\n    //\n    //     {comment}\n    //\n    // First principle: the last one goes.\n    // Test: test_lend_{test}\n    // Start here: look.\n    pub fn lend(&mut self, boat: u32) -> Option<u32> {{\n        todo!(\"ex-1\")\n    }}\n}}\n=== tests/a.rs\nuse exercise::*;\n\n#[test]\nfn test_lend_{test}() {{\n    {body}\n}}\n"
        );
        let subject = subject("rust", &exercise);
        let all = crate::proof::rules::of_the_reference(&subject).into_iter().map(|f| f.says);
        all.filter(|says| says.contains("comment above `lend`")).collect()
    }

    #[test]
    fn an_example_that_a_test_asks_too_has_the_value_of_the_test() {
        const BODY: &str = "let mut pier = Pier { boats: vec![3, 5, 8], far: vec![1] };\n    assert_eq!(pier.lend(5), Some(2));";
        let of = |comment: &str, body: &str| findings(comment, "counts", body).len();
        assert_eq!(of("boats 3, 5 and 8; lend(5) gives Some(3)", BODY), 1);
        assert_eq!(of("boats 3, 5 and 8; lend(5) gives Some(2)", BODY), 0);
        assert_eq!(of("boats 3, 5, 8 and 9; lend(5) gives Some(3)", BODY), 0, "another state");
        assert_eq!(of("boats 3, 5 and 8; lend(8) gives Some(3)", BODY), 0, "another call");
        assert_eq!(of("boats 3, 5 and 8; lend(5) gives None", BODY), 0, "something else may be the reason");
        assert_eq!(of("lend(5) gives Some(3)", BODY), 0, "nothing is said of the state");
        let later = BODY.replace("assert_eq!(pier.lend(5)", "pier.lend(3);\n    assert_eq!(pier.lend(5)");
        assert_eq!(of("boats 3, 5 and 8; lend(5) gives Some(3)", &later), 0, "the state has changed");
    }

    #[test]
    fn comment_and_test_take_the_same_of_several_equals() {
        let of = |comment: &str, test: &str| findings(comment, test, "assert_eq!(1, 2);").len();
        assert_eq!(of("Of several that are equally wide it is the one that stands last.", "of_equals_is_the_first"), 1);
        assert_eq!(of("With a tie the first one wins.", "of_ties_is_the_last"), 1);
        assert_eq!(of("Of equals it is the first.", "of_equals_is_the_first"), 0);
        assert_eq!(of("Of equals the last one stays.", "of_equals_drops_the_first"), 0);
        assert_eq!(of("The last one of all.", "of_equals_is_the_first"), 0);
        assert_eq!(of("Of equals it is the last.", "takes_the_first"), 0);
        let with_a_comment =
            |comment: &str| findings(comment, "counts", "// It counts; and of equals the first.\n    assert_eq!(1, 2);").len();
        assert_eq!(with_a_comment("The widest, the last of several that are as wide."), 1);
        assert_eq!(with_a_comment("The widest, the first of several that are as wide."), 0);
    }

    #[test]
    fn comment_and_reference_keep_the_same_of_several_equals() {
        let of = |said: &str, method: &str| {
            let exercise = format!(
                "=== src/lib.rs\n// ex-1: the widest boat, {said}.\n//\n// First principle: one.\n// Test: test_widest_counts\npub fn widest(boats: &[(u32, u32)]) -> Option<&(u32, u32)> {{\n    todo!(\"ex-1\")\n}}\n=== solution src/lib.rs\npub fn widest(boats: &[(u32, u32)]) -> Option<&(u32, u32)> {{\n    boats.iter().{method}(|b| b.1)\n}}\n=== tests/a.rs\nuse exercise::*;\n\n#[test]\nfn test_widest_counts() {{\n    assert_eq!(widest(&[]), None);\n}}\n"
            );
            let subject = subject("rust", &exercise);
            crate::proof::rules::of_the_reference(&subject).into_iter().filter(|f| f.says.contains("the reference keeps")).count()
        };
        assert_eq!(of("the first of several", "max_by_key"), 1);
        assert_eq!(of("the last of several", "max_by_key"), 0);
        assert_eq!(of("the first of several", "min_by_key"), 0);
        assert_eq!(of("the first in the alphabet of several", "max_by_key"), 0, "another order");
    }

    #[test]
    fn the_code_for_a_file_that_is_not_there_is_the_one_of_the_comment() {
        let of = |codes: &str, path: &str| {
            let exercise = format!(
                "=== src/a.c\n#include \"etude.h\"\n/*\n * ex-1: reads it. {codes}\n *\n * First principle: one thing.\n */\nint lend(const char *path)\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n=== tests/a.c\n#include \"test.h\"\nvoid test_lend_tells(void)\n{{\n    TEST_ASSERT_EQ(lend(\"{path}\"), -1);\n}}\n"
            );
            let subject = subject("c", &exercise);
            crate::proof::rules::of_the_reference(&subject).into_iter().filter(|f| f.says.contains("cannot be opened, and")).count()
        };
        const TURNED: &str = "-2 when the file cannot be opened,\n * -1 when a line has a fault.";
        assert_eq!(of(TURNED, "/tmp/no-such-lines"), 1);
        assert_eq!(of("-1 when the file cannot be opened, -2 when a line has a fault.", "/tmp/no-such-lines"), 0);
        assert_eq!(of(TURNED, "/tmp/lines"), 0, "it may be there");
        assert_eq!(of("-2 when the file cannot be opened.", "/tmp/no-such-lines"), 0, "nothing says what -1 is");
    }
}
