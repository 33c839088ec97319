//! The first moment of a program that the runner starts: etude itself, called again by its hidden name, ties the process to the life of etude, limits its
//! memory, and then becomes the program. This way a killed etude takes its program along, and no code has to run between fork and exec.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// What makes the program of etude act as a guard; no command is called like this.
pub const NAME: &str = "__guard";

const KILL: &str = "kill";
const ASK: &str = "ask";

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// How a program is to be guarded.
#[derive(Debug, Clone)]
pub struct Guard {
    program: PathBuf,
    /// Bytes of data a process may have; 0 for as many as it likes.
    memory: u64,
    when_orphaned: Orphaned,
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
    // The link names the very file that is running, even after it was replaced or removed.
    let own = if cfg!(target_os = "linux") { Ok(PathBuf::from("/proc/self/exe")) } else { std::env::current_exe() };
    if let Ok(own) = own {
        let _ = PROGRAM.set(own);
    }
}

/// A guard where this program can be one.
pub fn guard(memory: u64) -> Option<Guard> {
    PROGRAM.get().map(|program| Guard { program: program.clone(), memory, when_orphaned: Orphaned::Kill })
}

impl Guard {
    /// For a trusted program that may be a script around the real one, as those from npm are: killed, it would leave that one behind.
    pub fn asking(self) -> Guard {
        Guard { when_orphaned: Orphaned::Ask, ..self }
    }

    pub(super) fn command(&self, program: &OsStr, args: &[OsString]) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(NAME).arg(std::process::id().to_string()).arg(self.memory.to_string());
        command.arg(if self.when_orphaned == Orphaned::Ask { ASK } else { KILL }).arg(program).args(args);
        command
    }
}

/// Acts as a guard: `__guard PARENT MEMORY kill|ask PROGRAM ARGS…`. Comes back only when that fails.
pub fn act(mut args: impl Iterator<Item = OsString>) -> u8 {
    const CANNOT: u8 = 127;
    let mut number = || args.next().and_then(|a| a.to_str().and_then(|a| a.parse::<u64>().ok()));
    let (Some(parent), Some(memory)) = (number(), number()) else { return CANNOT };
    let (Some(orphaned), Some(program)) = (args.next(), args.next()) else { return CANNOT };
    let orphaned = if orphaned == ASK { Orphaned::Ask } else { Orphaned::Kill };
    if !tie_to(parent, orphaned) {
        return CANNOT;
    }
    limit(memory);
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

fn limit(memory: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let at_most = |bytes: u64| Rlimit { current: Some(bytes), maximum: Some(bytes) };
    let _ = setrlimit(Resource::Core, at_most(0));
    if memory > 0 {
        let _ = setrlimit(Resource::Data, at_most(memory));
    }
}
