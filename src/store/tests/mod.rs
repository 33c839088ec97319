//! The store as its callers see it: what is listed, loaded and chosen, what happens to files that cannot be used, and that reading leaves no trace.

mod processes;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::session::{FORMAT_VERSION, Session, Status};

/// Session `id`, last used `minute` minutes past an hour.
fn session(id: &str, minute: u32) -> Session {
    serde_json::from_value(json!({
        "formatVersion": 1, "id": id, "language": "rust", "nodeId": "S100", "workspaceDir": format!("workspaces/{id}"),
        "startedAt": "2026-03-01T10:00:00Z", "lastAccessedAt": format!("2026-03-01T10:{minute:02}:00.123456Z"),
    }))
    .unwrap()
}

fn home_with(sessions: &[Session]) -> (TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(Home::at(dir.path().join("home")));
    store.ensure_writable().unwrap();
    let lock = store.lock().unwrap();
    for session in sessions {
        fs::create_dir_all(session.workspace(store.home().root()).join("src")).unwrap();
        store.save(&lock, session).unwrap();
    }
    drop(lock);
    (dir, store)
}

fn ids(listing: &Listing) -> Vec<&str> {
    listing.entries.iter().map(|entry| entry.id.as_str()).collect()
}

/// Every file below a folder, with what would change if it were written.
fn traces(folder: &Path) -> BTreeMap<PathBuf, (i64, i64, u64)> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let meta = entry.metadata().unwrap();
        all.insert(entry.path(), (meta.mtime(), meta.mtime_nsec(), meta.ino()));
        if meta.is_dir() {
            all.extend(traces(&entry.path()));
        }
    }
    all
}

#[test]
fn sessions_come_back_as_they_were_and_the_last_used_first() {
    let (_dir, store) = home_with(&[session("a", 1), session("c", 3), session("b", 2)]);
    let listing = store.list().unwrap();
    assert_eq!(ids(&listing), ["c", "b", "a"]);
    assert_eq!(listing.entries[0], IndexEntry::from(&session("c", 3)));
    assert_eq!(store.load("a").unwrap(), session("a", 1));
    assert!(matches!(store.load("none"), Err(StoreError::NotFound { .. })));
    for id in ["", "../a", "a/b", "a.json", "active_session", &"x".repeat(65)] {
        assert!(matches!(store.load(id), Err(StoreError::BadId { .. })), "{id}");
    }
}

#[test]
fn a_session_from_a_clock_that_was_set_back_is_not_the_last_used_for_years() {
    let ahead = Session { last_accessed_at: "2999-01-01T00:00:00Z".parse().unwrap(), ..session("ahead", 0) };
    let (_dir, store) = home_with(&[ahead, session("fresh", 2)]);
    assert!(index::trusted(store.home()).is_some());
    assert_eq!(ids(&store.list().unwrap()), ["fresh", "ahead"]);
    assert_eq!(ids(&store.list_checked().unwrap()), ["fresh", "ahead"]);
    assert_eq!(store.active(Path::new("/")).unwrap().unwrap().id, "fresh");
}

#[test]
fn an_index_that_is_out_of_date_or_unusable_is_noticed() {
    let (_dir, store) = home_with(&[session("a", 1), session("b", 2)]);
    let index = store.home().index_file();
    // Someone else puts a file among the sessions and takes another away.
    let other = store.home().root().join("elsewhere.json");
    fs::write(&other, serde_json::to_vec(&session("c", 3)).unwrap()).unwrap();
    fs::rename(&other, store.home().session_file("c")).unwrap();
    fs::remove_file(store.home().session_file("a")).unwrap();
    assert!(index::trusted(store.home()).is_none());
    assert_eq!(ids(&store.list().unwrap()), ["c", "b"]);
    let whole = fs::read(&index).unwrap();
    let newer = String::from_utf8(whole.clone()).unwrap().replace("\"formatVersion\":1", "\"formatVersion\":2");
    for broken in [&whole[..whole.len() / 2], b"", b"{}", b"[1,2]", b"\xff\x00", newer.as_bytes()] {
        fs::write(&index, broken).unwrap();
        assert_eq!(ids(&store.list().unwrap()), ["c", "b"]);
    }
    fs::remove_file(&index).unwrap();
    assert_eq!(ids(&store.list().unwrap()), ["c", "b"]);
    store.update("b", |s| s.last_accessed_at = session("b", 9).last_accessed_at).unwrap();
    let entries = index::trusted(store.home()).unwrap();
    assert_eq!(entries.iter().map(|e| e.id.as_str()).collect::<Vec<_>>(), ["b", "c"]);
}

