//! A learner's desk with something to lose: a home with secrets, two workspaces, a decoy process, listeners. Owns every path that a hostile program is
//! aimed at; refuses to aim one at anything that this test did not make.

use std::cell::Cell;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::os::unix::fs::{PermissionsExt, lchown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::ears::Ears;
use crate::toolchain;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Rust,
    C,
}

impl Language {
    pub fn name(self) -> &'static str {
        if self == Language::Rust { "rust" } else { "c" }
    }

    fn node(self) -> &'static str {
        if self == Language::Rust { "S100" } else { "C200" }
    }

    fn build_folder(self) -> &'static str {
        if self == Language::Rust { "target" } else { "build" }
    }

    fn other(self) -> Language {
        if self == Language::Rust { Language::C } else { Language::Rust }
    }
}

/// Who runs etude.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Whoever runs this test.
    Me,
    /// `nobody`, where this test is run by root.
    Nobody,
}

const NOBODY: u32 = 65534;

pub struct Desk {
    dir: tempfile::TempDir,
    who: Who,
    /// In every name that a hostile program makes.
    tag: String,
    /// In every secret; no hostile program is told.
    secret: String,
    /// Each trial has secrets of its own: what an earlier one left in a build or a record does not count.
    round: Cell<u32>,
    etude: PathBuf,
    path: String,
    workspaces: Vec<Workspace>,
}

pub struct Workspace {
    language: Language,
    pub root: PathBuf,
    pub session: String,
    /// Every file outside the build folder, with the reference solution in place.
    solved: Vec<(PathBuf, Vec<u8>)>,
    sealed: Vec<u8>,
}

impl Workspace {
    pub fn build(&self) -> PathBuf {
        self.root.join(self.language.build_folder())
    }
}

impl Desk {
    pub fn new(who: Who) -> Desk {
        let dir = tempfile::Builder::new().prefix("hostile-").tempdir().expect("a folder for the desk");
        for folder in ["home", "user", "tmp", "outside"] {
            fs::create_dir(dir.path().join(folder)).expect("a folder of the desk");
        }
        let (etude, path) = match who {
            Who::Me => toolchain::of_mine(),
            Who::Nobody => toolchain::within_reach(dir.path()),
        };
        let random = || RandomState::new().build_hasher().finish();
        let (tag, secret) = (format!("h{:08x}", random() as u32), format!("s{:016x}", random()));
        let mut desk = Desk { dir, who, tag, secret, round: Cell::new(0), etude, path, workspaces: Vec::new() };
        desk.give(desk.dir.path());
        desk.lay_out();
        for language in [Language::Rust, Language::C] {
            let workspace = desk.begin(language);
            desk.workspaces.push(workspace);
        }
        desk
    }

    fn begin(&self, language: Language) -> Workspace {
        let args = ["start", "--language", language.name(), "--node", language.node(), "--yes", "--json"];
        let output = self.run(&self.path_of("user"), &args);
        let text = String::from_utf8_lossy(&output.stdout);
        let told: Value = serde_json::from_str(text.lines().last().unwrap_or_default()).unwrap_or_default();
        let word = |key: &str| told["data"][key].as_str().unwrap_or_else(|| panic!("start says no {key}: {output:?}")).to_owned();
        let (root, session) = (PathBuf::from(word("workspace")), word("session"));
        let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/bank").join(language.name()).join(language.node());
        for entry in fs::read_dir(pack.join("solution")).expect("a solution").flatten() {
            fs::copy(entry.path(), root.join("src").join(entry.file_name())).expect("the solution is put into src/");
        }
        let mut workspace = Workspace { language, root, session, solved: Vec::new(), sealed: Vec::new() };
        let names = files_below(&workspace.root, &workspace.build());
        workspace.solved = names.into_iter().map(|name| (name.clone(), fs::read(workspace.root.join(name)).expect("a file"))).collect();
        workspace.sealed = fs::read(self.sealed_file(&workspace)).expect("what was sealed");
        workspace
    }

    // ---- what there is ----

    pub fn is_root(&self) -> bool {
        self.who == Who::Me && rustix::process::geteuid().is_root()
    }

