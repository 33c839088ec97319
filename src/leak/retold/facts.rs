//! What a body does, as facts: an operation and what it is done with, read off the syntax tree. Names that only the body gives are left out, because whoever tells
//! it may call them anything; what is left are parameters, constants, functions, fields and numbers. Owns what counts as a fact; knows no text.

use tree_sitter::Node;

use crate::leak::splice::Dialect;
use crate::syntax::Head;
use crate::syntax::tree::{self, named, text};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// Bit by bit: what both have, and the other ones.
    And,
    Not,
    /// Which of two is more.
    Compare,
    Same,
    /// Something gets a value.
    Take,
    Return,
    /// What something depends on.
    Choose,
    /// From one to the other.
    Range,
    /// What is called, made or picked says itself what is done.
    Named,
}

/// What an operation is done with.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leaf {
    /// By its place.
    Param(usize),
    /// A constant, function, method, field or type.
    Name(String),
    Number(String),
    /// NULL or None.
    Nothing,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact {
    pub op: Op,
    pub leaves: Vec<Leaf>,
}

impl Fact {
    /// What ends a stub that nobody has written.
    pub fn is_mark(&self) -> bool {
        self.leaves == [Leaf::Name("ETUDE_TODO".to_owned())]
    }

    /// Leaves out the names of these functions; what they are asked about is compared.
    pub fn forget(&mut self, functions: &[String]) {
        let before = self.leaves.len();
        self.leaves.retain(|leaf| !matches!(leaf, Leaf::Name(name) if functions.contains(name)));
        if self.leaves.len() < before && self.op == Op::Named {
            self.op = Op::Compare;
        }
    }
}

/// The facts of a function in a file, without those that say nothing, each once.
pub fn facts(content: &str, head: &Head, dialect: &Dialect) -> Vec<Fact> {
    let language = if dialect.is_c { tree_sitter_c::LANGUAGE.into() } else { tree_sitter_rust::LANGUAGE.into() };
    let Some(parsed) = tree::parse(language, content) else { return Vec::new() };
    let Some(body) = parsed.root_node().descendant_for_byte_range(head.body.start, head.body.end) else { return Vec::new() };
    let mut reader = Reader { content, params: &head.params, locals: Vec::new(), found: Vec::new() };
    reader.find_locals(body);
    reader.visit_all(body);
    let mut found = Vec::new();
    for fact in reader.found {
        if says_something(&fact) && !found.contains(&fact) {
            found.push(fact);
        }
    }
    found
}

/// A lone 0 or 1, or nothing with a name, stands in any code.
fn says_something(fact: &Fact) -> bool {
    let small = |leaf: &Leaf| matches!(leaf, Leaf::Number(n) if n == "0" || n == "1");
    let telling = fact.leaves.iter().filter(|l| !small(l)).count();
    telling > 0 || matches!(fact.op, Op::And | Op::Not)
}

struct Reader<'a> {
    content: &'a str,
    params: &'a [String],
    locals: Vec<&'a str>,
    found: Vec<Fact>,
}

impl<'a> Reader<'a> {
    fn text(&self, node: Node<'_>) -> &'a str {
        text(node, self.content)
    }

    fn find_locals(&mut self, body: Node<'_>) {
        let mut open = vec![(body, false)];
        while let Some((node, binds)) = open.pop() {
            let field = |child: Node<'_>, name: &str| node.child_by_field_name(name) == Some(child);
            for child in named(node) {
                let is_pattern = match node.kind() {
                    "let_declaration" | "for_expression" | "let_condition" | "match_arm" => field(child, "pattern"),
                    "closure_expression" => field(child, "parameters"),
                    "declaration" | "init_declarator" => field(child, "declarator"),
                    "pointer_declarator" | "array_declarator" | "tuple_pattern" | "mut_pattern" => binds,
                    kind => binds && (kind.ends_with("_pattern") || kind == "closure_parameters"),
                };
                if child.kind() == "identifier" && is_pattern && self.text(child).starts_with(char::is_lowercase) {
                    self.locals.push(self.text(child));
                }
                open.push((child, is_pattern));
            }
        }
        self.locals.retain(|l| !self.params.iter().any(|p| p == l));
    }

    fn visit_all(&mut self, body: Node<'_>) {
        let mut open = vec![body];
        while let Some(node) = open.pop() {
            self.visit(node);
            open.extend(named(node).into_iter().rev());
        }
    }

    fn put(&mut self, op: Op, leaves: Vec<Leaf>) {
        self.found.push(Fact { op, leaves });
    }

    fn visit(&mut self, node: Node<'_>) {
        let part = |name: &str| node.child_by_field_name(name);
        match node.kind() {
            "binary_expression" | "compound_assignment_expr" | "assignment_expression" => {
                let (Some(left), Some(right)) = (part("left"), part("right")) else { return };
                let sign = part("operator").map_or("=", |o| self.text(o));
                if let Some(op) = operation(sign) {
                    let leaves = self.leaves([left, right]);
                    self.put(op, leaves);
                }
            }
            "let_declaration" | "init_declarator" => {
                let leaf = part("value").and_then(|v| self.leaf(v)).filter(|l| matches!(l, Leaf::Name(_)));
                if let Some(leaf) = leaf {
                    self.put(Op::Take, vec![leaf]);
                }
            }
            "return_expression" | "return_statement" | "break_expression" => {
                if let Some(leaf) = named(node).first().and_then(|v| self.leaf(*v)) {
                    self.put(Op::Return, vec![leaf]);
                }
            }
            "if_expression" | "if_statement" | "conditional_expression" => {
                if let Some(leaf) = part("condition").map(peeled).and_then(|c| self.leaf(c)) {
                    self.put(Op::Choose, vec![leaf]);
                }
            }
            "unary_expression" if part("operator").is_some_and(|o| self.text(o) == "~") => self.put(Op::Not, Vec::new()),
            "range_expression" => {
                let leaves = self.leaves(named(node));
                self.put(Op::Range, leaves);
            }
            "match_arm" => {
                let (Some(pattern), Some(value)) = (part("pattern"), part("value")) else { return };
                let leaves = self.leaves([peeled(pattern)].into_iter().chain(named(peeled(pattern))).chain([value]));
                self.put(Op::Named, leaves);
            }
            "call_expression" => self.call(node),
            "field_initializer" => {
                let (Some(name), Some(value)) = (part("field").or_else(|| part("name")), part("value")) else { return };
                let leaves = std::iter::once(Leaf::Name(self.text(name).to_owned())).chain(self.leaf(value)).collect();
                self.put(Op::Named, leaves);
            }
            _ => {}
        }
    }

    fn call(&mut self, node: Node<'_>) {
        let Some(function) = node.child_by_field_name("function") else { return };
        let (receiver, name) = match function.kind() {
            "field_expression" => (
                function.child_by_field_name("value").or_else(|| function.child_by_field_name("argument")),
                function.child_by_field_name("field"),
            ),
            "scoped_identifier" => (None, function.child_by_field_name("name")),
            _ => (None, Some(function)),
        };
        let given = node.child_by_field_name("arguments").map(named).unwrap_or_default();
        let Some(name) = name.map(|n| self.text(n)).filter(|n| !CONVERTS.contains(n)) else { return };
        let mut leaves: Vec<Leaf> = vec![Leaf::Name(name.to_owned())];
        leaves.extend(self.leaves(receiver.into_iter().chain(given)));
        self.put(Op::Named, leaves);
    }

    fn converts(&self, call: Node<'_>) -> bool {
        let Some(function) = call.child_by_field_name("function") else { return false };
        let name = ["field", "name"].iter().find_map(|f| function.child_by_field_name(f)).unwrap_or(function);
        CONVERTS.contains(&self.text(name))
    }

    fn leaves<'n>(&self, nodes: impl IntoIterator<Item = Node<'n>>) -> Vec<Leaf> {
        let mut found = Vec::new();
        for leaf in nodes.into_iter().filter_map(|n| self.leaf(n)) {
            if !found.contains(&leaf) {
                found.push(leaf);
            }
        }
        found
    }

