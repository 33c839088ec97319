//! One of two in the place of both, rounding that is not up, and what does less than the comment promises.

use super::*;

/// What is tried besides, of these kinds.
fn of(language: &str, source: &str, name: &str, kinds: &[Kind]) -> Vec<String> {
    let path = if language == "rust" { "src/lib.rs" } else { "src/a.c" };
    let files = [file(path, source)];
    let line = source.lines().position(|l| l.contains(&format!("{name}("))).map_or(1, |at| at + 1);
    let found = promised(language::by_name(language).unwrap(), &files, &files, &[stub(name, path, u32::try_from(line).unwrap())]);
    found.into_iter().filter(|m| kinds.contains(&m.kind)).map(|m| m.after).collect()
}

fn rust(body: &str) -> Vec<String> {
    of("rust", &format!("pub fn f(a: u32, b: u32) -> u32 {{\n    {body}\n}}\n"), "f", &[Kind::Operator])
}

fn c(body: &str) -> Vec<String> {
    of("c", &format!("int f(int a, int b)\n{{\n    {body}\n}}\n"), "f", &[Kind::Operator])
}

const NONE: [&str; 0] = [];

#[test]
fn one_of_two_stands_alone_for_the_larger() {
    assert_eq!(rust("1 + a.max(b)"), ["a", "b"]);
    assert_eq!(rust("std::cmp::min(a + 1, b) * 2"), ["(a + 1)", "b"]);
    assert_eq!(rust("[a, b].into_iter().max().unwrap()"), NONE, "all of them are looked at");
    assert_eq!(rust("a.min(u32::MAX)"), NONE, "nothing is beyond it");
    assert_eq!(rust("let mut all = Vec::with_capacity(a.max(b) as usize); all.push(a); all[0]"), NONE);
    assert_eq!(
        of("rust", "fn max(a: u32, b: u32) -> u32 {\n    a ^ b\n}\npub fn f(a: u32) -> u32 {\n    max(a, 3)\n}\n", "f", &[Kind::Operator]),
        NONE
    );
    assert_eq!(c("return a > b ? a : b;"), ["a", "b"]);
    assert_eq!(c("return (a + 1) <= b ? (a + 1) : b;"), ["(a + 1)", "b"]);
    assert_eq!(c("return a > b ? 1 : b;"), NONE);
    assert_eq!(c("return MAX(a, b + 1);"), ["a", "(b + 1)"]);
    assert_eq!(c("int *p = malloc(a > b ? a : b);\n    free(p);\n    return 0;"), NONE, "too much room shows in nothing");
}

#[test]
fn rounding_up_is_done_wrong_in_two_ways() {
    assert_eq!(rust("a.div_ceil(b) * 3"), ["(a / b + 1)", "(a / b)"]);
    assert_eq!(rust("(a + b - 1) / b"), ["(a / b + 1)", "(a / b)"]);
    assert_eq!(rust("(a + 49) / 50"), ["(a / 50 + 1)", "(a / 50)"]);
    assert_eq!(rust("(a + 49) / 51"), NONE, "which is something else");
    assert_eq!(rust("let words = a.div_ceil(64); let all = vec![0u64; words as usize]; all.len() as u32"), NONE);
    assert_eq!(c("return (a + (b - 1)) / b;"), ["(a / b + 1)", "(a / b)"]);
    assert_eq!(c("return (a + b) / b;"), NONE);
    assert_eq!(c("int n = (a + 7) / 8;\n    char *p = calloc(n, 1);\n    free(p);\n    return 0;"), NONE);
}

