//! The rules of the guard on two small exercises, each with code that only that rule decides about.

use super::*;
use crate::exercise::{Exercise, Head, TextFile};
use crate::language;
use crate::pipeline::assemble::{self, Place as Folder};
use crate::runner::sandbox::around::Mode;
use crate::session::Depth;
use crate::workspace::GeneratedFile;

struct Tiny {
    language: &'static Language,
    exercise: Exercise,
    starter: Vec<TextFile>,
    generated: Vec<GeneratedFile>,
    reference: Vec<TextFile>,
}

const LESSON: &str = "An example:\n\n```rust\nfn area(wide: u32, high: u32) -> u32 {\n    let all = wide * high;\n    all\n}\n```\n";

fn tiny(name: &str, path: &str, tests: &str, reference: &str, stubs: &[(&str, &str)]) -> Tiny {
    let language = language::by_name(name).expect("a language");
    let file = |path: &str, content: String| vec![TextFile { path: path.to_owned(), content }];
    let (reference, tests) = (file(path, reference.to_owned()), file(&path.replace("src/", "tests/t_"), tests.to_owned()));
    let starter = stubs.iter().fold(reference[0].content.clone(), |text, (body, mark)| text.replace(body, mark));
    let starter = file(path, starter);
    let head = Head {
        id: "tiny".to_owned(),
        node_id: "X".to_owned(),
        title: "Tiny".to_owned(),
        depth: Depth::D1,
        description: String::new(),
        needs: Vec::new(),
    };
    let exercise = Exercise::derive(head, language, &starter, &tests).expect("an exercise");
    let place = Folder { workspace: std::path::Path::new(""), etude: "etude" };
    let generated = assemble::generated_files(&exercise, language, &starter, &tests, LESSON, &place);
    Tiny { language, exercise, starter, generated, reference }
}

/// Tickets for adults and, at half the price, for children; and a fee.
fn rust() -> Tiny {
    let fare = "    let half = TICKET / 2;\n    let all = adults * TICKET + children * half;\n    all";
    tiny(
        "rust",
        "src/lib.rs",
        "use exercise::*;\n#[test]\nfn test_fare_of_nobody() {\n    assert_eq!(fare(0, 0), 0);\n}\n#[test]\nfn test_fare_of_adults() {\n    assert_eq!(fare(2, 0), 500);\n}\n#[test]\nfn test_fare_of_all() {\n    assert_eq!(fare(2, 3), 875);\n}\n#[test]\nfn test_with_fee() {\n    assert_eq!(with_fee(fare(3, 0)), 849);\n}\n",
        &format!(
            "pub const TICKET: u32 = 250;\n\npub fn fare(adults: u32, children: u32) -> u32 {{\n{fare}\n}}\n\npub fn with_fee(cents: u32) -> u32 {{\n    cents + 99\n}}\n"
        ),
        &[(fare, "    todo!(\"ex-1\")"), ("    cents + 99", "    todo!(\"ex-2\")")],
    )
}

impl Tiny {
    fn judge(&self, unit: &str, source: &[TextFile], patience: Duration, level: u8, text: &str) -> Verdict {
        let ground = Ground {
            language: self.language,
            exercise: &self.exercise,
            unit,
            source,
            starter: &self.starter,
            generated: &self.generated,
            reference: Some(&self.reference),
            others: &[],
            said: &[],
            patience,
            sandbox: Mode::Off,
        };
        judge(text, &ground, Reach::of_level(level), &Cancel::never(), &mut |_| {}).expect("a verdict")
    }

    /// Whether a hint for the first unit of the untouched starter is refused.
    fn refuses(&self, level: u8, text: &str) -> bool {
        self.judge("ex-1", &self.starter, Duration::from_secs(60), level, text).leak().is_some()
    }

    fn written(&self, from: &str, to: &str) -> Vec<TextFile> {
        vec![TextFile { content: self.starter[0].content.replace(from, to), ..self.starter[0].clone() }]
    }
}

const SOLUTION: &str = "```rust\nlet price = TICKET / 2;\nadults * TICKET + children * price\n```";
const HALF: &str = "```rust\nif children == 0 {\n    return adults * TICKET;\n}\n```";

