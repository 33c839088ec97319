//! Addresses, keys, proxies and certificates, without a network.

use super::*;

fn settings(base_url: Option<&str>, key_env: Option<&str>) -> EndpointSettings {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    EndpointSettings { base_url: owned(base_url), key_env: owned(key_env), ..EndpointSettings::default() }
}

fn find(base_url: Option<&str>, key_env: Option<&str>, vars: &[(&str, &str)]) -> Result<Place, Failure> {
    Place::find(&settings(base_url, key_env), &|name| lookup(vars, name))
}

fn lookup(vars: &[(&str, &str)], name: &str) -> Option<String> {
    vars.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned())
}

fn why(found: Result<Place, Failure>) -> String {
    let failure = found.err().expect("it is not set up");
    assert_eq!(failure.kind, FailureKind::NotSetUp);
    failure.said
}

fn key_of(found: Result<Place, Failure>) -> Option<String> {
    found.expect("it is set up").authorization().map(|v| v.to_str().unwrap_or("").to_owned())
}

#[test]
fn without_address_and_key_the_setting_is_named() {
    let said = why(find(None, None, &[]));
    assert!(said.contains("`base_url` under [openai] in config.toml") && said.contains("OPENAI_API_KEY"), "{said}");
    assert_eq!(find(None, None, &[(USUAL_KEY, "sk-123456789")]).expect("OpenAI").host(), "api.openai.com");
}

#[test]
fn an_address_is_whole_and_holds_no_secret() {
    for (url, words) in [
        ("localhost:8080", "begins with http"),
        ("ftp://x/v1", "begins with http"),
        ("http://me:word@x/v1", "holds a name or a password"),
        ("http://x/v1?key=1", "nothing after its path"),
        ("http:// x", "not an address"),
    ] {
        let said = why(find(Some(url), None, &[]));
        assert!(said.contains(words) && !said.contains("word@"), "{url}: {said}");
    }
    let place = find(Some("http://x:8080/v1/"), None, &[]).expect("fine");
    assert_eq!((place.url("models").as_str(), place.host()), ("http://x:8080/v1/models", "x:8080"));
}

#[test]
fn the_key_goes_only_where_somebody_chose_to_send_it() {
    let vars = [(USUAL_KEY, "sk-123456789"), ("OWN_KEY", "own-123456789")];
    let usual = Some("Bearer sk-123456789".to_owned());
    assert_eq!(key_of(find(Some("https://models.example.org/v1"), None, &vars)), usual);
    assert_eq!(key_of(find(Some("http://127.0.0.1:1/v1"), None, &vars)), usual);
    assert_eq!(key_of(find(Some("http://192.168.1.5:1/v1"), None, &vars)), None, "an open line");
    assert_eq!(key_of(find(Some("http://192.168.1.5:1/v1"), Some("OWN_KEY"), &vars)), Some("Bearer own-123456789".to_owned()));
    assert!(why(find(Some("https://x/v1"), Some("NO_SUCH"), &vars)).contains("NO_SUCH"));
    let said = why(find(Some("https://x/v1"), None, &[(USUAL_KEY, "sk-1234\n56789")]));
    assert!(said.contains(USUAL_KEY) && !said.contains("56789"), "{said}");
}

#[test]
fn the_key_is_taken_out_of_what_a_server_says_and_placeholders_are_not() {
    let place = find(None, None, &[(USUAL_KEY, "sk-123456789")]).expect("fine");
    assert_eq!(place.scrub("your sk-123456789, twice: sk-123456789."), "your [key], twice: [key].");
    assert!(!format!("{:?}", place.key).contains("sk-"));
    let place = find(Some("http://localhost/v1"), None, &[(USUAL_KEY, "ollama")]).expect("fine");
    assert_eq!(place.scrub("ollama said"), "ollama said");
}

#[test]
fn the_proxy_follows_the_scheme_and_its_exceptions() {
    let proxy = |url: &str, vars: &[(&str, &str)]| {
        let address = Address::parse(url).expect("an address");
        proxy_for(&address, &|name| lookup(vars, name)).map(|(_, url)| url)
    };
    let both = [("HTTPS_PROXY", "http://s:1"), ("http_proxy", "http://p:2"), ("ALL_PROXY", "socks5://a:3")];
    assert_eq!(proxy("https://x.org/v1", &both).as_deref(), Some("http://s:1"));
    assert_eq!(proxy("http://x.org/v1", &both).as_deref(), Some("http://p:2"));
    assert_eq!(proxy("https://x.org/v1", &both[2..]).as_deref(), Some("socks5://a:3"));
    assert_eq!(proxy("http://x.org/v1", &both[..1]), None, "one for secure calls only");
    for local in ["http://localhost:1/v1", "http://127.0.0.1/v1", "https://[::1]/v1"] {
        assert_eq!(proxy(local, &both), None, "{local}");
    }
    for (no, url, through) in [
        ("x.org", "https://x.org/v1", false),
        ("x.org", "https://api.x.org/v1", false),
        (".x.org", "https://api.x.org/v1", false),
        ("*.x.org", "https://api.x.org/v1", false),
        ("x.org", "https://notx.org/v1", true),
        ("x.org:8443", "https://x.org/v1", true),
        ("x.org:8443", "https://x.org:8443/v1", false),
        ("a.org, x.org", "https://x.org/v1", false),
        ("10.0.0.0/8", "http://10.1.2.3/v1", false),
        ("10.0.0.0/8", "http://11.1.2.3/v1", true),
        ("0.0.0.0/0", "http://11.1.2.3/v1", false),
        ("*", "https://y.org/v1", false),
        ("", "https://y.org/v1", true),
    ] {
        let mut vars = both.to_vec();
        vars.push(("NO_PROXY", no));
        assert_eq!(proxy(url, &vars).is_some(), through, "{no} and {url}");
    }
    let said = why(find(Some("https://x.org/v1"), None, &[("HTTPS_PROXY", "gopher://me:word@x")]));
    assert!(said.contains("HTTPS_PROXY") && !said.contains("word"), "{said}");
}

#[test]
fn certificates_that_are_named_must_be_there() {
    let dir = tempfile::tempdir().expect("a folder");
    let empty = dir.path().join("empty.pem");
    std::fs::write(&empty, "nothing\n").expect("a file");
    let empty = empty.display().to_string();
    for (variable, file, words) in
        [("SSL_CERT_FILE", "/no/such/file", "cannot be used"), ("CURL_CA_BUNDLE", empty.as_str(), "there is none in it")]
    {
        let said = why(find(Some("https://x/v1"), None, &[(variable, file)]));
        assert!(said.contains(variable) && said.contains(words), "{said}");
        assert!(find(Some("http://localhost/v1"), None, &[(variable, file)]).is_ok(), "nothing to check there");
    }
}
