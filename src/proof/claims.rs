//! Sums in the sentences of a lesson: "`7 * 50 / 100` is 3". Owns which words claim what an expression comes to, and works it out as a program would: whole numbers,
//! with what a division leaves dropped. Silent where a type could make another number of it, and where the sentence tells what somebody might think.

use super::fences::outside;

/// A claim that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct False {
    pub line: u32,
    pub says: String,
}

/// What stands between an expression and its value.
const SAYS: [&str; 9] = ["is", "gives", "makes", "equals", "yields", "=", "==", "evaluates to", "comes to"];

/// A sentence with one of these may tell what is not so, or not so here.
const OTHERWISE: [&str; 30] = [
    "not",
    "never",
    "no",
    "think",
    "thinks",
    "believe",
    "expect",
    "expects",
    "would",
    "might",
    "could",
    "if",
    "were",
    "wrong",
    "wrongly",
    "false",
    "python",
    "mathematics",
    "school",
    "paper",
    "calculator",
    "float",
    "floats",
    "unlike",
    "instead",
    "seems",
    "overflow",
    "overflows",
    "wraps",
    "octal",
];

/// Words behind a number that make another one of it.
const GO_ON: [&str; 14] =
    ["or", "more", "less", "fewer", "times", "plus", "minus", "larger", "smaller", "greater", "percent", "of", "and", "point"];

pub(super) fn untrue(markdown: &str) -> Vec<False> {
    let mut found = Vec::new();
    // A sentence may go over lines, a claim seldom does.
    for (number, line) in outside(markdown) {
        let parts: Vec<&str> = line.split('`').collect();
        for at in (1..parts.len().saturating_sub(1)).step_by(2) {
            let (code, rest) = (parts[at].trim(), parts[at + 1]);
            let quoted = parts.get(at + 2).copied().filter(|_| parts.len() > at + 3);
            let claimed = claimed(rest, quoted);
            let own = code.split_once(" = ").filter(|(_, value)| literal(value).is_some());
            let (code, claimed) = match (claimed, own) {
                (Some(claimed), None) => (code, claimed),
                (_, Some((code, value))) => (code, value.to_owned()),
                _ => continue,
            };
            let sentence = sentence_of(&parts, at);
            let doubts = sentence.split(|c: char| !c.is_alphanumeric()).any(|w| OTHERWISE.contains(&w.to_lowercase().as_str()));
            let (Some(is), Some(told)) = (worked_out(code), literal(&claimed)) else { continue };
            if !doubts && !is.fits(told) {
                let says = format!("the section says that `{code}` is {claimed}, and it is {}", is.shown());
                found.push(False { line: number, says });
            }
        }
    }
    found
}

/// The words around a piece of code, without code, as far as its sentence goes.
fn sentence_of(parts: &[&str], at: usize) -> String {
    let words = |range: std::ops::Range<usize>| range.step_by(2).map(|i| parts[i]).collect::<Vec<_>>().join(" ");
    let (before, behind) = (words((at - 1) % 2..at), words(at + 1..parts.len()));
    let before = before.rsplit(". ").next().unwrap_or_default().to_owned();
    format!("{before} {}", behind.split(". ").next().unwrap_or_default())
}

/// The value that a text claims of the code before it, in words or in quotes of its own.
fn claimed(rest: &str, quoted: Option<&str>) -> Option<String> {
    let rest = rest.strip_prefix(' ')?;
    let behind = SAYS.iter().filter_map(|word| rest.strip_prefix(word)).find(|behind| behind.starts_with(' ') || behind.is_empty())?.trim();
    if behind.is_empty() {
        return quoted.map(|q| q.trim().to_owned());
    }
    let end = behind.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).unwrap_or(behind.len());
    let (value, then) = behind.split_at(end);
    // A point or a comma with digits behind it goes on with the number.
    let goes_on = then.starts_with(['.', ',']) && then[1..].starts_with(|c: char| c.is_ascii_digit());
    let next = then.split(|c: char| !c.is_alphanumeric()).find(|w| !w.is_empty()).filter(|_| then.starts_with(' ')).unwrap_or_default();
    let is_sum = ["+", "-", "*", "/", "%", "×"].iter().any(|sign| then.trim_start().starts_with(sign));
    (!goes_on && !is_sum && !GO_ON.contains(&next)).then(|| value.to_owned())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Number(i128),
    Truth(bool),
}

