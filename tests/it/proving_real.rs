//! Live exercises under the rules themselves: the replies of small packs, handed over as a model would, right or with one fault each.

use std::sync::Mutex;

use etude::config::ProofPolicy;
use etude::error::Error;
use etude::event::Event;
use etude::pack::{Bank, Pack};
use etude::pipeline::{self, Plan, Proving, Scope, Started};
use etude::proof::{self, Options, Subject};
use etude::provider::bank::BankProvider;
use etude::provider::{Call, Provider, ProviderError, Reply};
use etude::runner::Cancel;
use etude::stage::Role;
use etude::stage::packet::Packet;
use serde_json::{Value, json};

use crate::recorded::Bench;
use crate::story::{Story, project};

type Spoil = dyn Fn(&Packet, &mut Value) + Sync;

/// Answers from a pack as a model would, and spoils what the test says. Asked to mend something it sends the first section of the loop again.
struct PackModel {
    bank: BankProvider,
    spoil: Box<Spoil>,
    roles: Mutex<Vec<Role>>,
}

fn pack(language: &str, node: &str) -> Pack {
    Bank::Folder(project().join("tests/fixtures/packs")).load(language, node).expect("a pack")
}

fn is_mend(packet: &Packet) -> bool {
    packet.next_focus.as_deref().is_some_and(|f| f.starts_with("a fault"))
}

impl PackModel {
    fn new(language: &str, node: &str, spoil: impl Fn(&Packet, &mut Value) + Sync + 'static) -> PackModel {
        PackModel { bank: BankProvider::new(pack(language, node)), spoil: Box::new(spoil), roles: Mutex::default() }
    }

    fn roles(&self) -> Vec<Role> {
        self.roles.lock().expect("no panic").clone()
    }
}

impl Provider for PackModel {
    fn name(&self) -> &str {
        "replay"
    }

    fn call(&self, call: &Call) -> Result<Reply, ProviderError> {
        self.roles.lock().expect("no panic").push(call.packet.role);
        let mut packet = call.packet.clone();
        if is_mend(&packet) {
            packet.current_sections.clear();
        }
        let reply = self.bank.call(&Call { packet: &packet, ..*call })?;
        let mut value = serde_json::from_str(&reply.text).expect("JSON");
        (self.spoil)(call.packet, &mut value);
        Ok(Reply::of(value.to_string()))
    }

    fn varies(&self) -> bool {
        true
    }
}

fn start(model: &PackModel) -> Result<Started, Error> {
    let prover = |subject: &Subject, scope: Scope, cancel: &Cancel, events: &mut dyn FnMut(Event)| {
        let options = Options::live(Default::default());
        match scope {
            Scope::Code => proof::prove(subject, &options, cancel, events),
            Scope::Lesson => proof::prove_lesson(subject, &options, cancel, events),
        }
    };
    let meta = &model.bank.pack().meta;
    let language = etude::language::by_name(&meta.language).expect("a language");
    let node = etude::curriculum::node(&meta.node).expect("a node");
    let plan = Plan { language, node, depth: meta.depth, pack: None, etude: "etude", draft: None };
    let bench = Bench::new().proven_by(Proving { policy: ProofPolicy::Required, prover: &prover });
    bench.work(|work| pipeline::start(work, model, plan))
}

fn replaced(reply: &mut Value, from: &str, to: &str) {
    let content = if reply["files"].is_array() { &mut reply["files"][0]["content"] } else { &mut reply["content"] };
    let text = content.as_str().expect("text");
    assert!(text.contains(from), "{from:?} stands in {text}");
    *content = json!(text.replace(from, to));
}

