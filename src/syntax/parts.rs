//! Functions taken apart so that they can stand in the place of others: what is before the name, the name, how much they are given, where they end.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::tree::{self, children, text};

/// A function definition as bytes of its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    pub name: String,
    pub owner: Option<String>,
    /// Without the comments and attributes above it.
    pub whole: Range<usize>,
    /// Visibility and storage: what depends on the place and not on the function.
    pub before: Range<usize>,
    /// How many parameters, `self` among them.
    pub parameters: usize,
}

pub(super) fn rust(tree: &Tree, source: &str) -> Vec<Parts> {
    let mut found = Vec::new();
    tree::walk(tree, |node, path| {
        let (Some(name), Some(_)) = (node.child_by_field_name("name"), node.child_by_field_name("body")) else { return };
        if node.kind() != "function_item" {
            return;
        }
        let around = path.iter().rev().find(|n| matches!(n.kind(), "impl_item" | "trait_item" | "function_item"));
        let owner = around.and_then(|n| n.child_by_field_name("type").or_else(|| n.child_by_field_name("name")));
        let visibility = children(node).into_iter().find(|n| n.kind() == "visibility_modifier");
        let given = node.child_by_field_name("parameters").map(children).unwrap_or_default();
        found.push(Parts {
            name: text(name, source).to_owned(),
            owner: owner.map(|n| text(n, source).split('<').next().unwrap_or_default().trim().to_owned()),
            whole: node.byte_range(),
            before: visibility.map_or(node.start_byte()..node.start_byte(), |v| v.start_byte()..skip_blank(source, v.end_byte())),
            parameters: given.iter().filter(|n| matches!(n.kind(), "parameter" | "self_parameter")).count(),
        });
    });
    found
}

pub(super) fn c(tree: &Tree, source: &str) -> Vec<Parts> {
    let mut found = Vec::new();
    tree::walk(tree, |node, _| {
        if node.kind() != "function_definition" {
            return;
        }
        let Some(declarator) = function_declarator(node) else { return };
        let Some(name) = declarator.child_by_field_name("declarator") else { return };
        let given = declarator.child_by_field_name("parameters").map(children).unwrap_or_default();
        let given: Vec<Node> =
            given.into_iter().filter(|n| n.kind().ends_with("parameter_declaration") || n.kind() == "variadic_parameter").collect();
        let is_void = given.len() == 1 && text(given[0], source) == "void";
        // `static` and `inline`, which the declaration in a header would contradict.
        let storage = children(node).into_iter().take_while(|n| n.kind() == "storage_class_specifier").last();
        found.push(Parts {
            name: text(name, source).to_owned(),
            owner: None,
            whole: node.byte_range(),
            before: storage.map_or(node.start_byte()..node.start_byte(), |s| node.start_byte()..skip_blank(source, s.end_byte())),
            parameters: if is_void { 0 } else { given.len() },
        });
    });
    found
}

/// Behind the pointers of what is returned.
fn function_declarator(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node.child_by_field_name("declarator")?;
    while at.kind() != "function_declarator" {
        at = at.child_by_field_name("declarator")?;
    }
    Some(at)
}

fn skip_blank(source: &str, at: usize) -> usize {
    let rest = source.get(at..).unwrap_or_default();
    at + (rest.len() - rest.trim_start().len())
}

#[cfg(test)]
mod tests {
    use super::super::syntax;

    #[test]
    fn functions_come_apart() {
        let rust = "/// Says it.\npub(crate) fn say(a: u32, b: &str) -> u32 { a }\nimpl Tank<u8> { fn fill(&mut self) {} }\n";
        let parts = syntax("rust").expect("rust").functions_apart(rust);
        let seen: Vec<_> = parts.iter().map(|p| (p.name.as_str(), p.owner.as_deref(), &rust[p.before.clone()], p.parameters)).collect();
        assert_eq!(seen, [("say", None, "pub(crate) ", 2), ("fill", Some("Tank"), "", 1)]);
        assert!(rust[parts[0].whole.clone()].starts_with("pub(crate) fn say"));
        let c = "static inline const int *find(const int *from, int count)\n{\n    return from;\n}\nint main(void) { return 0; }\n";
        let parts = syntax("c").expect("c").functions_apart(c);
        let seen: Vec<_> = parts.iter().map(|p| (p.name.as_str(), &c[p.before.clone()], p.parameters)).collect();
        assert_eq!(seen, [("find", "static inline ", 2), ("main", "", 0)]);
    }
}
