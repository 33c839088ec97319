//! Slips in what a Rust expression names: another constant, variable, field, variant or place.

use tree_sitter::Node;

use super::code::{named, within};
use super::rust::{INTEGERS, Rust, in_pattern, is_callee, is_shared, operator_of, shown, split_types};
use super::rust_unseen::callee;
use super::trivial::rust_default;
use super::{Kind, Rank};

impl<'a> Rust<'a> {
    pub fn name(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let Some(parent) = path.last().copied() else { return };
        if in_pattern(path) || is_callee(node, parent) || parent.kind() == "scoped_identifier" {
            return;
        }
        let name = self.drafts.text(node);
        let shown = shown(node, path);
        let short = parent.kind() == "shorthand_field_initializer";
        let set = |value: &str| if short { format!("{name}: {value}") } else { value.to_owned() };
        if let Some(constant) = self.known.constant(name) {
            let worked_out = parent.kind() == "binary_expression" && named(parent).iter().all(|n| self.is_fixed(*n));
            if let Some(other) = self.known.other_constant(name).filter(|_| !worked_out) {
                self.drafts.put(node, other.name.as_str(), shown, Kind::Constant, Rank::Good);
            }
            if INTEGERS.contains(&constant.of_type.as_str()) {
                let (up, down) = self.directions(node, parent);
                let new = if up && !constant.value.contains("MAX") { Some("+") } else { (down && constant.value != "0").then_some("-") };
                if let Some(sign) = new {
                    self.drafts.put(node, format!("({name} {sign} 1)"), shown, Kind::OffByOne, Rank::Fair);
                    if sign == "+" && down && constant.value != "0" {
                        self.drafts.put(node, format!("({name} - 1)"), shown, Kind::OffByOne, Rank::Filler);
                    }
                }
            }
            return;
        }
        let written = path.iter().rev().take(2).any(|p| p.child_by_field_name("left") == Some(node) && p.kind().contains("assignment"));
        let Some(at) = self.parameters.iter().position(|(n, _)| n == name).filter(|_| !written) else { return };
        let of_type = &self.parameters[at].1;
        let copies =
            INTEGERS.contains(&of_type.as_str()) || ["f32", "f64", "bool", "char"].contains(&of_type.as_str()) || is_shared(of_type);
        let others = self.parameters.iter().cycle().skip(at + 1).take(self.parameters.len() - 1);
        if let Some((other, _)) = others.clone().find(|(n, t)| t == of_type && n != name && !n.starts_with("mut ")).filter(|_| copies) {
            self.drafts.put(node, set(other), shown, Kind::Variable, Rank::Fair);
        }
        if short && INTEGERS.contains(&of_type.as_str()) {
            self.drafts.put(node, format!("{name}: {name} + 1"), shown, Kind::OffByOne, Rank::Fair);
        }
    }

