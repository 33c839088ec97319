//! What the compiler finds by following every path of the reference, where it can: memory or a file that nobody gives back when a later call fails, a block that is
//! freed twice or used after. No test comes there, since no test makes the system fail. Owns which of its words count: only those that name one variable,
//! since what the analysis has no name for it often has lost track of.

use super::report::Finding;
use super::scratch::Scratch;
use super::subject::Subject;
use crate::error::Error;
use crate::testrun::{self, Part, Request};

/// What is taken from it, and what it means.
const TAKEN: [(&str, &str); 5] = [
    ("-Wanalyzer-malloc-leak", "the memory in {} is not given back on some way through the function"),
    ("-Wanalyzer-file-leak", "the file in {} is not closed on some way through the function"),
    ("-Wanalyzer-fd-leak", "the descriptor in {} is not closed on some way through the function"),
    ("-Wanalyzer-double-free", "{} is freed twice on some way through the function"),
    ("-Wanalyzer-use-after-free", "{} is used after it was freed on some way through the function"),
];

/// Nothing where the language or its compiler has no such analysis.
pub(super) fn of_the_reference(scratch: &mut Scratch, subject: &Subject) -> Result<Vec<Finding>, Error> {
    let Some(step) = &subject.language.proof.analysis else { return Ok(Vec::new()) };
    scratch.put(&subject.source_with(&subject.reference))?;
    let needs = &subject.exercise.needs;
    let request = Request { language: subject.language, root: scratch.root(), expected: &[], limits: scratch.limits, needs, once: true };
    let mut found: Vec<Finding> = Vec::new();
    testrun::step(Part::Build, step, request, &[], scratch.limits.build, scratch.cancel, &mut |_, line| {
        let of_reference = |f: &Finding| subject.reference.iter().any(|file| f.file.as_ref() == Some(&file.path));
        found.extend(heard(line).filter(|f| of_reference(f) && !found.contains(f)));
    })?;
    Ok(found)
}

/// `src/a.c:23:8: warning: leak of 'loan' [CWE-401] [-Wanalyzer-malloc-leak]`
fn heard(line: &str) -> Option<Finding> {
    let (place, said) = line.split_once(": warning: ")?;
    let mut place = place.split(':');
    let (file, number) = (place.next()?, place.next()?.parse().ok()?);
    let (flag, means) = TAKEN.iter().find(|(flag, _)| said.trim_end().ends_with(&format!("[{flag}]")))?;
    // In "use after 'free' of 'loan'" the last one is the variable.
    let name = said.rsplit('\'').nth(1).filter(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_'))?;
    let says = format!("{} ({})", means.replace("{}", &format!("`{name}`")), flag.trim_start_matches("-W"));
    Some(Finding { file: Some(file.to_owned()), line: Some(number), ..Finding::new(says) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_a_name_and_a_flag_of_ours_counts() {
        let of = |said: &str| heard(&format!("src/a.c:23:8: warning: {said}")).map(|f| (f.line, f.says));
        let says = |text: &str| Some((Some(23), text.to_owned()));
        assert_eq!(
            of("leak of 'loan' [CWE-401] [-Wanalyzer-malloc-leak]"),
            says("the memory in `loan` is not given back on some way through the function (analyzer-malloc-leak)")
        );
        assert_eq!(
            of("leak of FILE 'in' [CWE-775] [-Wanalyzer-file-leak]"),
            says("the file in `in` is not closed on some way through the function (analyzer-file-leak)")
        );
        assert_eq!(
            of("use after 'free' of 'p' [CWE-416] [-Wanalyzer-use-after-free]"),
            says("`p` is used after it was freed on some way through the function (analyzer-use-after-free)")
        );
        assert_eq!(of("leak of '<unknown>' [CWE-401] [-Wanalyzer-malloc-leak]"), None);
        assert_eq!(of("leak of 'all.first' [CWE-401] [-Wanalyzer-malloc-leak]"), None);
        assert_eq!(of("dereference of possibly-NULL 'p' [CWE-690] [-Wanalyzer-possible-null-dereference]"), None);
        assert_eq!(heard("cc: error: unrecognized command-line option '-fanalyzer'"), None);
    }
}
