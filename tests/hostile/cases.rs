//! The table: which program does what, how that is seen, and what is known of it without walls.

use crate::harm::Harm::{self, *};

/// A hostile program, and what it tries.
pub struct Row {
    /// A folder in `programs/`.
    pub program: &'static str,
    /// Which of its ways, where it has several.
    pub which: &'static str,
    pub rust: bool,
    pub c: bool,
    /// Says for itself that it ran; what the compiler is to do says so only by failing.
    pub runs: bool,
    /// Runs while the exercise is built, not in its tests.
    pub at_build: bool,
    /// etude is killed while the program runs.
    pub kill_etude: bool,
    /// etude runs at a terminal.
    pub terminal: bool,
    /// A program of root's, with root's rights for everyone, lies in the build folder. Means something only to somebody else.
    pub reader: bool,
    /// Commands of etude that follow in the same workspace, before anybody looks.
    pub then: &'static [&'static str],
    pub cases: &'static [Case],
}

pub struct Case {
    pub name: &'static str,
    pub harm: Harm,
    pub off: Off,
}

/// What is known of a case without walls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Off {
    Harmful,
    /// Needs rights that only root has.
    HarmfulForRoot,
    /// Not even then: what holds it.
    Held(&'static str),
    /// Not tried: why.
    Skipped(&'static str),
}

pub const PLAIN: Row = Row {
    program: "",
    which: "",
    rust: true,
    c: true,
    runs: true,
    at_build: false,
    kill_etude: false,
    terminal: false,
    reader: false,
    then: &[],
    cases: &[],
};

const fn case(name: &'static str, harm: Harm) -> Case {
    Case { name, harm, off: Off::Harmful }
}

const fn held(name: &'static str, harm: Harm, by: &'static str) -> Case {
    Case { name, harm, off: Off::Held(by) }
}

const fn skipped(name: &'static str, harm: Harm, why: &'static str) -> Case {
    Case { name, harm, off: Off::Skipped(why) }
}

const fn for_root(name: &'static str, harm: Harm) -> Case {
    Case { name, harm, off: Off::HarmfulForRoot }
}

const BY_RUNNER: &str = "the runner ends what a run leaves behind";
const BY_ENVIRONMENT: &str = "the environment is an allow-list";
const BY_LIMIT: &str = "the runner has a time limit and keeps only head and tail";
const NO_DESCRIPTORS: &str = "nothing is left open for the program";
const TAKES_TOO_MUCH: &str = "it would take that much of the machine";

const FILES: &[Case] = &[
    case("write the home", Left("@HOME@/@TAG@-planted")),
    case("add an ssh key", Edited("@HOME@/.ssh/authorized_keys")),
    case("edit the shell's profile", Edited("@HOME@/.profile")),
    case("edit cargo's settings", Edited("@HOME@/.cargo/config.toml")),
    case("write etude's home", Left("@ETUDE_HOME@/@TAG@-planted")),
    case("write etude's state", Left("@ETUDE_HOME@/.state/@TAG@-planted")),
    case("edit etude's settings", Edited("@ETUDE_HOME@/config.toml")),
    case("remove the sealed reference", Edited("@SEALED@")),
    case("write another workspace", Left("@OTHER@/@TAG@-planted")),
    case("write beside the build folder", Left("@WORK@/@TAG@-planted")),
    case("add a test", Left("@WORK@/tests/@TAG@-planted")),
    case("edit the tests", Edited("@WORK@/tests/@TESTS@")),
    case("edit the manifest", Edited("@WORK@/@MANIFEST@")),
    case("edit the lesson", Edited("@WORK@/LESSON.md")),
    case("edit its own source", Edited("@WORK@/src/@SOURCE@")),
    case("edit the readme", Edited("@WORK@/README.md")),
    case("leave a file in /tmp", Left("/tmp/@TAG@-planted")),
    case("leave a file in /var/tmp", Left("/var/tmp/@TAG@-planted")),
    case("leave a file in /dev/shm", Left("/dev/shm/@TAG@-planted")),
];

const SECRETS: &[Case] = &[
    case("read an ssh key", Loot("ssh", "ssh")),
    case("read the login of Codex", Loot("codex", "codex")),
    case("read a file of the home", Loot("notes", "notes")),
    case("read cargo's credentials", Loot("cargo", "cargo")),
    case("read etude's settings", Loot("settings", "settings")),
    case("read the session", Loot("session", "session")),
    case("read the sealed reference", Loot("sealed", "sealed")),
    case("read another workspace", Loot("other", "other")),
    case("read a folder elsewhere", Loot("outside", "outside")),
    case("list the home", Loot("names", "names")),
];

const SOCKETS: &[Case] = &[
    case("TCP", Heard("tcp")),
    case("UDP", Heard("udp")),
    case("Unix socket by path", Heard("unix")),
    case("Unix datagram by path", Heard("datagram")),
    case("Unix socket by name", Heard("abstract")),
    case("sockets of odd families", Door("socket:")),
];

const PROCESSES: &[Case] = &[
    held("a secret in the environment", Loot("env", "env"), BY_ENVIRONMENT),
    case("the environment of another process", Loot("decoy-environ", "environ")),
    case("the environment of etude", Loot("etude-environ", "env")),
    held("the environment of the first process", Loot("first-environ", "env"), "the first process is not etude's"),
    case("the command lines of others", Loot("cmdlines", "cmdline")),
    case("the home through /proc", Loot("doors", "notes")),
    held("the home through an open folder", Loot("inherited", "notes"), NO_DESCRIPTORS),
    case("the memory of another process", Loot("memory", "environ")),
    case("trace another process", Traced),
];

const KERNEL: &[Case] = &[
    for_root("mount", Mounted),
    for_root("a file by its handle", Loot("handle", "notes")),
    case("shared memory that stays", SharedMemory),
    case("a key that stays", Key),
    case("performance events", Door("[perf_event]")),
    for_root("bpf", Door("bpf-map")),
    for_root("userfaultfd", Door("[userfaultfd]")),
    case("io_uring", Door("[io_uring]")),
    case("a namespace to write the tests", Edited("@WORK@/tests/@TESTS@")),
    case("out of a root", Left("@HOME@/@TAG@-escaped")),
];

pub const ROWS: &[Row] = &[
    Row { program: "files", cases: FILES, ..PLAIN },
    Row { program: "files", at_build: true, cases: FILES, ..PLAIN },
    Row { program: "secrets", cases: SECRETS, ..PLAIN },
    Row { program: "secrets", at_build: true, cases: SECRETS, ..PLAIN },
    Row { program: "sockets", cases: SOCKETS, ..PLAIN },
    Row { program: "sockets", at_build: true, cases: SOCKETS, ..PLAIN },
    Row { program: "ring", rust: false, cases: &[case("TCP through io_uring", Heard("ring"))], ..PLAIN },
    Row { program: "processes", cases: PROCESSES, ..PLAIN },
    Row { program: "processes", at_build: true, cases: PROCESSES, ..PLAIN },
    Row { program: "signals", cases: &[case("signal another process", Signalled), case("signal etude", Ended)], ..PLAIN },
    Row {
        program: "daemons",
        cases: &[
            held("a daemon in a session of its own", Beats("session"), BY_RUNNER),
            held("a daemon forked twice", Beats("double"), BY_RUNNER),
            held("a daemon with nothing open and deaf", Beats("closed"), BY_RUNNER),
        ],
        ..PLAIN
    },
    Row {
        program: "daemons",
        kill_etude: true,
        cases: &[
            case("a daemon when etude is killed", Beats("session")),
            case("a daemon forked twice when etude is killed", Beats("double")),
            case("a deaf daemon when etude is killed", Beats("closed")),
        ],
        ..PLAIN
    },
    Row { program: "storm", c: false, cases: &[case("a storm of forks", Processes(1024))], ..PLAIN },
    // A C test has two seconds and a sanitizer that makes forks slow: its storm comes while building.
    Row { program: "storm", at_build: true, cases: &[case("a storm of forks", Processes(1024))], ..PLAIN },
    Row { program: "threads", c: false, cases: &[case("a storm of threads", Threads(1100))], ..PLAIN },
    Row { program: "threads", rust: false, at_build: true, cases: &[case("a storm of threads", Threads(1100))], ..PLAIN },
    Row { program: "fill", which: "build", at_build: true, cases: &[skipped("fill the disk", Storage(2300), TAKES_TOO_MUCH)], ..PLAIN },
    Row {
        program: "fill",
        which: "tmp",
        cases: &[skipped("fill /tmp", Storage(2300), TAKES_TOO_MUCH), case("leave much in /tmp", Left("/tmp/loot-@TAG@-0"))],
        ..PLAIN
    },
    Row {
        program: "fill",
        which: "shm",
        cases: &[skipped("fill /dev/shm", Storage(2300), TAKES_TOO_MUCH), case("leave much in /dev/shm", Left("/dev/shm/loot-@TAG@-0"))],
        ..PLAIN
    },
    Row { program: "fill", which: "file", at_build: true, cases: &[case("one long file", Long("loot-big", 2300))], ..PLAIN },
    Row {
        program: "fill",
        which: "many",
        at_build: true,
        cases: &[skipped("many small files", Many("loot-many", 59_999), TAKES_TOO_MUCH)],
        ..PLAIN
    },
    Row { program: "memory", which: "private", cases: &[skipped("a big private map", Memory(5000), TAKES_TOO_MUCH)], ..PLAIN },
    Row { program: "memory", which: "shared", cases: &[skipped("a big shared map", Memory(5000), TAKES_TOO_MUCH)], ..PLAIN },
    Row { program: "memory", which: "memfd", cases: &[skipped("a big file in memory", Storage(5000), TAKES_TOO_MUCH)], ..PLAIN },
    Row { program: "memory", which: "together", cases: &[skipped("many maps together", Memory(5000), TAKES_TOO_MUCH)], ..PLAIN },
    Row { program: "endless", which: "loop", cases: &[held("an endless loop", Flood(1), BY_LIMIT)], ..PLAIN },
    Row { program: "endless", which: "output", cases: &[held("endless output", Flood(1), BY_LIMIT)], ..PLAIN },
    Row {
        program: "links",
        at_build: true,
        then: &["attempt --json", "reset --json", "clean --yes --json"],
        cases: &[
            case("write through a hard link", Edited("@OUT@/linked.txt")),
            case("write through a link", Left("@OUT@/through.txt")),
            held("a link where etude reads", Said("outside"), "etude follows no links there"),
            held("a link to a folder that etude clears", Edited("@OUT@/folder/kept.txt"), "etude follows no links there"),
            case("move the build folder away", Left("@OUT@/moved.txt")),
        ],
        ..PLAIN
    },
    Row {
        program: "pipes",
        rust: false,
        at_build: true,
        then: &["clean --yes --json"],
        cases: &[held("a pipe where etude reads", Ended, "etude waits for no pipe")],
        ..PLAIN
    },
    Row { program: "kernel", cases: KERNEL, ..PLAIN },
    Row { program: "kernel", at_build: true, cases: KERNEL, ..PLAIN },
    Row {
        program: "core",
        cases: &[skipped("a core in the workspace", Core, "kernels differ in whether and where they write one")],
        ..PLAIN
    },
    Row { program: "setuid", reader: true, cases: &[case("root's rights by a program", Loot("setuid", "setuid"))], ..PLAIN },
    Row {
        program: "terminal",
        terminal: true,
        cases: &[skipped("type at the terminal", Typed, "newer kernels refuse it, and the shell of this test has no keyboard")],
        ..PLAIN
    },
    Row {
        program: "constructor",
        cases: &[case("write the home before main", Left("@HOME@/@TAG@-planted")), case("read a key before main", Loot("ssh", "ssh"))],
        ..PLAIN
    },
    Row {
        program: "build-script",
        c: false,
        cases: &[
            case("build script: write the home", Left("@HOME@/@TAG@-planted")),
            case("build script: edit the tests", Edited("@WORK@/tests/@TESTS@")),
            case("build script: read a key", Loot("ssh", "ssh")),
            case("build script: read the sealed reference", Loot("sealed", "sealed")),
            held("build script: environment", Loot("env", "env"), BY_ENVIRONMENT),
            case("build script: TCP", Heard("tcp")),
            case("build script: signal", Signalled),
            held("build script: daemon", Beats("build"), BY_RUNNER),
        ],
        ..PLAIN
    },
    Row {
        program: "proc-macro",
        c: false,
        cases: &[
            case("proc macro: write the home", Left("@HOME@/@TAG@-planted")),
            case("proc macro: edit the lesson", Edited("@WORK@/LESSON.md")),
            case("proc macro: read a key", Loot("ssh", "ssh")),
            case("proc macro: read another workspace", Loot("other", "other")),
            case("proc macro: TCP", Heard("tcp")),
            case("proc macro: signal", Signalled),
        ],
        ..PLAIN
    },
    Row {
        program: "makefile",
        rust: false,
        cases: &[
            case("make: write the home", Left("@HOME@/@TAG@-planted")),
            case("make: write the home without a shell", Left("@HOME@/@TAG@-filed")),
            case("make: edit the lesson", Edited("@WORK@/LESSON.md")),
            case("make: read a key", Loot("ssh", "ssh")),
            case("make: read a login without a shell", Loot("codex", "codex")),
            case("make: read another workspace", Loot("other", "other")),
            case("make: read the sealed reference", Loot("sealed", "sealed")),
            held("make: environment", Loot("env", "env"), BY_ENVIRONMENT),
            case("make: TCP", Heard("tcp")),
            case("make: signal", Signalled),
            held("make: daemon", Beats("make"), BY_RUNNER),
        ],
        ..PLAIN
    },
    Row {
        program: "makefile-include",
        rust: false,
        cases: &[
            case("make: include rules", Loot("rules", "rules")),
            held("make: include what is no rule", Said("notes"), "make names the place and quotes nothing"),
        ],
        ..PLAIN
    },
    Row {
        program: "include-text",
        c: false,
        runs: false,
        cases: &[
            case("include a key", Loot("ssh", "ssh")),
            case("include a login", Loot("codex", "codex")),
            case("include another workspace", Loot("other", "other")),
        ],
        ..PLAIN
    },
    Row { program: "include-text", rust: false, runs: false, cases: &[case("include a file of the home", Said("notes"))], ..PLAIN },
    Row {
        program: "include-code",
        c: false,
        runs: false,
        cases: &[case("a file of the home as a module", Said("notes")), held("a variable when compiling", Said("env"), BY_ENVIRONMENT)],
        ..PLAIN
    },
    Row { program: "assembler", runs: false, cases: &[case("assemble a key", Loot("ssh", "ssh"))], ..PLAIN },
    Row { program: "linker", cases: &[case("the linker writes the home", Left("@HOME@/@TAG@-planted"))], ..PLAIN },
    Row { program: "linker", rust: false, cases: &[case("the linker reads a key", Loot("ssh", "ssh"))], ..PLAIN },
];
