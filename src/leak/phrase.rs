//! A text as phrases: words in small letters, pauses, and spans of code known by what they are to the learner's own code. Tells for each phrase whether it is about
//! that code or about a parallel, and finds patterns of words in it. Reads; what a phrase asks of anybody is for `prescribe`.

use super::pieces::is_keyword;
use super::tokens::{stands_in, texts};

/// Stands for a span of code that the learner has.
pub const OWN: &str = "<own>";
/// For one that the learner has not.
pub const NEW: &str = "<new>";
/// For a word of the language: it may stand in any program.
const KEY: &str = "<key>";
/// For one that looks at what happens: a print, an assertion.
pub const PROBE: &str = "<probe>";
/// For the name of a test.
pub const TEST: &str = "<test>";
/// For what somebody else said.
const QUOTE: &str = "<quote>";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    pub words: Vec<Word>,
    pub is_question: bool,
    /// It is about the learner's code, and not about a parallel.
    pub is_own: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    is_noun: bool,
    is_sign: bool,
}

impl Word {
    fn new(text: String) -> Word {
        let is_sign = one_of(SIGNS, &text);
        let is_noun = is_sign || text == KEY || one_of(NOUNS, &text);
        Word { text, is_noun, is_sign }
    }

    fn is(&self, text: &str) -> bool {
        self.text == text
    }

    /// It names a sign of the language, as a star or a comma.
    pub fn is_sign(&self) -> bool {
        self.is_sign
    }

    fn fits(&self, part: &str) -> bool {
        match part.strip_prefix('@') {
            Some("number") => self.text.starts_with(|c: char| c.is_ascii_digit()),
            Some("noun") => self.is_noun,
            Some("own") => self.is_noun || self.is(OWN),
            Some("sign") => self.is_sign || self.is(NEW),
            Some("code") => self.is_noun || self.is(OWN) || self.is(NEW),
            _ => self.is(part),
        }
    }
}

/// Whether a word stands in a list of words.
pub fn one_of(list: &str, word: &str) -> bool {
    list.split(' ').any(|w| w == word)
}

/// A question begins with one of these.
const WONDERS: [&str; 24] = [
    "which", "what", "where", "how", "why", "who", "whose", "when", "is", "are", "was", "were", "does", "do", "did", "has", "have", "can",
    "could", "would", "should", "will", "at", "in",
];
/// What only looks at a value or a type, and is taken away again.
const PROBES: [&str; 10] = ["println", "print!", "eprint", "dbg!", "assert", "printf", "puts(", "let () =", "cargo ", "make "];
/// Words that lead to a story or to another program.
const LEADS: [&str; 24] = [
    "a|one|another|the small|smaller|parallel|similar|same|little ..2 case|example|parallel|program|function|method|problem",
    "a parallel",
    "think|thinking of",
    "imagine|picture a|an|somebody|someone|you|two|three",
    "suppose",
    "like|as somebody|someone",
    "here is|are",
    "compare",
    "take runners|a",
    "^take two|three|some",
    "somebody|someone who",
    "elsewhere",
    "in another",
    "another|other type|program|exercise|function|language",
    "in a|an hotel|shop|kitchen|library|lift|shop",
    "consider a|an",
    "say you",
    "try this",
    "the same syntax|shape|pattern|trap|idea ..2 with|in|for",
    "for comparison",
    "in section|chapter",
    "the lesson|example",
    "section ..1 has|shows|does|uses|draws|tells|explains|lists|says|names",
    "lesson.md",
];
/// Words that lead back.
const BACK: [&str; 8] = [
    "your|yours|yourself",
    "you|you've wrote|have|had|use|used|typed|made|gave|call|return|ask|compare|write|hand|push|free|get|divide|begin|start",
    "in|on|at|of|from|with this|that line",
    "here too",
    "mine",
    "<own>",
    "your own",
    "the learner",
];

