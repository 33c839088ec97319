//! Whether a text tells what the reference does, in whatever words or signs: each operation with what it is done with, close together. Compares with the
//! facts of the reference that neither the learner's own code nor the comment of the stub has; what is told of a parallel has other names and numbers. Nothing is
//! run for it: what is told whole is the answer.

mod equation;
mod facts;
mod formula;
mod hear;
mod listed;
mod number;
mod own;
mod recipe;
mod reckoned;
mod writer;

use std::collections::{HashMap, HashSet};

use super::splice::{self, Dialect};
use super::tokens::texts;
use super::{Ground, Reach, fold, plan, say};
use crate::exercise::TextFile;
use crate::syntax::DefinitionKind;
pub use equation::is_equation;
use facts::{Fact, Leaf, Op};
use hear::{Concept, Ear, Heard};
pub use listed::is_listed;
pub use own::without_own_lines;
pub use reckoned::is_reckoned;

/// How many words may lie between an operation and what it is done with, and between it and a parameter, which a text goes on to call "it".
#[derive(Debug, Clone, Copy)]
struct Room {
    near: usize,
    far: usize,
}

const LOOSE: Room = Room { near: 9, far: 24 };
/// Where the comment of the stub speaks of all that is needed, only what stands right beside each other is more than that.
const TIGHT: Room = Room { near: 5, far: 8 };
/// Code, where each sign stands beside what it joins.
const CLOSE: Room = Room { near: 3, far: 3 };

/// A call in such code, whose arguments may be long.
const CALL: Room = Room { near: 9, far: 9 };

/// Of a hundred facts, so many make the answer, and so many of its code.
const ENOUGH: usize = 75;
const WHOLE: usize = 80;
/// So much it takes to be an answer, unless it is one operation alone.
const LEAVES: usize = 3;
/// A shorter span between marks is a name, or a call.
const SPAN: usize = 3;
/// Of code that the learner has begun, so many must be missing: one or two are a step.
const OPEN: usize = 3;

/// Whether the text tells a stub of the unit; at the top of the ladder, whether its code tells all of them that are open.
pub fn is_told(text: &str, ground: &Ground, dialect: &Dialect, reach: Reach) -> bool {
    let open: Vec<Vec<Told>> = ground.stubs().map(|stub| versions(stub, ground, dialect)).filter(|v| !v.is_empty()).collect();
    if reach == Reach::Review || !open.iter().flatten().any(Told::is_answer) {
        return false;
    }
    // What a test is called says nothing of the code.
    let plain = ground.exercise.tests.iter().fold(fold::plain(text), |text, test| text.replace(&test.name, "test"));
    let renamed = plan::in_own_names(&plain, ground, dialect);
    std::iter::once(plain).chain(renamed).any(|text| {
        let marked: HashSet<&str> = text.split('`').skip(1).step_by(2).flat_map(|span| texts(span, true)).collect();
        let meant = |told: &&Told| told.own_names.iter().all(|name| marked.contains(name.as_str()));
        let tells = |told: &Told| {
            let text = own::without_own_lines(&text, &told.solution);
            let code = shown(&text);
            if reach == Reach::Unit { told.share_in_code(&code) >= WHOLE } else { told.is_answer() && told.is_new_in(&text, &code) }
        };
        let mut stubs = open.iter().map(|all| all.iter().filter(meant).any(tells));
        if reach == Reach::Unit { stubs.all(|told| told) } else { stubs.any(|told| told) }
    })
}

/// What there is to tell about a stub, by the reference and by each other right solution; nothing where the learner has what the reference has.
fn versions(stub: &str, ground: &Ground, dialect: &Dialect) -> Vec<Told> {
    let Some(told) = ground.reference.and_then(|files| Told::of(stub, files, ground, dialect)) else { return Vec::new() };
    let given: HashSet<&str> = ground.starter.iter().flat_map(|f| texts(&f.content, true)).collect();
    let others = ground.others.iter().filter_map(|files| Told::of(stub, files, ground, dialect)).map(|told| told.of_another_way(&given));
    std::iter::once(told).chain(others).collect()
}

