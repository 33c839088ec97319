//! Evidence by hand, and what it is named.

use super::*;
use crate::evidence::{SourceFile, TamperKind, Tampered};
use crate::pack::Bank;

fn evidence(outcome: Outcome, diagnostics: Vec<Diagnostic>, tests: Vec<TestResult>) -> Evidence {
    Evidence {
        outcome,
        command: "x".into(),
        exit_code: Some(1),
        duration_ms: 0,
        diagnostics,
        tests,
        output_excerpt: String::new(),
        source: Vec::new(),
        tampered: Vec::new(),
    }
}

fn said(level: Level, code: &str, message: &str, file: &str, stub: Option<&str>) -> Diagnostic {
    Diagnostic {
        level,
        code: (!code.is_empty()).then(|| code.to_owned()),
        message: message.into(),
        file: Some(file.into()),
        line: Some(7),
        stub: stub.map(str::to_owned),
        unit: stub.map(|_| "ex-1".to_owned()),
        rendered: String::new(),
    }
}

fn error(code: &str, message: &str) -> Diagnostic {
    said(Level::Error, code, message, "src/lib.rs", None)
}

fn warning(code: &str, message: &str, stub: &str) -> Diagnostic {
    said(Level::Warning, code, message, "src/x.c", Some(stub))
}

fn test(stub: &str, status: TestStatus, message: &str, sanitizer: Option<&str>) -> TestResult {
    TestResult {
        name: format!("test_{stub}_works"),
        status,
        message: message.into(),
        sanitizer: sanitizer.map(str::to_owned),
        stub: Some(stub.into()),
        unit: Some("ex-1".into()),
    }
}

fn tag(language: &str, evidence: &Evidence) -> Option<String> {
    diagnose(language, &[], evidence).map(|n| n.tag)
}

fn compiled(errors: Vec<Diagnostic>) -> Evidence {
    evidence(Outcome::DoesNotCompile, errors, Vec::new())
}

fn failed(warnings: Vec<Diagnostic>, tests: Vec<TestResult>) -> Evidence {
    evidence(Outcome::TestsFail, warnings, tests)
}

#[test]
fn one_code_covers_several_misconceptions_and_the_message_tells_them_apart() {
    let seen = [
        ("E0382", "use of moved value: `x`, value moved here, in previous iteration of loop", "moved-in-loop"),
        ("E0382", "borrow of moved value: `x`", "use-after-move"),
        ("E0277", "the type `[u32]` cannot be indexed by `u32`, slice indices are of type `usize`", "index-not-usize"),
        ("E0277", "the `?` operator can only be used in a function that returns `Result`", "question-mark-without-result"),
        ("E0277", "`Rc<u32>` cannot be sent between threads safely", "not-send"),
        ("E0308", "mismatched types: expected `String`, found `&str`", "string-and-str"),
        ("E0308", "mismatched types: remove this semicolon to return this value", "stray-semicolon"),
        ("", "lifetime may not live long enough", "lifetime-mismatch"),
    ];
    for (code, message, expected) in seen {
        assert_eq!(tag("rust", &compiled(vec![error(code, message)])).as_deref(), Some(expected), "{code} {message}");
    }
    assert_eq!(tag("rust", &compiled(vec![error("E0425", "cannot find value `x` in this scope")])), None, "a slip has no name");
    assert_eq!(tag("c", &compiled(vec![error("E0382", "borrow of moved value: `x`")])), None, "nor has another language's");
}

#[test]
fn the_first_error_counts_and_only_in_the_learners_files() {
    let (typo, moved) = (error("E0425", "cannot find value `x`"), error("E0382", "borrow of moved value"));
    assert_eq!(tag("rust", &compiled(vec![typo, moved.clone()])), None, "what follows a slip may be its echo");
    let mixed = compiled(vec![moved, said(Level::Warning, "unused_must_use", "iterators are lazy", "src/lib.rs", Some("a"))]);
    assert_eq!(tag("rust", &mixed).as_deref(), Some("use-after-move"), "an error goes before a warning");
    let in_test = said(Level::Error, "E0061", "this function takes 1 argument", "tests/x.rs", None);
    assert_eq!(tag("rust", &compiled(vec![in_test])), None);
    let elsewhere = said(Level::Error, "E0061", "this function takes 1 argument", "srcs/x.rs", None);
    assert_eq!(tag("rust", &compiled(vec![elsewhere])), None);
}

