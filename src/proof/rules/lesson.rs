//! The lesson: each section names the stub it enables, and shows a worked example before it asks for it.

use super::astray;
use super::listed;
use super::principle::{said_in, says};
use super::reading::{Reading, words};
use super::topic;
use crate::proof::report::Finding;
use crate::proof::subject::LessonSection;

/// A piece of a section in its order.
enum Part {
    /// What stands behind the three backticks.
    Fence(String),
    Paragraph(String),
}

fn parts(content: &str) -> Vec<Part> {
    let (mut found, mut paragraph, mut inside) = (Vec::new(), String::new(), false);
    for line in content.lines() {
        let bare = line.trim_start();
        let fence = bare.strip_prefix("```").or_else(|| bare.strip_prefix("~~~"));
        if let Some(info) = fence {
            if !inside {
                found.push(Part::Paragraph(std::mem::take(&mut paragraph)));
                found.push(Part::Fence(info.trim_start_matches(['`', '~']).trim().to_lowercase()));
            }
            inside = !inside;
        } else if !inside {
            if bare.is_empty() {
                found.push(Part::Paragraph(std::mem::take(&mut paragraph)));
            } else {
                paragraph.push_str(line);
                paragraph.push(' ');
            }
        }
    }
    found.push(Part::Paragraph(paragraph));
    found
}

fn is_worked(info: &str) -> bool {
    words(info).any(|word| word == "worked")
}

/// Whether a text has this name as code, alone or in a call or path.
pub fn names(text: &str, stub: &str) -> bool {
    text.split('`').skip(1).step_by(2).any(|code| words(code).any(|word| word == stub))
}

/// A bridge looks back, resources point elsewhere: neither prepares a stub.
fn prepares(section: &LessonSection) -> bool {
    section.kind != "bridge" && section.kind != "resources"
}

pub fn prose(section: &LessonSection) -> String {
    parts(&section.content)
        .into_iter()
        .filter_map(|p| if let Part::Paragraph(text) = p { Some(text) } else { None })
        .collect::<Vec<_>>()
        .join("\n")
}

fn about(section: &LessonSection, unit: Option<&str>, says: String) -> Finding {
    Finding { file: Some(section.name.clone()), unit: unit.map(str::to_owned), ..Finding::new(says) }
}

impl Reading<'_> {
    fn has_unit(&self, unit: &str) -> bool {
        self.stubs.iter().any(|s| s.unit == unit)
    }

    fn stubs_of(&self, unit: &str) -> Vec<&str> {
        self.stubs.iter().filter(|s| s.unit == unit).map(|s| s.name.as_str()).collect()
    }

    /// The stubs that a section prepares: those of its unit, or where none is said, those that it names.
    pub fn prepared_by(&self, section: &LessonSection) -> Vec<&str> {
        match section.unit.as_deref() {
            Some(unit) => self.stubs_of(unit),
            None => {
                let text = prose(section);
                self.stub_names().into_iter().filter(|stub| names(&text, stub)).collect()
            }
        }
    }
}

impl Reading<'_> {
    /// The section prepares stubs, and this one, or another of its unit, is not among them.
    pub fn is_for_others(&self, section: &LessonSection, stub: &super::reading::Stub) -> bool {
        let prepared = self.prepared_by(section);
        let own = self.stubs_of(&stub.unit);
        !prepared.is_empty() && !prepared.iter().any(|name| own.contains(name)) && !names(&prose(section), &stub.name)
    }
}

pub fn names_stub(reading: &Reading) -> Vec<Finding> {
    let sections: Vec<&LessonSection> = reading.subject.lesson.iter().flatten().filter(|s| prepares(s)).collect();
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let serves = |s: &&&LessonSection| s.unit.as_deref().is_none_or(|u| u == stub.unit || !reading.has_unit(u));
        if !sections.iter().filter(serves).any(|s| names(&prose(s), &stub.name)) {
            let of = if stub.unit.is_empty() { String::new() } else { format!(" of {}", stub.unit) };
            let says = format!("no lesson section{of} names `{}`; the section that prepares a stub names it in backticks", stub.name);
            findings.push(super::stubs::about(stub, says));
        }
    }
    for section in sections {
        let text = prose(section);
        let (wanted, of) = match section.unit.as_deref() {
            Some(unit) if !reading.has_unit(unit) => continue,
            Some(unit) => (reading.stubs_of(unit), format!("belongs to {unit}")),
            None => (reading.stub_names(), "prepares no stub".to_owned()),
        };
        // A stub that nobody names has been told above.
        let told = wanted.iter().all(|stub| findings.iter().any(|f| f.says.contains(&format!("`{stub}`"))));
        if !told && !wanted.iter().any(|stub| names(&text, stub)) {
            let says = format!(
                "\"{}\" {of} and names {} nowhere in backticks; each section names the stub it prepares",
                section.title,
                listed(&wanted)
            );
            findings.push(about(section, section.unit.as_deref(), says));
        }
    }
    findings.extend(swapped(reading));
    let lesson = reading.subject.lesson.iter().flatten().filter(|s| prepares(s));
    let of_units: Vec<(&LessonSection, String)> = lesson.filter_map(|s| Some((s, reading.unit_of_section(s)?))).collect();
    for found in topic::of_others(reading, &of_units).into_iter().chain(astray::sections(reading, &of_units)) {
        if !findings.iter().any(|f| f.file == found.file) {
            findings.push(found);
        }
    }
    findings
}

