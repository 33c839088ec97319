//! Numbers that only the reference knows, and without which the tests are not passed: it refuses above 5000 kilos, or stops after four letters, and the starter
//! says neither. Owns when a number is told: in digits or in words (`spoken`), by what it is made of, or by what everybody knows. Whether it matters, a reference with the next
//! number says.

use std::collections::{BTreeMap, BTreeSet};

use super::Subject;
use super::ablation;
use super::mutants::{self, Mutant};
use super::rules::spoken;
use crate::exercise::TextFile;
use crate::syntax::{Syntax, Token, TokenKind};

/// What everybody knows: of the calendar, the clock, the circle and the alphabet; the ends of a program.
const KNOWN: [u64; 24] = [7, 12, 24, 26, 28, 29, 30, 31, 48, 52, 57, 60, 65, 90, 97, 122, 127, 180, 255, 360, 365, 366, 400, 3600];

/// By which words the starter speaks of what such a number is known from. As a limit it is known only then: nobody knows how many nights a parcel is kept.
const KNOWN_BY: [(&[u64], &str); 6] = [
    (&[7, 12, 24, 28, 29, 30, 31, 52, 365, 366, 400], "week day month year calendar date noon february leap birthday season"),
    (&[7, 12, 24, 60, 3600], "hour clock minute second time noon dozen midnight morning octave tone"),
    (&[90, 180, 360], "degree angle circle compass latitude longitude heading turn corner bearing"),
    (&[26, 48, 57, 65, 90, 97, 122, 127], "letter alphabet ascii digit char character byte code cipher"),
    (&[255, 127], "byte u8 i8 uint8_t pixel colour color port channel octet grey gray shade"),
    (&[30, 31, 60, 90], "speed minute day"),
];

const OF_TYPES: [u64; 9] = [10, 32, 64, 100, 128, 256, 32_768, 65_535, 65_536];

/// The reference with the next number in the place of each such one.
pub(super) fn untold(subject: &Subject, source: &[TextFile]) -> Vec<Mutant> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    // A lesson has many small numbers in its examples; a large one stands there on purpose.
    let taught: BTreeSet<u64> =
        subject.lesson.iter().flatten().flat_map(|s| spoken::said(&s.content)).filter(|n| *n >= spoken::LARGE).collect();
    let listed: Vec<u64> = subject.starter.iter().flat_map(|f| lengths(&syntax.tokens(&f.content))).collect();
    let mut told: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    let mut is_told = |number: u64, mutant: &Mutant| {
        let told = told.entry(mutant.stub.clone()).or_insert_with(|| told_of(subject, &mutant.stub, syntax));
        let asks = [" < ", " > ", " <= ", " >= "].iter().any(|sign| mutant.before.contains(sign));
        let is_edge = asks || mutant.before.contains("define") || mutant.before.contains("const");
        is_told(number, (is_edge, mutant.before.contains(" + ")), told)
            && (!is_edge || is_known_here(number, told, || own_text(subject, &mutant.stub, syntax)))
    };
    let all = mutants::counted_to(subject.language, &subject.starter, source, &ablation::stubs(subject)).into_iter();
    let is_secret = |(n, mutant): &(u64, Mutant)| {
        !is_told(*n, mutant) && !taught.contains(n) && !listed.contains(n) && !is_length_of_text(*n, mutant, syntax)
    };
    all.filter(is_secret).map(|(_, mutant)| mutant).collect()
}

/// Numbers of a stub that stand nowhere either and pass for told because others make them: where one is missing, the author hears of these too.
pub(super) fn made_only(subject: &Subject, stub: &str) -> Vec<u64> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    let told = told_of(subject, stub, syntax);
    let source = subject.source_with(&subject.reference);
    let all = mutants::counted_to(subject.language, &subject.starter, &source, &ablation::stubs(subject)).into_iter();
    let is_made = |n: &u64| !told.contains(n) && !KNOWN.contains(n) && (spoken::is_made_of(*n, &told) || made_of_known(*n, &told));
    let mut found: Vec<u64> = all.filter(|(_, mutant)| mutant.stub == stub).map(|(n, _)| n).filter(is_made).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The numbers that the starter says, but for what it says of the stubs of other units.
fn told_of(subject: &Subject, stub: &str, syntax: &dyn Syntax) -> BTreeSet<u64> {
    own_parts(subject, stub, syntax).iter().flat_map(|part| spoken::told(part)).collect()
}

