//! Steps told in any language: JavaScript, Go, Python, BASIC, C for Rust and Rust for C, pseudo code, a list of sentences with code in them. Reads what every
//! such language has (names that get values, choices, loops, an answer) and writes it in the learner's. It knows no types and proves nothing: what it could not
//! make sense of comes out as it stood, and does not build.

mod heads;
mod lines;
mod pascal;
mod read;
mod single;
mod value;
mod write;

use std::collections::{HashMap, HashSet};

/// What a reader does, one after the other. Values are text as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A name with the type and the value that it is made with.
    Make {
        kind: String,
        name: String,
        value: String,
    },
    /// A place, the sign and what it gets.
    Give {
        place: String,
        sign: String,
        value: String,
    },
    Return(String),
    Break,
    Continue,
    Do(String),
    /// Conditions with what is done then; the last may be without one.
    If(Vec<(Option<String>, Vec<Step>)>),
    While(String, Vec<Step>),
    /// Until the condition behind it holds, or until something in it leaves.
    Loop(Vec<Step>, Option<String>),
    Count {
        name: String,
        range: Range,
        body: Vec<Step>,
    },
    Each(String, String, Vec<Step>),
    /// The loop of C with its three parts.
    For {
        first: Vec<Step>,
        holds: String,
        next: Vec<Step>,
        body: Vec<Step>,
    },
    Function(Function),
}

/// What a counter goes through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    pub from: String,
    pub to: String,
    pub with_last: bool,
    pub backwards: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub params: Vec<String>,
    pub body: Vec<Step>,
}

/// The learner's language and names.
pub struct Target<'t> {
    pub is_c: bool,
    pub names: &'t HashSet<String>,
    /// The parameters of the stub.
    pub params: &'t [String],
    /// Parameters that are looked behind with an arrow (C).
    pub pointers: &'t [String],
}

/// Code in the learner's language, with the function that it is said to be and the names of its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    pub function: Option<(String, Vec<String>)>,
    pub code: String,
}

/// What a text says to do: each function by itself, and the steps outside of them.
pub fn told(text: &str, target: &Target) -> Vec<Told> {
    let steps = read::steps(&pascal::in_braces(text).unwrap_or_else(|| text.to_owned()));
    let mut pointers = target.pointers.to_vec();
    write::pointers(&steps, &mut pointers);
    let target = &Target { pointers: &pointers, ..*target };
    let (functions, loose): (Vec<Step>, Vec<Step>) = steps.into_iter().partition(|s| matches!(s, Step::Function(_)));
    let mut found = Vec::new();
    for step in functions {
        if let Step::Function(Function { name, params, body }) = step {
            let code = write::written(&body, target, &params);
            found.push(Told { function: Some((name, params)), code });
        }
    }
    if !loose.is_empty() {
        found.push(Told { function: None, code: write::written(&loose, target, &[]) });
    }
    found
}

