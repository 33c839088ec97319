//! Code that an order describes by its parts: a call by its name and what it gets, an entry by its field and its value, braces by what stands in them, names by
//! the sign between them. Makes pieces of code from nothing but what the order names and what stands in the code that it names.

use super::named::{Clause, Code, Item};
use super::tokens::{texts, tokens};

/// The pieces that a clause describes, the likeliest first.
pub fn composed(clause: &Clause) -> Vec<String> {
    let mut made = assignments(clause);
    made.extend(entries(clause));
    made.extend(filled(clause));
    made.extend(paths(clause));
    made.extend(calls(clause));
    made.extend(in_order(clause));
    made
}

/// The code right before and right behind a word or two.
fn around<'c>(clause: &'c Clause, words: &[&[&str]]) -> Vec<(&'c Code, &'c Code)> {
    let mut found = Vec::new();
    let mut before: Option<(usize, &Code)> = None;
    for (at, item) in clause.items.iter().enumerate() {
        let Item::Code(code) = item else { continue };
        if let Some((from, old)) = before {
            let said: Vec<&str> =
                clause.items[from + 1..at].iter().filter_map(|i| if let Item::Word(w) = i { Some(w.as_str()) } else { None }).collect();
            if words.contains(&said.as_slice()) {
                found.push((old, code));
            }
        }
        before = Some((at, code));
    }
    found
}

/// `x` gets `y`.
fn assignments(clause: &Clause) -> Vec<String> {
    let gets: [&[&str]; 4] = [&["gets"], &["is", "set", "to"], &["takes"], &["gets", "the", "value"]];
    around(clause, &gets).into_iter().map(|(name, value)| format!("{} = {};", name.text, value.text)).collect()
}

/// The field `x` with the value `y`: each by itself and all of them.
fn entries(clause: &Clause) -> Vec<String> {
    let with: [&[&str]; 6] = [&["with", "the", "value"], &["with"], &["with", "value"], &["is"], &["holding"], &["whose", "value", "is"]];
    let each: Vec<String> = around(clause, &with)
        .into_iter()
        .filter(|(field, _)| field.text.chars().all(|c| c.is_alphanumeric() || c == '_'))
        .map(|(field, value)| format!("{}: {},", field.text, value.text))
        .collect();
    let named = clause.runs().into_iter().filter(|r| texts(r, true).get(1) == Some(&":")).map(|r| format!("{r},"));
    let each: Vec<String> = each.into_iter().chain(named).collect();
    let all = (each.len() > 1).then(|| each.join("\n"));
    all.into_iter().chain(each).collect()
}

/// `else { }` with another piece between its braces.
fn filled(clause: &Clause) -> Vec<String> {
    let marked: Vec<&str> = clause.codes().filter(|c| c.is_marked).map(|c| c.text.as_str()).collect();
    let mut made = Vec::new();
    for shell in &marked {
        if let Some((before, after)) = tight(shell).split_once("{ }") {
            let inner = marked.iter().filter(|m| *m != shell && texts(m, true).len() > 2);
            made.extend(inner.map(|i| format!("{before}{{ {i} }}{after}")));
        }
    }
    made
}

fn tight(shell: &str) -> String {
    shell.split_whitespace().collect::<Vec<_>>().join(" ").replace("{}", "{ }").replace("{ … }", "{ }").replace("{ ... }", "{ }")
}

/// Braces with nothing in them.
pub fn is_shell(code: &str) -> bool {
    tight(code).contains("{ }")
}

/// Names with a sign "between each of them", and a call of what they make.
fn paths(clause: &Clause) -> Vec<String> {
    let sign = clause.items.windows(2).find_map(|w| match w {
        [Item::Code(code), Item::Word(word)] if code.is_said && word == "between" => Some(code.text.as_str()),
        _ => None,
    });
    let Some(sign) = sign.filter(|s| ["::", ".", "->"].contains(s)) else { return Vec::new() };
    let is_name = |c: &&Code| c.text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let names: Vec<&str> = clause.codes().take_while(|c| c.text != sign).filter(is_name).map(|c| c.text.as_str()).collect();
    let (Some(_), path) = (names.get(1), names.join(sign)) else { return Vec::new() };
    let given = clause.runs().into_iter().filter(|r| !r.contains(sign)).map(|run| format!("{path}({run})"));
    given.chain([path.clone()]).collect()
}

