//! Whole versions as modules of one program, for languages whose files are modules. Owns their layout and which of them compile.

use std::collections::BTreeSet;
use std::time::Instant;

use super::program::{Outcome, Program};
use super::{Built, Fate, Tried, Version};
use crate::error::Error;
use crate::exercise::TextFile;
use crate::language::Batch;
use crate::pipeline::assemble::{self, Place};
use crate::runner::{End, RunEnd, Stream};
use crate::testrun::{self, Part};

/// A program is built again without what does not compile: names first, then types, then borrows.
const ROUNDS: usize = 4;

impl Program<'_, '_> {
    /// None where not even the base passes this way.
    pub(super) fn as_modules(&mut self, batch: &Batch, group: &[&Version]) -> Result<Option<Vec<Tried>>, Error> {
        let began = Instant::now();
        let base = self.base();
        let all: Vec<&[TextFile]> = std::iter::once(&base.source[..]).chain(group.iter().map(|v| &v.source[..])).collect();
        for (at, source) in all.iter().enumerate() {
            if self.lay_out(batch, at, source)?.is_none() {
                return Ok(None);
            }
        }
        let mut kept: BTreeSet<usize> = (0..all.len()).collect();
        let Some(build) = self.build_modules(batch, &mut kept)? else { return Ok(None) };
        let names = self.listed(batch)?;
        let built_in = began.elapsed() / u32::try_from(group.len().max(1)).unwrap_or(1);
        if self.run_module(&build, &names, 0, &base)?.fate != Fate::Passes {
            return Ok(None);
        }
        let mut tried = Vec::new();
        for (at, version) in (1..).zip(group) {
            let began = Instant::now();
            let outcome = if kept.contains(&at) { self.run_module(&build, &names, at, version)? } else { Outcome::not_built() };
            tried.push(outcome.in_time(built_in + began.elapsed()));
        }
        Ok(Some(tried))
    }

    fn run_module(&self, build: &RunEnd, names: &[String], at: usize, version: &Version) -> Result<Outcome, Error> {
        let mut found = Outcome { fate: Fate::Passes, ..Outcome::not_built() };
        for care in self.cares() {
            for tests in [&version.tests, &version.then] {
                if found.fate == Fate::Passes && !tests.is_empty() {
                    found = self.run_named(build, None, &|test| of_module(names, at, test), tests, care)?;
                }
            }
        }
        Ok(found)
    }

    /// The files of one version and its tests as modules. None where they cannot be such.
    pub(super) fn lay_out(&self, batch: &Batch, at: usize, source: &[TextFile]) -> Result<Option<()>, Error> {
        let ground = self.ground();
        let (language, layout) = (ground.language, &ground.language.layout);
        let Some(syntax) = language.syntax() else { return Ok(None) };
        let library = format!("crate::{}::{}", name(at), batch.library);
        let tests = format!("crate::{}::tests", name(at));
        let place = Place { workspace: &self.root, etude: "etude" };
        let generated = assemble::generated_files(&ground.exercise, language, &ground.starter, &ground.tests, "", &place);
        let judging = generated.iter().filter(|f| f.judges && f.path.starts_with(&format!("{}/", layout.tests)));
        let test_files = judging.map(|f| (&f.path, &f.content, &layout.tests, "tests", &tests));
        let own_files = source.iter().map(|f| (&f.path, &f.content, &layout.src, batch.library.as_str(), &library));
        for (path, content, from, to, own) in own_files.chain(test_files) {
            let Some(inner) = path.strip_prefix(&format!("{from}/")) else { return Ok(None) };
            let Some(moved) = syntax.moved(content, &[("crate", own), (&batch.library, &library)]) else { return Ok(None) };
            // The file that names the others is the module itself.
            let root = layout.root.as_deref() == Some(inner) || language.files.iter().any(|f| f.path == *path);
            let inner = if root { "mod.rs" } else { inner };
            let moved = if to == "tests" && !root { with_text(&moved, self.before_tests) } else { moved };
            self.scratch.write(&format!("{}/{}/{to}/{inner}", batch.dir, name(at)), &moved)?;
        }
        Ok(Some(()))
    }

    /// The file that names the modules of a program.
    pub(super) fn write_root(&self, batch: &Batch, modules: impl Iterator<Item = usize>) -> Result<(), Error> {
        let lines = modules.map(|at| format!("mod {} {{ pub mod {}; mod tests; }}\n", name(at), batch.library));
        self.scratch.write(&format!("{}/{}", batch.dir, batch.root), &lines.collect::<String>())
    }

