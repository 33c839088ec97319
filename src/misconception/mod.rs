//! What learners tend to believe: the catalogue of `assets/curriculum/misconceptions.toml`, the naming of a misconception from what a run showed, and
//! what follows when the same one comes back. It reads evidence and records; it runs nothing, stores nothing and asks nobody.

mod advice;
mod code;
mod fresh;
mod read;
mod remedy;
mod shape;
mod sign;

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

pub use advice::{Advice, Setting, TaughtBy, advise};
pub use fresh::{Extra, Fresh, at_start};
pub use read::{Named, Shown, diagnose, shown};
pub use remedy::{BRIDGE_AT, REPEAT_AT, Remediation, Sighting, Step, active};

use crate::assets;

/// One tag: what the learner seems to believe, what is typically seen, and what is true instead.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub id: String,
    /// A language, or `any`.
    pub language: String,
    pub says: String,
    pub symptom: String,
    pub fix: String,
    #[serde(default, rename = "sign")]
    pub signs: Vec<GenericSign>,
}

/// One thing a run can show, whatever the exercise. All fields given must hold for the same diagnostic or test.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenericSign {
    pub code: Option<String>,
    pub message: Option<String>,
    /// A second part that the same text must have.
    pub also: Option<String>,
    pub sanitizer: Option<String>,
    /// What the types that the compiler names have in common.
    pub types: Option<sign::Types>,
    /// Shapes of code: the function it is about has one of them.
    #[serde(default)]
    pub source: Vec<String>,
    /// The function has none of these.
    #[serde(default)]
    pub lacks: Vec<String>,
    /// The warning is what makes the tests fail: it goes before everything that the tests showed.
    #[serde(default)]
    pub cause: bool,
}

impl GenericSign {
    /// What a run showed is what counts; the shape of code alone shows nothing.
    fn asks_nothing(&self) -> bool {
        self.code.is_none() && self.message.is_none() && self.sanitizer.is_none()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    #[error("the catalogue of misconceptions cannot be read: {0}")]
    Unreadable(String),
    #[error("two tags are called {0}")]
    Twice(String),
    #[error("{0} has no {1}")]
    Lacks(String, &'static str),
    #[error("{0} is for {1}, which etude does not teach")]
    NoSuchLanguage(String, String),
    #[error("{0} has a sign that fits everything")]
    EmptySign(String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "tag")]
    tags: Vec<Entry>,
}

/// All tags in the order of the file: specific ones stand before general ones.
#[derive(Debug, Default)]
pub struct Catalogue {
    entries: Vec<Entry>,
    by_id: HashMap<String, usize>,
}

impl Catalogue {
    /// Reads a catalogue and holds it to its rules.
    pub fn parse(text: &str) -> Result<Catalogue, CatalogueError> {
        let file: File = toml::from_str(text).map_err(|e| CatalogueError::Unreadable(e.to_string()))?;
        let mut by_id = HashMap::new();
        for (at, entry) in file.tags.iter().enumerate() {
            if by_id.insert(entry.id.clone(), at).is_some() {
                return Err(CatalogueError::Twice(entry.id.clone()));
            }
            let parts = [("id", &entry.id), ("says", &entry.says), ("symptom", &entry.symptom), ("fix", &entry.fix)];
            if let Some((lacks, _)) = parts.into_iter().find(|(_, text)| text.trim().is_empty()) {
                return Err(CatalogueError::Lacks(entry.id.clone(), lacks));
            }
            if entry.language != "any" && !crate::language::all().iter().any(|l| l.name == entry.language) {
                return Err(CatalogueError::NoSuchLanguage(entry.id.clone(), entry.language.clone()));
            }
            if entry.signs.iter().any(GenericSign::asks_nothing) {
                return Err(CatalogueError::EmptySign(entry.id.clone()));
            }
        }
        Ok(Catalogue { entries: file.tags, by_id })
    }

    pub fn get(&self, tag: &str) -> Option<&Entry> {
        self.by_id.get(tag).map(|at| &self.entries[*at])
    }

    /// The tags that can be met in a language, in the order in which they are to be asked about.
    pub fn of_language<'a>(&'a self, language: &'a str) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |e| e.language == language || e.language == "any")
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    // A catalogue that breaks a rule is refused whole. A test reads the embedded one, so it cannot.
    Catalogue::parse(assets::text("curriculum/misconceptions.toml").unwrap_or_default()).unwrap_or_default()
});

pub fn catalogue() -> &'static Catalogue {
    &CATALOGUE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curriculum;
    use crate::pack::Bank;

    #[test]
    fn the_catalogue_keeps_its_rules_and_knows_every_tag_in_use() {
        let text = assets::text("curriculum/misconceptions.toml").expect("the file is there");
        let catalogue = Catalogue::parse(text).expect("the catalogue is good");
        let known = |tag: &str, language: &str| catalogue.of_language(language).any(|e| e.id == tag);
        for node in curriculum::nodes() {
            for tag in &node.tags {
                assert!(known(tag, &node.language), "{} uses {tag}, which is not in the catalogue of {}", node.id, node.language);
            }
        }
        for (language, id) in Bank::Embedded.list() {
            let pack = Bank::Embedded.load(&language, &id).expect("the pack loads");
            for misconception in &pack.meta.misconceptions {
                assert!(known(&misconception.tag, &language), "the pack of {id} uses {}", misconception.tag);
            }
        }
        assert_eq!(catalogue.get("use-after-move").map(|e| e.language.as_str()), Some("rust"));
        assert!(catalogue.get("no-such-tag").is_none());
    }

    #[test]
    fn catalogues_that_break_a_rule_are_refused() {
        let tag = |id: &str, language: &str, fix: &str| {
            format!("[[tag]]\nid = \"{id}\"\nlanguage = \"{language}\"\nsays = \"s\"\nsymptom = \"y\"\nfix = \"{fix}\"\n")
        };
        let refused = |text: &str| Catalogue::parse(text).expect_err("refused");
        assert_eq!(refused(&(tag("a", "c", "f") + &tag("a", "rust", "f"))), CatalogueError::Twice("a".into()));
        assert_eq!(refused(&tag("a", "c", " ")), CatalogueError::Lacks("a".into(), "fix"));
        assert_eq!(refused(&tag("a", "cobol", "f")), CatalogueError::NoSuchLanguage("a".into(), "cobol".into()));
        assert_eq!(refused(&(tag("a", "c", "f") + "[[tag.sign]]\n")), CatalogueError::EmptySign("a".into()));
        assert!(matches!(refused(&(tag("a", "c", "f") + "surprise = 1\n")), CatalogueError::Unreadable(_)));
    }
}
