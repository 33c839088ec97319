//! What every exercise of the bank owes its learner: comments that orient, constants in sight, tests that name what they ask, lessons that enable.

use std::collections::BTreeSet;

use etude::curriculum;
use etude::exercise::TextFile;
use etude::language::{self, Language};
use etude::pack::{Bank, Pack};
use etude::pipeline::{self, Plan};
use etude::provider::bank::BankProvider;
use etude::syntax::Function;

use crate::recorded::Bench;

/// One node of the bank as a learner gets it.
struct Made {
    pack: Pack,
    language: &'static Language,
    lesson: String,
    starter: Vec<TextFile>,
    tests: Vec<TextFile>,
}

fn every_exercise() -> Vec<Made> {
    let nodes = Bank::Embedded.list().into_iter().filter_map(|(_, node)| curriculum::node(&node));
    let all: Vec<Made> = nodes.map(make).collect();
    assert!(all.len() >= 2, "the bank has an exercise for each language");
    all
}

fn make(node: &curriculum::Node) -> Made {
    let bench = Bench::new();
    let language = language::by_name(&node.language).expect("a language");
    let pack = Bank::Embedded.load(&node.language, &node.id).expect("a pack");
    let provider = BankProvider::new(pack.clone());
    let plan = Plan { language, node, depth: pack.meta.depth, pack: None, etude: "etude", draft: None };
    let started = bench.work(|work| pipeline::start(work, &provider, plan)).expect("the exercise is made");
    let root = started.session.workspace(bench.store.home().root());
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("a file of the workspace");
    let files = |folder: &str, of: &[TextFile]| {
        of.iter().map(|f| TextFile { path: f.path.clone(), content: read(&format!("{folder}/{}", f.path)) }).collect()
    };
    let (starter, tests) = (files("src", &pack.starter), files("tests", &pack.tests));
    Made { lesson: read("LESSON.md"), starter, tests, language, pack }
}

impl Made {
    fn functions(&self, files: &[TextFile]) -> Vec<(Function, String)> {
        let syntax = self.language.syntax().expect("a syntax");
        let of = |f: &TextFile| syntax.outline(&f.content).functions.into_iter().map(|g| (body_of(&g, &f.content), g)).collect::<Vec<_>>();
        files.iter().flat_map(of).map(|(body, function)| (function, body)).collect()
    }

    fn stubs(&self) -> Vec<Function> {
        let stubs: Vec<Function> = self.functions(&self.starter).into_iter().map(|(f, _)| f).filter(|f| f.unwritten.is_some()).collect();
        assert!(stubs.len() >= 4, "{} has units to work on", self.pack.meta.node);
        stubs
    }

    fn test_functions(&self) -> Vec<(Function, String)> {
        self.functions(&self.tests).into_iter().filter(|(f, _)| f.is_test).collect()
    }

    fn headings(&self) -> Vec<&str> {
        self.lesson.lines().filter_map(|l| l.strip_prefix("## ")).collect()
    }
}

fn body_of(function: &Function, text: &str) -> String {
    function.body.clone().and_then(|range| text.get(range)).unwrap_or_default().to_owned()
}

/// Words as a compiler sees them.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect()
}

#[test]
fn every_stub_comment_names_its_unit_and_first_principle() {
    for made in every_exercise() {
        for stub in made.stubs() {
            let unit = stub.unwritten.as_deref().expect("a unit");
            assert!(words(&stub.comment.replace('-', "_")).contains(unit.replace('-', "_").as_str()), "{} names {unit}", stub.name);
            let (_, after) = stub.comment.split_once("First principle:").unwrap_or_else(|| panic!("{} has a first principle", stub.name));
            assert!(after.lines().next().is_some_and(|l| l.trim().len() > 20), "{}: {after}", stub.name);
        }
    }
}

#[test]
fn every_stub_comment_names_its_lesson_section_and_its_test() {
    for made in every_exercise() {
        let tests: Vec<String> = made.test_functions().into_iter().map(|(f, _)| f.name).collect();
        for stub in made.stubs() {
            let comment = stub.comment.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(comment.contains("LESSON.md"), "{}: {comment}", stub.name);
            let named = made.headings().into_iter().any(|heading| {
                let (number, title) = heading.split_once(". ").expect("a numbered heading");
                comment.contains(&format!("section {number}")) && comment.contains(title)
            });
            assert!(named, "{} names a section of the lesson by number and title: {comment}", stub.name);
            let own = format!("test_{}_", stub.name);
            assert!(
                tests.iter().any(|t| t.starts_with(&own) && words(&comment).contains(t.as_str())),
                "{} names its test: {comment}",
                stub.name
            );
        }
    }
}

#[test]
fn every_stub_comment_ends_with_where_to_start_and_lists_no_duties() {
    for made in every_exercise() {
        for stub in made.stubs() {
            let comment = stub.comment.to_lowercase();
            assert!(!comment.contains("the learner must") && !comment.contains("you must"), "{}: {comment}", stub.name);
            let (before, after) = comment.split_once("start here:").unwrap_or_else(|| panic!("{} says where to start", stub.name));
            let listed = |l: &str| l.trim_start().starts_with(['-', '*']) || l.trim_start().starts_with(|c: char| c.is_ascii_digit());
            assert!(!after.lines().any(listed), "{} lists steps: {after}", stub.name);
            let later = ["first principle:", "lesson:", "test:"].iter().any(|part| after.contains(part));
            assert!(!later && before.contains("first principle:"), "{}: the cue comes last", stub.name);
        }
    }
}

/// A word that a program gives to a constant or a flag.
fn is_constant(word: &str) -> bool {
    word.len() > 2
        && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        && word.starts_with(|c: char| c.is_ascii_uppercase())
}

