//! The walls around code that nobody has read yet: what a model or a learner wrote, and the compilers that work on it. Owns what such a run may read,
//! write, reach and use up, and how that is enforced on this system; refuses to let a missing wall pass in silence.
//!
//! A run is described by a `Sandbox`, which travels as one argument to etude's own hidden `__guard`. There the walls go up, from the inside, and the
//! guard becomes the program. What could not be put up is told in the first line that comes back, before the program says anything.

pub mod around;
#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;
pub mod profile;
// The one place for it: what no safe interface covers.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod sys;
pub mod toolchain;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::enter;
#[cfg(target_os = "linux")]
pub(super) use linux::enter;

/// One run's walls.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Sandbox {
    /// Files and folders that may be read and executed. What does not exist is passed over.
    pub reads: Vec<PathBuf>,
    /// Folders that may be written as well.
    pub writes: Vec<PathBuf>,
    /// Never seen, even where a folder around it may be read.
    pub hidden: Vec<PathBuf>,
    /// A folder of this run alone, for its temporary files where they cannot have a file system of their own.
    pub scratch: PathBuf,
    /// The machine may talk to itself, in a network that nothing else is in.
    pub loopback: bool,
    /// Processes of the run may trace one another: the leak checker works that way.
    pub tracing: bool,
    pub bounds: Bounds,
    /// Run nothing when a layer is missing.
    pub required: bool,
    /// Layers that are switched off, to show that the others hold.
    pub without: Vec<Layer>,
}

/// What a run may use up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Processor time of one process, in seconds.
    pub cpu_seconds: u64,
    /// Bytes of data of one process; 0 where the program maps more than it uses (AddressSanitizer).
    pub data: u64,
    /// Bytes of memory of all processes together.
    pub memory: u64,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes that the folders on disk may hold, and the temporary folder in memory.
    pub disk: u64,
    pub tmp: u64,
    /// Processes and threads at a time.
    pub processes: u64,
}

/// What stands between the program and the machine. Each holds something by itself, and most things are held by two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// Rights of an ordinary user to make the other namespaces, and none beyond them.
    User,
    /// Processes outside cannot be seen or signalled, and none survives the run.
    Pid,
    /// A file tree with nothing in it but what is needed.
    Mount,
    /// No network but one's own.
    Net,
    /// No shared memory or queues with others.
    Ipc,
    /// A `/proc` that shows the run's own processes only.
    Proc,
    Landlock,
    Seccomp,
    /// The profile of macOS.
    Profile,
}

impl Layer {
    /// As the learner reads it.
    pub fn title(self) -> &'static str {
        match self {
            Layer::User => "user namespaces",
            Layer::Pid => "process namespaces",
            Layer::Mount => "mount namespaces",
            Layer::Net => "network namespaces",
            Layer::Ipc => "IPC namespaces",
            Layer::Proc => "a /proc of its own",
            Layer::Landlock => "Landlock",
            Layer::Seccomp => "seccomp",
            Layer::Profile => "the system's sandbox profile",
        }
    }
}

/// A layer that could not be put up, and what the system said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    pub layer: Layer,
    pub why: String,
}

/// What the guard tells before the program begins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walls {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Missing>,
    /// The program was not started, because a layer is missing and all are required.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
}

/// Begins the guard's line.
const MARK: &str = "\u{1}etude-walls ";

impl Walls {
    /// The line that the guard writes before the program begins.
    pub(super) fn line(&self) -> String {
        format!("{MARK}{}\n", serde_json::to_string(self).unwrap_or_default())
    }

    /// Reads that line. Anything else is none: the guard has not come so far.
    pub(super) fn read(line: &str) -> Option<Walls> {
        serde_json::from_str(line.strip_prefix(MARK)?.trim_end()).ok()
    }

    /// One line about what is missing, none where everything stands.
    pub fn told(&self) -> Option<String> {
        if self.missing.is_empty() {
            return None;
        }
        let names: Vec<&str> = self.missing.iter().map(|m| m.layer.title()).collect();
        Some(format!("the sandbox works without {} here", names.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_told_in_one_line_and_travels() {
        let walls = Walls { missing: vec![Missing { layer: Layer::Landlock, why: "not\nsupported".into() }], refused: true };
        let line = walls.line();
        assert_eq!(line.matches('\n').count(), 1);
        assert_eq!(Walls::read(&line), Some(walls.clone()));
        assert_eq!(walls.told().as_deref(), Some("the sandbox works without Landlock here"));
        assert_eq!(Walls::default().told(), None);
        assert_eq!(Walls::read("warning: something"), None);
    }
}
