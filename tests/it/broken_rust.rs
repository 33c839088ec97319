//! Ways to break a Rust exercise, and the rule that says so.

use crate::broken::{Case, caught};
use crate::proof::{checked, failing};

#[test]
fn a_rust_exercise_broken_in_one_way_is_caught_by_the_rule_it_breaks() {
    const TESTS: &str = "tests/night_train.rs";
    const REFERENCE: &str = "solution/lib.rs";
    caught(
        "rust",
        "S100",
        &[
            Case { rule: "starter_compiles", also: &[], edits: &[(TESTS, "ticket_cents(1)", "ticket_cents(\"1\")")] },
            Case {
                rule: "starter_compiles",
                also: &[],
                edits: &[(
                    "starter/lib.rs",
                    "/// What one",
                    "#[deprecated]\npub fn old() {}\npub fn new() {\n    old()\n}\n\n/// What one",
                )],
            },
            Case {
                rule: "starter_fails_every_test",
                also: &["stub_is_needed"],
                edits: &[(
                    TESTS,
                    "assert_eq!(ticket_cents(0), 0)",
                    "assert!(std::panic::catch_unwind(|| ticket_cents(0)).map_or(true, |c| c == 0))",
                )],
            },
            Case { rule: "reference_passes", also: &[], edits: &[(REFERENCE, "passengers * TICKET_CENTS", "passengers + TICKET_CENTS")] },
            Case {
                rule: "reference_passes",
                also: &[],
                edits: &[
                    (
                        TESTS,
                        "use exercise::*;\n",
                        "use exercise::*;\nuse std::sync::atomic::{AtomicU32, Ordering};\n\nstatic TURN: AtomicU32 = AtomicU32::new(0);\n",
                    ),
                    (
                        TESTS,
                        "assert_eq!(ticket_cents(3), 750)",
                        "TURN.store(3, Ordering::SeqCst);\n    std::thread::sleep(std::time::Duration::from_millis(60));\n    assert_eq!(ticket_cents(TURN.load(Ordering::SeqCst)), 750)",
                    ),
                    (
                        TESTS,
                        "assert_eq!(booking_cents(0), 0)",
                        "std::thread::sleep(std::time::Duration::from_millis(25));\n    TURN.store(9, Ordering::SeqCst);\n    assert_eq!(booking_cents(0), 0)",
                    ),
                ],
            },
            Case {
                rule: "reference_passes",
                also: &["mutants_are_rejected"],
                edits: &[(REFERENCE, "    passengers * TICKET_CENTS", "    let spare = 3;\n    passengers * TICKET_CENTS")],
            },
            Case {
                rule: "stub_is_needed",
                also: &[],
                edits: &[(TESTS, "assert_eq!(ticket_cents(3), 750)", "assert_eq!(ticket_cents(3), booking_cents(3) - FEE_CENTS)")],
            },
            Case {
                rule: "stub_is_needed",
                also: &["mutants_are_rejected", "trivial_is_rejected"],
                edits: &[(TESTS, "assert_eq!(booking_cents(0), 0)", "assert_eq!(ticket_cents(0), 0)")],
            },
            Case {
                rule: "trivial_is_rejected",
                also: &["mutants_are_rejected"],
                edits: &[(TESTS, "ticket_cents(0), 0", "ticket_cents(3), 750"), (TESTS, "ticket_cents(1), 250", "ticket_cents(3), 750")],
            },
            Case {
                rule: "alternative_passes",
                also: &[],
                edits: &[("alternatives/by-match.rs", "FEE_CENTS + cents", "FEE_CENTS * cents")],
            },
            Case {
                rule: "wrong_is_rejected",
                also: &[],
                edits: &[(
                    "wrong/fee-per-passenger.rs",
                    "passengers * (TICKET_CENTS + FEE_CENTS)",
                    "if passengers == 0 { 0 } else { ticket_cents(passengers) + FEE_CENTS }",
                )],
            },
            Case {
                rule: "wrong_is_named",
                also: &[],
                edits: &[("pack.toml", "\ntest = \"test_booking_cents_adds", "\ntest = \"test_never_adds")],
            },
            Case { rule: "mutants_are_rejected", also: &[], edits: &[(TESTS, "booking_cents(0), 0", "booking_cents(2), 599")] },
            Case {
                rule: "mutants_are_rejected",
                also: &[],
                edits: &[(
                    "pack.toml",
                    "[[misconception]]",
                    "[[equivalent]]\nstub = \"ticket_cents\"\nbefore = \"a\"\nafter = \"b\"\nwhy = \"c\"\n\n[[misconception]]",
                )],
            },
            Case {
                rule: "test_can_fail",
                also: &["mutants_are_rejected"],
                edits: &[(TESTS, "assert_eq!(ticket_cents(0), 0)", "assert!(ticket_cents(0) >= u32::MIN)")],
            },
            Case {
                rule: "test_can_fail",
                also: &["mutants_are_rejected"],
                edits: &[(TESTS, "assert_eq!(booking_cents(0), 0)", "let _ = booking_cents(0)")],
            },
            Case {
                rule: "test_can_fail",
                also: &["mutants_are_rejected"],
                edits: &[(TESTS, "assert_eq!(booking_cents(0), 0)", "assert_eq!(booking_cents(0), booking_cents(0))")],
            },
            // An assertion that the reference never comes to.
            Case {
                rule: "test_can_fail",
                also: &["mutants_are_rejected"],
                edits: &[(
                    TESTS,
                    "assert_eq!(booking_cents(0), 0);",
                    "if booking_cents(0) > 0 {\n        assert_eq!(booking_cents(0), 0);\n    }",
                )],
            },
            // One that a stub without any such answer never comes to.
            Case {
                rule: "test_can_fail",
                also: &[],
                edits: &[(
                    TESTS,
                    "assert_eq!(booking_cents(0), 0);",
                    "if booking_cents(0) < 9_000 {\n        assert_eq!(booking_cents(0), 0);\n    }",
                )],
            },
            // An example that the reference contradicts, and a promise that it does not keep.
            Case {
                rule: "reference_passes",
                also: &[],
                edits: &[("starter/lib.rs", "booking_cents(1) is 349", "booking_cents(1) is 348")],
            },
            Case {
                rule: "reference_passes",
                also: &[],
                edits: &[("starter/lib.rs", "tickets of a group cost.", "tickets of a group cost, which may be any u32, even `u32::MAX`.")],
            },
            // An assertion that a stub which does nothing never comes to.
            Case {
                rule: "test_can_fail",
                also: &[],
                edits: &[
                    (TESTS, "assert_eq!(ticket_cents(1), 250);", ""),
                    (TESTS, "assert_eq!(ticket_cents(0), 0);", "assert_eq!(ticket_cents(0), 0);\n    assert_eq!(ticket_cents(1), 250);"),
                    (
                        TESTS,
                        "assert_eq!(ticket_cents(3), 750);",
                        "if ticket_cents(3) > 0 {\n        assert_eq!(ticket_cents(3), 750);\n    }",
                    ),
                ],
            },
            Case {
                rule: "starter_keeps_solution",
                also: &[],
                edits: &[(
                    "starter/lib.rs",
                    "    todo!(\"ex-2\")",
                    "    // if passengers == 0 { 0 } else { ticket_cents(passengers) + FEE_CENTS }\n    todo!(\"ex-2\")",
                )],
            },
            // A cue that is the answer, in another shape than the reference's.
            Case {
                rule: "starter_keeps_solution",
                also: &[],
                edits: &[("starter/lib.rs", "write the product of the two numbers.", "write `TICKET_CENTS.saturating_mul(passengers)`.")],
            },
            // A given function that somebody calls, and a stub that needs nothing else.
            Case {
                rule: "starter_keeps_solution",
                also: &[],
                edits: &[(
                    "starter/lib.rs",
                    "/// What one",
                    "fn price(extra: u64, people: u32) -> u64 {\n    (0..people).map(|_| 250).sum::<u64>() + extra\n}\n\npub fn both_ways(people: u32) -> u64 {\n    price(0, people) * 2\n}\n\nfn total(all: &u32) -> u64 {\n    if *all < 1 { return 0; }\n    price(99, *all)\n}\n\npub fn label(all: u32) -> String {\n    format!(\"{}\", total(&all))\n}\n\n/// What one",
                )],
            },
            // A fragment, and code in a sentence.
            Case {
                rule: "worked_example_teaches",
                also: &[],
                edits: &[(
                    "lesson/02-a-question.md",
                    "Both branches",
                    "```rust\nif passengers == 0 { 0 } else { ticket_cents(passengers) + FEE_CENTS }\n```\n\nBoth branches",
                )],
            },
            Case {
                rule: "worked_example_teaches",
                also: &[],
                edits: &[(
                    "lesson/02-a-question.md",
                    "Both branches",
                    "So it is `if passengers == 0 { 0 } else { ticket_cents(passengers) + FEE_CENTS }`. Both branches",
                )],
            },
            // One test needs what another left behind; libtest runs them by their names.
            Case {
                rule: "reference_passes",
                also: &[],
                edits: &[
                    (
                        TESTS,
                        "use exercise::*;",
                        "use exercise::*;\nuse std::sync::atomic::{AtomicU32, Ordering};\n\nstatic SOLD: AtomicU32 = AtomicU32::new(0);",
                    ),
                    (
                        TESTS,
                        "assert_eq!(ticket_cents(0), 0);",
                        "assert_eq!(ticket_cents(0), 0);\n    assert_eq!(SOLD.load(Ordering::SeqCst), 3);",
                    ),
                    (TESTS, "assert_eq!(ticket_cents(3), 750);", "assert_eq!(ticket_cents(3), 750);\n    SOLD.store(3, Ordering::SeqCst);"),
                ],
            },
            Case {
                rule: "worked_example_runs",
                also: &[],
                edits: &[("lesson/01-an-operator.md", "books * grams_each + 40", "books * gram_each")],
            },
            Case { rule: "worked_example_runs", also: &[], edits: &[("lesson/01-an-operator.md", "\n640 g\n", "\n641 g\n")] },
            Case {
                rule: "worked_example_runs",
                also: &[],
                edits: &[("lesson/01-an-operator.md", "compile_fail,E0277", "compile_fail,E0308")],
            },
            Case { rule: "worked_example_runs", also: &[], edits: &[("lesson/01-an-operator.md", "2 * \"40\"", "2 * 40")] },
            Case {
                rule: "worked_example_teaches",
                also: &[],
                edits: &[
                    ("lesson/02-a-question.md", "if age < 6 { 0 } else { 450 }", "if age == 0 { 0 } else { age * 250 + EXTRA }"),
                    ("lesson/02-a-question.md", "fn entry_cents", "const EXTRA: u32 = 99;\n\nfn entry_cents"),
                    ("lesson/02-a-question.md", "\n0 450\n", "\n1349 1599\n"),
                ],
            },
        ],
    );
}

