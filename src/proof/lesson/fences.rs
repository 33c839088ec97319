//! The code fences of a lesson: what they say they are, what is in them, where they stand. Reads Markdown as far as that needs and nothing else of it.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::proof) struct Fence {
    /// Of the opening line, counted from 1.
    pub line: u32,
    /// `rust worked` and `rust,worked` alike.
    pub words: Vec<String>,
    pub content: String,
    /// A fence with output right after it: what it is said to print, or what the compiler is said to say.
    pub prints: Option<String>,
}

/// What a fence promises.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::proof) enum Promise {
    /// It compiles and runs.
    Works,
    /// It does not compile, for this reason where one is given.
    DoesNotCompile(Option<String>),
}

impl Fence {
    /// Code of the language that a reader could copy: what is said not to compile is no such thing.
    pub fn shows_code(&self, language: &str) -> bool {
        let of_language = self.words.first().is_some_and(|first| first.eq_ignore_ascii_case(language));
        of_language && !matches!(self.promise(language), Some(Promise::DoesNotCompile(_)))
    }

    /// None for other languages and for fragments, which promise nothing.
    pub fn promise(&self, language: &str) -> Option<Promise> {
        let (first, rest) = self.words.split_first()?;
        if !first.eq_ignore_ascii_case(language) {
            return None;
        }
        if let Some(at) = rest.iter().position(|w| w == "compile_fail") {
            return Some(Promise::DoesNotCompile(rest.get(at + 1).cloned()));
        }
        rest.iter().any(|w| w == "worked").then_some(Promise::Works)
    }
}

pub(in crate::proof) fn fences(markdown: &str) -> Vec<Fence> {
    let mut found: Vec<Fence> = Vec::new();
    let mut lines = (1..).zip(markdown.lines()).peekable();
    // What came since the last fence; nothing before the first.
    let mut since: Option<String> = None;
    while let Some((number, line)) = lines.next() {
        let Some(open) = Opening::read(line) else {
            if let Some(since) = &mut since {
                since.push_str(line.trim());
                since.push(' ');
            }
            continue;
        };
        let mut content = String::new();
        for (_, inner) in lines.by_ref() {
            if open.closed_by(inner) {
                break;
            }
            content.push_str(inner.strip_prefix(&open.indent).unwrap_or(inner.trim_start()));
            content.push('\n');
        }
        let words: Vec<String> =
            open.info.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).map(str::to_owned).collect();
        let shows_output = words.first().is_none_or(|w| OUTPUT.contains(&w.as_str()));
        if let (true, Some(between), Some(before)) = (shows_output, since.as_deref(), found.last_mut())
            && announces(between)
        {
            before.prints = Some(content.clone());
        }
        since = Some(String::new());
        found.push(Fence { line: number, words, content, prints: None });
    }
    found
}

/// What a fence with the output of a program calls itself, if it says anything.
const OUTPUT: [&str; 4] = ["text", "output", "console", "stdout"];

/// Nothing, or one short line that ends in a colon.
fn announces(between: &str) -> bool {
    let between = between.trim();
    between.is_empty() || (between.split_whitespace().count() <= 6 && between.ends_with(':'))
}

struct Opening {
    indent: String,
    mark: char,
    length: usize,
    info: String,
}

impl Opening {
    fn read(line: &str) -> Option<Opening> {
        let text = line.trim_start();
        let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let info = text.trim_start_matches(mark);
        let length = text.len() - info.len();
        // Backticks behind the fence make it a piece of code in a sentence.
        let is_fence = length >= 3 && !(mark == '`' && info.contains('`'));
        is_fence.then(|| Opening { indent: line[..line.len() - text.len()].to_owned(), mark, length, info: info.trim().to_owned() })
    }

    fn closed_by(&self, line: &str) -> bool {
        let text = line.trim();
        text.len() >= self.length && text.chars().all(|c| c == self.mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_say_what_they_are_and_what_they_print() {
        let text = "Words with ```inline``` code.\n\n```rust worked\nfn main() {}\n```\n\n```text\n54\n```\n\n\
                    1. A list:\n   ~~~rust,compile_fail,E0382\n   let a = 1;\n     b\n   ~~~\n\nMore.\n\n```text\nnot of the one above\n```\n\n\
                    ````c\n```\n````\n\n```rust worked\nnever closed\n";
        let found = fences(text);
        let seen: Vec<(u32, String)> = found.iter().map(|f| (f.line, f.words.join(" "))).collect();
        let expected = [(3, "rust worked"), (7, "text"), (12, "rust compile_fail E0382"), (19, "text"), (23, "c"), (27, "rust worked")];
        assert_eq!(seen, expected.map(|(line, words)| (line, words.to_owned())));
        assert_eq!(found[0].promise("rust"), Some(Promise::Works));
        assert_eq!(found[0].prints.as_deref(), Some("54\n"));
        assert_eq!(found[2].promise("rust"), Some(Promise::DoesNotCompile(Some("E0382".to_owned()))));
        assert_eq!(found[2].content, "let a = 1;\n  b\n");
        assert_eq!(found[2].prints, None, "words stand between");
        assert_eq!(found[4].content, "```\n");
        assert_eq!(found[4].promise("c"), None, "a fragment promises nothing");
        assert_eq!(found[5].promise("c"), None, "another language");
    }

    #[test]
    fn a_few_words_may_announce_what_is_printed() {
        let shown = |between: &str, info: &str| fences(&format!("```c worked\nx\n```\n{between}\n```{info}\n54\n```\n"))[0].prints.clone();
        for (between, info) in [("", "text"), ("", "output"), ("", ""), ("It prints:\n", "text"), ("The output:", "console")] {
            assert_eq!(shown(between, info).as_deref(), Some("54\n"), "{between} {info}");
        }
        assert_eq!(shown("With 7 in the place of 6 it prints:", "text"), None, "a sentence of its own");
        assert_eq!(shown("", "c"), None);
    }
}
