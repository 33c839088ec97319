//! The others in another order, where the starter says that theirs does not matter after one came or went: the rest of a linked list (C) or of a `&mut Vec<…>` (Rust) is turned
//! around, and only where there are more or fewer than before, since a call that is refused may have to leave all as it was.

use super::c_elements::at_each_return;
use super::code::{Function, Grammar, c_declarator, named};
use super::known::{Known, c_name, c_type};
use super::shared::squeezed;
use crate::syntax::tree::{normalised, text};

/// What has no order, and the body that turns it around.
pub fn turned(grammar: Grammar, function: &Function<'_>, known: &Known) -> Option<(String, String)> {
    match grammar {
        Grammar::Rust => in_list(function),
        Grammar::C => in_chain(function, known),
    }
}

/// `struct guest **first`, whose guests lead to the next by a field of their own.
fn in_chain(function: &Function<'_>, known: &Known) -> Option<(String, String)> {
    let source = function.source;
    let parameters = c_declarator(function.node)?.child_by_field_name("parameters").map(named)?;
    let chain = parameters.into_iter().find_map(|parameter| {
        let name = c_name(parameter.child_by_field_name("declarator")?, source)?;
        let of_type = c_type(parameter, source);
        let node = squeezed(text(parameter, source))
            .strip_suffix(&format!("**{name}"))
            .map(|_| of_type.trim_end_matches(['*', ' ']).to_owned())?;
        let bare = node.trim_start_matches("struct ").to_owned();
        let fields = known.structs.get(&bare).or_else(|| known.structs.get(known.aliases.get(&bare)?.trim_start_matches("struct ")))?;
        let leads = |of: &str| matches!(squeezed(of), of if of == format!("struct{bare}*") || of == format!("{bare}*"));
        match fields.iter().filter(|(_, of)| leads(of)).collect::<Vec<_>>()[..] {
            [(next, _)] => Some((name, node, next.clone())),
            _ => None,
        }
    });
    let (name, node, next) = chain?;
    let count = |into: &str| format!("for ({node} *etude_at = *etude_first; etude_at != 0; etude_at = etude_at->{next}) {{ {into}++; }}");
    let turn = format!(
        "{{ int etude_after = 0; {} if (etude_after != etude_before) {{ {node} *etude_at = *etude_first; {node} *etude_back = 0; \
         while (etude_at != 0) {{ {node} *etude_next = etude_at->{next}; etude_at->{next} = etude_back; etude_back = etude_at; etude_at = etude_next; }} \
         *etude_first = etude_back; }} }}",
        count("etude_after")
    );
    let change = |value: &str| match value {
        "" => format!("{{ {turn} return; }}"),
        value => format!("return ({{ __auto_type etude_answer = ({value}); {turn} etude_answer; }});"),
    };
    let body = at_each_return(function, &change, Some(&turn));
    let begin = format!("{{ {node} **etude_first = {name}; int etude_before = 0; {}", count("etude_before"));
    Some((format!("the others behind `{name}`"), format!("{begin} {}", body.trim_start().trim_start_matches('{'))))
}

fn in_list(function: &Function<'_>) -> Option<(String, String)> {
    let source = function.source;
    let name = function.node.child_by_field_name("parameters").map(named)?.into_iter().find_map(|parameter| {
        let of_type = normalised(text(parameter.child_by_field_name("type")?, source));
        let name = parameter.child_by_field_name("pattern").filter(|p| p.kind() == "identifier")?;
        of_type.starts_with("&mut Vec<").then(|| text(name, source))
    })?;
    let returns = function.node.child_by_field_name("return_type").map_or("()", |t| text(t, source));
    let body = text(function.body, source);
    let new = format!(
        "{{ let etude_before = {name}.len(); let etude_answer = (|| -> {returns} {body})(); if {name}.len() != etude_before {{ {name}.reverse(); }} etude_answer }}"
    );
    Some((format!("the others in `{name}`"), new))
}

#[cfg(test)]
mod tests {
    use crate::proof::ablation;
    use crate::proof::mutants::other_orders;
    use crate::proof::rules::tests::subject;

    fn made(language: &str, pack: &str) -> Vec<(String, String)> {
        let subject = subject(language, pack);
        let source = subject.source_with(&subject.reference);
        let all = other_orders(subject.language, &subject.starter, &source, &ablation::stubs(&subject));
        all.into_iter().map(|m| (m.before, m.content)).collect()
    }

    const CHAIN: &str = "=== src/a.h
struct guest { int number; struct guest *behind; };
/* ex-1: takes the first one out; the others may stand in any order afterwards. */
int leave(struct guest **first);
=== src/a.c
#include \"etude.h\"
#include \"a.h\"
//@ex-1 test_leave_leaves
int leave(struct guest **first)
{
    ETUDE_TODO(\"ex-1\");
}
=== solution src/a.c
#include \"a.h\"
int leave(struct guest **first)
{
    if (*first == NULL) return -1;
    *first = (*first)->behind;
    return 0;
}
=== tests/a.c
#include \"test.h\"
void test_leave_leaves(void)
{
    TEST_ASSERT(1);
}
";

    #[test]
    fn the_rest_of_a_chain_is_turned_around_where_a_test_has_to_see_it() {
        let kept = |pack: &str| {
            let subject = subject("c", pack);
            let source = subject.source_with(&subject.reference);
            crate::proof::mutants::kept_orders(subject.language, &subject.starter, &source, &ablation::stubs(&subject)).len()
        };
        assert_eq!(kept(&CHAIN.replace("may stand in any order afterwards", "keep their\n   order")), 1);
        assert_eq!(kept(CHAIN), 0, "free is not kept");
        assert_eq!(kept(&CHAIN.replace("may stand in any order afterwards", "stay")), 0);
    }

    #[test]
    fn the_rest_of_a_chain_is_turned_around_where_its_order_is_free() {
        let all = made("c", CHAIN);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].0, "the others behind `first`");
        assert!(all[0].1.contains("struct guest **etude_first = first;"), "{}", all[0].1);
        assert!(all[0].1.contains("etude_at->behind = etude_back;"), "{}", all[0].1);
        assert!(all[0].1.contains("return ({ __auto_type etude_answer = (-1);"), "{}", all[0].1);
        assert!(made("c", &CHAIN.replace("may stand in any order afterwards", "keep their order")).is_empty());
        assert!(
            made("c", &CHAIN.replace("struct guest *behind; }", "struct guest *behind; struct guest *other; }")).is_empty(),
            "which way?"
        );
    }

    #[test]
    fn the_rest_of_a_list_is_turned_around() {
        let pack = "=== src/lib.rs
// ex-1: takes one out. The order of the others does not matter.
pub fn leave(all: &mut Vec<u32>, at: usize) -> u32 {
    todo!(\"ex-1\")
}
=== solution src/lib.rs
pub fn leave(all: &mut Vec<u32>, at: usize) -> u32 {
    all.remove(at)
}
=== tests/a.rs
use exercise::*;
#[test]
fn test_leave_leaves() {
    assert_eq!(leave(&mut vec![1], 0), 1);
}
";
        let all = made("rust", pack);
        assert!(all.iter().any(|(what, text)| what == "the others in `all`" && text.contains("all.reverse();")), "{all:?}");
        assert!(made("rust", &pack.replace(" The order of the others does not matter.", "")).is_empty());
    }
}