impl Value {
    /// Wrapped around by a small type it may be another number; and C has no other truth than 1.
    fn fits(self, told: Value) -> bool {
        match (self, told) {
            (Value::Number(is), Value::Number(told)) => [8u32, 16, 32, 64].iter().any(|bits| (is - told).rem_euclid(1 << bits) == 0),
            (Value::Truth(is), Value::Truth(told)) => is == told,
            (Value::Truth(is), Value::Number(told)) => i128::from(is) == told,
            (Value::Number(_), Value::Truth(_)) => true,
        }
    }

    fn shown(self) -> String {
        match self {
            Value::Number(n) => n.to_string(),
            Value::Truth(truth) => truth.to_string(),
        }
    }
}

fn literal(text: &str) -> Option<Value> {
    let text = text.trim();
    match text {
        "true" => return Some(Value::Truth(true)),
        "false" => return Some(Value::Truth(false)),
        _ => {}
    }
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let number = number(digits)?;
    Some(Value::Number(sign * number))
}

/// A leading zero is octal in one language and nothing in the other.
fn number(text: &str) -> Option<i128> {
    let plain = text.replace('_', "");
    if !plain.starts_with(|c: char| c.is_ascii_digit())
        || (plain.len() > 1 && plain.starts_with('0') && plain[1..].starts_with(|c: char| c.is_ascii_digit()))
    {
        return None;
    }
    let of = |digits: &str, radix| i128::from_str_radix(digits, radix).ok().filter(|n| *n < 1 << 62);
    match plain.get(..2) {
        Some("0x") => of(&plain[2..], 16),
        Some("0b") => of(&plain[2..], 2),
        _ => of(&plain, 10),
    }
}

/// Signs of two languages that bind alike in both, the weakest first. Bits are left out: they bind otherwise in each.
const LEVELS: [&[&str]; 5] = [&["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

/// What an expression of literals and signs comes to; nothing for anything else, or for a single literal.
fn worked_out(code: &str) -> Option<Value> {
    let tokens = tokens(code)?;
    let is_sum = tokens.len() > 2 && tokens.iter().any(|t| LEVELS.iter().any(|level| level.contains(&t.as_str())));
    let mut reader = Reader { tokens, at: 0 };
    let value = reader.level(0).filter(|_| is_sum && reader.at == reader.tokens.len())?;
    // Beyond the plain type of a number it depends on which one was chosen.
    (!matches!(value, Value::Number(n) if i32::try_from(n).is_err())).then_some(value)
}

fn tokens(code: &str) -> Option<Vec<String>> {
    let (mut found, mut rest) = (Vec::new(), code.trim());
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_alphanumeric() {
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len())
        } else {
            let double = ["||", "&&", "==", "!=", "<=", ">="].iter().find(|sign| rest.starts_with(**sign));
            double.map_or_else(|| "()+-*/%<>!".contains(first).then_some(1), |sign| Some(sign.len()))?
        };
        let (token, behind) = rest.split_at(length);
        let is_known = !first.is_ascii_alphanumeric() || literal(token).is_some();
        // `3.5`, and `<<`, which binds in a way of its own.
        if !is_known || behind.starts_with('.') || matches!((token, behind.chars().next()), ("<", Some('<')) | (">", Some('>'))) {
            return None;
        }
        found.push(token.to_owned());
        rest = behind.trim_start();
    }
    Some(found)
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
}

