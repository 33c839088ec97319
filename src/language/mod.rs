//! The languages etude teaches, read from `assets/languages/<name>/language.toml`. Adding one takes data, an output parser and a syntax reader; no
//! other module names a language.

mod template;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::assets;
use crate::syntax::{self, Syntax};

pub use template::{Values, fill};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    pub name: String,
    pub title: String,
    pub order: u32,
    syntax: String,
    pub parser: String,
    /// What the learner is told is running.
    pub test_command: String,
    /// Runs some `{{tests}}` alone, in the workspace: beginnings of names, with a space between them.
    #[serde(default)]
    pub run_alone: Option<String>,
    pub fence: String,
    pub comment: Comment,
    pub layout: Layout,
    #[serde(rename = "probe")]
    pub probes: Vec<Probe>,
    pub build: Step,
    pub test: Step,
    pub once: OneShot,
    pub proof: Proof,
    #[serde(default)]
    pub checkers: Option<Checkers>,
    #[serde(rename = "file")]
    pub files: Vec<ProjectFile>,
}

/// What makes lines of text a comment of the language.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    #[serde(default)]
    open: Option<String>,
    line: String,
    #[serde(default)]
    close: Option<String>,
}

impl Comment {
    /// These lines as one comment, each behind `indent`. Whatever they hold, it stays a comment.
    pub fn block(&self, lines: &[String], indent: &str) -> String {
        let marks: Vec<&str> = [&self.open, &self.close].into_iter().flatten().map(|m| m.trim()).collect();
        let harmless = |text: &str| {
            let plain = crate::text::clean(text).replace('\n', " ");
            marks.iter().fold(plain, |text, mark| text.replace(mark, &mark.chars().map(|c| format!("{c} ")).collect::<String>()))
        };
        let body = lines.iter().map(|line| format!("{} {}", self.line, harmless(line)));
        let all = self.open.iter().cloned().chain(body).chain(self.close.iter().cloned());
        all.map(|line| format!("{}\n", format!("{indent}{line}").trim_end())).collect()
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    pub src: String,
    pub tests: String,
    pub build_dir: String,
    /// What the toolchain puts directly into `build_dir`, by name.
    pub build_made: Vec<String>,
    pub extensions: Vec<String>,
    pub reserved: Vec<String>,
    /// How deep below `src` or `tests` a file may lie.
    pub depth: usize,
    /// File names become names in the code.
    pub names_are_identifiers: bool,
    /// A file in `src` that has to name all others, and the line that does it.
    pub root: Option<String>,
    pub root_line: Option<String>,
}

/// A program this language cannot do without.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    pub program: String,
    pub args: Vec<String>,
    pub why: String,
    pub install: String,
    /// What it accepts depends on its version.
    #[serde(default)]
    pub decides: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub command: Vec<String>,
    /// Where to run it, if not in the workspace.
    #[serde(default)]
    pub dir: Option<String>,
    /// How much data a process may have; 0 for no limit of ours.
    pub memory_mib: u64,
    pub env: BTreeMap<String, String>,
}

/// What a build adds by itself where the machine has it, such as sanitizers, and how to learn which it was.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkers {
    pub wanted: Vec<String>,
    /// A file of the workspace in which the build notes them: behind these words, with commas between.
    pub noted_in: String,
    pub noted_after: String,
    /// The least that can be built, by path.
    pub example: BTreeMap<String, String>,
    pub install: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneShot {
    pub env: BTreeMap<String, String>,
    #[serde(default)]
    pub linker: Option<Linker>,
    /// What was built in one folder holds in a copy of it.
    #[serde(default)]
    pub can_be_carried: bool,
}

/// How a proof tries many variants of the learner's files in little time, and single programs. A word `{{tests}}` stands for as many words as there
/// are tests to run.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Builds one variant in a folder where another one was built.
    #[serde(default)]
    pub build: Option<Step>,
    /// Builds many variants as modules of one program.
    #[serde(default)]
    pub batch: Option<Batch>,
    pub test: Step,
    /// The tests at the same time, where the language's own command runs them so.
    #[serde(default)]
    pub at_once: Option<Step>,
    /// Many variants one after the other behind the same walls. A word `{{asks}}` stands for as many words as are asked, each with a number, a variant and tests.
    #[serde(default)]
    pub many: Option<Step>,
    /// The tests, and once more in the same place: what they leave behind is still there then.
    #[serde(default)]
    pub twice: Option<Step>,
    /// What passes that way is asked once more with these settings.
    #[serde(default)]
    pub thorough: Option<Thorough>,
    #[serde(default)]
    pub reached: Option<Reached>,
    /// The tests beside a program that takes all the time it gets.
    #[serde(default)]
    pub busy: Option<Step>,
    /// Names in capitals that every program of the language may use without being told of them.
    #[serde(default)]
    pub plain_names: Vec<String>,
    pub example: Example,
}

