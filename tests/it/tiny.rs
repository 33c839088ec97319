//! Two tiny exercises, one per language, as a model would hand them over: two units, three tests, two lesson sections. A night train with
//! tickets and a booking fee (Rust), a hall with rows of seats (C).

/// The parts of an exercise in the order of its replies.
pub struct Tiny {
    pub language: &'static str,
    pub node: &'static str,
    pub depth: &'static str,
    /// (file path, content) per section.
    pub starter: &'static [(&'static str, &'static str)],
    pub tests: &'static [(&'static str, &'static str)],
    /// (title, content) per section.
    pub lesson: &'static [(&'static str, &'static str)],
    /// (file path in the workspace, content): passes every test.
    pub solution: (&'static str, &'static str),
    /// The same with a mistake in `ex-2`.
    pub half: (&'static str, &'static str),
    pub test_names: [&'static str; 3],
}

pub const RUST: Tiny = Tiny {
    language: "rust",
    node: "S100",
    depth: "D1",
    starter: &[
        (
            "lib.rs",
            r#"use std::fmt::Debug;

/// What one ticket costs.
pub const TICKET_CENTS: u32 = 250;

/// ex-1
/// First principle: an operator joins two values of one type into a new one.
/// Lesson: LESSON.md, section 1 (Values and operators).
/// Test: test_ticket_cents_counts_each_passenger
/// Start here: write the product of the two numbers.
pub fn ticket_cents(passengers: u32) -> u32 {
    todo!("ex-1")
}
"#,
        ),
        (
            "lib.rs",
            r#"use std::fmt::Debug;

/// What a booking costs on top.
pub const FEE_CENTS: u32 = 99;

/// ex-2
/// First principle: the last expression of a body is its value.
/// Lesson: LESSON.md, section 2 (The last expression).
/// Test: test_with_fee_adds_the_fee
/// Start here: write the sum and no semicolon.
pub fn with_fee(cents: u32) -> u32 {
    todo!("ex-2")
}

/// Shows any value.
pub fn shown(value: &impl Debug) -> String {
    format!("{value:?}")
}
"#,
        ),
    ],
    tests: &[
        (
            "night_train.rs",
            r#"use exercise::*;

#[test]
fn test_ticket_cents_of_nobody_is_nothing() {
    assert_eq!(ticket_cents(0), 0);
}

#[test]
fn test_ticket_cents_counts_each_passenger() {
    assert_eq!(ticket_cents(3), 750);
}
"#,
        ),
        (
            "night_train.rs",
            r#"use exercise::*;

#[test]
fn test_with_fee_adds_the_fee() {
    assert_eq!(with_fee(750), 849);
}
"#,
        ),
    ],
    lesson: &[
        ("Values and operators", "Two numbers make a third: `6 * 7` is 42. With this you can write `ticket_cents`."),
        ("The last expression", "A body ends in its value: `{ 40 + 2 }` is 42. With this you can write `with_fee`."),
    ],
    solution: (
        "src/lib.rs",
        "pub const TICKET_CENTS: u32 = 250;\npub const FEE_CENTS: u32 = 99;\n\npub fn ticket_cents(passengers: u32) -> u32 {\n    \
         passengers * TICKET_CENTS\n}\n\npub fn with_fee(cents: u32) -> u32 {\n    cents + FEE_CENTS\n}\n",
    ),
    half: (
        "src/lib.rs",
        "pub const TICKET_CENTS: u32 = 250;\npub const FEE_CENTS: u32 = 99;\n\npub fn ticket_cents(passengers: u32) -> u32 {\n    \
         passengers * TICKET_CENTS\n}\n\npub fn with_fee(cents: u32) -> u32 {\n    cents - FEE_CENTS\n}\n",
    ),
    test_names: ["test_ticket_cents_of_nobody_is_nothing", "test_ticket_cents_counts_each_passenger", "test_with_fee_adds_the_fee"],
};

pub const C: Tiny = Tiny {
    language: "c",
    node: "C200",
    depth: "D2",
    starter: &[
        (
            "hall.h",
            r#"#ifndef HALL_H
#define HALL_H

#define SEATS_PER_ROW 8
#define HALL_SEATS 96

int row_of(int seat);
int seats_left(int taken);

#endif
"#,
        ),
        (
            "hall.c",
            r#"#include "hall.h"
#include "etude.h"

/* ex-1
 * First principle: whole numbers divide to a whole number.
 * Lesson: LESSON.md, section 1 (Whole division).
 * Test: test_row_of_the_ninth_seat_is_one
 * Start here: divide by the seats of a row.
 */
int row_of(int seat)
{
    (void)seat;
    ETUDE_TODO("ex-1");
}
"#,
        ),
        (
            "hall.c",
            r#"#include "hall.h"
#include "etude.h"

/* ex-2
 * First principle: a function returns a value of its type.
 * Lesson: LESSON.md, section 2 (Returning a value).
 * Test: test_seats_left_counts_down
 * Start here: return the difference.
 */
int seats_left(int taken)
{
    (void)taken;
    ETUDE_TODO("ex-2");
}
"#,
        ),
    ],
    tests: &[(
        "hall.c",
        r#"#include "test.h"
#include "hall.h"

void test_row_of_the_first_seat_is_zero(void)
{
    TEST_ASSERT_EQ(row_of(0), 0);
}

void test_row_of_the_ninth_seat_is_one(void)
{
    TEST_ASSERT_EQ(row_of(8), 1);
}

void test_seats_left_counts_down(void)
{
    TEST_ASSERT_EQ(seats_left(6), 90);
}
"#,
    )],
    lesson: &[
        ("Whole division", "`17 / 8` is 2 in C, and the rest is gone. With this you can write `row_of`."),
        ("Returning a value", "`return 96 - 1;` hands 95 back. With this you can write `seats_left`."),
    ],
    solution: (
        "src/hall.c",
        "#include \"hall.h\"\n\nint row_of(int seat)\n{\n    return seat / SEATS_PER_ROW;\n}\n\nint seats_left(int taken)\n{\n    \
         return HALL_SEATS - taken;\n}\n",
    ),
    half: (
        "src/hall.c",
        "#include \"hall.h\"\n\nint row_of(int seat)\n{\n    return seat / SEATS_PER_ROW;\n}\n\nint seats_left(int taken)\n{\n    \
         return HALL_SEATS + taken;\n}\n",
    ),
    test_names: ["test_row_of_the_first_seat_is_zero", "test_row_of_the_ninth_seat_is_one", "test_seats_left_counts_down"],
};
