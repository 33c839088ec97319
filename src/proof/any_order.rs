//! Tests that demand an order where the starter says that there is none: a version of the reference with another one is right, and has to pass. Owns what is said
//! of a test that refuses it; the versions are made by `mutants::orders`. The same of calls of a closure that nobody counted (`mutants::asked_again`).

use std::time::Duration;

use super::ablation::{self, Needs};
use super::bench::Bench;
use super::mutants::Mutant;
use super::mutation::variant;
use super::report::Finding;
use super::variants::{self, Fate, Variant};
use super::{Subject, mutants, whole};
use crate::error::Error;

/// What is told of one kind of version, and of which.
pub(super) type Refused = (&'static str, Vec<Finding>);

pub(super) fn refused(bench: &Bench, subject: &Subject, limit: Duration) -> Result<Vec<Refused>, Error> {
    let source = subject.source_with(&subject.reference);
    let mut others = mutants::other_orders(subject.language, &subject.starter, &source, &ablation::stubs(subject));
    let orders = others.len();
    others.extend(mutants::asked_again(subject.language, &subject.starter, &source, &ablation::stubs(subject)));
    let variants: Vec<Variant> = others.iter().map(|other| variant(subject, &Needs::new(), &source, other)).collect();
    let tried = variants::try_all(bench, &variants, limit)?;
    let told = others.iter().zip(tried).enumerate().filter_map(|(at, (other, tried))| {
        let Fate::Fails(test) = tried.fate else { return None };
        let (label, says) =
            if at < orders { ("in another order", of_order(other, &test)) } else { ("asking once more", of_calls(other, &test)) };
        Some((label, whole::about_test(subject, test, says)))
    });
    let told: Vec<(&'static str, Finding)> = told.collect();
    let of = |label: &'static str| (label, told.iter().filter(|(l, _)| *l == label).map(|(_, f)| f.clone()).collect::<Vec<_>>());
    Ok(["in another order", "asking once more"].map(of).into_iter().filter(|(_, findings)| !findings.is_empty()).collect())
}

fn of_order(other: &Mutant, test: &str) -> String {
    format!(
        "`{test}` demands an order of {}, and the starter says that it has none: a `{}` with another one is refused",
        other.before, other.stub
    )
}

fn of_calls(other: &Mutant, test: &str) -> String {
    format!(
        "`{test}` demands how often `{}` is called, and the comment says nothing of that: a `{}` that asks it once more, {}, is refused",
        other.before,
        other.stub,
        ablation::one_line(&other.after)
    )
}
