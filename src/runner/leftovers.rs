//! What a run leaves behind. Makes this process the one that orphans come back to, and ends those that came back; refuses to touch any process that
//! is not a child of this one, or that was there before the run.
//!
//! Only direct children, and groups that they are in, are ever signalled. They cannot be mistaken: the number of a child is not given away
//! again before this process has reaped it. Deeper descendants need no search, as each becomes a direct child at the moment its parent dies.

use std::collections::HashSet;
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, WaitOptions, child_subreaper, getpid, kill_process, kill_process_group,
    set_child_subreaper, waitid, waitpid,
};

/// The longest pause while killed processes die; the first is much shorter, as most are gone in no time.
const LONGEST_PAUSE: Duration = Duration::from_millis(2);
const FIRST_PAUSE: Duration = Duration::from_micros(50);

pub(super) struct Leftovers {
    /// Processes below this one from before the run: somebody else's.
    others: HashSet<Pid>,
    was_subreaper: bool,
}

impl Leftovers {
    /// To be called before the program is started.
    pub(super) fn expect() -> io::Result<Self> {
        let others = if has_children() { descendants() } else { HashSet::new() };
        let was_subreaper = child_subreaper()?.is_some();
        set_child_subreaper(Some(getpid()))?;
        Ok(Self { others, was_subreaper })
    }

    /// Clears away orphans that died by themselves. A program that keeps making them would otherwise fill the process table before its limit.
    pub(super) fn reap_dead(&self, leader: Pid) {
        if matches!(a_dead_child(), Ok(Some(_))) {
            for child in self.children().filter(|child| *child != leader) {
                reap(child);
            }
        }
    }

    /// Ends everything that the run left, once its leader is reaped. Gives up when nothing has died for the patience, or after five times as long
    /// in all (a program may fork as fast as it is killed), and returns how many processes are left.
    pub(super) fn end_all(&self, patience: Duration) -> usize {
        let started = Instant::now();
        let (mut last_death, mut pause) = (started, FIRST_PAUSE);
        loop {
            let now = Instant::now();
            // Without any child there is no descendant either: the usual case, decided without a look into /proc.
            if !has_children() {
                return 0;
            }
            let (mut alive, mut died) = (0, false);
            for child in self.children() {
                end(child);
                if reap(child) {
                    died = true;
                } else {
                    alive += 1;
                }
            }
            if alive == 0 && !died && !self.others.is_empty() {
                return 0;
            }
            if !died && now - last_death > patience || now - started > patience * 5 {
                // There is a child, even if /proc shows none: it may be hidden or missing here.
                return alive.max(1);
            }
            if died {
                // The dead may have handed down their own children: whoever forks to get away is met without a pause.
                last_death = now;
            } else {
                thread::sleep(pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }

    fn children(&self) -> impl Iterator<Item = Pid> {
        children_of(getpid()).into_iter().filter(|child| !self.others.contains(child))
    }
}

impl Drop for Leftovers {
    fn drop(&mut self) {
        if !self.was_subreaper {
            // Nothing to be done if it fails; orphans then keep coming here, where the next run takes them for somebody else's.
            let _ = set_child_subreaper(None);
        }
    }
}

/// Kills a child and, where that group can only be the run's, its whole group: no member can fork out of that unseen.
fn end(child: Pid) {
    let group = Kin::of(child).zip(Kin::of(getpid())).and_then(|(theirs, ours)| theirs.group_to_end(child, &ours));
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
    // Fails for those that may not be signalled: they stay alive and are counted.
    let _ = kill_process(child, Signal::KILL);
}

/// Where a process belongs. Nothing stands for a group, session or parent outside this pid namespace, which the kernel numbers 0: in a container
/// that was entered without a session of its own, that is what etude and its children have. (The system calls are no help here: rustix takes
/// their answer for a number above 0.)
#[derive(Debug, PartialEq, Eq)]
struct Kin {
    parent: Option<Pid>,
    group: Option<Pid>,
    session: Option<Pid>,
}

impl Kin {
    fn of(process: Pid) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    fn parse(stat: &str) -> Option<Self> {
        // `pid (name) state parent group session …`, where the name may hold spaces and parentheses of its own.
        let (_, after_name) = stat.rsplit_once(')')?;
        let mut fields = after_name.split_ascii_whitespace().skip(1);
        let mut next = || fields.next()?.parse().ok().map(Pid::from_raw);
        Some(Self { parent: next()?, group: next()?, session: next()? })
    }

    /// The group of a child, when the run made it. Inside our session a process may join any group, the shell's included; a session of its own was
    /// made during the run.
    fn group_to_end(&self, child: Pid, ours: &Kin) -> Option<Pid> {
        let made_by_the_run = self.group == Some(child) || self.session != ours.session;
        self.group.filter(|_| made_by_the_run && self.group != ours.group)
    }
}

/// Whether the child was dead and is gone now.
fn reap(child: Pid) -> bool {
    !matches!(waitpid(Some(child), WaitOptions::NOHANG), Ok(None))
}

fn has_children() -> bool {
    !matches!(a_dead_child(), Err(Errno::CHILD))
}

/// Looks for one without reaping it. An error when there are no children, dead or alive.
fn a_dead_child() -> rustix::io::Result<Option<WaitIdStatus>> {
    waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT)
}

fn descendants() -> HashSet<Pid> {
    let mut found = HashSet::new();
    let mut open = vec![getpid()];
    while let Some(parent) = open.pop() {
        open.extend(children_of(parent).into_iter().filter(|child| found.insert(*child)));
    }
    found
}

/// Children of all threads of a process, the dead ones included.
fn children_of(parent: Pid) -> Vec<Pid> {
    let threads = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    let lists: Vec<String> = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok()).collect();
    if lists.is_empty() {
        return children_by_search(parent);
    }
    lists.iter().flat_map(|list| list.split_ascii_whitespace()).filter_map(pid).collect()
}

/// For kernels built without the `children` files: looks at every process there is.
fn children_by_search(parent: Pid) -> Vec<Pid> {
    let names = fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.file_name());
    let pids = names.filter_map(|name| pid(name.to_str()?));
    pids.filter(|child| Kin::of(*child).is_some_and(|kin| kin.parent == Some(parent))).collect()
}

