//! The namespaces. Owns which of them this machine gives an ordinary user (or root), and the fork into them; a namespace that is not given is written down as
//! missing and the others are still made.

use std::fs::{self, File};
use std::io;
use std::os::fd::OwnedFd;

use rustix::net::{AddressFamily, SocketType};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Gid, Pid, Uid, WaitOptions, getegid, geteuid, waitpid};

use super::super::sys::{self, Side};
use super::{Layer, Missing, Sandbox, missing, spawn};

/// In the order in which they are told.
const SPACES: [(Layer, u32); 5] = [
    (Layer::User, libc::CLONE_NEWUSER as u32),
    (Layer::Pid, libc::CLONE_NEWPID as u32),
    (Layer::Mount, libc::CLONE_NEWNS as u32),
    (Layer::Net, libc::CLONE_NEWNET as u32),
    (Layer::Ipc, libc::CLONE_NEWIPC as u32),
];

/// A child that could not map its own user ends with this, and the outer process tries again without user namespaces.
const NOBODY: u8 = 125;

/// What the keeper has from the outer process.
pub(super) struct Outer {
    /// Closes when the outer process dies.
    pub(super) alive: OwnedFd,
    /// Where the keeper writes how things ended.
    pub(super) words: File,
}

/// The keeper, seen from the outer process.
pub(super) struct Keeper {
    pub(super) pid: Pid,
    pub(super) words: File,
    /// Open for as long as the outer process lives.
    pub(super) _alive: OwnedFd,
}

/// Forks the keeper into as many namespaces as there are. It does `keep` and ends with what that answers.
pub(super) fn open(sandbox: &Sandbox, keep: impl Fn(Vec<Missing>, Outer) -> u8) -> io::Result<Keeper> {
    let mut lacking: Vec<Missing> = sandbox.without.iter().map(|l| missing(*l, "switched off")).collect();
    let mut flags = wanted(&mut lacking);
    loop {
        let keeper = match fork_keeper(flags, &lacking, &keep) {
            Err(_) if flags != 0 => {
                flags = available(&mut lacking);
                fork_keeper(flags, &lacking, &keep)?
            }
            other => other?,
        };
        if let Some(keeper) = keeper {
            return Ok(keeper);
        }
        lacking.push(missing(Layer::User, "this user may not be mapped into one"));
        flags = available(&mut lacking);
    }
}

/// All that are not switched off.
fn wanted(lacking: &mut Vec<Missing>) -> u32 {
    let off = |lacking: &[Missing], layer: Layer| lacking.iter().any(|m| m.layer == layer);
    if off(lacking, Layer::User) && !geteuid().is_root() {
        return available(lacking);
    }
    SPACES.iter().filter(|(layer, _)| !off(lacking, *layer)).fold(0, |all, (_, flag)| all | flag)
}

/// Finds out one by one which namespaces can be made, and writes down the others.
fn available(lacking: &mut Vec<Missing>) -> u32 {
    let (mut user, mut flags) = (0, 0);
    for (layer, flag) in SPACES {
        if lacking.iter().any(|m| m.layer == layer) {
            continue;
        }
        match spawn(user | flag, || 0) {
            Ok(child) => {
                let _ = waitpid(Some(child), WaitOptions::empty());
                flags |= flag;
                user |= if layer == Layer::User { flag } else { 0 };
            }
            Err(error) => lacking.push(missing(layer, error)),
        }
    }
    flags
}

/// None when the child could not be mapped to its own user, which some systems forbid only then.
fn fork_keeper(flags: u32, lacking: &[Missing], keep: &impl Fn(Vec<Missing>, Outer) -> u8) -> io::Result<Option<Keeper>> {
    let (alive, held) = pipe_with(PipeFlags::CLOEXEC)?;
    let (heard, words) = pipe_with(PipeFlags::CLOEXEC)?;
    let (begun, begin) = pipe_with(PipeFlags::CLOEXEC)?;
    // Until it is mapped, the child has the number of nobody.
    let (user, group) = (geteuid(), getegid());
    match sys::fork_into(flags)? {
        Side::Child => {
            drop((held, heard, begun));
            if flags & SPACES[0].1 != 0 && map_own_user(user, group).is_err() {
                sys::leave(NOBODY);
            }
            let _ = rustix::io::write(&begin, b"k");
            drop(begin);
            sys::leave(keep(lacking.to_vec(), Outer { alive, words: File::from(words) }))
        }
        Side::Parent(pid) => {
            drop((alive, words, begin));
            if rustix::io::read(&begun, &mut [0; 1]).is_ok_and(|count| count == 1) {
                return Ok(Some(Keeper { pid, words: File::from(heard), _alive: held }));
            }
            let _ = waitpid(Some(pid), WaitOptions::empty());
            Ok(None)
        }
    }
}

/// Inside, the user keeps the number it has outside; all other users are nobody.
fn map_own_user(user: Uid, group: Gid) -> io::Result<()> {
    let (user, group) = (user.as_raw(), group.as_raw());
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    // The group may only be mapped by one who has given up changing groups.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

/// Switches on the loopback interface of this network namespace, which is its only one.
pub(super) fn bring_loopback_up() -> io::Result<()> {
    let socket = rustix::net::socket(AddressFamily::INET, SocketType::DGRAM, None)?;
    sys::bring_up(std::os::fd::AsFd::as_fd(&socket), c"lo")
}
