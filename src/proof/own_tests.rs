//! Whether the tests of a stub stand on their own: a learner who has written it wrong should hear that from its tests, not from those of a later stub that calls it.
//! Owns how many of the slips that anybody notices a stub's own tests must notice.

use super::ablation;
use super::mutants::Mutant;
use super::report::Finding;
use super::variants::{Fate, Tried};
use super::{Subject, mutation};
use crate::evidence::TestStatus;

/// With fewer slips a share says nothing.
const FEWEST: usize = 4;

/// Stubs of which most slips show only in the tests of others.
pub(super) fn left_to_others(subject: &Subject, all: &[Mutant], tried: &[Tried]) -> Vec<Finding> {
    let stubs = ablation::stubs(subject);
    let weak = stubs.iter().filter_map(|stub| {
        let own = ablation::tests_of(subject, &stub.name);
        let noticed = all.iter().zip(tried).filter(|(mutant, tried)| mutant.stub == stub.name && is_rejected(tried));
        let (mut in_all, mut by_own) = (0, 0);
        for (_, tried) in noticed {
            in_all += 1;
            by_own += usize::from(
                tried.fate == Fate::TimesOut || tried.tests.iter().any(|t| t.status != TestStatus::Ok && own.contains(&t.name)),
            );
        }
        let says = format!(
            "the tests of `{}` notice {by_own} of {in_all} slips in it themselves; the others show only in tests of stubs that call it",
            stub.name
        );
        (in_all >= FEWEST && by_own * 2 < in_all).then(|| mutation::of_stub(subject, &stub.name, says))
    });
    weak.collect()
}

fn is_rejected(tried: &Tried) -> bool {
    !matches!(tried.fate, Fate::Passes | Fate::DoesNotCompile)
}
