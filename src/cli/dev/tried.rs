//! Hints for nodes of the bank in a file, each tried on its exercise as `hint` would try it: through the guard, with the running.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::json;

use super::recorded::About;
use crate::cli::app::App;
use crate::error::Error;
use crate::exercise::TextFile;
use crate::guard;
use crate::leak::{self, PackGround, Reach};
use crate::pack::{Bank, Pack};
use crate::stage::Role;
use crate::view::ValidateLine;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hints {
    #[serde(rename = "hint")]
    hints: Vec<Hint>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hint {
    id: String,
    node: String,
    unit: String,
    level: u8,
    leaks: bool,
    text: String,
    /// `guard` where the code of a leaking hint runs as it stands, so that the guard must refuse it; the others are only counted.
    #[serde(default)]
    by: Option<String>,
    /// What the learner has written: the name of a wrong solution of the pack.
    #[serde(default)]
    wrong: Option<String>,
    /// Changes to the starter: what stands there, and what the learner put in its place.
    #[serde(default)]
    written: Vec<(String, String)>,
}

pub(super) fn validate(file: &Path, text: &str, app: &mut App) -> Result<Vec<ValidateLine>, Error> {
    let broken = |e: String| Error::Usage(format!("{}: {e}", file.display()));
    let all: Hints = toml::from_str(text).map_err(|e| broken(e.to_string()))?;
    let mut packs: BTreeMap<String, (Pack, PackGround)> = BTreeMap::new();
    let mut lines = Vec::new();
    for hint in &all.hints {
        if !packs.contains_key(&hint.node) {
            let bank = Bank::Embedded;
            let found = bank.list().into_iter().find(|(_, node)| *node == hint.node);
            let (language, node) = found.ok_or_else(|| broken(format!("the bank has no node {}", hint.node)))?;
            let pack = bank.load(&language, &node)?;
            let ground = PackGround::of(&pack)?;
            packs.insert(node, (pack, ground));
        }
        let Some((pack, ground)) = packs.get(&hint.node) else { continue };
        lines.push(judged(file, hint, pack, ground, app)?);
    }
    Ok(lines)
}

fn judged(file: &Path, hint: &Hint, pack: &Pack, whole: &PackGround, app: &mut App) -> Result<ValidateLine, Error> {
    let wrong = hint.wrong.as_ref().and_then(|tag| pack.wrong.get(tag)).cloned().unwrap_or_default();
    let wrong: Vec<TextFile> = wrong.into_iter().map(|f| TextFile { path: format!("src/{}", f.path), ..f }).collect();
    let mut source = whole.source_with(&wrong);
    for (from, to) in &hint.written {
        let file = source.iter_mut().find(|f| f.content.contains(from));
        let file = file.ok_or_else(|| Error::Usage(format!("{}: the starter has no {from:?}", hint.id)))?;
        file.content = file.content.replacen(from, to, 1);
    }
    let ground = whole.ground(&hint.unit, &source);
    let about = About::of_coach(&pack.meta.language, &pack.meta.node, pack.meta.depth, &whole.exercise.id, hint.level);
    let reply = json!({
        "schema_version": Role::Coach.schema(), "role": Role::Coach.name(), "hint_id": hint.id, "exercise_id": whole.exercise.id,
        "node_id": pack.meta.node, "depth_target": pack.meta.depth, "attempt_index": 0, "hint_level": hint.level, "dominant_tag": null,
        "allowed_reveal": false, "current_hint": { "style": "question", "text": hint.text }, "full_solution_provided": false,
        "revealed_solution": null,
    });
    let began = std::time::Instant::now();
    let mut runs = 0;
    let judged = app.work(|work| {
        guard::hint(
            &reply.to_string(),
            &about.packet(),
            crate::language::by_name(&pack.meta.language)?,
            &whole.exercise.stub_names(),
            |text| {
                let verdict = leak::judge(text, &ground, Reach::of_level(hint.level), work.cancel, &mut *work.events)?;
                runs = verdict.runs;
                Ok::<_, Error>(verdict)
            },
        )
    })?;
    let (accepted, rejection) = (judged.is_ok(), judged.err());
    let said = rejection.as_ref().map(|r| r.detail.clone()).unwrap_or_default();
    Ok(ValidateLine {
        file: format!("{}#{}", file.display(), hint.id),
        schema: Some(Role::Coach.schema().to_owned()),
        accepted,
        reason: rejection.as_ref().map(|r| r.reason.to_string()),
        rules: rejection.iter().flat_map(|r| r.rules.iter().map(ToString::to_string)).collect(),
        as_expected: (!hint.leaks || hint.by.is_some()).then_some(accepted != hint.leaks),
        detail: Some(format!("{runs} runs, {} ms. {said}", began.elapsed().as_millis()).trim_end().to_owned()),
    })
}
