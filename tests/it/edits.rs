//! Small edits of the packs in `tests/fixtures/packs`: what is broken raises the rule that it breaks, what is correct raises none. The edits are files in
//! `tests/edits`; its README says what they hold. What a rule can see without running is asked so, everything else by the proof itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use etude::pack::{Bank, PackError};
use etude::proof::{self, Check, Options, Report, RuleId, Subject};
use etude::runner::{Cancel, guard};
use etude::testrun::Limits;
use serde::Deserialize;

use crate::story::{copy, project};

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
    /// Part of what is said, where a rule has several reasons.
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

/// A bank of one pack.
struct Desk {
    bank: tempfile::TempDir,
    pack: String,
    names: Vec<String>,
}

impl Desk {
    fn new(pack: &str) -> Desk {
        let bank = tempfile::tempdir().expect("a folder");
        copy(&project().join("tests/fixtures/packs").join(pack), &bank.path().join(pack));
        Desk { bank, pack: pack.to_owned(), names: Vec::new() }
    }

    /// Whether all that the case replaces stands in the files, once each.
    fn takes(&self, case: &Case) -> bool {
        let holds = |edit: &Edit| {
            let text = fs::read_to_string(self.bank.path().join(&self.pack).join(&edit.file)).ok();
            match &edit.from {
                Some(from) => text.is_some_and(|text| text.matches(from).count() == 1),
                None => text.is_some() == edit.to.is_none(),
            }
        };
        self.pack == case.pack && case.edit.iter().all(holds)
    }

    fn with(mut self, case: &Case) -> Desk {
        assert!(self.takes(case), "{}: what it replaces does not stand in {} once", case.name, case.pack);
        for edit in &case.edit {
            let path = self.bank.path().join(&self.pack).join(&edit.file);
            let Some(to) = &edit.to else {
                fs::remove_file(path).expect("a file that goes");
                continue;
            };
            let text = edit.from.as_ref().map(|from| fs::read_to_string(&path).expect("a file").replacen(from, to, 1));
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder of the pack");
            fs::write(path, text.unwrap_or_else(|| to.clone())).expect("the edit");
        }
        self.names.push(case.name.clone());
        self
    }

    /// The rules that were asked, each with what it found. With a rule to look for, no more than that one needs.
    fn checks(&self, wanted: Option<RuleId>) -> Vec<Check> {
        let (language, node) = self.pack.split_once('/').expect("language and node");
        let pack = match Bank::Folder(self.bank.path().to_owned()).load(language, node) {
            Err(PackError::Broken { why, .. }) => return Report::unreadable(language, node, &why).checks,
            other => other.expect("a pack"),
        };
        let read = proof::read_pack(&pack).expect("what can be read");
        if read.iter().any(|check| Some(check.rule) == wanted) {
            return read;
        }
        // A build takes its time on a busy machine.
        let limits = Limits { build: std::time::Duration::from_secs(600), ..Limits::default() };
        let options = Options { workers: 1, ..Options::bank(limits) };
        let report = if wanted.is_some_and(RuleId::is_about_the_lesson) {
            proof::prove_lesson(&Subject::of_pack(&pack).expect("an exercise"), &options, &Cancel::never(), &mut |_| {})
        } else {
            proof::prove_pack(&pack, &options, &Cancel::never(), &mut |_| {})
        };
        report.expect("a proof").checks
    }
}

/// Asks all, a few at once. Answers what `judge` finds wrong, and the rules that were asked.
fn ask<T: Sync>(
    all: &[T],
    checks: impl Fn(&T) -> Vec<Check> + Sync,
    judge: impl Fn(&T, &[Check]) -> Option<String> + Sync,
) -> (String, BTreeSet<RuleId>) {
    guard::enable_as(Some(env!("CARGO_BIN_EXE_etude").into()));
    let (next, found) = (AtomicUsize::new(0), Mutex::new((String::new(), BTreeSet::new())));
    let work = || {
        while let Some(one) = all.get(next.fetch_add(1, Ordering::SeqCst)) {
            let checks = checks(one);
            let trouble = judge(one, &checks).map(|why| format!("{why}\n{}", said(&checks)));
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
    found.into_inner().expect("no panic")
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
    let judge = |case: &Case, checks: &[Check]| {
        let (name, rule, raised) = (&case.name, case.rule.expect("a rule"), raised(checks));
        let findings = || checks.iter().filter(|c| !c.ok && c.rule == rule).flat_map(|c| &c.findings);
        if !name.starts_with(&rule.name()) {
            return Some(format!("{name} is not called after {}", rule.name()));
        }
        if !raised.contains(&rule) {
            return Some(format!("{name} does not raise {}", rule.name()));
        }
        if !case.says.as_ref().is_none_or(|part| findings().any(|f| f.says.contains(part))) {
            return Some(format!("{name} raises {} for another reason", rule.name()));
        }
        raised.iter().find(|r| **r != rule && !case.also.contains(r)).map(|other| format!("{name} raises {} too", other.name()))
    };
    let (troubles, _) = ask(&cases("broken"), |case| Desk::new(&case.pack).with(case).checks(case.rule), judge);
    assert!(troubles.is_empty(), "{troubles}");
}

/// Correct edits of one pack that leave each other alone are proven together: what is correct is so in company too.
#[test]
fn a_correct_edit_raises_no_rule_and_each_rule_has_a_broken_one() {
    let mut desks: Vec<Desk> = Vec::new();
    for case in cases("correct") {
        let free = desks.iter().position(|desk| desk.takes(&case));
        let desk = free.map_or_else(|| Desk::new(&case.pack), |at| desks.remove(at));
        desks.push(desk.with(&case));
    }
    let judge = |desk: &Desk, checks: &[Check]| (!raised(checks).is_empty()).then(|| format!("refused: {}", desk.names.join(", ")));
    let (troubles, asked) = ask(&desks, |desk| desk.checks(None), judge);
    assert!(troubles.is_empty(), "{troubles}");
    let broken: BTreeSet<RuleId> = cases("broken").iter().filter_map(|case| case.rule).collect();
    let unbroken: Vec<String> = asked.difference(&broken).map(|rule| rule.name()).collect();
    assert!(unbroken.is_empty(), "no edit breaks {unbroken:?}");
}
