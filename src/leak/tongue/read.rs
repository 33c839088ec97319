//! Lines of a text as the steps that they tell.

use super::Step;
use super::heads::{self, Head};
use super::lines::{self, Line};
use super::single::simple;

/// Deeper nesting is no program that a hint tells.
const DEEPEST: usize = 12;

pub fn steps(text: &str) -> Vec<Step> {
    nested(text, 0)
}

pub fn nested(text: &str, depth: usize) -> Vec<Step> {
    if depth > DEEPEST {
        return Vec::new();
    }
    let mut reader = Reader { lines: lines::lines(text), at: 0, depth };
    reader.block(&Until::TheEnd)
}

/// Where a block ends.
enum Until {
    TheEnd,
    Brace,
    /// A line that is not further in than this.
    Indent(usize),
    /// A word that ends it.
    Word,
}

struct Reader {
    lines: Vec<Line>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn block(&mut self, until: &Until) -> Vec<Step> {
        let mut steps = Vec::new();
        while let Some(line) = self.lines.get(self.at).cloned() {
            match line {
                Line::Close => {
                    if matches!(until, Until::Indent(_) | Until::Word) {
                        break;
                    }
                    self.at += 1;
                    if matches!(until, Until::Brace) {
                        break;
                    }
                }
                Line::Open => {
                    self.at += 1;
                    steps.extend(self.block(&Until::Brace));
                }
                Line::Step { indent, text } => {
                    if matches!(until, Until::Indent(outer) if indent <= *outer) {
                        break;
                    }
                    if self.is_end(&text) {
                        self.at += 1;
                        if matches!(until, Until::Word) {
                            break;
                        }
                        continue;
                    }
                    if matches!(until, Until::Word) && heads::otherwise(&text).is_some() {
                        break;
                    }
                    self.at += 1;
                    steps.extend(self.step(indent, &text));
                }
            }
        }
        steps
    }

    fn step(&mut self, indent: usize, text: &str) -> Vec<Step> {
        let text = heads::bare(text);
        match heads::head(text) {
            Some(Head::If { condition, rest }) => vec![self.choice(indent, condition, rest)],
            Some(Head::While { condition, rest }) => vec![Step::While(condition, self.body(indent, rest))],
            Some(Head::Loop { rest }) => {
                let body = self.body(indent, rest);
                vec![Step::Loop(body, self.until())]
            }
            Some(Head::Count { name, range, rest }) => vec![Step::Count { name, range, body: self.body(indent, rest) }],
            Some(Head::Each { name, of, rest }) => vec![Step::Each(name, of, self.body(indent, rest))],
            Some(Head::For { parts: [first, holds, next], rest }) => {
                let body = self.body(indent, rest);
                let (first, next) = (nested(first, self.depth + 1), nested(&next.replace(", ", ";"), self.depth + 1));
                vec![Step::For { first, holds: holds.to_owned(), next, body }]
            }
            Some(Head::Function(mut function, rest)) => {
                function.body = self.body(indent, rest);
                vec![Step::Function(function)]
            }
            None if self.is_c_function(text) => self.c_function(indent, text),
            None => simple(text, self.depth),
        }
    }

    fn choice(&mut self, indent: usize, condition: String, rest: &str) -> Step {
        // `IF c THEN a ELSE b` in one line.
        let lower = rest.to_ascii_lowercase();
        if let Some(at) = lower.find(" else ").filter(|_| !rest.contains('{')) {
            let yes = nested(&rest[..at], self.depth + 1);
            let no = nested(&rest[at + 6..], self.depth + 1);
            return Step::If(vec![(Some(condition), yes), (None, no)]);
        }
        let mut arms = vec![(Some(condition), self.body(indent, rest))];
        while let Some(Line::Step { indent, text }) = self.lines.get(self.at).cloned() {
            let Some((again, rest)) = heads::otherwise(&text) else { break };
            self.at += 1;
            if again {
                let (condition, rest) = heads::condition(rest);
                arms.push((Some(condition), self.body(indent, rest)));
                continue;
            }
            arms.push((None, self.body(indent, rest)));
            break;
        }
        Step::If(arms)
    }

