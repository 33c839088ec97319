//! The comment that leads a learner to a stub: what it has to say, and that its cue is its end. Which section of the lesson it may name, `section` says.

use super::reading::{Reading, Stub, squeezed, unit_number, units_in, words};
use super::stubs::about;
use crate::proof::report::Finding;

pub fn comments(reading: &Reading) -> Vec<Finding> {
    reading.stubs.iter().flat_map(|stub| missing_in_comment(reading, stub).into_iter().map(|says| about(stub, says))).collect()
}

const LABELS: [&str; 2] = ["first principle", "start here"];

/// Above the stub, or above its prototype where that is the one that leads the learner.
fn leading_comment<'r>(reading: &'r Reading, stub: &'r Stub) -> &'r str {
    let leads = |comment: &str| LABELS.iter().any(|label| comment.to_lowercase().contains(label));
    let prototype = || reading.given.iter().find(|f| f.name == stub.name && !f.has_body && leads(&f.comment));
    if leads(&stub.comment) { &stub.comment } else { prototype().map_or(&stub.comment, |f| &f.comment) }
}

fn missing_in_comment(reading: &Reading, stub: &Stub) -> Vec<String> {
    let name = &stub.name;
    let whole = leading_comment(reading, stub);
    let comment = squeezed(whole);
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
    needs(own_unit || stub.unit.is_empty(), format!("the comment above `{name}` does not say its unit, {}", stub.unit));
    needs(has_text_behind(&lower, "first principle:"), format!("the comment above `{name}` has no \"First principle: …\""));
    needs(has_text_behind(&lower, "start here"), format!("the comment above `{name}` does not end with a cue \"Start here: …\""));
    // What stands inside the body belongs to the lines there.
    let lines = if has_text_behind(&stub.above.to_lowercase(), "start here") { &stub.above } else { whole };
    needs(!goes_on(lines), format!("the comment above `{name}` goes on behind \"Start here\"; that cue is its end"));
    needs(
        !lower.contains("the learner must"),
        format!("the comment above `{name}` says \"the learner must\"; it speaks to the learner and orients"),
    );
    missing.extend(wrong_principle(reading, stub, &comment).filter(|_| own_unit));
    missing.extend(wrong_test(reading, stub, &comment));
    missing.extend(super::section::wrong(reading, stub, &comment));
    missing
}

fn has_text_behind(text: &str, label: &str) -> bool {
    text.find(label).is_some_and(|at| text[at + label.len()..].contains(char::is_alphanumeric))
}

/// Whether something follows the paragraph of the cue: another paragraph, or a line with a label of its own.
fn goes_on(comment: &str) -> bool {
    let lines: Vec<&str> = comment.lines().collect();
    let Some(cue) = lines.iter().rposition(|line| line.to_lowercase().contains("start here")) else { return false };
    // "Start here:" alone on its line: the cue is what comes next.
    let (mut before, mut begun, mut ended) = (lines[cue], has_text_behind(&lines[cue].to_lowercase(), "start here"), false);
    for line in &lines[cue + 1..] {
        if !line.contains(char::is_alphanumeric) {
            ended = begun;
            continue;
        }
        // The line that a cue asks for, shown below it.
        let shown = before.trim_end().ends_with(':') && line.starts_with([' ', '\t']);
        if (ended && !shown) || (begun && (has_label(line, before) || reminds(line, before))) {
            return true;
        }
        (before, begun, ended) = (line, true, false);
    }
    false
}

/// What other parts of a comment begin with.
const OTHER_LABELS: [&str; 16] = [
    "first principle",
    "lesson",
    "test",
    "tests",
    "note",
    "notes",
    "remember",
    "requirements",
    "rules",
    "example",
    "examples",
    "important",
    "mind",
    "also",
    "contract",
    "careful",
];

/// `Note: …`: a part of its own, and not the middle of a sentence.
fn has_label(line: &str, before: &str) -> bool {
    let Some((label, _)) = line.trim_start().split_once(':') else { return false };
    let known = OTHER_LABELS.contains(&label.to_lowercase().as_str());
    let after_a_sentence = before.trim_end().ends_with(['.', '!', '?']);
    let looks_so =
        label.starts_with(char::is_uppercase) && label.chars().all(|c| c.is_alphabetic() || c == ' ') && words(label).count() <= 2;
    known || (after_a_sentence && looks_so)
}

/// A sentence of its own that asks for more: "Remember that …", "Make sure …".
fn reminds(line: &str, before: &str) -> bool {
    const BEGINNINGS: [&str; 8] =
        ["remember", "make sure", "be sure", "do not forget", "don't forget", "keep in mind", "note that", "be careful"];
    let lower = line.trim_start().to_lowercase();
    before.trim_end().ends_with('.') && BEGINNINGS.iter().any(|b| lower.starts_with(b))
}

/// The principle of another unit of the pack, word for word, and not its own.
fn wrong_principle(reading: &Reading, stub: &Stub, comment: &str) -> Option<String> {
    let units = &reading.subject.pack?.meta.units;
    let said = super::principle::said_in(comment)?;
    let own = units.iter().find(|unit| unit.id == stub.unit)?;
    let other = units.iter().find(|unit| unit.id != own.id && super::principle::same(&unit.principle, said))?;
    let differ = super::principle::far_from(&own.principle, said) && super::principle::far_from(&own.principle, &other.principle);
    differ.then(|| {
        format!("the comment above `{}` has the first principle of {}; that of {} is \"{}\"", stub.name, other.id, own.id, own.principle)
    })
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
