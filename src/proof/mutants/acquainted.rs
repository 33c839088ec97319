//! Which types a Rust function can come across: those that it names, those inside of them, and those that what it calls takes and gives. A method of a type
//! that a function never comes across is not called there, whatever its name. Generic code, and code with `dyn` or `impl` of a trait, may come across anything;
//! a closure that it is handed calls for itself.

use std::collections::{BTreeMap, BTreeSet};

use super::code::{Code, Function};
use super::graph::words;
use crate::syntax::tree::text;

pub struct Acquainted {
    /// What stands in the declaration of a name.
    declared: BTreeMap<String, BTreeSet<String>>,
    /// Names whose declarations have a value of any type that has a trait.
    open: BTreeSet<String>,
    /// Structs and enums of the files.
    types: BTreeSet<String>,
}

impl Acquainted {
    pub fn of(code: &Code, functions: &[Function]) -> Acquainted {
        let mut declared: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let (mut open, mut types): (BTreeSet<String>, BTreeSet<String>) = Default::default();
        for parsed in &code.files {
            let (Some(tree), source) = (parsed.tree(), parsed.file.content.as_str()) else { continue };
            crate::syntax::tree::walk(tree, |node, _| {
                let is_type = matches!(node.kind(), "struct_item" | "enum_item" | "union_item");
                let says = is_type || matches!(node.kind(), "type_item" | "trait_item" | "const_item" | "static_item" | "macro_definition");
                let alias = node.child_by_field_name("alias").filter(|_| node.kind() == "use_as_clause");
                if let Some(name) = alias.or_else(|| node.child_by_field_name("name").filter(|_| says)).map(|n| text(n, source).to_owned())
                {
                    types.extend(is_type.then(|| name.clone()));
                    let said = words(text(node, source));
                    open.extend(is_of_any_type(&said).then(|| name.clone()));
                    declared.entry(name).or_default().extend(said);
                }
            });
        }
        for function in functions {
            let said = signature(function);
            open.extend(is_of_any_type(&said).then(|| function.name.clone()));
            let says = declared.entry(function.name.clone()).or_default();
            says.extend(said);
            if says.contains("Self") {
                says.extend(function.owner.clone());
            }
        }
        Acquainted { declared, open, types }
    }

    /// For each function whether it may call a given method: by the types that it comes across.
    pub fn circle(&self, function: &Function) -> Circle<'_> {
        let said = words(text(function.node, function.source));
        let own_is_open = is_generic(function) || is_of_any_type(&said);
        let mut known: BTreeSet<String> = said.into_iter().chain(around(function)).collect();
        let mut open: Vec<String> = known.iter().cloned().collect();
        while let Some(name) = open.pop() {
            for inner in self.declared.get(&name).into_iter().flatten() {
                if known.insert(inner.clone()) {
                    open.push(inner.clone());
                }
            }
        }
        let is_open = own_is_open || known.iter().any(|name| self.open.contains(name));
        Circle { known, is_open, types: &self.types }
    }
}

/// What one function comes across.
pub struct Circle<'a> {
    known: BTreeSet<String>,
    is_open: bool,
    types: &'a BTreeSet<String>,
}

impl Circle<'_> {
    /// Whether a value can be there whose method this is. A free function needs none.
    pub fn has_receiver_of(&self, method: &Function) -> bool {
        let Some(owner) = method.owner.as_ref().filter(|owner| self.types.contains(*owner)) else { return true };
        let of_trait = method.of_trait.as_deref().map(|t| t.rsplit("::").next().unwrap_or(t));
        self.is_open || self.known.contains(owner) || of_trait.is_some_and(|t| self.known.contains(t))
    }
}

/// `dyn Error`, `impl Display`; not a closure.
fn is_of_any_type(said: &[String]) -> bool {
    let is_closure = |word: &str| matches!(word, "Fn" | "FnMut" | "FnOnce");
    said.windows(2).any(|two| matches!(two[0].as_str(), "dyn" | "impl") && !is_closure(&two[1]))
}

/// The words of what it takes and gives.
fn signature(function: &Function) -> Vec<String> {
    words(function.source.get(function.node.start_byte()..function.body.start_byte()).unwrap_or_default())
}

/// The words of the `impl` around it.
fn around(function: &Function) -> Vec<String> {
    let head = function.around.and_then(|a| function.source.get(a.start_byte()..a.child_by_field_name("body")?.start_byte()));
    words(head.unwrap_or_default())
}

/// With a type that its caller chooses.
fn is_generic(function: &Function) -> bool {
    let lists = [Some(function.node), function.around].into_iter().flatten().filter_map(|n| n.child_by_field_name("type_parameters"));
    let mut all = lists.flat_map(|list| super::code::named(list));
    all.any(|p| !p.kind().contains("lifetime") && p.kind() != "const_parameter")
}