/// The lines of a text that could be such steps: no word in them that is neither code nor said around code.
pub fn lines_of(text: &str, names: &HashSet<String>) -> String {
    // The head of a table names no value.
    let is_ruled = |line: &str| line.trim().starts_with('|') && line.contains("--") && line.chars().all(|c| "|-: ".contains(c));
    let all: Vec<&str> = text.lines().collect();
    let kept = all.iter().enumerate().filter(|(at, line)| !is_ruled(line) && !all.get(at + 1).is_some_and(|next| is_ruled(next)));
    let lines: Vec<String> = kept.flat_map(|(_, line)| sentences(&bare(line))).collect();
    let mut made: HashSet<String> = HashSet::new();
    for line in &lines {
        let row = super::tokens::texts(line, false);
        made.extend(row.windows(2).filter(|w| w[1] == "=" && is_name(w[0])).map(|w| w[0].to_owned()));
        let makes_once = |w: &&[&str]| w[1] == ":" && w[2] == "=" && is_name(w[0]) && line.contains(":=");
        made.extend(row.windows(3).filter(makes_once).map(|w| w[0].to_owned()));
        made.extend(row.windows(2).filter(|w| w[0].eq_ignore_ascii_case("set") && is_name(w[1])).map(|w| w[1].to_owned()));
        let makes = ["let", "mut", "const", "var", "int", "size_t", "ptrdiff_t", "long", "bool", "for", "*"];
        made.extend(row.windows(2).filter(|w| makes.contains(&w[0]) && is_name(w[1])).map(|w| w[1].to_owned()));
    }
    let is_step = |line: &&String| {
        let row = super::tokens::tokens(line, false);
        let knows = |t: &str| names.contains(t) || made.contains(t) || super::pieces::is_keyword(t) || t.contains('_');
        let is_called =
            |at: usize| row.get(at + 1).is_some_and(|n| ["(", "::", "!"].contains(&n.text)) || at > 0 && row[at - 1].text == ".";
        let strange = row.iter().enumerate().filter(|(at, t)| {
            let lower = t.text.to_ascii_lowercase();
            t.text.starts_with(char::is_alphabetic) && !knows(t.text) && !heads::is_said(&lower) && t.text.len() > 1 && !is_called(*at)
        });
        let has_code = row.iter().any(|t| "= < > + - * / ( [ ; += -= == != <= >= ++ -- && ||".split(' ').any(|sign| sign == t.text));
        let says = row.iter().any(|t| knows(t.text));
        if let [only] = row.as_slice() {
            return ["break", "continue", "else", "end", "loop", "repeat", "}"].contains(&only.text.to_ascii_lowercase().as_str());
        }
        let begins = [
            "return",
            "if",
            "else",
            "while",
            "when",
            "otherwise",
            "add",
            "subtract",
            "give",
            "hand",
            "answer",
            "increase",
            "decrease",
            "append",
        ];
        let is_head = row.first().is_some_and(|t| begins.contains(&t.text.to_ascii_lowercase().as_str()));
        (has_code || is_head) && says && strange.count() == 0
    };
    // What a sentence only leads up to stands behind its colon.
    let behind = |line: &String| line.split_once(": ").map(|(_, rest)| rest.trim().to_owned()).filter(|rest| is_step(&rest));
    let steps = lines.iter().filter_map(|line| if is_step(&line) { Some(line.clone()) } else { behind(line) });
    steps.collect::<Vec<_>>().join("\n")
}

/// A line that is several sentences, as several.
fn sentences(line: &str) -> Vec<String> {
    let indent = line.len() - line.trim_start().len();
    let mut found: Vec<String> = Vec::new();
    for part in line.trim().split(". ") {
        match found.last_mut().filter(|_| !part.starts_with(char::is_uppercase)) {
            Some(last) => last.push_str(&format!(". {part}")),
            None => found.push(format!("{}{part}", " ".repeat(indent))),
        }
    }
    found
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// A line without the marks of lists, tables, boxes and code; its indentation stays.
fn bare(line: &str) -> String {
    let indent = line.len() - line.trim_start().len();
    let mut inner = super::pieces::stripped(line);
    for mark in ["[ ]", "[x]", "[X]", "☐", "▢", "□"] {
        inner = inner.strip_prefix(mark).map_or(inner, str::trim_start);
    }
    // A row of a table that names a value.
    let cells: Vec<&str> = inner.strip_prefix('|').map(|r| r.trim_end_matches('|').split('|').map(str::trim).collect()).unwrap_or_default();
    let text = match cells.as_slice() {
        [.., name, value] if is_name(name) && !name.contains(' ') && !value.is_empty() => format!("{name} = {value}"),
        [.., value] => (*value).to_owned(),
        [] => inner.to_owned(),
    };
    format!("{}{}", " ".repeat(indent), text.replace('`', ""))
}

/// Other names in the place of some, all at once.
pub fn renamed(code: &str, pairs: &HashMap<String, String>) -> String {
    let mut out = code.to_owned();
    for token in super::tokens::tokens(code, false).iter().rev() {
        if let Some(name) = pairs.get(token.text) {
            out.replace_range(token.at..token.at + token.text.len(), name);
        }
    }
    out
}
