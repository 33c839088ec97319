//! A solution is written from the starter alone. What is asked for when a test refuses it, what is told to whom, and what becomes of it in the end. The
//! verdicts are the test's own; `proving_real` runs the rules.

use etude::error::Error;
use etude::pipeline;
use etude::proof::{Check, Finding, RuleId};
use etude::provider::{FailureKind, ProviderError};
use etude::session::Depth;
use etude::stage::Role;
use etude::stage::packet::Packet;
use serde_json::{Value, json};

use crate::live::{Model, go_on};
use crate::proving::{Script, check, extra_roles, mending, model, required, with};
use crate::recorded::{Bench, tiny_answer};
use crate::replies;
use crate::tiny;

const FEE: &str = "test_with_fee_adds_the_fee";

/// A test refuses the solution with these words.
fn refused(test: &str, said: &str) -> Vec<Check> {
    let finding = Finding { test: Some(test.to_owned()), output: Some(said.to_owned()), ..Finding::new(format!("{test} does not pass")) };
    vec![check(RuleId::StarterTellsEnough, false, vec![finding])]
}

/// Answers like `mending`; a section of the starter that is sent again promises something else.
fn rewording(packet: &Packet) -> String {
    let text = mending(packet);
    if packet.role == Role::StarterExpand && !packet.asked_sections.is_empty() {
        text.replace("/// ex-2\\n", "/// ex-2: the fee is added to what is given.\\n")
    } else {
        text
    }
}

fn rewording_model() -> Model {
    Model::new(|_, packet| Ok(rewording(packet)))
}

/// The calls after the tests, without those of the lesson.
fn before_the_lesson(model: &Model) -> Vec<Role> {
    extra_roles(model).into_iter().filter(|role| *role != Role::LessonExpand).collect()
}

#[test]
fn a_refused_solution_is_written_once_more_by_somebody_who_sees_as_little() {
    let (script, model) = (Script::code([refused(FEE, "tests/night_train.rs:5: left: 651, right: 849")]), model());
    let started = required(&script, |bench| bench.start(&model, &tiny::RUST, Depth::D1).expect("the second one passes"));
    assert_eq!(before_the_lesson(&model), [Role::Solution, Role::Solution]);
    let second = &model.prompts_of(Role::Solution)[1];
    for part in ["651", "849", "does not pass", "assert_eq!", "next_focus\":\"", "starter_tells_enough"] {
        assert!(!second.contains(part), "{part}");
    }
    assert!(second.contains("\"stubs\":[\"with_fee\"]"), "only what failed is asked for");
    assert!(second.contains("passengers * TICKET_CENTS") && !second.contains("cents + FEE_CENTS"), "the rest stays as it was written");
    assert!(second.contains("todo!(\\\"ex-2\\\")"));
    assert!(started.proof.expect("proven").holds());
}

#[test]
fn what_two_solvers_give_alike_contradicts_the_test_and_both_sides_are_asked() {
    // The same value at another place: line numbers say nothing.
    let said = |line: u32| refused(FEE, &format!("tests/night_train.rs:{line}: left: 651, right: 849"));
    let (script, model) = (Script::code([said(5), said(6)]), rewording_model());
    required(&script, |bench| bench.start(&model, &tiny::RUST, Depth::D1).expect("then it is clear"));
    let asked = [Role::Solution, Role::Solution, Role::StarterExpand, Role::TestExpand, Role::Solution];
    assert_eq!(before_the_lesson(&model), asked, "starter, then tests, then blind again");
    for role in [Role::StarterExpand, Role::TestExpand] {
        let told = model.prompts_of(role).pop().expect("the repair");
        assert!(told.contains("two who saw only the starter gave the same for `with_fee`") && told.contains("left: 651"), "{told}");
    }
    assert!(model.prompts_of(Role::TestExpand).pop().expect("told").contains("the fee is added"), "the tests see the new contract");
    let last = model.prompts_of(Role::Solution).pop().expect("the third");
    assert!(last.contains("the fee is added") && last.contains("\"stubs\":[\"with_fee\"]") && !last.contains("651"));
}

