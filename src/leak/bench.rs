//! Many attempts in few builds: those that only change stubs are laid out side by side, and what does not compile is taken out until the rest does. Says what
//! each showed; the attempts that need files of their own are for `trial`.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::edit;
use super::lineup::{self, Lineup, NONE, Variant};
use super::splice::{self, Attempt, Dialect, How};
use super::tokens::texts;
use super::trial::{BUILD, Shown, TESTS, Trials};
use crate::error::Error;
use crate::evidence::{self, Diagnostic, Level, TestStatus};
use crate::language::Step;
use crate::runner::{End, RunEnd};
use crate::testrun::{self, Limits, Part, Request};

/// A build is done again without what does not compile: names first, then types, then borrows.
const ROUNDS: usize = 7;
/// So many of them are spent on who broke the others.
const SEARCHES: usize = 3;
/// Guesses are not worth more of the learner's time.
const FOR_GUESSES: Duration = Duration::from_secs(12);
/// The tests of an attempt get so many times what the right answer takes, and at least so long.
const PATIENCE: u32 = 10;
const SHORTEST: Duration = Duration::from_millis(700);

/// What one program said when it was built.
struct Built {
    end: RunEnd,
    errors: Vec<Diagnostic>,
    binary: Option<PathBuf>,
}

/// What the tests of one variant came to.
struct Answer {
    green: HashSet<String>,
    took: Duration,
}

