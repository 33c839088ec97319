//! How many letters a text may have, told in words ("when the label has more than `size` letters"), where the reference draws the edge one letter off, as it does when it
//! counts the NUL. Owns how many letters a sum in the code stands for: the place where the NUL is written, or the length of a text that the words name. Sums that
//! cannot be read so, and words that speak of the NUL themselves, are left alone.

use std::collections::BTreeMap;

use super::calls::closing;
use super::edge_words::{Edge, drawn, edge_of, params, told_of_parameters};
use super::reading::{Reading, Stub, squeezed, words};
use super::stubs::about;
use crate::proof::mutants::turned;
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

const LETTERS: [&str; 4] = ["letters", "characters", "signs", "chars"];
/// Then it is another number that is told.
const OF_THE_END: [&str; 6] = ["nul", "null", "zero", "terminator", "terminating", "including"];

pub fn told_otherwise(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let params = params(reading, stub);
        let told = told(&format!("{}\n\n{}", stub.comment, stub.contract), &params);
        for (limit, edge, clause) in &told {
            let known = drawn(reading, stub).iter().any(|(name, _)| name == limit);
            let here = if known { Vec::new() } else { in_letters(reading, stub, limit, clause) };
            let elsewhere = told.iter().any(|(other, e, _)| other == limit && e != edge);
            if !here.is_empty() && !elsewhere && here.iter().all(|e| e != edge) {
                let belongs = if *edge == Edge::Behind { "below" } else { "above" };
                let says = format!(
                    "the comment of `{}` counts a text of just `{limit}` letters to what lies {belongs}, and the reference does not; words and code draw one edge",
                    stub.name
                );
                findings.push(about(stub, says));
            }
        }
    }
    findings.dedup();
    findings
}

/// The parameters that so many letters are compared with, each with its edge and the words around it.
fn told(comment: &str, params: &[String]) -> Vec<(String, Edge, String)> {
    let text = squeezed(comment);
    let mut found = Vec::new();
    for clause in text.split(['.', ';', ':', '?', '(', ')', ',']) {
        let said: Vec<&str> = words(clause).collect();
        let speaks_of_the_end = said.iter().any(|w| OF_THE_END.contains(&w.to_lowercase().as_str()));
        let counts = |name: &str| said.windows(2).any(|two| two[0] == name && LETTERS.contains(&two[1]));
        if !speaks_of_the_end {
            let all = told_of_parameters(clause, params).into_iter().filter(|(name, _)| counts(name));
            found.extend(all.map(|(name, edge)| (name, edge, clause.to_owned())));
        }
    }
    found
}

/// A sum: how often each amount is in it, and what is added to them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Sum {
    amounts: BTreeMap<String, i64>,
    more: i64,
}

impl Sum {
    fn add(&mut self, other: &Sum, times: i64) {
        for (name, often) in &other.amounts {
            *self.amounts.entry(name.clone()).or_default() += often * times;
        }
        self.amounts.retain(|_, often| *often != 0);
        self.more += other.more * times;
    }
}

/// On which side of the limit the reference has a text of so many letters.
fn in_letters(reading: &Reading, stub: &Stub, limit: &str, clause: &str) -> Vec<Edge> {
    let mut found = Vec::new();
    for file in &reading.subject.reference {
        for head in reading.syntax.heads(&file.content).into_iter().filter(|h| h.name == stub.name && h.owner == stub.owner) {
            let Some(body) = file.content.get(head.body.clone()) else { continue };
            let tokens: Vec<Token> = reading.syntax.tokens(body).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
            found.extend(compared(&tokens, limit, clause));
        }
    }
    found
}

