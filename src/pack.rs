//! A pack: one hand-written exercise of the bank in its folder form, embedded or on disk. Owns the format and its checks on reading; running a pack is
//! `proof`'s, answering from it the bank provider's. In the folder, other versions of the solution are only the items that differ; in memory they are whole
//! files, as a sealed exercise keeps them.

pub mod blind;
pub mod convert;
mod folder;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::assets;
use crate::curriculum::Need;
use crate::exercise::{Stub, TextFile};
use crate::language;
use crate::misconception;
use crate::session::Depth;
use crate::syntax::items::Over;

pub use blind::{Blind, Contract, contracts};
pub use folder::{folder_names, read_folder};

use folder::Placer;

/// What this etude writes, and the only format of a bank that it reads.
pub const FORMAT: u32 = 2;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pack {
    pub meta: Meta,
    /// Paths relative to their folder.
    pub starter: Vec<TextFile>,
    pub tests: Vec<TextFile>,
    pub lesson: Vec<TextFile>,
    pub solution: Vec<TextFile>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub alternatives: BTreeMap<String, Vec<TextFile>>,
    /// By tag, or by tag and number where a tag has several (`tag_of`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub wrong: BTreeMap<String, Vec<TextFile>>,
    /// Wrong solutions without a misconception.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub slips: BTreeMap<String, Vec<TextFile>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blind: Option<Blind>,
}

