//! Code of another language that says the same line by line: JavaScript or C for Rust, Rust for C, and a condition in the middle of a value as Python has it.

/// The same steps in Rust or C; nothing where nothing had to change.
pub fn translated(block: &str, is_c: bool) -> Option<String> {
    let signs: &[&str] = if is_c {
        &["let ", " in ", "if ", "while ", "loop {", " else "]
    } else {
        &["for (", "if (", "while (", "const ", "var ", "++", "--", "===", " ? ", "int ", "long ", ".length", "->", " else ", ":=", "for "]
    };
    if !signs.iter().any(|s| block.contains(s)) {
        return None;
    }
    let text = if is_c { to_c(block) } else { to_rust(&bracketed_heads(block)) };
    (text.trim() != block.trim()).then_some(text)
}

/// `for i := 1; i < n; i++ {` with brackets around its head.
fn bracketed_heads(block: &str) -> String {
    let head = |line: &str| {
        let inner = line.trim().strip_prefix("for ")?.strip_suffix('{')?.trim();
        (inner.matches(';').count() == 2 && !inner.starts_with('(')).then(|| format!("for ({inner}) {{"))
    };
    block.lines().map(|l| head(l).unwrap_or_else(|| l.to_owned())).collect::<Vec<_>>().join("\n")
}

/// `a if c else b`, and `c ? a : b`, as the language has it.
pub fn conditional(value: &str, is_c: bool) -> String {
    let (value, end) = value.strip_suffix(';').map_or((value, ""), |v| (v, ";"));
    let python = value.split_once(" if ").and_then(|(a, rest)| rest.split_once(" else ").map(|(c, b)| (c, a, b)));
    let question = value.split_once(" ? ").and_then(|(c, rest)| rest.split_once(" : ").map(|(a, b)| (c, a, b)));
    let Some((condition, yes, no)) = python.filter(|(_, a, _)| !a.trim().is_empty()).or(question) else { return format!("{value}{end}") };
    let (condition, yes, no) = (condition.trim(), yes.trim(), no.trim());
    if is_c { format!("{condition} ? {yes} : {no}{end}") } else { format!("if {condition} {{ {yes} }} else {{ {no} }}{end}") }
}

/// The value of a line, whatever it is given to.
fn valued(line: &str, is_c: bool) -> String {
    let at = line.find(" = ").map(|at| at + 3).or_else(|| line.strip_prefix("return ").map(|_| 7));
    let has_choice = line.contains(" ? ") || line.contains(" else ") && !line.starts_with("if ") && !line.contains('{');
    match at.filter(|_| has_choice) {
        Some(at) => format!("{}{}", &line[..at], conditional(&line[at..], is_c)),
        None => line.to_owned(),
    }
}

fn to_rust(block: &str) -> String {
    let mut out = String::new();
    // What the end of each open block has to do before it.
    let mut ends: Vec<String> = Vec::new();
    let mut single: Vec<String> = Vec::new();
    for line in block.lines() {
        let line = spelled(line.trim());
        let line = line.as_str();
        if line.is_empty() {
            continue;
        }
        if let Some((head, rest)) = bracketed(line, "for").filter(|(head, _)| head.matches(';').count() == 2) {
            let parts: Vec<&str> = head.split(';').map(str::trim).collect();
            let first = declared(parts[0]);
            out.push_str(&format!("{first};\nwhile {} {{\n", if parts[1].is_empty() { "true" } else { parts[1] }));
            let step = format!("{};\n", counted(parts[2]));
            if rest.trim_start().starts_with('{') {
                ends.push(step)
            } else {
                single.push(step)
            }
            let rest = rest.trim().trim_start_matches('{').trim();
            if !rest.is_empty() {
                out.push_str(&format!("{}\n", ended(rest)));
            }
            continue;
        }
        for word in ["if", "while"] {
            let (before, inner) = line.split_at(line.find(&format!("{word} (")).unwrap_or(0));
            if let Some((condition, rest)) = bracketed(inner, word).filter(|_| before.is_empty() || before.ends_with("else ")) {
                let rest = rest.trim();
                if rest.is_empty() {
                    out.push_str(&format!("{before}{word} {condition} {{\n"));
                    single.push(String::new());
                } else if rest.starts_with('{') {
                    out.push_str(&format!("{before}{word} {condition} {rest}\n"));
                    ends.extend((!rest.contains('}')).then(String::new));
                } else {
                    out.push_str(&format!("{before}{word} {condition} {{ {} }}\n", ended(rest)));
                    while let Some(end) = single.pop() {
                        out.push_str(&format!("{end}}}\n"));
                    }
                }
                break;
            }
            if word == "while" {
                if line.starts_with('}') {
                    out.push_str(&ends.pop().unwrap_or_default());
                }
                if line.ends_with('{') {
                    ends.push(String::new());
                }
                out.push_str(&format!("{}\n", ended(&valued(&declared(line), false))));
                while let Some(end) = single.pop() {
                    out.push_str(&format!("{end}}}\n"));
                }
            }
        }
    }
    out
}

