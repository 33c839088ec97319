//! A section that teaches something else and only names its stub. Owns what counts as having to do with a unit: the words of its first principle and comments, and
//! what its reference is made of. One of these is enough for a section to stand; refused is only where all are missing, which no section that prepares its stub does,
//! where it has no word of the first principle and no call that the reference makes,
//! or where it has few of its words and is made of nothing that the reference is made of (`features`). The first principle itself, said once and never come back to, is no
//! lesson: then the rest is held to all of this together.

use std::collections::BTreeSet;

use super::features;
use super::hints::stem;
use super::lesson::{names, prose, sentences};
use super::principle::said_in;
use super::reading::{Reading, Stub, words};
use super::targets::has_word;
use crate::proof::fences::fences;
use crate::proof::giveaway::body_of;
use crate::proof::report::Finding;
use crate::proof::subject::LessonSection;
use crate::syntax::{Token, TokenKind};

/// So many words of the unit stand in any text.
const BY_CHANCE: usize = 2;
/// A section says so much of its unit's first principle: one word of so many.
const OF_PRINCIPLE: usize = 3;
/// With fewer words of a first principle, of prose, or fewer parts of the reference nothing can be told.
const FEWEST_OF_PRINCIPLE: usize = 4;
const FEWEST_OF_PROSE: usize = 8;
const FEWEST_OF_REFERENCE: usize = 3;
/// A sentence with so many of so many words of the first principle is that principle.
const QUOTED: (usize, usize) = (7, 10);
/// A reference with fewer things to be shown says nothing about a section.
const FEWEST_FEATURES: usize = 2;

/// Words that stand in every lesson.
const COMMON: &str = "the and that this these those with from into what which when where who why how not for are was were has have had its they them their there \
    then than also but can could would should may might will shall does did done doing one two all any each other another more most some such only own same very \
    out off over under again once here both few nor too just because until while about against between through during before after above below down you your his \
    her she him our ours now section prepares idea implement write function";

/// Parts of code that say nothing about what it does.
const TRIVIAL: &str = "let mut fn main println printf return if else int void char const pub self struct include stdio string use std for in while size_t u32 usize \
    NULL static String str = ( ) { } [ ] ; , . -> & * :: : # < > ! + - == ++ +=";

const KEYWORDS: &str = "switch sizeof match loop move do case some none ok err";

pub fn sections(reading: &Reading, sections: &[(&LessonSection, String)]) -> Vec<Finding> {
    let finding = |(section, unit): &(&LessonSection, String)| {
        let says = format!(
            "\"{}\" belongs to {unit} and teaches something else: it says next to nothing of the first principle and the comment, and its example uses \
             nothing of what the stub takes",
            section.title
        );
        Finding { file: Some(section.name.clone()), unit: Some(unit.clone()), ..Finding::new(says) }
    };
    sections.iter().filter(|(section, unit)| is_astray(reading, section, unit)).map(finding).collect()
}

fn is_astray(reading: &Reading, section: &LessonSection, unit: &str) -> bool {
    let stubs: Vec<&Stub> = reading.stubs.iter().filter(|s| s.unit == unit).collect();
    let names_stub = |sentence: &String| stubs.iter().any(|s| names(sentence, &s.name));
    let said: BTreeSet<String> = sentences(&prose(section)).into_iter().filter(|s| !names_stub(s)).flat_map(|s| content(&s)).collect();
    let principle: BTreeSet<String> = stubs.iter().filter_map(|s| said_in(&s.comment)).flat_map(content).collect();
    let of_names: BTreeSet<String> = stubs.iter().flat_map(|s| content(&s.name)).collect();
    let of_unit = stubs.iter().flat_map(|s| content(&s.comment)).chain(content(&section.title)).filter(|w| !of_names.contains(w));
    let of_unit: BTreeSet<String> = of_unit.collect();
    let shared = of_unit.intersection(&said).count();
    let of_principle = principle.intersection(&said).count();
    let is_enough = principle.len() >= FEWEST_OF_PRINCIPLE && said.len() >= FEWEST_OF_PROSE;
    let is_far = || shared <= BY_CHANCE && of_principle * OF_PRINCIPLE < principle.len() && shows_nothing(reading, section, unit);
    let is_made_of_else = || {
        of_principle * 2 <= principle.len()
            && shared * 4 < of_unit.len()
            && said.len() >= FEWEST_OF_PROSE
            && shares_no_feature(reading, section, unit, &prose(section))
    };
    (is_enough && (is_far() || (of_principle == 0 && names_no_call(reading, unit, &principle))))
        || is_made_of_else()
        || only_quotes(reading, section, unit, &principle, &of_unit)
}

