//! What was found about one text, and where somebody need not look. Owns what a writer may be told of it; a learner sees nothing of that.

use crate::pack::Pack;

/// What was found about one text. Only the leak module makes one, so holding it shows that somebody looked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// How it leaks.
    pub(super) leak: Option<String>,
    /// The part of the text that does, where it can be told. For whoever wrote the text; a learner must not see it.
    pub(super) quote: Option<String>,
    /// It counts as leaking although no run showed it: nobody could find out in time, or its words prescribe the change.
    pub(super) unshown: bool,
    /// Stubs that the text defines without giving them away: the learner's own words, or code that was run and does not pass.
    pub(super) harmless: Vec<String>,
    pub runs: usize,
}

impl Verdict {
    pub(super) fn clean() -> Verdict {
        Verdict { leak: None, quote: None, unshown: false, harmless: Vec::new(), runs: 0 }
    }

    pub(super) fn by_words(why: String, quote: String) -> Verdict {
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
