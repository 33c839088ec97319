//! A piece of code as a change to what the learner has written: in the place of what is most like it, at each place between two statements, or in the place of
//! the other half of a pair. Makes functions, the likeliest first; whether one of them passes is found out by running.

use std::ops::Range;

use super::tokens::{Token, texts, tokens};
use crate::syntax::{Place, PlaceKind, Syntax};

/// A piece and a place that have less in common are not the same thing changed.
const LEAST: f64 = 0.25;

/// A function that the learner has written, to be changed.
pub struct Own<'a> {
    pub item: &'a str,
    syntax: &'a dyn Syntax,
    places: Vec<Place>,
    /// Its name and its parameters; nothing where it does not parse.
    head: Option<(String, Vec<String>)>,
}

impl<'a> Own<'a> {
    pub fn new(item: &'a str, syntax: &'a dyn Syntax) -> Own<'a> {
        let mut places = syntax.places(item);
        let mut at = 0;
        for line in item.split_inclusive('\n') {
            let start = at + line.len() - line.trim_start().len();
            places.push(Place { range: start..start + line.trim().len(), kind: PlaceKind::Part });
            at += line.len();
        }
        places.retain(|p| !p.range.is_empty());
        let head = syntax.heads(item).into_iter().next().map(|h| (h.name, h.params));
        Own { item, syntax, places, head }
    }

    /// With the piece in the place of what is most like it.
    pub fn replaced(&self, piece: &str, most: usize) -> Vec<String> {
        let (core, _) = without_end(piece);
        let row = texts(core, true);
        if row.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<(f64, usize, &Range<usize>)> = Vec::new();
        let runs = self.runs(core);
        let places = self.places.iter().filter(|p| !matches!(p.kind, PlaceKind::EndOfBlock | PlaceKind::EndOfList)).map(|p| &p.range);
        for range in places.chain(&runs) {
            let old = texts(without_end(&self.item[range.clone()]).0, true);
            let alike = likeness(&row, &old) - unlike(&row, &old);
            if old != row && alike >= LEAST && shares_a_word(&row, &old) {
                found.push((alike, old.len(), range));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut made: Vec<String> = Vec::new();
        for (_, _, range) in found {
            let end = without_end(&self.item[range.clone()]).1;
            let new = self.with(range, &format!("{core}{end}"));
            if !made.contains(&new) && self.stands(&new) {
                made.push(new);
            }
            if made.len() == most {
                break;
            }
        }
        made
    }

    /// Two to five statements in a row, for a piece that has several.
    fn runs(&self, piece: &str) -> Vec<Range<usize>> {
        if !piece.contains(';') && !piece.contains('\n') {
            return Vec::new();
        }
        let statements: Vec<&Range<usize>> = self.places.iter().filter(|p| p.kind == PlaceKind::Statement).map(|p| &p.range).collect();
        let mut found = Vec::new();
        for (at, first) in statements.iter().enumerate() {
            let after = statements[at + 1..].iter().filter(|s| s.start >= first.end);
            let mut end = first.end;
            for next in after.take(4) {
                // Only what follows in the same block: nothing but blanks between.
                if !self.item.get(end..next.start).is_some_and(|between| between.trim().is_empty()) {
                    continue;
                }
                end = next.end;
                found.push(first.start..end);
            }
        }
        found
    }

    /// With the piece as a statement of its own at each place that has room for one, or as an entry of each list.
    pub fn inserted(&self, piece: &str) -> Vec<String> {
        let piece = piece.trim();
        let mut made = Vec::new();
        for place in &self.places {
            let new = match place.kind {
                PlaceKind::Statement | PlaceKind::EndOfBlock => {
                    let Some(statement) = self.statement(piece) else { continue };
                    self.with(&(place.range.start..place.range.start), &format!("{statement}\n"))
                }
                PlaceKind::EndOfList if is_entry(piece) => {
                    let before = self.item[..place.range.start].trim_end();
                    let comma = if before.ends_with([',', '{', '(', '[']) { "" } else { ", " };
                    let entry = piece.trim_end_matches([',', ';', '.']);
                    self.with(&(before.len()..place.range.start), &format!("{comma}{entry},\n"))
                }
                _ => continue,
            };
            if !made.contains(&new) && self.stands(&new) {
                made.push(new);
            }
        }
        made
    }

    /// The piece as something that is done, not as a value.
    fn statement(&self, piece: &str) -> Option<String> {
        let row = texts(piece, true);
        let ended = piece.ends_with([';', '}']);
        let is_call = row.last() == Some(&")") && row.get(1).is_some_and(|t| ["(", ".", "->", "::"].contains(t));
        let acts =
            ended || row.contains(&"=") || row.iter().any(|t| t.len() == 2 && t.ends_with('=') && !"<=>=!===".contains(t)) || is_call;
        let acts = acts || ["return", "break", "continue"].contains(row.first()?);
        let text = if ended { piece.to_owned() } else { format!("{piece};") };
        (acts && row.len() > 1 && !self.syntax.snippet(&text).has_error).then_some(text)
    }

    /// Each place where the one stands with the other in its place, and all of them at once.
    pub fn exchanged(&self, old: &str, new: &str) -> Vec<String> {
        let mut made = Vec::new();
        for (old, new) in [(old.trim(), new.trim()), (without_end(old).0, without_end(new).0)] {
            let found = self.standing(old);
            let singles = found.iter().take(4).map(|range| self.with(range, new));
            let mut all = self.item.to_owned();
            found.iter().rev().for_each(|range| all.replace_range(range.clone(), new));
            for text in singles.chain([all]) {
                if text != self.item && !made.contains(&text) && self.stands(&text) {
                    made.push(text);
                }
            }
        }
        made
    }

    /// Where a row of tokens stands in the function.
    pub fn standing(&self, part: &str) -> Vec<Range<usize>> {
        let (all, row) = (tokens(self.item, true), texts(part, true));
        if row.is_empty() {
            return Vec::new();
        }
        let same = |w: &&[Token]| w.iter().map(|t| t.text).eq(row.iter().copied());
        let range = |w: &[Token]| w[0].at..w[w.len() - 1].at + w[w.len() - 1].text.len();
        all.windows(row.len()).filter(same).map(range).collect()
    }

    pub fn holds(&self, part: &str) -> bool {
        !self.standing(without_end(part).0).is_empty()
    }

    pub fn with(&self, range: &Range<usize>, text: &str) -> String {
        format!("{}{text}{}", &self.item[..range.start], &self.item[range.end..])
    }

    pub fn places(&self, kind: PlaceKind) -> impl Iterator<Item = &Range<usize>> {
        self.places.iter().filter(move |p| p.kind == kind).map(|p| &p.range)
    }

    /// It still reads as one function, with the name and the parameters that it had.
    pub fn stands(&self, item: &str) -> bool {
        match (self.syntax.heads(item).as_slice(), &self.head) {
            ([head], Some((name, params))) => head.name == *name && head.params == *params,
            (heads, _) => heads.len() == 1,
        }
    }
}

/// A text without what ends a line of code, and that end.
fn without_end(text: &str) -> (&str, &str) {
    let text = text.trim();
    let core = text.trim_end_matches(|c: char| c.is_whitespace() || ";,{".contains(c));
    // A closing brace may need the one that opens.
    if core.ends_with('}') && text.ends_with('{') || core.is_empty() { (text, "") } else { (core, &text[core.len()..]) }
}

/// An arm or a field with its value.
fn is_entry(piece: &str) -> bool {
    let row = texts(piece, true);
    row.contains(&"=>") || row.get(1) == Some(&":") || piece.starts_with("..")
}

/// A question and a step are no changes of each other.
fn unlike(a: &[&str], b: &[&str]) -> f64 {
    let asks = |row: &[&str]| row.iter().any(|t| ["<", ">", "<=", ">=", "==", "!="].contains(t));
    let does = |row: &[&str]| row.iter().any(|t| ["=", "+=", "-=", "*=", "return", "let"].contains(t));
    let apart = usize::from(asks(a) != asks(b)) + usize::from(does(a) != does(b));
    [0.0, 0.2, 0.4][apart]
}

/// The old function without what the new one has otherwise, and without the whole step that it stands in; none where nothing went or nothing came.
pub fn without_change(old: &str, new: &str) -> Vec<String> {
    let (a, b) = (tokens(old, true), tokens(new, true));
    let first = a.iter().zip(&b).take_while(|(x, y)| x.text == y.text).count();
    let most = a.len().min(b.len()) - first;
    let last = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(x, y)| x.text == y.text).count();
    let (gone, come) = (a.len() - first - last, b.len() - first - last);
    if gone == 0 || come == 0 || first == 0 || last == 0 {
        return Vec::new();
    }
    let end = a[first - 1].at + a[first - 1].text.len();
    let mut text = format!("{}\n{}", &old[..end], &old[a[a.len() - last].at..]);
    // A whole step may have gone but for its end.
    if text[end..].trim_start().starts_with(';') && old[..end].ends_with([';', '{', '}']) {
        text = format!("{}\n{}", &old[..end], text[end..].trim_start().trim_start_matches(';'));
    }
    let before = a[..first].iter().rposition(|t| matches!(t.text, ";" | "{" | "}")).map(|at| a[at].at + 1);
    let behind = a[first..].iter().find(|t| matches!(t.text, ";" | "{" | "}")).filter(|t| t.text == ";").map(|t| t.at + 1);
    let whole = before.zip(behind).map(|(from, to)| format!("{}\n{}", &old[..from], &old[to..]));
    std::iter::once(text).chain(whole).collect()
}

