//! The stubs themselves: their marks, their tests, what the reference makes of them, and the comment that leads the learner to each.

use super::calls::{closing, text_at};
use super::reading::{Code, Reading, Stub, squeezed, unit_number, units_in, words};
use crate::proof::report::Finding;
use crate::proof::subject::LessonSection;
use crate::syntax::Token;

/// `todo!("ex-1")` or `ETUDE_TODO("ex-1")` among the tokens of a body,
/// each by the place behind its closing bracket.
fn marks(tokens: &[Token]) -> Vec<usize> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let open = match (token.text.as_str(), text_at(tokens, at + 1)) {
            ("todo", "!") => at + 2,
            ("ETUDE_TODO", "(") => at + 1,
            _ => continue,
        };
        found.push(closing(tokens, open) + 1);
    }
    found
}

fn mark_of(reading: &Reading, unit: &str) -> String {
    if reading.subject.language.name == "c" { format!("ETUDE_TODO(\"{unit}\")") } else { format!("todo!(\"{unit}\")") }
}

pub fn about(stub: &Stub, says: String) -> Finding {
    Finding { file: Some(stub.file.clone()), line: Some(stub.line), unit: Some(stub.unit.clone()), ..Finding::new(says) }
}

pub fn inventory(reading: &Reading) -> Vec<Finding> {
    let mut findings: Vec<Finding> =
        reading.stubs.iter().filter_map(|stub| wrong_mark(reading, stub).map(|says| about(stub, says))).collect();
    findings.extend(missing_units(reading));
    for name in reading.stub_names() {
        let Some(stub) = reading.stubs.iter().find(|s| s.name == name) else { continue };
        findings.extend(tests_of(reading, name).map(|says| about(stub, says)));
    }
    findings.extend(unwritten_in_reference(reading));
    findings
}

/// So many tests a stub has at the most: what a third one asks is a second first principle, or a case that belongs into one of the two.
const MOST_TESTS: usize = 2;

/// What is wrong with the number of tests for a stub.
fn tests_of(reading: &Reading, name: &str) -> Option<String> {
    let is_named = |t: &&Code| reading.named_stub(&t.name).is_some_and(|s| s.name == name);
    let named = reading.tests.iter().filter(is_named).count();
    // Types may each have a stub of one name, and each stub its tests.
    let stubs = reading.stubs.iter().filter(|s| s.name == name).count();
    if named > MOST_TESTS * stubs {
        return Some(format!("`{name}` has {named} tests; a stub has one or two, with several assertions each where that helps"));
    }
    let called = || reading.tests.iter().any(|t| reading.stubs_called(t).contains(&name));
    (named == 0 && !called()).then(|| format!("no test is for `{name}`; each stub has one test at least, named `test_{name}_…`"))
}

fn wrong_mark(reading: &Reading, stub: &Stub) -> Option<String> {
    let (name, marks) = (&stub.name, marks(&stub.body));
    let right = mark_of(reading, "ex-N");
    if stub.is_lost {
        return Some(format!("`{name}` has no mark with its unit; a stub ends with `{right}`"));
    }
    if unit_number(&stub.unit) == u32::MAX {
        return Some(format!("the mark of `{name}` says \"{}\"; it names its unit, as in `{right}`", stub.unit));
    }
    if marks.len() > 1 {
        return Some(format!("`{name}` has {} marks; a stub has one, and ends with it", marks.len()));
    }
    let rest: Vec<&str> =
        marks.first().map(|end| &stub.body[*end.min(&stub.body.len())..]).unwrap_or_default().iter().map(|t| t.text.as_str()).collect();
    let is_end = matches!(rest.as_slice(), ["}"] | [";", "}"]) || stub.body.is_empty();
    (!is_end).then(|| format!("`{name}` goes on behind its mark; a stub ends with `{}`", mark_of(reading, &stub.unit)))
}

/// `ex-1`, `ex-2`, … without a gap.
fn missing_units(reading: &Reading) -> Vec<Finding> {
    let numbers: Vec<u32> = reading.stubs.iter().map(|s| unit_number(&s.unit)).filter(|n| *n < u32::MAX).collect();
    let most = numbers.iter().copied().max().unwrap_or(0);
    let Some(missing) = (1..=most).find(|n| !numbers.contains(n)) else { return Vec::new() };
    let Some(stub) = reading.stubs.iter().find(|s| unit_number(&s.unit) > missing) else { return Vec::new() };
    vec![about(
        stub,
        format!("`{}` is marked {}, and there is no ex-{missing}; units are counted from ex-1 without a gap", stub.name, stub.unit),
    )]
}

