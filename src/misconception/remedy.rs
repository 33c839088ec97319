//! What follows when the same misconception comes back: at two sightings a bridge, at four a repeat with more to hold on to. Pure: everything is derived
//! from the record of events and attempts, and time is an argument. It expires by itself when the tag stops.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::curriculum;
use crate::mastery::{MisconceptionEvent, Misconceptions};

/// So many sightings ask for a bridge: the lesson's section again, and a narrower exercise.
pub const BRIDGE_AT: u32 = 2;
/// So many ask for a repeat with more scaffold.
pub const REPEAT_AT: u32 = 4;
/// Sightings count among the latest attempts of the language, over all its sessions.
const WINDOW: usize = 20;
const WINDOW_DAYS: i64 = 30;
/// After so many attempts without it a tag has stopped.
const QUIET: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Bridge,
    Repeat,
}

impl Step {
    /// As files and packets have it.
    pub fn name(self) -> &'static str {
        match self {
            Step::Bridge => "bridge",
            Step::Repeat => "repeat",
        }
    }
}

/// A tag that keeps coming back, with the frequency that says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Remediation {
    pub tag: String,
    pub step: Step,
    /// How often it was seen, in attempts with distinct source, since it last stopped.
    pub seen: u32,
    /// Among how many of the latest attempts.
    pub of: u32,
    /// Where it was seen, the latest first, each node once.
    pub nodes: Vec<String>,
    pub last: Sighting,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sighting {
    pub node: String,
    pub session_id: String,
    pub attempt_index: u32,
    pub unit: Option<String>,
    pub evidence: Option<String>,
}

/// One attempt on the line of time, with the event it brought.
struct Moment<'a> {
    at: Timestamp,
    node: &'a str,
    passed: bool,
    event: Option<&'a MisconceptionEvent>,
}

/// What is to be done about in this language now, the most pressing first.
pub fn active(record: &Misconceptions, language: &str, now: Timestamp) -> Vec<Remediation> {
    let moments = moments(record, language, now);
    let oldest = now.saturating_sub(SignedDuration::from_hours(24 * WINDOW_DAYS)).unwrap_or(Timestamp::MIN);
    let from = moments.len().saturating_sub(WINDOW);
    let window: Vec<&Moment> = moments[from..].iter().filter(|m| m.at >= oldest).collect();

    let mut sightings: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, moment) in window.iter().enumerate() {
        if let Some(event) = moment.event {
            sightings.entry(&event.tag).or_default().push(at);
        }
    }
    let mut found: Vec<Remediation> = sightings.into_iter().filter_map(|(tag, places)| remediation(tag, &places, &window)).collect();
    found.sort_by(|a, b| (b.step, b.seen).cmp(&(a.step, a.seen)).then_with(|| a.tag.cmp(&b.tag)));
    found
}

fn remediation(tag: &str, places: &[usize], window: &[&Moment]) -> Option<Remediation> {
    let places = since_it_stopped(tag, places, window);
    let seen = u32::try_from(places.len()).unwrap_or(u32::MAX);
    let step = match seen {
        REPEAT_AT.. => Step::Repeat,
        BRIDGE_AT.. => Step::Bridge,
        _ => return None,
    };
    let (first, last) = (*places.first()?, *places.last()?);
    let mut nodes: Vec<String> = Vec::new();
    for place in places.iter().rev() {
        if !nodes.iter().any(|n| n == window[*place].node) {
            nodes.push(window[*place].node.to_owned());
        }
    }
    let event = window[last].event?;
    let sighting = Sighting {
        node: event.node.clone(),
        session_id: event.session_id.clone(),
        attempt_index: event.attempt_index,
        unit: event.unit.clone(),
        evidence: event.evidence.clone(),
    };
    let of = u32::try_from(window.len() - first).unwrap_or(u32::MAX);
    Some(Remediation { tag: tag.to_owned(), step, seen, of, nodes, last: sighting })
}

/// The sightings that count: those after the last time that a remedy for the tag expired. What was mended once begins anew when it comes back; a
/// single slip that no remedy followed is still remembered.
fn since_it_stopped(tag: &str, places: &[usize], window: &[&Moment]) -> Vec<usize> {
    let treats = |node: &str| curriculum::node(node).is_some_and(|n| n.tags.iter().any(|t| t == tag));
    let mut counted: Vec<usize> = Vec::new();
    for (at, moment) in window.iter().enumerate() {
        if places.contains(&at) {
            counted.push(at);
            continue;
        }
        let Some(last) = counted.last().filter(|_| counted.len() >= BRIDGE_AT as usize) else { continue };
        let passed = moment.passed && (moment.node == window[*last].node || treats(moment.node));
        if passed || at - last >= QUIET {
            counted.clear();
        }
    }
    counted
}

