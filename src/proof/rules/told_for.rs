//! Whether a code that a test wants is told to whoever writes its stub. One number can be the code of several functions: what only the comment of another stub tells,
//! by itself or by a constant that is named nowhere else, says nothing about this one. Refuses only that; what is told to all, or may be meant so, counts as told.

use std::ops::Range;

use super::reading::{Reading, Stub, squeezed, units_in, words};
use super::spoken;
use crate::exercise::TextFile;
use crate::syntax::{Definition, DefinitionKind, Token, TokenKind};

/// How a comment says that it goes on from another one, or speaks for others too: whatever else the sentence says,
const GOES_ON: [&str; 12] = [
    "likewise",
    "as above",
    "like above",
    "as before",
    "every function",
    "the same way",
    "same as",
    "the same for",
    "the same when",
    "the same if",
    "the same answer",
    "the same code",
];
/// and where it speaks of what is answered: "no two guests have the same number" says nothing about that.
const GOES_ON_ANSWERING: [&str; 5] = ["same", "both", "each of", "all of", "these"];
const ANSWERS: [&str; 13] =
    ["answer", "return", "give", "gives", "error", "fail", "code", "result", "trouble", "wrong", "refuse", "value", "-1"];

/// Parts of a name, or words beside it, that belong to whatever goes wrong.
const OF_ALL: [&str; 16] = [
    "err",
    "error",
    "errors",
    "fail",
    "fails",
    "failed",
    "failure",
    "none",
    "nothing",
    "invalid",
    "any",
    "all",
    "every",
    "each",
    "both",
    "functions",
];

/// Whether the stub of a test is told this negative number.
pub fn is_told(reading: &Reading, test: &str, value: &str) -> bool {
    let Some(stub) = reading.named_stub(test) else { return true };
    let own = comments(reading, &stub.name);
    let lower = own.to_lowercase();
    if goes_on(&lower) {
        return true;
    }
    let named: Vec<&str> = words(&own).collect();
    let strangers: Vec<String> =
        others(reading, stub).filter(|other| !named.contains(other)).map(|other| of_another(reading, other)).collect();
    let strangers: Vec<&String> = strangers.iter().filter(|comment| !goes_on(&comment.to_lowercase())).collect();
    let elsewhere: Vec<&str> = strangers.iter().flat_map(|comment| words(comment)).collect();
    // First whose constants they are: one that is named outside of its definition and of those comments is for all.
    let of_value: Vec<&Definition> = reading.starter_definitions.iter().filter(|d| stands_for(d, value)).collect();
    let of_others = of_value.into_iter().filter(|d| elsewhere.contains(&d.name.as_str()) && !is_for_all(reading, d, &lower));
    let left_out: Vec<&Definition> = of_others.filter(|d| !words(&said(reading, &[d], &strangers)).any(|word| word == d.name)).collect();
    tells(&said(reading, &left_out, &strangers), value)
}

fn goes_on(comment: &str) -> bool {
    comment.split(['.', ';', '\n']).any(|sentence| {
        let has = |list: &[&str]| list.iter().any(|phrase| sentence.contains(phrase));
        has(&GOES_ON) || has(&GOES_ON_ANSWERING) && has(&ANSWERS)
    })
}

fn others<'r>(reading: &'r Reading, stub: &'r Stub) -> impl Iterator<Item = &'r str> {
    reading.stubs.iter().map(|s| s.name.as_str()).filter(|name| *name != stub.name)
}

/// From its unit on: what stands before that belongs to what is above.
fn from_its_unit(comment: &str) -> &str {
    units_in(comment).next().and_then(|unit| comment.find(unit)).map_or(comment, |at| &comment[at..])
}

/// What stands above a stub and above its prototype, each on one line.
fn comments(reading: &Reading, stub: &str) -> String {
    let above = reading.stubs.iter().filter(|s| s.name == stub).map(|s| s.above.as_str());
    let prototypes = reading.given.iter().filter(|f| f.name == stub && !f.has_body).map(|f| f.comment.as_str());
    above.chain(prototypes).map(squeezed).collect::<Vec<_>>().join("\n")
}