#[test]
fn a_warning_counts_only_in_a_stub_that_ran_and_failed() {
    let warned = || vec![warning("-Wparentheses", "suggest parentheses around assignment used as truth value", "a")];
    let wrong = |stub: &str| test(stub, TestStatus::Failed, "tests/x.c:3: a(): expected 3, got 2", None);
    let unwritten = test("a", TestStatus::Failed, "not yet implemented: ex-1", None);
    let ok = test("a", TestStatus::Ok, "", None);
    assert_eq!(tag("c", &failed(warned(), vec![wrong("a")])).as_deref(), Some("assignment-in-condition"));
    assert_eq!(tag("c", &failed(warned(), vec![ok.clone(), wrong("b")])), None, "another stub fails");
    assert_eq!(tag("c", &failed(warned(), vec![unwritten])), None, "it is not written yet");
    assert_eq!(tag("c", &failed(warned(), vec![test("a", TestStatus::NotRun, "", None)])), None, "nothing ran");
    assert_eq!(tag("c", &evidence(Outcome::Passed, warned(), vec![ok])), None, "it passes");
    assert_eq!(tag("c", &evidence(Outcome::NotStarted, warned(), vec![wrong("a")])), None, "it is the starter");
}

#[test]
fn an_empty_body_is_unfinished() {
    let warned = vec![warning("-Wreturn-type", "control reaches end of non-void function", "a")];
    let mut seen = failed(warned, vec![test("a", TestStatus::Failed, "tests/x.c:3: a(): expected 3, got 2", None)]);
    let mut tag_of = |content: &str| {
        seen.source = vec![SourceFile { path: "src/x.c".into(), content: content.into() }];
        tag("c", &seen)
    };
    assert_eq!(tag_of("int a(void)\n{\n}\n"), None);
    assert_eq!(tag_of("int a(void)\n{\n    int b = 2;\n}\n"), None, "a first line");
    assert_eq!(tag_of("int a(void)\n{\n    int b = 2 * 3;\n}\n").as_deref(), Some("missing-return"));
}

#[test]
fn checkers_and_panics_name_what_happens_in_the_learners_code() {
    let crashed = |message: &str, sanitizer: Option<&str>| failed(Vec::new(), vec![test("a", TestStatus::Crashed, message, sanitizer)]);
    let freed = "tests/x.c:9: heap-use-after-free: READ of size 4 in test_a_works";
    assert_eq!(tag("c", &crashed(freed, Some("heap-use-after-free"))).as_deref(), Some("use-after-free"), "the memory is the learner's");
    let null = |file: &str| format!("{file}:9: load of null pointer of type 'int'");
    assert_eq!(tag("c", &crashed(&null("src/x.c"), Some("undefined-behavior"))).as_deref(), Some("null-dereference"));
    assert_eq!(tag("c", &crashed(&null("tests/x.c"), Some("undefined-behavior"))), None, "the test looked behind a NULL that it was given");
    let nul = "src/x.c:9: heap-buffer-overflow: WRITE of size 1 in copy\nlocated 0 bytes to the right of 5-byte region";
    assert_eq!(tag("c", &crashed(nul, Some("heap-buffer-overflow"))).as_deref(), Some("missing-nul-slot"));

    let panicked = |message: &str| failed(Vec::new(), vec![test("a", TestStatus::Failed, message, None)]);
    let none = "called `Option::unwrap()` on a `None` value";
    assert_eq!(tag("rust", &panicked(&format!("src/lib.rs:3: {none}"))).as_deref(), Some("unwrap-on-none"));
    assert_eq!(tag("rust", &panicked(&format!("tests/x.rs:3: {none}"))), None, "the test's own");
    assert_eq!(tag("rust", &panicked(&format!("src/lib.rs:3: no\n| {none}"))), None, "printed, not panicked");
}

