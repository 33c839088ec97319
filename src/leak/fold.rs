//! A hint as the eye reads it and as a patient reader could decode it: letters that only look like ASCII, entities, escapes, and text that was wrapped in
//! base64, hex, a web address or a string. Finds what is there to be read; what it means, others decide.

/// How much of a text is decoded.
const MOST: usize = 16 * 1024;

/// Letters, signs and entities as the plain characters that they stand for.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in entities(text).chars() {
        match c {
            // Nearly all are: the others are looked for one by one.
            c if c.is_ascii() => out.push(c),
            '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{ad}' | '\u{feff}' | '\u{180e}' | '\u{300}'..='\u{36f}' => {}
            '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e007f}' => {}
            c => match sign(c) {
                Some(sign) => out.push_str(sign),
                None => out.push(letter(c)),
            },
        }
    }
    out
}

/// Signs that stand for an operator or a quote.
fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => " ",
        '≤' | '⩽' => "<=",
        '≥' | '⩾' => ">=",
        '≠' => "!=",
        '→' | '⟶' => "->",
        '⇒' | '⟹' => "=>",
        '×' | '∗' | '⋅' | '·' | '∙' | '✕' => "*",
        '÷' | '∕' | '⁄' => "/",
        '−' | '‐' | '‑' | '‒' | '–' | '—' => "-",
        '‥' => "..",
        '“' | '”' | '„' | '«' | '»' => "\"",
        '‘' | '’' | '‚' | 'ʼ' => "'",
        // Whole numbers are rounded down as they are.
        '⌊' => "(",
        '⌋' => ")",
        '∧' => "&&",
        '∨' => "||",
        '；' | ';' => ";",
        '⁎' => "*",
        '﹛' | '❴' => "{",
        '﹜' | '❵' => "}",
        '｟' => "(",
        '｠' => ")",
        _ => return None,
    })
}

/// The ASCII letter that a letter looks like.
fn letter(c: char) -> char {
    let at = |first: u32, offset: u32| char::from_u32(first + offset).unwrap_or(c);
    let code = u32::from(c);
    match code {
        0xff01..=0xff5e => at(0x21, code - 0xff01),
        // Mathematical letters come in alphabets of 52, digits in tens.
        0x1d400..=0x1d6a3 => match (code - 0x1d400) % 52 {
            n @ 0..26 => at(u32::from('A'), n),
            n => at(u32::from('a'), n - 26),
        },
        0x1d7ce..=0x1d7ff => at(u32::from('0'), (code - 0x1d7ce) % 10),
        0x24b6..=0x24cf => at(u32::from('A'), code - 0x24b6),
        0x24d0..=0x24e9 => at(u32::from('a'), code - 0x24d0),
        0x1f130..=0x1f149 => at(u32::from('A'), code - 0x1f130),
        _ => {
            const ALIKE: &str = "аaеeоoрpсcхxуyіiјjѕsһhԁdԛqԝwӏlνvοoαaρpκkιiτtυuχxεeɑaɡgıiℓlАAВBЕEКKМMНHОOРPСCТTХXΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXѵvոnսuօoցgϲcᴏoᴠvᴡwᴢzᴄc";
            let mut pairs = ALIKE.chars();
            while let (Some(other), Some(ascii)) = (pairs.next(), pairs.next()) {
                if other == c {
                    return ascii;
                }
            }
            c
        }
    }
}

/// `&lt;`, `&#123;`, `&#x7b;`, twice over where they were wrapped twice.
fn entities(text: &str) -> String {
    let once = one_pass(text);
    if once.contains("&lt;") || once.contains("&gt;") || once.contains("&#") { one_pass(&once) } else { once }
}

