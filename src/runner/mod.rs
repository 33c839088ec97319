//! Runs one outside program under limits. Owns its process group and everything it leaves behind; refuses to let anything outlive the call, to
//! hand over an environment that was not asked for, and to signal a process that the run did not start.
//!
//! The way of one run: `process` starts the program and a supervising thread ends it (own exit, limit or cancel) together with what it left
//! behind (`leftovers`); meanwhile the calling thread hands out the lines that two reader threads bring (`capture`). A slow `on_line`
//! therefore slows the program down, never the killing.

mod cancel;
mod capture;
mod environment;
pub mod guard;
#[cfg(target_os = "linux")]
mod leftovers;
#[cfg(not(target_os = "linux"))]
#[path = "leftovers_other.rs"]
mod leftovers;
mod one_core;
mod process;
pub mod sandbox;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::mpsc::sync_channel;
use std::sync::{OnceLock, PoisonError, RwLock};
use std::time::Duration;

pub use cancel::Cancel;
pub use environment::{clean_environment, find_program};
pub use one_core::OneCore;

/// Which of the program's outputs a line came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    Out,
    Err,
}

/// One program to run: exactly these arguments and this environment, nothing inherited.
#[derive(Debug, Clone)]
pub struct RunSpec {
    /// A name is looked up in the `PATH` of `env`; anything with a slash is taken from `dir`.
    pub program: OsString,
    pub args: Vec<OsString>,
    pub dir: PathBuf,
    /// The whole environment of the program (see `clean_environment`).
    pub env: Vec<(OsString, OsString)>,
    /// The file that the program reads as its standard input; without one the input is empty.
    pub input: Option<PathBuf>,
    pub limit: Duration,
    /// Ties the program to this process, and walls it in where that is wished.
    pub guard: Option<guard::Guard>,
}

/// How a run ended.
#[derive(Debug, Clone)]
pub struct RunEnd {
    pub end: End,
    /// From the start until the program ended or was ended.
    pub duration: Duration,
    /// What the guard said of its walls; nothing where there were none.
    pub walls: Option<sandbox::Walls>,
    /// Head and tail of both outputs in the order they came, bounded to `evidence::MAX_EXCERPT`, escapes removed.
    pub excerpt: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Exited(i32),
    Signalled(i32),
    TimedOut,
    Interrupted,
}

/// Why there is no result of a run. Everything a program does by itself, crashing included, is a `RunEnd`.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("`{}` was not found", program.display())]
    NotFound { program: OsString },
    #[error("the folder `{}` does not exist", dir.display())]
    NoDirectory { dir: PathBuf },
    #[error("`{}` could not be started: {source}", program.display())]
    CannotStart { program: OsString, source: std::io::Error },
    /// Only behind walls, and they are not there.
    #[error("`{}` was not run: {why}", program.display())]
    NotContained { program: OsString, why: String },
    /// Something else in this process has reaped the program, or SIGCHLD is ignored.
    #[error("how `{}` ended could not be found out: {source}", program.display())]
    EndUnknown { program: OsString, source: std::io::Error },
    /// Only processes that may not be signalled (set-user-ID programs) or hang in the kernel come this far.
    #[error("{count} process(es) started by `{}` could not be ended", program.display())]
    StillRunning { program: OsString, count: usize },
}

/// One run at a time in this process: daemons that a program leaves behind come back as children of the whole process, with nothing that
/// says which run they belong to, so a second run would end the processes of the first. Runs that keep their processes to themselves share it.
static ONE_RUN: RwLock<()> = RwLock::new(());

/// Whether a sandbox keeps the processes of a run to itself here, once that was found out.
static KEPT_APART: OnceLock<bool> = OnceLock::new();

/// How many runs may go on at once. `probe` answers what walls there are; it is asked once.
pub fn together(probe: impl FnOnce() -> Option<sandbox::Walls>) -> usize {
    let apart = |walls: sandbox::Walls| !walls.missing.iter().any(|m| m.layer == sandbox::Layer::Pid);
    if *KEPT_APART.get_or_init(|| cfg!(target_os = "linux") && probe().is_some_and(apart)) {
        std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
    } else {
        1
    }
}

/// Runs the program to its end and passes each line of its output (raw, without the newline, cut at 1 MiB) to `on_line` on this thread.
///
/// When this returns, no process of the run is left. While it runs, nothing else in this process may start children: they could not be told
/// from those of the run. Runs wait for one another (but see `together`), so `on_line` must not start one. After a cancel no further lines are passed on.
pub fn run(spec: &RunSpec, cancel: &Cancel, on_line: &mut dyn FnMut(Stream, &str)) -> Result<RunEnd, RunError> {
    if spec.guard.as_ref().is_some_and(guard::Guard::tells_walls) && KEPT_APART.get() == Some(&true) {
        let _beside_others = ONE_RUN.read().unwrap_or_else(PoisonError::into_inner);
        return run_in_turn(spec, true, cancel, on_line);
    }
    let _alone = ONE_RUN.write().unwrap_or_else(PoisonError::into_inner);
    run_in_turn(spec, false, cancel, on_line)
}

/// With `ONE_RUN` held.
fn run_in_turn(spec: &RunSpec, apart: bool, cancel: &Cancel, on_line: &mut dyn FnMut(Stream, &str)) -> Result<RunEnd, RunError> {
    if cancel.is_set() {
        return Ok(RunEnd { end: End::Interrupted, duration: Duration::ZERO, excerpt: String::new(), walls: None });
    }
    let cannot_start = |source| RunError::CannotStart { program: spec.program.clone(), source };
    let (running, stdout, stderr) = process::start(spec, apart)?;
    let (sender, events) = sync_channel(capture::QUEUE);
    // Should a thread not start, dropping `running` ends what was started.
    capture::read_into(Stream::Out, stdout, sender.clone()).map_err(cannot_start)?;
    capture::read_into(Stream::Err, stderr, sender.clone()).map_err(cannot_start)?;
    let mut capture = capture::Capture::new(cancel, on_line, spec.guard.as_ref().is_some_and(guard::Guard::tells_walls));
    let outcome = process::supervise(running, cancel, sender, || capture.collect(events)).map_err(cannot_start)?;
    if outcome.survivors > 0 {
        return Err(RunError::StillRunning { program: spec.program.clone(), count: outcome.survivors });
    }
    let end = outcome.end.map_err(|source| RunError::EndUnknown { program: spec.program.clone(), source })?;
    // A program that ended just before the cancel has not been heard out: its exit code would claim more than was seen.
    let end = if capture.lines_withheld() { End::Interrupted } else { end };
    let walls = capture.walls();
    // The guard ended before it could say what stands: nothing is known of this run.
    if spec.guard.as_ref().is_some_and(guard::Guard::tells_walls) && walls.is_none() && matches!(end, End::Exited(_)) {
        return Err(RunError::NotContained { program: spec.program.clone(), why: "the sandbox could not be made".to_owned() });
    }
    // It was not waited for what such a run leaves behind.
    let not_apart = |w: &&sandbox::Walls| apart && w.missing.iter().any(|m| m.layer == sandbox::Layer::Pid);
    if let Some(walls) = walls.as_ref().filter(|w| w.refused || not_apart(w)) {
        let why = walls.told().unwrap_or_default();
        return Err(RunError::NotContained { program: spec.program.clone(), why });
    }
    Ok(RunEnd { end, duration: outcome.duration, excerpt: capture.into_excerpt(), walls })
}
