//! Never ends: `@WHICH@`.
use std::io::Write;

pub fn run() {
    let line = [b'x'; 4096];
    loop {
        if "@WHICH@" == "output" {
            let _ = std::io::stdout().write_all(&line);
            let _ = std::io::stderr().write_all(b"y\n");
        }
    }
}
