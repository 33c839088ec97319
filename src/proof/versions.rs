//! Single stubs in other versions, which whoever writes a live exercise sends with the reference: right ones that the tests must take and wrong ones that they
//! must not. Owns how a version gets into the reference's place. That a version is what its writer says is not known here, so what is found is a doubt.

use std::time::Duration;

use super::ablation;
use super::bench::Bench;
use super::mutants;
use super::report::{Check, Finding, RuleId};
use super::scratch::millis;
use super::variants::{self, Fate, Tried, Variant};
use super::{Subject, Telling, Version};
use crate::error::Error;
use crate::exercise::{Stub, TextFile};

const MAX_WHY: usize = 240;

/// Answers how many right versions the tests take.
pub(super) fn are_told_apart(bench: &Bench, subject: &Subject, limit: Duration, telling: &mut Telling) -> Result<usize, Error> {
    let source = subject.source_with(&subject.reference);
    let stubs = ablation::stubs(subject);
    let in_place = |version: &'_ Version| {
        let stub = stubs.iter().find(|s| s.name == version.stub)?;
        placed(subject, &source, stub, &version.code).filter(|files| *files != source)
    };
    let found: Vec<(&Version, Vec<TextFile>)> = subject.versions.iter().filter_map(|v| Some((v, in_place(v)?))).collect();
    if found.is_empty() {
        return Ok(0);
    }
    telling.trying("right and wrong versions of single stubs");
    let own = |version: &Version| ablation::tests_of(subject, &version.stub);
    let variants: Vec<Variant> = found
        .iter()
        .map(|(version, files)| {
            let tests = own(version);
            let then = subject.exercise.test_names().into_iter().filter(|t| !tests.contains(t)).collect();
            Variant { source: files.clone(), tests, then }
        })
        .collect();
    let tried = variants::try_all(bench, &variants, limit)?;
    for (rule, is_right) in [(RuleId::AlternativePasses, true), (RuleId::WrongIsRejected, false)] {
        let of_kind: Vec<(&Version, &Tried)> = found.iter().map(|(v, _)| *v).zip(&tried).filter(|(v, _)| v.is_right == is_right).collect();
        // What does not compile says nothing about the tests.
        let compiled: Vec<_> = of_kind.iter().filter(|(_, t)| t.fate != Fate::DoesNotCompile).collect();
        if compiled.is_empty() {
            continue;
        }
        let findings: Vec<Finding> = compiled.iter().filter_map(|(version, tried)| doubt(subject, version, &tried.fate)).collect();
        let took = of_kind.iter().map(|(_, t)| millis(t.took)).sum();
        telling.tell(Check { rule, of: None, ok: findings.is_empty(), findings, millis: took });
    }
    let right = found.iter().zip(&tried).filter(|((version, _), tried)| version.is_right && tried.fate == Fate::Passes);
    Ok(right.count())
}

fn doubt(subject: &Subject, version: &Version, fate: &Fate) -> Option<Finding> {
    let stub = &version.stub;
    let (says, test) = match fate {
        Fate::Fails(test) if version.is_right => (format!("a right version of `{stub}` fails `{test}`"), Some(test.clone())),
        Fate::Passes if !version.is_right => {
            // Blanks may be what it is about.
            let why = crate::text::bounded(&version.why.trim().replace('\n', " "), MAX_WHY);
            let because = if why.is_empty() { String::new() } else { format!(" ({why})") };
            (format!("every test passes with a wrong version of `{stub}`{because}"), ablation::tests_of(subject, stub).into_iter().next())
        }
        _ => return None,
    };
    let unit = subject.exercise.units.iter().find(|u| u.stubs.iter().any(|s| s.name == *stub)).map(|u| u.id.clone());
    Some(Finding { unit, test, output: Some(version.code.trim().to_owned()), ..Finding::new(says) })
}

/// The reference with this version of one stub. None where its code has no such function.
fn placed(subject: &Subject, source: &[TextFile], stub: &Stub, code: &str) -> Option<Vec<TextFile>> {
    let heads = subject.language.syntax()?.heads(code);
    let head = heads.iter().find(|h| h.name == stub.name)?;
    // A free function may bring helpers; what stands around a method is the reference's already.
    let brings_helpers = heads.len() > 1 && heads.iter().all(|h| h.owner.is_none() && !h.has_self);
    let text = if brings_helpers { code.trim() } else { &code[head.item.clone()] };
    let place = mutants::place(subject.language, &subject.starter, source, stub)?;
    let file = &source[place.file];
    let mut content = file.content.clone();
    content.replace_range(place.whole, text);
    Some(ablation::with_file(source, &file.path, &content))
}
