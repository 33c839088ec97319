//! What a start has made so far: the sections of its loops, the solution, and what each call is told of them. Owns how they become files and an exercise, and
//! how a repaired section takes the place of the old one; what the proof thinks of them is `prove`'s.

use super::Work;
use super::assemble;
use super::blind::{Answer, Refusals};
use super::calls::Purpose;
use super::expand::{self, Expanded, Goal};
use super::packets::{self, prior_loop};
use super::prune::{self, Pruning};
use super::repair::Counts;
use super::start::Plan;
use crate::curriculum;
use crate::error::Error;
use crate::event::Event;
use crate::evidence::StubRef;
use crate::exercise::{self, Exercise, Head, NotAnExercise, TextFile, Unit};
use crate::guard;
use crate::language::Language;
use crate::provider::Provider;
use crate::stage::packet::{MisconceptionContext, Packet, PriorLoop};
use crate::stage::reply::{Scaffold, Section, Solution};
use crate::stage::{LoopKind, Role};
use crate::syntax::Function;

pub(super) struct Generation<'m, 'w> {
    pub work: &'m mut Work<'w>,
    pub provider: &'m dyn Provider,
    pub plan: &'m Plan<'m>,
    pub counts: Counts,
    pub refusals: Refusals,
    pub answer: Option<Answer>,
    first: &'m Packet,
    scaffold: Scaffold,
    loops: [Expanded; 3],
    /// How many of the prunings that the draft knows are done.
    pruned: usize,
}

impl<'m, 'w> Generation<'m, 'w> {
    pub fn new(work: &'m mut Work<'w>, provider: &'m dyn Provider, plan: &'m Plan<'m>, first: &'m Packet, scaffold: Scaffold) -> Self {
        let (counts, refusals, loops) = Default::default();
        Generation { work, provider, plan, counts, refusals, answer: None, first, scaffold, loops, pruned: 0 }
    }

