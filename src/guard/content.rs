//! What a reply contains: text made safe to store and show, paths that stay inside their folder, sizes, and hints that hold a solution.

use super::{Finding, MAX_SECTION, Reason, Rejection, Rule};
use crate::language::Language;
use crate::misconception;
use crate::stage::Role;
use crate::stage::packet::Packet;
use crate::stage::reply::{HintPack, ReviewReport, Scaffold, Section};
use crate::text::clean;

/// The longest that a reply may say of what remains.
const MAX_FOCUS: usize = 500;

pub(super) fn clean_scaffold(scaffold: &mut Scaffold) {
    for text in [&mut scaffold.scaffold_id, &mut scaffold.exercise_description] {
        *text = clean(text);
    }
    let plans = [&mut scaffold.lesson_plan.section_intents, &mut scaffold.starter_plan.file_intents, &mut scaffold.test_plan.case_intents];
    for intent in plans.into_iter().flatten() {
        *intent = clean(intent);
    }
}

pub(super) fn clean_section(section: &mut Section) {
    section.content = clean(&section.content);
    section.section_id = clean(&section.section_id);
    // A heading is one line: anything else would let a title write lesson text.
    section.section_title = section.section_title.as_deref().map(|t| clean(t).split_whitespace().collect::<Vec<_>>().join(" "));
    // It stands in the part of the next prompt that changes every time, which is kept short for the sake of prompt caches.
    section.next_focus = section.next_focus.as_deref().map(|f| crate::text::bounded(&clean(f), MAX_FOCUS));
}

pub(super) fn clean_hint(hint: &mut HintPack) {
    hint.current_hint.text = clean(&hint.current_hint.text);
    hint.current_hint.style = clean(&hint.current_hint.style);
    hint.dominant_tag = hint.dominant_tag.as_deref().map(clean);
    if let Some(solution) = &mut hint.revealed_solution {
        solution.code = clean(&solution.code);
    }
}

/// A tag that neither the node nor the catalogue knows is a word, not a finding: nothing could be done about it later.
pub(super) fn clean_review(report: &mut ReviewReport, packet: &Packet) {
    report.remediation.reason = crate::text::bounded(&clean(&report.remediation.reason), 4096);
    report.dominant_tag = report.dominant_tag.take().filter(|tag| known_tag(tag, packet));
}

fn known_tag(tag: &str, packet: &Packet) -> bool {
    packet.curriculum_context.misconception_tags.iter().any(|t| t == tag) || misconception::catalogue().get(tag).is_some()
}

/// Emptiness is checked here and not in the schema, because strict structured output does not take length rules.
pub(super) fn scaffold_is_whole(scaffold: &Scaffold) -> Result<(), Rejection> {
    need(Role::Scaffold, "scaffold_id", &scaffold.scaffold_id)?;
    need(Role::Scaffold, "exercise_description", &scaffold.exercise_description)?;
    // The loops write from these: an empty list would be paid for many calls later.
    let plans = [
        ("lesson_plan.section_intents", &scaffold.lesson_plan.section_intents),
        ("starter_plan.file_intents", &scaffold.starter_plan.file_intents),
        ("test_plan.case_intents", &scaffold.test_plan.case_intents),
    ];
    match plans.into_iter().find(|(_, intents)| intents.is_empty()) {
        Some((field, _)) => Err(Rejection::new(Role::Scaffold, Reason::SchemaValidationFailed, format!("{field} is empty"))),
        None => Ok(()),
    }
}

pub(super) fn section_is_whole(section: &Section, role: Role) -> Result<(), Rejection> {
    need(role, "section_id", &section.section_id)?;
    need(role, "content", &section.content)?;
    if role == Role::LessonExpand {
        need(role, "section_title", section.section_title.as_deref().unwrap_or(""))
    } else {
        need(role, "file_path", section.file_path.as_deref().unwrap_or(""))
    }
}

pub(super) fn hint_is_whole(hint: &HintPack) -> Result<(), Rejection> {
    need(Role::Coach, "current_hint.text", &hint.current_hint.text)
}

