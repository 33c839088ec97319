//! What a command found or did, as data. Faces render it; `--json` prints it as `data`. One struct per screen.

mod author;
mod map;
mod month;
mod next;
mod upkeep;

pub use author::{BankBlindView, BankConvertView, BankTryView, ConvertedPack, FailingTest, NamedTag};
pub use map::{LanguageBars, LanguageMap, NodeLine, NodesView, Standing, TrackBar, TrackMap};
pub use month::{
    CleanView, ExportView, ImportView, Replacement, ReportView, TopicAdded, TopicFound, TopicLine, TopicListView, TopicMatch, TopicRemoved,
};
pub use next::{DueLine, NextLine, NextView, Practise};
pub use upkeep::{
    BankCheckView, BankLine, BankListView, BankNewView, DoctorCheck, DoctorView, Health, MutantsView, NextStep, PackView, Tally,
    ValidateLine, ValidateView,
};

use serde::Serialize;

use crate::curriculum::Need;
use crate::evidence::{Diagnostic, Evidence, Outcome, Tampered, TestResult};
use crate::exercise::Unit;
use crate::mastery::Change;
use crate::mastery::schedule::Comeback;
use crate::misconception::{Advice, Extra};
use crate::pipeline::CallPlan;
use crate::session::{CallTotals, Depth, Status};
use crate::stage::reply::{PassFail, Remediation};

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum View {
    Welcome(Welcome),
    Preview(Preview),
    Started(Started),
    Attempt(Box<AttemptView>),
    Hint(HintView),
    Reveal(RevealView),
    Review(ReviewView),
    Show(ShowView),
    Lesson(LessonView),
    Reset(ResetView),
    Status(StatusView),
    List(ListView),
    Resumed(Resumed),
    Ended(Ended),
    Next(NextView),
    Nodes(NodesView),
    TopicFound(TopicFound),
    TopicAdded(TopicAdded),
    TopicList(TopicListView),
    TopicRemoved(TopicRemoved),
    Clean(CleanView),
    Export(ExportView),
    Import(ImportView),
    Report(Box<ReportView>),
    Doctor(DoctorView),
    BankList(BankListView),
    BankCheck(BankCheckView),
    BankNew(BankNewView),
    BankConvert(BankConvertView),
    BankBlind(BankBlindView),
    BankTry(BankTryView),
    Validate(ValidateView),
}

