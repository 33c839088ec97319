//! What the landed version stored (`tests/fixtures/landed`) goes on with the program of the tree: sessions keep their exercise and their history, and
//! starts that stopped ask for nothing twice. What is compared is read as JSON, not through the store.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::story::{Story, project};

/// A stored session.
struct Stored {
    home: &'static str,
    node: &'static str,
    solution: Solution,
}

/// What passes the tests of a stored exercise: the sealed one, not the one of today's bank.
enum Solution {
    /// The files of a folder.
    Folder(&'static str),
    /// The files of a recorded reply.
    Reply(&'static str),
    /// One of its tests is wrong.
    None,
}

const SESSIONS: [Stored; 7] = [
    Stored { home: "bank-rust", node: "S100", solution: Solution::Folder("solutions/S100") },
    Stored { home: "bank-rust", node: "A201", solution: Solution::Folder("solutions/A201") },
    Stored { home: "bank-c", node: "C200", solution: Solution::Folder("solutions/C200") },
    Stored { home: "bank-c", node: "C202", solution: Solution::Folder("solutions/C202") },
    Stored { home: "live-rust", node: "S100", solution: Solution::Reply("replies/rust/06-solution.json") },
    Stored { home: "live-c", node: "C200", solution: Solution::Reply("replies/c/07-solution.json") },
    Stored { home: "live-warn", node: "S100", solution: Solution::None },
];

fn landed(path: &str) -> PathBuf {
    project().join("tests/fixtures/landed").join(path)
}

fn read_json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{} cannot be read: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{} is not JSON: {e}", path.display()))
}

/// The files of a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{} cannot be read: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.sort();
    files
}

fn file_name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for path in files(from) {
        let target = to.join(file_name(&path));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}

/// Whether all of the stored value is still there; there may be more.
fn keeps(new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Object(new), Value::Object(old)) => old.iter().all(|(key, old)| new.get(key).is_some_and(|new| keeps(new, old))),
        (Value::Array(new), Value::Array(old)) => new.len() >= old.len() && new.iter().zip(old).all(|(new, old)| keeps(new, old)),
        _ => new == old,
    }
}

fn count(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}

impl Stored {
    /// A learner who goes back to this session.
    fn resumed(&self) -> Story {
        let story = Story::new();
        copy(&landed(self.home), &story.home());
        // A session whose model cannot be reached is answered by etude itself. The address belongs to nobody.
        story.config("[openai]\nbase_url = \"http://192.0.2.1:9/v1\"\nmodel = \"m\"\n[models]\nsend_source = false\n");
        story.run(&["resume", self.node]).exits(0).says(self.node);
        // To keep the fixtures small, some workspaces hold `src/` only.
        if !story.workspace().join("README.md").exists() {
            story.etude("reset").exits(0);
        }
        story
    }

    fn session(&self, story: &Story) -> Value {
        story.sessions().into_iter().find(|s| s["nodeId"] == self.node).expect("the session is there")
    }

    fn solution(&self) -> Option<Vec<(String, String)>> {
        match self.solution {
            Solution::Folder(folder) => {
                let read = |path: PathBuf| (format!("src/{}", file_name(&path)), fs::read_to_string(path).expect("text"));
                Some(files(&landed(folder)).into_iter().map(read).collect())
            }
            Solution::Reply(file) => {
                let reply = read_json(&landed(file));
                let text = |value: &Value| value.as_str().expect("text").to_owned();
                let file = |f: &Value| (format!("src/{}", text(&f["file_path"])), text(&f["content"]));
                Some(reply["files"].as_array().expect("files").iter().map(file).collect())
            }
            Solution::None => None,
        }
    }

