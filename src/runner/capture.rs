//! The output of a program on its way to the caller. Owns the reader threads, the cutting into lines and the excerpt; refuses to hold more than a
//! few chunks, one line per stream and the excerpt, whatever the program writes. It knows nothing of processes.

use std::io::{ErrorKind, Read};
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Duration;
use std::{io, mem, thread};

use super::sandbox::Walls;
use super::{Cancel, Stream};
use crate::evidence::MAX_EXCERPT;
use crate::text;

/// Chunks on the way at a time. A full queue blocks the readers, full pipes block the program: that is the back-pressure.
pub(super) const QUEUE: usize = 8;
/// As much as a pipe holds by default, so that a flood costs one message per pipe filling and not one per line.
const CHUNK: usize = 64 * 1024;
/// Cargo's JSON messages are single lines with whole diagnostics in them; nothing useful is longer than this.
const MAX_LINE: usize = 1024 * 1024;
/// Once every process of the run is dead the pipes are closed, unless a stranger was handed one. It is waited for no longer than this, which
/// is long only to give the readers their turn on a machine under load,
const LINGER: Duration = Duration::from_secs(1);
/// and no more is taken from it than the queue and two pipes of the largest size can still hold.
const LEFT_IN_PIPES: usize = 4 * 1024 * 1024;

pub(super) enum Event {
    Chunk(Stream, Vec<u8>),
    /// One of the two outputs is at its end.
    Closed,
    /// No process of the run is left, or none that can be ended.
    Over {
        survivors: bool,
    },
}

/// Reads one output on a thread of its own until it ends or nobody listens any more. The thread is not joined: it ends with the pipe.
pub(super) fn read_into(stream: Stream, mut pipe: impl Read + Send + 'static, events: SyncSender<Event>) -> io::Result<()> {
    let read = move || {
        let mut buffer = vec![0; CHUNK];
        loop {
            match pipe.read(&mut buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => break,
                Ok(count) => {
                    if events.send(Event::Chunk(stream, buffer[..count].to_vec())).is_err() {
                        return;
                    }
                }
            }
        }
        // Who has stopped listening does not miss this.
        let _ = events.send(Event::Closed);
    };
    thread::Builder::new().name("etude-output".to_owned()).spawn(read).map(drop)
}

/// Takes chunks on the calling thread, makes lines of them and remembers the excerpt.
pub(super) struct Capture<'a> {
    out: Lines,
    err: Lines,
    /// The guard's own line, which comes first on stderr and is nobody else's to see.
    foreword: Foreword,
    delivery: Delivery<'a>,
}

/// The line before the program's first word.
enum Foreword {
    Expected(Vec<u8>),
    Over(Option<Walls>),
}

impl Foreword {
    /// Takes the beginning of stderr; answers what of the chunk is the program's.
    fn take<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        /// No guard says more.
        const LONGEST: usize = 64 * 1024;
        let Foreword::Expected(so_far) = self else { return bytes };
        let end = bytes.iter().position(|byte| *byte == b'\n');
        so_far.extend_from_slice(&bytes[..end.unwrap_or(bytes.len())]);
        if end.is_some() || so_far.len() > LONGEST {
            *self = Foreword::Over(Walls::read(&String::from_utf8_lossy(so_far)));
        }
        end.map_or(&[], |end| &bytes[end + 1..])
    }
}

/// Where whole lines go.
struct Delivery<'a> {
    cancel: &'a Cancel,
    on_line: &'a mut dyn FnMut(Stream, &str),
    withheld: bool,
    excerpt: Excerpt,
}

impl<'a> Capture<'a> {
    pub(super) fn new(cancel: &'a Cancel, on_line: &'a mut dyn FnMut(Stream, &str), foreword: bool) -> Self {
        let foreword = if foreword { Foreword::Expected(Vec::new()) } else { Foreword::Over(None) };
        let delivery = Delivery { cancel, on_line, withheld: false, excerpt: Excerpt::default() };
        Self { out: Lines::default(), err: Lines::default(), foreword, delivery }
    }

    /// Works until the run is over and both outputs are at their end. Takes the events for good: readers and supervisor must not block on a queue
    /// that nobody empties any more.
    pub(super) fn collect(&mut self, events: Receiver<Event>) {
        let (mut open, mut over, mut left) = (2, false, LEFT_IN_PIPES);
        while open > 0 || !over {
            let event = if over { events.recv_timeout(LINGER).ok() } else { events.recv().ok() };
            match event {
                Some(Event::Chunk(stream, bytes)) => {
                    self.take(stream, &bytes);
                    if over {
                        left = left.saturating_sub(bytes.len());
                    }
                }
                Some(Event::Closed) => open -= 1,
                // Nobody can tell when a process that cannot be ended closes its pipes.
                Some(Event::Over { survivors: true }) | None => break,
                Some(Event::Over { survivors: false }) => over = true,
            }
            if left == 0 {
                break;
            }
        }
        self.out.finish(&mut |block| self.delivery.pass_on(Stream::Out, block));
        self.err.finish(&mut |block| self.delivery.pass_on(Stream::Err, block));
    }

