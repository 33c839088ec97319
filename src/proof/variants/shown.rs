//! Tests whose assertions say what they look at instead of judging it, with a number or a text in them that is given from outside. Owns the program and the asking; what
//! is worth a try, and what a difference means, `witness` says.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::extra::Extra;
use super::{Built, Care, Quick, Variant};
use crate::error::Error;
use crate::language::Shown;
use crate::leak::lineup;
use crate::proof::bench::Bench;

/// What gives each test its number, or its text as the hexadecimal digits of its bytes.
const AT: &str = "ETUDE_AT";

/// What comes before the sum of all that was looked at.
const MARK: &str = "shown ";

/// A program of such tests, with the reference and variants of it beside each other.
pub(in crate::proof) struct Asking<'q, 's, 'a> {
    quick: &'q mut Quick<'s, 'a>,
    built: Built,
    /// The variants that are in it, numbered from 1; the reference is `lineup::NONE`.
    pub variants: BTreeSet<usize>,
    /// The tests that are in it.
    pub tests: Vec<String>,
}

/// Makes the program and hands it over. None where the language has no such tests, or where it cannot be built.
pub(in crate::proof) fn asking<R: Send>(
    bench: &Bench,
    limit: Duration,
    (extras, group): (&[Extra], &[Variant]),
    work: impl FnOnce(&mut Asking) -> Result<R, Error>,
) -> Result<Option<R>, Error> {
    bench.one(|scratch| {
        let mut quick = Quick::new(scratch, limit);
        let Some(shown): Option<&'static Shown> = quick.subject().language.proof.shown.as_ref() else { return Ok(None) };
        let done = quick.with_text(&shown.given, |quick| {
            quick.with_extras(extras, |quick| {
                let Some((built, variants)) = quick.built_beside(group)? else { return Ok(None) };
                let tests = quick.extras.iter().map(|e| e.name.clone()).collect();
                work(&mut Asking { quick, built, variants, tests }).map(Some)
            })
        });
        done.map(Option::flatten)
    })
}

impl Asking<'_, '_, '_> {
    pub const REFERENCE: usize = lineup::NONE;

    /// What each test showed with what it is given, for those that came to their end.
    pub fn shown(&mut self, variant: usize, given: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Error> {
        let tests: Vec<String> = given.keys().cloned().collect();
        if tests.is_empty() {
            return Ok(BTreeMap::new());
        }
        let given: Vec<String> = given.iter().map(|(test, value)| format!("{test}={value}")).collect();
        self.quick.asked_for = Some(variant);
        self.quick.env = vec![(AT.to_owned(), given.join(","))];
        let asked = self.quick.ask_some(&self.built.build, &|test| self.built.full_name(test), &tests, Care::Quick);
        (self.quick.asked_for, self.quick.env) = (None, Vec::new());
        let sum = |message: &str| Some(message.split_once(MARK)?.1.chars().take_while(char::is_ascii_hexdigit).collect::<String>());
        Ok(asked?.tests.into_iter().filter_map(|t| Some((t.name, sum(&t.message)?))).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    /// What the tests of ours are given, with a `main` behind it.
    const MAIN: &str = r##"
fn main() {
    use etude_shown::calm;
    let same = |one: &str, other: &str| calm(one) == calm(other);
    std::assert!(same(r#"{"b": 1, "a": 2}"#, r#"{"a": 2, "b": 1}"#));
    std::assert!(same(r#"Kept { all: {3, 1} }"#, r#"Kept { all: {1, 3} }"#));
    std::assert!(same(r#"{"x": [2, 1], "y\"": {1, 2}}"#, r#"{"y\"": {2, 1}, "x": [2, 1]}"#));
    std::assert!(!same("[3, 1]", "[1, 3]"));
    std::assert!(!same("Kept { a: 1, b: 2 }", "Kept { a: 2, b: 1 }"));
    std::assert!(!same(r#""{b, a}""#, r#""{a, b}""#));
    std::assert_eq!(calm("}a{"), "}a,{,");
}
"##;

    #[test]
    fn what_a_hash_table_shows_does_not_depend_on_its_order() {
        let language = crate::language::by_name("rust").expect("rust");
        let given = language.proof.shown.as_ref().expect("what tests show").given.text.clone();
        let folder = tempfile::tempdir().expect("a folder");
        let (source, program) = (folder.path().join("main.rs"), folder.path().join("program"));
        std::fs::write(&source, given + MAIN).expect("a file");
        let built =
            Command::new("rustc").args(["--edition=2024", "--cap-lints=allow", "-o"]).args([&program, &source]).output().expect("rustc");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let ran = Command::new(&program).output().expect("the program");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    }
}
