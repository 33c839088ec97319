//! What a started program may know of the environment, and where it is found. Owns the allow-list; refuses everything that is not on it, so that
//! a key, a token or a preload library added to the learner's shell tomorrow stays out without a change here.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

/// What compilers, cargo and make need to find themselves and to speak the learner's language. Build settings (`RUSTFLAGS`, `MAKEFLAGS`, `CC`,
/// other `CARGO_*`) are missing on purpose: an attempt gives the same result whatever shell or build started etude.
const ALLOWED: [&str; 13] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    // Where the compiler and the headers are on macOS.
    "DEVELOPER_DIR",
    "SDKROOT",
];

/// The allowed part of this process's environment, then `extra`, which wins.
pub fn clean_environment(extra: &[(&str, OsString)]) -> Vec<(OsString, OsString)> {
    allowed(env::vars_os(), extra)
}

fn allowed(vars: impl Iterator<Item = (OsString, OsString)>, extra: &[(&str, OsString)]) -> Vec<(OsString, OsString)> {
    let is_extra = |name: &OsStr| extra.iter().any(|(key, _)| name == *key);
    let mut kept: Vec<_> = vars.filter(|(name, _)| is_allowed(name) && !is_extra(name)).collect();
    kept.extend(extra.iter().map(|(name, value)| (OsString::from(name), value.clone())));
    kept
}

fn is_allowed(name: &OsStr) -> bool {
    ALLOWED.iter().any(|allowed| name == *allowed) || name.as_encoded_bytes().starts_with(b"LC_")
}

/// The executable file that `name` stands for: itself when it has a slash, else the first one in the folders of `path`.
///
/// Relative entries of `path` are passed over: they would let the folder that happens to be current bring its own compiler.
pub fn find_program(name: &OsStr, path: Option<&OsStr>) -> Option<PathBuf> {
    if name.is_empty() {
        return None;
    }
    if name.as_encoded_bytes().contains(&b'/') {
        let file = PathBuf::from(name);
        return is_executable(&file).then_some(file);
    }
    env::split_paths(path?).filter(|folder| folder.is_absolute()).map(|folder| folder.join(name)).find(|file| is_executable(file))
}

fn is_executable(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|metadata| metadata.is_file()) && access(file, Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn vars(pairs: &[(&str, &str)]) -> Vec<(OsString, OsString)> {
        pairs.iter().map(|(name, value)| (OsString::from(name), OsString::from(value))).collect()
    }

    #[test]
    fn only_what_is_on_the_list_goes_through() {
        let shell = vars(&[
            ("PATH", "/bin"),
            ("HOME", "/home/ada"),
            ("LC_ALL", "C"),
            ("CARGO_HOME", "/c"),
            ("OPENAI_API_KEY", "secret"),
            ("MAKEFLAGS", "-j"),
            ("CARGO_MAKEFLAGS", "-j"),
            ("CARGO_TARGET_DIR", "/t"),
            ("RUSTFLAGS", "-Dwarnings"),
            ("LD_PRELOAD", "x.so"),
            ("LD_LIBRARY_PATH", "/l"),
            ("CC", "tcc"),
            ("XLC_ALL", "C"),
            ("path", "/lower"),
        ]);
        let kept = allowed(shell.into_iter(), &[]);
        assert_eq!(kept, vars(&[("PATH", "/bin"), ("HOME", "/home/ada"), ("LC_ALL", "C"), ("CARGO_HOME", "/c")]));
    }

    #[test]
    fn extra_variables_are_added_and_replace() {
        let extra = [("TZ", OsString::from("UTC")), ("ETUDE_TEST", OsString::from("1"))];
        let kept = allowed(vars(&[("TZ", "Europe/Berlin"), ("LANG", "C")]).into_iter(), &extra);
        assert_eq!(kept, vars(&[("LANG", "C"), ("TZ", "UTC"), ("ETUDE_TEST", "1")]));
    }

    #[test]
    fn a_program_is_an_executable_file_of_an_absolute_folder() {
        let folder = tempfile::tempdir().unwrap();
        let (tool, notes) = (folder.path().join("tool"), folder.path().join("notes"));
        fs::write(&tool, "").unwrap();
        fs::write(&notes, "").unwrap();
        fs::create_dir(folder.path().join("sub")).unwrap();
        fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(&notes, fs::Permissions::from_mode(0o644)).unwrap();
        let path = env::join_paths([Path::new("."), Path::new("/nowhere"), folder.path()]).unwrap();
        let find = |name: &str| find_program(OsStr::new(name), Some(&path));
        assert_eq!(find("tool"), Some(tool.clone()));
        assert_eq!(find("notes"), None);
        assert_eq!(find("sub"), None);
        assert_eq!(find(""), None);
        assert_eq!(find("Cargo.toml"), None);
        assert_eq!(find_program(OsStr::new("tool"), None), None);
        assert_eq!(find_program(tool.as_os_str(), None), Some(tool));
    }
}