#[test]
fn what_is_no_session_is_skipped_with_a_notice_and_moved_by_the_next_save() {
    let (_dir, store) = home_with(&[session("good", 1), session("torn", 2)]);
    let put = |name: &str, content: &str| fs::write(store.home().sessions().join(name), content).unwrap();
    let damaged = ["array.json", "empty.json", "folder.json", "no id.json", "noid.json", "other.json", "text.json", "torn.json"];
    put("array.json", "[]");
    put("empty.json", "");
    fs::create_dir(store.home().session_file("folder")).unwrap();
    put("no id.json", "{}");
    put("noid.json", "{}");
    put("other.json", r#"{"id":"good"}"#);
    put("text.json", "hello");
    // In place: the folder does not change by this.
    let torn = fs::read(store.home().session_file("torn")).unwrap();
    put("torn.json", std::str::from_utf8(&torn[..torn.len() / 2]).unwrap());
    put("README.txt", "not mine to judge");
    put("active_session.json", "{}");

    let before = traces(store.home().root());
    let listing = store.list().unwrap();
    assert_eq!(ids(&listing), ["good"]);
    let mut named: Vec<_> = listing.notices.iter().map(|n| n.path.file_name().unwrap().to_str().unwrap()).collect();
    named.sort_unstable();
    assert_eq!(named, damaged);
    assert!(listing.notices.iter().all(|n| n.what.contains("the next command that saves will move it")));
    assert_eq!(store.active(Path::new("/")).unwrap().unwrap().id, "good");
    assert!(matches!(store.load("torn"), Err(StoreError::Damaged { .. })));
    assert_eq!(traces(store.home().root()), before, "reading has written");
    store.take_notices();

    store.update("good", |_| ()).unwrap();
    let notices = store.take_notices();
    assert_eq!(notices.len(), damaged.len());
    for (name, notice) in damaged.iter().zip(&notices) {
        assert!(!store.home().sessions().join(name).exists(), "{name}");
        assert!(notice.what.contains("it is kept as"), "{}", notice.what);
    }
    assert_eq!(fs::read_dir(store.home().set_aside()).unwrap().count(), damaged.len());
    assert!(store.home().sessions().join("README.txt").exists() && store.home().sessions().join("active_session.json").exists());
    let listing = store.list().unwrap();
    assert!(listing.notices.is_empty() && ids(&listing) == ["good"]);
    assert!(matches!(store.load("torn"), Err(StoreError::NotFound { .. })));
}

#[test]
fn a_file_damaged_in_place_is_seen_by_a_check_and_passed_over() {
    let (_dir, store) = home_with(&[session("a", 1), session("b", 2)]);
    fs::write(store.home().session_file("b"), "{").unwrap();
    assert_eq!(store.list_checked().unwrap().notices.len(), 1);
    assert_eq!(store.active(Path::new("/")).unwrap().unwrap().id, "a");
    assert!(store.take_notices()[0].what.contains("b.json"));
    // A listing that is at hand learns it, once.
    let mut listing = store.list().unwrap();
    assert_eq!((ids(&listing), listing.notices.len()), (vec!["b", "a"], 0), "the index is trusted");
    for _ in 0..2 {
        assert_eq!(store.active_of(&mut listing, Path::new("/")).unwrap().unwrap().id, "a");
        assert_eq!((ids(&listing), listing.notices.len()), (vec!["a"], 1));
    }
    assert!(store.take_notices().is_empty(), "it is the listing's to tell");
    // From inside its workspace no other session is worked on.
    let inside = session("b", 2).workspace(store.home().root());
    assert!(matches!(store.active(&inside), Err(StoreError::Damaged { .. })));
}

#[test]
fn what_a_newer_etude_made_is_listed_and_left_alone() {
    let (_dir, store) = home_with(&[session("a", 1)]);
    let path = store.home().session_file("new");
    let content = r#"{"formatVersion":7,"id":"new","nodeId":"S900","lastAccessedAt":"2026-03-02T00:00:00Z","status":{"odd":1}}"#;
    fs::write(&path, content).unwrap();
    let listing = store.list().unwrap();
    assert_eq!(ids(&listing), ["new", "a"]);
    assert!(listing.entries[0].is_too_new() && listing.entries[0].node_id == "S900" && listing.notices.is_empty());
    assert!(store.load("new").unwrap_err().to_string().contains("made by a newer etude (format 7)"));
    assert!(matches!(store.update("new", |_| ()), Err(StoreError::TooNew { version: 7, .. })));
    assert!(matches!(store.save(&store.lock().unwrap(), &session("new", 1)), Err(StoreError::TooNew { .. })));
    assert_eq!(store.active(Path::new("/")).unwrap().unwrap().id, "a");
    store.update("a", |_| ()).unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), content);
    assert!(index::trusted(store.home()).unwrap()[0].is_too_new());
}

