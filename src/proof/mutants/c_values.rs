//! Where the values of a C function come from: which call gave a variable what it holds, which number is a file descriptor, which first value is replaced
//! before anything reads it. It follows plain assignments in one function and knows nothing of pointers to them.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::code::{Function, c_declarator, named, within};
use super::known::c_name;
use super::shared::squeezed;
use crate::syntax::tree::text;

/// What a variable was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source<'a> {
    Call(&'a str),
    /// A number, a letter, NULL: how a variable waits for its value.
    Literal,
    Other,
}

pub struct Values<'a> {
    body: Node<'a>,
    source: &'a str,
    /// By the name and where it was declared: a loop may have a variable of a name that comes again behind it.
    given: BTreeMap<(String, Option<usize>), Vec<Source<'a>>>,
}

/// Calls whose first argument is a file descriptor.
const TAKE_DESCRIPTORS: [&str; 16] = [
    "close",
    "read",
    "write",
    "lseek",
    "fstat",
    "ftruncate",
    "dup",
    "dup2",
    "fdopen",
    "recv",
    "send",
    "fsync",
    "fcntl",
    "pread",
    "pwrite",
    "isatty",
];

/// Calls that fill what `&name` points to without reading it.
const FILL: [&str; 27] = [
    "read",
    "recv",
    "pread",
    "wait",
    "waitpid",
    "scanf",
    "fscanf",
    "sscanf",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "strtod",
    "strtof",
    "clock_gettime",
    "gettimeofday",
    "pthread_join",
    "fread",
    "memcpy",
    "memset",
    "memmove",
    "frexp",
    "modf",
    "stat",
    "fstat",
    "sigprocmask",
    "pthread_create",
];

/// Without the brackets and casts around it.
pub fn peeled(mut node: Node<'_>) -> Node<'_> {
    loop {
        let inner = match node.kind() {
            "parenthesized_expression" => named(node).first().copied(),
            "cast_expression" => node.child_by_field_name("value"),
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => return node,
        }
    }
}

/// The name of the function that an expression calls.
pub fn callee<'s>(node: Node<'_>, source: &'s str) -> Option<&'s str> {
    let node = peeled(node);
    node.child_by_field_name("function").filter(|_| node.kind() == "call_expression").map(|f| text(f, source))
}

/// What a call is given.
pub fn arguments<'t>(call: Node<'t>) -> Vec<Node<'t>> {
    peeled(call).child_by_field_name("arguments").map(named).unwrap_or_default()
}

