//! What a start does when the server fails, each way its own sentence; and what is kept when it stops on its way.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::endpoint::{Answer, Endpoint, calls_of};
use crate::openai::{learner_at, start};
use crate::story::Story;
use crate::tiny::{self, C};

/// Starts the tiny C exercise at a server whose calls go wrong as the script says.
fn started(script: impl IntoIterator<Item = (usize, Answer)>) -> (Story, Endpoint) {
    let server = Endpoint::of(&C, script);
    let story = learner_at(&server.url(), "");
    start(&story, &C);
    (story, server)
}

/// The start failed for this reason, in these words, after so many calls.
fn failed(script: impl IntoIterator<Item = (usize, Answer)>, failure: &str, words: &str, calls: usize) {
    let (story, server) = started(script);
    story.exits(1).complains(words);
    let told = story.error()["failure"].clone();
    let told = told.as_str().map_or_else(|| told.as_object().and_then(|o| o.keys().next().cloned()).unwrap_or_default(), str::to_owned);
    assert_eq!((told.as_str(), server.calls().len()), (failure, calls), "{words}");
    assert!(story.sessions().is_empty(), "{words}");
}

/// The same three answers, for what is tried three times.
fn thrice(answer: &Answer) -> [(usize, Answer); 3] {
    [1, 2, 3].map(|n| (n, answer.clone()))
}

#[test]
fn a_key_that_is_not_taken_is_not_tried_again() {
    failed([(1, Answer::error(401, "Invalid key"))], "unauthorized", "the login or key was not accepted (401): Invalid key", 1);
    failed([(1, Answer::error(403, "Not for you"))], "unauthorized", "Not for you", 1);
}

#[test]
fn a_server_that_asks_to_wait_is_waited_for_within_bounds() {
    let slow = |seconds: &str| Answer::Http(429, vec![("Retry-After", seconds.to_owned())], "{}".to_owned());
    let began = Instant::now();
    let (story, server) = started([(1, slow("1"))]);
    story.exits(0).says("there were too many calls (429)").says("Try 2 of 3 in 1 s");
    assert!(began.elapsed() >= Duration::from_secs(1));
    assert_eq!(server.calls().len(), calls_of(&C) + 1);
    failed([(1, slow("3600"))], "rate_limited", "there were too many calls (429)", 1);
}

#[test]
fn a_fault_of_the_server_is_waited_out() {
    let (story, server) = started([(2, Answer::error(500, "out of order"))]);
    story.exits(0).says("the server has a fault of its own (500): out of order");
    assert_eq!(server.calls().len(), calls_of(&C) + 1);
}

#[test]
fn a_fault_that_stays_ends_the_start_after_three_tries() {
    failed(thrice(&Answer::error(503, "overloaded")), "server_error", "overloaded", 3);
}

#[test]
fn where_nobody_listens_is_told() {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
    let story = learner_at(&format!("http://127.0.0.1:{port}/v1"), "");
    start(&story, &C).exits(1).complains("nobody answers at that address: 127.0.0.1");
    assert_eq!(story.error()["failure"], "unreachable");
}

#[test]
fn an_answer_that_breaks_off_is_asked_for_again() {
    let cut = r#"{"choices":[{"message":{"content":"{"#.to_owned();
    let (story, server) =
        started([(1, Answer::Cut(cut.clone())), (3, Answer::CutChunks(cut)), (5, Answer::Raw(b"HTTP/1.1 200 OK\r\nConte"))]);
    story.exits(0).says("the answer broke off. Try 2 of 3");
    assert_eq!(server.calls().len(), calls_of(&C) + 3);
}

#[test]
fn what_is_no_http_or_has_no_end_is_told() {
    failed(thrice(&Answer::Raw(b"220 mail.example.org ready\r\n\r\n")), "odd", "the answer has an unknown form", 3);
    failed(thrice(&Answer::Huge), "odd", "it has more than", 3);
}

#[test]
fn an_answer_in_chunks_is_as_good() {
    let plan = crate::replies::scaffold(&C, C.depth).to_string();
    let chunked = Answer::Chunked(json!({ "finish_reason": "stop", "message": { "content": plan } }));
    started([(1, chunked)]).0.exits(0);
}

#[test]
fn an_answer_cut_at_the_models_limit_is_told() {
    let long = Answer::choice(json!({ "finish_reason": "length", "message": { "content": "{\"schema" } }));
    failed([(1, long)], "too_long", "the answer was cut at the model's length limit", 1);
}

