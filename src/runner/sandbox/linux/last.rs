//! The process that becomes the program: it takes on the limits, gives up every right, and closes the last doors behind itself. The order matters: each step
//! needs what the next one takes away.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use super::super::{Walls, sys};
use super::{CANNOT, Layer, Missing, Program, Sandbox, limits, missing, rules, seccomp, tree};

/// The answer of a guard that was told to run nothing without all its walls.
const REFUSED: u8 = 126;

/// What stands when the program is about to begin.
pub(super) struct Inside<'a> {
    pub(super) sandbox: &'a Sandbox,
    pub(super) lacking: &'a [Missing],
    pub(super) dir: &'a Path,
    /// The file tree is the run's own.
    pub(super) moved: bool,
}

impl Inside<'_> {
    pub(super) fn has(&self, layer: Layer) -> bool {
        !self.lacking.iter().any(|m| m.layer == layer)
    }

    /// The private temporary folder.
    pub(super) fn tmp(&self) -> &Path {
        if self.moved { Path::new(tree::TMP) } else { &self.sandbox.scratch }
    }
}

/// Comes back only when the program could not be started.
pub(super) fn become_program(inside: &Inside, program: &Program) -> u8 {
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    if rustix::process::chdir(inside.dir).is_err() {
        let _ = rustix::process::chdir("/");
    }
    let mut lacking = inside.lacking.to_vec();
    limits::apply(&inside.sandbox.bounds, inside.has(Layer::User));
    limits::give_up_rights();
    let _ = sys::keep_three_descriptors();
    if inside.has(Layer::Landlock) {
        lacking.extend(rules::apply(inside).err().map(|why| missing(Layer::Landlock, why)));
    }
    if inside.has(Layer::Seccomp) {
        lacking.extend(seccomp::apply(inside, &lacking).err().map(|why| missing(Layer::Seccomp, why)));
    }
    let refused = inside.sandbox.required && !lacking.is_empty();
    let said = io::stderr().write_all(Walls { missing: lacking, refused }.line().as_bytes());
    if refused || said.is_err() {
        return REFUSED;
    }
    let mut command = Command::new(program.name);
    command.args(program.args).env("TMPDIR", inside.tmp()).env("HOME", inside.tmp()).env("CARGO_HOME", inside.tmp().join("cargo"));
    // exec answers only when it could not.
    let _failed = command.exec();
    CANNOT
}