#[test]
fn what_two_solvers_read_differently_is_made_clear_in_the_starter() {
    let (script, model) = (Script::code([refused(FEE, "left: 651"), refused(FEE, "left: 750")]), rewording_model());
    required(&script, |bench| bench.start(&model, &tiny::RUST, Depth::D1).expect("then it is clear"));
    assert_eq!(before_the_lesson(&model), [Role::Solution, Role::Solution, Role::StarterExpand, Role::Solution]);
    let told = model.prompts_of(Role::StarterExpand).pop().expect("the repair");
    assert!(told.contains("gave different things") && told.contains("left: 651") && told.contains("left: 750"), "{told}");
}

#[test]
fn a_contract_that_was_not_changed_is_not_answered_again() {
    let (script, model) = (Script::code([refused(FEE, "left: 651"), refused(FEE, "left: 651")]), model());
    required(&script, |bench| bench.start(&model, &tiny::RUST, Depth::D1).expect("the test was wrong"));
    assert_eq!(before_the_lesson(&model), [Role::Solution, Role::Solution, Role::StarterExpand, Role::TestExpand]);
}

#[test]
fn two_units_are_the_least_and_the_replies_of_a_refused_start_are_kept() {
    let (script, model) = (Script::code((0..9).map(|_| refused(FEE, "left: 651"))), rewording_model());
    required(&script, |bench| {
        let stopped = bench.start(&model, &tiny::RUST, Depth::D1).expect_err("one unit is no exercise");
        assert_eq!(stopped.reason(), "PROOF_FAILED");
        assert_eq!(stopped.to_json()["error"]["rules"], json!(["starter_tells_enough"]));
        let Error::Stopped { kept, .. } = stopped else { panic!("{stopped}") };
        assert_eq!(kept, model.made(), "every reply is kept");
        assert!(bench.store.list().expect("a list").entries.is_empty());
    });
    assert_eq!(before_the_lesson(&model).len(), 5, "no more than the table asks for");
}

/// Four units, of which the third calls the second; the starter and the tests come in one section each.
fn four_parts(packet: &Packet) -> Value {
    let at = packet.current_sections.len() + 1;
    let role = packet.role.name();
    let each = |part: &dyn Fn(usize) -> String| (1..=4).map(part).collect::<String>();
    match packet.role {
        Role::Scaffold => {
            let mut scaffold = tiny_answer(&tiny::RUST, packet);
            let intents = |what: &str| (1..=4).map(|n| format!("ex-{n}: {what}")).collect::<Vec<_>>();
            scaffold["lesson_plan"]["section_intents"] = json!(intents("a section"));
            scaffold["starter_plan"]["file_intents"] = json!(intents("a stub"));
            scaffold["test_plan"]["case_intents"] = json!(intents("a test"));
            scaffold
        }
        Role::StarterExpand => {
            let stub = |n: usize| {
                format!(
                    "// ex-{n}: the part.\n// First principle: one.\n// Lesson: LESSON.md, section {n} \"Part {n}\".\n\
                     pub fn part_{n}() -> u32 {{\n    todo!(\"ex-{n}\")\n}}\n\n"
                )
            };
            replies::section(role, 1, "lib.rs", &each(&stub), true)
        }
        Role::TestExpand => {
            let test =
                |n: usize| format!("// ex-{n}\n#[test]\nfn test_part_{n}_is_it() {{\n    assert_eq!(exercise::part_{n}(), {n});\n}}\n");
            replies::section(role, 1, "parts.rs", &each(&test), true)
        }
        Role::Solution => {
            let body = |n: usize| if n == 3 { "part_2() + 1".to_owned() } else { n.to_string() };
            let written = each(&|n| format!("pub fn part_{n}() -> u32 {{\n    {}\n}}\n", body(n)));
            json!({ "schema_version": "solution_v1", "role": "solution", "files": [{ "file_path": "lib.rs", "content": written }] })
        }
        _ => {
            let of = packet.scaffold_context.as_ref().map_or(0, |s| s.lesson_plan.section_intents.len());
            replies::section(role, at, &format!("Part {at}"), &format!("About `part_{}`.", if at == 2 { 4 } else { at }), at == of)
        }
    }
}

