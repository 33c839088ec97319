//! Variants that say whether any test looks at a place at all: the reference falls over there, and every test still passes. Owns how such a variant is made
//! and of which functions; which places there are, `branches`, `tidied` and `refused` say. They are no slips of a learner's, and do not count among the mutants.

use std::ops::Range;

use super::c::C;
use super::code::{Code, Function, Grammar, line_of, replaced};
use super::known::Known;
use super::rust::Rust;
use super::said::Said;
use super::{Kind, Mutant, both, branches, c_branches, cleared, functions_of_stubs, refused, tidied};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;

/// A variant that no test may pass, and what is to be said where all of them do.
#[derive(Debug, Clone)]
pub struct Probe {
    pub mutant: Mutant,
    /// Where a slip that a test notices shows that tests look at it; that ends with the mutant's place.
    pub from: usize,
    /// The file in which a test falls over where the variant makes a difference: where none does, nothing is claimed.
    pub reached: Option<String>,
    /// A version of the file whose rejection answers the question as well.
    pub settled: Option<String>,
    pub says: String,
}

/// A place of one function: its bytes, what is written there instead, and what is said of it behind "no test of `stub`".
#[derive(Debug, Clone)]
pub struct Asked {
    pub place: Range<usize>,
    /// Where a slip that a test notices shows that tests look at it.
    pub from: usize,
    pub edit: Range<usize>,
    pub new: String,
    /// What is written there to see whether `new` makes a difference in any test.
    pub reached: Option<String>,
    /// A question, and an answer to it that is always the same: a test that rejects it shows that tests look at the place.
    pub settled: Option<(Range<usize>, &'static str)>,
    pub says: String,
}

impl Asked {
    /// A branch that falls over where it begins; `head` is what leads there, or what its `else` is of.
    pub fn branch(place: Range<usize>, edit: Range<usize>, new: String, head: &str, is_yes: bool) -> Asked {
        let into = if is_yes { format!("comes into the branch {head}") } else { format!("comes into the `else` of {head}") };
        let says = format!("{into}: whatever it does there, all of them pass");
        Asked { place, from: edit.start, edit, new, reached: None, settled: None, says }
    }

    /// An `else` that is not there: a question with a `yes` in all tests need not be asked. `falls` is put behind it.
    pub fn no_else(place: Range<usize>, question: Range<usize>, yes: &'static str, falls: &str, head: &str) -> Asked {
        let (end, settled) = (place.end, Some((question, yes)));
        let says = format!("has a case in which {head} does not hold: without the question all of them pass");
        Asked { place, from: end, edit: end..end, new: format!(" else {{ {falls} }}"), reached: None, settled, says }
    }
}

/// All of the stubs, and of what the reference adds to them.
pub fn probes(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Probe> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let mut known = Known::of(&code);
    known.said = Said::of(&given);
    let functions = code.functions();
    let mut found = Vec::new();
    for (stub, own) in functions_of_stubs(&code, &functions, &given.functions(), stubs) {
        for function in own.iter().map(|at| &functions[*at]) {
            let asked = of_function(code.grammar, function, stub, &known, &functions);
            found.extend(asked.into_iter().filter_map(|asked| made(&code, stub, function, asked)));
        }
    }
    found
}

fn of_function(grammar: Grammar, function: &Function, stub: &str, known: &Known, all: &[Function]) -> Vec<Asked> {
    // What is said of a stub holds for its own function, not for what helps it.
    let is_stub = function.name == stub;
    match grammar {
        Grammar::Rust => {
            let rust = Rust::of(function, known);
            let refused = if is_stub { [refused::rust(&rust, stub, all), cleared::rust(&rust, stub)].concat() } else { Vec::new() };
            [branches::of(&rust), tidied::rust(&rust, stub), refused].concat()
        }
        Grammar::C => {
            let c = C::of(function, known);
            let refused = if is_stub { [refused::c(&c, stub), cleared::c(&c, stub)].concat() } else { Vec::new() };
            [c_branches::of(&c), tidied::c(&c, stub), refused].concat()
        }
    }
}

/// Nothing where it would not parse.
fn made(code: &Code, stub: &str, function: &Function, asked: Asked) -> Option<Probe> {
    let content = replaced(function.source, &asked.edit, &asked.new);
    let tree = code.grammar.parse(&content).filter(|tree| !tree.root_node().has_error())?;
    drop(tree);
    let mutant = Mutant {
        stub: stub.to_owned(),
        file: function.path.to_owned(),
        line: line_of(function.source, asked.place.start),
        kind: Kind::Condition,
        before: function.source.get(asked.place.clone())?.to_owned(),
        after: asked.new,
        content,
        place: Some(asked.place),
    };
    let reached = asked.reached.map(|new| replaced(function.source, &asked.edit, &new));
    let settled = asked.settled.map(|(question, yes)| replaced(function.source, &question, yes));
    Some(Probe { from: asked.from, reached, settled, says: format!("no test of `{stub}` {}", asked.says), mutant })
}
