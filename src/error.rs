//! Everything that can stop a command, and the one list of exit codes. Inner errors say what failed and where; here, at the edge, they get a machine
//! reason, an exit code and a next step.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::guard::Rejection;
use crate::home::NoHome;
use crate::language::UnknownLanguage;
use crate::map::{Instead, Refused};
use crate::pack::PackError;
use crate::provider::FailureKind;
use crate::runner::RunError;
use crate::stage::Role;
use crate::store::StoreError;
use crate::testrun::TestRunError;
use crate::workspace::WorkspaceError;

/// The exit codes of etude, all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Done = 0,
    Failed = 1,
    Usage = 2,
    /// `attempt` ran and does not pass yet.
    NotYet = 3,
    Interrupted = 130,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{what}; say it with {flag}")]
    MissingFlag { what: String, flag: &'static str },
    #[error("{0}")]
    Usage(String),
    /// A mistake in the arguments for which the right form is known.
    #[error("{what}")]
    WrongUse { what: String, next: String },
    #[error(transparent)]
    UnknownLanguage(#[from] UnknownLanguage),
    #[error("{0}")]
    UnknownNode(String),
    #[error("{}", .0.sentence())]
    NodeBlocked(Box<Refused>),
    #[error("{}", .0.sentence())]
    NeedsModel(Box<Refused>),
    #[error("{} was not written: {why}", path.display())]
    NotWritten { path: PathBuf, why: String },
    #[error("{} was not imported: {why}", path.display())]
    NotImported { path: PathBuf, why: String },
    #[error("{0}")]
    Provider(String),
    #[error("{path} cannot be used: {why}")]
    Config { path: PathBuf, why: String },
    #[error(transparent)]
    NoHome(#[from] NoHome),
    #[error("there is no exercise in progress")]
    NoSession,
    #[error("{0}")]
    AmbiguousSession(String),
    #[error("the workspace {} is gone", path.display())]
    WorkspaceGone {
        path: PathBuf,
        /// Files of the learner that `reset --undo` can bring back, because `clean` or a reset kept them.
        kept: Vec<String>,
    },
    #[error("what etude kept of session {session} cannot be read: {why}")]
    SealBroken { session: String, why: String },
    #[error("{}", explain(.0))]
    Rejected(Rejection),
    /// A start that kept what it was given so far.
    #[error("{cause}")]
    Stopped { cause: Box<Error>, kept: usize },
    #[error("the budget of this command is spent: {what}")]
    BudgetSpent { what: String },
    #[error("there is no start to go on with")]
    NoDraft,
    #[error("another etude is going on with this start right now")]
    DraftBusy,
    #[error("every test passed in the last run, but its review is missing, and only with it the pass counts: {why}")]
    ReviewMissing { why: String },
    #[error("there is no attempt to review yet")]
    NothingToReview,
    #[error("every test passed in the last run, so there is nothing to hint at")]
    NothingToHint,
    #[error("there is no reset to undo")]
    NothingToUndo,
    #[error("\"{asked}\" is not a file of this exercise; its files are {}", known.join(", "))]
    NotAStarterFile { asked: String, known: Vec<String> },
    #[error("the solution opens after your own first attempt, and freely after {after} different ones; a hint may be enough")]
    RevealNotYet { after: u32 },
    #[error("this exercise has no stored solution")]
    NoSolution,
    /// The stored solution was proven once, and is not right any more: nothing is shown, and nothing is recorded.
    #[error("the stored solution is not shown, because on this machine it is none: {why}")]
    SolutionFails { why: String },
    #[error(transparent)]
    TestRun(TestRunError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    #[error(transparent)]
    Pack(#[from] PackError),
    #[error("interrupted")]
    Interrupted,
    #[error("{0}")]
    Internal(String),
}

impl From<TestRunError> for Error {
    fn from(error: TestRunError) -> Error {
        match error {
            TestRunError::Interrupted => Error::Interrupted,
            other => Error::TestRun(other),
        }
    }
}

/// A refusal in a sentence a learner can use; the rule ids are in the machine-readable part.
fn explain(rejection: &Rejection) -> String {
    let what = match rejection.role {
        Role::Coach => "there is no new hint",
        Role::Reviewer => "the attempt is kept, but its review is missing",
        _ => "the exercise could not be made",
    };
    format!("{what}: {}", cause(rejection))
}

fn cause(rejection: &Rejection) -> String {
    use crate::guard::Reason;
    let role = rejection.role.name();
    let detail = crate::text::bounded(&rejection.detail, 300);
    match rejection.reason {
        Reason::InvalidContext => format!("the {role} call was not made, because {detail}"),
        Reason::ExecutionFailed => format!("the {role} call failed: {detail}"),
        Reason::SchemaValidationFailed => format!("the {role} reply was not usable: {detail}"),
        Reason::PolicyViolation => format!("the {role} reply broke a rule: {detail}"),
        Reason::ProofFailed => format!("what came back does not work: {detail}"),
    }
}

/// The command that makes a call of this role again.
fn next_of(role: Role) -> &'static str {
    match role {
        Role::Reviewer => "review",
        Role::Coach => "hint",
        _ => "start",
    }
}

impl Error {
    /// Why, without what follows from it: for a place where that is said already.
    pub fn cause(&self) -> String {
        match self {
            Error::Rejected(rejection) => cause(rejection),
            other => other.to_string(),
        }
    }

    pub fn exit(&self) -> Exit {
        match self {
            Error::Stopped { cause, .. } => cause.exit(),
            Error::MissingFlag { .. }
            | Error::Usage(_)
            | Error::WrongUse { .. }
            | Error::UnknownLanguage(_)
            | Error::UnknownNode(_)
            | Error::AmbiguousSession(_) => Exit::Usage,
            Error::NotAStarterFile { .. } | Error::Provider(_) => Exit::Usage,
            Error::Interrupted => Exit::Interrupted,
            _ => Exit::Failed,
        }
    }

    /// A stage, a review, a proof or the sandbox failed.
    pub fn is_of_a_stage(&self) -> bool {
        match self {
            Error::Stopped { cause, .. } => cause.is_of_a_stage(),
            Error::Rejected(_) | Error::ReviewMissing { .. } | Error::SolutionFails { .. } => true,
            Error::TestRun(TestRunError::Run(RunError::NotContained { .. })) => true,
            _ => false,
        }
    }

    /// The reason as a program can read it.
    pub fn reason(&self) -> String {
        match self {
            Error::Stopped { cause, .. } => cause.reason(),
            Error::BudgetSpent { .. } => "BUDGET_SPENT".to_owned(),
            Error::NoDraft => "NO_DRAFT".to_owned(),
            Error::DraftBusy => "DRAFT_BUSY".to_owned(),
            Error::Rejected(rejection) => rejection.reason.to_string(),
            Error::MissingFlag { .. } | Error::Usage(_) | Error::WrongUse { .. } => "USAGE".to_owned(),
            Error::UnknownLanguage(_) => "UNKNOWN_LANGUAGE".to_owned(),
            Error::UnknownNode(_) => "UNKNOWN_NODE".to_owned(),
            Error::NodeBlocked(_) => "NODE_BLOCKED".to_owned(),
            Error::NeedsModel(_) => "NEEDS_MODEL".to_owned(),
            Error::NotWritten { .. } => "NOT_WRITTEN".to_owned(),
            Error::NotImported { .. } => "NOT_IMPORTED".to_owned(),
            Error::Provider(_) => "PROVIDER".to_owned(),
            Error::Config { .. } => "CONFIG".to_owned(),
            Error::NoHome(_) => "NO_HOME".to_owned(),
            Error::NoSession => "NO_SESSION".to_owned(),
            Error::AmbiguousSession(_) => "AMBIGUOUS_SESSION".to_owned(),
            Error::WorkspaceGone { .. } => "WORKSPACE_GONE".to_owned(),
            Error::SealBroken { .. } => "SEAL_BROKEN".to_owned(),
            Error::ReviewMissing { .. } => "REVIEW_MISSING".to_owned(),
            Error::NothingToReview => "NOTHING_TO_REVIEW".to_owned(),
            Error::NothingToHint => "NOTHING_TO_HINT".to_owned(),
            Error::NothingToUndo => "NOTHING_TO_UNDO".to_owned(),
            Error::NotAStarterFile { .. } => "NOT_A_STARTER_FILE".to_owned(),
            Error::RevealNotYet { .. } => "REVEAL_NOT_YET".to_owned(),
            Error::NoSolution => "NO_SOLUTION".to_owned(),
            Error::SolutionFails { .. } => "SOLUTION_FAILS".to_owned(),
            Error::TestRun(TestRunError::Lacks { .. }) => "MACHINE_LACKS".to_owned(),
            Error::TestRun(TestRunError::Run(RunError::NotContained { .. })) => "NOT_CONTAINED".to_owned(),
            Error::TestRun(_) => "RUN_FAILED".to_owned(),
            Error::Store(_) => "STORE".to_owned(),
            Error::Workspace(_) => "WORKSPACE".to_owned(),
            Error::Pack(_) => "PACK".to_owned(),
            Error::Interrupted => "INTERRUPTED".to_owned(),
            Error::Internal(_) => "INTERNAL".to_owned(),
        }
    }

    /// What to do about it: words, and the command that follows where there is one.
    pub fn advice(&self) -> Advice {
        match self {
            Error::Stopped { cause, kept } => {
                let replies = if *kept == 1 { "The one reply so far is".to_owned() } else { format!("All {kept} replies so far are") };
                let step = match &**cause {
                    Error::Rejected(Rejection { failure: Some(failure), .. }) => format!("{}. ", failure.advice()),
                    Error::Rejected(rejection) if !rejection.unproven.is_empty() => {
                        "Going on asks for the faulty parts once more; an exercise of the bank is proven already. ".to_owned()
                    }
                    _ => String::new(),
                };
                Advice::say(format!("{step}{replies} kept, and none is asked for again"), "start --continue")
            }
            Error::BudgetSpent { .. } => Advice::words("`max_calls` and `max_minutes` stand under [models] in config.toml"),
            Error::NoDraft => Advice::run("start"),
            Error::DraftBusy => Advice::run("status"),
            Error::Rejected(Rejection { failure: Some(failure), role, .. }) if failure.kind != FailureKind::Recorded => {
                Advice::say(failure.advice(), next_of(*role))
            }
            Error::NoSession | Error::NoSolution | Error::UnknownLanguage(_) | Error::Provider(_) => Advice::run("start"),
            Error::SolutionFails { .. } => {
                Advice::say("The tools here are probably not those it was made with; `doctor` shows them. A hint still helps", "hint")
            }
            Error::NothingToHint => Advice::run("end"),
            Error::WorkspaceGone { kept, .. } if kept.is_empty() => {
                Advice::say("`reset` makes it again as it was handed out; what you had written in it is not among what etude kept", "reset")
            }
            Error::WorkspaceGone { kept, .. } => {
                let files = crate::text::bounded(&kept.join(", "), 200);
                Advice::say(format!("`reset` makes it again, and `reset --undo` then brings back what is kept of yours: {files}"), "reset")
            }
            Error::WrongUse { next, .. } => Advice::run(next),
            Error::Usage(_) | Error::MissingFlag { .. } => Advice::run("nodes"),
            Error::NotImported { .. } => Advice::say("Nothing was changed here", "status"),
            Error::NotWritten { .. } => Advice::say("Name another place for it", "status"),
            Error::TestRun(TestRunError::Lacks { probe }) => Advice::say(format!("{}, then look again", probe.install), "doctor"),
            Error::TestRun(TestRunError::ToolFailed { .. } | TestRunError::Run(RunError::NotContained { .. })) => Advice::run("doctor"),
            Error::NothingToReview | Error::RevealNotYet { .. } => Advice::run("attempt"),
            Error::Store(StoreError::NoSpace { .. }) => Advice::words("Free some space and try again; nothing was lost"),
            Error::Store(StoreError::ReadOnly { .. } | StoreError::NoPermission { .. } | StoreError::NotAFolder { .. }) => {
                Advice::words("Set ETUDE_HOME to a folder that you can write to")
            }
            Error::AmbiguousSession(_) => Advice::run("list"),
            Error::NodeBlocked(refused) | Error::NeedsModel(refused) => {
                Advice::say(refused.advice(), &refused.instead.as_ref().map_or_else(|| "nodes".to_owned(), Instead::command))
            }
            Error::UnknownNode(_) | Error::Pack(PackError::NotFound(_)) => Advice::run("nodes"),
            Error::Pack(PackError::OldFormat { dir, .. }) => Advice::run(&format!("bank convert {dir}")),
            Error::SealBroken { .. } => Advice::run("start"),
            Error::ReviewMissing { .. } => Advice::run("review"),
            Error::Rejected(rejection) if rejection.role == Role::Reviewer => Advice::run("review"),
            Error::Rejected(rejection) if rejection.role == Role::Coach => Advice::run("hint"),
            Error::Rejected(_) => Advice::say("Nothing was kept of it. Try again, or take an exercise of the bank", "start"),
            _ => Advice::default(),
        }
    }

    pub fn to_json(&self) -> Value {
        let mut value = json!({ "error": { "reason": self.reason(), "message": self.to_string() } });
        if let Error::Stopped { cause, kept } = self {
            value = cause.to_json();
            value["error"]["kept"] = json!(kept);
        }
        if let Error::Rejected(rejection) = self {
            value["error"]["role"] = json!(rejection.role);
            let rules = rejection.rules.iter().map(ToString::to_string).chain(rejection.unproven.iter().map(|r| r.name()));
            value["error"]["rules"] = json!(rules.collect::<Vec<_>>());
            value["error"]["detail"] = json!(rejection.detail);
            if let Some(failure) = &rejection.failure {
                value["error"]["failure"] = json!(failure.kind);
            }
        }
        if let Error::NodeBlocked(refused) | Error::NeedsModel(refused) = self {
            value["error"]["refused"] = json!(refused);
        }
        value
    }
}

/// A next step after an error.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Advice {
    pub words: Option<String>,
    /// Arguments for etude, without its name.
    pub command: Option<String>,
}

impl Advice {
    fn run(command: &str) -> Advice {
        Advice { words: None, command: Some(command.to_owned()) }
    }

    fn words(words: &str) -> Advice {
        Advice { words: Some(words.to_owned()), command: None }
    }

    fn say(words: impl Into<String>, command: &str) -> Advice {
        Advice { words: Some(words.into()), command: Some(command.to_owned()) }
    }
}
