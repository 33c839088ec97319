//! Any server that speaks OpenAI's `/chat/completions`: OpenAI itself, Ollama, llama.cpp, vLLM, LM Studio. Owns what is asked and in which form; `place`
//! knows where and by which way, `http` makes one exchange, `answer` reads it. Refuses to follow redirects and to send a key where nobody chose to.

mod answer;
mod http;
mod place;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde_json::{Value, json};

use self::http::Exchange;
use self::place::Place;
use super::{Call, Failure, FailureKind, Provider, ProviderError, Reply};
use crate::config::{EndpointSettings, model_for};
use crate::runner::Cancel;
use crate::stage::Role;

/// How long `doctor` waits for the list of models.
const CHECK_LIMIT: Duration = Duration::from_secs(3);
/// Beyond any limit that settings allow; keeps the sum of a clock and a limit within what a clock can show.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

pub struct OpenAi {
    settings: EndpointSettings,
    place: OnceLock<Result<Arc<Place>, Failure>>,
    format: Mutex<Format>,
    /// The one model of a server on this machine, where the settings name none.
    only_model: Mutex<Option<String>>,
}

/// What is known of how this server wants to be told the form of the reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Untried,
    /// It takes a schema beside the messages.
    Schema,
    /// It does not; the schema stands in the message.
    Plain,
}

impl OpenAi {
    pub fn new(settings: &EndpointSettings) -> OpenAi {
        OpenAi { settings: settings.clone(), place: OnceLock::new(), format: Mutex::new(Format::Untried), only_model: Mutex::new(None) }
    }

    fn place(&self) -> Result<Arc<Place>, Failure> {
        self.place.get_or_init(|| Place::find(&self.settings, &place::from_env).map(Arc::new)).clone()
    }

    fn format(&self) -> Format {
        *self.format.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn learned(&self, format: Format) {
        *self.format.lock().unwrap_or_else(PoisonError::into_inner) = format;
    }

    fn model(&self, role: Role, asking: &Asking) -> Result<String, ProviderError> {
        if let Some(model) = model_for(role, self.settings.model.as_ref(), &self.settings.models) {
            return Ok(model.to_owned());
        }
        let mut known = self.only_model.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = &*known {
            return Ok(model.clone());
        }
        // Elsewhere a model costs money, and there are many: the learner chooses.
        if !asking.place.is_local() {
            return Err(ProviderError::Failed(unnamed_model(&[])));
        }
        let exchange = asking.get("models")?;
        let models = answer::models(&exchange, &asking.place).map_err(ProviderError::Failed)?;
        let [only] = models.as_slice() else { return Err(ProviderError::Failed(unnamed_model(&models))) };
        *known = Some(only.clone());
        Ok(only.clone())
    }
}

impl Provider for OpenAi {
    fn name(&self) -> &str {
        "openai"
    }

    fn call(&self, call: &Call) -> Result<Reply, ProviderError> {
        let place = self.place().map_err(ProviderError::Failed)?;
        let asking = Asking { place, until: Instant::now() + call.limit.min(LONGEST), cancel: call.cancel };
        let (prompt, schema) = (call.prompt()?, call.schema());
        let model = self.model(call.packet.role, &asking)?;
        let read = |exchange: &Exchange| answer::reply(exchange, &model, &asking.place, Timestamp::now()).map_err(ProviderError::Failed);
        let format = self.format();
        if format != Format::Plain {
            let exchange = asking.post("chat/completions", &with_schema(&model, &prompt, call.packet.role.schema(), &schema))?;
            match answer::doubt(&exchange) {
                // It says that the form is the trouble: from here on it is spared.
                Some(answer::Doubt::Named) => self.learned(Format::Plain),
                // It may be. Once it has taken a schema, it is not.
                Some(answer::Doubt::Possible) if format == Format::Untried => {}
                _ => {
                    if exchange.is_success() {
                        self.learned(Format::Schema);
                    }
                    return read(&exchange);
                }
            }
        }
        let exchange = asking.post("chat/completions", &in_words(&model, &prompt, &schema))?;
        if exchange.is_success() {
            self.learned(Format::Plain);
        }
        read(&exchange)
    }

    fn varies(&self) -> bool {
        true
    }
}

/// One call's way to the server: all its exchanges share one limit.
struct Asking<'a> {
    place: Arc<Place>,
    until: Instant,
    cancel: &'a Cancel,
}

impl Asking<'_> {
    fn get(&self, path: &str) -> Result<Exchange, ProviderError> {
        http::exchange(&self.place, path, None, self.until, self.cancel)
    }

    fn post(&self, path: &str, body: &Value) -> Result<Exchange, ProviderError> {
        http::exchange(&self.place, path, Some(body.to_string()), self.until, self.cancel)
    }
}

