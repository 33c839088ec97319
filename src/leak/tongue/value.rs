//! Values and conditions of other languages in the learner's: words for signs, names in another spelling, a choice in the middle of a value, lengths and casts.

use super::Target;
use crate::leak::pieces::is_keyword;
use crate::leak::tokens::tokens;

/// What stands between commas that are in no brackets.
pub fn parts(listed: &str) -> Vec<String> {
    let (mut found, mut depth) = (vec![String::new()], 0i32);
    for c in listed.chars() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        if c == ',' && depth == 0 {
            found.push(String::new());
        } else if let Some(last) = found.last_mut() {
            last.push(c);
        }
    }
    found.into_iter().map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect()
}

pub fn value(text: &str, target: &Target) -> String {
    let text = calls(&spelled(&signs(text), target), target.is_c);
    let text = chosen(&text, target.is_c);
    if target.is_c { text } else { cast(&text) }
}

/// A value that is asked for: a single `=` compares there.
pub fn condition(text: &str, target: &Target) -> String {
    value(&compared(&equalled(&format!(" {text} "))), target)
}

/// `=` and `is` as the sign that compares.
fn equalled(text: &str) -> String {
    let asked = text.replace("<>", "!=").replace(" is not ", " != ").replace(" is ", " == ");
    let bytes = asked.as_bytes();
    let mut out = String::new();
    for (at, c) in asked.char_indices() {
        let near = |i: Option<usize>| i.and_then(|i| bytes.get(i)).copied().unwrap_or(b' ');
        let alone = !b"=<>!+-*/".contains(&near(at.checked_sub(1))) && !b"=>".contains(&near(Some(at + 1)));
        out.push_str(if c == '=' && alone { "==" } else { &asked[at..at + c.len_utf8()] });
    }
    out
}

/// What an answer hands over: several values are a tuple where the language has one.
pub fn answer(text: &str, target: &Target) -> String {
    let trimmed = text.trim();
    let listed = trimmed.strip_prefix('[').and_then(|t| t.strip_suffix(']')).filter(|t| !t.contains(['[', ']']) && parts(t).len() > 1);
    let several = parts(listed.unwrap_or(trimmed));
    if target.is_c || several.len() < 2 {
        return value(text, target);
    }
    format!("({})", several.iter().map(|p| value(p, target)).collect::<Vec<_>>().join(", "))
}

/// Said comparisons, before `is` alone is read as one.
fn compared(text: &str) -> String {
    let pairs = [
        (" == at most ", " <= "),
        (" == at least ", " >= "),
        (" == less than ", " < "),
        (" == smaller than ", " < "),
        (" == below ", " < "),
        (" == more than ", " > "),
        (" == greater than ", " > "),
        (" == larger than ", " > "),
        (" == above ", " > "),
        (" == equal to ", " == "),
        (" != equal to ", " != "),
        (" equals ", " == "),
    ];
    pairs.iter().fold(text.to_owned(), |text, (word, sign)| text.replace(word, sign))
}

/// Signs of other languages, and words for signs.
fn signs(text: &str) -> String {
    let pairs = [
        ("!==", "!="),
        ("===", "=="),
        (" and ", " && "),
        (" or ", " || "),
        (" AND ", " && "),
        (" OR ", " || "),
        (" not ", " !"),
        (" NOT ", " !"),
        ("(not ", "(!"),
        (" mod ", " % "),
        (" MOD ", " % "),
        (" div ", " / "),
        (" // ", " / "),
        (" times ", " * "),
        (" plus ", " + "),
        (" minus ", " - "),
        (" divided by ", " / "),
    ];
    let padded = format!(" {} ", text.trim());
    pairs.iter().fold(padded, |text, (word, sign)| text.replace(word, sign)).trim().to_owned()
}

/// Names and words as the learner's language and files spell them.
fn spelled(text: &str, target: &Target) -> String {
    let all = tokens(text, false);
    let mut out = text.to_owned();
    for (at, token) in all.iter().enumerate().rev() {
        let next = all.get(at + 1).map_or("", |t| t.text);
        let meant = match token.text {
            "->" if !target.is_c => Some(".".to_owned()),
            "." if target.is_c && at > 0 && target.pointers.iter().any(|p| p == all[at - 1].text) => Some("->".to_owned()),
            "null" | "nil" | "nullptr" | "None" | "NIL" if target.is_c => Some("NULL".to_owned()),
            "null" | "nil" | "nullptr" | "NULL" if !target.is_c => Some("None".to_owned()),
            "this" | "Me" if !target.is_c => Some("self".to_owned()),
            "new" if !target.is_c && next.starts_with(char::is_uppercase) => Some(String::new()),
            "True" | "TRUE" => Some("true".to_owned()),
            "False" | "FALSE" => Some("false".to_owned()),
            word => own_name(word, target),
        };
        if let Some(meant) = meant {
            out.replace_range(token.at..token.at + token.text.len(), &meant);
        }
    }
    out.trim().to_owned()
}

