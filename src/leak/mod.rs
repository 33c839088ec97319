//! Whether a hint gives the solution away. Reading finds what could be code, whatever it is dressed up as; running decides: the code is put into the learner's
//! files, in a scratch copy, and where a test of the unit turns green by it, it leaks. Words that prescribe a change of what the learner has written leak as they are:
//! what they mean nobody can run. Owns the verdict, which the guard asks for before it accepts a hint.
//! Refuses to touch the learner's workspace, and to run anything for a hint without code.

mod aim;
mod arguments;
mod bench;
mod borrow;
mod cards;
mod cases;
mod clause;
mod cloze;
mod compose;
mod dictated;
mod dress;
mod edit;
mod fold;
mod folders;
mod form;
mod formula;
mod frame;
mod gather;
mod ground;
mod guess;
mod island;
mod legend;
pub(crate) mod lineup;
mod manner;
mod mapped;
mod mend;
mod named;
mod order;
mod pack;
mod phrase;
mod pieces;
mod plain_speech;
mod plan;
mod play;
mod prescribe;
mod prose;
mod quote;
mod reading;
mod repair;
mod retell;
mod retold;
mod rows;
mod say;
mod seek;
mod share;
mod shown_code;
mod sign_names;
mod signs;
pub(crate) mod splice;
mod spoken;
mod steps;
mod story;
mod swapped;
mod template;
pub(crate) mod tokens;
mod told;
mod tongue;
mod trial;
mod twin;
mod typed_in;
mod verdict;
mod wording;
mod wrapped;

use crate::error::Error;
use crate::event::Sink;
use crate::exercise::TextFile;
use crate::runner::Cancel;

pub use folders::Folders;
pub use ground::Ground;
pub use pack::{LeakingHint, PackGround, hints};
use splice::Dialect;
use trial::{Shown, Trials};
pub use verdict::Verdict;

/// How far up the ladder a text may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Levels 1 and 2: no test may turn green by it, and no change may be put into words.
    Part,
    /// What a reviewer says of a run: no test may turn green by it. It names one step to take, and a review that is refused is missed.
    Review,
    /// Level 3: it must not settle the whole unit.
    Unit,
}

impl Reach {
    pub fn of_level(level: u8) -> Reach {
        if level >= crate::session::TOP_LEVEL { Reach::Unit } else { Reach::Part }
    }

    /// What a text may do that goes so far, for whoever wrote one that does more.
    fn allows(self) -> &'static str {
        match self {
            Reach::Unit => "the approach may be told in prose, but neither the code nor the very change",
            Reach::Part | Reach::Review => "it may only point, ask, explain or show a parallel",
        }
    }
}

/// At most so many variants are built for one text.
const MOST_RUNS: usize = 10;

/// Judges one text. Builds and runs only where there is code in it that could stand in a stub of the unit.
pub fn judge(text: &str, ground: &Ground, reach: Reach, cancel: &Cancel, events: Sink) -> Result<Verdict, Error> {
    let Some(dialect) = Dialect::of(ground.language) else { return Ok(Verdict::clean()) };
    // Whoever wrote code of the solution has to hear of the code, whatever else is wrong with the text.
    let by_words = |why: String, tells: &dyn Fn(&str) -> bool| {
        let shows = |text: &str| shown_code::is_solution(text, ground, &dialect);
        if shows(text) {
            let why = format!("it shows code of the solution, and {}", reach.allows());
            return Ok(Verdict::by_words(why, quote::least(text, shows)));
        }
        Ok(Verdict::by_words(why, quote::least(text, tells)))
    };
    if let Some(fault) = plain_speech::fault(text, ground, reach) {
        let is_faulty = |part: &str| plain_speech::fault(part, ground, reach) == Some(fault);
        return by_words(format!("{fault}, and {}", reach.allows()), &is_faulty);
    }
    let prescribed = |text: &str| prescribe::is_told(text, ground, &dialect, reach);
    if prescribed(text) {
        let why = format!("it prescribes a change of the learner's own code, where {}", reach.allows());
        return Ok(Verdict::by_words(why, quote::least(text, prescribed)));
    }
    let retold = |text: &str| retold::is_told(text, ground, &dialect, reach);
    if retold(text) {
        let why = format!("it tells step by step what the solution does, where {}", reach.allows());
        return by_words(why, &retold);
    }
    let formula = |text: &str| formula::is_told(text, ground, &dialect, reach);
    if formula(text) {
        let why = format!("it tells a formula of the solution, where {}", reach.allows());
        return by_words(why, &formula);
    }
    let verdict = run(text, ground, reach, cancel, &mut *events)?;
    if verdict.leak.is_some() {
        return Ok(verdict);
    }
    let alone = stub_alone(text, ground, reach, cancel, events)?;
    Ok(alone.unwrap_or(verdict))
}

