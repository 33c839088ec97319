//! Mutants: the reference with one small slip in one place, as a learner could make it. Owns which slips are made, how they are chosen and what a guesser
//! would write instead of thinking; edits are byte ranges of the syntax tree, so the rest of a file stays as it is. It runs nothing, and the same bytes
//! always give the same mutants. What it cannot know is whether a slip changes what the code does: those least likely to are left out or come last.

mod acquainted;
mod among_equals;
mod answers;
mod asked_again;
mod asked_before;
mod branches;
mod built_in;
mod c;
mod c_branches;
mod c_elements;
mod c_exits;
mod c_failing;
mod c_idle;
mod c_numbers;
mod c_said;
mod c_sequence;
mod c_sizes;
mod c_slips;
mod c_unseen;
mod c_values;
mod classes;
mod cleared;
mod closures;
mod code;
mod counted_to;
mod edges;
mod either;
mod elements;
mod ends;
mod free_order;
mod goes_on;
mod graph;
mod keys;
mod known;
mod looked_for;
mod narrower;
mod once;
mod order;
mod orders;
mod others_order;
mod owed;
mod parameters;
mod passed_on;
mod places;
mod probes;
mod reached;
mod refused;
mod rounds;
mod rust;
mod rust_calls;
mod rust_flow;
mod rust_names;
mod rust_unseen;
mod said;
mod sequence;
mod shared;
mod stores;
mod tidied;
mod trivial;
mod unseen;
mod zeroed;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::proof::rules::Handed;
pub use among_equals::{Told, among_equals};
pub use asked_again::asked_again;
pub use classes::{Class, classes};
pub use closures::with_answer;
pub use code::parsed_rust;
use code::{Code, Function, Grammar, line_of, replaced};
pub use counted_to::counted_to;
pub use elements::{ORDER, VALUES, WRITES, of_elements};
use known::Known;
pub use looked_for::looked_for;
pub use orders::{kept_orders, other_orders};
pub use parameters::of_parameters;
pub use places::{beside, numbers_in, of_other_places, other_sides, passed_on, promised, without_the_last};
pub use probes::{Probe, probes};
pub use reached::fallen_over;
use said::Said;
use shared::Drafts;
pub use shared::turned;
pub use trivial::Expected;
pub use zeroed::zeroed;

/// So many for a stub where its code allows it, if need be with slips that any test would notice.
const LEAST: usize = 8;

/// More than this tells little more about the tests and costs a build each.
const MOST: usize = 12;

/// Whole files of `src/` with one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    pub stub: String,
    /// `src/…`.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    pub kind: Kind,
    /// The changed expression or statement, before and after.
    pub before: String,
    pub after: String,
    /// The whole file.
    pub content: String,
    /// The bytes of a place that tests must notice, where it is in one: at least one of its slips is to be rejected.
    pub place: Option<Range<usize>>,
}

/// What kind of slip it is. The names are public: a pack that lists an equivalent mutant and every report use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Another arithmetic, logical or bit operator.
    Operator,
    /// `<` for `<=`, `..` for `..=`, `>=` for `==`.
    Boundary,
    /// One more or one less.
    OffByOne,
    RemovedStatement,
    SwappedArguments,
    /// Leaves a loop or the function too soon.
    EarlyReturn,
    /// Looks at the first two of many only, or at all but the last.
    TooFewRounds,
    /// A store before the check that may refuse it.
    Order,
    /// Negated, always or never true, or half of it missing.
    Condition,
    /// Another constant, truth value, letter or text.
    Constant,
    /// Another variable of the same type.
    Variable,
    /// Another field of the same type.
    Field,
    /// An order without one of its keys.
    Key,
    /// The method beside the right one, or one left out of a chain.
    Method,
    /// A missing arm, or the value of its neighbour.
    Arm,
    /// The size of the pointer, or no size at all (C).
    Sizeof,
    /// One place off, or a missing dereference (C).
    Pointer,
    /// No room for, or no, zero at the end of a string (C).
    NulSlot,
    /// An answer kept where it does not fit (C).
    Width,
    /// What a guesser writes.
    Trivial,
}

