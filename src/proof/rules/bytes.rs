//! Tests that compare all bytes of a struct (`memcmp(&one, &other, sizeof one) == 0`): what lies behind the NUL of a text in it, or between its members, is nobody's
//! promise, and a correct solution may leave anything there. Reads C. A copy of the same struct may be compared so, and so may what holds numbers without a gap.

use super::assertions::initial_value;
use super::calls::{arguments, calls, text_at};
use super::reading::{Code, Reading};
use crate::exercise::TextFile;
use crate::proof::report::Finding;
use crate::syntax::tree::{self, text};
use crate::syntax::{Token, TokenKind};

/// A struct whose bytes say more than its members do, and where.
struct Gappy {
    name: String,
    why: String,
}

pub fn compared_whole(reading: &Reading) -> Vec<Finding> {
    let subject = reading.subject;
    if subject.language.fence != "c" {
        return Vec::new();
    }
    let gappy: Vec<Gappy> = subject.starter.iter().chain(&subject.tests).flat_map(in_file).collect();
    let mut findings = Vec::new();
    for code in reading.tests.iter().chain(reading.helpers.iter().filter(|h| !h.is_macro)) {
        for (line, found) in compared(code, &gappy) {
            let says = format!(
                "`{}` compares all bytes of `{}` with memcmp, {}, which nobody promises; compare its members",
                code.name, found.name, found.why
            );
            let test = Some(code.name.clone()).filter(|name| reading.tests.iter().any(|t| t.name == *name));
            findings.push(Finding { line: Some(line), test, ..reading.about(code, says) });
        }
    }
    findings
}

fn compared<'g>(code: &Code, gappy: &'g [Gappy]) -> Vec<(u32, &'g Gappy)> {
    let tokens = &code.body;
    let mut found = Vec::new();
    for call in calls(tokens).into_iter().filter(|c| c.name == "memcmp") {
        let parts = arguments(tokens, &call.args);
        let [one, other, size] = &parts[..] else { continue };
        let after = text_at(tokens, call.args.end + 1);
        let is_zero =
            after == "==" && text_at(tokens, call.args.end + 2) == "0" || after == "," && text_at(tokens, call.args.end + 2) == "0";
        let is_equal = is_zero || text_at(tokens, call.at.wrapping_sub(1)) == "!";
        let root = |part: &std::ops::Range<usize>| tokens[part.clone()].iter().find(|t| t.kind == TokenKind::Word).map_or("", |t| &t.text);
        let of = struct_of(code, &tokens[size.clone()], gappy).filter(|_| is_equal && !is_copy(tokens, root(one), root(other)));
        found.extend(of.map(|gappy| (call.line, gappy)));
    }
    found
}

/// The struct that a `sizeof` is of: by its name, or by a variable of the function.
fn struct_of<'g>(code: &Code, size: &[Token], gappy: &'g [Gappy]) -> Option<&'g Gappy> {
    let at = size.iter().position(|t| t.text == "sizeof")?;
    let named = size[at..].iter().skip(1).find(|t| t.kind == TokenKind::Word && t.text != "struct")?;
    let known = |name: &str| gappy.iter().find(|g| g.name == name || g.name.strip_prefix("struct ") == Some(name));
    if let Some(found) = known(&named.text) {
        return Some(found);
    }
    let all: Vec<&Token> = code.head.iter().chain(&code.body).collect();
    let declares = |at: &usize| {
        let mut before = all[..*at].iter().rev().filter(|t| t.text != "*");
        all[*at].binds && all[*at].text == named.text && before.next().is_some_and(|t| known(&t.text).is_some())
    };
    let at = (0..all.len()).find(declares)?;
    all[..at].iter().rev().find(|t| t.text != "*").and_then(|t| known(&t.text))
}

/// One was made of the other, or both in the same words: then all bytes are the same.
fn is_copy(tokens: &[Token], one: &str, other: &str) -> bool {
    let is_pair = |a: &str, b: &str| (a == one && b == other) || (a == other && b == one);
    let assigned = (0..tokens.len()).any(|at| {
        let from = at + 2 + usize::from(text_at(tokens, at + 2) == "*");
        text_at(tokens, at + 1) == "=" && is_pair(&tokens[at].text, text_at(tokens, from))
    });
    let copied = calls(tokens).iter().filter(|c| matches!(c.name.as_str(), "memcpy" | "memmove")).any(|c| {
        let has = |name: &str| tokens[c.args.clone()].iter().any(|t| t.text == name);
        has(one) && has(other)
    });
    let made = |name: &str| initial_value(tokens, name).map(|value| tokens[value].iter().map(|t| t.text.clone()).collect::<Vec<_>>());
    assigned || copied || made(one).is_some_and(|value| Some(value) == made(other))
}

