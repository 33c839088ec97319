//! What happens while a command works, as typed events. Logic emits them; faces render them. Nothing here prints.

use serde::Serialize;

use crate::evidence::TestStatus;
use crate::provider::Tokens;
use crate::stage::{LoopKind, Role};

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// An exercise is being made.
    SettingUp {
        node: String,
        title: String,
        provider: String,
    },
    /// The plan of the exercise is being asked for.
    Scaffolding,
    /// A section of a loop is being asked for; `about` is what the last reply said remains. So many units (of a lesson: sections) are there, of so many
    /// that were planned; 0 where the plan does not say.
    Expanding {
        kind: LoopKind,
        section: usize,
        cap: usize,
        about: Option<String>,
        done: usize,
        of: usize,
    },
    /// A section was accepted: from which unit to which it goes. 0 where it is about none.
    Expanded {
        kind: LoopKind,
        first: usize,
        last: usize,
        of: usize,
    },
    /// A solution is being asked for, from somebody who sees the starter alone.
    Solving,
    /// Something is asked for again, for the Nth time of so many: what for, and what the proof showed.
    Mending {
        role: Role,
        mend: u32,
        of: u32,
        what: &'static str,
        why: String,
    },
    LoopEnded {
        kind: LoopKind,
        sections: usize,
        capped: bool,
    },
    /// The learner's tests are about to run.
    Running {
        command: String,
        /// Nothing has been written yet: every test is going to stop at its stub.
        untouched: bool,
    },
    /// Another command is at work in the same workspace.
    Waiting {
        what: String,
    },
    BuildLine {
        text: String,
    },
    TestEnded {
        name: String,
        status: TestStatus,
        /// It failed because its stub still holds the mark that it was handed out with.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        unwritten: bool,
    },
    Reviewing {
        provider: String,
    },
    /// A hint is being asked for.
    Hinting {
        provider: String,
    },
    /// A model is still at it.
    StillWaiting {
        role: Role,
        seconds: u64,
    },
    /// A model's reply was accepted.
    Answered {
        role: Role,
        millis: u64,
        bytes: u64,
        tokens: Option<Tokens>,
    },
    /// A call failed in a way that may pass.
    Retrying {
        role: Role,
        why: String,
        seconds: u64,
        tried: u32,
    },
    /// A reply was refused, and the model is told why, once.
    AskingAgain {
        role: Role,
        why: String,
    },
    /// A start goes on with replies that were kept.
    Continuing {
        node: String,
        kept: usize,
    },
    /// Something that was kept is run once more before it is used.
    Checking {
        what: String,
    },
    /// One step of proving an exercise.
    Proving {
        node: String,
        what: String,
    },
    Proved {
        node: String,
        what: String,
        ok: bool,
        detail: String,
    },
    /// A whole proof is over.
    ProofEnded {
        millis: u64,
    },
    /// Something the learner should know that stops nothing.
    Notice {
        text: String,
    },
}

/// Where events go.
pub type Sink<'a> = &'a mut dyn FnMut(Event);
