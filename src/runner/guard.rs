//! The first moment of a program that the runner starts: etude itself, called again by its hidden name, ties the process to the life of etude, puts the
//! walls of the sandbox up where there are any, and then becomes the program. This way a killed etude takes its program along, and no code has to run
//! between fork and exec.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use super::sandbox::{self, Sandbox};

/// What makes the program of etude act as a guard; no command is called like this.
pub const NAME: &str = "__guard";

const KILL: &str = "kill";
const ASK: &str = "ask";
/// In the place of a sandbox: the program is one of the learner's own, and not walled in.
const TRUSTED: &str = "-";

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// How a program is to be guarded.
#[derive(Debug, Clone)]
pub struct Guard {
    program: PathBuf,
    when_orphaned: Orphaned,
    sandbox: Option<Box<Sandbox>>,
}

/// What a program gets when etude dies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Orphaned {
    /// The end at once: learner's code is not asked.
    Kill,
    /// The wish to end, which a program that is only the starter of another passes on.
    Ask,
}

/// Called once by the command line: from now on this program can be called again as a guard. A library inside another program cannot.
pub fn enable() {
    enable_as(own_program());
}

/// For tests, whose own program is not etude: that one is named.
pub fn enable_as(program: Option<PathBuf>) {
    if let Some(program) = program {
        let _ = PROGRAM.set(program);
    }
}

fn own_program() -> Option<PathBuf> {
    // The link names the very file that is running, even after it was replaced or removed.
    if cfg!(target_os = "linux") { Some(PathBuf::from("/proc/self/exe")) } else { std::env::current_exe().ok() }
}

/// A guard where this program can be one.
pub fn guard() -> Option<Guard> {
    PROGRAM.get().map(|program| Guard { program: program.clone(), when_orphaned: Orphaned::Kill, sandbox: None })
}

impl Guard {
    /// For a trusted program that may be a script around the real one, as those from npm are: killed, it would leave that one behind.
    pub fn asking(self) -> Guard {
        Guard { when_orphaned: Orphaned::Ask, ..self }
    }

    /// For code that nobody has read.
    pub fn inside(self, sandbox: Option<Sandbox>) -> Guard {
        Guard { sandbox: sandbox.map(Box::new), ..self }
    }

    /// Whether the first line that comes back on stderr is the guard's own.
    pub(super) fn tells_walls(&self) -> bool {
        self.sandbox.is_some()
    }

    pub(super) fn command(&self, program: &OsStr, args: &[OsString]) -> Command {
        let mut command = Command::new(&self.program);
        let sandbox = self.sandbox.as_ref().and_then(|s| serde_json::to_string(s).ok());
        command.arg(NAME).arg(std::process::id().to_string()).arg(if self.when_orphaned == Orphaned::Ask { ASK } else { KILL });
        command.arg(sandbox.as_deref().unwrap_or(TRUSTED)).arg(program).args(args);
        command
    }
}

/// Acts as a guard: `__guard PARENT kill|ask SANDBOX PROGRAM ARGS…`. Comes back when the program could not be started, or ended behind walls.
pub fn act(mut args: impl Iterator<Item = OsString>) -> u8 {
    const CANNOT: u8 = 127;
    let Some(parent) = args.next().and_then(|a| a.to_str().and_then(|a| a.parse::<u64>().ok())) else { return CANNOT };
    let (Some(orphaned), Some(walls), Some(program)) = (args.next(), args.next(), args.next()) else { return CANNOT };
    let orphaned = if orphaned == ASK { Orphaned::Ask } else { Orphaned::Kill };
    if !tie_to(parent, orphaned) {
        return CANNOT;
    }
    no_core_dumps();
    if walls != TRUSTED {
        // Better nothing than a program without the walls that were asked for.
        let Some(sandbox) = walls.to_str().and_then(|text| serde_json::from_str::<Sandbox>(text).ok()) else { return CANNOT };
        return sandbox::enter(&sandbox, &program, &args.collect::<Vec<_>>());
    }
    // exec answers only when it could not.
    let _failed = Command::new(program).args(args).exec();
    CANNOT
}

/// Dies with its parent; false where the parent has died already.
#[cfg(target_os = "linux")]
fn tie_to(parent: u64, orphaned: Orphaned) -> bool {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    let signal = if orphaned == Orphaned::Ask { Signal::TERM } else { Signal::KILL };
    let _ = set_parent_process_death_signal(Some(signal));
    getppid().is_some_and(|p| u64::try_from(p.as_raw_nonzero().get()).is_ok_and(|p| p == parent))
}

#[cfg(not(target_os = "linux"))]
fn tie_to(_parent: u64, _orphaned: Orphaned) -> bool {
    true
}

fn no_core_dumps() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
}
