//! Exercises from an OpenAI-compatible server: a start in each language, review and hint, the forms of asking, the ways there, and where the key goes.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use crate::endpoint::{Answer, Endpoint, calls_of};
use crate::story::{Story, project};
use crate::tiny::{self, Tiny};

const KEY: &str = "sk-test-0123456789abcdef";

/// A learner whose settings name this server; `more` follows the `[openai]` table. Nothing is proven: what the server is asked is what these stories count.
pub fn learner_at(url: &str, more: &str) -> Story {
    let story = Story::new();
    let settings = format!("proof = \"off\"\n[openai]\nbase_url = \"{url}\"\nmodel = \"tiny-model\"\n{more}\n");
    fs::write(story.home().join("config.toml"), settings).expect("settings");
    story
}

pub fn start<'a>(story: &'a Story, tiny: &Tiny) -> &'a Story {
    story.run(&["start", "--language", tiny.language, "--node", tiny.node, "--depth", tiny.depth, "--provider", "openai"])
}

#[test]
fn a_rust_exercise_is_made_attempted_reviewed_and_hinted_at() {
    let server = Endpoint::of(&tiny::RUST, []);
    let story = learner_at(&server.url(), "");
    start(&story, &tiny::RUST).exits(0);
    assert_eq!(server.calls().len(), calls_of(&tiny::RUST));
    for call in server.calls() {
        let sent = call.json();
        assert_eq!(sent["model"], "tiny-model");
        assert_eq!(sent["messages"].as_array().map(Vec::len), Some(1));
        let format = &sent["response_format"]["json_schema"];
        assert_eq!((&sent["response_format"]["type"], &format["strict"]), (&"json_schema".into(), &true.into()));
        assert!(format["schema"]["required"].is_array() && format["name"].as_str().is_some_and(|n| n.ends_with("_v1")), "{format}");
        assert_eq!(call.header("authorization"), None, "there is no key to send");
    }
    let session = story.session();
    assert_eq!(session["model"], "tiny-model-2", "the one that answered");
    let record = &session["calls"][0];
    assert_eq!(record["program"], format!("openai-compatible, {}, etude-test, b1", server.address()));
    assert_eq!(record["tokens"], serde_json::json!({ "sent": 100, "received": 10, "cached": 60 }));
    story.write(tiny::RUST.half.0, tiny::RUST.half.1).attempt().exits(3);
    assert_eq!(story.session()["attemptState"]["reviews"][0]["report"]["score"], 20, "{}", story.session());
    story.hint().exits(0).says("What does the test ask for?");
    assert_eq!(server.calls().len(), calls_of(&tiny::RUST) + 2);
}

#[test]
fn a_c_exercise_is_made_and_passed_by_code_that_does_not_see_the_key() {
    let server = Endpoint::of(&tiny::C, []);
    let story = learner_at(&server.url(), "");
    story.env("OPENAI_API_KEY", KEY);
    start(&story, &tiny::C).exits(0);
    assert_eq!(server.calls().len(), calls_of(&tiny::C));
    let (path, solution) = tiny::C.solution;
    // Wrong wherever the key can be seen.
    let nosy = solution.replace("return seat /", "return getenv(\"OPENAI_API_KEY\") ? -1 : seat /");
    assert_ne!(nosy, solution);
    story.write(path, &format!("#include <stdlib.h>\n{nosy}")).attempt().exits(0);
    assert_eq!(story.mastery(tiny::C.node), 2, "a pass at D2");
}

#[test]
fn the_key_goes_into_one_header_and_nowhere_else() {
    let echo = format!("your key {KEY} is odd");
    let leaky = format!("{{\"schema_version\":\"scaffold_v1\",\"exercise_description\":\"{KEY}\"}}");
    let script = [(1, Answer::error(500, &echo)), (2, Answer::says(&leaky)), (3, Answer::error(400, &echo))];
    let server = Endpoint::of(&tiny::C, script);
    let story = learner_at(&server.url(), "");
    story.env("OPENAI_API_KEY", KEY);
    let hidden = || {
        assert_eq!(files_with(&story.home(), KEY), Vec::<String>::new());
        story.does_not_say(KEY);
    };
    start(&story, &tiny::C).exits(1);
    hidden();
    start(&story, &tiny::C).exits(0);
    hidden();
    story.attempt().exits(3);
    hidden();
    story.etude("doctor").says("key from OPENAI_API_KEY");
    hidden();
    for asked in server.requests() {
        assert_eq!(asked.header("authorization"), Some(format!("Bearer {KEY}")));
        assert_eq!(asked.headers.matches(KEY).count(), 1, "{}", asked.headers);
        assert!(!asked.body.contains(KEY) && !asked.line.contains(KEY));
    }
}

