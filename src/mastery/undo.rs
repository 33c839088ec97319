//! Taking back what a session gave, because its exercise was broken. The only way in which a level falls, and it is recorded like every other change:
//! what other sessions earned stays.

use jiff::Timestamp;

use super::schedule::{Rating, Schedule, Sitting};
use super::{Change, Help, Mastery};

const WHY_UNDONE: &str = "the exercise was reported as broken, so its passes do not count";

impl Mastery {
    /// Sets a node to what it is without the passes of one session.
    pub fn undo_session(&mut self, node: &str, session: &str, attempt_index: u32, now: Timestamp) -> Option<Change> {
        let entry = self.nodes.get_mut(node)?;
        if !entry.history.iter().any(|c| c.session_id == session && !c.is_undo()) {
            return None;
        }
        let (from, session_id, why) = (entry.level, session.to_owned(), WHY_UNDONE.to_owned());
        let mut change = Change { from, to: from, at: now, session_id, attempt_index, why, worth: None, undo: true };
        entry.record(change.clone());
        change.to = entry.earned().min(from);
        entry.level = change.to;
        entry.history.last_mut()?.to = change.to;
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
        let (at, session_id, why) = (Timestamp::UNIX_EPOCH, session.to_owned(), "passed at D2".to_owned());
        Change { from, to, at, session_id, attempt_index: 1, why, worth: None, undo: false }
    }

    fn again(level: u8, worth: u8, session: &str) -> Change {
        Change { worth: Some(worth), ..change(level, level, session) }
    }

    fn mastery(level: u8, history: Vec<Change>) -> Mastery {
        Mastery { nodes: [("S100".to_owned(), NodeMastery { level, history })].into() }
    }

    fn undo(mastery: &mut Mastery, session: &str) -> Option<(u8, u8)> {
        mastery.undo_session("S100", session, 1, Timestamp::UNIX_EPOCH).map(|c| (c.from, c.to))
    }

    #[test]
    fn a_level_falls_to_what_the_other_sessions_earned() {
        assert_eq!(undo(&mut mastery(2, vec![change(0, 2, "a")]), "a"), Some((2, 0)));
        assert_eq!(undo(&mut mastery(3, vec![change(0, 2, "a"), change(2, 3, "b")]), "a"), Some((3, 3)));
        assert_eq!(undo(&mut mastery(3, vec![change(0, 2, "a"), change(2, 3, "b")]), "b"), Some((3, 2)));
        assert_eq!(undo(&mut mastery(2, vec![change(0, 2, "a"), again(2, 1, "b")]), "a"), Some((2, 1)), "the other pass was worth 1");
        assert_eq!(undo(&mut mastery(2, vec![change(1, 2, "a")]), "a"), Some((2, 1)), "a level from before the record stays");
        assert_eq!(undo(&mut mastery(2, vec![change(0, 2, "a")]), "none"), None);
    }

    #[test]
    fn undoing_is_recorded_and_a_second_one_sees_the_first() {
        let mut both = mastery(2, vec![change(0, 2, "a"), again(2, 2, "b")]);
        assert_eq!(undo(&mut both, "a"), Some((2, 2)));
        assert_eq!(undo(&mut both, "b"), Some((2, 0)));
        let history = &both.nodes["S100"].history;
        assert_eq!((history.len(), history[2].undo, history[3].undo, history[3].to), (4, true, true, 0));
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
