//! An OpenAI-compatible server on loopback, as a test tells it: it answers as the given model would, except for the calls that the script spoils, and it
//! keeps every request. Speaks plain HTTP, stands in for a proxy (`CONNECT`), or speaks TLS with the certificate of the fixtures.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use etude::stage::Role;
use etude::stage::packet::Packet;
use serde_json::{Value, json};

use crate::recorded::tiny_answer;
use crate::replies::Replies;
use crate::tiny::Tiny;

/// What a call gets instead of the model's answer.
#[derive(Clone)]
pub enum Answer {
    /// Status, further headers, body.
    Http(u16, Vec<(&'static str, String)>, String),
    /// A good answer, in chunks.
    Chunked(Value),
    /// An answer that announces more than it holds.
    Cut(String),
    /// Chunks without the last one.
    CutChunks(String),
    /// These bytes, and the connection ends.
    Raw(&'static [u8]),
    /// A body without an end.
    Huge,
    /// Nothing, for as long as the caller waits.
    Stall,
}

impl Answer {
    pub fn error(status: u16, message: &str) -> Answer {
        Answer::Http(status, Vec::new(), json!({ "error": { "message": message } }).to_string())
    }

    /// A reply with this text, as the model says it.
    pub fn says(text: &str) -> Answer {
        Answer::choice(json!({ "finish_reason": "stop", "message": { "role": "assistant", "content": text } }))
    }

    pub fn choice(choice: Value) -> Answer {
        Answer::Http(200, Vec::new(), completion(choice).to_string())
    }
}

/// One request as it came in.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Method and path.
    pub line: String,
    pub headers: String,
    pub body: String,
}

impl Asked {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    pub fn prompt(&self) -> String {
        self.json()["messages"][0]["content"].as_str().unwrap_or_default().to_owned()
    }

    /// The packet is the one line of the prompt that is one.
    fn packet(&self) -> Option<Packet> {
        self.prompt().lines().find_map(|line| serde_json::from_str(line).ok())
    }

    pub fn header(&self, name: &str) -> Option<String> {
        let find = |line: &str| line.split_once(':').filter(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.trim().to_owned());
        self.headers.lines().find_map(find)
    }
}

pub struct Endpoint {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    model: Box<dyn Fn(&Packet) -> Value + Send + Sync>,
    /// By the number of the call, from 1.
    script: BTreeMap<usize, Answer>,
    models: Vec<&'static str>,
    seen: Mutex<Vec<Asked>>,
    over: AtomicBool,
}

impl Endpoint {
    /// Answers with the tiny exercise, and as a coach and a reviewer of it.
    pub fn of(tiny: &'static Tiny, script: impl IntoIterator<Item = (usize, Answer)>) -> Endpoint {
        Endpoint::with(tiny, script, &["tiny-model"], None)
    }

    /// The same with a list of models of its own.
    pub fn with_models(tiny: &'static Tiny, models: &[&'static str]) -> Endpoint {
        Endpoint::with(tiny, [], models, None)
    }

    /// The same over TLS.
    pub fn secure(tiny: &'static Tiny, tls: Arc<rustls::ServerConfig>) -> Endpoint {
        Endpoint::with(tiny, [], &["tiny-model"], Some(tls))
    }

    fn with(
        tiny: &'static Tiny,
        script: impl IntoIterator<Item = (usize, Answer)>,
        models: &[&'static str],
        tls: Option<Arc<rustls::ServerConfig>>,
    ) -> Endpoint {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared {
            model: Box::new(move |packet| tiny_model(tiny, packet)),
            script: script.into_iter().collect(),
            models: models.to_vec(),
            seen: Mutex::default(),
            over: AtomicBool::new(false),
        });
        let serving = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if serving.over.load(Ordering::Relaxed) {
                    return;
                }
                let (shared, tls) = (serving.clone(), tls.clone());
                std::thread::spawn(move || match tls {
                    None => shared.serve(stream),
                    Some(tls) => {
                        let connection = rustls::ServerConnection::new(tls).expect("a TLS connection");
                        shared.serve(rustls::StreamOwned::new(connection, stream));
                    }
                });
            }
        });
        Endpoint { address, shared }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub fn requests(&self) -> Vec<Asked> {
        self.shared.seen().clone()
    }

    /// The calls of the model among the requests.
    pub fn calls(&self) -> Vec<Asked> {
        self.requests().into_iter().filter(|r| r.line.ends_with("/chat/completions")).collect()
    }

    /// Waits until this many calls have come in.
    pub fn until_calls(&self, count: usize) {
        let end = Instant::now() + Duration::from_secs(60);
        while self.calls().len() < count {
            assert!(Instant::now() < end, "there were only {} calls", self.calls().len());
            std::thread::sleep(Duration::from_millis(4));
        }
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address);
    }
}

