//! What a test is about: the stub it is named after, the stub it calls, and what it expects of a panic.

use super::calls::{self, Call};
use super::reading::{Code, Reading, inside_quotes, words};
use super::targets::{Match, called_by_the_language};
use crate::proof::report::Finding;
use crate::syntax::TokenKind;

/// How far a call is followed through helpers when a test calls no stub itself.
const HELPER_LEVELS: usize = 3;

impl Reading<'_> {
    /// The stubs that a test calls: its own calls, or where it has none those of its helpers.
    pub fn stubs_called<'c>(&self, test: &'c Code) -> Vec<&'c str> {
        let found = test.known.stubs_called.get_or_init(|| self.find_stubs_called(test).into_iter().map(str::to_owned).collect());
        found.iter().map(String::as_str).collect()
    }

    fn find_stubs_called(&self, test: &Code) -> Vec<&str> {
        let named = self.named_stub(&test.name).map(|stub| stub.name.as_str());
        let mut level = vec![test];
        let mut seen: Vec<&str> = Vec::new();
        for _ in 0..=HELPER_LEVELS {
            let (sure, perhaps) = self.calls_in(&level);
            let mut found = sure;
            if let Some(named) = named.filter(|name| perhaps.contains(name) && !found.contains(name)) {
                found.push(named);
            } else if let ([], [only]) = (found.as_slice(), perhaps.as_slice()) {
                found.push(only);
            }
            if !found.is_empty() {
                return found;
            }
            level = self.helpers_of(&level, &mut seen);
            if level.is_empty() {
                break;
            }
        }
        named.filter(|name| called_by_the_language(name)).into_iter().collect()
    }

    fn calls_in(&self, code: &[&Code]) -> (Vec<&str>, Vec<&str>) {
        let (mut sure, mut perhaps) = (Vec::new(), Vec::new());
        for code in code {
            let calls = calls::calls(&code.body);
            for name in self.stub_names() {
                let best = calls.iter().map(|call| self.is_stub_call(code, call, name)).max().unwrap_or(Match::No);
                let list = match best {
                    Match::Yes => &mut sure,
                    Match::Perhaps => &mut perhaps,
                    Match::No => continue,
                };
                if !list.contains(&name) {
                    list.push(name);
                }
            }
        }
        (sure, perhaps)
    }

    fn helpers_of<'r>(&'r self, level: &[&Code], seen: &mut Vec<&'r str>) -> Vec<&'r Code> {
        let called: Vec<Call> = level.iter().flat_map(|code| calls::calls(&code.body)).collect();
        let mut found = Vec::new();
        // Given code of the starter may be all that a test can call, as with a macro around a stub.
        for helper in self.helpers.iter().chain(&self.given) {
            if called.iter().any(|call| self.may_reach(call, helper)) && !seen.contains(&helper.name.as_str()) {
                seen.push(&helper.name);
                found.push(helper);
            }
        }
        found
    }

    /// The calls in a test that reach its stub: of the stub itself, or of the helper that hides it.
    pub fn target_calls<'c>(&self, test: &'c Code) -> &'c [Call] {
        test.known.target_calls.get_or_init(|| self.find_target_calls(test))
    }

    fn find_target_calls(&self, test: &Code) -> Vec<Call> {
        let stubs = self.stubs_called(test);
        let calls = calls::calls(&test.body);
        let direct: Vec<Call> = calls.iter().filter(|c| stubs.iter().any(|s| self.is_stub_call(test, c, s) > Match::No)).cloned().collect();
        if !direct.is_empty() {
            return direct;
        }
        calls.into_iter().filter(|c| self.helpers.iter().chain(&self.given).any(|h| self.may_reach(c, h))).collect()
    }

    /// The unit of a test: of the stub it is named after, else of the one it calls.
    pub fn unit_of(&self, test: &Code) -> Option<&str> {
        let named = self.named_stub(&test.name).map(|stub| stub.unit.as_str());
        named.or_else(|| {
            let called = self.stubs_called(test);
            self.stubs.iter().find(|stub| called.contains(&stub.name.as_str())).map(|stub| stub.unit.as_str())
        })
    }

    pub fn about(&self, test: &Code, says: String) -> Finding {
        Finding {
            file: Some(test.file.clone()),
            line: Some(test.line),
            unit: self.unit_of(test).map(str::to_owned),
            test: Some(test.name.clone()),
            ..Finding::new(says)
        }
    }
}

