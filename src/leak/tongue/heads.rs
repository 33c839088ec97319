//! How a step begins: the words for choices, loops, answers and functions, and where their conditions end.

use super::{Function, Range};

/// Words that are said around code in a list of steps.
const SAID: &str = "and then after that afterwards finally first next now do you last at the end in write type put just also if when while as long is \
    holds true false otherwise else return give back hand answer result line until repeat loop forever for each from to up down range reversed set \
    add subtract increase decrease by increment decrement let be mut const var not or mod times plus minus than less more most least greater equal \
    equals larger smaller before inside body start begin case of unless elif endif wend dim def function fn null nil none stop break continue leave \
    so it its with value make your nothing that";

pub fn is_said(word: &str) -> bool {
    SAID.split_whitespace().any(|w| w == word)
}

/// A step without the words that only say that it comes next.
pub fn bare(text: &str) -> &str {
    const BEFORE: [&str; 26] = [
        "and ",
        "then ",
        "after that ",
        "after that, ",
        "afterwards ",
        "finally ",
        "finally, ",
        "first ",
        "first, ",
        "next ",
        "now ",
        "do ",
        "you ",
        "lastly ",
        "at the end ",
        "in the end ",
        "write ",
        "type ",
        "just ",
        "also ",
        "so ",
        "begin with ",
        "start with ",
        "make it ",
        "put ",
        "last ",
    ];
    let mut text = text.trim();
    while let Some(rest) = BEFORE.iter().find_map(|w| after(text, w)) {
        if rest.is_empty() || rest.starts_with(['=', '(', '{', '<', '+', '.', ':']) || after(rest, "while ").is_some() {
            break;
        }
        text = rest;
    }
    text
}

/// What stands behind a word, however it is written.
pub fn after<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| text[word.len()..].trim_start())
}

fn behind_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = after(text, word)?;
    let next = text[word.len()..].chars().next();
    next.is_none_or(|c| !c.is_alphanumeric() && c != '_').then_some(rest)
}