    fn take(&mut self, stream: Stream, bytes: &[u8]) {
        let (lines, bytes) = match stream {
            Stream::Out => (&mut self.out, bytes),
            Stream::Err => (&mut self.err, self.foreword.take(bytes)),
        };
        lines.feed(bytes, &mut |block| self.delivery.pass_on(stream, block));
    }

    /// Whether a cancel kept lines from the caller.
    pub(super) fn lines_withheld(&self) -> bool {
        self.delivery.withheld
    }

    /// What the guard said before the program began.
    pub(super) fn walls(&mut self) -> Option<Walls> {
        match &mut self.foreword {
            Foreword::Over(walls) => walls.take(),
            Foreword::Expected(_) => None,
        }
    }

    pub(super) fn into_excerpt(self) -> String {
        self.delivery.excerpt.into_text()
    }
}

impl Delivery<'_> {
    fn pass_on(&mut self, stream: Stream, block: &[u8]) {
        self.excerpt.push(block);
        // A newline is never part of a broken character, so the block can be converted as a whole: one check instead of one per line.
        for line in String::from_utf8_lossy(block).split_terminator('\n') {
            if self.cancel.is_set() {
                self.withheld = true;
                return;
            }
            (self.on_line)(stream, line);
        }
    }
}

/// Puts the chunks of one stream together to blocks of whole lines, each line ended by a newline.
#[derive(Default)]
struct Lines {
    /// The line whose end has not come yet; never longer than `MAX_LINE`.
    partial: Vec<u8>,
    /// The current line was cut: what comes until its end is dropped.
    dropping: bool,
}

impl Lines {
    fn feed(&mut self, mut chunk: &[u8], emit: &mut dyn FnMut(&[u8])) {
        if self.dropping || !self.partial.is_empty() {
            let Some(end) = chunk.iter().position(|byte| *byte == b'\n') else {
                return self.extend_partial(chunk, emit);
            };
            self.extend_partial(&chunk[..end], emit);
            if !mem::take(&mut self.dropping) {
                self.emit_partial(emit);
            }
            chunk = &chunk[end + 1..];
        }
        let whole = chunk.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        if whole > 0 {
            emit(&chunk[..whole]);
        }
        self.extend_partial(&chunk[whole..], emit);
    }

    fn extend_partial(&mut self, piece: &[u8], emit: &mut dyn FnMut(&[u8])) {
        if self.dropping {
            return;
        }
        let room = MAX_LINE - self.partial.len();
        self.partial.extend_from_slice(&piece[..piece.len().min(room)]);
        if piece.len() > room {
            let whole = without_broken_end(&self.partial).len();
            self.partial.truncate(whole);
            self.emit_partial(emit);
            self.dropping = true;
        }
    }

    fn emit_partial(&mut self, emit: &mut dyn FnMut(&[u8])) {
        self.partial.push(b'\n');
        emit(&self.partial);
        self.partial.clear();
    }

    fn finish(&mut self, emit: &mut dyn FnMut(&[u8])) {
        if !self.partial.is_empty() {
            self.emit_partial(emit);
        }
    }
}

/// The first bytes and the last bytes of all that was said.
#[derive(Default)]
struct Excerpt {
    head: Vec<u8>,
    /// Up to twice `TAIL`, so that dropping the front is rare.
    tail: Vec<u8>,
    seen: usize,
}

const HEAD: usize = 4 * 1024;
const MARK: usize = 64;
const TAIL: usize = MAX_EXCERPT - HEAD - MARK;

impl Excerpt {
    fn push(&mut self, bytes: &[u8]) {
        self.seen += bytes.len();
        let (first, rest) = bytes.split_at(bytes.len().min(HEAD - self.head.len()));
        self.head.extend_from_slice(first);
        self.tail.extend_from_slice(&rest[rest.len().saturating_sub(TAIL)..]);
        if self.tail.len() > 2 * TAIL {
            self.tail.drain(..self.tail.len() - TAIL);
        }
    }

    fn into_text(self) -> String {
        let tail = &self.tail[self.tail.len().saturating_sub(TAIL)..];
        if self.head.len() + tail.len() == self.seen {
            return text::clean(&as_text(&[&self.head, tail].concat()));
        }
        let (head, tail) = (up_to_line_end(&self.head), from_line_start(tail));
        let left_out = self.seen - head.len() - tail.len();
        let newline = if head.ends_with(b"\n") { "" } else { "\n" };
        format!("{}{newline}… ({left_out} bytes left out) …\n{}", text::clean(&as_text(head)), text::clean(&as_text(tail)))
    }
}

/// Bytes as text that is never longer: `?`, unlike the usual replacement character, has the size of the byte that it stands for.
fn as_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.push('?');
        }
    }
    text
}

