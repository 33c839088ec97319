//! The real Codex binary between etude and a server on loopback. `./check` installs it under `target/tools`; without it these tests say that they were
//! skipped, and with CI=true they fail.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::replies::Replies;
use crate::responses::{Answer, Server};
use crate::story::{Story, project};

/// The calls of a start of the tiny Rust exercise.
const RUST_CALLS: [&str; 7] =
    ["scaffold", "starter-expand", "starter-expand", "test-expand", "test-expand", "lesson-expand", "lesson-expand"];

fn codex() -> Option<PathBuf> {
    let program = project().join("target/tools/codex/node_modules/.bin/codex");
    if program.exists() {
        return Some(program);
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "Codex is not installed; ./check does it");
    // Past the capture of the test program: a skip has to be seen.
    let _ = writeln!(std::io::stderr(), "skipped: Codex is not installed; ./check does it where npm is there");
    None
}

/// A learner with Codex set up to ask this server.
fn learner(server: &Server) -> Option<Story> {
    let program = codex()?;
    let story = Story::new();
    story.settings(&format!("program = \"{}\"\n{}", program.display(), server.settings()));
    let home = story.root().join("codex");
    fs::create_dir(&home).expect("a home for Codex");
    story.env("CODEX_HOME", home.display().to_string());
    Some(story)
}

/// A server with these replies, and a learner who asks it.
fn scene(replies: &Replies) -> Option<(Server, Story)> {
    let server = Server::serving(replies);
    let story = learner(&server)?;
    Some((server, story))
}

impl Story {
    /// What Codex is asked and how is shown here; the proof of what comes back is `proving`'s.
    fn settings(&self, codex: &str) -> &Story {
        let text = format!("proof = \"off\"\nprovider = \"codex\"\n[models]\nsend_source = true\n[codex]\n{codex}\n");
        fs::write(self.home().join("config.toml"), text).expect("settings");
        self
    }

    /// The first setting under [models] is this one from here on.
    fn limit(&self, setting: &str) -> &Story {
        let file = self.home().join("config.toml");
        let text = fs::read_to_string(&file).expect("settings");
        let (before, after) = text.split_once("[models]\n").expect("a table");
        let (_, after) = after.split_once("send_source").expect("a setting");
        fs::write(file, format!("{before}[models]\n{setting}\nsend_source{after}")).expect("settings");
        self
    }

    fn start_codex(&self, replies: &Replies) -> &Story {
        self.run(&["start", "--language", replies.language(), "--node", replies.node(), "--depth", replies.depth()])
    }

    /// Processes that were given this story's Codex home, by their command lines. Guards and wrappers are among them.
    fn processes(&self) -> Vec<(PathBuf, String)> {
        let mark = format!("CODEX_HOME={}", self.root().join("codex").display());
        let has_mark = |p: &PathBuf| fs::read(p.join("environ")).is_ok_and(|e| String::from_utf8_lossy(&e).contains(&mark));
        let all = fs::read_dir("/proc").expect("proc").flatten().map(|e| e.path()).filter(has_mark);
        all.map(|p| {
            (
                fs::read_link(p.join("cwd")).unwrap_or_default(),
                String::from_utf8_lossy(&fs::read(p.join("cmdline")).unwrap_or_default()).into_owned(),
            )
        })
        .filter(|(_, line)| line.contains("codex"))
        .collect()
    }