    pub fn path_of(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn workspace(&self, language: Language) -> &Workspace {
        self.workspaces.iter().find(|w| w.language == language).expect("both were started")
    }

    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// What stands in the place of that name, an identifier in both languages.
    pub fn secret(&self, name: &str) -> String {
        format!("{}x{}_{name}", self.secret, self.round.get())
    }

    /// What tells that the loot of that name was taken.
    pub fn needle(&self, name: &str, language: Language) -> Vec<u8> {
        let workspace = self.workspace(language);
        match name {
            "session" => workspace.session.clone().into_bytes(),
            "sealed" => workspace.sealed[..64].to_vec(),
            "names" => b"id_of_the_home".to_vec(),
            _ => self.secret(name).into_bytes(),
        }
    }

    fn sealed_file(&self, workspace: &Workspace) -> PathBuf {
        self.path_of("home/.state/sealed").join(format!("{}.bin", workspace.session))
    }

    /// A number for shared memory, from the tag.
    pub fn key(&self) -> u32 {
        u32::from_str_radix(&self.tag[1..], 16).unwrap_or(1) >> 2 | 1
    }

    /// The text of a hostile program, aimed at this desk.
    pub fn aim(&self, text: &str, language: Language, decoy: u32, ears: &Ears, with: &[(&str, String)]) -> String {
        let workspace = self.workspace(language);
        let text = self.place(text, language);
        let mut aims = vec![
            ("SESSION_FILE", self.path_of("home/.state/sessions").join(format!("{}.json", workspace.session)).display().to_string()),
            ("TCP", ears.tcp_port().to_string()),
            ("UDP", ears.udp_port().to_string()),
            ("DECOY", decoy.to_string()),
            ("KEY", self.key().to_string()),
        ];
        aims.extend(with.iter().map(|(name, value)| (*name, value.clone())));
        aims.iter().fold(text, |text, (name, value)| text.replace(&format!("@{name}@"), value))
    }

    /// A path as the table writes it.
    pub fn place(&self, text: &str, language: Language) -> String {
        let (workspace, other) = (self.workspace(language), self.workspace(language.other()));
        let places = [
            ("ETUDE_HOME", self.path_of("home")),
            ("HOME", self.path_of("user")),
            ("OUT", self.path_of("outside")),
            ("WORK", workspace.root.clone()),
            ("BUILD", workspace.build()),
            ("OTHER", other.root.clone()),
            ("SEALED", self.sealed_file(workspace)),
            ("TAG", PathBuf::from(&self.tag)),
            ("TESTS", PathBuf::from(if language == Language::Rust { "closing_time.rs" } else { "seats.c" })),
            ("MANIFEST", PathBuf::from(if language == Language::Rust { "Cargo.toml" } else { "Makefile" })),
            ("SOURCE", PathBuf::from(if language == Language::Rust { "lib.rs" } else { "seats.c" })),
        ];
        places.iter().fold(text.to_owned(), |text, (name, path)| text.replace(&format!("@{name}@"), &path.display().to_string()))
    }

    // ---- putting things right ----

    /// Everything that a program may be after, as it was at first.
    pub fn lay_out(&self) {
        let outside = self.path_of("outside");
        let _ = fs::remove_dir_all(&outside);
        for folder in ["user/.ssh", "user/.codex", "user/.cargo", "outside/folder", "outside/mounted"] {
            fs::create_dir_all(self.path_of(folder)).expect("a folder of the desk");
        }
        let secret = |name: &str| format!("{}\n", self.secret(name));
        let texts = [
            ("user/.ssh/id_ed25519", secret("ssh")),
            ("user/.ssh/authorized_keys", "the learner's own\n".to_owned()),
            ("user/.codex/auth.json", secret("codex")),
            ("user/.cargo/credentials.toml", format!("# {}", secret("cargo"))),
            ("user/.cargo/config.toml", "# the learner's own\n".to_owned()),
            ("user/.profile", "# the learner's own\n".to_owned()),
            ("user/notes.txt", secret("notes")),
            ("user/id_of_the_home", String::new()),
            ("user/rules.mk", format!("STOLEN := {}", secret("rules"))),
            ("outside/decoy.txt", format!("SANITIZE := -fsanitize={}", secret("outside"))),
            ("outside/linked.txt", "the learner's own\n".to_owned()),
            ("outside/folder/kept.txt", "the learner's own\n".to_owned()),
        ];
        for (name, text) in texts {
            fs::write(self.path_of(name), text).expect("a file of the desk");
        }
        for workspace in &self.workspaces {
            fs::write(self.sealed_file(workspace), &workspace.sealed).expect("what was sealed");
            self.give(&self.sealed_file(workspace));
        }
        self.give(&self.path_of("user"));
        self.give(&outside);
    }

    /// The settings of etude; short limits, so that what never ends costs little.
    pub fn settle(&self, sandbox_off: bool) {
        let sandbox = if sandbox_off { "sandbox = \"off\"\n" } else { "" };
        let text = format!("# {}\n{sandbox}[limits]\nbuild_seconds = 40\ntest_seconds = 8\n", self.secret("settings"));
        fs::write(self.path_of("home/config.toml"), text).expect("settings");
        self.give(&self.path_of("home/config.toml"));
    }

    /// The learner's files with the exercise solved; the build folder stays as it is.
    pub fn restore_sources(&self, language: Language) {
        let workspace = self.workspace(language);
        let build = workspace.build();
        for name in files_below(&workspace.root, &build) {
            let _ = fs::remove_file(workspace.root.join(name));
        }
        for name in ["moved", "harmful"] {
            let _ = fs::remove_dir_all(workspace.root.join(name));
        }
        for (name, bytes) in &workspace.solved {
            let path = workspace.root.join(name);
            fs::write(&path, bytes).unwrap_or_else(|e| panic!("{} cannot be restored: {e}", path.display()));
            self.give(&path);
        }
        self.hide_in(workspace);
    }

    /// The whole workspace so, whatever was planted there.
    pub fn restore(&self, language: Language) {
        let build = self.workspace(language).build();
        if build.is_symlink() {
            let _ = fs::remove_file(&build);
        }
        self.restore_sources(language);
        for entry in fs::read_dir(&build).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with("loot-") || name.starts_with("beat-") || name == "reader" {
                let _ = if entry.path().is_dir() && !entry.path().is_symlink() {
                    fs::remove_dir_all(entry.path())
                } else {
                    fs::remove_file(entry.path())
                };
            }
        }
    }

