//! Stubs whose whole body is one call of a function that somebody else wrote: a given function of the starter, or one of a lesson's example or of the tests, which
//! comes along.
//! Owns which functions can be called so and with which of the stub's own values; whether that solves the stub, the tests say. No stub is one of them,
//! nothing that needs the stub, and nothing where the reference is such a call itself: then that is the task.

mod callee;
mod fit;

use super::Subject;
use super::mutants;
use crate::exercise::{Stub, TextFile};
use crate::syntax::{DefinitionKind, Head, Parts, Syntax, Token, TokenKind};
use callee::Callee;
pub(super) use callee::renamed;

/// So many ways to hand the values over are tried for one function, and so many in all: more is no longer a call that somebody reads off.
const MOST_OF_PAIR: usize = 6;
pub(super) const MOST: usize = 12;
/// Ways to look at before the best of them are taken.
const LOOKED_AT: usize = 200;
/// What takes more than this to be handed over is far-fetched.
const TOO_FAR: usize = 5;

/// The reference with such a body in the place of a stub.
pub(super) struct OneCall {
    pub callee: String,
    /// Where the function stands, of a given one.
    pub file: String,
    pub line: u32,
    pub source: Vec<TextFile>,
    /// How far-fetched it is.
    pub cost: usize,
}

/// The calls of given functions, the nearest first. What comes along with them is named with numbers from `first`.
pub(super) fn of_given(subject: &Subject, stub: &Stub, first: usize) -> Vec<OneCall> {
    let Some(caller) = Caller::of(subject, stub) else { return Vec::new() };
    let callees = callee::given(&caller);
    let values = if callees.is_empty() { Vec::new() } else { [caller.parameters(), caller.belongings()].concat() };
    all(&caller, &values, callees, first)
}

/// The calls of the functions of an example with nothing but the parameters, other than those that fit as they are. What works only with the right constant
/// in the right place is what an example is for.
pub(super) fn of_example(subject: &Subject, stub: &Stub, example: &str, first: usize) -> Vec<OneCall> {
    let Some(caller) = Caller::of(subject, stub) else { return Vec::new() };
    let mut calls = all(&caller, &caller.parameters(), callee::of_example(&caller, example), first);
    calls.retain(|call| call.cost > 0);
    calls
}

/// The calls of the helpers of the tests, which a learner reads: they come along, as if they were copied.
pub(super) fn of_tests(subject: &Subject, stub: &Stub, first: usize) -> Vec<OneCall> {
    let Some(caller) = Caller::of(subject, stub) else { return Vec::new() };
    all(&caller, &caller.parameters(), callee::of_tests(&caller), first)
}

fn all(caller: &Caller, values: &[Value], callees: Vec<Callee>, first: usize) -> Vec<OneCall> {
    let mut found = Vec::new();
    for callee in callees.iter().filter(|callee| !caller.delegates_to(&callee.name)) {
        let mut bodies = caller.bodies(callee, values);
        bodies.sort_by_key(|(cost, _)| *cost);
        for (cost, body) in bodies.into_iter().filter(|(cost, _)| *cost <= TOO_FAR).take(MOST_OF_PAIR) {
            let source = caller.with_body(callee, &body, first + found.len());
            found.push(OneCall { callee: callee.name.clone(), file: callee.file.clone(), line: callee.line, source, cost });
        }
    }
    found.sort_by_key(|call| call.cost);
    found
}

/// A stub as the reference has it.
struct Caller<'s> {
    subject: &'s Subject<'s>,
    syntax: &'static dyn Syntax,
    is_c: bool,
    stub: &'s Stub,
    source: Vec<TextFile>,
    place: mutants::Place,
    parts: Parts,
    head: Head,
}

/// Something that a body can hand over.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Value {
    said: String,
    of_type: String,
    /// Which of the stub's parameters it is, or is a part of.
    own: Option<usize>,
    cost: usize,
}

