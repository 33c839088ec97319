//! The rule about mutants: tests reject the reference with one slip in it. Owns how many must be rejected; what an author may leave out as equivalent is `set_aside`'s.

use std::time::Duration;

use super::ablation::{self, Needs, Wrong, one_line};
use super::bench::Bench;
use super::mutants::{self, Kind, Mutant, Told};
use super::other_shapes::Shapes;
use super::report::{Check, Finding, RuleId};
use super::scratch::millis;
use super::set_aside::{entries, is_listed};
use super::unvaried::{self, Others};
use super::variants::{self, Fate, Tried, Variant};
use super::witness::{self, Witness};
use super::{Strictness, Subject, Telling, gaps, own_tests, rules, unnoticed, unsaid, unsteady, untold, untold_classes, untold_zeros};
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
    let [elsewhere, mut sides, built_in, passed_on, shorter, promised, unsaid] =
        if in_full { besides(subject, &source, &all) } else { Default::default() };
    sides.extend(shorter);
    let asked = all.iter().chain(&elsewhere).chain(&others.first).chain(&sides).chain(&built_in).chain(&passed_on);
    let every: Vec<&Mutant> = asked.chain(&promised).chain(&unsaid).collect();
    let shapes = if in_full { Shapes::of(subject, &source, &every) } else { Shapes::default() };
    let every = every.into_iter().chain(shapes.mutants());
    let variants: Vec<Variant> = every.map(|mutant| variant(subject, needs, &source, mutant)).collect();
    let mut tried = variants::try_all(bench, &variants, limit)?;
    let of_shapes = tried.split_off(tried.len() - shapes.mutants().count());
    let to_notice = tried.len() - unsaid.len();
    ask_chance_again(bench, subject, limit, &variants[..to_notice], &mut tried[..to_notice])?;
    let of_unsaid = tried.split_off(tried.len() - unsaid.len());
    let of_promises = tried.split_off(tried.len() - promised.len());
    let of_answers = tried.split_off(tried.len() - passed_on.len());
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
    gaps.extend(gaps::of_answers(subject, &passed_on, &of_answers));
    gaps.extend(gaps::of_promises(subject, passing(&promised, &of_promises)));
    if in_full {
        gaps.extend(rules::without_an_empty_one(subject));
        let through: Vec<&Mutant> = passing(&all, &tried).chain(passing(&sides, &of_sides)).collect();
        gaps.extend(seen_elsewhere(bench, subject, limit, &through)?);
        gaps.extend(shapes.unseen(bench, subject, limit, &of_shapes)?);
        gaps.extend(unsteady::by_chance(bench, subject, needs, limit, &all, &tried)?);
        gaps.extend(own_tests::left_to_others(subject, &all, &tried));
        let not_reached = unnoticed::places(bench, subject, needs, limit, (&places, &of_places), &gaps)?;
        gaps.extend(not_reached);
    }
    let of_entries = entries(subject, &source, &places, &of_places, shapes.mutants());
    let (check, counted, rejected) = judge(subject, telling.strictness, &all, &tried, gaps, of_entries);
    telling.tell(check);
    unsaid::asked_for(subject, &unsaid, &of_unsaid).into_iter().for_each(|check| telling.tell(check));
    let tried = all.into_iter().zip(tried).map(|(mutant, tried)| Wrong { stub: mutant.stub, tried }).collect();
    Ok(Rejected { tried, counted, rejected })
}

/// Whether a slip among threads, or in what comes out of a hash table, shows may be up to chance: one that got through is asked again, and has got through when it
/// always does. What is noticed too seldom all the same is `unsteady`'s.
fn ask_chance_again(bench: &Bench, subject: &Subject, limit: Duration, all: &[Variant], tried: &mut [Tried]) -> Result<(), Error> {
    if !unsteady::is_up_to_chance(&subject.reference) {
        return Ok(());
    }
    for _ in 0..unsteady::AGAIN {
        let through: Vec<usize> = (0..tried.len()).filter(|at| tried[*at].fate == Fate::Passes).collect();
        let variants: Vec<Variant> = through.iter().map(|at| all[*at].clone()).collect();
        for (at, again) in through.into_iter().zip(variants::try_all(bench, &variants, limit)?) {
            if matches!(again.fate, Fate::Fails(_)) {
                tried[at] = again;
            }
        }
    }
    Ok(())
}

/// What is asked besides: a slip of each place that no mutant is in, those on the other side of a limit, values that could as well be built in, other answers
/// in the place of those that are passed on, loops that leave out the last, slips in the order of things, and characters and numbers that nobody tells.
fn besides(subject: &Subject, source: &[TextFile], all: &[Mutant]) -> [Vec<Mutant>; 7] {
    let (language, starter, stubs) = (subject.language, &subject.starter, ablation::stubs(subject));
    let among_equals = mutants::among_equals(language, starter, source, &stubs);
    let of_equals = |told: Told| among_equals.iter().filter(|(said, _)| *said == told).map(|(_, m)| m.clone()).collect::<Vec<_>>();
    [
        mutants::of_other_places(language, starter, source, &stubs, all),
        mutants::other_sides(language, starter, source, &stubs, all),
        mutants::built_in(language, starter, source, &stubs, &rules::always_the_same(subject)),
        mutants::passed_on(language, starter, source, &stubs),
        mutants::without_the_last(language, starter, source, &stubs),
        [
            mutants::promised(language, starter, source, &stubs),
            mutants::kept_orders(language, starter, source, &stubs),
            of_equals(Told::Which),
        ]
        .concat(),
        [
            unsaid::unsaid(subject, source),
            untold::untold(subject, source),
            untold_classes::untold(subject, source),
            untold_zeros::untold(subject, source),
            of_equals(Told::Nothing),
        ]
        .concat(),
    ]
}

