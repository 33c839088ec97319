//! Choosing what to learn: language first, then track, then node, by flags or by questions. Shows what is blocked and the way there, and never leads
//! into a dead end: what cannot be started now is explained, and asked about again.

use super::app::App;
use super::ask::{self, Answer};
use crate::curriculum::{self, Node};
use crate::error::Error;
use crate::event::Event;
use crate::language::{self, Language};
use crate::map::{self, Supply};
use crate::mastery::Mastery;
use crate::topic::custom;
use crate::view::{NodeLine, Standing, TrackMap};

/// The way to everything that is in no track.
const ANY_TOPIC: &str = "Any topic, in your own words";

/// What the flags say.
pub(super) struct Wish<'a> {
    pub language: Option<&'a str>,
    pub track: Option<&'a str>,
    pub node: Option<&'a str>,
    pub supply: Supply,
    pub anyway: bool,
}

/// What came of the questions.
pub(super) enum Chosen {
    Node(&'static Language, Box<Node>),
    /// A topic in the learner's own words, with the language where that was chosen before.
    Topic(Option<&'static Language>, String),
    Left,
}

pub(super) fn choose(app: &mut App, wish: &Wish) -> Result<Chosen, Error> {
    let Some(language) = language(app, wish.language)? else { return Ok(Chosen::Left) };
    if let Some(id) = wish.node {
        let node = named(app, language, id)?;
        if let Some(track) = wish.track {
            in_track(app, language, track, &node)?;
        }
        return Ok(Chosen::Node(language, Box::new(node)));
    }
    let mastery = app.mastery()?;
    let own = custom::nodes(&app.store, &language.name);
    let map = map::overview(&language.name, &own, &mastery, wish.supply);
    let asked = wish.track.map(|t| named_track(&map.tracks, t)).transpose()?;
    if !app.interactive {
        return Err(Error::MissingFlag { what: "which topic to learn was not said".to_owned(), flag: "--node" });
    }
    let picked = match asked {
        Some(at) => Picked::Track(&map.tracks[at]),
        None => choose_track(app, &map.tracks)?,
    };
    match picked {
        Picked::Track(track) => {
            let chosen = choose_node(app, track, &own, &mastery, wish)?;
            Ok(chosen.map_or(Chosen::Left, |node| Chosen::Node(language, Box::new(node))))
        }
        Picked::Topic(words) => Ok(Chosen::Topic(Some(language), words)),
        Picked::Left => Ok(Chosen::Left),
    }
}

/// A node by its id, of this language.
pub(super) fn named(app: &App, language: &Language, id: &str) -> Result<Node, Error> {
    let shown = crate::text::bounded(&crate::text::clean(id), 40);
    let node = app.node(id).ok_or_else(|| Error::UnknownNode(format!("there is no node \"{shown}\"")))?;
    if node.language != language.name {
        return Err(Error::UnknownNode(format!("{} is a node of {}, not of {}", node.id, node.language, language.name)));
    }
    Ok(node)
}

/// Says no to a node that cannot be begun now, with the way to it. `anyway` turns the want of prerequisites into a warning.
pub(super) fn permit(app: &mut App, node: &Node, supply: Supply, anyway: bool) -> Result<(), Error> {
    let mastery = app.mastery()?;
    match map::refusal(node, &mastery, supply, anyway).map(Box::new) {
        Some(refused) if refused.is_blocked() => Err(Error::NodeBlocked(refused)),
        Some(refused) => Err(Error::NeedsModel(refused)),
        None => {
            let missing: Vec<String> = match map::state(node, &mastery) {
                map::NodeState::Blocked { missing } => missing.iter().map(|n| n.id.clone()).collect(),
                _ => Vec::new(),
            };
            if !missing.is_empty() {
                let text = format!("{} builds on {}, not passed yet. It starts all the same, as you asked.", node.id, map::and(&missing));
                app.event(Event::Notice { text });
            }
            Ok(())
        }
    }
}

/// The language that was asked for, or the answer to the question.
pub(super) fn language(app: &mut App, asked: Option<&str>) -> Result<Option<&'static Language>, Error> {
    if let Some(name) = asked {
        return Ok(Some(language::by_name(name)?));
    }
    let titles: Vec<String> = language::all().iter().map(|l| l.title.clone()).collect();
    let at = ask::pick(app, "Which language", &titles, 0, "--language")?;
    Ok(at.map(|at| &language::all()[at]))
}

fn in_track(app: &App, language: &Language, asked: &str, node: &Node) -> Result<(), Error> {
    let own = custom::nodes(&app.store, &language.name);
    let map = map::overview(&language.name, &own, &Mastery::default(), Supply::Bank);
    let track = named_track(&map.tracks, asked)?;
    if map.tracks[track].track == node.track {
        return Ok(());
    }
    Err(Error::Usage(format!("{} is not in the track {}, but in {}; leave --track out", node.id, map.tracks[track].track, node.track)))
}

/// The index of a track by its id or title.
pub(super) fn named_track(tracks: &[TrackMap], asked: &str) -> Result<usize, Error> {
    let wanted = asked.trim();
    let found = tracks.iter().position(|t| t.track.eq_ignore_ascii_case(wanted) || t.title.eq_ignore_ascii_case(wanted));
    found.ok_or_else(|| {
        let shown = crate::text::bounded(&crate::text::clean(wanted), 40);
        let known: Vec<&str> = tracks.iter().map(|t| t.track.as_str()).collect();
        Error::Usage(format!("there is no track \"{shown}\"; the tracks are {}", known.join(", ")))
    })
}

enum Picked<'m> {
    Track(&'m TrackMap),
    Topic(String),
    Left,
}

/// A track, or any topic: by the last option, or typed right away.
fn choose_track<'m>(app: &mut App, tracks: &'m [TrackMap]) -> Result<Picked<'m>, Error> {
    let option = |track: &TrackMap| {
        let now = track.nodes.iter().filter(|n| is_ready(n)).count();
        let ready = if now > 0 { format!(", {now} to start now") } else { String::new() };
        format!("{:<36} {} of {} passed{ready}", track.title, track.passed, track.all)
    };
    let mut options: Vec<String> = tracks.iter().map(option).collect();
    options.push(ANY_TOPIC.to_owned());
    let first = tracks.iter().position(|t| t.nodes.iter().any(is_ready)).unwrap_or(0);
    let words = match ask::pick_or_words(app, "Which track", &options, first, "--track")? {
        Answer::Option(at) => match tracks.get(at) {
            Some(track) => return Ok(Picked::Track(track)),
            None => ask::words(app, "Which topic, in your own words", "--topic")?,
        },
        Answer::Words(words) => match named_track(tracks, &words) {
            Ok(at) => return Ok(Picked::Track(&tracks[at])),
            Err(_) => Some(words),
        },
        Answer::Left => None,
    };
    Ok(words.map_or(Picked::Left, Picked::Topic))
}

