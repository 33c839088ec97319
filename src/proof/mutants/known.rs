//! What the files say about names: which constants, fields and variants have the same type, and what functions take. It reads declarations and infers
//! nothing; a name that is declared in two ways is not known.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::c_failing::{self, Says};
use super::c_values::{self, Fillers};
use super::code::{Code, c_declarator, named};
use super::said::Said;
use crate::syntax::tree::{self, children, normalised, text};

#[derive(Debug, Default)]
pub struct Known {
    pub constants: Vec<Constant>,
    /// What each function takes, without `self`, and gives; nothing where the name stands for several.
    functions: BTreeMap<String, Option<Signature>>,
    /// Structs with their fields, as name and type; those without names are called 0, 1, ….
    pub structs: BTreeMap<String, Vec<(String, String)>>,
    /// Enums with those of their variants that hold nothing.
    pub variants: BTreeMap<String, Vec<String>>,
    /// Enums with those of their variants that hold something without a name, and what that is.
    holders: BTreeMap<String, Vec<(String, String)>>,
    /// Enums with all of their variants.
    pub cases: BTreeMap<String, Vec<String>>,
    /// Other names of types (C).
    pub aliases: BTreeMap<String, String>,
    /// Variables and fields that are counted up or down somewhere.
    pub counted: BTreeSet<String>,
    /// What a type derives, as text.
    pub derives: BTreeMap<String, String>,
    /// Functions with parameters that they only write to (C).
    pub fillers: Fillers,
    /// Functions that fail only when the system does, and how they say so (C).
    pub fails_with_system: BTreeMap<String, Says>,
    /// What the comments promise.
    pub said: Said,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Signature {
    takes: Vec<String>,
    gives: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    pub name: String,
    pub of_type: String,
    pub value: String,
    /// Which file declares it: one that is private to another file is no use.
    file: usize,
}

impl Known {
    pub fn of(code: &Code) -> Known {
        let mut known = Known::default();
        for (file, parsed) in code.files.iter().enumerate() {
            let source = parsed.file.content.as_str();
            let before = known.constants.len();
            if let Some(tree) = parsed.tree() {
                tree::walk(tree, |node, path| known.note(node, path, source));
            }
            known.constants[before..].iter_mut().for_each(|constant| constant.file = file);
        }
        let functions = code.functions();
        known.fails_with_system = c_failing::own(&functions);
        known.fillers = c_values::fillers(&functions);
        known
    }

    pub fn constant(&self, name: &str) -> Option<&Constant> {
        self.constants.iter().find(|c| c.name == name)
    }

    /// The next constant of the same type.
    pub fn other_constant(&self, name: &str) -> Option<&Constant> {
        let this = self.constant(name)?;
        let others = |c: &&Constant| c.of_type == this.of_type && c.name != this.name && c.value != this.value;
        let at = self.constants.iter().position(|c| c.name == name)?;
        let family = |name: &str| name.split_once('_').map(|(family, _)| family.to_owned());
        // One error is taken for another error, not for the number of seats.
        let related = |c: &&Constant| others(c) && c.file == this.file && family(name).is_some() && family(&c.name) == family(name);
        let behind = || self.constants[at..].iter().chain(&self.constants[..at]);
        behind().find(related).or_else(|| behind().find(others))
    }

    pub fn parameters(&self, function: &str) -> Option<&[String]> {
        self.functions.get(function)?.as_ref().map(|s| s.takes.as_slice())
    }

    pub fn gives(&self, function: &str) -> Option<&str> {
        self.functions.get(function)?.as_ref().map(|s| s.gives.as_str())
    }

    /// Another function that can be handed over in the place of this one.
    pub fn other_function(&self, name: &str) -> Option<&str> {
        let this = self.functions.get(name)?.as_ref()?;
        let same = |(other, signature): &(&String, &Option<Signature>)| *other != name && signature.as_ref() == Some(this);
        self.functions.iter().find(same).map(|(other, _)| other.as_str())
    }

    /// The type of a field, where only one struct has a field of this name.
    pub fn field_type(&self, name: &str) -> Option<&str> {
        let mut having = self.structs.values().flatten().filter(|(f, _)| f == name);
        let (found, None) = (having.next()?, having.next()) else { return None };
        Some(&found.1)
    }

