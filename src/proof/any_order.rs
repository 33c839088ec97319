//! Tests that demand an order where the starter says that there is none: a version of the reference with another one is right, and has to pass. Owns what is said
//! of a test that refuses it; the versions are made by `mutants::orders`.

use std::time::Duration;

use super::ablation::{self, Needs};
use super::bench::Bench;
use super::mutation::variant;
use super::report::Finding;
use super::variants::{self, Fate, Variant};
use super::{Subject, mutants, whole};
use crate::error::Error;

pub(super) fn refused(bench: &Bench, subject: &Subject, limit: Duration) -> Result<Vec<Finding>, Error> {
    let source = subject.source_with(&subject.reference);
    let others = mutants::other_orders(subject.language, &subject.starter, &source, &ablation::stubs(subject));
    let variants: Vec<Variant> = others.iter().map(|other| variant(subject, &Needs::new(), &source, other)).collect();
    let tried = variants::try_all(bench, &variants, limit)?;
    let told = others.iter().zip(tried).filter_map(|(other, tried)| {
        let Fate::Fails(test) = tried.fate else { return None };
        let says = format!(
            "`{test}` demands an order of {}, and the starter says that it has none: a `{}` with another one is refused",
            other.before, other.stub
        );
        Some(whole::about_test(subject, test, says))
    });
    Ok(told.collect())
}