#[test]
fn a_unit_that_nobody_can_write_is_left_out_with_what_calls_it() {
    let script = Script::code((0..3).map(|_| refused("test_part_2_is_it", "left: 7")));
    let model = Model::new(|_, packet| Ok(four_parts(packet).to_string()));
    required(&script, |bench| {
        let started = bench.start(&model, &tiny::RUST, Depth::D1).expect("the rest is an exercise");
        let stubs: Vec<String> = started.exercise.stub_names();
        let ids: Vec<&str> = started.exercise.units.iter().map(|u| u.id.as_str()).collect();
        assert_eq!((stubs, ids), (vec!["part_1".to_owned(), "part_4".to_owned()], vec!["ex-1", "ex-2"]), "numbered without gaps");
        let dir = started.session.workspace(bench.store.home().root());
        let read = |path: &str| std::fs::read_to_string(dir.join(path)).expect("a file");
        assert!(read("src/lib.rs").contains("// ex-2: the part.\n// First principle: one.\n// Lesson: LESSON.md, section 2 \"Part 4\"."));
        assert!(read("tests/parts.rs").contains("// ex-2\n#[test]\nfn test_part_4_is_it") && !read("tests/parts.rs").contains("part_3"));
        let sealed = pipeline::sealed(&bench.store, &started.session).expect("sealed");
        assert!(!sealed.reference.expect("kept")[0].content.contains("part_2"));
    });
    let asked = model.roles();
    assert_eq!(asked.iter().filter(|r| **r == Role::LessonExpand).count(), 2, "the lesson is written for what is left");
    let lesson = &model.prompts_of(Role::LessonExpand)[0];
    assert!(lesson.contains("ex-2: a section") && !lesson.contains("ex-3: a section"), "{lesson}");
}

#[test]
fn what_was_left_out_stays_out_when_a_draft_is_continued() {
    let script = Script::code((0..3).map(|_| refused("test_part_2_is_it", "left: 7")));
    let stopping = Model::new(|_, packet| match packet.role {
        Role::LessonExpand if !packet.current_sections.is_empty() => Err(ProviderError::failed(FailureKind::Refused, "")),
        _ => Ok(four_parts(packet).to_string()),
    });
    required(&script, |bench| {
        bench.start(&stopping, &tiny::RUST, Depth::D1).expect_err("it stops in the lesson");
        let second = Model::new(|_, packet| Ok(four_parts(packet).to_string()));
        let started = go_on(bench, &second).expect("it goes on");
        assert_eq!(second.roles(), [Role::LessonExpand], "nothing is asked for twice");
        assert_eq!(started.exercise.stub_names(), ["part_1", "part_4"]);
    });
}

#[test]
fn what_a_solver_found_unclear_is_told_to_the_starter_once() {
    let model = Model::new(|_, packet| {
        let mut reply: Value = serde_json::from_str(&rewording(packet)).expect("JSON");
        if packet.role == Role::Solution {
            reply["unclear"] = json!([{ "stub": "with_fee", "sentence": "Is the fee for each passenger, or once?" }]);
        }
        Ok(reply.to_string())
    });
    let started = required(&Script::default(), |bench| bench.start(&model, &tiny::RUST, Depth::D1).expect("it starts"));
    assert_eq!(before_the_lesson(&model), [Role::Solution, Role::StarterExpand, Role::Solution], "what was reworded is written again");
    let told = model.prompts_of(Role::StarterExpand).pop().expect("the doubt");
    assert!(told.contains("Is the fee for each passenger, or once?") && told.contains("one reading is left"), "{told}");
    assert!(started.proof.expect("proven").holds());
}

