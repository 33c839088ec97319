//! The file tree of a run: an empty root in memory with only what is needed hung into it, all of it read-only but for the folders of the run. Owns the making
//! of it; what cannot be hung in is simply not there.
//!
//! Everything is taken by descriptor before the new root covers anything, so it does not matter where in the old tree it lies.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, fsconfig_create,
    fsconfig_set_string, fsmount, fsopen, mount_change, move_mount, open_tree, unmount,
};

use super::super::{Sandbox, sys};

/// Where the private temporary folder is, inside.
pub(super) const TMP: &str = "/tmp";
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];
/// In the new root itself there is nothing but folders to hang things into.
const ROOT_SIZE: &str = "1048576";
/// The place that the new root is put on for a moment: a folder that every system has.
const DOORSTEP: &str = "/usr";

/// Something to be hung in.
enum Piece {
    Tree { at: PathBuf, mount: OwnedFd, is_folder: bool },
    Link { at: PathBuf, to: PathBuf },
}

/// Makes the tree and moves this process into it; the answer says why `/proc` shows more than the run's own processes, where it does. An error leaves
/// the process where it was.
pub(super) fn move_in(sandbox: &Sandbox) -> io::Result<Option<io::Error>> {
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let mut pieces = Vec::new();
    for path in &sandbox.reads {
        pieces.extend(read_only(path)?);
    }
    for path in &sandbox.writes {
        let mount = take(path)?;
        sys::restrict_mount(mount.as_fd(), libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV, true)?;
        pieces.push(Piece::Tree { at: path.clone(), mount, is_folder: true });
    }
    // Nothing is put over what must not be seen: a file that is empty, or a folder.
    let covers = sandbox.hidden.iter().map(|path| Ok((path, take(Path::new("/dev/null"))?))).collect::<io::Result<Vec<_>>>()?;
    let devices = DEVICES.iter().map(|name| Ok((*name, device(name)?))).collect::<io::Result<Vec<_>>>()?;
    let (proc, not_own) = match processes() {
        Ok(proc) => (proc, None),
        // Containers cover parts of it, and then no other may be mounted. Without any, the leak checker could not work.
        Err(error) => {
            let outer = take(Path::new("/proc"))?;
            sys::restrict_mount(outer.as_fd(), libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV, true)?;
            (outer, Some(error))
        }
    };

    let root = in_memory(&[("size", ROOT_SIZE), ("mode", "0755")])?;
    attach(root.as_fd(), CWD, DOORSTEP)?;
    lay_out(&root, sandbox, devices, proc)?;
    // Outer folders first: the inner ones are hung into them.
    pieces.sort_by_key(|p| p.at().components().count());
    for piece in pieces {
        hang(&root, piece)?;
    }
    for (path, cover) in covers {
        hide(&root, path, &cover)?;
    }
    sys::restrict_mount(root.as_fd(), libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV, false)?;
    change_root(&root)?;
    Ok(not_own)
}

impl Piece {
    fn at(&self) -> &Path {
        match self {
            Piece::Tree { at, .. } | Piece::Link { at, .. } => at,
        }
    }
}

/// What is not there, or may not be looked at, is left out. A link stays a link: where it leads is a piece of its own or does not exist inside.
fn read_only(path: &Path) -> io::Result<Option<Piece>> {
    let Ok(found) = std::fs::symlink_metadata(path) else { return Ok(None) };
    if found.is_symlink() {
        let to = std::fs::read_link(path)?;
        return Ok(Some(Piece::Link { at: path.to_owned(), to }));
    }
    let mount = match take(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(None),
        other => other?,
    };
    sys::restrict_mount(mount.as_fd(), libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV, true)?;
    Ok(Some(Piece::Tree { at: path.to_owned(), mount, is_folder: found.is_dir() }))
}

/// It can be written to all the same: that does not change the file. Its mode, which is the machine's, cannot be changed then, not even by root.
fn device(name: &str) -> io::Result<OwnedFd> {
    let mount = take(&Path::new("/dev").join(name))?;
    sys::restrict_mount(mount.as_fd(), libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NOEXEC, true)?;
    Ok(mount)
}

/// A copy of the mount at this place, with all below it, that is nowhere yet.
fn take(path: &Path) -> io::Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC | OpenTreeFlags::AT_RECURSIVE;
    Ok(open_tree(CWD, path, flags | OpenTreeFlags::AT_SYMLINK_NOFOLLOW)?)
}

fn in_memory(options: &[(&str, &str)]) -> io::Result<OwnedFd> {
    let made = fsopen("tmpfs", FsOpenFlags::FSOPEN_CLOEXEC)?;
    for (key, value) in options {
        fsconfig_set_string(&made, *key, *value)?;
    }
    fsconfig_create(&made)?;
    Ok(fsmount(&made, FsMountFlags::FSMOUNT_CLOEXEC, MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV)?)
}

/// The processes of this namespace alone, without the settings of the kernel: root could change those without any special right.
fn processes() -> io::Result<OwnedFd> {
    let restricted = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV | MountAttrFlags::MOUNT_ATTR_NOEXEC;
    let made = fsopen("proc", FsOpenFlags::FSOPEN_CLOEXEC)?;
    // Kernels before 5.8 have no such subset; there, being read-only has to do.
    let _ = fsconfig_set_string(&made, "subset", "pid");
    fsconfig_create(&made)?;
    Ok(fsmount(&made, FsMountFlags::FSMOUNT_CLOEXEC, restricted | MountAttrFlags::MOUNT_ATTR_RDONLY)?)
}

