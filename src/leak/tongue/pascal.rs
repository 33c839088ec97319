//! Pascal as steps with braces: `begin` and `end`, the hat behind a pointer, `inc` and `dec`, and the answer that is given to the function's own name. Refuses a
//! text without a `begin` of its own line and `:=`, since both words are names elsewhere.

use crate::leak::tokens::tokens;

/// The text with braces in the places of `begin` and `end`; nothing where it is no Pascal.
pub fn in_braces(text: &str) -> Option<String> {
    let is_line = |line: &str, word: &str| line.trim().trim_end_matches([';', '.']).eq_ignore_ascii_case(word);
    if !text.contains(":=") || !text.lines().any(|l| is_line(l, "begin")) {
        return None;
    }
    let last = text.lines().enumerate().filter(|(_, l)| l.contains(":=")).last()?.0;
    let line = |(at, line): (usize, &str)| match line {
        _ if is_line(line, "begin") => "{".to_owned(),
        _ if is_line(line, "end") => "}".to_owned(),
        // What is given to a name that nothing else has is the answer.
        _ if at == last => answered(line, text),
        _ => stepped(&starred(line)),
    };
    Some(text.lines().enumerate().map(line).collect::<Vec<_>>().join("\n"))
}

fn answered(line: &str, text: &str) -> String {
    let own = line.split_once(":=").filter(|(name, _)| tokens(text, true).iter().filter(|t| t.text == name.trim()).count() == 1);
    own.map_or_else(|| stepped(&starred(line)), |(_, value)| format!("return {}", starred(value).trim()))
}

/// `p^` is `*p`.
fn starred(line: &str) -> String {
    let all = tokens(line, true);
    let mut out = line.to_owned();
    for pair in all.windows(2).rev().filter(|w| w[1].text == "^" && w[0].text.starts_with(|c: char| c.is_alphabetic() || c == '_')) {
        out.replace_range(pair[0].at..pair[1].at + 1, &format!("*{}", pair[0].text));
    }
    out
}

/// `inc(x)` and `dec(x)` as what they do.
fn stepped(line: &str) -> String {
    let mut out = line.to_owned();
    for (call, sign) in [("inc(", "+="), ("dec(", "-="), ("Inc(", "+="), ("Dec(", "-=")] {
        while let Some((before, rest)) = out.split_once(call) {
            let Some((name, behind)) = rest.split_once(')') else { break };
            let (name, by) = name.split_once(',').unwrap_or((name, "1"));
            out = format!("{before}{} {sign} {}{behind}", name.trim(), by.trim());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Target, told};

    #[test]
    fn pascal_is_read() {
        let names = ["begin", "end", "booking"].map(str::to_owned).into();
        let params = ["begin", "end", "booking"].map(str::to_owned);
        let pointers = ["begin", "end"].map(str::to_owned);
        let target = Target { is_c: true, names: &names, params: &params, pointers: &pointers };
        let walk = "found := 0;\nplace := begin_;\nwhile place <> end_ do\nbegin\n  if place^ = booking then inc(found);\n  inc(place);\nend;\nhow_many := found;";
        let code = told(walk, &target).into_iter().map(|t| t.code).collect::<String>();
        for part in ["while (place != end)", "if (*place == booking)", "found += 1;", "place += 1;", "return found;"] {
            assert!(code.contains(part), "{part} in {code}");
        }
        assert!(super::in_braces("x := 1\nbegin = x").is_none());
    }
}
