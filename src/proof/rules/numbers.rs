//! Numbers that a test writes down: literals, names that only the tests define, and sums of them. Works out what can be worked out and nothing that takes a
//! call, a value of the starter or a variable that changes.

use std::ops::Range;

use super::assertions::{initial_value, normal};
use super::calls::{closing, text_at};
use super::reading::{Code, Reading};
use crate::syntax::{DefinitionKind, Token, TokenKind};

/// How far names are followed.
const MOST_STEPS: u8 = 4;

impl Reading<'_> {
    /// The number that these tokens of a test stand for.
    pub fn number(&self, code: &Code, range: &Range<usize>) -> Option<i128> {
        self.worked_out(code, &code.body[range.clone()], MOST_STEPS)
    }

    /// The number that a name stands for which only the tests know.
    pub fn named_number(&self, code: &Code, name: &str) -> Option<i128> {
        self.resolved(code, name, MOST_STEPS)
    }

    /// Every number in the code of the reference.
    pub fn reference_numbers(&self) -> Vec<i128> {
        let tokens = self.subject.reference.iter().flat_map(|file| self.syntax.tokens(&file.content));
        tokens.filter(|t| t.kind == TokenKind::Number).filter_map(|t| normal(&t).parse().ok()).collect()
    }

    fn worked_out(&self, code: &Code, tokens: &[Token], steps: u8) -> Option<i128> {
        let mut sum = Sum { reading: self, code, tokens, at: 0, steps };
        let value = sum.terms()?;
        (sum.at == tokens.len()).then_some(value)
    }

    fn resolved(&self, code: &Code, name: &str, steps: u8) -> Option<i128> {
        let steps = steps.checked_sub(1)?;
        if code.body.iter().any(|t| t.binds && t.text == name) {
            return self.worked_out(code, &code.body[constant_value(&code.body, name)?], steps);
        }
        if self.defined_in_starter(name) {
            return None;
        }
        let defined = self.test_definitions.iter().find(|d| d.name == name && d.kind == DefinitionKind::Constant)?;
        let tokens: Vec<Token> = self.syntax.tokens(defined.value.as_deref()?).into_iter().filter(|t| t.text != ";").collect();
        self.worked_out(code, &tokens, steps)
    }
}

/// What a variable is given that is bound once and never changed.
fn constant_value(tokens: &[Token], name: &str) -> Option<Range<usize>> {
    let places: Vec<usize> = (0..tokens.len()).filter(|at| tokens[*at].text == name && tokens[*at].kind == TokenKind::Word).collect();
    let bound = places.iter().filter(|at| tokens[**at].binds).count();
    let changes = |at: &usize| {
        let assigned = ["=", "+=", "-=", "*=", "/=", "++", "--"].contains(&text_at(tokens, at + 1)) && !tokens[*at].binds;
        assigned || matches!(text_at(tokens, at.wrapping_sub(1)), "&" | "mut" | "++" | "--")
    };
    if bound != 1 || places.iter().any(changes) {
        return None;
    }
    initial_value(tokens, name)
}

struct Sum<'a> {
    reading: &'a Reading<'a>,
    code: &'a Code,
    tokens: &'a [Token],
    at: usize,
    steps: u8,
}

impl Sum<'_> {
    fn terms(&mut self) -> Option<i128> {
        let mut value = self.factors()?;
        loop {
            match text_at(self.tokens, self.at) {
                "+" => {
                    self.at += 1;
                    value = value.checked_add(self.factors()?)?;
                }
                "-" => {
                    self.at += 1;
                    value = value.checked_sub(self.factors()?)?;
                }
                // Where the grammar takes the sign as a part of the number.
                text if text.starts_with('-') && text.len() > 1 => value = value.checked_add(self.factors()?)?,
                _ => return Some(value),
            }
        }
    }

    fn factors(&mut self) -> Option<i128> {
        let mut value = self.one()?;
        while text_at(self.tokens, self.at) == "*" {
            self.at += 1;
            value = value.checked_mul(self.one()?)?;
        }
        Some(value)
    }

    fn one(&mut self) -> Option<i128> {
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        match (token.kind, token.text.as_str()) {
            (TokenKind::Number, _) => normal(token).parse().ok(),
            (TokenKind::Word, name) if !matches!(text_at(self.tokens, self.at), "(" | "." | "::" | "[" | "!" | "->") => {
                self.reading.resolved(self.code, name, self.steps)
            }
            (_, "-") => self.one()?.checked_neg(),
            (_, "(") => {
                let end = closing(self.tokens, self.at - 1);
                let steps = self.steps.checked_sub(1)?;
                let inner = self.reading.worked_out(self.code, self.tokens.get(self.at..end)?, steps)?;
                self.at = end + 1;
                Some(inner)
            }
            _ => None,
        }
    }
}
