//! The one door a reply comes in by. Judges it against its schema, then the policy, then its content, and hands out `Accepted<T>`, which nothing else
//! can make. It judges what a reply contains, never what it says about itself: permission comes from the packet, which etude built.

mod content;
mod policy;
pub mod schema;
mod solution;

use std::fmt;
use std::ops::Deref;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::exercise::TextFile;
use crate::language::Language;
use crate::leak::{self, Verdict};
use crate::proof::RuleId;
use crate::provider::Failure;
use crate::stage::Role;
use crate::stage::packet::Packet;
use crate::stage::reply::{HintPack, ReviewReport, Scaffold, Section, Solution};
use crate::text;

pub use content::safe_path;

/// A longer reply is not even parsed.
pub const MAX_REPLY: usize = 1024 * 1024;
pub const MAX_SECTION: usize = 16 * 1024;

/// A reply that passed everything. The field is private to the guard: holding one is the proof.
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted<T>(T);

impl<T> Deref for Accepted<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Accepted<T> {
    pub fn into_inner(self) -> T {
        self.0
    }
}

/// Why a reply, or a call, was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejection {
    pub role: Role,
    pub reason: Reason,
    pub rules: Vec<Rule>,
    /// The rules of the proof that do not hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unproven: Vec<RuleId>,
    pub detail: String,
    /// The part of the reply that breaks the rule: told to its writer, and neither shown nor kept, since it may be the solution.
    #[serde(skip)]
    pub quote: Option<Box<str>>,
    /// What failed, where there was no reply to judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Box<Failure>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Reason {
    InvalidContext,
    ExecutionFailed,
    SchemaValidationFailed,
    PolicyViolation,
    ProofFailed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    NoEarlyReveal,
    RespectAttemptThreshold,
    ValidHintLevel,
    PassScoreConsistency,
    FailScoreConsistency,
    PassNeedsPassingTests,
    ReplyNamesThisExercise,
    SafePath,
    SectionTooLarge,
    HintLeaksSolution,
    /// A reference replaces files of the starter, and no others.
    SolutionFitsStarter,
    /// A reference writes every stub.
    SolutionIsWhole,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::InvalidContext => "INVALID_CONTEXT",
            Reason::ExecutionFailed => "EXECUTION_FAILED",
            Reason::SchemaValidationFailed => "SCHEMA_VALIDATION_FAILED",
            Reason::PolicyViolation => "POLICY_VIOLATION",
            Reason::ProofFailed => "PROOF_FAILED",
        })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = serde_json::to_value(self).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        f.write_str(&name)
    }
}

impl Rejection {
    pub fn new(role: Role, reason: Reason, detail: impl Into<String>) -> Rejection {
        Rejection { role, reason, rules: Vec::new(), unproven: Vec::new(), detail: text::clean(&detail.into()), quote: None, failure: None }
    }

    fn quoting(self, part: Option<&str>) -> Rejection {
        Rejection { quote: part.map(Box::from), ..self }
    }
}

/// A call whose packet lacks something is not made.
pub fn check_packet(packet: &Packet) -> Result<(), Rejection> {
    let missing = packet.missing();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Rejection::new(packet.role, Reason::InvalidContext, format!("the packet lacks {}", missing.join(", "))))
}

pub fn scaffold(reply: &str, packet: &Packet) -> Result<Accepted<Scaffold>, Rejection> {
    let mut scaffold: Scaffold = parse(reply, Role::Scaffold)?;
    content::clean_scaffold(&mut scaffold);
    content::scaffold_is_whole(&scaffold)?;
    let mut findings = policy::scaffold(&scaffold, packet);
    findings.extend(content::scaffold_size(&scaffold));
    verdict(Role::Scaffold, findings)?;
    Ok(Accepted(scaffold))
}

/// A reply of one of the three loops; the packet's role says which.
pub fn section(reply: &str, packet: &Packet, language: &Language) -> Result<Accepted<Section>, Rejection> {
    let mut section: Section = parse(reply, packet.role)?;
    content::clean_section(&mut section);
    content::section_is_whole(&section, packet.role)?;
    verdict(packet.role, content::section(&mut section, packet.role, language))?;
    Ok(Accepted(section))
}

/// The reference. `starter` are the assembled files that it is for, with the paths of the workspace; nothing where a reply is judged without them.
pub fn solution(reply: &str, language: &Language, starter: Option<&[TextFile]>) -> Result<Accepted<Solution>, Rejection> {
    let mut reference: Solution = parse(reply, Role::Solution)?;
    solution::clean_files(&mut reference);
    solution::is_whole(&reference)?;
    verdict(Role::Solution, solution::judge(&mut reference, language, starter))?;
    Ok(Accepted(reference))
}

