//! Outlines, splitting and merging, on whole, broken and hostile text.

use std::time::{Duration, Instant};

use super::*;

fn rust() -> &'static dyn Syntax {
    syntax("rust").unwrap()
}

fn c() -> &'static dyn Syntax {
    syntax("c").unwrap()
}

fn function<'o>(outline: &'o Outline, name: &str) -> &'o Function {
    outline.functions.iter().find(|f| f.name == name).unwrap_or_else(|| panic!("no {name} in {outline:#?}"))
}

const PARCEL: &str = "//! Parcels.
#![allow(dead_code)]
use std::fmt;
mod rates;

/// ex-1. First principle: a name holds a value.
/// Start here: add.
#[must_use]
// rounded down
pub fn parcel_grams(a: u32, b: u32) -> u32 {
    todo!(\"ex-1\")
}

// Not attached.

fn helper() -> u32 { 1 } // trailing

#[test]
fn test_helper_is_one() {
    let f = || std::todo!(\"ex-3\", );
}

struct Stack<T>(Vec<T>);

impl<T> Stack<T> {
    /** Puts it
     *  on top. */
    pub fn push(&mut self, item: T) { fn inner() {} }
}

trait Shape {
    fn area(&self) -> f64;
}

mod inside {
    use std::io;
}
";

#[test]
fn a_rust_outline_names_what_is_there() {
    let outline = rust().outline(PARCEL);
    assert!(!outline.has_error);
    assert_eq!(outline.modules, ["rates"]);
    assert_eq!(outline.imports.len(), 1);
    assert_eq!(outline.imports[0].lines, 3..=3);
    assert_eq!(&PARCEL[outline.inner_attributes[0].bytes.clone()], "#![allow(dead_code)]");

    let grams = function(&outline, "parcel_grams");
    assert_eq!(grams.lines, 6..=12);
    assert_eq!(grams.unwritten.as_deref(), Some("ex-1"));
    assert_eq!(grams.comment, "ex-1. First principle: a name holds a value.\nStart here: add.\nrounded down");
    assert_eq!(&PARCEL[grams.body.clone().unwrap()], "{\n    todo!(\"ex-1\")\n}");
    assert!(!grams.is_test);

    let helper = function(&outline, "helper");
    assert_eq!((helper.lines.clone(), helper.comment.as_str(), helper.unwritten.as_deref()), (16..=16, "", None));

    let test = function(&outline, "test_helper_is_one");
    assert!(test.is_test);
    assert_eq!((test.lines.clone(), test.comment.as_str(), test.unwritten.as_deref()), (18..=21, "", Some("ex-3")));

    let push = function(&outline, "push");
    assert_eq!((push.owner.as_deref(), push.comment.as_str()), (Some("Stack"), "Puts it\n on top."));
    assert_eq!(function(&outline, "inner").owner, None);
    let area = function(&outline, "area");
    assert_eq!((area.owner.as_deref(), area.has_body), (Some("Shape"), false));
}

#[test]
fn broken_rust_still_has_its_functions() {
    let unclosed =
        "/// F.\npub fn f(a: u32) -> u32 {\n    let x = 3;\n    todo!(\"ex-1\")\n\n/// G.\nfn g() -> u32 {\n    todo!(\"ex-2\")\n}\n";
    let outline = rust().outline(unclosed);
    assert!(outline.has_error);
    let f = function(&outline, "f");
    assert_eq!((f.lines.clone(), f.has_body, f.comment.as_str(), f.unwritten.as_deref()), (1..=5, true, "F.", Some("ex-1")));
    let g = function(&outline, "g");
    assert_eq!((g.lines.clone(), g.unwritten.as_deref()), (6..=9, Some("ex-2")));

    for broken in [
        "pub fn f(a: u32 { let x = ; }\nfn g() {}",
        "fn f() { let x = \"unclosed; }\nfn g() {}",
        "fn f( -> { }\n\nfn g() {}",
        "}}} fn f() {}\n fn g( ",
    ] {
        let outline = rust().outline(broken);
        assert!(outline.has_error, "{broken}");
        function(&outline, "f");
    }
}

const SEATS: &str = "#include <stdio.h>
#ifndef SEATS_H
#define SEATS_H
#include \"etude.h\"
/* ex-1.
 * Start here: count. */
int *seat_at(int *seats, int n);
#endif

int (*chosen)(void);

// The middle one.
int *seat_at(int *seats, int n) {
    ETUDE_TODO(\"ex-1\");
}

void test_seat_at_first(void) { }
static void test_helper(void) { }
void test_of(int n) { }
int test_int(void) { return 1; }
void test_declared(void);
";

#[test]
fn a_c_outline_names_what_is_there() {
    let outline = c().outline(SEATS);
    assert!(!outline.has_error);
    assert_eq!(outline.imports.len(), 1);
    assert_eq!(outline.imports[0].lines, 1..=1);
    let (prototype, definition) = (&outline.functions[0], &outline.functions[1]);
    assert_eq!((prototype.name.as_str(), prototype.has_body, prototype.lines.clone()), ("seat_at", false, 5..=7));
    assert_eq!(prototype.comment, "ex-1.\nStart here: count.");
    assert_eq!((definition.name.as_str(), definition.has_body, definition.lines.clone()), ("seat_at", true, 12..=15));
    assert_eq!(definition.unwritten.as_deref(), Some("ex-1"));
    let tests: Vec<_> = outline.functions.iter().filter(|f| f.is_test).map(|f| f.name.as_str()).collect();
    assert_eq!(tests, ["test_seat_at_first"]);
    assert!(!outline.functions.iter().any(|f| f.name == "chosen"));
}

#[test]
fn broken_c_still_has_its_functions() {
    let outline = c().outline("int f(int a) {\n  return a;\n\n// G\nint g(void) {\n  ETUDE_TODO(\"ex-2\");\n}\n");
    assert!(outline.has_error);
    assert_eq!(function(&outline, "f").name, "f");
    let g = function(&outline, "g");
    assert_eq!((g.lines.clone(), g.unwritten.as_deref(), g.comment.as_str()), (4..=7, Some("ex-2"), "G"));
    for broken in [
        "int f(int a { return a; }\nint g(void) { return 1; }",
        "int f(int a) { if (a { return 1; }\nint g(void) { return 1 }",
        "int f(void) { char *s = \"x; }\n",
    ] {
        let outline = c().outline(broken);
        assert!(outline.has_error, "{broken}");
        function(&outline, "f");
    }
}

#[test]
fn a_rust_head_is_taken_out_and_the_rest_stays() {
    let source = "//! One.\n//! Two.\n\n#![allow(dead_code)]\n\n// why maps\nuse std::collections::HashMap; // here\n#[allow(unused)]\nuse std::fmt;\nextern crate core;\n\n\nfn a() {\n    use std::io;\n}\nuse std::rc::Rc;\nfn b() {} use std::mem; fn d() {}\n";
    let split = rust().split_head(source);
    assert_eq!(
        split.head,
        [
            "//! One.\n//! Two.",
            "#![allow(dead_code)]",
            "// why maps\nuse std::collections::HashMap; // here",
            "#[allow(unused)]\nuse std::fmt;",
            "extern crate core;",
            "use std::rc::Rc;",
            "use std::mem;"
        ]
    );
    assert_eq!(split.body, "fn a() {\n    use std::io;\n}\nfn b() {}  fn d() {}\n");
    assert_eq!(rust().split_head("\n\n    fn x() {}\n\n").body, "    fn x() {}\n\n");
    assert_eq!(rust().split_head(""), Split::default());
}

#[test]
fn rust_imports_are_merged_by_what_they_bring() {
    let heads = [
        "use a::b;",
        "#![allow(x)]",
        "use  a :: b ;",
        "// again\nuse a::b; // same",
        "//! Doc.",
        "use a::{b, c};",
        "pub use a::{self, d::*, e as f, b};",
        "use a::{b,c};",
        "#[cfg(test)]\nuse a::b;",
        "#![allow( x )]",
        "//! Doc.",
        "use a;",
        "use std::{\n    // maps\n    io::{self, Read},\n};",
        "use std::io;",
    ];
    let merged = rust().merge_head(heads.map(str::to_owned).to_vec());
    assert_eq!(
        merged,
        [
            "//! Doc.",
            "#![allow(x)]",
            "use a::b;",
            "use a::c;",
            "pub use a;\npub use a::d::*;\npub use a::e as f;",
            "#[cfg(test)]\nuse a::b;",
            "use std::{\n    // maps\n    io::{self, Read},\n};"
        ]
    );
}

#[test]
fn sections_become_one_file() {
    let one = "//! Parcels.\nuse std::fmt;\n\nfn a() {}\n";
    assert_eq!(merge(rust(), &[one]), one);
    let merged = merge(rust(), &[one, "use std::fmt;\nuse std::io;\n\n\nfn b() {}\n\n", "#![allow(unused)]\n", "fn c() {}"]);
    assert_eq!(merged, "//! Parcels.\n\n#![allow(unused)]\n\nuse std::fmt;\nuse std::io;\n\nfn a() {}\n\nfn b() {}\n\nfn c() {}\n");
    assert_eq!(merge(rust(), &["fn a() {}", "fn b() {}"]), "fn a() {}\n\nfn b() {}\n");
    assert_eq!(merge(rust(), &[]), "");
    assert!(!rust().outline(&merged).has_error);
}

#[test]
fn c_includes_move_up_and_guards_stay() {
    let split = c().split_head("#define _GNU_SOURCE\n// strings\n#include <string.h> // strlen\n#include  \"seats.h\"\n#define MAX 3\n#if MAX\n#include <stdio.h>\n#endif\nint a;\n#include <math.h>");
    assert_eq!(
        split.head,
        ["#define _GNU_SOURCE", "// strings\n#include <string.h> // strlen", "#include  \"seats.h\"", "#include <math.h>"]
    );
    assert_eq!(split.body, "#define MAX 3\n#if MAX\n#include <stdio.h>\n#endif\nint a;\n");

    let guarded = "#ifndef SEATS_H\n#define SEATS_H\n#include <stddef.h>\nint seat(int n);\n#endif";
    assert_eq!(c().split_head(guarded), Split { head: Vec::new(), body: guarded.to_owned() });
    let once = "#pragma once\nint seat(int n);\n";
    assert_eq!(c().split_head(once).body, once);
    let merged = merge(c(), &[guarded, &guarded.replace("seat(", "row(")]);
    assert_eq!(merged, format!("{guarded}\n\n{}\n", guarded.replace("seat(", "row(")));

    let merged = merge(
        c(),
        &[
            "#include <stdio.h>\n#include \"a.h\"\nint a;\n",
            "#define _POSIX_C_SOURCE 200809L\n#include \"a.h\"\n#include <time.h>\n#include   <stdio.h>\nint b;\n",
        ],
    );
    assert_eq!(merged, "#define _POSIX_C_SOURCE 200809L\n#include <stdio.h>\n#include \"a.h\"\n#include <time.h>\n\nint a;\n\nint b;\n");
}

#[test]
fn windows_line_ends_and_other_alphabets_are_read() {
    let split = rust().split_head("use std::fmt;\r\nuse std::io;\r\n\r\nfn größe() {}\r\n");
    assert_eq!((split.head, split.body.as_str()), (vec!["use std::fmt;".to_owned(), "use std::io;".to_owned()], "fn größe() {}\r\n"));
    assert_eq!(rust().outline("/// π\r\nfn größe() {}\r\n").functions[0].comment, "π");
}

/// Reads on a stack of 64 KiB: anything that recursed with the text would end the test program.
fn read_on_a_small_stack(texts: Vec<String>) {
    let reader = std::thread::Builder::new().stack_size(64 * 1024).spawn(move || {
        for text in &texts {
            for syntax in [rust(), c()] {
                let started = Instant::now();
                let outline = syntax.outline(text);
                let split = syntax.split_head(text);
                assert!(outline.functions.len() <= text.len() && split.body.len() <= text.len());
                let took = started.elapsed();
                assert!(took < Duration::from_secs(30), "{took:?} for {:?}", text.chars().take(20).collect::<String>());
            }
        }
    });
    reader.unwrap().join().unwrap();
}

#[test]
fn deep_nesting_is_read_without_recursion() {
    let fill = |unit: &str| unit.repeat(30_000 / unit.len());
    read_on_a_small_stack(vec![fill("{"), fill("fn a(){todo!(\"ex-1\");"), fill("int a(){"), fill("use a::{"), fill("(((-")]);
}

#[test]
fn what_is_beyond_the_limit_is_left_alone() {
    let long = format!("use a::b;\nfn f() {{}}\n//{}\nfn late() {{}}\n", "ö".repeat(MAX_SOURCE_BYTES / 2));
    let outline = rust().outline(&long);
    assert!(outline.has_error);
    assert_eq!(outline.functions.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["f"]);
    let split = rust().split_head(&long);
    assert_eq!((split.head, split.body.as_str()), (vec!["use a::b;".to_owned()], &long[10..]));
}

#[test]
fn noise_is_read_in_bounded_time() {
    let fill = |unit: &str| unit.repeat(4 * 1024 / unit.len());
    let texts = [
        "fn f(",
        "((((((((((1",
        "impl A{fn a(){todo!(\"ex-1\");",
        "/*",
        "use a::{",
        "#![x] //! y\n",
        "use a::b;\n",
        "#if X\n",
        "#include <a.h>\n",
        "int f(int a) { if (a",
        "\u{0}\u{1b}ß\"'",
        "a<b<",
        "//a\n",
        "fn a ",
        "int a(",
    ];
    let mut texts: Vec<String> = texts.map(fill).to_vec();
    // What a picture looks like when it is read as text.
    texts.push((0..4 * 1024_u32).map(|n| char::from((n.wrapping_mul(2_654_435_761) >> 25) as u8)).collect());
    read_on_a_small_stack(texts);
}

fn leaves(language: &dyn Syntax, text: &str) -> Vec<String> {
    language.tokens(text).into_iter().map(|t| t.text).collect()
}

#[test]
fn macros_have_the_same_leaves_as_other_code() {
    let text = "fn t() { /* no */ assert_eq!(a.b::<u8>(\"x, y\", -1), Some('c')); let (m, n) = v; }";
    let expected = "fn t ( ) { /* no */ assert_eq ! ( a . b :: < u8 > ( \"x, y\" , - 1 ) , Some ( 'c' ) ) ; let ( m , n ) = v ; }";
    assert_eq!(leaves(rust(), text).join(" "), expected);
    let bound: Vec<_> = rust().tokens(text).into_iter().filter(|t| t.binds).map(|t| t.text).collect();
    assert_eq!(bound, ["m", "n"]);

    let text = "void t(void)\n{\n    int *p = q; // no\n    TEST_ASSERT_EQ(f(s->n, 'c'), -1);\n}\n";
    let expected = "void t ( void ) { int * p = q ; // no TEST_ASSERT_EQ ( f ( s -> n , 'c' ) , -1 ) ; }";
    assert_eq!(leaves(c(), text).join(" "), expected);
    let bound: Vec<_> = c().tokens(text).into_iter().filter(|t| t.binds).map(|t| (t.text, t.line)).collect();
    assert_eq!(bound, [("p".to_owned(), 3)]);
}

#[test]
fn definitions_say_what_a_name_stands_for() {
    let seen = |language: &dyn Syntax, text: &str| -> Vec<String> {
        let one = |d: Definition| format!("{:?} {} {}", d.kind, d.name, d.value.unwrap_or_default()).trim_end().to_owned();
        language.definitions(text).into_iter().map(one).collect()
    };
    let text = "pub const A: u32 = 1_000;\nstatic B: &str = \"b\";\nenum E { One, Two(u8) }\nstruct S;\nmod m { const C: u8 = 2; }\n";
    let expected = ["Constant A 1_000", "Constant B \"b\"", "Type E", "Variant One", "Variant Two", "Type S", "Constant C 2"];
    assert_eq!(seen(rust(), text), expected);
    let text = "#define A (-1)\n#define SQ(x) ((x) * (x))\nenum e { ONE = 1, TWO };\nstatic const char *const names[] = {\"n\"};\nint f(void) { int x = 3; return x; }\ntypedef int (*rule)(int);\n";
    let expected =
        ["Constant A (-1)", "Macro SQ ((x) * (x))", "Type e", "Constant ONE 1", "Constant TWO", "Constant names {\"n\"}", "Type rule"];
    assert_eq!(seen(c(), text), expected);
}

#[test]
fn what_if_0_leaves_out_is_not_in_the_outline() {
    let source = "#if 0\nvoid test_a(void)\n{\n}\n#else\nvoid test_b(void)\n{\n}\n#endif\n#if 1\nvoid test_c(void)\n{\n}\n#else\nvoid test_d(void)\n{\n}\n#endif\n#ifdef DEEP\nvoid test_e(void)\n{\n}\n#endif\n";
    let outline = syntax("c").expect("c").outline(source);
    let names: Vec<&str> = outline.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["test_b", "test_c", "test_e"]);
}
