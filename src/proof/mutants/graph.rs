//! Who needs whom: which functions a stub of the reference reaches, through helpers, tables, constants and macros. A name counts where it could mean the
//! function; saying too much here spares an exercise a false alarm, saying too little would raise one.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use tree_sitter::Node;

use super::acquainted::{Acquainted, Circle};
use super::code::{self, Code, Function, within};
use super::known::c_name;
use crate::exercise::Stub;
use crate::syntax::tree::text;

/// For each stub the places of the functions that it reaches, not counting itself unless it comes back to itself.
pub fn reached(code: &Code, functions: &[Function], stubs: &[Stub], starter: &[Function]) -> Vec<BTreeSet<usize>> {
    let tables = tables(code);
    let acquainted = Acquainted::of(code, functions);
    let edges: Vec<BTreeSet<usize>> = functions.iter().map(|f| mentions(f, functions, &tables, &acquainted.circle(f))).collect();
    let from = |stub: &Stub| {
        let mut found = BTreeSet::new();
        let mut open: Vec<usize> = code::find(functions, starter, stub).into_iter().collect();
        while let Some(at) = open.pop() {
            open.extend(edges[at].iter().filter(|to| found.insert(**to)));
        }
        found
    };
    stubs.iter().map(from).collect()
}

/// Constants, global tables and macros, with the names that stand in them.
fn tables(code: &Code) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for parsed in &code.files {
        let (Some(tree), source) = (parsed.tree(), parsed.file.content.as_str()) else { continue };
        let mut note = |name: &str, node: Node<'_>| found.entry(name.to_owned()).or_default().extend(words(text(node, source)));
        crate::syntax::tree::walk(tree, |node, path| {
            let name = node.child_by_field_name("name").map(|n| text(n, source));
            match (node.kind(), name) {
                ("const_item" | "static_item" | "preproc_def" | "preproc_function_def" | "macro_definition", Some(name)) => {
                    note(name, node)
                }
                ("init_declarator", _) if !path.iter().any(|p| p.kind() == "function_definition") => {
                    if let (Some(name), Some(value)) = (c_name(node, source), node.child_by_field_name("value")) {
                        note(name, value);
                    }
                }
                _ => {}
            }
        });
    }
    found
}

/// All words of a text; cheap, and right for what is only looked up.
pub fn words(text: &str) -> Vec<String> {
    let all = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    all.filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

fn mentions(function: &Function, functions: &[Function], tables: &BTreeMap<String, BTreeSet<String>>, circle: &Circle) -> BTreeSet<usize> {
    let (mut names, implicit) = (names_in(function), operations_in(function));
    let mut open: Vec<String> = names.iter().cloned().collect();
    while let Some(name) = open.pop() {
        for inner in tables.get(&name).into_iter().flatten() {
            if names.insert(inner.clone()) {
                open.push(inner.clone());
            }
        }
    }
    let called = |f: &Function| names.contains(&f.name) || f.of_trait.as_deref().is_some_and(|t| implicit.contains(last(t)));
    functions.iter().enumerate().filter(|(_, f)| called(f) && circle.has_receiver_of(f)).map(|(at, _)| at).collect()
}

fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// What a function names, without what is a variable of its own.
fn names_in(function: &Function) -> BTreeSet<String> {
    let own: HashSet<&str> = own_names(function);
    let (mut found, source) = (BTreeSet::new(), function.source);
    within(function.body, |node, path| {
        let parent = path.last();
        let called = parent.is_some_and(|p| p.kind() == "call_expression" && p.child_by_field_name("function") == Some(node));
        match node.kind() {
            "identifier" | "type_identifier" if called || !own.contains(text(node, source)) => {
                found.insert(text(node, source).to_owned());
            }
            // A field is not a method, in C it may hold one.
            "field_identifier" => {
                let method = path.len() > 1 && matches!(path[path.len() - 2].kind(), "call_expression" | "generic_function");
                if method {
                    found.insert(text(node, source).to_owned());
                }
            }
            _ => {}
        }
        true
    });
    found
}

fn own_names<'s>(function: &Function<'s>) -> HashSet<&'s str> {
    let mut found = HashSet::new();
    within(function.node, |node, path| {
        let bound = match path.last().map(|p| (p, p.kind())) {
            Some((p, "parameter" | "let_declaration" | "for_expression")) => p.child_by_field_name("pattern") == Some(node),
            Some((_, "closure_parameters" | "tuple_pattern" | "mut_pattern")) => true,
            Some((p, "init_declarator" | "pointer_declarator" | "array_declarator" | "parameter_declaration" | "declaration")) => {
                p.child_by_field_name("declarator") == Some(node)
            }
            _ => false,
        };
        if bound && node.kind() == "identifier" {
            found.insert(text(node, function.source));
        }
        true
    });
    found
}

