//! What a learner sees, as snapshots in `snapshots/`. A change there is a change of the product: look at it with a learner's eyes, at 80 columns.
//! To take over what is seen now: `INSTA_UPDATE=always cargo test --test it screens`.

use crate::replies::Replies;
use crate::story::Story;

/// Compares a screen with its snapshot, then looks at its width.
macro_rules! shows {
    ($name:expr, $screen:expr) => {{
        let screen = $screen;
        insta::assert_snapshot!($name, &screen);
        $crate::screens::fits_80_columns(&screen);
    }};
}

pub(crate) use shows;

pub fn fits_80_columns(screen: &str) {
    for line in screen.lines() {
        // Paths and quoted lines (code, a test's own words) are as long as they are, and the line for machines is one line.
        let exempt = line.contains("[home]") || line.contains("[root]") || line.starts_with("    ") || line.starts_with("{\"error\"");
        assert!(exempt || line.chars().count() <= 80, "wider than 80 columns: {line}\n{screen}");
    }
}

/// A screen without the compiler's own words, which differ from version to version.
fn without_compiler(screen: &str) -> String {
    let (mut out, mut quoting) = (Vec::new(), false);
    for line in screen.lines() {
        quoting &= line.is_empty() || line.starts_with("  ");
        if !quoting {
            out.push(line);
        }
        if line.starts_with("First problem") {
            quoting = true;
            out.extend(["  [the compiler's words]", ""]);
        }
    }
    out.join("\n")
}

#[test]
fn first_use() {
    let story = Story::new();
    story.run(&[]);
    shows!("first_use", story.screen());
    story.etude("status");
    shows!("status_before_anything", story.screen());
    story.etude("list");
    shows!("list_before_anything", story.screen());
}

#[test]
fn start_rust() {
    let story = Story::begun("rust", "S100");
    shows!("start_rust", story.screen());
    story.etude("show");
    shows!("show_rust", story.screen());
    story.run(&[]);
    shows!("etude_alone_after_start", story.screen());
}

#[test]
fn start_c() {
    let story = Story::begun("c", "C200");
    shows!("start_c", story.screen());
    story.etude("show");
    shows!("show_c", story.screen());
}

#[test]
fn attempts_rust() {
    let story = Story::begun("rust", "S100");
    story.attempt();
    shows!("attempt_rust_not_started", story.screen());
    story.go_wrong("missing-mut").attempt();
    shows!("attempt_rust_does_not_compile", without_compiler(&story.screen()));
    story.go_wrong("last-day-left-out").attempt();
    shows!("attempt_rust_tests_fail", story.screen());
    story.etude("review");
    shows!("review_rust_not_yet", story.screen());
    story.etude("status");
    shows!("status_rust_tests_fail", story.screen());
    story.solve().attempt();
    shows!("attempt_rust_passes", story.screen());
    story.etude("status");
    shows!("status_rust_passed", story.screen());
    story.etude("end");
    shows!("end_rust", story.screen());
    story.etude("list");
    shows!("list_after_end", story.screen());
    story.etude("resume");
    shows!("resume_rust", story.screen());
}

#[test]
fn attempts_c() {
    let story = Story::begun("c", "C200");
    story.attempt();
    shows!("attempt_c_not_started", story.screen());
    story.edit("src/seats.c", "    ETUDE_TODO(\"ex-1\");", "    return end - beginning;").attempt();
    shows!("attempt_c_does_not_compile", without_compiler(&story.screen()));
    story.go_wrong("row-end-ignored").attempt();
    shows!("attempt_c_tests_fail", story.screen());
    story.solve().attempt();
    shows!("attempt_c_passes", story.screen());
}

#[test]
fn a_first_unit_written() {
    let story = Story::begun("rust", "S100");
    story.edit("src/lib.rs", "todo!(\"ex-1\")", "BOX_GRAMS + contents_grams + padding_sheets * SHEET_GRAMS").attempt();
    shows!("attempt_rust_first_unit_written", story.screen());
    story.hint();
    shows!("hint_rust_after_first_unit", story.screen());
}

