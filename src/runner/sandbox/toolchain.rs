//! What of the machine a build needs to see: the system's programs and libraries, and the toolchain wherever it is installed. Owns finding that; refuses to
//! open a home for a compiler that lies in it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::runner::find_program;

/// Programs, libraries and the few settings that a compiler or the loader reads. What a system does not have is passed over.
const SYSTEM: [&str; 16] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/run/current-system/sw",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",
];

/// The programs of a language, where they are, and what has to be readable for them to work.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Toolchain {
    pub reads: Vec<PathBuf>,
    /// Folders that are searched for programs, those of the toolchain first.
    pub path: OsString,
}

/// What the search depends on.
pub struct Surroundings<'a> {
    pub path: Option<&'a OsStr>,
    pub home: Option<&'a Path>,
    pub cargo_home: Option<PathBuf>,
    pub rustup_home: Option<PathBuf>,
    /// The toolchain that was asked for in the environment.
    pub chosen: Option<String>,
}

impl Surroundings<'_> {
    /// Those of this process.
    pub fn here<'a>(path: Option<&'a OsStr>, home: Option<&'a Path>) -> Surroundings<'a> {
        let folder = |variable: &str, below: &str| {
            let set = std::env::var_os(variable).filter(|v| !v.is_empty()).map(PathBuf::from);
            set.or_else(|| home.map(|home| home.join(below)))
        };
        Surroundings {
            path,
            home,
            cargo_home: folder("CARGO_HOME", ".cargo"),
            rustup_home: folder("RUSTUP_HOME", ".rustup"),
            chosen: std::env::var("RUSTUP_TOOLCHAIN").ok().filter(|name| !name.is_empty()),
        }
    }
}

/// Finds what these programs need.
pub fn find(programs: &[&str], around: &Surroundings) -> Toolchain {
    let mut reads: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    let mut folders: Vec<PathBuf> = Vec::new();
    for program in programs {
        let Some(found) = find_program(OsStr::new(program), around.path) else { continue };
        if let Some(toolchain) = behind_rustup(&found, program, around) {
            folders.push(toolchain.join("bin"));
            reads.push(toolchain);
            continue;
        }
        let real = std::fs::canonicalize(&found).unwrap_or_else(|_| found.clone());
        for place in [&found, &real] {
            if !is_below(place, &reads) {
                reads.push(around_program(place, around));
            }
        }
    }
    let searched = around.path.map(|path| std::env::split_paths(path).collect::<Vec<_>>()).unwrap_or_default();
    // Also a folder of which only one program may be read: it comes before others for a reason.
    let is_open = |folder: &Path| is_below(folder, &reads) || reads.iter().any(|r| r.parent() == Some(folder));
    folders.extend(searched.into_iter().filter(|folder| is_open(folder)));
    let mut unique: Vec<PathBuf> = Vec::new();
    folders.into_iter().for_each(|f| {
        if !unique.contains(&f) {
            unique.push(f)
        }
    });
    Toolchain { reads, path: std::env::join_paths(unique).unwrap_or_default() }
}

fn is_below(path: &Path, folders: &[PathBuf]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

/// The toolchain that rustup would hand over to, where this program is rustup's: going there at once saves the way through it, and its folder of programs,
/// which holds others too, stays shut.
fn behind_rustup(found: &Path, program: &str, around: &Surroundings) -> Option<PathBuf> {
    let rustup = around.cargo_home.as_ref()?.join("bin/rustup");
    let is_rustups = found.parent() == rustup.parent() && same_program(found, &rustup);
    if !is_rustups {
        return None;
    }
    let home = around.rustup_home.as_ref()?;
    let name = around.chosen.clone().or_else(|| default_toolchain(home))?;
    if name.contains('/') {
        return None;
    }
    let toolchain = std::fs::canonicalize(home.join("toolchains").join(name)).ok()?;
    toolchain.join("bin").join(program).is_file().then_some(toolchain)
}

/// Rustup's programs are links to it, of either kind.
fn same_program(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (std::fs::metadata(one), std::fs::metadata(other)) {
        (Ok(one), Ok(other)) => one.dev() == other.dev() && one.ino() == other.ino() || one.len() == other.len(),
        _ => false,
    }
}

fn default_toolchain(rustup_home: &Path) -> Option<String> {
    let text = std::fs::read_to_string(rustup_home.join("settings.toml")).ok()?;
    let settings: toml::Table = toml::from_str(&text).ok()?;
    Some(settings.get("default_toolchain")?.as_str()?.to_owned())
}

/// The folder that a program is installed in with its libraries; only the program itself where that folder holds the learner's own things.
fn around_program(place: &Path, around: &Surroundings) -> PathBuf {
    let prefix = place.parent().filter(|bin| bin.file_name() == Some(OsStr::new("bin"))).and_then(Path::parent);
    let Some(prefix) = prefix else { return place.to_owned() };
    let local = around.home.map(|home| home.join(".local"));
    let private = [around.home, local.as_deref(), around.cargo_home.as_deref(), Some(Path::new("/"))];
    // A home below the prefix would be opened with it.
    let opens = |folder: &Path| folder == prefix || folder.starts_with(prefix);
    if private.into_iter().flatten().any(opens) { place.to_owned() } else { prefix.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn program(path: &Path, text: &str) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_toolchain_of_rustup_is_gone_to_directly_and_the_home_stays_shut() {
        let home = tempfile::tempdir().unwrap();
        let home = std::fs::canonicalize(home.path()).unwrap();
        let (bin, chain) = (home.join(".cargo/bin"), home.join(".rustup/toolchains/stable-x"));
        program(&bin.join("rustup"), "rustup");
        for name in ["cargo", "rustc"] {
            std::fs::hard_link(bin.join("rustup"), bin.join(name)).unwrap();
            program(&chain.join("bin").join(name), name);
        }
        std::fs::write(home.join(".rustup/settings.toml"), "version = \"12\"\ndefault_toolchain = \"stable-x\"\n").unwrap();
        let around = Surroundings {
            path: Some(bin.as_os_str()),
            home: Some(&home),
            cargo_home: Some(home.join(".cargo")),
            rustup_home: Some(home.join(".rustup")),
            chosen: None,
        };
        let found = find(&["cargo", "rustc"], &around);
        assert!(found.reads.contains(&chain));
        assert!(found.reads.iter().all(|r| !home.starts_with(r) && !r.starts_with(home.join(".cargo"))), "{:?}", found.reads);
        assert!(std::env::split_paths(&found.path).next() == Some(chain.join("bin")));
        assert!(std::env::split_paths(&found.path).all(|f| !f.starts_with(home.join(".cargo"))));
    }

    #[test]
    fn a_compiler_in_the_home_opens_itself_only() {
        let home = tempfile::tempdir().unwrap();
        let home = std::fs::canonicalize(home.path()).unwrap();
        let places = ["bin", ".local/bin", ".cargo/bin", "conda/bin"].map(|p| home.join(p));
        places.iter().for_each(|p| program(&p.join("cc"), "cc"));
        let opened = |folder: &Path| {
            let around = Surroundings {
                path: Some(folder.as_os_str()),
                home: Some(&home),
                cargo_home: Some(home.join(".cargo")),
                rustup_home: None,
                chosen: None,
            };
            find(&["cc"], &around).reads.into_iter().filter(|r| r.starts_with(&home)).collect::<Vec<_>>()
        };
        for place in &places[..3] {
            assert_eq!(opened(place), [place.join("cc")]);
        }
        assert_eq!(opened(&places[3]), [home.join("conda")]);
    }
}
