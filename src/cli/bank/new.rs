//! `etude bank new`: the folder of a new pack, ready to be filled. It loads as it is; `bank check` says what is still missing.

use std::path::{Path, PathBuf};

use crate::assets;
use crate::cli::Done;
use crate::cli::app::App;
use crate::curriculum::{self, Node};
use crate::error::Error;
use crate::language::{self, Language, Values};
use crate::view::{BankNewView, View};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The node, such as S103.
    node: String,
    /// The folder of packs to begin it in; it is made if it is not there.
    #[arg(long, value_name = "DIR", default_value = "bank")]
    bank: PathBuf,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let asked = crate::text::clean(args.node.trim());
    let node = curriculum::nodes().find(|n| n.id.eq_ignore_ascii_case(&asked));
    let node =
        node.ok_or_else(|| Error::WrongUse { what: format!("the curriculum has no node {asked}"), next: "nodes --all".to_owned() })?;
    let language = language::by_name(&node.language)?;
    let folder = app.cwd.join(&args.bank).join(&language.name).join(&node.id);
    if folder.symlink_metadata().is_ok() {
        let what = format!("{} is already there", folder.display());
        return Err(Error::WrongUse { what, next: format!("bank check --bank {} --node {}", shown(&args.bank), node.id) });
    }
    let files = skeleton(language, node);
    for (path, content) in &files {
        super::write(&folder.join(path), content)?;
    }
    let view = BankNewView {
        node: node.id.clone(),
        language: language.name.clone(),
        folder: folder.display().to_string(),
        files: files.into_iter().map(|(path, _)| path).collect(),
    };
    let next = format!("bank check --bank {} --node {}", shown(&args.bank), node.id);
    Ok(Done { next: Some(next), ..Done::new(View::BankNew(view), None) })
}

fn shown(bank: &Path) -> String {
    crate::text::quoted(&bank.to_string_lossy())
}

/// The language's skeleton with this node in it.
fn skeleton(language: &Language, node: &Node) -> Vec<(String, String)> {
    let tag = node.tags.first().cloned().unwrap_or_else(|| "first-mix-up".to_owned());
    let needs: Vec<String> = node.needs.iter().filter_map(|n| serde_json::to_string(n).ok()).collect();
    let needs = if needs.is_empty() { String::new() } else { format!("needs = [{}]\n", needs.join(", ")) };
    let values = Values {
        single: [
            ("node", node.id.clone()),
            ("title", serde_json::to_string(&node.title).unwrap_or_default()),
            ("depth", format!("{:?}", node.depth)),
            ("needs", needs),
            ("tag", tag.clone()),
        ]
        .into(),
        lists: [].into(),
    };
    let template = format!("languages/{}/pack", language.name);
    let files = assets::files_below(&template).into_iter();
    files.map(|(path, text)| (path.replace("TAG", &tag), language::fill(text, &values))).collect()
}
