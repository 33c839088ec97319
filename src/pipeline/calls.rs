//! One stage call, from the packet to an accepted reply. Owns the order: a kept reply first, then the provider, tried again where that can help; then the
//! guard, with one more call that states what was wrong; then the draft. Nothing else makes a call.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::json;

use super::Work;
use crate::config::CallLimits;
use crate::error::Error;
use crate::event::{Event, Sink};
use crate::guard::{self, Accepted, MAX_REPLY, Reason, Rejection};
use crate::provider::{self, Call, Provider, ProviderError, Reply};
use crate::runner::Cancel;
use crate::session::CallRecord;
use crate::stage::packet::Packet;
use crate::stage::{Role, prompt};
use crate::store::{AuditLog, KeptReply};

/// Accepted or refused; or it could not be found out.
pub(super) type Judged<T> = Result<Result<Accepted<T>, Rejection>, Error>;

/// What a call is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Write,
    /// The proof found a fault in what was written.
    Repair,
    /// It found what may be a fault.
    Doubt,
}

/// The calls of one command: how many there were, and how many there may be.
#[derive(Debug)]
pub struct Ledger {
    limits: CallLimits,
    began: Instant,
    made: u32,
    records: Vec<CallRecord>,
}

impl Ledger {
    pub fn new(limits: CallLimits) -> Ledger {
        Ledger { limits, began: Instant::now(), made: 0, records: Vec::new() }
    }

    /// How long the command has been at work.
    pub(super) fn spent(&self) -> Duration {
        self.began.elapsed()
    }

    fn take_records(&mut self) -> Vec<CallRecord> {
        std::mem::take(&mut self.records)
    }

    /// Whether one more call is within the budget, and how long it may take.
    fn next_call(&mut self) -> Result<Duration, Error> {
        if self.limits.max_calls.is_some_and(|most| self.made >= most) {
            return Err(Error::BudgetSpent { what: format!("{} calls (max_calls)", self.made) });
        }
        let spent = self.began.elapsed();
        let left = self.limits.max_time.map(|most| most.saturating_sub(spent));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(Error::BudgetSpent { what: format!("{} minutes (max_minutes)", spent.as_secs() / 60) });
        }
        self.made += 1;
        Ok(left.unwrap_or(Duration::MAX).min(self.limits.timeout))
    }
}

