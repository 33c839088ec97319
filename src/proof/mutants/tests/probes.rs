//! Which places are asked about by falling over in them.

use super::*;

/// What is said of each place of a function, whose starter has this comment above it.
fn asked(language: &str, comment: &str, source: &str, name: &str) -> Vec<String> {
    let path = if language == "rust" { "src/lib.rs" } else { "src/a.c" };
    let line = source.lines().position(|l| l.contains(&format!("{name}("))).map_or(0, |at| at);
    let starter: String =
        source.lines().enumerate().map(|(at, l)| if at == line { format!("{comment}\n{l}\n") } else { format!("{l}\n") }).collect();
    let (starter, source) = ([file(path, &starter)], [file(path, source)]);
    let at = u32::try_from(line + 1 + comment.lines().count()).unwrap();
    let found = probes(language::by_name(language).unwrap(), &starter, &source, &[stub(name, path, at)]);
    found.into_iter().map(|probe| probe.says.replacen(&format!("no test of `{name}` "), "", 1)).collect()
}

const NO_ELSE: &str = "has a case in which ";

/// Questions without an `else`.
fn alone(language: &str, source: &str) -> Vec<String> {
    let all = asked(language, "// Nothing.", source, "f").into_iter();
    all.filter_map(|says| Some(says.strip_prefix(NO_ELSE)?.split_once(" does not hold")?.0.to_owned())).collect()
}

/// Without those that are not there.
fn branches(language: &str, source: &str, name: &str) -> Vec<String> {
    let all = asked(language, "// Nothing.", source, name).into_iter().filter(|says| !says.starts_with(NO_ELSE));
    all.map(|says| says.replace(": whatever it does there, all of them pass", "").replace("comes into the ", "")).collect()
}

#[test]
fn branches_of_rust_are_asked_about_one_by_one() {
    let read = "fn read(text: &str) -> Result<Vec<u32>, String> {\n    let mut all = Vec::new();\n    for line in text.lines() {\n        if line.trim().is_empty() {\n            continue;\n        }\n        let Some((_, n)) = line.split_once(':') else {\n            return Err(line.to_string());\n        };\n        match n {\n            \"few\" => all.push(3),\n            \"many\" if all.is_empty() => all.push(9),\n            other => all.push(other.len() as u32),\n        }\n    }\n    if all.len() > 3 { all.reverse() } else { all.sort() }\n    Ok(all)\n}\n";
    assert_eq!(
        branches("rust", read, "read"),
        [
            "branch if line.trim().is_empty()",
            "`else` of let Some((_, n)) = line.split_once(':')",
            "branch \"few\"",
            "branch \"many\" if all.is_empty()",
            "branch if all.len() > 3",
            "`else` of if all.len() > 3",
        ]
    );
    let rest = "fn cost(kind: &str) -> u32 {\n    match kind {\n        \"a\" => 1,\n        _ => 2,\n    }\n}\n";
    assert_eq!(branches("rust", rest, "cost"), ["branch \"a\"", "branch _"]);
}

#[test]
fn what_no_input_need_reach_in_rust_is_left_alone() {
    for source in [
        "fn f(l: &Mutex<u32>) -> u32 {\n    match l.lock() {\n        Ok(n) => *n,\n        Err(e) => *e.into_inner(),\n    }\n}\n",
        "fn f(t: &str) -> u32 {\n    let mut parts = t.split(' ');\n    let Some(first) = parts.next() else {\n        return 0;\n    };\n    first.len() as u32\n}\n",
        "fn f(n: u32) -> u32 {\n    match n % 2 {\n        x if x > 5 => unreachable!(),\n        _ => n,\n    }\n}\n",
        "fn f(v: &mut Vec<u32>) {\n    if v.is_empty() {\n        v.reserve(8);\n    }\n}\n",
        "fn f(n: u64) -> u64 {\n    if n > u64::MAX / 2 {\n        return 0;\n    }\n    n * 2\n}\n",
        "fn f(v: &[u32]) -> bool {\n    if v.is_empty() {\n        return false;\n    }\n    v.iter().any(|n| *n > 3)\n}\n",
        "fn f(c: char) -> u32 {\n    match c {\n        _ => {}\n    }\n    match c.to_digit(10) {\n        None => 0,\n        other => other.unwrap_or(1),\n    }\n}\n",
    ] {
        assert_eq!(branches("rust", source, "f"), [""; 0], "{source}");
    }
}

