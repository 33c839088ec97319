//! Early exits of a C function that say what the rest would say too: `if (count <= 0) { return -1; }` before `int best = -1;`, a loop and `return best;`.

use tree_sitter::Node;

use super::c::C;
use super::code::{named, within};
use super::known::c_name;
use super::shared::squeezed;
use super::unseen::Exit;

/// Those that stand in the body itself.
pub fn early_exits(c: &C<'_>) -> Vec<Exit> {
    let body = c.function.body;
    let Some(rest) = named(body).last().copied().and_then(answer) else { return Vec::new() };
    let ifs = named(body).into_iter().filter(|s| s.kind() == "if_statement" && s.child_by_field_name("alternative").is_none());
    ifs.filter_map(|check| {
        let part = |name| check.child_by_field_name(name);
        let (condition, yes) = (named(part("condition")?).first().copied()?, part("consequence")?);
        let only = if yes.kind() == "compound_statement" { named(yes) } else { vec![yes] };
        let [leave] = only[..] else { return None };
        let value = squeezed(c.drafts.text(answer(leave)?));
        let plain = matches!(value.as_str(), "0" | "-1" | "false" | "true" | "NULL" | "1");
        (plain && gives(c, rest, &value)).then(|| Exit { condition: condition.byte_range(), leaves: yes.byte_range() })
    })
    .collect()
}

fn answer(statement: Node<'_>) -> Option<Node<'_>> {
    named(statement).first().copied().filter(|_| statement.kind() == "return_statement")
}

/// Whether what is returned at the end began with this value.
fn gives(c: &C<'_>, rest: Node<'_>, value: &str) -> bool {
    let name = c.drafts.text(rest);
    let mut found = false;
    within(c.function.body, |node, _| {
        let part = |field| node.child_by_field_name(field);
        if node.kind() == "init_declarator" && part("declarator").and_then(|d| c_name(d, c.drafts.source)) == Some(name) {
            found |= part("value").is_some_and(|v| squeezed(c.drafts.text(v)) == value);
        }
        true
    });
    rest.kind() == "identifier" && found
}
