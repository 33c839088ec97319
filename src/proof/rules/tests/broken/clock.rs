//! Tests that depend on the clock, in the many ways there are to ask it, or on the machine.

use super::Break;

pub const C: &[Break] = &[
    (
        "reference_passes",
        "the name of whoever is logged in",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    TEST_ASSERT_EQ(buffer_put(&one, getenv(\"USER\")[0]), BUFFER_FULL);",
        )],
    ),
    (
        "reference_passes",
        "ticks in seconds",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    double spent = (double)(clock() - begin) / CLOCKS_PER_SEC;\n    TEST_ASSERT(spent < 0.05);",
        )],
    ),
    (
        "reference_passes",
        "ticks in an assertion",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    TEST_ASSERT((double)(clock() - begin) / CLOCKS_PER_SEC < 0.05);",
        )],
    ),
    (
        "reference_passes",
        "ticks as they are",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    TEST_ASSERT(clock() - begin <= CLOCKS_PER_SEC / 20);",
        )],
    ),
    (
        "reference_passes",
        "thousandths of a second",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    long took = (clock() - begin) * 1000 / CLOCKS_PER_SEC;\n    TEST_ASSERT(20 > took);",
        )],
    ),
    (
        "reference_passes",
        "a verdict in a variable",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    int quick = clock() - begin < 5000;\n    TEST_ASSERT(quick);",
        )],
    ),
    (
        "reference_passes",
        "no later than that",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    TEST_ASSERT(!(clock() - begin > 5000));",
        )],
    ),
    (
        "reference_passes",
        "the same second",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    time_t begin = time(NULL);\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    TEST_ASSERT(time(NULL) - begin < 1);",
        )],
    ),
    (
        "reference_passes",
        "the very second",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    time_t begin = time(NULL);\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    TEST_ASSERT_EQ(time(NULL), begin);",
        )],
    ),
    (
        "reference_passes",
        "a branch that fails when it is late",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    if ((double)(clock() - begin) / CLOCKS_PER_SEC > 0.05) {\n        TEST_ASSERT(0);\n    }",
        )],
    ),
    (
        "reference_passes",
        "a branch of one statement",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    if (clock() - begin > 5000)\n        TEST_ASSERT(0);",
        )],
    ),
    (
        "reference_passes",
        "a day on which the test ends",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    TEST_ASSERT(time(NULL) < 1900000000);",
        )],
    ),
    (
        "reference_passes",
        "a helper that asks",
        &[
            (
                "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
                "    double begin = now();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    TEST_ASSERT(now() - begin < 0.05);",
            ),
            (
                "/* ex-1 */\n\nvoid",
                "static double now(void)\n{\n    struct timespec t;\n    clock_gettime(CLOCK_MONOTONIC, &t);\n    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;\n}\n\n/* ex-1 */\n\nvoid",
            ),
        ],
    ),
    (
        "reference_passes",
        "a helper that measures",
        &[
            (
                "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
                "    struct timespec begin;\n    clock_gettime(CLOCK_MONOTONIC, &begin);\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    TEST_ASSERT(since(begin) < 50);",
            ),
            (
                "/* ex-1 */\n\nvoid",
                "static long since(struct timespec begin)\n{\n    struct timespec now;\n    clock_gettime(CLOCK_MONOTONIC, &now);\n    return (now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000;\n}\n\n/* ex-1 */\n\nvoid",
            ),
        ],
    ),
    (
        "reference_passes",
        "a helper that judges",
        &[
            (
                "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
                "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    TEST_ASSERT(is_quick(begin));",
            ),
            (
                "/* ex-1 */\n\nvoid",
                "static int is_quick(clock_t begin)\n{\n    return clock() - begin < CLOCKS_PER_SEC / 10;\n}\n\n/* ex-1 */\n\nvoid",
            ),
        ],
    ),
    (
        "reference_passes",
        "a helper that asserts",
        &[
            (
                "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
                "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    done_soon(begin);",
            ),
            (
                "/* ex-1 */\n\nvoid",
                "static void done_soon(clock_t begin)\n{\n    TEST_ASSERT((double)(clock() - begin) / CLOCKS_PER_SEC < 0.1);\n}\n\n/* ex-1 */\n\nvoid",
            ),
        ],
    ),
    (
        "reference_passes",
        "a helper that asserts of a time it is given",
        &[
            (
                "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
                "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    at_most(clock() - begin, 900);\n    soon((double)(clock() - begin) / CLOCKS_PER_SEC);",
            ),
            (
                "/* ex-1 */\n\nvoid",
                "static void at_most(long is, long most)\n{\n    TEST_ASSERT(is <= most);\n}\n\nstatic void soon(double spent)\n{\n    TEST_ASSERT(spent < 0.05);\n}\n\n/* ex-1 */\n\nvoid",
            ),
        ],
    ),
    (
        "reference_passes",
        "a macro that measures",
        &[
            (
                "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
                "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    TEST_ASSERT(SPENT(begin) < LIMIT);",
            ),
            (
                "/* ex-1 */\n\nvoid",
                "#define SPENT(from) ((double)(clock() - (from)) / CLOCKS_PER_SEC)\n#define LIMIT 0.05\n\n/* ex-1 */\n\nvoid",
            ),
        ],
    ),
    (
        "reference_passes",
        "a macro that asserts",
        &[
            (
                "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
                "    clock_t begin = clock();\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    SOON(begin);",
            ),
            (
                "/* ex-1 */\n\nvoid",
                "#define SOON(from) TEST_ASSERT((double)(clock() - (from)) / CLOCKS_PER_SEC < 0.05)\n\n/* ex-1 */\n\nvoid",
            ),
        ],
    ),
    (
        "reference_passes",
        "a timeval",
        &[(
            "    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);",
            "    struct timeval from;\n    gettimeofday(&from, NULL);\n    TEST_ASSERT_EQ(buffer_put(&one, '9'), BUFFER_FULL);\n    struct timeval to;\n    gettimeofday(&to, NULL);\n    TEST_ASSERT((to.tv_sec - from.tv_sec) * 1000000L + to.tv_usec - from.tv_usec < 2000);",
        )],
    ),
];

