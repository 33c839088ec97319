//! A live exercise on its way through the proof: what is asked for when, who mends what, and what becomes of what nobody can mend. The verdicts are the
//! test's own here, so that every one of them can be had; `proving_real` runs the rules.

use std::collections::VecDeque;
use std::sync::Mutex;

use etude::config::{CallLimits, ProofPolicy};
use etude::error::Error;
use etude::event::Event;
use etude::guard::Reason;
use etude::pipeline::{self, Ledger, Proving, Scope};
use etude::proof::{Check, Counts, Finding, Report, RuleId, Subject};
use etude::provider::{FailureKind, ProviderError};
use etude::runner::Cancel;
use etude::session::Depth;
use etude::stage::Role;
use etude::stage::packet::Packet;
use serde_json::json;

use crate::live::{Model, at_all_caps, go_on};
use crate::recorded::{Bench, tiny_answer};
use crate::replies;
use crate::tiny;

/// What one proof finds.
type Verdict = Vec<Check>;

/// A proof whose verdicts are decided beforehand; when they are used up everything holds.
#[derive(Default)]
pub struct Script {
    code: Mutex<VecDeque<Verdict>>,
    lesson: Mutex<VecDeque<Verdict>>,
    seen: Mutex<Vec<(Scope, Vec<String>)>>,
}

impl Script {
    pub fn code(verdicts: impl IntoIterator<Item = Verdict>) -> Script {
        Script { code: Mutex::new(verdicts.into_iter().collect()), ..Script::default() }
    }

    fn lesson(verdicts: impl IntoIterator<Item = Verdict>) -> Script {
        Script::of([], verdicts)
    }

    /// The proofs of the code, and those of the lesson.
    pub fn of(code: impl IntoIterator<Item = Verdict>, lesson: impl IntoIterator<Item = Verdict>) -> Script {
        Script { lesson: Mutex::new(lesson.into_iter().collect()), ..Script::code(code) }
    }

    fn prove(&self, subject: &Subject, scope: Scope) -> Report {
        self.seen.lock().expect("no panic").push((scope, subject.exercise.units.iter().map(|u| u.id.clone()).collect()));
        assert_eq!(subject.lesson.is_some(), scope == Scope::Lesson);
        assert!(!subject.reference.is_empty(), "there is a solution by then");
        let verdicts = if scope == Scope::Code { &self.code } else { &self.lesson };
        let checks = verdicts.lock().expect("no panic").pop_front().unwrap_or_default();
        let counts = Counts { tests: 3, stubs: 2, mutants: 9, mutants_rejected: 8, alternatives: 0, wrong: 0 };
        Report { node: "S100".to_owned(), language: "rust".to_owned(), checks, counts, millis: 0, waited: 0 }
    }

    pub fn asked(&self) -> Vec<Scope> {
        self.seen.lock().expect("no panic").iter().map(|(scope, _)| *scope).collect()
    }
}

pub fn check(rule: RuleId, ok: bool, findings: Vec<Finding>) -> Check {
    Check { rule, of: None, ok, findings, millis: 0 }
}

fn fails(rule: RuleId, says: &str) -> Verdict {
    vec![check(rule, false, vec![Finding::new(says)])]
}

/// A bench whose proof follows the script.
pub fn with<T>(policy: ProofPolicy, script: &Script, bench: Bench<'static>, step: impl FnOnce(&Bench) -> T) -> T {
    let prover = |subject: &Subject, scope: Scope, _: &Cancel, _: &mut dyn FnMut(Event)| Ok(script.prove(subject, scope));
    step(&bench.proven_by(Proving { policy, prover: &prover }))
}

pub fn required<T>(script: &Script, step: impl FnOnce(&Bench) -> T) -> T {
    with(ProofPolicy::Required, script, Bench::new(), step)
}

/// Answers with the tiny exercise; asked to mend something, sends the last section of the loop again with a word of its own.
pub fn mending(packet: &Packet) -> String {
    let Some(last) = packet.current_sections.last().filter(|_| is_mend(packet)) else {
        return tiny_answer(&tiny::RUST, packet).to_string();
    };
    if packet.role == Role::Solution {
        return replies::solution(&tiny::RUST).to_string();
    }
    let last = packet.current_sections.iter().find(|s| packet.asked_sections.contains(&s.section_id)).unwrap_or(last);
    let mut again = serde_json::to_value(last).expect("JSON");
    let comment = if packet.role == Role::LessonExpand { "Mended." } else { "// mended" };
    again["content"] = json!(format!("{}\n{comment}\n", last.content));
    again.to_string()
}

