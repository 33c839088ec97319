//! What an author does with packs: convert old ones, hand a starter to a blind solver, try a body, play a pack that is not built in.

use std::fs;
use std::path::{Path, PathBuf};

use etude::pack::Bank;

use crate::story::{Story, copy, project};

/// A copy of one fixture as the bank of a story.
fn bank_of(story: &Story, language: &str, node: &str) -> PathBuf {
    let pack = story.root().join("desk/bank").join(language).join(node);
    copy(&project().join("tests/fixtures/packs").join(language).join(node), &pack);
    pack
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn a_bank_of_format_1_is_named_and_converted_to_the_items_that_differ() {
    let story = Story::new();
    let pack = bank_of(&story, "rust", "S100");
    let fixtures = Bank::Folder(project().join("tests/fixtures/packs"));
    let new = fixtures.load("rust", "S100").expect("the fixture");
    // The same pack as it was written before: every version a folder of whole files.
    for (folder, versions) in [("alternatives", &new.alternatives), ("wrong", &new.wrong)] {
        for (name, files) in versions {
            fs::remove_file(pack.join(folder).join(format!("{name}.rs"))).expect("items");
            fs::create_dir(pack.join(folder).join(name)).expect("a folder");
            fs::write(pack.join(folder).join(name).join("lib.rs"), &files[0].content).expect("a whole file");
        }
    }
    let toml = text(&pack.join("pack.toml"));
    fs::write(pack.join("pack.toml"), toml.replace("format = 2", "format = 1")).expect("pack.toml");

    story.etude("bank check --bank bank").exits(1).says("is in format 1").says("etude bank convert");
    story.etude("start --bank bank --node S100").exits(1).complains("is in format 1").follow_next();
    story.exits(0).says("now in format 2; 2 other solutions keep only what differs");
    for (folder, name) in [("alternatives", "by-match"), ("wrong", "fee-per-passenger")] {
        let (own, path) = (pack.join(folder), format!("rust/S100/{folder}/{name}.rs"));
        assert!(!own.join(name).exists(), "the folder of whole files is gone");
        assert_eq!(text(&own.join(format!("{name}.rs"))), text(&project().join("tests/fixtures/packs").join(path)));
    }
    assert_eq!(text(&pack.join("pack.toml")), toml);
    story.etude("bank convert bank/rust/S100").exits(0).says("is in format 2 already");
    story.etude("bank convert nowhere").exits(1).complains("nowhere is not a bank");
}

#[test]
fn what_items_cannot_say_keeps_its_whole_files() {
    let story = Story::new();
    let pack = bank_of(&story, "rust", "S100");
    let toml = text(&pack.join("pack.toml"));
    fs::write(pack.join("pack.toml"), toml.replace("format = 2", "format = 1")).expect("pack.toml");
    let broken = text(&pack.join("solution/lib.rs")).replacen('}', "", 1);
    fs::create_dir(pack.join("alternatives/no-brace")).expect("a folder");
    fs::write(pack.join("alternatives/no-brace/lib.rs"), &broken).expect("a file");
    story.etude("bank convert bank").exits(0);
    assert_eq!(text(&pack.join("alternatives/no-brace/lib.rs")), broken);
}

#[test]
fn a_body_is_tried_as_a_learners() {
    let story = Story::new();
    let body = "pub fn storage_cents(days: u32) -> u32 {\n    let mut total = HANDLING_CENTS;\n    for day in 1..days {\n        total += day * DAY_STEP_CENTS;\n    }\n    total\n}\n";
    let file = story.root().join("desk/body.rs");
    fs::write(&file, body).expect("a body");
    story.etude("bank try S100 body.rs").exits(0).says("fails test_storage_cents").says("last-day-left-out");
    story.says("Hint 1 would begin: `test_storage_cents");
    let data = story.json("bank try s100 body.rs")["data"].clone();
    assert_eq!((&data["passes"], &data["tag"]["tag"]), (&false.into(), &"last-day-left-out".into()), "{data}");
    assert_eq!(data["failing"][0]["unit"], "ex-2", "{data}");

    fs::write(&file, body.replace("1..days", "1..=days")).expect("a body");
    story.etude("bank try S100 body.rs").exits(0).says("Every test passes").does_not_say("Hint 1");
    fs::write(&file, body.replace("let mut", "let")).expect("a body");
    story.etude("bank try S100 body.rs").exits(0).says("does not compile").says("E0384").says("missing-mut");
    fs::write(&file, "pub fn storage_cents(").expect("half a body");
    story.etude("bank try S100 body.rs").exits(1).complains("does not come apart into items");
    story.etude("bank try S100 none.rs").exits(2).complains("cannot be read");
}

#[test]
fn the_starter_goes_out_alone_and_its_functions_come_back() {
    let story = Story::new();
    let pack = bank_of(&story, "c", "C205");
    fs::remove_dir_all(pack.join("blind")).expect("as it was before anybody wrote one");
    story.etude("bank blind C205 --bank bank away").exits(0).says("and nothing else").says("--take away");
    let away = story.root().join("desk/away");
    let mut files: Vec<String> =
        fs::read_dir(&away).expect("a folder").flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    files.sort();
    assert_eq!(files, ["etude.h", "host.c", "line.c", "line.h"]);
    story.etude("bank blind C205 --bank bank away").exits(2).complains("is already there");

    let take = ["bank", "blind", "C205", "--bank", "bank", "--take", "away", "--by", "a friend, from the starter alone"];
    story.run(&take).exits(1).complains("not written");
    assert!(!pack.join("blind").exists(), "what is not complete is not taken");
    fs::copy(pack.join("solution/line.c"), away.join("line.c")).expect("somebody wrote it");
    story.run(&take).exits(0).says("written from the starter alone");
    let loaded = Bank::Folder(story.root().join("desk/bank")).load("c", "C205").expect("it loads");
    let blind = loaded.blind.expect("a blind solution");
    assert_eq!(blind.by, "a friend, from the starter alone");
    let language = etude::language::by_name("c").expect("c");
    assert!(blind.outdated(language, &loaded.starter).is_empty() && !blind.written_for.is_empty());
    story.run(&["bank", "blind", "C205", "--take", "away"]).exits(2);
}

#[test]
fn a_pack_is_played_before_it_is_built_in_and_stays_with_its_session() {
    let story = Story::new();
    let pack = bank_of(&story, "rust", "S100");
    let solution = text(&pack.join("solution/lib.rs"));
    story.etude("start --bank bank --node S100").exits(0).says("A night train sells tickets").does_not_say("proven");
    fs::remove_dir_all(story.root().join("desk/bank")).expect("the bank is gone");
    story.hint().exits(0).does_not_say("parcel");
    story.write("src/lib.rs", &solution).attempt().exits(0);
    story.etude("start --bank bank --node S100").exits(1).complains("bank has no exercise for S100");
    story.etude("start --bank bank").exits(2).complains("--node");
}
