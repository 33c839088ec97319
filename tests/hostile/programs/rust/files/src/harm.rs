//! Writes wherever it should not.
use crate::support::*;
use std::fs;

pub fn run() {
    for place in ["@HOME@", "@ETUDE_HOME@", "@ETUDE_HOME@/.state", "@WORK@", "@WORK@/tests", "@OTHER@", "/tmp", "/var/tmp", "/dev/shm"] {
        append(&format!("{place}/@TAG@-planted"), "planted");
    }
    append("@HOME@/.ssh/authorized_keys", "ssh-ed25519 planted\n");
    append("@HOME@/.profile", "planted\n");
    append("@HOME@/.cargo/config.toml", "# planted\n");
    append("@SESSION_FILE@", " ");
    append("@ETUDE_HOME@/config.toml", "# planted\n");
    append("@OTHER@/src/seats.c", "/* planted */\n");
    append("@WORK@/tests/closing_time.rs", "// planted\n");
    append("@WORK@/LESSON.md", "planted\n");
    append("@WORK@/src/lib.rs", "// planted\n");
    append("@WORK@/README.md", "planted\n");
    // Not opened for writing: taken away and put back changed.
    let _ = fs::rename("@WORK@/Cargo.toml", "@WORK@/Cargo.old");
    let _ = fs::write("@WORK@/Cargo.toml", "planted");
    let _ = fs::remove_file("@WORK@/rust-analyzer.toml");
    let _ = fs::remove_file("@SEALED@");
}
