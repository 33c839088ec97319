//! Slips that pass every other run: an order without its second key, of what comes out of a `HashMap` in another order each time. Rejected once says little
//! there, so they are asked again, whatever came of them. Owns of which slips that is asked and how often one must pass to count; three equal elements, which come out right by
//! chance once in six times, are test enough.

use std::time::Duration;

use super::ablation::{self, Needs, one_line};
use super::bench::Bench;
use super::mutants::{self, Kind, Mutant};
use super::report::Finding;
use super::variants::{self, Fate, Tried, Variant};
use super::{Subject, mutation};
use crate::error::Error;
use crate::exercise::TextFile;

/// So often each is asked, and so often it passes when the tests are no better than a coin.
const TIMES: usize = 24;
const TOO_OFTEN: usize = 9;
/// More places are not asked about.
const MOST: usize = 2;

/// What comes out of these has no order of its own.
const UNORDERED: [&str; 2] = ["HashMap", "HashSet"];

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
    let again: Vec<Variant> =
        suspects.iter().flat_map(|m| std::iter::repeat_n(mutation::variant(subject, needs, &source, m), TIMES)).collect();
    let asked = variants::try_all(bench, &again, limit)?;
    let told = suspects.iter().zip(asked.chunks(TIMES)).filter(|(_, runs)| is_chance(runs)).map(|(mutant, _)| {
        let (before, after) = (one_line(&mutant.before), one_line(&mutant.after));
        let says = format!(
            "the tests of `{}` notice only now and then when a key of the order is missing, {after} instead of {before}: what comes out of a hash table has \
             another order each time; let more elements be equal",
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
    let decides_among_equals = mutant.kind == Kind::Condition && mutant.before.contains("||") && mutant.before.contains("==");
    (mutant.kind == Kind::Key || decides_among_equals) && is_unordered(subject, source, mutant)
}

fn is_chance(runs: &[Tried]) -> bool {
    runs.iter().filter(|t| t.fate == Fate::Passes).count() >= TOO_OFTEN
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
        let runs = |passing: usize| (0..TIMES).map(|at| run(at < passing)).collect::<Vec<_>>();
        assert!(is_chance(&runs(TIMES / 2)) && is_chance(&runs(TIMES)));
        assert!(!is_chance(&runs(0)) && !is_chance(&runs(TIMES / 6)));
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
}
