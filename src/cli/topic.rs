//! `etude topic`: topics of your own. And the way from typed text to a node, for `start --topic`.

use super::app::App;
use super::{Done, ask, start};
use crate::curriculum::{self, Node};
use crate::error::{Error, Exit};
use crate::event::Event;
use crate::language::{self, Language};
use crate::map::{self, Supply};
use crate::mastery::Mastery;
use crate::text::quoted;
use crate::topic::custom::{self, Added, CustomTopic};
use crate::topic::{Match, search, tidy};
use crate::view::{TopicAdded, TopicFound, TopicLine, TopicListView, TopicMatch, TopicRemoved, View};

const SHOWN: usize = 5;

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

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    match args.action {
        Action::Add { text, language } => add(app, &text.join(" "), language.as_deref()),
        Action::List => list(app),
        Action::Remove { id } => remove(app, &id),
    }
}

fn add(app: &mut App, text: &str, language: Option<&str>) -> Result<Done, Error> {
    if !text.chars().any(char::is_alphanumeric) {
        return Err(Error::Usage(custom::CannotAdd::NoWords.to_string()));
    }
    let language = match language {
        Some(name) => language::by_name(name)?,
        None => {
            let titles: Vec<String> = language::all().iter().map(|l| l.title.clone()).collect();
            let at = ask::pick(app, "Which language", &titles, 0, "--language")?;
            &language::all()[at.ok_or(Error::Interrupted)?]
        }
    };
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
    let (mastery, supply) = (app.mastery()?, supply(app, None));
    let nodes: Vec<&Node> = curriculum::of_language(&language.name).collect();
    let near: Vec<TopicMatch> = search(&topic.title, &nodes, 3).iter().map(|m| shown(m, &mastery, supply)).collect();
    let start = format!("start --language {} --node ", language.name);
    let next = match near.iter().find(|m| m.startable && m.missing.is_empty()) {
        _ if supply == Supply::Model => Some(format!("{start}{}", topic.id)),
        Some(near) => Some(format!("{start}{}", near.node)),
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
        Some(topic) if supply(app, None) == Supply::Model => format!("start --language {} --node {}", topic.language, topic.id),
        _ => "start".to_owned(),
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

fn supply(app: &App, provider: Option<&str>) -> Supply {
    Supply::of(&start::provider_name(app, provider))
}

/// What became of a typed topic.
pub(super) enum Typed {
    Start(&'static Language, Box<Node>),
    Show(Box<Done>),
}

/// From typed text to a node: the nearest ones are offered with what they miss, and one is started only when it is clear that it is meant.
pub(super) fn typed(app: &mut App, text: &str, language: Option<&str>, provider: Option<&str>) -> Result<Typed, Error> {
    let typed = tidy(text, 120);
    if !typed.chars().any(char::is_alphanumeric) {
        return Err(Error::Usage("a topic needs words, and there are none in what was typed".to_owned()));
    }
    let only = language.map(language::by_name).transpose()?;
    let languages: Vec<&Language> = language::all().iter().filter(|l| only.is_none_or(|o| o.name == l.name)).collect();
    let own: Vec<Node> = languages.iter().flat_map(|l| custom::nodes(&app.store, &l.name)).collect();
    let mut nodes: Vec<&Node> = own.iter().collect();
    for language in &languages {
        curriculum::of_language(&language.name).for_each(|node| nodes.push(node));
    }
    let (mastery, supply) = (app.mastery()?, supply(app, provider));
    let found = search(&typed, &nodes, SHOWN);
    let matches: Vec<TopicMatch> = found.iter().map(|m| shown(m, &mastery, supply)).collect();
    let ready: Vec<usize> = (0..found.len()).filter(|at| matches[*at].startable && matches[*at].missing.is_empty()).collect();
    let clear = ready.first().is_some_and(|at| *at == 0 && matches[0].clear);
    let start = |at: usize| -> Result<Typed, Error> {
        Ok(Typed::Start(language::by_name(&found[at].node.language)?, Box::new(found[at].node.clone())))
    };
    if clear && app.yes {
        return start(0);
    }
    if app.interactive && !ready.is_empty() {
        return match offer(app, &matches, &ready)? {
            Some(at) => start(at),
            None => Ok(Typed::Show(Box::new(Done::new(View::TopicFound(TopicFound::new(typed, only, matches)), "start")))),
        };
    }
    let next = next_step(&found, &matches, &ready, &mastery, supply);
    let trouble = match matches.first() {
        None => Error::UnknownNode(format!("nothing on the map fits \"{typed}\"")),
        Some(best) if clear => Error::MissingFlag { what: format!("\"{typed}\" is {}, and you were not asked", best.node), flag: "--node" },
        Some(best) if ready.first() != Some(&0) && best.clear => {
            Error::MissingFlag { what: format!("\"{typed}\" is {}, which cannot be started yet", best.node), flag: "--node" }
        }
        Some(_) => Error::MissingFlag { what: format!("\"{typed}\" can be more than one topic"), flag: "--node" },
    };
    let view = TopicFound::new(typed, only, matches);
    let next = next.or_else(|| Some(view.add.clone()));
    Ok(Typed::Show(Box::new(Done { view: View::TopicFound(view), next, exit: Exit::Usage, trouble: Some(trouble) })))
}

/// Asks which of those that can be started is meant; the others are named with what they miss.
fn offer(app: &mut App, matches: &[TopicMatch], ready: &[usize]) -> Result<Option<usize>, Error> {
    for found in matches.iter().enumerate().filter(|(at, _)| !ready.contains(at)).map(|(_, m)| m).take(3) {
        let why = if found.missing.is_empty() { "needs a model".to_owned() } else { format!("opens after {}", found.path.join(", ")) };
        app.event(Event::Notice { text: format!("{} {} fits too; it {why}.", found.node, found.title) });
    }
    let mut options: Vec<String> = ready.iter().map(|at| format!("{}  {}", matches[*at].node, matches[*at].title)).collect();
    options.push("none of these".to_owned());
    let at = ask::pick(app, "Which one", &options, 0, "--node")?;
    Ok(at.and_then(|at| ready.get(at).copied()))
}

/// The best that can be started now: a match, the first step on the way to one, or what is nearest to it.
fn next_step(found: &[Match], matches: &[TopicMatch], ready: &[usize], mastery: &Mastery, supply: Supply) -> Option<String> {
    let best = found.first()?;
    let command = |language: &str, node: &str| format!("start --language {language} --node {node}");
    if let Some(at) = ready.first() {
        return Some(command(&matches[*at].language, &matches[*at].node));
    }
    let step = map::path_to(best.node, mastery).into_iter().find(|n| map::startable(n, supply) && map::unmet(n, mastery).is_empty());
    let step = step.or_else(|| map::nearest_startable(best.node, mastery, supply));
    Some(step.map_or_else(|| format!("start --language {}", best.node.language), |n| command(&n.language, &n.id)))
}

impl TopicFound {
    fn new(typed: String, only: Option<&Language>, matches: Vec<TopicMatch>) -> TopicFound {
        let language = only.or(language::all().first()).map_or("", |l| l.name.as_str());
        let add = format!("topic add {} --language {language}", quoted(&typed));
        TopicFound { typed, language: only.map(|l| l.name.clone()), matches, add }
    }
}

fn shown(found: &Match, mastery: &Mastery, supply: Supply) -> TopicMatch {
    let node = found.node;
    let ids = |nodes: Vec<&Node>| nodes.into_iter().map(|n| n.id.clone()).collect();
    TopicMatch {
        language: node.language.clone(),
        node: node.id.clone(),
        title: node.title.clone(),
        why: found.why.clone(),
        score: found.score,
        clear: found.clear,
        custom: node.track == custom::TRACK,
        level: mastery.level(&node.id),
        missing: ids(map::unmet(node, mastery)),
        path: ids(map::path_to(node, mastery)),
        startable: map::startable(node, supply),
    }
}
