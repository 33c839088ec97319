//! Outputs of cargo 1.95 and of real test programs, captured into `tests/fixtures/cargo-output/`, and what must be read from them.

use std::time::Duration;

use super::*;
use crate::evidence::{Diagnostic, Level, MAX_DIAGNOSTICS, MAX_MESSAGE, TestResult};
use crate::runner::End;

const ROOT: &str = "/home/learner/ws";

fn fixture(name: &str) -> String {
    let path = format!("{}/tests/fixtures/cargo-output/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap_or_default()
}

fn end(end: End) -> RunEnd {
    RunEnd { end, duration: Duration::from_secs(10), excerpt: String::new(), walls: None }
}

fn parser() -> Box<CargoParser> {
    Box::new(CargoParser::new(PathBuf::from(ROOT)))
}

/// The diagnostics of a captured build, the program it made, and what a person saw meanwhile.
fn build(name: &str, exit: i32) -> (Vec<Diagnostic>, Option<PathBuf>, Vec<String>) {
    let mut parser = parser();
    let (out, err) = (fixture(&format!("{name}.out")), fixture(&format!("{name}.err")));
    assert!(!(out.is_empty() && err.is_empty()), "no fixture {name}");
    assert!(out.lines().all(|line| parser.build_line(Stream::Out, line).is_none()));
    let shown = err.lines().filter_map(|line| parser.build_line(Stream::Err, line)).collect();
    let binary = parser.test_binary().map(Path::to_path_buf);
    (parser.finish(&end(End::Exited(exit)), None, &[]).diagnostics, binary, shown)
}

/// The results for `expected` after output on both streams, and the live reports.
fn run_text(out: &str, err: &str, how: End, expected: &[&str]) -> (Vec<TestResult>, Vec<(String, TestStatus)>) {
    let mut parser = parser();
    // The two streams come in any order: the error stream first is the harder one.
    err.lines().for_each(|line| assert!(parser.test_line(Stream::Err, line).is_none()));
    let live = out.lines().filter_map(|line| parser.test_line(Stream::Out, line)).collect();
    let expected: Vec<String> = expected.iter().map(|name| (*name).to_owned()).collect();
    (parser.finish(&end(End::Exited(0)), Some(&end(how)), &expected).tests, live)
}

fn run(name: &str, how: End, expected: &[&str]) -> Vec<TestResult> {
    let out = fixture(&format!("{name}.out"));
    assert!(!out.is_empty(), "no fixture {name}");
    run_text(&out, &fixture(&format!("{name}.err")), how, expected).0
}

fn statuses(tests: &[TestResult]) -> Vec<TestStatus> {
    tests.iter().map(|test| test.status).collect()
}

#[test]
fn compiler_messages_become_diagnostics_with_their_places() {
    let (found, binary, shown) = build("errors", 101);
    let brief: Vec<_> = found.iter().map(|d| (d.level, d.code.as_deref().unwrap(), d.file.as_deref().unwrap(), d.line.unwrap())).collect();
    let (e, file) = (Level::Error, "src/lib.rs");
    assert_eq!(
        brief,
        [
            (e, "E0308", file, 17),
            (e, "E0308", file, 18),
            (e, "E0425", file, 19),
            (e, "E0277", file, 24),
            (e, "E0308", file, 25), // inside `format!`
            (e, "E0308", file, 26),
            (e, "E0277", file, 29),
            (e, "E0384", file, 7),
            (Level::Warning, "unused_imports", file, 3)
        ]
    );
    assert_eq!(found[7].message, "cannot assign twice to immutable variable `total`");
    assert!(found[7].rendered.starts_with("error[E0384]: cannot assign twice") && found[7].rendered.contains("--> src/lib.rs:7:5"));
    assert!(shown.is_empty() && binary.is_none());
}

#[test]
fn warnings_do_not_hide_the_test_program() {
    let (found, binary, shown) = build("warnings", 0);
    assert_eq!(found.iter().map(|d| d.level).collect::<Vec<_>>(), [Level::Warning; 3]);
    assert!(binary.unwrap().starts_with("/home/learner/ws/target/debug/deps"));
    assert!(shown.is_empty());
}

#[test]
fn other_build_failures_have_an_error_too() {
    let (found, ..) = build("unclosed", 101);
    assert_eq!(
        (found[0].message.as_str(), found[0].code.as_deref(), found[0].line),
        ("this file contains an unclosed delimiter", None, Some(1))
    );
    let (found, ..) = build("renamed", 101);
    assert!(found.iter().all(|d| d.file.as_deref() == Some("tests/parcel.rs")));
    assert!(
        found.iter().any(|d| d.code.as_deref() == Some("E0425") && d.message == "cannot find function `label` in this scope"),
        "{found:#?}"
    );
    let (found, ..) = build("linker", 101);
    assert!(found[0].message.starts_with("linking with `cc` failed"), "{found:?}");
    assert_eq!(found[0].file, None);
}

#[test]
fn errors_of_cargo_itself_are_shown_and_kept() {
    let (found, _, shown) = build("manifest", 101);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].message.as_str(), found[0].file.as_deref(), found[0].line),
        ("unclosed array, expected `]`", Some("Cargo.toml"), Some(28))
    );
    assert_eq!(shown.len(), 5);
    assert_eq!(found[0].rendered, shown.join("\n"));
    let (found, ..) = build("no-lib", 101);
    assert_eq!(
        found[0].message,
        "failed to parse manifest at `Cargo.toml`: can't find library `exercise`, rename file to `src/lib.rs` or specify lib.path"
    );
    let (found, ..) = build("no-network", 101);
    assert_eq!(found[0].message, "no matching package named `rand` found");
    let (found, ..) = build("no-tests", 101);
    assert_eq!(
        (found.len(), found[0].message.as_str()),
        (1, "can't find integration-test `exercise_tests` at path `tests/etude_tests.rs`")
    );
}

