//! The rule about mutants: tests reject the reference with one slip in it. Owns how many must be rejected and what an author may set aside as equivalent.

use std::time::Duration;

use super::ablation::{self, Needs, Wrong, one_line};
use super::bench::Bench;
use super::mutants::{self, Kind, Mutant};
use super::report::{Check, Finding, RuleId};
use super::scratch::millis;
use super::variants::{self, Fate, Tried, Variant};
use super::witness::{self, Witness};
use super::{Equivalent, Strictness, Subject, Telling, fixtures, own_tests, rules, unsteady};
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
    let elsewhere = mutants::of_other_places(subject.language, &subject.starter, &source, &ablation::stubs(subject), &all);
    // Who makes an exercise live has no time for more, and a learner waits.
    let in_full = telling.strictness == Strictness::Bank;
    let sides = match in_full {
        true => mutants::other_sides(subject.language, &subject.starter, &source, &ablation::stubs(subject), &all),
        false => Vec::new(),
    };
    let built_in = match in_full {
        true => mutants::built_in(subject.language, &subject.starter, &source, &ablation::stubs(subject), &rules::always_the_same(subject)),
        false => Vec::new(),
    };
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
    let mut gaps = gaps(bench, subject, needs, limit, &places, &of_places)?;
    gaps.extend(others.unasked(bench, subject, needs, limit, &of_parameters)?);
    gaps.extend(never_varied(subject, &built_in, &with_built_in));
    if in_full {
        let through: Vec<&Mutant> = passing(&all, &tried).chain(passing(&sides, &of_sides)).collect();
        gaps.extend(seen_elsewhere(bench, subject, limit, &through)?);
        gaps.extend(unsteady::by_chance(bench, subject, needs, limit, &all, &tried)?);
        gaps.extend(own_tests::left_to_others(subject, &all, &tried));
    }
    let (check, counted, rejected) = judge(subject, telling.strictness, &all, &tried, gaps);
    telling.tell(check);
    let tried = all.into_iter().zip(tried).map(|(mutant, tried)| Wrong { stub: mutant.stub, tried }).collect();
    Ok(Rejected { tried, counted, rejected })
}

/// Parameters with other values than the caller gave: in one way each, and in another for those that nobody notices.
struct Others {
    source: Vec<TextFile>,
    first: Vec<Mutant>,
    then: Vec<Mutant>,
}

impl Others {
    fn of(subject: &Subject, source: &[TextFile]) -> Others {
        let (mut first, mut then): (Vec<Mutant>, Vec<Mutant>) = Default::default();
        for mutant in mutants::of_parameters(subject.language, &subject.starter, source, &ablation::stubs(subject)) {
            let list = if first.iter().any(|m| same_place(m, &mutant)) { &mut then } else { &mut first };
            list.push(mutant);
        }
        Others { source: source.to_vec(), first, then }
    }

    /// Those that no test asks about.
    fn unasked(&self, bench: &Bench, subject: &Subject, needs: &Needs, limit: Duration, tried: &[Tried]) -> Result<Vec<Finding>, Error> {
        let mut silent: Vec<&Mutant> = self.first.iter().zip(tried).filter(|(_, t)| t.fate == Fate::Passes).map(|(m, _)| m).collect();
        let again: Vec<&Mutant> = self.then.iter().filter(|m| silent.iter().any(|s| same_place(s, m))).collect();
        let variants: Vec<Variant> = again.iter().map(|mutant| variant(subject, needs, &self.source, mutant)).collect();
        let asked = variants::try_all(bench, &variants, limit)?;
        let noticed = |place: &Mutant| again.iter().zip(&asked).any(|(m, t)| same_place(place, m) && t.fate != Fate::Passes);
        silent.retain(|place| !noticed(place));
        let says =
            |m: &Mutant| format!("no test of `{}` asks about `{}`: with another value in its place all of them pass", m.stub, m.before);
        Ok(silent.into_iter().map(|m| at_place(subject, m, says(m))).collect())
    }
}

/// Values that could as well be built in.
fn never_varied(subject: &Subject, built_in: &[Mutant], tried: &[Tried]) -> Vec<Finding> {
    let passing = built_in.iter().zip(tried).filter(|(_, tried)| tried.fate == Fate::Passes).map(|(mutant, _)| mutant);
    let says = |m: &Mutant| format!("every test has {} for `{}`: a `{}` with that value built in passes", m.after, m.before, m.stub);
    passing.map(|m| at_place(subject, m, says(m))).collect()
}

