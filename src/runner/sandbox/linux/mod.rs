//! The walls on Linux, put up by the guard in three processes: the outer one stays where etude is and hands on how things ended; the keeper is the first
//! process of the new namespaces, makes the file tree and watches what is used up; the last one gives up every right and becomes the program.
//!
//! When the outer process dies, the keeper dies, and with the first process of a namespace the kernel ends all others in it.

mod keeper;
mod last;
mod limits;
mod rules;
mod seccomp;
mod spaces;
mod tree;
mod usage;

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_parent_process_death_signal, waitpid};

use self::spaces::Keeper;
use super::sys::{self, Side};
use super::{Layer, Missing, Sandbox};

/// What the guard's own failures end with, as a shell's would.
const CANNOT: u8 = 127;

/// The program to become.
pub(super) struct Program<'a> {
    pub(super) name: &'a OsStr,
    pub(super) args: &'a [OsString],
}

/// Runs the program inside the walls and ends as it ended. Called by the guard, in a process of one thread.
pub(in crate::runner) fn enter(sandbox: &Sandbox, program: &OsStr, args: &[OsString]) -> u8 {
    let program = Program { name: program, args };
    match spaces::open(sandbox, |missing, outer| keeper::keep(sandbox, &program, missing, outer)) {
        Ok(keeper) => hand_on(keeper),
        Err(_) => CANNOT,
    }
}

/// How a run ended, in the words that the keeper writes to the outer process.
#[derive(Debug, PartialEq, Eq)]
enum Ending {
    Exited(u8),
    Signalled(i32),
    /// A bound was passed; the sentence says which.
    Stopped(String),
}

impl Ending {
    fn word(&self) -> String {
        match self {
            Ending::Exited(code) => format!("exited {code}\n"),
            Ending::Signalled(signal) => format!("signalled {signal}\n"),
            Ending::Stopped(why) => format!("stopped {why}\n"),
        }
    }

    fn read(words: &str) -> Option<Ending> {
        let (word, rest) = words.lines().last()?.split_once(' ')?;
        match word {
            "exited" => rest.parse().ok().map(Ending::Exited),
            "signalled" => rest.parse().ok().map(Ending::Signalled),
            "stopped" => Some(Ending::Stopped(rest.to_owned())),
            _ => None,
        }
    }
}

/// Waits for the keeper and ends in the same way as the program did.
fn hand_on(mut keeper: Keeper) -> u8 {
    let mut said = String::new();
    // The other end is the keeper's: it closes when that one is gone.
    let _ = keeper.words.read_to_string(&mut said);
    let _ = waitpid(Some(keeper.pid), WaitOptions::empty());
    match Ending::read(&said) {
        Some(Ending::Exited(code)) => code,
        Some(Ending::Signalled(signal)) => end_by(signal),
        Some(Ending::Stopped(why)) => {
            let _ = writeln!(io::stderr(), "etude: the run was stopped: {why}");
            end_by(Signal::KILL.as_raw())
        }
        // The keeper itself was ended, and everything with it.
        None => end_by(Signal::KILL.as_raw()),
    }
}

fn end_by(signal: i32) -> u8 {
    if let Some(signal) = Signal::from_named_raw(signal) {
        sys::default_action(signal.as_raw());
        let _ = kill_process(getpid(), signal);
    }
    let _ = kill_process(getpid(), Signal::KILL);
    CANNOT
}

/// Dies with the process that made this one; false where that has happened already. `alive` is the reading end of a pipe that only the parent writes to.
fn die_with_parent(alive: &OwnedFd) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let mut fds = [PollFd::new(alive, PollFlags::empty())];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut fds, Some(&now)).is_ok() && !fds[0].revents().contains(PollFlags::HUP)
}

fn missing(layer: Layer, why: impl std::fmt::Display) -> Missing {
    Missing { layer, why: why.to_string() }
}

/// Forks, and runs `child` in the new process, which ends with what it answers.
fn spawn(flags: u32, child: impl FnOnce() -> u8) -> io::Result<Pid> {
    let side = if flags == 0 { sys::fork()? } else { sys::fork_into(flags)? };
    match side {
        Side::Parent(pid) => Ok(pid),
        Side::Child => sys::leave(child()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_the_keeper_counts() {
        for ending in [Ending::Exited(101), Ending::Signalled(11), Ending::Stopped("more than 5 processes".into())] {
            assert_eq!(Ending::read(&format!("something\n{}", ending.word())), Some(ending));
        }
        assert_eq!(Ending::read(""), None);
        assert_eq!(Ending::read("exited soon\n"), None);
    }
}
