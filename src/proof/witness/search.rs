//! The search for a witness in a program that has the reference and the slips beside each other. Owns which numbers are tried and when a difference counts: both
//! have to say the same twice. What may be another in a test, `witness` says.

use std::collections::BTreeMap;

use super::{Altered, Open, Witness};
use crate::error::Error;
use crate::proof::variants::shown::Asking;

/// So often a gap between two numbers is halved, in search of the edge in it.
const HALVINGS: usize = 20;

/// A slip that a witness is sought for.
pub struct Sought {
    pub variant: usize,
    /// A loop that stops too soon.
    pub stops: bool,
    /// The numbers that it has to do with.
    pub limits: Vec<i128>,
}

/// Which test is given which number.
type Numbers = BTreeMap<String, i128>;

pub struct Search<'s, 'q, 'b, 'a> {
    asking: &'s mut Asking<'q, 'b, 'a>,
    open: &'s Open,
    altered: Vec<&'s Altered>,
    found: BTreeMap<usize, Witness>,
}

impl<'s, 'q, 'b, 'a> Search<'s, 'q, 'b, 'a> {
    pub fn of(asking: &'s mut Asking<'q, 'b, 'a>, open: &'s Open) -> Search<'s, 'q, 'b, 'a> {
        let altered = open.altered.iter().filter(|a| asking.tests.contains(&a.extra.name)).collect();
        Search { asking, open, altered, found: BTreeMap::new() }
    }

    /// Lists in another order; numbers right beside what the tests use; those that the slip has to do with; then at the edges between two numbers of one place,
    /// wherever the reference has one.
    pub fn witnesses(mut self, sought: &[Sought]) -> Result<BTreeMap<usize, Witness>, Error> {
        let all: Vec<usize> = sought.iter().map(|s| s.variant).collect();
        self.in_other_orders(&all)?;
        let all: Vec<usize> = sought.iter().filter(|s| !s.stops).map(|s| s.variant).collect();
        for step in [-1, 1] {
            let numbers = self.numbers(|a| Some(a.literal.value + step));
            self.compare(&all, &numbers)?;
        }
        for (number, variants) in around_limits(sought) {
            let numbers = self.numbers(|a| Some(number).filter(|n| *n != a.literal.value));
            self.compare(&variants, &numbers)?;
        }
        for up in [true, false] {
            if all.iter().all(|variant| self.found.contains_key(variant)) {
                break;
            }
            let [near, far] = self.edges(up)?;
            for numbers in [self.one_digit_more(&near), self.one_digit_more(&far), near, far] {
                self.compare(&all, &numbers)?;
            }
        }
        Ok(self.found)
    }

    /// A number for each test that may have it.
    fn numbers(&self, of: impl Fn(&Altered) -> Option<i128>) -> Numbers {
        let allowed = |a: &&&Altered| of(a).filter(|n| a.allows(*n)).map(|n| (a.extra.name.clone(), n));
        self.altered.iter().filter_map(|a| allowed(&a)).collect()
    }

    /// What each test of ours showed.
    fn shown(&mut self, variant: usize, numbers: &Numbers) -> Result<BTreeMap<String, String>, Error> {
        let encoded = |(test, number): (&String, &i128)| {
            let given = self.altered.iter().find(|a| a.extra.name == *test).map(|a| a.literal.written.with(*number));
            Some((test.clone(), given.map_or_else(|| Some(String::new()), |given| Some(given?.encoded()))?))
        };
        let given = numbers.iter().filter_map(encoded).collect();
        self.asking.shown(variant, &given)
    }

    /// What is read digit by digit comes by its edge on the way: 900, and then 9005.
    fn one_digit_more(&self, edges: &Numbers) -> Numbers {
        let longer = |a: &Altered| edges.get(&a.extra.name)?.checked_mul(10)?.checked_add(5);
        self.numbers(|a| longer(a).filter(|_| a.literal.written.is_number_in_text()))
    }

