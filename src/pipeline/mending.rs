//! Whose fault is it, and what is it told: findings of the proof sorted by the loop that can mend them, as the `next_focus` of one more call. Owns the count
//! of such calls, at most two for each loop; making the call is `making`'s.

use std::collections::BTreeMap;

use super::making::Making;
use super::proving::Scope;
use crate::error::Error;
use crate::event::Event;
use crate::proof::{Check, Finding, Report, RuleId};
use crate::stage::reply::Section;
use crate::stage::{LoopKind, Role};

/// The most calls that mend what one loop, or the reference, got wrong.
pub(super) const MOST: u32 = 2;
/// The most calls on top that are about doubts alone: a reply brings one section, and each section may have let a wrong version through.
pub(super) const MOST_DOUBTS: u32 = 3;
/// Those who can be asked, in the order in which they are: who comes later sees what came before.
pub(super) const OWNERS: [Role; 4] = [Role::StarterExpand, Role::TestExpand, Role::Solution, Role::LessonExpand];
/// It stands in the part of a prompt that changes with every call. A call saved is worth more than the caching of a page.
const MAX_FOCUS: usize = 2800;
/// How much of a compiler's or a test's output says enough, and how much all findings have for theirs.
const MAX_OUTPUT: usize = 400;
const ALL_OUTPUT: usize = 1400;
/// How much of it says what to do, rather than what is wrong.
const MAX_ADVICE: usize = 400;

/// How often each was asked to mend something.
#[derive(Debug, Clone, Default)]
pub(super) struct Count {
    asked: BTreeMap<&'static str, u32>,
    /// Calls that were about doubts alone.
    doubts: u32,
    /// The doubts that were told. Whether a version is right is its writer's word against the tests': nobody is refused for it.
    told: Vec<Finding>,
}

impl Count {
    pub fn of(&self, role: Role) -> u32 {
        self.asked.get(role.name()).copied().unwrap_or(0)
    }

    pub fn add(&mut self, role: Role) {
        *self.asked.entry(role.name()).or_default() += 1;
    }

    /// One more call: which it is, and of how many.
    fn count(&mut self, role: Role, only_doubts: bool) -> (u32, u32) {
        if only_doubts {
            self.doubts += 1;
            return (self.doubts, MOST_DOUBTS);
        }
        self.add(role);
        (self.of(role), MOST)
    }

    fn left(&self, role: Role) -> bool {
        self.of(role) < MOST
    }

    /// Told before, or too late to tell.
    pub fn is_settled(&self, doubt: &Finding) -> bool {
        self.doubts >= MOST_DOUBTS || self.told.iter().any(|told| told.output == doubt.output)
    }
}

type Told<'r> = (RuleId, &'r Finding);

impl Making<'_, '_> {
    /// One call to each who got something wrong. False where somebody has been asked as often as may be: then nobody is.
    pub(super) fn mend_round(&mut self, report: &Report, scope: Scope) -> Result<bool, Error> {
        let none = Finding::default();
        let mut faults: BTreeMap<usize, Vec<Told>> = BTreeMap::new();
        // What is surely wrong comes first.
        let (doubts, sure): (Vec<&Check>, Vec<&Check>) = report.failed().partition(|c| c.is_doubt());
        for check in sure.iter().chain(&doubts) {
            for finding in findings(check, &none) {
                let Some(role) = self.owner(check.rule, finding, scope) else { return Ok(false) };
                let place = OWNERS.iter().position(|r| *r == role).unwrap_or_default();
                faults.entry(place).or_default().push((check.rule, finding));
            }
        }
        for (place, told) in faults {
            let role = OWNERS[place];
            let (told, focus) = self.focus(role, self.of_one_reply(role, &told));
            let only_doubts = told.iter().all(|(rule, _)| rule.is_doubt());
            let (mend, of) = self.mends.count(role, only_doubts);
            self.mends.told.extend(told.iter().map(|(_, finding)| (*finding).clone()));
            let why = told.first().map(|(rule, _)| super::proving::sentence(*rule)).unwrap_or_default().to_owned();
            (self.work.events)(Event::Mending { role, mend, of, why });
            self.mend(role, focus)?;
        }
        Ok(true)
    }

