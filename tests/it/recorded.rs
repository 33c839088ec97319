//! A provider inside the test, for what no screen shows: it keeps every packet that it is given, and answers as the test says.

use std::sync::Mutex;

use etude::error::Error;
use etude::event::Event;
use etude::home::Home;
use etude::pipeline::{self, Plan, Proving, Started, Work};
use etude::provider::{Call, Provider, ProviderError, Reply};
use etude::runner::Cancel;
use etude::session::Depth;
use etude::stage::Role;
use etude::stage::packet::Packet;
use etude::store::Store;
use jiff::Timestamp;
use serde_json::Value;

use crate::replies;
use crate::tiny::Tiny;

type Answer = dyn Fn(&Packet) -> Result<Value, ProviderError> + Sync;

pub struct Recorder {
    answer: Box<Answer>,
    packets: Mutex<Vec<Packet>>,
}

impl Recorder {
    pub fn new(answer: impl Fn(&Packet) -> Result<Value, ProviderError> + Sync + 'static) -> Recorder {
        Recorder { answer: Box::new(answer), packets: Mutex::default() }
    }

    /// Answers with the tiny exercise, section by section.
    pub fn of(tiny: &'static Tiny) -> Recorder {
        Recorder::new(move |packet| Ok(tiny_answer(tiny, packet)))
    }

    pub fn packets(&self) -> Vec<Packet> {
        self.packets.lock().expect("no test panicked").clone()
    }

    pub fn packets_of(&self, role: Role) -> Vec<Packet> {
        self.packets().into_iter().filter(|p| p.role == role).collect()
    }

    /// The roles in the order of the calls.
    pub fn roles(&self) -> Vec<Role> {
        self.packets().iter().map(|p| p.role).collect()
    }
}

impl Provider for Recorder {
    fn name(&self) -> &str {
        "replay"
    }

    fn call(&self, call: &Call) -> Result<Reply, ProviderError> {
        self.packets.lock().expect("no test panicked").push(call.packet.clone());
        (self.answer)(call.packet).map(|value| Reply::of(value.to_string()))
    }
}

/// The reply of the tiny exercise that comes next for this packet.
pub fn tiny_answer(tiny: &Tiny, packet: &Packet) -> Value {
    let at = packet.current_sections.len();
    let sections = match packet.role {
        Role::Scaffold => return replies::scaffold(tiny, &format!("{:?}", packet.curriculum_context.depth_target)),
        Role::StarterExpand => tiny.starter,
        Role::TestExpand => tiny.tests,
        Role::LessonExpand => tiny.lesson,
        Role::Solution => return replies::solution(tiny),
        Role::Coach | Role::Reviewer => panic!("the tiny exercise has no answer for {:?}", packet.role),
    };
    let (place, content) = sections[at];
    replies::section(packet.role.name(), at + 1, place, content, at + 1 == sections.len())
}

/// The pipeline at work in a home, without the program around it.
pub struct Bench<'a> {
    pub store: Store,
    /// Off unless the test is about the proof: what is shown here holds whatever a proof would say of the tiny exercise.
    pub proving: Proving<'a>,
    _dir: Option<tempfile::TempDir>,
}

impl<'a> Bench<'a> {
    /// In a home of its own.
    pub fn new() -> Bench<'a> {
        let dir = tempfile::tempdir().expect("a home");
        Bench { store: Store::new(Home::at(dir.path())), proving: Proving::off(), _dir: Some(dir) }
    }

    /// In the home of a story, to go on where its commands left off.
    pub fn in_home(home: impl Into<std::path::PathBuf>) -> Bench<'a> {
        Bench { store: Store::new(Home::at(home)), proving: Proving::off(), _dir: None }
    }

    pub fn proven_by(self, proving: Proving<'a>) -> Bench<'a> {
        Bench { proving, ..self }
    }

    pub fn work<T>(&self, step: impl FnOnce(&mut Work) -> T) -> T {
        self.work_heard(&mut |_| {}, step)
    }

    /// The same, where somebody listens to what happens.
    pub fn work_heard<T>(&self, events: &mut dyn FnMut(Event), step: impl FnOnce(&mut Work) -> T) -> T {
        step(&mut Work {
            store: &self.store,
            now: Timestamp::now(),
            cancel: &Cancel::never(),
            events,
            limits: Default::default(),
            reveal_rule: Default::default(),
            calls: pipeline::Ledger::new(Default::default()),
            draft: None,
            proving: self.proving,
        })
    }

    pub fn start(&self, provider: &dyn Provider, tiny: &Tiny, depth: Depth) -> Result<Started, Error> {
        let language = etude::language::by_name(tiny.language).expect("a language");
        let node = etude::curriculum::node(tiny.node).expect("a node");
        self.work(|work| pipeline::start(work, provider, Plan { language, node, depth, pack: None, etude: "etude", draft: None }))
    }
}
