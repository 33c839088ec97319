//! The folders of a pack: what lies in them, and how the items in them become whole files.

use std::collections::BTreeMap;
use std::path::Path;

use super::PackError;
use crate::exercise::TextFile;
use crate::language::Language;
use crate::syntax::items::{self, Over};

/// Makes whole files of items.
pub(super) struct Placer<'a> {
    pub language: &'a Language,
    pub starter: &'a [TextFile],
    pub solution: &'a [TextFile],
}

impl Placer<'_> {
    /// The solution in every version that a folder holds: `NAME.rs`, or `NAME/` with the names of its files.
    pub fn versions(&self, folder: &str, files: Vec<TextFile>) -> Result<BTreeMap<String, Vec<TextFile>>, String> {
        let mut by_name: BTreeMap<String, (Vec<TextFile>, Vec<TextFile>)> = BTreeMap::new();
        for file in files {
            if let Some((name, inner)) = file.path.split_once('/') {
                let inner = TextFile { path: inner.to_owned(), content: file.content };
                by_name.entry(name.to_owned()).or_default().1.push(inner);
                continue;
            }
            let stem = self.language.layout.extensions.iter().find_map(|ext| file.path.strip_suffix(&format!(".{ext}")));
            let stem = stem.ok_or_else(|| format!("{folder}/{} is no {} file", file.path, self.language.title))?;
            by_name.entry(stem.to_owned()).or_default().0.push(file);
        }
        let placed = by_name.into_iter().map(|(name, (single, whole))| {
            let over = match (single.as_slice(), whole.as_slice()) {
                ([file], []) => Over::Items(file),
                ([], files) => Over::Files(files),
                _ => return Err(format!("{folder}/{name} is there twice")),
            };
            let files = self.place(over).map_err(|e| format!("{folder}/{name}: {e}"))?;
            Ok((name, files))
        });
        placed.collect()
    }

    /// The solution with these items. A file that only the starter has can be changed by its name.
    pub fn place(&self, over: Over) -> Result<Vec<TextFile>, String> {
        let mut base = self.solution.to_vec();
        if let Over::Files(files) = over {
            let given = |path: &str| !self.solution.iter().any(|f| f.path == path) && files.iter().any(|f| f.path == path);
            base.extend(self.starter.iter().filter(|f| given(&f.path)).cloned());
        }
        let syntax = self.language.syntax().ok_or_else(|| format!("{} cannot be read", self.language.title))?;
        items::place(syntax, &base, over).map_err(|e| e.to_string())
    }
}

pub fn folder_names(path: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(path) else { return Vec::new() };
    entries
        .filter_map(Result::ok)
        .filter(|e| e.path().is_dir())
        .filter_map(|e| e.file_name().into_string().ok())
        .filter(|n| !n.starts_with('.'))
        .collect()
}

/// Reads a pack folder, bounded in depth, count and size, without following links.
pub fn read_folder(root: &Path) -> Result<Vec<(String, String)>, PackError> {
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
