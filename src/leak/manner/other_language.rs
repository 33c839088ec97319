//! Code of another language than the learner's, by what its fence is called or by what it looks like. A learner of Rust or C needs no Python to see a parallel, and
//! what a program in another language comes to, nobody here can run. Refuses nothing that is no program: output, commands, settings, drawings.

use super::blocks;

const RUST: [&str; 2] = ["rust", "rs"];
const C: [&str; 2] = ["c", "h"];
/// What a fence may be called that holds no program.
const NO_PROGRAM: &str = "text txt plain plaintext output console terminal sh shell bash zsh shellsession toml ini json yaml yml csv xml html diff patch mermaid dot \
    ascii log md markdown make makefile error stderr stdout none gdb table diagram compiler cargo";

/// What a line of another language begins with, has in it or ends with, and how much that says. Two are enough.
const BEGINS: &[(&str, usize)] = &[
    ("def ", 2),
    ("func ", 2),
    ("function ", 2),
    ("elif ", 2),
    ("(define ", 2),
    ("(defun ", 2),
    ("(let ", 2),
    ("(if ", 1),
    ("var ", 1),
    ("public ", 1),
    ("procedure ", 2),
    ("begin", 1),
    ("end;", 1),
    ("end.", 1),
    ("end if", 1),
    ("endif", 1),
    ("end while", 1),
    ("END", 1),
    ("NEXT", 1),
    ("LET ", 1),
    ("PRINT ", 1),
    ("FOR ", 1),
    ("IF ", 1),
    ("foreach ", 1),
    ("val ", 1),
    ("fun ", 1),
    ("my $", 2),
];
const HAS: &[(&str, usize)] = &[
    (" := ", 1),
    (" === ", 2),
    ("console.log", 2),
    ("System.out", 2),
    ("int[] ", 2),
    ("std::cout", 2),
    (" :: ", 1),
    (" do |", 2),
    ("range(", 1),
    ("len(", 1),
    (" is None", 2),
    ("Math.", 2),
];
/// Behind a line that begins with one of these, a colon opens a block in Python.
const OPENS: [&str; 8] = ["for ", "while ", "if ", "elif ", "else", "try", "with ", "class "];
const OF_C: &[&str] = &["#include", "printf(", "for (int ", "int ", "size_t ", "const int ", "struct ", "unsigned ", "while ("];
const OF_RUST: &[&str] = &["fn ", "let ", "println!", "match ", "impl ", "pub fn "];

pub fn is_shown(text: &str, is_c: bool) -> bool {
    let (own, other) = if is_c { (C, RUST) } else { (RUST, C) };
    blocks(text).iter().any(|block| {
        let label = block.label.as_str();
        let is_open = label.is_empty() || NO_PROGRAM.split_whitespace().any(|l| l == label);
        other.contains(&label) || !own.contains(&label) && (!is_open || looks_other(&block.code, is_c))
    })
}

/// Whether a block that is not said to be anything is a program of another language.
fn looks_other(code: &str, is_c: bool) -> bool {
    let signs = code.lines().map(|line| {
        let line = line.trim_start_matches(['>', ' ', '\t', '+', '-']).trim_end();
        let begins = BEGINS.iter().filter(|(sign, _)| line.starts_with(sign)).map(|(_, says)| says);
        let has = HAS.iter().filter(|(sign, _)| line.contains(sign)).map(|(_, says)| says);
        let opens = line.ends_with(':') && OPENS.iter().any(|word| line.starts_with(word));
        // A struct is one in both languages.
        let others = if is_c { OF_RUST } else { OF_C };
        let is_other = others.iter().any(|sign| line.starts_with(sign)) && line.ends_with([';', '{', ')', '>', '}']) && !shared(line);
        begins.chain(has).sum::<usize>() + usize::from(opens) + usize::from(is_other)
    });
    signs.sum::<usize>() >= 2
}

fn shared(line: &str) -> bool {
    line.starts_with("struct ") && line.ends_with('{')
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::*;

    #[test]
    fn an_example_in_another_language_is_no_hint() {
        for (label, code) in [
            ("python", "hits = 0\nfor word in words:\n    hits += 1"),
            ("zig", "const x = 3;"),
            ("", "def hits(words):\n    return 0"),
            ("text", "n := 0\nfor p := a; p != b; p++ {\n    n++\n}"),
            ("", "function left(jar) {\n  return jar - 1;\n}"),
            ("", "total = 0\nfor day in week:\n    if day:\n        total = total + 1"),
            ("", "LET N = 0\nFOR I = 1 TO 9\nNEXT I"),
            ("c", "int half = whole / 2;"),
            ("", "int half = whole / 2;\nprintf(\"%d\", half);"),
        ] {
            let hint = format!("Look at this:\n\n```{label}\n{code}\n```\n\nWhat is the same in yours?");
            for level in [1, 2, 3] {
                assert!(of(("rust", "S100", "ex-2"), &hint, level).contains("another language"), "{label}: {code}");
            }
        }
        let set_off = "In short:\n\n    def f(d):\n        return d\n\nIs it yours?";
        assert!(of(("rust", "S100", "ex-2"), set_off, 3).contains("another language"));
        assert!(of(("c", "C200", "ex-2"), "So:\n\n```rust\nlet half = whole / 2;\n```\n\nAnd in C?", 2).contains("another language"));
    }

    #[test]
    fn the_learners_language_and_what_is_no_program_may_be_shown() {
        for (label, code) in [
            ("rust", "let mut jar = 5;\nfor week in 1..=3 {\n    jar += week;\n}"),
            ("rs", "fn half(whole: u32) -> u32 {\n    whole / 2\n}"),
            ("", "let half = whole / 2;\nstruct Pot {\n    full: u32,\n}\nif half > 2 {\n}"),
            ("text", "error[E0308]: mismatched types\n --> src/lib.rs:7:5\n  |\n7 |     total;\n  |     ^^^^^ expected `u32`, found `()`"),
            ("sh", "cargo test storage -- --nocapture"),
            ("", "before   after\n 99990 -> 5\nbegin of the night: 3\nend of it: 4"),
            ("diff", "-for month in 1..12 {\n+for month in 1..13 {\n     print(month);"),
        ] {
            assert!(!is_shown(&format!("Look:\n\n```{label}\n{code}\n```\n"), false), "{label}: {code}");
        }
        let c = "Look:\n\n```\nint gap = right - left;\nstruct room {\n    int guests;\n};\nfor (size_t i = 0; i < 3; i++) {\n}\n```\n";
        assert!(!is_shown(c, true));
    }
}
