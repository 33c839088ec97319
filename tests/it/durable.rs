//! What must hold when things go wrong around a command: two at once, a kill, Ctrl-C, a home that cannot be written, a flood of output.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::replies::Replies;
use crate::story::Story;

#[test]
fn two_attempts_at_once_take_turns_and_both_count() {
    let replies = Replies::c();
    let story = Story::begun_with(&replies);
    // Whichever is reviewed as which: a review names its attempt, so one of them may be refused, but no attempt is lost.
    story.replay(&replies.only_review(1, "FAIL", 10));
    let running = [story.spawn(&["attempt"]), story.spawn(&["attempt"])];
    for seen in running.map(|r| r.wait()) {
        assert!(matches!(seen.exit, Some(3 | 1)), "{seen:?}");
    }
    let state = story.session()["attemptState"].clone();
    assert_eq!(state["attemptIndex"], 2);
    assert_eq!(state["history"].as_array().map(Vec::len), Some(2));
    assert_eq!(story.audit("attempts").len(), 2);
}

#[test]
fn two_starts_at_once_make_two_sessions() {
    let story = Story::new();
    let args = ["start", "--language", "rust", "--node", "S100"];
    let running: Vec<_> = (0..4).map(|_| story.spawn(&args)).collect();
    assert!(running.into_iter().all(|r| r.wait().exit == Some(0)));
    assert_eq!(story.sessions().len(), 4);
    assert_eq!(story.json("list")["data"]["sessions"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_kill_at_any_moment_leaves_a_state_that_can_be_read() {
    let story = Story::begun("rust", "S100");
    for number in 0..12 {
        let mut running = story.spawn(&["hint"]);
        std::thread::sleep(Duration::from_millis(3 * number));
        running.kill();
        drop(running);
        let hint = story.json("status")["data"]["active"]["hintLevel"].as_u64();
        assert_eq!(story.session()["attemptState"]["hintLevelUsed"].as_u64(), hint, "every file is whole");
    }
    let mut running = story.spawn(&["attempt"]);
    running.until_it_says("Running");
    running.kill();
    drop(running);
    story.attempt().exits(3);
    assert_eq!(story.session()["attemptState"]["attemptIndex"], 1);
}

/// As a kill between the run and its review leaves things: the green attempt is on disk, and nothing else.
fn forget_the_review(story: &Story) {
    story.edit_session(|s| {
        s["status"] = json!("active");
        s["attemptState"]["reviews"] = json!([]);
        s["masteryState"] = json!({ "levelAtStart": 0, "level": 0 });
    });
    let _ = fs::remove_dir_all(story.home().join(".state/progress"));
}

#[test]
fn a_pass_whose_review_was_cut_off_is_not_lost_by_ending_the_session() {
    let story = Story::begun("rust", "S100");
    story.solve().attempt().exits(0);
    forget_the_review(&story);
    story.etude("status").exits(0).says("all tests pass, but the review that makes it count is missing");
    assert_eq!(story.next_command(), "etude review");
    story.etude("end").exits(0).says("passed, with 1 attempt").says("Mastery: level 0 to 1");
    assert_eq!((story.mastery("S100"), story.progress("reviews")["nodes"]["S100"].is_object()), (1, true));
}

#[test]
fn a_session_is_not_passed_before_its_review_and_ending_it_waits_for_that() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let (path, text) = replies.tiny().solution;
    story.write(path, text).replay(&replies.only_review(1, "PASS", 90)).attempt().exits(0);
    forget_the_review(&story);
    story.replay(&replies.emptied().with_failure("reviewer", "the model is offline"));
    story.etude("end").exits(1).complains("its review is missing").complains("the model is offline");
    assert_eq!((story.next_command().as_str(), &story.session()["status"]), ("etude review", &json!("active")));
    // An etude of before closed it all the same: going on with it does not make it a pass.
    story.edit_session(|s| s["status"] = json!("ended"));
    story.etude("resume").exits(0);
    assert_eq!((story.next_command().as_str(), &story.session()["status"]), ("etude review", &json!("active")));
    story.replay(&replies.only_review(1, "PASS", 90)).etude("end").exits(0).says("passed");
    assert_eq!(story.mastery("S100"), 1);
}

#[test]
fn ctrl_c_ends_an_attempt_at_once_with_all_that_it_started() {
    let replies = Replies::c();
    let story = Story::begun_with(&replies);
    let (path, text) = replies.tiny().solution;
    story.write(path, &text.replace("return HALL_SEATS - taken;", "for (;;) { taken = taken; }"));
    let mut running = story.spawn(&["attempt"]);
    running.until_it_says("test_row_of_the_ninth_seat_is_one");
    let asked = Instant::now();
    running.interrupt();
    let seen = running.wait();
    assert_eq!(seen.exit, Some(130), "{seen:?}");
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    assert_eq!(story.session()["attemptState"]["attemptIndex"], 0, "an interrupted run is no attempt");
    let workspace = story.workspace();
    let left: Vec<_> = fs::read_dir("/proc")
        .expect("proc")
        .flatten()
        .filter(|p| fs::read_link(p.path().join("cwd")).is_ok_and(|d| d.starts_with(&workspace)))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_home_that_cannot_be_written_stops_a_start_before_any_call() {
    let replies = Replies::rust().slow("scaffold", 1, 30_000);
    let story = Story::new();
    // Not even root writes there.
    story.env("ETUDE_HOME", "/sys/etude").replay(&replies);
    let asked = Instant::now();
    story.start_replay(&replies).exits(1).complains("Set ETUDE_HOME to a folder that you can write to");
    assert!(asked.elapsed() < Duration::from_secs(10), "the provider was not asked");
    story.etude("status").exits(0).says("No exercise in progress");
    story.etude("list").exits(0);
    story.etude("doctor").exits(1).says("Set ETUDE_HOME to a folder that you can write to");
}

#[test]
fn a_flood_of_output_stays_out_of_the_session_file() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let flood = "let line = \"x\".repeat(1000);\n    for _ in 0..10_000 {\n        println!(\"{line}\");\n    }\n    cents - FEE_CENTS";
    let half = replies.tiny().half.1.replace("cents - FEE_CENTS", flood);
    story.write("src/lib.rs", &half).replay(&replies.only_review(1, "FAIL", 60)).attempt().exits(3);
    assert!(story.seen().stdout.len() < 20_000, "the screen stays readable: {} bytes", story.seen().stdout.len());
    let session = story.session();
    assert!(session.to_string().len() < 200_000, "{} bytes", session.to_string().len());
    let last = session["attemptState"]["history"][0]["evidence"]["tests"][2].clone();
    assert_eq!((&last["name"], &last["status"]), (&json!("test_with_fee_adds_the_fee"), &json!("failed")));
}

#[test]
fn keys_and_tokens_do_not_reach_the_learners_program() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let peek = "if std::env::var(\"OPENAI_API_KEY\").is_ok() || std::env::var(\"ETUDE_REPLAY\").is_ok() {\n        return 1;\n    }\n    passengers * TICKET_CENTS";
    let text = replies.tiny().solution.1.replace("passengers * TICKET_CENTS", peek);
    story.env("OPENAI_API_KEY", "sk-test-only");
    story.write("src/lib.rs", &text).replay(&replies.only_review(1, "PASS", 90)).attempt().exits(0);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let story = Story::begun("rust", "S100");
    let next = story.next_command();
    assert_eq!(next, "etude attempt");
    story.etude("lesson").exits(0);
    let lines = story.seen().stdout.lines().count();
    assert!(lines > 50, "the lesson is long enough to be cut: {lines}");
    story.shell("etude lesson | head -n 1").exits(0).does_not_say("panicked");
}
