//! The rules about a lesson's code: its fences do what they say, and none of them solves a stub. Owns how an example is put in the place of a stub.

use super::Telling;
use super::bench::Bench;
use super::fences::{Fence, Promise, fences};
use super::giveaway;
use super::mutants;
use super::report::{Finding, RuleId};
use super::scratch::{Scratch, millis};
use super::subject::{LessonSection, Subject};
use super::variants::{self, Fate, Variant};
use super::whole::{bounded, check};
use crate::checkers;
use crate::error::Error;
use crate::exercise::TextFile;
use crate::runner::{End, RunEnd, Stream};
use crate::syntax::TokenKind;
use crate::testrun::{self, Part, Request};

/// Every fence that promises something, with its section.
fn promises<'s>(subject: &'s Subject) -> Vec<(&'s LessonSection, Fence, Promise)> {
    let language = &subject.language.fence;
    let sections = subject.lesson.iter().flatten();
    let with_fences = sections.flat_map(|s| fences(&s.content).into_iter().map(move |f| (s, f)));
    with_fences.filter_map(|(s, f)| f.promise(language).map(|p| (s, f, p))).collect()
}

/// Each fence does what it says.
pub(super) fn run(bench: &Bench, subject: &Subject, telling: &mut Telling) -> Result<(), Error> {
    let jobs = promises(subject);
    if jobs.is_empty() {
        return Ok(());
    }
    telling.trying("the lesson's examples");
    let done = bench.each(&jobs, |scratch, (section, fence, promise)| {
        let began = std::time::Instant::now();
        let broken = match promise {
            Promise::Works => broken_example(scratch, fence)?,
            Promise::DoesNotCompile(code) => broken_failure(scratch, fence, code.as_deref())?,
        };
        let placed = broken.map(|f| Finding { file: Some(section.name.clone()), line: Some(fence.line), unit: section.unit.clone(), ..f });
        Ok((placed, millis(began.elapsed())))
    })?;
    for section in subject.lesson.iter().flatten() {
        let own = || jobs.iter().zip(&done).filter(|((s, ..), _)| s.name == section.name).map(|(_, d)| d);
        if own().next().is_some() {
            let findings = own().filter_map(|(finding, _)| finding.clone()).collect();
            telling.tell(check(RuleId::WorkedExampleRuns, Some(&section.name), findings, own().map(|(_, took)| took).sum()));
        }
    }
    Ok(())
}

struct Said {
    end: RunEnd,
    out: String,
    all: String,
}

/// What a build of this exercise adds to find mistakes; an example gets the same.
fn checkers(scratch: &Scratch, request: Request) -> Result<Vec<String>, Error> {
    let language = scratch.subject.language;
    if language.checkers.is_none() {
        return Ok(Vec::new());
    }
    if checkers::of_build(language, scratch.root()).is_none() {
        testrun::build_only(request, scratch.cancel)?;
    }
    let working = checkers::of_build(language, scratch.root()).map(|c| c.working).unwrap_or_default();
    let words = language.proof.example.checkers.iter().filter(|_| !working.is_empty());
    Ok(words.map(|word| word.replace("{{checkers}}", &working.join(","))).collect())
}

fn step(scratch: &Scratch, part: Part, step: &crate::language::Step, limit: std::time::Duration) -> Result<Said, Error> {
    let language = scratch.subject.language;
    let needs = &scratch.subject.exercise.needs;
    let request = Request { language, root: scratch.root(), expected: &[], limits: scratch.limits, needs, once: true };
    let (mut out, mut all) = (String::new(), String::new());
    let checkers = checkers(scratch, request)?;
    let linker: Vec<String> = testrun::linker(language).into_iter().flat_map(|l| l.env.values().cloned()).collect();
    let end =
        testrun::step(part, step, request, &[("checkers", &checkers), ("linker", &linker)], limit, scratch.cancel, &mut |stream, line| {
            // More than anyone reads is a flood.
            if all.len() < 64 * 1024 {
                let line = format!("{}\n", line.trim_end());
                if stream == Stream::Out {
                    out.push_str(&line);
                }
                all.push_str(&line);
            }
        })?;
    Ok(Said { end, out, all })
}

fn broken_example(scratch: &Scratch, fence: &Fence) -> Result<Option<Finding>, Error> {
    let example = &scratch.subject.language.proof.example;
    scratch.write(&example.file, &fence.content)?;
    let built = step(scratch, Part::Build, &example.build, scratch.limits.build)?;
    let finding = |says: &str, output: &str| Some(Finding { output: Some(bounded(output)), ..Finding::new(says) });
    if built.end.end != End::Exited(0) {
        return Ok(finding("this worked example does not compile", &built.all));
    }
    let mut run = example.run.clone();
    let mut ran = step(scratch, Part::Tests, &run, scratch.limits.tests)?;
    if let Some(without) = example.without.as_ref().filter(|w| ran.all.contains(&w.said)) {
        run.env.extend(without.env.clone());
        ran = step(scratch, Part::Tests, &run, scratch.limits.tests)?;
    }
    match ran.end.end {
        End::Exited(0) => {}
        End::TimedOut => return Ok(finding("this worked example does not end", &ran.all)),
        _ => return Ok(finding("this worked example does not end well", &ran.all)),
    }
    let Some(shown) = fence.prints.as_deref() else { return Ok(None) };
    let again = step(scratch, Part::Tests, &run, scratch.limits.tests)?;
    if again.all != ran.all && same_words(&again.all, &ran.all) {
        return Ok(finding(
            "this worked example prints its values in another order each time: what the lesson shows holds by chance",
            &ran.out,
        ));
    }
    // What differs from run to run, such as an address, cannot be shown.
    if again.all != ran.all || shows(shown, &again) {
        return Ok(None);
    }
    Ok(finding("this worked example prints something else than the `text` fence after it shows", &ran.out))
}

