//! Whether a text that a learner reads before writing a stub holds the stub's code already: fragments of a lesson, code in its sentences, comments of the
//! starter. Reading finds a likeness; the leak guard, which knows every dress of code, then lets the tests decide, unless the text is the reference word for word
//! but for its names. It owns the likeness and nothing else, and runs nothing for a text without one.

use std::collections::HashSet;
use std::path::Path;

use super::Subject;
use super::bench::Bench;
use super::fences::{Promise, fences};
use super::mutants;
use super::renaming::{self, Say, shape_of};
use crate::error::Error;
use crate::exercise::{Stub, TextFile, Unit};
use crate::leak::tokens::longest_new_run;
use crate::leak::{self, Ground, Reach};
use crate::pipeline::assemble::{self, Place};
use crate::syntax::{Syntax, Token, TokenKind};

/// A body of fewer tokens is like any other: only its very words count, and with fewer than `LEAST` not even those.
pub(super) const SMALL: usize = 14;
const LEAST: usize = 5;
/// So many tokens in a row say something about a shape.
const RUN: usize = 7;
/// Of a hundred such rows of the reference, so many stand in the text too: worth a try.
const ALIKE: usize = 70;
/// So many, of a body with so many tokens: it is the same with other names.
const SAME: usize = 95;
const LONG: usize = 30;
/// Of a hundred tokens, so many in a row with their very names: the larger part of it is there, and what is missing cannot be tried without the rest.
const MOST_OF_IT: usize = 60;

/// Something to read: the whole, what of it is code, and the starter as it is without it.
pub(super) struct Text<'t> {
    pub whole: String,
    pub code: String,
    /// Code that stands by itself, one text for each place: in a sentence, in a fragment, in a comment.
    pub loose: Vec<String>,
    /// What the `main` of each whole program does.
    pub mains: Vec<String>,
    pub starter: &'t [TextFile],
}