    /// A reader that root lends to everyone, in the build folder.
    pub fn lend_reader(&self, language: Language) {
        let reader = self.workspace(language).build().join("reader");
        fs::create_dir_all(self.workspace(language).build()).expect("the build folder");
        self.give(&self.workspace(language).build());
        fs::copy("/bin/cat", &reader).expect("a reader");
        for_root_alone(&reader, 0o4755);
    }

    pub fn write(&self, language: Language, name: &Path, text: &str) {
        let path = self.workspace(language).root.join(name);
        let folder = path.parent().expect("a folder");
        fs::create_dir_all(folder).expect("a folder in the workspace");
        fs::write(&path, text).unwrap_or_else(|e| panic!("{} cannot be written: {e}", path.display()));
        self.give(folder);
    }

    /// Hands a file or a folder with all in it to the one who runs etude.
    fn give(&self, path: &Path) {
        if self.who == Who::Me {
            return;
        }
        let keep = path.ends_with("reader") || path.ends_with("for-root.txt") || path.ends_with("toolchain");
        if !keep {
            lchown(path, Some(NOBODY), Some(NOBODY)).unwrap_or_else(|e| panic!("{} cannot be handed over: {e}", path.display()));
            if path.is_dir() && !path.is_symlink() {
                fs::read_dir(path).into_iter().flatten().flatten().for_each(|entry| self.give(&entry.path()));
            }
        }
    }

    /// Secrets of their own for what comes next, and everything in its place.
    pub fn next_round(&self) {
        self.round.set(self.round.get() + 1);
        self.lay_out();
        self.workspaces.iter().for_each(|workspace| self.hide_in(workspace));
    }

    /// Something to lose in a workspace: notes, and a file for root alone.
    fn hide_in(&self, workspace: &Workspace) {
        let (notes, for_root) = (workspace.root.join("notes.txt"), workspace.root.join("tests/for-root.txt"));
        fs::write(&notes, self.secret("other")).expect("notes beside the exercise");
        self.give(&notes);
        fs::write(&for_root, self.secret("setuid")).expect("a file for root alone");
        for_root_alone(&for_root, 0o600);
    }

    // ---- running ----

    /// Runs etude to its end.
    pub fn run(&self, dir: &Path, args: &[&str]) -> Output {
        self.command(dir).args(args).stdin(Stdio::null()).output().expect("etude can be started")
    }

    pub fn command(&self, dir: &Path) -> Command {
        let mut command = Command::new(&self.etude);
        self.surround(&mut command, dir);
        command
    }

    /// The same at a terminal of its own, where what is typed after the attempt is read by a shell.
    pub fn at_a_terminal(&self, dir: &Path, args: &str) -> Command {
        let mut command = Command::new("script");
        command.args(["-qec", &format!("{} {args}; read -t 1 typed; echo \"read: $typed\"", self.etude.display()), "/dev/null"]);
        self.surround(&mut command, dir);
        command.env("SHELL", "/bin/bash");
        command
    }

    /// A process of the one who runs etude, for hostile programs to take hold of.
    pub fn decoy(&self) -> Child {
        let mut command = Command::new("sleep");
        self.surround(&mut command, Path::new("/"));
        command.arg0(self.secret("cmdline")).arg("60").env_clear().env("DECOY", self.secret("environ"));
        command.stdin(Stdio::null()).spawn().expect("a decoy")
    }

    fn surround(&self, command: &mut Command, dir: &Path) {
        command.current_dir(dir).env_clear();
        for (name, folder) in [("HOME", "user"), ("TMPDIR", "tmp"), ("ETUDE_HOME", "home"), ("CARGO_HOME", "user/.cargo")] {
            command.env(name, self.path_of(folder));
        }
        command.env("PATH", &self.path).env("NO_COLOR", "1").env("ETUDE_TEST_SECRET", self.secret("env"));
        if self.who == Who::Nobody {
            command.uid(NOBODY).gid(NOBODY);
        }
    }
}

fn for_root_alone(path: &Path, mode: u32) {
    // Without root there is nobody to keep it from, and the cases that need it are left out.
    if lchown(path, Some(0), Some(0)).is_ok() {
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode));
    }
}

/// Every file below a folder, by its name from there; what lies in the build folder is left out, and no link is followed.
pub fn files_below(root: &Path, build: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![root.to_path_buf()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path == build {
                continue;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(path);
            } else if let Ok(name) = path.strip_prefix(root) {
                found.push(name.to_path_buf());
            }
        }
    }
    found.sort();
    found
}
