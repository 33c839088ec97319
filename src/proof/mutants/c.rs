//! Slips in a C function: expressions. (Statements, sizes, pointers and strings are in `c_slips`.) Leaves alone types, sizes of arrays, labels, what is
//! only printed, and what runs only when there is no memory left.

use tree_sitter::Node;

use super::code::{Function, c_declarator, named, within};
use super::known::{Known, c_name, c_returns, c_type};
use super::shared::{
    Drafts, arithmetic, comparison, edge_is_free, is_settled, moved, moved_float, moved_letter, rank_of, returns_a_side, worth,
};
use super::{Kind, Rank, c_said, c_sequence, c_slips, c_unseen, keys};

pub struct C<'a> {
    pub function: &'a Function<'a>,
    pub known: &'a Known,
    pub drafts: Drafts<'a>,
    /// Name and type of what the function takes.
    parameters: Vec<(&'a str, String)>,
    /// The same of everything declared in it.
    locals: Vec<(&'a str, String)>,
    pub returns: String,
    /// What was asked of malloc and its kin.
    pub allocated: Vec<String>,
}

pub fn drafts<'a>(function: &'a Function<'a>, known: &'a Known) -> Drafts<'a> {
    let mut c = C::of(function, known);
    c_slips::whole_body(&mut c);
    within(function.body, |node, path| c.visit(node, path));
    c_said::promised(&mut c);
    c_sequence::c(&mut c);
    c_unseen::leave_out(&mut c);
    c.drafts
}

impl<'a> C<'a> {
    pub fn of(function: &'a Function<'a>, known: &'a Known) -> C<'a> {
        let source = function.source;
        let declared = |node: Node<'a>| Some((c_name(node.child_by_field_name("declarator")?, source)?, c_type(node, source)));
        let all = c_declarator(function.node).and_then(|d| d.child_by_field_name("parameters")).map(named).unwrap_or_default();
        let parameters: Vec<_> = all.into_iter().filter_map(declared).collect();
        let (mut locals, mut allocated) = (Vec::new(), Vec::new());
        within(function.body, |node, _| {
            if node.kind() == "declaration" {
                locals.extend(locals_of(node, source));
            }
            allocated.extend(c_slips::allocated(node, source));
            true
        });
        let returns = c_returns(function.node, source);
        C { function, known, drafts: Drafts::of(source), parameters, locals, returns, allocated }
    }

    fn visit(&mut self, node: Node<'a>, path: &[Node<'a>]) -> bool {
        let Some(parent) = path.last().copied() else { return true };
        let kind = node.kind();
        let is_size = parent.kind() == "array_declarator" && parent.child_by_field_name("size") == Some(node);
        let is_label = parent.kind() == "case_statement" && parent.child_by_field_name("value") == Some(node);
        let is_name = parent.kind().ends_with("declarator") && parent.child_by_field_name("declarator") == Some(node);
        if kind == "comment"
            || kind.starts_with("preproc")
            || kind.ends_with("_specifier")
            || kind == "type_descriptor"
            || is_size
            || is_label
            || is_name
        {
            return false;
        }
        if c_slips::visit(self, node, path) == c_slips::Then::Leave {
            return false;
        }
        match kind {
            "binary_expression" => {
                self.binary(node, path);
                keys::c(self, node, path);
            }
            "assignment_expression" => self.assignment(node),
            "update_expression" => self.update(node, path),
            "number_literal" => self.number(node, path),
            "char_literal" => {
                if let Some(new) = moved_letter(self.drafts.text(node)) {
                    self.drafts.put(node, new, shown(node, path), Kind::Constant, Rank::Good);
                }
            }
            "string_literal" => {
                let new = if self.drafts.text(node) == "\"\"" { "\"x\"" } else { "\"\"" };
                self.drafts.put(node, new, shown(node, path), Kind::Constant, Rank::Fair);
            }
            "true" | "false" => {
                let new = if kind == "true" { "false" } else { "true" };
                self.drafts.put(node, new, shown(node, path), Kind::Constant, Rank::Good);
            }
            "identifier" => self.name(node, path),
            "unary_expression" if self.drafts.text(node).starts_with('!') => {
                if let Some(inner) = node.child_by_field_name("argument") {
                    self.drafts.put(node, self.drafts.text(inner), shown(node, path), Kind::Condition, Rank::Best);
                }
                keys::c_not(self, node);
            }
            "subscript_expression" => self.subscript(node),
            "field_expression" => self.field(node, path),
            "call_expression" => self.call(node),
            _ => {}
        }
        true
    }

