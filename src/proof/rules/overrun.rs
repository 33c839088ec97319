//! A stub of the reference that copies the text of a parameter into an array of fixed size and never asks how long it is: `sprintf(label, "%s", name)`. The tests have
//! short texts only, and a longer one overruns it. Reads syntax trees of C. Where the starter says how long a text may be, or gives the size a name, it is fine.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::constants::is_constant_name;
use super::reading::{Reading, words};
use super::targets::has_word;
use crate::exercise::TextFile;
use crate::proof::report::Finding;
use crate::syntax::tree::{self, text};

const COPIES: &str = "sprintf strcpy strcat stpcpy";
const LENGTHS: &str = "letters characters bytes chars letter byte long length";
const BOUNDS: &str = "most fewer more less than longer shorter longest up within";

/// In the reference and in the alternatives.
pub fn overruns(reading: &Reading) -> Vec<Finding> {
    let subject = reading.subject;
    if subject.language.fence != "c" || says_how_long(reading) {
        return Vec::new();
    }
    let mut findings: Vec<Finding> = subject.reference.iter().flat_map(|f| in_file(reading, &f.path, f)).collect();
    for (name, files) in &subject.alternatives {
        let path = |f: &TextFile| format!("alternatives/{name}/{}", f.path.rsplit('/').next().unwrap_or(&f.path));
        findings.extend(files.iter().flat_map(|f| in_file(reading, &path(f), f)));
    }
    findings
}

/// "A name has at most 20 letters", for whatever it is said, or "fewer letters than this" above a number.
fn says_how_long(reading: &Reading) -> bool {
    reading.starter_text.split(['.', ';', '*']).any(|sentence| {
        let said: Vec<&str> = words(sentence).collect();
        let is_number = |w: &str| w.parse::<u64>().is_ok_and(|n| n > 1) || w == "this" || (is_constant_name(w) && !w.starts_with("NUL"));
        let near = |at: usize| said[at.saturating_sub(2)..said.len().min(at + 3)].iter().any(|w| is_number(w));
        let is_length = |at: &usize| has_word(LENGTHS, &said[*at].to_lowercase()) && near(*at);
        said.iter().any(|w| has_word(BOUNDS, &w.to_lowercase())) && (0..said.len()).any(|at| is_length(&at))
    })
}

fn in_file(reading: &Reading, path: &str, file: &TextFile) -> Vec<Finding> {
    let finding = |(line, copy, room, taken): (u32, String, String, String)| Finding {
        file: Some(path.to_owned()),
        line: Some(line),
        ..Finding::new(format!(
            "`{copy}` copies `{taken}` to `{room}`, whatever its length: a longer text overruns it, and nothing says how long one may be"
        ))
    };
    let is_stub = |name: &str| reading.stubs.iter().any(|s| s.name == name);
    copied(&file.content, &is_stub, &|size| reading.defined_in_starter(size)).into_iter().map(finding).collect()
}

/// Line, call, array and parameter, in their order.
fn copied(source: &str, is_stub: &dyn Fn(&str) -> bool, is_given: &dyn Fn(&str) -> bool) -> Vec<(u32, String, String, String)> {
    let Some(parsed) = tree::parse(tree_sitter_c::LANGUAGE.into(), source) else { return Vec::new() };
    let mut found = Vec::new();
    // Texts that came in, each with how many stars it has; arrays; and texts that were looked at before.
    let (mut taken, mut rooms, mut known): (BTreeMap<String, usize>, Vec<String>, Vec<String>) = Default::default();
    let mut is_open = false;
    tree::walk(&parsed, |node, path| match node.kind() {
        "function_definition" => {
            (taken, rooms, known) = Default::default();
            let head = node.child_by_field_name("declarator").map(|d| text(d, source)).unwrap_or_default();
            is_open = words(head).next().is_some_and(is_stub);
        }
        "parameter_declaration" if path.iter().any(|p| p.kind() == "function_definition") => {
            let is_char = node.child_by_field_name("type").is_some_and(|t| text(t, source) == "char");
            let said = node.child_by_field_name("declarator").map(|d| text(d, source)).unwrap_or_default();
            let stars = said.matches('*').count();
            if let Some(name) = words(said).last().filter(|_| is_char && stars > 0) {
                taken.insert(name.to_owned(), stars);
            }
        }
        "array_declarator" if is_local_text(path, source) => {
            let size = node.child_by_field_name("size").map(|s| text(s, source)).unwrap_or_default();
            let name = node.child_by_field_name("declarator").map(|d| text(d, source)).unwrap_or_default();
            if size.parse::<u32>().is_ok() || (is_constant_name(size) && !is_given(size)) {
                rooms.push(name.to_owned());
            }
        }
        "call_expression" if is_open => {
            let called = node.child_by_field_name("function").map(|f| text(f, source)).unwrap_or_default();
            let Some(list) = node.child_by_field_name("arguments") else { return };
            let mut cursor = list.walk();
            let given: Vec<Node> = list.named_children(&mut cursor).collect();
            if !has_word(COPIES, called) {
                known.extend(given.iter().flat_map(|g| words(text(*g, source)).map(str::to_owned).collect::<Vec<_>>()));
                return;
            }
            let Some(room) = given.first().map(|g| text(*g, source).to_owned()).filter(|r| rooms.contains(r)) else { return };
            let texts =
                if called == "sprintf" { given.get(2..).filter(|_| has_open_text(text(given[1], source))) } else { given.get(1..2) };
            let of_parameter = texts.into_iter().flatten().find_map(|g| parameter(text(*g, source), &taken)).filter(|p| !known.contains(p));
            let line = u32::try_from(node.start_position().row).unwrap_or(u32::MAX - 1) + 1;
            found.extend(of_parameter.map(|p| (line, called.to_owned(), room, p)));
        }
        // Whoever counts by hand looks at the text in a loop.
        "for_statement" | "while_statement" | "do_statement" => known.extend(words(text(node, source)).map(str::to_owned)),
        _ => {}
    });
    found
}

