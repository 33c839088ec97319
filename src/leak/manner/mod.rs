//! How much a hint may tell, whichever solution it tells: an example stands in the learner's own language and is another task than the stub under other names; below
//! the top of the ladder nothing is reckoned through, ordered step by step or laid out sign by sign; and at the top the way is told in prose, with little code. Owns
//! these measures, each taken from its distance to good hints. Refuses to find out whether what is told is right: a hint of that form tells it, right or wrong.

mod answers;
mod budget;
mod built;
mod other_language;
mod placed;
mod renamed;
mod whole;

use super::say::{self, Sentence};
use super::splice::Dialect;
use super::{Ground, Reach, fold, retold};

/// The form of a text that tells too much, in words for whoever wrote it.
pub fn fault(text: &str, ground: &Ground, reach: Reach) -> Option<&'static str> {
    let dialect = Dialect::of(ground.language).filter(|_| reach != Reach::Review)?;
    let plain = fold::plain(text);
    if other_language::is_shown(&plain, dialect.is_c) {
        return Some("it shows code of another language than the learner's");
    }
    if budget::is_spent(&plain, ground, reach) {
        return Some("it writes too much of the learner's code");
    }
    if reach == Reach::Unit {
        return None;
    }
    if renamed::is_shown(&plain, ground, &dialect) {
        Some("its example is the solution under other names")
    } else if placed::is_laid(&plain) {
        Some("it says which sign stands where")
    } else if whole::is_named(&plain, ground, &dialect) {
        Some("it names the parts and says that they are the whole body")
    } else if answers::are_listed(&plain) {
        Some("it lists what to answer for each value that the tests have")
    } else if built::is_told(&plain) {
        Some("it orders a program, step by step")
    } else if retold::is_reckoned(&plain, ground, &dialect) {
        Some("it reckons or walks the answer through, step by step")
    } else if retold::is_equation(&plain, ground, &dialect) {
        Some("it is an equation that only has to be solved for the answer")
    } else if retold::is_listed(&plain, ground, &dialect) {
        Some("it names all parts of the answer")
    } else {
        None
    }
}

/// A block that stands by itself: what is written behind its opening mark, and its lines.
struct Block {
    label: String,
    code: String,
}

/// Fences, and lines that are set off by four blanks or a tab.
fn blocks(text: &str) -> Vec<Block> {
    let (mut found, mut open, mut loose): (Vec<Block>, Option<Block>, String) = (Vec::new(), None, String::new());
    for line in text.lines().chain([""]) {
        let bare = line.trim_start_matches(['>', ' ', '\t']);
        if let Some(label) = ["```", "~~~"].iter().find_map(|mark| bare.strip_prefix(mark)) {
            let label = label.trim_start_matches(['`', '~', ' ', '{', '.']);
            let label = label.split(|c: char| !c.is_alphanumeric() && c != '+' && c != '#').next().unwrap_or_default();
            match open.take() {
                Some(block) => found.push(block),
                None => open = Some(Block { label: label.to_lowercase(), code: String::new() }),
            }
        } else if let Some(block) = &mut open {
            block.code.push_str(line);
            block.code.push('\n');
        } else if line.starts_with("    ") || line.starts_with('\t') {
            loose.push_str(line);
            loose.push('\n');
        } else if !loose.is_empty() && !line.trim().is_empty() {
            found.push(Block { label: String::new(), code: std::mem::take(&mut loose) });
        }
    }
    found.extend(open);
    found.extend(Some(Block { label: String::new(), code: loose }).filter(|b| !b.code.is_empty()));
    found
}

/// Sentences that follow on one another without a question between them, so many at a time: who asks leaves the rest to the learner.
pub(super) fn stretches(text: &str, most: usize) -> Vec<Vec<Sentence>> {
    let all = say::sentences(text);
    let mut found = Vec::new();
    for part in all.split(Sentence::is_question) {
        match part.len() {
            0 => {}
            length if length <= most => found.push(part.to_vec()),
            _ => found.extend(part.windows(most).map(<[Sentence]>::to_vec)),
        }
    }
    found
}

/// A sentence without its code and without what it quotes, in small letters. Code leaves a mark behind, so that its neighbours do not meet.
pub(super) fn without_code(sentence: &Sentence) -> String {
    let prose = sentence.text.split('`').step_by(2).collect::<Vec<_>>().join(" ` ");
    prose.split('"').step_by(2).collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::pack::PackGround;
    use super::*;
    use crate::pack::Bank;

    /// What is said of a hint for a unit of a pack.
    pub fn of(at: (&str, &str, &str), text: &str, level: u8) -> &'static str {
        let pack = Bank::Embedded.load(at.0, at.1).expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let source = whole.source_with(&[]);
        super::super::plain_speech::fault(text, &whole.ground(at.2, &source), Reach::of_level(level)).unwrap_or("fine")
    }

    #[test]
    fn blocks_are_fences_and_what_is_set_off() {
        let found = blocks("Look:\n\n```Rust,ignore\nlet a = 1;\n```\n\nor\n\n    b := 2\n\n    c := 3\n\nand\n> ```\n> d\n> ```\n");
        let pairs: Vec<(&str, usize)> = found.iter().map(|b| (b.label.as_str(), b.code.lines().count())).collect();
        assert_eq!(pairs, [("rust", 1), ("", 2), ("", 1)]);
    }

    #[test]
    fn a_question_ends_a_stretch() {
        let found = stretches("One. Two. Is it three? Four. Five. Six.", 2);
        let joined: Vec<String> = found.iter().map(|s| s.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(joined, ["One. Two.", "Four. Five.", "Five. Six."]);
    }
}
