//! The code of a text: what stands in fences, indented lines, inline spans, HTML code and diffs, and whole functions between sentences. Finds pieces in their order;
//! it reads no prose, and what the code does is for others.

use crate::syntax::Syntax;

/// A piece of code in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    /// It has its lines for itself.
    pub is_block: bool,
    /// What a diff takes out and puts there, hunk by hunk; its `text` is the new side.
    pub changes: Vec<Change>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    pub old: Vec<String>,
    pub new: Vec<String>,
}

impl Piece {
    fn span(text: &str) -> Piece {
        Piece { text: text.trim().to_owned(), is_block: false, changes: Vec::new() }
    }

    fn block(lines: &[&str]) -> Piece {
        let is_empty = |line: &&&str| line.trim().is_empty();
        let from = lines.iter().take_while(is_empty).count();
        let lines = &lines[from..lines.len() - lines[from..].iter().rev().take_while(is_empty).count()];
        let changes = hunks(lines);
        let lines = if changes.is_empty() { without_prefixes(lines) } else { new_side(lines) };
        Piece { text: lines.join("\n"), is_block: true, changes }
    }
}

/// The pieces of a text, as the eye reads them.
pub fn pieces(text: &str, syntax: &dyn Syntax) -> Vec<Piece> {
    let text = plain(text);
    let (mut found, mut prose, mut block) = (Vec::new(), Vec::new(), Vec::new());
    // Everything but fences: a whole function may stand between sentences.
    let mut open = String::new();
    let mut kind = Lines::Prose;
    for line in text.lines().chain([""]) {
        let bare = line.trim_start_matches([' ', '\t', '>']);
        let is_fence = bare.starts_with("```") || bare.starts_with("~~~");
        let next = match kind {
            Lines::Fenced if !is_fence => Lines::Fenced,
            Lines::Fenced => Lines::Prose,
            _ if is_fence => Lines::Fenced,
            Lines::Indented if line.trim().is_empty() => Lines::Indented,
            _ if line.starts_with("    ") || line.starts_with('\t') => Lines::Indented,
            _ if line.starts_with(['+', '-']) => Lines::Changed,
            _ => Lines::Prose,
        };
        if next != kind || is_fence {
            end_block(kind, &mut block, &mut prose, &mut found);
        }
        kind = next;
        match kind {
            _ if is_fence => {}
            Lines::Prose => prose.push(line),
            _ => block.push(line),
        }
        if !is_fence && kind != Lines::Fenced {
            // Marks of lists, quotes, comments and emphasis are no part of it.
            open.push_str(line.trim().trim_start_matches(['-', '*', '>', '+', '/', '#', ' ']).trim_end_matches('*'));
            open.push('\n');
        }
    }
    end_block(kind, &mut block, &mut prose, &mut found);
    end_prose(&mut prose, &mut found);
    let lines: Vec<&str> = open.lines().collect();
    let functions = syntax.outline(&open).functions.into_iter().filter(|f| f.has_body);
    found.extend(functions.filter_map(|f| Some(Piece::block(lines.get(*f.lines.start() as usize - 1..*f.lines.end() as usize)?))));
    found.retain(|piece| !piece.text.is_empty());
    found
}

/// How lines are marked as code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    Prose,
    Fenced,
    Indented,
    /// They begin with a plus or a minus: a diff, or a list.
    Changed,
}

/// Lines that were marked alike become a piece; a list is prose.
fn end_block<'t>(kind: Lines, block: &mut Vec<&'t str>, prose: &mut Vec<&'t str>, found: &mut Vec<Piece>) {
    let is_diff = || hunks(block).iter().any(|change| !change.old.is_empty() && !change.new.is_empty());
    if kind == Lines::Changed && !is_diff() {
        prose.append(block);
    } else if !block.is_empty() {
        end_prose(prose, found);
        found.push(Piece::block(&std::mem::take(block)));
    }
}

fn end_prose(prose: &mut Vec<&str>, found: &mut Vec<Piece>) {
    let text = std::mem::take(prose).join("\n");
    found.extend(text.split("\n\n").flat_map(spans).map(Piece::span));
}

