//! Code taken apart into a form: parts with labels that say where they go ("start", "go on while", "when yes"), and lines of which only some are meant ("not
//! this", the second of each pair). Fills the form in, and takes the lines that are meant.

use super::say;
use super::tokens::texts;

/// What a label says about its part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Before,
    First,
    While,
    Next,
    If,
    Then,
    Else,
    After,
}

/// The words of labels, the surest first.
const LABELS: [(Place, &[&str]); 8] = [
    (Place::Before, &["before", "prepar", "at the top", "declare", "set up", "setup", "variable", "collect"]),
    (Place::After, &["after", "at the end", "finally", "answer", "return", "result", "last line", "behind the loop", "hand back", "below"]),
    (Place::Else, &["else", "otherwise", "when no", "if no", "when not"]),
    (Place::Then, &["then", "when yes", "if yes", "if so", "body", "when it holds", "when true", "do ", "action", "inner", "brace"]),
    (Place::If, &["question", "if", "check", "test inside", "compar", "asks", "decision"]),
    (Place::While, &["while", "as long as", "go on", "condition", "until", "stop", "keep going", "ends"]),
    (Place::Next, &["step", "next", "each turn", "increment", "advance", "every round", "forward", "move on"]),
    (Place::First, &["start", "init", "first", "begin"]),
];

/// What a form or a choice of lines comes to.
pub fn filled(plain: &str, blocks: &[String], is_c: bool) -> Vec<String> {
    let mut made: Vec<String> = of_parts(plain, is_c).into_iter().collect();
    made.extend(in_sentences(plain, is_c));
    for block in blocks {
        made.extend(of_parts(block, is_c));
        made.extend(chosen(block));
    }
    made.extend(chosen(&listed(plain)));
    made
}

/// Labelled parts in their places.
fn of_parts(text: &str, is_c: bool) -> Option<String> {
    let mut parts: Vec<(Place, String)> = Vec::new();
    for line in text.lines() {
        if let Some((label, code)) = labelled(line) {
            parts.extend(place_of(&label).map(|p| (p, code)));
        }
    }
    put_together(parts, is_c)
}

/// "Before the loop `n = 0;`, in its braces `n++;`, after it `return n;`": the words since the last piece say where a piece goes, and a loop is known by its head.
fn in_sentences(plain: &str, is_c: bool) -> Option<String> {
    let mut parts = Vec::new();
    for sentence in say::sentences(plain).iter().filter(|s| !s.is_question()) {
        for pair in sentence.text.split('`').collect::<Vec<_>>().chunks_exact(2) {
            let is_head = ["for ", "for(", "while ", "while("].iter().any(|w| pair[1].starts_with(w)) && !pair[1].contains('}');
            let place = if is_head { Some(Place::While) } else { place_of(pair[0]) };
            parts.extend(
                place.filter(|_| texts(pair[1], true).len() > 1 || place == Some(Place::After)).map(|p| (p, pair[1].trim().to_owned())),
            );
        }
    }
    put_together(parts, is_c)
}

fn place_of(label: &str) -> Option<Place> {
    let lower = format!("{} ", label.to_lowercase());
    LABELS.iter().find(|(_, words)| words.iter().any(|w| lower.contains(w))).map(|(place, _)| *place)
}

