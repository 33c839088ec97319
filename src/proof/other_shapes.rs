//! Slips of the alternatives: what shows that a test is missing depends on how a solution is written, so a solution of another shape is asked as well. Owns how a
//! stub of an alternative gets into the reference's place and which of its slips are worth a try. Only what ordinary input tells from the reference, or what the
//! comment promises, is a finding; an alternative that differs from the reference there itself says nothing.

use std::ops::Range;
use std::time::Duration;

use super::bench::Bench;
use super::mutants::{self, Kind, Mutant};
use super::variants::{Fate, Tried};
use super::witness;
use super::{Finding, Subject, ablation, gaps, mutation, set_aside, unsteady};
use crate::error::Error;
use crate::exercise::{Stub, TextFile};

/// So many slips of one stub in one shape, and of all together: what they cost is compiling and asking them.
const OF_ONE: usize = 4;
const OF_ALL: usize = 12;

/// One stub of one alternative, in the reference.
struct Shape {
    /// `alternatives/by-index/letters.c`.
    shown_in: String,
    /// Without a slip.
    plain: Mutant,
    /// Edges, and loops that leave out the last: input decides about those.
    slips: Vec<Mutant>,
    /// What a comment makes a promise of.
    promised: Vec<Mutant>,
}

/// All shapes of an exercise.
#[derive(Default)]
pub(super) struct Shapes {
    all: Vec<Shape>,
}

impl Shapes {
    /// Those of which something is to be asked that was not `asked` of the reference: much of two solutions is the same.
    pub fn of(subject: &Subject, source: &[TextFile], asked: &[&Mutant]) -> Shapes {
        // Where threads or a hash table decide, one run says too little.
        let steady = subject.alternatives.iter().filter(|(_, files)| !unsteady::is_up_to_chance(files));
        let mut all: Vec<Shape> = steady.flat_map(|(name, files)| of_alternative(subject, source, asked, name, files)).collect();
        let mut left = OF_ALL;
        for at in 0..OF_ONE {
            for list in all.iter_mut().flat_map(|shape| [&mut shape.slips, &mut shape.promised]) {
                match list.len() > at && left > 0 {
                    true => left -= 1,
                    false => list.truncate(at),
                }
            }
        }
        all.iter_mut().for_each(|shape| shape.slips.truncate(OF_ONE));
        all.iter_mut().for_each(|shape| shape.promised.truncate(OF_ONE));
        Shapes { all }
    }

    /// All that is to be tried, in the order in which `unseen` wants to hear of it.
    pub fn mutants(&self) -> impl Iterator<Item = &Mutant> {
        self.all.iter().flat_map(Shape::mutants)
    }

    /// What no test of the exercise notices.
    pub fn unseen(&self, bench: &Bench, subject: &Subject, limit: Duration, tried: &[Tried]) -> Result<Vec<Finding>, Error> {
        let source = subject.source_with(&subject.reference);
        let mut fates = tried.iter().map(|t| &t.fate);
        let (mut found, mut suspects) = (Vec::new(), Vec::new());
        for shape in &self.all {
            // With one that passes every test, so does the shape without it.
            let mut through = |all: &'_ [Mutant]| all.iter().filter(|_| fates.next() == Some(&Fate::Passes)).cloned().collect::<Vec<_>>();
            let (slips, promised) = (through(&shape.slips), through(&shape.promised));
            found.extend(gaps::of_promises(subject, promised.iter()).into_iter().map(|finding| shape.placed(finding)));
            let steady = slips.into_iter().filter(|m| !unsteady::is_suspect(subject, &source, m));
            suspects.extend(steady.map(|slip| (shape, slip)));
        }
        if suspects.is_empty() {
            return Ok(found);
        }
        let slips: Vec<&Mutant> = suspects.iter().map(|(_, slip)| slip).collect();
        let seen = witness::witnesses(bench, subject, &slips, limit)?;
        let shown: Vec<_> = suspects.iter().zip(seen).filter_map(|((shape, slip), seen)| Some((*shape, slip, seen?))).collect();
        // The shape without its slip may differ from the reference there too: then the input says nothing about the slip.
        let plain: Vec<&Mutant> = shown.iter().map(|(shape, ..)| &shape.plain).collect();
        let differs = if plain.is_empty() { Vec::new() } else { witness::witnesses(bench, subject, &plain, limit)? };
        for ((shape, slip, witness), differs) in shown.into_iter().zip(differs) {
            let is_listed = subject.equivalent.iter().any(|entry| set_aside::is_listed(entry, slip));
            if differs.is_none() && !is_listed {
                found.push(shape.placed(mutation::told_by(subject, slip, &witness)));
            }
        }
        Ok(found)
    }
}

