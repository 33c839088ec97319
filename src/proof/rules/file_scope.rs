//! What stands beside the functions of a test file and ties a test to something other than its own stub: a pointer to another stub, a variable that only another test
//! sets. It finds nothing by itself; where a run showed that a test needs more than its stub, it says by what.

use super::calls::text_at;
use super::reading::{Code, Reading};
use crate::exercise::TextFile;
use crate::proof::subject::Subject;
use crate::syntax::{Token, TokenKind};

/// The name beside the functions through which a test comes to this stub.
pub fn leads_to(subject: &Subject, test: &str, stub: &str) -> Option<String> {
    let reading = Reading::of(subject)?;
    let test = reading.tests.iter().find(|t| t.name == test)?;
    let is_used = |name: &str| (0..test.body.len()).any(|at| test.body[at].text == name && leads_on(text_at(&test.body, at + 1)));
    let outside = outside(&reading, test)?;
    let holds = |at: &usize| outside[*at].text == stub && text_at(&outside, at + 1) != "(";
    (0..outside.len()).filter(holds).find_map(|at| {
        let begin = outside[..at].iter().rposition(|t| t.text == ";").map_or(0, |end| end + 1);
        let name = outside[begin..at].iter().find(|t| t.kind == TokenKind::Word && is_used(&t.text))?;
        Some(name.text.clone())
    })
}

/// A variable beside the functions that this test reads, and the only test that sets it.
pub fn set_elsewhere(subject: &Subject, test: &str) -> Option<(String, String)> {
    let reading = Reading::of(subject)?;
    let test = reading.tests.iter().find(|t| t.name == test)?;
    let outside = outside(&reading, test)?;
    let declared = |t: &&Token| t.kind == TokenKind::Word && outside.iter().any(|o| o.text == t.text && o.kind == TokenKind::Word);
    let shared = test.body.iter().filter(declared).map(|t| t.text.as_str()).filter(|name| !sets(&test.body, name));
    let in_file = |code: &&Code| code.file == test.file && code.name != test.name;
    shared.filter(|name| !reading.helpers.iter().filter(in_file).any(|h| sets(&h.body, name))).find_map(|name| {
        let other = reading.tests.iter().filter(in_file).find(|other| sets(&other.body, name))?;
        Some((name.to_owned(), other.name.clone()))
    })
}

fn leads_on(sign: &str) -> bool {
    matches!(sign, "(" | "[" | "." | "->")
}

/// `season = …`, `season += …`, `season++`, and whoever gets its address.
fn sets(body: &[Token], name: &str) -> bool {
    (0..body.len()).filter(|at| body[*at].text == name).any(|at| {
        let (before, behind) = (text_at(body, at.wrapping_sub(1)), text_at(body, at + 1));
        matches!(behind, "=" | "+=" | "-=" | "++" | "--" | "[") || matches!(before, "&" | "++" | "--")
    })
}

/// The tokens of a test's file that stand in no function and no comment.
fn outside(reading: &Reading, test: &Code) -> Option<Vec<Token>> {
    let file: &TextFile = reading.subject.tests.iter().find(|f| f.path == test.file)?;
    let functions = reading.syntax.outline(&file.content).functions;
    let is_inside = |t: &Token| functions.iter().any(|f| f.lines.contains(&t.line));
    Some(reading.syntax.tokens(&file.content).into_iter().filter(|t| t.kind != TokenKind::Comment && !is_inside(t)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;
    use super::*;

    const EXERCISE: &str = "=== src/a.c\n#include \"etude.h\"\n//@ex-1 test_load_takes\nint load(int n)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n\
        //@ex-2 test_sail_goes\nint sail(int n)\n{\n    ETUDE_TODO(\"ex-2\");\n}\n=== tests/a.c\n#include \"test.h\"\n\
        int load(int n);\nint sail(int n);\nstatic int (*const before)(int) = load;\nstatic int season;\n\
        void test_load_takes(void)\n{\n    season = 3;\n    TEST_ASSERT_EQ(load(1), 1);\n}\n\
        void test_sail_goes(void)\n{\n    TEST_ASSERT_EQ(sail(before(season)), 1);\n}\n";

    #[test]
    fn a_pointer_and_a_variable_beside_the_functions_are_named() {
        let subject = subject("c", EXERCISE);
        assert_eq!(leads_to(&subject, "test_sail_goes", "load").as_deref(), Some("before"));
        assert_eq!(leads_to(&subject, "test_load_takes", "sail"), None);
        assert_eq!(set_elsewhere(&subject, "test_sail_goes"), Some(("season".to_owned(), "test_load_takes".to_owned())));
        assert_eq!(set_elsewhere(&subject, "test_load_takes"), None);
    }
}
