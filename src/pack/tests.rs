use super::*;

const STARTER: &str = "/// One more.\npub fn more(n: u32) -> u32 {\n    todo!(\"ex-1\")\n}\n";
const SOLUTION: &str = "fn one() -> u32 {\n    1\n}\n\n/// One more.\npub fn more(n: u32) -> u32 {\n    n + one()\n}\n";

/// A pack of a function, with these lines more in pack.toml and these files beside it.
fn load(toml: &str, more: &[(&str, &str)]) -> Result<Pack, PackError> {
    let toml = if toml.contains("format") { toml.to_owned() } else { format!("format = 2\n{toml}") };
    let head = "node = \"S999\"\nlanguage = \"rust\"\ndepth = \"D1\"\ntitle = \"t\"\ndescription = \"d\"\n";
    let (first, rest) = toml.split_once('\n').expect("a line");
    let toml = format!("{first}\n{head}{rest}");
    let own = [("pack.toml", toml.as_str()), ("starter/lib.rs", STARTER), ("tests/a.rs", ""), ("solution/lib.rs", SOLUTION)];
    let files = own.iter().chain(more).map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    Pack::from_files("bank/rust/S999", files)
}

fn refused(toml: &str, more: &[(&str, &str)]) -> String {
    load(toml, more).expect_err("refused").to_string()
}

fn misconception(tag: &str, more: &str) -> String {
    format!("[[misconception]]\ntag = \"{tag}\"\nsays = \"s\"\nfix = \"f\"\n{more}\n")
}

#[test]
fn a_need_nobody_has_heard_of_is_refused() {
    let known = load("needs = [\"no-sanitizer\", \"threads\"]\n", &[]).expect("a pack");
    assert_eq!(known.meta.needs, [Need::NoSanitizer, Need::Threads]);
    assert!(refused("needs = [\"a-printer\"]\n", &[]).contains("a-printer"));
}

#[test]
fn items_become_whole_solutions() {
    let body = "pub fn more(n: u32) -> u32 {\n    1 + n\n}\n";
    let wrong = "pub fn more(n: u32) -> u32 {\n    n - one()\n}\n";
    let module = ("alternatives/two-files/extra.rs", "pub fn extra() {}\n");
    let when = "[[misconception.when]]\ntest = \"test_more_a\"";
    let files = [("alternatives/turned.rs", body), module, ("wrong/off.rs", wrong), ("wrong/off-2.rs", wrong), ("slips/minus.rs", wrong)];
    let pack = load(&misconception("off", when), &files).expect("a pack");
    assert_eq!(pack.alternatives["turned"], [TextFile { path: "lib.rs".to_owned(), content: body.to_owned() }], "what is not used goes");
    assert_eq!(pack.alternatives["two-files"].iter().map(|f| f.path.as_str()).collect::<Vec<_>>(), ["lib.rs", "extra.rs"]);
    assert_eq!(pack.wrong["off"][0].content, SOLUTION.replace('+', "-").replace("/// One more.\n", ""));
    assert_eq!(pack.slips["minus"], pack.wrong["off-2"]);
    assert_eq!([pack.tag_of("off"), pack.tag_of("off-2"), pack.tag_of("other-2")], ["off", "off", "other-2"]);
    let kept = pack.for_session();
    assert!(kept.slips.is_empty() && kept.wrong.is_empty() && kept.blind.is_none() && !kept.alternatives.is_empty());
}

#[test]
fn what_cannot_be_placed_is_said_with_its_folder() {
    let twice = [("slips/a.rs", "fn more() {}"), ("slips/a/lib.rs", "fn more() {}")];
    assert!(refused("", &twice).contains("slips/a is there twice"));
    assert!(refused("", &[("slips/a.rs", "fn more( {")]).contains("slips/a: a.rs does not come apart"));
    assert!(refused("", &[("slips/a.txt", "")]).contains("slips/a.txt is no Rust file"));
    assert!(refused("", &[("extras/a.rs", "")]).contains("extras/a.rs is in no known folder"));
}