/// What stands between as many backticks on both sides.
fn spans(paragraph: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), paragraph);
    while let Some(at) = rest.find('`') {
        let open = &rest[at..];
        let marks = &open[..open.len() - open.trim_start_matches('`').len()];
        let inside = &open[marks.len()..];
        match inside.find(marks) {
            Some(close) => {
                found.push(&inside[..close]);
                rest = inside[close..].trim_start_matches('`');
            }
            None => rest = inside,
        }
    }
    found
}

/// The changes of a diff; none of what is no diff.
fn hunks(lines: &[&str]) -> Vec<Change> {
    let header = |line: &str| ["@@", "--- ", "+++ ", "diff "].iter().any(|mark| line.starts_with(mark));
    let is_line = |line: &&str| line.trim().is_empty() || line.starts_with(['+', '-', ' ']) || header(line);
    if !lines.iter().all(is_line) || !lines.iter().any(|line| line.starts_with('+')) {
        return Vec::new();
    }
    let mut found = vec![Change::default()];
    for line in lines {
        let last = found.len() - 1;
        match (header(line), line.chars().next()) {
            (true, _) => found.push(Change::default()),
            (_, Some('+')) => found[last].new.push(line[1..].to_owned()),
            (_, Some('-')) => found[last].old.push(line[1..].to_owned()),
            _ => {
                let line = line.strip_prefix(' ').unwrap_or(line);
                found[last].new.push(line.to_owned());
                found[last].old.push(line.to_owned());
            }
        }
    }
    found.retain(|change| change.old != change.new);
    found
}

fn new_side<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    lines.iter().filter(|l| !l.starts_with(['-', '@'])).map(|l| l.strip_prefix(['+', ' ']).unwrap_or(l)).collect()
}

/// Lines without the mark that each of them begins with: of a comment, a quote or a number.
fn without_prefixes<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    fn bare(line: &str) -> Option<&str> {
        let line = line.trim_start();
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = (rest.len() < line.len()).then(|| rest.trim_start().strip_prefix(['|', ':', '.', ')']))?;
        numbered.filter(|r| !r.starts_with(['.', '='])).or_else(|| rest.is_empty().then_some(""))
    }
    let marked = |line: &'t str| ["///", "//!", "//", "> ", ">", "| "].iter().find_map(|mark| line.trim_start().strip_prefix(mark));
    let all = |strip: &dyn Fn(&'t str) -> Option<&'t str>| -> Option<Vec<&'t str>> {
        lines.iter().map(|line| if line.trim().is_empty() { Some("") } else { strip(line) }).collect()
    };
    match all(&|line| marked(line)).or_else(|| all(&|line| bare(line))) {
        Some(less) if less != lines => without_prefixes(&less),
        _ => lines.to_vec(),
    }
}

