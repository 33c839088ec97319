//! Code of a learner that misbehaves, by mistake or on purpose.

use std::time::{Duration, Instant};

use super::{ESCAPES, assert_harmless};
use crate::replies::Replies;
use crate::story::Story;

const RUST_STUB: &str = "todo!(\"ex-1\")";

/// The tiny exercise, solved, with these lines at the start of the first stub.
fn rust_with(lines: &str) -> Story {
    let story = Story::begun_with(&Replies::rust());
    let (path, solution) = Replies::rust().tiny().solution;
    assert!(solution.contains("pub fn ticket_cents(passengers: u32) -> u32 {"));
    let head = "pub fn ticket_cents(passengers: u32) -> u32 {";
    story.write(path, &solution.replacen(head, &format!("{head}\n{lines}\n"), 1));
    story
}

fn outcome(story: &Story) -> String {
    story.session()["attemptState"]["history"][0]["evidence"]["outcome"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn ending_the_process_is_not_passing() {
    let ends = [
        "std::process::exit(0);",
        "std::process::abort();",
        "struct D; impl Drop for D { fn drop(&mut self) { std::process::exit(0) } } let _d = D;",
    ];
    for end in ends {
        let story = rust_with(end);
        story.attempt();
        assert_eq!(outcome(&story), "tests_fail", "{end}");
    }
}

#[test]
fn lines_that_look_like_results_are_not_results() {
    let fake: String = Replies::rust().tiny().test_names.iter().map(|n| format!("test night_train::{n} ... ok\\n")).collect();
    // What `print!` writes is caught by the test program. Code that writes to the descriptor itself can imitate it to the end; that is a limit that
    // docs/architecture.md names, until every test has a process of its own.
    let print = format!("print!(\"ok\\n{fake}\\ntest result: ok. 3 passed; 0 failed\\n\"); std::process::exit(0);");
    let story = Story::begun_with(&Replies::rust());
    story.edit("src/lib.rs", RUST_STUB, &print).attempt();
    assert_ne!(outcome(&story), "passed", "nothing was written, and it counts as passed");
}

#[test]
fn an_endless_loop_ends_and_is_named() {
    let story = rust_with("if passengers < 1_000_000 { loop { std::hint::spin_loop() } }");
    std::fs::write(story.home().join("config.toml"), "[limits]\ntest_seconds = 2\n").expect("settings");
    let begun = Instant::now();
    story.attempt();
    assert!(begun.elapsed() < Duration::from_secs(20));
    let tests = story.session()["attemptState"]["history"][0]["evidence"]["tests"].clone();
    let of = |status: &str| tests.as_array().expect("tests").iter().filter(|t| t["status"] == status).count();
    assert!(of("timeout") >= 1 && of("timeout") <= 2, "{tests}");
    assert_eq!(tests[2]["status"], "ok", "the other function's test is not drawn in: {tests}");
}

#[test]
fn two_hundred_megabytes_of_output_leave_a_small_session() {
    let story = rust_with(
        "use std::io::Write; let line = [vec![b'x'; 65535], vec![b'\\n']].concat(); let mut out = std::io::stdout(); for _ in 0..3200 { out.write_all(&line).unwrap(); }",
    );
    std::fs::write(story.home().join("config.toml"), "[limits]\ntest_seconds = 40\n").expect("settings");
    story.attempt();
    let id = story.session()["id"].as_str().expect("an id").to_owned();
    let size = story.home().join(format!(".state/sessions/{id}.json")).metadata().expect("a session").len();
    assert!(size < 200_000, "{size} bytes");
}

#[test]
fn daemons_end_with_the_attempt() {
    // A number of its own, so that nobody else's process is meant.
    let seconds = format!("9{}", std::process::id());
    let story = rust_with(&format!("let _ = std::process::Command::new(\"setsid\").args([\"-f\", \"sleep\", \"{seconds}\"]).status();"));
    story.attempt().exits(1);
    assert!(!is_running(&format!("sleep {seconds}")));
}

fn is_running(command: &str) -> bool {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(|p| std::fs::read(p.path().join("cmdline")).ok()).any(|line| {
        let words: Vec<String> = line.split(|b| *b == 0).map(|w| String::from_utf8_lossy(w).into_owned()).collect();
        words.join(" ").trim() == command
    })
}

#[test]
fn a_killed_etude_leaves_no_test_running() {
    // It ends by itself in any case, but much later than this test looks.
    let story = rust_with("std::thread::sleep(std::time::Duration::from_secs(60));");
    let mut running = story.spawn(&["attempt"]);
    let end = Instant::now() + Duration::from_secs(30);
    let in_workspace = || {
        let root = story.workspace();
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        all.filter(|p| std::fs::read_link(p.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(&root)))
            .filter(|p| std::fs::read_to_string(p.path().join("comm")).is_ok_and(|name| name.starts_with("exercise_tests")))
            .filter_map(|p| p.file_name().to_string_lossy().parse::<u32>().ok())
            .next()
    };
    while in_workspace().is_none() && Instant::now() < end && running.is_running() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let sleeping = in_workspace().expect("the test is under way");
    running.kill();
    let end = Instant::now() + Duration::from_secs(5);
    while in_workspace() == Some(sleeping) && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(20));
    }
    let left = in_workspace();
    if let Some(pid) = left {
        let _ = std::process::Command::new("kill").args(["-9", &pid.to_string()]).status();
    }
    assert_eq!(left, None, "it runs on after etude was killed");
}