    /// Who can mend it and may still be asked.
    fn owner(&self, rule: RuleId, finding: &Finding, scope: Scope) -> Option<Role> {
        use Role::{LessonExpand, Solution, StarterExpand, TestExpand};
        let below = |folder: &str| finding.file.as_deref().is_some_and(|f| f.starts_with(folder));
        let (src, tests) = (below(&self.language().layout.src), below(&self.language().layout.tests));
        let code_loop = if tests || (finding.test.is_some() && !src) { TestExpand } else { StarterExpand };
        if rule.is_doubt() {
            return Some(TestExpand);
        }
        let owner = match rule {
            _ if scope == Scope::Lesson => LessonExpand,
            RuleId::LessonNamesStub | RuleId::WorkedExampleFirst | RuleId::WorkedExampleRuns | RuleId::WorkedExampleTeaches => LessonExpand,
            RuleId::StubComment => StarterExpand,
            RuleId::StubInventory if self.lacks_tests(finding) => TestExpand,
            RuleId::StubInventory | RuleId::UnitIds | RuleId::StarterCompiles | RuleId::StarterKeepsSolution => code_loop,
            // Either the reference is wrong, or a test asks for what was not promised. Code that the compiler complains of is its writer's.
            RuleId::ReferencePasses if src && finding.test.is_none() => Solution,
            RuleId::ReferencePasses if tests && finding.test.is_none() => TestExpand,
            RuleId::ReferencePasses => {
                if self.mends.of(Solution) <= self.mends.of(TestExpand) && self.mends.left(Solution) {
                    Solution
                } else {
                    TestExpand
                }
            }
            _ => TestExpand,
        };
        self.mends.left(owner).then_some(owner)
    }

    /// The finding is about a unit that has too few tests or too many, and not about the starter.
    fn lacks_tests(&self, finding: &Finding) -> bool {
        let Ok(exercise) = self.exercise() else { return finding.test.is_some() };
        let of_unit = |unit: &str| exercise.tests.iter().filter(|t| t.unit.as_deref() == Some(unit)).count();
        let stubs = |unit: &str| exercise.unit(unit).map_or(0, |u| u.stubs.len());
        finding.unit.as_deref().is_some_and(|u| stubs(u) > 0 && !(stubs(u)..=2 * stubs(u)).contains(&of_unit(u)))
    }

    fn sections_of(&self, role: Role) -> Vec<Section> {
        LoopKind::IN_ORDER.into_iter().find(|k| k.role() == role).map(|k| self.sections(k)).unwrap_or_default()
    }

    /// The first fault with what else one reply can mend: it brings one section, and tests of one file may all stand in it.
    fn of_one_reply<'r>(&self, role: Role, told: &[Told<'r>]) -> Vec<Told<'r>> {
        let sections = self.sections_of(role);
        let first = told.first().and_then(|(_, f)| section_of(f, &sections, self));
        let fits = |s: &Section, first: &Section| {
            s.section_id == first.section_id
                || role == Role::TestExpand && s.file_path == first.file_path && fits_one(&of_file(first, &sections))
        };
        told.iter().filter(|(_, f)| section_of(f, &sections, self).is_none_or(|s| first.is_none_or(|o| fits(s, o)))).copied().collect()
    }

    /// What a call is told of these, and which of them it has room for.
    fn focus<'r>(&self, role: Role, told: Vec<Told<'r>>) -> (Vec<Told<'r>>, String) {
        let sections = self.sections_of(role);
        let opening =
            |told: &[Told]| opening(&told.iter().filter_map(|(_, f)| section_of(f, &sections, self)).collect::<Vec<_>>(), &sections);
        let room = (ALL_OUTPUT / told.len().max(1)).min(MAX_OUTPUT);
        let left = MAX_FOCUS - opening(&told).len();
        let (mut text, mut taken) = (String::new(), Vec::<Told>::new());
        for (rule, finding) in told {
            let said = format!(" [{}] {}", rule.name(), described(finding, room));
            let advice = what_to_do(taken.iter().map(|(rule, _)| *rule).chain([rule]), role);
            // What there is no room for is told the next time; the first always is, if not to its end.
            if taken.is_empty() || text.len() + said.len() + advice.len() <= left {
                text.push_str(&said);
                taken.push((rule, finding));
            }
        }
        let advice = what_to_do(taken.iter().map(|(rule, _)| *rule), role);
        // A long finding is cut, and what to do about it still stands there.
        let said = crate::text::bounded(&format!("{}{text}", opening(&taken)), MAX_FOCUS - advice.len());
        (taken, format!("{said}{advice}"))
    }
}