/// All that the starter says, but for what it says of the stubs of other units.
pub(super) fn own_text(subject: &Subject, stub: &str, syntax: &dyn Syntax) -> String {
    own_parts(subject, stub, syntax).join("\n")
}

fn own_parts(subject: &Subject, stub: &str, syntax: &dyn Syntax) -> Vec<String> {
    let units = &subject.exercise.units;
    let others: Vec<&str> =
        units.iter().filter(|u| !u.stubs.iter().any(|s| s.name == stub)).flat_map(|u| u.stubs.iter().map(|s| s.name.as_str())).collect();
    let mut found = Vec::new();
    for file in &subject.starter {
        let functions = syntax.outline(&file.content).functions;
        let is_others = |line: u32| functions.iter().any(|f| others.contains(&f.name.as_str()) && f.lines.contains(&line));
        let own: Vec<&str> = (1..).zip(file.content.lines()).filter(|(line, _)| !is_others(*line)).map(|(_, text)| text).collect();
        found.push(own.join("\n"));
    }
    found
}

/// How many elements each list of the starter has: variants, fields, rows of a table.
fn lengths(tokens: &[Token]) -> Vec<u64> {
    let mut open: Vec<(u64, bool)> = Vec::new();
    let mut found = Vec::new();
    for token in tokens.iter().filter(|t| t.kind != TokenKind::Comment) {
        match token.text.as_str() {
            "{" | "[" | "(" => open.push((0, false)),
            ")" => drop(open.pop()),
            "}" | "]" => found.extend(open.pop().map(|(n, behind)| n + u64::from(behind))),
            "," | ";" => {
                if let Some((n, behind)) = open.last_mut() {
                    *n += 1;
                    *behind = false;
                }
                continue;
            }
            _ => {}
        }
        if let Some((_, behind)) = open.last_mut() {
            *behind |= !matches!(token.text.as_str(), "{" | "[" | "(");
        }
    }
    found
}

/// The number itself, one that everybody knows, or a larger one that is made of two that are told; beside an edge its neighbour is the same ("more than 4", `>= 5`).
fn is_told(number: u64, (is_edge, is_sum): (bool, bool), told: &BTreeSet<u64>) -> bool {
    // Sizes and tens are known to everybody; as a limit only those of a type, a digit and a hundred are.
    let is_ten = number.to_string().trim_end_matches('0') == "1";
    let is_round = if is_edge { OF_TYPES.contains(&number) } else { number >= 8 && (number.is_power_of_two() || is_ten) };
    let beside = is_edge && (told.contains(&(number - 1)) || told.contains(&(number + 1)));
    // `(minutes + 59) / 60` rounds up.
    let rounds_up = is_sum && (told.contains(&(number + 1)) || KNOWN.contains(&(number + 1)));
    is_round
        || rounds_up
        || KNOWN.contains(&number)
        || told.contains(&number)
        || beside
        || spoken::is_made_of(number, told)
        || made_of_known(number, told)
}

/// Whether a limit that passes for told because everybody knows it has something to do with what the starter speaks of.
fn is_known_here(number: u64, told: &BTreeSet<u64>, text: impl Fn() -> String) -> bool {
    let beside = [number - 1, number, number + 1];
    if !KNOWN.contains(&number) || beside.iter().any(|n| told.contains(n)) || spoken::is_made_of(number, told) {
        return true;
    }
    // The name of a test is told for another reason.
    let text: String = text().to_lowercase().lines().filter(|line| !line.contains("test_")).map(|line| format!("{line}\n")).collect();
    let said =
        |word: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w.split('_').any(|w| w.trim_end_matches('s') == word));
    KNOWN_BY.iter().filter(|(numbers, _)| numbers.contains(&number)).any(|(_, words)| words.split_whitespace().any(said))
}

/// So many times what everybody knows: 120 minutes of "2 hours".
fn made_of_known(number: u64, told: &BTreeSet<u64>) -> bool {
    number >= spoken::LARGE && told.iter().any(|a| *a > 1 && KNOWN.iter().any(|b| a * b == number))
}