impl<'s> Caller<'s> {
    fn of(subject: &'s Subject<'s>, stub: &'s Stub) -> Option<Caller<'s>> {
        let syntax = subject.language.syntax()?;
        let source = subject.source_with(&subject.reference);
        let place = mutants::place(subject.language, &subject.starter, &source, stub)?;
        let text = &source[place.file].content;
        let parts = syntax.functions_apart(text).into_iter().find(|p| p.whole == place.whole)?;
        let head = syntax.heads(text).into_iter().find(|h| h.body == place.body)?;
        let is_named = parts.signature.len() == head.params.len() + usize::from(head.has_self) + 1;
        is_named.then(|| Caller { subject, syntax, is_c: subject.language.fence == "c", stub, source, place, parts, head })
    }

    fn text(&self) -> &str {
        &self.source[self.place.file].content
    }

    fn gives(&self) -> String {
        owned(self.parts.signature.last().map_or("", String::as_str), self.parts.owner.as_deref())
    }

    fn parameters(&self) -> Vec<Value> {
        let names = self.head.has_self.then_some("self").into_iter().chain(self.head.params.iter().map(String::as_str));
        let types = self.parts.signature.iter().map(|t| owned(t, self.parts.owner.as_deref()));
        let value = |(at, (said, of_type)): (usize, (&str, String))| Value { said: said.to_owned(), of_type, own: Some(at), cost: 0 };
        names.zip(types).enumerate().map(value).collect()
    }

    /// The fields of parameters, their sizes, and constants that the reference needs here too.
    fn belongings(&self) -> Vec<Value> {
        let own = self.parameters();
        let mut all = Vec::new();
        for (at, value) in own.iter().enumerate() {
            for (field, of_type) in mutants::fields(self.subject.language, &self.source, struct_name(&value.of_type)) {
                let to = if self.is_c && value.of_type.ends_with('*') { "->" } else { "." };
                let of_type = of_type.split_whitespace().collect();
                all.push(Value { said: format!("{}{to}{field}", value.said), of_type, own: Some(at), cost: 2 });
            }
        }
        let size = |v: &Value| Some(v.of_type.split_once(if self.is_c { '[' } else { ';' })?.1.split_once(']')?.0.to_owned());
        let mut numbers: Vec<String> = own.iter().filter_map(size).filter(|size| !size.is_empty()).collect();
        let body = self.syntax.tokens(&self.text()[self.place.body.clone()]);
        let definitions = self.subject.starter.iter().flat_map(|f| self.syntax.definitions(&f.content));
        let is_number = |value: &str| value.trim_start_matches(['(', '-']).starts_with(|c: char| c.is_ascii_digit());
        let constants =
            definitions.filter(|d| d.kind == DefinitionKind::Constant && d.value.as_deref().is_some_and(is_number)).map(|d| d.name);
        numbers.extend(constants.filter(|name| body.iter().any(|t| t.text == *name)));
        numbers.dedup();
        all.extend(numbers.into_iter().map(|said| Value { said, of_type: NUMBER.to_owned(), own: None, cost: 1 }));
        all
    }

    fn fit(&self, value: &Value, wants: &str, callee: &Callee) -> Option<fit::Handed> {
        let (cost, said) = match (value.of_type == NUMBER, self.is_c) {
            (true, true) if fit::is_c_number(&fit::c_plain(wants)) => (0, value.said.clone()),
            (true, false) if fit::is_rust_number(wants) => (0, format!("{} as {wants}", value.said)),
            (true, _) => return None,
            (false, true) => fit::c(&value.said, &value.of_type, wants)?,
            (false, false) => fit::rust(&value.said, &value.of_type, wants, &callee.open)?,
        };
        Some((cost + value.cost, said))
    }

    /// Each way to write the call as a body, without braces.
    fn bodies(&self, callee: &Callee, values: &[Value]) -> Vec<(usize, String)> {
        let wants = self.gives();
        let mut found = Vec::new();
        if let Some((cost, open, close)) = self.answer(&callee.gives, &wants, callee) {
            let calls = self.orders(callee, values, None);
            found.extend(calls.into_iter().map(|(more, call)| (cost + more, format!("{open}{call}{close}"))));
        }
        let is_nothing = |of_type: &str| matches!(of_type, "" | "()" | "void");
        // What the stub is to fill, the function hands back, and the other way round.
        if is_nothing(&wants) && !is_nothing(&callee.gives) {
            let filled = if self.is_c { format!("{}*", callee.gives) } else { format!("&mut{}", callee.gives) };
            for target in values.iter().filter(|v| v.of_type == filled && v.cost == 0) {
                let others: Vec<Value> = values.iter().filter(|v| v.own != target.own).cloned().collect();
                let calls = self.orders(callee, &others, None);
                // The one that is filled is used too.
                found.extend(calls.into_iter().map(|(cost, call)| (cost, format!("*{} = {call};", target.said))));
            }
        }
        if self.is_c && is_nothing(&callee.gives) && !is_nothing(&wants) {
            let (answer, params) = (format!("{wants}*"), self.head.params.join(", "));
            for at in (0..callee.takes.len()).filter(|at| callee.takes[*at] == answer) {
                let calls = self.orders(callee, values, Some(at));
                let declared = format!("__typeof__({}({params})) answer_;", self.stub.name);
                found.extend(calls.into_iter().map(|(cost, call)| (cost, format!("{declared}\n{call};\nreturn answer_;"))));
            }
        }
        found
    }

    /// What stands around a call so that its answer is the stub's.
    fn answer(&self, gives: &str, wants: &str, callee: &Callee) -> Option<(usize, &'static str, String)> {
        if self.is_c {
            let (from, to) = (fit::c_plain(gives), fit::c_plain(wants));
            let converts = from == to || (fit::is_c_number(&from) && fit::is_c_number(&to));
            return match (wants == "void", converts) {
                (true, _) => Some((if gives == "void" { 0 } else { 2 }, "", ";".to_owned())),
                (false, true) => Some((usize::from(gives != wants), "return ", ";".to_owned())),
                (false, false) => None,
            };
        }
        let close = |cost, open, close: &str| Some((cost, open, close.to_owned()));
        match wants {
            _ if wants == gives => close(0, "", ""),
            "" | "()" => close(2, "let _ = ", ";"),
            _ if fit::is_rust_number(wants) && fit::is_rust_number(gives) => close(1, "", &format!(" as {wants}")),
            "String" if gives == "&str" => close(1, "", ".to_string()"),
            _ if wants == format!("Option<{gives}>") => close(1, "Some(", ")"),
            _ if wants.starts_with(&format!("Result<{gives},")) => close(1, "Ok(", ")"),
            _ if fit::stands_for(wants, gives, &callee.open) => close(1, "", ""),
            _ => None,
        }
    }

    /// The calls with the values in each order that fits, the nearest first; at `answer` stands the address of what comes back.
    fn orders(&self, callee: &Callee, values: &[Value], answer: Option<usize>) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        self.extend(callee, values, answer, &mut Vec::new(), &mut found);
        let count = self.head.params.len() + usize::from(self.head.has_self);
        let mut ranked = Vec::new();
        for (cost, picked) in found {
            let own: Vec<usize> = picked.iter().filter_map(|(at, _)| values.get(*at)?.own).collect();
            let turned = (0..own.len()).map(|at| own[at..].iter().filter(|later| **later < own[at]).count()).sum::<usize>();
            let unused = (0..count).filter(|at| !own.contains(at) && values.iter().any(|v| v.own == Some(*at))).count();
            // What looks at nothing that it is given is a value, not an answer.
            if own.is_empty() && count > 0 {
                continue;
            }
            let given: Vec<&str> = picked.iter().map(|(_, said)| said.as_str()).collect();
            ranked.push((cost + turned + 2 * unused, format!("{}({})", callee.said, given.join(", "))));
        }
        ranked.sort_by_key(|(cost, _)| *cost);
        ranked
    }

