//! Whether a text names nearly all that a right solution is made of: its constants, fields, functions and methods. Below the top of the ladder a hint points at one or
//! two of them; who states them all lays the parts out, and only the signs between them are left. Owns how many are too many. What is asked, what is quoted and what is said to be the
//! learner's line does not count, and a solution of few parts is not judged by them.

use std::collections::HashSet;

use super::facts::Leaf;
use super::{own, versions};
use crate::leak::Ground;
use crate::leak::manner::stretches;
use crate::leak::splice::Dialect;
use crate::leak::tokens::texts;

/// So many parts, and so many of a hundred. Good hints name six of many, or four of five.
const PARTS: usize = 5;
const SHARE: usize = 80;

pub fn is_listed(text: &str, ground: &Ground, dialect: &Dialect) -> bool {
    let plain = ground.exercise.tests.iter().fold(text.to_owned(), |text, test| text.replace(&test.name, "test"));
    ground.stubs().flat_map(|stub| versions(stub, ground, dialect).into_iter().map(move |told| (stub, told))).any(|(stub, told)| {
        let params = ground.head(stub, dialect).map(|head| head.params).unwrap_or_default();
        let name = |leaf: &Leaf| match leaf {
            Leaf::Param(at) => params.get(*at).cloned(),
            Leaf::Name(name) => Some(name.clone()),
            Leaf::Number(_) | Leaf::Nothing => None,
        };
        let parts: HashSet<String> = told.facts.iter().flat_map(|f| &f.leaves).filter_map(name).collect();
        if parts.len() < PARTS {
            return false;
        }
        let stated = stretches(&own::without_own_lines(&plain, &told.solution), usize::MAX);
        let said: Vec<String> = stated.iter().flatten().map(|s| s.text.split('"').step_by(2).collect::<Vec<_>>().join(" ")).collect();
        let words: HashSet<&str> = said.iter().flat_map(|s| texts(s, false)).collect();
        let named = parts.iter().filter(|part| words.contains(part.as_str())).count();
        named >= PARTS && named * 100 >= parts.len() * SHARE
    })
}

#[cfg(test)]
mod tests {
    use crate::leak::manner::tests::of;

    const FLOW: (&str, &str, &str) = ("rust", "S101", "ex-2");

    #[test]
    fn who_names_all_parts_lays_them_out() {
        let all = "Have an `if` for nothing with DRY in it, one for less than `RUNNING_FROM` with DRIP, one for less than `BURST_FROM` with RUNNING, and BURST at last.";
        assert!(of(FLOW, all, 1).contains("names all parts"), "{}", of(FLOW, all, 1));
        assert_eq!(of(FLOW, all, 3), "fine", "at the top the way may be told");
        let some = "From `RUNNING_FROM` on it is RUNNING, and a DRIP ends before. Which of your questions says so, and where do `BURST_FROM`, BURST and DRY come in?";
        assert_eq!(of(FLOW, some, 1), "fine");
        let parcel = "`BOX_GRAMS`, `SHEET_GRAMS`, `contents_grams` and `padding_sheets` are all that you need.";
        assert_eq!(of(("rust", "S100", "ex-1"), parcel, 1), "fine", "few parts");
    }
}