/// How many parts of a right solution a text names, by their names or by a word that only one of them has.
pub fn own_named(said: &str, ground: &Ground, dialect: &Dialect) -> usize {
    ground.stubs().flat_map(|stub| versions(stub, ground, dialect)).map(|told| told.ear.names_in(said)).max().unwrap_or_default()
}

/// What a text shows as code: between marks, in fences, set off by four blanks.
pub(super) fn shown(text: &str) -> String {
    let (mut found, mut in_fence) = (String::new(), false);
    for line in text.lines() {
        let is_mark = line.trim_start().starts_with("```");
        in_fence ^= is_mark;
        if is_mark {
            continue;
        }
        if in_fence || line.starts_with("    ") || is_notation(line) {
            found.push_str(line);
        } else {
            line.split('`').skip(1).step_by(2).filter(|span| texts(span, true).len() >= SPAN).for_each(|span| {
                found.push_str(span);
                found.push(' ');
            });
        }
        found.push('\n');
    }
    found
}

/// Signs that nobody writes in a sentence.
fn is_notation(line: &str) -> bool {
    [":=", "←", "<-", "==", "!=", ">=", "<=", "&&", "||"].iter().map(|sign| line.matches(sign).count()).sum::<usize>() >= 2
}

/// Words by which a function is told to call itself.
const ITSELF: [&str; 8] = ["call", "calls", "ask", "asks", "calling", "asking", "uses", "use"];

/// What there is to tell about one stub that is not done.
struct Told {
    stub: String,
    facts: Vec<Fact>,
    ear: Ear,
    /// The learner has written something of it.
    begun: bool,
    /// What stands above the stub.
    comment: String,
    /// It goes another way than the reference: what is compared has to be said to be.
    is_other: bool,
    /// What only that way calls: who tells it names these as code.
    own_names: Vec<String>,
    /// The solution that has the facts, token by token.
    solution: Vec<String>,
}

impl Told {
    /// `files` are a right solution.
    fn of(stub: &str, files: &[TextFile], ground: &Ground, dialect: &Dialect) -> Option<Told> {
        let (at, head) = splice::find(files, stub, dialect)?;
        let mut facts = facts::facts(&files[at].content, &head, dialect);
        let own_helpers = helpers(&files[at].content, ground, dialect);
        facts.iter_mut().for_each(|fact| fact.forget(&own_helpers));
        let leaves: HashSet<Leaf> = facts.iter().flat_map(|f| f.leaves.iter().cloned()).collect();
        let ear = Ear::new(&leaves, &head.params, &values(ground, dialect));
        let own = splice::find(ground.source, stub, dialect).map(|(at, head)| facts::facts(&ground.source[at].content, &head, dialect));
        let own = own.unwrap_or_default();
        facts.retain(|fact| !own.contains(fact));
        let begun = own.iter().any(|fact| !fact.is_mark());
        let comment = comment(stub, ground, dialect);
        let solution = files.iter().flat_map(|f| texts(&f.content, true)).map(str::to_owned).collect();
        let (stub, is_other, own_names) = (stub.to_owned(), false, Vec::new());
        (!facts.is_empty()).then_some(Told { stub, facts, ear, begun, comment, is_other, own_names, solution })
    }

    /// `given`: what the learner was handed.
    fn of_another_way(mut self, given: &HashSet<&str>) -> Told {
        let names = self.facts.iter().flat_map(|f| &f.leaves).filter_map(|l| if let Leaf::Name(name) = l { Some(name) } else { None });
        self.own_names = names.filter(|name| !given.contains(name.as_str())).cloned().collect();
        self.is_other = true;
        self
    }

    /// Whether there is enough to tell that whoever tells it has solved the stub.
    fn is_answer(&self) -> bool {
        let leaves: usize = self.facts.iter().map(|f| f.leaves.len()).sum();
        let is_one = !self.begun && self.facts.len() == 1 && self.facts.iter().all(is_whole);
        is_one || (self.facts.len() >= if self.begun { OPEN } else { 2 } && leaves >= LEAVES)
    }

