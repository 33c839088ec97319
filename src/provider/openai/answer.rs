//! Reads what the server answered: the reply with what is known of it, or which failure it is. Pure functions of the answer; every word that goes on from
//! here is rid of the key.

use jiff::Timestamp;
use serde_json::Value;

use super::super::{Failure, FailureKind, Reply, Tokens};
use super::http::Exchange;
use super::place::Place;
use crate::text::{bounded, clean};

/// A refusal that may be about the schema beside the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    /// The server names it.
    Named,
    /// The server names nothing that is known.
    Possible,
}

pub(super) fn doubt(exchange: &Exchange) -> Option<Doubt> {
    if !matches!(exchange.status, 400 | 404 | 415 | 422 | 501) {
        return None;
    }
    let (words, code) = error_of(exchange);
    if is_too_long(&words, &code) {
        return None;
    }
    let words = words.to_ascii_lowercase();
    // "schema" is in two of the names too; a model or a path that is not there is named as such.
    if words.contains("response_format") || words.contains("schema") {
        return Some(Doubt::Named);
    }
    (exchange.status == 400).then_some(Doubt::Possible)
}

/// The reply in the answer to a call. `asked` is the model that was asked for.
pub(super) fn reply(exchange: &Exchange, asked: &str, place: &Place, now: Timestamp) -> Result<Reply, Failure> {
    let fail = |kind, said: &str| Err(Failure::new(kind, place.scrub(&clean(said))));
    if !exchange.is_success() {
        return Err(failure(exchange, place, now));
    }
    let value = json(exchange, place)?;
    let Some(choice) = value["choices"].get(0) else {
        // Some servers put an error into an answer that says all is well.
        if value["error"].is_object() {
            let code = value["error"]["code"].as_u64().and_then(|c| u16::try_from(c).ok()).unwrap_or(500);
            return Err(failure(&Exchange { status: code, headers: exchange.headers.clone(), body: exchange.body.clone() }, place, now));
        }
        return fail(FailureKind::Odd, "it holds no reply");
    };
    let message = &choice["message"];
    if !message.is_object() {
        return fail(FailureKind::Odd, "it holds no message");
    }
    if let Some(refusal) = message["refusal"].as_str().filter(|r| !r.trim().is_empty()) {
        return fail(FailureKind::Refused, refusal);
    }
    match choice["finish_reason"].as_str() {
        Some("length") => return fail(FailureKind::TooLong, ""),
        Some("content_filter") => return fail(FailureKind::Refused, "a filter of the server stopped it"),
        _ => {}
    }
    let text = match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Array(parts) => parts.iter().filter_map(|p| p["text"].as_str()).collect(),
        _ => return fail(FailureKind::Odd, "its content is not text"),
    };
    let text = place.scrub(&text);
    if place.hides_key(&text) {
        return fail(FailureKind::Odd, "it holds the key in disguise");
    }
    let name = value["model"].as_str().filter(|m| !m.is_empty()).unwrap_or(asked);
    let mut program = vec!["openai-compatible".to_owned(), place.host().to_owned()];
    program.extend([exchange.header("server"), value["system_fingerprint"].as_str()].into_iter().flatten().map(|w| word(w, place)));
    Ok(Reply { text, model: Some(word(name, place)), program: Some(program.join(", ")), tokens: tokens(&value["usage"]) })
}

/// The names in a list of models.
pub(super) fn models(exchange: &Exchange, place: &Place) -> Result<Vec<String>, Failure> {
    if !exchange.is_success() {
        return Err(failure(exchange, place, Timestamp::now()));
    }
    let value = json(exchange, place)?;
    let list = value["data"].as_array().ok_or_else(|| Failure::new(FailureKind::Odd, "it is not a list of models"))?;
    Ok(list.iter().filter_map(|m| m["id"].as_str()).map(|id| place.scrub(&bounded(&clean(id), 300))).collect())
}

