//! A real llama.cpp server with a real model so small that it answers nonsense in the right form. Installed by `./check` (`tests/tools/llama`); without it
//! the test is skipped in so many words, and with CI=true it fails.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use crate::openai::start;
use crate::story::{Story, project};
use crate::tiny;

/// The server under way; it ends with its input.
struct Llama {
    child: Child,
    url: String,
}

impl Llama {
    fn serve() -> Llama {
        let mut command = Command::new(project().join("tests/tools/llama"));
        command.arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("its address");
        assert!(line.starts_with("http://127.0.0.1:"), "the server prints its address: {line:?}");
        Llama { child, url: format!("{}/v1", line.trim()) }
    }
}

impl Drop for Llama {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn is_installed() -> bool {
    let there = project().join("target/tools/llama/complete").is_file();
    if !there {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "llama.cpp is not installed: tests/tools/llama install");
        // Past the capture of test output: a skip that nobody sees is none.
        let _ = writeln!(std::io::stderr(), "SKIPPED llama: not installed; `tests/tools/llama install` does it");
    }
    there
}

#[test]
fn the_nonsense_of_a_real_model_is_refused_in_a_sentence() {
    if !is_installed() {
        return;
    }
    let llama = Llama::serve();
    let story = Story::new();
    let settings = format!("[models]\nmax_calls = 2\ntimeout_seconds = 25\n[openai]\nbase_url = \"{}\"\n", llama.url);
    std::fs::write(story.home().join("config.toml"), settings).expect("settings");
    // It names no model: the server has one, and says which.
    story.etude("doctor").says("answers, model tiny-llama, no key");
    start(&story, &tiny::RUST).does_not_say("panicked");
    let exit = story.seen().exit;
    if exit == Some(0) {
        story.attempt().does_not_say("panicked");
        assert!(matches!(story.seen().exit, Some(1 | 3)), "nonsense does not pass: {:?}", *story.seen());
        return;
    }
    story.exits(1);
    let error = story.error();
    let reason = error["reason"].as_str().unwrap_or_default();
    assert!(["SCHEMA_VALIDATION_FAILED", "POLICY_VIOLATION", "EXECUTION_FAILED", "PROOF_FAILED", "BUDGET_SPENT"].contains(&reason), "{error}");
    // What it can come to: nonsense without end, or not in time on a slow machine. Never a form that etude does not know.
    if reason == "EXECUTION_FAILED" {
        assert!(["too_long", "timed_out"].contains(&error["failure"].as_str().unwrap_or_default()), "{error}");
    }
    assert!(story.sessions().is_empty());
}