#[test]
fn a_failed_build_without_a_word_still_has_an_error() {
    let finish = |how, line: Option<&str>| {
        let mut parser = parser();
        line.map(|line| parser.build_line(Stream::Err, line));
        parser.finish(&end(how), None, &["test_a".to_owned()])
    };
    let parsed = finish(End::Exited(101), Some("error: could not compile `exercise` (lib)"));
    assert_eq!(parsed.diagnostics[0].message, "could not compile `exercise` (lib)");
    assert_eq!((parsed.tests[0].status, parsed.tests[0].message.as_str()), (TestStatus::NotRun, "did not compile"));
    assert_eq!(finish(End::Exited(3), None).diagnostics[0].message, "the build failed (exit code 3)");
    assert_eq!(finish(End::Signalled(9), None).diagnostics[0].message, "the build was ended by signal SIGKILL");
    assert_eq!(finish(End::TimedOut, None).tests[0].message, "the build took too long");
    assert!(finish(End::Interrupted, None).diagnostics.is_empty());
    assert!(finish(End::Exited(0), None).diagnostics.is_empty());
}

fn message(level: &str, text: &str, line: usize) -> String {
    let span = format!(r#"{{"file_name":"src/lib.rs","line_start":{line},"is_primary":true,"expansion":null}}"#);
    format!(
        r#"{{"reason":"compiler-message","message":{{"rendered":"{level}[E0001]: {text}\n --> src/lib.rs:{line}:5\n{}","level":"{level}","message":"{text}","code":null,"spans":[{span}]}}}}"#,
        "x".repeat(9000)
    )
}

#[test]
fn diagnostics_are_bounded_and_no_error_is_lost() {
    let mut parser = parser();
    for n in 0..200 {
        parser.build_line(Stream::Out, &message("warning", "unused", n));
    }
    parser.build_line(Stream::Out, &message("warning", "aborting due to nothing", 1));
    for _ in 0..3 {
        parser.build_line(Stream::Out, &message("error", "broken", 7));
    }
    parser.build_line(Stream::Out, "{ not json");
    parser.build_line(Stream::Out, "not json");
    let found = parser.finish(&end(End::Exited(101)), None, &[]).diagnostics;
    assert_eq!(found.len(), MAX_DIAGNOSTICS);
    assert_eq!(found.iter().filter(|d| d.level == Level::Error).count(), 1);
    assert!(found.iter().all(|d| d.rendered.len() <= MAX_MESSAGE));
}

#[test]
fn a_message_that_arrives_cut_is_still_an_error() {
    let whole = message("error", "mismatched \\\"types\\\"", 12);
    for cut in [whole.len() - 2, whole.len() - 120, 9000, 200] {
        let mut parser = parser();
        parser.build_line(Stream::Out, &whole[..cut]);
        let found = parser.finish(&end(End::Exited(101)), None, &[]).diagnostics;
        let d = &found[0];
        assert_eq!(
            (d.code.as_deref(), d.message.as_str(), d.file.as_deref(), d.line),
            (Some("E0001"), "mismatched \"types\"", Some("src/lib.rs"), Some(12)),
            "{cut}"
        );
    }
}

#[test]
fn failed_tests_say_where_and_why() {
    let expected = [
        "test_label_err",
        "test_label_heavy_none",
        "test_label_heavy_ok",
        "test_label_heavy_other",
        "test_label_ignored",
        "test_label_ignored_why",
        "test_label_is_true",
        "test_label_multi",
        "test_label_of_one",
        "test_label_thread",
        "test_parcel_grams_adds_plain",
        "test_parcel_grams_adds_wrapping",
        "test_parcel_grams_of_two",
        "test_removed",
    ];
    let tests = run("failures", End::Exited(101), &expected);
    assert_eq!(tests.iter().map(|t| t.name.as_str()).collect::<Vec<_>>(), expected);
    let said = |name: &str| tests.iter().find(|t| t.name == name).map(|t| (t.status, t.message.as_str())).unwrap();
    let failed = TestStatus::Failed;
    assert_eq!(said("test_label_err"), (failed, "Error: \"it did not work\""));
    assert_eq!(said("test_label_heavy_none"), (failed, "tests/parcel.rs:48: it should have panicked, and did not"));
    assert_eq!(said("test_label_heavy_ok"), (TestStatus::Ok, ""));
    let other = "src/lib.rs:12: not yet implemented: ex-2\npanic did not contain expected string\n      panic message: \"not yet implemented: ex-2\"\n expected substring: \"too heavy\"";
    assert_eq!(said("test_label_heavy_other"), (failed, other));
    assert_eq!(said("test_label_ignored"), (TestStatus::NotRun, "the test is marked #[ignore]"));
    assert_eq!(said("test_label_ignored_why").0, TestStatus::NotRun);
    assert_eq!(
        said("test_label_is_true"),
        (failed, "tests/parcel.rs:21: assertion failed: parcel_grams(2, 2) == 5\n| adding 2 and 2\n| to stderr 2")
    );
    assert_eq!(said("test_label_multi"), (failed, "tests/parcel.rs:25: first line\nsecond line\n\nfourth line"));
    assert_eq!(said("test_label_of_one"), (failed, "src/lib.rs:12: not yet implemented: ex-2"));
    assert!(tests[8].is_unwritten());
    assert_eq!(
        said("test_label_thread"),
        (failed, "tests/parcel.rs:58: inside a thread\ntests/parcel.rs:58: called `Result::unwrap()` on an `Err` value: Any { .. }")
    );
    assert_eq!(
        said("test_parcel_grams_adds_plain"),
        (failed, "tests/parcel.rs:9: assertion `left == right` failed\n  left: 3\n right: 4\n| adding 1 and 3\n| to stderr 1")
    );
    assert_eq!(
        said("test_parcel_grams_adds_wrapping"),
        (
            failed,
            "tests/parcel.rs:5: assertion `left == right` failed: 2 g and 3 g of wrapping\n  left: 6\n right: 5\n| adding 2 and 3\n| to stderr 2"
        )
    );
    assert_eq!(said("test_parcel_grams_of_two"), (TestStatus::Ok, ""));
    assert_eq!(said("test_removed"), (TestStatus::NotRun, "the test program does not have this test"));
}

#[test]
fn backtraces_are_left_out() {
    let names = ["test_label_heavy_other", "test_label_thread", "test_parcel_grams_adds_plain"];
    assert_eq!(run("backtrace", End::Exited(101), &names), run("failures", End::Exited(101), &names));
}

#[test]
fn what_the_learners_code_prints_in_between_does_not_confuse() {
    let names = ["test_say_err", "test_say_glued", "test_say_line", "test_say_line_fail", "test_say_ok"];
    let tests = run("printing", End::Exited(101), &names);
    let (ok, failed) = (TestStatus::Ok, TestStatus::Failed);
    assert_eq!(statuses(&tests), [ok, ok, ok, failed, ok]);
    assert_eq!(tests[3].message, "tests/seats.rs:7: no");
    let (_, live) = run_text(&fixture("printing.out"), "", End::Exited(101), &names);
    let live: Vec<_> = live.iter().map(|(name, status)| (name.as_str(), *status)).collect();
    assert_eq!(
        live,
        [
            ("test_say_err", ok),
            ("test_say_glued", ok),
            ("test_say_line", ok),
            ("test_say_line_fail", ok),
            ("test_say_line_fail", failed),
            ("test_say_ok", ok)
        ]
    );
}

#[test]
fn a_program_that_ends_early_names_its_test() {
    let cases = [
        ("abort", End::Signalled(6), "killed by signal SIGABRT"),
        ("crash", End::Signalled(11), "killed by signal SIGSEGV"),
        ("exit0", End::Exited(0), "the program ended early (exit code 0) during this test"),
        ("exit3", End::Exited(3), "the program ended early (exit code 3) during this test\n| bye"),
        ("oom", End::Signalled(6), "killed by signal SIGABRT\n| memory allocation of 70368744177664 bytes failed"),
        ("overflow", End::Signalled(6), "the stack overflowed: does a function call itself without end?"),
    ];
    for (name, how, message) in cases {
        let tests = run(&format!("ends-{name}"), how, &["test_parcel_grams_of_two", &format!("test_z_{name}"), "test_zz_later"]);
        assert_eq!(statuses(&tests), [TestStatus::Ok, TestStatus::Crashed, TestStatus::NotRun], "{name}");
        assert_eq!(tests[1].message, message);
        assert_eq!(tests[2].message, "an earlier test ended the program");
    }
    let tests = run("ends-double", End::Signalled(6), &["test_z_double"]);
    assert_eq!(
        tests[0].message,
        "killed by signal SIGABRT\ntests/seats.rs:17: first\nsrc/lib.rs:52: in drop\npanic in a destructor during cleanup\nthread caused non-unwinding panic. aborting."
    );
}

#[test]
fn an_endless_test_is_a_timeout_and_the_later_ones_were_not_run() {
    let tests = run("ends-spin", End::TimedOut, &["test_zz_later", "test_parcel_grams_of_two", "test_z_spin"]);
    assert_eq!(statuses(&tests), [TestStatus::NotRun, TestStatus::Ok, TestStatus::Timeout]);
    assert_eq!(
        (tests[0].message.as_str(), tests[2].message.as_str()),
        ("an earlier test used up the time", "still running after 10 s, and stopped")
    );
    let (tests, _) = run_text("test m::test_a ... FAILED\ntest m::test_b ... ", "", End::TimedOut, &["test_a", "test_b"]);
    assert_eq!(statuses(&tests), [TestStatus::Failed, TestStatus::Timeout]);
    assert_eq!(tests[0].message, "failed; the reason is not known, because a later test ended the program");
    let tests = run("ends-spin", End::Interrupted, &["test_z_spin", "test_zz_later"]);
    assert_eq!(statuses(&tests), [TestStatus::NotRun; 2]);
}

#[test]
fn ok_counts_only_when_libtest_says_it() {
    let status = |out: &str, how| run_text(out, "", how, &["test_a"]).0[0].status;
    // The code under test prints the verdict itself and leaves.
    assert_eq!(status("running 1 test\ntest m::test_a ... ok", End::Exited(0)), TestStatus::Crashed);
    assert_eq!(status("running 1 test\ntest m::test_a ... xok", End::Exited(0)), TestStatus::Crashed);
    assert_eq!(status("test m::test_a ... ok\nFAILED\n\ntest result: FAILED. 0", End::Exited(101)), TestStatus::Failed);
    assert_eq!(status("test m::test_a ... \ntest result: ok. 1 passed\n", End::Exited(0)), TestStatus::Crashed);
    // A name alone, another's verdict, or no line at all.
    assert_eq!(status("test m::test_a ... hm\ntest m::test_b ... ok\n\ntest result: ok. 2", End::Exited(0)), TestStatus::Failed);
    assert_eq!(status("ok\ntest result: ok. 1 passed\n", End::Exited(0)), TestStatus::NotRun);
    assert_eq!(status("", End::Exited(0)), TestStatus::NotRun);
    // What failed tests had printed comes last and is not read as results.
    let printed = "test m::test_b ... FAILED\n\nfailures:\n\n---- m::test_b stdout ----\ntest m::test_a ... ok\n\nfailures:\n    m::test_b\n\ntest result: FAILED. 0 passed\n";
    assert_eq!(status(printed, End::Exited(101)), TestStatus::NotRun);
    // Real verdicts after output without a line end.
    assert_eq!(status("test m::test_a ... one\ntwook\n\ntest result: ok. 1 passed", End::Exited(0)), TestStatus::Ok);
    assert_eq!(status("test m::test_a ... twoFAILED\n\nfailures:\n", End::Exited(101)), TestStatus::Failed);
    assert_eq!(status("test m::test_a ... ok\r\n\r\ntest result: ok. 1 passed\r", End::Exited(0)), TestStatus::Ok);
}

#[test]
fn a_flood_of_output_stays_bounded_and_the_panic_is_kept() {
    let mut parser = parser();
    for n in 0..5000 {
        parser.test_line(Stream::Out, &format!("test forged_{n} ... ok"));
    }
    parser.test_line(Stream::Out, &format!("test {} ... ok", "x".repeat(100_000)));
    parser.test_line(Stream::Out, "test m::forged_1 ... FAILED");
    for line in ["", "failures:", "", "---- m::forged_1 stdout ----"] {
        parser.test_line(Stream::Out, line);
    }
    for _ in 0..20_000 {
        parser.test_line(Stream::Out, &"\u{1b}[31mflood".repeat(20));
        parser.test_line(Stream::Err, &"flood".repeat(200));
    }
    for line in [
        "",
        "thread 'm::forged_1' (1) panicked at tests/m.rs:3:1:",
        "the reason",
        "",
        "",
        "failures:",
        "    m::forged_1",
        "",
        "test result: FAILED. 0",
    ] {
        parser.test_line(Stream::Out, line);
    }
    let tests = parser.finish(&end(End::Exited(0)), Some(&end(End::Exited(101))), &["forged_1".to_owned()]).tests;
    assert_eq!(tests[0].status, TestStatus::Failed);
    assert!(tests[0].message.starts_with("tests/m.rs:3: the reason\n| floodflood"), "{}", tests[0].message);
    assert!(tests[0].message.len() <= MAX_MESSAGE && !tests[0].message.contains('\u{1b}'));
}
