//! Choosing what to learn: language, track, node; what is blocked, what needs a model, and how one gets out of every question.

use serde_json::json;

use crate::replies::Replies;
use crate::story::Story;

#[test]
fn a_blocked_node_is_refused_with_what_it_misses_and_the_way_there() {
    let story = Story::new();
    story.start("rust", "S102").exits(1).complains("S102 (Structs, tuples and methods) is blocked: it builds on S100 and S101");
    let error = story.error();
    assert_eq!(error["reason"], "NODE_BLOCKED");
    assert_eq!(error["refused"]["missing"], json!(["S100", "S101"]));
    assert_eq!(error["refused"]["path"], json!(["S100", "S101"]));
    assert!(story.sessions().is_empty());
    story.follow_next().exits(0).says("S100: Variables");
    assert_eq!(story.session()["nodeId"], "S100");
}

#[test]
fn passing_what_it_builds_on_opens_it() {
    let story = Story::new();
    story.start("c", "C201").exits(1);
    story.start("c", "C200").exits(0).solve().attempt().exits(0);
    story.start("c", "C201").exits(0).says("C201: Function pointers");
}

#[test]
fn anyway_warns_and_goes_on() {
    let story = Story::new();
    story.etude("start --language rust --node S102 --anyway").exits(0).says("Note: S102 builds on S100 and S101, not passed yet");
    assert_eq!(story.session()["nodeId"], "S102");
    story.etude("start --language rust --node S100 --anyway").exits(0).does_not_say("builds on");
}

#[test]
fn without_a_model_a_node_outside_the_bank_names_the_nearest_that_can_be_started() {
    let story = Story::new();
    story.knows(&["S100", "S101", "C200"]);
    story.start("rust", "S104").exits(1).complains("needs a model, and none is set up").complains("S102: Structs, tuples and methods");
    let error = story.error();
    assert_eq!((&error["reason"], &error["refused"]["instead"]["node"]), (&json!("NEEDS_MODEL"), &json!("S102")));
    story.follow_next().exits(0).says("S102:");
    story.start("c", "C205").exits(1).complains("is blocked").complains("also needs a model").complains("C202: malloc, realloc");
    assert_eq!(story.error()["reason"], "NODE_BLOCKED");
    story.etude("start --language c --node C205 --anyway").exits(1);
    assert_eq!(story.error()["reason"], "NEEDS_MODEL", "the want of prerequisites can be waved aside, the want of an exercise cannot");
    story.knows(&["S100", "S101", "S102", "A201"]).start("rust", "S104").exits(1).complains("can be practised again");
}

#[test]
fn with_a_model_every_open_node_can_be_started() {
    let replies = Replies::rust();
    let story = Story::new();
    story.replay(&replies).env("ETUDE_PROVIDER", "replay");
    let map = story.json("nodes --language rust");
    let nodes = map["data"]["languages"][0]["tracks"][0]["nodes"].as_array().expect("nodes").clone();
    assert!(map["data"]["model"] == true && nodes.iter().all(|n| n["startable"] == true));
    story.start("rust", "A201").exits(1);
    let error = story.error();
    assert_eq!((&error["reason"], &error["refused"]["needsModel"]), (&json!("NODE_BLOCKED"), &json!(false)));
}

#[test]
fn without_a_terminal_the_flag_that_is_missing_is_named() {
    let story = Story::new();
    story.etude("start --node C200").exits(2).complains("--language");
    story.etude("start --language c").exits(2).complains("--node");
    story.etude("start --language c --track pointers").exits(2).complains("--node");
    story.etude("start --language c --track poetry --node C200").exits(2).complains("the tracks are pointers, files");
    story.etude("start --language c --track files --node C200").exits(2).complains("C200 is not in the track files, but in pointers");
    assert!(story.sessions().is_empty());
    story.etude("start --language c --track pointers --node C200").exits(0);
}

