//! A story with a legend of the learner's names: "the word is `knob`, the baker is `is_flood`", or "read basket as box". Owns how such a legend is recognised; one name that is
//! set beside a word of a parallel is a nudge.

use std::collections::HashSet;

use super::retold;
use super::say::Sentence;
use super::tokens::texts;

/// What stands between a word of a story and the name that it means.
const MEANS: &str = "is|are|is called|are called|is named|are named|means|mean|stands for|stand for|is your|are your|becomes|become";
/// A word of a story comes with few others.
const STORY_WORDS: usize = 7;
/// So many names with their words make a legend where the text says to write the story down with them, and so many do by themselves.
const LEGEND: usize = 2;
const LEGEND_ALONE: usize = 4;
const RENAMES: [&str; 6] = ["rename", "translate", "transcribe", "substitute", "exchange", "swap"];
const WRITES: [&str; 5] = ["write", "type", "put", "say", "spell"];
const IN_NAMES: [&str; 8] = ["these names", "those names", "your names", "own names", "as c", "in c", "as rust", "in rust"];

pub fn has_legend(sentences: &[Sentence], names: &HashSet<&str>) -> bool {
    let stated = || sentences.iter().filter(|s| !s.is_question());
    let pairs: HashSet<String> = stated().flat_map(|s| clauses(&s.text)).filter_map(|c| meant(&c, names)).collect();
    let has = |s: &Sentence, phrase: &str| format!(" {} ", s.words.join(" ")).contains(&format!(" {phrase} "));
    let orders = |s: &Sentence| s.begins(&RENAMES) || s.begins(&WRITES) && IN_NAMES.iter().any(|n| has(s, n));
    pairs.len() >= LEGEND_ALONE || pairs.len() >= LEGEND && stated().any(orders)
}

/// "Read basket as box and rolls as sheets": words of the names that the text's code has, with words of the learner's.
pub fn reads_as(text: &str, sentences: &[Sentence], names: &HashSet<&str>) -> bool {
    let joints = |name: &str| name.split('_').map(str::to_lowercase).collect::<Vec<String>>();
    let shown = retold::shown(text);
    let there: HashSet<String> = texts(&shown, true).into_iter().filter(|t| !names.contains(t)).flat_map(joints).collect();
    let own: HashSet<String> = names.iter().filter(|name| name.contains('_')).flat_map(|name| joints(name)).collect();
    let is = |words: &HashSet<String>, word: &String| words.contains(word) || words.contains(&format!("{word}s"));
    let paired = |w: &&[String]| w[1] == "as" && is(&there, &w[0]) && is(&own, &w[2]) && !is(&there, &w[2]);
    sentences.iter().filter(|s| !s.is_question()).map(|s| s.words.windows(3).filter(paired).count()).sum::<usize>() >= LEGEND
}

/// The parts of a sentence that each say one thing.
fn clauses(sentence: &str) -> Vec<String> {
    let parts = sentence.replace(" and ", ",").replace(" while ", ",");
    parts.split([',', ';', ':', '.', '(', ')']).map(|c| c.trim().to_owned()).filter(|c| !c.is_empty()).collect()
}

/// The name of the learner's that a clause says a word of a story means: "the word is `knob`", "`knob` is the word".
fn meant(clause: &str, names: &HashSet<&str>) -> Option<String> {
    let [before, name, after] = clause.split('`').collect::<Vec<_>>()[..] else { return None };
    let (before, after) = (before.to_lowercase(), after.to_lowercase());
    let (before, after) = (before.split_whitespace().collect::<Vec<_>>(), after.split_whitespace().collect::<Vec<_>>());
    let says = |link: &str, row: &[&str]| row.join(" ") == link;
    let links = || MEANS.split('|').map(|link| (link, link.split(' ').count()));
    let ends = links().find(|(link, n)| before.len() > *n && says(link, &before[before.len() - n..]));
    let begins = links().find(|(link, n)| after.len() > *n && says(link, &after[..*n]));
    let told_before = ends.is_some_and(|(_, n)| before.len() - n <= STORY_WORDS) && after.is_empty();
    let told_after =
        before.is_empty() && begins.is_some_and(|(_, n)| after.len() - n <= 3 && ["the", "her", "his", "my", "our"].contains(&after[n]));
    ((told_before || told_after) && (names.contains(name) || name == "NULL")).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::manner::tests::of;

    const PARCEL: (&str, &str, &str) = ("rust", "S100", "ex-1");

    #[test]
    fn a_story_needs_no_legend_of_the_learners_names() {
        let gauge = ("c", "C201", "ex-1");
        let story = "A waiter is asked for a word: if it is BREAD he points at the baker, else at nobody.";
        let legend = format!("{story} Now rename: the word is `knob`, BREAD is `KNOB_FLOOD` and the baker is `is_flood`.");
        assert!(of(gauge, &legend, 1).contains("story"));
        let after = format!("{story} `knob` is the word, `KNOB_FLOOD` is the bread. Write it down in C.");
        assert!(of(gauge, &after, 1).contains("story"));
        let long = format!("{story} The word is `knob`, BREAD is `KNOB_FLOOD`, the baker is `is_flood`, nobody is `NULL`.");
        assert!(of(gauge, &long, 1).contains("story"), "a whole dictionary needs no order");
        let shop = "Look:\n\n```rust\nfn basket(bread: u32, rolls: u32) -> u32 {\n    bread + rolls * ROLL\n}\n```\n\n";
        let read = format!("{shop}Read bread as contents and rolls as sheets.");
        assert!(of(PARCEL, &read, 1).contains("story"));
        assert_eq!(of(PARCEL, &format!("{shop}Read bread as contents. And the rolls?"), 1), "fine");
        for hint in [
            format!("{story} In your function the word is `knob`. Which of your values is like the baker?"),
            "The parameter is `knob`. The answer for a letter that nobody knows is `NULL`. Write down which letters there are.".to_owned(),
            "Which name is `knob`, and which is `is_dry`? Rename nothing yet.".to_owned(),
        ] {
            assert_eq!(of(gauge, &hint, 1), "fine", "{hint}");
        }
    }
}
