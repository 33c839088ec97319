//! How a hint may be written at all: in English, in sentences of its own, about the learner's code. Owns the forms that no honest hint needs and that nobody can hold
//! against the reference: another human language, code read aloud sign by sign, puzzles, stories with a legend of the learner's names, and lists of replacements in an
//! example of the lesson. Refuses to find out what such a text says: its form is enough, and nothing is run for it.

use std::collections::HashSet;

use super::say::{self, Sentence};
use super::sign_names::is_name;
use super::tokens::texts;
use super::{Ground, Reach, fold, manner, story, typed_in};

/// Words that hardly any English sentence does without, and that other languages do not have.
const ENGLISH: &str = "the and that this these those it its you your yours what which who whose how why where when whether if then than not one two three each \
    every both all any are were be been does did have can could may might must should would there here they them their she his our only after before behind \
    between above below into out up down about again more most other another same such nothing something while until because through against first second last \
    from with without by to at for on or but as never nobody still now yet ask look say read back very few";
/// Of so many words in a row (or of all, where there are fewer), a tenth are such words.
const STRETCH: usize = 30;
/// Of fewer words nothing can be said.
const LEAST_WORDS: usize = 10;

/// So many letters that no English word has; a name may have one.
const STRANGE: usize = 20;

/// Signs and keys by names that other sentences have too; here only many of them count.
const ALSO: [&str; 5] = ["bang", "hash", "equal", "keyword", "enter"];
/// What stands before "sign" or "mark" in the name of one.
const BEFORE_SIGN: [&str; 7] = ["exclamation", "question", "than", "percent", "quotation", "not", "hash"];
/// So many of them in one stretch are code read aloud: below the top of the ladder, and there, where the way may be told with its signs.
const ALOUD: usize = 6;
const ALOUD_AT_TOP: usize = 9;

/// What a text calls itself that is to be solved.
const PUZZLES: &str =
    "riddle|riddles|acrostic|anagram|rebus|charade|who am i|what am i|box of words|word box|every second word|every third word";
/// "The first letter of each line": what is read off, and from what.
const READ_OFF: [&str; 4] = ["word", "words", "letter", "letters"];
const OF_EACH: [&str; 5] = ["every", "each", "these", "those", "all"];
const READ_FROM: [&str; 10] = ["line", "lines", "row", "rows", "verse", "verses", "sentence", "sentences", "word", "words"];
/// So many numbers in a sentence about an order, which all are told what they stand for elsewhere, lay pieces out.
const LAID: usize = 6;

/// The two halves of a fraction that is drawn in words.
const HALVES: [(&str, &str); 8] = [
    ("above the line", "below the line"),
    ("over the line", "under the line"),
    ("numerator", "denominator"),
    ("upstairs", "downstairs"),
    ("upper part", "lower part"),
    ("upper half", "lower half"),
    ("on top", "at the bottom"),
    ("the top", "the bottom"),
];
/// What such a drawing is called.
const FRACTIONS: [&str; 6] = ["fraction", "numerator", "quotient", "ratio", "division", "divided"];

/// A text says that what the lesson shows is what is asked for, or is to be typed over.
const TAKEN_OVER: &str = "is your|nearly your|almost your|already your|does your|your job|what you need|type its|type it|type the|typed over|type over|\
    copy|copied|copying|replacements|few changes|few edits|take its body|take the body|take over|paste|with other words|with other names|with new names|\
    all else stays|everything else stays|all the rest stays|the rest stays|keep the rest|leave the rest|nothing else changes";
/// A function of the learner's may be what is asked for without being typed over, so only this counts for it.
const COPIED: &str = "copy|copied|copying|paste|take its body|take the body|type over|typed over|take over";
/// Words by which something in it is told to be otherwise.
const REPLACES: [&str; 10] = ["becomes", "become", "write", "put", "replace", "replaced", "swap", "strike", "delete", "rename"];
const IN_ITS_PLACE: [&str; 6] = ["where it says", "wherever it says", "in place of", "in the place of", "instead of", "rather than"];
/// Who writes there changes nothing.
const ON_PAPER: [&str; 4] = ["down", "paper", "beside", "aloud"];
/// So many of them are a list; one is a nudge.
const LISTED: usize = 2;

