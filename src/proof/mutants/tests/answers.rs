//! Answers that tests must tell apart, the ends of ranges that are asked, and closures that are given back.

use super::places::places;
use super::*;

#[test]
fn an_error_is_another_one_even_where_only_one_of_them_holds_nothing() {
    let source = "enum Bad { Empty, Word(String, u32), Row(u32) }\nfn read(t: &str) -> Result<u32, Bad> {\n    let c = t.chars().last().ok_or(Bad::Empty)?;\n    if c == 'x' {\n        return Err(Bad::Row(1));\n    }\n    t.parse().map_err(|_| Bad::Word(t.to_string(), 1))\n}\n";
    assert_eq!(places("rust", source, "read"), ["Empty", "Row", "Word"]);
    let found = all_of("rust", source, "read");
    has(&found, "constant: t.chars().last().ok_or(Bad::Empty) -> t.chars().last().ok_or(Bad::Word(Default::default(), 0))");
    has(&found, "constant: Err(Bad::Row(1)) -> Err(Bad::Empty)");
    // Where it is no error, a shape may be compared in ways of its own.
    let shape = "enum Shape { Dot, Round(u32) }\nfn make(n: u32) -> Shape {\n    if n == 0 { Shape::Dot } else { Shape::Round(n) }\n}\n";
    has_no(&all_of("rust", shape, "make"), "Shape::Round(0)");
}

#[test]
fn an_answer_for_what_is_missing_falls_over_only_when_it_is_given() {
    let fallen = |line: &str| {
        let source = format!("enum Bad {{ Empty, Word(u32) }}\nfn read(t: &str) -> Result<char, Bad> {{\n    {line}\n}}\n");
        let found = all_of("rust", &source, "read").into_iter().find(|m| m.place.is_some()).expect("a place");
        let files = [TextFile { path: found.file.clone(), content: source }];
        let file = fallen_over(crate::language::by_name("rust").unwrap(), &files, &found)?;
        file.content.lines().nth(2).map(|l| l.trim().to_owned())
    };
    let panics = "if true { panic!() } else { Bad::Empty }";
    assert_eq!(fallen("t.chars().next().ok_or(Bad::Empty)"), Some(format!("t.chars().next().ok_or_else(|| {panics})")));
    assert_eq!(fallen("t.chars().next().ok_or_else(|| Bad::Empty)"), Some(format!("t.chars().next().ok_or_else(|| {panics})")));
    assert_eq!(fallen("t.parse().map_err(|_| Bad::Empty)"), Some(format!("t.parse().map_err(|_| {panics})")));
    assert_eq!(fallen("Err(Bad::Empty)"), None);
}

#[test]
fn the_end_of_a_range_that_is_asked_is_such_a_place() {
    let seat = |range: &str| {
        let source = format!("const LAST: char = 'H';\nconst MOST: u32 = 7;\nfn fits(c: char, n: u32) -> bool {{\n    {range}\n}}\n");
        places("rust", &source, "fits")
    };
    assert_eq!(seat("('A'..=LAST).contains(&c)"), ["..=LAST"]);
    assert_eq!(seat("!(1..MOST).contains(&n)"), ["..MOST"]);
    // Whether the last letter of all is asked for is for the author to say; a range that is gone through is none.
    assert_eq!(seat("('a'..='z').contains(&c)"), [""; 0]);
    assert_eq!(seat("(1..MOST).sum::<u32>() > n"), [""; 0]);
}

#[test]
fn a_closure_that_is_given_back_can_do_what_a_comment_says() {
    let source = "fn rounder(lap: u32) -> Box<dyn Fn(u32) -> u32> {\n    let lap = lap.max(1);\n    Box::new(move |km| km.div_ceil(lap) * lap)\n}\nfn old(ages: &[u32]) -> usize {\n    ages.iter().filter(|a| **a > 60).count()\n}\nfn sums(km: u32, lap: u32) -> Result<Option<u32>, String> {\n    Ok(Some(km * lap))\n}\nfn part(km: u32, lap: u32) -> Option<u32> {\n    let all = km * lap;\n    Some(all - 1)\n}\n";
    let files = [file("src/lib.rs", source)];
    let with = |name: &str| {
        let stub = Stub { name: name.to_owned(), file: "src/lib.rs".to_owned(), line: 1 };
        with_answer(language::by_name("rust").unwrap(), &files, &files, &stub, "km + lap")
            .into_iter()
            .map(|f| f.content)
            .collect::<Vec<_>>()
    };
    assert_eq!(with("rounder"), [source.replace("km.div_ceil(lap) * lap", "{ km + lap }")]);
    // A question that a stub asks of each element is a part of it, and its comment may well say it.
    assert_eq!(with("old"), [""; 0]);
    // What only wraps is no part of what is to be found; where more stands there, the wrapped is not all.
    assert_eq!(with("sums"), [source.replace("Some(km * lap)", "km + lap"), source.replace("km * lap))", "km + lap))")]);
    assert_eq!(with("part"), [""; 0]);
}