fn shares_a_word(a: &[&str], b: &[&str]) -> bool {
    let is_word = |t: &&str| t.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    a.iter().copied().filter(is_word).any(|t| b.contains(&t))
}

/// How much of two rows is the same, in the same order: 1 for all of it.
pub fn likeness(a: &[&str], b: &[&str]) -> f64 {
    if a.is_empty() || b.is_empty() || a.len() > 200 || b.len() > 200 {
        return 0.0;
    }
    let mut last = vec![0usize; b.len() + 1];
    for x in a {
        let mut row = vec![0usize; b.len() + 1];
        for (j, y) in b.iter().enumerate() {
            row[j + 1] = if x == y { last[j] + 1 } else { row[j].max(last[j + 1]) };
        }
        last = row;
    }
    #[allow(clippy::cast_precision_loss)]
    let alike = 2.0 * last[b.len()] as f64 / (a.len() + b.len()) as f64;
    alike
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    const RUST: &str =
        "fn f(days: u32) -> u32 {\n    let total = START;\n    for day in 1..days {\n        total += day;\n    }\n    total\n}";
    const C: &str = "int f(const int *a, int n)\n{\n    int sum = 0;\n    for (int i = 0; i <= n; i++) {\n        if (a == n) {\n            sum++;\n        }\n    }\n    return sum;\n}";

    fn syntax(name: &str) -> &'static dyn Syntax {
        language::by_name(name).expect("a language").syntax().expect("a syntax")
    }

    #[test]
    fn a_corrected_part_finds_the_part_that_it_corrects() {
        let own = Own::new(RUST, syntax("rust"));
        for (piece, line) in [
            ("for day in 1..=days {", "for day in 1..=days {"),
            ("1..=days", "for day in 1..=days {"),
            ("let mut total = START;", "let mut total = START;"),
        ] {
            let made = own.replaced(piece, 2);
            assert!(made.iter().any(|m| m.contains(line)), "{piece}\n{made:#?}");
        }
        let own = Own::new(C, syntax("c"));
        assert!(own.replaced("if (*a == n) {", 3).iter().any(|m| m.contains("        if (*a == n) {\n            sum++;")));
        assert!(own.replaced("i < n", 3).iter().any(|m| m.contains("for (int i = 0; i < n; i++)")));
    }

    #[test]
    fn a_statement_is_tried_between_all_others_and_a_value_is_not() {
        let own = Own::new(C, syntax("c"));
        assert_eq!(own.inserted("if (n == 0) return 0;").len(), 8);
        assert!(own.inserted("n == 0").is_empty());
        assert!(own.inserted("sum").is_empty());
    }

    #[test]
    fn a_change_can_be_left_out() {
        let old = "int f(int n)\n{\n    n = g(n);\n    return n;\n}";
        let emptied = "int f(int n)\n{\n\n    return n;\n}";
        assert_eq!(without_change(old, &old.replace("n = g(n)", "'x'"))[0], emptied);
        let rewritten = without_change(old, &old.replace("n = g(n)", "k(n, g(n))"));
        assert!(rewritten.iter().any(|less| tokens(less, true).len() == tokens(emptied, true).len()), "{rewritten:?}");
        assert!(without_change(old, &old.replace("g(n)", "g(*n)")).is_empty());
    }

    #[test]
    fn one_half_of_a_pair_takes_the_place_of_the_other() {
        let own = Own::new(C, syntax("c"));
        let made = own.exchanged("<=", "<");
        assert_eq!(made.len(), 1);
        assert!(made[0].contains("i < n"));
        assert!(own.exchanged(">=", "<").is_empty());
    }
}
