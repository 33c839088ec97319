//! Replies of a model, written to a folder for the `replay` provider: a valid exercise to begin with, and ways to spoil any one of them.
//!
//! `Replies::rust()` starts well. `Replies::rust().spoil("lesson-expand", 2, |r| r["content"] = json!(""))` fails at the second lesson section.

use std::path::Path;

use serde_json::{Value, json};

use crate::tiny::{self, Tiny};

#[derive(Clone)]
pub struct Replies {
    tiny: &'static Tiny,
    depth: String,
    /// In the order of the calls; a file each.
    files: Vec<Reply>,
}

#[derive(Clone)]
struct Reply {
    role: &'static str,
    kind: &'static str,
    text: String,
}

impl Replies {
    /// Everything a start of the tiny Rust exercise asks for.
    pub fn rust() -> Replies {
        Replies::of(&tiny::RUST)
    }

    /// Everything a start of the tiny C exercise asks for.
    pub fn c() -> Replies {
        Replies::of(&tiny::C)
    }

    fn of(tiny: &'static Tiny) -> Replies {
        let mut replies = Replies::none(tiny);
        replies.push("scaffold", scaffold(tiny, tiny.depth));
        for (role, sections) in [("starter-expand", tiny.starter), ("test-expand", tiny.tests), ("lesson-expand", tiny.lesson)] {
            let all = sections.len();
            for (at, (place, content)) in sections.iter().enumerate() {
                replies.push(role, section(role, at + 1, place, content, at + 1 == all));
            }
        }
        replies
    }

    /// No reply at all: to be filled with hints and reviews of an exercise that was started before.
    pub fn none(tiny: &'static Tiny) -> Replies {
        Replies { tiny, depth: tiny.depth.to_owned(), files: Vec::new() }
    }

    /// The same exercise at another depth.
    pub fn at_depth(mut self, depth: &str) -> Replies {
        self.depth = depth.to_owned();
        let depth = self.depth.clone();
        self.spoil("scaffold", 1, |r| r["depth_target"] = json!(depth))
    }

    /// The Nth reply of a role (from 1), changed.
    pub fn spoil(mut self, role: &str, nth: usize, change: impl FnOnce(&mut Value)) -> Replies {
        let reply = self.nth(role, nth);
        let mut value = serde_json::from_str(&reply.text).expect("it is JSON so far");
        change(&mut value);
        reply.text = value.to_string();
        self
    }

    /// The Nth reply of a role is this text instead.
    pub fn garble(mut self, role: &str, nth: usize, text: &str) -> Replies {
        self.nth(role, nth).text = text.to_owned();
        self
    }

    /// The Nth call of a role fails with these words.
    pub fn fail(mut self, role: &str, nth: usize, words: &str) -> Replies {
        let reply = self.nth(role, nth);
        (reply.kind, reply.text) = ("fail", words.to_owned());
        self
    }

    /// The Nth reply of a role takes this long.
    pub fn slow(mut self, role: &str, nth: usize, millis: u64) -> Replies {
        let reply = self.nth(role, nth);
        (reply.kind, reply.text) = ("slow", format!("{millis}\n{}", reply.text));
        self
    }

    /// The replies of a role, replaced by these sections: (file path or title, content). Only the last says that it is complete.
    pub fn sections(mut self, role: &'static str, sections: &[(&str, &str)]) -> Replies {
        self.files.retain(|r| r.role != role);
        for (at, (place, content)) in sections.iter().enumerate() {
            self.push(role, section(role, at + 1, place, content, at + 1 == sections.len()));
        }
        self
    }

    pub fn with(mut self, role: &'static str, reply: Value) -> Replies {
        self.push(role, reply);
        self
    }

    pub fn with_failure(mut self, role: &'static str, words: &str) -> Replies {
        self.files.push(Reply { role, kind: "fail", text: words.to_owned() });
        self
    }

    pub fn hint(&self, attempt: u32, level: u32, text: &str) -> Value {
        json!({
            "schema_version": "hint_pack_v1", "role": "coach", "hint_id": format!("hint-{level}"), "exercise_id": exercise_id(self.tiny),
            "node_id": self.tiny.node, "depth_target": self.depth, "attempt_index": attempt, "hint_level": level,
            "dominant_tag": null, "allowed_reveal": false, "current_hint": { "style": "question", "text": text },
            "full_solution_provided": false, "revealed_solution": null,
        })
    }

