//! Children of a test whose answer nobody hears: the stub runs in a child, the child says with its exit code what came of it, and the test asks only whether a signal
//! ended it (C). Owns when an exit code is asked about; on tokens.

use super::calls::{self, closing, text_at};
use super::reading::{Code, Reading};
use super::targets::Match;

/// What asks how a child ended otherwise than by its code.
const OTHERS: [&str; 6] = ["WIFSIGNALED", "WTERMSIG", "WIFSTOPPED", "WSTOPSIG", "WCOREDUMP", "WIFCONTINUED"];

/// The stub whose answer is lost, the line in which it is given, and what is asked instead.
pub fn unheard(reading: &Reading, test: &Code) -> Option<(u32, String)> {
    by_its_code(reading, test).or_else(|| in_a_copy(reading, test))
}

/// What a child can be heard by.
const HEARD: [&str; 9] = ["read", "fread", "fgets", "fgetc", "fopen", "open", "mmap", "recv", "msgrcv"];

/// Every call of the stub stands in the child, whose end nobody asks about: what it changes there is a copy.
fn in_a_copy(reading: &Reading, test: &Code) -> Option<(u32, String)> {
    let tokens = &test.body;
    let fork = (0..tokens.len()).find(|at| text_at(tokens, *at) == "fork")?;
    let opens = (fork..tokens.len()).find(|at| text_at(tokens, *at) == "if" && asks_for_child(tokens, at + 1))?;
    let block = closing(tokens, opens + 1) + 1;
    let inside = block..closing(tokens, block);
    let called: Vec<(usize, &str)> = calls::calls(tokens)
        .iter()
        .filter_map(|c| Some((c.at, reading.stubs.iter().find(|s| reading.is_stub_call(test, c, &s.name) > Match::No)?.name.as_str())))
        .collect();
    let (first, stub) = *called.first()?;
    let is_copy = called.iter().all(|(at, _)| inside.contains(at));
    let hears = |word: &str| HEARD.contains(&word) || word.starts_with("WIF") || word.starts_with("WEXIT");
    // A helper of the tests may ask for it.
    let helps = |word: &str| reading.helpers.iter().any(|h| h.name == word && h.body.iter().any(|t| hears(&t.text)));
    let is_heard = tokens[inside.end..].iter().any(|t| hears(&t.text) || helps(&t.text));
    let status = (inside.end..tokens.len()).filter(|at| text_at(tokens, *at) == "&").map(|at| text_at(tokens, at + 1).to_owned()).next();
    let is_asked = status
        .is_some_and(|name| (inside.end..tokens.len()).any(|at| text_at(tokens, at) == name && text_at(tokens, at.wrapping_sub(1)) != "&"));
    (is_copy && !is_heard && !is_asked).then(|| (tokens[first].line, stub.to_owned()))
}

/// `(child == 0)`.
fn asks_for_child(tokens: &[crate::syntax::Token], at: usize) -> bool {
    let asked = &tokens[at.min(tokens.len())..closing(tokens, at).min(tokens.len())];
    asked.windows(2).any(|pair| pair[0].text == "==" && pair[1].text == "0")
}

/// The child says it with its exit code, and the test asks for signals only.
fn by_its_code(reading: &Reading, test: &Code) -> Option<(u32, String)> {
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
