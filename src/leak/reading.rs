//! Every other way to read code out of a hint than as it stands, put together: containers undressed, fragments framed, slips mended, other languages and spoken
//! words written out. Makes code, the likeliest first; most of it does not build, and that is what building is for.

use super::pieces::Pieces;
use super::plan::Planner;
use super::tokens::texts;
use super::{dictated, dress, frame, island, mend, play, spoken, template};

pub use dress::gutters;

/// Shorter code says nothing that the text does not say already.
const LEAST: usize = 3;

pub fn codes(plain: &str, found: &Pieces, planner: &Planner) -> Vec<String> {
    let (syntax, is_c, names) = (planner.dialect.syntax, planner.dialect.is_c, &planner.names);
    // Nobody says so many signs who does not mean them.
    let mut all = dictated::lines(plain, names, is_c);
    all.extend(frame::framed(plain, found, planner));
    let mut blocks: Vec<String> = found.blocks.clone();
    blocks.extend(found.parts.iter().filter(|p| p.is_marked && !p.is_block).map(|p| p.text.clone()));
    let undressed = dress::undressed(plain, &found.blocks, syntax, names);
    all.extend(undressed.iter().cloned());
    for block in &found.blocks {
        all.extend(planner.heads.iter().filter_map(|(_, head)| play::played(block, head, planner.dialect)));
    }
    for block in blocks.iter().chain(&undressed) {
        all.extend(mend::mended(block, names, syntax));
    }
    all.extend(template::values(plain, names, syntax, is_c));
    all.extend(spoken::written_out(plain, names, is_c));
    all.extend(found.blocks.iter().filter_map(|b| dress::json_plan(b)).flat_map(|plan| spoken::written_out(&plan, names, is_c)));
    all.extend(island::islands(plain, names, syntax));
    let mut seen: Vec<Vec<String>> = Vec::new();
    all.retain(|code| {
        let row: Vec<String> = texts(code, true).into_iter().map(str::to_owned).collect();
        let is_new = row.len() >= LEAST && !seen.contains(&row);
        seen.push(row);
        is_new
    });
    all
}