/// Words that Rust spells otherwise.
fn spelled(line: &str) -> String {
    let pairs = [
        ("===", "=="),
        ("!==", "!="),
        (".length", ".len()"),
        (".size()", ".len()"),
        (" null", " None"),
        ("->", "."),
        ("Math.max(", "std::cmp::max("),
        ("Math.min(", "std::cmp::min("),
    ];
    // An arrow at the head of a function or an arm stays.
    let line = pairs
        .iter()
        .filter(|(from, _)| *from != "->" || !line.contains("fn "))
        .fold(line.to_owned(), |line, (from, to)| line.replace(from, to));
    // `len(x)` is a method here.
    match line.split_once("len(").and_then(|(a, rest)| Some((a, rest.split_once(')')?))) {
        Some((before, (inner, after))) if !before.ends_with(['.', '_']) && !inner.is_empty() => format!("{before}{inner}.len(){after}"),
        _ => line,
    }
}

/// `const x`, `var x`, `int x` make a name.
fn declared(line: &str) -> String {
    let words =
        ["const ", "var ", "let mut ", "let ", "int ", "long ", "size_t ", "auto ", "unsigned ", "uint32_t ", "u32 ", "double ", "bool "];
    if let Some((name, value)) = line.split_once(":=") {
        return format!("let mut {} ={value}", name.trim());
    }
    let made = words.iter().find_map(|w| line.strip_prefix(w)).filter(|rest| rest.contains('=') || rest.ends_with(';'));
    match made {
        Some(rest) if !rest.starts_with(['(', '[', '{']) => format!("let mut {}", rest.trim_start_matches("mut ")),
        _ => counted(line),
    }
}

fn counted(line: &str) -> String {
    let (text, end) = line.strip_suffix(';').map_or((line, ""), |t| (t, ";"));
    for (sign, step) in [("++", "+= 1"), ("--", "-= 1")] {
        if let Some(name) = text.strip_suffix(sign).or_else(|| text.strip_prefix(sign)) {
            return format!("{name} {step}{end}");
        }
    }
    line.to_owned()
}

fn ended(line: &str) -> String {
    let line = counted(line);
    // Some languages end a step with its line.
    let is_step = line.starts_with("return ") || line.starts_with("let mut ") || line.contains(" = ") || line.contains("= 1");
    if is_step && !line.ends_with([';', '{', '}', ',']) { format!("{line};") } else { line }
}

/// What stands in the brackets behind a word, and behind them.
fn bracketed<'l>(line: &'l str, word: &str) -> Option<(&'l str, &'l str)> {
    let rest = line.strip_prefix(word)?.trim_start();
    let mut depth = 0usize;
    for (at, c) in rest.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => return None,
            _ => {}
        }
        if depth == 0 {
            return Some((&rest[1..at], &rest[at + 1..]));
        }
    }
    None
}

fn to_c(block: &str) -> String {
    let mut out = String::new();
    for line in block.lines() {
        let line = line.trim();
        let line = line.strip_prefix("let mut ").or_else(|| line.strip_prefix("let ")).map_or(line.to_owned(), |rest| {
            let (name, value) = rest.split_once('=').unwrap_or((rest, "0;"));
            format!("__auto_type {} ={value}", name.split(':').next().unwrap_or(name).trim())
        });
        let line = valued(&line, true);
        out.push_str(&c_head(&line).unwrap_or(line));
        out.push('\n');
    }
    out
}

/// `if c {`, `for i in a..b {` with the brackets that C wants.
fn c_head(line: &str) -> Option<String> {
    let (head, inside) = line.split_once('{')?;
    let before = head.find("else ").map_or(0, |at| at + 5);
    let (before, head) = head.split_at(before);
    let head = head.trim();
    for word in ["if", "while"] {
        if let Some(condition) = head.strip_prefix(word).filter(|c| c.starts_with(' ') && !c.trim().starts_with('(')) {
            return Some(format!("{before}{word} ({}) {{{inside}", condition.trim()));
        }
    }
    if head == "loop" {
        return Some(format!("for (;;) {{{inside}"));
    }
    let (name, range) = head.strip_prefix("for ")?.split_once(" in ")?;
    let (from, to, sign) = match range.split_once("..=") {
        Some((from, to)) => (from, to, "<="),
        None => range.split_once("..").map(|(from, to)| (from, to, "<"))?,
    };
    Some(format!("for (long {name} = {from}; {name} {sign} {to}; {name}++) {{{inside}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_languages_become_rust() {
        let js = "let worst = 0;\nfor (let i = 1; i < a.length; i++) {\n  const used = f(a[i]);\n  if (used > worst) worst = used;\n}\nreturn worst;";
        let rust = "let mut worst = 0;\nlet mut i = 1;\nwhile i < a.len() {\nlet mut used = f(a[i]);\nif used > worst { worst = used; }\ni += 1;\n}\nreturn worst;\n";
        assert_eq!(translated(js, false).as_deref(), Some(rust));
        let go = "worst := 0\nfor i := 1; i < len(a); i++ {\n    worst = f(a[i])\n}\nreturn worst";
        let rust = "let mut worst = 0;\nlet mut i = 1;\nwhile i < a.len() {\nworst = f(a[i]);\ni += 1;\n}\nreturn worst;\n";
        assert_eq!(translated(go, false).as_deref(), Some(rust));
        assert_eq!(conditional("0 if fits else cost(days)", false), "if fits { 0 } else { cost(days) }");
        assert_eq!(conditional("a + b", false), "a + b");
    }

    #[test]
    fn rust_becomes_c() {
        let rust = "let mut p = begin;\nwhile p != end {\n    if *p == x { return p; }\n    p += 1;\n}\nreturn NULL;";
        let c = "__auto_type p = begin;\nwhile (p != end) {\nif (*p == x) { return p; }\np += 1;\n}\nreturn NULL;\n";
        assert_eq!(translated(rust, true).as_deref(), Some(c));
    }
}
