//! What an author sets aside as equivalent: entries of `[[equivalent]]`. Owns which slip an entry means, and which entries no slip needs; whether ordinary input tells
//! a slip from the reference all the same is asked in `mutation`.

use super::ablation::{self, one_line};
use super::mutants::{self, Mutant};
use super::mutation::instead;
use super::report::Finding;
use super::variants::{Fate, Tried};
use super::{Equivalent, Subject};
use crate::exercise::TextFile;

/// What became of an entry in the list of equivalent mutants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Nothing,
    IsRejected,
    Survives,
}

pub(super) fn is_listed(listed: &Equivalent, mutant: &Mutant) -> bool {
    // As it stands in the file, or as the report shows it.
    let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace()) || a.trim() == one_line(b);
    // Behind a label something has to stand: there what is left out leaves its semicolon.
    let left_out = |text: &str| text.trim().trim_matches(['{', '}', ';', ' ']).is_empty();
    let after = same(&listed.after, &mutant.after) || left_out(&listed.after) && left_out(&mutant.after);
    listed.stub == mutant.stub && same(&listed.before, &mutant.before) && after
}

/// Entries of the list that no slip needs. An author sets aside what the report shows: a mutant, or a slip of a place that is asked about beside them.
pub(super) fn entries<'m>(
    subject: &Subject,
    source: &[TextFile],
    asked: &[Mutant],
    tried: &[Tried],
    of_shapes: impl Iterator<Item = &'m Mutant>,
) -> Vec<Finding> {
    if subject.equivalent.is_empty() {
        return Vec::new();
    }
    let (language, starter, stubs) = (subject.language, &subject.starter, ablation::stubs(subject));
    // What is not made because it could not show is equivalent, as the entry says; so is what nobody tried.
    let mut untried = mutants::left_out(language, starter, source, &stubs);
    untried.extend(mutants::beside(language, starter, source, &stubs, &asked.iter().collect::<Vec<_>>()));
    untried.extend(of_shapes.cloned());
    let use_of = |entry: &Equivalent| {
        let fates = asked.iter().zip(tried).filter(|(mutant, _)| is_listed(entry, mutant));
        // On a busy machine an honest run may take too long: that says nothing against the entry.
        let survives = |fate: &Fate| matches!(fate, Fate::Passes | Fate::TimesOut);
        fates.map(|(_, tried)| if survives(&tried.fate) { Use::Survives } else { Use::IsRejected }).max().unwrap_or(Use::Nothing)
    };
    let is_right = |entry: &Equivalent| untried.iter().any(|mutant| is_listed(entry, mutant));
    let used = subject.equivalent.iter().map(|entry| (entry, use_of(entry)));
    let idle = used.filter(|(entry, used)| *used != Use::Survives && !(*used == Use::Nothing && is_right(entry)));
    idle.map(|(entry, used)| {
        let why = match used {
            Use::Nothing => "there is no such mutant, only those that this report shows can be set aside",
            _ => "the tests reject it, so it is not equivalent",
        };
        let slip = instead(&one_line(&entry.before), &one_line(&entry.after));
        Finding::new(format!("[[equivalent]] of `{}`, {slip}: {why}; take it out", entry.stub))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::rules::tests::subject;
    use std::time::Duration;

    const LOCK: &str = "=== src/lib.rs
//! A lock.

//@ex-1 test_raise_refuses
pub fn raise(level: Option<u32>) -> Result<u32, String> {
    todo!(\"ex-1\")
}
=== tests/lock.rs
use exercise::*;

// ex-1

#[test]
fn test_raise_refuses() {
    assert!(raise(None).is_err());
}
=== solution src/lib.rs
pub fn raise(level: Option<u32>) -> Result<u32, String> {
    if level.is_none() {
        return Err(String::new());
    }
    Ok(level.unwrap_or(0) + 1)
}
";

    fn entry(before: &str, after: &str) -> Equivalent {
        let text = |t: &str| t.to_owned();
        Equivalent { stub: text("raise"), before: text(before), after: text(after), why: text("so it is") }
    }

    /// What is said of an entry when the tests reject the slips for which this is true.
    fn said(entry: Equivalent, rejects: impl Fn(&Mutant) -> bool) -> Vec<String> {
        let mut subject = subject("rust", LOCK);
        subject.equivalent = vec![entry];
        let source = subject.source_with(&subject.reference);
        let asked = mutants::mutants(subject.language, &subject.starter, &source, &ablation::stubs(&subject));
        let fate = |m: &Mutant| if rejects(m) { Fate::Fails("test_raise_refuses".to_owned()) } else { Fate::Passes };
        let tried = |m| Tried { fate: fate(m), told_by: Vec::new(), tests: Vec::new(), took: Duration::ZERO };
        let tried: Vec<Tried> = asked.iter().map(tried).collect();
        entries(&subject, &source, &asked, &tried, std::iter::empty()).into_iter().map(|f| f.says).collect()
    }

    #[test]
    fn a_slip_that_writes_nothing_is_said_to_leave_out() {
        assert_eq!(instead("out[length] = '\\0';", ""), "out[length] = '\\0'; left out");
        assert_eq!(instead("a < b", "a <= b"), "a <= b instead of a < b");
        let left_out = said(entry("level.is_some()", ""), |_| false);
        assert!(left_out[0].contains("of `raise`, level.is_some() left out: there"), "{left_out:?}");
    }

    #[test]
    fn what_leaves_its_semicolon_behind_a_label_is_set_aside_as_left_out() {
        let files = [TextFile {
            path: "src/a.c".to_owned(),
            content: "int f(char *p)\n{\n    goto out;\nout:\n    free(p);\n    return 1;\n}\n".to_owned(),
        }];
        let stub = crate::exercise::Stub { name: "f".to_owned(), file: "src/a.c".to_owned(), line: 1 };
        let all = mutants::mutants(crate::language::by_name("c").expect("C"), &files, &files, &[stub]);
        let free = all.iter().find(|m| m.before == "free(p);").expect("a slip");
        let listed = Equivalent { stub: "f".to_owned(), before: "free(p);".to_owned(), after: String::new(), why: String::new() };
        assert!(is_listed(&listed, free), "{free:?}");
        assert!(!is_listed(&Equivalent { after: "free(q);".to_owned(), ..listed }, free));
    }

    #[test]
    fn an_entry_may_name_what_the_report_shows_and_nothing_else() {
        let check = || entry("level.is_none()", "false");
        assert_eq!(said(check(), |_| false), Vec::<String>::new());
        assert!(said(check(), |_| true)[0].contains("the tests reject it"));
        assert!(said(entry("level.is_some()", "false"), |_| false)[0].contains("there is no such mutant"));
    }

    #[test]
    fn a_slip_of_a_place_that_was_asked_beside_the_mutants_may_be_set_aside_too() {
        // As where the bound on mutants left only others of the place.
        let mut subject = subject("rust", LOCK);
        subject.equivalent = vec![entry("level.is_none()", "false")];
        let source = subject.source_with(&subject.reference);
        let all = mutants::of_other_places(subject.language, &subject.starter, &source, &ablation::stubs(&subject), &[]);
        let mut other = all.into_iter().find(|m| m.before == "level.is_none()").expect("a check that refuses");
        other.after = "true".to_owned();
        let tried = Tried { fate: Fate::Passes, told_by: Vec::new(), tests: Vec::new(), took: Duration::ZERO };
        assert_eq!(entries(&subject, &source, &[other], &[tried], std::iter::empty()), []);
        assert_eq!(entries(&subject, &source, &[], &[], std::iter::empty()).len(), 1);
    }
}
