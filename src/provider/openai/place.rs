//! Where the server is and by which way it is reached: address, key, proxy, root certificates. Reads the settings and the environment once. The key
//! lives here and in the one header it is sent in; everything a server says passes `scrub` before it is used.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};

use ureq::http::{HeaderValue, Uri};
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

use super::super::{Failure, FailureKind};
use crate::config::EndpointSettings;

/// The variable that holds the key where the settings name no other.
const USUAL_KEY: &str = "OPENAI_API_KEY";
const USUAL_ADDRESS: &str = "https://api.openai.com/v1";
/// Shorter ones are placeholders such as `ollama`, and taking such a word out of a text would only damage it.
const SHORTEST_SECRET: usize = 8;
const MAX_ROOTS: u64 = 16 * 1024 * 1024;

/// A variable of the environment; an empty one counts as not set.
pub(super) fn from_env(name: &str) -> Option<String> {
    std::env::var(name).ok().map(|v| v.trim().to_owned()).filter(|v| !v.is_empty())
}

type Env<'a> = &'a dyn Fn(&str) -> Option<String>;

pub(super) struct Place {
    address: Address,
    key_variable: String,
    key: Option<Key>,
    agent: ureq::Agent,
}

struct Key(String);

/// So that no message made for looking into something can hold it.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

impl Place {
    pub fn find(settings: &EndpointSettings, env: Env) -> Result<Place, Failure> {
        let (key_variable, named) = match &settings.key_env {
            Some(name) => (name.clone(), true),
            None => (USUAL_KEY.to_owned(), false),
        };
        let key = env(&key_variable);
        let base = match (&settings.base_url, &key) {
            (Some(base), _) => base.as_str(),
            (None, Some(_)) => USUAL_ADDRESS,
            (None, None) => {
                return Err(not_set_up(format!(
                    "set `base_url` under [openai] in config.toml to the address of a server, such as http://localhost:11434/v1, or put a key for \
                     OpenAI into {key_variable}"
                )));
            }
        };
        let address = Address::parse(base).map_err(|why| not_set_up(format!("`base_url` under [openai] in config.toml {why}")))?;
        if named && key.is_none() {
            return Err(not_set_up(format!("{key_variable}, which `key_env` names, is not set or empty")));
        }
        // A key that was set for something else does not go over an open line to whoever stands in `base_url`; naming it is choosing it.
        let key = key.filter(|_| named || address.is_https() || address.is_local()).map(Key);
        if key.as_ref().is_some_and(|k| HeaderValue::from_str(&k.0).is_err()) {
            return Err(not_set_up(format!("{key_variable} holds characters that a key cannot have")));
        }
        let agent = agent(&address, env)?;
        Ok(Place { address, key_variable, key, agent })
    }

    pub fn is_local(&self) -> bool {
        self.address.is_local()
    }

    /// The host, with its port where one is named.
    pub fn host(&self) -> &str {
        self.address.uri.authority().map_or("", |a| a.as_str())
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}/{path}", self.address.base)
    }

    pub fn agent(&self) -> &ureq::Agent {
        &self.agent
    }

    /// The header that holds the key.
    pub fn authorization(&self) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("Bearer {}", self.key.as_ref()?.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    pub fn key_in_words(&self) -> String {
        match &self.key {
            Some(_) => format!("key from {}", self.key_variable),
            None => "no key".to_owned(),
        }
    }

    /// The address ends as one of these servers usually does.
    pub fn looks_usual(&self) -> bool {
        self.address.base.rsplit('/').next().is_some_and(|last| last.starts_with('v'))
    }

    /// What a server said, without the key.
    pub fn scrub(&self, text: &str) -> String {
        let Some(Key(key)) = self.key.as_ref().filter(|k| k.0.len() >= SHORTEST_SECRET) else { return text.to_owned() };
        text.replace(key.as_str(), "[key]")
    }

    /// Whether a text shows the key once its escapes are read and what is invisible is taken out: `scrub` sees only what stands there plainly.
    pub fn hides_key(&self, text: &str) -> bool {
        let Some(Key(key)) = self.key.as_ref().filter(|k| k.0.len() >= SHORTEST_SECRET) else { return false };
        crate::text::clean(&unescaped(text)).contains(key.as_str())
    }
}

/// A text with the escapes of JSON strings read.
fn unescaped(text: &str) -> String {
    let mut read = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        read.push_str(before);
        let code = after.strip_prefix('u').and_then(|hex| hex.get(..4)).and_then(|hex| u32::from_str_radix(hex, 16).ok());
        rest = match code.and_then(char::from_u32) {
            Some(c) => {
                read.push(c);
                &after[5..]
            }
            None => {
                let next = after.chars().next();
                read.extend(next.filter(|c| *c == '/' || *c == '\\' || *c == '"'));
                &after[next.map_or(0, char::len_utf8)..]
            }
        };
    }
    read + rest
}

/// A base address that is known to be one.
struct Address {
    base: String,
    uri: Uri,
}

