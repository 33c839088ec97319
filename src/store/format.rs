//! From bytes to a session. Owns the rule for older, newer and odd files: format 0 (the earlier program, no version key) is brought to today's
//! shape in memory, a newer format is refused by number, and anything else that does not fit is damaged, with the reason. It opens no files.
//!
//! Format 0 had the same camelCase keys, all optional; some files have snake_case ones, times as milliseconds, or no id.
//! Format 1 added `formatVersion`, `sealedFiles`, `givenUp` and evidence in each attempt.

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::session::{AttemptState, FORMAT_VERSION, Session, Status};

use super::is_id;

/// The id of an earlier session that has none of its own.
pub(super) const EARLIER_ID: &str = "earlier";

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    Damaged(String),
    TooNew(u64),
}

/// A file of the sessions folder: it must carry the id that its name says.
pub(super) fn decode(content: &[u8], id: &str) -> Result<Session, Unreadable> {
    let (map, version) = open(content)?;
    match map.get("id") {
        Some(Value::String(own)) if own == id => {}
        Some(Value::String(own)) => return Err(Unreadable::Damaged(format!("its id is {own:?}, not that of its file name"))),
        _ => return Err(Unreadable::Damaged("it has no id".to_owned())),
    }
    build(map, version)
}

/// The one session of the earlier program, which may lack nearly everything.
pub(super) fn decode_earlier(content: &[u8]) -> Result<Session, Unreadable> {
    let (mut map, _) = open(content)?;
    to_camel_case(&mut map);
    let own = ["id", "sessionId"].iter().find_map(|key| map.get(*key)).and_then(|id| match id {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    let id = own.map(|id| as_id(&id)).filter(|id| is_id(id)).unwrap_or_else(|| EARLIER_ID.to_owned());
    map.insert("id".to_owned(), Value::String(id));
    // Whatever version it claims: the name is from before versions.
    build(map, 0)
}

/// The object in a file and its format.
pub(super) fn open(content: &[u8]) -> Result<(Map<String, Value>, u64), Unreadable> {
    if content.iter().all(u8::is_ascii_whitespace) {
        return Err(Unreadable::Damaged("it is empty".to_owned()));
    }
    let map = match serde_json::from_slice(content) {
        Ok(Value::Object(map)) => map,
        Ok(_) => return Err(Unreadable::Damaged("it does not hold a JSON object".to_owned())),
        Err(e) if e.is_eof() => return Err(Unreadable::Damaged("it ends in the middle".to_owned())),
        Err(e) => return Err(Unreadable::Damaged(format!("it is not JSON ({e})"))),
    };
    let version = match map.get("formatVersion") {
        None | Some(Value::Null) => 0,
        Some(version) => version.as_u64().ok_or_else(|| Unreadable::Damaged(format!("its format version is {version}")))?,
    };
    if version > u64::from(FORMAT_VERSION) {
        return Err(Unreadable::TooNew(version));
    }
    Ok((map, version))
}

fn build(mut map: Map<String, Value>, version: u64) -> Result<Session, Unreadable> {
    if version == 0 {
        bring_to_format_1(&mut map);
    }
    // By far the largest part, and one odd attempt in it must not cost the others: it is read on its own.
    let attempts = map.shift_remove("attemptState").unwrap_or_default();
    let mut session: Session = serde_json::from_value(Value::Object(map)).map_err(|e| Unreadable::Damaged(e.to_string()))?;
    session.attempt_state = attempt_state(attempts);
    session.format_version = FORMAT_VERSION;
    Ok(session)
}

fn bring_to_format_1(map: &mut Map<String, Value>) {
    to_camel_case(map);
    map.insert("formatVersion".to_owned(), Value::from(FORMAT_VERSION));
    for (key, fallback) in [("nodeId", "currentNodeId"), ("nodeId", "node"), ("startedAt", "createdAt"), ("lastAccessedAt", "updatedAt")] {
        if !map.contains_key(key)
            && let Some(value) = map.get(fallback).cloned()
        {
            let value = value.get("id").cloned().unwrap_or(value);
            map.insert(key.to_owned(), value);
        }
    }
    for key in ["startedAt", "lastAccessedAt"] {
        match map.get(key).and_then(time) {
            Some(at) => map.insert(key.to_owned(), Value::String(at.to_string())),
            None => map.shift_remove(key),
        };
    }
    if !map.contains_key("lastAccessedAt")
        && let Some(started) = map.get("startedAt").cloned()
    {
        map.insert("lastAccessedAt".to_owned(), started);
    }
    let status = match map.get("status").and_then(Value::as_str).map(str::to_ascii_lowercase).as_deref() {
        Some("passed" | "completed" | "complete" | "done" | "mastered") => Status::Passed,
        Some("ended" | "abandoned" | "closed" | "inactive") => Status::Ended,
        _ => Status::Active,
    };
    map.insert("status".to_owned(), serde_json::to_value(status).unwrap_or_default());
    if let Some(Value::String(language)) = map.get_mut("language") {
        language.make_ascii_lowercase();
    }
    if let Some(Value::String(depth)) = map.get_mut("depthTarget") {
        depth.make_ascii_uppercase();
    }
    // What still has another type than today's would make the rest unreadable; the default is better.
    let text = |v: &Value| v.as_str().is_some_and(|s| !s.is_empty());
    for key in ["language", "nodeId", "provider", "exerciseId", "workspaceDir", "lessonFile", "model"] {
        drop_unless(map, key, text);
    }
    drop_unless(map, "depthTarget", |v| matches!(v.as_str(), Some("D1" | "D2" | "D3")));
    drop_unless(map, "givenUp", Value::is_boolean);
}

fn drop_unless(map: &mut Map<String, Value>, key: &str, fits: impl Fn(&Value) -> bool) {
    if map.get(key).is_some_and(|value| !fits(value)) {
        map.shift_remove(key);
    }
}

/// All attempts as they are, or as many as can be understood. Counters survive whatever the lists look like.
fn attempt_state(value: Value) -> AttemptState {
    if let Ok(whole) = serde::Deserialize::deserialize(&value) {
        return whole;
    }
    let Value::Object(mut map) = value else { return AttemptState::default() };
    to_camel_case(&mut map);
    let number = |key: &str| map.get(key).and_then(Value::as_u64).unwrap_or(0);
    let listed = map.get("history").and_then(Value::as_array).map_or(0, Vec::len) as u64;
    AttemptState {
        attempt_index: u32::try_from(number("attemptIndex").max(listed)).unwrap_or(u32::MAX),
        hint_level_used: u8::try_from(number("hintLevelUsed").min(3)).unwrap_or(3),
        revealed_at_attempt: map.get("revealedAtAttempt").and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok()),
        history: understood(&mut map, "history"),
        reviews: understood(&mut map, "reviews"),
        hints: understood(&mut map, "hints"),
        distinct_sources: understood(&mut map, "distinctSources"),
    }
}

fn understood<T: DeserializeOwned>(map: &mut Map<String, Value>, key: &str) -> Vec<T> {
    match map.get_mut(key).map(Value::take) {
        Some(Value::Array(items)) => items.into_iter().filter_map(|item| serde_json::from_value(item).ok()).collect(),
        _ => Vec::new(),
    }
}

/// `node_id` becomes `nodeId` where there is no `nodeId` yet.
fn to_camel_case(map: &mut Map<String, Value>) {
    let snake: Vec<String> = map.keys().filter(|key| key.contains('_')).cloned().collect();
    for key in snake {
        let mut parts = key.split('_').filter(|part| !part.is_empty());
        let mut camel = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let mut letters = part.chars();
            camel.extend(letters.next().map(|c| c.to_ascii_uppercase()));
            camel.push_str(letters.as_str());
        }
        if !map.contains_key(&camel)
            && let Some(value) = map.shift_remove(&key)
        {
            map.insert(camel, value);
        }
    }
}

