//! What `pack.toml` says, against the files beside it.

use crate::exercise::Stub;
use crate::pack::Pack;
use crate::proof::report::Finding;
use crate::proof::subject::Subject;
use crate::stage::LoopKind;

pub fn matches_files(pack: &Pack, subject: &Subject) -> Vec<Finding> {
    let exercise = &subject.exercise;
    let mut findings = Vec::new();
    let said: Vec<&str> = pack.meta.units.iter().flat_map(|u| u.tests.iter().map(String::as_str)).collect();
    let found = exercise.test_names();
    if said != found {
        findings.push(about(None, format!("pack.toml lists the tests [{}], the files have [{}]", said.join(", "), found.join(", "))));
    }
    for unit in &pack.meta.units {
        let stubs = exercise.unit(&unit.id).map(|u| u.stubs.as_slice()).unwrap_or_default();
        if !same_stubs(pack, &unit.stubs, stubs) {
            let stubs: Vec<&str> = stubs.iter().map(|s| s.name.as_str()).collect();
            let says = format!("pack.toml gives {} the stubs [{}], the starter has [{}]", unit.id, unit.stubs.join(", "), stubs.join(", "));
            findings.push(about(Some(&unit.id), says));
        }
        for test in &unit.tests {
            let of = exercise.tests.iter().find(|t| t.name == *test).and_then(|t| t.unit.as_deref());
            // A test that is not there at all is missed above, and one that is named after no stub has a rule of its own.
            if let Some(of) = of.filter(|of| *of != unit.id) {
                let says = format!("pack.toml lists `{test}` under {}; by its name it is for {of}", unit.id);
                findings.push(Finding { test: Some(test.clone()), ..about(Some(&unit.id), says) });
            }
        }
    }
    if exercise.units.len() != pack.meta.units.len() {
        findings.push(about(None, format!("pack.toml has {} units, the starter {}", pack.meta.units.len(), exercise.units.len())));
    }
    let listed: Vec<&str> = pack.meta.lessons.iter().map(|l| l.file.as_str()).collect();
    let read: Vec<&str> = pack.lesson.iter().map(|f| f.path.as_str()).collect();
    if listed != read {
        let says =
            format!("pack.toml has the sections in the order [{}]; by their file names it is [{}]", listed.join(", "), read.join(", "));
        findings.push(about(None, says));
    }
    findings
}

/// Every name means a function of the unit, and every function is meant. A name that several types have may be given once for all of them.
fn same_stubs(pack: &Pack, said: &[String], found: &[Stub]) -> bool {
    let is_meant = |stub: &Stub| said.iter().any(|name| pack.means(name, stub));
    let means_one = |name: &String| found.iter().any(|stub| pack.means(name, stub));
    found.iter().all(is_meant) && said.iter().all(means_one)
}

pub fn fits_the_loops(pack: &Pack) -> Vec<Finding> {
    let depth = pack.meta.depth;
    let counts = [(LoopKind::Starter, pack.starter.len()), (LoopKind::Test, pack.tests.len()), (LoopKind::Lesson, pack.lesson.len())];
    let most = |kind| crate::pipeline::cap(depth, kind);
    let over = counts.into_iter().filter(|(kind, n)| *n > most(*kind));
    over.map(|(kind, n)| {
        let says =
            format!("there are {n} {} files; {depth:?} takes {} at most, because each is one section of a loop", kind.name(), most(kind));
        Finding::new(says)
    })
    .collect()
}

fn about(unit: Option<&str>, says: String) -> Finding {
    Finding { file: Some("pack.toml".to_owned()), unit: unit.map(str::to_owned), ..Finding::new(says) }
}
