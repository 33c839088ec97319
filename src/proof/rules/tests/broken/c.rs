//! Ways to break the buffer, in C.

use super::Break;

pub const C: &[Break] = &[
    (
        "stub_inventory",
        "two marks",
        &[("    ETUDE_TODO(\"ex-2\");", "    if (byte == 0)\n        ETUDE_TODO(\"ex-2\");\n    ETUDE_TODO(\"ex-2\");")],
    ),
    ("stub_inventory", "code behind the mark", &[("ETUDE_TODO(\"ex-2\");", "ETUDE_TODO(\"ex-2\");\n    return 0;")]),
    ("stub_inventory", "a gap between units", &[("ETUDE_TODO(\"ex-3\");", "ETUDE_TODO(\"ex-5\");")]),
    ("stub_inventory", "a body instead of the mark", &[("ETUDE_TODO(\"ex-2\");", "return 0;")]),
    ("stub_inventory", "a stub without a test", &[(CLEAR_TEST, "")]),
    ("stub_comment", "no first principle", &[(" * First principle: a pointer can be an answer.\n", "")]),
    ("stub_comment", "no cue", &[(" * Start here: walk the bytes that are used.\n", "")]),
    ("stub_comment", "the learner must", &[("a pointer can be an answer.", "the learner must give a pointer.")]),
    ("stub_comment", "no unit", &[("/*\n * ex-3\n * First", "/*\n * First")]),
    ("stub_comment", "no test", &[(" * Test: test_buffer_find_points_at_the_first\n", "")]),
    ("stub_comment", "another section's title", &[("section 3, \"A pointer as the answer\"", "section 3, \"Room first\"")]),
    ("stub_comment", "the section of another unit", &[("section 3, \"A pointer as the answer\"", "section 2, \"Room first\"")]),
    (
        "stub_comment",
        "a note behind the cue",
        &[(
            " * Start here: walk the bytes that are used.\n",
            " * Start here: walk the bytes that are used.\n * Remember: the others hold anything.\n",
        )],
    ),
    (
        "stub_comment",
        "a paragraph behind the cue",
        &[(
            " * Start here: walk the bytes that are used.\n",
            " * Start here: walk the bytes\n * that are used.\n *\n * The others hold anything.\n",
        )],
    ),
    (
        "stub_inventory",
        "a test that is left out",
        &[
            ("void test_buffer_clear_forgets_every_byte(void)", "#if 0\nvoid test_buffer_clear_forgets_every_byte(void)"),
            ("    TEST_ASSERT_EQ(one.bytes[0], '\\0');\n}\n", "    TEST_ASSERT_EQ(one.bytes[0], '\\0');\n}\n#endif\n"),
        ],
    ),
    (
        "stub_inventory",
        "three tests for one stub",
        &[(
            "/* ex-3 */\n",
            "void test_buffer_put_in_an_empty_buffer(void)\n{\n    struct buffer one = holding(\"\");\n    TEST_ASSERT_EQ(buffer_put(&one, 'x'), 0);\n}\n\n/* ex-3 */\n",
        )],
    ),
    ("unit_ids", "a heading for a unit that is not there", &[("/* ex-2 */", "/* ex-8 */")]),
    ("unit_ids", "a heading for another unit", &[("/* ex-2 */", "/* ex-1 */")]),
    ("unit_ids", "a section for a unit that is not there", &[("=== lesson ex-2", "=== lesson ex-4")]),
    ("unit_ids", "a header that speaks of another unit", &[("/* ex-3: the first place", "/* ex-6: the first place")]),
    ("test_names", "not named after its stub", &[("void test_buffer_put_refuses_when_full", "void test_full_buffer_refuses")]),
    ("test_names", "a number", &[("void test_buffer_put_refuses_when_full", "void test_buffer_put_2")]),
    ("test_names", "static, so never run", &[("void test_buffer_put_refuses_when_full", "static void test_buffer_put_refuses_when_full")]),
    ("test_names", "no test_ in front", &[("void test_buffer_put_refuses_when_full", "void buffer_put_refuses_when_full")]),
    (
        "test_order",
        "the last first",
        &[
            (
                "void test_buffer_find_is_null_without_the_byte(void)\n{\n    struct buffer one = holding(\"abab\");\n    TEST_ASSERT_EQ(buffer_find(&one, 'x'), NULL);\n}\n",
                "",
            ),
            (
                "/* ex-1 */\n",
                "void test_buffer_find_in_an_empty_buffer(void)\n{\n    struct buffer one = holding(\"\");\n    TEST_ASSERT_EQ(buffer_find(&one, 'x'), NULL);\n}\n\n/* ex-1 */\n",
            ),
        ],
    ),
    (
        "test_order",
        "the first last",
        &[
            (CLEAR_TEST, ""),
            (
                "=== lesson ex-1",
                "\n/* ex-1 */\n\nvoid test_buffer_clear_forgets_every_byte(void)\n{\n    struct buffer one = holding(\"abc\");\n    buffer_clear(&one);\n    TEST_ASSERT_EQ(one.used, 0);\n    TEST_ASSERT_EQ(one.bytes[0], '\\0');\n}\n=== lesson ex-1",
            ),
        ],
    ),
    (
        "test_order",
        "one in between",
        &[(
            "/* ex-3 */\n",
            "void test_buffer_clear_of_an_empty_buffer(void)\n{\n    struct buffer one = holding(\"\");\n    buffer_clear(&one);\n    TEST_ASSERT_EQ(one.used, 0);\n}\n\n/* ex-3 */\n",
        )],
    ),
    (
        "one_stub_per_test",
        "two stubs",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    TEST_ASSERT_EQ(buffer_find(&one, '9'), NULL);",
        )],
    ),
    (
        "one_stub_per_test",
        "a stub to prepare",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    buffer_clear(&one);\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
        )],
    ),
    (
        "one_stub_per_test",
        "a stub as a value",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    run(buffer_clear, &one);\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
        )],
    ),
    (
        "one_stub_per_test",
        "no stub",
        &[("    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);", "    TEST_ASSERT_EQ(one.used, BUFFER_ROOM);")],
    ),
    (
        "one_stub_per_test",
        "two stubs in a macro",
        &[
            ("    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);", "    FILL(one);"),
            (
                "#include \"test.h\"\n",
                "#include \"test.h\"\n\n#define FILL(b) do { buffer_clear(&(b)); TEST_ASSERT_EQ(buffer_put(&(b), 'c'), 0); } while (0)\n",
            ),
        ],
    ),
    (
        "one_stub_per_test",
        "a fixture that is made with another stub",
        &[("        made.bytes[made.used++] = *text++;", "        buffer_put(&made, *text++);")],
    ),
    (
        "one_stub_per_test",
        "a second stub behind a macro",
        &[
            ("    struct buffer one = holding(\"12345678\");", "    struct buffer one = holding(\"12345678\");\n    LACKS(one, '9');"),
            ("#include \"test.h\"\n", "#include \"test.h\"\n\n#define LACKS(b, byte) TEST_ASSERT(buffer_find(&(b), byte) == NULL)\n"),
        ],
    ),
    (
        "visible_constants",
        "a constant of the tests",
        &[
            ("#define BUFFER_FULL (-2) /* buffer_put found no room */\n", ""),
            ("#include \"test.h\"\n", "#include \"test.h\"\n\n#define BUFFER_FULL (-2)\n"),
        ],
    ),
    ("visible_constants", "a constant that is nowhere", &[("'9'), BUFFER_FULL);", "'9'), BUFFER_CLOSED);")]),
    ("visible_constants", "a number for an error", &[("'9'), BUFFER_FULL);", "'9'), -7);")]),
    (
        "visible_constants",
        "an error in a sum",
        &[
            ("'9'), BUFFER_FULL);", "'9'), fault - 1);"),
            ("#include \"test.h\"\n", "#include \"test.h\"\n\nstatic const int fault = -40;\n"),
        ],
    ),
    (
        "visible_constants",
        "an error in a variable",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    int got = buffer_put(&one, '9');\n    int wanted = -7;\n    TEST_ASSERT_EQ(got, wanted);",
        )],
    ),
    (
        "visible_constants",
        "a limit of the tests",
        &[
            ("'9'), BUFFER_FULL);", "LETTERS + 1), BUFFER_FULL);\n    TEST_ASSERT(buffer_put(NULL, LETTERS + 1) == NULL);"),
            ("#include \"test.h\"\n", "#include \"test.h\"\n\n#define LETTERS 1000\n"),
            ("=== lesson ex-1", SOLUTION),
        ],
    ),
    (
        "visible_constants",
        "a limit in a variable",
        &[
            (
                "    TEST_ASSERT_EQ(buffer_find(&one, 'x'), NULL);",
                "    const int most = 1000;\n    TEST_ASSERT(buffer_find(&one, most + 1) == NULL);\n    TEST_ASSERT(buffer_find(&one, most) != NULL);",
            ),
            ("=== lesson ex-1", SOLUTION),
        ],
    ),
    (
        "visible_constants",
        "a number that the reference chose",
        &[
            ("void test_buffer_put_refuses_when_full", "void test_buffer_put_keeps_what_is_there"),
            ("'9'), BUFFER_FULL);", "'9'), -7);"),
            ("=== lesson ex-1", CHOSEN),
        ],
    ),
    (
        "visible_constants",
        "a chosen number beside an argument that has no sign",
        &[("'9'), BUFFER_FULL);", "7), -7);"), ("=== lesson ex-1", CHOSEN)],
    ),
    ("visible_constants", "an errno", &[("'9'), BUFFER_FULL);", "'9'), BUFFER_FULL);\n    TEST_ASSERT_EQ(errno, ENOSPC);")]),
    ("visible_constants", "NULL that nobody speaks of", &[(", or NULL when it is not there", "")]),
    (
        "reference_passes",
        "a test that has to be quick",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    struct timespec from, to;\n    clock_gettime(CLOCK_MONOTONIC, &from);\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    clock_gettime(CLOCK_MONOTONIC, &to);\n    long took = (to.tv_sec - from.tv_sec) * 1000000 + (to.tv_nsec - from.tv_nsec) / 1000;\n    TEST_ASSERT(took < 900);",
        )],
    ),
    (
        "reference_passes",
        "an answer of the weekday",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    time_t now = time(NULL);\n    int day = localtime(&now)->tm_wday;\n    TEST_ASSERT_EQ(buffer_put(&one, (char)day), BUFFER_FULL);",
        )],
    ),
    (
        "reference_passes",
        "a constant that the reference changes",
        &[(
            "=== lesson ex-1",
            "=== solution src/buffer.h\n#define BUFFER_ROOM 9\n#define BUFFER_FULL (-2)\nstruct buffer;\nvoid buffer_clear(struct buffer *buffer) { }\nint buffer_put(struct buffer *buffer, char byte) { return 0; }\nconst char *buffer_find(const struct buffer *buffer, char byte) { return NULL; }\n=== solution src/buffer.c\n#include \"buffer.h\"\n=== lesson ex-1",
        )],
    ),
    (
        "distinct_values",
        "one value",
        &[
            ("TEST_ASSERT_EQ(buffer_find(&one, 'a') - one.bytes, 0);", "TEST_ASSERT_EQ(buffer_find(&one, 'b') - one.bytes, 1);"),
            ("TEST_ASSERT_EQ(buffer_find(&one, 'x'), NULL);", "TEST_ASSERT_EQ(buffer_find(&one, 'b') - one.bytes, 1);"),
        ],
    ),
    (
        "distinct_values",
        "always true",
        &[
            (
                "TEST_ASSERT_EQ(buffer_find(&one, 'b') - one.bytes, 1);\n    TEST_ASSERT_EQ(buffer_find(&one, 'a') - one.bytes, 0);",
                "TEST_ASSERT(buffer_find(&one, 'b'));",
            ),
            ("TEST_ASSERT_EQ(buffer_find(&one, 'x'), NULL);", "TEST_ASSERT(buffer_find(&one, 'a'));"),
        ],
    ),
    (
        "distinct_values",
        "one result behind a pointer",
        &[
            (
                "TEST_ASSERT_EQ(buffer_put(&one, 'c'), 2);\n    TEST_ASSERT_EQ(one.bytes[2], 'c');\n    TEST_ASSERT_EQ(buffer_put(&one, 'd'), 3);",
                "TEST_ASSERT_EQ(buffer_put(&one, 'c'), 2);\n    TEST_ASSERT_EQ(one.bytes[2], 'c');",
            ),
            (
                "    struct buffer one = holding(\"12345678\");\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
                "    struct buffer one = holding(\"xy\");\n    TEST_ASSERT_EQ(buffer_put(&one, 'c'), 2);\n    TEST_ASSERT_EQ(one.bytes[2], 'c');",
            ),
        ],
    ),
    (
        "lesson_names_stub",
        "a section that names nothing",
        &[("This section prepares `buffer_put`.", "This section is about room."), ("Now implement `buffer_put`.", "Now try it.")],
    ),
    ("lesson_names_stub", "a section for another unit", &[("=== lesson ex-2 concept", "=== lesson ex-3 concept")]),
    (
        "lesson_names_stub",
        "another's idea",
        &[("This section prepares `buffer_put`.", "This section prepares `buffer_put`. A pointer can be an answer.")],
    ),
    ("lesson_names_stub", "the lesson left out", &[("=== lesson ex-2 concept", "=== lesson ex-2 resources")]),
    (
        "worked_example_first",
        "a fragment instead",
        &[("This section prepares `buffer_put`.\n\n```c worked", "This section prepares `buffer_put`.\n\n```c")],
    ),
    ("worked_example_first", "asked before the example", &[("This section prepares `buffer_put`.", "Now implement `buffer_put`.")]),
    (
        "worked_example_first",
        "no example",
        &[(
            "This section prepares `buffer_find`.\n\n```c worked\nint main(void)\n{\n    return 0;\n}\n```\n",
            "This section prepares `buffer_find`.\n",
        )],
    ),
];

