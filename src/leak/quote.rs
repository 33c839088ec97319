//! Which part of a text gives the solution away: what its writer has to be told to do better. Finds it by leaving out what does not matter, or in the code that
//! was run. Never says more than stands in the text itself.

use super::splice::{Attempt, How};

/// Shorter code says nothing about where it stands.
const SHORTEST: usize = 3;

/// The fewest sentences in a row that still tell it; `tells` is true of the whole text.
pub fn least(text: &str, tells: impl Fn(&str) -> bool) -> String {
    let ends = ends(text);
    let to = ends.iter().copied().find(|end| tells(&text[..*end])).unwrap_or(text.len());
    let from = ends.iter().rev().copied().filter(|start| *start < to).find(|start| tells(&text[*start..to])).unwrap_or(0);
    text[from..to].trim().to_owned()
}

/// The code of an attempt, as far as it stands in the text word for word: what was made of the text may be nearer to the reference.
pub fn shown(text: &str, attempt: &Attempt) -> Option<String> {
    let pieces: Vec<&str> = match &attempt.how {
        How::Bodies { bodies, .. } => bodies.iter().map(|b| b.text.trim()).collect(),
        How::Changes(changes) => changes.iter().flat_map(|c| &c.new).map(|line| line.trim()).collect(),
        How::Items(items) => items.iter().map(|(_, item)| item.trim()).collect(),
    };
    let there = pieces.into_iter().filter(|p| p.len() >= SHORTEST && text.contains(p));
    there.max_by_key(|p| p.len()).map(str::to_owned)
}

/// Where a sentence, a line or a block of code ends: what comes after it could be read alone.
fn ends(text: &str) -> Vec<usize> {
    let (mut found, mut in_fence, mut at) = (Vec::new(), false, 0);
    for line in text.split_inclusive('\n') {
        in_fence ^= line.trim_start().starts_with("```");
        if !in_fence {
            let inner = line.match_indices(['.', '?', ';', ':']).map(|(i, mark)| i + mark.len());
            found.extend(inner.filter(|i| line[*i..].starts_with(' ')).map(|i| at + i));
            found.push(at + line.len());
        }
        at += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leak::splice::Body;

    #[test]
    fn the_least_part_that_tells_is_quoted() {
        let text = "Your run expected 12. Think of the box first. Add 180 to it.\nAnd then rest.";
        assert_eq!(least(text, |t| t.contains("180")), "Add 180 to it.");
        assert_eq!(least(text, |t| t.contains("box") && t.contains("180")), "Think of the box first. Add 180 to it.");
        assert_eq!(least(text, |t| t.contains("12") && t.contains("rest")), text);
    }

    #[test]
    fn a_block_of_code_is_not_cut() {
        let text = "Look:\n```rust\nlet a = 1; let b = 2;\na + b\n```\nWhy?";
        assert_eq!(least(text, |t| t.contains("let b")), "```rust\nlet a = 1; let b = 2;\na + b\n```");
    }

    #[test]
    fn code_is_quoted_only_as_it_stands_in_the_text() {
        let of = |code: &str| {
            let body = Body { stub: "f".to_owned(), text: code.to_owned(), names: Vec::new(), at_mark: false };
            Attempt::new(How::Bodies { bodies: vec![body], beside: String::new() }, false)
        };
        assert_eq!(shown("It is `a + b * 2`.", &of(" a + b * 2 ")).as_deref(), Some("a + b * 2"));
        assert_eq!(shown("Twice b, and a.", &of("a + b * 2")), None);
    }
}
