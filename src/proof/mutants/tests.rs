use super::*;
use crate::language;

mod answers;
mod either;
mod failing_c;
mod few;
mod orders;
mod places;
mod probes;
mod sequence;
mod sharp;
mod unseen_c;
mod unseen_rust;

fn file(path: &str, content: &str) -> TextFile {
    TextFile { path: path.to_owned(), content: content.to_owned() }
}

fn stub(name: &str, file: &str, line: u32) -> Stub {
    Stub { name: name.to_owned(), file: file.to_owned(), line }
}

/// The mutants of one function, whose starter is the same with an empty body.
fn of(language: &str, source: &str, name: &str) -> Vec<Mutant> {
    let path = if language == "rust" { "src/lib.rs" } else { "src/a.c" };
    let files = [file(path, source)];
    let line = source.lines().position(|l| l.contains(&format!("{name}("))).map_or(1, |at| at + 1);
    mutants(language::by_name(language).unwrap(), &files, &files, &[stub(name, path, u32::try_from(line).unwrap())])
}

/// Every slip that could be chosen, however many there are, but for leaving at once, which says nothing of what stands there.
fn all_of(language: &str, source: &str, name: &str) -> Vec<Mutant> {
    let path = if language == "rust" { "src/lib.rs" } else { "src/a.c" };
    let files = [file(path, source)];
    let code = Code::read(Grammar::of(language::by_name(language).unwrap()).unwrap(), &files);
    let (known, functions) = (Known::of(&code), code.functions());
    let function = functions.iter().find(|f| f.name == name).unwrap();
    let drafts =
        drafts_of(&code, function, &known).found.into_iter().filter(|d| d.kind != Kind::EarlyReturn || !d.new.starts_with("return"));
    drafts.filter_map(|draft| made(&code, name, &(0, draft.clone()), line_of(source, draft.edit.start))).collect()
}

fn slips(found: &[Mutant]) -> Vec<String> {
    found.iter().map(|m| format!("{}: {} -> {}", m.kind.name(), m.before, m.after)).collect()
}

#[track_caller]
fn has(found: &[Mutant], slip: &str) {
    let all = slips(found);
    assert!(all.iter().any(|s| s == slip), "no `{slip}` among\n{}", all.join("\n"));
}

#[track_caller]
fn has_no(found: &[Mutant], part: &str) {
    let all = slips(found);
    assert!(!all.iter().any(|s| s.contains(part)), "`{part}` among\n{}", all.join("\n"));
}

const SHELF: &str = "pub const ROOM: u32 = 8;

pub struct Shelf {
    pub used: u32,
    pub lent: u32,
}

impl Shelf {
    /// How many more fit.
    pub fn free(&self, extra: u32) -> u32 {
        let mut left = ROOM;
        for place in 1..=extra {
            if place > self.used && left < 3 {
                left += place;
            }
        }
        left.saturating_sub(self.used)
    }
}
";

#[test]
fn a_method_is_changed_in_one_place_and_nowhere_else() {
    let found = of("rust", SHELF, "free");
    for mutant in &found {
        let start = SHELF.bytes().zip(mutant.content.bytes()).take_while(|(a, b)| a == b).count();
        let end = SHELF.bytes().rev().zip(mutant.content.bytes().rev()).take_while(|(a, b)| a == b).count();
        assert!(SHELF[..start].contains("fn free"), "{mutant:?}");
        assert!(SHELF.len() - start - end.min(SHELF.len() - start) <= mutant.before.len(), "{mutant:?}");
        assert!((mutant.line..mutant.line + 3).contains(&line_of(SHELF, start)), "{mutant:?}");
    }
    has(&found, "boundary: 1..=extra -> 1..extra");
    has(&found, "method: left.saturating_sub(self.used) -> left.wrapping_sub(self.used)");
    has(&found, "operator: left += place -> left -= place");
}

#[test]
fn there_are_enough_but_not_too_many_of_many_kinds_and_none_twice() {
    let found = of("rust", SHELF, "free");
    assert!((LEAST..=MOST).contains(&found.len()), "{}", found.len());
    let kinds: HashSet<Kind> = found.iter().map(|m| m.kind).collect();
    assert!(kinds.len() >= 6, "{kinds:?}");
    let contents: HashSet<&str> = found.iter().map(|m| m.content.as_str()).collect();
    assert_eq!(contents.len(), found.len());
    assert!(!contents.contains(SHELF));
}

#[test]
fn the_same_bytes_give_the_same_mutants() {
    assert_eq!(of("rust", SHELF, "free"), of("rust", SHELF, "free"));
    assert_eq!(of("c", COPY, "copy"), of("c", COPY, "copy"));
}

