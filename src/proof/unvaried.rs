//! What tests never vary or never look at: a parameter that can be given another value unnoticed, what is in an answer that holds many, and a value that could as well be built in. Owns what is said of them; the
//! variants are made by `mutants`.

use std::time::Duration;

use super::Subject;
use super::ablation::{self, Needs};
use super::bench::Bench;
use super::gaps::same_place;
use super::mutants::{self, Mutant};
use super::mutation::{at_place, variant};
use super::report::Finding;
use super::variants::{self, Fate, Tried, Variant};
use crate::error::Error;
use crate::exercise::TextFile;

/// Parameters with other values than the caller gave, in one way each, and in another for those that nobody notices; and answers with other values in them.
pub(super) struct Others {
    source: Vec<TextFile>,
    pub first: Vec<Mutant>,
    then: Vec<Mutant>,
}

impl Others {
    pub fn of(subject: &Subject, source: &[TextFile]) -> Others {
        let (mut first, mut then): (Vec<Mutant>, Vec<Mutant>) = Default::default();
        let (language, starter, stubs) = (subject.language, &subject.starter, ablation::stubs(subject));
        let elements = mutants::of_elements(language, starter, source, &stubs);
        for mutant in mutants::of_parameters(language, starter, source, &stubs).into_iter().chain(elements) {
            let list = if first.iter().any(|m| same_place(m, &mutant)) { &mut then } else { &mut first };
            list.push(mutant);
        }
        Others { source: source.to_vec(), first, then }
    }

    /// Those that no test asks about.
    pub fn unasked(
        &self,
        bench: &Bench,
        subject: &Subject,
        needs: &Needs,
        limit: Duration,
        tried: &[Tried],
    ) -> Result<Vec<Finding>, Error> {
        let mut silent: Vec<&Mutant> = self.first.iter().zip(tried).filter(|(_, t)| t.fate == Fate::Passes).map(|(m, _)| m).collect();
        let again: Vec<&Mutant> = self.then.iter().filter(|m| silent.iter().any(|s| same_place(s, m))).collect();
        let variants: Vec<Variant> = again.iter().map(|mutant| variant(subject, needs, &self.source, mutant)).collect();
        let asked = variants::try_all(bench, &variants, limit)?;
        let noticed = |place: &Mutant| again.iter().zip(&asked).any(|(m, t)| same_place(place, m) && t.fate != Fate::Passes);
        silent.retain(|place| !noticed(place));
        let says = |m: &Mutant| match m.before.as_str() {
            mutants::VALUES => format!("no test of `{}` looks at {}: with other values there all of them pass", m.stub, m.before),
            mutants::ORDER => format!("no test of `{}` looks at {}: turned around it passes all of them", m.stub, m.before),
            what if what.starts_with(mutants::WRITES) => {
                format!("no test of `{}` looks at {what}: with other letters there all of them pass", m.stub)
            }
            name => format!("no test of `{}` asks about `{name}`: with another value in its place all of them pass", m.stub),
        };
        Ok(silent.into_iter().map(|m| at_place(subject, m, says(m))).collect())
    }
}

/// Values that could as well be built in.
pub(super) fn built_in(subject: &Subject, built_in: &[Mutant], tried: &[Tried]) -> Vec<Finding> {
    let passing = built_in.iter().zip(tried).filter(|(_, tried)| tried.fate == Fate::Passes).map(|(mutant, _)| mutant);
    let says = |m: &Mutant| format!("every test has {} for `{}`: a `{}` with that value built in passes", m.after, m.before, m.stub);
    passing.map(|m| at_place(subject, m, says(m))).collect()
}