    /// Whether the text tells what the comment of the stub does not, or tells it as code.
    fn is_new_in(&self, text: &str, code: &str) -> bool {
        let is_more = |room: Room| self.is_all_in(text, room) && !self.is_all_in(&self.comment, room);
        // What the comment says of the task is no program yet.
        let is_program = || recipe::is_program(text) && self.is_all_in(text, LOOSE);
        is_more(LOOSE) || is_more(TIGHT) || is_more(CLOSE) || self.is_all_in(code, TIGHT) || is_program() || self.is_recursive_in(text)
    }

    /// Whether the text tells the stub as one that calls itself. Who does so need not tell of a way through: it is enough to say what is done each time, and what
    /// the answer is where there is nothing left to do.
    fn is_recursive_in(&self, text: &str) -> bool {
        let stated: Vec<String> = say::sentences(text).into_iter().filter(|s| !s.is_question()).map(|s| s.text).collect();
        let (said, blocks) = (stated.join("\n"), shown(text));
        let calls = |w: &[String]| w[1] == "itself" && (ITSELF.contains(&w[0].as_str()) || w[0] == self.stub);
        let words: Vec<String> =
            said.split_whitespace().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric() && c != '_').to_lowercase()).collect();
        if !words.windows(2).any(calls) {
            return false;
        }
        let heard = self.ear.listen(&format!("{said}\n{blocks}"));
        let is_way =
            |fact: &&Fact| fact.op == Op::Range || matches!((fact.op, &fact.leaves[..]), (Op::Same | Op::Compare, [Leaf::Param(_)]));
        let as_any = |fact: &Fact, op: Op| is_heard(&Fact { op, leaves: fact.leaves.clone() }, &heard, LOOSE, false);
        let is_told = |fact: &&Fact| match fact.op {
            Op::Take | Op::Return | Op::Same => [Op::Take, Op::Return, Op::Same].into_iter().any(|op| as_any(fact, op)),
            op => as_any(fact, op),
        };
        let each: Vec<&Fact> = self.facts.iter().filter(|f| !is_way(f)).collect();
        each.len() > 1 && each.iter().all(is_told)
    }

    /// One operation alone is told in one breath; of more, each may have its sentence.
    fn is_all_in(&self, text: &str, room: Room) -> bool {
        let is_told = |text: &str| self.share_in(text, room) >= ENOUGH;
        if self.facts.len() > 1 { is_told(text) } else { say::sentences(text).iter().any(|s| is_told(&s.text)) }
    }

    /// How many of a hundred facts the text tells.
    fn share_in(&self, text: &str, room: Room) -> usize {
        self.share(text, |_| room)
    }

    fn share_in_code(&self, code: &str) -> usize {
        self.share(code, |fact| if fact.op == Op::Named { CALL } else { CLOSE })
    }

    fn share(&self, text: &str, room: impl Fn(&Fact) -> Room) -> usize {
        // What the stub is called says nothing of its parameters, though it may have a word of theirs.
        let heard = self.ear.listen(&text.replace(&self.stub, "it"));
        let told = self.facts.iter().filter(|fact| is_heard(fact, &heard, room(fact), self.is_other)).count();
        told * 100 / self.facts.len()
    }
}

/// An answer by itself: an operation with two that it joins.
fn is_whole(fact: &Fact) -> bool {
    fact.leaves.len() > 1 && matches!(fact.op, Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem | Op::Named)
}

/// Whether a fact is told somewhere: its operation, and near it all that it is done with.
fn is_heard(fact: &Fact, heard: &[Heard], room: Room, is_strict: bool) -> bool {
    let near = |at: usize, leaf: &Leaf| {
        let room = if matches!(leaf, Leaf::Param(_)) { room.far } else { room.near };
        heard.iter().any(|h| h.concept == Concept::Leaf(leaf.clone()) && h.at.abs_diff(at) <= room)
    };
    let centres: Vec<usize> = match fact.op {
        // What is called says itself what is done.
        Op::Named => {
            let first = fact.leaves.iter().find(|l| !matches!(l, Leaf::Param(_))).or(fact.leaves.first());
            heard.iter().filter(|h| Some(&h.concept) == first.map(|l| Concept::Leaf(l.clone())).as_ref()).map(|h| h.at).collect()
        }
        op => heard
            .iter()
            .filter(|h| matches!(h.concept, Concept::Op(said) if said == op || !is_strict && is_said_as(op, said, fact)))
            .map(|h| h.at)
            .collect(),
    };
    centres.into_iter().any(|at| fact.leaves.iter().all(|leaf| near(at, leaf)))
}

