//! Steps written in the learner's language.

use std::collections::HashSet;

use super::single::MAKES_ONCE;
use super::value::{answer, condition, own_name, parts, value};
use super::{Range, Step, Target};

/// The steps as the inside of a body; `params` are names that are there already.
pub fn written(steps: &[Step], target: &Target, params: &[String]) -> String {
    let given: Vec<String> = params.iter().chain(target.params).map(|p| name(p, target)).collect();
    let mut writer = Writer { target, given, made: HashSet::new(), out: String::new() };
    writer.prelude(steps);
    writer.all(steps, true);
    writer.out
}

fn name(said: &str, target: &Target) -> String {
    own_name(said, target).unwrap_or_else(|| said.to_owned())
}

struct Writer<'w> {
    target: &'w Target<'w>,
    given: Vec<String>,
    made: HashSet<String>,
    out: String,
}

impl Writer<'_> {
    /// Parameters that are changed, and names that get their first value inside of a block.
    fn prelude(&mut self, steps: &[Step]) {
        let (mut outer, mut inner) = (Vec::new(), Vec::new());
        assigned(steps, 0, &mut outer, &mut inner);
        let is_name = |p: &String| !p.is_empty() && p.chars().all(|c| c.is_alphanumeric() || c == '_');
        for place in outer.iter().chain(&inner).map(|p| name(p, self.target)).filter(|p| is_name(p)).collect::<Vec<_>>() {
            let is_first = self.made.insert(place.clone());
            if self.given.contains(&place) && is_first && !self.target.is_c {
                self.out.push_str(&format!("let mut {place} = {place};\n"));
            } else if !self.given.contains(&place) {
                self.made.remove(&place);
            }
        }
        for place in inner.iter().map(|p| name(p, self.target)).filter(|p| is_name(p)).collect::<Vec<_>>() {
            let is_outer = outer.iter().any(|o| name(o, self.target) == place) || self.given.contains(&place);
            if !is_outer && self.made.insert(place.clone()) {
                self.out.push_str(&if self.target.is_c { format!("long {place} = 0;\n") } else { format!("let mut {place};\n") });
            }
        }
        self.made.extend(self.given.iter().cloned());
    }

    fn all(&mut self, steps: &[Step], is_tail: bool) {
        for (at, step) in steps.iter().enumerate() {
            self.step(step, is_tail && at + 1 == steps.len());
        }
    }

    fn step(&mut self, step: &Step, is_tail: bool) {
        match step {
            Step::Make { .. } | Step::Give { .. } => {
                let text = self.simple(step);
                self.out.push_str(&format!("{text};\n"));
            }
            Step::Return(text) => {
                let text = answer(text, self.target);
                self.out.push_str(&format!("return {text};\n"));
            }
            Step::Break => self.out.push_str("break;\n"),
            Step::Continue => self.out.push_str("continue;\n"),
            Step::Do(text) => {
                let text = if is_tail { answer(text, self.target) } else { value(text, self.target) };
                self.out.push_str(&if is_tail && !self.target.is_c { format!("{text}\n") } else { format!("{text};\n") });
            }
            Step::If(arms) => self.choice(arms, is_tail),
            Step::While(asked, body) => {
                let head = self.asked("while", asked);
                self.braced(&head, body, "");
            }
            Step::Loop(body, until) => {
                let end = until.as_ref().map(|u| format!("{} {{ break; }}\n", self.asked("if", u))).unwrap_or_default();
                self.braced(if self.target.is_c { "for (;;)" } else { "loop" }, body, &end);
            }
            Step::Count { name: counter, range, body } => {
                let head = self.counted(&name(counter, self.target), range);
                self.braced(&head, body, "");
            }
            Step::Each(of, list, body) => {
                let head = format!("for {} in {}", name(of, self.target), value(list, self.target));
                self.braced(&head, body, "");
            }
            Step::For { first, holds, next, body } => self.three_parts(first, holds, next, body),
            Step::Function(_) => {}
        }
    }

    /// A name made or a place changed, without its end.
    fn simple(&mut self, step: &Step) -> String {
        match step {
            Step::Make { kind, name: said, value: text } if kind == MAKES_ONCE => {
                let (place, sign, value) = (said.clone(), "=".to_owned(), text.clone());
                self.simple(&Step::Give { place, sign, value })
            }
            Step::Make { kind, name: said, value: text } => {
                let (said, text) = (name(said, self.target), value(text, self.target));
                self.made.insert(said.clone());
                match (self.target.is_c, kind.as_str()) {
                    (true, "") => made_in_c(&said, &text),
                    (true, kind) => format!("{} {said} = {text}", value(kind, self.target)),
                    (false, kind) if is_rust_kind(kind) => format!("let mut {said}: {kind} = {text}"),
                    (false, _) if said.starts_with('(') => format!("let {said} = {text}"),
                    (false, _) => format!("let mut {said} = {text}"),
                }
            }
            Step::Give { place, sign, value: text } => {
                let (said, text) = (value(place, self.target), value(text, self.target));
                let is_name = said.chars().all(|c| c.is_alphanumeric() || c == '_');
                if sign == "=" && is_name && self.made.insert(said.clone()) {
                    return if self.target.is_c { made_in_c(&said, &text) } else { format!("let mut {said} = {text}") };
                }
                // Several names at once that nobody has made yet.
                let several = parts(said.trim_start_matches('(').trim_end_matches(')'));
                if sign == "=" && said.starts_with('(') && several.iter().any(|n| !self.made.contains(n)) {
                    // Those that are there already get theirs behind it.
                    let old: Vec<&String> = several.iter().filter(|n| self.made.contains(*n)).collect();
                    let fresh = |n: &String| if old.contains(&n) { format!("{n}_now") } else { n.clone() };
                    let names = several.iter().map(fresh).collect::<Vec<_>>().join(", ");
                    return old.iter().fold(format!("let ({names}) = {text}"), |text, n| format!("{text};\n{n} = {n}_now"));
                }
                format!("{said} {sign} {text}")
            }
            Step::Do(text) => value(text, self.target),
            _ => String::new(),
        }
    }

    fn choice(&mut self, arms: &[(Option<String>, Vec<Step>)], is_tail: bool) {
        for (at, (asked, body)) in arms.iter().enumerate() {
            let is_value = is_tail && arms.last().is_some_and(|(asked, _)| asked.is_none());
            let head = match asked {
                Some(asked) if at > 0 => format!("else {}", self.asked("if", asked)),
                Some(asked) => self.asked("if", asked),
                None => "else".to_owned(),
            };
            self.out.push_str(&format!("{head} {{\n"));
            self.all(body, is_value);
            self.out.push_str("}\n");
        }
    }

    fn asked(&self, word: &str, asked: &str) -> String {
        let asked = condition(asked, self.target);
        if self.target.is_c { format!("{word} ({asked})") } else { format!("{word} {asked}") }
    }

    fn braced(&mut self, head: &str, body: &[Step], end: &str) {
        self.out.push_str(&format!("{head} {{\n"));
        self.all(body, false);
        self.out.push_str(&format!("{end}}}\n"));
    }

    fn counted(&self, counter: &str, range: &Range) -> String {
        let (from, to) = (value(&range.from, self.target), value(&range.to, self.target));
        // To the last but one and no further is up to the last: nothing is taken from nothing then.
        let range = match range.to.strip_suffix(" - 1").filter(|_| range.with_last) {
            Some(to) => return self.counted(counter, &Range { to: to.to_owned(), with_last: false, ..range.clone() }),
            None => range,
        };
        if !self.target.is_c {
            let sign = if range.with_last { "..=" } else { ".." };
            let range_text = format!("({from}){sign}({to})");
            return if range.backwards {
                format!("for {counter} in ({range_text}).rev()")
            } else {
                format!("for {counter} in {range_text}")
            };
        }
        // Of the type that the end of the range has: no comparison between what has a sign and what has none.
        let sign = if range.with_last { "<=" } else { "<" };
        if range.backwards {
            let beyond = if range.with_last { format!("({to}) + 1") } else { to };
            return format!("for (__auto_type {counter} = {beyond}; {counter}-- > ({from}); )");
        }
        format!("for (__auto_type {counter} = {from} + 0 * ({to}); {counter} {sign} {to}; {counter}++)")
    }

    fn three_parts(&mut self, first: &[Step], holds: &str, next: &[Step], body: &[Step]) {
        let firsts: Vec<String> = first.iter().map(|s| self.simple(s)).collect();
        let nexts: Vec<String> = next.iter().map(|s| self.simple(s)).collect();
        if self.target.is_c {
            let head = format!("for ({}; {}; {})", firsts.join(", "), condition(holds, self.target), nexts.join(", "));
            return self.braced(&head, body, "");
        }
        firsts.iter().for_each(|f| self.out.push_str(&format!("{f};\n")));
        let head = if holds.is_empty() { "loop".to_owned() } else { self.asked("while", holds) };
        let end: String = nexts.iter().map(|n| format!("{n};\n")).collect();
        self.braced(&head, body, &end);
    }
}

