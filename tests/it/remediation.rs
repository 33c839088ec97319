//! A learner who keeps making the same mistake: told so with the count, pointed at something smaller, given more to hold on to, and left in peace
//! once it stops.

use etude::pipeline;
use etude::session::Depth;
use etude::stage::Role;
use serde_json::{Value, json};

use crate::recorded::{Bench, Recorder};
use crate::replies::Replies;
use crate::story::{Story, project};
use crate::tiny;

fn advice(story: &Story) -> Value {
    story.json("review")["data"]["advice"].clone()
}

fn events(story: &Story) -> Vec<Value> {
    story.progress("misconceptions")["events"].as_array().cloned().unwrap_or_default()
}

fn starter_of(file: &str) -> String {
    std::fs::read_to_string(project().join("assets/bank").join(file)).expect("a file of the bank")
}

/// A learner who made the same mistake four times, and begins again.
fn begun_again(language: &str, node: &str, tag: &str) -> Story {
    let story = Story::new();
    story.run(&["start", "--language", language, "--node", node, "--anyway"]).exits(0).go_wrong(tag);
    for _ in 0..4 {
        story.vary().attempt().exits(3);
    }
    // The offered command works, also where the node was begun before its turn.
    let offered = advice(&story)["freshStart"].as_str().expect("a command").to_owned();
    story.etude(&offered).exits(0);
    story
}

/// The lines that the starter has more than the pack's own, which all stand where they stood.
fn added(now: &str, was: &str) -> Vec<String> {
    let mut old = was.lines().peekable();
    let added = now.lines().filter(|line| old.next_if_eq(line).is_none()).map(str::to_owned).collect();
    assert_eq!(old.next(), None, "every line of the pack's starter is there, in its order");
    added
}

#[test]
fn the_starter_of_a_repeat_has_small_steps_and_is_the_starter() {
    for (language, node, tag, file, stub) in [
        ("rust", "S100", "missing-mut", "lib.rs", "storage_cents"),
        ("c", "C200", "end-included", "seats.c", "count_booking"),
        ("c", "C201", "calls-instead-of-passing", "gauge.c", "count_above"),
    ] {
        let story = begun_again(language, node, tag);
        let path = format!("src/{file}");
        let (was, now) = (starter_of(&format!("{language}/{node}/starter/{file}")), story.read(&path));
        let more = added(&now, &was);
        // Lines are broken to their width.
        let text = more.join(" ").replace(" * ", " ").replace("// ", " ");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in [
            "was seen 4 times lately",
            "[ ] Read LESSON.md, section",
            "[ ] Find these steps in its example",
            "[ ] Run only its tests before you go on:",
        ] {
            assert!(text.contains(words), "{node} has no {words:?}:\n{text}");
        }
        assert!(more.iter().all(|l| l.is_empty() || ["//", "/*", " *"].iter().any(|m| l.starts_with(m))), "comments only:\n{text}");
        let (steps, code) = (now.find("In small steps").expect("the steps"), now.rfind(&format!("{stub}(")).expect("the stub"));
        assert!(steps < code, "{now}");
        // It is what was handed out: not an edit, and what `reset` brings back. The lines of the stubs are those of this file.
        story.attempt().exits(3).says("not started yet");
        story.write(&path, "// nothing left\n").etude(&format!("reset {path}")).exits(0);
        assert_eq!(story.read(&path), now);
        let units = story.json("show")["data"]["units"].clone();
        let stubs = units.as_array().expect("units").iter().flat_map(|u| u["stubs"].as_array().expect("stubs").clone());
        for stub in stubs.filter(|s| s["file"] == path) {
            let line = stub["line"].as_u64().expect("a line") as usize;
            let here: String = now.lines().skip(line - 1).take(22).collect::<Vec<_>>().join("\n");
            assert!(here.contains(stub["name"].as_str().expect("a name")), "{stub}:\n{here}");
        }
        story.solve().attempt().exits(0);
    }
}

#[test]
fn a_unit_of_c_with_two_stubs_runs_alone_and_an_attempt_runs_all() {
    let story = Story::new();
    story.knows(&["C200"]).start("c", "C201").exits(0);
    story.go_wrong("void-pointer-for-value").attempt().exits(3).vary().attempt().exits(3);
    let told = advice(&story);
    assert_eq!((&told["unit"], told["stubs"].as_array().map(Vec::len)), (&json!("ex-3"), Some(2)), "{told}");
    let alone = told["runAlone"].as_str().expect("a command").to_owned();
    story.solve().from(story.workspace()).shell(&alone).exits(0).says("running some of").says("4 passed; 0 failed").says("left out");
    for test in told["tests"].as_array().expect("tests") {
        story.says(&format!("test {} ... ok", test.as_str().expect("a name")));
    }
    story.shell("make test ONLY=test_nothing_like_it").exits(2).complains("no test has a name that begins like this");
    // Neither a variable in the shell nor one in the learner's environment leaves a test out of an attempt.
    story.env("ONLY", "test_is_above").shell("make test").exits(0).does_not_say("left out").does_not_say("some of");
    story.env("MAKEFLAGS", "ONLY=test_is_above").attempt().exits(0).says("all 12 tests pass");
}