/// The beginning of a choice or a loop.
#[derive(Debug, PartialEq, Eq)]
pub enum Head<'t> {
    If { condition: String, rest: &'t str },
    While { condition: String, rest: &'t str },
    Loop { rest: &'t str },
    Count { name: String, range: Range, rest: &'t str },
    Each { name: String, of: String, rest: &'t str },
    For { parts: [&'t str; 3], rest: &'t str },
    Function(Function, &'t str),
}

pub fn head(text: &str) -> Option<Head<'_>> {
    if let Some(function) = function(text) {
        return Some(function);
    }
    for word in ["if", "when", "in case"] {
        if let Some(rest) = behind_word(text, word).filter(|r| !r.is_empty()) {
            let (condition, rest) = condition(rest);
            return Some(Head::If { condition, rest });
        }
    }
    if let Some(rest) = behind_word(text, "unless") {
        let (condition, rest) = condition(rest);
        return Some(Head::If { condition: format!("!({condition})"), rest });
    }
    let endless =
        ["repeat forever", "do forever", "loop forever", "forever", "while true", "while (true)", "while 1", "while (1)", "for (;;)"];
    if let Some(rest) = endless.iter().find_map(|w| after(text, w)) {
        return Some(Head::Loop { rest: rest.trim_start_matches([':', ',']).trim() });
    }
    if ["loop", "repeat", "do", "for"].contains(&text.trim_end_matches(':').to_ascii_lowercase().as_str()) {
        return Some(Head::Loop { rest: "" });
    }
    for word in ["while", "as long as", "repeat while", "do while", "loop while", "repeat as long as"] {
        if let Some(rest) = behind_word(text, word) {
            let (condition, rest) = condition(rest);
            return Some(Head::While { condition, rest });
        }
    }
    if let Some(rest) = ["until", "repeat until", "do until"].iter().find_map(|w| behind_word(text, w)).filter(|r| !r.is_empty()) {
        let (condition, rest) = condition(rest);
        return Some(Head::While { condition: format!("!({condition})"), rest });
    }
    each_of(text).or_else(|| walk(text))
}

/// `(1..n).each do |i|`, `n.times do |i|`, `1.upto(n) { |i|`: the name behind the walk.
fn each_of(text: &str) -> Option<Head<'_>> {
    let (walk, rest) = text.split_once('|')?;
    let (name, rest) = rest.split_once('|')?;
    let walk = walk.trim_end().trim_end_matches("do").trim_end_matches('{').trim_end();
    let (name, rest) = (name.trim(), rest.trim().trim_end_matches('}').trim());
    if let Some(of) = walk.strip_suffix(".each") {
        let of = of.strip_prefix('(').and_then(|o| o.strip_suffix(')')).unwrap_or(of);
        // Two points hold their last here.
        let of = if of.contains("...") { of.replace("...", "..") } else { of.replace("..", "..=") };
        return Some(over(name, &of, rest));
    }
    let counted = |from: &str, to: &str, with_last| {
        let range = Range { from: from.trim().to_owned(), to: to.trim().to_owned(), with_last, backwards: false };
        Some(Head::Count { name: name.to_owned(), range, rest })
    };
    if let Some(to) = walk.strip_suffix(".times") {
        return counted("0", to, false);
    }
    let (from, to) = walk.strip_suffix(')')?.split_once(".upto(")?;
    counted(from, to, true)
}

/// `else` with what follows it, and whether that is another condition.
pub fn otherwise(text: &str) -> Option<(bool, &str)> {
    let text = bare(text);
    if let Some(rest) = ["elif", "elsif", "elseif", "else if"].iter().find_map(|w| behind_word(text, w)) {
        return Some((true, rest));
    }
    let rest = ["else", "otherwise"].iter().find_map(|w| behind_word(text, w))?;
    Some((false, rest.trim_start_matches([':', ',']).trim()))
}

/// A condition and what is done then, in the same line.
pub fn condition(text: &str) -> (String, &str) {
    let clean = |t: &str| {
        let t = t.trim().trim_end_matches([',', ':']).trim();
        let t = [" holds", " is true", " then", " do", ","].iter().fold(t, |t, w| t.strip_suffix(w).unwrap_or(t));
        t.trim().to_owned()
    };
    if let Some((inner, rest)) = bracketed(text) {
        let goes_on = rest.trim_start().starts_with(['<', '>', '=', '&', '|', '+', '-', '*', '/', '.', '?', '%']) || said_sign(rest);
        if !goes_on {
            let rest = rest.trim().trim_start_matches([',', ':']).trim();
            return (clean(inner), after(rest, "then ").unwrap_or(rest));
        }
    }
    let lower = text.to_ascii_lowercase();
    for word in [" then ", " holds, ", " do: "] {
        if let Some(at) = lower.find(word) {
            return (clean(&text[..at]), text[at + word.len()..].trim());
        }
    }
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ':' | ',' if depth == 0 && text[at + 1..].starts_with(' ') && !text[..at].contains('?') => {
                return (clean(&text[..at]), text[at + 1..].trim());
            }
            _ => {}
        }
    }
    for word in [" return ", " break", " continue", " goto "] {
        if let Some(at) = lower.find(word).filter(|_| text.starts_with('(')) {
            return (clean(&text[..at]), text[at..].trim());
        }
    }
    (clean(text), "")
}

fn said_sign(rest: &str) -> bool {
    ["and ", "or ", "is "].iter().any(|w| after(rest.trim_start(), w).is_some())
}

/// What stands in the brackets at the beginning of a text, and behind them.
pub fn bracketed(text: &str) -> Option<(&str, &str)> {
    let inner = text.trim_start().strip_prefix('(')?;
    let mut depth = 1usize;
    for (at, c) in inner.char_indices() {
        depth = match c {
            '(' => depth + 1,
            ')' => depth - 1,
            _ => depth,
        };
        if depth == 0 {
            return Some((&inner[..at], &inner[at + 1..]));
        }
    }
    None
}

/// Loops that walk: over a range, over values, or with three parts.
fn walk(text: &str) -> Option<Head<'_>> {
    let rest = ["for each", "foreach", "for every", "for"].iter().find_map(|w| behind_word(text, w))?;
    if let Some((inner, behind)) = bracketed(rest) {
        let parts: Vec<&str> = inner.split(';').map(str::trim).collect();
        if let [first, holds, next] = parts.as_slice() {
            return Some(Head::For { parts: [first, holds, next], rest: behind.trim() });
        }
        if [" of ", " in ", " : "].iter().any(|w| inner.contains(w)) {
            let (name, of) = [" of ", " in ", " : "].iter().find_map(|w| inner.split_once(w))?;
            return Some(over(name, of, behind.trim()));
        }
    }
    let parts: Vec<&str> = rest.split(';').map(str::trim).collect();
    if let [first, holds, next] = parts.as_slice() {
        return Some(Head::For { parts: [first, holds, next], rest: "" });
    }
    // A comma is no end here: `for i = 1, n do`.
    let (walk, behind) = match rest.find(": ").or_else(|| rest.find(" do ")) {
        Some(at) => (condition(&rest[..at]).0, rest[at..].trim_start_matches([':', ' ']).trim_start_matches("do ").trim()),
        None => (rest.trim_end_matches(" do").trim_end_matches([':', ',']).trim().to_owned(), ""),
    };
    let lower = walk.to_ascii_lowercase();
    for word in [" in ", " := range ", " = range "] {
        if let Some(at) = lower.find(word) {
            return Some(over(&walk[..at], &walk[at + word.len()..], behind));
        }
    }
    for word in [" from ", " = ", " := "] {
        let Some(at) = lower.find(word) else { continue };
        let (name, range) = (&walk[..at], &walk[at + word.len()..]);
        let down = [" down to ", " downto "].iter().find_map(|w| split(range, w));
        let (from, to) = down.or_else(|| [" up to ", " to ", ", "].iter().find_map(|w| split(range, w)))?;
        let (to, step) = split(to, " step ").map_or((to, ""), |(to, step)| (to, step));
        let backwards = down.is_some() || step.trim().starts_with('-');
        let (from, to) = if backwards { (to, from) } else { (from, to) };
        let range = Range { from: from.trim().to_owned(), to: inclusive(to), with_last: true, backwards };
        return Some(Head::Count { name: last_word(name), range, rest: behind });
    }
    None
}

fn inclusive(to: &str) -> String {
    to.trim().trim_end_matches(" inclusive").trim_end_matches(" (inclusive)").trim().to_owned()
}

fn split<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let at = text.to_ascii_lowercase().find(word)?;
    Some((&text[..at], &text[at + word.len()..]))
}

