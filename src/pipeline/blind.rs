//! A solution that was written from the starter alone, and what it means when a test refuses it: a slip of the solver, a contract that says something
//! else than the test, or one that leaves it open. Owns how answers are compared and how an answer is carried to a starter that was changed; it makes no
//! call.

use std::collections::{BTreeMap, BTreeSet};

use crate::exercise::TextFile;
use crate::language::Language;
use crate::proof;
use crate::stage::reply::{Solution, Unclear, Version};
use crate::syntax::{self, Head, Syntax};

/// An accepted solution, and the starter that it was written for.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    /// With the paths of the workspace.
    pub files: Vec<TextFile>,
    pub starter: Vec<TextFile>,
    pub alternatives: Vec<Version>,
    pub wrong: Vec<Version>,
    /// Not told to anybody yet.
    pub unclear: Vec<Unclear>,
    /// Counts the answers, from 1.
    pub number: u32,
}

impl Answer {
    pub fn new(solution: Solution, files: Vec<TextFile>, starter: Vec<TextFile>) -> Answer {
        let Solution { alternatives, wrong, unclear, .. } = solution;
        Answer { files, starter, alternatives, wrong, unclear, number: 1 }
    }

    /// This answer after an earlier one, of which it keeps versions for functions that it sends none for, where their contract is as it was.
    pub fn after(mut self, earlier: Answer, language: &Language) -> Answer {
        self.number = earlier.number + 1;
        let changed = changed_stubs(&earlier.starter, &self.starter, language);
        for (own, old) in [(&mut self.alternatives, earlier.alternatives), (&mut self.wrong, earlier.wrong)] {
            let kept = old.into_iter().filter(|v| !changed.contains(&v.stub) && !own.iter().any(|o| o.stub == v.stub));
            own.extend(kept.collect::<Vec<_>>());
        }
        self
    }

    pub fn versions(&self) -> Vec<proof::StubVersion> {
        let version =
            |v: &Version, is_right| proof::StubVersion { stub: v.stub.clone(), code: v.code.clone(), why: v.why.clone(), is_right };
        let right = self.alternatives.iter().map(|v| version(v, true));
        right.chain(self.wrong.iter().map(|v| version(v, false))).collect()
    }

    /// The answer for the starter as it is now: its own files where that is unchanged, else the new starter with what was written for the old one. Functions
    /// that are `open` keep the mark of the starter.
    pub fn carried(&self, starter: &[TextFile], open: &[String], language: &Language) -> Vec<TextFile> {
        if open.is_empty() && starter == self.starter {
            return self.files.clone();
        }
        let Some(syntax) = language.syntax() else { return self.files.clone() };
        let has_stub = |f: &&TextFile| syntax.heads(&f.content).iter().any(|h| h.mark.is_some());
        let written = |f: &TextFile| self.files.iter().find(|w| w.path == f.path).map(|w| w.content.as_str()).unwrap_or_default();
        let carried = |f: &TextFile| TextFile { path: f.path.clone(), content: filled(syntax, &f.content, written(f), open) };
        starter.iter().filter(has_stub).map(carried).collect()
    }
}

/// A file of the starter with the bodies that stand in `written`, and the helpers and imports that these need.
fn filled(syntax: &dyn Syntax, starter: &str, written: &str, open: &[String]) -> String {
    let (stubs, answers) = (syntax.heads(starter), syntax.heads(written));
    let same = |a: &Head, b: &Head| a.name == b.name && a.owner == b.owner;
    let mut text = starter.to_owned();
    for stub in stubs.iter().rev().filter(|s| s.mark.is_some() && !open.contains(&s.name)) {
        if let Some(answer) = answers.iter().find(|a| same(a, stub)) {
            text.replace_range(stub.item.clone(), &written[answer.item.clone()]);
        }
    }
    let helper = |a: &Head| match &a.owner {
        Some(owner) => format!("impl {owner} {{\n    {}\n}}", &written[a.item.clone()]),
        None => written[a.item.clone()].to_owned(),
    };
    let new = answers.iter().filter(|a| !a.of_trait && !stubs.iter().any(|s| same(a, s)));
    let mut parts = syntax.split_head(written).head;
    parts.extend(new.map(helper));
    // In C a helper comes before its use.
    if parts.is_empty() { text } else { syntax::merge(syntax, &[&parts.join("\n\n"), &text]) }
}

/// The functions of the new starter that promise something else than they did, or have another signature.
pub(super) fn changed_stubs(before: &[TextFile], now: &[TextFile], language: &Language) -> Vec<String> {
    let (before, now) = (contracts(before, language), contracts(now, language));
    now.into_iter().filter(|(stub, contract)| before.get(stub) != Some(contract)).map(|(stub, _)| stub).collect()
}