/// The form of a text that no hint has, in words for whoever wrote it.
pub fn fault(text: &str, ground: &Ground, reach: Reach) -> Option<&'static str> {
    let plain = fold::plain(text);
    // Code that is read aloud has few words of any language, so it is asked for first.
    if reach != Reach::Review && is_read_aloud(&plain, if reach == Reach::Unit { ALOUD_AT_TOP } else { ALOUD }) {
        return Some("it reads code aloud, sign by sign");
    }
    if is_foreign(&plain) {
        return Some("it is not written in English, so nobody can judge it");
    }
    if reach == Reach::Review {
        return None;
    }
    let sentences = say::sentences(&plain);
    if reach == Reach::Part && is_fraction(&sentences) {
        Some("it tells a formula as a fraction in words")
    } else if reach == Reach::Part && typed_in::lays_by_place(&prose(&plain)) {
        Some("it says what to type where")
    } else if typed_in::has_keyed_gaps(text) {
        Some("it is code with gaps and a key for them")
    } else if is_puzzle(&plain, &sentences, ground) {
        Some("it is a puzzle and no hint")
    } else if story::has_legend(&sentences, &own_names(ground)) || story::reads_as(&plain, &sentences, &own_names(ground)) {
        Some("it tells a story and which name stands for which word of it")
    } else if edits(&sentences, TAKEN_OVER, |name| is_in_lesson(name, ground)) {
        Some("it lists the changes that make an example of the lesson the answer")
    } else if edits(&sentences, COPIED, |name| is_stub(name, ground)) {
        Some("it lists the changes that make another function of the learner's the answer")
    } else {
        manner::fault(text, ground, reach)
    }
}

/// The text without code: fences, lines that are set off, and what stands between marks.
fn prose(text: &str) -> String {
    let (mut said, mut in_fence) = (String::new(), false);
    for line in text.lines() {
        let is_mark = ["```", "~~~"].iter().any(|mark| line.trim_start().starts_with(mark));
        in_fence ^= is_mark;
        if !is_mark && !in_fence && !line.starts_with("    ") && !line.starts_with('\t') {
            said.push_str(line);
            said.push('\n');
        }
    }
    said.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// The words of a text without code, in small letters. What has a digit or a joint is a name.
fn words(text: &str) -> Vec<String> {
    let said = prose(text);
    let pieces = said.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty());
    pieces.filter(|w| w.chars().all(char::is_alphabetic)).map(str::to_lowercase).collect()
}

fn is_foreign(text: &str) -> bool {
    let english: HashSet<&str> = ENGLISH.split_whitespace().collect();
    let said = words(text);
    let letters = said.iter().flat_map(|w| w.chars());
    let (strange, all) = letters.fold((0, 0), |(strange, all), c| (strange + usize::from(!c.is_ascii()), all + 1));
    let is_poor = |stretch: &[String]| stretch.iter().filter(|w| english.contains(w.as_str())).count() * 10 < stretch.len();
    // Some write without blanks between the words.
    strange >= STRANGE
        || all > LEAST_WORDS && strange * 3 > all
        || said.len() >= LEAST_WORDS && said.windows(STRETCH.min(said.len())).any(is_poor)
}

fn is_read_aloud(text: &str, most: usize) -> bool {
    let said = words(text);
    let is_sign = |at: usize| match said[at].as_str() {
        "sign" | "signs" | "mark" | "marks" => at > 0 && BEFORE_SIGN.contains(&said[at - 1].as_str()),
        word => is_name(word, &ALSO),
    };
    let signs: Vec<bool> = (0..said.len()).map(is_sign).collect();
    signs.windows(STRETCH.min(signs.len()).max(1)).any(|stretch| stretch.iter().filter(|is_sign| **is_sign).count() >= most)
}

/// "Above the line stands `a`, below the line `b`".
fn is_fraction(sentences: &[Sentence]) -> bool {
    let names_code = |s: &&Sentence| !s.is_question() && s.text.contains(['`', '_']);
    let row = |s: &Sentence| format!(" {} ", s.words.join(" "));
    let has = |half: &str| sentences.iter().filter(names_code).any(|s| row(s).contains(&format!(" {half} ")));
    sentences.iter().any(|s| s.has_any(&FRACTIONS)) && HALVES.iter().any(|(upper, lower)| has(upper) && has(lower))
}

