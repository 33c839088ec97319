//! Code in text that is no file: hints and reviews, where a function may stand in a quote, a list, a comment, a string, a diff or the middle of a sentence, and
//! where no tree would find it. Errs on the side of finding: what is shown there can be read, however it is dressed.

/// A longer head or body is not looked through.
const MOST: usize = 4000;

/// The ways to read a text: without the marks of quotes, lists, tables and diffs before its lines; and only what stands in its comment lines.
pub fn readings(text: &str) -> [String; 2] {
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    let joined = visible.replace("\\\n", "").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let (mut all, mut comments) = (String::new(), String::new());
    for line in joined.lines() {
        let line = undressed(line);
        if line.starts_with("```") || line.starts_with("~~~") {
            continue;
        }
        all.push_str(line);
        all.push('\n');
        if let Some(said) = ["///", "//!", "//", "#"].into_iter().find_map(|mark| line.strip_prefix(mark)) {
            comments.push_str(said);
            comments.push('\n');
        }
    }
    [all, comments]
}

/// Characters that take no room: a name with one of them in it looks like the name.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

fn undressed(line: &str) -> &str {
    let mut line = line.trim();
    loop {
        let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = if number.len() < line.len() { number.trim_start().strip_prefix(['.', ')', ':', '|']) } else { None };
        match line.strip_prefix(['>', '+', '-', '*', '|']).or(numbered) {
            Some(rest) => line = rest.trim_start(),
            None => return line,
        }
    }
}

/// What stands before and after each place where this name stands as a word.
pub(super) fn places<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .map(move |(at, _)| (&text[..at], &text[at + name.len()..]))
        .filter(move |(before, after)| !name.is_empty() && !before.ends_with(part_of_word) && !after.starts_with(part_of_word))
}

/// The last word of a text.
pub(super) fn last_word(text: &str) -> &str {
    let text = text.trim_end();
    &text[text.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8))..]
}

/// What follows a bracket that opens here, where it closes.
pub(super) fn after_brackets(text: &str) -> Option<&str> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices().take(MOST) {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(&text[at + c.len_utf8()..]);
        }
    }
    None
}

/// Whether a body that begins here, behind its brace, does anything.
pub(super) fn does_something(text: &str) -> bool {
    let mut depth = 1usize;
    let end = text.char_indices().take(MOST).find_map(|(at, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    });
    // Without its end, it goes no further than the code it stands in.
    !is_left_open(&text[..end.or_else(|| text.find('`')).unwrap_or(text.len())])
}

/// Nothing but the mark of a stub, dots and comments.
fn is_left_open(body: &str) -> bool {
    let mut rest = body.trim_start();
    while !rest.is_empty() {
        let mark = ["todo!", "unimplemented!", "ETUDE_TODO"].into_iter().find_map(|m| rest.strip_prefix(m));
        rest = if let Some(after) = mark {
            if after.starts_with('(') { after_brackets(after).unwrap_or("") } else { after }
        } else if let Some(after) = rest.strip_prefix("(void)") {
            after.split_once(';').map_or("", |(_, more)| more)
        } else if rest.starts_with("//") {
            rest.split_once('\n').map_or("", |(_, more)| more)
        } else if rest.starts_with("/*") {
            rest.split_once("*/").map_or("", |(_, more)| more)
        } else if let Some(after) = rest.strip_prefix(['.', '…', ';', '_']) {
            after
        } else {
            return false;
        };
        rest = rest.trim_start();
    }
    true
}
