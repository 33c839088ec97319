//! Any topic: typed text finds nodes, and what the map has not becomes a topic of one's own.

use std::fs;

use serde_json::json;

use crate::replies::Replies;
use crate::story::Story;

fn add(story: &Story, text: &str, language: &str) -> String {
    story.run(&["topic", "add", text, "--language", language, "--json"]).exits(0);
    story.envelope()["data"]["topic"]["id"].as_str().expect("an id").to_owned()
}

/// Everything a model answers when it is asked for this topic.
fn replies_for(id: &str) -> Replies {
    let id = id.to_owned();
    Replies::rust().at_depth("D2").spoil("scaffold", 1, move |r| r["node_id"] = json!(id))
}

#[test]
fn typed_text_shows_the_nearest_nodes_with_what_they_miss_and_names_the_flag() {
    let story = Story::new();
    story.run(&["start", "--topic", "borow checker"]).exits(2).says("A202").says("read as \"borrow\"").says("opens after A201");
    assert!(story.error()["message"].as_str().expect("words").contains("--node"), "{}", story.error());
    assert_eq!(story.next_command(), "etude start --language rust --node S100", "the first step on the way");
    assert!(story.sessions().is_empty());
    story.follow_next().exits(0);
}

#[test]
fn one_language_is_searched_where_one_is_named() {
    let story = Story::new();
    let found = |language: &str| {
        story.run(&["start", "--topic", "heap", "--language", language, "--json"]).exits(2);
        story.envelope()["data"]["matches"][0]["node"].clone()
    };
    assert_eq!((found("rust"), found("c")), (json!("B101"), json!("C202")));
    story.run(&["start", "--topic", "heap", "--language", "cobol"]).exits(2);
}

#[test]
fn a_clear_match_that_is_open_starts_with_yes_and_only_then() {
    let story = Story::new();
    story.run(&["start", "--topic", "pointer arithmetic"]).exits(2).says("C200");
    assert_eq!(story.next_command(), "etude start --language c --node C200");
    story.run(&["start", "--topic", "pointer arithmetic", "--yes"]).exits(0);
    assert_eq!((story.session()["nodeId"].clone(), story.session()["language"].clone()), (json!("C200"), json!("c")));
    let story = Story::new();
    story.run(&["start", "--topic", "heap", "--yes"]).exits(2).says("Nearest");
    story.run(&["start", "--topic", "epoll", "--yes"]).exits(2).says("steps").says("needs a model");
    assert!(story.sessions().is_empty(), "what is not clear, not open or not to be had is not started");
}

#[test]
fn when_nothing_fits_it_says_so_and_the_next_command_adds_it() {
    let story = Story::new();
    story.run(&["start", "--topic", "quantum cooking", "--language", "c"]).exits(2).says("Nothing on the map fits \"quantum cooking\"");
    assert_eq!(story.next_command(), "etude topic add 'quantum cooking' --language c");
    story.follow_next().exits(0).says("Added to your topics: quantum cooking").says("model");
    story.etude("topic list").exits(0).says("quantum cooking").says("X-quantum-cooking-");
    story.run(&["start", "--topic", "quantum cooking"]).exits(2).says("X-quantum-cooking-").says("needs a model");
}

#[test]
fn own_topics_need_a_model_and_say_so() {
    let story = Story::new();
    let id = add(&story, "Borrowing in trees", "rust");
    story.start("rust", &id).exits(1).complains("model");
    story.start("c", &id).exits(2).complains("not of c");
    assert!(story.sessions().is_empty());
    story.etude("nodes").exits(0).says("Custom").says("Borrowing in trees");
}

#[test]
fn an_own_topic_is_started_by_a_model_passed_and_mastered_by_its_own_id() {
    let story = Story::new();
    let id = add(&story, "Borrowing in trees", "rust");
    let replies = replies_for(&id);
    story.replay(&replies).run(&["start", "--language", "rust", "--node", &id, "--provider", "replay"]).exits(0).says("Borrowing in trees");
    let session = story.session();
    assert_eq!((&session["nodeId"], &session["language"], &session["depthTarget"]), (&json!(id), &json!("rust"), &json!("D2")));
    assert!(session["workspaceDir"].as_str().expect("a place").starts_with("workspaces/X-"));
    let (path, code) = replies.tiny().solution;
    story.write(path, code);
    let mut review = replies.review(1, "PASS", 95);
    review["node_id"] = json!(id);
    story.replay(&replies.emptied().with("reviewer", review)).attempt().exits(0);
    assert_eq!(story.mastery(&id), 2);
    story.etude("status").exits(0).says("Borrowing in trees");
    story.run(&["topic", "remove", &id]).exits(0).says("Its sessions stay");
    assert_eq!(story.mastery(&id), 2, "what was mastered outlives the topic");
    assert_eq!(add(&story, "borrowing in trees!", "rust"), id, "and the same topic finds it again");
}

