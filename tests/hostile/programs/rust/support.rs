//! What the hostile programs share: one beginning, a place for loot, and the system calls that the standard library has no words for.
#![allow(dead_code)]

use std::ffi::{CString, c_char, c_int, c_long, c_ulong, c_void};
use std::fs;
use std::io::Write;
use std::sync::OnceLock;
use std::time::Duration;

pub const BUILD: &str = "@BUILD@";

unsafe extern "C" {
    pub fn fork() -> c_int;
    pub fn setsid() -> c_int;
    pub fn getppid() -> c_int;
    pub fn kill(pid: c_int, signal: c_int) -> c_int;
    pub fn close(fd: c_int) -> c_int;
    pub fn signal(number: c_int, handler: usize) -> usize;
    pub fn _exit(code: c_int) -> !;
    pub fn syscall(number: c_long, ...) -> c_long;
    pub fn ptrace(request: c_long, pid: c_int, address: *mut c_void, data: *mut c_void) -> c_long;
    pub fn mmap(at: *mut c_void, length: usize, protection: c_int, flags: c_int, fd: c_int, offset: i64) -> *mut c_void;
    pub fn fallocate(fd: c_int, mode: c_int, offset: i64, length: i64) -> c_int;
    pub fn memfd_create(name: *const c_char, flags: u32) -> c_int;
    pub fn shmget(key: c_int, size: usize, flags: c_int) -> c_int;
    pub fn setrlimit(resource: c_int, limit: *const [u64; 2]) -> c_int;
    pub fn getrlimit(resource: c_int, limit: *mut [u64; 2]) -> c_int;
    pub fn mount(source: *const c_char, target: *const c_char, kind: *const c_char, flags: c_ulong, data: *const c_void) -> c_int;
    pub fn unshare(flags: c_int) -> c_int;
    pub fn chroot(path: *const c_char) -> c_int;
    pub fn chdir(path: *const c_char) -> c_int;
    pub fn mkfifo(path: *const c_char, mode: u32) -> c_int;
    pub fn socket(domain: c_int, kind: c_int, protocol: c_int) -> c_int;
    pub fn ioctl(fd: c_int, request: c_ulong, ...) -> c_int;
    pub fn setgid(id: u32) -> c_int;
    pub fn geteuid() -> u32;
    pub fn getegid() -> u32;
    pub fn openat(at: c_int, path: *const c_char, flags: c_int, ...) -> c_int;
    pub fn read(fd: c_int, into: *mut c_void, length: usize) -> isize;
}

pub fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

static ROOM: OnceLock<String> = OnceLock::new();

/// True once for each time that etude runs the program; what is left behind says that it ran at all. Looks for a place for loot on the way: the
/// build folder, else a temporary one, into which the test looks while the program runs.
pub fn begin() -> bool {
    let places = [BUILD.to_owned(), std::env::var("TMPDIR").unwrap_or_default(), "/tmp".to_owned()];
    for place in places {
        match fs::OpenOptions::new().write(true).create_new(true).open(format!("{place}/loot-control")) {
            Ok(_) => {
                let _ = ROOM.set(place);
                pause(100);
                return true;
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return false,
            Err(_) => {}
        }
    }
    false
}

fn room() -> &'static str {
    ROOM.get().map_or(BUILD, String::as_str)
}

pub fn loot(name: &str, bytes: &[u8]) {
    let _ = fs::write(format!("{}/loot-{name}", room()), bytes);
}

pub fn steal(name: &str, path: &str) {
    if let Ok(bytes) = fs::read(path) {
        loot(name, &bytes);
    }
}

pub fn append(path: &str, text: &str) {
    if let Ok(mut file) = fs::OpenOptions::new().append(true).create(true).open(path) {
        let _ = file.write_all(text.as_bytes());
    }
}

/// Shows for half a minute that it is alive.
pub fn beat(name: &str) -> ! {
    for _ in 0..600 {
        append(&format!("{}/beat-{name}", room()), "x");
        pause(50);
    }
    unsafe { _exit(0) }
}

pub fn pause(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}

/// The number of etude's process, which the test writes down as soon as it is known.
pub fn etude() -> Option<c_int> {
    for _ in 0..40 {
        if let Some(pid) = fs::read_to_string("@WORK@/src/etude.pid").ok().and_then(|text| text.trim().parse().ok()) {
            return Some(pid);
        }
        pause(10);
    }
    None
}
