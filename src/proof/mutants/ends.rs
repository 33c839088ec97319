//! A class of characters without its ends, where the comment tells it as a range: `islower(c)` that knows neither 'a' nor 'z' does for "small letters (a to z)" unless
//! a test has one of them. Tried besides the mutants; a test must notice it whatever the share. Leaves alone classes that no comment gives ends to.

use tree_sitter::Node;

use super::Kind;
use super::c::C;
use super::c_values::{arguments, callee};
use super::code::{Function, named, within};
use super::known::Known;
use super::rust::Rust;
use crate::syntax::tree::text;

/// The first and the last of a class that is one range.
fn ends(class: &str) -> Option<(char, char)> {
    Some(match class {
        "islower" | "is_ascii_lowercase" => ('a', 'z'),
        "isupper" | "is_ascii_uppercase" => ('A', 'Z'),
        "isdigit" | "is_ascii_digit" | "is_digit" => ('0', '9'),
        _ => return None,
    })
}

/// Whether the contract of a function says "a to z", in whatever marks.
fn tells(known: &Known, function: &Function, (first, last): (char, char)) -> bool {
    let (first, last) = (first.to_ascii_lowercase(), last.to_ascii_lowercase());
    let ways =
        [format!(" {first} to {last} "), format!(" {first} through {last} "), format!(" {first}-{last} "), format!(" {first} and {last} ")];
    known.said.contract(&function.name).iter().any(|sentence| {
        let plain: String = sentence.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { ' ' }).collect();
        let plain = format!(" {} ", plain.split_whitespace().collect::<Vec<_>>().join(" ")).replace(" - ", "-");
        ways[..3].iter().any(|way| plain.contains(way)) || plain.contains(&format!(" between{}", ways[3]))
    })
}

pub fn rust(rust: &mut Rust<'_>) {
    let (function, source) = (rust.function, rust.function.source);
    let mut found = Vec::new();
    within(function.body, |node, path| {
        let method = node.child_by_field_name("function").filter(|f| node.kind() == "call_expression" && f.kind() == "field_expression");
        let parts = method.and_then(|m| Some((m.child_by_field_name("value")?, m.child_by_field_name("field")?)));
        if let Some((value, name)) = parts
            && let Some(ends) =
                told(rust.known, function, text(name, source)).filter(|_| is_plain(text(value, source)) && in_ten(node, source))
        {
            let number = format!("u32::from({}.clone())", text(value, source));
            let (first, last) = (u32::from(ends.0), u32::from(ends.1));
            found.push((node.byte_range(), format!("({} && {number} != {first} && {number} != {last})", text(node, source))));
        }
        let handed_on = path.last().is_some_and(|p| p.kind() == "arguments") && node.kind() == "scoped_identifier";
        let name = text(node, source).strip_prefix("char::").filter(|_| handed_on);
        if let Some((name, (first, last))) = name.and_then(|name| Some((name, told(rust.known, function, name)?))) {
            found.push((node.byte_range(), format!("|etude: &char| etude.{name}() && *etude != '{first}' && *etude != '{last}'")));
        }
        !matches!(node.kind(), "token_tree" | "function_item")
    });
    found.into_iter().for_each(|(place, new)| rust.drafts.put_beside(place.clone(), new, place, Kind::Method));
}

pub fn c(c: &mut C<'_>) {
    let (function, source) = (c.function, c.function.source);
    let mut found = Vec::new();
    within(function.body, |node, _| {
        if let (Some(name), [value]) = (callee(node, source).filter(|_| node.kind() == "call_expression"), &arguments(node)[..])
            && let Some((first, last)) = told(c.known, function, name).filter(|_| is_plain(text(*value, source)))
        {
            let (call, value) = (text(node, source), text(*value, source));
            found.push((node.byte_range(), format!("({call} && ({value}) != '{first}' && ({value}) != '{last}')")));
        }
        true
    });
    found.into_iter().for_each(|(place, new)| c.drafts.put_beside(place.clone(), new, place, Kind::Method));
}

fn told(known: &Known, function: &Function, class: &str) -> Option<(char, char)> {
    ends(class).filter(|ends| tells(known, function, *ends))
}

/// What can be asked several times.
fn is_plain(value: &str) -> bool {
    !["++", "--", "next", "get", "read", "pop", " = "].iter().any(|sign| value.contains(sign))
}

/// `is_digit(16)` has other ends.
fn in_ten(call: Node<'_>, source: &str) -> bool {
    let given = call.child_by_field_name("arguments").map(named).unwrap_or_default();
    given.iter().all(|radix| text(*radix, source) == "10")
}
