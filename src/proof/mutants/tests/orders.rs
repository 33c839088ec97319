//! Versions in another order, where the starter says that there is none.

use super::*;

const JETTY: &str = "pub struct Jetty {\n    pub moored: Vec<u32>,\n    /// Those that are out,\n    /// in no particular order.\n    pub out: Vec<u32>,\n}\nimpl Jetty {\n    // Takes one out.\n    pub fn hire(&mut self, boat: u32) {\n        self.moored.push(0);\n        self.out.push(boat);\n    }\n}\n";

fn of(source: &str, name: &str) -> Vec<(String, String)> {
    let files = [file("src/lib.rs", source)];
    let line = source.lines().position(|l| l.contains(&format!("fn {name}("))).unwrap() + 1;
    let stubs = [stub(name, "src/lib.rs", u32::try_from(line).unwrap())];
    let found = other_orders(language::by_name("rust").unwrap(), &files, &files, &stubs);
    found.into_iter().map(|m| (m.before, m.after)).collect()
}

#[test]
fn what_has_no_order_may_be_put_in_front() {
    assert_eq!(of(JETTY, "hire"), [("out".to_owned(), "insert(0, boat)".to_owned())]);
    assert!(of(&JETTY.replace("in no particular order", "the newest last"), "hire").is_empty());
}

#[test]
fn an_answer_without_order_may_be_turned_around() {
    let all = "// Returns those that are out, in any order.\npub fn all(n: u32) -> Vec<u32> {\n    (0..n).collect()\n}\n";
    let found = of(all, "all");
    assert!(found.len() == 1 && found[0].1.contains("(|| -> Vec<u32> {"), "{found:?}");
    assert!(of(&all.replace("in any order", "in their order"), "all").is_empty());
}

#[test]
fn calls_without_order_may_go_from_the_end_to_the_beginning() {
    let c = "/* ex-1: each of them is asked with toll once, in whatever order. */\nint all(const int *a, int n, int (*toll)(int))\n{\n    int sum = 0;\n    for (int i = 0; i < n; i++) {\n        sum += toll(a[i]);\n    }\n    return sum;\n}\n";
    let of_c = |source: &str| {
        let files = [file("src/a.c", source)];
        let found = other_orders(language::by_name("c").unwrap(), &files, &files, &[stub("all", "src/a.c", 2)]);
        found.into_iter().map(|m| (m.before, m.after)).collect::<Vec<_>>()
    };
    assert_eq!(of_c(c), [("the calls of toll".to_owned(), "for (int i = n; i-- > 0;) ".to_owned())]);
    assert!(of_c(&c.replace("in whatever order", "the next one after it")).is_empty());
    assert!(
        of_c(&c.replace("        sum +=", "        if (a[i] < 0) {\n            break;\n        }\n        sum +=")).is_empty(),
        "left early"
    );
    let written = "/* ex-1: writes those above 3 to out, in any order. Returns how many. */\nint all(const int *a, int n, int *out)\n{\n    int k = 0;\n    for (int i = 0; i < n; i++) {\n        if (a[i] > 3) {\n            out[k++] = a[i];\n        }\n    }\n    return k;\n}\n";
    assert_eq!(of_c(written), [("the answer of all".to_owned(), "for (int i = n; i-- > 0;) ".to_owned())]);
    assert!(of_c(&written.replace("Returns how many", "At most as many as fit")).is_empty(), "which ones hangs on the order");
    let rust = "// ex-1: visit is called with each of them, in any order.\npub fn each(list: &[u32], mut visit: impl FnMut(u32)) {\n    for n in list {\n        visit(*n);\n    }\n}\n";
    assert!(of(rust, "each")[0].1.starts_with("{ let etude_all = list;"), "{:?}", of(rust, "each"));
}

#[test]
fn a_closure_that_gives_a_value_may_be_asked_once_more() {
    let best = "// The item with the largest number.\npub fn best<T, F>(items: &[T], number: F) -> usize\nwhere\n    F: Fn(&T) -> usize,\n{\n    number(&items[0])\n}\n";
    let of = |source: &str| {
        let files = [file("src/lib.rs", source)];
        let found = asked_again(language::by_name("rust").unwrap(), &files, &files, &[stub("best", "src/lib.rs", 2)]);
        found.into_iter().map(|m| m.after).collect::<Vec<_>>()
    };
    assert_eq!(of(best), ["({ let _ = number(&items[0]); number(&items[0]) })"]);
    for other in [
        best.replace("The item", "Calls number for each item, and gives the one"),
        best.replace("Fn(&T) -> usize", "Fn(&T)"),
        best.replace("Fn(&T) -> usize", "FnMut(&T) -> usize"),
        best.replace("Fn(&T) -> usize", "Fn() -> usize").replace("number(&items[0])", "number()"),
    ] {
        assert!(of(&other).is_empty(), "{other}");
    }
    let compared = best.replace("Fn(&T)", "FnMut(&T)").replace("number(&items[0])\n", "usize::from(number(&items[0]) > 3)\n");
    assert_eq!(of(&compared).len(), 1, "what is compared is a key");
}
