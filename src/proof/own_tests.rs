//! Whether the tests of a stub stand on their own: a learner who has written it wrong should hear that from its tests, not from those of a later stub that calls it.
//! Owns how many of the slips that anybody notices a stub's own tests must notice.

use super::ablation;
use super::mutants::Mutant;
use super::report::Finding;
use super::variants::{Fate, Tried};
use super::{Subject, mutation};
use crate::evidence::{TestStatus, stub_of_test};

/// With fewer slips a share says nothing.
const FEWEST: usize = 4;

/// Stubs of which most slips show only in the tests of others.
pub(super) fn left_to_others(subject: &Subject, all: &[Mutant], tried: &[Tried]) -> Vec<Finding> {
    // A test that is named after no stub is one's own all the same: what it notices cannot be counted here, and its name has been told.
    let known = subject.exercise.stub_refs();
    if subject.exercise.test_names().iter().any(|test| stub_of_test(test, &known).is_none()) {
        return Vec::new();
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::TestResult;
    use crate::proof::mutants;
    use std::time::Duration;

    #[test]
    fn a_stub_whose_slips_only_others_notice_is_named() {
        let pack = crate::pack::Bank::Embedded.load("rust", "S100").expect("a pack");
        let subject = Subject::of_pack(&pack).expect("an exercise");
        let source = subject.source_with(&subject.reference);
        let all = mutants::mutants(subject.language, &subject.starter, &source, &ablation::stubs(&subject));
        let failed = |name: &str| TestResult {
            name: name.to_owned(),
            status: TestStatus::Failed,
            message: String::new(),
            sanitizer: None,
            stub: None,
            unit: None,
        };
        let noticed_by = |test: &dyn Fn(&Mutant) -> String| -> Vec<Tried> {
            let tried =
                |name: String| Tried { tests: vec![failed(&name)], fate: Fate::Fails(name), told_by: Vec::new(), took: Duration::ZERO };
            all.iter().map(|m| tried(test(m))).collect()
        };
        let by_own = noticed_by(&|m| ablation::tests_of(&subject, &m.stub)[0].clone());
        assert_eq!(left_to_others(&subject, &all, &by_own), []);
        let last = subject.exercise.test_names().pop().expect("a test");
        let named: Vec<String> = left_to_others(&subject, &all, &noticed_by(&|_| last.clone())).into_iter().map(|f| f.says).collect();
        assert!(named.iter().any(|says| says.contains("`parcel_grams` notice 0 of")), "{named:?}");
        // One with a name of its own may be the one that notices.
        let mut misnamed = Subject::of_pack(&pack).expect("an exercise");
        misnamed.exercise.tests[0].name = "test_what_a_parcel_weighs".to_owned();
        assert_eq!(left_to_others(&misnamed, &all, &noticed_by(&|_| last.clone())), []);
    }
}
