//! What the comment above a stub promises and a program can ask: its examples, the extremes it says it takes, and the
//! pointers that may be NULL. Makes the tests that ask the reference and the
//! words for one that it does not keep; it runs nothing. What does not compile is no promise.

mod absent;
mod expressions;
mod extremes;
mod said;

use super::Subject;
use super::report::Finding;
use super::variants::extra::Extra;
use crate::exercise::Stub;
use crate::language::OwnTests;
use crate::syntax::{Function, Syntax};
use expressions::Spoken;
use extremes::Asked;
pub(super) use said::examples;
use said::{Example, Kind};

/// A pointer to nothing. One call with it says what the next would.
const NULL: &str = "NULL";
const MOST_OF_NULL: usize = 2;

/// More of them say little more.
const MOST_PER_STUB: usize = 12;

/// A promise, as a test of ours, and what is to be said where the reference does not keep it.
#[derive(Debug, Clone)]
pub(super) struct Promise {
    pub extra: Extra,
    pub broken: Finding,
}

pub(super) fn promises(subject: &Subject) -> Vec<Promise> {
    let (Some(own), Some(syntax)) = (&subject.language.proof.own, subject.language.syntax()) else { return Vec::new() };
    let mut found: Vec<Promise> = Vec::new();
    for unit in &subject.exercise.units {
        for stub in &unit.stubs {
            let Some(file) = file_of(subject, syntax, &stub.name) else { continue };
            let comment = comment_of(subject, syntax, &stub.name);
            let examples = shown(subject, own, &stub.name, &comment);
            let calls = taken(subject, syntax, own, stub, &comment).into_iter().map(|(Asked { made, call }, extreme)| {
                let says = format!(
                    "the comment above `{}` says that it takes {extreme}, and the reference does not get through `{call}`",
                    stub.name
                );
                (format!("{made}\n    {}", own.call.replace("{{actual}}", &call)), says)
            });
            for (body, says) in examples.into_iter().chain(calls).take(MOST_PER_STUB) {
                let name = format!("etude_promise_{:03}", found.len());
                let text = own.test.replace("{{name}}", &name).replace("{{body}}", &body);
                let broken =
                    Finding { file: Some(stub.file.clone()), line: Some(stub.line), unit: Some(unit.id.clone()), ..Finding::new(says) };
                found.push(Promise { extra: Extra { name, file: file.clone(), text }, broken });
            }
        }
    }
    found
}

/// What the examples of a comment ask, and what is said where the reference answers otherwise.
fn shown(subject: &Subject, own: &OwnTests, stub: &str, comment: &str) -> Vec<(String, String)> {
    let plain = said::examples(comment, stub);
    let is_rust = subject.language.name == "rust";
    let more = if is_rust { expressions::expressions(comment, stub) } else { Vec::new() };
    let told = expressions::beside(plain, more).into_iter().map(|Spoken { made, example }| {
        let says = format!("the comment above `{stub}` says `{} is {}`, and the reference does not", example.call, example.value);
        (format!("{made}\n    {}", asks(own, &example)).trim().to_owned(), says)
    });
    let asserted = if is_rust { expressions::assertions(comment, stub) } else { Vec::new() };
    let asserted = asserted.into_iter().map(|code| {
        let last = code.lines().last().unwrap_or_default();
        // The tests have assertions of another kind while they stand beside ours.
        (code.replace("assert", "::std::assert"), format!("the comment above `{stub}` says `{last}`, and that does not hold"))
    });
    told.chain(asserted).collect()
}

fn asks(own: &OwnTests, example: &Example) -> String {
    let (form, tolerance) = match example.kind {
        Kind::Plain => (&own.equal, String::new()),
        Kind::Text => (&own.text, String::new()),
        // Half of the last digit, and a little for what a float cannot hold.
        Kind::Float(digits) => (&own.float, format!("0.{}501", "0".repeat(digits))),
    };
    form.replace("{{actual}}", &example.call).replace("{{expected}}", &example.value).replace("{{tolerance}}", &tolerance)
}