#[test]
fn a_value_that_no_test_varies_is_named() {
    const TESTS: &str = "tests/seeds.rs";
    let failed = failing(&checked(
        "rust",
        "S102",
        &[
            (TESTS, "shelf.lend(3), Ok(0)", "shelf.lend(2), Ok(1)"),
            (TESTS, "assert_eq!(shelf.packets, 0)", "assert_eq!(shelf.packets, 1)"),
            (TESTS, "Shelf { packets: 4 }", "Shelf { packets: 1 }"),
            (TESTS, "shelf.lend(7), Err(LendError::Missing(3))", "shelf.lend(2), Err(LendError::Missing(1))"),
            (TESTS, "assert_eq!(shelf.packets, 4)", "assert_eq!(shelf.packets, 1)"),
        ],
    ));
    let named = |(rule, why): &(String, String)| rule == "mutants_are_rejected" && why.contains("every test has 2 for `wanted`");
    assert!(failed.iter().any(named), "{failed:#?}");
}

#[test]
fn a_loop_that_leaves_out_the_last_is_named_with_the_order_that_shows_it() {
    let failed = failing(&checked("rust", "S102", &[("tests/seeds.rs", "last_of(&[3, 4, 9])", "last_of(&[3, 9, 4])")]));
    let named = |(rule, why): &(String, String)| {
        rule == "mutants_are_rejected"
            && why.contains("`last_of` notices when for item in items stops too soon")
            && why.contains("exchanged")
    };
    assert!(failed.iter().any(named), "{failed:#?}");
}

