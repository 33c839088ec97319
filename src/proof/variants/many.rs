//! The tests of many variants of one program in a single run: where a harness ends each of them in time by itself, the walls around them need not be put up for
//! each. Owns the marks between the variants; what was not heard out is left for whoever asks one by one.

use std::time::{Duration, Instant};

use super::{Asked, Fate, Quick, shown};
use crate::error::Error;
use crate::evidence::{self, OutputParser, TestStatus};
use crate::runner::{End, RunEnd, Stream};
use crate::testrun::{self, Part};

/// One question: a variant of the program, and the tests.
pub(super) struct Ask<'t> {
    pub variant: usize,
    pub tests: &'t [String],
}

/// What opens a line that etude's own words stand in.
const BEGINS: &str = "@asks ";
const ENDED: &str = "@ended ";
/// How long the harness is told to wait for a test, and for all.
const PER_TEST: &str = "ETUDE_TEST_SECONDS";
const FOR_ALL: &str = "ETUDE_BINARY_SECONDS";
/// For starting one.
const SLACK: Duration = Duration::from_millis(500);

/// What is being heard.
struct Hearing {
    ask: usize,
    parser: Box<dyn OutputParser>,
    began: Instant,
}

impl Quick<'_, '_> {
    /// What each came to and how long it took, with `build` as the program; None of those that were not heard out, and of all where the language has no such way.
    pub(super) fn ask_many(&self, build: &RunEnd, asks: &[Ask]) -> Result<Vec<Option<(Asked, Duration)>>, Error> {
        let mut found: Vec<Option<(Asked, Duration)>> = asks.iter().map(|_| None).collect();
        let language = self.subject().language;
        let Some(many) = language.proof.many.as_ref().filter(|_| asks.len() > 1) else { return Ok(found) };
        let mut step = many.clone();
        for name in [PER_TEST, FOR_ALL] {
            step.env.insert(name.to_owned(), self.limit.as_secs_f64().to_string());
        }
        let words: Vec<String> = asks.iter().enumerate().map(|(at, ask)| format!("{at} {} {}", ask.variant, ask.tests.join(" "))).collect();
        let whole = (self.limit + SLACK) * u32::try_from(asks.len()).unwrap_or(u32::MAX);
        let mut hearing: Option<Hearing> = None;
        let mut on_line = |stream: Stream, line: &str| {
            if let Some(ask) = line.strip_prefix(BEGINS).and_then(|n| n.trim().parse().ok()) {
                let parser = evidence::parser(&language.parser, &self.root);
                hearing = parser.map(|parser| Hearing { ask, parser, began: Instant::now() });
            } else if let Some((ask, code)) = line.strip_prefix(ENDED).and_then(|l| l.trim().split_once(' ')) {
                let heard = hearing.take().filter(|h| ask.parse() == Ok(h.ask));
                if let Some((heard, code)) = heard.zip(code.parse().ok())
                    && let Some(place) = found.get_mut(heard.ask)
                {
                    let took = heard.began.elapsed();
                    let end = RunEnd { end: End::Exited(code), duration: took, excerpt: String::new(), walls: None };
                    *place = Some((judged(heard.parser, build, &end, asks[heard.ask].tests), took));
                }
            } else if let Some(hearing) = &mut hearing {
                hearing.parser.test_line(stream, line);
            }
        };
        testrun::step(Part::Tests, &step, self.request(), &[("asks", &words)], whole, self.scratch.cancel, &mut on_line)?;
        Ok(found)
    }
}

fn judged(parser: Box<dyn OutputParser>, build: &RunEnd, end: &RunEnd, tests: &[String]) -> Asked {
    let asked = shown(parser.finish(build, Some(end), tests), end, tests.iter());
    let endless = asked.tests.iter().any(|t| t.status == TestStatus::Timeout);
    if endless { Asked { fate: Fate::TimesOut, ..asked } } else { asked }
}
