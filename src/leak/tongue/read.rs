//! Lines of a text as the steps that they tell.

use super::Step;
use super::heads::{self, Head};
use super::lines::{self, Line};

/// Deeper nesting is no program that a hint tells.
const DEEPEST: usize = 12;

pub fn steps(text: &str) -> Vec<Step> {
    nested(text, 0)
}

fn nested(text: &str, depth: usize) -> Vec<Step> {
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

/// A step without a block: a name made, a place changed, an answer.
fn simple(text: &str, depth: usize) -> Vec<Step> {
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
        steps.extend(nested(&format!("{kind} {part}"), depth + 1));
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
