//! Starts that have not finished: every accepted reply, on disk before the next call is made, so that nothing paid for is lost. Owns the folders below
//! `.state/drafts/`; one process works on a draft at a time. What the replies mean is not its concern.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::atomic::{self, Keep};
use super::error::{Doing, StoreError};
use super::lock::lock_within;
use super::{Store, check_id, is_id, sealed};
use crate::session::{CallRecord, Depth};
use crate::stage::Role;
use crate::stage::packet::Packet;

/// 1: solutions were written with the tests in view, and what they were proven with is another proof than today's.
const FORMAT_VERSION: u32 = 2;
const HEAD: &str = "head.json";
const MAX_BYTES: u64 = 4 * 1024 * 1024;
/// More replies than any start makes.
const MAX_REPLIES: usize = 200;

/// What is being made, and what the first call was told: later calls are told the same, whatever the learner has done since.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DraftHead {
    pub format_version: u32,
    pub id: String,
    pub language: String,
    pub node_id: String,
    pub title: String,
    pub depth_target: Depth,
    pub provider: String,
    pub started_at: Timestamp,
    pub packet: Packet,
    /// How many replies there were when the proof last refused what they made. Those among them that were to mend it are not counted again.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub refused_after: usize,
    /// Units that were left out, in the order in which that happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pruned: Vec<PrunedUnits>,
}

/// Replies that came later were given for what was left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PrunedUnits {
    /// How many replies there were.
    pub after: usize,
    pub units: Vec<String>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl DraftHead {
    pub fn new(id: String, provider: &str, started_at: Timestamp, packet: Packet) -> DraftHead {
        let node = &packet.curriculum_context;
        DraftHead {
            format_version: FORMAT_VERSION,
            id,
            language: node.language.clone(),
            node_id: node.node_id.clone(),
            title: node.title.clone(),
            depth_target: node.depth_target,
            provider: provider.to_owned(),
            started_at,
            packet,
            refused_after: 0,
            pruned: Vec::new(),
        }
    }
}

/// An accepted reply, as it was received.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptReply {
    pub role: Role,
    pub text: String,
    /// Asked for because the proof found a fault in what came before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mends: bool,
    /// The sections that it takes the place of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<String>,
    /// It was about doubts alone, which nobody is refused for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub doubts: bool,
    pub record: CallRecord,
}

/// A draft that is being worked on. Held by a lock until it is dropped.
#[derive(Debug)]
pub struct Draft {
    pub head: DraftHead,
    folder: PathBuf,
    replies: Vec<KeptReply>,
    used: usize,
    _lock: File,
}

impl Store {
    pub fn begin_draft(&self, head: DraftHead) -> Result<Draft, StoreError> {
        check_id(&head.id)?;
        let folder = self.home().drafts().join(&head.id);
        let lock = lock_draft(&folder)?;
        write(&folder.join(HEAD), &head)?;
        Ok(Draft { head, folder, replies: Vec::new(), used: 0, _lock: lock })
    }

    /// All drafts that hold at least one reply and have not become a session, with how many, the youngest first. Reads only; what cannot be read is left out with a notice.
    pub fn drafts(&self) -> Vec<(DraftHead, usize)> {
        let names = fs::read_dir(self.home().drafts()).into_iter().flatten().flatten().filter_map(|e| e.file_name().into_string().ok());
        let mut found = Vec::new();
        for folder in names.filter(|n| is_id(n)).map(|n| self.home().drafts().join(n)) {
            match read::<DraftHead>(&folder.join(HEAD)) {
                // Stopped between saving the session and removing this.
                Ok(Some(head)) if self.home().session_file(&head.id).exists() => {}
                Ok(Some(head)) if head.format_version <= FORMAT_VERSION => {
                    let kept = reply_files(&folder).len();
                    if kept > 0 {
                        found.push((head, kept));
                    }
                }
                Ok(_) => {}
                Err(error) => self.notice(&folder, format!("A draft was left out: {error}")),
            }
        }
        found.sort_by_key(|(head, _)| std::cmp::Reverse(head.started_at));
        found
    }

    pub fn open_draft(&self, id: &str) -> Result<Draft, StoreError> {
        check_id(id)?;
        let folder = self.home().drafts().join(id);
        let lock = lock_draft(&folder)?;
        let path = folder.join(HEAD);
        let head: DraftHead = read(&path)?.ok_or_else(|| StoreError::damaged(&path, "it is missing"))?;
        if head.format_version > FORMAT_VERSION {
            return Err(StoreError::TooNew { path, version: head.format_version.into() });
        }
        let is_old = head.format_version < FORMAT_VERSION;
        let mut replies = Vec::new();
        for path in reply_files(&folder) {
            // A reply that cannot be read ends what can be used: those after it answered a packet that held it.
            match read::<KeptReply>(&path).ok().flatten().and_then(opened) {
                Some(reply) if is_old && reply.role == Role::Solution => break,
                Some(reply) => replies.push(reply),
                None => break,
            }
        }
        let mut draft = Draft { head, folder, replies, used: 0, _lock: lock };
        draft.forget_from(draft.replies.len());
        if is_old {
            (draft.head.format_version, draft.head.refused_after) = (FORMAT_VERSION, 0);
            write(&path, &draft.head)?;
        }
        Ok(draft)
    }

    pub fn remove_draft(&self, draft: Draft) -> Result<(), StoreError> {
        fs::remove_dir_all(&draft.folder).map_err(|e| StoreError::of(Doing::Remove, &draft.folder, e))
    }
}

