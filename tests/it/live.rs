//! What holds for every provider that asks a model: cheap prompts, nothing lost, bounded cost, and no solution before its time. The model is inside the
//! test here; the real programs and servers have tests of their own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use etude::config::CallLimits;
use etude::error::Error;
use etude::guard::{Reason, Rule};
use etude::pipeline::{self, Ledger};
use etude::provider::{Call, FailureKind, Provider, ProviderError, Reply, Tokens};
use etude::session::Depth;
use etude::stage::Role;
use etude::stage::packet::Packet;
use serde_json::{Value, json};

use crate::recorded::{Bench, tiny_answer};
use crate::replies::{self, Replies};
use crate::story::Story;
use crate::tiny;

type Answer = dyn Fn(usize, &Packet) -> Result<String, ProviderError> + Sync + Send;

/// A model whose answers the test decides. It varies, as models do, so a refused reply is asked for again.
pub struct Model {
    answer: Box<Answer>,
    prompts: Mutex<Vec<(Role, String)>>,
    calls: AtomicUsize,
}

impl Model {
    pub fn new(answer: impl Fn(usize, &Packet) -> Result<String, ProviderError> + Sync + Send + 'static) -> Model {
        Model { answer: Box::new(answer), prompts: Mutex::default(), calls: AtomicUsize::new(0) }
    }

    /// The roles in the order of the calls.
    pub fn roles(&self) -> Vec<Role> {
        self.prompts.lock().expect("no panic").iter().map(|(r, _)| *r).collect()
    }

    fn of_tiny() -> Model {
        Model::new(|_, packet| Ok(tiny_answer(&tiny::RUST, packet).to_string()))
    }

    pub fn prompts_of(&self, role: Role) -> Vec<String> {
        self.prompts.lock().expect("no panic").iter().filter(|(r, _)| *r == role).map(|(_, p)| p.clone()).collect()
    }

    pub fn made(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }
}

impl Provider for Model {
    fn name(&self) -> &str {
        "replay"
    }

    fn call(&self, call: &Call) -> Result<Reply, ProviderError> {
        let nth = self.calls.fetch_add(1, Ordering::SeqCst);
        self.prompts.lock().expect("no panic").push((call.packet.role, call.prompt()?));
        let tokens = Some(Tokens { sent: 10, received: 2, cached: 4 });
        (self.answer)(nth, call.packet).map(|text| Reply { text, model: Some("m-1".into()), program: Some("test 1.0".into()), tokens })
    }

    fn varies(&self) -> bool {
        true
    }
}

fn failing_at(stop: usize, kind: FailureKind) -> Model {
    Model::new(
        move |nth, packet| {
            if nth == stop { Err(ProviderError::failed(kind, "")) } else { Ok(tiny_answer(&tiny::RUST, packet).to_string()) }
        },
    )
}

/// A start that goes on from the draft it finds.
pub fn go_on(bench: &Bench, model: &Model) -> Result<pipeline::Started, Error> {
    let (head, _) = bench.store.drafts().into_iter().next().expect("a draft");
    let draft = bench.store.open_draft(&head.id).expect("it opens");
    let language = etude::language::by_name("rust").expect("a language");
    let node = etude::curriculum::node(&head.node_id).expect("a node");
    let plan = pipeline::Plan { language, node, depth: head.depth_target, pack: None, etude: "etude", draft: Some(draft) };
    bench.work(|work| pipeline::start(work, model, plan))
}

