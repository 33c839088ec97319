//! The proof, by exercises that are broken on purpose: each in one way, and caught under the name of the rule it breaks. The packs they are made from
//! (`tests/fixtures/packs`) hold as they are.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::story::{Story, project};

/// One way to break a pack, the rule that says so, and rules that may say so too. Rules that only read are left out of the comparison.
struct Case {
    rule: &'static str,
    also: &'static [&'static str],
    /// (file, what stands there, what stands there instead)
    edits: &'static [(&'static str, &'static str, &'static str)],
}

/// Rules that run something.
const RUN: [&str; 13] = [
    "starter_compiles",
    "starter_fails_every_test",
    "reference_passes",
    "stub_is_needed",
    "trivial_is_rejected",
    "alternative_passes",
    "wrong_is_rejected",
    "wrong_is_named",
    "mutants_are_rejected",
    "test_can_fail",
    "starter_keeps_solution",
    "worked_example_runs",
    "worked_example_teaches",
];

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the fixture").map(|e| e.expect("an entry")) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file of the fixture");
        }
    }
}

/// What `bank check` says about one pack of the fixtures with these edits.
fn checked(language: &str, node: &str, edits: &[(&str, &str, &str)]) -> Value {
    let story = Story::new();
    let bank = story.root().join("desk/bank");
    let pack = bank.join(language).join(node);
    copy(&project().join("tests/fixtures/packs").join(language).join(node), &pack);
    for (file, from, to) in edits {
        let text = fs::read_to_string(pack.join(file)).expect("a file of the pack");
        assert!(text.contains(from), "{file} does not hold {from}");
        fs::write(pack.join(file), text.replacen(from, to, 1)).expect("the edit");
    }
    proven(&story, "bank")["data"].clone()
}

/// The last line of `bank check`, which takes its time on a busy machine.
fn proven(story: &Story, bank: &str) -> Value {
    let limit = std::time::Duration::from_secs(900);
    let json = story.spawn(&["bank", "check", "--bank", bank, "--json"]).wait_within(limit);
    let last = json.stdout.lines().last().unwrap_or_default();
    serde_json::from_str(last).unwrap_or_else(|e| panic!("{e}: {last} {}", json.stderr))
}

/// The names of the rules that do not hold, with all they say.
fn failing(data: &Value) -> Vec<(String, String)> {
    let checks = data["packs"][0]["checks"].as_array().expect("checks");
    let failed = checks.iter().filter(|c| c["ok"] == false);
    failed.map(|c| (c["rule"].as_str().expect("a rule").to_owned(), format!("{} {}", c["of"], c["findings"]))).collect()
}

fn caught(language: &str, node: &str, cases: &[Case]) {
    let mut missed = String::new();
    for case in cases {
        let failed = failing(&checked(language, node, case.edits));
        let said = failed.iter().map(|(rule, why)| format!("  {rule} {why}\n")).collect::<String>();
        if !failed.iter().any(|(rule, _)| rule == case.rule) {
            missed.push_str(&format!("{} is not caught with {:?}:\n{said}", case.rule, case.edits));
        }
        let mut others = failed.iter().filter(|(rule, _)| RUN.contains(&rule.as_str()) && rule != case.rule);
        if others.any(|(rule, _)| !case.also.contains(&rule.as_str())) {
            missed.push_str(&format!("{:?} breaks more than {}:\n{said}", case.edits, case.rule));
        }
    }
    assert!(missed.is_empty(), "{missed}");
}