pub(super) fn need(role: Role, field: &str, value: &str) -> Result<(), Rejection> {
    if value.trim().is_empty() {
        return Err(Rejection::new(role, Reason::SchemaValidationFailed, format!("{field} is empty")));
    }
    Ok(())
}

pub(super) fn section(section: &mut Section, role: Role, language: &Language) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(too_large(&section.content));
    findings.extend(long_name("section_id", &section.section_id));
    findings.extend(long_name("type", &section.kind));
    findings.extend(long_name("section_title", section.section_title.as_deref().unwrap_or("")));
    if role != Role::LessonExpand {
        let folder = if role == Role::StarterExpand { &language.layout.src } else { &language.layout.tests };
        match safe_path(section.file_path.as_deref().unwrap_or(""), folder, language) {
            Ok(path) => section.file_path = Some(path),
            Err(why) => findings.push(Finding::new(Rule::SafePath, why)),
        }
    }
    findings
}

/// Ids and titles are a line, not a place for text.
const MAX_NAME: usize = 300;

fn long_name(field: &str, text: &str) -> Option<Finding> {
    let size = text.len();
    (size > MAX_NAME).then(|| Finding::new(Rule::SectionTooLarge, format!("{field} has {size} bytes, more than {MAX_NAME}")))
}

/// A scaffold is told again in every later call.
pub(super) fn scaffold_size(scaffold: &Scaffold) -> Vec<Finding> {
    let plans = [&scaffold.lesson_plan.section_intents, &scaffold.starter_plan.file_intents, &scaffold.test_plan.case_intents];
    let size: usize = plans.into_iter().flatten().map(|intent| intent.len() + 4).sum();
    let most = 2 * MAX_SECTION;
    let intents = (size > most).then(|| Finding::new(Rule::SectionTooLarge, format!("the intents have {size} bytes, more than {most}")));
    [long_name("scaffold_id", &scaffold.scaffold_id), too_large(&scaffold.exercise_description), intents].into_iter().flatten().collect()
}

pub(super) fn too_large(text: &str) -> Option<Finding> {
    let size = text.len();
    (size > MAX_SECTION).then(|| Finding::new(Rule::SectionTooLarge, format!("the text has {size} bytes, more than {MAX_SECTION}")))
}

/// The path of a generated file inside its folder, or why it cannot be one. A leading `src/` or `tests/` of its own folder is taken off.
pub fn safe_path(path: &str, folder: &str, language: &Language) -> Result<String, String> {
    let shown = crate::text::bounded(&clean(path), 120);
    let refuse = |why: &str| Err(format!("the path \"{shown}\" {why}"));
    if path.len() > 200 {
        return refuse("is too long");
    }
    let inner = path.strip_prefix("./").unwrap_or(path);
    let inner = inner.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).unwrap_or(inner);
    if inner.starts_with('/') || inner.contains('\\') || inner.contains(':') {
        return refuse("is not relative");
    }
    let parts: Vec<&str> = inner.split('/').collect();
    for part in &parts {
        if part.is_empty() || *part == "." || *part == ".." {
            return refuse("leaves its folder");
        }
        if part.starts_with('.') {
            return refuse("is a hidden file");
        }
        if !part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '.') {
            return refuse("has characters that a file name here may not have");
        }
    }
    if parts.len() > language.layout.depth {
        return refuse("lies in a folder that the build does not look into");
    }
    let name = parts.last().copied().unwrap_or("");
    let extension = name.rsplit_once('.').map_or("", |(_, e)| e);
    if !language.layout.extensions.iter().any(|e| e == extension) {
        return refuse(&format!("is not a {} source file", language.title));
    }
    let stem = name.rsplit_once('.').map_or(name, |(s, _)| s);
    let identifier = stem.starts_with(|c: char| c.is_ascii_lowercase() || c == '_') && !stem.contains(['-', '.']);
    if language.layout.names_are_identifiers && !identifier {
        return refuse(&format!("cannot be the name of a {} module", language.title));
    }
    if language.layout.reserved.iter().any(|r| r.eq_ignore_ascii_case(name)) {
        return refuse("is a name that etude keeps for itself");
    }
    Ok(inner.to_owned())
}
