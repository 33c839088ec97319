//! One program from its start to the death of the last process it brought. Owns the spawn, the limit and the order of the ending: kill the group
//! while its dead leader still holds the number, then reap the leader, then end what left the group. It never waits for a pipe.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::panic::resume_unwind;
use std::path;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::capture::Event;
use super::leftovers::Leftovers;
use super::{Cancel, End, RunError, RunSpec, find_program};

/// How often a running program is looked after: how late a cancel may be noticed. An end or the limit is noticed at once.
const TICK: Duration = Duration::from_millis(25);
/// How long killed processes may take to die. Beyond it they hang in the kernel or may not be signalled by this user.
const DYING: Duration = Duration::from_secs(5);

/// A started program with everything needed to end it. Dropped before its end, it ends all the same.
pub(super) struct Running {
    child: Child,
    leader: Pid,
    started: Instant,
    limit: Duration,
    /// None where the run has a process namespace of its own, which leaves nothing.
    leftovers: Option<Leftovers>,
    ended: bool,
}

pub(super) struct Outcome {
    /// An error when somebody else has taken the exit status.
    pub(super) end: io::Result<End>,
    pub(super) duration: Duration,
    /// Processes that could not be ended.
    pub(super) survivors: usize,
}

/// `apart`: other runs go on beside this one, and none of its processes can get out of its namespace.
pub(super) fn start(spec: &RunSpec, apart: bool) -> Result<(Running, ChildStdout, ChildStderr), RunError> {
    let cannot_start = |source| RunError::CannotStart { program: spec.program.clone(), source };
    if !fs::metadata(&spec.dir).is_ok_and(|metadata| metadata.is_dir()) {
        return Err(RunError::NoDirectory { dir: spec.dir.clone() });
    }
    let dir = path::absolute(&spec.dir).map_err(cannot_start)?;
    let search_path = spec.env.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.as_os_str());
    let program = if has_slash(&spec.program) { dir.join(&spec.program).into_os_string() } else { spec.program.clone() };
    let program = find_program(&program, search_path).ok_or_else(|| RunError::NotFound { program: spec.program.clone() })?;

    let input = match &spec.input {
        Some(file) => Stdio::from(fs::File::open(file).map_err(cannot_start)?),
        None => Stdio::null(),
    };
    let leftovers = if apart { None } else { Some(Leftovers::expect().map_err(cannot_start)?) };
    let mut command = match &spec.guard {
        Some(guard) => guard.command(program.as_os_str(), &spec.args),
        None => {
            let mut command = Command::new(program);
            command.args(&spec.args);
            command
        }
    };
    command.current_dir(dir).env_clear().envs(spec.env.iter().map(|(name, value)| (name, value)));
    command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let started = Instant::now();
    let mut child = command.spawn().map_err(cannot_start)?;
    let leader = Pid::from_child(&child);
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let running = Running { child, leader, started, limit: spec.limit, leftovers, ended: false };
    match (stdout, stderr) {
        (Some(stdout), Some(stderr)) => Ok((running, stdout, stderr)),
        _ => Err(cannot_start(io::ErrorKind::BrokenPipe.into())),
    }
}

fn has_slash(program: &OsStr) -> bool {
    program.as_encoded_bytes().contains(&b'/')
}

/// What a supervisor is told while it waits.
enum Note {
    LeaderEnded,
    /// The caller has gone away without waiting for the end.
    Abandoned,
}

impl Running {
    fn see_to_the_end(mut self, cancel: &Cancel, notes: &Receiver<Note>) -> Outcome {
        let cut_short = self.watch(cancel, notes);
        let duration = self.started.elapsed();
        self.kill();
        let end = match cut_short {
            None => self.child.wait().map(end_of),
            Some(end) => {
                // `wait` returns at once for the dead; a leader that cannot die is left to be counted, as waiting would never end.
                if wait_for_leader(notes) {
                    let _ = self.child.wait();
                }
                Ok(end)
            }
        };
        let survivors = self.leftovers.as_ref().map_or(0, |leftovers| leftovers.end_all(DYING));
        self.ended = true;
        Outcome { end, duration, survivors }
    }

    /// Waits until the program ends by itself, or says why it has to be ended.
    fn watch(&self, cancel: &Cancel, notes: &Receiver<Note>) -> Option<End> {
        loop {
            if cancel.is_set() {
                return Some(End::Interrupted);
            }
            let left = self.limit.saturating_sub(self.started.elapsed());
            if left.is_zero() {
                return Some(End::TimedOut);
            }
            match notes.recv_timeout(left.min(TICK)) {
                Ok(Note::LeaderEnded) => return None,
                Ok(Note::Abandoned) | Err(RecvTimeoutError::Disconnected) => return Some(End::Interrupted),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(leftovers) = &self.leftovers {
                        leftovers.reap_dead(self.leader);
                    }
                }
            }
        }
    }

    /// The leader, dead or alive, has not been reaped: its number is still its own and that of its group.
    fn kill(&mut self) {
        // Both fail when there is nothing left to kill, which is fine. The leader may have moved to another group of the session.
        let _ = kill_process_group(self.leader, Signal::KILL);
        let _ = self.child.kill();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.ended {
            self.kill();
            let _ = self.child.wait();
            if let Some(leftovers) = &self.leftovers {
                leftovers.end_all(DYING);
            }
        }
    }
}

fn wait_for_leader(notes: &Receiver<Note>) -> bool {
    let given_up = Instant::now() + DYING;
    loop {
        match notes.recv_timeout(given_up.saturating_duration_since(Instant::now())) {
            Ok(Note::LeaderEnded) => return true,
            Ok(Note::Abandoned) => {}
            Err(_) => return false,
        }
    }
}

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, signal) => End::Signalled(signal.unwrap_or_default()),
    }
}

/// Sees the run to its end on a thread of its own while `listen` takes its events on this one; the last of them is `Event::Over`.
pub(super) fn supervise(running: Running, cancel: &Cancel, events: SyncSender<Event>, listen: impl FnOnce()) -> io::Result<Outcome> {
    let (notes, inbox) = mpsc::channel();
    tell_when_ended(running.leader, notes.clone())?;
    thread::scope(|scope| {
        let to_the_end = move || {
            let outcome = running.see_to_the_end(cancel, &inbox);
            // Whoever has stopped listening does not miss this.
            let _ = events.send(Event::Over { survivors: outcome.survivors > 0 });
            outcome
        };
        let supervisor = thread::Builder::new().name("etude-run".to_owned()).spawn_scoped(scope, to_the_end)?;
        let _caller = Caller { notes };
        listen();
        Ok(supervisor.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Ends the run when `listen` panics: the scope waits for the supervisor, and the program might take its whole limit.
struct Caller {
    notes: Sender<Note>,
}

impl Drop for Caller {
    fn drop(&mut self) {
        let _ = self.notes.send(Note::Abandoned);
    }
}

/// A blocking wait on a thread of its own, so that the end is noticed without polling. `NOWAIT` leaves the dead leader in place.
fn tell_when_ended(leader: Pid, notes: Sender<Note>) -> io::Result<()> {
    let wait = move || {
        while matches!(waitid(WaitId::Pid(leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT), Err(Errno::INTR)) {}
        let _ = notes.send(Note::LeaderEnded);
    };
    thread::Builder::new().name("etude-wait".to_owned()).spawn(wait).map(drop)
}