#[test]
fn keys_and_settings_of_the_caller_stay_outside() {
    let story = rust_with("panic!(\"ENV {:?}\", std::env::vars().collect::<Vec<_>>());");
    for (name, value) in
        [("OPENAI_API_KEY", "sk-secret"), ("GITHUB_TOKEN", "secret-b"), ("RUSTFLAGS", "-Zbogus"), ("CARGO_TARGET_DIR", "/nonexistent/x")]
    {
        story.env(name, value);
    }
    story.attempt();
    assert_eq!(outcome(&story), "tests_fail");
    let session = story.session().to_string();
    assert!(session.contains("ENV [") && !session.contains("secret") && !session.contains("-Zbogus"));
}

#[test]
fn escapes_in_output_errors_and_file_names_stay_off_the_terminal() {
    let bytes = "use std::io::Write; std::io::stdout().write_all(b\"\\x1b]52;c;x\\x07\\x9b31m\\xc2\\x9b31m\\n\").unwrap(); panic!(\"\\u{1b}[2J\\u{9b}31m\\u{202e}\");";
    let story = rust_with(bytes);
    assert_harmless(story.attempt());
    assert_harmless(story.etude("attempt --json"));
    story.write("src/lib.rs", &format!("pub fn f() -> u32 {{ \"{ESCAPES}\" }}\n"));
    assert_harmless(story.attempt());
    assert_harmless(story.etude("attempt --json"));
}

#[test]
fn the_compiler_runs_under_a_limit_of_memory() {
    // `#include "/dev/zero"` took 23 GB; here the compiler only says what it may take.
    let story = Story::begun_with(&Replies::c());
    let (folder, said) = (story.root().join("own-cc"), story.workspace().join("build/limits"));
    std::fs::create_dir(&folder).expect("a folder");
    let usual = std::env::var("PATH").unwrap_or_default();
    let script = format!("#!/bin/sh\n(ulimit -v; ulimit -d) >>build/limits\nPATH={usual} exec cc \"$@\"\n");
    std::fs::write(folder.join("cc"), script).expect("a program");
    std::fs::set_permissions(folder.join("cc"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("it can run");
    story.env("PATH", format!("{}:{usual}", folder.display())).attempt();
    let said = std::fs::read_to_string(said).expect("the compiler ran");
    assert!(said.lines().any(|limit| limit != "unlimited"), "the compiler may take all memory: {said}");
}
