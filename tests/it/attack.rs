//! Hostile surroundings, bounded in count, size and time: each test asks for what must hold, with the real program. The parts are told apart by
//! where the trouble comes from: replies, the learner's code, the files etude keeps, the machine.

mod code;
mod files;
mod machine;
mod replies;

use crate::story::Story;

/// Clipboard, screen, eight-bit introducers, direction overrides: what must never reach a terminal.
pub const ESCAPES: &str = "\u{1b}]52;c;aGVsbG8=\u{7}\u{1b}[2J\u{9b}31m\u{202e}\u{2066}\u{90}x\u{9c}\u{7f}\u{8}";

/// Neither output of the last command holds a character that a terminal acts on.
pub fn assert_harmless(story: &Story) {
    let seen = story.seen();
    for (name, text) in [("stdout", &seen.stdout), ("stderr", &seen.stderr)] {
        let bad: Vec<String> = text.chars().filter(|c| acts(*c)).map(|c| format!("U+{:04X}", c as u32)).collect();
        assert!(bad.is_empty(), "etude {} lets {bad:?} through to {name}", seen.args);
    }
}

fn acts(c: char) -> bool {
    let direction = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}');
    direction || (c.is_control() && c != '\n' && c != '\t')
}
