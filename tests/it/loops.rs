//! The three loops: their order, what each is told, and when each ends.

use etude::event::Event;
use etude::pipeline;
use etude::session::Depth;
use etude::stage::packet::Packet;
use etude::stage::{LoopKind, Role};
use serde_json::{Value, json};

use crate::live::Model;
use crate::proving::{Script, required};
use crate::recorded::{Bench, Recorder, tiny_answer};
use crate::replies::{self, Replies};
use crate::story::Story;
use crate::tiny;

fn started() -> Recorder {
    let (bench, provider) = (Bench::new(), Recorder::of(&tiny::RUST));
    bench.start(&provider, &tiny::RUST, Depth::D1).expect("the exercise is made");
    provider
}

#[test]
fn the_starter_loop_comes_first_and_has_the_scaffold() {
    let provider = started();
    let first = &provider.packets()[1];
    assert_eq!(first.role, Role::StarterExpand);
    let scaffold = first.scaffold_context.as_ref().expect("the scaffold is told");
    assert_eq!(scaffold.scaffold_id, "tiny-rust");
    assert_eq!(scaffold.exercise_description, "A small exercise with two functions.");
    assert!(first.prior_loop_sections.is_empty() && first.current_sections.is_empty());
}

#[test]
fn the_test_loop_is_told_the_scaffold_and_the_starter_in_full() {
    for packet in started().packets_of(Role::TestExpand) {
        assert!(packet.scaffold_context.is_some());
        let [starter] = packet.prior_loop_sections.as_slice() else { panic!("one loop came before") };
        assert_eq!(starter.loop_kind, "starter");
        assert_eq!(starter.functions, ["ticket_cents", "with_fee", "shown"]);
        assert_eq!(starter.stubs, ["ticket_cents", "with_fee"], "what is to be written, without what is given");
        let texts: Vec<&str> = starter.sections.iter().map(|s| s.content.as_str()).collect();
        assert_eq!(texts, [tiny::RUST.starter[0].1, tiny::RUST.starter[1].1]);
    }
}

#[test]
fn the_lesson_loop_is_told_the_scaffold_the_starter_and_the_tests() {
    for packet in started().packets_of(Role::LessonExpand) {
        assert!(packet.scaffold_context.is_some());
        let [starter, tests] = packet.prior_loop_sections.as_slice() else { panic!("two loops came before") };
        assert_eq!((starter.loop_kind.as_str(), tests.loop_kind.as_str()), ("starter", "test"));
        assert_eq!(starter.functions, ["ticket_cents", "with_fee", "shown"]);
        assert_eq!(tests.tests, tiny::RUST.test_names);
        assert_eq!(tests.sections.len(), 2);
    }
}

#[test]
fn each_call_of_a_loop_is_told_the_sections_before_it() {
    let provider = started();
    for role in [Role::StarterExpand, Role::TestExpand, Role::LessonExpand] {
        let counts: Vec<usize> = provider.packets_of(role).iter().map(|p| p.current_sections.len()).collect();
        assert_eq!(counts, [0, 1], "{role:?}");
    }
    let second = &provider.packets_of(Role::LessonExpand)[1];
    assert_eq!(second.current_sections[0].content, tiny::RUST.lesson[0].1);
}

#[test]
fn within_a_loop_all_but_a_short_tail_of_a_packet_begins_the_next() {
    let prompt = |p: &Packet| serde_json::to_string(p).expect("JSON");
    let provider = endless(Depth::D1);
    for role in [Role::StarterExpand, Role::LessonExpand] {
        let prompts: Vec<String> = provider.packets_of(role).iter().map(prompt).collect();
        for pair in prompts.windows(2) {
            let same = pair[0].bytes().zip(pair[1].bytes()).take_while(|(a, b)| a == b).count();
            assert!(pair[0].len() - same <= 1536, "{role:?}: {} of {} bytes differ", pair[0].len() - same, pair[0].len());
        }
    }
}

