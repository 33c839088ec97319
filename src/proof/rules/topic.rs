//! What a section is about, by the words it uses: one that names its stub and tells another unit's story, or says again what another section says, prepares nobody.
//! Owns how words are weighed; a section is refused only where its own unit finds none of its words in it and another finds many.

use std::collections::BTreeSet;

use super::principle::said_in;
use super::reading::{Reading, words};
use crate::proof::report::Finding;
use crate::proof::subject::LessonSection;

/// So many words of another unit, most of those it has, and none of its own are no accident.
const MANY: usize = 4;
/// With fewer of its own, none of them says little.
const FEWEST_WORDS: usize = 3;
/// So many of ten words or lines make two of a kind.
const SAME: usize = 7;
/// Shorter ones are pointers, not sections.
const FEWEST_LINES: usize = 8;

/// Sections with the words of another unit, and sections that stand there twice.
pub fn of_others(reading: &Reading, sections: &[(&LessonSection, String)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let own = own_words(reading);
    for (at, (section, unit)) in sections.iter().enumerate() {
        let used: BTreeSet<String> = stems(&section.content).collect();
        let score = |of: &str| own.iter().find(|(u, _)| u == of).map_or(0, |(_, words)| words.intersection(&used).count());
        let other = own.iter().map(|(u, _)| u).filter(|u| *u != unit).max_by_key(|u| score(u));
        let is_all_there = |of: &str| score(of) >= MANY && score(of) * 10 >= SAME * own_words_of(&own, of).len();
        if let Some(other) = other.filter(|o| score(unit) == 0 && is_all_there(o) && own_words_of(&own, unit).len() >= FEWEST_WORDS) {
            let says = format!("\"{}\" belongs to {unit} and speaks of what {other} is about", section.title);
            findings.push(about(section, unit, says));
        }
        let twin = sections[..at].iter().find(|(earlier, of)| of != unit && are_the_same(&earlier.content, &section.content));
        if let Some((earlier, of)) = twin {
            let says = format!("\"{}\" belongs to {unit} and says again what \"{}\" says for {of}", section.title, earlier.title);
            findings.push(about(section, unit, says));
        }
    }
    findings
}

fn about(section: &LessonSection, unit: &str, says: String) -> Finding {
    Finding { file: Some(section.name.clone()), unit: Some(unit.to_owned()), ..Finding::new(says) }
}

fn own_words_of<'o>(own: &'o [(String, BTreeSet<String>)], unit: &str) -> &'o BTreeSet<String> {
    static NONE: BTreeSet<String> = BTreeSet::new();
    own.iter().find(|(u, _)| u == unit).map_or(&NONE, |(_, words)| words)
}

/// The words of each unit's first principle and comments that no other unit has. Names of stubs are none: a section names its stub anyway.
fn own_words(reading: &Reading) -> Vec<(String, BTreeSet<String>)> {
    let names: BTreeSet<String> = reading.stubs.iter().flat_map(|s| stems(&s.name).chain([s.name.to_lowercase()])).collect();
    let mut units: Vec<(String, BTreeSet<String>)> = Vec::new();
    for stub in &reading.stubs {
        let said = said_in(&stub.comment).unwrap_or_default();
        let first = stub.comment.split("First principle").next().unwrap_or_default();
        let all: BTreeSet<String> = stems(&format!("{said} {first}")).filter(|w| !names.contains(w)).collect();
        match units.iter_mut().find(|(unit, _)| *unit == stub.unit) {
            Some((_, words)) => words.extend(all),
            None => units.push((stub.unit.clone(), all)),
        }
    }
    let shared: BTreeSet<String> = units
        .iter()
        .flat_map(|(unit, words)| {
            words.iter().filter(|w| units.iter().any(|(u, other)| u != unit && other.contains(*w))).cloned().collect::<Vec<_>>()
        })
        .collect();
    units.into_iter().map(|(unit, words)| (unit, words.difference(&shared).cloned().collect())).collect()
}

/// Words that mean something, without their endings.
fn stems(text: &str) -> impl Iterator<Item = String> {
    let parts = words(text).flat_map(|w| w.split('_')).map(str::to_lowercase);
    let stem = |word: String| ["ing", "es", "ed", "s"].iter().find_map(|end| word.strip_suffix(end).map(str::to_owned)).unwrap_or(word);
    parts.filter(|w| w.len() >= 5 && w.chars().all(char::is_alphabetic)).map(stem).collect::<Vec<_>>().into_iter()
}

fn are_the_same(one: &str, other: &str) -> bool {
    let lines = |text: &str| -> BTreeSet<String> {
        text.lines().map(|l| words(l).collect::<Vec<_>>().join(" ")).filter(|l| l.len() >= 12).collect()
    };
    let (one, other) = (lines(one), lines(other));
    let shared = one.intersection(&other).count();
    one.len().min(other.len()) >= FEWEST_LINES && shared * 10 >= one.len().max(other.len()) * SAME
}
