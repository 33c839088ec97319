//! Which slips belong to a place that tests must notice.

use super::*;

/// The text of each place among all slips of a function.
pub fn places(language: &str, source: &str, name: &str) -> Vec<String> {
    let found = all_of(language, source, name);
    let mut all: Vec<String> = found.iter().filter_map(|m| source.get(m.place.clone()?).map(str::to_owned)).collect();
    all.sort();
    all.dedup();
    all
}

/// The same without whole checks that refuse.
fn apart_from_checks(language: &str, source: &str, name: &str) -> Vec<String> {
    places(language, source, name).into_iter().filter(|place| !place.starts_with("if ")).collect()
}

#[test]
fn limits_ranges_keys_and_named_answers_are_such_places() {
    let toll = "const HEAVY: u32 = 20;\nfn toll(grams: u32) -> u32 {\n    if grams > HEAVY { 5 } else { 2 }\n}\n";
    assert_eq!(places("rust", toll, "toll"), ["grams > HEAVY"]);
    let grade = "fn grade(points: u32) -> char {\n    match points {\n        90..=100 => 'a',\n        _ => 'b',\n    }\n}\n";
    assert_eq!(places("rust", grade, "grade"), ["90..=100"]);
    let take = "struct Box { left: u32 }\nimpl Box {\n    fn take(&mut self, n: u32) -> Result<u32, String> {\n        if n > self.left {\n            return Err(String::new());\n        }\n        self.left -= n;\n        Ok(n)\n    }\n}\n";
    assert_eq!(apart_from_checks("rust", take, "take"), ["n > self.left", "self.left -= n;"]);
    let key = "struct P { code: u32 }\nfn find(all: &[P], code: u32) -> Option<usize> {\n    all.iter().position(|p| p.code == code)\n}\n";
    assert_eq!(places("rust", key, "find"), ["p.code == code"]);
    let error = "enum Bad { Empty, Long }\nfn read(t: &str) -> Result<usize, Bad> {\n    if t.is_empty() {\n        return Err(Bad::Empty);\n    }\n    Ok(t.len())\n}\n";
    assert_eq!(apart_from_checks("rust", error, "read"), ["Empty"]);
    let c = "#define ROOM 8\n#define FULL 2\n#define GONE 3\nint put(int used)\n{\n    if (used >= ROOM) {\n        return FULL;\n    }\n    return used + 1;\n}\n";
    assert_eq!(places("c", c, "put"), ["FULL", "used >= ROOM"]);
}

#[test]
fn where_both_sides_may_come_to_the_same_nothing_is_claimed() {
    for (source, name) in [
        // The middle changes places with itself.
        (
            "fn turn(v: &mut [u32]) {\n    let (mut a, mut b) = (0, v.len() - 1);\n    while a < b {\n        v.swap(a, b);\n        a += 1;\n        b -= 1;\n    }\n}\n",
            "turn",
        ),
        // Nought adds nothing.
        ("fn gains(v: &[i32]) -> i32 {\n    v.iter().filter(|n| **n > 0).sum()\n}\n", "gains"),
        // Equal elements may change places.
        (
            "fn order(v: &mut [u32]) {\n    for i in 1..v.len() {\n        if v[i - 1] > v[i] {\n            v.swap(i - 1, i);\n        }\n    }\n}\n",
            "order",
        ),
        ("fn gap(from: u32, to: u32) -> u32 {\n    if from > to {\n        return 0;\n    }\n    to - from\n}\n", "gap"),
    ] {
        let found = places("rust", source, name);
        let edges: Vec<&String> = found.iter().filter(|p| p.contains(['<', '>'])).collect();
        assert!(edges.is_empty(), "{edges:?}");
    }
}

#[test]
fn a_truth_value_that_is_answered_is_such_a_place() {
    let truths = |language: &str, source: &str, name: &str| {
        places(language, source, name).into_iter().filter(|p| p == "true" || p == "false").collect::<Vec<_>>()
    };
    let add = "bool add(int *used, int n)\n{\n    if (n == *used) {\n        return false;\n    }\n    *used += n;\n    return true;\n}\n";
    assert_eq!(truths("c", add, "add"), ["false", "true"]);
    let any = "fn any(v: &[u32], n: u32) -> bool {\n    for x in v {\n        if x * n > n + x {\n            return true;\n        }\n    }\n    false\n}\n";
    assert_eq!(truths("rust", any, "any"), ["false", "true"]);
}