/// Whether the section says its first principle and nothing else that has to do with its unit, in words or in code.
fn only_quotes(reading: &Reading, section: &LessonSection, unit: &str, principle: &BTreeSet<String>, of_unit: &BTreeSet<String>) -> bool {
    let is_quote = |sentence: &str| {
        let said: BTreeSet<String> = content(sentence).into_iter().collect();
        principle.intersection(&said).count() * QUOTED.1 >= principle.len() * QUOTED.0
    };
    let all = sentences(&prose(section));
    let Some(quote) = all.iter().position(|s| is_quote(s)) else { return false };
    let rest: Vec<String> = all[..quote].iter().chain(&all[quote + 1..]).cloned().collect();
    let names_stub = |s: &&String| reading.stubs.iter().any(|stub| stub.unit == unit && names(s, &stub.name));
    let said: BTreeSet<String> = rest.iter().filter(|s| !names_stub(s)).flat_map(|s| content(s)).collect();
    principle.len() >= FEWEST_OF_PRINCIPLE
        && said.len() >= FEWEST_OF_PROSE
        && principle.is_disjoint(&said)
        && (goes_another_way(reading, section, unit)
            || of_unit.intersection(&said).count() <= BY_CHANCE && shares_no_feature(reading, section, unit, &rest.join(" ")))
}

/// How a reference goes on: through a pointer, or by calling itself.
const WAYS: [&str; 2] = ["->", "itself"];

/// Whether the reference goes on in a way that no code of the section shows, which has some: it may well ask for memory as the reference does.
fn goes_another_way(reading: &Reading, section: &LessonSection, unit: &str) -> bool {
    let (wanted, code) = (wanted(reading, unit), code_of(reading, section));
    let shown: BTreeSet<String> = code.iter().flat_map(|c| features::of(reading.syntax, c)).collect();
    let ways = || WAYS.iter().filter(|way| wanted.contains(**way));
    !code.is_empty() && ways().next().is_some() && !ways().any(|way| shown.contains(*way))
}

/// What the references of a unit are made of.
fn wanted(reading: &Reading, unit: &str) -> BTreeSet<String> {
    let (subject, syntax) = (reading.subject, reading.syntax);
    let stubs = subject.exercise.units.iter().filter(|u| u.id == unit).flat_map(|u| &u.stubs);
    let mut wanted = BTreeSet::new();
    for (stub, body) in stubs.filter_map(|s| Some((s, body_of(subject, s)?))) {
        let mut own = features::of(syntax, &body);
        own.extend(features::is_called(syntax, &body, &stub.name).then(|| "itself".to_owned()));
        own.retain(|f| *f != stub.name);
        wanted.extend(own);
    }
    wanted
}

fn code_of(reading: &Reading, section: &LessonSection) -> Vec<String> {
    let is_code = |fence: &crate::proof::fences::Fence| fence.shows_code(&reading.subject.language.fence);
    fences(&section.content).into_iter().filter(is_code).map(|f| f.content).collect()
}

/// Whether the reference has something that a learner must be shown, and no code of the section has any of it, nor its words: a stub that calls itself, and a
/// section that prints columns.
fn shares_no_feature(reading: &Reading, section: &LessonSection, unit: &str, text: &str) -> bool {
    let (wanted, code) = (wanted(reading, unit), code_of(reading, section));
    let shown: BTreeSet<String> = code.iter().flat_map(|c| features::of(reading.syntax, c)).collect();
    let said: BTreeSet<&str> = words(text).collect();
    let is_shown =
        |feature: &String| shown.contains(feature) || said.contains(feature.as_str()) || (feature == "?" && text.contains("`?`"));
    !code.is_empty() && wanted.len() >= FEWEST_FEATURES && !wanted.iter().any(is_shown)
}

