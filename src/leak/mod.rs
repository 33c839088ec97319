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

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::error::Error;
use crate::event::{Event, Sink};
use crate::language::Language;
use crate::runner::Cancel;
use crate::syntax::Syntax;
use crate::trials::lineup::Key;

use code::Piece;
pub use ground::Ground;
use ground::Place;
pub use pack::{LeakingHint, PackGround};
use splice::Attempt;
use trial::Trial;
use verdict::Leak;
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
    let read = Read::new(text, ground, reach, syntax);
    if read.leak.is_some() || read.attempts.is_empty() {
        return Ok(Verdict { leak: read.leak, ..Verdict::clean() });
    }
    events(Event::Checking { what: reach.name().to_owned() });
    let mut trial = Trial::new(ground, syntax, cancel);
    let leak = match read.run(&mut trial) {
        Ok(Shown::Leak(leak)) => Some(leak),
        Ok(Shown::Nothing) => None,
        // Nobody could find out: reading has to do.
        Ok(Shown::Undecided) | Err(Error::TestRun(_)) => {
            budget::is_suspicious(&read.pieces, ground).then(|| Leak::new("a long run of the solution stands in it", None))
        }
        Err(error) => return Err(error),
    };
    Ok(Verdict { leak, runs: trial.builds, ..Verdict::clean() })
}

/// What reading finds in a text.
struct Read {
    reach: Reach,
    pieces: Vec<Piece>,
    /// The functions of the unit and its tests.
    places: Vec<Place>,
    tests: Vec<String>,
    attempts: Vec<Attempt>,
    /// Why nothing has to be run.
    leak: Option<Leak>,
}

impl Read {
    fn new(text: &str, ground: &Ground, reach: Reach, syntax: &dyn Syntax) -> Read {
        let (pieces, places) = (code::pieces(text, syntax), ground.places(syntax));
        let (spent, allowed) = (budget::spent(&pieces, ground), budget::allowed(reach));
        let leak = (spent > allowed).then(|| {
            let why = format!("it has {spent} tokens of code that the learner can read nowhere, and at most {allowed} may be shown here");
            Leak::new(why, pieces.iter().map(|p| &p.text).max_by_key(|text| text.len()))
        });
        let attempts = splice::attempts(&pieces, ground, &places, syntax);
        Read { reach, pieces, places, tests: ground.tests(), attempts, leak }
    }

    fn run(&self, trial: &mut Trial) -> Result<Shown, Error> {
        let items: Vec<(&Key, &str)> = self.attempts.iter().map(|a| (&a.key, a.item.as_str())).collect();
        let Some((before, after)) = trial.run(&self.places, &items)? else { return Ok(Shown::Undecided) };
        let mut guessed = BTreeMap::new();
        for settled in self.settled(&before, &after) {
            if !settled.is_all && !guessed.contains_key(&settled.place) {
                guessed.insert(settled.place, trial.guessed(&self.places[settled.place])?);
            }
            if let Some(leak) = settled.leak(guessed.get(&settled.place)) {
                return Ok(Shown::Leak(leak));
            }
        }
        Ok(Shown::Nothing)
    }

    /// The attempts that settle what they must not: `before` are the tests that pass without them, for each place, and `after` those that pass with each.
    fn settled<'r>(&'r self, before: &[Option<Tests>], after: &[Option<Tests>]) -> Vec<Settled<'r>> {
        let mut found = Vec::new();
        for (attempt, green) in self.attempts.iter().zip(after) {
            let Some(place) = self.places.iter().position(|p| p.key == attempt.key) else { continue };
            let (Some(before), Some(green)) = (&before[place], green) else { continue };
            let failing: Vec<&String> = self.tests.iter().filter(|test| !before.contains(*test)).collect();
            let tests: Vec<&String> = failing.iter().copied().filter(|test| green.contains(*test)).collect();
            let is_all = tests.len() == failing.len();
            let enough = is_all || !self.reach.is_top() && attempt.size() >= FRAGMENT;
            if enough && !tests.is_empty() {
                found.push(Settled { place, attempt, tests, is_all });
            }
        }
        found
    }
}

/// What running the attempts showed.
enum Shown {
    Leak(Leak),
    Nothing,
    Undecided,
}

/// What an attempt does.
struct Settled<'r> {
    place: usize,
    attempt: &'r Attempt,
    /// The failing tests that pass with it, and whether those are all.
    tests: Vec<&'r String>,
    is_all: bool,
}

impl Settled<'_> {
    /// A test that a guess passes as well shows nothing, unless all pass.
    fn leak(&self, guessed: Option<&Tests>) -> Option<Leak> {
        let is_guess = |test: &str| !self.is_all && guessed.is_some_and(|g| g.contains(test));
        let test = self.tests.iter().find(|test| !is_guess(test))?;
        Some(Leak::new(format!("with the code of the text in its place `{test}` passes"), Some(&self.attempt.code)))
    }
}

/// Names of tests.
type Tests = BTreeSet<String>;

/// The functions of these names that the code of a text defines with a body of their own.
pub fn defined(text: &str, language: &Language, names: &[String]) -> Vec<String> {
    let Some(syntax) = language.syntax() else { return Vec::new() };
    let pieces = code::pieces(text, syntax);
    let functions: Vec<_> = pieces.iter().flat_map(|p| syntax.heads(&p.text)).filter(|h| h.mark.is_none()).collect();
    names.iter().filter(|name| functions.iter().any(|f| f.name == **name)).cloned().collect()
}

#[cfg(test)]
mod tests;
