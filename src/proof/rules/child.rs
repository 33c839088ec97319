//! Children of a test whose answer nobody hears: the stub runs in a child, the child says with its exit code what came of it, and the test asks only whether a signal
//! ended it (C). Owns when an exit code is asked about; on tokens.

use super::calls::{self, closing, text_at};
use super::reading::{Code, Reading};
use super::targets::Match;

/// What asks how a child ended otherwise than by its code.
const OTHERS: [&str; 6] = ["WIFSIGNALED", "WTERMSIG", "WIFSTOPPED", "WSTOPSIG", "WCOREDUMP", "WIFCONTINUED"];

/// The stub whose answer is lost, and the line in which it is given.
pub fn unheard(reading: &Reading, test: &Code) -> Option<(u32, String)> {
    let tokens = &test.body;
    let exit = (0..tokens.len()).find(|at| matches!(text_at(tokens, *at), "_exit" | "exit") && text_at(tokens, at + 1) == "(")?;
    let inside = exit + 2..closing(tokens, exit + 1);
    let called = calls::calls(tokens).into_iter().filter(|c| inside.contains(&c.at));
    let stub = called.filter_map(|c| reading.stubs.iter().find(|s| reading.is_stub_call(test, &c, &s.name) > Match::No)).next()?;
    let waits = (0..tokens.len()).find(|at| matches!(text_at(tokens, *at), "waitpid" | "wait"))?;
    let status = (waits..closing(tokens, waits + 1)).find(|at| text_at(tokens, *at) == "&").map(|at| text_at(tokens, at + 1))?;
    let asked = |at: usize| text_at(tokens, at) == status && !is_of_signals(tokens, at) && text_at(tokens, at.wrapping_sub(1)) != "&";
    let hears = (waits..tokens.len()).any(asked);
    (!hears).then(|| (tokens[exit].line, stub.name.clone()))
}

fn is_of_signals(tokens: &[crate::syntax::Token], at: usize) -> bool {
    at >= 2 && text_at(tokens, at - 1) == "(" && OTHERS.contains(&text_at(tokens, at - 2))
}
