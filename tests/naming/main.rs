//! Whether misconceptions are named right, for real: every wrong and every correct solution of every pack, and programs that no pack has seen
//! (`tests/fixtures/wrong-programs`). A wrong name counts as worse than none.
//!
//! A test program of its own, because it runs learners' programs inside its process: the runner takes every child there for one of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etude::evidence::Evidence;
use etude::exercise::TextFile;
use etude::language;
use etude::pack::{Bank, Pack};
use etude::proof;
use etude::provider::bank::diagnose;
use etude::runner::Cancel;
use etude::syntax::Syntax;
use etude::testrun::Limits;

/// A program, where it comes from, and the tag it should be given.
struct Case {
    from: String,
    expected: Option<String>,
    files: Vec<TextFile>,
    /// It is not even finished, so it need not pass.
    of_pack: bool,
}

/// What came of a case.
struct Judged {
    from: String,
    expected: Option<String>,
    named: Option<String>,
    passed: bool,
    of_pack: bool,
    seen: String,
}

fn cases(language: &str, node: &str, pack: &Pack) -> Vec<Case> {
    let own = |from: String, expected: Option<&String>, files: &[TextFile]| Case {
        from: format!("{node} {from}"),
        expected: expected.cloned(),
        files: files.to_vec(),
        of_pack: true,
    };
    let mut all = vec![own("solution".into(), None, &pack.solution)];
    all.extend(pack.alternatives.iter().map(|(name, files)| own(format!("alternative {name}"), None, files)));
    let tag = |name: &String| pack.tag_of(name).to_owned();
    all.extend(pack.wrong.iter().map(|(name, files)| own(format!("wrong {name}"), Some(&tag(name)), files)));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wrong-programs").join(language).join(node);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).map(|d| d.filter_map(|e| e.ok().map(|e| e.path())).collect()).unwrap_or_default();
    paths.sort();
    all.extend(paths.iter().map(|path| unseen(path, node, pack, language)));
    all
}

/// The functions of a fixture in the place of those of the reference or the starter.
fn unseen(path: &Path, node: &str, pack: &Pack, language: &str) -> Case {
    let text = fs::read_to_string(path).expect("a fixture");
    let stem = path.file_stem().and_then(|s| s.to_str()).expect("a name");
    let (tag, _) = stem.rsplit_once('-').expect("a name such as missing-mut-1");
    let first = text.lines().next().unwrap_or_default();
    let base = if first.contains("on the starter") { &pack.starter } else { &pack.solution };
    let syntax = language::by_name(language).expect("a language").syntax().expect("a syntax");
    let replaced = base.iter().map(|file| {
        let whole = first.contains(&format!("the whole of {}", file.path));
        let content = if whole { text.clone() } else { with_functions(&file.content, &text, syntax) };
        TextFile { path: file.path.clone(), content }
    });
    let files: Vec<TextFile> = replaced.collect();
    assert!(files.iter().zip(base).any(|(new, old)| new.content != old.content), "{} replaces nothing", path.display());
    Case { from: format!("{node} {stem}"), expected: (tag != "none").then(|| tag.to_owned()), files, of_pack: false }
}

/// Each function of `text` stands where `base` has one of that name, from its first line of code on.
fn with_functions(base: &str, text: &str, syntax: &dyn Syntax) -> String {
    let mut out = base.to_owned();
    for new in syntax.outline(text).functions.iter().filter(|f| f.has_body) {
        let outline = syntax.outline(&out);
        let Some(old) = outline.functions.iter().find(|f| f.name == new.name && f.has_body) else { continue };
        let lines: Vec<&str> = out.lines().collect();
        let written: Vec<&str> = text.lines().collect();
        let part = |lines: &[&str], range: &std::ops::RangeInclusive<u32>| {
            lines[*range.start() as usize - 1..*range.end() as usize].iter().map(|l| (*l).to_owned()).collect::<Vec<_>>()
        };
        let before = lines[..*old.lines.start() as usize - 1].join("\n");
        let after = lines[*old.lines.end() as usize..].join("\n");
        out = format!("{before}\n{}\n{after}\n", part(&written, &new.lines).join("\n"));
    }
    out
}

