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

    /// Lines of a compiler or a test as they are while they fit. The words of a longer one go on below, where they began; quoted source and output stay
    /// whole, since a break would change them.
    pub fn folded(&mut self, indent: usize, text: &str) {
        for line in clean(text).lines() {
            if indent + line.chars().count() <= WIDTH || is_quoted(line) {
                self.indented(indent, line);
                continue;
            }
            let head: String = line.chars().take_while(|c| " |=^~-+_".contains(*c)).collect();
            let marked = head.contains(['^', '~', '-', '+']);
            let below = continuation(&head, if marked { 0 } else { 2 });
            // Marks under a long line of source may leave no room for even a word.
            let (mut out, mut fresh) = (head.clone(), !marked);
            out.truncate(if marked { head.trim_end().len() } else { head.len() });
            for word in line[head.len()..].split_whitespace() {
                if !fresh && indent + out.chars().count() + 1 + word.chars().count() > WIDTH {
                    self.indented(indent, &out);
                    (out, fresh) = (below.clone(), true);
                }
                if !fresh {
                    out.push(' ');
                }
                out.push_str(word);
                fresh = false;
            }
            self.indented(indent, &out);
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

/// `12 |     let x = 1;`, `12 +     let mut x = 1;`, `--> src/lib.rs:3:5`, or what a test printed, behind a bar.
fn is_quoted(line: &str) -> bool {
    let trimmed = line.trim_start();
    let rest = trimmed.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < trimmed.len() && rest.trim_start().starts_with(['|', '+', '-', '~']);
    numbered || trimmed.starts_with("--> ") || line.starts_with("| ")
}

/// What stands before words that go on: the compiler's bar stays, its marks do not.
fn continuation(head: &str, more: usize) -> String {
    let bar = head.trim_start().starts_with('|').then(|| head.find('|')).flatten();
    let far = head.chars().count() > WIDTH / 2;
    let width = if far { bar.unwrap_or(0) + 5 } else { head.chars().count() + more };
    (0..width).map(|at| if Some(at) == bar { '|' } else { ' ' }).collect()
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
    fn a_compilers_long_words_go_on_below_and_its_quotes_stay_whole() {
        let words = "some words of the compiler that go on ".repeat(3);
        let quoted = format!("12 |     let long = \"{words}\";");
        let mut page = Page::new(false);
        page.folded(2, &format!("error[E0308]: {words}\n{quoted}\n   |     ^^^^ {words}\n   = note: {words}\n| {words}"));
        let text = page.into_text();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.contains(&format!("  {quoted}").as_str()) && lines.contains(&format!("  | {words}").as_str()), "{text}");
        let folded = |l: &&&str| !l.contains("let long") && !l.starts_with("  | ");
        assert!(lines.iter().filter(folded).all(|l| l.chars().count() <= WIDTH), "{text}");
        let after = |begin: &str| lines[lines.iter().position(|l| l.starts_with(begin)).expect(begin) + 1];
        assert!(after("  error").starts_with("    ") && after("     |     ^").starts_with("     |          "), "{text}");
        assert!(after("     = note").starts_with("         "), "{text}");
        let mut page = Page::new(false);
        page.folded(0, &format!("   | {}^^^ {words}", " ".repeat(74)));
        assert!(page.into_text().lines().skip(1).all(|l| l.starts_with("   |    some") || l.len() <= WIDTH), "far marks stand alone");
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