fn is_mend(packet: &Packet) -> bool {
    packet.next_focus.as_deref().is_some_and(|f| f.starts_with("a fault"))
}

pub fn model() -> Model {
    Model::new(|_, packet| Ok(mending(packet)))
}

const SEEDS: [Role; 7] =
    [Role::Scaffold, Role::StarterExpand, Role::StarterExpand, Role::TestExpand, Role::TestExpand, Role::LessonExpand, Role::LessonExpand];

/// The calls of a start, in order, beyond those that every start makes.
pub fn extra_roles(model: &Model) -> Vec<Role> {
    let roles = model.roles();
    assert_eq!(roles[..5], SEEDS[..5]);
    roles[5..].to_vec()
}

#[test]
fn the_reference_is_asked_for_between_the_tests_and_the_lesson_and_told_to_nobody() {
    let (script, model) = (Script::default(), model());
    required(&script, |bench| {
        let started = bench.start(&model, &tiny::RUST, Depth::D1).expect("it starts");
        assert_eq!(extra_roles(&model), [Role::Solution, Role::LessonExpand, Role::LessonExpand]);
        let told = &model.prompts_of(Role::Solution)[0];
        for part in ["solution_v1", "fn ticket_cents", "write_solution", "\"stubs\":[\"ticket_cents\",\"with_fee\"]"] {
            assert!(told.contains(part), "{part}");
        }
        // Nothing of the tests, the plan, or what the learner confuses.
        for part in
            ["assert_eq!", "of_nobody_is_nothing", "two stubs", "three tests", "missing-mut", "section_intents\":[", "part 2 of starter"]
        {
            assert!(!told.contains(part), "{part}");
        }
        for prompt in model.prompts_of(Role::LessonExpand) {
            assert!(!prompt.contains("passengers * TICKET_CENTS"), "the lesson is written without it");
        }
        assert_eq!(script.asked(), [Scope::Code, Scope::Lesson]);
        let sealed = pipeline::sealed(&bench.store, &started.session).expect("sealed");
        assert_eq!(sealed.reference.expect("kept")[0].content, tiny::RUST.solution.1);
        let proof = started.proof.expect("proven");
        assert_eq!((proof.line(), Some(&proof)), ("proven: 3 tests, 2 stubs, 8 mutants rejected".to_owned(), sealed.proof.as_ref()));
        assert!(!found_in_home(bench, "passengers * TICKET_CENTS"));
    });
}

fn found_in_home(bench: &Bench, text: &str) -> bool {
    let mut folders = vec![bench.store.home().root().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else if String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap_or_default()).contains(text) {
                return true;
            }
        }
    }
    false
}

#[test]
fn without_proof_the_calls_are_those_of_the_seeds() {
    let (script, model) = (Script::default(), model());
    with(ProofPolicy::Off, &script, Bench::new(), |bench| {
        let started = bench.start(&model, &tiny::RUST, Depth::D1).expect("it starts");
        assert_eq!(model.roles(), SEEDS);
        assert!(started.proof.is_none() && script.asked().is_empty());
        let sealed = pipeline::sealed(&bench.store, &started.session).expect("sealed");
        assert!(sealed.reference.is_none() && sealed.proof.is_none());
    });
}

