//! One exchange with the server, on a thread of its own so that a wish to stop is heeded while it waits. Owns the bounds on time and size and the words
//! for a connection that fails; what an answer means is not its concern.

use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use ureq::http::HeaderMap;

use super::super::{Failure, FailureKind, ProviderError};
use super::place::Place;
use crate::guard::MAX_REPLY;
use crate::runner::Cancel;

/// An answer wraps the reply in JSON, which may double what it escapes.
const MAX_BODY: usize = 2 * MAX_REPLY;
const POLL: Duration = Duration::from_millis(25);
/// What the thread may take beyond its own limit before it is left to itself.
const GRACE: Duration = Duration::from_millis(500);

/// What came back, whatever it says.
#[derive(Debug, Default)]
pub(super) struct Exchange {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Exchange {
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// Asks and waits for the whole answer. A body means a POST, none a GET.
pub(super) fn exchange(
    place: &Arc<Place>,
    path: &str,
    body: Option<String>,
    until: Instant,
    cancel: &Cancel,
) -> Result<Exchange, ProviderError> {
    let limit = until.saturating_duration_since(Instant::now());
    if limit.is_zero() {
        return Err(ProviderError::failed(FailureKind::TimedOut, ""));
    }
    let (sender, answers) = mpsc::channel();
    let (asked, path) = (place.clone(), path.to_owned());
    // Not waited for after a cancel: it holds nothing that needs an end, and goes with the process.
    std::thread::Builder::new()
        .name("openai".to_owned())
        .spawn(move || drop(sender.send(ask(&asked, &path, body, limit))))
        .map_err(|e| ProviderError::failed(FailureKind::Odd, format!("no thread could be started: {e}")))?;
    loop {
        if cancel.is_set() {
            return Err(ProviderError::Interrupted);
        }
        match answers.recv_timeout(POLL) {
            Ok(answer) => return answer.map_err(ProviderError::Failed),
            Err(RecvTimeoutError::Disconnected) => return Err(ProviderError::failed(FailureKind::Odd, "the call ended without an answer")),
            Err(RecvTimeoutError::Timeout) if Instant::now() > until + GRACE => {
                return Err(ProviderError::failed(FailureKind::TimedOut, place.host()));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn ask(place: &Place, path: &str, body: Option<String>, limit: Duration) -> Result<Exchange, Failure> {
    let url = place.url(path);
    let failed = |error| failure(error, place);
    let sent = match body {
        Some(body) => {
            let mut request = place.agent().post(&url).config().timeout_global(Some(limit)).build();
            request = request.header("content-type", "application/json").header("accept", "application/json");
            if let Some(key) = place.authorization() {
                request = request.header("authorization", key);
            }
            request.send(body)
        }
        None => {
            let mut request = place.agent().get(&url).config().timeout_global(Some(limit)).build();
            request = request.header("accept", "application/json");
            if let Some(key) = place.authorization() {
                request = request.header("authorization", key);
            }
            request.call()
        }
    };
    let (parts, body) = sent.map_err(failed)?.into_parts();
    let mut exchange = Exchange { status: parts.status.as_u16(), headers: parts.headers, body: Vec::new() };
    let mut reader = body.into_reader().take(MAX_BODY as u64 + 1);
    let read = reader.read_to_end(&mut exchange.body);
    // Of an error its status is enough: words that broke off do not make it another one.
    if exchange.is_success() {
        read.map_err(|e| failed(ureq::Error::from(e)))?;
        if exchange.body.len() > MAX_BODY {
            return Err(Failure::new(FailureKind::Odd, format!("it has more than {MAX_BODY} bytes")));
        }
    }
    Ok(exchange)
}

/// Why there is no whole answer. No message of these holds what was sent.
fn failure(error: ureq::Error, place: &Place) -> Failure {
    let host = place.host();
    let (kind, said) = match error {
        ureq::Error::Timeout(_) => (FailureKind::TimedOut, host.to_owned()),
        ureq::Error::HostNotFound => (FailureKind::Unreachable, format!("{host} is not a known host")),
        ureq::Error::ConnectionFailed => (FailureKind::Unreachable, host.to_owned()),
        ureq::Error::ConnectProxyFailed(why) => (FailureKind::Unreachable, format!("the proxy does not lead to {host} ({why})")),
        ureq::Error::Io(error) => of_connection(&error, host),
        ureq::Error::Rustls(error) => (FailureKind::NotSetUp, insecure(host, &error.to_string())),
        ureq::Error::Tls(why) => (FailureKind::NotSetUp, insecure(host, why)),
        ureq::Error::Protocol(error) => (FailureKind::Odd, format!("{host} does not speak HTTP as expected ({error})")),
        other => (FailureKind::Odd, other.to_string()),
    };
    Failure::new(kind, place.scrub(&said))
}

fn of_connection(error: &std::io::Error, host: &str) -> (FailureKind, String) {
    match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => {
            (FailureKind::CutOff, String::new())
        }
        // What TLS has to complain about comes in this shape.
        ErrorKind::InvalidData => (FailureKind::NotSetUp, insecure(host, &error.to_string())),
        _ => (FailureKind::Unreachable, format!("{host} ({error})")),
    }
}

fn insecure(host: &str, why: &str) -> String {
    format!("there is no secure connection to {host} ({why}); SSL_CERT_FILE may name a file with your own root certificates")
}
