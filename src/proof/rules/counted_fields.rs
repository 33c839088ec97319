//! A comment that says "answers how many guests are left", where the reference answers with what one guest has (`guest->minutes`, or a sum of it). Owns when that is
//! sure: the thing that is counted has a struct, the answer is a field of that struct, and no word of the sentence is that field's. C only, where every answer stands
//! behind `return`; fields that may hold a number of things are left alone.

use super::hints::stem;
use super::reading::{Reading, Stub, squeezed, words};
use super::stubs::about;
use crate::proof::mutants::fields;
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

const ANSWERS: [&str; 4] = ["answers", "returns", "gives", "is"];
/// Such a field of one thing may say how many there are.
const COUNTS: &[&str] =
    &["count", "size", "len", "length", "number", "amount", "total", "left", "used", "rest", "many", "depth", "height", "rank"];

pub fn told_otherwise(reading: &Reading) -> Vec<Finding> {
    if reading.subject.language.name != "c" {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        for (thing, sentence) in counted(&stub.contract) {
            let Some(field) = answered(reading, stub, &thing, &sentence) else { continue };
            let says = format!(
                "the comment of `{}` says that it answers how many {thing} there are, and the reference answers with the `{field}` of one; words and code tell the same",
                stub.name
            );
            findings.push(about(stub, says));
        }
    }
    findings.dedup();
    findings
}

/// "Answers how many guests are left": guests, and the sentence.
fn counted(contract: &str) -> Vec<(String, String)> {
    let text = squeezed(contract).replace('`', "").to_lowercase();
    let of_sentence = |sentence: &str| {
        let said: Vec<&str> = words(sentence).collect();
        let is_told = |at: usize| ANSWERS.contains(&said[at]) && said.get(at + 1..at + 3) == Some(&["how", "many"]);
        let at = (0..said.len()).find(|at| is_told(*at))?;
        Some(((*said.get(at + 3)?).to_owned(), sentence.to_owned()))
    };
    text.split(['.', ';', ',']).filter_map(of_sentence).collect()
}

/// The field of one such thing that every answer is, but for the names and numbers that stand for themselves.
fn answered(reading: &Reading, stub: &Stub, thing: &str, sentence: &str) -> Option<String> {
    let subject = reading.subject;
    let own = fields(subject.language, &subject.source_with(&subject.reference), thing.strip_suffix('s')?);
    let said: Vec<String> = words(sentence).map(stem).collect();
    let is_meant = |name: &str| {
        let counts = name.split('_').any(|part| COUNTS.contains(&part) || said.contains(&stem(part)));
        own.iter().any(|(field, of)| field == name && !of.contains('*')) && !counts
    };
    let file = subject.reference.iter().find(|f| reading.syntax.heads(&f.content).iter().any(|h| h.name == stub.name))?;
    let head = reading.syntax.heads(&file.content).into_iter().find(|h| h.name == stub.name)?;
    let tokens: Vec<Token> =
        reading.syntax.tokens(file.content.get(head.body)?).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_str());
    let mut found = None;
    for at in (0..tokens.len()).filter(|at| text(*at) == "return") {
        let name = text(at + 1);
        let is_alone = text(at + 2) == ";" && tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::Word);
        if name.chars().all(|c| !c.is_lowercase()) {
            continue;
        }
        let field = if text(at + 2) == "->" && text(at + 4) == ";" { Some(text(at + 3)) } else { None };
        let field = field.or_else(|| kept(&tokens, name).filter(|_| is_alone))?;
        found = Some(field.to_owned()).filter(|f| is_meant(f) && found.is_none_or(|other| other == *f));
        found.as_ref()?;
    }
    found
}

/// The field that a variable is given, or all fields are that are added to it; nothing where it is anything else besides nought.
fn kept<'t>(tokens: &'t [Token], name: &str) -> Option<&'t str> {
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_str());
    let mut found = None;
    for at in (0..tokens.len()).filter(|at| text(*at) == name) {
        match text(at + 1) {
            "=" if text(at + 2) == "0" && matches!(text(at + 3), ";" | ",") => {}
            "=" | "+=" if text(at + 3) == "->" && text(at + 5) == ";" => match found {
                Some(other) if other != text(at + 4) => return None,
                _ => found = Some(text(at + 4)),
            },
            "=" | "+=" | "-=" | "*=" | "++" | "--" => return None,
            _ if at > 0 && matches!(text(at - 1), "++" | "--" | "&") => return None,
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    fn found(says: &str, body: &str) -> usize {
        let head = "int leave(struct guest **first)";
        let exercise = format!(
            "=== src/a.h\nstruct guest {{ int minutes; int count; struct guest *behind; }};\n/* ex-1: takes one out. {says} */\n{head};\n\
             === src/a.c\n#include \"etude.h\"\n#include \"a.h\"\n//@ex-1 test_leave_leaves\n{head}\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n\
             === solution src/a.c\n#include \"a.h\"\n{head}\n{{\n    struct guest *guest = *first;\n    if (guest == NULL) {{\n        return NOBODY;\n    }}\n{body}\n}}\n\
             === tests/a.c\n#include \"test.h\"\n#include \"a.h\"\nvoid test_leave_leaves(void)\n{{\n    TEST_ASSERT_EQ(leave(0), NOBODY);\n}}\n"
        );
        let all = super::super::of_the_reference(&subject("c", &exercise));
        all.iter().filter(|f| f.says.contains("answers how many guests")).count()
    }

    const KEPT: &str = "    int minutes = guest->minutes;\n    *first = guest->behind;\n    return minutes;";

    #[test]
    fn what_one_has_is_not_how_many_there_are() {
        const SAYS: &str = "Answers how many guests are left, or NOBODY.";
        assert_eq!(found(SAYS, KEPT), 1);
        assert_eq!(
            found(
                SAYS,
                "    int all = 0;\n    for (; guest; guest = guest->behind) {\n        all += guest->minutes;\n    }\n    return all;"
            ),
            1
        );
        assert_eq!(found(SAYS, "    return guest->minutes;"), 1);
        assert_eq!(found(SAYS, "    int all = 0;\n    for (; guest; guest = guest->behind) {\n        all++;\n    }\n    return all;"), 0);
        assert_eq!(found(SAYS, "    return guest->count;"), 0, "that may be it");
        assert_eq!(found("Answers how many minutes that guest had.", KEPT), 0);
        assert_eq!(found("Answers the minutes.", KEPT), 0);
    }
}
