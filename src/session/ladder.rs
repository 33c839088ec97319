//! The hint ladder and the reveal rule: one ladder per unit, and a solution only when policy and the attempts made allow it. Permission comes from
//! here alone; nothing a reply says about itself changes it.

use jiff::Timestamp;

use super::{Hint, Session};

pub const TOP_LEVEL: u8 = 3;

/// How many distinct tries of one's own open the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevealRule {
    pub after_attempts: u32,
}

impl Default for RevealRule {
    fn default() -> Self {
        RevealRule { after_attempts: 4 }
    }
}

/// What asking for the solution would mean now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Reveal {
    /// Earned by trying: a later pass counts as level 1.
    Earned,
    /// Possible, but it is giving up: mastery does not rise from this exercise.
    GivingUp { tries_left: u32 },
    /// Nothing has been tried yet.
    NotYet,
}

impl Session {
    /// The unit a hint is for: the first failing one of the latest run, `ex-1` without evidence.
    pub fn target_unit(&self) -> String {
        self.latest_attempt().and_then(|a| a.evidence.first_failing_unit()).unwrap_or("ex-1").to_owned()
    }

    pub fn hint_level(&self, unit: &str) -> u8 {
        self.attempt_state.hints.iter().filter(|h| h.unit == unit).map(|h| h.level).max().unwrap_or(0)
    }

    /// The stored text of the top of the ladder, once it was reached.
    pub fn top_hint(&self, unit: &str) -> Option<&Hint> {
        self.attempt_state.hints.iter().find(|h| h.unit == unit && h.level == TOP_LEVEL)
    }

    pub fn record_hint(&mut self, unit: &str, level: u8, text: String, now: Timestamp) {
        let attempt_index = self.attempt_state.attempt_index;
        self.attempt_state.hints.retain(|h| !(h.unit == unit && h.level == level));
        self.attempt_state.hints.push(Hint { unit: unit.to_owned(), level, text, attempt_index, at: now });
        self.last_accessed_at = now;
        self.refresh_ladder();
    }

    pub(super) fn refresh_ladder(&mut self) {
        self.attempt_state.hint_level_used = self.hint_level(&self.target_unit());
    }

    /// The highest level used on any unit: what a pass was helped by.
    pub fn strongest_hint(&self) -> u8 {
        self.attempt_state.hints.iter().map(|h| h.level).max().unwrap_or(0)
    }

    /// A pass of this session has counted already.
    pub fn mastery_counted(&self) -> bool {
        use crate::stage::reply::PassFail;
        self.attempt_state.reviews.iter().any(|r| matches!(r.verdict, PassFail::Pass | PassFail::ProvisionalPass))
    }

    pub fn reveal(&self, rule: RevealRule) -> Reveal {
        let tries = u32::try_from(self.attempt_state.distinct_sources.len()).unwrap_or(u32::MAX);
        if tries >= rule.after_attempts {
            Reveal::Earned
        } else if tries >= 1 {
            Reveal::GivingUp { tries_left: rule.after_attempts - tries }
        } else {
            Reveal::NotYet
        }
    }
}
