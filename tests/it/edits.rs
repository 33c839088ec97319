//! Small edits of the packs in `tests/fixtures/packs`: what is broken raises the rule that it breaks, what is correct raises none. The edits are files in
//! `tests/edits`; its README says what they hold. What a rule can see without running is asked so, everything else by the whole proof.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use etude::pack::{Bank, PackError};
use etude::proof::{self, Check, Options, Report, RuleId};
use etude::runner::{Cancel, guard};
use etude::testrun::Limits;
use serde::Deserialize;

use crate::proof::copy;
use crate::story::project;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(skip)]
    name: String,
    /// Below `tests/fixtures/packs`.
    pack: String,
    /// What a broken one must raise.
    rule: Option<RuleId>,
    /// What it may raise besides.
    #[serde(default)]
    also: Vec<RuleId>,
    /// Part of what is said about it, where a rule has several reasons.
    says: Option<String>,
    edit: Vec<Edit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    /// Left out for a new file.
    from: Option<String>,
    /// Left out for a file that goes.
    to: Option<String>,
}

fn cases(folder: &str) -> Vec<Case> {
    let folder = project().join("tests/edits").join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder).expect("the edits").map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: &Path| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let case: Case = toml::from_str(&fs::read_to_string(path).expect("an edit")).unwrap_or_else(|e| panic!("{name}: {e}"));
        Case { name, ..case }
    };
    paths.iter().map(|path| read(path)).collect()
}

impl Case {
    /// A bank of one pack with the edits in it.
    fn bank(&self) -> tempfile::TempDir {
        let bank = tempfile::tempdir().expect("a folder");
        let pack = bank.path().join(&self.pack);
        copy(&project().join("tests/fixtures/packs").join(&self.pack), &pack);
        for edit in &self.edit {
            let path = pack.join(&edit.file);
            match (&edit.from, &edit.to) {
                (None, Some(new)) => {
                    assert!(!path.exists(), "{}: {} is there already", self.name, edit.file);
                    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder of the pack");
                    fs::write(&path, new).expect("a new file");
                }
                (Some(old), Some(new)) => {
                    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {}: {e}", self.name, edit.file));
                    assert_eq!(text.matches(old.as_str()).count(), 1, "{}: {} holds once {old:?}", self.name, edit.file);
                    fs::write(&path, text.replacen(old, new, 1)).expect("the edit");
                }
                (_, None) => fs::remove_file(&path).unwrap_or_else(|e| panic!("{}: {}: {e}", self.name, edit.file)),
            }
        }
        bank
    }

    /// The rules that were asked, each with what it found: only those that read where they are enough to know.
    fn checks(&self) -> Vec<Check> {
        let bank = self.bank();
        let (language, node) = self.pack.split_once('/').expect("language and node");
        let pack = match Bank::Folder(bank.path().to_owned()).load(language, node) {
            Err(PackError::Broken { why, .. }) => return Report::unreadable(language, node, &why).checks,
            other => other.expect("a pack"),
        };
        let read = proof::read_pack(&pack).expect("what can be read");
        if read.iter().any(|check| Some(check.rule) == self.rule) {
            return read;
        }
        // A test takes its time on a busy machine.
        let limits = Limits { build: std::time::Duration::from_secs(600), ..Limits::default() };
        let options = Options { workers: 1, ..Options::bank(limits) };
        proof::prove_pack(&pack, &options, &Cancel::never(), &mut |_| {}).expect("a proof").checks
    }
}

/// What is wrong with the answer to each case, and the rules that were asked.
fn judge(cases: &[Case], judge: impl Fn(&Case, &[Check]) -> Option<String> + Sync) -> (String, BTreeSet<RuleId>) {
    guard::enable_as(Some(env!("CARGO_BIN_EXE_etude").into()));
    let (next, found) = (AtomicUsize::new(0), Mutex::new((Vec::new(), BTreeSet::new())));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::SeqCst)) {
            let checks = case.checks();
            let trouble = judge(case, &checks).map(|why| format!("{}: {why}\n{}", case.name, said(&checks)));
            let mut found = found.lock().expect("no panic");
            found.0.extend(trouble);
            found.1.extend(checks.iter().map(|c| c.rule));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, std::num::NonZero::get) {
            scope.spawn(work);
        }
    });
    let (troubles, rules) = found.into_inner().expect("no panic");
    (troubles.join("\n"), rules)
}

fn said(checks: &[Check]) -> String {
    let finding = |f: &proof::Finding| format!("    {} {}\n", f.says, f.output.as_deref().unwrap_or_default());
    let failed = checks.iter().filter(|c| !c.ok);
    failed.map(|c| format!("  {} {:?}\n{}", c.rule.name(), c.of, c.findings.iter().map(finding).collect::<String>())).collect()
}

fn raised(checks: &[Check]) -> BTreeSet<RuleId> {
    checks.iter().filter(|c| !c.ok).map(|c| c.rule).collect()
}

#[test]
fn a_broken_edit_raises_its_rule_and_no_other() {
    let (troubles, _) = judge(&cases("broken"), |case, checks| {
        let rule = case.rule.expect("a rule");
        let raised = raised(checks);
        let says = |part: &String| checks.iter().filter(|c| !c.ok && c.rule == rule).any(|c| c.findings.iter().any(|f| f.says.contains(part)));
        if !case.name.starts_with(&rule.name()) {
            return Some("its name begins with another rule".to_owned());
        }
        if !raised.contains(&rule) {
            return Some(format!("{} is not raised", rule.name()));
        }
        if !case.says.as_ref().is_none_or(says) {
            return Some(format!("{} is raised for another reason", rule.name()));
        }
        raised.iter().find(|r| **r != rule && !case.also.contains(r)).map(|other| format!("{} is raised too", other.name()))
    });
    assert!(troubles.is_empty(), "{troubles}");
}

#[test]
fn a_correct_edit_raises_no_rule_and_each_rule_has_a_broken_one() {
    let (troubles, asked) = judge(&cases("correct"), |_, checks| (!raised(checks).is_empty()).then(|| "is refused".to_owned()));
    assert!(troubles.is_empty(), "{troubles}");
    let broken: BTreeSet<RuleId> = cases("broken").iter().filter_map(|case| case.rule).collect();
    assert_eq!(asked.difference(&broken).map(|r| r.name()).collect::<Vec<_>>(), Vec::<String>::new(), "no edit breaks these");
}