fn compared(tokens: &[Token], limit: &str, clause: &str) -> Vec<Edge> {
    let ends = ends_of_texts(tokens);
    let mut found = Vec::new();
    for at in (0..tokens.len()).filter(|at| edge_of(&tokens[*at].text).is_some()) {
        let (Some(mut left), Some(right)) = (sum(tokens, begin(tokens, at)..at, 3), sum(tokens, at + 1..end(tokens, at + 1), 3)) else {
            continue;
        };
        left.add(&right, -1);
        let sign = match left.amounts.remove(limit) {
            Some(-1) => tokens[at].text.as_str(),
            Some(1) => {
                let all = std::mem::take(&mut left);
                left.add(&all, -1);
                turned(&tokens[at].text)
            }
            _ => continue,
        };
        let letters: Vec<i64> = ends.iter().filter(|end| end.amounts == left.amounts).map(|end| end.more).collect();
        let named = || match left.amounts.iter().collect::<Vec<_>>()[..] {
            [(name, 1)] => name.strip_prefix("the length of ").is_some_and(|text| words(clause).any(|w| w == text)),
            _ => false,
        };
        let over = match letters[..] {
            [] if named() => left.more,
            [] => continue,
            [first, ..] if letters.iter().all(|l| *l == first) => left.more - first,
            _ => continue,
        };
        found.extend(match (over, sign) {
            (0, sign) => edge_of(sign),
            (1, ">" | "<=") => Some(Edge::Before),
            (-1, ">=" | "<") => Some(Edge::Behind),
            _ => None,
        });
    }
    found
}

/// `room[front + 1 + back] = '\0';`: so many letters stand before it.
fn ends_of_texts(tokens: &[Token]) -> Vec<Sum> {
    let mut found = Vec::new();
    for at in (0..tokens.len()).filter(|at| tokens[*at].text == "[") {
        let close = closing(tokens, at);
        let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_str());
        if text(close + 1) == "=" && text(close + 2) == "'\\0'" {
            found.extend(sum(tokens, at + 1..close, 3));
        }
    }
    found
}

/// Where the side of a comparison begins.
fn begin(tokens: &[Token], sign: usize) -> usize {
    let mut open = 0;
    let mut at = sign;
    while at > 0 {
        match tokens[at - 1].text.as_str() {
            ")" | "]" => open += 1,
            "(" | "[" if open > 0 => open -= 1,
            "(" | "[" | "{" | "}" | ";" | "," | "if" | "return" | "while" | "&&" | "||" | "=" | "!" | "?" | ":" if open == 0 => break,
            _ => {}
        }
        at -= 1;
    }
    at
}

fn end(tokens: &[Token], from: usize) -> usize {
    let mut open = 0;
    let mut at = from;
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            "(" | "[" => open += 1,
            ")" | "]" if open > 0 => open -= 1,
            ")" | "]" | "{" | "}" | ";" | "," | "&&" | "||" | "?" | ":" if open == 0 => break,
            _ => {}
        }
        at += 1;
    }
    at
}

/// Terms with a plus or a minus between them.
fn sum(tokens: &[Token], range: std::ops::Range<usize>, depth: u8) -> Option<Sum> {
    let mut found = Sum::default();
    let (mut from, mut open, mut times) = (range.start, 0, 1);
    for at in range.start..=range.end {
        let sign = if at == range.end { "" } else { tokens.get(at)?.text.as_str() };
        match sign {
            "(" | "[" => open += 1,
            ")" | "]" => open -= 1,
            "" | "+" | "-" if open == 0 => {
                found.add(&term(tokens, from..at, depth)?, times);
                (from, times) = (at + 1, if sign == "-" { -1 } else { 1 });
            }
            _ => {}
        }
    }
    Some(found)
}

fn term(tokens: &[Token], range: std::ops::Range<usize>, depth: u8) -> Option<Sum> {
    let said: Vec<&str> = tokens.get(range)?.iter().map(|t| t.text.as_str()).collect();
    let one = |name: String| Some(Sum { amounts: BTreeMap::from([(name, 1)]), more: 0 });
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    match said[..] {
        [number] if number.starts_with(|c: char| c.is_ascii_digit()) => {
            let digits = number.trim_end_matches(|c: char| !c.is_ascii_digit());
            Some(Sum { more: digits.parse().ok()?, ..Sum::default() })
        }
        ["strlen", "(", text, ")"] | [text, ".", "len", "(", ")"] | [text, ".", "chars", "(", ")", ".", "count", "(", ")"] => {
            one(format!("the length of {text}"))
        }
        [name] if is_name(name) => match set_once(tokens, name).filter(|_| depth > 0) {
            Some(value) => sum(tokens, value, depth - 1).or_else(|| one(name.to_owned())),
            None => one(name.to_owned()),
        },
        _ => None,
    }
}