/// A function that is named, called with a side of the code that is named, or with both, and what stands behind the call.
fn calls(clause: &Clause) -> Vec<String> {
    let applies = |w: &[Item]| matches!(w, [Item::Code(code), Item::Word(word)] if word == "of" && !code.is_said && !code.is_bare);
    let is_applied = clause.items.windows(2).any(applies);
    if !is_applied
        && !clause.has_any(&["call", "calls", "called", "argument", "arguments", "name", "function", "brackets", "parentheses", "hands"])
    {
        return Vec::new();
    }
    let is_name = |c: &&Code| c.text.len() > 2 && c.text.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == ':') && !c.is_bare;
    let names: Vec<&str> = clause.codes().filter(is_name).map(|c| c.text.as_str()).take(4).collect();
    let ends: Vec<String> = clause.runs().iter().filter_map(|r| r.strip_prefix(')')).map(|r| r.trim().to_owned()).collect();
    let mut made = given(clause, &names);
    for span in clause.codes().filter(|c| c.is_marked) {
        let sides = sides(&span.text);
        let both = (sides.len() > 1).then(|| sides.join(", "));
        for name in &names {
            for inside in both.iter().chain(&sides) {
                made.extend(ends.iter().map(|end| format!("{name}({inside}) {end}")));
                made.push(format!("{name}({inside})"));
                made.push(format!("{name}({inside});"));
            }
        }
    }
    made
}

/// A function with what is named behind it, one thing or two, and what its answer is compared with.
fn given(clause: &Clause, names: &[&str]) -> Vec<String> {
    let codes: Vec<&Code> = clause.codes().collect();
    let compares = codes.iter().find(|c| ["==", "!=", "<", ">"].contains(&c.text.as_str()));
    let zero = clause.has_any(&["zero", "0"]) || codes.iter().any(|c| c.text == "0");
    let end = compares.filter(|_| zero).map(|c| format!(" {} 0", c.text));
    let mut made = Vec::new();
    for (at, name) in codes.iter().enumerate().filter(|(_, c)| names.contains(&c.text.as_str())) {
        let values: Vec<&str> = codes[at + 1..].iter().filter(|c| !c.is_said).map(|c| c.text.as_str()).take(2).collect();
        for count in (1..=values.len()).rev() {
            let call = format!("{}({})", name.text, values[..count].join(", "));
            made.extend(end.iter().map(|end| format!("{call}{end}")));
            made.push(call);
        }
    }
    let inside =
        clause.runs().into_iter().filter(|r| !r.contains(['(', ')'])).flat_map(|run| names.iter().map(move |n| format!("{n}({run})")));
    made.extend(inside);
    made
}

/// What stands on the two sides of what joins or compares them.
fn sides(code: &str) -> Vec<String> {
    const JOINS: [&str; 9] = ["=", "==", "!=", "<", ">", "<=", ">=", "/", ","];
    let code = code.trim().trim_end_matches([';', '{']);
    let all = tokens(code, true);
    match all.iter().find(|t| JOINS.contains(&t.text)) {
        Some(join) => [&code[..join.at], &code[join.at + join.text.len()..]]
            .map(|s| s.trim().to_owned())
            .into_iter()
            .filter(|s| !s.is_empty())
            .collect(),
        None => vec![code.to_owned()],
    }
}

/// All that stands between marks, as it stands there: what begins with one, has another inside and ends with a third.
fn in_order(clause: &Clause) -> Vec<String> {
    const STEPS: [&str; 16] = [
        "begins", "begin", "inside", "ends", "closes", "opens", "starts", "then", "next", "finally", "body", "followed", "consists",
        "guard", "block", "lines",
    ];
    if !clause.has_any(&STEPS) {
        return Vec::new();
    }
    let marked: Vec<&str> = clause.codes().filter(|c| c.is_marked).map(|c| c.text.as_str()).collect();
    (0..marked.len().saturating_sub(1)).map(|from| marked[from..].join(" ")).filter(|m| texts(m, true).len() > 3).collect()
}
