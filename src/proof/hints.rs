//! The rules about a pack's hints: three for each unit, all different, neither short nor long; and none that the hint guard would refuse.

use std::time::Instant;

use super::Progress;
use super::report::{Check, Finding, RuleId};
use crate::error::Error;
use crate::leak::{LeakingHint, PackGround};
use crate::pack::Pack;
use crate::trials::{Bench, millis};

/// Words of one hint, code among them.
const WORDS: std::ops::RangeInclusive<usize> = 40..=160;

/// Three per unit, all different.
pub(super) fn present(pack: &Pack) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut seen: Vec<(&str, String)> = Vec::new();
    for unit in &pack.meta.units {
        for (level, text) in [("1", &unit.hints.l1), ("2", &unit.hints.l2), ("3", &unit.hints.l3)] {
            let words: Vec<&str> = text.split_whitespace().collect();
            let mut tell = |says: String| {
                findings.push(Finding { file: Some("pack.toml".to_owned()), unit: Some(unit.id.clone()), ..Finding::new(says) });
            };
            if !WORDS.contains(&words.len()) {
                let (least, most) = (WORDS.start(), WORDS.end());
                tell(format!("hint {level} of {} has {} words; a hint has {least} to {most}", unit.id, words.len()));
            }
            let bare = words.join(" ");
            if let Some((other, _)) = seen.iter().find(|(_, text)| *text == bare) {
                tell(format!("hint {level} of {} is the same as one of {other}", unit.id));
            }
            seen.push((&unit.id, bare));
        }
    }
    findings
}

/// A pack's hints are shown without being tried again: here is where they are.
pub(super) fn keep_solution(bench: &Bench, pack: &Pack, progress: &mut Progress) -> Result<(), Error> {
    let began = Instant::now();
    progress.trying("the hints");
    let ground = PackGround::of(pack)?;
    let leaking = ground.leaking(pack, bench)?;
    let finding = |hint: &LeakingHint| Finding {
        unit: Some(hint.unit.clone()),
        file: Some("pack.toml".to_owned()),
        ..Finding::new(format!("hint {} of {} gives the solution away: {}", hint.level, hint.unit, hint.why))
    };
    let findings: Vec<Finding> = leaking.iter().map(finding).collect();
    let took = millis(began.elapsed());
    progress.tell(Check { rule: RuleId::HintsKeepSolution, of: None, ok: findings.is_empty(), findings, millis: took });
    Ok(())
}
