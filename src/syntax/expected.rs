//! What a test compares with: the arguments of its assertions that do not call the function in question, and the literals in it. Read, not computed.

use tree_sitter::{Node, Tree};

use super::tree::{self, children, text};

/// How a language writes assertions and values.
pub(super) struct Grammar {
    /// A call or macro and the field that names it.
    pub calls: &'static [(&'static str, &'static str)],
    /// What its arguments stand in.
    pub arguments: &'static str,
    pub assertions: &'static [&'static str],
    pub literals: &'static [&'static str],
}

pub(super) const RUST: Grammar = Grammar {
    calls: &[("macro_invocation", "macro")],
    arguments: "token_tree",
    assertions: &["assert"],
    literals: &["integer_literal", "float_literal", "string_literal", "char_literal", "boolean_literal", "negative_literal"],
};

pub(super) const C: Grammar = Grammar {
    calls: &[("call_expression", "function")],
    arguments: "argument_list",
    assertions: &["TEST_ASSERT", "assert"],
    literals: &["number_literal", "string_literal", "char_literal", "true", "false", "null"],
};

/// The values in the functions of these names, each once: those of assertions first, then literals.
pub(super) fn values(grammar: &Grammar, tree: &Tree, source: &str, functions: &[&str], about: &str) -> Vec<String> {
    let (mut compared, mut literals): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    tree::walk(tree, |node, path| {
        let inside = path.iter().chain([&node]).any(|n| name_of(*n, source).is_some_and(|name| functions.contains(&name)));
        if !inside {
            return;
        }
        if grammar.literals.contains(&node.kind()) {
            literals.push(text(node, source));
        }
        let called = grammar.calls.iter().find(|(kind, _)| *kind == node.kind()).and_then(|(_, field)| node.child_by_field_name(field));
        // What must not come out is nobody's guess.
        let asserts =
            called.map(|n| text(n, source)).is_some_and(|n| grammar.assertions.iter().any(|a| n.starts_with(a)) && !n.ends_with("_ne"));
        if let Some(list) = children(node).into_iter().find(|n| asserts && n.kind() == grammar.arguments) {
            compared.extend(arguments(list, source).into_iter().filter(|a| !a.contains(about)));
        }
    });
    let mut found: Vec<String> = Vec::new();
    for value in compared.into_iter().chain(literals).filter(|v| !v.is_empty()) {
        if !found.iter().any(|f| f == value) {
            found.push(value.to_owned());
        }
    }
    found
}

fn name_of<'s>(node: Node<'_>, source: &'s str) -> Option<&'s str> {
    match node.kind() {
        "function_item" => node.child_by_field_name("name").map(|n| text(n, source)),
        "function_definition" => {
            let mut at = node.child_by_field_name("declarator")?;
            while let Some(inner) = at.child_by_field_name("declarator") {
                at = inner;
            }
            Some(text(at, source))
        }
        _ => None,
    }
}

/// The parts between the brackets, apart at the commas of this level.
fn arguments<'s>(list: Node<'_>, source: &'s str) -> Vec<&'s str> {
    let parts = children(list);
    let Some((first, last)) = parts.first().zip(parts.last()).filter(|_| parts.len() > 2) else { return Vec::new() };
    let commas = parts.iter().filter(|n| n.kind() == ",").map(|n| n.byte_range());
    let (mut from, mut found) = (first.end_byte(), Vec::new());
    for comma in commas.chain([last.byte_range()]) {
        found.extend(source.get(from..comma.start).map(str::trim));
        from = comma.end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::syntax;

    #[test]
    fn what_a_test_compares_with_is_read() {
        let rust = "fn test_sum_of_two() { assert_eq!(sum(1, 2), (3, Some(-4)), \"why\"); assert!(sum(0, 0).is_none()); assert_ne!(sum(1, 1), Some(5)); }\nfn other() { f(99) }\n";
        let found = syntax("rust").expect("rust").expected(rust, &["test_sum_of_two"], "sum");
        assert_eq!(found, ["(3, Some(-4))", "\"why\"", "1", "2", "3", "4", "0", "5"]);
        let c = "void test_sum_of_two(void)\n{\n    TEST_ASSERT_EQ(sum(1, 2), 30);\n    TEST_ASSERT(sum(0, 0) == NULL);\n}\n";
        let found = syntax("c").expect("c").expected(c, &["test_sum_of_two"], "sum");
        assert_eq!(found, ["30", "1", "2", "0", "NULL"]);
    }
}
