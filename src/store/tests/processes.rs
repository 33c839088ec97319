//! The store under several processes: this test binary runs itself again as a writer, to be killed or raced, and as an ordinary user, since root
//! may write where permissions say no.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::{home_with, session};
use crate::home::Home;
use crate::store::{AuditLog, Store, StoreError, index};

const HOME: &str = "ETUDE_STORE_TEST_HOME";
const ROLE: &str = "ETUDE_STORE_TEST_ROLE";
const ROUNDS: u32 = 50;

/// Not a test of its own, and empty when run as one: what the other process does.
#[test]
fn other_process() {
    let (Ok(home), Ok(role)) = (std::env::var(HOME), std::env::var(ROLE)) else { return };
    let store = Store::new(Home::at(home));
    match role.as_str() {
        "write-until-killed" => loop {
            grow(&store);
        },
        "write" => (0..ROUNDS).for_each(|_| grow(&store)),
        "read-only" => reads_work_and_writes_say_no(&store),
        other => panic!("{other}"),
    }
}

fn run_as(mut command: Command, role: &str, home: &Path) -> Child {
    let name = format!("{}::other_process", module_path!().split_once("::").unwrap().1);
    command.args([name.as_str(), "--exact"]).env(HOME, home).env(ROLE, role);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn myself() -> Command {
    Command::new(std::env::current_exe().unwrap())
}

/// One attempt more, with a text that only fits this attempt.
fn grow(store: &Store) {
    let text = |n: u32| format!("{n}:").repeat(20_000 + n as usize % 7);
    let index = store.update("s", |s| {
        s.attempt_state.attempt_index += 1;
        s.exercise_id = text(s.attempt_state.attempt_index);
        s.attempt_state.attempt_index
    });
    let index = index.unwrap();
    store.append_audit(AuditLog::Attempts, &serde_json::json!({ "attempt": index, "text": "x".repeat(5000) })).unwrap();
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let (_dir, store) = home_with(&[session("s", 1)]);
    let mut last = 0;
    for round in 0..30 {
        let mut writer = run_as(myself(), "write-until-killed", store.home().root());
        let began = Instant::now();
        while store.load("s").unwrap().attempt_state.attempt_index == last && began.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(1));
        }
        let chance = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().subsec_nanos() % 8000;
        thread::sleep(Duration::from_micros(u64::from(chance)));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let session = store.load("s").unwrap();
        let attempts = session.attempt_state.attempt_index;
        assert!(attempts > last, "round {round}: {attempts} after {last}");
        assert!(session.exercise_id.starts_with(&format!("{attempts}:")) && session.exercise_id.ends_with(&format!(":{attempts}:")));
        let listing = store.list().unwrap();
        assert!(listing.notices.is_empty());
        assert_eq!((listing.entries.len(), listing.entries[0].attempt_index), (1, attempts), "round {round}: a stale index was believed");
        last = attempts;
    }
    grow(&store);
    // A line that a kill cut off costs itself alone.
    let log = fs::read_to_string(store.home().audit().join("attempts.jsonl")).unwrap();
    let whole = log.lines().filter(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()).count();
    assert!(whole + 30 >= log.lines().count() && whole as u32 + 2 * 30 > last, "{whole} of {last}");
}

#[test]
fn writers_at_once_lose_nothing() {
    let (_dir, store) = home_with(&[session("s", 1), session("t", 1)]);
    let mut processes: Vec<Child> = (0..2).map(|_| run_as(myself(), "write", store.home().root())).collect();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let own = Store::new(store.home().clone());
                for _ in 0..ROUNDS {
                    own.update("t", |s| s.attempt_state.attempt_index += 1).unwrap();
                }
            });
        }
        // Readers meanwhile always find both.
        scope.spawn(|| (0..100).for_each(|_| assert_eq!(store.list().unwrap().entries.len(), 2)));
    });
    assert!(processes.iter_mut().all(|process| process.wait().unwrap().success()));
    assert_eq!(store.load("s").unwrap().attempt_state.attempt_index, 2 * ROUNDS);
    assert_eq!(store.load("t").unwrap().attempt_state.attempt_index, 2 * ROUNDS);
    let entries = index::trusted(store.home()).unwrap();
    assert_eq!(entries.iter().map(|e| e.attempt_index).sum::<u32>(), 4 * ROUNDS);
    let log = fs::read_to_string(store.home().audit().join("attempts.jsonl")).unwrap();
    assert_eq!(log.lines().count(), 2 * ROUNDS as usize);
}

#[test]
fn a_home_that_may_not_be_written_can_be_read() {
    let (dir, store) = home_with(&[session("a", 1)]);
    store.save_sealed("a", b"solution").unwrap();
    store.keep_for_undo("a", &[super::super::KeptFile { path: "src/lib.rs".to_owned(), content: None, executable: false }]).unwrap();
    store.write_progress(&store.lock().unwrap(), "mastery", &7).unwrap();
    // Where `nobody` cannot even start this binary, only the errors themselves are tested (`a_home_that_cannot_be_used_is_said_so`).
    let can_start = ordinary_user().arg("--list").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success());
    if can_start {
        set_modes(dir.path(), 0o555);
        let ended = run_as(ordinary_user(), "read-only", store.home().root()).wait();
        set_modes(dir.path(), 0o755);
        assert!(ended.unwrap().success(), "see `reads_work_and_writes_say_no`");
    }
}

/// This binary, run by someone to whom permissions apply.
fn ordinary_user() -> Command {
    if !rustix::process::geteuid().is_root() {
        return myself();
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(std::env::current_exe().unwrap());
    command
}

fn reads_work_and_writes_say_no(store: &Store) {
    assert_eq!(store.list().unwrap().entries.len(), 1);
    assert_eq!(store.list_checked().unwrap().entries.len(), 1);
    assert_eq!(store.active(Path::new("/")).unwrap().unwrap().id, "a");
    assert_eq!(store.load_sealed("a").unwrap(), b"solution");
    assert_eq!(store.latest_undo("a").unwrap().unwrap().files.len(), 1);
    assert_eq!(store.read_progress::<u32>("mastery").unwrap(), (7, None));
    assert!(matches!(store.ensure_writable(), Err(StoreError::NoPermission { .. })));
    assert!(matches!(store.update("a", |_| ()), Err(StoreError::NoPermission { .. })));
    assert!(matches!(store.append_audit(AuditLog::Attempts, &serde_json::Value::Null), Err(StoreError::NoPermission { .. })));
}

fn set_modes(path: &Path, bits: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(bits)).unwrap();
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap().flatten() {
            set_modes(&entry.path(), bits);
        }
    }
}
