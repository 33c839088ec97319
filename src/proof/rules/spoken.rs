//! Numbers as people tell them: in digits, in words ("sixty-five", "a dozen"), in another unit ("twelve euros", in cents) or as what is left ("twenty percent less"). Owns which
//! numbers a text tells; who asks decides what has to be told.

use std::collections::BTreeSet;

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
/// Other words for a number, by their beginnings.
const OTHERS: [(u64, &str); 9] = [
    (3, "third tripl thrice trio"),
    (4, "fourth quarter quadr"),
    (5, "fifth"),
    (6, "sixth"),
    (7, "seventh"),
    (8, "eighth"),
    (9, "ninth"),
    (12, "dozen twelfth"),
    (14, "fortnight"),
];

/// A larger unit, a smaller one, and how many of these it has.
const UNITS: [(&str, &str, u64); 12] = [
    ("euro", "cent", 100),
    ("dollar", "cent", 100),
    ("pound", "pence", 100),
    ("franc", "rappen", 100),
    ("hour", "minute", 60),
    ("minute", "second", 60),
    ("hour", "second", 3600),
    ("day", "hour", 24),
    ("kilo", "gram", 1000),
    ("ton", "kilo", 1000),
    ("metre", "centimetre", 100),
    ("litre", "millilitre", 1000),
];

/// What a text says in digits and words. Units and sections have numbers too, which say nothing, and `0-9` are the digits.
pub fn said(text: &str) -> BTreeSet<u64> {
    each(text, |_| Vec::new())
}

/// The same, and what follows from it in another unit that the text speaks of too, or as what is left of a hundred percent.
pub fn told(text: &str) -> BTreeSet<u64> {
    let lower = text.to_lowercase();
    each(text, |behind| {
        let near = |unit: &str| behind.iter().take(2).any(|word| word.starts_with(unit));
        UNITS
            .iter()
            .filter(|(large, small, _)| near(large) && lower.contains(small))
            .map(|(.., times)| Follows::Times(*times))
            .chain(near("percent").then_some(Follows::Left))
            .collect()
    })
}

/// What a number means besides itself, by the words behind it.
enum Follows {
    Times(u64),
    /// What is left of a hundred.
    Left,
}

fn each(text: &str, follows: impl Fn(&[&str]) -> Vec<Follows>) -> BTreeSet<u64> {
    let lower = text.to_lowercase().replace('_', "").replace("0-9", " ").replace("0..=9", " ").replace('%', " percent ");
    let all: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let mut found = BTreeSet::new();
    let mut at = 0;
    while at < all.len() {
        let is_name = at > 0 && matches!(all[at - 1], "ex" | "section");
        let digits: String = all[at].chars().take_while(char::is_ascii_digit).collect();
        let in_digits = digits.parse::<u64>().ok().filter(|_| !is_name);
        found.extend(OTHERS.iter().filter(|(_, names)| names.split(' ').any(|name| all[at].starts_with(name))).map(|(n, _)| *n));
        let (number, words) = in_words(&all[at..]);
        at += words.max(1);
        if let Some(number) = number.or(in_digits) {
            found.insert(number);
            found.extend(follows(&all[at..]).into_iter().filter_map(|f| match f {
                Follows::Times(times) => number.checked_mul(times),
                Follows::Left => 100_u64.checked_sub(number),
            }));
        }
    }
    found
}

/// A number that begins here, and how many words it has.
fn in_words(words: &[&str]) -> (Option<u64>, usize) {
    let value = |word: &str| SMALL.iter().position(|s| *s == word).map(|n| n as u64);
    let ten = |word: &str| TENS.iter().position(|t| *t == word).map(|n| (n as u64 + 2) * 10);
    let one_to_99 = |words: &[&str]| match words {
        [first, second, ..] if ten(first).is_some() && value(second).is_some_and(|n| (1..10).contains(&n)) => {
            Some((ten(first).unwrap_or(0) + value(second).unwrap_or(0), 2))
        }
        [first, ..] => ten(first).or_else(|| value(first)).map(|n| (n, 1)),
        [] => None,
    };
    let Some((mut number, mut used)) =
        one_to_99(words).or_else(|| matches!(words.first(), Some(&"hundred" | &"thousand")).then_some((1, 0)))
    else {
        return (None, 1);
    };
    while let Some(times) = words.get(used).and_then(|w| [("hundred", 100), ("thousand", 1000)].iter().find(|(name, _)| w == name)) {
        number *= times.1;
        used += 1;
    }
    if let Some((rest, more)) = words.get(used..).and_then(|w| one_to_99(if w.first() == Some(&"and") { &w[1..] } else { w }))
        && number >= 100
    {
        let and = usize::from(words.get(used) == Some(&"and"));
        (number, used) = (number + rest, used + more + and);
    }
    (Some(number), used)
}

/// Whether a number of some size is made of told ones: two of them multiplied, or a large one up to four times.
pub fn is_made_of(number: u64, told: &BTreeSet<u64>) -> bool {
    let factor = |a: &u64| {
        let other = number.checked_div(*a).filter(|b| b * a == number && *b > 1 && *a > 1);
        other.is_some_and(|b| told.contains(&b) || (*a >= 50 && b <= 4))
    };
    number >= LARGE && told.iter().any(factor)
}

/// Smaller numbers stand in every text.
pub const LARGE: u64 = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_in_digits_and_in_words() {
        let all = |text: &str| said(text).into_iter().collect::<Vec<_>>();
        assert_eq!(all("below fifty, seventy or more, sixty-five years"), [50, 65, 70]);
        assert_eq!(all("two hundred and five; twelve hundred, a thousand"), [205, 1000, 1200]);
        assert_eq!(all("ex-3 and section 4: 1_200 of a dozen, every third"), [3, 12, 1200]);
        assert_eq!(all("digits (0-9) of hundreds"), [0_u64; 0]);
    }

    #[test]
    fn other_units_and_what_is_left_follow() {
        assert!(told("In cents. The full fare is twelve euros.").contains(&1200));
        assert!(told("twenty percent less, from 65 on").contains(&80) && !told("twenty percent less, from 65 on").contains(&35));
        assert!(!told("twelve euros").contains(&1200));
        assert!(is_made_of(270, &said("0 is north, 90 east")) && is_made_of(5000, &said("50 bags of 100")));
        assert!(
            !is_made_of(50, &said("65 and 15")) && !is_made_of(5000, &said("the deck has 4 places")) && !is_made_of(15, &said("10 and 5"))
        );
    }
}