#[test]
fn odd_topics_harm_nothing() {
    let story = Story::new();
    let long = "borrow ".repeat(14_000);
    for odd in ["../../etc/passwd", "\u{1b}[2Jred\u{7}", "größe 世界 😀", &long, "a\nb\tc", "$(rm -rf /)"] {
        story.run(&["start", "--topic", odd, "--language", "rust"]).exits(2).does_not_say("\u{1b}").does_not_say("\u{7}");
        let id = add(&story, odd, "rust");
        assert!(id.starts_with("X-") && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'), "{id}");
    }
    for empty in ["", "  ", "\u{1b}[2J", "..."] {
        story.run(&["start", "--topic", empty]).exits(2);
        story.run(&["topic", "add", empty, "--language", "rust"]).exits(2);
    }
    let files: Vec<_> =
        fs::read_dir(story.home().join(".state/custom_topics")).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(files, ["rust.json"]);
    story.run(&["topic", "add", "closures"]).exits(2).complains("--language");
    story.etude("topic remove X-none").exits(2).complains("topic list");
}

#[test]
fn topics_of_a_newer_etude_are_left_alone() {
    let story = Story::new();
    add(&story, "Borrowing in trees", "rust");
    let file = story.home().join(".state/custom_topics/rust.json");
    fs::write(&file, "{\"formatVersion\": 9, \"content\": {}}").expect("written");
    story.run(&["topic", "add", "another", "--language", "rust"]).exits(1).complains("newer");
    assert!(fs::read_to_string(&file).expect("still there").contains('9'));
    story.etude("status").exits(0);
    story.start("rust", "S100").exits(0);
}

#[test]
fn topic_commands_have_the_envelope() {
    let story = Story::new();
    for command in
        ["topic list", "topic add closures --language rust", "start --topic heap", "start --topic zzzzzz", "topic remove nothing"]
    {
        assert!(story.json(command)["data"].is_object(), "{command}");
    }
}

#[test]
fn without_a_language_the_learner_says_which_one_a_new_topic_belongs_to() {
    let story = Story::new();
    story.run(&["start", "--topic", "quantum cooking"]).exits(2).says("topic add 'quantum cooking' --language rust");
    story.says("topic add 'quantum cooking' --language c");
    assert_eq!(story.next_command(), "etude nodes", "none of the two is proposed as the next step");
    story.follow_next().exits(0);
    story.run(&["start", "--topic", "quantum cooking in c"]).exits(2);
    assert_eq!(story.next_command(), "etude topic add 'quantum cooking in c' --language c", "it says so itself");
}

#[test]
fn a_language_in_the_words_chooses_where_to_search() {
    let story = Story::new();
    let found = |args: &[&str]| {
        story.run(&[&["start", "--json", "--topic"], args].concat()).exits(2);
        let data = story.envelope()["data"].clone();
        (data["language"].clone(), data["matches"][0]["node"].clone())
    };
    assert_eq!(found(&["c strings"]), (json!("c"), json!("C203")));
    assert_eq!(found(&["rust strings"]), (json!("rust"), json!("A502")));
    assert_eq!(found(&["c strings", "--language", "rust"]), (json!("rust"), json!("A502")), "the flag goes before the words");
    assert_eq!(found(&["c lifetimes"]).0, json!(null), "where that language has nothing, the others are searched");
}

#[test]
fn the_nearest_nodes_come_with_the_way_to_keep_the_words() {
    let story = Story::new();
    story.run(&["start", "--topic", "heap", "--language", "c"]).exits(2).says("If none of these is what you mean");
    story.says("etude topic add heap --language c");
    assert_eq!(story.json("start --topic heap --language c")["data"]["adds"], json!(["topic add heap --language c"]));
}

#[test]
fn own_topics_count_and_are_called_by_their_title() {
    let story = Story::new();
    let id = add(&story, "Borrowing in trees", "rust");
    story.knows(&["S100", &id]).etude("status").exits(0).says("Rust: 2 of 63 passed").says("custom [##.] Borrowing in trees");
    story.says("Custom [####################] 1 of 1").does_not_say(&id);
    story.etude("nodes --language rust").exits(0).says("Rust: 2 of 63 passed");
    let card =
        json!({ "memory": { "stability": 7.0, "difficulty": 5.0 }, "lastReview": "2026-01-01T00:00:00Z", "due": "2026-01-08T00:00:00Z" });
    let stored = json!({ "formatVersion": 1, "content": { "nodes": { id.clone(): card } } });
    fs::write(story.home().join(".state/progress/reviews.json"), stored.to_string()).expect("a schedule");
    story.etude("status").exits(0).says("Due: Borrowing in trees (for");
    let due = story.json("status")["data"]["due"][0].clone();
    assert_eq!((&due["title"], &due["language"], &due["custom"]), (&json!("Borrowing in trees"), &json!("rust"), &json!(true)));
    story.etude("next --language rust").exits(0).says("custom Borrowing in trees due for");
}
