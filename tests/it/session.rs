//! Sessions: which one a command means, what outlives it, and what an earlier program left.

use std::fs;

use serde_json::{Value, json};

use crate::replies::Replies;
use crate::story::Story;

#[test]
fn a_session_without_a_language_is_a_rust_session() {
    let story = Story::begun("rust", "S100");
    story.edit_session(|s| drop(s.as_object_mut().expect("an object").remove("language")));
    assert_eq!(story.json("status")["data"]["active"]["language"], "rust");
    story.attempt().exits(3).says("Running cargo test");
    story.hint().exits(0);
    story.solve().attempt().exits(0);
    assert_eq!(story.session()["language"], "rust", "the next save names it");
}

#[test]
fn every_command_works_from_any_directory() {
    let story = Story::begun("rust", "S100");
    for folder in [story.root().join("desk"), story.workspace(), story.workspace().join("src"), "/".into()] {
        story.from(&folder);
        for command in ["status", "show", "lesson", "list", "hint", "doctor", "bank list", "reset"] {
            story.etude(command).exits(0);
        }
    }
    story.from("/").attempt().exits(3);
}

#[test]
fn the_session_of_the_current_folder_goes_before_the_one_last_used() {
    let story = Story::begun("rust", "S100");
    let rust = story.workspace();
    story.start("c", "C200").exits(0);
    assert_eq!(story.json("status")["data"]["active"]["node"], "C200");
    story.from(rust.join("src"));
    assert_eq!(story.json("status")["data"]["active"]["node"], "S100");
    story.from(story.root().join("desk")).etude("resume S100").exits(0).says("Back to S100");
    assert_eq!(story.json("status")["data"]["active"]["node"], "S100");
}

#[test]
fn an_ended_session_tells_its_counts_and_can_be_resumed() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("missing-mut").attempt().exits(3).hint().exits(0).solve().attempt().exits(0);
    let ended = story.json("end")["data"].clone();
    assert_eq!((&ended["attempts"], &ended["hints"], &ended["passed"]), (&json!(2), &json!(1), &json!(true)));
    assert_eq!((&ended["levelBefore"], &ended["levelAfter"], &ended["tags"]), (&json!(0), &json!(1), &json!(["missing-mut"])));
    assert_eq!(story.session()["status"], "ended");
    assert!(story.workspace().join("src/lib.rs").is_file(), "nothing is deleted");
    story.etude("status").exits(0).says("No exercise in progress");
    story.etude("resume").exits(0);
    assert_eq!(story.session()["status"], "passed");
}

#[test]
fn without_a_session_commands_say_so_and_name_start() {
    let story = Story::new();
    for command in ["attempt", "hint", "review", "show", "lesson", "end", "reset", "resume"] {
        story.etude(command).exits(1).complains("There is no exercise in progress");
        assert_eq!(story.error()["reason"], "NO_SESSION", "{command}");
        assert_eq!(story.next_command(), "etude start", "{command}");
    }
    story.etude("list").exits(0).says("No sessions yet");
}

#[test]
fn a_deleted_workspace_is_told_and_reset_makes_it_again() {
    let story = Story::begun("c", "C200");
    fs::remove_dir_all(story.workspace()).expect("deleted");
    story.attempt().exits(1);
    assert_eq!(story.error()["reason"], "WORKSPACE_GONE");
    story.etude("status").exits(0).says("gone");
    story.etude("lesson 1").exits(0);
    story.etude("reset").exits(0);
    story.attempt().exits(3).says("not started yet");
}

#[test]
fn a_file_of_the_learner_goes_back_only_by_name_and_comes_again_by_undo() {
    let story = Story::begun("rust", "S100");
    let starter = story.read("src/lib.rs");
    story.write("src/lib.rs", "// mine\n").etude("reset").exits(0).says("nothing to bring back");
    assert_eq!(story.read("src/lib.rs"), "// mine\n");
    story.etude("reset lib.rs").exits(0).says("src/lib.rs");
    assert_eq!(story.read("src/lib.rs"), starter);
    story.etude("reset --undo").exits(0);
    assert_eq!(story.read("src/lib.rs"), "// mine\n");
    story.etude("reset --undo").exits(1).complains("no reset to undo");
    story.etude("reset ../../etc/passwd").exits(2).complains("not a file of this exercise");
}

#[test]
fn a_damaged_session_file_is_told_and_everything_else_works() {
    let story = Story::begun("rust", "S100");
    let broken = story.session()["id"].as_str().expect("an id").to_owned();
    story.start("c", "C200").exits(0);
    fs::write(story.home().join(format!(".state/sessions/{broken}.json")), "{\"id\": \"cut o").expect("damaged");
    let _ = fs::remove_file(story.home().join(".state/index.json"));
    story.etude("list").exits(0).says("Note:").says("C200");
    story.attempt().exits(3);
    story.start("rust", "S100").exits(0);
}