#[test]
fn chains_lose_a_link_or_get_the_twin_of_one() {
    let found = of("rust", "fn best(v: &[u32]) -> u32 {\n    v.iter().rev().skip(1).copied().max().unwrap_or(0)\n}\n", "best");
    has(&found, "method: v.iter().rev() -> v.iter()");
    has(&found, "method: v.iter().rev().skip(1) -> v.iter().rev().take(1)");
    has(&found, "method: v.iter().rev().skip(1).copied().max() -> v.iter().rev().skip(1).copied().min()");
    let found = of("rust", "fn order(v: &mut Vec<(u32, u32)>) {\n    v.sort_by(|a, b| b.0.cmp(&a.0));\n}\n", "order");
    has(&found, "swapped_arguments: b.0.cmp(&a.0) -> a.0.cmp(&b.0)");
    has(&found, "removed_statement: v.sort_by(|a, b| b.0.cmp(&a.0)); -> ");
}

#[test]
fn arms_are_lost_only_where_the_match_stays_whole() {
    let whole = "fn name(n: u32) -> &'static str {\n    match n {\n        0 => \"none\",\n        1..=9 => \"few\",\n        _ => \"many\",\n    }\n}\n";
    let found = of("rust", whole, "name");
    has(&found, "boundary: 1..=9 -> 1..9");
    has(&found, "arm: 0 => \"none\", -> ");
    let bare = "fn flip(b: bool) -> u32 {\n    match b {\n        true => 1,\n        false => 2,\n    }\n}\n";
    has_no(&of("rust", bare, "flip"), "=>  -> ");
    has_no(&of("rust", bare, "flip"), "true => 1, -> false");
}

#[test]
fn results_closures_and_threads_are_changed_where_it_shows() {
    let text = "fn read(t: &str) -> Result<u32, String> {
    if t.is_empty() {
        return Err(String::new());
    }
    let n: u32 = t.parse().map_err(|_| t.to_string())?;
    println!(\"{}\", n + 1);
    Ok(n * 2)
}
";
    let found = of("rust", text, "read");
    has(&found, "condition: t.is_empty() -> !t.is_empty()");
    has(&found, "operator: n * 2 -> n + 2");
    has_no(&found, "println");
    has_no(&found, "let n: u32 = t.parse().map_err(|_| t.to_string())?; -> ");
    let text = "fn all(n: u32) -> u32 {
    let worker = std::thread::spawn(move || n * 2);
    let more = (0..n).filter(|x| x % 2 == 0).count();
    let done = worker.join().unwrap();
    done + more as u32
}
";
    let found = of("rust", text, "all");
    has(&found, "boundary: 0..n -> 0..=n");
    has(&found, "condition: x % 2 == 0 -> x % 2 != 0");
    has_no(&found, "join().unwrap(); ->");
    let text = "fn run(n: u32) -> usize {
    let mut all = Vec::new();
    for i in 0..n {
        all.push(std::thread::spawn(move || i));
    }
    all.into_iter().map(|h| h.join().unwrap() as usize).sum()
}
";
    let found = of("rust", text, "run");
    has(
        &found,
        "method: all.into_iter().map(|h| h.join().unwrap() as usize).sum() -> all.into_iter().map(|h| h.join().unwrap() as usize).product()",
    );
    // Without anything put into it, the list has no type.
    has_no(&found, "removed_statement");
}

#[test]
fn generics_keep_to_what_their_bounds_allow() {
    let text = "use std::ops::Add;\nfn sum<T: Add<Output = T> + Copy>(a: T, b: T) -> T {\n    a + b\n}\n";
    has_no(&of("rust", text, "sum"), "a - b");
    has_no(&of("rust", text, "sum"), "a * b");
}

#[test]
fn an_edge_that_belongs_to_both_sides_is_left_alone() {
    let least = "fn least(a: u32, b: u32) -> u32 {\n    if a < b { a } else { b }\n}\n";
    has_no(&of("rust", least, "least"), "a <= b");
    let worst = "fn worst(v: &[u32]) -> u32 {\n    let mut worst = 0;\n    for x in v {\n        if *x > worst {\n            worst = *x;\n        }\n    }\n    worst\n}\n";
    has_no(&of("rust", worst, "worst"), "*x >= worst");
    let size = "int size(int a, int b)\n{\n    return a > b ? a : b;\n}\n";
    has_no(&of("c", size, "size"), "a >= b");
    let found = "fn at(v: &[i32], w: i32) -> i32 {\n    if v[0] == w {\n        return 0;\n    }\n    if v[0] < w { 1 } else { 2 }\n}\n";
    has_no(&of("rust", found, "at"), "v[0] < w -> v[0] <= w");
    let kept = "fn kept(a: u32, b: u32) -> u32 {\n    if a < b { a } else { 0 }\n}\n";
    has(&of("rust", kept, "kept"), "boundary: a < b -> a <= b");
}

