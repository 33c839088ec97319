//! Talks to whoever listens.
use crate::support::*;
use std::io::Write;
use std::net::{SocketAddr, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr as UnixAddress, UnixDatagram, UnixStream};
use std::time::Duration;

pub fn run() {
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
    if let Ok(socket) = UnixDatagram::unbound() {
        let _ = socket.send_to(b"@TAG@-datagram\n", "@OUT@/datagram.socket");
    }
    if let Ok(mut stream) = UnixAddress::from_abstract_name("@TAG@").and_then(|address| UnixStream::connect_addr(&address)) {
        let _ = stream.write_all(b"@TAG@-abstract\n");
    }
    // Families that lead past a network namespace or deep into the kernel: packet, vsock, netlink, crypto, bluetooth.
    for family in [17, 40, 16, 38, 31] {
        unsafe { socket(family, 3, 0) };
        unsafe { socket(family, 1, 0) };
    }
    pause(250);
}
