//! Code under other names. Owns what of a token is left when its writer chose other names and numbers, and whether a function is the body of a stub under a
//! renaming that is one to one: of parameters and locals, and of fields, methods, types, traits, constants and enumerators too. What the language or its library
//! named keeps its name: a call of something else is another task.

use std::collections::{HashMap, HashSet};

use super::giveaway::SMALL;
use crate::exercise::TextFile;
use crate::syntax::{Syntax, Token, TokenKind};

/// Words that are not anybody's names.
const KEYWORDS: [&str; 40] = [
    "as", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "false", "float", "fn", "for", "goto", "if",
    "impl", "in", "int", "let", "long", "loop", "match", "move", "mut", "pub", "ref", "return", "self", "sizeof", "static", "struct",
    "switch", "true", "unsigned", "use", "void", "where", "while", "NULL",
];

const NAMES_IN_C: [&str; 14] = ["as", "fn", "impl", "in", "let", "loop", "match", "move", "mut", "pub", "ref", "self", "use", "where"];

/// Words that stand before a type or a value: what follows is no new name.
const BEFORE_OTHERS: [&str; 13] =
    ["const", "static", "extern", "inline", "volatile", "return", "case", "goto", "else", "sizeof", "as", "dyn", "impl"];

/// Numbers that mean the same in every task.
const PLAIN: [&str; 3] = ["0", "1", "2"];

/// How a token is said in a comparison.
pub(super) type Say = fn(&Token) -> &str;

/// What is left of a token when its writer chose other names and numbers.
pub(super) fn shape_of(language: &str) -> Say {
    if language == "c" { c_shape } else { shape }
}

/// Words of the other language are names in C: `FILE *in`.
pub(super) fn c_shape(token: &Token) -> &str {
    if token.kind == TokenKind::Word && NAMES_IN_C.contains(&token.text.as_str()) { "name" } else { shape(token) }
}

pub(super) fn shape(token: &Token) -> &str {
    match token.kind {
        TokenKind::Word if !KEYWORDS.contains(&token.text.as_str()) => "name",
        // A number in one place is a constant in another.
        TokenKind::Number => "name",
        TokenKind::Text | TokenKind::Char => "text",
        _ => &token.text,
    }
}

/// Whether a function of this code has this body of a solution, whose files these are, under other names. Smaller bodies are alike by chance.
pub(super) fn has_twin(code: &str, body: &[Token], source: &[TextFile], syntax: &dyn Syntax) -> bool {
    let reference = without_comments(body.to_vec());
    if reference.len() < SMALL {
        return false;
    }
    // Rows of other lengths are never one: most functions are told apart before the names of whole files are read.
    let bodies = syntax.heads(code).into_iter().filter_map(|head| code.get(head.body.start + 1..head.body.end.saturating_sub(1)));
    let rows: Vec<_> = bodies.map(|body| without_comments(syntax.tokens(body))).filter(|row| row.len() == reference.len()).collect();
    if rows.is_empty() {
        return false;
    }
    let source = source.iter().map(|f| f.content.as_str()).collect::<Vec<_>>().join("\n");
    let (ours, theirs) = (names_made(&source, syntax), names_made(code, syntax));
    rows.iter().any(|row| is_renamed(&reference, row, &ours, &theirs))
}

/// Nor the comma before a closing bracket, which may be there or not.
fn without_comments(tokens: Vec<Token>) -> Vec<Token> {
    let mut row: Vec<Token> = tokens.into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
    let is_last: Vec<bool> = (0..row.len())
        .map(|at| row[at].text == "," && row.get(at + 1).is_some_and(|t| matches!(t.text.as_str(), "}" | ")" | "]")))
        .collect();
    let mut kept = is_last.iter().map(|last| !last);
    row.retain(|_| kept.next().unwrap_or(true));
    row
}

