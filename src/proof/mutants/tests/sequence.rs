//! Slips in the order of things, and loops that see the first only.

use super::*;

fn of(language: &str, source: &str, name: &str) -> Vec<Mutant> {
    let path = if language == "rust" { "src/lib.rs" } else { "src/a.c" };
    let files = [file(path, source)];
    let line = source.lines().position(|l| l.contains(&format!("{name}("))).map_or(1, |at| at + 1);
    promised(language::by_name(language).unwrap(), &files, &files, &[stub(name, path, u32::try_from(line).unwrap())])
}

fn kinds(found: &[Mutant]) -> Vec<Kind> {
    found.iter().map(|m| m.kind).collect()
}

const FIND: &str = "/* The first free seat, or -1. */\nint seat(const int *taken, int count)\n{\n    for (int i = 0; i < count; i++) {\n        if (!taken[i]) {\n            return i;\n        }\n    }\n    return -1;\n}\n";

#[test]
fn the_last_that_fits_stands_for_the_first_where_the_comment_says_which() {
    let found = of("c", FIND, "seat");
    assert_eq!(kinds(&found), [Kind::Variable, Kind::EarlyReturn], "{:#?}", slips(&found));
    let kept = "int etude_kept = {0}; int etude_any = 0; for (int i = 0; i < count; i++) {";
    assert!(found[1].after.starts_with(kept) && found[1].after.ends_with("if (etude_any) { return etude_kept; }"), "{}", found[1].after);
    assert_eq!(kinds(&of("c", &FIND.replace("The first free seat", "A free seat"), "seat")), [Kind::Variable]);
    assert_eq!(kinds(&of("c", &FIND.replace("The first free seat", "The first letter"), "seat")), [Kind::Variable]);
    let handed_on =
        FIND.replace("if (!taken[i]) {\n            return i;", "int code = taken[i];\n        if (code) {\n            return code;");
    assert_eq!(kinds(&of("c", &handed_on, "seat")), [Kind::Variable]);
    let walk = "/* The first party that fits, or NULL. */\nstruct p *seat(struct p **list, int seats)\n{\n    for (struct p *now = *list; now != NULL; now = now->next) {\n        if (now->people <= seats) {\n            now->next = NULL;\n            return now;\n        }\n    }\n    return NULL;\n}\n";
    assert!(!kinds(&of("c", walk, "seat")).contains(&Kind::EarlyReturn), "the walk would end where the first was found");
    assert!(kinds(&of("c", &walk.replace("now->next = NULL;", "seats--;"), "seat")).contains(&Kind::EarlyReturn));
    let rust = "// The first that is free.\npub fn seat(taken: &[bool]) -> Option<usize> {\n    for (at, taken) in taken.iter().enumerate() {\n        if !taken {\n            return Some(at);\n        }\n    }\n    None\n}\n";
    let kept = "{\n            etude_kept = Some(Some(at));\n        }\n    } if let Some(etude_kept) = etude_kept { return etude_kept; }";
    let found = of("rust", rust, "seat");
    assert!(found.iter().any(|m| m.kind == Kind::EarlyReturn && m.after.ends_with(kept)), "{:#?}", slips(&found));
    let chain =
        "// The first that is free.\npub fn seat(taken: &[bool]) -> Option<usize> {\n    taken.iter().position(|taken| !taken)\n}\n";
    assert!(of("rust", chain, "seat").iter().any(|m| m.after.contains("rposition")));
}

#[test]
fn a_loop_that_sees_the_first_only_is_asked_about_where_what_it_sees_matters() {
    let found = of("c", FIND, "seat");
    assert!(found[0].after.contains("if (!taken[0])") && found[0].after.contains("return i;"), "{}", found[0].after);
    let filled = "void fill(int *a, int n)\n{\n    for (int i = 0; i < n; i++) {\n        a[i] = a[i] + 1;\n    }\n}\n";
    assert!(of("c", filled, "fill").is_empty(), "what is written there is another matter");
    let room = "int room(char **a, int n)\n{\n    int all = 0;\n    for (int i = 0; i < n; i++) {\n        all += strlen(a[i]);\n    }\n    return all;\n}\n";
    assert!(of("c", room, "room").is_empty());
    let rust = |body: &str| of("rust", &format!("pub fn all(cents: &[u32]) -> u32 {{\n    {body}\n}}\n"), "all").len();
    assert_eq!((rust("cents.iter().sum()"), rust("cents.iter().count() as u32"), rust("(0..cents.len()).map(|_| 2).sum()")), (1, 0, 0));
}

const BUILD: &str = "// Without a name it is `NoName`, whatever else is wrong.\npub fn build(name: Option<u32>, n: u32) -> Result<u32, E> {\n    let name = name.ok_or(E::NoName)?;\n    let twice = n * 2;\n    if twice > 9 {\n        return Err(E::TooMany);\n    }\n    Ok(name + n)\n}\n";

#[test]
fn refusals_change_places_where_the_comment_says_which_comes_first() {
    let found = of("rust", BUILD, "build");
    assert_eq!(kinds(&found), [Kind::Order], "{:#?}", slips(&found));
    assert!(found[0].after.starts_with("let twice") && found[0].after.ends_with("let name = name.ok_or(E::NoName)?;"));
    assert!(of("rust", &BUILD.replace(", whatever else is wrong", ""), "build").is_empty());
    let c = "/* A full box is looked at first. */\nint put(int n, int full)\n{\n    if (full) {\n        return -1;\n    }\n    if (n < 0) {\n        return -2;\n    }\n    return n;\n}\n";
    let found = of("c", c, "put");
    assert!(kinds(&found) == [Kind::Order] && found[0].after.starts_with("if (n < 0)"), "{:#?}", slips(&found));
    assert!(of("c", &c.replace("return -2", "return -1"), "put").is_empty(), "both say the same");
    let either = c.replace("if (full)", "if (n > full)").replace("if (n < 0)", "if (full > n)");
    assert!(of("c", &either, "put").is_empty(), "never both");
}

