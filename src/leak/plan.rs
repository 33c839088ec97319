//! What is worth trying of a hint: its code in every order and dress that a reader could take it in, the likeliest first, without what the learner has already
//! and without what could not stand in the stub.

use std::collections::HashSet;

use super::Ground;
use super::cards;
use super::fold;
use super::gather::is_atom;
use super::pieces;
use super::say;
use super::splice::{self, Attempt, Body, Dialect, How};
use super::tokens::{self, SUSPICIOUS, texts};
use crate::syntax::Head;

/// Code of fewer tokens is a fragment: it may help with a part of the unit, not with all of it.
const FRAGMENT: usize = 10;

#[derive(Debug, Default)]
pub struct Plan {
    pub attempts: Vec<Attempt>,
    /// A long run of the reference stands in the hint and nowhere else.
    pub suspicious: bool,
    /// Stubs whose definitions in the hint are the learner's own.
    pub quoted: Vec<String>,
}

pub(super) struct Planner<'a> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) dialect: &'a Dialect,
    /// Tokens of everything that the learner has.
    known: Vec<Vec<&'a str>>,
    /// Tokens of what the learner was handed.
    pub(super) given: Vec<Vec<&'a str>>,
    pub(super) names: HashSet<String>,
    pub(super) heads: Vec<(String, Head)>,
    pub(super) whole_unit: bool,
    /// It is for the top of the ladder.
    level_3: bool,
    /// What is made now is not shown in the text.
    pub(super) guessing: bool,
    /// What is made now is what the text says to write: a part of an answer, and no guess about one.
    pub(super) is_told: bool,
    /// The sentences that say what to write.
    orders: Vec<String>,
    pub(super) plan: Plan,
}

/// `whole_unit` as for the top of the ladder: what does not settle the unit is no leak.
pub fn plan(text: &str, ground: &Ground, dialect: &Dialect, whole_unit: bool) -> Plan {
    let mut planner = Planner::of(ground, dialect, whole_unit);
    planner.read(text);
    planner.plan
}

