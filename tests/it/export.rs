//! Progress as one file: out, in, and nothing lost on the way.

use std::fs;

use serde_json::{Value, json};

use crate::story::Story;

fn file(story: &Story) -> String {
    story.root().join("desk/progress.json").display().to_string()
}

fn passed() -> Story {
    let story = Story::begun("rust", "S100");
    story.go_wrong("missing-mut").attempt().exits(3).solve().attempt().exits(0);
    story.run(&["topic", "add", "Borrowing in trees", "--language", "rust"]).exits(0);
    story
}

#[test]
fn a_month_goes_to_another_machine_whole() {
    let old = passed();
    old.etude("export progress.json").exits(0).says("1 node, 1 own topic, 1 session").says("Your source code is not");
    let written = fs::read_to_string(file(&old)).expect("the file");
    assert!(!written.contains("fn ") && !written.contains("\"source\""), "no source leaves");
    let new = Story::new();
    new.run(&["import", &file(&old)]).exits(0).says("S100 level 0 to 1").says("1 new topic of your own").says("1 session from elsewhere");
    for name in ["mastery", "misconceptions", "reviews"] {
        assert_eq!(new.progress(name), old.progress(name), "{name}");
    }
    new.etude("topic list").exits(0).says("Borrowing in trees");
    new.run(&["import", &file(&old)]).exits(0).says("nothing changed");
    new.etude("export progress.json").exits(0);
    let again: Value = serde_json::from_str(&fs::read_to_string(file(&new)).expect("the file")).expect("JSON");
    let first: Value = serde_json::from_str(&written).expect("JSON");
    for part in ["progress", "customTopics", "sessions"] {
        assert_eq!(again[part], first[part], "{part} comes out as it went in");
    }
    new.start("rust", "S101").exits(0);
}

#[test]
fn two_records_are_united_and_the_higher_level_wins() {
    let (one, two) = (passed(), Story::begun("c", "C200"));
    two.solve().attempt().exits(0);
    one.etude("export progress.json").exits(0);
    two.run(&["import", &file(&one)]).exits(0);
    assert_eq!((two.mastery("S100"), two.mastery("C200")), (1, 2));
    two.etude("export progress.json").exits(0);
    let mut lower: Value = serde_json::from_str(&fs::read_to_string(file(&two)).expect("the file")).expect("JSON");
    lower["progress"]["mastery"]["nodes"]["C200"]["level"] = json!(1);
    fs::write(file(&two), lower.to_string()).expect("written");
    two.run(&["import", &file(&two)]).exits(0).says("nothing changed");
    assert_eq!(two.mastery("C200"), 2);
}

#[test]
fn foreign_and_newer_files_are_refused_and_touch_nothing() {
    let story = passed();
    let before = story.progress("mastery");
    let put = |text: &str| fs::write(file(&story), text).expect("written");
    for foreign in ["", "hello", "[1]", "{\"kind\": \"recipe\"}", "fn main() {}"] {
        put(foreign);
        story.etude("import progress.json").exits(1).complains("not progress that etude exported");
        assert_eq!(story.error()["reason"], "NOT_IMPORTED");
    }
    put("{\"kind\": \"etude progress\", \"version\": 7, \"progress\": 1}");
    story.etude("import progress.json").exits(1).complains("newer etude (format 7");
    put("{\"kind\": \"etude progress\", \"version\": 1, \"progress\": {\"../../x\": {}}}");
    story.etude("import progress.json").exits(1).complains("damaged");
    put(
        "{\"kind\": \"etude progress\", \"version\": 1, \"etude\": \"9\", \"exportedAt\": \"2026-01-01T00:00:00Z\", \"progress\": {\"../../x\": {}}}",
    );
    story.etude("import progress.json").exits(1).complains("does not know");
    let huge = fs::File::create(file(&story)).expect("a file");
    huge.set_len(64 * 1024 * 1024 + 1).expect("a large file");
    story.etude("import progress.json").exits(1).complains("larger than any progress");
    huge.set_len(64 * 1024 * 1024).expect("as large as it may be");
    story.etude("import progress.json").exits(1).complains("not progress that etude exported");
    story.etude("import nowhere.json").exits(1);
    story.etude("import /").exits(1).complains("not a file");
    assert_eq!(story.progress("mastery"), before);
}

