//! The profile for the sandbox of macOS: everything is refused but what is listed. Text only, so it can be read and tested on any system; it has not been
//! tried on a Mac yet.

use std::fmt::Write;
use std::path::Path;

use super::Sandbox;

/// What programs on a Mac read besides the toolchain: the loader's cache, frameworks, the command line tools.
const SYSTEM: [&str; 8] = [
    "/System",
    "/Library/Developer",
    "/Library/Apple",
    "/private/var/db/dyld",
    "/private/var/select",
    "/private/etc/localtime",
    "/opt/homebrew",
    "/dev",
];

pub fn text(sandbox: &Sandbox) -> String {
    let mut text = String::from(
        "(version 1)\n(deny default)\n(allow process-fork)\n(allow process-exec)\n(allow signal (target same-sandbox))\n(allow sysctl-read)\n\
         (allow mach-lookup (global-name \"com.apple.system.opendirectoryd.libinfo\"))\n(allow file-read-metadata)\n",
    );
    let reads = sandbox.reads.iter().map(AsRef::as_ref).chain(SYSTEM.iter().map(Path::new));
    for path in reads {
        let _ = writeln!(text, "(allow file-read* (subpath {}))", quoted(path));
    }
    for path in sandbox.writes.iter().chain([&sandbox.scratch]) {
        let _ = writeln!(text, "(allow file-read* file-write* (subpath {}))", quoted(path));
    }
    text.push_str("(allow file-write-data (literal \"/dev/null\") (literal \"/dev/zero\"))\n");
    if sandbox.loopback {
        text.push_str("(allow network* (local ip \"localhost:*\") (remote ip \"localhost:*\"))\n");
    }
    for path in &sandbox.hidden {
        let _ = writeln!(text, "(deny file-read* (literal {}))", quoted(path));
    }
    text
}

/// As the profile's language writes text.
fn quoted(path: &Path) -> String {
    format!("\"{}\"", path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_refuses_all_but_what_is_listed() {
        let sandbox = Sandbox {
            reads: vec!["/w".into()],
            writes: vec!["/w/tar\"get".into()],
            scratch: "/private/tmp/x".into(),
            hidden: vec!["/usr/bin/etude".into()],
            ..Sandbox::default()
        };
        let text = text(&sandbox);
        assert!(text.contains("(deny default)"));
        assert!(text.contains("(allow file-read* (subpath \"/w\"))"));
        assert!(text.contains("(allow file-read* file-write* (subpath \"/w/tar\\\"get\"))"));
        assert!(text.contains("(deny file-read* (literal \"/usr/bin/etude\"))"));
        assert!(!text.contains("network"));
        assert!(super::text(&Sandbox { loopback: true, ..sandbox }).contains("(allow network* (local ip \"localhost:*\")"));
    }
}
