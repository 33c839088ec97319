//! One hostile program, run by etude as a learner's attempt, and everything that can be seen of it from outside.

use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::cases::Row;
use crate::desk::{Desk, Language, files_below};
use crate::ears::Ears;
use crate::watch::Watch;

/// Longer than the limits of the desk allow.
const LIMIT: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(15);

/// Which walls stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walls {
    Off,
    On,
    /// Layers left out, by their names.
    Without(&'static str),
}

pub struct Ran {
    pub exit: Option<i32>,
    pub out: String,
    pub err: String,
    pub took: Duration,
    pub hung: bool,
    pub watch: Watch,
    pub heard: String,
    /// Signs of life that went on after the end.
    pub beats: Vec<String>,
    pub survivors: Vec<u32>,
    pub decoy: String,
    pub decoy_pid: u32,
    pub ran_at_all: bool,
    /// What the desk's files held before the run.
    before: HashMap<PathBuf, Vec<u8>>,
}

impl Ran {
    /// Whether a file that was there is gone or holds something else.
    pub fn changed(&self, path: &Path) -> bool {
        let was = self.before.get(path).unwrap_or_else(|| panic!("{} was not there before the run", path.display()));
        fs::read(path).ok().as_ref() != Some(was)
    }

    /// The envelope that etude's output ends with.
    pub fn told(&self) -> Option<Value> {
        serde_json::from_str(self.out.lines().last()?).ok()
    }
}

/// Installs the program of a row, lets etude run it, and looks.
pub fn run(desk: &Desk, language: Language, row: &Row, walls: Walls) -> Ran {
    desk.next_round();
    desk.settle(walls == Walls::Off);
    desk.restore(language);
    if row.reader {
        desk.lend_reader(language);
    }
    let mut decoy = desk.decoy();
    let ears = Ears::new(&desk.path_of("outside"), desk.tag());
    install(desk, language, row, walls, decoy.id(), &ears);
    let before = contents(desk, language);
    let mut watch = Watch::new(desk.path_of("outside"));
    let began = Instant::now();
    let (exit, out, err, hung) = attempt(desk, language, row, walls, decoy.id(), &mut watch);
    let took = began.elapsed();
    let beats = still_beating(desk, language, row);
    let survivors = watch.survivors();
    watch.end_survivors();
    let ran_at_all = watch.loot.contains_key("control") || desk.workspace(language).build().join("loot-control").exists();
    for command in row.then {
        desk.restore_sources(language);
        desk.run(&desk.workspace(language).root, &command.split(' ').collect::<Vec<_>>());
    }
    let (decoy_pid, decoy) = (decoy.id(), end(&mut decoy));
    Ran { exit, out, err, took, hung, watch, heard: ears.heard(), beats, survivors, decoy, decoy_pid, ran_at_all, before }
}

fn install(desk: &Desk, language: Language, row: &Row, walls: Walls, decoy: u32, ears: &Ears) {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/programs").join(language.name());
    // Space is truly taken where it should be held back; without walls a little shows as much.
    let pieces = if walls == Walls::Off { "1" } else { "48" };
    let with: Vec<(&str, String)> = vec![("WHICH", row.which.to_owned()), ("PIECES", pieces.to_owned())];
    let aim = |text: &str| desk.aim(text, language, decoy, ears, &with);
    let folder = programs.join(row.program);
    for name in files_below(&folder, Path::new("")) {
        let text = fs::read_to_string(folder.join(&name)).expect("a file of the program");
        desk.write(language, &name, &aim(&text));
    }
    let support = if language == Language::Rust { "support.rs" } else { "support.h" };
    let text = fs::read_to_string(programs.join(support)).expect("what the programs share");
    desk.write(language, &Path::new("src").join(support), &aim(&text));
    if row.at_build {
        for name in files_below(&programs.join("at-build"), Path::new("")) {
            let text = fs::read_to_string(programs.join("at-build").join(&name)).expect("a file of the program");
            desk.write(language, &name, &aim(&text));
        }
    } else {
        call_it(desk, language, &folder);
    }
}

/// The solution, with one of its functions calling the program.
fn call_it(desk: &Desk, language: Language, folder: &Path) {
    let (file, at, call, declared) = match language {
        Language::Rust => (
            "src/lib.rs",
            "padding_sheets: u32) -> u32 {\n",
            "    if support::begin() {\n        harm::run();\n        support::pause(200);\n    }\n",
            "\nmod harm;\nmod support;\n",
        ),
        Language::C => (
            "src/seats.c",
            "ptrdiff_t release_booking(int seats[], ptrdiff_t count, int booking)\n{\n",
            "    if (begin()) {\n        harm();\n        usleep(200000);\n    }\n",
            "#include \"support.h\"\nvoid harm(void);\n",
        ),
    };
    let (name, extension) = (Path::new(file), if language == Language::Rust { "rs" } else { "c" });
    if !folder.join("src/harm").with_extension(extension).exists() {
        return;
    }
    let text = fs::read_to_string(desk.workspace(language).root.join(name)).expect("the solution");
    assert!(text.contains(at), "{file} has no {at:?}");
    let text = text.replacen(at, &format!("{at}{call}"), 1);
    let text = if language == Language::Rust { format!("{text}{declared}") } else { format!("{declared}{text}") };
    desk.write(language, name, &text);
}

