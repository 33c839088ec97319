//! `nodes` and the bars of `status`: the map, as a tree and as a picture, with where the learner stands.

use std::fs;

use serde_json::{Value, json};

use crate::story::Story;

/// The node of this id anywhere in what `nodes --json` said.
fn node(map: &Value, id: &str) -> Value {
    let languages = map["data"]["languages"].as_array().expect("languages");
    let tracks = languages.iter().flat_map(|l| l["tracks"].as_array().expect("tracks"));
    let mut nodes = tracks.flat_map(|t| t["nodes"].as_array().expect("nodes"));
    nodes.find(|n| n["node"] == id).unwrap_or_else(|| panic!("no {id}")).clone()
}

#[test]
fn the_tree_shows_what_is_passed_open_blocked_and_in_need_of_a_model() {
    let story = Story::new();
    story.knows(&["S100", "S101"]).etude("nodes --language rust --track syntax").exits(0);
    insta::assert_snapshot!("nodes_syntax", story.screen());
    story.etude("nodes").exits(0).says("Rust: 2 of 62 passed").says("C: 0 of 55 passed").says("Macros");
    for line in story.seen().stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    story.follow_next().exits(0).says("S102:");
}

#[test]
fn programs_get_states_missing_prerequisites_and_paths() {
    let story = Story::new();
    let map = story.knows(&["S100", "S101", "C200"]).json("nodes");
    assert_eq!((&node(&map, "S101")["state"], &node(&map, "S101")["level"]), (&json!("passed"), &json!(2)));
    assert_eq!((&node(&map, "S102")["state"], &node(&map, "S102")["startable"]), (&json!("open"), &json!(true)));
    assert_eq!((&node(&map, "C206")["state"], &node(&map, "C206")["startable"]), (&json!("open"), &json!(false)));
    let blocked = node(&map, "A202");
    assert_eq!((&blocked["state"], &blocked["missing"], &blocked["path"]), (&json!("blocked"), &json!(["A201"]), &json!(["S102", "A201"])));
    story.etude("nodes --track poetry").exits(2).complains("no track \"poetry\"");
    story.etude("nodes --language cobol").exits(2);
    let one = story.json("nodes --track threads");
    assert_eq!(one["data"]["languages"].as_array().map(Vec::len), Some(2), "both languages have one of that name");
}

#[test]
fn the_picture_is_drawn_into_a_file() {
    let story = Story::new();
    story.knows(&["S100"]).etude("nodes --graph map.svg").exits(0).says("map.svg");
    let file = story.root().join("desk/map.svg");
    let both = fs::read_to_string(&file).expect("the picture");
    for words in ["Rust: 1 of 62 passed", "C: 0 of 55 passed", "passed, level 2", "start now", ">S106<", ">C802<"] {
        assert!(both.contains(words), "{words}");
    }
    story.etude("nodes --graph map.svg --language c").exits(0);
    let one = fs::read_to_string(&file).expect("the picture");
    assert!(one.starts_with("<svg") && one.trim_end().ends_with("</svg>") && !one.contains("Rust"));
    fs::write(story.root().join("desk/notes.txt"), "mine").expect("a file");
    story.etude("nodes --graph notes.txt").exits(1).complains("not an SVG picture");
    assert_eq!(story.error()["reason"], "NOT_WRITTEN");
    assert_eq!(fs::read_to_string(story.root().join("desk/notes.txt")).expect("still there"), "mine");
    story.etude("nodes --graph nowhere/map.svg").exits(1).complains("there is no folder nowhere");
    assert_eq!(fs::read_dir(story.root().join("desk")).expect("the desk").count(), 2, "nothing is left beside them");
}

#[test]
fn status_has_bars_for_the_languages_that_were_begun() {
    let story = Story::begun("rust", "S100");
    let bars = story.json("status")["data"]["languages"].clone();
    assert_eq!(bars.as_array().map(Vec::len), Some(1), "C was not begun");
    story.knows(&["S100", "S101", "C200"]).etude("status").exits(0).says("Rust: 2 of 62 passed").says("C: 1 of 55 passed");
    story.says("Syntax basics [#####...............] 2 of 7").says("Macros [....................] 0 of 3");
    story.etude("nodes").exits(0);
    assert!(story.sessions().len() == 1, "looking changes nothing");
}
