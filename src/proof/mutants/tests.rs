use super::*;
use crate::language;

fn all(of: &str, body: &str) -> Vec<Mutant> {
    let (path, name) = if of == "rust" { ("src/lib.rs", "f") } else { ("src/a.c", "f") };
    let files = [TextFile { path: path.to_owned(), content: body.to_owned() }];
    let stub = Stub { name: name.to_owned(), file: path.to_owned(), line: 1 };
    mutants(language::by_name(of).expect("a language"), &files, &files, &[stub])
}

/// Operator and changed text, for one operator.
fn of(operator: Operator, found: &[Mutant]) -> Vec<String> {
    found.iter().filter(|m| m.operator == operator).map(|m| m.after.clone()).collect()
}

#[test]
fn comparisons_have_a_boundary_and_a_negation() {
    let found = all("rust", "fn f(a: u32, b: u32) -> bool {\n    a < b\n}\n");
    assert_eq!((of(Operator::Boundary, &found), of(Operator::Negation, &found)), (vec!["a <= b".to_owned()], vec!["a >= b".to_owned()]));
    let found = all("c", "int f(int a, int b)\n{\n    return a == b;\n}\n");
    assert_eq!((of(Operator::Boundary, &found), of(Operator::Negation, &found)), (vec![], vec!["a != b".to_owned()]));
}

#[test]
fn each_arm_of_a_match_has_a_mutant() {
    let source = "fn f(a: u32) -> &'static str {\n    match a {\n        0 => \"none\",\n        1 => \"one\",\n        2 | 3 => \"few\",\n        _ => \"many\",\n    }\n}\n";
    let found = all("rust", source);
    let arms: Vec<(u32, String)> = found.iter().filter(|m| m.operator == Operator::Arm).map(|m| (m.line, m.after.clone())).collect();
    for line in 3..=6 {
        assert!(arms.iter().any(|(at, _)| *at == line), "no mutant for line {line}: {arms:?}");
    }
    assert!(arms.contains(&(3, "0 => \"one\",".to_owned())), "{arms:?}");
    assert_eq!(of(Operator::Pattern, &found).iter().filter(|p| p.starts_with("_ =>")).count(), 3, "{found:?}");
    assert!(of(Operator::Pattern, &found).contains(&"2".to_owned()), "an alternative is left out");
}

#[test]
fn statements_calls_conditions_and_jumps_are_left_out() {
    let source = "fn f(v: &mut Vec<u32>) -> Option<u32> {\n    v.push(1);\n    let first = v.first()?;\n    for x in v.iter() {\n        if *x > 7 {\n            break;\n        }\n    }\n    Some(first.max(&2).clone())\n}\n";
    let found = all("rust", source);
    assert!(found.iter().any(|m| m.operator == Operator::Statement && m.before == "v.push(1);" && m.after.is_empty()));
    assert!(of(Operator::Jump, &found).contains(&"v.first().unwrap()".to_owned()));
    assert!(found.iter().any(|m| m.operator == Operator::Jump && m.before == "break;"));
    assert!(of(Operator::Call, &found).contains(&"first.max(&2)".to_owned()));
    assert!(of(Operator::Arithmetic, &found).contains(&"first.min(&2)".to_owned()));
    assert_eq!(of(Operator::Condition, &found), ["false", "true"]);
    assert!(found.iter().any(|m| m.operator == Operator::EarlyReturn && m.content.contains("{ return None;\n            break;")));
}

#[test]
fn a_branch_that_returns_the_default_already_returns_no_earlier() {
    let found = all(
        "c",
        "char *f(int a)\n{\n    if (a) {\n        return NULL;\n    }\n    while (a) {\n        a--;\n    }\n    return \"\";\n}\n",
    );
    assert_eq!(found.iter().filter(|m| m.operator == Operator::EarlyReturn).map(|m| m.line).collect::<Vec<_>>(), [6]);
}

#[test]
fn ranges_arguments_and_constants_change() {
    let found = all("rust", "fn f(a: u32) -> u32 {\n    (0..a).map(|x| g(x, a, LIMIT)).sum()\n}\n");
    assert_eq!(of(Operator::RangeEnd, &found), ["0..=a"]);
    assert_eq!(of(Operator::Arguments, &found), ["g(a, x, LIMIT)", "g(x, LIMIT, a)"]);
    assert_eq!(of(Operator::Constant, &found), ["1", "(LIMIT + 1)", "(LIMIT - 1)"]);
}

#[test]
fn c_has_operators_for_memory() {
    let source = "char *f(const char *s, size_t n)\n{\n    char *copy = malloc(n + sizeof *s);\n    if (copy && s[n] == '\\0')\n        copy[n] = '\\0';\n    free(copy);\n    return copy + *s;\n}\n";
    let found = all("c", source);
    assert_eq!(of(Operator::Sizeof, &found), ["1", "sizeof(void *)"]);
    assert_eq!(of(Operator::Free, &found), [";"]);
    assert_eq!(
        of(Operator::PointerStep, &found).iter().filter(|step| *step == "*(s + 1)").count(),
        1,
        "not in sizeof, which reads nothing"
    );
    assert!(of(Operator::PointerStep, &found).contains(&"s[(n) + 1]".to_owned()));
    assert_eq!(of(Operator::NulSlot, &found).len(), 2);
    assert!(of(Operator::Logical, &found).contains(&"s[n] == '\\0'".to_owned()), "the guard of a pointer is left out");
}

#[test]
fn cases_of_a_switch_take_the_place_of_their_neighbours() {
    let source = "int f(int a)\n{\n    switch (a) {\n    case 1:\n    case 2:\n        return 10;\n    case 3:\n        return 20;\n    default:\n        return 30;\n    }\n}\n";
    let found = all("c", source);
    assert_eq!(of(Operator::Pattern, &found).len(), 1, "{found:?}");
    let arms = of(Operator::Arm, &found);
    assert!(arms.iter().any(|a| a.contains("case 2:") && a.contains("return 20;")), "{arms:?}");
    assert_eq!(arms.len(), 3);
}

#[test]
fn more_than_sixty_are_spread_evenly() {
    let lines: String = (0..50).map(|n| format!("    let x{n} = a + {n};\n")).collect();
    let found = all("rust", &format!("fn f(a: u32) -> u32 {{\n{lines}    a\n}}\n"));
    assert_eq!(found.len(), MOST);
    let (first, last) = (found[0].line, found[found.len() - 1].line);
    assert!(first <= 3 && last >= 49, "{first} to {last}");
}

#[test]
fn a_helper_of_the_reference_belongs_to_the_stub_that_needs_it() {
    let given = [TextFile { path: "src/lib.rs".to_owned(), content: "fn f(a: u32) -> u32 { todo!(\"ex-1\") }\n".to_owned() }];
    let source = "fn f(a: u32) -> u32 { half(a) }\nfn half(a: u32) -> u32 { a / 2 }\nfn unused() -> u32 { 7 }\n";
    let files = [TextFile { path: "src/lib.rs".to_owned(), content: source.to_owned() }];
    let stub = Stub { name: "f".to_owned(), file: "src/lib.rs".to_owned(), line: 1 };
    let found = mutants(language::by_name("rust").expect("Rust"), &given, &files, &[stub]);
    assert!(found.iter().any(|m| m.stub == "f" && m.after == "a * 2"), "{found:?}");
    assert!(!found.iter().any(|m| m.before == "7"));
}
