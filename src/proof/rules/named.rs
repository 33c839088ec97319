//! Values that a test gives a name or writes into a calculation, and expects of a stub: they belong to the contract unless they follow from what the test puts
//! in. A value that is a sum, a product or a difference of its input, and the sizes that everybody knows, are left alone.

use std::ops::Range;

use super::assertions::{Assertion, Expects, normal};
use super::calls::text_at;
use super::constants::{Said, is_constant_name};
use super::reading::{Code, Reading};
use super::shown::value_visible;
use crate::syntax::{Definition, Token, TokenKind};

/// What anybody would name or write without being told: hours, angles, letters, sizes of types.
const KNOWN_SIZES: [i128; 24] =
    [7, 12, 24, 26, 28, 29, 30, 31, 52, 60, 90, 100, 180, 255, 256, 360, 365, 366, 1024, 1440, 3600, 65_535, 65_536, 86_400];

pub fn is_known_size(number: i128) -> bool {
    KNOWN_SIZES.contains(&number)
        || [i128::from(i32::MAX), i128::from(u32::MAX), i128::from(i64::MAX), i128::from(u64::MAX)].contains(&number)
}

fn is_power_of_ten(mut number: i128) -> bool {
    while number >= 10 && number % 10 == 0 {
        number /= 10;
    }
    number == 1
}

/// A named plain value that a stub is expected to give, that no input holds and the starter never says.
pub fn is_hidden_result(reading: &Reading, test: &Code, constant: &Definition, assertions: &[Assertion]) -> bool {
    let name = constant.name.as_str();
    let lower = name.to_lowercase();
    if !is_constant_name(name) || ["expect", "want", "answer", "result", "total", "sum"].iter().any(|w| lower.contains(w)) {
        return false;
    }
    let Some(value) = constant.value.as_deref().and_then(|v| plain_value(reading, v)) else { return false };
    let is_expected = |a: &Assertion| match &a.expects {
        Expects::Value(range) => is_made_of_values(&test.body[range.clone()], name) && reading.is_result(test, a),
        _ => false,
    };
    let follows = value
        .parse()
        .is_ok_and(|number: i128| is_known_size(number) || is_power_of_ten(number) || follows_from_input(reading, test, number));
    assertions.iter().any(is_expected) && !reading.is_input(name, None) && !follows && !value_visible(reading, &value)
}

/// `NAME`, `Ok(NAME)`, `Err(NAME.to_string())`, `BASE + 2 * NAME`: values and signs, and nothing that could have been worked out.
fn is_made_of_values(tokens: &[Token], name: &str) -> bool {
    let around =
        ["Ok", "Some", "Err", "String", "from", "to_string", "to_owned", "into", "as", "u8", "u16", "u32", "u64", "usize", "i32", "i64"];
    let plain = |t: &Token| match t.kind {
        TokenKind::Word => is_constant_name(&t.text) || t.text == name || around.contains(&t.text.as_str()),
        TokenKind::Sign => matches!(t.text.as_str(), "(" | ")" | "+" | "-" | "*" | "/" | "&" | "." | "::"),
        _ => true,
    };
    tokens.iter().any(|t| t.text == name) && tokens.iter().all(plain)
}

/// The literal that a constant stands for; nothing for what is worked out.
fn plain_value(reading: &Reading, value: &str) -> Option<String> {
    let tokens: Vec<Token> = reading.syntax.tokens(value).into_iter().filter(|t| !matches!(t.text.as_str(), "(" | ")" | ";")).collect();
    match tokens.as_slice() {
        [one] if matches!(one.kind, TokenKind::Number | TokenKind::Text | TokenKind::Char) => Some(normal(one)),
        [sign, one] if sign.text == "-" && one.kind == TokenKind::Number => Some(format!("-{}", normal(one))),
        _ => None,
    }
}

