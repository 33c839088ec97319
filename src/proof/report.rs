//! What a proof found: one check per rule and thing it was asked of, with evidence that a person can go and look at. Owns the rule ids, which are public;
//! it decides nothing.

use serde::{Deserialize, Serialize};

/// What was found about one exercise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub node: String,
    pub language: String,
    pub checks: Vec<Check>,
    pub counts: Counts,
    pub millis: u64,
    /// How much of it went by waiting for versions that never end.
    #[serde(default)]
    pub waited: u64,
}

/// What was tried, for the one line that a learner sees.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    pub tests: usize,
    pub stubs: usize,
    pub mutants: usize,
    pub mutants_rejected: usize,
    pub alternatives: usize,
    /// Wrong solutions and slips that the tests reject.
    #[serde(default)]
    pub wrong: usize,
}

/// One rule, asked of one thing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    pub rule: RuleId,
    /// Which alternative, wrong solution, stub or section, where the rule is asked of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    pub ok: bool,
    /// Why it does not hold. Where it does, what is still worth knowing: mutants that got through although enough did not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    pub millis: u64,
}

/// One reason, with the place and the output that show it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// A sentence for the author: what is wrong and, where it can be said, what would be right.
    pub says: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

/// The rules, in the order in which they are asked. The names are public and stored: none is ever given to another rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleId {
    /// `pack.toml` says what the files say.
    PackMatchesFiles,
    FitsTheLoops,
    /// Every stub has a unit, one mark and at least one test.
    StubInventory,
    /// Unit, first principle, lesson section, test and a "Start here" cue above each stub.
    StubComment,
    /// Starter, tests and lesson use the same units.
    UnitIds,
    /// `test_<function>_<assertion>`.
    TestNames,
    /// Tests in the order of their units.
    TestOrder,
    OneStubPerTest,
    /// Constants and texts of errors that a test expects can be read in the starter.
    VisibleConstants,
    /// At least two different expected values per stub that returns one.
    DistinctValues,
    /// `#[should_panic]` says what it expects.
    PanicExpected,
    LessonNamesStub,
    /// A worked example before the section asks for the stub.
    WorkedExampleFirst,
    /// Three hints per unit, all different, neither short nor long.
    HintsPresent,
    StarterCompiles,
    StarterFailsEveryTest,
    ReferencePasses,
    /// A solution that was written from the starter alone passes every test.
    StarterTellsEnough,
    /// With one stub put back its tests fail, and none of an earlier unit.
    StubIsNeeded,
    TrivialIsRejected,
    AlternativePasses,
    WrongIsRejected,
    WrongIsNamed,
    /// Wrong bodies without a misconception are rejected and blamed on none.
    SlipIsRejected,
    MutantsAreRejected,
    /// Each test reaches an assertion, also when its stub does nothing.
    TestCanFail,
    /// No comment and no code that is switched off holds the body of a stub.
    StarterKeepsSolution,
    /// Fences do what they say: `worked` compiles and runs, `compile_fail,E0382` fails so.
    WorkedExampleRuns,
    /// No worked example solves a stub.
    WorkedExampleTeaches,
    /// The hint guard accepts every hint of a pack.
    HintsKeepSolution,
}

impl RuleId {
    /// The public name, as in reports.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
    }
}

impl RuleId {
    /// Whether it is the lesson that has to be mended.
    pub fn is_about_the_lesson(self) -> bool {
        use RuleId::{LessonNamesStub, UnitIds, WorkedExampleFirst, WorkedExampleRuns, WorkedExampleTeaches};
        matches!(self, UnitIds | LessonNamesStub | WorkedExampleFirst | WorkedExampleRuns | WorkedExampleTeaches)
    }
}

impl RuleId {
    /// In a live exercise these rest on the word of a model, that a version is right or wrong: a doubt, which is told once.
    pub fn is_doubt(self) -> bool {
        matches!(self, RuleId::AlternativePasses | RuleId::WrongIsRejected)
    }
}

impl Check {
    /// What its writer says of a version and the tests do not bear out.
    pub fn is_doubt(&self) -> bool {
        !self.ok && self.rule.is_doubt()
    }
}

impl Report {
    /// Without the doubts that `settled` says need not be told any more.
    pub fn without_doubts(mut self, settled: impl Fn(&Finding) -> bool) -> Report {
        for check in self.checks.iter_mut().filter(|c| c.is_doubt()) {
            check.findings.retain(|f| !settled(f));
            check.ok = check.findings.is_empty();
        }
        self
    }

    /// A pack that cannot even be read.
    pub fn unreadable(language: &str, node: &str, why: &str) -> Report {
        let check = Check { rule: RuleId::PackMatchesFiles, of: None, ok: false, findings: vec![Finding::new(why)], millis: 0 };
        Report {
            node: node.to_owned(),
            language: language.to_owned(),
            checks: vec![check],
            counts: Counts::default(),
            millis: 0,
            waited: 0,
        }
    }

    pub fn ok(&self) -> bool {
        self.checks.iter().all(|c| c.ok)
    }

    /// What does not hold.
    pub fn failed(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|c| !c.ok)
    }

    /// The rule to mend first.
    pub fn first_to_mend(&self) -> Option<RuleId> {
        self.failed().map(|c| c.rule).min()
    }
}

impl Finding {
    pub fn new(says: impl Into<String>) -> Finding {
        Finding { says: says.into(), ..Finding::default() }
    }
}
