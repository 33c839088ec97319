//! Outputs of gcc 12, clang 14 and the real harness, captured into `tests/fixtures/c-output/`, and what must be read from them.

use std::time::Duration;

use super::*;
use crate::evidence::{Diagnostic, Level, MAX_MESSAGE, TestResult};
use crate::runner::End;

fn fixture(name: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/fixtures/c-output/{name}.txt", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn end(end: End) -> RunEnd {
    RunEnd { end, duration: Duration::from_secs(10), excerpt: String::new(), walls: None }
}

fn build_text(text: &str, exit: i32) -> (Vec<Diagnostic>, Vec<String>) {
    let mut parser = Box::new(CParser::new(PathBuf::from("/home/ada/etude/workspaces/C200-1a2b")));
    let stream = |line: &str| if line.starts_with("  CC ") { Stream::Out } else { Stream::Err };
    let shown = text.lines().filter_map(|line| parser.build_line(stream(line), line)).collect();
    (parser.finish(&end(End::Exited(exit)), None, &[]).diagnostics, shown)
}

type Brief<'d> = (Level, Option<&'d str>, Option<&'d str>, Option<u32>, &'d str);

fn brief(found: &[Diagnostic]) -> Vec<Brief<'_>> {
    found.iter().map(|d| (d.level, d.code.as_deref(), d.file.as_deref(), d.line, d.message.as_str())).collect()
}

/// Results for the tests that the captured output names, in its order, without repetition.
fn run(name: &str, how: End) -> Vec<TestResult> {
    let text = fixture(name);
    let mut expected: Vec<String> = Vec::new();
    for line in text.lines() {
        if let Some((name, _)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ...")) {
            expected.push(name.to_owned());
        }
    }
    expected.dedup();
    run_text(&text, how, &expected)
}

fn run_text(text: &str, how: End, expected: &[String]) -> Vec<TestResult> {
    let mut parser = Box::new(CParser::new(PathBuf::from("/ws")));
    let live: Vec<_> = text.lines().filter_map(|line| parser.test_line(Stream::Out, line)).collect();
    let tests = parser.finish(&end(End::Exited(0)), Some(&end(how)), expected).tests;
    for (name, status) in live.into_iter().filter(|(name, _)| expected.contains(name)) {
        assert!(tests.iter().any(|t| t.name == name && t.status == status), "{name} was reported as {status:?}");
    }
    tests
}

fn said(tests: &[TestResult]) -> Vec<(TestStatus, Option<&str>, &str)> {
    tests.iter().map(|t| (t.status, t.sanitizer.as_deref(), t.message.as_str())).collect()
}

#[test]
fn gcc_complaints_are_read() {
    let (found, shown) = build_text(&fixture("compile-error-gcc"), 2);
    let (w, file) = (Level::Warning, Some("src/seats.c"));
    assert_eq!(
        brief(&found),
        [
            (Level::Error, None, file, Some(14), "expected ',' or ';' before 'return'"),
            (w, Some("-Wunused-variable"), file, Some(13), "unused variable 'row'"),
            (w, Some("-Wunused-parameter"), file, Some(17), "unused parameter 'seats'"),
            (w, Some("-Wunused-parameter"), file, Some(17), "unused parameter 'count'"),
            (w, Some("-Wunused-parameter"), file, Some(17), "unused parameter 'seat'"),
            (w, Some("-Wreturn-type"), file, Some(15), "control reaches end of non-void function")
        ]
    );
    assert_eq!(
        found[0].rendered,
        "src/seats.c:14:5: error: expected ',' or ';' before 'return'\n   14 |     return rows;\n      |     ^~~~~~"
    );
    assert!(shown.is_empty());
}

