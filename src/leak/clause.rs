//! The parts of a text that order or state a change: sentences, items of a list, rows of a table, data with keys for old and new. Who asks, wonders or tells
//! about another program orders nothing. Finds them; what they name is for `named`.

use super::named::{Clause, read};
use super::phrase::is_probe;
use super::say::{self, Sentence};
use super::tokens::{stands_in, texts};

/// So many clauses of a text are read.
const CLAUSES: usize = 10;
/// Words that order a change wherever they stand.
const CHANGES: [&str; 34] = [
    "put",
    "write",
    "replace",
    "insert",
    "add",
    "delete",
    "remove",
    "erase",
    "exchange",
    "swap",
    "wrap",
    "strike",
    "paste",
    "hang",
    "rub",
    "omit",
    "append",
    "prefix",
    "prepend",
    "backspace",
    "rename",
    "substitute",
    "surround",
    "enclose",
    "trade",
    "slip",
    "stick",
    "squeeze",
    "tuck",
    "chop",
    "attach",
    "rid",
    "lose",
    "loses",
];
/// Words that order one where an order begins; elsewhere they have other meanings.
const BEGINS: [&str; 25] = [
    "change", "drop", "take", "move", "set", "make", "cut", "place", "press", "leave", "turn", "let", "switch", "return", "call", "out",
    "give", "use", "start", "begin", "end", "shift", "close", "name", "type",
];
/// Statements that are orders.
const STATES: [&str; 51] = [
    "instead of",
    "then reads",
    "becomes",
    "become",
    "goes",
    "go",
    "comes",
    "come",
    "is missing",
    "are missing",
    "is written",
    "are written",
    "has to be",
    "have to be",
    "must be",
    "should be",
    "should read",
    "must read",
    "has to read",
    "has to ask",
    "gets",
    "lacks",
    "belongs",
    "belong",
    "begins with",
    "ends with",
    "starts with",
    "turns into",
    "the body",
    "the whole body",
    "is replaced",
    "are replaced",
    "forgot",
    "is then",
    "must have",
    "has to have",
    "should have",
    "should say",
    "must say",
    "has to say",
    "it needs",
    "is nothing but",
    "is absent",
    "are absent",
    "shall",
    "moves",
    "change places",
    "trade places",
    "is enough",
    "are enough",
    "there belongs",
];
/// Where a value goes, and where nothing does: who says so moves no code.
const FLOWS: &str = "nothing comes|nothing of it comes|nothing goes|nothing of it goes|nothing is left|comes out of the function|\
    comes out of your function|comes out of the call|come out of the function|comes out of it|comes back";
/// What has to be done, when somebody says that it has to be.
const DONE: [&str; 17] = [
    "added",
    "removed",
    "deleted",
    "inserted",
    "replaced",
    "written",
    "wrapped",
    "exchanged",
    "swapped",
    "put",
    "moved",
    "dropped",
    "changed",
    "appended",
    "erased",
    "taken",
    "set",
];
const PLACES: [&str; 9] = ["before", "behind", "front", "after", "between", "ahead", "around", "left", "right"];
/// Who wonders leaves the doing to the reader.
const WONDERS: [&str; 17] = [
    "would",
    "could",
    "might",
    "suppose",
    "imagine",
    "what if",
    "if you",
    "write down",
    "on paper",
    "a cross",
    "a tick",
    "finger",
    "pencil",
    "by hand",
    "them down",
    "another program",
    "in section",
];

fn has_words(said: &str, any: &[&str]) -> bool {
    any.iter().any(|w| said.contains(&format!(" {w} ")))
}

fn wonders(sentence: &Sentence) -> bool {
    // Where a print is to stand says nothing about the line beside it.
    let probes = sentence.text.split('`').skip(1).step_by(2).any(is_probe);
    probes
        || informs(sentence)
        || sentence.is_question()
        || sentence.only_prints()
        || has_words(&format!(" {} ", sentence.words.join(" ")), &WONDERS)
}