impl Work<'_> {
    pub(super) fn ask<T>(
        &mut self,
        provider: &dyn Provider,
        packet: &Packet,
        purpose: Purpose,
        judge: impl Fn(&str) -> Result<Accepted<T>, Rejection>,
    ) -> Result<Accepted<T>, Error> {
        if self.cancel.is_set() {
            return Err(Error::Interrupted);
        }
        guard::check_packet(packet).map_err(|rejection| self.refused(rejection, packet, ""))?;
        if let Some(accepted) = self.kept(packet.role, purpose != Purpose::Write, &judge) {
            return Ok(accepted);
        }
        self.ask_until_accepted(provider, packet, purpose, |reply, _, _| Ok(judge(reply)))
    }

    /// The same for what is never kept as a part of a start, where judging may take a run: that can be stopped, and may fail by itself.
    pub(super) fn ask_and_try<T>(
        &mut self,
        provider: &dyn Provider,
        packet: &Packet,
        judge: impl Fn(&str, &Cancel, Sink) -> Judged<T>,
    ) -> Result<Accepted<T>, Error> {
        if self.cancel.is_set() {
            return Err(Error::Interrupted);
        }
        guard::check_packet(packet).map_err(|rejection| self.refused(rejection, packet, ""))?;
        self.ask_until_accepted(provider, packet, Purpose::Write, judge)
    }

    fn ask_until_accepted<T>(
        &mut self,
        provider: &dyn Provider,
        packet: &Packet,
        purpose: Purpose,
        judge: impl Fn(&str, &Cancel, Sink) -> Judged<T>,
    ) -> Result<Accepted<T>, Error> {
        let mut before: Option<Rejection> = None;
        let mut calls = 0;
        loop {
            let began = Instant::now();
            let reply = self.reply(provider, packet, before.as_ref(), &mut calls)?;
            // Judging may take a run, which is not the model's time.
            let took = began.elapsed();
            match judge(&reply.text, self.cancel, &mut *self.events)? {
                Ok(accepted) => {
                    let record = record(provider, packet, &reply, before.as_ref(), took, calls);
                    (self.events)(Event::Answered {
                        role: packet.role,
                        millis: record.millis,
                        bytes: record.reply_bytes,
                        tokens: record.tokens,
                    });
                    let (mends, doubts) = (purpose != Purpose::Write, purpose == Purpose::Doubt);
                    let replaces = packet.asked_sections.clone();
                    self.keep(KeptReply { role: packet.role, text: reply.text, mends, replaces, doubts, record })?;
                    // Only now: what was accepted is kept, whatever the learner wishes.
                    return if self.cancel.is_set() { Err(Error::Interrupted) } else { Ok(accepted) };
                }
                Err(rejection) => {
                    let again = before.is_none() && provider.varies() && !self.cancel.is_set();
                    let error = self.refused(rejection.clone(), packet, &reply.text);
                    if !again {
                        return Err(if self.cancel.is_set() { Error::Interrupted } else { error });
                    }
                    (self.events)(Event::AskingAgain { role: packet.role, why: rejection.detail.clone() });
                    before = Some(rejection);
                }
            }
        }
    }

    /// A reply that an earlier run was given and kept, judged again: the rules may have changed since.
    pub(super) fn kept<T>(
        &mut self,
        role: Role,
        mends: bool,
        judge: impl Fn(&str) -> Result<Accepted<T>, Rejection>,
    ) -> Option<Accepted<T>> {
        let draft = self.draft.as_mut()?;
        let reply = draft.next(role, mends)?;
        match judge(&reply.text) {
            Ok(accepted) => Some(accepted),
            Err(_) => {
                draft.take_back();
                None
            }
        }
    }

    /// A reply to judge. Failures that may pass are waited out.
    fn reply(&mut self, provider: &dyn Provider, packet: &Packet, refused: Option<&Rejection>, calls: &mut u32) -> Result<Reply, Error> {
        let mut tried = 0;
        loop {
            tried += 1;
            let limit = if provider::is_model(provider.name()) { self.calls.next_call()? } else { Duration::MAX };
            *calls += 1;
            let call = Call { packet, cancel: self.cancel, limit, refused };
            let failure = match self.wait_for(provider, &call) {
                Ok(reply) => return Ok(reply),
                Err(ProviderError::Interrupted) => return Err(Error::Interrupted),
                Err(ProviderError::Failed(_)) if self.cancel.is_set() => return Err(Error::Interrupted),
                Err(ProviderError::Failed(failure)) => failure,
            };
            let Some(pause) = failure.pause(tried) else {
                let rejection = Rejection {
                    failure: Some(Box::new(failure.clone())),
                    ..Rejection::new(packet.role, Reason::ExecutionFailed, failure.to_string())
                };
                return Err(self.refused(rejection, packet, ""));
            };
            (self.events)(Event::Retrying { role: packet.role, why: failure.to_string(), seconds: pause.as_secs(), tried });
            self.sleep(pause)?;
        }
    }

    /// Asks on a thread of its own, so that the learner sees time go by and a wish to stop is heeded.
    fn wait_for(&mut self, provider: &dyn Provider, call: &Call) -> Result<Reply, ProviderError> {
        if !provider::is_model(provider.name()) {
            return provider.call(call);
        }
        let (began, events) = (Instant::now(), &mut self.events);
        std::thread::scope(|scope| {
            let (sender, answers) = mpsc::channel();
            let asking = scope.spawn(move || drop(sender.send(provider.call(call))));
            let answer = loop {
                match answers.recv_timeout(Duration::from_secs(1)) {
                    Ok(answer) => break Some(answer),
                    Err(RecvTimeoutError::Timeout) => {
                        events(Event::StillWaiting { role: call.packet.role, seconds: began.elapsed().as_secs() })
                    }
                    Err(RecvTimeoutError::Disconnected) => break None,
                }
            };
            // Joined here, because a panic left to the scope would take the whole program with it.
            let ended = asking.join();
            answer
                .filter(|_| ended.is_ok())
                .unwrap_or_else(|| Err(ProviderError::failed(provider::FailureKind::Odd, "the call ended without an answer")))
        })
    }

    /// What the calls of this command to a model were, once: to be stored with the session.
    pub(super) fn model_calls(&mut self) -> Vec<CallRecord> {
        self.calls.take_records().into_iter().filter(|c| provider::is_model(&c.provider)).collect()
    }

    fn sleep(&self, time: Duration) -> Result<(), Error> {
        let end = Instant::now() + time;
        while Instant::now() < end {
            if self.cancel.is_set() {
                return Err(Error::Interrupted);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Where a reply cannot be kept, the exercise could not be either: every further call would be paid for and lost.
    fn keep(&mut self, reply: KeptReply) -> Result<(), Error> {
        let record = reply.record.clone();
        if let Some(draft) = &mut self.draft {
            draft.keep(reply)?;
        }
        self.calls.records.push(record);
        Ok(())
    }

    fn refused(&mut self, rejection: Rejection, packet: &Packet, raw: &str) -> Error {
        self.audit_rejection(&rejection, packet, raw);
        Error::Rejected(rejection)
    }

    pub(super) fn audit_rejection(&mut self, rejection: &Rejection, packet: &Packet, raw: &str) {
        const MAX_RAW: usize = 16 * 1024;
        // The log lies open in the home, and a reference that breaks a rule is still a solution.
        let shown = if rejection.role == Role::Solution { "" } else { raw };
        let entry = json!({
            "at": self.now,
            "role": rejection.role,
            "node": packet.curriculum_context.node_id,
            "exercise": packet.output_contract.exercise_id,
            "reason": rejection.reason,
            "rules": rejection.rules,
            "unproven": rejection.unproven,
            "detail": rejection.detail,
            "raw": crate::text::bounded(shown, MAX_RAW.min(MAX_REPLY)),
            "rawBytes": raw.len(),
        });
        // The log helps to look into a refusal; failing to write it must not hide the refusal itself.
        if let Err(error) = self.store.append_audit(AuditLog::Rejections, &entry) {
            (self.events)(Event::Notice { text: format!("The audit log could not be written: {error}.") });
        }
    }
}

fn record(provider: &dyn Provider, packet: &Packet, reply: &Reply, refused: Option<&Rejection>, took: Duration, calls: u32) -> CallRecord {
    // The bank is told nothing, so there is nothing to measure.
    let told = if provider::is_model(provider.name()) { prompt::render(packet, refused).map_or(0, |p| p.len()) } else { 0 };
    CallRecord {
        role: packet.role,
        provider: provider.name().to_owned(),
        model: reply.model.clone(),
        program: reply.program.clone(),
        prompt_bytes: told as u64,
        reply_bytes: reply.text.len() as u64,
        tokens: reply.tokens,
        millis: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        calls,
    }
}
