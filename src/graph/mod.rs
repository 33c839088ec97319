//! The map as a picture: one SVG with a panel per language, lanes for tracks, columns by what must come first. Owns the drawing; what is drawn is the
//! same view that `etude nodes` shows. No dependency: boxes and square lines need none.

mod file;
mod layout;
mod route;
mod svg;

pub use file::save;

use std::collections::HashMap;

use crate::view::LanguageMap;
use layout::Item;

/// Draws the maps side by side.
pub fn draw(maps: &[LanguageMap]) -> String {
    let panels: Vec<svg::Panel> =
        maps.iter().map(|map| svg::Panel { map, layout: layout::layout(&items(map), map.tracks.len()) }).collect();
    svg::render(&panels)
}

/// What there is to place: the nodes of all tracks, in their order.
fn items(map: &LanguageMap) -> Vec<Item> {
    let nodes = || map.tracks.iter().enumerate().flat_map(|(lane, track)| track.nodes.iter().map(move |n| (lane, n)));
    let index: HashMap<&str, usize> = nodes().enumerate().map(|(at, (_, n))| (n.node.as_str(), at)).collect();
    // A map of one track lacks what comes before from others.
    let needs = |ids: &[String]| ids.iter().filter_map(|id| index.get(id.as_str()).copied()).collect();
    nodes().map(|(lane, node)| Item { lane, needs: needs(&node.prerequisites) }).collect()
}

#[cfg(test)]
fn items_of(language: &str) -> (Vec<Item>, usize) {
    let map = crate::map::overview(language, &[], &crate::mastery::Mastery::default(), crate::map::Supply::Bank);
    (items(&map), map.tracks.len())
}
