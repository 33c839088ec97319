//! Characters of which the starter says nothing, and without which the tests are not passed: the reference skips line ends too where the comment speaks of blanks
//! and commas only. Owns when a character is told, by itself or in words; whether it matters, a reference that does not know it says. Refuses only what some
//! test writes: what a reference marks for itself is its own affair.

use super::Subject;
use super::ablation;
use super::mutants::{self, Kind, Mutant};
use super::mutation::at_place;
use super::report::{Check, RuleId};
use super::variants::{Fate, Tried};
use super::whole::check;
use crate::exercise::TextFile;
use crate::syntax::{Token, TokenKind};

/// How words tell of a character, by their beginnings.
const WORDS: [(&str, &str); 19] = [
    ("\n\r", "line newline row paragraph"),
    ("\t", "tab blank space whitespace white column"),
    (" ", "blank space whitespace white word sentence column gap"),
    (",", "comma csv"),
    (".", "dot point period decimal fraction stop"),
    (":", "colon"),
    (";", "semicolon"),
    ("-", "minus dash hyphen negative sign"),
    ("+", "plus sign"),
    ("_", "underscore underline"),
    ("/", "slash path comment divi"),
    ("\\", "backslash escape"),
    ("\"'", "quot apostrophe"),
    ("()[]{}<>", "bracket parenthes brace"),
    ("=", "equal assign"),
    ("#", "hash pound comment"),
    ("%", "percent"),
    ("*", "star asterisk multipl"),
    ("&|!?$^~", "ampersand pipe bar exclamation question dollar caret tilde"),
];

/// The reference without each such character.
pub(super) fn unsaid(subject: &Subject, source: &[TextFile]) -> Vec<Mutant> {
    let stubs = ablation::stubs(subject);
    let all = mutants::looked_for(subject.language, &subject.starter, source, &stubs);
    all.into_iter().filter(|(c, _)| !is_told(subject, *c) && is_asked(subject, *c)).map(|(_, mutant)| mutant).collect()
}

/// Those that the tests ask for, and numbers (`untold`) as well; nothing where there are none.
pub(super) fn asked_for(subject: &Subject, unsaid: &[Mutant], tried: &[Tried]) -> Option<Check> {
    let mut findings = Vec::new();
    for (mutant, tried) in unsaid.iter().zip(tried) {
        if let Fate::Fails(test) = &tried.fate {
            let (stub, before, after) = (&mutant.stub, ablation::one_line(&mutant.before), ablation::one_line(&mutant.after));
            let says = match mutant.kind {
                Kind::OffByOne => {
                    let others: Vec<String> = super::untold::made_only(subject, stub).iter().map(u64::to_string).collect();
                    let besides = match others.is_empty() {
                        true => String::new(),
                        false => format!("; {} does not stand there either", others.join(" or ")),
                    };
                    format!(
                        "`{test}` fails for a `{stub}` with {after} instead of {before}, and the starter does not say that number; the contract shows every one{besides}"
                    )
                }
                Kind::Boundary => format!(
                    "`{test}` fails for a `{stub}` with {after} instead of {before}, and the starter does not say which of equals is meant; the contract tells what a test asks"
                ),
                Kind::Sizeof => format!(
                    "`{test}` fails for a `{stub}` with malloc in the place of {before}, and the starter does not say that the memory is all zeros; the contract promises what a test looks at"
                ),
                Kind::Method if ["lower", "upper"].iter().any(|word| before.contains(word)) => format!(
                    "`{test}` fails for a `{stub}` with {after} instead of {before}, and what the starter says of it has no word for small or capital letters; the contract tells whether they are the same"
                ),
                Kind::Method => format!(
                    "`{test}` fails for a `{stub}` with {after} instead of {before}, and what the starter says of it has no word for letters, digits or other signs; the contract tells which of them count"
                ),
                _ => format!(
                    "`{test}` fails for a `{stub}` without {before}, and the starter says nothing of that character; the contract shows every one"
                ),
            };
            findings.push(at_place(subject, mutant, says));
        }
    }
    (!findings.is_empty()).then(|| check(RuleId::VisibleConstants, None, findings, 0))
}

/// Whether some test writes it.
pub(super) fn is_asked(subject: &Subject, c: char) -> bool {
    literals(subject, &subject.tests).iter().any(|text| holds(text, c))
}

fn literals(subject: &Subject, files: &[TextFile]) -> Vec<String> {
    let Some(syntax) = subject.language.syntax() else { return Vec::new() };
    let is_literal = |t: &Token| matches!(t.kind, TokenKind::Text | TokenKind::Char);
    files.iter().flat_map(|f| syntax.tokens(&f.content)).filter(is_literal).map(|t| t.text).collect()
}

