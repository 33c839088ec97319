//! Fences do what they say: a worked example compiles, runs and prints what is shown after it; what is said not to compile does not, for that reason. Owns how an
//! example is run.

use super::fences::{Fence, Promise, fences};
use crate::checkers;
use crate::error::Error;
use crate::language::Step;
use crate::proof::report::{Finding, RuleId};
use crate::proof::subject::LessonSection;
use crate::proof::whole::{bounded, check};
use crate::proof::{Progress, Subject};
use crate::runner::{End, RunEnd, Stream};
use crate::testrun::{self, Part};
use crate::trials::{Bench, Scratch, millis};

/// Every fence that promises something, with its section.
fn promises<'s>(subject: &'s Subject) -> Vec<(&'s LessonSection, Fence, Promise)> {
    let language = &subject.language.fence;
    let sections = subject.lesson.iter().flatten();
    let with_fences = sections.flat_map(|s| fences(&s.content).into_iter().map(move |f| (s, f)));
    with_fences.filter_map(|(s, f)| f.promise(language).map(|p| (s, f, p))).collect()
}

pub fn run(bench: &Bench, subject: &Subject, progress: &mut Progress) -> Result<(), Error> {
    let jobs = promises(subject);
    if jobs.is_empty() {
        return Ok(());
    }
    progress.trying("the lesson's examples");
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
            progress.tell(check(RuleId::WorkedExampleRuns, Some(&section.name), findings, own().map(|(_, took)| took).sum()));
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
fn checkers(scratch: &Scratch) -> Result<Vec<String>, Error> {
    let language = scratch.ground.language;
    if language.checkers.is_none() {
        return Ok(Vec::new());
    }
    if checkers::of_build(language, scratch.root()).is_none() {
        testrun::build_only(scratch.request(&[], scratch.limits), scratch.cancel)?;
    }
    let working = checkers::of_build(language, scratch.root()).map(|c| c.working).unwrap_or_default();
    let words = language.proof.example.checkers.iter().filter(|_| !working.is_empty());
    Ok(words.map(|word| word.replace("{{checkers}}", &working.join(","))).collect())
}

fn step(scratch: &Scratch, part: Part, step: &Step, limit: std::time::Duration) -> Result<Said, Error> {
    let (mut out, mut all) = (String::new(), String::new());
    let checkers = checkers(scratch)?;
    let linker: Vec<String> = testrun::linker(scratch.ground.language).into_iter().flat_map(|l| l.env.values().cloned()).collect();
    let lists: [(&str, &[String]); 2] = [("checkers", &checkers), ("linker", &linker)];
    let request = scratch.request(&[], scratch.limits);
    let end = testrun::step(part, step, request, &lists, limit, scratch.cancel, &mut |stream, line| {
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
    let example = &scratch.ground.language.proof.example;
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
        _ => return Ok(finding("this worked example ends with an error", &ran.all)),
    }
    let Some(shown) = fence.prints.as_deref().filter(|shown| !shows(shown, &ran)) else { return Ok(None) };
    let again = step(scratch, Part::Tests, &run, scratch.limits.tests)?;
    // What differs from run to run, such as an address, cannot be shown.
    if again.all != ran.all || shows(shown, &again) {
        return Ok(None);
    }
    Ok(finding("this worked example prints something else than the fence after it shows", &ran.out))
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
    let example = &scratch.ground.language.proof.example;
    scratch.write(&example.file, &fence.content)?;
    let said = step(scratch, Part::Build, &example.check, scratch.limits.build)?;
    if said.end.end == End::Exited(0) {
        return Ok(Some(Finding::new("this example compiles, although its fence says that it does not")));
    }
    let finding = |says: String| Some(Finding { output: Some(bounded(&said.all)), ..Finding::new(says) });
    let gives = |code: &str, mark: &String| said.all.lines().any(|line| line.starts_with(&mark.replace("{{code}}", code)));
    if let Some((code, mark)) = code.zip(example.error.as_ref())
        && !gives(code, mark)
    {
        return Ok(finding(format!("this example does not fail with {code}, as its fence says")));
    }
    let other = codes_in(fence.prints.as_deref().unwrap_or_default()).into_iter().find(|code| !codes_in(&said.all).contains(code));
    Ok(other
        .and_then(|code| finding(format!("the message shown after this example has the code {code}, and the compiler gives another one"))))
}

/// The codes of the errors in a message of the compiler: `error[E0382]`.
fn codes_in(text: &str) -> Vec<String> {
    let coded = text.lines().filter_map(|line| line.trim_start().strip_prefix("error["));
    coded.filter_map(|rest| rest.split_once(']')).map(|(code, _)| code.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_stand_for_any_lines() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        assert!(fits(&lines("a\n…\nd"), &lines("a\nb\nc\nd")));
        assert!(!fits(&lines("a\n...\nd"), &lines("a\nb\nc")));
        assert!(!fits(&lines("a"), &lines("a\nb")));
    }

    #[test]
    fn codes_are_read_from_the_headlines() {
        assert_eq!(codes_in("error[E0382]: borrow\n --> x\nerror: aborting"), ["E0382"]);
    }
}
