//! Code as it is read aloud: "total plus equals day times STEP, semicolon", "set x to y", "return a minus b". Writes it out as code where names of the learner's files
//! and words for signs stand together; ordinary sentences come out as nothing.

use std::collections::HashSet;

use super::signs::{self, KEYWORDS, Word, is_sign};

/// Words that begin another step behind a comma.
const STEPS: [&str; 14] =
    ["set", "add", "subtract", "increase", "decrease", "let", "if", "return", "finish", "hand", "give", "then", "else", "otherwise"];

/// The code that the text speaks: all of it together, and each run by itself.
pub fn written_out(text: &str, names: &HashSet<String>, is_c: bool) -> Vec<String> {
    let words = signs::words(text);
    let runs = Writer { words: &words, names: names.clone(), is_c, at: 0 }.runs();
    // What nobody had to speak stands in the text as it is.
    if !runs.iter().any(|r| r.is_said) {
        return Vec::new();
    }
    let mut found = vec![runs.iter().map(|r| r.code.as_str()).collect::<Vec<_>>().join("\n")];
    found.extend(runs.into_iter().filter(|r| r.is_said && r.code.split(' ').count() > 2).map(|r| r.code));
    found
}

struct Writer<'w> {
    words: &'w [Word],
    names: HashSet<String>,
    is_c: bool,
    at: usize,
}

/// A piece of code, and whether a word for a sign or a verb for a step went into it.
struct Run {
    code: String,
    is_said: bool,
}