impl<'t> Text<'t> {
    /// A section of a lesson: what stands in fences and between backticks is code.
    pub fn of_lesson(text: &str, language: &str, starter: &'t [TextFile]) -> Text<'t> {
        let (prose, blocks) = crate::text::split_fences(text);
        let loose = prose.split("\n\n").map(in_backticks).chain(fragments(text, language)).collect();
        let spans = prose.split('`').skip(1).step_by(2).map(str::to_owned);
        let code = blocks.into_iter().chain(spans).collect::<Vec<_>>().join("\n");
        Text { whole: text.to_owned(), code, loose, mains: mains(text, language), starter }
    }

    /// A comment: all of it may be code, and what stands in backticks or ends like a line of code is.
    pub fn of_comment(text: &str, starter: &'t [TextFile]) -> Text<'t> {
        let ends_like_code = |line: &&str| line.trim_end().ends_with([';', '{', '}']);
        let lines = text.lines().filter(ends_like_code).collect::<Vec<_>>().join("\n");
        Text { loose: vec![in_backticks(text), lines], ..Text::of_code(text, starter) }
    }

    /// A function that nobody needs: what it does is known by its likeness.
    pub fn of_function(text: &str, starter: &'t [TextFile]) -> Text<'t> {
        Text { loose: Vec::new(), ..Text::of_code(text, starter) }
    }

    /// Code that is no part of the exercise.
    pub fn of_code(text: &str, starter: &'t [TextFile]) -> Text<'t> {
        Text { whole: text.to_owned(), code: text.to_owned(), loose: vec![text.to_owned()], mains: Vec::new(), starter }
    }
}

/// Whether it does something, as far as a glance tells.
fn is_code(span: &str) -> bool {
    span.contains([';', '{', '=', '(', '+', '-', '*', '/', '.', '<', '>']) && span.trim().len() > LEAST
}

/// "Between `int sum = 0;` and `return sum;` all that is needed is": what hands back comes last, wherever it is named.
fn in_backticks(text: &str) -> String {
    let mut spans: Vec<&str> = text.split('`').skip(1).step_by(2).filter(|span| is_code(span)).collect();
    spans.sort_by_key(|span| span.trim_start().starts_with("return "));
    spans.join("\n")
}

/// Why this text settles a stub of the unit, where it does: its tests pass by it when all other stubs are written.
pub(super) fn of_unit(text: &Text, subject: &Subject, unit: &Unit, bench: &Bench) -> Result<Option<String>, Error> {
    let Some(syntax) = subject.language.syntax() else { return Ok(None) };
    for stub in &unit.stubs {
        let why = match likeness(&text.code, subject, stub, syntax) {
            _ if text.mains.iter().any(|main| is_told_by(main, subject, stub, syntax)) => {
                Some(format!("the `main` of an example is the body of `{}` with other names, but for what it hands back", stub.name))
            }
            Likeness::None => None,
            Likeness::Same => Some(format!("it is the body of `{}` with other names at the most", stub.name)),
            Likeness::Part => Some(format!("the larger part of the body of `{}` stands there word for word", stub.name)),
            Likeness::Alike => tried(text, subject, unit, stub, bench)?,
        };
        if why.is_some() {
            return Ok(why);
        }
        if let Some(loose) = text.loose.iter().find(|code| could_be(code, subject, stub, syntax)) {
            let fenced = format!("```{}\n{loose}\n```\n", subject.language.fence);
            let text = Text { whole: fenced, ..Text::of_code(loose, text.starter) };
            if let Some(why) = tried(&text, subject, unit, stub, bench)? {
                return Ok(Some(why));
            }
        }
    }
    Ok(None)
}

/// The reference with this piece of a lesson or a comment in the place of the stub, in each way to take it. Nothing for a piece that has no name of the
/// stub's: what shows the idea on other data is what a lesson is for. Nothing either for one so small that the signature says it.
pub(super) fn fillings(piece: &str, subject: &Subject, unit: &Unit, stub: &Stub) -> Vec<Vec<TextFile>> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    let said = syntax.tokens(piece);
    let (source, words) = (subject.source_with(&subject.reference), whole(&said, exact));
    let heads = source.iter().flat_map(|f| syntax.heads(&f.content));
    let speaks_of = |head: crate::syntax::Head| words.iter().any(|w| (head.has_self && *w == "self") || head.params.iter().any(|p| p == w));
    let heads: Vec<crate::syntax::Head> = heads.filter(|h| h.name == stub.name).collect();
    if words.len() < LEAST {
        return Vec::new();
    }
    if !heads.iter().cloned().any(speaks_of) {
        // The story of another exercise, told with other names for what the stub is given: long enough to be the whole of it.
        let params = heads.first().map(|h| h.params.as_slice()).unwrap_or_default();
        let again = super::free_names::with_parameters(piece, &said, params, &stub.name);
        let is_long = || {
            body_of(subject, stub).is_some_and(|body| words.len() >= SMALL && words.len() * 2 >= whole(&syntax.tokens(&body), exact).len())
        };
        if again.is_empty() || !is_long() {
            return Vec::new();
        }
        return again.iter().flat_map(|piece| fillings(piece, subject, unit, stub)).collect();
    }
    let place = Place { workspace: Path::new(""), etude: "etude" };
    let generated = assemble::generated_files(&subject.exercise, subject.language, &subject.starter, &subject.tests, "", &place);
    let ground = Ground {
        language: subject.language,
        exercise: &subject.exercise.with_stub_alone(&unit.id, stub),
        unit: &unit.id,
        source: &subject.starter,
        starter: &subject.starter,
        generated: &generated,
        reference: Some(&subject.reference),
        others: &[],
        said: &[],
        green: Some(&[]),
        folders: None,
        sandbox: crate::runner::sandbox::around::Mode::On,
    };
    leak::fillings(&format!("```{}\n{piece}\n```\n", subject.language.fence), &ground, &source)
}

/// The reference with this piece as what a stub's closure does, or inside of what its body only wraps. A piece so small that it says little is none.
pub(super) fn answers(piece: &str, subject: &Subject, stub: &Stub) -> Vec<Vec<TextFile>> {
    let is_small = subject.language.syntax().is_none_or(|syntax| whole(&syntax.tokens(piece), exact).len() < LEAST);
    if is_small {
        return Vec::new();
    }
    let source = subject.source_with(&subject.reference);
    let files = mutants::with_answer(subject.language, &subject.starter, &source, stub, piece);
    files.into_iter().map(|file| super::ablation::with_file(&source, &file.path, &file.content)).collect()
}

/// Fences with code that promise nothing of it.
fn fragments(section: &str, language: &str) -> impl Iterator<Item = String> {
    fences(section).into_iter().filter(move |f| f.shows_code(language) && f.promise(language).is_none()).map(|f| f.content)
}

/// The pieces of code that a section shows without a function around them: fragments in fences, and what stands between backticks in its sentences.
pub(super) fn pieces(section: &str, language: &str) -> Vec<String> {
    let (prose, _) = crate::text::split_fences(section);
    let spans = prose.split('`').skip(1).step_by(2).map(str::to_owned);
    let mut found: Vec<String> = Vec::new();
    for piece in fragments(section, language).chain(spans) {
        if !found.contains(&piece) {
            found.push(piece);
        }
    }
    found
}

/// The pieces of code in a comment: what stands between backticks, and what is code by itself in a line or behind its colon.
pub(super) fn pieces_of_comment(text: &str, syntax: &dyn Syntax) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let behind = |line: &'_ str| line.split_once(": ").map(|(_, behind)| behind.to_owned());
    let lines = text.lines().filter(|line| !line.contains('`')).flat_map(|line| std::iter::once(line.to_owned()).chain(behind(line)));
    for piece in text.split('`').skip(1).step_by(2).map(str::to_owned).chain(lines) {
        let piece = piece.trim().trim_end_matches('.').to_owned();
        if is_code(&piece) && !found.contains(&piece) && !syntax.snippet(&piece).has_error {
            found.push(piece);
        }
    }
    found
}

fn tried(text: &Text, subject: &Subject, unit: &Unit, stub: &Stub, bench: &Bench) -> Result<Option<String>, Error> {
    let place = Place { workspace: Path::new(""), etude: "etude" };
    let generated = assemble::generated_files(&subject.exercise, subject.language, text.starter, &subject.tests, "", &place);
    let ground = Ground {
        language: subject.language,
        exercise: &subject.exercise.with_stub_alone(&unit.id, stub),
        unit: &unit.id,
        source: text.starter,
        starter: text.starter,
        generated: &generated,
        reference: Some(&subject.reference),
        others: &[],
        said: &[],
        // Nothing is green on an untouched starter: that was asked before.
        green: Some(&[]),
        folders: Some(bench.tried_in()),
        sandbox: bench.limits().sandbox,
    };
    let verdict = leak::run(&text.whole, &ground, Reach::Unit, bench.cancel(), &mut |_| {})?;
    Ok(verdict.shown_leak().map(str::to_owned))
}

/// Long enough for a body, with a statement in it, and about what the stub is given: in another shape than the reference's it can be right too.
fn could_be(code: &str, subject: &Subject, stub: &Stub, syntax: &dyn Syntax) -> bool {
    let tokens = syntax.tokens(code);
    let words = whole(&tokens, exact);
    let is_statement = words.iter().any(|w| matches!(*w, ";" | "{" | "=>"));
    let Some(head) = subject.starter.iter().flat_map(|f| syntax.heads(&f.content)).find(|h| h.name == stub.name && h.mark.is_some()) else {
        return false;
    };
    let given: Vec<&str> = head.params.iter().map(String::as_str).chain(head.has_self.then_some("self")).collect();
    let named = given.iter().filter(|name| words.contains(name)).count();
    words.len() >= SMALL && is_statement && named >= given.len().clamp(1, 2) && !syntax.snippet(code).has_error
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    None,
    /// Enough of it to be worth a try.
    Alike,
    /// Nothing is missing, and it is too long for chance.
    Same,
    /// Most of it, by its own names.
    Part,
}

/// How much of what the reference has for a stub the code has too, names aside.
pub(super) fn likeness(code: &str, subject: &Subject, stub: &Stub, syntax: &dyn Syntax) -> Likeness {
    let Some(body) = body_of(subject, stub) else { return Likeness::None };
    let reference = syntax.tokens(&body);
    // An alternative under other names solves the stub as well.
    let solutions = std::iter::once(&subject.reference).chain(subject.alternatives.values());
    let is_twin = |files: &Vec<TextFile>| {
        body_in(files, subject, stub)
            .is_some_and(|body| renaming::has_twin(code, &syntax.tokens(&body), &subject.source_with(files), syntax))
    };
    if solutions.into_iter().any(is_twin) {
        return Likeness::Same;
    }
    of_tokens(&reference, &syntax.tokens(code), shape_of(&subject.language.fence))
}

/// What the reference has between the braces of a stub.
pub(super) fn body_of(subject: &Subject, stub: &Stub) -> Option<String> {
    body_in(&subject.reference, subject, stub)
}

/// The same of another solution.
fn body_in(files: &[TextFile], subject: &Subject, stub: &Stub) -> Option<String> {
    let source: Vec<TextFile> = subject.source_with(files);
    let place = mutants::place(subject.language, &subject.starter, &source, stub)?;
    let body = source[place.file].content[place.body].trim();
    Some(body.strip_prefix('{').and_then(|b| b.strip_suffix('}')).unwrap_or(body).to_owned())
}

/// Whether a `main` does all that the reference does before it hands something back; a program prints it instead.
fn is_told_by(main: &str, subject: &Subject, stub: &Stub, syntax: &dyn Syntax) -> bool {
    let shape = shape_of(&subject.language.fence);
    body_of(subject, stub)
        .is_some_and(|body| of_tokens(before_answer(&syntax.tokens(&body)), &syntax.tokens(main), shape) == Likeness::Same)
}

/// Without the last `return …;`, or the value at the end.
fn before_answer(tokens: &[Token]) -> &[Token] {
    let last = tokens.iter().rposition(|t| t.kind != TokenKind::Comment && t.text != ";").map_or(0, |at| at + 1);
    let start = tokens[..last].iter().rposition(|t| matches!(t.text.as_str(), ";" | "}" | "{")).map_or(0, |at| at + 1);
    if start < last { &tokens[..start] } else { tokens }
}

/// The bodies of the `main`s of whole programs.
fn mains(section: &str, language: &str) -> Vec<String> {
    let Some(syntax) = crate::syntax::syntax(language) else { return Vec::new() };
    let whole = fences(section).into_iter().filter(|f| f.promise(language) == Some(Promise::Works));
    let main = |content: String| Some(content[syntax.heads(&content).into_iter().find(|h| h.name == "main")?.body].to_owned());
    whole.filter_map(|fence| main(fence.content)).collect()
}

fn of_tokens(reference: &[Token], said: &[Token], shape: Say) -> Likeness {
    let written = whole(reference, exact);
    if written.len() < SMALL {
        let there = written.len() >= LEAST && rows(said, written.len(), exact).any(|row| row == written);
        return if there { Likeness::Alike } else { Likeness::None };
    }
    let known: HashSet<Vec<&str>> = rows(said, RUN, shape).collect();
    let (all, there) = rows(reference, RUN, shape).fold((0, 0), |(all, there), row| (all + 1, there + usize::from(known.contains(&row))));
    match there * 100 {
        share if share >= all * SAME && written.len() >= LONG => Likeness::Same,
        _ if is_most(longest_new_run(&written, &whole(said, exact), &[]), written.len()) => Likeness::Part,
        share if share >= all * ALIKE => Likeness::Alike,
        _ => Likeness::None,
    }
}

fn is_most(run: usize, all: usize) -> bool {
    run >= LONG && run * 100 >= all * MOST_OF_IT
}

fn whole<'t>(tokens: &'t [Token], say: fn(&'t Token) -> &'t str) -> Vec<&'t str> {
    tokens.iter().filter(|t| t.kind != TokenKind::Comment).map(say).collect()
}

fn rows<'t>(tokens: &'t [Token], length: usize, say: fn(&'t Token) -> &'t str) -> impl Iterator<Item = Vec<&'t str>> {
    let all = whole(tokens, say);
    let count = (all.len() + 1).saturating_sub(length);
    (0..count).map(move |at| all[at..at + length].to_vec())
}