fn what_was_seen(evidence: &Evidence) -> String {
    let diagnostics = evidence
        .diagnostics
        .iter()
        .map(|d| format!("{:?} {:?} {}:{:?} {}", d.level, d.code, d.message, d.line, d.stub.as_deref().unwrap_or("-")));
    let tests = evidence.failing().map(|t| format!("{} {:?} {:?} {}", t.name, t.status, t.sanitizer, t.message));
    diagnostics.chain(tests).take(6).collect::<Vec<_>>().join("\n    ")
}

fn judge_all() -> Vec<Judged> {
    let packs = Bank::Embedded.list();
    // Long enough that a busy machine does not make an endless loop of a crash whose report takes its time.
    etude::runner::guard::enable_as(Some(env!("CARGO_BIN_EXE_etude").into()));
    let limits = Limits { build: Duration::from_secs(120), tests: Duration::from_secs(3), ..Limits::default() };
    let judge = |(language, node): &(String, String)| -> Vec<Judged> {
        let pack = Bank::Embedded.load(language, node).expect("the pack loads");
        let cases = cases(language, node, &pack);
        let programs: Vec<Vec<TextFile>> = cases.iter().map(|c| c.files.clone()).collect();
        let seen = proof::trials(&pack, &programs, limits, &Cancel::never()).expect("the trials run");
        let judged = cases.into_iter().zip(seen).map(|(case, evidence)| Judged {
            named: diagnose(&pack, &evidence).map(|n| n.tag),
            passed: evidence.passed(),
            seen: what_was_seen(&evidence),
            from: case.from,
            expected: case.expected,
            of_pack: case.of_pack,
        });
        judged.collect()
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = packs.iter().map(|pack| scope.spawn(move || judge(pack))).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("a pack is judged")).collect()
    })
}

/// Right, another tag, none; and of programs that deserve no tag, how many got one.
fn summary(judged: &[&Judged]) -> (usize, usize, usize, usize) {
    let wrong: Vec<_> = judged.iter().filter(|j| j.expected.is_some()).collect();
    let right = wrong.iter().filter(|j| j.named == j.expected).count();
    let none = wrong.iter().filter(|j| j.named.is_none()).count();
    let blamed = judged.iter().filter(|j| j.expected.is_none() && j.named.is_some()).count();
    (right, wrong.len() - right - none, none, blamed)
}

#[test]
fn wrong_programs_are_named_right_and_correct_or_unfinished_ones_are_not_named() {
    let judged = judge_all();
    let (packs, unseen): (Vec<&Judged>, Vec<&Judged>) = judged.iter().partition(|j| j.of_pack);
    let mut report = String::new();
    for (what, part) in [("packs", &packs), ("unseen programs", &unseen)] {
        let (right, other, none, blamed) = summary(part);
        report.push_str(&format!("{what}: {right} named right, {other} wrong, {none} not at all; {blamed} named without reason\n"));
    }
    for j in judged.iter().filter(|j| j.named != j.expected) {
        report.push_str(&format!("{}: named {:?}, expected {:?}\n    {}\n", j.from, j.named, j.expected, j.seen));
    }
    for j in judged.iter().filter(|j| j.passed && j.expected.is_some()) {
        report.push_str(&format!("{}: passes\n", j.from));
    }
    if let Some(path) = std::env::var_os("ETUDE_NAMING_REPORT") {
        fs::write(path, &report).expect("the report is written");
    }
    assert!(judged.iter().all(|j| !(j.passed && j.expected.is_some())), "{report}");
    assert!(packs.iter().filter(|j| j.expected.is_none()).all(|j| j.passed), "{report}");
    let wrong_of = |part: &[&Judged], language: &str| {
        part.iter().filter(|j| j.expected.is_some() && (j.from.starts_with('C') == (language == "c"))).count()
    };
    assert!(wrong_of(&unseen, "rust") >= 12 && wrong_of(&unseen, "c") >= 12, "at least twelve of each");
    for part in [&packs, &unseen] {
        let (right, other, none, blamed) = summary(part);
        assert_eq!(blamed, 0, "{report}");
        assert_eq!(other, 0, "no wrong name: {report}");
        assert!(right * 100 >= (right + none) * 95, "{report}");
    }
}
