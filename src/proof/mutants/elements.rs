//! What is in an answer that holds many, or in a text: the function answers as it does, with another value in each place, and, where the comment tells their order, turned around. What
//! passes all tests then was only counted. Owns of which answers that can be made; they are no slips of a learner's and say something about the tests alone.

use super::code::{self, Function, line_of, replaced};
use super::rust::INTEGERS;
use super::said::Said;
use super::{Grammar, Kind, Mutant, both, c_elements};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::{normalised, text};

/// What the two kinds change, as a finding names it.
pub const VALUES: &str = "what is in its answer";
pub const ORDER: &str = "the order of its answer, which the comment tells";

/// Of a room of the caller's, with its name behind.
pub const WRITES: &str = "what it writes to ";

/// How a comment tells of an order.
const TOLD: [&str; 4] = ["in the order", "in their order", "in the same order", "in order"];

/// Each stub that answers with a list, a table or a text, with other values in it, and with the list turned around. The place is that of the type.
pub fn of_elements(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let (functions, given_functions, said) = (code.functions(), given.functions(), Said::of(&given));
    let mut found = Vec::new();
    for stub in stubs {
        let Some(function) = code::find(&functions, &given_functions, stub).map(|at| &functions[at]) else { continue };
        if code.grammar == Grammar::C {
            found.extend(c_elements::changes(function).into_iter().map(|change| of_text(stub, function, change)));
            continue;
        }
        let Some(of_type) = function.node.child_by_field_name("return_type") else { continue };
        let answer = normalised(text(of_type, function.source));
        let changes = [(VALUES, other_values(&answer)), (ORDER, turned_around(&answer).filter(|_| tells_order(&said, stub)))];
        for (at, (what, change)) in changes.into_iter().enumerate() {
            let Some(change) = change else { continue };
            found.push(Mutant {
                stub: stub.name.clone(),
                file: source[function.file].path.clone(),
                line: line_of(function.source, function.node.start_byte()),
                kind: Kind::Constant,
                before: what.to_owned(),
                content: around(function, text(of_type, function.source), &change),
                after: change,
                // Each is a place of its own: a test may look at one and not at the other.
                place: Some(of_type.start_byte() + at..of_type.end_byte()),
            });
        }
    }
    found
}

/// A text of a C function, with other letters in it.
fn of_text(stub: &Stub, function: &Function, change: c_elements::Change) -> Mutant {
    Mutant {
        stub: stub.name.clone(),
        file: function.path.to_owned(),
        line: line_of(function.source, function.node.start_byte()),
        kind: Kind::Constant,
        before: change.what,
        content: replaced(function.source, &function.body.byte_range(), &change.body),
        after: change.body,
        place: Some(change.place),
    }
}

/// The whole file in which the function changes its answer before it gives it.
fn around(function: &Function, of_type: &str, change: &str) -> String {
    let body = format!(
        "{{ let mut etude_answer: {of_type} = (|| -> {of_type} {})();\n    {change}\n    etude_answer }}",
        text(function.body, function.source)
    );
    replaced(function.source, &function.body.byte_range(), &body)
}

fn tells_order(said: &Said, stub: &Stub) -> bool {
    // "They need not be in order."
    let denies = |sentence: &str| sentence.split_whitespace().any(|word| matches!(word, "not" | "no" | "any" | "never" | "whatever"));
    said.contract(&stub.name).iter().any(|sentence| TOLD.iter().any(|phrase| sentence.contains(phrase)) && !denies(sentence))
}

/// A type in a wrapper, with the pattern that reaches it.
fn inside(answer: &str) -> (&str, &'static str) {
    let of = |name: &str| answer.strip_prefix(name).and_then(|rest| rest.strip_suffix('>'));
    match (of("Option<"), of("Result<")) {
        (Some(inner), _) => (inner.trim(), "if let Some(etude_all) = &mut etude_answer"),
        (_, Some(inner)) => (first(inner), "if let Ok(etude_all) = &mut etude_answer"),
        _ => (answer, "let etude_all = &mut etude_answer;"),
    }
}

