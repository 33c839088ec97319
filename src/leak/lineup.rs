//! Variants of stubs side by side in one program: each stands there under a name of its own, and the stub calls the one that the environment asks for. So
//! one build tries many, and an error in one of them is known by its line. Makes files; builds nothing.

use super::splice::{self, Dialect};
use super::tokens;
use crate::exercise::TextFile;
use crate::syntax::Head;

/// What says which variant is asked for.
pub const ASKED: &str = "ETUDE_VARIANT";

/// The number that no variant has: it asks for what stands there without any hint.
pub const NONE: usize = 0;

/// Other definitions for some stubs: the name of each, and the whole function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    pub number: usize,
    pub items: Vec<(String, String)>,
    /// What stands there without any hint, for all that have nothing else for this stub.
    pub is_before: bool,
}

/// The files with all variants in them.
pub struct Lineup {
    pub files: Vec<TextFile>,
}

impl Lineup {
    /// None where a stub is not there, or cannot have another function beside it.
    pub fn of(base: &[TextFile], variants: &[Variant], dialect: &Dialect) -> Option<Lineup> {
        let mut files = base.to_vec();
        let mut stubs: Vec<&String> = variants.iter().flat_map(|v| v.items.iter().map(|(stub, _)| stub)).collect();
        stubs.sort();
        stubs.dedup();
        for stub in stubs {
            let (at, head) = splice::find(&files, stub, dialect).filter(|(_, head)| !head.of_trait)?;
            let own: Vec<One> = variants.iter().filter_map(|v| One::of(v, stub)).collect();
            let text = if dialect.is_c { c(&files[at].content, &head, &own)? } else { rust(&files[at].content, &head, &own)? };
            files[at].content.replace_range(head.item.clone(), &text);
        }
        Some(Lineup { files })
    }

    /// The variant that stands in this line, or is called there.
    pub fn at(&self, path: &str, line: usize) -> Option<usize> {
        let mark = self.mark(path, line)?;
        mark.strip_prefix(CALLED).unwrap_or(mark).trim().parse().ok()
    }

    /// Whether the line only calls a variant: what is wrong there is not the variant's fault.
    #[allow(dead_code)]
    pub fn is_call(&self, path: &str, line: usize) -> bool {
        self.mark(path, line).is_some_and(|mark| mark.starts_with(CALLED))
    }

    fn mark(&self, path: &str, line: usize) -> Option<&str> {
        let file = self.files.iter().find(|f| f.path == path)?;
        let marks = file.content.lines().take(line).filter_map(|l| l.strip_prefix(MARK)?.strip_suffix("*/"));
        marks.last().map(str::trim)
    }
}

/// One variant's definition of one stub.
struct One<'v> {
    number: usize,
    is_before: bool,
    item: &'v str,
}

