//! `etude start`: choose a language and a topic, and get a workspace.

use std::path::PathBuf;

use super::Done;
use super::app::App;
use super::choose::{self, Chosen, Wish};
use super::typed::{self, Typed};
use crate::curriculum::Node;
use crate::error::Error;
use crate::language::{self, Language};
use crate::map::Supply;
use crate::pack::{Bank, Pack, PackError};
use crate::pipeline::{self, Plan};
use crate::provider::bank::BankProvider;
use crate::provider::{self, Provider};
use crate::session::{CallTotals, Depth};
use crate::store::{Draft, StoreError};
use crate::view::{Started, View};

/// Start an exercise: a lesson, stubs to fill in and tests.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The language: rust or c.
    #[arg(long)]
    language: Option<String>,
    /// Only this track, such as syntax.
    #[arg(long)]
    track: Option<String>,
    /// The topic, by its id, such as S100.
    #[arg(long)]
    node: Option<String>,
    /// Any topic in your own words: the nearest nodes are found.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["node", "track"])]
    topic: Option<String>,
    /// How deep: D1, D2 or D3.
    #[arg(long, value_parser = parse_depth)]
    depth: Option<Depth>,
    /// Who makes the exercise.
    #[arg(long)]
    provider: Option<String>,
    /// A folder of packs instead of the built-in exercises: play one that you are writing.
    #[arg(long, value_name = "DIR", requires = "node", conflicts_with_all = ["topic", "track", "provider", "go_on", "dry_run"])]
    bank: Option<PathBuf>,
    /// Start it although it builds on what is not passed yet.
    #[arg(long)]
    anyway: bool,
    /// Go on with a start that stopped on its way. Nothing is asked for twice.
    #[arg(long = "continue", conflicts_with_all = ["language", "track", "topic", "depth", "provider", "anyway", "dry_run"])]
    go_on: bool,
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
    if args.go_on {
        return go_on(app, args.node.as_deref());
    }
    if let (Some(folder), Some(node)) = (&args.bank, &args.node) {
        return from_folder(app, Bank::Folder(app.cwd.join(folder)), node, &args);
    }
    let wish = Wish {
        language: args.language.as_deref(),
        track: args.track.as_deref(),
        node: args.node.as_deref(),
        supply: Supply::of(&provider_name(app, args.provider.as_deref())),
        anyway: args.anyway,
    };
    let chosen = match args.topic.clone() {
        Some(text) => Chosen::Topic(None, text),
        None => choose::choose(app, &wish)?,
    };
    let (language, node) = match chosen {
        Chosen::Node(language, node) => (language, *node),
        Chosen::Left => return Ok(Done::nothing_made()),
        Chosen::Topic(chosen, text) => {
            let language = chosen.map(|l| l.name.as_str()).or(args.language.as_deref());
            match typed::typed(app, &text, language, args.provider.as_deref())? {
                Typed::Start(language, node) => (language, *node),
                Typed::Show(done) => return Ok(*done),
            }
        }
    };
    if args.dry_run {
        let provider = provider_name(app, args.provider.as_deref());
        let depth = args.depth.unwrap_or(node.depth);
        let prompt = app.work(|work| pipeline::preview(work, &node, depth))?;
        let calls = provider::is_model(&provider).then(|| pipeline::call_plan(depth, app.config.proof));
        return Ok(Done { next: Some(again(&args, language, &node)), ..Done::new(app.preview(&provider, prompt, calls), None) });
    }
    let provider = args.provider.as_deref();
    make(app, language, &node, &Making { depth: args.depth, provider, anyway: args.anyway, bank: Bank::Embedded })
}

/// A pack that is not built in. Whoever names its folder means it, whatever they have passed.
fn from_folder(app: &mut App, bank: Bank, node: &str, args: &Args) -> Result<Done, Error> {
    let asked = args.language.as_deref().map(language::by_name).transpose()?;
    let is_meant = |(l, n): &(String, String)| n.eq_ignore_ascii_case(node.trim()) && asked.is_none_or(|asked| asked.name == *l);
    let (language, node) = bank.list().into_iter().find(is_meant).ok_or_else(|| PackError::NotFound(crate::text::clean(node)))?;
    let language = language::by_name(&language)?;
    let node = choose::named(app, language, &node)?;
    make(app, language, &node, &Making { depth: args.depth, provider: Some("bank"), anyway: true, bank })
}

