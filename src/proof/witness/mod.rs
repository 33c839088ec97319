//! Witnesses: ordinary input on which the reference and a slip of it differ, although every test passes for both. Owns which input is ordinary (one number of a
//! test, also in a text or as its length, is another one that lies within those the tests use in its place, or one list is in another order) and which slip is asked
//! for which; how it is looked for, `search` says, and what a witness means, `mutation`. None is no proof that there is none.

mod lists;
mod literals;
mod opened;
mod orders;
mod search;
mod texts;

use std::collections::BTreeMap;
use std::time::Duration;

use super::ablation;
use super::bench::Bench;
use super::mutants::{Kind, Mutant};
use super::variants::Variant;
use super::variants::extra::Extra;
use super::variants::shown;
use super::{Subject, mutants, rules};
use crate::error::Error;
use crate::exercise::TextFile;
use literals::{List, Literal, Place};
use opened::Source;
use search::{Search, Sought};

/// So many numbers of a stub's tests are altered, each a test of its own.
const MOST: usize = 40;
/// So many lists of a stub's tests are put in another order.
const MOST_ORDERS: usize = 18;
/// So many slips share a program.
const TOGETHER: usize = 24;

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
    /// Where it stands in its file.
    line: usize,
    /// No two may have the same: what another test, or another part of this one, has in this place may be taken.
    is_its_own: bool,
}

impl Altered {
    fn allows(&self, number: i128) -> bool {
        let is_taken = self.is_its_own && number != self.literal.value && self.used.contains(&number);
        (self.range.0..=self.range.1).contains(&number) && !is_taken
    }
}

/// What can be another in the tests of a stub.
struct Open {
    altered: Vec<Altered>,
    reordered: Vec<Reordered>,
}

impl Open {
    fn of(subject: &Subject, stub: &str, number: usize) -> Open {
        Open { altered: altered(subject, stub, number), reordered: reordered(subject, stub, number) }
    }

    /// Of a loop that stops too soon only another order says that it matters: lists of two are honest tests.
    fn is_empty_for(&self, kind: Kind) -> bool {
        self.reordered.is_empty() && (self.altered.is_empty() || kind == Kind::TooFewRounds)
    }

    fn extras(&self) -> impl Iterator<Item = &Extra> {
        self.altered.iter().map(|a| &a.extra).chain(self.reordered.iter().map(|r| &r.extra))
    }
}

/// A witness for each of these, where one is found. All share a program, whatever stub they are of: a build is what costs.
pub(super) fn witnesses(bench: &Bench, subject: &Subject, suspects: &[&Mutant], limit: Duration) -> Result<Vec<Option<Witness>>, Error> {
    let mut found: Vec<Option<Witness>> = vec![None; suspects.len()];
    let mut open: BTreeMap<&str, Open> = BTreeMap::new();
    for stub in suspects.iter().map(|m| m.stub.as_str()) {
        let number = open.len();
        open.entry(stub).or_insert_with(|| Open::of(subject, stub, number));
    }
    let source = subject.source_with(&subject.reference);
    let limits = limits(subject, &source, suspects);
    let asked: Vec<usize> = (0..suspects.len()).filter(|at| !open[suspects[*at].stub.as_str()].is_empty_for(suspects[*at].kind)).collect();
    for own in asked.chunks(TOGETHER) {
        let group: Vec<Variant> = own.iter().map(|at| variant(&source, suspects[*at])).collect();
        let is_asked = |stub: &str| own.iter().any(|at| suspects[*at].stub == stub);
        let there: Vec<(&str, &Open)> = open.iter().filter(|(stub, _)| is_asked(stub)).map(|(stub, open)| (*stub, open)).collect();
        let extras: Vec<Extra> = there.iter().flat_map(|(_, open)| open.extras()).cloned().collect();
        let seen = shown::asking(bench, limit, (&extras, &group), |asking| {
            let mut found = BTreeMap::new();
            for (stub, open) in there {
                let of_stub = asking.variants.iter().copied().filter(|v| suspects[own[v - 1]].stub == stub);
                let sought = |variant: usize| {
                    let at = own[variant - 1];
                    Sought { variant, stops: suspects[at].kind == Kind::TooFewRounds, limits: limits[at].clone() }
                };
                let sought: Vec<Sought> = of_stub.map(sought).collect();
                found.extend(Search::of(asking, open).witnesses(&sought)?);
            }
            Ok(found)
        })?;
        for (number, witness) in seen.into_iter().flatten() {
            found[own[number - 1]] = Some(witness);
        }
    }
    Ok(found)
}

