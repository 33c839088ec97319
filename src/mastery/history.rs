//! What the history of a node says: which passes count, what level they come to, and which of them may be forgotten when it gets long. Pure.

use std::collections::HashSet;

use super::{Change, NodeMastery};

/// A change a day for half a year. What is beyond says nothing that the rest does not.
pub const MAX_CHANGES: usize = 200;

impl Change {
    /// A level falls in no other way, so an entry from before it was marked shows by that.
    pub fn is_undo(&self) -> bool {
        self.undo || self.to < self.from
    }

    fn worth(&self) -> u8 {
        self.worth.unwrap_or(self.to).min(self.to)
    }
}

impl NodeMastery {
    pub(super) fn record(&mut self, change: Change) {
        self.history.push(change);
        self.shorten();
    }

    /// Sessions whose passes were taken back.
    pub fn undone(&self) -> HashSet<&str> {
        self.history.iter().filter(|c| c.is_undo()).map(|c| c.session_id.as_str()).collect()
    }

    /// The latest pass that counts.
    pub fn last_pass(&self) -> Option<&Change> {
        let undone = self.undone();
        self.history.iter().rev().find(|c| !undone.contains(c.session_id.as_str()))
    }

    /// The level that the passes come to which were not taken back. A level that was there before the first entry came from elsewhere, and stays.
    pub fn earned(&self) -> u8 {
        let (undone, before) = (self.undone(), self.history.first().map_or(0, |c| c.from));
        let passes = self.history.iter().filter(|c| !undone.contains(c.session_id.as_str()));
        passes.map(Change::worth).fold(before, u8::max)
    }

    /// Sets the level of a history that was put together from several. A level higher than one of them accounts for came from elsewhere, and stays.
    pub fn settle(&mut self, parts: &[&NodeMastery]) {
        self.shorten();
        let unaccounted = parts.iter().map(|part| if part.level > part.earned() { part.level } else { 0 });
        self.level = unaccounted.fold(self.earned(), u8::max);
    }

    /// Forgets the oldest of what makes no difference. The first entry stays, because it says where all began.
    fn shorten(&mut self) {
        let mut surplus = self.history.len().saturating_sub(MAX_CHANGES);
        if surplus == 0 {
            return;
        }
        let undone: HashSet<String> = self.undone().into_iter().map(str::to_owned).collect();
        let counts = |c: &Change| !undone.contains(&c.session_id);
        // For each place, the most that any later pass is worth.
        let mut later: Vec<u8> = Vec::with_capacity(self.history.len());
        let mut most = 0;
        for change in self.history.iter().rev() {
            later.push(most);
            most = most.max(if counts(change) { change.worth() } else { 0 });
        }
        let mut drop_some = |history: &mut Vec<Change>, says_nothing: &dyn Fn(&Change, usize) -> bool| {
            let mut at = 0;
            history.retain(|change| {
                let drops = surplus > 0 && at > 0 && says_nothing(change, at);
                (at, surplus) = (at + 1, surplus - usize::from(drops));
                !drops
            });
        };
        let last = self.history.len() - 1;
        drop_some(&mut self.history, &|c, at| counts(c) && c.to == c.from && c.worth() <= later[last - at]);
        // What is left are passes that were taken back and their marks. A mark stays as long as its pass does.
        let first = self.history.first().map(|c| c.session_id.clone());
        drop_some(&mut self.history, &|c, _| !counts(c) && first.as_ref() != Some(&c.session_id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;

    fn change(from: u8, to: u8, worth: u8, session: &str) -> Change {
        let (at, session_id) = (Timestamp::UNIX_EPOCH, session.to_owned());
        Change { from, to, at, session_id, attempt_index: 1, why: String::new(), worth: Some(worth), undo: false }
    }

    fn undo(from: u8, to: u8, session: &str) -> Change {
        Change { undo: true, worth: None, ..change(from, to, 0, session) }
    }

    fn node(level: u8, history: Vec<Change>) -> NodeMastery {
        NodeMastery { level, history }
    }

    #[test]
    fn what_was_taken_back_does_not_count() {
        let history = vec![change(0, 2, 2, "a"), change(2, 2, 1, "b"), undo(2, 1, "a")];
        let all = node(1, history);
        assert_eq!(all.earned(), 1);
        assert_eq!(all.last_pass().map(|c| c.session_id.as_str()), Some("b"));
        let old = Change { undo: false, ..undo(2, 0, "a") };
        assert_eq!(node(0, vec![change(0, 2, 2, "a"), old]).earned(), 0, "from before it was marked");
    }

    #[test]
    fn a_level_without_a_history_stays() {
        let (bare, passed) = (node(3, vec![]), node(1, vec![change(0, 1, 1, "a")]));
        let mut united = passed.clone();
        united.settle(&[&bare, &passed]);
        assert_eq!(united.level, 3);
        united.settle(&[&united.clone(), &passed]);
        assert_eq!(united.level, 3, "and again");
    }

    #[test]
    fn a_long_history_forgets_what_makes_no_difference() {
        let mut long = node(0, vec![]);
        for n in 0..1000_u32 {
            let worth = if n == 400 { 3 } else { 1 };
            let (from, to) = (long.level, long.level.max(worth));
            long.level = to;
            long.record(change(from, to, worth, &format!("s{n}")));
        }
        let sessions: Vec<&str> = long.history.iter().map(|c| c.session_id.as_str()).collect();
        assert_eq!((sessions.len(), sessions[0], sessions[1], sessions[199]), (MAX_CHANGES, "s0", "s400", "s999"));
        assert_eq!((long.level, long.earned()), (3, 3));
        long.record(undo(3, 1, "s400"));
        assert_eq!((long.history.len(), long.earned()), (MAX_CHANGES, 1), "what the others earned is still known");
    }

    #[test]
    fn a_history_of_nothing_but_undone_passes_stays_short_and_undone() {
        let mut all = node(0, vec![]);
        for n in 0..300 {
            all.record(change(0, 1, 1, &format!("s{n}")));
            all.record(undo(1, 0, &format!("s{n}")));
        }
        assert!(all.history.len() <= MAX_CHANGES && all.history[0].session_id == "s0");
        assert_eq!(all.earned(), 0);
    }
}
