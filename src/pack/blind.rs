//! The solution that somebody wrote who saw the starter alone, and what the starter promised them. Owns what a contract is and whether it is still the same.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::folder::Placer;
use crate::exercise::TextFile;
use crate::language::Language;
use crate::syntax::items::{self, Over};

/// The file beside the bodies.
pub const ABOUT: &str = "blind.toml";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Blind {
    /// The starter with every function written.
    pub files: Vec<TextFile>,
    /// Who wrote it and how.
    pub by: String,
    /// A hash of each contract as it was then, by the path of its function.
    pub written_for: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    pub by: String,
    #[serde(default)]
    pub written_for: BTreeMap<String, String>,
}

impl About {
    pub fn to_toml(&self) -> String {
        // What JSON quotes, TOML reads.
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let lines: String = self.written_for.iter().map(|(path, hash)| format!("{} = {}\n", quoted(path), quoted(hash))).collect();
        format!("by = {}\n\n[written_for]\n{lines}", quoted(&self.by))
    }
}

/// What the starter says of one function to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    /// `area`, `Circle::area`, `<B as From<A>>::from`.
    pub path: String,
    pub file: String,
    /// Where it begins, with its comment.
    pub line: u32,
    /// Of the comment, the attributes and the signature, however they are broken into lines.
    pub sha256: String,
}

impl Contract {
    pub fn is_called(&self, said: &str) -> bool {
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        self.path == said || self.path.ends_with(&format!("::{said}"))
    }
}

/// The contracts of all functions to write.
pub fn contracts(language: &Language, starter: &[TextFile]) -> Vec<Contract> {
    let mut found = Vec::new();
    let Some(syntax) = language.syntax() else { return found };
    for file in starter {
        let items = syntax.items(&file.content).unwrap_or_default();
        for function in syntax.outline(&file.content).functions.into_iter().filter(|f| f.unwritten.is_some()) {
            let Some(body) = function.body else { continue };
            let item = items.iter().find(|i| i.block.is_none() && i.key.name == function.name && i.range.contains(&body.start));
            let Some(item) = item else { continue };
            let says = file.content[item.range.start..body.start].split_whitespace().collect::<Vec<_>>().join(" ");
            let sha256 = crate::workspace::hash_of(says.as_bytes());
            found.push(Contract { path: item.key.to_string(), file: file.path.clone(), line: *function.lines.start(), sha256 });
        }
    }
    found
}

impl Blind {
    /// The functions whose contract is another one now.
    pub fn outdated(&self, language: &Language, starter: &[TextFile]) -> Vec<String> {
        let contracts = contracts(language, starter).into_iter();
        contracts.filter(|c| self.written_for.get(&c.path) != Some(&c.sha256)).map(|c| c.path).collect()
    }
}

/// The starter with the bodies of these files, which have its names.
pub fn place(language: &Language, starter: &[TextFile], bodies: &[TextFile]) -> Result<Vec<TextFile>, String> {
    let strange = bodies.iter().find(|f| !starter.iter().any(|s| s.path == f.path));
    if let Some(strange) = strange {
        return Err(format!("the starter has no {}", strange.path));
    }
    let syntax = language.syntax().ok_or_else(|| format!("{} cannot be read", language.title))?;
    if let Some(broken) = bodies.iter().find(|f| syntax.items(&f.content).is_none()) {
        return Err(items::PlaceError::Unreadable(broken.path.clone()).to_string());
    }
    let files = items::place(syntax, starter, Over::Files(bodies)).map_err(|e| e.to_string())?;
    let left: Vec<String> = contracts(language, &files).into_iter().map(|c| format!("`{}`", c.path)).collect();
    if left.is_empty() { Ok(files) } else { Err(format!("{} not written", crate::map::and(&left))) }
}

pub(super) fn read(mut files: Vec<TextFile>, placer: &Placer) -> Result<Option<Blind>, String> {
    if files.is_empty() {
        return Ok(None);
    }
    let about = files.iter().position(|f| f.path == ABOUT).map(|at| files.remove(at));
    let about = about.ok_or_else(|| format!("blind/{ABOUT} is missing"))?;
    let about: About = toml::from_str(&about.content).map_err(|e| format!("blind/{ABOUT}: {e}"))?;
    let files = place(placer.language, placer.starter, &files).map_err(|e| format!("blind/: {e}"))?;
    Ok(Some(Blind { files, by: about.by, written_for: about.written_for }))
}
