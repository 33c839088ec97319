//! Single stubs in other versions, which a model sends with its solution: right ones that the tests must accept and wrong ones that they must not. That a version
//! is what its writer says is not known here, so what is found is a doubt.

use std::time::Duration;

use super::code::{place, with_file};
use super::report::{Check, Finding, RuleId};
use super::{Progress, StubVersion, Subject};
use crate::error::Error;
use crate::exercise::{Stub, TextFile};
use crate::trials::{Bench, Fate, Tried, Version, millis, try_all};

const MAX_WHY: usize = 240;

/// Answers how many right versions the tests accept and how many wrong ones they reject.
pub(super) fn are_told_apart(bench: &Bench, subject: &Subject, limit: Duration, progress: &mut Progress) -> Result<(usize, usize), Error> {
    let source = subject.source_with(&subject.reference);
    let stubs = subject.stubs();
    let in_place = |version: &'_ StubVersion| {
        let stub = stubs.iter().find(|s| s.name == version.stub)?;
        placed(subject, &source, stub, &version.code).filter(|files| *files != source)
    };
    let found: Vec<(&StubVersion, Vec<TextFile>)> = subject.versions.iter().filter_map(|v| Some((v, in_place(v)?))).collect();
    if found.is_empty() {
        return Ok((0, 0));
    }
    progress.trying("right and wrong versions of single functions");
    let versions: Vec<Version> = found.iter().map(|(version, files)| subject.version(files.clone(), &version.stub)).collect();
    let tried = try_all(bench, &versions, limit)?;
    for (rule, is_right) in [(RuleId::AlternativePasses, true), (RuleId::WrongIsRejected, false)] {
        let of_kind: Vec<(&StubVersion, &Tried)> =
            found.iter().map(|(v, _)| *v).zip(&tried).filter(|(v, _)| v.is_right == is_right).collect();
        // What does not compile says nothing about the tests.
        let compiled: Vec<_> = of_kind.iter().filter(|(_, t)| t.fate != Fate::DoesNotCompile).collect();
        if compiled.is_empty() {
            continue;
        }
        let findings: Vec<Finding> = compiled.iter().filter_map(|(version, tried)| doubt(subject, version, &tried.fate)).collect();
        let took = of_kind.iter().map(|(_, t)| millis(t.took)).sum();
        progress.tell(Check { rule, of: None, ok: findings.is_empty(), findings, millis: took });
    }
    let count = |is_right: bool, is: &dyn Fn(&Fate) -> bool| {
        found.iter().zip(&tried).filter(|((version, _), tried)| version.is_right == is_right && is(&tried.fate)).count()
    };
    Ok((count(true, &|fate| *fate == Fate::Passes), count(false, &|fate| matches!(fate, Fate::Fails(_) | Fate::TimesOut))))
}

fn doubt(subject: &Subject, version: &StubVersion, fate: &Fate) -> Option<Finding> {
    let stub = &version.stub;
    let (says, test) = match fate {
        Fate::Fails(test) if version.is_right => (format!("a right version of `{stub}` fails `{test}`"), Some(test.clone())),
        Fate::Passes if !version.is_right => {
            let why = crate::text::bounded(&version.why.trim().replace('\n', " "), MAX_WHY);
            let because = if why.is_empty() { String::new() } else { format!(" ({why})") };
            (format!("every test passes with a wrong version of `{stub}`{because}"), subject.tests_of(stub).into_iter().next())
        }
        _ => return None,
    };
    Some(Finding { unit: subject.unit_of(stub), test, output: Some(version.code.trim().to_owned()), ..Finding::new(says) })
}

/// The reference with this version of one stub. None where its code has no such function.
fn placed(subject: &Subject, source: &[TextFile], stub: &Stub, code: &str) -> Option<Vec<TextFile>> {
    let heads = subject.language.syntax()?.heads(code);
    let head = heads.iter().find(|h| h.name == stub.name)?;
    // A free function may bring helpers; what is around a method is the reference's already.
    let brings_helpers = heads.len() > 1 && heads.iter().all(|h| h.owner.is_none() && !h.has_self);
    let text = if brings_helpers { code.trim() } else { &code[head.item.clone()] };
    let place = place(subject.language, &subject.starter, source, stub)?;
    let file = &source[place.file];
    let mut content = file.content.clone();
    content.replace_range(place.whole, text);
    Some(with_file(source, &file.path, &content))
}
