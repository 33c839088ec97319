//! Slips that weak tests let through must be among those that are made.

use super::*;

#[test]
fn a_key_is_mistaken_for_its_neighbours() {
    let text = "struct P { code: u32, name: String, used: u32 }
fn find(all: &[P], code: u32, name: &str) -> Option<usize> {
    all.iter().position(|p| p.code == code && p.name == name)
}
";
    let found = of("rust", text, "find");
    has(&found, "boundary: p.code == code -> p.code >= code");
    has(&found, "boundary: p.code == code -> p.code <= code");
    has(&found, "boundary: p.name == name -> p.name.to_string() >= name.to_string()");
    let kept = "struct P { code: u32 }\nfn without(all: &mut Vec<P>, code: u32) {\n    all.retain(|p| p.code != code);\n}\n";
    has(&of("rust", kept, "without"), "boundary: p.code != code -> p.code > code");
    let c = "struct p { int code; int used; };
int find(const struct p *all, int count, int code, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (all[i].code == code && strcmp(all[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}
";
    let found = all_of("c", c, "find");
    has(&found, "boundary: all[i].code == code -> all[i].code >= code");
    has(&found, "boundary: all[i].code == code -> all[i].code <= code");
    has(&found, "boundary: strcmp(all[i].name, name) == 0 -> strcmp(all[i].name, name) >= 0");
    has(
        &all_of("c", &c.replace("strcmp(all[i].name, name) == 0", "!strcmp(all[i].name, name)"), "find"),
        "boundary: !strcmp(all[i].name, name) -> (strcmp(all[i].name, name) <= 0)",
    );
}

#[test]
fn counters_places_and_constants_are_no_keys() {
    let text = "const ROOM: u32 = 4;
struct S { used: u32, all: Vec<u32> }
impl S {
    fn put(&mut self, at: usize, most: u32, n: u32) -> bool {
        if self.used == most || self.used == ROOM {
            return false;
        }
        for (i, x) in self.all.iter_mut().enumerate() {
            if i == at {
                *x = n;
            }
        }
        self.used += 1;
        true
    }
}
";
    let found = all_of("rust", text, "put");
    ["self.used >= most", "self.used >= ROOM", "i >= at"].iter().for_each(|part| has_no(&found, part));
    let c = "struct s { int used; int all[4]; };\nint put(struct s *s, int most, int n)\n{\n    if (s->used == most) {\n        return n;\n    }\n    s->used++;\n    return 0;\n}\n";
    has_no(&all_of("c", c, "put"), "s->used >= most");
    // In one chain of a table there is hardly a second key.
    let table = "int has(struct t *t, int key)\n{\n    struct e *e = t->all[key % 8];\n    return e->key == key;\n}\n";
    has_no(&all_of("c", table, "has"), "e->key >= key");
}

#[test]
fn a_store_comes_before_its_check() {
    let text = "struct A { sum: u32 }
impl A {
    fn take(&mut self, n: u32) -> Result<u32, String> {
        if n > self.sum {
            return Err(String::new());
        }
        self.sum -= n;
        Ok(self.sum)
    }
}
";
    let found = of("rust", text, "take");
    let moved = found.iter().find(|m| m.kind == Kind::Order).unwrap();
    assert!(moved.after.starts_with("self.sum -= n;") && moved.after.trim_end().ends_with('}'), "{moved:?}");
    let c = "int put(struct s *s, int n)\n{\n    if (n > 9) {\n        return -1;\n    }\n    s->all[s->used] = n;\n    return 0;\n}\n";
    assert!(of("c", c, "put").iter().any(|m| m.kind == Kind::Order));
    // Without memory nothing is tested, and what is the function's own is forgotten.
    let made = c.replace("    if (n > 9)", "    char *p = malloc(4);\n    if (p == NULL)");
    assert!(!all_of("c", &made, "put").iter().any(|m| m.kind == Kind::Order));
    let own = c.replace("s->all[s->used] = n", "n = 3");
    assert!(!all_of("c", &own, "put").iter().any(|m| m.kind == Kind::Order));
}

#[test]
fn one_error_is_taken_for_another() {
    let text = "enum E { Gone, Twice, Bad(String), Odd(String) }
fn read(n: u32, t: &str) -> Result<u32, E> {
    if n == 0 {
        return Err(E::Gone);
    }
    if n == 1 {
        return Err(E::Bad(t.to_string()));
    }
    Ok(n)
}
";
    let found = all_of("rust", text, "read");
    assert!(found.iter().any(|m| m.after.contains("E::Twice")), "{:?}", slips(&found));
    assert!(found.iter().any(|m| m.after.contains("E::Odd")), "{:?}", slips(&found));
    let texts = "fn read(n: u32) -> Result<u32, String> {
    if n == 0 {
        return Err(String::from(\"none\"));
    }
    n.checked_sub(5).ok_or(String::from(\"few\"))
}
";
    let found = of("rust", texts, "read");
    has(&found, "constant: String::from(\"none\") -> String::from(\"few\")");
    has(&found, "constant: String::from(\"few\") -> String::from(\"none\")");
    let c = "#define ERR_FULL 3\n#define SEATS 40\n#define ERR_GONE 4\nint f(int n)\n{\n    if (n > 2) {\n        return ERR_FULL;\n    }\n    return 0;\n}\n";
    has(&of("c", c, "f"), "constant: return ERR_FULL; -> return ERR_GONE;");
}

#[test]
fn a_constant_of_another_file_is_not_taken_for_its_family() {
    let files = [
        file("src/a.rs", "const RYE_GRAMS: u32 = 750;\nconst ROLL_GRAMS: u32 = 45;\nfn flour(n: u32) -> u32 {\n    RYE_GRAMS * n\n}\n"),
        file("src/b.rs", "const RYE_CENTS: u32 = 420;\n"),
    ];
    let found = mutants(language::by_name("rust").unwrap(), &files, &files, &[stub("flour", "src/a.rs", 3)]);
    has(&found, "constant: RYE_GRAMS * n -> ROLL_GRAMS * n");
    has_no(&found, "RYE_CENTS");
}

#[test]
fn an_order_loses_each_of_its_keys() {
    let rust = "struct P { level: u32, day: u32, name: String }
fn order(all: &mut Vec<P>) {
    all.sort_by_key(|p| (p.level, p.day, p.name.clone()));
}
";
    let found = all_of("rust", rust, "order");
    has(&found, "key: |p| (p.level, p.day, p.name.clone()) -> |p| (p.level, p.day)");
    has(&found, "key: |p| (p.level, p.day, p.name.clone()) -> |p| (p.level, p.name.clone())");
    let chained = "fn by(a: &P, b: &P) -> Ordering {\n    b.level.cmp(&a.level).then(a.day.cmp(&b.day))\n}\n";
    has(&all_of("rust", chained, "by"), "key: b.level.cmp(&a.level).then(a.day.cmp(&b.day)) -> b.level.cmp(&a.level)");
    let pairs = "fn by(a: &P, b: &P) -> Ordering {\n    (a.level, a.day).cmp(&(b.level, b.day))\n}\n";
    has(&all_of("rust", pairs, "by"), "key: (a.level, a.day).cmp(&(b.level, b.day)) -> a.level.cmp(&b.level)");
    let matched = "fn by(a: &P, b: &P) -> Ordering {
    match a.level.cmp(&b.level) {
        Ordering::Equal => a.day.cmp(&b.day),
        other => other,
    }
}
";
    has(&all_of("rust", matched, "by"), "key: Ordering::Equal => a.day.cmp(&b.day), -> Ordering::Equal => Ordering::Equal,");
    let c = "struct p { int level; int day; };
int by(const struct p *a, const struct p *b)
{
    if (a->level != b->level) {
        return a->level < b->level ? -1 : 1;
    }
    return a->day - b->day;
}
";
    has(&all_of("c", c, "by"), "key: return a->day - b->day; -> return 0; return a->day - b->day;");
}
