//! Makes an exercise: scaffold, three loops, the proof between them, assembly, and a workspace that appears whole or not at all. The session is saved last, so a failure
//! anywhere leaves none.

use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};

use super::assemble::{self, Place};
use super::calls::Purpose;
use super::generation::Generation;
use super::packets::{self, Base};
use super::{Scope, Work, prove, support};
use crate::curriculum::Node;
use crate::error::Error;
use crate::event::Event;
use crate::exercise::{self, Exercise, NotAnExercise, TextFile};
use crate::guard::{self, Reason, Rejection};
use crate::language::Language;
use crate::misconception::{self, Extra, Fresh};
use crate::pack::Pack;
use crate::proof::{RuleId, Standing, record};
use crate::provider::{self, Provider};
use crate::session::{AttemptState, Depth, FORMAT_VERSION, MasteryState, MisconceptionState, Session, Status};
use crate::stage::packet::Packet;
use crate::stage::reply::Section;
use crate::stage::{LoopKind, Role};
use crate::store::{Draft, DraftHead, Store};
use crate::workspace::{GeneratedFile, SealedExercise, Staging, WorkspacePath};

const PLAN: &str = "plan_exercise";

/// What to make.
pub struct Plan<'a> {
    pub language: &'static Language,
    pub node: &'a Node,
    pub depth: Depth,
    /// The pack the provider answers from, to be kept with the session.
    pub pack: Option<Pack>,
    /// How the learner calls etude, for the README in the workspace.
    pub etude: &'a str,
    /// An earlier start to go on with.
    pub draft: Option<Draft>,
}

/// What was made.
#[derive(Debug)]
pub struct Started {
    pub session: Session,
    pub exercise: Exercise,
    /// What this start adds because of misconceptions that came back too often.
    pub extra: Vec<Extra>,
    /// What the proof found, where a model made it.
    pub proof: Option<Standing>,
}

/// A start that stops early leaves what it was given as a draft, and says so.
pub fn start(work: &mut Work, provider: &dyn Provider, mut plan: Plan) -> Result<Started, Error> {
    // Before any call is made (and maybe paid for): can the result be kept at all?
    work.store.ensure_writable()?;
    if work.proving.wanted(provider) {
        prove::check_machine(work.proving.policy, plan.language)?;
    }
    let first = first_packet(work, provider, &mut plan)?;
    let made = make(work, provider, plan, &first);
    match (work.draft.take(), made) {
        (Some(draft), Err(cause)) if draft.kept() > 0 => Err(Error::Stopped { kept: draft.kept(), cause: Box::new(cause) }),
        (Some(draft), outcome) => {
            // Nothing in it is needed any more; were it left, `start --continue` would only make the same exercise again.
            let _ = work.store.remove_draft(draft);
            outcome
        }
        (None, outcome) => outcome,
    }
}

/// What the first call is told. Later ones are told the same of the learner, also when a start is continued.
fn first_packet(work: &mut Work, provider: &dyn Provider, plan: &mut Plan) -> Result<Packet, Error> {
    if let Some(draft) = plan.draft.take() {
        (work.events)(Event::Continuing { node: draft.head.node_id.clone(), kept: draft.left() });
        let packet = draft.head.packet.clone();
        work.draft = Some(draft);
        return Ok(packet);
    }
    let packet = Base::of(work, plan.node, plan.depth)?.packet(Role::Scaffold, PLAN);
    if provider::is_model(provider.name()) {
        work.draft = Some(work.store.begin_draft(DraftHead::new(random_id(), provider.name(), work.now, packet.clone()))?);
    }
    Ok(packet)
}

