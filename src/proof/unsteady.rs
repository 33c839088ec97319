//! Slips that pass every other run: an order without its second key, of what comes out of a `HashMap` in another order each time. Rejected once says little
//! there, so they are asked again. Owns of which slips that is asked and how often one must pass to count; three equal elements, which come out right by
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
    let rejected = all.iter().zip(tried).filter(|(_, t)| matches!(t.fate, Fate::Fails(_))).map(|(mutant, _)| mutant);
    let suspects: Vec<&Mutant> = rejected.filter(|m| m.kind == Kind::Key && is_unordered(subject, &source, m)).take(MOST).collect();
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

    #[test]
    fn a_coin_is_told_from_an_accident() {
        let run = |passes: bool| Tried {
            fate: if passes { Fate::Passes } else { Fate::Fails("test_order".to_owned()) },
            told_by: Vec::new(),
            tests: Vec::new(),
            took: Duration::ZERO,
        };
        let runs = |passing: usize| (0..TIMES).map(|at| run(at < passing)).collect::<Vec<_>>();
        assert!(is_chance(&runs(TIMES / 2)) && is_chance(&runs(TIMES)));
        assert!(!is_chance(&runs(0)) && !is_chance(&runs(TIMES / 6)));
    }
}
