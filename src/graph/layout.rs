//! Where the boxes of a map stand: columns by how many steps lead to a node, lanes by track. A line that passes a column gets a place of its own in it,
//! so it never runs through a box; how lines run between columns is `route`'s. Pure geometry, it knows neither nodes nor learners.

use super::route;

pub(super) const BOX_WIDTH: f64 = 172.0;
pub(super) const BOX_HEIGHT: f64 = 52.0;
/// The room a box takes in its column, with the gap to the next.
const BOX_ROOM: f64 = BOX_HEIGHT + 14.0;
/// The room a line takes that passes a column.
const LINE_ROOM: f64 = 11.0;
const LANE_MARGIN: f64 = 8.0;
const SWEEPS: usize = 40;

/// One thing to place: its lane, and the things that come before it, by index. There are no circles.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub lane: usize,
    pub needs: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// A piece of the line that leaves the box `from`, through these points; the last piece ends at a box.
#[derive(Debug, Clone)]
pub(super) struct Wire {
    pub from: usize,
    pub points: Vec<(f64, f64)>,
    pub arrives: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub boxes: Vec<Rect>,
    pub wires: Vec<Wire>,
    pub lanes: Vec<Rect>,
    pub width: f64,
    pub height: f64,
}

/// A place in a column: a box, or a line that passes by.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    pub is_box: bool,
    /// The item that stands here, or whose line passes.
    pub item: usize,
    pub column: usize,
    pub lane: usize,
    /// Its middle.
    pub y: f64,
    pub before: Vec<usize>,
    pub after: Vec<usize>,
}

impl Spot {
    fn room(&self) -> f64 {
        if self.is_box { BOX_ROOM } else { LINE_ROOM }
    }
}

pub(super) fn layout(items: &[Item], lanes: usize) -> Layout {
    let needs = without_shortcuts(items);
    let columns = columns(items);
    let mut spots = spots(items, &needs, &columns);
    let count = columns.iter().max().map_or(0, |last| last + 1);
    let bounds = lane_bounds(&spots, lanes, count);
    arrange(&mut spots, count, &bounds);
    let routed = route::route(&spots, count);
    let place = |spot: &Spot| Rect { x: routed.column_x[spot.column], y: spot.y - BOX_HEIGHT / 2.0, width: BOX_WIDTH, height: BOX_HEIGHT };
    let boxes = spots.iter().filter(|s| s.is_box).map(place).collect();
    let lane = |(top, bottom): &(f64, f64)| Rect { x: 0.0, y: *top, width: routed.width, height: bottom - top };
    let height = bounds.last().map_or(0.0, |(_, bottom)| *bottom);
    Layout { boxes, wires: routed.wires, lanes: bounds.iter().map(lane).collect(), width: routed.width, height }
}

/// The needs of each item, less those that another of them already implies.
fn without_shortcuts(items: &[Item]) -> Vec<Vec<usize>> {
    let implied = |need: usize, others: &[usize]| others.iter().any(|other| *other != need && leads_to(items, need, *other));
    items.iter().map(|item| item.needs.iter().copied().filter(|need| !implied(*need, &item.needs)).collect()).collect()
}

fn leads_to(items: &[Item], early: usize, late: usize) -> bool {
    early == late || items[late].needs.iter().any(|need| leads_to(items, early, *need))
}

/// One more than the furthest of what comes before.
fn columns(items: &[Item]) -> Vec<usize> {
    fn column(items: &[Item], at: usize, known: &mut [Option<usize>]) -> usize {
        if let Some(found) = known[at] {
            return found;
        }
        let found = items[at].needs.iter().map(|need| column(items, *need, known) + 1).max().unwrap_or(0);
        known[at] = Some(found);
        found
    }
    let mut known = vec![None; items.len()];
    (0..items.len()).map(|at| column(items, at, &mut known)).collect()
}

/// The boxes first, each at its item's index, then the lines that pass columns: one per item and column, shared by all that it leads to.
fn spots(items: &[Item], needs: &[Vec<usize>], columns: &[usize]) -> Vec<Spot> {
    let spot = |is_box, item: usize, column| Spot { is_box, item, column, lane: items[item].lane, y: 0.0, before: vec![], after: vec![] };
    let mut spots: Vec<Spot> = (0..items.len()).map(|at| spot(true, at, columns[at])).collect();
    for item in 0..items.len() {
        let mut targets: Vec<usize> = (0..items.len()).filter(|t| needs[*t].contains(&item)).collect();
        targets.sort_by_key(|t| columns[*t]);
        let mut tip = item;
        for target in targets {
            while spots[tip].column + 1 < columns[target] {
                let next = spot(false, item, spots[tip].column + 1);
                spots.push(next);
                let new = spots.len() - 1;
                join(&mut spots, tip, new);
                tip = new;
            }
            join(&mut spots, tip, target);
        }
    }
    spots
}

fn join(spots: &mut [Spot], from: usize, to: usize) {
    spots[from].after.push(to);
    spots[to].before.push(from);
}

/// Top and bottom of each lane: as high as its fullest column needs.
fn lane_bounds(spots: &[Spot], lanes: usize, columns: usize) -> Vec<(f64, f64)> {
    let mut top = 0.0;
    let mut bounds = Vec::new();
    for lane in 0..lanes {
        let room = |column: usize| -> f64 { spots.iter().filter(|s| s.lane == lane && s.column == column).map(Spot::room).sum() };
        let fullest = (0..columns).map(room).fold(BOX_ROOM, f64::max);
        bounds.push((top, top + fullest + 2.0 * LANE_MARGIN));
        top += fullest + 2.0 * LANE_MARGIN;
    }
    bounds
}