    /// Whether a field points to the kind of struct it stands in.
    pub fn holds_its_own(&self, field: &str) -> bool {
        let points_back = |(name, fields): (&String, &Vec<(String, String)>)| {
            let target = |t: &str| t.contains('*') && t.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
            fields.iter().any(|(f, of_type)| f == field && target(of_type))
        };
        self.structs.iter().any(points_back)
    }

    /// The next field of the same type, where only one struct has a field of this name.
    pub fn other_field(&self, name: &str) -> Option<&str> {
        let mut having = self.structs.values().filter(|fields| fields.iter().any(|(f, _)| f == name));
        let (fields, None) = (having.next()?, having.next()) else { return None };
        let at = fields.iter().position(|(f, _)| f == name)?;
        let same = |(_, (f, of_type)): &(usize, &(String, String))| *of_type == fields[at].1 && f != name;
        let mut all = fields.iter().enumerate().filter(same);
        let first = all.next()?;
        Some(if first.0 > at { &first.1.0 } else { all.find(|(i, _)| *i > at).map_or(&first.1.0, |(_, (f, _))| f) })
    }

    /// The next variant that holds nothing.
    pub fn other_variant(&self, of: &str, name: &str) -> Option<&str> {
        let all = self.variants.get(of)?;
        let at = all.iter().position(|v| v == name)?;
        (all.len() > 1).then(|| all[(at + 1) % all.len()].as_str())
    }

    /// The next variant that holds the same.
    pub fn other_holder(&self, of: &str, name: &str) -> Option<&str> {
        let all = self.holders.get(of)?;
        let at = all.iter().position(|(v, _)| v == name)?;
        all[at + 1..].iter().chain(&all[..at]).find(|(_, holds)| *holds == all[at].1).map(|(v, _)| v.as_str())
    }

    /// Whether this is a variant that holds something.
    pub fn holds(&self, of: &str, name: &str) -> bool {
        self.holders.get(of).is_some_and(|all| all.iter().any(|(v, _)| v == name))
    }

    /// The next variant that holds something, and what that is, in brackets.
    pub fn next_holder(&self, of: &str, name: &str) -> Option<(&str, &str)> {
        let all = self.holders.get(of)?;
        let at = all.iter().position(|(v, _)| v == name).map_or(0, |at| at + 1);
        let others = all[at..].iter().chain(&all[..at]);
        others.into_iter().find(|(v, _)| v != name).map(|(v, holds)| (v.as_str(), holds.as_str()))
    }

    fn note(&mut self, node: Node<'_>, path: &[Node<'_>], source: &str) {
        let field = |of: Node<'_>, name| of.child_by_field_name(name).map(|part| normalised(text(part, source)));
        match node.kind() {
            "const_item" | "static_item" => {
                if let (Some(name), Some(of_type), Some(value)) = (field(node, "name"), field(node, "type"), field(node, "value")) {
                    self.constants.push(Constant { name, of_type, value, file: 0 });
                }
            }
            "struct_item" | "enum_item" => {
                let Some(name) = field(node, "name") else { return };
                let derives = derives_above(node, source);
                self.derives.insert(name.clone(), derives);
                if node.kind() == "struct_item" {
                    self.structs.insert(name, rust_fields(node, source));
                } else {
                    self.holders.insert(name.clone(), holders(node, source));
                    self.cases.insert(name.clone(), all_variants(node, source));
                    self.variants.insert(name, unit_variants(node, source));
                }
            }
            "compound_assignment_expr" | "assignment_expression" | "update_expression" => {
                let target = node.child_by_field_name("left").or_else(|| node.child_by_field_name("argument"));
                if field(node, "operator").is_some_and(|operator| operator != "=") {
                    self.counted.extend(target.and_then(|t| last_name(t, source)));
                }
            }
            "type_definition" => {
                let of = node.child_by_field_name("type");
                // A struct that has no other name is known by this one.
                let of_type =
                    of.and_then(|of| if of.child_by_field_name("body").is_some() { field(of, "name") } else { field(node, "type") });
                if let (Some(of_type), Some(name)) = (of_type, field(node, "declarator")) {
                    self.aliases.insert(name, of_type);
                }
            }
            "function_item" | "function_signature_item" => {
                if let (Some(name), Some(parameters)) = (field(node, "name"), node.child_by_field_name("parameters")) {
                    let all = named(parameters).into_iter().filter(|p| p.kind() == "parameter");
                    let takes = all.map(|p| field(p, "type").unwrap_or_default()).collect();
                    self.function(name, Signature { takes, gives: field(node, "return_type").unwrap_or_default() });
                }
            }
            "preproc_def" => {
                if let (Some(name), Some(value)) = (field(node, "name"), field(node, "value")) {
                    let of_type = c_literal_type(&value).to_owned();
                    if !of_type.is_empty() {
                        self.constants.push(Constant { name, of_type, value, file: 0 });
                    }
                }
            }
            "enumerator" => {
                let of_type = path.iter().rev().find(|p| p.kind() == "enum_specifier").and_then(|e| field(*e, "name"));
                if let Some(name) = field(node, "name") {
                    let value = field(node, "value").unwrap_or_else(|| name.clone());
                    let of_type = format!("enum {}", of_type.unwrap_or_else(|| path.len().to_string()));
                    self.constants.push(Constant { name, of_type, value, file: 0 });
                }
            }
            "struct_specifier" if node.child_by_field_name("body").is_some() => {
                let name = field(node, "name").or_else(|| path.last().and_then(|p| field(*p, "declarator"))).unwrap_or_default();
                self.structs.insert(name, c_fields(node, source));
            }
            "function_definition" | "declaration" => {
                if let Some(declarator) = c_declarator(node)
                    && let (Some(name), Some(parameters)) = (field(declarator, "declarator"), declarator.child_by_field_name("parameters"))
                {
                    let all = named(parameters).into_iter().filter(|p| p.kind() == "parameter_declaration");
                    let takes = all.map(|p| c_type(p, source)).collect();
                    self.function(name, Signature { takes, gives: c_returns(node, source) });
                }
            }
            _ => {}
        }
    }

