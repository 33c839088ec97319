//! Slips that only a third element or a second key shows.

use super::*;

#[test]
fn loops_stop_after_the_second_round() {
    let sum = "fn sum(cents: &[u32]) -> u32 {\n    let mut all = 0;\n    for cent in cents {\n        all += cent;\n    }\n    all\n}\n";
    has(&of("rust", sum, "sum"), "too_few_rounds: for cent in cents -> for cent in cents.into_iter().take(2)");
    has_no(&of("rust", sum, "sum"), "break;");
    let places = "fn sum(v: &[u32]) -> u32 {\n    let mut all = 0;\n    for i in 0..v.len() {\n        all += v[i];\n    }\n    all\n}\n";
    has(&of("rust", places, "sum"), "too_few_rounds: for i in 0..v.len() -> for i in (0..v.len()).into_iter().take(2)");
    let digits =
        "fn digits(mut n: u32) -> u32 {\n    let mut all = 1;\n    while n > 9 {\n        n /= 10;\n        all += 1;\n    }\n    all\n}\n";
    has(
        &of("rust", digits, "digits"),
        "too_few_rounds: while n > 9 { -> let mut rounds = 0; while n > 9 { if rounds == 2 { break; } rounds += 1;",
    );
}

#[test]
fn chains_stop_after_the_second_element() {
    let chain = "fn sum(v: &[u32]) -> u32 {\n    v.iter().filter(|n| **n > 2).sum::<u32>()\n}\n";
    has(&of("rust", chain, "sum"), "too_few_rounds: v.iter() -> v.iter().take(2)");
    let total = "fn sum(v: &[u32]) -> u32 {\n    v.iter().sum::<u32>()\n}\n";
    has(&of("rust", total, "sum"), "too_few_rounds: v.iter() -> v.iter().take(2)");
    let range = "fn sum(n: u32) -> u32 {\n    (0..=n).map(|i| i * i).sum()\n}\n";
    has(&of("rust", range, "sum"), "too_few_rounds: (0..=n) -> (0..=n).take(2)");
}

#[test]
fn two_rounds_are_enough_for_what_has_two_waits_or_has_no_order() {
    for source in [
        "fn f(a: u32, b: u32) -> u32 {\n    let mut all = 0;\n    for x in [a, b] {\n        all += x;\n    }\n    all\n}\n",
        "fn f(a: u32) -> u32 {\n    (0..2).map(|i| i + a).sum()\n}\n",
        "const BOTH: [u32; 2] = [1, 2];\nfn f(a: u32) -> u32 {\n    BOTH.iter().map(|i| i + a).sum()\n}\n",
        "fn f(v: &[u32]) -> Option<u32> {\n    v.iter().map(|i| i + 1).next()\n}\n",
        "fn f(n: usize) -> usize {\n    let all: Vec<_> = (0..n).map(|i| std::thread::spawn(move || i)).collect();\n    all.len()\n}\n",
        "fn f(v: &[u32]) -> u32 {\n    let all: Vec<_> = v.iter().map(|n| n + 1).collect();\n    std::thread::scope(|s| s.spawn(|| 1).join());\n    all[0]\n}\n",
        "use std::collections::HashMap;\nfn f(v: &HashMap<u32, u32>) -> u32 {\n    v.values().map(|i| i + 1).sum()\n}\n",
    ] {
        has_no(&of("rust", source, "f"), "too_few_rounds");
    }
    let copy = "int f(int fd, char *to, int n)\n{\n    int done = 0;\n    while (done < n) {\n        done += (int)read(fd, to + done, n - done);\n    }\n    return done;\n}\n";
    has_no(&of("c", copy, "f"), "too_few_rounds");
    let both =
        "int f(const int *v)\n{\n    int all = 0;\n    for (int i = 0; i < 2; i++) {\n        all += v[i];\n    }\n    return all;\n}\n";
    has_no(&of("c", both, "f"), "too_few_rounds");
}

#[test]
fn loops_of_c_stop_after_the_second_round() {
    let sum = "int sum(const int *v, int n)\n{\n    int all = 0;\n    for (int i = 0; i < n; i++) {\n        all += v[i];\n    }\n    return all;\n}\n";
    has(&of("c", sum, "sum"), "too_few_rounds: i < n -> i < n && i < 2");
    has_no(&of("c", sum, "sum"), "break;");
    let list = "struct node { struct node *next; int value; };\nint sum(const struct node *n)\n{\n    int all = 0;\n    while (n != NULL) {\n        all += n->value;\n        n = n->next;\n    }\n    return all;\n}\n";
    has(&of("c", list, "sum"), "too_few_rounds: while (n != NULL -> int rounds = 0; while (rounds++ < 2 && (n != NULL)");
}

#[test]
fn there_is_one_such_slip_at_most() {
    let loops: String = (0..4).map(|at| format!("    for x in v {{\n        all[{at}] += x;\n    }}\n")).collect();
    let source = format!("fn f(v: &[u32]) -> [u32; 4] {{\n    let mut all = [0; 4];\n{loops}    all\n}}\n");
    let found = of("rust", &source, "f");
    assert_eq!(found.iter().filter(|m| m.kind == Kind::TooFewRounds).count(), 1, "{:#?}", slips(&found));
}

#[test]
fn an_order_is_turned_around_or_loses_a_key() {
    let own = "use std::cmp::Ordering;
pub struct Mark {
    room: char,
    number: u32,
}
impl Ord for Mark {
    fn cmp(&self, other: &Mark) -> Ordering {
        self.room.cmp(&other.room).then(other.number.cmp(&self.number))
    }
}
";
    let found = of("rust", own, "cmp");
    has(&found, "swapped_arguments: self.room.cmp(&other.room) -> other.room.cmp(&self.room)");
    has(&found, "swapped_arguments: other.number.cmp(&self.number) -> self.number.cmp(&other.number)");
    has(&found, "key: self.room.cmp(&other.room).then(other.number.cmp(&self.number)) -> self.room.cmp(&other.room)");
    has(&found, "key: self.room.cmp(&other.room).then(other.number.cmp(&self.number)) -> other.number.cmp(&self.number)");
    let lazy = "fn f(v: &mut [(u32, u32)]) {\n    v.sort_by(|a, b| a.0.cmp(&b.0).reverse().then_with(|| a.1.cmp(&b.1)));\n}\n";
    let found = all_of("rust", lazy, "f");
    has(&found, "method: a.0.cmp(&b.0).reverse() -> a.0.cmp(&b.0)");
    has(&found, "key: a.0.cmp(&b.0).reverse().then_with(|| a.1.cmp(&b.1)) -> a.0.cmp(&b.0).reverse()");
    let keys = "use std::cmp::Reverse;\nfn f(v: &mut [(u32, u32)]) {\n    v.sort_by_key(|a| (Reverse(a.0), a.1));\n}\n";
    let found = all_of("rust", keys, "f");
    has(&found, "method: Reverse(a.0) -> a.0");
    has(&found, "key: |a| (Reverse(a.0), a.1) -> |a| Reverse(a.0)");
    has_no(&all_of("rust", "fn f(a: bool) -> Option<u32> {\n    a.then(|| 3)\n}\n", "f"), "method: a.then");
}