#[test]
fn hints() {
    let story = Story::begun("rust", "S100");
    for level in 1..=3 {
        story.hint();
        shows!(format!("hint_rust_{level}"), story.screen());
    }
    story.hint();
    shows!("hint_rust_again", story.screen());
}

#[test]
fn tampering_and_reset() {
    let story = Story::begun("rust", "S100");
    story.solve().edit("tests/closing_time.rs", "use", "// mine\nuse").attempt();
    shows!("attempt_rust_tampered", story.screen());
    story.etude("reset");
    shows!("reset", story.screen());
    story.etude("reset");
    shows!("reset_nothing_to_do", story.screen());
    story.etude("reset --undo");
    shows!("reset_undo", story.screen());
}

#[test]
fn giving_up() {
    let story = Story::begun("rust", "S100");
    story.reveal();
    shows!("reveal_not_yet", story.screen());
    story.go_wrong("overflow-ignored").attempt();
    shows!("attempt_rust_overflow", story.screen());
    story.reveal();
    let seen = story.screen();
    // The solution itself is the pack's; what stands around it is the screen.
    let around: Vec<&str> = seen.lines().filter(|l| !l.starts_with("    ") && !l.is_empty()).collect();
    shows!("reveal_giving_up", around.join("\n"));
}

#[test]
fn errors() {
    let story = Story::new();
    story.attempt();
    shows!("error_no_session", story.screen());
    story.etude("start");
    shows!("error_missing_flag", story.screen());
    story.etude("start --language cobol");
    shows!("error_unknown_language", story.screen());
    story.etude("start --language rust --node X1");
    shows!("error_unknown_node", story.screen());
    story.etude("start --language rust --node S100 --provider oracle");
    shows!("error_unknown_provider", story.screen());
    story.etude("start --language rust --node S100 --depth D3");
    shows!("error_depth_of_the_bank", story.screen());
    story.etude("frobnicate");
    shows!("error_unknown_command", story.screen());
}

#[test]
fn failures_of_a_provider() {
    let replies = Replies::rust();
    let broken = replies.clone().fail("lesson-expand", 2, "stream disconnected before completion");
    let story = Story::new();
    story.replay(&broken).start_replay(&broken);
    shows!("error_start_call_failed", story.screen());
    let escaping = replies.clone().spoil("starter-expand", 1, |r| r["file_path"] = serde_json::json!("../x.rs"));
    story.replay(&escaping).start_replay(&escaping);
    shows!("error_start_rule_broken", story.screen());

    story.replay(&replies).start_replay(&replies).write("src/lib.rs", replies.tiny().solution.1);
    story.replay(&replies.emptied().with_failure("reviewer", "connection refused")).attempt();
    shows!("attempt_without_review", story.screen());
    story.replay(&replies.only_review(1, "FAIL", 55)).etude("review");
    shows!("review_provisional", story.screen());
}

#[test]
fn doctor_has_a_line_per_area() {
    let story = Story::new();
    // Whether this machine has them is not a matter of screens.
    let absent = "[codex]\nprogram = \"/no/such/codex\"\n[claude]\nprogram = \"/no/such/claude\"\n";
    std::fs::write(story.home().join("config.toml"), absent).expect("settings");
    let checks = story.json("doctor")["data"]["checks"].clone();
    let checks = checks.as_array().expect("checks").clone();
    let shape: Vec<String> =
        checks.iter().map(|c| format!("{}: {}", c["area"].as_str().unwrap_or(""), c["state"].as_str().unwrap_or(""))).collect();
    shows!("doctor_shape", shape.join("\n"));
    story.env("PATH", story.root().join("bin").display().to_string()).run(&[]);
    shows!("first_use_without_tools", story.screen());
    story.etude("doctor").exits(1);
    shows!("doctor_without_tools", story.screen());
}

#[test]
fn help() {
    let story = Story::new();
    story.etude("--help");
    shows!("help", story.screen());
    story.etude("start --help");
    shows!("help_start", story.screen());
}