#[test]
fn code_that_makes_a_failing_test_pass_is_refused_and_its_writer_is_told_which() {
    let verdict = rust().judge("ex-1", &rust().starter, Duration::from_secs(60), 1, &format!("So `children` count:\n\n{SOLUTION}\n"));
    assert_eq!(verdict.leak(), Some("with the code of the text in its place `test_fare_of_nobody` passes"));
    assert_eq!(verdict.quote(), Some("let price = TICKET / 2;\nadults * TICKET + children * price"));
    assert!((1..=3).contains(&verdict.runs), "{}", verdict.runs);
    assert!(!rust().refuses(1, &SOLUTION.replace("TICKET / 2", "TICKET / 3 - TICKET")));
}

#[test]
fn a_part_is_too_much_below_the_top_and_a_fragment_nowhere() {
    assert!(rust().refuses(2, HALF));
    assert!(!rust().refuses(3, HALF));
    assert!(!rust().refuses(1, "What is `adults * TICKET` for two adults?"));
    assert!(rust().refuses(3, SOLUTION));
}

#[test]
fn a_test_that_a_guess_passes_shows_nothing() {
    let parallel = "```rust\nfn seats(rows: u32, more: u32) -> u32 {\n    let all = rows * 40;\n    all + more * 3\n}\n```";
    assert!(!rust().refuses(2, parallel), "it is right for nobody, and so is 0");
}

#[test]
fn what_the_learner_wrote_elsewhere_is_not_in_the_way() {
    let tiny = rust();
    let broken = tiny.written("todo!(\"ex-2\")", "cents + nonsense");
    assert!(tiny.judge("ex-1", &broken, Duration::from_secs(60), 1, SOLUTION).leak().is_some(), "another function does not compile");
    let verdict = tiny.judge("ex-2", &tiny.starter, Duration::from_secs(60), 1, "Use `cents + 99`.");
    assert!(verdict.leak().is_some(), "its test needs a function that is not written yet");
    let wrong = tiny.written("todo!(\"ex-1\")", "let half = TICKET / 2;\n    adults * TICKET + children + half");
    let line = "Your last line should be `adults * TICKET + children * half`.";
    assert!(tiny.judge("ex-1", &wrong, Duration::from_secs(60), 1, line).leak().is_some(), "a line in the place of another");
}

#[test]
fn who_cannot_find_out_refuses_a_long_run_of_the_solution_only() {
    let tiny = rust();
    let at_once = |text: &str| tiny.judge("ex-1", &tiny.starter, Duration::ZERO, 2, text).leak().map(str::to_owned);
    assert_eq!(at_once(SOLUTION), None);
    let whole = tiny.reference[0].content.split("\n\n").nth(1).expect("a function");
    assert_eq!(at_once(&format!("```rust\n{whole}\n```")).as_deref(), Some("a long run of the solution stands in it"));
}

#[test]
fn code_that_the_learner_can_read_nowhere_has_a_budget_at_each_level() {
    let tiny = rust();
    let much = |lines: usize| (0..lines).map(|n| format!("    call_{n}(this_{n}, that_{n});\n")).collect::<String>();
    // Seven tokens each.
    let spent = |level: u8, lines: usize| {
        let verdict = tiny.judge("ex-1", &tiny.starter, Duration::ZERO, level, &much(lines));
        verdict.leak().is_some_and(|why| why.contains("tokens of code"))
    };
    assert_eq!([spent(1, 5), spent(1, 6), spent(2, 17), spent(2, 18), spent(3, 5), spent(3, 6)], [false, true, false, true, false, true]);
    let quoted = LESSON.repeat(9);
    assert!(!tiny.refuses(1, &quoted), "the lesson may be quoted");
}

#[test]
fn c_is_judged_by_the_same_rules() {
    let body = "    return seat / SEATS;";
    let tiny = tiny(
        "c",
        "src/hall.c",
        "#include \"test.h\"\nint row_of(int seat);\nvoid test_row_of_the_first(void)\n{\n    TEST_ASSERT_EQ(row_of(3), 0);\n}\nvoid test_row_of_the_last(void)\n{\n    TEST_ASSERT_EQ(row_of(95), 11);\n}\n",
        &format!("#include \"etude.h\"\n#define SEATS 8\nint row_of(int seat)\n{{\n{body}\n}}\n"),
        &[(body, "    (void)seat;\n    ETUDE_TODO(\"ex-1\");")],
    );
    assert!(tiny.refuses(1, "```c\nstatic int eighth(int n) { return n / SEATS; }\nint find(int s)\n{\n    return eighth(s);\n}\n```"));
    assert!(tiny.refuses(3, "It is `seat / SEATS`."));
    assert!(!tiny.refuses(1, "```c\nint find(int s)\n{\n    return s % SEATS;\n}\n```\n\nWhat does `SEATS / 2` give?"));
}