/// Two of a kind are compared by their difference too.
fn is_said_as(op: Op, said: Op, fact: &Fact) -> bool {
    let of_a_kind = fact.leaves.len() == 1 && matches!(op, Op::Compare | Op::Same);
    said == op || (of_a_kind && matches!(said, Op::Sub | Op::Compare | Op::Same))
}

/// What constants stand for, where that is a number.
fn values(ground: &Ground, dialect: &Dialect) -> HashMap<String, String> {
    let all = ground.starter.iter().flat_map(|f| dialect.syntax.definitions(&f.content));
    let number = |value: &str| {
        let plain = value.trim().replace('_', "");
        plain.bytes().all(|b| b.is_ascii_digit()).then_some(plain)
    };
    all.filter(|d| d.kind == DefinitionKind::Constant).filter_map(|d| Some((d.name, number(&d.value?)?))).collect()
}

/// Functions that only the reference has: nobody who tells what they do has to name them.
fn helpers(content: &str, ground: &Ground, dialect: &Dialect) -> Vec<String> {
    let given = |name: &str| splice::find(ground.starter, name, dialect).is_some() || splice::find(ground.source, name, dialect).is_some();
    dialect.syntax.heads(content).into_iter().map(|h| h.name).filter(|name| !given(name)).collect()
}

