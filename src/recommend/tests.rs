//! Learners on the real maps, simulated: a small generator of its own and no clock.

use super::*;
use crate::curriculum;
use crate::mastery::schedule::Sitting;
use crate::mastery::{AttemptNote, Change, Help, MisconceptionEvent, Misconceptions};
use crate::misconception;
use jiff::SignedDuration;

/// Numbers that look random and are the same in every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }
}

/// A learner whose days pass as the test says.
struct Simulated {
    mastery: Mastery,
    misconceptions: Misconceptions,
    schedule: Schedule,
    open: Vec<OpenExercise>,
    reported: Vec<ReportedExercise>,
    now: Timestamp,
    sittings: usize,
}

impl Simulated {
    fn new() -> Simulated {
        let (mastery, misconceptions, schedule) = (Mastery::default(), Misconceptions::default(), Schedule::default());
        Simulated { mastery, misconceptions, schedule, open: Vec::new(), reported: Vec::new(), now: Timestamp::UNIX_EPOCH, sittings: 0 }
    }

    fn passed(ids: &[&str]) -> Simulated {
        let mut learner = Simulated::new();
        for id in ids {
            learner.pass(id, Help::default());
        }
        learner
    }

    fn wait(&mut self, hours: usize) {
        self.now = self.now.checked_add(SignedDuration::from_hours(hours as i64)).expect("a time");
    }

    fn pass(&mut self, node: &str, help: Help) {
        self.sittings += 1;
        let session_id = self.sittings.to_string();
        let entry = self.mastery.nodes.entry(node.to_owned()).or_default();
        let (from, to) = (entry.level, 1);
        entry.level = 1;
        let (at, session, why) = (self.now, session_id.clone(), String::new());
        entry.history.push(Change { from, to, at, session_id: session, attempt_index: 1, why, worth: Some(1), undo: false });
        self.schedule.record_pass(Sitting { node, session_id: &session_id, begun: self.now }, help, self.now);
        self.note(node, session_id, true);
    }

    fn fail(&mut self, node: &str, tag: &str) {
        self.sittings += 1;
        let session_id = self.sittings.to_string();
        self.schedule.record_lapse(Sitting { node, session_id: &session_id, begun: self.now }, self.now);
        let (at, unit, evidence) = (self.now, None, None);
        let (tag, session) = (tag.to_owned(), session_id.clone());
        let event = MisconceptionEvent { tag, node: node.to_owned(), session_id, attempt_index: 1, at, unit, evidence };
        self.misconceptions.record(event);
        self.note(node, session, false);
    }

    fn note(&mut self, node: &str, session_id: String, passed: bool) {
        let language = curriculum::node(node).expect("a node of the map").language.clone();
        self.misconceptions.note(AttemptNote {
            language,
            node: node.to_owned(),
            session_id,
            attempt_index: 1,
            at: self.now,
            passed,
            source_hash: None,
        });
        self.wait(1);
    }

    fn offers<'n>(&self, nodes: &[&'n Node], startable: &dyn Fn(&Node) -> bool) -> Vec<Recommendation<'n>> {
        let Simulated { mastery, misconceptions, schedule, open, reported, now, .. } = self;
        let risks = misconception::active(misconceptions, &nodes[0].language, *now);
        let exercise = |node: &Node| Some(format!("bank-{}", node.id));
        recommend(nodes, &Learner { mastery, risks: &risks, schedule, open, reported, startable, exercise: &exercise, now: *now })
    }

    /// The offers with a model set up, as `id: reason`.
    fn told(&self, nodes: &[&Node]) -> Vec<String> {
        self.offers(nodes, &|_| true).iter().map(|r| format!("{}: {}", r.node.id, r.reason)).collect()
    }
}

fn map(language: &str) -> Vec<&'static Node> {
    curriculum::of_language(language).collect()
}

/// One learner who follows the offers in any order, passes, fails, forgets and comes back. Answers how many nodes were passed.
fn walk(nodes: &[&Node], dice: &mut Dice, steps: usize) -> usize {
    let mut learner = Simulated::new();
    for _ in 0..steps {
        let offers = learner.offers(nodes, &|_| true);
        let due = offers.iter().take_while(|r| matches!(r.reason, Reason::Due { .. })).count();
        assert!(!offers[due..].iter().any(|r| matches!(r.reason, Reason::Due { .. })), "what is due comes first");
        for offer in &offers {
            let unmet = offer.node.prerequisites.iter().find(|p| learner.mastery.level(p) == 0);
            assert_eq!(unmet, None, "{} was offered", offer.node.id);
        }
        let Some(node) = (!offers.is_empty()).then(|| offers[dice.roll(offers.len())].node) else {
            learner.wait(24);
            continue;
        };
        match dice.roll(5) {
            0 => learner.fail(&node.id, &node.tags[0]),
            1 => learner.pass(&node.id, Help { hint_level: 3, ..Help::default() }),
            _ => learner.pass(&node.id, Help::default()),
        }
        learner.wait(dice.roll(60));
    }
    for id in learner.mastery.nodes.keys() {
        let node = curriculum::node(id).expect("a node of the map");
        let unmet = node.prerequisites.iter().find(|p| learner.mastery.level(p) == 0);
        assert_eq!(unmet, None, "{id} was passed");
    }
    learner.mastery.nodes.len()
}

#[test]
fn no_prerequisite_is_violated_on_ten_thousand_paths() {
    let mut dice = Dice(2024);
    let maps = [map("rust"), map("c")];
    let (mut steps, mut passed) = (0, 0);
    for path in 0..10_000 {
        let length = 2 + dice.roll(16);
        steps += length;
        passed += walk(&maps[path % 2], &mut dice, length);
    }
    // Four of five tries pass, and some of them repeat what is due: paths that stood still would have violated nothing.
    assert!(passed * 2 > steps, "{passed} nodes were passed in {steps} steps");
}