#[test]
fn a_fault_is_mended_by_the_loop_that_owns_it() {
    use RuleId::*;
    let at = |rule: RuleId, file: Option<&str>, test: Option<&str>, role: Role| {
        let finding = Finding { file: file.map(str::to_owned), test: test.map(str::to_owned), ..Finding::new("this is what is wrong") };
        (rule, finding, role)
    };
    let test = Some("test_with_fee_adds_the_fee");
    for (rule, finding, role) in [
        at(StubComment, Some("src/lib.rs"), None, Role::StarterExpand),
        at(StarterCompiles, Some("src/lib.rs"), None, Role::StarterExpand),
        at(StarterCompiles, Some("tests/night_train.rs"), None, Role::TestExpand),
        at(StarterFailsEveryTest, None, test, Role::TestExpand),
        at(TestNames, Some("tests/night_train.rs"), test, Role::TestExpand),
        at(OneStubPerTest, Some("tests/night_train.rs"), test, Role::TestExpand),
        at(VisibleConstants, Some("tests/night_train.rs"), test, Role::TestExpand),
        at(DistinctValues, Some("src/lib.rs"), None, Role::TestExpand),
        at(StubIsNeeded, None, test, Role::TestExpand),
        at(TrivialIsRejected, None, None, Role::TestExpand),
        at(MutantsAreRejected, Some("src/lib.rs"), None, Role::TestExpand),
        at(TestCanFail, None, test, Role::TestExpand),
        at(StubInventory, Some("src/lib.rs"), None, Role::StarterExpand),
        at(StarterKeepsSolution, Some("src/lib.rs"), None, Role::StarterExpand),
        at(ReferencePasses, Some("src/lib.rs"), None, Role::Solution),
        at(ReferencePasses, None, test, Role::TestExpand),
    ] {
        let (script, model) = (Script::code([vec![check(rule, false, vec![finding])]]), model());
        let started = required(&script, |bench| {
            let started = bench.start(&model, &tiny::RUST, Depth::D1).expect("it is mended");
            let dir = started.session.workspace(bench.store.home().root());
            let read = |path: &str| std::fs::read_to_string(dir.join(path)).expect("a file");
            assert_eq!(read("src/lib.rs").contains("// mended"), role == Role::StarterExpand, "{rule:?}");
            assert_eq!(read("tests/night_train.rs").matches("fn test_with_fee").count(), 1, "sent again, it takes the old one's place");
            started
        });
        assert_eq!(extra_roles(&model), [Role::Solution, role, Role::LessonExpand, Role::LessonExpand], "{rule:?}");
        let asked = model.prompts_of(role).pop().expect("the repair");
        assert!(asked.contains("this is what is wrong") && asked.contains(&format!("[{}]", rule.name())), "{rule:?}");
        assert!(asked.contains(" What to do: "), "{rule:?}");
        assert_eq!(script.asked(), [Scope::Code, Scope::Code, Scope::Lesson]);
        assert_eq!(started.session.calls.len(), 9, "a mended reply is among the calls of the session");
    }
}

/// Asked for a whole file, sends its first section with all that the others have.
fn whole_file(packet: &Packet) -> String {
    let mut again = serde_json::to_value(&packet.current_sections[0]).expect("JSON");
    let all: String = packet.current_sections.iter().map(|s| s.content.replace("assert_eq!", "assert_eq! ")).collect();
    again["content"] = json!(all);
    again.to_string()
}

#[test]
fn faulty_tests_of_several_sections_are_mended_by_one_reply() {
    let finding = |test: &str| Finding { test: Some(test.to_owned()), ..Finding::new(format!("{test} lets a slip through")) };
    let findings = ["test_with_fee_adds_the_fee", "test_ticket_cents_counts_each_passenger"].map(finding).to_vec();
    let script = Script::code([vec![check(RuleId::MutantsAreRejected, false, findings)]]);
    let model = Model::new(|_, packet| {
        let is_whole = packet.next_focus.as_deref().is_some_and(|f| f.starts_with("faults in several sections"));
        Ok(if is_whole { whole_file(packet) } else { tiny_answer(&tiny::RUST, packet).to_string() })
    });
    required(&script, |bench| {
        let started = bench.start(&model, &tiny::RUST, Depth::D1).expect("it is mended");
        let dir = started.session.workspace(bench.store.home().root());
        let tests = std::fs::read_to_string(dir.join("tests/night_train.rs")).expect("the tests");
        assert_eq!((tests.matches("#[test]").count(), tests.matches("assert_eq! ").count()), (3, 3), "each once, as it came: {tests}");
    });
    assert_eq!(extra_roles(&model), [Role::Solution, Role::TestExpand, Role::LessonExpand, Role::LessonExpand], "one call for both");
    let told = model.prompts_of(Role::TestExpand).pop().expect("the repair");
    assert!(told.contains("test_with_fee_adds_the_fee lets") && told.contains("test_ticket_cents_counts_each_passenger lets"), "{told}");
    assert!(told.contains("\"asked_sections\":[\"test-1\",\"test-2\"]"), "both fall away: {told}");
}

