//! Single assertions that hold whatever the stub does, beside others that ask: an expression compared with itself, two texts in one room, answers of which one
//! always holds, `true`. Owns which are such, on tokens. A call that is made twice may answer twice and is left alone, and so is `true` in a branch, which says
//! that it was the right one. (Answers that are asked about in one case only, `guarded` finds.) What the compiler warns of, as `>= 0` of a number without a sign, is not asked again.

use std::ops::Range;

use super::assertions::{Assertion, Expects, initial_value, normal};
use super::calls::{self, arguments, closing, text_at, without_turbofish};
use super::plain::depth;
use super::reading::{Code, Reading};
use super::targets::has_word;
use crate::proof::mutants::turned;
use crate::proof::report::Finding;
use crate::proof::subject::Subject;
use crate::syntax::{Token, TokenKind};

/// Calls that give the same when they are made again.
const PURE: &str = "len is_empty clone to_string to_owned as_str as_slice as_ref unwrap first last strlen";
/// What an order or an equality is asked for by a sign.
const COMPARES: &str = "eq ne cmp partial_cmp lt le gt ge";
const SAME_TEXT: &str = "strcmp strncmp memcmp";

/// In the tests, and in the functions that they call.
pub fn in_vain(subject: &Subject) -> Vec<Finding> {
    let Some(reading) = Reading::of(subject) else { return Vec::new() };
    let mut findings = Vec::new();
    for code in reading.tests.iter().chain(&reading.helpers).filter(|code| !code.is_macro) {
        let test = Some(code.name.clone()).filter(|name| reading.tests.iter().any(|t| t.name == *name));
        for assertion in reading.assertions(code) {
            let Some(why) = why(&reading, code, &assertion) else { continue };
            let says = format!("an assertion of `{}` holds whatever its stub does: {why}", code.name);
            findings.push(Finding { line: Some(assertion.line), test: test.clone(), ..reading.about(code, says) });
        }
    }
    for test in &reading.tests {
        for (line, when) in super::guarded::lost(&reading, test) {
            let says =
                format!("`{}` asks this answer only where it is {when}: any other passes unnoticed, so say what it has to be", test.name);
            findings.push(Finding { line: Some(line), ..reading.about(test, says) });
        }
        if let Some((line, stub)) = super::child::unheard(&reading, test) {
            let says = format!(
                "`{}` has `{stub}` run in a child and does not ask for its exit code: what the stub did or answered there is lost",
                test.name
            );
            findings.push(Finding { line: Some(line), ..reading.about(test, says) });
        }
    }
    findings
}

fn why(reading: &Reading, code: &Code, assertion: &Assertion) -> Option<String> {
    let tokens = &code.body;
    if let Some((one, other)) = sides(tokens, assertion) {
        if is_one_room(reading, made(tokens, &one), made(tokens, &other)) {
            return Some("both sides are texts in one and the same room, and what was written last stands there for both".to_owned());
        }
        let said = texts(&tokens[one.clone()]);
        let is_same = said == texts(&tokens[other.clone()]) && is_pure(&tokens[one]);
        if is_same && !reading.stubs.iter().any(|stub| has_word(COMPARES, &stub.name)) {
            return Some(format!("it compares `{}` with itself", said.join(" ")));
        }
    }
    let asked = &tokens[assertion.looks_at.clone()];
    match &assertion.expects {
        Expects::Value(pattern) if texts(&tokens[pattern.clone()]) == ["_"] => Some("`_` fits everything".to_owned()),
        Expects::Truth(true) => {
            let at_top = depth(&tokens[..assertion.whole.start]) == 1;
            let said: Vec<String> = without_turbofish(asked).into_iter().map(normal).collect();
            let said: Vec<&str> = said.iter().map(String::as_str).collect();
            let holds = (at_top && matches!(said[..], ["true"] | ["1"])) || one_of_them_holds(&said);
            holds.then(|| format!("`{}` is always true", said.join(" ")))
        }
        _ => None,
    }
}

