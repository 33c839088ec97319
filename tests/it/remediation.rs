//! A learner who keeps making the same mistake: told so with the count, pointed at something smaller, given more to hold on to, and left in peace
//! once it stops.

use serde_json::{Value, json};

use crate::story::Story;

fn advice(story: &Story) -> Value {
    story.json("review")["data"]["advice"].clone()
}

fn events(story: &Story) -> Vec<Value> {
    story.progress("misconceptions")["events"].as_array().cloned().unwrap_or_default()
}

#[test]
fn rust_the_same_mistake_four_times() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("missing-mut").attempt().exits(3).does_not_say("Before the next try");
    assert_eq!(advice(&story), Value::Null);
    let event = &events(&story)[0];
    assert_eq!((&event["tag"], &event["node"], &event["attemptIndex"]), (&json!("missing-mut"), &json!("S100"), &json!(1)));
    assert!(event["evidence"].as_str().is_some_and(|e| e.starts_with("E0384 at src/lib.rs:")), "{event}");
    assert_eq!(event["unit"], "ex-2");

    // Running the same code again shows nothing new.
    story.attempt().exits(3).does_not_say("Before the next try");
    story
        .vary()
        .attempt()
        .exits(3)
        .says("missing-mut was seen 2 times in a row")
        .says("Read again: LESSON.md, section 3. A name that may change");
    story.says("Then only ex-2, `storage_cents`").says("test_storage_cents_rises_day_by_day").says("cargo test test_storage_cents");
    story.does_not_say("fresh workspace");
    let told = advice(&story);
    assert_eq!((&told["step"], &told["seen"], &told["hintFrom"]), (&json!("bridge"), &json!(2), &Value::Null));
    story.etude("review").exits(0).says("missing-mut was seen 2 times");
    // What is offered works.
    let alone = told["runAlone"].as_str().expect("a command").to_owned();
    story.solve().from(story.workspace()).shell(&format!("{alone} --offline")).exits(0).says("3 passed");
    story.from(story.root().join("desk"));

    story.go_wrong("missing-mut").vary().vary().attempt().exits(3).says("seen 3 times");
    story.vary().attempt().exits(3).says("seen 4 times");
    story.says("Hints for ex-2 now begin at level 2").says("etude start --language rust --node S100");
    let told = advice(&story);
    assert_eq!((&told["step"], &told["hintFrom"]), (&json!("repeat"), &json!(2)));
    story.hint().exits(0).says("Hint 2 for ex-2").says("missing-mut was seen 4 times");
    let old = story.workspace();

    // A fresh start begins with it, and its hints too.
    story.shell(&format!("etude {}", told["freshStart"].as_str().expect("a command"))).exits(0).says("README.md begins with it this time");
    story.says("2. Read the beginning of README.md; then LESSON.md, section 3. A name that may change; then LESSON.md from section 1");
    assert_ne!(story.workspace(), old);
    let readme = story.read("README.md");
    let (first, exercise) = (readme.find("## First, this").expect("it is there"), readme.find("## The exercise").expect("too"));
    assert!(readme[first..exercise].contains("Seen 4 times lately: `missing-mut`"), "{readme}");
    assert!(readme[first..exercise].contains("3. A name that may change"), "{readme}");
    story.etude("reset").exits(0).says("nothing to bring back");

    // It stops: nothing is said any more, and a later start is like any other.
    story.solve().attempt().exits(0).does_not_say("Before the next try");
    story.start("rust", "S100").exits(0).does_not_say("README.md begins");
    assert!(!story.read("README.md").contains("First, this"));
    assert_eq!(story.hint().json("hint")["data"]["advice"], Value::Null);
}

#[test]
fn c_the_same_mistake_in_two_sessions_and_then_no_more() {
    let story = Story::begun("c", "C200");
    story.go_wrong("end-included").attempt().exits(3).does_not_say("Before the next try");
    story.start("c", "C200").exits(0).go_wrong("end-included").attempt().exits(3);
    story.says("end-included was seen 2 times").says("Read again: LESSON.md, section 3. One past the last").says("Then only ex-");
    let told = advice(&story);
    let unit = told["unit"].as_str().expect("a unit").to_owned();
    assert!(told["tests"].as_array().is_some_and(|t| t.len() == 2), "{told}");
    assert!(
        events(&story)[1]["evidence"].as_str().is_some_and(|e| e.starts_with("test_") && e.contains("expected")),
        "{:?}",
        events(&story)
    );
    story.hint().exits(0).says(&format!("Hint 1 for {unit}")).says("end-included was seen 2 times");
    // Five attempts without it, and it is forgotten.
    story.go_wrong("row-end-ignored");
    for _ in 0..5 {
        story.vary().attempt().exits(3).does_not_say("end-included");
    }
    story.says("row-end-ignored was seen 5 times in a row");
    let stored = story.progress("misconceptions");
    assert_eq!((stored["events"].as_array().map(Vec::len), stored["attempts"].as_array().map(Vec::len)), (Some(7), Some(7)));
    story.solve().attempt().exits(0).does_not_say("Before the next try");
}

#[test]
fn a_mistake_of_an_earlier_node_leads_back_to_it() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("missing-mut").attempt().exits(3).solve().attempt().exits(0);
    story.start("rust", "S101").exits(0).solve();
    story.edit("src/lib.rs", "let mut worst = 0;", "let worst = 0;").attempt().exits(3);
    story.says("missing-mut was seen 2 times in your last 3 attempts").says("S100 (Variables, types and mutability) teaches it");
    story.says("etude start --language rust --node S100").says("Then only ex-4, `worst_hour_litres`");
}

#[test]
fn unfinished_work_is_no_mistake() {
    let story = Story::begun("rust", "S100");
    for _ in 0..3 {
        story.attempt().exits(3).does_not_say("Before the next try");
    }
    assert_eq!((events(&story).len(), story.progress("misconceptions")), (0, Value::Null), "the starter says nothing about the learner");
}

#[test]
fn a_record_of_an_earlier_version_is_read_and_counts() {
    let story = Story::begun("c", "C200");
    story.go_wrong("pointer-for-value").attempt().exits(3);
    let file = story.home().join(".state/progress/misconceptions.json");
    let mut stored: Value = serde_json::from_slice(&std::fs::read(&file).expect("stored")).expect("JSON");
    let content = stored["content"].as_object_mut().expect("an object");
    content.remove("attempts");
    for event in content["events"].as_array_mut().expect("events") {
        let event = event.as_object_mut().expect("an event");
        event.remove("evidence");
        event.remove("unit");
    }
    std::fs::write(&file, stored.to_string()).expect("written");
    story.vary().attempt().exits(3).says("pointer-for-value was seen 2 times");
}
