//! Proves an exercise by running it: what a learner would meet must fail where it should and pass where it can. Owns the order of the rules and the report; it
//! knows an exercise, not a learner. No rule reads English: code, names, numbers and labels are all that is read. All runs happen in scratch folders.

mod ablation;
mod advice;
pub mod code;
mod hints;
mod kept;
mod lesson;
pub mod mutants;
mod mutation;
mod progress;
pub mod record;
mod report;
mod rules;
mod standing;
mod steady;
mod subject;
mod versions;
mod whole;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::event::Sink;
use crate::evidence::Evidence;
use crate::exercise::TextFile;
use crate::language;
use crate::pack::Pack;
use crate::runner::Cancel;
use crate::testrun::{self, Limits};
use crate::trials::{Bench, Scratch};

pub use mutation::IN_ALL;
pub use report::{Check, Counts, Finding, Report, RuleId};
pub use standing::Standing;
pub use subject::{Equivalent, LessonSection, StubVersion, Subject};

use progress::Progress;

/// The number of this proof. What another one proved is not proven.
pub const EDITION: u32 = 2;

/// How a proof is to be made.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    pub limits: Limits,
    pub strictness: Strictness,
    /// How many folders to work in side by side; never more than may run at once.
    pub workers: usize,
}

/// How much is asked of an exercise: a pack had all the time it needed, a live exercise is made while a learner waits.
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

    fn workers(&self) -> usize {
        self.workers.min(testrun::together(self.limits))
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
    progress::report(&pack.meta.node, options.strictness, events, |mut progress| {
        progress.tell(rules::not_an_exercise(&why));
        Ok(progress.into_report(&pack.meta.language, Counts::default(), Duration::ZERO))
    })
}

/// Asks every rule that can be asked: those that read first, and those that run unless the files do not make an exercise.
pub fn prove(subject: &Subject, options: &Options, cancel: &Cancel, events: Sink) -> Result<Report, Error> {
    let began = Instant::now();
    progress::report(&subject.exercise.node_id, options.strictness, events, |mut progress| {
        let mut counts = Counts { tests: subject.exercise.tests.len(), stubs: subject.exercise.stub_names().len(), ..Counts::default() };
        for check in rules::check(subject) {
            progress.tell(check);
        }
        if progress.checks.iter().all(|c| c.ok || c.rule != RuleId::PackMatchesFiles) {
            let ground = subject.ground();
            let bench = Bench::new(&ground, options.limits, options.workers(), cancel)?;
            run_rules(&bench, subject, &mut progress, &mut counts)?;
        }
        Ok(progress.into_report(&subject.language.name, counts, began.elapsed()))
    })
}

/// Asks the rules about the lesson alone, of an exercise whose code is proven.
pub fn prove_lesson(subject: &Subject, options: &Options, cancel: &Cancel, events: Sink) -> Result<Report, Error> {
    let began = Instant::now();
    progress::report(&subject.exercise.node_id, options.strictness, events, |mut progress| {
        for check in rules::check(subject).into_iter().filter(|c| c.rule.is_about_the_lesson()) {
            progress.tell(check);
        }
        let ground = subject.ground();
        let bench = Bench::new(&ground, options.limits, options.workers(), cancel)?;
        lesson::run(&bench, subject, &mut progress)?;
        lesson::teach(&bench, subject, mutation::limit(options.limits.tests / 10), &mut progress)?;
        Ok(progress.into_report(&subject.language.name, Counts::default(), began.elapsed()))
    })
}

/// What a learner with these files in the place of the starter's would see: one run of all tests.
pub fn try_files(subject: &Subject, files: &[TextFile], limits: Limits, cancel: &Cancel) -> Result<Evidence, Error> {
    let ground = subject.ground();
    Ok(Scratch::new(&ground, limits, cancel)?.run(&subject.source_with(files), limits)?.evidence)
}

/// Starter and reference alone: whether an exercise that was proven elsewhere holds with the toolchain of this machine.
pub fn check_again(subject: &Subject, options: &Options, cancel: &Cancel, events: Sink) -> Result<Report, Error> {
    let began = Instant::now();
    progress::report(&subject.exercise.node_id, options.strictness, events, |mut progress| {
        let ground = subject.ground();
        let bench = Bench::new(&ground, options.limits, 1, cancel)?;
        if let Some(reference) = begin(&bench, subject, &mut progress)? {
            match reference.longest {
                Some(longest) => drop(steady::again(&bench, subject, reference, mutation::limit(longest), &mut progress)?),
                None => reference.tell(&mut progress),
            }
        }
        Ok(progress.into_report(&subject.language.name, Counts::default(), began.elapsed()))
    })
}

/// Whose jobs go first where several rules have some: those with the longest jobs, so that no core waits for one of them in the end.
mod turn {
    pub const HINTS: usize = 0;
    pub const MUTANTS: usize = 1;
    pub const OTHERS: usize = 2;
    pub const STEADY: usize = 3;
    pub const STUBS: usize = 4;
    pub const LESSON: usize = 5;
}

