//! Places of the reference that no test looks at, whatever the share of rejected mutants: variants that fall over there are tried, and one that passes shows it.
//! Owns when a place is asked about and when it is claimed; which places there are, `mutants::probes` says.

use std::time::Duration;

use super::Subject;
use super::ablation::{self, Needs};
use super::bench::Bench;
use super::mutants::{self, Mutant, Probe};
use super::mutation::{at_place, variant};
use super::report::Finding;
use super::variants::{self, Fate, Tried, Variant};
use crate::error::Error;
use crate::exercise::TextFile;

/// What no test looks at; `told` has been said already.
pub(super) fn places(
    bench: &Bench,
    subject: &Subject,
    needs: &Needs,
    limit: Duration,
    (all, tried): (&[Mutant], &[Tried]),
    told: &[Finding],
) -> Result<Vec<Finding>, Error> {
    let source = subject.source_with(&subject.reference);
    let mut probes = mutants::probes(subject.language, &subject.starter, &source, &ablation::stubs(subject));
    let seen = noticed(&source, all, tried);
    probes.retain(|probe| !is_entered(probe, &seen) && !is_settled(probe, all, tried) && !is_set_aside(subject, probe));
    let with = |probe: &Probe, content: &str| Mutant { content: content.to_owned(), ..probe.mutant.clone() };
    let reaching: Vec<Option<Mutant>> = probes.iter().map(|p| p.reached.as_deref().map(|content| with(p, content))).collect();
    let every = probes.iter().map(|p| &p.mutant).chain(reaching.iter().flatten());
    let variants: Vec<Variant> = every.map(|mutant| variant(subject, needs, &source, mutant)).collect();
    let mut asked = variants::try_all(bench, &variants, limit)?;
    let mut reached = asked.split_off(probes.len()).into_iter();
    let matters: Vec<bool> = reaching.iter().map(|r| r.is_none() || reached.next().is_some_and(|t| is_rejected(&t))).collect();
    let passes = probes.iter().zip(&asked).zip(matters).filter(|((_, tried), matters)| tried.fate == Fate::Passes && *matters);
    let silent: Vec<&Probe> = passes.map(|((probe, _), _)| probe).collect();
    let is_news = |probe: &&&Probe| !silent.iter().any(|other| is_inside(probe, other)) && !told.iter().any(|f| is_about(f, probe));
    Ok(silent.iter().filter(is_news).map(|probe| at_place(subject, &probe.mutant, probe.says.clone())).collect())
}

fn is_rejected(tried: &Tried) -> bool {
    !matches!(tried.fate, Fate::Passes | Fate::DoesNotCompile)
}

/// What a rejected slip changed: its file, and from where to where.
type Seen<'m> = (&'m str, usize, usize);

fn noticed<'m>(source: &[TextFile], all: &'m [Mutant], tried: &[Tried]) -> Vec<Seen<'m>> {
    let rejected = all.iter().zip(tried).filter(|(_, t)| is_rejected(t));
    let changed = |mutant: &'m Mutant| {
        let old = source.iter().find(|f| f.path == mutant.file)?.content.as_bytes();
        let new = mutant.content.as_bytes();
        let from = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let behind = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
        Some((mutant.file.as_str(), from, (old.len() - behind).max(from)))
    };
    rejected.filter_map(|(mutant, _)| changed(mutant)).collect()
}

/// Whether a slip in the branch itself was noticed: then tests come there.
fn is_entered(probe: &Probe, seen: &[Seen]) -> bool {
    let end = probe.mutant.place.as_ref().map_or(0, |place| place.end);
    seen.iter().any(|(file, from, to)| *file == probe.mutant.file && probe.from <= *from && *to <= end + 1 && from < to)
}

/// Whether a version was rejected that answers one question always in the same way: then some test has the other answer.
fn is_settled(probe: &Probe, all: &[Mutant], tried: &[Tried]) -> bool {
    let content = probe.settled.as_ref();
    content.is_some_and(|c| all.iter().zip(tried).any(|(m, t)| is_rejected(t) && m.file == probe.mutant.file && m.content == *c))
}

/// An author who says that a slip there makes no difference has thought of it.
fn is_set_aside(subject: &Subject, probe: &Probe) -> bool {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let place = squeezed(&probe.mutant.before);
    probe.reached.is_none() && subject.equivalent.iter().any(|e| e.stub == probe.mutant.stub && place.contains(&squeezed(&e.before)))
}

/// A branch in a branch that nobody comes to need not be named as well.
fn is_inside(inner: &Probe, outer: &Probe) -> bool {
    let end = |probe: &Probe| probe.mutant.place.as_ref().map_or(0, |place| place.end);
    inner.reached.is_none() && inner.mutant.file == outer.mutant.file && outer.from < inner.from && end(inner) <= end(outer)
}

/// What is said of one line of a whole function says nothing of the function.
fn is_about(told: &Finding, probe: &Probe) -> bool {
    let lines = u32::try_from(probe.mutant.before.matches('\n').count()).unwrap_or(0);
    probe.reached.is_none()
        && told.file.as_deref() == Some(probe.mutant.file.as_str())
        && told.line.is_some_and(|line| (probe.mutant.line..=probe.mutant.line + lines).contains(&line))
}