/// The phrases of a text, without its blocks of code.
pub fn phrases(text: &str, own: &[&str]) -> Vec<Phrase> {
    let (mut found, mut is_own) = (Vec::<Phrase>::new(), true);
    for part in parts(text) {
        match part {
            // What follows an example is about it, until somebody says otherwise.
            Part::Block(code) => is_own = code.lines().map(|l| texts(l, true)).any(|row| row.len() > 3 && stands_in(&row, own)),
            Part::Prose(text) => {
                for (words, is_question) in sentences(&text, own) {
                    let words = words.into_iter().map(Word::new).collect();
                    let mut phrase = Phrase { words, is_question, is_own: true };
                    let (leads, back) = (phrase.has_any(&LEADS), phrase.has_any(&BACK));
                    is_own = back || is_own && !leads;
                    phrase.is_own = is_own;
                    found.push(phrase);
                }
            }
        }
    }
    found
}

enum Part {
    Prose(String),
    Block(String),
}

/// Paragraphs and items of lists, and the blocks of code between them, fenced or set off by blanks.
fn parts(text: &str) -> Vec<Part> {
    let (mut found, mut prose, mut block, mut fenced, mut was_blank) = (Vec::new(), String::new(), String::new(), false, true);
    let mut flush = |prose: &mut String, block: &mut String| {
        for (text, is_block) in [(std::mem::take(prose), false), (std::mem::take(block), true)] {
            if !text.trim().is_empty() {
                found.push(if is_block { Part::Block(text) } else { Part::Prose(text) });
            }
        }
    };
    for line in text.lines() {
        let trimmed = line.trim();
        let is_fence = trimmed.starts_with("```") || trimmed.starts_with("~~~");
        let is_set_off = !fenced && (line.starts_with("    ") || line.starts_with('\t')) && (was_blank || !block.is_empty());
        if is_fence {
            flush(&mut prose, &mut block);
            fenced = !fenced;
        } else if fenced || is_set_off && !trimmed.is_empty() {
            block.push_str(line);
            block.push('\n');
        } else {
            let begins = trimmed.is_empty() || is_item(trimmed);
            if begins || !block.is_empty() {
                flush(&mut prose, &mut block);
            }
            prose.push_str(trimmed);
            prose.push('\n');
        }
        was_blank = trimmed.is_empty();
    }
    flush(&mut prose, &mut block);
    found
}

fn is_item(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || line.starts_with("* ") || number.len() < line.len() && number.starts_with(['.', ')'])
}

/// The sentences of a paragraph and whether each of them asks.
fn sentences(text: &str, own: &[&str]) -> Vec<(Vec<String>, bool)> {
    let (mut found, mut words) = (Vec::new(), Vec::<String>::new());
    let mut end = |words: &mut Vec<String>, asks: bool| {
        let mut words = std::mem::take(words);
        // Only what stands behind the colon is asked.
        let asked = words.iter().rposition(|w| w == ";").filter(|_| asks).map(|at| words.split_off(at));
        if let Some(asked) = asked {
            let leads = words.first().is_some_and(|w| WONDERS.contains(&w.as_str()));
            found.extend([(std::mem::replace(&mut words, asked), leads)]);
        }
        if words.iter().any(|w| w.chars().any(char::is_alphabetic)) {
            found.push((words, asks));
        }
    };
    let quoted = text.replace(['“', '”', '„'], "\"");
    for (at, part) in quoted.split('`').enumerate() {
        if at % 2 == 1 {
            words.push(span(part, own).to_owned());
            continue;
        }
        for (at, part) in part.split('"').enumerate() {
            if at % 2 == 1 {
                words.push(QUOTE.to_owned());
                continue;
            }
            for raw in part.split_whitespace() {
                let raw = raw.trim_start_matches(['(', '*', '_', '\'', '[']);
                let word = raw.trim_end_matches(|c: char| !c.is_alphanumeric());
                let after = &raw[word.len()..];
                let lower = |w: &str| if is_test(w) { TEST.to_owned() } else { w.to_lowercase().replace('’', "'") };
                words.extend(word.split(['-', '/', '–', '—']).filter(|w| !w.is_empty()).map(lower));
                let pause = after.chars().find(|c| ".?!,;:–—".contains(*c)).or(raw.ends_with('…').then_some(','));
                match pause {
                    Some('?') => end(&mut words, true),
                    Some('.' | '!') => end(&mut words, false),
                    Some(':' | ';') => words.push(";".to_owned()),
                    Some(_) => words.push(",".to_owned()),
                    None if word.is_empty() && !raw.is_empty() && raw.contains(['-', '–', '—', '=']) => words.push(",".to_owned()),
                    None => {}
                }
            }
        }
    }
    end(&mut words, false);
    found
}

