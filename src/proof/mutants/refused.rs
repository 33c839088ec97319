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

pub const LISTS: [&str; 8] = ["Vec<", "String", "HashMap<", "HashSet<", "BTreeMap<", "BTreeSet<", "VecDeque<", "BinaryHeap<"];

/// A change of one place, and when it is one. Done twice it must not be undone: a test may look after several refusals.
struct Change {
    of: String,
    does: String,
    shows_when: String,
}

/// The places of one thing: what was handed over, or what several share behind a cell. A test that looks at one of them looks at the thing.
type Thing = Vec<Change>;

pub fn rust(rust: &Rust<'_>, stub: &str, functions: &[Function]) -> Vec<Asked> {
    let refused = match rust.returns.split('<').next().and_then(|r| r.rsplit("::").next()) {
        Some("Result") => "etude_answer.is_err()",
        Some("Option") => "etude_answer.is_none()",
        Some("bool") => "!etude_answer",
        _ => return Vec::new(),
    };
    if !rust.known.said.keeps_when_refusing(stub) {
        return Vec::new();
    }
    let body = rust.drafts.text(rust.function.body);
    let with = |then: &str| format!("{{ let etude_answer = (|| -> {} {body})(); {then} etude_answer }}", rust.returns);
    let of_thing = |thing: &Thing| {
        let joined = |part: &dyn Fn(&Change) -> &str, between: &str| thing.iter().map(part).collect::<Vec<_>>().join(between);
        let (does, shows_when) = (joined(&|c| &c.does, " "), joined(&|c| &c.shows_when, " || "));
        Asked {
            reached: Some(with(&format!("if {refused} && ({shows_when}) {{ std::process::abort() }}"))),
            ..asked(rust.function, with(&format!("if {refused} {{ {does} }}")), &joined(&|c| &c.of, ", "))
        }
    };
    rust_things(rust, functions).iter().filter(|thing| !thing.is_empty()).map(of_thing).collect()
}

fn asked(function: &Function, new: String, places: &str) -> Asked {
    let says = format!("notices when it refuses and changes {places} all the same; the comment says that nothing is changed then");
    let edit = function.body.byte_range();
    Asked { place: function.node.byte_range(), from: edit.end, edit, new, reached: None, settled: None, says }
}

/// Fields of `self`, and what was handed over to be changed; what is shared is a thing of its own, also where only what is called changes it.
fn rust_things(rust: &Rust<'_>, functions: &[Function]) -> Vec<Thing> {
    let source = rust.function.source;
    let body = squeezed(rust.drafts.text(rust.function.body));
    let mut found = Vec::new();
    for parameter in rust.function.node.child_by_field_name("parameters").map(named).unwrap_or_default() {
        let part = |name| parameter.child_by_field_name(name).map(|n| normalised(text(n, source)));
        let (name, of_type, can_change) = match parameter.kind() {
            "self_parameter" => {
                ("self".to_owned(), rust.function.owner.clone().unwrap_or_default(), squeezed(text(parameter, source)) == "&mutself")
            }
            "parameter" => match part("type").as_deref().and_then(|t| t.strip_prefix("&mut ")) {
                Some(of_type) => (part("pattern").unwrap_or_default(), of_type.to_owned(), true),
                None => continue,
            },
            _ => continue,
        };
        let fields = rust.known.structs.get(of_type.as_str()).map(Vec::as_slice).unwrap_or_default();
        let is_used = |field: &str| {
            body.contains(&format!("{name}.{field}")) || called(&body, functions).any(|b| b.contains(&format!("self.{field}")))
        };
        let used = || fields.iter().filter(|(field, _)| is_used(field) && can_be_seen(field, rust, functions));
        if can_change {
            let whole = (name != "self").then(|| change(&name, &format!("*{name}"), &of_type)).flatten();
            let parts = used().filter_map(|(field, of_type)| change(&format!("{name}.{field}"), &format!("{name}.{field}"), of_type));
            found.push(whole.into_iter().chain(parts).collect());
        }
        found.extend(used().filter_map(|(field, of_type)| shared(&format!("{name}.{field}"), of_type, rust, functions)));
    }
    found
}

/// The bodies of the functions that a body calls on `self`.
fn called<'f>(body: &'f str, functions: &'f [Function<'f>]) -> impl Iterator<Item = String> + 'f {
    let is_called = |f: &&Function| body.contains(&format!("self.{}(", f.name));
    functions.iter().filter(is_called).map(|f| squeezed(text(f.body, f.source)))
}

