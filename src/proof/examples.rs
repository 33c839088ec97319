//! The rules about a lesson's code: its fences do what they say, and none of them solves a stub (`teach`). Owns how an example is run.

mod redressed;
mod teach;

use super::Telling;
use super::bench::Bench;
use super::claims;
use super::fences::{Fence, Promise, fences};
use super::report::{Finding, RuleId};
use super::scratch::{Scratch, millis};
use super::subject::{LessonSection, Subject};
use super::whole::{bounded, check};
use crate::checkers;
use crate::error::Error;
use crate::runner::{End, RunEnd, Stream};
use crate::testrun::{self, Part, Request};
pub(super) use teach::teach;

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
    let untrue: Vec<(&str, Finding)> =
        subject.lesson.iter().flatten().flat_map(|s| claimed(s).into_iter().map(|f| (s.name.as_str(), f))).collect();
    if jobs.is_empty() && untrue.is_empty() {
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
        let false_sums = || untrue.iter().filter(|(name, _)| *name == section.name).map(|(_, finding)| finding.clone());
        if own().next().is_some() || false_sums().next().is_some() {
            let findings = own().filter_map(|(finding, _)| finding.clone()).chain(false_sums()).collect();
            telling.tell(check(RuleId::WorkedExampleRuns, Some(&section.name), findings, own().map(|(_, took)| took).sum()));
        }
    }
    Ok(())
}

/// What its sentences say that an expression comes to, and does not.
fn claimed(section: &LessonSection) -> Vec<Finding> {
    let about = |claim: claims::False| Finding {
        file: Some(section.name.clone()),
        line: Some(claim.line),
        unit: section.unit.clone(),
        ..Finding::new(claim.says)
    };
    claims::untrue(&section.content).into_iter().map(about).collect()
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
    if shows(shown, &ran) && !may_differ(&fence.content) {
        return Ok(None);
    }
    let again = step(scratch, Part::Tests, &run, scratch.limits.tests)?;
    // On the other stream a panic says which thread it was, and comes between the lines wherever it likes.
    if again.out != ran.out && same_words(&again.out, &ran.out) {
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

/// Whether a program could print something else the next time: without any of this it has nowhere to get it from.
fn may_differ(program: &str) -> bool {
    const CHANCE: [&str; 12] = ["Hash", "Random", "thread", "spawn", "fork", "time", "Time", "Instant", "rand", "%p", ":p}", "getpid"];
    CHANCE.iter().any(|word| program.contains(word))
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
    let finding = |says: String| Some(Finding { output: Some(bounded(&said.all)), ..Finding::new(says) });
    if let Some((code, mark)) = code.zip(example.error.as_ref())
        && !said.all.lines().any(|line| line.starts_with(&mark.replace("{{code}}", code)))
    {
        return Ok(finding(format!("this example does not fail with {code}, as its fence says")));
    }
    let shown = fence.prints.as_deref().unwrap_or_default();
    if let Some(code) = coded_otherwise(shown, &said.all) {
        return Ok(finding(format!("the message shown after this example has the code {code}, and the compiler gives another one")));
    }
    let other = complained_of_otherwise(shown, &said.all, &fence.content);
    Ok(other.and_then(|name| {
        finding(format!("the message shown after this example complains of `{name}`, and the compiler complains of something else there"))
    }))
}

/// A code of a shown headline (`error[E0382]`) that the compiler does not give there.
fn coded_otherwise(shown: &str, said: &str) -> Option<String> {
    let codes = |text: &str| -> Vec<String> {
        let coded = text.lines().filter_map(|line| line.trim_start().strip_prefix("error["));
        coded.filter_map(|rest| rest.split_once(']')).map(|(code, _)| code.to_owned()).collect()
    };
    let given = codes(said);
    codes(shown).into_iter().find(|code| !given.contains(code))
}

/// A name of the program that the message in a lesson complains of and the compiler does not. Only the headlines count: below them a compiler names whatever is alike.
fn complained_of_otherwise(shown: &str, said: &str, program: &str) -> Option<String> {
    let headlines = |text: &str| -> Vec<String> { text.lines().filter(|l| l.contains("error")).flat_map(quoted).collect() };
    let (told, heard) = (headlines(shown), headlines(said));
    let is_own = |name: &String| program.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    let mut names = told.into_iter().filter(is_own);
    names.find(|name| !heard.is_empty() && !heard.iter().any(|part| part.contains(name.as_str())))
}

/// What a line has in quotes, of whichever kind.
fn quoted(line: &str) -> Vec<String> {
    let parts: Vec<&str> = line.split(['`', '\'', '\u{2018}', '\u{2019}']).collect();
    parts.iter().skip(1).step_by(2).map(|part| (*part).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_false_sum_is_a_finding_of_its_section() {
        let section = |content: &str| LessonSection {
            name: "02-a.md".to_owned(),
            title: String::new(),
            kind: "concept".to_owned(),
            unit: None,
            content: content.to_owned(),
        };
        assert_eq!(claimed(&section("One.\n`7 / 2` is 4")).iter().map(|f| f.line).collect::<Vec<_>>(), [Some(2)]);
        assert_eq!(claimed(&section("`7 / 2` is 3")), []);
    }

    #[test]
    fn the_same_values_in_another_order_say_the_same() {
        assert!(same_words("{3, 1, 2}", "{1, 2, 3}"));
        assert!(!same_words("at 0x7ffe10", "at 0x7ffc20"), "an address is another one");
    }

    #[test]
    fn only_what_brings_chance_in_can_print_something_else_the_next_time() {
        assert!(may_differ("use std::collections::HashMap;") && may_differ("printf(\"%p\", (void *)p);") && may_differ("pthread_create("));
        assert!(!may_differ("fn main() { println!(\"{}\", 7 * 6); }"));
    }

    #[test]
    fn a_message_complains_of_what_the_compiler_complains_of() {
        let program = "fn lame<T: Feet>(one: &T) -> bool { one.foot() < 2 }";
        let said = "error[E0599]: no method named `foot` found for reference `&T` in the current scope\n  help: there is a method `feet`";
        let shown = |name: &str| format!("error[E0599]: no method named `{name}` found for reference `&T`");
        assert_eq!(complained_of_otherwise(&shown("foot"), said, program), None);
        assert_eq!(coded_otherwise(&shown("foot"), said), None);
        assert_eq!(coded_otherwise("error[E0382]: borrow of moved value", said).as_deref(), Some("E0382"));
        assert_eq!(complained_of_otherwise(&shown("one"), said, program).as_deref(), Some("one"));
        assert_eq!(complained_of_otherwise(&shown("walk"), said, program), None, "no name of the program: another compiler may word it so");
        let gcc = "build/example/main.c:3:5: error: \u{2018}total\u{2019} undeclared (first use in this function)";
        assert_eq!(complained_of_otherwise("error: 'total' undeclared", gcc, "int total; sum"), None);
        assert_eq!(complained_of_otherwise("error: 'sum' undeclared", gcc, "int total; sum").as_deref(), Some("sum"));
    }

    #[test]
    fn left_out_lines_fit_any() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        assert!(fits(&lines("a\n…\nd"), &lines("a\nb\nc\nd")));
        assert!(!fits(&lines("a\nd"), &lines("a\nb\nd")));
        assert!(fits(&lines("..."), &[]));
    }
}
