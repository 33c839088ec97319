//! A `claude` that follows the documented flags and output of Claude Code, in the place of the real one, which cannot be asked without paying. It refuses a
//! flag that the real one does not know, and keeps what it was given on its command line and on its input.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::replies::Replies;
use crate::story::Story;

/// Answers come from the files of a folder, the first of the role by name; a file that ends in `.wait` is no answer at all.
const FAKE: &str = r#"#!/bin/sh
here=${0%/*}
[ "$1" = --version ] && { echo "2.1.197 (Claude Code)"; exit 0; }
number=$(ls "$here/asked" | grep -c argv)
printf '%s\n' "$@" > "$here/asked/$number.argv"
while [ $# -gt 0 ]; do
  case $1 in
    -p | --no-session-persistence | --strict-mcp-config) shift ;;
    --output-format) [ "$2" = json ] || exit 2; shift 2 ;;
    --json-schema) schema=$2; shift 2 ;;
    --tools) [ -z "$2" ] || exit 2; shift 2 ;;
    --model) shift 2 ;;
    *) echo "error: unknown option '$1'" >&2; exit 1 ;;
  esac
done
cat > "$here/asked/$number.prompt"
pwd > "$here/asked/$number.folder"
env > "$here/asked/$number.env"
for role in scaffold starter-expand test-expand lesson-expand coach reviewer; do
  case $schema in *"\"const\":\"$role\""*) break ;; esac
done
for answer in "$here"/answers/*-"$role".*; do break; done
[ -e "$answer" ] || { echo "nothing is prepared for $role" >&2; exit 1; }
mv "$answer" "$here/used/"
case $answer in *.wait) sleep 30; exit 0 ;; esac
cat "$here/used/${answer##*/}"
case $answer in *.fail) exit 1 ;; esac
"#;

struct Fake {
    folder: PathBuf,
    story: Story,
}

impl Fake {
    fn new() -> Fake {
        let story = Story::new();
        let folder = story.root().join("claude");
        for part in ["", "asked", "answers", "used"] {
            fs::create_dir(folder.join(part)).expect("a folder");
        }
        let program = folder.join("claude");
        fs::write(&program, FAKE).expect("a program");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
        let fake = Fake { folder, story };
        fake.settings("");
        fake
    }

    /// What Claude Code is asked and how is shown here; the proof of what comes back is `proving`'s.
    fn settings(&self, models: &str) {
        let program = self.folder.join("claude");
        let text = format!(
            "proof = \"off\"\nprovider = \"claude\"\n[models]\nsend_source = true\n{models}\n[claude]\nmodel = \"sonnet\"\nprogram = \"{}\"\n",
            program.display()
        );
        fs::write(self.story.home().join("config.toml"), text).expect("settings");
    }

    fn prepare(&self, replies: &Replies) -> &Fake {
        for (at, (role, text)) in replies.texts().enumerate() {
            let form: Value = serde_json::from_str(text).expect("JSON");
            self.answer(&format!("{:02}-{role}.json", 10 + at), &result(json!({ "result": text, "structured_output": form })));
        }
        self
    }

    fn answer(&self, file: &str, result: &Value) -> &Fake {
        fs::write(self.folder.join("answers").join(file), format!("{result}\n")).expect("an answer");
        self
    }

    fn start(&self, replies: &Replies) -> &Story {
        self.story.run(&["start", "--language", replies.language(), "--node", replies.node(), "--depth", replies.depth()])
    }

    /// What one part of every call was, in order: `argv`, `prompt`, `folder` or `env`.
    fn asked(&self, part: &str) -> Vec<String> {
        let file = |number: usize| fs::read_to_string(self.folder.join(format!("asked/{number}.{part}"))).ok();
        (0..).map_while(file).collect()
    }
}

/// A result as the real program prints it, with these parts.
fn result(parts: Value) -> Value {
    let mut result = json!({
        "type": "result", "subtype": "success", "is_error": false, "api_error_status": null, "num_turns": 2, "stop_reason": "tool_use",
        "usage": { "input_tokens": 40, "cache_creation_input_tokens": 5, "cache_read_input_tokens": 60, "output_tokens": 7 },
        "modelUsage": { "claude-sonnet-9": { "inputTokens": 40 } },
    });
    for (key, value) in parts.as_object().expect("an object") {
        result[key] = value.clone();
    }
    result
}

