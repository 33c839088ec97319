//! The functions that a stub could call: how each is called from there, and what has to come along. Owns what is in sight of a stub; a function that needs the
//! stub itself is not among them.

use std::collections::BTreeSet;

use super::{Caller, owned};
use crate::exercise::TextFile;
use crate::syntax::{Head, Parts, TokenKind};

pub struct Callee {
    pub name: String,
    /// How a call of it begins.
    pub said: String,
    pub takes: Vec<String>,
    pub gives: String,
    /// Names in its types that stand for any.
    pub open: Vec<String>,
    pub file: String,
    pub line: u32,
    /// What comes along: in front of the stub (C), or in its body.
    before: String,
    within: String,
    /// Names that what comes along defines, which many variants in one program would define again (C).
    private: Vec<String>,
}

impl Callee {
    fn new(caller: &Caller, parts: &Parts, said: String) -> Callee {
        let mut takes: Vec<String> = parts.signature.iter().map(|t| owned(t, parts.owner.as_deref())).collect();
        let gives = takes.pop().unwrap_or_default();
        let open = parts.stands_for.clone();
        let line = caller.stub.line;
        let (name, file) = (parts.name.clone(), caller.stub.file.clone());
        Callee { name, said, takes, gives, open, file, line, before: String::new(), within: String::new(), private: Vec::new() }
    }

    /// What stands before the stub, what begins its body, and the body, with names that nothing else in the program has.
    pub fn numbered(&self, body: &str, number: usize) -> (String, String, String) {
        let own = |text: &str| self.private.iter().fold(text.to_owned(), |text, name| renamed(&text, name, &format!("{name}_{number}_")));
        (own(&self.before), own(&self.within), own(body))
    }

    fn bring(&mut self, caller: &Caller, code: &str, names: Vec<String>) {
        if caller.is_c {
            self.before = format!("{code}\n\n");
            self.private = names;
        } else {
            self.within = format!("{code}\n");
        }
    }
}

/// A function with what is known of it.
struct Known<'f> {
    file: &'f TextFile,
    parts: Parts,
    head: Head,
}

impl Known<'_> {
    fn text(&self) -> &str {
        &self.file.content[self.parts.whole.clone()]
    }
}

fn functions<'f>(caller: &Caller, files: &'f [TextFile]) -> Vec<Known<'f>> {
    let mut found = Vec::new();
    for file in files {
        let (all, heads) = (caller.syntax.functions_apart(&file.content), caller.syntax.heads(&file.content));
        for parts in &all {
            let inside = all.iter().any(|p| p.whole != parts.whole && p.whole.contains(&parts.whole.start));
            let head = heads.iter().find(|h| h.body.end == parts.whole.end && h.name == parts.name && h.owner == parts.owner);
            found.extend(head.filter(|_| !inside).map(|head| Known { file, parts: parts.clone(), head: head.clone() }));
        }
    }
    found
}

/// The given functions of the starter, in its order.
pub fn given(caller: &Caller) -> Vec<Callee> {
    let (starter, there) = (functions(caller, &caller.subject.starter), functions(caller, &caller.source));
    let stubs: Vec<&str> = caller.subject.exercise.units.iter().flat_map(|u| &u.stubs).map(|s| s.name.as_str()).collect();
    let is_given = |f: &&Known| f.head.mark.is_none() && f.parts.name != "main" && !stubs.contains(&f.parts.name.as_str());
    let mut found = Vec::new();
    for function in starter.iter().filter(is_given) {
        let needed = needed(caller, &function.parts.name, &[&there, &starter]);
        if needed.contains(&caller.stub.name) {
            continue;
        }
        let is_it = |f: &&Known| f.parts.name == function.parts.name && f.parts.owner == function.parts.owner;
        let callee = match there.iter().find(is_it) {
            Some(kept) => in_sight(caller, kept),
            // The reference may do without it, and a learner has it all the same.
            None => {
                let missing = |f: &&Known| {
                    needed.contains(&f.parts.name) && f.parts.owner.is_none() && !there.iter().any(|t| t.parts.name == f.parts.name)
                };
                let along: Vec<&Known> = starter.iter().filter(missing).collect();
                along.iter().any(is_it).then(|| {
                    let mut callee = Callee::new(caller, &function.parts, function.parts.name.clone());
                    let texts: Vec<&str> = along.iter().map(|f| f.text()).collect();
                    callee.bring(caller, &texts.join("\n\n"), along.iter().map(|f| f.parts.name.clone()).collect());
                    callee
                })
            }
        };
        let line = 1 + function.file.content[..function.parts.whole.start].matches('\n').count();
        found.extend(callee.map(|c| Callee { file: function.file.path.clone(), line: u32::try_from(line).unwrap_or(0), ..c }));
    }
    found
}