#[test]
fn a_misconception_is_shown_or_says_why_not_and_has_signs_of_its_own_or_of_the_catalogue() {
    let body = "pub fn more(n: u32) -> u32 {\n    n\n}\n";
    assert!(refused(&misconception("missing-mut", ""), &[]).contains("wrong/missing-mut is missing"));
    load(&misconception("missing-mut", "unshown = \"it fails by chance\""), &[]).expect("it says why");
    load(&misconception("missing-mut", ""), &[("wrong/missing-mut.rs", body)]).expect("the catalogue has signs for it");
    let both = misconception("missing-mut", "unshown = \"it fails by chance\"");
    assert!(refused(&both, &[("wrong/missing-mut.rs", body)]).contains("`unshown` beside a wrong solution"));
    assert!(refused(&misconception("off", ""), &[("wrong/off.rs", body)]).contains("empty `when`"));
    assert!(refused("", &[("wrong/off.rs", body)]).contains("has no [[misconception]]"));
}

#[test]
fn only_a_bank_refuses_format_1() {
    assert!(refused("format = 1\n", &[]).contains("`etude bank convert DIR`"));
    assert!(refused("format = 3\n", &[]).contains("format 3 is not known"));
    let mut pack = load("", &[]).expect("a pack");
    pack.meta.format = 1;
    let mut sealed = serde_json::to_value(&pack).expect("JSON");
    sealed["wrong"] = serde_json::json!({ "off": [{ "path": "lib.rs", "content": "whole" }] });
    let stored: Pack = serde_json::from_value(sealed).expect("as it was sealed");
    assert_eq!((stored.meta.format, stored.wrong["off"][0].content.as_str()), (1, "whole"));
}

#[test]
fn a_blind_solution_is_the_starter_written_and_knows_what_it_was_written_for() {
    let written = STARTER.replace("todo!(\"ex-1\")", "n + 1");
    let about = "by = \"somebody\"\n[written_for]\nmore = \"abc\"\n";
    let pack = load("", &[("blind/lib.rs", &written), ("blind/blind.toml", about)]).expect("a pack");
    let (blind, rust) = (pack.blind.expect("a blind solution"), language::by_name("rust").expect("rust"));
    assert_eq!((blind.files[0].content.as_str(), blind.by.as_str()), (written.as_str(), "somebody"));
    assert_eq!(blind.outdated(rust, &pack.starter), ["more"]);
    let now = contracts(rust, &pack.starter);
    let about = format!("by = \"somebody\"\n[written_for]\nmore = \"{}\"\n", now[0].sha256);
    let pack = load("", &[("blind/lib.rs", &written), ("blind/blind.toml", &about)]).expect("a pack");
    assert!(pack.blind.expect("a blind solution").outdated(rust, &pack.starter).is_empty());
    assert!(refused("", &[("blind/lib.rs", &written)]).contains("blind/blind.toml is missing"));
    assert!(refused("", &[("blind/lib.rs", STARTER), ("blind/blind.toml", &about)]).contains("`more` not written"));
    assert!(refused("", &[("blind/other.rs", &written), ("blind/blind.toml", &about)]).contains("the starter has no other.rs"));
}

#[test]
fn a_contract_is_its_comment_and_its_signature_and_is_called_by_its_path() {
    let rust = language::by_name("rust").expect("rust");
    let of = |text: &str| contracts(rust, &[TextFile { path: "lib.rs".to_owned(), content: text.to_owned() }]);
    let hash = |text: &str| of(text)[0].sha256.clone();
    assert_eq!(hash(STARTER), hash(&STARTER.replace("todo!(\"ex-1\")", "todo!(\"ex-1\");")), "the body is no part of it");
    assert_eq!(hash(STARTER), hash(&STARTER.replace("(n: u32)", "(\n    n: u32)").replace("(\n    ", "( ").replace("( ", "(")));
    assert_ne!(hash(STARTER), hash(&STARTER.replace("One more.", "Two more.")));
    assert_ne!(hash(STARTER), hash(&STARTER.replace("n: u32", "n: u64")));
    let both =
        "impl Circle {\n    fn area(&self) { todo!(\"ex-1\") }\n}\nimpl From<A> for B {\n    fn from(a: A) -> B { todo!(\"ex-2\") }\n}\n";
    let found = of(both);
    let called = |at: usize, said: &str| found[at].is_called(said);
    assert!(called(0, "area") && called(0, "Circle::area") && !called(0, "Square::area") && !called(0, "rea"));
    assert!(called(1, "<B as From<A>>::from") && !called(1, "<B as From<C>>::from"));
}