#[test]
fn what_no_test_comes_to_or_looks_at_is_named_whatever_the_share() {
    const TESTS: &str = "tests/seeds.rs";
    const GIVEN: &str = "    pub packets: u32,\n}\n";
    const SPOILT: &str = "    pub packets: u32,\n}\n\nimpl Shelf {\n    pub fn is_spoilt(&self) -> bool {\n        self.packets.count_ones() > 5\n    }\n}\n";
    let failed = failing(&checked(
        "rust",
        "S102",
        &[
            // A branch that nobody comes into, and a refusal after which nobody looks.
            ("starter/lib.rs", GIVEN, SPOILT),
            ("solution/lib.rs", GIVEN, SPOILT),
            (
                "solution/lib.rs",
                "    shelves.iter().map(|s| s.packets).sum()",
                "    let mut sum = 0;\n    for shelf in shelves {\n        if shelf.is_spoilt() {\n            continue;\n        }\n        sum += shelf.packets;\n    }\n    sum",
            ),
            (TESTS, "    assert_eq!(shelf.packets, 4);\n", ""),
        ],
    ));
    let says = |part: &str| failed.iter().any(|(rule, why)| rule == "mutants_are_rejected" && why.contains(part));
    assert!(says("no test of `count_both` comes into the branch if shelf.is_spoilt()"), "{failed:#?}");
    assert!(says("no test of `lend` notices when it refuses and changes `self.packets` all the same"), "{failed:#?}");
    assert_eq!(failed.len(), 1, "{failed:#?}");
}

