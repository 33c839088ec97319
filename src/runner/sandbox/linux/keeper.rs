//! The first process inside: it makes the file tree, starts the program, and watches what the run uses up. It reports one ending to the outer process; when
//! it goes, whatever is left inside goes with it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, WaitOptions, WaitStatus, getpid, pidfd_open, set_child_subreaper, waitpid};

use super::super::sys;
use super::last::{self, Inside};
use super::spaces::{self, Outer};
use super::usage::Watch;
use super::{CANNOT, Ending, Layer, Missing, Program, Sandbox, die_with_parent, missing, spawn, tree};

/// How often the run is looked at. A run that is over sooner costs no look at all.
const TICK: Duration = Duration::from_millis(40);

pub(super) fn keep(sandbox: &Sandbox, program: &Program, mut lacking: Vec<Missing>, mut outer: Outer) -> u8 {
    if !die_with_parent(&outer.alive) {
        return CANNOT;
    }
    let dir = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let has = |lacking: &[Missing], layer: Layer| !lacking.iter().any(|m| m.layer == layer);
    bound_namespaces(sandbox, has(&lacking, Layer::Pid), has(&lacking, Layer::User));
    if sandbox.loopback && has(&lacking, Layer::Net) {
        if let Err(error) = spaces::bring_loopback_up() {
            lacking.push(missing(Layer::Net, error));
        }
    }
    let moved = has(&lacking, Layer::Mount) && move_in(sandbox, &mut lacking);
    sys::hide_from_tracing();
    // Where there is no namespace for processes, orphans come back here at least.
    let _ = set_child_subreaper(Some(getpid()));

    let inside = Inside { sandbox, lacking: &lacking, dir: &dir, moved };
    let Ok(child) = spawn(0, || last::become_program(&inside, program)) else { return CANNOT };
    let alone = moved && has(&lacking, Layer::Pid) && has(&lacking, Layer::Proc);
    let ending = watch(child, &mut Watch::new(sandbox, moved, alone));
    let _ = outer.words.write_all(ending.word().as_bytes());
    0
}

fn move_in(sandbox: &Sandbox, lacking: &mut Vec<Missing>) -> bool {
    match tree::move_in(sandbox) {
        Ok(not_own) => {
            lacking.extend(not_own.map(|error| missing(Layer::Proc, error)));
            true
        }
        Err(error) => {
            lacking.push(missing(Layer::Mount, error));
            false
        }
    }
}

/// Numbers for processes run out in this namespace: that also binds root, whom no other limit on processes does. And nobody inside makes namespaces of
/// their own. Older kernels have neither setting; the watch and the call filter hold there.
fn bound_namespaces(sandbox: &Sandbox, pid: bool, user: bool) {
    /// Below this the kernel gives out no number twice.
    const RESERVED: u64 = 300;
    if pid {
        let _ = fs::write("/proc/sys/kernel/pid_max", (sandbox.bounds.processes + RESERVED).to_string());
    }
    if user {
        let _ = fs::write("/proc/sys/user/max_user_namespaces", "0");
    }
}

/// Waits for the program, reaps what it leaves behind, and stops everything when a bound is passed.
fn watch(child: Pid, usage: &mut Watch) -> Ending {
    let descriptor = pidfd_open(child, PidfdFlags::empty()).ok();
    let mut next_look = Instant::now() + TICK;
    loop {
        let pause = next_look.saturating_duration_since(Instant::now());
        match &descriptor {
            Some(descriptor) => {
                let nanos = i64::from(pause.subsec_nanos());
                let timeout = Timespec { tv_sec: 0, tv_nsec: nanos };
                let _ = poll(&mut [PollFd::new(descriptor, PollFlags::IN)], Some(&timeout));
            }
            None => std::thread::sleep(pause.min(Duration::from_millis(2))),
        }
        while let Ok(Some((pid, status))) = waitpid(None, WaitOptions::NOHANG) {
            if pid == child {
                usage.end_all();
                return ending(status);
            }
        }
        if Instant::now() >= next_look {
            if let Some(why) = usage.passed_bound() {
                usage.end_all();
                return Ending::Stopped(why);
            }
            next_look = Instant::now() + TICK;
        }
    }
}

fn ending(status: WaitStatus) -> Ending {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Ending::Exited(u8::try_from(code).unwrap_or(CANNOT)),
        (None, Some(signal)) => Ending::Signalled(signal),
        (None, None) => Ending::Exited(CANNOT),
    }
}