pub(super) fn variant(subject: &Subject, needs: &Needs, source: &[TextFile], mutant: &Mutant) -> Variant {
    let (tests, then) = tests_by_reach(subject, needs, &mutant.stub);
    Variant { source: ablation::with_file(source, &mutant.file, &mutant.content), tests, then }
}

fn passing<'m>(all: &'m [Mutant], tried: &'m [Tried]) -> impl Iterator<Item = &'m Mutant> {
    all.iter().zip(tried).filter(|(_, tried)| tried.fate == Fate::Passes).map(|(mutant, _)| mutant)
}

/// Slips that got through, and those that an author set aside, which ordinary input tells from the reference.
fn seen_elsewhere(bench: &Bench, subject: &Subject, limit: Duration, through: &[&Mutant]) -> Result<Vec<Finding>, Error> {
    let entry_of = |m: &Mutant| subject.equivalent.iter().find(|e| is_listed(e, m));
    let left_out = if subject.equivalent.is_empty() { Vec::new() } else { witness::of_entries(subject, |m| entry_of(m).is_some()) };
    let source = subject.source_with(&subject.reference);
    let steady = |m: &&Mutant| !unsteady::is_suspect(subject, &source, m);
    let suspects: Vec<&Mutant> = through.iter().copied().filter(steady).chain(&left_out).collect();
    let seen = witness::witnesses(bench, subject, &suspects, limit)?;
    let mut told: Vec<Finding> = Vec::new();
    let found = suspects.into_iter().zip(seen).filter_map(|(mutant, witness)| {
        let witness = witness?;
        let Some(_) = entry_of(mutant) else { return Some(told_by(subject, mutant, &witness)) };
        let slip = instead(&one_line(&mutant.before), &one_line(&mutant.after));
        let says = format!("[[equivalent]] of `{}`, {slip}: it is not equivalent; {}", mutant.stub, shown_by(&witness));
        Some(at_place(subject, mutant, says))
    });
    // Two slips of one loop may show in the same way.
    for finding in found {
        if !told.contains(&finding) {
            told.push(finding);
        }
    }
    Ok(told)
}

fn shown_by(Witness { test, shows }: &Witness) -> String {
    format!("with {shows}, `{test}` would see another value")
}

/// A slip that got through, with the input that tells it from the reference.
pub(super) fn told_by(subject: &Subject, mutant: &Mutant, witness: &Witness) -> Finding {
    let (before, after, shows) = (one_line(&mutant.before), one_line(&mutant.after), shown_by(witness));
    let says = if mutant.kind == Kind::TooFewRounds {
        format!("no test of `{}` notices when {before} stops too soon, before the last; {shows}", mutant.stub)
    } else if is_at_edge(mutant) {
        format!("no test of `{}` stands at the edge of {before}: {after} gets through, and {shows}", mutant.stub)
    } else if after.is_empty() {
        format!("no test of `{}` notices when {before} is left out; {shows}", mutant.stub)
    } else {
        format!("no test of `{}` tells {before} from {after}, which gets through; {shows}", mutant.stub)
    };
    at_place(subject, mutant, says)
}

/// What is one off in a sum may show only where it is rounded: `(minutes + 60) / 60`.
fn is_at_edge(mutant: &Mutant) -> bool {
    // Two that are equal or not have no edge between them.
    let is_equality = ["==", "!="].iter().any(|sign| mutant.before.contains(sign));
    matches!(mutant.kind, Kind::Boundary | Kind::OffByOne) && !is_equality
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
fn judge(
    subject: &Subject,
    strictness: Strictness,
    all: &[Mutant],
    tried: &[Tried],
    gaps: Vec<Finding>,
    of_entries: Vec<Finding>,
) -> (Check, usize, usize) {
    let (mut survivors, mut short): (Vec<&Mutant>, Vec<&Mutant>) = Default::default();
    let mut counted = 0;
    let mut saved_per_stub: std::collections::BTreeMap<&str, bool> = std::collections::BTreeMap::new();
    for (mutant, tried) in all.iter().zip(tried) {
        let survives = tried.fate == Fate::Passes;
        if tried.fate == Fate::DoesNotCompile || (survives && subject.equivalent.iter().any(|e| is_listed(e, mutant))) {
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
    let mut wrong = of_entries;
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
    let slip = instead(&one_line(&mutant.before), &one_line(&mutant.after));
    at_place(subject, mutant, format!("every test passes with this slip in `{}`: {slip}", mutant.stub))
}

/// What a slip writes, in words; an empty text in a sentence reads as a mistake of the report.
pub(super) fn instead(before: &str, after: &str) -> String {
    if after.is_empty() { format!("{before} left out") } else { format!("{after} instead of {before}") }
}