pub const RUST: &[Break] = &[
    (
        "reference_passes",
        "a thread that may not be done",
        &[(
            "    assert_eq!(crossings(7), 2);",
            "    let other = std::thread::spawn(|| ());\n    assert_eq!(crossings(7), 2);\n    assert!(other.is_finished());",
        )],
    ),
    (
        "reference_passes",
        "a last moment",
        &[(
            "    assert_eq!(crossings(7), 2);",
            "    let deadline = std::time::Instant::now() + std::time::Duration::from_millis(250);\n    assert_eq!(crossings(7), 2);\n    assert!(std::time::Instant::now() <= deadline);",
        )],
    ),
    (
        "reference_passes",
        "a moment that may not be over",
        &[(
            "    assert_eq!(crossings(7), 2);",
            "    let began = std::time::Instant::now();\n    assert_eq!(crossings(7), 2);\n    let ended = std::time::Instant::now();\n    if ended > began + std::time::Duration::from_millis(90) {\n        panic!(\"too slow\");\n    }",
        )],
    ),
    (
        "reference_passes",
        "as many as there are cores",
        &[(
            "    assert_eq!(crossings(7), 2);",
            "    let many = std::thread::available_parallelism().unwrap().get() as u32;\n    assert_eq!(crossings(many), many / 6);",
        )],
    ),
    (
        "reference_passes",
        "how much room a list keeps in advance",
        &[("    assert_eq!(crossings(7), 2);", "    let all = vec![crossings(7)];\n    assert!(all.capacity() < 3);")],
    ),
    (
        "reference_passes",
        "the name of whoever is logged in",
        &[(
            "    assert_eq!(crossings(7), 2);",
            "    let name = std::env::var(\"USER\").unwrap();\n    assert_eq!(crossings(name.len() as u32), 1);",
        )],
    ),
    (
        "reference_passes",
        "a weekday in one go",
        &[(
            "    assert_eq!(crossings(0), 0);",
            "    let day = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() / 86_400 % 7;\n    assert_eq!(crossings(day as u32 * ROOM), day as u32);",
        )],
    ),
    (
        "reference_passes",
        "a branch that fails when it is late",
        &[(
            "    assert_eq!(crossings(0), 0);",
            "    let began = std::time::Instant::now();\n    assert_eq!(crossings(0), 0);\n    if began.elapsed() > std::time::Duration::from_millis(50) {\n        panic!(\"too slow\");\n    }",
        )],
    ),
    (
        "reference_passes",
        "a limit with a name",
        &[
            (
                "    assert_eq!(crossings(0), 0);",
                "    let began = std::time::Instant::now();\n    assert_eq!(crossings(0), 0);\n    assert!(began.elapsed() < SOON);",
            ),
            ("use exercise::*;", "use exercise::*;\nconst SOON: std::time::Duration = std::time::Duration::from_millis(40);"),
        ],
    ),
    (
        "reference_passes",
        "a helper that judges",
        &[
            (
                "    assert_eq!(crossings(0), 0);",
                "    let began = std::time::Instant::now();\n    assert_eq!(crossings(0), 0);\n    assert!(is_quick(began));",
            ),
            (
                "use exercise::*;",
                "use exercise::*;\nfn is_quick(began: std::time::Instant) -> bool {\n    began.elapsed() < std::time::Duration::from_millis(10)\n}",
            ),
        ],
    ),
    (
        "reference_passes",
        "a helper that asserts",
        &[
            (
                "    assert_eq!(crossings(0), 0);",
                "    let began = std::time::Instant::now();\n    assert_eq!(crossings(0), 0);\n    soon(began);",
            ),
            (
                "use exercise::*;",
                "use exercise::*;\nfn soon(began: std::time::Instant) {\n    assert!(began.elapsed().as_millis() < 10);\n}",
            ),
        ],
    ),
    (
        "reference_passes",
        "a helper that asserts of a time it is given",
        &[
            (
                "    assert_eq!(crossings(0), 0);",
                "    let began = std::time::Instant::now();\n    assert_eq!(crossings(0), 0);\n    soon(began.elapsed());",
            ),
            (
                "use exercise::*;",
                "use exercise::*;\nfn soon(took: std::time::Duration) {\n    assert!(took < std::time::Duration::from_millis(10));\n}",
            ),
        ],
    ),
    (
        "reference_passes",
        "a macro that asserts",
        &[
            (
                "    assert_eq!(crossings(0), 0);",
                "    let began = std::time::Instant::now();\n    assert_eq!(crossings(0), 0);\n    soon!(began);",
            ),
            (
                "use exercise::*;",
                "use exercise::*;\nmacro_rules! soon {\n    ($from:expr) => {\n        assert!($from.elapsed() < std::time::Duration::from_millis(10))\n    };\n}",
            ),
        ],
    ),
    (
        "reference_passes",
        "a verdict in a variable",
        &[(
            "    assert_eq!(crossings(0), 0);",
            "    let began = std::time::Instant::now();\n    assert_eq!(crossings(0), 0);\n    let quick = began.elapsed().as_micros() < 800;\n    assert!(quick, \"too slow\");",
        )],
    ),
    (
        "reference_passes",
        "a helper that asks",
        &[
            (
                "    assert_eq!(crossings(0), 0);",
                "    let began = now_ms();\n    assert_eq!(crossings(0), 0);\n    assert!(now_ms() - began < 20);",
            ),
            (
                "use exercise::*;",
                "use exercise::*;\nfn now_ms() -> u128 {\n    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis()\n}",
            ),
        ],
    ),
];