/// The signature of each stub and what stands above it, there and at its prototype. Labels orient the learner and promise nothing.
pub(super) fn contracts(starter: &[TextFile], language: &Language) -> BTreeMap<String, String> {
    const LABELS: [&str; 5] = ["First principle:", "Lesson:", "Test:", "Tests:", "Start here"];
    let Some(syntax) = language.syntax() else { return BTreeMap::new() };
    let outlines: Vec<_> = starter.iter().map(|f| (f, syntax.outline(&f.content).functions)).collect();
    let stubs: BTreeSet<&str> =
        outlines.iter().flat_map(|(_, functions)| functions).filter(|f| f.unwritten.is_some()).map(|f| f.name.as_str()).collect();
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for (file, function) in outlines.iter().flat_map(|(file, functions)| functions.iter().map(move |f| (file, f))) {
        if !stubs.contains(function.name.as_str()) {
            continue;
        }
        let start: usize = line_start(&file.content, *function.lines.start());
        let end = function.body.as_ref().map_or_else(|| line_start(&file.content, function.lines.end() + 1), |body| body.start);
        let is_label = |line: &&str| {
            let said = line.trim_start_matches(|c: char| !c.is_alphanumeric());
            LABELS.iter().any(|label| said.starts_with(label))
        };
        let lines = file.content.get(start..end).unwrap_or_default().lines().filter(|line| !is_label(line));
        let text: String = lines.flat_map(|line| [line.trim(), "\n"]).collect();
        found.entry(function.name.clone()).or_default().push_str(text.trim());
    }
    found
}

fn line_start(text: &str, number: u32) -> usize {
    text.split_inclusive('\n').take(number.saturating_sub(1) as usize).map(str::len).sum()
}

/// A test refused an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub test: String,
    pub stub: String,
    /// What the test said.
    pub message: String,
    /// The text of the test, and the contract that it is about: with another of either it is another question.
    pub asked: (String, String),
    /// Which answer it was.
    pub answer: u32,
}

/// What the answers to one contract show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reading {
    /// One answer may be a slip: somebody else is asked.
    AskAgain,
    /// Two gave the same, and the test wants something else.
    Contradiction,
    /// The other gave something else: the contract leaves it open.
    Open { other: String },
}

/// The refusals so far, and the functions whose contract was made clearer because of them.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    seen: Vec<Refusal>,
    pub clarified: BTreeSet<String>,
}

impl Refusals {
    pub fn note(&mut self, refusal: Refusal) {
        if !self.seen.contains(&refusal) {
            self.seen.push(refusal);
        }
    }

    /// What this refusal means beside those of other answers to the same question.
    pub fn read(&self, refusal: &Refusal) -> Reading {
        let same = |r: &&Refusal| r.test == refusal.test && r.asked == refusal.asked && r.answer != refusal.answer;
        let others: Vec<&Refusal> = self.seen.iter().filter(same).collect();
        let Some(other) = others.last() else { return Reading::AskAgain };
        if others.iter().any(|o| normalised(&o.message) == normalised(&refusal.message)) {
            return Reading::Contradiction;
        }
        Reading::Open { other: other.message.clone() }
    }
}