/// Mutants that survive although enough do not, and a wrong version that passes.
fn doubts(names: &[&str]) -> Vec<Check> {
    let survivor = |name: &&str| Finding { test: Some(FEE.to_owned()), ..Finding::new(format!("every test passes with {name}")) };
    let wrong =
        Finding { test: Some(FEE.to_owned()), output: Some("pub fn with_fee".to_owned()), ..Finding::new("a wrong version passes") };
    vec![check(RuleId::MutantsAreRejected, true, names.iter().map(survivor).collect()), check(RuleId::WrongIsRejected, false, vec![wrong])]
}

#[test]
fn doubts_are_told_to_the_tests_once_and_refuse_nobody() {
    let verdicts = [doubts(&["`-`", "`*`"]), doubts(&["`-`", "`/`"]), doubts(&["`%`"]), doubts(&["`%`"])];
    let (script, model) = (Script::code(verdicts), model());
    let started = required(&script, |bench| bench.start(&model, &tiny::RUST, Depth::D1).expect("nobody is refused for a doubt"));
    assert_eq!(before_the_lesson(&model), [Role::Solution, Role::TestExpand, Role::TestExpand], "two calls at most");
    let told = model.prompts_of(Role::TestExpand);
    assert!(told[2].contains("with `-`") && told[2].contains("with `*`") && told[2].contains("a wrong version passes"));
    assert!(told[3].contains("with `/`") && !told[3].contains("every test passes with `-`"), "each is told once");
    assert!(started.proof.expect("proven").holds());
}

#[test]
fn a_doubt_that_nobody_answers_stops_nothing() {
    let model = Model::new(|nth, packet| match (packet.role, nth) {
        (Role::TestExpand, 6) => Err(ProviderError::failed(FailureKind::Refused, "")),
        _ => Ok(mending(packet)),
    });
    let script = Script::code([doubts(&["`-`"])]);
    required(&script, |bench| bench.start(&model, &tiny::RUST, Depth::D1).expect("it starts all the same"));
    assert_eq!(before_the_lesson(&model), [Role::Solution, Role::TestExpand]);
}

#[test]
fn a_dispute_is_taken_at_its_word_for_one_more_run_and_no_longer() {
    let test = || Finding { test: Some(FEE.to_owned()), ..Finding::new("it passes on the untouched starter") };
    // Found by running, disputed, and gone in the next run: not counted. Then two that stay, and it is over.
    let fault = || vec![check(RuleId::StarterFailsEveryTest, false, vec![test()])];
    let read = || vec![check(RuleId::TestNames, false, vec![test()])];
    let disputing = || {
        Model::new(|_, packet| {
            let Some(last) =
                packet.current_sections.last().filter(|_| packet.next_focus.as_deref().is_some_and(|f| f.starts_with("a fault")))
            else {
                return Ok(tiny_answer(&tiny::RUST, packet).to_string());
            };
            let mut again = serde_json::to_value(last).expect("JSON");
            again["dispute"] = json!("It stops at its stub.");
            Ok(again.to_string())
        })
    };
    let other = || vec![check(RuleId::TrivialIsRejected, false, vec![Finding::new("a body that returns 0 passes")])];
    for (verdicts, calls) in [
        (vec![fault(), other(), other(), other()], 3),
        (vec![fault(), fault(), fault(), fault()], 2),
        (vec![read(), other(), other(), other()], 2),
    ] {
        let (script, model) = (Script::code(verdicts), disputing());
        required(&script, |bench| bench.start(&model, &tiny::RUST, Depth::D1).expect_err("it stays wrong"));
        assert_eq!(before_the_lesson(&model).len(), 1 + calls);
    }
}

