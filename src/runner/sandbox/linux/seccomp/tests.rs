//! The filter is run here by a small machine of its own, so that every branch is known to lead where it should.

use std::path::Path;

use super::super::super::Sandbox;
use super::*;

/// What the kernel would answer for this call.
fn ask(program: &[libc::sock_filter], arch: u32, call: i64, args: [u64; 6]) -> u32 {
    let mut data = [0u8; 64];
    data[0..4].copy_from_slice(&u32::try_from(call).unwrap().to_ne_bytes());
    data[4..8].copy_from_slice(&arch.to_ne_bytes());
    for (at, arg) in args.iter().enumerate() {
        data[16 + 8 * at..24 + 8 * at].copy_from_slice(&arg.to_ne_bytes());
    }
    let (mut at, mut held) = (0, 0u32);
    loop {
        let step = program[at];
        at += 1;
        let (code, k) = (u32::from(step.code), step.k);
        let branch = |yes: bool| usize::from(if yes { step.jt } else { step.jf });
        match code {
            c if c == libc::BPF_LD | libc::BPF_W | libc::BPF_ABS => {
                held = u32::from_ne_bytes(data[k as usize..k as usize + 4].try_into().unwrap());
            }
            c if c == libc::BPF_RET | libc::BPF_K => return k,
            c if c == libc::BPF_JMP | libc::BPF_JA => at += k as usize,
            c if c == libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K => at += branch(held == k),
            c if c == libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K => at += branch(held > k),
            c if c == libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K => at += branch(held & k != 0),
            other => panic!("unknown step {other:#x}"),
        }
    }
}

struct Filter(Vec<libc::sock_filter>);

impl Filter {
    fn new(loopback: bool, tracing: bool, lacking: &[Layer]) -> Filter {
        let sandbox = Sandbox { loopback, tracing, ..Sandbox::default() };
        let lacking: Vec<Missing> = lacking.iter().map(|l| Missing { layer: *l, why: String::new() }).collect();
        let inside = Inside { sandbox: &sandbox, lacking: &lacking, dir: Path::new("/"), moved: true };
        Filter(assemble(&rules(&inside, &lacking)))
    }

    fn lets(&self, call: i64, args: &[u64]) -> bool {
        let mut all = [0; 6];
        all[..args.len()].copy_from_slice(args);
        ask(&self.0, ARCH, call, all) == libc::SECCOMP_RET_ALLOW
    }
}

const UNIX: u64 = libc::AF_UNIX as u64;
const INET: u64 = libc::AF_INET as u64;

#[test]
fn what_exercises_and_compilers_use_is_let_through() {
    let filter = Filter::new(false, false, &[]);
    for call in [libc::SYS_read, libc::SYS_write, libc::SYS_mmap, libc::SYS_execve, libc::SYS_wait4, libc::SYS_exit_group, libc::SYS_futex]
    {
        assert!(filter.lets(call, &[]), "{call}");
    }
    for call in
        [libc::SYS_epoll_create1, libc::SYS_timerfd_create, libc::SYS_eventfd2, libc::SYS_signalfd4, libc::SYS_pipe2, libc::SYS_kill]
    {
        assert!(filter.lets(call, &[]), "{call}");
    }
    let closed_on_exec = libc::SOCK_CLOEXEC as u64;
    for kind in [libc::SOCK_STREAM, libc::SOCK_SEQPACKET].map(|k| k as u64) {
        assert!(filter.lets(libc::SYS_socketpair, &[UNIX, kind]) && filter.lets(libc::SYS_socketpair, &[UNIX, kind | closed_on_exec]));
    }
    assert!(filter.lets(libc::SYS_clone, &[libc::SIGCHLD as u64]));
    assert!(filter.lets(libc::SYS_clone, &[(libc::CLONE_VM | libc::CLONE_THREAD) as u64]));
    assert!(filter.lets(libc::SYS_fchmodat, &[0, 0, 0o755]));
    assert!(filter.lets(libc::SYS_openat, &[0, 0, 0, 0o644]));
    assert!(filter.lets(libc::SYS_prlimit64, &[0]));
    assert!(filter.lets(libc::SYS_ioctl, &[1, libc::TCGETS]));
}