fn holds(text: &str, c: char) -> bool {
    let escaped = match c {
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        '\\' => "\\\\",
        _ => "",
    };
    let inside = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
    inside.contains(c) || (!escaped.is_empty() && text.contains(escaped))
}

/// In a literal, by its name, or between two others in a comment (`08:30`).
pub(super) fn is_told(subject: &Subject, c: char) -> bool {
    let Some(syntax) = subject.language.syntax() else { return true };
    let comments = subject.starter.iter().flat_map(|f| syntax.tokens(&f.content)).filter(|t| t.kind == TokenKind::Comment);
    let comments: String = comments.map(|t| t.text + "\n").collect();
    let names = WORDS.iter().find(|(signs, _)| signs.contains(c)).map_or("", |(_, names)| names);
    let lower = comments.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    let by_name = words.any(|word| names.split_whitespace().any(|name| word.starts_with(name)));
    let signs: Vec<char> = comments.chars().collect();
    let between = !c.is_whitespace() && signs.windows(3).any(|w| w[1] == c && !w[0].is_whitespace() && !w[2].is_whitespace());
    let shown = c.is_whitespace() && c != ' ' && holds(&format!("'{}'", comments.replace(['\n', '\t', '\r'], " ")), c);
    by_name || between || shown || literals(subject, &subject.starter).iter().any(|text| holds(text, c))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::proof::rules::tests::subject;

    fn exercise(says: &str, solution: &str, input: &str) -> String {
        format!(
            "=== src/a.h\nint parts(const char *text);\n=== src/a.c\n#include \"a.h\"\n#include \"etude.h\"\n/* ex-1: {says} */\nint parts(const char *text)\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n=== solution src/a.c\n#include \"a.h\"\nint parts(const char *text)\n{{\n    {solution}\n}}\n=== tests/a.c\n#include \"a.h\"\n#include \"test.h\"\nvoid test_parts_are_counted(void)\n{{\n    TEST_ASSERT_EQ(parts({input}), 2);\n}}\n"
        )
    }

    /// What is asked of the reference with one character less.
    fn asked(says: &str, solution: &str, input: &str) -> Vec<String> {
        let subject = subject("c", &exercise(says, solution, input));
        unsaid(&subject, &subject.source_with(&subject.reference)).into_iter().map(|m| m.after).collect()
    }

    const SKIPS: &str = "return *text == ' ' || *text == '\\n';";
    const LINES: &str = "\"a \\nb\"";

    #[test]
    fn a_character_that_nobody_tells_is_taken_away() {
        assert_eq!(asked("blanks are skipped.", SKIPS, LINES), ["*text == '\\x01'"]);
        for told in ["blanks and line ends are skipped.", "blanks and '\\n' are skipped.", "one blank, or a newline."] {
            assert_eq!(asked(told, SKIPS, LINES), [""; 0], "{told}");
        }
        assert_eq!(asked("blanks are skipped.", SKIPS, "\"a b\""), [""; 0], "no test writes it");
        assert_eq!(asked("blanks are skipped.", "return text[1] = '\\n';", LINES), [""; 0], "what is written is not looked for");
    }

    #[test]
    fn it_is_looked_for_by_calls_cases_and_among_others() {
        let semicolon = "\"a;b\"";
        assert_eq!(asked("the parts.", "return strchr(text, ';') != 0;", semicolon), ["strchr(text, '\\x01')"]);
        assert_eq!(asked("the parts.", "switch (*text) {\n    case ';':\n        return 1;\n    }\n    return 0;", semicolon).len(), 1);
        assert_eq!(asked("the blanks.", "return strcspn(text, \" ;\");", semicolon), ["strcspn(text, \" \\x01\")"]);
        assert_eq!(asked("as in a;b.", "return strchr(text, ';') != 0;", semicolon), [""; 0], "an example shows it");
    }

    #[test]
    fn it_is_refused_where_a_test_asks_for_it() {
        let subject = subject("c", &exercise("blanks are skipped.", SKIPS, LINES));
        let all = unsaid(&subject, &subject.source_with(&subject.reference));
        let fate = |fate| [Tried { fate, told_by: Vec::new(), tests: Vec::new(), took: Duration::ZERO }];
        let check = asked_for(&subject, &all, &fate(Fate::Fails("test_parts_are_counted".to_owned()))).expect("a finding");
        assert!(!check.ok && check.rule == RuleId::VisibleConstants && check.findings[0].says.contains("'\\n'"), "{check:?}");
        assert!(asked_for(&subject, &all, &fate(Fate::Passes)).is_none());
    }
}