/// A time as text, or as milliseconds since 1970 as JavaScript has it.
fn time(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.as_f64().and_then(|ms| Timestamp::from_millisecond(ms as i64).ok()),
        _ => None,
    }
}

fn as_id(text: &str) -> String {
    text.chars().take(64).map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Depth;
    use serde_json::json;

    fn earlier(value: Value) -> Session {
        decode_earlier(value.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn a_session_of_the_earlier_program_keeps_what_it_has() {
        let session = earlier(json!({
            "id": "s-1", "nodeId": "S100", "depthTarget": "D1", "workspaceDir": "/old/ws", "startedAt": "2025-03-01T10:00:00.000Z",
            "attemptState": {"attemptIndex": 3, "hintLevelUsed": 2, "history": [{"exit": 1}]}, "exercisePack": {"files": []},
        }));
        assert_eq!((session.id.as_str(), session.language.as_str(), session.node_id.as_str()), ("s-1", "rust", "S100"));
        assert_eq!((session.depth_target, session.format_version), (Depth::D1, FORMAT_VERSION));
        assert_eq!((session.attempt_state.attempt_index, session.attempt_state.hint_level_used), (3, 2));
        assert_eq!(session.last_accessed_at, session.started_at);
        assert!(session.other.contains_key("exercisePack"));
    }

    #[test]
    fn odd_shapes_load_as_well_as_possible() {
        let session = earlier(json!({
            "node_id": "C200", "language": "C", "status": "completed", "created_at": 1_740_000_000_000_i64, "depthTarget": 7,
            "model": "", "workspaceDir": null, "attempt_state": {"attempt_index": "many", "history": [1, 2]}, "masteryState": [], "givenUp": "no",
        }));
        assert_eq!((session.id.as_str(), session.language.as_str(), session.node_id.as_str()), ("earlier", "c", "C200"));
        assert_eq!((session.status, session.depth_target, session.model.as_deref()), (Status::Passed, Depth::D2, None));
        assert_eq!(session.started_at.as_second(), 1_740_000_000);
        assert_eq!(session.attempt_state.attempt_index, 2);
        assert_eq!(earlier(json!({})).id, "earlier");
        assert_eq!(earlier(json!({"sessionId": "2025-01-01T10:00:00.5Z/../x"})).id, "2025-01-01T10-00-00-5Z----x");
        assert_eq!(earlier(json!({"currentNodeId": "S200"})).node_id, "S200");
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let why = |content: &str| match decode(content.as_bytes(), "a") {
            Err(Unreadable::Damaged(why)) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(why(""), "it is empty");
        assert_eq!(why("{\"id\": \"a\", \"nod"), "it ends in the middle");
        assert!(why("hello").starts_with("it is not JSON"));
        assert_eq!(why("[1]"), "it does not hold a JSON object");
        assert_eq!(why("{}"), "it has no id");
        assert_eq!(why("{\"id\":\"b\"}"), "its id is \"b\", not that of its file name");
        assert!(why("{\"id\":\"a\",\"formatVersion\":\"x\"}").contains("format version"));
        assert!(why("{\"id\":\"a\",\"formatVersion\":1,\"nodeId\":7}").contains("invalid type"));
        assert_eq!(decode(b"{\"formatVersion\":9}", "a"), Err(Unreadable::TooNew(9)));
    }

    #[test]
    fn one_odd_attempt_does_not_cost_the_others() {
        let attempt = json!({"index": 1, "at": "2025-03-01T10:00:00Z", "elapsedMinutes": 1.5, "hintLevel": 0, "sourceHash": "h",
            "evidence": {"outcome": "tests_fail", "command": "cargo test", "exitCode": 101, "durationMs": 5}});
        let file = json!({"id": "a", "formatVersion": 1, "attemptState": {"attemptIndex": 2, "history": [attempt, {"index": 2}]}});
        let session = decode(file.to_string().as_bytes(), "a").unwrap();
        assert_eq!((session.attempt_state.attempt_index, session.attempt_state.history.len()), (2, 1));
    }
}
