//! What goes out comes in again, and nothing else does.

use serde_json::json;

use super::*;
use crate::home::Home;
use crate::mastery::{Change, NodeMastery};
use crate::topic::custom;

fn store() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(Home::at(dir.path()));
    (dir, store)
}

fn at(day: i64) -> Timestamp {
    Timestamp::from_second(day * 86_400).unwrap()
}

fn passed(store: &Store, node: &str, level: u8, day: i64) {
    let lock = store.lock().unwrap();
    let (mut mastery, _): (Mastery, _) = store.read_progress(MASTERY_FILE).unwrap();
    let (at, session_id, why) = (at(day), format!("s{day}"), "passed".to_owned());
    let change = Change { from: 0, to: level, at, session_id, attempt_index: 1, why, worth: Some(level), undo: false };
    let entry: &mut NodeMastery = mastery.nodes.entry(node.to_owned()).or_default();
    entry.level = entry.level.max(level);
    entry.history.push(change);
    store.write_progress(&lock, MASTERY_FILE, &mastery).unwrap();
}

fn topic(store: &Store, language: &str, title: &str) {
    let (mut topics, _) = custom::read(store, language).unwrap();
    topics.add(language, title, at(1)).unwrap();
    custom::write(store, &store.lock().unwrap(), language, &topics).unwrap();
}

fn exported(store: &Store) -> String {
    let (bundle, notices) = gather(store, at(100)).unwrap();
    assert_eq!(notices, [""; 0]);
    serde_json::to_string_pretty(&bundle).unwrap()
}

fn imported(store: &Store, text: &str) -> Brought {
    let lock = store.lock().unwrap();
    apply(store, &lock, &parse(text.as_bytes()).unwrap()).unwrap()
}

#[test]
fn a_round_trip_keeps_everything_and_a_second_one_changes_nothing() {
    let (_a, old) = store();
    passed(&old, "S100", 2, 3);
    topic(&old, "rust", "Borrowing in trees");
    old.write_progress(&old.lock().unwrap(), "of-later-versions", &json!({"deep": {"things": [1, 2]}})).unwrap();
    let file = exported(&old);
    let (_b, new) = store();
    let brought = imported(&new, &file);
    assert_eq!(brought.levels, [LevelChange { node: "S100".into(), from: 0, to: 2 }]);
    assert_eq!((brought.entries, brought.topics.len()), (3, 1));
    assert_eq!(exported(&new), file, "what came in goes out the same");
    assert_eq!(imported(&new, &file), Brought::default());
}

#[test]
fn two_machines_become_one_and_neither_loses() {
    let ((_a, one), (_b, two)) = (store(), store());
    passed(&one, "S100", 1, 3);
    passed(&one, "S101", 3, 4);
    passed(&two, "S100", 2, 5);
    passed(&two, "C200", 2, 6);
    topic(&one, "rust", "same words");
    topic(&two, "rust", "same words");
    topic(&two, "c", "only here");
    let brought = imported(&one, &exported(&two));
    imported(&two, &exported(&one));
    let (mastery, _): (Mastery, _) = one.read_progress(MASTERY_FILE).unwrap();
    let levels: Vec<(&str, u8)> = mastery.nodes.iter().map(|(n, m)| (n.as_str(), m.level)).collect();
    assert_eq!(levels, [("C200", 2), ("S100", 2), ("S101", 3)]);
    assert_eq!(mastery.nodes["S100"].history.len(), 2);
    assert_eq!(brought.topics, ["only here"], "the same topic has the same id everywhere");
    assert_eq!(exported(&one), exported(&two));
}

#[test]
fn foreign_damaged_and_newer_files_are_refused_by_their_name() {
    for foreign in ["", "hello", "[]", "{}", "{\"kind\": \"recipe\"}", "\u{0}\u{1}", "null"] {
        assert_eq!(parse(foreign.as_bytes()), Err(NotABundle::Foreign), "{foreign:?}");
    }
    let (_dir, store) = store();
    passed(&store, "S100", 2, 3);
    let good: Value = serde_json::from_str(&exported(&store)).unwrap();
    let with = |pointer: &str, value: Value| {
        let mut changed = good.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        parse(changed.to_string().as_bytes())
    };
    assert_eq!(with("/version", json!(99)), Err(NotABundle::TooNew(99)));
    let mut newer = good.clone();
    (newer["version"], newer["progress"]) = (json!(2), json!("of another shape"));
    assert_eq!(parse(newer.to_string().as_bytes()), Err(NotABundle::TooNew(2)));
    for (pointer, value) in [
        ("/version", json!(0)),
        ("/progress", json!(7)),
        ("/progress/mastery/nodes/S100/level", json!(250)),
        ("/progress/mastery", json!([])),
        ("/sessions", json!([{"id": 1}])),
        ("/progress", json!({"../../etc": {}})),
        ("/customTopics", json!({"rust": {"topics": [{"id": "../x", "title": "x", "addedAt": "2026-01-01T00:00:00Z"}]}})),
    ] {
        assert!(matches!(with(pointer, value), Err(NotABundle::Damaged(_))), "{pointer}");
    }
    let whole = exported(&store);
    assert!(matches!(parse(&whole.as_bytes()[..whole.len() / 2]), Err(NotABundle::Damaged(_))));
}

#[test]
fn what_does_not_fit_leaves_everything_as_it_was() {
    let (dir, store) = store();
    passed(&store, "S100", 1, 3);
    let before = exported(&store);
    let mut bundle = parse(before.as_bytes()).unwrap();
    bundle.progress.insert("a-new-kind".into(), json!({"x": 1}));
    bundle.progress.insert(MASTERY_FILE.into(), json!({"nodes": {"S100": {"level": 2, "history": "none"}}}));
    let refused = apply(&store, &store.lock().unwrap(), &bundle);
    assert!(matches!(refused, Err(ImportError::Refused(NotABundle::Damaged(_)))));
    assert_eq!(exported(&store), before);
    assert!(!dir.path().join(".state/progress/a-new-kind.json").exists());
}