#[test]
fn a_loop_ends_with_the_reply_that_says_it_is_complete() {
    let lessons: Vec<(String, String)> = (1..=4).map(|n| (format!("Part {n}"), format!("Text {n}."))).collect();
    let lessons: Vec<(&str, &str)> = lessons.iter().map(|(t, c)| (t.as_str(), c.as_str())).collect();
    // The second of four says so: the third and fourth are never asked for.
    let replies = Replies::rust().sections("lesson-expand", &lessons).spoil("lesson-expand", 2, |r| r["is_complete"] = json!(true));
    let story = Story::begun_with(&replies);
    let lesson = story.read("LESSON.md");
    assert!(lesson.contains("Text 2.") && !lesson.contains("Text 3."), "{lesson}");
    story.does_not_say("cut at");
}

/// An exercise whose loops never say that they are complete.
fn endless(depth: Depth) -> Recorder {
    let (bench, provider) = (Bench::new(), Recorder::new(|packet| Ok(never_complete(packet))));
    let started = bench.start(&provider, &tiny::RUST, depth).expect("what there is makes an exercise");
    let lesson = std::fs::read_to_string(started.session.lesson(bench.store.home().root())).expect("a lesson");
    let sections = lesson.lines().filter(|l| l.starts_with("## ")).count();
    assert_eq!(sections, pipeline::cap(depth, LoopKind::Lesson), "assembly went on with what there was");
    provider
}

fn never_complete(packet: &Packet) -> Value {
    let number = packet.current_sections.len() + 1;
    let role = packet.role.name();
    match packet.role {
        Role::Scaffold => tiny_answer(&tiny::RUST, packet),
        Role::StarterExpand => {
            let stub = format!("pub fn part_{number}() -> u32 {{\n    todo!(\"ex-{number}\")\n}}\n");
            replies::section(role, number, "lib.rs", &stub, false)
        }
        Role::TestExpand => {
            let test = format!("#[test]\nfn test_part_{number}_is_one() {{\n    assert_eq!(exercise::part_{number}(), 1);\n}}\n");
            replies::section(role, number, "parts.rs", &test, false)
        }
        _ => replies::section(role, number, &format!("Part {number}"), &format!("About `part_{number}`."), false),
    }
}

#[test]
fn a_loop_that_never_completes_ends_at_the_cap_of_its_depth() {
    for (depth, caps) in [(Depth::D1, [6, 8, 12]), (Depth::D2, [8, 10, 15]), (Depth::D3, [9, 12, 18])] {
        let provider = endless(depth);
        let calls = [Role::StarterExpand, Role::TestExpand, Role::LessonExpand].map(|role| provider.packets_of(role).len());
        assert_eq!(calls, caps, "{depth:?}");
    }
}

/// Lesson sections of which the Nth says that it is complete, where there is one.
fn lesson_of(count: usize, complete_at: Option<usize>) -> Replies {
    let texts: Vec<(String, String)> = (1..=count).map(|n| (format!("Part {n}"), format!("Text number {n}."))).collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(t, c)| (t.as_str(), c.as_str())).collect();
    let mut replies = Replies::rust().sections("lesson-expand", &texts);
    for number in 1..=count {
        replies = replies.spoil("lesson-expand", number, |r| r["is_complete"] = json!(complete_at == Some(number)));
    }
    replies
}

fn headings(story: &Story) -> usize {
    story.read("LESSON.md").lines().filter(|l| l.starts_with("## ")).count()
}

#[test]
fn a_lesson_at_d1_ends_after_twelve_sections() {
    let story = Story::begun_with(&lesson_of(14, None));
    assert_eq!(headings(&story), 12);
    story.says("The lesson was cut at its longest allowed length");
}

#[test]
fn a_lesson_at_d3_may_complete_at_fifteen_sections() {
    let story = Story::begun_with(&lesson_of(17, Some(15)).at_depth("D3"));
    assert_eq!(headings(&story), 15);
    story.does_not_say("cut at");
    assert_eq!(story.session()["depthTarget"], "D3");
}

#[test]
fn what_a_reply_says_remains_is_told_to_the_next_call() {
    let provider = started();
    for role in [Role::StarterExpand, Role::TestExpand, Role::LessonExpand] {
        let focus: Vec<Option<String>> = provider.packets_of(role).into_iter().map(|p| p.next_focus).collect();
        assert_eq!(focus, [None, Some(format!("part 2 of {}", role.name()))]);
    }
}

