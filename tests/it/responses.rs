//! A small Responses server on loopback, in the place of OpenAI: it answers the real Codex with prepared replies, each role in order, and keeps what it was
//! asked. Before a prepared reply it can be told to misbehave.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::replies::Replies;

/// What a request gets.
#[derive(Clone)]
pub enum Answer {
    Text(String),
    /// The content of a message that holds no text, but this refusal.
    Refusal(&'static str),
    /// A status and the body with it.
    Status(u16, &'static str),
    /// The beginning of a stream, and then nothing more.
    Cut,
    /// Not a word.
    Stall,
}

/// A request as it came.
#[derive(Clone)]
pub struct Asked {
    pub role: String,
    /// What etude told: the last message.
    pub prompt: String,
    pub body: Value,
    /// Of the whole body.
    pub bytes: usize,
}

#[derive(Default)]
struct Desk {
    replies: HashMap<String, VecDeque<String>>,
    /// Come before the replies, which wait.
    first: HashMap<String, VecDeque<Answer>>,
    asked: Vec<Asked>,
}

pub struct Server {
    port: u16,
    desk: Arc<Mutex<Desk>>,
    over: Arc<AtomicBool>,
}

impl Server {
    pub fn serving(replies: &Replies) -> Server {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port on loopback");
        let port = listener.local_addr().expect("an address").port();
        let server = Server { port, desk: Arc::default(), over: Arc::default() };
        server.add(replies);
        let (desk, over) = (server.desk.clone(), server.over.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten().take_while(|_| !over.load(Ordering::Relaxed)) {
                let (desk, over) = (desk.clone(), over.clone());
                // A client that goes away in the middle is no matter of the server.
                std::thread::spawn(move || drop(serve(stream, &desk, &over)));
            }
        });
        server
    }

    /// More replies, after those that are there.
    pub fn add(&self, replies: &Replies) -> &Server {
        let mut desk = self.desk.lock().expect("no test panicked");
        for (role, text) in replies.texts() {
            desk.replies.entry(role.to_owned()).or_default().push_back(text.to_owned());
        }
        drop(desk);
        self
    }

    /// The next request of this role gets this; its reply waits for the request after it.
    pub fn first(&self, role: &str, answer: Answer) -> &Server {
        self.desk.lock().expect("no test panicked").first.entry(role.to_owned()).or_default().push_back(answer);
        self
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.desk.lock().expect("no test panicked").asked.clone()
    }

    /// The roles in the order of the requests.
    pub fn roles(&self) -> Vec<String> {
        self.asked().into_iter().map(|a| a.role).collect()
    }

    pub fn until_asked(&self, requests: usize) {
        let end = Instant::now() + Duration::from_secs(30);
        while self.asked().len() < requests {
            assert!(Instant::now() < end, "only {:?} were asked", self.roles());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// How Codex is told of this server.
    pub fn settings(&self) -> String {
        let provider = format!(
            "model_providers.m={{name=\"m\",base_url=\"http://127.0.0.1:{}/v1\",wire_api=\"responses\",request_max_retries=0,stream_max_retries=0}}",
            self.port
        );
        format!("args = [\"-c\", \"model_provider=m\", \"-c\", '{provider}']")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for a client.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
    }
}

fn serve(mut stream: TcpStream, desk: &Mutex<Desk>, over: &AtomicBool) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let Some((first, body)) = request(&stream)? else { return Ok(()) };
    if !first.starts_with("POST /v1/responses ") {
        return plain(&mut stream, 404, "");
    }
    match answer(&body, desk) {
        Answer::Text(text) => {
            stream_head(&mut stream)?;
            message(&mut stream, &json!([{ "type": "output_text", "text": text }]))
        }
        Answer::Refusal(words) => {
            stream_head(&mut stream)?;
            message(&mut stream, &json!([{ "type": "refusal", "refusal": words }]))
        }
        Answer::Status(status, body) => plain(&mut stream, status, body),
        Answer::Cut => {
            stream_head(&mut stream)?;
            event(&mut stream, &json!({ "type": "response.created", "response": { "id": "r" } }))
        }
        Answer::Stall => {
            let end = Instant::now() + Duration::from_secs(60);
            while !over.load(Ordering::Relaxed) && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(20));
            }
            Ok(())
        }
    }
}

/// The first line and the body.
fn request(stream: &TcpStream) -> std::io::Result<Option<(String, Vec<u8>)>> {
    let mut reader = BufReader::new(stream);
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first)?;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Some((first, body)))
}

fn answer(bytes: &[u8], desk: &Mutex<Desk>) -> Answer {
    let body: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let role = body.pointer("/text/format/schema/properties/role/const").and_then(Value::as_str).unwrap_or("unknown").to_owned();
    let last = body["input"].as_array().and_then(|all| all.last()).and_then(|m| m.pointer("/content/0/text")).and_then(Value::as_str);
    let prompt = last.unwrap_or_default().to_owned();
    let mut desk = desk.lock().expect("no test panicked");
    desk.asked.push(Asked { role: role.clone(), prompt, body, bytes: bytes.len() });
    if let Some(answer) = desk.first.get_mut(&role).and_then(VecDeque::pop_front) {
        return answer;
    }
    let next = desk.replies.get_mut(&role).and_then(VecDeque::pop_front);
    next.map_or(Answer::Status(404, r#"{"error":{"message":"nothing more is prepared"}}"#), Answer::Text)
}

fn stream_head(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")
}

fn message(stream: &mut TcpStream, content: &Value) -> std::io::Result<()> {
    let item = json!({ "type": "message", "role": "assistant", "id": "m", "content": content });
    event(stream, &json!({ "type": "response.output_item.done", "output_index": 0, "item": item }))?;
    let usage = json!({
        "input_tokens": 100, "input_tokens_details": { "cached_tokens": 60 },
        "output_tokens": 7, "output_tokens_details": { "reasoning_tokens": 0 }, "total_tokens": 107,
    });
    event(stream, &json!({ "type": "response.completed", "response": { "id": "r", "usage": usage } }))
}

fn event(stream: &mut TcpStream, event: &Value) -> std::io::Result<()> {
    write!(stream, "event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default())
}

fn plain(stream: &mut TcpStream, status: u16, body: &str) -> std::io::Result<()> {
    let head =
        format!("HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())
}