#[test]
fn what_a_division_leaves_is_asked_about_where_the_comment_speaks_of_it() {
    let rust = |says: &str, body: &str| {
        of("rust", &format!("// The tax. {says}\npub fn f(a: u32, b: u32) -> u32 {{\n    {body}\n}}\n"), "f", &[Kind::Operator])
    };
    let dropped = "The part of a cent is dropped.";
    assert_eq!(rust(dropped, "a + a * b / 100"), ["((a * b + 100 - 1) / 100)", "(a / 100 * b)"].map(|s| s.replace("a * b +", "(a * b) +")));
    assert_eq!(rust("Every line counts.", "a + a * b / 100"), NONE);
    assert_eq!(rust(dropped, "a * (a + 1) / 2"), NONE, "one of two neighbours is even");
    assert_eq!(rust(dropped, "(a + b - 1) / b"), ["(a / b + 1)", "(a / b)"]);
    let c = "/* The mean, rounded down. */\nint f(int a, int b)\n{\n    return a / b;\n}\n";
    assert_eq!(of("c", c, "f", &[Kind::Operator]), ["(a / b + (a % b != 0))"]);
}

#[test]
fn a_blank_stands_for_any_white_space_where_the_comment_says_any() {
    let words =
        |says: &str, body: &str| of("rust", &format!("// {says}\npub fn f(t: &str) -> usize {{\n    {body}\n}}\n"), "f", &[Kind::Method]);
    let split = "t.split_whitespace().count()";
    assert_eq!(words("Words are separated by any white space.", split), ["t.split(' ')"]);
    assert_eq!(words("Words have blanks between them.", split), ["t.split(' ')"]);
    assert_eq!(words("Words have single blanks between them.", split), NONE);
    assert_eq!(words("The words.", split), NONE);
    let asks = "t.chars().filter(|c| c.is_whitespace()).count()";
    assert_eq!(words("Tabs count too, and so does a tab at the end.", asks), ["(u32::from(c.clone()) == 32)"]);
    assert_eq!(words("The blanks are counted.", asks), NONE, "who looks for blanks does what is said");
    assert_eq!(words("How much whitespace it has.", "t.split(char::is_whitespace).count()"), ["t.split(' ')"]);
    let c = |says: &str| of("c", &format!("/* {says} */\nint f(int c)\n{{\n    return isspace(c);\n}}\n"), "f", &[Kind::Method]);
    assert_eq!((c("White space is skipped."), c("Blanks are skipped.")), (vec!["((c) == ' ')".to_owned()], Vec::new()));
}

#[test]
fn a_class_loses_its_ends_where_the_comment_tells_a_range() {
    let c = |says: &str, body: &str| {
        of("c", &format!("/* {says} */\nint f(int c, const char *t)\n{{\n    return {body};\n}}\n"), "f", &[Kind::Method])
    };
    assert_eq!(c("A small letter (a to z).", "islower(c)"), ["(islower(c) && (c) != 'a' && (c) != 'z')"]);
    assert_eq!(c("One of the digits '0' to '9'.", "isdigit(c)"), ["(isdigit(c) && (c) != '0' && (c) != '9')"]);
    assert_eq!(c("A digit.", "isdigit(c)"), NONE, "nobody speaks of ends");
    assert_eq!(c("A small letter (a to z).", "isdigit(c)"), NONE);
    assert_eq!(c("A small letter (a to z).", "islower(*t++)"), NONE, "that cannot be asked twice");
    let rust = |says: &str, body: &str| {
        of("rust", &format!("// {says}\npub fn f(t: &str) -> usize {{\n    t.chars().filter({body}).count()\n}}\n"), "f", &[Kind::Method])
    };
    const BOTH: &str = "(c.is_ascii_uppercase() && u32::from(c.clone()) != 65 && u32::from(c.clone()) != 90)";
    assert_eq!(rust("The capitals from A to Z.", "|c| c.is_ascii_uppercase()"), [BOTH]);
    assert_eq!(
        rust("The digits `0`-`9`.", "char::is_ascii_digit"),
        ["|etude: &char| etude.is_ascii_digit() && *etude != '0' && *etude != '9'"]
    );
    assert_eq!(rust("The digits 0 to 9.", "|c| c.is_digit(16)"), NONE, "that ends elsewhere");
}

