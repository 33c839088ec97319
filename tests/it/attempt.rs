//! `attempt`: the tests are run for real, what they showed is recorded, and only then a reviewer is asked.

use serde_json::{Value, json};

use crate::replies::Replies;
use crate::story::Story;

/// The evidence of the latest attempt, as stored.
fn evidence(story: &Story) -> Value {
    story.session()["attemptState"]["history"].as_array().and_then(|h| h.last()).expect("an attempt")["evidence"].clone()
}

fn statuses(evidence: &Value) -> Vec<&str> {
    evidence["tests"].as_array().expect("tests").iter().filter_map(|t| t["status"].as_str()).collect()
}

#[test]
fn a_passing_rust_attempt_is_recorded_reviewed_and_raises_mastery() {
    let story = Story::begun("rust", "S100");
    story.solve().attempt().exits(0);
    story.says("Running cargo test").says("tests pass").says("Review: PASS").says("Mastery of S100: level 0 to 1");
    let session = story.session();
    assert_eq!((&session["status"], &session["attemptState"]["attemptIndex"]), (&json!("passed"), &json!(1)));
    let evidence = evidence(&story);
    assert_eq!((&evidence["outcome"], &evidence["command"], &evidence["exitCode"]), (&json!("passed"), &json!("cargo test"), &json!(0)));
    assert!(statuses(&evidence).iter().all(|s| *s == "ok"));
    assert_eq!(session["attemptState"]["reviews"][0]["verdict"], "PASS");
    assert_eq!(story.mastery("S100"), 1);
    let change = &story.progress("mastery")["nodes"]["S100"]["history"][0];
    assert_eq!((&change["from"], &change["to"], &change["sessionId"]), (&json!(0), &json!(1), &session["id"]));
    // Whoever asks where it stands is led on, and not back.
    for command in ["show", "status"] {
        let next = story.json(command)["next"].as_str().expect("a command").to_owned();
        assert!(next.ends_with(" end"), "{command}: {next}");
    }
}

#[test]
fn a_passing_c_attempt_is_recorded_reviewed_and_raises_mastery() {
    let story = Story::begun("c", "C200");
    story.solve().attempt().exits(0);
    story.says("Running make test").does_not_say("cargo").says("Review: PASS").says("Mastery of C200: level 0 to 2");
    let evidence = evidence(&story);
    assert_eq!((&evidence["outcome"], &evidence["command"], &evidence["exitCode"]), (&json!("passed"), &json!("make test"), &json!(0)));
    assert_eq!(story.session()["attemptState"]["reviews"][0]["verdict"], "PASS");
    assert_eq!(story.mastery("C200"), 2);
}

#[test]
fn a_failing_attempt_is_recorded_and_reviewed_and_mastery_stays() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("last-day-left-out").attempt().exits(3);
    story.says("First problem in `storage_cents` (ex-2)").says("Review: not yet").does_not_say("Mastery of S100");
    let evidence = evidence(&story);
    assert_eq!(evidence["outcome"], "tests_fail");
    assert!(statuses(&evidence).contains(&"failed"));
    let state = &story.session()["attemptState"];
    assert_eq!((&state["attemptIndex"], &state["reviews"][0]["verdict"]), (&json!(1), &json!("FAIL")));
    assert_eq!((story.mastery("S100"), &story.session()["status"]), (0, &json!("active")));
}

#[test]
fn an_attempt_that_does_not_compile_keeps_the_compilers_words() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("missing-mut").attempt().exits(3).says("it does not compile yet").says("First problem in `storage_cents` (ex-2)");
    let evidence = evidence(&story);
    assert_eq!(evidence["outcome"], "does_not_compile");
    let error = evidence["diagnostics"].as_array().expect("a list").iter().find(|d| d["level"] == "error").expect("an error").clone();
    assert_eq!(
        (&error["code"], &error["file"], &error["stub"], &error["unit"]),
        (&json!("E0384"), &json!("src/lib.rs"), &json!("storage_cents"), &json!("ex-2"))
    );
    assert!(error["line"].as_u64().is_some() && error["rendered"].as_str().is_some_and(|r| r.contains("cannot assign twice")));
    assert_eq!(story.session()["misconceptionState"]["tags"][0]["tag"], "missing-mut");
    assert_eq!(story.progress("misconceptions")["events"][0]["tag"], "missing-mut");
}

