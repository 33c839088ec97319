//! Whether code has a certain shape, such as `if (… = `: what was written tells apart mistakes that look the same from outside, and a first sketch from
//! a mistake. Code is compared token by token, without its comments and whatever its spacing. `…` stands for any tokens; where the shape opens a bracket,
//! they stay within it. `$x` stands for one name, the same at every place.

/// The words, numbers, texts and signs of code, and of a shape. It never fails: what it does not know is a sign of one character.
pub fn tokens(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = code.trim_start();
    while !rest.is_empty() {
        let length = length_of_first(rest);
        let (token, after) = rest.split_at(length);
        if !token.starts_with("//") && !token.starts_with("/*") {
            found.push(token);
        }
        rest = after.trim_start();
    }
    found
}

fn length_of_first(text: &str) -> usize {
    const SIGNS: [&str; 19] =
        ["...", "..=", "==", "!=", "<=", ">=", "->", "=>", "++", "--", "+=", "-=", "*=", "/=", "&&", "||", "::", "..", "%="];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let until = |end: &str, from: usize| text[from..].find(end).map_or(text.len(), |at| from + at + end.len());
    match text.chars().next() {
        _ if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
        _ if text.starts_with("/*") => until("*/", 2),
        Some('"') => end_of_text(text),
        Some('$') => 1 + text[1..].find(|c| !is_word(c)).unwrap_or(text.len() - 1),
        Some(c) if is_word(c) => text.find(|c| !is_word(c)).unwrap_or(text.len()),
        Some(c) => SIGNS.iter().find(|sign| text.starts_with(**sign)).map_or(c.len_utf8(), |sign| sign.len()),
        None => 0,
    }
}

/// A quoted text to its closing quote; one that is escaped does not close it.
fn end_of_text(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Somewhere in the code stands what the shape says.
pub fn has(code: &[&str], shape: &str) -> bool {
    let shape = tokens(shape);
    (0..code.len()).any(|at| fits(&code[at..], &shape, 0, None))
}

/// `open` counts the brackets that the shape has opened so far, and `name` is what `$x` stands for.
fn fits(code: &[&str], shape: &[&str], open: usize, name: Option<&str>) -> bool {
    let Some((first, rest)) = shape.split_first() else { return true };
    if first.starts_with('$') {
        let Some((token, after)) = code.split_first().filter(|(token, _)| is_name(token)) else { return false };
        return name.is_none_or(|name| name == *token) && fits(after, rest, open, Some(token));
    }
    if *first != "…" {
        let open = (open + usize::from(opens(first))).saturating_sub(usize::from(closes(first)));
        return code.first() == Some(first) && fits(&code[1..], rest, open, name);
    }
    let mut inner = 0_usize;
    for at in 0..=code.len() {
        if fits(&code[at..], rest, open, name) {
            return true;
        }
        match code.get(at) {
            Some(token) if opens(token) => inner += 1,
            Some(token) if closes(token) && inner == 0 && open > 0 => return false,
            Some(token) if closes(token) => inner = inner.saturating_sub(1),
            _ => {}
        }
    }
    false
}

/// A word of the learner's own, or of the language.
pub fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn opens(token: &str) -> bool {
    matches!(token, "(" | "[" | "{")
}

fn closes(token: &str) -> bool {
    matches!(token, ")" | "]" | "}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_read_without_comments_and_spacing() {
        let read = tokens("if(a<=b) /* a=b */ {\n  x->y += 1; // c = d\n say(\"a \\\" = b\") ; 1..=n }");
        let expected = ["if", "(", "a", "<=", "b", ")", "{", "x", "->", "y", "+=", "1", ";"];
        assert_eq!(read[..13], expected);
        assert_eq!(read[13..], ["say", "(", "\"a \\\" = b\"", ")", ";", "1", "..=", "n", "}"]);
        for broken in ["", "/* never ends", "\"never ends", "// only this", "ä ¤ …"] {
            tokens(broken);
        }
    }

    #[test]
    fn a_gap_stays_within_the_bracket_that_the_shape_opens() {
        let has = |code: &str, shape: &str| super::has(&tokens(code), shape);
        assert!(has("{ if (*seat = booking) n++; }", "if (… = "));
        assert!(has("{ if ((a) && (b = c)) n++; }", "if (… = "));
        assert!(!has("{ if (*seat == booking) *seat = 0; }", "if (… = "));
        assert!(has("{ for day in 1..=days { let total = total; } }", "for … let"));
        assert!(!has("{ let total = 1; for day in 1..=days { } }", "for … let"));
        assert!(has("{ for day in 1..3 { let a = 1; } }", "for … { … let … }"));
        assert!(!has("{ for day in 1..3 { } let a = 1; }", "for … { … let"), "behind the loop");
        assert!(!has("letter", "let"));
        assert!(has("let limit = 4; match n { 0 => a, limit => b }", "let $x … match … { … $x =>"));
        assert!(!has("let limit = 4; match n { 0 => a, other => b }", "let $x … match … { … $x =>"));
    }
}