    /// Builds those that are `kept`, and takes out of them what does not compile. None where that cannot be told.
    fn build_modules(&self, batch: &Batch, kept: &mut BTreeSet<usize>) -> Result<Option<RunEnd>, Error> {
        for _ in 0..ROUNDS {
            self.write_root(batch, kept.iter().copied())?;
            let mut broken = BTreeSet::new();
            let mut on_line = |_: Stream, line: &str| {
                if line.contains(": error") {
                    broken.extend(kept.iter().copied().filter(|at| line.contains(&format!("/{}/", name(*at)))));
                }
            };
            let build = self.build_step(&batch.build, &mut on_line)?;
            if build.end == End::Exited(0) {
                return Ok(Some(build));
            }
            if broken.is_empty() || broken.contains(&0) {
                return Ok(None);
            }
            kept.retain(|at| !broken.contains(at));
        }
        Ok(None)
    }

    fn listed(&self, batch: &Batch) -> Result<Vec<String>, Error> {
        let mut names = Vec::new();
        let mut on_line = |stream: Stream, line: &str| {
            if stream == Stream::Out {
                names.extend(line.strip_suffix(batch.listed.as_str()).map(str::to_owned));
            }
        };
        testrun::step(Part::Tests, &batch.list, self.request(), &[], self.scratch.limits.tests, self.scratch.cancel, &mut on_line)?;
        Ok(names)
    }

    /// These files and the tests as the only module of a program, or where its errors are.
    pub(super) fn build_as_module(&mut self, batch: &Batch, files: &[TextFile]) -> Result<Option<Result<Built, Vec<ErrorAt>>>, Error> {
        if self.lay_out(batch, 0, files)?.is_none() {
            return Ok(None);
        }
        self.write_root(batch, std::iter::once(0))?;
        let layout = &self.ground().language.layout;
        let [own, tests] = [batch.library.as_str(), "tests"].map(|folder| format!("/{}/{folder}/", name(0)));
        let mut errors: Vec<ErrorAt> = Vec::new();
        let mut on_line = |_: Stream, line: &str| {
            let Some((place, _)) = line.split_once(": error") else { return };
            let of_tests = short_place(place, &tests).map(|(inner, line)| (format!("{}/{inner}", layout.tests), line));
            let of_source = short_place(place, &own).map(|(inner, line)| {
                let inner = if inner == "mod.rs" { layout.root.as_deref().unwrap_or(inner) } else { inner };
                (format!("{}/{inner}", layout.src), line)
            });
            errors.extend(of_tests.or(of_source));
        };
        let build = self.build_step(&batch.build, &mut on_line)?;
        if build.end != End::Exited(0) {
            return Ok(Some(Err(errors)));
        }
        Ok(Some(Ok(Built { build, names: Some(self.listed(batch)?) })))
    }
}

/// A file and a line of it.
pub(super) type ErrorAt = (String, usize);

/// `…/version_000/exercise/mod.rs:12:5`: the file below the folder, and the line.
fn short_place<'l>(place: &'l str, folder: &str) -> Option<(&'l str, usize)> {
    let (_, place) = place.split_once(folder)?;
    let mut parts = place.split(':');
    Some((parts.next()?, parts.next()?.parse().ok()?))
}

/// How a test of a version is called in a program of many.
pub(super) fn of_module(names: &[String], at: usize, test: &str) -> Option<String> {
    let (begins, ends) = (format!("{}::", name(at)), format!("::{test}"));
    names.iter().find(|n| n.starts_with(&begins) && n.ends_with(&ends)).cloned()
}

fn name(at: usize) -> String {
    format!("version_{at:03}")
}

/// Code before everything but what must come first in a file.
fn with_text(test: &str, text: &str) -> String {
    let first = |line: &str| line.trim().is_empty() || line.trim_start().starts_with("//!") || line.trim_start().starts_with("#![");
    let at: usize = test.split_inclusive('\n').take_while(|line| first(line)).map(str::len).sum();
    format!("{}{text}\n{}", &test[..at], &test[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_an_error_is_read_below_the_folder_of_the_module() {
        assert_eq!(short_place("/x/target/batch/version_000/exercise/mod.rs:12:5", "/version_000/exercise/"), Some(("mod.rs", 12)));
        assert_eq!(short_place("/x/target/batch/version_000/tests/mod.rs:12:5", "/version_000/exercise/"), None);
    }
}
