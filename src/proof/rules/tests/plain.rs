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

/// The answer without which a test with this body asserts nothing.
fn only_when(language: &str, body: &str) -> Option<String> {
    let exercise = match language {
        "c" => {
            "=== src/seat.h\nint *find(int row);\n=== src/seat.c\n#include \"etude.h\"\n#include \"seat.h\"\n\n//@ex-1 test_find_reads_a_row\nint *find(int row)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n=== tests/seat.c\n#include \"test.h\"\n#include \"seat.h\"\n\nvoid test_find_reads_a_row(void)\n{\n    BODY\n}\n"
        }
        _ => {
            "=== src/lib.rs\n//@ex-1 test_find_reads_a_row\npub fn find(text: &str) -> Result<u32, String> {\n    todo!(\"ex-1\")\n}\n=== tests/seat.rs\nuse exercise::*;\n\n#[test]\nfn test_find_reads_a_row() {\n    BODY\n}\n"
        }
    };
    asserting(&subject(language, &exercise.replace("BODY", body))).only_when.remove("test_find_reads_a_row")
}

#[test]
fn assertions_that_wait_for_an_answer_are_known() {
    let ok = Some("`Ok`".to_owned());
    assert_eq!(only_when("rust", "if let Ok(row) = find(\"1\") {\n        assert_eq!(row, 1);\n    }"), ok);
    assert_eq!(only_when("rust", "let got = find(\"1\");\n    if let Ok(row) = &got {\n        assert_eq!(*row, 1);\n    }"), ok);
    assert_eq!(
        only_when("rust", "for n in [\"1\"] {\n        if let Ok(row) = find(n) {\n            assert_eq!(row, 1);\n        }\n    }"),
        ok
    );
    assert_eq!(only_when("rust", "match find(\"1\") {\n        Ok(row) => assert_eq!(row, 1),\n        Err(_) => {}\n    }"), ok);
    assert_eq!(only_when("rust", "let Ok(row) = find(\"1\") else { return };\n    assert_eq!(row, 1);"), ok);
    let one_way = Some("one way".to_owned());
    assert_eq!(only_when("c", "int *row = find(1);\n    if (row != NULL) {\n        TEST_ASSERT_EQ(*row, 1);\n    }"), one_way);
    assert_eq!(only_when("c", "if (find(1))\n        TEST_ASSERT_EQ(*find(1), 1);"), one_way);
}

#[test]
fn so_are_those_of_a_stub_that_the_language_calls() {
    let exercise = "=== src/lib.rs\npub struct Seat(pub u32);\nimpl std::str::FromStr for Seat {\n    type Err = String;\n    //@ex-1 test_from_str_reads_a_row\n    fn from_str(text: &str) -> Result<Seat, String> {\n        todo!(\"ex-1\")\n    }\n}\n=== tests/seat.rs\nuse exercise::*;\n\nfn seat(row: u32) -> Seat {\n    Seat(row)\n}\n\n#[test]\nfn test_from_str_reads_a_row() {\n    if let Ok(found) = \"12\".parse::<Seat>() {\n        assert_eq!(found, seat(12));\n    }\n}\n";
    let found = |text: &str| asserting(&subject("rust", text)).only_when.remove("test_from_str_reads_a_row");
    assert_eq!(found(exercise), Some("`Ok`".to_owned()));
    assert_eq!(
        found(&exercise.replace(
            "        assert_eq!(found, seat(12));\n    }",
            "        assert_eq!(found, seat(12));\n    } else {\n        panic!();\n    }"
        )),
        None
    );
}

#[test]
fn a_test_that_can_fail_otherwise_waits_for_no_answer() {
    for body in [
        "if let Ok(row) = find(\"1\") {\n        assert_eq!(row, 1);\n    } else {\n        panic!(\"no row\");\n    }",
        "match find(\"1\") {\n        Ok(row) => assert_eq!(row, 1),\n        Err(why) => panic!(\"{why}\"),\n    }",
        "let Ok(row) = find(\"1\") else { panic!(\"no row\") };\n    assert_eq!(row, 1);",
        "let got = find(\"1\");\n    assert!(got.is_ok());\n    if let Ok(row) = got {\n        assert_eq!(row, 1);\n    }",
        "let got = find(\"1\");\n    if let Ok(row) = &got {\n        assert_eq!(*row, 1);\n    }\n    if let Err(why) = &got {\n        assert_eq!(why, \"x\");\n    }",
        "let row = find(\"1\").unwrap();\n    if row > 0 {\n        assert_eq!(row, 1);\n    }",
        "if std::env::var(\"DEEP\").is_ok() {\n        assert_eq!(find(\"1\"), Ok(1));\n    }",
        "let Ok(row) = find(\"1\") else {\n        panic!(\"no row\");\n    };\n    assert_eq!(row, 1);",
    ] {
        assert_eq!(only_when("rust", body), None, "{body}");
    }
    assert_eq!(
        only_when(
            "c",
            "int *row = find(1);\n    if (row == NULL) {\n        TEST_ASSERT(0);\n    } else {\n        TEST_ASSERT_EQ(*row, 1);\n    }"
        ),
        None
    );
}

#[test]
fn what_holds_whatever_comes_is_not_plain() {
    assert!(!is_plain("assert!(board(vec![3]).newest(|_| true).is_none() || true);"));
    assert!(!is_plain("assert!(board(vec![3]).newest(|_| true).iter().count() < 2);"));
}