fn exact(token: &Token) -> &str {
    &token.text
}

#[cfg(test)]
mod tests {
    use super::super::renaming::{c_shape, shape};
    use super::*;

    #[test]
    fn a_fragment_with_another_name_for_what_is_given_is_put_in_too() {
        let body = "int seen = 0;\n    while (*text != '\\0') {\n        seen += *text == ' ';\n        text++;\n    }\n    return seen;";
        let exercise = format!(
            "=== src/a.c\n#include \"etude.h\"\nint gaps(const char *text)\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n=== solution src/a.c\nint gaps(const char *text)\n{{\n    {body}\n}}\n=== tests/a.c\n#include \"test.h\"\nvoid test_gaps_are_counted(void)\n{{\n    TEST_ASSERT_EQ(gaps(\"a b\"), 1);\n}}\n"
        );
        let subject = crate::proof::rules::tests::subject("c", &exercise);
        let unit = &subject.exercise.units[0];
        let put = |piece: &str| fillings(piece, &subject, unit, &unit.stubs[0]);
        let told = put(&body.replace("text", "line"));
        assert!(told.iter().any(|files| files.iter().any(|f| f.content.contains("*text != '\\0'"))), "{told:?}");
        assert!(put("int seen = 0;\nseen += *line == ' ';").is_empty(), "too little to be the whole of it");
    }

