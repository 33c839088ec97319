//! Correct exercises in many styles: no rule refuses them.

use super::{failed, subject};

const RUST: &[(&str, &str)] = &[
    ("generics and a stack", include_str!("exercises/stack.txt")),
    ("traits and operators", include_str!("exercises/shapes.txt")),
    ("iterators, tables and closures", include_str!("exercises/streams.txt")),
    ("errors", include_str!("exercises/settings.txt")),
    ("threads", include_str!("exercises/threads.txt")),
    ("traits of the library, names it has too", include_str!("exercises/names.txt")),
    ("modules and helpers", include_str!("exercises/modules.txt")),
    ("time that passes", include_str!("exercises/timer.txt")),
    ("limits that follow, errors that are handed on", include_str!("exercises/limits.txt")),
    ("helpers of several stubs, loops that make their values", include_str!("exercises/workshop.txt")),
];

const C: &[(&str, &str)] = &[
    ("structs and out-pointers", include_str!("exercises/queue_c.txt")),
    ("callbacks", include_str!("exercises/callbacks_c.txt")),
    ("files and errno", include_str!("exercises/files_c.txt")),
    ("processes", include_str!("exercises/processes_c.txt")),
    ("threads, bits and given macros", include_str!("exercises/shared_c.txt")),
    ("moments that are handed around, limits that hold", include_str!("exercises/clock_c.txt")),
    ("strings and macros", include_str!("exercises/strings_c.txt")),
];

fn none_is_refused(language: &str, exercises: &[(&str, &str)]) {
    let refused: Vec<String> = exercises
        .iter()
        .map(|(name, text)| (name, failed(&subject(language, text))))
        .filter(|(_, found)| !found.is_empty())
        .map(|(name, found)| format!("{name}: {found:#?}"))
        .collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn correct_rust_exercises_are_not_refused() {
    none_is_refused("rust", RUST);
}

#[test]
fn correct_c_exercises_are_not_refused() {
    none_is_refused("c", C);
}
