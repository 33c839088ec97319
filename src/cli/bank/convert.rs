//! `etude bank convert`: packs of format 1 become packs of format 2, in their own folders.

use std::path::{Path, PathBuf};

use crate::cli::Done;
use crate::cli::app::{App, shown};
use crate::error::{Error, Exit};
use crate::pack::{self, Bank, PackError, convert};
use crate::view::{BankConvertView, ConvertedPack, View};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A folder of packs, or the folder of one pack.
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let root = app.cwd.join(&args.dir);
    let folders: Vec<PathBuf> = if root.join("pack.toml").is_file() {
        vec![root]
    } else {
        Bank::Folder(root.clone()).list().into_iter().map(|(language, node)| root.join(language).join(node)).collect()
    };
    if folders.is_empty() {
        return Err(PackError::NotABank(args.dir.display().to_string()).into());
    }
    let packs = folders.iter().map(|folder| one(folder)).collect::<Result<Vec<_>, Error>>()?;
    let needs_a_look = packs.iter().any(|p| !p.notes.is_empty());
    let exit = if needs_a_look { Exit::Failed } else { Exit::Done };
    Ok(Done { exit, ..Done::new(View::BankConvert(BankConvertView { packs }), None) })
}

fn one(folder: &Path) -> Result<ConvertedPack, Error> {
    let old = pack::read_folder(folder)?;
    let mut view = ConvertedPack { folder: shown(folder), was_converted: false, versions: 0, notes: Vec::new() };
    let Some(new) = convert::convert(&shown(folder), &old)? else { return Ok(view) };
    let (pack_toml, others) = new.files.split_last().ok_or_else(|| Error::Internal("a pack without files".to_owned()))?;
    let write = |(path, content): &(String, String)| super::write(&folder.join(path), content);
    others.iter().filter(|file| !old.contains(file)).try_for_each(write)?;
    for (path, _) in old.iter().filter(|(path, _)| !new.files.iter().any(|(p, _)| p == path)) {
        let file = folder.join(path);
        std::fs::remove_file(&file).map_err(|e| Error::Internal(format!("cannot remove {}: {e}", shown(&file))))?;
        // Its folder goes when it is empty.
        let _ = file.parent().map(std::fs::remove_dir);
    }
    // Until this is written the folder is one of format 1, and can be converted again.
    write(pack_toml)?;
    (view.was_converted, view.versions, view.notes) = (true, new.versions, new.notes);
    Ok(view)
}