/// It says what a thing may do, or where to read on: "its lines may move", "section 7 shows how pointers go stale".
fn informs(sentence: &Sentence) -> bool {
    const WHO: [&str; 6] = ["you", "we", "one", "it", "that", "this"];
    // What may go or be left out is told to go.
    const TOLD: [&str; 5] = ["go", "be", "come", "stay", "leave"];
    let may = |w: &[String]| {
        let is = |at: usize, words: &[&str]| words.contains(&w[at].as_str());
        is(1, &["may", "might", "can"]) && !is(0, &WHO) && !is(2, &TOLD)
    };
    let leads_on = matches!(&sentence.words[..], [first, ..] if first == "section") || sentence.text.starts_with("The lesson");
    !sentence.text.contains('`') && (leads_on || sentence.words.windows(3).any(may))
}

/// A sign or a word of the language, and a place for it.
fn places(sentence: &Sentence, is_name: &dyn Fn(&str) -> bool) -> bool {
    let clause = read(&sentence.text, is_name);
    !wonders(sentence) && clause.codes().any(|c| c.is_said) && clause.has_any(&PLACES)
}

/// It says what to do, or what has to become of something.
pub fn orders(sentence: &Sentence) -> bool {
    let said = format!(" {} ", sentence.words.join(" "));
    let said = FLOWS.split('|').fold(said, |said, flow| said.replace(&format!(" {flow} "), " "));
    let be_done = || DONE.iter().any(|d| said.contains(&format!(" be {d} ")) || said.contains(&format!(" gets {d} ")));
    !wonders(sentence) && (be_done() || sentence.has_any(&CHANGES) || sentence.begins(&BEGINS) || has_words(&said, &STATES))
}

/// The clauses of a text, in their order; those of one paragraph that belong together also as one, at the end.
pub fn clauses(plain: &str, is_name: &dyn Fn(&str) -> bool) -> (Vec<Clause>, Vec<Clause>) {
    let (mut single, mut joined) = (Vec::new(), Vec::new());
    // What a line that leads in says of the place holds for all that it leads.
    let mut is_led = false;
    let mut lead: Vec<String> = Vec::new();
    for part in parts(plain) {
        match part {
            Part::Row(text) if is_led => single.push(read(&text, is_name)),
            Part::Row(_) => {}
            Part::Keyed(text) => single.push(read(&text, is_name)),
            Part::Prose(text, is_item) => {
                let sentences: Vec<Sentence> = say::sentences(&text).into_iter().filter(|s| !s.is_question()).collect();
                let ordering: Vec<usize> =
                    (0..sentences.len()).filter(|at| orders(&sentences[*at]) || places(&sentences[*at], is_name)).collect();
                let leads = text.trim_end().ends_with(':');
                let of_lead = |mut clause: Clause| {
                    clause.words.extend(lead.iter().filter(|_| is_item).cloned());
                    clause
                };
                if is_item && is_led && ordering.is_empty() {
                    single.push(of_lead(read(&text, is_name)));
                }
                single.extend(ordering.iter().map(|at| of_lead(read(&sentences[*at].text, is_name))));
                // What an order means by "it" stands right before it, and what it goes on about behind.
                if let Some(first) = ordering.first().filter(|_| sentences.len() > 1) {
                    let meant = sentences[first.saturating_sub(1)..].iter().filter(|s| !informs(s));
                    let whole = meant.map(|s| s.text.as_str()).collect::<Vec<_>>().join("\n");
                    joined.push(read(&whole, is_name));
                }
                if !is_item {
                    is_led = leads;
                    lead = sentences.last().filter(|_| leads).map(|s| s.words.clone()).unwrap_or_default();
                }
            }
        }
    }
    single.retain(Clause::names_code);
    single.truncate(CLAUSES);
    joined.truncate(CLAUSES);
    (single, joined)
}

enum Part {
    Prose(String, bool),
    /// A row of a table that stands under heads for old and new.
    Row(String),
    /// An edit as data.
    Keyed(String),
}

/// Heads of columns and keys of data for what is there and what shall be.
const OLD: [&str; 20] = [
    "now",
    "old",
    "before",
    "from",
    "delete",
    "remove",
    "find",
    "search",
    "yours",
    "wrong",
    "you have",
    "is",
    "out",
    "current",
    "you wrote",
    "you typed",
    "your line",
    "your code",
    "as it is",
    "what you have",
];
const NEW: [&str; 26] = [
    "then",
    "new",
    "after",
    "to",
    "insert",
    "add",
    "replace",
    "with",
    "mine",
    "right",
    "it should be",
    "should be",
    "in",
    "by",
    "becomes",
    "instead",
    "write this",
    "write",
    "make it",
    "it becomes",
    "your line becomes",
    "change it to",
    "what to write",
    "as it should be",
    "what it should be",
    "better",
];

