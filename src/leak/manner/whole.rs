//! Dictation that names nothing by its name: "the limit minus the tools, and between the brackets the parameter; nothing else belongs into this function". Whoever says
//! that what was named is the whole body has told the body, whatever the names are. Owns the words that say so and what counts as a part; who only says how long a
//! body is, or asks what is in it, tells nothing.

use std::collections::HashSet;

use super::{stretches, without_code};
use crate::leak::Ground;
use crate::leak::retold;
use crate::leak::sign_names::is_name;
use crate::leak::splice::Dialect;

/// So many sentences without a question between them.
const SENTENCES: usize = 4;
/// So many parts, something that is done and something that it is done with among them.
const PARTS: usize = 3;

/// What was named is all that there is.
const WHOLE: &str = "entire body|entire function|entire method|entire answer|entire solution|whole body|whole function|whole method|whole answer|\
    whole solution|whole of the body|whole of the function|nothing else belongs|nothing more belongs|nothing else is needed|nothing more is needed|\
    nothing else stands|nothing else goes|nothing more goes|nothing else between the braces|nothing else in the body|and nothing more|and nothing else|only line of the|\
    function has one line|body has one line|method has one line|body is one line|function is one line|method is one line|body is a single|function is a single|\
    method is a single|body is just|body consists of|function consists of|method consists of|that is the body|this is the body|is all there is to|\
    no other line|no second line|no other word|one line all told|makes up the body|makes the body|fills the body|is the complete";
/// What is done.
const DONE: &str = "minus plus times subtraction subtract difference sum addition product multiplication quotient division divide remainder call calls return returns \
    comparison compare assignment method take taken replace negation summand summands factor factors entry entries";
/// What it is done with, by what it is.
const WITH: &str = "parameter parameters argument arguments field fields constant constants";

pub fn is_named(text: &str, ground: &Ground, dialect: &Dialect) -> bool {
    let names = names(ground, dialect);
    stretches(text, SENTENCES).iter().any(|stretch| {
        let said = stretch.iter().map(without_code).collect::<Vec<_>>().join(" ");
        let words: Vec<&str> = said.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
        let row = format!(" {} ", words.join(" "));
        if !WHOLE.split('|').any(|all| row.contains(&format!(" {} ", all.trim()))) {
            return false;
        }
        let is_in = |list: &str, word: &str| list.split_whitespace().any(|w| w == word);
        let spans = stretch.iter().flat_map(|s| s.text.split('`').skip(1).step_by(2)).map(str::to_lowercase).collect::<Vec<_>>();
        let own = |word: &&str| names.contains(*word);
        let with: HashSet<&str> = words
            .iter()
            .copied()
            .filter(|w| is_in(WITH, w))
            .chain(words.iter().copied().filter(|w| w.contains('_')).filter(own))
            .chain(spans.iter().map(String::as_str).filter(own))
            .collect();
        let done: HashSet<&str> = words.iter().copied().filter(|w| is_in(DONE, w)).collect();
        let signs: HashSet<&str> = words.iter().copied().filter(|w| is_name(w, &["point"])).filter(|w| !done.contains(w)).collect();
        // "The box, and the contents": names by a word of theirs.
        let heard = || retold::own_named(&stretch.iter().map(|s| s.text.as_str()).collect::<Vec<_>>().join(" "), ground, dialect);
        !done.is_empty() && {
            let with = with.len().max(heard());
            with > 0 && with + done.len() + signs.len() >= PARTS
        }
    })
}

/// What the stub can work with: its parameters, and what the files define, in small letters.
fn names(ground: &Ground, dialect: &Dialect) -> HashSet<String> {
    let params = ground.stubs().filter_map(|stub| ground.head(stub, dialect)).flat_map(|head| head.params);
    let own = ground
        .starter
        .iter()
        .flat_map(|f| crate::leak::tokens::texts(&f.content, true))
        .filter(|t| t.starts_with(|c: char| c.is_alphabetic()));
    params.chain(own.map(str::to_owned)).map(|name| name.to_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;

    const ROOM: (&str, &str, &str) = ("rust", "S100", "ex-4");

    #[test]
    fn parts_that_are_said_to_be_all_are_dictation() {
        for (at, told) in [
            (
                ROOM,
                "Say it: a bracket, the limit minus the tools, the bracket again, then the method of section 7, and inside it the parameter. Nothing else belongs into this function.",
            ),
            (
                ("rust", "A201", "ex-4"),
                "The short form at the end of section 6 needs only the place. That is your field `shelf`. That call is the entire body.",
            ),
            (ROOM, "One expression: the limit and the tools in a difference, less the load. There is no second line in it."),
            (ROOM, "The word return, and the difference of the two parameters: the function has one line."),
        ] {
            assert!(of(at, told, 1).contains("whole body"), "{told}: {}", of(at, told, 1));
        }
    }

    #[test]
    fn a_length_or_a_question_tells_nothing() {
        for hint in [
            "The whole body can be two lines. Which of them would name the room of an empty van?",
            "Your entire function is one subtraction now. What happens to it when the parameter is `u32::MAX`?",
            "Nothing else is wrong with it. Look at the type of what you take away.",
        ] {
            assert_eq!(of(ROOM, hint, 1), "fine", "{hint}");
        }
    }
}