/// Whether two rows are one, when each name and number of one has its own in the other.
fn is_renamed(one: &[Token], other: &[Token], ours: &HashSet<String>, theirs: &HashSet<String>) -> bool {
    let (mut there, mut back) = (HashMap::new(), HashMap::new());
    for (at, (a, b)) in one.iter().zip(other).enumerate() {
        let are_texts = a.kind == b.kind && matches!(a.kind, TokenKind::Text | TokenKind::Char);
        let is_free = are_texts || is_chosen(a, ours) && is_chosen(b, theirs);
        // A field, or what is called, may have the name of a local, which changes by itself.
        let place = |row: &[Token]| (is_member(row, at), row.get(at + 1).is_some_and(|t| t.text == "("));
        let (a, b) = ((place(one), a.text.as_str()), (place(other), b.text.as_str()));
        let is_paired = (a.1 == b.1 || is_free) && *there.entry(a).or_insert(b) == b && *back.entry(b).or_insert(a) == a;
        if !is_paired {
            return false;
        }
    }
    one.len() == other.len()
}

/// A name that somebody gave, or a number that somebody chose.
fn is_chosen(token: &Token, made: &HashSet<String>) -> bool {
    match token.kind {
        TokenKind::Word => made.contains(&token.text),
        TokenKind::Number => !PLAIN.contains(&token.text.as_str()),
        _ => false,
    }
}

fn is_member(row: &[Token], at: usize) -> bool {
    at > 0 && matches!(row[at - 1].text.as_str(), "." | "->") || row.get(at + 1).is_some_and(|t| t.text == ":")
}

/// The names that a text gives: to functions, types, constants, parameters, locals and fields.
fn names_made(text: &str, syntax: &dyn Syntax) -> HashSet<String> {
    let mut found: HashSet<String> = syntax.definitions(text).into_iter().map(|d| d.name).collect();
    found.extend(syntax.outline(text).functions.into_iter().map(|f| f.name));
    found.extend(syntax.heads(text).into_iter().flat_map(|h| h.params.into_iter().chain([h.name])));
    let tokens = without_comments(syntax.tokens(text));
    for (at, token) in tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Word) {
        if token.binds || is_declared(&tokens, at) {
            found.insert(token.text.clone());
        }
    }
    found.retain(|name| !KEYWORDS.contains(&name.as_str()));
    found
}

/// `left: u32`, `struct stay`, `int left;`, `char *name,`: told by what stands beside it.
fn is_declared(tokens: &[Token], at: usize) -> bool {
    let near = |at: Option<usize>| at.and_then(|at| tokens.get(at));
    let before = near(at.checked_sub(1));
    let ends = near(Some(at + 1)).is_some_and(|t| matches!(t.text.as_str(), ";" | "," | "[" | "=" | ")"));
    let typed = before.is_some_and(|t| t.text == "*" || t.kind == TokenKind::Word && !BEFORE_OTHERS.contains(&t.text.as_str()));
    let tagged = before.is_some_and(|t| matches!(t.text.as_str(), "struct" | "enum" | "union" | "trait"));
    tagged || ends && typed || near(Some(at + 1)).is_some_and(|t| t.text == ":")
}

#[cfg(test)]
mod tests {
    use crate::proof::giveaway::{Likeness, likeness};
    use crate::proof::rules::tests::subject;

    fn twin(language: &str, exercise: &str, code: &str) -> bool {
        let subject = subject(language, exercise);
        let syntax = subject.language.syntax().expect("a syntax");
        subject.exercise.units.iter().flat_map(|u| &u.stubs).any(|stub| likeness(code, &subject, stub, syntax) == Likeness::Same)
    }

    #[test]
    fn an_alternative_under_other_names_is_a_twin_too() {
        let file = |body: &str| format!("pub fn older(nights: u32, kept: u32) -> u32 {{\n    {body}\n}}\n");
        let exercise = format!(
            "=== src/lib.rs\n// ex-1: one night more.\n{}=== solution src/lib.rs\n{}=== tests/a.rs\nuse exercise::*;\n#[test]\nfn test_older_adds() {{\n    assert_eq!(older(1, 2), 2);\n}}\n",
            file("todo!(\"ex-1\")"),
            file("(nights + 1).min(kept)")
        );
        let mut subject = subject("rust", &exercise);
        let other = file("let older = nights + 1;\n    if older > kept { return kept; }\n    older");
        let example =
            "fn riper(months: u32, good: u32) -> u32 {\n    let age = months + 1;\n    if age > good { return good; }\n    age\n}\n";
        let stub = subject.exercise.units[0].stubs[0].clone();
        let syntax = subject.language.syntax().expect("a syntax");
        assert_ne!(likeness(example, &subject, &stub, syntax), Likeness::Same);
        let path = subject.starter[0].path.clone();
        subject.alternatives.insert("nested".to_owned(), vec![crate::exercise::TextFile { path, content: other }]);
        assert_eq!(likeness(example, &subject, &stub, syntax), Likeness::Same);
    }

