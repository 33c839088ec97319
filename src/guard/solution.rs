//! What a reference contains: files of the starter and no others, every stub in them written. Whether it is right is not judged here; running it shows that.

use super::content::{need, safe_path};
use super::{Finding, MAX_SECTION, Reason, Rejection, Rule};
use crate::exercise::{self, TextFile, Unit};
use crate::language::Language;
use crate::stage::Role;
use crate::stage::reply::Solution;
use crate::syntax::Function;
use crate::text::clean;

/// So many sentences can be unclear before the whole starter is.
const MOST_UNCLEAR: usize = 3;
const MAX_SENTENCE: usize = 400;
/// Of each kind. What is too much or too large is left aside: the reference does not need it.
const MOST_VERSIONS: usize = 24;

pub(super) fn clean_files(solution: &mut Solution) {
    for file in &mut solution.files {
        file.content = clean(&file.content);
    }
    for versions in [&mut solution.alternatives, &mut solution.wrong] {
        versions.retain(|v| v.code.len() <= MAX_SECTION);
        versions.truncate(MOST_VERSIONS);
        for version in versions {
            (version.code, version.why) = (clean(&version.code), clean(&version.why));
        }
    }
    solution.unclear.truncate(MOST_UNCLEAR);
    for point in &mut solution.unclear {
        point.sentence = crate::text::bounded(&clean(&point.sentence), MAX_SENTENCE);
    }
}

pub(super) fn is_whole(solution: &Solution) -> Result<(), Rejection> {
    if solution.files.is_empty() {
        return Err(Rejection::new(Role::Solution, Reason::SchemaValidationFailed, "files is empty"));
    }
    solution.files.iter().try_for_each(|file| need(Role::Solution, "content", &file.content))
}

pub(super) fn judge(solution: &mut Solution, language: &Language, starter: Option<&[TextFile]>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for file in &mut solution.files {
        match safe_path(&file.file_path, &language.layout.src, language) {
            Ok(path) => file.file_path = path,
            Err(why) => findings.push(Finding::new(Rule::SafePath, why)),
        }
        let path = in_workspace(&file.file_path, language);
        let replaced = starter.and_then(|files| files.iter().find(|f| f.path == path));
        if starter.is_some() && replaced.is_none() {
            findings.push(Finding::new(Rule::SolutionFitsStarter, format!("the starter has no file {path}")));
        }
        if seen.contains(&path) {
            findings.push(Finding::new(Rule::SolutionFitsStarter, format!("{path} is there twice")));
        }
        seen.push(path);
        findings.extend(too_large(&file.file_path, &file.content, replaced));
        findings.extend(marks_left(&file.file_path, &file.content, language));
    }
    if let Some(starter) = starter {
        let units = exercise::units(language, starter).unwrap_or_default();
        findings.extend(unwritten(solution, language, &units));
    }
    findings
}

fn in_workspace(path: &str, language: &Language) -> String {
    format!("{}/{path}", language.layout.src)
}

/// A file of many sections is longer than one of them may be; beyond what stands in it already a solution has the room of one section.
fn too_large(path: &str, content: &str, replaced: Option<&TextFile>) -> Option<Finding> {
    let (size, most) = (content.len(), MAX_SECTION + replaced.map_or(0, |f| f.content.len()));
    (size > most).then(|| Finding::new(Rule::SectionTooLarge, format!("{path} has {size} bytes, more than {most}")))
}

fn marks_left(path: &str, content: &str, language: &Language) -> Vec<Finding> {
    let left = functions(content, language).into_iter().filter_map(|f| f.unwritten.map(|unit| (f.name, unit)));
    left.map(|(name, unit)| Finding::new(Rule::SolutionIsWhole, format!("`{name}` in {path} still holds the mark {unit}"))).collect()
}

fn unwritten(solution: &Solution, language: &Language, units: &[Unit]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in units.iter().flat_map(|u| &u.stubs) {
        let file = solution.files.iter().find(|f| in_workspace(&f.file_path, language) == stub.file);
        let written = |f: &Function| f.name == stub.name && f.has_body;
        if !file.is_some_and(|f| functions(&f.content, language).iter().any(written)) {
            findings.push(Finding::new(Rule::SolutionIsWhole, format!("`{}` of {} is not written", stub.name, stub.file)));
        }
    }
    findings
}

