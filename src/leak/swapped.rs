//! What a text puts in the place of what: "`offset` where it says minute", "the second parameter in the place of `week_end`", "say alignment wherever it says 20". Reads
//! pairs, with parameters by their places and names without marks; whether there is an example that has them, and what comes of it, others find out.

/// A thing of a sentence: code, or a word between.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Item {
    Code(String),
    Word(String),
}

const PLACES: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
const PARAMETERS: [&str; 4] = ["parameter", "argument", "parameters", "arguments"];
/// Rows of words with something new before them and something old behind.
const FOR: [&[&str]; 6] =
    [&["in", "the", "place", "of"], &["in", "place", "of"], &["instead", "of"], &["rather", "than"], &["replaces"], &["replacing"]];
const WHERE: [&str; 4] = ["where", "wherever", "everywhere", "whenever"];
const SAYS: [&str; 12] = ["says", "say", "said", "reads", "has", "had", "writes", "wrote", "stands", "stood", "is", "uses"];
const WRITES: [&str; 10] = ["write", "put", "take", "use", "say", "read", "type", "set", "have", "goes"];
/// What may stand before what is meant.
const LITTLE: [&str; 12] = ["the", "a", "an", "its", "each", "every", "their", "your", "number", "name", "word", "now"];
/// So far away the new one stands from the words that put it there.
const NEAR: usize = 5;

/// Pairs of old and new; `params` are those of the stub.
pub fn pairs(sentence: &str, params: &[String], is_name: &dyn Fn(&str) -> bool) -> Vec<[String; 2]> {
    let items = joined(placed(items(sentence, params, is_name), params));
    let mut found = Vec::new();
    for at in 0..items.len() {
        if let Some((from, end)) = conjunction(&items, at)
            && let Some((old, behind)) = meant(&items, from)
        {
            let before = items[..at].iter().rev().take(NEAR).find_map(code);
            let after = || {
                let rest = &items[behind.max(end)..];
                let writes = rest.iter().take(NEAR).position(|i| matches!(i, Item::Word(w) if WRITES.contains(&w.as_str())))?;
                rest[writes..].iter().take(NEAR).find_map(code)
            };
            // At the head of a sentence, what is written comes behind it.
            let new = before.or_else(after);
            found.extend(new.filter(|new| **new != old).map(|new| [old.clone(), new.clone()]));
        }
        // "With `size_t` for `int`": nothing else between them.
        if let [Item::Code(new), Item::Word(word), Item::Code(old), ..] = &items[at..]
            && word == "for"
        {
            found.push([old.clone(), new.clone()]);
        }
    }
    found.dedup();
    found
}

fn code(item: &Item) -> Option<&String> {
    if let Item::Code(code) = item { Some(code) } else { None }
}

/// Words that put something in a place begin here: where the old one is looked for, and where they end at least.
fn conjunction(items: &[Item], at: usize) -> Option<(usize, usize)> {
    let is = |at: usize, word: &str| matches!(items.get(at), Some(Item::Word(w)) if w == word);
    if let Some(row) = FOR.iter().find(|row| row.iter().enumerate().all(|(n, word)| is(at + n, word))) {
        return Some((at + row.len(), at + row.len()));
    }
    if !WHERE.iter().any(|w| is(at, w)) {
        return None;
    }
    let says = (at + 1..items.len().min(at + 1 + NEAR)).find(|n| SAYS.iter().any(|w| is(*n, w)))?;
    // "Where `minute` stands" has it before, "where `next_bus` says 20" behind.
    let stands = ["stands", "stood", "is"].iter().any(|w| is(says, w));
    Some(if stands { (at + 1, says + 1) } else { (says + 1, says + 1) })
}

/// What is meant at a place, and where it ends.
fn meant(items: &[Item], from: usize) -> Option<(String, usize)> {
    let at = (from..items.len()).find(|n| !matches!(&items[*n], Item::Word(w) if LITTLE.contains(&w.as_str())))?;
    let (Item::Code(text) | Item::Word(text)) = &items[at];
    Some((text.clone(), at + 1))
}

