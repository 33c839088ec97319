use crate::exercise::{Exercise, Head, TextFile};
use crate::proof::report::RuleId;
use crate::proof::subject::{LessonSection, Subject};
use crate::session::Depth;

const RUST: &str = r#"=== src/lib.rs
//! A ferry.

pub const SEATS: u32 = 40;

/// How many seats are left after `taken` were sold; an error with the words "ferry is full" when there are more passengers than seats.
///
/// ex-1. First principle: a Result says what went wrong.
/// Lesson: section 1, "What went wrong". Test: test_seats_left_counts_down
/// Start here: compare with SEATS.
pub fn seats_left(taken: u32) -> Result<u32, String> {
    todo!("ex-1")
}

/// Whether a ferry with so many passengers sails.
///
/// ex-2. First principle: a bool answers a question.
/// Lesson: section 2. Test: test_sails_with_somebody_on_board
/// Start here: nobody on board means no.
pub fn sails(passengers: u32) -> bool {
    todo!("ex-2")
}
=== tests/ferry.rs
use exercise::*;

// ex-1

#[test]
fn test_seats_left_counts_down() {
    assert_eq!(seats_left(0), Ok(40));
    assert_eq!(seats_left(39), Ok(1));
}

#[test]
fn test_seats_left_refuses_too_many() {
    assert_eq!(seats_left(41), Err("ferry is full".to_string()));
}

// ex-2

#[test]
fn test_sails_with_somebody_on_board() {
    assert!(sails(1));
    assert!(!sails(0));
}
=== solution src/lib.rs
pub const SEATS: u32 = 40;

pub fn seats_left(taken: u32) -> Result<u32, String> {
    SEATS.checked_sub(taken).ok_or("ferry is full".to_string())
}

pub fn sails(passengers: u32) -> bool {
    passengers > 0
}
=== lesson ex-1 What went wrong
Words.

```rust worked
fn main() {}
```

Now write `seats_left`.
=== lesson ex-2 A question
```rust worked
fn main() {}
```

Now write `sails`.
"#;

fn subject(text: &str) -> Subject<'static> {
    let language = crate::language::by_name("rust").expect("Rust");
    let (mut starter, mut tests, mut reference, mut lesson) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for part in text.split("=== ").filter(|p| !p.is_empty()) {
        let (head, content) = part.split_once('\n').expect("a head line");
        let file = |path: &str| TextFile { path: path.to_owned(), content: content.to_owned() };
        if let Some(path) = head.strip_prefix("solution ") {
            reference.push(file(path));
        } else if let Some((unit, title)) = head.strip_prefix("lesson ").and_then(|h| h.split_once(' ')) {
            let name = format!("lesson/{}", lesson.len() + 1);
            let text = content.to_owned();
            lesson.push(LessonSection {
                name,
                title: title.to_owned(),
                kind: "concept".to_owned(),
                unit: Some(unit.to_owned()),
                content: text,
            });
        } else if head.starts_with("src/") {
            starter.push(file(head));
        } else {
            tests.push(file(head));
        }
    }
    let text = |t: &str| t.to_owned();
    let head = Head { id: text("X"), node_id: text("X"), title: text("t"), depth: Depth::D1, description: text("d"), needs: Vec::new() };
    Subject {
        language,
        exercise: Exercise::derive(head, language, &starter, &tests).expect("an exercise"),
        starter,
        tests,
        reference,
        lesson: Some(lesson),
        alternatives: Default::default(),
        wrong: Default::default(),
        slips: Default::default(),
        blind: None,
        equivalent: Vec::new(),
        versions: Vec::new(),
        pack: None,
    }
}

fn broken_rules(text: &str) -> Vec<RuleId> {
    let subject = subject(text);
    let mut found: Vec<RuleId> = super::check(&subject).into_iter().filter(|c| !c.ok).map(|c| c.rule).collect();
    if !super::of_the_reference(&subject).is_empty() {
        found.push(RuleId::ReferencePasses);
    }
    found
}

