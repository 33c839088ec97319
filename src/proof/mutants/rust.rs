//! Slips in a Rust function: expressions. (Statements, conditions and loops are in `rust_flow`, calls in `rust_calls`.) Leaves alone what would not
//! compile without types: text in macros, attributes, type annotations, patterns without a wildcard behind them.

use tree_sitter::Node;

use super::code::{Function, named, within};
use super::known::Known;
use super::shared::{
    Drafts, arithmetic, comparison, edge_is_free, is_settled, moved, moved_float, moved_letter, rank_of, returns_a_side, squeezed, worth,
};
use super::{Kind, Rank, keys, passed_on, rust_calls, rust_flow, rust_unseen, sequence, stores};
use crate::syntax::tree::{children, normalised};

pub struct Rust<'a> {
    pub function: &'a Function<'a>,
    pub known: &'a Known,
    pub drafts: Drafts<'a>,
    /// Name and type of what the function takes, without those whose name is bound again.
    pub parameters: Vec<(String, String)>,
    pub returns: String,
    /// What the generics of the function and the type around it can do, as text.
    pub bounds: String,
}

pub const INTEGERS: [&str; 12] = ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

pub fn drafts<'a>(function: &'a Function<'a>, known: &'a Known) -> Drafts<'a> {
    let mut rust = Rust::of(function, known);
    rust_flow::whole_body(&mut rust);
    within(function.body, |node, path| rust.visit(node, path));
    stores::rust(&mut rust);
    sequence::rust(&mut rust);
    rust_unseen::leave_out(&mut rust);
    rust.drafts
}

/// Whether this is the text of a type, or something that is not run.
fn is_left_alone(kind: &str) -> bool {
    kind.ends_with("_type")
        || kind.ends_with("comment")
        || matches!(
            kind,
            "type_arguments" | "type_identifier" | "attribute_item" | "inner_attribute_item" | "use_declaration" | "function_item"
        )
        || matches!(kind, "struct_item" | "enum_item" | "impl_item" | "macro_definition" | "token_tree" | "where_clause" | "const_block")
}

impl<'a> Rust<'a> {
    pub fn of(function: &'a Function<'a>, known: &'a Known) -> Rust<'a> {
        let source = function.source;
        let field = |of: Node<'a>, name| of.child_by_field_name(name).map(|n| normalised(crate::syntax::tree::text(n, source)));
        let generics = |node: Node<'a>| {
            let clause = children(node).into_iter().find(|c| c.kind() == "where_clause");
            let clause = clause.map(|c| crate::syntax::tree::text(c, source)).unwrap_or_default();
            format!("{} {clause}", field(node, "type_parameters").unwrap_or_default())
        };
        let mut rust = Rust {
            function,
            known,
            drafts: Drafts::of(source),
            parameters: Vec::new(),
            returns: field(function.node, "return_type").unwrap_or_default(),
            bounds: generics(function.node) + &function.around.map(generics).unwrap_or_default(),
        };
        let bound_again = rust.bound_names();
        let all = function.node.child_by_field_name("parameters").map(named).unwrap_or_default();
        for parameter in all.into_iter().filter(|p| p.kind() == "parameter") {
            if let (Some(name), Some(of_type)) = (field(parameter, "pattern"), field(parameter, "type"))
                && !bound_again.contains(&name)
            {
                rust.parameters.push((name, of_type));
            }
        }
        rust
    }

    fn bound_names(&self) -> Vec<String> {
        let mut found = Vec::new();
        within(self.function.body, |node, path| {
            let in_pattern = path.windows(2).any(|pair| pair[0].child_by_field_name("pattern") == Some(pair[1]))
                || path.iter().any(|p| p.kind() == "closure_parameters")
                || path.last().is_some_and(|p| p.child_by_field_name("pattern") == Some(node));
            if in_pattern && node.kind() == "identifier" {
                found.push(self.drafts.text(node).to_owned());
            }
            true
        });
        found
    }