/// What stands above a stub, and above its prototype.
pub(super) fn comment(stub: &str, ground: &Ground, dialect: &Dialect) -> String {
    let functions = ground.starter.iter().flat_map(|f| dialect.syntax.outline(&f.content).functions);
    functions.filter(|f| f.name == stub).map(|f| f.comment).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::pack::PackGround;
    use super::*;
    use crate::language;
    use crate::pack::Bank;

    /// Whether a hint for a unit of a pack tells it; `written` is what the learner has put in the place of the stub's mark.
    pub fn told(at: (&str, &str, &str), text: &str, reach: Reach, written: Option<&str>) -> bool {
        let (language, node, unit) = at;
        let pack = Bank::Embedded.load(language, node).expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let mut source = whole.source_with(&[]);
        let mark = format!("todo!(\"{unit}\")");
        for file in &mut source {
            file.content = file.content.replace(&mark, written.unwrap_or(&mark));
        }
        let dialect = Dialect::of(language::by_name(language).expect("a language")).expect("a dialect");
        is_told(text, &whole.ground(unit, &source), &dialect, reach)
    }

    const PARCEL: (&str, &str, &str) = ("rust", "S100", "ex-1");

    #[test]
    fn who_tells_of_a_function_that_calls_itself_need_not_tell_the_way() {
        let storage = ("rust", "S100", "ex-2");
        let told_so = "`storage_cents` calls itself with one day less. To what that gives it adds the day times `DAY_STEP_CENTS`. For no days at all it gives `HANDLING_CENTS`.";
        assert!(told(storage, told_so, Reach::Part, None));
        let asked = "Some functions call themselves. What would `storage_cents` have to ask itself about yesterday, and what has `DAY_STEP_CENTS` to do with it?";
        assert!(!told(storage, asked, Reach::Part, None));
    }

    #[test]
    fn the_answer_is_heard_in_words_in_signs_and_in_other_notations() {
        let spoken = "Write down: one hundred and eighty, plus the first parameter, plus fifteen times the second parameter.";
        assert!(told(PARCEL, spoken, Reach::Part, None));
        let lisp = "    (if (< after before)\n        (+ (- METER_NUMBERS before) after)\n        (- after before))";
        assert!(told(("rust", "S101", "ex-1"), lisp, Reach::Part, None));
    }

    #[test]
    fn what_is_not_named_as_in_the_code_is_heard() {
        assert!(told(PARCEL, "It is the weight of the box, plus the contents, plus fifteen for every sheet.", Reach::Part, None));
        let size = "Where the count exceeds `SIZE_MAX` divided by the size of one `struct flock`, return `TOO_MANY`. Else return the count times that size.";
        assert!(told(("c", "C202", "ex-3"), size, Reach::Part, None));
    }

    #[test]
    fn bits_and_a_tree_are_heard() {
        let up = ("c", "C202", "ex-5");
        let bits =
            "Take the number one less than the alignment. Add it to the offset, and then mask the sum with the complement of that number.";
        assert!(told(up, bits, Reach::Part, None));
        assert!(!told(
            up,
            "Seven is one less than eight, and its three low bits are ones. Which bits does a multiple of the alignment have?",
            Reach::Part,
            None
        ));
        let tree = "```lisp\n(for seat seats (+ seats count)\n  (if (== (at seat) booking) (= (at seat) SEAT_FREE)))\n```";
        assert!(told(("c", "C200", "ex-4"), tree, Reach::Unit, None));
    }

    #[test]
    fn who_points_asks_or_tells_of_something_else_tells_nothing() {
        let points = "`BOX_GRAMS` is there already. Which of the two parameters has to be multiplied first, and by what?";
        assert!(!told(PARCEL, points, Reach::Part, None));
        let parallel = "```rust\nfn tray(cups: u32, plates: u32) -> u32 {\n    let all = cups * CUP;\n    TRAY + all + plates\n}\n```";
        assert!(!told(PARCEL, parallel, Reach::Part, None));
    }

    #[test]
    fn another_right_way_is_heard_too() {
        let calloc = "`calloc` with `kinds` and `sizeof(struct tally)` gives memory that is 0. Keep it as `card`; if it is `NULL`, return `NULL`. \
                      Then set `card[i].kind` to i plus 1 for each i below `kinds`, and return `card`.";
        assert!(told(("c", "C202", "ex-1"), calloc, Reach::Part, None));
        let unnamed = calloc.replace("`calloc` with", "A call with");
        assert!(!told(("c", "C202", "ex-1"), &unnamed, Reach::Part, None), "what only that way calls has to be named");
    }

    #[test]
    fn a_call_in_pseudocode_is_told_however_long_its_arguments_are() {
        let slip = "    g ← parcel_grams(contents_grams, padding_sheets)\n    goes ← g ≤ room_left_grams(load_grams)\n    \
                    price ← if goes then 0 else storage_cents(days)\n    answer ← (kilograms(g), price, goes)";
        assert!(told(("rust", "S100", "ex-5"), slip, Reach::Unit, None));
        assert!(!told(("rust", "S100", "ex-5"), &slip.replace("(days)", "(…)").replace("(load_grams)", ""), Reach::Unit, None));
    }

    #[test]
    fn one_operation_is_told_in_one_breath() {
        let divided = ("rust", "S100", "ex-3");
        assert!(told(divided, "Divide the grams by 1000.", Reach::Part, None));
        let asks = "Which of the two has to be a float before you divide? Make a table with 500, 1000 and 1500 grams.";
        assert!(!told(divided, asks, Reach::Part, None));
    }

    #[test]
    fn what_the_learner_has_is_not_told_again() {
        let own = "let padding = padding_sheets * SHEET_GRAMS;\n    BOX_GRAMS - contents_grams + padding";
        let quotes =
            "Your last line is `BOX_GRAMS - contents_grams + padding`, after `padding_sheets * SHEET_GRAMS`. What should it plus up to?";
        assert!(!told(PARCEL, quotes, Reach::Part, Some(own)));
    }

    #[test]
    fn at_the_top_only_code_counts_and_only_all_of_it() {
        let prose = "Multiply `padding_sheets` by `SHEET_GRAMS`, then add `BOX_GRAMS` and `contents_grams`.";
        assert!(told(PARCEL, prose, Reach::Part, None));
        assert!(!told(PARCEL, prose, Reach::Unit, None));
        let code = "`padding_sheets * SHEET_GRAMS` comes first, and then `BOX_GRAMS + contents_grams` and it.";
        assert!(told(PARCEL, code, Reach::Unit, None));
        assert!(!told(PARCEL, code, Reach::Review, None));
    }
}