    fn extend(
        &self,
        callee: &Callee,
        values: &[Value],
        answer: Option<usize>,
        picked: &mut Vec<(usize, usize, String)>,
        found: &mut Vec<(usize, Vec<(usize, String)>)>,
    ) {
        let at = picked.len();
        if at == callee.takes.len() {
            let cost = picked.iter().map(|(_, cost, _)| cost).sum();
            found.push((cost, picked.iter().map(|(value, _, said)| (*value, said.clone())).collect()));
            return;
        }
        if answer == Some(at) {
            picked.push((usize::MAX, 0, "&answer_".to_owned()));
            self.extend(callee, values, answer, picked, found);
            picked.pop();
            return;
        }
        for (which, value) in values.iter().enumerate() {
            if found.len() >= LOOKED_AT || picked.iter().any(|(other, ..)| *other == which) {
                continue;
            }
            if let Some((cost, said)) = self.fit(value, &callee.takes[at], callee) {
                picked.push((which, cost, said));
                self.extend(callee, values, answer, picked, found);
                picked.pop();
            }
        }
    }

    fn with_body(&self, callee: &Callee, body: &str, number: usize) -> Vec<TextFile> {
        let (before, within, body) = callee.numbered(body, number);
        let mut files = self.source.clone();
        let content = &mut files[self.place.file].content;
        content.replace_range(self.place.body.clone(), &format!("{{\n{within}{body}\n}}"));
        content.insert_str(self.place.whole.start, &before);
        files
    }