/// The numbers that each slip has to do with, also those that have a name: the edge is there, or nowhere.
fn limits(subject: &Subject, source: &[TextFile], suspects: &[&Mutant]) -> Vec<Vec<i128>> {
    let written = mutants::numbers_in(subject.language, source, suspects);
    written.iter().map(|all| all.iter().filter_map(|number| literals::whole(number)).collect()).collect()
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
fn reordered(subject: &Subject, stub: &str, number: usize) -> Vec<Reordered> {
    let read = read(subject, stub);
    let mut found = Vec::new();
    for (source, _, lists) in &read {
        let beside = read.iter().filter(|(s, ..)| s.file.path == source.file.path).flat_map(|(.., lists)| lists.clone());
        let beside: Vec<List> = beside.collect();
        for (says, changes) in lists.iter().flat_map(|list| lists::orders(&source.file.content, &beside, list)) {
            let extra = source.copy(&format!("etude_order_{number:02}_{:03}", found.len()), &changes).filter(|_| found.len() < MOST_ORDERS);
            let witness = Witness { test: source.head.name.clone(), shows: says.to_owned() };
            found.extend(extra.map(|extra| Reordered { extra, witness }));
        }
    }
    found
}

/// The tests of a stub, each with one number open. Where there is only one number for a place, nothing is known about what else may stand there.
fn altered(subject: &Subject, stub: &str, number: usize) -> Vec<Altered> {
    let Some(shown) = &subject.language.proof.shown else { return Vec::new() };
    let read = read(subject, stub);
    let mut open: Vec<(&Source, &Literal)> =
        read.iter().flat_map(|(source, all, _)| all.iter().map(move |literal| (source, literal))).collect();
    // There may be more than are tried, and a number of the language says most.
    open.sort_by_key(|(_, literal)| literal.written.is_text());
    let used: BTreeMap<Place, Vec<i128>> =
        literals::used(open.iter().map(|(_, literal)| *literal)).into_iter().map(|(place, values)| (place.clone(), values)).collect();
    let no_two = rules::no_two(subject, stub);
    let mut found = Vec::new();
    for (source, literal) in &open {
        let values = used.get(&literal.place).cloned().unwrap_or_default();
        if values.len() < 2 || are_flags(&values) || found.len() == MOST {
            continue;
        }
        let mut beside: Vec<&Literal> = open.iter().filter(|(s, _)| s.file.path == source.file.path).map(|(_, l)| *l).collect();
        beside.sort_by_key(|l| l.bytes.start);
        beside.dedup_by_key(|l| l.bytes.start);
        let (low, high) = orders::window(&beside, literal);
        let name = format!("etude_witness_{number:02}_{:03}", found.len());
        let written = source.file.content[literal.bytes.clone()].to_owned();
        let at = if literal.written.is_text() { &shown.at_text } else { &shown.at }.replace("{{name}}", &name);
        let Some(extra) = source.copy(&name, &[(literal.bytes.clone(), at)]) else { continue };
        let range = (low.max(values[0]), high.min(*values.last().unwrap_or(&values[0])));
        let line = source.file.content[..literal.bytes.start].matches('\n').count() + 1;
        // What the stub itself is asked about may be any of them.
        let is_its_own = no_two && literal.place.0 != stub;
        let (test, literal) = (source.head.name.clone(), (*literal).clone());
        found.push(Altered { extra, test, written, literal, used: values, range, line, is_its_own });
    }
    found
}

/// Single bits: what lies between two of them is another thing.
fn are_flags(values: &[i128]) -> bool {
    values.len() > 3 && values.iter().all(|value| *value >= 0 && value.count_ones() <= 1)
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
        altered(&subject, "fare", 0).into_iter().map(one).collect()
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
        let fixture = "{const struct trip etude_witness_00_003_fixture = {1, etude_at(\"etude_witness_00_003\")};";
        assert!(found[3].2.contains(fixture) && found[3].2.contains("fare(&etude_witness_00_003_fixture)"), "{}", found[3].2);
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
        let fixture = "{let etude_witness_00_000_fixture: [Trip; 2] = [Trip { from: etude_shown::at(\"etude_witness_00_000\"), to: 9 }";
        assert!(found[0].2.contains(fixture) && found[0].2.contains("fare(&etude_witness_00_000_fixture)"), "{}", found[0].2);
    }
}