    fn likeness_of(reference: &str, said: &str) -> Likeness {
        let syntax = crate::syntax::syntax("rust").expect("rust");
        of_tokens(&syntax.tokens(reference), &syntax.tokens(said), shape)
    }

    #[test]
    fn a_body_with_other_names_is_the_same_and_another_task_is_not() {
        let reference =
            "let mut heavy = 0; for gram in grams { if *gram > LIMIT { heavy += 1; } } if heavy == 0 { return None; } Some(heavy)";
        let renamed = "fn late(days: &[u32]) -> Option<u32> { let mut n = 0; for d in days { if *d > 30 { n += 1; } } if n == 0 { return None; } Some(n) }";
        let other = "let mut best = steps[0]; for step in steps { if *step > best { best = *step; } } best";
        assert_eq!(likeness_of(reference, renamed), Likeness::Same);
        assert_eq!(likeness_of(reference, other), Likeness::None);
        assert_eq!(
            likeness_of(reference, "let mut heavy = 0; for gram in grams { if *gram > LIMIT { heavy += 1; } } if heavy == 0 { heavy }"),
            Likeness::Alike
        );
    }

    #[test]
    fn a_main_that_does_all_but_hand_it_back_is_the_body() {
        let syntax = crate::syntax::syntax("c").expect("c");
        let body = "    long best = 0;\n    long run = 0;\n    int sign;\n    while ((sign = fgetc(in)) != EOF) {\n        run = sign == ' ' ? 0 : run + 1;\n        if (run > best) {\n            best = run;\n        }\n    }\n    return best;\n";
        let section = "Text.\n\n```c worked\n#include <stdio.h>\n\nint main(void)\n{\n    FILE *poem = tmpfile();\n    fputs(\"a\", poem);\n\n    long widest = 0;\n    long width = 0;\n    int c;\n    while ((c = fgetc(poem)) != EOF) {\n        // 1. count\n        width = c == 'x' ? 0 : width + 1;\n        if (width > widest) {\n            widest = width;\n        }\n    }\n    printf(\"%ld\\n\", widest);\n    return 0;\n}\n```\n";
        let is_it = |main: &String| of_tokens(before_answer(&syntax.tokens(body)), &syntax.tokens(main), c_shape) == Likeness::Same;
        assert!(mains(section, "c").iter().any(is_it), "{:?}", mains(section, "c"));
        assert!(!mains(&section.replace("width + 1", "1").replace("widest = width", "widest += 2 * width"), "c").iter().any(is_it));
    }