impl Writer<'_> {
    fn runs(mut self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let (mut run, mut is_said) = (Vec::<String>::new(), false);
        let is_c = self.is_c;
        let end = |run: &mut Vec<String>, is_said: &mut bool| {
            let is_said = std::mem::take(is_said);
            finished(run, is_c).map(|code| Run { code, is_said })
        };
        while self.at < self.words.len() {
            let (begin, verb) = (self.at, self.word(self.at));
            if let Some(code) = self.step() {
                let spoken = self.words[begin..self.at].iter().any(is_sign);
                runs.extend(end(&mut run, &mut is_said));
                runs.push(Run { code, is_said: spoken || verb != "return" });
                continue;
            }
            let word = &self.words[self.at];
            // "const struct command star row" makes a row.
            let typed =
                run.last().is_some_and(|l| l == "*") && run.iter().any(|w| ["struct", "const", "int", "char"].contains(&w.as_str()));
            let makes = ["let", "mut", "int", "long", "size_t", "ptrdiff_t", "for"];
            let made = typed && !run.contains(&"=".to_owned()) || run.last().is_some_and(|l| makes.contains(&l.as_str()));
            if made && word.text.starts_with(char::is_alphabetic) && !KEYWORDS.contains(&word.text.as_str()) {
                self.names.insert(word.text.clone());
            }
            is_said |= is_sign(word);
            if let Some(call) = self.call() {
                run.push(call);
                is_said = true;
                continue;
            }
            if word.text == "[]" {
                // Said without a word for its end, an index is one word long.
                let inner = self.words.get(self.at + 1).map(|w| w.text.clone()).unwrap_or_default();
                run.push(format!("[{inner}]"));
                self.at += 1;
            } else if let Some(keyword) = self.begun() {
                runs.extend(end(&mut run, &mut is_said));
                run.push(keyword);
            } else if self.is_code(self.at) {
                run.push(word.text.clone());
            } else {
                runs.extend(end(&mut run, &mut is_said));
            }
            self.at += 1;
        }
        runs.extend(end(&mut run, &mut is_said));
        // A single name is the value at the end, or no code at all.
        let last = runs.len().saturating_sub(1);
        let is_run = |r: &Run| r.code.contains([' ', '(']);
        let ends = runs.iter().rev().skip(1).any(is_run);
        let is_value = |r: &Run| !KEYWORDS.contains(&r.code.as_str()) && ends;
        // "Ends in one" is a sentence: words of the language and a number, and nothing of the learner's.
        let is_small = |w: &str| KEYWORDS.contains(&w) || w.starts_with(|c: char| c.is_ascii_digit());
        let says = |r: &Run| !r.code.split(' ').all(is_small);
        let kept = runs.into_iter().enumerate().filter(|(at, r)| says(r) && (is_run(r) || *at == last && is_value(r))).map(|(_, r)| r);
        kept.collect()
    }

    fn is_code(&self, at: usize) -> bool {
        let Some(word) = self.words.get(at) else { return false };
        let text = word.text.as_str();
        let is_word = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_tight = |at: usize| self.words.get(at).is_some_and(|w| w.is_tight);
        let joined = |t: &str| [".", "->", "::", "(", "_"].contains(&t);
        let in_path = is_word
            && (text.starts_with(char::is_lowercase) || self.words.get(at + 1).is_some_and(|w| ["::", "("].contains(&w.text.as_str())))
            && (is_tight(at) && at > 0 && joined(&self.words[at - 1].text)
                || self.words.get(at + 1).is_some_and(|w| (w.is_tight || w.is_said) && joined(&w.text) && text.len() > 1));
        let after_sign = at > 0 && self.words[at - 1].is_said && [".", "->", "::"].contains(&self.words[at - 1].text.as_str());
        let is_sign = !is_word && text.is_ascii() && !["\n", "\"", "'", "?", "!", ":", "."].contains(&text);
        let sign = is_sign || word.is_said || [".", "!", ":"].contains(&text) && is_tight(at + 1);
        self.names.contains(text)
            || KEYWORDS.contains(&text)
            || text.starts_with(|c: char| c.is_ascii_digit())
            || sign
            || in_path
            || after_sign
    }

    /// A word of the language that begins a sentence, with a spoken brace behind it: "For, open bracket, …, open brace".
    fn begun(&self) -> Option<String> {
        let small = self.word(self.at);
        let is_big = self.words[self.at].text.starts_with(char::is_uppercase) && KEYWORDS.contains(&small.as_str());
        let mut sentence = self.words[self.at + 1..].iter().take_while(|w| w.text != "\n");
        (is_big && sentence.any(|w| w.is_said && w.text == "{")).then_some(small)
    }

    fn word(&self, at: usize) -> String {
        self.words.get(at).map(|w| w.text.to_lowercase()).unwrap_or_default()
    }

    /// The code that begins here, up to one of these words or to what is no code.
    fn code(&mut self, until: &[&str]) -> String {
        let mut out: Vec<String> = Vec::new();
        while self.at < self.words.len() {
            let goes_on = self.word(self.at) == "," && ["or", "and"].contains(&self.word(self.at + 1).as_str());
            let next_step = self.word(self.at) == "," && STEPS.contains(&self.word(self.at + 1).as_str());
            if !goes_on && (next_step || until.contains(&self.word(self.at).as_str())) {
                break;
            }
            if let Some(call) = self.call() {
                out.push(call);
                continue;
            }
            let pause = usize::from(self.word(self.at) == ",");
            if !out.is_empty() && self.word(self.at + pause) == "called" && self.word(self.at + pause + 1) == "with" {
                self.at += pause + 2;
                let inside = self.code(until).replace(" && ", ", ");
                out.push(format!("({inside})"));
                continue;
            }
            let joins = match self.word(self.at).as_str() {
                "or" => Some("||"),
                "and" => Some("&&"),
                "," if self.word(self.at + 1) == "or" || self.word(self.at + 1) == "and" => Some(""),
                _ => None,
            };
            match joins.filter(|_| !out.is_empty() && self.is_code(self.at + 1) || joins == Some("")) {
                Some(sign) => out.push(sign.to_owned()),
                None if self.is_code(self.at) => out.push(self.words[self.at].text.clone()),
                None => break,
            }
            self.at += 1;
        }
        out.retain(|o| !o.is_empty());
        out.join(" ").trim_end_matches([',', ' ', ';']).to_owned()
    }

    /// `f of a and b`.
    fn call(&mut self) -> Option<String> {
        let name = self.words.get(self.at).filter(|w| w.text.len() > 2 && !w.is_said)?.text.clone();
        if self.word(self.at + 1) != "of" || !name.starts_with(char::is_alphabetic) || !self.is_code(self.at + 2) {
            return None;
        }
        let known = self.names.contains(&name)
            || ["free", "malloc", "realloc", "strcmp", "strlen", "sizeof", "min", "max"].contains(&name.as_str());
        if !known {
            return None;
        }
        self.at += 2;
        let inside = self.code(&["\n", ";", ",", "==", "!=", "<", ">", "<=", ">=", "{"]);
        Some(format!("{name}({})", inside.replace(" && ", ", ")))
    }

    /// A step that is told with a verb.
    fn step(&mut self) -> Option<String> {
        let begin = self.at;
        let verb = self.word(begin);
        self.at += 1;
        let made = match verb.as_str() {
            "set" => self.two("to").map(|(a, b)| format!("{a} = {b};")),
            "add" => self.two("to").map(|(a, b)| format!("{b} += {a};")),
            "subtract" | "deduct" => self.two("from").map(|(a, b)| format!("{b} -= {a};")),
            "increase" | "raise" | "increment" => self.two("by").map(|(a, b)| format!("{a} += {b};")),
            "decrease" | "lower" | "reduce" => self.two("by").map(|(a, b)| format!("{a} -= {b};")),
            "let" => self.naming(),
            "if" | "otherwise" => self.choice(),
            "else" => self.choice(),
            "finish" | "end" if self.word(self.at) == "with" => {
                self.at += 1;
                self.value()
            }
            "hand" | "give" if self.word(self.at) == "back" => {
                self.at += 1;
                self.value()
            }
            "return" => self.value(),
            _ => None,
        };
        if made.is_none() {
            self.at = begin;
        }
        made
    }

    fn value(&mut self) -> Option<String> {
        let value = self.code(&["\n", ";"]);
        if self.word(self.at) == ";" {
            self.at += 1;
        }
        (!value.is_empty()).then(|| format!("return {value};"))
    }

    fn two(&mut self, between: &str) -> Option<(String, String)> {
        let first = self.code(&[between]);
        if first.is_empty() || self.word(self.at) != between {
            return None;
        }
        self.at += 1;
        let second = self.code(&["\n", "with"]);
        (!second.is_empty()).then_some((first, second))
    }

    /// `let x be y`, `let a size_t named x be y`.
    fn naming(&mut self) -> Option<String> {
        let mut kind = if self.is_c { "__auto_type".to_owned() } else { "let mut".to_owned() };
        if ["a", "an"].contains(&self.word(self.at).as_str()) && ["named", "called"].contains(&self.word(self.at + 2).as_str()) {
            if self.is_c {
                kind.clone_from(&self.words[self.at + 1].text);
            }
            self.at += 3;
        }
        self.at += usize::from(self.word(self.at) == "mut");
        let name = self.words.get(self.at)?.text.clone();
        if !["be", "begin", "start", "equal"].contains(&self.word(self.at + 1).as_str()) {
            return None;
        }
        self.at += 2;
        if ["as", "with", "at"].contains(&self.word(self.at).as_str()) {
            self.at += 1;
        }
        let value = self.code(&["\n", "with"]);
        self.names.insert(name.clone());
        (!value.is_empty()).then(|| format!("{kind} {name} = {value};"))
    }

    /// `if a then b else c`, `if a, return b`: in the place of the words the braces.
    fn choice(&mut self) -> Option<String> {
        let verb = self.word(self.at - 1);
        let is_else = verb == "else" || verb == "otherwise";
        if is_else && self.word(self.at) == "if" {
            self.at += 1;
            let inner = self.choice_on();
            return inner.map(|i| format!("else {i}"));
        }
        if is_else {
            let value = self.code(&["\n"]);
            let value = value.trim_start_matches("return ").to_owned();
            return (!value.is_empty()).then(|| if self.is_c { format!("else return {value};") } else { format!("else {{ {value} }}") });
        }
        self.choice_on()
    }

    fn choice_on(&mut self) -> Option<String> {
        let condition = self.code(&["then", "\n", "return", "{", ","]);
        while ["then", ",", "\n"].contains(&self.word(self.at).as_str()) {
            self.at += 1;
        }
        let returns = self.word(self.at) == "return";
        self.at += usize::from(returns);
        if self.word(self.at) == "{" {
            return None;
        }
        let value = self.code(&["\n", "else"]);
        if self.word(self.at) == "\n" && self.word(self.at + 1) == "else" {
            self.at += 1;
        }
        let condition = compared(&condition);
        (!condition.is_empty() && !value.is_empty()).then(|| match (self.is_c, returns) {
            (true, _) => format!("if ({condition}) return {value};"),
            (false, true) => format!("if {condition} {{ return {value}; }}"),
            (false, false) => format!("if {condition} {{ {value} }}"),
        })
    }
}

