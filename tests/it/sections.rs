//! Sections become files: merging, replacing, and schemas of single sections.

use serde_json::{Value, json};

use crate::replies::{self, Replies};
use crate::story::Story;
use crate::tiny;

#[test]
fn sections_of_one_source_file_are_merged_in_order() {
    let story = Story::begun_with(&Replies::rust());
    let source = story.read("src/lib.rs");
    let (first, second) = (source.find("pub fn ticket_cents"), source.find("pub fn with_fee"));
    assert!(first.is_some() && first < second, "{source}");
    assert!(source.contains("TICKET_CENTS: u32 = 250") && source.contains("FEE_CENTS: u32 = 99"));
}

#[test]
fn a_repeated_use_stands_once_and_the_file_compiles() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    assert_eq!(story.read("src/lib.rs").matches("use std::fmt::Debug;").count(), 1);
    assert_eq!(story.read("tests/night_train.rs").matches("use exercise::*;").count(), 1);
    // Both sections named the import; with it twice nothing would compile.
    story.replay(&replies.only_review(1, "FAIL", 0)).attempt().exits(3).says("not started yet");
}

#[test]
fn repeated_includes_of_a_c_file_stand_once() {
    let story = Story::begun_with(&Replies::c());
    let source = story.read("src/hall.c");
    assert_eq!(source.matches("#include \"hall.h\"").count(), 1, "{source}");
    assert!(source.find("int row_of") < source.find("int seats_left"));
    assert!(story.read("src/hall.h").starts_with("#ifndef HALL_H"), "one section alone is untouched");
}

#[test]
fn a_section_with_the_same_id_replaces_the_earlier_one_in_its_place() {
    let stub = |name: &str, unit: u8| format!("pub fn {name}() -> u32 {{\n    todo!(\"ex-{unit}\")\n}}\n");
    let (old, second, new) = (stub("old_name", 1), stub("later", 2), stub("first", 1));
    let replies = Replies::rust().sections("starter-expand", &[("lib.rs", &old), ("lib.rs", &second), ("lib.rs", &new)]).spoil(
        "starter-expand",
        3,
        |r| r["section_id"] = json!("source-1"),
    );
    let story = Story::begun_with(&replies);
    let source = story.read("src/lib.rs");
    assert!(!source.contains("old_name"), "{source}");
    assert!(source.find("fn first") < source.find("fn later"), "{source}");
}

#[test]
fn a_lesson_section_with_the_same_id_replaces_the_earlier_one() {
    let replies = Replies::rust().sections("lesson-expand", &[("Draft", "Rough."), ("Next", "Then."), ("Better", "Polished.")]).spoil(
        "lesson-expand",
        3,
        |r| r["section_id"] = json!("concept-1"),
    );
    let story = Story::begun_with(&replies);
    assert_eq!(story.read("LESSON.md"), "# Variables, types and mutability\n\n## 1. Better\n\nPolished.\n\n## 2. Next\n\nThen.\n");
}

#[test]
fn a_unit_names_its_lesson_sections_by_the_numbers_in_lesson_md() {
    let replies = Replies::rust()
        .sections(
            "lesson-expand",
            &[("Draft", "About `ticket_cents`."), ("Fees", "About `with_fee`."), ("Tickets", "About `ticket_cents`.")],
        )
        .spoil("lesson-expand", 3, |r| r["section_id"] = json!("concept-1"));
    let story = Story::begun_with(&replies);
    let units = story.json("show")["data"]["units"].clone();
    let lessons: Vec<&Value> = (0..2).map(|at| &units[at]["lesson"]).collect();
    assert_eq!(lessons, [&json!(["1. Tickets"]), &json!(["2. Fees"])], "{}", story.read("LESSON.md"));
}

#[test]
fn lesson_sections_become_lesson_md_in_order() {
    let story = Story::begun_with(&Replies::rust());
    let [(first, one), (second, two)] = tiny::RUST.lesson else { panic!("two sections") };
    let expected = format!("# Variables, types and mutability\n\n## 1. {first}\n\n{one}\n\n## 2. {second}\n\n{two}\n");
    assert_eq!(story.read("LESSON.md"), expected);
    story.etude("lesson").exits(0).says(one).says(two);
    story.etude("lesson 2").exits(0).says(two).does_not_say(one);
}

