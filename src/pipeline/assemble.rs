//! Sections to files. Pure: sections for one file merge in their order, a repeated section id replaces, imports are hoisted once, and etude adds the files
//! that make it a project. No further call is made for any of this.

use std::path::Path;

use crate::curriculum::Need;
use crate::exercise::{Exercise, TextFile};
use crate::language::{Language, Values, fill};
use crate::stage::reply::{Section, Solution, SolutionFile};
use crate::syntax;
use crate::workspace::GeneratedFile;

/// The files of a code loop, with paths relative to the workspace, in the order in which they were first named.
pub fn code_files(sections: &[Section], folder: &str, language: &Language) -> Vec<TextFile> {
    let mut files: Vec<(String, Vec<&str>)> = Vec::new();
    for section in latest_by_id(sections) {
        let path = format!("{folder}/{}", section.file_path.as_deref().unwrap_or_default());
        match files.iter_mut().find(|(p, _)| *p == path) {
            Some((_, parts)) => parts.push(&section.content),
            None => files.push((path, vec![&section.content])),
        }
    }
    files
        .into_iter()
        .map(|(path, parts)| {
            let mut content = match language.syntax() {
                Some(syntax) => syntax::merge(syntax, &parts),
                None => parts.join("\n\n"),
            };
            if !content.ends_with('\n') {
                content.push('\n');
            }
            TextFile { path, content }
        })
        .collect()
}

/// The learner's files: those of the starter's sections, and the one that names all others where the language has it.
pub fn starter_files(sections: &[Section], language: &Language) -> Vec<TextFile> {
    let mut files = code_files(sections, &language.layout.src, language);
    add_module_root(&mut files, language);
    files
}

/// The files of `src/` that the reference replaces, complete like the starter's: whoever wrote it was not told what etude adds.
pub fn reference_files(solution: &Solution, starter: &[TextFile], language: &Language) -> Vec<TextFile> {
    let written = |f: &SolutionFile| TextFile { path: format!("{}/{}", language.layout.src, f.file_path), content: f.content.clone() };
    let replaced: Vec<TextFile> = solution.files.iter().map(written).collect();
    let mut all: Vec<TextFile> = starter.iter().filter(|f| !replaced.iter().any(|r| r.path == f.path)).cloned().collect();
    all.extend(replaced.iter().cloned());
    add_module_root(&mut all, language);
    all.retain(|f| replaced.iter().any(|r| r.path == f.path));
    all
}

/// A repeated id replaces the earlier section in its place.
pub fn latest_by_id(sections: &[Section]) -> Vec<&Section> {
    let mut kept: Vec<&Section> = Vec::new();
    for section in sections {
        let same = |s: &&Section| s.section_id == section.section_id && s.file_path == section.file_path;
        match kept.iter().position(same) {
            Some(at) => kept[at] = section,
            None => kept.push(section),
        }
    }
    kept
}

/// Where a language has one file that names all others, sees to it that it does.
pub fn add_module_root(files: &mut Vec<TextFile>, language: &Language) {
    let (Some(root), Some(line)) = (&language.layout.root, &language.layout.root_line) else { return };
    let (Some(syntax), folder) = (language.syntax(), &language.layout.src) else { return };
    let root_path = format!("{folder}/{root}");
    let top_level = |f: &TextFile| f.path.matches('/').count() == 1 && f.path != root_path;
    let modules: Vec<String> = files.iter().filter(|f| top_level(f)).filter_map(|f| stem(&f.path)).collect();
    let existing = files.iter().position(|f| f.path == root_path);
    let named = existing.map(|at| syntax.outline(&files[at].content).modules).unwrap_or_default();
    let missing: Vec<String> = modules.into_iter().filter(|m| !named.contains(m)).map(|m| line.replace("{{module}}", &m)).collect();
    match existing {
        Some(at) if !missing.is_empty() => {
            let split = syntax.split_head(&files[at].content);
            let head = if split.head.is_empty() { String::new() } else { format!("{}\n\n", split.head.join("\n")) };
            files[at].content = format!("{head}{}\n\n{}", missing.join("\n"), split.body);
        }
        None => files.insert(0, TextFile { path: root_path, content: format!("{}\n", missing.join("\n")) }),
        _ => {}
    }
}

/// LESSON.md: a title, then the sections in order, each under a numbered heading.
pub fn lesson(title: &str, sections: &[Section]) -> String {
    let mut out = format!("# {title}\n");
    for (at, section) in latest_by_id(sections).into_iter().enumerate() {
        let heading = section.section_title.as_deref().unwrap_or("");
        let content = without_own_heading(section.content.trim(), heading);
        out.push_str(&format!("\n## {}. {heading}\n\n{}\n", at + 1, content.trim()));
    }
    out
}

/// A model may repeat the title as a heading of its own.
fn without_own_heading<'a>(content: &'a str, heading: &str) -> &'a str {
    let Some((first, rest)) = content.split_once('\n') else { return content };
    let text = first.trim_start_matches('#').trim();
    if first.starts_with('#') && text.eq_ignore_ascii_case(heading) { rest } else { content }
}

/// Everything beside the learner's own files: tests, lesson and the project files of the language.
pub fn generated_files(
    exercise: &Exercise,
    language: &Language,
    starter: &[TextFile],
    tests: &[TextFile],
    lesson: &str,
    place: &Place,
) -> Vec<GeneratedFile> {
    let mut files: Vec<GeneratedFile> =
        tests.iter().map(|f| GeneratedFile { path: f.path.clone(), content: f.content.clone(), judges: true }).collect();
    let values = template_values(exercise, language, starter, tests, place);
    for file in &language.files {
        let content = fill(language.template(&file.template).unwrap_or_default(), &values);
        files.push(GeneratedFile { path: file.path.clone(), content, judges: file.judges });
    }
    files.push(GeneratedFile { path: "LESSON.md".to_owned(), content: lesson.to_owned(), judges: false });
    files
}

/// What project files need to know of where they will stand.
#[derive(Debug, Clone)]
pub struct Place<'a> {
    pub workspace: &'a Path,
    /// How the learner calls etude.
    pub etude: &'a str,
}

fn template_values(exercise: &Exercise, language: &Language, starter: &[TextFile], tests: &[TextFile], place: &Place) -> Values {
    let modules = tests.iter().filter(|f| f.path.matches('/').count() == 1).filter_map(|f| stem(&f.path)).collect();
    // What the compiler is called on: files with the first extension of the language, etude's own among them.
    let main_extension = language.layout.extensions.first().map(|e| format!(".{e}")).unwrap_or_default();
    let own = language.files.iter().map(|f| &f.path);
    let all = starter.iter().chain(tests).map(|f| &f.path).chain(own);
    let compiled: Vec<String> = all.filter(|p| p.ends_with(&main_extension)).cloned().collect();
    Values {
        single: [
            ("title", exercise.title.clone()),
            ("description", exercise.description.clone()),
            ("workspace", json_safe(&place.workspace.to_string_lossy())),
            ("etude", place.etude.to_owned()),
            ("test_count", exercise.tests.len().to_string()),
            ("sanitize", if exercise.needs.contains(&Need::NoSanitizer) { "0" } else { "1" }.to_owned()),
        ]
        .into(),
        lists: [("test_module", modules), ("test_name", exercise.test_names()), ("compiled", compiled)].into(),
    }
}

fn json_safe(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn stem(path: &str) -> Option<String> {
    Path::new(path).file_stem().and_then(|s| s.to_str()).map(str::to_owned)
}
