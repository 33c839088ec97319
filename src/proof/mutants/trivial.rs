//! What a guesser writes for a stub: a value of the right type that needs no thought. Owns which values fit a type, as far as the files say.

use tree_sitter::Node;

use super::code::{Function, Grammar, c_declarator, named};
use super::known::{Known, c_literal_type, c_name, c_returns, c_type};
use super::rust::{INTEGERS, split_types};
use crate::exercise::TextFile;
use crate::syntax::TokenKind;
use crate::syntax::tree::{normalised, text};

/// Types are followed this deep.
const DEPTH: usize = 4;

/// What the tests of a stub expect, as it is written, and their files: a helper may have made it.
#[derive(Clone, Copy, Default)]
pub struct Expected<'e> {
    pub values: &'e [String],
    pub tests: &'e [TextFile],
}

pub fn bodies(grammar: Grammar, function: &Function, known: &Known, expected: &[String], helpers: &[Function]) -> Vec<String> {
    match grammar {
        Grammar::Rust => rust_bodies(function, known, expected, helpers),
        Grammar::C => c_bodies(function, known, expected),
    }
}

fn rust_bodies(function: &Function, known: &Known, expected: &[String], helpers: &[Function]) -> Vec<String> {
    let returns = field(function, "return_type");
    if returns.is_empty() || returns == "()" {
        return vec!["{}".to_owned()];
    }
    let mut values: Vec<String> = rust_default(&returns, function, known).into_iter().collect();
    if returns == "bool" {
        values.push("true".to_owned());
    }
    values.extend(expected.iter().filter_map(|literal| fitted(&returns, literal.trim(), function, known, DEPTH)));
    let parameters = function.node.child_by_field_name("parameters").map(named).unwrap_or_default();
    for parameter in parameters {
        values.extend(as_it_came(parameter, &returns, function, known));
    }
    values.extend(expected.iter().map(|value| value.trim()).filter(|value| is_made_of_this(value, &returns, helpers)).map(str::to_owned));
    values.into_iter().map(|value| format!("{{\n    {}{value}\n}}", needed(&value, helpers))).collect()
}

/// One call of a helper of the tests, `of(3, 2)`, that gives what the stub gives, made of nothing that only a test knows.
fn is_made_of_this(value: &str, returns: &str, helpers: &[Function]) -> bool {
    let tokens = crate::syntax::syntax("rust").map(|s| s.tokens(value)).unwrap_or_default();
    let Some(helper) = tokens.first().and_then(|t| helpers.iter().find(|h| h.owner.is_none() && h.name == t.text)) else { return false };
    let gives = field(helper, "return_type");
    let step = |depth: &mut i32, text: &str| {
        *depth += i32::from(matches!(text, "(" | "[" | "{")) - i32::from(matches!(text, ")" | "]" | "}"));
        Some(*depth)
    };
    let depths: Vec<i32> = tokens.iter().skip(1).scan(0, |depth, t| step(depth, &t.text)).collect();
    let is_one_call = depths.iter().position(|depth| *depth == 0).is_some_and(|at| at > 0 && at + 1 == depths.len());
    let is_variable = |at: usize| {
        let next = tokens.get(at + 1).map_or("", |t| t.text.as_str());
        tokens[at].kind == TokenKind::Word && tokens[at].text.starts_with(char::is_lowercase) && !matches!(next, "(" | "!" | "::")
    };
    let is_constant = !(0..tokens.len()).any(|at| is_variable(at) && !matches!(tokens[at].text.as_str(), "true" | "false"));
    is_one_call && is_constant && (gives == returns || returns.starts_with("Self"))
}

/// The helpers that a value calls, to stand before it, and those that they call.
fn needed(value: &str, helpers: &[Function]) -> String {
    let calls = |code: &str, name: &str| {
        code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '(')
            .any(|w| w.split_once('(').is_some_and(|(called, _)| called == name))
    };
    let mut found = String::new();
    while let Some(helper) = helpers.iter().find(|h| {
        let item = text(h.node, h.source);
        h.owner.is_none() && !found.contains(item) && (calls(value, &h.name) || calls(&found, &h.name))
    }) {
        found += &format!("{}\n    ", text(helper.node, helper.source));
    }
    found
}

