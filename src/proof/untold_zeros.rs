//! Zeros that a test wants to see in new memory, of which the starter says nothing: a solution with `malloc` does what the comment asks, and fails. Owns when they are told,
//! and when a test looks there itself; what a given function reads is for its own code to tell.

use super::Subject;
use super::ablation;
use super::mutants::{self, Mutant};
use super::untold::own_text;
use crate::exercise::TextFile;
use crate::language::Language;

const WORDS: [&str; 10] = ["zero", "nought", "cleared", "clears", "calloc", "null", "blank", "unset", "nothing", "0"];

/// The reference with something else in such memory.
pub(super) fn untold(subject: &Subject, source: &[TextFile]) -> Vec<Mutant> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    let all = mutants::zeroed(subject.language, &subject.starter, source, &ablation::stubs(subject));
    let is_secret = |(names, mutant): &(Vec<String>, Mutant)| {
        !is_told(&mutant.stub, &own_text(subject, &mutant.stub, syntax))
            && is_looked_at(subject.language, &subject.tests, &mutant.stub, names)
    };
    all.into_iter().filter(is_secret).map(|(_, mutant)| mutant).collect()
}

/// By a word for it in what is said of the stub. That the whole thing is empty says how much is in it, not what is in its memory.
fn is_told(stub: &str, text: &str) -> bool {
    let says = |line: &&str| !["lesson.md", "todo!(", "etude_todo(", "#include"].iter().any(|other| line.contains(other));
    let lower: String = text.to_lowercase().lines().filter(says).map(|line| format!("{line}\n")).collect();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let empty = words.windows(2).any(|w| w[0] == "empty" && !stub.to_lowercase().split('_').any(|part| part == w[1]));
    empty || words.iter().any(|word| WORDS.iter().any(|told| word == told || (told.len() > 3 && word.starts_with(told))))
}

/// Whether a test of the stub reads an element there: `deck.lengths[0]`, or `row[0]` of what the stub gave back.
fn is_looked_at(language: &Language, tests: &[TextFile], stub: &str, names: &[String]) -> bool {
    let Some(syntax) = language.syntax() else { return false };
    let call = format!("{stub}(");
    let reads = |body: &str| {
        let given = body.lines().filter(|l| l.contains(&call)).filter_map(|l| l.split_once('=').map(|(to, _)| to));
        let own = given.filter_map(|to| to.trim_end().rsplit(|c: char| !c.is_alphanumeric() && c != '_').next());
        let all: Vec<&str> = own.chain(names.iter().map(String::as_str)).filter(|name| !name.is_empty()).collect();
        body.lines().any(|line| line.contains("ASSERT") && all.iter().any(|name| line.contains(&format!("{name}["))))
    };
    tests.iter().any(|file| {
        syntax
            .heads(&file.content)
            .iter()
            .any(|head| reads(&file.content[head.body.clone()]) && file.content[head.body.clone()].contains(&call))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::rules::tests::subject;

    fn asked(says: &str, solution: &str, test: &str) -> usize {
        let pack = format!(
            "=== src/a.h\nstruct deck {{ int *lengths; int count; }};\n=== src/a.c\n#include \"a.h\"\n#include \"etude.h\"\n/* ex-1: {says} */\nint deck_open(struct deck *deck, int n)\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n=== solution src/a.c\n#include \"a.h\"\nint deck_open(struct deck *deck, int n)\n{{\n    {solution}\n}}\n=== tests/a.c\n#include \"a.h\"\n#include \"test.h\"\nvoid test_deck_open_is_empty(void)\n{{\n    struct deck deck;\n    TEST_ASSERT_EQ(deck_open(&deck, 2), 1);\n    {test}\n}}\n"
        );
        let subject = subject("c", &pack);
        untold(&subject, &subject.source_with(&subject.reference)).len()
    }

    const OPENS: &str = "int *lengths = calloc(n, sizeof *lengths);\n    if (lengths == NULL) {\n        return 7;\n    }\n    deck->lengths = lengths;\n    deck->count = n;\n    return 1;";
    const LOOKS: &str = "TEST_ASSERT_EQ(deck.lengths[1], 0);";

    #[test]
    fn zeros_that_nobody_tells_and_a_test_looks_at_are_taken_away() {
        assert_eq!(asked("opens an empty deck.", OPENS, LOOKS), 1);
        for told in ["opens a deck, each place zero.", "opens a deck with empty places.", "all lengths are 0."] {
            assert_eq!(asked(told, OPENS, LOOKS), 0, "{told}");
        }
        assert_eq!(asked("opens an empty deck.", OPENS, "TEST_ASSERT_EQ(deck.count, 2);"), 0, "no test looks there");
        assert_eq!(asked("opens a deck.", &OPENS.replace("deck->count = n;", "lengths[0]++;"), LOOKS), 0, "it needs them for itself");
        assert_eq!(asked("opens a deck.", &OPENS.replace("calloc(n, sizeof *lengths)", "malloc(n)"), LOOKS), 0);
    }
}
