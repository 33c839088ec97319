//! Signs that the reference writes between what it puts into a text (`" {level}"`, `", "`), that a test expects, and of which the starter has neither a name nor an
//! example. Owns which literals only separate; what a sign is called `unsaid` knows.

use super::reading::{Reading, Stub};
use super::stubs::about;
use crate::proof::report::Finding;
use crate::proof::unsaid;
use crate::syntax::{Token, TokenKind};

/// Who puts a text together.
const WRITES: [&str; 15] = [
    "write", "writeln", "format", "print", "println", "push_str", "push", "join", "printf", "fprintf", "sprintf", "snprintf", "fputs",
    "strcat", "strncat",
];

pub fn untold(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for stub in &reading.stubs {
        let mut signs: Vec<char> = written(reading, stub);
        signs.sort_unstable();
        signs.dedup();
        for sign in signs.into_iter().filter(|sign| unsaid::is_asked(reading.subject, *sign) && !is_told(reading, *sign)) {
            let name = if sign == ' ' { "a blank".to_owned() } else { format!("'{sign}'") };
            findings.push(about(
                stub,
                format!("`{}` writes {name} between its parts, and the starter has neither a word for it nor an example", stub.name),
            ));
        }
    }
    findings
}

/// The signs of literals that have nothing else in them but places for values.
fn written(reading: &Reading, stub: &Stub) -> Vec<char> {
    let subject = reading.subject;
    let own = subject.exercise.units.iter().flat_map(|u| &u.stubs).find(|s| s.name == stub.name && s.file == stub.file);
    let body = own.and_then(|own| crate::proof::giveaway::body_of(subject, own)).unwrap_or_default();
    let tokens: Vec<Token> = reading.syntax.tokens(&body).into_iter().filter(|t| t.kind != TokenKind::Comment).collect();
    let is_written = |at: &usize| tokens[*at].kind == TokenKind::Text && handed_to(&tokens, *at).is_some_and(|name| WRITES.contains(&name));
    let literals = (0..tokens.len()).filter(is_written).map(|at| without_places(&tokens[at].text));
    // With letters in it the text is a message, whose words are asked for elsewhere.
    literals.filter(|rest| !rest.contains(|c: char| c.is_alphanumeric())).flat_map(|rest| rest.chars().collect::<Vec<_>>()).collect()
}

/// The function or macro in whose brackets a token stands.
fn handed_to(tokens: &[Token], at: usize) -> Option<&str> {
    let mut open = 0;
    for before in (0..at).rev() {
        match tokens[before].text.as_str() {
            ")" | "]" | "}" => open += 1,
            "(" if open == 0 => {
                let name = before.checked_sub(1).map(|n| if tokens[n].text == "!" { n.saturating_sub(1) } else { n })?;
                return Some(tokens[name].text.as_str());
            }
            "(" | "[" | "{" => open -= 1,
            ";" => return None,
            _ => {}
        }
    }
    None
}

/// `"{name}: "` as `: `, `"%5d;\n"` as `;`.
fn without_places(literal: &str) -> String {
    let inside = literal.trim_start_matches('r').trim_matches(['"', '#']);
    let (mut rest, mut chars) = (String::new(), inside.chars().peekable());
    while let Some(c) = chars.next() {
        match c {
            '{' => while chars.next_if(|c| *c != '}').is_some() {},
            '}' => {}
            '%' => {
                while chars.next_if(|c| !c.is_ascii_alphabetic()).is_some() {}
                while chars.next_if(|c| "hlzjtL".contains(*c)).is_some() {}
                chars.next();
            }
            '\\' => {
                chars.next();
            }
            c => rest.push(c),
        }
    }
    rest
}

/// By its name or in an example, between quotes too.
fn is_told(reading: &Reading, sign: char) -> bool {
    let comments = reading.subject.starter.iter().flat_map(|f| reading.syntax.tokens(&f.content)).filter(|t| t.kind == TokenKind::Comment);
    // The title of a section stands in quotes too.
    let quoted = |line: &str| !line.contains("LESSON.md") && line.split('"').skip(1).step_by(2).any(|part| part.trim().contains(sign));
    unsaid::is_told(reading.subject, sign) || comments.into_iter().any(|t| t.text.lines().any(quoted))
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;
    use super::*;

    fn found(says: &str, body: &str) -> String {
        let exercise = format!(
            "=== src/lib.rs\n// ex-1: adds a row: the name, a colon, the levels. {says}\n// Lesson: LESSON.md, section 1 \"Rows of levels\".\n//@ex-1 test_row_adds\npub fn row(out: &mut String, name: &str, levels: &[i32]) {{\n    todo!(\"ex-1\")\n}}\n\
             === solution src/lib.rs\npub fn row(out: &mut String, name: &str, levels: &[i32]) {{\n    {body}\n}}\n\
             === tests/a.rs\nuse exercise::*;\n#[test]\nfn test_row_adds() {{\n    let mut out = String::new();\n    row(&mut out, \"May\", &[1, 2]);\n    assert_eq!(out, \"May: 1 2\\n\");\n}}\n"
        );
        let subject = subject("rust", &exercise);
        let reading = Reading::of(&subject).expect("a reading");
        let all = super::super::constants::visible(&reading).into_iter().map(|f| f.says).filter(|says| says.contains("between its parts"));
        all.collect::<Vec<_>>().join("\n")
    }

    const BODY: &str =
        "write!(out, \"{name}:\").unwrap(); for level in levels { write!(out, \" {level}\").unwrap(); } out.push_str(\"\\n\");";

    #[test]
    fn what_stands_between_the_parts_of_a_text_is_told() {
        assert!(found("", BODY).contains("writes a blank between its parts"), "{}", found("", BODY));
        assert_eq!(found("A blank stands before each level.", BODY), "");
        assert_eq!(found("May gives \"May: 1 2\".", BODY), "", "an example shows it");
        assert_eq!(found("", &BODY.replace(" {level}", " and {level}")), "", "a message has its own rule");
        assert_eq!(found("", "let parts = name.split(\" \"); out.push_str(name);"), "", "what is read is no text of its own");
    }

    #[test]
    fn places_for_values_are_left_out() {
        assert_eq!(
            (without_places("\"{name}: \""), without_places("\"%5ld;\\n\""), without_places("\"{:>3}|\"")),
            (": ".into(), ";".into(), "|".into())
        );
    }
}
