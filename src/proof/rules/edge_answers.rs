//! What a comment says of a parameter against a limit, with the answer for it ("TOO_LONG when length is more than the metres that are left"), and the reference
//! does otherwise: it draws the edge on the other side, or answers with another name. Owns the one shape of sentence that leaves no doubt which comparison is
//! meant, `… when <parameter> is <more than> <limit>`; everything looser is for `edge_words`.

use super::constants::is_constant_name;
use super::edge_words::{BEFORE, Edge, edge_of, is_whole};
use super::reading::{Reading, Stub, squeezed, words};
use super::stubs::about;
use crate::proof::mutants::turned;
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

/// One comparison, in words or in code.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Compared {
    parameter: String,
    limit: String,
    edge: Edge,
    /// The names that are answered where it holds.
    answer: Vec<String>,
}

pub fn told_otherwise(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let done = done(reading, stub);
        for told in told(&stub.contract) {
            let same: Vec<&Compared> = done.iter().filter(|d| d.parameter == told.parameter && d.limit == told.limit).collect();
            findings.extend(otherwise(stub, &told, &same, &done).map(|says| about(stub, says)));
        }
    }
    findings.dedup();
    findings
}

fn otherwise(stub: &Stub, told: &Compared, same: &[&Compared], all: &[Compared]) -> Option<String> {
    let Compared { parameter, limit, edge, answer } = told;
    if !same.is_empty() && same.iter().all(|d| d.edge != *edge) {
        let belongs = if *edge == Edge::Behind { "below" } else { "above" };
        return Some(format!(
            "the comment of `{}` counts a `{parameter}` of just {limit} to what lies {belongs}, and the reference does not; words and code draw one edge",
            stub.name
        ));
    }
    // A name that the reference answers nowhere in a comparison may come by another way.
    let (said, known) = (answer.first()?, |d: &Compared| d.answer.contains(answer.first().unwrap_or(limit)));
    let [one] = same else { return None };
    (!one.answer.is_empty() && !known(one) && all.iter().any(known)).then(|| {
        format!(
            "the comment of `{}` says {said} for this `{parameter}` at {limit}, and the reference answers {}",
            stub.name,
            one.answer.join("::")
        )
    })
}

/// `TOO_LONG when length is more than the metres`, in a contract.
fn told(contract: &str) -> Vec<Compared> {
    let text = squeezed(contract).replace('`', "").replace("::", "_of_").replace("->", "_of_").replace("self.", "");
    let mut found = Vec::new();
    for clause in text.split(['.', ';', ':', '?', '(', ')', ',']) {
        let said: Vec<&str> = words(clause).collect();
        let lower: Vec<String> = said.iter().map(|w| w.to_lowercase()).collect();
        let is_at = |at: usize, list: &[&str]| lower.get(at).is_some_and(|w| list.contains(&w.as_str()));
        for (phrase, edge) in &BEFORE {
            for at in (0..lower.len()).filter(|at| lower[*at..].iter().take(phrase.len()).eq(phrase.iter())) {
                let is = at.wrapping_sub(1 + usize::from(at > 0 && is_at(at - 1, &["not", "no"])));
                let (Some(parameter), true) = (is.checked_sub(1).filter(|p| *p < at).map(|p| said[p]), is_at(is, &["is", "was"])) else {
                    continue;
                };
                let limit = at + phrase.len() + usize::from(is_at(at + phrase.len(), &["the", "its", "a"]));
                let Some(limit) = lower.get(limit).filter(|_| said[limit..].first().is_some_and(|w| !is_constant_name(w))) else {
                    continue;
                };
                let when = (is - 1).wrapping_sub(1 + usize::from(is > 1 && is_at(is - 2, &["the", "a"])));
                let named = when.checked_sub(1).filter(|n| *n < at && is_at(when, &["when", "if", "where"])).map(|n| said[n]);
                let answer = named.and_then(|n| n.rsplit("_of_").next()).filter(|n| n.starts_with(|c: char| c.is_ascii_uppercase()));
                found.push(Compared {
                    parameter: parameter.to_owned(),
                    limit: limit.rsplit("_of_").next().unwrap_or_default().replace('_', ""),
                    edge: *edge,
                    answer: answer.into_iter().map(str::to_owned).collect(),
                });
            }
        }
    }
    found
}

/// The comparisons of a parameter with a number or with a field in the reference's body.
fn done(reading: &Reading, stub: &Stub) -> Vec<Compared> {
    let mut found = Vec::new();
    for file in &reading.subject.reference {
        for head in reading.syntax.heads(&file.content).into_iter().filter(|h| h.name == stub.name && h.owner == stub.owner) {
            let Some(body) = file.content.get(head.body.clone()) else { continue };
            let tokens: Vec<Token> = reading.syntax.tokens(body).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
            found.extend(compared(&tokens, &head.params));
        }
    }
    found
}

