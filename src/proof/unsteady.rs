//! Slips that pass every other run: an order without its second key, of what comes out of a `HashMap` in another order each time. Rejected once says little
//! there, so they are asked again, whatever came of them. Owns of which slips that is asked and how often one must pass to count; three equal elements in a list, which come
//! out right by chance once in six times, are test enough, and the largest of three, which does once in three times, is not. Where the first answers lie between the two it asks
//! on, so that the same exercise gets the same verdict.

use std::time::Duration;

use super::ablation::{self, Needs, one_line};
use super::bench::Bench;
use super::mutants::{self, Kind, Mutant};
use super::report::Finding;
use super::variants::{self, Fate, Tried, Variant};
use super::{Subject, mutation};
use crate::error::Error;
use crate::exercise::TextFile;

/// So often each is asked first. With so few passing it is noticed, and with so many it is a coin.
const TIMES: usize = 24;
const SELDOM: usize = 1;
const OFTEN: usize = 11;
/// So often those in between are asked in all, and so often too many pass: between once in six times and once in three.
const TIMES_IN_ALL: usize = 5 * TIMES;
const TOO_OFTEN: usize = TIMES_IN_ALL / 4;
/// More places are not asked about.
const MOST: usize = 4;

/// What comes out of these has no order of its own.
const UNORDERED: [&str; 2] = ["HashMap", "HashSet"];

/// So often somebody is asked again who got through where chance has a say.
pub(super) const AGAIN: usize = 3;

/// Whether what the code does may differ from run to run: it starts threads, or goes through a hash table.
pub(super) fn is_up_to_chance(files: &[TextFile]) -> bool {
    const STARTS: [&str; 4] = ["pthread_create", "thrd_create", "thread::spawn", ".spawn("];
    files.iter().any(|file| STARTS.iter().chain(&UNORDERED).any(|word| file.content.contains(word)))
}

pub(super) fn by_chance(
    bench: &Bench,
    subject: &Subject,
    needs: &Needs,
    limit: Duration,
    all: &[Mutant],
    tried: &[Tried],
) -> Result<Vec<Finding>, Error> {
    let source = subject.source_with(&subject.reference);
    let suspects = suspects(subject, &source, all, tried);
    let passing = |asked: &[&Mutant], times: usize| -> Result<Vec<usize>, Error> {
        let again: Vec<Variant> =
            asked.iter().flat_map(|m| std::iter::repeat_n(mutation::variant(subject, needs, &source, m), times)).collect();
        let tried = variants::try_all(bench, &again, limit)?;
        Ok(tried.chunks(times).map(|runs| runs.iter().filter(|t| t.fate == Fate::Passes).count()).collect())
    };
    // A key whose loss nobody ever notices is told elsewhere as well; another slip that never shows may change nothing.
    let may_be_equal = |mutant: &Mutant, passing: usize| mutant.kind != Kind::Key && passing == TIMES;
    let verdict = |(mutant, n): (&&Mutant, usize)| if may_be_equal(mutant, n) { Some(false) } else { is_chance(n) };
    let mut verdicts: Vec<Option<bool>> = suspects.iter().zip(passing(&suspects, TIMES)?).map(verdict).collect();
    for (mutant, verdict) in suspects.iter().zip(&mut verdicts).filter(|(_, v)| v.is_none()) {
        *verdict = Some(passing(&[mutant], TIMES_IN_ALL)?[0] >= TOO_OFTEN);
    }
    let told = suspects.iter().zip(verdicts).filter(|(_, chance)| *chance == Some(true)).map(|(mutant, _)| {
        let (before, after) = (one_line(&mutant.before), one_line(&mutant.after));
        let says = format!(
            "the tests of `{}` notice only now and then when it is left open which of equals comes first, {after} instead of {before}: what comes out of a hash \
             table has another order each time; let more elements be equal, or ask several tables",
            mutant.stub
        );
        mutation::at_place(subject, mutant, says)
    });
    Ok(told.collect())
}

/// Keys of an order of what has none; whether its loss was noticed once says nothing.
fn suspects<'m>(subject: &Subject, source: &[TextFile], all: &'m [Mutant], tried: &[Tried]) -> Vec<&'m Mutant> {
    let built = all.iter().zip(tried).filter(|(_, t)| matches!(t.fate, Fate::Fails(_) | Fate::Passes)).map(|(mutant, _)| mutant);
    built.filter(|m| is_suspect(subject, source, m)).take(MOST).collect()
}