    fn visit(&mut self, node: Node<'a>, path: &[Node<'a>]) -> bool {
        let Some(parent) = path.last().copied() else { return true };
        if is_left_alone(node.kind()) || (path.len() > 1 && rust_calls::is_unheard(self, parent)) {
            return false;
        }
        match node.kind() {
            "binary_expression" => {
                self.binary(node, path);
                keys::rust(self, node, path);
            }
            "compound_assignment_expr" => self.compound(node),
            "range_expression" => self.range(node, path),
            "range_pattern" => self.range_pattern(node, path),
            "integer_literal" => self.integer(node, path),
            "float_literal" => {
                if let Some(new) = moved_float(self.drafts.text(node)) {
                    self.drafts.put(node, new, shown(node, path), Kind::Constant, Rank::Good);
                }
            }
            "boolean_literal" if !in_pattern(path) => {
                let new = if self.drafts.text(node) == "true" { "false" } else { "true" };
                self.drafts.put(node, new, shown(node, path), Kind::Constant, Rank::Good);
            }
            "char_literal" if !in_pattern(path) || has_wildcard(path, self) => {
                if let Some(new) = moved_letter(self.drafts.text(node)) {
                    self.drafts.put(node, new, shown(node, path), Kind::Constant, Rank::Good);
                }
            }
            "string_literal" if !in_pattern(path) => {
                let new = if self.drafts.text(node) == "\"\"" { "\"x\"" } else { "\"\"" };
                self.drafts.put(node, new, shown(node, path), Kind::Constant, Rank::Fair);
                self.other_reason(node, path);
            }
            "identifier" => self.name(node, path),
            "scoped_identifier" => return self.scoped(node, path),
            "unary_expression" if self.drafts.text(node).starts_with('!') => {
                if let [inner] = named(node)[..] {
                    self.drafts.put(node, self.drafts.text(inner), shown(node, path), Kind::Condition, Rank::Best);
                }
            }
            "index_expression" => self.index(node),
            "field_expression" => self.field(node, parent, path),
            "tuple_expression" => self.tuple(node, path),
            _ => {}
        }
        passed_on::rust(self, node, path);
        rust_flow::visit(self, node, path);
        rust_calls::visit(self, node, path);
        true
    }

    fn binary(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let part = |name| node.child_by_field_name(name);
        let (Some(left), Some(operator), Some(right)) = (part("left"), part("operator"), part("right")) else { return };
        let sign = self.drafts.text(operator);
        if let Some((edge, opposite)) = comparison(sign) {
            if !self.edge_is_free(node, left, right, path) {
                self.drafts.put(operator, edge, node, Kind::Boundary, Rank::Best);
            }
            self.drafts.put(operator, opposite, node, Kind::Condition, Rank::Good);
            return;
        }
        match sign {
            "==" => self.drafts.put(operator, "!=", node, Kind::Condition, Rank::Best),
            "!=" => self.drafts.put(operator, "==", node, Kind::Condition, Rank::Best),
            "&&" | "||" => {
                let other = if sign == "&&" { "||" } else { "&&" };
                self.drafts.put(operator, other, node, Kind::Operator, Rank::Best);
                self.drafts.put(node, self.drafts.text(left), node, Kind::Condition, Rank::Good);
                self.drafts.put(node, self.drafts.text(right), node, Kind::Condition, Rank::Good);
            }
            _ => {
                self.arithmetic(operator, sign, right, node);
                if sign == "-" && !self.is_fixed(left) {
                    self.drafts.swap(left, right, node, Rank::Fair);
                }
                self.missing_part(node, left, right, path);
            }
        }
    }

    /// A term that was forgotten, or one that is too much.
    fn missing_part(&mut self, node: Node<'a>, left: Node<'a>, right: Node<'a>, path: &[Node<'a>]) {
        let sign = operator_of(node, self);
        if !matches!(sign, "+" | "-" | "*" | "/") {
            return;
        }
        let is_text = matches!(right.kind(), "reference_expression" | "string_literal");
        self.drafts.put(node, self.drafts.text(left), node, Kind::Operator, Rank::Fair);
        if !is_text {
            self.drafts.put(node, self.drafts.text(right), node, Kind::Operator, if sign == "+" { Rank::Fair } else { Rank::Filler });
        }
        let inside = path.last().is_some_and(|p| matches!(p.kind(), "binary_expression" | "parenthesized_expression" | "index_expression"));
        let whole = !["f32", "f64", "String", "str"].iter().any(|t| self.drafts.text(self.function.node).contains(t));
        if whole && !is_text && !inside && self.bounds.trim().is_empty() && !(self.is_fixed(left) && self.is_fixed(right)) {
            self.drafts.put(node, format!("{} + 1", self.drafts.text(node)), node, Kind::OffByOne, Rank::Filler);
        }
    }

    fn compound(&mut self, node: Node<'a>) {
        let part = |name| node.child_by_field_name(name);
        let (Some(operator), Some(right)) = (part("operator"), part("right")) else { return };
        self.arithmetic(operator, self.drafts.text(operator), right, node);
    }

    fn arithmetic(&mut self, operator: Node<'a>, sign: &str, right: Node<'a>, node: Node<'a>) {
        // Text is joined with `+` and with nothing else.
        let joins_text = sign.starts_with('+') && (matches!(right.kind(), "reference_expression" | "string_literal"));
        if joins_text {
            return;
        }
        // The compiler works out what is fixed, and refuses a result that does not fit.
        let fixed = self.is_fixed(right) && node.child_by_field_name("left").is_some_and(|l| self.is_fixed(l));
        for (at, new) in arithmetic(sign).iter().enumerate() {
            // Dividing what was not zero by something new may divide by zero before it runs.
            let divides_by_literal_zero = matches!(*new, "/" | "%") && self.drafts.text(right).trim_matches('0').is_empty();
            if !divides_by_literal_zero && self.generics_can(new) && !(fixed && *new != "+") {
                self.drafts.put(operator, *new, node, Kind::Operator, rank_of(at));
            }
        }
    }

    /// Whether the compiler knows the value.
    pub fn is_fixed(&self, node: Node<'a>) -> bool {
        node.kind() == "integer_literal" || self.known.constant(self.drafts.text(node)).is_some()
    }

    /// Where generics say what can be done with a type, only that can be.
    fn generics_can(&self, operator: &str) -> bool {
        const TRAITS: [(&str, &str); 5] = [("+", "Add"), ("-", "Sub"), ("*", "Mul"), ("/", "Div"), ("%", "Rem")];
        let speaks = TRAITS.iter().any(|(_, name)| self.bounds.contains(name));
        let needed = TRAITS.iter().find(|(sign, _)| operator.starts_with(sign));
        !speaks || needed.is_none_or(|(_, name)| self.bounds.contains(name))
    }

    fn edge_is_free(&self, node: Node<'a>, left: Node<'a>, right: Node<'a>, path: &[Node<'a>]) -> bool {
        let Some(around) = path.iter().rev().find(|p| p.kind() != "parenthesized_expression") else { return false };
        if around.kind() != "if_expression"
            || around.child_by_field_name("condition").is_none_or(|c| !c.byte_range().contains(&node.start_byte()))
        {
            return false;
        }
        let part = |name| around.child_by_field_name(name).map(|n| self.drafts.text(n)).unwrap_or_default();
        let (yes, no) = (part("consequence"), part("alternative"));
        let (one, other) = (self.drafts.text(left), self.drafts.text(right));
        if is_settled(one, other, self.drafts.text(self.function.body)) {
            return true;
        }
        if let Some(no) = no.strip_prefix("else") {
            return edge_is_free(one, other, yes, no);
        }
        // `if used > worst { worst = used; }`, or `if x > MOST { return MOST; } x`.
        let inner = super::shared::bare(yes);
        let set = inner.split_once('=').is_some_and(|(to, from)| edge_is_free(one, other, to, from));
        set || returns_a_side(one, other, yes) || (yes.contains("return") && edge_is_free(one, other, yes, self.tail_text()))
    }

    pub fn tail(&self) -> Option<Node<'a>> {
        named(self.function.body).last().copied().filter(|last| !self.drafts.text(*last).ends_with(';'))
    }

    fn tail_text(&self) -> &'a str {
        self.tail().map(|t| self.drafts.text(t)).unwrap_or_default()
    }

    fn range(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let Some(dots) = children(node).into_iter().find(|c| c.kind().starts_with("..")) else { return };
        let has_end = children(node).last().is_some_and(|last| last.id() != dots.id());
        // How many there are is known of `a..b` alone, and so is what an open one is.
        let chain = path.iter().rev().find(|p| !matches!(p.kind(), "parenthesized_expression" | "field_expression" | "call_expression"));
        let called = chain.map(|c| squeezed(self.drafts.text(*c))).unwrap_or_default();
        let needs_length = [".len()", ".enumerate().rev()", ".rposition("].iter().any(|m| called.contains(m));
        if has_end && !needs_length && !self.returns.contains("Range") {
            let new = if self.drafts.text(dots) == ".." { "..=" } else { ".." };
            self.drafts.put(dots, new, node, Kind::Boundary, Rank::Best);
        }
    }

    fn range_pattern(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let Some(dots) = children(node).into_iter().find(|c| c.kind().starts_with("..")) else { return };
        let both = node.child_by_field_name("left").is_some() && node.child_by_field_name("right").is_some();
        match self.drafts.text(dots) {
            ".." if both => self.drafts.put(dots, "..=", node, Kind::Boundary, Rank::Best),
            "..=" if both && has_wildcard(path, self) => self.drafts.put(dots, "..", node, Kind::Boundary, Rank::Best),
            _ => {}
        }
    }

    fn integer(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let Some(parent) = path.last().copied() else { return };
        let literal = self.drafts.text(node);
        let pattern = in_pattern(path);
        let is_length = parent.kind() == "array_expression" && parent.child_by_field_name("length") == Some(node);
        if parent.kind() == "field_expression" || is_length || (pattern && !has_wildcard(path, self)) {
            return;
        }
        let (up, down) = self.directions(node, parent);
        let loops = path.iter().any(|p| matches!(p.kind(), "while_expression" | "loop_expression"));
        let is_step = parent.kind() == "compound_assignment_expr";
        let starts_at = parent.kind() == "range_expression" && named(parent).first() == Some(&node);
        let rank = match parent.kind() {
            "binary_expression" => Rank::Best,
            // The first of many often adds nothing: a sum that begins at 1 for 0.
            "range_expression" if starts_at && literal == "0" => Rank::Fair,
            _ => Rank::Good,
        };
        let shown = shown(node, path);
        if up && let Some(new) = moved(literal, true) {
            self.drafts.put(node, new, shown, Kind::OffByOne, rank);
        }
        // Down from the start of a range adds a place where nothing may be; a step of 0 stands still.
        let divides = matches!(operator_of(parent, self), "/" | "%");
        let skip = pattern || starts_at || (divides && literal == "1");
        if down
            && !skip
            && let Some(new) = moved(literal, false)
        {
            let rank = if is_step && loops { Rank::Filler } else { rank.max(Rank::Good) };
            self.drafts.put(node, new, shown, Kind::OffByOne, rank);
        }
    }

    /// Whether one more and one less are worth trying beside what stands around it.
    pub fn directions(&self, node: Node<'a>, parent: Node<'a>) -> (bool, bool) {
        match parent.kind() {
            "binary_expression" => worth(operator_of(parent, self), parent.child_by_field_name("right") == Some(node)),
            "range_expression" if named(parent).last() == Some(&node) => {
                let dots = children(parent).into_iter().find(|c| c.kind().starts_with("..")).map(|d| self.drafts.text(d));
                worth(dots.unwrap_or(".."), true)
            }
            "range_pattern" => (true, false),
            _ => (true, true),
        }
    }
}