fn json(exchange: &Exchange, place: &Place) -> Result<Value, Failure> {
    serde_json::from_slice(&exchange.body).map_err(|error| {
        // Where the length is not told beforehand, this is all that an answer cut short shows.
        let kind = if error.is_eof() && !exchange.body.is_empty() { FailureKind::CutOff } else { FailureKind::Odd };
        let said = if kind == FailureKind::CutOff { String::new() } else { format!("it is not JSON: {}", beginning(exchange)) };
        Failure::new(kind, place.scrub(&said))
    })
}

fn failure(exchange: &Exchange, place: &Place, now: Timestamp) -> Failure {
    let (words, code) = error_of(exchange);
    let kind = match exchange.status {
        401 | 403 => FailureKind::Unauthorized,
        429 => FailureKind::RateLimited { wait_seconds: wait(exchange, now) },
        413 => FailureKind::PromptTooLong,
        400..=499 if is_too_long(&words, &code) => FailureKind::PromptTooLong,
        // A server that gave up on us may well have time later.
        408 | 500..=599 => FailureKind::ServerError,
        _ => FailureKind::BadRequest,
    };
    let status = exchange.status;
    let said = match kind {
        FailureKind::BadRequest if (300..400).contains(&status) => {
            format!("{} sends calls elsewhere ({status}), check `base_url`", place.host())
        }
        FailureKind::BadRequest if status == 404 && !place.looks_usual() => format!("{words} (404; does `base_url` lack /v1?)"),
        FailureKind::BadRequest | FailureKind::ServerError => format!("{words} ({status})"),
        FailureKind::Unauthorized => format!("{words} ({})", place.key_in_words()),
        _ => words,
    };
    Failure::new(kind, without_masked(&place.scrub(said.trim())))
}

/// What the server says of an error, and its code where it has one.
fn error_of(exchange: &Exchange) -> (String, String) {
    let value: Value = serde_json::from_slice(&exchange.body).unwrap_or(Value::Null);
    let error = &value["error"];
    let code = [&error["code"], &error["type"]].into_iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ");
    let words = [&error["message"], error, &value["message"], &value["detail"]].into_iter().find_map(Value::as_str);
    (words.map_or_else(|| beginning(exchange), |w| bounded(&clean(w), 1000)), code)
}

/// The beginning of an answer that has no known form. A page for a browser says nothing here.
fn beginning(exchange: &Exchange) -> String {
    let text = String::from_utf8_lossy(&exchange.body[..exchange.body.len().min(400)]).into_owned();
    let line = clean(&text).split_whitespace().collect::<Vec<_>>().join(" ");
    if line.starts_with('<') { "a web page".to_owned() } else { bounded(&line, 120) }
}

fn is_too_long(words: &str, code: &str) -> bool {
    code.contains("context_length_exceeded") || code.contains("exceed_context_size") || words.contains("maximum context length")
}

/// A key that the server has masked with stars is still half a key.
fn without_masked(text: &str) -> String {
    text.split(' ').map(|word| if word.contains("***") { "[key]" } else { word }).collect::<Vec<_>>().join(" ")
}

/// How long the server asks us to wait: a number of seconds or the time of an HTTP date.
fn wait(exchange: &Exchange, now: Timestamp) -> Option<u64> {
    if let Some(millis) = exchange.header("retry-after-ms").and_then(|v| v.trim().parse::<u64>().ok()) {
        return Some(millis.div_ceil(1000));
    }
    let asked = exchange.header("retry-after")?.trim();
    if let Ok(seconds) = asked.parse::<f64>() {
        return (seconds >= 0.0).then_some(seconds.ceil() as u64);
    }
    let then = jiff::fmt::rfc2822::parse(asked).ok()?.timestamp();
    Some(u64::try_from(then.as_second() - now.as_second()).unwrap_or(0))
}

fn word(text: &str, place: &Place) -> String {
    place.scrub(&bounded(&clean(text).split_whitespace().collect::<Vec<_>>().join(" "), 100))
}

fn tokens(usage: &Value) -> Option<Tokens> {
    let sent = usage["prompt_tokens"].as_u64()?;
    let received = usage["completion_tokens"].as_u64().unwrap_or(0);
    Some(Tokens { sent, received, cached: usage["prompt_tokens_details"]["cached_tokens"].as_u64().unwrap_or(0) })
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