#[test]
fn a_file_damaged_in_place_is_told_once_by_every_command_that_looks() {
    let story = Story::begun("rust", "S100");
    let file = story.home().join(format!(".state/sessions/{}.json", story.session()["id"].as_str().expect("an id")));
    let workspace = story.workspace();
    fs::write(&file, "{\"id\": \"cut o").expect("damaged");
    // The index still stands: its folder did not change.
    assert!(story.home().join(".state/index.json").is_file());
    let notes = || story.seen().stdout.matches("Note:").count();
    for command in ["status", "list", "next", ""] {
        story.etude(command).exits(0).says("Note:").says("cannot be used").does_not_say("Welcome").does_not_say("active");
        assert_eq!(notes(), 1, "`{command}`: {}", story.seen().stdout);
    }
    story.etude("status").says("No exercise in progress");
    story.from(&workspace);
    for command in ["status", "list", "next"] {
        story.etude(command).exits(0);
        assert_eq!(notes(), 1, "`{command}` in its workspace: {}", story.seen().stdout);
    }
    story.attempt().exits(1).complains("damaged");
    story.from(story.root().join("desk"));
    let _ = fs::remove_file(story.home().join(".state/index.json"));
    story.run(&[]).exits(0).says("Note:").does_not_say("Welcome");
    story.start("c", "C200").exits(0);
    fs::write(&file, "{").expect("damaged again");
    assert_eq!(story.json("status")["data"]["active"]["node"], "C200");
}

#[test]
fn the_file_of_the_earlier_program_is_read_where_nothing_newer_is() {
    let story = Story::new();
    let state = story.home().join(".state");
    fs::create_dir_all(&state).expect("a folder");
    let old =
        json!({ "id": "old-session", "nodeId": "S100", "startedAt": "2024-01-02T03:04:05.000Z", "attemptState": { "attemptIndex": 3 } });
    fs::write(state.join("active_session.json"), old.to_string()).expect("written");
    let active = story.json("status")["data"]["active"].clone();
    assert_eq!((&active["node"], &active["language"], &active["attempts"]), (&json!("S100"), &json!("rust"), &json!(3)));
    story.start("c", "C200").exits(0);
    assert_eq!(story.json("status")["data"]["active"]["node"], "C200");
}

/// Every file below a folder with its bytes.
fn everything(folder: &std::path::Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        match entry.file_type().expect("a type").is_dir() {
            true => all.extend(everything(&entry.path())),
            false => all.push((entry.path(), fs::read(entry.path()).expect("a file"))),
        }
    }
    all.sort();
    all
}

#[test]
fn commands_that_read_write_nothing() {
    let story = Story::begun("rust", "S100");
    story.attempt().exits(3);
    let _ = fs::remove_file(story.home().join(".state/index.json"));
    let before = everything(&story.home());
    for command in ["status", "list", "next", "nodes", "topic list", "show", "lesson", "review", "bank list", "doctor"] {
        story.etude(command).exits(0);
        assert!(everything(&story.home()) == before, "`{command}` wrote something");
    }
}

#[test]
fn a_home_inside_another_cargo_project_works() {
    let story = Story::new();
    fs::write(story.root().join("Cargo.toml"), "[workspace]\nmembers = [\"nothing\"]\n").expect("a manifest above");
    story.start("rust", "S100").exits(0).solve().attempt().exits(0);
}

#[test]
fn settings_are_read_and_a_key_that_is_not_known_is_named() {
    let story = Story::new();
    let replies = Replies::rust();
    fs::write(story.home().join("config.toml"), "provider = \"replay\"\nproof = \"off\"\n").expect("settings");
    story.replay(&replies).start("rust", "S100").exits(0);
    assert_eq!(story.session()["provider"], "replay");
    fs::write(story.home().join("config.toml"), "colour = \"blue\"\n").expect("settings");
    // Looking is still possible; changing something waits until the settings can be read.
    for command in ["", "status", "list", "show", "lesson", "doctor", "next", "nodes", "topic list", "export progress.json"] {
        story.etude(command).exits(0).says("colour").says("The usual settings are used");
    }
    story.etude("topic add closures --language rust").exits(1);
    story.attempt().exits(1).complains("colour");
    assert_eq!(story.error()["reason"], "CONFIG");
}

#[test]
fn every_command_has_the_same_json_envelope() {
    let story = Story::begun("rust", "S100");
    for command in
        ["status", "list", "next", "show", "lesson", "hint", "attempt", "review", "reset", "resume", "doctor", "bank list", "end", ""]
    {
        let last: Value = story.json(command);
        assert!(last["data"].is_object(), "{command}: {last}");
    }
    assert_eq!(story.json("resume nothing")["data"]["error"]["reason"], "AMBIGUOUS_SESSION");
}

#[test]
fn a_mistake_in_the_arguments_ends_in_the_envelope_too() {
    let story = Story::new();
    for command in ["start --depth D9", "attempt --fast"] {
        let last = story.json(command);
        story.exits(2);
        assert_eq!(last["data"]["error"]["reason"], "USAGE", "{command}");
    }
}

#[test]
fn a_doctor_that_found_nothing_to_work_with_does_not_send_the_learner_to_start() {
    let story = Story::new();
    story.env("PATH", story.root().join("bin").display().to_string()).etude("doctor").exits(1);
    assert_ne!(story.next_command(), "etude start");
}