#[test]
fn a_sound_exercise_breaks_no_rule() {
    assert_eq!(broken_rules(RUST), []);
}

#[test]
fn each_edit_breaks_the_rule_it_is_about_and_no_other() {
    let cases = [
        (RuleId::StubInventory, "todo!(\"ex-2\")", "todo!(\"ex-2\");\n    true"),
        (RuleId::StubInventory, "pub fn sails(passengers: u32) -> bool {\n    passengers > 0\n}", ""),
        (RuleId::StubComment, "First principle: a bool", "A bool"),
        (RuleId::StubComment, "Start here: nobody", "Nobody"),
        (RuleId::StubComment, "Test: test_sails_with_somebody_on_board", "Test: test_sails_into_the_harbour"),
        (RuleId::StubComment, "Lesson: section 2.", "Lesson: section 7."),
        (RuleId::StubComment, "Start here: nobody", "The learner must know this. Start here: nobody"),
        (RuleId::UnitIds, "// ex-2\n", "// ex-3\n"),
        (RuleId::TestNames, "fn test_seats_left_refuses_too_many", "fn test_too_many_are_refused"),
        (RuleId::TestNames, "fn test_seats_left_refuses_too_many", "fn test_seats_left_2"),
        (RuleId::OneStubPerTest, "assert!(sails(1));", "assert!(sails(seats_left(39).unwrap()));"),
        (RuleId::VisibleConstants, "Err(\"ferry is full\".to_string()));", "Err(\"no room\".to_string()));"),
        (RuleId::DistinctValues, "    assert!(!sails(0));\n", ""),
        (RuleId::PanicExpected, "#[test]\nfn test_seats_left_refuses", "#[test]\n#[should_panic]\nfn test_seats_left_refuses"),
        (RuleId::LessonNamesStub, "Now write `sails`.", "Now write it."),
        (RuleId::WorkedExampleFirst, "=== lesson ex-2 A question\n```rust worked\nfn main() {}\n```\n", "=== lesson ex-2 A question\n"),
        (
            RuleId::ReferencePasses,
            "pub const SEATS: u32 = 40;\n\npub fn seats_left(taken: u32) -> Result<u32, String> {\n    SEATS",
            "pub const SEATS: u32 = 30;\n\npub fn seats_left(taken: u32) -> Result<u32, String> {\n    SEATS",
        ),
    ];
    for (rule, from, to) in cases {
        assert!(RUST.contains(from), "{from}");
        assert_eq!(broken_rules(&RUST.replacen(from, to, 1)), [rule], "{from} -> {to}");
    }
}

#[test]
fn tests_come_in_the_order_of_their_units() {
    let (first, rest) = RUST.split_once("// ex-1\n").expect("the tests");
    let (ex_1, rest) = rest.split_once("// ex-2\n").expect("the tests");
    let (ex_2, rest) = rest.split_once("=== solution").expect("the solution");
    assert_eq!(broken_rules(&format!("{first}// ex-2\n{ex_2}\n// ex-1\n{ex_1}=== solution{rest}")), [RuleId::TestOrder]);
}

#[test]
fn what_a_correct_author_may_do_breaks_nothing() {
    let cases = [
        ("assert_eq!(seats_left(41), Err(\"ferry is full\".to_string()));", "assert_eq!(seats_left(41).unwrap_err(), \"ferry is full\");"),
        (
            "    assert!(sails(1));\n    assert!(!sails(0));",
            "    for (people, goes) in [(0, false), (1, true)] {\n        assert_eq!(sails(people), goes);\n    }",
        ),
        ("use exercise::*;\n", "use exercise::*;\n\nconst CROWD: u32 = 41;\n"),
        ("Now write `sails`.", "Now write `sails(passengers)`."),
        ("// ex-2\n\n", "// ex-2: one question\n\n"),
    ];
    for (from, to) in cases {
        assert!(RUST.contains(from), "{from}");
        assert_eq!(broken_rules(&RUST.replacen(from, to, 1)), [], "{from} -> {to}");
    }
}
