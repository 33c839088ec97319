//! How lines run between the columns of a map: square, each on an upright of its own, in the order that crosses least. Owns the gaps between columns and
//! how wide they are.

use super::layout::{BOX_WIDTH, Spot, Wire};

const GAP_MARGIN: f64 = 14.0;
const UPRIGHT: f64 = 9.0;
const NARROWEST: f64 = 40.0;
/// Between the ends of lines at one box.
const PORT: f64 = 11.0;

pub(super) struct Routed {
    pub column_x: Vec<f64>,
    pub width: f64,
    pub wires: Vec<Wire>,
}

/// What leaves one spot for the next column.
struct Net {
    from: usize,
    y: f64,
    /// Where it arrives: the spot and the height.
    to: Vec<(usize, f64)>,
}

impl Net {
    fn straight(&self) -> bool {
        self.to.iter().all(|(_, y)| (y - self.y).abs() < 0.5)
    }

    fn spans(&self, y: f64) -> bool {
        let top = self.to.iter().map(|(_, y)| *y).fold(self.y, f64::min);
        let bottom = self.to.iter().map(|(_, y)| *y).fold(self.y, f64::max);
        y > top - 2.0 && y < bottom + 2.0
    }
}

pub(super) fn route(spots: &[Spot], columns: usize) -> Routed {
    let ports = ports(spots);
    let mut routed = Routed { column_x: vec![0.0], width: 0.0, wires: Vec::new() };
    let mut x = 0.0;
    for column in 0..columns {
        let nets = nets(spots, column, &ports);
        let uprights = order(nets.iter().filter(|n| !n.straight()).collect());
        let gap = (2.0 * GAP_MARGIN + UPRIGHT * uprights.len() as f64).max(NARROWEST);
        let right = x + BOX_WIDTH;
        let free = (gap - UPRIGHT * (uprights.len().max(1) - 1) as f64) / 2.0;
        let upright_of = |from: usize| uprights.iter().position(|n| n.from == from).map(|at| right + free + UPRIGHT * at as f64);
        for net in &nets {
            let begin = if spots[net.from].is_box { right } else { x };
            for (to, y) in &net.to {
                let mut points = vec![(begin, net.y)];
                if let Some(upright) = upright_of(net.from) {
                    points.extend([(upright, net.y), (upright, *y)]);
                }
                points.push((right + gap, *y));
                routed.wires.push(Wire { from: spots[net.from].item, points, arrives: spots[*to].is_box });
            }
        }
        routed.width = right;
        if column + 1 < columns {
            x = right + gap;
            routed.column_x.push(x);
        }
    }
    routed
}

/// The height at which each line arrives at a spot: at a box they keep apart, those from above above.
fn ports(spots: &[Spot]) -> Vec<Vec<(usize, f64)>> {
    let of = |spot: &Spot| {
        let mut from = spot.before.clone();
        from.sort_by(|a, b| spots[*a].y.total_cmp(&spots[*b].y));
        let middle = (from.len().max(1) - 1) as f64 / 2.0;
        from.into_iter().enumerate().map(|(at, from)| (from, spot.y + (at as f64 - middle) * PORT)).collect()
    };
    spots.iter().map(of).collect()
}

fn nets(spots: &[Spot], column: usize, ports: &[Vec<(usize, f64)>]) -> Vec<Net> {
    let net = |from: usize| {
        let port = |to: usize| ports[to].iter().find(|(f, _)| *f == from).map_or(spots[to].y, |(_, y)| *y);
        Net { from, y: spots[from].y, to: spots[from].after.iter().map(|to| (*to, port(*to))).collect() }
    };
    (0..spots.len()).filter(|at| spots[*at].column == column && !spots[*at].after.is_empty()).map(net).collect()
}

/// Swaps neighbours, and moves single ones, while that saves crossings.
fn order(mut nets: Vec<&Net>) -> Vec<&Net> {
    nets.sort_by(|a, b| b.y.total_cmp(&a.y));
    loop {
        let mut better = false;
        for at in 0..nets.len() {
            for to in 0..nets.len() {
                let before = cost(&nets);
                let mut tried = nets.clone();
                let moved = tried.remove(at);
                tried.insert(to, moved);
                if cost(&tried) < before {
                    nets = tried;
                    better = true;
                }
            }
        }
        if !better {
            return nets;
        }
    }
}

/// Crossings of uprights with what comes and goes, and, far worse, lines that would lie on each other.
fn cost(nets: &[&Net]) -> usize {
    let mut cost = 0;
    for (at, left) in nets.iter().enumerate() {
        for right in &nets[at + 1..] {
            cost += usize::from(left.spans(right.y));
            cost += left.to.iter().filter(|(_, y)| right.spans(*y)).count();
            cost += 50 * left.to.iter().filter(|(_, y)| (y - right.y).abs() < 4.0).count();
        }
    }
    cost
}
