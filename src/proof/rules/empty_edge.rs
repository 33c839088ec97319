//! What a comment says of an empty file, text or list ("An empty file has no lines."), and no test of the stub hands one over. Owns how such a promise is read and what may
//! be an empty one in a test; whatever could be one counts, so that what a helper makes out of nothing is not missed.

use super::assertions::Expects;
use super::calls::{arguments, calls, text_at};
use super::edge_words::params;
use super::reading::{Code, Reading, Stub, squeezed, words};
use crate::proof::report::Finding;
use crate::proof::subject::Subject;
use crate::syntax::{Token, TokenKind};

/// What can be empty and is handed over as a whole; besides these, what a parameter is called.
const THINGS: [&str; 7] = ["file", "text", "string", "list", "array", "slice", "vector"];
/// Behind "an empty list" at the start of a sentence: what comes of it.
const GIVES: [&str; 14] =
    ["has", "have", "gives", "is", "counts", "answers", "returns", "holds", "costs", "yields", "makes", "adds", "weighs", "stays"];

/// Words in a test that may stand for something empty, whatever is made of them.
const MAY_BE_EMPTY: [&str; 12] =
    ["NULL", "None", "new", "default", "clear", "truncate", "tmpfile", "init", "with_capacity", "nullptr", "nobody", "none"];

pub fn untested(subject: &Subject) -> Vec<Finding> {
    let Some(reading) = Reading::of(subject) else { return Vec::new() };
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let own: Vec<&Code> =
            reading.tests.iter().filter(|t| reading.named_stub(&t.name).is_some_and(|named| named.name == stub.name)).collect();
        let Some(thing) = promised(&reading, stub).filter(|_| !own.is_empty()) else { continue };
        if !own.iter().any(|test| may_have_one(&reading, test)) {
            let says = format!("no test of `{}` hands over an empty {thing}, although the comment says what comes of it", stub.name);
            findings.push(super::stubs::about(stub, says));
        }
    }
    findings
}

/// The thing whose emptiness the comment speaks of, as what is handed over and not as what comes out.
fn promised(reading: &Reading, stub: &Stub) -> Option<String> {
    let contract = squeezed(&stub.contract).replace('`', "").to_lowercase();
    let params = params(reading, stub);
    let is_thing = |word: &str| THINGS.contains(&word) || params.iter().any(|p| p.to_lowercase() == word);
    contract.split(['.', ';', ':', ',', '(', ')']).find_map(|sentence| {
        let said: Vec<&str> = words(sentence).collect();
        let word = |at: usize| said.get(at).copied().unwrap_or_default();
        let at = said.iter().position(|w| *w == "empty")?;
        let before = |back: usize| at.checked_sub(back).map_or("", word);
        let article = matches!(before(1), "an" | "the");
        let thing = if is_thing(word(at + 1)) { word(at + 1) } else { "" };
        let first = (article && at == 1 || at == 0) && GIVES.contains(&word(at + 2));
        let of_one = article && matches!(before(2), "for" | "of" | "from");
        if !thing.is_empty() && (first || of_one) {
            return Some(thing.to_owned());
        }
        // "0 when the text is empty"
        let named = before(2);
        let asks = |back: usize| matches!(before(back), "when" | "if" | "where");
        let is_asked = before(1) == "is" && is_thing(named) && (asks(3) || before(3) == "the" && asks(4));
        is_asked.then(|| named.to_owned())
    })
}

