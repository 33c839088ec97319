//! What comes next: recommendations with their reasons, and nodes that come back.

use std::fs;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::story::Story;

impl Story {
    /// Makes all that was passed look this many days older, as if the learner had been away.
    pub fn stay_away(&self, days: i64) -> &Story {
        let file = self.home().join(".state/progress/reviews.json");
        let mut stored: Value = serde_json::from_slice(&fs::read(&file).expect("a schedule")).expect("JSON");
        for card in stored["content"]["nodes"].as_object_mut().expect("nodes").values_mut() {
            for key in ["due", "lastReview"] {
                let at: Timestamp = card[key].as_str().expect("a time").parse().expect("a time");
                card[key] = json!(at.checked_sub(SignedDuration::from_hours(24 * days)).expect("a time").to_string());
            }
        }
        fs::write(file, stored.to_string()).expect("the schedule is written");
        self
    }

    pub fn pass(&self, language: &str, node: &str) -> &Story {
        self.start(language, node).exits(0).solve().attempt().exits(0)
    }

    fn card(&self, node: &str) -> Value {
        self.progress("reviews")["nodes"][node].clone()
    }

    pub fn ratings(&self, node: &str) -> Vec<String> {
        let card = self.card(node);
        let history = card["history"].as_array().expect("a history").iter();
        history.map(|r| r["rating"].as_str().expect("a rating").to_owned()).collect()
    }

    fn stability(&self, node: &str) -> f64 {
        self.card(node)["memory"]["stability"].as_f64().expect("a number")
    }

    /// What `next` offers, as `id: why`.
    pub fn offers(&self, words: &str) -> Vec<String> {
        let items = self.json(words)["data"]["items"].as_array().expect("items").clone();
        items.iter().map(|i| format!("{}: {}", i["node"].as_str().unwrap_or(""), i["why"].as_str().unwrap_or(""))).collect()
    }
}

#[test]
fn a_newcomer_is_offered_the_first_node_of_each_language() {
    let story = Story::new();
    let offers = story.offers("next");
    assert!(offers.contains(&"S100: a good place to begin".to_owned()) && offers.contains(&"C200: a good place to begin".to_owned()));
    assert!(story.offers("next --language c")[0].starts_with("C200"));
    story.etude("next --language cobol").exits(2);
}

#[test]
fn a_pass_and_an_end_point_to_what_really_comes_next() {
    let story = Story::new();
    story.pass("rust", "S100").says("Then S101").says("It comes back in 7 days");
    assert_eq!(story.next_command(), "etude start --language rust --node S101");
    story.etude("next").exits(0).says("What to take up next in Rust").says("next in your track");
    assert_eq!(story.next_command(), "etude start --language rust --node S101");
    story.etude("end").exits(0).says("Then S101");
    story.follow_next().exits(0).says("S101");
    assert_eq!(story.offers("next")[0], "S101: you are in the middle of it");
    story.etude("next").follow_next().exits(0).says("Back to S101");
}

#[test]
fn what_is_due_goes_first_and_a_review_starts_afresh() {
    let story = Story::new();
    story.pass("rust", "S100").etude("end").exits(0);
    story.etude("status").exits(0).does_not_say("Due:");
    story.stay_away(9);
    story.etude("status").exits(0).says("Due: S100 (for 2 days)");
    assert_eq!(story.json("status")["data"]["due"][0]["node"], "S100");
    assert_eq!(story.offers("next")[..2], ["S100: due for 2 days", "S101: next in your track"]);
    let (first, before) = (story.workspace(), story.stability("S100"));
    story.etude("next").follow_next().exits(0);
    assert_ne!(story.workspace(), first, "a fresh workspace");
    story.attempt().exits(3).solve().attempt().exits(0);
    assert_eq!(story.ratings("S100"), ["good", "good"]);
    assert!(story.stability("S100") > before);
    story.etude("next").exits(0).does_not_say("S100");
}

#[test]
fn running_solved_code_again_is_no_review() {
    let story = Story::new();
    story.pass("rust", "S100").stay_away(9).attempt().exits(0);
    assert_eq!(story.ratings("S100"), ["good"]);
    assert_eq!(story.offers("next")[0], "S100: due for 2 days");
}

#[test]
fn a_review_that_fails_brings_the_node_back_sooner() {
    let story = Story::new();
    story.pass("rust", "S100").etude("end").stay_away(9);
    let before = story.stability("S100");
    story.start("rust", "S100").etude("end").exits(0);
    assert_eq!(story.ratings("S100"), ["good"], "nothing was tried, so nothing was shown");
    story
        .start("rust", "S100")
        .go_wrong("last-day-left-out")
        .attempt()
        .exits(3)
        .etude("end")
        .exits(0)
        .says("It did not hold this time, so it comes back tomorrow");
    story.does_not_say("clean pass");
    assert_eq!(story.ratings("S100"), ["good", "again"]);
    assert!(story.stability("S100") < before);
    assert_eq!(story.mastery("S100"), 1, "what was learned is not taken away");
    story.etude("resume").exits(0).etude("end").exits(0);
    assert_eq!(story.ratings("S100"), ["good", "again"], "the same failure counts once");
    story.start("rust", "S100").etude("end").exits(0).says("It comes back tomorrow").does_not_say("did not hold");
}