    fn function(&mut self, name: String, signature: Signature) {
        let known = self.functions.entry(name).or_insert_with(|| Some(signature.clone()));
        if known.as_ref() != Some(&signature) {
            *known = None;
        }
    }
}

fn derives_above(item: Node<'_>, source: &str) -> String {
    let mut found = String::new();
    let mut before = item.prev_sibling();
    while let Some(node) = before.filter(|n| n.kind() == "attribute_item" || n.kind().ends_with("comment")) {
        if node.kind() == "attribute_item" {
            found.push_str(text(node, source));
        }
        before = node.prev_sibling();
    }
    found
}

fn rust_fields(item: Node<'_>, source: &str) -> Vec<(String, String)> {
    let Some(body) = item.child_by_field_name("body") else { return Vec::new() };
    let field = |of: Node<'_>, name| of.child_by_field_name(name).map(|part| normalised(text(part, source))).unwrap_or_default();
    if body.kind() == "field_declaration_list" {
        return named(body).into_iter().filter(|f| f.kind() == "field_declaration").map(|f| (field(f, "name"), field(f, "type"))).collect();
    }
    let mut cursor = body.walk();
    body.children_by_field_name("type", &mut cursor).enumerate().map(|(at, t)| (at.to_string(), normalised(text(t, source)))).collect()
}

fn unit_variants(item: Node<'_>, source: &str) -> Vec<String> {
    let all = item.child_by_field_name("body").map(named).unwrap_or_default();
    let unit = all.into_iter().filter(|v| v.kind() == "enum_variant" && v.child_by_field_name("body").is_none());
    unit.filter_map(|v| v.child_by_field_name("name")).map(|name| text(name, source).to_owned()).collect()
}

fn all_variants(item: Node<'_>, source: &str) -> Vec<String> {
    let all = item.child_by_field_name("body").map(named).unwrap_or_default();
    let names = all.into_iter().filter(|v| v.kind() == "enum_variant").filter_map(|v| v.child_by_field_name("name"));
    names.map(|name| text(name, source).to_owned()).collect()
}

fn holders(item: Node<'_>, source: &str) -> Vec<(String, String)> {
    let all = item.child_by_field_name("body").map(named).unwrap_or_default();
    let part = |of: Node<'_>, name| of.child_by_field_name(name).map(|n| normalised(text(n, source)));
    let holding = all.into_iter().filter(|v| v.child_by_field_name("body").is_some_and(|b| b.kind() == "ordered_field_declaration_list"));
    holding.filter_map(|v| Some((part(v, "name")?, part(v, "body")?))).collect()
}

