//! What etude keeps of an exercise outside the workspace: its files as generated, so that a change is seen and can be undone, and what backs coach,
//! reviewer and reveal. A session thereby keeps the exercise it began with, whatever later versions bring.

use std::path::Path;

use ring::digest::{SHA256, digest};
use serde::{Deserialize, Serialize};

use super::read_plain;
use crate::evidence::{SourceFile, TamperKind, Tampered};
use crate::exercise::{Exercise, TextFile};
use crate::pack::Pack;
use crate::proof::Standing;
use crate::session::SealedFile;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SealedExercise {
    pub exercise: Exercise,
    /// The learner's files as they were handed out.
    pub starter: Vec<TextFile>,
    /// Everything else that was generated.
    pub generated: Vec<GeneratedFile>,
    /// The pack it came from, when it came from the bank.
    pub pack: Option<Pack>,
    /// The files of `src/` with every stub written, where a model made the exercise: what backs a reveal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Vec<TextFile>>,
    /// What the proof of a model's exercise found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Standing>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneratedFile {
    pub path: String,
    pub content: String,
    pub judges: bool,
}

impl SealedExercise {
    pub fn sealed_files(&self) -> Vec<SealedFile> {
        self.generated
            .iter()
            .map(|f| SealedFile { path: f.path.clone(), sha256: hash_of(f.content.as_bytes()), judges: f.judges })
            .collect()
    }

    pub fn starter_hash(&self) -> String {
        let mut files: Vec<SourceFile> =
            self.starter.iter().map(|f| SourceFile { path: f.path.clone(), content: f.content.clone() }).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        super::source_hash(&files)
    }

    pub fn to_bytes(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }

    pub fn from_bytes(bytes: &[u8]) -> serde_json::Result<SealedExercise> {
        serde_json::from_slice(bytes)
    }
}

/// Which sealed files are not as they were; only those that judge, unless all are asked for.
pub fn changed_files(root: &Path, sealed: &[SealedFile], judging_only: bool) -> Vec<Tampered> {
    let mut changed = Vec::new();
    for file in sealed.iter().filter(|f| f.judges || !judging_only) {
        let path = root.join(&file.path);
        let how = match path.symlink_metadata() {
            Err(_) => Some(TamperKind::Missing),
            Ok(meta) if !meta.is_file() => Some(TamperKind::NotAFile),
            Ok(_) => match read_plain(&path, 4 * 1024 * 1024) {
                Some(content) if hash_of(&content) == file.sha256 => None,
                _ => Some(TamperKind::Changed),
            },
        };
        changed.extend(how.map(|how| Tampered { path: file.path.clone(), how }));
    }
    changed
}

pub fn hash_of(bytes: &[u8]) -> String {
    digest(&SHA256, bytes).as_ref().iter().map(|b| format!("{b:02x}")).collect()
}
