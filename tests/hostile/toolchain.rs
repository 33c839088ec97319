//! The toolchain and etude where an ordinary user can reach them: root's own are often in a home that nobody else may enter.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whoever runs this test: etude, and a `PATH` that leads to the toolchain itself, so that cargo's home can be one with something to lose.
pub fn of_mine() -> (PathBuf, String) {
    let path = std::env::var("PATH").unwrap_or_default();
    (PathBuf::from(env!("CARGO_BIN_EXE_etude")), format!("{}/bin:{path}", ask(&["--print", "sysroot"])))
}

/// Puts both below a folder; answers with etude and the `PATH` that leads to the rest.
pub fn within_reach(dir: &Path) -> (PathBuf, String) {
    let sysroot = PathBuf::from(ask(&["--print", "sysroot"]));
    let host = ask(&["--print", "host-tuple"]);
    let toolchain = dir.join("toolchain");
    for program in ["cargo", "rustc", "rustdoc"] {
        link(&sysroot.join("bin").join(program), &toolchain.join("bin").join(program));
    }
    for entry in fs::read_dir(sysroot.join("lib")).expect("the libraries of the toolchain").flatten() {
        if entry.path().is_file() {
            link(&entry.path(), &toolchain.join("lib").join(entry.file_name()));
        }
    }
    let of_host = Path::new("lib/rustlib").join(host);
    link_all(&sysroot.join(&of_host), &toolchain.join(&of_host));
    let etude = toolchain.join("bin/etude");
    link(Path::new(env!("CARGO_BIN_EXE_etude")), &etude);
    (etude, format!("{}:/usr/local/bin:/usr/bin:/bin", toolchain.join("bin").display()))
}

fn ask(what: &[&str]) -> String {
    let output = Command::new("rustc").args(what).output().expect("rustc answers");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn link_all(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() { link_all(&entry.path(), &to) } else { link(&entry.path(), &to) }
    }
}

/// A second name costs nothing; on another file system it has to be a copy.
fn link(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().expect("a folder")).expect("a folder of the toolchain");
    if fs::hard_link(from, to).is_err() {
        fs::copy(from, to).unwrap_or_else(|e| panic!("{} cannot be copied: {e}", from.display()));
    }
}
