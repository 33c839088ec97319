//! `etude next`: what to take up next, and why. Reads and writes nothing; `attempt`, `review` and `end` ask here where to point.

use jiff::Timestamp;

use super::app::{App, Sessions};
use super::{Done, start};
use crate::curriculum::{self, Node};
use crate::error::Error;
use crate::event::Event;
use crate::language::{self, Language};
use crate::map::{self, Supply};
use crate::mastery::schedule::{Card, Schedule};
use crate::mastery::{MASTERY_FILE, MISCONCEPTIONS_FILE, Mastery, Misconceptions};
use crate::misconception;
use crate::pack::Bank;
use crate::pipeline;
use crate::provider::bank::exercise_id;
use crate::recommend::{Learner, OpenExercise, Recommendation, ReportedExercise, is_reported, recommend};
use crate::session::Status;
use crate::store::IndexEntry;
use crate::topic::custom;
use crate::view::{DueLine, NextLine, NextView, Practise, View};

const SHOWN: usize = 5;

/// Show what to take up next, and why.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The language: rust or c. Without it, the one you worked in last.
    #[arg(long)]
    language: Option<String>,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let sessions = app.sessions()?;
    let language = match &args.language {
        Some(name) => Some(language::by_name(name)?.name.clone()),
        None => last_language(&sessions),
    };
    let nodes = nodes_of(app, language.as_deref());
    let known = Known::read(app, &sessions.entries, true)?;
    let found = known.recommend(app, &nodes);
    let ready = found.iter().find(|r| r.is_ready());
    let (elsewhere, practise) = match ready {
        Some(_) => (None, None),
        None => (elsewhere(app, &known, language.as_deref()), known.to_practise(app, &nodes)),
    };
    let next = match (ready, elsewhere, practise) {
        (Some(first), ..) => first.command(),
        (None, Some(other), _) => format!("next --language {}", other.name),
        (None, None, Some(node)) => node.start_command(),
        (None, None, None) => "nodes".to_owned(),
    };
    let title = language.as_deref().and_then(|name| language::by_name(name).ok()).map(|l| l.title.clone());
    let view = NextView {
        language,
        language_title: title,
        items: found.iter().take(SHOWN).map(NextLine::from).collect(),
        more: found.len().saturating_sub(SHOWN),
        comes_back: comes_back(app, &known.schedule, &nodes),
        practise: practise.map(Practise::from),
        elsewhere: elsewhere.map(|l| l.title.clone()),
    };
    Ok(done(View::Next(view), next))
}

/// Where a finished exercise leads: the first thing of its language that can be taken up now, and the command for it. Trouble in finding it does not
/// spoil what was done: `otherwise` is named then.
pub(super) fn after(app: &mut App, language: &str, otherwise: &str) -> (Option<NextLine>, String) {
    let nodes = nodes_of(app, Some(language));
    let listed = app.store.list().map_err(Error::from);
    let known = listed.and_then(|listing| Known::read(app, &listing.entries, false));
    let Ok(known) = known else { return (None, otherwise.to_owned()) };
    let found = known.recommend(app, &nodes);
    match found.iter().find(|r| r.is_ready()) {
        Some(first) => (Some(NextLine::from(first)), first.command()),
        // `next` says what there would be, and what it needs.
        None => (None, "next".to_owned()),
    }
}

/// What is due in all languages, what has waited longest first. Where the only exercise was reported there is nothing to repeat.
pub(super) fn due(app: &App, schedule: &Schedule, entries: &[IndexEntry]) -> Vec<DueLine> {
    let reported = reported(entries);
    let broken = |id: &str| curriculum::node(id).is_some_and(|node| is_broken(app, node, &reported));
    let line = |(node, card): (&str, &Card)| due_line(app, node, card, card.days_overdue(app.now));
    schedule.due(app.now).into_iter().filter(|(node, _)| !broken(node)).map(line).collect()
}

/// Exercises that were reported. Who began one again after that has taken the matter into their own hands.
pub(super) fn reported(entries: &[IndexEntry]) -> Vec<ReportedExercise> {
    let same = |a: &IndexEntry, b: &IndexEntry| a.node_id == b.node_id && a.exercise_id == b.exercise_id;
    let again = |e: &IndexEntry| entries.iter().any(|other| same(other, e) && !other.reported_broken && other.started_at > e.started_at);
    let broken = entries.iter().filter(|e| e.reported_broken && !again(e));
    broken.map(|e| ReportedExercise { node: e.node_id.clone(), exercise: e.exercise_id.clone() }).collect()
}

/// A start of this node would give what the learner reported.
pub(super) fn is_broken(app: &App, node: &Node, reported: &[ReportedExercise]) -> bool {
    let supply = Supply::of(&start::provider_name(app, None));
    is_reported(node, reported, &|node| the_exercise(node, supply))
}