#[test]
fn a_method_of_a_type_is_called_only_where_a_value_of_it_can_be() {
    let text = "pub struct Plan { next: u32 }
pub struct Season { plan: Plan }
use Plan as Weeks;
impl Iterator for Plan {
    type Item = u32;
    fn next(&mut self) -> Option<u32> { None }
}
fn made() -> Plan { Plan { next: 1 } }
fn count(weeks: &[u32]) -> usize { let mut n = 0; for w in weeks { n += 1; } n + weeks.iter().count() }
fn first(text: &str) -> Option<char> { text.chars().next() }
fn whole(season: Season) -> u32 { season.plan.sum() }
fn given() -> u32 { let mut n = 0; for w in made() { n += w; } n }
fn under() -> u32 { Weeks { next: 2 }.sum() }
fn asked(weeks: &[u32], pleases: impl Fn(u32) -> bool) -> usize { weeks.iter().filter(|w| pleases(**w)).count() }
pub struct Show { all: Vec<Box<dyn std::any::Any>> }
fn shown(show: &Show) -> usize { show.all.iter().count() }
fn any<I: IntoIterator<Item = u32>>(all: I) -> u32 { all.into_iter().sum() }
fn some(all: &mut dyn Iterator<Item = u32>) -> u32 { all.sum() }
";
    let files = [file("src/lib.rs", text)];
    let line = |name: &str| 1 + text.lines().position(|l| l.contains(&format!("fn {name}"))).unwrap() as u32;
    let names = ["next", "count", "first", "whole", "given", "under", "asked", "shown", "any", "some"];
    let stubs = names.map(|name| stub(name, "src/lib.rs", line(name)));
    let graph = call_graph(language::by_name("rust").unwrap(), &files, &files, &stubs);
    let needing: Vec<&str> = names.into_iter().filter(|name| graph[*name].contains("next")).collect();
    assert_eq!(needing, ["whole", "given", "under", "shown", "any", "some"]);
}

#[test]
fn an_answer_that_is_passed_on_is_tried_as_every_other_one() {
    let tried = |language: &str, source: &str, name: &str| -> Vec<String> {
        let files = [file(if language == "c" { "src/a.c" } else { "src/lib.rs" }, source)];
        let stubs = [Stub { name: name.to_owned(), file: files[0].path.clone(), line: 1 }];
        passed_on(crate::language::by_name(language).unwrap(), &files, &files, &stubs).into_iter().map(|m| m.after).collect()
    };
    let c = "enum how { DONE, LATE, NONE };\nenum how part(int a);\nenum how all(int a)\n{\n    enum how how = part(a);\n    if (how != DONE) {\n        return how;\n    }\n    return DONE;\n}\n";
    assert_eq!(tried("c", c, "all"), ["return (__builtin_trap(), how);", "return DONE;", "return LATE;", "return NONE;"]);
    let codes = "#define DONE 0\n#define LATE 1\n#define ROOM 9\nint part(int a)\n{\n    if (a > ROOM) {\n        return LATE;\n    }\n    return DONE;\n}\nint all(int a)\n{\n    int how = part(a);\n    if (how != DONE) {\n        return how;\n    }\n    int sum = a + a;\n    return sum;\n}\n";
    assert_eq!(tried("c", codes, "all"), ["return (__builtin_trap(), how);", "return DONE;", "return LATE;"]);
    let rust = "enum Bad { Empty, Long }\nfn all(t: &str) -> Result<usize, Bad> {\n    let n = part(t)?;\n    match part(t) {\n        Ok(m) => Ok(n + m),\n        Err(e) => Err(e),\n    }\n}\n";
    let found = tried("rust", rust, "all");
    assert_eq!(found[1..3], ["part(t).map_err(|_| Bad::Empty)?", "part(t).map_err(|_| Bad::Long)?"]);
    assert_eq!(found[4..], ["Err(Bad::Empty)", "Err(Bad::Long)"]);
}