fn of_another(reading: &Reading, stub: &str) -> String {
    comments(reading, stub).lines().map(from_its_unit).collect::<Vec<_>>().join("\n")
}

fn stands_for(definition: &Definition, value: &str) -> bool {
    let is_value = matches!(definition.kind, DefinitionKind::Constant | DefinitionKind::Variant);
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace() && !"()".contains(*c)).collect::<String>();
    is_value && definition.value.as_deref().is_some_and(|v| bare(v) == value)
}

/// Its name, or a comment beside it, speaks of whatever goes wrong, or the stub's own comment says the name in plain words.
fn is_for_all(reading: &Reading, definition: &Definition, own: &str) -> bool {
    let name = definition.name.to_lowercase();
    let parts: Vec<&str> = name.split('_').filter(|part| part.len() > 2).collect();
    let said_plainly = parts.iter().all(|part| words(own).any(|word| word == *part));
    let beside = reading.subject.starter.iter().filter(|f| defines(reading, f, definition)).flat_map(|f| reading.syntax.tokens(&f.content));
    let near = |t: &Token| {
        let lines = u32::try_from(t.text.lines().count()).unwrap_or(1);
        t.kind == TokenKind::Comment && (t.line..=t.line + lines).contains(&definition.line)
    };
    let of_all = |word: &str| OF_ALL.contains(&word.to_lowercase().as_str());
    said_plainly || name.split('_').any(of_all) || beside.into_iter().filter(near).any(|t| words(&t.text).any(of_all))
}

fn defines(reading: &Reading, file: &TextFile, definition: &Definition) -> bool {
    reading.syntax.definitions(&file.content).contains(definition)
}

