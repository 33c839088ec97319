//! Versions of functions side by side in one program: each stands there under a name of its own, and the function calls the one that the environment asks for.
//! One build tries many, and an error in one of them is known by its line. Owns how the versions are written down; it builds nothing.

use crate::exercise::TextFile;
use crate::syntax::{Dialect, Head, Syntax};

/// What says which version is asked for.
pub const ASKED: &str = "ETUDE_VARIANT";
/// What says when a program that does not end is to end itself, in seconds.
pub const SECONDS: &str = "ETUDE_BINARY_SECONDS";
/// How a program that ran out of time says so.
pub const OUT_OF_TIME: i32 = 124;

/// The number that no version has: it asks for the base.
pub const NONE: usize = 0;

/// A function of a file. Types may have methods of one name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub path: String,
    pub owner: Option<String>,
    pub name: String,
}

/// Other definitions of some functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    pub number: usize,
    pub items: Vec<(Key, String)>,
    /// The base's own definition, for every version that does not change this function.
    pub is_base: bool,
}

/// The files with all versions in them.
pub struct Lineup {
    pub files: Vec<TextFile>,
}

impl Lineup {
    /// None where a function is not there, or cannot have another one beside it.
    pub fn new(base: &[TextFile], sides: &[Side], syntax: &dyn Syntax) -> Option<Lineup> {
        let mut files = base.to_vec();
        let mut keys: Vec<&Key> = sides.iter().flat_map(|s| s.items.iter().map(|(key, _)| key)).collect();
        keys.sort();
        keys.dedup();
        for key in keys {
            let (at, head) = find(&files, key, syntax).filter(|(_, head)| !head.of_trait)?;
            let own: Vec<One> = sides.iter().filter_map(|side| One::new(side, key)).collect();
            let content = &files[at].content;
            let text = match syntax.dialect() {
                Dialect::Rust => rust(content, &head, &own, syntax)?,
                Dialect::C => c(content, &head, &own, syntax)?,
            };
            files[at].content.replace_range(head.item.clone(), &text);
        }
        Some(Lineup { files })
    }

    /// The version that stands in this line, or is called there.
    pub fn at(&self, path: &str, line: usize) -> Option<usize> {
        let mark = self.mark(path, line)?;
        mark.strip_prefix(CALLED).unwrap_or(mark).trim().parse().ok()
    }

    /// Whether the line only calls a version: what is wrong there is not the version's fault.
    pub fn is_call(&self, path: &str, line: usize) -> bool {
        self.mark(path, line).is_some_and(|mark| mark.starts_with(CALLED))
    }

    fn mark(&self, path: &str, line: usize) -> Option<&str> {
        let file = self.files.iter().find(|f| f.path == path)?;
        let marks = file.content.lines().take(line).filter_map(|l| l.strip_prefix(MARK)?.strip_suffix("*/"));
        marks.last().map(str::trim)
    }
}

/// Where a function stands: the number of its file, and its parts.
pub fn find(files: &[TextFile], key: &Key, syntax: &dyn Syntax) -> Option<(usize, Head)> {
    let at = files.iter().position(|f| f.path == key.path)?;
    let mut found = syntax.heads(&files[at].content).into_iter().filter(|h| h.name == key.name && h.owner == key.owner);
    let head = found.next()?;
    // Two of one name and type, as in two `impl`s of a generic type, would be taken for each other.
    found.next().is_none().then_some((at, head))
}

/// One version's definition of one function.
struct One<'v> {
    number: usize,
    is_base: bool,
    item: &'v str,
}

impl<'v> One<'v> {
    fn new(side: &'v Side, key: &Key) -> Option<One<'v>> {
        let (_, item) = side.items.iter().find(|(k, _)| k == key)?;
        Some(One { number: side.number, is_base: side.is_base, item })
    }
}

/// Opens a line before each version, with its number, and closes it without one.
const MARK: &str = "/*@version";
const CALLED: &str = "call of";

fn marked(number: usize, text: &str) -> String {
    format!("\n{MARK} {number}*/\n{text}\n{MARK} -*/\n")
}

fn called(number: usize, text: &str) -> String {
    format!("\n{MARK} {CALLED} {number}*/\n{text}\n{MARK} -*/\n")
}

fn name(function: &str, number: usize) -> String {
    format!("{function}_version_{number}_")
}

/// What a program of versions says, with the functions under their own names.
pub fn with_own_names(said: &str) -> String {
    let mut parts = said.split("_version_");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let after = part.trim_start_matches(|c: char| c.is_ascii_digit());
        match after.strip_prefix('_').filter(|_| after.len() < part.len()) {
            Some(rest) => whole.push_str(rest),
            None => whole.push_str(&format!("_version_{part}")),
        }
    }
    whole
}