/// The youngest start that did not finish, or the one of that node.
fn go_on(app: &mut App, node: Option<&str>) -> Result<Done, Error> {
    let found = app.store.drafts().into_iter().find(|(head, _)| node.is_none_or(|n| head.node_id.eq_ignore_ascii_case(n.trim())));
    let (head, _) = found.ok_or(Error::NoDraft)?;
    let language = language::by_name(&head.language)?;
    let node = choose::named(app, language, &head.node_id)?;
    let provider = app.model(&head.provider)?;
    let draft = app.store.open_draft(&head.id).map_err(|error| match error {
        StoreError::Busy { .. } => Error::DraftBusy,
        // It was there a moment ago: another etude has just finished it.
        StoreError::Damaged { .. } if app.store.drafts().iter().all(|(other, _)| other.id != head.id) => Error::NoDraft,
        other => other.into(),
    })?;
    begin(app, &*provider, language, &node, head.depth_target, None, Some(draft))
}

/// The same start without `--dry-run`: what was looked at is what is made.
fn again(args: &Args, language: &Language, node: &Node) -> String {
    let mut command = format!("start --language {} --node {}", language.name, crate::text::quoted(&node.id));
    if let Some(depth) = args.depth {
        command.push_str(&format!(" --depth {depth:?}"));
    }
    if let Some(provider) = &args.provider {
        command.push_str(&format!(" --provider {}", crate::text::quoted(provider)));
    }
    if args.anyway {
        command.push_str(" --anyway");
    }
    command
}

/// Starts a node that is known to be there.
pub(super) fn node(app: &mut App, language: &str, node: &str) -> Result<Done, Error> {
    let language = language::by_name(language)?;
    let node = choose::named(app, language, node)?;
    make(app, language, &node, &Making { depth: None, provider: None, anyway: false, bank: Bank::Embedded })
}

/// How an exercise is wished for.
struct Making<'a> {
    depth: Option<Depth>,
    provider: Option<&'a str>,
    anyway: bool,
    bank: Bank,
}

fn make(app: &mut App, language: &'static Language, node: &Node, making: &Making) -> Result<Done, Error> {
    let name = provider_name(app, making.provider);
    if name == "bank" || provider::is_model(&name) {
        // A folder has what it has; the map knows only what is built in.
        let supply = if matches!(making.bank, Bank::Folder(_)) { Supply::Model } else { Supply::of(&name) };
        choose::permit(app, node, supply, making.anyway)?;
    }
    let (provider, pack): (Box<dyn Provider>, Option<Pack>) = match name.as_str() {
        "bank" => {
            let pack = making.bank.load(&language.name, &node.id)?;
            (Box::new(BankProvider::new(pack.clone())), Some(pack.for_session()))
        }
        model => (app.model(model)?, None),
    };
    let fixed = pack.as_ref().map(|p| p.meta.depth);
    if let (Some(asked), Some(fixed)) = (making.depth, fixed)
        && asked != fixed
    {
        let what = format!("the bank has {} at {fixed:?}, not at {asked:?}; leave --depth out", node.id);
        return Err(Error::WrongUse { what, next: format!("start --language {} --node {}", language.name, node.id) });
    }
    let depth = fixed.or(making.depth).unwrap_or(node.depth);
    begin(app, &*provider, language, node, depth, pack, None)
}

fn begin(
    app: &mut App,
    provider: &dyn Provider,
    language: &'static Language,
    node: &Node,
    depth: Depth,
    pack: Option<Pack>,
    draft: Option<Draft>,
) -> Result<Done, Error> {
    let etude = app.etude;
    let is_embedded = pack.as_ref().is_some_and(Pack::is_embedded);
    // The questions before this took their time, too.
    app.now = jiff::Timestamp::now();
    let started = app.work(|work| pipeline::start(work, provider, Plan { language, node, depth, pack, etude, draft }))?;
    let (session, exercise) = (started.session, started.exercise);
    app.lead_to(&session);
    let first_file = exercise.units.first().and_then(|u| u.stubs.first()).map(|s| s.file.clone()).unwrap_or_default();
    let view = Started {
        place: app.place(&session, Some(&exercise)),
        description: exercise.description.clone(),
        tests: exercise.tests.len(),
        units: exercise.units,
        first_file,
        extra: started.extra,
        calls: (!session.calls.is_empty()).then(|| CallTotals::of(&session.calls)),
        proof: started.proof,
    };
    if is_embedded {
        super::recheck::begin(app, language, &session.node_id);
    }
    Ok(Done::new(View::Started(view), "attempt"))
}

/// Flag, then environment, then settings, then the bank.
pub(super) fn provider_name(app: &App, flag: Option<&str>) -> String {
    let from_env = || std::env::var("ETUDE_PROVIDER").ok().filter(|v| !v.is_empty());
    flag.map(str::to_owned).or_else(from_env).or_else(|| app.config.provider.clone()).unwrap_or_else(|| "bank".to_owned())
}