fn one_pass(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.char_indices().take(12).find(|(_, c)| *c == ';').map(|(end, _)| end);
        match end.and_then(|end| Some((named(&rest[1..end])?, end))) {
            Some((meant, end)) => {
                out.push_str(&meant);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

fn named(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        };
        return code.and_then(char::from_u32).map(String::from);
    }
    let known = [
        ("lt", "<"),
        ("gt", ">"),
        ("amp", "&"),
        ("quot", "\""),
        ("apos", "'"),
        ("nbsp", " "),
        ("lpar", "("),
        ("rpar", ")"),
        ("lbrace", "{"),
        ("lcub", "{"),
        ("rbrace", "}"),
        ("rcub", "}"),
        ("lsqb", "["),
        ("rsqb", "]"),
        ("equals", "="),
        ("plus", "+"),
        ("ast", "*"),
        ("midast", "*"),
        ("semi", ";"),
        ("colon", ":"),
        ("period", "."),
        ("comma", ","),
        ("lowbar", "_"),
        ("num", "#"),
        ("excl", "!"),
        ("minus", "-"),
        ("hyphen", "-"),
        ("sol", "/"),
        ("le", "<="),
        ("ge", ">="),
        ("ne", "!="),
        ("rarr", "->"),
        ("times", "*"),
        ("Tab", "\t"),
        ("NewLine", "\n"),
        ("grave", "`"),
    ];
    known.iter().find(|(entity, _)| *entity == name).map(|(_, meant)| (*meant).to_owned())
}

/// What is wrapped up in the text, each reading by itself.
pub fn unwrapped(text: &str) -> Vec<String> {
    let text = up_to(text, MOST);
    let mut found = Vec::new();
    let words = || text.split(|c: char| c.is_whitespace() || "`\"'<>()|,".contains(c));
    // Long words without a blank, and the same broken over several lines.
    let mut joined = String::new();
    for word in words() {
        let word = word.trim_end_matches(['.', ':', ';']);
        found.extend(base64(word).or_else(|| hex(word)).or_else(|| percent(word)));
        let is_part = word.len() >= 4 && word.chars().all(|c| c.is_ascii_alphanumeric() || "+/=_-".contains(c));
        if is_part && (word.len() >= 20 || !joined.is_empty()) {
            joined.push_str(word);
        } else if !word.is_empty() {
            found.extend(base64(&joined).or_else(|| hex(&joined)));
            joined.clear();
        }
    }
    found.extend(base64(&joined).or_else(|| hex(&joined)));
    // Bytes with blanks between them: `6c 65 74`, `0x6c, 0x65`, `108 101 116`.
    found.extend(numbers(text));
    if let Some(said) = escapes(text) {
        found.push(said);
    }
    found.sort();
    found.dedup();
    found
}

/// Turned round or shifted by thirteen, for a reader who knows the trick.
pub fn turned(text: &str) -> [String; 4] {
    let text = up_to(text, MOST);
    let backwards: String = text.chars().rev().collect();
    let lines = text.lines().rev().collect::<Vec<_>>().join("\n");
    let each: Vec<String> = text.lines().map(|l| l.chars().rev().collect()).collect();
    let shifted = text.chars().map(|c| match c {
        'a'..='z' => char::from((c as u8 - b'a' + 13) % 26 + b'a'),
        'A'..='Z' => char::from((c as u8 - b'A' + 13) % 26 + b'A'),
        c => c,
    });
    [backwards, lines, each.join("\n"), shifted.collect()]
}

fn readable(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    let fine =
        text.chars().all(|c| !c.is_control() || c.is_whitespace()) && text.chars().filter(|c| c.is_ascii()).count() * 10 > text.len() * 8;
    (text.len() >= 8 && fine).then_some(text)
}

fn base64(word: &str) -> Option<String> {
    if word.len() < 12 || !word.chars().all(|c| c.is_ascii_alphanumeric() || "+/=_-".contains(c)) {
        return None;
    }
    let (mut bits, mut held, mut bytes) = (0u32, 0u32, Vec::new());
    for c in word.trim_end_matches('=').bytes() {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    readable(bytes)
}

fn hex(word: &str) -> Option<String> {
    let digits = word.strip_prefix("0x").unwrap_or(word);
    if digits.len() < 16 || !digits.len().is_multiple_of(2) || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    readable((0..digits.len()).step_by(2).filter_map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok()).collect())
}

fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for radix in [16, 10] {
        let mut bytes = Vec::new();
        for word in text.split(|c: char| c.is_whitespace() || ",;[]{}()`".contains(c)).filter(|w| !w.is_empty()).chain(["end"]) {
            let digits = word.trim_start_matches("0x").trim_start_matches("\\x");
            let fits = (radix == 10 || digits.len() == 2) && digits.bytes().all(|b| b.is_ascii_hexdigit());
            match u8::from_str_radix(digits, radix) {
                Ok(byte) if fits => bytes.push(byte),
                _ => found.extend(readable(std::mem::take(&mut bytes))),
            }
        }
    }
    found
}