/// In a condition, what is said as "equals" compares.
fn compared(condition: &str) -> String {
    condition.split(' ').map(|w| if w == "=" { "==" } else { w }).collect::<Vec<_>>().join(" ")
}

/// A run of code as text; nothing where it is too short to be any.
fn finished(run: &mut Vec<String>, is_c: bool) -> Option<String> {
    let words = std::mem::take(run);
    let text = words.join(" ").trim_matches(['\n', ' ', ',', '-', '(']).trim_end_matches([':', '.']).to_owned();
    (!text.is_empty()).then(|| with_head(text, is_c))
}

/// A line with the condition before its brace as the language has it.
pub(super) fn with_head(text: String, is_c: bool) -> String {
    match text.split_once(" {").filter(|(head, _)| head.starts_with("if ") || head.starts_with("while ")) {
        Some((head, rest)) => {
            let head = compared(head);
            let head = match head.split_once(' ').filter(|(_, c)| is_c && !c.starts_with('(')) {
                Some((word, condition)) => format!("{word} ({condition})"),
                None => head,
            };
            format!("{head} {{{rest}")
        }
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn out(text: &str, is_c: bool) -> String {
        let names = [
            "total",
            "day",
            "STEP",
            "BOX_GRAMS",
            "begin",
            "end",
            "slip",
            "next",
            "sheet",
            "flocks",
            "NEVER",
            "litres",
            "DRY",
            "WET",
            "start",
        ];
        let names = names.map(str::to_owned).into();
        written_out(text, &names, is_c).first().cloned().unwrap_or_default()
    }

    #[test]
    fn what_is_read_aloud_is_written_out() {
        assert_eq!(out("Type: total plus equals day times STEP, semicolon.", false), "total += day * STEP ;");
        assert_eq!(out("It is BOX underscore GRAMS, plus, total.", false), "BOX_GRAMS + total");
        assert_eq!(out("Read it aloud: return, end minus begin.", true), "return end - begin;");
        assert_eq!(out("let slip equals self dot next semicolon. New line, slip.", false), "let slip = self . next ;\nslip");
        assert_eq!(out("total plus-equals sheet arrow flocks, square bracket day, semicolon.", true), "total += sheet -> flocks [day] ;");
        assert_eq!(out("free of sheet arrow flocks, semicolon.", true), "free(sheet -> flocks) ;");
        let dictated = "For, open bracket, const int star seat equals begin, semicolon, seat is less than end, semicolon, seat plus plus, close bracket, open brace. \
                        If strcmp of sheet arrow flocks and begin equals equals zero, open brace. Return sheet arrow next, called with slip. \
                        Close both braces. Return NULL. A line ends in one.";
        let whole = "for ( const int * seat = begin ; seat < end ; seat ++ ) {\nif (strcmp(sheet -> flocks, begin) == 0) {\nreturn sheet -> next (slip);\n} }\nreturn NULL;";
        assert_eq!(out(dictated, true), whole);
    }

    #[test]
    fn steps_told_with_verbs_are_steps() {
        assert_eq!(out("Set total to day plus 1. Add day to total.", true), "total = day + 1;\ntotal += day;");
        assert_eq!(out("if litres equals 0, return NEVER.", true), "if (litres == 0) return NEVER;");
        assert_eq!(out("if litres = 0 then DRY\nelse WET", false), "if litres == 0 { DRY }\nelse { WET }");
        let steps = "If total is greater than end, or day is less than begin, return NULL, set total to 0, return day.";
        assert_eq!(out(steps, true), "if (total > end || day < begin) return NULL;\ntotal = 0;\nreturn day;");
        assert_eq!(out("let total be start minus 1", true), "__auto_type total = start - 1;");
    }

    #[test]
    fn a_sentence_is_no_code() {
        assert_eq!(out("Which of the two is one more, and what does the loop do at the end?", false), "");
        assert_eq!(out("A division of whole numbers drops the rest.", true), "");
    }
}