fn put_together(parts: Vec<(Place, String)>, is_c: bool) -> Option<String> {
    let has = |place: Place| parts.iter().any(|(p, _)| *p == place);
    let all = |place: Place| parts.iter().filter(|(p, _)| *p == place).map(|(_, c)| c.as_str()).collect::<Vec<_>>().join("\n");
    if parts.len() < 3 || !(has(Place::While) || has(Place::If)) {
        return None;
    }
    let bare = |text: String, words: &[&str]| {
        let text = words.iter().fold(text.trim().to_owned(), |t, w| t.strip_prefix(w).unwrap_or(&t).trim().to_owned());
        text.trim_end_matches(['{', ';', ':']).trim().to_owned()
    };
    let ended = |text: String| if text.is_empty() || text.ends_with([';', '}', '\n']) { text } else { format!("{text};") };
    let mut inner = ended(all(Place::Then));
    if has(Place::If) {
        let asked = bare(all(Place::If), &["if "]);
        let other = if has(Place::Else) { format!("else {{ {} }}\n", ended(all(Place::Else))) } else { String::new() };
        inner = if is_c { format!("if ({asked}) {{ {inner} }}\n{other}") } else { format!("if {asked} {{ {inner} }}\n{other}") };
    }
    if has(Place::While) {
        let (first, asked, next) = (bare(all(Place::First), &[]), bare(all(Place::While), &["while "]), bare(all(Place::Next), &[]));
        inner = match is_c {
            true if asked.starts_with("for") => format!("{asked} {{\n{inner}\n{}\n}}", ended(next)),
            true => format!("for ({first}; {asked}; {next}) {{\n{inner}\n}}"),
            false if asked.starts_with("for ") => format!("{asked} {{\n{inner}\n{}}}", ended(next)),
            false => format!("{}\nwhile {asked} {{\n{inner}\n{}\n}}", ended(first), ended(next)),
        };
    }
    // A last value without a semicolon is an answer.
    Some(format!("{}\n{inner}\n{}", ended(all(Place::Before)), all(Place::After)))
}

/// A label and the code behind it: a row of a table, or a line with a colon.
fn labelled(line: &str) -> Option<(String, String)> {
    let line = line.trim();
    if let Some(row) = line.strip_prefix('|') {
        let cells: Vec<&str> = row.trim_end_matches('|').split(" | ").map(str::trim).collect();
        let [.., label, _] = cells.as_slice() else { return None };
        let code = row.trim_end().trim_end_matches('|').rsplit(" | ").next()?;
        return Some(((*label).to_owned(), unmarked(code)));
    }
    let line = super::pieces::stripped(line);
    let (label, code) = line.split_once(": ").or_else(|| line.split_once(" - ")).or_else(|| line.split_once(" -> "))?;
    let is_label = label.len() < 40 && !label.contains(['(', '=', ';', '{', '<']);
    (is_label && !code.trim().is_empty()).then(|| (label.trim_matches('*').to_owned(), unmarked(code)))
}

fn unmarked(code: &str) -> String {
    let code = code.trim();
    match code.split_once('`') {
        Some((_, rest)) => rest.split('`').step_by(2).collect::<Vec<_>>().join(" ").trim().to_owned(),
        None => code.to_owned(),
    }
}

