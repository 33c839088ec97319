//! Any topic: from what a learner types to the nearest nodes of the map, and topics of their own where the map has none. Owns the search (`search`, with
//! `words` for what counts as the same word) and the stored topics (`custom`). It decides nothing about starting and prints nothing.

pub mod custom;
pub mod search;
mod words;

pub use custom::{CustomTopic, Topics};
pub use search::{Match, search};

use crate::language::{self, Language};

/// What is looked at of a typed text: a topic is a few words, and a pasted book must not cost time.
pub const MAX_TYPED: usize = 400;

/// A typed text as it may be shown and stored: one line, no control characters, bounded.
pub fn tidy(text: &str, max: usize) -> String {
    // Bounded before it is cleaned, so that length costs nothing, and after, because this is what will be shown.
    let clean = crate::text::clean(&crate::text::bounded(text, MAX_TYPED.max(max) * 4));
    let line = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().filter(|c| !is_invisible(*c)).take(max).collect();
    cut.trim().trim_end_matches('…').trim().to_owned()
}

/// The language that a text names, as in "c strings"; none where it names none or several. The search itself passes over such words: every node of a
/// language is about it.
pub fn language_in(text: &str) -> Option<&'static Language> {
    let words = words::words(text);
    let mut named = language::all().iter().filter(|l| words.contains(&l.name) || words.contains(&l.title.to_lowercase()));
    named.next().filter(|_| named.next().is_none())
}

/// Marks that take no room make two texts look the same that are not.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_name_its_language() {
        let named = |text: &str| language_in(text).map(|l| l.name.as_str());
        assert_eq!(["c strings", "Strings in C", "rust: strings"].map(named), [Some("c"), Some("c"), Some("rust")]);
        assert_eq!(["strings", "calling c from rust", "trust", ""].map(named), [None; 4]);
    }

    #[test]
    fn what_is_typed_becomes_one_short_clean_line() {
        assert_eq!(tidy("  borrow\u{1b}[31m \n\t checker\u{0} ", 80), "borrow checker");
        assert_eq!(tidy("größe\u{200b} der 世界 😀", 80), "größe der 世界 😀");
        assert_eq!(tidy("\u{7}\u{1b}\n", 80), "");
        assert_eq!(tidy(&"word ".repeat(20_000), 9), "word word");
    }
}
