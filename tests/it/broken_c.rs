//! Ways to break a C exercise, and the rule that says so.

use crate::broken::{Case, caught};
use crate::proof::{checked, failing};

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
            // It adds what nobody has written: that is seldom nothing where variables are filled.
            Case {
                rule: "reference_passes",
                also: &[],
                edits: &[
                    (REFERENCE, "int heavy_count(const", "static int at(int *kept)\n{\n    return kept[1];\n}\n\nint heavy_count(const"),
                    (REFERENCE, "    int heavy = 0;", "    int kept[4];\n    kept[0] = 0;\n    int heavy = kept[0] + at(kept);"),
                ],
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
            Case { rule: "alternative_passes", also: &[], edits: &[("alternatives/by-index.c", "while (count > 0)", "while (count > 1)")] },
            Case { rule: "wrong_is_rejected", also: &[], edits: &[("wrong/end-included.c", "i <= count", "i < count")] },
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
            // Nobody defines the name, so nobody compiles it.
            Case {
                rule: "starter_keeps_solution",
                also: &[],
                edits: &[(
                    "starter/letters.h",
                    "#endif",
                    "#ifdef OLD_OFFICE\nstatic int count_of_old(const int *grams, int count)\n{\n    int heavy = 0;\n    while (count > 0) {\n        count--;\n        heavy += grams[count] > LIMIT_GRAMS ? 1 : 0;\n    }\n    return heavy;\n}\n#endif\n\n#endif",
                )],
            },
            // A learner reads the tests, and what they compare with.
            Case {
                rule: "starter_keeps_solution",
                also: &[],
                edits: &[
                    (
                        TESTS,
                        "/* ex-1 */\n",
                        "/* ex-1 */\n\nstatic int expected(const int *grams, int count)\n{\n    int heavy = 0;\n    while (count > 0) {\n        count--;\n        heavy += grams[count] > LIMIT_GRAMS ? 1 : 0;\n    }\n    return heavy;\n}\n",
                    ),
                    (TESTS, "heavy_count(grams, 4), 2", "heavy_count(grams, 4), expected(grams, 4)"),
                ],
            },
            // All the code of one stub of two, at the last level.
            Case {
                rule: "hints_keep_solution",
                also: &[],
                edits: &[
                    ("starter/letters.c", " * ex-2: a new", " * ex-1: a new"),
                    ("starter/letters.c", "ETUDE_TODO(\"ex-2\")", "ETUDE_TODO(\"ex-1\")"),
                    (TESTS, "/* ex-2 */\n\n", ""),
                    ("pack.toml", "unit = \"ex-2\"", "unit = \"ex-1\""),
                    ("pack.toml", "[\"heavy_count\"]", "[\"heavy_count\", \"heavy_letters\"]"),
                    (
                        "pack.toml",
                        "_is_zero\"]",
                        "_is_zero\", \"test_heavy_letters_copies_them_in_order\", \"test_heavy_letters_of_light_ones_is_null\"]",
                    ),
                    (
                        "pack.toml",
                        "l3 = \"Go from 0 to count, leave count itself out, and count those above the limit.\"\n\n[[unit]]\nid = \"ex-2\"\nprinciple = \"malloc is asked for bytes, not for elements.\"\nstubs = [\"heavy_letters\"]\ntests = [\"test_heavy_letters_copies_them_in_order\", \"test_heavy_letters_of_light_ones_is_null\"]\n[unit.hints]\nl1 = \"How many letters will there be?\"\nl2 = \"Four doubles need 4 * sizeof(double) bytes.\"\nl3 = \"Count first, ask for that many ints, then copy in order.\"\n",
                        "l3 = \"\"\"\nTo count them:\n\n```c\nint heavy = 0;\nwhile (count > 0) {\n    count--;\n    heavy += grams[count] > LIMIT_GRAMS ? 1 : 0;\n}\nreturn heavy;\n```\n\nThen ask for that many ints and copy in order.\"\"\"\n",
                    ),
                ],
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
fn what_no_test_of_a_diary_can_show_is_caught() {
    const TESTS: &str = "tests/diary.c";
    const REFERENCE: &str = "solution/diary.c";
    caught(
        "c",
        "C201",
        &[
            // The code is told of another function only.
            Case {
                rule: "visible_constants",
                also: &[],
                edits: &[
                    ("starter/diary.h", "or -1 when it cannot be opened", "or another number when it cannot be opened"),
                    ("starter/diary.c", "or -1 when it cannot be opened", "or another number when it cannot be opened"),
                ],
            },
            // A file that is left open, which only the compiler sees.
            Case { rule: "reference_passes", also: &[], edits: &[(REFERENCE, "    fclose(file);\n", "")] },
            // A range of which no test has an end.
            Case {
                rule: "mutants_are_rejected",
                also: &[],
                edits: &[
                    ("starter/diary.h", "how many line ends a file has", "how many digits (0 to 9) a file has"),
                    (REFERENCE, "#include <stdio.h>", "#include <ctype.h>\n#include <stdio.h>"),
                    (REFERENCE, "letter == '\\n'", "isdigit(letter)"),
                    (TESTS, "rain\\nsun\\nsnow", "rain 1, sun 8"),
                ],
            },
            // A file that stays, and that the next run does not expect.
            Case {
                rule: "reference_passes",
                also: &[],
                edits: &[
                    (
                        TESTS,
                        "int handle = mkstemp(path);\n    FILE *file = fdopen(handle, \"w\");",
                        "FILE *file = fopen(path, \"wx\");\n    TEST_ASSERT(file != NULL);",
                    ),
                    (TESTS, "    unlink(path);\n", ""),
                ],
            },
        ],
    );
}

#[test]
fn what_a_test_needs_besides_its_stub_is_named() {
    const COUNTS: &str = "void test_count_lines_counts_each_line_end(void)\n{\n";
    let says = |edits: &[(&str, &str, &str)]| format!("{:?}", failing(&checked("c", "C201", edits)));
    let pointer = "static int (*const ended)(int (*)(void)) = child_says;\nstatic int none(void) { return 0; }\n\nvoid test_count_lines_counts_each_line_end(void)\n{\n    TEST_ASSERT_EQ(ended(none), 0);\n";
    let said = says(&[("tests/diary.c", COUNTS, pointer)]);
    assert!(said.contains("through `ended` of its file"), "{said}");
    let variable = "    TEST_ASSERT_EQ(days, 124);\n    season = days;\n";
    let edits = [
        ("tests/diary.c", "/* ex-1 */", "static int season;\n\n/* ex-1 */"),
        ("tests/diary.c", "    TEST_ASSERT_EQ(days, 124);\n", variable),
        ("tests/diary.c", "    TEST_ASSERT_EQ(days, 12);\n", "    TEST_ASSERT_EQ(days + season, 136);\n"),
    ];
    let said = says(&edits);
    assert!(said.contains("reads `season`, which only `test_each_entry_visits_all_in_order` sets"), "{said}");
}

#[test]
fn a_character_that_only_the_reference_and_the_tests_know_is_caught() {
    let edits = &[("solution/diary.c", "letter == '\\n'", "letter == ';'"), ("tests/diary.c", "rain\\nsun\\nsnow", "rain;sun;snow")];
    caught("c", "C201", &[Case { rule: "visible_constants", also: &[], edits }]);
}