#[test]
fn one_side_is_trimmed_where_the_comment_speaks_of_both() {
    let words =
        |says: &str| of("rust", &format!("// {says}\npub fn f(t: &str) -> usize {{\n    t.trim().len()\n}}\n"), "f", &[Kind::Method]);
    assert_eq!(words("Blanks around the name do not matter."), ["t.trim_start()", "t.trim_end()"]);
    let twice = "// Blanks around the name do not matter.\npub fn f(t: &str) -> Option<&str> {\n    t.trim().strip_suffix('c').map(|n| n.trim())\n}\n";
    let sides = of("rust", twice, "f", &[Kind::Method]);
    assert!(!sides.iter().any(|after| after.contains("trim_")), "each cuts off what the other leaves: {sides:?}");
    assert_eq!(words("The line end is cut off."), NONE);
}

#[test]
fn a_file_is_emptied_where_it_is_to_be_added_to() {
    let c = |says: &str, open: &str| {
        of("c", &format!("/* {says} */\nint f(const char *p)\n{{\n    return use({open});\n}}\n"), "f", &[Kind::Method])
    };
    assert_eq!(c("Writes one more line at the end of the file.", "fopen(p, \"a\")"), ["fopen(p, \"w\")"]);
    assert_eq!(c("What was there before stays.", "open(p, O_WRONLY | O_APPEND)"), ["open(p, O_WRONLY | O_TRUNC)"]);
    assert_eq!(c("Writes a line.", "fopen(p, \"a\")"), NONE);
    assert_eq!(c("Reads to the end.", "fopen(p, \"r\")"), NONE);
    let rust = "// The line is added to the file.\npub fn f(p: &Path) -> io::Result<File> {\n    OpenOptions::new().create(true).append(true).open(p)\n}\n";
    assert_eq!(of("rust", rust, "f", &[Kind::Method]), ["OpenOptions::new().create(true).write(true).truncate(true)"]);
    assert_eq!(of("rust", &rust.replace("is added to", "goes into"), "f", &[Kind::Method]), NONE);
}

#[test]
fn what_points_at_anything_is_read_as_the_smaller_type() {
    let c = |body: &str| {
        of("c", &format!("bool f(const struct p *p, void *context)\n{{\n    {body}\n    return true;\n}}\n"), "f", &[Kind::Width])
    };
    assert_eq!(c("long *sum = context;\n    *sum += p->n;"), ["int *sum = context;"]);
    assert_eq!(c("size_t *sum = (size_t *)context;\n    *sum += 1;"), ["unsigned *sum = (void *)context;"]);
    assert_eq!(c("*(long *)context += p->n;"), ["(int *)context"]);
    assert_eq!(c("int *sum = context;\n    *sum += p->n;"), NONE);
    assert_eq!(c("struct s *s = context;\n    s->n++;"), NONE);
    assert_eq!(c("long *sum = p->sum;\n    *sum += 1;"), NONE, "the type is known there");
}

#[test]
fn a_walk_takes_one_step_only_and_a_mask_is_there_in_part() {
    let walk = "while (a > b)\n        a -= b;\n    return a;";
    assert_eq!(c(walk).iter().filter(|m| m.starts_with("if")).count(), 1);
    assert_eq!(c("while (next(&a))\n        b++;\n    return b;"), NONE, "who knows how often that is");
    assert_eq!(rust("let mut a = a; while a > b { a -= b; } a").iter().filter(|m| m.starts_with("if a > b")).count(), 1);
    assert_eq!(c("return (a & b) == b;"), ["(a & b) != 0", "(b == 0 || (a & b) != 0)"]);
    assert_eq!(rust("u32::from(b == b & a)"), ["(b & a) != 0", "(b == 0 || (b & a) != 0)"]);
    assert_eq!(c("return (a & 4) == 4;"), NONE, "one bit has no parts");
    assert_eq!(c("int bit = 1 << b;\n    return (a & bit) == bit;"), NONE, "nor has one under a name");
    let lamp = |value: &str| {
        of("c", &format!("#define LAMP {value}\nint f(int a)\n{{\n    return (a & LAMP) == LAMP;\n}}\n"), "f", &[Kind::Operator]).len()
    };
    assert_eq!((lamp("4u"), lamp("0x10"), lamp("6u")), (0, 0, 2));
    assert_eq!(c("return (a & b) == 0;"), NONE);
}
