//! The rule about mutants: tests reject the reference with one slip in it. Owns how many must be rejected and what an author may set aside as equivalent.

use std::time::Duration;

use super::ablation::{self, Needs, Wrong, one_line};
use super::bench::Bench;
use super::mutants::{self, Kind, Mutant};
use super::report::{Check, Finding, RuleId};
use super::scratch::millis;
use super::unvaried::{self, Others};
use super::variants::{self, Fate, Tried, Variant};
use super::witness::{self, Witness};
use super::{Equivalent, Strictness, Subject, Telling, gaps, own_tests, rules, unnoticed, unsteady};
use crate::error::Error;
use crate::exercise::TextFile;

/// Of a hundred mutants of one pack, so many are rejected at least; of the whole bank `IN_ALL`.
const PER_PACK: usize = 90;
const LIVE: usize = 80;
pub const IN_ALL: usize = 95;

/// A mutant gets as long as a slip could need that does no harm, and not for ever.
pub(super) fn limit(reference: Duration) -> Duration {
    (reference * 10).max(Duration::from_secs(1))
}

/// What became of each, how many count and how many of those are rejected.
pub(super) struct Rejected {
    pub tried: Vec<Wrong>,
    pub counted: usize,
    pub rejected: usize,
}

pub(super) fn are_rejected(
    bench: &Bench,
    subject: &Subject,
    needs: &Needs,
    limit: Duration,
    telling: &mut Telling,
) -> Result<Rejected, Error> {
    let source = subject.source_with(&subject.reference);
    let all = mutants::mutants(subject.language, &subject.starter, &source, &ablation::stubs(subject));
    telling.trying(&format!("{} mutants of the reference", all.len()));
    let others = Others::of(subject, &source);
    // Who makes an exercise live has no time for more, and a learner waits.
    let in_full = telling.strictness == Strictness::Bank;
    let [elsewhere, sides, built_in] = if in_full { besides(subject, &source, &all) } else { Default::default() };
    let every = all.iter().chain(&elsewhere).chain(&others.first).chain(&sides).chain(&built_in);
    let variants: Vec<Variant> = every.map(|mutant| variant(subject, needs, &source, mutant)).collect();
    let mut tried = variants::try_all(bench, &variants, limit)?;
    let with_built_in = tried.split_off(tried.len() - built_in.len());
    let of_sides = tried.split_off(tried.len() - sides.len());
    let of_parameters = tried.split_off(all.len() + elsewhere.len());
    let places: Vec<Mutant> = all.iter().chain(&elsewhere).cloned().collect();
    let of_places = tried.clone();
    tried.truncate(all.len());
    let endless: Duration = tried.iter().filter(|t| t.fate == Fate::TimesOut).map(|t| t.took).sum();
    telling.waited += endless / u32::try_from(bench.width()).unwrap_or(1);
    let mut gaps = gaps::of_places(bench, subject, needs, limit, &places, &of_places)?;
    gaps.extend(others.unasked(bench, subject, needs, limit, &of_parameters)?);
    gaps.extend(unvaried::built_in(subject, &built_in, &with_built_in));
    if in_full {
        let through: Vec<&Mutant> = passing(&all, &tried).chain(passing(&sides, &of_sides)).collect();
        gaps.extend(seen_elsewhere(bench, subject, limit, &through)?);
        gaps.extend(unsteady::by_chance(bench, subject, needs, limit, &all, &tried)?);
        gaps.extend(own_tests::left_to_others(subject, &all, &tried));
        let not_reached = unnoticed::places(bench, subject, needs, limit, (&places, &of_places), &gaps)?;
        gaps.extend(not_reached);
    }
    let (check, counted, rejected) = judge(subject, telling.strictness, &all, &tried, gaps);
    telling.tell(check);
    let tried = all.into_iter().zip(tried).map(|(mutant, tried)| Wrong { stub: mutant.stub, tried }).collect();
    Ok(Rejected { tried, counted, rejected })
}

/// What is asked besides: a slip of each place that no mutant is in, those on the other side of a limit, and values that could as well be built in.
fn besides(subject: &Subject, source: &[TextFile], all: &[Mutant]) -> [Vec<Mutant>; 3] {
    let (language, starter, stubs) = (subject.language, &subject.starter, ablation::stubs(subject));
    [
        mutants::of_other_places(language, starter, source, &stubs, all),
        mutants::other_sides(language, starter, source, &stubs, all),
        mutants::built_in(language, starter, source, &stubs, &rules::always_the_same(subject)),
    ]
}

