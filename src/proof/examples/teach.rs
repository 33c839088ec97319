//! The rule that an example teaches and does not solve: no code of the lesson passes a stub's tests in its place, as it stands or when the stub calls it. Owns how an
//! example is put in the place of a stub.

use super::redressed;
use crate::error::Error;
use crate::exercise::TextFile;
use crate::proof::bench::Bench;
use crate::proof::fences::{Promise, fences};
use crate::proof::one_call::{self, renamed};
use crate::proof::report::{Finding, RuleId};
use crate::proof::scratch::millis;
use crate::proof::subject::{LessonSection, Subject};
use crate::proof::variants::{self, Fate, Variant};
use crate::proof::whole::check;
use crate::proof::{Telling, ablation, giveaway, mutants};
use crate::syntax::TokenKind;

/// No code of the lesson passes the tests of a stub when it is put in its place.
pub(in crate::proof) fn teach(bench: &Bench, subject: &Subject, limit: std::time::Duration, telling: &mut Telling) -> Result<(), Error> {
    let sections: Vec<&LessonSection> = subject.lesson.iter().flatten().collect();
    let mut tried: Vec<(&LessonSection, Finding, Variant)> = Vec::new();
    for section in &sections {
        for fence in fences(&section.content).into_iter().filter(|f| f.shows_code(&subject.language.fence)) {
            for (stub, function, source) in transplants(subject, &fence.content) {
                let says = format!("`{function}` of this example solves `{stub}`: it passes all its tests in its place");
                let finding = Finding { line: Some(fence.line), ..in_section(section, says) };
                let tests = ablation::tests_of(subject, &stub);
                tried.push((section, finding, Variant { source, tests, then: Vec::new() }));
            }
        }
        tried.extend(filled(subject, section).into_iter().map(|(finding, variant)| (*section, finding, variant)));
    }
    tried.extend(called(subject, &sections));
    if sections.is_empty() {
        return Ok(());
    }
    telling.trying("the lesson's examples in the place of the stubs");
    let variants: Vec<Variant> = tried.iter().map(|(.., v)| v.clone()).collect();
    let fates = variants::try_all(bench, &variants, limit)?;
    let own = |section: &LessonSection| tried.iter().zip(&fates).filter(move |((of, ..), _)| of.name == section.name).collect::<Vec<_>>();
    let done = bench.each(&sections, |_, section| {
        let began = std::time::Instant::now();
        let mut findings: Vec<Finding> = Vec::new();
        for ((_, finding, _), _) in own(section).iter().filter(|(_, t)| t.fate == Fate::Passes) {
            findings.extend((!findings.contains(finding)).then(|| finding.clone()));
        }
        if findings.is_empty() {
            findings = given_away(bench, subject, section)?;
        }
        Ok((findings, own(section).iter().map(|(_, t)| millis(t.took)).sum::<u64>() + millis(began.elapsed())))
    })?;
    for (section, (findings, took)) in sections.iter().zip(done) {
        telling.tell(check(RuleId::WorkedExampleTeaches, Some(&section.name), findings, took));
    }
    Ok(())
}

/// So many ways to take the pieces of one section are tried: more are no longer an answer that somebody reads off.
const MOST_PIECES: usize = 10;

/// Pieces of a section in the place of each stub that they speak of, its own unit first.
fn filled(subject: &Subject, section: &LessonSection) -> Vec<(Finding, Variant)> {
    let mut units: Vec<&crate::exercise::Unit> = subject.exercise.units.iter().collect();
    units.sort_by_key(|u| Some(&u.id) != section.unit.as_ref());
    let mut found: Vec<(Finding, Variant)> = Vec::new();
    let pieces = giveaway::pieces(&section.content, &subject.language.fence);
    for (unit, stub) in units.into_iter().flat_map(|u| u.stubs.iter().map(move |s| (u, s))) {
        for source in pieces.iter().flat_map(|piece| giveaway::fillings(piece, subject, unit, stub)) {
            let says = format!("this section gives `{}` away: code of it passes all its tests in its place", stub.name);
            let tests = ablation::tests_of(subject, &stub.name);
            found.push((in_section(section, says), Variant { source, tests, then: Vec::new() }));
        }
    }
    found.truncate(MOST_PIECES);
    found
}

