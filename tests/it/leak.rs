//! Hints that give the solution away, found by running the code they show, and hints that help, which pass. The whole of `tests/fixtures/hints/` is judged by
//! `tests/tools/hints.sh`; here is a few of each level and node.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::endpoint::{Answer, Endpoint, calls_of};
use crate::openai::{learner_at, start};
use crate::replies::Replies;
use crate::story::{Story, project};
use crate::tiny;

/// The hints of a file, each as it is there.
fn corpus(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(project().join("tests/fixtures/hints").join(name)).expect("a file of hints");
    text.split("[[hint]]\n").skip(1).map(|hint| format!("[[hint]]\n{hint}")).collect()
}

/// Judges hints on the bank's exercises through the real program and answers those that were judged otherwise than expected.
fn unexpected(hints: &[String]) -> Vec<Value> {
    let story = Story::new();
    let file = story.root().join("hints.toml");
    std::fs::write(&file, hints.join("\n")).expect("a file of hints");
    story.run(&["dev", "validate", "--json", file.to_str().expect("a path")]);
    let files = story.envelope()["data"]["files"].as_array().expect("files").clone();
    assert_eq!(files.len(), hints.len());
    files.into_iter().filter(|f| f["as_expected"] != true).collect()
}

/// The value of a line of a hint.
fn field<'h>(hint: &'h str, name: &str) -> Option<&'h str> {
    hint.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))
}

/// The first hint of each node and level.
fn sample(hints: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    hints.filter(|h| seen.insert(["node", "level"].map(|name| field(h, name).map(str::to_owned)))).collect()
}

#[test]
fn there_are_many_hints_of_both_kinds_to_judge() {
    for (name, leaks) in [("leaking.toml", true), ("good.toml", false)] {
        let hints = corpus(name);
        assert!(hints.len() >= 280, "{name} has {}", hints.len());
        assert!(hints.iter().all(|h| h.contains(&format!("leaks = {leaks}\n"))));
        let ids: BTreeSet<&str> = hints.iter().filter_map(|h| field(h, "id")).collect();
        assert_eq!(ids.len(), hints.len(), "{name} has an id twice");
    }
    assert!(corpus("leaking.toml").iter().filter(|h| field(h, "by").is_some()).count() >= 20);
}

#[test]
fn hints_whose_code_solves_their_unit_are_refused() {
    let hints = sample(corpus("leaking.toml").into_iter().filter(|h| field(h, "by") == Some("\"guard\"")));
    assert!(hints.len() >= 14, "{}", hints.len());
    let wrong = unexpected(&hints);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn hints_that_help_are_accepted() {
    // Those with blocks of code: the others are not even run.
    let wrong = unexpected(&sample(corpus("good.toml").into_iter().filter(|h| h.contains("```"))));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_solution_without_its_name_is_refused_and_a_fragment_is_not() {
    for (replies, solution, fragment) in [
        (
            Replies::rust(),
            "Think of it as `passengers * TICKET_CENTS`.",
            "Which two numbers does `*` join, and is `TICKET_CENTS` one of them?",
        ),
        (Replies::c(), "```c\nint row(int s)\n{\n    return s / SEATS_PER_ROW;\n}\n```", "`17 / 8` is 2 in C. What is `SEATS_PER_ROW`?"),
    ] {
        let story = Story::begun_with(&replies);
        story.replay(&replies.only_hint(0, 1, solution)).hint().exits(1);
        assert_eq!(story.error()["rules"], json!(["hint_leaks_solution"]));
        assert_eq!(story.session()["attemptState"]["hintLevelUsed"], 0);
        story.replay(&replies.only_hint(0, 1, fragment)).hint().exits(0).says(fragment);
    }
}

#[test]
fn what_the_learner_wrote_may_be_quoted_and_what_does_not_pass_may_be_shown() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let own = "pub fn ticket_cents(passengers: u32) -> u32 {\n    passengers + TICKET_CENTS\n}";
    story.edit("src/lib.rs", "    todo!(\"ex-1\")", "    passengers + TICKET_CENTS");
    let quoted = format!("You wrote\n\n```rust\n{own}\n```\n\nWhat does it say for 3 passengers?");
    story.replay(&replies.only_hint(0, 1, &quoted)).hint().exits(0);
    let shown = "Would `fn ticket_cents(passengers: u32) -> u32 { passengers - TICKET_CENTS }` be any better? Why not?";
    story.replay(&replies.only_hint(0, 2, shown)).hint().exits(0);
    // At the top of the ladder a part may be shown, the whole may not.
    let whole = "```rust\nfn cents(p: u32) -> u32 { p * TICKET_CENTS }\n```";
    story.replay(&replies.only_hint(0, 3, whole)).hint().exits(1);
    assert_eq!(story.error()["rules"], json!(["hint_leaks_solution"]));
}

#[test]
fn a_leak_is_stated_to_the_model_once_and_then_etude_answers_itself() {
    let replies = Replies::none(&tiny::RUST);
    let leak = Answer::says(&replies.hint(0, 1, "Put `passengers * TICKET_CENTS` there.").to_string());
    let named = "```rust\npub fn ticket_cents(passengers: u32) -> u32 { passengers * TICKET_CENTS }\n```";
    let named = Answer::says(&replies.hint(0, 1, named).to_string());
    let made = calls_of(&tiny::RUST);
    let server = Endpoint::of(&tiny::RUST, [(made + 1, leak), (made + 2, named)]);
    let story = learner_at(&server.url(), "");
    start(&story, &tiny::RUST).exits(0);
    let workspace = story.workspace();
    let before = std::fs::read_dir(&workspace).expect("a workspace").count();
    story.hint().exits(0).says("`ticket_cents`").does_not_say("TICKET_CENTS");
    let calls = server.calls();
    assert_eq!(calls.len(), made + 2);
    let again = calls[made + 1].prompt();
    assert!(again.contains("hint_leaks_solution"), "{again}");
    assert!(again.contains("It is about this part of it:\n\n```json\n\"passengers * TICKET_CENTS\""), "its writer is told which: {again}");
    let audit = story.audit("rejections");
    assert_eq!(audit[1]["rules"], json!(["no_early_reveal", "respect_attempt_threshold", "hint_leaks_solution"]));
    assert_eq!(std::fs::read_dir(&workspace).expect("a workspace").count(), before, "nothing was built in the workspace");
    let left = std::fs::read_dir(story.root().join("tmp")).expect("a folder").count();
    assert_eq!(left, 0, "nothing is left of the scratch copy");
}

#[test]
fn a_review_that_shows_the_solution_is_refused() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let mut review = replies.review(1, "FAIL", 10);
    review["remediation"]["reason"] = json!("The line is `passengers * TICKET_CENTS`.");
    story.edit("src/lib.rs", "todo!(\"ex-2\")", "cents + FEE_CENTS");
    story.replay(&replies.emptied().with("reviewer", review)).attempt();
    assert_eq!(story.error()["rules"], json!(["hint_leaks_solution"]));
}