#[test]
fn a_section_that_is_not_complete_and_names_no_focus_is_accepted() {
    for focus in [Some(json!("")), Some(Value::Null), None] {
        let replies = Replies::rust().spoil("lesson-expand", 1, |r| match focus.clone() {
            Some(value) => r["next_focus"] = value,
            None => drop(r.as_object_mut().expect("an object").remove("next_focus")),
        });
        let story = Story::begun_with(&replies);
        assert_eq!(headings(&story), 2, "with {focus:?}");
    }
}

#[test]
fn a_failed_call_is_not_asked_again_and_ends_the_start() {
    let (bench, provider) = (
        Bench::new(),
        Recorder::new(|packet| match packet.role {
            Role::TestExpand => Err(etude::provider::ProviderError::recorded("offline")),
            _ => Ok(tiny_answer(&tiny::RUST, packet)),
        }),
    );
    let error = bench.start(&provider, &tiny::RUST, Depth::D1).expect_err("the start fails");
    assert_eq!(error.reason(), "EXECUTION_FAILED");
    assert_eq!(provider.roles(), [Role::Scaffold, Role::StarterExpand, Role::StarterExpand, Role::TestExpand]);
}

/// A model that puts several units into a section, as it is asked to: two sections of code each, and seven of the lesson.
fn capable(packet: &Packet) -> String {
    let at = packet.current_sections.len() + 1;
    let role = packet.role.name();
    let part = |n: usize| match packet.role {
        Role::StarterExpand => {
            format!("// ex-{n}: the part.\n// First principle: one.\npub fn part_{n}() -> u32 {{\n    todo!(\"ex-{n}\")\n}}\n")
        }
        Role::TestExpand => format!("#[test]\nfn test_part_{n}_is_it() {{\n    assert_eq!(exercise::part_{n}(), {n});\n}}\n"),
        _ => format!("pub fn part_{n}() -> u32 {{\n    {n}\n}}\n"),
    };
    let reply = match packet.role {
        Role::Scaffold => {
            let mut scaffold = tiny_answer(&tiny::RUST, packet);
            let intents = |most: usize| (1..=most).map(|n| format!("ex-{n}: part {n}")).collect::<Vec<_>>();
            scaffold["starter_plan"]["file_intents"] = json!(intents(4));
            scaffold["lesson_plan"]["section_intents"] = json!(intents(7));
            scaffold
        }
        Role::Solution => {
            let written: String = (1..=4).map(part).collect();
            json!({ "schema_version": "solution_v1", "role": "solution", "files": [{ "file_path": "lib.rs", "content": written }] })
        }
        Role::LessonExpand => replies::section(role, at, &format!("Part {at}"), &format!("About `part_{}`.", (at - 1) % 4 + 1), at == 7),
        _ => {
            let path = if packet.role == Role::StarterExpand { "lib.rs" } else { "parts.rs" };
            let units = if at == 1 { 1..=3 } else { 4..=4 };
            replies::section(role, at, path, &units.map(part).collect::<String>(), at == 2)
        }
    };
    reply.to_string()
}

#[test]
fn a_d2_start_by_a_capable_model_takes_thirteen_calls_and_says_which_units_came() {
    let (language, node) = (etude::language::by_name("rust").expect("a language"), etude::curriculum::node("S100").expect("a node"));
    let (script, model, mut came) = (Script::default(), Model::new(|_, packet| Ok(capable(packet))), Vec::new());
    let mut listen = |event: Event| {
        if let Event::Expanded { kind, first, last, of } = event {
            came.push((kind, first, last, of));
        }
    };
    let plan = pipeline::Plan { language, node, depth: Depth::D2, pack: None, etude: "etude", draft: None };
    let started = required(&script, |bench| bench.work_heard(&mut listen, |work| pipeline::start(work, &model, plan)));
    assert_eq!((model.made(), started.expect("it starts").exercise.units.len()), (13, 4));
    let code = [LoopKind::Starter, LoopKind::Test].map(|kind| [(kind, 1, 3, 4), (kind, 4, 4, 4)]).concat();
    assert_eq!(came[..4], code);
    assert_eq!(came[4..], (1..=7).map(|n| (LoopKind::Lesson, n, n, 7)).collect::<Vec<_>>());
}