#[test]
fn with_a_model_there_is_a_fresh_start_too_and_it_is_told_of_the_repeat() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let (path, text) = replies.tiny().half;
    story.write(path, text);
    for index in 1..=4 {
        let mut review = replies.review(index, "FAIL", 60);
        review["dominant_tag"] = json!("missing-mut");
        story.vary().replay(&replies.emptied().with("reviewer", review)).attempt().exits(3);
    }
    let told = advice(&story);
    assert_eq!(told["freshStart"], "start --language rust --node S100 --provider replay");
    // Nothing but the model's own exercise: the bank is not asked, and the unit of the old exercise says nothing about the new one.
    story
        .replay(&replies)
        .etude("start --language rust --node S100 --depth D1 --provider replay")
        .exits(0)
        .says("README.md begins with it");
    let starter = story.read("src/lib.rs");
    let (steps, first) =
        (starter.find("// Before you begin: `missing-mut`").expect("the steps"), starter.find("/// ex-1").expect("the first stub"));
    assert!(steps < first, "{starter}");
    story.replay(&replies.only_review(1, "FAIL", 0)).attempt().exits(3).says("not started yet");

    let bench = Bench::in_home(story.home());
    let provider = Recorder::of(&tiny::RUST);
    bench.start(&provider, &tiny::RUST, Depth::D1).expect("made");
    for role in [Role::Scaffold, Role::StarterExpand, Role::LessonExpand] {
        let told = etude::stage::prompt::instructions("rust", role).expect("instructions");
        assert!(told.contains("`remediations`") || told.contains("misconception_context.remediations"), "{role:?} heeds it");
    }
    for packet in provider.packets() {
        let active = packet.misconception_context.remediations;
        assert_eq!((active[0].tag.as_str(), active[0].step.as_str(), active[0].seen), ("missing-mut", "repeat", 4), "{:?}", packet.role);
        assert!(active[0].true_instead.contains("let mut"), "{active:?}");
    }
}

#[test]
fn with_a_model_a_node_that_the_bank_lacks_is_offered_where_it_teaches_the_mistake() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let (path, text) = replies.tiny().half;
    story.write(path, text).knows(&["S100", "S101", "S102"]);
    for index in 1..=2 {
        let mut review = replies.review(index, "FAIL", 60);
        (review["dominant_tag"], review["node_id"]) = (json!("name-taken-for-pattern"), json!("A205"));
        story.edit_session(|s| s["nodeId"] = json!("A205"));
        let bench = Bench::in_home(story.home());
        let id = story.session()["id"].as_str().expect("an id").to_owned();
        let session = bench.store.load(&id).expect("it loads");
        let mut sealed = bench.work(|work| pipeline::sealed(work.store, &session)).expect("sealed");
        sealed.exercise.node_id = "A205".to_owned();
        bench.store.save_sealed(&id, &sealed.to_bytes().expect("bytes")).expect("saved");
        story.vary().replay(&replies.emptied().with("reviewer", review)).attempt().exits(3);
    }
    let by = advice(&story)["taughtBy"].clone();
    assert_eq!((&by["node"], &by["command"]), (&json!("S103"), &json!("start --language rust --node S103 --provider replay")), "{by}");
}