fn functions(content: &str, language: &Language) -> Vec<Function> {
    language.syntax().map(|s| s.outline(content).functions).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;
    use serde_json::json;

    const STARTER: &str = "pub const FEE: u32 = 9;\n\n// ex-1\npub fn one() -> u32 {\n    todo!(\"ex-1\")\n}\n\n// ex-2\npub fn two() -> u32 {\n    todo!(\"ex-2\")\n}\n";
    const WRITTEN: &str = "pub const FEE: u32 = 9;\npub fn one() -> u32 {\n    FEE\n}\npub fn two() -> u32 {\n    one() + FEE\n}\n";

    fn judged(files: &[(&str, &str)]) -> Vec<Rule> {
        let starter = [TextFile { path: "src/lib.rs".to_owned(), content: STARTER.to_owned() }];
        let files: Vec<_> = files.iter().map(|(path, content)| json!({ "file_path": path, "content": content })).collect();
        let reply = json!({ "schema_version": "solution_v1", "role": "solution", "files": files }).to_string();
        let language = language::by_name("rust").expect("a language");
        super::super::solution(&reply, language, Some(&starter)).err().map(|r| r.rules).unwrap_or_default()
    }

    #[test]
    fn a_reference_that_writes_every_stub_is_accepted() {
        assert_eq!(judged(&[("lib.rs", WRITTEN)]), []);
        assert_eq!(judged(&[("src/lib.rs", WRITTEN)]), [], "its own folder may stand before it");
    }

    #[test]
    fn files_that_the_starter_does_not_have_are_refused() {
        assert_eq!(judged(&[("lib.rs", WRITTEN), ("more.rs", "pub fn more() {}\n")]), [Rule::SolutionFitsStarter]);
        assert_eq!(judged(&[("lib.rs", WRITTEN), ("lib.rs", WRITTEN)]), [Rule::SolutionFitsStarter]);
        assert_eq!(judged(&[("lib.rs", WRITTEN), ("../escape.rs", WRITTEN)]), [Rule::SafePath, Rule::SolutionFitsStarter]);
    }

    #[test]
    fn a_stub_that_is_missing_or_still_marked_is_refused() {
        assert_eq!(judged(&[("lib.rs", "pub fn one() -> u32 {\n    9\n}\n")]), [Rule::SolutionIsWhole]);
        assert_eq!(judged(&[("lib.rs", STARTER)]), [Rule::SolutionIsWhole]);
        assert_eq!(judged(&[("lib.rs", &WRITTEN.replace("one() + FEE", "todo!(\"ex-2\")"))]), [Rule::SolutionIsWhole]);
    }

    #[test]
    fn a_file_may_be_a_section_longer_than_the_starters() {
        let filler = |bytes: usize| format!("{WRITTEN}// {}\n", "x".repeat(bytes));
        assert_eq!(judged(&[("lib.rs", &filler(MAX_SECTION - 200))]), []);
        assert_eq!(judged(&[("lib.rs", &filler(MAX_SECTION + STARTER.len()))]), [Rule::SectionTooLarge]);
    }

    #[test]
    fn versions_beside_it_are_welcome_and_never_a_reason_to_refuse() {
        let version = |code: &str| json!({ "stub": "one", "code": code, "why": "" });
        let files = json!([{ "file_path": "lib.rs", "content": WRITTEN }]);
        let wrong: Vec<_> = (0..2 * MOST_VERSIONS).map(|n| version(&format!("pub fn one() -> u32 {{ {n} }}"))).collect();
        let alternatives = json!([version(&"x".repeat(MAX_SECTION + 1)), version("pub fn one() -> u32 {\u{1b} 9 }")]);
        let reply =
            json!({ "schema_version": "solution_v1", "role": "solution", "files": files, "alternatives": alternatives, "wrong": wrong });
        let language = language::by_name("rust").expect("a language");
        let accepted = super::super::solution(&reply.to_string(), language, None).expect("accepted").into_inner();
        assert_eq!((accepted.alternatives.len(), accepted.wrong.len()), (1, MOST_VERSIONS));
        assert!(!accepted.alternatives[0].code.contains('\u{1b}'), "what could steer a terminal is taken out");
    }
}