impl Mutant {
    /// Whether it is about which of two is more.
    pub fn compares(&self) -> bool {
        self.before.split_whitespace().any(|word| matches!(word, "<" | "<=" | ">" | ">="))
    }
}

impl Kind {
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
    kind: Kind,
    rank: Rank,
}

impl Draft {
    /// A question that is never true.
    fn is_never(&self) -> bool {
        self.kind == Kind::Condition && matches!(self.new.as_str(), "false" | "0")
    }
}

/// How likely a test that is worth its name notices it, and how likely a learner makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Best,
    Good,
    Fair,
    /// Only where there is too little else.
    Filler,
}

/// The mutants of each stub: at least 8 where its code allows, at most 12, evenly over kinds and lines. Functions that the reference adds belong to the
/// first stub that calls them. `source` is `src/` with the reference in place.
pub fn mutants(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let mut taken: HashSet<String> = HashSet::new();
    let of_stubs = drafts_of_stubs(&given, &code, stubs, |drafts| drafts.found);
    of_stubs.into_iter().flat_map(|(stub, drafts)| choose(&code, stub, drafts, &mut taken)).collect()
}

/// Stubs with a value built in that the tests never vary.
pub fn built_in(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub], handed: &[Handed]) -> Vec<Mutant> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let (functions, given_functions) = (code.functions(), given.functions());
    let own = stubs.iter().filter_map(|stub| code::find(&functions, &given_functions, stub)).map(|at| &functions[at]);
    let with = |function: &Function| {
        let made = |value: &Handed| match value {
            Handed::Parameter { stub, place, value } if *stub == function.name => built_in::parameter(&code, function, *place, value),
            Handed::Parameter { .. } => None,
            Handed::Field { name, value } => built_in::field(&code, function, name, value),
        };
        handed.iter().filter_map(made).collect::<Vec<_>>()
    };
    own.flat_map(with).collect()
}

/// Slips that are not made because no test could tell them, and those that are no mutants: an author who lists one as equivalent is right.
pub fn left_out(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let of_stubs = drafts_of_stubs(&given, &code, stubs, |drafts| [drafts.unseen, drafts.besides].concat());
    let line = |(file, draft): &(usize, Draft)| line_of(&code.files[*file].file.content, draft.edit.start);
    let of_stub =
        |(stub, drafts): (&str, Vec<(usize, Draft)>)| drafts.iter().filter_map(|d| made(&code, stub, d, line(d))).collect::<Vec<_>>();
    of_stubs.into_iter().flat_map(of_stub).collect()
}

/// Each stub with what could be changed in it and in the functions that belong to it, and where.
fn drafts_of_stubs<'s>(
    given: &Code,
    code: &Code,
    stubs: &'s [Stub],
    which: impl Fn(Drafts<'_>) -> Vec<Draft>,
) -> Vec<(&'s str, Vec<(usize, Draft)>)> {
    let mut known = Known::of(code);
    known.said = Said::of(given);
    let functions = code.functions();
    let of_one =
        |at: &usize| which(drafts_of(code, &functions[*at], &known)).into_iter().map(|draft| (functions[*at].file, draft)).collect();
    let all = functions_of_stubs(code, &functions, &given.functions(), stubs);
    all.into_iter().map(|(stub, own)| (stub, own.iter().flat_map(|at| -> Vec<_> { of_one(at) }).collect())).collect()
}

/// Each stub with its function, and with those that the reference adds and that it is the first to call.
fn functions_of_stubs<'s>(code: &Code, functions: &[Function], given: &[Function], stubs: &'s [Stub]) -> Vec<(&'s str, Vec<usize>)> {
    let reached = graph::reached(code, functions, stubs, given);
    let is_new = |f: &Function| !given.iter().any(|g| g.name == f.name && g.owner == f.owner);
    let mut all_helpers: HashSet<usize> = HashSet::new();
    let mut found = Vec::new();
    for (stub, reached) in stubs.iter().zip(&reached) {
        let Some(own) = code::find(functions, given, stub) else { continue };
        let helpers = reached.iter().copied().filter(|at| is_new(&functions[*at]) && all_helpers.insert(*at));
        found.push((stub.name.as_str(), std::iter::once(own).chain(helpers).collect()));
    }
    found
}