/// All sections of the file of one of them.
fn of_file<'s>(one: &Section, sections: &'s [Section]) -> Vec<&'s Section> {
    sections.iter().filter(|s| s.file_path == one.file_path).collect()
}

/// They could be sent as one section, with what has to be added.
fn fits_one(sections: &[&Section]) -> bool {
    sections.iter().map(|s| s.content.len()).sum::<usize>() <= crate::guard::MAX_SECTION * 3 / 4
}

/// Which section is to be sent again: where there are faults in several of a file, its first one with all that the file has.
fn opening(faulty: &[&Section], sections: &[Section]) -> String {
    let Some(first) = faulty.first() else { return "a fault that running it showed, to be mended:".to_owned() };
    if faulty.iter().all(|s| s.section_id == first.section_id) {
        return format!("a fault in section {}, to be sent again whole and corrected:", first.section_id);
    }
    let all = of_file(first, sections);
    let (id, path) = (&all[0].section_id, first.file_path.as_deref().unwrap_or_default());
    format!(
        "faults in several sections of {path}. Send section {id} again with the whole of {path} in it, in the order of the units and corrected; its other sections fall away:"
    )
}

/// What whoever is asked does about these rules: the first always, others while there is room.
fn what_to_do(rules: impl Iterator<Item = RuleId>, role: Role) -> String {
    let (mut text, mut seen) = (String::from(" What to do:"), Vec::new());
    for rule in rules {
        let advice = advice(rule, role);
        if !seen.contains(&rule) && (seen.is_empty() || text.len() + advice.len() < MAX_ADVICE) {
            text.push_str(&format!(" {advice}"));
        }
        seen.push(rule);
    }
    text
}

/// A rule's own advice is for the author of a pack, who has all files at hand. A model writes one section: where that makes a difference it has its own.
fn advice(rule: RuleId, role: Role) -> &'static str {
    match rule {
        RuleId::PackMatchesFiles | RuleId::FitsTheLoops => "Keep to the plan: its files, names, signatures and tests.",
        RuleId::StubInventory if role == Role::TestExpand => "Give each stub one or two tests of its own, and no name twice.",
        RuleId::VisibleConstants => "Use only constants and error texts that the starter shows, and write other inputs as plain literals.",
        RuleId::DistinctValues => "Let the tests of this stub expect another value as well, in the one or two tests that it has.",
        RuleId::ReferencePasses if role == Role::Solution => {
            "Keep the contract above the stub, for the inputs of this test too, without a warning; where test and contract differ, the contract is right."
        }
        RuleId::ReferencePasses => "Work out the expected value again from the contract, and ask only for what it promises; no warnings.",
        RuleId::TrivialIsRejected => "Assert a further value that the guessed body gets wrong, in the one or two tests that the stub has.",
        RuleId::WrongIsRejected | RuleId::WrongIsNamed => {
            "Assert a further value that this mistake gets wrong, in the one or two tests that the stub has. If it keeps the contract after all, send the section as it is."
        }
        RuleId::MutantsAreRejected => {
            "For each slip that gets through, assert a value on which it answers otherwise, in the one or two tests that the stub has."
        }
        RuleId::AlternativePasses => {
            "Loosen the test that rejects this correct solution: ask only for what the contract promises. If it breaks the contract after all, send the section as it is."
        }
        RuleId::WorkedExampleTeaches => {
            "Show the idea on another task and in another shape; no fence, fragment or inline code may pass in the place of the stub, under any name."
        }
        other => other.advice(),
    }
}

