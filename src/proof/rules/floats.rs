//! Numbers with a point that a test compares to the last digit although they cannot be written down exactly: what another order of the same steps gives differs
//! there. Small exact ones (`0.5`, `18.25`) are fine, and so is a number that only goes through the stub as the test put it in.

use super::assertions::{Expects, normal};
use super::calls::text_at;
use super::reading::{Code, Reading, words};
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

/// Nobody writes so many digits down who has not copied them from an output.
const MOST_DIGITS: usize = 7;

pub fn compared_exactly(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for test in &reading.tests {
        let assertions = reading.assertions(test);
        let expects = |at: usize| assertions.iter().any(|a| matches!(&a.expects, Expects::Value(range) if range.contains(&at)));
        for assertion in &assertions {
            let Expects::Value(expected) = &assertion.expects else { continue };
            if text_at(&test.body, assertion.whole.start) == "TEST_ASSERT_FLOAT_EQ" {
                continue;
            }
            let inexact = |t: &&Token| is_inexact(t) && (digits(t) > MOST_DIGITS || divides(reading, test));
            let Some(number) = test.body[expected.clone()].iter().find(inexact) else { continue };
            let written = normal(number);
            let is_put_in = test.body.iter().enumerate().any(|(at, t)| !expects(at) && t.text.contains(written.as_str()));
            if !is_put_in {
                let says = format!(
                    "`{}` compares with {} to the last digit, and a correct solution may differ there; compare with a tolerance",
                    test.name, number.text
                );
                findings.push(Finding { line: Some(number.line), ..reading.about(test, says) });
            }
        }
    }
    findings
}

/// A number with a point that no sum of halves, quarters and so on is.
fn is_inexact(token: &Token) -> bool {
    const PARTS: f64 = 1_048_576.0;
    let written = normal(token);
    let written = written.trim_end_matches("f32").trim_end_matches(['f', 'l']);
    let is_point = token.kind == TokenKind::Number && written.contains('.') && !written.starts_with("0x");
    is_point && written.parse::<f64>().is_ok_and(|value| (value * PARTS).fract() != 0.0)
}

fn digits(token: &Token) -> usize {
    let written: String = normal(token).chars().take_while(|c| c.is_ascii_digit() || *c == '.').filter(char::is_ascii_digit).collect();
    written.trim_start_matches('0').len()
}

/// Whether the reference divides numbers with a point in the stub that this test is about.
fn divides(reading: &Reading, test: &Code) -> bool {
    let Some(stub) = reading.named_stub(&test.name) else { return false };
    let divides = |content: &str| {
        let mut heads = reading.syntax.heads(content).into_iter().filter(|h| h.name == stub.name && h.owner == stub.owner);
        heads.any(|head| {
            let is_float = |range: std::ops::Range<usize>| {
                content.get(range).is_some_and(|text| words(text).any(|w| matches!(w, "f64" | "f32" | "double" | "float")))
            };
            let body = content.get(head.body.clone()).map(|body| reading.syntax.tokens(body)).unwrap_or_default();
            body.iter().any(|t| t.text == "/" || t.text == "/=") && is_float(head.item.start..head.body.start)
        })
    };
    reading.subject.reference.iter().any(|file| divides(&file.content))
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    fn told(body: &str, steps: &str) -> usize {
        let exercise = format!(
            "=== src/lib.rs\n//@ex-1 test_mean_of_some\npub fn mean(all: &[f64]) -> Option<f64> {{\n    todo!(\"ex-1\")\n}}\n=== solution src/lib.rs\npub fn mean(all: &[f64]) -> Option<f64> {{\n    {steps}\n}}\n=== tests/a.rs\nuse exercise::*;\n\n#[test]\nfn test_mean_of_some() {{\n    {body}\n}}\n"
        );
        let subject = subject("rust", &exercise);
        crate::proof::rules::of_the_reference(&subject).into_iter().filter(|f| f.says.contains("tolerance")).count()
    }

    #[test]
    fn what_cannot_be_written_down_exactly_is_not_compared_to_the_last_digit() {
        const DIVIDES: &str = "Some(all.iter().sum::<f64>() / all.len() as f64)";
        const TAKES: &str = "all.first().copied()";
        assert_eq!(told("assert_eq!(mean(&[1.0, 3.0]), Some(21.333333333333332));", TAKES), 1);
        assert_eq!(told("assert!(mean(&[1.0, 3.0]) == Some(0.1));", DIVIDES), 1);
        assert_eq!(told("assert_eq!(mean(&[1.0, 3.0]), Some(18.25));", DIVIDES), 0);
        assert_eq!(told("assert_eq!(mean(&[0.1, 0.3]), Some(0.2));", TAKES), 0);
        assert_eq!(told("assert_eq!(mean(&[0.123456789]), Some(0.123456789));", DIVIDES), 0, "as it was put in");
        assert_eq!(told("assert!((mean(&[1.0]).unwrap() - 0.33333333).abs() < 1e-6);", DIVIDES), 0, "with a tolerance");
    }
}
