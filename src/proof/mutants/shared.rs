//! What the slips of both languages share: numbers, comparisons, and when a comparison's edge does not matter.

use std::ops::Range;

use tree_sitter::Node;

use super::{Draft, Kind, Rank};
use crate::syntax::tree::text;

/// The changes found so far in one function.
pub struct Drafts<'s> {
    pub source: &'s str,
    pub found: Vec<Draft>,
    /// What could be changed, and would not show.
    pub unseen: Vec<Draft>,
    /// What is tried besides, and is no mutant: alone it says nothing.
    pub besides: Vec<Draft>,
}

impl<'s> Drafts<'s> {
    pub fn of(source: &'s str) -> Drafts<'s> {
        Drafts { source, found: Vec::new(), unseen: Vec::new(), besides: Vec::new() }
    }

    /// Sets aside what does not show.
    pub fn set_aside(&mut self, mut is_unseen: impl FnMut(&Draft) -> bool) {
        let (unseen, found) = std::mem::take(&mut self.found).into_iter().partition(|draft| is_unseen(draft));
        self.found = found;
        self.unseen.extend(unseen);
        self.besides.retain(|draft| !is_unseen(draft));
    }

    pub fn text(&self, node: Node<'_>) -> &'s str {
        text(node, self.source)
    }

    /// Replaces a node; `shown` is the expression around it.
    pub fn put(&mut self, node: Node<'_>, new: impl Into<String>, shown: Node<'_>, kind: Kind, rank: Rank) {
        self.put_range(node.byte_range(), new, shown.byte_range(), kind, rank);
    }

    pub fn put_range(&mut self, edit: Range<usize>, new: impl Into<String>, shown: Range<usize>, kind: Kind, rank: Rank) {
        self.found.push(Draft { edit, new: new.into(), shown, kind, rank });
    }

    pub fn put_beside(&mut self, edit: Range<usize>, new: impl Into<String>, shown: Range<usize>, kind: Kind) {
        self.besides.push(Draft { edit, new: new.into(), shown, kind, rank: Rank::Filler });
    }

    pub fn swap(&mut self, a: Node<'_>, b: Node<'_>, shown: Node<'_>, rank: Rank) {
        let (one, other) = (self.text(a), self.text(b));
        if squeezed(one) != squeezed(other) {
            let between = self.source.get(a.end_byte()..b.start_byte()).unwrap_or_default();
            let new = format!("{other}{between}{one}");
            self.put_range(a.start_byte()..b.end_byte(), new, shown.byte_range(), Kind::SwappedArguments, rank);
        }
    }
}

pub fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The same comparison with its edge moved, with its opposite, and turned around.
pub fn comparison(operator: &str) -> Option<(&'static str, &'static str)> {
    Some(match operator {
        "<" => ("<=", ">="),
        "<=" => ("<", ">"),
        ">" => (">=", "<="),
        ">=" => (">", "<"),
        _ => return None,
    })
}

/// The comparison as it reads from the other side: `a < b` is `b > a`.
pub fn turned(sign: &str) -> &str {
    match sign {
        "<" => ">",
        ">" => "<",
        "<=" => ">=",
        ">=" => "<=",
        same => same,
    }
}

/// Other arithmetic: the one that is most easily written instead, and one more.
pub fn arithmetic(operator: &str) -> &'static [&'static str] {
    match operator {
        "+" => &["-", "*"],
        "-" => &["+", "*"],
        "*" => &["+", "/", "-"],
        "/" => &["*", "-", "%", "+"],
        "%" => &["/", "+", "*"],
        "&" => &["|"],
        "|" => &["&"],
        "^" => &["|"],
        "<<" => &[">>"],
        ">>" => &["<<"],
        "+=" => &["-=", "="],
        "-=" => &["+=", "="],
        "*=" => &["+=", "="],
        "/=" => &["*="],
        "%=" => &["/="],
        "&=" => &["|="],
        "|=" => &["&="],
        "^=" => &["|="],
        "<<=" => &[">>="],
        ">>=" => &["<<="],
        _ => &[],
    }
}

/// How good the next of these is.
pub fn rank_of(at: usize) -> super::Rank {
    [Rank::Best, Rank::Fair].get(at).copied().unwrap_or(Rank::Filler)
}

/// Whether a number beside this operator is worth one more and one less. `x < 3` for `x <= 2` is what moving the edge gives.
pub fn worth(operator: &str, is_right: bool) -> (bool, bool) {
    let operator = match (operator, is_right) {
        (op, true) => op,
        ("<", false) => ">",
        (">", false) => "<",
        ("<=", false) => ">=",
        (">=", false) => "<=",
        (op, false) => op,
    };
    match operator {
        "<" | ">=" | ".." => (false, true),
        ">" | "<=" | "..=" => (true, false),
        _ => (true, true),
    }
}

/// The number one up or down, written as it was; nothing where that would not fit a type it may have.
pub fn moved(literal: &str, up: bool) -> Option<String> {
    let plain = literal.replace(['_', '\''], "");
    let (radix, digits) = match plain.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => (16, &plain[2..]),
        Some("0b") => (2, &plain[2..]),
        Some("0o") => (8, &plain[2..]),
        // In C that is another number.
        Some(other) if other.starts_with('0') && other.ends_with(|c: char| c.is_ascii_digit()) => return None,
        _ => (10, plain.as_str()),
    };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let value = u64::from_str_radix(digits, radix).ok()?;
    const LARGEST: [u64; 7] = [0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff, 0x7fff_ffff_ffff_ffff];
    if up && LARGEST.contains(&value) {
        return None;
    }
    let new = if up { value.checked_add(1)? } else { value.checked_sub(1)? };
    Some(match radix {
        16 => format!("0x{new:x}{suffix}"),
        2 => format!("0b{new:b}{suffix}"),
        8 => format!("0o{new:o}{suffix}"),
        _ => format!("{new}{suffix}"),
    })
}