fn drafts_of<'a>(code: &Code, function: &'a Function<'a>, known: &'a Known) -> Drafts<'a> {
    match code.grammar {
        Grammar::Rust => rust::drafts(function, known),
        Grammar::C => c::drafts(function, known),
    }
}

/// What a guesser would write for this stub: the default value of its type, each constant that a test expects, an argument as it came. The reference's own
/// body is not among them.
pub fn trivial_bodies(language: &Language, starter: &[TextFile], source: &[TextFile], stub: &Stub, expected: Expected) -> Vec<Mutant> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let functions = code.functions();
    let Some(at) = code::find(&functions, &given.functions(), stub) else { return Vec::new() };
    let (function, known) = (&functions[at], Known::of(&code));
    let body = function.body.byte_range();
    let before = code.text(function.file, &body).to_owned();
    let mut seen = HashSet::from([squeezed(&before)]);
    let tests = Code::read(code.grammar, expected.tests);
    let bodies = trivial::bodies(code.grammar, function, &known, expected.values, &tests.functions());
    let new = bodies.into_iter().filter(|body| seen.insert(squeezed(body)));
    new.map(|after| Mutant {
        stub: stub.name.clone(),
        file: source[function.file].path.clone(),
        line: line_of(&source[function.file].content, body.start),
        kind: Kind::Trivial,
        before: before.clone(),
        content: replaced(&source[function.file].content, &body, &after),
        after,
        place: None,
    })
    .collect()
}

/// The file of `source` in which this stub stands, with the function as the starter has it. (The head too: its names belong to its body.)
pub fn put_back(language: &Language, starter: &[TextFile], source: &[TextFile], stub: &Stub) -> Option<TextFile> {
    let (given, code) = both(language, starter, source)?;
    let (given_functions, functions) = (given.functions(), code.functions());
    let old = &given_functions[code::place_in_starter(&given_functions, stub)?];
    let new = &functions[code::find(&functions, &given_functions, stub)?];
    let body = given.text(old.file, &old.node.byte_range());
    let file = &source[new.file];
    // What marks a stub comes from a header that the reference needs no more. Right in front of it, it can stand beside other versions (`variants/beside`).
    let (needed, there) = (given.includes(old.file), code.includes(new.file));
    let missing: String = needed.iter().filter(|line| !there.contains(line)).map(|line| format!("{line}\n")).collect();
    Some(TextFile { path: file.path.clone(), content: replaced(&file.content, &new.node.byte_range(), &format!("{missing}{body}")) })
}

/// Where a stub stands in some version of the files: by name, type and trait, since other types may have a method of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Which of the files.
    pub file: usize,
    /// Its bytes there, without the comment and the attributes above it.
    pub whole: Range<usize>,
    pub body: Range<usize>,
}

pub fn place(language: &Language, starter: &[TextFile], source: &[TextFile], stub: &Stub) -> Option<Place> {
    let (given, code) = both(language, starter, source)?;
    let functions = code.functions();
    let function = &functions[code::find(&functions, &given.functions(), stub)?];
    Some(Place { file: function.file, whole: function.node.byte_range(), body: function.body.byte_range() })
}

/// The fields of a struct, each with its type.
pub fn fields(language: &Language, source: &[TextFile], of: &str) -> Vec<(String, String)> {
    let Some(grammar) = Grammar::of(language) else { return Vec::new() };
    let known = Known::of(&Code::read(grammar, source));
    let name = known.aliases.get(of).map_or(of, |name| name.trim_start_matches("struct "));
    known.structs.get(name).cloned().unwrap_or_default()
}