#[test]
fn the_active_session_is_the_one_around_the_folder_else_the_last_used() {
    let ended = Session { status: Status::Ended, ..session("ended", 9) };
    let (dir, store) = home_with(&[session("a", 1), session("b", 2), ended, session("a-longer", 3)]);
    let active = |store: &Store, cwd: &Path| store.active(cwd).unwrap().map(|s| s.id);
    let at = |id: &str| session(id, 0).workspace(store.home().root());
    assert_eq!(active(&store, Path::new("/")).as_deref(), Some("a-longer"));
    assert_eq!(active(&store, &at("a").join("src")).as_deref(), Some("a"));
    assert_eq!(active(&store, &at("ended")).as_deref(), Some("ended"));
    assert_eq!(active(&store, store.home().root()).as_deref(), Some("a-longer"));
    // The same home by another name, and workspaces that live elsewhere.
    symlink(store.home().root(), dir.path().join("link")).unwrap();
    let linked = Store::new(Home::at(dir.path().join("link")));
    assert_eq!(active(&linked, &at("b").canonicalize().unwrap()).as_deref(), Some("b"));
    assert_eq!(active(&store, &dir.path().join("link/workspaces/b/src")).as_deref(), Some("b"));
    fs::rename(store.home().workspaces(), dir.path().join("moved")).unwrap();
    symlink(dir.path().join("moved"), store.home().workspaces()).unwrap();
    assert_eq!(active(&store, &dir.path().join("moved/b")).as_deref(), Some("b"));
    // A folder that has gone.
    assert_eq!(active(&store, &dir.path().join("gone")).as_deref(), Some("a-longer"));
}

#[test]
fn the_session_of_the_earlier_program_serves_until_there_is_a_newer_one() {
    let (_dir, store) = home_with(&[]);
    assert!(store.active(Path::new("/")).unwrap().is_none());
    let [file, second] = store.home().earlier_session_files();
    let content = r#"{"nodeId":"S100","attemptState":{"attemptIndex":2},"exercisePack":{"x":1}}"#;
    fs::write(&second, content).unwrap();
    fs::write(&file, content).unwrap();
    assert_eq!(ids(&store.list().unwrap()), ["earlier"]);
    let active = store.active(Path::new("/")).unwrap().unwrap();
    assert_eq!((active.id.as_str(), active.language.as_str(), active.attempt_state.attempt_index), ("earlier", "rust", 2));
    store.update("earlier", |s| s.attempt_state.attempt_index += 1).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), content);
    assert_eq!(fs::read_to_string(&second).unwrap(), content);
    let saved: Value = serde_json::from_slice(&fs::read(store.home().session_file("earlier")).unwrap()).unwrap();
    assert_eq!((&saved["formatVersion"], &saved["exercisePack"]["x"]), (&json!(FORMAT_VERSION), &json!(1)));
    assert_eq!(store.load("earlier").unwrap().attempt_state.attempt_index, 3);
    assert_eq!(ids(&store.list().unwrap()), ["earlier"]);
    fs::remove_file(store.home().session_file("earlier")).unwrap();
    fs::write(&file, "{").unwrap();
    assert_eq!(store.load("earlier").unwrap().node_id, "S100", "from the second place");
    fs::write(&second, "{").unwrap();
    assert!(store.list().unwrap().notices[0].what.contains("active_session.json is damaged"));
    assert!(matches!(store.load("earlier"), Err(StoreError::NotFound { .. })));
}