/// The functions that this one needs, by their names, and itself.
fn needed(caller: &Caller, name: &str, all: &[&[Known]]) -> BTreeSet<String> {
    let mut found = BTreeSet::from([name.to_owned()]);
    let mut left = vec![name.to_owned()];
    while let Some(name) = left.pop() {
        for function in all.iter().flat_map(|all| all.iter()).filter(|f| f.parts.name == name) {
            let body = &function.file.content[function.head.body.clone()];
            let words: BTreeSet<String> =
                caller.syntax.tokens(body).into_iter().filter(|t| t.kind == TokenKind::Word).map(|t| t.text).collect();
            let called = all.iter().flat_map(|all| all.iter()).map(|f| &f.parts.name).filter(|name| words.contains(*name));
            left.extend(called.filter(|name| found.insert((*name).clone())).cloned());
        }
    }
    found
}

/// How a function of the reference's files is called from the stub; None where it cannot be.
fn in_sight(caller: &Caller, function: &Known) -> Option<Callee> {
    let (own, theirs) = (&caller.source[caller.place.file].path, &function.file.path);
    let parts = &function.parts;
    let before = &function.file.content[parts.before.clone()];
    if caller.is_c {
        let mut callee = Callee::new(caller, parts, parts.name.clone());
        let is_static = before.contains("static");
        let is_above = own == theirs && parts.whole.start < caller.place.whole.start;
        let file_name = theirs.rsplit('/').next().unwrap_or(theirs);
        let is_included = caller.text().contains(&format!("\"{file_name}\""));
        if is_static && !is_above && !is_included {
            return None;
        }
        if !is_above && !is_included {
            let prototype = function.file.content[parts.before.end..function.head.body.start].trim();
            callee.within = format!("{prototype};\n");
        }
        return Some(callee);
    }
    let root = caller.subject.language.layout.root.as_deref();
    let (here, there) = (module(own, root), module(theirs, root));
    let sees = before.starts_with("pub") || function.head.of_trait || here.starts_with(&there);
    let said = match &parts.owner {
        Some(owner) if caller.parts.owner.as_ref() == Some(owner) => format!("Self::{}", parts.name),
        Some(owner) => format!("crate::{}::{}", [&there[..], std::slice::from_ref(owner)].concat().join("::"), parts.name),
        None => format!("crate::{}", [&there[..], std::slice::from_ref(&parts.name)].concat().join("::")),
    };
    sees.then(|| Callee::new(caller, parts, said))
}

/// `src/a/b.rs` is `a::b`, and the root is nothing.
fn module(path: &str, root: Option<&str>) -> Vec<String> {
    let inner = path.split_once('/').map_or(path, |(_, inner)| inner);
    if root == Some(inner) {
        return Vec::new();
    }
    let bare = inner.trim_end_matches(".rs").trim_end_matches("/mod");
    bare.split('/').map(str::to_owned).collect()
}

/// The example with the functions that stand in its `main` behind it, as a reader would take them.
fn taken_out(caller: &Caller, example: &str) -> String {
    let all = caller.syntax.functions_apart(example);
    let Some(main) = all.iter().find(|f| f.name == "main" && f.owner.is_none()) else { return example.to_owned() };
    let inside: Vec<_> = all.iter().filter(|f| f.whole != main.whole && main.whole.contains(&f.whole.start)).collect();
    let mut left = example.to_owned();
    for function in inside.iter().rev() {
        left.replace_range(function.whole.clone(), "");
    }
    inside.iter().fold(left, |left, function| format!("{left}\n{}\n", &example[function.whole.clone()]))
}