/// `used` of `self.shelf.used`.
fn last_name(target: Node<'_>, source: &str) -> Option<String> {
    let inner = match target.kind() {
        "unary_expression" | "pointer_expression" | "parenthesized_expression" => named(target).last().copied()?,
        _ => target,
    };
    let name = inner.child_by_field_name("field").unwrap_or(inner);
    matches!(name.kind(), "identifier" | "field_identifier").then(|| text(name, source).to_owned())
}

fn c_fields(item: Node<'_>, source: &str) -> Vec<(String, String)> {
    let declared = item.child_by_field_name("body").map(named).unwrap_or_default();
    let mut fields = Vec::new();
    for field in declared.into_iter().filter(|f| f.kind() == "field_declaration") {
        let mut cursor = field.walk();
        for declarator in field.children_by_field_name("declarator", &mut cursor) {
            let name = c_name(declarator, source).unwrap_or_default().to_owned();
            fields.push((
                name.clone(),
                format!("{} {}", c_base(field, source), text(declarator, source).replace(&name, "").replace(' ', "")),
            ));
        }
    }
    fields
}

/// The name in a declarator, whatever stands around it.
pub fn c_name<'s>(declarator: Node<'_>, source: &'s str) -> Option<&'s str> {
    let mut inner = declarator;
    loop {
        if matches!(inner.kind(), "identifier" | "field_identifier" | "type_identifier") {
            return Some(text(inner, source));
        }
        inner = match inner.child_by_field_name("declarator") {
            Some(next) => next,
            None => children(inner).into_iter().find(|n| n.kind().ends_with("declarator") || n.kind().ends_with("identifier"))?,
        };
    }
}

fn c_base(declaration: Node<'_>, source: &str) -> String {
    let words = children(declaration).into_iter().filter(|n| n.kind() == "type_qualifier" || is_type(n.kind()));
    words.map(|n| normalised(text(n, source))).collect::<Vec<_>>().join(" ")
}

fn is_type(kind: &str) -> bool {
    matches!(
        kind,
        "primitive_type" | "type_identifier" | "sized_type_specifier" | "struct_specifier" | "enum_specifier" | "union_specifier"
    )
}

/// `const int *` for `const int *begin`; arrays are pointers here.
pub fn c_type(parameter: Node<'_>, source: &str) -> String {
    let base = c_base(parameter, source);
    let Some(declarator) = parameter.child_by_field_name("declarator") else { return base };
    let name = c_name(declarator, source).unwrap_or_default();
    let marks = text(declarator, source).replacen(name, "", 1).replace(' ', "");
    let marks = match (marks.find('['), marks.find(']')) {
        (Some(open), Some(close)) if open < close => format!("*{}{}", &marks[..open], &marks[close + 1..]),
        _ => marks,
    };
    if marks.is_empty() { base } else { format!("{base} {marks}") }
}

/// What a macro stands for, where that is one literal.
pub fn c_literal_type(value: &str) -> &'static str {
    let value = value.trim();
    let inner = value.strip_prefix('(').and_then(|v| v.strip_suffix(')')).unwrap_or(value).trim();
    let digits = inner.strip_prefix('-').unwrap_or(inner);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit()) && digits.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
    if inner.starts_with('\'') && inner.ends_with('\'') {
        "char"
    } else if inner.starts_with('"') && inner.ends_with('"') && inner.matches('"').count() == 2 {
        "string"
    } else if is_number && digits.contains('.') {
        "double"
    } else if is_number {
        "int"
    } else {
        ""
    }
}

/// `const int *` for `static const int *find(…)`.
pub fn c_returns(node: Node<'_>, source: &str) -> String {
    let Some(declarator) = c_declarator(node) else { return String::new() };
    let head = source.get(node.start_byte()..declarator.start_byte()).unwrap_or_default();
    let stars = head.matches('*').count();
    let words = head.split(|c: char| c.is_whitespace() || c == '*').filter(|w| !w.is_empty());
    let base = words.filter(|w| !matches!(*w, "static" | "inline" | "extern")).collect::<Vec<_>>().join(" ");
    if stars == 0 { base } else { format!("{base} {}", "*".repeat(stars)) }
}