/// Plain functions, and in each language one in another style: methods, generics, errors and threads; structs, callbacks, files and processes.
#[test]
fn what_is_whole_is_proven_whatever_its_style_and_says_so_in_a_line() {
    let story = Story::new();
    let packs = project().join("tests/fixtures/packs");
    let limit = std::time::Duration::from_secs(900);
    let seen = story.spawn(&["bank", "check", "--bank", packs.to_str().expect("a path")]).wait_within(limit);
    assert_eq!(seen.exit, Some(0), "{}{}", seen.stdout, seen.stderr);
    let parts =
        ["proven: 4 tests, 2 stubs, ", "mutants rejected, 1 alternative accepted", "ok    worked_example_teaches        2 of 2", "3 of 3"];
    for part in parts {
        assert!(seen.stdout.contains(part), "{part} is not in {}", seen.stdout);
    }
    assert_eq!(seen.stdout.matches("\n  proven: ").count(), 5, "{}", seen.stdout);
    for line in seen.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

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
                edits: &[("alternatives/by-match/lib.rs", "FEE_CENTS + cents", "FEE_CENTS * cents")],
            },
            Case {
                rule: "wrong_is_rejected",
                also: &[],
                edits: &[(
                    "wrong/fee-per-passenger/lib.rs",
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
fn a_c_exercise_broken_in_one_way_is_caught_by_the_rule_it_breaks() {
    const TESTS: &str = "tests/letters.c";
    const REFERENCE: &str = "solution/letters.c";
    caught(
        "c",
        "C200",
        &[
            Case { rule: "starter_compiles", also: &[], edits: &[(TESTS, "heavy_count(grams, 1)", "heavy_count(grams)")] },
            Case { rule: "starter_compiles", also: &[], edits: &[(TESTS, "heavy_count(grams, 1)", "heavy_count(\"letters\", 1)")] },
            Case {
                rule: "starter_fails_every_test",
                also: &["stub_is_needed"],
                edits: &[(TESTS, "TEST_ASSERT_EQ(heavy_count(grams, 0), 0)", "TEST_ASSERT(heavy_count != NULL && grams[0] == 80)")],
            },
            Case { rule: "reference_passes", also: &[], edits: &[(REFERENCE, "            heavy++;", "            heavy--;")] },
            // It answers right and leaks: only the sanitizer sees it.
            Case {
                rule: "reference_passes",
                also: &[],
                edits: &[(REFERENCE, "    if (heavy == 0) {", "    char *lost = malloc(8);\n    if (lost == NULL || heavy == 0) {")],
            },
            Case {
                rule: "stub_is_needed",
                also: &[],
                edits: &[(
                    TESTS,
                    "    TEST_ASSERT_EQ(heavy_count(grams, 1), 1);",
                    "    int *found = heavy_letters(grams, 1);\n    TEST_ASSERT_EQ(heavy_count(found, 1), 1);\n    free(found);",
                )],
            },
            Case {
                rule: "trivial_is_rejected",
                also: &["mutants_are_rejected"],
                edits: &[
                    (TESTS, "heavy_count(grams, 1), 1", "heavy_count(grams, 4), 2"),
                    (TESTS, "int grams[1] = {80}", "int grams[2] = {80, 60}"),
                    (TESTS, "heavy_count(grams, 0), 0", "heavy_count(grams, 2), 2"),
                ],
            },
            Case {
                rule: "alternative_passes",
                also: &[],
                edits: &[("alternatives/by-index/letters.c", "while (count > 0)", "while (count > 1)")],
            },
            Case { rule: "wrong_is_rejected", also: &[], edits: &[("wrong/end-included/letters.c", "i <= count", "i < count")] },
            Case {
                rule: "wrong_is_named",
                also: &[],
                edits: &[
                    ("pack.toml", "sanitizer = \"stack-buffer-overflow\"", "sanitizer = \"heap-use-after-free\""),
                    ("pack.toml", "\ntest = \"test_heavy_count_of_no", "\ntest = \"test_none_of_no"),
                ],
            },
            // The tests do tell it from the reference.
            Case {
                rule: "mutants_are_rejected",
                also: &[],
                edits: &[(
                    "pack.toml",
                    "[[misconception]]",
                    "[[equivalent]]\nstub = \"heavy_count\"\nbefore = \"grams[i] > LIMIT_GRAMS\"\nafter = \"grams[i] >= LIMIT_GRAMS\"\nwhy = \"c\"\n\n[[misconception]]",
                )],
            },
            // The tests do not, and would with another number.
            Case {
                rule: "mutants_are_rejected",
                also: &[],
                edits: &[
                    (TESTS, "51, 20, 50, 200", "51, 20, 49, 200"),
                    (TESTS, "{80}", "{40}"),
                    (TESTS, "51, 50, 70", "51, 49, 70"),
                    (TESTS, "{20, 50}", "{20, 49}"),
                    (
                        "pack.toml",
                        "[[misconception]]",
                        "[[equivalent]]\nstub = \"heavy_count\"\nbefore = \"grams[i] > LIMIT_GRAMS\"\nafter = \"grams[i] >= LIMIT_GRAMS\"\nwhy = \"c\"\n\n[[equivalent]]\nstub = \"heavy_letters\"\nbefore = \"grams[i] > LIMIT_GRAMS\"\nafter = \"grams[i] >= LIMIT_GRAMS\"\nwhy = \"c\"\n\n[[misconception]]",
                    ),
                ],
            },
            Case {
                rule: "test_can_fail",
                also: &["mutants_are_rejected"],
                edits: &[(TESTS, "TEST_ASSERT_EQ(heavy_count(grams, 0), 0)", "TEST_ASSERT(heavy_count(grams, 0) < 100)")],
            },
            Case {
                rule: "test_can_fail",
                also: &["mutants_are_rejected"],
                edits: &[(TESTS, "TEST_ASSERT(heavy_letters(grams, 2) == NULL)", "free(heavy_letters(grams, 2))")],
            },
            Case {
                rule: "starter_keeps_solution",
                also: &[],
                edits: &[(
                    "starter/letters.c",
                    "    ETUDE_TODO(\"ex-1\");\n}\n",
                    "    ETUDE_TODO(\"ex-1\");\n}\n\n#if 0\nint heavy_count(const int *grams, int count)\n{\n    int heavy = 0;\n    for (int i = 0; i < count; i++) {\n        if (grams[i] > LIMIT_GRAMS) {\n            heavy++;\n        }\n    }\n    return heavy;\n}\n#endif\n",
                )],
            },
            // The reference with other names.
            Case {
                rule: "worked_example_teaches",
                also: &[],
                edits: &[(
                    "lesson/01-walking.md",
                    "Now implement",
                    "```c\nint late_trains(const struct train *trains, int many)\n{\n    int late = 0;\n    for (int t = 0; t < many; t++) {\n        if (trains[t] > FIVE_MINUTES) {\n            late++;\n        }\n    }\n    return late;\n}\n```\n\nNow implement",
                )],
            },
            // An example that the reference contradicts.
            Case {
                rule: "reference_passes",
                also: &[],
                edits: &[("starter/letters.c", "letters are heavy.\n", "letters are heavy.\n *\n *     heavy_count(NULL, 0) is 1\n")],
            },
            // A file that grows with every run.
            Case {
                rule: "reference_passes",
                also: &[],
                edits: &[
                    (TESTS, "#include <stdlib.h>", "#include <stdio.h>\n#include <stdlib.h>"),
                    (
                        TESTS,
                        "TEST_ASSERT_EQ(heavy_count(grams, 1), 1);",
                        "TEST_ASSERT_EQ(heavy_count(grams, 1), 1);\n    FILE *day = fopen(\"/tmp/letters-of-the-day\", \"a\");\n    fputs(\"80\", day);\n    fseek(day, 0, SEEK_END);\n    TEST_ASSERT_EQ(ftell(day), 2);\n    fclose(day);",
                    ),
                ],
            },
            // What is asked for, given the other way round.
            Case {
                rule: "worked_example_teaches",
                also: &[],
                edits: &[
                    ("lesson/01-walking.md", "highest(const int *steps, int days)", "highest(long days, const int *steps)"),
                    ("lesson/01-walking.md", "highest(steps, 3)", "highest(3, steps)"),
                    (
                        "lesson/01-walking.md",
                        "if (steps[day] > best) {\n            best = steps[day];\n        }",
                        "best += steps[day] / 51 > 0 ? 1 : 0;",
                    ),
                    ("lesson/01-walking.md", "\n9000\n", "\n3\n"),
                ],
            },
            // A file that one test writes and another reads.
            Case {
                rule: "reference_passes",
                also: &[],
                edits: &[
                    (TESTS, "#include <stdlib.h>", "#include <stdio.h>\n#include <stdlib.h>"),
                    (
                        TESTS,
                        "TEST_ASSERT_EQ(heavy_count(grams, 1), 1);",
                        "TEST_ASSERT_EQ(heavy_count(grams, 1), 1);\n    fclose(fopen(\"/tmp/letters-of-the-day\", \"w\"));",
                    ),
                    (
                        TESTS,
                        "TEST_ASSERT_EQ(heavy_count(grams, 0), 0);",
                        "TEST_ASSERT_EQ(heavy_count(grams, 0), 0);\n    FILE *day = fopen(\"/tmp/letters-of-the-day\", \"r\");\n    TEST_ASSERT(day != NULL);\n    fclose(day);",
                    ),
                ],
            },
            Case { rule: "worked_example_runs", also: &[], edits: &[("lesson/02-a-copy.md", "half[1] = 1.5;", "half[2] = 1.5;")] },
            Case { rule: "worked_example_runs", also: &[], edits: &[("lesson/01-walking.md", "return dyas;", "return 0;")] },
            Case {
                rule: "worked_example_teaches",
                also: &[],
                edits: &[
                    (
                        "lesson/01-walking.md",
                        "if (steps[day] > best) {\n            best = steps[day];",
                        "if (steps[day] > 50) {\n            best++;",
                    ),
                    ("lesson/01-walking.md", "\n9000\n", "\n3\n"),
                ],
            },
        ],
    );
}

#[test]
fn tests_that_look_past_what_a_stub_is_given_or_gives_back_are_caught() {
    const TESTS: &str = "tests/line.c";
    const FIRST: &str = "void test_join_line_puts_a_group_behind_the_others(void)\n";
    const COUNTS: &str = "static int groups_in(const struct group *head)\n{\n    return head == NULL ? 0 : 1 + groups_in(head->next);\n}\n\nvoid test_join_line_puts_a_group_behind_the_others(void)\n";
    caught(
        "c",
        "C205",
        &[
            // How many groups there are, and never how large the new one is.
            Case {
                rule: "mutants_are_rejected",
                also: &["wrong_is_named", "wrong_is_rejected"],
                edits: &[
                    (TESTS, FIRST, COUNTS),
                    (TESTS, "TEST_ASSERT_STR_EQ(as_text(head), \"2 5 1 4\");", "TEST_ASSERT_EQ(groups_in(head), 4);"),
                    (TESTS, "TEST_ASSERT_STR_EQ(as_text(head), \"2 5 1 4 2\");", "TEST_ASSERT_EQ(groups_in(head), 5);"),
                    (TESTS, "TEST_ASSERT_STR_EQ(as_text(head), \"3\");", "TEST_ASSERT_EQ(groups_in(head), 1);"),
                    (TESTS, "TEST_ASSERT_STR_EQ(as_text(head), \"3 8\");", "TEST_ASSERT_EQ(groups_in(head), 2);"),
                ],
            },
            // Whatever was taken stays known to the tests, and so nothing is ever lost.
            Case {
                rule: "mutants_are_rejected",
                also: &["wrong_is_named", "wrong_is_rejected"],
                edits: &[
                    (
                        TESTS,
                        "/* A line with these groups",
                        "static struct group *made[64];\nstatic int count_made;\n\n/* A line with these groups",
                    ),
                    (TESTS, "        group->next = head;", "        made[count_made++] = group;\n        group->next = head;"),
                ],
            },
        ],
    );
}

#[test]
fn a_new_pack_loads_and_is_talked_through_rule_by_rule() {
    for (node, language) in [("S103", "rust"), ("C202", "c")] {
        let story = Story::new();
        story.run(&["bank", "new", node]).exits(0).says("bank check --bank bank --node");
        story.run(&["bank", "new", node]).exits(2).complains("is already there");
        let data = story.json(&format!("bank check --bank bank --node {node}"))["data"].clone();
        let pack = &data["packs"][0];
        assert_eq!((pack["language"].as_str(), pack["proven"].as_bool()), (Some(language), Some(false)), "{pack}");
        let failed = failing(&data);
        assert!(failed.iter().any(|(rule, _)| rule == "reference_passes"), "{failed:?}");
        assert!(!failed.iter().any(|(rule, _)| rule == "pack_matches_files" || rule == "starter_compiles"), "{failed:?}");
        let first = failed.first().map(|(rule, _)| rule.as_str());
        assert_eq!(pack["next"]["rule"].as_str(), first);
        assert!(pack["next"]["step"].as_str().is_some_and(|step| step.ends_with('.')), "{pack}");
    }
}

#[test]
fn a_pack_that_cannot_be_read_does_not_keep_the_others_from_being_proven() {
    let story = Story::new();
    let bank = story.root().join("desk/bank/rust");
    fs::create_dir_all(bank.join("S101")).expect("a folder");
    fs::write(bank.join("S101/pack.toml"), "format = 1\n").expect("half a pack");
    let data = story.json("bank check --bank bank")["data"].clone();
    assert_eq!(failing(&data)[0].0, "pack_matches_files");
    story.etude("bank check --bank bank").exits(1).says("FAILS pack_matches_files").says("Next");
}

#[test]
fn the_record_of_the_bank_is_that_of_its_bytes() {
    use etude::pack::Bank;
    use etude::proof::record;
    let packs = Bank::Embedded.list();
    for (language, node) in &packs {
        let why = "run `etude bank check --record assets/bank/proven.json` and build again";
        assert!(record::lookup(language, node).is_some(), "the record of {language} {node} is missing or stale: {why}");
    }
    assert_eq!(record::shipped().packs.len(), packs.len(), "the record has packs that are gone");
}

/// A compiler that calls itself otherwise than the one the bank was proven with, and does this before it compiles.
fn with_other_compiler(story: &Story, does: &str) {
    let bin = story.root().join("other");
    fs::create_dir_all(&bin).expect("a folder");
    let real = std::env::var("PATH").unwrap_or_default();
    let real = std::env::split_paths(&real).map(|dir| dir.join("cc")).find(|cc| cc.is_file()).expect("a C compiler");
    let script = format!("#!/bin/sh\n[ \"$1\" = --version ] && echo 'cc (Other) 99.1' && exit 0\n{does}\nexec {} \"$@\"\n", real.display());
    fs::write(bin.join("cc"), script).expect("a compiler");
    fs::set_permissions(bin.join("cc"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("a program");
    let path = std::env::var("PATH").unwrap_or_default();
    story.env("PATH", format!("{}:{path}", bin.display())).env("ETUDE_BACKGROUND", "1");
}

/// What the second etude kept, once it has.
fn kept(story: &Story) -> Value {
    let file = story.home().join(".state/proofs/c-C200.json");
    for _ in 0..1200 {
        if let Ok(text) = fs::read_to_string(&file) {
            return serde_json::from_str(&text).expect("what was kept");
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("nothing was kept of the second look")
}

#[test]
fn with_another_compiler_starter_and_reference_are_looked_at_again_in_the_background() {
    let story = Story::new();
    with_other_compiler(&story, "");
    story.run(&["start", "--language", "c", "--node", "C200", "--anyway"]).exits(0).says("proven: ");
    let found = kept(&story);
    assert_eq!((found["broken"].as_str(), found["toolchain"][0].as_str()), (None, Some("cc (Other) 99.1")), "{found}");
    story.etude("status").exits(0).does_not_say("another compiler");
}

#[test]
fn what_does_not_hold_with_another_compiler_is_told_by_the_next_command() {
    let story = Story::new();
    // It warns about everything that it compiles.
    with_other_compiler(&story, "case \"$*\" in *src/seats.c*) echo 'src/seats.c:1:1: warning: new here [-Wother]' >&2 ;; esac");
    story.run(&["start", "--language", "c", "--node", "C200", "--anyway"]).exits(0);
    let found = kept(&story);
    assert!(found["broken"].as_str().is_some_and(|b| b.contains("new here")), "{found}");
    story.etude("status").exits(0);
    let seen = story.seen();
    let all = format!("{}{}", seen.stdout, seen.stderr);
    assert!(all.contains("The fault is not yours"), "{all}");
}