fn with_schema(model: &str, prompt: &str, name: &str, schema: &Value) -> Value {
    json!({
        "model": model,
        "messages": [{ "role": "user", "content": prompt }],
        "response_format": { "type": "json_schema", "json_schema": { "name": name, "strict": true, "schema": schema } },
        "stream": false,
    })
}

/// The schema stands before the prompt: there it is the same within a loop, so that the beginning of a call stays the beginning of the next.
fn in_words(model: &str, prompt: &str, schema: &Value) -> Value {
    let content = format!("The reply is one JSON object that fits this JSON schema:\n\n```json\n{schema}\n```\n\n{prompt}");
    json!({ "model": model, "messages": [{ "role": "user", "content": content }], "stream": false })
}

fn unnamed_model(known: &[String]) -> Failure {
    let some: Vec<&str> = known.iter().take(5).map(String::as_str).collect();
    let of = if some.is_empty() { String::new() } else { format!("; the server has {}", some.join(", ")) };
    Failure::new(FailureKind::NotSetUp, format!("`model` under [openai] in config.toml names no model{of}"))
}

/// Whether the endpoint is on this machine.
pub fn is_local(settings: &EndpointSettings) -> bool {
    settings.base_url.as_deref().is_some_and(place::is_loopback)
}

/// Whether no setting says that the learner wants this provider. A key in the environment may be there for something else.
pub fn is_untouched(settings: &EndpointSettings) -> bool {
    *settings == EndpointSettings::default()
}

/// What `doctor` says: whom calls would go to, for which model, with which key, and whether somebody answers there.
pub fn check(settings: &EndpointSettings) -> Result<String, Failure> {
    let place = Arc::new(Place::find(settings, &place::from_env)?);
    // Before anybody is asked: without a model no call would be made there either.
    if settings.model.is_none() && settings.models.is_empty() && !place.is_local() {
        return Err(unnamed_model(&[]));
    }
    let asking = Asking { place: place.clone(), until: Instant::now() + CHECK_LIMIT, cancel: &Cancel::never() };
    let exchange = asking.get("models").map_err(|error| match error {
        ProviderError::Failed(failure) => failure,
        ProviderError::Interrupted => Failure::new(FailureKind::TimedOut, ""),
    })?;
    let models = match answer::models(&exchange, &place) {
        Ok(models) => models,
        // Not every server has a list of models; that one answers is what was asked.
        Err(failure) if matches!(failure.kind, FailureKind::BadRequest | FailureKind::Odd) => Vec::new(),
        Err(failure) => return Err(failure),
    };
    let model = match (&settings.model, models.as_slice()) {
        (Some(model), _) => model.clone(),
        (None, [only]) if place.is_local() => only.clone(),
        (None, _) if !settings.models.is_empty() => "by role".to_owned(),
        (None, _) => return Err(unnamed_model(&models)),
    };
    Ok(format!("{} answers, model {model}, {}", place.host(), place.key_in_words()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(base_url: &str) -> EndpointSettings {
        EndpointSettings { base_url: Some(base_url.to_owned()), ..EndpointSettings::default() }
    }

    #[test]
    fn only_loopback_is_local() {
        for url in
            ["http://localhost:11434/v1", "http://127.0.0.1/v1", "http://127.8.9.10:1/v1", "https://[::1]:8443/v1", "http://LocalHost/v1"]
        {
            assert!(is_local(&at(url)), "{url}");
        }
        for url in [
            "http://127.0.0.1.evil.org/v1",
            "http://localhost.evil.org/v1",
            "http://127.0.0.1@evil.org/v1",
            "http://evil.org/127.0.0.1",
            "http://evil.org#@127.0.0.1/v1",
            "https://api.openai.com/v1",
            "http://192.168.1.5:11434/v1",
            "http://0.0.0.0:1/v1",
            "http://[2001:db8::1]/v1",
            "localhost:11434",
            "file://localhost/x",
            "",
        ] {
            assert!(!is_local(&at(url)), "{url}");
        }
        assert!(!is_local(&EndpointSettings::default()), "without an address it is OpenAI's own");
    }

    #[test]
    fn the_schema_is_sent_beside_the_prompt_or_before_it() {
        let schema = json!({ "type": "object" });
        let beside = with_schema("m", "do it", "scaffold_v1", &schema);
        assert_eq!(beside["response_format"]["json_schema"], json!({ "name": "scaffold_v1", "strict": true, "schema": schema }));
        assert_eq!(beside["messages"], json!([{ "role": "user", "content": "do it" }]));
        let before = in_words("m", "do it", &schema);
        assert!(before.get("response_format").is_none());
        let text = before["messages"][0]["content"].as_str().unwrap_or_default();
        assert!(text.contains(r#"{"type":"object"}"#) && text.ends_with("\n\ndo it"), "{text}");
    }
}
