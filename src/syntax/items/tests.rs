use super::{Over, PlaceError, place};
use crate::exercise::TextFile;
use crate::syntax::syntax;

fn file(path: &str, content: &str) -> TextFile {
    TextFile { path: path.to_owned(), content: content.to_owned() }
}

fn placed(language: &str, base: &str, over: &str) -> Result<String, PlaceError> {
    let files = place(syntax(language).expect("a language"), &[file("base", base)], Over::Items(&file("over", over)))?;
    Ok(files[0].content.clone())
}

#[test]
fn a_function_is_replaced_with_its_comment_and_attributes() {
    let base = "//! Doc.\n\n/// Old.\n#[inline]\npub fn a() -> u32 {\n    1\n}\n\n// b stays.\nfn b() {}\n";
    let over = "// What it breaks.\n\n/// New.\npub fn a() -> u32 {\n    2\n}\n";
    assert_eq!(
        placed("rust", base, over).expect("placed"),
        "//! Doc.\n\n/// New.\npub fn a() -> u32 {\n    2\n}\n\n// b stays.\nfn b() {}\n"
    );
}

#[test]
fn methods_are_placed_one_by_one_whichever_block_of_the_type_they_stand_in() {
    let base = "impl Bed {\n    fn new() -> Bed { Bed }\n    pub fn thirst(&self) -> u32 {\n        1\n    }\n}\nimpl Tank {\n    pub fn thirst(&self) {}\n}\n\
        impl Bed {\n    pub fn watered(&self) {}\n}\n";
    let over = "impl Bed {\n    /// Helps.\n    fn need(&self) -> u32 {\n        2\n    }\n\n    pub fn thirst(&self) -> u32 {\n        self.need()\n    }\n    pub fn watered(&self) { todo() }\n}\n";
    let expected = base
        .replace("    pub fn thirst(&self) -> u32 {\n        1\n    }\n", "    /// Helps.\n    fn need(&self) -> u32 {\n        2\n    }\n\n    pub fn thirst(&self) -> u32 {\n        self.need()\n    }\n")
        .replace("watered(&self) {}", "watered(&self) { todo() }");
    assert_eq!(placed("rust", base, over).expect("placed"), expected);
}

#[test]
fn impls_differ_by_trait_and_arguments() {
    let base = "impl From<A> for B {\n    fn from(a: A) -> B { B(1) }\n}\nimpl From<C> for B {\n    fn from(c: C) -> B { B(2) }\n}\nimpl<T> Stack<T> {\n    fn top(&self) {}\n}\nimpl Stack<u8> {\n    fn sum(&self) {}\n}\n";
    let over =
        "impl From<C> for B {\n    fn from(c: C) -> B { B(3) }\n}\nimpl Stack<u8> {\n    fn sum(&self) { 4 }\n}\nimpl Copy for B {}\n";
    let got = placed("rust", base, over).expect("placed");
    assert_eq!(got, base.replace("B(2)", "B(3)").replace("fn sum(&self) {}\n}", "fn sum(&self) { 4 }\n}\n\nimpl Copy for B {}"));
}

#[test]
fn another_head_of_an_impl_takes_its_place() {
    let base = "impl<T> Stack<T> {\n    fn top(&self) {}\n    fn pop(&self) {}\n}\n";
    let got = placed("rust", base, "impl<T: Copy> Stack<T> {\n    fn top(&self) { 1 }\n}\n").expect("placed");
    assert_eq!(got, "impl<T: Copy> Stack<T> {\n    fn top(&self) { 1 }\n    fn pop(&self) {}\n}\n");
}

#[test]
fn types_constants_macros_and_modules_have_keys_of_their_own() {
    let base = "/// A thing.\n#[derive(Debug, Clone)]\npub struct Thing {\n    pub a: u32,\n}\npub const LAST: u32 = 9;\nmacro_rules! twice {\n    ($a:expr) => { $a };\n}\nmod inner {\n    pub fn last() {}\n}\npub fn last() {}\n";
    let over = "#[derive(Debug, Clone, Copy)]\npub struct Thing {\n    pub a: u32,\n}\npub static LAST: u32 = 8;\nmacro_rules! twice {\n    ($a:expr) => { $a + $a };\n}\nmod inner {\n    pub fn last() { 1 }\n}\n";
    let expected = over.to_owned() + "pub fn last() {}\n";
    assert_eq!(placed("rust", base, over).expect("placed"), expected);
}

#[test]
fn imports_are_added_once() {
    let base = "//! Doc.\n\nuse std::collections::HashMap;\n\nfn a() {}\n";
    let over = "use std::collections::{HashMap, HashSet};\nuse std::fmt;\n#![allow(dead_code)]\n\nfn a() { 1 }\n";
    let got = placed("rust", base, over).expect("placed");
    let expected =
        "//! Doc.\n\n#![allow(dead_code)]\nuse std::collections::HashMap;\nuse std::collections::HashSet;\nuse std::fmt;\n\nfn a() { 1 }\n";
    assert_eq!(got, expected);
    assert_eq!(
        placed("rust", "//! Doc.\n\nfn a() {}\n", "use std::fmt;\nfn a() { 1 }\n").expect("placed"),
        "//! Doc.\n\nuse std::fmt;\nfn a() { 1 }\n"
    );
}

