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
mod signs;
pub(crate) mod splice;
mod spoken;
mod steps;
mod template;
pub(crate) mod tokens;
mod told;
mod tongue;
mod trial;
mod twin;
mod typed_in;
mod wording;
mod wrapped;

use crate::error::Error;
use crate::event::Sink;
use crate::exercise::{Exercise, TextFile};
use crate::language::Language;
use crate::pack::Pack;
use crate::runner::Cancel;
use crate::runner::sandbox::around::Mode;
use crate::syntax::Head;
use crate::workspace::GeneratedFile;

pub use folders::Folders;
pub use pack::{LeakingHint, PackGround, hints};
use splice::Dialect;
use trial::{Shown, Trials};

/// What a hint is held against.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    pub language: &'static Language,
    pub exercise: &'a Exercise,
    /// The unit that the hint is for.
    pub unit: &'a str,
    /// The learner's files as they are now, by their paths in the workspace.
    pub source: &'a [TextFile],
    pub starter: &'a [TextFile],
    /// What else etude wrote: the tests, the project files, the lesson.
    pub generated: &'a [GeneratedFile],
    /// The sealed solution, where there is one; the files that it does not have are the starter's.
    pub reference: Option<&'a [TextFile]>,
    /// Other right solutions, as far as somebody wrote some: who tells one of them tells the answer too.
    pub others: &'a [Vec<TextFile>],
    /// What else the learner has been shown: the compiler's own words.
    pub said: &'a [String],
    /// The tests of the unit that are green with these very files; None where nobody knows.
    pub green: Option<&'a [String]>,
    /// Folders of the same exercise in which something was tried before, where there may be some.
    pub folders: Option<&'a Folders>,
    pub sandbox: Mode,
}

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

/// What was found about one text. Only this module makes one, so holding it shows that somebody looked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// How it leaks.
    leak: Option<String>,
    /// The part of the text that does, where it can be told. For whoever wrote the text; a learner must not see it.
    quote: Option<String>,
    /// It counts as leaking although no run showed it: nobody could find out in time, or its words prescribe the change.
    unshown: bool,
    /// Stubs that the text defines without giving them away: the learner's own words, or code that was run and does not pass.
    harmless: Vec<String>,
    pub runs: usize,
}

impl Verdict {
    fn clean() -> Verdict {
        Verdict { leak: None, quote: None, unshown: false, harmless: Vec::new(), runs: 0 }
    }

    fn by_words(why: String, quote: String) -> Verdict {
        Verdict { leak: Some(why), quote: Some(quote), unshown: true, ..Verdict::clean() }
    }

    pub fn leak(&self) -> Option<&str> {
        self.leak.as_deref()
    }

    /// The part of the text that leaks, for whoever wrote it.
    pub fn quote(&self) -> Option<&str> {
        self.quote.as_deref()
    }

    /// A test that turned green by it: what running showed, and no doubt counted as one.
    pub fn shown_leak(&self) -> Option<&str> {
        self.leak().filter(|_| !self.unshown)
    }

    pub fn is_harmless(&self, stub: &str) -> bool {
        self.harmless.iter().any(|s| s == stub)
    }

    /// Etude's own words, which are made from the run and know no solution.
    pub fn of_own_words() -> Verdict {
        Verdict::clean()
    }

    /// A recorded reply without an exercise to try it on: judged by reading alone.
    pub fn by_reading_alone() -> Verdict {
        Verdict::clean()
    }

    /// A hint of a pack was proven with the pack: nothing, unless the text ends with one as it stands there.
    pub fn of_pack(pack: &Pack, text: &str) -> Option<Verdict> {
        let hints = pack.meta.units.iter().flat_map(|u| [&u.hints.l1, &u.hints.l2, &u.hints.l3]);
        let mut known = hints.map(|h| crate::text::clean(h.trim()));
        let stubs = pack.meta.units.iter().flat_map(|u| u.stubs.iter().cloned()).collect();
        known.any(|hint| text.ends_with(hint.as_str())).then(|| Verdict { harmless: stubs, ..Verdict::clean() })
    }
}

/// At most so many variants are built for one text.
const MOST_RUNS: usize = 10;