/// The attempts of a language in the order in which they were recorded, which no clock can change; a time that has not come yet is taken as now. An
/// event from before attempts were noted stands for its attempt. Running the same source again shows nothing new: its latest run stands for all.
fn moments<'a>(record: &'a Misconceptions, language: &str, now: Timestamp) -> Vec<Moment<'a>> {
    let events: HashMap<(&str, u32), &MisconceptionEvent> =
        record.events.iter().map(|e| ((e.session_id.as_str(), e.attempt_index), e)).collect();
    let noted: HashSet<(&str, u32)> = record.attempts.iter().map(|n| (n.session_id.as_str(), n.attempt_index)).collect();
    let is_of = |e: &MisconceptionEvent| curriculum::node(&e.node).is_some_and(|n| n.language == language);
    let before = record.events.iter().filter(|e| !noted.contains(&(e.session_id.as_str(), e.attempt_index)) && is_of(e));
    let mut moments: Vec<Moment> =
        before.map(|event| Moment { at: event.at.min(now), node: &event.node, passed: false, event: Some(event) }).collect();
    let mut run: HashSet<(&str, &str)> = HashSet::new();
    let mut latest = Vec::new();
    for note in record.attempts.iter().rev().filter(|n| n.language == language) {
        if note.source_hash.as_deref().is_none_or(|hash| run.insert((&note.session_id, hash))) {
            let event = events.get(&(note.session_id.as_str(), note.attempt_index)).copied();
            latest.push(Moment { at: note.at.min(now), node: &note.node, passed: note.passed, event });
        }
    }
    moments.extend(latest.into_iter().rev());
    moments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mastery::AttemptNote;

    /// A record told attempt by attempt: node, then the tag that was named, `-` for none, `ok` for a pass.
    fn record(story: &[(&str, &str)]) -> Misconceptions {
        let mut record = Misconceptions::default();
        for (minute, (node, what)) in story.iter().enumerate() {
            let (at, index) = (minutes(minute as i64), minute as u32 + 1);
            let language = if node.starts_with('C') { "c" } else { "rust" };
            let (node, session_id) = ((*node).to_owned(), format!("s-{node}"));
            if !matches!(*what, "-" | "ok") {
                let (tag, unit) = ((*what).to_owned(), Some("ex-2".to_owned()));
                let (node, session_id) = (node.clone(), session_id.clone());
                record.record(MisconceptionEvent { tag, node, session_id, attempt_index: index, at, unit, evidence: None });
            }
            let (passed, source_hash) = (*what == "ok", Some(format!("source {minute}")));
            record.note(AttemptNote { language: language.to_owned(), node, session_id, attempt_index: index, at, passed, source_hash });
        }
        record
    }

    fn minutes(count: i64) -> Timestamp {
        Timestamp::from_second(1_000_000 + count * 60).expect("a time")
    }

    fn steps(story: &[(&str, &str)]) -> Vec<(String, Step, u32, u32)> {
        let now = minutes(story.len() as i64);
        active(&record(story), "rust", now).into_iter().map(|r| (r.tag, r.step, r.seen, r.of)).collect()
    }

    #[test]
    fn twice_is_a_bridge_and_four_times_a_repeat() {
        let seen = |times: usize| steps(&vec![("S100", "missing-mut"); times]);
        assert_eq!(seen(1), []);
        assert_eq!(seen(2), [("missing-mut".to_owned(), Step::Bridge, 2, 2)]);
        assert_eq!(seen(3), [("missing-mut".to_owned(), Step::Bridge, 3, 3)]);
        assert_eq!(seen(4), [("missing-mut".to_owned(), Step::Repeat, 4, 4)]);
    }

    #[test]
    fn sessions_and_nodes_of_the_language_count_together_and_other_languages_do_not() {
        let story = [("S100", "missing-mut"), ("S100", "ok"), ("C200", "missing-mut"), ("S101", "missing-mut")];
        assert_eq!(steps(&story), [("missing-mut".to_owned(), Step::Bridge, 2, 3)]);
        let found = active(&record(&story), "rust", minutes(9)).remove(0);
        assert_eq!(found.nodes, ["S101", "S100"]);
        assert_eq!((found.last.node.as_str(), found.last.attempt_index, found.last.unit.as_deref()), ("S101", 4, Some("ex-2")));
    }

    #[test]
    fn it_expires_with_a_pass_where_it_was_seen_or_where_it_is_taught() {
        let mut story = vec![("S101", "missing-mut"), ("S101", "missing-mut")];
        story.push(("S102", "ok"));
        assert_eq!(steps(&story).len(), 1, "a pass elsewhere says nothing about it");
        story.push(("S100", "ok"));
        assert_eq!(steps(&story), [], "S100 treats it");
        let story = [("S101", "shared-and-mutable"), ("S101", "shared-and-mutable"), ("S101", "ok")];
        assert_eq!(steps(&story), []);
        let back = [&story[..], &[("S101", "shared-and-mutable")]].concat();
        assert_eq!(steps(&back), [], "what was mended begins anew");
        let again = [&back[..], &[("S101", "shared-and-mutable")]].concat();
        assert_eq!(steps(&again), [("shared-and-mutable".to_owned(), Step::Bridge, 2, 2)], "and it is back when the tag is");
    }

    #[test]
    fn running_the_same_source_again_is_no_new_sighting() {
        let mut unchanged = record(&[("S100", "missing-mut"); 4]);
        for note in &mut unchanged.attempts {
            note.source_hash = Some("the same".to_owned());
        }
        assert_eq!(active(&unchanged, "rust", minutes(9)), []);
        // The same mistake typed again in a fresh workspace is one.
        unchanged.attempts[0].session_id = "another".to_owned();
        unchanged.events[0].session_id = "another".to_owned();
        assert_eq!(active(&unchanged, "rust", minutes(9))[0].seen, 2);
        // Nor do runs of unchanged code make a tag stop.
        let mut quiet = record(&[[("S100", "missing-mut"); 2].as_slice(), &[("S100", "-"); 6]].concat());
        for note in &mut quiet.attempts[2..] {
            note.source_hash = Some("the same".to_owned());
        }
        assert_eq!(active(&quiet, "rust", minutes(9)).len(), 1);
    }

    #[test]
    fn a_clock_that_was_set_back_keeps_nothing_alive() {
        let mut story = record(&[[("S100", "missing-mut"); 2].as_slice(), &[("S100", "-"); 5]].concat());
        for at in 0..2 {
            story.events[at].at = Timestamp::MAX;
            story.attempts[at].at = Timestamp::MAX;
        }
        assert_eq!(active(&story, "rust", minutes(9)), [], "five attempts without it came after, whatever the clock said before");
        story.attempts.truncate(2);
        assert_eq!(active(&story, "rust", minutes(9)).len(), 1);
    }

    #[test]
    fn it_expires_after_five_attempts_without_it() {
        let mut story = vec![("S100", "missing-mut"); 4];
        for quiet in 1..=5 {
            story.push(("S100", if quiet == 2 { "stray-semicolon" } else { "-" }));
            assert_eq!(steps(&story).is_empty(), quiet == 5, "after {quiet}");
        }
    }

    #[test]
    fn old_sightings_do_not_count() {
        let two = record(&[("S100", "missing-mut"), ("S100", "missing-mut")]);
        let days = |n: i64| minutes(n * 24 * 60);
        assert_eq!(active(&two, "rust", days(29)).len(), 1);
        assert_eq!(active(&two, "rust", days(31)).len(), 0);
        let mut long = vec![("S100", "missing-mut")];
        long.extend([("S100", "stray-semicolon"); 19]);
        long.push(("S100", "missing-mut"));
        assert_eq!(steps(&long).len(), 1, "only the tag that fills the window: the first sighting has left it");
    }

    #[test]
    fn the_most_pressing_comes_first() {
        let mut story = vec![("S100", "missing-mut"), ("S100", "missing-mut")];
        story.extend([("S100", "stray-semicolon"); 4]);
        let order: Vec<String> = steps(&story).into_iter().map(|s| s.0).collect();
        assert_eq!(order, ["stray-semicolon", "missing-mut"]);
    }

    #[test]
    fn a_record_from_before_attempts_were_noted_still_counts() {
        let old = r#"{"events":[
            {"tag":"missing-mut","node":"S100","sessionId":"a","attemptIndex":1,"at":"1970-01-12T13:46:40Z"},
            {"tag":"missing-mut","node":"S100","sessionId":"a","attemptIndex":2,"at":"1970-01-12T13:47:40Z"}]}"#;
        let record: Misconceptions = serde_json::from_str(old).expect("an old file is read");
        assert_eq!(active(&record, "rust", minutes(5)).len(), 1);
        assert_eq!(active(&record, "c", minutes(5)).len(), 0);
    }
}
