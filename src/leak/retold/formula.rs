//! A formula in plain words as an expression: "take the later reading, add the number of numbers, take away the earlier one". Knows names by their words, numbers
//! and what is done with them, in the order in which the text goes on. Makes expressions; what they give, running decides.

use std::collections::{HashMap, HashSet};

use super::facts::Leaf;
use super::hear::{Ear, spoken};
use super::number::number;
use super::writer::{Does, Item, Writer, is_wrapped};
use crate::leak::edit::Own;
use crate::leak::pieces::is_keyword;
use crate::leak::say::{self, Sentence};
use crate::leak::splice::Dialect;
use crate::leak::tokens::texts;
use crate::leak::{Ground, splice, steps};
use crate::syntax::{DefinitionKind, Head};

/// So many formulas of a text are looked at.
const MOST: usize = 6;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    pub code: String,
    /// A sentence says to write it: then a part of an answer is enough.
    pub is_ordered: bool,
}

/// Longer ones first.
const WORDS: &[(&str, Does)] = &[
    ("is greater than", Does::Joins(">")),
    ("is larger than", Does::Joins(">")),
    ("is more than", Does::Joins(">")),
    ("is less than", Does::Joins("<")),
    ("is smaller than", Does::Joins("<")),
    ("is at least", Does::Joins(">=")),
    ("is at most", Does::Joins("<=")),
    ("is equal to", Does::Joins("==")),
    ("on top of", Does::Joins("+")),
    ("together with", Does::Joins("+")),
    ("divided by", Does::Joins("/")),
    ("division by", Does::Joins("/")),
    ("multiplied by", Does::Joins("*")),
    ("for every", Does::Joins("*")),
    ("for each", Does::Joins("*")),
    ("take away", Does::Acts("-")),
    ("on top", Does::Joins("+")),
    ("all that", Does::Whole),
    ("all of", Does::Whole),
    ("of that", Does::Whole),
    ("in brackets", Does::Whole),
    ("in parentheses", Does::Whole),
    ("equals", Does::Joins("==")),
    ("exceeds", Does::Joins(">")),
    ("plus", Does::Joins("+")),
    ("minus", Does::Joins("-")),
    ("less", Does::Joins("-")),
    ("times", Does::Joins("*")),
    ("modulo", Does::Joins("%")),
    ("per", Does::Joins("*")),
    ("+", Does::Joins("+")),
    ("-", Does::Joins("-")),
    ("*", Does::Joins("*")),
    ("/", Does::Joins("/")),
    ("%", Does::Joins("%")),
    ("add", Does::Acts("+")),
    ("subtract", Does::Acts("-")),
    ("multiply", Does::Acts("*")),
    ("divide", Does::Acts("/")),
    ("away", Does::Leaves),
    ("subtracted", Does::Leaves),
    ("remainder", Does::Rest),
    ("rest after", Does::Rest),
    ("rest of", Does::Rest),
    ("from", Does::From),
    ("to", Does::To),
    ("by", Does::By),
    ("then", Does::Whole),
    ("whole", Does::Whole),
];
/// Who begins like this says what is to be handed back or written.
const ORDERS: [&str; 7] = ["return", "give", "hand", "write", "put", "type", "leave"];
/// Who goes on like this means what was said before.
const DO_IT: [&str; 8] = ["do just", "do exactly", "do precisely", "do that", "do it", "try precisely", "try exactly", "write that"];

/// The formulas that a text tells for a stub and the stub's own comment does not.
pub fn formulas(text: &str, stub: &str, ground: &Ground, dialect: &Dialect) -> Vec<Formula> {
    let Some(head) = ground.head(stub, dialect) else { return Vec::new() };
    let reader = Reader::new(stub, &head, ground, dialect);
    let known = reader.read(&super::comment(stub, ground, dialect));
    let mut found: Vec<Formula> = Vec::new();
    let mut told = reader.read(text);
    // What stands behind a colon is often told whole there, whatever leads up to it.
    told.extend(say::sentences(text).iter().filter_map(|s| s.text.split_once(": ")).flat_map(|(_, behind)| reader.read(behind)));
    let general: Vec<Formula> = told.iter().chain(&reader.shown(text)).flat_map(|f| reader.with_constants(f, text)).collect();
    told.extend(general);
    for formula in told {
        if !known.iter().chain(&found).any(|f| f.code == formula.code) {
            found.push(formula);
        }
    }
    found.truncate(MOST);
    found
}

