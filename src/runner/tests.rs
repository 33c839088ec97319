//! The runner with real programs. Every process that a test starts is bounded by itself (a `sleep 60` at most), should the runner fail to end it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::RwLockWriteGuard;
use std::time::Instant;
use std::{fs, thread};

use rustix::process::{Pid, test_kill_process};
use tempfile::TempDir;

use super::*;
use crate::evidence::MAX_EXCERPT;

const LONG: Duration = Duration::from_secs(30);

/// A folder to run shell scripts in, by one test at a time: waiting for the runs of others would count as time of this one.
struct Shell {
    dir: TempDir,
    _turn: RwLockWriteGuard<'static, ()>,
}

impl Shell {
    fn new() -> Self {
        Self { dir: TempDir::new().unwrap(), _turn: ONE_RUN.write().unwrap_or_else(PoisonError::into_inner) }
    }

    fn spec(&self, script: &str) -> RunSpec {
        RunSpec {
            program: "sh".into(),
            args: vec!["-c".into(), script.into()],
            dir: self.dir.path().to_owned(),
            env: clean_environment(&[]),
            input: None,
            limit: LONG,
            guard: None,
        }
    }

    fn run(&self, script: &str) -> (RunEnd, Vec<(Stream, String)>) {
        collect(&self.spec(script))
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.dir.path().join(name)).unwrap_or_default()
    }

    /// A number that a script left in a file names no process, not even a dead one that waits to be reaped.
    fn assert_gone(&self, file: &str) {
        let pid = Pid::from_raw(self.file(file).trim().parse().expect("the script got as far as writing its process number")).unwrap();
        assert!(test_kill_process(pid).is_err(), "process {pid} of {file} is still there");
    }
}

fn collect(spec: &RunSpec) -> (RunEnd, Vec<(Stream, String)>) {
    let mut lines = Vec::new();
    let end = run_in_turn(spec, false, &Cancel::never(), &mut |stream, line| lines.push((stream, line.to_owned()))).unwrap();
    (end, lines)
}

#[test]
fn exit_code_lines_of_both_outputs_and_excerpt() {
    let (end, lines) = Shell::new().run(r"echo one; printf '\033[1mtwo\033[0m\n' >&2; sleep 0.05; printf 'last, no newline'; exit 7");
    assert_eq!(end.end, End::Exited(7));
    let of = |wanted| lines.iter().filter(|(stream, _)| *stream == wanted).map(|(_, line)| line.as_str()).collect::<Vec<_>>();
    assert_eq!(of(Stream::Out), ["one", "last, no newline"]);
    assert_eq!(of(Stream::Err), ["\u{1b}[1mtwo\u{1b}[0m"]);
    assert!(
        end.excerpt.contains("one\n") && end.excerpt.contains("two\n") && end.excerpt.ends_with("last, no newline\n"),
        "{}",
        end.excerpt
    );
    assert!(!end.excerpt.contains('\u{1b}'));
    assert!(end.duration >= Duration::from_millis(50) && end.duration < LONG);
}

#[test]
fn runs_of_several_threads_take_turns() {
    let specs: Vec<_> = (0..4).map(|number| Shell::new().spec(&format!("sleep 0.05; exit {number}"))).collect();
    let ends = thread::scope(|scope| {
        let runs: Vec<_> = specs
            .iter()
            .map(|spec| scope.spawn(|| run(&RunSpec { dir: "/".into(), ..spec.clone() }, &Cancel::never(), &mut |_, _| {})))
            .collect();
        runs.into_iter().map(|run| run.join().unwrap().unwrap().end).collect::<Vec<_>>()
    });
    assert_eq!(ends, [0, 1, 2, 3].map(End::Exited));
}

#[test]
fn a_signal_is_not_an_exit_code() {
    assert_eq!(Shell::new().run("kill -SEGV $$").0.end, End::Signalled(11));
}

#[test]
fn input_is_empty_and_the_environment_is_exactly_the_given_one() {
    assert_eq!(Shell::new().run("cat; echo after").1, [(Stream::Out, "after".to_owned())]);
    let shell = Shell::new();
    let mut spec = shell.spec("");
    (spec.program, spec.args) = ("env".into(), vec![]);
    spec.env.retain(|(name, _)| name == "PATH");
    spec.env.push(("ONLY".into(), "this".into()));
    let names: Vec<_> = collect(&spec).1.into_iter().map(|(_, line)| line.split('=').next().unwrap_or_default().to_owned()).collect();
    assert_eq!(names, ["ONLY", "PATH"]);
}