#[test]
fn every_constant_that_a_test_uses_stands_in_the_starter() {
    let of_the_harness = ["TEST_ASSERT", "TEST_ASSERT_EQ", "TEST_ASSERT_STR_EQ", "TEST_ASSERT_FLOAT_EQ", "NULL", "MAX", "MIN"];
    for made in every_exercise() {
        let starter: String = made.starter.iter().map(|f| f.content.as_str()).collect();
        let tests: String = made.tests.iter().map(|f| f.content.as_str()).collect();
        // The length of a test's own data is no part of the contract.
        let is_length = |w: &str| tests.contains(&format!("{w} = sizeof")) || tests.contains(&format!("#define {w} (sizeof"));
        let known = words(&starter);
        let mut seen = 0;
        for (test, body) in made.test_functions() {
            for constant in words(&body).into_iter().filter(|w| is_constant(w) && !of_the_harness.contains(w) && !w.ends_with("_MAX")) {
                assert!(known.contains(constant) || is_length(constant), "{} uses {constant}, which the starter does not show", test.name);
                seen += 1;
            }
        }
        assert!(seen > 0 || made.language.name == "rust", "{} has constants to look at", made.pack.meta.node);
    }
}

#[test]
fn the_starter_alone_tells_the_whole_contract_of_each_stub() {
    for made in every_exercise() {
        let starter: String = made.starter.iter().map(|f| f.content.as_str()).collect();
        let stubs = made.stubs();
        let named: BTreeSet<&str> = made.pack.meta.units.iter().flat_map(|u| u.stubs.iter().map(String::as_str)).collect();
        assert_eq!(stubs.iter().map(|s| s.name.as_str()).collect::<BTreeSet<_>>(), named, "every stub of the pack is in the starter");
        for stub in &stubs {
            // What is promised, before how to begin: in the comment itself, or with the declaration in the header.
            let declared = made.starter.iter().filter(|f| f.path.ends_with(".h")).any(|f| f.content.contains(&format!("{}(", stub.name)));
            let promise = stub.comment.split("First principle:").next().unwrap_or_default();
            assert!(declared || promise.split_whitespace().count() > 6, "{} says what it answers: {promise}", stub.name);
        }
        // What the tests include beyond the harness is the starter's own.
        for file in &made.tests {
            for include in file.content.lines().filter_map(|l| l.trim().strip_prefix("#include \"")) {
                let name = include.trim_end_matches('"');
                assert!(name == "test.h" || made.starter.iter().any(|f| f.path == name), "{name}");
            }
        }
        assert!(!starter.to_lowercase().contains("see the test"), "{}: nobody is sent to the tests", made.pack.meta.node);
    }
}

#[test]
fn every_lesson_section_of_a_unit_names_a_stub_that_it_enables() {
    for made in every_exercise() {
        for lesson in made.pack.meta.lessons.iter().filter(|l| l.unit.is_some()) {
            let unit = made.pack.meta.units.iter().find(|u| Some(&u.id) == lesson.unit.as_ref()).expect("the unit exists");
            let text = &made.pack.lesson.iter().find(|f| f.path == lesson.file).expect("the file").content;
            assert!(unit.stubs.iter().any(|s| text.contains(&format!("`{s}`"))), "{} names a stub of {}", lesson.file, unit.id);
            assert!(made.lesson.contains(text.trim()), "{} stands in LESSON.md", lesson.file);
        }
    }
}

#[test]
fn every_unit_has_a_worked_example_before_its_stub_is_asked_for() {
    for made in every_exercise() {
        let fence = format!("```{} worked", made.language.fence);
        for lesson in made.pack.meta.lessons.iter().filter(|l| l.unit.is_some()) {
            let unit = made.pack.meta.units.iter().find(|u| Some(&u.id) == lesson.unit.as_ref()).expect("the unit exists");
            let text = &made.pack.lesson.iter().find(|f| f.path == lesson.file).expect("the file").content;
            let example = text.find(&fence).unwrap_or_else(|| panic!("{}/{} has a worked example", made.pack.meta.node, lesson.file));
            let asked = unit.stubs.iter().filter_map(|s| text.rfind(&format!("`{s}`"))).max();
            assert!(asked > Some(example), "{} asks for {:?} after the example", lesson.file, unit.stubs);
        }
    }
}

#[test]
fn every_test_is_named_after_its_stub_and_what_it_asserts() {
    for made in every_exercise() {
        let stubs: Vec<String> = made.stubs().into_iter().map(|s| s.name).collect();
        for (test, _) in made.test_functions() {
            let stub = stubs.iter().filter(|s| test.name.starts_with(&format!("test_{s}_"))).max_by_key(|s| s.len());
            let stub = stub.unwrap_or_else(|| panic!("{} is named after a stub", test.name));
            let assertion = &test.name[format!("test_{stub}_").len()..];
            assert!(
                assertion.contains('_') && !assertion.chars().all(|c| c.is_ascii_digit() || c == '_'),
                "{} states something",
                test.name
            );
        }
    }
}

#[test]
fn every_test_asks_exactly_one_stub_in_the_order_of_the_units() {
    for made in every_exercise() {
        let stubs = made.stubs();
        let mut units = Vec::new();
        for (test, body) in made.test_functions() {
            let asked: Vec<&Function> = stubs.iter().filter(|s| words(&body).contains(s.name.as_str())).collect();
            let [stub] = asked.as_slice() else { panic!("{} asks {} stubs", test.name, asked.len()) };
            assert!(test.name.starts_with(&format!("test_{}_", stub.name)), "{} asks {}", test.name, stub.name);
            units.push(stub.unwritten.clone().expect("a unit"));
        }
        assert!(units.is_sorted(), "{}: {units:?}", made.pack.meta.node);
    }
}
