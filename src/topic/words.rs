//! Words as the search compares them: cut from text, reduced to a stem, and where nothing is spelled like it, the nearest known spelling. Pure.

use std::collections::HashSet;
use std::sync::LazyLock;

/// More words than this are no topic but a text.
const MAX_WORDS: usize = 16;
const MAX_LETTERS: usize = 32;

/// Words that say nothing about a topic.
static EMPTY: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "a about all am an and are as at be between by c can could do does doesn don etude every explain for from get give has have help \
     how i if in into is it its keep keeps language learn like me more my not of on one or our out please practice programming rust s \
     show some something stuff t than that the their them then there these thing things this to topic two understand up us use used \
     using want was way we what when where which who why will with without work works would you your"
        .split_whitespace()
        .collect()
});

pub(super) fn is_empty_word(word: &str) -> bool {
    EMPTY.contains(word)
}

/// The words of a text in lower case, without accents on common letters, the first few.
pub(super) fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let parts = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    parts.take(MAX_WORDS).map(|w| w.chars().take(MAX_LETTERS).map(plain).collect()).collect()
}

fn plain(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        other => other,
    }
}

/// What stays of a word when its usual endings go: `borrowing`, `borrowed` and `borrows` are one.
pub(super) fn stem(word: &str) -> String {
    if !word.is_ascii() || word.len() < 4 {
        return word.to_owned();
    }
    let mut root = word.to_owned();
    if root.ends_with('s') && !root.ends_with("ss") && !root.ends_with("us") && !root.ends_with("is") {
        root.pop();
        if root.ends_with("ie") {
            root.truncate(root.len() - 2);
            root.push('y');
        }
    }
    for ending in ["ing", "ed"] {
        if let Some(rest) = root.strip_suffix(ending)
            && rest.len() >= 3
            && rest.contains(['a', 'e', 'i', 'o', 'u', 'y'])
        {
            root.truncate(rest.len());
            let bytes = root.as_bytes();
            let doubled = bytes.len() > 3 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2] && !root.ends_with(['l', 's']);
            if doubled {
                root.pop();
            }
            break;
        }
    }
    if root.len() > 4 && root.ends_with('e') {
        root.pop();
    }
    root
}

/// Known spellings, to find the nearest of them.
pub(super) struct Speller<'w> {
    known: Vec<&'w str>,
}

/// A known word that a typed one was probably meant to be, and how sure that is, from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Meant {
    pub word: String,
    pub sure: f64,
}

impl<'w> Speller<'w> {
    pub fn new(known: impl Iterator<Item = &'w str>) -> Speller<'w> {
        Speller { known: known.filter(|w| w.len() >= 3).collect() }
    }

    /// The best two known words within a slip or two. Letters that are missing are those between the typed ones; with one of the typed letters left out, in
    /// turn, letters that are too many, swapped or wrong are found too.
    pub fn meant(&self, typed: &str) -> Vec<Meant> {
        let letters: Vec<char> = typed.chars().collect();
        let missing_allowed = match letters.len() {
            0..=3 => return Vec::new(),
            4..=5 => 1,
            _ => 2,
        };
        let without = |left_out: usize| letters.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, c)| *c).collect::<Vec<_>>();
        let variants: Vec<Vec<char>> = std::iter::once(letters.clone()).chain((0..letters.len()).map(without)).collect();
        let mut found: Vec<Meant> = Vec::new();
        for word in &self.known {
            let known: Vec<char> = word.chars().collect();
            // The first letter is hardly ever wrong, and asking for it keeps short words apart.
            let begins_alike = known.first() == letters.first() || (letters.len() > 5 && known.first() == letters.get(1));
            if !begins_alike || known.len().abs_diff(letters.len()) > missing_allowed {
                continue;
            }
            let fitting = variants.iter().filter(|v| v.len() <= known.len() && known.len() - v.len() <= missing_allowed);
            let sure = fitting.filter_map(|variant| {
                // One letter too many and one missing are one wrong letter, which is a little worse than a missing one.
                let (too_many, missing) = (letters.len() - variant.len(), known.len() - variant.len());
                let slips = too_many.max(missing) as f64 + if too_many > 0 { 0.6 * missing as f64 } else { 0.0 };
                // Fewer slips come first; of as many, what has more of its letters together.
                Some(1.0 - 0.07 * slips + 0.02 * together(variant, &known)?)
            });
            if let Some(sure) = sure.reduce(f64::max) {
                found.push(Meant { word: (*word).to_owned(), sure: sure.min(1.0) });
            }
        }
        found.sort_by(|a, b| b.sure.total_cmp(&a.sure).then_with(|| a.word.cmp(&b.word)));
        found.truncate(2);
        found
    }
}

/// Where all letters stand in the word in their order: which share of the word stands in it as it does here.
fn together(letters: &[char], word: &[char]) -> Option<f64> {
    let (mut from, mut beside) = (0, 0);
    for letter in letters {
        let skipped = word[from..].iter().position(|c| c == letter)?;
        beside += usize::from(skipped == 0);
        from += skipped + 1;
    }
    Some(beside as f64 / word.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_question_are_empty_and_words_of_a_topic_are_not() {
        assert!(is_empty_word("how") && is_empty_word("your") && !is_empty_word("heap"));
    }

    #[test]
    fn endings_go_and_words_stay_apart() {
        for family in
            [["borrow", "borrows", "borrowing", "borrowed"], ["parse", "parses", "parsing", "parsed"], ["map", "maps", "mapping", "mapped"]]
        {
            let stems: Vec<String> = family.iter().map(|w| stem(w)).collect();
            assert!(stems.iter().all(|s| *s == stems[0]), "{stems:?}");
        }
        assert_eq!(stem("string"), "string");
        assert_eq!(stem("processes"), stem("process"));
        assert_eq!(stem("libraries"), stem("library"));
        assert_ne!(stem("signed"), stem("signal"));
        assert_eq!(stem("straße"), "straße");
    }

    #[test]
    fn slips_are_read_as_the_word_that_was_meant() {
        let known = ["borrow", "lifetime", "lifetimes", "pointer", "async", "semaphore", "mutex", "thread", "recursion", "read", "clock"];
        let speller = Speller::new(known.into_iter());
        for (typed, meant) in [
            ("borow", "borrow"),
            ("borrrow", "borrow"),
            ("lifetmes", "lifetimes"),
            ("pionter", "pointer"),
            ("asinc", "async"),
            ("semafore", "semaphore"),
            ("mutx", "mutex"),
            ("tread", "thread"),
            ("recusrion", "recursion"),
        ] {
            assert_eq!(speller.meant(typed).first().map(|m| m.word.as_str()), Some(meant), "{typed}");
        }
        for stranger in ["cooking", "cook", "quantum", "ab", "", "bread", "世界世界"] {
            assert_eq!(speller.meant(stranger), [], "{stranger}");
        }
    }
}
