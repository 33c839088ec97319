//! What a hint says to do: its sentences, which of them are orders and which are questions, and the pairs of old and new that it names. Reads; what the code in a
//! sentence does is found out by others.

use super::pieces::Change;

/// A sentence as it stands, with its marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    pub text: String,
    /// Its words in small letters, without what stands around them.
    pub words: Vec<String>,
    is_question: bool,
}

/// Words by which somebody is told to do something, where they begin it.
const ORDERS: [&str; 43] = [
    "put",
    "write",
    "replace",
    "change",
    "use",
    "insert",
    "add",
    "delete",
    "remove",
    "erase",
    "drop",
    "take",
    "move",
    "swap",
    "exchange",
    "turn",
    "set",
    "make",
    "type",
    "fix",
    "let",
    "give",
    "pass",
    "wrap",
    "cut",
    "strike",
    "place",
    "call",
    "switch",
    "rename",
    "substitute",
    "do",
    "return",
    "initialise",
    "initialize",
    "start",
    "append",
    "say",
    "begin",
    "prefix",
    "leave",
    "convert",
    "declare",
];
/// Words by which something has to be otherwise than it is.
const HAS_TO: [&str; 16] = [
    "should",
    "must",
    "missing",
    "belongs",
    "belong",
    "instead",
    "becomes",
    "become",
    "meant",
    "lacks",
    "forgot",
    "forgotten",
    "ought",
    "needs",
    "rather",
    "wants",
];
/// What may stand before an order in its sentence.
const BEFORE: [&str; 16] =
    ["and", "then", "so", "just", "please", "now", "simply", "only", "first", "but", "to", "or", "here", "there", "line", "next"];

impl Sentence {
    fn new(text: &str) -> Sentence {
        let word = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric() && c != '_').to_lowercase();
        let words = text.split_whitespace().flat_map(|w| w.split('-')).map(word).filter(|w| !w.is_empty()).collect();
        let is_question = text.trim_end_matches(|c: char| c.is_whitespace() || "`)\"'*".contains(c)).ends_with('?');
        Sentence { text: text.trim().to_owned(), words, is_question }
    }

    /// It tells the learner what to do. Who asks leaves the doing, and the finding, to the learner.
    pub fn orders(&self) -> bool {
        let said = format!(" {} ", self.words.join(" "));
        let has_to = [
            "has to",
            "have to",
            "in place of",
            "it is",
            "be replaced",
            "goes in",
            "goes before",
            "goes after",
            "goes behind",
            "comes before",
            "comes after",
        ]
        .iter()
        .any(|w| said.contains(&format!(" {w} ")));
        let arrow = self.text.contains("` -> `") || self.text.contains("` => `");
        !self.is_question && !self.only_prints() && (arrow || has_to || self.has_any(&HAS_TO) || self.begins_with_an_order())
    }

    /// It has something printed, and the print taken away again: nobody changes a line by that.
    pub fn only_prints(&self) -> bool {
        let other = ORDERS.iter().any(|order| *order != "take" && self.begins(&[order]));
        self.words.first().is_some_and(|first| first == "print") && !other && !self.has_any(&HAS_TO)
    }

    fn begins_with_an_order(&self) -> bool {
        self.begins(&ORDERS)
    }

    /// One of these words stands where an order begins.
    pub fn begins(&self, orders: &[&str]) -> bool {
        // What stands between marks is code, and `end - begin` begins nothing.
        let prose = self.text.split('`').step_by(2).collect::<Vec<_>>().join(" ` ");
        let words: Vec<&str> = prose.split_whitespace().collect();
        let bare = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        words.iter().enumerate().any(|(at, word)| {
            let begins = at == 0 || words[at - 1].ends_with([',', ':', ';', '-', ')']) || BEFORE.contains(&bare(words[at - 1]).as_str());
            begins && orders.contains(&bare(word).as_str())
        })
    }

    pub fn is_question(&self) -> bool {
        self.is_question
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }

    pub fn has_any(&self, words: &[&str]) -> bool {
        words.iter().any(|w| self.has(w))
    }
}

