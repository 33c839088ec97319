//! Witnesses: ordinary input on which the reference and a slip of it differ, although every test passes for both. Owns which input is ordinary (one number of a
//! test is another one that lies within those the tests use in its place, or one list is in another order) and the search for it; what a witness means, `mutation` says. None is no proof that
//! there is none.

mod lists;
mod literals;
mod opened;
mod orders;

use std::collections::BTreeMap;
use std::time::Duration;

use super::ablation;
use super::bench::Bench;
use super::mutants::{Kind, Mutant};
use super::variants::Variant;
use super::variants::extra::Extra;
use super::variants::shown::{self, Asking};
use super::{Subject, mutants};
use crate::error::Error;
use crate::exercise::TextFile;
use literals::{List, Literal, Place};
use opened::Source;

/// So many numbers of a stub's tests are altered, each a test of its own.
const MOST: usize = 40;
/// So often a gap between two numbers is halved, in search of the edge in it.
const HALVINGS: usize = 20;
/// So many lists of a stub's tests are put in another order.
const MOST_ORDERS: usize = 18;
/// So many slips share a program.
const TOGETHER: usize = 12;

/// The test that would show it if something in it were another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Witness {
    pub test: String,
    /// What would be another: `515 in the place of 510`.
    pub shows: String,
}

/// A test with one of its lists in another order.
struct Reordered {
    extra: Extra,
    witness: Witness,
}

/// A test with one of its numbers given from outside.
struct Altered {
    extra: Extra,
    test: String,
    written: String,
    literal: Literal,
    /// The numbers that the tests of the stub use in this place, in their order.
    used: Vec<i128>,
    /// How low and how high it may be.
    range: (i128, i128),
}

impl Altered {
    fn allows(&self, number: i128) -> bool {
        (self.range.0..=self.range.1).contains(&number)
    }
}

/// A witness for each of these, where one is found: a number, or another order for a loop that stops too soon.
pub(super) fn witnesses(bench: &Bench, subject: &Subject, suspects: &[&Mutant], limit: Duration) -> Result<Vec<Option<Witness>>, Error> {
    let mut found: Vec<Option<Witness>> = vec![None; suspects.len()];
    let mut stubs: Vec<&str> = suspects.iter().map(|m| m.stub.as_str()).collect();
    stubs.sort_unstable();
    stubs.dedup();
    let source = subject.source_with(&subject.reference);
    for stub in stubs {
        let stops = |at: &usize| suspects[*at].kind == Kind::TooFewRounds;
        let (rounds, edges): (Vec<usize>, Vec<usize>) = (0..suspects.len()).filter(|at| suspects[*at].stub == stub).partition(stops);
        let altered = if edges.is_empty() { Vec::new() } else { altered(subject, stub) };
        let reordered = if rounds.is_empty() { Vec::new() } else { reordered(subject, stub) };
        let edges = edges.into_iter().filter(|_| !altered.is_empty());
        let own: Vec<usize> = edges.chain(rounds.into_iter().filter(|_| !reordered.is_empty())).take(TOGETHER).collect();
        if own.is_empty() {
            continue;
        }
        let group: Vec<Variant> = own.iter().map(|at| variant(&source, suspects[*at])).collect();
        let extras: Vec<Extra> = altered.iter().map(|a| &a.extra).chain(reordered.iter().map(|r| &r.extra)).cloned().collect();
        let seen = shown::asking(bench, limit, (&extras, &group), |asking| {
            let is_loop = |variant: &usize| stops(&own[variant - 1]);
            let (rounds, edges): (Vec<usize>, Vec<usize>) = asking.variants.iter().copied().partition(is_loop);
            let mut found = search(asking, &altered, &edges)?;
            in_other_orders(asking, &reordered, &rounds, &mut found)?;
            Ok(found)
        })?;
        for (number, witness) in seen.into_iter().flatten() {
            found[own[number - 1]] = Some(witness);
        }
    }
    Ok(found)
}

fn variant(source: &[TextFile], mutant: &Mutant) -> Variant {
    Variant { source: ablation::with_file(source, &mutant.file, &mutant.content), tests: Vec::new(), then: Vec::new() }
}

