//! Leaves processes behind.
use crate::support::*;

pub fn run() {
    unsafe {
        if fork() == 0 {
            setsid();
            beat("session");
        }
        if fork() == 0 {
            setsid();
            if fork() == 0 {
                beat("double");
            }
            _exit(0);
        }
        if fork() == 0 {
            setsid();
            if fork() == 0 {
                for fd in 0..1024 {
                    close(fd);
                }
                for number in 1..32 {
                    signal(number, 1);
                }
                beat("closed");
            }
            _exit(0);
        }
    }
    pause(400);
}
