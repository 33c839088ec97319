//! The few system calls that no safe interface covers. The only place in etude with `unsafe`: every block says why it is sound, and nothing here decides
//! anything. The guard is a program of one thread, just started, which is what makes `fork` and `clone` plain here.

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

/// Which side of a fork this is.
pub(super) enum Side {
    Child,
    Parent(rustix::process::Pid),
}

/// A fork whose child begins in new namespaces (`flags` of `CLONE_NEW…`).
pub(super) fn fork_into(flags: u32) -> io::Result<Side> {
    const NONE: libc::c_ulong = 0;
    let flags = libc::c_ulong::from(flags) | libc::SIGCHLD as libc::c_ulong;
    // SAFETY: without a new stack and without CLONE_VM this is a fork: the child has its own copy of everything. The process has one thread, so no
    // lock can be held by a thread that the child does not have.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, NONE, NONE, NONE, NONE) };
    side(pid)
}

/// A plain fork, which also puts the C library's own records right.
pub(super) fn fork() -> io::Result<Side> {
    // SAFETY: the process has one thread, so the child finds nothing half-done.
    let pid = unsafe { libc::fork() };
    side(libc::c_long::from(pid))
}

fn side(pid: libc::c_long) -> io::Result<Side> {
    if pid < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw).map_or(Side::Child, Side::Parent))
}

/// Ends this process at once, without running what the parent has left to be run at exit.
pub(super) fn leave(code: u8) -> ! {
    // SAFETY: `_exit` has no conditions and does not come back.
    unsafe { libc::_exit(libc::c_int::from(code)) }
}

/// Adds attributes (`MOUNT_ATTR_…`) to a mount and, where wished, to all below it.
pub(super) fn restrict_mount(mount: BorrowedFd, attributes: u64, below: bool) -> io::Result<()> {
    let wish = libc::mount_attr { attr_set: attributes, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let flags = libc::AT_EMPTY_PATH | if below { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: the path is an empty C string, the struct is the kernel's own and its size is given; the kernel only reads both.
    let answer = unsafe {
        libc::syscall(libc::SYS_mount_setattr, mount.as_raw_fd(), c"".as_ptr(), flags, &raw const wish, size_of::<libc::mount_attr>())
    };
    if answer == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Switches on the network interface of this name.
pub(super) fn bring_up(socket: BorrowedFd, name: &CStr) -> io::Result<()> {
    // SAFETY: all zeroes is a valid request: an empty name and no flags.
    let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
    for (to, from) in request.ifr_name.iter_mut().zip(name.to_bytes()) {
        *to = libc::c_char::from_ne_bytes([*from]);
    }
    request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as libc::c_short;
    // SAFETY: SIOCSIFFLAGS reads an `ifreq` whose flags are set, and this is one.
    let answer = unsafe { libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS as _, &raw const request) };
    if answer == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Puts this process and all that come from it under a filter of system calls, for good.
pub(super) fn filter_calls(program: &[libc::sock_filter]) -> io::Result<()> {
    let len = u16::try_from(program.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    let filter = libc::sock_fprog { len, filter: program.as_ptr().cast_mut() };
    // SAFETY: pointer and length describe a slice that outlives the call; the kernel copies it and writes nothing.
    let answer = unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &raw const filter) };
    if answer == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Everything above the three standard descriptors is closed when the program begins.
pub(super) fn keep_three_descriptors() -> io::Result<()> {
    // SAFETY: only marks descriptors; those in use here stay open until exec.
    let answer = unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if answer == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Nobody without special rights may look into this process.
pub(super) fn hide_from_tracing() {
    // SAFETY: takes numbers only; it can fail, and then the other layers hold.
    let _ = unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0) };
}

/// What the system does with this signal when nobody has said otherwise; the standard library ignores a closed pipe.
pub(super) fn default_action(signal: libc::c_int) {
    // SAFETY: the default action is no function of ours; a wrong number is refused.
    let _ = unsafe { libc::signal(signal, libc::SIG_DFL) };
}