/// The starter without these definitions and comments, each run of white space one blank.
fn said(reading: &Reading, left_out: &[&Definition], comments: &[&String]) -> String {
    let mut all = String::new();
    for file in &reading.subject.starter {
        let tokens = reading.syntax.tokens(&file.content);
        let own: Vec<Range<usize>> = left_out.iter().filter(|d| defines(reading, file, d)).filter_map(|d| place(&tokens, d)).collect();
        for token in tokens.iter().filter(|t| !own.iter().any(|place| place.contains(&t.bytes.start))) {
            all.push_str(&squeezed(&token.text));
            all.push(' ');
        }
    }
    // A star may be the mark of a line or of a pointer: `* *first is NULL`.
    let plain = |text: &str| text.replace('*', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let comments = comments.iter().flat_map(|c| c.lines()).map(plain).filter(|c| !c.is_empty());
    comments.fold(plain(&all), |all, comment| all.replace(&comment, " "))
}

/// Where a constant stands; of an enum only its own part.
fn place(tokens: &[Token], definition: &Definition) -> Option<Range<usize>> {
    if definition.kind == DefinitionKind::Constant {
        return Some(definition.item.clone());
    }
    let at = tokens.iter().position(|t| t.text == definition.name && definition.item.contains(&t.bytes.start))?;
    let end = tokens[at..].iter().find(|t| matches!(t.text.as_str(), "," | "}"))?;
    Some(tokens[at].bytes.start..end.bytes.start)
}

/// In digits or in words; not as the end of a longer word, as `-3` is in `ex-3`.
fn tells(text: &str, value: &str) -> bool {
    let number = value.trim_start_matches('-');
    let in_digits = [value.to_owned(), format!("- {number}"), format!("minus {number}")].iter().any(|said| {
        text.match_indices(said.as_str()).any(|(at, _)| {
            !text[..at].ends_with(char::is_alphanumeric) && !text[at + said.len()..].starts_with(|c: char| c.is_alphanumeric())
        })
    });
    let behind = |rest: &str| rest.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    let in_words = || {
        let lower = text.to_lowercase();
        lower.split("minus ").skip(1).any(|rest| number.parse().is_ok_and(|n| spoken::said(&behind(rest)).contains(&n)))
    };
    in_digits || in_words()
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    /// What is told of two functions with a code each, the second of which a test wants by its number.
    fn hidden(constants: &str, first: &str, second: &str) -> bool {
        let stub = |unit: u32, name: &str| {
            format!("//@ex-{unit} test_{name}_without_any\nint {name}(int n)\n{{\n    ETUDE_TODO(\"ex-{unit}\");\n}}\n")
        };
        let exercise = format!(
            "=== src/a.h\n{constants}\n/* ex-1: {first} */\nint run(int n);\n/* ex-2: {second} */\nint load(int n);\n\
             === src/a.c\n#include \"etude.h\"\n#include \"a.h\"\n{}{}\
             === solution src/a.c\n#include \"a.h\"\nint run(int n)\n{{\n    return n > 4 ? n : -1;\n}}\nint load(int n)\n{{\n    return n > 3 ? n : -1;\n}}\n\
             === tests/a.c\n#include \"test.h\"\n#include \"a.h\"\nvoid test_run_without_any(void)\n{{\n    TEST_ASSERT_EQ(run(5), 5);\n}}\n\
             void test_load_without_any(void)\n{{\n    TEST_ASSERT_EQ(load(3), -1);\n}}\n",
            stub(1, "run"),
            stub(2, "load"),
        );
        let subject = subject("c", &exercise);
        let checks = super::super::check(&subject);
        checks.iter().flat_map(|c| &c.findings).any(|f| f.says.contains("expects `-1`"))
    }

    #[test]
    fn the_code_of_another_function_is_not_told() {
        const FELL: &str = "#define FELL_OVER (-1)";
        const LOADS: &str = "loads n things, or answers another number when there are too few.";
        assert!(hidden(FELL, "runs it, or answers FELL_OVER.", LOADS));
        assert!(hidden("enum { FINE = 0, FELL_OVER = -1 };", "runs it, or answers FELL_OVER.", LOADS));
        assert!(hidden("", "runs it, or answers -1.", LOADS), "nor is a number in its comment");
        assert!(!hidden(FELL, "runs it, or answers FELL_OVER.", "loads n things, or answers FELL_OVER."));
        assert!(!hidden(FELL, "runs it, or answers FELL_OVER.", "loads n things, or answers -1."));
        assert!(!hidden(FELL, "runs it, or answers FELL_OVER.", "loads n things, or answers minus one."));
        assert!(hidden(FELL, "runs it, or answers FELL_OVER.", &format!("{LOADS} No two things have the same weight.")));
        assert!(!hidden(FELL, "runs it, or answers FELL_OVER.", &format!("{LOADS} It answers the same then.")));
        assert!(hidden(FELL, "runs it while\n * *first is there,\n * or answers FELL_OVER.", LOADS), "a pointer at the start of a line");
        assert!(!hidden(FELL, "runs it.", LOADS), "it is nobody's own");
    }

    #[test]
    fn a_code_for_all_is_told_to_all() {
        const LOADS: &str = "loads n things, or answers another number when there are too few.";
        assert!(!hidden("/* Who fails answers -1. */", "runs it, or answers -1.", LOADS));
        assert!(!hidden("#define LOAD_FAILED (-1)", "runs it, or answers LOAD_FAILED.", LOADS));
        assert!(!hidden("#define MISSED (-1) /* for any trouble */", "runs it, or answers MISSED.", LOADS));
        assert!(!hidden("", "runs it, or answers -1.", "loads n things, and fails as run does."), "it sends there");
        assert!(!hidden("", "both of these answer -1 for trouble.", LOADS));
        assert!(!hidden("#define TOO_FEW (-1)", "runs it, or answers TOO_FEW.", LOADS), "the words are there");
    }
}