/// The lines of a list that hold code, without their marks.
fn listed(plain: &str) -> String {
    let code = |line: &str| line.split_once('`').map(|(_, rest)| (rest.split('`').next().unwrap_or_default().to_owned(), line.to_owned()));
    let lines = plain.lines().filter_map(code).map(|(code, line)| {
        let remark = line.replace(&format!("`{code}`"), "");
        format!("{code} // {remark}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The lines that are meant, where others stand beside them.
fn chosen(block: &str) -> Vec<String> {
    let lines: Vec<&str> = block.lines().collect();
    let mut made = Vec::new();
    let said = |line: &str, words: &[&str]| remark(line).is_some_and(|r| words.iter().any(|w| r.contains(w)));
    const WRONG: [&str; 13] = ["not this", "wrong", "not ", "bad", "no!", "don't", "never", "incorrect", "bug", "false", "✗", "❌", "no,"];
    const RIGHT: [&str; 9] = ["this one", "right", "correct", "yes", "good", "take this", "✓", "✔", "✅"];
    for (without, words) in [(true, &WRONG[..]), (false, &RIGHT[..])] {
        let meant: Vec<&str> = lines.iter().copied().filter(|l| remark(l).is_none() && !without || said(l, words) != without).collect();
        let meant = if without { meant } else { lines.iter().copied().filter(|l| said(l, words) || is_frame(l)).collect() };
        if meant.len() > 1 && meant.len() < lines.len() {
            made.push(meant.join("\n"));
        }
    }
    made.extend(of_pairs(&lines));
    made
}

/// What a comment behind a line says about it.
fn remark(line: &str) -> Option<String> {
    let at = ["//", "/*", " # ", "<-", "←"].iter().filter_map(|m| line.find(m)).min()?;
    (!line[..at].trim().is_empty()).then(|| line[at..].to_lowercase())
}

fn is_frame(line: &str) -> bool {
    ["}", "{", "});", "};", "} else {"].contains(&line.trim())
}

/// The first, and the second, of each pair of lines: of those with an empty line between them, and of those that begin alike.
fn of_pairs(lines: &[&str]) -> Vec<String> {
    let groups: Vec<&[&str]> = lines.split(|l| l.trim().is_empty()).filter(|g| !g.is_empty()).collect();
    let pairs: Vec<&[&str]> =
        if groups.len() > 1 && groups.iter().all(|g| g.len() <= 2) { groups } else { lines.chunk_by(|a, b| begins_alike(a, b)).collect() };
    if pairs.iter().filter(|p| p.len() == 2).count() < 2 || pairs.iter().any(|p| p.len() > 2) {
        return Vec::new();
    }
    let take = |last: bool| {
        let one = |p: &&[&str]| if last { p.last().copied() } else { p.first().copied() }.unwrap_or_default().to_owned();
        pairs.iter().map(one).collect::<Vec<_>>().join("\n")
    };
    vec![take(true), take(false)]
}

fn begins_alike(a: &str, b: &str) -> bool {
    let (a, b) = (texts(a, true), texts(b, true));
    a.len() > 1 && a.first() == b.first() && (a.get(1) == b.get(1) || ["return", "if", "for", "while"].contains(&a[0])) && a != b
}

#[cfg(test)]
mod tests {
    use super::super::retell::tests::planned;
    use super::*;

    fn tight(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn labelled_parts_find_their_places() {
        let table = "| part | text |\n| --- | --- |\n| before the loop | int n = 0; |\n| start | int i = 0 |\n| go on while | i < k |\n| step | i++ |\n| question inside | a[i] == b |\n| when yes | n++; |\n| after the loop | return n; |";
        let code = "int n = 0; for (int i = 0; i < k; i++) { if (a[i] == b) { n++; } } return n;";
        assert_eq!(of_parts(table, true).map(|t| tight(&t)).as_deref(), Some(code));
        let list = "- Before: `let mut n = 0;`\n- Condition: `i < k`\n- Body: `n += 1;`\n- At the end: `n`";
        assert_eq!(of_parts(list, false).map(|t| tight(&t)).as_deref(), Some("let mut n = 0; while i < k { n += 1; } n"));
        assert_eq!(of_parts("First: look at the test\nThen: read section 2", true), None);
    }

    #[test]
    fn pieces_in_sentences_find_their_places_too() {
        let told = "Your walk has the head `for (int i = 0; i < k; i++)`. In its braces stands `n += a[i];`. Before the loop `int n = 0;`, after it `return n;`. Why?";
        let code = "int n = 0; for (int i = 0; i < k; i++) { n += a[i]; } return n;";
        assert_eq!(in_sentences(told, true).map(|t| tight(&t)).as_deref(), Some(code));
        let told = "Before it `let mut n = 0;`, then `for i in 0..k`, in the braces `n += i;`, and last `n` as the answer `n`.";
        assert_eq!(in_sentences(told, false).map(|t| tight(&t)).as_deref(), Some("let mut n = 0; for i in 0..k { n += i; } n"));
        let told = "The head is `for (const struct reading *r = begin; r != end; r++)`. In its braces `n += ask == NULL || ask(r, context);`. Before the loop `int n = 0;`, after it `return n;`.";
        let code = "int n = 0; for (const struct reading *r = begin; r != end; r += 1) { n += ask == NULL || ask(r, context); } return n;";
        let made = planned("c", "C201", "ex-2", told);
        assert!(made.iter().flatten().any(|body| *body == texts(code, true).join(" ")), "{made:#?}");
        assert_eq!(in_sentences("Before the loop `n` is 0. After it `n` is 3. What is it in the braces of `for i in 0..k`?", false), None);
    }

    #[test]
    fn the_lines_that_are_meant_are_taken() {
        let marked = "let x = a;  // not this\nlet x = b;\nx // wrong\nx + 1";
        assert_eq!(chosen(marked)[0], "let x = b;\nx + 1");
        let pairs = "let x = a;\nlet x = b;\nreturn x;\nreturn x + 1;";
        assert!(chosen(pairs).contains(&"let x = b;\nreturn x + 1;".to_owned()));
        assert!(chosen("let x = a;\nlet y = b;\nx + y").is_empty());
    }
}