#[test]
fn a_truth_value_that_no_test_can_tell_is_none() {
    for (language, source, name) in [
        // Only the system comes to the one, so a caller need not ask for the other.
        (
            "c",
            "bool put(struct list *all)\n{\n    int *room = malloc(4);\n    if (room == NULL) {\n        return false;\n    }\n    all->first = room;\n    return true;\n}\n",
            "put",
        ),
        (
            "c",
            "bool ended(int child)\n{\n    int status = 0;\n    if (waitpid(child, &status, 0) != child) {\n        return false;\n    }\n    return WIFEXITED(status);\n}\n",
            "ended",
        ),
        (
            "rust",
            "fn put(all: &Mutex<u32>) -> bool {\n    let Ok(mut held) = all.lock() else { return false };\n    *held += 1;\n    true\n}\n",
            "put",
        ),
        // Nobody asks about nothing.
        (
            "c",
            "bool same(const char *a, const char *b)\n{\n    if (a == NULL || !b) {\n        return false;\n    }\n    return a[0] == b[0];\n}\n",
            "same",
        ),
        // Nothing comes to the end.
        (
            "c",
            "bool open(enum door door)\n{\n    switch (door) {\n    case WIDE:\n        return ask(1);\n    }\n    return false;\n}\n",
            "open",
        ),
    ] {
        let found = places(language, source, name);
        assert!(!found.iter().any(|p| p == "true" || p == "false"), "{name}: {found:?}");
    }
    let twice = "bool has(const int *all, int n, int x)\n{\n    if (n == x) {\n        return false;\n    }\n    for (int i = 0; i < n; i++) {\n        if (all[i] == x) {\n            return true;\n        }\n    }\n    return false;\n}\n";
    let found = all_of("c", twice, "has");
    let early = found.iter().find(|m| m.after == "return true;" && m.line == 4).expect("a slip at the early way out");
    assert_eq!(early.place, None);
}

#[test]
fn what_gives_back_through_a_wrapper_is_owed() {
    let source = "static void gone(struct guest *guest)\n{\n    free(guest->name);\n    free(guest);\n}\nstatic void greet(struct guest *guest)\n{\n    puts(guest->name);\n}\nvoid leave(struct guest *guest)\n{\n    greet(guest);\n    gone(guest);\n}\n";
    assert_eq!(places("c", source, "leave"), ["gone(guest);"]);
}

#[test]
fn the_end_of_a_text_in_the_callers_room_is_such_a_place() {
    let copy = "void copy(char *to, const char *from, int n)\n{\n    memcpy(to, from, n);\n    to[n] = '\\0';\n}\n";
    assert!(places("c", copy, "copy").contains(&"to[n] = '\\0';".to_owned()));
    let hut = "struct hut { char name[8]; };\nvoid set(struct hut *hut, struct hut own, const char *from, int n)\n{\n    memcpy(hut->name, from, n);\n    hut->name[n] = '\\0';\n    own.name[n] = '\\0';\n}\n";
    let ends: Vec<String> = places("c", hut, "set").into_iter().filter(|p| p.contains("[n]")).collect();
    assert_eq!(ends, ["hut->name[n] = '\\0';"]);
    let empty = "void clear(char *to, int n)\n{\n    to[0] = '\\0';\n    n++;\n}\n";
    assert!(!places("c", empty, "clear").iter().any(|p| p.contains("to[0]")), "{:?}", places("c", empty, "clear"));
}

/// The slips that are made with and without a comment above the function.
fn with_promise(comment: &str, source: &str, name: &str) -> [Vec<String>; 2] {
    let language = language::by_name("c").unwrap();
    let made = |content: String| {
        let line = content.lines().position(|l| l.contains(&format!("{name}("))).map_or(1, |at| at + 1);
        let files = [file("src/a.c", &content)];
        let stubs = [stub(name, "src/a.c", u32::try_from(line).unwrap())];
        let all = mutants(language, &files, &files, &stubs);
        let elsewhere = of_other_places(language, &files, &files, &stubs, &all);
        all.iter().chain(&elsewhere).filter(|m| m.place.is_some()).map(|m| format!("{} -> {}", m.before, m.after)).collect()
    };
    [made(format!("/* {comment} */\n{source}")), made(source.to_owned())]
}

