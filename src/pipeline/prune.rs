//! Units that are left out again: a loop came to its cap before it had written their tests or their lesson, or nobody could write them from their
//! contract. Pure: takes their functions out of source text and their intents out of the plan, and numbers what is left without gaps.

use std::collections::{HashMap, HashSet};

use crate::evidence::stub_of_test;
use crate::exercise::{Exercise, TextFile, Unit};
use crate::language::Language;
use crate::stage::reply::Scaffold;
use crate::syntax::{Function, Token, TokenKind};

/// The units of which a function has no test.
pub(super) fn without_tests(exercise: &Exercise) -> Vec<Unit> {
    let stubs = exercise.stub_refs();
    let tested: HashSet<&str> = exercise.tests.iter().filter_map(|t| stub_of_test(&t.name, &stubs)).map(|s| s.name.as_str()).collect();
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
    let stubs = crate::exercise::stub_refs(units);
    let goes = |f: &Function| stubs.iter().any(|s| s.name == f.name) || (f.is_test && stub_of_test(&f.name, &stubs).is_some());
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
    let is_said = |t: &Token| t.kind != TokenKind::Comment;
    syntax.tokens(&syntax.split_head(text).body).iter().any(is_said)
}

/// A comment on a line of its own that begins with one of the units, as stands above its tests.
fn heads(line: &str, units: &[Unit]) -> bool {
    let line = line.trim();
    let is_comment = line.starts_with("//") || (line.starts_with("/*") && line.ends_with("*/"));
    let said = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    is_comment && units.iter().any(|u| said.strip_prefix(&u.id).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit())))
}

/// The units of these functions, and all whose functions call one of them, directly or through others.
pub(super) fn with_callers(stubs: &[String], exercise: &Exercise, source: &[TextFile], language: &Language) -> Vec<Unit> {
    let of_unit = |u: &&Unit| u.stubs.iter().any(|s| stubs.contains(&s.name));
    let mut lost: HashSet<String> = exercise.units.iter().filter(of_unit).flat_map(|u| &u.stubs).map(|s| s.name.clone()).collect();
    let Some(syntax) = language.syntax() else { return Vec::new() };
    let mut calls: Vec<(String, Vec<String>)> = Vec::new();
    for file in source {
        for function in syntax.outline(&file.content).functions {
            let body = function.body.and_then(|body| file.content.get(body)).unwrap_or_default();
            calls.push((function.name, called(&syntax.tokens(body))));
        }
    }
    while let Some((name, _)) = calls.iter().find(|(name, called)| !lost.contains(name) && called.iter().any(|c| lost.contains(c))) {
        lost.insert(name.clone());
    }
    exercise.units.iter().filter(|u| u.stubs.iter().any(|s| lost.contains(&s.name))).cloned().collect()
}

fn called(tokens: &[Token]) -> Vec<String> {
    let calls = tokens.windows(2).filter(|pair| pair[0].kind == TokenKind::Word && pair[1].text.starts_with('('));
    calls.map(|pair| pair[0].text.clone()).collect()
}

/// What is left out, and how the rest is numbered then.
pub(super) struct Pruning {
    gone: Vec<Unit>,
    units: HashMap<String, String>,
    /// Of the lesson, while it is a plan.
    sections: HashMap<usize, usize>,
}

impl Pruning {
    pub fn new(gone: Vec<Unit>, units: &[Unit], scaffold: &Scaffold, has_lesson: bool) -> Pruning {
        let left = units.iter().filter(|u| !gone.iter().any(|g| g.id == u.id));
        let units = left.enumerate().map(|(at, u)| (u.id.clone(), format!("ex-{}", at + 1))).collect();
        let intents = scaffold.lesson_plan.section_intents.iter().enumerate().filter(|(_, intent)| !has_lesson && !is_of(intent, &gone));
        let sections = intents.enumerate().map(|(now, (before, _))| (before + 1, now + 1)).collect();
        Pruning { gone, units, sections }
    }

    pub fn code(&self, text: &str, language: &Language) -> String {
        let left = without(text, &self.gone, language);
        let line = |line: &str| match line.split_once("Lesson:") {
            Some((before, rest)) => format!("{before}Lesson:{}", self.sections_renumbered(rest)),
            None => line.to_owned(),
        };
        self.text(&left.split_inclusive('\n').map(line).collect::<String>())
    }

    /// The same ids by their new numbers.
    pub fn text(&self, text: &str) -> String {
        let (mut out, mut rest) = (String::new(), text);
        while let Some(at) = rest.find("ex-") {
            let starts_word = !rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-');
            let digits = rest[at + 3..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - at - 3);
            let id = &rest[at..at + 3 + digits];
            out.push_str(&rest[..at]);
            out.push_str(self.units.get(id).filter(|_| starts_word).map_or(id, String::as_str));
            rest = &rest[at + 3 + digits..];
        }
        out + rest
    }