/// Whether the references of a unit call what the library has, and none of its sections names any of that or has a word of the first principle: a stub that
/// frees, and nothing of `free` or of who owns what.
fn names_no_call(reading: &Reading, unit: &str, principle: &BTreeSet<String>) -> bool {
    let units = reading.subject.exercise.units.iter().filter(|u| u.id == unit);
    let bodies: Vec<String> = units.flat_map(|u| &u.stubs).filter_map(|stub| body_of(reading.subject, stub)).collect();
    let own: BTreeSet<String> =
        reading.subject.reference.iter().flat_map(|f| reading.syntax.outline(&f.content).functions).map(|f| f.name).collect();
    let is_library = |name: &str| {
        let is_own = own.contains(name) || reading.defined_in_starter(name) || reading.stub_names().contains(&name);
        !is_own && name.chars().count() > 1 && name.starts_with(char::is_lowercase) && !has_word(TRIVIAL, name) && !has_word(KEYWORDS, name)
    };
    let calls = |body: &String| {
        let tokens = reading.syntax.tokens(body);
        let called = tokens.windows(2).filter(|pair| pair[0].kind == TokenKind::Word && pair[1].text == "(");
        called.map(|pair| pair[0].text.clone()).collect::<Vec<_>>()
    };
    let called: BTreeSet<String> = bodies.iter().flat_map(calls).filter(|name| is_library(name)).collect();
    let lesson = || reading.subject.lesson.iter().flatten().filter(|s| reading.unit_of_section(s).as_deref() == Some(unit));
    let said: BTreeSet<&str> = lesson().flat_map(|s| words(&s.content)).collect();
    let of_principle = lesson().flat_map(|s| content(&prose(s))).any(|word| principle.contains(&word));
    !called.is_empty() && !of_principle && !called.iter().any(|name| said.contains(name.as_str()))
}

/// Whether the code of a section, which has some, has no part of the references of its unit that says something.
fn shows_nothing(reading: &Reading, section: &LessonSection, unit: &str) -> bool {
    let units = reading.subject.exercise.units.iter().filter(|u| u.id == unit);
    let stubs: Vec<&crate::exercise::Stub> = units.flat_map(|u| &u.stubs).collect();
    let wanted: BTreeSet<String> =
        stubs.iter().filter_map(|s| body_of(reading.subject, s)).flat_map(|body| telling(reading.syntax.tokens(&body))).collect();
    let is_code = |fence: &crate::proof::fences::Fence| fence.shows_code(&reading.subject.language.fence);
    let code: Vec<String> = fences(&section.content).into_iter().filter(is_code).map(|f| f.content).collect();
    let named = prose(section);
    let named = named.split('`').skip(1).step_by(2).flat_map(words).map(str::to_owned);
    let shown: BTreeSet<String> = code.iter().flat_map(|c| telling(reading.syntax.tokens(c))).chain(named).collect();
    let is_shared = |part: &String| shown.contains(part) && !stubs.iter().any(|s| s.name == *part);
    !code.is_empty() && wanted.len() >= FEWEST_OF_REFERENCE && !wanted.iter().any(is_shared)
}

/// Calls, types, keywords and signs; names of one letter are anybody's.
fn telling(tokens: Vec<Token>) -> impl Iterator<Item = String> {
    let says = |t: &Token| match t.kind {
        TokenKind::Word => t.text.chars().count() > 1,
        TokenKind::Char | TokenKind::Sign => true,
        TokenKind::Number | TokenKind::Text | TokenKind::Comment => false,
    };
    tokens.into_iter().filter(move |t| says(t) && !TRIVIAL.split_whitespace().any(|part| part == t.text)).map(|t| t.text)
}