/// `u32, Vec<(u8, u8)>` as its two types.
pub fn split_types(list: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0usize, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(list[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[from..].trim());
    parts.retain(|p| !p.is_empty());
    parts
}

pub fn is_shared(of_type: &str) -> bool {
    of_type.starts_with('&') && !of_type.starts_with("&mut")
}

pub fn is_callee(node: Node<'_>, parent: Node<'_>) -> bool {
    matches!(parent.kind(), "call_expression" | "generic_function") && parent.child_by_field_name("function") == Some(node)
}

pub fn operator_of<'a>(node: Node<'a>, rust: &Rust<'a>) -> &'a str {
    node.child_by_field_name("operator").map(|o| rust.drafts.text(o)).unwrap_or_default()
}

/// Whether a node with these ancestors is part of a pattern.
pub fn in_pattern(path: &[Node<'_>]) -> bool {
    let is_pattern = |p: &Node<'_>| p.kind().ends_with("_pattern") || p.kind() == "closure_parameters";
    let guard = path.windows(2).any(|pair| pair[0].kind() == "match_pattern" && pair[0].child_by_field_name("condition") == Some(pair[1]));
    let directly = path.windows(2).any(|pair| pair[0].child_by_field_name("pattern") == Some(pair[1]));
    !guard && (path.iter().any(is_pattern) || directly)
}

/// Whether the match around this pattern has an arm for everything else.
fn has_wildcard(path: &[Node<'_>], rust: &Rust<'_>) -> bool {
    let arms = path.iter().rev().find(|p| p.kind() == "match_block").map(|block| named(*block)).unwrap_or_default();
    let last = arms.last().and_then(|arm| arm.child_by_field_name("pattern")).map(|p| rust.drafts.text(p)).unwrap_or_default();
    last == "_" || (!last.is_empty() && last.chars().all(|c| c.is_ascii_lowercase() || c == '_') && !matches!(last, "true" | "false"))
}

/// The smallest expression around a node that says something by itself.
pub fn shown<'t>(node: Node<'t>, path: &[Node<'t>]) -> Node<'t> {
    const SILENT: [&str; 6] =
        ["parenthesized_expression", "arguments", "match_pattern", "unary_expression", "field_initializer_list", "block"];
    let around = path.iter().rev().find(|p| !SILENT.contains(&p.kind())).copied();
    around.filter(|p| p.end_byte() - p.start_byte() < 160).unwrap_or(node)
}
