//! Questions of a C function whose answer is always the same in a test: whether there was memory, whether a process or a thread could be started, whether
//! a line could be written. What happens when such a call fails cannot be tested without a fake of the system, so no slip there shows; that it is not
//! taken for a failure when it works can be. Calls that fail for what a test hands over (`open`, `fopen`, `strtol`) are not among them, nor is
//! `waitpid`, but for a child by its own number.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::c::C;
use super::c_values::{Values, arguments, callee, mentions, peeled};
use super::code::{Function, named, within};
use super::shared::{squeezed, turned};
use super::unseen::{Slips, Unseen};
use super::{Kind, Rank};
use crate::syntax::tree::text;

/// How a call says that it failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    /// NULL.
    Null,
    /// Anything but 0.
    NotZero,
    /// A negative number, `EOF`.
    BelowZero,
    /// Less than was asked for.
    Less,
    /// `false`.
    False,
}

const POINTERS: [&str; 8] = ["malloc", "calloc", "realloc", "strdup", "strndup", "aligned_alloc", "fdopen", "tmpfile"];

const STATUS: [&str; 28] = [
    "pipe",
    "pipe2",
    "socketpair",
    "pthread_create",
    "pthread_join",
    "pthread_detach",
    "pthread_mutex_init",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_mutex_destroy",
    "pthread_cond_init",
    "pthread_cond_wait",
    "pthread_cond_signal",
    "pthread_rwlock_init",
    "pthread_attr_init",
    "pthread_sigmask",
    "sem_init",
    "sem_wait",
    "sem_post",
    "sigaction",
    "sigprocmask",
    "sigemptyset",
    "sigaddset",
    "clock_gettime",
    "gettimeofday",
    "fclose",
    "close",
    "ferror",
];

const HANDLES: [&str; 22] = [
    "fork",
    "socket",
    "dup",
    "dup2",
    "mkstemp",
    "eventfd",
    "epoll_create1",
    "fcntl",
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "fputs",
    "fputc",
    "putc",
    "puts",
    "putchar",
    "fflush",
];

const AMOUNTS: [&str; 3] = ["write", "fwrite", "send"];

/// What a question is true of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    Failed,
    Worked,
}

impl Asks {
    fn not(self) -> Asks {
        if self == Asks::Failed { Asks::Worked } else { Asks::Failed }
    }
}

/// How a call says that it failed, where it never does; functions of the files that can only pass such a failure on are `own`.
fn says(name: &str, own: &BTreeMap<String, Says>) -> Option<Says> {
    let lists: [(&[&str], Says); 4] =
        [(&POINTERS, Says::Null), (&STATUS, Says::NotZero), (&HANDLES, Says::BelowZero), (&AMOUNTS, Says::Less)];
    lists.iter().find(|(names, _)| names.contains(&name)).map(|(_, says)| *says).or_else(|| own.get(name).copied())
}

/// What reads the questions of one function.
pub struct Questions<'q, 'a> {
    pub values: &'q Values<'a>,
    pub source: &'a str,
    pub own: &'q BTreeMap<String, Says>,
}

