//! A machine that lacks something, and callers that go away.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::replies::Replies;
use crate::story::Story;

/// A PATH with nothing but these programs, each ending at once without success.
fn broken_tools(story: &Story, names: &[&str]) -> String {
    let folder = story.root().join("broken");
    fs::create_dir_all(&folder).expect("a folder");
    for name in names {
        let file = folder.join(name);
        fs::write(&file, "#!/bin/sh\nexit 1\n").expect("a program");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it can run");
    }
    folder.display().to_string()
}

#[test]
fn tools_that_do_not_work_are_the_machines_trouble_and_nothing_is_recorded() {
    for (replies, tools) in [(Replies::rust(), &["cargo", "rustc", "cc"][..]), (Replies::c(), &["make", "cc"][..])] {
        let story = Story::begun_with(&replies);
        let path = broken_tools(&story, tools);
        story.env("PATH", path).attempt().exits(1);
        assert_eq!(story.session()["attemptState"]["attemptIndex"], 0, "the attempt counts although the machine failed");
    }
}

#[test]
fn a_linker_that_does_not_work_is_the_machines_trouble() {
    let story = Story::begun_with(&Replies::rust());
    let path = broken_tools(&story, &["cc"]);
    let usual = std::env::var("PATH").unwrap_or_default();
    story.env("PATH", format!("{path}:{usual}")).attempt();
    assert_eq!(story.session()["attemptState"]["attemptIndex"], 0, "the attempt counts although the linker failed");
}

#[test]
fn two_attempts_at_once_are_both_recorded() {
    let story = Story::begun("rust", "S100");
    story.solve();
    let (first, second) = (story.spawn(&["attempt"]), story.spawn(&["attempt"]));
    assert_eq!((first.wait().exit, second.wait().exit), (Some(0), Some(0)));
    let state = story.session()["attemptState"].clone();
    assert_eq!((&state["attemptIndex"], &state["history"][0]["index"], &state["history"][1]["index"]), (&2.into(), &1.into(), &2.into()));
}

#[test]
fn kills_at_any_moment_lose_nothing_that_was_recorded() {
    let story = Story::begun("rust", "S100");
    story.solve().attempt().exits(0);
    let mut recorded = 1;
    for nth in 0..20u64 {
        let mut running = story.spawn(if nth % 2 == 0 { &["attempt"] } else { &["hint"] });
        std::thread::sleep(std::time::Duration::from_millis(17 * (nth + 1)));
        running.kill();
        story.etude("status").exits(0);
        let index = story.session()["attemptState"]["attemptIndex"].as_u64().expect("an index");
        assert!(index >= recorded, "attempt {recorded} is gone");
        recorded = index;
    }
    story.attempt().exits(0);
}

#[test]
fn odd_names_of_the_home_do_not_disturb() {
    for name in ["sp ace", "uni-ü漢", "it's", "dol$lar", "#hash", "{{workspace}}", "*?[x]"] {
        for (language, node) in [("rust", "S100"), ("c", "C200")] {
            let story = Story::new();
            let home = story.root().join("odd").join(name);
            fs::create_dir_all(home.parent().expect("a folder")).expect("a folder");
            symlink(story.home(), &home).expect("a link");
            story.env("ETUDE_HOME", home.display().to_string());
            story.start(language, node).exits(0);
            story.solve().attempt().exits(0);
        }
    }
}

#[test]
fn a_relative_home_without_a_current_folder_is_refused() {
    let story = Story::new();
    // A folder that is gone when the command starts: the shell removes it under its own feet.
    let gone = story.root().join("gone");
    let program = env!("CARGO_BIN_EXE_etude");
    // Where nothing to stand on is taken for `/`, this name would appear there; `status` writes nothing.
    let script = format!("mkdir {0} && cd {0} && rmdir {0} && ETUDE_HOME=etude-relative-home {program} status", gone.display());
    let done = std::process::Command::new("sh").args(["-c", &script]).output().expect("sh runs");
    assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stdout));
}

#[test]
fn a_closed_or_full_stdout_is_nobodys_panic() {
    let story = Story::begun("c", "C200");
    let program = env!("CARGO_BIN_EXE_etude");
    for words in ["status", "list", "lesson", "status --json", "--help"] {
        for to in [">&-", ">/dev/full", "| head -c 1 >/dev/null"] {
            let script = format!("ETUDE_HOME={} {program} {words} {to}", story.home().display());
            let done = std::process::Command::new("sh").args(["-c", &script]).output().expect("sh runs");
            let said = String::from_utf8_lossy(&done.stderr);
            assert!(!said.contains("panicked"), "{words} {to}: {said}");
        }
    }
}