/// Calls with an extreme in them that the comment promises and no test tries, each with that extreme.
fn taken(subject: &Subject, syntax: &dyn Syntax, own: &OwnTests, stub: &Stub, comment: &str) -> Vec<(Asked, String)> {
    let head = subject.starter.iter().find(|f| f.path == stub.file).and_then(|f| {
        let head = syntax.heads(&f.content).into_iter().find(|h| h.name == stub.name)?;
        Some(f.content[head.item.start..head.body.start].to_owned())
    });
    let parameters = head.map(|head| extremes::parameters(&head, &stub.name)).unwrap_or_default();
    let tests = bodies(subject, syntax, &stub.name);
    let mut found = Vec::new();
    let mut promised = extremes::promised(comment, &parameters, &own.extremes);
    // Other places may be NULL in a test, so it is asked whatever the tests hold.
    let absent = absent::promised(comment, &parameters);
    promised.retain(|(extreme, _)| !tests.iter().any(|(test, _)| test.contains(extreme)));
    promised.extend((!absent.is_empty()).then(|| (NULL.to_owned(), absent)));
    for (extreme, places) in promised {
        let most = if extreme == NULL { MOST_OF_NULL } else { MOST_PER_STUB };
        let calls = tests
            .iter()
            .filter(|(_, falls)| !falls)
            .flat_map(|(test, _)| extremes::calls(test, &stub.name, &extreme, &places, parameters.len()))
            .take(most);
        found.extend(calls.map(|call| (call, extreme.clone())));
    }
    found
}

/// The bodies of the tests of a stub, each with whether it is to fall over in it.
fn bodies(subject: &Subject, syntax: &dyn Syntax, stub: &str) -> Vec<(String, bool)> {
    let own = super::ablation::tests_of(subject, stub);
    let of_file = |content: &str| {
        let falls = |f: &Function| f.attributes.iter().any(|a| a.contains("should_panic"));
        let tests = syntax.outline(content).functions.into_iter().filter(|f| own.contains(&f.name));
        tests.filter_map(|f| Some((content.get(f.body.clone()?)?.to_owned(), falls(&f)))).collect::<Vec<_>>()
    };
    subject.tests.iter().flat_map(|file| of_file(&file.content)).collect()
}

/// The file with the tests of a stub: what they use, a question about it may use too.
fn file_of(subject: &Subject, syntax: &dyn Syntax, stub: &str) -> Option<String> {
    let own = super::ablation::tests_of(subject, stub);
    let has = |content: &str| syntax.outline(content).functions.iter().any(|f| own.contains(&f.name));
    subject.tests.iter().find(|file| has(&file.content)).map(|file| file.path.clone())
}

/// What stands above a stub, and above its prototype.
fn comment_of(subject: &Subject, syntax: &dyn Syntax, stub: &str) -> String {
    let functions = subject.starter.iter().flat_map(|f| syntax.outline(&f.content).functions);
    let comments = functions.filter(|f| f.name == stub).map(|f| f.comment);
    comments.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_a_pack_become_tests_of_ours() {
        let pack = crate::pack::Bank::Embedded.load("rust", "S101").expect("the pack");
        let subject = Subject::of_pack(&pack).expect("an exercise");
        let all = promises(&subject);
        let flood = all.iter().find(|p| p.broken.says.contains("hours_until_flood(3) is 167")).expect("an example");
        assert!(flood.extra.text.contains("assert_eq!(hours_until_flood(3), 167)"), "{}", flood.extra.text);
        assert_eq!(flood.extra.file, "tests/empty_house.rs");
    }

    #[test]
    fn a_method_of_a_built_value_is_asked_too() {
        let exercise = "=== src/lib.rs\npub struct Card(pub u32);\nimpl Card {\n    // ex-1: pays. Card(5).pay(2) is 3\n    //@ex-1 test_pay_pays\n    pub fn pay(&self, n: u32) -> u32 {\n        todo!(\"ex-1\")\n    }\n}\n=== tests/a.rs\nuse exercise::*;\n#[test]\nfn test_pay_pays() {\n    assert_eq!(Card(9).pay(2), 7);\n}\n";
        let subject = super::super::rules::tests::subject("rust", exercise);
        let all = promises(&subject);
        assert!(all[0].extra.text.contains("assert_eq!(Card(5).pay(2), 3)"), "{}", all[0].extra.text);
        assert!(all[0].broken.says.contains("says `Card(5).pay(2) is 3`"));
    }

    #[test]
    fn a_pointer_that_may_be_missing_is_left_out_of_a_call() {
        let exercise = "=== src/a.h\n/* ex-1: how long it is; 0 when text is NULL. */\nint length(const char *text, int most);\n=== src/a.c\n#include \"etude.h\"\n#include \"a.h\"\n//@ex-1 test_length_counts\nint length(const char *text, int most)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n=== tests/a.c\n#include \"test.h\"\n#include \"a.h\"\nvoid test_length_counts(void)\n{\n    int most = 3;\n    TEST_ASSERT_EQ(length(\"ab\", most), 2);\n}\n";
        let text = |exercise: &str| {
            let subject = super::super::rules::tests::subject("c", exercise);
            promises(&subject).into_iter().map(|p| p.extra.text).collect::<String>()
        };
        assert!(text(exercise).contains("int most = 3;\n    (void)length(NULL, most);"), "{}", text(exercise));
        assert_eq!(text(&exercise.replace("0 when text is NULL", "text is never NULL")), "");
    }
}