/// Which other stubs each stub needs, through helpers, tables and macros too. Names that could mean a function count as if they did.
pub fn call_graph(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> BTreeMap<String, BTreeSet<String>> {
    let Some((given, code)) = both(language, starter, source) else { return BTreeMap::new() };
    let (functions, given_functions) = (code.functions(), given.functions());
    let places: Vec<Option<usize>> = stubs.iter().map(|stub| code::find(&functions, &given_functions, stub)).collect();
    let reached = graph::reached(&code, &functions, stubs, &given_functions);
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (stub, reached) in stubs.iter().zip(reached) {
        let others = stubs.iter().zip(&places).filter(|(other, at)| other.name != stub.name && at.is_some_and(|at| reached.contains(&at)));
        graph.entry(stub.name.clone()).or_default().extend(others.map(|(other, _)| other.name.clone()));
    }
    graph
}

fn both<'s>(language: &Language, starter: &'s [TextFile], source: &'s [TextFile]) -> Option<(Code<'s>, Code<'s>)> {
    let grammar = Grammar::of(language)?;
    Some((Code::read(grammar, starter), Code::read(grammar, source)))
}

/// Takes the best first; what has the kind or the line of one already taken moves back. Nothing here depends on anything but the drafts.
fn choose(code: &Code, stub: &str, mut drafts: Vec<(usize, Draft)>, taken: &mut HashSet<String>) -> Vec<Mutant> {
    drafts.sort_by(|(file_a, a), (file_b, b)| (file_a, a.edit.start, a.edit.end, &a.new).cmp(&(file_b, b.edit.start, b.edit.end, &b.new)));
    let (mut kinds, mut lines) = (BTreeMap::<Kind, usize>::new(), BTreeMap::<(usize, u32), usize>::new());
    let mut chosen: Vec<Mutant> = Vec::new();
    while chosen.len() < MOST && !drafts.is_empty() {
        let line = |(file, draft): &(usize, Draft)| (*file, line_of(&code.files[*file].file.content, draft.edit.start));
        let cost = |entry: &(usize, Draft)| {
            let again = kinds.get(&entry.1.kind).unwrap_or(&0) + lines.get(&line(entry)).unwrap_or(&0);
            (entry.1.rank == Rank::Filler, again * 2 + entry.1.rank as usize * 3)
        };
        let Some(at) = (0..drafts.len()).min_by_key(|at| (cost(&drafts[*at]), *at)) else { break };
        let entry = drafts.remove(at);
        if entry.1.rank == Rank::Filler && chosen.len() >= LEAST {
            break;
        }
        if entry.1.kind == Kind::TooFewRounds && kinds.get(&Kind::TooFewRounds).is_some_and(|n| *n >= rounds::MOST) {
            continue;
        }
        let place = line(&entry);
        let Some(mutant) = made(code, stub, &entry, place.1).filter(|m| taken.insert(m.content.clone())) else { continue };
        *kinds.entry(mutant.kind).or_default() += 1;
        *lines.entry(place).or_default() += 1;
        chosen.push(mutant);
    }
    chosen.sort_by(|a, b| (&a.file, a.line, a.kind, &a.after).cmp(&(&b.file, b.line, b.kind, &b.after)));
    chosen
}

/// Nothing when it would not parse, or is no change.
fn made(code: &Code, stub: &str, (file, draft): &(usize, Draft), line: u32) -> Option<Mutant> {
    let parsed = &code.files[*file];
    let source = &parsed.file.content;
    let content = replaced(source, &draft.edit, &draft.new);
    let before = source.get(draft.shown.clone())?;
    let inside = draft.edit.start - draft.shown.start..draft.edit.end - draft.shown.start;
    let after = replaced(before, &inside, &draft.new).trim().to_owned();
    let broken = code.grammar.parse(&content).is_none_or(|tree| tree.root_node().has_error() && !parsed.has_error());
    (!broken && squeezed(&content) != squeezed(source)).then(|| Mutant {
        stub: stub.to_owned(),
        file: parsed.file.path.clone(),
        line,
        kind: draft.kind,
        before: before.to_owned(),
        after,
        content,
        place: edges::place(code, *file, draft),
    })
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
