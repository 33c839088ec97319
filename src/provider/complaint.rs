//! What the words of a failed program mean. Codex and Claude Code say why they failed in a sentence; here it becomes a kind of failure. The words were
//! seen in the real programs, and new versions have others: what is not known stays `ProgramFailed`, with the sentence itself.

use serde_json::Value;

use super::{Failure, FailureKind};

/// How long a limit of a subscription lasts where the program does not say: long enough that it is not waited for.
const USAGE_LIMIT_WAIT: u64 = 60 * 60;

/// Words and their meaning, the first that fits.
const KNOWN: [(&[&str], FailureKind); 9] = [
    (&["missing environment variable", "unknown option", "unexpected argument"], FailureKind::NotSetUp),
    (
        &["unauthorized", "not logged in", "/login", "log in again", "invalid api key", "failed to authenticate", "please run codex login"],
        FailureKind::Unauthorized,
    ),
    (&["rate limit", "rate_limit", "too many requests"], FailureKind::RateLimited { wait_seconds: None }),
    (&["high demand", "overloaded", "internal server error", "service unavailable", "bad gateway"], FailureKind::ServerError),
    (&["max_output_tokens", "output token maximum"], FailureKind::TooLong),
    (&["content_filter", "usage policy"], FailureKind::Refused),
    (&["context window", "prompt is too long", "input exceeds"], FailureKind::PromptTooLong),
    (
        &[
            "connection failed",
            "connection refused",
            "error sending request",
            "unable to connect",
            "econnrefused",
            "enotfound",
            "dns error",
        ],
        FailureKind::Unreachable,
    ),
    (&["stream disconnected", "stream closed", "stream error", "connection closed", "econnreset", "socket hang up"], FailureKind::CutOff),
];

/// The failure behind these words.
pub(super) fn understood(words: &str) -> Failure {
    let (said, is_body) = match body(words) {
        Some(message) => (message, true),
        None => (words.to_owned(), false),
    };
    let small = said.to_lowercase();
    let kind = if small.contains("usage limit") {
        FailureKind::RateLimited { wait_seconds: Some(wait(&small).unwrap_or(USAGE_LIMIT_WAIT)) }
    } else if let Some(kind) = status(&small).and_then(|status| of_status(status, &small)) {
        kind
    } else if let Some((_, kind)) = KNOWN.iter().find(|(known, _)| known.iter().any(|words| small.contains(words))) {
        match kind {
            FailureKind::RateLimited { .. } => FailureKind::RateLimited { wait_seconds: wait(&small) },
            kind => *kind,
        }
    } else if is_body {
        // A server's answer in place of a sentence: it did not take the request.
        FailureKind::BadRequest
    } else {
        FailureKind::ProgramFailed
    };
    if kind == FailureKind::NotSetUp { Failure::own_words(&said) } else { Failure::new(kind, said) }
}

/// The kind that an HTTP status stands for, where it is one of a failure.
pub(super) fn of_status(status: u64, words: &str) -> Option<FailureKind> {
    match status {
        401 | 403 => Some(FailureKind::Unauthorized),
        429 => Some(FailureKind::RateLimited { wait_seconds: wait(words) }),
        413 => Some(FailureKind::PromptTooLong),
        400..=499 => Some(FailureKind::BadRequest),
        500..=599 => Some(FailureKind::ServerError),
        _ => None,
    }
}

/// The message in the body of a server's error, where the words are one.
fn body(words: &str) -> Option<String> {
    let value: Value = serde_json::from_str(words.trim()).ok()?;
    let message = [value.pointer("/error/message"), value.get("detail"), value.get("message")];
    Some(message.into_iter().flatten().find_map(Value::as_str).unwrap_or(words).to_owned())
}

/// The number after `status`, `error` or `http`, as in `unexpected status 401 Unauthorized`.
fn status(small: &str) -> Option<u64> {
    let words: Vec<&str> = small.split_whitespace().map(|w| w.trim_matches(|c: char| !c.is_ascii_alphanumeric())).collect();
    let named = |word: &str| matches!(word, "status" | "error" | "http");
    words.windows(2).find(|pair| named(pair[0]) && pair[1].len() == 3).and_then(|pair| pair[1].parse().ok())
}

/// The seconds of `try again in 1.5s` or `try again in 3 hours`.
fn wait(small: &str) -> Option<u64> {
    let (_, rest) = small.split_once("try again in ")?;
    let number = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let seconds: f64 = rest[..number].parse().ok()?;
    let unit = match rest[number..].trim_start().chars().next() {
        Some('m') if rest[number..].trim_start().starts_with("ms") => 0.001,
        Some('m') => 60.0,
        Some('h') => 3600.0,
        Some('d') => 86400.0,
        _ => 1.0,
    };
    Some((seconds * unit).ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_complaint_of_the_real_programs_has_its_kind() {
        use FailureKind::*;
        let waiting = |seconds| RateLimited { wait_seconds: seconds };
        for (words, kind) in [
            ("unexpected status 401 Unauthorized: said by server, url: http://127.0.0.1:1/v1/responses", Unauthorized),
            ("unexpected status 403 Forbidden: said by server", Unauthorized),
            ("Not logged in", Unauthorized),
            ("Failed to authenticate. API Error: 401 said by server", Unauthorized),
            ("Invalid API key · Please run /login", Unauthorized),
            ("Missing environment variable: `MY_KEY`.", NotSetUp),
            ("exceeded retry limit, last status: 429 Too Many Requests", waiting(None)),
            ("rate limit exceeded: Rate limit reached. Please try again in 1.5s.", waiting(Some(2))),
            ("You've hit your usage limit. Upgrade, or try again in 3 hours 12 minutes.", waiting(Some(10800))),
            ("You've hit your usage limit. Try again at 5:30 PM.", waiting(Some(3600))),
            ("We’re currently experiencing high demand, which may cause temporary errors.", ServerError),
            ("unexpected status 503 Service Unavailable: said by server", ServerError),
            ("API Error: 529 Overloaded", ServerError),
            ("Incomplete response returned, reason: max_output_tokens", TooLong),
            ("API Error: Claude's response exceeded the 64000 output token maximum.", TooLong),
            ("Incomplete response returned, reason: content_filter", Refused),
            ("Codex ran out of room in the model's context window.", PromptTooLong),
            ("Connection failed: error sending request", Unreachable),
            ("API Error: Unable to connect to API (ECONNREFUSED)", Unreachable),
            ("stream disconnected before completion: stream closed before response.completed", CutOff),
            ("unexpected status 404 Not Found: no such model", BadRequest),
            (r#"{"error":{"message":"said by server","type":"x"}}"#, BadRequest),
            (r#"{"detail":"Instructions are not valid"}"#, BadRequest),
            ("something new", ProgramFailed),
            ("", ProgramFailed),
        ] {
            assert_eq!(understood(words).kind, kind, "{words}");
        }
    }

    #[test]
    fn of_a_servers_body_only_the_message_is_told() {
        assert_eq!(understood(r#"{"error":{"message":"the model m is not known","code":"x"}}"#).said, "the model m is not known");
        assert_eq!(understood("something new").said, "something new");
    }

    #[test]
    fn waits_are_read_in_every_unit() {
        let seconds = |words: &str| wait(&format!("please try again in {words}"));
        assert_eq!(["7s", "250ms", "2 minutes", "3 hours", "1 day", "20 seconds."].map(seconds), [7, 1, 120, 10800, 86400, 20].map(Some));
        assert_eq!(seconds("a while"), None);
        assert_eq!(wait("later"), None);
    }
}