fn field(function: &Function, name: &str) -> String {
    function.node.child_by_field_name(name).map(|n| normalised(text(n, function.source))).unwrap_or_default()
}

fn as_it_came(parameter: Node<'_>, returns: &str, function: &Function, known: &Known) -> Option<String> {
    if parameter.kind() == "self_parameter" {
        let itself = returns == "Self" || Some(returns) == function.owner.as_deref();
        let derives = known.derives.get(function.owner.as_deref()?)?;
        let by_value = !text(parameter, function.source).contains('&');
        return match (itself, by_value, derives.contains("Clone")) {
            (true, true, _) => Some("self".to_owned()),
            (true, false, true) => Some("self.clone()".to_owned()),
            _ => None,
        };
    }
    let part = |name| parameter.child_by_field_name(name).map(|n| normalised(text(n, function.source)));
    let (name, of_type) = (part("pattern")?, part("type")?);
    let shared = of_type.strip_prefix('&').map(|t| t.trim_start_matches("mut ").trim());
    match (of_type == returns, shared, returns) {
        (true, ..) => Some(name),
        (_, Some("str"), "String") => Some(format!("{name}.to_string()")),
        (_, Some(slice), _) if slice.starts_with('[') && returns == format!("Vec<{}>", slice.trim_matches(['[', ']'])) => {
            Some(format!("{name}.to_vec()"))
        }
        (_, Some(inner), _) if inner == returns => Some(format!("{name}.clone()")),
        _ => None,
    }
}

/// The value that says nothing, of a type that is built in or declared in the files.
pub fn rust_default(of_type: &str, function: &Function, known: &Known) -> Option<String> {
    default_of(of_type.trim(), function, known, DEPTH)
}

fn default_of(of_type: &str, function: &Function, known: &Known, depth: usize) -> Option<String> {
    let deeper = |inner: &str| default_of(inner.trim(), function, known, depth.checked_sub(1)?);
    let arguments = of_type.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>')).map(split_types).unwrap_or_default();
    let head = of_type.split('<').next().unwrap_or(of_type).rsplit("::").next().unwrap_or(of_type);
    Some(match head {
        "()" => "()".to_owned(),
        _ if INTEGERS.contains(&head) => "0".to_owned(),
        "f32" | "f64" => "0.0".to_owned(),
        "bool" => "false".to_owned(),
        "char" => "' '".to_owned(),
        "&str" | "&'static str" => "\"\"".to_owned(),
        "Option" => "None".to_owned(),
        "String" | "Vec" | "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet" | "VecDeque" | "Duration" => "Default::default()".to_owned(),
        "Result" => format!("Ok({})", deeper(arguments.first()?)?),
        "Box" | "Rc" | "Arc" | "RefCell" | "Cell" | "Mutex" => format!("{head}::new({})", deeper(arguments.first()?)?),
        "Self" => deeper(function.owner.as_deref()?)?,
        _ if of_type.starts_with('(') => {
            let parts = split_types(of_type.strip_prefix('(')?.strip_suffix(')')?);
            format!("({})", parts.into_iter().map(deeper).collect::<Option<Vec<_>>>()?.join(", "))
        }
        _ if of_type.starts_with("&[") || of_type.starts_with("&'static [") => "&[]".to_owned(),
        _ => declared(head, known, deeper)?,
    })
}

fn declared(name: &str, known: &Known, deeper: impl Fn(&str) -> Option<String>) -> Option<String> {
    if known.derives.get(name).is_some_and(|d| d.contains("Default")) {
        return Some(format!("{name}::default()"));
    }
    if let Some(first) = known.variants.get(name).and_then(|v| v.first()) {
        return Some(format!("{name}::{first}"));
    }
    let fields = known.structs.get(name).filter(|f| !f.is_empty())?;
    let values = fields.iter().map(|(_, of_type)| deeper(of_type)).collect::<Option<Vec<_>>>()?;
    if fields[0].0 == "0" {
        return Some(format!("{name}({})", values.join(", ")));
    }
    let set: Vec<String> = fields.iter().zip(values).map(|((field, _), value)| format!("{field}: {value}")).collect();
    Some(format!("{name} {{ {} }}", set.join(", ")))
}