/// It shows what happens and changes nothing.
pub fn is_probe(code: &str) -> bool {
    PROBES.iter().any(|p| code.contains(p))
}

/// The name of a test, as every test of etude is called.
fn is_test(word: &str) -> bool {
    word.starts_with("test_")
}

fn span(code: &str, own: &[&str]) -> &'static str {
    let row = texts(code, true);
    if matches!(row.as_slice(), [name] if is_test(name)) {
        TEST
    } else if is_probe(code) {
        PROBE
    } else if row.is_empty() || !stands_in(&row, own) {
        NEW
    } else if matches!(row.as_slice(), [word] if is_keyword(word)) {
        KEY
    } else {
        OWN
    }
}

impl Phrase {
    pub fn has(&self, pattern: &str) -> bool {
        !self.find(pattern).is_empty()
    }

    pub fn has_any(&self, patterns: &[&str]) -> bool {
        patterns.iter().any(|p| self.has(p))
    }

    /// Where a pattern begins: words with `|` between those that will do, `..3` for up to so many others, `@name` for a class of words, a `^` before the first
    /// where a clause begins.
    pub fn find(&self, pattern: &str) -> Vec<usize> {
        let (begins, pattern) = pattern.strip_prefix('^').map_or((false, pattern), |p| (true, p));
        let parts: Vec<&str> = pattern.split(' ').collect();
        (0..self.words.len()).filter(|at| !begins || self.is_begin(*at)).filter(|at| matches(&self.words[*at..], &parts)).collect()
    }

    /// Where an order begins whose verb is none of these: it goes on with what is to be done to.
    pub fn acts(&self, but: [&str; 2]) -> Vec<usize> {
        const DETERMINERS: &str = "the that this these those your its their both each every it them a an all <own> <new>";
        let is_act = |at: &usize| {
            let (word, before) = (&self.words[*at].text, &self.words[..*at]);
            let first = before.last().is_none_or(|w| w.is(";")) || matches!(before, [.., pause, and] if pause.is(",") && and.is("and"));
            let is_verb = word.len() > 2 && word.chars().all(char::is_alphabetic) && !word.ends_with("ing");
            let next = self.words.get(at + 1).is_some_and(|w| one_of(DETERMINERS, &w.text));
            first && is_verb && next && !but.iter().any(|b| one_of(b, word))
        };
        (0..self.words.len()).filter(is_act).collect()
    }

    /// The number of the clause that a word stands in.
    pub fn clause(&self, at: usize) -> usize {
        self.words[..at].iter().filter(|w| PAUSES.contains(&w.text.as_str())).count()
    }

    /// An order could begin here.
    fn is_begin(&self, at: usize) -> bool {
        let before = |back: usize| at.checked_sub(back).map(|at| self.words[at].text.as_str());
        let is_asked = before(1) == Some("you") && before(2).is_some_and(|w| MODALS.contains(&w) || ["if", "once", "when"].contains(&w));
        let is_told = before(1).is_some_and(|w| MODALS.contains(&w)) && before(2).is_some_and(|w| ["you", "we", "i"].contains(&w));
        let leads = |w: &str| LEADING.contains(&w) && self.is_begin(at - 1);
        // "You have to add it" is an order; "it knows how to add" is none.
        let has_to = |w: &str| w == "to" && before(2).is_some_and(|w| OUGHT.contains(&w));
        // "Behind the last name write …": what stands between a word for a place and an order is the place.
        let clause = self.words[..at].iter().rposition(|w| PAUSES.contains(&w.text.as_str())).map_or(0, |p| p + 1);
        let is_placed = at > clause + 1 && PLACED.contains(&self.words[clause].text.as_str()) && self.words[at - 1].fits("@code");
        is_placed || is_asked || is_told || before(1).is_none_or(|w| PAUSES.contains(&w) || BEFORE.contains(&w) || has_to(w) || leads(w))
    }
}