/// Whether a number is one that the test or its helpers write elsewhere, or two of them, or all, put together.
fn follows_from_input(reading: &Reading, test: &Code, number: i128) -> bool {
    let expected = expected_ranges(reading, test);
    let own = test.body.iter().enumerate().filter(|(at, _)| !expected.iter().any(|range| range.contains(at))).map(|(_, t)| t);
    let others = reading.helpers.iter().flat_map(|h| &h.body);
    let put_in: Vec<i128> = own.chain(others).filter(|t| t.kind == TokenKind::Number).filter_map(|t| normal(t).parse().ok()).collect();
    // A code is not worked out.
    if number < 0 {
        return put_in.contains(&number);
    }
    let all: i128 = put_in.iter().sum();
    let pairs = put_in.iter().enumerate().flat_map(|(at, one)| put_in[at + 1..].iter().map(move |other| (*one, *other)));
    number == all
        || put_in.contains(&number)
        || pairs.into_iter().any(|(a, b)| [a + b, a - b, b - a, a.saturating_mul(b)].contains(&number))
}

fn expected_ranges(reading: &Reading, test: &Code) -> Vec<Range<usize>> {
    let range = |a: Assertion| if let Expects::Value(range) = a.expects { Some(range) } else { None };
    reading.assertions(test).into_iter().filter_map(range).collect()
}

impl Reading<'_> {
    /// Whether a name of the tests is used for more than what is expected: to make a fixture, in another definition, in a table. Where it is only handed to
    /// the stub, `handed` says whether that counts.
    pub fn is_input(&self, name: &str, handed: Option<bool>) -> bool {
        let counts = handed.unwrap_or(true);
        let used = |code: &Code, allowed: &[Range<usize>]| {
            let uses = code.body.iter().enumerate().filter(|(_, t)| t.text == name && t.kind == TokenKind::Word && !t.binds);
            uses.map(|(at, _)| at).any(|at| !allowed.iter().any(|range| range.contains(&at)))
        };
        let in_tests = self.tests.iter().any(|test| {
            let mut allowed = expected_ranges(self, test);
            if !counts {
                allowed.extend(self.target_calls(test).iter().map(|c| c.args.clone()));
            }
            used(test, &allowed)
        });
        let in_definitions = self
            .test_definitions
            .iter()
            .any(|d| d.name != name && d.value.as_deref().is_some_and(|v| super::reading::words(v).any(|w| w == name)));
        in_tests || in_definitions || self.helpers.iter().any(|h| used(h, &[]))
    }

    /// What a stub gave back, and nothing made of it.
    pub fn is_result(&self, test: &Code, assertion: &Assertion) -> bool {
        let shape = self.shape(test, &assertion.looks_at);
        shape.trim_matches(['(', ')', '&', '*', ' ']) == "□"
    }
}

/// Numbers in an expected calculation that the reference works with and the starter never shows: `BASE + 3 * 120`.
pub fn factors(reading: &Reading, test: &Code) -> Said {
    let mut says = Said::new();
    for range in reading.assertions(test).iter().filter(|a| reading.is_result(test, a)).filter_map(|a| match &a.expects {
        Expects::Value(range) => Some(range),
        _ => None,
    }) {
        let tokens = &test.body[range.clone()];
        let multiplies = |at: usize| text_at(tokens, at.wrapping_sub(1)) == "*" || text_at(tokens, at + 1) == "*";
        let with_a_constant = tokens.iter().any(|t| is_constant_name(&t.text) && reading.defined_in_starter(&t.text));
        for (_, token) in tokens.iter().enumerate().filter(|(at, t)| with_a_constant && t.kind == TokenKind::Number && multiplies(*at)) {
            let Ok(number) = normal(token).parse::<i128>() else { continue };
            let known = number < 10 || is_known_size(number) || is_power_of_ten(number) || follows_from_input(reading, test, number);
            if !known && reading.reference_numbers().contains(&number) && !value_visible(reading, &number.to_string()) {
                says.push((
                    token.line,
                    format!(
                        "`{}` counts with {number}, and the starter does not say so; what a test uses stands in the starter",
                        test.name
                    ),
                ));
            }
        }
    }
    says
}
