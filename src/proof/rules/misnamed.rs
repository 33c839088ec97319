//! Two misconceptions whose words have changed places: a learner who made the one is told the other. Owns what the words of a mistake are (its tag, its signs, the lines
//! by which its wrong solution differs) and how much `says` and `fix` have of them; it speaks up only where both have more of the other's, and together much more.

use std::collections::{BTreeMap, BTreeSet};

use super::hints::stem;
use crate::exercise::TextFile;
use crate::pack::{Misconception, Sign};
use crate::proof::report::Finding;
use crate::proof::subject::Subject;

/// The other's words have to weigh so much more than its own, as the mean of the two.
const MUCH: f64 = 3.0;
/// And in all so much, lest a few words decide.
const ENOUGH: f64 = 2.0;
/// A word of the tag says more than one of a line.
const TELLING: f64 = 3.0;

/// What is to be said of a tag whose words speak of another's mistake.
pub fn exchanged(subject: &Subject) -> BTreeMap<String, Finding> {
    let Some(pack) = subject.pack else { return BTreeMap::new() };
    let all: Vec<Mistake> = pack.meta.misconceptions.iter().map(|m| Mistake::of(subject, m)).collect();
    let weights = weights(&all);
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for one in 0..all.len() {
        pairs.extend((one + 1..all.len()).filter_map(|other| Some((exchange(&all[one], &all[other], &weights)?, one, other))));
    }
    // The clearest first; of three that look exchanged two are.
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut seen, mut found) = (BTreeSet::new(), BTreeMap::new());
    for (_, one, other) in pairs {
        if seen.contains(&one) || seen.contains(&other) {
            continue;
        }
        seen.extend([one, other]);
        let (tag, of_other) = (&all[one].tag, &all[other].tag);
        let says = format!("`says` and `fix` of {tag} and {of_other} have changed places: each speaks of the other's mistake");
        found.insert(tag.clone(), Finding { file: Some("pack.toml".to_owned()), ..Finding::new(says) });
    }
    found
}

struct Mistake {
    tag: String,
    telling: BTreeSet<String>,
    words: BTreeSet<String>,
    said: BTreeSet<String>,
}

impl Mistake {
    fn of(subject: &Subject, misconception: &Misconception) -> Mistake {
        let telling = spoken(&misconception.tag);
        let mut words = telling.clone();
        words.extend(misconception.when.iter().flat_map(of_sign).flat_map(|text| spoken(&text)));
        let wrong = subject.wrong.get(&misconception.tag).map(Vec::as_slice).unwrap_or_default();
        let right = subject.source_with(&subject.reference);
        words.extend(wrong.iter().flat_map(|file| differing(file, &right)).flat_map(|line| spoken(&line)));
        let said = spoken(&format!("{} {}", misconception.says, misconception.fix));
        Mistake { tag: misconception.tag.clone(), telling, words, said }
    }

    /// How much a text has of the words of this mistake; one with many has some of any text.
    fn weight(&self, said: &BTreeSet<String>, weights: &BTreeMap<&String, f64>) -> (f64, f64) {
        let of_word = |word: &String| if self.telling.contains(word) { TELLING * weights[word] } else { weights[word] };
        let all: f64 = said.intersection(&self.words).map(of_word).sum();
        (all, all / (self.words.len().max(1) as f64).sqrt())
    }
}

fn of_sign(sign: &Sign) -> Vec<String> {
    let named = [&sign.message, &sign.stub, &sign.test, &sign.sanitizer].into_iter().flatten();
    named.chain(&sign.source).chain(&sign.lacks).cloned().collect()
}

/// The lines that only one of the two has, or has elsewhere: a line that moved is the mistake where the order matters.
fn differing(wrong: &TextFile, right: &[TextFile]) -> Vec<String> {
    let same = right.iter().find(|f| f.path == wrong.path).map(|f| f.content.as_str()).unwrap_or_default();
    let (one, other): (Vec<&str>, Vec<&str>) = (wrong.content.lines().map(str::trim).collect(), same.lines().map(str::trim).collect());
    // How many lines both have in the same order, from each pair of places on.
    let mut common = vec![vec![0_usize; other.len() + 1]; one.len() + 1];
    for a in (0..one.len()).rev() {
        for b in (0..other.len()).rev() {
            common[a][b] = if one[a] == other[b] { common[a + 1][b + 1] + 1 } else { common[a + 1][b].max(common[a][b + 1]) };
        }
    }
    let (mut a, mut b, mut found) = (0, 0, Vec::new());
    while a < one.len() || b < other.len() {
        if a < one.len() && b < other.len() && one[a] == other[b] {
            (a, b) = (a + 1, b + 1);
        } else if b == other.len() || a < one.len() && common[a + 1][b] >= common[a][b + 1] {
            found.push(one[a].to_owned());
            a += 1;
        } else {
            found.push(other[b].to_owned());
            b += 1;
        }
    }
    found
}