/// The text with the learner's names in the place of others, where it says which is which.
pub fn in_own_names(plain: &str, ground: &Ground, dialect: &Dialect) -> Vec<String> {
    let planner = Planner::of(ground, dialect, false);
    planner.with_own_names(plain, &pieces::find(plain, dialect.syntax, &planner.names))
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

impl<'a> Planner<'a> {
    pub(super) fn of(ground: &'a Ground<'a>, dialect: &'a Dialect, whole_unit: bool) -> Planner<'a> {
        let mut known: Vec<Vec<&str>> = ground.texts().map(|c| texts(c, true)).collect();
        known.extend(ground.said.iter().map(|said| texts(said, false)));
        // Names of the code only: a lesson uses most words of the language it is written in.
        let code = ground.source.iter().chain(ground.starter).flat_map(|f| texts(&f.content, true));
        let names = code.filter(|t| is_name(t)).map(str::to_owned).collect();
        let heads = ground.stubs().filter_map(|stub| Some((stub.to_owned(), ground.head(stub, dialect)?))).collect();
        let handed = ground.starter.iter().map(|f| f.content.as_str()).chain(ground.generated.iter().map(|f| f.content.as_str()));
        let given = handed.map(|c| texts(c, true)).chain(ground.said.iter().map(|said| texts(said, false))).collect();
        let (level_3, guessing, is_told, orders) = (whole_unit, false, false, Vec::new());
        Planner { ground, dialect, known, given, names, heads, whole_unit, level_3, guessing, is_told, orders, plan: Plan::default() }
    }
}

impl Planner<'_> {
    /// The same for one stub of the unit.
    pub(super) fn only(&self, stub: &str) -> Planner<'_> {
        let heads = self.heads.iter().filter(|(s, _)| s == stub).cloned().collect();
        let (known, given, names) = (self.known.clone(), self.given.clone(), self.names.clone());
        let (is_told, orders, plan) = (false, Vec::new(), Plan::default());
        Planner { heads, known, given, names, guessing: false, is_told, orders, plan, ..*self }
    }

    pub(super) fn read(&mut self, text: &str) {
        let (plain, unwrapped) = pieces::readings(text);
        self.orders = say::sentences(&plain).into_iter().filter(|s| s.orders()).map(|s| s.text).collect();
        let found = pieces::find(&plain, self.dialect.syntax, &self.names);
        let rows: Vec<String> =
            std::iter::once(plain.clone()).chain(unwrapped.iter().cloned()).chain(found.blocks.iter().cloned()).collect();
        for block in &found.blocks {
            self.block(block);
        }
        if !found.changes.is_empty() {
            let how = How::Changes(found.changes.clone());
            self.push(Attempt::new(how, self.whole_unit));
            self.push(Attempt::new(How::Changes(found.hunks.clone()), self.whole_unit));
        }
        for text in &unwrapped {
            let inner = pieces::find(text, self.dialect.syntax, &self.names);
            self.block(text);
            inner.blocks.iter().for_each(|b| self.block(b));
            self.pieces(&inner);
        }
        self.pieces(&found);
        for laid in cards::laid(&plain) {
            self.block(&laid);
        }
        self.put_together(&rows);
        self.keyed(&plain, &found);
        for turned in fold::turned(&plain) {
            if self.says_something(&turned, &plain) {
                let inner = pieces::find(&turned, self.dialect.syntax, &self.names);
                inner.blocks.iter().for_each(|b| self.block(b));
                self.pieces(&inner);
                self.put_together(&[turned]);
            }
        }
        self.repair(&plain);
        self.formulas(&plain);
        self.guess(&plain, &found);
    }

    /// Turned text is read only where it holds more of the reference than the text as it stands could.
    fn says_something(&self, turned: &str, plain: &str) -> bool {
        let row = texts(turned, false);
        let told = self.references().iter().any(|(_, body)| tokens::longest_new_run(&texts(body, true), &row, &self.known) >= 5);
        // Or it has names of the learner's files, and the text as it stands has not.
        let plain: HashSet<&str> = texts(plain, false).into_iter().collect();
        let own: HashSet<&&str> = row.iter().filter(|t| t.len() > 2 && self.names.contains(**t) && !plain.contains(**t)).collect();
        told || own.len() >= 3
    }

    /// Code that is shown in one piece.
    pub(super) fn block(&mut self, code: &str) {
        let row = texts(code, true);
        if row.is_empty() || self.is_known(&row) && !self.lacks_their_end(code, &row) {
            let own = self.dialect.syntax.heads(code).into_iter().map(|h| h.name);
            self.plan.quoted.extend(own);
            return;
        }
        if !self.functions(code) {
            let whole_unit = self.whole_unit || row.len() < FRAGMENT && !self.is_ordered(code);
            self.statements(code, whole_unit, &[]);
        }
    }

    /// A sentence says to write it.
    fn is_ordered(&self, code: &str) -> bool {
        self.orders.iter().any(|o| o.contains(code.trim()))
    }

    /// Lines of the learner's where only the last semicolon is missing: that may be what is wrong with them.
    fn lacks_their_end(&self, code: &str, row: &[&str]) -> bool {
        let ends = |k: &Vec<&str>| k.windows(row.len() + 1).any(|w| w[..row.len()] == *row && w[row.len()] == ";");
        let other = |k: &Vec<&str>| k.windows(row.len() + 1).any(|w| w[..row.len()] == *row && w[row.len()] != ";");
        code.trim().contains('\n') && !self.dialect.is_c && self.known.iter().any(ends) && !self.known.iter().any(other)
    }

    pub(super) fn is_known(&self, row: &[&str]) -> bool {
        self.known.iter().any(|k| tokens::stands_in(row, k))
    }

    /// Functions in the code: the stubs by their own names, else one whose parameters fit. Answers whether there are any.
    pub(super) fn functions(&mut self, code: &str) -> bool {
        let all = self.dialect.syntax.heads(code);
        let written: Vec<&Head> = all.iter().filter(|h| is_written(code, h)).collect();
        if written.is_empty() {
            return !all.is_empty();
        }
        let every: Vec<String> = self.ground.exercise.stub_names();
        // A method of another type is another function, whatever it is called.
        let owner = |stub: &str| self.ground.head(stub, self.dialect).and_then(|h| h.owner);
        let is_other = |h: &Head| h.owner.is_some() && h.owner != owner(&h.name);
        let others: Vec<String> = written.iter().filter(|h| every.contains(&h.name) && is_other(h)).map(|h| h.name.clone()).collect();
        let named: Vec<&Head> = written.iter().copied().filter(|h| every.contains(&h.name) && !is_other(h)).collect();
        let beside = |not: &[&Head]| -> String {
            let helpers = written.iter().filter(|h| !not.iter().any(|n| n.item == h.item) && !h.has_self);
            let free = helpers.filter(|h| !self.names.contains(&h.name)).map(|h| code[h.item.clone()].to_owned());
            free.collect::<Vec<_>>().join("\n")
        };
        let mut attempts = Vec::new();
        if !named.is_empty() {
            let new: Vec<&Head> = named.iter().copied().filter(|h| !self.is_known(&texts(inside(code, h), true))).collect();
            self.plan.quoted.extend(named.iter().filter(|h| !new.iter().any(|n| n.item == h.item)).map(|h| h.name.clone()));
            let bodies: Vec<Body> = new.iter().map(|h| self.body_of(code, h, &h.name)).collect();
            if !bodies.is_empty() {
                let defines = bodies.iter().map(|b| b.stub.clone()).collect();
                let attempt = Attempt::new(How::Bodies { bodies, beside: beside(&named) }, self.whole_unit);
                attempts.push(Attempt { defines, ..attempt });
            }
        } else {
            for (stub, head) in &self.heads {
                let own = splice::item(self.ground.starter, stub, self.dialect).unwrap_or_default();
                // C would take an address for a number, and a test of what cannot be done may pass by it.
                let points_alike = |h: &Head| !self.dialect.is_c || pointers(&code[h.item.clone()]) == pointers(&own);
                let fits = |h: &&&Head| h.params.len() == head.params.len() && h.has_self == head.has_self && points_alike(h);
                for function in written.iter().rev().filter(fits).take(2) {
                    // Who hands a parameter back as it came shows nothing, though a weak test passes by it.
                    if is_atom(inside(code, function)) || self.is_known(&texts(inside(code, function), true)) {
                        continue;
                    }
                    let bodies = vec![self.body_of(code, function, stub)];
                    let how = How::Bodies { bodies, beside: beside(&[function]) };
                    attempts.push(Attempt::new(how, self.whole_unit));
                }
            }
        }
        self.plan.quoted.extend(others);
        attempts.into_iter().for_each(|a| self.push(a));
        true
    }

    /// A function's inside as the body of a stub; where it calls itself it calls the stub.
    fn body_of(&self, code: &str, function: &Head, stub: &str) -> Body {
        let inner = inside(code, function);
        let mut text = inner.to_owned();
        for token in tokens::tokens(inner, false).iter().rev().filter(|t| t.text == function.name) {
            text.replace_range(token.at..token.at + token.text.len(), stub);
        }
        text = self.of_own_type(text, function, stub);
        let names = function.params.iter().cloned().enumerate().map(|(at, name)| (name, at)).collect();
        Body { stub: stub.to_owned(), text, names, at_mark: false }
    }

    /// A method of another type, with the type of the stub in the place of the one that nobody here has.
    fn of_own_type(&self, text: String, function: &Head, stub: &str) -> String {
        let owner = self.heads.iter().find(|(s, _)| s == stub).and_then(|(_, h)| h.owner.clone());
        let Some(owner) = owner.filter(|_| function.has_self) else { return text };
        let all = tokens::tokens(&text, true);
        let makes = |w: &&[tokens::Token]| w[1].text == "{" && w[0].text.starts_with(char::is_uppercase) && !self.names.contains(w[0].text);
        let Some(other) = all.windows(2).find(makes).map(|w| w[0].text.to_owned()).filter(|o| o != "Self") else { return text };
        let mut out = text.clone();
        for token in all.iter().rev().filter(|t| t.text == other) {
            out.replace_range(token.at..token.at + token.text.len(), &owner);
        }
        out
    }

    /// Statements or a value for each stub of the unit, with the names they have for its parameters. Answers whether they could stand in one.
    pub(super) fn statements(&mut self, code: &str, whole_unit: bool, params: &[String]) -> bool {
        if is_atom(code) {
            return false;
        }
        let mut attempts = Vec::new();
        let known: HashSet<String> = self.names.iter().chain(params).cloned().collect();
        for (stub, head) in self.heads.iter().filter(|(_, h)| params.is_empty() || params.len() == h.params.len()) {
            for (text, mut names) in self.dialect.body(code, head, &known, params) {
                names.extend(params.iter().cloned().enumerate().map(|(at, name)| (name, at)));
                let body = Body { stub: stub.clone(), text, names, at_mark: false };
                let how = |body| How::Bodies { bodies: vec![body], beside: String::new() };
                let begun = self.ground.is_begun(stub, self.dialect);
                if begun {
                    let at_mark = Body { at_mark: true, ..body.clone() };
                    attempts.push(Attempt::new(how(at_mark), whole_unit));
                }
                attempts.push(Attempt::new(how(body), whole_unit));
            }
        }
        let some = !attempts.is_empty();
        attempts.into_iter().for_each(|a| self.push(a));
        some
    }

    /// What of the reference stands in the hint in pieces of any size and order, put together as the reference has it.
    fn put_together(&mut self, rows: &[String]) {
        for (stub, body) in self.references() {
            let row = texts(&body, true);
            let told: Vec<Vec<&str>> = rows.iter().flat_map(|r| [texts(r, false), texts(r, true)]).collect();
            self.plan.suspicious |= told.iter().any(|t| tokens::longest_new_run(&row, t, &self.known) >= SUSPICIOUS);
            let marks = |of: &[Vec<&str>]| {
                of.iter()
                    .map(|t| tokens::covered(&row, t))
                    .fold(vec![false; row.len()], |a, b| a.iter().zip(&b).map(|(a, b)| *a || *b).collect())
            };
            let (told, known) = (marks(&told), marks(&self.known));
            let new = (0..row.len()).filter(|i| told[*i] && !known[*i]).count();
            let missing = (0..row.len()).filter(|i| !told[*i] && !known[*i]).count();
            // Nearly all that the learner did not have.
            if new >= 6 && missing * 10 <= new {
                let names = Vec::new();
                let bodies = vec![Body { stub: stub.clone(), text: body.clone(), names, at_mark: false }];
                let how = How::Bodies { bodies, beside: self.ground.helpers(self.dialect) };
                self.push(Attempt::new(how, self.whole_unit));
            }
        }
    }

    /// The bodies that the reference has for the stubs of the unit.
    pub(super) fn references(&self) -> Vec<(String, String)> {
        let files = self.ground.reference.unwrap_or_default();
        let body = |stub: &String| {
            let (at, head) = splice::find(files, stub, self.dialect)?;
            Some((stub.clone(), inside(&files[at].content, &head).to_owned()))
        };
        self.heads.iter().filter_map(|(stub, _)| body(stub)).collect()
    }

    pub(super) fn push(&mut self, mut attempt: Attempt) {
        if self.guessing {
            attempt = Attempt { whole_unit: self.level_3, is_edit: !self.is_told, is_guess: true, ..attempt };
        }
        let same = |a: &Attempt| a.how == attempt.how;
        if !self.plan.attempts.iter().any(same) {
            self.plan.attempts.push(attempt);
        }
    }
}