    const POST: &str = "=== src/post.h
enum reply { TAKEN, TOO_HEAVY };
struct crate { int number; int full; int empty; };
enum reply net_weight(const struct crate *crate, int *grams);
=== src/post.c
#include \"post.h\"
#include \"etude.h\"
//@ex-1 test_net_weight_is_told
enum reply net_weight(const struct crate *crate, int *grams)
{
    ETUDE_TODO(\"ex-1\");
}
=== solution src/post.c
#include \"post.h\"
enum reply net_weight(const struct crate *crate, int *grams)
{
    if (crate->full < crate->empty) {
        return TOO_HEAVY;
    }
    *grams = crate->full - crate->empty;
    return TAKEN;
}
=== tests/post.c
#include \"post.h\"
#include \"test.h\"
void test_net_weight_is_told(void)
{
    int grams = 0;
    struct crate crate = {1, 9, 2};
    TEST_ASSERT_EQ(net_weight(&crate, &grams), TAKEN);
    TEST_ASSERT_EQ(grams, 7);
}
";

    #[test]
    fn fields_and_enumerators_with_other_names_are_the_same_code() {
        let example = "enum end { FINE, ODD };\nstruct lap { int runner; int stop; int start; };\nstatic enum end time_of(const struct lap *lap, int *seconds)\n{\n    // refuse first\n    if (lap->stop < lap->start) {\n        return ODD;\n    }\n    *seconds = lap->stop - lap->start;\n    return FINE;\n}\n";
        assert!(twin("c", POST, example));
        assert!(!twin("c", POST, &example.replace("lap->stop - lap->start", "lap->start - lap->stop")), "two names have changed places");
        assert!(!twin("c", POST, &example.replace("    return FINE;\n", "    puts(\"\");\n    return FINE;\n")), "it does more");
    }

    const BAG: &str = "=== src/lib.rs
pub trait Weighs {
    fn grams(&self) -> usize;
}
//@ex-1 test_load_adds_up
pub fn load(things: &[&dyn Weighs]) -> usize {
    todo!(\"ex-1\")
}
=== solution src/lib.rs
pub trait Weighs {
    fn grams(&self) -> usize;
}
pub fn load(things: &[&dyn Weighs]) -> usize {
    let mut sum = 0;
    for thing in things {
        sum += thing.grams();
    }
    sum
}
=== tests/bag.rs
use exercise::*;
#[test]
fn test_load_adds_up() {
    assert_eq!(load(&[]), 0);
}
";

    #[test]
    fn methods_with_other_names_are_the_same_code_and_those_of_the_library_are_not() {
        let example = "trait Lasts {\n    fn minutes(&self) -> usize;\n}\nfn evening(songs: &[&dyn Lasts]) -> usize {\n    let mut all = 0;\n    for song in songs {\n        all += song.minutes();\n    }\n    all\n}\n";
        assert!(twin("rust", BAG, example));
        let of_texts = "fn letters(words: &[&str]) -> usize {\n    let mut all = 0;\n    for word in words {\n        all += word.len();\n    }\n    all\n}\n";
        assert!(!twin("rust", BAG, of_texts), "`len` is nobody's name");
        assert!(!twin("rust", BAG, &example.replace("let mut all = 0", "let mut all = 5")));
    }

    #[test]
    fn a_body_of_a_line_is_like_any_other() {
        let small = POST.replace(
            "    if (crate->full < crate->empty) {\n        return TOO_HEAVY;\n    }\n    *grams = crate->full - crate->empty;\n",
            "    *grams = crate->full;\n",
        );
        let example = "struct lap { int stop; };\nstatic int copy(const struct lap *lap, int *out)\n{\n    *out = lap->stop;\n    return FINE;\n}\nenum end { FINE };\n";
        assert!(!twin("c", &small, example));
    }
}
