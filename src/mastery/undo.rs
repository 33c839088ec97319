//! Taking back what a session gave, because its exercise was broken. The only way in which a level falls, and it is recorded like every other change:
//! what other sessions earned stays.

use jiff::Timestamp;

use super::schedule::{Rating, Schedule, Sitting};
use super::{Change, Help, Mastery};

/// What such a change says of itself, and how it is told from a pass.
pub const REPORTED_BROKEN: &str = "the exercise was reported as broken, so its passes do not count";

impl Mastery {
    /// Sets a node to what it is without the passes of one session. `worth_of` says what a pass that raised nothing is worth by itself.
    pub fn undo_session(
        &mut self,
        node: &str,
        session: &str,
        attempt_index: u32,
        now: Timestamp,
        worth_of: impl Fn(&Change) -> u8,
    ) -> Option<Change> {
        let entry = self.nodes.get_mut(node)?;
        let is_undo = |change: &Change| change.why == REPORTED_BROKEN;
        let undone = |id: &str| id == session || entry.history.iter().any(|c| is_undo(c) && c.session_id == id);
        if !entry.history.iter().any(|c| c.session_id == session && !is_undo(c)) {
            return None;
        }
        // A level that was there before the first entry came from elsewhere, and stays.
        let before = entry.history.first().map_or(0, |c| c.from);
        let earned = entry.history.iter().filter(|c| !is_undo(c) && !undone(&c.session_id));
        let to = earned.map(|c| if c.to > c.from { c.to } else { worth_of(c).min(c.to) }).fold(before, u8::max).min(entry.level);
        let change =
            Change { from: entry.level, to, at: now, session_id: session.to_owned(), attempt_index, why: REPORTED_BROKEN.to_owned() };
        entry.level = to;
        entry.history.push(change.clone());
        Some(change)
    }
}

impl Schedule {
    /// Works out a node's schedule again from the sittings that are left; without any, or at level 0, it has none.
    pub fn forget_session(&mut self, node: &str, session: &str, level: u8) {
        let Some(card) = self.nodes.remove(node) else { return };
        if !card.history.iter().any(|rated| rated.session_id == session) {
            self.nodes.insert(node.to_owned(), card);
            return;
        }
        if level == 0 {
            return;
        }
        for rated in card.history.iter().filter(|rated| rated.session_id != session) {
            let sitting = Sitting { node, session_id: &rated.session_id, begun: rated.at };
            match rated.rating {
                Rating::Again => self.record_lapse(sitting, rated.at),
                Rating::Hard => self.record_pass(sitting, Help { provisional: true, ..Help::default() }, rated.at),
                Rating::Good => self.record_pass(sitting, Help::default(), rated.at),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mastery::NodeMastery;

    fn change(from: u8, to: u8, session: &str) -> Change {
        Change { from, to, at: Timestamp::UNIX_EPOCH, session_id: session.to_owned(), attempt_index: 1, why: "passed at D2".to_owned() }
    }

    fn mastery(level: u8, history: Vec<Change>) -> Mastery {
        Mastery { nodes: [("S100".to_owned(), NodeMastery { level, history })].into() }
    }

    fn undo(mastery: &mut Mastery, session: &str, worth: u8) -> Option<(u8, u8)> {
        mastery.undo_session("S100", session, 1, Timestamp::UNIX_EPOCH, |_| worth).map(|c| (c.from, c.to))
    }

    #[test]
    fn a_level_falls_to_what_the_other_sessions_earned() {
        assert_eq!(undo(&mut mastery(2, vec![change(0, 2, "a")]), "a", 2), Some((2, 0)));
        assert_eq!(undo(&mut mastery(3, vec![change(0, 2, "a"), change(2, 3, "b")]), "a", 2), Some((3, 3)));
        assert_eq!(undo(&mut mastery(3, vec![change(0, 2, "a"), change(2, 3, "b")]), "b", 2), Some((3, 2)));
        assert_eq!(undo(&mut mastery(2, vec![change(0, 2, "a"), change(2, 2, "b")]), "a", 1), Some((2, 1)), "the other pass was worth 1");
        assert_eq!(undo(&mut mastery(2, vec![change(1, 2, "a")]), "a", 2), Some((2, 1)), "a level from before the record stays");
        assert_eq!(undo(&mut mastery(2, vec![change(0, 2, "a")]), "none", 2), None);
    }

    #[test]
    fn undoing_is_recorded_and_a_second_one_sees_the_first() {
        let mut both = mastery(2, vec![change(0, 2, "a"), change(2, 2, "b")]);
        undo(&mut both, "a", 2);
        assert_eq!(undo(&mut both, "b", 2), Some((2, 0)));
        assert_eq!(both.nodes["S100"].history.len(), 4);
    }

    #[test]
    fn a_schedule_forgets_the_session_and_keeps_the_others() {
        let at = |day: i64| Timestamp::from_second(day * 86_400).expect("a time");
        let sit = |schedule: &mut Schedule, session: &str, day: i64| {
            schedule.record_pass(Sitting { node: "S100", session_id: session, begun: at(day) }, Help::default(), at(day));
        };
        let (mut all, mut only) = (Schedule::default(), Schedule::default());
        sit(&mut all, "a", 1);
        sit(&mut all, "b", 9);
        sit(&mut only, "a", 1);
        all.forget_session("S100", "b", 1);
        assert_eq!(all, only);
        all.forget_session("S100", "other", 1);
        assert_eq!(all, only);
        all.forget_session("S100", "a", 0);
        assert_eq!(all, Schedule::default());
    }
}
