//! Hints that stand at another unit: two units whose hints have changed places, all of them or one level. Owns what the words of a unit are and how much a
//! hint has of them; it speaks up only where both hints clearly have more of the other's. Of one level alone that names nothing of the other unit it takes much
//! more, and of second hints always: their smaller examples come from elsewhere and have words of their own.

use std::collections::{BTreeMap, BTreeSet};

use super::reading::{Reading, words};
use crate::pack::PackUnit;
use crate::proof::report::Finding;

/// The other unit's words have to weigh so much more than its own, as the mean of the two units.
const CLEARLY: f64 = 1.3;
/// Of hints of one level that name nothing so much more, and each of the two so much.
const MUCH: f64 = 3.0;
const MUCH_EACH: f64 = 2.0;
/// And in all so much, lest a few words decide.
const ENOUGH: f64 = 3.0;
/// The name of a stub or the number of a section says more than any other word.
const TELLING: f64 = 3.0;
/// What a word weighs that only the unit's other hints have.
const OF_HINTS: f64 = 0.5;

/// The hints that are compared: all of a unit's, or those of one level.
const ASKED: [Option<usize>; 4] = [None, Some(0), Some(2), Some(SECOND)];
const SECOND: usize = 1;

pub fn exchanged(reading: &Reading) -> Vec<Finding> {
    let Some(pack) = reading.subject.pack else { return Vec::new() };
    let units: Vec<Unit> = pack.meta.units.iter().map(|unit| Unit::of(reading, unit)).collect();
    let spread = spread(&units);
    let mut found: Vec<(f64, usize, usize, Option<usize>)> = Vec::new();
    for level in ASKED {
        for one in 0..units.len() {
            let pairs = (one + 1..units.len()).filter_map(|other| Some((exchange(&units, &spread, one, other, level)?, one, other, level)));
            found.extend(pairs);
        }
    }
    // The clearest first; of three that look exchanged two are.
    found.sort_by(|a, b| (a.3.is_some(), b.0).partial_cmp(&(b.3.is_some(), a.0)).unwrap_or(std::cmp::Ordering::Equal));
    let mut told: BTreeSet<usize> = BTreeSet::new();
    let mut findings = Vec::new();
    for (_, one, other, level) in found {
        if told.contains(&one) || told.contains(&other) {
            continue;
        }
        told.extend([one, other]);
        let (id, of_other) = (&units[one].id, &units[other].id);
        let which = level.map_or("the hints".to_owned(), |level| format!("the hints of level {}", level + 1));
        let says = format!("{which} of {id} and {of_other} have changed places: each speaks of the other's stub");
        findings.push(Finding { file: Some("pack.toml".to_owned()), unit: Some(id.clone()), ..Finding::new(says) });
    }
    findings
}

/// A first hint that tells the way in several sentences, and a third that only asks: they stand in each other's place.
pub fn upside_down(reading: &Reading) -> Vec<Finding> {
    let units = reading.subject.pack.map(|pack| pack.meta.units.as_slice()).unwrap_or_default();
    let turned = units.iter().filter(|unit| is_turned(&unit.hints.l1, &unit.hints.l3));
    let says =
        |unit: &PackUnit| format!("the hints of level 1 and 3 of {} have changed places: the first tells the way, the third asks", unit.id);
    let finding = |unit: &PackUnit| Finding { file: Some("pack.toml".to_owned()), unit: Some(unit.id.clone()), ..Finding::new(says(unit)) };
    turned.map(finding).collect()
}

fn is_turned(first: &str, third: &str) -> bool {
    let sentences = |text: &str| text.split_inclusive(['.', '?', '!']).filter(|s| s.split_whitespace().count() > 2).count();
    let only_asks = third.trim_end().ends_with('?') && !third.contains(['.', '!', '`', ';']);
    let tells = !first.contains('?') && sentences(first) > 2;
    only_asks && tells && first.len() > third.len() * 3 / 2
}

struct Unit {
    id: String,
    /// What its starter, tests and lesson say.
    words: BTreeSet<String>,
    telling: BTreeSet<String>,
    hints: [BTreeSet<String>; 3],
}

