//! Places of a C function in which a slip does not show, or shows only by chance: giving back what the end of the process gives back anyway, locks, signal
//! masks around a few assignments, values that are replaced before they are read, the exit status that nobody waits for.

use tree_sitter::Node;

use super::c::C;
use super::c_exits::early_exits;
use super::c_failing::{self, Questions};
use super::c_values::{Values, arguments, callee, mentions, peeled};
use super::code::{named, within};
use super::shared::{comparison, squeezed};
use super::unseen::{self, Slips, Unseen};
use super::{Kind, Rank, stores};
use crate::syntax::tree::text;

/// Calls that wait for threads and processes; what they give is asked for or it is not.
pub const WAITS: [&str; 4] = ["pthread_join", "wait", "waitpid", "thrd_join"];

/// Calls that give a number from 0 on, or a negative one when they fail.
const FROM_ZERO: [&str; 6] = ["open", "openat", "creat", "accept", "shm_open", "fileno"];

pub struct Finder<'f, 'a> {
    pub c: &'f C<'a>,
    pub questions: &'f Questions<'f, 'a>,
    pub unseen: Unseen,
    /// Loops that wait, as the comments say.
    promised: Vec<Node<'a>>,
}

/// Leaves out what does not show.
pub fn leave_out(c: &mut C<'_>) {
    let values = Values::of(c.function.body, c.function.source);
    let known = c.known;
    let questions = Questions { values: &values, source: c.function.source, own: &known.fails_with_system };
    let mut finder = Finder { c, questions: &questions, unseen: Unseen::default(), promised: Vec::new() };
    c_failing::hide(&questions, c.function.body, &mut finder.unseen);
    finder.find();
    let (hidden, promised) = (finder.unseen, finder.promised);
    hidden.leave_out(&mut c.drafts);
    promised.into_iter().for_each(|waiting| c.drafts.put(waiting, ";", waiting, Kind::RemovedStatement, Rank::Filler));
    c_failing::opposites(c, &questions, &hidden);
    stores::c(c, &questions);
    let exits = early_exits(c);
    unseen::keep_one_exit(&mut c.drafts, &exits);
}

