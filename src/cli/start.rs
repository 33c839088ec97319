//! `etude start`: choose a language and a topic, and get a workspace.

use super::app::{self, App};
use super::{Done, ask};
use crate::curriculum::{self, Node};
use crate::error::Error;
use crate::language::{self, Language};
use crate::pack::{Bank, Pack};
use crate::pipeline::{self, Plan};
use crate::provider::Provider;
use crate::provider::bank::BankProvider;
use crate::session::Depth;
use crate::view::{Preview, Started, View};

/// Start an exercise: a lesson, stubs to fill in and tests.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The language: rust or c.
    #[arg(long)]
    language: Option<String>,
    /// The topic, by its id, such as S100.
    #[arg(long)]
    node: Option<String>,
    /// How deep: D1, D2 or D3.
    #[arg(long, value_parser = parse_depth)]
    depth: Option<Depth>,
    /// Who makes the exercise.
    #[arg(long)]
    provider: Option<String>,
    /// Show what would be told to whom, and make nothing.
    #[arg(long)]
    dry_run: bool,
}

fn parse_depth(text: &str) -> Result<Depth, String> {
    match text.to_ascii_uppercase().as_str() {
        "D1" => Ok(Depth::D1),
        "D2" => Ok(Depth::D2),
        "D3" => Ok(Depth::D3),
        _ => Err("a depth is D1, D2 or D3".to_owned()),
    }
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let language = choose_language(app, args.language.as_deref())?;
    let node = choose_node(app, language, args.node.as_deref())?;
    if args.dry_run {
        let provider = provider_name(app, args.provider.as_deref());
        let depth = args.depth.unwrap_or(node.depth);
        let prompt = app.work(|work| pipeline::preview(work, &node, depth))?;
        let view = Preview { leaves_the_machine: !matches!(provider.as_str(), "bank" | "replay"), provider, prompt };
        return Ok(Done::new(View::Preview(view), "start"));
    }
    make(app, language, &node, args.depth, args.provider.as_deref())
}

/// Starts a node that is known to be there.
pub(super) fn node(app: &mut App, language: &str, node: &str) -> Result<Done, Error> {
    let language = language::by_name(language)?;
    let node = choose_node(app, language, Some(node))?;
    make(app, language, &node, None, None)
}

fn choose_language(app: &mut App, asked: Option<&str>) -> Result<&'static Language, Error> {
    if let Some(name) = asked {
        return Ok(language::by_name(name)?);
    }
    let titles: Vec<String> = language::all().iter().map(|l| l.title.clone()).collect();
    let at = ask::choose(app, "Which language", &titles, "--language")?;
    Ok(&language::all()[at])
}

fn choose_node(app: &mut App, language: &Language, asked: Option<&str>) -> Result<Node, Error> {
    if let Some(id) = asked {
        let shown = crate::text::bounded(&crate::text::clean(id), 40);
        let node = curriculum::node(id).ok_or_else(|| Error::UnknownNode(format!("there is no node \"{shown}\"")))?;
        if node.language != language.name {
            return Err(Error::UnknownNode(format!("{} is a node of {}, not of {}", node.id, node.language, language.name)));
        }
        return Ok(node.clone());
    }
    // Only what can be started right now is offered; no choice leads into a dead end.
    let nodes: Vec<&Node> = curriculum::of_language(&language.name).filter(|n| Bank::Embedded.has(&language.name, &n.id)).collect();
    let titles: Vec<String> = nodes.iter().map(|n| format!("{}  {}", n.id, n.title)).collect();
    let at = ask::choose(app, "Which topic", &titles, "--node")?;
    Ok(nodes[at].clone())
}

fn make(app: &mut App, language: &'static Language, node: &Node, depth: Option<Depth>, provider: Option<&str>) -> Result<Done, Error> {
    let name = provider_name(app, provider);
    let (provider, pack): (Box<dyn Provider>, Option<Pack>) = match name.as_str() {
        "bank" => {
            let pack = Bank::Embedded.load(&language.name, &node.id)?;
            (Box::new(BankProvider::new(pack.clone())), Some(pack.for_session()))
        }
        "replay" => (app::replay_provider()?, None),
        other => return Err(app::unknown_provider(other)),
    };
    let fixed = pack.as_ref().map(|p| p.meta.depth);
    if let (Some(asked), Some(fixed)) = (depth, fixed)
        && asked != fixed
    {
        return Err(Error::Usage(format!("the bank has {} at {fixed:?}, not at {asked:?}; leave --depth out", node.id)));
    }
    let depth = fixed.or(depth).unwrap_or(node.depth);
    let etude = app.etude;
    let started = app.work(|work| pipeline::start(work, &*provider, Plan { language, node, depth, pack, etude }))?;
    let (session, exercise) = (started.session, started.exercise);
    let first_file = exercise.units.first().and_then(|u| u.stubs.first()).map(|s| s.file.clone()).unwrap_or_default();
    let view = Started {
        place: app.place(&session, Some(&exercise)),
        description: exercise.description.clone(),
        tests: exercise.tests.len(),
        units: exercise.units,
        first_file,
    };
    Ok(Done::new(View::Started(view), "attempt"))
}

/// Flag, then environment, then settings, then the bank.
fn provider_name(app: &App, flag: Option<&str>) -> String {
    let from_env = || std::env::var("ETUDE_PROVIDER").ok().filter(|v| !v.is_empty());
    flag.map(str::to_owned).or_else(from_env).or_else(|| app.config.provider.clone()).unwrap_or_else(|| "bank".to_owned())
}
