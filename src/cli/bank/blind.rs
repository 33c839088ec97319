//! `etude bank blind`: the starter of a pack for somebody who sees nothing else, and the functions that come back.

use std::path::{Path, PathBuf};

use crate::cli::Done;
use crate::cli::app::{App, shown};
use crate::error::Error;
use crate::exercise::TextFile;
use crate::language::{self, Language};
use crate::pack::{Bank, Pack, PackError, blind};
use crate::view::{BankBlindView, View};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The node, such as S103.
    node: String,
    /// Where the starter goes; a new folder. The usual one is NODE-blind.
    #[arg(value_name = "DIR", conflicts_with = "take")]
    dir: Option<PathBuf>,
    /// A folder of packs instead of the embedded bank.
    #[arg(long, value_name = "DIR")]
    bank: Option<PathBuf>,
    /// Take the written functions out of this folder into the pack.
    #[arg(long, value_name = "DIR", requires_all = ["bank", "by"])]
    take: Option<PathBuf>,
    /// One line on who wrote them, and how.
    #[arg(long, value_name = "TEXT", requires = "take")]
    by: Option<String>,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let (bank, pack) = super::pack(app, &args.node, args.bank.clone())?;
    let language = language::by_name(&pack.meta.language)?;
    let own = args.bank.as_deref().map(|bank| format!(" --bank {}", crate::text::quoted(&bank.to_string_lossy()))).unwrap_or_default();
    let node = &pack.meta.node;
    match (&args.take, bank) {
        (Some(from), Bank::Folder(root)) => {
            let folder = root.join(&language.name).join(node).join("blind");
            let files = take(&pack, language, &app.cwd.join(from), &folder, args.by.as_deref().unwrap_or_default())?;
            let next = format!("bank check{own} --node {node}");
            Ok(done(&pack, language, &folder, files, Some(next)))
        }
        _ => {
            let dir = args.dir.unwrap_or_else(|| PathBuf::from(format!("{node}-blind")));
            let folder = app.cwd.join(&dir);
            if folder.symlink_metadata().is_ok() {
                return Err(Error::Usage(format!("{} is already there; name another folder", folder.display())));
            }
            let files = hand_out(&pack, language, &folder)?;
            let bank = if own.is_empty() { " --bank BANK".to_owned() } else { own };
            let next = format!("bank blind {node}{bank} --take {} --by WHO", crate::text::quoted(&dir.to_string_lossy()));
            Ok(done(&pack, language, &folder, files, Some(next)))
        }
    }
}

fn done(pack: &Pack, language: &Language, folder: &Path, files: Vec<String>, next: Option<String>) -> Done {
    let view = BankBlindView {
        node: pack.meta.node.clone(),
        folder: shown(folder),
        taken: files.iter().any(|f| f == blind::ABOUT),
        files,
        functions: blind::contracts(language, &pack.starter).into_iter().map(|c| c.path).collect(),
    };
    Done { next, ..Done::new(View::BankBlind(view), None) }
}

/// The starter, and what the language puts beside it so that it compiles.
fn hand_out(pack: &Pack, language: &Language, folder: &Path) -> Result<Vec<String>, Error> {
    let beside = language.files.iter().filter_map(|file| {
        let path = file.path.strip_prefix(&format!("{}/", language.layout.src))?;
        Some((path, language.template(&file.template)?))
    });
    let starter = pack.starter.iter().map(|f| (f.path.as_str(), f.content.as_str()));
    let files: Vec<(&str, &str)> = starter.chain(beside).collect();
    for (path, content) in &files {
        super::write(&folder.join(path), content)?;
    }
    Ok(files.into_iter().map(|(path, _)| path.to_owned()).collect())
}

/// Keeps the files in which there are functions to write, as they came, with what they were written for.
fn take(pack: &Pack, language: &Language, from: &Path, folder: &Path, by: &str) -> Result<Vec<String>, Error> {
    let contracts = blind::contracts(language, &pack.starter);
    let mut bodies = Vec::new();
    for file in pack.starter.iter().filter(|f| contracts.iter().any(|c| c.file == f.path)) {
        let path = from.join(&file.path);
        let content = std::fs::read_to_string(&path).map_err(|e| Error::Usage(format!("{} cannot be read: {e}", path.display())))?;
        bodies.push(TextFile { path: file.path.clone(), content });
    }
    blind::place(language, &pack.starter, &bodies).map_err(|why| PackError::Broken { path: shown(from), why })?;
    let written_for = contracts.into_iter().map(|c| (c.path, c.sha256)).collect();
    let about = blind::About { by: by.split_whitespace().collect::<Vec<_>>().join(" "), written_for };
    bodies.push(TextFile { path: blind::ABOUT.to_owned(), content: about.to_toml() });
    for file in &bodies {
        super::write(&folder.join(&file.path), &file.content)?;
    }
    Ok(bodies.into_iter().map(|f| f.path).collect())
}
