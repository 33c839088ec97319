//! `etude` alone: what is going on and the exact next command; on first use, the offer of the first exercise.

use super::app::App;
use super::{Done, ask, start, status};
use crate::curriculum;
use crate::error::Error;
use crate::language;
use crate::pack::Bank;
use crate::testrun;
use crate::view::{Offer, View, Welcome};

pub(super) fn run(app: &mut App) -> Result<Done, Error> {
    let (sessions, mastery) = (app.sessions()?, app.mastery()?);
    // Whoever has brought progress from elsewhere is no newcomer, nor is one whose only session is damaged, or whose first start stopped on its way.
    let newcomer = sessions.entries.is_empty() && sessions.whole && mastery.nodes.is_empty() && app.store.drafts().is_empty();
    if !newcomer {
        return status::show(app, sessions, &mastery);
    }
    let offers = offers();
    let Some(first) = offers.iter().find(|o| o.lacks.is_none()).or(offers.first()).cloned() else {
        return Err(Error::Internal("the bank is empty".to_owned()));
    };
    if app.yes {
        app.face().greet(&offers, false);
        return start::node(app, &first.language, &first.node);
    }
    if !app.interactive {
        return Ok(Done::new(View::Welcome(Welcome { offers }), "--yes"));
    }
    app.face().greet(&offers, true);
    let chosen = match ask::line().as_deref().map(str::to_lowercase).as_deref() {
        Some("" | "y" | "yes") => Some(first),
        Some(word) => offers.iter().find(|o| o.language.eq_ignore_ascii_case(word) || o.node.eq_ignore_ascii_case(word)).cloned(),
        None => None,
    };
    match chosen {
        Some(offer) => start::node(app, &offer.language, &offer.node),
        None => Ok(Done::nothing_made()),
    }
}

/// The first exercise of each language: first on the map, since the ids of the bank are in no order of learning.
fn offers() -> Vec<Offer> {
    language::all()
        .iter()
        .filter_map(|language| {
            let node = curriculum::of_language(&language.name).find(|node| Bank::Embedded.has(&language.name, &node.id))?;
            Some(Offer {
                language: language.name.clone(),
                language_title: language.title.clone(),
                node: node.id.clone(),
                title: node.title.clone(),
                lacks: testrun::missing_program(language).map(|p| p.program.clone()),
            })
        })
        .collect()
}
