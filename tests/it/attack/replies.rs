//! Replies of a model that means harm.

use serde_json::json;

use super::{ESCAPES, assert_harmless};
use crate::replies::Replies;
use crate::story::Story;

#[test]
fn no_generated_path_leaves_its_folder() {
    let long = format!("{}.rs", "x".repeat(300));
    let paths = [
        "../out.rs",
        "/tmp/out.rs",
        "..\\out.rs",
        "a/../../out.rs",
        "src/../../out.rs",
        ".hidden.rs",
        "build.rs",
        "BUILD.RS",
        "Cargo.toml",
        "Makefile",
        "main.rs",
        "etude_tests.rs",
        "nul\0.rs",
        "ü.rs",
        "\u{202e}sr.rs",
        "a/b/c/d.rs",
        "con:.rs",
        "a//b.rs",
        "lib.rs\n",
        "a\u{1b}[31m.rs",
        &long,
    ];
    for path in paths {
        let story = Story::new();
        let replies = Replies::rust().spoil("starter-expand", 1, |r| r["file_path"] = json!(path));
        story.replay(&replies).start_replay(&replies).exits(1);
        assert_eq!(story.error()["rules"], json!(["safe_path"]), "{path:?}");
        assert_harmless(&story);
        assert!(story.sessions().is_empty(), "{path:?} made a session");
        let left = std::fs::read_dir(story.home().join("workspaces")).map_or(0, |d| d.count());
        assert_eq!(left, 0, "{path:?} left a workspace");
    }
}

#[test]
fn a_reply_of_fifty_megabytes_or_of_endless_brackets_is_refused() {
    for text in ["x".repeat(50_000_000), "[".repeat(500_000), "{\"a\":".repeat(100_000), String::new()] {
        let story = Story::new();
        let replies = Replies::rust().garble("scaffold", 1, &text);
        story.replay(&replies).start_replay(&replies).exits(1);
        assert_eq!(story.error()["reason"], "SCHEMA_VALIDATION_FAILED");
        let seen = story.seen();
        assert!(seen.stderr.len() < 10_000 && story.sessions().is_empty());
        let audit = story.home().join(".state/audit/rejections.jsonl");
        assert!(audit.metadata().expect("the refusal is logged").len() < 300_000);
    }
}

#[test]
fn escapes_in_every_text_of_a_start_stay_off_the_terminal() {
    let replies = Replies::rust()
        .spoil("scaffold", 1, |r| {
            r["exercise_description"] = json!(format!("A small exercise{ESCAPES}"));
            r["lesson_plan"]["section_intents"] = json!([ESCAPES]);
        })
        .spoil("starter-expand", 1, |r| r["content"] = json!(format!("{}// {ESCAPES}\n", r["content"].as_str().unwrap_or(""))))
        .spoil("lesson-expand", 1, |r| {
            r["section_title"] = json!(format!("{}{ESCAPES}", r["section_title"].as_str().unwrap_or("")));
            r["content"] = json!(format!("{}{ESCAPES}", r["content"].as_str().unwrap_or("")));
        });
    let story = Story::begun_with(&replies);
    assert_harmless(&story);
    for words in ["status", "list", "show", "lesson", "show --json", "lesson --json", "list --json", "attempt --json"] {
        assert_harmless(story.etude(words));
    }
}

#[test]
fn escapes_in_refused_replies_hints_and_reviews_stay_off_the_terminal() {
    for key in ["role", "node_id", "depth_target", "exercise_description", ESCAPES] {
        let story = Story::new();
        let replies = Replies::rust().spoil("scaffold", 1, |r| r[key] = json!(format!("x{ESCAPES}")));
        story.replay(&replies).start_replay(&replies);
        assert_harmless(&story);
    }
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let mut hint = replies.hint(0, 1, &format!("Look{ESCAPES}"));
    hint["hint_id"] = json!(ESCAPES);
    hint["current_hint"]["style"] = json!(ESCAPES);
    story.replay(&replies.emptied().with("coach", hint)).hint().exits(0);
    assert_harmless(&story);
    let mut review = replies.review(1, "FAIL", 10);
    review["dominant_tag"] = json!(format!("tag{ESCAPES}"));
    review["report_id"] = json!(ESCAPES);
    review["remediation"]["reason"] = json!(format!("Because{ESCAPES}"));
    story.replay(&replies.emptied().with("reviewer", review)).attempt().exits(3);
    assert_harmless(&story);
    assert_harmless(story.etude("show"));
    story.replay(&replies.emptied().with_failure("coach", &format!("no{ESCAPES}"))).hint().exits(1);
    assert_harmless(&story);
}
