//! Code told by where its signs stand: "directly after it comes a point", "with two points between its brackets". Fewer signs than in code that is read aloud, but
//! each with its place. Owns the words for signs and for places; a sign that is only named, or asked about, is a nudge.

use super::{stretches, without_code};
use crate::leak::sign_names::is_name;

/// Signs that are none without a place.
const ALSO: [&str; 3] = ["point", "stroke", "sign"];
/// Where something stands in a line, seen from what stands there already.
const PLACES: &str = "behind it|behind that|behind them|behind this|behind the name|after it|after that|after them|after this|before it|before that|before them|\
    in front|next to it|between them|between its|between the|between those|between these|at the end|at its end|in its place|in its braces|in its brackets|\
    in its parentheses|in the braces|in the brackets|in the parentheses|inside its|to the left of|to the right of|comes a|comes the|stands a|stands the|follows|\
    followed by|line ends|begin your line|begin the line|last comes|without a semicolon|without a blank|nothing between|straight after|right after";
/// `wanted.0` and `self.level`, read aloud: nobody says so who explains, and so many of them are a line.
const MEMBERS: [&str; 3] = [" the zero of ", " of self ", " s zero "];
const ALOUD: usize = 3;
/// So many of either, and so many of both, in a few sentences without a question between them.
const LEAST: usize = 2;
const BOTH: usize = 5;
const SENTENCES: usize = 5;

pub fn is_laid(text: &str) -> bool {
    stretches(text, SENTENCES).iter().any(|stretch| {
        let said = stretch.iter().map(without_code).collect::<Vec<_>>().join(" ");
        let words: Vec<&str> = said.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let row = format!(" {} ", words.join(" "));
        let signs = words.iter().filter(|word| is_name(word, &ALSO)).count();
        let places = PLACES.split('|').map(|place| row.matches(&format!(" {place} ")).count()).sum::<usize>();
        let members = MEMBERS.iter().map(|of| row.matches(of).count()).sum::<usize>();
        signs >= LEAST && places >= LEAST && signs + places >= BOTH || members >= ALOUD
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::*;

    const SHELF: (&str, &str, &str) = ("rust", "A201", "ex-4");

    #[test]
    fn signs_with_their_places_are_code() {
        let laid = "A vector can be drained. Take the field, and behind it a point and the method. Between its brackets stand two points. Another point, \
                    and collect follows. What is left in it?";
        assert!(of(SHELF, laid, 1).contains("which sign stands where"), "{}", of(SHELF, laid, 1));
        let members = "What came is the smaller of the zero of wanted and the zero of the level of self. It goes home in a Litres.";
        assert!(of(SHELF, members, 2).contains("which sign stands where"), "{}", of(SHELF, members, 2));
        assert_eq!(of(SHELF, laid, 3), "fine", "at the top the way may be told with its signs");
    }

    #[test]
    fn a_sign_that_is_named_is_a_nudge() {
        for hint in [
            "The level of self is what changes here. Which zero of the two do you look at?",
            "The two dots mean everything that was not named. They stand last, and no comma follows. Which field is like the eggs?",
            "Every `let` line ends with a semicolon. Two dots and an equals sign take the last number in, two dots alone leave it out.",
            "Which side of the star does the word stand on? Put a finger on the brace, and read what stands behind it.",
        ] {
            assert!(!is_laid(hint), "{hint}");
        }
    }
}