impl<'v> One<'v> {
    fn of(variant: &'v Variant, stub: &str) -> Option<One<'v>> {
        let (_, item) = variant.items.iter().find(|(s, _)| s == stub)?;
        Some(One { number: variant.number, is_before: variant.is_before, item })
    }
}

/// Opens a line before each variant, with its number, and closes it without one.
const MARK: &str = "/*@variant";
const CALLED: &str = "call of";

fn marked(number: usize, text: &str) -> String {
    format!("\n{MARK} {number}*/\n{text}\n{MARK} -*/\n")
}

fn called(number: usize, text: &str) -> String {
    format!("\n{MARK} {CALLED} {number}*/\n{text}\n{MARK} -*/\n")
}

/// The name that a variant of a function has.
pub fn name(stub: &str, number: usize) -> String {
    format!("{stub}_variant_{number}_")
}

/// A function under another name.
fn renamed(item: &str, stub: &str, number: usize) -> Option<String> {
    let all = tokens::tokens(item, true);
    let at = all.windows(2).find(|w| w[0].text == stub && (w[1].text == "(" || w[1].text == "<")).map(|w| w[0].at)?;
    Some(format!("{}{}{}", &item[..at], name(stub, number), &item[at + stub.len()..]))
}

fn rust(content: &str, head: &Head, variants: &[One]) -> Option<String> {
    let signature = &content[head.item.start..head.body.start];
    let to = if head.has_self { "self." } else { head.owner.as_ref().map_or("", |_| "Self::") };
    let params = head.params.join(", ");
    let (mut arms, mut copies) = (String::new(), String::new());
    for One { number, is_before, item } in variants {
        let arm = if *is_before { "_".to_owned() } else { number.to_string() };
        let arm = called(*number, &format!("{arm} => {to}{}({params}),", name(&head.name, *number)));
        // What stands there before is for whatever has no variant of this stub, and so it comes last.
        arms = if *is_before { arms + &arm } else { arm + &arms };
        copies.push_str(&marked(*number, &renamed(item, &head.name, *number)?));
    }
    let asked = format!("std::env::var(\"{ASKED}\").ok().and_then(|v| v.parse::<usize>().ok()).unwrap_or({NONE})");
    let rest = "#[allow(unreachable_patterns)] _ => panic!(\"there is no such variant\"),";
    Some(format!("{signature}{{\nmatch {asked} {{{arms}{rest}\n}}\n}}\n{copies}"))
}

fn c(content: &str, head: &Head, variants: &[One]) -> Option<String> {
    let signature = content[head.item.start..head.body.start].trim_end();
    let params = head.params.join(", ");
    let (mut cases, mut copies) = (String::new(), String::new());
    for One { number, is_before, item } in variants {
        let case = if *is_before { "default".to_owned() } else { format!("case {number}") };
        let call = format!("{}({params})", name(&head.name, *number));
        let call = if head.returns { format!("return {call};") } else { format!("{call}; return;") };
        cases.push_str(&called(*number, &format!("{case}: {call}")));
        copies.push_str(&marked(*number, &renamed(item, &head.name, *number)?));
    }
    let asked = format!("const char *variant_asked_ = getenv(\"{ASKED}\");");
    let declared = format!("extern char *getenv(const char *);\nextern int atoi(const char *);\n{signature};");
    let choice = format!("switch (variant_asked_ ? atoi(variant_asked_) : {NONE}) {{{cases}}}");
    Some(format!("{declared}\n{copies}\n{signature}\n{{\n{asked}\n{choice}\n__builtin_trap();\n}}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    fn lineup(language: &str, path: &str, content: &str, items: &[&str]) -> Lineup {
        let dialect = Dialect::of(language::by_name(language).expect("a language")).expect("a dialect");
        let file = TextFile { path: path.to_owned(), content: content.to_owned() };
        let variants: Vec<Variant> = (1..)
            .zip(items)
            .map(|(number, item)| Variant { number, items: vec![("f".to_owned(), (*item).to_owned())], is_before: false })
            .collect();
        Lineup::of(&[file], &variants, &dialect).expect("a lineup")
    }

    #[test]
    fn each_variant_stands_beside_the_stub_and_is_known_by_its_lines() {
        let source = "struct S;\nimpl S {\n    pub fn f(&self, a: u32) -> u32 {\n        todo!()\n    }\n}\n";
        let made = lineup(
            "rust",
            "src/lib.rs",
            source,
            &["pub fn f(&self, a: u32) -> u32 { a }", "pub fn f(&self, a: u32) -> u32 {\n    a + 1\n}"],
        );
        let content = &made.files[0].content;
        assert!(content.contains("2 => self.f_variant_2_(a),"), "{content}");
        let line = content.lines().position(|l| l.contains("a + 1")).expect("the second") + 1;
        assert_eq!(made.at("src/lib.rs", line), Some(2));
        assert_eq!(made.at("src/lib.rs", 1), None);
        let call = content.lines().position(|l| l.contains("self.f_variant_2_(a)")).expect("its call") + 1;
        assert_eq!((made.at("src/lib.rs", call), made.is_call("src/lib.rs", call)), (Some(2), true));
        assert!(!made.is_call("src/lib.rs", line));
        assert_eq!(made.at("src/lib.rs", content.lines().count()), None);
    }

    #[test]
    fn a_c_function_is_declared_before_its_variants_call_it() {
        let made = lineup("c", "src/a.c", "int f(int a)\n{\n    return 0;\n}\n", &["int f(int a)\n{\n    return a ? f(a - 1) : 0;\n}"]);
        let content = &made.files[0].content;
        let (declared, called) = (content.find("int f(int a);").expect("declared"), content.find("f(a - 1)").expect("called"));
        assert!(declared < called, "{content}");
        assert!(content.contains("case 1: return f_variant_1_(a);"), "{content}");
    }
}