#[derive(Debug, Serialize)]
pub struct Welcome {
    pub offers: Vec<Offer>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Offer {
    pub language: String,
    pub language_title: String,
    pub node: String,
    pub title: String,
    /// What this machine lacks for it.
    pub lacks: Option<String>,
}

/// What a start would tell its provider first.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    pub provider: String,
    /// The bank answers inside this program: nothing is sent anywhere.
    pub leaves_the_machine: bool,
    /// What a start can come to, where a model is asked.
    pub calls: Option<CallPlan>,
    pub prompt: String,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub session: String,
    pub node: String,
    pub title: String,
    pub language: String,
    pub workspace: String,
    pub lesson: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Started {
    #[serde(flatten)]
    pub place: Place,
    pub description: String,
    pub units: Vec<Unit>,
    pub tests: usize,
    pub first_file: String,
    /// What there is more to hold on to for, because it came back too often.
    pub extra: Vec<Extra>,
    /// What the calls to a model came to.
    pub calls: Option<CallTotals>,
    /// What the proof of a model's exercise found.
    pub proof: Option<crate::proof::Standing>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AttemptView {
    #[serde(flatten)]
    pub place: Place,
    pub attempt_index: u32,
    pub outcome: Outcome,
    pub passed: usize,
    pub total: usize,
    pub duration_ms: u64,
    pub elapsed_minutes: f64,
    pub first_problem: Option<Problem>,
    pub further: Vec<Further>,
    pub warnings: usize,
    /// Those to look at: after a pass the first few, else the first one in a function whose tests fail.
    pub warning_lines: Vec<Further>,
    pub tampered: Vec<Tampered>,
    pub review: Option<ReviewView>,
    /// The review could not be had: why.
    pub review_error: Option<String>,
    pub mastery: Option<Change>,
    pub comeback: Option<Comeback>,
    /// After a pass: where it goes on.
    pub next_up: Option<NextLine>,
    pub given_up: bool,
    pub evidence: Evidence,
}

/// The one thing to look at first.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    Compiler(Diagnostic),
    Test(TestResult),
}

/// What else is not right, a line each.
#[derive(Debug, Serialize)]
pub struct Further {
    pub unit: Option<String>,
    pub what: String,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewView {
    pub attempt_index: u32,
    pub verdict: PassFail,
    /// What the reviewer itself said, where the tests decided otherwise.
    pub opinion: Option<PassFail>,
    pub score: i64,
    pub tag: Option<String>,
    pub remediation: Remediation,
    pub provider: String,
    pub node: String,
    /// What a review that was made later did to mastery.
    pub mastery: Option<Change>,
    pub comeback: Option<Comeback>,
    /// The misconception has come back often enough to do something about it.
    pub advice: Option<Advice>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HintView {
    pub unit: String,
    pub level: u8,
    pub text: String,
    pub repeated: bool,
    /// What the last run shows, where the text was written for an earlier one.
    pub since: Option<String>,
    /// A question of one's own would be put to a model.
    pub can_ask: bool,
    pub lesson: Option<String>,
    pub attempt_index: u32,
    pub advice: Option<Advice>,
    /// The model's hint broke a rule twice, so this one is etude's own.
    pub instead: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RevealView {
    pub text: String,
    pub code: String,
    pub cost: crate::pipeline::RevealCost,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShowView {
    #[serde(flatten)]
    pub place: Place,
    pub description: String,
    pub depth: Depth,
    pub status: Status,
    pub attempts: u32,
    pub needs: Vec<Need>,
    pub units: Vec<UnitView>,
    pub files: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct UnitView {
    #[serde(flatten)]
    pub unit: Unit,
    pub tests: Vec<String>,
    /// Green tests of the latest run, where there was one.
    pub green: Option<usize>,
    pub hint_level: u8,
}

#[derive(Debug, Serialize)]
pub struct LessonView {
    pub path: String,
    pub text: String,
}

#[derive(Debug, Serialize)]
pub struct ResetView {
    pub restored: Vec<String>,
    pub undone: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusView {
    pub active: Option<ActiveView>,
    pub sessions: Counts,
    pub mastery: Vec<MasteryLine>,
    pub due: Vec<DueLine>,
    /// How far the languages that were begun are walked.
    pub languages: Vec<LanguageBars>,
    /// A start that stopped on its way.
    pub draft: Option<DraftLine>,
}

/// An exercise that is half made.
#[derive(Debug, Serialize)]
pub struct DraftLine {
    pub node: String,
    pub title: String,
    /// Accepted replies that need not be asked for again.
    pub kept: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActiveView {
    #[serde(flatten)]
    pub place: Place,
    pub status: Status,
    pub attempts: u32,
    pub hint_level: u8,
    pub target_unit: String,
    pub elapsed_minutes: f64,
    pub outcome: Option<Outcome>,
    pub passed: usize,
    pub total: usize,
    pub given_up: bool,
    pub workspace_gone: bool,
}

#[derive(Debug, Default, Serialize)]
pub struct Counts {
    pub all: usize,
    pub active: usize,
    pub passed: usize,
    pub ended: usize,
}

#[derive(Debug, Serialize)]
pub struct MasteryLine {
    pub node: String,
    pub title: String,
    /// A topic of the learner's own.
    pub custom: bool,
    pub level: u8,
}

#[derive(Debug, Serialize)]
pub struct ListView {
    pub sessions: Vec<ListLine>,
    /// Those that an import told of: they have no workspace here.
    pub elsewhere: Vec<ListLine>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListLine {
    pub id: String,
    pub node: String,
    pub language: String,
    pub status: Status,
    pub attempts: u32,
    pub last_used: String,
    pub active: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Resumed {
    #[serde(flatten)]
    pub place: Place,
    pub status: Status,
    pub attempts: u32,
    pub workspace_gone: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Ended {
    #[serde(flatten)]
    pub place: Place,
    pub attempts: u32,
    pub hints: usize,
    pub minutes: f64,
    pub passed: bool,
    pub level_before: u8,
    pub level_after: u8,
    pub tags: Vec<String>,
    pub comeback: Option<Comeback>,
    pub next_up: Option<NextLine>,
}