/// What a cell holds that several own: `Rc<RefCell<Box>>`. The function has let go of it when it has answered.
fn shared(of: &str, of_type: &str, rust: &Rust<'_>, functions: &[Function]) -> Option<Thing> {
    let within = |t: &str, outer: &str| t.strip_prefix(outer).and_then(|t| t.strip_suffix('>')).map(str::to_owned);
    let of_type = squeezed(of_type);
    let cell = within(&of_type, "Rc<").or_else(|| within(&of_type, "Arc<"))?;
    let ways = [("RefCell<", ".borrow_mut()"), ("Mutex<", ".lock().unwrap()"), ("RwLock<", ".write().unwrap()")];
    let (held, opened) = ways.iter().find_map(|(outer, opened)| Some((within(&cell, outer)?, opened)))?;
    let opened = format!("{of}{opened}");
    let whole = change(&opened, &format!("*{opened}"), &held);
    let fields = rust.known.structs.get(held.as_str()).map(Vec::as_slice).unwrap_or_default();
    let seen = fields.iter().filter(|(field, _)| can_be_seen(field, rust, functions));
    let parts = seen.filter_map(|(field, of_type)| change(&format!("{opened}.{field}"), &format!("{opened}.{field}"), of_type));
    Some(whole.into_iter().chain(parts).collect())
}

fn change(of: &str, place: &str, of_type: &str) -> Option<Change> {
    let (does, shows_when) = match of_type {
        t if LISTS.iter().any(|list| t.starts_with(list)) => (format!("{of}.clear();"), format!("!{of}.is_empty()")),
        t if t.starts_with("Option<") => (format!("{place} = None;"), format!("{of}.is_some()")),
        t if INTEGERS.contains(&t) => {
            (format!("{{ let etude_place = &mut {place}; *etude_place = etude_place.wrapping_add(1); }}"), "true".to_owned())
        }
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

/// The same in C for what is handed over and changed: it changes before each `return` that refuses.
pub fn c(c: &C<'_>, stub: &str) -> Vec<Asked> {
    let (function, source) = (c.function, c.function.source);
    let parameters = c_declarator(function.node).and_then(|d| d.child_by_field_name("parameters")).map(named).unwrap_or_default();
    let named_types = parameters.iter().filter_map(|p| Some((c_name(p.child_by_field_name("declarator")?, source)?, c_type(*p, source))));
    let kept = named_types.filter(|(name, _)| c.known.said.leaves_alone(stub, name) || c.known.said.keeps_when_refusing(stub));
    let things: Vec<Vec<(String, String)>> = kept.map(|(name, of_type)| written(function, name, &of_type, c.known)).collect();
    let leaves = refusing(c);
    if leaves.is_empty() {
        return Vec::new();
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
    let of_thing = |thing: &Vec<(String, String)>| {
        let does: String = thing.iter().map(|(_, does)| format!("{does}; ")).collect();
        let shown: Vec<String> = thing.iter().map(|(place, _)| format!("`{place}`")).collect();
        Asked { reached: Some(with(c_branches::FALLS)), ..asked(function, with(&does), &shown.join(", ")) }
    };
    things.iter().filter(|thing| !thing.is_empty()).map(of_thing).collect()
}

/// What a function sets in what it was handed, and how it is changed: numbers as in `ring->used` and `*sum`, and a struct as a whole.
fn written(function: &Function, name: &str, of_type: &str, known: &Known) -> Vec<(String, String)> {
    let source = function.source;
    let of_type = of_type.trim_end_matches('*').trim();
    // A number that is only written, `c_said` asks about.
    let only_written = !c_said::targets(function.body, name, source).is_empty();
    let mut found: Vec<(String, String)> = Vec::new();
    within(function.body, |node, _| {
        let target = match node.kind() {
            "assignment_expression" => node.child_by_field_name("left"),
            "update_expression" => node.child_by_field_name("argument"),
            _ => None,
        };
        let Some(place) = target.filter(|t| matches!(t.kind(), "field_expression" | "pointer_expression")) else { return true };
        let is_of_it = place.child_by_field_name("argument").is_some_and(|a| text(a, source) == name);
        let whole = text(place, source).to_owned();
        let field = place.child_by_field_name("field").map(|f| text(f, source));
        let is_struct = field.is_none() && known.structs.contains_key(of_type.trim_start_matches("struct ").trim());
        let of_place = field.map_or(Some(of_type), |field| known.field_type(field));
        let does = match of_place {
            _ if is_struct => format!("__builtin_memset({name}, 0x5a, sizeof *{name})"),
            Some(t) if is_number(t.trim()) && !only_written => format!("{whole} {}", c_said::CHANGED),
            _ => return true,
        };
        if is_of_it && !found.iter().any(|(place, _)| *place == whole) {
            found.push((whole, does));
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
