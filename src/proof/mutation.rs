//! The rule that tests reject mutants. Owns how many must be rejected, what an author may set aside as equivalent, and what is said of those that survive.

use std::collections::BTreeMap;
use std::time::Duration;

use super::ablation::one_line;
use super::code::with_file;
use super::mutants::{Mutant, mutants};
use super::report::{Check, Finding, RuleId};
use super::whole::waited;
use super::{Equivalent, Progress, Strictness, Subject};
use crate::curriculum::Need;
use crate::error::Error;
use crate::trials::{Bench, Fate, Tried, Version, millis, try_all};

/// Of a pack every mutant is rejected or answered for: one missing edge is one survivor among forty, so a share would let each thin test through.
pub const IN_ALL: usize = 100;
/// A live exercise is made while a learner waits; what survives there is told to the writer of its tests.
const LIVE: usize = 75;
/// At most one mutant in so many may be set aside.
const SET_ASIDE: usize = 10;
/// Where a stub has no mutant that compiles, so many slips show that its tests reject something.
const SLIPS_INSTEAD: usize = 3;
/// With threads a verdict may change from run to run.
const RUNS_WITH_THREADS: usize = 3;

/// A mutant gets ten times what the reference takes.
pub(super) fn limit(reference: Duration) -> Duration {
    (reference * 10).max(Duration::from_secs(1))
}

pub(super) fn all_mutants(subject: &Subject) -> Vec<Mutant> {
    mutants(subject.language, &subject.starter, &subject.source_with(&subject.reference), &subject.stubs())
}

/// What became of one mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    DoesNotCompile,
    Rejected,
    Survives,
    /// Not the same in every run.
    Changing,
}

/// What came of all of them.
pub(super) struct Tested {
    verdicts: Vec<Verdict>,
    millis: u64,
}

pub(super) fn try_mutants(
    bench: &Bench,
    subject: &Subject,
    all: &[Mutant],
    limit: Duration,
    progress: &mut Progress,
) -> Result<Tested, Error> {
    progress.trying(&format!("the tests against {} wrong versions", all.len()));
    let source = subject.source_with(&subject.reference);
    let versions: Vec<Version> = all.iter().map(|m| subject.version(with_file(&source, &m.file, &m.content), &m.stub)).collect();
    let runs = if subject.exercise.needs.contains(&Need::Threads) { RUNS_WITH_THREADS } else { 1 };
    let mut tried: Vec<Vec<Tried>> = all.iter().map(|_| Vec::new()).collect();
    for _ in 0..runs {
        for (done, now) in tried.iter_mut().zip(try_all(bench, &versions, limit)?) {
            progress.waited += waited(&now, limit, bench);
            done.push(now);
        }
    }
    let millis = tried.iter().flatten().map(|t| millis(t.took)).sum();
    Ok(Tested { verdicts: tried.iter().map(|runs| verdict(runs)).collect(), millis })
}

fn verdict(runs: &[Tried]) -> Verdict {
    let of_one = |tried: &Tried| match tried.fate {
        Fate::DoesNotCompile => Verdict::DoesNotCompile,
        Fate::Passes => Verdict::Survives,
        Fate::Fails(_) | Fate::TimesOut => Verdict::Rejected,
    };
    let mut all = runs.iter().map(of_one);
    let first = all.next().unwrap_or(Verdict::DoesNotCompile);
    if all.all(|verdict| verdict == first) { first } else { Verdict::Changing }
}

/// How many count and how many of them are rejected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Rejected {
    pub counted: usize,
    pub rejected: usize,
}

