//! From typed text to a node, for `start --topic` and for whoever answers a question in own words. The nearest nodes are offered with what they miss;
//! one is started only when it is clear that it is meant, and what the map has not can be kept as a topic of one's own.

use super::app::App;
use super::{Done, ask, start, topic};
use crate::curriculum::{self, Node};
use crate::error::{Error, Exit};
use crate::event::Event;
use crate::language::{self, Language};
use crate::map::{self, Supply};
use crate::mastery::Mastery;
use crate::text::quoted;
use crate::topic::{Match, custom, language_in, search, tidy};
use crate::view::{TopicFound, TopicMatch, View};

const SHOWN: usize = 5;

/// What became of a typed topic.
pub(super) enum Typed {
    Start(&'static Language, Box<Node>),
    Show(Box<Done>),
}

impl Typed {
    fn start(node: &Node) -> Result<Typed, Error> {
        Ok(Typed::Start(language::by_name(&node.language)?, Box::new(node.clone())))
    }

    fn show(done: Done) -> Typed {
        Typed::Show(Box::new(done))
    }
}

/// `language` is the one that was asked for; without it a text such as "c strings" may name one itself.
pub(super) fn typed(app: &mut App, text: &str, language: Option<&str>, provider: Option<&str>) -> Result<Typed, Error> {
    let typed = tidy(text, 120);
    if !typed.chars().any(char::is_alphanumeric) {
        return Err(Error::Usage("a topic needs words, and there are none in what was typed".to_owned()));
    }
    let asked = language.map(language::by_name).transpose()?;
    let meant = asked.or_else(|| language_in(&typed));
    let own: Vec<Node> = language::all().iter().flat_map(|l| custom::nodes(&app.store, &l.name)).collect();
    let mut nodes: Vec<&Node> = own.iter().collect();
    curriculum::nodes().for_each(|node| nodes.push(node));
    let in_language = |only: Option<&Language>| {
        let searched: Vec<&Node> = nodes.iter().copied().filter(|n| only.is_none_or(|l| l.name == n.language)).collect();
        search(&typed, &searched, SHOWN)
    };
    let (mut only, mut found) = (meant, in_language(meant));
    if found.is_empty() && asked.is_none() && meant.is_some() {
        (only, found) = (None, in_language(None));
    }
    let (mastery, supply) = (app.mastery()?, Supply::of(&start::provider_name(app, provider)));
    let matches: Vec<TopicMatch> = found.iter().map(|m| shown(m, &mastery, supply)).collect();
    let ready: Vec<&Node> = found.iter().zip(&matches).filter(|(_, m)| m.is_ready()).map(|(f, _)| f.node).collect();
    let clear = matches.first().is_some_and(|m| m.clear && m.is_ready());
    if clear && app.yes {
        return Typed::start(found[0].node);
    }
    let step = if ready.is_empty() { step_towards(&found, &mastery, supply) } else { None };
    let view = TopicFound { adds: adds(&typed, meant), language: only.map(|l| l.name.clone()), matches, typed };
    if app.interactive {
        return match offer(app, &view, &ready, step)? {
            Choice::Start(node) => Typed::start(node),
            Choice::Keep => topic::add(app, &view.typed, meant.map(|l| l.name.as_str())).map(Typed::show),
            Choice::Leave => Ok(Typed::show(Done::nothing_made())),
        };
    }
    let next = match (ready.first().copied().or(step), view.adds.as_slice()) {
        (Some(node), _) => node.start_command(),
        (None, [add]) => add.clone(),
        // Which language it belongs to is the learner's to say: the screen names both ways.
        (None, _) => "nodes".to_owned(),
    };
    let trouble = trouble(&view, clear);
    Ok(Typed::show(Done { view: View::TopicFound(view), next: Some(next), exit: Exit::Usage, trouble: Some(trouble) }))
}

/// Why nothing was started where nobody could be asked.
fn trouble(view: &TopicFound, clear: bool) -> Error {
    let typed = &view.typed;
    let flag = |what: String| Error::MissingFlag { what, flag: "--node" };
    match view.matches.first() {
        None => Error::UnknownNode(format!("nothing on the map fits \"{typed}\"")),
        Some(best) if clear => flag(format!("\"{typed}\" is {}, and you were not asked", best.node)),
        Some(best) if best.clear && !best.is_ready() => flag(format!("\"{typed}\" is {}, which cannot be started yet", best.node)),
        Some(_) => flag(format!("\"{typed}\" can be more than one topic")),
    }
}

/// How the text is kept as a topic: in the language that it is about, else one way for each.
fn adds(typed: &str, meant: Option<&Language>) -> Vec<String> {
    let languages = language::all().iter().filter(|l| meant.is_none_or(|m| m.name == l.name));
    languages.map(|l| format!("topic add {} --language {}", quoted(typed), l.name)).collect()
}

enum Choice<'n> {
    Start(&'n Node),
    Keep,
    Leave,
}

/// Asks which of those that can be started is meant, or whether to keep the text; the others are named with what they miss.
fn offer<'n>(app: &mut App, view: &TopicFound, ready: &[&'n Node], step: Option<&'n Node>) -> Result<Choice<'n>, Error> {
    if view.matches.is_empty() {
        app.event(Event::Notice { text: format!("nothing on the map fits \"{}\".", view.typed) });
    }
    for found in view.matches.iter().filter(|m| !m.is_ready()).take(3) {
        let why = if found.missing.is_empty() { "needs a model".to_owned() } else { format!("opens after {}", map::in_a_row(&found.path)) };
        app.event(Event::Notice { text: format!("{} {} fits; it {why}.", found.node, found.title) });
    }
    let mut options: Vec<String> = ready.iter().map(|n| format!("{}  {}", n.id, n.title)).collect();
    options.extend(step.map(|n| format!("{}  {}, which can be started now", n.id, n.title)));
    let nodes: Vec<&'n Node> = ready.iter().copied().chain(step).collect();
    let (keep, question) = (options.len(), if nodes.is_empty() { "Keep it as a topic of your own" } else { "Which one" });
    options.push(if nodes.is_empty() { "yes, keep it" } else { "keep it as a topic of my own" }.to_owned());
    options.push(if nodes.is_empty() { "no" } else { "none of these" }.to_owned());
    Ok(match ask::pick(app, question, &options, 0, "--node")? {
        Some(at) if at == keep => Choice::Keep,
        Some(at) => nodes.get(at).map_or(Choice::Leave, |node| Choice::Start(node)),
        None => Choice::Leave,
    })
}

/// Where none of the matches can be started: the first step on the way to the best, or what is nearest to it.
fn step_towards(found: &[Match], mastery: &Mastery, supply: Supply) -> Option<&'static Node> {
    let best = found.first()?.node;
    let first = map::path_to(best, mastery).into_iter().find(|n| map::startable(n, supply) && map::unmet(n, mastery).is_empty());
    first.or_else(|| map::nearest_startable(best, mastery, supply))
}

/// A match as it is shown, with where the learner stands with it.
pub(super) fn shown(found: &Match, mastery: &Mastery, supply: Supply) -> TopicMatch {
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