/// The value of a variable that is given one and keeps it.
fn set_once(tokens: &[Token], name: &str) -> Option<std::ops::Range<usize>> {
    const CHANGES: [&str; 7] = ["=", "+=", "-=", "*=", "/=", "++", "--"];
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_str());
    let is_changed = |at: &usize| {
        tokens[*at].text == name
            && (CHANGES.contains(&text(at + 1)) || at.checked_sub(1).is_some_and(|b| matches!(text(b), "++" | "--" | "&")))
    };
    let places: Vec<usize> = (0..tokens.len()).filter(is_changed).collect();
    match places[..] {
        [only] if text(only + 1) == "=" => Some(only + 2..end(tokens, only + 2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    fn found(says: &str, body: &str) -> usize {
        let head = "int mark(char *room, size_t size, const char *text)";
        let exercise = format!(
            "=== src/a.h\n#include <stddef.h>\n/* ex-1: {says} */\n{head};\n\
             === src/a.c\n#include \"etude.h\"\n#include \"a.h\"\n//@ex-1 test_mark_marks\n{head}\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n\
             === solution src/a.c\n#include \"a.h\"\n{head}\n{{\n{body}\n    return 0;\n}}\n\
             === tests/a.c\n#include \"test.h\"\n#include \"a.h\"\nvoid test_mark_marks(void)\n{{\n    char room[3];\n    TEST_ASSERT_EQ(mark(room, 3, \"ab\"), 0);\n}}\n"
        );
        let all = super::super::of_the_reference(&subject("c", &exercise));
        all.iter().filter(|f| f.says.contains("a text of just `size` letters")).count()
    }

    const MARKS: &str = "    size_t front = strlen(text);\n    if (front + 1 + 1 > size) {\n        return -1;\n    }\n    memcpy(room, text, front);\n    room[front] = '@';\n    room[front + 1] = '\\0';";

    #[test]
    fn a_text_ends_where_its_nul_is_written() {
        assert_eq!(found("marks it. When the label has more than size letters, it answers -1.", MARKS), 1);
        assert_eq!(found("marks it. It answers -1 when the label has more than `size` letters.", MARKS), 1);
        assert_eq!(found("marks it. It answers -1 when the label has `size` letters or more.", MARKS), 0);
        assert_eq!(found("marks it. It answers -1 when the label has more than size letters with its NUL.", MARKS), 0);
        assert_eq!(found("marks it. It answers -1 when the label needs more than size bytes.", MARKS), 0);
        let right = MARKS.replace("front + 1 + 1 >", "front + 1 >");
        assert_eq!(found("marks it. It answers -1 when the label has more than size letters.", &right), 0);
        assert_eq!(found("marks it. It answers -1 when the label has at least size letters.", &right), 1);
    }

    #[test]
    fn the_length_of_a_text_that_the_words_name_counts_by_itself() {
        let of = |asks: &str| format!("    if ({asks}) {{\n        return -1;\n    }}\n    strcpy(room, text);");
        const SAYS: &str = "copies it. It answers -1 when text has more than `size` letters.";
        assert_eq!(found(SAYS, &of("strlen(text) + 1 > size")), 1);
        assert_eq!(found(SAYS, &of("strlen(text) >= size")), 1);
        assert_eq!(found(SAYS, &of("size <= strlen(text)")), 1);
        assert_eq!(found(SAYS, &of("strlen(text) > size")), 0);
        assert_eq!(found(SAYS, &of("size < strlen(text)")), 0);
        assert_eq!(found(&SAYS.replace("text has", "the label has"), &of("strlen(text) + 1 > size")), 0, "a label may be more");
        assert_eq!(found(SAYS, &of("strlen(text) * 2 > size")), 0, "who knows");
    }
}
