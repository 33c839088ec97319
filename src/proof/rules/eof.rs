//! The answer of a read kept where it does not fit: `fgetc` and its like answer a byte or EOF, and a `char` has no room for both. A loop over it ends too early
//! at one byte, or never, and no ordinary text shows it. Reads syntax trees of C; what is kept in an `int` first is fine.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::reading::Reading;
use crate::exercise::TextFile;
use crate::proof::fences::{Promise, fences};
use crate::proof::report::Finding;
use crate::syntax::tree::{self, text};

const READS: [&str; 5] = ["fgetc", "getc", "getchar", "getc_unlocked", "getchar_unlocked"];

/// In the reference, in the alternatives, and in what the lesson shows as worked.
pub fn lost(reading: &Reading) -> Vec<Finding> {
    let subject = reading.subject;
    if subject.language.fence != "c" {
        return Vec::new();
    }
    let mut findings: Vec<Finding> = subject.source_with(&subject.reference).iter().flat_map(|f| in_file(&f.path, f, 0)).collect();
    for (name, files) in &subject.alternatives {
        let path = |f: &TextFile| format!("alternatives/{name}/{}", f.path.rsplit('/').next().unwrap_or(&f.path));
        findings.extend(files.iter().flat_map(|f| in_file(&path(f), f, 0)));
    }
    // A section about pitfalls shows them.
    for section in subject.lesson.iter().flatten().filter(|s| s.kind != "pitfalls") {
        for fence in fences(&section.content).into_iter().filter(|f| f.promise(&subject.language.fence) == Some(Promise::Works)) {
            let file = TextFile { path: section.name.clone(), content: fence.content.clone() };
            findings.extend(in_file(&section.name, &file, fence.line));
        }
    }
    findings
}

fn in_file(path: &str, file: &TextFile, above: u32) -> Vec<Finding> {
    let finding = |(line, read, name): (u32, String, String)| Finding {
        file: Some(path.to_owned()),
        line: Some(above + line),
        ..Finding::new(format!(
            "`{name}` is a `char` and keeps the answer of `{read}`: a byte that is not EOF may look like it, or EOF like a byte"
        ))
    };
    kept_in_char(&file.content).into_iter().map(finding).collect()
}

/// Line, read and name, in their order.
fn kept_in_char(source: &str) -> Vec<(u32, String, String)> {
    let Some(parsed) = tree::parse(tree_sitter_c::LANGUAGE.into(), source) else { return Vec::new() };
    let mut found = Vec::new();
    // What each name is in the function that is walked.
    let mut chars: BTreeMap<String, bool> = BTreeMap::new();
    tree::walk(&parsed, |node, path| {
        let line = u32::try_from(node.start_position().row).unwrap_or(u32::MAX - 1) + 1;
        match node.kind() {
            "function_definition" => chars.clear(),
            "declaration" | "parameter_declaration" => {
                let is_char = node.child_by_field_name("type").is_some_and(|t| text(t, source).split_whitespace().any(|w| w == "char"));
                let mut cursor = node.walk();
                for declarator in node.children_by_field_name("declarator", &mut cursor) {
                    let (inner, value) = match declarator.kind() {
                        "init_declarator" => (declarator.child_by_field_name("declarator"), declarator.child_by_field_name("value")),
                        _ => (Some(declarator), None),
                    };
                    let Some(name) = inner.filter(|i| i.kind() == "identifier").map(|i| text(i, source).to_owned()) else { continue };
                    if let Some(read) = value.filter(|_| is_char).and_then(|v| read_in(v, source)) {
                        found.push((line, read, name.clone()));
                    }
                    chars.insert(name, is_char);
                }
            }
            "assignment_expression" => {
                let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right")) else { return };
                let name = text(left, source).to_owned();
                // A byte of a text is looked at for what it is; one that is compared with EOF at once is meant to hold both.
                let is_kept = chars.get(&name) == Some(&true) || (left.kind() == "subscript_expression" && is_compared(path, source));
                if let Some(read) = read_in(right, source).filter(|_| is_kept) {
                    found.push((line, read, name));
                }
            }
            _ => {}
        }
    });
    found.dedup_by(|a, b| a.2 == b.2);
    found
}

