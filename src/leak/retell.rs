//! Code that a hint tells in another dress than its own: in another language, or as steps in a list. Puts what the text tells into the stubs it is about; what
//! it tells is found by `tongue`.

use std::collections::{HashMap, HashSet};

use super::cases;
use super::dress;
use super::form;
use super::frame;
use super::gather::is_atom;
use super::pieces::Pieces;
use super::plan::Planner;
use super::splice::{self, Attempt, Body, How};
use super::tokens::{texts, tokens};
use super::tongue::{self, Target, Told};
use crate::syntax::Head;

/// So many texts of one hint are retold.
const MOST: usize = 14;

impl Planner<'_> {
    /// Every block of the text, and its lines where they are steps, as the learner would write them.
    pub(super) fn retell(&mut self, plain: &str, found: &Pieces) {
        let mut texts: Vec<String> = cases::told(plain);
        texts.push(tongue::lines_of(plain, &self.names));
        let marked: Vec<&str> = found.parts.iter().filter(|p| p.is_marked && !is_atom(&p.text)).map(|p| p.text.as_str()).collect();
        if marked.len() > 1 {
            texts.push(marked.join("\n"));
        }
        texts.extend(form::filled(plain, &found.blocks, self.dialect.is_c));
        texts.extend(found.blocks.iter().cloned());
        texts.extend(found.parts.iter().filter(|p| p.is_marked && !p.is_block && p.text.len() > 20).map(|p| p.text.clone()));
        let is_code = |text: &String| text.len() > 12 && text.contains(['=', ';', '(']);
        texts.extend(dress::quoted(plain).into_iter().map(|(said, _)| said).filter(is_code));
        texts.retain(|t| !t.trim().is_empty());
        texts.dedup();
        for text in texts.iter().take(MOST) {
            self.retell_one(text);
        }
    }

    fn retell_one(&mut self, text: &str) {
        let (mut together, mut wrapped): (Vec<Body>, Vec<Body>) = (Vec::new(), Vec::new());
        let heads = self.heads.clone();
        let all_params: Vec<String> = heads.iter().flat_map(|(_, h)| h.params.iter().cloned()).collect();
        let pointers = self.pointers(&all_params);
        let (names, is_c) = (self.names.clone(), self.dialect.is_c);
        let target = Target { is_c, names: &names, params: &all_params, pointers: &pointers };
        for Told { function, code } in tongue::told(text, &target) {
            if self.is_known(&texts(&code, true)) {
                continue;
            }
            let Some((name, params)) = function else {
                self.statements(&code, self.whole_unit, &[]);
                let wrapped = heads.iter().filter_map(|(stub, head)| self.with_wrapped(stub, head, &code));
                for code in wrapped.chain(self.with_self(&code)).collect::<Vec<_>>() {
                    self.statements(&code, self.whole_unit, &[]);
                }
                continue;
            };
            let own = flat(&name);
            let named = heads.iter().find(|(stub, _)| flat(stub) == own);
            // Where a method belongs to nothing by itself, what it changes comes first.
            let of_self = |h: &Head| usize::from(h.has_self && params.len() > h.params.len());
            let fitting = heads.iter().filter(|(_, h)| named.is_none() && h.params.len() + of_self(h) == params.len());
            for (stub, head) in named.into_iter().chain(fitting) {
                let own = std::iter::repeat_n("self", of_self(head)).chain(head.params.iter().map(String::as_str)).map(str::to_owned);
                let pairs: HashMap<String, String> = params.iter().cloned().zip(own).collect();
                let code = tongue::renamed(&code, &pairs);
                let whole = |code: &str| self.dialect.body(code, head, &names, &head.params);
                let body = |text: String| Body { stub: stub.clone(), text, names: Vec::new(), at_mark: false };
                let made = whole(&code).into_iter().next().map_or(code.clone(), |(text, _)| text);
                together.push(body(made));
                wrapped.extend(self.with_wrapped(stub, head, &code).map(body));
            }
        }
        for body in together.clone().into_iter().chain(wrapped) {
            self.push(Attempt::new(How::Bodies { bodies: vec![body], beside: String::new() }, self.whole_unit));
        }
        let stubs: HashSet<&str> = together.iter().map(|b| b.stub.as_str()).collect();
        if stubs.len() > 1 && stubs.len() == together.len() {
            self.push(Attempt::new(How::Bodies { bodies: together, beside: String::new() }, self.whole_unit));
        }
    }

    /// Fields of the stub's own type that stand alone, as other languages have them in a method.
    fn with_self(&self, code: &str) -> Option<String> {
        let (_, head) = self.heads.iter().find(|(_, h)| h.has_self)?;
        let fields = frame::structs(self).into_iter().find(|(name, _)| Some(name) == head.owner.as_ref())?.1;
        let all = tokens(code, true);
        let mut out = code.to_owned();
        for (at, token) in all.iter().enumerate().rev() {
            let near = |i: Option<usize>| i.and_then(|i| all.get(i)).map_or("", |t| t.text);
            let (before, next) = (near(at.checked_sub(1)), near(Some(at + 1)));
            let is_made = ["let", "mut"].contains(&before) || head.params.iter().any(|p| p == token.text);
            if fields.iter().any(|f| f == token.text) && before != "." && ![":", "("].contains(&next) && !is_made {
                out.insert_str(token.at, "self.");
            }
        }
        (out != code).then_some(out)
    }

    /// Parameters of the stubs that are pointers.
    fn pointers(&self, params: &[String]) -> Vec<String> {
        let heads = self.heads.iter().filter_map(|(stub, _)| {
            let (at, head) = splice::find(self.ground.starter, stub, self.dialect)?;
            Some(self.ground.starter[at].content[head.item.start..head.body.start].to_owned())
        });
        let heads: Vec<String> = heads.collect();
        params.iter().filter(|p| heads.iter().any(|h| h.contains(&format!("*{p}")))).cloned().collect()
    }
}