impl<'a> Questions<'_, 'a> {
    /// Nothing where a test can have it both ways.
    pub fn asks(&self, condition: Node<'a>) -> Option<Asks> {
        let condition = peeled(condition);
        let part = |name| condition.child_by_field_name(name);
        match condition.kind() {
            "unary_expression" if text(condition, self.source).starts_with('!') => Some(self.asks(part("argument")?)?.not()),
            "binary_expression" => {
                let (left, right, sign) = (part("left")?, part("right")?, text(part("operator")?, self.source));
                match sign {
                    "||" => (self.asks(left) == Some(Asks::Failed) && self.asks(right) == Some(Asks::Failed)).then_some(Asks::Failed),
                    "&&" => (self.asks(left) == Some(Asks::Worked) && self.asks(right) == Some(Asks::Worked)).then_some(Asks::Worked),
                    _ => self.compares(left, sign, right).or_else(|| self.compares(right, turned(sign), left)),
                }
            }
            _ => match says(self.values.call(condition)?, self.own)? {
                Says::Null | Says::False => Some(Asks::Worked),
                Says::NotZero => Some(Asks::Failed),
                Says::BelowZero | Says::Less => None,
            },
        }
    }

    /// What a condition comes to when nothing fails, whatever else it asks: `i > 0 && !text_add(…)` is never true then, nor is a flag that only holds such answers.
    pub fn comes_to(&self, condition: Node<'a>) -> Option<Asks> {
        self.comes_to_with(condition, &mut Vec::new())
    }

    /// `taken` are flags that are being looked at, with what they are taken for meanwhile: `good = good && text_add(…)`.
    fn comes_to_with(&self, condition: Node<'a>, taken: &mut Vec<(String, Asks)>) -> Option<Asks> {
        let condition = peeled(condition);
        let part = |name| condition.child_by_field_name(name);
        if let Some(asks) = self.asks(condition) {
            return Some(asks);
        }
        match condition.kind() {
            "true" => Some(Asks::Worked),
            "false" => Some(Asks::Failed),
            "unary_expression" if text(condition, self.source).starts_with('!') => {
                Some(self.comes_to_with(part("argument")?, taken)?.not())
            }
            "binary_expression" => {
                // Of `&&` one part decides when it fails, of `||` when it works.
                let decides = match text(part("operator")?, self.source) {
                    "&&" => Asks::Failed,
                    "||" => Asks::Worked,
                    _ => return None,
                };
                let (left, right) = (self.comes_to_with(part("left")?, taken), self.comes_to_with(part("right")?, taken));
                match (left, right) {
                    _ if left == Some(decides) || right == Some(decides) => Some(decides),
                    (Some(_), Some(_)) => Some(decides.not()),
                    _ => None,
                }
            }
            "identifier" => {
                let name = text(condition, self.source);
                if let Some((_, asks)) = taken.iter().find(|(flag, _)| flag == name) {
                    return Some(*asks);
                }
                let given = self.values.all_given(condition)?;
                [Asks::Worked, Asks::Failed].into_iter().find(|asks| {
                    taken.push((name.to_owned(), *asks));
                    let holds = given.iter().all(|value| self.comes_to_with(*value, taken) == Some(*asks));
                    taken.pop();
                    holds
                })
            }
            _ => None,
        }
    }

    fn compares(&self, value: Node<'a>, sign: &str, with: Node<'a>) -> Option<Asks> {
        if let Some(asks) = self.waits(value, sign, with) {
            return Some(asks);
        }
        let says = says(self.values.call(value)?, self.own)?;
        let with = match text(peeled(with), self.source) {
            "NULL" | "0" | "false" | "nullptr" => "0",
            "-1" | "EOF" | "SIG_ERR" => "-1",
            "true" => "1",
            _ => "n",
        };
        match (says, sign, with) {
            (Says::Null | Says::False, "==", "0") | (Says::False, "!=", "1") => Some(Asks::Failed),
            (Says::Null | Says::False, "!=", "0") | (Says::False, "==", "1") => Some(Asks::Worked),
            (Says::NotZero, "!=" | "<" | ">", "0") | (Says::NotZero | Says::BelowZero | Says::Less, "==", "-1") => Some(Asks::Failed),
            (Says::NotZero, "==" | ">=", "0") | (Says::NotZero | Says::BelowZero | Says::Less, "!=" | ">", "-1") => Some(Asks::Worked),
            (Says::BelowZero, "<", "0") | (Says::Less, "<" | "<=", "0") | (Says::Less, "!=" | "<", "n") => Some(Asks::Failed),
            (Says::BelowZero, ">=", "0") | (Says::Less, ">" | ">=", "0") | (Says::Less, "==" | ">=", "n") => Some(Asks::Worked),
            _ => None,
        }
    }
}