#[test]
fn a_fault_of_the_lesson_is_mended_by_the_lesson() {
    for rule in
        [RuleId::UnitIds, RuleId::LessonNamesStub, RuleId::WorkedExampleFirst, RuleId::WorkedExampleRuns, RuleId::WorkedExampleTeaches]
    {
        let finding = Finding { file: Some("concept-2".to_owned()), ..Finding::new("the example prints something else") };
        let (script, model) = (Script::lesson([vec![check(rule, false, vec![finding])]]), model());
        required(&script, |bench| {
            let started = bench.start(&model, &tiny::RUST, Depth::D1).expect("it is mended");
            let lesson = std::fs::read_to_string(started.session.lesson(bench.store.home().root())).expect("a lesson");
            assert!(lesson.contains("Mended.") && lesson.matches("## ").count() == 2, "{lesson}");
        });
        assert_eq!(extra_roles(&model), [Role::Solution, Role::LessonExpand, Role::LessonExpand, Role::LessonExpand], "{rule:?}");
        let focus = model.prompts_of(Role::LessonExpand).pop().expect("a prompt");
        assert!(focus.contains("a fault in section concept-2"), "it is told which one");
        assert_eq!(script.asked(), [Scope::Code, Scope::Lesson, Scope::Lesson]);
    }
}

#[test]
fn what_is_not_mended_in_two_calls_is_refused_and_every_reply_is_kept() {
    let always = || fails(RuleId::TrivialIsRejected, "a body that returns 0 passes");
    // Three verdicts are given before it is refused, and two more when it goes on.
    let (script, model) = (Script::code((0..5).map(|_| always())), model());
    required(&script, |bench| {
        let stopped = bench.start(&model, &tiny::RUST, Depth::D1).expect_err("refused");
        assert_eq!(extra_roles(&model), [Role::Solution, Role::TestExpand, Role::TestExpand], "no lesson is written for it");
        assert_eq!(stopped.reason(), "PROOF_FAILED");
        assert_eq!(stopped.to_json()["error"]["rules"], json!(["trivial_is_rejected"]));
        assert!(stopped.to_string().contains("the tests accept a function that does nothing"), "{stopped}");
        assert!(stopped.advice().words.expect("words").contains("All 8 replies so far are kept"));
        assert_eq!(stopped.advice().command.as_deref(), Some("start --continue"));
        let Error::Stopped { cause, kept: 8 } = stopped else { panic!("{stopped}") };
        assert!(matches!(*cause, Error::Rejected(r) if r.reason == Reason::ProofFailed && r.unproven == [RuleId::TrivialIsRejected]));
        assert!(bench.store.list().expect("a list").entries.is_empty() && !bench.store.home().workspaces().join("S100").exists());
        assert!(!found_in_home(bench, "passengers * TICKET_CENTS"), "not in the draft either");

        // Going on is another wish: what is there stays, and the fault may be mended anew.
        let again = self::model();
        let started = go_on(bench, &again).expect("the script says that it holds in the end");
        let mended = again.roles().iter().filter(|r| **r == Role::TestExpand).count();
        assert_eq!((mended, again.roles().contains(&Role::Solution)), (2, false), "{:?}", again.roles());
        assert!(started.proof.expect("proven").holds());
    });
}

#[test]
fn a_start_that_stopped_after_mending_goes_on_without_asking_again() {
    let script = Script::code([fails(RuleId::StarterFailsEveryTest, "it passes")]);
    let bench = Bench::new();
    let stopping = Model::new(|_, packet| match packet.role {
        Role::LessonExpand => Err(ProviderError::failed(FailureKind::Refused, "")),
        _ => Ok(mending(packet)),
    });
    with(ProofPolicy::Required, &script, bench, |bench| {
        let stopped = bench.start(&stopping, &tiny::RUST, Depth::D1).expect_err("it stops");
        assert!(matches!(stopped, Error::Stopped { kept: 7, .. }), "{stopped}");
        assert!(!found_in_home(bench, "passengers * TICKET_CENTS"), "the kept reference is not found by a search");
        let second = model();
        let started = go_on(bench, &second).expect("it goes on");
        assert_eq!(second.roles(), [Role::LessonExpand, Role::LessonExpand]);
        assert_eq!(started.session.calls.len(), 9);
        let dir = started.session.workspace(bench.store.home().root());
        assert!(std::fs::read_to_string(dir.join("tests/night_train.rs")).expect("tests").contains("// mended"));
        assert_eq!(
            script.asked(),
            [Scope::Code, Scope::Code, Scope::Code, Scope::Lesson],
            "what is mended is proven once more, and only then"
        );
    });
}

#[test]
fn a_draft_from_before_there_was_a_proof_loses_nothing() {
    let (script, bench) = (Script::default(), Bench::new());
    let stopping = Model::new(|nth, packet| match nth {
        6 => Err(ProviderError::failed(FailureKind::Refused, "")),
        _ => Ok(mending(packet)),
    });
    bench.start(&stopping, &tiny::RUST, Depth::D1).expect_err("it stops, with one section of the lesson written");
    with(ProofPolicy::Required, &script, bench, |bench| {
        let second = model();
        go_on(bench, &second).expect("it goes on");
        assert_eq!(second.roles(), [Role::LessonExpand, Role::Solution], "only what is missing is asked for");
        assert_eq!(script.asked(), [Scope::Code, Scope::Lesson]);
    });
}

