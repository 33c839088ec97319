//! From typed text to the nearest nodes. Two searches that make up for each other: BM25 over titles, keywords, synonyms, tags and descriptions finds what
//! was named, and a fuzzy matcher finds what was misspelled. Pure; it refuses to guess: text of which too little is known finds nothing.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::words::{Speller, is_empty_word, stem, words};
use super::{MAX_TYPED, tidy};
use crate::assets;
use crate::curriculum::Node;

/// How much a word counts by where it stands.
const TITLE: f64 = 3.0;
const KEYWORD: f64 = 2.4;
const SYNONYM: f64 = 2.2;
const ABOUT: f64 = 0.7;
const TAG: f64 = 0.5;
/// What the nodes of a synonym are worth, by their place in its list.
const BY_PLACE: [f64; 4] = [1.0, 0.65, 0.45, 0.35];
/// BM25's saturation: the third mention of a word says little more.
const SATURATION: f64 = 1.6;
/// A whole phrase of a node (a keyword, a synonym, its title) is worth this, by its share of what was typed.
const PHRASE: f64 = 9.0;
/// A word read as another one counts less than the word itself.
const MISSPELLED: f64 = 0.75;
/// Below this share of understood words nothing fits; a whole phrase needs less than scattered words.
const UNDERSTOOD: f64 = 0.56;
const UNDERSTOOD_WITH_PHRASE: f64 = 0.4;
/// The first is clearly meant when it is this much better than the second.
const CLEARLY: f64 = 1.35;
/// A match this much worse than the best is noise.
const WORTH_SHOWING: f64 = 0.3;

/// A node that fits.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Match<'n> {
    #[serde(skip)]
    pub node: &'n Node,
    pub score: f64,
    /// What in the text led here, in half a sentence.
    pub why: String,
    /// Clearly meant: the next best is far behind.
    pub clear: bool,
}

#[derive(Debug, Deserialize)]
struct SynonymFile {
    #[serde(rename = "synonym")]
    synonyms: Vec<Synonym>,
}

#[derive(Debug, Deserialize)]
struct Synonym {
    words: Vec<String>,
    nodes: Vec<String>,
}

static SYNONYMS: LazyLock<Vec<Synonym>> = LazyLock::new(|| {
    // The file is embedded and a test reads it; without it the search still has titles and keywords.
    let file = assets::text("curriculum/synonyms.toml").and_then(|text| toml::from_str::<SynonymFile>(text).ok());
    file.map(|f| f.synonyms).unwrap_or_default()
});

/// The nodes nearest to a text, best first, at most `max`; none where nothing fits.
pub fn search<'n>(text: &str, nodes: &[&'n Node], max: usize) -> Vec<Match<'n>> {
    Index::new(nodes).find(text, max)
}

/// Nodes made ready to be searched. Building it takes longer than a search.
struct Index<'n> {
    nodes: Vec<&'n Node>,
    /// By stem: in which nodes, with what weight.
    terms: HashMap<String, BTreeMap<usize, f64>>,
    /// Whole phrases without spaces: in which nodes, with what weight.
    phrases: HashMap<String, BTreeMap<usize, f64>>,
    /// Words worth correcting to.
    spellings: HashSet<String>,
}

/// What one typed word is taken for.
struct Term {
    stem: String,
    sure: f64,
    typed: String,
    read_as: Option<String>,
}

#[derive(Default, Clone)]
struct Tally {
    score: f64,
    /// The share of what was typed that was understood, word by word and as a phrase.
    words: f64,
    phrase: f64,
    /// With its weight: what led here.
    reasons: Vec<(f64, String)>,
}

