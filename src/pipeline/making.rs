//! What a start has made so far: the sections of its loops, the reference, and what each call is told of them. Owns how they become files and an exercise;
//! what the proof thinks of them is `proving`'s.

use super::assemble;
use super::dropping;
use super::expand::{self, Expanded};
use super::packets::{self, prior_loop};
use super::start::Plan;
use super::{Work, mending};
use crate::error::Error;
use crate::event::Event;
use crate::exercise::{Exercise, Head, NotAnExercise, TextFile, Unit};
use crate::guard;
use crate::language::Language;
use crate::proof;
use crate::provider::Provider;
use crate::stage::packet::{Packet, PriorLoop};
use crate::stage::reply::{Scaffold, Section, Solution, Version};
use crate::stage::{LoopKind, Role};
use crate::syntax::Function;

pub(super) struct Making<'m, 'w> {
    pub work: &'m mut Work<'w>,
    pub provider: &'m dyn Provider,
    pub plan: &'m Plan<'m>,
    pub mends: mending::Count,
    first: &'m Packet,
    scaffold: Scaffold,
    starter: Expanded,
    tests: Expanded,
    lesson: Expanded,
    solution: Option<Solution>,
    /// Units that were left out again, because they have no tests or no lesson.
    dropped: Vec<Unit>,
}

impl<'m, 'w> Making<'m, 'w> {
    pub fn new(work: &'m mut Work<'w>, provider: &'m dyn Provider, plan: &'m Plan<'m>, first: &'m Packet, scaffold: Scaffold) -> Self {
        let (starter, tests, lesson) = Default::default();
        let mends = mending::Count::default();
        Making { work, provider, plan, mends, first, scaffold, starter, tests, lesson, solution: None, dropped: Vec::new() }
    }