/// What ends a clause.
const PAUSES: [&str; 6] = [",", ";", "and", "then", "but", "so"];
/// What may stand before an order in its sentence.
const BEFORE: [&str; 6] = ["just", "please", "simply", "or", "therefore", "let's"];
/// What begins a clause with a place.
const PLACED: [&str; 8] = ["behind", "before", "after", "above", "below", "between", "at", "in"];
/// What makes an order of "to".
const OUGHT: [&str; 10] = ["have", "has", "need", "needs", "ought", "got", "remains", "left", "is", "are"];
/// The same, where it begins the clause itself.
const LEADING: [&str; 12] =
    ["now", "only", "first", "here", "there", "next", "instead", "again", "also", "afterwards", "finally", "second"];
const MODALS: [&str; 9] = ["should", "must", "can", "could", "would", "might", "may", "will", "won't"];

fn matches(words: &[Word], parts: &[&str]) -> bool {
    let Some((part, rest)) = parts.split_first() else { return true };
    if let Some(most) = part.strip_prefix("..").and_then(|n| n.parse::<usize>().ok()) {
        let clause = words.iter().take_while(|w| !w.is(",") && !w.is(";")).count();
        return (0..=most.min(clause)).any(|skip| matches(&words[skip..], rest));
    }
    words.first().is_some_and(|word| part.split('|').any(|p| word.fits(p))) && matches(&words[1..], rest)
}

/// Parts of a program that a text points at.
const NOUNS: &str = "line lines word words keyword keywords character characters letter letters mark marks name names argument arguments parameter \
    parameters index indexes indices range comparison comparisons condition conditions call calls assignment assignments declaration \
    declarations statement statements expression expressions field fields method function body loop head arm arms receiver signature \
    block blocks entry entries operand operands sides side constant constants let return if branch branches literal prefix suffix \
    modifier operator operators token tokens half conversion pair piece term division subtraction addition multiplication sum product \
    quotient pattern patterns wildcard variable variables binding bindings pointer pointers initialiser bound bounds header summands \
    summand factor chain ladder cascade";
/// What is typed with one or two keys.
const SIGNS: &str = "dot dots point points period comma commas semicolon semicolons colon colons star stars asterisk asterisks bracket brackets brace \
    braces parenthesis parentheses parens minus plus slash equals ampersand ampersands bar bars digit digits zero blank stroke strokes \
    sign signs arrow hyphen quote quotes underscore bang mut self null const clone tilde exclamation percent keyword symbol";

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<Phrase> {
        phrases(text, &texts("for day in 1..days { total += day; }", true))
    }

    fn said(phrase: &Phrase) -> String {
        phrase.words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn spans_are_known_by_whose_they_are() {
        let all = of("E0384, \"remove this\": your `total += day` and `1..=days`. Add `dbg!(day)`?");
        assert_eq!(said(&all[0]), "e0384 , <quote> ; your <own> and <new>");
        assert_eq!((said(&all[1]).as_str(), all[1].is_question), ("add <probe>", true));
    }

    #[test]
    fn a_parallel_lasts_until_the_text_comes_back() {
        let all = of(
            "Got 180.\n\n```rust\nfor n in 1..3 { f(n); }\n```\n\nWith the lines exchanged it fails. In your loop, too.\nImagine a lift. It stops.",
        );
        assert_eq!(all.iter().map(|p| p.is_own).collect::<Vec<_>>(), [true, false, true, false, false]);
    }

    #[test]
    fn patterns_know_gaps_classes_and_beginnings() {
        let phrase = &of("Then, take that last comma away")[0];
        assert!(phrase.has("^take ..3 away|out"));
        assert!(phrase.has("the|that ..1 @sign"));
        assert!(!phrase.has("^comma") && !phrase.has("take away"));
    }
}
