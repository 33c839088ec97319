//! Pointers that a comment says may be missing: "NULL when text is NULL", "`text` may be NULL". Owns which words promise that of which parameter. Who breaks a
//! contract is no concern of it: "must not be NULL" promises nothing, nor does a promise that holds in one case only ("names may be NULL when count is 0").

use super::extremes::Parameter;

/// A sentence with one of these keeps NULL away, or leaves open what becomes of it.
const NOT_PROMISED: &str = "not never nobody must cannot undefined unspecified forbidden caller callers mistake bug crash crashes abort aborts assert asserts \
     exit exits ends stops principle";

/// A clause with one of these beside the promise asks for more than that.
const IN_ONE_CASE: [&str; 14] =
    ["and", "but", "when", "if", "where", "while", "unless", "only", "with", "for", "once", "as", "then", "there"];

/// The places of the parameters that may be NULL.
pub fn promised(comment: &str, parameters: &[Parameter]) -> Vec<usize> {
    let text = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentences: Vec<Vec<&str>> = text.split(". ").map(clauses).filter(|clauses| !has_doubt(clauses)).flatten().map(words).collect();
    let is_promised = |name: &str| sentences.iter().any(|clause| says(clause, name));
    let pointers = parameters.iter().enumerate().filter(|(_, p)| p.name.starts_with('*'));
    pointers.filter(|(_, p)| is_promised(p.name.trim_start_matches('*'))).map(|(at, _)| at).collect()
}

fn clauses(sentence: &str) -> Vec<&str> {
    sentence.split([';', ':', ',', '(', ')']).collect()
}

/// `*head` is another one than `head`.
fn words(clause: &str) -> Vec<&str> {
    clause.split(|c: char| !c.is_alphanumeric() && !['_', '=', '*'].contains(&c)).filter(|w| !w.is_empty()).collect()
}

fn has_doubt(clauses: &[&str]) -> bool {
    let lower = |clause: &str| words(clause).iter().map(|w| w.to_lowercase()).collect::<Vec<_>>();
    // A case that the sentence begins with holds for all of it.
    let first = clauses.first().map(|c| lower(c)).unwrap_or_default();
    let begins = first.first().is_some_and(|w| IN_ONE_CASE.contains(&w.as_str())) && !first.contains(&"null".to_owned());
    begins || clauses.iter().any(|clause| lower(clause).iter().any(|w| NOT_PROMISED.split_whitespace().any(|not| w == not)))
}

/// "when text is NULL" and "text may be NULL", and no other condition beside it.
fn says(clause: &[&str], name: &str) -> bool {
    let lower = |at: usize| clause.get(at).map(|w| w.to_lowercase()).unwrap_or_default();
    (0..clause.len()).filter(|at| clause[*at] == name).any(|at| {
        let before = if at > 1 && lower(at - 1) == "the" { at - 2 } else { at.wrapping_sub(1) };
        let is_case = matches!(lower(before).as_str(), "when" | "if" | "where" | "whenever");
        let is_missing = matches!(clause.get(at + 1), Some(&"is" | &"==")) && clause.get(at + 2) == Some(&"NULL");
        let goes_on = IN_ONE_CASE.contains(&lower(at + 3).as_str());
        let may_be = matches!(lower(at + 1).as_str(), "may" | "can") && lower(at + 2) == "be" && clause.get(at + 3) == Some(&"NULL");
        let alone = !(0..clause.len()).any(|at| IN_ONE_CASE.contains(&lower(at).as_str()));
        (is_case && is_missing && !goes_on) || (may_be && alone)
    })
}

#[cfg(test)]
mod tests {
    use super::super::extremes::parameters;
    use super::*;

    #[test]
    fn only_what_is_plainly_said_of_a_pointer_is_a_promise() {
        let own = parameters("char *part(const char *text, size_t length, char *const *rest)", "part");
        let said = |comment: &str| promised(comment, &own);
        assert_eq!(said("A new text.\nNULL when text is NULL or there is no memory."), [0]);
        assert_eq!(said("`text` may be NULL. The rest can be NULL."), [0, 2]);
        assert_eq!(said("-1 if the text is NULL, -2 when it is empty."), [0]);
        for comment in [
            "text is never NULL.",
            "text must not be NULL: nobody asks what happens when text is NULL.",
            "What happens when text is NULL is undefined.",
            "The rest may be NULL when length is 0.",
            "Without letters nothing happens. text may be NULL then.",
            "When length is 0, text may be NULL.",
            "0 when text is NULL and length is 0.",
            "NULL when there is no memory. Each text of the rest is NULL or came from malloc.",
            "When length is NULL it ends.",
            "*text may be NULL. 0 when *text is NULL.",
            "Ends the program when text is NULL.",
        ] {
            assert!(said(comment).is_empty(), "{comment}");
        }
    }
}