/// The functions of an example; all of it but its `main` comes along.
pub fn of_example(caller: &Caller, example: &str) -> Vec<Callee> {
    let example = &taken_out(caller, example);
    let files = [TextFile { path: caller.stub.file.clone(), content: example.clone() }];
    let all = functions(caller, &files);
    let outline = caller.syntax.outline(example);
    if outline.has_error || !outline.inner_attributes.is_empty() {
        return Vec::new();
    }
    let mut code = example.to_owned();
    if let Some(main) = all.iter().find(|f| f.parts.name == "main") {
        code.replace_range(main.parts.whole.clone(), "");
    }
    let defined: Vec<String> = caller.syntax.definitions(example).into_iter().map(|d| d.name).collect();
    let names = || all.iter().map(|f| f.parts.name.clone()).filter(|name| name != "main").chain(defined.clone()).collect::<Vec<_>>();
    // Its own types are not the stub's.
    let foreign = |of_type: &String| {
        let words = caller.syntax.tokens(of_type);
        words.iter().any(|t| defined.contains(&t.text)) || defined.iter().any(|name| of_type.trim_end_matches('*').ends_with(name.as_str()))
    };
    let can_be_called = |f: &&Known| f.parts.name != "main" && !f.head.has_self && !f.parts.signature.iter().any(foreign);
    let mut found = Vec::new();
    for function in all.iter().filter(can_be_called) {
        let name = &function.parts.name;
        let said = function.parts.owner.as_ref().map_or(name.clone(), |owner| format!("{owner}::{name}"));
        let mut callee = Callee::new(caller, &function.parts, said);
        callee.bring(caller, code.trim(), names());
        found.push(callee);
    }
    found
}

/// A helper of the tests with fewer tokens says too little: what looks at one field is no solution that somebody wrote down.
const LEAST: usize = 25;

/// The helpers of the tests, each with those that it needs and the headers of its file (C).
pub fn of_tests(caller: &Caller) -> Vec<Callee> {
    let tests = caller.subject.exercise.test_names();
    let all = functions(caller, &caller.subject.tests);
    let body = |f: &Known| caller.syntax.tokens(&f.file.content[f.head.body.clone()]);
    let is_helper = |f: &&Known| !tests.contains(&f.parts.name) && f.parts.owner.is_none() && !f.head.has_self && body(f).len() >= LEAST;
    let mut found = Vec::new();
    for function in all.iter().filter(is_helper) {
        let needed = needed(caller, &function.parts.name, &[&all]);
        let along: Vec<&Known> = all.iter().filter(|f| needed.contains(&f.parts.name) && f.parts.owner.is_none()).collect();
        if along.iter().any(|f| body(f).iter().any(|t| t.text == caller.stub.name)) {
            continue;
        }
        let headers = function.file.content.lines().filter(|line| line.starts_with("#include <"));
        let texts: Vec<&str> = headers.chain(along.iter().map(|f| f.text())).collect();
        let mut callee = Callee::new(caller, &function.parts, function.parts.name.clone());
        callee.bring(caller, &texts.join("\n"), along.iter().map(|f| f.parts.name.clone()).collect());
        let line = 1 + function.file.content[..function.parts.whole.start].matches('\n').count();
        found.push(Callee { file: function.file.path.clone(), line: u32::try_from(line).unwrap_or(0), ..callee });
    }
    found
}

/// Another name wherever the old one stands as a word.
pub fn renamed(text: &str, old: &str, new: &str) -> String {
    let part_of_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(old) {
        let (before, after) = (&rest[..at], &rest[at + old.len()..]);
        out.push_str(before);
        let is_word = !part_of_word(before.chars().next_back().or(out.chars().next_back())) && !part_of_word(after.chars().next());
        out.push_str(if is_word { new } else { old });
        rest = after;
    }
    out.push_str(rest);
    out
}