#[test]
fn a_comment_makes_a_place_of_what_it_promises() {
    let first = "bool first(const int *all, int n, int *which)\n{\n    if (n == 0) {\n        return false;\n    }\n    *which = all[0];\n    return true;\n}\n";
    let errno =
        "int read_it(const char *text)\n{\n    if (text[0] == 'x') {\n        errno = EDOM;\n        return -1;\n    }\n    return 0;\n}\n";
    let bytes = "int count(FILE *in)\n{\n    int letter;\n    int n = 0;\n    while ((letter = getc(in)) != EOF) {\n        n++;\n    }\n    return n;\n}\n";
    let child = "void send(int (*work)(void))\n{\n    pid_t child = fork();\n    if (child == 0) {\n        _exit(work());\n    }\n    waitpid(child, NULL, 0);\n}\n";
    let all = "void all(int n)\n{\n    for (int i = 0; i < n; i++) {\n        if (fork() == 0) {\n            _exit(i);\n        }\n    }\n    for (int i = 0; i < n; i++) {\n        wait(NULL);\n    }\n}\n";
    let any = all.replace("for (int i = 0; i < n; i++) {\n        wait(NULL);\n    }", "while (wait(NULL) > 0)\n        ;");
    for (comment, source, name, slip) in [
        ("No child is left that nobody waited for.", all, "all", "wait(NULL);\n    } -> ;"),
        ("No child is left that nobody waited for.", &any, "all", "while (wait(NULL) > 0)\n        ; -> ;"),
        ("The first. False for none, and *which is as it was.", first, "first", "*which += 1; if"),
        ("Sets errno to EDOM.", errno, "read_it", "EDOM -> EINVAL"),
        ("The text may hold any byte.", bytes, "count", "signed char letter;"),
        ("Leaves no child that nobody waited for.", child, "send", "waitpid(child, NULL, 0); -> "),
    ] {
        let [promised, silent] = with_promise(comment, source, name);
        assert!(promised.iter().any(|s| s.contains(slip)), "{name}: {promised:?}");
        assert!(!silent.iter().any(|s| s.contains(slip)), "{name}: {silent:?}");
    }
}

#[test]
fn the_other_side_of_a_named_limit_is_asked_for() {
    let source =
        "#define FULL 600\nint shut(int level)\n{\n    if (level >= FULL) {\n        return 1;\n    }\n    return level > 20 ? 3 : 2;\n}\n";
    let sides = |source: &str| {
        let files = [file("src/a.c", source)];
        slips(&other_sides(language::by_name("c").unwrap(), &files, &files, &[stub("shut", "src/a.c", 2)], &[]))
    };
    assert_eq!(sides(source), ["off_by_one: level >= FULL -> level >= (FULL - 1)"]);
    let both = sides(&source.replace(">= FULL", "== FULL"));
    assert_eq!(both, ["off_by_one: level == FULL -> level == (FULL + 1)", "off_by_one: level == FULL -> level == (FULL - 1)"]);
}

#[test]
fn the_only_write_to_the_callers_place_is_such_a_place_whatever_it_is_written_with() {
    let writes = |source: &str, name: &str| {
        let language = if source.contains("fn ") { "rust" } else { "c" };
        places(language, source, name).into_iter().filter(|place| place.ends_with(';')).collect::<Vec<_>>()
    };
    let step = "struct room { int count; int all[8]; };\nint take(struct room *room, int at, int *left)\n{\n    room->count--;\n    (*left)++;\n    at++;\n    return room->all[at];\n}\n";
    assert_eq!(writes(step, "take"), ["(*left)++;", "room->count--;"]);
    let twice = step.replace("at++;", "room->count = at;");
    assert_eq!(writes(&twice, "take"), ["(*left)++;"], "one write may hide the other");
    let arms = step.replace("room->count--;", "if (at > 3)\n        room->count--;\n    else\n        room->count++;");
    assert_eq!(writes(&arms, "take"), ["(*left)++;", "room->count++;", "room->count--;"], "nobody comes to both");
    let add = "struct Till { sum: u32 }\nimpl Till {\n    fn add(&mut self, cents: u32) {\n        self.sum += cents;\n    }\n}\n";
    assert_eq!(writes(add, "add"), ["self.sum += cents;"]);
}