    pub fn review(&self, attempt: u32, verdict: &str, score: u32) -> Value {
        json!({
            "schema_version": "review_report_v1", "role": "reviewer", "report_id": format!("review-{attempt}"),
            "exercise_id": exercise_id(self.tiny), "node_id": self.tiny.node, "depth_target": self.depth, "attempt_index": attempt,
            "pass_fail": verdict, "score": score, "dominant_tag": null,
            "remediation": { "action": if verdict == "PASS" { "advance_next" } else { "retry_same" }, "reason": format!("The reviewer says {verdict}.") },
        })
    }

    /// Only this review, for the next command.
    pub fn only_review(&self, attempt: u32, verdict: &str, score: u32) -> Replies {
        let review = self.review(attempt, verdict, score);
        self.emptied().with("reviewer", review)
    }

    /// Only this hint, for the next command.
    pub fn only_hint(&self, attempt: u32, level: u32, text: &str) -> Replies {
        let hint = self.hint(attempt, level, text);
        self.emptied().with("coach", hint)
    }

    /// The same exercise, with nothing more to say.
    pub fn emptied(&self) -> Replies {
        Replies { files: Vec::new(), ..self.clone() }
    }

    pub fn tiny(&self) -> &'static Tiny {
        self.tiny
    }

    pub fn language(&self) -> &'static str {
        self.tiny.language
    }

    pub fn node(&self) -> &'static str {
        self.tiny.node
    }

    pub fn depth(&self) -> &str {
        &self.depth
    }

    /// Role and text, in the order of the calls.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.files.iter().map(|reply| (reply.role, reply.text.as_str()))
    }

    pub fn write(&self, folder: &Path) {
        for (at, reply) in self.files.iter().enumerate() {
            let name = format!("{:02}-{}.{}", at + 1, reply.role, reply.kind);
            std::fs::write(folder.join(name), &reply.text).expect("a reply is written");
        }
    }

    fn push(&mut self, role: &'static str, reply: Value) {
        self.files.push(Reply { role, kind: "json", text: reply.to_string() });
    }

    fn nth(&mut self, role: &str, nth: usize) -> &mut Reply {
        let found = self.files.iter_mut().filter(|r| r.role == role).nth(nth - 1);
        found.unwrap_or_else(|| panic!("there is no reply {nth} of {role}"))
    }
}

pub fn exercise_id(tiny: &Tiny) -> String {
    format!("tiny-{}", tiny.language)
}

pub fn scaffold(tiny: &Tiny, depth: &str) -> Value {
    json!({
        "schema_version": "scaffold_v1", "role": "scaffold", "scaffold_id": exercise_id(tiny), "node_id": tiny.node, "depth_target": depth,
        "lesson_plan": { "section_intents": ["ex-1", "ex-2"] }, "starter_plan": { "file_intents": ["two stubs"] },
        "test_plan": { "case_intents": ["three tests"] }, "exercise_description": "A small exercise with two functions.",
    })
}

/// The reference of the tiny exercise.
pub fn solution(tiny: &Tiny) -> Value {
    let (path, content) = tiny.solution;
    json!({ "schema_version": "solution_v1", "role": "solution", "files": [{ "file_path": path, "content": content }] })
}

/// A section of a loop; `place` is the file path of code and the title of a lesson section.
pub fn section(role: &str, number: usize, place: &str, content: &str, is_complete: bool) -> Value {
    let (schema, kind, key) = match role {
        "starter-expand" => ("starter_section_v1", "source", "file_path"),
        "test-expand" => ("test_section_v1", "test", "file_path"),
        _ => ("lesson_section_v1", "concept", "section_title"),
    };
    let mut section = json!({
        "schema_version": schema, "role": role, "section_id": format!("{kind}-{number}"), "type": kind, "content": content,
        "is_complete": is_complete, "next_focus": if is_complete { Value::Null } else { json!(format!("part {} of {role}", number + 1)) },
    });
    section[key] = json!(place);
    section
}