#[test]
fn an_else_that_was_settled_before_is_left_alone() {
    let river = "enum River {\n    Spring { litres: u32 },\n    Meet(Box<River>, Box<River>),\n}\nfn f(river: River) -> Option<u32> {\n    if let River::Spring { litres } = &river {\n        return Some(*litres);\n    }\n    let River::Meet(left, right) = river else {\n        return None;\n    };\n    f(*left).or(f(*right))\n}\n";
    let elses = |source: &str| branches("rust", source, "f").into_iter().filter(|b| b.starts_with("`else` of let")).count();
    assert_eq!(elses(river), 0);
    assert_eq!(elses(&river.replace("enum River {", "enum River {\n    Dry,")), 1, "a third case comes there");
    assert_eq!(elses(&river.replace("return Some(*litres);", "println!();")), 1, "who does not leave comes there");
    assert_eq!(elses(&river.replace("Spring { litres } = &river", "Spring { litres: 3 } = &river")), 1);
    let option = "fn f(n: Option<u32>) -> u32 {\n    if n.is_none() {\n        return 0;\n    }\n    let Some(m) = n else {\n        return 7;\n    };\n    m\n}\n";
    assert_eq!((elses(option), elses(&option.replace("is_none", "is_some"))), (0, 1));
}

#[test]
fn branches_of_c_are_asked_about_one_by_one() {
    let c = "int f(char op, const char *t, int n)\n{\n    while (isspace((unsigned char)*t)) {\n        t++;\n    }\n    if (*t == '\\0') {\n        n++;\n    } else\n        n--;\n    switch (op) {\n    case '+':\n        n += 2;\n        break;\n    case '-':\n    case '/':\n        return 7;\n    default:\n        return 9;\n    }\n    return n;\n}\n";
    assert_eq!(
        branches("c", c, "f"),
        [
            "branch while (isspace((unsigned char)*t))",
            "branch if (*t == '\\0')",
            "`else` of if (*t == '\\0')",
            "branch case '+'",
            "branch case '/'",
            "branch default"
        ]
    );
}

#[test]
fn what_only_the_system_provokes_in_c_is_left_alone() {
    for source in [
        "int f(int n)\n{\n    int *p = malloc(n);\n    if (p == NULL) {\n        return 3;\n    }\n    free(p);\n    return n;\n}\n",
        "int f(const char *n)\n{\n    FILE *p = fopen(n, \"r\");\n    if (!p) {\n        return 3;\n    }\n    fclose(p);\n    return 0;\n}\n",
        "int f(int n)\n{\n    if (fork() == 0) {\n        _exit(n);\n    }\n    if (n > 3) {\n        n = 2;\n    }\n    return n;\n}\n",
        "void f(int *p)\n{\n    if (p == NULL) {\n        return;\n    }\n    *p = 1;\n}\n",
        "int f(size_t n)\n{\n    if (n > SIZE_MAX / 8) {\n        return 1;\n    }\n    return n == 8;\n}\n",
        "int f(enum kind k)\n{\n    switch (k) {\n    default:\n        return 1;\n    }\n}\n",
    ] {
        assert_eq!(branches("c", source, "f"), [""; 0], "{source}");
    }
    // Not only by itself, also behind another question, in a flag, and passed on by a function of the own files.
    let add = "bool add(char **p)\n{\n    char *more = realloc(*p, 9);\n    if (more == NULL) {\n        return false;\n    }\n    *p = more;\n    return true;\n}\nstatic bool twice(char **p)\n{\n    return add(p) && add(p);\n}\n";
    for body in [
        "if (n > 1 && !add(p)) {\n        return 3;\n    }\n    return n;",
        "if ((n > 1 && !add(p)) || !add(p)) {\n        return 3;\n    }\n    return n;",
        "if (n > 1 && !add(p)) goto fail;\n    return n;\nfail:\n    free(*p);\n    return 3;",
        "if (!twice(p)) {\n        return 3;\n    }\n    return n;",
        "bool good = add(p);\n    for (int i = 0; good && i < n; i++) {\n        good = (i == 0 || add(p)) && add(p);\n    }\n    if (!good) {\n        return 3;\n    }\n    return n;",
        "bool good = true;\n    for (int i = 0; i < n; i++) {\n        good = good && add(p);\n    }\n    if (!good) {\n        return 3;\n    }\n    return n;",
    ] {
        let source = format!("{add}int f(char **p, int n)\n{{\n    {body}\n}}\n");
        assert_eq!(branches("c", &source, "f"), [""; 0], "{source}");
        let others = source.replace("add(p)", "n > 4");
        assert_eq!(branches("c", &others, "f").len(), 1, "{others}");
    }
    let told = "void f(int *p)\n{\n    if (p == NULL) {\n        return;\n    }\n    *p = 1;\n}\n";
    assert_eq!(asked("c", "/* NULL is fine. */", told, "f").len(), 1);
}