#[test]
fn arguments_are_swapped_only_when_they_have_one_type() {
    let text = "fn take(a: u32, b: u32, name: &str) -> u32 {\n    a - b + name.len() as u32\n}\nfn give(x: u32, y: u32) -> u32 {\n    take(x, y, \"z\")\n}\n";
    let found = of("rust", text, "give");
    has(&found, "swapped_arguments: take(x, y, \"z\") -> take(y, x, \"z\")");
    has_no(&found, "take(x, \"z\", y)");
}

const COPY: &str = "#include <stdlib.h>
#include <string.h>

char *copy(const char *text, char end)
{
    size_t length = strlen(text);
    char *copied = malloc(length + 1);
    if (copied == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < length; i++) {
        copied[i] = text[i] == end ? '.' : text[i];
    }
    copied[length] = '\\0';
    return copied;
}
";

#[test]
fn a_string_loses_the_room_for_its_end_or_the_end() {
    let found = of("c", COPY, "copy");
    has(&found, "nul_slot: length + 1 -> length");
    has(&found, "nul_slot: copied[length] = '\\0'; -> ");
    has(&found, "boundary: i < length -> i <= length");
    // More room than needed is not noticed, and neither is what happens without memory.
    has_no(&found, "length + 2");
    has_no(&found, "copied == NULL -> 0");
}

const NODES: &str = "struct node { int value; int weight; struct node *next; };
typedef int (*question)(int value, void *context);

