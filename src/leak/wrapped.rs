//! Values that the learner's files wrap in a type of their own (`struct Litres(u32)`) and other languages have as they are: what is told in one of those gets the
//! field behind each such name, and the type around its answer.

use super::plan::Planner;
use super::splice;
use super::tokens::{texts, tokens};
use crate::syntax::Head;

impl Planner<'_> {
    /// The code with every wrapped name opened and its answer wrapped; nothing where the stub has to do with no such type.
    pub(super) fn with_wrapped(&self, stub: &str, head: &Head, code: &str) -> Option<String> {
        let rows: Vec<Vec<&str>> = self.ground.starter.iter().map(|f| texts(&f.content, true)).collect();
        let wrappers: Vec<&str> = rows.iter().flat_map(|row| wrappers(row)).collect();
        let typed = |w: &&[&str]| w[1] == ":" && wrappers.contains(&w[2]);
        let names: Vec<&str> = rows.iter().flat_map(|row| row.windows(3).filter(typed).map(|w| w[0])).collect();
        let opened = opened(code, &names, &head.params);
        let answer = self.answer_type(stub).filter(|t| wrappers.contains(&t.as_str()));
        let out = answer.map_or(opened.clone(), |of| answered(&opened, &of));
        (out != code).then_some(out)
    }

    /// The type that the stub hands back, where that is one name.
    fn answer_type(&self, stub: &str) -> Option<String> {
        let (at, head) = splice::find(self.ground.starter, stub, self.dialect)?;
        let row = texts(&self.ground.starter[at].content[head.item.start..head.body.start], true);
        match row[row.iter().position(|t| *t == "->")? + 1..] {
            [name] => Some(name.to_owned()),
            _ => None,
        }
    }
}

/// Types of one unnamed field.
fn wrappers<'r>(row: &[&'r str]) -> Vec<&'r str> {
    let inner = |at: usize| row[at + 3..].iter().filter(|t| **t != "pub").take(2).copied().collect::<Vec<_>>();
    let is_one = |at: &usize| row[*at] == "struct" && row[at + 2] == "(" && inner(*at).get(1) == Some(&")");
    (0..row.len().saturating_sub(5)).filter(is_one).map(|at| row[at + 1]).collect()
}

/// `.0` behind each field and each parameter of these names that has none.
fn opened(code: &str, names: &[&str], params: &[String]) -> String {
    let all = tokens(code, true);
    let mut out = code.to_owned();
    for (at, token) in all.iter().enumerate().rev() {
        let near = |i: Option<usize>| i.and_then(|i| all.get(i)).map_or("", |t| t.text);
        let (before, next) = (near(at.checked_sub(1)), near(Some(at + 1)));
        let is_place = before == "." || params.iter().any(|p| p == token.text) && !["let", "mut"].contains(&before);
        let is_open = next == "." && near(Some(at + 2)) == "0" || ["(", ":"].contains(&next);
        if names.contains(&token.text) && is_place && !is_open {
            out.insert_str(token.at + token.text.len(), ".0");
        }
    }
    out
}

/// Each answer with its type around it.
fn answered(code: &str, of: &str) -> String {
    let is_wrapped = |value: &str| value.starts_with(of) || value.starts_with("Self");
    let line = |line: &str| {
        let value = line.trim().strip_prefix("return ").and_then(|v| v.strip_suffix(';')).map(str::trim);
        let tail = Some(line.trim()).filter(|l| !l.is_empty() && !l.ends_with([';', '{', '}', ',']) && !l.starts_with("return"));
        match value.or(tail).filter(|v| !is_wrapped(v)) {
            Some(value) => format!("return {of}({value});"),
            None => line.to_owned(),
        }
    };
    code.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::retell::tests::{holds, planned};
    use super::*;

    #[test]
    fn only_a_type_of_one_unnamed_field_wraps() {
        let row = texts("pub struct Litres(pub u32); struct Pair(u8, u8); struct Bed { given: Litres } struct Slip(u8);", true);
        assert_eq!(wrappers(&row), ["Litres", "Slip"]);
    }

    #[test]
    fn what_other_languages_have_as_it_is_gets_its_type() {
        let js = "```js\ndraw(wanted) {\n  const came = Math.min(wanted, this.level);\n  this.level -= came;\n  this.meter += came;\n  return came;\n}\n```";
        let rust = "let mut came = std::cmp::min(wanted.0, self.level.0); self.level.0 -= came; self.meter.0 += came; return Litres(came);";
        holds(&planned("rust", "S102", "ex-3", js), &[rust]);
    }
}