/// Whether one run of the tests says nothing about this slip.
pub(super) fn is_suspect(subject: &Subject, source: &[TextFile], mutant: &Mutant) -> bool {
    let is_tie = |text: &str| text.contains("||") && text.contains("==");
    let line = || {
        let file = source.iter().find(|f| f.path == mutant.file)?;
        file.content.lines().nth(mutant.line.checked_sub(1)? as usize)
    };
    let decides_among_equals = match mutant.kind {
        Kind::Condition if is_tie(&mutant.before) => true,
        // `number >= most` beside `number == most && bird < other`.
        Kind::Condition | Kind::Boundary | Kind::Operator => line().is_some_and(is_tie),
        kind => kind == Kind::Key,
    };
    decides_among_equals && is_unordered(subject, source, mutant)
}

/// Whether so many passing of the first ones are chance; nothing where they do not say.
fn is_chance(passing: usize) -> Option<bool> {
    (passing <= SELDOM || passing >= OFTEN).then_some(passing >= OFTEN)
}

/// Whether the stub of a slip has to do with what has no order.
fn is_unordered(subject: &Subject, source: &[TextFile], mutant: &Mutant) -> bool {
    let stubs = ablation::stubs(subject);
    let places =
        stubs.iter().filter(|s| s.name == mutant.stub).filter_map(|s| mutants::place(subject.language, &subject.starter, source, s));
    let mut texts = places.filter_map(|place| source[place.file].content.get(place.whole));
    texts.any(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| UNORDERED.contains(&word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(passes: bool) -> Tried {
        let fate = if passes { Fate::Passes } else { Fate::Fails("test_order".to_owned()) };
        Tried { fate, told_by: Vec::new(), tests: Vec::new(), took: Duration::ZERO }
    }

    #[test]
    fn a_coin_is_told_from_an_accident() {
        assert_eq!([TIMES / 2, TIMES].map(is_chance), [Some(true); 2]);
        assert_eq!([0, 1].map(is_chance), [Some(false); 2]);
        assert_eq!([TIMES / 6, TIMES / 3].map(is_chance), [None; 2], "both are asked on");
        assert!((TIMES_IN_ALL / 6 + 1..TIMES_IN_ALL / 3).contains(&TOO_OFTEN));
    }

    const WORDS: &str = "=== src/lib.rs
use std::collections::HashMap;
//@ex-1 test_often_is_in_order
pub fn often(words: &HashMap<String, u32>) -> Vec<(&String, &u32)> {
    todo!(\"ex-1\")
}
//@ex-1 test_listed_is_in_order
pub fn listed(words: &[(String, u32)]) -> Vec<&(String, u32)> {
    todo!(\"ex-1\")
}
=== solution src/lib.rs
use std::collections::HashMap;
pub fn often(words: &HashMap<String, u32>) -> Vec<(&String, &u32)> {
    let mut all: Vec<_> = words.iter().collect();
    all.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    all
}
pub fn listed(words: &[(String, u32)]) -> Vec<&(String, u32)> {
    let mut all: Vec<_> = words.iter().collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    all
}
=== tests/words.rs
use exercise::*;
#[test]
fn test_often_is_in_order() {}
#[test]
fn test_listed_is_in_order() {}
";

    #[test]
    fn what_comes_out_of_a_hash_table_is_asked_again() {
        let subject = crate::proof::rules::tests::subject("rust", WORDS);
        let source = subject.source_with(&subject.reference);
        let all = mutants::mutants(subject.language, &subject.starter, &source, &ablation::stubs(&subject));
        let stubs = |passes: bool| {
            let tried: Vec<Tried> = all.iter().map(|_| run(passes)).collect();
            suspects(&subject, &source, &all, &tried).iter().map(|m| m.stub.clone()).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(stubs(false).into_iter().collect::<Vec<_>>(), ["often"]);
        assert_eq!(stubs(true), stubs(false), "once is no proof, neither way");
    }

    #[test]
    fn an_edge_beside_a_tie_that_is_written_by_hand_is_asked_again() {
        let body = "    for (bird, number) in totals {\n        if *number > most || (*number == most && bird < first) {\n            (first, most) = (bird, *number);\n        }\n    }\n    most\n";
        let of = |table: &str| {
            let head = format!("use std::collections::{table};\npub fn top(totals: &{table}<String, u32>) -> u32 {{\n");
            let text = format!(
                "=== src/lib.rs\n{head}    todo!(\"ex-1\")\n}}\n=== solution src/lib.rs\n{head}    let (mut first, mut most) = (\"\", 0);\n{body}}}\n=== tests/a.rs\nuse exercise::*;\n#[test]\nfn test_top_is_first() {{}}\n"
            );
            let subject = crate::proof::rules::tests::subject("rust", &text);
            let source = subject.source_with(&subject.reference);
            let all = mutants::mutants(subject.language, &subject.starter, &source, &ablation::stubs(&subject));
            all.iter().filter(|m| m.kind == Kind::Boundary && is_suspect(&subject, &source, m)).count()
        };
        assert!(of("HashMap") > 0);
        assert_eq!(of("BTreeMap"), 0);
    }
}