const CLEAR_TEST: &str = "/* ex-1 */\n\nvoid test_buffer_clear_forgets_every_byte(void)\n{\n    struct buffer one = holding(\"abc\");\n    buffer_clear(&one);\n    TEST_ASSERT_EQ(one.used, 0);\n    TEST_ASSERT_EQ(one.bytes[0], '\\0');\n}\n";
const CHOSEN: &str = "=== solution src/buffer.c\n#include \"buffer.h\"\n\n#define FULL (-7)\n\nvoid buffer_clear(struct buffer *buffer)\n{\n    buffer->used = 0;\n}\n\nint buffer_put(struct buffer *buffer, char byte)\n{\n    return byte ? FULL : 0;\n}\n\nconst char *buffer_find(const struct buffer *buffer, char byte)\n{\n    return byte ? NULL : buffer->bytes;\n}\n=== lesson ex-1";
const SOLUTION: &str = "=== solution src/buffer.c\n#include \"buffer.h\"\n\nvoid buffer_clear(struct buffer *buffer)\n{\n    buffer->used = 0;\n}\n\nint buffer_put(struct buffer *buffer, char byte)\n{\n    return byte > 1000 ? BUFFER_FULL : 0;\n}\n\nconst char *buffer_find(const struct buffer *buffer, char byte)\n{\n    return byte > 1000 ? NULL : buffer->bytes;\n}\n=== lesson ex-1";
