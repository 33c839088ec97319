//! One line without a block as the step that it tells: a name made, a place changed, an answer. Owns the spellings; what has a block is for `read`.

use super::{Step, heads, read};

/// A step without a block: a name made, a place changed, an answer.
pub fn simple(text: &str, depth: usize) -> Vec<Step> {
    let text = text.trim().trim_end_matches(['.', ',']).trim();
    // A cell of a sheet.
    if let Some(value) = text.strip_prefix('=').filter(|v| !v.starts_with(['=', '>'])) {
        return vec![Step::Return(value.trim().to_owned())];
    }
    for word in ANSWERS {
        if let Some(value) = heads::after(text, word).filter(|v| !v.is_empty()) {
            // An answer only under a condition.
            if let Some((value, condition)) = value.split_once(" if ").filter(|(v, c)| !v.is_empty() && !c.contains(" else ")) {
                return vec![Step::If(vec![(Some(condition.to_owned()), vec![Step::Return(value.to_owned())])])];
            }
            let value = value.trim_start_matches("then ").trim_end_matches(':');
            return vec![Step::Return(value.rsplit(", that is ").next().unwrap_or(value).to_owned())];
        }
    }
    match text.to_ascii_lowercase().as_str() {
        "return" => return vec![Step::Return(String::new())],
        "break" | "leave the loop" | "stop" | "exit" | "exit for" | "exit while" | "exit loop" => return vec![Step::Break],
        "continue" => return vec![Step::Continue],
        _ => {}
    }
    spoken(text).or_else(|| made(text, depth)).or_else(|| given(text)).unwrap_or_else(|| vec![Step::Do(text.to_owned())])
}

const ANSWERS: [&str; 17] = [
    "return ",
    "give back ",
    "hand back ",
    "the answer is then ",
    "the answer is ",
    "answer with ",
    "answer ",
    "the last line is then ",
    "the last line is ",
    "last line: ",
    "the result is then ",
    "the result is ",
    "result is ",
    "result: ",
    "the value is ",
    "last comes ",
    "answer: ",
];

/// `set x to y`, `add y to x`, `increase x by y`.
fn spoken(text: &str) -> Option<Vec<Step>> {
    let two = |word: &str, between: &str| {
        let rest = heads::after(text, word)?;
        let at = rest.to_ascii_lowercase().find(between)?;
        Some((rest[..at].trim().to_owned(), rest[at + between.len()..].trim().to_owned()))
    };
    let give = |place: String, sign: &str, value: String| Some(vec![Step::Give { place, sign: sign.to_owned(), value }]);
    if let Some((place, value)) = two("set ", " to ").or_else(|| two("let ", " be ")) {
        return give(place, "=", value);
    }
    let listed =
        ["append ", "push ", "put ", "add "].iter().find_map(|w| two(w, " to ").or_else(|| two(w, " into ")).or_else(|| two(w, " onto ")));
    if let Some((value, place)) = listed.filter(|(value, _)| value.ends_with('}') || heads::after(text, "add ").is_none()) {
        return Some(vec![Step::Do(format!("{place}.push({value})"))]);
    }
    if let Some((value, place)) = two("add ", " to ") {
        return give(place, "+=", value);
    }
    if let Some((value, place)) = two("subtract ", " from ") {
        return give(place, "-=", value);
    }
    for (word, sign) in [("increase ", "+="), ("raise ", "+="), ("decrease ", "-="), ("lower ", "-=")] {
        if let Some((place, value)) = two(word, " by ") {
            return give(place, sign, value);
        }
    }
    for (word, sign) in [("increment ", "+="), ("count up ", "+="), ("decrement ", "-=")] {
        if let Some(place) = heads::after(text, word).filter(|p| !p.contains(' ')) {
            return give(place.to_owned(), sign, "1".to_owned());
        }
    }
    None
}

/// The kind of a name that is made where it is new and changed where it is not.
pub const MAKES_ONCE: &str = ":=";

