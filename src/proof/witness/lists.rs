//! Lists of tests in another order: the last two exchanged, turned round, the last one first. Owns which order is tried; a part of the elements that is sorted in
//! all lists of their kind may have to be, and stays where it is.

use std::ops::Range;

use super::literals::List;

/// What stands in which place of a file instead.
type Changes = Vec<(Range<usize>, String)>;

/// The same list in other orders: what is said of each, and its changes.
pub fn orders(content: &str, all: &[List], list: &List) -> Vec<(&'static str, Changes)> {
    let of_kind: Vec<&List> = all.iter().filter(|l| l.kind == list.kind && l.rows[0].len() == list.rows[0].len()).collect();
    let free: Vec<usize> = (0..list.rows[0].len()).filter(|column| !is_sorted(content, &of_kind, *column)).collect();
    let (count, last) = (list.rows.len(), list.rows.len() - 1);
    if free.is_empty() || ends_in_a_mark(content, list) {
        return Vec::new();
    }
    let ways: [(&str, Vec<usize>); 3] = [
        ("a list turned round", (0..count).rev().collect()),
        ("the last two of a list exchanged", (0..count).map(|at| if at + 1 >= last { 2 * last - 1 - at } else { at }).collect()),
        ("the last of a list put first", (0..count).map(|at| (at + last) % count).collect()),
    ];
    let mut found: Vec<(&str, Changes)> = Vec::new();
    for (says, from) in ways {
        let places = (0..count).flat_map(|to| free.iter().map(move |column| (to, *column)));
        let changes: Vec<_> =
            places.map(|(to, c)| (list.rows[to][c].clone(), content[list.rows[from[to]][c].clone()].to_owned())).collect();
        let is_new = changes.iter().any(|(at, new)| content[at.clone()] != **new) && found.iter().all(|(_, other)| *other != changes);
        if is_new {
            found.push((says, changes));
        }
    }
    found
}

/// Whether a column goes up, or down, in every list.
fn is_sorted(content: &str, lists: &[&List], column: usize) -> bool {
    let key = |row: &Vec<Range<usize>>| {
        let text = content[row[column].clone()].to_owned();
        let digits: String = text.chars().skip_while(|c| !c.is_ascii_digit() && *c != '-').filter(|c| *c != '_').collect();
        (digits.parse::<i128>().unwrap_or_default(), text)
    };
    let each = |holds: fn(&(i128, String), &(i128, String)) -> bool| {
        lists.iter().all(|list| list.rows.windows(2).all(|pair| holds(&key(&pair[0]), &key(&pair[1]))))
    };
    each(|a, b| a <= b) || each(|a, b| a >= b)
}

/// What stands for the end of a list in C.
fn ends_in_a_mark(content: &str, list: &List) -> bool {
    list.rows.last().is_some_and(|row| row.iter().all(|part| matches!(&content[part.clone()], "NULL" | "0" | "-1" | "'\\0'")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(content: &str) -> Vec<String> {
        let syntax = crate::syntax::syntax("rust").expect("a syntax");
        let (_, all) = super::super::literals::read(syntax, content, &(0..content.len()), None, &|_| Vec::new());
        let of = |list: &List| {
            orders(content, &all, list).into_iter().map(|(_, changes)| changes.into_iter().map(|c| c.1).collect::<Vec<_>>().join(" "))
        };
        all.iter().flat_map(|list| of(list).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn a_list_is_put_in_another_order_unless_all_are_sorted() {
        assert_eq!(turned("fn t() { f(&[3, 9, 4]); }"), ["4 9 3", "3 4 9", "4 3 9"]);
        assert_eq!(turned("fn t() { f(&[3, 4, 9]); f(&[1, 2]); }"), [""; 0]);
        assert_eq!(
            turned("fn t() { f(vec![(1, \"a\"), (2, \"c\"), (3, \"b\")]); }"),
            ["\"b\" \"c\" \"a\"", "\"a\" \"b\" \"c\"", "\"b\" \"a\" \"c\""]
        );
        let trips = "fn t() { f(&[Trip { from: 5, to: 1 }, Trip { from: 2, to: 2 }, Trip { from: 4, to: 3 }]); }";
        assert_eq!(turned(trips), ["from: 4 from: 2 from: 5", "from: 5 from: 4 from: 2", "from: 4 from: 5 from: 2"]);
        assert_eq!(turned("fn t() { f(&[early, late]); assert_eq!(g(), [2, 1]); h([0; 4]); }"), [""; 0]);
    }
}