#[test]
fn a_warning_that_is_a_cause_goes_before_what_the_tests_showed() {
    let pack = Bank::Embedded.load("c", "C201").expect("the pack loads");
    let crash = || TestResult {
        name: "test_count_yes_without_a_question_counts_every_reading".into(),
        ..test("count_yes", TestStatus::Crashed, "SIGSEGV", None)
    };
    let named = |warnings| diagnose("c", &pack.meta.misconceptions, &failed(warnings, vec![crash()])).map(|n| n.tag);
    assert_eq!(named(Vec::new()).as_deref(), Some("null-called"));
    let assigned = warning("-Wparentheses", "suggest parentheses around assignment used as truth value", "count_yes");
    assert_eq!(named(vec![assigned]).as_deref(), Some("assignment-in-condition"));
}

#[test]
fn a_flag_counts_as_gcc_prints_it() {
    let falls = warning("-Wimplicit-fallthrough", "this statement may fall through", "fee");
    for written in ["-Wimplicit-fallthrough", "-Wimplicit-fallthrough="] {
        let when = vec![crate::pack::Sign { code: Some(written.into()), ..Default::default() }];
        let own =
            [Misconception { tag: "missing-break".into(), says: String::new(), fix: String::new(), lesson: None, when, unshown: None }];
        let seen = failed(vec![falls.clone()], vec![test("fee", TestStatus::Failed, "expected 3, got 5", None)]);
        assert_eq!(diagnose("c", &own, &seen).map(|n| (n.tag, n.generic)), Some(("missing-break".to_owned(), false)), "{written}");
    }
}

#[test]
fn the_same_result_is_told_apart_by_what_was_written() {
    let pack = Bank::Embedded.load("rust", "S100").expect("the pack loads");
    let result = TestResult {
        name: "test_storage_cents_rises_day_by_day".into(),
        ..test("storage_cents", TestStatus::Failed, "assertion failed\n  left: 120\n right: 220", None)
    };
    let mut seen = failed(Vec::new(), vec![result]);
    let mut tag_of = |body: &str| {
        let content = format!("pub fn storage_cents(days: u32) -> u32 {{ {body} }}\n");
        seen.source = vec![SourceFile { path: "src/lib.rs".into(), content }];
        diagnose("rust", &pack.meta.misconceptions, &seen).map(|n| n.tag)
    };
    let shadowing = "let total = 120; for day in 1..=days { let total = total + day * 10; } total";
    assert_eq!(tag_of(shadowing).as_deref(), Some("shadowing-taken-for-mutation"));
    assert_eq!(tag_of("let total = HANDLING_CENTS; total"), None, "a first sketch");
    seen.source.clear();
    assert_eq!(diagnose("rust", &pack.meta.misconceptions, &seen), None, "what cannot be read says nothing");
}

#[test]
fn the_types_in_a_message_tell_numbers_from_references_and_from_all_else() {
    let seen = [
        ("E0308", "mismatched types: expected `f64`, found `u32`", Some("mixed-number-types")),
        ("E0308", "mismatched types: expected `f64`, found integer", Some("mixed-number-types")),
        ("E0308", "mismatched types: expected `u32`, found `&u32`", Some("reference-for-value")),
        ("E0308", "mismatched types: expected integer, found `&[u32]`", None),
        ("E0308", "mismatched types: expected `u32`, found `&str`", None),
        ("E0277", "cannot multiply `u32` by `f64`", Some("mixed-number-types")),
        ("E0277", "cannot multiply `u32` by `Litres`", None),
        ("E0277", "can't compare `&u32` with `{integer}`", Some("reference-for-value")),
        ("E0277", "can't compare `&u32` with `f64`", Some("mixed-number-types")),
    ];
    for (code, message, expected) in seen {
        assert_eq!(tag("rust", &compiled(vec![error(code, message)])).as_deref(), expected, "{code} {message}");
    }
}

