//! What a proof says while it goes on and what it has found. Rules that work side by side tell one after the other, in the order of the report, whichever of them
//! is ready first.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Duration;

use super::Strictness;
use super::report::{Check, Counts, Report};
use crate::error::Error;
use crate::event::{Event, Sink};
use crate::trials::{millis, worse};

/// What was found so far, told as it is found.
pub(super) struct Progress {
    node: String,
    pub strictness: Strictness,
    pub checks: Vec<Check>,
    /// For programs that never end.
    pub waited: Duration,
    /// What went wrong beside.
    trouble: Option<Error>,
    events: Sender<Event>,
}

/// Rules that go on beside others: what they tell waits until it is asked for.
pub(super) struct Beside<'scope, R> {
    told: Receiver<Event>,
    work: ScopedJoinHandle<'scope, Result<Found<R>, Error>>,
}

struct Found<R> {
    answer: R,
    checks: Vec<Check>,
    waited: Duration,
}

/// Does the work and passes on what it tells.
pub(super) fn report<R: Send>(
    node: &str,
    strictness: Strictness,
    events: Sink,
    work: impl FnOnce(Progress) -> Result<R, Error> + Send,
) -> Result<R, Error> {
    std::thread::scope(|scope| {
        let (progress, told) = Progress::new(node, strictness);
        let work = scope.spawn(move || work(progress));
        told.into_iter().for_each(events);
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

impl<R> Beside<'_, R> {
    /// Waits for them, and forgets what they found: it means nothing any more.
    pub fn unheard(self) -> Option<R> {
        drop(self.work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        None
    }
}

impl Progress {
    fn new(node: &str, strictness: Strictness) -> (Progress, Receiver<Event>) {
        let (events, told) = channel();
        (Progress { node: node.to_owned(), strictness, checks: Vec::new(), waited: Duration::ZERO, trouble: None, events }, told)
    }

    /// Begins rules that go on beside others.
    pub fn beside<'scope, R: Send + 'scope>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce(&mut Progress) -> Result<R, Error> + Send + 'scope,
    ) -> Beside<'scope, R> {
        let (mut progress, told) = Progress::new(&self.node, self.strictness);
        let work = scope.spawn(move || {
            let answer = work(&mut progress)?;
            Ok(Found { answer, checks: progress.checks, waited: progress.waited })
        });
        Beside { told, work }
    }

    /// Waits for them, and tells what they told. Without an answer there was trouble, here or with others: `untroubled` says which.
    pub fn hear<R>(&mut self, rules: Beside<R>) -> Option<R> {
        rules.told.into_iter().for_each(|event| self.send(event));
        match rules.work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)) {
            Ok(found) => {
                self.checks.extend(found.checks);
                self.waited += found.waited;
                Some(found.answer)
            }
            Err(error) => {
                self.trouble = worse(self.trouble.take(), error);
                None
            }
        }
    }

    pub fn untroubled(&mut self) -> Result<(), Error> {
        self.trouble.take().map_or(Ok(()), Err)
    }

    pub fn trying(&mut self, what: &str) {
        self.send(Event::Proving { node: self.node.clone(), what: what.to_owned() });
    }

    pub fn tell(&mut self, check: Check) {
        let what = match &check.of {
            Some(of) => format!("{} {of}", check.rule.name()),
            None => check.rule.name(),
        };
        let detail = if check.ok { String::new() } else { check.findings.first().map(|f| f.says.clone()).unwrap_or_default() };
        self.send(Event::Proved { node: self.node.clone(), what, ok: check.ok, detail });
        self.checks.push(check);
    }

    /// Whoever listened may be gone; the proof goes on.
    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }

    pub fn into_report(self, language: &str, counts: Counts, took: Duration) -> Report {
        Report {
            node: self.node,
            language: language.to_owned(),
            checks: self.checks,
            counts,
            millis: millis(took),
            waited: millis(self.waited),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_side_by_side_is_told_in_order_and_the_trouble_itself_counts() {
        let mut told: Vec<String> = Vec::new();
        let mut sink = |event: Event| {
            if let Event::Proving { what, .. } = event {
                told.push(what);
            }
        };
        let ended = report("S100", Strictness::Bank, &mut sink, |mut progress| {
            std::thread::scope(|scope| {
                let slow = progress.beside(scope, |t| {
                    std::thread::sleep(Duration::from_millis(30));
                    t.trying("the first");
                    Ok(1)
                });
                let quick = progress.beside(scope, |t| {
                    t.trying("the second");
                    Err::<u8, _>(Error::Interrupted)
                });
                let troubled = progress.beside(scope, |_| Err::<u8, _>(Error::Internal("no space".to_owned())));
                assert_eq!((progress.hear(slow), progress.hear(quick), progress.hear(troubled)), (Some(1), None, None));
                progress.untroubled()
            })
        });
        assert!(matches!(ended, Err(Error::Internal(_))), "{ended:?}");
        assert_eq!(told, ["the first", "the second"]);
    }
}
