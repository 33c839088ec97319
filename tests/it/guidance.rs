//! Where a screen leads: next steps that work where the learner stands, and words that are true and can be read.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::story::{Story, project};

#[test]
fn a_start_in_another_workspace_leads_to_the_new_one() {
    let story = Story::begun("rust", "S100");
    let first = story.workspace();
    story.from(first.join("src")).start("c", "C200").exits(0);
    let second = story.workspace();
    assert_eq!(story.next_command(), format!("cd {} && etude attempt", second.display()));
    story.follow_next().exits(3).says("Running make test");
    let next = story.json("start --language c --node C200")["next"].clone();
    assert_eq!(next, format!("cd {} && etude attempt", story.workspace().display()));
    story.etude("resume S100").exits(0);
    assert_eq!(story.next_command(), "etude attempt", "this is where it is");
    story.from(story.root().join("desk")).start("c", "C200").exits(0);
    assert_eq!(story.next_command(), "etude attempt");
}

#[test]
fn resuming_what_was_removed_says_so_and_leads_to_reset() {
    let story = Story::begun("rust", "S100");
    fs::remove_dir_all(story.workspace()).expect("removed");
    story.etude("resume").exits(0).says("That folder is gone").does_not_say("cd ");
    assert_eq!(story.next_command(), "etude reset");
    let gone = story.workspace();
    let first = story.session()["id"].clone();
    story.start("c", "C200").exits(0).from(story.workspace()).etude(&format!("resume {}", first.as_str().expect("an id"))).exits(0);
    story.follow_next().exits(0).says("src/lib.rs");
    assert!(gone.join("src/lib.rs").is_file());
}

#[test]
fn what_is_said_of_a_lost_workspace_is_true() {
    let story = Story::begun("rust", "S100");
    fs::remove_dir_all(story.workspace()).expect("removed");
    story.attempt().exits(1).complains("is not among what etude kept").does_not_say("--undo");
    story.follow_next().exits(0);
    story.solve().attempt().exits(0).etude("end").exits(0).etude("clean --yes --finished").exits(0);
    story.etude("resume").exits(0).attempt().exits(1).complains("`reset --undo` then brings back what is kept of yours: src/lib.rs");
    story.follow_next().exits(0).etude("reset --undo").exits(0);
    let solution = fs::read_to_string(project().join("assets/bank/rust/S100/solution/lib.rs")).expect("a solution");
    assert_eq!(story.read("src/lib.rs"), solution);
}

#[test]
fn a_dry_run_leads_to_the_start_that_it_showed() {
    let story = Story::new();
    story.etude("start --language rust --node S100 --provider bank --depth D1 --dry-run").exits(0);
    assert_eq!(story.next_command(), "etude start --language rust --node S100 --depth D1 --provider bank");
    story.follow_next().exits(0);
}

#[test]
fn every_mistake_has_a_next_step() {
    let story = Story::new();
    fs::write(story.root().join("desk/x.json"), "{}").expect("a file");
    for command in ["start --language rust --track nothing", "start --depth D9", "start --language rust --node S100 --depth D3"] {
        story.etude(command).exits(2);
        story.next_command();
    }
    story.etude("import x.json").exits(1).complains("Nothing was changed here");
    story.follow_next().exits(0);
    story.etude("lesson").exits(1);
}

#[test]
fn the_words_for_machines_stay_out_of_a_persons_screen() {
    let story = Story::new();
    story.attempt().exits(1).complains("{\"error\"");
    story.types("attempt", &[]).says("There is no exercise in progress").does_not_say("{\"error\"");
    story.types("attempt --json", &[]).says("{\"error\"");
}

#[test]
fn stubs_that_nobody_wrote_yet_have_not_failed() {
    for (language, node, file, mark, code) in [
        ("rust", "S100", "src/lib.rs", "todo!(\"ex-1\")", "contents_grams"),
        ("c", "C200", "src/seats.c", "ETUDE_TODO(\"ex-1\");", "return begin - end;"),
    ] {
        let story = Story::begun(language, node);
        story.edit(file, mark, code).attempt().exits(3).says("… FAILED").says("… not written yet");
        let failed = story.seen().stdout.lines().filter(|l| l.ends_with("… FAILED")).count();
        let unwritten = story.seen().stdout.lines().filter(|l| l.ends_with("… not written yet")).count();
        assert!(failed <= 3 && unwritten >= 6, "{}", story.seen().stdout);
    }
}

#[test]
fn a_warning_in_code_that_fails_is_shown_and_after_a_pass_all_are() {
    let story = Story::begun("rust", "S100");
    story.edit("src/lib.rs", "todo!(\"ex-1\")", "let unused_grams = padding_sheets; contents_grams").attempt().exits(3);
    story
        .says("The compiler warns of something in a function that fails (ex-1)")
        .says("src/lib.rs:")
        .says("unused variable: `unused_grams`");
    let line = |story: &Story| story.json("attempt")["data"]["warningLines"][0]["what"].as_str().unwrap_or_default().to_owned();
    assert!(line(&story).contains("`unused_grams`"));
    story.solve();
    let text = story.read("src/lib.rs");
    story.write("src/lib.rs", &format!("{text}\nfn not_needed() {{}}\n")).attempt().exits(0);
    story.says("The compiler has one warning").says("function `not_needed` is never used");
}

#[test]
fn a_lesson_fits_the_screen() {
    let story = Story::begun("rust", "S100");
    story.etude("lesson").exits(0);
    let mut fenced = false;
    for line in story.seen().stdout.lines() {
        fenced ^= line.starts_with("```");
        assert!(fenced || line.starts_with('|') || line.chars().count() <= 80, "{line}");
    }
}

/// A compiler without the sanitizers of these kinds, first on the PATH.
fn without_sanitizers(story: &Story, kinds: &str) {
    let folder = story.root().join("tools");
    fs::create_dir_all(&folder).expect("a folder");
    let script = format!("#!/bin/sh\ncase \"$*\" in *-fsanitize={kinds}*) exit 1;; esac\nexec /usr/bin/cc \"$@\"\n");
    fs::write(folder.join("cc"), script).expect("a compiler");
    fs::set_permissions(folder.join("cc"), fs::Permissions::from_mode(0o755)).expect("it can be run");
    let path = std::env::var("PATH").unwrap_or_default();
    story.env("PATH", format!("{}:{}:{path}", folder.display(), story.root().join("bin").display()));
}

fn sanitizers(story: &Story) -> String {
    let checks = story.json("doctor")["data"]["checks"].clone();
    let all: Vec<Value> = checks.as_array().expect("checks").clone();
    let line = all.iter().find(|c| c["what"].as_str().is_some_and(|w| w.starts_with("sanitizers: "))).expect("a line").clone();
    format!("{} {}", line["state"].as_str().unwrap_or_default(), line["what"].as_str().unwrap_or_default())
}

#[test]
fn missing_sanitizers_are_told() {
    let story = Story::begun("c", "C200");
    assert_eq!(sanitizers(&story), "works sanitizers: address and undefined");
    story.solve().attempt().exits(0).does_not_say("sanitizer");
    without_sanitizers(&story, "address");
    assert_eq!(sanitizers(&story), "note sanitizers: only undefined, so some mistakes stay unseen");
    story.start("c", "C200").exits(0).solve().attempt().exits(0).says("Note: Built without the address sanitizer");
    without_sanitizers(&story, "");
    assert_eq!(sanitizers(&story), "note sanitizers: none works, so mistakes with memory stay unseen");
}
