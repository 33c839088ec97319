//! `clean` gives space back and loses nothing.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::{Value, json};

use crate::story::Story;

fn build_folder(story: &Story) -> std::path::PathBuf {
    let folder = story.workspace().join("target");
    fs::create_dir_all(folder.join("debug")).expect("a build folder");
    fs::write(folder.join("debug/big"), vec![1; 300_000]).expect("something in it");
    folder
}

/// Ends the session and cleans; the workspace must stay, for this reason.
fn stays(story: &Story, why: &str) {
    let workspace = story.workspace();
    story.edit_session(|s| s["status"] = json!("ended"));
    story.etude("clean --finished --yes").exits(0).says("stays").says(why);
    assert!(workspace.join("Cargo.toml").is_file(), "{why}");
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
fn what_cannot_be_kept_keeps_the_workspace_there() {
    let story = Story::begun("rust", "S100");
    story.write(".git/objects/ab/cdef", "a commit");
    stays(&story, ".git holds a history that etude cannot keep");
    assert_eq!(story.read(".git/objects/ab/cdef"), "a commit");
    fs::remove_dir_all(story.workspace().join(".git")).expect("gone");
    let odd = story.workspace().join(OsStr::from_bytes(b"caf\xe9.txt"));
    fs::write(&odd, "mine").expect("a file");
    stays(&story, "etude cannot keep a file called");
    fs::remove_file(odd).expect("gone");
    story.write("notes 12:30.txt", "mine");
    stays(&story, "etude cannot keep a file called \"notes 12:30.txt\"");
    fs::remove_file(story.workspace().join("notes 12:30.txt")).expect("gone");
    symlink("/dev/null", story.workspace().join("void")).expect("a link");
    stays(&story, "void is a link");
}

#[test]
fn an_own_file_in_the_build_folder_stays_and_comes_back_and_programs_stay_programs() {
    let story = Story::begun("c", "C200");
    story.write("build/objects/src/a.o", "built").write("build/notes.txt", "mine").write("run.sh", "true\n");
    let run = story.workspace().join("run.sh");
    fs::set_permissions(&run, fs::Permissions::from_mode(0o755)).expect("a program");
    story.etude("clean --yes").exits(0);
    assert!(!story.workspace().join("build/objects").exists());
    assert_eq!(story.read("build/notes.txt"), "mine");
    story.etude("end").exits(0).etude("clean --yes --finished").exits(0).says("workspace C200-");
    assert!(!run.exists());
    story.etude("resume C200").exits(0).etude("reset").exits(0).etude("reset --undo").exits(0);
    assert_eq!(story.read("build/notes.txt"), "mine");
    assert_eq!(fs::metadata(&run).expect("back").permissions().mode() & 0o777, 0o755);
}

#[test]
fn undoing_writes_all_or_nothing() {
    let story = Story::begun("rust", "S100");
    story.write("src/lib.rs", "// mine\n").write("zoo.txt", "mine\n");
    story.etude("end").exits(0).etude("clean --yes --finished").exits(0);
    story.etude("resume S100").exits(0).etude("reset").exits(0);
    let starter = story.read("src/lib.rs");
    story.write("zoo.txt/in/the/way", "x");
    story.etude("reset --undo").exits(1).complains("zoo.txt is in the way");
    assert_eq!(story.read("src/lib.rs"), starter, "nothing was written yet");
    fs::remove_dir_all(story.workspace().join("zoo.txt")).expect("cleared");
    story.etude("reset --undo").exits(0);
    assert_eq!((story.read("src/lib.rs"), story.read("zoo.txt")), ("// mine\n".to_owned(), "mine\n".to_owned()));
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