impl Draft {
    /// The next kept reply, when it is one of this role and kind.
    pub fn next(&mut self, role: Role, mends: bool) -> Option<KeptReply> {
        let reply = self.replies.get(self.used).filter(|r| r.role == role && r.mends == mends)?.clone();
        self.used += 1;
        Some(reply)
    }

    /// What comes next, without using it.
    pub fn peek(&self) -> Option<&KeptReply> {
        self.replies.get(self.used)
    }

    /// How many replies have been used or kept.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Leaves out the kept replies for which this holds, up to the first for which it does not. They stay on disk.
    pub fn pass_over(&mut self, skip: impl Fn(&KeptReply) -> bool) {
        self.used += self.replies[self.used..].iter().take_while(|r| skip(r)).count();
    }

    /// Whether the last used reply came before a refusal by the proof: what it was counted for is over.
    pub fn was_refused(&self) -> bool {
        self.used <= self.head.refused_after
    }

    /// What the replies so far made was refused by the proof. They stay; going on may ask for mended ones anew.
    pub fn note_refusal(&mut self) -> Result<(), StoreError> {
        self.head.refused_after = self.used;
        write(&self.folder.join(HEAD), &self.head)
    }

    /// These units were left out of what the replies so far made.
    pub fn note_pruned(&mut self, units: Vec<String>) -> Result<(), StoreError> {
        self.head.pruned.push(PrunedUnits { after: self.used, units });
        write(&self.folder.join(HEAD), &self.head)
    }

    /// How many replies it holds.
    pub fn kept(&self) -> usize {
        self.replies.len()
    }

    /// How many of them have not been used again yet.
    pub fn left(&self) -> usize {
        self.replies.len() - self.used
    }

    pub fn records(&self) -> impl Iterator<Item = &CallRecord> {
        self.replies.iter().map(|r| &r.record)
    }

    /// Puts a reply on disk. Whatever stood beyond this point answered something else and goes.
    pub fn keep(&mut self, reply: KeptReply) -> Result<(), StoreError> {
        self.forget_from(self.used);
        if self.used >= MAX_REPLIES {
            return Err(StoreError::Unstorable { what: "the draft".to_owned(), why: format!("it has {MAX_REPLIES} replies") });
        }
        let path = self.folder.join(format!("{:03}-{}.json", self.used + 1, reply.role.name()));
        write(&path, &closed(&reply)?)?;
        self.replies.push(reply);
        self.used += 1;
        Ok(())
    }

    /// The last used reply is not accepted any more: it and all after it go.
    pub fn take_back(&mut self) {
        self.forget_from(self.used.saturating_sub(1));
    }

    /// What these replies made cannot be used: from the first of the role on, all go.
    pub fn forget_role(&mut self, role: Role) {
        if let Some(first) = self.replies.iter().position(|r| r.role == role) {
            self.forget_from(first);
        }
    }

    fn forget_from(&mut self, first: usize) {
        self.replies.truncate(first);
        self.used = self.used.min(first);
        self.head.pruned.retain(|pruned| pruned.after <= first);
        self.forget_files_beyond(first);
    }

    fn forget_files_beyond(&mut self, count: usize) {
        // The last first: were it stopped half way, what is left would still be a beginning.
        for path in reply_files(&self.folder).into_iter().skip(count).rev() {
            let _ = fs::remove_file(path);
        }
    }
}

/// A reference is packed like the sealed part of an exercise: a search of the home for a piece of code does not come across it.
fn closed(reply: &KeptReply) -> Result<KeptReply, StoreError> {
    if reply.role != Role::Solution {
        return Ok(reply.clone());
    }
    let unstorable = |e: std::io::Error| StoreError::Unstorable { what: "a reply".to_owned(), why: e.to_string() };
    let packed = sealed::pack(reply.text.as_bytes()).map_err(unstorable)?;
    Ok(KeptReply { text: packed.iter().map(|b| format!("{b:02x}")).collect(), ..reply.clone() })
}

fn opened(reply: KeptReply) -> Option<KeptReply> {
    if reply.role != Role::Solution {
        return Some(reply);
    }
    let digits = reply.text.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    let text = String::from_utf8(sealed::unpack(&digits.collect::<Option<Vec<u8>>>()?).ok()?).ok()?;
    Some(KeptReply { text, ..reply })
}

fn lock_draft(folder: &Path) -> Result<File, StoreError> {
    lock_within(&folder.join("lock"), Duration::from_millis(200))
}

/// `001-scaffold.json`, `002-starter-expand.json`, …: in order, up to the first gap.
fn reply_files(folder: &Path) -> Vec<PathBuf> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|e| e.file_name().into_string().ok());
    let numbered = |name: String| Some((name.split_once('-')?.0.parse::<usize>().ok()?, name));
    let mut found: Vec<(usize, String)> = names.filter(|n| n.ends_with(".json")).filter_map(numbered).collect();
    found.sort();
    let in_order = found.into_iter().enumerate().take_while(|(at, (number, _))| at + 1 == *number);
    in_order.map(|(_, (_, name))| folder.join(name)).take(MAX_REPLIES).collect()
}

fn write<T: Serialize>(path: &Path, value: &T) -> Result<(), StoreError> {
    let unstorable = |e: serde_json::Error| StoreError::Unstorable { what: "a reply".to_owned(), why: e.to_string() };
    atomic::write(path, &serde_json::to_vec_pretty(value).map_err(unstorable)?, Keep::Surely)
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<Option<T>, StoreError> {
    let Some(bytes) = atomic::read(path, MAX_BYTES)? else { return Ok(None) };
    serde_json::from_slice(&bytes).map(Some).map_err(|e| StoreError::damaged(path, e.to_string()))
}
