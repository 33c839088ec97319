//! A real llama.cpp server with a real model so small that it answers nonsense in the right form. Installed by `./check` (`tests/tools/llama`); without it
//! the test is skipped in so many words, and with CI=true it fails.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::endpoint::{Endpoint, calls_of};
use crate::openai::{learner_at, start};
use crate::running::Seen;
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

/// Reading a prompt takes this model seconds, and a minute where many others are at work.
const LIMIT: Duration = Duration::from_secs(400);

/// Runs a command that asks the model: it ends well, or with an error that etude knows.
fn asks(story: &Story, args: &[&str]) -> Seen {
    let seen = story.spawn(args).wait_within(LIMIT);
    assert!(!seen.stderr.contains("panicked"), "{seen:?}");
    if seen.exit == Some(0) {
        return seen;
    }
    assert_eq!(seen.exit, Some(1), "{seen:?}");
    let line: Value = seen.stderr.lines().last().and_then(|l| serde_json::from_str(l).ok()).unwrap_or_else(|| panic!("{seen:?}"));
    let (reason, failure) = (line["error"]["reason"].as_str().unwrap_or(""), line["error"]["failure"].as_str().unwrap_or(""));
    // Nonsense without end is cut at the limit of the server, and a slow machine may not be in time; it is never a form that etude does not know.
    let known = match reason {
        "EXECUTION_FAILED" => ["too_long", "timed_out"].contains(&failure),
        other => ["SCHEMA_VALIDATION_FAILED", "POLICY_VIOLATION", "PROOF_FAILED", "BUDGET_SPENT"].contains(&other),
    };
    assert!(known, "{seen:?}");
    let _ = writeln!(std::io::stderr(), "llama: etude {} came to {reason} {failure}", args[0]);
    seen
}

fn settings(url: &str) -> String {
    format!("[models]\nmax_calls = 2\ntimeout_seconds = 180\n[openai]\nbase_url = \"{url}\"\n")
}

#[test]
fn the_nonsense_of_a_real_model_is_refused_in_a_sentence() {
    if !is_installed() {
        return;
    }
    let llama = Llama::serve();
    let story = Story::new();
    std::fs::write(story.home().join("config.toml"), settings(&llama.url)).expect("settings");
    // No model is named: the server has one, and says which.
    story.etude("doctor").says("answers, model tiny-llama, no key");
    let args = ["start", "--language", "rust", "--node", "S100", "--depth", "D1", "--provider", "openai"];
    let seen = asks(&story, &args);
    if seen.exit == Some(0) {
        story.attempt();
        assert!(matches!(story.seen().exit, Some(1 | 3)), "nonsense does not pass: {:?}", *story.seen());
    } else {
        assert!(story.sessions().is_empty());
    }
    // As the coach of an exercise that is fine it has less to say, so that what it says fits the schema.
    let server = Endpoint::of(&tiny::C, []);
    let story = learner_at(&server.url(), "");
    start(&story, &tiny::C).exits(0);
    std::fs::write(story.home().join("config.toml"), settings(&llama.url)).expect("settings");
    asks(&story, &["hint"]);
    assert_eq!(server.calls().len(), calls_of(&tiny::C), "the other server is asked no more");
}
