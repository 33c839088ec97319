//! The values that a stub's tests expect, as they are written: what somebody would put down who wants green tests and nothing else.

use super::Subject;

/// Literals, and whole expected arguments, in the tests of this stub.
pub(super) fn values(_subject: &Subject, _stub: &str) -> Vec<String> {
    Vec::new()
}
