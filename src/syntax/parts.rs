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
    /// The types it is given, `self` among them, and last the one it answers with; without names, lifetimes and blanks.
    pub signature: Vec<String>,
    /// It stands for many types at once.
    pub generic: bool,
    /// The names of such types.
    pub stands_for: Vec<String>,
}

impl Parts {
    /// Whether it could be called as the other is, as far as can be read without resolving names.
    pub fn fits(&self, other: &Parts) -> bool {
        let one_for_many = self.generic || other.generic;
        self.signature == other.signature || (one_for_many && self.signature.len() == other.signature.len())
    }
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
        let mut types = node.child_by_field_name("type_parameters").map(children).unwrap_or_default();
        types.retain(|n| n.kind() == "type_parameter");
        found.push(Parts {
            name: text(name, source).to_owned(),
            owner: owner.map(|n| text(n, source).split('<').next().unwrap_or_default().trim().to_owned()),
            whole: node.byte_range(),
            before: visibility.map_or(node.start_byte()..node.start_byte(), |v| v.start_byte()..skip_blank(source, v.end_byte())),
            signature: given
                .iter()
                .filter(|n| matches!(n.kind(), "parameter" | "self_parameter"))
                .map(|n| n.child_by_field_name("type").unwrap_or(*n))
                .map(|n| squeezed(text(n, source)))
                .chain([node.child_by_field_name("return_type").map(|n| squeezed(text(n, source))).unwrap_or_default()])
                .collect(),
            generic: !types.is_empty() || given.iter().any(|n| text(*n, source).contains("impl ")),
            stands_for: types.iter().filter_map(|n| n.child_by_field_name("name")).map(|n| text(n, source).to_owned()).collect(),
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
            signature: given.iter().filter(|_| !is_void).map(|n| unnamed(*n, source)).chain([returned(node, declarator, source)]).collect(),
            generic: false,
            stands_for: Vec::new(),
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

/// A parameter's type: all of it but the name.
fn unnamed(parameter: Node<'_>, source: &str) -> String {
    let mut at = parameter.child_by_field_name("declarator");
    while let Some(inner) =
        at.and_then(|n| n.child_by_field_name("declarator").or_else(|| children(n).into_iter().find(|c| c.kind() == "identifier")))
    {
        at = Some(inner);
    }
    let name = at.filter(|n| n.kind() == "identifier").map(|n| n.byte_range());
    let (whole, name) = (parameter.byte_range(), name.unwrap_or(parameter.end_byte()..parameter.end_byte()));
    // An array that is handed over arrives as a pointer.
    let text = format!("{}{}", &source[whole.start..name.start], &source[name.end..whole.end]);
    squeezed(&text).replace("[]", "*")
}

/// What a C function answers with: everything between its storage and its name.
fn returned(node: Node<'_>, declarator: Node<'_>, source: &str) -> String {
    let own = children(node).into_iter().find(|n| n.kind() != "storage_class_specifier").map_or(node.start_byte(), |n| n.start_byte());
    squeezed(source.get(own..declarator.start_byte()).unwrap_or_default())
}

/// Without lifetimes and blanks.
fn squeezed(text: &str) -> String {
    let words = text.split_whitespace();
    let joined = words.collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    let mut letters = joined.chars().peekable();
    while let Some(c) = letters.next() {
        if c == '\'' {
            while letters.peek().is_some_and(|c| c.is_alphanumeric() || *c == '_') {
                letters.next();
            }
        } else if c != ' ' {
            out.push(c);
        }
    }
    out
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
        let rust = "/// Says it.\npub(crate) fn say<'a>(a: u32, b: &'a str) -> u32 { a }\nimpl Tank<u8> { fn fill(&mut self) {} }\n";
        let parts = syntax("rust").expect("rust").functions_apart(rust);
        let seen: Vec<_> =
            parts.iter().map(|p| (p.name.as_str(), p.owner.as_deref(), &rust[p.before.clone()], p.signature.join(" "))).collect();
        assert_eq!(seen, [("say", None, "pub(crate) ", "u32 &str u32".to_owned()), ("fill", Some("Tank"), "", "&mutself ".to_owned())]);
        assert!(rust[parts[0].whole.clone()].starts_with("pub(crate) fn say"));
        let c = "static inline const int *find(const int *from, int row[4])\n{\n    return from;\n}\nint main(void) { return 0; }\n";
        let parts = syntax("c").expect("c").functions_apart(c);
        let seen: Vec<_> = parts.iter().map(|p| (p.name.as_str(), &c[p.before.clone()], p.signature.join(" "))).collect();
        assert_eq!(seen, [("find", "static inline ", "constint* int[4] constint*".to_owned()), ("main", "", "int".to_owned())]);
    }
}
