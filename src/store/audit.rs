//! The logs of all attempts and of all rejected replies: one JSON object per line, appended, never rewritten. Owns their bounds (256 KiB a line, 8 MiB a
//! file, four older files) and refuses to let a line that was cut off spoil the next one. Nothing is read back from here by etude itself.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value};

use crate::text::bounded;

use super::Store;
use super::error::{Doing, StoreError};
use super::lock::lock_within;

const MAX_LINE: usize = 256 * 1024;
const MAX_FILE: u64 = 8 * 1024 * 1024;
const OLDER_FILES: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditLog {
    Attempts,
    Rejections,
    /// Exercises that a learner found broken.
    Reports,
}

impl AuditLog {
    fn name(self) -> &'static str {
        match self {
            AuditLog::Attempts => "attempts",
            AuditLog::Rejections => "rejections",
            AuditLog::Reports => "reports",
        }
    }

    /// `attempts.jsonl`, and for older parts `attempts.1.jsonl` to `attempts.4.jsonl`.
    fn file(self, folder: &Path, age: usize) -> PathBuf {
        folder.join(if age == 0 { format!("{}.jsonl", self.name()) } else { format!("{}.{age}.jsonl", self.name()) })
    }
}

impl Store {
    /// Adds one line. It has a lock of its own, so it may be called with or without the state lock.
    pub fn append_audit(&self, log: AuditLog, entry: &Value) -> Result<(), StoreError> {
        let folder = self.home().audit();
        let path = log.file(&folder, 0);
        let failed = |e| StoreError::of(Doing::Write, &path, e);
        let _lock = lock_within(&folder.join("lock"), Duration::from_secs(10))?;
        let mut line = bounded_line(entry);
        if fs::metadata(&path).is_ok_and(|meta| meta.len() + line.len() as u64 > MAX_FILE) {
            rotate(log, &folder).map_err(failed)?;
        }
        let mut file = OpenOptions::new().create(true).read(true).append(true).mode(0o600).open(&path).map_err(failed)?;
        let len = file.metadata().map_err(failed)?.len();
        if ends_inside_a_line(&file, len) {
            line.insert(0, b'\n');
        }
        // One write, so that lines never mix. A kill can still cut it at a page boundary; on a full disk what got through is taken back.
        match file.write(&line) {
            Ok(written) if written == line.len() => Ok(()),
            Ok(_) => {
                let _ = file.set_len(len);
                Err(failed(io::ErrorKind::StorageFull.into()))
            }
            Err(e) => Err(failed(e)),
        }
    }
}

fn ends_inside_a_line(file: &File, len: u64) -> bool {
    let mut last = [0];
    len > 0 && file.read_exact_at(&mut last, len - 1).is_ok() && last != *b"\n"
}

fn rotate(log: AuditLog, folder: &Path) -> io::Result<()> {
    for age in (0..OLDER_FILES).rev() {
        match fs::rename(log.file(folder, age), log.file(folder, age + 1)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
    }
    Ok(())
}

/// The entry as a line; where it is too long, its texts are cut shorter and shorter, and it says so.
fn bounded_line(entry: &Value) -> Vec<u8> {
    let line = |value: &Value| {
        let mut line = value.to_string().into_bytes();
        line.push(b'\n');
        line
    };
    let whole = line(entry);
    if whole.len() <= MAX_LINE {
        return whole;
    }
    for max_text in [16 * 1024, 4 * 1024, 1024, 256, 64] {
        let mut shorter = shortened(entry, max_text);
        if let Value::Object(map) = &mut shorter {
            map.insert("shortened".to_owned(), Value::Bool(true));
        }
        let shorter = line(&shorter);
        if shorter.len() <= MAX_LINE {
            return shorter;
        }
    }
    // Too many parts rather than too long texts: what stands at the top says at least which entry it was.
    let mut top = Map::new();
    for (key, value) in entry.as_object().into_iter().flatten().take(64) {
        if !value.is_array() && !value.is_object() {
            top.insert(key.chars().take(64).collect(), shortened(value, 64));
        }
    }
    top.insert("shortened".to_owned(), Value::Bool(true));
    line(&Value::Object(top))
}

fn shortened(value: &Value, max_text: usize) -> Value {
    match value {
        Value::String(text) => Value::String(bounded(text, max_text)),
        Value::Array(items) => Value::Array(items.iter().map(|item| shortened(item, max_text)).collect()),
        Value::Object(map) => Value::Object(map.iter().map(|(key, item)| (key.clone(), shortened(item, max_text))).collect()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::Home;
    use serde_json::json;

    fn lines(path: &Path) -> Vec<Value> {
        fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap_or(Value::Null)).collect()
    }

    #[test]
    fn entries_are_lines_and_a_torn_one_does_not_spoil_the_next() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Home::at(dir.path()));
        let path = AuditLog::Attempts.file(&store.home().audit(), 0);
        store.append_audit(AuditLog::Attempts, &json!({"n": 1, "text": "two\nlines"})).unwrap();
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"n\": 2, \"te").unwrap();
        store.append_audit(AuditLog::Attempts, &json!({"n": 3})).unwrap();
        assert_eq!(lines(&path), [json!({"n": 1, "text": "two\nlines"}), Value::Null, json!({"n": 3})]);
    }

    #[test]
    fn long_entries_are_shortened_and_say_so() {
        let long = json!({"session": "s", "source": "ä".repeat(400_000), "tests": vec!["x".repeat(3000); 100]});
        let line = bounded_line(&long);
        assert!(line.len() <= MAX_LINE && line.len() > 10_000);
        let read: Value = serde_json::from_slice(&line).unwrap();
        assert_eq!((&read["session"], &read["shortened"]), (&json!("s"), &json!(true)));
        let many = bounded_line(&json!({"session": "s", "all": vec![1; 500_000]}));
        assert_eq!(serde_json::from_slice::<Value>(&many).unwrap(), json!({"session": "s", "shortened": true}));
        assert!(bounded_line(&json!("x".repeat(1_000_000))).len() <= MAX_LINE);
    }

    #[test]
    fn full_logs_are_rotated_and_four_old_ones_kept() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Home::at(dir.path()));
        let folder = store.home().audit();
        for n in 0..7 {
            store.append_audit(AuditLog::Rejections, &json!({"n": n})).unwrap();
            // As if it had filled up; sparse, so it costs nothing.
            let file = OpenOptions::new().write(true).open(AuditLog::Rejections.file(&folder, 0)).unwrap();
            file.set_len(MAX_FILE).unwrap();
        }
        let first = |age| fs::read(AuditLog::Rejections.file(&folder, age)).unwrap()[..7].to_vec();
        assert_eq!((first(0), first(4)), (b"{\"n\":6}".to_vec(), b"{\"n\":2}".to_vec()));
        assert!(!AuditLog::Rejections.file(&folder, 5).exists());
    }
}
