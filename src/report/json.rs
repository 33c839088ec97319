//! The face for programs: JSON lines on stdout.

use std::io::Write;

use serde_json::{Value, json};

use super::{Face, error_line};
use crate::error::{Error, Exit};
use crate::event::Event;
use crate::view::{Offer, View};

pub struct JsonFace {
    command: &'static str,
    etude: String,
}

impl JsonFace {
    pub fn new(command: &'static str, etude: &str) -> JsonFace {
        JsonFace { command, etude: etude.to_owned() }
    }

    fn line(&self, value: &Value) {
        let line = crate::text::json_line(value);
        // A reader that went away wants nothing more.
        let _ = std::io::stdout().write_all(line.as_bytes());
    }

    fn last(&self, exit: Exit, data: Value, next: Option<String>) {
        let ok = exit == Exit::Done;
        self.line(&json!({ "v": 1, "command": self.command, "ok": ok, "exit": exit as u8, "data": data, "next": next }));
    }
}

impl Face for JsonFace {
    fn event(&mut self, event: &Event) {
        self.line(&serde_json::to_value(event).unwrap_or_default());
    }

    fn done(&mut self, view: &View, next: Option<&str>, exit: Exit, trouble: Option<&Error>) {
        if let Some(error) = trouble {
            error_line(error);
        }
        self.last(exit, serde_json::to_value(view).unwrap_or_default(), next.map(str::to_owned));
    }

    fn failed(&mut self, error: &Error) {
        error_line(error);
        let next = error.advice().command.map(|c| format!("{} {c}", self.etude));
        self.last(error.exit(), error.to_json(), next);
    }

    fn greet(&mut self, _: &[Offer], _: bool) {}

    fn question(&mut self, _: &str, _: &[String], _: usize, _: bool) {}
}