#[test]
fn a_syntax_error_outside_of_any_stub_is_told_with_its_place() {
    for (language, node, file) in [("rust", "S100", "src/lib.rs"), ("c", "C200", "src/seats.c")] {
        let story = Story::begun(language, node);
        story.break_stub(file).attempt().exits(3).says("it does not compile yet").says("First problem").says(&format!("{file}:"));
        assert_eq!(evidence(&story)["outcome"], "does_not_compile");
    }
}

#[test]
fn an_attempt_records_outcomes_output_source_and_times() {
    let story = Story::begun("c", "C200");
    story.go_wrong("end-included").attempt().exits(3);
    let attempt = story.session()["attemptState"]["history"][0].clone();
    let evidence = &attempt["evidence"];
    assert!(statuses(evidence).contains(&"ok") && statuses(evidence).iter().any(|s| *s != "ok"), "{:?}", statuses(evidence));
    assert!(evidence["durationMs"].as_u64() > Some(0));
    assert_ne!(evidence["exitCode"], 0);
    let excerpt = evidence["outputExcerpt"].as_str().expect("text");
    assert!(excerpt.contains("test test_") && excerpt.len() <= 16 * 1024, "the run's own words are kept");
    let source = evidence["source"].as_array().expect("a list");
    let seats = source.iter().find(|f| f["path"] == "src/seats.c").expect("the learner's file");
    assert_eq!(seats["content"], story.read("src/seats.c"));
    assert!(attempt["at"].is_string() && attempt["elapsedMinutes"].is_number() && attempt["hintLevel"] == 0);
}

#[test]
fn before_the_first_edit_failing_is_said_to_be_expected() {
    for (language, node) in [("rust", "S100"), ("c", "C200")] {
        let story = Story::begun(language, node);
        story.attempt().exits(3).says("not started yet").says("expected before the first edit");
        assert_eq!(evidence(&story)["outcome"], "not_started");
    }
}

#[test]
fn an_attempt_runs_the_files_that_were_generated() {
    for replies in [Replies::rust(), Replies::c()] {
        let (story, tiny) = (Story::begun_with(&replies), replies.tiny());
        story.replay(&replies.only_review(1, "FAIL", 0)).attempt().exits(3).says("not started yet");
        let evidence = evidence(&story);
        let names: Vec<&Value> = evidence["tests"].as_array().expect("tests").iter().map(|t| &t["name"]).collect();
        assert_eq!(names, tiny.test_names, "the generated tests ran, in their order");
        let (path, text) = tiny.solution;
        story.write(path, text).replay(&replies.only_review(2, "PASS", 95)).attempt().exits(0).says("all 3 tests pass");
    }
}

#[test]
fn each_attempt_counts_and_is_kept() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    for (index, text) in [(1, replies.tiny().half.1), (2, replies.tiny().solution.1)] {
        let verdict = if index == 1 { "FAIL" } else { "PASS" };
        story.write("src/lib.rs", text).replay(&replies.only_review(index, verdict, 80)).attempt().says(&format!("Attempt {index}:"));
    }
    let state = story.session()["attemptState"].clone();
    assert_eq!(state["attemptIndex"], 2);
    let history = state["history"].as_array().expect("a list");
    let indices: Vec<&Value> = history.iter().map(|a| &a["index"]).collect();
    assert_eq!(indices, [1, 2]);
    assert_ne!(history[0]["sourceHash"], history[1]["sourceHash"]);
    assert!(history.iter().all(|a| a["evidence"]["command"] == "cargo test" && a["evidence"]["durationMs"].is_u64()));
}

#[test]
fn the_session_keeps_ten_attempts_and_the_log_keeps_all() {
    let story = Story::begun("rust", "S100");
    for _ in 0..11 {
        story.attempt().exits(3);
    }
    let state = story.session()["attemptState"].clone();
    assert_eq!(state["attemptIndex"], 11);
    let kept: Vec<u64> = state["history"].as_array().expect("a list").iter().filter_map(|a| a["index"].as_u64()).collect();
    assert_eq!(kept, (2..=11).collect::<Vec<_>>());
    let logged: Vec<u64> = story.audit("attempts").iter().filter_map(|a| a["attemptIndex"].as_u64()).collect();
    assert_eq!(logged, (1..=11).collect::<Vec<_>>());
}