/// The tests of a stub with what they hand over, piece by piece.
fn read<'s>(subject: &'s Subject, stub: &str) -> Vec<(Source<'s>, Vec<Literal>, Vec<List>)> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    let declared: Vec<TextFile> = subject.source_with(&subject.reference).into_iter().chain(subject.tests.iter().cloned()).collect();
    let fields = |of: &str| mutants::fields(subject.language, &declared, of);
    let one = |source: Source<'s>| {
        let fixture = source.fixture.as_ref().map(|d| d.name.as_str());
        let (literals, lists) = literals::read(syntax, &source.file.content, source.part(), fixture, &fields);
        (source, literals, lists)
    };
    opened::sources(subject, stub).into_iter().map(one).collect()
}

/// The tests of a stub, each with one list in another order.
fn reordered(subject: &Subject, stub: &str) -> Vec<Reordered> {
    let read = read(subject, stub);
    let mut found = Vec::new();
    for (source, _, lists) in &read {
        let beside = read.iter().filter(|(s, ..)| s.file.path == source.file.path).flat_map(|(.., lists)| lists.clone());
        let beside: Vec<List> = beside.collect();
        for (says, changes) in lists.iter().flat_map(|list| lists::orders(&source.file.content, &beside, list)) {
            let extra = source.copy(&format!("etude_order_{:03}", found.len()), &changes).filter(|_| found.len() < MOST_ORDERS);
            let witness = Witness { test: source.head.name.clone(), shows: says.to_owned() };
            found.extend(extra.map(|extra| Reordered { extra, witness }));
        }
    }
    found
}

/// The tests of a stub, each with one number open. Where there is only one number for a place, nothing is known about what else may stand there.
fn altered(subject: &Subject, stub: &str) -> Vec<Altered> {
    let Some(shown) = &subject.language.proof.shown else { return Vec::new() };
    let read = read(subject, stub);
    let open: Vec<(&Source, &Literal)> =
        read.iter().flat_map(|(source, all, _)| all.iter().map(move |literal| (source, literal))).collect();
    let used: BTreeMap<Place, Vec<i128>> =
        literals::used(open.iter().map(|(_, literal)| *literal)).into_iter().map(|(place, values)| (place.clone(), values)).collect();
    let mut found = Vec::new();
    for (source, literal) in &open {
        let values = used.get(&literal.place).cloned().unwrap_or_default();
        if values.len() < 2 || found.len() == MOST {
            continue;
        }
        let mut beside: Vec<&Literal> = open.iter().filter(|(s, _)| s.file.path == source.file.path).map(|(_, l)| *l).collect();
        beside.sort_by_key(|l| l.bytes.start);
        beside.dedup_by_key(|l| l.bytes.start);
        let (low, high) = orders::window(&beside, literal);
        let name = format!("etude_witness_{:03}", found.len());
        let written = source.file.content[literal.bytes.clone()].to_owned();
        let at = if literal.is_text { &shown.at_text } else { &shown.at }.replace("{{name}}", &name);
        let Some(extra) = source.copy(&name, &[(literal.bytes.clone(), at)]) else { continue };
        let range = (low.max(values[0]), high.min(*values.last().unwrap_or(&values[0])));
        found.push(Altered { extra, test: source.head.name.clone(), written, literal: (*literal).clone(), used: values, range });
    }
    found
}

type Numbers = BTreeMap<String, i128>;

/// Right beside what the tests use; then at the edges between two numbers of one place, wherever the reference has one.
fn search(asking: &mut Asking, altered: &[Altered], variants: &[usize]) -> Result<BTreeMap<usize, Witness>, Error> {
    let altered: Vec<&Altered> = altered.iter().filter(|a| asking.tests.contains(&a.extra.name)).collect();
    let mut found = BTreeMap::new();
    let beside = |step: i128| {
        let number = |a: &&Altered| Some(a.literal.value + step).filter(|n| a.allows(*n));
        altered.iter().filter_map(|a| Some((a.extra.name.clone(), number(a)?))).collect::<Numbers>()
    };
    let tell = |test: &str, number: i128| {
        let a = altered.iter().find(|a| a.extra.name == test)?;
        let shows = format!("{number} in the place of {}", a.written);
        Some((Witness { test: a.test.clone(), shows }, Some(a.literal.value)))
    };
    for numbers in [beside(-1), beside(1)] {
        compare(asking, variants, &numbers, &tell, &mut found)?;
    }
    for up in [true, false] {
        if variants.iter().all(|variant| found.contains_key(variant)) {
            break;
        }
        let [near, far] = edges(asking, &altered, up)?;
        for numbers in [one_digit_more(&altered, &near), one_digit_more(&altered, &far), near, far] {
            compare(asking, variants, &numbers, &tell, &mut found)?;
        }
    }
    Ok(found)
}