impl Reader {
    fn level(&mut self, level: usize) -> Option<Value> {
        let Some(signs) = LEVELS.get(level) else { return self.one() };
        let mut value = self.level(level + 1)?;
        while let Some(sign) = self.tokens.get(self.at).filter(|t| signs.contains(&t.as_str())).cloned() {
            self.at += 1;
            let other = self.level(level + 1)?;
            value = together(value, &sign, other)?;
        }
        Some(value)
    }

    fn one(&mut self) -> Option<Value> {
        let token = self.tokens.get(self.at)?.clone();
        self.at += 1;
        match token.as_str() {
            "(" => {
                let inner = self.level(0)?;
                let closed = self.tokens.get(self.at).is_some_and(|t| t == ")");
                self.at += 1;
                closed.then_some(inner)
            }
            "-" => match self.one()? {
                Value::Number(n) => Some(Value::Number(-n)),
                Value::Truth(_) => None,
            },
            // Of a number it is another one in each language.
            "!" => match self.one()? {
                Value::Truth(truth) => Some(Value::Truth(!truth)),
                Value::Number(_) => None,
            },
            token => literal(token),
        }
    }
}

fn together(one: Value, sign: &str, other: Value) -> Option<Value> {
    let (a, b) = match (one, other) {
        (Value::Number(a), Value::Number(b)) => (a, b),
        (Value::Truth(a), Value::Truth(b)) => {
            return match sign {
                "&&" => Some(Value::Truth(a && b)),
                "||" => Some(Value::Truth(a || b)),
                "==" => Some(Value::Truth(a == b)),
                "!=" => Some(Value::Truth(a != b)),
                _ => None,
            };
        }
        _ => return None,
    };
    Some(match sign {
        "+" => Value::Number(a.checked_add(b)?),
        "-" => Value::Number(a.checked_sub(b)?),
        "*" => Value::Number(a.checked_mul(b)?),
        "/" => Value::Number(a.checked_div(b)?),
        "%" => Value::Number(a.checked_rem(b)?),
        "==" => Value::Truth(a == b),
        "!=" => Value::Truth(a != b),
        "<" => Value::Truth(a < b),
        "<=" => Value::Truth(a <= b),
        ">" => Value::Truth(a > b),
        ">=" => Value::Truth(a >= b),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        untrue(text).into_iter().map(|f| f.says).collect()
    }

    #[test]
    fn a_sum_that_comes_to_something_else_is_known() {
        assert_eq!(said("So `7 * 50 / 100` is 4, and more."), ["the section says that `7 * 50 / 100` is 4, and it is 3"]);
        assert_eq!(untrue("One.\n\nThen `7 / 2` gives `4`.")[0].line, 3);
        for text in [
            "`-7 / 2` is -4",
            "`3 < 2` is `true`",
            "`(1 + 2) * 3` makes 7.",
            "`7 % 3 = 2`",
            "`0x10 + 1` equals 16",
            "`1 < 2 && 3 < 2` is true",
        ] {
            assert_eq!(said(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn what_holds_and_what_is_not_claimed_is_left_alone() {
        for text in [
            "`7 * 50 / 100` is 3, not 3.5.",
            "`7 / 2` is 3.5 on paper",
            "One might think that `7 / 2` is 4.",
            "`7 / 2` is not 4",
            "`200 + 100` is 44 in a u8",
            "`1 - 2` is 4294967295 for an unsigned",
            "`3 < 2` is 0 in C",
            "`x / 2` is 4",
            "`7.0 / 2.0` is 4",
            "`7 / 2` is 4 less than it was",
            "`2147483647 + 1` is 5",
            "`1 << 3` is 7",
            "`7 / 2` is 1,000",
            "```text\n`7 / 2` is 4\n```",
            "`010 + 1` is 9",
            "`3` is 4",
            "`7 / 2` is what comes",
        ] {
            assert_eq!(said(text), [""; 0], "{text}");
        }
    }
}
