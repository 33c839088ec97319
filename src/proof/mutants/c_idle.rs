//! Statements of a C function that can be missing without a test noticing, or with one noticing only by chance: locks, clean-up that the end of the process
//! does anyway, clearing what is clear. What a caller hands over is the caller's, and missing it there shows.

use tree_sitter::Node;

use super::c_unseen::{Finder, WAITS};
use super::c_values::{arguments, mentions, peeled};
use super::code::{named, within};
use super::shared::squeezed;
use super::unseen::Slips;
use crate::syntax::tree::text;

/// Calls without which everything a test sees is the same, or the same most of the time.
const IDLE: [&str; 37] = [
    "va_start",
    "va_end",
    "va_copy",
    "pthread_mutex_lock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_spin_lock",
    "mtx_lock",
    "pthread_mutex_destroy",
    "pthread_cond_destroy",
    "pthread_rwlock_destroy",
    "pthread_attr_destroy",
    "pthread_attr_init",
    "sem_destroy",
    "mtx_destroy",
    "cnd_destroy",
    "pthread_cond_wait",
    "pthread_cond_timedwait",
    "cnd_wait",
    "pthread_detach",
    "sem_wait",
    "sigemptyset",
    "sigfillset",
    "munmap",
    "sleep",
    "usleep",
    "nanosleep",
    "sched_yield",
    "thrd_yield",
    "fsync",
    "setvbuf",
    "setbuf",
    "srand",
    "setsockopt",
    "shutdown",
    "closelog",
    "tzset",
];

const MASKS: [&str; 4] = ["sigaddset", "sigdelset", "sigprocmask", "pthread_sigmask"];