fn last_word(text: &str) -> String {
    // `_, x` of Go has the value second.
    text.split([' ', ',', '&', '*']).rfind(|w| !w.is_empty()).unwrap_or_default().to_owned()
}

/// The values of a range or of a list.
fn over<'t>(name: &str, of: &str, rest: &'t str) -> Head<'t> {
    let of = of.trim();
    let (inner, turned) = match of.strip_prefix("reversed(").and_then(|o| o.strip_suffix(')')) {
        Some(inner) => (inner, true),
        None => (of.strip_suffix(".rev()").map_or(of, |o| o.trim_start_matches('(').trim_end_matches(')')), of.ends_with(".rev()")),
    };
    if let Some(range) = inner.strip_prefix("range(").and_then(|r| r.strip_suffix(')')) {
        let parts = super::value::parts(range);
        let of_parts = |from: &str, to: &str, backwards| Range { from: from.to_owned(), to: to.to_owned(), with_last: false, backwards };
        let range = match parts.as_slice() {
            [to] => of_parts("0", to, turned),
            [from, to] => of_parts(from, to, turned),
            // From the first down to the one before the last.
            [from, to, step] if step.starts_with('-') => {
                Range { from: format!("{to} + 1"), to: from.clone(), with_last: true, backwards: true }
            }
            [from, to, ..] => of_parts(from, to, turned),
            [] => of_parts("0", "0", turned),
        };
        return Head::Count { name: last_word(name), range, rest };
    }
    for (sign, with_last) in [("..=", true), ("..<", false), ("...", true), ("..", false)] {
        if let Some((from, to)) = inner.split_once(sign).filter(|(from, to)| !from.is_empty() && !to.is_empty()) {
            let range = Range { from: from.trim().to_owned(), to: to.trim().to_owned(), with_last, backwards: turned };
            return Head::Count { name: last_word(name), range, rest };
        }
    }
    Head::Each { name: last_word(name), of: of.to_owned(), rest }
}