#[test]
fn a_start_goes_on_at_the_call_where_it_stopped_wherever_that_was() {
    let all = {
        let model = Model::of_tiny();
        Bench::new().start(&model, &tiny::RUST, Depth::D1).expect("it starts");
        model.made()
    };
    for stop in 0..all {
        let bench = Bench::new();
        let first = failing_at(stop, FailureKind::Refused);
        let stopped = bench.start(&first, &tiny::RUST, Depth::D1).expect_err("it stops");
        let kept = match &stopped {
            Error::Stopped { kept, .. } => *kept,
            _ => 0,
        };
        assert_eq!(kept, stop, "all {stop} accepted replies are kept: {stopped}");
        if stop == 0 {
            assert!(bench.store.drafts().is_empty(), "nothing was paid for, so nothing is left behind");
            continue;
        }
        let second = Model::of_tiny();
        let started = go_on(&bench, &second).expect("it goes on");
        assert_eq!(second.made(), all - stop, "no accepted call is made again");
        assert_eq!(started.session.calls.len(), all, "and the session knows all of them");
        assert_eq!(started.session.model.as_deref(), Some("m-1"));
        assert!(bench.store.drafts().is_empty(), "what is done is no draft");
        let (asked, again) = (first.prompts_of(Role::LessonExpand), second.prompts_of(Role::LessonExpand));
        if let (Some(asked), Some(again)) = (asked.last(), again.first()) {
            assert!(asked == again || asked.len() < again.len(), "the call that failed is made as it was");
        }
    }
}

#[test]
fn a_reply_that_cannot_be_read_any_more_is_asked_for_again() {
    let bench = Bench::new();
    bench.start(&failing_at(3, FailureKind::Refused), &tiny::RUST, Depth::D1).expect_err("it stops");
    let folder = bench.store.home().drafts().join(&bench.store.drafts()[0].0.id);
    std::fs::write(folder.join("002-starter-expand.json"), "{").expect("damaged");
    let model = Model::of_tiny();
    go_on(&bench, &model).expect("it goes on");
    assert_eq!(model.prompts_of(Role::Scaffold).len(), 0);
    assert_eq!(model.prompts_of(Role::StarterExpand).len(), 2, "from the damaged one on");
}

#[test]
fn a_draft_that_became_a_session_is_no_draft_any_more() {
    let bench = Bench::new();
    bench.start(&failing_at(3, FailureKind::Refused), &tiny::RUST, Depth::D1).expect_err("it stops");
    let folder = bench.store.home().drafts().join(&bench.store.drafts()[0].0.id);
    let head = std::fs::read(folder.join("head.json")).expect("the head");
    let reply = std::fs::read(folder.join("001-scaffold.json")).expect("a reply");
    go_on(&bench, &Model::of_tiny()).expect("it goes on");
    // As after a kill between saving the session and removing the draft.
    std::fs::create_dir_all(&folder).expect("the folder");
    std::fs::write(folder.join("head.json"), head).expect("the head");
    std::fs::write(folder.join("001-scaffold.json"), reply).expect("a reply");
    assert!(bench.store.drafts().is_empty());
}

#[test]
fn a_start_that_can_keep_no_reply_makes_no_further_call() {
    let bench = Bench::new();
    let drafts = bench.store.home().drafts();
    let model = Model::new(move |nth, packet| {
        if nth == 2 {
            // Something stands where the reply would go.
            let folder = std::fs::read_dir(&drafts).expect("drafts").flatten().next().expect("one").path();
            std::fs::create_dir(folder.join("003-starter-expand.json")).expect("a folder in the way");
        }
        Ok(tiny_answer(&tiny::RUST, packet).to_string())
    });
    let stopped = bench.start(&model, &tiny::RUST, Depth::D1).expect_err("it stops");
    assert!(matches!(stopped, Error::Stopped { kept: 2, .. }), "{stopped}");
    assert_eq!(model.made(), 3);
}

#[test]
fn two_cannot_go_on_with_one_draft_at_once() {
    let bench = Bench::new();
    bench.start(&failing_at(3, FailureKind::Refused), &tiny::RUST, Depth::D1).expect_err("it stops");
    let id = bench.store.drafts()[0].0.id.clone();
    let held = bench.store.open_draft(&id).expect("it opens");
    assert!(bench.store.open_draft(&id).is_err());
    drop(held);
    assert!(bench.store.open_draft(&id).is_ok());
}