/// The part before the comma that is in no bracket.
fn first(list: &str) -> &str {
    let mut depth = 0_i32;
    let end = list.char_indices().find(|(_, c)| {
        depth += i32::from(matches!(c, '<' | '(' | '[')) - i32::from(matches!(c, '>' | ')' | ']'));
        *c == ',' && depth == 0
    });
    list[..end.map_or(list.len(), |(at, _)| at)].trim()
}

fn reached(answer: &str, change: &str) -> String {
    match inside(answer).1 {
        reach if reach.ends_with(';') => format!("{reach} {change}"),
        reach => format!("{reach} {{ {change} }}"),
    }
}

fn other_values(answer: &str) -> Option<String> {
    let (all, _) = inside(answer);
    if all == "String" {
        return Some(reached(answer, "*etude_all = etude_all.chars().map(|c| if c == 'q' { 'z' } else { 'q' }).collect();"));
    }
    let of = |name: &str| all.strip_prefix(name).and_then(|rest| rest.strip_suffix('>'));
    let (element, walk) = match of("Vec<") {
        Some(element) => (element.trim(), "iter_mut"),
        None => {
            let pair = of("HashMap<").or_else(|| of("BTreeMap<"))?;
            (pair[first(pair).len()..].trim_start_matches(',').trim(), "values_mut")
        }
    };
    let other = other(element)?;
    Some(reached(answer, &format!("for etude_one in etude_all.{walk}() {{ *etude_one = {other}; }}")))
}

/// Another value, made of the one that is there where that is possible: a list may hold what is empty or zero.
fn other(element: &str) -> Option<&'static str> {
    match element {
        t if INTEGERS.contains(&t) => Some("etude_one.wrapping_add(1)"),
        "f32" | "f64" => Some("*etude_one + 1.0"),
        "bool" => Some("!*etude_one"),
        "char" => Some("if *etude_one == 'q' { 'z' } else { 'q' }"),
        "String" => Some("format!(\"{etude_one}q\")"),
        "&str" | "&'static str" => Some("if etude_one.is_empty() { \"q\" } else { \"\" }"),
        _ => None,
    }
}