#[test]
fn rust_the_same_mistake_four_times() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("missing-mut").attempt().exits(3).does_not_say("Before the next try");
    assert_eq!(advice(&story), Value::Null);
    let event = &events(&story)[0];
    assert_eq!((&event["tag"], &event["node"], &event["attemptIndex"]), (&json!("missing-mut"), &json!("S100"), &json!(1)));
    assert!(event["evidence"].as_str().is_some_and(|e| e.starts_with("E0384 at src/lib.rs:")), "{event}");
    assert_eq!(event["unit"], "ex-2");

    // Running the same code again shows nothing new.
    story.attempt().exits(3).does_not_say("Before the next try");
    story
        .vary()
        .attempt()
        .exits(3)
        .says("missing-mut was seen 2 times in a row")
        .says("Read again: LESSON.md, section 3. A name that may change");
    story.says("Then only ex-2, `storage_cents`").says("test_storage_cents_rises_day_by_day").says("cargo test -- test_storage_cents");
    story.does_not_say("fresh workspace");
    let told = advice(&story);
    assert_eq!((&told["step"], &told["seen"], &told["freshStart"]), (&json!("bridge"), &json!(2), &Value::Null));
    story.etude("review").exits(0).says("missing-mut was seen 2 times");
    // What is offered works.
    let alone = told["runAlone"].as_str().expect("a command").to_owned();
    story.env("CARGO_NET_OFFLINE", "true").solve().from(story.workspace()).shell(&alone).exits(0).says("2 passed");
    story.from(story.root().join("desk"));

    story.go_wrong("missing-mut").vary().vary().attempt().exits(3).says("seen 3 times");
    story.vary().attempt().exits(3).says("seen 4 times");
    story.says("etude start --language rust --node S100");
    let told = advice(&story);
    assert_eq!((&told["step"], &told["freshStart"]), (&json!("repeat"), &json!("start --language rust --node S100")));
    // The ladder begins where it always does; what is true and where it stands comes beside the first step.
    story.hint().exits(0).says("Hint 1 for ex-2").says("missing-mut was seen 4 times");
    story.says("What is true instead: A binding keeps its value unless its `let` says `mut`").says("Read again: LESSON.md, section 3.");
    assert_eq!(story.session()["attemptState"]["hintLevelUsed"], 1);
    let old = story.workspace();

    // A fresh start has more to hold on to.
    story.shell(&format!("etude {}", told["freshStart"].as_str().expect("a command"))).exits(0).says("README.md begins with it");
    story.says("small steps stand above `storage_cents` in src/lib.rs");
    story.says("2. Read the beginning of README.md; then LESSON.md, section 3. A name that may change; then LESSON.md from section 1");
    assert_ne!(story.workspace(), old);
    assert!(story.read("LESSON.md").starts_with("# Variables, types and mutability\n\nBegin with **3. A name that may change**"));
    let readme = story.read("README.md");
    let (first, exercise) = (readme.find("## First, this").expect("it is there"), readme.find("## The exercise").expect("too"));
    assert!(readme[first..exercise].contains("Seen 4 times lately: `missing-mut`"), "{readme}");
    assert!(readme[first..exercise].contains("3. A name that may change"), "{readme}");
    story.etude("reset").exits(0).says("nothing to bring back");

    // It stops: nothing is said any more, and a later start is like any other.
    story.solve().attempt().exits(0).does_not_say("Before the next try");
    story.start("rust", "S100").exits(0).does_not_say("README.md begins");
    assert!(!story.read("README.md").contains("First, this") && !story.read("LESSON.md").contains("Begin with"));
    assert_eq!(story.read("src/lib.rs"), starter_of("rust/S100/starter/lib.rs"));
    assert_eq!(story.hint().json("hint")["data"]["advice"], Value::Null);
}

#[test]
fn c_the_same_mistake_in_two_sessions_and_then_no_more() {
    let story = Story::begun("c", "C200");
    story.go_wrong("end-included").attempt().exits(3).does_not_say("Before the next try");
    story.start("c", "C200").exits(0).go_wrong("end-included").attempt().exits(3);
    story.says("end-included was seen 2 times").says("Read again: LESSON.md, section 3. One past the last").says("Then only ex-");
    let told = advice(&story);
    let unit = told["unit"].as_str().expect("a unit").to_owned();
    assert!(told["tests"].as_array().is_some_and(|t| t.len() == 2), "{told}");
    assert!(
        events(&story)[1]["evidence"].as_str().is_some_and(|e| e.starts_with("test_") && e.contains("expected")),
        "{:?}",
        events(&story)
    );
    story.hint().exits(0).says(&format!("Hint 1 for {unit}")).says("end-included was seen 2 times");
    // Five attempts without it, and it is forgotten.
    story.go_wrong("row-end-ignored");
    for _ in 0..5 {
        story.vary().attempt().exits(3).does_not_say("end-included");
    }
    story.says("row-end-ignored was seen 5 times in a row");
    let stored = story.progress("misconceptions");
    assert_eq!((stored["events"].as_array().map(Vec::len), stored["attempts"].as_array().map(Vec::len)), (Some(7), Some(7)));
    story.solve().attempt().exits(0).does_not_say("Before the next try");
}

#[test]
fn a_mistake_of_an_earlier_node_leads_back_to_it() {
    let story = Story::begun("rust", "S100");
    story.go_wrong("missing-mut").attempt().exits(3).solve().attempt().exits(0);
    story.start("rust", "S101").exits(0).solve();
    story.edit("src/lib.rs", "let mut worst = 0;", "let worst = 0;").attempt().exits(3);
    story.says("missing-mut was seen 2 times in your last 3 attempts").says("S100 (Variables, types and mutability) teaches it");
    story.says("etude start --language rust --node S100").says("Then only ex-4, `worst_hour_litres`");
}

#[test]
fn unfinished_work_is_no_mistake() {
    let story = Story::begun("rust", "S100");
    for _ in 0..3 {
        story.attempt().exits(3).does_not_say("Before the next try");
    }
    assert_eq!((events(&story).len(), story.progress("misconceptions")), (0, Value::Null), "the starter says nothing about the learner");
}

#[test]
fn a_record_of_an_earlier_version_is_read_and_counts() {
    let story = Story::begun("c", "C200");
    story.go_wrong("pointer-for-value").attempt().exits(3);
    let file = story.home().join(".state/progress/misconceptions.json");
    let mut stored: Value = serde_json::from_slice(&std::fs::read(&file).expect("stored")).expect("JSON");
    let content = stored["content"].as_object_mut().expect("an object");
    content.remove("attempts");
    for event in content["events"].as_array_mut().expect("events") {
        let event = event.as_object_mut().expect("an event");
        event.remove("evidence");
        event.remove("unit");
    }
    std::fs::write(&file, stored.to_string()).expect("written");
    story.vary().attempt().exits(3).says("pointer-for-value was seen 2 times");
}