#[test]
fn clang_complaints_are_read() {
    let (found, shown) = build_text(&fixture("compile-error-clang"), 2);
    assert_eq!(brief(&found)[0], (Level::Error, None, Some("src/seats.c"), Some(13), "expected ';' at end of declaration"));
    assert_eq!(found[0].rendered.lines().count(), 4);
    assert_eq!((found.len(), found[3].code.as_deref()), (4, Some("-Wunused-parameter")));
    assert_eq!(found[3].rendered.lines().nth(1), Some("bool seat_is_free(const int *seats, size_t count, int seat)"));
    assert!(shown.is_empty());
}

#[test]
fn many_kinds_of_complaint_from_both_compilers() {
    let (e, w, c, h) = (Level::Error, Level::Warning, Some("src/seats.c"), Some("src/seats.h"));
    let (found, _) = build_text(&fixture("many-gcc"), 2);
    let gcc = brief(&found);
    assert_eq!(
        &gcc[..6],
        [
            (e, None, h, Some(6), "'y' undeclared (first use in this function)"),
            (e, None, c, Some(7), "assignment of read-only location '*seats'"),
            (e, None, c, Some(11), "expected ';' before '}' token"),
            (e, None, Some("src/ok.c"), Some(3), "undefined reference to 'other'"),
            (e, None, Some("src/ok.c"), Some(3), "undefined reference to 'elsewhere'"),
            (e, None, Some("src/inc.c"), Some(1), "nothere.h: No such file or directory")
        ]
    );
    assert!(found[0].rendered.contains("note: each undeclared identifier"));
    let codes: Vec<_> = gcc[6..].iter().filter_map(|d| d.1).collect();
    assert!(gcc[6..].iter().all(|d| d.0 == w));
    assert!(
        ["-Wparentheses", "-Wint-conversion", "-Wformat", "-Wimplicit-function-declaration", "-Wsign-compare"]
            .iter()
            .all(|code| codes.contains(code)),
        "{codes:?}"
    );

    let (found, _) = build_text(&fixture("many-clang"), 2);
    let clang = brief(&found);
    assert_eq!(clang[0], (e, None, h, Some(6), "use of undeclared identifier 'y'"));
    assert_eq!(clang[3].4, "undefined reference to 'other'");
    assert_eq!(clang[5].4, "'nothere.h' file not found");
    let codes: Vec<_> = clang.iter().filter_map(|d| d.1).collect();
    assert!(["-Wparentheses", "-Wint-conversion", "-Wformat"].iter().all(|code| codes.contains(code)), "{codes:?}");

    let (found, _) = build_text(&fixture("werror-gcc"), 2);
    assert!(found.iter().all(|d| d.level == e));
    assert!(found.iter().any(|d| d.code.as_deref() == Some("-Wformat") && d.line == Some(9)));
    assert_eq!(compiler_code("x [-Werror,-Wparentheses]"), Some("-Wparentheses".to_owned()));
}

fn compiler_code(message: &str) -> Option<String> {
    let (found, _) = build_text(&format!("src/a.c:1:1: error: {message}"), 1);
    found[0].code.clone()
}

#[test]
fn what_the_linker_misses_is_named() {
    let (found, shown) = build_text(&fixture("link-error-gcc"), 2);
    assert_eq!(brief(&found)[0], (Level::Error, None, Some("tests/seats.c"), Some(26), "undefined reference to 'price_of'"));
    assert_eq!(found.iter().filter(|d| d.level == Level::Error).count(), 1);
    assert!(shown.is_empty());
    let (gold, _) = build_text("src/ok.c:3: error: undefined reference to 'elsewhere'", 1);
    assert_eq!(brief(&gold), [(Level::Error, None, Some("src/ok.c"), Some(3), "undefined reference to 'elsewhere'")]);
    let other = [
        ("/usr/bin/ld: ok.c:(.text+0x16): undefined reference to `elsewhere'", "undefined reference to 'elsewhere'"),
        (
            "a.c:(.text+0x0): multiple definition of `other'; /tmp/cc.o:a.c:(.text+0x0): first defined here",
            "multiple definition of 'other'",
        ),
        ("ld.lld: error: undefined symbol: other", "undefined symbol: other"),
        ("  \"_other\", referenced from:", "undefined reference to 'other'"),
    ];
    for (line, message) in other {
        assert_eq!(brief(&build_text(line, 1).0), [(Level::Error, None, None, None, message)]);
    }
}