impl Address {
    fn parse(text: &str) -> Result<Address, &'static str> {
        let base = text.trim().trim_end_matches('/');
        let uri: Uri = base.parse().map_err(|_| "is not an address")?;
        let authority = uri.authority().ok_or("is not an address that begins with http:// or https://")?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) || authority.host().is_empty() {
            return Err("is not an address that begins with http:// or https://");
        }
        if authority.as_str().contains('@') {
            return Err("holds a name or a password; a key belongs into the variable that `key_env` names");
        }
        if uri.query().is_some() || text.contains('#') {
            return Err("may hold nothing after its path");
        }
        Ok(Address { base: base.to_owned(), uri })
    }

    fn host(&self) -> &str {
        self.uri.host().unwrap_or("").trim_start_matches('[').trim_end_matches(']')
    }

    fn is_https(&self) -> bool {
        self.uri.scheme_str() == Some("https")
    }

    fn is_local(&self) -> bool {
        // As an address or as that one name, never by how a name begins.
        match self.host().parse::<IpAddr>() {
            Ok(ip) => ip.to_canonical().is_loopback(),
            Err(_) => self.host().eq_ignore_ascii_case("localhost"),
        }
    }
}

pub(super) fn is_loopback(base_url: &str) -> bool {
    Address::parse(base_url).is_ok_and(|a| a.is_local())
}

fn agent(address: &Address, env: Env) -> Result<ureq::Agent, Failure> {
    let proxy = match proxy_for(address, env) {
        Some((variable, url)) => {
            let proxy = ureq::Proxy::new(&url).map_err(|_| not_set_up(format!("{variable} is not the address of a proxy")))?;
            Some(proxy)
        }
        None => None,
    };
    let mut config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        // Whoever the server sends us to is not whom the learner chose.
        .max_redirects(0)
        .max_redirects_will_error(false)
        // Calls are rare and long. A connection kept in between may be gone, and would look like an answer that broke off.
        .max_idle_connections(0)
        .user_agent(concat!("etude/", env!("CARGO_PKG_VERSION")))
        .proxy(proxy);
    if address.is_https()
        && let Some(roots) = roots(env)?
    {
        config = config.tls_config(TlsConfig::builder().root_certs(roots).build());
    }
    Ok(config.build().into())
}

/// The proxy on the way there, with the variable that names it. Loopback never has one.
fn proxy_for(address: &Address, env: Env) -> Option<(&'static str, String)> {
    if address.is_local() {
        return None;
    }
    let port = address.uri.port_u16().unwrap_or(if address.is_https() { 443 } else { 80 });
    let excepted = env("no_proxy").or_else(|| env("NO_PROXY")).unwrap_or_default();
    if excepted.split([',', ' ']).any(|entry| is_excepted(entry.trim(), address.host(), port)) {
        return None;
    }
    let own = if address.is_https() { ["https_proxy", "HTTPS_PROXY"] } else { ["http_proxy", "HTTP_PROXY"] };
    own.into_iter().chain(["all_proxy", "ALL_PROXY"]).find_map(|name| Some((name, env(name)?)))
}

/// An entry of `NO_PROXY`: a host (with everything below it), a network such as 10.0.0.0/8, or `*`; a port may follow.
fn is_excepted(entry: &str, host: &str, port: u16) -> bool {
    if entry == "*" {
        return true;
    }
    let (entry, of_port) = match entry.rsplit_once(':') {
        Some((name, number)) if !name.contains(':') => (name, number.parse().ok()),
        _ => (entry, None),
    };
    if of_port.is_some_and(|p: u16| p != port) {
        return false;
    }
    if let Some((network, bits)) = entry.split_once('/') {
        let (Ok(network), Ok(bits), Ok(ip)) = (network.parse::<Ipv4Addr>(), bits.parse::<u32>(), host.parse::<Ipv4Addr>()) else {
            return false;
        };
        let mask = u32::MAX.checked_shl(32 - bits.min(32)).unwrap_or(0);
        return u32::from(network) & mask == u32::from(ip) & mask;
    }
    let name = entry.trim_start_matches('*').trim_matches(['.', '[', ']']).to_ascii_lowercase();
    let host = host.to_ascii_lowercase();
    !name.is_empty() && (host == name || host.strip_suffix(&name).is_some_and(|front| front.ends_with('.')))
}

/// The root certificates of the environment; without any, those that etude brings along.
fn roots(env: Env) -> Result<Option<RootCerts>, Failure> {
    let Some((variable, file)) = ["SSL_CERT_FILE", "CURL_CA_BUNDLE"].into_iter().find_map(|name| Some((name, env(name)?))) else {
        return Ok(None);
    };
    let broken = |why: String| not_set_up(format!("the certificates that {variable} names cannot be used: {why}"));
    let meta = std::fs::metadata(&file).map_err(|e| broken(e.to_string()))?;
    if !meta.is_file() || meta.len() > MAX_ROOTS {
        return Err(broken("it is not a file of certificates".to_owned()));
    }
    let pem = std::fs::read(&file).map_err(|e| broken(e.to_string()))?;
    let certificates: Vec<_> = parse_pem(&pem)
        .filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(certificate),
            _ => None,
        })
        .collect();
    if certificates.is_empty() {
        return Err(broken("there is none in it".to_owned()));
    }
    Ok(Some(RootCerts::new_with_certs(&certificates)))
}

fn not_set_up(said: impl AsRef<str>) -> Failure {
    Failure::new(FailureKind::NotSetUp, said)
}

#[cfg(test)]
#[path = "place_tests.rs"]
mod tests;