    fn until_no_process(&self, within: Duration) {
        let end = Instant::now() + within;
        while !self.processes().is_empty() {
            assert!(Instant::now() < end, "still there: {:?}", self.processes());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_rust_exercise_is_made_attempted_hinted_at_and_reviewed_through_the_real_codex() {
    let replies = Replies::rust();
    let Some((server, story)) = scene(&replies) else { return };
    story.start_codex(&replies).exits(0);
    assert_eq!(server.roles(), RUST_CALLS);
    let call = story.session()["calls"][0].clone();
    assert!(call["program"].as_str().is_some_and(|p| p.starts_with("codex 0.")), "{call}");
    assert_eq!(call["tokens"], serde_json::json!({ "sent": 100, "received": 7, "cached": 60 }));

    server
        .add(&replies.only_review(1, "FAIL", 60))
        .add(&replies.only_hint(1, 1, "Which operator adds?"))
        .add(&replies.only_review(2, "PASS", 95));
    let (path, half) = replies.tiny().half;
    story.write(path, half).attempt().exits(3);
    story.hint().exits(0).says("Which operator adds?");
    story.write(path, replies.tiny().solution.1).attempt().exits(0);
    assert_eq!(server.roles()[7..], ["reviewer", "coach", "reviewer"]);
    assert_eq!(story.mastery(replies.node()), 1);
    story.until_no_process(Duration::ZERO);
    let left: Vec<_> = fs::read_dir(story.root().join("tmp")).expect("tmp").flatten().map(|e| e.file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with("etude-call-")), "{left:?}");
}

#[test]
fn a_c_exercise_is_made_attempted_and_reviewed_through_the_real_codex() {
    let replies = Replies::c();
    let Some((server, story)) = scene(&replies) else { return };
    story.start_codex(&replies).exits(0);
    server.add(&replies.only_review(1, "PASS", 95));
    let (path, solution) = replies.tiny().solution;
    story.write(path, solution).attempt().exits(0);
    assert_eq!(server.roles().last().map(String::as_str), Some("reviewer"));
}

#[test]
fn a_request_is_little_more_than_what_etude_tells() {
    let replies = Replies::rust();
    let Some((server, story)) = scene(&replies) else { return };
    let home = story.root().join("codex");
    let touch = |name: &str| format!("[\"-c\", \"touch {}\"]", story.root().join(name).display());
    let own = format!(
        "notify = [\"sh\", {}]\n[mcp_servers.mine]\ncommand = \"sh\"\nargs = {}\n",
        &touch("notified")[1..touch("notified").len() - 1],
        touch("served")
    );
    fs::write(home.join("config.toml"), own).expect("settings of Codex");
    server.first("scaffold", Answer::Status(401, "{}"));
    story.start_codex(&replies).exits(1);
    let asked = &server.asked()[0];
    assert!(asked.prompt.contains("scaffold_v1") && asked.prompt.len() > 1000, "the prompt came whole: {}", asked.prompt);
    let around = asked.bytes - serde_json::to_string(&asked.prompt).expect("JSON").len() - asked.body["text"].to_string().len();
    assert!(around < 14 * 1024, "{around} bytes around the prompt and its schema");
    // Newer models are offered tools inside of a script, where each has a heading.
    let offered = asked.body.to_string();
    for tool in ["exec_command", "write_stdin", "web_search", "spawn_agent", "update_plan", "view_image", "shell"] {
        let as_named = [format!("\"name\":\"{tool}\""), format!("### `{tool}`"), format!("\"type\":\"{tool}\"")];
        assert!(!as_named.iter().any(|n| offered.contains(n)), "{tool} is offered to the model: {offered}");
    }
    assert!(!story.root().join("served").exists(), "a server of the learner's settings was started");
    assert!(!story.root().join("notified").exists(), "a program of the learner's settings was told");
}

#[test]
fn a_server_that_takes_only_codexs_own_instructions_gets_them() {
    let replies = Replies::rust();
    let Some((server, story)) = scene(&replies) else { return };
    server.first("scaffold", Answer::Status(400, r#"{"detail":"Instructions are not valid"}"#));
    story.start_codex(&replies).exits(0);
    assert_eq!(server.asked().len(), RUST_CALLS.len() + 1, "it is found out once");
    let told = |nth: usize| server.asked()[nth].body.to_string().contains("You write for a programming tutor");
    assert!(told(0) && !told(1) && !told(7));
}

#[test]
fn prose_nothing_and_a_refusal_are_asked_for_once_more_and_then_refused() {
    for (bad, why) in [
        (Answer::Text("Of course, here is your exercise.".to_owned()), "not JSON"),
        (Answer::Text(String::new()), "empty"),
        (Answer::Refusal("I cannot help with that."), "empty"),
    ] {
        let replies = Replies::rust();
        let Some((server, story)) = scene(&replies) else { return };
        server.first("starter-expand", bad.clone()).first("starter-expand", bad);
        story.start_codex(&replies).exits(1);
        assert_eq!(story.error()["reason"], "SCHEMA_VALIDATION_FAILED");
        assert!(story.error()["detail"].as_str().is_some_and(|d| d.contains(why)), "{}", story.error());
        assert_eq!(server.roles(), ["scaffold", "starter-expand", "starter-expand"]);
        // What was accepted before is not asked for again.
        story.etude("start --continue").exits(0);
        assert_eq!(server.roles()[3..], RUST_CALLS[1..]);
    }
}

#[test]
fn after_a_violation_the_second_request_states_it() {
    let replies = Replies::rust();
    let Some((server, story)) = scene(&replies) else { return };
    server.first("scaffold", Answer::Text(r#"{"schema_version":"scaffold_v1","role":"scaffold"}"#.to_owned()));
    story.start_codex(&replies).exits(0);
    let asked = server.asked();
    assert_eq!((asked[0].role.as_str(), asked[1].role.as_str()), ("scaffold", "scaffold"));
    assert!(!asked[0].prompt.contains("scaffold_id\\\" is a required"), "{}", asked[0].prompt);
    assert!(
        asked[1].prompt.contains("SCHEMA_VALIDATION_FAILED") && asked[1].prompt.contains("is a required property"),
        "{}",
        asked[1].prompt
    );
    assert_eq!(story.session()["calls"][0]["calls"], 2);
}

#[test]
fn a_login_that_is_not_accepted_ends_the_start_at_once() {
    let replies = Replies::rust();
    let Some((server, story)) = scene(&replies) else { return };
    server.first("scaffold", Answer::Status(401, r#"{"error":{"message":"this key is not known"}}"#));
    story.start_codex(&replies).exits(1).complains("the login or key was not accepted (401)").complains("this key is not known");
    assert_eq!(story.error()["failure"], "unauthorized");
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn what_may_pass_is_tried_again_and_says_what_it_was() {
    let replies = Replies::rust();
    let Some((server, story)) = scene(&replies) else { return };
    server
        .first("scaffold", Answer::Status(429, "{}"))
        .first("starter-expand", Answer::Status(500, "{}"))
        .first("test-expand", Answer::Cut);
    story.start_codex(&replies).exits(0);
    for sentence in ["there were too many calls (429)", "the server has a fault of its own (500)", "the answer broke off"] {
        story.says(sentence);
    }
    assert_eq!(server.asked().len(), RUST_CALLS.len() + 3);
}

#[test]
fn an_address_where_nobody_listens_is_tried_three_times() {
    let replies = Replies::rust();
    let Some((server, story)) = scene(&replies) else { return };
    drop(server);
    // The thread that listens ends with its next client.
    std::thread::sleep(Duration::from_millis(50));
    story.start_codex(&replies).exits(1).says("Try 2 of 3").says("Try 3 of 3").complains("nobody answers at that address");
    assert_eq!(story.error()["failure"], "unreachable");
}

#[test]
fn a_server_that_says_nothing_is_waited_for_as_long_as_set() {
    let replies = Replies::rust();
    let Some((server, story)) = scene(&replies) else { return };
    // The calls before may take their time: this machine has more to do.
    story.limit("max_calls = 3").start_codex(&replies).exits(1).complains("max_calls");
    story.limit("timeout_seconds = 2");
    server.first("test-expand", Answer::Stall);
    let began = Instant::now();
    story.etude("start --continue").exits(1).complains("there was no answer in time");
    assert!(began.elapsed() > Duration::from_secs(2));
    assert_eq!(story.error()["failure"], "timed_out");
    story.until_no_process(Duration::ZERO);
    let before = server.asked().len();
    story.limit("").etude("start --continue").exits(0);
    assert_eq!(server.roles()[before..], RUST_CALLS[3..]);
}

#[test]
fn ctrl_c_ends_the_call_within_a_second_and_keeps_what_there_is() {
    let replies = Replies::rust();
    let Some((server, story)) = scene(&replies) else { return };
    server.first("starter-expand", Answer::Stall);
    let running = story.spawn(&["start", "--language", "rust", "--node", "S100", "--depth", "D1"]);
    server.until_asked(2);
    let processes = story.processes();
    assert!(!processes.is_empty());
    for (folder, line) in &processes {
        assert!(!line.contains("starter_section_v1"), "the prompt is on a command line: {line}");
        let own = folder.file_name().is_some_and(|n| n.to_string_lossy().starts_with("etude-call-"));
        assert!(own || !line.contains("exec"), "{} is no folder of its own", folder.display());
    }
    let asked = Instant::now();
    running.interrupt();
    let seen = running.wait();
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    assert_eq!(seen.exit, Some(130), "{seen:?}");
    story.until_no_process(Duration::ZERO);
    story.etude("start --continue").exits(0);
    assert_eq!(server.roles()[2..], RUST_CALLS[1..], "the scaffold was kept");
}

#[test]
fn after_a_kill_only_the_missing_calls_are_made_and_no_codex_is_left() {
    let replies = Replies::rust();
    let Some((server, story)) = scene(&replies) else { return };
    server.first("lesson-expand", Answer::Stall);
    let mut running = story.spawn(&["start", "--language", "rust", "--node", "S100", "--depth", "D1"]);
    server.until_asked(6);
    assert!(!story.processes().is_empty());
    running.kill();
    story.until_no_process(Duration::from_secs(2));
    story.etude("start --continue").exits(0);
    assert_eq!(server.roles()[6..], RUST_CALLS[5..]);
}

#[test]
fn a_codex_that_is_missing_or_set_wrongly_is_told_with_the_next_step() {
    let story = Story::new();
    story.settings("program = \"/no/such/codex\"");
    story.start_codex(&Replies::rust()).exits(1).complains("was not found").complains("npm install -g @openai/codex");
    assert_eq!(story.error()["failure"], "not_set_up");
    let Some(program) = codex() else { return };
    story.settings(&format!("program = \"{}\"\nargs = [\"-c\", \"model_provider=nowhere\"]", program.display()));
    story.start_codex(&Replies::rust()).exits(1).complains("the program ended with an error").complains("nowhere");
}

#[test]
fn doctor_says_whether_codex_can_be_used_and_never_picks_it() {
    let provider = |story: &Story| {
        let checks = story.json("doctor")["data"]["checks"].clone();
        let of_codex = |c: &&serde_json::Value| c["area"] == "provider" && c["what"].as_str().is_some_and(|w| w.contains("codex"));
        checks.as_array().expect("checks").iter().find(of_codex).cloned().expect("a line on Codex")
    };
    let server = Server::serving(&Replies::rust());
    let Some(story) = learner(&server) else { return };
    let line = provider(&story);
    assert_eq!(line["state"], "works");
    assert!(line["what"].as_str().is_some_and(|w| w.starts_with("codex 0.") && w.ends_with("with a model provider of your own")), "{line}");
    assert_eq!(server.asked().len(), 0, "looking costs nothing");

    let text = fs::read_to_string(story.home().join("config.toml")).expect("settings");
    let without = text.replace("provider = \"codex\"\n", "").lines().filter(|l| !l.starts_with("args")).collect::<Vec<_>>().join("\n");
    fs::write(story.home().join("config.toml"), without).expect("settings");
    let line = provider(&story);
    assert_eq!(line["state"], "note", "nobody asked for it");
    assert!(line["what"].as_str().is_some_and(|w| w.contains("not logged in; `codex login` does that")), "{line}");
    assert!(line["advice"].as_str().is_some_and(|a| a.contains("--provider codex") && a.contains("provider = \"codex\"")), "{line}");
    story.start("rust", "S100").exits(0);
    assert_eq!(story.session()["provider"], "bank");
}
