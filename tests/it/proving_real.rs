//! Live exercises under the rules themselves: the replies of small packs, handed over as a model would, right or with one fault each.

use etude::pack::{Bank, Pack};
use etude::pipeline;
use serde_json::{Value, json};

use crate::recorded::Bench;
use crate::story::{Story, project};

fn pack(language: &str, node: &str) -> Pack {
    Bank::Folder(project().join("tests/fixtures/packs")).load(language, node).expect("a pack")
}

/// Everything a start asks for, as the pack has it.
fn replies_of(pack: &Pack) -> Vec<(&'static str, Value)> {
    let plan = |what: &str| pack.meta.units.iter().map(|u| format!("{}: {what}", u.id)).collect::<Vec<_>>();
    let mut replies = vec![(
        "scaffold",
        json!({
            "schema_version": "scaffold_v1", "role": "scaffold", "scaffold_id": "made-by-a-model", "node_id": pack.meta.node,
            "depth_target": pack.meta.depth, "lesson_plan": { "section_intents": plan("a section") },
            "starter_plan": { "file_intents": plan("a stub") }, "test_plan": { "case_intents": plan("a test") },
            "exercise_description": "A small exercise.",
        }),
    )];
    for (role, files) in [("starter-expand", &pack.starter), ("test-expand", &pack.tests)] {
        for (at, file) in files.iter().enumerate() {
            replies.push((role, section(role, at + 1, ("file_path", &file.path), &file.content, at + 1 == files.len())));
        }
    }
    let files: Vec<Value> = pack.solution.iter().map(|f| json!({ "file_path": f.path, "content": f.content })).collect();
    replies.push(("solution", json!({ "schema_version": "solution_v1", "role": "solution", "files": files })));
    for (at, file) in pack.lesson.iter().enumerate() {
        let title = &pack.meta.lessons[at].title;
        replies.push((
            "lesson-expand",
            section("lesson-expand", at + 1, ("section_title", title), &file.content, at + 1 == pack.lesson.len()),
        ));
    }
    replies
}

/// The role whose reply is spoiled, what is replaced in it by what, and the rule that catches it.
type Fault = (&'static str, &'static str, &'static str, &'static str);

fn replaced(reply: &Value, from: &str, to: &str) -> Value {
    let mut reply = reply.clone();
    let content = if reply["files"].is_array() { &mut reply["files"][0]["content"] } else { &mut reply["content"] };
    let text = content.as_str().expect("text");
    assert!(text.contains(from), "{from:?} stands in {text}");
    *content = json!(text.replace(from, to));
    reply
}

#[test]
fn an_exercise_with_a_fault_is_caught_before_a_learner_sees_it() {
    let faults: [Fault; 7] = [
        ("test-expand", "assert_eq!(ticket_cents(0), 0);", "assert_eq!(TICKET_CENTS, 250);", "starter_fails_every_test"),
        ("test-expand", "assert_eq!(ticket_cents(3), 750);", "assert_eq!(ticket_cents(3), 751);", "starter_tells_enough"),
        ("test-expand", "use exercise::*;", "use exercise::elsewhere::*;", "starter_compiles"),
        ("test-expand", "test_booking_cents_of_nobody_is_nothing", "test_nobody_pays_nothing", "test_names"),
        ("solution", "passengers * TICKET_CENTS", "passengers + TICKET_CENTS", "starter_tells_enough"),
        ("solution", "passengers * TICKET_CENTS", "let unused = 1; passengers * TICKET_CENTS", "reference_passes"),
        (
            "starter-expand",
            "pub fn booking_cents(passengers: u32) -> u32",
            "pub fn booking_cents(passengers: u31) -> u32",
            "starter_compiles",
        ),
    ];
    let whole = replies_of(&pack("rust", "S100"));
    for (spoiled, from, to, rule) in faults {
        // Asked to mend it, they answer the same again; there is nothing prepared for the lesson.
        let mut replies = Vec::new();
        for (role, reply) in whole.iter().filter(|(role, _)| *role != "lesson-expand") {
            let reply = if *role == spoiled { replaced(reply, from, to) } else { reply.clone() };
            replies.extend(std::iter::repeat_n((*role, reply), if *role == "scaffold" { 1 } else { 4 }));
        }
        let story = Story::new();
        recorded(&story, &replies);
        story.etude("start --language rust --node S100 --depth D1 --provider replay").exits(1).complains("start --continue");
        let error = story.error();
        assert_eq!(error["reason"], "PROOF_FAILED", "{to}: {error}");
        assert!(error["rules"].as_array().expect("rules").contains(&json!(rule)), "{to}: {error}");
        assert!(error["kept"].as_u64().is_some_and(|kept| kept >= 6), "{to}: what was to mend it is kept too: {error}");
        assert!(story.sessions().is_empty(), "{to}");
    }
}

