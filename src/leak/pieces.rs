//! The code in a hint, wherever it stands: fences, spans of code, indented lines, tables, comments, diffs, line numbers, strings, and loose in a sentence. Finds
//! pieces in their order; whether they are code that does anything is found out by others.

use std::collections::HashSet;

use super::fold;
use super::prose::Prose;
use crate::syntax::Syntax;

/// What a text holds that may be code.
#[derive(Debug, Default)]
pub struct Pieces {
    /// Shown in one piece, or wrapped up in one.
    pub blocks: Vec<String>,
    /// Everything in the order of the text, blocks among it.
    pub parts: Vec<Part>,
    /// Lines to take out and lines to put there.
    pub changes: Vec<Change>,
    /// The same with the lines around that stay, as long as nothing is left out between.
    pub hunks: Vec<Change>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub text: String,
    pub is_block: bool,
    /// Stands between marks, or has its lines for itself.
    pub is_marked: bool,
}

/// One place of a diff.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    pub old: Vec<String>,
    pub new: Vec<String>,
}

/// The pieces of a text that was made plain. `names` are those that the learner's files use.
pub fn find(text: &str, syntax: &dyn Syntax, names: &HashSet<String>) -> Pieces {
    let text = without_tags(text);
    let mut pieces = Pieces::default();
    let mut fence: Option<Vec<&str>> = None;
    let mut indented: Vec<&str> = Vec::new();
    let mut prose = Prose { syntax, names: names.clone(), parts: Vec::new() };
    for line in text.lines().chain([""]) {
        let is_fence = bare(line).starts_with("```") || bare(line).starts_with("~~~");
        match (&mut fence, is_fence) {
            (Some(_), true) => pieces.block(&fence.take().unwrap_or_default(), &mut prose.parts),
            (Some(lines), false) => lines.push(line),
            (None, true) => {
                pieces.block(&std::mem::take(&mut indented), &mut prose.parts);
                // The code may stand on the line of the marks itself.
                let rest = bare(line).trim_start_matches(['`', '~']).trim_end_matches(['`', '~']);
                if rest.contains(' ') && bare(line).trim_end().ends_with("```") {
                    pieces.block(&[rest], &mut prose.parts);
                } else {
                    fence = Some(Vec::new());
                }
            }
            (None, false) if line.starts_with("    ") || line.starts_with('\t') => indented.push(line),
            (None, false) if line.trim().is_empty() && !indented.is_empty() => indented.push(line),
            (None, false) => {
                pieces.block(&std::mem::take(&mut indented), &mut prose.parts);
                prose.line(line);
            }
        }
    }
    pieces.block(&fence.unwrap_or(indented), &mut prose.parts);
    pieces.parts = prose.parts;
    pieces.runs_of_lines(&text, syntax);
    pieces
}

impl Pieces {
    fn block(&mut self, lines: &[&str], parts: &mut Vec<Part>) {
        let raw = lines.join("\n");
        if raw.trim().is_empty() {
            return;
        }
        let mut text = raw.clone();
        if let Some((new, changes)) = diff(lines) {
            self.changes.extend(changes);
            self.hunks.extend(hunks(lines));
            text = new;
        } else {
            while let Some(less) = undressed(&text) {
                // A comment may be what it says, and what it says may be the code.
                self.blocks.push(std::mem::replace(&mut text, less));
            }
        }
        parts.push(Part { text: text.clone(), is_block: true, is_marked: true });
        self.blocks.push(text);
    }

    /// Lines one below the other that are code without being marked as such: a list, a table, a quote, comments.
    fn runs_of_lines(&mut self, text: &str, syntax: &dyn Syntax) {
        let mut run: Vec<&str> = Vec::new();
        let mut inside = false;
        for line in text.lines().chain(["# the end"]) {
            let inner = stripped(line);
            inside ^= inner.starts_with("```") || inner.starts_with("~~~");
            // A name by itself ends a body; it begins none.
            let begun = !run.is_empty();
            let cells: Vec<&str> =
                line.trim().strip_prefix('|').map(|r| r.split('|').map(|c| c.trim().trim_matches('`')).collect()).unwrap_or_default();
            let cell = cells.iter().find(|c| looks_like_code(c, syntax)).or_else(|| cells.iter().find(|c| begun && is_step(c, syntax)));
            let code = cell.copied().unwrap_or_else(|| inner.trim_matches('`').trim_matches('*'));
            let empty = code.is_empty() || line.trim().chars().all(|c| "|-: ".contains(c));
            if !inside && !empty && (looks_like_code(code, syntax) || begun && is_step(code, syntax)) {
                run.push(code);
            } else if !empty {
                if run.len() > 1 {
                    self.blocks.push(run.join("\n"));
                }
                run.clear();
            }
        }
    }
}