/// Moves everything towards what it is joined with, back and forth, and keeps the calmest picture seen.
fn arrange(spots: &mut [Spot], columns: usize, bounds: &[(f64, f64)]) {
    for column in 0..columns {
        settle(spots, column, bounds, |spots, at| spots[at].item as f64);
    }
    let mut best: (f64, Vec<f64>) = (f64::MAX, spots.iter().map(|s| s.y).collect());
    for sweep in 0..SWEEPS {
        let forward = sweep % 2 == 0;
        for step in 0..columns {
            let column = if forward { step } else { columns - 1 - step };
            settle(spots, column, bounds, |spots, at| {
                let spot = &spots[at];
                let (first, second) = if forward { (&spot.before, &spot.after) } else { (&spot.after, &spot.before) };
                // A lonely box stays; late in the game both sides count.
                let joined: Vec<usize> = if sweep + 8 > SWEEPS { first.iter().chain(second).copied().collect() } else { first.clone() };
                if joined.is_empty() { spot.y } else { joined.iter().map(|j| spots[*j].y).sum::<f64>() / joined.len() as f64 }
            });
        }
        let unrest = unrest(spots);
        if unrest < best.0 {
            best = (unrest, spots.iter().map(|s| s.y).collect());
        }
    }
    for (spot, y) in spots.iter_mut().zip(best.1) {
        spot.y = y;
    }
}

/// Orders the spots of a column within their lanes by where they would like to be, and puts them as near to it as the others allow.
fn settle(spots: &mut [Spot], column: usize, bounds: &[(f64, f64)], wish: impl Fn(&[Spot], usize) -> f64) {
    for (lane, (top, bottom)) in bounds.iter().enumerate() {
        let mut group: Vec<(f64, usize)> =
            (0..spots.len()).filter(|at| spots[*at].column == column && spots[*at].lane == lane).map(|at| (wish(spots, at), at)).collect();
        group.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut edge = top + LANE_MARGIN;
        for (wish, at) in &group {
            let half = spots[*at].room() / 2.0;
            spots[*at].y = wish.max(edge + half);
            edge = spots[*at].y + half;
        }
        let mut edge = bottom - LANE_MARGIN;
        for (_, at) in group.iter().rev() {
            let half = spots[*at].room() / 2.0;
            spots[*at].y = spots[*at].y.min(edge - half);
            edge = spots[*at].y - half;
        }
    }
}

/// How far lines climb and how often they cross.
fn unrest(spots: &[Spot]) -> f64 {
    let joints: Vec<(usize, usize)> = (0..spots.len()).flat_map(|from| spots[from].after.iter().map(move |to| (from, *to))).collect();
    let climbs: f64 = joints.iter().map(|(from, to)| (spots[*from].y - spots[*to].y).abs()).sum();
    let mut crossings = 0;
    for (at, (from, to)) in joints.iter().enumerate() {
        for (other_from, other_to) in &joints[at + 1..] {
            let same_gap = spots[*from].column == spots[*other_from].column && from != other_from && to != other_to;
            if same_gap && (spots[*from].y < spots[*other_from].y) != (spots[*to].y < spots[*other_to].y) {
                crossings += 1;
            }
        }
    }
    climbs + 40.0 * f64::from(crossings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::items_of;

    fn overlap(a: &Rect, b: &Rect) -> bool {
        a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    }

    #[test]
    fn no_box_lies_on_another_and_each_is_in_its_lane() {
        for language in crate::language::all() {
            let (items, lanes) = items_of(&language.name);
            let layout = layout(&items, lanes);
            for (at, one) in layout.boxes.iter().enumerate() {
                assert!(layout.boxes[at + 1..].iter().all(|other| !overlap(one, other)), "{}: box {at}", language.name);
                let lane = layout.lanes[items[at].lane];
                assert!(one.y >= lane.y && one.y + one.height <= lane.y + lane.height, "{}: box {at}", language.name);
            }
        }
    }

    #[test]
    fn lines_lead_from_left_to_right_and_never_through_a_box() {
        for language in crate::language::all() {
            let (items, lanes) = items_of(&language.name);
            let layout = layout(&items, lanes);
            for wire in &layout.wires {
                for ends in wire.points.windows(2) {
                    let ((x1, y1), (x2, y2)) = (ends[0], ends[1]);
                    assert!(x2 >= x1 && (x1 == x2 || (y1 - y2).abs() < 0.5), "lines are square and never go back: {wire:?}");
                    // Ends touch boxes; what is between them must not.
                    let (x, width) = if x1 == x2 { (x1 - 0.1, 0.2) } else { (x1 + 0.1, x2 - x1 - 0.2) };
                    let line = Rect { x, y: y1.min(y2) - 0.1, width, height: (y2 - y1).abs() + 0.2 };
                    assert!(layout.boxes.iter().all(|b| !overlap(&line, b)), "{}: {wire:?}", language.name);
                }
            }
            for (at, item) in items.iter().enumerate() {
                let here = layout.boxes[at];
                let arrives = layout
                    .wires
                    .iter()
                    .any(|w| w.arrives && w.points.last().is_some_and(|(x, y)| *x == here.x && *y > here.y && *y < here.y + here.height));
                assert_eq!(arrives, !item.needs.is_empty(), "{}: box {at}", language.name);
                assert!(item.needs.iter().all(|need| layout.boxes[*need].x < here.x));
            }
        }
    }

    #[test]
    fn what_is_implied_is_not_drawn_twice() {
        let item = |needs: &[usize]| Item { lane: 0, needs: needs.to_vec() };
        let items = [item(&[]), item(&[0]), item(&[0, 1])];
        assert_eq!(without_shortcuts(&items), [vec![], vec![0], vec![1]]);
        assert_eq!(columns(&items), [0, 1, 2]);
    }
}