#[test]
fn every_refused_call_is_refused_and_its_neighbours_are_not_changed_by_it() {
    let filter = Filter::new(false, false, &[]);
    for call in REFUSED.iter().chain(&UNKNOWN) {
        assert!(!filter.lets(*call, &[]), "{call}");
    }
    let refused = |call: i64, args: &[u64]| assert!(!filter.lets(call, args), "{call} {args:?}");
    refused(libc::SYS_socket, &[INET, 1]);
    refused(libc::SYS_socket, &[UNIX, 1]);
    refused(libc::SYS_socketpair, &[INET, 1]);
    refused(libc::SYS_socketpair, &[UNIX, libc::SOCK_DGRAM as u64]);
    refused(libc::SYS_clone, &[(libc::CLONE_NEWUSER | libc::SIGCHLD) as u64]);
    refused(libc::SYS_clone, &[libc::CLONE_NEWNET as u64]);
    refused(libc::SYS_ioctl, &[0, libc::TIOCSTI]);
    refused(libc::SYS_ioctl, &[0, 0xffff_ffff_0000_0000 | libc::TIOCSTI]);
    refused(libc::SYS_fchmod, &[3, 0o4755]);
    refused(libc::SYS_openat, &[0, 0, 0, 0o2644]);
    refused(libc::SYS_prlimit64, &[1]);
    refused(libc::SYS_ptrace, &[0]);
}

#[test]
fn space_on_a_real_disk_is_written_not_asked_for() {
    assert!(Filter::new(false, false, &[]).lets(libc::SYS_fallocate, &[]));
    let sandbox = Sandbox { writes: vec!["/w/build".into()], ..Sandbox::default() };
    let inside = Inside { sandbox: &sandbox, lacking: &[], dir: Path::new("/"), moved: true };
    assert!(!Filter(assemble(&rules(&inside, &[]))).lets(libc::SYS_fallocate, &[]));
}

#[test]
fn sockets_are_for_a_network_of_ones_own_only() {
    let own = Filter::new(true, false, &[]);
    assert!(own.lets(libc::SYS_socket, &[INET, 1]) && own.lets(libc::SYS_socket, &[UNIX, 1]));
    assert!(!own.lets(libc::SYS_socket, &[libc::AF_NETLINK as u64, 3]));
    let shared = Filter::new(true, false, &[Layer::Net]);
    assert!(!shared.lets(libc::SYS_socket, &[INET, 1]));
}

#[test]
fn tracing_is_for_those_who_can_trace_nobody_else() {
    assert!(Filter::new(false, true, &[]).lets(libc::SYS_ptrace, &[]));
    assert!(Filter::new(false, true, &[Layer::Pid]).lets(libc::SYS_ptrace, &[]));
    assert!(!Filter::new(false, true, &[Layer::Pid, Layer::Landlock]).lets(libc::SYS_ptrace, &[]));
}

#[test]
fn the_processes_above_are_not_signalled_where_they_can_be_seen() {
    let parent = rustix::process::getppid().unwrap().as_raw_nonzero().get();
    let filter = Filter::new(false, false, &[Layer::Pid]);
    for pid in [parent, -1] {
        assert!(!filter.lets(libc::SYS_kill, &[u64::from(pid.cast_unsigned()), 9]), "{pid}");
    }
    assert!(filter.lets(libc::SYS_kill, &[u64::from(std::process::id()), 9]));
    assert!(Filter::new(false, false, &[]).lets(libc::SYS_kill, &[u64::from(parent.cast_unsigned()), 9]));
}

#[test]
fn unknown_machines_and_calls_are_refused() {
    let filter = Filter::new(false, false, &[]);
    assert_eq!(ask(&filter.0, ARCH ^ 1, 0, [0; 6]), libc::SECCOMP_RET_KILL_PROCESS);
    for call in [i64::from(NEWEST) + 1, 0x4000_0000, 0x4000_0000 + libc::SYS_socket] {
        assert_eq!(ask(&filter.0, ARCH, call, [0; 6]), refusal(libc::ENOSYS), "{call}");
    }
}
