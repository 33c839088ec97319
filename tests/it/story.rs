//! A learner at a terminal, as a test tells it: an own home, a cleared environment, the real program. Steps answer the story, so they chain:
//! `story.attempt().exits(3).says("not started yet").solve().attempt().exits(0)`.

use std::cell::{Ref, RefCell};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::replies::Replies;
use crate::running::{Running, Seen};

/// The project's own folder, for its bank.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the fixture").map(|e| e.expect("an entry")) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file of the fixture");
        }
    }
}

pub struct Story {
    dir: tempfile::TempDir,
    cwd: RefCell<PathBuf>,
    env: RefCell<Vec<(String, String)>>,
    last: RefCell<Seen>,
    on_path: bool,
}

impl Story {
    /// A learner who has `etude` on the PATH, nothing in the home, and sits in a folder that has nothing to do with it.
    pub fn new() -> Story {
        Story::with_path(true)
    }

    /// The same, with `etude` not on the PATH.
    pub fn off_path() -> Story {
        Story::with_path(false)
    }

    /// A learner who has just started a node of the bank.
    pub fn begun(language: &str, node: &str) -> Story {
        let story = Story::new();
        story.start(language, node).exits(0);
        story
    }

    /// A learner whose exercise comes from recorded replies.
    pub fn begun_with(replies: &Replies) -> Story {
        let story = Story::new();
        story.replay(replies).start_replay(replies).exits(0);
        story
    }

    fn with_path(on_path: bool) -> Story {
        let dir = tempfile::tempdir().expect("a folder for the story");
        for folder in ["home", "user", "desk", "bin", "tmp"] {
            fs::create_dir(dir.path().join(folder)).expect("a folder of the story");
        }
        std::os::unix::fs::symlink(program(), dir.path().join("bin/etude")).expect("etude on the PATH");
        let cwd = RefCell::new(dir.path().join("desk"));
        Story { cwd, dir, env: RefCell::default(), last: RefCell::default(), on_path }
    }

    // ---- steps ----

    pub fn start(&self, language: &str, node: &str) -> &Story {
        self.run(&["start", "--language", language, "--node", node])
    }

    /// Starts what the replies are about, with the replay provider.
    pub fn start_replay(&self, replies: &Replies) -> &Story {
        let (language, node, depth) = (replies.language(), replies.node(), replies.depth());
        self.run(&["start", "--language", language, "--node", node, "--depth", depth, "--provider", "replay"])
    }

    pub fn attempt(&self) -> &Story {
        self.run(&["attempt"])
    }

    pub fn hint(&self) -> &Story {
        self.run(&["hint"])
    }

    pub fn reveal(&self) -> &Story {
        self.run(&["hint", "--reveal"])
    }

    /// A command by its words: `etude("list")`.
    pub fn etude(&self, words: &str) -> &Story {
        self.run(&words.split_whitespace().collect::<Vec<_>>())
    }

    pub fn run(&self, args: &[&str]) -> &Story {
        let running = self.spawn(args);
        *self.last.borrow_mut() = running.wait();
        self
    }

    /// The last line that a command prints with `--json`, its envelope checked.
    pub fn json(&self, words: &str) -> Value {
        self.etude(&format!("{words} --json"));
        self.envelope()
    }

    /// The envelope that the last command printed.
    pub fn envelope(&self) -> Value {
        let seen = self.seen();
        let mut lines: Vec<Value> = seen
            .stdout
            .lines()
            .map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{} printed a line that is not JSON ({e}): {l}", seen.args)))
            .collect();
        let last = lines.pop().unwrap_or_else(|| panic!("{} printed nothing; stderr: {}", seen.args, seen.stderr));
        assert!(lines.iter().all(|l| l["event"].is_string()), "{}: only events come before the last line", seen.args);
        let keys: Vec<&str> = last.as_object().expect("the last line is an object").keys().map(String::as_str).collect();
        assert_eq!(keys, ["v", "command", "ok", "exit", "data", "next"], "{}", seen.args);
        assert_eq!(last["v"], 1);
        let name = seen.args.split_whitespace().next().filter(|w| !w.starts_with('-')).unwrap_or("etude");
        assert_eq!(last["command"], name);
        assert_eq!(last["exit"].as_i64().map(|e| e as i32), seen.exit, "{} tells its own exit code", seen.args);
        assert_eq!(last["ok"], seen.exit == Some(0));
        last
    }

    /// Runs the command that the last screen ended with, in the learner's shell.
    pub fn follow_next(&self) -> &Story {
        self.shell(&self.next_command())
    }

