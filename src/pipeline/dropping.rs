//! Units that are left out again, because a loop came to its cap before it had written their tests or their lesson. Pure: takes their functions out of source
//! text and their intents out of the plan.

use std::collections::HashSet;

use crate::exercise::{Exercise, Unit};
use crate::language::Language;
use crate::stage::reply::Scaffold;
use crate::syntax::Function;

/// The units of which a function has no test.
pub(super) fn without_tests(exercise: &Exercise) -> Vec<Unit> {
    let stubs = exercise.stub_refs();
    let tested: HashSet<&str> =
        exercise.tests.iter().filter_map(|t| crate::evidence::stub_of_test(&t.name, &stubs)).map(|s| s.name.as_str()).collect();
    let lacks = |unit: &&Unit| unit.stubs.iter().any(|stub| !tested.contains(stub.name.as_str()));
    exercise.units.iter().filter(lacks).cloned().collect()
}

/// The units that no section of the lesson speaks of.
pub(super) fn without_lesson(exercise: &Exercise) -> Vec<Unit> {
    exercise.units.iter().filter(|u| u.lesson.is_empty()).cloned().collect()
}

/// Source text without the functions of these units, their declarations and their tests, each with the comment above it.
pub(super) fn without(text: &str, units: &[Unit], language: &Language) -> String {
    if units.is_empty() {
        return text.to_owned();
    }
    let stubs: Vec<crate::evidence::StubRef> =
        units.iter().flat_map(|u| u.stubs.iter().map(|s| crate::evidence::StubRef { name: s.name.clone(), unit: u.id.clone() })).collect();
    let goes =
        |f: &Function| stubs.iter().any(|s| s.name == f.name) || (f.is_test && crate::evidence::stub_of_test(&f.name, &stubs).is_some());
    let left = without_functions(text, goes, language);
    left.split_inclusive('\n').filter(|line| !heads(line, units)).collect()
}

/// Source text without some of its functions, each with the comment above it.
pub(super) fn without_functions(text: &str, goes: impl Fn(&Function) -> bool, language: &Language) -> String {
    let Some(syntax) = language.syntax() else { return text.to_owned() };
    let gone: Vec<Function> = syntax.outline(text).functions.into_iter().filter(goes).collect();
    let stays = |line: u32| !gone.iter().any(|f| f.lines.contains(&line));
    text.split_inclusive('\n').zip(1..).filter(|(_, number)| stays(*number)).map(|(line, _)| line).collect()
}

/// There is something left in it beside imports and comments.
pub(super) fn has_code(text: &str, language: &Language) -> bool {
    let Some(syntax) = language.syntax() else { return true };
    let is_said = |t: &crate::syntax::Token| t.kind != crate::syntax::TokenKind::Comment;
    syntax.tokens(&syntax.split_head(text).body).iter().any(is_said)
}

/// A comment on a line of its own that begins with one of the units, as stands above its tests.
fn heads(line: &str, units: &[Unit]) -> bool {
    let line = line.trim();
    let is_comment = line.starts_with("//") || (line.starts_with("/*") && line.ends_with("*/"));
    let said = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    is_comment && units.iter().any(|u| said.strip_prefix(&u.id).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit())))
}

/// The plan without the intents of these units: later loops are not asked to write them.
pub(super) fn planned(scaffold: &Scaffold, units: &[Unit]) -> Scaffold {
    let mut scaffold = scaffold.clone();
    let of_unit = |intent: &String| units.iter().any(|u| intent.trim_start().starts_with(&format!("{}:", u.id)));
    scaffold.lesson_plan.section_intents.retain(|i| !of_unit(i));
    scaffold.starter_plan.file_intents.retain(|i| !of_unit(i));
    scaffold.test_plan.case_intents.retain(|i| !of_unit(i));
    scaffold
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::Stub;
    use crate::language;

    fn unit(id: &str, stub: &str) -> Unit {
        let stub = Stub { name: stub.to_owned(), file: String::new(), line: 1 };
        Unit { id: id.to_owned(), principle: String::new(), stubs: vec![stub], lesson: Vec::new() }
    }

    #[test]
    fn a_unit_goes_with_its_comment_its_declaration_and_its_tests() {
        let rust = language::by_name("rust").expect("a language");
        let text = "pub const A: u32 = 1;\n\n// ex-1\n// First principle: one.\npub fn one() -> u32 {\n    todo!(\"ex-1\")\n}\n\n// ex-2\npub fn two() -> u32 {\n    todo!(\"ex-2\")\n}\n";
        let left = without(text, &[unit("ex-2", "two")], rust);
        assert_eq!(left, &text[..text.find("// ex-2").expect("there")]);
        let tests = "use exercise::*;\n#[test]\nfn test_one_is_one() {}\n// --- ex-2 ---\n\n#[test]\nfn test_two_is_two() {}\n// ex-20\n";
        assert_eq!(without(tests, &[unit("ex-2", "two")], rust), "use exercise::*;\n#[test]\nfn test_one_is_one() {}\n\n// ex-20\n");
        let c = language::by_name("c").expect("a language");
        let header = "#ifndef A_H\n#define A_H\n/* ex-1: one. */\nint one(void);\n/* ex-2: two. */\nint two(void);\n#endif\n";
        let left = without(header, &[unit("ex-2", "two")], c);
        assert_eq!(left, "#ifndef A_H\n#define A_H\n/* ex-1: one. */\nint one(void);\n#endif\n");
        assert_eq!(without(text, &[], rust), text);
    }

    #[test]
    fn imports_and_comments_alone_are_no_code() {
        let rust = language::by_name("rust").expect("a language");
        assert!(!has_code("use exercise::*;\n\n// ex-2\n", rust));
        assert!(has_code("use exercise::*;\nconst A: u32 = 1;\n", rust));
        let c = language::by_name("c").expect("a language");
        assert!(!has_code("#include \"test.h\"\n/* ex-2 */\n", c));
    }
}