fn attach(mount: BorrowedFd, root: BorrowedFd, at: &str) -> io::Result<()> {
    Ok(move_mount(mount, "", root, at, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?)
}

/// What every run has: a temporary folder, the harmless devices, shared memory, its own processes.
fn lay_out(root: &OwnedFd, sandbox: &Sandbox, devices: Vec<(&str, OwnedFd)>, proc: OwnedFd) -> io::Result<()> {
    let size = sandbox.bounds.tmp.to_string();
    let private = || in_memory(&[("size", &size), ("mode", "1777"), ("nr_inodes", "65536")]);
    for folder in ["tmp", "dev", "dev/shm", "proc"] {
        make_folder(root, Path::new(folder))?;
    }
    attach(private()?.as_fd(), root.as_fd(), "tmp")?;
    attach(private()?.as_fd(), root.as_fd(), "dev/shm")?;
    for (name, device) in devices {
        let at = format!("dev/{name}");
        make_file(root, Path::new(&at))?;
        attach(device.as_fd(), root.as_fd(), &at)?;
    }
    make_folder(root, Path::new("etc"))?;
    for (name, text) in names() {
        let file =
            rustix::fs::openat(root, format!("etc/{name}"), OFlags::CREATE | OFlags::WRONLY | OFlags::CLOEXEC, Mode::from_raw_mode(0o644))?;
        rustix::io::write(&file, text.as_bytes())?;
    }
    for (name, to) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
        rustix::fs::symlinkat(format!("/proc/self/fd{to}"), root, format!("dev/{name}"))?;
    }
    attach(proc.as_fd(), root.as_fd(), "proc")
}

/// Who this is, and what the machine calls itself: programs ask by name. Nothing here is the real machine's.
fn names() -> [(&'static str, String); 4] {
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    [
        ("hosts", "127.0.0.1 localhost\n::1 localhost\n".to_owned()),
        ("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n".to_owned()),
        ("passwd", format!("learner:x:{user}:{group}:learner:{TMP}:/bin/sh\n")),
        ("group", format!("learner:x:{group}:\n")),
    ]
}

fn hang(root: &OwnedFd, piece: Piece) -> io::Result<()> {
    match piece {
        Piece::Link { at, to } => {
            let at = inside(&at)?;
            make_folder(root, at.parent().unwrap_or(Path::new("")))?;
            match rustix::fs::symlinkat(&to, root, at) {
                // It came along with a folder that was hung in before.
                Err(Errno::EXIST | Errno::ROFS) => Ok(()),
                other => Ok(other?),
            }
        }
        Piece::Tree { at, mount, is_folder } => {
            let at = inside(&at)?;
            if is_folder {
                make_folder(root, at)?;
            } else {
                make_folder(root, at.parent().unwrap_or(Path::new("")))?;
                make_file(root, at)?;
            }
            Ok(move_mount(mount.as_fd(), "", root, at, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?)
        }
    }
}

/// The path below the new root.
fn inside(path: &Path) -> io::Result<&Path> {
    path.strip_prefix("/").map_err(|_| io::ErrorKind::InvalidInput.into())
}

/// All the folders of a path, as far as they are not there yet. None of them is a link: the tree is ours, and what is hung in has its full path.
fn make_folder(root: &OwnedFd, path: &Path) -> io::Result<()> {
    let mut so_far = PathBuf::new();
    for part in path.components() {
        let Component::Normal(name) = part else { return Err(io::ErrorKind::InvalidInput.into()) };
        so_far.push(name);
        match rustix::fs::mkdirat(root, &so_far, Mode::from_raw_mode(0o755)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(Errno::ROFS) if is_there(root, &so_far) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

fn make_file(root: &OwnedFd, path: &Path) -> io::Result<()> {
    match rustix::fs::openat(root, path, OFlags::CREATE | OFlags::WRONLY | OFlags::CLOEXEC, Mode::from_raw_mode(0o644)) {
        Ok(_) => Ok(()),
        Err(Errno::ROFS | Errno::ACCESS) if is_there(root, path) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn is_there(root: &OwnedFd, path: &Path) -> bool {
    rustix::fs::statat(root, path, AtFlags::SYMLINK_NOFOLLOW).is_ok()
}

fn hide(root: &OwnedFd, path: &Path, cover: &OwnedFd) -> io::Result<()> {
    let at = inside(path)?;
    let found = rustix::fs::statat(root, at, AtFlags::SYMLINK_NOFOLLOW);
    match found.map(|f| FileType::from_raw_mode(f.st_mode)) {
        Ok(FileType::RegularFile) => Ok(move_mount(cover.as_fd(), "", root, at, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?),
        Ok(FileType::Directory) => {
            let empty = in_memory(&[("size", "4096"), ("mode", "0555")])?;
            Ok(move_mount(empty.as_fd(), "", root, at, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?)
        }
        _ => Ok(()),
    }
}

/// The old root goes under the new one and is then let go of.
fn change_root(root: &OwnedFd) -> io::Result<()> {
    rustix::process::fchdir(root)?;
    if let Err(error) = rustix::process::pivot_root(".", ".") {
        // Back to the tree that still is the root.
        rustix::process::chdir("/")?;
        return Err(error.into());
    }
    if unmount(".", UnmountFlags::DETACH).is_err() {
        // Neither in nor out: nothing may run here.
        sys::leave(super::CANNOT);
    }
    Ok(rustix::process::chdir("/")?)
}