/// As many as a text has that stands in the file: `line + 4` behind `"add "`.
fn is_length_of_text(number: u64, mutant: &Mutant, syntax: &dyn Syntax) -> bool {
    let texts = syntax.tokens(&mutant.content).into_iter().filter(|t| t.kind == TokenKind::Text && !t.text.ends_with(".h\""));
    texts.into_iter().any(|t| (t.text.chars().count() as u64).saturating_sub(2).abs_diff(number) <= 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::rules::tests::subject;

    /// What is asked of a reference with one number changed.
    fn asked(says: &str, solution: &str) -> Vec<String> {
        let text = format!(
            "=== src/lib.rs\n// ex-1: {says}\npub fn weigh(all: &[u32]) -> bool {{\n    todo!(\"ex-1\")\n}}\n=== solution src/lib.rs\npub fn weigh(all: &[u32]) -> bool {{\n    {solution}\n}}\n=== tests/a.rs\nuse exercise::*;\n#[test]\nfn test_weigh_adds() {{\n    assert_eq!(weigh(&[1]), true);\n}}\n"
        );
        let subject = subject("rust", &text);
        untold(&subject, &subject.source_with(&subject.reference)).into_iter().map(|m| m.after).collect()
    }

    #[test]
    fn a_number_that_nobody_tells_is_asked_about() {
        let sum = "all.iter().sum::<u32>() <= 5000";
        assert_eq!(asked("whether the bridge holds.", sum), ["all.iter().sum::<u32>() <= 5001"]);
        for told in ["at most 5000 kilos.", "at most 5_000 kilos.", "less than 5001 kilos.", "at most 50 bags of 100 kilos."] {
            assert_eq!(asked(told, sum), [""; 0], "{told}");
        }
        assert_eq!(asked("the first ones.", "all.iter().take(4).count() == 2").len(), 1);
        assert_eq!(asked("the first four.", "all.iter().take(4).count() == 2"), [""; 0]);
    }

    #[test]
    fn a_limit_is_known_only_where_the_starter_speaks_of_what_it_is_known_from() {
        let kept = "all.len() >= 7";
        assert_eq!(asked("whether it was kept too long.", kept), ["all.len() >= 8"]);
        for told in ["whether it was kept for a week.", "whether a day of the calendar is meant.", "whether it was kept for 7 nights."] {
            assert_eq!(asked(told, kept), [""; 0], "{told}");
        }
    }

    #[test]
    fn numbers_that_others_make_are_known_where_one_is_missing() {
        let text = "=== src/lib.rs\n// ex-1: what it costs.\npub const SHEET: u32 = 5;\npub const COVER: u32 = 10;\npub fn cost(grams: u32) -> u32 {\n    todo!(\"ex-1\")\n}\n=== solution src/lib.rs\npub const SHEET: u32 = 5;\npub const COVER: u32 = 10;\npub fn cost(grams: u32) -> u32 {\n    const STEP: u32 = 50;\n    const CENTS: u32 = 85;\n    grams.div_ceil(STEP) * CENTS\n}\n=== tests/a.rs\nuse exercise::*;\n#[test]\nfn test_cost_adds() {\n    assert_eq!(cost(1), 85);\n}\n";
        assert_eq!(made_only(&subject("rust", text), "cost"), [50]);
        assert_eq!(made_only(&subject("rust", &text.replace("what it costs", "what it costs for each 50 grams")), "cost"), [0_u64; 0]);
    }

    #[test]
    fn what_everybody_knows_and_what_is_declared_need_no_word() {
        for plain in [
            "all.len() % 7 == 0",
            "all.iter().map(|a| -> u32 { a / 1000 }).sum::<u32>() == 2",
            "all.len() / 60 == 1",
            "(all.len() + 59) / 60 == 1",
            "all.len() / 1000 == 2",
            "all[5] == 1",
            "all.len() & 37 == 0",
            "all.len() > 2",
        ] {
            assert_eq!(asked("whatever.", plain), [""; 0], "{plain}");
        }
        assert_eq!(asked("whatever.", "let text = \"count\"; all.len() == text.len() - 5"), [""; 0], "the length of a text");
    }

    #[test]
    fn lists_of_the_starter_have_their_lengths() {
        let syntax = crate::syntax::syntax("rust").expect("rust");
        let tokens = syntax.tokens("enum E { North, East, South, West, }\nconst A: [u8; 3] = [1, 2, 3];\nfn f(a: u8) {}");
        assert_eq!(lengths(&tokens), [4, 2, 3, 0]);
    }
}