/// Tags of HTML as the marks they stand for.
fn without_tags(text: &str) -> String {
    let mut text = text.replace("\\\n", "");
    for (tag, mark) in [
        ("<pre><code>", "\n```\n"),
        ("</code></pre>", "\n```\n"),
        ("<pre>", "\n```\n"),
        ("</pre>", "\n```\n"),
        ("<code>", "`"),
        ("</code>", "`"),
        ("<br>", "\n"),
        ("<br/>", "\n"),
        ("<br />", "\n"),
        ("<!--", "\n"),
        ("-->", "\n"),
        ("<kbd>", " "),
        ("</kbd>", " "),
        ("<b>", " "),
        ("</b>", " "),
    ] {
        text = text.replace(tag, mark);
    }
    text
}

/// A line without what may stand before a fence.
fn bare(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit() || "></!*#|.+-:)".contains(c))
}

/// A line without the marks of quotes, lists, numbers and comments.
pub(super) fn stripped(line: &str) -> &str {
    let mut line = line.trim();
    loop {
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = (digits.len() < line.len()).then(|| digits.trim_start().strip_prefix(['.', ')', ':', '|'])).flatten();
        let marks = ["///", "//!", "//", "> ", "+ ", "- ", "* ", "# ", "/*", "$ ", "• "];
        let marked = marks.iter().find_map(|m| line.strip_prefix(m)).or_else(|| (line == ">").then_some(""));
        match marked.or(numbered).or_else(|| footnoted(line)) {
            Some(rest) => line = rest.trim_start(),
            None => return line.trim_end_matches("*/").trim_end(),
        }
    }
}

/// A block without what stands before (nearly) every line of it: numbers, comment marks, quotes.
fn undressed(block: &str) -> Option<String> {
    let lines: Vec<&str> = block.lines().filter(|l| !l.trim().is_empty()).collect();
    let most = |of: usize| of > 0 && of * 10 >= lines.len() * 8;
    let rules: [fn(&str) -> Option<&str>; 6] = [numbered, footnoted, commented, quoted, celled, starred];
    let rule = rules.into_iter().find(|rule| most(lines.iter().filter(|l| rule(l).is_some()).count()))?;
    Some(block.lines().map(|l| rule(l).unwrap_or(l)).collect::<Vec<_>>().join("\n"))
}

fn numbered(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marked = rest.trim_start().strip_prefix(['|', ':', '.', ')', ']']).filter(|r| !r.starts_with(['.', '=']));
    let spaced = rest.strip_prefix(' ').filter(|r| !r.trim_start().starts_with(['=', '+', '-', '*', '/', '.', ',', ')', '<', '>']));
    if rest.len() < line.len() { marked.or(spaced).or(rest.is_empty().then_some("")) } else { None }
}

/// `[1] code`, `(a) code`, `[^2]: code`, `①  code`: a line with the mark of a note before it. A blank stands behind the mark, as behind no index.
fn footnoted(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let circled = line.strip_prefix(|c: char| ('①'..='⓿').contains(&c));
    let close = line.find([']', ')', '}', '>']).filter(|_| line.starts_with(['[', '(', '{', '<']));
    let bracketed = close.and_then(|end| {
        let mark = line[1..end].trim_start_matches('^');
        ((1..=2).contains(&mark.len()) && mark.chars().all(|c| c.is_ascii_alphanumeric())).then(|| &line[end + 1..])
    });
    let rest = circled.or(bracketed).map(|rest| rest.strip_prefix(':').unwrap_or(rest))?;
    rest.starts_with(' ').then(|| rest.trim_start()).filter(|rest| !rest.starts_with(['=', '+', '-', '*', '/', '<', '>', ',', '.', ')']))
}

fn commented(line: &str) -> Option<&str> {
    let line = line.trim_start();
    ["///", "//!", "//", "# ", "-- ", ";; ", "/*"].iter().find_map(|m| line.strip_prefix(m)).map(|l| l.trim_end().trim_end_matches("*/"))
}

