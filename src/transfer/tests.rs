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
    apply(store, &lock, &parse(text.as_bytes(), at(100)).unwrap()).unwrap()
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
    assert_eq!((brought.entries, brought.topics.len()), (1, 1));
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
        assert_eq!(parse(foreign.as_bytes(), at(100)), Err(NotABundle::Foreign), "{foreign:?}");
    }
    let (_dir, store) = store();
    passed(&store, "S100", 2, 3);
    let good: Value = serde_json::from_str(&exported(&store)).unwrap();
    let with = |pointer: &str, value: Value| {
        let mut changed = good.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        parse(changed.to_string().as_bytes(), at(100))
    };
    assert_eq!(with("/version", json!(99)), Err(NotABundle::TooNew(99)));
    let mut newer = good.clone();
    (newer["version"], newer["progress"]) = (json!(2), json!("of another shape"));
    assert_eq!(parse(newer.to_string().as_bytes(), at(100)), Err(NotABundle::TooNew(2)));
    for (pointer, value) in [
        ("/version", json!(0)),
        ("/progress", json!(7)),
        ("/progress/mastery/nodes/S100/level", json!(250)),
        ("/progress/mastery", json!([])),
        ("/sessions", json!([{"id": 1}])),
        ("/customTopics", json!({"rust": {"topics": [{"id": "../x", "title": "x", "addedAt": "1970-01-02T00:00:00Z"}]}})),
    ] {
        assert!(matches!(with(pointer, value), Err(NotABundle::Damaged(_))), "{pointer}");
    }
    let whole = exported(&store);
    assert!(matches!(parse(&whole.as_bytes()[..whole.len() / 2], at(100)), Err(NotABundle::Damaged(_))));
}

#[test]
fn what_etude_cannot_have_written_is_refused() {
    let (_dir, store) = store();
    passed(&store, "S100", 2, 3);
    topic(&store, "rust", "Borrowing in trees");
    let mut schedule = Schedule::default();
    schedule.adopt(&store.read_progress(MASTERY_FILE).unwrap().0);
    store.write_progress(&store.lock().unwrap(), REVIEWS_FILE, &schedule).unwrap();
    let good: Value = serde_json::from_str(&exported(&store)).unwrap();
    assert!(parse(good.to_string().as_bytes(), at(3)).is_ok(), "clocks may differ by a day");
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut changed = good.clone();
        change(&mut changed);
        parse(changed.to_string().as_bytes(), at(100)).expect_err("refused").to_string()
    };
    let card = "/progress/reviews/nodes/S100";
    let card_with = |key: &str, value: Value| refused(&|b| *b.pointer_mut(&format!("{card}{key}")).unwrap() = value.clone());
    assert!(card_with("/lastReview", json!("2090-01-01T00:00:00Z")).contains("lies ahead (2090"));
    for (key, value) in [
        ("/due", json!("2090-01-01T00:00:00Z")),
        ("/due", json!("1969-01-01T00:00:00Z")),
        ("/memory/stability", json!(0.0)),
        ("/memory/stability", json!(-1.0)),
        ("/memory/stability", json!(1e300)),
        ("/memory/difficulty", json!(99.0)),
    ] {
        assert!(card_with(key, value.clone()).contains("make no sense"), "{key} {value}");
    }
    for part in ["mastery", "reviews"] {
        for id in ["", "s100", "../x", "S100 ", "X-", "X-\u{1b}[2J"] {
            let said = refused(&|b| {
                let node = b["progress"][part]["nodes"]["S100"].clone();
                b["progress"][part]["nodes"][id] = node;
            });
            assert!(said.contains("is no node"), "{part} {id:?}: {said}");
        }
    }
    let ahead = json!("2090-01-01T00:00:00Z");
    assert!(refused(&|b| b["progress"]["mastery"]["nodes"]["S100"]["history"][0]["at"] = ahead.clone()).contains("lies ahead"));
    assert!(refused(&|b| b["customTopics"]["rust"]["topics"][0]["addedAt"] = ahead.clone()).contains("lies ahead"));
    let event = json!({"tag": "t", "node": "no node", "sessionId": "s", "attemptIndex": 1, "at": "1970-01-02T00:00:00Z"});
    assert!(refused(&|b| b["progress"]["misconceptions"] = json!({"events": [event]})).contains("is no node"));
    let unmade = "a topic that etude cannot have made";
    assert!(refused(&|b| b["customTopics"]["rust"]["topics"][0]["title"] = json!("")).contains(unmade));
    assert!(refused(&|b| b["customTopics"]["rust"]["topics"][0]["title"] = json!("...")).contains(unmade));
    let twice = |b: &mut Value| {
        let first = b["customTopics"]["rust"]["topics"][0].clone();
        b["customTopics"]["rust"]["topics"].as_array_mut().unwrap().push(first);
    };
    assert!(refused(&twice).contains(unmade));
    let many: Vec<Value> =
        (0..=custom::MAX_TOPICS).map(|n| json!({"id": format!("X-{n}"), "title": "t", "addedAt": "1970-01-02T00:00:00Z"})).collect();
    assert!(refused(&|b| b["customTopics"]["rust"]["topics"] = json!(many)).contains("more topics"));
    for name in ["a-new-kind", "../../etc", "past-sessions"] {
        assert!(refused(&|b| b["progress"][name] = json!({})).contains("does not know"), "{name}");
    }
    assert!(refused(&|b| (0..99).for_each(|n| b["progress"][format!("part-{n}")] = json!({}))).contains("does not know"), "however many");
    assert!(refused(&|b| b["customTopics"]["cobol"] = json!({})).contains("does not know"));
}