/// What is read digit by digit comes by its edge on the way: 900, and then 9005.
fn one_digit_more(altered: &[&Altered], edges: &Numbers) -> Numbers {
    let longer = |a: &&Altered| {
        let number = edges.get(&a.extra.name).filter(|_| a.literal.is_text)?.checked_mul(10)?.checked_add(5)?;
        Some((a.extra.name.clone(), number)).filter(|_| a.allows(number))
    };
    altered.iter().filter_map(longer).collect()
}

/// Two neighbours between which the reference begins to show something else than at the number of the test, on the way to the next number in that place.
fn edges(asking: &mut Asking, altered: &[&Altered], up: bool) -> Result<[Numbers; 2], Error> {
    let next = |a: &Altered| match up {
        true => a.used.iter().copied().find(|n| *n > a.literal.value + 2).map(|n| n.min(a.range.1)),
        false => a.used.iter().rev().copied().find(|n| *n < a.literal.value - 2).map(|n| n.max(a.range.0)),
    };
    let mut near: Numbers = altered.iter().map(|a| (a.extra.name.clone(), a.literal.value)).collect();
    let mut far: Numbers = altered.iter().filter_map(|a| Some((a.extra.name.clone(), next(a)?))).collect();
    near.retain(|test, _| far.contains_key(test));
    let (here, there) = (asking.shown(Asking::REFERENCE, &near)?, asking.shown(Asking::REFERENCE, &far)?);
    let differs = |test: &String| here.get(test).zip(there.get(test)).is_some_and(|(here, there)| here != there);
    near.retain(|test, _| differs(test));
    far.retain(|test, _| differs(test));
    for _ in 0..HALVINGS {
        let halfway = |(test, near): (&String, &i128)| {
            let far = far.get(test)?;
            ((far - near).abs() > 1).then(|| (test.clone(), near + (far - near) / 2))
        };
        let middle: Numbers = near.iter().filter_map(halfway).collect();
        if middle.is_empty() {
            break;
        }
        let seen = asking.shown(Asking::REFERENCE, &middle)?;
        for (test, number) in middle {
            match seen.get(&test) {
                Some(seen) if Some(seen) == here.get(&test) => near.insert(test, number),
                Some(_) => far.insert(test, number),
                // Not every number does: leave it.
                None => near.remove(&test).and(far.remove(&test)),
            };
        }
    }
    Ok([near, far])
}

/// The same with lists in another order, for which both have to come to an answer.
fn in_other_orders(asking: &mut Asking, all: &[Reordered], variants: &[usize], found: &mut BTreeMap<usize, Witness>) -> Result<(), Error> {
    let there = all.iter().filter(|r| asking.tests.contains(&r.extra.name));
    let numbers: Numbers = there.map(|r| (r.extra.name.clone(), 0)).collect();
    let tell = |test: &str, _| all.iter().find(|r| r.extra.name == test).map(|r| (r.witness.clone(), None));
    compare(asking, variants, &numbers, &tell, found)
}

/// What a test of ours stands for when it has this number, and the number that the test has which it is made of.
type Tell<'t> = &'t dyn Fn(&str, i128) -> Option<(Witness, Option<i128>)>;