#[test]
fn at_a_terminal_language_track_and_node_are_asked_one_after_the_other() {
    let story = Story::new();
    story.types("start", &["c", "", "C200"]).exits(0).says("Which language?").says("Which track?").says("Which topic?");
    assert_eq!(story.session()["nodeId"], "C200");
    story.knows(&["S100"]).types("start --language rust", &["syntax", ""]).exits(0).says("1 of 7 passed, 1 to start now");
    story.says("S103 Enums and match needs a model misses S102; way: S101, S102").says("Enter for number 2");
    assert_eq!(story.session()["nodeId"], "S101", "Enter takes the first that can be started now");
}

#[test]
fn at_a_terminal_a_blocked_choice_is_explained_and_another_offered() {
    let story = Story::new();
    story.types("start --language rust --track syntax", &["S102", "", ""]).exits(0).says("is blocked").says("Begin with S100");
    assert_eq!(story.session()["nodeId"], "S100");
    story.types("start --language c --track networking", &["C240", "2", "q"]).says("also needs a model").says("Another topic");
    assert_eq!(story.sessions().len(), 1);
}

#[test]
fn the_end_of_input_at_any_question_leaves_cleanly() {
    let story = Story::new();
    for lines in [&[][..], &["rust"], &["rust", "1"], &["rust", "1", "S103"], &["q"], &["rust", "q"]] {
        story.types("start", lines).exits(0).says("Nothing was made. Whenever you like:").does_not_say("{\"error\"");
    }
    assert!(story.sessions().is_empty());
}

#[test]
fn at_a_terminal_any_topic_is_the_last_track_and_can_be_typed_right_away() {
    let story = Story::new();
    story.types("start --language c", &["any", "pointer arithmetic", ""]).exits(0).says("11. Any topic, in your own words");
    story.says("Which topic, in your own words?").says("C200: Pointer arithmetic");
    assert_eq!(story.session()["nodeId"], "C200");
    let story = Story::new();
    story.types("start", &["rust", "99", "...", "mutability", "1"]).exits(0).says("a topic in your own words");
    assert_eq!(story.session()["nodeId"], "S100", "a number that is not there is asked again, words are a topic");
    story.types("start --language c", &["files", "q"]).exits(0).says("Which topic?").does_not_say("Nearest");
    for lines in [&["any"][..], &["any", "q"], &["quit"], &["quantum cooking", "2"], &["quantum cooking", "q"]] {
        story.types("start --language rust", lines).exits(0).does_not_say("{\"error\"");
    }
    assert_eq!(story.sessions().len(), 1);
}

#[test]
fn at_a_terminal_what_fits_but_cannot_be_started_leads_to_what_can() {
    let story = Story::new();
    story
        .types("start --topic epoll", &[""])
        .exits(0)
        .says("opens after C200")
        .says("C200 Pointer arithmetic, array decay and const, which can");
    assert_eq!(story.session()["nodeId"], "C200");
}

#[test]
fn at_a_terminal_what_the_map_has_not_is_kept_and_stands_under_custom() {
    let story = Story::new();
    story
        .types("start --language c", &["quantum cooking", ""])
        .exits(0)
        .says("nothing on the map fits")
        .says("Keep it as a topic of your own?");
    story.says("Added to your topics: quantum cooking");
    story.types("start --language c", &["custom", "quantum", "q"]).says("11. Custom").says("1. quantum cooking needs a model");
    story.says("12. Any topic").says("an exercise for it needs a model, and none is set up");
    story.types("start --topic \"tax forms\"", &["yes", "rust"]).exits(0).says("Which language?").says("its language rust");
    story.types("start --topic \"pointer arithmetic\" --language c", &["keep"]).exits(0).says("Added to your topics: pointer arithmetic");
    assert!(story.sessions().is_empty());
    assert_eq!(story.json("topic list")["data"]["topics"].as_array().map(Vec::len), Some(3));
}