    /// A title in quotes or brackets may have numbers of its own.
    fn sections_renumbered(&self, text: &str) -> String {
        let (mut out, mut number, mut quoted, mut depth) = (String::new(), String::new(), false, 0_i32);
        for c in text.chars().chain(['\0']) {
            if c.is_ascii_digit() && !quoted && depth == 0 {
                number.push(c);
                continue;
            }
            if !number.is_empty() {
                let now = number.parse().ok().and_then(|n: usize| self.sections.get(&n)).map(ToString::to_string);
                out.push_str(&now.unwrap_or(std::mem::take(&mut number)));
                number.clear();
            }
            quoted ^= c == '"';
            depth += i32::from(c == '(') - i32::from(c == ')');
            if c != '\0' {
                out.push(c);
            }
        }
        out
    }

    /// The plan without these units: later loops are not asked to write them.
    pub fn plan(&self, scaffold: &Scaffold) -> Scaffold {
        let mut scaffold = scaffold.clone();
        let plans =
            [&mut scaffold.lesson_plan.section_intents, &mut scaffold.starter_plan.file_intents, &mut scaffold.test_plan.case_intents];
        for intents in plans {
            intents.retain(|intent| !is_of(intent, &self.gone));
            intents.iter_mut().for_each(|intent| *intent = self.text(intent));
        }
        scaffold
    }
}

fn is_of(intent: &str, units: &[Unit]) -> bool {
    units.iter().any(|u| intent.trim_start().starts_with(&format!("{}:", u.id)))
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
    fn what_is_left_has_no_gaps_in_its_numbers() {
        let rust = language::by_name("rust").expect("a language");
        let stub = |n: usize| {
            format!(
                "// ex-{n}: see ex-1.\n// Lesson: LESSON.md, section {n} \"Part {n}\".\npub fn part_{n}() {{\n    todo!(\"ex-{n}\")\n}}\n"
            )
        };
        let starter = (1..=3).map(stub).collect::<String>();
        let file = |path: &str, content: &str| TextFile { path: path.to_owned(), content: content.to_owned() };
        let head = crate::exercise::Head {
            id: String::new(),
            node_id: String::new(),
            title: String::new(),
            depth: crate::session::Depth::D1,
            description: String::new(),
            needs: Vec::new(),
        };
        let tests = "#[test]\nfn test_part_1_a() {}\n#[test]\nfn test_part_3_a() {}\n";
        let exercise = Exercise::derive(head, rust, &[file("src/lib.rs", &starter)], &[file("tests/t.rs", tests)]).expect("an exercise");
        let intents = |what: &str| (1..=3).map(|n| format!("ex-{n}: {what} {n}")).collect::<Vec<_>>();
        let scaffold: Scaffold = serde_json::from_value(serde_json::json!({
            "schema_version": "scaffold_v1", "role": "scaffold", "scaffold_id": "x", "node_id": "x", "depth_target": "D1",
            "lesson_plan": { "section_intents": intents("a section") }, "starter_plan": { "file_intents": intents("a stub") },
            "test_plan": { "case_intents": intents("a test") }, "exercise_description": "x",
        }))
        .expect("a plan");
        let source = "pub fn part_1() -> u32 { 1 }\npub fn part_2() -> u32 { helper() }\nfn helper() -> u32 { part_1() }\npub fn part_3() -> u32 { 3 }\n";
        let callers = |stub: &str| {
            let units = with_callers(&[stub.to_owned()], &exercise, &[file("src/lib.rs", source)], rust);
            units.into_iter().map(|u| u.id).collect::<Vec<_>>()
        };
        assert_eq!((callers("part_1"), callers("part_2")), (vec!["ex-1".to_owned(), "ex-2".to_owned()], vec!["ex-2".to_owned()]));
        let pruning = Pruning::new(vec![exercise.units[1].clone()], &exercise.units, &scaffold, false);
        let code = pruning.code(&starter, rust);
        assert!(!code.contains("part_2") && code.contains("// ex-2: see ex-1.\n// Lesson: LESSON.md, section 2 \"Part 3\"."), "{code}");
        assert!(code.contains("todo!(\"ex-2\")") && !code.contains("ex-3"), "{code}");
        assert_eq!(pruning.text("vertex-3, ex-30 and ex-3"), "vertex-3, ex-30 and ex-2");
        assert_eq!(pruning.plan(&scaffold).lesson_plan.section_intents, ["ex-1: a section 1", "ex-2: a section 3"]);
        let written = Pruning::new(vec![exercise.units[1].clone()], &exercise.units, &scaffold, true);
        assert!(written.code(&starter, rust).contains("section 3 \"Part 3\""), "a lesson that is written keeps its numbers");
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
