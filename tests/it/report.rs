//! `report`: a broken exercise does not count, and there is another.

use serde_json::json;

use crate::replies::Replies;
use crate::story::Story;

#[test]
fn a_broken_exercise_is_recorded_and_its_pass_is_taken_back() {
    let story = Story::begun("rust", "S100");
    story.solve().attempt().exits(0);
    assert_eq!(story.mastery("S100"), 1);
    assert_ne!(story.progress("reviews").pointer("/nodes/S100"), None);
    story.run(&["report", "the third test", "wants the impossible\u{1b}[31m"]).exits(0).says("level 1 back to 0").says("Noted");
    assert_eq!(story.mastery("S100"), 0);
    let history = story.progress("mastery")["nodes"]["S100"]["history"].clone();
    assert_eq!((history.as_array().map(Vec::len), &history[1]["from"], &history[1]["to"]), (Some(2), &json!(1), &json!(0)));
    assert_eq!(story.progress("reviews").pointer("/nodes/S100"), None, "it does not come back either");
    let session = story.session();
    assert_eq!(session["reportedBroken"]["text"], "the third test wants the impossible");
    assert_eq!((&session["status"], &session["masteryState"]["level"]), (&json!("ended"), &json!(0)));
    let log = story.audit("reports");
    assert_eq!((log.len(), &log[0]["node"], &log[0]["session"]), (1, &json!("S100"), &session["id"]));
}

#[test]
fn what_is_passed_after_the_report_does_not_count_and_a_fresh_start_does() {
    let story = Story::begun("rust", "S100");
    story.etude("report").exits(0);
    story.etude("resume S100").exits(0).solve().attempt().exits(0);
    assert_eq!(story.mastery("S100"), 0);
    story.etude("report again").exits(0).says("reported before");
    assert_eq!(story.audit("reports").len(), 1);
    story.start("rust", "S100").exits(0).solve().attempt().exits(0);
    assert_eq!(story.mastery("S100"), 1);
}

#[test]
fn what_another_session_earned_stays() {
    let story = Story::begun("rust", "S100");
    story.solve().attempt().exits(0);
    story.start("rust", "S100").exits(0).solve().attempt().exits(0);
    story.etude("report broken").exits(0).does_not_say("back to 0");
    assert_eq!(story.mastery("S100"), 1);
}

#[test]
fn another_open_node_is_offered_from_the_bank() {
    let story = Story::begun("rust", "S100");
    story.solve().attempt().exits(0);
    story.start("rust", "S101").exits(0);
    story.etude("report").exits(0).says("In its place you can take");
    let next = story.next_command();
    assert!(next.starts_with("etude start --language rust --node ") && !next.ends_with("S101"), "{next}");
    story.follow_next().exits(0);
    assert_ne!(story.session()["nodeId"], "S101");
}

#[test]
fn where_the_broken_one_is_the_only_door_the_next_is_open_anyway() {
    let story = Story::begun("rust", "S100");
    story.etude("report").exits(0).says("In its place you can take S101");
    assert_eq!(story.next_command(), "etude start --language rust --node S101 --anyway");
    story.follow_next().exits(0);
}

#[test]
fn a_model_makes_a_fresh_one() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    story.etude("report wrong tests").exits(0).says("a fresh exercise for S100");
    assert_eq!(story.next_command(), "etude start --language rust --node S100 --provider replay");
}

#[test]
fn without_a_session_there_is_nothing_to_report() {
    let story = Story::new();
    story.etude("report").exits(1).complains("no exercise in progress");
    let story = Story::begun("c", "C200");
    let view = story.json("report")["data"].clone();
    assert_eq!((&view["already"], &view["mastery"]), (&json!(false), &json!(null)));
}
