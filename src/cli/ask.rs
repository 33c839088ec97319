//! Questions to a person. Asked only where one sits at both ends; the end of input is an answer too, and it is no.

use std::io::BufRead;

use super::app::App;
use crate::error::Error;

/// Nobody is asked the same for ever.
const TRIES: usize = 5;

/// What was answered where own words are welcome.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Option(usize),
    Words(String),
    /// With `q` or the end of input.
    Left,
}

/// One line from the terminal, trimmed; none at the end of input.
pub(crate) fn line() -> Option<String> {
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(line.trim().to_owned()),
    }
}

/// A numbered choice. Answers the index, by number or by a word that begins one of the options; nothing where the learner leaves. An empty answer
/// takes the option `usual`.
pub(crate) fn pick(app: &mut App, question: &str, options: &[String], usual: usize, flag: &'static str) -> Result<Option<usize>, Error> {
    match ask(app, question, options, usual, flag, false)? {
        Answer::Option(at) => Ok(Some(at)),
        Answer::Words(_) | Answer::Left => Ok(None),
    }
}

/// The same, and what is none of the options is taken as the learner's own words.
pub(crate) fn pick_or_words(app: &mut App, question: &str, options: &[String], usual: usize, flag: &'static str) -> Result<Answer, Error> {
    ask(app, question, options, usual, flag, true)
}

/// Own words and nothing else.
pub(crate) fn words(app: &mut App, question: &str, flag: &'static str) -> Result<Option<String>, Error> {
    match ask(app, question, &[], 0, flag, true)? {
        Answer::Words(words) => Ok(Some(words)),
        Answer::Option(_) | Answer::Left => Ok(None),
    }
}

fn ask(app: &mut App, question: &str, options: &[String], usual: usize, flag: &'static str, words: bool) -> Result<Answer, Error> {
    let missing = || Error::MissingFlag { what: format!("\"{question}?\" has no answer"), flag };
    if !app.interactive {
        return Err(missing());
    }
    for _ in 0..TRIES {
        app.face().question(question, options, usual, words);
        let Some(answer) = line() else { return Ok(Answer::Left) };
        if let Some(understood) = understand(&answer, options, usual, words) {
            return Ok(understood);
        }
    }
    Err(missing())
}

/// What an answer means, or nothing where it has to be asked again.
fn understand(answer: &str, options: &[String], usual: usize, words: bool) -> Option<Answer> {
    if answer.is_empty() {
        return (usual < options.len()).then_some(Answer::Option(usual));
    }
    if let Ok(number) = answer.parse::<usize>() {
        // A number that is not there is a slip, not a topic.
        return number.checked_sub(1).filter(|at| *at < options.len()).map(Answer::Option);
    }
    let wanted = answer.to_lowercase();
    if let Some(at) = options.iter().position(|o| o.to_lowercase().starts_with(&wanted)) {
        return Some(Answer::Option(at));
    }
    if matches!(wanted.as_str(), "q" | "quit" | "exit") {
        return Some(Answer::Left);
    }
    (words && answer.chars().any(char::is_alphanumeric)).then(|| Answer::Words(answer.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_an_option_own_words_a_way_out_or_asked_again() {
        let options = ["Syntax basics   0 of 7 passed".to_owned(), "Any topic, in your own words".to_owned()];
        let free = |answer: &str| understand(answer, &options, 1, true);
        assert_eq!(["1", "syn", ""].map(free), [Some(Answer::Option(0)), Some(Answer::Option(0)), Some(Answer::Option(1))]);
        assert_eq!(free("borrow checker"), Some(Answer::Words("borrow checker".to_owned())));
        assert_eq!(["q", "quit"].map(free), [Some(Answer::Left), Some(Answer::Left)]);
        assert_eq!(["9", "0", "..."].map(free), [None, None, None]);
        assert_eq!(understand("borrow checker", &options, 0, false), None, "where words are not asked for");
        assert_eq!(understand("", &[], 0, true), None);
    }
}
