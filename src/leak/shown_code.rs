//! Whether the code that a text shows is code of the solution: what its writer has to be told before anything about words. Owns no refusal of its own; it only says which
//! of several true reasons helps whoever writes the next one.

use super::plan::inside;
use super::splice::{self, Dialect};
use super::tokens::{covered, texts};
use super::{Ground, Reach, fold, retold};

/// Of a hundred tokens of a body, so many stand in the code.
const SHARE: usize = 70;
/// Shorter bodies have too little to be told by.
const LEAST: usize = 5;

pub fn is_solution(text: &str, ground: &Ground, dialect: &Dialect) -> bool {
    let code = retold::shown(&fold::plain(text));
    let row = texts(&code, true);
    if row.len() < LEAST {
        return false;
    }
    let body = |files: &[_], stub: &str| splice::find(files, stub, dialect).map(|(at, head)| inside(&files[at].content, &head).to_owned());
    let solutions = ground.reference.into_iter().chain(ground.others.iter().map(Vec::as_slice));
    let bodies: Vec<String> = solutions.flat_map(|files| ground.stubs().filter_map(|stub| body(files, stub)).collect::<Vec<_>>()).collect();
    let stands = |body: &String| {
        let own = texts(body, true);
        let marks = covered(&own, &row);
        own.len() >= LEAST && marks.iter().filter(|is_there| **is_there).count() * 100 >= own.len() * SHARE
    };
    bodies.iter().any(stands) || retold::is_told(&format!("```\n{code}\n```\n"), ground, dialect, Reach::Part)
}

#[cfg(test)]
mod tests {
    use super::super::pack::PackGround;
    use super::super::{Reach, judge};
    use crate::pack::Bank;
    use crate::runner::Cancel;

    /// What a writer hears of a hint for the first unit of S100.
    fn why(text: &str) -> String {
        let pack = Bank::Embedded.load("rust", "S100").expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let source = whole.source_with(&[]);
        let verdict = judge(text, &whole.ground("ex-1", &source), Reach::Part, &Cancel::never(), &mut |_| {}).expect("a verdict");
        format!("{}|{}", verdict.leak().unwrap_or_default(), verdict.quote().unwrap_or_default())
    }

    #[test]
    fn code_of_the_solution_is_called_so() {
        let code = "```rust\nlet sheets = padding_sheets * SHEET_GRAMS;\nBOX_GRAMS + contents_grams + sheets\n```";
        let said = why(&format!("The last line is the answer:\n\n{code}\n\nWhat does each name hold?"));
        assert!(said.contains("shows code of the solution") && said.ends_with("```"), "{said}");
        let told = why("Multiply the sheets by their grams, add the grams of the box and those of the contents, and hand it back.");
        assert!(!told.contains("shows code") && told.len() > 1, "words are no code: {told}");
    }
}