pub(super) fn variant(subject: &Subject, needs: &Needs, source: &[TextFile], mutant: &Mutant) -> Variant {
    let (tests, then) = tests_by_reach(subject, needs, &mutant.stub);
    Variant { source: ablation::with_file(source, &mutant.file, &mutant.content), tests, then }
}

fn passing<'m>(all: &'m [Mutant], tried: &'m [Tried]) -> impl Iterator<Item = &'m Mutant> {
    all.iter().zip(tried).filter(|(_, tried)| tried.fate == Fate::Passes).map(|(mutant, _)| mutant)
}

/// Slips at an edge that got through, and those that an author set aside, which ordinary input tells from the reference.
fn seen_elsewhere(bench: &Bench, subject: &Subject, limit: Duration, through: &[&Mutant]) -> Result<Vec<Finding>, Error> {
    let entry_of = |m: &Mutant| subject.equivalent.iter().find(|e| is_listed(e, m));
    let left_out = if subject.equivalent.is_empty() { Vec::new() } else { witness::of_entries(subject, |m| entry_of(m).is_some()) };
    let one_off = |m: &Mutant| m.kind == Kind::OffByOne && m.compares();
    let at_edge = |m: &&Mutant| m.kind == Kind::Boundary || m.place.is_some() || one_off(m) || entry_of(m).is_some();
    let source = subject.source_with(&subject.reference);
    let steady = |m: &&Mutant| !unsteady::is_suspect(subject, &source, m);
    let suspects: Vec<&Mutant> = through.iter().copied().filter(at_edge).filter(steady).chain(&left_out).collect();
    let seen = witness::witnesses(bench, subject, &suspects, limit)?;
    let told = suspects.into_iter().zip(seen).filter_map(|(mutant, witness)| {
        let Witness { test, instead_of, number } = witness?;
        let (before, after) = (one_line(&mutant.before), one_line(&mutant.after));
        let shows = format!("with {number} in the place of {instead_of}, `{test}` would see another value");
        let says = match entry_of(mutant) {
            Some(_) => format!("[[equivalent]] of `{}`, {after} instead of {before}: it is not equivalent; {shows}", mutant.stub),
            None => format!("no test of `{}` stands at the edge of {before}: {after} gets through, and {shows}", mutant.stub),
        };
        let unit = unit_of(subject, &mutant.stub);
        Some(Finding { file: Some(mutant.file.clone()), line: Some(mutant.line), unit, ..Finding::new(says) })
    });
    Ok(told.collect())
}

pub(super) fn at_place(subject: &Subject, mutant: &Mutant, says: String) -> Finding {
    Finding { file: Some(mutant.file.clone()), line: Some(mutant.line), unit: unit_of(subject, &mutant.stub), ..Finding::new(says) }
}

pub(super) fn of_stub(subject: &Subject, stub: &str, says: String) -> Finding {
    let unit = subject.exercise.units.iter().find(|u| u.stubs.iter().any(|s| s.name == stub));
    let line = unit.and_then(|u| u.stubs.iter().find(|s| s.name == stub)).map(|s| (s.file.clone(), s.line));
    let (file, line) = line.unzip();
    Finding { file, line, unit: unit.map(|u| u.id.clone()), ..Finding::new(says) }
}

fn unit_of(subject: &Subject, stub: &str) -> Option<String> {
    subject.exercise.units.iter().find(|u| u.stubs.iter().any(|s| s.name == stub)).map(|u| u.id.clone())
}

/// Those of the stub and of all that need it, then the rest: a slip can show only there, unless the reading of the code missed a call.
fn tests_by_reach(subject: &Subject, needs: &Needs, stub: &str) -> (Vec<String>, Vec<String>) {
    let known = subject.exercise.stub_refs();
    let near = |test: &String| {
        let of = crate::evidence::stub_of_test(test, &known);
        of.is_some_and(|s| s.name == stub || needs.get(&s.name).is_some_and(|n| n.contains(stub)))
    };
    subject.exercise.test_names().into_iter().partition(near)
}