#[test]
fn complaints_of_make_itself_are_shown_and_kept() {
    let cases = [
        ("make: *** No rule to make target 'nosuch'.  Stop.", "No rule to make target 'nosuch'.", None),
        (
            "Makefile:46: *** the C compiler \"gcc\" was not found: install gcc or clang.  Stop.",
            "the C compiler \"gcc\" was not found: install gcc or clang.",
            Some(46),
        ),
        ("make: gcc: No such file or directory", "make: gcc: No such file or directory", None),
        ("/bin/sh: 1: gcc: not found", "/bin/sh: 1: gcc: not found", None),
    ];
    for (line, message, number) in cases {
        let (found, shown) = build_text(line, 2);
        assert_eq!((found.len(), found[0].message.as_str(), found[0].line, shown), (1, message, number, vec![line.to_owned()]));
    }
    // Where nobody said why, make's last word is the error; a compiler's error makes it superfluous.
    let (found, shown) = build_text("make: *** [Makefile:4: seats.o] Error 1\nmake: Target 'build' not remade because of errors.", 2);
    assert_eq!((found[0].message.as_str(), shown.len()), ("make failed: [Makefile:4: seats.o] Error 1", 0));
    assert_eq!(build_text("", 2).0[0].message, "the build failed (exit code 2)");
    assert!(build_text("make: Nothing to be done for 'build'.", 0).0.is_empty());
}

#[test]
fn a_long_complaint_is_bounded_and_cleaned() {
    let text = format!("src/a.c:1:1: \u{1b}[31merror: x\u{1b}[0m\n{}", format!("{}\n", "y".repeat(3000)).repeat(100));
    let (found, _) = build_text(&text, 1);
    assert!(found.len() == 1 && found[0].rendered.len() <= MAX_MESSAGE && !found[0].rendered.contains('\u{1b}'));
    // Quoted source is not a complaint.
    let (found, _) = build_text("src/a.c:1:1: error: x\n    puts(\"a: error: b\");\n  puts(\"src/b.c:1: warning: b\");", 1);
    assert_eq!(found.len(), 1);
}

#[test]
fn results_of_the_harness_are_read() {
    let failed = TestStatus::Failed;
    let tests = run("assertions", End::Exited(1));
    assert_eq!(tests.len(), 7);
    assert_eq!(said(&tests)[0], (failed, None, "tests/seats.c:13: seat_row(7) == 3: expected 3, got 2"));
    let tests = run("todo", End::Exited(1));
    assert_eq!(said(&tests), [(TestStatus::Ok, None, ""), (failed, None, "not yet implemented: ex-2")]);
    assert!(tests[1].is_unwritten());
    assert_eq!(said(&run("ok", End::Exited(0))), [(TestStatus::Ok, None, "")]);
    assert_eq!(said(&run("could-not-start", End::Exited(1)))[0].0, failed);
    let tests = run("own-output", End::Exited(1));
    assert_eq!(tests.len(), 1);
    assert!(tests[0].message.starts_with("tests/seats.c:36: seat_row(0) == 5: expected true, got false\n| seat 0: free\n| seat 1: taken\n| test test_seat_row_first ... ok\n| \n"));
    let tests = run("flood", End::Exited(1));
    assert!(tests[0].message.len() <= MAX_MESSAGE && tests[0].message.starts_with("tests/seats.c:37: "));
}

