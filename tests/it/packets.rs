//! What a stage is told: packets are built from the state of the moment, and hold what the last runs showed.

use etude::mastery::{MASTERY_FILE, MISCONCEPTIONS_FILE, Mastery, MisconceptionEvent, Misconceptions};
use etude::pipeline;
use etude::session::{Depth, Session};
use etude::stage::Role;
use etude::stage::packet::Packet;
use serde_json::Value;

use crate::recorded::{Bench, Recorder};
use crate::replies::Replies;
use crate::story::Story;
use crate::tiny;

/// A story whose tiny exercise was attempted with a mistake in `ex-2`, and what a coach and a reviewer are told after it.
fn after_a_failure(replies: &Replies) -> Story {
    let story = Story::begun_with(replies);
    let (path, text) = replies.tiny().half;
    story.write(path, text).replay(&replies.only_review(1, "FAIL", 60)).attempt().exits(3);
    story
}

fn loaded(story: &Story) -> (Bench<'static>, Session) {
    let bench = Bench::in_home(story.home());
    let id = story.session()["id"].as_str().expect("an id").to_owned();
    let session = bench.store.load(&id).expect("the session loads");
    (bench, session)
}

fn told_to_the_coach(story: &Story, question: Option<&str>, reply: Value) -> Packet {
    let (bench, session) = loaded(story);
    let coach = Recorder::new(move |_| Ok(reply.clone()));
    bench.work(|work| pipeline::hint(work, Ok(Box::new(&coach)), &session, question)).expect("a hint");
    coach.packets().remove(0)
}

fn told_to_the_reviewer(story: &Story, reply: Value) -> Packet {
    let (bench, session) = loaded(story);
    let reviewer = Recorder::new(move |_| Ok(reply.clone()));
    bench.work(|work| pipeline::review(work, &reviewer, &session)).expect("a review");
    reviewer.packets().remove(0)
}

#[test]
fn the_coach_is_told_what_the_last_failing_run_showed() {
    for replies in [Replies::rust(), Replies::c()] {
        let story = after_a_failure(&replies);
        let packet = told_to_the_coach(&story, Some("Why is it less?"), replies.hint(1, 1, "Look at the sign."));
        assert_eq!((packet.role, packet.schema_version.as_str()), (Role::Coach, "context_packet_v1"));
        let latest = packet.evidence_context.latest.expect("the latest run");
        let failing: Vec<&str> = latest.failing().map(|t| t.name.as_str()).collect();
        assert_eq!(failing, [replies.tiny().test_names[2]]);
        assert!(latest.failing().all(|t| !t.message.is_empty()), "with the test's own words");
        assert!(
            latest.source.iter().any(|f| f.path == replies.tiny().half.0 && f.content == replies.tiny().half.1),
            "and the learner's code"
        );
        assert!(!latest.output_excerpt.is_empty(), "and the run's output");
        assert_eq!(packet.attempt_context.target_unit.as_deref(), Some("ex-2"));
        assert_eq!((packet.attempt_context.attempt_index, packet.attempt_context.hint_level), (1, 1));
        assert_eq!(packet.attempt_context.question.as_deref(), Some("Why is it less?"));
        assert!(!packet.policy_context.allow_reveal && packet.policy_context.max_attempts_before_reveal == 4);
    }
}

#[test]
fn the_reviewer_is_told_what_the_run_showed() {
    let replies = Replies::rust();
    let story = after_a_failure(&replies);
    let packet = told_to_the_reviewer(&story, replies.review(1, "FAIL", 60));
    let latest = packet.evidence_context.latest.expect("the run");
    assert_eq!((latest.command.as_str(), latest.passed_count(), latest.tests.len()), ("cargo test", 2, 3));
    assert!(latest.output_excerpt.contains("test_with_fee_adds_the_fee"), "{}", latest.output_excerpt);
    assert_eq!(packet.output_contract.exercise_id.as_deref(), Some("tiny-rust"));
    assert_eq!(packet.output_contract.schema, "review_report_v1");
}