/// Judges one text. Builds and runs only where there is code in it that could stand in a stub of the unit.
pub fn judge(text: &str, ground: &Ground, reach: Reach, cancel: &Cancel, events: Sink) -> Result<Verdict, Error> {
    let Some(dialect) = Dialect::of(ground.language) else { return Ok(Verdict::clean()) };
    if let Some(fault) = plain_speech::fault(text, ground, reach) {
        let is_faulty = |part: &str| plain_speech::fault(part, ground, reach) == Some(fault);
        return Ok(Verdict::by_words(format!("{fault}, and {}", reach.allows()), quote::least(text, is_faulty)));
    }
    let prescribed = |text: &str| prescribe::is_told(text, ground, &dialect, reach);
    if prescribed(text) {
        let why = format!("it prescribes a change of the learner's own code, where {}", reach.allows());
        return Ok(Verdict::by_words(why, quote::least(text, prescribed)));
    }
    let retold = |text: &str| retold::is_told(text, ground, &dialect, reach);
    if retold(text) {
        let why = format!("it tells step by step what the solution does, where {}", reach.allows());
        return Ok(Verdict::by_words(why, quote::least(text, retold)));
    }
    let formula = |text: &str| formula::is_told(text, ground, &dialect, reach);
    if formula(text) {
        let why = format!("it tells a formula of the solution, where {}", reach.allows());
        return Ok(Verdict::by_words(why, quote::least(text, formula)));
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

impl<'a> Ground<'a> {
    /// Everything that the learner can read: own files, starter, tests and lesson.
    fn texts(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.source.iter().chain(self.starter).map(|f| f.content.as_str()).chain(self.generated.iter().map(|f| f.content.as_str()))
    }

    /// The stubs of the unit, each name once: types may have a stub of one name each, and a text that is about one of them goes to the first.
    fn stubs(&self) -> impl Iterator<Item = &'a str> {
        let mut seen = std::collections::HashSet::new();
        let all = self.exercise.unit(self.unit).into_iter().flat_map(|u| u.stubs.iter().map(|s| s.name.as_str()));
        all.filter(move |name| seen.insert(*name))
    }

    /// A stub's head: as the learner has it, else as it was handed out.
    fn head(&self, stub: &str, dialect: &Dialect) -> Option<Head> {
        splice::find(self.source, stub, dialect).or_else(|| splice::find(self.starter, stub, dialect)).map(|(_, head)| head)
    }

    /// The learner has written something before or after the mark.
    fn is_begun(&self, stub: &str, dialect: &Dialect) -> bool {
        let Some((at, head)) = splice::find(self.source, stub, dialect) else { return false };
        let Some(mark) = head.mark else { return false };
        let content = &self.source[at].content;
        let around = format!("{} {}", &content[head.body.start + 1..mark.start], &content[mark.end..head.body.end - 1]);
        tokens::texts(&around, true).iter().any(|t| *t != ";")
    }

    /// The stubs of the unit that the learner has written to their ends, as long as a test of it is not known to pass.
    fn written(&self, dialect: &Dialect) -> Vec<String> {
        let of_unit = self.exercise.tests.iter().filter(|t| t.unit.as_deref() == Some(self.unit));
        if self.green.is_some_and(|green| of_unit.clone().all(|t| green.contains(&t.name))) {
            return Vec::new();
        }
        let own = |stub: &str| {
            let item = splice::item(self.source, stub, dialect)?;
            let is_whole = splice::find(self.source, stub, dialect).is_none_or(|(_, head)| head.mark.is_none());
            (is_whole && splice::item(self.starter, stub, dialect).as_ref() != Some(&item)).then_some(item)
        };
        self.stubs().filter_map(own).collect()
    }

    /// Functions that the reference has beside the stubs.
    fn helpers(&self, dialect: &Dialect) -> String {
        let stubs = self.exercise.stub_names();
        let there = |name: &str| splice::find(self.source, name, dialect).is_some();
        let mut found = Vec::new();
        for file in self.reference.unwrap_or_default() {
            let heads = dialect.syntax.heads(&file.content);
            let own = heads.iter().filter(|h| !stubs.contains(&h.name) && !h.has_self && !there(&h.name));
            found.extend(own.map(|h| file.content[h.item.clone()].to_owned()));
        }
        found.join("\n")
    }
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
