//! Numbers and stores of a C function that nothing reads: permissions of a file that is opened again at once, options of a wait, the last byte of a large
//! buffer, a variable that is not used any more.

use tree_sitter::Node;

use super::c_unseen::Finder;
use super::c_values::{arguments, mentions, peeled};
use super::code::{named, within};
use super::shared::squeezed;
use super::unseen::Slips;

/// How many to let wait, and for how long.
const PATIENCE: [&str; 7] = ["sleep", "usleep", "nanosleep", "alarm", "listen", "poll", "setvbuf"];

/// Calls with the place of an argument that is a mode or an option.
const OPTIONS: [(&str, usize); 9] = [
    ("open", 2),
    ("openat", 3),
    ("creat", 1),
    ("mkdir", 1),
    ("mkfifo", 1),
    ("shm_open", 2),
    ("waitpid", 2),
    ("sem_init", 1),
    ("sem_open", 2),
];

impl<'a> Finder<'_, 'a> {
    pub fn numbers(&mut self, call: Node<'a>) {
        let (Some(name), given) = (self.callee(call), arguments(call)) else { return };
        if PATIENCE.contains(&name) {
            given.iter().for_each(|argument| self.unseen.hide(*argument, Slips::Value));
        }
        let option = OPTIONS.iter().find(|(call, _)| *call == name).and_then(|(_, place)| given.get(*place));
        option.into_iter().for_each(|argument| self.unseen.hide(*argument, Slips::Value));
    }

    /// `sizeof buffer - 1` of a buffer of one's own, which no test fills.
    pub fn room(&mut self, node: Node<'a>) {
        let part = |name| node.child_by_field_name(name);
        let sides = [part("left"), part("right")].into_iter().flatten();
        let is_own = |side: Node<'a>| {
            let value = side.child_by_field_name("value").filter(|_| side.kind() == "sizeof_expression").map(peeled);
            value.is_some_and(|v| v.kind() == "identifier" && self.c.is_local(self.text(v)))
        };
        if part("operator").is_some_and(|o| matches!(self.text(o), "+" | "-")) && sides.into_iter().any(is_own) {
            self.unseen.hide(node, Slips::All);
        }
    }

    /// `if (p != NULL) { free(p); }`: free takes NULL too.
    pub fn guarded_free(&mut self, node: Node<'a>) {
        let part = |name| node.child_by_field_name(name);
        let (Some(condition), Some(yes)) = (part("condition").and_then(|c| named(c).first().copied()), part("consequence")) else { return };
        let only = if yes.kind() == "compound_statement" { named(yes) } else { vec![yes] };
        let [statement] = only[..] else { return };
        let Some(call) = named(statement).first().copied().filter(|call| self.callee(*call) == Some("free")) else { return };
        let freed = arguments(call).first().map(|a| squeezed(self.text(*a))).unwrap_or_default();
        let asked = squeezed(self.text(condition));
        if asked == freed || asked == format!("{freed}!=NULL") {
            self.unseen.hide_rewrite(condition.byte_range(), "1");
        }
    }

    /// A variable of one's own that nothing reads after it was set.
    pub fn is_dead_store(&self, assignment: Node<'a>, path: &[Node<'a>]) -> bool {
        let Some(left) = assignment.child_by_field_name("left").filter(|l| l.kind() == "identifier") else { return false };
        let name = self.text(left);
        let again = path.iter().any(|p| matches!(p.kind(), "for_statement" | "while_statement" | "do_statement"));
        let uses = mentions(self.c.function.body, name, self.c.function.source);
        let later = uses.iter().any(|use_of| use_of.start_byte() > assignment.end_byte());
        self.c.is_local(name) && !again && !later && !self.is_kept(name) && !self.has_labels()
    }

    /// Whether a variable outlives the call, or something else may read it: it is static, or its address is taken.
    fn is_kept(&self, name: &str) -> bool {
        let mut found = false;
        within(self.c.function.body, |node, _| {
            let names = |node| !mentions(node, name, self.c.function.source).is_empty();
            found |= match node.kind() {
                "declaration" => self.text(node).starts_with("static ") && names(node),
                "pointer_expression" => self.text(node).starts_with('&') && names(node),
                _ => false,
            };
            true
        });
        found
    }

    fn has_labels(&self) -> bool {
        let mut found = false;
        within(self.c.function.body, |node, _| {
            found |= node.kind() == "labeled_statement";
            true
        });
        found
    }
}