#[test]
fn a_draft_with_a_reference_can_be_finished_without_proof() {
    let always = || fails(RuleId::TrivialIsRejected, "a body that returns 0 passes");
    let (script, home) = (Script::code((0..9).map(|_| always())), tempfile::tempdir().expect("a home"));
    with(ProofPolicy::Required, &script, Bench::in_home(home.path()), |bench| {
        bench.start(&model(), &tiny::RUST, Depth::D1).expect_err("refused");
    });
    let second = model();
    let started = go_on(&Bench::in_home(home.path()), &second).expect("it is shown as it is");
    assert_eq!(second.roles(), [Role::LessonExpand, Role::LessonExpand]);
    assert!(started.proof.is_none());
}

#[test]
fn a_warning_shows_the_exercise_with_what_was_found() {
    let always = || fails(RuleId::MutantsAreRejected, "a body with `-` in place of `+` passes: cents - FEE_CENTS");
    let (script, model) = (Script::code((0..9).map(|_| always())), model());
    with(ProofPolicy::Warn, &script, Bench::new(), |bench| {
        let mut told = Vec::new();
        let (language, node) = (etude::language::by_name("rust").expect("a language"), etude::curriculum::node("S100").expect("a node"));
        let plan = pipeline::Plan { language, node, depth: Depth::D1, pack: None, etude: "etude", draft: None };
        let started = bench.work_heard(&mut |event| told.push(event), |work| pipeline::start(work, &model, plan)).expect("it is shown");
        let proof = started.proof.expect("it was asked");
        assert_eq!(proof.line(), "not proven: mutants_are_rejected");
        let notices: Vec<&String> = told.iter().filter_map(|e| if let Event::Notice { text } = e { Some(text) } else { None }).collect();
        assert_eq!(
            notices,
            [&"Not proven: the tests accept a small change that makes the solution wrong.".to_owned()],
            "one line, and nothing of the reference in it"
        );
        assert!(told.iter().any(|e| matches!(e, Event::Mending { role: Role::TestExpand, mend: 2, of: 2, .. })));
        let sealed = pipeline::sealed(&bench.store, &started.session).expect("sealed");
        assert!(sealed.reference.is_some(), "the reference itself is right, so it backs a reveal");
    });
}

/// Six stubs; the test loop never says that it is complete, and has written tests for four of them when it comes to its cap.
fn cut_short(packet: &Packet, lesson_for: usize) -> String {
    let at = packet.current_sections.len() + 1;
    let role = packet.role.name();
    let reply = match packet.role {
        Role::Scaffold => {
            let mut scaffold = tiny_answer(&tiny::RUST, packet);
            let intents = |what: &str| (1..=6).map(|n| format!("ex-{n}: {what}")).collect::<Vec<_>>();
            scaffold["lesson_plan"]["section_intents"] = json!(intents("a section"));
            scaffold["starter_plan"]["file_intents"] = json!(intents("a stub"));
            scaffold["test_plan"]["case_intents"] = json!(intents("a test"));
            scaffold
        }
        Role::StarterExpand => {
            let stub = format!("// ex-{at}\n// First principle: one.\npub fn part_{at}() -> u32 {{\n    todo!(\"ex-{at}\")\n}}\n");
            replies::section(role, at, "lib.rs", &stub, at == 6)
        }
        Role::TestExpand => {
            let stub = at.div_ceil(2);
            let test = format!("#[test]\nfn test_part_{stub}_case_{at}() {{\n    assert_eq!(exercise::part_{stub}(), {stub});\n}}\n");
            replies::section(role, at, "parts.rs", &test, false)
        }
        Role::Solution => {
            let written: String = (1..=6).map(|n| format!("pub fn part_{n}() -> u32 {{\n    {n}\n}}\n")).collect();
            json!({ "schema_version": "solution_v1", "role": "solution", "files": [{ "file_path": "lib.rs", "content": written }] })
        }
        _ => {
            let about = (at - 1) % lesson_for + 1;
            replies::section(role, at, &format!("Part {at}"), &format!("About `part_{about}`."), false)
        }
    };
    reply.to_string()
}

