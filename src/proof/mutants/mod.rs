//! Mutants: the reference with one small change in one place. Owns which changes are made (`operators`, with a table for each grammar) and how they become files.
//! The operators are those of mutation testing, at every place where they fit; nothing is left out because it might change nothing. It runs nothing, and the same
//! bytes always give the same mutants.

mod grammar;
mod operators;
pub mod trivial;
mod values;

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::code::{self, Code, Function, line_of, replaced, squeezed};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;

/// More than this for one stub tells little more about its tests: then they are taken evenly spaced, in the order of the source.
const MOST: usize = 60;

/// Whole files of `src/` with one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    pub stub: String,
    /// `src/…`.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// What stands in that line of the reference, without the space around it.
    pub line_text: String,
    pub operator: Operator,
    /// The changed expression or statement, before and after.
    pub before: String,
    pub after: String,
    /// The whole file.
    pub content: String,
}

/// What is changed. The names are public: `[[equivalent]]` in pack.toml and every report use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operator {
    /// `<` for `<=`.
    Boundary,
    /// `>=` for `<`, `!=` for `==`, a condition without its `!`.
    Negation,
    /// Another arithmetic or bit operator.
    Arithmetic,
    /// `||` for `&&`, or one side of it alone.
    Logical,
    /// One more or one less, the other truth value.
    Constant,
    /// Left out.
    Statement,
    /// What is given to a call in the place of its result.
    Call,
    /// Always or never true.
    Condition,
    /// A default value returned before the work is done.
    EarlyReturn,
    /// Two neighbours in a call, changed round.
    Arguments,
    /// The value of the neighbouring branch, or a default one.
    Arm,
    /// Wider, or without one of its alternatives.
    Pattern,
    /// The end of a range counted in or left out.
    RangeEnd,
    /// `?`, `break` or `continue` left out.
    Jump,
    /// Another size (C).
    Sizeof,
    /// One element further (C).
    PointerStep,
    /// Something else in the place of the zero that ends a string (C).
    NulSlot,
    /// `free` left out (C).
    Free,
}

impl Operator {
    /// The public name, as in reports.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
    }
}

/// A possible change, found in one function.
#[derive(Debug, Clone)]
struct Draft {
    /// What is replaced, and by what.
    edit: Range<usize>,
    new: String,
    /// The expression or statement around it, to show.
    shown: Range<usize>,
    operator: Operator,
}

/// The mutants of each stub, in the order of the source. Functions that the reference adds belong to the first stub that mentions them.
pub fn mutants(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let (Some(given), Some(code)) = (Code::read(language, starter), Code::read(language, source)) else { return Vec::new() };
    let functions = code.functions();
    let mut taken: HashSet<String> = HashSet::new();
    let mut found = Vec::new();
    for (stub, own) in functions_of_stubs(&functions, &given.functions(), stubs) {
        let drafts = own.iter().flat_map(|at| {
            let function = &functions[*at];
            let mut drafts = operators::drafts(&code, function);
            drafts.sort_by(|a, b| (a.edit.start, a.edit.end, &a.new).cmp(&(b.edit.start, b.edit.end, &b.new)));
            drafts.into_iter().map(move |draft| (function.file, draft))
        });
        let made = drafts.filter_map(|(file, draft)| made(&code, stub, file, &draft));
        let made: Vec<Mutant> = made.filter(|m| taken.insert(format!("{} {}", m.file, squeezed(&m.content)))).collect();
        found.extend(evenly_spaced(made));
    }
    found
}

fn evenly_spaced(all: Vec<Mutant>) -> Vec<Mutant> {
    let (count, most) = (all.len(), MOST.min(all.len()));
    let chosen: BTreeSet<usize> = (0..most).map(|at| at * count / most.max(1)).collect();
    all.into_iter().enumerate().filter(|(at, _)| chosen.contains(at)).map(|(_, mutant)| mutant).collect()
}

/// Each stub with its function, and with those that the reference adds and that it is the first to need.
fn functions_of_stubs<'s>(functions: &[Function], given: &[Function], stubs: &'s [Stub]) -> Vec<(&'s str, Vec<usize>)> {
    let is_new = |f: &Function| !given.iter().any(|g| g.name == f.name && g.owner == f.owner);
    let mut taken: HashSet<usize> = HashSet::new();
    let mut found = Vec::new();
    for stub in stubs {
        let Some(own) = code::find(functions, given, stub) else { continue };
        let mut all = vec![own];
        let mut next = 0;
        while let Some(at) = all.get(next).copied() {
            let words = functions[at].words();
            let needed = (0..functions.len()).filter(|i| is_new(&functions[*i]) && words.contains(functions[*i].name.as_str()));
            all.extend(needed.filter(|i| taken.insert(*i)).collect::<Vec<_>>());
            next += 1;
        }
        found.push((stub.name.as_str(), all));
    }
    found
}

/// None when it would not parse, or is no change.
fn made(code: &Code, stub: &str, file: usize, draft: &Draft) -> Option<Mutant> {
    let parsed = &code.files[file];
    let source = &parsed.file.content;
    let content = replaced(source, &draft.edit, &draft.new);
    let before = source.get(draft.shown.clone())?;
    let inside = draft.edit.start - draft.shown.start..draft.edit.end - draft.shown.start;
    let after = replaced(before, &inside, &draft.new).trim().to_owned();
    let is_sound = |tree: &tree_sitter::Tree| !tree.root_node().has_error();
    let was_sound = parsed.tree.as_ref().is_some_and(is_sound);
    let broken = code.syntax.tree(&content).is_none_or(|tree| was_sound && !is_sound(&tree));
    let line = line_of(source, draft.edit.start);
    let line_text = source.lines().nth(usize::try_from(line).ok()?.checked_sub(1)?).unwrap_or_default().trim().to_owned();
    (!broken && squeezed(&content) != squeezed(source)).then(|| Mutant {
        stub: stub.to_owned(),
        file: parsed.file.path.clone(),
        line,
        line_text,
        operator: draft.operator,
        before: before.to_owned(),
        after,
        content,
    })
}

#[cfg(test)]
mod tests;