impl<'a> Values<'a> {
    pub fn of(body: Node<'a>, source: &'a str) -> Values<'a> {
        let mut given: BTreeMap<_, Vec<Source<'a>>> = BTreeMap::new();
        within(body, |node, _| {
            if let Some((to, value)) = set(node, source) {
                let declared = declared(node, &to, source);
                given.entry((to, declared)).or_default().push(source_of(value, source));
            }
            true
        });
        Values { body, source, given }
    }

    /// The one call whose answer an expression is, also where a variable holds it or is given it here.
    pub fn call(&self, node: Node<'a>) -> Option<&'a str> {
        let node = peeled(node);
        if node.kind() == "assignment_expression" {
            return callee(node.child_by_field_name("right")?, self.source);
        }
        if let Some(name) = callee(node, self.source) {
            return Some(name);
        }
        let key = key(node, self.source);
        if let Some(value) = last_given(node, &key, self.source) {
            return callee(value, self.source);
        }
        let declared = declared(node, &key, self.source);
        let given = self.given.get(&(key, declared))?;
        let mut from = given.iter().filter(|s| **s != Source::Literal);
        match (from.next(), from.next()) {
            (Some(Source::Call(name)), None) => Some(name),
            (Some(first @ Source::Call(name)), Some(second)) => (first == second && from.all(|s| s == first)).then_some(*name),
            _ => None,
        }
    }

    /// Everything that a variable of the function is given; nothing where others may write to it too.
    pub fn all_given(&self, variable: Node<'a>) -> Option<Vec<Node<'a>>> {
        let name = key(variable, self.source);
        let place = declared(variable, &name, self.source)?;
        let (mut found, mut is_plain) = (Vec::new(), true);
        within(self.body, |node, _| {
            let is_set = set(node, self.source).filter(|(to, _)| *to == name && declared(node, to, self.source) == Some(place));
            if let Some((_, value)) = is_set {
                is_plain &= node.child_by_field_name("operator").is_none_or(|sign| text(sign, self.source) == "=");
                found.push(value);
            }
            is_plain &= !(matches!(node.kind(), "pointer_expression" | "update_expression")
                && key(node, self.source).trim_matches(['&', '+', '-']) == name);
            true
        });
        (is_plain && !found.is_empty()).then_some(found)
    }

    /// Whether an expression is handed to something that takes a file descriptor.
    pub fn is_descriptor(&self, node: Node<'a>) -> bool {
        let (wanted, mut found) = (key(peeled(node), self.source), false);
        within(self.body, |node, _| {
            found |= node.kind() == "call_expression"
                && callee(node, self.source).is_some_and(|name| TAKE_DESCRIPTORS.contains(&name))
                && arguments(node).first().is_some_and(|first| key(peeled(*first), self.source) == wanted);
            true
        });
        found
    }

    /// Whether the first value of a declared variable is replaced before anything reads it, wherever the code goes.
    pub fn is_replaced(&self, declaration: Node<'a>, name: &str, own: &Fillers) -> bool {
        let mut after = declaration.next_named_sibling();
        while let Some(statement) = after {
            match self.first_use(statement, name, own) {
                Some(First::Replaced) => return true,
                Some(First::Read) => return false,
                None => after = statement.next_named_sibling(),
            }
        }
        false
    }

    fn first_use(&self, statement: Node<'a>, name: &str, own: &Fillers) -> Option<First> {
        let uses = mentions(statement, name, self.source);
        let first = uses.first()?;
        // What stands in a branch or a loop may not run.
        let place = match statement.kind() {
            "expression_statement" | "declaration" => statement,
            "if_statement" | "while_statement" => statement.child_by_field_name("condition")?,
            _ => return Some(First::Read),
        };
        let inside = place.start_byte() <= first.start_byte() && first.end_byte() <= place.end_byte();
        Some(if inside && self.is_written(*first, name, own) { First::Replaced } else { First::Read })
    }

    fn is_written(&self, at: Node<'a>, name: &str, own: &Fillers) -> bool {
        let Some(parent) = at.parent() else { return false };
        match parent.kind() {
            "assignment_expression" => {
                let part = |field| parent.child_by_field_name(field);
                part("left") == Some(at)
                    && part("operator").is_some_and(|o| text(o, self.source) == "=")
                    && part("right").is_some_and(|right| mentions(right, name, self.source).is_empty())
            }
            "pointer_expression" if text(parent, self.source).starts_with('&') => {
                let Some(call) = parent.parent().and_then(|list| list.parent()) else { return false };
                let place = arguments(call).iter().position(|argument| peeled(*argument) == parent).unwrap_or(usize::MAX);
                let fills = |called: &str| FILL.contains(&called) || own.get(called).is_some_and(|places| places.contains(&place));
                callee(call, self.source).is_some_and(fills)
            }
            _ => false,
        }
    }
}

/// Functions of the files, with the places of those of their parameters that they only write to: `*answer = …`.
pub type Fillers = BTreeMap<String, Vec<usize>>;

pub fn fillers(functions: &[Function<'_>]) -> Fillers {
    let mut found = Fillers::new();
    for function in functions {
        let parameters = c_declarator(function.node).and_then(|d| d.child_by_field_name("parameters")).map(named).unwrap_or_default();
        let names = parameters.iter().map(|p| p.child_by_field_name("declarator").and_then(|d| c_name(d, function.source)));
        let places = names.enumerate().filter(|(_, name)| name.is_some_and(|name| is_only_filled(function, name)));
        found.insert(function.name.clone(), places.map(|(at, _)| at).collect());
    }
    found
}

fn is_only_filled(function: &Function<'_>, name: &str) -> bool {
    let uses = mentions(function.body, name, function.source);
    let is_target = |at: &Node<'_>| {
        let place = at.parent().filter(|p| p.kind() == "pointer_expression");
        place.and_then(|p| Some((p, p.parent()?))).is_some_and(|(place, set)| {
            set.child_by_field_name("left") == Some(place) && set.child_by_field_name("operator").is_some_and(|o| o.kind() == "=")
        })
    };
    !uses.is_empty() && uses.iter().all(is_target)
}

enum First {
    Replaced,
    Read,
}

/// Where a name stands in a node, in the order of the text.
pub fn mentions<'t>(node: Node<'t>, name: &str, source: &str) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    within(node, |inner, _| {
        if inner.kind() == "identifier" && text(inner, source) == name && !is_measured(inner) {
            found.push(inner);
        }
        true
    });
    found
}

