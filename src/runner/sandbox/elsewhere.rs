//! The walls on other systems. On macOS the system's own sandbox takes a profile; anywhere else there is none, and that is told.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::Command;

use super::{Layer, Missing, Sandbox, Walls, profile};

const CANNOT: u8 = 127;
const REFUSED: u8 = 126;
const SANDBOX_EXEC: &str = "/usr/bin/sandbox-exec";

/// Comes back only when the program could not be started.
pub(in crate::runner) fn enter(sandbox: &Sandbox, program: &OsStr, args: &[OsString]) -> u8 {
    limit(sandbox);
    let off = sandbox.without.contains(&Layer::Profile) || !std::path::Path::new(SANDBOX_EXEC).exists();
    let missing = if off { vec![Missing { layer: Layer::Profile, why: "it is not there".to_owned() }] } else { Vec::new() };
    let refused = sandbox.required && off;
    let said = io::stderr().write_all(Walls { missing, refused }.line().as_bytes());
    if refused || said.is_err() {
        return REFUSED;
    }
    let mut command = if off {
        Command::new(program)
    } else {
        let mut command = Command::new(SANDBOX_EXEC);
        command.arg("-p").arg(profile::text(sandbox)).arg(program);
        command
    };
    command.args(args).env("TMPDIR", &sandbox.scratch).env("HOME", &sandbox.scratch).env("CARGO_HOME", sandbox.scratch.join("cargo"));
    let _failed = command.exec();
    CANNOT
}

fn limit(sandbox: &Sandbox) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let bounds = &sandbox.bounds;
    let limits = [(Resource::Core, 0), (Resource::Cpu, bounds.cpu_seconds), (Resource::Fsize, bounds.file), (Resource::Nofile, 1024)];
    for (resource, at_most) in limits {
        let _ = setrlimit(resource, Rlimit { current: Some(at_most), maximum: Some(at_most) });
    }
}
