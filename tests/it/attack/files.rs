//! Files of a home and a workspace that are not as they should be.

use std::fs;
use std::time::{Duration, Instant};

use super::{ESCAPES, assert_harmless};
use crate::replies::Replies;
use crate::story::Story;

fn solved() -> Story {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let (path, solution) = replies.tiny().solution;
    story.write(path, solution);
    story
}

#[test]
fn a_damaged_session_leaves_everything_else_working() {
    for content in [&b""[..], b"{", b"{\"hello\":1}", b"PK\x03\x04\xff", b"[]", "[".repeat(200_000).as_bytes()] {
        let story = Story::begun_with(&Replies::rust());
        let id = story.session()["id"].as_str().expect("an id").to_owned();
        fs::write(story.home().join(format!(".state/sessions/{id}.json")), content).expect("written");
        story.etude("status").exits(0);
        story.etude("list").exits(0);
        story.start("rust", "S100").exits(0);
        story.etude("status").exits(0);
    }
}

#[test]
fn a_damaged_index_is_made_again() {
    for content in [&b""[..], b"{", b"{\"hello\":1}", b"\xff\xfe", b"[]"] {
        let story = Story::begun_with(&Replies::rust());
        fs::write(story.home().join(".state/index.json"), content).expect("written");
        story.etude("list").exits(0).says("S100");
    }
}

#[test]
fn settings_that_are_a_pipe_do_not_hang() {
    let story = Story::new();
    let made = std::process::Command::new("mkfifo").arg(story.home().join("config.toml")).status().expect("mkfifo");
    assert!(made.success());
    let mut running = story.spawn(&["status"]);
    let end = Instant::now() + Duration::from_secs(5);
    while running.is_running() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(20));
    }
    let hangs = running.is_running();
    running.kill();
    assert!(!hangs, "status waits for somebody to write settings into the pipe");
}

#[test]
fn escapes_in_settings_stay_off_the_terminal() {
    for text in [format!("a = \"{ESCAPES}"), format!("\"{ESCAPES}\" = 1\n"), "provider = \"\\u009b31m\\u202e\\u001b[2J\"\n".to_owned()] {
        let story = Story::new();
        fs::write(story.home().join("config.toml"), text).expect("settings");
        assert_harmless(story.start("rust", "S100"));
    }
}

#[test]
fn a_start_that_was_killed_leaves_nothing_for_long() {
    let story = Story::new();
    let replies = Replies::rust().slow("lesson-expand", 1, 20_000);
    story.replay(&replies);
    let mut running = story.spawn(&["start", "--language", "rust", "--node", "S100", "--depth", "D1", "--provider", "replay"]);
    let making = || {
        fs::read_dir(story.home().join("workspaces"))
            .map_or(0, |d| d.flatten().filter(|e| e.file_name().to_string_lossy().starts_with('.')).count())
    };
    let end = Instant::now() + Duration::from_secs(10);
    while making() == 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(10));
    }
    running.kill();
    assert!(story.sessions().is_empty());
    // As if it had been killed yesterday.
    for entry in fs::read_dir(story.home().join("workspaces")).expect("the folder").flatten() {
        let old = std::time::SystemTime::now() - Duration::from_secs(48 * 3600);
        fs::File::open(entry.path()).and_then(|f| f.set_modified(old)).expect("aged");
    }
    story.start("rust", "S100").exits(0);
    assert_eq!(making(), 0, "what a killed start left is still there");
}

#[test]
fn a_wrapper_planted_in_the_workspace_does_not_run() {
    let story = solved();
    let mark = story.root().join("ran");
    let wrapper = story.root().join("wrapper");
    fs::write(&wrapper, format!("#!/bin/sh\ntouch {}\nexec \"$@\"\n", mark.display())).expect("written");
    let made = std::process::Command::new("chmod").arg("755").arg(&wrapper).status().expect("chmod");
    assert!(made.success());
    story.write(".cargo/config.toml", &format!("[build]\nrustc-wrapper = \"{}\"\n", wrapper.display()));
    story.attempt();
    assert!(!mark.exists(), "a program named in the workspace took the compiler's place");
}

#[test]
fn cargo_settings_above_the_home_do_not_decide() {
    let story = solved();
    fs::create_dir(story.root().join(".cargo")).expect("a folder");
    for text in [
        "[build]\nrustc-wrapper = \"/bin/false\"\n",
        "[build]\ntarget = \"x86_64-unknown-none\"\n",
        "[build]\nrustflags = [\"-Dwarnings\"]\n",
    ] {
        fs::write(story.root().join(".cargo/config.toml"), text).expect("written");
        story.attempt();
        let history = story.session()["attemptState"]["history"].clone();
        let last = history.as_array().and_then(|h| h.last()).map_or("not recorded", |a| a["evidence"]["outcome"].as_str().unwrap_or(""));
        assert!(["passed", "not recorded"].contains(&last), "{text} made the learner's code fail: {last}");
    }
}
