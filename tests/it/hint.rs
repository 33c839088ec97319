//! `hint`: one step at a time, grounded in what the run showed, and never the solution.

use serde_json::{Value, json};

use crate::replies::Replies;
use crate::story::Story;

fn level(story: &Story) -> Value {
    story.session()["attemptState"]["hintLevelUsed"].clone()
}

#[test]
fn the_first_hint_is_level_one_and_is_recorded() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    story.replay(&replies.only_hint(0, 1, "Which operator joins them?")).hint().exits(0);
    story.says("Hint 1 for ex-1").says("Which operator joins them?").says("1. Values and operators");
    assert_eq!(level(&story), 1);
    let kept = story.session()["attemptState"]["hints"].clone();
    assert_eq!((&kept[0]["unit"], &kept[0]["level"], &kept[0]["text"]), (&json!("ex-1"), &json!(1), &json!("Which operator joins them?")));
}

#[test]
fn each_further_hint_is_one_level_up() {
    let story = Story::begun("rust", "S100");
    for expected in 1..=3 {
        let data = story.json("hint")["data"].clone();
        assert_eq!((&data["level"], &data["repeated"]), (&json!(expected), &json!(false)));
        assert_eq!(level(&story), expected);
    }
}

#[test]
fn after_level_three_the_stored_hint_is_shown_without_a_call() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    for (at, text) in [(1, "A question."), (2, "A parallel."), (3, "The approach.")] {
        story.replay(&replies.only_hint(0, at, text)).hint().exits(0);
    }
    // Nothing to answer with: a call would fail.
    story.replay(&replies.emptied()).hint().exits(0).says("Hint 3 for ex-1").says("The approach.").says("as far as hints go");
    assert_eq!(level(&story), 3);
    assert!(story.audit("rejections").is_empty(), "no call was made");
}

#[test]
fn the_last_hint_does_not_promise_another() {
    let story = Story::begun("rust", "S100");
    story.hint().says("before you ask for more").hint().says("before you ask for more");
    story.hint().says("Hint 3 for ex-1").does_not_say("before you ask for more").does_not_say("next hint");
}

#[test]
fn a_hint_that_is_refused_is_not_recorded_and_can_be_asked_again() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    story.replay(&replies.only_hint(0, 2, "Two at once.")).hint().exits(1).complains("there is no new hint");
    assert_eq!(story.error()["rules"], json!(["reply_names_this_exercise"]));
    assert_eq!(level(&story), 0);
    story.replay(&replies.only_hint(0, 1, "One first.")).follow_next().exits(0).says("Hint 1 for ex-1");
    let out_of_range = replies.only_hint(0, 4, "Beyond.");
    story.replay(&out_of_range).hint().exits(1);
    assert!(story.error()["rules"].as_array().expect("rules").contains(&json!("valid_hint_level")));
}

#[test]
fn the_hint_is_for_the_first_failing_unit_and_opens_with_the_run() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("last-day-left-out").attempt().exits(3).hint().exits(0).says("Hint 1 for ex-2").says("expected").says("got");
    story.go_wrong("missing-mut").attempt().exits(3).hint().exits(0).says("Hint 2 for ex-2").says("did not compile at src/lib.rs");
}

#[test]
fn a_hint_that_is_shown_again_says_what_the_run_since_shows() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("last-day-left-out").attempt().exits(3).hint().hint().hint().says("Hint 3 for ex-2").does_not_say("Now:");
    story.hint().says("Hint 3 for ex-2").does_not_say("Now:");
    story.go_wrong("missing-mut").attempt().exits(3).hint().exits(0);
    story.says("Hint 3 for ex-2").says("Now: The last run did not compile at src/lib.rs").says("from the run before");
}

#[test]
fn each_unit_has_a_ladder_of_its_own() {
    let story = Story::begun("c", "C200");
    story.hint().says("Hint 1 for ex-1").hint().says("Hint 2 for ex-1");
    let text = story.solve().read("src/seats.c");
    let unit = story.json("show")["data"]["units"].clone();
    // Everything but the last unit is written.
    let stub = unit.as_array().and_then(|u| u.last()).expect("units").clone();
    let name = stub["stubs"][0]["name"].as_str().expect("a stub");
    let at = text.find(&format!("{name}(")).expect("the stub is written");
    let open = at + text[at..].find('{').expect("a body");
    let last = stub["id"].as_str().expect("an id");
    let broken = format!("{}{{\n    ETUDE_TODO(\"{last}\");\n{}", &text[..open], &text[open + 1..]);
    story.write("src/seats.c", &format!("#include \"etude.h\"\n{broken}")).attempt().exits(3);
    assert_eq!(level(&story), 0, "the ladder of {last} is not begun");
    story.hint().says(&format!("Hint 1 for {last}"));
}

#[test]
fn no_hint_before_the_threshold_holds_a_solution() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let solution = replies.tiny().solution.1;
    let mut filled = replies.hint(0, 1, "Look below.");
    filled["revealed_solution"] = json!({ "code": solution });
    let mut flagged = replies.hint(0, 1, "Look below.");
    flagged["full_solution_provided"] = json!(true);
    let mut allowed = replies.hint(0, 1, "Look below.");
    allowed["allowed_reveal"] = json!(true);
    allowed["revealed_solution"] = json!({ "code": solution });
    let smuggled = replies.hint(0, 1, &format!("Try this:\n\n```rust\n{solution}```\n"));
    // The name and the body are there to be read, whatever stands around them.
    let line = "pub fn ticket_cents(passengers: u32) -> u32 { passengers * TICKET_CENTS }";
    let dressed = [
        format!("- {line}"),
        format!("// {line}"),
        format!("> ```rust\n> {line}\n> ```"),
        format!("**{line}**"),
        line.replace("ticket", "ti\u{200b}cket"),
    ];
    let dressed = dressed.map(|text| replies.hint(0, 1, &text));
    for reply in [filled, flagged, allowed, smuggled].into_iter().chain(dressed) {
        story.replay(&replies.emptied().with("coach", reply)).hint().exits(1).does_not_say("passengers * TICKET_CENTS");
        let rules = story.error()["rules"].clone();
        assert_eq!((&rules[0], &rules[1]), (&json!("no_early_reveal"), &json!("respect_attempt_threshold")), "{rules}");
    }
    assert_eq!(level(&story), 0);
    story.replay(&replies.only_hint(0, 1, "What is 3 * 250?")).hint().exits(0);
}

#[test]
fn the_hints_of_the_bank_climb_without_a_solution() {
    for (language, node) in [("rust", "S100"), ("c", "C200")] {
        let story = Story::begun(language, node);
        let stub = story.json("show")["data"]["units"][0]["stubs"][0]["name"].as_str().expect("a stub").to_owned();
        let mut texts: Vec<String> = Vec::new();
        for _ in 0..3 {
            let text = story.json("hint")["data"]["text"].as_str().expect("text").to_owned();
            assert!(!text.contains(&format!("fn {stub}(")) && !texts.contains(&text), "{text}");
            texts.push(text);
        }
    }
}

#[test]
fn history_made_before_a_review_serves_later_hints() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("integer-division").attempt().exits(3).etude("review").exits(0);
    let before = story.session()["attemptState"]["history"].clone();
    story.hint().exits(0).says("Hint 1 for ex-3");
    assert_eq!(story.session()["attemptState"]["history"], before, "asking for words changes no history");
    let data = story.json("hint")["data"].clone();
    assert_eq!((&data["attemptIndex"], &data["unit"], &data["level"]), (&json!(1), &json!("ex-3"), &json!(2)));
}