/// `stubs` are the functions the learner is to write: defining one of them in a hint is a reveal. `try_out` says whether the text gives the solution away; it
/// is asked last and only where nothing may be revealed, since it may have to build and run. Without its verdict there is no accepted hint.
pub fn hint<E>(
    reply: &str,
    packet: &Packet,
    language: &Language,
    stubs: &[String],
    try_out: impl FnOnce(&str) -> Result<Verdict, E>,
) -> Result<Result<Accepted<HintPack>, Rejection>, E> {
    let read = parse(reply, Role::Coach).and_then(|mut hint: HintPack| {
        content::clean_hint(&mut hint);
        content::hint_is_whole(&hint)?;
        let mut findings = policy::hint(&hint, packet);
        findings.extend(content::too_large(&hint.current_hint.text));
        verdict(Role::Coach, findings).map(|()| hint)
    });
    let hint = match read {
        Ok(hint) if !packet.policy_context.allow_reveal => hint,
        other => return Ok(other.map(Accepted)),
    };
    let defined = leak::defined(&hint.current_hint.text, language, stubs);
    let tried = try_out(&hint.current_hint.text)?;
    let judged = verdict(Role::Coach, policy::leak(&tried, &defined, packet));
    Ok(judged.map(|()| Accepted(hint)).map_err(|r| r.quoting(tried.quote())))
}

/// `stubs` and `try_out` as for a hint: a review of a run that does not pass is no place for a solution either.
pub fn review<E>(
    reply: &str,
    packet: &Packet,
    language: &Language,
    stubs: &[String],
    try_out: impl FnOnce(&str) -> Result<Verdict, E>,
) -> Result<Result<Accepted<ReviewReport>, Rejection>, E> {
    let read = parse(reply, Role::Reviewer).and_then(|mut report: ReviewReport| {
        content::clean_review(&mut report, packet);
        verdict(Role::Reviewer, policy::review(&report, packet)).map(|()| report)
    });
    let red = packet.evidence_context.latest.as_ref().is_some_and(|e| !e.passed());
    let report = match read {
        Ok(report) if red => report,
        other => return Ok(other.map(Accepted)),
    };
    let defined = leak::defined(&report.remediation.reason, language, stubs);
    let tried = try_out(&report.remediation.reason)?;
    let judged = verdict(Role::Reviewer, policy::leak(&tried, &defined, packet));
    Ok(judged.map(|()| Accepted(report)).map_err(|r| r.quoting(tried.quote())))
}

fn parse<T: DeserializeOwned>(reply: &str, role: Role) -> Result<T, Rejection> {
    let refuse = |detail: String| Rejection::new(role, Reason::SchemaValidationFailed, detail);
    if reply.len() > MAX_REPLY {
        return Err(refuse(format!("the reply has {} bytes, more than the {MAX_REPLY} allowed", reply.len())));
    }
    if reply.trim().is_empty() {
        return Err(refuse("the reply is empty".to_owned()));
    }
    let value = one_object(reply).map_err(&refuse)?;
    schema::validate(role.schema(), &value).map_err(&refuse)?;
    serde_json::from_value(value).map_err(|e| refuse(format!("the reply does not fit {}: {e}", role.schema())))
}

/// The reply as JSON; or the one object that stands in a fence in it, as models like to answer.
fn one_object(reply: &str) -> Result<Value, String> {
    let plain = match serde_json::from_str::<Value>(reply) {
        Ok(value) => return Ok(value),
        Err(error) => format!("the reply is not JSON: {error}"),
    };
    let mut objects =
        text::split_fences(reply).1.into_iter().filter_map(|block| serde_json::from_str(&block).ok()).filter(Value::is_object);
    match (objects.next(), objects.count()) {
        (Some(only), 0) => Ok(only),
        (Some(_), more) => Err(format!("the reply holds {} JSON objects where one was asked for", more + 1)),
        (None, _) => Err(plain),
    }
}

/// A broken rule with what exactly was seen.
struct Finding {
    rule: Rule,
    detail: String,
}

impl Finding {
    fn new(rule: Rule, detail: impl Into<String>) -> Finding {
        Finding { rule, detail: detail.into() }
    }
}

fn verdict(role: Role, findings: Vec<Finding>) -> Result<(), Rejection> {
    if findings.is_empty() {
        return Ok(());
    }
    let detail = findings.iter().map(|f| f.detail.as_str()).collect::<Vec<_>>().join("; ");
    let mut rules: Vec<Rule> = Vec::new();
    for finding in &findings {
        if !rules.contains(&finding.rule) {
            rules.push(finding.rule);
        }
    }
    Err(Rejection { rules, ..Rejection::new(role, Reason::PolicyViolation, text::bounded(&detail, 2048)) })
}