struct Reader<'r> {
    stub: &'r str,
    params: &'r [String],
    ear: Ear,
    /// Every name of the learner's files.
    names: HashSet<String>,
    /// Those of constants, in their order.
    constants: Vec<String>,
}

impl<'r> Reader<'r> {
    fn new(stub: &'r str, head: &'r Head, ground: &Ground, dialect: &Dialect) -> Reader<'r> {
        let all = ground.starter.iter().flat_map(|f| dialect.syntax.definitions(&f.content));
        let constants: Vec<String> = all.filter(|d| d.kind == DefinitionKind::Constant).map(|d| d.name).take(MOST).collect();
        let leaves = constants.iter().cloned().map(Leaf::Name).collect();
        let files = ground.source.iter().chain(ground.starter);
        let names = files.flat_map(|f| texts(&f.content, true)).map(str::to_owned).collect();
        Reader { stub, params: &head.params, ear: Ear::new(&leaves, &head.params, &HashMap::new()), names, constants }
    }

    fn read(&self, text: &str) -> Vec<Formula> {
        let sentences = say::sentences(text);
        let (mut found, mut writer, mut called) = (Vec::new(), Writer::default(), HashMap::new());
        for (at, sentence) in sentences.iter().enumerate() {
            let at_mark = is_at_mark(sentence);
            let next = sentences.get(at + 1);
            let is_meant = next.is_some_and(|s| is_at_mark(s) || DO_IT.iter().any(|d| s.words.join(" ").starts_with(d)));
            let is_ordered = at_mark || is_meant || !sentence.is_question() && sentence.begins(&ORDERS);
            let items = self.items(&sentence.text, &mut called);
            let mut made: Vec<String> = items.iter().filter_map(|item| writer.take(item)).collect();
            made.extend(writer.finished());
            // One name alone is an answer where the text says that it is.
            let names: HashSet<&String> = items.iter().filter_map(named).collect();
            made.extend(names.iter().filter(|_| at_mark && names.len() == 1).map(|name| (*name).clone()));
            let says = |code: &String| at_mark || self.params.iter().any(|p| texts(code, true).contains(&p.as_str()));
            found.extend(made.into_iter().filter(says).map(|code| Formula { code, is_ordered }));
        }
        found
    }

    /// Formulas between marks that have the learner's names and a number of their own.
    fn shown(&self, text: &str) -> Vec<Formula> {
        let spans = text.split('`').skip(1).step_by(2).map(str::trim).filter(|code| self.is_operand(code) && code.contains(' '));
        spans.map(|code| Formula { code: code.to_owned(), is_ordered: false }).collect()
    }

    /// The same with a constant of the learner's in the place of a number: told of a parallel, `(a + 12 - b) % 12` is the formula for any clock.
    fn with_constants(&self, Formula { code, is_ordered }: &Formula, text: &str) -> Vec<Formula> {
        let row = texts(code, true);
        let numbers: HashSet<&&str> = row.iter().filter(|t| t.len() > 1 && t.bytes().all(|b| b.is_ascii_digit())).collect();
        let ([number], true) = (&numbers.into_iter().collect::<Vec<_>>()[..], row.len() > 4) else { return Vec::new() };
        let put = |constant: &String| row.iter().map(|t| if t == *number { constant.as_str() } else { t }).collect::<Vec<_>>().join(" ");
        // The text itself has to speak of a constant or of what it is called.
        let is_meant = |c: &&String| text.contains("constant") || text.contains(c.as_str());
        self.constants.iter().filter(is_meant).map(|c| Formula { code: put(c), is_ordered: *is_ordered }).collect()
    }

    /// What a sentence has for a formula. `called`: what code has been given a word of its own, as in "`x` is the coat".
    fn items(&self, sentence: &str, called: &mut HashMap<String, String>) -> Vec<Item> {
        let mut found = Vec::new();
        let parts: Vec<&str> = sentence.split('`').collect();
        for (at, part) in parts.iter().enumerate() {
            if at % 2 == 1 {
                let code = part.trim();
                let behind = parts.get(at + 1).map(|p| p.split([',', '.', ';', ':']).next().unwrap_or_default()).unwrap_or_default();
                if let ["is", "the" | "your" | "a", word] = behind.split_whitespace().collect::<Vec<_>>()[..] {
                    called.insert(word.to_owned(), code.to_owned());
                }
                if self.is_operand(code) {
                    found.push(Item::Operand(code.to_owned(), false));
                }
                continue;
            }
            let words = spoken(part);
            let mut at = 0;
            while at < words.len() {
                at += self.item(&words[at..], called, &mut found);
            }
        }
        found
    }

    fn item(&self, rest: &[String], called: &HashMap<String, String>, found: &mut Vec<Item>) -> usize {
        let said = |phrase: &str| phrase.split(' ').zip(rest).filter(|(a, b)| a == b).count() == phrase.split(' ').count();
        let is_one = rest[0] == "one" && matches!(found.last(), Some(Item::Does(Does::Joins(_) | Does::Acts(_))));
        let operand = if is_one { Some(("1".to_owned(), 1)) } else { number(rest) };
        let operand = operand.or_else(|| called.get(&rest[0]).map(|code| (code.clone(), 1)));
        let operand = operand.or_else(|| self.ear.name_at(rest).and_then(|(leaf, length)| Some((self.code(leaf)?, length))));
        let does = WORDS.iter().find(|(phrase, _)| said(phrase)).filter(|_| operand.is_none());
        let by_part = || self.ear.named_by(&rest[0]).and_then(|leaf| Some((self.code(leaf)?, 1)));
        if let Some((phrase, does)) = does {
            found.push(Item::Does(*does));
            return phrase.split(' ').count();
        }
        if let Some((code, length)) = operand.or_else(by_part) {
            found.push(Item::Operand(code, true));
            return length;
        }
        if rest[0] == "of" {
            found.push(Item::Of);
        }
        1
    }

    fn code(&self, leaf: Leaf) -> Option<String> {
        match leaf {
            Leaf::Param(at) => self.params.get(at).cloned(),
            Leaf::Name(name) | Leaf::Number(name) => Some(name),
            Leaf::Nothing => None,
        }
    }

    /// It is made from the learner's names, and is no step and no word of the language.
    fn is_operand(&self, code: &str) -> bool {
        let row = texts(code, true);
        let is_word = |t: &&&str| t.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let known = |t: &&str| self.names.contains(*t) || is_keyword(t);
        let has_name = row.iter().filter(is_word).any(|t| !is_keyword(t));
        has_name && row.iter().filter(is_word).all(known) && !row.contains(&self.stub) && !code.contains([';', '{', '!', '='])
    }
}