    #[test]
    fn the_larger_part_of_a_body_by_its_own_names_is_given_away() {
        let begins = "let place = self.doors.get_mut(door).ok_or(NoSuchDoor(door))?; ";
        let goes_on = "match *place { None => Err(Vacant(door)), Some(right) if right != pin => Err(WrongPin), Some(_) => { *place = None; Ok(START + hours * HOUR) } }";
        let reference = format!("{begins}{goes_on}");
        assert_eq!(likeness_of(&reference, goes_on), Likeness::Part);
        assert_ne!(likeness_of(&reference, begins), Likeness::Part, "the smaller one is not");
        let others = goes_on.replace("place", "seat").replace("right", "code").replace("pin", "key").replace("hours", "days");
        assert_ne!(likeness_of(&reference, &others), Likeness::Part, "nor is another task of this shape");
    }

    #[test]
    fn what_hands_back_comes_last_in_a_sentence_and_lines_of_code_are_code_in_a_comment() {
        assert_eq!(in_backticks("Between `int n = 0;` and `return n;` goes `n += a;`."), "int n = 0;\nn += a;\nreturn n;");
        let comment = Text::of_comment("Start here: write `a(); b()`.\nlet x = y;\nand so on", &[]);
        assert_eq!(comment.loose, ["a(); b()", "let x = y;"]);
    }

    #[test]
    fn fragments_and_code_in_sentences_are_pieces_and_whole_examples_are_not() {
        let section =
            "So `a.sum()` it is.\n\n```rust worked\nfn main() {}\n```\n\n```rust\nlet x = `1`;\n```\n\n```rust compile_fail\nx\n```\n";
        assert_eq!(pieces(section, "rust"), ["let x = `1`;\n", "a.sum()"]);
    }

    #[test]
    fn code_in_a_comment_stands_in_backticks_or_makes_a_line() {
        let syntax = crate::syntax::syntax("rust").expect("rust");
        let comment = "ex-4: what is left, in `u32`.\nStart here: replace the `todo!` line by\n`(LIMIT - TOOLS).saturating_sub(load)`.\nOr: LIMIT - load\nso much is left.";
        assert_eq!(pieces_of_comment(comment, syntax), ["(LIMIT - TOOLS).saturating_sub(load)", "LIMIT - load"]);
    }

    #[test]
    fn of_a_small_body_only_its_very_words_count() {
        assert_eq!(likeness_of("passengers * TICKET + FEE", "so: passengers * TICKET + FEE"), Likeness::Alike);
        assert_eq!(likeness_of("passengers * TICKET + FEE", "books * GRAMS + BOX"), Likeness::None);
        assert_eq!(likeness_of("a * b", "a * b"), Likeness::None, "said by chance");
    }
}
