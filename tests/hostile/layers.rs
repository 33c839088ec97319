//! The core cases with each layer of the sandbox left out in turn.
use crate::desk::Who;

pub fn in_turn(_who: Who) {}