#[test]
fn the_linker_is_believed_but_not_about_a_stub_that_is_gone() {
    let missing = |name: &str, stub| said(Level::Error, "", &format!("undefined reference to '{name}'"), "src/x.c", Some(stub));
    assert_eq!(tag("c", &compiled(vec![missing("helper", "a")])).as_deref(), Some("symbol-undefined"));
    assert_eq!(tag("c", &compiled(vec![missing("a", "a")])), None, "deleted or renamed");
    let unheard = warning("-Wimplicit-function-declaration", "implicit declaration of function 'helper'", "a");
    assert_eq!(tag("c", &compiled(vec![missing("helper", "a"), unheard])).as_deref(), Some("function-not-declared"), "no echo");
}

#[test]
fn changed_tests_are_no_evidence() {
    let mut seen = failed(Vec::new(), vec![test("a", TestStatus::Failed, "src/lib.rs:3: attempt to divide by zero", None)]);
    assert_eq!(tag("rust", &seen).as_deref(), Some("divides-by-zero"));
    seen.tampered = vec![Tampered { path: "tests/x.rs".into(), how: TamperKind::Changed }];
    assert_eq!(tag("rust", &seen), None);
}

#[test]
fn the_packs_own_signs_go_first_and_say_what_showed_it() {
    let pack = Bank::Embedded.load("rust", "S101").expect("the pack loads");
    let own = &pack.meta.misconceptions;
    let seen = failed(Vec::new(), vec![test("hours_until_flood", TestStatus::Failed, "src/lib.rs:9: attempt to add with overflow", None)]);
    let named = diagnose("rust", own, &seen).expect("named");
    assert_eq!((named.tag.as_str(), named.generic), ("infinite-loop", false), "the catalogue alone would say overflow-ignored");
    assert_eq!(named.shown.by, "test_hours_until_flood_works: src/lib.rs:9: attempt to add with overflow");
    let seen = compiled(vec![said(Level::Error, "E0384", "cannot assign twice", "src/lib.rs", Some("flow_level"))]);
    let named = diagnose("rust", own, &seen).expect("named");
    assert_eq!((named.tag.as_str(), named.generic, named.shown.by.as_str()), ("missing-mut", true, "E0384 at src/lib.rs:7"));
    assert_eq!(named.shown.unit.as_deref(), Some("ex-1"));
}

#[test]
fn a_pack_may_ask_about_a_warning_on_the_line_of_an_error() {
    let pack = Bank::Embedded.load("c", "C201").expect("the pack loads");
    let stub = Some("is_above");
    let error = said(Level::Error, "", "void value not ignored as it ought to be", "src/gauge.c", stub);
    let mut beside = said(Level::Warning, "", "dereferencing 'void *' pointer", "src/gauge.c", stub);
    let named = |w: &Diagnostic| diagnose("c", &pack.meta.misconceptions, &compiled(vec![error.clone(), w.clone()])).expect("named");
    let shown = |w: &Diagnostic| (named(w).tag, named(w).shown.by.split(" at ").next().unwrap_or_default().to_owned());
    let tag = "void-pointer-for-value".to_owned();
    assert_eq!(shown(&beside), (tag.clone(), "dereferencing 'void *' pointer".to_owned()));
    beside.line = Some(99);
    assert_eq!(shown(&beside), (tag, error.message.clone()), "a warning elsewhere is not read; the catalogue knows the error");
    assert!(!named(&beside).generic, "a tag of the pack is said in its words, whoever has the sign");
}

#[test]
fn what_showed_a_tag_that_a_model_named_is_found_or_is_the_first_trouble() {
    let seen = compiled(vec![error("E0425", "cannot find value `x`"), error("E0382", "borrow of moved value")]);
    assert_eq!(shown("rust", &[], "use-after-move", &seen).by, "E0382 at src/lib.rs:7");
    assert_eq!(shown("rust", &[], "of-the-models-own", &seen).by, "E0425 at src/lib.rs:7");
    let long = compiled(vec![error("", &"x".repeat(5000))]);
    assert!(shown("rust", &[], "anything", &long).by.len() < 200);
    assert_eq!(shown("rust", &[], "anything", &compiled(Vec::new())), Shown::default());
}