fn make(work: &mut Work, provider: &dyn Provider, plan: Plan, first: &Packet) -> Result<Started, Error> {
    let staging = Staging::begin(work.store.home())?;
    let base = Base::of(work, plan.node, plan.depth)?;
    let level = base.mastery.level(&plan.node.id);
    (work.events)(Event::SettingUp { node: plan.node.id.clone(), title: plan.node.title.clone(), provider: provider.name().to_owned() });

    (work.events)(Event::Scaffolding);
    let scaffold = work.ask(provider, first, Purpose::Write, |reply| guard::scaffold(reply, first))?.into_inner();

    // The session is called like its draft, so that a draft whose session is there is known to be done with.
    let mut wished = work.draft.as_ref().map(|d| d.head.id.clone());
    let (id, target) = free_place(work.store, &plan.node.id, &mut || wished.take().unwrap_or_else(random_id))?;
    let place = Place { workspace: &target, etude: plan.etude };
    let mut made = run_loops(&mut Generation::new(work, provider, &plan, first, scaffold), &staging, &place)?;
    let extra = add_support(&mut made, &base, &plan, &staging)?;

    let Made { exercise, starter, generated, reference, proof, .. } = made;
    // A pack was proven when the bank was made; for the same bytes that holds.
    let of_pack = |pack: &Pack| record::lookup(&pack.meta.language, &pack.meta.node).map(|proven| proven.standing());
    let proof = proof.or_else(|| plan.pack.as_ref().filter(|pack| pack.is_embedded()).and_then(of_pack));
    let sealed = SealedExercise { exercise, starter, generated, pack: plan.pack, reference, proof };
    // With a draft, replies that were kept earlier count too.
    let calls = match &work.draft {
        Some(draft) => draft.records().cloned().collect::<Vec<_>>(),
        None => work.model_calls(),
    };
    let ready = ready_at(work, provider);
    let session = Session {
        format_version: FORMAT_VERSION,
        id: id.clone(),
        language: plan.language.name.clone(),
        node_id: plan.node.id.clone(),
        depth_target: plan.depth,
        provider: provider.name().to_owned(),
        model: calls.iter().rev().find_map(|c| c.model.clone()),
        exercise_id: sealed.exercise.id.clone(),
        workspace_dir: relative(work, target.clone()),
        lesson_file: relative(work, target.join("LESSON.md")),
        sealed_files: sealed.sealed_files(),
        status: Status::Active,
        given_up: false,
        attempt_state: AttemptState::default(),
        mastery_state: MasteryState { level_at_start: level, level },
        misconception_state: MisconceptionState::default(),
        calls,
        started_at: ready,
        last_accessed_at: ready,
        other: serde_json::Map::new(),
    };
    if work.cancel.is_set() {
        return Err(Error::Interrupted);
    }
    let bytes = sealed.to_bytes().map_err(|e| Error::SealBroken { session: id.clone(), why: e.to_string() })?;
    work.store.save_sealed(&id, &bytes)?;
    // The lock comes first: while it is waited for, and where it is not to be had, there is no workspace yet.
    let lock = work.store.lock()?;
    staging.place(&target)?;
    if let Err(error) = work.store.save(&lock, &session) {
        // Without its session a workspace would be an orphan that no command finds.
        let _ = std::fs::remove_dir_all(&target);
        return Err(error.into());
    }
    Ok(Started { session, exercise: sealed.exercise, extra, proof: sealed.proof })
}

/// What the first call of a start would tell a provider. Makes no call and writes nothing.
pub fn preview(work: &mut Work, node: &Node, depth: Depth) -> Result<String, Error> {
    let packet = Base::of(work, node, depth)?.packet(Role::Scaffold, PLAN);
    packets::as_text(&packet)
}

struct Made {
    exercise: Exercise,
    starter: Vec<TextFile>,
    generated: Vec<GeneratedFile>,
    lesson: Vec<Section>,
    reference: Option<Vec<TextFile>>,
    proof: Option<Standing>,
}

