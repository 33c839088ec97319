//! Tests that want something of the bytes behind the end of a text, in room that they handed over: `out[5]` is still '#', or 0, after "blue" was written into sixteen
//! bytes. Whoever clears the room first is right, and so is who does not, unless the comment says what is there. Beyond the room every byte counts, and is left to those tests.

use super::reading::{Reading, squeezed};
use crate::proof::report::Finding;
use crate::syntax::{Token, TokenKind};

/// How a comment says what becomes of the rest of the room.
const PROMISED: [&str; 27] = [
    "untouched",
    "not touched",
    "unchanged",
    "as it was",
    "as they were",
    "stays",
    "stay ",
    "nothing else",
    "nothing more",
    "behind the nul",
    "the rest of",
    "beyond",
    "fill",
    "pad",
    "clear",
    "zero",
    "nuls",
    "all bytes",
    "every byte",
    "each byte",
    "all of the room",
    "the whole room",
    "two nul",
    "second nul",
    "another nul",
    "double",
    "wipe",
];

pub fn looked_at(reading: &Reading) -> Vec<Finding> {
    let mut findings = Vec::new();
    for test in reading.tests.iter().filter(|_| reading.subject.language.fence == "c") {
        let Some(stub) = reading.named_stub(&test.name) else { continue };
        let contract = squeezed(&stub.contract).to_lowercase();
        if PROMISED.iter().any(|said| contract.contains(said)) {
            continue;
        }
        for at in (0..test.body.len()).filter(|at| is_wanted(&test.body, *at, &stub.name)) {
            let says = format!(
                "`{}` wants {}[{}] to be {} behind the end of the text, in room that `{}` was handed; the comment does not promise that",
                test.name,
                test.body[at].text,
                test.body[at + 2].text,
                if is_nul(&test.body[at + 5]) { "0" } else { "as it was" },
                stub.name
            );
            findings.push(Finding { line: Some(test.body[at].line), ..reading.about(test, says) });
        }
    }
    findings
}

/// `out[5], '#'` and `out[5], 0` behind the text that was written there last, and within the room. The NUL at its end belongs to the text.
fn is_wanted(body: &[Token], at: usize, stub: &str) -> bool {
    let [name, open, place, close, comma, byte, ..] = &body[at..] else { return false };
    let is_place = open.text == "[" && close.text == "]" && matches!(comma.text.as_str(), "," | "==");
    let (Some(place), true) = (place.text.parse::<usize>().ok(), is_place && (byte.kind == TokenKind::Char || is_nul(byte))) else {
        return false;
    };
    let before = &body[..at];
    let Some(room) = room(before, &name.text, stub) else { return false };
    let written = before.windows(3).rev().find(|w| w[0].text == name.text && w[1].text == "," && w[2].kind == TokenKind::Text);
    written.is_some_and(|w| place >= w[2].text.len().saturating_sub(1)) && place < room
}

fn is_nul(byte: &Token) -> bool {
    matches!(byte.text.as_str(), "0" | "'\\0'")
}

/// How much of it the last call of the stub was handed: the number behind its name, or all of it.
fn room(before: &[Token], name: &str, stub: &str) -> Option<usize> {
    let call = before.iter().rposition(|t| t.text == stub)?;
    let handed = before[call..].iter().position(|t| t.text == name)? + call;
    let size: Vec<&str> = before[handed + 1..].iter().take(4).map(|t| t.text.as_str()).collect();
    match size.as_slice() {
        [",", "sizeof", ..] => Some(usize::MAX),
        [",", number, ..] => number.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::subject;

    fn found(says: &str, asserted: &str) -> usize {
        let exercise = format!(
            "=== src/a.h\n#include <stddef.h>\n/* ex-1: copies the word to out. {says} */\nint copy(const char *word, char *out, size_t size);\n\
             === src/a.c\n#include \"etude.h\"\n#include \"a.h\"\n//@ex-1 test_copy_copies\nint copy(const char *word, char *out, size_t size)\n{{\n    ETUDE_TODO(\"ex-1\");\n}}\n\
             === tests/a.c\n#include \"test.h\"\n#include \"a.h\"\nvoid test_copy_copies(void)\n{{\n    char out[16];\n    memset(out, '#', sizeof out);\n    \
             TEST_ASSERT_EQ(copy(\"blue\", out, 8), 0);\n    TEST_ASSERT_STR_EQ(out, \"blue\");\n    TEST_ASSERT_EQ({asserted});\n}}\n"
        );
        let all = super::super::of_the_reference(&subject("c", &exercise));
        all.iter().filter(|f| f.says.contains("behind the end of the text")).count()
    }

    #[test]
    fn the_rest_of_the_room_is_nobodys_promise() {
        assert_eq!(found("", "out[5], '#'"), 1);
        assert_eq!(found("", "out[8], '#'"), 0, "that is not its room");
        assert_eq!(found("", "out[4], '\\0'"), 0);
        assert_eq!(found("", "out[3], 'e'"), 0);
        assert_eq!((found("", "out[5], 0"), found("", "out[6], '\\0'")), (1, 1));
        assert_eq!(found("", "out[4], 0"), 0, "the text ends there");
        assert_eq!(found("What is left is filled with zeros.", "out[5], 0"), 0);
        assert_eq!(found("The rest of out stays as it was.", "out[5], '#'"), 0);
    }
}