/// There is more in it than the mark of a stub.
fn is_written(code: &str, head: &Head) -> bool {
    let Some(mark) = &head.mark else { return true };
    let (before, after) = (&code[head.body.start + 1..mark.start], &code[mark.end..head.body.end - 1]);
    [before, after].iter().any(|part| texts(part, true).iter().any(|t| *t != ";"))
}

/// How many stars and square brackets each parameter of a function has.
fn pointers(item: &str) -> Vec<usize> {
    let (mut depth, mut found) = (0, vec![0]);
    for c in item[item.find('(').unwrap_or(item.len())..].chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => break,
            ')' => depth -= 1,
            ',' if depth == 1 => found.push(0),
            '*' | '[' => found.last_mut().into_iter().for_each(|n| *n += 1),
            _ => {}
        }
    }
    found
}

/// What stands between the braces.
pub(super) fn inside<'c>(code: &'c str, head: &Head) -> &'c str {
    let body = &code[head.body.clone()];
    body.strip_prefix('{').and_then(|b| b.strip_suffix('}')).unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use super::pointers;

    #[test]
    fn parameters_are_told_apart_by_what_they_point_at() {
        assert_eq!(pointers("static bool show(FILE **current, const char *name) { g(*a); }"), [2, 1]);
        assert_eq!(pointers("int f(int seats[], bool (*ask)(int, int *), int n)\n{ }"), [1, 2, 0]);
    }
}