/// The sentences of a text without its fences.
pub fn sentences(text: &str) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut fenced = false;
    let mut paragraph = String::new();
    for line in text.lines().chain([""]) {
        let is_fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        fenced ^= is_fence;
        if fenced || is_fence || line.trim().is_empty() {
            found.extend(split(&paragraph));
            paragraph.clear();
        } else {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
    }
    found
}

fn split(paragraph: &str) -> Vec<Sentence> {
    let (mut found, mut start, mut marked) = (Vec::new(), 0, false);
    let mut before = ' ';
    for (at, c) in paragraph.char_indices() {
        if c == '`' {
            marked = !marked;
        }
        if c.is_whitespace() && !marked && ".?!".contains(before) {
            found.push(Sentence::new(&paragraph[start..at]));
            start = at;
        }
        before = if "`)\"".contains(c) && !marked && ".?!".contains(before) { before } else { c };
    }
    found.push(Sentence::new(&paragraph[start..]));
    found.retain(|s| !s.words.is_empty());
    found
}

/// Lines that are taken away and lines that come instead, marked with minus and plus, with or without line numbers before the marks.
pub fn changes(text: &str) -> Vec<Change> {
    let (mut found, mut at) = (Vec::new(), Change::default());
    for line in text.lines().chain([""]) {
        match marked(line) {
            Some(('-', code)) => {
                if !at.new.is_empty() {
                    found.push(std::mem::take(&mut at));
                }
                at.old.push(code.trim().to_owned());
            }
            Some((_, code)) => at.new.push(code.trim().to_owned()),
            None => found.push(std::mem::take(&mut at)),
        }
    }
    found.retain(|c| !c.old.is_empty() && !c.new.is_empty());
    found
}

fn marked(line: &str) -> Option<(char, &str)> {
    let line = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let sign = line.chars().next().filter(|c| "+-".contains(*c))?;
    let code = &line[1..];
    (!code.starts_with(sign) && !code.starts_with('>') && !code.trim().is_empty()).then_some((sign, code))
}

/// `s/old/new/`, as an editor would be told.
pub fn substitutions(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('s') {
        let before = text[..at].chars().next_back().unwrap_or(' ');
        let Some(mark) = text[at + 1..].chars().next().filter(|c| "/|#,@!".contains(*c)) else { continue };
        if before.is_alphanumeric() || before == '_' {
            continue;
        }
        let mut parts = vec![String::new()];
        let mut chars = text[at + 2..].chars().take_while(|c| *c != '\n');
        while let Some(c) = chars.next() {
            match c {
                '\\' => parts.last_mut().into_iter().for_each(|p| p.extend(chars.next())),
                c if c == mark && parts.len() == 2 => {
                    parts.push(String::new());
                    break;
                }
                c if c == mark => parts.push(String::new()),
                c => parts.last_mut().into_iter().for_each(|p| p.push(c)),
            }
        }
        if let [old, new, _] = parts.as_slice()
            && !old.trim().is_empty()
        {
            found.push((old.clone(), new.clone()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_told_from_questions() {
        let all = sentences("Expected 5. Put `a. b` there! What would you write?\n\n```c\nnot. this.\n```\nDone.");
        let texts: Vec<&str> = all.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(texts, ["Expected 5.", "Put `a. b` there!", "What would you write?", "Done."]);
        let prints = &sentences("Print `a - b` and `a` once, and take the prints out again.")[0];
        assert!(!prints.orders() && sentences("Print `a`, and put `b` there.")[0].orders());
        assert!(!sentences("You wrote `end - begin + 1;`.")[0].begins(&["begin"]), "code begins nothing");
        assert_eq!(all.iter().map(Sentence::orders).collect::<Vec<_>>(), [false, true, false, false]);
    }

    #[test]
    fn old_and_new_are_found_in_diffs_and_commands() {
        let change = |old: &str, new: &str| Change { old: vec![old.into()], new: vec![new.into()] };
        assert_eq!(changes("Look:\n\n- for a\n+ for b\n\nso"), [change("for a", "for b")]);
        assert_eq!(changes("49 -   x => Y,\n49 +   _ => Y,"), [change("x => Y,", "_ => Y,")]);
        assert!(changes("- one\n- two\n").is_empty());
        assert_eq!(substitutions("sed -i 's/a\\.b()/c/' f"), [("a.b()".to_owned(), "c".to_owned())]);
    }
}