    pub fn language(&self) -> &'static Language {
        self.plan.language
    }

    /// Runs one loop from its beginning.
    pub fn expand(&mut self, kind: LoopKind) -> Result<(), Error> {
        let packet = self.packet(kind.role());
        let made = expand::run(self.work, self.provider, kind, &packet, self.plan.language)?;
        *self.of(kind) = made;
        Ok(())
    }

    fn of(&mut self, kind: LoopKind) -> &mut Expanded {
        match kind {
            LoopKind::Starter => &mut self.starter,
            LoopKind::Test => &mut self.tests,
            LoopKind::Lesson => &mut self.lesson,
        }
    }

    pub fn capped(&self, kind: LoopKind) -> bool {
        match kind {
            LoopKind::Starter => self.starter.capped,
            LoopKind::Test => self.tests.capped,
            LoopKind::Lesson => self.lesson.capped,
        }
    }

    /// The sections of a loop as they stand: what was sent again in its place, and without the units that were left out.
    pub fn sections(&self, kind: LoopKind) -> Vec<Section> {
        let made = match kind {
            LoopKind::Starter => &self.starter,
            LoopKind::Test => &self.tests,
            LoopKind::Lesson => &self.lesson,
        };
        let mut sections: Vec<Section> = assemble::latest_by_id(&made.sections).into_iter().cloned().collect();
        if kind != LoopKind::Lesson {
            sections.iter_mut().for_each(|s| s.content = dropping::without(&s.content, &self.dropped, self.plan.language));
        }
        sections
    }

    /// What a call of this role is told, without what changes within a loop.
    pub fn packet(&self, role: Role) -> Packet {
        let task = if role == Role::Solution { "write_reference" } else { "write_section" };
        let mut packet = packets::for_role(self.first, role, task);
        packet.scaffold_context = Some(dropping::planned(&self.scaffold, &self.dropped));
        let before: &[LoopKind] = match role {
            Role::StarterExpand => &[],
            Role::TestExpand => &[LoopKind::Starter],
            _ => &[LoopKind::Starter, LoopKind::Test],
        };
        packet.prior_loop_sections = before.iter().map(|kind| self.prior(*kind)).collect();
        packet
    }

    fn prior(&self, kind: LoopKind) -> PriorLoop {
        let files = if kind == LoopKind::Starter { self.starter_files() } else { self.test_files() };
        prior_loop(kind, &self.sections(kind), &files, self.plan.language)
    }

    pub fn starter_files(&self) -> Vec<TextFile> {
        assemble::starter_files(&self.sections(LoopKind::Starter), self.plan.language)
    }

    pub fn test_files(&self) -> Vec<TextFile> {
        assemble::code_files(&self.sections(LoopKind::Test), &self.plan.language.layout.tests, self.plan.language)
    }

    /// The reference, with the paths of the workspace; empty before it was asked for.
    pub fn reference(&self) -> Vec<TextFile> {
        let Some(mut solution) = self.solution.clone() else { return Vec::new() };
        for file in &mut solution.files {
            file.content = dropping::without(&file.content, &self.dropped, self.plan.language);
        }
        assemble::reference_files(&solution, &self.starter_files(), self.plan.language)
    }

    /// Stubs in other versions, as they came with the reference.
    pub fn versions(&self) -> Vec<proof::StubVersion> {
        let Some(solution) = &self.solution else { return Vec::new() };
        let version =
            |v: &Version, is_right| proof::StubVersion { stub: v.stub.clone(), code: v.code.clone(), why: v.why.clone(), is_right };
        let right = solution.alternatives.iter().map(|v| version(v, true));
        right.chain(solution.wrong.iter().map(|v| version(v, false))).collect()
    }

    /// Stubs and tests as they are in the files, and where the lesson speaks of them.
    pub fn exercise(&self) -> Result<Exercise, NotAnExercise> {
        let (plan, scaffold) = (self.plan, &self.scaffold);
        let head = Head {
            id: scaffold.scaffold_id.clone(),
            node_id: plan.node.id.clone(),
            title: plan.node.title.clone(),
            depth: plan.depth,
            description: scaffold.exercise_description.clone(),
            // A pack says what its own exercise needs; another exercise for the node is told what the node does.
            needs: plan.pack.as_ref().map_or(&plan.node.needs, |p| &p.meta.needs).clone(),
        };
        let mut exercise = Exercise::derive(head, plan.language, &self.starter_files(), &self.test_files())?;
        exercise.find_lessons(&self.sections(LoopKind::Lesson).iter().collect::<Vec<_>>());
        Ok(exercise)
    }

    /// Asks for the reference.
    pub fn solve(&mut self) -> Result<(), Error> {
        (self.work.events)(Event::Solving);
        let (packet, starter, language) = (self.packet(Role::Solution), self.starter_files(), self.plan.language);
        let accepted = self.work.ask(self.provider, &packet, |reply| guard::solution(reply, language, Some(&starter)))?;
        self.solution = Some(accepted.into_inner());
        Ok(())
    }

    /// Asks for something again, because of a fault. What comes takes the place of what it names, or is added.
    pub fn mend(&mut self, role: Role, focus: String) -> Result<(), Error> {
        let mut packet = self.packet(role);
        packet.next_focus = Some(focus);
        packet.current_sections = self.current(role);
        let language = self.plan.language;
        if role == Role::Solution {
            let starter = self.starter_files();
            let accepted = self.work.ask_as(self.provider, &packet, true, |reply| guard::solution(reply, language, Some(&starter)))?;
            self.solution = Some(accepted.into_inner());
        } else {
            let accepted = self.work.ask_as(self.provider, &packet, true, |reply| guard::section(reply, &packet, language))?;
            self.take_in(role, accepted.into_inner());
        }
        Ok(())
    }

    /// Takes in a reply that an earlier run of this start was given for a fault; false where there is none that is still good.
    pub fn mend_from_draft(&mut self, role: Role) -> bool {
        let (packet, language) = (self.packet(role), self.plan.language);
        if role == Role::Solution {
            let starter = self.starter_files();
            let kept = self.work.kept(role, true, |reply| guard::solution(reply, language, Some(&starter)));
            return kept.map(|kept| self.solution = Some(kept.into_inner())).is_some();
        }
        let kept = self.work.kept(role, true, |reply| guard::section(reply, &packet, language));
        kept.map(|kept| self.take_in(role, kept.into_inner())).is_some()
    }

    /// A section that was sent again may bring the tests of others of its file along: there they go.
    fn take_in(&mut self, role: Role, section: Section) {
        let Some(kind) = LoopKind::IN_ORDER.into_iter().find(|k| k.role() == role) else { return };
        let language = self.plan.language;
        if kind == LoopKind::Test {
            let brought = language.syntax().map(|s| s.outline(&section.content).functions).unwrap_or_default();
            let goes = |f: &Function| f.owner.is_none() && brought.iter().any(|b| b.owner.is_none() && b.name == f.name);
            let is_other = |s: &Section| s.file_path == section.file_path && s.section_id != section.section_id;
            for other in self.tests.sections.iter_mut().filter(|s| is_other(s)) {
                other.content = dropping::without_functions(&other.content, goes, language);
            }
            self.tests.sections.retain(|s| !is_other(s) || dropping::has_code(&s.content, language));
        }
        self.of(kind).sections.push(section);
    }

    /// What this role has written: the sections of its loop, or the files of the reference in that form.
    fn current(&self, role: Role) -> Vec<Section> {
        if let Some(kind) = LoopKind::IN_ORDER.into_iter().find(|k| k.role() == role) {
            return self.sections(kind);
        }
        let section = |file: &crate::stage::reply::SolutionFile| Section {
            schema_version: role.schema().to_owned(),
            role: role.name().to_owned(),
            section_id: file.file_path.clone(),
            section_title: None,
            kind: "file".to_owned(),
            file_path: Some(file.file_path.clone()),
            content: file.content.clone(),
            is_complete: true,
            next_focus: None,
        };
        self.solution.iter().flat_map(|s| &s.files).map(section).collect()
    }

    pub fn drop_units(&mut self, units: Vec<Unit>) {
        self.dropped.extend(units);
    }
}
