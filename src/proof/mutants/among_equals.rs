//! Which of several equals a search takes: `if price > best { best = price; at = i; }` takes the first, and with `>=` the last. Owns where a comparison decides that: what is
//! kept is one side of it, and what is compared with it takes its place; and whether the comment tells which one is meant, or says nothing of equals at all.

use std::ops::Range;

use tree_sitter::Node;

use super::code::{Function, named, within};
use super::said::Said;
use super::{Draft, Kind, Mutant, Rank, both, functions_of_stubs, line_of, made};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::tree::text;

/// What a comment says of equals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// Which of them is meant: some test must have two.
    Which,
    /// Nothing, nor anything that could be meant so: no test may want one of them.
    Nothing,
    Unclear,
}

/// How a comment speaks of several that are alike, which of them it may mean, and what else could be meant as an answer to that; by their beginnings.
const ALIKE: [&str; 6] = ["equal", "tie", "same", "several", "alike", "both"];
const CHOSEN: [&str; 6] = ["first", "last", "earl", "late", "foremost", "front"];
const PERHAPS: [&str; 14] =
    ["old", "new", "low", "either", "any", "whichever", "order", "begin", "end", "next", "before", "after", "alphabet", "two"];

fn told(said: &Said, stub: &str, starter: &[TextFile]) -> Told {
    let begins = |text: &str, beginnings: &[&str]| {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|word| beginnings.iter().any(|beginning| word.starts_with(beginning)))
    };
    let contract = said.contract(stub);
    if contract.iter().any(|s| begins(s, &ALIKE) && begins(s, &CHOSEN)) {
        return Told::Which;
    }
    let speaks = contract.iter().any(|s| begins(s, &ALIKE) || begins(s, &CHOSEN) || begins(s, &PERHAPS));
    let elsewhere = starter.iter().any(|f| begins(&f.content.to_lowercase(), &ALIKE[..2]));
    if speaks || elsewhere || contract.is_empty() { Told::Unclear } else { Told::Nothing }
}

/// The stubs' functions, each with another one of equals taken in one place, and what is said of them.
pub fn among_equals(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<(Told, Mutant)> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let (functions, said) = (code.functions(), Said::of(&given));
    let mut found = Vec::new();
    for (stub, own) in functions_of_stubs(&code, &functions, &given.functions(), stubs) {
        for function in own.iter().map(|at| &functions[*at]) {
            for (sign, new, shown) in searches(function) {
                let line = line_of(function.source, sign.start);
                let draft = Draft { edit: sign, new, shown, kind: Kind::Boundary, rank: Rank::Filler };
                found.extend(made(&code, stub, &(function.file, draft), line).map(|mutant| (told(&said, stub, starter), mutant)));
            }
        }
    }
    found
}

/// The sign of each such comparison, what stands there for the other choice, and the whole comparison.
fn searches(function: &Function) -> Vec<(Range<usize>, String, Range<usize>)> {
    let mut found = Vec::new();
    within(function.body, |node, path| {
        let in_loop = path.iter().any(|p| matches!(p.kind(), "for_expression" | "while_expression" | "for_statement" | "while_statement"));
        if in_loop && matches!(node.kind(), "if_expression" | "if_statement") {
            found.extend(of_check(node, function.source));
        }
        !matches!(node.kind(), "token_tree" | "function_item")
    });
    found
}

fn of_check(check: Node<'_>, source: &str) -> Option<(Range<usize>, String, Range<usize>)> {
    let part = |name| check.child_by_field_name(name);
    let kept = assignments(part("consequence")?, source)?;
    let mut found = Vec::new();
    asked_in(part("condition")?, source, &mut found);
    // Of two comparisons the second may settle what the first leaves open.
    let (comparison, other) = match found[..] {
        [only] if part("alternative").is_none() => only,
        _ => return None,
    };
    let side = |name| comparison.child_by_field_name(name).map(|n| text(n, source));
    let (left, sign, right) = (side("left")?, comparison.child_by_field_name("operator")?, side("right")?);
    let takes_place = |held: &str, new: &str| {
        kept.iter().any(|(name, value)| has_word(held, name) && !has_word(new, name) && !value.is_empty() && new.contains(value.as_str()))
    };
    (takes_place(right, left) || takes_place(left, right)).then(|| (sign.byte_range(), other.to_owned(), comparison.byte_range()))
}

/// Each comparison of a condition, through brackets, `&&` and `||`, with the sign for the other choice.
fn asked_in<'t>(condition: Node<'t>, source: &str, found: &mut Vec<(Node<'t>, &'static str)>) {
    let sign = condition.child_by_field_name("operator").map(|o| text(o, source)).unwrap_or_default();
    match (condition.kind(), sign) {
        ("parenthesized_expression", _) | (_, "&&" | "||") => named(condition).into_iter().for_each(|inner| asked_in(inner, source, found)),
        (_, ">") => found.push((condition, ">=")),
        (_, ">=") => found.push((condition, ">")),
        (_, "<") => found.push((condition, "<=")),
        (_, "<=") => found.push((condition, "<")),
        _ => {}
    }
}

