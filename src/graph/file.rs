//! The picture on disk: whole or not at all, and never over a file that is not a picture of this kind.

use std::fs::{self, File, Permissions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Where an SVG says that it is one.
const LOOKED_AT: u64 = 4096;

/// Writes the picture, or says why not.
pub fn save(path: &Path, picture: &str) -> Result<(), String> {
    // A link stays a link: what it points at is replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let taken = is_taken(&target)?;
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The usual permissions of a new file, as the learner's umask has them.
    let made = tempfile::Builder::new().prefix(".etude-").permissions(Permissions::from_mode(0o666)).tempfile_in(folder);
    let mut file = made.map_err(|e| match e.kind() {
        ErrorKind::NotFound => format!("there is no folder {}", folder.display()),
        _ => e.to_string(),
    })?;
    file.write_all(picture.as_bytes()).and_then(|()| file.as_file().sync_all()).map_err(|e| e.to_string())?;
    let placed = if taken { file.persist(&target) } else { file.persist_noclobber(&target) };
    placed.map(|_| ()).map_err(|e| e.error.to_string())
}

/// Whether there is a picture that may be replaced; the error says what else is there.
fn is_taken(target: &Path) -> Result<bool, String> {
    let meta = match fs::symlink_metadata(target) {
        Ok(meta) => meta,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(false),
        Err(e) => return Err(e.to_string()),
    };
    if meta.is_dir() {
        return Err("it is a folder; name a file in it".to_owned());
    }
    if !meta.is_file() {
        return Err("it is not a plain file".to_owned());
    }
    let mut head = Vec::new();
    File::open(target).and_then(|f| f.take(LOOKED_AT).read_to_end(&mut head)).map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&head);
    let begins = text.trim_start_matches('\u{feff}').trim_start();
    let is_picture = begins.starts_with("<svg") || begins.starts_with("<?xml") && text.contains("<svg");
    if is_picture { Ok(true) } else { Err("there is a file of that name already, and it is not an SVG picture".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_picture_is_replaced_by_a_picture() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        save(&at("map.svg"), "<svg>1</svg>").unwrap();
        save(&at("map.svg"), "<svg>2</svg>").unwrap();
        assert_eq!(fs::read_to_string(at("map.svg")).unwrap(), "<svg>2</svg>");
        for content in ["fn main() {}", "", "// <svg"] {
            fs::write(at("other"), content).unwrap();
            assert!(save(&at("other"), "<svg/>").unwrap_err().contains("not an SVG"), "{content:?}");
            assert_eq!(fs::read_to_string(at("other")).unwrap(), content);
        }
        assert!(save(dir.path(), "<svg/>").unwrap_err().contains("folder"));
        assert!(save(&at("no/where.svg"), "<svg/>").unwrap_err().contains("no folder"));
        std::os::unix::fs::symlink(at("map.svg"), at("link.svg")).unwrap();
        save(&at("link.svg"), "<svg>3</svg>").unwrap();
        assert!(at("link.svg").is_symlink() && fs::read_to_string(at("map.svg")).unwrap().contains('3'));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3, "nothing is left beside them");
    }
}