fn files_with(folder: &Path, word: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if entry.file_type().is_ok_and(|t| t.is_dir()) {
            found.extend(files_with(&path, word));
        } else if fs::read(&path).unwrap_or_default().windows(word.len()).any(|w| w == word.as_bytes()) {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn a_server_that_refuses_the_schema_is_told_it_in_words_from_then_on() {
    let server = Endpoint::of(&tiny::C, [(1, Answer::error(422, "response_format: json_schema is not supported"))]);
    start(&learner_at(&server.url(), ""), &tiny::C).exits(0);
    let calls = server.calls();
    assert_eq!(calls.len(), calls_of(&tiny::C) + 1);
    assert!(calls[0].json().get("response_format").is_some());
    for call in &calls[1..] {
        assert!(call.json().get("response_format").is_none(), "{}", call.body);
        assert!(call.prompt().contains("\"additionalProperties\":false"), "the schema stands in the prompt");
    }
}

#[test]
fn a_first_call_that_is_refused_without_a_reason_is_made_once_more_in_words() {
    let server = Endpoint::of(&tiny::C, [(1, Answer::error(400, "bad request"))]);
    start(&learner_at(&server.url(), ""), &tiny::C).exits(0);
    assert_eq!(server.calls().len(), calls_of(&tiny::C) + 1);
    // A later one is not about the schema any more.
    let server = Endpoint::of(&tiny::C, [(2, Answer::error(400, "the model is tired"))]);
    let story = learner_at(&server.url(), "");
    start(&story, &tiny::C).exits(1).complains("the request was not accepted: the model is tired");
    assert_eq!((server.calls().len(), story.error()["failure"].clone()), (2, Value::from("bad_request")));
}

#[test]
fn the_only_model_of_a_server_on_this_machine_need_not_be_named() {
    let server = Endpoint::of(&tiny::C, []);
    let story = Story::new();
    let named = |server: &Endpoint| {
        fs::write(story.home().join("config.toml"), format!("proof = \"off\"\n[openai]\nbase_url = \"{}\"\n", server.url()))
            .expect("settings");
    };
    named(&server);
    start(&story, &tiny::C).exits(0);
    assert_eq!(server.requests().iter().filter(|r| r.line == "GET /v1/models").count(), 1);
    assert!(server.calls().iter().all(|c| c.json()["model"] == "tiny-model"));
    let many = Endpoint::with_models(&tiny::C, &["one", "two"]);
    named(&many);
    start(&story, &tiny::C).exits(1).complains("`model` under [openai] in config.toml names no model; the server has one, two");
    assert_eq!(many.calls().len(), 0);
}

#[test]
fn another_model_can_serve_a_role() {
    let server = Endpoint::of(&tiny::C, []);
    let story = learner_at(&server.url(), "[openai.models]\ncoach = \"wise-model\"");
    start(&story, &tiny::C).exits(0);
    story.hint().exits(0);
    let models: Vec<Value> = server.calls().iter().map(|c| c.json()["model"].clone()).collect();
    assert_eq!(models.last(), Some(&"wise-model".into()));
    assert!(models[..models.len() - 1].iter().all(|m| m == "tiny-model"));
}

#[test]
fn a_provider_that_is_not_set_up_says_which_setting_is_missing() {
    let story = Story::new();
    start(&story, &tiny::C).exits(1).complains("`base_url` under [openai] in config.toml");
    assert_eq!(story.error()["failure"], "not_set_up");
    story.etude("doctor").says("openai: not set up").says("`base_url`");
    story.env("OPENAI_API_KEY", KEY);
    start(&story, &tiny::C).exits(1).complains("`model` under [openai] in config.toml names no model").does_not_say(KEY);
    // A key alone is no wish to be asked about: nobody is.
    story.etude("doctor").says("openai: not set up").says("`model` under [openai]").does_not_say(KEY);
}

#[test]
fn doctor_says_who_answers_and_who_does_not() {
    let server = Endpoint::of(&tiny::C, []);
    let story = learner_at(&server.url(), "");
    story.etude("doctor").says(&format!("openai: {} answers, model tiny-model, no key", server.address()));
    let away = learner_at("http://127.0.0.1:1/v1", "");
    away.etude("doctor").says("openai: nobody answers at that address: 127.0.0.1:1");
    let wrong = Story::new();
    fs::write(wrong.home().join("config.toml"), "[openai]\nbase_url = \"nonsense\"\n").expect("settings");
    wrong.etude("doctor").says("`base_url` under [openai] in config.toml is not an address");
}

#[test]
fn a_proxy_is_used_for_other_machines_and_never_for_this_one() {
    let server = Endpoint::of(&tiny::C, []);
    let proxy = format!("http://{}", server.address());
    let away = learner_at("http://models.example.test/v1", "");
    away.env("HTTP_PROXY", &proxy).env("OPENAI_API_KEY", KEY);
    start(&away, &tiny::C).exits(0);
    assert_eq!(server.requests()[0].line, "CONNECT models.example.test:80");
    assert!(server.requests().iter().all(|r| r.header("authorization").is_none()), "no key over an open line that nobody chose");
    let here = learner_at(&server.url(), "");
    here.env("HTTP_PROXY", "http://127.0.0.1:1").env("ALL_PROXY", "http://127.0.0.1:1");
    start(&here, &tiny::C).exits(0);
}

#[test]
fn root_certificates_come_from_the_environment() {
    let file = |name: &str| project().join("tests/fixtures/tls").join(name);
    let server = Endpoint::secure(&tiny::C, tls(&file("server.pem"), &file("server.key")));
    let story = learner_at(&format!("https://{}/v1", server.address()), "");
    start(&story, &tiny::C).exits(1).complains("there is no secure connection").complains("SSL_CERT_FILE");
    assert_eq!(server.calls().len(), 0);
    story.env("SSL_CERT_FILE", file("ca.pem").display().to_string());
    start(&story, &tiny::C).exits(0);
    assert_eq!(server.calls().len(), calls_of(&tiny::C));
}

fn tls(certificate: &Path, key: &Path) -> Arc<rustls::ServerConfig> {
    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    let chain = vec![CertificateDer::from_pem_file(certificate).expect("a certificate")];
    let key = PrivateKeyDer::from_pem_file(key).expect("a key");
    let builder = rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().expect("versions");
    Arc::new(builder.with_no_client_auth().with_single_cert(chain, key).expect("a certificate with its key"))
}