#[test]
fn an_export_replaces_a_file_only_when_told_and_is_whole_or_not_there() {
    let story = passed();
    fs::write(file(&story), "mine").expect("written");
    story.etude("export progress.json").exits(2).complains("--yes");
    assert_eq!(fs::read_to_string(file(&story)).expect("still there"), "mine");
    story.etude("export progress.json --yes").exits(0);
    story.etude("export nowhere/progress.json").exits(1);
    assert_eq!(story.error()["reason"], "NOT_WRITTEN");
    story.etude("export / --yes").exits(1);
    let left: Vec<_> = fs::read_dir(story.root().join("desk")).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(left, ["progress.json"]);
}

#[test]
fn both_have_the_envelope() {
    let story = passed();
    assert_eq!(story.json("export progress.json")["data"]["nodes"], 1);
    assert_eq!(story.json("import progress.json")["data"]["files"], json!([]));
}

#[test]
fn a_report_holds_when_an_older_file_comes_in() {
    let story = passed();
    story.etude("export progress.json").exits(0).etude("report --yes").exits(0);
    assert_eq!(story.mastery("S100"), 0);
    story.etude("import progress.json").exits(0).says("nothing changed");
    assert_eq!(story.mastery("S100"), 0);
    assert_eq!(story.progress("reviews").pointer("/nodes/S100"), None);
    assert_eq!(story.progress("misconceptions")["events"], json!([]));
}

#[test]
fn two_imports_and_two_topics_at_once_lose_nothing() {
    let (one, two) = (passed(), Story::begun("c", "C200"));
    two.solve().attempt().exits(0).etude("export progress.json").exits(0);
    one.etude("export progress.json").exits(0);
    let new = Story::new();
    for _ in 0..4 {
        let running = [new.spawn(&["import", &file(&one)]), new.spawn(&["import", &file(&two)])];
        assert!(running.into_iter().all(|r| r.wait().exit == Some(0)));
        assert_eq!((new.mastery("S100"), new.mastery("C200")), (1, 2));
        fs::remove_dir_all(new.home().join(".state")).expect("from the beginning");
    }
    let titles: Vec<String> = (0..6).map(|n| format!("topic number {n}")).collect();
    let running: Vec<_> = titles.iter().map(|t| new.spawn(&["topic", "add", t, "--language", "rust"])).collect();
    assert!(running.into_iter().all(|r| r.wait().exit == Some(0)));
    assert_eq!(new.json("topic list")["data"]["topics"].as_array().map(Vec::len), Some(6));
}

#[test]
fn after_an_import_nobody_is_greeted_as_a_newcomer() {
    let old = passed();
    old.etude("export progress.json").exits(0);
    let new = Story::new();
    new.run(&["import", &file(&old)]).exits(0);
    new.run(&[]).exits(0).does_not_say("Welcome").says("No exercise in progress").says("S100 [#..]");
    new.follow_next().exits(0).says("S101").does_not_say("S100 Variables");
    new.follow_next().exits(0).says("S101:");
    new.etude("list").exits(0).says("From another machine, by `import`:").says("cannot be resumed");
    let list = new.json("list")["data"].clone();
    assert_eq!((&list["sessions"][0]["node"], &list["elsewhere"][0]["node"]), (&json!("S101"), &json!("S100")));
    assert_eq!(list["elsewhere"][0]["id"], old.session()["id"]);
    old.run(&["import", &file(&old)]).exits(0);
    assert_eq!(old.json("list")["data"]["elsewhere"], json!([]), "what is here is not from elsewhere");
}