/// Other assertions, such as those that cannot hold, to see which are reached.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// The file that all tests read and that the text goes behind; where there is none, it goes before every file of tests.
    #[serde(default)]
    pub file: Option<String>,
    pub text: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The folder and the root file that names the variants.
    pub dir: String,
    pub root: String,
    /// What tests call the learner's code.
    pub library: String,
    pub build: Step,
    /// Prints the full names of all tests.
    pub list: Step,
    /// What stands behind a name in the list.
    pub listed: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thorough {
    pub env: BTreeMap<String, String>,
}

/// A faster linker: how the build is told of it where the machine has it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Linker {
    pub program: String,
    pub env: BTreeMap<String, String>,
}

/// A program of one file, such as a lesson shows.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub file: String,
    pub build: Step,
    pub run: Step,
    /// Compiles and makes no program.
    pub check: Step,
    /// What the build adds for those of `{{checkers}}` that work here: the word of that name.
    #[serde(default)]
    pub checkers: Vec<String>,
    /// How the compiler begins an error with a `{{code}}`.
    #[serde(default)]
    pub error: Option<String>,
    #[serde(default)]
    pub without: Option<Without>,
}

/// What a run says where a check that it makes is not allowed, and what switches that check off.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Without {
    pub said: String,
    pub env: BTreeMap<String, String>,
}

/// A file etude writes into a workspace beside the exercise's own.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectFile {
    pub path: String,
    pub template: String,
    /// A change keeps an attempt from passing.
    pub judges: bool,
    /// Put back before a run when it is gone: the build needs it and may not write it itself.
    #[serde(default)]
    pub restored: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("etude does not know the language \"{asked}\"; it teaches {known}")]
pub struct UnknownLanguage {
    pub asked: String,
    pub known: String,
}

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let mut all: Vec<Language> = assets::folders("languages")
        .into_iter()
        .filter_map(|name| assets::text(&format!("languages/{name}/language.toml")))
        // The embedded data is checked by a test, so a broken file cannot ship.
        .filter_map(|text| toml::from_str(text).ok())
        .collect();
    all.sort_by_key(|l: &Language| l.order);
    all
});

/// All languages, in the order they are offered.
pub fn all() -> &'static [Language] {
    &LANGUAGES
}

pub fn by_name(name: &str) -> Result<&'static Language, UnknownLanguage> {
    let asked = name.trim();
    all().iter().find(|l| l.name.eq_ignore_ascii_case(asked)).ok_or_else(|| UnknownLanguage {
        asked: crate::text::bounded(&crate::text::clean(asked), 40),
        known: all().iter().map(|l| l.name.as_str()).collect::<Vec<_>>().join(" and "),
    })
}

impl Language {
    pub fn syntax(&self) -> Option<&'static dyn Syntax> {
        syntax::syntax(&self.syntax)
    }

    pub fn template(&self, name: &str) -> Option<&'static str> {
        assets::text(&format!("languages/{}/{name}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_language_folder_loads_whole() {
        let folders = assets::folders("languages");
        assert!(folders.len() >= 2);
        for name in folders {
            let text = assets::text(&format!("languages/{name}/language.toml")).expect("language.toml is there");
            let language: Language = toml::from_str(text).expect("language.toml is well-formed");
            assert_eq!(language.name, name);
            assert!(language.syntax().is_some(), "{name}: syntax");
            assert!(crate::evidence::parser(&language.parser, Path::new(".")).is_some(), "{name}: parser");
            for role in crate::stage::Role::ALL {
                let text = crate::stage::prompt::instructions(name, role);
                assert!(text.is_some_and(|t| t.starts_with("<!-- prompt: ")), "{name}: instructions for {role:?}");
            }
            for file in &language.files {
                assert!(language.template(&file.template).is_some(), "{name}: template {}", file.template);
            }
        }
    }

    #[test]
    fn a_comment_stays_one_whatever_it_holds() {
        let lines = ["Read `*p` first.".to_owned(), String::new(), "an end */ int x; /* and\nmore".to_owned()];
        let of = |name: &str| by_name(name).expect("a language").comment.block(&lines, "  ");
        assert_eq!(of("rust"), "  // Read `*p` first.\n  //\n  // an end */ int x; /* and more\n");
        assert_eq!(of("c"), "  /*\n   * Read `*p` first.\n   *\n   * an end * /  int x; / *  and more\n   */\n");
    }

    #[test]
    fn an_unknown_language_is_a_clear_error() {
        let error = by_name("cobol\u{1b}[31m").expect_err("there is no such language");
        assert_eq!(error.to_string(), "etude does not know the language \"cobol\"; it teaches rust and c");
    }
}
