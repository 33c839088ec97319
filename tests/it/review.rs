//! The reviewer: asked after the record is safe, believed only as far as the tests go.

use serde_json::json;

use crate::live::with_a_model_elsewhere;
use crate::replies::Replies;
use crate::story::Story;

/// A story with the tiny exercise, solved or not, before its first attempt.
fn ready(replies: &Replies, solved: bool) -> Story {
    let story = Story::begun_with(replies);
    let (path, text) = if solved { replies.tiny().solution } else { replies.tiny().half };
    story.write(path, text);
    story
}

#[test]
fn an_attempt_is_kept_when_its_review_fails_and_review_makes_the_missing_call() {
    let replies = Replies::rust();
    let story = ready(&replies, true);
    story.replay(&replies.emptied().with_failure("reviewer", "the model is offline")).attempt().exits(1);
    story.says("all 3 tests pass").says("The attempt is recorded");
    assert_eq!((&story.error()["reason"], &story.error()["role"]), (&json!("EXECUTION_FAILED"), &json!("reviewer")));
    assert!(story.error()["message"].as_str().is_some_and(|m| m.contains("the model is offline")));
    let state = story.session()["attemptState"].clone();
    assert_eq!((&state["attemptIndex"], &state["history"][0]["evidence"]["outcome"]), (&json!(1), &json!("passed")));
    assert_eq!(story.mastery("S100"), 0, "mastery waits for the review");

    story.replay(&replies.only_review(1, "PASS", 90)).follow_next().exits(0).says("Review: PASS, 90 of 100");
    assert_eq!((story.mastery("S100"), &story.session()["status"]), (1, &json!("passed")));
    assert_eq!(story.session()["attemptState"]["attemptIndex"], 1, "nothing was run again");
    story.replay(&replies.emptied()).etude("review").exits(0).says("Review: PASS").says("90 of 100");
}

#[test]
fn the_learner_is_told_why_a_review_is_missing() {
    let replies = Replies::c();
    let story = ready(&replies, true);
    story.replay(&replies.emptied().with_failure("reviewer", "the model is offline")).attempt().exits(1);
    let seen = story.seen().clone();
    let for_people: Vec<&str> = seen.stdout.lines().chain(seen.stderr.lines()).filter(|l| !l.starts_with("{\"error\"")).collect();
    assert!(for_people.join(" ").contains("the model is offline"), "{for_people:#?}");
}

#[test]
fn an_attempt_is_run_and_kept_when_its_provider_cannot_be_set_up() {
    let replies = Replies::c();
    let story = ready(&replies, true);
    story.env("ETUDE_REPLAY", "").attempt().exits(1);
    assert_eq!(story.session()["attemptState"]["attemptIndex"], 1, "a reviewer that cannot be reached costs no attempt");
}

#[test]
fn a_missing_review_made_later_tells_what_it_did_to_mastery() {
    let replies = Replies::c();
    let story = ready(&replies, true);
    story.replay(&replies.emptied().with_failure("reviewer", "offline")).attempt().exits(1);
    story.replay(&replies.only_review(1, "PASS", 90)).etude("review").exits(0).says("Review: PASS").says("level 0 to 2");
}

#[test]
fn a_review_that_does_not_fit_its_schema_keeps_the_attempt() {
    let replies = Replies::c();
    let story = ready(&replies, false);
    let mut broken = replies.review(1, "FAIL", 40);
    broken["score"] = json!(140);
    story.replay(&replies.emptied().with("reviewer", broken)).attempt().exits(1).says("2 of 3 tests pass");
    assert_eq!(story.error()["reason"], "SCHEMA_VALIDATION_FAILED");
    assert_eq!(story.session()["attemptState"]["history"].as_array().map(Vec::len), Some(1));
    assert_eq!(story.audit("rejections").len(), 1);
}

#[test]
fn a_reviewers_fail_on_a_green_run_is_a_provisional_pass() {
    let replies = Replies::c();
    let story = ready(&replies, true);
    story.replay(&replies.only_review(1, "FAIL", 55)).attempt().exits(0);
    story.says("PROVISIONAL PASS").says("this is its opinion").says("The reviewer says FAIL.").says("level 0 to 1");
    let review = story.session()["attemptState"]["reviews"][0].clone();
    assert_eq!((&review["verdict"], &review["report"]["pass_fail"]), (&json!("PROVISIONAL_PASS"), &json!("FAIL")));
    assert_eq!(story.mastery("C200"), 1, "one lower than the two of D2");
}

