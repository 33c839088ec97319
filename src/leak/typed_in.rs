//! Two more forms that no hint has: code with gaps and a key for them, and words that say what to type where ("write a minus sign behind it, and behind that the
//! name of the first one"). Owns how both are recognised; what they come to nobody works out.

use std::collections::BTreeSet;

/// So many gaps with their key are a text to fill in; fewer may be a question with an example.
const KEYED: usize = 3;

/// Where something is to be put, seen from what was put before.
const PLACES: &str = "behind it|behind that|behind them|before it|in front of it|in front of that|in front|after it|after that|next to it|between them|at the end|\
    at its end|in place of|in its place|to the left of it|to the right of it|where it stands|stands now|is now";
const TYPES: &str = "write|put|type|take|place|set|add";
const SIGNS: &str =
    "sign|signs|semicolon|comma|parenthesis|parentheses|bracket|brackets|brace|braces|star|ampersand|arrow|dot|colon|minus|plus|slash";
/// So many places, orders and signs in one text.
const LEAST_PLACES: usize = 3;
const LEAST_ORDERS: usize = 2;
const LEAST_SIGNS: usize = 2;

/// A text with fences in which gaps have names, and a key outside that says what stands in each.
pub fn has_keyed_gaps(text: &str) -> bool {
    let parts: Vec<&str> = text.split("```").collect();
    let outside = parts.iter().step_by(2).copied().collect::<Vec<_>>().join("\n");
    let labels: BTreeSet<String> = parts.iter().skip(1).step_by(2).flat_map(|code| gaps(code)).collect();
    labels.iter().filter(|label| is_told(label, &outside)).count() >= KEYED
}

/// `__1__`, `[A]`, `<2>`: one letter or number between marks, and not the place in a list.
fn gaps(code: &str) -> Vec<String> {
    let chars: Vec<char> = code.chars().collect();
    let mut found = Vec::new();
    for (at, label) in chars.iter().enumerate().filter(|(_, c)| c.is_ascii_digit() || c.is_ascii_uppercase()) {
        let (Some(before), Some(after)) = (at.checked_sub(1).map(|b| chars[b]), chars.get(at + 1)) else { continue };
        let is_pair = matches!((before, after), ('_', '_') | ('[', ']') | ('<', '>') | ('{', '}') | ('?', '?'));
        let is_index = at.checked_sub(2).is_some_and(|b| chars[b].is_alphanumeric() || chars[b] == ')');
        if is_pair && !(is_index && before != '_') {
            found.push(label.to_string());
        }
    }
    found
}

/// "1 is `wanted`", "A: how many there are", "2 = …".
fn is_told(label: &str, outside: &str) -> bool {
    outside.match_indices(label).any(|(at, _)| {
        let (before, after) = (&outside[..at], &outside[at + label.len()..]);
        let after = after.trim_start_matches(['`', ']', ')', '>', '_', '*']);
        let begins = !before.ends_with(|c: char| c.is_alphanumeric() || c == '.');
        begins && [" is ", ": ", " = ", " means ", " stands for ", " are "].iter().any(|told| after.starts_with(told))
    })
}

/// A text that lays code out by places: orders to type, signs by name, and each where the last one ended.
pub fn lays_by_place(prose: &str) -> bool {
    let row = format!(" {} ", words(prose).join(" "));
    let count = |list: &str| list.split('|').map(|phrase| row.matches(&format!(" {} ", phrase.trim())).count()).sum::<usize>();
    count(PLACES) >= LEAST_PLACES && count(TYPES) >= LEAST_ORDERS && count(SIGNS) >= LEAST_SIGNS
}

fn words(prose: &str) -> Vec<String> {
    prose.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_with_a_key_are_code_to_fill_in() {
        let gapped = "Fill in:\n\n```text\nlet came = if wanted __1__ level { __2__ } else { __3__ };\n```\n";
        assert!(has_keyed_gaps(&format!("{gapped}\nKey: 1 is the sign for less, 2 is `wanted`, 3 is `level`.")));
        assert!(!has_keyed_gaps(&format!("{gapped}\nWhat belongs into the three gaps? Number 1 is a sign.")), "two are left to find");
        let letters = "```c\nfor (i = 0; i < [A]; i++) {\n    n[B];\n    seats[i] = [C];\n}\n```\n";
        assert!(!has_keyed_gaps(&format!("{letters}A: how many, B: one more")));
        assert!(!has_keyed_gaps(
            "```c\nint a[3] = {1, 2, 3}; f(a[1], a[2], a[0]);\n```\nHere 1 is the second, 2 is the last and 0 is the first."
        ));
    }

    #[test]
    fn words_that_lay_code_out_by_places_are_dictation() {
        assert!(lays_by_place(
            "Take the name of the second one, write a minus sign behind it, and behind that the name of the first one. Put the word for handing back in \
             front, a semicolon at the end."
        ));
        assert!(!lays_by_place("The minus sign in your line stands behind the wrong name. Which one comes first, and what is behind it?"));
        assert!(!lays_by_place("Write the condition first. Behind it stands the body, and at the end the answer without a semicolon."));
    }
}