#[test]
fn a_file_is_read_as_input_to_its_end() {
    let shell = Shell::new();
    let file = shell.dir.path().join("told");
    fs::write(&file, "one\ntwo").unwrap();
    let spec = RunSpec { input: Some(file.clone()), ..shell.spec("cat; echo; echo after") };
    assert_eq!(collect(&spec).1, ["one", "two", "after"].map(|line| (Stream::Out, line.to_owned())));
    fs::remove_file(&file).unwrap();
    let error = run_in_turn(&spec, false, &Cancel::never(), &mut |_, _| {}).unwrap_err();
    assert!(matches!(error, RunError::CannotStart { .. }), "{error}");
}

#[test]
fn the_limit_ends_the_program_and_its_sleeping_child() {
    let shell = Shell::new();
    let spec = RunSpec { limit: Duration::from_millis(300), ..shell.spec("echo before; sleep 60 & echo $! > child; wait") };
    let started = Instant::now();
    let (end, lines) = collect(&spec);
    assert_eq!(end.end, End::TimedOut);
    assert_eq!(lines, [(Stream::Out, "before".to_owned())]);
    assert!(end.duration >= spec.limit && started.elapsed() < Duration::from_millis(1300), "{:?}", started.elapsed());
    shell.assert_gone("child");
}

#[test]
fn a_child_that_holds_the_pipes_open_does_not_delay_the_end() {
    let shell = Shell::new();
    let started = Instant::now();
    let (end, lines) = shell.run("sleep 60 & echo $! > child; echo done");
    assert_eq!((end.end, lines), (End::Exited(0), vec![(Stream::Out, "done".to_owned())]));
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    shell.assert_gone("child");
}

#[test]
#[cfg(target_os = "linux")]
fn daemons_are_dead_afterwards() {
    let shell = Shell::new();
    let (end, _) = shell.run(
        "setsid sh -c 'echo $$ > one; exec sleep 60' &
         (setsid sh -c 'trap \"\" TERM HUP INT; (sleep 60 & echo $! > two); echo $$ > three; sleep 60' > /dev/null 2>&1 &)
         (nohup setsid setsid sh -c 'echo $$ > four; sleep 60' &)
         while [ ! -s one ] || [ ! -s two ] || [ ! -s three ] || [ ! -s four ]; do sleep 0.01; done",
    );
    assert_eq!(end.end, End::Exited(0));
    ["one", "two", "three", "four"].iter().for_each(|file| shell.assert_gone(file));
}

#[test]
#[cfg(target_os = "linux")]
fn a_chain_of_forks_into_new_sessions_is_caught() {
    let shell = Shell::new();
    fs::write(shell.dir.path().join("link"), "echo $1 > at; [ $1 -lt 400 ] && setsid sh link $(($1 + 1)) &").unwrap();
    shell.run("(setsid sh link 1 > /dev/null 2>&1 &); while [ ! -s at ]; do :; done");
    let at = shell.file("at");
    thread::sleep(Duration::from_millis(50));
    assert_eq!(shell.file("at"), at, "the chain goes on");
    assert_ne!(at, "400\n", "the chain was longer than the run");
}

#[test]
#[cfg(target_os = "linux")]
fn children_from_before_the_run_are_left_alone() {
    let shell = Shell::new();
    let mut other = std::process::Command::new("sleep").arg("60").spawn().unwrap();
    shell.run("setsid sh -c 'echo $$ > daemon; exec sleep 60' & while [ ! -s daemon ]; do sleep 0.01; done");
    let still_there = other.try_wait().unwrap().is_none();
    other.kill().unwrap();
    other.wait().unwrap();
    assert!(still_there);
    shell.assert_gone("daemon");
}

