//! Answers as servers give them, each read as what it is.

use serde_json::json;

use super::*;
use crate::config::EndpointSettings;

const KEY: &str = "sk-0123456789abcdef";

fn place() -> Place {
    let settings = EndpointSettings { base_url: Some("http://127.0.0.1:8080/v1".to_owned()), ..EndpointSettings::default() };
    Place::find(&settings, &|name| (name == "OPENAI_API_KEY").then(|| KEY.to_owned())).expect("a place")
}

fn exchange(status: u16, headers: &[(&'static str, &str)], body: impl AsRef<[u8]>) -> Exchange {
    let headers = headers.iter().map(|(n, v)| (ureq::http::HeaderName::from_static(n), v.parse().expect("a header"))).collect();
    Exchange { status, headers, body: body.as_ref().to_vec() }
}

fn now() -> Timestamp {
    "1994-11-06T08:49:30Z".parse().expect("a time")
}

fn read(status: u16, body: Value) -> Result<Reply, Failure> {
    reply(&exchange(status, &[], body.to_string()), "asked", &place(), now())
}

fn kind(status: u16, body: Value) -> FailureKind {
    read(status, body).expect_err("a failure").kind
}

fn answered(finish: &str, message: Value) -> Value {
    json!({ "choices": [{ "finish_reason": finish, "message": message }] })
}

#[test]
fn a_reply_comes_with_what_is_known_of_it() {
    let body = json!({
        "model": "small-1", "system_fingerprint": "b77", "choices": [{ "finish_reason": "stop", "message": { "content": "{}" } }],
        "usage": { "prompt_tokens": 9, "completion_tokens": 4, "prompt_tokens_details": { "cached_tokens": 5 } },
    });
    let got = reply(&exchange(200, &[("server", "llama.cpp")], body.to_string()), "asked", &place(), now()).expect("a reply");
    assert_eq!((got.text.as_str(), got.model.as_deref()), ("{}", Some("small-1")));
    assert_eq!(got.program.as_deref(), Some("openai-compatible, 127.0.0.1:8080, llama.cpp, b77"));
    assert_eq!(got.tokens, Some(Tokens { sent: 9, received: 4, cached: 5 }));
    let bare = read(200, answered("stop", json!({ "content": "x" }))).expect("a reply");
    assert_eq!((bare.model.as_deref(), bare.tokens), (Some("asked"), None));
}

#[test]
fn nothing_said_is_an_empty_reply_for_the_guard() {
    assert_eq!(read(200, answered("stop", json!({ "content": null }))).expect("a reply").text, "");
    assert_eq!(
        read(200, answered("stop", json!({ "content": [{ "type": "text", "text": "a" }, { "text": "b" }] }))).expect("a reply").text,
        "ab"
    );
}

#[test]
fn each_failure_is_its_own_kind() {
    let error = |message: &str| json!({ "error": { "message": message } });
    assert_eq!(kind(401, error("no")), FailureKind::Unauthorized);
    assert_eq!(kind(403, error("no")), FailureKind::Unauthorized);
    assert_eq!(kind(429, error("slow")), FailureKind::RateLimited { wait_seconds: None });
    assert_eq!(kind(500, error("oops")), FailureKind::ServerError);
    assert_eq!(kind(503, error("oops")), FailureKind::ServerError);
    assert_eq!(kind(408, error("oops")), FailureKind::ServerError);
    assert_eq!(kind(404, error("no such model")), FailureKind::BadRequest);
    assert_eq!(kind(302, json!(null)), FailureKind::BadRequest);
    assert_eq!(kind(413, error("big")), FailureKind::PromptTooLong);
    assert_eq!(kind(400, json!({ "error": { "message": "x", "code": "context_length_exceeded" } })), FailureKind::PromptTooLong);
    assert_eq!(kind(200, answered("length", json!({ "content": "{\"a" }))), FailureKind::TooLong);
    assert_eq!(kind(200, answered("content_filter", json!({ "content": "" }))), FailureKind::Refused);
    assert_eq!(kind(200, answered("stop", json!({ "content": null, "refusal": "I will not." }))), FailureKind::Refused);
    assert_eq!(kind(200, json!({ "choices": [] })), FailureKind::Odd);
    assert_eq!(kind(200, answered("stop", json!("x"))), FailureKind::Odd);
    assert_eq!(kind(200, answered("stop", json!({ "content": 7 }))), FailureKind::Odd);
    assert_eq!(kind(200, json!({ "error": { "code": 429, "message": "slow" } })), FailureKind::RateLimited { wait_seconds: None });
}

#[test]
fn an_answer_that_ends_early_is_told_from_one_that_is_no_json() {
    let of = |body: &str| reply(&exchange(200, &[], body), "m", &place(), now()).expect_err("a failure").kind;
    assert_eq!(of("{\"choices\": [{\"mess"), FailureKind::CutOff);
    assert_eq!(of("hello"), FailureKind::Odd);
    assert_eq!(of("<html>login</html>"), FailureKind::Odd);
    assert_eq!(of(""), FailureKind::Odd);
}

#[test]
fn a_server_says_how_long_to_wait_in_seconds_or_by_the_clock() {
    let of = |name, value: &str| wait(&exchange(429, &[(name, value)], ""), now());
    assert_eq!(of("retry-after", "7"), Some(7));
    assert_eq!(of("retry-after", "0.2"), Some(1));
    assert_eq!(of("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT"), Some(7));
    assert_eq!(of("retry-after", "Sun, 06 Nov 1994 08:00:00 GMT"), Some(0));
    assert_eq!(of("retry-after", "-3"), None);
    assert_eq!(of("retry-after", "soon"), None);
    assert_eq!(of("retry-after-ms", "1200"), Some(2));
}

#[test]
fn only_a_refusal_that_may_be_about_the_schema_is_doubted() {
    let of = |status, words: &str| doubt(&exchange(status, &[], json!({ "error": { "message": words } }).to_string()));
    assert_eq!(of(400, "'response_format' is not supported"), Some(Doubt::Named));
    assert_eq!(of(422, "Invalid schema for it"), Some(Doubt::Named));
    assert_eq!(of(501, "json_schema: not implemented"), Some(Doubt::Named));
    assert_eq!(of(400, "something"), Some(Doubt::Possible));
    assert_eq!(of(404, "no such model"), None);
    assert_eq!(of(401, "response_format"), None);
    assert_eq!(of(500, "response_format"), None);
    assert_eq!(of(400, "This model's maximum context length is 4096"), None);
}

#[test]
fn no_word_that_goes_on_holds_the_key() {
    for status in [400, 401, 404, 429, 500] {
        let failure =
            read(status, json!({ "error": { "message": format!("{KEY} is wrong, so is sk-01***cdef.") } })).expect_err("a failure");
        assert!(!failure.said.contains("sk-01"), "{failure:?}");
    }
    let plain = reply(&exchange(500, &[], format!("dump: {KEY}")), "m", &place(), now()).expect_err("a failure");
    assert!(!plain.said.contains(KEY), "{plain:?}");
    let refused = read(200, answered("stop", json!({ "refusal": KEY }))).expect_err("a failure");
    assert!(!refused.said.contains(KEY));
    let body = json!({ "model": KEY, "system_fingerprint": KEY, "choices": [{ "message": { "content": format!("say {KEY}") } }] });
    let got = reply(&exchange(200, &[("server", KEY)], body.to_string()), "m", &place(), now()).expect("a reply");
    assert!(!format!("{got:?}").contains(KEY), "{got:?}");
}

#[test]
fn a_key_in_disguise_does_not_go_on() {
    let (front, back) = KEY.split_at(6);
    let spelled: String = KEY.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
    for hidden in [spelled, format!("{front}\\u202e{back}"), format!("{front}\u{1b}[0m{back}"), format!("{front}\\u001b[0m{back}")] {
        let reply = format!("{{\"exercise_description\":\"{hidden}\"}}");
        assert_eq!(kind(200, answered("stop", json!({ "content": reply }))), FailureKind::Odd, "{hidden}");
    }
    let refused = read(200, answered("stop", json!({ "refusal": format!("{front}\u{1b}[0m{back}") }))).expect_err("a failure");
    assert!(!refused.said.contains(KEY), "{refused:?}");
    let plain = read(200, answered("stop", json!({ "content": r#"{"a":"\\u0041 \\n \\d \\"}"# }))).expect("a reply");
    assert!(plain.text.contains("u0041"));
}

#[test]
fn what_a_server_says_is_bounded_and_without_escapes() {
    let failure = read(400, json!({ "error": { "message": format!("\u{1b}[31mred {}", "x".repeat(5000)) } })).expect_err("a failure");
    assert!(failure.said.starts_with("red") && failure.said.len() < 500, "{failure:?}");
}
