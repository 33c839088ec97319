//! The core cases with layers of the sandbox left out, one at a time and in the pairs that matter. What one layer holds another holds too; where two are
//! gone that were the only ones, the table says what is lost.

use crate::cases::{Case, Off, PLAIN, Row};
use crate::desk::{Desk, Language, Who};
use crate::harm::Harm::*;
use crate::harm::clear_away;
use crate::table::{report, say};
use crate::trial::{self, Walls};

const fn case(name: &'static str, harm: crate::harm::Harm) -> Case {
    Case { name, harm, off: Off::Harmful }
}

const CORE: Row = Row {
    program: "walls",
    cases: &[
        case("read a key", Loot("ssh", "ssh")),
        case("read the sealed reference", Loot("sealed", "sealed")),
        case("read another workspace", Loot("other", "other")),
        case("write the home", Left("@HOME@/@TAG@-planted")),
        case("edit the tests", Edited("@WORK@/tests/@TESTS@")),
        case("read etude's environment", Loot("etude-environ", "env")),
        case("TCP", Heard("tcp")),
        case("UDP", Heard("udp")),
        case("Unix path", Heard("unix")),
        case("Unix name", Heard("abstract")),
        case("shared memory", SharedMemory),
        case("signal", Signalled),
        case("daemon", Beats("daemon")),
    ],
    ..PLAIN
};

/// Layers that are left out, and what nothing else can hold then.
const LEFT_OUT: &[(&str, &[&str])] = &[
    ("user", &[]),
    ("pid", &[]),
    ("mount", &[]),
    ("net", &[]),
    ("ipc", &[]),
    ("proc", &[]),
    ("landlock", &[]),
    ("seccomp", &[]),
    // Nothing but Landlock and the filter of calls: a machine without namespaces.
    ("user,pid,mount,net,ipc,proc", &[]),
    // Nothing but namespaces.
    ("landlock,seccomp", &[]),
    // Landlock knows ports of TCP only.
    ("net,seccomp", &["UDP"]),
    // Landlock has no word on sockets that are files.
    ("mount,seccomp", &["Unix path"]),
    // The filter of calls sees numbers, and neither names of files nor whom a number belongs to.
    // Without a file tree there is no process namespace either.
    (
        "mount,landlock",
        &[
            "read a key",
            "read the sealed reference",
            "read another workspace",
            "write the home",
            "edit the tests",
            "signal",
            "read etude's environment",
        ],
    ),
    ("pid,landlock", &["signal", "read etude's environment"]),
];

/// Both languages, for root where the test is root's, and for an ordinary user.
pub fn in_turn() {
    let root = rustix::process::geteuid().is_root();
    let mut wrong = Vec::new();
    for who in [Who::Me, Who::Nobody].into_iter().take(if root { 2 } else { 1 }) {
        let desk = Desk::new(who);
        for (layers, lost) in LEFT_OUT {
            // A build is the same in both languages but for the program; the tests of each are tried in turn.
            let language = if who == Who::Me { Language::C } else { Language::Rust };
            let ran = trial::run(&desk, language, &CORE, Walls::Without(layers));
            let mut held = 0;
            for case in CORE.cases {
                let title = format!("{who:?} without {layers}: {}", case.name);
                match case.harm.done(&desk, language, &ran) {
                    Some(what) if lost.contains(&case.name) => say(&format!("{title}: lost with them ({what})")),
                    Some(what) => wrong.push(format!("{title}: {what}")),
                    None => held += 1,
                }
            }
            say(&format!("{who:?} without {layers}: {held} of {} held", CORE.cases.len()));
            if !ran.ran_at_all || !matches!(ran.exit, Some(0 | 3)) {
                wrong.push(format!("{who:?} without {layers}: ran: {}, exit {:?}\n{}\n{}", ran.ran_at_all, ran.exit, ran.out, ran.err));
            }
            clear_away(&desk, language);
        }
    }
    report(wrong);
}
