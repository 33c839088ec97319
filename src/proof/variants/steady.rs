//! The reference asked again: each test by itself, all of them several times, and once with assertions that cannot hold. A correct exercise passes the first two
//! whatever the order, and fails the last in every test. Says what it saw; it judges nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{Built, Care, Fate, Quick};
use crate::error::Error;
use crate::exercise::TextFile;
use crate::language::Reached;
use crate::proof::bench::Bench;
use crate::runner::End;

/// A test of the reference that does not do what the test of a correct exercise does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::proof) enum Unsteady {
    /// It fails when no other test runs before it.
    Alone(String),
    /// It passed before and failed when everything ran once more.
    Again(String),
    /// It fails when others run at the same time.
    AtOnce(String),
    /// None of its assertions is reached, so that none can fail.
    Unreached(String),
}

/// So often the reference is asked once more: a test that passes by luck seldom has it so long.
const MORE_RUNS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Alone,
    Again,
    Unreached,
}

/// Empty where all is as it should be, or where the reference cannot be built the quick way.
pub(in crate::proof) fn unsteady(bench: &Bench, limit: Duration) -> Result<Vec<Unsteady>, Error> {
    let done = bench.each(&[Way::Alone, Way::Again, Way::Unreached], |scratch, way| {
        let mut quick = Quick { limit, root: scratch.root().to_path_buf(), scratch, asked_for: None };
        quick.unsteady(*way)
    })?;
    Ok(done.into_iter().flatten().collect())
}

impl Quick<'_, '_> {
    fn unsteady(&mut self, way: Way) -> Result<Vec<Unsteady>, Error> {
        match way {
            Way::Alone => self.alone(),
            Way::Again => self.again(),
            Way::Unreached => self.unreached(),
        }
    }

    fn alone(&mut self) -> Result<Vec<Unsteady>, Error> {
        let Some(built) = self.built_reference(&|test| test.to_owned())? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for test in self.whole_reference().tests.iter().rev() {
            let fate = self.ask_some(&built.build, &|t| built.full_name(t), std::slice::from_ref(test), Care::Quick)?.fate;
            found.extend((fate != Fate::Passes).then(|| Unsteady::Alone(test.clone())));
        }
        Ok(found)
    }

    fn again(&mut self) -> Result<Vec<Unsteady>, Error> {
        let Some(built) = self.built_reference(&|test| test.to_owned())? else { return Ok(Vec::new()) };
        let reference = self.whole_reference();
        // Leaks do not come and go: the whole runs have looked for them.
        for care in [Care::Quick, Care::AtOnce].repeat(MORE_RUNS / 2) {
            if let Fate::Fails(test) = self.ask_some(&built.build, &|t| built.full_name(t), &reference.tests, care)?.fate {
                let at_once = care == Care::AtOnce && self.subject().language.proof.at_once.is_some();
                return Ok(vec![if at_once { Unsteady::AtOnce(test) } else { Unsteady::Again(test) }]);
            }
        }
        Ok(Vec::new())
    }

    /// With assertions that cannot hold, a test that still passes comes to none of them.
    fn unreached(&mut self) -> Result<Vec<Unsteady>, Error> {
        let Some(reached) = &self.subject().language.proof.reached else { return Ok(Vec::new()) };
        let built = match &reached.file {
            None => self.built_reference(&|test| with_text(test, &reached.text))?,
            Some(file) => self.built_with(file, reached)?,
        };
        let Some(built) = built else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for test in &self.whole_reference().tests {
            let fate = self.ask_some(&built.build, &|t| built.full_name(t), std::slice::from_ref(test), Care::Quick)?.fate;
            found.extend((fate == Fate::Passes).then(|| Unsteady::Unreached(test.clone())));
        }
        if let Some(file) = &reached.file {
            self.restore(file)?;
        }
        Ok(found)
    }

    fn built_reference(&mut self, with: &dyn Fn(&str) -> String) -> Result<Option<Built>, Error> {
        let reference = self.whole_reference();
        let Some(batch) = &self.subject().language.proof.batch else {
            self.scratch.put(&reference.source)?;
            let build = self.build_change()?.filter(|build| build.end == End::Exited(0));
            return Ok(build.map(|build| Built { build, names: None }));
        };
        if self.lay_out(batch, 0, &reference.source, with)?.is_none() {
            return Ok(None);
        }
        let Some(build) = self.build_batch(batch, &mut BTreeSet::from([0]))? else { return Ok(None) };
        Ok(Some(Built { build, names: Some(self.listed(batch)?) }))
    }

    /// The same with more behind one file that all tests read.
    fn built_with(&mut self, file: &str, reached: &Reached) -> Result<Option<Built>, Error> {
        let Some(given) = self.scratch.generated(file) else { return Ok(None) };
        self.scratch.write(file, &format!("{}\n{}", given.content, reached.text))?;
        let built = self.built_reference(&|test| test.to_owned());
        if !matches!(built, Ok(Some(_))) {
            self.restore(file)?;
        }
        built
    }

    fn restore(&self, file: &str) -> Result<(), Error> {
        let given: Option<TextFile> = self.scratch.generated(file);
        given.map_or(Ok(()), |given| self.scratch.write(file, &given.content))
    }
}

/// Code before everything but what must come first in a file.
fn with_text(test: &str, text: &str) -> String {
    let first = |line: &str| line.trim().is_empty() || line.trim_start().starts_with("//!") || line.trim_start().starts_with("#![");
    let at: usize = test.split_inclusive('\n').take_while(|line| first(line)).map(str::len).sum();
    format!("{}{text}\n{}", &test[..at], &test[at..])
}
