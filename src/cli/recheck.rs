//! The bank was proven with one toolchain; a learner may have another. Then starter and reference of an exercise are run once more, in the background and at
//! low priority, by a second etude that `start` sends off; what came of it is kept under `.state/proofs/` and later commands warn. The second etude ends by
//! itself within the limits of a build and its tests, and reads and writes nothing else.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use super::app::App;
use super::doctor;
use crate::error::Error;
use crate::home::Home;
use crate::language::{self, Language};
use crate::pack::Bank;
use crate::proof::{self, Options, Subject, record};
use crate::runner;
use crate::session::Session;

/// Set to 0, nothing is done in the background.
const SWITCH: &str = "ETUDE_BACKGROUND";

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    /// Of the pack.
    sha256: String,
    toolchain: Vec<String>,
    /// The files that stood for the toolchain: as long as they stay, nothing has to be asked again.
    programs: Vec<String>,
    /// What does not hold with this toolchain.
    broken: Option<String>,
}

/// After a start from the bank: sends the second etude off, unless this toolchain was asked before.
pub(super) fn begin(app: &App, language: &Language, node: &str) {
    let Some(proven) = record::lookup(&language.name, node).filter(|_| std::env::var_os(SWITCH).is_none_or(|v| v != "0")) else { return };
    let known = read(app.store.home(), &language.name, node);
    if known.is_some_and(|k| k.sha256 == proven.sha256 && k.programs == programs(language)) {
        return;
    }
    let Ok(own) = std::env::current_exe() else { return };
    let mut command = Command::new(own);
    command.args(["bank", "recheck", &language.name, node]).env("ETUDE_HOME", app.store.home().root()).current_dir("/");
    // No terminal and no pipe of ours: nobody waits for it, and it cannot write into anybody's screen.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    let _ = command.spawn();
}

/// The second etude.
pub(super) fn run(app: &mut App, language: &str, node: &str) -> Result<(), Error> {
    let language = language::by_name(language)?;
    let Some(proven) = record::lookup(&language.name, node) else { return Ok(()) };
    let _ = rustix::process::nice(10);
    let toolchain = toolchain(language);
    let broken = if toolchain == proven.toolchain || toolchain.is_empty() { None } else { broken(app, language, node)? };
    let kept = Kept { sha256: proven.sha256.clone(), toolchain, programs: programs(language), broken };
    write(app.store.home(), &language.name, node, &kept)
}

fn broken(app: &mut App, language: &Language, node: &str) -> Result<Option<String>, Error> {
    let pack = Bank::Embedded.load(&language.name, node)?;
    let subject = Subject::of_pack(&pack)?;
    let options = Options { workers: 1, ..Options::live(app.config.limits()) };
    let report = app.work(|work| proof::check_again(&subject, &options, work.cancel, &mut *work.events))?;
    let first = report.failed().next();
    Ok(first.map(|c| format!("{}: {}", c.rule.name(), c.findings.first().map(|f| f.says.as_str()).unwrap_or_default())))
}

/// What a command about this session should say first.
pub(super) fn warning(home: &Home, session: &Session) -> Option<String> {
    let kept = (session.provider == "bank").then(|| read(home, &session.language, &session.node_id)).flatten()?;
    let broken = crate::text::bounded(&crate::text::clean(&kept.broken?), 200);
    let with = crate::text::bounded(&crate::text::clean(&kept.toolchain.join(", ")), 100);
    Some(format!("{} was proven with another compiler; with {with} it does not hold ({broken}). The fault is not yours.", session.node_id))
}

/// The programs whose versions decide what is accepted, as they call themselves.
pub(super) fn toolchain(language: &Language) -> Vec<String> {
    language.probes.iter().filter(|p| p.decides).filter_map(doctor::version).collect()
}

fn programs(language: &Language) -> Vec<String> {
    use std::os::unix::fs::MetadataExt;
    let path = std::env::var_os("PATH");
    let found = language.probes.iter().filter(|p| p.decides).filter_map(|p| runner::find_program(p.program.as_ref(), path.as_deref()));
    let known = found.filter_map(|file| file.metadata().ok().map(|m| format!("{} {} {}", file.display(), m.len(), m.mtime())));
    known.collect()
}

fn file(home: &Home, language: &str, node: &str) -> PathBuf {
    home.state().join("proofs").join(format!("{language}-{node}.json"))
}

fn read(home: &Home, language: &str, node: &str) -> Option<Kept> {
    let bytes = crate::workspace::read_plain(&file(home, language, node), 64 * 1024)?;
    serde_json::from_slice(&bytes).ok()
}

fn write(home: &Home, language: &str, node: &str, kept: &Kept) -> Result<(), Error> {
    let (target, cannot) = (file(home, language, node), |e: std::io::Error| Error::Internal(format!("cannot keep a proof: {e}")));
    let folder = target.parent().map(PathBuf::from).unwrap_or_default();
    std::fs::create_dir_all(&folder).map_err(cannot)?;
    let new = tempfile::NamedTempFile::new_in(&folder).map_err(cannot)?;
    let text = serde_json::to_vec_pretty(kept).map_err(|e| Error::Internal(e.to_string()))?;
    std::fs::write(new.path(), text).map_err(cannot)?;
    new.persist(&target).map_err(|e| cannot(e.error))?;
    Ok(())
}