#[test]
fn a_model_that_declines_is_heard() {
    let refusal = Answer::choice(json!({ "finish_reason": "stop", "message": { "content": null, "refusal": "I would rather not." } }));
    failed([(1, refusal)], "refused", "the model declined to answer: I would rather not.", 1);
    let filter = Answer::choice(json!({ "finish_reason": "content_filter", "message": { "content": "" } }));
    failed([(1, filter)], "refused", "the model declined to answer", 1);
}

#[test]
fn a_reply_that_cannot_be_used_is_asked_for_once_more() {
    for (text, words) in
        [("", "the reply is empty"), ("Sure, here is your exercise: have fun.", "the reply is not JSON"), ("{}", "does not fit")]
    {
        let (story, server) = started([(1, Answer::says(text)), (2, Answer::says(text))]);
        story.exits(1).complains(words);
        assert_eq!((story.error()["reason"].as_str(), server.calls().len()), (Some("SCHEMA_VALIDATION_FAILED"), 2), "{words}");
        assert!(server.calls()[1].prompt().contains("SCHEMA_VALIDATION_FAILED"), "{words}");
    }
}

#[test]
fn the_second_call_says_what_was_wrong_with_the_first_reply() {
    let mut spoiled = crate::replies::scaffold(&C, C.depth);
    spoiled["depth_target"] = json!("D9");
    let (story, server) = started([(1, Answer::says(&spoiled.to_string()))]);
    story.exits(0).says("asking once more with the reason");
    let calls = server.calls();
    assert_eq!(calls.len(), calls_of(&C) + 1);
    assert!(calls[1].prompt().starts_with(calls[0].prompt().trim_end()), "all before it stays");
    assert!(calls[1].prompt().contains("depth_target"), "{}", calls[1].prompt());
}

#[test]
fn a_server_that_never_answers_is_left_after_the_limit() {
    let server = Endpoint::of(&C, [(1, Answer::Stall)]);
    let story = learner_at(&server.url(), "[models]\ntimeout_seconds = 1");
    let began = Instant::now();
    start(&story, &C).exits(1).complains("there was no answer in time").complains("timeout_seconds");
    assert_eq!(story.error()["failure"], "timed_out");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn ctrl_c_ends_the_wait_and_going_on_makes_only_the_missing_calls() {
    let server = Endpoint::of(&tiny::RUST, [(4, Answer::Stall)]);
    let story = learner_at(&server.url(), "");
    let running = story.spawn(&["start", "--language", "rust", "--node", "S100", "--depth", "D1", "--provider", "openai"]);
    server.until_calls(4);
    let asked = Instant::now();
    running.interrupt();
    let seen = running.wait();
    // A second is promised; the rest is for a busy machine.
    assert!(asked.elapsed() < Duration::from_millis(1500), "{:?}", asked.elapsed());
    assert_eq!(seen.exit, Some(130), "{seen:?}");
    assert!(seen.stderr.contains("start --continue"), "{seen:?}");
    assert!(story.sessions().is_empty());
    story.run(&["start", "--continue"]).exits(0);
    assert_eq!(server.calls().len(), 4 + calls_of(&tiny::RUST) - 3);
    assert_eq!(story.session()["calls"].as_array().map(Vec::len), Some(calls_of(&tiny::RUST)));
}

#[test]
fn a_kill_loses_no_reply_that_was_accepted() {
    let server = Endpoint::of(&C, [(3, Answer::Stall)]);
    let story = learner_at(&server.url(), "");
    let mut running = story.spawn(&["start", "--language", "c", "--node", C.node, "--depth", C.depth, "--provider", "openai"]);
    server.until_calls(3);
    running.kill();
    drop(running);
    story.run(&["start", "--continue"]).exits(0);
    assert_eq!(server.calls().len(), 3 + calls_of(&C) - 2);
}

#[test]
fn a_spent_budget_stops_with_everything_kept() {
    let server = Endpoint::of(&C, []);
    let story = learner_at(&server.url(), "[models]\nmax_calls = 3");
    start(&story, &C).exits(1).complains("the budget of this command is spent: 3 calls (max_calls)");
    assert_eq!((story.error()["reason"].as_str(), story.error()["kept"].as_u64()), (Some("BUDGET_SPENT"), Some(3)));
    let mut commands = 1;
    while story.sessions().is_empty() && commands < 5 {
        story.run(&["start", "--continue"]);
        commands += 1;
    }
    story.exits(0);
    assert_eq!(server.calls().len(), calls_of(&C), "no call was made twice");
}
