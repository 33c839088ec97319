//! The operators of mutation testing, each a function from a place in the syntax tree to the changes that it allows there.

use tree_sitter::Node;

use super::grammar::{Grammar, arithmetic, comparison, grammar};
use super::values::{self, Values};
use super::{Draft, Operator};
use crate::proof::code::{Code, Function, within};
use crate::syntax::Dialect;
use crate::syntax::tree::{children, named, text};

/// One function while its places are visited.
struct Visit<'f, 't> {
    function: &'f Function<'t>,
    dialect: Dialect,
    grammar: &'static Grammar,
    values: &'f Values,
    found: Vec<Draft>,
}

/// Every change of this function.
pub(super) fn drafts(code: &Code, function: &Function) -> Vec<Draft> {
    let dialect = code.syntax.dialect();
    let values = Values::read(code);
    let mut visit = Visit { function, dialect, grammar: grammar(dialect), values: &values, found: Vec::new() };
    within(function.body, |node, above| {
        // What `sizeof` looks at is never run.
        if above.iter().any(|n| n.kind() == "sizeof_expression") {
            return;
        }
        visit.signs(node);
        visit.constants(node, above);
        visit.statements(node, above);
        visit.calls(node, above);
        visit.conditions(node);
        visit.early_returns(node, above);
        visit.arms(node);
        visit.patterns(node, above);
        visit.jumps(node, above);
        visit.memory(node);
    });
    visit.found
}