pub(super) fn variant(subject: &Subject, needs: &Needs, source: &[TextFile], mutant: &Mutant) -> Variant {
    let (tests, then) = tests_by_reach(subject, needs, &mutant.stub);
    Variant { source: ablation::with_file(source, &mutant.file, &mutant.content), tests, then }
}

/// Places of the reference of which no test notices any slip. Those that were not chosen are tried here, so that one that is noticed speaks for its place.
fn gaps(bench: &Bench, subject: &Subject, needs: &Needs, limit: Duration, all: &[Mutant], tried: &[Tried]) -> Result<Vec<Finding>, Error> {
    let mut silent = silent(all, tried);
    if silent.is_empty() {
        return Ok(Vec::new());
    }
    let (source, stubs) = (subject.source_with(&subject.reference), ablation::stubs(subject));
    let beside = mutants::beside(subject.language, &subject.starter, &source, &stubs, &silent);
    let set_aside = |place: &Mutant| beside.iter().any(|m| same_place(place, m) && subject.equivalent.iter().any(|e| is_listed(e, m)));
    silent.retain(|place| is_claimed(place, &beside) && !set_aside(place) && !is_by_chance(subject, place));
    let is_new = |m: &&Mutant| silent.iter().any(|place| same_place(place, m)) && !all.iter().any(|other| other.content == m.content);
    let more: Vec<&Mutant> = beside.iter().filter(is_new).collect();
    let fallen =
        |place: &Mutant| mutants::fallen_over(subject.language, &source, place).map(|f| Mutant { content: f.content, ..place.clone() });
    let reaching: Vec<Mutant> = silent.iter().filter_map(|place| fallen(place)).collect();
    let all_more = more.iter().copied().chain(&reaching);
    let variants: Vec<Variant> = all_more.map(|mutant| variant(subject, needs, &source, mutant)).collect();
    let mut asked = variants::try_all(bench, &variants, limit)?;
    let reached = asked.split_off(more.len());
    let rejected = |fate: &Fate| !matches!(fate, Fate::Passes | Fate::DoesNotCompile);
    // That any byte may come is said once for all that read: it is enough that half of them are asked.
    let reads = || all.iter().zip(tried).filter(|(m, _)| m.kind == Kind::Width);
    let asked_elsewhere = reads().filter(|(_, tried)| rejected(&tried.fate)).count() * 2 >= reads().count();
    let elsewhere = |kind: Kind| kind == Kind::Width && asked_elsewhere;
    let noticed =
        |place: &Mutant| elsewhere(place.kind) || more.iter().zip(&asked).any(|(m, tried)| same_place(place, m) && rejected(&tried.fate));
    let out_of_reach = |place: &Mutant| reaching.iter().zip(&reached).any(|(m, tried)| same_place(place, m) && !rejected(&tried.fate));
    Ok(silent.into_iter().filter(|place| !noticed(place) && !out_of_reach(place)).map(|place| gap(subject, place)).collect())
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
    let suspects: Vec<&Mutant> = through.iter().copied().filter(at_edge).chain(&left_out).collect();
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

/// One mutant of each place of which every mutant got through.
fn silent<'m>(all: &'m [Mutant], tried: &[Tried]) -> Vec<&'m Mutant> {
    let built = || all.iter().zip(tried).filter(|(_, tried)| tried.fate != Fate::DoesNotCompile);
    let mut found: Vec<&Mutant> = Vec::new();
    for (mutant, _) in built().filter(|(mutant, _)| mutant.place.is_some()) {
        let unnoticed = built().filter(|(other, _)| same_place(mutant, other)).all(|(_, tried)| tried.fate == Fate::Passes);
        if unnoticed && !found.iter().any(|other| same_place(mutant, other)) {
            found.push(mutant);
        }
    }
    found
}

/// Where the edge itself cannot be moved in a way that shows, neither must its number be noticed: `if a > 10 { 10 } else { a }`.
fn is_claimed(place: &Mutant, beside: &[Mutant]) -> bool {
    beside.iter().any(|m| same_place(place, m) && m.kind != Kind::OffByOne)
}

/// What is behind a text shows in a buffer that was filled, and by chance in one that holds anything.
fn is_by_chance(subject: &Subject, place: &Mutant) -> bool {
    place.kind == Kind::NulSlot && fixtures::may_hold_anything(subject, &place.stub)
}

fn same_place(a: &Mutant, b: &Mutant) -> bool {
    (&a.stub, &a.file, &a.place) == (&b.stub, &b.file, &b.place)
}

