//! Slips that the tests of an exercise let through, named with ordinary input that would have shown them: another number, also in a text, at an edge that has a name.

use crate::proof::{checked, failing};

const TESTS: &str = "tests/seeds.rs";
const STARTER: &str = "starter/lib.rs";
const REFERENCE: &str = "solution/lib.rs";
const SIGNATURE: &str = "pub fn lend(&mut self, wanted: u32)";

/// Whether the rule about mutants says all of this, and no other rule anything.
fn says(edits: &[(&str, &str, &str)], parts: &[&str]) {
    let failed = failing(&checked("rust", "S102", edits));
    let named = |(rule, why): &(String, String)| rule == "mutants_are_rejected" && parts.iter().all(|part| why.contains(part));
    assert!(failed.len() == 1 && named(&failed[0]), "{parts:?}: {failed:#?}");
}

#[test]
fn any_slip_that_another_number_would_show_is_named_however_few_there_are() {
    let parity = (REFERENCE, "    shelves.iter().map(|s| s.packets).sum()", "    shelves.iter().fold(0, |all, s| all ^ s.packets)");
    let row = (TESTS, "row(&[1, 2])", "row(&[2, 1])");
    says(&[parity, row], &["tells all ^ s.packets from all | s.packets", "in the place of 2"]);
}

#[test]
fn a_number_in_a_text_is_a_number() {
    let read = "pub fn lend(&mut self, order: &str) -> Result<u32, LendError> {\n        let wanted: u32 = order.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);";
    let edits = [
        (STARTER, SIGNATURE, "pub fn lend(&mut self, order: &str)"),
        (STARTER, "    //     lend(2) of a shelf of 5 leaves 3\n    //\n", ""),
        (REFERENCE, "pub fn lend(&mut self, wanted: u32) -> Result<u32, LendError> {", read),
        (TESTS, "shelf.lend(2), Ok(3)", "shelf.lend(\"1 bean\"), Ok(4)"),
        (TESTS, "shelf.lend(3), Ok(0)", "shelf.lend(\"3 beans\"), Ok(1)"),
        (TESTS, "assert_eq!(shelf.packets, 0)", "assert_eq!(shelf.packets, 1)"),
        (TESTS, "Shelf { packets: 4 }", "Shelf { packets: 5 }"),
        (TESTS, "shelf.lend(7), Err(LendError::Missing(3))", "shelf.lend(\"7 beans\"), Err(LendError::Missing(2))"),
        (TESTS, "assert_eq!(shelf.packets, 4)", "assert_eq!(shelf.packets, 5)"),
    ];
    says(&edits, &["wanted >= self.packets gets through", "\\\"2 bean\\\" in the place of"]);
}

#[test]
fn a_limit_with_a_name_is_tried_though_every_answer_holds_its_number() {
    const MOST: &str = "/// More than this are not lent at once.\npub const MOST: u32 = 50;\n\n/// Packets of one kind.";
    let entry = "[[equivalent]]\nstub = \"lend\"\nbefore = \"wanted > MOST\"\nafter = \"wanted >= MOST\"\nwhy = \"Nobody wants just as many.\"\n\n[[lesson]]";
    let edits = [
        (STARTER, "/// Packets of one kind.", MOST),
        (
            STARTER,
            "    // there are too few nothing is taken.",
            "    // there are too few nothing is taken. More than MOST all count as missing.",
        ),
        (REFERENCE, "/// Packets of one kind.", MOST),
        (
            REFERENCE,
            "        if wanted > self.packets {",
            "        if wanted > MOST {\n            return Err(LendError::Missing(wanted));\n        }\n        if wanted > self.packets {",
        ),
        (
            TESTS,
            "    assert_eq!(shelf.packets, 4);",
            "    assert_eq!(shelf.lend(900), Err(LendError::Missing(900)));\n    assert_eq!(shelf.packets, 4);",
        ),
        ("pack.toml", "[[lesson]]", entry),
    ];
    says(&edits, &["it is not equivalent; with 50 in the place of", "no test of `lend` stands at the edge of wanted > MOST"]);
}

#[test]
fn lists_of_equals_and_an_order_that_the_comment_promises_are_asked_for() {
    let alike = (TESTS, "count_both(&row(&[1, 2]), &row(&[40])), 43", "count_both(&row(&[3, 3]), &row(&[40])), 46");
    says(&[alike], &["no test of `count_both` notices when every round of shelves.iter() sees the first of all"]);
    let edits = [
        (
            STARTER,
            "// there are too few nothing is taken.",
            "// there are too few nothing is taken. Who wants nothing misses nothing,\n    // whatever else is wrong.",
        ),
        (
            REFERENCE,
            "        if wanted > self.packets {",
            "        if wanted == 0 {\n            return Err(LendError::Missing(0));\n        }\n        if self.packets == 0 {\n            return Err(LendError::Missing(wanted + 1));\n        }\n        if wanted > self.packets {",
        ),
        (
            TESTS,
            "    assert_eq!(shelf.packets, 4);",
            "    assert_eq!(shelf.lend(0), Err(LendError::Missing(0)));\n    assert_eq!(shelf.packets, 4);\n    assert_eq!(Shelf { packets: 0 }.lend(2), Err(LendError::Missing(3)));",
        ),
    ];
    says(&edits, &["tells which of two refusals comes first"]);
}

#[test]
fn what_only_the_shape_of_an_alternative_shows_is_named_there() {
    const ALTERNATIVE: &str = "alternatives/by-match.rs";
    let test = ("tests/night_train.rs", "booking_cents(1), 349", "booking_cents(2), 599");
    assert!(failing(&checked("rust", "S100", &[test])).is_empty());
    let body = "match ticket_cents(passengers) {\n        0 => 0,\n        cents => FEE_CENTS + cents,\n    }";
    let shape = (ALTERNATIVE, body, "if passengers > 0 { FEE_CENTS + ticket_cents(passengers) } else { 0 }");
    let failed = failing(&checked("rust", "S100", &[test, shape]));
    let parts = [ALTERNATIVE, "passengers > 1 gets through, and with 1 in the place of 2", "\"line\":14"];
    let named = |(rule, why): &(String, String)| rule == "mutants_are_rejected" && parts.iter().all(|part| why.contains(part));
    assert!(failed.len() == 1 && named(&failed[0]), "{failed:#?}");
}