impl<'n> Index<'n> {
    fn find(&self, text: &str, max: usize) -> Vec<Match<'n>> {
        let typed = tidy(text, MAX_TYPED);
        if let Some(node) = self.nodes.iter().find(|n| n.id.eq_ignore_ascii_case(&typed)) {
            return vec![Match { node, score: 100.0, why: "its id".to_owned(), clear: true }];
        }
        let all = words(&typed);
        if all.is_empty() {
            return Vec::new();
        }
        let mut found = self.rank(&all);
        found.truncate(max);
        let second = found.get(1).map_or(0.0, |m| m.score);
        if let Some(first) = found.first_mut() {
            first.clear = first.score >= second * CLEARLY;
        }
        found
    }

    fn new(nodes: &[&'n Node]) -> Index<'n> {
        let mut index = Index { nodes: nodes.to_vec(), terms: HashMap::new(), phrases: HashMap::new(), spellings: HashSet::new() };
        for (at, node) in nodes.iter().enumerate() {
            index.add(at, &node.title, TITLE, true);
            for keyword in &node.keywords {
                index.add(at, keyword, KEYWORD, true);
            }
            index.add(at, &node.about, ABOUT, false);
            for tag in &node.tags {
                index.add(at, tag, TAG, false);
            }
        }
        let places: HashMap<&str, usize> = nodes.iter().enumerate().map(|(at, n)| (n.id.as_str(), at)).collect();
        for synonym in SYNONYMS.iter() {
            // Among the nodes that are searched: the first of C is the best of C.
            let here: Vec<usize> = synonym.nodes.iter().filter_map(|id| places.get(id.as_str()).copied()).collect();
            for phrase in synonym.words.iter().map(|text| words(text)) {
                for (place, at) in here.iter().enumerate() {
                    index.add_words(*at, &phrase, SYNONYM * BY_PLACE.get(place).copied().unwrap_or(0.3), true);
                }
            }
        }
        index
    }

    fn add(&mut self, at: usize, text: &str, weight: f64, spoken: bool) {
        self.add_words(at, &words(text), weight, spoken);
    }

    fn add_words(&mut self, at: usize, words: &[String], weight: f64, spoken: bool) {
        for word in words.iter().filter(|w| !is_empty_word(w)) {
            // Within one node the best place counts: ten keywords with `lock` in them are not ten times about locks.
            let best = self.terms.entry(stem(word)).or_default().entry(at).or_default();
            *best = best.max(weight) + weight.min(*best) * 0.2;
            if spoken && !self.spellings.contains(word) {
                self.spellings.insert(word.clone());
            }
        }
        if spoken {
            // Here a second mention, as a keyword and as a synonym, does say more.
            let best = self.phrases.entry(squeezed(words)).or_default().entry(at).or_default();
            *best = best.max(weight) + weight.min(*best) * 0.3;
        }
    }

    /// How much a word tells: one that stands everywhere tells little.
    fn rarity(&self, stem: &str) -> f64 {
        let (all, with) = (self.nodes.len() as f64, self.terms.get(stem).map_or(0, BTreeMap::len) as f64);
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln().max(0.1)
    }

    fn rank(&self, all: &[String]) -> Vec<Match<'n>> {
        let meaningful: Vec<String> = all.iter().filter(|w| !is_empty_word(w)).cloned().collect();
        let mut tallies = vec![Tally::default(); self.nodes.len()];
        // Words such as `for` and `if` are empty in a sentence, and a topic when they stand alone.
        let asked = if meaningful.is_empty() { all } else { &meaningful };
        self.count_phrases(all, asked.len(), &mut tallies);
        if asked.len() != all.len() {
            self.count_phrases(asked, asked.len(), &mut tallies);
        }
        self.count_words(asked, &mut tallies);
        let mut found: Vec<Match<'n>> =
            self.nodes.iter().zip(tallies).filter(|(_, t)| t.fits()).map(|(node, t)| t.into_match(node)).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.node.id.cmp(&b.node.id)));
        let least = found.first().map_or(0.0, |m| m.score * WORTH_SHOWING);
        found.retain(|m| m.score >= least);
        found
    }

    /// Runs of typed words that are a keyword, a synonym or a title as a whole, however they are spaced.
    fn count_phrases(&self, typed: &[String], of: usize, tallies: &mut [Tally]) {
        for length in (1..=typed.len().min(6)).rev() {
            for run in typed.windows(length) {
                let Some(nodes) = self.phrases.get(&squeezed(run)) else { continue };
                let meaning = run.iter().filter(|w| !is_empty_word(w)).count().max(1);
                let share = (meaning as f64 / of.max(1) as f64).min(1.0);
                for (at, weight) in nodes {
                    let tally = &mut tallies[*at];
                    let worth = PHRASE * share * weight / TITLE;
                    tally.phrase = tally.phrase.max(share);
                    // The longest run of a node counts in full, shorter ones inside it hardly.
                    let had = tally.reasons.iter().map(|r| r.0).fold(0.0, f64::max);
                    tally.score += if worth > had { worth - had * 0.8 } else { worth * 0.2 };
                    tally.reasons.push((worth, format!("\"{}\"", run.join(" "))));
                }
            }
        }
    }

    fn count_words(&self, asked: &[String], tallies: &mut [Tally]) {
        let terms = self.terms_of(asked);
        let ordinary = (1.0 + self.nodes.len() as f64 / 3.0).ln();
        let mass: f64 = terms.iter().map(|alternatives| self.heaviest(alternatives).unwrap_or(ordinary)).sum();
        for alternatives in &terms {
            let mut best: HashMap<usize, (f64, f64, &Term)> = HashMap::new();
            for term in alternatives {
                let rarity = self.rarity(&term.stem);
                for (at, weight) in self.terms.get(&term.stem).into_iter().flatten() {
                    let score = rarity * weight * (SATURATION + 1.0) / (weight + SATURATION) * term.sure;
                    // A word that only a description has is no sign of the topic.
                    let named = if *weight >= SYNONYM * BY_PLACE[3] { 1.0 } else { 0.5 };
                    let share = self.heaviest(alternatives).unwrap_or(ordinary) / mass * term.sure * named;
                    if best.get(at).is_none_or(|(had, ..)| score > *had) {
                        best.insert(*at, (score, share, term));
                    }
                }
            }
            for (at, (score, share, term)) in best {
                let tally = &mut tallies[at];
                tally.score += score;
                tally.reasons.push((score, term.says()));
                tally.words += share;
            }
        }
    }

    fn heaviest(&self, alternatives: &[Term]) -> Option<f64> {
        alternatives.iter().map(|t| self.rarity(&t.stem)).reduce(f64::max)
    }

    /// Each typed word as itself where it is known, else as what was probably meant; an unknown one is no term at all, but it counts.
    fn terms_of(&self, asked: &[String]) -> Vec<Vec<Term>> {
        let mut speller = None;
        let read = |typed: &String| {
            let own = stem(typed);
            if self.terms.contains_key(&own) {
                return vec![Term { stem: own, sure: 1.0, typed: typed.clone(), read_as: None }];
            }
            let speller = speller.get_or_insert_with(|| Speller::new(self.spellings.iter().map(String::as_str)));
            let meant = speller.meant(typed).into_iter();
            meant.map(|m| Term { stem: stem(&m.word), sure: m.sure * MISSPELLED, typed: typed.clone(), read_as: Some(m.word) }).collect()
        };
        asked.iter().map(read).collect()
    }
}

impl Term {
    fn says(&self) -> String {
        match &self.read_as {
            Some(word) => format!("\"{}\" read as \"{word}\"", self.typed),
            None => format!("\"{}\"", self.typed),
        }
    }
}

impl Tally {
    fn fits(&self) -> bool {
        self.words.max(self.phrase) >= if self.phrase > 0.0 { UNDERSTOOD_WITH_PHRASE } else { UNDERSTOOD }
    }

    fn into_match(mut self, node: &Node) -> Match<'_> {
        self.reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut said: Vec<String> = Vec::new();
        for (_, reason) in self.reasons {
            let inner = |text: &str| text.trim_matches('"').to_owned();
            if said.iter().any(|s| s.contains(&inner(&reason))) {
                continue;
            }
            // A phrase says more than a word of it.
            said.retain(|s| !reason.contains(&inner(s)));
            if said.len() < 2 {
                said.push(reason);
            }
        }
        Match { node, score: (self.score * 100.0).round() / 100.0, why: said.join(" and "), clear: false }
    }
}

/// Words as one, by their stems, so that `hash map`, `hashmap` and `hash-maps` are the same.
fn squeezed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => stem(only),
        [first @ .., last] => first.concat() + &stem(last),
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
