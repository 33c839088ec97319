//! Listeners of the test's own, on loopback and in its own folder: the only ones that a hostile program is told of.

use std::io::Read;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::Path;
use std::time::Duration;

pub struct Ears {
    tcp: TcpListener,
    udp: UdpSocket,
    stream: UnixListener,
    datagram: UnixDatagram,
    named: UnixListener,
}

impl Ears {
    pub fn new(folder: &Path, name: &str) -> Ears {
        let (stream, datagram) = (folder.join("stream.socket"), folder.join("datagram.socket"));
        let ears = Ears {
            tcp: TcpListener::bind("127.0.0.1:0").expect("a listener"),
            udp: UdpSocket::bind("127.0.0.1:0").expect("a listener"),
            stream: UnixListener::bind(&stream).expect("a listener"),
            datagram: UnixDatagram::bind(&datagram).expect("a listener"),
            named: UnixListener::bind_addr(&SocketAddr::from_abstract_name(name).expect("a name")).expect("a listener"),
        };
        for path in [stream, datagram] {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o777)).expect("anyone may speak");
        }
        ears.tcp.set_nonblocking(true).and(ears.stream.set_nonblocking(true)).expect("no waiting");
        ears.named.set_nonblocking(true).and(ears.udp.set_nonblocking(true)).and(ears.datagram.set_nonblocking(true)).expect("no waiting");
        ears
    }

    pub fn tcp_port(&self) -> u16 {
        self.tcp.local_addr().expect("an address").port()
    }

    pub fn udp_port(&self) -> u16 {
        self.udp.local_addr().expect("an address").port()
    }

    /// Everything that was said so far; a connection without a word counts too.
    pub fn heard(&self) -> String {
        let (mut heard, mut bytes) = (String::new(), [0u8; 256]);
        while let Ok((mut stream, _)) = self.tcp.accept() {
            let _ = stream.set_nonblocking(false).and(stream.set_read_timeout(Some(Duration::from_millis(100))));
            heard.push_str("connected by TCP\n");
            let length = stream.read(&mut bytes).unwrap_or(0);
            heard.push_str(&String::from_utf8_lossy(&bytes[..length]));
        }
        for listener in [&self.stream, &self.named] {
            while let Ok((mut stream, _)) = listener.accept() {
                let _ = stream.set_nonblocking(false).and(stream.set_read_timeout(Some(Duration::from_millis(100))));
                heard.push_str("connected by a Unix socket\n");
                let length = stream.read(&mut bytes).unwrap_or(0);
                heard.push_str(&String::from_utf8_lossy(&bytes[..length]));
            }
        }
        while let Ok(length) = self.udp.recv(&mut bytes) {
            heard.push_str(&String::from_utf8_lossy(&bytes[..length]));
        }
        while let Ok(length) = self.datagram.recv(&mut bytes) {
            heard.push_str(&String::from_utf8_lossy(&bytes[..length]));
        }
        heard
    }
}
