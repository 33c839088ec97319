//! `clean` gives space back and loses nothing.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use crate::story::Story;

fn build_folder(story: &Story) -> std::path::PathBuf {
    let folder = story.workspace().join("target");
    fs::create_dir_all(folder.join("debug")).expect("a build folder");
    fs::write(folder.join("debug/big"), vec![1; 300_000]).expect("something in it");
    folder
}

fn aged(story: &Story) {
    story.edit_session(|s| s["lastAccessedAt"] = json!("2020-01-01T00:00:00Z"));
}

#[test]
fn without_yes_it_only_shows_and_with_yes_build_folders_go() {
    let story = Story::begun("rust", "S100");
    let build = build_folder(&story);
    story.write("src/lib.rs", "// mine\n");
    story.etude("clean").exits(0).says("could be freed").says("Nothing was touched").says("build folder of S100-");
    assert!(build.is_dir());
    assert_eq!(story.next_command(), "etude clean --yes");
    story.follow_next().exits(0).says("freed.");
    assert!(!build.exists());
    assert_eq!(story.read("src/lib.rs"), "// mine\n");
    story.etude("clean --yes").exits(0).says("nothing to clean up");
}

#[test]
fn workspaces_go_when_their_session_ended_long_ago_or_when_asked() {
    let story = Story::begun("rust", "S100");
    let workspace = story.workspace();
    aged(&story);
    story.etude("clean --yes --finished").exits(0);
    assert!(workspace.is_dir(), "an open session keeps its workspace, however old");
    story.etude("end").exits(0).etude("clean --yes").exits(0);
    assert!(workspace.is_dir(), "it ended only now");
    aged(&story);
    story.etude("clean --yes").exits(0).says("workspace S100-").says("`reset --undo` then brings back");
    assert!(!workspace.exists());
    let story = Story::begun("c", "C200");
    story.etude("end").exits(0).etude("clean --yes --finished").exits(0).says("workspace C200-");
    assert_eq!(fs::read_dir(story.home().join("workspaces")).expect("a folder").count(), 0);
}

#[test]
fn a_workspace_that_went_comes_back_with_what_the_learner_wrote() {
    let story = Story::begun("rust", "S100");
    story.solve().write("notes/idea.txt", "keep me\n");
    let mine = story.read("src/lib.rs");
    story.etude("end").exits(0).etude("clean --finished --yes").exits(0);
    story.etude("resume S100").exits(0).etude("reset").exits(0);
    assert_ne!(story.read("src/lib.rs"), mine, "as it was handed out");
    story.etude("reset --undo").exits(0);
    assert_eq!((story.read("src/lib.rs"), story.read("notes/idea.txt")), (mine, "keep me\n".to_owned()));
    story.attempt().exits(0);
}

#[test]
fn no_link_is_followed() {
    let story = Story::begun("rust", "S100");
    let outside = story.root().join("outside");
    fs::create_dir(&outside).expect("a folder");
    fs::write(outside.join("precious"), "precious").expect("a file");
    let _ = fs::remove_dir_all(story.workspace().join("target"));
    symlink(&outside, story.workspace().join("target")).expect("a link");
    symlink(&outside, story.workspace().join("src/inside")).expect("a link");
    symlink(&outside, story.home().join("workspaces/linked")).expect("a link");
    story.edit_session(|s| s["status"] = json!("ended"));
    story.etude("clean --yes --finished").exits(0);
    assert!(outside.join("precious").is_file() && story.home().join("workspaces/linked").is_symlink());
    for place in ["..", "../outside", "workspaces/../../outside", "/", ""] {
        story.edit_session(|s| s["workspaceDir"] = json!(place));
        story.etude("clean --yes --finished").exits(0);
        assert!(outside.join("precious").is_file(), "{place}");
    }
}

#[test]
fn a_folder_in_use_or_unknown_stays() {
    let story = Story::begun("rust", "S100");
    let stranger = story.home().join("workspaces/my-own-project");
    fs::create_dir_all(stranger.join("target")).expect("a folder");
    let here = story.workspace();
    story.etude("end").exits(0).from(here.join("src")).etude("clean --yes --finished").exits(0);
    assert!(stranger.join("target").is_dir(), "what is no workspace of a session is not touched");
    assert!(here.is_dir(), "the learner stands in it");
}

#[test]
fn programs_get_what_went_and_how_much() {
    let story = Story::begun("rust", "S100");
    build_folder(&story);
    let dry: Value = story.json("clean");
    assert_eq!((&dry["data"]["dry"], &dry["data"]["items"][0]["what"]), (&json!(true), &json!("buildFolder")));
    let done = story.json("clean --yes");
    assert_eq!(done["data"]["dry"], false);
    assert!(done["data"]["freed"].as_u64().expect("bytes") >= 300_000, "{done}");
}
