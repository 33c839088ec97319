//! The bank as a provider: answers every role from one pack, offline. Scaffold and sections stand in the pack; hints and reviews are made from the
//! pack and what the run showed.

mod coach;
mod reviewer;

use ring::digest::{Context, SHA256};
use serde_json::{Value, json};

use super::{Call, Provider, ProviderError, Reply};
use crate::evidence::Evidence;
use crate::exercise::TextFile;
use crate::misconception::{self, Named};
use crate::pack::Pack;
use crate::stage::Role;
use crate::stage::packet::Packet;

pub use coach::opening;
pub use reviewer::score;

pub struct BankProvider {
    pack: Pack,
}

impl BankProvider {
    pub fn new(pack: Pack) -> BankProvider {
        BankProvider { pack }
    }

    pub fn pack(&self) -> &Pack {
        &self.pack
    }
}

impl Provider for BankProvider {
    fn name(&self) -> &str {
        "bank"
    }

    fn call(&self, call: &Call) -> Result<Reply, ProviderError> {
        let packet = call.packet;
        let value = match packet.role {
            Role::Scaffold => scaffold(&self.pack, packet),
            Role::StarterExpand => code_section(&self.pack.starter, packet, "source")?,
            Role::TestExpand => code_section(&self.pack.tests, packet, "test")?,
            Role::Solution => solution(&self.pack),
            Role::LessonExpand => lesson_section(&self.pack, packet)?,
            Role::Coach => coach::reply(&self.pack, packet)?,
            Role::Reviewer => reviewer::reply(&self.pack, packet)?,
        };
        Ok(Reply::of(value.to_string()))
    }
}

/// What a run shows a misconception of: coach, reviewer and proof ask with the signs of the same pack.
pub fn diagnose(pack: &Pack, evidence: &Evidence) -> Option<Named> {
    misconception::diagnose(&pack.meta.language, &pack.meta.misconceptions, evidence)
}

fn scaffold(pack: &Pack, packet: &Packet) -> Value {
    let meta = &pack.meta;
    let lessons: Vec<String> = meta.lessons.iter().map(|l| format!("{}: {}", l.unit.as_deref().unwrap_or("all units"), l.title)).collect();
    let files: Vec<String> = pack.starter.iter().map(|f| format!("{}: the stubs of {}", f.path, unit_ids(pack))).collect();
    let cases: Vec<String> = meta.units.iter().flat_map(|u| u.tests.iter().map(move |t| format!("{}: {t}", u.id))).collect();
    json!({
        "schema_version": "scaffold_v1",
        "role": "scaffold",
        "scaffold_id": exercise_id(pack),
        "node_id": packet.curriculum_context.node_id,
        "depth_target": meta.depth,
        "lesson_plan": { "section_intents": lessons },
        "starter_plan": { "file_intents": files },
        "test_plan": { "case_intents": cases },
        "exercise_description": meta.description,
    })
}

/// What the exercise of a pack is called. Another one as soon as anything in it is mended.
pub fn exercise_id(pack: &Pack) -> String {
    format!("bank-{}-{}", pack.meta.node, fingerprint(pack))
}

fn unit_ids(pack: &Pack) -> String {
    pack.meta.units.iter().map(|u| u.id.as_str()).collect::<Vec<_>>().join(", ")
}

/// The same bytes give the same id, so that a proof made for them can be found again.
pub fn fingerprint(pack: &Pack) -> String {
    let mut hash = Context::new(&SHA256);
    for file in pack.starter.iter().chain(&pack.tests).chain(&pack.lesson).chain(&pack.solution) {
        hash.update(file.path.as_bytes());
        hash.update(&[0]);
        hash.update(file.content.as_bytes());
        hash.update(&[0]);
    }
    hash.finish().as_ref().iter().take(4).map(|b| format!("{b:02x}")).collect()
}

fn code_section(files: &[TextFile], packet: &Packet, kind: &str) -> Result<Value, ProviderError> {
    let at = packet.current_sections.len();
    let file = files.get(at).ok_or_else(|| ProviderError::recorded("the pack has no further file"))?;
    Ok(json!({
        "schema_version": packet.role.schema(),
        "role": packet.role.name(),
        "section_id": format!("{kind}-{}", at + 1),
        "type": kind,
        "file_path": file.path,
        "content": file.content,
        "is_complete": at + 1 == files.len(),
        "next_focus": files.get(at + 1).map(|f| f.path.clone()),
    }))
}

fn solution(pack: &Pack) -> Value {
    let files: Vec<Value> = pack.solution.iter().map(|f| json!({ "file_path": f.path, "content": f.content })).collect();
    json!({ "schema_version": "solution_v1", "role": "solution", "files": files })
}

fn lesson_section(pack: &Pack, packet: &Packet) -> Result<Value, ProviderError> {
    let at = packet.current_sections.len();
    let lessons = &pack.meta.lessons;
    let none = || ProviderError::recorded("the pack has no further lesson section");
    let lesson = lessons.get(at).ok_or_else(none)?;
    let text = pack.lesson.iter().find(|f| f.path == lesson.file).ok_or_else(none)?;
    Ok(json!({
        "schema_version": "lesson_section_v1",
        "role": "lesson-expand",
        "section_id": format!("lesson-{}", at + 1),
        "section_title": lesson.title,
        "type": lesson.kind,
        "content": text.content,
        "is_complete": at + 1 == lessons.len(),
        "next_focus": lessons.get(at + 1).map(|l| l.title.clone()),
    }))
}
