//! Finds the stub that a diagnostic or a test is about, so that every face can say "in `parcel_grams` (ex-1)". Fills in names and nothing else: it
//! neither orders nor judges.

use std::collections::HashMap;

use super::{Level, Parsed, SourceFile};
use crate::syntax::{Outline, Syntax};

/// A function that the learner is to write, and the unit it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StubRef {
    pub name: String,
    pub unit: String,
}

/// `sources` are the learner's files; where test files are among them, an error inside a test counts for the test's stub.
pub fn locate(parsed: &mut Parsed, sources: &[SourceFile], syntax: &dyn Syntax, stubs: &[StubRef]) {
    let mut outlines: HashMap<&str, Outline> = HashMap::new();
    for diagnostic in &mut parsed.diagnostics {
        let source = sources.iter().find(|source| diagnostic.file.as_deref() == Some(source.path.as_str()));
        let mut inside = Vec::new();
        if let (Some(source), Some(line)) = (source, diagnostic.line) {
            let outline = outlines.entry(&source.path).or_insert_with(|| syntax.outline(&source.content));
            inside = outline.functions.iter().filter(|function| function.lines.contains(&line)).collect();
            // The innermost first: where a brace is missing, one function contains the next.
            inside.sort_by_key(|function| function.lines.end() - function.lines.start());
        }
        let stands_in = inside.iter().find_map(|function| stubs.iter().find(|stub| stub.name == function.name));
        let tests_it = || inside.iter().find_map(|function| stub_of_test(&function.name, stubs));
        let names = (diagnostic.level == Level::Error).then(|| named_in(&diagnostic.message, stubs)).flatten();
        // The linker speaks of what is missing, at the place that misses it.
        let missing = names.filter(|_| diagnostic.message.starts_with("undefined "));
        if let Some(stub) = missing.or(stands_in).or_else(tests_it).or(names.filter(|_| inside.is_empty())) {
            diagnostic.stub = Some(stub.name.clone());
            diagnostic.unit = Some(stub.unit.clone());
        }
    }
    for test in &mut parsed.tests {
        if let Some(stub) = stub_of_test(&test.name, stubs) {
            test.stub = Some(stub.name.clone());
            test.unit = Some(stub.unit.clone());
        }
    }
}

/// `test_<stub>_<assertion>`: the longest stub name that fits.
pub fn stub_of_test<'s>(test: &str, stubs: &'s [StubRef]) -> Option<&'s StubRef> {
    let rest = test.strip_prefix("test_")?;
    let fits = |stub: &&StubRef| rest.strip_prefix(stub.name.as_str()).is_some_and(|after| after.is_empty() || after.starts_with('_'));
    stubs.iter().filter(fits).max_by_key(|stub| stub.name.len())
}

/// A stub that was renamed or deleted is missed elsewhere: the linker or the tests' compiler names it in quotes.
fn named_in<'s>(message: &str, stubs: &'s [StubRef]) -> Option<&'s StubRef> {
    let quoted = |stub: &&StubRef| ['`', '\''].iter().any(|quote| message.contains(&format!("{quote}{}{quote}", stub.name)));
    stubs.iter().find(quoted)
}

#[cfg(test)]
mod tests {
    use super::super::{Diagnostic, TestResult, TestStatus};
    use super::*;
    use crate::syntax::syntax;

    fn stubs(names: &[(&str, &str)]) -> Vec<StubRef> {
        names.iter().map(|(name, unit)| StubRef { name: (*name).to_owned(), unit: (*unit).to_owned() }).collect()
    }

    fn error(message: &str, file: &str, line: u32) -> Diagnostic {
        let (file, line) = (Some(file.to_owned()), Some(line));
        Diagnostic {
            level: Level::Error,
            code: None,
            message: message.to_owned(),
            file,
            line,
            stub: None,
            unit: None,
            rendered: String::new(),
        }
    }

    fn test(name: &str) -> TestResult {
        TestResult { name: name.to_owned(), status: TestStatus::Failed, message: String::new(), sanitizer: None, stub: None, unit: None }
    }

    fn source(path: &str, content: &str) -> SourceFile {
        SourceFile { path: path.to_owned(), content: content.to_owned() }
    }

    #[test]
    fn a_diagnostic_belongs_to_the_stub_it_stands_in() {
        let sources = [
            source(
                "src/lib.rs",
                "use x;\n/// ex-1\npub fn seat() -> u32 {\n    fn inner() {\n    }\n    1\n}\nfn helper() {\n}\npub fn row() {\n",
            ),
            source("tests/seats.rs", "#[test]\nfn test_row_of_two() {\n    row(1);\n}\n"),
        ];
        let diagnostics = vec![
            error("a", "src/lib.rs", 1),
            error("b", "src/lib.rs", 3),
            error("c", "src/lib.rs", 5),
            error("`row` in a helper", "src/lib.rs", 8),
            error("d", "src/lib.rs", 10),
            error("e", "tests/seats.rs", 3),
            error("cannot find function `seat` in this scope", "tests/other.rs", 3),
            error("undefined reference to 'row'", "src/lib.rs", 6),
            error("f", "src/nowhere.rs", 3),
        ];
        let mut parsed = Parsed { diagnostics, tests: Vec::new() };
        locate(&mut parsed, &sources, syntax("rust").unwrap(), &stubs(&[("seat", "ex-1"), ("row", "ex-2")]));
        let found: Vec<_> = parsed.diagnostics.iter().map(|d| d.unit.as_deref()).collect();
        let (one, two) = (Some("ex-1"), Some("ex-2"));
        assert_eq!(found, [None, one, one, None, two, two, one, two, None]);
        assert_eq!(parsed.diagnostics[1].stub.as_deref(), Some("seat"));
    }

    #[test]
    fn a_missing_brace_does_not_move_errors_to_the_function_before() {
        let sources = [source("src/seats.c", "int seat(int a) {\n  return a;\n\nint row(int a) {\n  return b;\n}\n")];
        let mut parsed =
            Parsed { diagnostics: vec![error("'b' undeclared", "src/seats.c", 5), error("x", "src/seats.c", 2)], tests: Vec::new() };
        locate(&mut parsed, &sources, syntax("c").unwrap(), &stubs(&[("seat", "ex-1"), ("row", "ex-2")]));
        assert_eq!(parsed.diagnostics.iter().map(|d| d.stub.as_deref()).collect::<Vec<_>>(), [Some("row"), Some("seat")]);
    }

    #[test]
    fn a_test_belongs_to_the_longest_stub_name_it_starts_with() {
        let names = ["test_seat_row_of_one", "test_seat_rows", "test_seat", "test_seat_at", "seat_row", "test_other_seat"];
        let mut parsed = Parsed { diagnostics: Vec::new(), tests: names.map(test).to_vec() };
        locate(&mut parsed, &[], syntax("rust").unwrap(), &stubs(&[("seat", "ex-1"), ("seat_row", "ex-2")]));
        let found: Vec<_> = parsed.tests.iter().map(|t| t.stub.as_deref()).collect();
        assert_eq!(found, [Some("seat_row"), Some("seat"), Some("seat"), Some("seat"), None, None]);
    }
}
