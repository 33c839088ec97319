//! Sentences with the shape of code: a choice told with "when" and "otherwise", parts that are to be added up, a tuple of what is listed. Writes the code out where
//! what fills the shape is code; a sentence about anything else comes out as nothing.

use std::collections::HashSet;

use super::say;
use crate::syntax::Syntax;

/// Values that the text tells by their shape.
pub fn values(plain: &str, names: &HashSet<String>, syntax: &dyn Syntax, is_c: bool) -> Vec<String> {
    let sentences: Vec<String> = say::sentences(plain).into_iter().map(|s| flat(&s.text)).collect();
    let reader = Reader { names, syntax };
    let mut found = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        found.extend(reader.choice(sentence, is_c));
        let before = at.checked_sub(1).map_or("", |b| sentences[b].as_str());
        found.extend(reader.joined(before, sentence));
    }
    found
}

/// The text with a tuple in the place of the words for one.
pub fn with_tuples(plain: &str) -> Option<String> {
    const SHAPES: [&str; 7] = ["tuple of ", "tuple with ", "tuple from ", "triple of ", "pair of ", "tuple made of ", "tuple: "];
    let shape = SHAPES.iter().find(|s| plain.contains(**s))?;
    let (before, rest) = plain.split_once(shape)?;
    let end = rest.find(['\n', ';']).unwrap_or(rest.len());
    let listed = rest[..end].trim_end_matches(['.', ' ', ',']).replace(", and ", ", ").replace(" and ", ", ");
    let parts = parts(&listed);
    let is_code = |p: &String| !p.is_empty() && (!p.contains(' ') || p.contains('('));
    (parts.len() > 1 && parts.iter().all(is_code)).then(|| format!("{before}`({})`{}", parts.join(", "), &rest[end..]))
}

/// What stands between commas that are in no brackets.
pub(super) fn parts(listed: &str) -> Vec<String> {
    let (mut found, mut depth) = (vec![String::new()], 0i32);
    for c in listed.chars().filter(|c| *c != '`') {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        if c == ',' && depth == 0 {
            found.push(String::new());
        } else if let Some(last) = found.last_mut() {
            last.push(c);
        }
    }
    found.into_iter().map(|p| p.trim().to_owned()).collect()
}

fn flat(text: &str) -> String {
    text.replace('`', " ").split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",")
}

struct Reader<'a> {
    names: &'a HashSet<String>,
    syntax: &'a dyn Syntax,
}