fn unwritten_in_reference(reading: &Reading) -> Vec<Finding> {
    let files = reading.subject.source_with(&reading.subject.reference);
    let mut written = Vec::new();
    let mut findings = Vec::new();
    for file in &files {
        for function in reading.syntax.outline(&file.content).functions.into_iter().filter(|f| f.has_body) {
            if function.unwritten.is_some() {
                let says = format!("the reference leaves `{}` unwritten; it has no mark left", function.name);
                findings.push(Finding {
                    file: Some(file.path.clone()),
                    line: Some(*function.lines.start()),
                    unit: function.unwritten,
                    ..Finding::new(says)
                });
            }
            written.push((function.owner, function.name));
        }
    }
    for stub in &reading.stubs {
        if !written.iter().any(|(owner, name)| *name == stub.name && (*owner == stub.owner || owner.is_none())) {
            findings.push(about(stub, format!("the reference does not define `{}`", stub.name)));
        }
    }
    findings
}

pub fn comments(reading: &Reading) -> Vec<Finding> {
    reading.stubs.iter().flat_map(|stub| missing_in_comment(reading, stub).into_iter().map(|says| about(stub, says))).collect()
}

const LABELS: [&str; 2] = ["first principle", "start here"];

/// Above the stub, or above its prototype where that is the one that leads the learner.
fn leading_comment(reading: &Reading, stub: &Stub) -> String {
    let leads = |comment: &str| LABELS.iter().any(|label| comment.to_lowercase().contains(label));
    let prototype = || reading.given.iter().find(|f| f.name == stub.name && !f.has_body && leads(&f.comment));
    if leads(&stub.comment) { stub.comment.clone() } else { prototype().map_or_else(|| stub.comment.clone(), |f| f.comment.clone()) }
}

fn missing_in_comment(reading: &Reading, stub: &Stub) -> Vec<String> {
    let name = &stub.name;
    let comment = squeezed(&leading_comment(reading, stub));
    let lower = comment.to_lowercase();
    if comment.is_empty() {
        let says =
            format!("`{name}` has no comment right above it; it says unit, \"First principle:\", lesson section, test and \"Start here:\"");
        return vec![says];
    }
    let mut missing = Vec::new();
    let mut needs = |is_there: bool, says: String| {
        if !is_there {
            missing.push(says);
        }
    };
    // A mark out of the row is told by the rule about marks.
    let in_row = unit_number(&stub.unit) as usize <= reading.stubs.len();
    let own_unit = units_in(&comment).any(|u| u == stub.unit) || ((!in_row || stub.is_lost) && units_in(&comment).next().is_some());
    needs(own_unit, format!("the comment above `{name}` does not say its unit, {}", stub.unit));
    needs(has_text_behind(&lower, "first principle:"), format!("the comment above `{name}` has no \"First principle: …\""));
    needs(has_text_behind(&lower, "start here"), format!("the comment above `{name}` does not end with a cue \"Start here: …\""));
    if let Some(start) = lower.rfind("start here") {
        let behind = ["first principle:", "lesson:", "test:", "tests:"].into_iter().find(|label| lower[start..].contains(label));
        needs(behind.is_none(), format!("the comment above `{name}` goes on behind \"Start here\"; that cue is its end"));
    }
    needs(
        !lower.contains("the learner must"),
        format!("the comment above `{name}` says \"the learner must\"; it speaks to the learner and orients"),
    );
    if let Some(says) = wrong_test(reading, stub, &comment) {
        missing.push(says);
    }
    if let Some(says) = wrong_section(reading, stub, &comment) {
        missing.push(says);
    }
    missing
}

fn has_text_behind(text: &str, label: &str) -> bool {
    text.find(label).is_some_and(|at| text[at + label.len()..].contains(char::is_alphanumeric))
}