/// The text with look-alikes as the letters they look like, without what takes no room, and with HTML as the marks it stands for.
fn plain(text: &str) -> String {
    const HTML: [(&str, &str); 12] = [
        ("<pre><code>", "\n```\n"),
        ("</code></pre>", "\n```\n"),
        ("<pre>", "\n```\n"),
        ("</pre>", "\n```\n"),
        ("<code>", "`"),
        ("</code>", "`"),
        ("<br>", "\n"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    let text: String = text.chars().filter(|c| !takes_no_room(*c)).map(look_alike).collect();
    // Entities may stand for tags.
    let unescaped = HTML[7..].iter().fold(text, |text, (from, to)| text.replace(from, to));
    HTML[..7].iter().fold(unescaped, |text, (from, to)| text.replace(from, to))
}

fn takes_no_room(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{300}'..='\u{36f}')
}

fn look_alike(c: char) -> char {
    const ALIKE: &str =
        "аaеeоoрpсcхxуyіiјjѕsһhԁdԛqԝwӏlνvοoαaρpκkιiτtυuχxεeАAВBЕEКKМMНHОOРPСCТTХXΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX−-‐-‑-–-∗*×*∕/；;“\"”\"‘'’'";
    let at = |first: char, offset: u32| char::from_u32(u32::from(first) + offset).unwrap_or(c);
    match u32::from(c) {
        0..0x80 => c,
        0xa0 | 0x2000..=0x200a | 0x202f | 0x3000 => ' ',
        code @ 0xff01..=0xff5e => at('!', code - 0xff01),
        // Mathematical letters come in alphabets of 52, digits in tens.
        code @ 0x1d400..=0x1d6a3 if (code - 0x1d400) % 52 < 26 => at('A', (code - 0x1d400) % 52),
        code @ 0x1d400..=0x1d6a3 => at('a', (code - 0x1d400) % 52 - 26),
        code @ 0x1d7ce..=0x1d7ff => at('0', (code - 0x1d7ce) % 10),
        _ => ALIKE.chars().zip(ALIKE.chars().skip(1)).step_by(2).find(|(other, _)| *other == c).map_or(c, |(_, ascii)| ascii),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        pieces(text, crate::syntax::syntax("rust").expect("rust")).into_iter().map(|p| p.text).collect()
    }

    #[test]
    fn code_is_found_where_it_is_marked_and_prose_is_not() {
        let code = "let x = a * b;\nx + 1";
        let lines = |mark: &str| code.lines().map(|l| format!("{mark}{l}\n")).collect::<String>();
        for text in [
            format!("So:\n\n```rust\n{code}\n```\nDone."),
            format!("~~~\n{code}\n~~~"),
            format!("> ```\n{}> ```", lines("> ")),
            format!("1. So:\n   ```\n{}   ```", lines("   ")),
            format!("So:\n\n{}", lines("    ")),
            format!("<pre><code>{code}</code></pre>"),
            format!("&lt;pre&gt;{code}&lt;/pre&gt;"),
            format!("```\n{}```", lines("// ")),
            "```text\n 1 | let x = a * b;\n 2 | x + 1\n```".to_owned(),
            "```diff\n-todo!()\n+let x = a * b;\n+x + 1\n```".to_owned(),
            "-todo!()\n+let x = a * b;\n+x + 1".to_owned(),
        ] {
            let tight = |t: &String| t.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(found(&text).iter().map(tight).collect::<Vec<_>>(), ["let x = a * b; x + 1"], "{text}");
        }
        assert_eq!(found("Use `a + b`, ``c``, <code>d</code> and a\n`long\nspan`."), ["a + b", "c", "d", "long\nspan"]);
        assert_eq!(found("let x = a * b; is no code here, nor - is `this.\n\n- item\n- item"), [""; 0]);
        assert_eq!(found("- `a`\n- b\n\n+ `c`\n"), ["a", "c"], "a list is no diff");
    }

    #[test]
    fn a_function_between_sentences_is_code() {
        assert_eq!(found("You could write `x`:\nfn f(a: u32) -> u32 {\n  a\n}\nand run it."), ["x", "fn f(a: u32) -> u32 {\na\n}"]);
        for marked in ["- fn f() {}", "// fn f() {}", "**fn f() {}**"] {
            assert_eq!(found(marked), ["fn f() {}"], "{marked}");
        }
    }

    #[test]
    fn letters_that_only_look_different_are_the_same() {
        assert_eq!(found("`ＢＯＸ ＋ ｘ`, `t\u{200d}оtаl`, `𝚊𝚋 − 𝟷`"), ["BOX + x", "total", "ab - 1"]);
    }

    #[test]
    fn a_diff_tells_its_changes() {
        let text = "```diff\n@@ -1 +1 @@\n a();\n-b();\n+c();\n@@ -9 +9 @@\n-d();\n+e();\n```";
        let pieces = pieces(text, crate::syntax::syntax("rust").expect("rust"));
        let lines = |all: &[&str]| all.iter().map(|l| (*l).to_owned()).collect::<Vec<_>>();
        let change = |old: &[&str], new: &[&str]| Change { old: lines(old), new: lines(new) };
        assert_eq!(pieces[0].changes, [change(&["a();", "b();"], &["a();", "c();"]), change(&["d();"], &["e();"])]);
        assert_eq!(pieces[0].text, "a();\nc();\ne();");
    }
}
