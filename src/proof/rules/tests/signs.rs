//! Stubs that are called by a sign.

use super::{failed, subject};

/// What is refused where the test of `trip` has this body.
fn refused(body: &str) -> Vec<String> {
    failed(&subject("rust", &EXERCISE.replace("BODY", body)))
}

const EXERCISE: &str = "=== src/lib.rs
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cents(pub u64);

impl std::ops::Add for Cents {
    type Output = Cents;

    //@ex-1 test_add_joins_two
    fn add(self, other: Cents) -> Cents {
        todo!(\"ex-1\")
    }
}

impl std::ops::Neg for Cents {
    type Output = Cents;

    //@ex-1 test_neg_turns_the_sign
    fn neg(self) -> Cents {
        todo!(\"ex-1\")
    }
}

//@ex-2 test_trip_adds_all
pub fn trip(prices: &[Cents]) -> Cents {
    todo!(\"ex-2\")
}
=== tests/trip.rs
use exercise::*;

// ex-1

#[test]
fn test_add_joins_two() {
    assert_eq!(Cents(1) + Cents(2), Cents(3));
    assert_eq!(Cents(4) + Cents(2), Cents(6));
}

#[test]
fn test_neg_turns_the_sign() {
    assert_eq!(-Cents(1), Cents(3));
    assert_eq!(-Cents(0), Cents(0));
}

// ex-2

#[test]
fn test_trip_adds_all() {
    assert_eq!(trip(&[]), Cents(0));
    BODY
}
";

#[test]
fn one_value_of_all_calls_by_a_sign_is_one_value() {
    let found = |second: &str| {
        let text = EXERCISE.replace("BODY", "assert_eq!(trip(&[Cents(2)]), Cents(2));");
        let text = text.replace("use exercise::*;", "use exercise::*;\n\nfn cents(n: u64) -> Cents {\n    Cents(n)\n}");
        let text = text.replace("assert_eq!(Cents(1) + Cents(2), Cents(3));", "assert_eq!(cents(1) + Cents(2), cents(3));");
        let text = text.replace("assert_eq!(Cents(4) + Cents(2), Cents(6));", second);
        failed(&subject("rust", &text))
    };
    let same = found("assert_eq!(Cents(2) + Cents(1), cents(3));");
    assert!(matches!(&same[..], [only] if only.starts_with("distinct_values: the tests of `add` expect one value only")), "{same:#?}");
    for other in ["assert_eq!(Cents(2) + Cents(2), cents(4));", "assert_eq!((Cents(2) + Cents(1)).0, 3);"] {
        assert_eq!(found(other), Vec::<String>::new(), "{other}");
    }
}

#[test]
fn a_sign_before_what_nobody_can_tell_the_type_of_may_give_any_value() {
    let text = EXERCISE.replace("BODY", "assert_eq!(trip(&[Cents(2)]), Cents(2));");
    let text = text.replace("use exercise::*;", "use exercise::*;\n\nconst UP: Cents = Cents(7);");
    for first in ["-UP", "-(UP)"] {
        let text = text.replace("assert_eq!(-Cents(1), Cents(3));", &format!("assert_eq!({first}, Cents(3));"));
        assert_eq!(failed(&subject("rust", &text)), Vec::<String>::new(), "{first}");
    }
    let same = text.replace("assert_eq!(-Cents(1), Cents(3));", "assert_eq!(-Cents(1), Cents(0));");
    assert!(failed(&subject("rust", &same)).iter().any(|f| f.starts_with("distinct_values")));
}

#[test]
fn a_sign_on_a_type_of_the_exercise_calls_its_stub() {
    let by = |sign: &str, stub: &str| format!("one_stub_per_test: `test_trip_adds_all` calls both `trip` and, by `{sign}`, `{stub}`");
    let is_told = |body: &str, sign: &str, stub: &str| {
        let found = refused(body);
        assert!(matches!(&found[..], [only] if only.starts_with(&by(sign, stub))), "{body}: {found:#?}");
    };
    is_told("assert_eq!(trip(&[Cents(2), Cents(3)]), Cents(2) + Cents(3));", "+", "add");
    is_told("let two = Cents(2);\n    assert_eq!(trip(&[two, Cents(3)]), two + Cents(3));", "+", "add");
    is_told("assert_eq!(trip(&[Cents(2)]), -Cents(2));", "-", "neg");
}

#[test]
fn numbers_have_signs_of_their_own() {
    for body in [
        "assert_eq!(trip(&[Cents(2), Cents(3)]), Cents(2 + 3));",
        "let two = Cents(2);\n    assert_eq!(trip(&[two, Cents(3)]), Cents(two.0 + 3));",
        "let lost: i32 = -2;\n    assert_eq!(trip(&[Cents(2)]).0 as i32, 4 + lost);",
        "assert_eq!(trip(&[Cents(2)]).0 + 1, 3);",
        "let all: Vec<Cents> = vec![Cents(2)];\n    assert_eq!(trip(&all), Cents(2));",
    ] {
        assert_eq!(refused(body), Vec::<String>::new(), "{body}");
    }
}