fn function(text: &str) -> Option<Head<'_>> {
    let text = text.strip_prefix("export ").unwrap_or(text);
    let text = text.strip_prefix("pub ").unwrap_or(text);
    let words = ["def ", "function ", "func ", "fn ", "sub ", "proc ", "procedure ", "fun "];
    let (named, is_arrow) = match words.iter().find_map(|w| after(text, w)) {
        Some(rest) => (rest, false),
        None => (["const ", "let ", "var "].iter().find_map(|w| after(text, w)).filter(|_| text.contains("=>"))?, true),
    };
    // Go has what a method belongs to before its name.
    let (owner, named) = named.starts_with('(').then(|| bracketed(named)).flatten().unwrap_or(("", named));
    let named = named.trim_start();
    let open = named.find('(')?;
    let name = named[..open].trim().trim_end_matches('=').trim();
    let (inner, rest) = bracketed(&named[open..])?;
    if name.is_empty() || name.contains(' ') || is_arrow && !rest.contains("=>") {
        return None;
    }
    let param = |p: &String| {
        let p = p.split([':', '=']).next().unwrap_or_default().trim();
        // Go has the type behind the name, C before it.
        let p = if words[2].trim() == "func" && after(text, "func ").is_some() { p.split(' ').next().unwrap_or(p) } else { p };
        p.rsplit([' ', '*', '&']).next().unwrap_or(p).trim_end_matches("[]").to_owned()
    };
    let params =
        super::value::parts(owner).iter().chain(&super::value::parts(inner)).map(param).filter(|p| !p.is_empty() && p != "self").collect();
    let rest = if is_arrow { rest.split_once("=>").map_or("", |(_, r)| r.trim()) } else { "" };
    Some(Head::Function(Function { name: name.to_owned(), params, body: Vec::new() }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_end_where_something_is_done() {
        assert_eq!(condition("(a > b) return c"), ("a > b".to_owned(), "return c"));
        assert_eq!(condition("(a) > b:"), ("(a) > b".to_owned(), ""));
        assert_eq!(condition("a is at most b: return c"), ("a is at most b".to_owned(), "return c"));
        assert_eq!(condition("A > B THEN RETURN C ELSE D"), ("A > B".to_owned(), "RETURN C ELSE D"));
        assert_eq!(condition("f(a, b) holds,"), ("f(a, b)".to_owned(), ""));
    }

    #[test]
    fn ranges_are_known_in_every_spelling() {
        for text in ["for i in range(1, n):", "for i in 1..n", "for i in 1..<n"] {
            let Some(Head::Count { name, range, .. }) = head(text) else { panic!("{text}") };
            assert_eq!((name.as_str(), range.from.as_str(), range.to.as_str(), range.with_last), ("i", "1", "n", false), "{text}");
        }
        let Some(Head::Count { range, .. }) = head("for h in reversed(range(1, n)):") else { panic!("a range") };
        assert!(range.backwards);
        let Some(Head::Count { range, .. }) = head("for i = 1, n do") else { panic!("a range") };
        assert_eq!((range.to.as_str(), range.with_last), ("n", true));
        let Some(Head::Count { name, range, .. }) = head("(1..days).each do |day|") else { panic!("a range") };
        assert_eq!((name.as_str(), range.to.as_str(), range.with_last), ("day", "days", true));
        let Some(Head::Count { range, .. }) = head("FOR I = N TO 1 STEP -1") else { panic!("a range") };
        assert_eq!((range.from.as_str(), range.to.as_str(), range.backwards, range.with_last), ("1", "N", true, true));
    }
}