#[test]
fn a_review_that_fails_counts_at_once_and_a_pass_in_the_same_sitting_is_a_hard_one() {
    let story = Story::new();
    story.pass("rust", "S100").etude("end").stay_away(9);
    let before = story.stability("S100");
    story.start("rust", "S100").attempt().exits(3).break_stub("src/lib.rs").attempt().exits(3);
    assert_eq!(story.ratings("S100"), ["good"], "a beginning is no failure");
    story.go_wrong("last-day-left-out").attempt().exits(3);
    assert_eq!(story.ratings("S100"), ["good"], "neither is one slip");
    story.vary().attempt().exits(3);
    assert_eq!(story.ratings("S100"), ["good", "again"]);
    story.attempt().exits(3).solve().attempt().exits(0);
    assert_eq!(story.ratings("S100"), ["good", "again", "hard"]);
    assert!(story.stability("S100") < before);
}

#[test]
fn giving_up_a_review_counts_as_a_failure() {
    let story = Story::new();
    story.pass("rust", "S100").etude("end").stay_away(9);
    story.start("rust", "S100").go_wrong("overflow-ignored").attempt().exits(3).reveal().exits(0);
    story.solve().attempt().exits(0).says("It did not hold this time").does_not_say("clean pass");
    assert_eq!(story.ratings("S100"), ["good", "again"]);
}

#[test]
fn ending_without_a_pass_says_nothing_of_a_node_that_was_never_passed() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("overflow-ignored").attempt().exits(3).etude("end").exits(0);
    assert!(story.progress("reviews").is_null());
}

#[test]
fn a_helped_pass_comes_back_sooner_and_says_for_what() {
    let story = Story::new();
    story.pass("rust", "S100").start("rust", "S101").exits(0);
    for _ in 0..3 {
        story.hint().exits(0);
    }
    story.solve().attempt().exits(0).says("level 0 to 1").says("Again in 3 days, for level 2");
    assert_eq!(story.ratings("S101"), ["hard"]);
    assert!(story.card("S101")["due"].as_str() < story.card("S100")["due"].as_str());
}

#[test]
fn a_learner_without_a_model_is_never_led_into_a_dead_end() {
    let story = Story::new();
    for node in ["S100", "S101", "S102", "A201"] {
        story.pass("rust", node);
    }
    let items = story.json("next")["data"]["items"].as_array().expect("items").clone();
    assert!(!items.is_empty() && items.iter().all(|i| i["ready"] == false && i["command"].is_null()), "{items:?}");
    story.etude("next").exits(0).says("needs a model");
    assert_eq!(story.next_command(), "etude next --language c");
    story.follow_next().exits(0).says("C200").follow_next().exits(0);
    story.env("ETUDE_PROVIDER", "replay").etude("next --language rust").exits(0).does_not_say("needs a model");
}

#[test]
fn what_was_passed_before_there_was_a_schedule_comes_back_too() {
    let story = Story::new();
    story.pass("rust", "S100");
    fs::remove_file(story.home().join(".state/progress/reviews.json")).expect("no schedule");
    let back = story.json("next --language rust")["data"]["comesBack"].clone();
    assert_eq!((&back["node"], &back["days"]), (&json!("S100"), &json!(7)));
}

#[test]
fn looking_at_what_comes_next_writes_nothing_and_survives_a_damaged_schedule() {
    let story = Story::new();
    story.etude("next").exits(0);
    assert!(!story.home().join(".state").exists());
    story.pass("rust", "S100");
    let file = story.home().join(".state/progress/reviews.json");
    fs::write(&file, "{\"formatVersion\":1,\"content\":{\"nod").expect("damaged");
    story.etude("next").exits(0).says("Note:").says("S101");
    assert!(fs::read_to_string(&file).expect("still there").contains("nod"));
    story.start("rust", "S101").solve().attempt().exits(0);
    assert_eq!(story.ratings("S100"), ["good"], "known again from mastery");
}

#[test]
fn when_the_whole_bank_is_passed_every_screen_still_leads_somewhere() {
    let story = Story::new();
    story.knows(&["S100", "S101", "S102", "A201", "C200", "C201", "C202"]);
    story.etude("status").exits(0).says("No exercise in progress");
    assert_eq!(story.next_command(), "etude next");
    story.follow_next().exits(0).says("needs a model").says("S100, Variables, types and mutability, can be practised again now");
    assert_eq!(story.next_command(), "etude start --language rust --node S100");
    story.follow_next().exits(0).says("S100: Variables");
    let view = story.json("next --language c")["data"].clone();
    assert_eq!((&view["practise"]["node"], &view["elsewhere"]), (&json!("C200"), &json!(null)));
}

#[test]
fn what_would_come_back_soonest_is_practised_first() {
    let story = Story::new();
    story.pass("c", "C200").stay_away(2).pass("c", "C201").exits(0);
    story.knows_too(&["S100", "S101", "S102", "A201", "C202"]);
    let view = story.json("next --language c");
    assert_eq!((&view["data"]["practise"]["node"], &view["data"]["elsewhere"]), (&json!("C200"), &json!(null)));
    assert!(view["next"].as_str().is_some_and(|next| next.ends_with("start --language c --node C200")), "{view}");
}
