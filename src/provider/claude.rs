//! Claude Code as a provider: one `claude -p` per call, with every tool off and nothing of it kept by the program. Owns how the program is called and how
//! its answer is read; judges nothing of what the model says.

use std::ffi::OsString;

use serde_json::Value;

use super::complaint::{of_status, understood};
use super::program::{Desk, Program, Time, count, os};
use super::{Call, Failure, FailureKind, Provider, ProviderError, Reply, Tokens};
use crate::config::{ProgramSettings, model_for};
use crate::runner::{Cancel, End};

const INSTALL: &str = "npm install -g @anthropic-ai/claude-code";

/// Without these it asks a model for a title of every session, with the whole prompt once more, and looks for its own updates at each of forty calls.
const QUIET: [(&str, &str); 2] = [("CLAUDE_CODE_DISABLE_TERMINAL_TITLE", "1"), ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")];

pub struct Claude {
    settings: ProgramSettings,
    program: Program,
}

impl Claude {
    pub fn new(settings: &ProgramSettings) -> Claude {
        let program = Program::new("claude", INSTALL, settings.program.as_deref()).with_env(&QUIET);
        Claude { settings: settings.clone(), program }
    }

    fn args(&self, schema: &Value, model: Option<&str>) -> Vec<OsString> {
        let mut args = os(&["-p", "--output-format", "json", "--no-session-persistence", "--strict-mcp-config", "--json-schema"]);
        args.push(schema.to_string().into());
        if let Some(model) = model {
            args.extend(os(&["--model", model]));
        }
        args.extend(os(&self.settings.args));
        // Last, because it takes every word after it that is no option.
        args.extend(os(&["--tools", ""]));
        args
    }
}

impl Provider for Claude {
    fn name(&self) -> &str {
        "claude"
    }

    fn call(&self, call: &Call) -> Result<Reply, ProviderError> {
        let desk = Desk::new()?;
        let prompt = desk.write("prompt", &call.prompt()?)?;
        // Asked for first: once there is an answer, nothing may stand between it and the draft.
        let version = self.program.version(call.cancel)?;
        let model = model_for(call.packet.role, self.settings.model.as_ref(), &self.settings.models);
        let mut answer = None;
        let time = Time { limit: call.limit, cancel: call.cancel };
        let ended = self.program.run(&desk, self.args(&call.schema(), model), Some(prompt), time, &mut |line| {
            let value = serde_json::from_str::<Value>(line).ok().filter(|value| value["type"] == "result");
            answer = value.or(answer.take());
        })?;
        let Some(answer) = answer else {
            return Err(match ended.end {
                End::Exited(0) => ProviderError::failed(FailureKind::Odd, "claude printed no result"),
                _ => ProviderError::Failed(understood(&ended.last_words)),
            });
        };
        read(&answer, model, version)
    }

    fn varies(&self) -> bool {
        true
    }
}

/// The reply in the result that the program printed.
fn read(answer: &Value, model: Option<&str>, version: String) -> Result<Reply, ProviderError> {
    let said = answer["result"].as_str().unwrap_or_default();
    if answer["stop_reason"] == "refusal" {
        return Err(ProviderError::failed(FailureKind::Refused, said));
    }
    if answer["is_error"] == true {
        let kind = answer["api_error_status"].as_u64().and_then(|status| of_status(status, &said.to_lowercase()));
        let failure = understood(said);
        return Err(ProviderError::Failed(Failure { kind: kind.unwrap_or(failure.kind), ..failure }));
    }
    // Where the model did not fill the form there is only its text, which the guard refuses for what it is.
    let text = match &answer["structured_output"] {
        Value::Null => said.to_owned(),
        form => form.to_string(),
    };
    let answered = answer["modelUsage"].as_object().and_then(|models| models.keys().next().map(|m| crate::text::bounded(m, 80)));
    let usage = &answer["usage"];
    let cached = count(usage, "cache_read_input_tokens");
    let tokens = usage.is_object().then(|| Tokens {
        sent: count(usage, "input_tokens") + cached + count(usage, "cache_creation_input_tokens"),
        received: count(usage, "output_tokens"),
        cached,
    });
    Ok(Reply { text, model: answered.or(model.map(str::to_owned)), program: Some(version), tokens })
}

/// Whether it can be used, for `doctor`. A login shows only in a call, which costs something.
pub fn check(settings: &ProgramSettings) -> Result<String, Failure> {
    Claude::new(settings).program.version(&Cancel::never()).map_err(Failure::from)
}