/// Every file that a program might change, but for what etude itself keeps.
fn contents(desk: &Desk, language: Language) -> HashMap<PathBuf, Vec<u8>> {
    let workspace = desk.workspace(language);
    let build = workspace.build();
    let roots = [desk.path_of("home/workspaces"), desk.path_of("user"), desk.path_of("outside"), desk.path_of("home/.state/sealed")];
    let below = roots.iter().flat_map(|root| files_below(root, &build).into_iter().map(|name| root.join(name)));
    below.chain([desk.path_of("home/config.toml")]).filter_map(|path| Some((path.clone(), fs::read(path).ok()?))).collect()
}

fn attempt(desk: &Desk, language: Language, row: &Row, walls: Walls, decoy: u32, watch: &mut Watch) -> (Option<i32>, String, String, bool) {
    let workspace = desk.workspace(language);
    let mut command = if row.terminal {
        desk.at_a_terminal(&workspace.root, "attempt --json")
    } else {
        let mut command = desk.command(&workspace.root);
        command.args(["attempt", "--json"]);
        command
    };
    if let Walls::Without(layers) = walls {
        command.env("ETUDE_SANDBOX_WITHOUT", layers);
    }
    let out = tempfile::tempdir().expect("a folder for output");
    let mut etude = start(&mut command, out.path());
    desk.write(language, Path::new("src/etude.pid"), &etude.id().to_string());
    let control = workspace.build().join("loot-control");
    let (began, mut at_work) = (Instant::now(), None);
    let (exit, hung) = loop {
        if let Some(status) = etude.try_wait().expect("etude can be waited for") {
            break (status.code(), false);
        }
        watch.look(etude.id(), decoy);
        at_work = at_work.or_else(|| (control.exists() || watch.loot.contains_key("control")).then(Instant::now));
        let killed = row.kill_etude && at_work.is_some_and(|since| since.elapsed() > Duration::from_millis(250));
        let hung = began.elapsed() > LIMIT;
        if killed || hung {
            etude.kill().expect("etude can be ended");
            etude.wait().expect("etude ends");
            break (None, hung);
        }
        std::thread::sleep(LOOK);
    };
    (exit, head(&out.path().join("out")), head(&out.path().join("err")), hung)
}

fn start(command: &mut Command, out: &Path) -> Child {
    let file = |name: &str| fs::File::create(out.join(name)).expect("a file for output");
    command.stdin(Stdio::null()).stdout(file("out")).stderr(file("err")).spawn().expect("etude can be started")
}

/// More than any attempt has to say.
fn head(path: &Path) -> String {
    let mut bytes = Vec::new();
    let _ = fs::File::open(path).and_then(|file| file.take(64 << 20).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A file that still grows is written by something that is still there.
fn still_beating(desk: &Desk, language: Language, row: &Row) -> Vec<String> {
    std::thread::sleep(Duration::from_millis(40));
    let build = desk.workspace(language).build();
    let lengths = || -> HashMap<String, u64> {
        let entries = fs::read_dir(&build).into_iter().flatten().flatten();
        let beats =
            entries.filter_map(|entry| Some((entry.file_name().to_str()?.strip_prefix("beat-")?.to_owned(), entry.metadata().ok()?.len())));
        beats.collect()
    };
    let first = lengths();
    if first.is_empty() && !row.kill_etude {
        return Vec::new();
    }
    std::thread::sleep(Duration::from_millis(250));
    lengths().into_iter().filter(|(name, length)| first.get(name) != Some(length)).map(|(name, _)| name).collect()
}

/// How the decoy fared; it is gone afterwards.
fn end(decoy: &mut Child) -> String {
    let ended = decoy.try_wait().expect("the decoy can be waited for").map(|status| format!("ended by {status}"));
    let status = fs::read_to_string(format!("/proc/{}/status", decoy.id())).unwrap_or_default();
    let stopped = status.lines().find(|line| line.starts_with("State:") && line.contains('T')).map(str::to_owned);
    let _ = decoy.kill();
    let _ = decoy.wait();
    ended.or(stopped).unwrap_or_default()
}
