//! What a function changes although it refuses, where the comment above it promises that nothing is changed then: the function runs as it does, and behind a
//! refusal one thing more is changed in each place that a caller can look at. Owns which places those are; where no refusal of a test leaves anything to change,
//! nothing is claimed.

use tree_sitter::Node;

use super::c::C;
use super::c_branches;
use super::c_failing::{self, Questions};
use super::c_values::Values;
use super::code::{Function, c_declarator, named, within};
use super::edges::outcome;
use super::known::{Known, c_name, c_type};
use super::parameters::is_number;
use super::probes::Asked;
use super::rust::{INTEGERS, Rust};
use super::shared::squeezed;
use super::unseen::Unseen;
use super::{c_said, code};
use crate::syntax::tree::{normalised, text};

const LISTS: [&str; 8] = ["Vec<", "String", "HashMap<", "HashSet<", "BTreeMap<", "BTreeSet<", "VecDeque<", "BinaryHeap<"];

/// A change of one place, and when it is one. Done twice it must not be undone: a test may look after several refusals.
struct Change {
    of: String,
    does: String,
    shows_when: String,
}

pub fn rust(rust: &Rust<'_>, stub: &str, functions: &[Function]) -> Option<Asked> {
    let refused = match rust.returns.split('<').next()?.rsplit("::").next()? {
        "Result" => "etude_answer.is_err()",
        "Option" => "etude_answer.is_none()",
        "bool" => "!etude_answer",
        _ => return None,
    };
    if !rust.known.said.keeps_when_refusing(stub) {
        return None;
    }
    let changes = rust_changes(rust, functions);
    let joined = |part: &dyn Fn(&Change) -> &str, between: &str| changes.iter().map(part).collect::<Vec<_>>().join(between);
    let shows_when = joined(&|c| &c.shows_when, " || ");
    let body = rust.drafts.text(rust.function.body);
    let with = |then: &str| format!("{{ let etude_answer = (|| -> {} {body})(); {then} etude_answer }}", rust.returns);
    (!changes.is_empty()).then(|| {
        let does = joined(&|c| &c.does, " ");
        Asked {
            reached: Some(with(&format!("if {refused} && ({shows_when}) {{ std::process::abort() }}"))),
            ..asked(rust.function, with(&format!("if {refused} {{ {does} }}")), &joined(&|c| &c.of, ", "))
        }
    })
}

fn asked(function: &Function, new: String, places: &str) -> Asked {
    let says = format!("notices when it refuses and changes {places} all the same; the comment says that nothing is changed then");
    let edit = function.body.byte_range();
    Asked { place: function.node.byte_range(), from: edit.end, edit, new, reached: None, settled: None, says }
}

/// Fields of `self`, and what was handed over to be changed.
fn rust_changes(rust: &Rust<'_>, functions: &[Function]) -> Vec<Change> {
    let source = rust.function.source;
    let body = squeezed(rust.drafts.text(rust.function.body));
    let mut found = Vec::new();
    for parameter in rust.function.node.child_by_field_name("parameters").map(named).unwrap_or_default() {
        let part = |name| parameter.child_by_field_name(name).map(|n| normalised(text(n, source)));
        let (name, of_type) = match parameter.kind() {
            "self_parameter" if squeezed(text(parameter, source)) == "&mutself" => {
                ("self".to_owned(), rust.function.owner.clone().unwrap_or_default())
            }
            "parameter" => match part("type").as_deref().and_then(|t| t.strip_prefix("&mut ")) {
                Some(of_type) => (part("pattern").unwrap_or_default(), of_type.to_owned()),
                None => continue,
            },
            _ => continue,
        };
        if name != "self" {
            found.extend(change(&name, &format!("*{name}"), &of_type));
        }
        let fields = rust.known.structs.get(of_type.as_str()).map(Vec::as_slice).unwrap_or_default();
        let used = fields.iter().filter(|(field, _)| body.contains(&format!("{name}.{field}")) && can_be_seen(field, rust, functions));
        found.extend(used.filter_map(|(field, of_type)| change(&format!("{name}.{field}"), &format!("{name}.{field}"), of_type)));
    }
    found
}

fn change(of: &str, place: &str, of_type: &str) -> Option<Change> {
    let (does, shows_when) = match of_type {
        t if LISTS.iter().any(|list| t.starts_with(list)) => (format!("{of}.clear();"), format!("!{of}.is_empty()")),
        t if t.starts_with("Option<") => (format!("{place} = None;"), format!("{of}.is_some()")),
        t if INTEGERS.contains(&t) => (format!("{place} = ({place}).wrapping_add(1);"), "true".to_owned()),
        "bool" => (format!("{place} = true;"), format!("!{place}")),
        "f32" | "f64" => (format!("{place} += 1.0;"), "true".to_owned()),
        _ => return None,
    };
    Some(Change { of: format!("`{of}`"), does, shows_when })
}

