//! A pack: one hand-written exercise of the bank in its folder form, embedded or on disk. Owns the format and its checks on reading; running a pack is
//! `proof`'s, answering from it the bank provider's.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::assets;
use crate::curriculum::Need;
use crate::exercise::TextFile;
use crate::session::Depth;

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
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub wrong: BTreeMap<String, Vec<TextFile>>,
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
    pub when: Vec<Sign>,
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
        Pack::from_files(&format!("bank/{language}/{node}"), self.files(language, node)?)
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
        let meta: Meta = toml::from_str(toml_text).map_err(|e| broken(format!("pack.toml: {e}")))?;
        let mut pack = Pack {
            meta,
            starter: Vec::new(),
            tests: Vec::new(),
            lesson: Vec::new(),
            solution: Vec::new(),
            alternatives: BTreeMap::new(),
            wrong: BTreeMap::new(),
        };
        for (path, content) in files {
            let Some((folder, rest)) = path.split_once('/') else { continue };
            let file = |path: &str| TextFile { path: path.to_owned(), content: content.clone() };
            match (folder, rest.split_once('/')) {
                ("starter", _) => pack.starter.push(file(rest)),
                ("tests", _) => pack.tests.push(file(rest)),
                ("lesson", _) => pack.lesson.push(file(rest)),
                ("solution", _) => pack.solution.push(file(rest)),
                ("alternatives", Some((name, inner))) => pack.alternatives.entry(name.to_owned()).or_default().push(file(inner)),
                ("wrong", Some((tag, inner))) => pack.wrong.entry(tag.to_owned()).or_default().push(file(inner)),
                _ => return Err(broken(format!("{path} is in no known folder"))),
            }
        }
        pack.check(label)?;
        Ok(pack)
    }

    /// What can be seen without running anything.
    fn check(&self, label: &str) -> Result<(), PackError> {
        let broken = |why: String| Err(PackError::Broken { path: label.to_owned(), why });
        if self.meta.format != 1 {
            return broken(format!("format {} is not known to this etude", self.meta.format));
        }
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
        for tag in self.wrong.keys() {
            if !self.meta.misconceptions.iter().any(|m| m.tag == *tag) {
                return broken(format!("wrong/{tag}/ has no [[misconception]] in pack.toml"));
            }
        }
        for misconception in &self.meta.misconceptions {
            let (tag, rules) = (&misconception.tag, &misconception.when);
            if !self.wrong.contains_key(tag) {
                return broken(format!("wrong/{tag}/ is missing"));
            }
            if rules.is_empty() || rules.contains(&Sign::default()) {
                return broken(format!("misconception {tag} has an empty `when`"));
            }
        }
        Ok(())
    }

    /// The misconception that a wrong solution shows.
    pub fn tag_of<'n>(&self, name: &'n str) -> &'n str {
        name
    }

    /// What a session keeps: enough to coach, review and reveal, without what the author tried the tests on. The alternatives stay: a hint must not
    /// tell one of them either.
    pub fn for_session(mut self) -> Pack {
        self.wrong.clear();
        self
    }
}

fn folder_names(path: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(path) else { return Vec::new() };
    entries
        .filter_map(Result::ok)
        .filter(|e| e.path().is_dir())
        .filter_map(|e| e.file_name().into_string().ok())
        .filter(|n| !n.starts_with('.'))
        .collect()
}

/// Reads a pack folder, bounded in depth, count and size, without following links.
fn read_folder(root: &Path) -> Result<Vec<(String, String)>, PackError> {
    let broken = |path: &Path, why: String| PackError::Broken { path: path.display().to_string(), why };
    let mut found = Vec::new();
    let mut waiting = vec![(root.to_path_buf(), 0)];
    while let Some((dir, depth)) = waiting.pop() {
        for entry in std::fs::read_dir(&dir).map_err(|e| broken(&dir, e.to_string()))? {
            let entry = entry.map_err(|e| broken(&dir, e.to_string()))?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(|e| broken(&dir, e.to_string()))?);
            if kind.is_dir() && depth < 4 {
                waiting.push((path, depth + 1));
            } else if kind.is_file() {
                let size = entry.metadata().map_or(0, |m| m.len());
                if size > 256 * 1024 || found.len() >= 500 {
                    return Err(broken(&path, "is too much for a pack".to_owned()));
                }
                let content = std::fs::read_to_string(&path).map_err(|e| broken(&path, e.to_string()))?;
                let relative = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                found.push((relative, content));
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_need_nobody_has_heard_of_is_refused() {
        let files = |needs: &str| {
            let toml = format!(
                "format = 1\nnode = \"C999\"\nlanguage = \"c\"\ndepth = \"D1\"\ntitle = \"t\"\ndescription = \"d\"\nneeds = [{needs}]\n"
            );
            let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
            vec![file("pack.toml", &toml), file("starter/a.c", ""), file("tests/a.c", ""), file("solution/a.c", "")]
        };
        let known = Pack::from_files("bank/c/C999", files("\"no-sanitizer\", \"threads\"")).expect("a pack");
        assert_eq!(known.meta.needs, [Need::NoSanitizer, Need::Threads]);
        let refused = Pack::from_files("bank/c/C999", files("\"a-printer\"")).expect_err("refused");
        assert!(refused.to_string().contains("a-printer"), "{refused}");
    }
}