    /// `Level::Low` as `Level::Medium`, and what is less instead of greater.
    pub fn scoped(&mut self, node: Node<'a>, path: &[Node<'a>]) -> bool {
        let part = |name| node.child_by_field_name(name);
        let (Some(of), Some(name)) = (part("path"), part("name")) else { return false };
        let parent = path.last().copied();
        if in_pattern(path) {
            return false;
        }
        let (of, variant) = (self.drafts.text(of), self.drafts.text(name));
        let of = if of == "Self" { self.function.owner.as_deref().unwrap_or(of) } else { of };
        let of = of.rsplit("::").next().unwrap_or(of);
        if parent.is_some_and(|p| is_callee(node, p)) {
            // `Error::Missing(name)` as `Error::Twice(name)`.
            if let Some(other) = self.known.other_holder(of, variant) {
                self.drafts.put(name, other, shown(node, path), Kind::Constant, Rank::Good);
            } else if let Some(call) = parent.filter(|_| self.is_reason(path) && self.known.holds(of, variant)) {
                // What it holds goes with it.
                let unit = self.known.variants.get(of).and_then(|all| all.first()).cloned();
                if let Some(other) = unit.or_else(|| self.other_holding(of, variant)) {
                    let path_text = part("path").map(|p| self.drafts.text(p)).unwrap_or_default();
                    self.drafts.put(
                        call,
                        format!("{path_text}::{other}"),
                        shown(call, &path[..path.len() - 1]),
                        Kind::Constant,
                        Rank::Good,
                    );
                }
            }
            return false;
        }
        let other = match (of, variant) {
            ("Ordering", "Less") => Some("Greater"),
            ("Ordering", "Greater") => Some("Less"),
            (of, variant) => self.known.other_variant(of, variant).or_else(|| self.known.other_constant(variant).map(|c| c.name.as_str())),
        };
        if let Some(other) = other {
            self.drafts.put(name, other, shown(node, path), Kind::Constant, Rank::Good);
        } else if self.is_reason(path)
            && self.known.variants.get(of).is_some_and(|all| all.iter().any(|v| v == variant))
            && let Some(other) = self.other_holding(of, variant)
        {
            self.drafts.put(name, other, shown(node, path), Kind::Constant, Rank::Good);
        }
        false
    }

    /// Another variant, which holds what says nothing: `NotANumber(Default::default())`.
    fn other_holding(&self, of: &str, variant: &str) -> Option<String> {
        let (name, holds) = self.known.next_holder(of, variant)?;
        let types = split_types(holds.strip_prefix('(')?.strip_suffix(')')?);
        let values = types.iter().filter(|t| !t.is_empty()).map(|t| rust_default(t, self.function, self.known));
        Some(format!("{name}({})", values.collect::<Option<Vec<_>>>()?.join(", ")))
    }

    /// The text of one error for that of another: a test that asks only whether there is one does not notice.
    pub fn other_reason(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        if !self.is_reason(path) {
            return;
        }
        let mut all: Vec<Node<'a>> = Vec::new();
        within(self.function.body, |inner, above| {
            if inner.kind() == "string_literal" && self.is_reason(above) {
                all.push(inner);
            }
            true
        });
        let at = all.iter().position(|n| *n == node).unwrap_or_default();
        let others = all[at..].iter().chain(&all[..at]).map(|n| self.drafts.text(*n));
        if let Some(other) = others.into_iter().find(|other| *other != self.drafts.text(node)) {
            self.drafts.put(node, other, shown(node, path), Kind::Constant, Rank::Good);
        }
    }

    /// Whether what stands here says why something failed.
    fn is_reason(&self, path: &[Node<'a>]) -> bool {
        path.iter().any(|p| callee(self, *p).is_some_and(|name| matches!(name, "Err" | "map_err" | "ok_or" | "ok_or_else")))
    }

    pub fn index(&mut self, node: Node<'a>) {
        let [_, index] = named(node)[..] else { return };
        let text = self.drafts.text(index);
        match index.kind() {
            "identifier" => self.drafts.put(index, format!("{text} + 1"), node, Kind::OffByOne, Rank::Fair),
            "binary_expression" if operator_of(index, self) == "-" || operator_of(index, self) == "+" => {
                if let Some(left) = index.child_by_field_name("left") {
                    self.drafts.put(index, self.drafts.text(left), node, Kind::OffByOne, Rank::Good);
                }
            }
            _ => {}
        }
    }

    pub fn field(&mut self, node: Node<'a>, parent: Node<'a>, path: &[Node<'a>]) {
        let Some(field) = node.child_by_field_name("field").filter(|_| !is_callee(node, parent)) else { return };
        if let Some(other) = self.known.other_field(self.drafts.text(field)) {
            self.drafts.put(field, other, shown(node, path), Kind::Field, Rank::Good);
        }
    }

    /// `(a, b)` as `(b, a)` where the function says that both have one type.
    pub fn tuple(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let returned = path.last().is_some_and(|p| p.kind() == "return_expression") || self.tail() == Some(node);
        let types = split_types(self.returns.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or_default());
        let parts = named(node);
        if !returned || types.len() != parts.len() {
            return;
        }
        for at in 1..parts.len() {
            if types[at] == types[at - 1] {
                self.drafts.swap(parts[at - 1], parts[at], node, Rank::Good);
            }
        }
    }
}
