//! Where a reply may put its files: each is refused at the start, or is part of an exercise that can be passed. Never anything between.

use crate::replies::Replies;
use crate::story::Story;

const STUB: &str = "pub fn fare() -> u32 {\n    todo!(\"ex-1\")\n}\n";
const SOLVED: &str = "pub fn fare() -> u32 {\n    7\n}\n";

fn test_calling(call: &str) -> String {
    format!("#[test]\nfn test_fare_is_seven() {{\n    assert_eq!({call}, 7);\n}}\n")
}

/// Starts an exercise with one stub and one test in these places; where that works, solving the stub must pass.
fn works_or_is_refused(source: &str, test: &str, call: &str) {
    let tests = test_calling(call);
    let replies = Replies::rust().sections("starter-expand", &[(source, STUB)]).sections("test-expand", &[(test, &tests)]);
    let story = Story::new();
    story.replay(&replies).start_replay(&replies);
    if story.seen().exit == Some(0) {
        story.write(&format!("src/{source}"), SOLVED).replay(&replies.only_review(1, "PASS", 90)).attempt().exits(0);
    } else {
        story.exits(1);
        assert!(["POLICY_VIOLATION", "PROOF_FAILED"].contains(&story.error()["reason"].as_str().expect("a reason")), "{}", story.error());
    }
}

#[test]
fn a_test_file_in_a_folder_runs_or_is_refused() {
    works_or_is_refused("lib.rs", "prices/fare.rs", "exercise::fare()");
}

#[test]
fn a_source_file_in_a_folder_is_compiled_or_is_refused() {
    works_or_is_refused("prices/fare.rs", "fare.rs", "exercise::prices::fare::fare()");
}

#[test]
fn a_test_file_whose_name_is_no_module_name_runs_or_is_refused() {
    for name in ["night-train.rs", "2nd.rs", "match.rs", "a.b.rs"] {
        works_or_is_refused("lib.rs", name, "exercise::fare()");
    }
}

#[test]
fn a_source_file_whose_name_is_no_module_name_is_compiled_or_is_refused() {
    works_or_is_refused("night-train.rs", "fare.rs", "exercise::night_train::fare()");
}

#[test]
fn a_file_where_another_path_needs_a_folder_is_a_clean_failure() {
    let starter = [("lib.rs", STUB), ("deep.rs", "pub fn a() {}\n"), ("deep.rs/more.rs", "pub fn b() {}\n")];
    let replies = Replies::rust().sections("starter-expand", &starter);
    let story = Story::new();
    story.replay(&replies).start_replay(&replies).exits(1);
    assert!(story.error()["reason"].is_string() && story.sessions().is_empty());
    assert_eq!(std::fs::read_dir(story.home().join("workspaces")).map_or(0, Iterator::count), 0, "nothing is left behind");
}

#[test]
fn a_path_may_begin_with_its_own_folder() {
    let tests = test_calling("exercise::fare()");
    let replies = Replies::rust().sections("starter-expand", &[("src/lib.rs", STUB)]).sections("test-expand", &[("tests/fare.rs", &tests)]);
    let story = Story::begun_with(&replies);
    assert_eq!((story.read("src/lib.rs").as_str(), story.read("tests/fare.rs").as_str()), (STUB, tests.as_str()));
}
