//! Reads whatever it should not.
use crate::support::*;

pub fn run() {
    steal("ssh", "@HOME@/.ssh/id_ed25519");
    steal("codex", "@HOME@/.codex/auth.json");
    steal("notes", "@HOME@/notes.txt");
    steal("cargo", "@HOME@/.cargo/credentials.toml");
    steal("settings", "@ETUDE_HOME@/config.toml");
    steal("session", "@SESSION_FILE@");
    steal("sealed", "@SEALED@");
    steal("other", "@OTHER@/notes.txt");
    steal("outside", "@OUT@/decoy.txt");
    if let Ok(names) = std::fs::read_dir("@HOME@") {
        let names: Vec<String> = names.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        loot("names", names.join("\n").as_bytes());
    }
}
