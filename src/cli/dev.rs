//! `etude dev validate`: judge recorded replies as the guard would.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::Done;
use super::app::App;
use crate::error::{Error, Exit};
use crate::guard::{self, Reason, Rejection};
use crate::language;
use crate::session::Depth;
use crate::stage::Role;
use crate::stage::packet::{
    AttemptContext, CurriculumContext, EvidenceContext, LearnerProfile, MisconceptionContext, OutputContract, PACKET_VERSION, Packet,
    PolicyContext,
};
use crate::view::{ValidateLine, ValidateView, View};

/// Tools for those who work on etude.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Judge recorded replies against their schema and policy.
    ///
    /// A file holds a reply as it came, or {"packet": …, "stubs": […], "reply": …} to judge it as an answer to that packet. Without a packet the reply
    /// is taken to name the right exercise, and no reveal is allowed.
    Validate {
        /// Files, or folders of files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let Action::Validate { files } = args.action;
    let mut view = ValidateView { files: Vec::new(), accepted: 0, rejected: 0 };
    for file in files.iter().flat_map(|f| expand(&app.cwd.join(f))) {
        let line = validate(&file)?;
        match line.accepted {
            true => view.accepted += 1,
            false => view.rejected += 1,
        }
        view.files.push(line);
    }
    let exit = if view.rejected == 0 { Exit::Done } else { Exit::Failed };
    Ok(Done { exit, ..Done::new(View::Validate(view), None) })
}

/// A folder stands for the files below it, in order.
fn expand(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_path_buf()] };
    let mut inner: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    inner.sort();
    inner.into_iter().flat_map(|p| if p.is_dir() { expand(&p) } else { vec![p] }).collect()
}

/// A reply with the packet it answers.
#[derive(Deserialize)]
struct Recorded {
    packet: Packet,
    #[serde(default)]
    stubs: Vec<String>,
    reply: Value,
}

fn validate(file: &Path) -> Result<ValidateLine, Error> {
    let size = std::fs::metadata(file).map_or(0, |m| m.len());
    if size > 64 * 1024 * 1024 {
        return Err(Error::Usage(format!("{} is too large to be a reply", file.display())));
    }
    let bytes = std::fs::read(file).map_err(|e| Error::Usage(format!("cannot read {}: {e}", file.display())))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let value: Option<Value> = serde_json::from_str(&text).ok();
    let recorded = value.as_ref().filter(|v| v.get("packet").is_some()).map(|v| serde_json::from_value::<Recorded>(v.clone()));
    let (reply, packet, stubs) = match recorded {
        Some(Ok(recorded)) => {
            let reply = recorded.reply.as_str().map_or_else(|| recorded.reply.to_string(), str::to_owned);
            (reply, Some(recorded.packet), recorded.stubs)
        }
        Some(Err(error)) => return Err(Error::Usage(format!("{}: the packet is not one: {error}", file.display()))),
        None => (text, value.as_ref().and_then(assumed_packet), Vec::new()),
    };
    let schema = packet.as_ref().map(|p| p.role.schema().to_owned());
    let outcome = match &packet {
        Some(packet) => judge(&reply, packet, &stubs)?,
        None => Err(Rejection::new(
            Role::Scaffold,
            Reason::SchemaValidationFailed,
            if value.is_some() { "schema_version names no schema that etude knows" } else { "the file is not JSON" },
        )),
    };
    let rejection = outcome.err();
    Ok(ValidateLine {
        file: file.display().to_string(),
        schema,
        accepted: rejection.is_none(),
        reason: rejection.as_ref().map(|r| r.reason.to_string()),
        rules: rejection.iter().flat_map(|r| r.rules.iter().map(ToString::to_string)).collect(),
        detail: rejection.map(|r| r.detail),
    })
}

fn judge(reply: &str, packet: &Packet, stubs: &[String]) -> Result<Result<(), Rejection>, Error> {
    let language = language::by_name(&packet.curriculum_context.language)?;
    Ok(match packet.role {
        Role::Scaffold => guard::scaffold(reply, packet).map(drop),
        Role::StarterExpand | Role::TestExpand | Role::LessonExpand => section(reply, packet, language),
        Role::Coach => guard::hint(reply, packet, language, stubs).map(drop),
        Role::Reviewer => guard::review(reply, packet).map(drop),
    })
}

/// A recorded section does not say its language: one that any of them takes is good.
fn section(reply: &str, packet: &Packet, language: &language::Language) -> Result<(), Rejection> {
    let first = guard::section(reply, packet, language).map(drop);
    if packet.schema_version == PACKET_VERSION || first.is_ok() {
        return first;
    }
    let other = language::all().iter().find(|l| guard::section(reply, packet, l).is_ok());
    other.map_or(first, |_| Ok(()))
}

/// The packet a bare reply would answer well: the exercise it names, nothing permitted, nothing run.
fn assumed_packet(reply: &Value) -> Option<Packet> {
    let role = Role::by_schema(reply.get("schema_version")?.as_str()?)?;
    let text = |key: &str| reply.get(key).and_then(Value::as_str).unwrap_or("unknown").to_owned();
    let number = |key: &str| reply.get(key).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
    let depth = reply.get("depth_target").and_then(|d| serde_json::from_value::<Depth>(d.clone()).ok()).unwrap_or_default();
    Some(Packet {
        schema_version: "assumed".to_owned(),
        role,
        task_type: "validate".to_owned(),
        learner_profile: LearnerProfile::default(),
        curriculum_context: CurriculumContext {
            node_id: text("node_id"),
            title: String::new(),
            language: language::all().first()?.name.clone(),
            depth_target: depth,
            keywords: Vec::new(),
            misconception_tags: Vec::new(),
            needs: Vec::new(),
        },
        misconception_context: MisconceptionContext::default(),
        policy_context: PolicyContext { allow_reveal: false, max_attempts_before_reveal: 4 },
        output_contract: OutputContract { schema: role.schema().to_owned(), exercise_id: Some(text("exercise_id")) },
        scaffold_context: None,
        prior_loop_sections: Vec::new(),
        current_sections: Vec::new(),
        next_focus: None,
        attempt_context: AttemptContext {
            attempt_index: number("attempt_index"),
            hint_level: u8::try_from(number("hint_level")).unwrap_or(0),
            ..AttemptContext::default()
        },
        evidence_context: EvidenceContext::default(),
    })
}