impl Unit {
    fn of(reading: &Reading, unit: &PackUnit) -> Unit {
        let mut said = vec![unit.principle.clone()];
        said.extend(unit.tests.iter().chain(&unit.stubs).map(|name| name.replace('_', " ")));
        let of_unit = |name: &str| unit.stubs.iter().any(|s| s == name);
        said.extend(reading.stubs.iter().filter(|s| of_unit(&s.name)).map(|s| s.comment.clone()));
        said.extend(reading.given.iter().filter(|f| !f.has_body && of_unit(&f.name)).map(|f| f.comment.clone()));
        for file in &reading.subject.starter {
            let heads = reading.syntax.heads(&file.content).into_iter().filter(|h| of_unit(&h.name));
            said.extend(heads.map(|head| file.content[head.item.start..head.body.start].to_owned()));
        }
        let mut telling: BTreeSet<String> = unit.stubs.iter().map(|name| stem(name)).collect();
        for (number, section) in (1..).zip(reading.subject.lesson.iter().flatten()).filter(|(_, s)| s.unit.as_ref() == Some(&unit.id)) {
            said.extend([section.title.clone(), section.content.clone()]);
            telling.insert(section_word(&number.to_string()));
        }
        let mut words: BTreeSet<String> = said.iter().flat_map(|text| spoken(text)).filter(|word| !word.starts_with(SECTION)).collect();
        words.extend(telling.iter().cloned());
        let hints = [&unit.hints.l1, &unit.hints.l2, &unit.hints.l3].map(|hint| spoken(hint).into_iter().collect());
        Unit { id: unit.id.clone(), words, telling, hints }
    }

    fn hint(&self, level: Option<usize>) -> BTreeSet<&String> {
        let is_asked = |at: &usize| level.is_none_or(|level| level == *at);
        (0..3).filter(is_asked).flat_map(|at| &self.hints[at]).collect()
    }

    /// How much a hint has of what this unit says.
    fn weight(&self, hint: &BTreeSet<&String>, spread: &BTreeMap<&String, f64>, level: Option<usize>) -> f64 {
        let in_others = |word: &String| level.is_some_and(|level| (0..3).any(|at| at != level && self.hints[at].contains(word)));
        let of_word = |word: &&String| match (self.words.contains(*word), self.telling.contains(*word)) {
            (true, true) => TELLING * spread[*word],
            (true, false) => spread[*word],
            (false, _) if in_others(word) => OF_HINTS,
            _ => 0.0,
        };
        hint.iter().map(of_word).sum()
    }

    /// A unit with much to say has many words of any hint.
    fn size(&self) -> f64 {
        (self.words.len().max(1) as f64).sqrt()
    }
}

/// What a word weighs: the more, the fewer units say it.
fn spread(units: &[Unit]) -> BTreeMap<&String, f64> {
    let mut count: BTreeMap<&String, usize> = BTreeMap::new();
    for word in units.iter().flat_map(|u| &u.words) {
        *count.entry(word).or_default() += 1;
    }
    count.into_iter().map(|(word, having)| (word, ((units.len() as f64 + 0.5) / having as f64).ln())).collect()
}

/// How much more the hints of both units have of the other's words, where that is clear.
fn exchange(units: &[Unit], spread: &BTreeMap<&String, f64>, one: usize, other: usize, level: Option<usize>) -> Option<f64> {
    // Nothing said is nothing to compare with.
    const LITTLE: f64 = 0.01;
    let has = |hint: usize, of: usize| units[of].weight(&units[hint].hint(level), spread, level);
    let by_size = |hint: usize, of: usize| has(hint, of) / units[of].size() + LITTLE;
    let (first, second) = (by_size(one, other) / by_size(one, one), by_size(other, one) / by_size(other, other));
    let more = (first * second).sqrt();
    let names = |hint: usize, of: usize| units[hint].hint(level).into_iter().any(|word| units[of].telling.contains(word));
    // One hint has few words: those of a small task come from anywhere, unless it names the other's stub or section.
    let is_sure = level.is_none() || level != Some(SECOND) && (names(one, other) || names(other, one));
    let (each, clearly) = if is_sure { (1.0, CLEARLY) } else { (MUCH_EACH, MUCH) };
    let is_clear = first >= each && second >= each && more >= clearly;
    (is_clear && has(one, other) >= ENOUGH && has(other, one) >= ENOUGH).then_some(more)
}

/// Begins what stands for a section of the lesson.
const SECTION: &str = "section ";

fn section_word(number: &str) -> String {
    format!("{SECTION}{number}")
}

/// The words of a text without their endings, short ones left out, and the sections it names.
fn spoken(text: &str) -> Vec<String> {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let mut found = Vec::new();
    let mut behind_section = false;
    for word in words(text) {
        let lower = word.to_lowercase();
        match lower.as_str() {
            "section" | "sections" => behind_section = true,
            number if is_number(number) && behind_section => found.push(section_word(number)),
            "and" if behind_section => {}
            _ => behind_section = false,
        }
        if word.chars().count() > 2 && !is_number(word) {
            found.push(stem(&lower));
        }
    }
    found
}

