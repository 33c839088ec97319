//! An example teaches and does not solve: no function of the lesson whose signature fits passes a stub's tests in its place. Owns how an example is put there.

use std::time::Duration;

use super::fences::fences;
use crate::error::Error;
use crate::exercise::TextFile;
use crate::proof::code::{Place, place, replaced, with_file};
use crate::proof::report::{Finding, RuleId};
use crate::proof::subject::LessonSection;
use crate::proof::whole::check;
use crate::proof::{Progress, Subject};
use crate::syntax::{Head, Syntax};
use crate::trials::{Bench, Fate, Version, millis, try_all};

pub fn teach(bench: &Bench, subject: &Subject, limit: Duration, progress: &mut Progress) -> Result<(), Error> {
    let sections: Vec<&LessonSection> = subject.lesson.iter().flatten().collect();
    let mut tried: Vec<(&LessonSection, Finding, Version)> = Vec::new();
    for section in &sections {
        for fence in fences(&section.content).into_iter().filter(|f| f.shows_code(&subject.language.fence)) {
            for (stub, function, source) in transplants(subject, &fence.content) {
                let says = format!("`{function}` of this example solves `{stub}`: it passes all its tests in its place");
                let finding =
                    Finding { file: Some(section.name.clone()), line: Some(fence.line), unit: section.unit.clone(), ..Finding::new(says) };
                tried.push((section, finding, Version { source, tests: subject.tests_of(&stub), then: Vec::new() }));
            }
        }
    }
    if sections.is_empty() {
        return Ok(());
    }
    progress.trying("the lesson's examples in the place of the functions to write");
    let versions: Vec<Version> = tried.iter().map(|(.., v)| v.clone()).collect();
    let fates = try_all(bench, &versions, limit)?;
    for section in sections {
        let own = || tried.iter().zip(&fates).filter(|((of, ..), _)| of.name == section.name);
        let mut findings: Vec<Finding> = Vec::new();
        for ((_, finding, _), _) in own().filter(|(_, t)| t.fate == Fate::Passes) {
            findings.extend((!findings.contains(finding)).then(|| finding.clone()));
        }
        progress.tell(check(RuleId::WorkedExampleTeaches, Some(&section.name), findings, own().map(|(_, t)| millis(t.took)).sum()));
    }
    Ok(())
}

/// Each function of an example in the place of each stub whose signature it fits: stub, function, the whole source.
fn transplants(subject: &Subject, example: &str) -> Vec<(String, String, Vec<TextFile>)> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    let source = subject.source_with(&subject.reference);
    let theirs = syntax.heads(example);
    let mut found = Vec::new();
    for stub in subject.stubs() {
        let Some(own) = place(subject.language, &subject.starter, &source, &stub) else { continue };
        let content = &source[own.file].content;
        let Some(head) = syntax.heads(content).into_iter().find(|h| h.item == own.whole) else { continue };
        for function in theirs.iter().filter(|f| f.name != "main" && fits(f, &head)) {
            let Some(put) = put(content, &own, &head, example, function, syntax) else { continue };
            let source = with_file(&source, &source[own.file].path, &put);
            found.push((stub.name.clone(), function.name.clone(), source));
        }
    }
    found
}

/// As many parameters, and a value where the other has one. Whether the types fit, the compiler says.
fn fits(one: &Head, other: &Head) -> bool {
    (one.has_self, one.params.len(), one.returns) == (other.has_self, other.params.len(), other.returns)
}

/// The stub with the body of the example, whose names for the parameters are put into the signature. Constants and helpers of the example come along.
fn put(content: &str, own: &Place, head: &Head, example: &str, function: &Head, syntax: &dyn Syntax) -> Option<String> {
    let mut signature = content.get(head.item.start..head.body.start)?.to_owned();
    for (ours, theirs) in head.params.iter().zip(&function.params) {
        signature = renamed(&signature, ours, theirs);
    }
    let body = renamed(example.get(function.body.clone())?, &function.name, &head.name);
    let mut needed: Vec<String> = Vec::new();
    let mentions = |name: &str| body.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    let definitions = syntax.definitions(example).into_iter().filter(|d| mentions(&d.name) && !content.contains(&d.name));
    needed.extend(definitions.filter_map(|d| example.get(d.item).map(str::to_owned)));
    let helpers = syntax.heads(example).into_iter().filter(|h| h.owner.is_none() && h.name != function.name && mentions(&h.name));
    needed.extend(helpers.filter_map(|h| example.get(h.item).map(str::to_owned)));
    // In front of the function in C, where names must be known before; inside it in Rust, where a method may not have neighbours of other kinds.
    let needed = needed.join("\n");
    let whole = match syntax.dialect() {
        crate::syntax::Dialect::C => format!("{needed}\n{signature}{body}"),
        crate::syntax::Dialect::Rust => format!("{signature}{{\n{needed}\n{body}\n}}"),
    };
    Some(replaced(content, &own.whole, whole.trim_start()))
}

/// A text with one name in the place of another, as a whole word.
fn renamed(text: &str, from: &str, to: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from).filter(|_| !from.is_empty()) {
        let (before, after) = (&rest[..at], &rest[at + from.len()..]);
        let goes_on = before.ends_with(is_word) || after.starts_with(is_word) || before.is_empty() && result.ends_with(is_word);
        result.push_str(before);
        result.push_str(if goes_on { from } else { to });
        rest = after;
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_are_renamed() {
        assert_eq!(renamed("a + ab + a_b * a", "a", "x"), "x + ab + a_b * x");
        assert_eq!(renamed("aa", "a", "x"), "aa");
    }
}