#[test]
fn a_correct_exercise_in_c_is_proven_with_one_reference() {
    let story = Story::new();
    let pack = pack("c", "C200");
    recorded(&story, &replies_of(&pack));
    let depth = format!("{:?}", pack.meta.depth);
    story.run(&["start", "--language", "c", "--node", "C200", "--depth", &depth, "--provider", "replay", "--json"]).exits(0);
    let proof = story.envelope()["data"]["proof"].clone();
    assert!(proof["mutantsRejected"].as_u64().is_some_and(|n| n > 0) && proof["unproven"].is_null(), "{proof}");
}

/// The roles of the calls that made the session, in order.
fn calls(story: &Story) -> Vec<String> {
    let calls = story.session()["calls"].as_array().cloned().expect("calls");
    calls.iter().map(|call| call["role"].as_str().expect("a role").to_owned()).collect()
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
    let mut replies = replies_of(&pack);
    let tests = replies.iter().position(|(role, _)| *role == "test-expand").expect("tests");
    let spoiled = replaced(&replies[tests].1, "assert_eq!(ticket_cents(0), 0);", "assert_eq!(TICKET_CENTS, 250);");
    replies.insert(tests, ("test-expand", spoiled));
    let story = Story::new();
    story.etude("start --language rust --node S100 --depth D1 --provider replay --dry-run").exits(0);
    story.says("It is the first of 28 calls at most, and 11 more where the proof finds faults.");
    recorded(&story, &replies);
    story.run(&["start", "--language", "rust", "--node", "S100", "--depth", &format!("{:?}", pack.meta.depth), "--provider", "replay"]);
    story.exits(0).says("Correcting the tests: a test ").says("proven: 4 tests, 2 stubs,").does_not_say("at most");
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

/// The replies of the small pack, with versions of its stubs beside the reference; asked to mend the tests, `again` comes.
fn with_versions(story: &Story, alternatives: Value, wrong: Value, again: impl Fn(&Value) -> Value) {
    let mut replies = replies_of(&pack("rust", "S100"));
    let solution = replies.iter().position(|(role, _)| *role == "solution").expect("a reference");
    (replies[solution].1["alternatives"], replies[solution].1["wrong"]) = (alternatives, wrong);
    let tests = replies.iter().position(|(role, _)| *role == "test-expand").expect("tests");
    let mended = again(&replies[tests].1);
    replies.push(("test-expand", mended));
    recorded(story, &replies);
    story.etude("start --language rust --node S100 --depth D1 --provider replay").exits(0);
}

#[test]
fn a_wrong_version_that_the_tests_accept_is_told_and_a_right_one_counts() {
    let same = "pub fn ticket_cents(passengers: u32) -> u32 {\n    TICKET_CENTS * passengers\n}\n";
    let slip = "pub fn ticket_cents(passengers: u32) -> u32 {\n    passengers.min(9) * TICKET_CENTS\n}\n";
    let broken = "pub fn ticket_cents(passengers: u32) -> u32 {\n    nobody()\n}\n";
    let alternatives = json!([{ "stub": "ticket_cents", "code": same, "why": "" }, { "stub": "elsewhere", "code": same, "why": "" }]);
    let wrong = json!([{ "stub": "ticket_cents", "code": slip, "why": "for 10 passengers" }, { "stub": "ticket_cents", "code": broken }]);
    let story = Story::new();
    with_versions(&story, alternatives, wrong, |tests| {
        replaced(tests, "assert_eq!(ticket_cents(3), 750);", "assert_eq!(ticket_cents(30), 7_500);")
    });
    story.says("Making the tests stricter: the tests accept a ").says("1 alternative accepted");
    assert!(story.read("tests/night_train.rs").contains("ticket_cents(30)"));
}

#[test]
fn a_version_that_is_not_what_its_writer_says_keeps_nobody_from_the_exercise() {
    let right = "pub fn ticket_cents(passengers: u32) -> u32 {\n    TICKET_CENTS * passengers\n}\n";
    let wrong = "pub fn booking_cents(passengers: u32) -> u32 {\n    ticket_cents(passengers) + FEE_CENTS\n}\n";
    let taken_for_wrong = json!([{ "stub": "ticket_cents", "code": right, "why": "it multiplies the other way round" }]);
    let taken_for_right = json!([{ "stub": "booking_cents", "code": wrong, "why": "" }]);
    let story = Story::new();
    with_versions(&story, taken_for_right, taken_for_wrong, Value::clone);
    story.says("Making the tests fairer: the tests refuse a correct solution.").says("proven: 4 tests, 2 stubs,");
    assert_eq!(calls(&story).iter().filter(|role| *role == "test-expand").count(), 2, "told once");
}

/// The small pack with other replies for some roles, each in the order of its calls.
fn made_from(changed: &[(&'static str, Vec<Value>)]) -> Story {
    let mut replies: Vec<(&str, Value)> =
        replies_of(&pack("rust", "S100")).into_iter().filter(|(role, _)| changed.iter().all(|(other, _)| other != role)).collect();
    for (role, own) in changed {
        replies.extend(own.iter().map(|reply| (*role, reply.clone())));
    }
    let story = Story::new();
    recorded(&story, &replies);
    story.etude("start --language rust --node S100 --depth D1 --provider replay").exits(0);
    story
}

fn reply(role: &str) -> Value {
    replies_of(&pack("rust", "S100")).into_iter().find(|(r, _)| *r == role).expect("a reply").1
}

const SUM: &str = "ticket_cents(passengers) + FEE_CENTS";

#[test]
fn a_comment_that_contradicts_its_test_is_corrected_and_solved_again() {
    let (starter, tests, solution) = (reply("starter-expand"), reply("test-expand"), reply("solution"));
    let per_head = replaced(&starter, "the tickets, and the fee once.", "the tickets, and the fee for each passenger.");
    let one = replaced(&solution, SUM, "ticket_cents(passengers) + passengers * FEE_CENTS");
    let two = replaced(&solution, SUM, "passengers * (TICKET_CENTS + FEE_CENTS)");
    let story = made_from(&[
        ("starter-expand", vec![per_head, starter]),
        ("test-expand", vec![tests.clone(), tests]),
        ("solution", vec![one, two, solution]),
    ]);
    let asked = ["solution", "solution", "starter-expand", "test-expand", "solution"];
    assert_eq!(calls(&story)[3..8], asked, "two blind answers agree, so the starter is asked, then the tests, then a solver again");
    story.says("Solving it a second time, to compare").says("Making the task clearer").says("proven: 4 tests, 2 stubs,");
    assert!(story.read("src/lib.rs").contains("the fee once") && !story.read("src/lib.rs").contains("for each passenger"));
}

#[test]
fn a_contract_that_two_solvers_read_differently_is_made_clear() {
    let (starter, tests, solution) = (reply("starter-expand"), reply("test-expand"), reply("solution"));
    let open = replaced(&starter, "the tickets, and the fee once.", "the tickets and the fee.");
    let one = replaced(&solution, SUM, "ticket_cents(passengers) + passengers * FEE_CENTS");
    let two = replaced(&solution, SUM, "ticket_cents(passengers) + passengers / 2 * FEE_CENTS");
    let story = made_from(&[("starter-expand", vec![open, starter]), ("test-expand", vec![tests]), ("solution", vec![one, two, solution])]);
    assert_eq!(calls(&story)[3..7], ["solution", "solution", "starter-expand", "solution"]);
    assert!(story.read("src/lib.rs").contains("the fee once"));
}

#[test]
fn a_function_that_nobody_writes_as_its_test_wants_is_left_out() {
    let (mut starter, mut tests, mut solution) = (reply("starter-expand"), reply("test-expand"), reply("solution"));
    let add = |text: &mut Value, more: &str| *text = json!(format!("{}{more}", text.as_str().expect("text")));
    add(
        &mut starter["content"],
        "\n// ex-3: what a group gets back when it cancels: half of the fee, without the half cent.\n//\n\
         // First principle: whole numbers divide without a rest.\n// Lesson: LESSON.md, section 3 \"Half a fee\".\n\
         // Test: test_refund_cents_is_half_the_fee\n// Start here: write the division.\n\
         pub fn refund_cents(bookings: u32) -> u32 {\n    todo!(\"ex-3\")\n}\n",
    );
    add(
        &mut tests["content"],
        "\n// ex-3\n\n#[test]\nfn test_refund_cents_is_half_the_fee() {\n    assert_eq!(refund_cents(0), 0);\n    assert_eq!(refund_cents(1), 50);\n}\n",
    );
    add(&mut solution["files"][0]["content"], "\npub fn refund_cents(bookings: u32) -> u32 {\n    bookings * (FEE_CENTS / 2)\n}\n");
    let story = made_from(&[
        ("starter-expand", vec![starter.clone(), starter]),
        ("test-expand", vec![tests.clone(), tests]),
        ("solution", vec![solution.clone(), solution]),
    ]);
    assert_eq!(calls(&story)[3..7], ["solution", "solution", "starter-expand", "test-expand"], "what is not changed is not solved again");
    story.says("Left out, because its task and its tests do not agree: `refund_cents`.").says("proven: 4 tests, 2 stubs,");
    assert!(!story.read("src/lib.rs").contains("refund") && !story.read("tests/night_train.rs").contains("refund"));
}