/// A check that does not say why is told by its rule.
fn findings<'r>(check: &'r Check, none: &'r Finding) -> Vec<&'r Finding> {
    if check.findings.is_empty() { vec![none] } else { check.findings.iter().collect() }
}

fn described(finding: &Finding, room: usize) -> String {
    let mut text = finding.says.trim().to_owned();
    if let Some(file) = &finding.file {
        let line = finding.line.map(|l| format!(":{l}")).unwrap_or_default();
        text.push_str(&format!(" ({file}{line})"));
    }
    if let Some(output) = finding.output.as_deref().map(str::trim).filter(|o| !o.is_empty()) {
        text.push_str(&format!(" It showed: {}", crate::text::bounded(output, room)));
    }
    text
}

/// The section that a finding is about, where that can be told: by its name, its test, its unit, or the only section of its file.
fn section_of<'s>(finding: &Finding, sections: &'s [Section], making: &Making) -> Option<&'s Section> {
    let syntax = making.language().syntax()?;
    let named = |s: &&Section| finding.file.as_deref() == Some(s.section_id.as_str());
    let has_test = |s: &&Section| {
        let Some(test) = &finding.test else { return false };
        syntax.outline(&s.content).functions.iter().any(|f| f.name == *test)
    };
    let has_unit = |s: &&Section| {
        let Some(unit) = &finding.unit else { return false };
        syntax.outline(&s.content).functions.iter().any(|f| f.unwritten.as_ref() == Some(unit))
    };
    let in_file = |s: &&Section| {
        let path = s.file_path.as_deref().filter(|p| finding.file.as_deref().is_some_and(|f| f.ends_with(&format!("/{p}"))));
        path.is_some_and(|p| sections.iter().filter(|o| o.file_path.as_deref() == Some(p)).count() == 1)
    };
    let by = |about: &dyn Fn(&&Section) -> bool| sections.iter().find(|s| about(s));
    by(&named).or_else(|| by(&has_test)).or_else(|| by(&has_unit)).or_else(|| by(&in_file))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those that a live exercise can break.
    const RULES: [RuleId; 22] = [
        RuleId::StubInventory,
        RuleId::StubComment,
        RuleId::UnitIds,
        RuleId::TestNames,
        RuleId::TestOrder,
        RuleId::OneStubPerTest,
        RuleId::VisibleConstants,
        RuleId::DistinctValues,
        RuleId::PanicExpected,
        RuleId::LessonNamesStub,
        RuleId::WorkedExampleFirst,
        RuleId::StarterCompiles,
        RuleId::StarterFailsEveryTest,
        RuleId::ReferencePasses,
        RuleId::StubIsNeeded,
        RuleId::TrivialIsRejected,
        RuleId::AlternativePasses,
        RuleId::WrongIsRejected,
        RuleId::MutantsAreRejected,
        RuleId::TestCanFail,
        RuleId::WorkedExampleRuns,
        RuleId::WorkedExampleTeaches,
    ];

    #[test]
    fn what_a_model_is_told_to_do_is_within_its_reach() {
        for rule in RULES {
            for role in OWNERS {
                let words = advice(rule, role);
                assert!(words.ends_with('.') && words.len() <= 200, "{rule:?}: {words}");
                for of_packs in ["pack", "solution/", "[[", "Add a test", "`when`"] {
                    assert!(!words.contains(of_packs), "{rule:?}: {words}");
                }
            }
        }
    }

    #[test]
    fn advice_is_given_once_for_each_rule_and_leaves_room_for_the_findings() {
        let all = what_to_do(RULES.into_iter(), Role::TestExpand);
        assert!(all.len() <= MAX_ADVICE, "{all}");
        let twice = what_to_do([RuleId::TestNames; 2].into_iter(), Role::TestExpand);
        assert_eq!(twice, format!(" What to do: {}", RuleId::TestNames.advice()));
    }
}