pub fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    let shorter = ["ing", "ed", "es", "s"].iter().find_map(|end| word.strip_suffix(end).filter(|rest| rest.len() > 3));
    shorter.map_or_else(|| word.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::{Bank, Pack};
    use crate::proof::{RuleId, Subject};

    fn told(pack: &Pack) -> Vec<String> {
        let subject = Subject::of_pack(pack).expect("an exercise");
        let checks = crate::proof::rules::check(&subject).into_iter().filter(|c| c.rule == RuleId::UnitIds);
        checks.flat_map(|c| c.findings).map(|f| f.says).collect()
    }

    #[test]
    fn hints_that_changed_places_are_told_and_those_in_their_place_are_not() {
        let (mut whole, mut first, mut all) = (0, 0, 0);
        for (language, node) in Bank::Embedded.list() {
            let pack = Bank::Embedded.load(&language, &node).expect("a pack");
            assert_eq!(told(&pack), Vec::<String>::new(), "{node}");
            let last = pack.meta.units.len() - 1;
            let ids = format!("of {} and {} have", pack.meta.units[0].id, pack.meta.units[last].id);
            let swapped = |change: &dyn Fn(&mut PackUnit, &mut PackUnit)| {
                let mut pack = pack.clone();
                let (one, other) = pack.meta.units.split_at_mut(1);
                change(&mut one[0], &mut other[last - 1]);
                usize::from(told(&pack).iter().any(|says| says.contains(&ids)))
            };
            all += 1;
            whole += swapped(&|one, other| std::mem::swap(&mut one.hints, &mut other.hints));
            first += swapped(&|one, other| std::mem::swap(&mut one.hints.l1, &mut other.hints.l1));
        }
        assert!(whole >= all - 1 && first >= all - 1, "{whole} and {first} of {all}");
    }

    #[test]
    fn a_first_hint_with_some_words_of_another_unit_stands_there_only_if_it_names_it() {
        let set = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<BTreeSet<String>>();
        let unit = |words: &[&str], first: &[&str]| Unit {
            id: words[0].to_owned(),
            words: set(words),
            telling: set(&words[..1]),
            hints: [set(first), BTreeSet::new(), BTreeSet::new()],
        };
        let (ours, theirs) = (["send", "line", "dead", "list", "copy"], ["wait", "bell", "choir", "gone", "last"]);
        let first = [&ours[1..4], &theirs[1..]].concat();
        let of = |first: &[&str]| {
            let units = [unit(&ours, first), unit(&theirs, &[&theirs[1..4], &ours[1..]].concat())];
            exchange(&units, &spread(&units), 0, 1, Some(0)).is_some()
        };
        assert!(!of(&first), "a little more of the other's words says nothing");
        assert!(of(&[&first[..], &["wait"]].concat()));
    }

    #[test]
    fn second_hints_that_changed_places_are_told_where_they_speak_of_each_others_unit() {
        let fixtures = Bank::Folder(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/packs"));
        let mut pack = fixtures.load("c", "C200").expect("a pack");
        let level_2 = |pack: &Pack| told(pack).into_iter().filter(|says| says.contains("of level 2")).collect::<Vec<_>>();
        assert_eq!(level_2(&pack), Vec::<String>::new());
        let (one, other) = pack.meta.units.split_at_mut(1);
        std::mem::swap(&mut one[0].hints.l2, &mut other[0].hints.l2);
        let ids = format!("of {} and {} have", pack.meta.units[0].id, pack.meta.units[1].id);
        assert!(level_2(&pack).iter().any(|says| says.contains(&ids)), "{:?}", told(&pack));
    }

    #[test]
    fn a_first_hint_that_tells_the_way_and_a_third_that_asks_are_told() {
        let pack = Bank::Embedded.load("rust", "S101").expect("a pack");
        let with = |l1: &str, l3: &str| {
            let mut pack = pack.clone();
            let hints = &mut pack.meta.units[0].hints;
            (hints.l1, hints.l3) = (l1.to_owned(), l3.to_owned());
            told(&pack).iter().any(|says| says.contains("of level 1 and 3"))
        };
        let way =
            "Begin with nought. Go through all hours and add each. When the sum is larger than the room, stop there. Answer with the hour.";
        assert!(with(way, "What do you keep while you count? When is it too much?"));
        assert!(!with("What do you keep while you count?", way));
        assert!(!with("Look at section 2. It is short. It has all you need.", way));
    }

    #[test]
    fn a_text_is_its_words_without_endings_and_the_sections_it_names() {
        assert_eq!(
            spoken("Sections 3 and 4 show the parcels, weighed in 2 lines"),
            ["section", "section 3", "and", "section 4", "show", "the", "parcel", "weigh", "line"]
        );
    }
}