/// The columns of a head for what is there and for what shall be.
fn columns(row: &str) -> Option<(usize, usize)> {
    let cells: Vec<String> = row.trim().trim_matches('|').split('|').map(|c| c.trim().to_lowercase()).collect();
    let of = |heads: &[&str]| cells.iter().position(|c| heads.contains(&c.as_str()));
    of(&OLD).zip(of(&NEW))
}

/// Whether a table of the text sets what is to be written beside code that the learner has, in whatever words.
pub fn has_table_of_changes(plain: &str, own: &[&str]) -> bool {
    let mut heads = None;
    plain.lines().any(|line| {
        if !line.trim().starts_with('|') {
            heads = None;
            return false;
        }
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(|c| c.trim().trim_matches('`')).collect();
        let (old, new) = heads.map_or(("", ""), |(old, new): (usize, usize)| {
            (cells.get(old).copied().unwrap_or_default(), cells.get(new).copied().unwrap_or_default())
        });
        heads = heads.or_else(|| columns(line));
        let row = texts(old, true);
        row.len() > 2 && stands_in(&row, own) && texts(new, true) != row && new.chars().any(char::is_alphanumeric) && !new.ends_with('?')
    })
}

fn parts(plain: &str) -> Vec<Part> {
    let (mut found, mut paragraph, mut fenced, mut in_table) = (Vec::new(), String::new(), false, false);
    for line in plain.lines().chain([""]) {
        let trimmed = line.trim();
        let is_fence = trimmed.starts_with("```") || trimmed.starts_with("~~~");
        let is_row = trimmed.starts_with('|') && !fenced;
        if is_fence || fenced || is_row || trimmed.is_empty() || is_list_item(trimmed) {
            flush(&mut paragraph, &mut found);
        }
        fenced ^= is_fence;
        if is_row {
            if columns(trimmed).is_some() {
                in_table = true;
                found.push(Part::Prose("Change:".to_owned(), false));
            } else if in_table && trimmed.chars().any(char::is_alphanumeric) {
                found.push(Part::Row(marked_cells(trimmed)));
            }
            continue;
        }
        in_table = false;
        if fenced {
            found.extend(keyed(trimmed).map(Part::Keyed));
        } else if !is_fence {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
    }
    found
}

fn flush(paragraph: &mut String, found: &mut Vec<Part>) {
    let text = std::mem::take(paragraph);
    if !text.trim().is_empty() {
        let is_item = is_list_item(text.trim());
        let text = if is_item { without_bullet(text.trim()).to_owned() } else { text };
        found.push(Part::Prose(text, is_item));
    }
}

fn is_list_item(line: &str) -> bool {
    without_bullet(line).len() < line.len()
}

fn without_bullet(line: &str) -> &str {
    let bullet = ["- ", "* ", "+ ", "• "].iter().find_map(|b| line.strip_prefix(b));
    let numbered = line.find(['.', ')']).filter(|at| {
        let number = &line[..*at];
        (1..=2).contains(&number.len()) && number.chars().all(char::is_alphanumeric) && line[at + 1..].starts_with(' ')
    });
    bullet.or_else(|| numbered.map(|at| line[at + 1..].trim_start())).unwrap_or(line)
}

fn marked_cells(row: &str) -> String {
    let cell = |c: &str| format!("`{}`", c.trim().trim_matches('`'));
    row.trim_matches('|').split('|').map(cell).collect::<Vec<_>>().join(" becomes ")
}

/// `{"delete": "a", "insert": "b"}`, whatever wraps it.
fn keyed(line: &str) -> Option<String> {
    let strings: Vec<&str> = line.split('"').enumerate().filter(|(at, _)| at % 2 == 1).map(|(_, s)| s).collect();
    let (mut old, mut new) = (None, None);
    for pair in strings.windows(2) {
        if OLD.contains(&pair[0]) {
            old = old.or(Some(pair[1]));
        } else if NEW.contains(&pair[0]) {
            new = new.or(Some(pair[1]));
        }
    }
    match (old, new) {
        (Some(old), Some(new)) if !new.trim().is_empty() => Some(format!("replace `{old}` by `{new}`")),
        (Some(old), _) => Some(format!("delete `{old}`")),
        (None, Some(new)) => Some(format!("insert `{new}`")),
        _ => None,
    }
}
