//! The sandbox as a learner meets it: what is said when a layer is missing, what `required` and `off` do, and that nothing honest is in its way. What it holds
//! against is in `tests/hostile`.

use std::fs;

use crate::story::Story;

const WITHOUT: &str = "ETUDE_SANDBOX_WITHOUT";

fn set(story: &Story, settings: &str) {
    fs::write(story.home().join("config.toml"), settings).expect("settings");
}

#[test]
fn the_first_attempt_names_a_missing_layer_in_one_line_and_later_ones_do_not() {
    let story = Story::begun("c", "C200");
    story.env(WITHOUT, "landlock").solve().attempt().exits(0).says("Note: The sandbox works without Landlock here. `doctor` says more.");
    story.attempt().exits(0).does_not_say("sandbox");
    story.etude("doctor").says("the sandbox works without Landlock here").says("Landlock: switched off");
}

#[test]
fn a_whole_sandbox_is_not_mentioned() {
    let story = Story::begun("c", "C200");
    story.solve().attempt().exits(0).does_not_say("sandbox");
}

#[test]
fn required_runs_nothing_without_all_layers_and_records_no_attempt() {
    let story = Story::begun("c", "C200");
    set(&story, "sandbox = \"required\"\n");
    story
        .env(WITHOUT, "seccomp")
        .solve()
        .attempt()
        .exits(1)
        .complains("was not run: the sandbox works without seccomp here")
        .complains("doctor");
    assert_eq!(story.session()["attemptState"]["attemptIndex"], 0);
    assert!(!story.workspace().join("build/tests").exists(), "something was built");
    story.env(WITHOUT, "").attempt().exits(0);
}

#[test]
fn off_is_said_once() {
    let story = Story::begun("c", "C200");
    set(&story, "sandbox = \"off\"\n");
    story.solve().attempt().exits(0).says("The sandbox is switched off in config.toml");
    story.etude("doctor").says("switched off in config.toml");
}

#[test]
fn a_manifest_lock_that_is_gone_is_put_back() {
    let story = Story::begun("rust", "S100");
    fs::remove_file(story.workspace().join("Cargo.lock")).expect("it was there");
    story.solve().attempt().exits(0);
    assert!(story.workspace().join("Cargo.lock").exists());
}

#[test]
fn a_link_in_the_place_of_the_build_folder_is_refused_with_a_way_out() {
    let story = Story::begun("c", "C200");
    let elsewhere = story.root().join("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    let build = story.workspace().join("build");
    let _ = fs::remove_dir_all(&build);
    std::os::unix::fs::symlink(&elsewhere, &build).expect("a link");
    story.solve().attempt().exits(1).complains("has to be a folder, and not a link; remove it and try again");
    assert_eq!(fs::read_dir(&elsewhere).expect("the folder").count(), 0);
}

#[test]
fn a_workspace_behind_a_link_works() {
    let story = Story::begun("c", "C200");
    story.solve();
    let (home, moved) = (story.home().to_path_buf(), story.root().join("moved"));
    fs::rename(&home, &moved).expect("moved");
    std::os::unix::fs::symlink(&moved, &home).expect("a link");
    story.attempt().exits(0);
}