impl Reader<'_> {
    /// An expression with a name of the learner's files in it, or a number.
    fn is_value(&self, text: &str) -> bool {
        let known = |t: &str| self.names.contains(t) || t.starts_with(|c: char| c.is_ascii_digit()) || t == "NULL";
        // In brackets, since a name alone could also be a type; C wants its end.
        let is_read = |text: String| Some(self.syntax.snippet(&text)).is_some_and(|read| !read.has_error && read.is_expression);
        let reads = is_read(format!("({text})")) || is_read(format!("({text});"));
        !text.is_empty() && reads && super::tokens::texts(text, true).into_iter().any(known)
    }

    /// "When c the answer is a, otherwise it is b."
    fn choice(&self, sentence: &str, is_c: bool) -> Option<String> {
        const THEN: [&str; 13] = [
            " the answer is ",
            " the result is ",
            " you get ",
            " it is ",
            " return ",
            " answer ",
            " gives ",
            " hand back ",
            " give back ",
            " then ",
            " give ",
            " use ",
            ", ",
        ];
        const ELSE: [&str; 6] = [", otherwise ", "; otherwise ", " otherwise ", ", else ", "; else ", " else "];
        let padded = format!(" {sentence}");
        let lower = padded.to_ascii_lowercase();
        let start = [" when ", " if ", " whenever ", " as long as "].iter().filter_map(|w| Some(lower.find(w)? + w.len())).min()?;
        let (other, length) = ELSE.iter().filter_map(|w| Some((lower[start..].find(w)? + start, w.len()))).min()?;
        let (yes, no) = (&padded[start..other], value_of(&padded[other + length..]));
        let (condition, value) = THEN.iter().find_map(|w| yes.split_once(w)).map(|(c, v)| (c.trim_end_matches(',').trim(), value_of(v)))?;
        let holds = [condition, value, no].iter().all(|t| self.is_value(t)) && condition.contains(['<', '>', '=', '!', '.', '(']);
        holds.then(|| match is_c {
            true => format!("if ({condition}) return {value};\nreturn {no};"),
            false => format!("if {condition} {{ return {value}; }}\n{no}"),
        })
    }

    /// "The box is a, the paper is b. Add the two up."
    fn joined(&self, before: &str, sentence: &str) -> Option<String> {
        let lower = sentence.to_lowercase();
        let has = |words: [&str; 4]| words.iter().any(|w| lower.contains(w));
        let sign = if has(["add ", "sum", "added", "total of"]) {
            " + "
        } else if has(["multiply", "product", "multiplied", "times each other"]) {
            " * "
        } else {
            return None;
        };
        let values = |text: &str| -> Vec<String> {
            let listed = text.trim_end_matches(['.', '!']).replace(", and ", ", ").replace(" and ", ", ").replace(" plus ", ", ");
            let last = |p: String| [" is ", " are ", " of ", ": "].iter().fold(p, |p, w| p.rsplit(w).next().unwrap_or_default().to_owned());
            let is_code = |p: &String| self.is_value(p) && (p.contains(['_', '*', '(', '.', '-']) || self.names.contains(p.as_str()));
            parts(&listed).into_iter().map(last).filter(is_code).collect()
        };
        let own = values(sentence);
        let all = if own.len() > 1 { own } else { values(before) };
        (all.len() > 1).then(|| all.join(sign))
    }
}

/// A value without the words before it.
fn value_of(text: &str) -> &str {
    let text = text.trim().trim_end_matches(['.', ';', ',']);
    ["it is ", "the answer is ", "the result is ", "you return ", "return ", "give ", "answer with ", "use "]
        .iter()
        .find_map(|w| text.strip_prefix(w))
        .unwrap_or(text)
        .trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    fn found(text: &str, is_c: bool) -> Vec<String> {
        let syntax = language::by_name(if is_c { "c" } else { "rust" }).expect("a language").syntax().expect("a syntax");
        let names = ["count", "MANY", "BOX", "sheets", "SHEET_GRAMS", "after", "before"].map(str::to_owned).into();
        values(text, &names, syntax, is_c)
    }

    #[test]
    fn sentences_in_the_shape_of_code_are_written_out() {
        assert_eq!(
            found("Divide: when count > 9 / 2 the answer is MANY, otherwise it is count * 2.", true),
            ["if (count > 9 / 2) return MANY;\nreturn count * 2;"]
        );
        assert_eq!(
            found("If `after < before`, return `BOX`, else `after - before`.", false),
            ["if after < before { return BOX; }\nafter - before"]
        );
        assert_eq!(found("The box is BOX and the paper is sheets * SHEET_GRAMS. Add the two up.", false), ["BOX + sheets * SHEET_GRAMS"]);
        let tuple = with_tuples("1. `let a = f(x);`\n2. the answer is the tuple of `g(a, 1)`, `b` and `c`.");
        assert_eq!(tuple.as_deref(), Some("1. `let a = f(x);`\n2. the answer is the `(g(a, 1), b, c)`"));
    }

    #[test]
    fn sentences_about_anything_else_are_not() {
        assert!(found("When the van is full the answer is zero, otherwise it is what is left.", false).is_empty());
        assert!(found("The box has a weight, and so have the sheets. Add the two up.", false).is_empty());
        assert_eq!(with_tuples("At the end put the three in a tuple of the right order."), None);
    }
}