impl<'a> Questions<'_, 'a> {
    /// `waitpid(child, …) != child`: a child that was waited for by its own number is there.
    fn waits(&self, value: Node<'a>, sign: &str, with: Node<'a>) -> Option<Asks> {
        let call = Some(peeled(value)).filter(|v| callee(*v, self.source) == Some("waitpid"))?;
        let given = call.child_by_field_name("arguments").map(named).unwrap_or_default();
        let awaited = text(*given.first()?, self.source);
        let is_name = awaited.starts_with(|c: char| c.is_alphabetic());
        match (sign, text(peeled(with), self.source)) {
            ("!=", with) if is_name && with == awaited => Some(Asks::Failed),
            ("==", with) if is_name && with == awaited => Some(Asks::Worked),
            ("<", "0") | ("==", "-1") if is_name => Some(Asks::Failed),
            (">=" | ">", "0") | ("!=", "-1") if is_name => Some(Asks::Worked),
            _ => None,
        }
    }
}

/// Hides both the questions and what runs only after a failure.
pub fn hide<'a>(questions: &Questions<'_, 'a>, body: Node<'a>, unseen: &mut Unseen) {
    within(body, |node, _| {
        let part = |name| node.child_by_field_name(name);
        match node.kind() {
            "if_statement" | "conditional_expression" => {
                if let Some((condition, asks)) = part("condition").and_then(|c| Some((c, questions.comes_to(c)?))) {
                    // What else it asks may show: `i > 0` before a call that does something.
                    if questions.asks(condition).is_some() {
                        hide_question(condition, unseen);
                    }
                    let lost = if asks == Asks::Failed { part("consequence") } else { part("alternative") };
                    lost.into_iter().for_each(|branch| unseen.hide(branch, Slips::All));
                }
            }
            "binary_expression" if part("operator").is_some_and(|o| matches!(text(o, questions.source), "&&" | "||")) => {
                if questions.asks(node).is_some() {
                    hide_question(node, unseen);
                }
                half(questions, node, unseen);
            }
            _ => {}
        }
        true
    });
    hide_cleaning_up(questions.source, body, unseen);
}

/// What a call in it is given may well show.
fn hide_question(condition: Node<'_>, unseen: &mut Unseen) {
    within(condition, |node, _| {
        unseen.hide(node, Slips::Whole);
        node.kind() != "argument_list"
    });
}

/// `length >= 0 && rest` is `rest`.
fn half<'a>(questions: &Questions<'_, 'a>, node: Node<'a>, unseen: &mut Unseen) {
    let part = |name| node.child_by_field_name(name);
    let (Some(left), Some(operator), Some(right)) = (part("left"), part("operator"), part("right")) else { return };
    let idle = if text(operator, questions.source) == "&&" { Asks::Worked } else { Asks::Failed };
    for (asked, rest) in [(left, right), (right, left)] {
        if questions.asks(asked) == Some(idle) {
            unseen.hide(asked, Slips::EdgeAndHalf);
            unseen.hide_rewrite(node.byte_range(), text(rest, questions.source));
        }
    }
}

/// What stands behind a label to which only failures go.
fn hide_cleaning_up(source: &str, body: Node<'_>, unseen: &mut Unseen) {
    let (mut labels, mut jumps) = (Vec::new(), Vec::new());
    within(body, |node, _| {
        let label = node.child_by_field_name("label").map(|l| text(l, source));
        match (node.kind(), label) {
            ("labeled_statement", Some(label)) => labels.push((node, label)),
            ("goto_statement", Some(label)) => jumps.push((node, label)),
            _ => {}
        }
        true
    });
    for (at, label) in labels {
        let mut to = jumps.iter().filter(|(_, l)| *l == label).peekable();
        let only_failures = to.peek().is_some() && to.all(|(jump, _)| unseen.covers(*jump));
        let walled = at.prev_named_sibling().is_some_and(|p| matches!(p.kind(), "return_statement" | "goto_statement"));
        let Some(block) = at.parent().filter(|_| only_failures) else { continue };
        if walled {
            unseen.hide_range(at.start_byte()..block.end_byte(), Slips::All);
        } else {
            frees_nothing(source, at, block).into_iter().for_each(|free| unseen.hide(free, Slips::All));
        }
    }
}

