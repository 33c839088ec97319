//! Ways to break the ferry, in Rust: its stubs, names and lesson.

use super::Break;

pub const RUST: &[Break] = &[
    ("stub_inventory", "a mark without its unit", &[("todo!(\"ex-2\")", "todo!()")]),
    ("stub_inventory", "two marks", &[("    todo!(\"ex-1\")", "    if cars > 9 {\n        todo!(\"ex-1\")\n    }\n    todo!(\"ex-1\")")]),
    ("stub_inventory", "code behind the mark", &[("todo!(\"ex-1\")", "todo!(\"ex-1\");\n    0")]),
    ("stub_inventory", "the mark inside a branch", &[("todo!(\"ex-1\")", "if cars > 0 { todo!(\"ex-1\") } else { 0 }")]),
    ("stub_inventory", "a gap between units", &[("todo!(\"ex-3\")", "todo!(\"ex-4\")")]),
    ("stub_inventory", "a mark that names no unit", &[("todo!(\"ex-2\")", "todo!(\"write the fare\")")]),
    ("stub_inventory", "another macro", &[("todo!(\"ex-2\")", "unimplemented!(\"ex-2\")")]),
    ("stub_inventory", "a body instead of the mark", &[("todo!(\"ex-2\")", "Ok(0)")]),
    ("stub_inventory", "a stub without a test", &[(FARE_TESTS, "")]),
    (
        "stub_inventory",
        "three tests for one stub",
        &[("// ex-2\n\n#[test]", "#[test]\nfn test_crossings_of_one_car() {\n    assert_eq!(crossings(1), 1);\n}\n\n// ex-2\n\n#[test]")],
    ),
    (
        "stub_inventory",
        "a stub that the reference leaves open",
        &[(
            "=== lesson ex-1",
            "=== solution src/lib.rs\npub struct Deck;\npub enum FareError { NoSuchClass }\npub fn crossings(cars: u32) -> u32 { cars }\npub fn fare(class: char) -> Result<u32, FareError> { todo!(\"ex-2\") }\nimpl Deck { pub fn load(&mut self, cars: u32) { } }\n=== lesson ex-1",
        )],
    ),
    (
        "stub_inventory",
        "a stub that the reference lacks",
        &[(
            "=== lesson ex-1",
            "=== solution src/lib.rs\npub struct Deck;\npub enum FareError { NoSuchClass }\npub fn crossings(cars: u32) -> u32 { cars }\nimpl Deck { pub fn load(&mut self, cars: u32) { } }\n=== lesson ex-1",
        )],
    ),
    ("stub_comment", "no first principle", &[("// First principle: a Result carries the answer or the reason.\n", "")]),
    (
        "stub_comment",
        "an empty first principle",
        &[(
            "// First principle: a Result carries the answer or the reason.\n// Lesson: LESSON.md, section 2 \"An answer or a reason\".\n// Test: test_fare_of_a_small_car\n// Start here: match on the class.",
            "// Lesson: LESSON.md, section 2 \"An answer or a reason\".\n// Test: test_fare_of_a_small_car\n// Start here:\n// First principle:",
        )],
    ),
    (
        "stub_comment",
        "a reminder behind the cue",
        &[("// Start here: match on the class.\n", "// Start here: match on the class.\n// Remember that a class may be unknown.\n")],
    ),
    ("stub_comment", "no cue", &[("// Start here: match on the class.\n", "")]),
    ("stub_comment", "the learner must", &[("Start here: match on the class.", "Start here: the learner must match on the class.")]),
    ("stub_comment", "a test that is not there", &[("// Test: test_fare_of_a_small_car", "// Test: test_fare_of_a_big_car")]),
    ("stub_comment", "the test of another stub", &[("// Test: test_fare_of_a_small_car", "// Test: test_crossings_rounds_up")]),
    ("stub_comment", "no test", &[("// Test: test_fare_of_a_small_car\n", "")]),
    ("stub_comment", "no section", &[("// Lesson: LESSON.md, section 2 \"An answer or a reason\".\n", "")]),
    ("stub_comment", "a section that is not there", &[("section 2 \"An answer or a reason\"", "section 12 \"An answer or a reason\"")]),
    ("stub_comment", "another section's title", &[("section 2 \"An answer or a reason\"", "section 2 \"Whole crossings\"")]),
    ("stub_comment", "the section of another unit", &[("section 2 \"An answer or a reason\"", "section 1 \"Whole crossings\"")]),
    ("stub_comment", "the number of another unit's section", &[("section 2 \"An answer or a reason\"", "section 3")]),
    ("stub_comment", "no unit", &[("// ex-2: what a car", "// What a car")]),
    ("stub_comment", "the unit of another stub", &[("// ex-2: what a car", "// ex-1: what a car")]),
    ("stub_comment", "a blank line above the stub", &[("// Start here: match on the class.\n", "// Start here: match on the class.\n\n")]),
    (
        "stub_comment",
        "a note behind the cue",
        &[("// Start here: match on the class.\n", "// Start here: match on the class.\n// Note: an unknown letter is no class.\n")],
    ),
    (
        "stub_comment",
        "a paragraph behind the cue",
        &[("// Start here: match on the class.\n", "// Start here: match on the class.\n//\n// What no car has is refused as well.\n")],
    ),
    (
        "unit_ids",
        "a section before that of an earlier unit",
        &[
            (LOAD_SECTION, ""),
            ("=== lesson ex-1", LOAD_SECTION_FIRST),
            ("section 1 \"Whole", "section 2 \"Whole"),
            ("section 2 \"An answer", "section 3 \"An answer"),
            ("section 3 \"A method", "section 1 \"A method"),
        ],
    ),
    ("unit_ids", "a heading for a unit that is not there", &[("// ex-2\n\n#[test]", "// ex-7\n\n#[test]")]),
    ("unit_ids", "a heading for another unit", &[("// ex-2\n\n#[test]", "// ex-3\n\n#[test]")]),
    ("unit_ids", "a section for a unit that is not there", &[("=== lesson ex-2", "=== lesson ex-9")]),
    ("unit_ids", "a lesson that speaks of another unit", &[("A Result is one of two.", "A Result is one of two, as in ex-6.")]),
    (
        "unit_ids",
        "a comment that speaks of another unit",
        &[("// Start here: match on the class.", "// Start here: match on the class, with what ex-8 gave.")],
    ),
    (
        "test_names",
        "not named after its stub",
        &[
            ("fn test_fare_of_a_small_car", "fn test_price_of_a_small_car"),
            ("// Test: test_fare_of_a_small_car", "// Test: test_fare_refuses_an_unknown_class"),
        ],
    ),
    ("test_names", "a number", &[("fn test_crossings_of_no_cars_is_zero", "fn test_crossings_2")]),
    ("test_names", "a numbered case", &[("fn test_crossings_of_no_cars_is_zero", "fn test_crossings_case_2")]),
    ("test_names", "no assertion", &[("fn test_crossings_of_no_cars_is_zero", "fn test_crossings")]),
    ("test_names", "no test_ in front", &[("fn test_crossings_of_no_cars_is_zero", "fn crossings_of_no_cars_is_zero")]),
    (
        "test_names",
        "named after another stub",
        &[
            (
                "fn test_crossings_of_no_cars_is_zero() {\n    assert_eq!(crossings(0), 0);",
                "fn test_crossings_of_no_cars_is_zero() {\n    assert_eq!(fare('b'), Ok(0));",
            ),
            ("assert_eq!(crossings(ROOM), 1)", "assert_eq!(crossings(0), 0)"),
        ],
    ),
    (
        "test_names",
        "a test that is never run",
        &[("#[test]\nfn test_crossings_of_no_cars_is_zero", "#[allow(dead_code)]\nfn test_crossings_of_no_cars_is_zero")],
    ),
    (
        "test_order",
        "a unit's tests at the end",
        &[
            (CROSSINGS_TESTS, ""),
            (
                "=== lesson ex-1",
                "\n// ex-1\n\n#[test]\nfn test_crossings_rounds_up() {\n    assert_eq!(crossings(7), 2);\n    assert_eq!(crossings(1), 1);\n}\n=== lesson ex-1",
            ),
        ],
    ),
    (
        "test_order",
        "one test too late",
        &[
            (ZERO_TEST, ""),
            (
                "// ex-3\n\n#[test]",
                "#[test]\nfn test_crossings_of_no_cars_is_zero() {\n    assert_eq!(crossings(0), 0);\n}\n\n// ex-3\n\n#[test]",
            ),
        ],
    ),
    (
        "test_order",
        "one test too early",
        &[
            (
                "    deck.load(1);\n    assert_eq!(deck, Deck { cars: 4 });\n}\n\n#[test]\n#[should_panic(expected = \"the deck is full\")]\nfn test_load_panics_on_a_full_deck() {\n    Deck { cars: ROOM }.load(1);\n}\n",
                "    deck.load(1);\n    assert_eq!(deck, Deck { cars: 4 });\n}\n",
            ),
            (
                "// ex-1\n\n#[test]",
                "#[test]\nfn test_load_twice() {\n    let mut deck = Deck { cars: 1 };\n    deck.load(4);\n    assert_eq!(deck.cars, 5);\n}\n\n// ex-1\n\n#[test]",
            ),
        ],
    ),
    (
        "lesson_names_stub",
        "a section that names nothing",
        &[("This section prepares `fare`. A Result", "A Result"), ("Your turn: write `fare`.", "Your turn.")],
    ),
    ("lesson_names_stub", "another's idea", &[("A Result is one of two.", "The idea: a method with `&mut self` changes its value.")]),
    (
        "lesson_names_stub",
        "a name without backticks",
        &[("prepares `load`", "prepares load"), ("Now implement `load`.\n=== lesson -", "Now implement load.\n=== lesson -")],
    ),
    ("lesson_names_stub", "a section for another unit", &[("=== lesson ex-2 concept", "=== lesson ex-1 concept")]),
    ("lesson_names_stub", "a section that is missing", &[("=== lesson ex-3 worked_example", "=== lesson ex-3 bridge")]),
    (
        "worked_example_first",
        "a fragment instead",
        &[(
            "This section prepares `fare`. A Result is one of two.\n\n```rust worked",
            "This section prepares `fare`. A Result is one of two.\n\n```rust",
        )],
    ),
    ("worked_example_first", "asked before the example", &[("A Result is one of two.", "A Result is one of two. Now implement `fare`.")]),
    ("worked_example_first", "no example", &[("```rust worked\nfn main() {\n    println!(\"{}\", 7 / 2);\n}\n```\n", "")]),
    (
        "worked_example_first",
        "an example behind the question",
        &[(
            "This section prepares `crossings`. A division leaves a rest.",
            "This section prepares `crossings`.\n\nYour turn: write `crossings`.",
        )],
    ),
];