/// The two that are compared, be it by `strcmp(one, other) == 0`.
fn sides(tokens: &[Token], assertion: &Assertion) -> Option<(Range<usize>, Range<usize>)> {
    let asked = &assertion.looks_at;
    let compared = || {
        let is_call = has_word(SAME_TEXT, text_at(tokens, asked.start)) && text_at(tokens, asked.start + 1) == "(";
        let parts = arguments(tokens, &(asked.start + 2..closing(tokens, asked.start + 1).min(asked.end)));
        (is_call && closing(tokens, asked.start + 1) + 1 == asked.end).then(|| Some((parts.first()?.clone(), parts.get(1)?.clone())))?
    };
    match &assertion.expects {
        Expects::Value(_) if text_at(tokens, assertion.whole.start) == "assert_ne" => None,
        Expects::Value(expected) if texts(&tokens[expected.clone()]) == ["0"] => compared(),
        Expects::Value(expected) => Some((asked.clone(), expected.clone())),
        Expects::Truth(false) => compared(),
        _ => None,
    }
}

fn texts(tokens: &[Token]) -> Vec<String> {
    tokens.iter().map(normal).collect()
}

fn is_pure(tokens: &[Token]) -> bool {
    let changes = |t: &Token| matches!(t.text.as_str(), "=" | "++" | "--" | "+=" | "-=");
    !tokens.is_empty() && !tokens.iter().any(changes) && calls::calls(tokens).iter().all(|c| c.args.is_empty() && has_word(PURE, &c.name))
}

/// What a variable was made with that never gets anything else; else the tokens themselves.
fn made<'t>(tokens: &'t [Token], range: &Range<usize>) -> &'t [Token] {
    let own = &tokens[range.clone()];
    let [only] = own else { return own };
    let assigned = tokens.windows(2).any(|two| two[0].text == only.text && !two[0].binds && two[1].text == "=");
    let value = initial_value(tokens, &only.text).filter(|_| only.kind == TokenKind::Word && !assigned);
    value.map_or(own, |value| &tokens[value])
}

/// Both sides are made by one function in the same room, `static char text[40];`: when they are compared, both are what was made last.
pub fn is_one_room(reading: &Reading, one: &[Token], other: &[Token]) -> bool {
    let ([name, ..], [second, ..]) = (one, other) else { return false };
    let is_call = |tokens: &[Token]| tokens.get(1).is_some_and(|t| t.text == "(") && closing(tokens, 1) + 1 == tokens.len();
    let keeps = |function: &Code| {
        let text = |at: usize| text_at(&function.body, at);
        let rooms = (0..function.body.len()).filter(|at| text(*at) == "static" && text(at + 1) == "char" && text(at + 3) == "[");
        rooms
            .into_iter()
            .any(|at| (at + 4..function.body.len()).any(|i| text(i) == "return" && text(i + 1) == text(at + 2) && text(i + 2) == ";"))
    };
    let mut functions = reading.helpers.iter().chain(&reading.given);
    name.text == second.text && is_call(one) && is_call(other) && functions.any(|f| f.name == name.text && keeps(f))
}

/// `a <= b || a >= b`, `a || !a`, `a || true`.
fn one_of_them_holds(said: &[&str]) -> bool {
    let parts = apart(said, "||");
    if parts.len() < 2 {
        return false;
    }
    let denied = |part: &&[&str]| part.first() == Some(&"!") && parts.contains(&&part[1..]);
    let compared: Vec<_> = parts.iter().filter_map(|part| comparison(part)).collect();
    let covered = compared.iter().any(|(one, _, other)| {
        let ways = compared.iter().map(|(left, sign, right)| match () {
            () if (left, right) == (one, other) => ways(sign),
            () if (left, right) == (other, one) => ways(turned(sign)),
            () => 0,
        });
        ways.fold(0, |all, way| all | way) == 0b111
    });
    covered || parts.iter().any(|part| part == &["true"] || denied(part))
}

/// Which of less, equal and more a sign is content with.
fn ways(sign: &str) -> u8 {
    match sign {
        "<" => 0b001,
        "==" => 0b010,
        "<=" => 0b011,
        ">" => 0b100,
        "!=" => 0b101,
        ">=" => 0b110,
        _ => 0,
    }
}