#[test]
fn each_source_file_named_lands_in_src_and_is_part_of_the_crate() {
    let fare = "pub const CENTS: u32 = 250;\n\npub fn fare() -> u32 {\n    todo!(\"ex-1\")\n}\n";
    let fee = "pub fn fee() -> u32 {\n    todo!(\"ex-2\")\n}\n";
    let replies = Replies::rust().sections("starter-expand", &[("fare.rs", fare), ("fee.rs", fee)]).sections(
        "test-expand",
        &[("money.rs", "#[test]\nfn test_fare_is_250() {\n    assert_eq!(exercise::fare::fare(), exercise::fare::CENTS);\n}\n")],
    );
    let story = Story::begun_with(&replies);
    assert_eq!(story.read("src/fare.rs"), fare);
    assert_eq!(story.read("src/fee.rs"), fee);
    assert!(story.read("src/lib.rs").contains("pub mod fare;\npub mod fee;"), "etude writes the mod lines");
    story.write("src/fare.rs", &fare.replace("todo!(\"ex-1\")", "CENTS"));
    story.replay(&replies.only_review(1, "PASS", 90)).attempt().exits(0).says("all 1 tests pass");
}

#[test]
fn test_sections_land_in_tests_and_reach_the_starter() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let tests = story.read("tests/night_train.rs");
    for name in tiny::RUST.test_names {
        assert_eq!(tests.matches(&format!("fn {name}()")).count(), 1, "{name}");
    }
    assert!(story.read("tests/etude_tests.rs").contains("mod night_train;"), "etude names the file as a module");
    let data = story.json("show");
    let named: Vec<&Value> =
        data["data"]["units"].as_array().expect("units").iter().flat_map(|u| u["tests"].as_array().expect("tests")).collect();
    assert_eq!(named, tiny::RUST.test_names);
}

/// What `dev validate` says of one reply.
fn validated(reply: &Value) -> Value {
    let story = Story::new();
    std::fs::write(story.root().join("desk/reply.json"), reply.to_string()).expect("a file");
    let answer = story.json("dev validate reply.json");
    answer["data"]["files"][0].clone()
}

#[test]
fn a_valid_lesson_section_fits_its_schema_and_one_that_lacks_a_field_does_not() {
    let valid = replies::section("lesson-expand", 1, "A title", "Text about `ticket_cents`.", true);
    assert_eq!(validated(&valid)["accepted"], true);
    for field in ["section_id", "section_title", "type", "content", "is_complete"] {
        let mut lacking = valid.clone();
        lacking.as_object_mut().expect("an object").remove(field);
        let line = validated(&lacking);
        assert_eq!((&line["accepted"], &line["reason"]), (&json!(false), &json!("SCHEMA_VALIDATION_FAILED")), "without {field}");
        assert!(line["detail"].as_str().is_some_and(|d| d.contains(field)), "{line}");
    }
}

#[test]
fn an_empty_file_path_of_a_code_section_is_refused() {
    for role in ["starter-expand", "test-expand"] {
        let line = validated(&replies::section(role, 1, "", "pub fn x() {}", true));
        assert_eq!(line["reason"], "SCHEMA_VALIDATION_FAILED", "{role}: {line}");
    }
}

#[test]
fn every_recorded_reply_is_judged_as_its_fixture_expects() {
    let story = Story::new();
    let folder = crate::story::project().join("tests/fixtures/replies");
    let answer = story.json(&format!("dev validate {}", folder.display()));
    let odd: Vec<&Value> = answer["data"]["files"].as_array().expect("files").iter().filter(|f| f["as_expected"] != true).collect();
    assert!(odd.is_empty(), "{odd:#?}");
    assert_eq!(answer["exit"], 0);
    for schema in ["scaffold_v1", "starter_section_v1", "test_section_v1", "lesson_section_v1", "hint_pack_v1", "review_report_v1"] {
        let tally = &answer["data"]["by_schema"][schema];
        assert!(tally["accepted"].as_u64() > Some(2) && tally["rejected"].as_u64() > Some(10), "{schema}: {tally}");
    }
    // Every rule that a reply can break by itself; a leak is decided by running.
    for rule in [
        "no_early_reveal",
        "respect_attempt_threshold",
        "valid_hint_level",
        "pass_score_consistency",
        "fail_score_consistency",
        "pass_needs_passing_tests",
        "reply_names_this_exercise",
        "safe_path",
        "section_too_large",
    ] {
        assert!(answer["data"]["by_rule"][rule].as_u64() > Some(0), "{rule} is never met");
    }
}
