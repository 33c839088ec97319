//! The kinds of model call and what passes over the wire in each: the packet a call is told, the typed reply it must give. Owns these shapes;
//! judging a reply is the guard's, making the call a provider's.

pub mod packet;
pub mod prompt;
pub mod reply;

use serde::{Deserialize, Serialize};

/// One kind of model call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    Scaffold,
    StarterExpand,
    TestExpand,
    /// The reference that starter and tests are proven with; beyond the seeds.
    Solution,
    LessonExpand,
    Coach,
    Reviewer,
}

impl Role {
    pub const ALL: [Role; 7] =
        [Role::Scaffold, Role::StarterExpand, Role::TestExpand, Role::Solution, Role::LessonExpand, Role::Coach, Role::Reviewer];

    pub fn name(self) -> &'static str {
        match self {
            Role::Scaffold => "scaffold",
            Role::StarterExpand => "starter-expand",
            Role::TestExpand => "test-expand",
            Role::Solution => "solution",
            Role::LessonExpand => "lesson-expand",
            Role::Coach => "coach",
            Role::Reviewer => "reviewer",
        }
    }

    /// The schema its reply is held to.
    pub fn schema(self) -> &'static str {
        match self {
            Role::Scaffold => "scaffold_v1",
            Role::StarterExpand => "starter_section_v1",
            Role::TestExpand => "test_section_v1",
            Role::Solution => "solution_v1",
            Role::LessonExpand => "lesson_section_v1",
            Role::Coach => "hint_pack_v1",
            Role::Reviewer => "review_report_v1",
        }
    }

    pub fn by_schema(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|r| r.schema() == name)
    }
}

/// The three self-terminating loops, in the order they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoopKind {
    Starter,
    Test,
    Lesson,
}

impl LoopKind {
    pub const IN_ORDER: [LoopKind; 3] = [LoopKind::Starter, LoopKind::Test, LoopKind::Lesson];

    pub fn role(self) -> Role {
        match self {
            LoopKind::Starter => Role::StarterExpand,
            LoopKind::Test => Role::TestExpand,
            LoopKind::Lesson => Role::LessonExpand,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            LoopKind::Starter => "starter",
            LoopKind::Test => "test",
            LoopKind::Lesson => "lesson",
        }
    }
}