/// The traits whose methods a body may call without naming them.
fn operations_in(function: &Function) -> HashSet<&'static str> {
    const SIGNS: [(&str, &[&str]); 22] = [
        ("+", &["Add"]),
        ("-", &["Sub", "Neg"]),
        ("*", &["Mul", "Deref", "DerefMut"]),
        ("/", &["Div"]),
        ("%", &["Rem"]),
        ("+=", &["AddAssign", "Add"]),
        ("-=", &["SubAssign", "Sub"]),
        ("*=", &["MulAssign", "Mul"]),
        ("/=", &["DivAssign", "Div"]),
        ("==", &["PartialEq", "Eq"]),
        ("!=", &["PartialEq", "Eq"]),
        ("<", &["PartialOrd", "Ord"]),
        (">", &["PartialOrd", "Ord"]),
        ("<=", &["PartialOrd", "Ord"]),
        (">=", &["PartialOrd", "Ord"]),
        ("[", &["Index", "IndexMut"]),
        ("!", &["Not", "Display", "Debug", "PartialEq"]),
        ("?", &["From"]),
        ("for", &["Iterator", "IntoIterator"]),
        ("&", &["BitAnd"]),
        ("|", &["BitOr"]),
        ("^", &["BitXor"]),
    ];
    const METHODS: [(&[&str], &[&str]); 7] = [
        (
            &["sort", "sort_unstable", "max", "min", "cmp", "BTreeMap", "BTreeSet", "BinaryHeap", "binary_search"],
            &["Ord", "PartialOrd", "PartialEq"],
        ),
        (&["into", "try_into", "from"], &["From", "TryFrom", "Into"]),
        (&["parse"], &["FromStr"]),
        (&["to_string", "write_fmt"], &["Display"]),
        (&["default", "unwrap_or_default"], &["Default"]),
        (&["collect", "extend", "sum", "product"], &["FromIterator", "Extend", "Sum", "Product", "Iterator", "IntoIterator"]),
        (&["contains", "dedup", "HashMap", "HashSet", "insert", "get", "entry"], &["PartialEq", "Eq", "Hash"]),
    ];
    // These happen without any sign in the text.
    let mut found = HashSet::from(["Drop", "Deref", "DerefMut"]);
    if function.body.kind() != "block" {
        return HashSet::new();
    }
    within(function.body, |node, path| {
        let kind = node.kind();
        if let Some((_, traits)) = SIGNS.iter().find(|(sign, _)| *sign == kind) {
            found.extend(traits.iter());
        }
        if matches!(kind, "identifier" | "field_identifier" | "type_identifier") {
            let name = text(node, function.source);
            for (names, traits) in METHODS {
                if names.contains(&name) {
                    found.extend(traits.iter());
                }
            }
            // Any method of a chain may be one that every iterator has.
            if kind == "field_identifier" && path.len() > 1 && path[path.len() - 2].kind() == "call_expression" {
                found.insert("Iterator");
            }
        }
        true
    });
    found
}
