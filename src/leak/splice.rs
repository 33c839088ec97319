//! Code of a text put where the learner would put it: as a function, as the body of one, in the place of its mark, as the change of a diff, or in the place of what it
//! resembles most. Writes functions; whether they compile and what they do is found by running.

use std::collections::HashSet;
use std::ops::Range;

use super::code::{Change, Piece};
use super::ground::{Ground, Place};
use super::tokens::texts;
use crate::syntax::{self, Head, Syntax, tree};
use crate::trials::lineup::Key;

/// At most so many functions are made from one text.
const MOST: usize = 16;

/// Another text for one function of the unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    pub key: Key,
    pub item: String,
    /// The code that it was made of.
    pub code: String,
}

impl Attempt {
    /// Tokens of the code.
    pub fn size(&self) -> usize {
        texts(&self.code).len()
    }
}

/// What a reader could do with the code of a text: with each piece, with those that follow each other, and with every line in the place of one that it resembles.
/// What the learner was given to read says nothing new.
pub fn attempts(pieces: &[Piece], ground: &Ground, places: &[Place], syntax: &dyn Syntax) -> Vec<Attempt> {
    let given = ground.starter.iter().map(|f| &f.content).chain(ground.generated.iter().map(|f| &f.content));
    let known: Vec<Vec<&str>> = given.map(|content| texts(content)).collect();
    let is_new = |code: &str| {
        let row = texts(code);
        row.len() > 1 && !known.iter().any(|k| k.windows(row.len()).any(|w| w == row))
    };
    let mut found: Vec<Attempt> = Vec::new();
    for place in places {
        let Some(head) = syntax.heads(&place.item).into_iter().next() else { continue };
        let single = pieces.iter().filter(|p| is_new(&p.text)).map(|p| (p.text.clone(), items(p, place, &head, syntax)));
        let row = |is_meant: &dyn Fn(&Piece) -> bool| pieces.iter().filter(|p| is_meant(p)).map(|p| p.text.as_str()).collect::<Vec<_>>();
        // A lone name between sentences belongs to them, or it is the value at the end.
        let rows = [row(&|p| p.is_block), row(&|p| texts(&p.text).len() > 1), row(&|_| true)];
        let runs = rows.into_iter().filter_map(|row| longest_body(&row, &head, syntax));
        let runs = runs.map(|code| (code.clone(), bodies(&code, place, &head, syntax)));
        let changes: Vec<Change> = pieces.iter().flat_map(|p| p.changes.clone()).collect();
        let whole = row(&|_| true).join("\n");
        let edited = [changed(&place.item, &changes), alike(&place.item, &whole, &head, syntax)];
        let joined = (whole, edited.into_iter().flatten().collect());
        for (code, items) in single.chain(runs).chain([joined]) {
            found.extend(items.into_iter().map(|item| Attempt { key: place.key.clone(), item, code: code.clone() }));
        }
    }
    let mut seen: HashSet<Vec<String>> = places.iter().map(|p| owned(&p.item)).collect();
    found.retain(|attempt| seen.insert(owned(&attempt.item)));
    found.truncate(MOST);
    found
}

/// Of the pieces that follow each other, the longest run that reads as one body.
fn longest_body(pieces: &[&str], head: &Head, syntax: &dyn Syntax) -> Option<String> {
    let count = pieces.len().min(MOST);
    let runs = (2..=count).rev().flat_map(|length| pieces.windows(length)).filter(|run| texts(run[0]).len() > 1);
    runs.map(|run| run.join("\n")).find(|code| syntax::body(code, head, &[], syntax).is_some())
}

fn owned(item: &str) -> Vec<String> {
    texts(item).into_iter().map(str::to_owned).collect()
}

/// The function of a place with this piece in it, in each way that fits.
fn items(piece: &Piece, place: &Place, head: &Head, syntax: &dyn Syntax) -> Vec<String> {
    let functions = syntax.heads(&piece.text);
    let mut found: Vec<String> = changed(&place.item, &piece.changes).into_iter().collect();
    if let Some(function) = fitting(&functions, place, head) {
        found.extend(as_function(&piece.text, function, place, head, syntax));
    } else if functions.is_empty() {
        found.extend(bodies(&piece.text, place, head, syntax));
        found.extend(alike(&place.item, &piece.text, head, syntax));
    }
    found
}