impl Trials<'_> {
    /// What each attempt shows, in their order; the work ends with the first that leaks.
    pub fn try_all(&mut self, attempts: &[Attempt]) -> Result<Vec<Shown>, Error> {
        let mut shown = vec![Shown::NotTried; attempts.len()];
        let mut variants = Vec::new();
        let mut alone = Vec::new();
        for (at, attempt) in attempts.iter().enumerate() {
            match self.items(attempt) {
                Some(items) if !self.reads(&items) => {
                    shown[at] = if attempt.is_guess { Shown::NotBuilt } else { Shown::NotTried };
                    alone.extend((!attempt.is_guess).then_some(at));
                }
                Some(items) => variants.push(Variant { number: at + 1, items, is_before: false }),
                None => alone.push(at),
            }
        }
        // What the text says as it stands comes first: guesses that do not compile would take its turns.
        let (guesses, said): (Vec<Variant>, Vec<Variant>) = variants.into_iter().partition(|v| attempts[v.number - 1].is_guess);
        for group in [said, guesses] {
            let leaks = shown.iter().any(|s| matches!(s, Shown::Green(_)));
            // Where one cannot stand beside the others, none needs to.
            if !leaks && !self.side_by_side(&group, attempts, &mut shown)? {
                alone.extend(group.iter().map(|v| v.number - 1));
            }
        }
        alone.sort_unstable();
        for at in alone {
            let leaks = shown.iter().any(|s| matches!(s, Shown::Green(_)));
            if leaks || self.is_tired() || attempts[at].is_guess && self.spent() > FOR_GUESSES {
                break;
            }
            shown[at] = self.try_out(&attempts[at])?;
        }
        Ok(shown)
    }

    /// The stubs that an attempt defines anew; nothing where it changes more than that.
    fn items(&self, attempt: &Attempt) -> Option<Vec<(String, String)>> {
        if let How::Items(items) = &attempt.how {
            return Some(items.clone());
        }
        let files = splice::spliced(self.base(), attempt, self.dialect())?;
        let mut rebuilt = self.base().to_vec();
        let mut items = Vec::new();
        let stubs: Vec<String> = self.ground().stubs().map(str::to_owned).chain(attempt.defines.iter().cloned()).collect();
        for stub in stubs {
            let (at, old) = splice::find(&rebuilt, &stub, self.dialect())?;
            let (now, new) = splice::find(&files, &stub, self.dialect())?;
            let text = &files[now].content[new.item];
            if rebuilt[at].content[old.item.clone()] != *text {
                rebuilt[at].content.replace_range(old.item, text);
                items.push((stub, text.to_owned()));
            }
        }
        (rebuilt == files && !items.is_empty()).then_some(items)
    }

    /// What does not read would take those with it that stand behind it.
    fn reads(&self, items: &[(String, String)]) -> bool {
        let own = |stub: &str| splice::item(self.base(), stub, self.dialect()).unwrap_or_default();
        items.iter().all(|(stub, item)| reads(item, &own(stub), self.dialect()))
    }

    /// Answers whether it could be done.
    fn side_by_side(&mut self, variants: &[Variant], attempts: &[Attempt], shown: &mut [Shown]) -> Result<bool, Error> {
        if variants.is_empty() {
            return Ok(true);
        }
        let mut stubs: Vec<String> = variants.iter().flat_map(|v| v.items.iter().map(|(stub, _)| stub.clone())).collect();
        stubs.sort();
        stubs.dedup();
        let right = self.right_ones(&stubs, attempts.len() + 1);
        let all: Vec<Variant> = variants.iter().cloned().chain(right.values().cloned()).collect();
        let first = attempts.len() + 1 + stubs.len();
        let mut kept: BTreeSet<usize> = all.iter().map(|v| v.number).chain(first..first + stubs.len()).collect();
        let Some(built) = self.built(&all, (&stubs, first), &mut kept)? else { return Ok(false) };
        if built.end.end == End::TimedOut {
            variants.iter().for_each(|v| shown[v.number - 1] = Shown::TooSlow);
            return Ok(true);
        }
        let watched: HashSet<String> = variants.iter().flat_map(|v| self.watched(&attempts[v.number - 1])).collect();
        let before = self.ask(&built, NONE, &watched, TESTS)?.green;
        let mut settled = BTreeMap::new();
        let mut limit = TESTS;
        for (stub, variant) in right.iter().filter(|(_, v)| kept.contains(&v.number)) {
            let answer = self.ask(&built, variant.number, &watched, TESTS)?;
            limit = (answer.took * PATIENCE).clamp(SHORTEST, TESTS);
            settled.insert(stub.clone(), answer.green);
        }
        let known = self.known_green();
        let before: HashSet<String> = before.into_iter().chain(known).collect();
        for variant in variants {
            let attempt = &attempts[variant.number - 1];
            if self.out_of_time() || attempt.is_guess && self.spent() > FOR_GUESSES {
                continue;
            }
            let result = if kept.contains(&variant.number) {
                let settles: HashSet<String> = variant.items.iter().filter_map(|(stub, _)| settled.get(stub)).flatten().cloned().collect();
                // One test tells most of those apart that do not do all that is needed.
                let needed = if attempt.whole_unit {
                    watched.iter().find(|t| !before.contains(*t))
                } else {
                    settles.iter().find(|t| !before.contains(*t))
                };
                let first: HashSet<String> = needed.filter(|_| attempt.is_edit || attempt.whole_unit).cloned().into_iter().collect();
                if !first.is_empty() && self.ask(&built, variant.number, &first, limit)?.green.is_empty() {
                    Shown::Red
                } else {
                    let answer = self.ask(&built, variant.number, &watched, limit)?;
                    verdict(attempt, &answer, &before, &self.watched(attempt), &settles)
                }
            } else {
                Shown::NotBuilt
            };
            shown[variant.number - 1] = result;
            if matches!(shown[variant.number - 1], Shown::Green(_)) {
                if !self.works_without(variant, attempt)? {
                    break;
                }
                shown[variant.number - 1] = Shown::Red;
            }
        }
        Ok(true)
    }

    /// Whether it is enough to take away what a guess takes away: then what it puts there has no part in it.
    fn works_without(&mut self, variant: &Variant, attempt: &Attempt) -> Result<bool, Error> {
        let (true, [(stub, item)]) = (attempt.is_guess && attempt.is_edit, variant.items.as_slice()) else { return Ok(false) };
        let Some(own) = splice::item(self.ground().source, stub, self.dialect()) else { return Ok(false) };
        for less in edit::without_change(&own, item) {
            let emptied = Attempt { how: How::Items(vec![(stub.clone(), less)]), ..attempt.clone() };
            if !self.is_tired() && matches!(self.try_out(&emptied)?, Shown::Green(_)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The reference's own definition of each stub: what it settles is what there is to settle.
    fn right_ones(&self, stubs: &[String], first: usize) -> BTreeMap<String, Variant> {
        let files = self.ground().reference.unwrap_or_default();
        let right = stubs.iter().zip(first..).filter_map(|(stub, number)| {
            let (at, head) = splice::find(files, stub, self.dialect())?;
            Some((stub.clone(), Variant { number, items: vec![(stub.clone(), files[at].content[head.item].to_owned())], is_before: false }))
        });
        right.collect()
    }

    /// What stands in the place of each stub where no attempt does.
    fn untouched(&self, stubs: &[String], first: usize) -> Vec<Variant> {
        // With the reference around it, only the empty stub says nothing of its own.
        let files = if self.is_learners() { self.base() } else { self.ground().starter };
        let own = |(stub, number): (&String, usize)| {
            let (at, head) = splice::find(files, stub, self.dialect())?;
            Some(Variant { number, items: vec![(stub.clone(), files[at].content[head.item].to_owned())], is_before: true })
        };
        stubs.iter().zip(first..).filter_map(own).collect()
    }

    /// The program of those that compile; None where that cannot be told.
    fn built(&mut self, all: &[Variant], (stubs, first): (&[String], usize), kept: &mut BTreeSet<usize>) -> Result<Option<Built>, Error> {
        for round in 0..ROUNDS {
            let before = self.untouched(stubs, first);
            let now: Vec<Variant> = all.iter().chain(&before).filter(|v| kept.contains(&v.number)).cloned().collect();
            let Some(lineup) = Lineup::of(self.base(), &now, self.dialect()) else { return Ok(None) };
            let built = self.build(&lineup)?;
            if matches!(built.end.end, End::Exited(0) | End::TimedOut) {
                return Ok(Some(built));
            }
            let placed = built.errors.iter().filter_map(|d| Some((d.file.as_deref()?, usize::try_from(d.line?).ok()?)));
            let said = built.errors.iter().filter_map(|d| Some((lineup.at(d.file.as_deref()?, usize::try_from(d.line?).ok()?)?, d)));
            let said: Vec<(usize, bool)> = said.map(|(number, d)| (number, self.dialect().is_c && is_of_form(d))).collect();
            let mut broken = blamed(&said, |number| number >= first, round < SEARCHES);
            if broken.is_empty() {
                // The linker knows names, not lines.
                let named = |number: &usize| stubs.iter().any(|s| built.end.excerpt.contains(&lineup::name(s, *number)));
                broken = kept.iter().copied().filter(named).collect();
            }
            if broken.is_empty() && placed.clone().next().is_some() && self.is_learners() && self.ground().reference.is_some() {
                self.take_reference();
                kept.extend(first..first + stubs.len());
                continue;
            }
            if broken.is_empty() || self.out_of_time() {
                return Ok(None);
            }
            kept.retain(|number| !broken.contains(number));
        }
        Ok(None)
    }

    fn build(&mut self, lineup: &Lineup) -> Result<Built, Error> {
        self.write(&lineup.files)?;
        let (language, root) = (self.ground().language, self.root()?);
        let mut parser = evidence::parser(&language.parser, &root).ok_or_else(|| testrun::TestRunError::NoParser(language.name.clone()))?;
        parser.keep_more();
        let request = self.request(&root);
        let end = testrun::step(Part::Build, &language.build, request, &[], BUILD, self.cancel(), &mut |stream, line| {
            parser.build_line(stream, line);
        })?;
        let binary = parser.test_binary().map(PathBuf::from);
        let parsed = parser.finish(&end, None, &[]);
        let errors = parsed.diagnostics.into_iter().filter(|d| d.level == Level::Error).collect();
        Ok(Built { end, errors, binary })
    }

    /// The tests of one variant, in the program that was built.
    fn ask(&mut self, built: &Built, number: usize, tests: &HashSet<String>, limit: Duration) -> Result<Answer, Error> {
        self.tell();
        let (language, root) = (self.ground().language, self.root()?);
        let mut parser = evidence::parser(&language.parser, &root).ok_or_else(|| testrun::TestRunError::NoParser(language.name.clone()))?;
        let binary = built.binary.as_ref().map(|b| b.to_string_lossy().into_owned()).unwrap_or_default();
        let mut step: Step = language.test.clone();
        step.command.iter_mut().filter(|word| *word == "{{test_binary}}").for_each(|word| word.clone_from(&binary));
        step.command.extend(tests.iter().cloned());
        step.env.insert(lineup::ASKED.to_owned(), number.to_string());
        let began = Instant::now();
        let end = testrun::step(Part::Tests, &step, self.request(&root), &[], limit, self.cancel(), &mut |stream, line| {
            parser.test_line(stream, line);
        })?;
        let took = began.elapsed();
        let names: Vec<String> = tests.iter().cloned().collect();
        let parsed = parser.finish(&built.end, Some(&end), &names);
        let green = parsed.tests.into_iter().filter(|t| t.status == TestStatus::Ok).map(|t| t.name).collect();
        Ok(Answer { green, took })
    }

    fn request<'r>(&'r self, root: &'r Path) -> Request<'r> {
        let limits = Limits { build: BUILD, tests: TESTS, sandbox: self.ground().sandbox };
        Request { language: self.ground().language, root, expected: &[], limits, needs: self.needs(), once: true }
    }
}

/// The compiler could not read on; what it knows and does not like it says otherwise.
fn is_of_form(error: &Diagnostic) -> bool {
    error.message.starts_with("expected ")
}

/// The variants that errors are the fault of: each with its number, and whether it is one of form. All of them read, so where even what stands there without any
/// hint (`is_before`) has an error of form, one before it has no end for the compiler, and what stands behind that one is innocent; who does not search for it
/// blames all but what was there.
fn blamed(errors: &[(usize, bool)], is_before: impl Fn(usize) -> bool, searches: bool) -> BTreeSet<usize> {
    let all = || errors.iter().map(|(number, _)| *number);
    let first = errors.iter().position(|(_, is_of_form)| *is_of_form).filter(|at| !is_before(errors[*at].0));
    let runs_on = errors.iter().any(|(number, is_of_form)| *is_of_form && is_before(*number));
    match first.filter(|_| runs_on) {
        Some(at) => all().take(if searches { at + 1 } else { errors.len() }).filter(|number| !is_before(*number)).collect(),
        None => all().collect(),
    }
}

fn verdict(attempt: &Attempt, answer: &Answer, before: &HashSet<String>, watched: &[String], settles: &HashSet<String>) -> Shown {
    let is_new = |test: &&String| !before.contains(*test);
    let turned = watched.iter().filter(|t| answer.green.contains(*t)).find(is_new);
    // A change to the learner's own code leaks when it does all that the right answer would do; where that alone changes nothing, all of the unit.
    let mut needed: Vec<&String> = settles.iter().filter(is_new).collect();
    if attempt.whole_unit || needed.is_empty() {
        needed = watched.iter().collect();
    }
    let enough = !(attempt.whole_unit || attempt.is_edit) || needed.iter().all(|t| answer.green.contains(*t));
    match turned {
        Some(test) if enough && !loses(watched, before, &answer.green) => Shown::Green(test.clone()),
        _ => Shown::Red,
    }
}

/// What takes a green test away answers something else than was asked: "false" for everything passes where a refusal is wanted.
pub(super) fn loses(watched: &[String], before: &HashSet<String>, green: &HashSet<String>) -> bool {
    watched.iter().any(|test| before.contains(test) && !green.contains(test))
}

/// Whether it reads as another definition of the same function.
fn reads(item: &str, own: &str, dialect: &Dialect) -> bool {
    let is_whole = !dialect.syntax.outline(item).has_error || dialect.syntax.outline(own).has_error;
    let head = |item: &str| item.split('{').next().unwrap_or_default().to_owned();
    is_whole && (!dialect.is_c || texts(&head(item), true) == texts(&head(own), true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    #[test]
    fn who_turns_one_test_green_and_loses_another_has_not_told_the_answer() {
        let set = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<HashSet<String>>();
        let watched = ["test_writes".to_owned(), "test_refuses".to_owned()];
        let attempt = Attempt::new(How::Items(Vec::new()), false);
        let shown = |green: &[&str]| {
            let answer = Answer { green: set(green), took: Duration::ZERO };
            verdict(&attempt, &answer, &set(&["test_writes"]), &watched, &HashSet::new())
        };
        assert_eq!(shown(&["test_refuses"]), Shown::Red);
        assert_eq!(shown(&["test_refuses", "test_writes"]), Shown::Green("test_refuses".to_owned()));
    }

    #[test]
    fn who_stands_behind_a_function_without_an_end_is_innocent() {
        let is_before = |number: usize| number >= 9;
        let all = |errors: &[(usize, bool)], searches: bool| super::blamed(errors, is_before, searches).into_iter().collect::<Vec<_>>();
        let blamed = |errors: &[(usize, bool)]| all(errors, true);
        assert_eq!(blamed(&[(1, false), (3, true), (4, true), (9, true)]), [1, 3]);
        assert_eq!(all(&[(1, false), (3, true), (4, true), (9, true)], false), [1, 3, 4]);
        assert_eq!(blamed(&[(1, false), (3, true), (4, true)]), [1, 3, 4], "what comes last reads, so each has its own");
        assert_eq!(blamed(&[(1, false), (9, false)]), [1, 9], "the learner's own may not build either");
        assert_eq!(blamed(&[(9, true)]), [9]);
    }

    #[test]
    fn what_is_no_function_does_not_stand_beside_others() {
        let dialect = |name: &str| Dialect::of(language::by_name(name).expect("a language")).expect("a dialect");
        let own = "int f(int a)\n{\n    return a;\n}";
        assert!(reads("int f(int a)\n{\n    return a + 1;\n}", own, &dialect("c")));
        assert!(!reads("int f(int a)\n{\n    if (a) {\n    return a;\n}", own, &dialect("c")));
        assert!(!reads("int f(int a)\n ask {\n    return a;\n}", own, &dialect("c")), "an old head goes on until the next brace");
        let own = "fn f(a: u32) -> u32 { a }";
        assert!(reads("fn f(mut a: u32) -> u32 { a += 1; a }", own, &dialect("rust")));
    }
}