const FARE_TESTS: &str = "// ex-2\n\n#[test]\nfn test_fare_of_a_small_car() {\n    assert_eq!(fare('s'), Ok(12));\n}\n\n#[test]\nfn test_fare_refuses_an_unknown_class() {\n    assert_eq!(fare('?'), Err(FareError::NoSuchClass));\n}\n";
const ZERO_TEST: &str = "#[test]\nfn test_crossings_of_no_cars_is_zero() {\n    assert_eq!(crossings(0), 0);\n}\n\n";
const CROSSINGS_TESTS: &str = "// ex-1\n\n#[test]\nfn test_crossings_rounds_up() {\n    assert_eq!(crossings(7), 2);\n    assert_eq!(crossings(ROOM), 1);\n}\n\n#[test]\nfn test_crossings_of_no_cars_is_zero() {\n    assert_eq!(crossings(0), 0);\n}\n";
const LOAD_SECTION: &str = "=== lesson ex-3 worked_example A method that changes\nThis section prepares `load`. A method can change what it is called on.\n\n```rust worked\nfn main() {\n    let mut v = vec![1];\n    v.push(2);\n    println!(\"{v:?}\");\n}\n```\n\n```text\n[1, 2]\n```\n\nNow implement `load`.\n";
const LOAD_SECTION_FIRST: &str = "=== lesson ex-3 worked_example A method that changes\nThis section prepares `load`.\n\n```rust worked\nfn main() {}\n```\n\nNow implement `load`.\n=== lesson ex-1";
