//! `start`: an exercise is made whole or not at all.

use std::fs;

use etude::session::Depth;
use etude::stage::Role::{LessonExpand, Scaffold, StarterExpand, TestExpand};
use serde_json::{Value, json};

use crate::live::Model;
use crate::recorded::{Bench, Recorder, tiny_answer};
use crate::replies::Replies;
use crate::story::Story;
use crate::tiny;

#[test]
fn a_start_asks_for_the_scaffold_then_starter_tests_and_lesson() {
    let (bench, provider) = (Bench::new(), Recorder::of(&tiny::RUST));
    bench.start(&provider, &tiny::RUST, Depth::D1).expect("the exercise is made");
    assert_eq!(provider.roles(), [Scaffold, StarterExpand, StarterExpand, TestExpand, TestExpand, LessonExpand, LessonExpand]);
}

#[test]
fn a_start_writes_the_files_and_keeps_their_places_in_the_session() {
    let story = Story::begun_with(&Replies::rust());
    let session = story.session();
    assert_eq!(session["status"], "active");
    assert_eq!(session["exerciseId"], "tiny-rust");
    assert_eq!(session["provider"], "replay");
    assert_eq!(session["depthTarget"], "D1");
    let workspace = story.home().join(session["workspaceDir"].as_str().expect("a place"));
    assert_eq!(story.home().join(session["lessonFile"].as_str().expect("a place")), workspace.join("LESSON.md"));
    assert!(workspace.starts_with(story.home().join("workspaces")));
    for file in ["src/lib.rs", "tests/night_train.rs", "LESSON.md", "README.md", "Cargo.toml"] {
        assert!(workspace.join(file).is_file(), "{file} is there");
    }
    let sealed: Vec<&str> = session["sealedFiles"].as_array().expect("a list").iter().filter_map(|f| f["path"].as_str()).collect();
    assert!(sealed.contains(&"tests/night_train.rs") && !sealed.iter().any(|p| p.starts_with("src/lib")), "{sealed:?}");
    assert!(story.read("Cargo.toml").contains("[workspace]"), "the manifest stands on its own");
}

/// What a failed start leaves: a sentence, a reason for machines, exit 1, and nothing in the home but the log.
fn fails(replies: Replies, role: &str, reason: &str, words: &str) -> Value {
    let story = Story::new();
    story.replay(&replies).start_replay(&replies).exits(1).complains(words);
    let error = story.error();
    assert_eq!((&error["reason"], &error["role"]), (&json!(reason), &json!(role)), "{error}");
    assert!(story.sessions().is_empty(), "no session is saved");
    let left = std::fs::read_dir(story.home().join("workspaces")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "no workspace is left behind");
    let logged = story.audit("rejections");
    assert_eq!(logged.last().map(|l| (&l["role"], &l["reason"])), Some((&json!(role), &json!(reason))));
    story.etude("status").exits(0).says("No exercise");
    error
}

#[test]
fn a_call_that_fails_is_told_and_leaves_no_session() {
    for (role, nth) in [("scaffold", 1), ("starter-expand", 2), ("test-expand", 1), ("lesson-expand", 2)] {
        fails(Replies::rust().fail(role, nth, "the model is offline"), role, "EXECUTION_FAILED", "the model is offline");
    }
}

#[test]
fn a_reply_that_does_not_fit_its_schema_is_told_and_leaves_no_session() {
    let schema = "SCHEMA_VALIDATION_FAILED";
    fails(Replies::rust().garble("scaffold", 1, "I would rather not."), "scaffold", schema, "not JSON");
    fails(Replies::rust().garble("starter-expand", 1, ""), "starter-expand", schema, "the reply is empty");
    fails(Replies::rust().spoil("test-expand", 2, |r| r["is_complete"] = json!("yes")), "test-expand", schema, "is_complete");
    fails(
        Replies::rust().spoil("lesson-expand", 1, |r| r["section_title"] = json!(" ")),
        "lesson-expand",
        schema,
        "section_title is empty",
    );
    fails(Replies::rust().spoil("lesson-expand", 2, |r| r["type"] = json!("poem")), "lesson-expand", schema, "/type");
    fails(Replies::rust().spoil("starter-expand", 2, |r| r["extra"] = json!(1)), "starter-expand", schema, "extra");
}

#[test]
fn a_reply_that_breaks_a_rule_is_told_and_leaves_no_session() {
    let policy = "POLICY_VIOLATION";
    let error = fails(Replies::rust().spoil("scaffold", 1, |r| r["node_id"] = json!("S999")), "scaffold", policy, "S999");
    assert_eq!(error["rules"], json!(["reply_names_this_exercise"]));
    for path in ["../outside.rs", "/tmp/outside.rs", "build.rs", "Cargo.toml", ".hidden.rs", "a/../../x.rs", "src/../../x.rs", "x.c"] {
        let spoilt = Replies::rust().spoil("starter-expand", 1, |r| r["file_path"] = json!(path));
        let error = fails(spoilt, "starter-expand", policy, "path");
        assert_eq!(error["rules"], json!(["safe_path"]), "{path}");
    }
    let large = "// a line of comment\n".repeat(1000);
    let error = fails(Replies::rust().spoil("test-expand", 1, |r| r["content"] = json!(large)), "test-expand", policy, "more than 16384");
    assert_eq!(error["rules"], json!(["section_too_large"]));
}