    /// Prepares the next review and the next hint of a recorded model.
    fn answer(&self, story: &Story, attempt: u64, verdict: &str) {
        let session = self.session(story);
        let told = |extra: Value| {
            let mut reply = json!({
                "exercise_id": session["exerciseId"], "node_id": self.node, "depth_target": session["depthTarget"], "attempt_index": attempt,
                "dominant_tag": null,
            });
            reply.as_object_mut().expect("an object").extend(extra.as_object().expect("an object").clone());
            reply
        };
        let score = if verdict == "PASS" { 90 } else { 40 };
        let review = told(json!({
            "schema_version": "review_report_v1", "role": "reviewer", "report_id": "r", "pass_fail": verdict, "score": score,
            "remediation": { "action": if verdict == "PASS" { "advance_next" } else { "retry_same" }, "reason": "Look at the first test." },
        }));
        let units = session.pointer("/attemptState/hints").and_then(Value::as_array).cloned().unwrap_or_default();
        let level = units.last().and_then(|h| h["level"].as_u64()).unwrap_or(0) + 1;
        let hint = told(json!({
            "schema_version": "hint_pack_v1", "role": "coach", "hint_id": "h", "hint_level": level, "allowed_reveal": false,
            "current_hint": { "style": "question", "text": "What does the first failing test expect?" }, "full_solution_provided": false,
            "revealed_solution": null,
        }));
        let folder = story.root().join(format!("answers-{attempt}"));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("01-reviewer.json"), review.to_string()).expect("a review");
        fs::write(folder.join("02-coach.json"), hint.to_string()).expect("a hint");
        story.env("ETUDE_REPLAY", folder.display().to_string());
    }

    /// The whole way: what reads, a failing attempt, a hint, a passing attempt, the end and back again. Nothing stored is lost on it.
    fn goes_on(&self) {
        let story = self.resumed();
        let before = self.session(&story);
        let stored = read_json(&landed(self.home).join(format!(".state/sessions/{}.json", before["id"].as_str().expect("an id"))));
        let (state, logged) = (&stored["attemptState"], story.audit("attempts").len());
        let attempts = state["attemptIndex"].as_u64().expect("a number");
        let index = || self.session(&story)["attemptState"]["attemptIndex"].as_u64().expect("a number");
        assert_eq!((index(), count(&state["history"]) as u64), (attempts, attempts), "{}: all attempts are there to begin with", self.home);

        for command in ["status", "list", "show", "lesson", "lesson 1"] {
            story.etude(command).exits(0);
        }
        assert_eq!(story.json("status")["data"]["active"]["attempts"], attempts);
        let listed = story.json("list")["data"]["sessions"].as_array().cloned().expect("sessions");
        assert_eq!(listed.len(), files(&landed(self.home).join(".state/sessions")).len());
        assert!(listed.iter().any(|s| s["node"] == self.node && s["attempts"] == attempts), "{listed:?}");
        if let Some(review) = state["reviews"].as_array().and_then(|all| all.last()) {
            assert_eq!(story.json("review")["data"]["remediation"], review["report"]["remediation"]);
        }

        // What is not tried yet, and fails.
        story.vary();
        if stored["status"] == "passed" {
            story.break_stub("src/lib.rs");
        }
        self.answer(&story, attempts + 1, "FAIL");
        story.attempt().exits(3);
        assert_eq!(index(), attempts + 1);
        story.etude("review").exits(0).hint().exits(0);
        assert_eq!(count(&self.session(&story)["attemptState"]["hints"]), count(&state["hints"]) + 1, "{}: a hint more", self.home);

        let mut made = 1;
        if let Some(solution) = self.solution() {
            for (path, text) in &solution {
                story.write(path, text);
            }
            self.answer(&story, attempts + 2, "PASS");
            story.attempt().exits(0);
            made = 2;
            assert_eq!(self.session(&story)["status"], "passed");
            assert!(story.mastery(self.node) >= 1, "{} {}: a pass counts", self.home, self.node);
        }

        let ended = story.json("end")["data"].clone();
        assert_eq!((&ended["attempts"], &ended["hints"]), (&json!(attempts + made), &json!(count(&state["hints"]) + 1)));
        story.run(&["resume", self.node]).exits(0);
        let after = self.session(&story);
        for key in ["id", "exerciseId", "sealedFiles", "calls", "startedAt", "workspaceDir"] {
            assert!(keeps(&after[key], &stored[key]), "{} {}: {key} was {}, is {}", self.home, self.node, stored[key], after[key]);
        }
        for key in ["history", "hints", "reviews"] {
            let (new, old) = (&after["attemptState"][key], &state[key]);
            assert!(keeps(new, old), "{} {}: {key} was {old}, is {new}", self.home, self.node);
        }
        assert_eq!((index(), story.audit("attempts").len()), (attempts + made, logged + made as usize));
    }
}

#[test]
fn sessions_of_the_rust_bank_go_on() {
    SESSIONS[..2].iter().for_each(Stored::goes_on);
}

#[test]
fn sessions_of_the_c_bank_go_on() {
    SESSIONS[2..4].iter().for_each(Stored::goes_on);
}

#[test]
fn sessions_of_a_model_go_on() {
    SESSIONS[4..].iter().for_each(Stored::goes_on);
}

#[test]
fn the_sealed_solution_of_a_stored_session_is_still_shown() {
    let shown = ["storage_cents", "count_booking", "booking_cents", "heavy_letters"];
    for (session, function) in [&SESSIONS[0], &SESSIONS[2], &SESSIONS[4], &SESSIONS[5]].into_iter().zip(shown) {
        let story = session.resumed();
        story.reveal().exits(0).says(function);
        let solution = session.solution().expect("there is one");
        let lines: Vec<&str> = solution.iter().flat_map(|(_, text)| text.lines().map(str::trim)).filter(|l| l.len() > 20).collect();
        assert!(lines.iter().any(|l| story.seen().stdout.contains(l)), "{}", story.seen().stdout);
        assert_eq!(session.session(&story)["givenUp"], true);
    }
}

