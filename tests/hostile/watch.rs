//! What a run does, seen from outside through `/proc`: how many processes and threads there are at once, how much memory and storage they take, and
//! which doors into the kernel they hold open. Ends only what it saw being started.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, kill_process};

/// The most that was seen at once.
#[derive(Debug, Default)]
pub struct Watch {
    pub processes: usize,
    pub threads: usize,
    /// Bytes that the processes of the run have in memory, together.
    pub memory: u64,
    /// Bytes by which disk and shared memory grew.
    pub storage: u64,
    /// Open descriptors that are no files: sockets, `[io_uring]`, `bpf-map`.
    pub descriptors: BTreeSet<String>,
    pub traced: bool,
    /// What lay in the temporary folders of the run, by the name after `loot-`.
    pub loot: HashMap<String, Vec<u8>>,
    seen: HashMap<u32, u64>,
    storage_before: u64,
    place: PathBuf,
}

struct Process {
    pid: u32,
    parent: u32,
    threads: usize,
    started: u64,
    pages: u64,
    /// Dead, and only waiting to be noticed.
    zombie: bool,
}

impl Watch {
    pub fn new(place: PathBuf) -> Watch {
        let storage_before = storage(&place);
        Watch { storage_before, place, ..Watch::default() }
    }

    /// One look at everything below `root`.
    pub fn look(&mut self, root: u32, decoy: u32) {
        let all = processes();
        let mut children: HashMap<u32, Vec<&Process>> = HashMap::new();
        all.iter().for_each(|process| children.entry(process.parent).or_default().push(process));
        let (mut below, mut open) = (Vec::new(), vec![root]);
        let mut known = HashSet::new();
        while let Some(parent) = open.pop() {
            for child in children.get(&parent).into_iter().flatten().filter(|child| known.insert(child.pid)) {
                open.push(child.pid);
                below.push(*child);
            }
        }
        let alive = || below.iter().filter(|process| !process.zombie);
        self.seen.extend(alive().map(|process| (process.pid, process.started)));
        self.processes = self.processes.max(below.len());
        self.threads = self.threads.max(alive().map(|process| process.threads).sum());
        self.memory = self.memory.max(alive().map(|process| process.pages * 4096).sum());
        self.storage = self.storage.max(storage(&self.place).saturating_sub(self.storage_before));
        if below.len() < 50 {
            alive().for_each(|process| self.descriptors.extend(doors(process.pid)));
            // The view of a process leads to folders that only the run has.
            alive().for_each(|process| self.gather(Path::new(&format!("/proc/{}/root/tmp", process.pid))));
            fs::read_dir(self.place.join("../tmp")).into_iter().flatten().flatten().for_each(|entry| self.gather(&entry.path()));
        }
        let status = fs::read_to_string(format!("/proc/{decoy}/status")).unwrap_or_default();
        self.traced |= status.lines().any(|line| line.strip_prefix("TracerPid:").is_some_and(|tracer| tracer.trim() != "0"));
    }

    fn gather(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            // No link is followed, and no pipe waited for.
            let small = entry.metadata().is_ok_and(|meta| meta.is_file() && meta.len() < 4 << 20);
            if let (Some(name), true) = (name.strip_prefix("loot-"), small) {
                self.loot.insert(name.to_owned(), fs::read(entry.path()).unwrap_or_default());
            }
        }
    }

    /// What was started during the run and is there still.
    pub fn survivors(&self) -> Vec<u32> {
        let now = processes();
        now.iter()
            .filter(|process| !process.zombie && self.seen.get(&process.pid) == Some(&process.started))
            .map(|process| process.pid)
            .collect()
    }

    /// Ends them, each known by its number and the moment it began.
    pub fn end_survivors(&self) {
        for pid in self.survivors() {
            if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }
}

fn processes() -> Vec<Process> {
    let names = fs::read_dir("/proc").into_iter().flatten().flatten();
    names.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter_map(process).collect()
}

fn process(pid: u32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // `pid (name) state parent …`, where the name may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Process {
        pid,
        parent: u32::try_from(number(1)?).ok()?,
        threads: usize::try_from(number(17)?).ok()?,
        started: number(19)?,
        pages: number(21)?,
        zombie: fields[0] == "Z",
    })
}

/// With the name of the process. Compilers talk to their own children through sockets that lead nowhere else.
fn doors(pid: u32) -> Vec<String> {
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    if ["cargo", "rustc"].contains(&name.trim()) {
        return Vec::new();
    }
    let links =
        fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten().filter_map(|entry| fs::read_link(entry.path()).ok());
    let names = links.map(|link| link.to_string_lossy().into_owned());
    let special = names.filter(|door| ["anon_inode:", "socket:"].iter().any(|start| door.starts_with(start)));
    special.map(|door| format!("{door} of {}", name.trim())).collect()
}

/// Bytes in use on the disk of the desk, and in memory that is shared or a file system.
fn storage(place: &Path) -> u64 {
    let disk = rustix::fs::statvfs(place).map_or(0, |s| (s.f_blocks - s.f_bfree) * s.f_frsize);
    let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let shared =
        meminfo.lines().find_map(|line| line.strip_prefix("Shmem:")).and_then(|rest| rest.trim().split(' ').next()?.parse::<u64>().ok());
    disk + shared.unwrap_or(0) * 1024
}