/// The function with this code in the place of its mark, and as all of its body.
fn bodies(code: &str, place: &Place, head: &Head, syntax: &dyn Syntax) -> Vec<String> {
    let (Some(body), own) = (syntax::body(code, head, &[], syntax), &place.item) else { return Vec::new() };
    let at_mark = head.mark.as_ref().map(|mark| format!("{}{body}{}", &own[..mark.start], &own[mark.end..]));
    at_mark.into_iter().chain([format!("{}{{\n{body}\n}}", &own[..head.body.start])]).collect()
}

/// The one function of a piece that could be meant: the one of this name, else the last that takes as much.
fn fitting<'f>(functions: &'f [Head], place: &Place, head: &Head) -> Option<&'f Head> {
    let fits = |f: &&Head| f.params.len() == head.params.len() && f.has_self == head.has_self;
    functions.iter().find(|f| f.name == place.key.name).or_else(|| functions.iter().rfind(fits)).filter(|f| f.mark.is_none())
}

/// A function of a piece as the body of the place, with what the piece has beside it.
fn as_function(piece: &str, function: &Head, place: &Place, head: &Head, syntax: &dyn Syntax) -> Option<String> {
    let inner = &piece[function.body.start + 1..function.body.end - 1];
    let body = syntax::body(inner, head, &function.params, syntax)?;
    let beside = format!("{}{}", &piece[..function.item.start], &piece[function.item.end..]);
    let own = &place.item[..head.body.start];
    Some(match syntax.dialect() {
        syntax::Dialect::C => format!("{beside}\n{own}{{\n{body}\n}}"),
        syntax::Dialect::Rust => format!("{own}{{\n{beside}\n{body}\n}}"),
    })
}

/// A function with the changes of a diff, where it has all the lines that they take out.
fn changed(item: &str, changes: &[Change]) -> Option<String> {
    let mut lines: Vec<&str> = item.lines().collect();
    for change in changes.iter().filter(|c| !c.old.is_empty()) {
        let same = |window: &[&str]| window.iter().zip(&change.old).all(|(a, b)| a.trim() == b.trim());
        let at = lines.windows(change.old.len()).position(same)?;
        lines.splice(at..at + change.old.len(), change.new.iter().map(String::as_str));
    }
    Some(lines.join("\n")).filter(|new| new != item)
}

/// A written function with each line of this code in the place of what it resembles.
fn alike(item: &str, code: &str, head: &Head, syntax: &dyn Syntax) -> Option<String> {
    let mut lines = code.lines().filter(|line| texts(line).len() > 1 && head.mark.is_none());
    lines.try_fold(item.to_owned(), |own, line| line_alike(&own, line, syntax)).filter(|new| new != item)
}

/// The function with this line in the place of the line or the part that it has most tokens in common with, of those that open and close as many brackets.
fn line_alike(item: &str, line: &str, syntax: &dyn Syntax) -> Option<String> {
    let line = line.trim();
    let (new, mut parts) = (texts(line), Vec::new());
    tree::walk(&syntax.tree(item)?, |node, _| parts.extend(node.is_named().then(|| node.byte_range())));
    let mut at = 0;
    for own in item.split_inclusive('\n') {
        let start = at + own.len() - own.trim_start().len();
        parts.push(start..start + own.trim().len());
        at += own.len();
    }
    let likeness = |part: &Range<usize>| {
        let own = texts(&item[part.clone()]);
        let common = common(&own, &new);
        // Brackets around the whole stay, unless the line has them too.
        let is_inside = own.first() == new.first() || brackets(&own[..own.len().min(1)]).0 < 1;
        (common > 1 && is_inside && brackets(&own) == brackets(&new)).then(|| common * 1000 / (own.len() + new.len()))
    };
    // An end that the line does not have stays.
    let ended = |part: Range<usize>| match item[part.clone()].strip_suffix([';', ',']) {
        Some(less) if !line.ends_with([';', ',']) => part.start..part.start + less.len(),
        _ => part,
    };
    let best = parts.into_iter().map(ended).filter_map(|part| Some((likeness(&part)?, part))).max_by_key(|(likeness, _)| *likeness);
    best.map(|(_, part)| format!("{}{line}{}", &item[..part.start], &item[part.end..]))
}

/// The length of the longest row of tokens that both have in this order.
fn common(own: &[&str], new: &[&str]) -> usize {
    let mut lengths = vec![0; new.len() + 1];
    for token in own {
        let mut before = 0;
        for (at, other) in new.iter().enumerate() {
            let here = if token == other { before + 1 } else { lengths[at + 1].max(lengths[at]) };
            before = std::mem::replace(&mut lengths[at + 1], here);
        }
    }
    lengths[new.len()]
}