fn compared(tokens: &[Token], params: &[String]) -> Vec<Compared> {
    let mut found = Vec::new();
    let is_taken = |at: usize| params.contains(&tokens[at].text) && is_whole(tokens, at);
    for at in 1..tokens.len().saturating_sub(1) {
        let sign = tokens[at].text.as_str();
        let forth = edge_of(sign).filter(|_| is_taken(at - 1)).and_then(|edge| Some((at - 1, edge, last_of_path(tokens, at + 1)?)));
        let back =
            || edge_of(turned(sign)).filter(|_| is_taken(at + 1)).and_then(|edge| Some((at + 1, edge, first_of_path(tokens, at - 1)?)));
        let Some((parameter, edge, limit)) = forth.or_else(back) else { continue };
        found.push(Compared {
            parameter: tokens[parameter].text.clone(),
            limit: limit.replace('_', "").to_lowercase(),
            edge,
            answer: answered(&tokens[at + 1..]),
        });
    }
    found
}

/// The last name of `self.deck.metres`, or a number, where nothing is reckoned with it.
fn last_of_path(tokens: &[Token], from: usize) -> Option<&str> {
    let mut at = from + usize::from(tokens.get(from)?.text == "*");
    while tokens.get(at + 1).is_some_and(|t| t.text == "." || t.text == "->") {
        at += 2;
    }
    let last = tokens.get(at)?;
    let ends = tokens.get(at + 1).is_none_or(|t| matches!(t.text.as_str(), ")" | "{" | ";" | "&&" | "||" | "," | "?"));
    (ends && matches!(last.kind, TokenKind::Word | TokenKind::Number)).then_some(last.text.as_str())
}

/// The same for what stands on the left.
fn first_of_path(tokens: &[Token], end: usize) -> Option<&str> {
    let mut at = end;
    while at > 1 && (tokens[at - 1].text == "." || tokens[at - 1].text == "->") {
        at -= 2;
    }
    let begins = at == 0 || matches!(tokens[at - 1].text.as_str(), "(" | "{" | ";" | "&&" | "||" | "," | "if" | "return" | "*");
    (begins && matches!(tokens[end].kind, TokenKind::Word | TokenKind::Number)).then_some(tokens[end].text.as_str())
}

/// The names with a capital that are returned right behind a condition: `) { return TOO_LONG; }`. Of a condition with parts nobody knows whose answer it is.
fn answered(behind: &[Token]) -> Vec<String> {
    let head = behind.iter().position(|t| t.text == "return");
    let Some(at) = head.filter(|at| *at < 10 && !behind[..*at].iter().any(|t| matches!(t.text.as_str(), "&&" | "||" | ";" | "}"))) else {
        return Vec::new();
    };
    let until = behind[at..].iter().take_while(|t| t.text != ";");
    let names = until.filter(|t| t.kind == TokenKind::Word && t.text.starts_with(|c: char| c.is_ascii_uppercase()));
    names.map(|t| t.text.clone()).filter(|name| !matches!(name.as_str(), "Err" | "Ok" | "Some" | "None" | "Self")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    fn found(comment: &str, body: &str) -> String {
        let exercise = format!(
            "=== src/a.h\nenum r {{ FINE, LONG, BAD }};\nstruct d {{ int metres; }};\n/* ex-1: loads. {comment} */\nenum r load(struct d *d, int length);\n\
             === src/a.c\n#include \"etude.h\"\n#include \"a.h\"\n//@ex-1 test_load_loads\nenum r load(struct d *d, int length)\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n\
             === solution src/a.c\n#include \"a.h\"\nenum r load(struct d *d, int length)\n{{\n{body}\n    return FINE;\n}}\n\
             === tests/a.c\n#include \"test.h\"\n#include \"a.h\"\nvoid test_load_loads(void)\n{{\n    struct d d = {{3}};\n    TEST_ASSERT_EQ(load(&d, 4), LONG);\n}}\n"
        );
        let subject = subject("c", &exercise);
        super::super::of_the_reference(&subject).into_iter().map(|f| f.says).collect::<Vec<_>>().join("\n")
    }

    const BODY: &str = "    if (length < 1) {\n        return BAD;\n    }\n    if (length > d->metres) {\n        return LONG;\n    }";

    #[test]
    fn an_edge_at_a_field_is_told_in_the_header() {
        assert_eq!(found("LONG when length is more than the metres that are left, BAD when length is less than 1.", BODY), "");
        assert!(found("LONG when length is at least the metres that are left.", BODY).contains("`length` of just metres"));
        assert!(found("BAD when the length is at most 1.", BODY).contains("`length` of just 1"));
        assert!(found("Too long when its length is at least `d->metres`.", BODY).contains("`length` of just metres"));
        assert_eq!(found("LONG when length is not at most the metres.", BODY), "", "a no keeps the edge where it is");
        assert_eq!(found("LONG when twice the length would be at least the metres.", BODY), "");
    }

    #[test]
    fn answers_that_changed_places_are_named() {
        assert!(found("BAD when length is more than the metres, LONG when length is less than 1.", BODY).contains("answers LONG"));
        let other = BODY.replace("return BAD", "return refuse(d)");
        assert_eq!(found("BAD when length is less than 1.", &other), "", "who knows what that answers");
    }
}