fn is_puzzle(text: &str, sentences: &[Sentence], ground: &Ground) -> bool {
    let said = words(text);
    let row = format!(" {} ", said.join(" "));
    let is = |at: usize, any: &[&str]| said.get(at).is_some_and(|w| any.contains(&w.as_str()));
    let reads_off = |at: usize| is(at, &READ_OFF) && is(at + 1, &["of", "in"]) && is(at + 2, &OF_EACH) && is(at + 3, &READ_FROM);
    // In an exercise about words it is what the code does.
    let is_task =
        |at: usize| ground.texts().any(|t| t.to_lowercase().contains(&format!("{} {}", said[at - 1], said[at].trim_end_matches('s'))));
    PUZZLES.split('|').any(|p| row.contains(&format!(" {p} ")))
        || (1..said.len()).any(|at| reads_off(at) && is(at - 1, &["first", "last", "second", "third"]) && !is_task(at))
        || sentences.iter().any(|s| lays_out(s, sentences))
}

/// "Now lay them in this order: 2 1 3 …", where the other sentences say what each number is.
fn lays_out(sentence: &Sentence, all: &[Sentence]) -> bool {
    let numbers = |s: &Sentence| {
        let said =
            s.text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit()));
        said.map(str::to_owned).collect::<HashSet<String>>()
    };
    let labels: HashSet<String> = all.iter().filter(|s| s.text != sentence.text).flat_map(numbers).collect();
    !sentence.is_question() && sentence.has_any(&["order", "sequence"]) && numbers(sentence).intersection(&labels).count() >= LAID
}

/// Names of the files as they were handed out.
fn own_names<'g>(ground: &Ground<'g>) -> HashSet<&'g str> {
    ground.starter.iter().flat_map(|f| texts(&f.content, true)).filter(|t| t.starts_with(|c: char| c.is_alphabetic() || c == '_')).collect()
}

/// The lesson has it, and the learner's files have not.
fn is_in_lesson(name: &str, ground: &Ground) -> bool {
    let lesson = ground.generated.iter().filter(|f| f.path.ends_with(".md"));
    lesson.into_iter().any(|f| f.content.contains(&format!(" {name}("))) && !own_names(ground).contains(name)
}

/// It is a stub of the exercise, of this unit or another.
fn is_stub(name: &str, ground: &Ground) -> bool {
    ground.exercise.stub_names().iter().any(|stub| stub == name)
}

/// Whether a text says to take something over and lists what is to be otherwise in it.
fn edits(sentences: &[Sentence], taken_over: &str, is_example: impl Fn(&str) -> bool) -> bool {
    let row = |s: &Sentence| format!(" {} ", s.words.join(" "));
    let takes = |s: &Sentence| taken_over.split('|').any(|t| row(s).contains(&format!(" {t} ")));
    let changes = |s: &Sentence| {
        let said = prose(&s.text).to_lowercase();
        let told = said.split(|c: char| !c.is_alphanumeric()).filter(|w| REPLACES.contains(w)).count();
        let told = told + IN_ITS_PLACE.iter().map(|phrase| said.matches(phrase).count()).sum::<usize>();
        if s.text.contains('`') && !s.is_question() && !s.has_any(&ON_PAPER) { told } else { 0 }
    };
    let names = |s: &Sentence| s.text.split('`').skip(1).step_by(2).any(&is_example);
    // The one that names it says so, or one of the next two does.
    let is_taken = |at: usize| sentences[at..].iter().take(3).any(takes);
    sentences.iter().map(changes).sum::<usize>() >= LISTED && (0..sentences.len()).any(|at| is_taken(at) && names(&sentences[at]))
}

#[cfg(test)]
mod tests {
    use super::super::pack::PackGround;
    use super::super::{judge, none_leaks};
    use super::*;
    use crate::pack::Bank;
    use crate::runner::Cancel;