/// The names that a branch assigns, each with the value; nothing where it does anything else.
fn assignments(branch: Node<'_>, source: &str) -> Option<Vec<(String, String)>> {
    let statements = if branch.kind() == "expression_statement" { vec![branch] } else { named(branch) };
    let assigned = |statement: &Node<'_>| {
        let inner = if statement.kind() == "expression_statement" { named(*statement).first().copied()? } else { *statement };
        let is_plain =
            inner.kind() == "assignment_expression" && inner.child_by_field_name("operator").is_none_or(|o| text(o, source) == "=");
        let (name, value) = (inner.child_by_field_name("left")?, inner.child_by_field_name("right")?);
        let bare = |node| text(node, source).trim_start_matches(['&', '*', ' ']).to_owned();
        is_plain.then(|| (bare(name), bare(value)))
    };
    let all: Option<Vec<(String, String)>> = statements.iter().map(assigned).collect();
    all.filter(|all| !all.is_empty())
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::ablation;
    use crate::proof::rules::tests::subject;

    fn of(language: &str, body: &str) -> Vec<(String, String)> {
        asked(language, "the top.", body).into_iter().map(|(_, m)| (m.before, m.after)).collect()
    }

    fn asked(language: &str, says: &str, body: &str) -> Vec<(Told, Mutant)> {
        let (file, head, mark, test) = match language {
            "c" => (
                "src/a.c",
                "int top(const int *all, int n)",
                "ETUDE_TODO(\"ex-1\");",
                "void test_top_is_found(void)\n{\n    TEST_ASSERT_EQ(top(0, 0), 0);\n}",
            ),
            _ => (
                "src/lib.rs",
                "pub fn top(all: &[u32]) -> usize",
                "todo!(\"ex-1\")",
                "#[test]\nfn test_top_is_found() {\n    assert_eq!(top(&[1]), 0);\n}",
            ),
        };
        let ending = if language == "c" { "tests/a.c" } else { "tests/a.rs" };
        let text = format!(
            "=== {file}\n// ex-1: {says}\n{head} {{\n    {mark}\n}}\n=== solution {file}\n{head} {{\n    {body}\n}}\n=== {ending}\n{test}\n"
        );
        let subject = subject(language, &text);
        let source = subject.source_with(&subject.reference);
        among_equals(subject.language, &subject.starter, &source, &ablation::stubs(&subject))
    }

    fn pair(before: &str, after: &str) -> Vec<(String, String)> {
        vec![(before.to_owned(), after.to_owned())]
    }

    #[test]
    fn a_search_that_keeps_the_largest_chooses_among_equals() {
        let walk = |check: &str| format!("let (mut best, mut at) = (0, 0);\n    for i in 0..all.len() {{\n        {check}\n    }}\n    at");
        assert_eq!(of("rust", &walk("if all[i] > best { best = all[i]; at = i; }")), pair("all[i] > best", "all[i] >= best"));
        let c = "int best = 0;\n    for (int i = 1; i < n; i++) {\n        if (all[best] <= all[i]) {\n            best = i;\n        }\n    }\n    return best;";
        assert_eq!(of("c", c), pair("all[best] <= all[i]", "all[best] < all[i]"));
        let first = "if at == 0 || all[i] > best { best = all[i]; at = i; }";
        assert_eq!(of("rust", &walk(first)), pair("all[i] > best", "all[i] >= best"), "behind a question whether there is one");
        for other in [
            "if all[i] > best || (all[i] == best && i < at) { best = all[i]; at = i; }",
            "if all[i] > 7 { at = i; }",
            "if all[i] > best { at += 1; }",
            "if all[i] >= best { best = all[i] + 5; }",
            "if all[i] > best { best = all[i]; } else { at = 1; }",
        ] {
            assert_eq!(of("rust", &walk(other)), Vec::new(), "{other}");
        }
    }

    #[test]
    fn a_comment_tells_which_of_equals_is_meant_or_says_nothing_of_them() {
        let body = "let (mut best, mut at) = (0, 0);\n    for i in 0..all.len() {\n        if all[i] > best { best = all[i]; at = i; }\n    }\n    at";
        let told = |says: &str| asked("rust", says, body).into_iter().map(|(told, _)| told).collect::<Vec<_>>();
        assert_eq!(told("where the largest is. Of several that are the same it is the first."), [Told::Which]);
        assert_eq!(told("where the largest is; of equals the one that came earlier."), [Told::Which]);
        assert_eq!(told("where the largest is."), [Told::Nothing]);
        for unclear in ["where the first large one is.", "where the largest is; no two are equal.", "where the oldest is."] {
            assert_eq!(told(unclear), [Told::Unclear], "{unclear}");
        }
    }
}