#[test]
fn coach_and_reviewer_are_told_the_compilers_words_of_the_latest_run() {
    let replies = Replies::rust();
    let story = after_a_failure(&replies);
    story.edit("src/lib.rs", "cents - FEE_CENTS", "cents + missing").replay(&replies.only_review(2, "FAIL", 0)).attempt().exits(3);
    let coach = told_to_the_coach(&story, None, replies.hint(2, 1, "Is there such a name?"));
    let reviewer = told_to_the_reviewer(&story, replies.review(2, "FAIL", 0));
    for packet in [coach, reviewer] {
        let latest = packet.evidence_context.latest.expect("the run");
        let error = latest.first_error().expect("an error");
        assert_eq!((error.code.as_deref(), error.unit.as_deref()), (Some("E0425"), Some("ex-2")));
        assert_eq!(packet.attempt_context.attempt_index, 2);
    }
}

#[test]
fn the_last_failing_run_is_told_where_the_latest_one_passes() {
    let replies = Replies::rust();
    let story = after_a_failure(&replies);
    story.write("src/lib.rs", replies.tiny().solution.1).replay(&replies.only_review(2, "PASS", 90)).attempt().exits(0);
    let packet = told_to_the_reviewer(&story, replies.review(2, "PASS", 90));
    assert!(packet.evidence_context.latest.expect("the latest").passed());
    let failing = packet.evidence_context.last_failing.expect("the one before");
    assert_eq!(failing.passed_count(), 2);
}

#[test]
fn before_the_first_attempt_the_coach_is_told_of_no_run() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let packet = told_to_the_coach(&story, None, replies.hint(0, 1, "Begin with the first."));
    assert!(packet.evidence_context.latest.is_none() && packet.evidence_context.last_failing.is_none());
    assert_eq!(packet.attempt_context.target_unit.as_deref(), Some("ex-1"));
}

/// A mix-up met on a node, some time ago.
fn met(tag: &str, node: &str, attempt_index: u32) -> MisconceptionEvent {
    MisconceptionEvent {
        tag: tag.to_owned(),
        node: node.to_owned(),
        session_id: format!("session-{node}"),
        attempt_index,
        at: jiff::Timestamp::UNIX_EPOCH,
        unit: None,
        evidence: None,
    }
}

#[test]
fn the_scaffold_is_told_the_mastery_and_the_mix_ups_of_the_node() {
    let bench = Bench::new();
    let mut mastery = Mastery::default();
    mastery.nodes.entry("S100".to_owned()).or_default().level = 2;
    let mut confused = Misconceptions::default();
    for (tag, node, at) in [("missing-mut", "S100", 1), ("missing-mut", "S100", 2), ("stray-semicolon", "S100", 3)] {
        confused.record(met(tag, node, at));
    }
    // Far more often, but on a node of another language.
    (1..=9).for_each(|at| confused.record(met("end-included", "C200", at)));
    bench.store.ensure_writable().expect("a home");
    let lock = bench.store.lock().expect("the lock");
    bench.store.write_progress(&lock, MASTERY_FILE, &mastery).expect("written");
    bench.store.write_progress(&lock, MISCONCEPTIONS_FILE, &confused).expect("written");
    drop(lock);

    let provider = Recorder::of(&tiny::RUST);
    let started = bench.start(&provider, &tiny::RUST, Depth::D2).expect("made");
    let packet = &provider.packets()[0];
    assert_eq!(packet.role, Role::Scaffold);
    assert_eq!(packet.learner_profile.mastery, 2);
    assert_eq!(packet.curriculum_context.node_id, "S100");
    assert_eq!(packet.curriculum_context.depth_target, Depth::D2);
    assert_eq!(packet.curriculum_context.language, "rust");
    assert_eq!(started.session.mastery_state.level_at_start, 2);
    let tags: Vec<(&str, u32)> = packet.misconception_context.top_tags.iter().map(|t| (t.tag.as_str(), t.count)).collect();
    assert_eq!(tags[..2.min(tags.len())], [("missing-mut", 2), ("stray-semicolon", 1)], "the top tags are those of the selected node");
}

#[test]
fn a_packet_that_lacks_something_is_not_sent() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let (bench, mut session) = loaded(&story);
    session.exercise_id.clear();
    let coach = Recorder::new(|_| panic!("no call is made"));
    let error = bench.work(|work| pipeline::hint(work, Ok(Box::new(&coach)), &session, None)).expect_err("refused");
    assert_eq!(error.reason(), "INVALID_CONTEXT");
    assert!(coach.packets().is_empty());
}

/// Bytes of a prompt beside the learner's source and the evidence.
fn told_beside_the_evidence(packet: &Packet) -> usize {
    let bare = Packet { evidence_context: Default::default(), ..packet.clone() };
    etude::stage::prompt::render(&bare, None).expect("instructions").len()
}

