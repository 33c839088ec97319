//! The solution: on request only, earned by trying or paid for by giving up; and what a pass is worth afterwards.

use serde_json::json;

use crate::replies::Replies;
use crate::story::Story;

/// A source that was not tried before and fails.
fn try_something(story: &Story, number: usize) {
    let text = story.read("src/lib.rs");
    story.write("src/lib.rs", &format!("{text}\n// try {number}\n")).attempt().exits(3);
}

#[test]
fn the_solution_does_not_open_before_an_own_attempt() {
    let story = Story::begun("rust", "S100");
    story.reveal().exits(1).complains("opens after your own first attempt");
    assert_eq!(story.error()["reason"], "REVEAL_NOT_YET");
    story.attempt().exits(3);
    // The untouched starter is no attempt of one's own.
    story.reveal().exits(1);
    assert_eq!(story.error()["reason"], "REVEAL_NOT_YET");
    assert_eq!(story.session()["givenUp"], false);
}

#[test]
fn after_four_different_attempts_the_solution_opens_and_a_pass_counts_as_level_one() {
    let story = Story::begun("c", "C200");
    let text = story.read("src/seats.c");
    for number in 1..=4 {
        story.write("src/seats.c", &format!("{text}\n/* try {number} */\n")).attempt().exits(3);
    }
    story.reveal().exits(0).says("counts as level 1").does_not_say("no longer raises");
    let solution = std::fs::read_to_string(crate::story::project().join("assets/bank/c/C200/solution/seats.c")).expect("the reference");
    let body = solution.lines().find(|l| l.trim_start().starts_with("return")).expect("a line of it");
    story.says(body);
    assert_eq!(story.session()["givenUp"], false);
    story.solve().attempt().exits(0).says("level 0 to 1").says("after the solution was shown");
    assert_eq!(story.mastery("C200"), 1);
}

#[test]
fn the_same_source_again_does_not_bring_the_solution_nearer() {
    let story = Story::begun("rust", "S100");
    try_something(&story, 1);
    for _ in 0..3 {
        story.attempt().exits(3);
    }
    story.reveal().exits(0).says("You asked for it early");
    assert_eq!(story.session()["givenUp"], true);
}

#[test]
fn giving_up_shows_the_solution_and_this_exercise_raises_mastery_no_more() {
    let story = Story::begun("rust", "S100");
    try_something(&story, 1);
    story.reveal().exits(0).says("no longer raises mastery");
    assert_eq!(story.session()["givenUp"], true);
    story.solve().attempt().exits(0).says("mastery does not rise from this exercise");
    assert_eq!(story.mastery("S100"), 0);
    story.start("rust", "S100").exits(0).solve().attempt().exits(0).says("level 0 to 1");
    assert_eq!(story.mastery("S100"), 1, "a fresh start counts again");
}

#[test]
fn a_plain_hint_never_reveals_even_when_a_reveal_would_be_allowed() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    for index in 1..=4 {
        let text = format!("{}\n// {index}\n", replies.tiny().half.1);
        story.write("src/lib.rs", &text).replay(&replies.only_review(index, "FAIL", 60)).attempt().exits(3);
    }
    let solution = replies.tiny().solution.1;
    let mut telling = replies.hint(4, 1, "All of it:");
    telling["revealed_solution"] = json!({ "code": solution });
    telling["allowed_reveal"] = json!(true);
    story.replay(&replies.emptied().with("coach", telling)).hint().exits(1);
    assert_eq!(story.error()["rules"], json!(["no_early_reveal"]));

    let mut telling = replies.hint(4, 3, "All of it:");
    telling["revealed_solution"] = json!({ "code": solution });
    story.replay(&replies.emptied().with("coach", telling)).reveal().exits(0).says("cents + FEE_CENTS");
}

#[test]
fn a_pass_with_a_level_three_hint_is_worth_one_less() {
    let story = Story::begun("c", "C200");
    for _ in 0..3 {
        story.hint().exits(0);
    }
    story.solve().attempt().exits(0).says("level 0 to 1").says("level 3 hint");
    assert_eq!(story.mastery("C200"), 1);
}

#[test]
fn at_d1_a_helped_pass_is_still_worth_one() {
    let story = Story::begun("rust", "S100");
    for _ in 0..3 {
        story.hint().exits(0);
    }
    story.solve().attempt().exits(0);
    assert_eq!(story.mastery("S100"), 1);
}

#[test]
fn hints_below_level_three_cost_nothing() {
    let story = Story::begun("c", "C200");
    story.hint().hint().solve().attempt().exits(0).says("level 0 to 2");
    assert_eq!(story.mastery("C200"), 2);
}

#[test]
fn after_a_pass_the_solution_costs_nothing_and_there_is_nothing_to_hint_at() {
    let story = Story::begun("rust", "S100");
    story.solve().attempt().exits(0);
    story.etude("hint").exits(1).complains("nothing to hint at");
    story.reveal().exits(0).says("changes nothing");
    assert_eq!(story.session()["givenUp"], false);
    story.attempt().exits(0).says("level 1");
}