#[test]
fn threads_that_lose_updates_are_named() {
    let failed = failing(&checked(
        "rust",
        "S102",
        &[(
            "solution/lib.rs",
            "    std::thread::scope(|scope| {\n        let one = scope.spawn(|| count(left));\n        let other = scope.spawn(|| count(right));\n        one.join().unwrap() + other.join().unwrap()\n    })",
            "    let total = std::sync::atomic::AtomicU32::new(0);\n    let add = |row: &[Shelf]| {\n        let before = total.load(std::sync::atomic::Ordering::SeqCst);\n        total.store(before + count(row), std::sync::atomic::Ordering::SeqCst);\n    };\n    std::thread::scope(|scope| {\n        scope.spawn(|| add(left));\n        scope.spawn(|| add(right));\n    });\n    total.into_inner()",
        )],
    ));
    let named = |(rule, why): &(String, String)| rule == "reference_passes" && why.contains("several threads read `total` in one step");
    assert!(failed.iter().any(named), "{failed:#?}");
}

#[test]
fn a_test_that_demands_an_order_which_the_starter_denies_is_named() {
    const TESTS: &str = "tests/seeds.rs";
    const GIVEN: &str = "    pub packets: u32,\n}\n";
    const LENT: &str = "    pub packets: u32,\n    /// What was taken, in no particular order.\n    pub lent: Vec<u32>,\n}\n";
    let failed = failing(&checked(
        "rust",
        "S102",
        &[
            ("starter/lib.rs", GIVEN, LENT),
            ("solution/lib.rs", GIVEN, LENT),
            ("solution/lib.rs", "self.packets -= wanted;", "self.packets -= wanted;\n        self.lent.push(wanted);"),
            (TESTS, "Shelf { packets: 5 }", "Shelf { packets: 5, lent: Vec::new() }"),
            (TESTS, "Shelf { packets: 4 }", "Shelf { packets: 4, lent: Vec::new() }"),
            (TESTS, "Shelf { packets: *packets }", "Shelf { packets: *packets, lent: Vec::new() }"),
            (TESTS, "assert_eq!(shelf.packets, 0);", "assert_eq!(shelf.packets, 0);\n    assert_eq!(shelf.lent, [2, 3]);"),
        ],
    ));
    let named = |(rule, why): &(String, String)| rule == "alternative_passes" && why.contains("demands an order of lent");
    assert!(failed.iter().any(named), "{failed:#?}");
    assert_eq!(failed.len(), 1, "{failed:#?}");
}

#[test]
fn tests_that_only_count_an_answer_and_messages_of_another_error_are_named() {
    const TESTS: &str = "tests/seeds.rs";
    let failed = failing(&checked(
        "rust",
        "S102",
        &[
            ("starter/lib.rs", "right: &[Shelf]) -> u32", "right: &[Shelf]) -> Vec<u32>"),
            ("starter/lib.rs", "how many packets are on two rows", "how many packets are on each of two rows, in the order of the rows"),
            ("solution/lib.rs", "right: &[Shelf]) -> u32", "right: &[Shelf]) -> Vec<u32>"),
            ("solution/lib.rs", "one.join().unwrap() + other.join().unwrap()", "vec![one.join().unwrap(), other.join().unwrap()]"),
            (TESTS, "count_both(&row(&[1, 2]), &row(&[40])), 43", "count_both(&row(&[1, 2]), &row(&[40])).len(), 2"),
            (TESTS, "count_both(&row(&[]), &row(&[])), 0", "count_both(&row(&[]), &row(&[])).is_empty(), false"),
            // It fails with the code that its fence says, for another reason than the lesson shows.
            (
                "lesson/02-generic.md",
                "println!(\"{}\", same(1, 2));\n}\n```\n",
                "println!(\"{}\", same(1, 2));\n}\n```\n\n```text\nerror[E0369]: binary operation `same` cannot be applied to type `T`\n```\n",
            ),
        ],
    ));
    let says = |of: &str, part: &str| failed.iter().any(|(rule, why)| rule == of && why.contains(part));
    assert!(says("mutants_are_rejected", "no test of `count_both` looks at what is in its answer"), "{failed:#?}");
    assert!(says("mutants_are_rejected", "no test of `count_both` looks at the order of its answer"), "{failed:#?}");
    assert!(says("worked_example_runs", "complains of"), "{failed:#?}");
}
