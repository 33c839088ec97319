//! Texts that tests hand over, as numbers: each number that is written in one (`"25:00"`), and how long it is. Owns how a text is read so, and how it is written with
//! another number; a text with letters beyond ASCII, or with an escape that is not known here, is not read.

/// How a number of a test is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// As a number of the language.
    Number,
    /// Between these in a text, with so many digits at least.
    Within { before: Vec<u8>, after: Vec<u8>, digits: usize },
    /// As the length of this text, up to the line end that it may have.
    Length(Vec<u8>),
}

/// What the length of a text is among the numbers in it: the last.
const LENGTH: usize = usize::MAX;
/// Longer ones are not made of any text.
const LONGEST: i128 = 400;

impl Written {
    pub fn is_text(&self) -> bool {
        *self != Written::Number
    }

    pub fn is_number_in_text(&self) -> bool {
        matches!(self, Written::Within { .. })
    }

    /// What is handed over instead, with another number in it.
    pub fn with(&self, number: i128) -> Option<Given> {
        match self {
            Written::Number => Some(Given::Number(number)),
            Written::Within { before, after, digits } => {
                let sign = if number < 0 { "-" } else { "" };
                let middle = format!("{sign}{:0>digits$}", number.unsigned_abs());
                Some(Given::Text([before, middle.as_bytes(), after].concat()))
            }
            Written::Length(text) => {
                let (line, end) = line(text);
                let length = usize::try_from(number).ok().filter(|_| number <= LONGEST)?;
                // No text and a line without anything in it are not the same.
                if length == 0 && !end.is_empty() {
                    return None;
                }
                let more = line.last().map(|last| std::iter::repeat_n(*last, length.saturating_sub(line.len())));
                let longer: Vec<u8> = line.iter().copied().take(length).chain(more?).collect();
                Some(Given::Text([&longer, end].concat()))
            }
        }
    }
}

/// What a test is given from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    Number(i128),
    Text(Vec<u8>),
}

impl Given {
    /// As the environment has it: a text may hold what divides one from the next.
    pub fn encoded(&self) -> String {
        match self {
            Given::Number(number) => number.to_string(),
            Given::Text(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }

    pub fn shown(&self) -> String {
        match self {
            Given::Number(number) => number.to_string(),
            Given::Text(bytes) => format!("\"{}\"", bytes.escape_ascii()),
        }
    }
}

/// The numbers of a text as it is written, each with which of them it is.
pub fn numbers(literal: &str) -> Vec<(usize, i128, Written)> {
    let Some(text) = read(literal) else { return Vec::new() };
    let runs = runs(&text);
    let fixed = runs.iter().any(|(start, end)| end - start > 1 && text[*start] == b'0');
    let within = |(part, (start, end)): (usize, &(usize, usize))| {
        let digits = std::str::from_utf8(&text[*start..*end]).ok()?;
        let value: i128 = digits.parse().ok()?;
        let signed = is_sign(&text, *start);
        let before = text[..*start - usize::from(signed)].to_vec();
        let written = Written::Within { before, after: text[*end..].to_vec(), digits: if fixed { digits.len() } else { 1 } };
        Some((part, if signed { -value } else { value }, written))
    };
    let mut found: Vec<_> = runs.iter().enumerate().filter_map(within).collect();
    let length = line(&text).0.len();
    if let Ok(value) = i128::try_from(length) {
        found.push((LENGTH, value, Written::Length(text)));
    }
    found
}

/// Where the numbers of a text stand. What belongs to a word or to a fraction is none.
fn runs(text: &[u8]) -> Vec<(usize, usize)> {
    let is_part =
        |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'.' | 0x80..));
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = at + text[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        if end > at && end - at < 19 && !is_part(at.checked_sub(1)) && !is_part(Some(end)) {
            found.push((at, end));
        }
        at = end.max(at + 1);
    }
    found
}

/// Whether a minus before a number is its sign, not what divides it from another.
fn is_sign(text: &[u8], start: usize) -> bool {
    let before = |back: usize| start.checked_sub(back).and_then(|at| text.get(at));
    before(1) == Some(&b'-') && before(2).is_none_or(|b| !b.is_ascii_alphanumeric())
}

/// A text and the line end that it has.
fn line(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.len() - usize::from(text.ends_with(b"\n")))
}

/// What a text in plain quotes holds.
fn read(literal: &str) -> Option<Vec<u8>> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"').filter(|inner| inner.is_ascii())?;
    let (mut bytes, mut found) = (inner.bytes().peekable(), Vec::new());
    while let Some(byte) = bytes.next() {
        let byte = if byte == b'\\' { escaped(&mut bytes)? } else { byte };
        // What holds a nought is no text in C.
        found.push(Some(byte).filter(|b| *b != 0)?);
    }
    Some(found)
}

fn escaped(bytes: &mut std::iter::Peekable<std::str::Bytes<'_>>) -> Option<u8> {
    Some(match bytes.next()? {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        same @ (b'\\' | b'"' | b'\'') => same,
        b'x' => {
            let digits = [bytes.next()?, bytes.next()?];
            let is_all = bytes.peek().is_none_or(|b| !b.is_ascii_hexdigit());
            u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok().filter(|_| is_all)?
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(literal: &str, number: i128) -> Vec<String> {
        numbers(literal).into_iter().map(|(_, _, written)| written.with(number).map_or_else(String::new, |given| given.shown())).collect()
    }

    #[test]
    fn a_text_is_written_with_another_number_in_it_or_with_another_length() {
        assert_eq!(with("\"25:00\"", 24), ["\"24:00\"", "\"25:24\"", &format!("\"25:{}\"", "0".repeat(21))]);
        assert_eq!(with("\"25:00\"", 7)[..2], ["\"07:00\"", "\"25:07\""]);
        assert_eq!(with("\"ridge = -61\"", 8), ["\"ridge = 8\"", "\"ridge = \""]);
        assert_eq!(with("\"9 letters\\n\"", 4), ["\"4 letters\\n\"", "\"9 le\\n\""]);
        assert_eq!((with("\"row\\n\"", 0), with("\"row\"", 0)), (vec![String::new()], vec!["\"\"".to_owned()]));
        assert_eq!(with("\"ab\\xff\"", 5), ["\"ab\\xff\\xff\\xff\""]);
        let of = |literal: &str| numbers(literal).iter().map(|n| n.1).collect::<Vec<_>>();
        assert_eq!(of("\"a1 0x1F 2.5 2024-05\""), [2024, 5, 19]);
        assert_eq!((of("\"ä 5\""), of("\"a\\0\""), of("\"\"")), (vec![], vec![], vec![0]));
        assert_eq!(with("\"\"", 3), [""]);
    }

    #[test]
    fn a_text_goes_through_the_environment_whatever_it_holds() {
        assert_eq!(Given::Text(b"a,=\n".to_vec()).encoded(), "612c3d0a");
        assert_eq!(Given::Number(-5).encoded(), "-5");
    }
}