/// The read whose answer this is, through casts and parentheses.
fn read_in(value: Node<'_>, source: &str) -> Option<String> {
    let mut at = value;
    while let Some(inner) = match at.kind() {
        "parenthesized_expression" => at.named_child(0),
        "cast_expression" => at.child_by_field_name("value"),
        _ => None,
    } {
        at = inner;
    }
    let called = text(at.child_by_field_name("function").filter(|_| at.kind() == "call_expression")?, source);
    READS.contains(&called).then(|| called.to_owned())
}

fn is_compared(path: &[Node<'_>], source: &str) -> bool {
    let outer = path.iter().rev().find(|n| n.kind() != "parenthesized_expression");
    outer.is_some_and(|n| n.kind() == "binary_expression" && text(*n, source).trim_end().ends_with("EOF"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(source: &str) -> Vec<(u32, String)> {
        kept_in_char(source).into_iter().map(|(line, _, name)| (line, name)).collect()
    }

    #[test]
    fn a_read_in_a_char_is_told_and_one_in_an_int_is_not() {
        let in_char =
            "int f(FILE *in)\n{\n    char c = fgetc(in);\n    while (c != EOF) {\n        c = fgetc(in);\n    }\n    return 0;\n}\n";
        assert_eq!(lines(in_char), [(3, "c".to_owned())]);
        assert_eq!(lines(&in_char.replace("char c = fgetc(in)", "unsigned char c = (unsigned char)getc(in)")).len(), 1);
        assert_eq!(lines(&in_char.replace("char c", "int c")), []);
        let later =
            "int g(void)\n{\n    int n = 0;\n    char c;\n    while ((c = getchar()) != EOF) {\n        n++;\n    }\n    return n;\n}\n";
        assert_eq!(lines(later), [(5, "c".to_owned())]);
        let into_text = "void h(FILE *in, char line[9])\n{\n    int c = fgetc(in);\n    line[0] = (char)c;\n    line[1] = fgetc(in);\n}\n";
        assert_eq!(lines(into_text), [], "a byte of a text");
        assert_eq!(
            lines("int k(char *l, int i)\n{\n    while ((l[i] = getchar()) != EOF) {\n        i++;\n    }\n    return i;\n}\n").len(),
            1
        );
    }

    #[test]
    fn it_is_told_of_the_reference_of_alternatives_and_of_worked_examples() {
        const READ: &str = "\nint next_one(FILE *in)\n{\n    char c = fgetc(in);\n    return c;\n}\n";
        let pack = crate::pack::Bank::Embedded.load("c", "C200").expect("the pack");
        let mut subject = crate::proof::Subject::of_pack(&pack).expect("an exercise");
        let told = |subject: &crate::proof::Subject| {
            let findings = crate::proof::rules::of_the_reference(subject).into_iter();
            findings.filter(|f| f.says.contains("`fgetc`")).map(|f| f.file.unwrap_or_default()).collect::<Vec<_>>()
        };
        assert_eq!(told(&subject), Vec::<String>::new());
        subject.reference[0].content.push_str(READ);
        let (name, files) = subject.alternatives.iter_mut().next().expect("an alternative");
        files[0].content.push_str(READ);
        let alternative = format!("alternatives/{name}/");
        let section = &mut subject.lesson.as_mut().expect("a lesson")[0];
        section.kind = "concept".to_owned();
        section.content.push_str(&format!("\n```c worked{READ}```\n"));
        let files = told(&subject);
        assert!(files.len() == 3 && files[1].starts_with(&alternative) && files[2].starts_with("lesson/"), "{files:?}");
    }

    #[test]
    fn a_name_is_what_it_is_in_its_own_function() {
        assert_eq!(
            lines("void a(void)\n{\n    char c = 'x';\n}\nint b(void)\n{\n    int c = getchar();\n    c = getchar();\n    return c;\n}\n"),
            []
        );
    }
}