    /// Whether the reference is a call of this function and nothing more.
    fn delegates_to(&self, name: &str) -> bool {
        only_calls(&self.syntax.tokens(&self.text()[self.place.body.clone()]), name)
    }
}

/// The type of a constant, which fits any number.
const NUMBER: &str = "{number}";

/// The type itself where `Self` or `self` stands.
fn owned(of_type: &str, owner: Option<&str>) -> String {
    let Some(owner) = owner else { return of_type.to_owned() };
    match of_type {
        "self" | "mutself" => owner.to_owned(),
        "&self" => format!("&{owner}"),
        "&mutself" => format!("&mut{owner}"),
        _ => renamed(of_type, "Self", owner),
    }
}

/// What a type is called without what stands around it.
fn struct_name(of_type: &str) -> &str {
    let bare = of_type.trim_start_matches("const").trim_start_matches("struct").trim_end_matches('*');
    let bare = bare.strip_prefix("&mut").or_else(|| bare.strip_prefix('&')).unwrap_or(bare);
    bare.split('<').next().unwrap_or(bare)
}

/// `{ return name(…); }`, `Some(Self::name(…))`: nothing before the call but what leads to it, and nothing behind but what ends it.
fn only_calls(body: &[Token], name: &str) -> bool {
    let words: Vec<&str> = body.iter().filter(|t| t.kind != TokenKind::Comment).map(|t| t.text.as_str()).collect();
    let Some(at) = words.windows(2).position(|two| two == [name, "("]) else { return false };
    let leads = |word: &str| match word {
        "if" | "for" | "while" | "loop" | "match" | "switch" => false,
        "{" | "(" | "::" | "." | "&" | "*" | "=" => true,
        _ => word.chars().all(|c| c.is_alphanumeric() || c == '_'),
    };
    let mut depth = 0usize;
    let end = words[at + 1..].iter().position(|word| {
        match *word {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let behind = end.map_or(&words[..0], |end| &words[at + end + 2..]);
    let statements = words.iter().filter(|word| **word == ";").count();
    words[..at].iter().all(|w| leads(w)) && statements <= 1 && behind.iter().all(|w| matches!(*w, ")" | "?" | ";" | "}"))
}

#[cfg(test)]
mod tests;
