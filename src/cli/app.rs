//! What every command has at hand: the store, the settings, the face, the time. Built once per call; opens nothing that a command does not need.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::config::Config;
use crate::curriculum::{self, Node};
use crate::error::Error;
use crate::event::{Event, Sink};
use crate::exercise::Exercise;
use crate::home::Home;
use crate::mastery::{MASTERY_FILE, Mastery};
use crate::pack::Bank;
use crate::pipeline::{self, CallPlan, Ledger, Proving, Scope, Work};
use crate::proof::{self, Options, Report, Subject};
use crate::provider::bank::BankProvider;
use crate::provider::replay::ReplayProvider;
use crate::provider::{self, Provider};
use crate::report::Face;
use crate::runner::Cancel;
use crate::session::Session;
use crate::store::{IndexEntry, Store, StoreError};
use crate::testrun::Limits;
use crate::topic::custom;
use crate::view::{Place, Preview, View};
use crate::workspace::SealedExercise;

pub(crate) struct App<'a> {
    pub store: Store,
    pub config: Config,
    pub now: Timestamp,
    pub cwd: PathBuf,
    /// How the learner calls etude.
    pub etude: &'a str,
    pub yes: bool,
    /// Questions can be asked: a person sits at both ends.
    pub interactive: bool,
    /// Where the next command has to be run to mean this session, if not here.
    pub next_from: Option<PathBuf>,
    face: &'a mut dyn Face,
}

/// All sessions, the last used first, and the one that a command from this folder is about.
pub(crate) struct Sessions {
    pub entries: Vec<IndexEntry>,
    pub active: Option<Session>,
    /// Every file could be used.
    pub whole: bool,
}

impl<'a> App<'a> {
    pub fn new(face: &'a mut dyn Face, etude: &'a str, yes: bool, json: bool, only_reads: bool) -> Result<App<'a>, Error> {
        let cwd = std::env::current_dir().ok();
        let home = Home::from_env(std::env::var_os("ETUDE_HOME"), std::env::var_os("HOME"), cwd.as_deref())?;
        // The current folder can be gone; everything that does not need it still works.
        let cwd = cwd.unwrap_or_else(|| PathBuf::from("/"));
        let config = match Config::load(&home.config_file()) {
            // Settings that cannot be read must not keep anyone from looking.
            Err(error) if only_reads => {
                face.event(&Event::Notice { text: format!("{error}. The usual settings are used.") });
                Config::default()
            }
            loaded => loaded?,
        };
        let interactive = !json && std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        Ok(App { store: Store::new(home), config, now: Timestamp::now(), cwd, etude, yes, interactive, next_from: None, face })
    }

    pub fn event(&mut self, event: Event) {
        self.face.event(&event);
    }

    pub fn face(&mut self) -> &mut dyn Face {
        self.face
    }

    /// Runs a step that may take long: from here on Ctrl-C is a wish that the step heeds.
    pub fn work<T>(&mut self, step: impl FnOnce(&mut Work) -> Result<T, Error>) -> Result<T, Error> {
        let cancel = Cancel::on_interrupt().map_err(|e| Error::Internal(format!("signals cannot be handled: {e}")))?;
        let face = &mut *self.face;
        let mut events = |event: Event| face.event(&event);
        let limits = self.config.limits();
        let prover = |subject: &Subject, scope: Scope, cancel: &Cancel, events: Sink| live_proof(subject, scope, limits, cancel, events);
        let mut work = Work {
            store: &self.store,
            now: self.now,
            cancel: &cancel,
            events: &mut events,
            limits,
            reveal_rule: self.config.reveal_rule(),
            calls: Ledger::new(self.config.call_limits()),
            draft: None,
            proving: Proving { policy: self.config.proof, prover: &prover },
        };
        step(&mut work)
    }

    pub fn tell_notices(&mut self) {
        // Read only where a proof was kept: most homes have none that failed.
        if self.store.home().state().join("proofs").is_dir()
            && let Ok(Some(session)) = self.store.active(&self.cwd)
            && let Some(text) = super::recheck::warning(self.store.home(), &session)
        {
            self.event(Event::Notice { text });
        }
        for notice in self.store.take_notices() {
            self.face.event(&Event::Notice { text: notice.what });
        }
    }

    /// What the learner masters, over all sessions.
    pub fn mastery(&mut self) -> Result<Mastery, Error> {
        let (mastery, notice) = self.store.read_progress(MASTERY_FILE)?;
        if let Some(notice) = notice {
            self.event(Event::Notice { text: notice.what });
        }
        Ok(mastery)
    }

    /// The session a command is about: the one whose workspace we are in, else the one last used.
    pub fn active(&mut self) -> Result<Session, Error> {
        self.store.active(&self.cwd)?.ok_or(Error::NoSession)
    }

    /// Sees to it that the next command is about this session. Who stands in another one's workspace has to leave it first.
    pub fn lead_to(&mut self, session: &Session) {
        let meant = self.store.active(&self.cwd).ok().flatten().is_some_and(|active| active.id == session.id);
        let home = self.store.home().root();
        let workspace = session.workspace(home);
        // A workspace that is gone cannot be entered; from the home itself the session last used is meant.
        self.next_from = (!meant).then(|| if workspace.is_dir() { workspace } else { home.to_path_buf() });
    }

    /// A next step as it can be typed.
    pub fn command_line(&self, next: &str) -> String {
        match &self.next_from {
            Some(folder) => format!("cd {} && {} {next}", crate::text::quoted(&shown(folder)), self.etude),
            None => format!("{} {next}", self.etude),
        }
    }

    pub fn workspace_gone(&self, session: &Session) -> Error {
        pipeline::workspace_gone(&self.store, session)
    }

    /// The sessions as a command that looks sees them, listed once. What cannot be opened is told here and does not keep anyone from looking, not even
    /// from its own workspace.
    pub fn sessions(&mut self) -> Result<Sessions, Error> {
        let mut listing = self.store.list()?;
        let active = self.store.active_of(&mut listing, &self.cwd);
        let mut whole = listing.notices.is_empty();
        for notice in listing.notices {
            self.event(Event::Notice { text: notice.what });
        }
        let active = match active {
            Err(error @ (StoreError::Damaged { .. } | StoreError::TooNew { .. })) => {
                whole = false;
                self.event(Event::Notice { text: error.to_string() });
                None
            }
            active => active?,
        };
        Ok(Sessions { entries: listing.entries, active, whole })
    }

    /// A node of the map or a topic of the learner's own.
    pub fn node(&self, id: &str) -> Option<Node> {
        curriculum::node(id).cloned().or_else(|| custom::find(&self.store, id))
    }

    /// What a node is called; a topic that was removed goes by its id.
    pub fn title(&self, id: &str) -> String {
        self.node(id).map_or_else(|| id.to_owned(), |node| node.title)
    }

    /// The provider a session was started with, ready to coach and review.
    pub fn provider_of(&self, session: &Session, sealed: &SealedExercise) -> Result<Box<dyn Provider>, Error> {
        match (session.provider.as_str(), &sealed.pack) {
            ("bank", Some(pack)) => Ok(Box::new(BankProvider::new(pack.clone()))),
            ("bank", None) => Ok(Box::new(BankProvider::new(Bank::Embedded.load(&session.language, &session.node_id)?))),
            (name, _) => self.model(name),
        }
    }

    /// A provider that makes exercises for any node.
    pub fn model(&self, name: &str) -> Result<Box<dyn Provider>, Error> {
        if name == "replay" {
            return replay_provider();
        }
        provider::model(name, &self.config).ok_or_else(|| unknown_provider(name))
    }

    /// What would be told to whom.
    pub fn preview(&self, provider: &str, prompt: String, calls: Option<CallPlan>) -> View {
        let leaves_the_machine = provider::leaves_the_machine(provider, &self.config);
        View::Preview(Preview { leaves_the_machine, provider: provider.to_owned(), calls, prompt })
    }

    pub fn sealed(&self, session: &Session) -> Result<SealedExercise, Error> {
        pipeline::sealed(&self.store, session)
    }

    pub fn place(&self, session: &Session, exercise: Option<&Exercise>) -> Place {
        let root = self.store.home().root();
        let title = exercise.map(|e| e.title.clone());
        Place {
            session: session.id.clone(),
            node: session.node_id.clone(),
            title: title.unwrap_or_else(|| self.title(&session.node_id)),
            language: session.language.clone(),
            workspace: shown(&session.workspace(root)),
            lesson: shown(&session.lesson(root)),
        }
    }
}

