//! The filter of system calls: what a compiler or an exercise never needs and what reaches past the other walls. Owns the list and the small program that the
//! kernel runs for each call.
//!
//! Calls are refused by name, and so is everything newer than the list: what was not known when it was written is not let through. Written by hand because
//! the usual crate cannot compare the number of a call, which that rule and the second set of numbers on x86-64 need.

use super::super::sys;
use super::last::Inside;
use super::{Layer, Missing};

/// When a call is refused.
enum When {
    Always,
    /// Its argument is none of these.
    Other(u32, Vec<u32>),
    /// Its argument is one of these.
    Is(u32, Vec<u32>),
    /// Its argument has one of these bits.
    Has(u32, u32),
}

struct Rule {
    call: i64,
    when: When,
    errno: i32,
}

/// The last number that the list below knows of. It is the same on all machines for calls of this age.
const NEWEST: u32 = 466;
#[cfg(target_arch = "x86_64")]
const ARCH: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCH: u32 = 0xc000_00b7;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCH: u32 = 0;

pub(super) fn apply(inside: &Inside, lacking: &[Missing]) -> Result<(), String> {
    if ARCH == 0 {
        return Err("not known for this kind of machine".to_owned());
    }
    sys::filter_calls(&assemble(&rules(inside, lacking))).map_err(|error| error.to_string())
}

fn rules(inside: &Inside, lacking: &[Missing]) -> Vec<Rule> {
    let stands = |layer: Layer| !lacking.iter().any(|m| m.layer == layer);
    let mut rules: Vec<Rule> = REFUSED.iter().map(|call| Rule { call: *call, when: When::Always, errno: libc::EPERM }).collect();
    // Whoever asks for these goes on without them when they do not exist.
    rules.extend(UNKNOWN.iter().map(|call| Rule { call: *call, when: When::Always, errno: libc::ENOSYS }));
    // On a real disk space would be gone faster than anybody can look. Who asks for it writes instead when the file system seems not to know it.
    if !inside.sandbox.writes.is_empty() || !inside.moved {
        rules.push(Rule { call: libc::SYS_fallocate, when: When::Always, errno: libc::EOPNOTSUPP });
    }
    let mut refuse = |call: i64, when: When| rules.push(Rule { call, when, errno: libc::EPERM });

    let families = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6].map(|f| f as u32);
    // Sockets only in a network that nothing else is in; a pair of them is a pipe.
    if inside.sandbox.loopback && stands(Layer::Net) {
        refuse(libc::SYS_socket, When::Other(0, families.to_vec()));
    } else {
        refuse(libc::SYS_socket, When::Always);
    }
    refuse(libc::SYS_socketpair, When::Other(0, vec![libc::AF_UNIX as u32]));
    // One that sends datagrams could name another receiver.
    refuse(libc::SYS_socketpair, When::Has(1, libc::SOCK_DGRAM as u32));
    refuse(libc::SYS_clone, When::Has(0, NEW_SPACES));
    refuse(libc::SYS_ioctl, When::Is(1, vec![libc::TIOCSTI as u32, TIOCLINUX]));
    refuse(libc::SYS_prlimit64, When::Other(0, vec![0]));
    refuse(libc::SYS_setpriority, When::Is(0, vec![libc::PRIO_USER]));
    refuse(libc::SYS_ioprio_set, When::Is(0, vec![IOPRIO_WHO_USER]));
    // No program that runs with its owner's rights is left behind in the build folder.
    let borrowed = libc::S_ISUID | libc::S_ISGID;
    refuse(libc::SYS_fchmod, When::Has(1, borrowed));
    refuse(libc::SYS_fchmodat, When::Has(2, borrowed));
    refuse(SYS_FCHMODAT2, When::Has(2, borrowed));
    refuse(libc::SYS_openat, When::Has(3, borrowed));
    refuse(libc::SYS_mknodat, When::Has(2, borrowed));
    #[cfg(target_arch = "x86_64")]
    {
        refuse(libc::SYS_chmod, When::Has(1, borrowed));
        refuse(libc::SYS_open, When::Has(2, borrowed));
        refuse(libc::SYS_creat, When::Has(1, borrowed));
        refuse(libc::SYS_mknod, When::Has(1, borrowed));
    }
    let apart = stands(Layer::Pid);
    if !(inside.sandbox.tracing && (apart || stands(Layer::Landlock))) {
        refuse(libc::SYS_ptrace, When::Always);
    }
    if !apart {
        // Nobody but the run's own processes should be signalled. Numbers cannot be followed here; these are known to be others.
        let others = ancestors();
        for call in [
            libc::SYS_kill,
            libc::SYS_tkill,
            libc::SYS_tgkill,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_rt_tgsigqueueinfo,
            libc::SYS_pidfd_open,
        ] {
            refuse(call, When::Is(0, others.clone()));
        }
    }
    rules
}

