//! What etude keeps in its home, read (and aged) by hand.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::story::Story;

impl Story {
    /// The session files, the last used first.
    pub fn sessions(&self) -> Vec<Value> {
        let Ok(entries) = fs::read_dir(self.home().join(".state/sessions")) else { return Vec::new() };
        let files = entries.filter_map(|e| e.ok().map(|e| e.path())).filter(|p| p.extension().is_some_and(|e| e == "json"));
        let mut all: Vec<Value> = files.map(|p| serde_json::from_slice(&fs::read(p).expect("a session file")).expect("JSON")).collect();
        all.sort_by_key(|s| std::cmp::Reverse(s["lastAccessedAt"].as_str().unwrap_or_default().to_owned()));
        all
    }

    /// The session last used.
    pub fn session(&self) -> Value {
        self.sessions().into_iter().next().expect("there is a session")
    }

    /// Changes the session file by hand, as an earlier day or program would have left it.
    pub fn edit_session(&self, change: impl FnOnce(&mut Value)) -> &Story {
        let mut session = self.session();
        let file = self.home().join(format!(".state/sessions/{}.json", session["id"].as_str().expect("an id")));
        change(&mut session);
        fs::write(file, session.to_string()).expect("the session is written");
        // What is derived from it is made anew.
        let _ = fs::remove_file(self.home().join(".state/index.json"));
        self
    }

    /// What a progress file holds: `progress("mastery")`.
    pub fn progress(&self, name: &str) -> Value {
        let file = self.home().join(format!(".state/progress/{name}.json"));
        let stored = fs::read(file).ok().map(|bytes| serde_json::from_slice::<Value>(&bytes).expect("JSON"));
        stored.map_or(Value::Null, |stored| stored["content"].clone())
    }

    /// A learner who passed these nodes on an earlier day, and nothing else.
    pub fn knows(&self, nodes: &[&str]) -> &Story {
        self.store_mastery(serde_json::Map::new(), nodes)
    }

    /// The same, beside what is known already.
    pub fn knows_too(&self, nodes: &[&str]) -> &Story {
        let known = self.progress("mastery")["nodes"].as_object().cloned().unwrap_or_default();
        self.store_mastery(known, nodes)
    }

    fn store_mastery(&self, mut levels: serde_json::Map<String, Value>, nodes: &[&str]) -> &Story {
        let at = jiff::Timestamp::now().checked_sub(jiff::SignedDuration::from_hours(24)).expect("yesterday");
        let pass =
            serde_json::json!({ "from": 0, "to": 2, "at": at, "sessionId": "earlier", "attemptIndex": 1, "why": "passed at depth D2" });
        levels.extend(nodes.iter().map(|id| ((*id).to_owned(), serde_json::json!({ "level": 2, "history": [pass.clone()] }))));
        let folder = self.home().join(".state/progress");
        fs::create_dir_all(&folder).expect("the folder of progress");
        let stored = serde_json::json!({ "formatVersion": 1, "content": { "nodes": levels } });
        fs::write(folder.join("mastery.json"), stored.to_string()).expect("mastery is written");
        self
    }

    /// The mastery level of a node as the progress file has it.
    pub fn mastery(&self, node: &str) -> u64 {
        self.progress("mastery").pointer(&format!("/nodes/{node}/level")).and_then(Value::as_u64).unwrap_or(0)
    }

    /// The lines of an audit log, oldest first: `audit("attempts")`.
    pub fn audit(&self, log: &str) -> Vec<Value> {
        let Ok(entries) = fs::read_dir(self.home().join(".state/audit")) else { return Vec::new() };
        let mut files: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
        files.retain(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(log)));
        files.sort();
        let text: String = files.iter().map(|p| fs::read_to_string(p).expect("a log")).collect();
        text.lines().map(|l| serde_json::from_str(l).expect("a line of JSON")).collect()
    }
}