/// More to hold on to where a misconception has come to a repeat. What is sealed is what is written: the starter with it is the starter.
fn add_support(made: &mut Made, base: &Base, plan: &Plan, staging: &Staging) -> Result<Vec<Extra>, Error> {
    let sections = assemble::latest_by_id(&made.lesson);
    let (node, pack, language) = (plan.node, plan.pack.as_ref(), plan.language);
    let extra = misconception::at_start(&base.active, Fresh { node, exercise: &made.exercise, pack, language, sections: &sections });
    if extra.is_empty() {
        return Ok(extra);
    }
    support::in_starter(&mut made.starter, &mut made.exercise, &extra, language);
    support::in_texts(&mut made.generated, &extra);
    write_all(staging, made.starter.iter().map(|f| (f.path.as_str(), f.content.as_str())))?;
    write_all(staging, made.generated.iter().map(|f| (f.path.as_str(), f.content.as_str())))?;
    Ok(extra)
}

/// The three loops in their order, and the proof of what they make. Each loop's files are assembled and written when it ends, and what it made is told to
/// the next.
fn run_loops(generation: &mut Generation, staging: &Staging, place: &Place) -> Result<Made, Error> {
    let language = generation.language();
    let proven = generation.work.proving.wanted(generation.provider);
    generation.expand(LoopKind::Starter)?;
    let starter = generation.starter_files();
    write_all(staging, starter.iter().map(|f| (f.path.as_str(), f.content.as_str())))?;
    exercise::units(language, &starter).map_err(|why| refuse(generation, LoopKind::Starter, &why))?;

    generation.expand(LoopKind::Test)?;
    write_all(staging, generation.test_files().iter().map(|f| (f.path.as_str(), f.content.as_str())))?;
    if let Err(why) = generation.exercise()
        && !proven
    {
        return Err(refuse(generation, LoopKind::Test, &why));
    }

    // A draft from before there was a proof has lesson sections where the solution would be; they are used first.
    let late = generation.work.draft.as_ref().and_then(|d| d.peek()).is_some_and(|kept| kept.role == Role::LessonExpand && !kept.mends);
    let mut report = None;
    if proven && !late {
        generation.solve()?;
        report = generation.prove_until_accepted(Scope::Code)?;
    } else if !proven {
        // What a proof has changed stays changed, also when the rest is made without one.
        generation.redo_from_draft()?;
    }
    generation.expand(LoopKind::Lesson)?;
    if proven && late {
        generation.solve()?;
        report = generation.prove_until_accepted(Scope::Code)?;
    }
    let mut standing = report.as_ref().map(Standing::of);
    if proven {
        let units = generation.exercise().map_or(0, |e| e.units.len());
        let lesson = generation.prove_until_accepted(Scope::Lesson)?;
        // With units left out for want of a lesson, the rest is another exercise than the one that was proven.
        if generation.exercise().map_or(0, |e| e.units.len()) != units {
            standing = generation.prove_until_accepted(Scope::Code)?.as_ref().map(Standing::of);
        }
        if let (Some(standing), Some(lesson)) = (&mut standing, &lesson) {
            standing.unproven.extend(Standing::of(lesson).unproven);
        }
    } else {
        generation.redo_from_draft()?;
    }
    assembled(generation, staging, place, standing)
}

fn assembled(generation: &mut Generation, staging: &Staging, place: &Place, proof: Option<Standing>) -> Result<Made, Error> {
    let language = generation.language();
    let exercise = generation.exercise().map_err(|why| refuse(generation, LoopKind::Test, &why))?;
    let (starter, tests, sections) = (generation.starter_files(), generation.test_files(), generation.sections(LoopKind::Lesson).to_vec());
    let lesson = assemble::lesson(&exercise.title, &sections);
    let generated = assemble::generated_files(&exercise, language, &starter, &tests, &lesson, place);
    write_all(staging, starter.iter().map(|f| (f.path.as_str(), f.content.as_str())))?;
    write_all(staging, generated.iter().map(|f| (f.path.as_str(), f.content.as_str())))?;
    // A solution that does not pass backs nothing: then the model is asked when the time comes.
    let passes = |s: &Standing| !s.unproven.iter().any(|r| matches!(r, RuleId::ReferencePasses | RuleId::StarterTellsEnough));
    let reference = proof.as_ref().is_some_and(passes).then(|| generation.reference());
    Ok(Made { exercise, starter, generated, lesson: sections, reference, proof })
}