/// Whether both say the same, whatever comes first.
fn same_words(one: &str, other: &str) -> bool {
    let words = |text: &str| {
        let mut all: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect();
        all.sort();
        all
    };
    words(one) == words(other)
}

/// Whether the lesson shows what was printed; `…` or `...` alone on a line stands for any lines.
fn shows(shown: &str, ran: &Said) -> bool {
    let lines = |text: &str| -> Vec<String> { text.trim().lines().map(|l| l.trim_end().to_owned()).collect() };
    let pattern = lines(shown);
    [&ran.out, &ran.all].iter().any(|printed| fits(&pattern, &lines(printed)))
}

fn fits(pattern: &[String], printed: &[String]) -> bool {
    match pattern.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if matches!(first.trim(), "…" | "...") => (0..=printed.len()).any(|n| fits(rest, &printed[n..])),
        Some((first, rest)) => printed.first() == Some(first) && fits(rest, &printed[1..]),
    }
}

fn broken_failure(scratch: &Scratch, fence: &Fence, code: Option<&str>) -> Result<Option<Finding>, Error> {
    let example = &scratch.subject.language.proof.example;
    scratch.write(&example.file, &fence.content)?;
    let said = step(scratch, Part::Build, &example.check, scratch.limits.build)?;
    if said.end.end == End::Exited(0) {
        return Ok(Some(Finding::new("this example compiles, although its fence says that it does not")));
    }
    let Some((code, mark)) = code.zip(example.error.as_ref()) else { return Ok(None) };
    let named = said.all.lines().any(|line| line.starts_with(&mark.replace("{{code}}", code)));
    let says = format!("this example does not fail with {code}, as its fence says");
    Ok((!named).then(|| Finding { output: Some(bounded(&said.all)), ..Finding::new(says) }))
}

/// No code of the lesson passes the tests of a stub when it is put in its place.
pub(super) fn teach(bench: &Bench, subject: &Subject, limit: std::time::Duration, telling: &mut Telling) -> Result<(), Error> {
    let sections: Vec<&LessonSection> = subject.lesson.iter().flatten().collect();
    let mut tried: Vec<(&LessonSection, Finding, Variant)> = Vec::new();
    for section in &sections {
        for fence in fences(&section.content).into_iter().filter(|f| f.shows_code(&subject.language.fence)) {
            for (stub, function, source) in transplants(subject, &fence.content) {
                let says = format!("`{function}` of this example solves `{stub}`: it passes all its tests in its place");
                let finding = Finding { line: Some(fence.line), ..in_section(section, says) };
                let tests = super::ablation::tests_of(subject, &stub);
                tried.push((section, finding, Variant { source, tests, then: Vec::new() }));
            }
        }
        tried.extend(filled(subject, section).into_iter().map(|(finding, variant)| (*section, finding, variant)));
    }
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
            let tests = super::ablation::tests_of(subject, &stub.name);
            found.push((in_section(section, says), Variant { source, tests, then: Vec::new() }));
        }
    }
    found.truncate(MOST_PIECES);
    found
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

/// Another name wherever the old one stands as a word.
fn renamed(text: &str, old: &str, new: &str) -> String {
    let part_of_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(old) {
        let (before, after) = (&rest[..at], &rest[at + old.len()..]);
        out.push_str(before);
        let is_word = !part_of_word(before.chars().next_back().or(out.chars().next_back())) && !part_of_word(after.chars().next());
        out.push_str(if is_word { new } else { old });
        rest = after;
    }
    out.push_str(rest);
    out
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

    #[test]
    fn a_name_is_another_only_as_a_word() {
        assert_eq!(renamed("fn sum(sums: u8) { sum(resum) + sum_up }", "sum", "total"), "fn total(sums: u8) { total(resum) + sum_up }");
    }

    #[test]
    fn the_same_values_in_another_order_say_the_same() {
        assert!(same_words("{3, 1, 2}", "{1, 2, 3}"));
        assert!(!same_words("at 0x7ffe10", "at 0x7ffc20"), "an address is another one");
    }

    #[test]
    fn left_out_lines_fit_any() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        assert!(fits(&lines("a\n…\nd"), &lines("a\nb\nc\nd")));
        assert!(!fits(&lines("a\nd"), &lines("a\nb\nd")));
        assert!(fits(&lines("..."), &[]));
    }
}