#[test]
fn at_a_cap_units_without_tests_or_lesson_are_left_out_and_the_rest_is_proven() {
    let (script, model) = (Script::default(), Model::new(|_, packet| Ok(cut_short(packet, 3))));
    required(&script, |bench| {
        let started = bench.start(&model, &tiny::RUST, Depth::D1).expect("what is whole makes an exercise");
        let ids: Vec<&str> = started.exercise.units.iter().map(|u| u.id.as_str()).collect();
        assert_eq!(ids, ["ex-1", "ex-2", "ex-3"], "ex-5 and ex-6 have no tests, ex-4 no lesson");
        assert_eq!(started.exercise.tests.len(), 6);
        let dir = started.session.workspace(bench.store.home().root());
        let starter = std::fs::read_to_string(dir.join("src/lib.rs")).expect("a file");
        assert!(starter.contains("part_3") && !starter.contains("part_4") && !starter.contains("ex-5"), "{starter}");
        let sealed = pipeline::sealed(&bench.store, &started.session).expect("sealed");
        assert!(!sealed.reference.expect("kept")[0].content.contains("part_4"));
        let seen = script.seen.lock().expect("no panic").clone();
        let units = |n: usize| (1..=n).map(|u| format!("ex-{u}")).collect::<Vec<_>>();
        assert_eq!(seen, [(Scope::Code, units(4)), (Scope::Lesson, units(3)), (Scope::Code, units(3))], "what is left is proven");
        let lesson = &model.prompts_of(Role::LessonExpand)[0];
        assert!(lesson.contains("ex-4: a section") && !lesson.contains("ex-5: a section"), "what was left out is not taught");
    });
}

#[test]
fn a_d3_start_at_all_caps_with_its_reference_takes_forty_one_calls() {
    let (script, model) = (Script::default(), Model::new(|_, packet| Ok(at_all_caps(packet))));
    let started = required(&script, |bench| bench.start(&model, &tiny::RUST, Depth::D3).expect("it starts"));
    assert_eq!(model.made(), 41);
    assert_eq!(started.session.calls.len(), 41);
    assert_eq!(pipeline::call_plan(Depth::D3, ProofPolicy::Required), pipeline::CallPlan { most: 41, to_mend: 11 });
    assert_eq!(pipeline::call_plan(Depth::D3, ProofPolicy::Off), pipeline::CallPlan { most: 40, to_mend: 0 });
}

#[test]
fn the_budget_counts_the_reference_and_what_is_mended() {
    for (most, stops_at) in [(5, Role::Solution), (6, Role::TestExpand)] {
        let script = Script::code([fails(RuleId::StarterFailsEveryTest, "it passes")]);
        let model = model();
        required(&script, |bench| {
            let (language, node) =
                (etude::language::by_name("rust").expect("a language"), etude::curriculum::node("S100").expect("a node"));
            let plan = pipeline::Plan { language, node, depth: Depth::D1, pack: None, etude: "etude", draft: None };
            let stopped = bench.work(|work| {
                work.calls = Ledger::new(CallLimits { max_calls: Some(most), ..CallLimits::default() });
                pipeline::start(work, &model, plan)
            });
            let Err(Error::Stopped { cause, kept }) = stopped else { panic!("{stopped:?}") };
            assert!(matches!(*cause, Error::BudgetSpent { .. }), "{cause}");
            assert_eq!((kept, model.made()), (most as usize, most as usize), "before {stops_at:?}");
        });
    }
}

#[test]
fn a_reference_that_leaves_a_stub_out_is_asked_for_again_and_is_in_no_log() {
    let (script, model) = (
        Script::default(),
        Model::new(|nth, packet| {
            let mut reply: serde_json::Value = serde_json::from_str(&mending(packet)).expect("JSON");
            if packet.role == Role::Solution && nth == 5 {
                reply["files"][0]["content"] = json!("pub fn ticket_cents(passengers: u32) -> u32 {\n    passengers * TICKET_CENTS\n}\n");
            }
            Ok(reply.to_string())
        }),
    );
    required(&script, |bench| {
        bench.start(&model, &tiny::RUST, Depth::D1).expect("the second reply is good");
        let text = std::fs::read_to_string(bench.store.home().root().join(".state/audit/rejections.jsonl")).expect("the log");
        assert!(text.contains("solution_is_whole") && !text.contains("passengers * TICKET_CENTS"), "{text}");
    });
    let prompts = model.prompts_of(Role::Solution);
    assert_eq!(prompts.len(), 2);
    assert!(prompts[1].contains("POLICY_VIOLATION solution_is_whole") && prompts[1].contains("with_fee"));
}
