//! First principles as texts: where a comment says one, and whether two are the same. Owns how loosely words are compared; it knows no unit.

use super::reading::words;

/// What stands behind "First principle:", up to the next part of the comment.
pub fn said_in(comment: &str) -> Option<&str> {
    let lower = comment.to_ascii_lowercase();
    let start = lower.find("first principle:")? + "first principle:".len();
    let labels = ["lesson:", "lesson.md", "test:", "tests:", "start here"];
    let end = labels.iter().filter_map(|label| lower[start..].find(label)).min().map_or(comment.len(), |at| start + at);
    Some(comment[start..end].trim()).filter(|said| !said.is_empty())
}

/// The same words in the same order, whatever the signs and capitals.
pub fn same(one: &str, other: &str) -> bool {
    let one = bare(one);
    one.len() >= FEWEST && one == bare(other)
}

/// Whether a text says this principle somewhere, in these words.
pub fn says(text: &str, principle: &str) -> bool {
    let (text, principle) = (bare(text), bare(principle));
    principle.len() >= FEWEST && text.windows(principle.len()).any(|part| part == principle)
}

/// Fewer than half of the words are shared.
pub fn far_from(one: &str, other: &str) -> bool {
    let (one, other) = (bare(one), bare(other));
    let shared = one.iter().filter(|word| other.contains(word)).count();
    2 * shared < one.len().max(other.len())
}

/// Shorter ones stand in many a text by accident.
const FEWEST: usize = 4;

fn bare(text: &str) -> Vec<String> {
    words(text).map(str::to_lowercase).collect()
}
