//! What whoever wrote a fault is told of it: which sections to send again, what was found, what it showed and what to do, within the room of one call.

use super::generation::Generation;
use super::words::advice;
use crate::evidence::stub_of_test;
use crate::proof::{Finding, RuleId};
use crate::stage::Role;
use crate::stage::reply::Section;
use crate::syntax::Function;

/// It stands in the part of a prompt that changes with every call. A call saved is worth more than the caching of a page.
const MAX_FOCUS: usize = 2800;
/// How much of a compiler's or a test's output says enough, and how much all findings have for theirs.
const MAX_OUTPUT: usize = 400;
const ALL_OUTPUT: usize = 1400;
/// How much of it says what to do, rather than what is wrong.
const MAX_ADVICE: usize = 400;

/// One finding on its way to whoever wrote the fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Complaint {
    pub rule: RuleId,
    pub finding: Finding,
    pub is_doubt: bool,
}

impl Complaint {
    pub fn new(rule: RuleId, finding: Finding, is_doubt: bool) -> Complaint {
        Complaint { rule, finding, is_doubt }
    }

    pub fn key(&self) -> String {
        format!("{} {}", self.rule.name(), self.finding.output.as_ref().unwrap_or(&self.finding.says))
    }
}

impl Generation<'_, '_> {
    /// The first complaint with what else one reply can repair, which sections that takes, and the words.
    pub(super) fn focus(&self, role: Role, sections: &[Section], complaints: Vec<Complaint>) -> (Vec<Complaint>, Vec<String>, String) {
        let section = |c: &Complaint| section_of(c, role, sections, self);
        let first = complaints.first().and_then(section);
        let fits = |s: &Section, first: &Section| {
            s.section_id == first.section_id
                || role != Role::LessonExpand && s.file_path == first.file_path && fits_one(&of_file(first, sections))
        };
        let together = |c: &Complaint| section(c).is_none_or(|s| first.is_none_or(|o| fits(s, o)));
        let complaints: Vec<Complaint> = complaints.into_iter().filter(together).collect();
        let opening = |told: &[Complaint]| opening(&told.iter().filter_map(section).collect::<Vec<_>>(), sections);
        let room = (ALL_OUTPUT / complaints.len().max(1)).min(MAX_OUTPUT);
        let left = MAX_FOCUS - opening(&complaints).1.len();
        let (mut text, mut taken) = (String::new(), Vec::<Complaint>::new());
        for complaint in complaints {
            let said = format!(" [{}] {}", complaint.rule.name(), described(&complaint.finding, role, room, self));
            let advice = what_to_do(taken.iter().map(|c| c.rule).chain([complaint.rule]), role);
            // What there is no room for is told the next time; the first always is, if not to its end.
            if taken.is_empty() || text.len() + said.len() + advice.len() <= left {
                text.push_str(&said);
                taken.push(complaint);
            }
        }
        let advice = what_to_do(taken.iter().map(|c| c.rule), role);
        let (asked, begin) = opening(&taken);
        // A long finding is cut, and what to do about it still stands there.
        let said = crate::text::bounded(&format!("{begin}{text}"), MAX_FOCUS - advice.len());
        (taken, asked, format!("{said}{advice}"))
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

/// Which sections are to be sent again: where there are faults in several of a file, all of that file as its first one.
fn opening(faulty: &[&Section], sections: &[Section]) -> (Vec<String>, String) {
    let Some(first) = faulty.first() else { return (Vec::new(), "a fault that running it showed, to be repaired:".to_owned()) };
    if faulty.iter().all(|s| s.section_id == first.section_id) {
        let id = &first.section_id;
        return (vec![id.clone()], format!("a fault in section {id}, to be sent again whole and corrected:"));
    }
    let all: Vec<String> = of_file(first, sections).iter().map(|s| s.section_id.clone()).collect();
    let (id, path) = (&all[0], first.file_path.as_deref().unwrap_or_default());
    let text = format!(
        "faults in several sections of {path}. Send section {id} again with the whole of {path} in it, in the order of the units and corrected; its other sections fall away:"
    );
    (all, text)
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

/// A solver is shown nothing of the tests, not even by the compiler.
fn described(finding: &Finding, role: Role, room: usize, generation: &Generation) -> String {
    let in_tests = finding.file.as_deref().is_some_and(|f| f.starts_with(&format!("{}/", generation.language().layout.tests)));
    if role == Role::Solution && in_tests {
        return "the tests do not build with these files: a name, a signature, a type or its derives are not those of the starter"
            .to_owned();
    }
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

/// The section that a complaint is about, where that can be told: by its name, its test, its unit, or the only section of its file. A contract stands
/// above the prototype where there is one.
fn section_of<'s>(complaint: &Complaint, role: Role, sections: &'s [Section], generation: &Generation) -> Option<&'s Section> {
    let (finding, syntax) = (&complaint.finding, generation.language().syntax()?);
    let known = generation.stub_refs();
    let stubs: Vec<&str> = known.iter().filter(|s| Some(&s.unit) == finding.unit.as_ref()).map(|s| s.name.as_str()).collect();
    let has = |s: &Section, is: &dyn Fn(&Function) -> bool| syntax.outline(&s.content).functions.iter().any(is);
    let by = |about: &dyn Fn(&Section) -> bool| sections.iter().find(|s| about(s));
    let named = || by(&|s| finding.file.as_deref() == Some(s.section_id.as_str()));
    let is_contract = role == Role::StarterExpand && complaint.rule == RuleId::StarterTellsEnough;
    let prototype = || by(&|s| is_contract && has(s, &|f| !f.has_body && stubs.contains(&f.name.as_str())));
    let of_test = || by(&|s| finding.test.is_some() && has(s, &|f| finding.test.as_ref() == Some(&f.name)));
    let of_unit = || by(&|s| finding.unit.is_some() && has(s, &|f| f.unwritten == finding.unit));
    let of_stub_tests = || {
        let is_of = |f: &Function| f.is_test && stub_of_test(&f.name, &known).is_some_and(|s| stubs.contains(&s.name.as_str()));
        by(&|s| role == Role::TestExpand && has(s, &is_of))
    };
    let only = || {
        by(&|s| {
            let path = s.file_path.as_deref().filter(|p| finding.file.as_deref().is_some_and(|f| f.ends_with(&format!("/{p}"))));
            path.is_some() && of_file(s, sections).len() == 1
        })
    };
    named().or_else(prototype).or_else(of_test).or_else(of_unit).or_else(of_stub_tests).or_else(only)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_given_once_for_each_rule_and_leaves_room_for_the_findings() {
        let rules =
            [RuleId::TestNames, RuleId::OneStubPerTest, RuleId::StarterFailsEveryTest, RuleId::TrivialIsRejected, RuleId::TestCanFail];
        let all = what_to_do(rules.into_iter().chain([RuleId::DistinctValues, RuleId::MutantsAreRejected]), Role::TestExpand);
        assert!(all.len() <= MAX_ADVICE, "{all}");
        let twice = what_to_do([RuleId::TestNames; 2].into_iter(), Role::TestExpand);
        assert_eq!(twice, format!(" What to do: {}", RuleId::TestNames.advice()));
    }
}