/// Everyone at once, and the processes above this one with their groups: the guard's, etude, the shell, up to the first.
fn ancestors() -> Vec<u32> {
    const EVERYONE: i32 = -1;
    const MOST: usize = 32;
    let field = |pid: i32, at: usize| -> Option<i32> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(at)?.parse().ok()
    };
    let mut found = vec![EVERYONE];
    let mut pid = rustix::process::getppid().map_or(1, |p| p.as_raw_nonzero().get());
    while pid > 0 && found.len() < MOST {
        found.push(pid);
        found.extend(field(pid, 2).filter(|group| *group > 0).map(|group| -group));
        match field(pid, 1) {
            Some(parent) => pid = parent,
            None => break,
        }
    }
    found.into_iter().map(|pid| pid.cast_unsigned()).collect()
}

const NEW_SPACES: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32;
const TIOCLINUX: u32 = 0x541c;
const IOPRIO_WHO_USER: u32 = 3;
const SYS_FCHMODAT2: i64 = 452;

/// The flags of these stand in memory, where a filter cannot see them; or they make memory and queues that no limit counts.
const UNKNOWN: [i64; 19] = [
    libc::SYS_clone3,
    libc::SYS_openat2,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_shmdt,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
];

const REFUSED: &[i64] = &[
    // Looking into and changing other processes.
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    // Other namespaces, roots and file systems.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_chroot,
    libc::SYS_pivot_root,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    // The kernel itself, its keys, its clock, its programs.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_lookup_dcookie,
    libc::SYS_nfsservctl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_uselib,
    #[cfg(target_arch = "x86_64")]
    libc::SYS__sysctl,
];

/// The kernel's program: loads the number of the call, compares it rule by rule, and lets through what no rule has refused.
fn assemble(rules: &[Rule]) -> Vec<libc::sock_filter> {
    const NUMBER: u32 = 0;
    const MACHINE: u32 = 4;
    let mut program = vec![
        load(MACHINE),
        jump(libc::BPF_JEQ, ARCH, 1, 0),
        answer(libc::SECCOMP_RET_KILL_PROCESS),
        load(NUMBER),
        // The second set of numbers on x86-64 lies far above, and so do calls that are newer than the list.
        jump(libc::BPF_JGT, NEWEST, 0, 1),
        answer(refusal(libc::ENOSYS)),
    ];
    for rule in rules {
        let block = block(rule);
        // Past the block and its own loading of the number, where this is another call.
        let over = u8::try_from(block.len()).unwrap_or(u8::MAX);
        program.push(jump(libc::BPF_JEQ, u32::try_from(rule.call).unwrap_or(u32::MAX), 0, over));
        program.extend(block);
    }
    program.push(answer(libc::SECCOMP_RET_ALLOW));
    program
}

/// What is done for the call of a rule. It ends either with the refusal or with the number loaded again.
fn block(rule: &Rule) -> Vec<libc::sock_filter> {
    const NUMBER: u32 = 0;
    /// Arguments are 64 bits wide, the low half first; all that are looked at here fit into it.
    const fn argument(at: u32) -> u32 {
        16 + 8 * at
    }
    let refused = answer(refusal(rule.errno));
    let steps = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    match &rule.when {
        When::Always => vec![refused],
        When::Has(at, bits) => vec![load(argument(*at)), jump(libc::BPF_JSET, *bits, 0, 1), refused, load(NUMBER)],
        When::Is(at, values) => {
            let mut block = vec![load(argument(*at))];
            for (place, value) in values.iter().enumerate() {
                // To the refusal, over the values that follow and the jump past it.
                block.push(jump(libc::BPF_JEQ, *value, steps(values.len() - place), 0));
            }
            block.extend([skip(1), refused, load(NUMBER)]);
            block
        }
        When::Other(at, values) => {
            let mut block = vec![load(argument(*at))];
            for (place, value) in values.iter().enumerate() {
                block.push(jump(libc::BPF_JEQ, *value, steps(values.len() - place), 0));
            }
            block.extend([refused, load(NUMBER)]);
            block
        }
    }
}

fn refusal(errno: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | (errno.cast_unsigned() & libc::SECCOMP_RET_DATA)
}

fn load(offset: u32) -> libc::sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset, 0, 0)
}

fn answer(value: u32) -> libc::sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, value, 0, 0)
}

fn jump(test: u32, value: u32, yes: u8, no: u8) -> libc::sock_filter {
    instruction(libc::BPF_JMP | test | libc::BPF_K, value, yes, no)
}

fn skip(count: u32) -> libc::sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JA, count, 0, 0)
}

fn instruction(code: u32, k: u32, jt: u8, jf: u8) -> libc::sock_filter {
    libc::sock_filter { code: u16::try_from(code).unwrap_or(u16::MAX), jt, jf, k }
}

#[cfg(test)]
mod tests;