/// `sizeof x` reads nothing.
fn is_measured(node: Node<'_>) -> bool {
    let mut up = node.parent();
    while let Some(node) = up.filter(|n| n.kind().ends_with("_expression")) {
        if node.kind() == "sizeof_expression" {
            return true;
        }
        up = node.parent();
    }
    false
}

/// What a pointer points to is another place than the pointer.
fn key(node: Node<'_>, source: &str) -> String {
    squeezed(text(node, source))
}

/// Where the variable that a place begins with is declared, as it is seen from a node; nothing for a parameter.
fn declared(node: Node<'_>, place: &str, source: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let place = place.trim_start_matches(['*', '(']);
    let name = &place[..place.find(|c| !is_part(c)).unwrap_or(place.len())];
    let is_declarator = |n: &Node<'_>| n.kind().ends_with("declarator") || n.kind() == "identifier";
    let names = |d: &Node<'_>| named(*d).into_iter().filter(is_declarator).any(|d| c_name(d, source) == Some(name));
    let mut inner = node;
    while let Some(outer) = inner.parent() {
        let before = named(outer).into_iter().take_while(|n| n.start_byte() <= inner.start_byte()).filter(|n| n.kind() == "declaration");
        if let Some(found) = before.filter(names).last() {
            return Some(found.start_byte());
        }
        inner = outer;
    }
    None
}

/// What a variable was given last, where the statements right before say it for sure: `word = word_new(…); if (word == NULL)`, whatever it held before.
fn last_given<'t>(node: Node<'t>, name: &str, source: &str) -> Option<Node<'t>> {
    let mut statement = node;
    while statement.parent()?.kind() != "compound_statement" {
        statement = statement.parent()?;
    }
    // A loop comes back to its question with what it has written since.
    if matches!(statement.kind(), "while_statement" | "for_statement" | "do_statement" | "labeled_statement") {
        return None;
    }
    let mut before = statement.prev_named_sibling();
    while let Some(earlier) = before {
        let is_plain = matches!(earlier.kind(), "expression_statement" | "declaration");
        let given = named(earlier).into_iter().filter_map(|part| set(part, source)).find(|(to, _)| to == name).map(|(_, value)| value);
        if is_plain && given.is_some() {
            return given;
        }
        if !is_plain && earlier.kind() != "comment" || !mentions(earlier, name, source).is_empty() {
            return None;
        }
        before = earlier.prev_named_sibling();
    }
    None
}

/// What is set here, and to what.
fn set<'t>(node: Node<'t>, source: &str) -> Option<(String, Node<'t>)> {
    let part = |name| node.child_by_field_name(name);
    match node.kind() {
        "init_declarator" => Some((c_name(part("declarator")?, source)?.to_owned(), part("value")?)),
        "assignment_expression" => Some((key(part("left")?, source), part("right")?)),
        _ => None,
    }
}

fn source_of<'a>(value: Node<'a>, source: &'a str) -> Source<'a> {
    let value = peeled(value);
    match callee(value, source) {
        Some(name) => Source::Call(name),
        None if matches!(value.kind(), "number_literal" | "char_literal" | "null" | "true" | "false") => Source::Literal,
        None if text(value, source) == "NULL" => Source::Literal,
        None => Source::Other,
    }
}
