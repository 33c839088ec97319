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