fn is_local_text(path: &[Node<'_>], source: &str) -> bool {
    let declaration = path.iter().rev().find(|p| p.kind() != "init_declarator");
    let is_text =
        declaration.is_some_and(|d| d.kind() == "declaration" && d.child_by_field_name("type").is_some_and(|t| text(t, source) == "char"));
    is_text && path.iter().any(|p| p.kind() == "compound_statement")
}

/// `%s` that takes whatever comes; `%.20s` does not.
fn has_open_text(format: &str) -> bool {
    format.split('%').skip(1).any(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-').starts_with('s'))
}

/// The parameter that this is, or an element of.
fn parameter(said: &str, taken: &BTreeMap<String, usize>) -> Option<String> {
    let (name, stars) = match said.split_once('[') {
        Some((name, rest)) if rest.ends_with(']') => (name, 2),
        Some(_) => return None,
        None => (said, 1),
    };
    taken.get(name).filter(|has| **has == stars).map(|_| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(body: &str) -> usize {
        let source =
            format!("bool label(const char *name, int year, char *room)\n{{\n    char text[32];\n    {body}\n    return true;\n}}\n");
        copied(&source, &|name| name == "label", &|_| false).len()
    }

    #[test]
    fn a_text_of_any_length_goes_into_no_array_of_fixed_size() {
        assert_eq!(told("sprintf(text, \"%s (%d)\", name, year);"), 1);
        assert_eq!(told("strcpy(text, name);"), 1);
        assert_eq!(told("if (name == NULL) {\n        return false;\n    }\n    strcat(text, name);"), 1);
        assert_eq!(told("sprintf(text, \"%.20s (%d)\", name, year);"), 0);
        assert_eq!(told("sprintf(text, \"%d\", year);"), 0);
        assert_eq!(told("strcpy(room, name);"), 0, "the caller's room");
        assert_eq!(told("if (strlen(name) > 20) {\n        return false;\n    }\n    strcpy(text, name);"), 0, "it was asked");
        assert_eq!(told("int n = 0;\n    while (name[n] != '\\0') {\n        n++;\n    }\n    strcpy(text, name);"), 0, "it was counted");
    }

    #[test]
    fn a_length_that_the_starter_tells_is_kept_by_whoever_calls() {
        let with = |said: &str| {
            let exercise = format!(
                "=== src/a.h\n/* {said} */\nint label(const char *name);\n=== src/a.c\n#include \"etude.h\"\n#include \"a.h\"\n//@ex-1 test_label_does_it\nint label(const char *name)\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n=== solution src/a.c\n#include \"a.h\"\nint label(const char *name)\n{{\n    char text[32];\n    strcpy(text, name);\n    return text[0];\n}}\n=== tests/a.c\n#include \"test.h\"\n#include \"a.h\"\nvoid test_label_does_it(void)\n{{\n    TEST_ASSERT_EQ(label(\"a\"), 'a');\n}}\n"
            );
            let subject = super::super::tests::subject("c", &exercise);
            crate::proof::rules::of_the_reference(&subject).into_iter().filter(|f| f.says.contains("overruns")).count()
        };
        assert_eq!(with("ex-1: the first bytes of a name, or all of them when it is shorter."), 1);
        assert_eq!(with("The label of a name, which has at most 30 letters."), 0);
    }
}