/// The shapes of one alternative. Its slips are made where they stand there, and brought over with the stub.
fn of_alternative(subject: &Subject, source: &[TextFile], asked: &[&Mutant], name: &str, files: &[TextFile]) -> Vec<Shape> {
    let (language, starter, stubs, other) = (subject.language, &subject.starter, ablation::stubs(subject), subject.source_with(files));
    // A number to divide by, or to begin a field with, belongs to the shape, not to the task.
    let is_own = |m: &Mutant| m.before.contains(['/', '%']) || m.before.contains(": ");
    let edges = mutants::mutants(language, starter, &other, &stubs).into_iter();
    let edges = edges.filter(|m| m.kind == Kind::Boundary || m.kind == Kind::OffByOne && !is_own(m));
    let slips: Vec<Mutant> = edges.chain(mutants::without_the_last(language, starter, &other, &stubs)).collect();
    // Two refusals that exclude each other, or an order by chance of the shape: only what every shape has to do counts here.
    let every = |m: &Mutant| matches!(m.kind, Kind::Variable | Kind::EarlyReturn | Kind::Operator);
    let promised: Vec<Mutant> = mutants::promised(language, starter, &other, &stubs).into_iter().filter(every).collect();
    let was_asked = |m: &Mutant| asked.iter().any(|a| (&a.stub, &a.before, &a.after) == (&m.stub, &m.before, &m.after));
    let shape_of = |stub: &Stub| {
        let moved = Moved::of(subject, source, &other, stub)?;
        let brought = |all: &[Mutant]| all.iter().filter(|m| m.stub == stub.name && !was_asked(m)).filter_map(|m| moved.slip(m)).collect();
        let plain = moved.plain(&stub.name);
        Some(Shape { shown_in: moved.shown_in(name), plain, slips: brought(&slips), promised: brought(&promised) })
    };
    stubs.iter().filter_map(shape_of).collect()
}

/// A stub of an alternative on its way into the reference.
struct Moved<'a> {
    file: &'a TextFile,
    other: &'a TextFile,
    own: Range<usize>,
    there: Range<usize>,
}

impl<'a> Moved<'a> {
    fn of(subject: &Subject, source: &'a [TextFile], other: &'a [TextFile], stub: &Stub) -> Option<Moved<'a>> {
        let place = |files| mutants::place(subject.language, &subject.starter, files, stub);
        let (own, there) = (place(source)?, place(other)?);
        let moved = Moved { file: &source[own.file], other: &other[there.file], own: own.whole, there: there.whole };
        let (before, after) = (&moved.file.content[moved.own.clone()], &moved.other.content[moved.there.clone()]);
        (!before.split_whitespace().eq(after.split_whitespace())).then_some(moved)
    }

    fn shown_in(&self, name: &str) -> String {
        format!("alternatives/{name}/{}", self.other.path.split_once('/').map_or(self.other.path.as_str(), |(_, inner)| inner))
    }

    fn brought(&self, text: &str) -> String {
        let mut content = self.file.content.clone();
        content.replace_range(self.own.clone(), text);
        content
    }

    fn plain(&self, stub: &str) -> Mutant {
        let after = &self.other.content[self.there.clone()];
        Mutant {
            stub: stub.to_owned(),
            file: self.file.path.clone(),
            line: 1,
            kind: Kind::Operator,
            before: self.file.content[self.own.clone()].to_owned(),
            after: after.to_owned(),
            content: self.brought(after),
            place: None,
        }
    }

    /// Nothing where it changes something else than the stub: what helpers do is asked of the reference's own.
    fn slip(&self, mutant: &Mutant) -> Option<Mutant> {
        let (old, new) = (&self.other.content, &mutant.content);
        let behind = old.len() - self.there.end;
        let is_here = mutant.file == self.other.path
            && new.len() >= self.there.start + behind
            && new.as_bytes()[..self.there.start] == old.as_bytes()[..self.there.start]
            && new.as_bytes()[new.len() - behind..] == old.as_bytes()[self.there.end..];
        let text = new.get(self.there.start..new.len() - behind).filter(|_| is_here)?;
        Some(Mutant { file: self.file.path.clone(), content: self.brought(text), place: None, ..mutant.clone() })
    }
}

impl Shape {
    fn mutants(&self) -> impl Iterator<Item = &Mutant> {
        self.slips.iter().chain(&self.promised)
    }

    /// A finding is shown where the author wrote it: its line is that of the alternative already.
    fn placed(&self, finding: Finding) -> Finding {
        Finding { file: Some(self.shown_in.clone()), ..finding }
    }
}