/// Names that are made here, with `let`, `var`, `:=` or a type before them.
fn made(text: &str, depth: usize) -> Option<Vec<Step>> {
    let step = |kind: &str, name: &str, value: &str| Step::Make {
        kind: kind.to_owned(),
        name: name.trim().to_owned(),
        value: value.trim().to_owned(),
    };
    if let Some((place, value)) = text.split_once(":=") {
        let (places, values) = (super::value::parts(place), super::value::parts(value));
        if places.len() > 1 && places.len() == values.len() {
            return Some(places.iter().zip(&values).map(|(p, v)| step(MAKES_ONCE, p, v)).collect());
        }
        let place = if places.len() > 1 { format!("({})", places.join(", ")) } else { place.to_owned() };
        return Some(vec![step(MAKES_ONCE, &place, value)]);
    }
    if let Some(rest) =
        ["let mut ", "let ", "const ", "var ", "dim ", "auto ", "local ", "my ", "val "].iter().find_map(|w| heads::after(text, w))
    {
        // BASIC says it before every step.
        let is_loud = text.starts_with("LET ");
        let all = super::value::parts(rest);
        let named: Vec<Step> = all
            .iter()
            .filter_map(|p| {
                let (name, value) = split_assignment(p)?;
                let (name, kind) = name.split_once(':').map_or((name, ""), |(n, k)| (n, k.trim()));
                // `const int *p` is a type of C, not a word of JavaScript.
                if name.trim().contains([' ', '*']) && !name.trim().starts_with('(') {
                    return None;
                }
                let loud = Step::Give { place: name.trim().to_owned(), sign: "=".to_owned(), value: value.trim().to_owned() };
                Some(if is_loud { loud } else { step(if heads::after(text, "let ").is_some() { kind } else { "" }, name, value) })
            })
            .collect();
        if named.len() == all.len() && !named.is_empty() {
            return Some(named);
        }
    }
    let (left, value) = split_assignment(text)?;
    let left = left.trim();
    let name = left.rsplit([' ', '*', '&']).next().unwrap_or(left);
    let kind = left[..left.len() - name.len()].trim();
    let is_kind =
        !kind.is_empty() && kind.chars().all(|c| c.is_alphanumeric() || "_ *:&<>".contains(c)) && kind.starts_with(char::is_alphabetic);
    if !is_kind || name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    // `int a = 0, b = 0`.
    let mut parts = super::value::parts(value).into_iter();
    let mut steps = vec![step(kind, name, &parts.next().unwrap_or_default())];
    for part in parts {
        steps.extend(read::nested(&format!("{kind} {part}"), depth + 1));
    }
    Some(steps)
}

/// A place that gets another value, also counted up or down, and several at once.
fn given(text: &str) -> Option<Vec<Step>> {
    let give = |place: &str, sign: &str, value: &str| Step::Give {
        place: place.trim().to_owned(),
        sign: sign.to_owned(),
        value: value.trim().to_owned(),
    };
    for (sign, step) in [("++", "+="), ("--", "-=")] {
        if let Some(place) = text.strip_suffix(sign).or_else(|| text.strip_prefix(sign)).filter(|p| !p.contains('=')) {
            return Some(vec![give(place, step, "1")]);
        }
    }
    for sign in ["+=", "-=", "*=", "/=", "%=", "|=", "&="] {
        if let Some((place, value)) = text.split_once(sign) {
            return Some(vec![give(place, sign, value)]);
        }
    }
    let (place, value) = split_assignment(text)?;
    let (places, values) = (super::value::parts(place), super::value::parts(value));
    if places.len() > 1 && places.len() == values.len() {
        return Some(places.iter().zip(&values).map(|(p, v)| give(p, "=", v)).collect());
    }
    let place = if places.len() > 1 { format!("({})", places.join(", ")) } else { place.to_owned() };
    Some(vec![give(&place, "=", value)])
}

/// Around a single `=`, or an arrow that means one.
fn split_assignment(text: &str) -> Option<(&str, &str)> {
    for arrow in ["<-", " ← "] {
        if let Some((place, value)) = text.split_once(arrow) {
            return Some((place, value));
        }
    }
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '=' if depth == 0 => {
                let before = at.checked_sub(1).map_or(b' ', |b| bytes[b]);
                let next = bytes.get(at + 1).copied().unwrap_or(b' ');
                if b"=<>!+-*/%|&".contains(&before) || b"=>".contains(&next) {
                    return None;
                }
                return Some((&text[..at], &text[at + 1..]));
            }
            _ => {}
        }
    }
    None
}
