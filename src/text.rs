//! Text from outside made safe to show and store: no terminal escapes, no control characters, no direction tricks. Everything that a model, a
//! pack, a compiler or a learner's program wrote passes through here before it reaches a terminal or a generated file.

/// Removes escape sequences and every control character except newline and tab; CRLF becomes LF.
pub fn clean(text: &str) -> String {
    let needs_work = text.chars().any(|c| is_forbidden(c) || c == '\r');
    if !needs_work {
        return text.to_owned();
    }
    // The crate knows CSI and OSC sequences whole; what is left of other control characters goes one by one.
    let without_sequences = if text.contains('\u{1b}') || text.contains('\u{9b}') || text.contains('\u{9d}') {
        // C1 introducers are two bytes in UTF-8: bring them to their seven-bit form so that the sequence goes as a whole.
        let seven_bit =
            text.replace('\u{9b}', "\u{1b}[").replace('\u{9d}', "\u{1b}]").replace('\u{9c}', "\u{1b}\\").replace('\u{90}', "\u{1b}P");
        // The parser drops newlines inside unfinished strings, so it is fed line by line.
        seven_bit.split('\n').map(strip_line).collect::<Vec<_>>().join("\n")
    } else {
        text.to_owned()
    };
    without_sequences.replace("\r\n", "\n").chars().map(|c| if c == '\r' { '\n' } else { c }).filter(|c| !is_forbidden(*c)).collect()
}

fn strip_line(line: &str) -> String {
    let line = line.strip_suffix('\r').unwrap_or(line);
    String::from_utf8_lossy(&strip_ansi_escapes::strip(line.replace('\t', "\u{e000}"))).replace('\u{e000}', "\t")
}

fn is_forbidden(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // Direction overrides and isolates can make code read as something else than it is.
        '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' => true,
        // What takes no room can hide in a name or a path. Joiners stay: scripts and emoji need them.
        '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}' => {
            true
        }
        c => c.is_control() && c != '\r',
    }
}

/// One line of JSON in which nothing can be mistaken for a command to the terminal: JSON itself escapes only the older control characters.
pub fn json_line(value: &serde_json::Value) -> String {
    let mut line = String::new();
    for c in value.to_string().chars() {
        if is_forbidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                line.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            line.push(c);
        }
    }
    line.push('\n');
    line
}

/// The first `max` bytes at a character boundary, with a mark where something was cut.
pub fn bounded(text: &str, max: usize) -> String {
    if text.len() <= max {
        return text.to_owned();
    }
    let mut end = max;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", &text[..end])
}

/// The prose of a text, and what stands in each of its fences.
pub fn split_fences(text: &str) -> (String, Vec<String>) {
    let (mut prose, mut blocks, mut inside) = (String::new(), Vec::<String>::new(), false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            inside = !inside;
            if inside {
                blocks.push(String::new());
            }
            continue;
        }
        let part = if inside { blocks.last_mut().unwrap_or(&mut prose) } else { &mut prose };
        part.push_str(line);
        part.push('\n');
    }
    (prose, blocks)
}

/// With a capital letter at its beginning.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A word that a shell takes as one.
pub fn quoted(word: &str) -> String {
    let plain = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "/._-+:@%~".contains(c));
    if plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_paths_are_quoted_for_the_shell() {
        assert_eq!(quoted("/usr/bin/etude"), "/usr/bin/etude");
        assert_eq!(quoted("/my tools/etude"), "'/my tools/etude'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }

    #[test]
    fn escapes_and_controls_go_and_text_stays() {
        assert_eq!(clean("a\u{1b}[31mred\u{1b}[0m b"), "ared b");
        assert_eq!(clean("\u{1b}]52;c;aGVsbG8=\u{7}after"), "after");
        assert_eq!(clean("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\"), "link");
        assert_eq!(clean("\u{9b}2Jx"), "x");
        assert_eq!(clean("one\r\ntwo\tthree\u{8}\u{0}"), "one\ntwo\tthree");
        assert_eq!(clean("let x\u{202e} = 1;"), "let x = 1;");
        assert_eq!(clean("größer → 😀"), "größer → 😀");
        assert_eq!(clean("ti\u{200b}ck\u{ad}et\u{feff}\u{e0041}"), "ticket");
    }

    #[test]
    fn an_unfinished_sequence_takes_at_most_its_line() {
        assert_eq!(clean("a\u{1b}]0;title\nsecond"), "a\nsecond");
    }

    #[test]
    fn what_is_escaped_in_json_is_read_back_as_it_was() {
        let value = serde_json::json!({ "text": "a\u{e0041}b\u{202e}c\u{9b}" });
        let line = json_line(&value);
        assert!(line.is_ascii() && serde_json::from_str::<serde_json::Value>(&line).unwrap() == value, "{line}");
    }

    #[test]
    fn cutting_never_splits_a_character() {
        assert_eq!(bounded("größe", 3), "gr…");
        assert_eq!(bounded("abc", 3), "abc");
    }
}