/// The starter and beside it the reference, which says nothing where the starter does not build.
fn begin(bench: &Bench, subject: &Subject, progress: &mut Progress) -> Result<Option<whole::Reference>, Error> {
    std::thread::scope(|scope| {
        let starter = progress.beside(scope, |p| whole::starter(bench, subject, p));
        let reference = progress.beside(scope, |p| whole::reference(bench, subject, p));
        let builds = progress.hear(starter) == Some(true);
        let reference = if builds { progress.hear(reference) } else { reference.unheard() };
        progress.untroubled()?;
        Ok(reference.filter(|_| builds))
    })
}

/// The starter and the reference first; everything else compares with the reference and goes on side by side.
fn run_rules(bench: &Bench, subject: &Subject, progress: &mut Progress, counts: &mut Counts) -> Result<(), Error> {
    let Some(reference) = begin(bench, subject, progress)? else { return Ok(()) };
    let Some(longest) = reference.longest else {
        reference.tell(progress);
        return lesson::run(bench, subject, progress);
    };
    let pack = subject.pack.filter(|_| reference.is_clean());
    let limit = mutation::limit(longest);
    let (mutants, guesses) = (&mutation::all_mutants(subject), &ablation::all_guesses(subject));
    let known: BTreeSet<(&str, String)> = mutants
        .iter()
        .map(|m| (m.file.as_str(), code::squeezed(&m.content)))
        .chain(guesses.iter().map(|g| (g.file.as_str(), code::squeezed(&g.content))))
        .collect();
    let is_known = &|file: &TextFile| known.contains(&(file.path.as_str(), code::squeezed(&file.content)));
    let at = |turn| bench.in_turn(turn);
    std::thread::scope(|scope| {
        let beside = &*progress;
        let steady = beside.beside(scope, move |p| steady::again(&at(turn::STEADY), subject, reference, limit, p));
        let blind = beside.beside(scope, move |p| whole::blind(&at(turn::OTHERS), subject, p));
        let stubs = beside.beside(scope, move |p| ablation::each_is_needed(&at(turn::STUBS), subject, p));
        let guessed = beside.beside(scope, move |p| ablation::guesses_fail(&at(turn::STUBS), subject, guesses, limit, p));
        let others = beside.beside(scope, move |p| {
            let (right, wrong) = whole::other_solutions(&at(turn::OTHERS), subject, limit, p)?;
            let (more_right, more_wrong) = versions::are_told_apart(&at(turn::OTHERS), subject, limit, p)?;
            Ok((right + more_right, wrong + more_wrong))
        });
        let tested = beside.beside(scope, move |p| mutation::try_mutants(&at(turn::MUTANTS), subject, mutants, limit, p));
        let known: &(dyn Fn(&TextFile) -> bool + Sync) = is_known;
        let slips = beside.beside(scope, move |p| whole::slips(&at(turn::OTHERS), subject, limit, &known, p));
        let kept = beside.beside(scope, move |p| kept::keeps_solution(&at(turn::LESSON), subject, limit, p));
        let examples = beside.beside(scope, move |p| lesson::run(&at(turn::LESSON), subject, p));
        let teach = beside.beside(scope, move |p| lesson::teach(&at(turn::LESSON), subject, limit, p));
        let hints = pack.map(|pack| beside.beside(scope, move |p| hints::keep_solution(&at(turn::HINTS), pack, p)));

        let steady::Again { unreached, unsteady } = progress.hear(steady).unwrap_or_default();
        progress.hear(blind);
        if let Some(needed) = progress.hear(stubs) {
            needed.tell(&unsteady, progress);
        }
        progress.hear(guessed);
        (counts.alternatives, counts.wrong) = progress.hear(others).unwrap_or_default();
        let slips: BTreeMap<String, usize> = progress.hear(slips).unwrap_or_default();
        counts.wrong += slips.values().sum::<usize>();
        if let Some(tested) = progress.hear(tested) {
            let (check, rejected) = mutation::judge(subject, progress.strictness, mutants, &tested, &slips);
            (counts.mutants, counts.mutants_rejected) = (rejected.counted, rejected.rejected);
            progress.tell(check);
        }
        steady::tell_unreached(subject, &unreached, progress);
        for rules in [Some(kept), Some(examples), Some(teach), hints].into_iter().flatten() {
            progress.hear(rules);
        }
        progress.untroubled()
    })
}

/// Runs programs in the place of the learner's files, one after the other in one scratch folder, and answers what each run showed.
pub fn trials(pack: &Pack, programs: &[Vec<TextFile>], limits: Limits, cancel: &Cancel) -> Result<Vec<Evidence>, Error> {
    let subject = Subject::of_pack(pack)?;
    let ground = subject.ground();
    let mut scratch = Scratch::new(&ground, limits, cancel)?;
    let placed = |files: &[TextFile]| subject.source_with(&subject::in_folder(&subject.language.layout.src, files));
    programs.iter().map(|files| scratch.run(&placed(files), limits).map(|ran| ran.evidence)).collect()
}
