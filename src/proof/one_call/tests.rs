use super::*;
use crate::pack::Bank;

/// The calls that are tried for a stub of a shipped exercise when its starter gives this too.
fn calls(language: &str, node: &str, stub: &str, given: &str) -> Vec<String> {
    let pack = Bank::Embedded.load(language, node).expect("the pack");
    let mut subject = Subject::of_pack(&pack).expect("an exercise");
    let stub = subject.exercise.units.iter().flat_map(|u| &u.stubs).find(|s| s.name == stub).expect("the stub").clone();
    let file = subject.starter.iter_mut().find(|f| f.path == stub.file).expect("its file");
    file.content.push_str(given);
    of_given(&subject, &stub, 0).into_iter().map(|call| called(&subject, &stub, &call)).collect()
}

/// The last line of the body that a call makes.
fn called(subject: &Subject, stub: &Stub, call: &OneCall) -> String {
    let place = mutants::place(subject.language, &subject.starter, &call.source, stub).expect("the stub");
    let body = &call.source[place.file].content[place.body];
    body.trim_end_matches('}').trim().lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_given_function_is_called_with_the_values_of_the_stub_in_each_order_that_fits() {
    let given = "\nfn jump(numbers: &[u32]) -> u32 {\n    numbers.len() as u32\n}\n";
    assert_eq!(calls("rust", "S101", "worst_hour_litres", given), ["jump(readings)"]);
    let turned = "\nfn between(second: u32, first: u32) -> u64 {\n    u64::from(second - first)\n}\n";
    let tried = calls("rust", "S101", "used_litres", turned);
    assert_eq!(tried[..2], ["between(before, after) as u32", "between(after, before) as u32"]);
    assert!(tried.len() <= MOST_OF_PAIR, "{tried:?}");
    let needs_it = "\nfn jump(numbers: &[u32]) -> u32 {\n    worst_hour_litres(numbers)\n}\n";
    assert!(calls("rust", "S101", "worst_hour_litres", needs_it).is_empty(), "it needs the stub");
}

#[test]
fn a_body_that_is_only_a_call_delegates_and_another_does_not() {
    let rust = crate::syntax::syntax("rust").expect("rust");
    let only = |body: &str| only_calls(&rust.tokens(body), "add");
    assert!(only("{ Self::add(self, weight) }") && only("{\n    // so\n    Some(self.add(1 + 2))\n}") && only("{ return add(a, b); }"));
    assert!(!only("{ add(a, b) + 1 }") && !only("{ let a = 1; add(a, b); }") && !only("{ if a { add(a, b); } }"));
}

#[test]
fn a_name_is_another_only_as_a_word() {
    assert_eq!(renamed("fn sum(sums: u8) { sum(resum) + sum_up }", "sum", "total"), "fn total(sums: u8) { total(resum) + sum_up }");
}

#[test]
fn a_function_inside_main_is_called_as_one_beside_it() {
    let pack = Bank::Embedded.load("rust", "S101").expect("the pack");
    let subject = Subject::of_pack(&pack).expect("an exercise");
    let stub = subject.exercise.units.iter().flat_map(|u| &u.stubs).find(|s| s.name == "used_litres").expect("the stub").clone();
    let example = "fn main() {\n    fn between(second: u32, first: u32) -> u32 {\n        second - first\n    }\n    println!(\"{}\", between(3, 1));\n}\n";
    let calls: Vec<String> = of_example(&subject, &stub, example, 0).iter().map(|call| called(&subject, &stub, call)).collect();
    assert!(calls.contains(&"between(after, before)".to_owned()), "{calls:?}");
}