/// An exercise that a model made, proven with this machine's tools.
fn live_proof(subject: &Subject, scope: Scope, limits: Limits, cancel: &Cancel, events: Sink) -> Result<Report, Error> {
    let options = Options::live(limits);
    match scope {
        Scope::Code => proof::prove(subject, &options, cancel, events),
        Scope::Lesson => proof::prove_lesson(subject, &options, cancel, events),
    }
}

pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}

pub(crate) fn replay_provider() -> Result<Box<dyn Provider>, Error> {
    let folder = std::env::var_os("ETUDE_REPLAY").filter(|v| !v.is_empty());
    let folder =
        folder.ok_or_else(|| Error::Provider("the replay provider needs ETUDE_REPLAY, the folder of recorded replies".to_owned()))?;
    Ok(Box::new(ReplayProvider::new(PathBuf::from(folder))))
}

pub(crate) fn unknown_provider(name: &str) -> Error {
    let name = crate::text::bounded(&crate::text::clean(name), 40);
    Error::Provider(format!("there is no provider \"{name}\"; this etude has: bank, {}", provider::MODELS.join(", ")))
}

/// The command as the learner can type it: `etude` where that finds this very program, else its full path, which works from every folder.
pub(crate) fn invocation() -> String {
    let Ok(exe) = std::env::current_exe() else { return "etude".to_owned() };
    let exe = exe.canonicalize().unwrap_or(exe);
    let on_path = crate::runner::find_program("etude".as_ref(), std::env::var_os("PATH").as_deref());
    if on_path.and_then(|p| p.canonicalize().ok()).is_some_and(|p| p == exe) {
        return "etude".to_owned();
    }
    crate::text::quoted(&exe.display().to_string())
}
