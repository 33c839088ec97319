//! What stays although it was planned, and why. The rest of `clean` is told from outside in `tests/it/clean.rs`.

use std::fs;

use serde_json::json;

use super::*;
use crate::runner::Cancel;
use crate::session::{RevealRule, Session};
use crate::store::Store;
use crate::testrun::Limits;

const NOW: Timestamp = Timestamp::UNIX_EPOCH;

struct Den {
    _dir: tempfile::TempDir,
    store: Store,
}

impl Den {
    fn new() -> Den {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Home::at(dir.path()));
        Den { _dir: dir, store }
    }

    /// A session with a workspace of its own file and something built.
    fn session(&self, id: &str, folder: &str, status: &str) -> PathBuf {
        let path = self.store.home().workspaces().join(folder);
        fs::create_dir_all(path.join("target/debug")).unwrap();
        fs::create_dir_all(path.join("src")).unwrap();
        fs::write(path.join("src/lib.rs"), "mine").unwrap();
        self.save(id, &format!("workspaces/{folder}"), status);
        path
    }

    fn save(&self, id: &str, workspace: &str, status: &str) {
        let session: Session = serde_json::from_value(
            json!({ "id": id, "language": "rust", "nodeId": "S100", "workspaceDir": workspace, "status": status, "formatVersion": 1 }),
        )
        .unwrap();
        self.store.save(&self.store.lock().unwrap(), &session).unwrap();
    }

    fn plan(&self, now: Timestamp) -> Vec<Removal> {
        plan_clean(self.store.home(), &self.store.list().unwrap().entries, now, Path::new("/"), true)
    }

    fn clean(&self, planned: Vec<Removal>) -> Vec<Option<String>> {
        let mut work = Work {
            store: &self.store,
            now: NOW,
            cancel: &Cancel::never(),
            events: &mut |_| {},
            limits: Limits::default(),
            reveal_rule: RevealRule::default(),
            calls: crate::pipeline::Ledger::new(Default::default()),
            draft: None,
            proving: crate::pipeline::Proving::off(),
        };
        clean(&mut work, planned).unwrap().into_iter().map(|removal| removal.kept).collect()
    }
}

fn why(text: &str) -> Vec<Option<String>> {
    vec![Some(text.to_owned())]
}

#[test]
fn a_workspace_in_which_something_runs_stays() {
    let home = Den::new();
    let path = home.session("a", "S100-a", "ended");
    let held = home.store.lock_workspace("a", &mut |_| false).unwrap();
    assert_eq!(home.clean(home.plan(NOW)), why("something runs in it"));
    drop(held);
    home.save("a", "workspaces/S100-a", "active");
    let held = home.store.lock_workspace("a", &mut |_| false).unwrap();
    assert_eq!(home.clean(home.plan(NOW)), why("something runs in it"), "what it built stays as well");
    assert!(path.join("target/debug").is_dir());
    drop(held);
    assert_eq!(home.clean(home.plan(NOW)), [None]);
    assert!(path.join("src/lib.rs").is_file() && !path.join("target").exists());
}

#[test]
fn a_lock_that_cannot_be_had_says_so_in_its_own_words() {
    let home = Den::new();
    let path = home.session("a", "S100-a", "ended");
    fs::create_dir_all(home.store.home().workspace_lock_file("a")).unwrap();
    let kept = home.clean(home.plan(NOW)).remove(0).unwrap();
    assert!(!kept.contains("something runs in it") && kept.contains("cannot"), "{kept}");
    assert!(path.is_dir());
}

#[test]
fn a_session_that_was_taken_up_again_keeps_its_workspace() {
    let home = Den::new();
    let path = home.session("a", "S100-a", "ended");
    let planned = home.plan(NOW);
    assert_eq!(planned[0].what, What::Workspace);
    home.save("a", "workspaces/S100-a", "active");
    assert_eq!(home.clean(planned), why("its session was taken up again"));
    assert!(path.join("src/lib.rs").is_file());
    assert_eq!(home.store.latest_undo("a").unwrap(), None, "nothing was taken, so nothing is kept");
}

#[test]
fn a_resume_that_is_under_way_is_waited_for_and_seen() {
    let den = Den::new();
    let path = den.session("a", "S100-a", "ended");
    let planned = den.plan(NOW);
    let mut session = den.store.load("a").unwrap();
    let lock = den.store.lock().unwrap();
    std::thread::scope(|threads| {
        let cleaning = threads.spawn(|| den.clean(planned));
        std::thread::sleep(Duration::from_millis(200));
        session.status = Status::Active;
        den.store.save(&lock, &session).unwrap();
        drop(lock);
        assert_eq!(cleaning.join().unwrap(), why("its session was taken up again"));
    });
    assert!(path.join("src/lib.rs").is_file());
}

#[test]
fn a_folder_that_another_session_names_is_never_removed() {
    let home = Den::new();
    let path = home.session("a", "S100-a", "ended");
    let planned = home.plan(NOW);
    home.save("b", "./workspaces/S100-a", "active");
    assert_eq!(home.clean(planned), why("session b has its work in it too"), "asked again under the lock");
    let plan: Vec<What> = home.plan(NOW).iter().map(|removal| removal.what).collect();
    assert_eq!(plan, [What::BuildFolder], "and not even planned, once it is known");
    let held = home.store.lock_workspace("b", &mut |_| false).unwrap();
    assert_eq!(home.clean(home.plan(NOW)), why("something runs in it"), "whichever session it is that runs");
    drop(held);
    assert!(path.join("src/lib.rs").is_file());
}

#[test]
fn a_folder_that_a_newer_etude_works_in_is_never_removed() {
    let home = Den::new();
    home.session("a", "S100-a", "ended");
    let newer = json!({ "id": "b", "formatVersion": 99, "workspaceDir": "workspaces/S100-a", "status": "ended" });
    fs::write(home.store.home().session_file("b"), newer.to_string()).unwrap();
    assert!(home.plan(NOW).iter().all(|removal| removal.what == What::BuildFolder));
}

#[test]
fn more_of_ones_own_than_can_be_kept_keeps_the_workspace() {
    let home = Den::new();
    let path = home.session("a", "S100-a", "ended");
    fs::File::create(path.join("recording.raw")).unwrap().set_len(17 * 1024 * 1024).unwrap();
    assert_eq!(home.clean(home.plan(NOW)), why("there is more of your own in it than etude can keep"));
    assert!(path.join("src/lib.rs").is_file());
    fs::remove_file(path.join("recording.raw")).unwrap();
    assert_eq!(home.clean(home.plan(NOW)), [None]);
    assert!(!path.exists());
    assert_eq!(home.store.latest_undo("a").unwrap().unwrap().files.len(), 1);
}

#[test]
fn what_a_start_is_making_stays_for_a_day_and_what_was_leaving_does_not() {
    let home = Den::new();
    let folder = home.store.home().workspaces();
    fs::create_dir_all(folder.join(".making-abc/src")).unwrap();
    let now = Timestamp::now();
    let in_hours = |hours: i64| now.checked_add(SignedDuration::from_hours(hours)).unwrap();
    assert_eq!(home.plan(in_hours(23)), []);
    assert_eq!(home.plan(in_hours(25)).len(), 1);
    fs::create_dir_all(folder.join(".leaving-abc/S100-a")).unwrap();
    assert_eq!(home.clean(home.plan(now)), [None]);
    assert!(folder.join(".making-abc").is_dir() && !folder.join(".leaving-abc").exists());
    assert_eq!(home.clean(home.plan(in_hours(25))), [None]);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}
