//! A little of everything, to be tried with one wall less.
use crate::support::*;
use std::io::Write;
use std::net::{SocketAddr, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr as UnixAddress, UnixStream};
use std::time::Duration;

pub fn run() {
    steal("ssh", "@HOME@/.ssh/id_ed25519");
    steal("sealed", "@SEALED@");
    steal("other", "@OTHER@/notes.txt");
    append("@HOME@/@TAG@-planted", "planted");
    append("@WORK@/tests/closing_time.rs", "// planted\n");
    if let Some(etude) = etude() {
        steal("etude-environ", &format!("/proc/{etude}/environ"));
    }
    let to: SocketAddr = ([127, 0, 0, 1], @TCP@).into();
    if let Ok(mut stream) = TcpStream::connect_timeout(&to, Duration::from_millis(300)) {
        let _ = stream.write_all(b"@TAG@-tcp\n");
    }
    if let Ok(socket) = UdpSocket::bind("127.0.0.1:0") {
        let _ = socket.send_to(b"@TAG@-udp\n", ("127.0.0.1", @UDP@));
    }
    if let Ok(mut stream) = UnixStream::connect("@OUT@/stream.socket") {
        let _ = stream.write_all(b"@TAG@-unix\n");
    }
    if let Ok(mut stream) = UnixAddress::from_abstract_name("@TAG@").and_then(|address| UnixStream::connect_addr(&address)) {
        let _ = stream.write_all(b"@TAG@-abstract\n");
    }
    unsafe { shmget(@KEY@, 4096, 0o1600) };
    unsafe { kill(@DECOY@, 10) };
    if unsafe { fork() } == 0 {
        unsafe { setsid() };
        if unsafe { fork() } == 0 {
            beat("daemon");
        }
        unsafe { _exit(0) };
    }
    pause(100);
}
