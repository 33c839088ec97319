//! Commands under way, so that two can run at once and one can be ended in the middle. Every wait is bounded.

use std::fs;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// No command of a test takes longer; one that does is ended and fails the test.
const LIMIT: Duration = Duration::from_secs(180);

/// What a command left behind.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    pub args: String,
    pub stdout: String,
    pub stderr: String,
    /// None where a signal ended it.
    pub exit: Option<i32>,
}

/// A command under way.
pub struct Running {
    child: Child,
    out: tempfile::TempDir,
    args: String,
    ended: Option<ExitStatus>,
}

impl Running {
    /// `out` is the folder of its output, the files `out` and `err`.
    pub fn new(child: Child, out: tempfile::TempDir, args: &str) -> Running {
        Running { child, out, args: args.to_owned(), ended: None }
    }

    pub fn wait(self) -> Seen {
        self.wait_within(LIMIT)
    }

    /// For what is known to take longer than any command of etude alone.
    pub fn wait_within(mut self, limit: Duration) -> Seen {
        let end = Instant::now() + limit;
        while self.is_running() {
            if Instant::now() > end {
                self.kill();
                panic!("etude {} took longer than {limit:?}; so far: {}", self.args, self.stdout());
            }
            std::thread::sleep(Duration::from_millis(4));
        }
        let stderr = fs::read(self.out.path().join("err")).unwrap_or_default();
        let (stdout, stderr) = (self.stdout(), String::from_utf8_lossy(&stderr).into_owned());
        Seen { args: self.args.clone(), stdout, stderr, exit: self.ended.and_then(|s| s.code()) }
    }

    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&fs::read(self.out.path().join("out")).unwrap_or_default()).into_owned()
    }

    pub fn is_running(&mut self) -> bool {
        self.ended = self.ended.or_else(|| self.child.try_wait().expect("the child can be asked"));
        self.ended.is_none()
    }

    /// Waits until this stands on stdout.
    pub fn until_it_says(&mut self, words: &str) {
        let end = Instant::now() + LIMIT;
        while !self.stdout().contains(words) {
            assert!(self.is_running() && Instant::now() < end, "etude {} never said {words:?}: {}", self.args, self.stdout());
            std::thread::sleep(Duration::from_millis(4));
        }
    }

    /// SIGKILL, as a power cut would.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait().map(|status| self.ended = Some(status));
    }

    /// SIGINT, as Ctrl-C would.
    pub fn interrupt(&self) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
        assert!(sent.success(), "the signal was sent");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.is_running() {
            self.kill();
        }
    }
}