fn wrong_test(reading: &Reading, stub: &Stub, comment: &str) -> Option<String> {
    let name = &stub.name;
    let has_tests = reading.tests.iter().any(|t| reading.stubs_called(t).contains(&name.as_str()));
    // That it has no test at all is told by the rule about stubs.
    if !has_tests {
        return None;
    }
    let said: Vec<&str> = words(comment).filter(|w| w.starts_with("test_")).collect();
    let of_stub = |test: &str| {
        let code = reading.tests.iter().find(|t| t.name == test)?;
        let named = reading.named_stub(test).is_some_and(|s| s.name == *name);
        Some(named || reading.stubs_called(code).contains(&name.as_str()))
    };
    if said.iter().any(|test| of_stub(test) == Some(true)) {
        return None;
    }
    match said.first() {
        None => Some(format!("the comment above `{name}` names no test; it names one that asserts it")),
        Some(test) if of_stub(test).is_none() => Some(format!("the comment above `{name}` names `{test}`, and there is no such test")),
        Some(test) => Some(format!("the comment above `{name}` names `{test}`, which is the test of another stub")),
    }
}

/// A section of the lesson: by number, by title, or both, and then they fit.
fn wrong_section(reading: &Reading, stub: &Stub, comment: &str) -> Option<String> {
    let name = &stub.name;
    let lower = comment.to_lowercase();
    let numbers = section_numbers(&lower);
    let Some(lesson) = &reading.subject.lesson else {
        let named = lower.contains("lesson") || !numbers.is_empty();
        return (!named).then(|| format!("the comment above `{name}` names no section of LESSON.md"));
    };
    let title_of = |number: usize| number.checked_sub(1).and_then(|at| lesson.get(at)).map(|s| squeezed(&s.title));
    if let Some((number, _)) = numbers.iter().find(|(number, _)| title_of(*number).is_none()) {
        return Some(format!("the comment above `{name}` names section {number}, and LESSON.md has {}", lesson.len()));
    }
    for (number, behind) in &numbers {
        // `section 3 "Its title"`, `section 3, "Its title"`.
        let quoted = comment
            .get(*behind..)
            .unwrap_or_default()
            .trim_start_matches([' ', ',', ':', '('])
            .strip_prefix('"')
            .and_then(|t| t.split_once('"'))
            .map(|(t, _)| t);
        if let (Some(quoted), Some(title)) = (quoted, title_of(*number))
            && !same_words(quoted, &title)
        {
            return Some(format!("the comment above `{name}` calls section {number} \"{quoted}\"; its title is \"{title}\""));
        }
    }
    let by_title = |section: &&LessonSection| {
        let title = squeezed(&section.title).to_lowercase();
        !title.is_empty() && lower.contains(&title)
    };
    let mut named: Vec<&LessonSection> = numbers.iter().filter_map(|(number, _)| lesson.get(number.checked_sub(1)?)).collect();
    if named.is_empty() {
        named = lesson.iter().filter(by_title).collect();
    }
    if named.is_empty() {
        return Some(format!("the comment above `{name}` names no section of LESSON.md; it says number and title"));
    }
    let of_others = named.iter().all(|section| reading.is_for_others(section, stub));
    let (title, other) = (squeezed(&named[0].title), reading.prepared_by(named[0]));
    of_others.then(|| format!("the comment above `{name}` leads to \"{title}\", which is about {}", super::listed(&other)))
}

/// Each `section 3` and `sections 3 and 4`, with where the text goes on behind it.
fn section_numbers(lower: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let keys = ["sections", "section", "lesson", "part", "§"];
    let behind = |(start, _): (usize, char)| keys.iter().find(|key| lower[start..].starts_with(**key)).map(|key| start + key.len());
    for mut at in lower.char_indices().filter_map(behind) {
        loop {
            let skipped = lower[at..].len() - lower[at..].trim_start_matches([' ', '#', '§']).len();
            let digits = lower[at + skipped..].bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                break;
            }
            let end = at + skipped + digits;
            if let Ok(number) = lower[at + skipped..end].parse() {
                found.push((number, end));
            }
            let Some(more) = [" and ", ", ", "-", "–", " to "].into_iter().find(|joint| lower[end..].starts_with(joint)) else { break };
            at = end + more.len();
        }
    }
    found
}

fn same_words(one: &str, other: &str) -> bool {
    let bare = |text: &str| words(text).map(str::to_lowercase).collect::<Vec<_>>();
    bare(one) == bare(other)
}
