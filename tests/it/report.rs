//! `report`: a broken exercise does not count, and there is another.

use serde_json::{Value, json};

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
    story.etude("report --yes").exits(0);
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
fn another_open_node_that_is_not_passed_comes_first() {
    let story = Story::new();
    story.knows(&["S100", "S101"]).start("rust", "S100").exits(0);
    story.etude("report --yes").exits(0).says("In its place you can take S102").does_not_say("again");
    assert_eq!(story.next_command(), "etude start --language rust --node S102", "S101 is nearer, but passed");
    story.follow_next().exits(0);
}

#[test]
fn where_the_broken_one_is_the_only_door_the_next_is_open_anyway() {
    let story = Story::begun("rust", "S100");
    story.etude("report --yes").exits(0).says("In its place you can take S101");
    assert_eq!(story.next_command(), "etude start --language rust --node S101 --anyway");
    story.follow_next().exits(0);
    let story = Story::begun("rust", "S100");
    story.solve().attempt().exits(0).start("rust", "S101").exits(0);
    story.etude("report --yes").exits(0).says("In its place you can take S102");
    assert_eq!(story.next_command(), "etude start --language rust --node S102 --anyway", "not S100, which is passed");
    story.follow_next().exits(0);
    story.etude("report --yes").exits(0).says("In its place you can take A201");
    story.follow_next().exits(0);
    story.etude("report --yes").exits(0).says("You can practise S100 again");
    assert_eq!(story.next_command(), "etude start --language rust --node S100", "S101 was reported too");
}

#[test]
fn what_is_passed_is_offered_last_and_called_practice() {
    let story = Story::new();
    story.knows(&["S100", "S101", "A201"]).start("rust", "S102").exits(0);
    story.etude("report --yes").exits(0).says("There is no other new exercise here").says("You can practise S100 again");
    assert_eq!(story.next_command(), "etude start --language rust --node S100");
    story.follow_next().exits(0);
    assert_eq!(story.json("report --yes")["data"]["replacement"]["again"], true);
}

#[test]
fn the_broken_exercise_is_not_offered_again_at_once() {
    let story = Story::begun("rust", "S100");
    story.etude("report --yes").exits(0);
    assert!(story.offers("next --language rust").contains(&"S100: you reported its exercise".to_owned()));
    for command in ["next", "status", "", "nodes --language rust"] {
        story.etude(command).exits(0);
        let next = story.next_command();
        assert!(!next.contains("S100") && next != "etude start", "{command}: {next}");
    }
    story.etude("next").exits(0).says("you reported its exercise");
    story.from(story.workspace()).etude("status").exits(0);
    assert_eq!(story.next_command(), "etude next", "not even where it stands");
    story.env("ETUDE_PROVIDER", "replay");
    assert_eq!(story.offers("next --language rust")[0], "S100: a good place to begin", "a model makes another");
    story.env("ETUDE_PROVIDER", "").start("rust", "S100").exits(0);
    assert_eq!(story.offers("next")[0], "S100: you are in the middle of it", "the learner took it up again");
}

#[test]
fn a_due_node_whose_exercise_was_reported_is_not_asked_for() {
    let story = Story::new();
    story.pass("rust", "S100").pass("rust", "S100").etude("report --yes").exits(0);
    story.stay_away(9);
    assert_eq!(story.mastery("S100"), 1);
    story.etude("status").exits(0).does_not_say("Due:");
    assert_eq!(story.offers("next")[0], "S101: next in your track");
}

#[test]
fn mix_ups_seen_in_it_are_forgotten_and_no_new_ones_noted() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("missing-mut").attempt().exits(3).attempt().exits(3);
    let noted = |story: &Story| {
        let all = story.progress("misconceptions");
        (all["events"].as_array().map(Vec::len), all["attempts"].as_array().map(Vec::len))
    };
    assert_eq!(noted(&story), (Some(2), Some(2)));
    story.etude("report --yes").exits(0);
    assert_eq!(noted(&story), (Some(0), Some(0)));
    story.etude("resume").exits(0).attempt().exits(3);
    assert_eq!(noted(&story), (Some(0), Some(0)));
}

#[test]
fn a_lapse_at_a_broken_review_is_taken_back_and_none_comes_after() {
    let story = Story::new();
    story.pass("rust", "S100").etude("end").exits(0).stay_away(9);
    story.start("rust", "S100").go_wrong("last-day-left-out").attempt().exits(3).etude("end").exits(0);
    assert_eq!(story.ratings("S100"), ["good", "again"]);
    story.etude("resume").exits(0).etude("report --yes").exits(0);
    assert_eq!((story.ratings("S100"), story.mastery("S100")), (vec!["good".to_owned()], 1));
    story.etude("resume").exits(0).attempt().exits(3).etude("end").exits(0);
    assert_eq!(story.ratings("S100"), ["good"]);
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
    story.etude("report --yes").exits(1).complains("no exercise in progress");
    let story = Story::begun("c", "C200");
    let view = story.json("report --yes")["data"].clone();
    assert_eq!((&view["already"], &view["mastery"]), (&json!(false), &json!(null)));
}

#[test]
fn a_bare_report_is_asked_about_and_changes_nothing_by_itself() {
    let story = passed_once();
    story.etude("report").exits(2).complains("--yes").complains("would no longer count");
    assert_eq!((story.mastery("S100"), &story.session()["reportedBroken"]), (1, &Value::Null));
    story.types("report", &["no"]).exits(0);
    assert_eq!(story.mastery("S100"), 1);
    story.types("report", &["yes"]).exits(0).says("Noted");
    assert_eq!(story.mastery("S100"), 0);
}

fn passed_once() -> Story {
    let story = Story::begun("rust", "S100");
    story.solve().attempt().exits(0);
    story
}