pub fn names(reading: &Reading) -> Vec<Finding> {
    let named = reading.tests.iter().filter_map(|test| wrong_name(reading, test).map(|says| reading.about(test, says)));
    named.chain(never_run(reading)).collect()
}

fn wrong_name(reading: &Reading, test: &Code) -> Option<String> {
    let name = &test.name;
    let called = reading.stubs_called(test);
    let right = |stub: &str| format!("`test_{stub}_…`, with what is true of it");
    let Some(stub) = reading.named_stub(name) else {
        return match called.as_slice() {
            // That it calls no stub, or several, is said by the rule about that.
            [only] => Some(format!("`{name}` calls `{only}` and is not named after it; a test is named {}", right(only))),
            _ => None,
        };
    };
    if let [only] = called.as_slice()
        && *only != stub.name
    {
        return Some(format!("`{name}` is named after `{}` and calls `{only}`; it would be {}", stub.name, right(only)));
    }
    let assertion = name["test_".len() + stub.name.len()..].trim_matches('_');
    if assertion.is_empty() {
        return Some(format!("`{name}` does not say what is true; a test is named {}", right(&stub.name)));
    }
    is_a_number(assertion).then(|| format!("`{name}` has a number where it should say what is true; a test is named {}", right(&stub.name)))
}

/// `1`, `case_2`, `test3`: which one, not what.
fn is_a_number(assertion: &str) -> bool {
    let bare = assertion.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    let counts = ["", "case", "test", "example", "check", "nr", "number"];
    bare.len() < assertion.len() && counts.contains(&bare.trim_matches('_')) || assertion.len() == 1
}

/// Functions that look like tests and are none: nobody would notice that they are never run.
fn never_run<'r>(reading: &'r Reading<'r>) -> impl Iterator<Item = Finding> + 'r {
    let is_rust = reading.subject.language.name == "rust";
    let used = move |name: &str| {
        let code = reading.tests.iter().chain(&reading.helpers);
        code.flat_map(|c| c.body.iter()).any(|t| t.kind == TokenKind::Word && t.text == name)
            || reading.test_definitions.iter().any(|d| d.value.as_deref().is_some_and(|v| words(v).any(|w| w == name)))
    };
    let without_arguments = |code: &Code| {
        let heads: Vec<&str> = code.head.iter().map(|t| t.text.as_str()).collect();
        heads.ends_with(&["(", ")"]) || heads.ends_with(&["(", "void", ")"])
    };
    reading.helpers.iter().filter(move |h| !h.is_macro && h.owner.is_none() && without_arguments(h) && !used(&h.name)).filter_map(
        move |helper| {
            let is_static = helper.head.iter().any(|t| t.text == "static");
            let calls_stub = !reading.stubs_called(helper).is_empty();
            let says = match (is_rust, helper.name.starts_with("test_")) {
                (true, true) => format!("`{}` has no `#[test]`, so it is never run", helper.name),
                (false, true) if is_static => format!("`{}` is static, so it is never run; a test is not", helper.name),
                (false, false) if calls_stub && !is_static => {
                    format!("`{}` is called by nobody and not named `test_<stub>_<assertion>`, so it is never run", helper.name)
                }
                _ => return None,
            };
            Some(reading.about(helper, says))
        },
    )
}

/// The text that a test expects of a panic; empty where it says none. Nothing for a test that expects no panic.
pub fn expected_panic(reading: &Reading, test: &Code) -> Option<String> {
    let attribute = test.attributes.iter().find_map(|a| {
        let tokens = reading.syntax.tokens(a);
        let is_it = tokens.iter().any(|t| t.text == "should_panic");
        is_it.then_some(tokens)
    })?;
    let text = attribute.iter().find(|t| t.kind == TokenKind::Text).map(|t| inside_quotes(&t.text).to_owned());
    Some(text.unwrap_or_default())
}

pub fn panics(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for test in &reading.tests {
        let Some(expected) = expected_panic(reading, test) else { continue };
        let name = &test.name;
        // The text of an untouched stub: "not yet implemented: ex-1".
        let untouched = reading.unit_of(test).map(|unit| format!("not yet implemented: {unit}")).unwrap_or_default();
        if expected.trim().is_empty() {
            let says = format!("`{name}` expects any panic, and an untouched stub panics too; write `#[should_panic(expected = \"…\")]`");
            findings.push(reading.about(test, says));
        } else if untouched.contains(&expected) {
            let says =
                format!("`{name}` expects the panic \"{expected}\", which is what an untouched stub says; expect the text of the starter");
            findings.push(reading.about(test, says));
        }
    }
    findings
}
