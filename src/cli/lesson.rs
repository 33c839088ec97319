//! `etude lesson`: the lesson, here.

use super::Done;
use super::app::{App, shown};
use crate::error::Error;
use crate::view::{LessonView, View};

/// Read the lesson of the exercise, all of it or one section.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only this section, by its number.
    section: Option<usize>,
}

pub(super) fn run(app: &mut App, args: Args) -> Result<Done, Error> {
    let session = app.active()?;
    let path = session.lesson(app.store.home().root());
    let on_disk = crate::workspace::read_plain(&path, 1024 * 1024).map(|b| String::from_utf8_lossy(&b).into_owned());
    // A lesson that was removed is still among what etude kept.
    let text = match on_disk {
        Some(text) => text,
        None => {
            let sealed = app.sealed(&session)?;
            let kept = sealed.generated.into_iter().find(|f| f.path == "LESSON.md");
            kept.map(|f| f.content).ok_or_else(|| app.workspace_gone(&session))?
        }
    };
    let text = match args.section {
        Some(number) => section(&text, number).ok_or_else(|| {
            let what = format!("the lesson has no section {number}");
            Error::WrongUse { what, next: "lesson".to_owned() }
        })?,
        None => text,
    };
    Ok(Done::new(View::Lesson(LessonView { path: shown(&path), text }), "attempt"))
}

/// The text under the heading `## N. …`, outside of code fences.
fn section(text: &str, number: usize) -> Option<String> {
    let start = format!("## {number}. ");
    let (mut out, mut inside, mut fenced) = (Vec::new(), false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        if !fenced && line.starts_with("## ") {
            inside = line.starts_with(&start);
        }
        if inside {
            out.push(line);
        }
    }
    (!out.is_empty()).then(|| out.join("\n"))
}