/// The name of the learner's files that this one is in another spelling.
pub fn own_name(word: &str, target: &Target) -> Option<String> {
    let is_word = word.len() > 1 && word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word.is_ascii();
    if !is_word || target.names.contains(word) || is_keyword(word) {
        return None;
    }
    let flat = |w: &str| w.replace('_', "").to_lowercase();
    let is_loud = !word.chars().any(char::is_lowercase);
    // A constant is no variable, and only who shouts everything shouts variables too.
    let is_alike =
        |n: &&String| flat(n) == flat(word) && (is_loud || n.starts_with(char::is_uppercase) == word.starts_with(char::is_uppercase));
    if let Some(name) = target.names.iter().filter(is_alike).max() {
        return Some(name.clone());
    }
    if is_loud {
        return Some(word.to_lowercase());
    }
    let is_camel = word.starts_with(char::is_lowercase) && word.chars().any(char::is_uppercase);
    is_camel.then(|| word.chars().flat_map(|c| if c.is_uppercase() { vec!['_', c.to_ascii_lowercase()] } else { vec![c] }).collect())
}

/// `len(x)`, `x.length`, `max(0, a - b)`, `x.append(y)` as the language has them.
fn calls(text: &str, is_c: bool) -> String {
    let mut text = text.to_owned();
    if !is_c {
        for (from, to) in
            [(".length", ".len()"), (".len()()", ".len()"), (".size()", ".len()"), (".append(", ".push("), (".push_back(", ".push(")]
        {
            text = text.replace(from, to);
        }
        text = called(&text, "len", |args| Some(format!("{}.len()", args.first()?)));
        for name in ["Triple", "Pair", "tuple", "make_tuple", "std::make_tuple"] {
            text = called(&text, name, |args| Some(format!("({})", args.join(", "))));
        }
        if ["empty list", "an empty list", "empty vector", "an empty vector", "list()"].contains(&text.as_str()) {
            return "Vec::new()".to_owned();
        }
        text = text.strip_prefix("[]").map_or(text.clone(), |_| "Vec::new()".to_owned());
    }
    text = called(&text, "if", |args| match args {
        [asked, yes, no] => Some(format!("{asked} ? {yes} : {no}")),
        _ => None,
    });
    for name in ["Math.floor", "floor", "int"] {
        text = called(&text, name, |args| args.first().cloned());
    }
    for (name, sign) in [("Math.max", ">"), ("max", ">"), ("Math.min", "<"), ("min", "<")] {
        text = called(&text, name, |args| most(args, sign, is_c));
    }
    text
}

/// The larger or the smaller of two; what must not get below zero stops there.
fn most(args: &[String], sign: &str, is_c: bool) -> Option<String> {
    let [a, b] = args else { return None };
    if is_c {
        return Some(format!("(({a}) {sign} ({b}) ? ({a}) : ({b}))"));
    }
    let rest = if a == "0" { Some(b) } else { Some(a).filter(|_| b == "0") };
    match rest.and_then(|r| r.rsplit_once(" - ")).filter(|_| sign == ">") {
        Some((from, less)) => Some(format!("({from}).saturating_sub({less})")),
        None => Some(format!("std::cmp::{}({a}, {b})", if sign == ">" { "max" } else { "min" })),
    }
}

/// Each free call of this name with what comes in its place.
fn called(text: &str, name: &str, instead: impl Fn(&[String]) -> Option<String>) -> String {
    let open = format!("{name}(");
    let mut out = text.to_owned();
    let mut from = 0;
    while let Some(at) = out[from..].find(&open).map(|at| from + at) {
        from = at + open.len();
        let free = !out[..at].ends_with(|c: char| c.is_alphanumeric() || "_.:".contains(c));
        let Some((inner, _)) = super::heads::bracketed(&out[at + name.len()..]).filter(|_| free) else { continue };
        let end = at + open.len() + inner.len() + 1;
        if let Some(new) = instead(&parts(inner)) {
            out.replace_range(at..end, &new);
            from = at + new.len().min(name.len());
        }
    }
    out
}

/// Choices in the middle of a value, also inside brackets.
fn chosen(text: &str, is_c: bool) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('(') {
        let Some((inner, behind)) = super::heads::bracketed(&rest[open..]) else { break };
        out.push_str(&rest[..=open]);
        let inner_parts = parts(inner);
        let several = inner_parts.iter().map(|p| chosen(p, is_c)).collect::<Vec<_>>().join(", ");
        out.push_str(if inner_parts.len() > 1 || inner.contains(['?', '(']) || inner.contains(" else ") { &several } else { inner });
        out.push(')');
        rest = behind;
    }
    out.push_str(rest);
    let Some((asked, yes, no)) = question(&out).or_else(|| python(&out)) else { return out };
    let asked = compared(&equalled(&format!(" {asked} ")));
    let (asked, yes, no) = (asked.trim(), chosen(yes.trim(), is_c), chosen(no.trim(), is_c));
    if is_c { format!("({asked}) ? {yes} : {no}") } else { format!("if {asked} {{ {yes} }} else {{ {no} }}") }
}