    /// What an operand is, where it is one thing with a name of its own.
    fn leaf(&self, node: Node<'_>) -> Option<Leaf> {
        let mut node = peeled(node);
        loop {
            let inner = match node.kind() {
                "reference_expression"
                | "unary_expression"
                | "pointer_expression"
                | "cast_expression"
                | "type_cast_expression"
                | "try_expression" => node
                    .child_by_field_name("value")
                    .or_else(|| node.child_by_field_name("argument"))
                    .or_else(|| named(node).first().copied()),
                // `self.given.0` is what is given; `seats[i]` one of the seats.
                "field_expression" if self.text(node.child_by_field_name("field")?).starts_with(|c: char| c.is_ascii_digit()) => {
                    node.child_by_field_name("value")
                }
                "call_expression" if self.converts(node) => {
                    named(node.child_by_field_name("arguments")?).first().copied().or_else(|| receiver(node))
                }
                "index_expression" => named(node).first().copied(),
                "subscript_expression" => node.child_by_field_name("argument"),
                _ => break,
            };
            node = peeled(inner?);
        }
        let said = self.text(node);
        match node.kind() {
            "identifier" => match self.params.iter().position(|p| p == said) {
                Some(at) => Some(Leaf::Param(at)),
                None if said == "None" || said == "NULL" => Some(Leaf::Nothing),
                None if self.locals.contains(&said) || said == "self" => None,
                None => Some(Leaf::Name(said.to_owned())),
            },
            "null" => Some(Leaf::Nothing),
            "self" => None,
            "field_expression" => Some(Leaf::Name(self.text(node.child_by_field_name("field")?).to_owned())),
            "scoped_identifier" => Some(Leaf::Name(self.text(node.child_by_field_name("name")?).to_owned())),
            "integer_literal" | "float_literal" | "number_literal" => Some(Leaf::Number(said.replace('_', ""))),
            "sizeof_expression" => Some(Leaf::Name("sizeof".to_owned())),
            _ => None,
        }
    }
}

/// Calls that leave a value what it is.
const CONVERTS: [&str; 9] = ["new", "from", "len", "Some", "Ok", "into", "iter", "unwrap", "to_owned"];

fn receiver(call: Node<'_>) -> Option<Node<'_>> {
    call.child_by_field_name("function")?.child_by_field_name("value")
}

fn peeled(node: Node<'_>) -> Node<'_> {
    let mut inner = node;
    while matches!(inner.kind(), "parenthesized_expression" | "match_pattern" | "expression_statement" | "block" | "else_clause") {
        match named(inner)[..] {
            [only] => inner = only,
            _ => break,
        }
    }
    inner
}

fn operation(sign: &str) -> Option<Op> {
    Some(match sign {
        "+" | "+=" => Op::Add,
        "-" | "-=" => Op::Sub,
        "*" | "*=" => Op::Mul,
        "/" | "/=" => Op::Div,
        "%" | "%=" => Op::Rem,
        "&" | "&=" => Op::And,
        "<" | "<=" | ">" | ">=" => Op::Compare,
        "==" | "!=" => Op::Same,
        "=" => Op::Take,
        _ => return None,
    })
}
