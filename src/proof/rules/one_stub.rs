//! One stub for each test: what a test calls itself, and what the helpers, fixtures and macros of its file call for it. Given code of the starter does not
//! count; neither does a call that a helper makes only in some cases, because nobody can tell from the text whether this is one of them.

use super::calls::{self, Call, CallKind};
use super::listed;
use super::operators::{self, BySign};
use super::reading::{Code, Reading};
use super::targets::{Match, is_common};
use crate::proof::report::Finding;
use crate::syntax::Token;

pub fn one_stub(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for test in &reading.tests {
        let called = reading.stubs_called(test);
        let says = match called.as_slice() {
            [own] => {
                findings.extend(by_sign(reading, test, own).or_else(|| hidden(reading, test, own)));
                continue;
            }
            [] => format!("`{}` calls no stub; a test calls one stub directly", test.name),
            [one, two] => format!("`{}` calls both `{one}` and `{two}`; a test calls one stub directly", test.name),
            many => format!("`{}` calls {}; a test calls one stub directly", test.name, listed(many)),
        };
        let line = calls::calls(&test.body)
            .iter()
            .find(|c| called.get(1).is_some_and(|s| reading.is_stub_call(test, c, s) == Match::Yes))
            .map(|c| c.line);
        findings.push(Finding { line: line.or(Some(test.line)), ..reading.about(test, says) });
    }
    findings
}

fn by_sign(reading: &Reading, test: &Code, own: &str) -> Option<Finding> {
    let BySign { stub, sign, line } = operators::other_stub(reading, test, own)?;
    let says = format!("`{}` calls both `{own}` and, by `{sign}`, `{stub}`; a test calls one stub directly", test.name);
    Some(Finding { line: Some(line), ..reading.about(test, says) })
}

/// The first helper that calls another stub for a test than its own.
fn hidden(reading: &Reading, test: &Code, own: &str) -> Option<Finding> {
    let (mut level, mut seen): (Vec<&Code>, Vec<&Code>) = (vec![test], Vec::new());
    while !level.is_empty() {
        let mut next = Vec::new();
        for (code, call) in level.iter().flat_map(|code| calls::calls(&code.body).into_iter().map(move |call| (*code, call))) {
            let reached = reading.helpers.iter().filter(|h| reading.reaches(code, &call, h) && !seen.iter().any(|s| std::ptr::eq(*s, *h)));
            next.extend(reached);
        }
        next.dedup_by(|one, other| std::ptr::eq(*one, *other));
        for helper in &next {
            if let Some(stub) = always_called(reading, helper).into_iter().find(|stub| *stub != own) {
                let (name, hides) = (&test.name, &helper.name);
                let says =
                    format!("`{name}` calls `{own}`, and `{hides}`, which it uses, calls `{stub}`; a test depends on one stub alone");
                let at = test.body.iter().find(|t| t.text == *hides).map(|t| t.line);
                return Some(Finding { line: at.or(Some(test.line)), ..reading.about(test, says) });
            }
        }
        seen.extend(&next);
        level = next;
    }
    None
}

/// The stubs that a helper calls whatever it is given.
fn always_called<'r>(reading: &'r Reading, helper: &Code) -> Vec<&'r str> {
    // Which arm of a macro is meant depends on how it is called.
    if helper.is_macro && arms(&helper.body) > 1 {
        return Vec::new();
    }
    let calls: Vec<Call> = calls::calls(&helper.body).into_iter().filter(|call| !in_some_cases(&helper.body, call.at)).collect();
    let is_called = |name: &&str| calls.iter().any(|call| reading.is_stub_call(helper, call, name) == Match::Yes);
    reading.stub_names().into_iter().filter(is_called).collect()
}

fn arms(tokens: &[Token]) -> usize {
    let mut depth = 0usize;
    let mut found = 0;
    for token in tokens {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "=>" if depth == 1 => found += 1,
            _ => {}
        }
    }
    found
}

/// Inside the block of an `if`, `else`, `match`, `switch` or of an arm.
fn in_some_cases(tokens: &[Token], at: usize) -> bool {
    let mut depth = 0usize;
    for open in (0..at).rev() {
        match tokens[open].text.as_str() {
            "}" => depth += 1,
            "{" if depth > 0 => depth -= 1,
            "{" => {
                let head = tokens[..open].iter().rev().take_while(|t| !matches!(t.text.as_str(), ";" | "{" | "}")).map(|t| t.text.as_str());
                if head.clone().any(|word| matches!(word, "if" | "else" | "match" | "switch" | "?")) {
                    return true;
                }
            }
            "else" | "?" | "&&" | "||" if depth == 0 && !tokens[open..at].iter().any(|t| t.text == ";") => return true,
            _ => {}
        }
    }
    false
}

impl Reading<'_> {
    /// Whether a call could be one of this function, by its name and the way it is called.
    pub fn may_reach(&self, call: &Call, function: &Code) -> bool {
        if call.name != function.name {
            return false;
        }
        match &call.kind {
            CallKind::Macro => function.is_macro,
            CallKind::Free => function.owner.is_none(),
            CallKind::Method => function.owner.is_some(),
            CallKind::Value => !function.is_macro,
            CallKind::Path(before) if before == "Self" || before == calls::SOME_TRAIT => function.owner.is_some(),
            CallKind::Path(before) if before.starts_with(char::is_uppercase) => {
                let of = |f: &Code| f.name == call.name && f.owner.as_deref() == Some(before);
                // `Trait::f(x)` finds the one of its type; `Arc::new` none of ours.
                let is_ours = self.starter_definitions.iter().chain(&self.test_definitions).any(|d| d.name == *before);
                of(function) || (is_ours && function.owner.is_some() && !self.helpers.iter().chain(&self.given).any(of))
            }
            CallKind::Path(_) => function.owner.is_none(),
        }
    }

    /// A method that nothing but the test files could have brought, whatever it is called on: a trait of theirs for all types, say.
    fn is_only_method(&self, helper: &Code) -> bool {
        let same = |f: &&Code| f.name == helper.name;
        let alone = self.helpers.iter().filter(same).count() == 1 && !self.given.iter().any(|f| f.name == helper.name);
        alone && !is_common(&helper.name) && !self.stub_names().contains(&helper.name.as_str())
    }

    /// Whether it surely is.
    fn reaches(&self, code: &Code, call: &Call, helper: &Code) -> bool {
        let alone = self.helpers.iter().filter(|h| h.name == helper.name && h.file == helper.file).count() == 1;
        let of_its_type = || match &call.kind {
            CallKind::Path(before) => helper.owner.as_deref() == Some(before),
            CallKind::Method => self.is_called_on(code, call, helper.owner.as_deref().unwrap_or_default()) || self.is_only_method(helper),
            _ => false,
        };
        let local = code.body.iter().chain(&code.head).any(|t| t.binds && t.text == call.name);
        self.may_reach(call, helper) && ((helper.owner.is_none() && alone && !local) || of_its_type())
    }
}