/// At the top of the ladder: the verdict on a text that holds the code of one stub of several: the tests of that one pass by it, although the unit is not done.
fn stub_alone(text: &str, ground: &Ground, reach: Reach, cancel: &Cancel, events: Sink) -> Result<Option<Verdict>, Error> {
    let stubs = ground.exercise.unit(ground.unit).map(|u| u.stubs.as_slice()).unwrap_or_default();
    for stub in stubs.iter().filter(|_| stubs.len() > 1 && reach == Reach::Unit) {
        let alone = ground.exercise.with_stub_alone(ground.unit, stub);
        let verdict = run(text, &Ground { exercise: &alone, ..*ground }, reach, cancel, &mut *events)?;
        // What nobody saw pass is the way in words, as it should be.
        if verdict.shown_leak().is_some() {
            return Ok(Some(verdict));
        }
    }
    Ok(None)
}

/// What running shows of a text, whatever its words say. For what is no hint: there only a test that turns green counts.
pub fn run(text: &str, ground: &Ground, reach: Reach, cancel: &Cancel, events: Sink) -> Result<Verdict, Error> {
    let Some(dialect) = Dialect::of(ground.language) else { return Ok(Verdict::clean()) };
    let mut plan = plan::plan(text, ground, &dialect, reach == Reach::Unit);
    // A review that is refused is missing: only what it shows or orders counts, not what a reader could guess from numbers and names.
    plan.attempts.retain(|attempt| reach != Reach::Review || !(attempt.is_guess && attempt.is_edit));
    let mut verdict = Verdict { harmless: plan.quoted.clone(), ..Verdict::clean() };
    if plan.attempts.is_empty() {
        return Ok(verdict);
    }
    let mut trials = match Trials::begin(ground, &dialect, cancel, events) {
        Ok(trials) => trials,
        // Nothing can be built here, so nobody could have tried either: reading has to do.
        Err(Error::TestRun(_)) => return Ok(by_suspicion(&plan, verdict)),
        Err(error) => return Err(error),
    };
    let shown = match trials.try_all(&plan.attempts) {
        Ok(shown) => shown,
        Err(Error::TestRun(_)) => return Ok(by_suspicion(&plan, verdict)),
        Err(error) => return Err(error),
    };
    let mut undecided = false;
    for (attempt, shown) in plan.attempts.iter().zip(shown) {
        match shown {
            Shown::Green(test) => {
                verdict.leak = Some(format!("with the code of the text in its place `{test}` passes"));
                verdict.quote = quote::shown(text, attempt);
                break;
            }
            Shown::Red => verdict.harmless.extend(attempt.defines.iter().cloned()),
            Shown::NotBuilt => {}
            // What was not tried is not known to be harmless: a text could hide the right code behind wrong pieces.
            Shown::TooSlow | Shown::NotTried => undecided |= !attempt.is_guess,
        }
    }
    verdict.runs = trials.made();
    // A machine too busy to tell is no reason to show what may be the solution.
    if verdict.leak.is_none() && (undecided || trials.out_of_time()) {
        verdict.leak = Some("what its code does could not be found out in time".to_owned());
        verdict.unshown = true;
    }
    Ok(verdict)
}