#[test]
fn a_refused_reply_is_asked_for_once_more_with_the_reason() {
    let bad = Arc::new(AtomicUsize::new(0));
    let seen = bad.clone();
    let model = Model::new(move |_, packet| {
        let mut reply = tiny_answer(&tiny::RUST, packet);
        if packet.role == Role::StarterExpand && seen.fetch_add(1, Ordering::SeqCst) == 0 {
            reply["file_path"] = json!("../escape.rs");
        }
        Ok(reply.to_string())
    });
    Bench::new().start(&model, &tiny::RUST, Depth::D1).expect("the second reply is good");
    let prompts = model.prompts_of(Role::StarterExpand);
    assert!(prompts[1].starts_with(&prompts[0]), "only added to, so that a prompt cache hits");
    let added = &prompts[1][prompts[0].len()..];
    assert!(added.contains("POLICY_VIOLATION safe_path") && added.contains("../escape.rs"), "{added}");
    assert!(!prompts[2].contains("was refused"), "the next call is told nothing of it");
}

#[test]
fn a_reply_that_is_refused_twice_ends_the_start_with_its_rule() {
    let model = Model::new(|_, packet| {
        let mut reply = tiny_answer(&tiny::RUST, packet);
        if packet.role == Role::TestExpand {
            reply["file_path"] = json!("/etc/passwd");
        }
        Ok(reply.to_string())
    });
    let bench = Bench::new();
    let stopped = bench.start(&model, &tiny::RUST, Depth::D1).expect_err("refused");
    let Error::Stopped { cause, kept } = stopped else { panic!("{stopped}") };
    let Error::Rejected(rejection) = *cause else { panic!("{cause}") };
    assert_eq!((rejection.reason, rejection.rules, kept), (Reason::PolicyViolation, vec![Rule::SafePath], 3));
    assert_eq!(model.prompts_of(Role::TestExpand).len(), 2, "once, and once more");
}

#[test]
fn what_may_pass_is_tried_three_times() {
    let model = failing_at(0, FailureKind::ServerError);
    Bench::new().start(&model, &tiny::RUST, Depth::D1).expect("the second try works");
    let model = Model::new(|_, _| Err(ProviderError::failed(FailureKind::Unreachable, "refused")));
    let error = Bench::new().start(&model, &tiny::RUST, Depth::D1).expect_err("it never works");
    assert_eq!(model.made(), 3);
    let Error::Rejected(rejection) = error else { panic!("{error}") };
    assert_eq!(rejection.failure.map(|f| f.kind), Some(FailureKind::Unreachable));
}

#[test]
fn a_budget_stops_cleanly_and_the_draft_is_kept() {
    let bench = Bench::new();
    let model = Model::of_tiny();
    let limits = CallLimits { max_calls: Some(4), ..CallLimits::default() };
    let (language, node) = (etude::language::by_name("rust").expect("a language"), etude::curriculum::node("S100").expect("a node"));
    let plan = pipeline::Plan { language, node, depth: Depth::D1, pack: None, etude: "etude", draft: None };
    let stopped = bench.work(|work| {
        work.calls = Ledger::new(limits);
        pipeline::start(work, &model, plan)
    });
    let Err(Error::Stopped { cause, kept: 4 }) = stopped else { panic!("{stopped:?}") };
    assert!(matches!(*cause, Error::BudgetSpent { .. }), "{cause}");
    assert_eq!(model.made(), 4);
    go_on(&bench, &Model::of_tiny()).expect("and it can go on");
}

/// Sections as long and as many as are allowed.
pub fn at_all_caps(packet: &Packet) -> String {
    let at = packet.current_sections.len() + 1;
    let filler = format!("// {}\n", "x".repeat(76)).repeat(50);
    let focus = json!(format!("ex-{}: {}", at + 1, "what remains to be written ".repeat(40)));
    let mut reply = match packet.role {
        Role::Scaffold => return tiny_answer(&tiny::RUST, packet).to_string(),
        Role::Solution => {
            let written: String = (1..=9).map(|n| format!("pub fn step_{n}(n: u32) -> u32 {{\n    n\n}}\n")).collect();
            let file = json!({ "file_path": "lib.rs", "content": written });
            return json!({ "schema_version": "solution_v1", "role": "solution", "files": [file] }).to_string();
        }
        Role::StarterExpand => {
            let stub = format!("/// ex-{at}\n/// First principle: one.\npub fn step_{at}(n: u32) -> u32 {{\n    todo!(\"ex-{at}\")\n}}\n");
            replies::section("starter-expand", at, "lib.rs", &format!("{filler}{stub}"), false)
        }
        Role::TestExpand => {
            let stub = (at - 1) % 9 + 1;
            let test = format!("#[test]\nfn test_step_{stub}_case_{at}() {{\n    assert_eq!(exercise::step_{stub}(1), 1);\n}}\n");
            replies::section("test-expand", at, "steps.rs", &format!("{filler}{test}"), false)
        }
        _ => replies::section("lesson-expand", at, &format!("Part {at}"), &format!("{filler}\n`step_{at}` follows."), false),
    };
    reply["next_focus"] = focus;
    reply.to_string()
}