struct node *grow(struct node *head, size_t count, question ask, void *context)
{
    struct node *all = malloc(count * sizeof *all);
    struct node *at = head;
    while (at != NULL && ask(at->value, context)) {
        struct node *next = at->next;
        free(at);
        at = next;
    }
    FILE *file = fopen(\"x\", \"r\");
    if (file == NULL) {
        return head;
    }
    fprintf(stderr, \"%d\", 1 + 1);
    return all;
}
";

#[test]
fn structs_callbacks_and_memory_have_slips_of_their_own() {
    let found = of("c", NODES, "grow");
    has(&found, "sizeof: count * sizeof *all -> count * sizeof all");
    has(&found, "removed_statement: free(at); -> ");
    has(&found, "field: ask(at->value, context) -> ask(at->weight, context)");
    has_no(&found, "stderr");
}

#[test]
fn what_has_the_size_of_a_pointer_keeps_its_sizeof() {
    let text = "double *make(size_t n)\n{\n    double *all = malloc(n * sizeof *all);\n    return all;\n}\n";
    let found = of("c", text, "make");
    has_no(&found, "sizeof all");
    has(&found, "sizeof: n * sizeof *all -> n");
}

#[test]
fn a_body_without_anything_to_change_gives_few_or_none() {
    assert_eq!(slips(&of("rust", "fn nothing() {}\n", "nothing")), Vec::<String>::new());
    assert_eq!(slips(&of("rust", "fn same(x: String) -> String {\n    x\n}\n", "same")), Vec::<String>::new());
    assert_eq!(slips(&of("c", "void nothing(void)\n{\n}\n", "nothing")), Vec::<String>::new());
    assert_eq!(slips(&of("rust", "fn broken( -> {", "broken")), Vec::<String>::new());
}

const STARTER: &str = "struct A;
struct B;
impl A {
    /// Given.
    fn new() -> A { A }
}
impl B {
    fn new(start: u32) -> u32 {
        let _ = start;
        todo!(\"ex-1\")
    }
    fn twice(&self, n: u32) -> u32 { todo!(\"ex-2\") }
}
";

const REFERENCE: &str = "struct A;
struct B;
impl A {
    /// Given.
    fn new() -> A { A }
}
impl B {
    fn new(first: u32) -> u32 {
        first + 1
    }
    fn twice(&self, n: u32) -> u32 { helper(n) }
}
fn helper(n: u32) -> u32 { TABLE[0](n) * 2 }
const TABLE: [fn(u32) -> u32; 1] = [B::new];
";

#[test]
fn a_stub_is_put_back_whole_and_alone() {
    let language = language::by_name("rust").unwrap();
    let (starter, source) = ([file("src/lib.rs", STARTER)], [file("src/lib.rs", REFERENCE)]);
    let back = put_back(language, &starter, &source, &stub("new", "src/lib.rs", 8)).unwrap();
    assert_eq!(
        back.content,
        REFERENCE.replace(
            "fn new(first: u32) -> u32 {\n        first + 1",
            "fn new(start: u32) -> u32 {\n        let _ = start;\n        todo!(\"ex-1\")"
        )
    );
    assert_eq!(put_back(language, &starter, &source, &stub("gone", "src/lib.rs", 1)), None);
}

#[test]
fn a_c_stub_brings_its_header_back() {
    let starter = [file("src/a.c", "#include \"a.h\"\n#include \"etude.h\"\n\nint f(int n)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n")];
    let source = [file("src/a.c", "#include \"a.h\"\n\nint f(int m)\n{\n    return m;\n}\n")];
    let back = put_back(language::by_name("c").unwrap(), &starter, &source, &stub("f", "src/a.c", 4)).unwrap();
    assert_eq!(back.content, "#include \"a.h\"\n\n#include \"etude.h\"\nint f(int n)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n");
}

#[test]
fn the_graph_goes_through_helpers_and_tables_and_mutants_do_too() {
    let language = language::by_name("rust").unwrap();
    let (starter, source) = ([file("src/lib.rs", STARTER)], [file("src/lib.rs", REFERENCE)]);
    let stubs = [stub("new", "src/lib.rs", 8), stub("twice", "src/lib.rs", 12)];
    let graph = call_graph(language, &starter, &source, &stubs);
    assert_eq!(graph["twice"], BTreeSet::from(["new".to_owned()]));
    assert_eq!(graph["new"], BTreeSet::new());
    let found = mutants(language, &starter, &source, &stubs);
    assert!(found.iter().any(|m| m.stub == "twice" && m.before.contains("TABLE[0](n) * 2")), "{:?}", slips(&found));
}

#[test]
fn operators_and_formats_lead_to_the_traits_behind_them() {
    let text = "struct M(u32);
impl std::ops::Add for M {
    type Output = M;
    fn add(self, other: M) -> M { M(self.0 + other.0) }
}
fn sum(a: M, b: M) -> M { a + b }
fn first(a: M) -> u32 { a.0 }
";
    let files = [file("src/lib.rs", text)];
    let stubs = [stub("add", "src/lib.rs", 4), stub("sum", "src/lib.rs", 6), stub("first", "src/lib.rs", 7)];
    let graph = call_graph(language::by_name("rust").unwrap(), &files, &files, &stubs);
    assert!(graph["sum"].contains("add"), "{graph:?}");
    assert_eq!(graph["first"], BTreeSet::new());
}

#[test]
fn a_guesser_answers_with_what_needs_no_thought() {
    let guesses = |language: &str, source: &str, name: &str, expected: &[&str]| {
        let files = [file(if language == "rust" { "src/lib.rs" } else { "src/a.c" }, source)];
        let expected: Vec<String> = expected.iter().map(|e| (*e).to_owned()).collect();
        let tests = [file("tests/a.rs", "fn l(n: u32) -> L { twice(n) }\nfn twice(n: u32) -> L { L(n * 2) }\n")];
        let expected = Expected { values: &expected, tests: &tests };
        let found = trivial_bodies(language::by_name(language).unwrap(), &files, &files, &stub(name, &files[0].path, 1), expected);
        found.into_iter().map(|m| squeezed(m.after.trim_matches(['{', '}', ' ', '\n']))).collect::<Vec<_>>()
    };
    let text = "struct L(u32);\nfn f(a: u32, b: &str) -> L { L(a + 1) }\nfn g(a: &[u32]) -> Vec<u32> { a[1..].to_vec() }\nfn h(a: u32) -> Result<bool, String> { Ok(a > 1) }\nfn i(a: u32) {}\n";
    assert_eq!(guesses("rust", text, "f", &["48", "\"x\"", "L(7)"]), ["L(0)", "L(48)", "L(7)"]);
    let helped = "fn l(n: u32) -> L { twice(n) } fn twice(n: u32) -> L { L(n * 2) } l(3)";
    assert_eq!(guesses("rust", text, "f", &["l(3)", "l(3) + l(4)", "l(seats)"]), ["L(0)", helped]);
    assert_eq!(guesses("rust", text, "g", &["l(3)"]), ["Default::default()", "a.to_vec()"], "of another type");
    assert_eq!(guesses("rust", text, "g", &["3"]), ["Default::default()", "a.to_vec()"]);
    assert_eq!(guesses("rust", text, "h", &["true"]), ["Ok(false)", "Ok(true)"]);
    assert_eq!(guesses("rust", text, "i", &[]), [""; 0]);
    let text = "#define NONE (-1)\nconst int *find(const int *a, const int *b) { return a + 1; }\nint count(int n) { return n + 2; }\n";
    assert_eq!(guesses("c", text, "find", &["3"]), ["return 0;", "return a;", "return b;"]);
    assert_eq!(guesses("c", text, "count", &["3", "NONE", "\"x\""]), ["return 0;", "return 3;", "return NONE;", "return n;"]);
}
