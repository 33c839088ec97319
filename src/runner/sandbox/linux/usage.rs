//! What a run uses up in all: processes, memory, disk. Owns the looking; the kernel has limits for one process only, and none of them on processes for root.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, geteuid, kill_process};

use super::super::{Bounds, Sandbox};

/// All processes of the machine are looked through this often, where the run's own cannot be told without that.
const SELDOM: Duration = Duration::from_millis(400);
/// Looking through folders takes at most this part of the time.
const PART: u32 = 4;
/// More files than this are too many, however small.
const FILES: u64 = 20_000;

pub(super) struct Watch<'a> {
    bounds: &'a Bounds,
    /// Folders of the run on a real disk.
    folders: Vec<&'a Path>,
    /// `/proc` shows this run and nothing else.
    alone: bool,
    last_seldom: Option<Instant>,
    /// When the folders are looked through again.
    next_walk: Instant,
}

/// One process, as `/proc` tells.
struct Process {
    parent: i32,
    threads: u64,
    /// Its own memory and what it shares without a file, in bytes.
    memory: u64,
    user: u32,
}

#[derive(Default)]
struct Held {
    bytes: u64,
    files: u64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(sandbox: &'a Sandbox, moved: bool, alone: bool) -> Self {
        let mut folders: Vec<&Path> = sandbox.writes.iter().map(PathBuf::as_path).collect();
        if !moved {
            folders.push(&sandbox.scratch);
        }
        Watch { bounds: &sandbox.bounds, folders, alone, last_seldom: None, next_walk: Instant::now() }
    }

    /// Why the run has to end, where it has to.
    pub(super) fn passed_bound(&mut self) -> Option<String> {
        let seldom = self.last_seldom.is_none_or(|last| last.elapsed() >= SELDOM);
        if seldom {
            self.last_seldom = Some(Instant::now());
        }
        if seldom || self.alone {
            let (mut tasks, mut memory) = (0, 0);
            for process in self.own().values() {
                tasks += process.threads;
                memory += process.memory;
            }
            if tasks > self.bounds.processes {
                return Some(format!("more than {} processes and threads at a time", self.bounds.processes));
            }
            if memory > self.bounds.memory {
                return Some(format!("more than {} MiB of memory", self.bounds.memory >> 20));
            }
        }
        let began = Instant::now();
        if began < self.next_walk {
            return None;
        }
        let filled = self.filled();
        self.next_walk = began + began.elapsed() * PART;
        filled
    }

    fn filled(&self) -> Option<String> {
        let mut now = Held::default();
        for folder in &self.folders {
            now.add(folder, 0);
        }
        // Not what this run has added: one run after the other would fill the disk all the same.
        if now.bytes > self.bounds.disk {
            return Some(format!("more than {} MiB in the build folder", self.bounds.disk >> 20));
        }
        (now.files > FILES).then(|| format!("more than {FILES} files in the build folder"))
    }

    /// Ends the processes of the run one by one, where no namespace does it in one go.
    pub(super) fn end_all(&self) {
        /// Whoever forks to get away is met again; etude itself ends what is left then.
        const ROUNDS: usize = 20;
        if self.alone {
            return;
        }
        for _ in 0..ROUNDS {
            let own = self.own();
            if own.is_empty() {
                return;
            }
            for pid in own.keys().filter_map(|pid| Pid::from_raw(*pid)) {
                let _ = kill_process(pid, Signal::KILL);
            }
            while matches!(rustix::process::wait(rustix::process::WaitOptions::NOHANG), Ok(Some(_))) {}
        }
    }

    fn own(&self) -> HashMap<i32, Process> {
        let mut found = processes();
        // Not `getpid`: `/proc` may count from another namespace than this process does.
        let this = fs::read_link("/proc/self").ok().and_then(|link| link.to_str()?.parse().ok()).unwrap_or(1);
        if !self.alone {
            let below = descendants(&found, this);
            found.retain(|pid, _| below.contains(pid));
        }
        found.remove(&this);
        found
    }
}

fn descendants(all: &HashMap<i32, Process>, of: i32) -> HashSet<i32> {
    let mut below = HashSet::new();
    let mut open = vec![of];
    while let Some(parent) = open.pop() {
        open.extend(all.iter().filter(|(pid, p)| p.parent == parent && below.insert(**pid)).map(|(pid, _)| *pid));
    }
    below
}

fn processes() -> HashMap<i32, Process> {
    let names = fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.file_name());
    let pids = names.filter_map(|name| name.to_str()?.parse::<i32>().ok());
    pids.filter_map(|pid| Some((pid, Process::of(pid)?))).collect()
}

/// As text whatever a process calls itself: one with an odd name is not to be passed over.
fn read(path: &str) -> Option<String> {
    fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

impl Process {
    fn of(pid: i32) -> Option<Process> {
        let mut process = Process::parse(&read(&format!("/proc/{pid}/status"))?);
        // Where the first thread has ended, only the others tell what the process holds.
        if process.memory == 0 && process.threads > 1 {
            let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
            let of_each = threads.filter_map(|t| Some(Process::parse(&read(&format!("{}/status", t.path().display()))?).memory));
            process.memory = of_each.max().unwrap_or(0);
        }
        Some(process)
    }

    fn parse(status: &str) -> Process {
        let mut process = Process { parent: 0, threads: 1, memory: 0, user: u32::MAX };
        for line in status.lines() {
            let Some((key, value)) = line.split_once(':') else { continue };
            let number = || value.split_ascii_whitespace().next().and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
            match key {
                "PPid" => process.parent = i32::try_from(number()).unwrap_or(0),
                "Uid" => process.user = u32::try_from(number()).unwrap_or(u32::MAX),
                "Threads" => process.threads = number(),
                "RssAnon" | "RssShmem" | "VmPTE" => process.memory += number() << 10,
                _ => {}
            }
        }
        process
    }
}

/// Processes and threads of this user, wherever they run.
pub(super) fn tasks_of_this_user() -> u64 {
    let user = geteuid().as_raw();
    processes().values().filter(|p| p.user == user).map(|p| p.threads).sum()
}

impl Held {
    /// Links are counted, not followed.
    fn add(&mut self, folder: &Path, depth: usize) {
        const DEEPEST: usize = 64;
        let entries = fs::read_dir(folder);
        // What lies too deep to be looked at is more than anybody needs.
        if depth > DEEPEST || entries.as_ref().is_err_and(|e| e.kind() == std::io::ErrorKind::InvalidFilename) {
            self.files += FILES + 1;
        }
        for entry in entries.into_iter().flatten().flatten() {
            self.files += 1;
            if self.files > FILES {
                return;
            }
            let Ok(found) = entry.metadata() else { continue };
            self.bytes += found.blocks() * 512;
            if found.is_dir() {
                self.add(&entry.path(), depth + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_from_its_status() {
        let process =
            Process::parse("Name:\tx\nPPid:\t7\nUid:\t1000\t1000\nRssAnon:\t  10 kB\nRssFile:\t 99 kB\nRssShmem:\t2 kB\nThreads:\t3\n");
        assert_eq!((process.parent, process.threads, process.memory, process.user), (7, 3, 12 * 1024, 1000));
    }

    #[test]
    fn what_a_folder_holds_is_counted_without_following_links() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("deep")).unwrap();
        fs::write(folder.path().join("deep/file"), vec![1; 100_000]).unwrap();
        std::os::unix::fs::symlink("/", folder.path().join("out")).unwrap();
        let mut held = Held::default();
        held.add(folder.path(), 0);
        assert_eq!(held.files, 3);
        assert!(held.bytes >= 100_000, "{}", held.bytes);
    }
}