#[test]
fn a_d3_start_at_all_caps_takes_forty_calls_and_each_prompt_begins_like_the_one_before() {
    let model = Model::new(|_, packet| Ok(at_all_caps(packet)));
    let started = Bench::new().start(&model, &tiny::RUST, Depth::D3).expect("it starts");
    assert_eq!(model.made(), 40);
    for role in [Role::StarterExpand, Role::TestExpand, Role::LessonExpand] {
        let prompts = model.prompts_of(role);
        for pair in prompts.windows(2) {
            let common = pair[0].bytes().zip(pair[1].bytes()).take_while(|(a, b)| a == b).count();
            assert!(pair[0].len() - common <= 1536, "{role:?}: a tail of {} bytes changed", pair[0].len() - common);
            assert!(pair[1].len() > pair[0].len());
        }
    }
    let longest = model.prompts_of(Role::LessonExpand).iter().map(String::len).max().unwrap_or(0);
    assert!(longest < 400 * 1024, "{longest} bytes");
    let totals = etude::session::CallTotals::of(&started.session.calls);
    assert_eq!((totals.calls, totals.tokens), (40, Some(Tokens { sent: 400, received: 80, cached: 160 })));
}

#[test]
fn of_a_draft_of_the_landed_version_only_what_came_before_the_solution_is_used() {
    let script = crate::proving::Script::default();
    crate::proving::required(&script, |bench| {
        bench.start(&failing_at(7, FailureKind::Refused), &tiny::RUST, Depth::D1).expect_err("it stops in the lesson");
        let folder = bench.store.home().drafts().join(&bench.store.drafts()[0].0.id);
        let head = std::fs::read_to_string(folder.join("head.json")).expect("the head");
        std::fs::write(folder.join("head.json"), head.replace("\"formatVersion\": 2", "\"formatVersion\": 1")).expect("aged");
        // It stops once more after the solution: what this version was given is not asked for again.
        go_on(bench, &failing_at(1, FailureKind::Refused)).expect_err("it stops");
        let model = Model::of_tiny();
        go_on(bench, &model).expect("it goes on");
        assert_eq!(model.roles(), [Role::LessonExpand, Role::LessonExpand]);
    });
}

#[test]
fn a_stage_that_fails_says_so_for_programs_at_a_terminal_too() {
    let replies = Replies::rust();
    let story = Story::new();
    story.replay(&replies.clone().fail("test-expand", 1, "the line went dead"));
    story.types("start --language rust --node S100 --depth D1 --provider replay", &[]).says("the line went dead");
    let line = story.seen().stdout.lines().find(|l| l.starts_with("{\"error\"")).expect("the machine's line").to_owned();
    let error: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((&error["error"]["reason"], &error["error"]["role"]), (&json!("EXECUTION_FAILED"), &json!("test-expand")));
    story.types("attempt", &[]).does_not_say("{\"error\"");
}

#[test]
fn one_object_in_a_fence_is_taken_and_two_are_not() {
    let fenced = |packet: &Packet| format!("Here it is:\n\n```json\n{}\n```\nGood luck.", tiny_answer(&tiny::RUST, packet));
    let model = Model::new(move |_, packet| Ok(fenced(packet)));
    Bench::new().start(&model, &tiny::RUST, Depth::D1).expect("it starts");
    let model = Model::new(move |_, packet| Ok(format!("{}\n{}", fenced(packet), fenced(packet))));
    let error = Bench::new().start(&model, &tiny::RUST, Depth::D1).expect_err("two objects");
    assert!(error.to_string().contains("2 JSON objects"), "{error}");
    let model = Model::new(|_, _| Ok("I would rather talk about it first.".to_owned()));
    let error = Bench::new().start(&model, &tiny::RUST, Depth::D1).expect_err("prose");
    assert!(error.to_string().contains("not JSON"), "{error}");
}

