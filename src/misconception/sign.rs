//! Whether one piece of evidence fits one sign: of a pack, or of the catalogue.

use serde::Deserialize;

use super::GenericSign;
use super::code::Code;
use super::shape;
use crate::evidence::{Diagnostic, TestResult};
use crate::pack::Sign;

/// One piece of evidence that may be asked about.
#[derive(Clone, Copy)]
pub enum Item<'e> {
    Compiler(&'e Diagnostic),
    Test(&'e TestResult),
}

/// What the two types in a complaint such as ``expected `f64`, found `u32` `` have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Types {
    /// Both are numbers.
    Numbers,
    /// They are the same, but for a reference to it.
    ButForReference,
}

impl Item<'_> {
    /// What the learner wrote in the function that it is about: where a checker says in which one it stopped, in that one.
    fn code<'c>(&self, code: &'c Code<'c>) -> Option<&'c [&'c str]> {
        match self {
            Item::Compiler(diagnostic) => code.of(diagnostic.stub.as_deref()?),
            Item::Test(test) => {
                let first = test.message.lines().next().unwrap_or_default();
                let stopped_in = test.sanitizer.as_ref().and_then(|_| first.rsplit_once(" in ")).and_then(|(_, name)| code.of(name.trim()));
                stopped_in.or_else(|| code.of(test.stub.as_deref()?))
            }
        }
    }

    fn is_written(&self, code: &Code, source: &[String], lacks: &[String]) -> bool {
        if source.is_empty() && lacks.is_empty() {
            return true;
        }
        let Some(written) = self.code(code) else { return false };
        (source.is_empty() || source.iter().any(|part| shape::has(written, part))) && !lacks.iter().any(|part| shape::has(written, part))
    }
}

/// An author may copy a flag as gcc prints it, `-Wimplicit-fallthrough=`.
fn is_code(diagnostic: &Diagnostic, code: &str) -> bool {
    diagnostic.code.as_deref() == Some(code.trim_end_matches('='))
}

pub fn fits_own(sign: &Sign, item: &Item, code: &Code) -> bool {
    let seen = match item {
        Item::Compiler(d) => {
            sign.test.is_none()
                && sign.sanitizer.is_none()
                && holds(&sign.code, |code| is_code(d, code))
                && holds(&sign.message, |part| d.message.contains(part) || d.rendered.contains(part))
                && holds(&sign.stub, |stub| d.stub.as_deref() == Some(stub))
        }
        Item::Test(test) => {
            sign.code.is_none()
                && holds(&sign.test, |name| test.name == name)
                && holds(&sign.message, |part| test.message.contains(part))
                && holds(&sign.stub, |stub| test.stub.as_deref() == Some(stub))
                && holds(&sign.sanitizer, |kind| test.sanitizer.as_deref() == Some(kind))
        }
    };
    seen && item.is_written(code, &sign.source, &sign.lacks)
}

pub fn fits(sign: &GenericSign, item: &Item, code: &Code) -> bool {
    let seen = match item {
        Item::Compiler(d) => {
            let says = |part: &str| d.message.contains(part) || d.rendered.contains(part);
            sign.sanitizer.is_none()
                && holds(&sign.code, |code| is_code(d, code))
                && holds(&sign.message, says)
                && holds(&sign.also, says)
                && sign.types.is_none_or(|types| are(types, d))
        }
        Item::Test(test) => {
            // What the learner's code printed stands behind a bar.
            let says = |part: &str| test.message.lines().any(|line| !line.starts_with("| ") && line.contains(part));
            sign.code.is_none()
                && sign.types.is_none()
                && holds(&sign.sanitizer, |kind| test.sanitizer.as_deref() == Some(kind))
                && holds(&sign.message, says)
                && holds(&sign.also, says)
        }
    };
    seen && item.is_written(code, &sign.source, &sign.lacks)
}

fn holds(wanted: &Option<String>, check: impl Fn(&str) -> bool) -> bool {
    wanted.as_deref().is_none_or(check)
}

fn are(types: Types, diagnostic: &Diagnostic) -> bool {
    let [left, right] = types_in(diagnostic)[..] else { return false };
    let base = |name| str::trim_start_matches(name, '&').trim_start_matches("mut ");
    let (one, other) = (base(left), base(right));
    let differ_by_reference = left.starts_with('&') != right.starts_with('&') || left.starts_with("&&") != right.starts_with("&&");
    let same = one == other || (is_number(one) && is_number(other) && (is_literal(one) || is_literal(other)));
    match types {
        Types::Numbers => is_number(one) && is_number(other) && !(differ_by_reference && same),
        Types::ButForReference => differ_by_reference && same,
    }
}

/// The types that do not go together: in backticks in the message itself, or in the first label of the form `expected …, found …`.
fn types_in(diagnostic: &Diagnostic) -> Vec<&str> {
    let label = |line| {
        let (_, after) = str::split_once(line, "expected ")?;
        let (expected, found) = after.split_once(", found ")?;
        Some(vec![expected.trim_matches('`'), found.trim().trim_matches('`')])
    };
    let mut lines = diagnostic.message.lines().chain(diagnostic.rendered.lines());
    lines.find_map(label).unwrap_or_else(|| diagnostic.message.split('`').skip(1).step_by(2).collect())
}

/// A number in the source that has no type of its own yet.
fn is_literal(name: &str) -> bool {
    ["{integer}", "{float}", "integer", "floating-point number"].contains(&name)
}

fn is_number(name: &str) -> bool {
    const NUMBERS: [&str; 14] = ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64"];
    is_literal(name) || NUMBERS.contains(&name)
}
