//! Pseudo code that is the code: blocks by indentation, `range(1, n + 1)`, `set x to y`. A reader turns it into the language line by line, so it is tried that
//! way. What is no such thing comes out as something that does not build.

use super::foreign;

/// The same steps with the braces and semicolons of Rust or C, and the names that it has for the parameters.
pub fn translated(text: &str, is_c: bool) -> Option<(String, Vec<String>)> {
    let lines: Vec<(usize, &str)> = text
        .lines()
        .map(|l| (l.len() - l.trim_start().len(), l.split(" # ").next().unwrap_or("").trim()))
        .filter(|(_, l)| !l.is_empty() && !l.starts_with('#'))
        .collect();
    let (mut out, mut open, mut params) = (String::new(), Vec::<usize>::new(), Vec::new());
    let mut changed = false;
    for (at, (indent, line)) in lines.iter().enumerate() {
        while open.last().is_some_and(|o| indent <= o) {
            open.pop();
            out.push_str("}\n");
        }
        if let Some(head) = ["def ", "function ", "func ", "procedure "].iter().find_map(|w| line.strip_prefix(w)) {
            let inner = head.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map_or("", |(inner, _)| inner);
            params = inner.split(',').map(|p| p.split(':').next().unwrap_or("").trim().to_owned()).filter(|p| !p.is_empty()).collect();
            changed = true;
            continue;
        }
        let deeper = lines.get(at + 1).is_some_and(|(next, _)| next > indent);
        let bare = line.trim_end_matches([':', '{', ';']).trim_end();
        let bare = bare.strip_suffix(" do").or_else(|| bare.strip_suffix(" then")).unwrap_or(bare);
        if let Some(head) = head(&words(bare), is_c).filter(|_| deeper || line.ends_with(':')) {
            changed |= !line.ends_with('{');
            out.push_str(&format!("{head} {{\n"));
            open.push(*indent);
        } else if !matches!(bare, "end" | "done" | "}" | "") {
            let step = chosen(&step(&words(bare)), is_c);
            changed |= step != bare || !line.ends_with(';');
            out.push_str(&format!("{step};\n"));
        }
    }
    out.push_str(&"}\n".repeat(open.len()));
    changed.then_some((out, params))
}

/// Words for operators.
fn words(line: &str) -> String {
    let pairs = [
        (" and ", " && "),
        (" or ", " || "),
        (" not ", " !"),
        (" mod ", " % "),
        (" // ", " / "),
        (" <- ", " = "),
        (" ← ", " = "),
        (" := ", " = "),
        ("True", "true"),
        ("False", "false"),
        (" is at least ", " >= "),
        (" is at most ", " <= "),
        (" times ", " * "),
        (" plus ", " + "),
        (" minus ", " - "),
    ];
    pairs.iter().fold(line.to_owned(), |line, (word, sign)| line.replace(word, sign))
}

fn head(line: &str, is_c: bool) -> Option<String> {
    if let Some(rest) = line.strip_prefix("for each ").or_else(|| line.strip_prefix("for ")) {
        let ranged = rest.split_once(" in range(").map(|(name, range)| (name, range.trim_end_matches(')'), false));
        let counted = rest.split_once(" from ").or_else(|| rest.split_once(" = ")).map(|(name, range)| (name, range, true));
        if let Some((name, range, inclusive)) = ranged.or(counted) {
            let (from, to) =
                range.split_once(", ").or_else(|| range.split_once(" to ")).or_else(|| range.split_once(" up to ")).unwrap_or(("0", range));
            let to = to.trim_end_matches(" inclusive").trim_end_matches(" (inclusive)");
            return Some(match (is_c, inclusive) {
                (false, false) => format!("for {name} in ({from})..({to})"),
                (false, true) => format!("for {name} in ({from})..=({to})"),
                (true, false) => format!("for (long {name} = {from}; {name} < {to}; {name}++)"),
                (true, true) => format!("for (long {name} = {from}; {name} <= {to}; {name}++)"),
            });
        }
        return (!is_c).then(|| format!("for {}", rest.trim_start_matches("each ")));
    }
    let condition = |word: &str, rest: &str| if is_c { format!("{word} ({rest})") } else { format!("{word} {rest}") };
    if let Some(rest) = line.strip_prefix("elif ").or_else(|| line.strip_prefix("else if ")) {
        return Some(format!("else {}", condition("if", rest)));
    }
    if line == "else" || line == "otherwise" {
        return Some("else".to_owned());
    }
    if matches!(line, "repeat" | "loop" | "while true") {
        return Some(if is_c { "while (1)".to_owned() } else { "loop".to_owned() });
    }
    ["if", "while"].iter().find_map(|word| Some(condition(word, line.strip_prefix(word)?.strip_prefix(' ')?)))
}

/// A value with a condition in its middle.
fn chosen(step: &str, is_c: bool) -> String {
    let at =
        step.find(" = ").map(|at| at + 3).or_else(|| step.strip_prefix("return ").map(|_| 7)).filter(|at| step[*at..].contains(" else "));
    at.map_or(step.to_owned(), |at| format!("{}{}", &step[..at], foreign::conditional(&step[at..], is_c)))
}

fn step(line: &str) -> String {
    let two = |rest: &str, between: &str| rest.split_once(between).map(|(a, b)| (a.trim().to_owned(), b.trim().to_owned()));
    if let Some((name, value)) = line.strip_prefix("set ").and_then(|rest| two(rest, " to ")) {
        return format!("{name} = {value}");
    }
    if let Some((value, name)) = line.strip_prefix("add ").and_then(|rest| two(rest, " to ")) {
        return format!("{name} += {value}");
    }
    for word in ["give back ", "answer ", "result is "] {
        if let Some(value) = line.strip_prefix(word) {
            return format!("return {value}");
        }
    }
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_by_indentation_become_steps_in_braces() {
        let python = "def f(n):\n    total = START\n    for day in range(1, n + 1):\n        total += day * STEP\n    return total\n";
        let (rust, params) = translated(python, false).expect("pseudo code");
        assert_eq!(params, ["n"]);
        assert_eq!(rust, "total = START;\nfor day in (1)..(n + 1) {\ntotal += day * STEP;\n}\nreturn total;\n");
        let words = "set total to START\nfor day from 1 to n:\n    add day times STEP to total\ngive back total";
        let (c, _) = translated(words, true).expect("pseudo code");
        assert_eq!(c, "total = START;\nfor (long day = 1; day <= n; day++) {\ntotal += day * STEP;\n}\nreturn total;\n");
    }
}
