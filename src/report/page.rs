//! Laying out text for a terminal of 80 columns: wrapping, indenting, a little colour. Everything that comes from outside is cleaned on its way in, so
//! no escape sequence but ours reaches a terminal.

use crate::text::clean;

pub const WIDTH: usize = 78;

/// How a word stands out. Without colour the words alone carry the meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Strong,
    Good,
    Bad,
    Faint,
}

/// A screen in the making.
#[derive(Debug, Default)]
pub struct Page {
    out: String,
    colour: bool,
}

impl Page {
    pub fn new(colour: bool) -> Page {
        Page { out: String::new(), colour }
    }

    pub fn into_text(self) -> String {
        self.out
    }

    pub fn mark(&self, mark: Mark, text: &str) -> String {
        let text = clean(text);
        if !self.colour {
            return text;
        }
        let code = match mark {
            Mark::Strong => "1",
            Mark::Good => "32",
            Mark::Bad => "31",
            Mark::Faint => "2",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }

    pub fn blank(&mut self) {
        self.out.push('\n');
    }

    /// A line made of parts that were cleaned or marked already.
    pub fn raw(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// Prose, wrapped and indented; code in it keeps its lines.
    pub fn prose(&mut self, indent: usize, text: &str) {
        let text = clean(text);
        let mut fenced = false;
        for line in text.lines() {
            let fence = line.trim_start().starts_with("```");
            if fence || fenced || line.starts_with("    ") || line.starts_with('|') {
                self.indented(indent, line);
            } else {
                self.wrapped(indent, line);
            }
            fenced ^= fence;
        }
    }

    /// A label, then prose that stays to the right of it.
    pub fn hanging(&mut self, label: &str, indent: usize, text: &str) {
        let mut inner = Page::new(self.colour);
        inner.prose(indent, text);
        self.out.push_str(label);
        self.out.push_str(inner.out.trim_start());
    }

    /// Lines as they are, indented.
    pub fn verbatim(&mut self, indent: usize, text: &str) {
        for line in clean(text).lines() {
            self.indented(indent, line);
        }
    }

    fn indented(&mut self, indent: usize, line: &str) {
        if !line.is_empty() {
            self.out.push_str(&" ".repeat(indent));
            self.out.push_str(line);
        }
        self.out.push('\n');
    }

    fn wrapped(&mut self, indent: usize, line: &str) {
        if line.trim().is_empty() {
            self.out.push('\n');
            return;
        }
        // The continuation of a list item stands under its text.
        let trimmed = line.trim_start();
        let own = line.len() - trimmed.len();
        let hang = own + list_marker(trimmed);
        let mut column = 0;
        for word in trimmed.split_whitespace() {
            let width = word.chars().count();
            if column == 0 {
                self.out.push_str(&" ".repeat(indent + own));
                column = indent + own;
            } else if column + 1 + width > WIDTH {
                self.out.push('\n');
                self.out.push_str(&" ".repeat(indent + hang));
                column = indent + hang;
            } else {
                self.out.push(' ');
                column += 1;
            }
            self.out.push_str(word);
            column += width;
        }
        self.out.push('\n');
    }
}

fn list_marker(line: &str) -> usize {
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    if line.starts_with("- ") || line.starts_with("* ") {
        2
    } else if digits > 0 && line[digits..].starts_with(". ") {
        digits + 2
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_wraps_and_code_does_not() {
        let mut page = Page::new(false);
        let long = "word ".repeat(30);
        page.prose(2, &format!("{long}\n```rust\n{long}\n```\n- {long}"));
        let text = page.into_text();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("  word") && lines[0].chars().count() <= WIDTH);
        assert!(lines.iter().any(|l| l.chars().count() > 100), "the fenced line is whole");
        assert!(lines.last().expect("a line").starts_with("    word"), "the list item hangs");
    }

    #[test]
    fn escapes_from_outside_never_pass() {
        let mut page = Page::new(true);
        page.prose(0, "a\u{1b}[2Jb");
        page.verbatim(0, "c\u{1b}]0;x\u{7}d");
        let marked = page.mark(Mark::Bad, "e\u{1b}[5mf");
        page.raw(&marked);
        assert_eq!(page.into_text(), "ab\ncd\n\u{1b}[31mef\u{1b}[0m\n");
    }
}
