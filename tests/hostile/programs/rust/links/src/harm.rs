//! Plants what etude, or the next build, might follow.
use crate::support::*;
use std::fs;
use std::os::unix::fs::symlink;

pub fn run() {
    let _ = fs::hard_link("@OUT@/linked.txt", format!("{BUILD}/loot-linked"));
    append(&format!("{BUILD}/loot-linked"), "planted");
    let _ = symlink("@OUT@", format!("{BUILD}/loot-folder"));
    append(&format!("{BUILD}/loot-folder/through.txt"), "planted");
    // Where cargo and etude look next time.
    for name in ["debug/incremental", "debug/.fingerprint", "debug/build", "tmp", "doc", "release"] {
        let _ = fs::remove_dir_all(format!("{BUILD}/{name}"));
        let _ = symlink("@OUT@/folder", format!("{BUILD}/{name}"));
    }
    for name in [".rustc_info.json", "CACHEDIR.TAG", "debug/.cargo-lock"] {
        let _ = fs::remove_file(format!("{BUILD}/{name}"));
        let _ = symlink("@OUT@/decoy.txt", format!("{BUILD}/{name}"));
    }
    unsafe { mkfifo(c(&format!("{BUILD}/package")).as_ptr(), 0o644) };
    if fs::rename(BUILD, "@WORK@/moved").is_ok() {
        let _ = symlink("@OUT@/folder", BUILD);
        let _ = fs::write("@OUT@/moved.txt", "the build folder was moved");
    }
}
