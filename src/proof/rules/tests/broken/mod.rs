//! Exercises broken in one way each: the rule that finds it, and no other, is expected.

mod c;
mod clock;
mod rust;
mod rust_tests;

use super::{failed, subject};

const FERRY: &str = include_str!("../exercises/ferry.txt");
const BUFFER: &str = include_str!("../exercises/buffer.txt");

/// The rule, what was done, and the changes that do it.
type Break = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

fn each_is_found(language: &str, whole: &str, breaks: &[Break]) {
    assert_eq!(failed(&subject(language, whole)), Vec::<String>::new(), "the whole exercise");
    let mut wrong = Vec::new();
    for (rule, what, changes) in breaks {
        let mut text = whole.to_owned();
        for (from, to) in *changes {
            assert!(text.contains(from), "{what}: {from:?} is not there");
            text = text.replacen(from, to, 1);
        }
        let found = failed(&subject(language, &text));
        let rules: std::collections::BTreeSet<&str> = found.iter().filter_map(|f| f.split(':').next()).collect();
        if rules.iter().copied().collect::<Vec<_>>() != [*rule] {
            wrong.push(format!("{rule}, {what}: {found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), breaks.len(), wrong.join("\n"));
}

#[test]
fn broken_rust_exercises_are_found_by_their_rule() {
    each_is_found("rust", FERRY, rust::RUST);
    each_is_found("rust", FERRY, rust_tests::RUST);
    each_is_found("rust", FERRY, clock::RUST);
}

#[test]
fn broken_c_exercises_are_found_by_their_rule() {
    each_is_found("c", BUFFER, c::C);
    each_is_found("c", BUFFER, clock::C);
}

#[test]
fn what_only_clears_the_one_thing_it_is_handed_need_not_show_two_values() {
    let one_value = BUFFER.replace("    TEST_ASSERT_EQ(one.bytes[0], '\\0');\n", "");
    assert_ne!(one_value, BUFFER);
    assert_eq!(failed(&subject("c", &one_value)), Vec::<String>::new());
}

#[test]
fn a_name_that_nobody_knows_may_be_misspelt() {
    let misspelt = FERRY.replace("Err(FareError::NoSuchClass));", "Err(FareError::NoSuchKlass));");
    let says =
        |text: &str, what: &str| failed(&subject("rust", text)).iter().any(|f| f.starts_with("visible_constants") && f.contains(what));
    let solved = misspelt.replacen("=== lesson ex-1", rust_tests::SOLUTION, 1);
    assert!(says(&solved, "`NoSuchKlass`, which neither the starter nor the reference defines"));
    assert!(says(&solved.replace("enum FareError { NoSuchClass }", "enum FareError { NoSuchKlass }"), "which the starter does not define"));
}

#[test]
fn a_message_may_be_shown_with_another_input_in_it() {
    let expects = FERRY.replace("Err(FareError::NoSuchClass));", "Err(\"no class of letter ?\".to_string()));");
    let hidden = |text: &str| failed(&subject("rust", text)).iter().filter(|f| f.starts_with("visible_constants")).count();
    assert_eq!(hidden(&expects), 1);
    let shown = expects.replacen("/// Cars that fit", "/// For the letter X it says `no class of letter X`.\n/// Cars that fit", 1);
    assert_ne!(shown, expects);
    assert_eq!(hidden(&shown), 0);
}

const GAUGE: &str = "=== src/lib.rs
//! A gauge.

pub const TOP: u32 = 900;

//@ex-1 test_level_ends_at_the_top
pub fn level(text: &str) -> Option<u32> {
    todo!(\"ex-1\")
}
=== solution src/lib.rs
pub const TOP: u32 = 900;

pub fn level(text: &str) -> Option<u32> {
    text.parse().ok().filter(|n| *n <= TOP)
}
=== tests/gauge.rs
use exercise::*;

// ex-1

#[test]
fn test_level_ends_at_the_top() {
    assert_eq!(level(\"900\"), Some(900));
    assert_eq!(level(\"901\"), None);
}
=== lesson ex-1 concept The gauge
`level` is prepared here.

```rust worked
fn main() {}
```

Now implement `level`.
";

const ROW: &str = "=== src/lib.rs
//! A row of seats.

pub const LAST: char = 'H';

//@ex-1 test_seat_ends_with_the_row
pub fn seat(text: &str) -> Option<char> {
    todo!(\"ex-1\")
}
=== solution src/lib.rs
pub const LAST: char = 'H';

pub fn seat(text: &str) -> Option<char> {
    text.chars().last().filter(|c| ('A'..=LAST).contains(c))
}
=== tests/row.rs
use exercise::*;

// ex-1

#[test]
fn test_seat_ends_with_the_row() {
    assert_eq!(seat(\"12H\"), Some('H'));
    assert_eq!(seat(\"12I\"), None);
    assert_eq!(seat(\"2C\"), Some('C'));
}
=== lesson ex-1 concept The row
`seat` is prepared here.

```rust worked
fn main() {}
```

Now implement `seat`.
";

#[test]
fn a_letter_that_only_the_reference_knows_as_a_limit_is_found() {
    const SILENT: &[Break] = &[
        ("visible_constants", "the letter is gone", &[("pub const LAST: char = 'H';\n\n//@ex-1", "//@ex-1")]),
        (
            "visible_constants",
            "the letter is written out in the reference alone",
            &[
                ("pub const LAST: char = 'H';\n\n//@ex-1", "//@ex-1"),
                ("pub const LAST: char = 'H';\n", ""),
                ("LAST).contains", "'H').contains"),
            ],
        ),
    ];
    each_is_found("rust", ROW, SILENT);
    let told = ROW.replacen("pub const LAST: char = 'H';\n\n//@ex-1", "// Seats go from A to H.\n\n//@ex-1", 1);
    assert_eq!(failed(&subject("rust", &told)), Vec::<String>::new(), "a sentence says it");
    let known = ROW.replacen("pub const LAST: char = 'H';\n\n//@ex-1", "//@ex-1", 1).replace('H', "Z").replace("12I", "12[");
    assert_eq!(failed(&subject("rust", &known)), Vec::<String>::new(), "the last letter of all");
}

#[test]
fn a_limit_that_only_the_reference_knows_is_found_in_a_text_too() {
    const SILENT: &[Break] = &[("visible_constants", "the limit is gone", &[("pub const TOP: u32 = 900;\n\n//@ex-1", "//@ex-1")])];
    each_is_found("rust", GAUGE, SILENT);
    let beside = GAUGE.replacen("pub const TOP: u32 = 900;\n\n//@ex-1", "// It never shows 901.\n\n//@ex-1", 1);
    assert!(!failed(&subject("rust", &beside)).iter().any(|f| f.contains("stands at 900")), "what comes behind it tells it");
}

const LOCK: &str = "=== src/lib.rs
//! A lock on a canal.

pub const DRAUGHT: u32 = 30;

// ex-1: whether a boat may pass. One of more than DRAUGHT decimetres waits.
// First principle: a comparison is a value.
// Lesson: LESSON.md, section 1.
// Test: test_passes_up_to_the_draught
// Start here: at the comparison.
pub fn passes(decimetres: u32) -> bool {
    todo!(\"ex-1\")
}

// ex-2: how many lamps burn behind a lantern of `code`.
// First principle: a match has an arm for every value.
// Lesson: LESSON.md, section 2.
// Test: test_lamps_of_a_known_lantern
// Start here: at the lantern that is known, 71.
pub fn lamps(code: u32) -> u32 {
    todo!(\"ex-2\")
}
=== solution src/lib.rs
pub const DRAUGHT: u32 = 30;

pub fn passes(decimetres: u32) -> bool {
    decimetres <= DRAUGHT
}

pub fn lamps(code: u32) -> u32 {
    if code == 71 { 3 } else { 0 }
}
=== tests/lock.rs
use exercise::*;

// ex-1

#[test]
fn test_passes_up_to_the_draught() {
    assert!(passes(30));
    assert!(!passes(31));
}

// ex-2

#[test]
fn test_lamps_of_a_known_lantern() {
    assert_eq!(lamps(71), 3);
    assert_eq!(lamps(5), 0);
}
=== lesson ex-1 concept Comparing
The keeper compares what a boat draws with what the sill allows: `passes` is prepared here.

```rust worked
fn main() {}
```

Whoever compares gets a value.
A comparison has a type of its own.
It can be kept in a name.
It can be handed on to a caller.
It can be turned round by a sign in front.
It needs no question around it to be answered.
Now implement `passes`.
=== lesson ex-2 concept Matching
A lantern has its own arm, and the others share one: `lamps` is prepared here.

```rust worked
fn main() {}
```

Now implement `lamps`.
";

#[test]
fn words_and_code_that_draw_another_edge_are_found() {
    const EDGES: &[Break] = &[
        ("reference_passes", "from the limit on", &[("One of more than DRAUGHT", "One of at least DRAUGHT")]),
        ("reference_passes", "the code takes less", &[("decimetres <= DRAUGHT", "decimetres < DRAUGHT")]),
        ("visible_constants", "a code that only the reference knows", &[("is known, 71.", "is known.")]),
        (
            "visible_constants",
            "words that only the reference knows",
            &[
                ("pub fn lamps(code: u32) -> u32 {\n    todo", "pub fn lamps(code: u32) -> String {\n    todo"),
                (
                    "pub fn lamps(code: u32) -> u32 {\n    if code == 71 { 3 } else { 0 }",
                    "pub fn lamps(code: u32) -> String {\n    if code == 71 { format!(\"{} of them glow\", 3) } else { String::new() }",
                ),
                ("lamps(71), 3", "lamps(71), \"3 of them glow\""),
                ("lamps(5), 0", "lamps(5), \"\""),
            ],
        ),
        (
            "visible_constants",
            "words that only the reference and a helper of the tests know",
            &[
                ("pub fn lamps(code: u32) -> u32 {\n    todo", "pub fn lamps(code: u32) -> String {\n    todo"),
                (
                    "pub fn lamps(code: u32) -> u32 {\n    if code == 71 { 3 } else { 0 }",
                    "pub fn lamps(code: u32) -> String {\n    if code == 71 { format!(\"{} of them glow\", 3) } else { String::new() }",
                ),
                ("lamps(71), 3", "lamps(71), glowing(3)"),
                ("lamps(5), 0", "lamps(5), \"\""),
                ("use exercise::*;\n", "use exercise::*;\n\nfn glowing(n: u32) -> String {\n    format!(\"{n} of them glow\")\n}\n"),
            ],
        ),
        (
            "visible_constants",
            "a word that the starter has in passing, with a number behind it",
            &[
                ("pub fn lamps(code: u32) -> u32 {\n    todo", "pub fn lamps(code: u32) -> String {\n    todo"),
                (
                    "pub fn lamps(code: u32) -> u32 {\n    if code == 71 { 3 } else { 0 }",
                    "pub fn lamps(code: u32) -> String {\n    if code == 71 { format!(\"burn {}\", 3) } else { String::new() }",
                ),
                ("lamps(71), 3", "lamps(71), \"burn 3\""),
                ("lamps(5), 0", "lamps(5), \"\""),
            ],
        ),
        (
            "visible_constants",
            "one word that only the reference knows",
            &[
                ("pub fn lamps(code: u32) -> u32 {\n    todo", "pub fn lamps(code: u32) -> String {\n    todo"),
                (
                    "pub fn lamps(code: u32) -> u32 {\n    if code == 71 { 3 } else { 0 }",
                    "pub fn lamps(code: u32) -> String {\n    if code == 71 { \"lamps: glimmer\".into() } else { String::new() }",
                ),
                ("lamps(71), 3", "lamps(71), \"lamps: glimmer\""),
                ("lamps(5), 0", "lamps(5), \"\""),
            ],
        ),
    ];
    each_is_found("rust", LOCK, EDGES);
}

#[test]
fn a_section_that_says_again_what_another_says_is_found() {
    let (before, first) = LOCK.split_once("=== lesson ex-1 concept Comparing\n").expect("a lesson");
    let (first, _) = first.split_once("=== lesson ex-2").expect("another");
    let again = format!(
        "{before}=== lesson ex-1 concept Comparing\n{first}=== lesson ex-2 concept Matching\n{}",
        first.replace("`passes`", "`lamps`")
    );
    let found = failed(&subject("rust", &again));
    assert!(found.iter().any(|f| f.starts_with("lesson_names_stub") && f.contains("says again")), "{found:#?}");
}

#[test]
fn a_value_that_no_test_varies_could_be_built_in() {
    use crate::proof::{ablation, mutants};
    let made = |text: &str| {
        let subject = subject("rust", text);
        let source = subject.source_with(&subject.reference);
        let handed = crate::proof::rules::always_the_same(&subject);
        let all = mutants::built_in(subject.language, &subject.starter, &source, &ablation::stubs(&subject), &handed);
        all.into_iter().map(|m| (m.stub, m.before, m.after)).collect::<Vec<_>>()
    };
    assert_eq!(made(LOCK), []);
    let same = LOCK.replace("passes(31)", "passes(30)");
    assert_eq!(made(&same), [("passes".to_owned(), "decimetres".to_owned(), "30".to_owned())]);
}
