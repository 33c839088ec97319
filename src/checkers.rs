//! The checkers that a build adds where the machine has them: for C the address and undefined behaviour sanitizers. Owns reading which ones a build used.
//! It decides nothing: tests that run without a checker still count, but what it would have found stays unseen, and the learner should know.

use std::path::Path;

use crate::language::Language;
use crate::runner::Cancel;
use crate::testrun::{self, Limits, Request};

const MAX_NOTE: u64 = 64 * 1024;

/// Those that the language wants, told apart by whether they work.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    pub working: Vec<String>,
    pub missing: Vec<String>,
}

/// What the latest build in a workspace was made with. None where the language has no checkers, or nothing was noted.
pub fn of_build(language: &Language, root: &Path) -> Option<Checked> {
    let checkers = language.checkers.as_ref()?;
    let note = crate::workspace::read_plain(&root.join(&checkers.noted_in), MAX_NOTE)?;
    let note = String::from_utf8_lossy(&note);
    let found = note.lines().find_map(|line| line.strip_prefix(checkers.noted_after.as_str())).unwrap_or_default();
    let used: Vec<&str> = found.split_whitespace().next().unwrap_or_default().split(',').collect();
    let (working, missing) = checkers.wanted.iter().cloned().partition(|kind| used.contains(&kind.as_str()));
    Some(Checked { working, missing })
}

/// What works on this machine, found as an attempt would: by a build with the project files of the language.
pub fn of_machine(language: &Language, limits: Limits) -> Option<Checked> {
    let checkers = language.checkers.as_ref()?;
    let folder = tempfile::tempdir().ok()?;
    let templates = language.files.iter().filter_map(|f| Some((f.path.as_str(), language.template(&f.template)?)));
    let example = checkers.example.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    // The project files that are no part of what is built: the example stands in for sources, tests and headers.
    let project = templates.filter(|(path, _)| !path.contains('/'));
    for (path, text) in project.chain(example) {
        let place = folder.path().join(path);
        std::fs::create_dir_all(place.parent()?).and_then(|()| std::fs::write(&place, text)).ok()?;
    }
    let request = Request { language, root: folder.path(), expected: &[], limits, needs: &[], once: true };
    testrun::build_only(request, &Cancel::never()).ok()?;
    of_build(language, folder.path())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    #[test]
    fn what_a_build_noted_is_read() {
        let c = language::by_name("c").expect("C is taught");
        let folder = tempfile::tempdir().expect("a folder");
        let noted = |text: &str| {
            std::fs::create_dir_all(folder.path().join("build")).expect("a folder");
            std::fs::write(folder.path().join("build/settings.mk"), text).expect("a note");
            of_build(c, folder.path()).map(|c| (c.working.join(" "), c.missing.join(" ")))
        };
        let told = |working: &str, missing: &str| Some((working.to_owned(), missing.to_owned()));
        assert_eq!(of_build(c, folder.path()), None);
        assert_eq!(noted("BUILT_WITH := cc\nSANITIZE := -fsanitize=address,undefined -fno-x\n"), told("address undefined", ""));
        assert_eq!(noted("SANITIZE := -fsanitize=undefined -fno-x\n"), told("undefined", "address"));
        assert_eq!(noted("SANITIZE := \n"), told("", "address undefined"));
        assert_eq!(of_build(language::by_name("rust").expect("Rust is taught"), folder.path()), None);
    }
}