/// The role whose reply is spoiled, what is replaced in it by what, and the rule that catches it.
type Fault = (Role, &'static str, &'static str, &'static str);

#[test]
fn an_exercise_with_a_fault_is_caught_before_a_learner_sees_it() {
    let faults: [Fault; 6] = [
        (Role::TestExpand, "assert_eq!(ticket_cents(0), 0);", "assert_eq!(TICKET_CENTS, 250);", "starter_fails_every_test"),
        (Role::TestExpand, "assert_eq!(ticket_cents(3), 750);", "assert_eq!(ticket_cents(3), 751);", "reference_passes"),
        (Role::TestExpand, "use exercise::*;", "use exercise::elsewhere::*;", "starter_compiles"),
        (Role::Solution, "passengers * TICKET_CENTS", "passengers + TICKET_CENTS", "reference_passes"),
        (Role::Solution, "passengers * TICKET_CENTS", "let unused = 1; passengers * TICKET_CENTS", "reference_passes"),
        (
            Role::StarterExpand,
            "pub fn booking_cents(passengers: u32) -> u32",
            "pub fn booking_cents(passengers: u31) -> u32",
            "starter_compiles",
        ),
    ];
    for (role, from, to, rule) in faults {
        let model = PackModel::new("rust", "S100", move |packet, reply| {
            if packet.role == role {
                replaced(reply, from, to);
            }
        });
        let refused = start(&model).expect_err(to);
        assert_eq!(refused.reason(), "PROOF_FAILED", "{to}: {refused}");
        let rules = refused.to_json()["error"]["rules"].clone();
        assert!(rules.as_array().expect("rules").contains(&json!(rule)), "{to}: {rules}");
        assert!(!model.roles().contains(&Role::LessonExpand), "{to}: no lesson is paid for");
        assert!(model.roles().iter().filter(|r| **r == role).count() >= 3, "{to}: who made it was asked twice to mend it");
    }
}

#[test]
fn a_correct_exercise_in_c_is_proven_with_one_reference() {
    let model = PackModel::new("c", "C200", |_, _| {});
    let started = start(&model).expect("it is right");
    let proof = started.proof.expect("proven");
    assert!(proof.holds() && proof.counts.mutants_rejected > 0, "{proof:?}");
    assert_eq!(model.roles().iter().filter(|r| **r == Role::Solution).count(), 1);
}

/// The replies of a pack in a folder for the `replay` provider, each role in order.
fn recorded(story: &Story, replies: &[(&str, Value)]) {
    let folder = story.root().join("recorded");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (at, (role, reply)) in replies.iter().enumerate() {
        std::fs::write(folder.join(format!("{:02}-{role}.json", at + 1)), reply.to_string()).expect("a reply");
    }
    story.env("ETUDE_REPLAY", folder.display().to_string());
}

fn section(role: &str, number: usize, place: (&str, &str), content: &str, last: bool) -> Value {
    let schema = format!("{}_section_v1", role.split('-').next().expect("a word"));
    let mut section = json!({
        "schema_version": schema, "role": role, "section_id": format!("{role}-{number}"), "type": "concept", "content": content,
        "is_complete": last, "next_focus": null,
    });
    section[place.0] = json!(place.1);
    section
}

#[test]
fn a_learner_sees_an_exercise_that_was_mended_and_its_solution_only_while_it_passes() {
    let pack = pack("rust", "S100");
    let scaffold = json!({
        "schema_version": "scaffold_v1", "role": "scaffold", "scaffold_id": "night-train", "node_id": "S100", "depth_target": pack.meta.depth,
        "lesson_plan": { "section_intents": ["ex-1: one", "ex-2: two"] }, "starter_plan": { "file_intents": ["ex-1: lib.rs", "ex-2: lib.rs"] },
        "test_plan": { "case_intents": ["ex-1: a", "ex-1: b", "ex-2: a", "ex-2: b"] }, "exercise_description": "A night train.",
    });
    let tests = &pack.tests[0];
    let spoiled = tests.content.replace("assert_eq!(ticket_cents(0), 0);", "assert_eq!(TICKET_CENTS, 250);");
    let solution = json!({ "schema_version": "solution_v1", "role": "solution", "files": [{ "file_path": "lib.rs", "content": pack.solution[0].content }] });
    let mut replies = vec![
        ("scaffold", scaffold),
        ("starter-expand", section("starter-expand", 1, ("file_path", "lib.rs"), &pack.starter[0].content, true)),
        ("test-expand", section("test-expand", 1, ("file_path", &tests.path), &spoiled, true)),
        ("test-expand", section("test-expand", 1, ("file_path", &tests.path), &tests.content, true)),
        ("solution", solution),
    ];
    for (at, file) in pack.lesson.iter().enumerate() {
        let title = &pack.meta.lessons[at].title;
        replies.push((
            "lesson-expand",
            section("lesson-expand", at + 1, ("section_title", title), &file.content, at + 1 == pack.lesson.len()),
        ));
    }
    let story = Story::new();
    story.etude("start --language rust --node S100 --depth D1 --provider replay --dry-run").exits(0);
    story.says("It is the first of 28 calls at most, and 8 more where the proof finds faults.");
    recorded(&story, &replies);
    story.run(&["start", "--language", "rust", "--node", "S100", "--depth", &format!("{:?}", pack.meta.depth), "--provider", "replay"]);
    story.exits(0).says("tests again (1 of 2): a test passes on the untouched starter").says("proven: 4 tests, 2 stubs,");
    assert!(story.read("tests/night_train.rs").contains("assert_eq!(ticket_cents(0), 0);"));
    let workspace = story.workspace();
    let shown = std::process::Command::new("grep").args(["-rl", "passengers \\* TICKET_CENTS"]).arg(story.home()).output().expect("grep");
    assert!(shown.stdout.is_empty(), "{} in {}", String::from_utf8_lossy(&shown.stdout), workspace.display());

    // There is no reviewer among the replies: the attempt is kept all the same, and with it the right to give up.
    let text = story.read("src/lib.rs").replacen("todo!(\"ex-1\")", "passengers", 1);
    story.write("src/lib.rs", &text).attempt().exits(1);
    let bench = Bench::in_home(story.home());
    let session = bench.store.load(story.session()["id"].as_str().expect("an id")).expect("it loads");
    let sealed = pipeline::sealed(&bench.store, &session).expect("sealed");
    let mut worn = sealed.clone();
    worn.reference.as_mut().expect("kept")[0].content = pack.solution[0].content.replace("* TICKET_CENTS", "+ TICKET_CENTS");
    bench.store.save_sealed(&session.id, &worn.to_bytes().expect("bytes")).expect("saved");
    story.reveal().exits(1).complains("on this machine it is none: it passes 1 of 4 tests here").does_not_say("+ TICKET_CENTS");
    assert_eq!((story.error()["reason"].clone(), story.session()["givenUp"].clone()), (json!("SOLUTION_FAILS"), json!(false)));
    bench.store.save_sealed(&session.id, &sealed.to_bytes().expect("bytes")).expect("saved");
    story.reveal().exits(0).says("Checking the solution against the tests").says("passengers * TICKET_CENTS");
    assert_eq!(story.session()["givenUp"], true);
}