/// An expected value as a value of this type; nothing when it cannot be one.
fn fitted(of_type: &str, literal: &str, function: &Function, known: &Known, depth: usize) -> Option<String> {
    let deeper = |inner: &str| fitted(inner.trim(), literal, function, known, depth.checked_sub(1)?);
    let arguments = of_type.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>')).map(split_types).unwrap_or_default();
    let head = of_type.split('<').next().unwrap_or(of_type).rsplit("::").next().unwrap_or(of_type);
    let number = literal.trim_start_matches('-').trim_start();
    let is_number = number.starts_with(|c: char| c.is_ascii_digit()) && !number.contains([' ', '(', ',']);
    let is_float = is_number && !number.starts_with("0x") && (number.contains('.') || number.contains("f32") || number.contains("f64"));
    // A constant stands for what it is.
    if let Some(constant) = known.constant(literal) {
        return (constant.of_type == of_type).then(|| literal.to_owned());
    }
    let begins = |with: &str| literal.starts_with(with);
    let fits = match head {
        _ if INTEGERS.contains(&head) => is_number && !is_float && !(begins("-") && head.starts_with('u')),
        "f32" | "f64" => is_float,
        "bool" => matches!(literal, "true" | "false"),
        "char" => begins("'"),
        "&str" | "&'static str" => begins("\""),
        "String" if begins("\"") => return Some(format!("{literal}.to_string()")),
        "String" => begins("String::"),
        "Option" if begins("Some(") || literal == "None" => true,
        "Option" => return Some(format!("Some({})", deeper(arguments.first()?)?)),
        "Result" if begins("Ok(") || begins("Err(") => true,
        "Result" => return Some(format!("Ok({})", deeper(arguments.first()?)?)),
        "Vec" => begins("vec!["),
        "Self" => return deeper(function.owner.as_deref()?),
        _ if of_type.starts_with('(') => begins("("),
        _ if begins(&format!("{head}(")) || begins(&format!("{head} {{")) || begins(&format!("{head}::")) => true,
        // Of a type around one value, that value.
        _ => {
            let [(name, inner)] = &known.structs.get(head)?[..] else { return None };
            return (name == "0").then(|| Some(format!("{head}({})", deeper(inner)?)))?;
        }
    };
    fits.then(|| literal.to_owned())
}

fn c_bodies(function: &Function, known: &Known, expected: &[String]) -> Vec<String> {
    let returns = c_returns(function.node, function.source);
    if returns == "void" {
        return vec!["{\n}".to_owned()];
    }
    let pointer = returns.ends_with('*');
    let mut values = Vec::from(if returns.starts_with("struct ") && !pointer { [format!("({returns}){{0}}")] } else { ["0".to_owned()] });
    if matches!(returns.as_str(), "bool" | "_Bool") {
        values.push("1".to_owned());
    }
    for literal in expected.iter().map(|l| l.trim()) {
        let of = known.constant(literal).map_or(c_literal_type(literal), |c| c.of_type.as_str());
        let fits = match of {
            "string" => pointer && returns.contains("char"),
            "int" | "char" | "double" => !pointer && !returns.starts_with("struct "),
            of => !pointer && (of.starts_with("enum") || matches!(literal, "true" | "false")),
        };
        if fits {
            values.push(literal.to_owned());
        }
    }
    let parameters = c_declarator(function.node).and_then(|d| d.child_by_field_name("parameters")).map(named).unwrap_or_default();
    for parameter in parameters.into_iter().filter(|p| p.kind() == "parameter_declaration") {
        let name = parameter.child_by_field_name("declarator").and_then(|d| c_name(d, function.source));
        if c_type(parameter, function.source) == returns {
            values.extend(name.map(str::to_owned));
        }
    }
    values.into_iter().map(|value| format!("{{\n    return {value};\n}}")).collect()
}