impl<'a> Finder<'_, 'a> {
    pub fn text(&self, node: Node<'_>) -> &'a str {
        text(node, self.c.function.source)
    }

    pub fn callee(&self, node: Node<'_>) -> Option<&'a str> {
        callee(node, self.c.function.source)
    }

    fn find(&mut self) {
        let body = self.c.function.body;
        within(body, |node, path| {
            match node.kind() {
                "expression_statement" => self.statement(node, path),
                "for_statement" | "while_statement" | "do_statement" => self.waiting_loop(node),
                "binary_expression" => {
                    self.edge(node);
                    self.no_room_to_read(node);
                    self.interrupted(node);
                    self.room(node);
                }
                "if_statement" => self.guarded_free(node),
                "declaration" => self.first_values(node),
                "init_declarator" => self.share(node, path),
                "call_expression" => self.call(node, path),
                "return_statement" => self.thread_answer(node),
                _ => {}
            }
            true
        });
    }

    /// A loop that does nothing but wait, or give back.
    fn waiting_loop(&mut self, node: Node<'a>) {
        let Some(body) = node.child_by_field_name("body") else { return };
        let statements = if body.kind() == "compound_statement" { named(body) } else { vec![body] };
        let is_empty = |s: &Node<'a>| s.kind() == "expression_statement" && named(*s).is_empty();
        let statements: Vec<Node<'a>> = statements.into_iter().filter(|s| !is_empty(s)).collect();
        let waits = |statement: &Node<'a>| {
            let inner = named(*statement).first().copied().map(peeled).filter(|_| statement.kind() == "expression_statement");
            inner.is_some_and(|call| {
                let name = self.callee(call).unwrap_or_default();
                (WAITS.contains(&name) && self.is_unheard(call)) || (name.ends_with("_destroy") && self.c.known.parameters(name).is_none())
            })
        };
        let asked = node.child_by_field_name("condition").is_some_and(|condition| self.waits_in(condition, |_| true));
        if statements.iter().all(waits) && (asked || !statements.is_empty()) {
            self.unseen.hide(node, Slips::All);
            // That nobody waits at all shows where the comments promise it.
            if self.waits_in(node, |name| self.is_promised(name)) {
                self.promised.push(node);
            }
        }
    }

    /// Whether something waits here and asks for no status.
    fn waits_in(&self, node: Node<'a>, counts: impl Fn(&str) -> bool) -> bool {
        let mut found = false;
        within(node, |inner, _| {
            let name = if inner.kind() == "call_expression" { self.callee(inner) } else { None };
            found |= name.is_some_and(|n| WAITS.contains(&n) && counts(n)) && self.is_unheard(inner);
            true
        });
        found
    }

    /// No test gets descriptor 0, and nobody prints nothing.
    fn edge(&mut self, node: Node<'a>) {
        let part = |name| node.child_by_field_name(name);
        let (Some(left), Some(operator), Some(right)) = (part("left"), part("operator"), part("right")) else { return };
        if comparison(self.text(operator)).is_none() {
            return;
        }
        for (value, with) in [(left, right), (right, left)] {
            let from_zero = || {
                self.questions.values.call(value).is_some_and(|name| FROM_ZERO.contains(&name))
                    || self.questions.values.is_descriptor(value)
            };
            if self.text(peeled(with)) == "0" && (from_zero() || self.questions.asks(node).is_some()) {
                self.unseen.hide(node, Slips::Edge);
                self.unseen.hide(with, Slips::Value);
            }
            // No child has the number 1, and none is 0: that is the child itself.
            if self.text(peeled(with)) == "0" && self.questions.values.call(value) == Some("fork") {
                self.unseen.hide(with, Slips::Value);
            }
        }
    }

    /// `used < size && (got = read(from, room + used, size - used)) > 0`: where there is no room left, nothing is read, and that ends it too.
    fn no_room_to_read(&mut self, node: Node<'a>) {
        let part = |name| node.child_by_field_name(name);
        let (Some(left), Some(operator), Some(right)) = (part("left"), part("operator"), part("right")) else { return };
        let Some(used) = peeled(left).child_by_field_name("left").filter(|_| self.text(operator) == "&&") else { return };
        let is_rest = |room: &Node<'a>| {
            let minus = peeled(*room).child_by_field_name("operator").is_some_and(|o| self.text(o) == "-");
            minus && !mentions(*room, self.text(used), self.c.function.source).is_empty()
        };
        let mut reads_the_rest = false;
        within(right, |inner, _| {
            reads_the_rest |= matches!(self.callee(inner), Some("read" | "recv")) && arguments(inner).get(2).is_some_and(is_rest);
            true
        });
        if reads_the_rest {
            within(left, |inner, _| {
                [Slips::Edge, Slips::Value].into_iter().for_each(|slips| self.unseen.hide(inner, slips));
                true
            });
        }
    }

    /// `while (ended == -1 && errno == EINTR)`: no test can interrupt a call at the right moment.
    fn interrupted(&mut self, node: Node<'a>) {
        let part = |name| node.child_by_field_name(name);
        let asks = |side: Option<Node<'a>>| side.is_some_and(|s| !mentions(s, "EINTR", self.c.function.source).is_empty());
        if part("operator").is_some_and(|o| self.text(o) == "&&") && (asks(part("left")) || asks(part("right"))) {
            self.unseen.hide(node, Slips::All);
        }
    }

    /// How large the share of each thread is shows in nothing but time.
    fn share(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let value = node.child_by_field_name("value").map(peeled).filter(|v| v.kind() == "binary_expression");
        let divides = value.is_some_and(|v| v.child_by_field_name("operator").is_some_and(|o| self.text(o) == "/"));
        let once = !path.iter().any(|p| matches!(p.kind(), "for_statement" | "while_statement" | "do_statement"));
        if divides && once && self.calls(&["pthread_create", "thrd_create"]) {
            self.unseen.hide(node, Slips::All);
        }
    }

    fn first_values(&mut self, declaration: Node<'a>) {
        let mut cursor = declaration.walk();
        for declarator in declaration.children_by_field_name("declarator", &mut cursor) {
            let part = |name| declarator.child_by_field_name(name);
            let (Some(inner), Some(value)) = (part("declarator"), part("value")) else { continue };
            let literal = matches!(value.kind(), "number_literal" | "true" | "false" | "char_literal" | "string_literal" | "null");
            let constant = value.kind() == "identifier" && self.c.known.constant(self.text(value)).is_some();
            if inner.kind() == "identifier"
                && (literal || constant)
                && self.questions.values.is_replaced(declaration, self.text(inner), &self.c.known.fillers)
            {
                self.unseen.hide(declarator, Slips::All);
            }
        }
    }

    fn call(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let (Some(name), given) = (self.callee(node), arguments(node)) else { return };
        self.numbers(node);
        let nobody_asks = || self.calls(&WAITS) && !self.asks_for_status();
        if matches!(name, "_exit" | "exit" | "_Exit") && path.iter().any(|p| self.is_child(*p)) && nobody_asks() {
            given.iter().for_each(|argument| self.unseen.hide(*argument, Slips::All));
        }
    }

    fn asks_for_status(&self) -> bool {
        let mut found = false;
        within(self.c.function.body, |node, _| {
            let waits = node.kind() == "call_expression" && self.callee(node).is_some_and(|n| matches!(n, "wait" | "waitpid"));
            found |= waits && !self.is_unheard(node);
            true
        });
        found
    }

    /// What a thread gives at its end is seldom asked for: `void *work(void *argument)`.
    fn thread_answer(&mut self, node: Node<'a>) {
        let takes = self.c.known.parameters(&self.c.function.name).unwrap_or_default();
        let runs_in_thread = squeezed(&self.c.returns) == "void*" && matches!(takes, [only] if squeezed(only) == "void*");
        if runs_in_thread && named(node).first().is_some_and(|value| matches!(self.text(*value), "NULL" | "0")) {
            self.unseen.hide(node, Slips::All);
        }
    }
}
