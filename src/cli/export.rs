//! `etude export`: progress as one file.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::app::{self, App};
use super::{Done, ask};
use crate::error::Error;
use crate::event::Event;
use crate::mastery::MASTERY_FILE;
use crate::transfer;
use crate::view::{ExportView, View};

/// Write your progress to one file, for another machine or to keep.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file to write.
    file: PathBuf,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let path = app.cwd.join(&args.file);
    let (bundle, notices) = transfer::gather(&app.store, app.now)?;
    for text in notices {
        app.event(Event::Notice { text });
    }
    let not_written = |why: String| Error::NotWritten { path: path.clone(), why };
    if let Ok(meta) = path.symlink_metadata() {
        if !meta.is_file() {
            return Err(not_written("there is something else of that name".to_owned()));
        }
        let options = ["no, leave it as it is".to_owned(), "yes, replace it".to_owned()];
        if !app.yes && ask::pick(app, "That file is there already; replace it", &options, 0, "--yes")? != Some(1) {
            return Err(not_written("it is there already".to_owned()));
        }
    }
    let mut bytes = serde_json::to_vec_pretty(&bundle).map_err(|e| not_written(e.to_string()))?;
    bytes.push(b'\n');
    write(&path, &bytes).map_err(|e| not_written(e.to_string()))?;
    let nodes = bundle.progress.get(MASTERY_FILE).and_then(|m| m["nodes"].as_object()).map_or(0, |n| n.len());
    let topics = bundle.custom_topics.values().map(|t| t.topics.len()).sum();
    let view = ExportView { file: app::shown(&path), nodes, topics, sessions: bundle.sessions.len(), bytes: bytes.len() };
    Ok(Done::new(View::Export(view), "status"))
}

/// Whole or not at all: beside its place first, then renamed.
fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".etude-").suffix(".tmp").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}
