//! The rules on packs of the bank, on correct exercises in many styles, and on exercises broken in one way each.

mod broken;
mod correct;
mod plain;
mod signs;
mod unsure;

use std::collections::BTreeMap;

use super::*;
use crate::exercise::{Exercise, Head, TextFile};
use crate::pack::Bank;
use crate::proof::subject::LessonSection;
use crate::session::Depth;

/// An exercise from one text: `=== src/…`, `=== tests/…`, `=== solution src/…`, `=== lesson <unit or -> <type> <title>` begin its parts. Without a
/// solution, the marks are replaced by something that is none. `//@ex-1 test_x` stands for the whole comment of a stub.
pub(in crate::proof) fn subject(language: &str, text: &str) -> Subject<'static> {
    let language = crate::language::by_name(language).expect("a language");
    let (mut starter, mut tests, mut reference, mut lesson) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for part in text.split("=== ").skip(1) {
        let (head, body) = part.split_once('\n').expect("a part");
        let file = |path: &str| TextFile { path: path.to_owned(), content: with_comments(body) };
        let words: Vec<&str> = head.splitn(4, ' ').collect();
        match words.as_slice() {
            ["solution", path] => reference.push(file(path)),
            ["lesson", unit, kind, title] => lesson.push(LessonSection {
                name: format!("lesson/{:02}.md", lesson.len() + 1),
                title: (*title).to_owned(),
                kind: (*kind).to_owned(),
                unit: Some((*unit).to_owned()).filter(|u| u != "-"),
                content: body.to_owned(),
            }),
            [path] if path.starts_with("src/") => starter.push(file(path)),
            [path] => tests.push(file(path)),
            _ => panic!("what is {head}?"),
        }
    }
    if reference.is_empty() {
        let solved = |f: &TextFile| TextFile { path: f.path.clone(), content: solved(&f.content) };
        reference = starter.iter().map(solved).collect();
    }
    let head = Head {
        id: "X1".to_owned(),
        node_id: "X1".to_owned(),
        title: String::new(),
        depth: Depth::D2,
        description: String::new(),
        needs: Vec::new(),
    };
    let exercise = Exercise::derive(head, language, &starter, &tests).expect("an exercise");
    Subject {
        language,
        exercise,
        starter,
        tests,
        reference,
        lesson: Some(lesson).filter(|l| !l.is_empty()),
        alternatives: BTreeMap::new(),
        wrong: BTreeMap::new(),
        equivalent: Vec::new(),
        versions: Vec::new(),
        pack: None,
    }
}

fn with_comments(text: &str) -> String {
    let line = |line: &str| match line.trim_start().strip_prefix("//@") {
        Some(said) => {
            let (unit, test) = said.split_once(' ').expect("unit and test");
            format!(
                "// {unit}: what it does.\n// First principle: one thing.\n// Lesson: LESSON.md, section 1.\n// Test: {test}\n// Start here: at the top."
            )
        }
        None => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

fn solved(starter: &str) -> String {
    let mut text = starter.to_owned();
    for n in 1..=9 {
        text = text.replace(&format!("todo!(\"ex-{n}\")"), "unreachable!()").replace(&format!("ETUDE_TODO(\"ex-{n}\")"), "abort()");
    }
    text
}

/// What the rules refuse, as `rule: sentence (file:line)`.
fn failed(subject: &Subject) -> Vec<String> {
    let say = |c: &Check, f: &Finding| {
        format!("{}: {} ({}:{})", c.rule.name(), f.says, f.file.as_deref().unwrap_or(""), f.line.map(|l| l.to_string()).unwrap_or_default())
    };
    let mut checks = check(subject);
    checks.push(timed(RuleId::ReferencePasses, || of_the_reference(subject)));
    checks.iter().flat_map(|c| c.findings.iter().map(|f| say(c, f)).collect::<Vec<_>>()).collect()
}

#[test]
fn every_pack_of_the_bank_keeps_the_rules() {
    for (language, node) in Bank::Embedded.list() {
        let pack = Bank::Embedded.load(&language, &node).expect("a pack");
        let subject = Subject::of_pack(&pack).expect("an exercise");
        assert_eq!(check(&subject).len(), 13, "one check per rule");
        assert_eq!(failed(&subject), Vec::<String>::new(), "{node}");
    }
}

#[test]
fn what_pack_toml_says_is_compared_with_the_files() {
    let whole = Bank::Embedded.load("c", "C201").expect("a pack");
    let rules = |change: &dyn Fn(&mut crate::pack::Pack)| {
        let mut pack = whole.clone();
        change(&mut pack);
        let subject = Subject::of_pack(&pack).expect("an exercise");
        let found = failed(&subject);
        found
            .iter()
            .filter_map(|f| f.split(':').next().map(str::to_owned))
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    };
    assert_eq!(rules(&|p| p.meta.units[0].tests.swap(0, 1)), ["pack_matches_files"]);
    assert_eq!(rules(&|p| drop(p.meta.units[2].stubs.pop())), ["pack_matches_files"]);
    assert_eq!(rules(&|p| drop(p.meta.units.pop())), ["pack_matches_files"]);
    assert_eq!(rules(&|p| p.meta.units[4].id = "ex-6".to_owned()), ["pack_matches_files"]);
    assert_eq!(
        rules(&|p| {
            let moved = p.meta.units[0].tests.remove(1);
            p.meta.units[1].tests.insert(0, moved);
        }),
        ["pack_matches_files"]
    );
    assert_eq!(rules(&|p| p.meta.lessons.swap(0, 1)), ["pack_matches_files"]);
    // A first principle that is another unit's, in the comment and in the lesson.
    let swap_principles = |p: &mut crate::pack::Pack| {
        let first = p.meta.units[0].principle.clone();
        p.meta.units[0].principle = std::mem::replace(&mut p.meta.units[1].principle, first);
    };
    assert_eq!(rules(&swap_principles), ["stub_comment"]);
    assert_eq!(
        rules(&|p| p.starter.extend((0..20).map(|n| TextFile { path: format!("more{n}.h"), content: String::new() }))),
        ["fits_the_loops"]
    );
    assert_eq!(
        rules(&|p| p.tests.extend((0..20).map(|n| TextFile { path: format!("z{n}.c"), content: String::new() }))),
        ["fits_the_loops"]
    );
}

#[test]
fn stubs_of_several_files_and_types_are_listed_in_any_fair_way() {
    let stub = |name: &str, file: &str| crate::exercise::Stub { name: name.to_owned(), file: file.to_owned(), line: 1 };
    let found = [stub("open", "src/a.rs"), stub("close", "src/a.rs"), stub("ring", "src/b.rs"), stub("ring", "src/b.rs")];
    let fits = |said: &[&str]| super::pack::same_stubs(&said.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>(), &found);
    assert!(fits(&["open", "close", "ring"]) && fits(&["ring", "ring", "open", "close"]));
    assert!(!fits(&["close", "open", "ring"]) && !fits(&["open", "close"]) && !fits(&["open", "close", "ring", "ring", "ring"]));
}

#[test]
fn what_is_no_exercise_has_a_rule_too() {
    assert_eq!(not_an_exercise(&NotAnExercise::NoStub).rule, RuleId::StubInventory);
    assert_eq!(not_an_exercise(&NotAnExercise::NoTest).rule, RuleId::StubInventory);
    let twice = not_an_exercise(&NotAnExercise::SameTestTwice("test_a_b".to_owned()));
    assert_eq!((twice.rule, twice.ok, twice.findings.len()), (RuleId::TestNames, false, 1));
}