/// `2.5` as `3.5`.
pub fn moved_float(literal: &str) -> Option<String> {
    let end = literal.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(literal.len());
    let (number, suffix) = literal.split_at(end);
    let places = number.split_once('.').map_or(0, |(_, after)| after.len());
    let value: f64 = number.parse().ok()?;
    Some(format!("{:.places$}{suffix}", value + 1.0))
}

/// The letter after this one, in quotes.
pub fn moved_letter(literal: &str) -> Option<String> {
    let start = literal.find('\'')? + 1;
    let (prefix, inner) = (&literal[..start], literal.get(start..literal.len().checked_sub(1)?)?);
    let mut letters = inner.chars();
    match (letters.next()?, letters.next()) {
        (letter, None) if letter.is_ascii_alphanumeric() && !matches!(letter, 'z' | 'Z' | '9') => {
            Some(format!("{prefix}{}'", char::from(letter as u8 + 1)))
        }
        (_, None) => Some(format!("{prefix}x'")),
        _ => None,
    }
}

/// Whether both ways give the same when the two sides are equal, so that it does not matter to which the edge belongs: `if a < b { a } else { b }`.
pub fn edge_is_free(left: &str, right: &str, yes: &str, no: &str) -> bool {
    let (left, right, yes, no) = (bare(left), bare(right), bare(yes), bare(no));
    let is = |side: &str, value: &str| {
        side == value || (!value.is_empty() && side.strip_prefix(value).is_some_and(|rest| rest.starts_with('.')))
    };
    let picks = (is(&left, &yes) && is(&right, &no)) || (is(&left, &no) && is(&right, &yes));
    let difference = |a: &str, b: &str| format!("{a}-{b}");
    let distance = [&yes, &no].into_iter().all(|v| *v == difference(&left, &right) || *v == difference(&right, &left));
    let negates = right == "0" && ((yes == format!("-{left}") && no == left) || (no == format!("-{left}") && yes == left));
    picks || distance || negates
}

/// Whether the body asks elsewhere if the two are equal: then that is most likely where the edge is settled.
pub fn is_settled(left: &str, right: &str, body: &str) -> bool {
    let (left, right, body) = (squeezed(left), squeezed(right), squeezed(body));
    ["==", "!="].iter().any(|sign| body.contains(&format!("{left}{sign}{right}")))
}

/// Whether what leaves here is one of the two sides: `if x < LOW { return LOW; }`, where what follows leaves the edge as it is.
pub fn returns_a_side(left: &str, right: &str, yes: &str) -> bool {
    yes.contains("return") && [left, right].into_iter().any(|side| bare(side) == bare(yes))
}

/// Without blanks, `return`, and the brackets or braces around all of it.
pub fn bare(text: &str) -> String {
    let mut text = text.trim();
    loop {
        let inner = [('(', ')'), ('{', '}')].into_iter().find_map(|(open, close)| {
            let inner = text.strip_prefix(open)?.strip_suffix(close)?;
            (!inner.contains([open, close])).then_some(inner)
        });
        let next = inner.or_else(|| text.strip_prefix("return ")).or_else(|| text.strip_suffix(';'));
        match next {
            Some(next) => text = next.trim(),
            None => return squeezed(text),
        }
    }
}