    /// A line in the learner's shell.
    pub fn shell(&self, line: &str) -> &Story {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]);
        *self.last.borrow_mut() = self.launch(shell, line).wait();
        self
    }

    /// A command at a terminal where somebody types these lines and then ends the input.
    pub fn types(&self, words: &str, lines: &[&str]) -> &Story {
        let typed: String = lines.iter().map(|l| format!("{l}\\n")).collect();
        self.shell(&format!("printf '{typed}' | script -qec '{} {words}' /dev/null | tr -d '\\r'", program().display()))
    }

    /// The command after `Next: `, as it stands there.
    pub fn next_command(&self) -> String {
        let seen = self.seen();
        let all = format!("{}{}", seen.stdout, seen.stderr);
        let line = all.lines().filter_map(|l| l.strip_prefix("Next: ")).next_back();
        line.unwrap_or_else(|| panic!("{} names no next command:\n{all}", seen.args)).to_owned()
    }

    /// Starts a command and does not wait.
    pub fn spawn(&self, args: &[&str]) -> Running {
        let mut command = Command::new(program());
        command.args(args);
        self.launch(command, &args.join(" "))
    }

    fn launch(&self, mut command: Command, args: &str) -> Running {
        let out = tempfile::tempdir_in(self.dir.path()).expect("a folder for output");
        let file = |name: &str| fs::File::create(out.path().join(name)).expect("a file for output");
        command.env_clear().envs(self.environment()).current_dir(&*self.cwd.borrow());
        command.stdin(Stdio::null()).stdout(file("out")).stderr(file("err"));
        let child = command.spawn().unwrap_or_else(|e| panic!("etude {args} could not be started: {e}"));
        Running::new(child, out, args)
    }

    fn environment(&self) -> Vec<(String, String)> {
        let of_user = |name: &str| self.dir.path().join(name).display().to_string();
        let path = std::env::var("PATH").unwrap_or_default();
        let path = if self.on_path { format!("{}:{path}", of_user("bin")) } else { path };
        let mut all = vec![
            ("PATH".to_owned(), path),
            ("HOME".to_owned(), of_user("user")),
            ("TMPDIR".to_owned(), of_user("tmp")),
            ("ETUDE_HOME".to_owned(), of_user("home")),
            ("NO_COLOR".to_owned(), "1".to_owned()),
            ("COLUMNS".to_owned(), "80".to_owned()),
            // What a start sends off would outlive the story.
            ("ETUDE_BACKGROUND".to_owned(), "0".to_owned()),
        ];
        for (variable, folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            let usual = std::env::var("HOME").ok().map(|home| format!("{home}/{folder}")).filter(|f| Path::new(f).is_dir());
            all.extend(std::env::var(variable).ok().or(usual).map(|value| (variable.to_owned(), value)));
        }
        for (name, value) in self.env.borrow().iter() {
            all.retain(|(n, _)| n != name);
            all.push((name.clone(), value.clone()));
        }
        all
    }

    // ---- the learner's surroundings ----

    /// From here on commands run in this folder.
    pub fn from(&self, folder: impl Into<PathBuf>) -> &Story {
        *self.cwd.borrow_mut() = folder.into();
        self
    }

    /// From here on commands see this variable.
    pub fn env(&self, name: &str, value: impl AsRef<str>) -> &Story {
        let mut env = self.env.borrow_mut();
        env.retain(|(n, _)| n != name);
        env.push((name.to_owned(), value.as_ref().to_owned()));
        drop(env);
        self
    }

    /// The settings of the learner's home.
    pub fn config(&self, text: &str) -> &Story {
        fs::write(self.home().join("config.toml"), text).expect("settings");
        self
    }

    /// From here on the replay provider answers with these, each command from the beginning. Without settings of the story's own its exercises are not
    /// proven: `proving` is about that, and all others are about something that a proof would only make slow.
    pub fn replay(&self, replies: &Replies) -> &Story {
        if !self.home().join("config.toml").exists() {
            self.config("proof = \"off\"\n");
        }
        let folder = tempfile::tempdir_in(self.dir.path()).expect("a folder for replies").keep();
        replies.write(&folder);
        self.env("ETUDE_REPLAY", folder.display().to_string())
    }

    pub fn root(&self) -> &Path {
        self.dir.path()
    }

    pub fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    pub fn workspace(&self) -> PathBuf {
        self.home().join(self.session()["workspaceDir"].as_str().expect("the session names its workspace"))
    }

    // ---- the learner's files ----

    /// Copies the reference of the bank's pack into src/.
    pub fn solve(&self) -> &Story {
        self.copy_files(&self.pack().solution)
    }

    /// Copies a typical wrong solution of the pack into src/.
    pub fn go_wrong(&self, tag: &str) -> &Story {
        self.copy_files(self.pack().wrong.get(tag).unwrap_or_else(|| panic!("the pack has no wrong/{tag}")))
    }

    fn pack(&self) -> etude::pack::Pack {
        let session = self.session();
        let word = |key: &str| session[key].as_str().unwrap_or_default().to_owned();
        let bank = etude::pack::Bank::Folder(project().join("assets/bank"));
        bank.load(&word("language"), &word("nodeId")).expect("the pack of the session")
    }

    fn copy_files(&self, files: &[etude::exercise::TextFile]) -> &Story {
        for file in files {
            self.write(&format!("src/{}", file.path), &file.content);
        }
        self
    }

    pub fn write(&self, path: &str, text: &str) -> &Story {
        let path = self.workspace().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder in the workspace");
        fs::write(&path, text).unwrap_or_else(|e| panic!("{} cannot be written: {e}", path.display()));
        self
    }

    pub fn read(&self, path: &str) -> String {
        let path = self.workspace().join(path);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{} cannot be read: {e}", path.display()))
    }

    /// Changes a file of the workspace: `from` must stand in it.
    pub fn edit(&self, path: &str, from: &str, to: &str) -> &Story {
        let text = self.read(path);
        assert!(text.contains(from), "{path} has no {from:?}:\n{text}");
        self.write(path, &text.replacen(from, to, 1))
    }

    /// Another version of the same code: every file of the learner gets a comment more.
    pub fn vary(&self) -> &Story {
        for entry in fs::read_dir(self.workspace().join("src")).expect("src is there").flatten() {
            let name = format!("src/{}", entry.file_name().to_string_lossy());
            if name != "src/etude.h" {
                self.write(&name, &format!("{}// another try\n", self.read(&name)));
            }
        }
        self
    }

    /// Makes a file of the workspace uncompilable.
    pub fn break_stub(&self, path: &str) -> &Story {
        let text = self.read(path);
        self.write(path, &format!("{text}\nthis is no code;\n"))
    }

    // ---- what the learner sees ----

    pub fn seen(&self) -> Ref<'_, Seen> {
        self.last.borrow()
    }

    pub fn exits(&self, code: i32) -> &Story {
        let seen = self.seen();
        assert_eq!(seen.exit, Some(code), "etude {}\n--- stdout\n{}--- stderr\n{}", seen.args, seen.stdout, seen.stderr);
        drop(seen);
        self
    }

    /// On stdout, line breaks counting as spaces.
    pub fn says(&self, words: &str) -> &Story {
        let seen = self.seen();
        assert!(flat(&seen.stdout).contains(&flat(words)), "etude {} does not say {words:?}:\n{}", seen.args, seen.stdout);
        drop(seen);
        self
    }

    pub fn does_not_say(&self, words: &str) -> &Story {
        let seen = self.seen();
        let all = format!("{}{}", seen.stdout, seen.stderr);
        assert!(!flat(&all).contains(&flat(words)), "etude {} says {words:?}:\n{all}", seen.args);
        drop(seen);
        self
    }

    /// On stderr, line breaks counting as spaces.
    pub fn complains(&self, words: &str) -> &Story {
        let seen = self.seen();
        assert!(flat(&seen.stderr).contains(&flat(words)), "etude {} does not complain of {words:?}:\n{}", seen.args, seen.stderr);
        drop(seen);
        self
    }

    /// The machine-readable error: the last line of stderr.
    pub fn error(&self) -> Value {
        let seen = self.seen();
        let line = seen.stderr.lines().last().unwrap_or_default();
        let value: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("the last line of stderr is no JSON ({e}): {line:?}"));
        assert!(value["error"]["reason"].is_string() && value["error"]["message"].is_string(), "{value}");
        value["error"].clone()
    }

    /// The last screen, stdout then stderr, with everything that differs from run to run made the same.
    pub fn screen(&self) -> String {
        let seen = self.seen();
        let mut screen = format!("$ etude {}\n{}", seen.args, seen.stdout);
        if !seen.stderr.is_empty() {
            screen.push_str(&format!("--- stderr\n{}", seen.stderr));
        }
        screen.push_str(&format!("--- exit {}\n", seen.exit.map_or("by signal".to_owned(), |e| e.to_string())));
        crate::redact::redact(&screen, self.root(), &self.sessions())
    }
}

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_etude"))
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
