//! Pieces of one whole that a text hands out with the number of the place of each: cards on a table, lines in a wrong order. Lays them down in their order; whether
//! that is code, others find out.

use super::pieces::has_sentence;
use super::tokens::texts;

/// Fewer cards are a list.
const FEWEST: usize = 3;
/// More on one card is a paragraph.
const LARGEST: usize = 24;

/// What the cards of a text say in the order of their numbers: as one line, and line by line.
pub fn laid(plain: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut hand: Vec<(usize, &str)> = Vec::new();
    for line in plain.lines().chain(["the end"]) {
        match card(line) {
            Some(card) => hand.push(card),
            None if line.trim().is_empty() => {}
            None => found.extend(laid_down(std::mem::take(&mut hand))),
        }
    }
    found
}

/// A card: its number before the piece, or behind it in brackets.
fn card(line: &str) -> Option<(usize, &str)> {
    let line = line.trim().trim_start_matches(['-', '*', '•', '|']).trim();
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, piece) = if digits > 0 {
        (&line[..digits], line[digits..].trim_start_matches(['.', ')', ':', '|', '=']))
    } else {
        let open = line.rfind(['(', '[', '#'])?;
        (line[open + 1..].trim_end_matches([')', ']']), &line[..open])
    };
    let piece = piece.trim().trim_end_matches('|').trim().trim_matches('`');
    let size = texts(piece, true).len();
    let is_piece = size > 0 && size <= LARGEST && !has_sentence(piece);
    Some((number.trim().parse().ok()?, piece)).filter(|_| is_piece)
}

/// All of them, where no number is missing and none is there twice. Lines that lie in their order already are a list, which others read.
fn laid_down(mut hand: Vec<(usize, &str)>) -> Vec<String> {
    let was_in_order = hand.is_sorted_by_key(|(number, _)| *number);
    hand.sort_by_key(|(number, _)| *number);
    if hand.len() < FEWEST || !hand.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0) {
        return Vec::new();
    }
    let pieces: Vec<&str> = hand.iter().map(|(_, piece)| *piece).collect();
    let joins: &[&str] = if was_in_order { &[" "] } else { &[" ", "\n"] };
    joins.iter().map(|between| pieces.join(between)).collect()
}

#[cfg(test)]
mod tests {
    use super::laid;

    #[test]
    fn cards_are_laid_by_their_numbers() {
        let text = "On cards:\n\n- 3 load\n- 1 room\n- 2 -\n\nThat is all.";
        assert_eq!(laid(text), ["room - load", "room\n-\nload"]);
        assert_eq!(laid("`b;` (2)\n`a;` (1)\n`c` (3)"), ["a; b; c", "a;\nb;\nc"]);
    }

    #[test]
    fn sentences_and_gaps_are_no_cards() {
        assert!(laid("1. Look at the first line of your loop and say what it does.\n2. Run it.\n4. x").is_empty());
        assert!(laid("- 5 seats\n- 9 rows\n- 2 halls").is_empty());
    }
}
