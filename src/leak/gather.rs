//! Pieces of code from all over a text, put together in the order in which they could stand. Owns the order and what joins them; each whole is for `plan`.

use std::collections::HashSet;

use super::pieces::{Part, Pieces};
use super::plan::Planner;
use super::tokens::texts;
use crate::syntax::End;

/// So many choices are made of one text.
const CHOICES: usize = 4;

impl Planner<'_> {
    /// Pieces by themselves, in their order, and the other way round.
    pub(super) fn pieces(&mut self, found: &Pieces) {
        let blocks: Vec<&str> = found.parts.iter().filter(|p| p.is_block).map(|p| p.text.as_str()).collect();
        if blocks.len() > 1 {
            self.together(&blocks);
        }
        // What is marked as code, braces and single names among it, may be the whole as it stands.
        let marked: Vec<&str> = found.parts.iter().filter(|p| p.is_marked).map(|p| p.text.as_str()).collect();
        if marked.len() > 2 && self.dialect.is_readable(&marked.join("\n")) {
            self.together(&marked);
        }
        // A line that only names a value is no answer, but the beginning of one.
        let is_step = |p: &&Part| !is_atom(&p.text) || p.text.contains('=') || p.text.starts_with("return ");
        let parts: Vec<&str> = found.parts.iter().filter(is_step).map(|p| p.text.as_str()).collect();
        if parts.len() > 1 {
            self.together(&parts);
        }
        let mut single: Vec<&Part> = found.parts.iter().filter(|p| !p.is_block && !is_atom(&p.text)).collect();
        single.sort_by_key(|p| std::cmp::Reverse(texts(&p.text, true).len()));
        for part in single {
            self.block(&part.text);
        }
        if parts.len() > 1 {
            self.together(&parts.into_iter().rev().collect::<Vec<_>>());
        }
        for choice in self.choices(found) {
            self.together(&[&choice]);
        }
    }

    /// A condition and two values, each shown by itself: what is answered when it holds, and what otherwise.
    fn choices(&self, found: &Pieces) -> Vec<String> {
        let is_value = |code: &str| self.dialect.syntax.snippet(code).is_expression;
        let has_name =
            |code: &str| code.contains(|c: char| c.is_ascii_lowercase()) && !is_atom(code) || code.len() > 1 && is_constant(code);
        let parts: Vec<&str> = found.parts.iter().filter(|p| !p.is_block).map(|p| p.text.as_str()).collect();
        let parts: Vec<&str> = parts.into_iter().filter(|p| has_name(p) && is_value(p)).collect();
        let made = parts.windows(3).filter_map(|three| {
            let [condition] = three.iter().filter(|p| asks(p)).collect::<Vec<_>>()[..] else { return None };
            let [then, otherwise] = three.iter().filter(|p| !asks(p)).collect::<Vec<_>>()[..] else { return None };
            let is_last = three[2] == *condition;
            (!is_last).then(|| match self.dialect.is_c {
                true => format!("if ({condition}) {{ return {then}; }}\nreturn {otherwise};"),
                false => format!("if {condition} {{ return {then}; }}\n{otherwise}"),
            })
        });
        made.take(CHOICES).collect()
    }

    /// Several pieces as one: nobody showed them so, and therefore only a whole answer counts.
    pub(super) fn together(&mut self, parts: &[&str]) {
        let new = parts.iter().any(|p| !self.is_known(&texts(p, true)));
        if !new {
            return;
        }
        let raw = parts.join("\n");
        let before = self.whole_unit;
        self.whole_unit = true;
        if !self.functions(&raw) && !self.statements(&raw, true, &[]) {
            let joined = self.joined(parts);
            self.statements(&joined, true, &[]);
        }
        self.whole_unit = before;
    }

    /// Pieces that need something between them: a loop's head its braces, a value the name that the next piece calls it by.
    pub(super) fn joined(&self, parts: &[&str]) -> String {
        let syntax = self.dialect.syntax;
        let (mut out, mut open) = (String::new(), 0);
        let mut made: HashSet<String> = HashSet::new();
        for (at, part) in parts.iter().enumerate() {
            let part = part.trim().trim_end_matches([',', '.', ':']);
            let snippet = syntax.snippet(part);
            let with_semicolon = format!("{part};");
            let opens = ["for ", "if ", "while ", "for(", "if(", "while(", "switch "].iter().any(|w| part.starts_with(w))
                && part.ends_with([')', '{']);
            let piece = if opens && snippet.has_error {
                let head = part.trim_end_matches('{');
                out.push_str(&format!("{head} {{\n"));
                open += 1;
                continue;
            } else if !snippet.has_error {
                part
            } else if !syntax.snippet(&with_semicolon).has_error {
                with_semicolon.as_str()
            } else {
                // An empty pair of braces could also be a value.
                let head = part.trim_end_matches('{');
                if !syntax.snippet(&format!("{head} {{ step(); }}")).has_error {
                    out.push_str(&format!("{head} {{\n"));
                    open += 1;
                }
                continue;
            };
            let read = syntax.snippet(piece);
            let last = at + 1 == parts.len();
            // A name that gets its value here is made here.
            if let Some(name) =
                read.assigned.first().filter(|n| !self.names.contains(*n) && !made.contains(*n) && piece.starts_with(n.as_str()))
            {
                let make = if self.dialect.is_c { "__auto_type" } else { "let mut" };
                out.push_str(&format!("{make} {};\n", piece.trim_end_matches(';')));
                made.insert(name.clone());
                continue;
            }
            // A value that a later piece has a name for.
            let later = parts[at + 1..].iter().flat_map(|p| syntax.snippet(p).free).find(|n| !self.names.contains(n) && !made.contains(n));
            match later.filter(|_| read.is_expression && !last && !self.is_param(part)) {
                Some(name) if !self.dialect.is_c => out.push_str(&format!("let mut {name} = {};\n", piece.trim_end_matches(';'))),
                Some(name) => out.push_str(&format!("__auto_type {name} = {};\n", piece.trim_end_matches(';'))),
                None if read.is_expression && !last && !self.dialect.is_c => out.push_str(&format!("{piece};\n")),
                None => out.push_str(&format!("{piece}\n")),
            }
            made.extend(read.collects_in.clone());
            if let End::Binding(name) = read.end {
                made.insert(name);
            }
            if open > 0 {
                out.push_str(&"}\n".repeat(std::mem::take(&mut open)));
            }
        }
        out.push_str(&"}\n".repeat(open));
        out
    }

    pub(super) fn is_param(&self, name: &str) -> bool {
        self.heads.iter().any(|(_, h)| h.params.iter().any(|p| p == name))
    }
}