#[test]
fn c_items_are_placed_before_their_use() {
    let base = "#include \"seats.h\"\n\n#define LIMIT 3\n\nstatic const int table[] = {1, 2};\n\nint second(void)\n{\n    return table[0];\n}\n\nint first(void)\n{\n    return LIMIT;\n}\n";
    let over = "/* How it goes wrong. */\n\n#define _GNU_SOURCE\n#include \"seats.h\"\n#include <string.h>\n\n#define LIMIT 4\n\nstruct pair { int a; };\n\nstatic const int table[] = {3};\n\nstatic int help(void);\n\nstatic int help(void)\n{\n    return 1;\n}\n\nint first(void)\n{\n    return help();\n}\n\nint second(void)\n{\n    return help() + table[0];\n}\n";
    let got = placed("c", base, over).expect("placed");
    let expected = "#define _GNU_SOURCE\n#include \"seats.h\"\n#include <string.h>\n\n#define LIMIT 4\n\nstruct pair { int a; };\n\nstatic const int table[] = {3};\n\nstatic int help(void);\n\nstatic int help(void)\n{\n    return 1;\n}\n\nint second(void)\n{\n    return help() + table[0];\n}\n\nint first(void)\n{\n    return help();\n}\n";
    assert_eq!(got, expected);
}

#[test]
fn conditions_are_blocks_of_their_own() {
    let base = "#ifndef A_H\n#define A_H\nint a(void);\n#ifdef FAST\nint b = 1;\n#else\nint b = 2;\n#endif\n#endif\n";
    let over = "#ifndef A_H\n#define A_H\nint a(int more);\n#ifdef FAST\n#else\nint b = 3;\n#endif\n#endif\n";
    assert_eq!(placed("c", base, over).expect("placed"), base.replace("a(void)", "a(int more)").replace("b = 2", "b = 3"));
}

#[test]
fn private_functions_go_when_nothing_uses_them_any_longer() {
    let base = "fn deeper() -> u32 { 1 }\n\n/// Helps.\nfn help() -> u32 { deeper() }\n\npub fn a() -> u32 { help() }\n\nfn never() {}\n";
    let got = placed("rust", base, "fn unused() {}\npub fn a() -> u32 { 2 }\n").expect("placed");
    assert_eq!(
        got, "fn unused() {}\n\npub fn a() -> u32 { 2 }\n\nfn never() {}\n",
        "what nothing used before stays, and so does what is new"
    );
    let base = "static int help(void);\nstatic int help(void)\n{\n    return 1;\n}\n\nint a(void)\n{\n    return help();\n}\n";
    let got = placed("c", base, "int a(void)\n{\n    return 2;\n}\n").expect("placed");
    assert!(!got.contains("return 1"), "{got}");
}

#[test]
fn what_could_be_meant_twice_is_an_error() {
    let base = "#[cfg(unix)]\nfn a() {}\n#[cfg(windows)]\nfn a() {}\n";
    let refused = |over: &str| placed("rust", base, over).expect_err("refused").to_string();
    assert!(refused("fn a() { 1 }").contains("`a` could be meant more than once"));
    assert!(refused("fn b() {}\nfn b() {}").contains("`b` could be meant more than once: it stands in over"));
    assert!(refused("fn b() {").contains("over does not come apart into items"));
}

#[test]
fn one_file_of_items_finds_the_files_they_stand_in() {
    let rust = syntax("rust").expect("rust");
    let base = [file("lib.rs", "pub fn a() {}\n"), file("tank.rs", "impl Tank {\n    pub fn b() {}\n}\n")];
    let put = |over: &str| place(rust, &base, Over::Items(&file("x.rs", over)));
    let got = put("fn new() {}\nimpl Tank {\n    pub fn b() { new() }\n}\npub fn a() { 1 }\n").expect("placed");
    assert_eq!(got[0].content, "pub fn a() { 1 }\n");
    assert_eq!(
        got[1].content, "fn new() {}\n\nimpl Tank {\n    pub fn b() { new() }\n}\n",
        "new items go to the file of the first that is known"
    );
    assert_eq!(put("fn new() {}"), Err(PlaceError::Nowhere("x.rs".to_owned())));
    let twice = [file("lib.rs", "fn a() {}\n"), file("tank.rs", "fn a() {}\n")];
    let refused = place(rust, &twice, Over::Items(&file("x.rs", "fn a() {}"))).expect_err("refused").to_string();
    assert!(refused.contains("lib.rs and tank.rs"), "{refused}");
}

#[test]
fn files_by_their_names_may_be_new_or_broken() {
    let rust = syntax("rust").expect("rust");
    let base = [file("lib.rs", "pub fn a() {}\n"), file("tank.rs", "pub fn b() {}\n")];
    let over = [file("lib.rs", "pub fn a() {"), file("more.rs", "pub fn c() {}\n"), file("tank.rs", "pub fn b() { 1 }\n")];
    let got = place(rust, &base, Over::Files(&over)).expect("placed");
    assert_eq!(got, [over[0].clone(), over[2].clone(), over[1].clone()]);
}