    pub fn language(&self) -> &'static Language {
        self.plan.language
    }

    /// Runs one loop from its beginning.
    pub fn expand(&mut self, kind: LoopKind) -> Result<(), Error> {
        let (packet, goal) = (self.packet(kind.role()), self.goal(kind));
        self.loops[kind as usize] = expand::run(self.work, self.provider, kind, &packet, self.plan.language, &goal)?;
        Ok(())
    }

    fn goal(&self, kind: LoopKind) -> Goal {
        let units = self.units();
        let planned = |intents: &[String]| {
            let mut ids: Vec<&str> = intents.iter().filter_map(|i| i.split_once(':')).map(|(id, _)| id).collect();
            ids.dedup();
            ids.len()
        };
        let of = match kind {
            LoopKind::Starter => planned(&self.scaffold.starter_plan.file_intents),
            LoopKind::Test => units.len(),
            LoopKind::Lesson => self.scaffold.lesson_plan.section_intents.len(),
        };
        Goal { of, stubs: exercise::stub_refs(&units) }
    }

    pub fn units(&self) -> Vec<Unit> {
        exercise::units(self.language(), &self.starter_files()).unwrap_or_default()
    }

    pub fn stub_refs(&self) -> Vec<StubRef> {
        exercise::stub_refs(&self.units())
    }

    pub fn stub_names(&self) -> Vec<String> {
        self.stub_refs().into_iter().map(|s| s.name).collect()
    }

    pub fn capped(&self, kind: LoopKind) -> bool {
        self.loops[kind as usize].capped
    }

    /// The sections of a loop as they are now.
    pub fn sections(&self, kind: LoopKind) -> &[Section] {
        &self.loops[kind as usize].sections
    }

    /// What a call of this role is told, without what changes within a loop.
    pub fn packet(&self, role: Role) -> Packet {
        let mut packet = packets::for_role(self.first, role, "write_section");
        packet.scaffold_context = Some(self.scaffold.clone());
        let before: &[LoopKind] = match role {
            Role::StarterExpand => &[],
            Role::TestExpand => &[LoopKind::Starter],
            _ => &[LoopKind::Starter, LoopKind::Test],
        };
        packet.prior_loop_sections = before.iter().map(|kind| self.prior(*kind)).collect();
        packet
    }

    /// What a solver is told: the starter, and nothing of the tests, the plan or the learner's mistakes.
    fn blind_packet(&self, stubs: &[String]) -> Packet {
        let mut packet = packets::for_role(self.first, Role::Solution, "write_solution");
        packet.curriculum_context.misconception_tags.clear();
        packet.misconception_context = MisconceptionContext::default();
        for node in &mut packet.learner_profile.prerequisites {
            node.about = curriculum::node(&node.node_id).map(|n| n.about.clone()).unwrap_or_default();
        }
        let mut starter = self.prior(LoopKind::Starter);
        starter.stubs.retain(|s| stubs.iter().any(|name| s == name || s.ends_with(&format!("::{name}"))));
        starter.sections.iter_mut().for_each(|s| s.next_focus = None);
        packet.prior_loop_sections = vec![starter];
        packet
    }

    fn prior(&self, kind: LoopKind) -> PriorLoop {
        let files = if kind == LoopKind::Starter { self.starter_files() } else { self.test_files() };
        prior_loop(kind, self.sections(kind), &files, self.plan.language)
    }

    pub fn starter_files(&self) -> Vec<TextFile> {
        assemble::starter_files(self.sections(LoopKind::Starter), self.plan.language)
    }

    pub fn test_files(&self) -> Vec<TextFile> {
        assemble::code_files(self.sections(LoopKind::Test), &self.plan.language.layout.tests, self.plan.language)
    }

    /// The solution for the starter as it is now, with the paths of the workspace; empty before it was asked for.
    pub fn reference(&self) -> Vec<TextFile> {
        self.answer.as_ref().map(|answer| answer.carried(&self.starter_files(), &[], self.plan.language)).unwrap_or_default()
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

    /// Asks for the solution, for the first time.
    pub fn solve(&mut self) -> Result<(), Error> {
        (self.work.events)(Event::Solving);
        let packet = self.blind_packet(&self.stub_names());
        self.ask_solver(&packet, Purpose::Write).map(drop)
    }

    /// Asks for these functions once more; those beside them stay as they were written. A fault is what the compiler says of the last answer, which is then
    /// shown whole. Whether the answer disputes the fault.
    pub fn solve_again(&mut self, stubs: &[String], fault: Option<String>) -> Result<bool, Error> {
        let mut packet = self.blind_packet(stubs);
        let every = packet.prior_loop_sections.iter().all(|p| p.stubs.len() == self.prior(LoopKind::Starter).stubs.len());
        let open: &[String] = if fault.is_some() { &[] } else { stubs };
        if let Some(answer) = self.answer.as_ref().filter(|_| fault.is_some() || !every) {
            let src = format!("{}/", self.language().layout.src);
            let shown = answer.carried(&self.starter_files(), open, self.plan.language);
            let section = |f: &TextFile| Section::from_file(Role::Solution, f.path.strip_prefix(&src).unwrap_or(&f.path), &f.content);
            packet.current_sections = shown.iter().map(section).collect();
        }
        packet.next_focus = fault;
        self.ask_solver(&packet, Purpose::Repair)
    }

    fn ask_solver(&mut self, packet: &Packet, purpose: Purpose) -> Result<bool, Error> {
        let (starter, language) = (self.starter_files(), self.plan.language);
        let accepted = self.work.ask(self.provider, packet, purpose, |reply| guard::solution(reply, language, Some(&starter)))?;
        Ok(self.take_answer(accepted.into_inner()))
    }

    /// Whether it disputes what it was asked for, and changes nothing.
    fn take_answer(&mut self, mut solution: Solution) -> bool {
        let disputes = disputes(solution.dispute.take());
        let starter = self.starter_files();
        let files = assemble::reference_files(&solution, &starter, self.plan.language);
        let unchanged = self.answer.as_ref().is_some_and(|a| a.files == files);
        let answer = Answer::new(solution, files, starter);
        self.answer = Some(match self.answer.take() {
            Some(earlier) => answer.after(earlier, self.plan.language),
            None => answer,
        });
        disputes && unchanged
    }

    /// Asks for these sections again, because of a fault. Whether the reply disputes it.
    pub fn repair(&mut self, kind: LoopKind, purpose: Purpose, asked: Vec<String>, focus: String) -> Result<bool, Error> {
        let mut packet = self.packet(kind.role());
        packet.next_focus = Some(focus);
        packet.current_sections = self.sections(kind).to_vec();
        packet.asked_sections = asked;
        let language = self.plan.language;
        let accepted = self.work.ask(self.provider, &packet, purpose, |reply| guard::section(reply, &packet, language))?;
        Ok(self.take_section(kind, accepted.into_inner(), &packet.asked_sections))
    }

    /// Takes in what an earlier run of this start was given after the loops, as it came; nothing needs to be proven in between.
    pub fn redo_from_draft(&mut self) -> Result<(), Error> {
        loop {
            self.redo_pruning();
            let Some(kept) = self.work.draft.as_ref().and_then(|d| d.peek()).filter(|k| k.mends || k.role == Role::Solution).cloned()
            else {
                return Ok(());
            };
            let (packet, language) = (self.packet(kept.role), self.plan.language);
            let taken = match LoopKind::IN_ORDER.into_iter().find(|k| k.role() == kept.role) {
                Some(kind) => {
                    let section = self.work.kept(kept.role, kept.mends, |reply| guard::section(reply, &packet, language));
                    section.map(|s| self.take_section(kind, s.into_inner(), &kept.replaces)).is_some()
                }
                None => {
                    let starter = self.starter_files();
                    let solution = self.work.kept(kept.role, kept.mends, |reply| guard::solution(reply, language, Some(&starter)));
                    solution.map(|s| self.take_answer(s.into_inner())).is_some()
                }
            };
            if !taken {
                return Ok(());
            }
            if kept.mends && !self.work.draft.as_ref().is_some_and(|d| d.was_refused()) {
                self.counts.add(kept.role, kept.doubts);
            }
        }
    }

    /// The reply takes the place of the sections that it was asked for, or of the one whose id it has; else it is added.
    fn take_section(&mut self, kind: LoopKind, mut section: Section, asked: &[String]) -> bool {
        let disputes = disputes(section.dispute.take());
        let sections = &mut self.loops[kind as usize].sections;
        let is_another = !asked.contains(&section.section_id) && sections.iter().any(|s| s.section_id == section.section_id);
        let own = [section.section_id.clone()];
        let replaced = if is_another || asked.is_empty() { &own[..] } else { asked };
        let unchanged = sections.iter().any(|s| s.section_id == section.section_id && s.content == section.content);
        let at = sections.iter().position(|s| replaced.contains(&s.section_id)).unwrap_or(sections.len());
        sections.retain(|s| !replaced.contains(&s.section_id));
        sections.insert(at, section);
        if kind == LoopKind::Test {
            leave_to(at, sections, self.plan.language);
        }
        disputes && unchanged
    }

    /// Leaves these units out of everything, for good.
    pub fn prune(&mut self, units: Vec<Unit>) -> Result<(), Error> {
        let ids: Vec<String> = units.iter().map(|u| u.id.clone()).collect();
        self.apply_pruning(units);
        if let Some(draft) = &mut self.work.draft {
            draft.note_pruned(ids)?;
            self.pruned = draft.head.pruned.len();
        }
        Ok(())
    }

    fn redo_pruning(&mut self) {
        while let Some(next) =
            self.work.draft.as_ref().and_then(|d| d.head.pruned.get(self.pruned).filter(|p| p.after <= d.used()).cloned())
        {
            self.pruned += 1;
            self.apply_pruning(self.units().into_iter().filter(|u| next.units.contains(&u.id)).collect());
        }
    }

    fn apply_pruning(&mut self, gone: Vec<Unit>) {
        let language = self.plan.language;
        let pruning = Pruning::new(gone, &self.units(), &self.scaffold, !self.sections(LoopKind::Lesson).is_empty());
        self.scaffold = pruning.plan(&self.scaffold);
        for kind in LoopKind::IN_ORDER {
            for section in &mut self.loops[kind as usize].sections {
                let is_lesson = kind == LoopKind::Lesson;
                section.content = if is_lesson { pruning.text(&section.content) } else { pruning.code(&section.content, language) };
            }
        }
        if let Some(answer) = &mut self.answer {
            let files = answer.files.iter_mut().chain(&mut answer.starter);
            files.for_each(|f| f.content = pruning.code(&f.content, language));
        }
        self.loops[LoopKind::Test as usize].sections.retain(|s| prune::has_code(&s.content, language));
    }
}

/// Tests that a repaired section brings along do not stay in others of its file.
fn leave_to(at: usize, sections: &mut Vec<Section>, language: &Language) {
    let (own, path) = (sections[at].section_id.clone(), sections[at].file_path.clone());
    let brought = language.syntax().map(|s| s.outline(&sections[at].content).functions).unwrap_or_default();
    let goes = |f: &Function| f.owner.is_none() && brought.iter().any(|b| b.owner.is_none() && b.name == f.name);
    let is_other = |s: &Section| s.section_id != own && s.file_path == path;
    for other in sections.iter_mut().filter(|s| is_other(s)) {
        other.content = prune::without_functions(&other.content, goes, language);
    }
    sections.retain(|s| !is_other(s) || prune::has_code(&s.content, language));
}

fn disputes(dispute: Option<String>) -> bool {
    dispute.is_some_and(|text| !text.trim().is_empty())
}