/// A name with its first value, of the type of that; a number may become a large one.
fn made_in_c(name: &str, value: &str) -> String {
    // What is fetched by its size is what the size is of.
    let fetched = ["malloc(", "calloc(", "realloc("].iter().any(|f| value.starts_with(f));
    let of = value.split_once("sizeof(struct ").and_then(|(_, rest)| rest.split_once(')')).filter(|_| fetched);
    match of {
        Some((of, _)) => format!("struct {of} *{name} = {value}"),
        None if value.chars().all(|c| c.is_ascii_digit()) => format!("long {name} = {value}"),
        None => format!("__auto_type {name} = {value}"),
    }
}

fn is_rust_kind(kind: &str) -> bool {
    let first = kind.trim_start_matches(['&', '(']).split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    ["u8", "u32", "u64", "i32", "i64", "usize", "f64", "bool", "Vec", "String", "Option"].contains(&first)
}

/// Names that get the value of a pointer are pointers.
pub fn pointers(steps: &[Step], found: &mut Vec<String>) {
    for step in steps {
        match step {
            Step::Make { name, value, kind } => {
                let of_pointer = value.split([' ', '+']).next().is_some_and(|first| found.iter().any(|p| p == first));
                found.extend((of_pointer || kind.contains('*')).then(|| name.clone()));
            }
            Step::Give { place, sign, value } if sign == "=" => {
                let of_pointer = value.split([' ', '+']).next().is_some_and(|first| found.iter().any(|p| p == first));
                found.extend(of_pointer.then(|| place.clone()));
            }
            Step::If(arms) => arms.iter().for_each(|(_, body)| pointers(body, found)),
            Step::While(_, body) | Step::Loop(body, _) | Step::Each(_, _, body) | Step::Count { body, .. } => pointers(body, found),
            Step::For { first, body, .. } => {
                pointers(first, found);
                pointers(body, found);
            }
            Step::Function(function) => pointers(&function.body, found),
            _ => {}
        }
    }
}

