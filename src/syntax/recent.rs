//! What was worked out of texts a moment ago: whoever compares texts asks the same of the same ones again and again. Owns how many are kept and which go first;
//! it keeps no long texts, and it knows nothing of what is worked out.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

const MAX_KEPT: usize = 96;
const MAX_BYTES: usize = 64 * 1024;

/// Answers by the kind of question and the text, the latest last.
pub struct Recent<K, T> {
    kept: Mutex<VecDeque<(K, String, T)>>,
}

impl<K: PartialEq, T: Clone> Recent<K, T> {
    pub const fn new() -> Recent<K, T> {
        Recent { kept: Mutex::new(VecDeque::new()) }
    }

    /// Nothing is kept of what could not be worked out.
    pub fn get(&self, kind: K, text: &str, work: impl FnOnce() -> Option<T>) -> Option<T> {
        if text.len() > MAX_BYTES {
            return work();
        }
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut kept = kept();
            if let Some(at) = kept.iter().rposition(|(k, t, _)| *k == kind && t == text) {
                let found = kept.remove(at)?;
                let answer = found.2.clone();
                kept.push_back(found);
                return Some(answer);
            }
        }
        // Meanwhile others may ask: two that work out the same do no harm.
        let answer = work()?;
        let mut kept = kept();
        if kept.len() >= MAX_KEPT {
            kept.pop_front();
        }
        kept.push_back((kind, text.to_owned(), answer.clone()));
        Some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_question_of_the_same_text_is_worked_out_once_until_many_others_came() {
        let recent: Recent<char, usize> = Recent::new();
        let mut worked = 0;
        let mut ask = |kind: char, text: &str| {
            recent.get(kind, text, || {
                worked += 1;
                Some(worked)
            })
        };
        assert_eq!([ask('a', "x"), ask('a', "x"), ask('b', "x"), ask('a', "y")], [Some(1), Some(1), Some(2), Some(3)]);
        assert!((0..MAX_KEPT).all(|other| ask('c', &other.to_string()).is_some()));
        assert_eq!(ask('a', "x"), Some(4 + MAX_KEPT));
        let long = "x".repeat(MAX_BYTES + 1);
        assert_ne!(ask('a', &long), ask('a', &long));
        assert_eq!(recent.get('a', "z", || None), None);
    }
}
