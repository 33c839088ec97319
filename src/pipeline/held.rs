//! What a coach's or a reviewer's words about a session are held against, gathered from the session once. Reads the learner's files; the trying out is
//! `leak`'s.

use super::Work;
use crate::error::Error;
use crate::event::Sink;
use crate::exercise::TextFile;
use crate::language::Language;
use crate::leak::{self, Ground, Reach, Verdict};
use crate::runner::Cancel;
use crate::runner::sandbox::around::Mode;
use crate::session::Session;
use crate::workspace::{self, SealedExercise};

pub(super) struct Held<'a> {
    sealed: &'a SealedExercise,
    language: &'static Language,
    unit: String,
    source: Vec<TextFile>,
    reference: Option<Vec<TextFile>>,
    others: Vec<Vec<TextFile>>,
    said: Vec<String>,
    sandbox: Mode,
}

impl<'a> Held<'a> {
    pub(super) fn against(work: &Work, session: &Session, sealed: &'a SealedExercise, language: &'static Language, unit: &str) -> Held<'a> {
        let root = session.workspace(work.store.home().root());
        let source = workspace::read_source(&root, language);
        let latest = session.latest_attempt();
        let evidence = latest.iter().map(|a| &a.evidence);
        let said = evidence
            .flat_map(|e| e.diagnostics.iter().map(|d| d.rendered.clone()).chain(e.tests.iter().map(|t| t.message.clone())))
            .collect();
        let mut source: Vec<TextFile> = source.into_iter().map(|f| TextFile { path: f.path, content: f.content }).collect();
        if source.is_empty() {
            source = sealed.starter.clone();
        }
        let (reference, others, sandbox) = (reference(sealed, language), others(sealed, language), work.limits.sandbox);
        Held { sealed, language, unit: unit.to_owned(), source, reference, others, said, sandbox }
    }

    /// The hints of a pack were proven with it.
    pub(super) fn judge(&self, text: &str, reach: Reach, cancel: &Cancel, events: Sink) -> Result<Verdict, Error> {
        if let Some(proven) = self.sealed.pack.as_ref().and_then(|pack| Verdict::of_pack(pack, text)) {
            return Ok(proven);
        }
        let ground = Ground {
            language: self.language,
            exercise: &self.sealed.exercise,
            unit: &self.unit,
            source: &self.source,
            starter: &self.sealed.starter,
            generated: &self.sealed.generated,
            reference: self.reference.as_deref(),
            others: &self.others,
            said: &self.said,
            patience: leak::PATIENCE,
            sandbox: self.sandbox,
        };
        leak::judge(text, &ground, reach, cancel, events)
    }
}

/// The sealed solution by its paths in the workspace.
fn reference(sealed: &SealedExercise, language: &Language) -> Option<Vec<TextFile>> {
    sealed.reference.clone().or_else(|| sealed.pack.as_ref().map(|pack| in_workspace(&pack.solution, language)))
}

/// What else the author of the pack calls right.
fn others(sealed: &SealedExercise, language: &Language) -> Vec<Vec<TextFile>> {
    sealed.pack.iter().flat_map(|pack| pack.alternatives.values()).map(|files| in_workspace(files, language)).collect()
}

fn in_workspace(files: &[TextFile], language: &Language) -> Vec<TextFile> {
    let file = |f: &TextFile| TextFile { path: format!("{}/{}", language.layout.src, f.path), content: f.content.clone() };
    files.iter().map(file).collect()
}