/// Ends at a line's end where that costs less than half, else at a character's.
fn up_to_line_end(bytes: &[u8]) -> &[u8] {
    match bytes.iter().rposition(|byte| *byte == b'\n') {
        Some(last) if last >= bytes.len() / 2 => &bytes[..=last],
        _ => without_broken_end(bytes),
    }
}

/// Starts at a line's start where that costs less than half, else at a character's.
fn from_line_start(bytes: &[u8]) -> &[u8] {
    match bytes.iter().position(|byte| *byte == b'\n') {
        Some(first) if first < bytes.len() / 2 => &bytes[first + 1..],
        _ => &bytes[bytes.iter().take(3).take_while(|byte| **byte & 0xc0 == 0x80).count()..],
    }
}

/// Without the character at the end of which only the beginning is there.
fn without_broken_end(bytes: &[u8]) -> &[u8] {
    let is_beginning = |end: &[u8]| str::from_utf8(end).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none());
    let end = (bytes.len().saturating_sub(3)..bytes.len()).find(|start| is_beginning(&bytes[*start..]));
    &bytes[..end.unwrap_or(bytes.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(chunks: &[&[u8]]) -> Vec<String> {
        let (mut lines, mut seen) = (Lines::default(), Vec::new());
        let mut emit = |block: &[u8]| {
            assert_eq!(block.last(), Some(&b'\n'));
            seen.extend(String::from_utf8_lossy(block).split_terminator('\n').map(str::to_owned));
        };
        for chunk in chunks {
            lines.feed(chunk, &mut emit);
            assert!(lines.partial.len() <= MAX_LINE);
        }
        lines.finish(&mut emit);
        seen
    }

    fn excerpt_of(blocks: &[&[u8]]) -> String {
        let mut excerpt = Excerpt::default();
        blocks.iter().for_each(|block| excerpt.push(block));
        excerpt.into_text()
    }

    #[test]
    fn lines_come_whole_wherever_the_chunks_are_cut() {
        let text = "one\n\nthrée\nno newline";
        for cut in 0..text.len() {
            let (left, right) = text.as_bytes().split_at(cut);
            assert_eq!(lines_of(&[left, right]), ["one", "", "thrée", "no newline"], "cut at {cut}");
        }
        assert_eq!(lines_of(&[b"bad \xff byte\n"]), ["bad \u{fffd} byte"]);
        assert_eq!(lines_of(&[b"\n"]), [""]);
        assert!(lines_of(&[b""]).is_empty());
    }

    #[test]
    fn a_long_line_is_cut_at_a_character_and_the_next_one_is_whole() {
        let long = "é".repeat(MAX_LINE);
        let pieces: Vec<&[u8]> =
            [b"x".as_slice()].into_iter().chain(long.as_bytes().chunks(CHUNK)).chain([b"\nnext\n".as_slice()]).collect();
        let lines = lines_of(&pieces);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len(), MAX_LINE - 1);
        assert!(lines[0].ends_with('é'));
        assert_eq!(lines[1], "next");
        let exact = vec![b'a'; MAX_LINE];
        assert_eq!(lines_of(&[&exact, b"\n", b"b\n"]).iter().map(String::len).collect::<Vec<_>>(), [MAX_LINE, 1]);
    }

    #[test]
    fn a_short_output_is_the_excerpt_without_escapes() {
        assert_eq!(excerpt_of(&[b"\x1b[31mred\x1b[0m\n", b"\xffplain\n"]), "red\n?plain\n");
        assert_eq!(excerpt_of(&[]), "");
    }

    #[test]
    fn a_long_output_keeps_its_head_and_tail_at_line_borders() {
        let lines: Vec<String> = (0..100_000).map(|number| format!("line {number}\n")).collect();
        let all: usize = lines.iter().map(String::len).sum();
        let text = excerpt_of(&lines.iter().map(String::as_bytes).collect::<Vec<_>>());
        assert!(text.len() <= MAX_EXCERPT && text.len() > MAX_EXCERPT - 200, "{}", text.len());
        let (head, rest) = text.split_once("… (").unwrap();
        let (left_out, tail) = rest.split_once(" bytes left out) …\n").unwrap();
        assert!(head.starts_with("line 0\n") && head.ends_with('\n'));
        assert!(tail.starts_with("line ") && tail.ends_with("line 99999\n"));
        assert_eq!(head.len() + tail.len() + left_out.parse::<usize>().unwrap(), all);
    }

    #[test]
    fn an_excerpt_of_rubbish_stays_within_its_bounds() {
        for byte in [0xff, b'x', 0x80, 0xe2, b'\n', 0x1b] {
            let text = excerpt_of(&[&vec![byte; 100_000], &[byte; 7]]);
            assert!(text.len() <= MAX_EXCERPT, "{byte}: {}", text.len());
            assert!(text.contains("bytes left out"));
        }
        let text = excerpt_of(&["é".repeat(50_000).as_bytes(), b"\n"]);
        assert!(!text.contains('?'), "no character was split");
    }
}