fn turned_around(answer: &str) -> Option<String> {
    inside(answer).0.starts_with("Vec<").then(|| reached(answer, "etude_all.reverse();"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::ablation;
    use crate::proof::rules::tests::subject;

    fn made(says: &str, of_type: &str, body: &str) -> Vec<(String, String)> {
        let function = |body: &str| format!("pub fn above(all: &[u32]) -> {of_type} {{\n    {body}\n}}\n");
        let pack = format!(
            "=== src/lib.rs\n// ex-1: {says}\n{}=== solution src/lib.rs\n{}=== tests/a.rs\nuse exercise::*;\n#[test]\nfn test_above_counts() {{\n    assert_eq!(above(&[1]).len(), 1);\n}}\n",
            function("todo!(\"ex-1\")"),
            function(body)
        );
        let subject = subject("rust", &pack);
        let source = subject.source_with(&subject.reference);
        let all = of_elements(subject.language, &subject.starter, &source, &ablation::stubs(&subject));
        all.into_iter().map(|m| (m.before, m.content)).collect()
    }

    #[test]
    fn the_values_of_an_answer_are_changed_and_its_order_where_the_comment_tells_one() {
        let both = made("the high ones, in the order of the walk.", "Vec<u32>", "all.to_vec()");
        assert_eq!(both.iter().map(|(what, _)| what.as_str()).collect::<Vec<_>>(), [VALUES, ORDER]);
        assert!(both[0].1.contains("(|| -> Vec<u32> {\n    all.to_vec()\n})();"), "{}", both[0].1);
        assert!(both[0].1.contains("for etude_one in etude_all.iter_mut() { *etude_one = etude_one.wrapping_add(1); }"));
        assert!(both[1].1.contains("etude_all.reverse();"));
        assert_eq!(made("the high ones.", "Vec<u32>", "all.to_vec()").len(), 1, "no order is told");
        assert_eq!(made("the high ones; they need not be in order.", "Vec<u32>", "all.to_vec()").len(), 1);
    }

    #[test]
    fn answers_in_a_wrapper_are_reached_and_others_left_alone() {
        let text = |of_type: &str| made("those.", of_type, "x()").pop().map(|(_, content)| content).unwrap_or_default();
        assert!(text("Result<Vec<String>, Bad>").contains("if let Ok(etude_all) = &mut etude_answer { for etude_one in"));
        assert!(text("Option<BTreeMap<(u8, u8), u32>>").contains("etude_all.values_mut()"));
        assert!(text("Result<String, Bad>").contains("{ *etude_all = etude_all.chars()"));
        for alone in ["u32", "Vec<Card>", "Option<u32>", "HashMap<String, Vec<u32>>", "[u32; 3]"] {
            assert_eq!(text(alone), "", "{alone}");
        }
    }

    fn made_in_c(head: &str, body: &str) -> Vec<(String, String)> {
        let pack = format!(
            "=== src/a.c\n#include \"etude.h\"\n//@ex-1 test_above_counts\n{head}\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n=== solution src/a.c\n{head}\n{{\n    {body}\n}}\n\
             === tests/a.c\n#include \"test.h\"\nvoid test_above_counts(void)\n{{\n    TEST_ASSERT(1);\n}}\n"
        );
        let subject = subject("c", &pack);
        let source = subject.source_with(&subject.reference);
        let all = of_elements(subject.language, &subject.starter, &source, &ablation::stubs(&subject));
        all.into_iter().map(|m| (m.before, m.content)).collect()
    }

    #[test]
    fn the_letters_of_a_text_are_changed_before_it_is_handed_back() {
        let all = made_in_c("char *above(const char *text)", "if (!text) return NULL;\n    return strdup(text);");
        assert_eq!(all.iter().map(|(what, _)| what.as_str()).collect::<Vec<_>>(), [VALUES]);
        assert!(all[0].1.contains("return ({ char *etude_all = (strdup(text)); for (int etude_i"), "{}", all[0].1);
        assert!(all[0].1.contains("if (!text) return ({ char *etude_all = (NULL); for"), "{}", all[0].1);
        assert_eq!(made_in_c("char *above(int n)", "char *new = calloc(n, 1);\n    return new;"), [], "there are no letters in it");
        for head in ["const char *above(int n)", "int above(const char *text)", "char **above(int n)", "char above(char *text)"] {
            assert_eq!(made_in_c(head, "return text[0];"), [], "{head}");
        }
    }

    #[test]
    fn the_letters_in_the_room_of_the_caller_are_changed_where_the_function_writes_them() {
        let all =
            made_in_c("int above(char *room, int n)", "if (n > 3) {\n        return -1;\n    }\n    strcpy(room, \"a\");\n    return n;");
        assert_eq!(all[0].0, "what it writes to `room`");
        assert!(all[0].1.contains("{ char *etude_all = room;"), "{}", all[0].1);
        assert!(all[0].1.contains("return ({ __auto_type etude_answer = (n); for"), "{}", all[0].1);
        let all = made_in_c("void above(char room[8])", "if (room == 0) return;\n    room[0] = 'a';");
        assert!(all[0].1.contains("if (room == 0) { for (int etude_i"), "{}", all[0].1);
        assert!(all[0].1.contains("room[0] = 'a';\nfor (int etude_i"), "{}", all[0].1);
        assert_eq!(made_in_c("void above(char *room)", "room[0] = '\\0';"), [], "it only ends it");
        assert_eq!(made_in_c("void above(char *room)", "puts(room);"), [], "it only reads");
    }
}
