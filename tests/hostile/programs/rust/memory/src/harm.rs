//! Takes 6 GiB of memory and touches it: `@WHICH@`.
use crate::support::*;
use std::ptr::null_mut;

const PIECE: usize = 256 << 20;

pub fn run() {
    for resource in [2, 9] {
        unsafe { setrlimit(resource, &[u64::MAX, u64::MAX]) };
    }
    const SHARED: i32 = 0x01;
    const PRIVATE: i32 = 0x02;
    match "@WHICH@" {
        "private" => take(PRIVATE, 24),
        "shared" => take(SHARED, 24),
        "memfd" => {
            let file = unsafe { memfd_create(c("@TAG@").as_ptr(), 0) };
            for piece in 0..24 {
                unsafe { fallocate(file, 0, piece * PIECE as i64, PIECE as i64) };
            }
        }
        _ => {
            for _ in 0..6 {
                if unsafe { fork() } == 0 {
                    take(PRIVATE, 4);
                    pause(900);
                    unsafe { _exit(0) }
                }
            }
            pause(900);
        }
    }
    pause(150);
}

fn take(kind: i32, pieces: usize) {
    const ANONYMOUS: i32 = 0x20;
    const POPULATE: i32 = 0x8000;
    for _ in 0..pieces {
        unsafe { mmap(null_mut(), PIECE, 3, kind | ANONYMOUS | POPULATE, -1, 0) };
    }
}