    /// What belongs to a head: the rest of its line, a block in braces or further in, all up to a word that ends it, or the one step below it.
    fn body(&mut self, indent: usize, rest: &str) -> Vec<Step> {
        if !rest.is_empty() {
            return nested(rest, self.depth + 1);
        }
        match self.lines.get(self.at).cloned() {
            Some(Line::Open) => {
                self.at += 1;
                self.block(&Until::Brace)
            }
            Some(Line::Step { indent: inner, .. }) if inner > indent => self.block(&Until::Indent(indent)),
            Some(Line::Step { .. }) if self.has_end() => self.block(&Until::Word),
            Some(Line::Step { indent, text }) => {
                self.at += 1;
                self.step(indent, &text)
            }
            _ => Vec::new(),
        }
    }

    fn has_end(&self) -> bool {
        self.lines[self.at..].iter().any(|l| matches!(l, Line::Step { text, .. } if self.is_end(text)))
    }

    /// A word that ends a block, unless it is somebody's name here.
    fn is_end(&self, text: &str) -> bool {
        let given = |line: &Line| matches!(line, Line::Step { text: other, .. } if other.contains(&format!("{text} =")));
        is_end(text) && !self.lines.iter().any(given)
    }

    /// The condition behind a loop that is left when it holds.
    fn until(&mut self) -> Option<String> {
        let Some(Line::Step { text, .. }) = self.lines.get(self.at) else { return None };
        let rest = heads::after(text, "until ").map(|r| heads::condition(r).0);
        let rest = rest.or_else(|| heads::after(text, "while ").map(|r| format!("!({})", heads::condition(r).0)));
        let rest = rest.filter(|_| !matches!(self.lines.get(self.at + 1), Some(Line::Open)))?;
        self.at += 1;
        Some(rest)
    }

    /// `int f(int a)` before a brace.
    fn is_c_function(&self, text: &str) -> bool {
        let head = text.split('(').next().unwrap_or_default();
        // A method has nothing before its name.
        let is_name = !head.is_empty() && head.chars().all(|c| c.is_alphanumeric() || c == '_');
        matches!(self.lines.get(self.at), Some(Line::Open)) && text.ends_with(')') && (head.contains(' ') || is_name) && !head.contains('=')
    }

    fn c_function(&mut self, indent: usize, text: &str) -> Vec<Step> {
        let (head, rest) = text.split_once('(').unwrap_or((text, ""));
        let last = |t: &str| t.rsplit([' ', '*', '&']).next().unwrap_or(t).trim_end_matches("[]").to_owned();
        let params = super::value::parts(rest.trim_end_matches(')'));
        let params = params.iter().map(|p| last(p)).filter(|p| !p.is_empty() && p != "void").collect();
        let name = last(head.trim());
        vec![Step::Function(super::Function { name, params, body: self.body(indent, "") })]
    }
}

fn is_end(text: &str) -> bool {
    let lower = text.trim_end_matches('.').to_ascii_lowercase();
    let words =
        ["end", "done", "fi", "wend", "endif", "end if", "end while", "end for", "endwhile", "endfor", "end loop", "od", "next", "pass"];
    words.contains(&lower.as_str()) || lower.strip_prefix("next ").is_some_and(|name| !name.contains(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_by_brace_indent_or_word() {
        let step = |text: &str| Step::Do(text.to_owned());
        let walk = vec![Step::While("a".to_owned(), vec![step("b()"), step("c()")]), step("d()")];
        for text in ["while (a) {\n b();\n c();\n}\nd();", "while a:\n  b()\n  c()\nd()", "WHILE a\nb()\nc()\nWEND\nd()"] {
            assert_eq!(steps(text), walk, "{text}");
        }
        let single = vec![Step::While("a".to_owned(), vec![step("b()")]), step("d()")];
        assert_eq!(steps("as long as a holds,\ndo b()\nand after that d()"), single);
    }

    #[test]
    fn names_are_made_and_changed_in_every_spelling() {
        let make = |kind: &str| vec![Step::Make { kind: kind.to_owned(), name: "x".to_owned(), value: "1".to_owned() }];
        assert_eq!(steps("let x = 1"), make(""));
        assert_eq!(steps("x := 1"), make(":="));
        assert_eq!(steps("const int *x = 1;"), make("const int *"));
        let give = vec![Step::Give { place: "x".to_owned(), sign: "=".to_owned(), value: "1".to_owned() }];
        assert_eq!(steps("x <- 1"), give);
        assert_eq!(steps("set x to 1"), give);
        let both = "if a then return b else return c";
        let arms = vec![(Some("a".to_owned()), vec![Step::Return("b".to_owned())]), (None, vec![Step::Return("c".to_owned())])];
        assert_eq!(steps(both), [Step::If(arms)]);
    }
}