#[test]
fn the_minutes_since_the_start_are_told() {
    let story = Story::begun("rust", "S100");
    let earlier = (jiff::Timestamp::now() - jiff::SignedDuration::from_mins(42)).to_string();
    story.edit_session(|s| s["startedAt"] = json!(earlier));
    let minutes = story.json("attempt")["data"]["elapsedMinutes"].as_f64().expect("a number");
    assert!((41.9..44.0).contains(&minutes), "{minutes}");
    let recorded = story.session()["attemptState"]["history"][0]["elapsedMinutes"].as_f64().expect("a number");
    assert!((41.9..44.0).contains(&recorded), "{recorded}");
    story.etude("status").says("begun 42 min ago");
}

#[test]
fn a_program_that_exits_early_does_not_pass() {
    for replies in [Replies::rust(), Replies::c()] {
        let story = Story::begun_with(&replies);
        let (path, text) = replies.tiny().solution;
        let exiting = match replies.language() {
            "rust" => text.replace("passengers * TICKET_CENTS", "std::process::exit(0)"),
            _ => text.replace("return seat / SEATS_PER_ROW;", "exit(seat * 0);").replace("#include", "#include <stdlib.h>\n#include"),
        };
        story.write(path, &exiting).replay(&replies.only_review(1, "FAIL", 10)).attempt().exits(3);
        assert_ne!(evidence(&story)["outcome"], "passed");
        assert_eq!(story.mastery(replies.node()), 0);
    }
}

#[test]
fn changed_or_deleted_tests_do_not_pass_and_reset_repairs() {
    let story = Story::begun("rust", "S100");
    let solution = story.solve().read("src/lib.rs");
    let tests = story.read("tests/closing_time.rs");
    story.write("tests/closing_time.rs", &tests.replace("assert_eq!", "debug_assert_eq!"));
    story.attempt().exits(3).says("tests/closing_time.rs (changed)").says("it does not count");
    assert_eq!(story.next_command(), "etude reset");
    std::fs::remove_dir_all(story.workspace().join("tests")).expect("the tests are deleted");
    story.attempt().exits(3).says("tests/closing_time.rs (missing)");
    assert_eq!(story.mastery("S100"), 0);
    story.etude("reset").exits(0).says("tests/closing_time.rs");
    assert_eq!((story.read("tests/closing_time.rs"), story.read("src/lib.rs")), (tests, solution));
    story.attempt().exits(0);
}

#[test]
fn a_changed_makefile_or_harness_does_not_pass() {
    let replies = Replies::c();
    let story = Story::begun_with(&replies);
    let (path, text) = replies.tiny().solution;
    story.write(path, text).edit("Makefile", "-Wall", "-w -Wall").edit("tests/test.h", "#ifndef", "\n#ifndef");
    story.replay(&replies.only_review(1, "FAIL", 0)).attempt().exits(3).says("Makefile (changed)").says("tests/test.h (changed)");
    assert_eq!(evidence(&story)["outcome"], "tampered");
    story.etude("reset").exits(0).etude("reset --undo").exits(0);
    assert!(story.read("Makefile").contains("-w -Wall"), "a reset can be undone");
}

#[test]
fn an_endless_test_is_ended_and_the_others_are_told() {
    let replies = Replies::c();
    let story = Story::begun_with(&replies);
    std::fs::write(story.home().join("config.toml"), "[limits]\ntest_seconds = 1\n").expect("settings");
    let (path, text) = replies.tiny().solution;
    let endless = text.replace("return HALL_SEATS - taken;", "for (;;) { taken = taken; }");
    story.write(path, &endless).replay(&replies.only_review(1, "FAIL", 60)).attempt().exits(3);
    assert_eq!(statuses(&evidence(&story)), ["ok", "ok", "timeout"]);
}

#[test]
fn a_machine_that_lacks_the_toolchain_records_nothing() {
    let story = Story::begun("rust", "S100");
    story.env("PATH", story.root().join("bin").display().to_string());
    story.attempt().exits(1).complains("`cargo` was not found on this machine");
    assert_eq!(story.error()["reason"], "MACHINE_LACKS");
    assert_eq!(story.session()["attemptState"]["attemptIndex"], 0);
    assert_eq!(story.next_command(), "etude doctor");
}

