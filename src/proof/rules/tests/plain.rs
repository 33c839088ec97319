//! Which tests plainly assert something, whatever stands around the call.

use super::subject;
use crate::proof::rules::asserting;

/// Whether a test of the board with this body plainly asserts.
fn is_plain(body: &str) -> bool {
    let exercise = "=== src/lib.rs
pub struct Board<T> {
    pub things: Vec<T>,
}

impl<T> Board<T> {
    //@ex-1 test_newest_of_none
    pub fn newest(&self, fits: impl Fn(&T) -> bool) -> Option<&T> {
        todo!(\"ex-1\")
    }
}
=== tests/board.rs
use exercise::*;

fn board<T>(things: Vec<T>) -> Board<T> {
    Board { things }
}

#[test]
fn test_newest_of_none() {
    BODY
}
";
    asserting(&subject("rust", &exercise.replace("BODY", body))).plainly == ["test_newest_of_none"]
}

#[test]
fn types_and_arguments_of_a_call_compare_nothing_that_it_gave() {
    assert!(is_plain("assert!(board(Vec::<u8>::new()).newest(|_| true).is_none());"));
    assert!(is_plain("assert!(board::<u8>(vec![]).newest(|_| true).is_none());"));
    assert!(is_plain("assert!(board(vec![3]).newest(|n| *n > 5).is_none());"));
    assert!(is_plain(
        "let found: Option<&u8> = None;\n    assert!(board(vec![3]).newest(|n| *n > 5).copied().into_iter().collect::<Vec<u8>>().is_empty());"
    ));
}

#[test]
fn what_holds_whatever_comes_is_not_plain() {
    assert!(!is_plain("assert!(board(vec![3]).newest(|_| true).is_none() || true);"));
    assert!(!is_plain("assert!(board(vec![3]).newest(|_| true).iter().count() < 2);"));
}