    /// What is said of a hint for a unit of a pack.
    fn of(at: (&str, &str, &str), text: &str, reach: Reach) -> &'static str {
        let pack = Bank::Embedded.load(at.0, at.1).expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let source = whole.source_with(&[]);
        fault(text, &whole.ground(at.2, &source), reach).unwrap_or("fine")
    }

    const PARCEL: (&str, &str, &str) = ("rust", "S100", "ex-1");

    #[test]
    fn the_hints_of_the_bank_are_plain() {
        for node in ["S100", "S101", "S102", "A201", "C200", "C201", "C202"] {
            let language = if node.starts_with('C') { "c" } else { "rust" };
            let pack = Bank::Embedded.load(language, node).expect("a pack");
            for unit in &pack.meta.units {
                for (text, level) in [(&unit.hints.l1, 1), (&unit.hints.l2, 2), (&unit.hints.l3, 3)] {
                    assert_eq!(of((language, node, &unit.id), text, Reach::of_level(level)), "fine", "{node} {}: {text}", unit.id);
                }
            }
        }
    }

    /// The guard hears of it: nothing else would.
    #[test]
    fn a_verdict_counts_the_form() {
        let pack = Bank::Embedded.load("c", "C200").expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let (source, spanish) =
            (whole.source_with(&[]), "Resta el principio del final y devuelve el resultado; no hace falta dividir nada.");
        let verdict = judge(spanish, &whole.ground("ex-1", &source), Reach::Part, &Cancel::never(), &mut |_| {}).expect("a verdict");
        assert!(verdict.leak().is_some_and(|why| why.contains("English")) && verdict.quote() == Some(spanish), "{verdict:?}");
        assert_eq!((verdict.runs, verdict.shown_leak()), (0, None));
        assert_eq!(none_leaks(&[(spanish, Reach::Part)], &whole.ground("ex-1", &source), &Cancel::never(), &mut |_| {}).ok(), Some(false));
    }

    #[test]
    fn code_to_fill_in_and_to_lay_out_is_no_hint() {
        let gaps = "Fill in:\n\n```text\nBOX_GRAMS __1__ contents_grams __2__ padding_sheets __3__ SHEET_GRAMS\n```\n\nKey: 1 is plus, 2 is plus, 3 is times.";
        assert!(of(PARCEL, gaps, Reach::Unit).contains("gaps"));
        let laid = "Take the name of the second one, write a minus sign behind it, and behind that the name of the first one. Put the word for handing back \
                    in front and a semicolon at the end.";
        assert!(of(("c", "C200", "ex-1"), laid, Reach::Part).contains("what to type where"));
        let aloud = "type along: let, space, paper, equals sign, padding underscore sheets, asterisk, SHEET underscore GRAMS, semicolon, enter, plus sign";
        assert!(of(PARCEL, aloud, Reach::Part).contains("aloud"), "{}", of(PARCEL, aloud, Reach::Part));
    }

    #[test]
    fn a_hint_is_written_in_english() {
        let english = "A table with an end mark needs no length; `row->handler` may be missing and yet the row is not the last.";
        for other in [
            "Ersetze die Bedingung durch einen Aufruf von `strcmp`. Der Rest der Schleife kann bleiben, wie er ist.",
            "Resta el principio del final y devuelve el resultado; no hace falta dividir nada.",
            "Prends la constante de la boîte, ajoute le premier paramètre, puis le produit du second et du poids.",
            "In de laatste regel van de functie is dat alles wat er over blijft, en de test was dan groen.",
            "Вычти начало из конца и верни разность.",
            "从 `end` 减去 `begin` 然后返回这个差值，不需要除法。",
        ] {
            assert!(of(PARCEL, other, Reach::Part).contains("English"), "{other}");
            assert!(of(PARCEL, other, Reach::Review).contains("English"), "a review too");
            let both = format!("{english} {english} {other} {other} {other}");
            assert!(of(PARCEL, &both, Reach::Unit).contains("English"), "a part is enough: {other}");
        }
        assert_eq!(of(PARCEL, english, Reach::Part), "fine");
        let code = "Look:\n\n```rust\nlet eins = zwei + drei; let vier = eins * zwei; let sechs = vier + zwei; let acht = sechs + zwei;\n```\n\nWhy?";
        assert_eq!(of(PARCEL, code, Reach::Part), "fine", "code is no language of people");
        assert_eq!(of(PARCEL, "Missing: `mut` (error E0384)", Reach::Part), "fine", "too short to say");
    }

    #[test]
    fn code_is_not_read_aloud() {
        let aloud =
            "Return, a blank, the word end, a blank, a hyphen, a blank, the word begin, and straight after it a semicolon. Press enter.";
        assert!(of(PARCEL, aloud, Reach::Part).contains("aloud"));
        let named = "The head of the `for` has three parts with semicolons between them. The question is whether it is at the end (an exclamation mark and \
                     an equals sign), and it goes on with plus plus. Then a star in front of the name.";
        assert!(of(PARCEL, named, Reach::Part).contains("aloud"));
        assert_eq!(of(PARCEL, named, Reach::Unit), "fine", "at the top the way may be told with its signs");
        let few = "Two dots and an equals sign take the last number in. Which of your lines ends in a semicolon, and does the star belong to the name?";
        assert_eq!(of(PARCEL, few, Reach::Part), "fine");
    }

    #[test]
    fn a_hint_is_no_puzzle() {
        for puzzle in [
            "A riddle for the cellar: the younger less the elder is the whole answer.",
            "What am I? I grow by the alignment and shrink by one.",
            "A little poem; read the first word of every line, and you have it.",
            "Take the last letters of these words, one after the other.",
            "1 is a bracket, 2 is BOX_GRAMS, 3 is a plus, 4 is sheets, 5 is a star, 6 is grams. Now lay them in this order: 6 5 4 3 2 1.",
        ] {
            assert!(of(PARCEL, puzzle, Reach::Unit).contains("puzzle"), "{puzzle}");
        }
        for hint in [
            "Read the first word of the message, and then the first line of your loop. What do they say?",
            "The test lays 1, 2, 3, 4, 5 and 6 on the scale. In which order does your loop see them?",
            "Is the last word of the row the word of each row? Compare the first word of a line with it.",
        ] {
            assert_eq!(of(PARCEL, hint, Reach::Unit), "fine", "{hint}");
        }
    }

    #[test]
    fn a_fraction_in_words_is_a_formula() {
        let drawn = "Picture a fraction. Above the line stands `f64::from` of grams. Below the line stands GRAMS_PER_KILOGRAM.";
        assert!(of(PARCEL, drawn, Reach::Part).contains("fraction"));
        assert_eq!(of(PARCEL, "Below the line `todo!` stands the next comment, and above the line the last one.", Reach::Part), "fine");
    }

    #[test]
    fn an_example_of_the_lesson_is_not_edited_into_the_answer() {
        let count = ("c", "C200", "ex-2");
        let edits = "Look at `total_rain` in section 2. Its body does your job after two changes: `int` becomes `ptrdiff_t`, and `total += *day` becomes a question.";
        assert!(of(count, edits, Reach::Part).contains("lesson"));
        assert!(of(count, edits, Reach::Unit).contains("lesson"));
        let replaced =
            "Section 2 has `total_rain`; only a few replacements are missing. Put `ptrdiff_t` for `int`. In the loop put `seat` for `day`.";
        assert!(of(count, replaced, Reach::Part).contains("lesson"));
        let stays =
            "Section 2 has `total_rain`. Read `seat` where it says `day`, and instead of its sum let the count go up. All else stays.";
        assert!(of(count, stays, Reach::Part).contains("lesson"), "{}", of(count, stays, Reach::Part));
        let own =
            "Copy the body of your `count_booking`. Where it says `begin`, write `seats`; where it says `end`, write `seats + count`.";
        assert!(of(("c", "C200", "ex-4"), own, Reach::Unit).contains("another function of the learner's"));
        for hint in [
            "`total_rain` in section 2 walks over a range of days as your function walks over seats. Which of its lines becomes a question, and which stays?",
            "Look at `total_rain` in section 2. What becomes of `total` in each turn? Write its values down. Which of them would your loop keep?",
            "Compare `total_rain` of section 2 with your loop. Write `total` and `*day` down for each turn, and put `n` beside them. What becomes of it?",
            "`total_rain` is your guide here. Write `day` and `total` down for each turn, and put the `booking` beside them.",
            "Your job is a walk. `count_booking` begins at `begin`; when the walk becomes longer, put the count into `n`.",
        ] {
            assert_eq!(of(count, hint, Reach::Part), "fine", "{hint}");
        }
    }
}