/// Sections with another's text: one says the first principle of another unit in its words and not its own, and no section of that unit says it, or it opens
/// with it as with its idea.
fn swapped(reading: &Reading) -> Vec<Finding> {
    let principles: Vec<(&str, &str)> = reading.stubs.iter().filter_map(|s| Some((s.unit.as_str(), said_in(&s.comment)?))).collect();
    let lesson = reading.subject.lesson.iter().flatten().filter(|s| prepares(s));
    let sections: Vec<(&LessonSection, String, String)> = lesson.filter_map(|s| Some((s, reading.unit_of_section(s)?, prose(s)))).collect();
    let told = |unit: &str, principle: &str| sections.iter().any(|(_, own, text)| own == unit && says(text, principle));
    let is_told = |unit: &str| principles.iter().any(|(u, principle)| *u == unit && told(unit, principle));
    let elsewhere = |(section, own, text): &(&LessonSection, String, String)| {
        if is_told(own) {
            return None;
        }
        let opens = parts(&section.content).into_iter().find_map(|p| match p {
            Part::Paragraph(text) if !text.is_empty() => Some(text),
            _ => None,
        });
        let is_here = |unit: &str, principle: &str| {
            (!is_told(unit) && says(text, principle)) || opens.as_ref().is_some_and(|text| says(text, principle))
        };
        let (other, principle) = principles.iter().find(|(unit, principle)| unit != own && is_here(unit, principle))?;
        let says = format!("\"{}\" belongs to {own} and tells the first principle of {other}: \"{principle}\"", section.title);
        Some(about(section, Some(own), says))
    };
    sections.iter().filter_map(elsewhere).collect()
}

impl Reading<'_> {
    /// The one unit that a section belongs to: as it is said, else by the stubs that it names.
    pub fn unit_of_section(&self, section: &LessonSection) -> Option<String> {
        if let Some(unit) = section.unit.as_deref().filter(|u| self.has_unit(u)) {
            return Some(unit.to_owned());
        }
        let prepared = self.prepared_by(section);
        let mut units = self.stubs.iter().filter(|s| prepared.contains(&s.name.as_str())).map(|s| s.unit.clone());
        let first = units.next()?;
        units.all(|unit| unit == first).then_some(first)
    }
}

pub fn worked_example_first(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut shown: Vec<&str> = Vec::new();
    let fence = format!("{} worked", reading.subject.language.fence);
    for section in reading.subject.lesson.iter().flatten().filter(|s| prepares(s)) {
        let stubs = reading.prepared_by(section);
        let mut worked = false;
        let mut asked = None;
        for part in parts(&section.content) {
            match part {
                Part::Fence(info) => worked |= is_worked(&info),
                Part::Paragraph(text) if !worked => asked = asked.or_else(|| stubs.iter().copied().find(|stub| asks_for(&text, stub))),
                Part::Paragraph(_) => {}
            }
        }
        if worked {
            shown.extend(&stubs);
        }
        let title = &section.title;
        if let Some(stub) = asked {
            let says = format!("\"{title}\" asks for `{stub}` before it has shown a worked example (a `{fence}` fence)");
            findings.push(about(section, section.unit.as_deref(), says));
            shown.push(stub);
        } else if section.kind == "worked_example" && !worked && !stubs.is_empty() {
            let says = format!("\"{title}\" is a worked example and has no `{fence}` fence");
            findings.push(about(section, section.unit.as_deref(), says));
            shown.extend(&stubs);
        }
    }
    for stub in &reading.stubs {
        let of_unit = reading.stubs_of(&stub.unit);
        if !of_unit.iter().any(|name| shown.contains(name)) && reading.is_taught(stub) {
            let says = format!("no section shows a worked example (a `{fence}` fence) for `{}`", stub.name);
            findings.push(super::stubs::about(stub, says));
        }
    }
    findings
}

impl Reading<'_> {
    /// Whether any section is about this stub: without one, the rule about names has said so.
    fn is_taught(&self, stub: &super::reading::Stub) -> bool {
        let mut sections = self.subject.lesson.iter().flatten().filter(|s| prepares(s));
        sections.any(|s| self.prepared_by(s).contains(&stub.name.as_str()))
    }
}

const ASKING: [&str; 13] =
    ["implement", "write", "complete", "fill", "finish", "open", "code", "solve", "replace", "try", "edit", "put", "make"];
const BEFORE_ASKING: [&str; 12] = ["now", "then", "next", "so", "please", "first", "your", "turn", "go", "and", "finally", "it"];

/// "Now implement `f`.", "Your turn: write `f`.", "You are ready to implement `f`."
fn asks_for(paragraph: &str, stub: &str) -> bool {
    sentences(paragraph).into_iter().filter(|sentence| names(sentence, stub)).any(|sentence| {
        // A stub may be called `open` or `write`: what stands in backticks is a name.
        let lower = sentence.split('`').step_by(2).collect::<Vec<_>>().join(" ").to_lowercase();
        let said: Vec<&str> = words(&lower).collect();
        let verb = said.iter().find(|word| !BEFORE_ASKING.contains(word));
        let imperative = verb.is_some_and(|word| ASKING.contains(word));
        let ready = said.contains(&"implement") && said.iter().any(|word| ["now", "ready", "time", "turn"].contains(word));
        imperative || ready
    })
}

/// Apart at points, colons and the like, but not inside code.
pub fn sentences(paragraph: &str) -> Vec<String> {
    let (mut found, mut sentence, mut in_code) = (Vec::new(), String::new(), false);
    for c in paragraph.chars() {
        in_code ^= c == '`';
        if !in_code && ['.', ':', ';', '?', '!'].contains(&c) {
            found.push(std::mem::take(&mut sentence));
        } else {
            sentence.push(c);
        }
    }
    found.push(sentence);
    found
}