fn hint_by(story: &Story, answer: impl Fn(&Packet) -> Value + Sync + Send + 'static) -> (Result<pipeline::Hinted, Error>, Model) {
    asked_by(story, None, answer)
}

fn asked_by(
    story: &Story,
    question: Option<&str>,
    answer: impl Fn(&Packet) -> Value + Sync + Send + 'static,
) -> (Result<pipeline::Hinted, Error>, Model) {
    let bench = Bench::in_home(story.home());
    let session = bench.store.load(story.session()["id"].as_str().expect("an id")).expect("it loads");
    let model = Model::new(move |_, packet| Ok(answer(packet).to_string()));
    let hinted = bench.work(|work| pipeline::hint(work, Ok(Box::new(&model)), &session, question));
    (hinted, model)
}

#[test]
fn a_solution_in_a_hint_is_refused_twice_and_then_etude_answers_itself() {
    let replies = Replies::rust();
    // A solution in the text is run, which only a program of its own may do: `leak` tells that story.
    let spoiled: [fn(&mut Value); 2] =
        [|h| h["revealed_solution"] = json!({ "code": "passengers * TICKET_CENTS" }), |h| h["full_solution_provided"] = json!(true)];
    for spoil in spoiled {
        let story = Story::begun_with(&replies);
        let hint = replies.hint(0, 1, "Look.");
        let (hinted, model) = hint_by(&story, move |packet| {
            let mut reply = hint.clone();
            reply["hint_level"] = json!(packet.attempt_context.hint_level);
            // What a reply says of itself counts for nothing.
            reply["allowed_reveal"] = json!(true);
            spoil(&mut reply);
            reply
        });
        let hinted = hinted.expect("the learner gets a hint all the same");
        assert_eq!(model.made(), 2, "asked, and asked once more");
        assert!(model.prompts.lock().expect("no panic")[1].1.contains("no_early_reveal"));
        assert!(hinted.instead && !hinted.text.contains("TICKET_CENTS"), "{}", hinted.text);
        assert!(hinted.text.contains("`ticket_cents`"), "it is about the unit: {}", hinted.text);
    }
}

#[test]
fn a_question_at_the_top_of_the_ladder_is_put_to_the_model() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    for (level, text) in [(1, "What does it join?"), (2, "A parallel."), (3, "The approach.")] {
        let hint = replies.hint(0, level, text);
        hint_by(&story, move |_| hint.clone()).0.expect("a hint");
    }
    let other = replies.hint(0, 3, "The approach, once more and in other words.");
    let (hinted, model) = asked_by(&story, Some("and for one passenger?"), move |_| other.clone());
    let hinted = hinted.expect("an answer");
    assert_eq!((model.made(), hinted.level, hinted.repeated), (1, 3, false));
    assert!(model.prompts.lock().expect("no panic")[0].1.contains("and for one passenger?"));
    let (hinted, model) = hint_by(&story, |_| json!({}));
    let hinted = hinted.expect("the last one");
    assert!(model.made() == 0 && hinted.repeated && hinted.text.contains("once more"), "{}", hinted.text);
}

#[test]
fn the_coach_is_told_the_exercise_and_what_it_said_before() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let hint = replies.hint(0, 1, "What does the operator join?");
    hint_by(&story, move |_| hint.clone()).0.expect("a hint");
    let second = replies.hint(0, 2, "A smaller one.");
    let (hinted, model) = hint_by(&story, move |_| second.clone());
    assert_eq!(hinted.expect("a hint").level, 2);
    let prompt = &model.prompts.lock().expect("no panic")[0].1;
    for part in ["What does the operator join?", "test_ticket_cents_counts_each_passenger", "Values and operators", "TICKET_CENTS"] {
        assert!(prompt.contains(part), "{part}");
    }
}

