//! What to take up next, and why. Pure: from the map and what is known of a learner to an ordered list, the same for the same. It never names a node
//! with unmet prerequisites, and says of each whether it can be started here and now.

mod reason;

pub use reason::Reason;

use jiff::Timestamp;

use crate::curriculum::Node;
use crate::mastery::Mastery;
use crate::mastery::schedule::Schedule;
use crate::misconception::Remediation;

/// What is known of a learner.
#[derive(Clone, Copy)]
pub struct Learner<'a> {
    pub mastery: &'a Mastery,
    /// Mix-ups that keep coming back.
    pub risks: &'a [Remediation],
    pub schedule: &'a Schedule,
    /// Exercises that are open.
    pub open: &'a [OpenExercise],
    /// Exercises that were reported as broken and not taken up again since.
    pub reported: &'a [ReportedExercise],
    /// An exercise for this node can be had: it is in the bank, or a model is set up.
    pub startable: &'a dyn Fn(&Node) -> bool,
    /// The exercise that a start would give, where that is certain: the bank has one for each node, a model makes a fresh one.
    pub exercise: &'a dyn Fn(&Node) -> Option<String>,
    pub now: Timestamp,
}

/// A session that can be gone on with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenExercise {
    pub session: String,
    pub node: String,
    pub begun: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedExercise {
    pub node: String,
    pub exercise: String,
}

/// A start of this node would give an exercise that the learner reported.
pub fn is_reported(node: &Node, reported: &[ReportedExercise], exercise: &dyn Fn(&Node) -> Option<String>) -> bool {
    let mut of_node = reported.iter().filter(|r| r.node == node.id).peekable();
    of_node.peek().is_some() && exercise(node).is_some_and(|id| of_node.any(|r| r.exercise == id))
}

#[derive(Debug, Clone, PartialEq)]
pub struct Recommendation<'n> {
    pub node: &'n Node,
    pub reason: Reason,
    pub startable: bool,
    /// The session to go on with, instead of a fresh start.
    pub resume: Option<String>,
}

impl Recommendation<'_> {
    /// It can be begun or gone on with right now.
    pub fn is_ready(&self) -> bool {
        self.startable || self.resume.is_some()
    }

    /// Arguments for etude, without its name.
    pub fn command(&self) -> String {
        match &self.resume {
            Some(session) => format!("resume {session}"),
            None => self.node.start_command(),
        }
    }
}

/// Due nodes first, the longest overdue before the rest; then nodes where something keeps being mixed up; then what is open, nearest to what was
/// passed last. Within each, what can be started now goes first. Where nothing but an exercise that was reported is to be had, a node comes last.
pub fn recommend<'n>(nodes: &[&'n Node], learner: &Learner) -> Vec<Recommendation<'n>> {
    let last = last_passed(nodes, learner.mastery);
    let mut found = Vec::new();
    for (at, node) in nodes.iter().copied().enumerate().filter(|(_, node)| is_open(node, learner.mastery)) {
        let Some(class) = classify(node, learner) else { continue };
        let (startable, resume) = match class {
            // Another exercise for it would have to be made first.
            Class::Reported => (false, None),
            _ => ((learner.startable)(node), open_exercise(node, learner)),
        };
        let ready = startable || resume.is_some();
        found.push((class.rank(), !ready, class.urgency(), nearness(node, last), at, class, node, startable, resume));
    }
    found.sort_by_key(|(rank, not_ready, urgency, nearness, at, ..)| (*rank, *not_ready, *urgency, *nearness, *at));
    let mut track_named = false;
    let mut reason_of = |class: Class, node: &Node| match class {
        Class::Due { days, .. } => Reason::Due { days },
        Class::MixedUp { tag, count, here } => Reason::MixedUp { tag, count, here },
        Class::InProgress => Reason::InProgress,
        Class::Reported => Reason::Reported,
        Class::Open if last.is_none() => Reason::FirstStep,
        Class::Open if !track_named && last.is_some_and(|last| same_track(node, last)) => {
            track_named = true;
            Reason::NextInTrack
        }
        Class::Open => reason::of_open(nodes, node, learner.mastery),
    };
    let done = found.into_iter().map(|(.., class, node, startable, resume)| {
        let reason = reason_of(class, node);
        Recommendation { node, reason, startable, resume }
    });
    done.collect()
}