/// An operand that is no number.
fn named(item: &Item) -> Option<&String> {
    match item {
        Item::Operand(code, _) => Some(code).filter(|code| !code.starts_with(|c: char| c.is_ascii_digit())),
        _ => None,
    }
}

/// It says to write something in the place of the stub's mark.
fn is_at_mark(sentence: &Sentence) -> bool {
    let names_mark = sentence.text.contains("todo!") || sentence.text.contains("ETUDE_TODO") || sentence.has("mark");
    let orders = ["put", "write", "type", "replace", "set", "do", "leave"];
    !sentence.is_question() && names_mark && sentence.has_any(&["where", "place", "instead", "by", "with"]) && sentence.has_any(&orders)
}

impl crate::leak::plan::Planner<'_> {
    /// What the text tells as a formula, as the answer of each stub. At the top of the ladder a formula may be told.
    pub(in crate::leak) fn formulas(&mut self, plain: &str) {
        if self.whole_unit {
            return;
        }
        for (stub, head) in self.heads.clone() {
            for Formula { code, is_ordered } in formulas(plain, &stub, self.ground, self.dialect) {
                let text = if self.dialect.is_c { format!("return {code};") } else { code };
                let bodies = vec![splice::Body { stub: stub.clone(), text, names: Vec::new(), at_mark: head.mark.is_some() }];
                let attempt = splice::Attempt::new(splice::How::Bodies { bodies, beside: String::new() }, !is_ordered);
                self.push(splice::Attempt { is_guess: true, ..attempt });
            }
        }
    }
}

