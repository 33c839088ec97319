//! Slips of the alternatives: what shows that a test is missing depends on how a solution is written, so a solution of another shape is asked as well. Owns how a
//! stub of an alternative gets into the reference's place and which of its slips are worth a try. Only what ordinary input tells from the reference, or what the
//! comment promises, is a finding; an alternative that differs from the reference there itself says nothing.

use std::time::Duration;

use super::bench::Bench;
use super::mutants::{self, Kind, Mutant};
use super::variants::{Fate, Tried};
use super::witness;
use super::{Finding, Subject, ablation, gaps, mutation, unsteady};
use crate::error::Error;
use crate::exercise::{Stub, TextFile};

/// So many slips of one stub in one shape.
const MOST: usize = 4;

/// One stub of one alternative, in the reference.
struct Shape {
    /// `alternatives/by-index/letters.c`.
    shown_in: String,
    /// How many lines further down the stub stands there than in the reference.
    further: i64,
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
        let stubs = ablation::stubs(subject);
        let of_one = |(name, files): (&String, &Vec<TextFile>)| {
            let other = subject.source_with(files);
            stubs.iter().filter_map(|stub| Shape::of(subject, source, asked, (name, &other), stub)).collect::<Vec<_>>()
        };
        // Where threads or a hash table decide, one run says too little.
        let steady = subject.alternatives.iter().filter(|(_, files)| !unsteady::is_up_to_chance(files));
        Shapes { all: steady.flat_map(of_one).collect() }
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
            let mut through = |all: &'_ [Mutant]| all.iter().map(|_| fates.next() == Some(&Fate::Passes)).collect::<Vec<_>>();
            let (slips, promised) = (through(&shape.slips), through(&shape.promised));
            let got = |all: &'_ [Mutant], through: &[bool]| {
                all.iter().zip(through).filter(|(_, t)| **t).map(|(m, _)| m.clone()).collect::<Vec<_>>()
            };
            let promised = got(&shape.promised, &promised);
            found.extend(gaps::of_promises(subject, promised.iter()).into_iter().map(|finding| shape.placed(finding)));
            suspects
                .extend(got(&shape.slips, &slips).into_iter().filter(|m| !unsteady::is_suspect(subject, &source, m)).map(|m| (shape, m)));
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
            let is_listed = subject.equivalent.iter().any(|entry| mutation::is_listed(entry, slip));
            if differs.is_none() && !is_listed {
                found.push(shape.placed(mutation::told_by(subject, slip, &witness)));
            }
        }
        Ok(found)
    }
}

impl Shape {
    fn of(subject: &Subject, source: &[TextFile], asked: &[&Mutant], (name, other): (&str, &[TextFile]), stub: &Stub) -> Option<Shape> {
        let (language, starter) = (subject.language, &subject.starter);
        let (own, there) = (mutants::place(language, starter, source, stub)?, mutants::place(language, starter, other, stub)?);
        let (file, other_file) = (&source[own.file], &other[there.file]);
        let (before, after) = (&file.content[own.whole.clone()], &other_file.content[there.whole.clone()]);
        if before.split_whitespace().eq(after.split_whitespace()) {
            return None;
        }
        let mut content = file.content.clone();
        content.replace_range(own.whole.clone(), after);
        let line = |text: &str, at: usize| i64::try_from(text[..at].matches('\n').count()).unwrap_or_default();
        let plain = Mutant {
            stub: stub.name.clone(),
            file: file.path.clone(),
            line: 1,
            kind: Kind::Operator,
            before: before.to_owned(),
            after: after.to_owned(),
            content: content.clone(),
            place: None,
        };
        let placed = ablation::with_file(source, &file.path, &content);
        let own_stub = std::slice::from_ref(stub);
        // What the reference's own helpers do is asked there.
        let was_asked = |m: &Mutant| asked.iter().any(|a| (&a.stub, &a.before, &a.after) == (&m.stub, &m.before, &m.after));
        let within = |m: &Mutant| m.file == file.path && !was_asked(m) && is_within(&content, own.whole.start, after.len(), m);
        let edges = mutants::mutants(language, starter, &placed, own_stub).into_iter();
        // A number to divide by belongs to the shape, not to the task.
        let divides = |m: &Mutant| m.before.contains(['/', '%']);
        let edges = edges.filter(|m| m.kind == Kind::Boundary || m.kind == Kind::OffByOne && !divides(m));
        let slips = edges.chain(mutants::without_the_last(language, starter, &placed, own_stub)).filter(within).take(MOST).collect();
        // Two refusals that exclude each other, or an order by chance of the shape: only what every shape has to do counts here.
        let every = |m: &Mutant| matches!(m.kind, Kind::Variable | Kind::EarlyReturn | Kind::Operator);
        let promised = mutants::promised(language, starter, &placed, own_stub).into_iter();
        let promised = promised.filter(|m| every(m) && within(m)).take(MOST).collect();
        Some(Shape {
            shown_in: format!(
                "alternatives/{name}/{}",
                other_file.path.split_once('/').map_or(other_file.path.as_str(), |(_, inner)| inner)
            ),
            further: line(&other_file.content, there.whole.start) - line(&file.content, own.whole.start),
            plain,
            slips,
            promised,
        })
    }

    fn mutants(&self) -> impl Iterator<Item = &Mutant> {
        self.slips.iter().chain(&self.promised)
    }

    /// A finding about the copy is shown where its author wrote it.
    fn placed(&self, finding: Finding) -> Finding {
        let line = finding.line.and_then(|line| u32::try_from(i64::from(line) + self.further).ok());
        Finding { file: Some(self.shown_in.clone()), line, ..finding }
    }
}

/// Whether a slip changed nothing but what lies in this part of the text.
fn is_within(text: &str, start: usize, length: usize, mutant: &Mutant) -> bool {
    let behind = text.len() - start - length;
    let (new, old) = (mutant.content.as_bytes(), text.as_bytes());
    new.len() >= start + behind && new[..start] == old[..start] && new[new.len() - behind..] == old[old.len() - behind..]
}