#[test]
fn progress_comes_back_and_what_is_not_understood_is_kept() {
    let (_dir, store) = home_with(&[]);
    type Levels = BTreeMap<String, u8>;
    let path = store.home().progress().join("mastery.json");
    assert_eq!(store.read_progress::<Levels>("mastery").unwrap(), (Levels::new(), None));
    let levels = Levels::from([("S100".to_owned(), 2)]);
    let lock = store.lock().unwrap();
    store.write_progress(&lock, "mastery", &levels).unwrap();
    assert_eq!(store.read_progress::<Levels>("mastery").unwrap(), (levels.clone(), None));
    for odd in ["{\"formatVersion\":1,\"content\":{\"S1", r#"{"formatVersion":1,"content":["another","shape"]}"#] {
        fs::write(&path, odd).unwrap();
        let (read, notice) = store.read_progress::<Levels>("mastery").unwrap();
        assert!(read.is_empty() && notice.is_some_and(|n| n.what.contains("will move it")));
        store.save_with(&lock, &session("a", 1), vec![NewProgress::new("mastery", &levels).unwrap()]).unwrap();
        assert!(store.take_notices()[0].what.contains("it is kept as"));
        assert_eq!(store.read_progress::<Levels>("mastery").unwrap(), (levels.clone(), None));
    }
    assert_eq!(fs::read_dir(store.home().set_aside()).unwrap().count(), 2);
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(store.read_progress::<Levels>("mastery").unwrap().1.is_some());
    store.write_progress(&lock, "mastery", &levels).unwrap();
    assert_eq!(store.read_progress::<Levels>("mastery").unwrap(), (levels.clone(), None));
    fs::write(&path, r#"{"formatVersion":2,"new":1}"#).unwrap();
    assert!(matches!(store.read_progress::<Levels>("mastery"), Err(StoreError::TooNew { .. })));
    assert!(matches!(store.write_progress(&lock, "mastery", &levels), Err(StoreError::TooNew { .. })));
    assert!(store.read_progress::<Levels>("../x").is_err());
}

#[test]
fn a_home_that_cannot_be_used_is_said_so() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "x").unwrap();
    for root in [file.clone(), file.join("below")] {
        let store = Store::new(Home::at(root));
        let error = store.ensure_writable().unwrap_err();
        assert!(matches!(&error, StoreError::NotAFolder { path, .. } if *path == file), "{error}");
        assert!(matches!(store.lock(), Err(StoreError::NotAFolder { .. })));
        assert!(matches!(store.list(), Err(StoreError::NotAFolder { .. })));
    }
    let of = |errno: rustix::io::Errno| StoreError::of(Doing::Write, &file, errno.into());
    assert!(matches!(of(rustix::io::Errno::ROFS), StoreError::ReadOnly { .. }));
    assert!(matches!(of(rustix::io::Errno::NOSPC), StoreError::NoSpace { .. }));
    assert!(matches!(of(rustix::io::Errno::DQUOT), StoreError::NoSpace { .. }));
    assert!(matches!(of(rustix::io::Errno::ACCESS), StoreError::NoPermission { .. }));
    let nowhere = Store::new(Home::at(dir.path().join("not/there")));
    assert!(nowhere.list().unwrap().entries.is_empty() && nowhere.active(Path::new("/")).unwrap().is_none());
    assert!(!dir.path().join("not").exists());
}