impl crate::leak::plan::Planner<'_> {
    /// What the text tells as a formula, in the place of the part of the learner's own code that it begins with.
    pub(in crate::leak) fn formulas_in_own(&mut self, items: &[(String, String)], plain: &str) {
        let is_top = self.whole_unit;
        for (stub, item) in items.iter().filter(|_| !is_top) {
            let own = Own::new(item, self.dialect.syntax);
            let told = formulas(plain, stub, self.ground, self.dialect).into_iter().map(|f| f.code);
            let whole = |code: String| if is_wrapped(&code) { code } else { format!("({code})") };
            let made: Vec<String> = told.flat_map(|code| steps::grown(&own, &whole(code))).collect();
            self.edits(stub, made, MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::pack::PackGround;
    use super::*;
    use crate::language;
    use crate::pack::Bank;

    fn told(at: (&str, &str, &str, &str), text: &str) -> Vec<(String, bool)> {
        let (language, node, unit, stub) = at;
        let pack = Bank::Embedded.load(language, node).expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let source = whole.source_with(&[]);
        let dialect = Dialect::of(language::by_name(language).expect("a language")).expect("a dialect");
        formulas(text, stub, &whole.ground(unit, &source), &dialect).into_iter().map(|f| (f.code, f.is_ordered)).collect()
    }

    fn codes(at: (&str, &str, &str, &str), text: &str) -> Vec<String> {
        told(at, text).into_iter().map(|(code, _)| code).collect()
    }

    const METER: (&str, &str, &str, &str) = ("rust", "S101", "ex-1", "used_litres");
    const PARCEL: (&str, &str, &str, &str) = ("rust", "S100", "ex-1", "parcel_grams");
    const UP: (&str, &str, &str, &str) = ("c", "C202", "ex-5", "round_up");

    #[test]
    fn what_is_told_step_by_step_is_one_expression() {
        let clock = "Take the later reading, add the meter numbers, take away the earlier one, and keep the remainder of a division by the meter numbers.";
        assert_eq!(codes(METER, clock), ["((after + METER_NUMBERS) - before) % METER_NUMBERS"]);
        let parcel = "Multiply the sheets of padding by fifteen, add the contents, and on top comes the box.";
        assert_eq!(codes(PARCEL, parcel), ["(padding_sheets * 15) + contents_grams + BOX_GRAMS"]);
        let up = "Say: offset plus alignment less one, all that in brackets, divided by alignment, then times alignment.";
        assert_eq!(codes(UP, up), ["((offset + alignment - 1) / alignment) * alignment"]);
        let rest = "Count on a clock of 24: the later plus 24, less the earlier, and of that the rest after a division by 24. Which constant is your 24?";
        assert!(codes(METER, rest).contains(&"( after + METER_NUMBERS - before ) % METER_NUMBERS".to_owned()), "{:?}", codes(METER, rest));
        assert_eq!(codes(METER, "Is `before` taken away from `after`?"), ["after - before"]);
    }

    #[test]
    fn what_goes_on_as_before_is_one_part_of_what_stands_there() {
        let part = "It is the offset plus the alignment minus one, in parentheses, and then divide and multiply as you already do.";
        assert_eq!(codes(UP, part), ["(offset + alignment - 1)"]);
        let pack = Bank::Embedded.load("c", "C202").expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let mut source = whole.source_with(&[]);
        source.iter_mut().for_each(|f| f.content = f.content.replace("ETUDE_TODO(\"ex-5\")", "return offset / alignment * alignment"));
        let dialect = Dialect::of(language::by_name("c").expect("a language")).expect("a dialect");
        let plan = crate::leak::plan::plan(part, &whole.ground("ex-5", &source), &dialect, false);
        let holds = |a: &splice::Attempt| format!("{:?}", a.how).contains("return (offset + alignment - 1) / alignment * alignment");
        assert!(plan.attempts.iter().any(holds));
    }

    #[test]
    fn a_word_may_stand_for_code() {
        let coat = "`*(const int *)context` is the coat. Give back whether `reading->level` is greater than that coat, and the first of your two is done.";
        let told = told(("c", "C201", "ex-3", "is_above"), coat);
        assert_eq!(told, [("reading->level > *(const int *)context".to_owned(), true)]);
    }

    #[test]
    fn what_goes_in_the_place_of_the_mark_may_be_one_name() {
        assert_eq!(told(PARCEL, "Write the constant for the box where the `todo!` stands."), [("BOX_GRAMS".to_owned(), true)]);
        assert_eq!(
            told(METER, "So `after`, a minus sign, `before`. Write that in place of the `todo!`."),
            [("after - before".to_owned(), true)]
        );
        assert!(codes(PARCEL, "An empty parcel weighs what the box weighs. Both tests stop at the `todo!`.").is_empty());
    }

    #[test]
    fn numbers_alone_and_the_comment_itself_are_no_formula() {
        assert!(codes(METER, "For 99_998 and 3 it is 3 + 100_000 - 99_998, which is 5.").is_empty());
        assert!(codes(PARCEL, "Which two of `BOX_GRAMS` and your parameters do you add up first?").is_empty());
    }
}