/// The words of a text without their endings, the parts of a name apart, short ones and numbers left out.
fn spoken(text: &str) -> BTreeSet<String> {
    let mut apart = String::new();
    for c in text.chars() {
        if c.is_uppercase() && apart.ends_with(|before: char| before.is_lowercase() || before.is_ascii_digit()) {
            apart.push(' ');
        }
        apart.push(if c.is_alphanumeric() { c } else { ' ' });
    }
    let tells = |word: &&str| word.len() > 2 && !word.bytes().all(|b| b.is_ascii_digit());
    apart.split_whitespace().filter(tells).map(stem).collect()
}

/// What a word weighs: the more, the fewer mistakes have it.
fn weights(all: &[Mistake]) -> BTreeMap<&String, f64> {
    let mut count: BTreeMap<&String, usize> = BTreeMap::new();
    for word in all.iter().flat_map(|m| &m.words) {
        *count.entry(word).or_default() += 1;
    }
    count.into_iter().map(|(word, having)| (word, ((all.len() as f64 + 0.5) / having as f64).ln())).collect()
}

/// How much more the words of both have of the other's mistake, where that is clear.
fn exchange(one: &Mistake, other: &Mistake, weights: &BTreeMap<&String, f64>) -> Option<f64> {
    // Nothing said is nothing to compare with.
    const LITTLE: f64 = 0.01;
    let more = |said: &BTreeSet<String>, own: &Mistake, others: &Mistake| {
        let (theirs, by_size) = others.weight(said, weights);
        (theirs, (by_size + LITTLE) / (own.weight(said, weights).1 + LITTLE))
    };
    let ((first, by_one), (second, by_other)) = (more(&one.said, one, other), more(&other.said, other, one));
    let mean = (by_one * by_other).sqrt();
    (by_one >= 1.0 && by_other >= 1.0 && mean >= MUCH && first >= ENOUGH && second >= ENOUGH).then_some(mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Bank;

    #[test]
    fn words_of_two_mistakes_that_changed_places_are_told_and_those_in_their_place_are_not() {
        let (mut all, mut told) = (0, 0);
        for (language, node) in Bank::Embedded.list() {
            let pack = Bank::Embedded.load(&language, &node).expect("a pack");
            let found = |pack| exchanged(&Subject::of_pack(pack).expect("an exercise"));
            assert_eq!(found(&pack), BTreeMap::new(), "{node}");
            let last = pack.meta.misconceptions.len() - 1;
            let mut turned = pack.clone();
            let (one, others) = turned.meta.misconceptions.split_at_mut(1);
            let (first, other) = (&mut one[0], &mut others[last - 1]);
            std::mem::swap(&mut first.says, &mut other.says);
            std::mem::swap(&mut first.fix, &mut other.fix);
            let (tag, of_other) = (first.tag.clone(), other.tag.clone());
            all += 1;
            told += usize::from(found(&turned).get(&tag).is_some_and(|f| f.says.contains(&of_other)));
        }
        // Where mistakes of one stub share their words nothing can be told apart, and nothing is said.
        assert!(told * 3 > all, "{told} of {all}");
    }

    #[test]
    fn a_line_that_moved_differs() {
        let file = |content: &str| TextFile { path: "lib.rs".to_owned(), content: content.to_owned() };
        let of = |wrong: &str, right: &str| differing(&file(wrong), &[file(right)]);
        assert_eq!(of("a\n  b\nc\n", "a\nb\nc\n"), [""; 0]);
        assert_eq!(of("b\na\nc\n", "a\nb\nc\n"), ["b", "b"]);
        assert_eq!(of("a\nd\nc\n", "a\nb\nc\n"), ["d", "b"]);
    }

    #[test]
    fn names_are_taken_apart() {
        assert_eq!(spoken("GAP_CM, ExpectedBox of 12 lists"), ["box", "expect", "gap", "list"].map(str::to_owned).into());
    }
}
