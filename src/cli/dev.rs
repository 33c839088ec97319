//! `etude dev validate`: judge recorded replies as the guard would.

mod recorded;
mod tried;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Done;
use super::app::App;
use crate::error::{Error, Exit};
use crate::guard::{self, Reason, Rejection};
use crate::language;
use crate::leak::Verdict;
use crate::pipeline::assemble;
use crate::stage::packet::{PACKET_VERSION, Packet};
use crate::stage::{LoopKind, Role};
use crate::view::{Tally, ValidateLine, ValidateView, View};
use recorded::{Expected, Recorded};

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
    /// A file holds a reply as it came, or {"packet": …, "stubs": […], "reply": …} to judge it as an answer to that packet; "about" stands for a packet in
    /// a few words, and "expect" says how it should be judged. A .toml file holds hints for nodes of the bank, each tried on its exercise. Without a packet the reply is taken to name the right exercise, and no reveal is allowed.
    Validate {
        /// Files, or folders of files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let Action::Validate { files } = args.action;
    let mut lines = Vec::new();
    for file in files.iter().flat_map(|f| expand(&app.cwd.join(f))).collect::<Vec<_>>() {
        lines.extend(validate(&file, app)?);
    }
    let view = tallied(lines);
    // A rejection that was expected is as good as an acceptance.
    let good = view.files.iter().all(|f| f.as_expected.unwrap_or(f.accepted));
    Ok(Done { exit: if good { Exit::Done } else { Exit::Failed }, ..Done::new(View::Validate(view), None) })
}

fn tallied(files: Vec<ValidateLine>) -> ValidateView {
    let accepted = files.iter().filter(|f| f.accepted).count();
    let (mut by_schema, mut by_rule) = (BTreeMap::<String, Tally>::new(), BTreeMap::<String, usize>::new());
    for file in &files {
        let tally = by_schema.entry(file.schema.clone().unwrap_or_else(|| "unknown".to_owned())).or_default();
        *(if file.accepted { &mut tally.accepted } else { &mut tally.rejected }) += 1;
        let named = if file.rules.is_empty() { file.reason.iter().collect::<Vec<_>>() } else { file.rules.iter().collect() };
        for name in named {
            *by_rule.entry(name.clone()).or_default() += 1;
        }
    }
    let unexpected = files.iter().filter(|f| f.as_expected == Some(false)).count();
    ValidateView { accepted, rejected: files.len() - accepted, unexpected, by_schema, by_rule, files }
}

/// A folder stands for the files below it, in order.
fn expand(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_path_buf()] };
    let mut inner: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    inner.sort();
    let replies = inner.into_iter().filter(|p| p.is_dir() || p.extension().is_none_or(|e| e != "md"));
    replies.flat_map(|p| if p.is_dir() { expand(&p) } else { vec![p] }).collect()
}

fn validate(file: &Path, app: &mut App) -> Result<Vec<ValidateLine>, Error> {
    let size = std::fs::metadata(file).map_or(0, |m| m.len());
    if size > 64 * 1024 * 1024 {
        return Err(Error::Usage(format!("{} is too large to be a reply", file.display())));
    }
    let bytes = std::fs::read(file).map_err(|e| Error::Usage(format!("cannot read {}: {e}", file.display())))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if file.extension().is_some_and(|e| e == "toml") {
        return tried::validate(file, &text, app);
    }
    let value: Option<Value> = serde_json::from_str(&text).ok();
    let of_packet = value.as_ref().filter(|v| v.get("packet").is_some() || v.get("about").is_some());
    let (reply, packet, stubs, expected) = match of_packet.map(|v| serde_json::from_value::<Recorded>(v.clone())) {
        Some(Ok(recorded)) => {
            let reply = recorded.reply.as_str().map_or_else(|| recorded.reply.to_string(), str::to_owned);
            (reply, recorded.packet.or_else(|| recorded.about.map(|a| a.packet())), recorded.stubs, recorded.expect)
        }
        Some(Err(error)) => return Err(Error::Usage(format!("{}: the packet is not one: {error}", file.display()))),
        None => (text, value.as_ref().and_then(recorded::assumed), Vec::new(), None),
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
    let rules: Vec<String> = rejection.iter().flat_map(|r| r.rules.iter().map(ToString::to_string)).collect();
    Ok(vec![ValidateLine {
        file: file.display().to_string(),
        schema,
        accepted: rejection.is_none(),
        reason: rejection.as_ref().map(|r| r.reason.to_string()),
        as_expected: expected
            .map(|e| e == Expected { accepted: rejection.is_none(), reason: rejection.as_ref().map(|r| r.reason), rules: rules.clone() }),
        rules,
        detail: rejection.map(|r| r.detail),
    }])
}

fn judge(reply: &str, packet: &Packet, stubs: &[String]) -> Result<Result<(), Rejection>, Error> {
    let language = language::by_name(&packet.curriculum_context.language)?;
    // A recorded reply has no exercise to be tried on.
    let by_reading = |_: &str| Ok::<_, Error>(Verdict::by_reading_alone());
    Ok(match packet.role {
        Role::Scaffold => guard::scaffold(reply, packet).map(drop),
        Role::StarterExpand | Role::TestExpand | Role::LessonExpand => section(reply, packet, language),
        Role::Solution => solution(reply, packet, language),
        Role::Coach => guard::hint(reply, packet, language, stubs, by_reading)?.map(drop),
        Role::Reviewer => guard::review(reply, packet, language, stubs, by_reading)?.map(drop),
    })
}

/// A reference is judged against the starter that the packet told of, where there is one.
fn solution(reply: &str, packet: &Packet, language: &'static language::Language) -> Result<(), Rejection> {
    let starter = packet.prior_loop_sections.iter().find(|p| p.loop_kind == LoopKind::Starter.name());
    let files = starter.map(|prior| assemble::starter_files(&prior.sections, language));
    let first = guard::solution(reply, language, files.as_deref()).map(drop);
    if packet.schema_version == PACKET_VERSION || first.is_ok() {
        return first;
    }
    let other = language::all().iter().find(|l| guard::solution(reply, l, None).is_ok());
    other.map_or(first, |_| Ok(()))
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