/// The check. `slips` says for each stub how many slips its tests reject.
pub(super) fn judge(
    subject: &Subject,
    strictness: Strictness,
    all: &[Mutant],
    tested: &Tested,
    slips: &BTreeMap<String, usize>,
) -> (Check, Rejected) {
    let of = |verdict: Verdict| all.iter().zip(&tested.verdicts).filter(move |(_, v)| **v == verdict).map(|(m, _)| m);
    let is_set_aside = |m: &&Mutant| subject.equivalent.iter().any(|entry| is_meant(entry, m));
    let survivors: Vec<&Mutant> = of(Verdict::Survives).filter(|m| !is_set_aside(m)).collect();
    let rejected = of(Verdict::Rejected).count();
    let counted = rejected + survivors.len();
    let mut wrong = entries(subject, all, tested);
    let share = if strictness == Strictness::Bank { IN_ALL } else { LIVE };
    if rejected * 100 < share * counted {
        wrong.push(Finding::new(format!("{rejected} of {counted} mutants are rejected; {}", wanted(strictness))));
    }
    for stub in subject.stubs() {
        let own = |verdict: Verdict| of(verdict).any(|m| m.stub == stub.name);
        let says = if !own(Verdict::Rejected) && own(Verdict::Survives) {
            format!("no mutant of `{}` is rejected by a test", stub.name)
        } else if !own(Verdict::Rejected) && strictness == Strictness::Bank && rejected_slips(slips, &stub.name) < SLIPS_INSTEAD {
            format!("`{}` has no mutant that compiles: it needs {SLIPS_INSTEAD} slips that its tests reject", stub.name)
        } else {
            continue;
        };
        wrong.push(Finding {
            unit: subject.unit_of(&stub.name),
            file: Some(stub.file.clone()),
            line: Some(stub.line),
            ..Finding::new(says)
        });
    }
    let ok = wrong.is_empty();
    // Those that survive are worth knowing even where enough do not.
    wrong.extend(survivors.iter().map(|m| survived(subject, m, "every test passes with this change")));
    wrong.extend(of(Verdict::Changing).map(|m| survived(subject, m, "not counted, since its tests pass in one run and fail in another")));
    let check = Check { rule: RuleId::MutantsAreRejected, of: None, ok, findings: wrong, millis: tested.millis };
    (check, Rejected { counted, rejected })
}

fn wanted(strictness: Strictness) -> String {
    match strictness {
        Strictness::Bank => {
            "each of the others needs an assertion that tells it apart, or an entry in [[equivalent]] with the reason".to_owned()
        }
        Strictness::Live => format!("{LIVE}% are asked for"),
    }
}

fn rejected_slips(slips: &BTreeMap<String, usize>, stub: &str) -> usize {
    slips.get(stub).copied().unwrap_or_default()
}

fn is_meant(entry: &Equivalent, mutant: &Mutant) -> bool {
    entry.function == mutant.stub && entry.line.trim() == mutant.line_text && entry.operator == mutant.operator
}

/// Entries of the list that no mutant needs, and a list that is too long.
fn entries(subject: &Subject, all: &[Mutant], tested: &Tested) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut set_aside = 0;
    for entry in &subject.equivalent {
        let meant: Vec<Verdict> = all.iter().zip(&tested.verdicts).filter(|(m, _)| is_meant(entry, m)).map(|(_, v)| *v).collect();
        let survives = |v: &&Verdict| matches!(v, Verdict::Survives | Verdict::Changing);
        set_aside += meant.iter().filter(survives).count();
        let why = match meant.iter().find(survives) {
            Some(_) => continue,
            None if meant.is_empty() => "there is no such mutant",
            None => "the tests reject it, so it is not equivalent",
        };
        let says =
            format!("[[equivalent]] of `{}`, {} in `{}`: {why}; take it out", entry.function, entry.operator.name(), entry.line.trim());
        found.push(Finding { file: Some("pack.toml".to_owned()), ..Finding::new(says) });
    }
    let counted = tested.verdicts.iter().filter(|v| **v != Verdict::DoesNotCompile).count();
    if set_aside * SET_ASIDE > counted {
        let says = format!("[[equivalent]] sets {set_aside} of {counted} mutants aside; at most one in {SET_ASIDE} may be");
        found.push(Finding { file: Some("pack.toml".to_owned()), ..Finding::new(says) });
    }
    found
}

fn survived(subject: &Subject, mutant: &Mutant, says: &str) -> Finding {
    let after = one_line(&mutant.after);
    let instead = if after.is_empty() || after == ";" { "left out".to_owned() } else { format!("changed to `{after}`") };
    let says = format!("{says} in `{}` ({}): `{}` {instead}", mutant.stub, mutant.operator.name(), one_line(&mutant.before));
    Finding { file: Some(mutant.file.clone()), line: Some(mutant.line), unit: subject.unit_of(&mutant.stub), ..Finding::new(says) }
}
