//! An expression as it is told, operand by operand: what joins two, what is done with all that was said so far, what goes from what. Writes it down; knows no
//! words.

/// What a word or two do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// Joins what stands on its two sides.
    Joins(&'static str),
    /// Is done with all that was said so far; or with what it goes on to name.
    Acts(&'static str),
    /// What was just named goes from what comes.
    Leaves,
    From,
    To,
    By,
    /// The division that comes keeps what is left.
    Rest,
    /// All that was said so far is one.
    Whole,
}

/// One thing that a sentence has for a formula.
pub enum Item {
    /// As code, and whether it was named in plain words.
    Operand(String, bool),
    Does(Does),
    Of,
}

/// The expression as far as it has been told.
#[derive(Debug, Default)]
pub struct Writer {
    code: Option<String>,
    /// What was there before the last operand came, and the sign that it came with.
    before: Option<(String, &'static str)>,
    last: Option<String>,
    sign: Option<&'static str>,
    /// What is to be done with what comes, and by what it goes on.
    act: Option<&'static str>,
    goes: bool,
    keeps_rest: bool,
    was_of: bool,
    joins: usize,
}

/// Its first bracket is closed by its last.
pub fn is_wrapped(code: &str) -> bool {
    let mut depth = 0;
    let ends = code.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        depth == 0
    });
    ends.is_some_and(|(at, c)| c == ')' && at + 1 == code.len())
}

impl Writer {
    /// Goes on with the next item; answers the formula that ends there.
    pub fn take(&mut self, item: &Item) -> Option<String> {
        let was_of = std::mem::take(&mut self.was_of);
        match item {
            Item::Of => self.was_of = true,
            // "The first of your two" counts, and is no part of what was named.
            Item::Operand(code, is_plain) => {
                return self.operand(code, was_of && *is_plain && !code.starts_with(|c: char| c.is_ascii_digit()));
            }
            Item::Does(does) => self.does(*does),
        }
        None
    }

    fn does(&mut self, does: Does) {
        match does {
            Does::Joins("/") if std::mem::take(&mut self.keeps_rest) => self.joined_whole("%"),
            Does::Joins(sign) => self.sign = Some(sign),
            Does::Acts(sign) => {
                self.act = Some(sign);
                if self.code.is_some() {
                    self.joined_whole(sign);
                }
            }
            Does::Leaves => self.act = Some("-"),
            Does::From if self.act == Some("-") => self.goes = self.last.is_some(),
            Does::To if self.act == Some("+") && self.joins == 0 && self.code.is_some() => self.sign = Some("+"),
            Does::By if std::mem::take(&mut self.keeps_rest) => self.joined_whole("%"),
            Does::By if self.joins == 0 && self.code.is_some() => self.sign = self.act.filter(|a| ["*", "/"].contains(a)),
            Does::Rest => self.keeps_rest = true,
            Does::Whole => self.whole(),
            Does::From | Does::To | Does::By => {}
        }
    }

    fn whole(&mut self) {
        self.code = self.code.take().map(|code| if code.contains(' ') && !is_wrapped(&code) { format!("({code})") } else { code });
    }

    fn joined_whole(&mut self, sign: &'static str) {
        self.whole();
        self.sign = Some(sign);
    }

    fn operand(&mut self, code: &str, was_of: bool) -> Option<String> {
        // "The sheets of padding" is one thing.
        if was_of && self.sign.is_none() && self.last.is_some() {
            match self.before.clone() {
                Some((before, sign)) => self.code = Some(format!("{before} {sign} {code}")),
                None => self.code = Some(code.to_owned()),
            }
            self.last = Some(code.to_owned());
            return None;
        }
        if std::mem::take(&mut self.goes) {
            let gone = self.last.take().unwrap_or_default();
            (self.before, self.code, self.joins, self.act) = (None, Some(format!("{code} - {gone}")), 1, None);
            return None;
        }
        let sign = self.sign.take();
        match (self.code.take(), sign) {
            (Some(before), Some(sign)) => {
                self.code = Some(format!("{before} {sign} {code}"));
                self.before = Some((before, sign));
                self.joins += 1;
                self.last = Some(code.to_owned());
                None
            }
            (old, _) => {
                let ended = old.filter(|_| self.joins > 0);
                let act = self.act.filter(|_| ended.is_none());
                *self = Writer { code: Some(code.to_owned()), last: Some(code.to_owned()), act, ..Writer::default() };
                ended
            }
        }
    }

    /// The formula as it stands at the end of a sentence; the next one may go on with it.
    pub fn finished(&self) -> Option<String> {
        self.code.clone().filter(|code| self.joins > 0 && (self.sign.is_none() || is_wrapped(code)))
    }
}