/// The check, how many mutants count and how many of them are rejected.
fn judge(subject: &Subject, strictness: Strictness, all: &[Mutant], tried: &[Tried], gaps: Vec<Finding>) -> (Check, usize, usize) {
    let (mut survivors, mut short): (Vec<&Mutant>, Vec<&Mutant>) = Default::default();
    let mut counted = 0;
    let mut used = vec![Use::Nothing; subject.equivalent.len()];
    let mut saved_per_stub: std::collections::BTreeMap<&str, bool> = std::collections::BTreeMap::new();
    for (mutant, tried) in all.iter().zip(tried) {
        let listed = subject.equivalent.iter().position(|e| is_listed(e, mutant));
        let survives = tried.fate == Fate::Passes;
        if let Some(at) = listed {
            used[at] = used[at].max(if survives { Use::Survives } else { Use::IsRejected });
        }
        if tried.fate == Fate::DoesNotCompile || (survives && listed.is_some()) {
            continue;
        }
        // Lists of two are honest tests: worth knowing, and no reason to refuse.
        if survives && mutant.kind == Kind::TooFewRounds {
            short.push(mutant);
            continue;
        }
        counted += 1;
        *saved_per_stub.entry(&mutant.stub).or_default() |= !survives;
        survivors.extend(survives.then_some(mutant));
    }
    let rejected = counted - survivors.len();
    let share = if strictness == Strictness::Bank { PER_PACK } else { LIVE };
    let enough = rejected * 100 >= share * counted;
    let mut wrong: Vec<Finding> = unused(subject, &used);
    if !enough {
        wrong.push(Finding::new(format!("{rejected} of {counted} mutants are rejected; {share}% are asked for")));
    }
    if strictness == Strictness::Live {
        let none = saved_per_stub.iter().filter(|(_, rejects)| !**rejects).map(|(stub, _)| stub);
        wrong.extend(none.map(|stub| Finding::new(format!("no mutant of `{stub}` is rejected by a test"))));
    }
    wrong.extend(gaps);
    let ok = wrong.is_empty();
    // Those that got through are worth knowing even where they are few.
    wrong.extend(survivors.iter().chain(&short).map(|m| survived(subject, m)));
    let took = tried.iter().map(|t| millis(t.took)).sum();
    (Check { rule: RuleId::MutantsAreRejected, of: None, ok, findings: wrong, millis: took }, counted, rejected)
}

fn survived(subject: &Subject, mutant: &Mutant) -> Finding {
    let says = format!(
        "every test passes with this slip in `{}`: {} instead of {}",
        mutant.stub,
        one_line(&mutant.after),
        one_line(&mutant.before)
    );
    at_place(subject, mutant, says)
}

/// What became of an entry in the list of equivalent mutants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Nothing,
    IsRejected,
    Survives,
}

pub(super) fn is_listed(listed: &Equivalent, mutant: &Mutant) -> bool {
    // As it stands in the file, or as the report shows it.
    let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace()) || a.trim() == one_line(b);
    listed.stub == mutant.stub && same(&listed.before, &mutant.before) && same(&listed.after, &mutant.after)
}

fn unused(subject: &Subject, used: &[Use]) -> Vec<Finding> {
    let source = subject.source_with(&subject.reference);
    let left_out = match subject.equivalent.is_empty() {
        true => Vec::new(),
        false => mutants::left_out(subject.language, &subject.starter, &source, &ablation::stubs(subject)),
    };
    // What is not made because it could not show is equivalent, as the entry says.
    let is_right = |entry: &Equivalent| left_out.iter().any(|mutant| is_listed(entry, mutant));
    let entries = subject.equivalent.iter().zip(used);
    let idle = entries.filter(|(entry, used)| **used != Use::Survives && !(**used == Use::Nothing && is_right(entry)));
    idle.map(|(entry, used)| {
        let why = if *used == Use::Nothing { "there is no such mutant" } else { "the tests reject it, so it is not equivalent" };
        let (before, after) = (one_line(&entry.before), one_line(&entry.after));
        Finding::new(format!("[[equivalent]] of `{}`, {after} instead of {before}: {why}; take it out", entry.stub))
    })
    .collect()
}
