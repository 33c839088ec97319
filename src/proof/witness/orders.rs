//! Orders that all tests of a stub keep: a list that is always sorted, a field that is never above another. Such an order may be a promise of whoever calls, so
//! no witness breaks it. Owns how far a number may be moved; nothing is read here.

use super::literals::Literal;

/// How low and how high one of these may be. All are of the tests of one stub and of one file, in their order.
pub fn window(all: &[&Literal], own: &Literal) -> (i128, i128) {
    let mut window = (i128::MIN, i128::MAX);
    let beside = |l: &Literal| all.iter().filter(|m| m.row == l.row && m.place != l.place && is_field(m)).copied().collect::<Vec<_>>();
    for other in beside(own).into_iter().filter(|_| is_field(own)) {
        let rows = all.iter().filter(|l| l.place == own.place);
        let pairs = rows.filter_map(|l| Some((l.value, beside(l).into_iter().find(|m| m.place == other.place)?.value)));
        narrow(&mut window, &pairs.collect::<Vec<_>>(), other.value);
    }
    let same = |l: &Literal| (&l.place.0, l.place.1) == (&own.place.0, own.place.1);
    let column: Vec<&&Literal> = all.iter().filter(|l| same(l) && l.list.is_some()).collect();
    let next: Vec<(&Literal, &Literal)> = column.windows(2).filter(|p| p[0].list == p[1].list).map(|p| (*p[0], *p[1])).collect();
    let up: Vec<(i128, i128)> = next.iter().map(|(a, b)| (a.value, b.value)).collect();
    let down: Vec<(i128, i128)> = next.iter().map(|(a, b)| (b.value, a.value)).collect();
    for (before, after) in next {
        if before.bytes == own.bytes {
            narrow(&mut window, &up, after.value);
        } else if after.bytes == own.bytes {
            narrow(&mut window, &down, before.value);
        }
    }
    window
}

fn is_field(literal: &Literal) -> bool {
    literal.place.0.contains('.')
}

/// Where the first is below the second in all pairs, it stays below this one, and the other way round.
fn narrow((low, high): &mut (i128, i128), pairs: &[(i128, i128)], other: i128) {
    let all = |holds: fn(&i128, &i128) -> bool| pairs.iter().all(|(a, b)| holds(a, b));
    if all(i128::lt) {
        *high = (*high).min(other.saturating_sub(1));
    } else if all(i128::le) {
        *high = (*high).min(other);
    }
    if all(i128::gt) {
        *low = (*low).max(other.saturating_add(1));
    } else if all(i128::ge) {
        *low = (*low).max(other);
    }
}

#[cfg(test)]
mod tests {
    use super::super::literals::read;
    use super::*;

    fn windows(rust: &str) -> Vec<(i128, i128, i128)> {
        let syntax = crate::syntax::syntax("rust").expect("a syntax");
        let all = read(syntax, rust, &(0..rust.len()), None, &|_| Vec::new()).0;
        let refs: Vec<&Literal> = all.iter().collect();
        let shown = |l: &&Literal| {
            let (low, high) = window(&refs, l);
            (low.max(-1), l.value, high.min(99))
        };
        refs.iter().map(shown).collect()
    }

    #[test]
    fn an_order_that_all_tests_keep_is_kept() {
        let kept = "fn t() { f(&[Trip { from: 1, to: 5 }, Trip { from: 4, to: 4 }, Trip { from: 7, to: 8 }]); }";
        assert_eq!(windows(kept), [(-1, 1, 3), (1, 5, 99), (2, 4, 4), (4, 4, 99), (5, 7, 8), (7, 8, 99)]);
        let broken = "fn t() { f(&[Trip { from: 6, to: 5 }, Trip { from: 4, to: 4 }, Trip { from: 7, to: 8 }]); }";
        assert_eq!(windows(broken)[..2], [(-1, 6, 99), (-1, 5, 99)]);
        assert_eq!(windows("fn t() { f(&[3, 5, 9]); f(&[1, 2]); g(4, 6); }")[..3], [(-1, 3, 4), (4, 5, 8), (6, 9, 99)]);
        assert_eq!(windows("fn t() { f(&[3, 5, 9]); f(&[2, 1]); g(4, 6); }")[3..], [(-1, 2, 99), (-1, 1, 99), (-1, 4, 99), (-1, 6, 99)]);
    }
}