#[test]
fn a_reviewers_pass_on_a_red_run_is_refused() {
    let replies = Replies::rust();
    let story = ready(&replies, false);
    for verdict in ["PASS", "PROVISIONAL_PASS"] {
        let attempt = story.session()["attemptState"]["attemptIndex"].as_u64().expect("a number") as u32 + 1;
        story.replay(&replies.only_review(attempt, verdict, 95)).attempt().exits(1);
        assert_eq!(story.error()["reason"], "POLICY_VIOLATION");
        assert_eq!(story.error()["rules"], json!(["pass_needs_passing_tests"]));
    }
    assert_eq!((story.mastery("S100"), &story.session()["status"]), (0, &json!("active")));
    assert_eq!(story.audit("rejections").last().expect("a line")["rules"], json!(["pass_needs_passing_tests"]));
}

#[test]
fn a_review_of_a_red_run_holds_no_solution() {
    let replies = Replies::rust();
    let story = ready(&replies, false);
    let mut review = replies.review(1, "FAIL", 20);
    review["remediation"]["reason"] = json!("Write `pub fn with_fee(cents: u32) -> u32 { cents + FEE_CENTS }`.");
    story.replay(&replies.emptied().with("reviewer", review)).attempt().exits(1).does_not_say("cents + FEE_CENTS");
    assert_eq!(story.error()["rules"], json!(["no_early_reveal", "hint_leaks_solution"]));
}

#[test]
fn scores_that_contradict_the_verdict_are_refused() {
    let replies = Replies::rust();
    let story = ready(&replies, true);
    for (index, verdict, score, rule) in [(1, "PASS", 69, "pass_score_consistency"), (2, "FAIL", 90, "fail_score_consistency")] {
        story.replay(&replies.only_review(index, verdict, score)).attempt().exits(1);
        assert_eq!(story.error()["rules"], json!([rule]));
    }
}

#[test]
fn a_review_of_another_attempt_or_exercise_is_refused() {
    let replies = Replies::rust();
    let story = ready(&replies, true);
    let mut foreign = replies.review(1, "PASS", 90);
    foreign["exercise_id"] = json!("another");
    story.replay(&replies.emptied().with("reviewer", foreign)).attempt().exits(1);
    assert_eq!(story.error()["rules"], json!(["reply_names_this_exercise"]));
    story.replay(&replies.only_review(7, "PASS", 90)).attempt().exits(1);
    assert_eq!(story.error()["rules"], json!(["reply_names_this_exercise"]));
    assert_eq!(story.mastery("S100"), 0);
}

#[test]
fn a_review_is_shown_again_without_a_call() {
    let story = Story::begun("rust", "S100");
    story.etude("review").exits(1).complains("no attempt to review");
    assert_eq!(story.next_command(), "etude attempt");
    story.go_wrong("integer-division").attempt().exits(3).etude("review").exits(0).says("integer-division");
    assert_eq!(story.json("review")["data"]["attemptIndex"], 1);
}

#[test]
fn a_pass_made_twice_counts_once() {
    let story = Story::begun("rust", "S100");
    story.solve().attempt().exits(0).attempt().exits(0).says("Mastery of S100 stays at level 1");
    assert_eq!(story.mastery("S100"), 1);
}

#[test]
fn an_untouched_attempt_is_recorded_and_asks_no_model() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let calls = story.session()["calls"].clone();
    // Nothing is there to be given: asking for anything would fail.
    story.replay(&replies.emptied()).attempt().exits(3).says("not started yet");
    let session = story.session();
    assert_eq!((&session["attemptState"]["attemptIndex"], &session["calls"]), (&json!(1), &calls));
    let review = &session["attemptState"]["reviews"][0];
    assert_eq!((&review["report"]["report_id"], &review["verdict"]), (&json!("built-in-review-1"), &json!("FAIL")));
    story.etude("review").exits(0).says("Nothing in `src/` has changed yet");
    // As after an interruption between the record and the review.
    story.edit_session(|s| s["attemptState"]["reviews"] = json!([]));
    story.etude("review").exits(0).says("Nothing in `src/` has changed yet");
    assert_eq!(story.session()["calls"], calls);
    // With something written, the model is asked again.
    story.write("src/lib.rs", replies.tiny().half.1).replay(&replies.only_review(2, "FAIL", 60)).attempt().exits(3).says("60 of 100");
}

#[test]
fn an_untouched_attempt_sends_nothing_and_asks_no_question() {
    let story = with_a_model_elsewhere("");
    story.etude("attempt --dry-run").exits(0).says("etude reviews such an attempt by itself");
    story.etude("attempt").exits(3).says("not started yet").does_not_say("Nothing is sent");
    story.etude("review").exits(0).says("Nothing in `src/` has changed yet");
    assert!(!story.home().join(".state/consent.json").exists());
}