fn gap(subject: &Subject, mutant: &Mutant) -> Finding {
    let place = one_line(&mutant.before);
    let says = match mutant.kind {
        Kind::Constant => format!("no test of `{}` tells whether it is {place} or {}", mutant.stub, one_line(&mutant.after)),
        Kind::RemovedStatement | Kind::NulSlot => format!("no test of `{}` notices when {place} is missing", mutant.stub),
        Kind::Key => format!(
            "no test of `{}` notices when a key of the order is missing: {} instead of {place}",
            mutant.stub,
            one_line(&mutant.after)
        ),
        Kind::Width => format!(
            "no test of `{}` reads a byte for which there is no room: {} instead of {place} gets through",
            mutant.stub,
            one_line(&mutant.after)
        ),
        Kind::Order => {
            format!("no test of `{}` notices a write before the check: {} instead of {place}", mutant.stub, one_line(&mutant.after))
        }
        Kind::Condition => format!("no test of `{}` notices when the check {place} is missing", mutant.stub),
        _ => format!("no test of `{}` stands at the edge of {place}: every slip there gets through", mutant.stub),
    };
    at_place(subject, mutant, says)
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

fn is_listed(listed: &Equivalent, mutant: &Mutant) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::Stub;

    const TOLL: &str = "pub const HEAVY: u32 = 20;

pub fn toll(grams: u32) -> u32 {
    if grams > HEAVY { 5 } else { 2 }
}
";

    /// The mutants, and all slips of their places.
    fn both(source: &str) -> (Vec<Mutant>, Vec<Mutant>) {
        let files = [TextFile { path: "src/lib.rs".to_owned(), content: source.to_owned() }];
        let stubs = [Stub { name: "toll".to_owned(), file: "src/lib.rs".to_owned(), line: 3 }];
        let rust = crate::language::by_name("rust").unwrap();
        let all = mutants::mutants(rust, &files, &files, &stubs);
        let beside = mutants::beside(rust, &files, &files, &stubs, &all.iter().collect::<Vec<_>>());
        (all, beside)
    }

    fn toll() -> Vec<Mutant> {
        both(TOLL).0
    }

    fn when(all: &[Mutant], passes: impl Fn(&Mutant) -> bool) -> Vec<Tried> {
        let fate = |m: &Mutant| if passes(m) { Fate::Passes } else { Fate::Fails("test_toll".to_owned()) };
        all.iter().map(|m| Tried { fate: fate(m), told_by: Vec::new(), tests: Vec::new(), took: Duration::ZERO }).collect()
    }

    #[test]
    fn a_limit_that_no_test_stands_at_is_named_however_few_slips_get_through() {
        let all = toll();
        let tried = when(&all, |m| m.place.is_some());
        let places: Vec<&str> = silent(&all, &tried).iter().map(|m| m.before.as_str()).collect();
        assert_eq!(places, ["grams > HEAVY"]);
    }

    #[test]
    fn a_number_alone_claims_nothing() {
        let (all, beside) = both(TOLL);
        assert!(is_claimed(all.iter().find(|m| m.place.is_some()).unwrap(), &beside));
        let (all, beside) = both(&TOLL.replace("{ 5 } else { 2 }", "{ HEAVY } else { grams }"));
        assert!(!all.iter().any(|m| m.place.is_some() && is_claimed(m, &beside)));
    }

    const CLERK: &str = "pub fn toll(grams: Option<u32>) -> Result<u32, String> {
    if grams.is_none() {
        return Err(String::new());
    }
    Ok(grams.unwrap_or(0).min(9))
}
";

    #[test]
    fn a_check_that_refuses_is_a_place_and_every_place_is_asked_about() {
        let (all, beside) = both(CLERK);
        let check = all.iter().find(|m| m.kind == Kind::Condition && m.place.is_some()).expect("a check that is never made");
        assert_eq!((check.before.as_str(), check.after.as_str()), ("grams.is_none()", "false"));
        assert!(is_claimed(check, &beside));
        let files = [TextFile { path: "src/lib.rs".to_owned(), content: CLERK.to_owned() }];
        let stubs = [Stub { name: "toll".to_owned(), file: "src/lib.rs".to_owned(), line: 1 }];
        let left = mutants::of_other_places(crate::language::by_name("rust").unwrap(), &files, &files, &stubs, &[]);
        assert!(left.iter().any(|m| same_place(m, check)), "{left:#?}");
        assert!(mutants::of_other_places(crate::language::by_name("rust").unwrap(), &files, &files, &stubs, &left).is_empty());
    }

    #[test]
    fn one_slip_that_is_rejected_speaks_for_its_place() {
        let all = toll();
        assert!(silent(&all, &when(&all, |m| m.after == "grams >= HEAVY")).is_empty());
        assert!(silent(&all, &when(&all, |m| m.place.is_none())).is_empty());
    }
}