fn the_exercise(node: &Node, supply: Supply) -> Option<String> {
    let pack = (supply == Supply::Bank).then(|| Bank::Embedded.load(&node.language, &node.id))?;
    pack.ok().map(|pack| exercise_id(&pack))
}

/// The schedule as commands that only look read it.
pub(super) fn schedule(app: &mut App, mastery: &Mastery) -> Result<Schedule, Error> {
    let (schedule, notice) = pipeline::schedule(&app.store, mastery)?;
    if let Some(notice) = notice {
        app.event(Event::Notice { text: notice.what });
    }
    Ok(schedule)
}

fn done(view: View, next: String) -> Done {
    Done { next: Some(next), ..Done::new(view, None) }
}

fn last_language(sessions: &Sessions) -> Option<String> {
    let active = sessions.active.as_ref().map(|session| &session.language);
    let last = sessions.entries.first().map(|entry| &entry.language);
    active.or(last).filter(|name| language::by_name(name).is_ok()).cloned()
}

/// The map of one language or of all, with the topics that the learner added.
fn nodes_of(app: &App, language: Option<&str>) -> Vec<Node> {
    let languages = language::all().iter().filter(|l| language.is_none_or(|name| name == l.name));
    languages.flat_map(|l| curriculum::of_language(&l.name).cloned().chain(custom::nodes(&app.store, &l.name))).collect()
}

/// Without anything to take up in one language, another may have something; the learner decides.
fn elsewhere(app: &App, known: &Known, language: Option<&str>) -> Option<&'static Language> {
    let mut others = language::all().iter().filter(|l| language.is_some_and(|name| name != l.name));
    others.find(|l| known.recommend(app, &nodes_of(app, Some(&l.name))).iter().any(Recommendation::is_ready))
}

fn comes_back(app: &App, schedule: &Schedule, nodes: &[Node]) -> Option<DueLine> {
    let later = schedule.nodes.iter().filter(|(id, card)| !card.is_due(app.now) && nodes.iter().any(|n| n.id == **id));
    let (id, card) = later.min_by_key(|(_, card)| card.due)?;
    Some(due_line(app, id, card, card.days_left(app.now)))
}

fn due_line(app: &App, node: &str, card: &Card, days: i64) -> DueLine {
    let known = app.node(node);
    DueLine {
        node: node.to_owned(),
        title: known.as_ref().map_or_else(|| node.to_owned(), |n| n.title.clone()),
        custom: custom::is_custom(node),
        language: known.map(|n| n.language),
        due: card.due,
        days,
    }
}

/// What is stored of the learner.
struct Known {
    mastery: Mastery,
    misconceptions: Misconceptions,
    schedule: Schedule,
    open: Vec<OpenExercise>,
    reported: Vec<ReportedExercise>,
}

impl Known {
    /// `tell`: damaged files are named. After another command they were named already.
    fn read(app: &mut App, entries: &[IndexEntry], tell: bool) -> Result<Known, Error> {
        let (mastery, first): (Mastery, _) = app.store.read_progress(MASTERY_FILE)?;
        let (misconceptions, second): (Misconceptions, _) = app.store.read_progress(MISCONCEPTIONS_FILE)?;
        let (schedule, third) = pipeline::schedule(&app.store, &mastery)?;
        for notice in [first, second, third].into_iter().flatten().filter(|_| tell) {
            app.event(Event::Notice { text: notice.what });
        }
        let reported = reported(entries);
        let going = entries.iter().filter(|e| e.status == Status::Active && !e.given_up && !e.reported_broken);
        let open = going.map(|e| OpenExercise { session: e.id.clone(), node: e.node_id.clone(), begun: e.started_at }).collect();
        Ok(Known { mastery, misconceptions, schedule, open, reported })
    }

    /// Where nothing new can be had: what is passed and would come back soonest, to practise before its day.
    fn to_practise<'n>(&self, app: &App, nodes: &'n [Node]) -> Option<&'n Node> {
        let supply = Supply::of(&start::provider_name(app, None));
        let passed = nodes.iter().filter(|n| self.mastery.level(&n.id) > 0 && map::startable(n, supply));
        let open = passed.filter(|n| map::unmet(n, &self.mastery).is_empty());
        open.min_by_key(|n| self.schedule.card(&n.id).map_or(Timestamp::MAX, |card| card.due))
    }

    fn recommend<'n>(&self, app: &App, nodes: &'n [Node]) -> Vec<Recommendation<'n>> {
        let supply = Supply::of(&start::provider_name(app, None));
        let risks: Vec<_> = language::all().iter().flat_map(|l| misconception::active(&self.misconceptions, &l.name, app.now)).collect();
        let learner = Learner {
            mastery: &self.mastery,
            risks: &risks,
            schedule: &self.schedule,
            open: &self.open,
            reported: &self.reported,
            startable: &|node| map::startable(node, supply),
            exercise: &|node| the_exercise(node, supply),
            now: app.now,
        };
        recommend(&nodes.iter().collect::<Vec<_>>(), &learner)
    }
}
