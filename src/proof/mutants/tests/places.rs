//! Which slips belong to a place that tests must notice.

use super::*;

/// The text of each place among all slips of a function.
pub fn places(language: &str, source: &str, name: &str) -> Vec<String> {
    let found = all_of(language, source, name);
    let mut all: Vec<String> = found.iter().filter_map(|m| source.get(m.place.clone()?).map(str::to_owned)).collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn limits_ranges_keys_and_named_answers_are_such_places() {
    let toll = "const HEAVY: u32 = 20;\nfn toll(grams: u32) -> u32 {\n    if grams > HEAVY { 5 } else { 2 }\n}\n";
    assert_eq!(places("rust", toll, "toll"), ["grams > HEAVY"]);
    let grade = "fn grade(points: u32) -> char {\n    match points {\n        90..=100 => 'a',\n        _ => 'b',\n    }\n}\n";
    assert_eq!(places("rust", grade, "grade"), ["90..=100"]);
    let take = "struct Box { left: u32 }\nimpl Box {\n    fn take(&mut self, n: u32) -> Result<u32, String> {\n        if n > self.left {\n            return Err(String::new());\n        }\n        self.left -= n;\n        Ok(n)\n    }\n}\n";
    let check = "if n > self.left {\n            return Err(String::new());\n        }";
    assert_eq!(places("rust", take, "take"), [check, "n > self.left"]);
    let key = "struct P { code: u32 }\nfn find(all: &[P], code: u32) -> Option<usize> {\n    all.iter().position(|p| p.code == code)\n}\n";
    assert_eq!(places("rust", key, "find"), ["p.code == code"]);
    let error = "enum Bad { Empty, Long }\nfn read(t: &str) -> Result<usize, Bad> {\n    if t.is_empty() {\n        return Err(Bad::Empty);\n    }\n    Ok(t.len())\n}\n";
    assert_eq!(places("rust", error, "read"), ["Empty", "if t.is_empty() {\n        return Err(Bad::Empty);\n    }"]);
    let c = "#define ROOM 8\n#define FULL 2\n#define GONE 3\nint put(int used)\n{\n    if (used >= ROOM) {\n        return FULL;\n    }\n    return used + 1;\n}\n";
    assert_eq!(places("c", c, "put"), ["FULL", "used >= ROOM"]);
}

#[test]
fn where_both_sides_may_come_to_the_same_nothing_is_claimed() {
    for (source, name) in [
        // The middle changes places with itself.
        (
            "fn turn(v: &mut [u32]) {\n    let (mut a, mut b) = (0, v.len() - 1);\n    while a < b {\n        v.swap(a, b);\n        a += 1;\n        b -= 1;\n    }\n}\n",
            "turn",
        ),
        // Nought adds nothing.
        ("fn gains(v: &[i32]) -> i32 {\n    v.iter().filter(|n| **n > 0).sum()\n}\n", "gains"),
        // Equal elements may change places.
        (
            "fn order(v: &mut [u32]) {\n    for i in 1..v.len() {\n        if v[i - 1] > v[i] {\n            v.swap(i - 1, i);\n        }\n    }\n}\n",
            "order",
        ),
        ("fn gap(from: u32, to: u32) -> u32 {\n    if from > to {\n        return 0;\n    }\n    to - from\n}\n", "gap"),
    ] {
        let found = places("rust", source, name);
        let edges: Vec<&String> = found.iter().filter(|p| p.contains(['<', '>'])).collect();
        assert!(edges.is_empty(), "{edges:?}");
    }
}