#[test]
fn whoever_follows_the_offers_gets_through_the_whole_map() {
    let mut dice = Dice(7);
    for nodes in [map("rust"), map("c")] {
        for _ in 0..2 {
            assert_eq!(walk(&nodes, &mut dice, 600), nodes.len());
        }
    }
}

#[test]
fn the_first_offer_always_leads_on() {
    for nodes in [map("rust"), map("c")] {
        let mut learner = Simulated::new();
        for _ in 0..nodes.len() {
            let first = learner.offers(&nodes, &|_| true)[0].node;
            learner.pass(&first.id, Help::default());
        }
        assert_eq!(learner.mastery.nodes.len(), nodes.len(), "no node was offered twice before it was due");
        assert!(learner.offers(&nodes, &|_| true).is_empty(), "and then there is nothing left to do");
    }
}

#[test]
fn a_newcomer_is_offered_what_needs_nothing() {
    assert_eq!(Simulated::new().told(&map("rust"))[0], "S100: a good place to begin");
    assert_eq!(Simulated::new().told(&map("c"))[0], "C200: a good place to begin");
}

#[test]
fn after_a_pass_its_track_goes_on() {
    assert_eq!(Simulated::passed(&["S100"]).told(&map("rust"))[0], "S101: next in your track");
    let told = Simulated::passed(&["S100", "S101", "S102"]).told(&map("rust"));
    assert_eq!(told[0], "S103: next in your track");
    assert!(told.iter().any(|t| t.starts_with("A201: opens A202")), "{told:?}");
    assert_eq!(told.iter().filter(|t| t.contains("next in your track")).count(), 1);
}

#[test]
fn due_goes_first_then_what_is_mixed_up() {
    let mut learner = Simulated::passed(&["S100"]);
    learner.fail("S101", "off-by-one");
    assert_eq!(learner.told(&map("rust"))[0], "S101: next in your track", "once is not often");
    learner.fail("S101", "off-by-one");
    assert_eq!(learner.told(&map("rust"))[0], "S101: you mixed up off-by-one here twice");
    learner.wait(24 * 9);
    let told = learner.told(&map("rust"));
    assert_eq!(told[..2], ["S100: due for 2 days", "S101: you mixed up off-by-one here twice"]);
    learner.pass("S101", Help::default());
    learner.pass("S100", Help::default());
    assert!(!learner.told(&map("rust")).iter().any(|t| t.contains("mixed up") || t.contains("due")), "a pass settles both");
}

#[test]
fn what_waited_longest_comes_before_what_fell_due_later() {
    let mut learner = Simulated::passed(&["S101"]);
    learner.wait(48);
    learner.pass("S100", Help::default());
    learner.wait(24 * 10);
    assert_eq!(learner.told(&map("rust"))[..2], ["S101: due for 5 days", "S100: due for 3 days"]);
}

#[test]
fn what_needs_a_model_comes_after_what_can_be_started_and_says_so() {
    let learner = Simulated::passed(&["S100", "S101"]);
    let offers = learner.offers(&map("rust"), &|node| node.id == "S102");
    assert_eq!((offers[0].node.id.as_str(), offers[0].startable), ("S102", true));
    assert!(offers.len() > 1 && offers[1..].iter().all(|r| !r.is_ready()));
}

#[test]
fn an_open_exercise_is_gone_on_with_and_a_due_one_begun_afresh() {
    let mut learner = Simulated::passed(&["S100"]);
    let begun = learner.now;
    let open = |node: &str, begun| OpenExercise { session: format!("in-{node}"), node: node.to_owned(), begun };
    learner.open = vec![open("S101", begun), open("S100", begun)];
    let commands = |learner: &Simulated| -> Vec<String> {
        learner.offers(&map("rust"), &|_| false).iter().take(2).map(Recommendation::command).collect()
    };
    assert_eq!(commands(&learner)[0], "resume in-S101");
    learner.wait(24 * 9);
    assert_eq!(commands(&learner), ["start --language rust --node S100", "resume in-S101"]);
    learner.open = vec![open("S100", learner.now)];
    assert_eq!(commands(&learner)[0], "resume in-S100", "the review that is under way");
}

#[test]
fn what_was_reported_comes_last_and_cannot_be_started_until_it_is_another() {
    let mut learner = Simulated::passed(&["S100", "S101"]);
    let report = |node: &str, exercise: &str| ReportedExercise { node: node.to_owned(), exercise: exercise.to_owned() };
    learner.reported = vec![report("S102", "bank-S102-of-an-older-etude")];
    assert_eq!(learner.told(&map("rust"))[0], "S102: next in your track", "it was mended since");
    learner.reported.push(report("S102", "bank-S102"));
    learner.reported.push(report("S100", "bank-S100"));
    let offers = learner.offers(&map("rust"), &|_| true);
    let last = offers.last().expect("an offer");
    assert_eq!((last.node.id.as_str(), last.reason.to_string().as_str(), last.is_ready()), ("S102", "you reported its exercise", false));
    assert!(offers.iter().all(|r| r.node.id != "S100"), "passed and not due: there is no reason to name it");
    learner.wait(24 * 9);
    let told = learner.told(&map("rust"));
    assert_eq!(told[0], "S101: due for 2 days");
    assert!(told.contains(&"S100: you reported its exercise".to_owned()), "not even when it is due: {told:?}");
    learner.open = vec![OpenExercise { session: "again".into(), node: "S102".into(), begun: learner.now }];
    assert!(learner.told(&map("rust")).contains(&"S102: you are in the middle of it".to_owned()), "taken up all the same");
}