/// Names that get a value with a single `=`, outside and inside of blocks.
fn assigned(steps: &[Step], depth: usize, outer: &mut Vec<String>, inner: &mut Vec<String>) {
    for step in steps {
        match step {
            Step::Give { place, sign, .. } if sign == "=" => if depth == 0 { &mut *outer } else { &mut *inner }.push(place.clone()),
            // What is only changed has been made elsewhere, or is a parameter.
            Step::Give { place, .. } => outer.push(place.clone()),
            Step::Make { name, .. } => outer.push(name.clone()),
            Step::If(arms) => arms.iter().for_each(|(_, body)| assigned(body, depth + 1, outer, inner)),
            Step::While(_, body) | Step::Loop(body, _) | Step::Each(_, _, body) => assigned(body, depth + 1, outer, inner),
            Step::Count { body, .. } => assigned(body, depth + 1, outer, inner),
            Step::For { first, next, body, .. } => {
                assigned(first, depth, outer, inner);
                assigned(next, depth, outer, inner);
                assigned(body, depth + 1, outer, inner);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Target, told};

    fn written(text: &str, is_c: bool) -> String {
        let names = ["begin", "end", "booking", "readings", "NEVER", "step"].map(str::to_owned).into();
        let params = ["begin", "end"].map(str::to_owned);
        told(text, &Target { is_c, names: &names, pointers: &[], params: &params }).remove(0).code
    }

    #[test]
    fn other_languages_become_rust() {
        let python = "def note(readings):\n    n = len(readings)\n    if n < 2:\n        return (0, NEVER)\n    running = 0\n    for h in reversed(range(1, n)):\n        running += 1\n    return (running, n)";
        let rust = "let mut n = readings.len();\nif n < 2 {\nreturn (0, NEVER);\n}\nlet mut running = 0;\nfor h in ((1)..(n)).rev() {\nrunning += 1;\n}\nreturn (running, n);\n";
        assert_eq!(written(python, false), rust);
        let js = "let worst = 0;\nfor (let i = 1; i < readings.length; i++) {\n  if (f(i) > worst) worst = f(i);\n}\nreturn worst;";
        let rust = "let mut worst = 0;\nlet mut i = 1;\nwhile i < readings.len() {\nif f(i) > worst {\nworst = f(i);\n}\ni += 1;\n}\nreturn worst;\n";
        assert_eq!(written(js, false), rust);
    }

    #[test]
    fn several_names_get_values_at_once() {
        let go = "left := begin\nthing, left := f(left)\nreturn thing";
        assert_eq!(written(go, false), "let mut left = begin;\nlet (thing, left_now) = f(left);\nleft = left_now;\nreturn thing;\n");
    }

    #[test]
    fn other_languages_become_c() {
        let go = "n := 0\nfor p := begin; p != end; p++ {\n    if *p == booking {\n        n++\n    }\n}\nreturn n";
        let c = "long n = 0;\nfor (__auto_type p = begin; p != end; p += 1) {\nif (*p == booking) {\nn += 1;\n}\n}\nreturn n;\n";
        assert_eq!(written(go, true), c);
        let js = "const card = calloc(end, sizeof(struct tally));\nreturn card;";
        assert_eq!(written(js, true), "struct tally *card = calloc(end, sizeof(struct tally));\nreturn card;\n");
        let pseudo = "IF begin = end THEN RETURN NEVER\nflow <- step ; hours <- 0\nREPEAT FOREVER\n    hours <- hours + 1\n    IF hours >= step THEN RETURN hours\nEND";
        let c = "if (begin == end) {\nreturn NEVER;\n}\n__auto_type flow = step;\nlong hours = 0;\nfor (;;) {\nhours = hours + 1;\nif (hours >= step) {\nreturn hours;\n}\n}\n";
        assert_eq!(written(pseudo, true), c);
    }
}