impl Shared {
    fn seen(&self) -> MutexGuard<'_, Vec<Asked>> {
        self.seen.lock().expect("no test panicked")
    }

    fn serve(&self, mut stream: impl Read + Write) {
        while let Some(asked) = request(&mut stream) {
            let nth = {
                let mut seen = self.seen();
                seen.push(asked.clone());
                seen.iter().filter(|r| r.line.ends_with("/chat/completions")).count()
            };
            if asked.line.starts_with("CONNECT ") {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
                continue;
            }
            let answer = if asked.line == "GET /v1/models" {
                let list: Vec<Value> = self.models.iter().map(|id| json!({ "id": id, "object": "model" })).collect();
                Answer::Http(200, Vec::new(), json!({ "object": "list", "data": list }).to_string())
            } else if !asked.line.starts_with("POST /v1/chat/completions") {
                Answer::error(404, "there is nothing here")
            } else {
                self.script.get(&nth).cloned().unwrap_or_else(|| match asked.packet() {
                    Some(packet) => Answer::says(&(self.model)(&packet).to_string()),
                    None => Answer::error(400, "the prompt holds no packet"),
                })
            };
            let _ = self.send(&mut stream, answer);
            return;
        }
    }

    fn send(&self, stream: &mut (impl Read + Write), answer: Answer) -> std::io::Result<()> {
        let head = "HTTP/1.1 200 OK\r\nServer: etude-test\r\nContent-Type: application/json\r\nConnection: close\r\n";
        match answer {
            Answer::Http(status, headers, body) => {
                write!(
                    stream,
                    "HTTP/1.1 {status} Status\r\nServer: etude-test\r\nConnection: close\r\nContent-Length: {}\r\n",
                    body.len()
                )?;
                for (name, value) in headers {
                    write!(stream, "{name}: {value}\r\n")?;
                }
                write!(stream, "\r\n{body}")?;
            }
            Answer::Chunked(choice) => {
                write!(stream, "{head}Transfer-Encoding: chunked\r\n\r\n")?;
                for part in completion(choice).to_string().as_bytes().chunks(64) {
                    write!(stream, "{:x}\r\n", part.len())?;
                    stream.write_all(part)?;
                    stream.write_all(b"\r\n")?;
                }
                stream.write_all(b"0\r\n\r\n")?;
            }
            Answer::Cut(body) => write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len() + 100)?,
            Answer::CutChunks(body) => write!(stream, "{head}Transfer-Encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n", body.len())?,
            Answer::Raw(bytes) => stream.write_all(bytes)?,
            Answer::Huge => {
                write!(stream, "{head}\r\n{{\"choices\":\"")?;
                // Ends when the caller has enough.
                while !self.over.load(Ordering::Relaxed) {
                    stream.write_all(&[b'x'; 65536])?;
                }
            }
            // Ends when the caller hangs up.
            Answer::Stall => drop(stream.read(&mut [0; 1])),
        }
        stream.flush()
    }
}

fn request(stream: &mut impl Read) -> Option<Asked> {
    let mut bytes = Vec::new();
    let mut byte = [0; 1];
    while !bytes.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        bytes.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&bytes).into_owned();
    let (first, headers) = head.split_once("\r\n")?;
    let mut asked = Asked { line: first.rsplit_once(' ')?.0.to_owned(), headers: headers.replace('\r', ""), body: String::new() };
    let mut body = vec![0; asked.header("content-length").and_then(|v| v.parse().ok()).unwrap_or(0)];
    stream.read_exact(&mut body).ok()?;
    asked.body = String::from_utf8_lossy(&body).into_owned();
    Some(asked)
}

fn completion(choice: Value) -> Value {
    json!({
        "id": "c-1", "object": "chat.completion", "model": "tiny-model-2", "system_fingerprint": "b1", "choices": [choice],
        "usage": { "prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110, "prompt_tokens_details": { "cached_tokens": 60 } },
    })
}

/// The answer of somebody who knows the tiny exercise.
fn tiny_model(tiny: &'static Tiny, packet: &Packet) -> Value {
    let (replies, told) = (Replies::none(tiny), &packet.attempt_context);
    match packet.role {
        Role::Coach => replies.hint(told.attempt_index, told.hint_level.into(), "What does the test ask for?"),
        Role::Reviewer => {
            let passed = packet.evidence_context.latest.as_ref().is_some_and(|e| e.passed());
            let (verdict, score) = if passed { ("PASS", 90) } else { ("FAIL", 20) };
            replies.review(told.attempt_index, verdict, score)
        }
        _ => tiny_answer(tiny, packet),
    }
}

/// How many calls a start of the tiny exercise takes.
pub fn calls_of(tiny: &Tiny) -> usize {
    1 + tiny.starter.len() + tiny.tests.len() + tiny.lesson.len()
}