/// Open, not passed yet, and to be had.
pub(super) fn is_ready(node: &NodeLine) -> bool {
    node.state == Standing::Open && node.startable
}

fn choose_node(app: &mut App, track: &TrackMap, own: &[Node], mastery: &Mastery, wish: &Wish) -> Result<Option<Node>, Error> {
    let options: Vec<String> = track.nodes.iter().map(option).collect();
    let first = track.nodes.iter().position(is_ready).unwrap_or(0);
    for _ in 0..5 {
        let Some(at) = ask::pick(app, "Which topic", &options, first, "--node")? else { return Ok(None) };
        let id = &track.nodes[at].node;
        let Some(node) = curriculum::node(id).or_else(|| own.iter().find(|n| n.id == *id)) else { return Ok(None) };
        let Some(refused) = map::refusal(node, mastery, wish.supply, wish.anyway) else { return Ok(Some(node.clone())) };
        app.event(Event::Notice { text: format!("{}. {}.", refused.sentence(), refused.advice()) });
        let Some(instead) = refused.instead else { continue };
        let ways = [format!("{}  {}", instead.node, instead.title), "Another topic".to_owned()];
        match ask::pick(app, "Which of these", &ways, 0, "--node")? {
            Some(0) => return Ok(curriculum::node(&instead.node).cloned()),
            Some(_) => {}
            None => return Ok(None),
        }
    }
    Err(Error::MissingFlag { what: "no topic that can be started was chosen".to_owned(), flag: "--node" })
}

/// A line for the question, and where it is blocked a second one with the way there.
fn option(node: &NodeLine) -> String {
    let model = if node.startable { "" } else { "needs a model" };
    let head = |state: &str| {
        // An own topic is known by its title; its id would push everything aside.
        let label = if custom::is_custom(&node.node) { node.title.clone() } else { format!("{}  {}", node.node, node.title) };
        format!("{label:<54} {state}").trim_end().to_owned()
    };
    match node.state {
        Standing::Passed => head(&format!("passed, level {}", node.level)),
        Standing::Open if node.startable => head("start now"),
        Standing::Open => head(model),
        Standing::Blocked if node.path.len() > node.missing.len() => {
            format!("{}\n      misses {}; way: {}", head(model), map::and(&node.missing), map::in_a_row(&node.path))
        }
        Standing::Blocked => format!("{}\n      misses {}", head(model), map::and(&node.missing)),
    }
}