/// Stubs that only call a function of a worked example, with their own values in whatever order, the likeliest of the whole lesson.
fn called<'s>(subject: &Subject, sections: &[&'s LessonSection]) -> Vec<(&'s LessonSection, Finding, Variant)> {
    let language = &subject.language.fence;
    let mut found = Vec::new();
    for section in sections {
        for fence in fences(&section.content).into_iter().filter(|f| f.promise(language) == Some(Promise::Works)) {
            for (unit, stub) in subject.exercise.units.iter().flat_map(|u| u.stubs.iter().map(move |s| (u, s))) {
                for call in one_call::of_example(subject, stub, &fence.content, found.len()) {
                    let says =
                        format!("`{}` of this example solves `{}`: it passes all its tests by one call of it", call.callee, stub.name);
                    let finding = Finding { line: Some(fence.line), ..in_section(section, says) };
                    let variant = Variant { source: call.source, tests: ablation::tests_of(subject, &stub.name), then: Vec::new() };
                    let is_others = section.unit.as_ref() != Some(&unit.id);
                    found.push((call.cost + 2 * usize::from(is_others), (*section, finding, variant)));
                }
            }
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.truncate(one_call::MOST);
    found.into_iter().map(|(_, tried)| tried).collect()
}

fn in_section(section: &LessonSection, says: String) -> Finding {
    Finding { file: Some(section.name.clone()), unit: section.unit.clone(), ..Finding::new(says) }
}

/// Units that a section settles although no function of it does: by a fragment, or by code in its sentences.
fn given_away(bench: &Bench, subject: &Subject, section: &LessonSection) -> Result<Vec<Finding>, Error> {
    let mut findings = Vec::new();
    for unit in &subject.exercise.units {
        let text = giveaway::Text::of_lesson(&section.content, &subject.language.fence, &subject.starter);
        if let Some(why) = giveaway::of_unit(&text, subject, unit, bench)? {
            findings.push(in_section(section, format!("this section gives {} away: {why}", unit.id)));
        }
    }
    Ok(findings)
}

/// Each function of an example in the place of each stub whose signature it fits: stub, function, the whole source. The rest of the example comes along in a
/// second try, since the function may need it.
fn transplants(subject: &Subject, example: &str) -> Vec<(String, String, Vec<TextFile>)> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    let source = subject.source_with(&subject.reference);
    let theirs = syntax.functions_apart(example);
    let mut found = Vec::new();
    for stub in subject.exercise.units.iter().flat_map(|u| &u.stubs) {
        // Whoever wrote the reference may have moved it to another file, and other types may have a method of its name.
        let Some(own) = mutants::place(subject.language, &subject.starter, &source, stub) else { continue };
        let text = &source[own.file].content;
        let Some(place) = syntax.functions_apart(text).into_iter().find(|p| p.whole == own.whole) else { continue };
        for function in theirs.iter().filter(|f| f.name != "main") {
            for body in redressed::redressed(subject, syntax, example, function, &place) {
                let body = renamed(&body, &function.name, &stub.name);
                let ours = with_constants(syntax, &body, &text[own.body.clone()]);
                let own_before = &text[place.before.clone()];
                for body in std::iter::once(body).chain(ours) {
                    let mut files = source.clone();
                    files[own.file].content = format!("{}{own_before}{body}{}", &text[..place.whole.start], &text[place.whole.end..]);
                    found.push((stub.name.clone(), function.name.clone(), files));
                }
            }
        }
        for function in theirs.iter().filter(|f| f.name != "main" && f.fits(&place)) {
            let body = renamed(&example[function.before.end..function.whole.end], &function.name, &stub.name);
            let own_before = &text[place.before.clone()];
            let put = format!("{}{own_before}{body}{}", &text[..place.whole.start], &text[place.whole.end..]);
            let rest: String =
                without(example, theirs.iter().filter(|f| f.name == "main" || f.name == function.name).map(|f| f.whole.clone()));
            let ours = with_constants(syntax, &body, &text[own.body.clone()])
                .map(|body| format!("{}{own_before}{body}{}", &text[..place.whole.start], &text[place.whole.end..]));
            // The rest comes along only where the function speaks of it.
            let imports = rest.lines().any(|line| line.trim_start().starts_with("use "));
            let needs_rest = imports || names_defined(syntax, &rest).iter().any(|name| mentions(syntax, &body, name));
            let with_rest = needs_rest.then(|| format!("{put}\n{rest}"));
            for content in std::iter::once(put.clone()).chain(with_rest).chain(ours) {
                let mut files = source.clone();
                files[own.file].content = content;
                found.push((stub.name.clone(), function.name.clone(), files));
            }
        }
    }
    found
}

/// The function with the constants of the reference in the place of its own, in the order in which they are met. Nothing where there are not as many.
fn with_constants(syntax: &dyn crate::syntax::Syntax, body: &str, reference: &str) -> Option<String> {
    let constants = |text: &str| {
        let is_constant =
            |t: &str| t.len() > 1 && t.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_') && t != "NULL";
        let words = syntax.tokens(text).into_iter().filter(|t| t.kind == TokenKind::Word && is_constant(&t.text)).map(|t| t.text);
        words.fold(Vec::new(), |mut seen: Vec<String>, word| {
            if !seen.contains(&word) {
                seen.push(word);
            }
            seen
        })
    };
    let (theirs, ours) = (constants(body), constants(reference));
    let fits = !theirs.is_empty() && theirs.len() == ours.len() && theirs != ours;
    fits.then(|| theirs.iter().zip(&ours).fold(body.to_owned(), |body, (old, new)| renamed(&body, old, new)))
}

fn names_defined(syntax: &dyn crate::syntax::Syntax, text: &str) -> Vec<String> {
    let functions = syntax.outline(text).functions.into_iter().map(|f| f.name);
    functions.chain(syntax.definitions(text).into_iter().map(|d| d.name)).collect()
}

fn mentions(syntax: &dyn crate::syntax::Syntax, text: &str, name: &str) -> bool {
    syntax.tokens(text).iter().any(|t| t.kind == TokenKind::Word && t.text == name)
}

fn without(text: &str, ranges: impl Iterator<Item = std::ops::Range<usize>>) -> String {
    let mut ranges: Vec<_> = ranges.collect();
    ranges.sort_by_key(|r| r.start);
    let (mut out, mut from) = (String::new(), 0);
    for range in ranges.into_iter().filter(|r| r.start < r.end) {
        if range.start >= from {
            out.push_str(&text[from..range.start]);
            from = range.end;
        }
    }
    out.push_str(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::rules::tests::subject;

    const LAMP: &str = "=== src/lib.rs
pub struct Blink { pub bright: u8, pub on: u32, pub off: u32 }
impl Blink {
    // ex-1: how bright it is at a tick.
    pub fn level(&self, tick: u32) -> u8 {
        todo!(\"ex-1\")
    }
}
=== solution src/lib.rs
pub struct Blink { pub bright: u8, pub on: u32, pub off: u32 }
impl Blink {
    pub fn level(&self, tick: u32) -> u8 {
        if tick % (self.on + self.off) < self.on { self.bright } else { 0 }
    }
}
=== tests/a.rs
use exercise::*;
#[test]
fn test_level_blinks() {
    assert_eq!(Blink { bright: 9, on: 1, off: 1 }.level(0), 9);
}
";
    const LIGHTS: &str = "struct Lights { speed: u8, green: u32, red: u32 }
impl Lights {
    fn limit(&self, minute: u32) -> u8 {
        let into = minute % (self.green + self.red);
        if into >= self.green { 0 } else { self.speed }
    }
}
fn main() {}
";

    #[test]
    fn an_example_stands_in_the_place_of_a_stub_under_its_names() {
        let subject = subject("rust", LAMP);
        let has = |example: &str, text: &str| transplants(&subject, example).iter().any(|(.., files)| files[0].content.contains(text));
        assert!(has(LIGHTS, "let into = minute % (self.on + self.off);"));
        assert!(!has(&LIGHTS.replace("speed: u8", "speed: u64"), "self.on + self.off);"), "other types are another thing");
    }

    #[test]
    fn the_constants_of_an_example_become_those_of_the_exercise_where_its_fields_do() {
        let subject =
            subject("rust", &LAMP.replace("{ 0 }", "{ DARK }").replace("pub struct Blink", "pub const DARK: u8 = 0;\npub struct Blink"));
        let example = LIGHTS.replace("{ 0 }", "{ STOP }").replace("struct Lights", "const STOP: u8 = 0;\nstruct Lights");
        assert!(transplants(&subject, &example).iter().any(|(.., files)| files[0].content.contains("if into >= self.on { DARK }")));
    }
}
