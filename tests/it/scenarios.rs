//! `docs/scenarios.md` is true: a row for every scenario of the requirements, and each named test exists.

use std::collections::BTreeSet;

use crate::story::project;

/// The rows of the table as (number, scenario, shown by).
fn rows() -> Vec<(usize, String, String)> {
    let page = std::fs::read_to_string(project().join("docs/scenarios.md")).expect("the page");
    let cells = |line: &str| line.trim_matches('|').split('|').map(|c| c.trim().to_owned()).collect::<Vec<_>>();
    page.lines()
        .filter(|l| l.starts_with('|'))
        .filter_map(|l| match cells(l).as_slice() {
            [number, scenario, shown] => Some((number.parse().ok()?, scenario.clone(), shown.clone())),
            _ => None,
        })
        .collect()
}

/// `file::test_fn` between backticks.
fn tests_named(shown: &str) -> Vec<&str> {
    shown.split('`').filter(|part| part.contains("::")).collect()
}

#[test]
fn every_scenario_has_a_row() {
    let numbers: Vec<usize> = rows().iter().map(|r| r.0).collect();
    assert_eq!(numbers, (1..=46).collect::<Vec<_>>());
    let texts: BTreeSet<String> = rows().into_iter().map(|r| r.1).collect();
    assert_eq!(texts.len(), 46, "each in its own words");
}

#[test]
fn every_row_names_a_test_or_the_part_it_belongs_to() {
    for (number, _, shown) in rows() {
        assert!(!tests_named(&shown).is_empty() || shown.starts_with("part "), "row {number}: {shown}");
    }
}

#[test]
fn every_test_that_a_row_names_exists() {
    for (number, _, shown) in rows() {
        for name in tests_named(&shown) {
            let (file, function) = name.split_once("::").expect("file::test_fn");
            let path = project().join(format!("tests/it/{file}.rs"));
            let source = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("row {number} names {}: {e}", path.display()));
            assert!(source.contains(&format!("#[test]\nfn {function}() {{")), "row {number}: there is no test {name}");
        }
    }
}
