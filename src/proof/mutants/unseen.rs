//! Places of a function in which no test can tell a slip from the reference, found by the rules of a language before anything is chosen. Owns how a place
//! and the slips it hides are written down; which places there are is for `c_unseen` and `rust_unseen` to say.

use std::ops::Range;

use tree_sitter::Node;

use super::shared::Drafts;
use super::{Draft, Kind, Rank};

/// Which slips of a place do not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slips {
    All,
    /// What is put in the place of the whole of it.
    Whole,
    /// That all of it is missing.
    Removal,
    /// On which side of a comparison its edge lies.
    Edge,
    /// The edge, and that the question is not asked.
    EdgeAndHalf,
    /// Another value of the same kind: one more, one less, another name.
    Value,
}

#[derive(Debug, Default)]
pub struct Unseen {
    places: Vec<(Range<usize>, Slips)>,
    /// One change of one place.
    rewrites: Vec<(Range<usize>, String)>,
}

impl Unseen {
    pub fn hide(&mut self, node: Node<'_>, slips: Slips) {
        self.places.push((node.byte_range(), slips));
    }

    pub fn hide_range(&mut self, range: Range<usize>, slips: Slips) {
        self.places.push((range, slips));
    }

    pub fn hide_rewrite(&mut self, place: Range<usize>, new: &str) {
        self.rewrites.push((place, new.to_owned()));
    }

    /// Whether nothing in this node shows.
    pub fn covers(&self, node: Node<'_>) -> bool {
        self.places.iter().any(|(place, slips)| *slips == Slips::All && is_within(&node.byte_range(), place))
    }

    /// Sets aside what does not show.
    pub fn leave_out(&self, drafts: &mut Drafts<'_>) {
        drafts.set_aside(|draft| {
            let hidden = self.places.iter().any(|(place, slips)| hides(place, *slips, draft));
            hidden || self.rewrites.iter().any(|(place, new)| draft.edit == *place && draft.new == *new)
        });
    }
}

/// An `if` that leaves with what the rest would come to as well.
pub struct Exit {
    pub condition: Range<usize>,
    pub leaves: Range<usize>,
}

/// Keeps at most one of the slips that take such an exit away, and that one for want of others.
pub fn keep_one_exit(drafts: &mut Drafts<'_>, exits: &[Exit]) {
    let takes_away = |draft: &Draft| {
        exits.iter().any(|exit| {
            let never = draft.edit == exit.condition && matches!(draft.new.as_str(), "0" | "false");
            (is_within(&draft.edit, &exit.condition) && (matches!(draft.kind, Kind::Boundary | Kind::OffByOne) || never))
                || (is_within(&draft.edit, &exit.leaves) && draft.kind == Kind::RemovedStatement)
        })
    };
    let mut kept = false;
    drafts.set_aside(|draft| takes_away(draft) && std::mem::replace(&mut kept, true));
    drafts.found.iter_mut().filter(|draft| takes_away(draft)).for_each(|draft| draft.rank = Rank::Filler);
}

fn hides(place: &Range<usize>, slips: Slips, draft: &Draft) -> bool {
    let whole = draft.edit == *place;
    is_within(&draft.edit, place)
        && match slips {
            Slips::All => true,
            Slips::Whole => whole,
            Slips::Removal => draft.kind == Kind::RemovedStatement && whole,
            Slips::Edge => draft.kind == Kind::Boundary,
            Slips::EdgeAndHalf => draft.kind == Kind::Boundary || (whole && matches!(draft.new.as_str(), "0" | "1" | "true" | "false")),
            Slips::Value => matches!(draft.kind, Kind::OffByOne | Kind::Constant | Kind::Variable | Kind::Operator),
        }
}

fn is_within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