#[test]
fn a_huge_reply_is_refused_without_being_kept() {
    let huge = format!("{{\"content\":\"{}\"}}", "x".repeat(5_000_000));
    let replies = Replies::rust().garble("scaffold", 1, &huge);
    let story = Story::new();
    story.replay(&replies).start_replay(&replies).exits(1).complains("more than the 1048576 allowed");
    let logged = story.audit("rejections").pop().expect("it is in the log");
    assert!(logged["raw"].as_str().expect("text").len() <= 20_000, "the log is bounded");
    assert!(logged["rawBytes"].as_u64() >= Some(5_000_000));
}

#[test]
fn a_starter_without_a_stub_makes_no_exercise() {
    let replies = Replies::rust().sections("starter-expand", &[("lib.rs", "pub fn done() -> u32 {\n    1\n}\n")]);
    fails(replies, "starter-expand", "PROOF_FAILED", "no stub");
}

#[test]
fn test_files_without_a_test_make_no_exercise() {
    let replies = Replies::rust().sections("test-expand", &[("helpers.rs", "pub fn three() -> u32 {\n    3\n}\n")]);
    fails(replies, "test-expand", "PROOF_FAILED", "no test");
}

#[test]
fn terminal_escapes_in_replies_never_reach_files_or_screens() {
    let evil = "Look\u{1b}]0;title\u{7} here\u{1b}[2J. With this you can write `ticket_cents`.";
    let replies = Replies::rust().spoil("scaffold", 1, |r| r["exercise_description"] = json!("An \u{1b}[31mexercise\u{1b}[0m.")).spoil(
        "lesson-expand",
        1,
        |r| r["content"] = json!(evil),
    );
    let story = Story::begun_with(&replies);
    story.says("An exercise.");
    assert!(!story.seen().stdout.contains('\u{1b}'));
    assert!(!story.read("LESSON.md").contains(['\u{1b}', '\u{7}']));
}

#[test]
fn a_session_of_a_c_node_is_a_c_session() {
    let story = Story::begun("c", "C200");
    assert_eq!(story.session()["language"], "c");
    assert_eq!(story.json("show")["data"]["language"], "c");
    assert!(story.workspace().join("Makefile").is_file());
}

#[test]
fn a_session_of_a_rust_node_is_a_rust_session() {
    let story = Story::begun("rust", "S100");
    assert_eq!(story.session()["language"], "rust");
    assert_eq!(story.json("show")["data"]["language"], "rust");
    assert!(story.workspace().join("Cargo.toml").is_file());
}

#[test]
fn without_a_terminal_a_missing_choice_is_named_and_nothing_waits() {
    let story = Story::new();
    story.etude("start").exits(2).complains("--language");
    story.etude("start --language rust").exits(2).complains("--node");
    assert_eq!(story.error()["reason"], "USAGE");
    story.etude("start --language cobol --node S100").exits(2).complains("cobol");
    assert_eq!(story.error()["reason"], "UNKNOWN_LANGUAGE");
    story.etude("start --language rust --node C200").exits(2).complains("C200 is a node of c");
    story.etude("start --language rust --node S999").exits(2).complains("S999");
    assert!(story.sessions().is_empty());
}

#[test]
fn the_first_use_greets_offers_and_makes_the_first_exercise_on_yes() {
    let story = Story::new();
    story.run(&[]).exits(0).says("Welcome to etude").says("S100").says("C200");
    assert!(story.sessions().is_empty(), "nothing is made without a yes");
    story.follow_next().exits(0);
    assert_eq!(story.session()["nodeId"], "S100");
    story.follow_next().exits(3).says("not started yet");
}

#[test]
fn the_next_command_works_where_etude_is_not_on_the_path() {
    let story = Story::off_path();
    story.start("rust", "S100").exits(0);
    assert!(!story.next_command().starts_with("etude "), "{}", story.next_command());
    story.from(story.workspace()).follow_next().exits(3);
}

#[test]
fn an_interrupted_start_leaves_nothing() {
    let replies = Replies::rust().slow("lesson-expand", 1, 30_000);
    let story = Story::new();
    story.replay(&replies);
    let mut running = story.spawn(&["start", "--language", "rust", "--node", "S100", "--provider", "replay"]);
    running.until_it_says("Setting up exercise");
    std::thread::sleep(std::time::Duration::from_millis(100));
    let asked = std::time::Instant::now();
    running.interrupt();
    let seen = running.wait();
    assert_eq!(seen.exit, Some(130), "{seen:?}");
    assert!(asked.elapsed() < std::time::Duration::from_secs(2));
    assert!(story.sessions().is_empty());
    assert_eq!(std::fs::read_dir(story.home().join("workspaces")).map_or(0, Iterator::count), 0);
}

#[test]
fn a_start_that_cannot_save_leaves_no_workspace() {
    let story = Story::new();
    fs::create_dir_all(story.home().join(".state/lock")).expect("in the way of the lock");
    story.start("rust", "S100").exits(1);
    assert_eq!(fs::read_dir(story.home().join("workspaces")).expect("a folder").count(), 0);
    assert!(story.sessions().is_empty());
}

#[test]
fn the_time_that_a_model_takes_is_not_the_learners() {
    let model = Model::new(|nth, packet| {
        if nth == 0 {
            std::thread::sleep(std::time::Duration::from_millis(1100));
        }
        Ok(tiny_answer(&tiny::RUST, packet).to_string())
    });
    let began = jiff::Timestamp::now();
    let session = Bench::new().start(&model, &tiny::RUST, Depth::D1).expect("made").session;
    assert!(session.started_at.duration_since(began).as_secs() >= 1, "it begins when it is ready: {}", session.started_at);
    assert_eq!(session.last_accessed_at, session.started_at);
}