#[test]
fn a_call_that_makes_regular_is_asked_about_where_the_comment_speaks_of_it() {
    let name = "fn name(t: &str) -> String {\n    let name = t.trim();\n    name.chars().map(|c| c.to_ascii_lowercase()).collect()\n}\n";
    let calls = |comment: &str, source: &str, language: &str| {
        let name = if language == "c" { "low" } else { "name" };
        let all = asked(language, comment, source, name).into_iter();
        all.filter_map(|says| Some(says.strip_prefix("has a value that ")?.split_once(" changes,")?.0.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(calls("// Blanks around it do not count.", name, "rust"), ["t.trim()"]);
    assert_eq!(calls("// In small letters.", name, "rust"), ["c.to_ascii_lowercase()"]);
    assert!(calls("// The name. In that case, blank lines are skipped.", name, "rust").is_empty());
    let parts = "fn name(t: &str) -> Vec<&str> {\n    t.split(',').map(str::trim).collect()\n}\n";
    assert_eq!(calls("// Without the spaces.", parts, "rust"), ["str::trim"]);
    let c = "int low(const char *t)\n{\n    return tolower(*t) + toupper(*t++);\n}\n";
    assert_eq!(calls("/* Whatever the case is. */", c, "c"), ["tolower(*t)"]);
    assert!(calls("/* The first letter. */", c, "c").is_empty());
    let own = "char *trim(char *t)\n{\n    return t;\n}\nint low(char *t)\n{\n    return *trim(t);\n}\n";
    assert!(
        calls("/* Without the blanks. */", own, "c").iter().all(|call| !call.contains("trim(")),
        "one's own may work where the text lies"
    );
}

#[test]
fn a_refusal_that_is_to_change_nothing_is_tried_with_a_change() {
    let kept = |language: &str, comment: &str, source: &str, name: &str| {
        let all = asked(language, comment, source, name).into_iter();
        all.filter_map(|says| Some(says.strip_prefix("notices when it refuses and changes ")?.split_once(" all the same")?.0.to_owned()))
            .next()
    };
    let rust = "pub struct Jar {\n    pub all: Vec<u32>,\n    pub left: u32,\n    hidden: bool,\n}\nimpl Jar {\n    pub fn take(&mut self, n: u32, from: &mut Vec<u32>) -> Result<u32, String> {\n        self.hidden = true;\n        if n > self.left {\n            return Err(String::new());\n        }\n        self.left -= n;\n        self.all.push(n);\n        from.push(n);\n        Ok(self.left)\n    }\n}\n";
    let said = "    // More than there is is refused, and the jar stays as it was.";
    assert_eq!(kept("rust", said, rust, "take").as_deref(), Some("`self.all`, `self.left`"));
    assert_eq!(kept("rust", "    // Takes some.", rust, "take"), None);
    assert_eq!(kept("rust", said, &rust.replace("&mut", "&"), "take"), None);
    let c = "struct ring { int used; int all[8]; };\nbool put(struct ring *r, int n)\n{\n    if (r->used == 8) {\n        return false;\n    }\n    r->all[r->used] = n;\n    r->used++;\n    return true;\n}\n";
    assert_eq!(kept("c", "/* A full ring is refused and nothing changes. */", c, "put").as_deref(), Some("`r->used`"));
    assert_eq!(kept("c", "/* Puts one. */", c, "put"), None);
    // What several share is asked about by itself, and so is each struct.
    let shop = "pub struct Shelf {\n    pub tools: Vec<String>,\n}\npub struct Bench {\n    pub shelf: Rc<RefCell<Shelf>>,\n    pub taken: Vec<String>,\n}\nimpl Bench {\n    pub fn back(&mut self, tool: &str) -> bool {\n        let Some(at) = self.taken.iter().position(|t| t == tool) else { return false };\n        let tool = self.taken.remove(at);\n        self.shelf.borrow_mut().tools.push(tool);\n        true\n    }\n}\n";
    let said = "    // Whether it lay here; if not, nothing changes.";
    let all = |language: &str, comment: &str, source: &str, name: &str| asked(language, comment, source, name).join("\n");
    let found = all("rust", said, shop, "back");
    assert!(found.contains("changes `self.taken` all") && found.contains("changes `self.shelf.borrow_mut().tools` all"), "{found}");
    let split = "struct load { int count; int kilos; };\nbool split(struct load *from, int n, struct load *to)\n{\n    if (n >= from->count) {\n        return false;\n    }\n    *to = *from;\n    to->count = n;\n    from->count -= n;\n    return true;\n}\n";
    let found = all("c", "/* False otherwise, and neither load changes. */", split, "split");
    assert!(found.contains("changes `from->count` all") && found.contains("changes `*to` all"), "{found}");
    let sum = "int pay(int *left, int n)\n{\n    if (n > *left) {\n        return -1;\n    }\n    *left -= n;\n    return 0;\n}\n";
    assert_eq!(kept("c", "/* -1 for too much, and *left is as it was. */", sum, "pay").as_deref(), Some("`*left`"));
}

#[test]
fn what_is_to_stay_as_it_is_has_to_hold_something_before() {
    let cleared = |language: &str, comment: &str, source: &str| {
        let all = asked(language, comment, source, "look").into_iter();
        all.filter_map(|says| Some(says.strip_prefix("notices when `")?.split_once("` is cleared")?.0.to_owned())).collect::<Vec<_>>()
    };
    let c = "struct search { int street; const int *found; };\nbool look(const int *parcel, void *context)\n{\n    struct search *search = context;\n    if (*parcel != search->street) {\n        return true;\n    }\n    search->found = parcel;\n    return false;\n}\n";
    let stays = "/* Notes the parcel. Otherwise found stays as it is. */";
    assert_eq!(cleared("c", stays, c), ["search->found"]);
    assert!(cleared("c", "/* Notes the parcel. */", c).is_empty());
    assert!(cleared("c", stays, &c.replace("!= search->street", "== *search->found")).is_empty(), "what it reads may be why");
    let deck = "struct deck { int count; int metres; };\nint look(struct deck *deck, int n)\n{\n    if (n < 1) {\n        return 7;\n    }\n    deck->count = 1;\n    deck->metres = n;\n    return 0;\n}\n";
    let both = cleared("c", "/* 7 for too few, and the deck is as it was. */", deck);
    assert_eq!(both, ["deck->count`, `deck->metres"], "who looks at one of them looks at the deck");
    let out = "bool look(int n, int *which)\n{\n    for (int i = 0; i < n; i++) {\n        if (i * i == n) {\n            *which = i;\n            return true;\n        }\n    }\n    return false;\n}\n";
    let stays = "/* False for none, and *which is as it was. */";
    assert_eq!(cleared("c", stays, out), ["*which"]);
    assert!(cleared("c", stays, &out.replace("            return true;\n", "")).is_empty(), "it may be written on the way");
    let rust = "pub struct Search {\n    pub street: u32,\n    pub found: Option<u32>,\n}\nimpl Search {\n    pub fn look(&mut self, parcel: u32) -> bool {\n        if parcel != self.street {\n            return false;\n        }\n        self.found = Some(parcel);\n        true\n    }\n}\n";
    assert_eq!(cleared("rust", "    // False otherwise, and found stays as it is.", rust), ["self.found"]);
    assert!(cleared("rust", "    // Notes the parcel, or false.", rust).is_empty());
}

#[test]
fn the_rows_of_a_table_speak_for_each_other() {
    let rust = |rows: &str| format!("fn f(n: u32) -> u32 {{\n    match n {{\n{rows}        _ => 0,\n    }}\n}}\n");
    let c = |rows: &str| format!("int f(int n)\n{{\n    switch (n) {{\n{rows}    }}\n    return 0;\n}}\n");
    let some = |rows: u32, row: &dyn Fn(u32) -> String| (1..=rows).map(row).collect::<String>();
    for (rows, asked) in [(3, 3), (6, 0)] {
        let row = |n| format!("        {n} => {},\n", n * 7);
        assert_eq!(branches("rust", &rust(&some(rows, &row)), "f").len(), asked);
        let row = |n| format!("    case {n}:\n        return {};\n", n * 7);
        assert_eq!(branches("c", &c(&some(rows, &row)), "f").len(), asked);
    }
    let worked_out = |n| format!("        {n} => n * {n},\n");
    assert_eq!(branches("rust", &rust(&some(6, &worked_out)), "f").len(), 6);
}

#[test]
fn both_arms_of_a_choice_in_c_are_asked_about() {
    let mask = "int f(int n, int *p)\n{\n    int mask = n == 32 ? -1 : (1 << n) - 1;\n    return mask;\n}\n";
    assert_eq!(branches("c", mask, "f"), ["branch n == 32 ?", "`else` of n == 32 ?"]);
    for left in [
        "int f(size_t n)\n{\n    return n > SIZE_MAX / 2 ? 1 : 2;\n}\n",
        "int f(int n)\n{\n    int *p = malloc(n > 0 ? n : 1);\n    free(p);\n    return 0;\n}\n",
        "int f(int n)\n{\n    int *p = malloc(n);\n    int got = p == NULL ? 0 : n;\n    free(p);\n    return got;\n}\n",
        "void f(int n)\n{\n    printf(\"%d day%s\\n\", n, n == 1 ? \"\" : \"s\");\n}\n",
    ] {
        let found = branches("c", left, "f");
        assert!(found.iter().all(|b| b == "`else` of p == NULL ?"), "{found:?} in {left}");
    }
    let order = "int f(const struct a *x, const struct a *y)\n{\n    return x->n < y->n ? -1 : x->n > y->n ? 1 : 0;\n}\n";
    assert_eq!(branches("c", order, "f"), ["branch x->n < y->n ?", "branch x->n > y->n ?"], "no two need be equal");
}

#[test]
fn a_question_that_every_test_answers_with_yes_is_asked_about() {
    let c = |body: &str| format!("int f(int n, int *p, char *t)\n{{\n{body}    return n;\n}}\n");
    assert_eq!(alone("c", &c("    if (n != 32) {\n        n = n * 2;\n    }\n")), ["if (n != 32)"]);
    assert_eq!(alone("c", &c("    if (n > 3) {\n        n = 1;\n    } else if (n > 2) {\n        n = 7;\n    }\n")), ["if (n > 2)"]);
    for left in [
        "    if (n > 3) {\n        return 7;\n    }\n",
        "    if (n > 3) {\n        n = 7;\n    } else {\n        n = 8;\n    }\n",
        "    if (p != NULL) {\n        *p = n;\n    }\n",
        "    FILE *in = fopen(t, \"r\");\n    if (in != NULL) {\n        n = fgetc(in);\n    }\n",
        "    int *q = malloc(4);\n    if (q != NULL) {\n        *q = n;\n    }\n",
        "    if (*p != n) {\n        free(t);\n    }\n",
        "    if (1) {\n        n = 2;\n    }\n",
        "    if (n < INT_MAX) {\n        n = n + 1;\n    }\n",
    ] {
        assert_eq!(alone("c", &c(left)), [""; 0], "{left}");
    }
    let rust = |body: &str| format!("fn f(mut n: u32, t: &str, l: &Mutex<u32>) -> u32 {{\n{body}    n\n}}\n");
    assert_eq!(alone("rust", &rust("    if n != 32 {\n        n *= 2;\n    }\n")), ["if n != 32"]);
    assert_eq!(alone("rust", &rust("    if let Ok(m) = t.parse() {\n        n = m;\n    }\n")), ["if let Ok(m) = t.parse()"]);
    for left in [
        "    if n > 3 {\n        return 7;\n    }\n",
        "    if n > 3 {\n        n = 7;\n    } else {\n        n = 8;\n    }\n",
        "    if let Ok(mut m) = l.lock() {\n        *m = n;\n    }\n",
        "    if n < u32::MAX {\n        n += 1;\n    }\n",
    ] {
        assert_eq!(alone("rust", &rust(left)), [""; 0], "{left}");
    }
}

#[test]
fn the_end_of_a_channel_is_asked_about_where_the_comment_speaks_of_it() {
    let source = "pub fn report(all: &[u32], to: &Sender<u32>) -> usize {\n    let mut sent = 0;\n    for n in all {\n        if to.send(*n).is_err() {\n            break;\n        }\n        sent += 1;\n    }\n    sent\n}\n";
    let comes_in = |comment: &str| asked("rust", comment, source, "report").iter().any(|says| says.contains("if to.send(*n).is_err()"));
    assert!(comes_in("// Sends all of them. When nobody listens any more, it stops."));
    assert!(!comes_in("// Sends all of them, and answers how many were sent."));
}
