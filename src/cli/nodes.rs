//! `etude nodes`: the map with where you stand on it, as a tree or as a picture. Reads state and writes only the picture it is asked for.

use std::path::{Path, PathBuf};

use super::app::App;
use super::{Done, choose, next, start};
use crate::curriculum;
use crate::error::Error;
use crate::graph;
use crate::language::{self, Language};
use crate::map::{self, Supply};
use crate::topic::custom;
use crate::view::{LanguageMap, NodeLine, NodesView, View};

/// Show the map: what is passed, open or blocked.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only this language: rust or c.
    #[arg(long)]
    language: Option<String>,
    /// Only this track, such as syntax.
    #[arg(long)]
    track: Option<String>,
    /// Draw it as a picture into this SVG file.
    #[arg(long, value_name = "FILE.svg")]
    graph: Option<PathBuf>,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let languages: Vec<&Language> = match &args.language {
        Some(name) => vec![language::by_name(name)?],
        None => language::all().iter().collect(),
    };
    let supply = Supply::of(&start::provider_name(app, None));
    let mastery = app.mastery()?;
    let overview = |l: &&Language| map::overview(&l.name, &custom::nodes(&app.store, &l.name), &mastery, supply);
    let mut maps: Vec<LanguageMap> = languages.iter().map(overview).collect();
    if let Some(track) = &args.track {
        maps = only(maps, track)?;
    }
    if let Some(file) = &args.graph {
        graph::save(file, &graph::draw(&maps)).map_err(|why| Error::NotWritten { path: file.clone(), why })?;
    }
    let reported = next::reported(&app.store.list()?.entries);
    let sound = |n: &NodeLine| !curriculum::node(&n.node).is_some_and(|node| next::is_broken(app, node, &reported));
    let next = maps.iter().find_map(|map| {
        let ready = map.tracks.iter().flat_map(|t| &t.nodes).find(|n| choose::is_ready(n) && sound(n))?;
        Some(curriculum::start_command(&map.language, &ready.node))
    });
    let drawn = args.graph.as_deref().map(|file: &Path| super::app::shown(&app.cwd.join(file)));
    let view = NodesView { model: supply == Supply::Model, languages: maps, drawn };
    Ok(Done { next: Some(next.unwrap_or_else(|| "next".to_owned())), ..Done::new(View::Nodes(view), None) })
}

/// The maps that have this track, with nothing but it.
fn only(maps: Vec<LanguageMap>, track: &str) -> Result<Vec<LanguageMap>, Error> {
    let all: Vec<_> = maps.iter().flat_map(|m| m.tracks.clone()).collect();
    choose::named_track(&all, track)?;
    let cut = |mut map: LanguageMap| {
        let at = choose::named_track(&map.tracks, track).ok()?;
        map.tracks = vec![map.tracks.swap_remove(at)];
        Some(map)
    };
    Ok(maps.into_iter().filter_map(cut).collect())
}
