//! What was found about one text. Owns what a writer may be told of it; a learner sees nothing of that.

use crate::pack::Pack;

/// Only the leak module makes one, so holding it shows that somebody looked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub(super) leak: Option<Leak>,
    /// Nobody could run its code: a function of the exercise in it counts as given.
    pub(super) is_read_only: bool,
    /// Builds that it took.
    pub runs: usize,
}

/// How a text gives the solution away, and by which code. For whoever wrote it; a learner must not see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leak {
    pub why: String,
    quote: Option<String>,
}

impl Leak {
    pub fn new(why: impl Into<String>, quote: Option<&String>) -> Leak {
        Leak { why: why.into(), quote: quote.cloned() }
    }
}

impl Verdict {
    pub(super) fn clean() -> Verdict {
        Verdict { leak: None, is_read_only: false, runs: 0 }
    }

    /// How it leaks.
    pub fn leak(&self) -> Option<&str> {
        self.leak.as_ref().map(|leak| leak.why.as_str())
    }

    /// The part of the text that leaks.
    pub fn quote(&self) -> Option<&str> {
        self.leak.as_ref().and_then(|leak| leak.quote.as_deref())
    }

    /// Whether a function of the exercise that the text defines is given away by it: code that was run and does not pass is not.
    pub fn gives_functions(&self) -> bool {
        self.leak.is_some() || self.is_read_only
    }

    /// Etude's own words, which are made from the run and know no solution.
    pub fn of_own_words() -> Verdict {
        Verdict::clean()
    }

    /// A recorded reply without an exercise to try it on.
    pub fn by_reading_alone() -> Verdict {
        Verdict { is_read_only: true, ..Verdict::clean() }
    }

    /// A hint of a pack was proven with the pack: nothing, unless the text ends with one as it is there.
    pub fn of_pack(pack: &Pack, text: &str) -> Option<Verdict> {
        let mut hints = pack.meta.units.iter().flat_map(|u| [&u.hints.l1, &u.hints.l2, &u.hints.l3]);
        hints.any(|hint| text.ends_with(crate::text::clean(hint.trim()).as_str())).then(Verdict::clean)
    }
}
