//! Code in a line of prose: between marks, in cells, and loose in a sentence. Finds the parts in their order.

use std::collections::HashSet;

use super::pieces::{KEYWORDS, Part, has_sentence, looks_like_code, parses, stripped};
use super::tokens::{Token, tokens};
use crate::syntax::Syntax;

/// Spans of code and what stands loose in sentences.
pub struct Prose<'a> {
    pub syntax: &'a dyn Syntax,
    pub names: HashSet<String>,
    pub parts: Vec<Part>,
}

impl Prose<'_> {
    pub fn line(&mut self, line: &str) {
        let mut line = line.replace("``", "`");
        if !line.contains('`') && line.matches("**").count().is_multiple_of(2) {
            line = line.replace("**", "`");
        }
        let mut cells: Vec<&str> = vec![stripped(&line)];
        if line.trim().starts_with('|') {
            cells = line.trim().trim_matches('|').split('|').collect();
        }
        for cell in cells {
            let whole = cell.trim().trim_matches('*').trim();
            if !whole.contains('`') && looks_like_code(whole, self.syntax) && !has_sentence(whole) {
                self.parts.push(Part { text: whole.to_owned(), is_block: false, is_marked: true });
                continue;
            }
            for (at, part) in cell.split('`').enumerate() {
                // Every second part stands between marks.
                if at % 2 == 1 {
                    self.parts.push(Part { text: part.trim().to_owned(), is_block: false, is_marked: true });
                } else {
                    self.loose(part);
                }
            }
        }
    }

    fn loose(&mut self, text: &str) {
        let all = tokens(text, false);
        let mut span: Vec<Token> = Vec::new();
        let mut made = false;
        for token in all.iter().chain([&Token { text: "\u{0}", at: text.len() }]) {
            let word = token.text.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            let known = self.names.contains(token.text)
                || KEYWORDS.contains(&token.text)
                || ["NULL", "None", "true", "false", "self"].contains(&token.text)
                || token.text.starts_with(|c: char| c.is_ascii_digit());
            let snake = token.text.contains('_') || token.text.len() == 1;
            if made {
                self.names.insert(token.text.to_owned());
            }
            // `f64::from`, `.min(`: a path or a call.
            let (before, after) = (&text[..token.at], &text[(token.at + token.text.len()).min(text.len())..]);
            let joined = before.ends_with("::") || before.ends_with('.') || after.starts_with("::") || after.starts_with('(');
            // The names between two bars are a closure's own.
            let bars = before.ends_with('|') && after.contains('|') || after.starts_with('|') && before.contains('|');
            if bars && word {
                self.names.insert(token.text.to_owned());
            }
            let joined = joined || bars;
            if word && (known || made || snake || joined) || !word && token.text.is_ascii() && !"\u{0}`\\\"".contains(token.text) {
                made = matches!(token.text, "let" | "mut" | "for" | "int") && token.text != "\u{0}";
                span.push(token.clone());
                continue;
            }
            made = false;
            self.span(&span, text);
            span.clear();
        }
    }

    /// The longest part of a span that reads as code, taken from its beginning and its end what belongs to the sentence.
    fn span(&mut self, span: &[Token], text: &str) {
        for skip in 0..span.len().min(6) {
            for cut in 0..4 {
                let Some(part) =
                    span.get(skip..span.len().saturating_sub(cut)).filter(|p| p.len() >= 3 || p.len() == 2 && p[0].text == "return")
                else {
                    break;
                };
                let (Some(first), Some(last)) = (part.first(), part.last()) else { break };
                let code = &text[first.at..last.at + last.text.len()];
                let operator = first.text == "return"
                    || part.iter().any(|t| "= + * - / < > += -= *= /= == != <= >= -> . % & ;".split(' ').any(|o| o == t.text));
                let reads = looks_like_code(code, self.syntax) || first.text == "return";
                if operator && reads && parses(code, self.syntax) {
                    self.parts.push(Part { text: code.to_owned(), is_block: false, is_marked: false });
                    return;
                }
            }
        }
    }
}