fn percent(word: &str) -> Option<String> {
    if word.matches('%').count() < 3 {
        return None;
    }
    let (mut bytes, mut at) = (Vec::new(), word.bytes());
    while let Some(byte) = at.next() {
        match byte {
            b'%' => {
                let pair = [at.next()?, at.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&pair).ok()?, 16).ok()?);
            }
            b'+' => bytes.push(b' '),
            other => bytes.push(other),
        }
    }
    // What is asked for stands behind the address.
    readable(bytes)
        .map(|text| text.rsplit_once(['=', '#', '?']).filter(|_| !text.contains(';')).map_or(text.clone(), |_| after_address(&text)))
}

fn after_address(text: &str) -> String {
    text.split_once("://").and_then(|(_, rest)| rest.split_once(['?', '#'])).map_or(text.to_owned(), |(_, query)| {
        query.split_once('=').filter(|(key, _)| key.chars().all(char::is_alphanumeric)).map_or(query, |(_, value)| value).to_owned()
    })
}

/// A string with its escapes taken as what they stand for.
fn escapes(text: &str) -> Option<String> {
    let wrapped = ["\\n", "\\t", "\\\"", "\\u", "\\x"].iter().any(|e| text.contains(e));
    if !wrapped {
        return None;
    }
    let (mut out, mut chars) = (String::new(), text.chars().peekable());
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n' | 'r') => out.push('\n'),
            Some('t') => out.push(' '),
            Some(kind @ ('u' | 'x')) => {
                let most = if kind == 'u' { 4 } else { 2 };
                let braced = chars.next_if_eq(&'{').is_some();
                let mut digits = String::new();
                while digits.len() < if braced { 6 } else { most } {
                    match chars.next_if(char::is_ascii_hexdigit) {
                        Some(digit) => digits.push(digit),
                        None => break,
                    }
                }
                if braced {
                    chars.next_if_eq(&'}');
                }
                out.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    Some(out)
}

/// As much of a text as fits, whole characters only.
fn up_to(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_ascii_is_read_as_ascii() {
        assert_eq!(plain("ｌｅｔ　ｘ ＝ １;"), "let x = 1;");
        assert_eq!(plain("tоtаl"), "total", "Cyrillic letters");
        assert_eq!(plain("𝚝𝚘𝚝𝚊𝚕 × 𝟸"), "total * 2");
        assert_eq!(plain("a &lt;= b &amp;&amp; c &#43; d&#x3b; e ≤ f"), "a <= b && c + d; e <= f");
        assert_eq!(plain("to\u{200d}tal"), "total");
        assert_eq!(plain("größer & besser"), "größer & besser");
    }

    #[test]
    fn wrapped_text_is_unwrapped() {
        let holds = |text: &str, code: &str| unwrapped(text).iter().any(|t| t.contains(code));
        assert!(holds("Decode this: ZW5kIC0gYmVnaW4gKyAw", "end - begin + 0"));
        assert!(holds("656e64202d20626567696e", "end - begin"));
        assert!(holds("65 6e 64 20 2d 20 62 65 67 69 6e", "end - begin"));
        assert!(holds("see https://play.example/?code=end%20-%20begin%20%2B%200", "end - begin + 0"));
        assert!(holds("{\"code\": \"let a = 1;\\nlet b = \\\"x\\\";\"}", "let a = 1;\nlet b = \"x\";"));
        assert!(unwrapped("Which of the two did the subtraction count, bytes or boxes?").is_empty());
    }
}
