//! Where the steps of a text end and its blocks begin: by braces, by semicolons, by lines and by how far these are indented, whichever the text has.

/// A step as it is written, or the brace around some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    Step { indent: usize, text: String },
    Open,
    Close,
}

/// Words that a block may follow.
const HEADS: [&str; 20] = [
    "if", "else", "for", "while", "loop", "repeat", "do", "function", "fn", "func", "def", "unless", "until", "foreach", "elif", "}",
    "forever", "sub", "proc", "fun",
];

pub fn lines(text: &str) -> Vec<Line> {
    let plain = without_sigils(&without_remarks(text));
    let mut reader = Reader { found: Vec::new(), step: String::new(), indent: 0, depth: 0, open: Vec::new() };
    let all: Vec<&str> = plain.lines().collect();
    for (at, line) in all.iter().enumerate() {
        if line.trim().is_empty() {
            reader.flush();
            continue;
        }
        if reader.step.is_empty() {
            reader.indent = line.len() - line.trim_start().len();
        }
        reader.line(line.trim());
        let next = all.get(at + 1).map_or("", |l| l.trim());
        if !reader.goes_on(line.trim_end(), next) || all[at + 1..].len() > 40 {
            reader.flush();
        } else {
            reader.step.push(' ');
        }
    }
    reader.flush();
    reader.found
}

struct Reader {
    found: Vec<Line>,
    step: String,
    indent: usize,
    depth: usize,
    /// Which of the open braces hold steps; the others belong to values.
    open: Vec<bool>,
}

impl Reader {
    fn line(&mut self, line: &str) {
        // `for i := 1; i < n; i++ {` has no brackets around its head.
        let bare_for = line.starts_with("for ") && line.split('{').next().is_some_and(|head| head.matches(';').count() == 2);
        let mut in_head = bare_for && !line[4..].trim_start().starts_with('(');
        let mut quote = false;
        for c in line.chars() {
            quote ^= c == '"';
            match c {
                _ if quote => self.step.push(c),
                '(' | '[' => {
                    self.depth += 1;
                    self.step.push(c);
                }
                ')' | ']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.step.push(c);
                }
                '{' if self.opens_block() => {
                    in_head = false;
                    self.flush();
                    self.found.push(Line::Open);
                    self.open.push(true);
                }
                '{' => {
                    self.open.push(false);
                    self.depth += 1;
                    self.step.push(c);
                }
                '}' if self.open.last() == Some(&false) => {
                    self.open.pop();
                    self.depth = self.depth.saturating_sub(1);
                    self.step.push(c);
                }
                '}' => {
                    self.flush();
                    if self.open.pop().is_some() {
                        self.found.push(Line::Close);
                    }
                }
                ';' if self.depth == 0 && !in_head => self.flush(),
                c => self.step.push(c),
            }
        }
    }

    fn opens_block(&self) -> bool {
        let step = self.step.trim();
        let first = step.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_ascii_lowercase();
        let heads = |word: &str| HEADS.contains(&word);
        // A function of C has no word of its own.
        let is_function =
            step.contains('(') && step.contains([' ', ')']) && !step.contains('=') && !["return", "let"].contains(&first.as_str());
        self.depth == 0 && (step.is_empty() || heads(&first) || step.ends_with("=>") || is_function || step.contains(" fn "))
    }

    /// A step that is not at its end with its line.
    fn goes_on(&mut self, line: &str, next: &str) -> bool {
        if next.is_empty() || self.step.is_empty() {
            self.depth = 0;
            return false;
        }
        let asks = ["&&", "||", " +", " -", " *", " =", ",", " ?", "(", "["].iter().any(|end| line.ends_with(end));
        let follows = ["&&", "||", "? ", ": ", ".", "+ ", "- ("].iter().any(|start| next.starts_with(start));
        self.depth > 0 || asks || follows && !next.starts_with("..")
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.step);
        let text = text.trim().trim_end_matches(';').trim();
        if !text.is_empty() {
            self.found.push(Line::Step { indent: self.indent, text: text.to_owned() });
        }
        self.depth = self.open.iter().filter(|is_block| !**is_block).count();
    }
}

/// Without comments of any language, and without what stands in brackets behind a line as a remark.
fn without_remarks(text: &str) -> String {
    let is_python = text.lines().any(|l| l.trim_end().ends_with(':') && !l.trim_start().starts_with(['|', '-']));
    let mut out = String::new();
    let mut inside = false;
    for line in text.lines() {
        let mut line = line.to_owned();
        while let Some(at) = line.find("/*").filter(|_| !inside) {
            match line[at..].find("*/") {
                Some(end) => line.replace_range(at..at + end + 2, ""),
                None => {
                    line.truncate(at);
                    inside = true;
                }
            }
        }
        if inside {
            inside = !line.contains("*/");
            line = line.split_once("*/").map_or(String::new(), |(_, rest)| rest.to_owned());
        }
        let marks: &[&str] = if is_python { &[" # ", "  #"] } else { &["//", " # ", "  #", "  -- ", "  ' "] };
        let end = marks.iter().filter_map(|m| line.find(m)).min().unwrap_or(line.len());
        line.truncate(end);
        if line.trim_start().starts_with("# ") || line.trim_start().to_ascii_lowercase().starts_with("rem ") {
            line.clear();
        }
        if let Some(at) = line.rfind("  (").filter(|at| is_remark(&line[at + 3..])) {
            line.truncate(at);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// `$x` is a name, and `#x` how many there are.
fn without_sigils(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['$', '#']) {
        let (before, behind) = (&rest[..at], &rest[at + 1..]);
        let end = behind.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(behind.len());
        let (name, after) = behind.split_at(end);
        out.push_str(before);
        out.push_str(&match (rest.as_bytes()[at], name.starts_with(|c: char| c.is_alphabetic() || c == '_')) {
            (b'$', true) => name.to_owned(),
            (b'#', true) => format!("len({name})"),
            (sign, _) => format!("{}{name}", char::from(sign)),
        });
        rest = after;
    }
    out + rest
}

fn is_remark(text: &str) -> bool {
    text.ends_with(')') && text[..text.len() - 1].chars().all(|c| c.is_alphabetic() || " ,.!?'".contains(c)) && text.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let show = |line: Line| match line {
            Line::Step { text, .. } => text,
            Line::Open => "<".to_owned(),
            Line::Close => ">".to_owned(),
        };
        lines(text).into_iter().map(show).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn steps_end_with_a_semicolon_or_with_their_line() {
        assert_eq!(shown("a = 1 ; b = 2  (both may change)\nc = f(a,\n  b)"), "a = 1 | b = 2 | c = f(a, b)");
        assert_eq!(shown("for i := 1; i < n; i++ {\n  n++ // up\n}\nreturn n"), "for i := 1; i < n; i++ | < | n++ | > | return n");
        assert_eq!(shown("if (a) { return P { x: 1 }; } else { b }"), "if (a) | < | return P { x: 1 } | > | else | < | b | >");
        assert_eq!(shown("$n = #a - $b"), "n = len(a) - b");
        assert_eq!(shown("let x = a\n    && b;"), "let x = a && b");
    }
}