#[test]
fn an_attempt_streams_events_before_its_last_json_line() {
    let story = Story::begun("rust", "S100");
    let last = story.json("attempt");
    assert_eq!((&last["exit"], &last["ok"], &last["data"]["outcome"]), (&json!(3), &json!(false), &json!("not_started")));
    let seen = story.seen();
    let names: Vec<String> =
        seen.stdout.lines().filter_map(|l| serde_json::from_str::<Value>(l).ok()?["event"].as_str().map(str::to_owned)).collect();
    assert_eq!(names.first().map(String::as_str), Some("running"));
    assert_eq!(names.iter().filter(|n| *n == "test_ended").count(), last["data"]["total"].as_u64().expect("a number") as usize);
}

#[test]
fn memory_mistakes_that_change_no_result_fail_their_tests_in_c() {
    let story = Story::begun("c", "C200");
    let solved = story.solve().read("src/seats.c");
    let with = |mistake: &str| format!("#include <stdlib.h>\n{}", solved.replacen("    return end - begin;", mistake, 1));
    let kinds = [
        ("leak", "    int *lost = malloc(4); if (lost) *lost = 1; return end - begin;"),
        ("use-after-free", "    int *gone = malloc(4); free(gone); volatile int seen = *gone; (void)seen; return end - begin;"),
        (
            "heap-buffer-overflow",
            "    char *short_one = calloc(4, 1); volatile char seen = short_one[4]; (void)seen; free(short_one); return end - begin;",
        ),
    ];
    for (kind, mistake) in kinds {
        story.write("src/seats.c", &with(mistake)).attempt().exits(3);
        let seen: Vec<String> = evidence(&story)["tests"]
            .as_array()
            .expect("tests")
            .iter()
            .filter_map(|t| t["sanitizer"].as_str().map(str::to_owned))
            .collect();
        assert!(seen.iter().any(|s| s.contains(kind)), "{kind} went unseen: {seen:?}");
    }
}

#[test]
fn a_mistake_that_is_found_inside_a_header_of_the_system_is_the_learners_and_has_a_place() {
    let story = Story::begun("c", "C200");
    let solved = story.solve().read("src/seats.c");
    story.write("src/seats.c", &format!("struct row {{ int seats; }}\n#include <stdio.h>\n{solved}"));
    story.attempt().exits(3).says("does not compile");
    let first = evidence(&story)["diagnostics"][0].clone();
    assert_eq!((&first["file"], &first["line"]), (&json!("src/seats.c"), &json!(2)), "{first}");
    let story = Story::begun("rust", "S100");
    story.write("src/lib.rs", "include!(\"/etc/passwd\");\n").attempt().exits(3).says("does not compile");
}

/// A C exercise about letters and memory, with a solution that leaks and leaves the last letter out.
#[test]
fn a_c_test_shows_characters_and_tells_a_leak_once() {
    let starter = "char letter_at(int place)\n{\n    (void)place;\n    ETUDE_TODO(\"ex-1\");\n}\n";
    let header = "#ifndef LETTERS_H\n#define LETTERS_H\n\n#include <stdlib.h>\n\nchar letter_at(int place);\n\n\
                  static inline char *one_new(void)\n{\n    return calloc(1, 16);\n}\n\n#endif\n";
    let tests = "#include \"letters.h\"\n#include \"test.h\"\n\n\
                 void test_letter_at_the_end_is_nul(void)\n{\n    TEST_ASSERT_EQ(letter_at(4), '\\0');\n}\n\n\
                 void test_letter_at_the_start_is_a(void)\n{\n    TEST_ASSERT_EQ(letter_at(0), 'a');\n}\n";
    let include = "#include \"letters.h\"\n#include \"etude.h\"\n\n";
    let replies = Replies::c()
        .sections("starter-expand", &[("letters.h", header), ("letters.c", &format!("{include}{starter}"))])
        .sections("test-expand", &[("letters.c", tests)]);
    let story = Story::begun_with(&replies);
    let written = "char letter_at(int place)\n{\n    if (place > 0)\n        return 'g';\n    char *first = one_new();\n    \
                   char *second = one_new();\n    *first = 'a';\n    *second = *first;\n    return *second;\n}\n";
    story.write("src/letters.c", &format!("{include}{written}")).replay(&replies.only_review(1, "FAIL", 0)).attempt().exits(3);
    let tests = evidence(&story)["tests"].clone();
    let said = |at: usize| tests[at]["message"].as_str().unwrap_or_default().to_owned();
    assert!(said(0).ends_with("expected '\\0', got 'g'"), "{}", said(0));
    let leak = "src/letters.h:10: memory was not freed: leak of 16 byte(s) in 1 object(s) allocated in one_new (2 times)";
    assert_eq!(said(1), leak);
}