/// A message without what differs from run to run: addresses, folders, line numbers, process ids. Values stay.
pub(super) fn normalised(message: &str) -> String {
    message.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

fn word(word: &str) -> String {
    if word.len() > 4 && word.starts_with("==") && word.ends_with("==") {
        return "==".to_owned();
    }
    let place = word.trim_end_matches(':');
    let file = place.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':');
    let is_file =
        file.rsplit_once('.').is_some_and(|(_, end)| !end.is_empty() && end.len() <= 3 && end.chars().all(|c| c.is_ascii_alphabetic()));
    let is_path = word.starts_with('/') && word[1..].contains('/');
    if is_file && (file.len() < place.len() || file.contains('/')) || is_path {
        let path = if is_file { file } else { place };
        return path.rsplit('/').next().unwrap_or_default().to_owned();
    }
    match word.split_once("0x") {
        // What a program counts or masks is shorter than an address.
        Some((before, rest)) if rest.chars().take_while(char::is_ascii_hexdigit).count() > 8 => {
            format!("{before}0x{}", rest.trim_start_matches(|c: char| c.is_ascii_hexdigit()))
        }
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    fn file(path: &str, content: &str) -> TextFile {
        TextFile { path: path.to_owned(), content: content.to_owned() }
    }

    #[test]
    fn values_are_told_apart_and_places_are_not() {
        let said = |left: u32, line: u32, address: &str| {
            format!("tests/a.rs:{line}:5: assertion failed\n  left: {left}\n right: 751 at {address} in /tmp/x{line}/src/lib.rs:7")
        };
        assert_eq!(normalised(&said(750, 12, "0x7ffd12345678")), normalised(&said(750, 30, "0x7ffdabcdef01")));
        assert_ne!(normalised(&said(750, 12, "0x7ffd12345678")), normalised(&said(749, 12, "0x7ffd12345678")));
        assert_eq!(normalised("==123== ERROR: leak"), normalised("==98765== ERROR: leak"));
        for value in ["12:30", "0xff", "1.5", "\"a/b.rs\"", "a/b", "ex-1:"] {
            assert_eq!(normalised(value), value);
        }
    }

    #[test]
    fn two_answers_to_one_question_agree_or_differ() {
        let refusal = |answer: u32, message: &str, contract: &str| Refusal {
            test: "test_a_b".to_owned(),
            stub: "a".to_owned(),
            message: message.to_owned(),
            asked: ("fn test_a_b".to_owned(), contract.to_owned()),
            answer,
        };
        let mut seen = Refusals::default();
        let first = refusal(1, "tests/a.rs:3: left: 4", "one");
        seen.note(first.clone());
        seen.note(first.clone());
        assert_eq!(seen.read(&first), Reading::AskAgain, "the same answer run again is no second one");
        let same = refusal(2, "tests/a.rs:9: left: 4", "one");
        assert_eq!(seen.read(&same), Reading::Contradiction);
        let other = refusal(2, "tests/a.rs:3: left: 5", "one");
        assert_eq!(seen.read(&other), Reading::Open { other: first.message.clone() });
        assert_eq!(seen.read(&refusal(2, "tests/a.rs:3: left: 4", "another contract")), Reading::AskAgain);
    }

    const STARTER: &str = "use std::fmt;\n\npub const FEE: u32 = 9;\n\n// ex-1: one.\n// Start here: now.\npub fn one() -> u32 {\n    todo!(\"ex-1\")\n}\n\n// ex-2: two.\npub fn two() -> u32 {\n    todo!(\"ex-2\")\n}\n";
    const WRITTEN: &str = "use std::cmp::max;\n\npub const FEE: u32 = 9;\n\npub fn one() -> u32 {\n    helper()\n}\n\nfn helper() -> u32 {\n    max(1, 0)\n}\n\npub fn two() -> u32 {\n    one() + FEE\n}\n";

    fn answer(starter: &str, written: &str) -> Answer {
        let solution = serde_json::json!({ "schema_version": "solution_v1", "role": "solution", "files": [] });
        let solution: Solution = serde_json::from_value(solution).expect("a solution");
        Answer::new(solution, vec![file("src/lib.rs", written)], vec![file("src/lib.rs", starter)])
    }

    #[test]
    fn an_answer_is_carried_to_a_starter_that_was_changed() {
        let rust = language::by_name("rust").expect("a language");
        let answer = answer(STARTER, WRITTEN);
        assert_eq!(answer.carried(&answer.starter, &[], rust)[0].content, WRITTEN, "as it came where nothing was changed");
        let now = [file("src/lib.rs", &STARTER.replace("FEE: u32 = 9", "FEE: u32 = 10"))];
        let carried = answer.carried(&now, &["two".to_owned()], rust).remove(0).content;
        for part in
            ["FEE: u32 = 10", "use std::cmp::max;", "use std::fmt;", "fn helper()", "    helper()\n", "todo!(\"ex-2\")", "// ex-1: one."]
        {
            assert!(carried.contains(part), "{part}: {carried}");
        }
        assert!(!carried.contains("todo!(\"ex-1\")") && !carried.contains("one() + FEE"), "{carried}");
    }

    #[test]
    fn only_what_a_contract_promises_makes_it_another() {
        let rust = language::by_name("rust").expect("a language");
        let before = [file("src/lib.rs", STARTER)];
        let changed = |from: &str, to: &str| changed_stubs(&before, &[file("src/lib.rs", &STARTER.replace(from, to))], rust);
        assert_eq!(changed("Start here: now.", "Start here: write one line."), [] as [&str; 0]);
        assert_eq!(changed("// ex-1: one.", "// ex-1: one, or none."), ["one"]);
        assert_eq!(changed("fn two() -> u32", "fn two() -> u64"), ["two"]);
        let c = language::by_name("c").expect("a language");
        let header = "/* ex-1: one. */\nint one(void);\n";
        let body = "#include \"a.h\"\n/* ex-1 */\nint one(void)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n";
        let files = |header: &str| [file("src/a.h", header), file("src/a.c", body)];
        assert_eq!(changed_stubs(&files(header), &files("/* ex-1: one or two. */\nint one(void);\n"), c), ["one"], "the prototype counts");
        assert_eq!(changed_stubs(&files(header), &files(header), c), [] as [&str; 0]);
    }
}