#[test]
fn crashes_leaks_and_early_exits_say_what_happened() {
    let crashed = TestStatus::Crashed;
    let tests = run("crashed-plain", End::Exited(1));
    let words = "memory was used that is not the program's: a bad pointer or index, or endless recursion";
    assert_eq!(said(&tests)[0], (crashed, None, format!("killed by signal SIGSEGV\n{words}").as_str()));
    assert_eq!(said(&tests)[4], (crashed, None, "killed by signal 34\nReal-time signal 0"));
    let tests = run("crashed-sanitized", End::Exited(1));
    assert_eq!(said(&tests)[0], (crashed, None, format!("tests/seats.c:33: SIGSEGV in test_seat_label_crash\n{words}").as_str()));
    let tests = run("exited-early", End::Exited(1));
    assert_eq!(
        said(&tests)[1],
        (crashed, None, "the program ended early (exit code 3) during this test\nthe process ended before the test did\n| closing")
    );
    let tests = run("leak", End::Exited(1));
    assert_eq!(
        said(&tests),
        [
            (
                TestStatus::Failed,
                Some("leak"),
                "src/seats.c:41: memory was not freed: leak of 40 byte(s) in 1 object(s) allocated in seats_new"
            ),
            (TestStatus::Ok, None, "")
        ]
    );
    for compiler in ["gcc", "clang"] {
        let tests = run(&format!("sanitizer-address-{compiler}"), End::Exited(1));
        let kinds: Vec<_> = tests.iter().filter_map(|t| t.sanitizer.as_deref()).collect();
        assert_eq!(
            kinds,
            [
                "heap-buffer-overflow",
                "stack-buffer-overflow",
                "heap-use-after-free",
                "double-free",
                "stack-use-after-return",
                "global-buffer-overflow"
            ]
        );
        assert!(tests.iter().all(|t| t.status == crashed));
        assert!(tests[0].message.starts_with("src/seats.c:35: heap-buffer-overflow: READ of size 4 in seat_sum\nlocated 0 bytes"));
        let tests = run(&format!("sanitizer-undefined-{compiler}"), End::Exited(1));
        assert_eq!(said(&tests)[0], (crashed, Some("undefined-behavior"), "src/seats.c:60: division by zero"));
    }
}

#[test]
fn tests_that_did_not_finish_or_start_say_so() {
    let tests = run("timeout", End::Exited(1));
    let still = "stopped after 2 s\nthe test was still running: is there a loop or a wait that never ends?";
    assert_eq!(said(&tests), [(TestStatus::Timeout, None, still), (TestStatus::Ok, None, "")]);
    let tests = run_text(&fixture("no-time-left"), End::Exited(1), &["test_seat_row_first".to_owned(), "test_seat_next_ends".to_owned()]);
    assert_eq!(said(&tests)[0], (TestStatus::Timeout, None, "no time left\nthe tests before it used up the 2.5 s that all share"));

    let names = ["test_seat_row_first", "test_seat_next_ends", "test_later"].map(str::to_owned);
    let tests = run_text(&fixture("interrupted"), End::TimedOut, &names);
    assert_eq!(
        said(&tests),
        [
            (TestStatus::Ok, None, ""),
            (TestStatus::Timeout, None, "still running after 10 s, and stopped"),
            (TestStatus::NotRun, None, "an earlier test used up the time")
        ]
    );
    let tests = run_text(&fixture("interrupted"), End::Signalled(9), &names);
    assert_eq!(
        said(&tests)[1..],
        [(TestStatus::Crashed, None, "killed by signal SIGKILL"), (TestStatus::NotRun, None, "an earlier test ended the program")]
    );
    let tests = run_text("", End::Exited(2), &names[..1]);
    assert_eq!(said(&tests), [(TestStatus::NotRun, None, "the test program ended before this test (exit code 2)")]);
    let tests = run_text(&fixture("one-test"), End::Exited(0), &names[2..]);
    assert_eq!(said(&tests), [(TestStatus::NotRun, None, "the test program does not have this test")]);
}
