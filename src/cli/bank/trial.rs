//! `etude bank try`: a body in the place of the solution's, and what a learner who wrote it would be told.

use std::path::{Path, PathBuf};

use crate::cli::Done;
use crate::cli::app::App;
use crate::error::Error;
use crate::evidence::Evidence;
use crate::exercise::TextFile;
use crate::language;
use crate::pack::{self, Pack};
use crate::proof::{self, Subject};
use crate::provider::bank::{diagnose, opening};
use crate::syntax::items::Over;
use crate::view::{BankTryView, FailingTest, NamedTag, View};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The node, such as S103.
    node: String,
    /// The functions that differ from the solution, or a folder with files of the solution's names.
    file: PathBuf,
    /// A folder of packs instead of the embedded bank.
    #[arg(long, value_name = "DIR")]
    bank: Option<PathBuf>,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let (_, pack) = super::pack(app, &args.node, args.bank)?;
    let files = placed(&pack, &app.cwd.join(&args.file))?;
    let subject = Subject::of_pack(&pack)?;
    let src = &language::by_name(&pack.meta.language)?.layout.src;
    let files: Vec<TextFile> = files.into_iter().map(|f| TextFile { path: format!("{src}/{}", f.path), ..f }).collect();
    let limits = app.config.limits();
    let evidence = app.work(|work| proof::try_files(&subject, &files, limits, work.cancel))?;
    Ok(Done::new(View::BankTry(view(&pack, &args.file, &evidence)), None))
}

fn placed(pack: &Pack, path: &Path) -> Result<Vec<TextFile>, Error> {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let text = |(path, content)| TextFile { path, content };
    if path.is_dir() {
        let files: Vec<TextFile> = pack::read_folder(path)?.into_iter().map(text).collect();
        return Ok(pack.with_items(&name, Over::Files(&files))?);
    }
    let content = std::fs::read_to_string(path).map_err(|e| Error::Usage(format!("{} cannot be read: {e}", path.display())))?;
    Ok(pack.with_items(&name, Over::Items(&text((name.clone(), content))))?)
}

fn view(pack: &Pack, file: &Path, evidence: &Evidence) -> BankTryView {
    let failing = |t: &crate::evidence::TestResult| FailingTest { name: t.name.clone(), unit: t.unit.clone(), message: t.message.clone() };
    let error = evidence.first_error();
    let unit = error.and_then(|e| e.unit.as_deref()).or(evidence.first_failing_unit());
    BankTryView {
        node: pack.meta.node.clone(),
        file: file.display().to_string(),
        passes: evidence.passed(),
        error: error.map(|e| e.rendered.trim_end().to_owned()),
        // Where nothing was built, no test has anything to say.
        failing: evidence.failing().filter(|_| error.is_none()).map(failing).collect(),
        tag: diagnose(pack, evidence).map(|named| NamedTag {
            tag: named.tag,
            says: named.says,
            fix: named.fix,
            is_generic: named.generic,
            shown_by: named.shown.by,
        }),
        hint: (!evidence.passed()).then(|| opening(evidence, unit.unwrap_or("ex-1"))),
    }
}
