//! The proof of packs: those of `tests/fixtures/packs` hold as they are, a new one is talked through, and the record of the bank is looked at again where it should
//! be. What is broken on purpose is in `broken_rust` and `broken_c`.

use std::fs;

use serde_json::Value;

use crate::story::{Story, copy, project};

/// What `bank check` says about one pack of the fixtures with these edits.
pub fn checked(language: &str, node: &str, edits: &[(&str, &str, &str)]) -> Value {
    let story = Story::new();
    let bank = story.root().join("desk/bank");
    let pack = bank.join(language).join(node);
    copy(&project().join("tests/fixtures/packs").join(language).join(node), &pack);
    for (file, from, to) in edits {
        let text = fs::read_to_string(pack.join(file)).expect("a file of the pack");
        assert!(text.contains(from), "{file} does not hold {from}");
        fs::write(pack.join(file), text.replacen(from, to, 1)).expect("the edit");
    }
    proven(&story, "bank")["data"].clone()
}

/// The last line of `bank check`, which takes its time on a busy machine.
fn proven(story: &Story, bank: &str) -> Value {
    let limit = std::time::Duration::from_secs(900);
    let json = story.spawn(&["bank", "check", "--bank", bank, "--json"]).wait_within(limit);
    let last = json.stdout.lines().last().unwrap_or_default();
    serde_json::from_str(last).unwrap_or_else(|e| panic!("{e}: {last} {}", json.stderr))
}

/// The names of the rules that do not hold, with all they say.
pub fn failing(data: &Value) -> Vec<(String, String)> {
    let checks = data["packs"][0]["checks"].as_array().expect("checks");
    let failed = checks.iter().filter(|c| c["ok"] == false);
    failed.map(|c| (c["rule"].as_str().expect("a rule").to_owned(), format!("{} {}", c["of"], c["findings"]))).collect()
}

/// Plain functions, and in each language one in another style: methods, generics, errors and threads; structs, callbacks, files and processes.
#[test]
fn what_is_whole_is_proven_whatever_its_style_and_says_so_in_a_line() {
    let story = Story::new();
    let packs = project().join("tests/fixtures/packs");
    let limit = std::time::Duration::from_secs(900);
    let seen = story.spawn(&["bank", "check", "--bank", packs.to_str().expect("a path")]).wait_within(limit);
    assert_eq!(seen.exit, Some(0), "{}{}", seen.stdout, seen.stderr);
    let parts =
        ["proven: 4 tests, 2 stubs, ", "mutants rejected, 1 alternative accepted", "ok    worked_example_teaches        2 of 2", "3 of 3"];
    for part in parts {
        assert!(seen.stdout.contains(part), "{part} is not in {}", seen.stdout);
    }
    assert_eq!(seen.stdout.matches("\n  proven: ").count(), 5, "{}", seen.stdout);
    for line in seen.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn a_new_pack_loads_and_is_talked_through_rule_by_rule() {
    for (node, language) in [("S103", "rust"), ("C202", "c")] {
        let story = Story::new();
        story.run(&["bank", "new", node]).exits(0).says("bank check --bank bank --node");
        story.run(&["bank", "new", node]).exits(2).complains("is already there");
        let data = story.json(&format!("bank check --bank bank --node {node}"))["data"].clone();
        let pack = &data["packs"][0];
        assert_eq!((pack["language"].as_str(), pack["proven"].as_bool()), (Some(language), Some(false)), "{pack}");
        let failed = failing(&data);
        assert!(failed.iter().any(|(rule, _)| rule == "reference_passes"), "{failed:?}");
        assert!(!failed.iter().any(|(rule, _)| rule == "pack_matches_files" || rule == "starter_compiles"), "{failed:?}");
        let first = failed.first().map(|(rule, _)| rule.as_str());
        assert_eq!(pack["next"]["rule"].as_str(), first);
        assert!(pack["next"]["step"].as_str().is_some_and(|step| step.ends_with('.')), "{pack}");
    }
}

#[test]
fn a_pack_that_cannot_be_read_does_not_keep_the_others_from_being_proven() {
    let story = Story::new();
    let bank = story.root().join("desk/bank/rust");
    fs::create_dir_all(bank.join("S101")).expect("a folder");
    fs::write(bank.join("S101/pack.toml"), "format = 2\n").expect("half a pack");
    let data = story.json("bank check --bank bank")["data"].clone();
    assert_eq!(failing(&data)[0].0, "pack_matches_files");
    story.etude("bank check --bank bank").exits(1).says("FAILS pack_matches_files").says("Next");
}

#[test]
fn the_record_of_the_bank_is_that_of_its_bytes() {
    use etude::pack::Bank;
    use etude::proof::record;
    let packs = Bank::Embedded.list();
    for (language, node) in &packs {
        let why = "run `etude bank check --record assets/bank/proven.json` and build again";
        assert!(record::lookup(language, node).is_some(), "the record of {language} {node} is missing or stale: {why}");
    }
    assert_eq!(record::shipped().packs.len(), packs.len(), "the record has packs that are gone");
}

/// A compiler that calls itself otherwise than the one the bank was proven with, and does this before it compiles.
fn with_other_compiler(story: &Story, does: &str) {
    let bin = story.root().join("other");
    fs::create_dir_all(&bin).expect("a folder");
    let real = std::env::var("PATH").unwrap_or_default();
    let real = std::env::split_paths(&real).map(|dir| dir.join("cc")).find(|cc| cc.is_file()).expect("a C compiler");
    let script = format!("#!/bin/sh\n[ \"$1\" = --version ] && echo 'cc (Other) 99.1' && exit 0\n{does}\nexec {} \"$@\"\n", real.display());
    fs::write(bin.join("cc"), script).expect("a compiler");
    fs::set_permissions(bin.join("cc"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("a program");
    let path = std::env::var("PATH").unwrap_or_default();
    story.env("PATH", format!("{}:{path}", bin.display())).env("ETUDE_BACKGROUND", "1");
}

/// What the second etude kept, once it has.
fn kept(story: &Story) -> Value {
    let file = story.home().join(".state/proofs/c-C200.json");
    for _ in 0..1200 {
        if let Ok(text) = fs::read_to_string(&file) {
            return serde_json::from_str(&text).expect("what was kept");
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("nothing was kept of the second look")
}

#[test]
fn with_another_compiler_starter_and_reference_are_looked_at_again_in_the_background() {
    let story = Story::new();
    with_other_compiler(&story, "");
    story.run(&["start", "--language", "c", "--node", "C200", "--anyway"]).exits(0).says("proven: ");
    let found = kept(&story);
    assert_eq!((found["broken"].as_str(), found["toolchain"][0].as_str()), (None, Some("cc (Other) 99.1")), "{found}");
    story.etude("status").exits(0).does_not_say("another compiler");
}

#[test]
fn what_does_not_hold_with_another_compiler_is_told_by_the_next_command() {
    let story = Story::new();
    // It warns about everything that it compiles.
    with_other_compiler(&story, "case \"$*\" in *src/seats.c*) echo 'src/seats.c:1:1: warning: new here [-Wother]' >&2 ;; esac");
    story.run(&["start", "--language", "c", "--node", "C200", "--anyway"]).exits(0);
    let found = kept(&story);
    assert!(found["broken"].as_str().is_some_and(|b| b.contains("new here")), "{found}");
    story.etude("status").exits(0);
    let seen = story.seen();
    let all = format!("{}{}", seen.stdout, seen.stderr);
    assert!(all.contains("The fault is not yours"), "{all}");
}
