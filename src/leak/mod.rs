//! Whether a hint, or a review of a red run, gives the solution away. It judges code, not prose: how much of it the learner can read nowhere, whether it is a run of a
//! solution, and first of all what it does when it is put into the learner's files in a scratch copy. Owns the verdict, which the guard asks for before it accepts a
//! text. It never touches the learner's workspace, and it runs nothing for a text without code.

mod budget;
mod code;
mod ground;
mod pack;
mod splice;
pub(crate) mod tokens;
mod trial;
mod verdict;

use std::collections::BTreeSet;
use std::time::Duration;

use crate::error::Error;
use crate::event::{Event, Sink};
use crate::language::Language;
use crate::runner::Cancel;

pub use ground::Ground;
pub use pack::{LeakingHint, PackGround, PackHint, hints};
pub use verdict::Verdict;

/// How long a learner waits for the verdict on a text.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// Pieces with fewer tokens are fragments: what counts is whether they settle all that fails.
const FRAGMENT: usize = 10;

/// Which text it is: that says how far it may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// A hint of this level.
    Level(u8),
    /// What a reviewer says of a run.
    Review,
}

impl Reach {
    pub fn of_level(level: u8) -> Reach {
        Reach::Level(level)
    }

    /// At the top of the ladder a part may be shown.
    fn is_top(self) -> bool {
        matches!(self, Reach::Level(level) if level >= crate::session::TOP_LEVEL)
    }

    fn name(self) -> &'static str {
        if self == Reach::Review { "the review" } else { "the hint" }
    }
}

/// Judges one text. Builds and runs only where it has code that could stand in a function of the unit.
pub fn judge(text: &str, ground: &Ground, reach: Reach, cancel: &Cancel, events: Sink) -> Result<Verdict, Error> {
    let Some(syntax) = ground.language.syntax() else { return Ok(Verdict::clean()) };
    let pieces = code::pieces(text, syntax);
    let (spent, allowed) = (budget::spent(&pieces, ground), budget::allowed(reach));
    if spent > allowed {
        let leak = format!("it has {spent} tokens of code that the learner can read nowhere, and at most {allowed} may be shown here");
        let longest = pieces.iter().map(|p| &p.text).max_by_key(|text| text.len()).cloned();
        return Ok(Verdict { leak: Some(leak), quote: longest, ..Verdict::clean() });
    }
    let places = ground.places(syntax);
    let attempts = splice::attempts(&pieces, ground, &places, syntax);
    if attempts.is_empty() {
        return Ok(Verdict::clean());
    }
    events(Event::Checking { what: reach.name().to_owned() });
    let shown = match trial::run(ground, &places, &attempts, syntax, cancel) {
        // Nothing can be built here: reading has to do.
        Err(Error::TestRun(_)) => trial::Shown { green: None, builds: 0 },
        other => other?,
    };
    let verdict = Verdict { runs: shown.builds, ..Verdict::clean() };
    let Some((before, after)) = shown.green else {
        let leak = budget::is_suspicious(&pieces, ground).then(|| "a long run of the solution stands in it".to_owned());
        return Ok(Verdict { leak, ..verdict });
    };
    let tests: BTreeSet<String> = ground.tests().into_iter().collect();
    for (attempt, green) in attempts.iter().zip(after) {
        let Some(place) = places.iter().position(|p| p.key == attempt.key) else { continue };
        let failing: BTreeSet<&String> = tests.difference(&before[place]).collect();
        let settled: Vec<&&String> = failing.iter().filter(|test| green.contains(**test)).collect();
        let enough = if reach.is_top() || attempt.size() < FRAGMENT { failing.len() } else { 1 };
        if let Some(test) = settled.first().filter(|_| settled.len() >= enough) {
            let leak = format!("with the code of the text in its place `{test}` passes");
            return Ok(Verdict { leak: Some(leak), quote: Some(attempt.code.clone()), ..verdict });
        }
    }
    Ok(verdict)
}

/// The functions of these names that the code of a text defines with a body of their own.
pub fn defined(text: &str, language: &Language, names: &[String]) -> Vec<String> {
    let Some(syntax) = language.syntax() else { return Vec::new() };
    let pieces = code::pieces(text, syntax);
    let functions: Vec<_> = pieces.iter().flat_map(|p| syntax.heads(&p.text)).filter(|h| h.mark.is_none()).collect();
    names.iter().filter(|name| functions.iter().any(|f| f.name == **name)).cloned().collect()
}