/// What was made is not an exercise: refused like a reply, and written to the log like one.
fn refuse(generation: &mut Generation, kind: LoopKind, why: &NotAnExercise) -> Error {
    let rejection = Rejection::new(kind.role(), Reason::ProofFailed, why.to_string());
    let packet = generation.packet(kind.role());
    generation.work.audit_rejection(&rejection, &packet, "");
    // Continued, the loop that went wrong is asked anew: its replies would only lead here again.
    if let Some(draft) = &mut generation.work.draft {
        draft.forget_role(kind.role());
    }
    Error::Rejected(rejection)
}

fn write_all<'a>(staging: &Staging, files: impl Iterator<Item = (&'a str, &'a str)>) -> Result<(), Error> {
    for (path, content) in files {
        staging.write(&WorkspacePath::new(path)?, content)?;
    }
    Ok(())
}

/// A session id nobody has, and where its workspace will stand.
fn free_place(store: &Store, node: &str, next_id: &mut dyn FnMut() -> String) -> Result<(String, PathBuf), Error> {
    let node: String = node.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(24).collect();
    let home = store.home();
    let named: Vec<PathBuf> = store.list()?.entries.iter().map(|e| home.root().join(&e.workspace_dir)).collect();
    for _ in 0..16 {
        let id = next_id();
        let target = home.workspaces().join(format!("{node}-{}", &id[..4]));
        // A folder that `clean` took away still belongs to its session, which can bring it back.
        let taken = target.symlink_metadata().is_ok() || named.contains(&target) || home.session_file(&id).exists();
        if !taken {
            return Ok((id, target));
        }
    }
    Err(Error::Internal("no free name for the workspace was found".to_owned()))
}

/// Ten characters that are easy to read out and to type.
fn random_id() -> String {
    use std::hash::{BuildHasher, Hasher};
    const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let mut number = std::hash::RandomState::new().build_hasher().finish();
    let mut id = String::new();
    for _ in 0..10 {
        id.push(char::from(LETTERS[(number % LETTERS.len() as u64) as usize]));
        number /= LETTERS.len() as u64;
    }
    id
}

/// When the learner can begin. The minutes that a model takes to write an exercise are not theirs; the bank takes none.
fn ready_at(work: &Work, provider: &dyn Provider) -> Timestamp {
    let waited = if provider::is_model(provider.name()) { work.calls.spent().as_secs() } else { 0 };
    work.now.checked_add(SignedDuration::from_secs(i64::try_from(waited).unwrap_or(0))).unwrap_or(work.now)
}

/// A path inside the home is stored relative to it, so that the home can be moved.
fn relative(work: &Work, path: PathBuf) -> PathBuf {
    path.strip_prefix(work.store.home().root()).map(PathBuf::from).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::Home;

    #[test]
    fn a_folder_that_a_session_names_is_not_given_to_another() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(Home::at(dir.path()));
        let cleaned =
            serde_json::json!({ "id": "aaaaxxxxxx", "workspaceDir": "workspaces/S100-aaaa", "status": "ended", "formatVersion": 1 });
        store.save(&store.lock().unwrap(), &serde_json::from_value(cleaned).unwrap()).unwrap();
        std::fs::create_dir_all(store.home().workspaces().join("S100-bbbb")).unwrap();
        let mut ids = ["aaaayyyyyy", "bbbbyyyyyy", "ccccyyyyyy"].into_iter();
        let (id, place) = free_place(&store, "S100", &mut || ids.next().unwrap().to_owned()).unwrap();
        assert_eq!((id.as_str(), place), ("ccccyyyyyy", store.home().workspaces().join("S100-cccc")));
    }
}
