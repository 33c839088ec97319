//! What a guesser writes for a stub: the default value of its type, a value that its tests expect, an argument as it came. Owns the guesses; those that do not
//! compile are nobody's.

use std::collections::HashSet;

use super::values::Values;
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::proof::code::{self, Code, Function, line_of, replaced, squeezed};
use crate::syntax::Dialect;

/// A stub with another body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    pub stub: String,
    pub file: String,
    pub line: u32,
    pub body: String,
    /// The whole file.
    pub content: String,
}

/// So many of the values that tests expect are tried.
const MOST_VALUES: usize = 12;

/// The guesses for one stub, the one that says least first. The reference's own body is not among them.
pub fn guesses(language: &Language, starter: &[TextFile], source: &[TextFile], stub: &Stub, expected: &[String]) -> Vec<Guess> {
    let (Some(given), Some(code)) = (Code::read(language, starter), Code::read(language, source)) else { return Vec::new() };
    let functions = code.functions();
    let Some(at) = code::find(&functions, &given.functions(), stub) else { return Vec::new() };
    let function = &functions[at];
    let body = function.body.byte_range();
    let file = &source[function.file];
    let mut seen = HashSet::from([squeezed(code.text(function.file, &body))]);
    let bodies = bodies(&code, function, expected).into_iter().filter(|body| seen.insert(squeezed(body)));
    bodies
        .map(|guess| Guess {
            stub: stub.name.clone(),
            file: file.path.clone(),
            line: line_of(&file.content, body.start),
            content: replaced(&file.content, &body, &guess),
            body: guess,
        })
        .collect()
}

fn bodies(code: &Code, function: &Function, expected: &[String]) -> Vec<String> {
    let dialect = code.syntax.dialect();
    let returns = function.returns(dialect);
    if returns.is_empty() || returns == "()" {
        return vec!["{\n}".to_owned()];
    }
    let head = code.syntax.heads(function.source).into_iter().find(|h| h.item == function.node.byte_range());
    let (params, has_self) = head.map(|h| (h.params, h.has_self)).unwrap_or_default();
    let mut values: Vec<String> = Values::read(code).default(&returns, function.owner.as_deref()).into_iter().collect();
    values.extend(expected.iter().take(MOST_VALUES).map(|v| v.trim().to_owned()));
    match dialect {
        Dialect::Rust => {
            values.extend(["true", "Default::default()"].map(str::to_owned));
            let own = has_self.then(|| "self".to_owned());
            for name in own.into_iter().chain(params) {
                values.extend([name.clone(), format!("{name}.clone()"), format!("{name}.to_owned()"), format!("Some({name})")]);
            }
            values.iter().map(|value| format!("{{\n    {value}\n}}")).collect()
        }
        Dialect::C => {
            values.push("1".to_owned());
            values.extend(params);
            values.iter().map(|value| format!("{{\n    return {value};\n}}")).collect()
        }
    }
}