/// A function under another name: the last of this name in the text, since helpers of a version come before it.
fn renamed(item: &str, head: &Head, number: usize, syntax: &dyn Syntax) -> Option<String> {
    let own = syntax.heads(item).into_iter().rfind(|h| h.name == head.name)?;
    let signature = &item[own.item.start..own.body.start];
    let is_end = |at: usize| !signature[at + head.name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let is_start = |at: usize| !signature[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let (at, _) = signature.match_indices(&head.name).find(|(at, _)| is_start(*at) && is_end(*at))?;
    let at = own.item.start + at;
    Some(format!("{}{}{}", &item[..at], name(&head.name, number), &item[at + head.name.len()..]))
}

fn rust(content: &str, head: &Head, versions: &[One], syntax: &dyn Syntax) -> Option<String> {
    let signature = &content[head.item.start..head.body.start];
    let to = if head.has_self { "self." } else { head.owner.as_ref().map_or("", |_| "Self::") };
    let params = head.params.join(", ");
    let (mut arms, mut copies) = (String::new(), String::new());
    for One { number, is_base, item } in versions {
        let arm = if *is_base { "_".to_owned() } else { number.to_string() };
        let arm = called(*number, &format!("{arm} => {to}{}({params}),", name(&head.name, *number)));
        // The base answers for every other number, so its arm comes last.
        arms = if *is_base { arms + &arm } else { arm + &arms };
        copies.push_str(&marked(*number, &renamed(item, head, *number, syntax)?));
    }
    let number = |variable: &str, of: &str| format!("std::env::var(\"{variable}\").ok().and_then(|v| v.parse::<{of}>().ok())");
    let clock = format!(
        "static CLOCK_: std::sync::Once = std::sync::Once::new();
CLOCK_.call_once(|| if let Some(seconds) = {} {{ std::thread::spawn(move || {{
    std::thread::sleep(std::time::Duration::from_secs_f64(seconds)); std::process::exit({OUT_OF_TIME}) }}); }});",
        number(SECONDS, "f64")
    );
    let rest = "#[allow(unreachable_patterns)] _ => panic!(\"there is no such version\"),";
    let choice = format!("match {}.unwrap_or({NONE}) {{{arms}{rest}\n}}", number(ASKED, "usize"));
    Some(format!("{signature}{{\n{clock}\n{choice}\n}}\n{copies}"))
}

fn c(content: &str, head: &Head, versions: &[One], syntax: &dyn Syntax) -> Option<String> {
    let signature = content[head.item.start..head.body.start].trim_end();
    let params = head.params.join(", ");
    let (mut cases, mut copies) = (String::new(), String::new());
    for One { number, is_base, item } in versions {
        let case = if *is_base { "default".to_owned() } else { format!("case {number}") };
        let call = format!("{}({params})", name(&head.name, *number));
        let call = if head.returns { format!("return {call};") } else { format!("{call}; return;") };
        cases.push_str(&called(*number, &format!("{case}: {call}")));
        copies.push_str(&marked(*number, &renamed(item, head, *number, syntax)?));
    }
    let asked = format!("const char *version_asked_ = getenv(\"{ASKED}\");");
    let declared = format!("extern char *getenv(const char *);\nextern int atoi(const char *);\n{signature};");
    let choice = format!("switch (version_asked_ ? atoi(version_asked_) : {NONE}) {{{cases}}}");
    Some(format!("{declared}\n{copies}\n{signature}\n{{\n{asked}\n{choice}\n__builtin_trap();\n}}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::syntax;

    fn lineup(language: &str, path: &str, owner: Option<&str>, content: &str, items: &[&str]) -> Lineup {
        let file = TextFile { path: path.to_owned(), content: content.to_owned() };
        let key = Key { path: path.to_owned(), owner: owner.map(str::to_owned), name: "f".to_owned() };
        let side = |(number, item): (usize, &&str)| Side { number, items: vec![(key.clone(), (*item).to_owned())], is_base: false };
        let sides: Vec<Side> = (1..).zip(items).map(side).collect();
        Lineup::new(&[file], &sides, syntax(language).expect("a language")).expect("a lineup")
    }

    #[test]
    fn each_version_stands_beside_the_function_and_is_known_by_its_lines() {
        let source = "struct S;\nimpl S {\n    pub fn f(&self, a: u32) -> u32 {\n        todo!()\n    }\n}\nstruct T;\nimpl T {\n    fn f(&self) {}\n}\n";
        let items = ["pub fn f(&self, a: u32) -> u32 { a }", "pub fn f(&self, a: u32) -> u32 {\n    a + 1\n}"];
        let made = lineup("rust", "src/lib.rs", Some("S"), source, &items);
        let content = &made.files[0].content;
        assert!(content.contains("2 => self.f_version_2_(a),"), "{content}");
        let line = content.lines().position(|l| l.contains("a + 1")).expect("the second") + 1;
        assert_eq!(made.at("src/lib.rs", line), Some(2));
        assert_eq!(made.at("src/lib.rs", 1), None);
        let call = content.lines().position(|l| l.contains("self.f_version_2_(a)")).expect("its call") + 1;
        assert_eq!((made.at("src/lib.rs", call), made.is_call("src/lib.rs", call)), (Some(2), true));
        assert!(!made.is_call("src/lib.rs", line));
        assert_eq!(made.at("src/lib.rs", content.lines().count()), None);
        assert!(content.contains("impl T {\n    fn f(&self) {}\n}"), "the other type keeps its own: {content}");
    }

    #[test]
    fn messages_name_the_functions_as_the_learner_knows_them() {
        assert_eq!(with_own_names("in f_version_12_ at a.c, f_version_x"), "in f at a.c, f_version_x");
    }

    #[test]
    fn a_c_function_is_declared_before_its_versions_call_it() {
        let items = ["static int half(int a) { return a / 2; }\nint f(int a)\n{\n    return a ? f(half(a)) : 0;\n}"];
        let made = lineup("c", "src/a.c", None, "int f(int a)\n{\n    return 0;\n}\n", &items);
        let content = &made.files[0].content;
        let (declared, called) = (content.find("int f(int a);").expect("declared"), content.find("f(half(a))").expect("called"));
        assert!(declared < called, "{content}");
        assert!(content.contains("case 1: return f_version_1_(a);"), "{content}");
    }
}