/// Whether none of these texts about the same unit leaks, found with few builds for all of them. A no only means that each has to be judged by itself.
pub fn none_leaks(texts: &[(&str, Reach)], ground: &Ground, cancel: &Cancel, events: Sink) -> Result<bool, Error> {
    let Some(dialect) = Dialect::of(ground.language) else { return Ok(true) };
    let is_told = |text: &str, reach: Reach| {
        plain_speech::fault(text, ground, reach).is_some()
            || retold::is_told(text, ground, &dialect, reach)
            || formula::is_told(text, ground, &dialect, reach)
    };
    if texts.iter().any(|(text, reach)| is_told(text, *reach)) {
        return Ok(false);
    }
    let plans = texts.iter().map(|(text, reach)| plan::plan(text, ground, &dialect, *reach == Reach::Unit));
    let attempts: Vec<splice::Attempt> = plans.flat_map(|plan| plan.attempts).collect();
    if attempts.is_empty() {
        return Ok(true);
    }
    let mut trials = Trials::begin(ground, &dialect, cancel, events)?;
    let shown = trials.try_all(&attempts)?;
    let harmless = |(attempt, shown): (&splice::Attempt, &Shown)| match shown {
        Shown::Red | Shown::NotBuilt => true,
        Shown::Green(_) | Shown::TooSlow => false,
        Shown::NotTried => attempt.is_guess,
    };
    Ok(!trials.out_of_time() && attempts.iter().zip(&shown).all(harmless))
}

/// The files with the code of a text in its places, one version for each way to take it that the text shows; for whoever runs them by other means.
pub fn fillings(text: &str, ground: &Ground, files: &[TextFile]) -> Vec<Vec<TextFile>> {
    let Some(dialect) = Dialect::of(ground.language) else { return Vec::new() };
    let plan = plan::plan(text, ground, &dialect, true);
    plan.attempts.iter().filter(|a| !a.is_guess).filter_map(|a| splice::spliced(files, a, &dialect)).collect()
}

fn by_suspicion(plan: &plan::Plan, mut verdict: Verdict) -> Verdict {
    verdict.leak = plan.suspicious.then(|| format!("{} tokens of the solution stand in it in a row", tokens::SUSPICIOUS));
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a text for the first unit of S100, where the reference has this body.
    fn why(body: &str, text: &str, level: u8) -> Option<String> {
        let pack = crate::pack::Bank::Embedded.load("rust", "S100").expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let source = whole.source_with(&[]);
        let ground = whole.ground("ex-1", &source);
        let reference = [TextFile {
            path: "src/lib.rs".to_owned(),
            content: format!("pub fn parcel_grams(contents_grams: u32, padding_sheets: u32) -> u32 {{\n    {body}\n}}\n"),
        }];
        let ground = Ground { reference: Some(&reference), ..ground };
        let (reach, cancel) = (Reach::of_level(level), Cancel::never());
        let verdict = judge(text, &ground, reach, &cancel, &mut |_| {}).expect("a verdict");
        assert!(verdict.leak().is_none() || !none_leaks(&[(text, reach)], &ground, &cancel, &mut |_| {}).expect("an answer"));
        verdict.leak().map(str::to_owned)
    }

    #[test]
    fn what_is_said_of_a_leak_fits_its_level() {
        let body = "padding_sheets * SHEET_GRAMS + BOX_GRAMS + contents_grams";
        let code = "`padding_sheets * SHEET_GRAMS` comes first, and then `BOX_GRAMS + contents_grams` and it.";
        let (second, third) = (why(body, code, 2).unwrap_or_default(), why(body, code, 3).unwrap_or_default());
        assert!(second.contains("only point, ask, explain"), "{second}");
        assert!(third.contains("approach may be told in prose") && !third.contains("only point"), "{third}");
    }

    #[test]
    fn a_formula_with_a_number_that_nobody_has_seen_is_no_hint() {
        let body = "let rows = (contents_grams + 976) / 977;\n    let rest = rows.max(padding_sheets);\n    if rest > 7 { rest } else { BOX_GRAMS }";
        assert!(why(body, "2000 of them are (2000 + 976) / 977 = 3 rows.", 2).is_some_and(|why| why.contains("a formula")));
        assert_eq!(why(body, "Of 2000 some rows are full, and the last one is not. How many are begun?", 2), None);
    }
}
