//! Proves an exercise by reading and by running it: what a learner would meet must fail where it should and pass where it can. Owns the order of the rules
//! and the report; it knows an exercise, not a learner. All runs happen in scratch folders, through `testrun`.

mod ablation;
mod advice;
mod analysis;
mod any_order;
mod bench;
mod claims;
mod examples;
mod fences;
mod fixtures;
mod free_names;
mod gaps;
mod giveaway;
mod kept;
pub mod mutants;
mod mutation;
mod one_call;
mod other_shapes;
mod own_tests;
mod promises;
pub mod record;
mod renaming;
mod report;
pub mod rules;
mod scratch;
mod set_aside;
mod standing;
mod subject;
mod telling;
mod unnoticed;
mod unsaid;
mod unsteady;
mod untold;
mod untold_classes;
mod untold_zeros;
mod unvaried;
mod variants;
mod versions;
mod whole;
mod witness;

use std::time::{Duration, Instant};

use crate::error::Error;
use crate::event::Sink;
use crate::evidence::Evidence;
use crate::exercise::TextFile;
use crate::language;
use crate::pack::Pack;
use crate::runner::Cancel;
use crate::testrun::{self, Limits};

pub use advice::next_step;
pub use mutation::IN_ALL;
pub use report::{Check, Counts, Finding, Report, RuleId};
pub use standing::Standing;
pub use subject::{Equivalent, LessonSection, Subject, Version};

use bench::Bench;
use scratch::Scratch;
use telling::Telling;

/// Which proof this is. What another one has proven counts as unproven.
pub const EDITION: u32 = 2;

/// How a proof is to be made.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    pub limits: Limits,
    pub strictness: Strictness,
    /// How many folders to work in side by side; never more than may run at once.
    pub workers: usize,
}

/// How much of an exercise is asked: a pack had all the time it needed, a live exercise is made while a learner waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    Bank,
    Live,
}

impl Options {
    pub fn bank(limits: Limits) -> Options {
        Options { limits, strictness: Strictness::Bank, workers: default_workers() }
    }

    pub fn live(limits: Limits) -> Options {
        Options { limits, strictness: Strictness::Live, workers: default_workers() }
    }
}

fn default_workers() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Proves one pack. One whose files do not even make an exercise has a report that says so.
pub fn prove_pack(pack: &Pack, options: &Options, cancel: &Cancel, events: Sink) -> Result<Report, Error> {
    let Err(why) = subject::derived(pack, language::by_name(&pack.meta.language)?) else {
        return prove(&Subject::of_pack(pack)?, options, cancel, events);
    };
    telling::telling(&pack.meta.node, options.strictness, events, |mut telling| {
        telling.tell(rules::not_an_exercise(&why));
        Ok(telling.into_report(&pack.meta.language, Counts::default(), Duration::ZERO))
    })
}

/// Asks every rule that can be asked: the static ones first, and those that run it unless the files do not make an exercise.
pub fn prove(subject: &Subject, options: &Options, cancel: &Cancel, events: Sink) -> Result<Report, Error> {
    let began = Instant::now();
    telling::telling(&subject.exercise.node_id, options.strictness, events, |mut telling| {
        let mut counts = Counts { tests: subject.exercise.tests.len(), stubs: subject.exercise.stub_names().len(), ..Counts::default() };
        for check in rules::check(subject) {
            telling.tell(check);
        }
        if telling.checks.iter().all(|c| c.ok || !keeps_from_running(c.rule)) {
            let workers = options.workers.min(testrun::together(options.limits));
            let bench = Bench::new(subject, options.limits, workers, cancel)?;
            run_rules(&bench, subject, &mut telling, &mut counts)?;
        }
        Ok(telling.into_report(&subject.language.name, counts, began.elapsed()))
    })
}

/// Asks the rules about the lesson alone, of an exercise whose code is proven.
pub fn prove_lesson(subject: &Subject, options: &Options, cancel: &Cancel, events: Sink) -> Result<Report, Error> {
    let began = Instant::now();
    telling::telling(&subject.exercise.node_id, options.strictness, events, |mut telling| {
        for check in rules::check(subject).into_iter().filter(|c| c.rule.is_about_the_lesson()) {
            telling.tell(check);
        }
        let bench = Bench::new(subject, options.limits, options.workers.min(testrun::together(options.limits)), cancel)?;
        examples::run(&bench, subject, &mut telling)?;
        examples::teach(&bench, subject, mutation::limit(options.limits.tests / 10), &mut telling)?;
        Ok(telling.into_report(&subject.language.name, Counts::default(), began.elapsed()))
    })
}

/// Starter and reference alone: whether an exercise that was proven elsewhere holds with the toolchain of this machine.
pub fn check_again(subject: &Subject, options: &Options, cancel: &Cancel, events: Sink) -> Result<Report, Error> {
    let began = Instant::now();
    telling::telling(&subject.exercise.node_id, options.strictness, events, |mut telling| {
        let bench = Bench::new(subject, options.limits, 1, cancel)?;
        if let Some(reference) = begin(&bench, subject, &mut telling)? {
            match reference.longest {
                Some(longest) => drop(reference.ask_again(&bench, subject, mutation::limit(longest), &mut telling)?),
                None => reference.tell(&mut telling),
            }
        }
        Ok(telling.into_report(&subject.language.name, Counts::default(), began.elapsed()))
    })
}

/// Whose jobs go first where several rules have some: those with the longest jobs, so that no core waits for one of them in the end.
mod turn {
    pub const HINTS: usize = 0;
    pub const MUTANTS: usize = 1;
    pub const OTHERS: usize = 2;
    pub const STEADY: usize = 3;
    pub const STUBS: usize = 4;
    pub const KEPT: usize = 5;
    pub const TEACH: usize = 6;
    pub const EXAMPLES: usize = 7;
}