/// Notes those that show something else than the reference, which has to say the same twice, as they have.
fn compare(
    asking: &mut Asking,
    variants: &[usize],
    numbers: &Numbers,
    tell: Tell,
    found: &mut BTreeMap<usize, Witness>,
) -> Result<(), Error> {
    let open: Vec<usize> = variants.iter().copied().filter(|v| !found.contains_key(v)).collect();
    if open.is_empty() {
        return Ok(());
    }
    let reference = asking.shown(Asking::REFERENCE, numbers)?;
    for variant in open {
        let own = asking.shown(variant, numbers)?;
        // One that falls over where the reference answers differs too.
        let differs = |(test, said): &(&String, &String)| own.get(*test) != Some(said);
        for (test, said) in reference.iter().filter(differs) {
            let again: Numbers = numbers.iter().filter(|(t, _)| *t == test).map(|(t, n)| (t.clone(), *n)).collect();
            let Some((witness, usual)) = tell(test, numbers[test]) else { continue };
            // A machine that is too busy to answer says nothing: with the number of the test it does.
            let answers = own.contains_key(test)
                || usual.is_some_and(|n| asking.shown(variant, &Numbers::from([(test.clone(), n)])).is_ok_and(|s| s.contains_key(test)));
            let steady = answers
                && asking.shown(Asking::REFERENCE, &again)?.get(test) == Some(said)
                && asking.shown(variant, &again)?.get(test) == own.get(test);
            if steady {
                found.insert(variant, witness);
                break;
            }
        }
    }
    Ok(())
}

/// Those of a list that can be tried: what the author set aside and no mutant was made of.
pub(super) fn of_entries(subject: &Subject, is_listed: impl Fn(&Mutant) -> bool) -> Vec<Mutant> {
    let source = subject.source_with(&subject.reference);
    let left_out = mutants::left_out(subject.language, &subject.starter, &source, &ablation::stubs(subject));
    left_out.into_iter().filter(is_listed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(language: &str, pack: &str) -> Vec<(String, String, String)> {
        let subject = crate::proof::rules::tests::subject(language, pack);
        let one = |a: Altered| (a.test, format!("{} of {}..={}", a.written, a.range.0, a.range.1), a.extra.text);
        altered(&subject, "fare").into_iter().map(one).collect()
    }

    #[test]
    fn numbers_of_structs_are_open_in_the_bodies_and_in_fixtures_outside() {
        let c = "=== src/fare.h
struct trip { int from; int to; };
int fare(const struct trip *trip);
=== src/fare.c
#include \"fare.h\"
#include \"etude.h\"
//@ex-1 test_fare_is_paid
int fare(const struct trip *trip)
{
    ETUDE_TODO(\"ex-1\");
}
=== tests/fare.c
#include \"fare.h\"
#include \"test.h\"
static const struct trip near = {1, 9};
static const struct trip other = {5, 50};
void test_fare_is_paid(void)
{
    struct trip far = {.from = 3, .to = 2};
    TEST_ASSERT_EQ(fare(&near), 2);
    TEST_ASSERT_EQ(fare(&far), 4);
}
";
        let found = numbers("c", c);
        let opened: Vec<&str> = found.iter().map(|(_, number, _)| number.as_str()).collect();
        assert_eq!(opened, ["3 of 1..=3", "2 of 2..=9", "1 of 1..=3", "9 of 2..=9"], "{found:#?}");
        let fixture = "{const struct trip etude_witness_003_fixture = {1, etude_at(\"etude_witness_003\")};";
        assert!(found[3].2.contains(fixture) && found[3].2.contains("fare(&etude_witness_003_fixture)"), "{}", found[3].2);
        let rust = "=== src/lib.rs
pub struct Trip { pub from: u32, pub to: u32 }
//@ex-1 test_fare_is_paid
pub fn fare(trips: &[Trip]) -> u32 {
    todo!(\"ex-1\")
}
=== tests/fare.rs
use exercise::*;
const WEEK: [Trip; 2] = [Trip { from: 4, to: 9 }, Trip { from: 6, to: 6 }];
#[test]
fn test_fare_is_paid() {
    assert_eq!(fare(&WEEK), 2);
}
";
        let found = numbers("rust", rust);
        assert_eq!(found[1].1, "9 of 7..=9", "{found:#?}");
        let fixture = "{let etude_witness_000_fixture: [Trip; 2] = [Trip { from: etude_shown::at(\"etude_witness_000\"), to: 9 }";
        assert!(found[0].2.contains(fixture) && found[0].2.contains("fare(&etude_witness_000_fixture)"), "{}", found[0].2);
    }
}