fn pid(number: &str) -> Option<Pid> {
    number.parse().ok().and_then(Pid::from_raw)
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::sync::PoisonError;

    use super::*;
    use crate::runner::ONE_RUN;

    #[test]
    fn both_ways_to_find_children_agree() {
        let _turn = ONE_RUN.write().unwrap_or_else(PoisonError::into_inner);
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let pid = Pid::from_child(&child);
        let found = [children_of(getpid()), children_by_search(getpid()), descendants().into_iter().collect()];
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found.iter().all(|pids| pids.contains(&pid)), "{found:?}");
        assert!(!children_of(getpid()).contains(&pid));
    }

    #[test]
    fn a_group_outside_this_namespace_is_never_signalled() {
        let outside = Kin::parse("7 (a (odd) name) S 1 0 0 0 -1 4194560").unwrap();
        assert_eq!(outside, Kin { parent: Pid::from_raw(1), group: None, session: None });
        let child = Pid::from_raw(7).unwrap();
        assert_eq!(outside.group_to_end(child, &outside), None);
        let own_session = Kin::parse("7 (sh) S 1 7 7 0 -1 4194560").unwrap();
        assert_eq!(own_session.group_to_end(child, &outside), Some(child));
        assert_eq!(outside.group_to_end(child, &own_session), None);
    }

    #[test]
    fn only_a_group_that_the_run_made_is_signalled() {
        let ours = Kin::parse("5 (etude) S 2 3 2 0").unwrap();
        let child = Pid::from_raw(7).unwrap();
        let group_to_end = |stat: &str| Kin::parse(stat).unwrap().group_to_end(child, &ours).map(|group| group.as_raw_nonzero().get());
        assert_eq!(group_to_end("7 (a) S 5 3 2 0"), None, "our own group");
        assert_eq!(group_to_end("7 (a) S 5 4 2 0"), None, "another group of our session");
        assert_eq!(group_to_end("7 (a) S 5 7 2 0"), Some(7), "a group it leads");
        assert_eq!(group_to_end("7 (a) S 5 6 6 0"), Some(6), "a session made during the run");
        assert_eq!(Kin::parse("7 (a) S"), None);
    }
}