impl<'a> Finder<'_, 'a> {
    pub fn statement(&mut self, node: Node<'a>, path: &[Node<'a>]) {
        let Some(inner) = named(node).first().copied().map(peeled) else { return };
        let slips = match inner.kind() {
            "call_expression" if self.is_idle(inner, path) => Slips::All,
            "call_expression" if self.clears_own(inner) => Slips::Removal,
            "assignment_expression" if self.is_dead_store(inner, path) => Slips::All,
            "assignment_expression" => match self.idle_assignment(inner, node) {
                Some(slips) => slips,
                None => return,
            },
            _ => return,
        };
        self.unseen.hide(node, slips);
    }

    fn is_idle(&self, call: Node<'a>, path: &[Node<'a>]) -> bool {
        let Some(name) = self.callee(call) else { return false };
        IDLE.contains(&name)
            || (WAITS.contains(&name) && self.is_unheard(call) && !self.is_promised(name))
            || (MASKS.contains(&name) && !self.lets_others_run() && !self.unblocks(call))
            || (name == "close" && !self.close_shows(call, path))
            || (name == "memset" && self.is_own(call, true) && self.is_zero(arguments(call).get(1).copied()))
    }

    /// Whether the comments say that no child is left that nobody waited for.
    pub fn is_promised(&self, name: &str) -> bool {
        matches!(name, "wait" | "waitpid") && self.c.known.said.promises_to_wait()
    }

    /// Whether a wait asks for no status.
    pub fn is_unheard(&self, call: Node<'a>) -> bool {
        let place = if self.callee(call) == Some("wait") { 0 } else { 1 };
        arguments(call).get(place).is_some_and(|status| matches!(self.text(peeled(*status)), "NULL" | "0"))
    }

    /// A signal can come between two assignments only by chance; while something else runs, a test can send one.
    fn lets_others_run(&self) -> bool {
        let mut found = false;
        within(self.c.function.body, |node, _| {
            let name = if node.kind() == "call_expression" { self.callee(node) } else { None };
            found |= name.is_some_and(|n| !n.starts_with("sig") && !MASKS.contains(&n) && !matches!(n, "memset" | "memcpy" | "assert"));
            true
        });
        found
    }

    /// A mask that is not put back is there for all that follows.
    fn unblocks(&self, call: Node<'a>) -> bool {
        arguments(call).first().is_some_and(|how| matches!(self.text(*how), "SIG_SETMASK" | "SIG_UNBLOCK"))
    }

    /// A file that stays open does not show, unless it is the caller's, or somebody reads a pipe to its end.
    fn close_shows(&self, call: Node<'a>, path: &[Node<'a>]) -> bool {
        let Some(first) = arguments(call).first().copied() else { return true };
        let is_own = self.c.is_local(base_name(first, self.c.function.source));
        let in_child = path.iter().any(|p| self.is_child(*p));
        !in_child && (!is_own || (self.calls(&["pipe", "pipe2"]) && self.reads_to_the_end()))
    }

    pub fn calls(&self, names: &[&str]) -> bool {
        let mut found = false;
        within(self.c.function.body, |node, _| {
            found |= node.kind() == "call_expression" && self.callee(node).is_some_and(|n| names.contains(&n));
            true
        });
        found
    }

    fn reads_to_the_end(&self) -> bool {
        const READS: [&str; 7] = ["read", "getc", "fgetc", "fgets", "getline", "fread", "getdelim"];
        let mut found = false;
        within(self.c.function.body, |node, _| {
            let condition = node
                .child_by_field_name("condition")
                .filter(|_| matches!(node.kind(), "while_statement" | "for_statement" | "do_statement"));
            let calls = |condition: Node<'a>| {
                let mut reads = false;
                within(condition, |inner, _| {
                    reads |= inner.kind() == "call_expression" && self.callee(inner).is_some_and(|n| READS.contains(&n));
                    true
                });
                reads
            };
            found |= condition.is_some_and(calls);
            true
        });
        found
    }

    /// Whether this is the branch that only a child process runs.
    pub fn is_child(&self, branch: Node<'a>) -> bool {
        let Some(around) = branch.parent() else { return false };
        let asked = match around.kind() {
            "if_statement" if around.child_by_field_name("consequence") == Some(branch) => around.child_by_field_name("condition"),
            _ => None,
        };
        let Some(condition) = asked.map(peeled) else { return false };
        let part = |name| condition.child_by_field_name(name);
        let value = match condition.kind() {
            "binary_expression" => match (part("left"), part("operator"), part("right")) {
                (Some(left), Some(sign), Some(right)) if self.text(sign) == "==" && self.text(right) == "0" => Some(left),
                (Some(left), Some(sign), Some(right)) if self.text(sign) == "==" && self.text(left) == "0" => Some(right),
                _ => None,
            },
            "unary_expression" => part("argument"),
            _ => None,
        };
        value.is_some_and(|value| self.questions.values.call(value) == Some("fork"))
    }

    /// Whether the first argument is a variable of this function: one that may hold anything is zero often enough.
    fn is_own(&self, call: Node<'a>, by_address: bool) -> bool {
        let Some(first) = arguments(call).first().map(|f| peeled(*f)) else { return false };
        let (target, is_address) = match first.kind() {
            "pointer_expression" => (first.child_by_field_name("argument").unwrap_or(first), true),
            _ => (first, false),
        };
        is_address == by_address
            && target.kind() == "identifier"
            && self.c.is_local(self.text(target))
            && !self.c.is_given_memory(self.text(target))
    }

    fn clears_own(&self, call: Node<'a>) -> bool {
        self.callee(call) == Some("memset") && self.is_own(call, false)
    }

    fn is_zero(&self, node: Option<Node<'_>>) -> bool {
        node.is_some_and(|n| matches!(self.text(peeled(n)), "0" | "0L" | "0u" | "0U" | "0.0" | "NULL" | "false" | "'\\0'"))
    }

    fn idle_assignment(&self, assignment: Node<'a>, statement: Node<'a>) -> Option<Slips> {
        let part = |name| assignment.child_by_field_name(name);
        let (left, right) = (part("left")?, part("right")?);
        if part("operator").is_some_and(|o| self.text(o) != "=") {
            return None;
        }
        let field = left.child_by_field_name("field").map(|f| self.text(f));
        if matches!(field, Some("sa_flags" | "sa_mask" | "sa_restorer")) {
            return Some(Slips::All);
        }
        let errno = self.text(left) == "errno" && (self.is_zero(Some(right)) || self.is_saved_errno(right));
        let again = self.is_zero(Some(right)) && self.is_zeroed(left, statement);
        (errno || again).then_some(Slips::Removal)
    }

    /// What is put back after cleaning up is there still, unless cleaning up failed.
    fn is_saved_errno(&self, value: Node<'a>) -> bool {
        let mut found = false;
        within(self.c.function.body, |node, _| {
            let part = |name| node.child_by_field_name(name).map(|n| self.text(n));
            found |= node.kind() == "init_declarator" && part("declarator") == Some(self.text(value)) && part("value") == Some("errno");
            true
        });
        found
    }

    /// Whether a place is zero already: its memory came from calloc or was cleared, and nothing was put there since.
    fn is_zeroed(&self, place: Node<'a>, statement: Node<'a>) -> bool {
        if !matches!(place.kind(), "field_expression" | "subscript_expression") {
            return false;
        }
        let source = self.c.function.source;
        let base = base_name(place, source);
        let same_place = squeezed(self.text(place));
        let (mut cleared, mut written) = (false, false);
        within(self.c.function.body, |node, _| {
            if node.start_byte() >= statement.start_byte() {
                return false;
            }
            let part = |name| node.child_by_field_name(name);
            match node.kind() {
                "init_declarator" => {
                    let value = part("value");
                    let named = part("declarator").is_some_and(|d| !mentions(d, base, source).is_empty());
                    let empty =
                        value.is_some_and(|v| v.kind() == "initializer_list" && matches!(squeezed(self.text(v)).as_str(), "{0}" | "{}"));
                    cleared |= named && (empty || value.is_some_and(|v| self.callee(v) == Some("calloc")));
                }
                "call_expression" if self.callee(node) == Some("memset") => {
                    let given = arguments(node);
                    cleared |= given.first().is_some_and(|f| base_name(*f, source) == base) && self.is_zero(given.get(1).copied());
                }
                "call_expression" => written |= arguments(node).iter().any(|a| !mentions(*a, base, source).is_empty()),
                "assignment_expression" => written |= part("left").is_some_and(|l| squeezed(self.text(l)) == same_place),
                "for_statement" | "while_statement" | "do_statement" => written = true,
                _ => {}
            }
            true
        });
        cleared && !written
    }
}

/// `ends` of `ends[0]`, `action` of `&action.sa_mask`.
fn base_name<'s>(node: Node<'_>, source: &'s str) -> &'s str {
    let mut inner = peeled(node);
    while let Some(next) = inner.child_by_field_name("argument") {
        inner = peeled(next);
    }
    text(inner, source)
}