/// Why a node comes into question.
enum Class {
    Due { since: Timestamp, days: i64 },
    MixedUp { tag: String, count: u32, here: bool },
    InProgress,
    Open,
    Reported,
}

impl Class {
    fn rank(&self) -> u8 {
        match self {
            Class::Due { .. } => 0,
            Class::MixedUp { .. } => 1,
            Class::InProgress => 2,
            Class::Open => 3,
            Class::Reported => 4,
        }
    }

    /// Within a class, the lowest first: the longest overdue, the most often mixed up.
    fn urgency(&self) -> i64 {
        match self {
            Class::Due { since, .. } => since.as_second(),
            Class::MixedUp { count, .. } => -i64::from(*count),
            Class::InProgress | Class::Open | Class::Reported => 0,
        }
    }
}

fn is_open(node: &Node, mastery: &Mastery) -> bool {
    node.prerequisites.iter().all(|p| mastery.level(p) > 0)
}

fn classify(node: &Node, learner: &Learner) -> Option<Class> {
    let class = reason_to_take(node, learner)?;
    let in_progress = learner.open.iter().any(|e| e.node == node.id);
    let broken = !in_progress && is_reported(node, learner.reported, learner.exercise);
    Some(if broken { Class::Reported } else { class })
}

fn reason_to_take(node: &Node, learner: &Learner) -> Option<Class> {
    let passed = learner.mastery.level(&node.id) > 0;
    if let Some(card) = learner.schedule.card(&node.id).filter(|card| passed && card.is_due(learner.now)) {
        return Some(Class::Due { since: card.due, days: card.days_overdue(learner.now) });
    }
    if let Some(risk) = learner.risks.iter().find(|risk| risk.last.node == node.id) {
        return Some(Class::MixedUp { tag: risk.tag.clone(), count: risk.seen, here: risk.nodes.len() < 2 });
    }
    let in_progress = learner.open.iter().any(|e| e.node == node.id);
    (!passed).then_some(if in_progress { Class::InProgress } else { Class::Open })
}

/// The session to go on with. A due node is repeated from a fresh workspace, so only one begun since it fell due counts.
fn open_exercise(node: &Node, learner: &Learner) -> Option<String> {
    let since = learner.schedule.card(&node.id).map(|card| card.due);
    let fits = |e: &&OpenExercise| e.node == node.id && since.is_none_or(|due| due <= e.begun);
    learner.open.iter().find(fits).map(|e| e.session.clone())
}

/// The node passed last; of several passed at once the one further on.
fn last_passed<'n>(nodes: &[&'n Node], mastery: &Mastery) -> Option<&'n Node> {
    let at = |node: &Node| mastery.nodes.get(&node.id).filter(|n| n.level > 0).and_then(|n| n.last_pass()).map(|change| change.at);
    nodes.iter().filter_map(|node| at(node).map(|at| (at, *node))).max_by_key(|(at, _)| *at).map(|(_, node)| node)
}

/// How far a node is from the one passed last: what follows from it in its track, its track, what follows elsewhere, everything else.
fn nearness(node: &Node, last: Option<&Node>) -> usize {
    let Some(last) = last else { return 0 };
    match (same_track(node, last), node.prerequisites.contains(&last.id)) {
        (true, true) => 0,
        (true, false) => 1,
        (false, true) => 2,
        (false, false) => 3,
    }
}

/// Two languages may call a track the same.
fn same_track(one: &Node, other: &Node) -> bool {
    one.track == other.track && one.language == other.language
}

#[cfg(test)]
mod tests;