    pub fn type_of(&self, node: Node<'a>) -> Option<&str> {
        match node.kind() {
            "identifier" => {
                let name = self.drafts.text(node);
                self.locals.iter().chain(&self.parameters).find(|(n, _)| *n == name).map(|(_, t)| t.as_str())
            }
            "field_expression" => self.known.field_type(self.drafts.text(node.child_by_field_name("field")?)),
            "call_expression" => self.known.gives(self.drafts.text(node.child_by_field_name("function")?)),
            "parenthesized_expression" => self.type_of(*named(node).first()?),
            "binary_expression" => {
                let part = |name| node.child_by_field_name(name);
                let (left, right) = (self.type_of(part("left")?), self.type_of(part("right")?));
                // The distance of two pointers is none.
                let both = [left, right].iter().all(|t| t.is_some_and(is_pointer));
                if both { None } else { left.filter(|t| is_pointer(t)).or(right) }
            }
            _ => None,
        }
    }

    /// Whether a variable is this function's own.
    pub fn is_local(&self, name: &str) -> bool {
        self.locals.iter().any(|(local, _)| *local == name)
    }

    pub fn is_parameter(&self, name: &str) -> bool {
        !self.is_local(name) && self.parameters.iter().any(|(parameter, _)| *parameter == name)
    }

    pub fn is_number_parameter(&self, name: &str) -> bool {
        let of_type = self.parameters.iter().find(|(parameter, _)| *parameter == name).map(|(_, t)| t.as_str());
        !self.is_local(name)
            && of_type.is_some_and(|t| !is_pointer(t) && !matches!(t, "bool" | "_Bool" | "double" | "float") && !t.starts_with("struct"))
    }

    /// Whether the function answers with a number about two that it is shown, as a comparator does.
    pub fn compares_two_of_a_kind(&self) -> bool {
        let is_shown = |t: &str| is_pointer(t) && t.starts_with("const ") || t.starts_with("struct ");
        matches!(&self.parameters[..], [(_, one), (_, two)] if one == two && is_shown(one)) && self.returns == "int"
    }

    /// Whether a variable was given memory from malloc and its kin here.
    pub fn is_given_memory(&self, name: &str) -> bool {
        self.allocated.iter().any(|a| a == name)
    }

    fn points(&self, node: Node<'a>) -> bool {
        self.type_of(node).is_some_and(is_pointer)
    }

    fn binary(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let part = |name| node.child_by_field_name(name);
        let (Some(left), Some(operator), Some(right)) = (part("left"), part("operator"), part("right")) else { return };
        let sign = self.drafts.text(operator);
        let in_loop = path.last().is_some_and(|p| p.kind() == "for_statement" && p.child_by_field_name("condition") == Some(node));
        if let Some((edge, opposite)) = comparison(sign) {
            if !self.edge_is_free(left, right, path) {
                self.drafts.put(operator, edge, node, Kind::Boundary, Rank::Best);
            }
            self.drafts.put(operator, opposite, node, Kind::Condition, if in_loop { Rank::Fair } else { Rank::Good });
            return;
        }
        match sign {
            "==" => self.drafts.put(operator, "!=", node, Kind::Condition, Rank::Best),
            "!=" => {
                self.drafts.put(operator, "==", node, Kind::Condition, Rank::Best);
                // One round too many.
                if in_loop && self.points(left) && self.points(right) {
                    self.drafts.put(operator, "<=", node, Kind::Boundary, Rank::Best);
                }
            }
            "&&" | "||" => {
                let other = if sign == "&&" { "||" } else { "&&" };
                self.drafts.put(operator, other, node, Kind::Operator, Rank::Best);
                self.drafts.put(node, self.drafts.text(left), node, Kind::Condition, Rank::Good);
                self.drafts.put(node, self.drafts.text(right), node, Kind::Condition, Rank::Good);
            }
            "-" if self.points(left) && self.points(right) => {
                self.drafts.swap(left, right, node, Rank::Best);
                let text = self.drafts.text(node);
                self.drafts.put(node, format!("({text} + 1)"), node, Kind::OffByOne, Rank::Best);
                self.drafts.put(node, format!("({text} - 1)"), node, Kind::OffByOne, Rank::Good);
            }
            _ => {
                let pointer = self.points(left) || self.points(right);
                for (at, new) in arithmetic(sign).iter().enumerate().filter(|(at, _)| *at == 0 || !pointer) {
                    self.drafts.put(operator, *new, node, Kind::Operator, rank_of(at));
                }
                if sign == "-" && !pointer {
                    self.drafts.swap(left, right, node, Rank::Fair);
                }
                if matches!(sign, "+" | "-" | "*" | "/") {
                    self.drafts.put(node, self.drafts.text(left), node, Kind::Operator, Rank::Fair);
                    if !pointer {
                        self.drafts.put(
                            node,
                            self.drafts.text(right),
                            node,
                            Kind::Operator,
                            if sign == "+" { Rank::Fair } else { Rank::Filler },
                        );
                    }
                }
            }
        }
    }

