//! Numbers as a text has them: in digits, or spelled out in words.

const UNITS: &str =
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const TENS: &str = "twenty thirty forty fifty sixty seventy eighty ninety";

/// A number in digits or words, and how many words it took.
pub fn number(rest: &[String]) -> Option<(String, usize)> {
    if rest[0].starts_with(|c: char| c.is_ascii_digit()) {
        let plain = rest[0].strip_suffix(".0").unwrap_or(&rest[0]);
        return Some((plain.to_owned(), 1));
    }
    if rest[0] == "nought" {
        return Some(("0".to_owned(), 1));
    }
    let place = |list: &str, word: &str| list.split(' ').position(|w| w == word);
    let value = |word: &str| place(UNITS, word).or_else(|| Some((place(TENS, word)? + 2) * 10));
    let (mut total, mut part, mut length) = (0, None::<usize>, 0);
    // "A hundred and eighty" says one hundred.
    let says_one = |at: usize, word: &str| at == 0 && word == "a" && rest.get(1).is_some_and(|w| w == "hundred" || w == "thousand");
    for (at, word) in rest.iter().enumerate() {
        let next = rest.get(at + 1).map_or("", String::as_str);
        match word.as_str() {
            "hundred" if part.is_some() || at > 0 => part = Some(part.unwrap_or(1) * 100),
            "thousand" if part.is_some() => {
                total += part.take().unwrap_or(1) * 1000;
                part = Some(0);
            }
            word if says_one(at, word) => part = Some(1),
            "and" if part.is_some_and(|p| p >= 100 || total > 0) && value(next).is_some() => {}
            word => match value(word) {
                Some(n) => part = Some(part.unwrap_or(0) + n),
                None => break,
            },
        }
        length = at + 1;
    }
    // "One" is rarely a number.
    let alone = length == 1 && rest[0] == "one";
    part.filter(|_| length > 0 && !alone).map(|p| ((total + p).to_string(), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_digits_and_words() {
        let read = |text: &str| number(&text.replace(',', "").split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(read("one hundred and eighty, plus"), Some(("180".to_owned(), 4)));
        assert_eq!(read("a hundred and eighty, plus"), Some(("180".to_owned(), 4)));
        assert_eq!(read("a sheet"), None);
        assert_eq!(read("1200 more"), Some(("1200".to_owned(), 1)));
        assert_eq!(read("sixty or more"), Some(("60".to_owned(), 1)));
        assert_eq!(read("twenty five thousand and two"), Some(("25002".to_owned(), 5)));
        assert_eq!(read("one of them"), None);
    }
}
