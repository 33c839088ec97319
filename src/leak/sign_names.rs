//! What the signs of a program are called in a sentence. Owns the one list; which of them count beside it, a reader knows that meets them.

/// Without the plural. Words that a sentence about anything has, like "point" and "equal", are for whoever can tell by what stands around them.
const NAMES: &str = "semicolon colon comma ampersand asterisk star slash backslash underscore apostrophe pipe bar arrow dot brace bracket parenthesis parenthese \
    paren caret tilde percent hyphen dash plus minus blank";

/// Whether a word in small letters names a sign, or is one of these.
pub fn is_name(word: &str, also: &[&str]) -> bool {
    let is = |name: &str| word == name || word.strip_suffix('s') == Some(name);
    NAMES.split_whitespace().any(is) || also.iter().any(|name| is(name))
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn a_sign_is_known_by_its_name_and_by_many_of_it() {
        assert!(["semicolon", "brackets", "parentheses", "minus"].iter().all(|word| is_name(word, &[])));
        assert!(!is_name("point", &[]) && is_name("points", &["point"]));
    }
}