/// The one comparison that a part is.
fn comparison<'p, 't>(part: &'p [&'t str]) -> Option<(&'p [&'t str], &'t str, &'p [&'t str])> {
    let mut found = ["<", "==", "<=", ">", "!=", ">="].into_iter().filter(|sign| apart(part, sign).len() > 1);
    let (Some(sign), None) = (found.next(), found.next()) else { return None };
    let [one, other] = apart(part, sign)[..] else { return None };
    Some((one, part[one.len()], other))
}

/// The pieces between the signs that stand outside of all brackets.
fn apart<'p, 't>(said: &'p [&'t str], sign: &str) -> Vec<&'p [&'t str]> {
    let (mut depth, mut from, mut parts) = (0i32, 0, Vec::new());
    for (at, text) in said.iter().enumerate() {
        match *text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            text if depth == 0 && text == sign => {
                parts.push(&said[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&said[from..]);
    parts
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::tests::subject;
    use crate::proof::Strictness;
    use crate::proof::telling::telling;

    fn said(language: &str, body: &str) -> Vec<String> {
        let exercise = match language {
            "c" => {
                "=== src/a.c\n#include \"etude.h\"\nvoid widen(int *n)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n=== tests/a.c\n#include \"test.h\"\nstatic const char *as_text(int n)\n{\n    static char text[9];\n    snprintf(text, 9, \"%d\", n);\n    return text;\n}\nvoid test_widen_does_it(void)\n{\n    int n = 1;\n    widen(&n);\n    TEST_ASSERT_EQ(n, 2);\n    BODY\n}\n"
            }
            _ => {
                "=== src/lib.rs\n//@ex-1 test_wide_does_it\npub fn wide(n: i32) -> i32 {\n    todo!(\"ex-1\")\n}\n=== tests/a.rs\nuse exercise::*;\n\n#[test]\nfn test_wide_does_it() {\n    let n = wide(1);\n    assert_eq!(n, 2);\n    BODY\n}\n"
            }
        };
        let subject = subject(language, &exercise.replace("BODY", body));
        let told = telling("X1", Strictness::Bank, &mut |_| {}, |mut telling| {
            crate::proof::ablation::each_test_tells(&subject, &[], &BTreeMap::new(), &mut telling);
            Ok(telling.checks)
        });
        let findings = told.expect("checks").into_iter().flat_map(|c| c.findings).map(|f| f.says);
        findings
            .filter(|says| ["holds whatever its stub does", "for its exit code", "only where it is"].iter().any(|part| says.contains(part)))
            .collect()
    }

    #[test]
    fn a_stub_that_runs_in_a_copy_only_is_heard() {
        let exercise = "=== src/a.c\n#include \"etude.h\"\nvoid widen(int *n)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n=== tests/a.c\n#include \"test.h\"\nvoid test_widen_does_it(void)\n{\n    int n = 0, status = 0;\n    pid_t child = fork();\n    if (child == 0) {\n        widen(&n);\n        _exit(0);\n    }\n    waitpid(child, &status, 0);\n    TEST_ASSERT_EQ(n, 0);\n}\n";
        let is_lost = |text: &str| super::in_vain(&subject("c", text)).iter().any(|f| f.says.contains("for its exit code"));
        assert!(is_lost(exercise));
        assert!(!is_lost(&exercise.replace("TEST_ASSERT_EQ(n, 0)", "TEST_ASSERT_EQ(status, 0)")));
        assert!(!is_lost(&exercise.replace("    int n = 0", "    widen(&n);\n    int n = 0")));
        let helped = exercise.replace("    waitpid(child, &status, 0);\n    TEST_ASSERT_EQ(n, 0)", "    TEST_ASSERT_EQ(code_of(child), 0)");
        let helper = "static int code_of(pid_t child)\n{\n    int status = 0;\n    waitpid(child, &status, 0);\n    return WEXITSTATUS(status);\n}\nvoid test_widen";
        assert!(is_lost(&helped) && !is_lost(&helped.replace("void test_widen", helper)), "a helper asks for it");
    }

    #[test]
    fn the_exit_code_of_a_child_is_heard() {
        let child = "int status = 0;\n    pid_t child = fork();\n    if (child == 0) {\n        widen(&n);\n        _exit(widen(&n) == 2 ? 0 : 1);\n    }\n    waitpid(child, &status, 0);\n    ";
        let found = said("c", &format!("{child}TEST_ASSERT(!(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM));"));
        assert!(found.len() == 1 && found[0].contains("for its exit code"), "{found:?}");
        for heard in
            ["TEST_ASSERT_EQ(WEXITSTATUS(status), 0);", "TEST_ASSERT_EQ(status, 0);", "TEST_ASSERT(WIFEXITED(status) && how(status) == 0);"]
        {
            assert_eq!(said("c", &format!("{child}{heard}")), [""; 0], "{heard}");
        }
    }

    #[test]
    fn what_holds_in_any_case_is_told_beside_what_asks() {
        for body in [
            "assert_eq!(n, n);",
            "assert!(n <= 5 || n >= 5);",
            "assert!(n < 5 || 5 <= n);",
            "assert!(n == 5 || n != 5);",
            "assert!(wide(3) > 4 || !n.is_positive() || n.is_positive());",
            "assert!(n == 2 || true);",
            "assert!(true);",
            "assert!(matches!(n, _));",
        ] {
            assert_eq!(said("rust", body).len(), 1, "{body}");
        }
        for body in [
            "TEST_ASSERT_STR_EQ(as_text(n), as_text(2));",
            "TEST_ASSERT(strcmp(as_text(n), as_text(2)) == 0);",
            "const char *one = as_text(n);\n    const char *other = as_text(2);\n    TEST_ASSERT_STR_EQ(one, other);",
            "TEST_ASSERT_EQ(n, n);",
            "TEST_ASSERT(1);",
        ] {
            assert_eq!(said("c", body).len(), 1, "{body}");
        }
    }

    #[test]
    fn an_answer_that_is_asked_in_one_case_only_is_told() {
        let found = said("rust", "if let Some(m) = wide(3).checked_add(1) {\n        assert_eq!(m, 5);\n    }");
        assert!(found.len() == 1 && found[0].contains("only where it is `Some`"), "{found:?}");
        for body in [
            "if let Some(m) = wide(3).checked_add(1) {\n        assert_eq!(m, 5);\n    } else {\n        panic!();\n    }",
            "assert_eq!(wide(3), 4);\n    if let Some(m) = wide(3).checked_add(1) {\n        assert_eq!(m, 5);\n    }",
            "let got = Some(wide(3));\n    assert!(got.is_some());\n    if let Some(m) = got {\n        assert_eq!(m, 4);\n    }",
            "for i in 0..3 {\n        if let Some(m) = wide(i).checked_add(1) {\n            assert!(m > i);\n        }\n    }",
            "let mut seen = 0;\n    if let Some(m) = wide(3).checked_add(1) {\n        assert_eq!(m, 5);\n        seen += 1;\n    }\n    assert_eq!(seen, 1);",
        ] {
            assert_eq!(said("rust", body), [""; 0], "{body}");
        }
    }

    #[test]
    fn what_asks_is_left_alone() {
        for body in [
            "assert_eq!(wide(3), wide(3));",
            "assert!(n < 5 || n > 5);",
            "assert!(n <= 5 || wide(n) >= 5);",
            "assert!((n <= 5 && n > 1) || n >= 5);",
            "match wide(4) {\n        5 => assert!(true),\n        _ => panic!(\"no\"),\n    }",
            "assert_ne!(n, n + 1);",
        ] {
            assert_eq!(said("rust", body), [""; 0], "{body}");
        }
        for body in [
            "TEST_ASSERT_STR_EQ(as_text(n), \"2\");",
            "TEST_ASSERT(strcmp(as_text(n), \"2\") == 0);",
            "char one[9];\n    strcpy(one, as_text(n));\n    TEST_ASSERT_STR_EQ(one, as_text(2));",
        ] {
            assert_eq!(said("c", body), [""; 0], "{body}");
        }
    }
}
