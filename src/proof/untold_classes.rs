//! Classes of characters that only the reference knows, and without which the tests are not passed: it cuts off whatever is no letter and no digit, and the comment speaks of
//! words only. Owns when a class is told, by a word for it or by an example; whether it matters, a reference says to which all is alike that is no white space.

use super::Subject;
use super::ablation;
use super::mutants::{self, Class, Mutant};
use super::untold::own_text;
use crate::exercise::TextFile;

/// How words tell of them, by their beginnings.
const SIGNS: [&str; 25] = [
    "letter",
    "alphabet",
    "alphanum",
    "digit",
    "punctuat",
    "sign",
    "symbol",
    "character",
    "mark",
    "comma",
    "dot",
    "period",
    "stop",
    "apostroph",
    "hyphen",
    "dash",
    "colon",
    "bracket",
    "quot",
    "number",
    "numer",
    "special",
    "vowel",
    "consonant",
    "isal",
];
/// How words tell that small and capital letters are the same, or that one is made the other.
const CASE: [&str; 11] = ["case", "capital", "lower", "upper", "small", "big", "letter", "spell", "shout", "loud", "alphabet"];
const NUMBERS: [&str; 10] = ["integer", "whole", "decimal", "figure", "count", "amount", "price", "isdigit", "hour", "minute"];

/// The reference without each such class.
pub(super) fn untold(subject: &Subject, source: &[TextFile]) -> Vec<Mutant> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    let all = mutants::classes(subject.language, &subject.starter, source, &ablation::stubs(subject));
    all.into_iter().filter(|(class, mutant)| !is_told(*class, &own_text(subject, &mutant.stub, syntax))).map(|(_, mutant)| mutant).collect()
}

fn is_told(class: Class, text: &str) -> bool {
    // The title of a section and the mark of a stub say nothing of what is asked.
    let says = |line: &&str| !["lesson.md", "todo!(", "etude_todo(", "#include"].iter().any(|other| line.contains(other));
    let lower: String = text.to_lowercase().lines().filter(says).map(|line| format!("{line}\n")).collect();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let begins = |names: &[&str]| words.iter().any(|word| names.iter().any(|name| word.starts_with(name)));
    // `ex-2` and "section 2" are no numbers of the exercise.
    let has_number = || words.windows(2).any(|w| w[1].chars().all(|c| c.is_ascii_digit()) && !matches!(w[0], "ex" | "section"));
    let shown =
        || lower.split('"').skip(1).step_by(2).any(|quoted| !quoted.contains('\n') && quoted.contains(['.', ',', ';', ':', '!', '?', '-']));
    if class == Class::Case {
        let quoted = |line: &str| line.split(['"', '\'']).skip(1).step_by(2).any(|part| part.contains(char::is_uppercase));
        return begins(&CASE) || text.lines().filter(|line| says(&line.to_lowercase().as_str())).any(quoted);
    }
    begins(&SIGNS) || shown() || (class == Class::Digit && (begins(&NUMBERS) || has_number()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::rules::tests::subject;

    fn asked(says: &str, body: &str) -> Vec<String> {
        let pack = format!(
            "=== src/lib.rs
//! Words for a crossword.

//@ex-1 test_long_asks
// ex-1: whether it has many letters.
pub fn long(word: &str) -> bool {{
    todo!(\"ex-1\")
}}

//@ex-2 test_last_is_found
// ex-2: {says}
// Lesson: LESSON.md, section 2 \"Choose, change\".
pub fn last(text: &str) -> String {{
    todo!(\"ex-2\")
}}
=== solution src/lib.rs
pub fn long(word: &str) -> bool {{
    word.len() > 5
}}

pub fn last(text: &str) -> String {{
    {body}
}}
=== tests/a.rs
use exercise::*;
#[test]
fn test_long_asks() {{
    assert!(long(\"twelve\"));
}}
#[test]
fn test_last_is_found() {{
    assert_eq!(last(\"in the reeds.\"), \"reeds\");
}}
"
        );
        let subject = subject("rust", &pack);
        untold(&subject, &subject.source_with(&subject.reference)).into_iter().map(|m| m.after).collect()
    }

    const CUTS: &str = "text.trim_end_matches(|c: char| !c.is_alphanumeric()).to_string()";

    #[test]
    fn a_class_that_nobody_tells_is_taken_away() {
        assert_eq!(
            asked("the last word of the text.", CUTS),
            ["(!c.is_whitespace())"],
            "what is said of another unit is not said of this one"
        );
        for told in ["the last word, without punctuation.", "the last word; only letters count.", "the last word: of \"a, b.\" it is b."] {
            assert_eq!(asked(told, CUTS), [""; 0], "{told}");
        }
        assert_eq!(asked("the last word.", "text.trim_end_matches('.').to_string()"), [""; 0], "a single character is another matter");
    }

    #[test]
    fn a_class_is_asked_by_its_name_too_and_numbers_tell_of_digits() {
        assert_eq!(asked("the last word.", "text.trim_end_matches(char::is_numeric).to_string()").len(), 1);
        assert_eq!(asked("the last word.", "text.chars().filter(|c| c.is_ascii_punctuation()).collect()"), ["false"]);
        let digits = "text.chars().filter(|c| c.is_ascii_digit()).collect()";
        assert_eq!(asked("the last word.", digits), ["(!c.is_ascii_whitespace())"]);
        assert_eq!(asked("the whole amount.", digits), [""; 0]);
        assert_eq!(asked("as in 12.", digits), [""; 0]);
    }

    #[test]
    fn that_capitals_are_the_same_is_told_in_words_or_by_an_example() {
        let folds = "text.trim().to_lowercase()";
        assert_eq!(asked("the last word of the text.", folds), ["text.trim().to_string()"]);
        for told in ["the last word, in small form.", "the last word; capitals do not count.", "the last word: of \"a Reed\" it is reed."] {
            assert_eq!(asked(told, folds), [""; 0], "{told}");
        }
    }

    #[test]
    fn the_same_in_c() {
        let pack = "=== src/a.h\nint parts(const char *text);\n=== src/a.c\n#include \"a.h\"\n#include \"etude.h\"\n/* ex-1: how many words. */\nint parts(const char *text)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n=== solution src/a.c\n#include \"a.h\"\nint parts(const char *text)\n{\n    return isalnum((unsigned char)*text) && !ispunct(text[1]);\n}\n=== tests/a.c\n#include \"a.h\"\n#include \"test.h\"\nvoid test_parts_are_counted(void)\n{\n    TEST_ASSERT_EQ(parts(\"a-b\"), 2);\n}\n";
        let after = |pack: &str| {
            let subject = subject("c", pack);
            untold(&subject, &subject.source_with(&subject.reference)).into_iter().map(|m| m.after).collect::<Vec<_>>()
        };
        assert_eq!(after(pack), ["(!isspace((unsigned char)*text))", "(0)"]);
        assert_eq!(after(&pack.replace("how many words", "how many words; a hyphen ends one")), [""; 0]);
    }
}