/// Code between marks, numbers, parameters and names that no sentence has by itself; all else are words.
fn items(sentence: &str, params: &[String], is_name: &dyn Fn(&str) -> bool) -> Vec<Item> {
    let mut found = Vec::new();
    for (at, part) in sentence.split('`').enumerate() {
        if at % 2 == 1 {
            found.push(Item::Code(part.trim().to_owned()));
            continue;
        }
        let words = part.split(|c: char| c.is_whitespace() || c == '-').map(|w| w.trim_matches(|c: char| !c.is_alphanumeric() && c != '_'));
        for word in words.filter(|w| !w.is_empty()) {
            let is_number = word.bytes().all(|b| b.is_ascii_digit() || b == b'_');
            let is_code = is_number || params.iter().any(|p| p == word) || is_name(word) && word.contains('_');
            found.push(if is_code { Item::Code(word.to_owned()) } else { Item::Word(word.to_lowercase()) });
        }
    }
    found
}

/// "The second parameter" by its name, and "the first" where parameters are spoken of.
fn placed(items: Vec<Item>, params: &[String]) -> Vec<Item> {
    let speaks = items.iter().any(|i| matches!(i, Item::Word(w) if PARAMETERS.contains(&w.as_str())));
    let named = |item: &Item| {
        let Item::Word(word) = item else { return None };
        let at = if word == "last" { params.len().checked_sub(1) } else { PLACES.iter().position(|p| p == word) };
        at.and_then(|at| params.get(at)).filter(|_| speaks).map(|name| Item::Code(name.clone()))
    };
    let is_noun = |item: &Item| matches!(item, Item::Word(w) if PARAMETERS.contains(&w.as_str()));
    let mut found: Vec<Item> = Vec::new();
    for item in items {
        if is_noun(&item) && matches!(found.last(), Some(Item::Code(_))) {
            continue;
        }
        let only = (is_noun(&item) && params.len() == 1).then(|| Item::Code(params[0].clone()));
        found.push(named(&item).or(only).unwrap_or(item));
    }
    found
}

/// "Alignment minus one" is one thing, and so is "one less than alignment".
fn joined(items: Vec<Item>) -> Vec<Item> {
    let value = |item: &Item| match item {
        Item::Code(code) => Some(code.clone()),
        Item::Word(word) if word == "one" => Some("1".to_owned()),
        Item::Word(_) => None,
    };
    let sign = |word: &str| match word {
        "minus" | "less" => Some('-'),
        "plus" | "more" => Some('+'),
        "times" => Some('*'),
        _ => None,
    };
    let mut found: Vec<Item> = Vec::new();
    let mut at = 0;
    while at < items.len() {
        let (made, took) = match &items[at..] {
            [Item::Code(left), Item::Word(word), right, ..] if sign(word).is_some() && value(right).is_some() => {
                (Item::Code(format!("{left} {} {}", sign(word).unwrap_or('-'), value(right).unwrap_or_default())), 3)
            }
            [one, Item::Word(word), Item::Word(than), Item::Code(of), ..]
                if than == "than" && sign(word).is_some() && value(one).is_some() =>
            {
                (Item::Code(format!("{of} {} {}", sign(word).unwrap_or('-'), value(one).unwrap_or_default())), 4)
            }
            [first, ..] => (first.clone(), 1),
            [] => break,
        };
        found.push(made);
        at += took;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::pairs;

    fn read(sentence: &str) -> Vec<String> {
        let params = ["offset".to_owned(), "alignment".to_owned()];
        pairs(sentence, &params, &|word| word == "SEAT_FREE").iter().map(|[old, new]| format!("{old}>{new}")).collect()
    }

    #[test]
    fn what_is_put_in_the_place_of_what_is_read_in_any_wording() {
        let said = "Say alignment wherever `next_bus` says 20, say alignment minus one where it says 19, and offset where it says minute.";
        assert_eq!(read(said), ["20>alignment", "19>alignment - 1", "minute>offset"]);
        assert_eq!(
            read("Give it back, with the second parameter in the place of `week_end` and the first in the place of `today`."),
            ["week_end>alignment", "today>offset"]
        );
        assert_eq!(read("Instead of 20 write alignment."), ["20>alignment"]);
        assert_eq!(read("Where it says `20`, put one less than `alignment`."), ["20>alignment - 1"]);
        assert_eq!(read("Where `minute` stands, write offset."), ["minute>offset"]);
        assert_eq!(read("The same lines, with `size_t` for `int`."), ["int>size_t"]);
    }

    #[test]
    fn who_only_speaks_of_a_place_puts_nothing_there() {
        assert!(read("Look where the bus leaves, and count the minutes from there.").is_empty());
        assert!(read("What would stand in the place of the 20?").is_empty());
    }
}