#[test]
fn what_a_learner_has_reached_is_kept() {
    let story = SESSIONS[0].resumed();
    assert_eq!(story.mastery("A201"), 2);
    let status = story.json("status")["data"].clone();
    let reached = status["mastery"].to_string();
    assert!(reached.contains("A201"), "{reached}");
    for name in ["mastery", "misconceptions", "reviews"] {
        let stored = read_json(&landed(&format!("bank-rust/.state/progress/{name}.json")))["content"].clone();
        story.etude("next").exits(0);
        assert!(keeps(&story.progress(name), &stored), "{name}");
    }
}

/// A home with a start that stopped, and the replies that it kept.
struct Stopped {
    story: Story,
    kept: Vec<Value>,
}

impl Stopped {
    fn new(name: &str) -> Stopped {
        let (story, folder) = (Story::new(), landed("drafts").join(name));
        let id = read_json(&folder.join("head.json"))["id"].as_str().expect("an id").to_owned();
        copy(&folder, &story.home().join(".state/drafts").join(id));
        let kept = files(&folder).iter().filter(|f| !f.ends_with("head.json")).map(|f| read_json(f)).collect();
        Stopped { story, kept }
    }

    /// From here on the model answers with the recorded replies after these many, and with nothing else.
    fn answered_after(&self, replies: usize) -> &Story {
        let folder = self.story.root().join(format!("answers-{replies}"));
        fs::create_dir_all(&folder).expect("a folder");
        for reply in files(&landed("replies/rust")).iter().skip(replies) {
            fs::copy(reply, folder.join(file_name(reply))).expect("a reply");
        }
        self.story.env("ETUDE_REPLAY", folder.display().to_string())
    }

    /// The role that is asked for first when nobody answers.
    fn first_call(&self) -> Value {
        self.answered_after(usize::MAX).etude("start --continue").exits(1);
        self.story.error()["role"].clone()
    }

    /// Goes on with the recorded replies after these many, to a session whose calls are told.
    fn calls_when_finished(&self, replies: usize) -> Vec<Value> {
        let proof = self.answered_after(replies).json("start --continue")["data"]["proof"].clone();
        self.story.exits(0);
        assert!(proof["tests"] == 4 && proof["unproven"].is_null(), "{proof}");
        assert_eq!(self.story.json("status")["data"]["draft"], Value::Null, "what is done is no draft");
        let session = self.story.session();
        let text = self.story.read("src/lib.rs");
        assert!(text.contains("todo!(\"ex-1\")") && text.contains("todo!(\"ex-2\")"), "{text}");
        session["calls"].as_array().cloned().expect("calls")
    }
}

const ROLES: [&str; 8] =
    ["scaffold", "starter-expand", "starter-expand", "test-expand", "test-expand", "solution", "lesson-expand", "lesson-expand"];

#[test]
fn a_stored_draft_goes_on_at_the_call_where_it_stopped() {
    for (name, replies) in [("after-starter", 3), ("after-tests", 5)] {
        let stopped = Stopped::new(name);
        assert_eq!((stopped.story.json("status")["data"]["draft"]["kept"].as_u64(), stopped.kept.len()), (Some(replies as u64), replies));
        assert_eq!(stopped.first_call(), ROLES[replies], "{name}");
        let calls = stopped.calls_when_finished(replies);
        let roles: Vec<&str> = calls.iter().filter_map(|c| c["role"].as_str()).collect();
        assert_eq!(roles, ROLES, "{name}");
        for (call, kept) in calls.iter().zip(&stopped.kept) {
            assert_eq!(call, &kept["record"], "{name}: the call that was paid for is the one that counts");
        }
    }
}

#[test]
fn of_a_stored_draft_only_the_replies_before_its_solution_are_used() {
    // That solution was written with the tests in sight, so it shows nothing; what came after it rests on it.
    for name in ["after-solution", "in-lesson", "refused"] {
        assert_eq!(Stopped::new(name).first_call(), "solution", "{name}");
    }
    for name in ["after-solution", "in-lesson"] {
        let stopped = Stopped::new(name);
        let calls = stopped.calls_when_finished(5);
        for (call, kept) in calls.iter().zip(&stopped.kept[..5]) {
            assert_eq!(call, &kept["record"], "{name}: what came before it is used again");
        }
        let roles: Vec<&str> = calls.iter().filter_map(|c| c["role"].as_str()).collect();
        assert_eq!(roles[roles.len() - 3..], ROLES[5..], "{name}: and the rest is asked for");
    }
}

#[test]
fn a_bank_of_format_1_is_refused_with_the_command_that_converts_it() {
    let story = Story::new();
    let bank = story.root().join("bank");
    copy(&landed("bank-format-1"), &bank);
    let bank = bank.display().to_string();
    story.run(&["bank", "check", "--bank", &bank]);
    let seen = story.seen();
    let said = format!("{}{}", seen.stdout, seen.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(seen.exit != Some(0) && said.contains(&format!("bank convert {bank}")), "exit {:?}: {said}", seen.exit);
}