/// The words that mean something, without their endings.
fn content(text: &str) -> Vec<String> {
    let parts = words(text).flat_map(|w| w.split('_')).map(str::to_lowercase);
    let means = |w: &String| w.chars().count() > 2 && w.chars().all(char::is_alphabetic) && !COMMON.split_whitespace().any(|c| c == w);
    parts.filter(means).map(|w| stem(&w).trim_end_matches('e').to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use crate::proof::RuleId;
    use crate::proof::rules::tests::subject;

    const LOG: &str = "=== src/log.h
int count_lines(const char *path);
=== src/log.c
#include \"log.h\"
#include \"etude.h\"
/* ex-1: how many lines the log at path has, -1 when nobody can open it.
 *
 * First principle: a file that was opened is closed on every way out.
 * Lesson: LESSON.md, section 1 \"Every way out\".
 * Test: test_count_lines_of_a_log
 * Start here: open the file for reading.
 */
int count_lines(const char *path)
{
    ETUDE_TODO(\"ex-1\");
}
=== solution src/log.c
#include \"log.h\"
int count_lines(const char *path)
{
    FILE *log = fopen(path, \"r\");
    if (log == NULL) {
        return -1;
    }
    int lines = 0;
    for (int c = fgetc(log); c != EOF; c = fgetc(log)) {
        lines += c == '\\n';
    }
    fclose(log);
    return lines;
}
=== tests/log.c
#include \"log.h\"
#include \"test.h\"
void test_count_lines_of_a_log(void)
{
    TEST_ASSERT_EQ(count_lines(\"none\"), -1);
}
=== lesson ex-1 concept Every way out
This section prepares `count_lines`. The idea: IDEA.

```c worked
CODE
```

MORE

Now implement `count_lines`.
";

    fn astray(idea: &str, code: &str, more: &str) -> bool {
        let subject = subject("c", &LOG.replace("IDEA", idea).replace("CODE", code).replace("MORE", more));
        let mut found =
            crate::proof::rules::check(&subject).into_iter().filter(|c| c.rule == RuleId::LessonNamesStub).flat_map(|c| c.findings);
        found.any(|f| f.says.contains("teaches something else"))
    }

    const SORTS: &str = "int main(void)\n{\n    int row[] = {3, 1};\n    int small = row[0] > row[1];\n    printf(\"%d\\n\", row[small]);\n    return 0;\n}";

    #[test]
    fn a_section_that_has_nothing_of_its_unit_but_the_name_is_astray() {
        let idea = "of two neighbours the smaller goes to the left";
        let more = "After one walk the largest stands at the right end. Each further walk may stop sooner, until nothing is left to swap.";
        assert!(astray(idea, SORTS, more));
        let said = "a file that was opened is closed on every way out";
        assert!(astray(said, SORTS, more), "it says the first principle and never comes back to it");
        assert!(!astray(said, SORTS, &format!("{more} Whoever opens a file closes it, on every way.")), "it comes back to it");
        assert!(!astray(said, &SORTS.replace("int small", "fclose(tmpfile());\n    int small"), more), "it shows what the stub needs");
        let shows = SORTS.replace("int small", "fclose(tmpfile());\n    int small");
        assert!(!astray(idea, &shows, more), "it shows what the stub needs");
        let speaks = "Whoever opens a file for reading counts its lines, and a path that nobody can open is told apart.";
        assert!(!astray(idea, SORTS, speaks), "it speaks of what the comment speaks of");
        assert!(!astray("smaller left", SORTS, ""), "too short to tell");
    }

    #[test]
    fn a_section_that_quotes_its_principle_and_goes_another_way_is_astray() {
        let said = "a file that was opened is closed on every way out";
        let more = "After one walk the largest stands at the right end. Each further walk may stop sooner, until nothing is left to swap.";
        let through = LOG.replace("    fclose(log);", "    log->done = fclose(log);");
        let of = |code: &str, more: &str| {
            let subject = subject("c", &through.replace("IDEA", said).replace("CODE", code).replace("MORE", more));
            crate::proof::rules::check(&subject).iter().flat_map(|c| &c.findings).any(|f| f.says.contains("teaches something else"))
        };
        let shows = SORTS.replace("int small", "fclose(tmpfile());\n    int small");
        assert!(of(&shows, more), "a call is shared, and the way through a pointer is nowhere");
        assert!(!of(&shows.replace("tmpfile()", "it->file"), more));
        assert!(!of(&shows, &format!("{more} Whoever opens a file closes it, on every way.")), "it comes back to it");
    }

    #[test]
    fn a_section_made_of_nothing_that_the_reference_is_made_of_is_astray() {
        let idea = "a way out of a loop takes every value along";
        let more = "Each walk may stop sooner than the last, and a number stays behind. Nothing is left to swap when the largest has come to the right end of the row.";
        assert!(astray(idea, SORTS, more), "two everyday words of the principle say nothing");
        assert!(
            !astray(idea, &SORTS.replace("int small", "int c = fgetc(stdin);\n    int small"), more),
            "it shows a call of the reference"
        );
    }

    #[test]
    fn a_section_without_its_principle_and_without_a_call_of_the_reference_is_astray() {
        let idea = "a log has lines, and a path leads to it when nobody has it";
        let walks = SORTS.replace("int small", "for (int c = 0; c != EOF; c++) {\n    }\n    int small");
        let more = "Lines are counted one by one, and how many there are is known at the last. A path of the log may be long.";
        assert!(astray(idea, &walks, more), "words of the comment are not what the stub needs");
        assert!(!astray(idea, &walks.replace("c = 0", "c = fgetc(stdin)"), more), "it has a call of the reference");
        assert!(!astray(idea, &walks, &format!("{more} What is opened is closed.")), "it speaks of the principle");
    }
}