fn sections(packet: &Packet) -> String {
    packet.prior_loop_sections.iter().flat_map(|p| &p.sections).map(|s| s.content.as_str()).collect()
}

#[test]
fn coach_and_reviewer_are_told_of_the_unit_the_learner_is_at() {
    for replies in [Replies::rust(), Replies::c()] {
        let story = after_a_failure(&replies);
        let coach = told_to_the_coach(&story, None, replies.hint(1, 1, "Look at the sign."));
        let reviewer = told_to_the_reviewer(&story, replies.review(1, "FAIL", 60));
        let [_, _, own_test] = replies.tiny().test_names;
        let (own, other) = if replies.language() == "rust" { ("with_fee", "ticket_cents") } else { ("seats_left", "row_of") };
        for packet in [coach, reviewer] {
            let told = sections(&packet);
            assert!(told.contains(&format!("{own}(")) && told.contains(own_test), "{told}");
            assert!(told.contains(replies.tiny().lesson[1].1) && !told.contains(replies.tiny().lesson[0].1), "{told}");
            assert!(!told.contains(&format!("{other}(")), "nothing of the other unit: {told}");
            assert!(told_beside_the_evidence(&packet) <= 16 * 1024);
        }
    }
}

#[test]
fn a_green_run_is_reviewed_with_all_tests_and_no_lesson() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    story.write("src/lib.rs", replies.tiny().solution.1).replay(&replies.only_review(1, "PASS", 90)).attempt().exits(0);
    let packet = told_to_the_reviewer(&story, replies.review(1, "PASS", 90));
    let [tests] = packet.prior_loop_sections.as_slice() else { panic!("the tests alone") };
    assert_eq!((tests.loop_kind.as_str(), tests.tests.len()), ("test", 3));
}

#[test]
fn a_prompt_about_a_long_exercise_is_short_and_the_learners_source_is_whole() {
    let long = |text: &str| format!("{text}\n\n{}", "A sentence that explains it once more, with \"quotes\".\n".repeat(280));
    let lesson = [long("`6 * 7` is 42. Now `ticket_cents`."), long("`{ 40 + 2 }` is 42. Now `with_fee`.")];
    let replies = Replies::rust().sections("lesson-expand", &[("Operators", &lesson[0]), ("Values", &lesson[1])]);
    let story = Story::begun_with(&replies);
    let source = format!("{}\n// {}\n", replies.tiny().half.1, "what I think about it ".repeat(900));
    let noisy = source.replace("cents - FEE_CENTS", "println!(\"{}\", \"noise \".repeat(3000)); cents - FEE_CENTS");
    story.write("src/lib.rs", &noisy).replay(&replies.only_review(1, "FAIL", 60)).attempt().exits(3);
    let question = "Why? ".repeat(300);
    let packet = told_to_the_coach(&story, Some(&question), replies.hint(1, 1, "Look at the sign."));
    assert!(told_beside_the_evidence(&packet) <= 16 * 1024, "{}", told_beside_the_evidence(&packet));
    assert!(sections(&packet).contains("`{ 40 + 2 }` is 42.") && sections(&packet).contains("assert_eq!(with_fee(750), 849);"));
    let latest = packet.evidence_context.latest.expect("the run");
    assert_eq!(latest.source[0].content, noisy, "never cut to fit");
    assert!(latest.output_excerpt.len() <= 4 * 1024 + 3, "{}", latest.output_excerpt.len());
}

#[test]
fn a_warning_of_a_function_that_is_not_written_is_not_told() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let starter = story.read("src/lib.rs");
    let source = starter.replace("todo!(\"ex-1\")", "let unused = 1;\n    passengers + TICKET_CENTS");
    story.write("src/lib.rs", &source).replay(&replies.only_review(1, "FAIL", 30)).attempt().exits(3);
    let stored = story.session()["attemptState"]["history"][0]["evidence"]["diagnostics"].to_string();
    assert!(stored.contains("`cents`"), "the compiler warns of the argument of `with_fee`: {stored}");
    let packet = told_to_the_coach(&story, None, replies.hint(1, 1, "Which operator?"));
    let told: Vec<String> = packet.evidence_context.latest.expect("the run").diagnostics.into_iter().map(|d| d.message).collect();
    assert!(told.iter().any(|m| m.contains("`unused`")) && !told.iter().any(|m| m.contains("`cents`")), "{told:?}");
}