/// `pack.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meta {
    pub format: u32,
    pub node: String,
    pub language: String,
    pub depth: Depth,
    pub title: String,
    pub description: String,
    /// What a run needs beyond the ordinary: `loopback`, `threads`, `no-sanitizer`.
    #[serde(default)]
    pub needs: Vec<Need>,
    #[serde(default, rename = "lesson")]
    pub lessons: Vec<Lesson>,
    #[serde(default, rename = "unit")]
    pub units: Vec<PackUnit>,
    #[serde(default, rename = "misconception")]
    pub misconceptions: Vec<Misconception>,
    /// Mutants of the reference that no test could tell from it, each with its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equivalent: Vec<crate::proof::Equivalent>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub file: String,
    pub title: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub unit: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackUnit {
    pub id: String,
    pub principle: String,
    pub stubs: Vec<String>,
    pub tests: Vec<String>,
    /// What the learner has to find beyond the worked example.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transfer: Option<String>,
    pub hints: Hints,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hints {
    pub l1: String,
    pub l2: String,
    pub l3: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Misconception {
    pub tag: String,
    pub says: String,
    pub fix: String,
    #[serde(default)]
    pub lesson: Option<String>,
    /// Signs beside those that the catalogue has for the tag.
    #[serde(default)]
    pub when: Vec<Sign>,
    /// Why no wrong solution shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unshown: Option<String>,
}

/// One thing a run can show. All fields given must hold for the same diagnostic or test.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sign {
    pub code: Option<String>,
    pub message: Option<String>,
    pub stub: Option<String>,
    pub test: Option<String>,
    pub sanitizer: Option<String>,
    /// Shapes of code (see `misconception`): the stub has one of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source: Vec<String>,
    /// The stub has none of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum PackError {
    #[error("the bank has no exercise for {0}")]
    NotFound(String),
    #[error("{0} is not a bank: it has no folder for a language with packs in it")]
    NotABank(String),
    #[error("{path} is in format 1, which this etude no longer reads. Convert it with `etude bank convert {dir}`")]
    OldFormat { path: String, dir: String },
    #[error("{path}: {why}")]
    Broken { path: String, why: String },
}

/// Where packs come from.
#[derive(Debug, Clone)]
pub enum Bank {
    Embedded,
    Folder(std::path::PathBuf),
}

impl Bank {
    /// Language and node of every pack, in the order of languages and node ids.
    pub fn list(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for language in crate::language::all() {
            let mut nodes: Vec<String> = match self {
                Bank::Embedded => assets::folders(&format!("bank/{}", language.name)).iter().map(|n| (*n).to_owned()).collect(),
                Bank::Folder(root) => folder_names(&root.join(&language.name)),
            };
            nodes.sort();
            found.extend(nodes.into_iter().map(|n| (language.name.clone(), n)));
        }
        found
    }

    pub fn has(&self, language: &str, node: &str) -> bool {
        self.list().iter().any(|(l, n)| l == language && n == node)
    }

    pub fn load(&self, language: &str, node: &str) -> Result<Pack, PackError> {
        if !self.has(language, node) {
            return Err(PackError::NotFound(node.to_owned()));
        }
        let label = format!("bank/{language}/{node}");
        Pack::from_files(&label, self.files(language, node)?).map_err(|error| match (error, self) {
            (PackError::OldFormat { path, .. }, Bank::Folder(root)) => {
                PackError::OldFormat { path, dir: crate::text::quoted(&root.to_string_lossy()) }
            }
            (error, _) => error,
        })
    }

    fn files(&self, language: &str, node: &str) -> Result<Vec<(String, String)>, PackError> {
        match self {
            Bank::Embedded => {
                let label = format!("bank/{language}/{node}");
                Ok(assets::files_below(&label).into_iter().map(|(p, c)| (p, c.to_owned())).collect())
            }
            Bank::Folder(root) => read_folder(&root.join(language).join(node)),
        }
    }

    /// Over the names and the bytes of all files of a pack.
    pub fn sha256(&self, language: &str, node: &str) -> Result<String, PackError> {
        let mut all = Vec::new();
        for (path, content) in self.files(language, node)? {
            all.extend_from_slice(format!("{} {path}\n{} {content}\n", path.len(), content.len()).as_bytes());
        }
        Ok(crate::workspace::hash_of(&all))
    }
}

impl Pack {
    fn from_files(label: &str, files: Vec<(String, String)>) -> Result<Pack, PackError> {
        let broken = |why: String| PackError::Broken { path: label.to_owned(), why };
        let toml_text = files.iter().find(|(p, _)| p == "pack.toml").map(|(_, c)| c.as_str());
        let toml_text = toml_text.ok_or_else(|| broken("pack.toml is missing".to_owned()))?;
        // Another format may have other fields: it is asked about before they are.
        match format_of(toml_text) {
            Some(1) => return Err(PackError::OldFormat { path: label.to_owned(), dir: "DIR".to_owned() }),
            Some(other) if other != i64::from(FORMAT) => return Err(broken(format!("format {other} is not known to this etude"))),
            _ => {}
        }
        let meta: Meta = toml::from_str(toml_text).map_err(|e| broken(format!("pack.toml: {e}")))?;
        let language = language::by_name(&meta.language).map_err(|e| broken(e.to_string()))?;
        let mut parts: BTreeMap<&str, Vec<TextFile>> = BTreeMap::new();
        for (path, content) in &files {
            let Some((folder, rest)) = path.split_once('/') else { continue };
            if !FOLDERS.contains(&folder) {
                return Err(broken(format!("{path} is in no known folder")));
            }
            parts.entry(folder).or_default().push(TextFile { path: rest.to_owned(), content: content.clone() });
        }
        let mut part = |folder: &str| parts.remove(folder).unwrap_or_default();
        let (starter, solution) = (part("starter"), part("solution"));
        let placer = Placer { language, starter: &starter, solution: &solution };
        let mut versions = |folder: &str| placer.versions(folder, part(folder)).map_err(broken);
        let (alternatives, wrong, slips) = (versions("alternatives")?, versions("wrong")?, versions("slips")?);
        let blind = blind::read(part("blind"), &placer).map_err(broken)?;
        let (tests, lesson) = (part("tests"), part("lesson"));
        let pack = Pack { meta, starter, tests, lesson, solution, alternatives, wrong, slips, blind };
        pack.check(label)?;
        Ok(pack)
    }

    /// What can be seen without running anything.
    fn check(&self, label: &str) -> Result<(), PackError> {
        let broken = |why: String| Err(PackError::Broken { path: label.to_owned(), why });
        if !label.ends_with(&format!("{}/{}", self.meta.language, self.meta.node)) {
            return broken(format!("pack.toml says {} {}", self.meta.language, self.meta.node));
        }
        let parts = [("starter", self.starter.len()), ("tests", self.tests.len()), ("solution", self.solution.len())];
        if let Some((name, _)) = parts.iter().find(|(_, n)| *n == 0) {
            return broken(format!("{name}/ is empty"));
        }
        for lesson in &self.meta.lessons {
            if !self.lesson.iter().any(|f| f.path == lesson.file) {
                return broken(format!("lesson/{} is missing", lesson.file));
            }
        }
        for file in &self.lesson {
            if !self.meta.lessons.iter().any(|l| l.file == file.path) {
                return broken(format!("lesson/{} is not listed in pack.toml", file.path));
            }
        }
        for name in self.wrong.keys() {
            if !self.meta.misconceptions.iter().any(|m| m.tag == self.tag_of(name)) {
                return broken(format!("wrong/{name} has no [[misconception]] in pack.toml"));
            }
        }
        for misconception in &self.meta.misconceptions {
            let (tag, rules) = (&misconception.tag, &misconception.when);
            let is_shown = self.wrong.keys().any(|name| self.tag_of(name) == tag);
            match &misconception.unshown {
                None if !is_shown => return broken(format!("wrong/{tag} is missing, and nothing says why (`unshown`)")),
                Some(why) if is_shown || why.trim().is_empty() => {
                    return broken(format!("misconception {tag} has `unshown` beside a wrong solution, or without a reason"));
                }
                _ => {}
            }
            let in_catalogue = misconception::catalogue().get(tag).is_some_and(|entry| !entry.signs.is_empty());
            let lacks_signs = rules.is_empty() && !in_catalogue && misconception.unshown.is_none();
            if lacks_signs || rules.contains(&Sign::default()) {
                return broken(format!("misconception {tag} has an empty `when`, and the catalogue has no signs for it"));
            }
        }
        Ok(())
    }

    /// What a session keeps: enough to coach, review and reveal, without what the author tried the tests on. The alternatives stay: a hint must not
    /// tell one of them either.
    pub fn for_session(mut self) -> Pack {
        self.wrong.clear();
        self.slips.clear();
        self.blind = None;
        self
    }

    /// The misconception that a wrong solution of this name is about: `leak` of `leak` and of `leak-2`.
    pub fn tag_of<'n>(&self, name: &'n str) -> &'n str {
        let is_tag = |tag: &str| self.meta.misconceptions.iter().any(|m| m.tag == tag);
        let numbered = name.rsplit_once('-').filter(|(tag, number)| number.parse::<u32>().is_ok() && is_tag(tag));
        numbered.filter(|_| !is_tag(name)).map_or(name, |(tag, _)| tag)
    }

    /// Whether it is the one that this etude was built with.
    pub fn is_embedded(&self) -> bool {
        Bank::Embedded.load(&self.meta.language, &self.meta.node).is_ok_and(|own| own.for_session() == self.clone().for_session())
    }

    /// The solution with these items in it.
    pub fn with_items(&self, name: &str, over: Over) -> Result<Vec<TextFile>, PackError> {
        let broken = |why: String| PackError::Broken { path: name.to_owned(), why };
        let language = language::by_name(&self.meta.language).map_err(|e| broken(e.to_string()))?;
        Placer { language, starter: &self.starter, solution: &self.solution }.place(over).map_err(broken)
    }

    /// Whether a name in pack.toml (`area`, `Circle::area`, `<B as From<A>>::from`) means this function of the starter.
    pub fn means(&self, said: &str, stub: &Stub) -> bool {
        let Ok(language) = language::by_name(&self.meta.language) else { return false };
        let file = stub.file.strip_prefix(&format!("{}/", language.layout.src)).unwrap_or(&stub.file);
        let contracts = contracts(language, &self.starter);
        contracts.iter().any(|c| c.file == file && c.line == stub.line && c.is_called(said))
    }
}

const FOLDERS: [&str; 8] = ["starter", "tests", "lesson", "solution", "alternatives", "wrong", "slips", "blind"];

fn format_of(pack_toml: &str) -> Option<i64> {
    pack_toml.parse::<toml::Table>().ok()?.get("format")?.as_integer()
}

#[cfg(test)]
mod tests;