/// Whether a test can look at a field: it is public, or another public function has to do with it.
fn can_be_seen(field: &str, rust: &Rust<'_>, functions: &[Function]) -> bool {
    let public = squeezed(rust.function.source).contains(&format!("pub{field}:"));
    let asks = |f: &Function| {
        let whole = text(f.node, f.source);
        f.name != rust.function.name && (whole.starts_with("pub") || f.of_trait.is_some()) && squeezed(whole).contains(&format!(".{field}"))
    };
    public || functions.iter().any(asks)
}

/// The same in C for a struct that is handed over, read and changed: its numbers change before each `return` that refuses.
pub fn c(c: &C<'_>, stub: &str) -> Option<Asked> {
    let (function, source) = (c.function, c.function.source);
    let parameters = c_declarator(function.node).and_then(|d| d.child_by_field_name("parameters")).map(named).unwrap_or_default();
    let named_types = parameters.iter().filter_map(|p| Some((c_name(p.child_by_field_name("declarator")?, source)?, c_type(*p, source))));
    let kept = named_types.filter(|(name, _)| c.known.said.leaves_alone(stub, name) || c.known.said.keeps_when_refusing(stub));
    // What is only written, `c_said` asks about.
    let both_ways = kept.filter(|(name, _)| c_said::targets(function.body, name, source).is_empty());
    let places: Vec<String> = both_ways.flat_map(|(name, of_type)| written(function, name, &of_type, c.known)).collect();
    let leaves = refusing(c);
    if places.is_empty() || leaves.is_empty() {
        return None;
    }
    let with = |then: &str| {
        let mut body = text(function.body, source).to_owned();
        for leave in leaves.iter().rev() {
            let from = leave.start_byte() - function.body.start_byte();
            body = code::replaced(
                &body,
                &(from..from + (leave.end_byte() - leave.start_byte())),
                &format!("{{ {then} {} }}", text(*leave, source)),
            );
        }
        body
    };
    let does: String = places.iter().map(|place| format!("{place} {}; ", c_said::CHANGED)).collect();
    let shown: Vec<String> = places.iter().map(|place| format!("`{place}`")).collect();
    Some(Asked { reached: Some(with(c_branches::FALLS)), ..asked(function, with(&does), &shown.join(", ")) })
}

/// Numbers that a function sets in what it was handed: `ring->used`, `*sum`.
fn written(function: &Function, name: &str, of_type: &str, known: &Known) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    within(function.body, |node, _| {
        let target = match node.kind() {
            "assignment_expression" => node.child_by_field_name("left"),
            "update_expression" => node.child_by_field_name("argument"),
            _ => None,
        };
        if let Some(place) = target.filter(|t| matches!(t.kind(), "field_expression" | "pointer_expression")) {
            let part = |field| place.child_by_field_name(field).map(|n| text(n, function.source));
            let whole = text(place, function.source).to_owned();
            let of_place = part("field").map_or(Some(of_type.trim_end_matches('*')), |field| known.field_type(field));
            let fits = part("argument") == Some(name) && of_place.is_some_and(|t| is_number(t.trim()));
            if fits && !found.contains(&whole) {
                found.push(whole);
            }
        }
        true
    });
    found
}

/// Each `return` with another plain answer than the last one's, which the caller can provoke and for which there is a place to change.
fn refusing<'a>(c: &C<'a>) -> Vec<Node<'a>> {
    let (body, source) = (c.function.body, c.function.source);
    let values = Values::of(body, source);
    let questions = Questions { values: &values, source, own: &c.known.fails_with_system };
    let mut unseen = Unseen::default();
    c_failing::hide(&questions, body, &mut unseen);
    let answer = |leave: Node<'a>| named(leave).first().and_then(|value| outcome(*value, source));
    let last = named(body).last().copied().filter(|l| l.kind() == "return_statement").and_then(answer);
    let mut found = Vec::new();
    within(body, |node, path| {
        let asks_for_null = path
            .iter()
            .rev()
            .find(|p| p.kind() == "if_statement")
            .is_some_and(|check| check.child_by_field_name("condition").is_some_and(|asked| text(asked, source).contains("NULL")));
        let refuses = node.kind() == "return_statement" && last.is_some() && answer(node).is_some_and(|a| Some(a) != last);
        found.extend((refuses && !asks_for_null && !unseen.covers(node)).then_some(node));
        true
    });
    found
}
