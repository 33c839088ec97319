//! Placeholder: shared by codex and claude.
