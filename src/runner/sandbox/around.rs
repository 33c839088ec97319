//! The walls for one exercise: from its folder, its language and what it needs to the `Sandbox` of each step. Owns the figures; the tests of an exercise write
//! to their temporary folder only, its build to the build folder as well.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use tempfile::TempDir;

use super::toolchain::{self, Surroundings, Toolchain};
use super::{Bounds, Layer, Sandbox};

/// How much the learner insists on the walls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// As many layers as the machine has; what is missing is told.
    #[default]
    On,
    /// All layers, or nothing is run.
    Required,
    /// Only the limits of the runner: for a machine on which the walls are in the way.
    Off,
}

/// Switches layers off, with commas between them: for tests, which show with it that the other layers hold.
const WITHOUT: &str = "ETUDE_SANDBOX_WITHOUT";
/// What a machine may have installed about the insides of its libraries. A sanitizer unpacks all of it for each report, to name lines that no learner wrote.
const DEBUG_FILES: &str = "/usr/lib/debug";
const MIB: u64 = 1024 * 1024;

/// One of the two steps of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Build,
    Tests,
}

/// What a run of one exercise has around it. The temporary folder lives as long as this.
#[derive(Debug)]
pub struct Around {
    toolchain: Toolchain,
    workspace: PathBuf,
    build_dir: PathBuf,
    scratch: TempDir,
    loopback: bool,
    tracing: bool,
    mode: Mode,
}

/// Of whom the walls are asked.
pub struct Wish<'a> {
    /// The programs that build.
    pub programs: &'a [&'a str],
    /// An absolute path without links in it.
    pub workspace: &'a Path,
    /// Below the workspace.
    pub build_dir: &'a str,
    pub loopback: bool,
    pub tracing: bool,
    pub mode: Mode,
}

impl Around {
    pub fn new(wish: &Wish) -> std::io::Result<Around> {
        let path = std::env::var_os("PATH");
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let toolchain = toolchain::find(wish.programs, &Surroundings::here(path.as_deref(), home.as_deref()));
        let build_dir = wish.workspace.join(wish.build_dir);
        make_real_folder(&build_dir)?;
        let scratch = tempfile::Builder::new().prefix("etude-run-").tempdir()?;
        Ok(Around {
            toolchain,
            workspace: wish.workspace.to_owned(),
            build_dir,
            scratch,
            loopback: wish.loopback,
            tracing: wish.tracing,
            mode: wish.mode,
        })
    }

    /// The folders in which programs are looked for.
    pub fn path(&self) -> &OsString {
        &self.toolchain.path
    }

    /// The walls of a step; none where they are switched off.
    pub fn sandbox(&self, step: Step, limit: Duration, data: u64) -> Option<Sandbox> {
        if self.mode == Mode::Off {
            return None;
        }
        let own = std::env::current_exe().and_then(std::fs::canonicalize).ok();
        Some(Sandbox {
            reads: self.toolchain.reads.iter().cloned().chain([self.workspace.clone()]).collect(),
            writes: if step == Step::Build { vec![self.build_dir.clone()] } else { Vec::new() },
            // It holds the bank, with every solution in it.
            hidden: own.into_iter().chain((step == Step::Tests).then(|| PathBuf::from(DEBUG_FILES))).collect(),
            scratch: self.scratch.path().to_owned(),
            loopback: self.loopback && step == Step::Tests,
            tracing: self.tracing,
            bounds: bounds(step, limit, data),
            required: self.mode == Mode::Required,
            without: switched_off(),
        })
    }
}

fn bounds(step: Step, limit: Duration, data: u64) -> Bounds {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let (memory, file, tmp) = match step {
        Step::Build => (8192, 512, 1024),
        // A file with holes may seem large; what it really holds is bounded with the temporary folder.
        Step::Tests => (4096, 8192, 256),
    };
    Bounds {
        // Threads of a process share its time; the clock on the wall is the runner's.
        cpu_seconds: (limit.as_secs() + 5) * cores,
        data,
        memory: (memory * MIB).min(memory_of_machine().unwrap_or(u64::MAX) / 4 * 3),
        file: file * MIB,
        disk: 1024 * MIB,
        tmp: tmp * MIB,
        // Compilers and linkers start threads by the number of cores.
        processes: (16 * cores).max(512),
    }
}

fn memory_of_machine() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix("MemTotal:"))?;
    line.split_ascii_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1024)
}

fn switched_off() -> Vec<Layer> {
    let words = std::env::var(WITHOUT).unwrap_or_default();
    let layer = |word: &str| serde_json::from_value(serde_json::Value::String(word.trim().to_owned())).ok();
    words.split(',').filter_map(layer).collect()
}

/// A link in its place would let the walls stand around another folder.
fn make_real_folder(path: &Path) -> std::io::Result<()> {
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(std::io::Error::other(format!("`{}` has to be a folder, and not a link; remove it and try again", path.display()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => std::fs::create_dir(path),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(folder: &Path, mode: Mode) -> std::io::Result<Around> {
        Around::new(&Wish { programs: &["cc"], workspace: folder, build_dir: "build", loopback: true, tracing: false, mode })
    }

    #[test]
    fn only_the_build_writes_to_the_build_folder_and_only_tests_have_a_network() {
        let folder = tempfile::tempdir().unwrap();
        let around = around(folder.path(), Mode::On).unwrap();
        let build = around.sandbox(Step::Build, Duration::from_secs(10), 5).unwrap();
        assert_eq!((build.writes, build.loopback, build.required), (vec![folder.path().join("build")], false, false));
        let tests = around.sandbox(Step::Tests, Duration::from_secs(10), 5).unwrap();
        assert!(tests.writes.is_empty() && tests.loopback);
        assert!(tests.reads.contains(&folder.path().to_owned()));
        let debug = PathBuf::from(DEBUG_FILES);
        assert!(tests.hidden.len() == 2 && tests.hidden.contains(&debug) && !build.hidden.contains(&debug));
    }

    #[test]
    fn off_is_off_and_required_is_passed_on() {
        let folder = tempfile::tempdir().unwrap();
        assert!(around(folder.path(), Mode::Off).unwrap().sandbox(Step::Tests, Duration::ZERO, 0).is_none());
        assert!(around(folder.path(), Mode::Required).unwrap().sandbox(Step::Tests, Duration::ZERO, 0).unwrap().required);
    }

    #[test]
    fn a_link_is_no_build_folder() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::os::unix::fs::symlink(other.path(), folder.path().join("build")).unwrap();
        assert!(around(folder.path(), Mode::On).is_err());
    }
}
