//! `etude topic`: topics of your own. The way from typed text to a node of the map is in `typed`.

use super::app::App;
use super::{Done, choose, start, typed};
use crate::curriculum::{self, Node};
use crate::error::Error;
use crate::event::Event;
use crate::language::{self, Language};
use crate::map::Supply;
use crate::mastery::Mastery;
use crate::topic::custom::{self, Added, CustomTopic};
use crate::topic::{search, tidy};
use crate::view::{TopicAdded, TopicLine, TopicListView, TopicMatch, TopicRemoved, View};

/// Keep topics of your own, which a model makes exercises for.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Add a topic to a language.
    Add {
        /// The topic in a few words.
        #[arg(required = true)]
        text: Vec<String>,
        /// The language: rust or c.
        #[arg(long)]
        language: Option<String>,
    },
    /// List your topics.
    List,
    /// Remove a topic; what you did in it stays.
    Remove {
        /// Its id, such as X-borrowing-in-trees-3f2a.
        id: String,
    },
}

impl Args {
    /// Looks without changing anything.
    pub(super) fn only_reads(&self) -> bool {
        matches!(self.action, Action::List)
    }
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    match args.action {
        Action::Add { text, language } => add(app, &text.join(" "), language.as_deref()),
        Action::List => list(app),
        Action::Remove { id } => remove(app, &id),
    }
}

/// Keeps a text as a topic; without a language it asks for one.
pub(super) fn add(app: &mut App, text: &str, language: Option<&str>) -> Result<Done, Error> {
    if !text.chars().any(char::is_alphanumeric) {
        return Err(Error::Usage(custom::CannotAdd::NoWords.to_string()));
    }
    let Some(language) = choose::language(app, language)? else { return Ok(Done::nothing_made()) };
    let lock = app.store.lock()?;
    let (mut topics, notice) = custom::read(&app.store, &language.name)?;
    let added = topics.add(&language.name, text, app.now).map_err(|e| Error::Usage(e.to_string()))?;
    let (topic, known) = match added {
        Added::New(topic) => {
            custom::write(&app.store, &lock, &language.name, &topics)?;
            (topic, false)
        }
        Added::Known(topic) => (topic, true),
    };
    drop(lock);
    if let Some(notice) = notice {
        app.event(Event::Notice { text: notice.what });
    }
    let (mastery, supply) = (app.mastery()?, supply(app));
    let nodes: Vec<&Node> = curriculum::of_language(&language.name).collect();
    let near: Vec<TopicMatch> = search(&topic.title, &nodes, 3).iter().map(|m| typed::shown(m, &mastery, supply)).collect();
    let next = match near.iter().find(|m| m.is_ready()) {
        _ if supply == Supply::Model => Some(curriculum::start_command(&language.name, &topic.id)),
        Some(near) => Some(curriculum::start_command(&language.name, &near.node)),
        None => Some("topic list".to_owned()),
    };
    let view = TopicAdded { topic: line(&topic, language, &mastery), known, near, startable: supply == Supply::Model };
    Ok(Done { next, ..Done::new(View::TopicAdded(view), None::<&'static str>) })
}

fn list(app: &mut App) -> Result<Done, Error> {
    let mastery = app.mastery()?;
    let mut topics = Vec::new();
    for language in language::all() {
        let (stored, notice) = custom::read(&app.store, &language.name)?;
        if let Some(notice) = notice {
            app.event(Event::Notice { text: notice.what });
        }
        topics.extend(stored.topics.iter().map(|t| line(t, language, &mastery)));
    }
    let next = match topics.first() {
        Some(topic) if supply(app) == Supply::Model => curriculum::start_command(&topic.language, &topic.id),
        _ => "next".to_owned(),
    };
    Ok(Done { next: Some(next), ..Done::new(View::TopicList(TopicListView { topics }), None::<&'static str>) })
}

fn remove(app: &mut App, id: &str) -> Result<Done, Error> {
    let mastery = app.mastery()?;
    let lock = app.store.lock()?;
    for language in language::all() {
        let (mut topics, _) = custom::read(&app.store, &language.name)?;
        if let Some(topic) = topics.remove(id) {
            custom::write(&app.store, &lock, &language.name, &topics)?;
            let view = TopicRemoved { removed: line(&topic, language, &mastery) };
            return Ok(Done::new(View::TopicRemoved(view), "topic list"));
        }
    }
    Err(Error::Usage(format!("there is no topic of yours with the id \"{}\"; `topic list` names them", tidy(id, 40))))
}

fn line(topic: &CustomTopic, language: &Language, mastery: &Mastery) -> TopicLine {
    let level = mastery.level(&topic.id);
    TopicLine { id: topic.id.clone(), title: topic.title.clone(), language: language.name.clone(), level }
}

fn supply(app: &App) -> Supply {
    Supply::of(&start::provider_name(app, None))
}