#[test]
fn a_start_that_stopped_is_seen_in_status_and_goes_on_by_flag() {
    let replies = Replies::rust();
    let story = Story::new();
    let stopped = replies.clone().fail("lesson-expand", 2, "the line went dead");
    story.replay(&stopped).start_replay(&stopped).exits(1).complains("start --continue");
    story.etude("status").exits(0).says("S100, Variables, types and mutability, is half made: 6 replies are kept");
    assert_eq!(story.json("status")["data"]["draft"]["kept"], 6);
    // Only what is missing is there to be given: asking for anything else would fail.
    let rest =
        replies.emptied().with("lesson-expand", replies::section("lesson-expand", 2, tiny::RUST.lesson[1].0, tiny::RUST.lesson[1].1, true));
    let store = etude::store::Store::new(etude::home::Home::at(story.home()));
    let held = store.open_draft(&store.drafts()[0].0.id).expect("it opens");
    story.etude("start --continue").exits(1).complains("another etude is going on with this start");
    drop(held);
    story.replay(&rest).etude("start --continue").exits(0).says("S100:");
    assert_eq!(story.json("status")["data"]["draft"], Value::Null);
    story.etude("start --continue").exits(1).complains("no start to go on with");
}

/// A session whose coach and reviewer would be asked over the network. The address is one that nobody has, and nothing here ever asks it.
pub fn with_a_model_elsewhere(settings: &str) -> Story {
    let story = Story::begun_with(&Replies::rust());
    story.edit_session(|s| s["provider"] = json!("openai"));
    let text = format!("[openai]\nbase_url = \"http://192.0.2.1:9/v1\"\nmodel = \"m\"\n[models]\n{settings}\n");
    std::fs::write(story.home().join("config.toml"), text).expect("settings");
    story
}

#[test]
fn source_leaves_the_machine_only_after_a_yes() {
    let story = with_a_model_elsewhere("");
    story.write("src/lib.rs", tiny::RUST.half.1);
    for command in ["attempt", "hint"] {
        story.etude(command).exits(2).complains("your source would be sent to openai").complains("--yes");
    }
    assert_eq!(story.session()["attemptState"]["attemptIndex"], 0, "asked before anything is done");
    assert!(!story.home().join(".state/consent.json").exists());
    // A no at the terminal: etude answers by itself, and asks again the next time.
    story.types("attempt", &["no"]).says("Nothing is sent");
    assert_eq!(story.session()["attemptState"]["reviews"][0]["report"]["report_id"], "built-in-review-1");
    assert!(!story.home().join(".state/consent.json").exists());
    // Settled once and for all.
    let never = with_a_model_elsewhere("send_source = false");
    never.write("src/lib.rs", tiny::RUST.half.1).etude("attempt").exits(3).etude("hint").exits(0).says("`with_fee`");
}

#[test]
fn a_preview_sends_nothing_and_records_nothing() {
    let story = with_a_model_elsewhere("");
    story.write("src/lib.rs", tiny::RUST.half.1);
    for (command, part) in [("attempt --dry-run", "review_report_v1"), ("hint --dry-run --message why", "hint_pack_v1")] {
        story.etude(command).exits(0).says("openai").says("Nothing was sent").says(part);
    }
    story.says("\"question\":\"why\"");
    let session = story.session();
    assert_eq!((&session["attemptState"]["attemptIndex"], &session["attemptState"]["hints"]), (&json!(0), &json!([])));
}

#[test]
fn a_model_reads_numbered_lines_and_no_path_of_the_learners_home() {
    let replies = Replies::rust();
    let story = Story::begun_with(&replies);
    let (path, text) = replies.tiny().half;
    let text = format!("{text}\npub fn more() -> u32 {{ MISSING_CENTS }}\n");
    story.write(path, &text);
    story.replay(&replies.only_review(1, "FAIL", 0)).attempt().exits(3).says("does not compile");
    let hint = replies.hint(1, 1, "Which name is that?");
    let (hinted, model) = hint_by(&story, move |_| hint.clone());
    hinted.expect("a hint");
    let prompt = &model.prompts.lock().expect("no panic")[0].1;
    let last = format!("{}| pub fn more() -> u32", text.lines().count());
    assert!(prompt.contains(&last) && prompt.contains("E0425"), "{last}: {prompt}");
    assert!(!prompt.contains(&story.home().display().to_string()), "the diagnostics say it all");
}