#[test]
fn an_older_version_of_a_section_never_comes_back() {
    let bench = Bench::new();
    let fault =
        || vec![check(RuleId::StarterFailsEveryTest, false, vec![Finding { test: Some(FEE.to_owned()), ..Finding::new("it passes") }])];
    // The reply has an id and a test name of its own; it was asked for the section with the old one.
    let renaming = |packet: &Packet| {
        let mut reply: Value = serde_json::from_str(&mending(packet)).expect("JSON");
        if packet.role == Role::TestExpand && !packet.asked_sections.is_empty() {
            reply["section_id"] = json!("tests-of-the-fee");
            reply["content"] = json!(reply["content"].as_str().expect("text").replace(FEE, "test_with_fee_is_dearer"));
        }
        reply.to_string()
    };
    let stopping = Model::new(move |_, packet| match packet.role {
        Role::LessonExpand => Err(ProviderError::failed(FailureKind::Refused, "")),
        _ => Ok(renaming(packet)),
    });
    let script = Script::code([fault()]);
    with(etude::config::ProofPolicy::Required, &script, bench, |bench| {
        bench.start(&stopping, &tiny::RUST, Depth::D1).expect_err("it stops");
        let second = Model::new(move |_, packet| Ok(renaming(packet)));
        let started = go_on(bench, &second).expect("it goes on");
        let dir = started.session.workspace(bench.store.home().root());
        let tests = std::fs::read_to_string(dir.join("tests/night_train.rs")).expect("tests");
        assert!(tests.contains("test_with_fee_is_dearer") && !tests.contains(FEE), "{tests}");
        assert_eq!(started.exercise.tests.len(), 3);
    });
}

#[test]
fn all_that_can_be_asked_again_comes_to_eleven_calls() {
    let of = |rule: RuleId, file: Option<&str>| {
        vec![check(rule, false, vec![Finding { file: file.map(str::to_owned), ..Finding::new("it does not hold") }])]
    };
    let (src, broken) = (Some("src/lib.rs"), Some("concept-1"));
    let code = [
        doubts(&["`-`"]),
        doubts(&["`*`"]),
        of(RuleId::StubComment, src),
        of(RuleId::StubComment, src),
        of(RuleId::TestNames, None),
        of(RuleId::TestNames, None),
        of(RuleId::ReferencePasses, src),
        of(RuleId::ReferencePasses, src),
        of(RuleId::ReferencePasses, src),
    ];
    let lesson = [of(RuleId::WorkedExampleRuns, broken), of(RuleId::WorkedExampleRuns, broken)];
    let (script, model) = (Script::of(code, lesson), model());
    required(&script, |bench| bench.start(&model, &tiny::RUST, Depth::D1).expect("it holds in the end"));
    assert_eq!(model.made(), 7 + 1 + pipeline::call_plan(Depth::D1, etude::config::ProofPolicy::Required).to_mend);
    // One more of any kind is refused.
    for (rule, file) in [(RuleId::StubComment, src), (RuleId::TestNames, None)] {
        let (script, model) = (Script::code((0..3).map(|_| of(rule, file))), self::model());
        required(&script, |bench| bench.start(&model, &tiny::RUST, Depth::D1).expect_err("refused"));
        assert_eq!(before_the_lesson(&model).len(), 3, "{rule:?}");
    }
}

#[test]
fn in_c_the_contract_is_repaired_where_it_stands_in_the_header() {
    let said = |left: u32| refused("test_seats_left_counts_down", &format!("tests/hall.c:9: expected 90, got {left}"));
    let (script, model) = (
        Script::code([said(102), said(0)]),
        Model::new(|_, packet| {
            let Some(asked) = packet.current_sections.iter().find(|s| packet.asked_sections.contains(&s.section_id)) else {
                return Ok(tiny_answer(&tiny::C, packet).to_string());
            };
            assert_eq!((packet.role, asked.file_path.as_deref()), (Role::StarterExpand, Some("hall.h")));
            let clearer = asked.content.replace(
                "int seats_left(int taken);",
                "/* ex-2: the seats of the hall without those taken. */\nint seats_left(int taken);",
            );
            let mut again = serde_json::to_value(asked).expect("JSON");
            again["content"] = json!(clearer);
            Ok(again.to_string())
        }),
    );
    required(&script, |bench| bench.start(&model, &tiny::C, Depth::D2).expect("then it is clear"));
    let asked: Vec<Role> = model.roles().into_iter().skip(5).take(4).collect();
    assert_eq!(asked, [Role::Solution, Role::Solution, Role::StarterExpand, Role::Solution]);
}
