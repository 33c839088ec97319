//! Names a misconception from what a run showed: the pack's own signs first, the catalogue's where none of them fits. How evidence is read stands in
//! `misconception`.

use crate::evidence::Evidence;
use crate::misconception::{self, Named};
use crate::pack::Pack;

pub fn diagnose(pack: &Pack, evidence: &Evidence) -> Option<Named> {
    misconception::diagnose(&pack.meta.language, &pack.meta.misconceptions, evidence)
}