/// A name without its spelling.
fn flat(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::pack::PackGround;
    use super::super::{plan, splice::Dialect};
    use super::*;
    use crate::language;
    use crate::pack::Bank;

    /// The bodies of every attempt that a hint for an empty stub leads to, without their layout.
    pub fn planned(language: &str, node: &str, unit: &str, text: &str) -> Vec<Vec<String>> {
        let pack = Bank::Embedded.load(language, node).expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let source = whole.source_with(&[]);
        let dialect = Dialect::of(language::by_name(language).expect("a language")).expect("a dialect");
        let plan = plan::plan(text, &whole.ground(unit, &source), &dialect, true);
        let tight = |b: &Body| texts(&b.text, true).join(" ");
        let bodies = |a: &Attempt| match &a.how {
            How::Bodies { bodies, .. } => bodies.iter().map(tight).collect(),
            _ => Vec::new(),
        };
        plan.attempts.iter().map(bodies).collect()
    }

    pub fn holds(made: &[Vec<String>], bodies: &[&str]) {
        let wanted: Vec<String> = bodies.iter().map(|b| texts(b, true).join(" ")).collect();
        assert!(made.contains(&wanted), "{wanted:#?}\n{made:#?}");
    }

    #[test]
    fn another_language_lands_in_the_stub_with_its_names() {
        let js = "```js\nfunction storageCents(n) {\n  let sum = HANDLING_CENTS;\n  for (let day = 1; day <= n; day++) {\n    sum += day * DAY_STEP_CENTS;\n  }\n  return sum;\n}\n```";
        let rust =
            "let mut sum = HANDLING_CENTS; let mut day = 1; while day <= days { sum += day * DAY_STEP_CENTS; day += 1; } return sum;";
        holds(&planned("rust", "S100", "ex-2", js), &[rust]);
    }

    #[test]
    fn what_a_method_belongs_to_is_self() {
        let go = "```go\nfunc (b *Bed) Thirst() int {\n    per := MULCHED_NEED\n    return per * b.squareMetres\n}\n```";
        holds(&planned("rust", "S102", "ex-2", go), &["let mut per = MULCHED_NEED; return Litres(per * self.square_metres);"]);
    }

    #[test]
    fn fields_that_stand_alone_are_those_of_self() {
        let java = "```java\nint perMetre = mulched ? MULCHED_NEED : BARE_NEED;\nreturn new Litres(squareMetres * perMetre);\n```";
        let rust =
            "let mut per_metre = if self.mulched { MULCHED_NEED } else { BARE_NEED }; return Litres(self.square_metres * per_metre);";
        holds(&planned("rust", "S102", "ex-2", java), &[rust]);
    }

    #[test]
    fn a_list_of_steps_and_a_form_are_filled_in() {
        let list = "1. as long as `begin != end && *begin != booking` holds,\n2. do `begin++;`\n3. and after that `return begin == end ? NULL : begin;`";
        let c = "while (begin != end && *begin != booking) { begin += 1; } return (begin == end) ? NULL : begin;";
        holds(&planned("c", "C200", "ex-3", list), &[c]);
        let form = "- before the loop: `ptrdiff_t n = 0;`\n- start: `ptrdiff_t i = 0`\n- go on while: `i < count`\n- step: `i++`\n- question: `seats[i] == booking`\n- when yes: `seats[i] = SEAT_FREE; n++;`\n- after the loop: `return n;`";
        let c = "ptrdiff_t n = 0; for (ptrdiff_t i = 0; i < count; i += 1) { if (seats[i] == booking) { seats[i] = SEAT_FREE; n += 1; } } return n;";
        holds(&planned("c", "C200", "ex-4", form), &[c]);
    }
}