/// `c ? a : b` outside of brackets.
fn question(text: &str) -> Option<(&str, &str, &str)> {
    let (mut depth, mut asked, mut nested) = (0i32, None, 0);
    for (at, c) in text.char_indices() {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        match (c, asked) {
            ('?', None) if depth == 0 => asked = Some(at),
            ('?', Some(_)) if depth == 0 => nested += 1,
            (':', Some(_)) if depth == 0 && nested > 0 && !text[at + 1..].starts_with(':') => nested -= 1,
            (':', Some(start)) if depth == 0 && !text[at + 1..].starts_with(':') && !text[..at].ends_with(':') => {
                return Some((&text[..start], &text[start + 1..at], &text[at + 1..]));
            }
            _ => {}
        }
    }
    None
}

/// `a if c else b`, and `if c then a else b`.
fn python(text: &str) -> Option<(&str, &str, &str)> {
    let other = |rest: &'_ str| -> Option<(usize, usize)> {
        [", otherwise ", " otherwise ", ", else ", " else "].iter().filter_map(|w| Some((rest.find(w)?, w.len()))).min()
    };
    if let Some(rest) = text.strip_prefix("if ").filter(|r| !r.contains('{')) {
        // In brackets, or with a word behind it.
        let (asked, rest) =
            super::heads::bracketed(rest).filter(|(_, r)| !r.trim_start().starts_with("then")).or_else(|| rest.split_once(" then "))?;
        let (at, length) = other(rest)?;
        return Some((asked, &rest[..at], &rest[at + length..]));
    }
    let (yes, rest) = text.split_once(" if ")?;
    let (at, length) = other(rest)?;
    let (asked, no) = (&rest[..at], &rest[at + length..]);
    (!yes.trim().is_empty() && !yes.ends_with("else") && !asked.contains('{')).then_some((asked, yes, no))
}

/// Casts of other languages as Rust has them: to a broken number both sides of a division, to a whole one none.
fn cast(text: &str) -> String {
    let mut out = text.to_owned();
    for kind in ["(int)", "(unsigned)", "(size_t)", "(unsigned int)", "(long)", "(uint32_t)", "(u32)"] {
        out = out.replace(kind, "");
    }
    let mut broken = false;
    for kind in ["(double)", "(float)"] {
        while let Some(at) = out.find(kind) {
            broken = true;
            out.replace_range(at..at + kind.len(), "");
        }
    }
    for name in ["float", "double", "Number", "float64"] {
        let free = called(&out, name, |args| args.first().cloned());
        broken |= free != out;
        out = free;
    }
    let row = out.trim().to_owned();
    if !broken {
        return row;
    }
    out.clone_from(&row);
    let all = tokens(&row, false);
    for (at, token) in all.iter().enumerate().rev() {
        let next = all.get(at + 1).map_or("", |t| t.text);
        let is_name = token.text.starts_with(|c: char| c.is_alphabetic() || c == '_') && !is_keyword(token.text);
        if is_name && !["(", ".", "::"].contains(&next) && (at == 0 || all[at - 1].text != ".") {
            out.replace_range(token.at..token.at + token.text.len(), &format!("f64::from({})", token.text));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn target(names: &HashSet<String>, is_c: bool) -> Target<'_> {
        Target { is_c, names, pointers: &[], params: &[] }
    }

    #[test]
    fn values_come_in_the_learners_words() {
        let names: HashSet<String> = ["load_grams", "days", "a", "b", "TOO_MANY", "count"].map(str::to_owned).into();
        let rust = target(&names, false);
        assert_eq!(value("loadGrams !== null && !(a or b)", &rust), "load_grams != None && !(a || b)");
        assert_eq!(value("travels ? 0 : cents(days)", &rust), "if travels { 0 } else { cents(days) }");
        assert_eq!(value("f(a > b ? a : b)", &rust), "f(if a > b { a } else { b })");
        assert_eq!(value("len(a) - 1", &rust), "a.len() - 1");
        assert_eq!(value("Math.max(0, a - b)", &rust), "(a).saturating_sub(b)");
        assert_eq!(value("self->a.0", &rust), "self.a.0");
        assert_eq!(value("(double) a / b", &rust), "f64::from(a) / f64::from(b)");
        assert_eq!(value("MAX(0, a - days - b)", &rust), "(a - days).saturating_sub(b)");
        assert_eq!(value("IF(a < b, a, b)", &rust), "if a < b { a } else { b }");
        assert_eq!(value("a if days = 1, otherwise b", &rust), "if days == 1 { a } else { b }");
        assert_eq!(answer("[a, f(b), days]", &rust), "(a, f(b), days)");
        assert_eq!(condition("a = b and a is at most days", &rust), "a == b && a <= days");
        let c = target(&names, true);
        assert_eq!(value("COUNT * SIZEOF(STRUCT FLOCK)", &c), "count * sizeof(struct flock)");
        assert_eq!(value("a if a > b else None", &c), "(a > b) ? a : NULL");
    }
}