#[test]
fn what_is_taken_out_may_move_the_others_unless_they_keep_their_order() {
    let take =
        "// Takes one out; the others stay in their order.\npub fn take(all: &mut Vec<u32>, at: usize) -> u32 {\n    all.remove(at)\n}\n";
    has(&of("rust", take, "take"), "method: all.remove(at) -> all.swap_remove(at)");
    assert!(of("rust", &take.replace("; the others stay in their order", ""), "take").is_empty());
}

#[test]
fn what_is_passed_over_is_counted() {
    let chain =
        "pub fn bad(all: &[u32]) -> Option<usize> {\n    all.iter().enumerate().filter(|(_, n)| **n > 0).map(|(at, _)| at).next()\n}\n";
    assert!(of("rust", chain, "bad").iter().any(|m| m.after == "all.iter().filter(|n| **n > 0).enumerate()"));
    let round = "pub fn bad(all: &str) -> usize {\n    let mut last = 0;\n    for (at, line) in all.lines().enumerate() {\n        if line.is_empty() {\n            continue;\n        }\n        last = at;\n    }\n    last\n}\n";
    let late = "all.lines().filter(|etude| { let line = Clone::clone(etude); !(line.is_empty()) }).enumerate()";
    assert!(of("rust", round, "bad").iter().any(|m| m.after.contains(late)));
    assert!(!of("rust", &round.replace("line.is_empty()", "at == 0"), "bad").iter().any(|m| m.kind == Kind::Method));
}

#[test]
fn the_last_bad_one_is_given_back_where_the_comment_says_the_first() {
    let c = "/* The code of the first line that cannot be read. */\nint all(char **lines, int n)\n{\n    for (int i = 0; i < n; i++) {\n        int code = parse(lines[i]);\n        if (code != 0) {\n            return code;\n        }\n    }\n    return 0;\n}\n";
    let last = |language: &str, text: &str| {
        let found = of(language, text, "all");
        found.into_iter().filter(|m| m.kind == Kind::EarlyReturn && m.after.contains("continue")).count()
    };
    assert_eq!(last("c", c), 1);
    assert_eq!(last("c", &c.replace("The code of the first line that cannot be read", "The code of a line")), 0);
    let rust = "// The first bad line ends it: its error comes back.\npub fn all(lines: &[&str]) -> Result<u32, E> {\n    let mut sum = 0;\n    for line in lines {\n        sum += parse(line)?;\n    }\n    Ok(sum)\n}\n";
    assert_eq!(last("rust", rust), 1);
    assert_eq!(last("rust", &rust.replace("The first bad line ends it: its error comes back", "The sum")), 0);
    let closes = "/* First principle: it is safe when fclose has said so. */\nbool all(FILE *f)\n{\n    bool written = fprintf(f, \"a\") > 0;\n    return fclose(f) == 0 && written;\n}\n";
    let unheard = |text: &str| of("c", text, "all").iter().any(|m| m.after == "((fclose(f)), 1)");
    assert!(unheard(closes) && !unheard(&closes.replace("when fclose has said so", "at the end")));
    let text = "// The place ends at the first `=`.\npub fn all(line: &str) -> Option<&str> {\n    let (place, _) = line.split_once('=')?;\n    Some(place)\n}\n";
    assert!(of("rust", text, "all").iter().any(|m| m.after.contains("rsplit_once")));
}

#[test]
fn both_ends_of_a_clamp_are_for_a_test_to_see() {
    let found = of("rust", "pub fn level(n: i32, top: i32) -> i32 {\n    n.clamp(-top, top)\n}\n", "level");
    assert_eq!(found.iter().map(|m| m.after.as_str()).collect::<Vec<_>>(), ["n.min(top)", "n.max(-top)"]);
}

#[test]
fn what_is_not_to_be_written_is_written_all_the_same() {
    let c = "/* With a size of 0 nothing is written at all. */\nvoid end(char *row, int size)\n{\n    if (size > 0) {\n        row[size - 1] = 0;\n    }\n}\n";
    let always = |text: &str| of("c", text, "end").iter().filter(|m| m.after == "if (1)").count();
    assert_eq!((always(c), always(&c.replace("With a size of 0 nothing is written at all", "Ends the row"))), (1, 0));
}

const PAY: &str = "// Pays all. The first error ends the day, and no later line is paid.\npub fn pay(card: &mut Card, lines: &[&str]) -> Result<u32, Bad> {\n    let mut paid = 0;\n    for line in lines {\n        card.take(read(line)?);\n        paid += 1;\n    }\n    Ok(paid)\n}\n";

#[test]
fn a_loop_that_goes_on_behind_a_bad_one_is_asked_about_where_that_shows() {
    let goes_on = |source: &str| of("rust", source, "pay").iter().filter(|m| m.after.contains("etude_first: Option<Bad>")).count();
    assert_eq!(goes_on(PAY), 1);
    assert_eq!(goes_on(&PAY.replace("ends the day, and no later line is paid", "counts")), 0, "nobody says so");
    assert_eq!(goes_on(&PAY.replace("card.take(read(line)?)", "let _ = read(line)?")), 0, "nothing of the caller's changes");
    assert_eq!(goes_on(&PAY.replace("card.take(read(line)?)", "card.take(3)")), 0, "nothing is refused");
}