    fn edge_is_free(&self, left: Node<'a>, right: Node<'a>, path: &[Node<'a>]) -> bool {
        let Some(around) = path.iter().rev().find(|p| p.kind() != "parenthesized_expression") else { return false };
        let part = |name| around.child_by_field_name(name).map(|n| self.drafts.text(n)).unwrap_or_default();
        let inside = around.child_by_field_name("condition").is_some_and(|c| c.byte_range().contains(&left.start_byte()));
        if !inside || !matches!(around.kind(), "if_statement" | "conditional_expression") {
            return false;
        }
        let (one, other) = (self.drafts.text(left), self.drafts.text(right));
        if is_settled(one, other, self.drafts.text(self.function.body)) {
            return true;
        }
        let (yes, no) = (part("consequence"), part("alternative"));
        if !no.is_empty() {
            return edge_is_free(one, other, yes, no.strip_prefix("else").unwrap_or(no));
        }
        let set = super::shared::bare(yes).split_once('=').is_some_and(|(to, from)| edge_is_free(one, other, to, from));
        let last = named(self.function.body).last().map(|n| self.drafts.text(*n)).unwrap_or_default();
        set || returns_a_side(one, other, yes) || (yes.contains("return") && edge_is_free(one, other, yes, last))
    }

    fn assignment(&mut self, node: Node<'a>) {
        let part = |name| node.child_by_field_name(name);
        let (Some(left), Some(operator)) = (part("left"), part("operator")) else { return };
        let pointer = self.points(left);
        for (at, new) in arithmetic(self.drafts.text(operator)).iter().enumerate().filter(|(at, _)| *at == 0 || !pointer) {
            self.drafts.put(operator, *new, node, Kind::Operator, rank_of(at));
        }
    }

    fn update(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let (Some(operator), Some(argument)) = (node.child_by_field_name("operator"), node.child_by_field_name("argument")) else { return };
        // The step of a loop the other way round runs until something stops it.
        let steps = path.last().is_some_and(|p| matches!(p.kind(), "for_statement" | "comma_expression")) || self.points(argument);
        let new = if self.drafts.text(operator) == "++" { "--" } else { "++" };
        self.drafts.put(operator, new, node, Kind::Operator, if steps { Rank::Filler } else { Rank::Good });
    }

    fn number(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        // `{0}` is how everything begins, whatever is put there later.
        let Some(parent) = path.last().copied().filter(|p| p.kind() != "initializer_list") else { return };
        let (literal, shown) = (self.drafts.text(node), shown(node, path));
        if literal.contains('.') {
            if let Some(new) = moved_float(literal) {
                self.drafts.put(node, new, shown, Kind::Constant, Rank::Good);
            }
            return;
        }
        let (up, down) = self.directions(node, parent);
        let rank = if parent.kind() == "binary_expression" { Rank::Best } else { Rank::Good };
        // What is only asked whether it is zero, or on which side of it, has one other value.
        let is_answer = path.iter().rev().find(|p| !matches!(p.kind(), "conditional_expression" | "parenthesized_expression"));
        let is_answer = is_answer.is_some_and(|p| p.kind() == "return_statement");
        let divides = parent.child_by_field_name("operator").is_some_and(|o| matches!(self.drafts.text(o), "/" | "%")) && literal == "1";
        let up_too = up && (!is_answer || literal == "0");
        if up_too && let Some(new) = moved(literal, true) {
            self.drafts.put(node, new, shown, Kind::OffByOne, rank);
        }
        if down
            && !divides
            && let Some(new) = moved(literal, false)
        {
            let stands_still = parent.kind() == "assignment_expression" && literal == "1";
            // One round more at the start of a loop looks at what is known already.
            let starts = path.iter().rev().take(3).any(|p| p.kind() == "for_statement") && parent.kind() == "init_declarator";
            let stands_still = stands_still || starts;
            self.drafts.put(node, new, shown, Kind::OffByOne, if stands_still { Rank::Filler } else { rank.max(Rank::Good) });
        }
    }

    fn directions(&self, node: Node<'a>, parent: Node<'a>) -> (bool, bool) {
        let sign = parent.child_by_field_name("operator").map(|o| self.drafts.text(o)).unwrap_or_default();
        if parent.kind() == "binary_expression" { worth(sign, parent.child_by_field_name("right") == Some(node)) } else { (true, true) }
    }

    fn name(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let Some(parent) = path.last().copied() else { return };
        if parent.kind() == "call_expression" {
            return;
        }
        let (name, shown) = (self.drafts.text(node), shown(node, path));
        if let Some(constant) = self.known.constant(name) {
            if let Some(other) = self.known.other_constant(name) {
                self.drafts.put(node, other.name.as_str(), shown, Kind::Constant, Rank::Good);
            }
            if constant.of_type == "int" {
                let (up, down) = self.directions(node, parent);
                let sign = if up { "+" } else { "-" };
                self.drafts.put(node, format!("({name} {sign} 1)"), shown, Kind::OffByOne, Rank::Fair);
                if up && down {
                    self.drafts.put_beside(node.byte_range(), format!("({name} - 1)"), shown.byte_range(), Kind::OffByOne);
                }
            }
            return;
        }
        let is_local = self.is_local(name);
        let Some(at) = self.parameters.iter().position(|(n, _)| *n == name).filter(|_| !is_local) else {
            if let Some(other) = self.known.other_function(name).filter(|_| !is_local) {
                self.drafts.put(node, other, shown, Kind::Constant, Rank::Good);
            }
            return;
        };
        let is_written = parent.child_by_field_name("left") == Some(node) && parent.kind() == "assignment_expression"
            || parent.kind() == "update_expression";
        let others = self.parameters.iter().cycle().skip(at + 1).take(self.parameters.len() - 1);
        let other = others.clone().find(|(n, t)| *t == self.parameters[at].1 && *n != name).map(|(n, _)| *n);
        if let Some(other) = other.filter(|_| !is_written) {
            self.drafts.put(node, other, shown, Kind::Variable, Rank::Fair);
        }
    }

    fn subscript(&mut self, node: Node<'a>) {
        let Some(index) = node.child_by_field_name("index") else { return };
        let text = self.drafts.text(index);
        let sign = index.child_by_field_name("operator").map(|o| self.drafts.text(o)).unwrap_or_default();
        match index.kind() {
            "identifier" => self.drafts.put(index, format!("{text} + 1"), node, Kind::OffByOne, Rank::Fair),
            "binary_expression" if matches!(sign, "+" | "-") => {
                if let Some(left) = index.child_by_field_name("left") {
                    self.drafts.put(index, self.drafts.text(left), node, Kind::OffByOne, Rank::Good);
                }
            }
            _ => {}
        }
    }

    fn field(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let Some(field) = node.child_by_field_name("field") else { return };
        let name = self.drafts.text(field);
        // The head and the tail of a list are NULL together; two children of one node are not.
        if path.last().is_some_and(|p| self.asks_for_null(*p)) && !self.known.holds_its_own(name) {
            return;
        }
        if let Some(other) = self.known.other_field(name) {
            self.drafts.put(field, other, shown(node, path), Kind::Field, Rank::Good);
        }
    }

    fn asks_for_null(&self, node: Node<'a>) -> bool {
        let is_null = |name| node.child_by_field_name(name).is_some_and(|side| self.drafts.text(side) == "NULL");
        (node.kind() == "binary_expression" && (is_null("left") || is_null("right"))) || node.kind() == "unary_expression"
    }

    fn call(&mut self, node: Node<'a>) {
        let part = |name| node.child_by_field_name(name);
        let (Some(function), Some(arguments)) = (part("function"), part("arguments")) else { return };
        let given = named(arguments);
        let Some(types) = self.known.parameters(self.drafts.text(function)).filter(|t| t.len() == given.len()) else { return };
        for at in 1..given.len() {
            if types[at] == types[at - 1] {
                self.drafts.swap(given[at - 1], given[at], node, Rank::Good);
            }
        }
    }

    /// A parameter that could be returned as it came.
    pub fn parameter_of_answer(&self) -> Option<&'a str> {
        self.parameters.iter().rev().find(|(_, t)| *t == self.returns).map(|(name, _)| *name)
    }
}

