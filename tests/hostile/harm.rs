//! What harm is, each kind told by looking from outside. What a hostile program says of itself counts for nothing but having run.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::desk::{Desk, Language};
use crate::trial::Ran;

#[derive(Debug, Clone, Copy)]
pub enum Harm {
    /// A file is there that was not.
    Left(&'static str),
    /// A file is gone or changed.
    Edited(&'static str),
    /// A secret lies in the build folder or a temporary one, in the file of the first name.
    Loot(&'static str, &'static str),
    /// A secret is in what etude says or keeps.
    Said(&'static str),
    Heard(&'static str),
    /// Something lives on after etude has ended.
    Beats(&'static str),
    Signalled,
    Traced,
    /// etude did not end as it does after any attempt.
    Ended,
    Processes(usize),
    Threads(usize),
    /// In MiB.
    Memory(u64),
    /// In MiB, of disk or memory.
    Storage(u64),
    /// A file in the build folder is longer than so many MiB.
    Long(&'static str, u64),
    /// A folder in the build folder has more than so many entries.
    Many(&'static str, usize),
    /// A descriptor of this kind was open.
    Door(&'static str),
    Mounted,
    SharedMemory,
    Key,
    Typed,
    /// A picture of a dead process lies in the workspace.
    Core,
    /// etude printed more than so many MiB, or never came to an end.
    Flood(usize),
}

impl Harm {
    /// What harm was done, if it was.
    pub fn done(self, desk: &Desk, language: Language, ran: &Ran) -> Option<String> {
        let workspace = desk.workspace(language);
        let place = |path: &str| desk.place(path, language);
        let when = |done: bool, what: String| done.then_some(what);
        match self {
            Harm::Left(path) => when(Path::new(&place(path)).symlink_metadata().is_ok(), format!("{path} is there")),
            Harm::Edited(path) => when(ran.changed(Path::new(&place(path))), format!("{path} was changed")),
            Harm::Loot(file, name) => {
                let mut loot = fs::read(workspace.build().join(format!("loot-{file}"))).unwrap_or_default();
                loot.extend(ran.watch.loot.get(file).into_iter().flatten());
                when(contains(&loot, &desk.needle(name, language)), format!("{name} was read"))
            }
            Harm::Said(name) => {
                let kept =
                    fs::read_to_string(desk.path_of(&format!("home/.state/sessions/{}.json", workspace.session))).unwrap_or_default();
                let said = [&ran.out, &ran.err, &kept].iter().any(|text| text.contains(&desk.secret(name)));
                when(said, format!("{name} was told"))
            }
            Harm::Heard(word) => when(ran.heard.contains(&format!("{}-{word}", desk.tag())), format!("{word} was heard")),
            Harm::Beats(name) => {
                let lives = ran.beats.iter().any(|beat| beat == name) || !ran.survivors.is_empty();
                when(lives, format!("{name} lives on"))
            }
            Harm::Signalled => when(!ran.decoy.is_empty(), format!("the decoy {}", ran.decoy)),
            Harm::Traced => when(ran.watch.traced, "the decoy was traced".to_owned()),
            Harm::Ended => when(!matches!(ran.exit, Some(0 | 3)), format!("etude ended with {:?}", ran.exit)),
            Harm::Processes(most) => when(ran.watch.processes > most, format!("{} processes at once", ran.watch.processes)),
            Harm::Threads(most) => when(ran.watch.threads > most, format!("{} threads at once", ran.watch.threads)),
            Harm::Memory(most) => when(ran.watch.memory >> 20 > most, format!("{} MiB of memory", ran.watch.memory >> 20)),
            Harm::Storage(most) => when(ran.watch.storage >> 20 > most, format!("{} MiB of storage", ran.watch.storage >> 20)),
            Harm::Long(file, most) => {
                let length = workspace.build().join(file).metadata().map_or(0, |meta| meta.len());
                when(length >> 20 > most, format!("{file} has {} MiB", length >> 20))
            }
            Harm::Many(folder, most) => {
                let count = fs::read_dir(workspace.build().join(folder)).map_or(0, Iterator::count);
                when(count > most, format!("{folder} has {count} entries"))
            }
            Harm::Door(kind) => {
                let open = ran.watch.descriptors.iter().find(|door| door.contains(kind));
                open.map(|door| format!("{door} was open"))
            }
            Harm::Mounted => when(lines_with("/proc/self/mountinfo", &place("@OUT@/mounted")), "a mount is there".to_owned()),
            Harm::SharedMemory => when(shared_memory(desk.key()), "shared memory is there".to_owned()),
            Harm::Key => when(lines_with("/proc/keys", &format!("{}-key-{}", desk.tag(), ran.decoy_pid)), "a key is there".to_owned()),
            Harm::Typed => when(ran.out.contains(&format!("read: {}-typed", desk.tag())), "the shell read what was typed".to_owned()),
            Harm::Core => {
                let names = fs::read_dir(&workspace.root).into_iter().flatten().flatten().map(|entry| entry.file_name());
                let mut cores = names.filter(|name| name.to_string_lossy().starts_with("core"));
                cores.next().map(|name| format!("{} is there", name.display()))
            }
            Harm::Flood(most) => {
                when(ran.hung || (ran.out.len() + ran.err.len()) >> 20 > most, format!("{} bytes, hung: {}", ran.out.len(), ran.hung))
            }
        }
    }
}

/// Takes away what may outlive a run, so that the next case begins without it.
pub fn clear_away(desk: &Desk, language: Language) {
    for path in ["@HOME@", "@ETUDE_HOME@", "@ETUDE_HOME@/.state", "@WORK@", "@WORK@/tests", "@OTHER@", "/tmp", "/var/tmp", "/dev/shm"] {
        for name in ["planted", "filed", "escaped"] {
            let _ = fs::remove_file(desk.place(&format!("{path}/@TAG@-{name}"), language));
        }
    }
    for folder in ["/tmp", "/dev/shm"] {
        for number in 0..48 {
            let _ = fs::remove_file(format!("{folder}/loot-{}-{number}", desk.tag()));
        }
    }
    let mounted = desk.place("@OUT@/mounted", language);
    if lines_with("/proc/self/mountinfo", &mounted) {
        assert!(Command::new("umount").arg(&mounted).status().is_ok_and(|status| status.success()), "{mounted} stays mounted");
    }
    if shared_memory(desk.key()) {
        let _ = Command::new("ipcrm").args(["-M", &desk.key().to_string()]).status();
    }
}

fn contains(hay: &[u8], needle: &[u8]) -> bool {
    hay.windows(needle.len()).any(|window| window == needle)
}

fn lines_with(file: &str, word: &str) -> bool {
    fs::read_to_string(file).unwrap_or_default().lines().any(|line| line.contains(word))
}

fn shared_memory(key: u32) -> bool {
    let list = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
    list.lines().any(|line| line.split_ascii_whitespace().next() == Some(&key.to_string()))
}