fn quoted(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("> ").or_else(|| line.strip_prefix(">>> ")).or_else(|| line.strip_prefix('>')).or_else(|| line.strip_prefix("$ "))
}

fn celled(line: &str) -> Option<&str> {
    line.trim().strip_prefix('|').map(|l| l.trim_end_matches('|').trim())
}

fn starred(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("* ").filter(|l| !l.contains(" = "))
}

/// The new side of a diff, and its changes; nothing for a block that is none.
fn diff(lines: &[&str]) -> Option<(String, Vec<Change>)> {
    let marked = |l: &&&str| l.starts_with(['+', '-']) && !l.starts_with("->");
    let header = |l: &str| l.starts_with("@@") || l.starts_with("--- ") || l.starts_with("+++ ") || l.starts_with("diff ");
    let first = lines.iter().filter(|l| !l.trim().is_empty()).find(|l| !header(l))?;
    let plus = lines.iter().filter(|l| l.starts_with('+') && !l.starts_with("++")).count();
    if plus == 0 || !(first.starts_with(['+', '-', ' ']) || lines.iter().filter(marked).count() * 2 > lines.len()) {
        return None;
    }
    let (mut new, mut changes, mut at) = (Vec::new(), Vec::new(), Change::default());
    for line in lines.iter().filter(|l| !header(l)) {
        if let Some(added) = line.strip_prefix('+') {
            at.new.push(added.to_owned());
            new.push(added);
        } else if let Some(gone) = line.strip_prefix('-') {
            if !at.new.is_empty() {
                changes.push(std::mem::take(&mut at));
            }
            at.old.push(gone.to_owned());
        } else {
            changes.push(std::mem::take(&mut at));
            new.push(line.strip_prefix(' ').unwrap_or(line));
        }
    }
    changes.push(at);
    changes.retain(|c| !c.old.is_empty() && !c.new.is_empty());
    Some((new.join("\n"), changes))
}

/// Each stretch of a diff as the lines before and the lines after it.
fn hunks(lines: &[&str]) -> Vec<Change> {
    let (mut found, mut at) = (Vec::new(), Change::default());
    for line in lines {
        let is_gap = ["@@", "--- ", "+++ ", "diff ", "..."].iter().any(|g| line.starts_with(g)) || line.trim() == "…";
        if is_gap {
            found.push(std::mem::take(&mut at));
        } else if let Some(added) = line.strip_prefix('+') {
            at.new.push(added.to_owned());
        } else if let Some(gone) = line.strip_prefix('-') {
            at.old.push(gone.to_owned());
        } else {
            at.new.push((*line).to_owned());
            at.old.push((*line).to_owned());
        }
    }
    found.push(at);
    found.retain(|c| !c.old.is_empty() && c.old != c.new);
    found
}

/// Reads as statements, and has something in it that sentences do not have.
pub(super) fn looks_like_code(line: &str, syntax: &dyn Syntax) -> bool {
    let signs = line.contains(['=', ';', '(', '{', '}', '*', '+', '<', '>', '[', '|']) || line.contains(" - ") || line.contains(" / ");
    let opens = line.ends_with('{') || line.starts_with('}');
    // A match arm, a field: only their surroundings make them whole.
    let parts = line.ends_with(',') || line.contains("=>") || line.contains(": ");
    signs && line.len() < 300 && (opens || parts && !has_sentence(line) || parses(line, syntax))
}

/// A line of code, or a brace by itself, or the name that ends a body.
fn is_step(code: &str, syntax: &dyn Syntax) -> bool {
    let is_name = code.len() > 2 && code.chars().all(|c| c.is_ascii_lowercase() || c == '_') && code != "end";
    looks_like_code(code, syntax) || ["}", "{", "};", "})"].contains(&code) || is_name
}