fn locals_of<'a>(declaration: Node<'a>, source: &'a str) -> Vec<(&'a str, String)> {
    let mut cursor = declaration.walk();
    let all = declaration.children_by_field_name("declarator", &mut cursor);
    let base = c_type(declaration, source);
    let base = base.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_').split('=').next().unwrap_or_default().to_owned();
    all.filter_map(|declarator| {
        let inner = if declarator.kind() == "init_declarator" { declarator.child_by_field_name("declarator")? } else { declarator };
        let marks: String = crate::syntax::tree::text(inner, source).chars().filter(|c| matches!(c, '*' | '[')).map(|_| '*').collect();
        let base = base.split(" *").next().unwrap_or_default();
        Some((c_name(inner, source)?, if marks.is_empty() { base.to_owned() } else { format!("{base} {marks}") }))
    })
    .collect()
}

pub fn is_pointer(of_type: &str) -> bool {
    of_type.contains('*') || of_type.contains('[')
}

/// The smallest expression or statement around a node that says something by itself.
pub fn shown<'t>(node: Node<'t>, path: &[Node<'t>]) -> Node<'t> {
    const SILENT: [&str; 4] = ["parenthesized_expression", "argument_list", "unary_expression", "compound_statement"];
    let around = path.iter().rev().find(|p| !SILENT.contains(&p.kind())).copied();
    around.filter(|p| p.end_byte() - p.start_byte() < 160).unwrap_or(node)
}