#[test]
fn what_was_taken_back_does_not_come_back_with_an_older_file() {
    let ((_a, mine), (_b, other)) = (store(), store());
    passed(&mine, "S100", 2, 3);
    let (mut mastery, _): (Mastery, _) = mine.read_progress(MASTERY_FILE).unwrap();
    let mut schedule = Schedule::default();
    schedule.adopt(&mastery);
    mine.write_progress(&mine.lock().unwrap(), REVIEWS_FILE, &schedule).unwrap();
    let event = json!({"events": [{"tag": "t", "node": "S100", "sessionId": "s3", "attemptIndex": 1, "at": "1970-01-04T00:00:00Z"}]});
    mine.write_progress(&mine.lock().unwrap(), MISCONCEPTIONS_FILE, &event).unwrap();
    let before = exported(&mine);
    imported(&other, &before);
    mastery.undo_session("S100", "s3", 1, at(5)).unwrap();
    schedule.forget_session("S100", "s3", 0);
    mine.write_progress(&mine.lock().unwrap(), MASTERY_FILE, &mastery).unwrap();
    mine.write_progress(&mine.lock().unwrap(), REVIEWS_FILE, &schedule).unwrap();
    mine.write_progress(&mine.lock().unwrap(), MISCONCEPTIONS_FILE, &Misconceptions::default()).unwrap();
    let after = exported(&mine);
    assert_eq!(imported(&mine, &before), Brought::default());
    assert_eq!(exported(&mine), after);
    let brought = imported(&other, &after);
    assert_eq!(brought.levels, [LevelChange { node: "S100".into(), from: 2, to: 0 }], "a report made elsewhere holds here too");
    assert_eq!(exported(&other), after);
}

#[test]
fn topics_of_two_machines_keep_to_the_one_limit() {
    let ((_a, one), (_b, two)) = (store(), store());
    for n in 0..60 {
        topic(&one, "rust", &format!("one {n}"));
        topic(&two, "rust", &format!("two {n}"));
    }
    let brought = imported(&one, &exported(&two));
    assert_eq!((brought.topics.len(), brought.topics_left_out), (40, 20));
    assert_eq!(custom::read(&one, "rust").unwrap().0.topics.len(), custom::MAX_TOPICS);
}

#[test]
fn what_does_not_fit_leaves_everything_as_it_was() {
    let (dir, store) = store();
    passed(&store, "S100", 1, 3);
    let before = exported(&store);
    let mut bundle = parse(before.as_bytes(), at(100)).unwrap();
    bundle.progress.insert(REVIEWS_FILE.into(), json!({"nodes": {}}));
    bundle.custom_topics.insert(
        "rust".into(),
        serde_json::from_value(json!({"topics": [{"id": "X-a", "title": "a", "addedAt": "1970-01-02T00:00:00Z"}]})).unwrap(),
    );
    bundle.progress.insert(MASTERY_FILE.into(), json!({"nodes": {"S100": {"level": 2, "history": "none"}}}));
    let refused = apply(&store, &store.lock().unwrap(), &bundle);
    assert!(matches!(refused, Err(ImportError::Refused(NotABundle::Damaged(_)))));
    assert_eq!(exported(&store), before);
    assert!(!dir.path().join(".state/custom_topics/rust.json").exists());
}