/// It is true or false.
fn asks(code: &str) -> bool {
    texts(code, true).iter().any(|t| ["==", "!=", "<", ">", "<=", ">=", "&&", "||"].contains(t))
}

fn is_constant(code: &str) -> bool {
    code.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_') && code.contains(|c: char| c.is_ascii_uppercase())
}

/// A name, a number, a constant, a type: nothing that could be an answer.
pub(super) fn is_atom(code: &str) -> bool {
    const SMALL: [&str; 20] =
        ["return", ";", "&", "mut", "(", ")", "::", ".", ",", "!", "-", "let", "=", "{", "}", "[", "]", "<", ">", ":"];
    // A star before a name looks behind it; between two it multiplies.
    let row: Vec<&str> = texts(code, true).into_iter().skip_while(|t| ["*", "&"].contains(t)).filter(|t| *t != "`").collect();
    let joins = row.iter().any(|t| ["(", "<", ">", "-", "=", "[", "&"].contains(t));
    let words = row.iter().filter(|t| !SMALL.contains(t)).count();
    let names_a_name = row.first() == Some(&"let") && !row.iter().any(|t| ["(", "-", "<", "["].contains(t));
    words <= 1 || (words <= 2 && (!joins || names_a_name))
}

#[cfg(test)]
mod tests {
    use super::is_atom;

    #[test]
    fn names_and_types_are_no_answers_and_the_smallest_sum_is_one() {
        for small in ["total", "&mut x", ".iter()", "u32::MAX", "*seat", "return NULL;", "let mut total = START;", "self.level"] {
            assert!(is_atom(small), "{small}");
        }
        for answer in ["a * b", "end - begin", "a & b", "f(x)", "row[1]", "let x = a * b;"] {
            assert!(!is_atom(answer), "{answer}");
        }
    }
}