/// Words that no code has, and others with them.
pub(super) fn has_sentence(line: &str) -> bool {
    const LITTLE: [&str; 24] = [
        "the", "is", "are", "of", "and", "you", "your", "that", "this", "with", "two", "three", "we", "We", "The", "Your", "You", "what",
        "there", "was", "then", "each", "has", "an",
    ];
    let bare = |w: &str| w.trim_end_matches([',', ':', '.', ';', '?']).to_owned();
    let is_word = |w: &String| w.len() > 1 && w.chars().all(char::is_alphabetic) && !KEYWORDS.contains(&w.as_str());
    let plain: Vec<String> = line.split_whitespace().map(bare).filter(is_word).collect();
    if plain.len() > 2 && plain.iter().any(|w| LITTLE.contains(&w.as_str())) {
        return true;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(3).any(|w| w.iter().all(|w| w.chars().all(|c| c.is_alphabetic()) && w.len() > 1 && !KEYWORDS.contains(w)))
}

pub fn parses(code: &str, syntax: &dyn Syntax) -> bool {
    !syntax.snippet(code).has_error || !syntax.snippet(&format!("{code};")).has_error
}

pub(super) const KEYWORDS: [&str; 22] = [
    "let", "mut", "for", "in", "if", "else", "while", "loop", "return", "match", "break", "continue", "fn", "pub", "const", "int", "bool",
    "char", "void", "struct", "sizeof", "static",
];

/// A word of either language, or a name that everybody has.
pub fn is_keyword(word: &str) -> bool {
    const MORE: [&str; 34] = [
        "self",
        "Self",
        "Some",
        "None",
        "Ok",
        "Err",
        "true",
        "false",
        "NULL",
        "as",
        "ref",
        "move",
        "u8",
        "u32",
        "u64",
        "i32",
        "i64",
        "usize",
        "f64",
        "String",
        "Vec",
        "switch",
        "case",
        "default",
        "unsigned",
        "long",
        "size_t",
        "ptrdiff_t",
        "SIZE_MAX",
        "do",
        "loop",
        "impl",
        "use",
        "dyn",
    ];
    KEYWORDS.contains(&word) || MORE.contains(&word)
}

/// Everything that may be read in a text: as it stands, and unwrapped.
pub fn readings(text: &str) -> (String, Vec<String>) {
    let plain = fold::plain(text);
    let unwrapped = fold::unwrapped(&plain).into_iter().map(|t| fold::plain(&t)).collect();
    (plain, unwrapped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    fn found(language: &str, text: &str) -> Pieces {
        let syntax = language::by_name(language).expect("a language").syntax().expect("a syntax");
        let names = ["total", "days", "STEP", "begin", "end", "a", "b"].map(str::to_owned).into();
        find(&fold::plain(text), syntax, &names)
    }

    #[test]
    fn dressed_code_is_found_as_it_would_be_typed() {
        for text in [
            "```rust\nlet x = a * b;\nx + 1\n```",
            "> ```\n> let x = a * b;\n> x + 1\n> ```",
            "```text\n 1 | let x = a * b;\n 2 | x + 1\n```",
            "```\n// let x = a * b;\n// x + 1\n```",
            "```diff\n-todo!()\n+let x = a * b;\n+x + 1\n```",
            "    let x = a * b;\n    x + 1\n",
            "1. let x = a * b;\n2. x + 1\n",
            "- `let x = a * b;`\n- `x + 1`\n",
            "The product gets a name,[1] and one more is the answer.[2]\n\n[1] let x = a * b;\n[2] x + 1\n",
            "```\n(a) let x = a * b;\n(b) x + 1\n```",
            "| step | code |\n|---|---|\n| 1 | let x = a * b; |\n| 2 | x + 1 |\n",
            "/// ```\n/// let x = a * b;\n/// x + 1\n/// ```",
        ] {
            let blocks = found("rust", text).blocks;
            let tight = |t: &str| t.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(blocks.iter().any(|b| tight(b) == "let x = a * b; x + 1"), "{text}\n{blocks:?}");
        }
    }

    #[test]
    fn code_in_a_sentence_is_found_and_the_sentence_is_not() {
        let parts = |text: &str| found("rust", text).parts.into_iter().map(|p| p.text).collect::<Vec<_>>();
        assert_eq!(parts("First write let x = a * b; and then x + 1 as the last line."), ["let x = a * b;", "x + 1"]);
        assert_eq!(parts("Use `a + b` here."), ["a + b"]);
        assert!(parts("What is it before the loop, after day one, and after day two (or more)?").is_empty());
        assert!(parts("The answers for 0 and for 2 days: 120 and 150.").is_empty());
    }

    #[test]
    fn a_diff_is_a_change() {
        let changes = found("rust", "```diff\n let mut total = 0;\n-for day in 1..days {\n+for day in 1..=days {\n```").changes;
        assert_eq!(changes, [Change { old: vec!["for day in 1..days {".into()], new: vec!["for day in 1..=days {".into()] }]);
    }
}