#[test]
fn an_exercise_is_made_attempted_and_hinted_at_through_claude() {
    for replies in [Replies::rust(), Replies::c()] {
        let fake = Fake::new();
        fake.story.env("MY_PROXY_KEY", "abc");
        fake.prepare(&replies).start(&replies).exits(0);
        let call = fake.story.session()["calls"][0].clone();
        assert_eq!((&call["program"], &call["model"]), (&json!("claude 2.1.197"), &json!("claude-sonnet-9")));
        assert_eq!(call["tokens"], json!({ "sent": 105, "received": 7, "cached": 60 }));
        fake.prepare(&replies.only_review(1, "FAIL", 50));
        let (path, half) = replies.tiny().half;
        fake.story.write(path, half).attempt().exits(3);
        fake.prepare(&replies.only_hint(1, 1, "Which operator is it?")).story.hint().exits(0).says("Which operator is it?");

        for ((argv, prompt), folder) in fake.asked("argv").iter().zip(fake.asked("prompt")).zip(fake.asked("folder")) {
            assert!(prompt.contains("context_packet_v1"), "the prompt comes by stdin: {prompt}");
            assert!(!argv.contains("context_packet_v1"), "the prompt is on the command line: {argv}");
            assert!(argv.contains("--model\nsonnet\n") && argv.ends_with("--tools\n\n"), "{argv}");
            assert!(folder.contains("/etude-call-"), "it works in {folder}");
        }
        for env in fake.asked("env") {
            assert!(env.contains("MY_PROXY_KEY=abc"), "the learner's own variables are there: {env}");
            assert!(env.contains("CLAUDE_CODE_DISABLE_TERMINAL_TITLE=1"), "no second call for a title: {env}");
        }
        let left = fs::read_dir(fake.story.root().join("tmp"))
            .expect("tmp")
            .flatten()
            .any(|e| e.file_name().to_string_lossy().starts_with("etude-call-"));
        assert!(!left, "nothing of a call stays");
    }
}

#[test]
fn each_failure_of_claude_has_its_own_sentence() {
    for (parts, failure, sentence) in [
        (
            json!({ "is_error": true, "api_error_status": 401, "result": "Failed to authenticate. API Error: 401 no" }),
            json!("unauthorized"),
            "(401)",
        ),
        (json!({ "is_error": true, "result": "Invalid API key · Please run /login" }), json!("unauthorized"), "Please run /login"),
        (json!({ "is_error": true, "stop_reason": "refusal", "result": "API Error: unable to respond" }), json!("refused"), "declined"),
        (json!({ "is_error": true, "result": "exceeded the 64000 output token maximum" }), json!("too_long"), "length limit"),
        (
            json!({ "is_error": true, "api_error_status": 400, "result": "API Error: 400 no such model" }),
            json!("bad_request"),
            "not accepted",
        ),
        (
            json!({ "is_error": true, "result": "Claude AI usage limit reached, try again in 3 hours" }),
            json!({ "rate_limited": { "wait_seconds": 10800 } }),
            "too many calls",
        ),
    ] {
        let fake = Fake::new();
        fake.answer("01-scaffold.fail", &result(parts)).start(&Replies::rust()).exits(1).complains(sentence);
        assert_eq!(fake.story.error()["failure"], failure);
        assert_eq!(fake.asked("prompt").len(), 1, "asking again would not help");
    }
}

#[test]
fn what_may_pass_is_tried_again_and_what_does_not_fit_is_asked_for_once_more() {
    let (fake, replies) = (Fake::new(), Replies::rust());
    let overloaded = json!({ "is_error": true, "api_error_status": 529, "result": "API Error: 529 Overloaded" });
    fake.answer("01-scaffold.fail", &result(overloaded)).answer("02-scaffold.json", &result(json!({ "result": "Just prose." })));
    fake.prepare(&replies).start(&replies).exits(0).says("the server has a fault of its own (500)");
    let prompts = fake.asked("prompt");
    assert!(prompts[2].contains("SCHEMA_VALIDATION_FAILED") && prompts[2].contains("not JSON"), "{}", prompts[2]);
}

#[test]
fn ctrl_c_and_the_limit_end_the_call_and_keep_what_there_is() {
    let (fake, replies) = (Fake::new(), Replies::rust());
    fake.prepare(&replies).answer("01-starter-expand.wait", &Value::Null);
    let running = fake.story.spawn(&["start", "--language", "rust", "--node", "S100", "--depth", "D1"]);
    let end = Instant::now() + Duration::from_secs(30);
    while fake.asked("folder").len() < 2 {
        assert!(Instant::now() < end, "it was never asked");
        std::thread::sleep(Duration::from_millis(5));
    }
    let asked = Instant::now();
    running.interrupt();
    assert_eq!(running.wait().exit, Some(130));
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    fake.settings("timeout_seconds = 1");
    fake.answer("01-starter-expand.wait", &Value::Null).story.etude("start --continue").exits(1).complains("there was no answer in time");
    fake.settings("");
    fake.story.etude("start --continue").exits(0);
    assert_eq!(fake.asked("prompt").len(), 1 + 2 + 6);
}

#[test]
fn a_claude_that_is_missing_or_too_old_is_told_with_the_next_step() {
    let fake = Fake::new();
    fs::write(fake.folder.join("claude"), FAKE.replace(" | --strict-mcp-config", "")).expect("an older one");
    fake.start(&Replies::rust()).exits(1).complains("the program ended with an error").complains("unknown option '--strict-mcp-config'");
    fs::remove_file(fake.folder.join("claude")).expect("it goes");
    fake.start(&Replies::rust()).exits(1).complains("npm install -g @anthropic-ai/claude-code");
    let checks = fake.story.json("doctor")["data"]["checks"].to_string();
    assert!(checks.contains("npm install -g @anthropic-ai/claude-code"), "{checks}");
}