/// The structs of a file that have a text in them, or a gap.
fn in_file(file: &TextFile) -> Vec<Gappy> {
    let source = &file.content;
    let Some(parsed) = tree::parse(tree_sitter_c::LANGUAGE.into(), source) else { return Vec::new() };
    let mut found = Vec::new();
    tree::walk(&parsed, |node, path| {
        let Some(body) = node.child_by_field_name("body").filter(|_| node.kind() == "struct_specifier") else { return };
        let named = node.child_by_field_name("name").map(|name| format!("struct {}", text(name, source)));
        let alias = path.last().filter(|p| p.kind() == "type_definition").and_then(|p| p.child_by_field_name("declarator"));
        let mut cursor = body.walk();
        let mut members = Vec::new();
        for member in body.children(&mut cursor).filter(|m| m.kind() == "field_declaration") {
            let Some(of_type) = member.child_by_field_name("type").map(|t| text(t, source)) else { continue };
            let mut inner = member.walk();
            members
                .extend(member.children_by_field_name("declarator", &mut inner).map(|d| (of_type, text(d, source), d.kind().to_owned())));
        }
        let letters = members.iter().find(|(of_type, _, kind)| *of_type == "char" && kind == "array_declarator");
        let why = match letters {
            Some((_, name, _)) => format!("also what lies behind the NUL of `{}`", name.split('[').next().unwrap_or_default()),
            None if has_gap(&members) => "also what lies between its members".to_owned(),
            None => return,
        };
        let names = named.into_iter().chain(alias.map(|a| text(a, source).to_owned()));
        found.extend(names.map(|name| Gappy { name, why: why.clone() }));
    });
    found
}

/// Whether the members leave bytes between them or behind them; false where a size is not known.
fn has_gap(members: &[(&str, &str, String)]) -> bool {
    let (mut end, mut widest) = (0usize, 1usize);
    for (of_type, _, kind) in members {
        let Some(size) = (if kind == "pointer_declarator" { Some(8) } else { size(of_type) }).filter(|_| kind != "array_declarator") else {
            return false;
        };
        if end % size != 0 {
            return true;
        }
        (end, widest) = (end + size, widest.max(size));
    }
    end % widest != 0
}

fn size(of_type: &str) -> Option<usize> {
    match of_type {
        "char" | "bool" | "signed char" | "unsigned char" | "int8_t" | "uint8_t" => Some(1),
        "short" | "unsigned short" | "int16_t" | "uint16_t" => Some(2),
        "int" | "unsigned" | "unsigned int" | "float" | "int32_t" | "uint32_t" => Some(4),
        "long" | "unsigned long" | "long long" | "unsigned long long" | "double" | "size_t" | "ssize_t" | "int64_t" | "uint64_t" => Some(8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    fn told(members: &str, body: &str) -> usize {
        let exercise = format!(
            "=== src/a.h\nstruct hut {{\n    {members}\n}};\nvoid fill(struct hut *hut);\n=== src/a.c\n#include \"etude.h\"\n#include \"a.h\"\n//@ex-1 test_fill_does_it\nvoid fill(struct hut *hut)\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n=== tests/a.c\n#include \"test.h\"\n#include \"a.h\"\nvoid test_fill_does_it(void)\n{{\n    struct hut hut;\n    {body}\n}}\n"
        );
        let subject = subject("c", &exercise);
        crate::proof::rules::of_the_reference(&subject).into_iter().filter(|f| f.says.contains("with memcmp")).count()
    }

    #[test]
    fn a_struct_with_a_text_or_a_gap_is_not_compared_byte_by_byte() {
        const BODY: &str = "struct hut want = {0};\n    fill(&hut);\n    TEST_ASSERT(memcmp(&hut, &want, sizeof hut) == 0);";
        const TEXT: &str = "char name[12];\n    int metres;";
        assert_eq!(told(TEXT, BODY), 1);
        assert_eq!(told(TEXT, &BODY.replace("sizeof hut", "sizeof(struct hut)")), 1);
        assert_eq!(
            told(
                TEXT,
                &BODY.replace("TEST_ASSERT(memcmp(&hut, &want, sizeof hut) == 0)", "TEST_ASSERT_EQ(memcmp(&hut, &want, sizeof hut), 0)")
            ),
            1
        );
        assert_eq!(told("char kind;\n    int metres;", BODY), 1);
        assert_eq!(told("int metres;\n    char kind;", BODY), 1);
        assert_eq!(told("int x, y;\n    unsigned z;", BODY), 0);
        assert_eq!(told(TEXT, &BODY.replace("== 0", "!= 0")), 0);
        assert_eq!(
            told(TEXT, "struct hut before = hut;\n    fill(&hut);\n    TEST_ASSERT(memcmp(&hut, &before, sizeof hut) == 0);"),
            0,
            "a copy"
        );
        assert_eq!(
            told(TEXT, "int one[2] = {1, 2};\n    int two[2] = {1, 2};\n    TEST_ASSERT(memcmp(one, two, sizeof one) == 0);"),
            0,
            "numbers"
        );
    }
}