#[test]
fn a_cancel_from_another_thread_stops_a_flood_at_once() {
    let shell = Shell::new();
    let cancel = Cancel::never();
    let (remote, started) = (cancel.clone(), Instant::now());
    let setter = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        remote.set();
        Instant::now()
    });
    let mut after = 0;
    let end =
        run_in_turn(&shell.spec("echo $$ > leader; exec yes"), false, &cancel, &mut |_, _| after += usize::from(cancel.is_set())).unwrap();
    let late = setter.join().unwrap().elapsed();
    assert_eq!(end.end, End::Interrupted);
    assert!(late < Duration::from_millis(500), "{late:?} after the cancel, {:?} in all", started.elapsed());
    assert!(after <= 1, "{after} lines after the cancel");
    shell.assert_gone("leader");
    let end = run_in_turn(&shell.spec("touch started"), false, &cancel, &mut |_, _| {}).unwrap();
    assert_eq!(end.end, End::Interrupted);
    assert!(!shell.dir.path().join("started").exists(), "nothing is started after a cancel");
}

#[test]
fn a_panic_of_the_caller_ends_the_run() {
    let shell = Shell::new();
    let spec = shell.spec("echo $$ > leader; while :; do echo line; done");
    let started = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| run_in_turn(&spec, false, &Cancel::never(), &mut |_, _| panic!("on purpose"))));
    assert!(result.is_err() && started.elapsed() < LONG / 2);
    shell.assert_gone("leader");
    assert_eq!(shell.run("exit 0").0.end, End::Exited(0));
}

#[test]
fn a_flood_is_taken_whole_in_little_memory() {
    let shell = Shell::new();
    let (mut lines, mut bytes, mut least, mut most) = (0_usize, 0_usize, usize::MAX, 0);
    let end = run_in_turn(
        &shell.spec("yes 'a line of a usual length, as a test would print it' | head -c 100000000"),
        false,
        &Cancel::never(),
        &mut |_, line| {
            if lines.is_multiple_of(100_000) {
                let now = resident_kib();
                (least, most) = (least.min(now), most.max(now));
            }
            (lines, bytes) = (lines + 1, bytes + line.len() + 1);
        },
    );
    let end = end.unwrap();
    assert_eq!(end.end, End::Exited(0));
    // The last line is cut by `head` and has no newline of its own.
    assert!((100_000_000..=100_000_001).contains(&bytes), "{bytes}");
    assert!(end.excerpt.len() <= MAX_EXCERPT && end.excerpt.contains("bytes left out"));
    // Other tests use memory at the same time, so this cannot be as tight as the runner is.
    assert!(most - least < 32 * 1024, "{} KiB more", most - least);
}

fn resident_kib() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[test]
fn an_endless_line_is_cut() {
    let (end, lines) = Shell::new().run("head -c 20000000 /dev/zero | tr '\\0' x; echo; echo next");
    assert_eq!(lines.iter().map(|(_, line)| line.len()).collect::<Vec<_>>(), [1024 * 1024, 4]);
    assert!(end.excerpt.len() <= MAX_EXCERPT && end.excerpt.ends_with("next\n"));
}

#[test]
fn what_is_missing_is_named() {
    let shell = Shell::new();
    let refused = |spec: &RunSpec| run_in_turn(spec, false, &Cancel::never(), &mut |_, _| {}).unwrap_err();
    let error = refused(&RunSpec { program: "no-such-program".into(), ..shell.spec("") });
    assert!(matches!(error, RunError::NotFound { .. }) && error.to_string() == "`no-such-program` was not found", "{error}");
    let error = refused(&RunSpec { program: "./no-such-file".into(), ..shell.spec("") });
    assert!(matches!(error, RunError::NotFound { .. }), "{error}");
    let error = refused(&RunSpec { dir: Path::new("/no/such/folder").to_owned(), ..shell.spec("") });
    assert!(matches!(error, RunError::NoDirectory { .. }) && error.to_string().contains("/no/such/folder"), "{error}");
    executable(&shell.dir.path().join("tool"), "#!/no/such/interpreter\n");
    let error = refused(&RunSpec { program: "./tool".into(), ..shell.spec("") });
    assert!(matches!(error, RunError::CannotStart { .. }) && error.to_string().starts_with("`./tool` could not be started: "), "{error}");
}

#[test]
fn a_program_with_a_slash_is_taken_from_the_folder_of_the_run() {
    let shell = Shell::new();
    fs::create_dir(shell.dir.path().join("bin")).unwrap();
    executable(&shell.dir.path().join("bin/tool"), "#!/bin/sh\npwd -P\n");
    let (end, lines) = collect(&RunSpec { program: "bin/tool".into(), ..shell.spec("") });
    assert_eq!(end.end, End::Exited(0));
    assert_eq!(Path::new(&lines[0].1), shell.dir.path().canonicalize().unwrap());
}

fn executable(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}
