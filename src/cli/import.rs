//! `etude import`: unite progress from another machine with what is here.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::Done;
use super::app::{self, App};
use crate::error::Error;
use crate::transfer::{self, ImportError};
use crate::view::{ImportView, View};

/// Add the progress in an exported file to yours. Nothing is taken away but what you reported as broken.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A file that `export` wrote.
    file: PathBuf,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let path = app.cwd.join(&args.file);
    let refused = |why: String| Error::NotImported { path: path.clone(), why };
    let bytes = read(&path).map_err(&refused)?;
    let bundle = transfer::parse(&bytes, app.now).map_err(|e| refused(e.to_string()))?;
    app.store.ensure_writable()?;
    let lock = app.store.lock()?;
    let brought = transfer::apply(&app.store, &lock, &bundle).map_err(|e| match e {
        ImportError::Refused(why) => refused(why.to_string()),
        ImportError::Store(error) => error.into(),
    })?;
    Ok(Done::new(View::Import(ImportView { file: app::shown(&path), brought }), "status"))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    // Asked before it is opened: reading a pipe would wait for ever.
    let meta = std::fs::metadata(path).map_err(|e| e.to_string())?;
    if !meta.is_file() {
        return Err("it is not a file".to_owned());
    }
    if meta.len() > transfer::MAX_BYTES {
        return Err("it is larger than any progress".to_owned());
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(|e| e.to_string())?;
    file.take(transfer::MAX_BYTES).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    Ok(bytes)
}