    /// Two neighbours between which the reference begins to show something else than at the number of the test, on the way to the next number in that place.
    fn edges(&mut self, up: bool) -> Result<[Numbers; 2], Error> {
        let next = |a: &&Altered| match up {
            true => a.used.iter().copied().find(|n| *n > a.literal.value + 2).map(|n| n.min(a.range.1)),
            false => a.used.iter().rev().copied().find(|n| *n < a.literal.value - 2).map(|n| n.max(a.range.0)),
        };
        let mut near: Numbers = self.altered.iter().map(|a| (a.extra.name.clone(), a.literal.value)).collect();
        let mut far: Numbers = self.altered.iter().filter_map(|a| Some((a.extra.name.clone(), next(a)?))).collect();
        near.retain(|test, _| far.contains_key(test));
        let (here, there) = (self.shown(Asking::REFERENCE, &near)?, self.shown(Asking::REFERENCE, &far)?);
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
            let seen = self.shown(Asking::REFERENCE, &middle)?;
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

    /// With lists in another order, for which both have to come to an answer.
    fn in_other_orders(&mut self, variants: &[usize]) -> Result<(), Error> {
        let there = self.open.reordered.iter().filter(|r| self.asking.tests.contains(&r.extra.name));
        let numbers: Numbers = there.map(|r| (r.extra.name.clone(), 0)).collect();
        self.compare(variants, &numbers)
    }

    /// What a test of ours stands for when it has this number, and the number that the test has which it is made of.
    fn told(&self, test: &str, number: i128) -> Option<(Witness, Option<i128>)> {
        if let Some(reordered) = self.open.reordered.iter().find(|r| r.extra.name == test) {
            return Some((reordered.witness.clone(), None));
        }
        let a = self.altered.iter().find(|a| a.extra.name == test)?;
        let shows = format!("{} in the place of {} in line {}", a.literal.written.with(number)?.shown(), a.written, a.line);
        Some((Witness { test: a.test.clone(), shows }, Some(a.literal.value)))
    }

    /// Notes those that show something else than the reference, which has to say the same twice, as they have.
    fn compare(&mut self, variants: &[usize], numbers: &Numbers) -> Result<(), Error> {
        let open: Vec<usize> = variants.iter().copied().filter(|v| !self.found.contains_key(v)).collect();
        let is_taken = |test: &str, number: i128| self.altered.iter().any(|a| a.extra.name == test && a.is_its_own && !a.allows(number));
        let numbers: Numbers = numbers.iter().filter(|(t, n)| !is_taken(t, **n)).map(|(t, n)| (t.clone(), *n)).collect();
        let numbers = &numbers;
        if open.is_empty() || numbers.is_empty() {
            return Ok(());
        }
        let reference = self.shown(Asking::REFERENCE, numbers)?;
        for variant in open {
            let own = self.shown(variant, numbers)?;
            // One that falls over where the reference answers differs too.
            let differs = |(test, said): &(&String, &String)| own.get(*test) != Some(said);
            for (test, said) in reference.iter().filter(differs) {
                let again: Numbers = numbers.iter().filter(|(t, _)| *t == test).map(|(t, n)| (t.clone(), *n)).collect();
                let Some((witness, usual)) = self.told(test, numbers[test]) else { continue };
                // A machine that is too busy to answer says nothing: with the number of the test it does.
                let answers = own.contains_key(test)
                    || usual.is_some_and(|n| self.shown(variant, &Numbers::from([(test.clone(), n)])).is_ok_and(|s| s.contains_key(test)));
                let steady = answers
                    && self.shown(Asking::REFERENCE, &again)?.get(test) == Some(said)
                    && self.shown(variant, &again)?.get(test) == own.get(test);
                if steady {
                    self.found.insert(variant, witness);
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The numbers that slips have to do with and their neighbours, each with the slips.
fn around_limits(sought: &[Sought]) -> BTreeMap<i128, Vec<usize>> {
    let mut found: BTreeMap<i128, Vec<usize>> = BTreeMap::new();
    for sought in sought.iter().filter(|s| !s.stops) {
        for number in sought.limits.iter().flat_map(|limit| [limit - 1, *limit, limit + 1]) {
            let slips = found.entry(number).or_default();
            if !slips.contains(&sought.variant) {
                slips.push(sought.variant);
            }
        }
    }
    found
}
