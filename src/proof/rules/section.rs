//! The section of the lesson that a stub's comment leads to: it is there, has that title, and is about that stub.

use super::reading::{Reading, Stub, squeezed, words};
use crate::proof::subject::LessonSection;

/// A section of the lesson: by number, by title, or both, and then they fit.
pub fn wrong(reading: &Reading, stub: &Stub, comment: &str) -> Option<String> {
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
