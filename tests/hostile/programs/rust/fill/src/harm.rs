//! Fills what it may write to: `@WHICH@`. Space is asked for without writing it, which is as good as used.
use crate::support::*;
use std::fs::File;
use std::os::fd::AsRawFd;

const MEBI: i64 = 1 << 20;

pub fn run() {
    // Limits that were only lowered are raised again first.
    for resource in [1, 2, 6, 7, 9] {
        unsafe { setrlimit(resource, &[u64::MAX, u64::MAX]) };
    }
    unsafe { signal(25, 1) };
    match "@WHICH@" {
        "build" => pieces(BUILD),
        "tmp" => pieces("/tmp"),
        "shm" => pieces("/dev/shm"),
        "file" => {
            let _ = File::create(format!("{BUILD}/loot-big")).and_then(|file| file.set_len(3 << 30));
        }
        _ => {
            let _ = std::fs::create_dir(format!("{BUILD}/loot-many"));
            for number in 0..60_000 {
                if std::fs::write(format!("{BUILD}/loot-many/{number}"), "").is_err() {
                    break;
                }
            }
        }
    }
    pause(200);
}

fn pieces(folder: &str) {
    for number in 0..@PIECES@ {
        let Ok(file) = File::create(format!("{folder}/loot-@TAG@-{number}")) else { break };
        unsafe { fallocate(file.as_raw_fd(), 0, 0, 64 * MEBI) };
    }
}