fn may_have_one(reading: &Reading, test: &Code) -> bool {
    let tokens = &test.body;
    let assertions = reading.assertions(test);
    let is_expected = |at: usize| {
        let of = |expects: &Expects| matches!(expects, Expects::Value(range) if range.contains(&at));
        assertions.iter().any(|a| of(&a.expects))
    };
    let may_be = |at: usize| {
        let (token, next) = (&tokens[at], text_at(tokens, at + 1));
        let lower = token.text.to_lowercase();
        match token.kind {
            TokenKind::Word => MAY_BE_EMPTY.contains(&token.text.as_str()) || lower.contains("empty"),
            TokenKind::Text => is_empty_text(&token.text) || lower.contains("/dev/null"),
            TokenKind::Number => token.text.trim_end_matches(|c: char| c.is_alphabetic() || c == '_') == "0",
            TokenKind::Char => token.text.contains("\\0"),
            // `int all[]` has its elements behind it.
            TokenKind::Sign => {
                let is_declared = at.checked_sub(1).is_some_and(|b| tokens[b].kind == TokenKind::Word && text_at(tokens, at + 2) == "=");
                token.text == "[" && next == "]" && !is_declared || token.text == "{" && next == "}"
            }
            TokenKind::Comment => false,
        }
    };
    let in_body = (0..tokens.len()).any(|at| may_be(at) && !is_expected(at));
    in_body || makes_out_of_nothing(reading, tokens) || has_unknown_fixture(reading, tokens)
}

fn is_empty_text(literal: &str) -> bool {
    literal.trim_start_matches(|c: char| c.is_alphabetic() || c == '#').trim_end_matches('#') == "\"\""
}

/// A helper that is handed nothing, or that has something empty in it, may make one.
fn makes_out_of_nothing(reading: &Reading, tokens: &[Token]) -> bool {
    calls(tokens).iter().any(|call| {
        let helper = reading.helpers.iter().find(|h| h.name == call.name);
        helper.is_some_and(|_| arguments(tokens, &call.args).is_empty())
    })
}

/// A fixture outside of the test whose value is empty, or cannot be read.
fn has_unknown_fixture(reading: &Reading, tokens: &[Token]) -> bool {
    let used = reading.test_definitions.iter().filter(|d| tokens.iter().any(|t| t.text == d.name));
    used.into_iter().any(|d| {
        let bare: Option<String> = d.value.as_ref().map(|v| v.chars().filter(|c| !c.is_whitespace()).collect());
        bare.is_none_or(|v| ["\"\"", "[]", "{}", "{0}", "NULL", "new("].iter().any(|empty| v.contains(empty)))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    fn found(says: &str, body: &str) -> usize {
        let head = "int lines(FILE *in, int most)";
        let exercise = format!(
            "=== src/a.h\n#include <stdio.h>\n/* ex-1: how many lines there are. {says} */\n{head};\n\
             === src/a.c\n#include \"etude.h\"\n#include \"a.h\"\n//@ex-1 test_lines_counts\n{head}\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n\
             === solution src/a.c\n#include \"a.h\"\n{head}\n{{\n    return 0;\n}}\n\
             === tests/a.c\n#include \"test.h\"\n#include \"a.h\"\nstatic FILE *file_with(const char *text)\n{{\n    FILE *file = tmpfile();\n    fputs(text, file);\n    return file;\n}}\n\
             static FILE *nobodys(void)\n{{\n    return tmpfile();\n}}\nvoid test_lines_counts(void)\n{{\n    {body}\n}}\n"
        );
        super::untested(&subject("c", &exercise)).len()
    }

    const NONE: &str = "FILE *one = file_with(\"a\\n\");\n    TEST_ASSERT_EQ(lines(one, 3), 1);\n    TEST_ASSERT_EQ(lines(one, 2), 0);";

    #[test]
    fn an_empty_file_that_the_comment_speaks_of_is_handed_over() {
        for says in
            ["An empty file has no lines.", "It is 0 for an empty file.", "It is 0 when the file is empty.", "It is 0 if in is empty."]
        {
            assert_eq!(found(says, NONE), 1, "{says}");
        }
        for says in
            ["It gives an empty list when there is none.", "An empty line counts too.", "The file is never empty.", "It counts all."]
        {
            assert_eq!(found(says, NONE), 0, "{says}");
        }
    }

    #[test]
    fn whatever_may_be_empty_counts() {
        for more in ["file_with(\"\");", "nobodys();", "FILE *it = NULL;", "lines(one, 0);", "FILE *empty_one = one;"] {
            assert_eq!(found("An empty file has no lines.", &format!("{NONE}\n    {more}")), 0, "{more}");
        }
    }
}
