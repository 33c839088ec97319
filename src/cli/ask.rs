//! Questions to a person. Asked only where one sits at both ends; the end of input is an answer too, and it is no.

use std::io::BufRead;

use super::app::App;
use crate::error::Error;

/// One line from the terminal, trimmed; none at the end of input.
pub(crate) fn line() -> Option<String> {
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(line.trim().to_owned()),
    }
}

/// A numbered choice. Answers the index, by number or by a word that begins one of the options; nothing where the learner leaves, with `q` or the end
/// of input. An empty answer takes the option `usual`.
pub(crate) fn pick(app: &mut App, question: &str, options: &[String], usual: usize, flag: &'static str) -> Result<Option<usize>, Error> {
    let missing = || Error::MissingFlag { what: format!("\"{question}?\" has no answer"), flag };
    if !app.interactive {
        return Err(missing());
    }
    for _ in 0..5 {
        app.face().question(question, options, usual);
        let Some(answer) = line() else { return Ok(None) };
        if answer.is_empty() {
            return Ok(Some(usual));
        }
        if let Some(at) = answer.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|at| *at < options.len()) {
            return Ok(Some(at));
        }
        let wanted = answer.to_lowercase();
        if let Some(at) = options.iter().position(|o| o.to_lowercase().starts_with(&wanted)) {
            return Ok(Some(at));
        }
        if wanted == "q" {
            return Ok(None);
        }
    }
    Err(missing())
}