/// `copy = NULL; … out: free(copy);`: who comes here without a failure has given away what would be freed.
fn frees_nothing<'t>(source: &str, label: Node<'t>, block: Node<'t>) -> Vec<Node<'t>> {
    let (before, behind): (Vec<_>, Vec<_>) = named(block).into_iter().partition(|s| s.start_byte() < label.start_byte());
    let is_null = |name: &str| {
        let set = before.iter().rev().find(|s| !mentions(**s, name, source).is_empty());
        set.is_some_and(|s| squeezed(text(*s, source)) == format!("{name}=NULL;"))
    };
    let freed = |statement: &Node<'t>| {
        let call = named(*statement).into_iter().next().filter(|call| callee(*call, source) == Some("free"))?;
        arguments(call).first().map(|first| text(peeled(*first), source))
    };
    let labelled = named(label).into_iter().filter(|s| s.kind() == "expression_statement");
    labelled.chain(behind).filter(|s| freed(s).is_some_and(is_null)).collect()
}

/// A failure must not be seen where there is none: that slip shows.
pub fn opposites<'a>(c: &mut C<'a>, questions: &Questions<'_, 'a>, unseen: &Unseen) {
    let mut found = Vec::new();
    within(c.function.body, |node, _| {
        if matches!(node.kind(), "if_statement" | "conditional_expression")
            && !unseen.covers(node)
            && let Some(condition) = node.child_by_field_name("condition")
            && questions.asks(condition).is_some()
        {
            let inner = named(condition).first().copied().filter(|_| condition.kind() == "parenthesized_expression");
            found.push(inner.unwrap_or(condition));
        }
        true
    });
    for condition in found {
        let new = format!("!({})", c.drafts.text(condition));
        c.drafts.put(condition, new, condition, Kind::Condition, Rank::Good);
    }
}

/// Those functions of the files that fail only because something here does: `node_new`, which gives NULL only without memory.
pub fn own(functions: &[Function<'_>]) -> BTreeMap<String, Says> {
    let mut own = BTreeMap::new();
    // Each round can build on the one before: what calls `node_new` and passes its NULL on.
    for _ in 0..3 {
        for function in functions.iter().filter(|f| f.body.kind() == "compound_statement") {
            if let Some(says) = passes_on(function, &own) {
                own.insert(function.name.clone(), says);
            }
        }
    }
    own
}

fn passes_on(function: &Function<'_>, own: &BTreeMap<String, Says>) -> Option<Says> {
    let values = Values::of(function.body, function.source);
    let questions = Questions { values: &values, source: function.source, own };
    let mut unseen = Unseen::default();
    hide(&questions, function.body, &mut unseen);
    let (mut failed, mut others) = (Vec::new(), Vec::new());
    within(function.body, |node, _| {
        if let ("return_statement", [value]) = (node.kind(), &named(node)[..]) {
            let list = if unseen.covers(node) { &mut failed } else { &mut others };
            list.push(*value);
        }
        true
    });
    let plain = |value: &Node<'_>| text(peeled(*value), function.source).to_owned();
    let answers: Vec<String> = others.iter().map(plain).collect();
    let failure = failed.first().map(plain);
    let same = failed.iter().all(|value| Some(plain(value)) == failure);
    match failure.as_deref() {
        // `return malloc(…)` fails as malloc does, and what only gives back the answer of `fork` as that does.
        None => match others[..] {
            [only] => {
                let as_callee = values.call(only).and_then(|name| says(name, own)).filter(|s| matches!(s, Says::Null | Says::BelowZero));
                as_callee.or_else(|| (questions.comes_to(only) == Some(Asks::Worked)).then_some(Says::False))
            }
            _ => None,
        },
        Some(failure) if !same || others.is_empty() || answers.iter().any(|a| a == failure) => None,
        // A variable may be NULL for other reasons, unless it is what malloc gave.
        Some("NULL") => {
            others.iter().all(|value| values.call(*value).and_then(|name| says(name, own)) == Some(Says::Null)).then_some(Says::Null)
        }
        Some("false") => others.iter().all(|value| questions.comes_to(*value) == Some(Asks::Worked)).then_some(Says::False),
        Some("-1" | "1") if answers.iter().all(|a| a == "0") => Some(Says::NotZero),
        Some("0") if answers.iter().all(|a| a == "1") => Some(Says::False),
        Some("-1") => answers.iter().all(|a| a.bytes().all(|b| b.is_ascii_digit())).then_some(Says::BelowZero),
        _ => None,
    }
}
