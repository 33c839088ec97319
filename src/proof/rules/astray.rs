//! A section that teaches something else and only names its stub. Owns what counts as having to do with a unit: the words of its first principle and comments, and
//! what its reference is made of. One of these is enough for a section to stand; refused is only where all are missing, which no section that prepares its stub does.

use std::collections::BTreeSet;

use super::hints::stem;
use super::lesson::{names, prose, sentences};
use super::principle::said_in;
use super::reading::{Reading, Stub, words};
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

/// Words that stand in every lesson.
const COMMON: &str = "the and that this these those with from into what which when where who why how not for are was were has have had its they them their there \
    then than also but can could would should may might will shall does did done doing one two all any each other another more most some such only own same very \
    out off over under again once here both few nor too just because until while about against between through during before after above below down you your his \
    her she him our ours now section prepares idea implement write function";

/// Parts of code that say nothing about what it does.
const TRIVIAL: &str = "let mut fn main println printf return if else int void char const pub self struct include stdio string use std for in while size_t u32 usize \
    NULL static String str = ( ) { } [ ] ; , . -> & * :: : # < > ! + - == ++ +=";

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
    let shared = of_unit.collect::<BTreeSet<_>>().intersection(&said).count();
    let of_principle = principle.intersection(&said).count();
    let is_enough = principle.len() >= FEWEST_OF_PRINCIPLE && said.len() >= FEWEST_OF_PROSE;
    is_enough && shared <= BY_CHANCE && of_principle * OF_PRINCIPLE < principle.len() && shows_nothing(reading, section, unit)
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
        assert!(!astray("a file that was opened is closed on every way out", SORTS, more), "it says the first principle");
        let shows = SORTS.replace("int small", "fclose(tmpfile());\n    int small");
        assert!(!astray(idea, &shows, more), "it shows what the stub needs");
        let speaks = "Whoever opens a file for reading counts its lines, and a path that nobody can open is told apart.";
        assert!(!astray(idea, SORTS, speaks), "it speaks of what the comment speaks of");
        assert!(!astray("smaller left", SORTS, ""), "too short to tell");
    }
}