/// How many more brackets open than close, and how many close that were not opened.
fn brackets(row: &[&str]) -> (i32, i32) {
    row.iter().fold((0, 0), |(depth, lowest), token| {
        let depth = match *token {
            "(" | "[" | "{" => depth + 1,
            ")" | "]" | "}" => depth - 1,
            _ => depth,
        };
        (depth, lowest.min(depth))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(language: &str, item: &str) -> (Place, Head, &'static dyn Syntax) {
        let syntax = syntax::syntax(language).expect("a language");
        let head = syntax.heads(item).into_iter().next().expect("a function");
        let key = Key { path: "src/a".to_owned(), owner: None, name: head.name.clone() };
        let of = crate::exercise::Stub { name: head.name.clone(), file: key.path.clone(), line: 1 };
        (Place { of, key, item: item.to_owned(), stub: item.to_owned() }, head, syntax)
    }

    fn made(language: &str, item: &str, code: &str) -> Vec<String> {
        let (place, head, syntax) = place(language, item);
        let piece = super::super::code::pieces(&format!("```\n{code}\n```"), syntax).remove(0);
        let tight = |item: String| texts(&item).join(" ");
        items(&piece, &place, &head, syntax).into_iter().map(tight).collect()
    }

    const STUB: &str = "pub fn fare(n: u32) -> u32 {\n    let fee = 9;\n    todo!(\"ex-1\")\n}";

    #[test]
    fn code_stands_where_the_mark_is_and_as_the_whole_body() {
        let made = made("rust", STUB, "n * 2");
        assert_eq!(made, ["pub fn fare ( n : u32 ) -> u32 { let fee = 9 ; n * 2 }", "pub fn fare ( n : u32 ) -> u32 { n * 2 }"]);
    }

    #[test]
    fn a_function_is_taken_by_its_name_or_by_what_it_takes() {
        let renamed = made("rust", STUB, "fn toll(k: u32) -> u32 { k * 2 }");
        assert_eq!(renamed, ["pub fn fare ( n : u32 ) -> u32 { # [ allow ( unused_mut ) ] let ( mut k , ) = ( n , ) ; k * 2 }"]);
        let helped = made(
            "c",
            "int row(int s)\n{\n    ETUDE_TODO(\"ex-1\");\n}",
            "static int half(int a) { return a / 2; }\nint row(int s) { return half(s); }",
        );
        assert_eq!(helped, ["static int half ( int a ) { return a / 2 ; } int row ( int s ) { return half ( s ) ; __builtin_trap ( ) ; }"]);
        assert_eq!(made("rust", STUB, "fn toll(a: u32, b: u32) -> u32 { a * b }"), [""; 0], "it takes more");
        assert_eq!(made("rust", STUB, "fn fare(n: u32) -> u32 { todo!(\"ex-1\") }"), [""; 0], "nothing is written");
    }

    #[test]
    fn a_diff_is_done() {
        let made = made("rust", "fn f(n: u32) -> u32 {\n    n + 1\n}", " fn f(n: u32) -> u32 {\n-    n + 1\n+    n + 2\n");
        assert_eq!(made[0], "fn f ( n : u32 ) -> u32 { n + 2 }");
    }

    #[test]
    fn a_line_stands_in_the_place_of_what_it_resembles() {
        let own = "int f(const char *w)\n{\n    for (int i = 0; i <= n; i++) {\n        if (row->word == w) {\n            return i;\n        }\n    }\n    return -1;\n}";
        let edited = |code: &str| made("c", own, code).pop().unwrap_or_default();
        assert!(edited("for (int i = 0; i < n; i++) {").contains("for ( int i = 0 ; i < n ; i ++ ) { if ( row"));
        assert!(edited("strcmp(row->word, w) == 0").contains("if ( strcmp ( row -> word , w ) == 0 ) { return i"));
        assert_eq!(alike(STUB, "fee * 2", &place("rust", STUB).1, place("rust", STUB).2), None, "what is not written resembles nothing");
    }

    #[test]
    fn of_pieces_that_follow_each_other_the_longest_run_that_reads_is_taken() {
        let (_, head, syntax) = place("c", "int f(int n)\n{\n    ETUDE_TODO(\"ex-1\");\n}");
        let code = longest_body(&["n", "the sum", "for (; n != 0; n--)", "if (n == 3)", "return n;", "return 0;"], &head, syntax);
        assert_eq!(code.as_deref(), Some("for (; n != 0; n--)\nif (n == 3)\nreturn n;\nreturn 0;"));
    }
}