/// The starter and beside it the reference, which nothing can be asked of where the starter does not build.
fn begin(bench: &Bench, subject: &Subject, telling: &mut Telling) -> Result<Option<whole::Reference>, Error> {
    std::thread::scope(|scope| {
        let starter = telling.beside(scope, |t| whole::starter(bench, subject, t));
        let reference = telling.beside(scope, |t| whole::reference(bench, subject, t));
        let builds = telling.hear(starter) == Some(true);
        let reference = if builds { telling.hear(reference) } else { reference.unheard() };
        telling.untroubled()?;
        Ok(reference.filter(|_| builds))
    })
}

/// The starter and the reference first; everything else compares with the reference and goes on side by side.
fn run_rules(bench: &Bench, subject: &Subject, telling: &mut Telling, counts: &mut Counts) -> Result<(), Error> {
    let Some(reference) = begin(bench, subject, telling)? else { return Ok(()) };
    let Some(longest) = reference.longest else {
        reference.tell(telling);
        return examples::run(bench, subject, telling);
    };
    if subject.language.once.can_be_carried {
        bench.one(|scratch| {
            bench.tried_in().begin_as(scratch.root());
            Ok(())
        })?;
    }
    let hints = subject.pack.filter(|_| reference.is_clean());
    let (needs, limit) = (&ablation::needs(subject), mutation::limit(longest));
    let at = |turn| bench.in_turn(turn);
    std::thread::scope(|scope| {
        let beside = &*telling;
        let steady = beside.beside(scope, move |t| reference.ask_again(&at(turn::STEADY), subject, limit, t));
        let stubs = beside.beside(scope, move |t| ablation::each_is_needed(&at(turn::STUBS), subject, needs, t));
        let others = beside.beside(scope, move |t| {
            let accepted = whole::other_solutions(&at(turn::OTHERS), subject, limit, t)?;
            Ok(accepted + versions::are_told_apart(&at(turn::OTHERS), subject, limit, t)?)
        });
        let guesses = beside.beside(scope, move |t| ablation::guesses_fail(&at(turn::STUBS), subject, limit, t));
        let mutants = beside.beside(scope, move |t| mutation::are_rejected(&at(turn::MUTANTS), subject, needs, limit, t));
        let kept = beside.beside(scope, move |_| kept::keeps(&at(turn::KEPT), subject));
        let examples = beside.beside(scope, move |t| examples::run(&at(turn::EXAMPLES), subject, t));
        let teach = beside.beside(scope, move |t| examples::teach(&at(turn::TEACH), subject, limit, t));
        let hints = hints.map(|pack| beside.beside(scope, move |t| hints_keep_the_solution(pack, &at(turn::HINTS), t)));

        let whole::Again { unreached, unsteady } = telling.hear(steady).unwrap_or_default();
        if let Some(needed) = telling.hear(stubs) {
            needed.tell(&unsteady, telling);
        }
        counts.alternatives = telling.hear(others).unwrap_or_default();
        let ablation::Guessed { wrong: mut tried, kept: passing } = telling.hear(guesses).unwrap_or_default();
        if let Some(rejected) = telling.hear(mutants) {
            (counts.mutants, counts.mutants_rejected) = (rejected.counted, rejected.rejected);
            tried.extend(rejected.tried);
        }
        ablation::each_test_tells(subject, &tried, &unreached, telling);
        if let Some(kept) = telling.hear(kept) {
            kept.tell(passing, telling);
        }
        for rules in [Some(examples), Some(teach), hints].into_iter().flatten() {
            telling.hear(rules);
        }
        telling.untroubled()
    })
}

/// A pack's hints are shown without being tried again: here is where they are.
fn hints_keep_the_solution(pack: &Pack, bench: &Bench, telling: &mut Telling) -> Result<(), Error> {
    let began = Instant::now();
    telling.trying("the hints");
    let ground = crate::leak::PackGround::of(pack)?;
    let leaking = bench.each(&crate::leak::hints(pack), |_, hints| ground.leaking(hints, bench.tried_in(), bench.cancel()))?;
    let finding = |hint: &crate::leak::LeakingHint| Finding {
        unit: Some(hint.unit.clone()),
        file: Some("pack.toml".to_owned()),
        ..Finding::new(format!("hint {} of {} gives the solution away: {}", hint.level, hint.unit, hint.why))
    };
    let findings: Vec<Finding> = leaking.iter().flatten().map(finding).collect();
    let millis = scratch::millis(began.elapsed());
    telling.tell(Check { rule: RuleId::HintsKeepSolution, of: None, ok: findings.is_empty(), findings, millis });
    Ok(())
}

/// Runs programs in the place of the learner's files, one after the other in one scratch folder, and answers what each run showed.
pub fn trials(pack: &Pack, programs: &[Vec<TextFile>], limits: Limits, cancel: &Cancel) -> Result<Vec<Evidence>, Error> {
    let subject = Subject::of_pack(pack)?;
    let mut scratch = Scratch::new(&subject, limits, cancel)?;
    let placed = |files: &[TextFile]| subject::in_folder(&subject.language.layout.src, files);
    programs.iter().map(|files| scratch.run(&placed(files)).map(|ran| ran.evidence)).collect()
}

/// Where it does not hold a run would only show the same again, less clearly.
fn keeps_from_running(rule: RuleId) -> bool {
    rule == RuleId::PackMatchesFiles
}