impl<'t> Visit<'_, 't> {
    fn text(&self, node: Node<'_>) -> &'t str {
        text(node, self.function.source)
    }

    /// Another text for a node, shown with what is around it.
    fn change(&mut self, operator: Operator, edit: Node<'_>, shown: Node<'_>, new: impl Into<String>) {
        self.found.push(Draft { edit: edit.byte_range(), new: new.into(), shown: shown.byte_range(), operator });
    }

    fn is(&self, kinds: &[&str], node: Node<'_>) -> bool {
        kinds.contains(&node.kind())
    }

    // ---- operators between and before values ----

    fn signs(&mut self, node: Node<'t>) {
        if node.kind() == self.grammar.unary && self.text(node).starts_with('!') {
            if let Some(inner) = named(node).first() {
                self.change(Operator::Negation, node, node, self.text(*inner));
            }
            return;
        }
        let is_binary = node.kind() == self.grammar.binary;
        if !is_binary && !self.is(self.grammar.updates, node) {
            if node.kind() == "range_expression" || node.kind() == "range_pattern" {
                self.range(node);
            }
            return;
        }
        let sign = node.child_by_field_name("operator").or_else(|| children(node).into_iter().find(|c| !c.is_named()));
        let Some(sign) = sign else { return };
        let said = self.text(sign);
        if let Some((beside, opposite)) = comparison(said).filter(|_| is_binary) {
            if let Some(beside) = beside {
                self.change(Operator::Boundary, sign, node, beside);
            }
            self.change(Operator::Negation, sign, node, opposite);
        } else if let Some(other) = arithmetic(said) {
            self.change(Operator::Arithmetic, sign, node, other);
        } else if let "&&" | "||" = said {
            self.change(Operator::Logical, sign, node, if said == "&&" { "||" } else { "&&" });
            for side in ["left", "right"] {
                if let Some(side) = node.child_by_field_name(side) {
                    self.change(Operator::Logical, node, node, self.text(side));
                }
            }
        }
    }

    /// `a..b` and `a..=b`, each for the other; a range without an end has none to change.
    fn range(&mut self, node: Node<'t>) {
        let signs = children(node);
        let sign = signs.iter().find(|c| matches!(c.kind(), ".." | "..="));
        if let Some(sign) = sign.filter(|sign| signs.last().is_some_and(|last| last.start_byte() > sign.start_byte())) {
            self.change(Operator::RangeEnd, *sign, node, if sign.kind() == ".." { "..=" } else { ".." });
        }
    }

    // ---- constants ----

    fn constants(&mut self, node: Node<'t>, above: &[Node<'t>]) {
        let said = self.text(node);
        if self.is(self.grammar.integers, node) || self.is(self.grammar.floats, node) {
            for other in values::neighbours(said) {
                self.change(Operator::Constant, node, node, other);
            }
        } else if self.is(self.grammar.truths, node) {
            self.change(Operator::Constant, node, node, if said == "true" { "false" } else { "true" });
        } else if node.kind() == "identifier" && is_constant_name(said) && !above.last().is_some_and(|p| is_name_only(*p, node)) {
            for sign in ["+", "-"] {
                self.change(Operator::Constant, node, node, format!("({said} {sign} 1)"));
            }
        }
    }

    // ---- statements and calls ----

    fn statements(&mut self, node: Node<'t>, above: &[Node<'t>]) {
        if !self.is(self.grammar.statements, node) || above.iter().any(|n| n.kind() == "for_statement" && is_head_of_for(*n, node)) {
            return;
        }
        let said = self.text(node);
        let is_last = above.len() == 1 && node.next_named_sibling().is_none();
        let is_return = node.kind() == "return_statement";
        // A value that the function returns is not left out: without it nothing is returned at all.
        let is_tail = self.dialect == Dialect::Rust && !said.ends_with([';', '}']) || is_return && is_last;
        let is_jump = named(node).first().is_some_and(|inner| self.is(self.grammar.jumps, *inner));
        if is_tail || is_jump {
            return;
        }
        let frees = self.dialect == Dialect::C && said.starts_with("free(");
        let operator = if frees { Operator::Free } else { Operator::Statement };
        let nothing = if self.dialect == Dialect::C { ";" } else { "" };
        self.change(operator, node, node, nothing);
    }

    fn calls(&mut self, node: Node<'t>, above: &[Node<'t>]) {
        if node.kind() != "call_expression" {
            return;
        }
        let (Some(function), Some(arguments)) = (node.child_by_field_name("function"), node.child_by_field_name("arguments")) else {
            return;
        };
        let given = named(arguments);
        let is_statement = above.last().is_some_and(|p| self.is(self.grammar.statements, *p));
        if function.kind() == "field_expression" {
            let (value, method) = (function.child_by_field_name("value"), function.child_by_field_name("field"));
            if let Some(value) = value.filter(|_| !is_statement && self.dialect == Dialect::Rust) {
                self.change(Operator::Call, node, node, self.text(value));
            }
            if let Some(method) = method {
                let said = self.text(method);
                let other = self.grammar.opposites.iter().find_map(|(a, b)| match said {
                    _ if said == *a => Some(*b),
                    _ if said == *b => Some(*a),
                    _ => None,
                });
                if let Some(other) = other {
                    self.change(Operator::Arithmetic, method, node, other);
                }
            }
        } else if let Some(first) = given.first().filter(|_| !is_statement) {
            self.change(Operator::Call, node, node, self.text(*first));
        }
        for pair in given.windows(2) {
            let (one, other) = (self.text(pair[0]), self.text(pair[1]));
            let between = &self.function.source[pair[0].end_byte()..pair[1].start_byte()];
            self.found.push(Draft {
                edit: pair[0].start_byte()..pair[1].end_byte(),
                new: format!("{other}{between}{one}"),
                shown: node.byte_range(),
                operator: Operator::Arguments,
            });
        }
    }

    // ---- ways through the function ----

    fn conditions(&mut self, node: Node<'t>) {
        if !self.is(self.grammar.conditional, node) {
            return;
        }
        let Some(condition) = node.child_by_field_name("condition") else { return };
        if matches!(condition.kind(), "let_condition" | "let_chain") {
            return;
        }
        let in_brackets = condition.kind() == "parenthesized_expression";
        for value in [self.grammar.always, self.grammar.never] {
            let new = if in_brackets { format!("({value})") } else { value.to_owned() };
            self.change(Operator::Condition, condition, condition, new);
        }
    }

    /// A default value returned at the beginning of a block inside the function. (At the very beginning it would be a trivial body.)
    fn early_returns(&mut self, node: Node<'t>, above: &[Node<'t>]) {
        if above.is_empty() || !self.is(self.grammar.blocks, node) {
            return;
        }
        let Some(value) = self.values.default(&self.function.returns(self.dialect), self.function.owner.as_deref()) else { return };
        let space = if value.is_empty() { "" } else { " " };
        let first = named(node).first().map(|first| self.text(*first).trim_end_matches(';')).unwrap_or_default();
        let is_zero = value == "0" && matches!(first, "return NULL" | "return false");
        if is_zero || first == format!("return{space}{value}") {
            return;
        }
        let at = node.start_byte() + 1;
        self.found.push(Draft {
            edit: at..at,
            new: format!(" return{space}{value};"),
            shown: node.start_byte()..at,
            operator: Operator::EarlyReturn,
        });
    }

    fn arms(&mut self, node: Node<'t>) {
        for (kind, one, other) in self.grammar.branches {
            let both = node.child_by_field_name(one).zip(node.child_by_field_name(other)).filter(|_| node.kind() == *kind);
            if let Some((one, other)) = both.map(|(one, other)| (one, branch(other))) {
                self.change(Operator::Arm, one, node, self.block(other));
                self.change(Operator::Arm, other, node, self.block(one));
            }
        }
        if node.kind() == self.grammar.arm {
            match self.dialect {
                Dialect::Rust => self.match_arm(node),
                Dialect::C => self.switch_case(node),
            }
        }
    }

    /// A branch as it can stand in the place of another: in Rust that is a block.
    fn block(&self, node: Node<'t>) -> String {
        let said = self.text(node);
        let needs_braces = self.dialect == Dialect::Rust && !said.starts_with('{');
        if needs_braces { format!("{{ {said} }}") } else { said.to_owned() }
    }

    /// The value of an arm, with that of its neighbour and with a default one.
    fn match_arm(&mut self, node: Node<'t>) {
        let value_of = |arm: Node<'t>| arm.child_by_field_name("value");
        let neighbour = node.next_named_sibling().or_else(|| node.prev_named_sibling()).filter(|n| n.kind() == node.kind());
        let Some(value) = value_of(node) else { return };
        let (said, separator) = (self.text(value), if self.text(node).ends_with(',') { "" } else { "," });
        if let Some(other) = neighbour.and_then(value_of).map(|v| self.text(v)) {
            // Two arms that say the same need not be told apart by their neighbours.
            if other != said {
                let separator = if other.ends_with('}') { "" } else { separator };
                self.change(Operator::Arm, value, node, format!("{other}{separator}"));
            }
        }
        self.change(Operator::Arm, value, node, format!("Default::default(){separator}"));
    }

    /// What a case does, with what its neighbour does. Labels without anything to do share what comes next: one of them is left out.
    fn switch_case(&mut self, node: Node<'t>) {
        let work = |case: Node<'t>| {
            let after = children(case).into_iter().skip_while(|c| c.kind() != ":").skip(1).collect::<Vec<_>>();
            Some(after.first()?.start_byte()..after.last()?.end_byte())
        };
        let source = self.function.source;
        let Some(own) = work(node) else {
            self.change(Operator::Pattern, node, node, "");
            return;
        };
        let cases = [node.next_named_sibling(), node.prev_named_sibling()];
        let neighbour = cases.into_iter().flatten().filter(|n| n.kind() == node.kind()).find_map(work);
        if let Some(other) = neighbour.filter(|other| source[other.clone()] != source[own.clone()]) {
            self.found.push(Draft { edit: own, new: source[other].to_owned(), shown: node.byte_range(), operator: Operator::Arm });
        }
    }

    fn patterns(&mut self, node: Node<'t>, above: &[Node<'t>]) {
        if node.kind() == "or_pattern" {
            let sides = named(node);
            for side in &sides {
                self.change(Operator::Pattern, node, node, self.text(*side));
            }
        }
        let is_whole = above.last().is_some_and(|p| p.kind() == "match_pattern") && node.is_named();
        let arm = above.iter().rev().find(|n| n.kind() == "match_arm");
        let is_last = arm.is_none_or(|arm| arm.next_named_sibling().is_none());
        let is_guard = above.last().is_some_and(|p| p.child_by_field_name("condition") == Some(node));
        if is_whole && !is_guard && !is_last && self.text(node) != "_" {
            self.change(Operator::Pattern, node, *arm.unwrap_or(&node), "_");
        }
    }

    fn jumps(&mut self, node: Node<'t>, above: &[Node<'t>]) {
        if node.kind() == "try_expression"
            && let Some(inner) = named(node).first()
        {
            let said = self.text(*inner);
            self.change(Operator::Jump, node, node, said);
            self.change(Operator::Jump, node, node, format!("{said}.unwrap()"));
        }
        if self.is(self.grammar.jumps, node) {
            let statement = above.last().filter(|p| p.kind() == "expression_statement").copied().unwrap_or(node);
            let new = if self.dialect == Dialect::C { ";" } else { "{}" };
            self.change(Operator::Jump, statement, statement, new);
        }
    }

    // ---- memory (C) ----

    fn memory(&mut self, node: Node<'t>) {
        match node.kind() {
            "sizeof_expression" => {
                self.change(Operator::Sizeof, node, node, "sizeof(void *)");
                self.change(Operator::Sizeof, node, node, "1");
            }
            "pointer_expression" if self.text(node).starts_with('*') => {
                if let Some(inner) = node.child_by_field_name("argument") {
                    self.change(Operator::PointerStep, inner, node, format!("({} + 1)", self.text(inner)));
                }
            }
            "subscript_expression" => {
                if let Some(index) = node.child_by_field_name("index") {
                    self.change(Operator::PointerStep, index, node, format!("({}) + 1", self.text(index)));
                }
            }
            "char_literal" if self.text(node) == "'\\0'" => self.change(Operator::NulSlot, node, node, "'0'"),
            _ => {}
        }
    }
}

/// `LIMIT`: what everybody writes for a constant.
fn is_constant_name(name: &str) -> bool {
    name.len() > 1 && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_') && name != "NULL"
}

/// The name is no value there: it is called, declared, or a label.
fn is_name_only(parent: Node<'_>, node: Node<'_>) -> bool {
    let is = |field: &str| parent.child_by_field_name(field) == Some(node);
    matches!(parent.kind(), "case_statement" | "match_pattern" | "tuple_struct_pattern" | "enumerator" | "macro_invocation")
        || (parent.kind() == "call_expression" && is("function"))
}

/// The three parts of a C `for` are no statements of their own.
fn is_head_of_for(for_statement: Node<'_>, node: Node<'_>) -> bool {
    for_statement.child_by_field_name("body").is_some_and(|body| node.start_byte() < body.start_byte()) && for_statement != node
}

/// What an `else` holds.
fn branch(node: Node<'_>) -> Node<'_> {
    if node.kind() == "else_clause" { named(node).first().copied().unwrap_or(node) } else { node }
}
