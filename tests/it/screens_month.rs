//! What a learner sees when the first exercise is behind them: what comes next, the map, any topic, and the first month. Snapshots like those of
//! `screens`, and taken over in the same way.

use std::fs;

use crate::screens::shows;
use crate::story::Story;

/// Every node of the bank.
const BANK: [&str; 7] = ["S100", "S101", "S102", "A201", "C200", "C201", "C202"];

#[test]
fn what_comes_next() {
    let story = Story::new();
    story.etude("next").exits(0);
    shows!("next_on_the_first_day", story.screen());
    story.knows(&BANK).etude("next --language rust").exits(0);
    shows!("next_nothing_ready", story.screen());
    story.knows(&["S100", "S101", "S102", "A201"]).etude("next --language rust").exits(0);
    shows!("next_nothing_ready_but_in_another_language", story.screen());
}

#[test]
fn what_is_due() {
    let story = Story::new();
    story.pass("rust", "S100").etude("end").exits(0).stay_away(9).etude("next").exits(0);
    shows!("next_something_due", story.screen());
    story.etude("status").exits(0);
    shows!("status_something_due", story.screen());
    story.start("rust", "S100").go_wrong("last-day-left-out").attempt().exits(3).etude("end").exits(0);
    shows!("end_after_a_review_that_failed", story.screen());
}

#[test]
fn the_end_of_a_helped_pass() {
    let story = Story::begun("c", "C200");
    for _ in 0..3 {
        story.hint().exits(0);
    }
    story.solve().attempt().exits(0).etude("end").exits(0);
    shows!("end_after_a_helped_pass", story.screen());
}

#[test]
fn the_map_of_c() {
    let story = Story::new();
    story.knows(&["C200"]).run(&["topic", "add", "Writing a small allocator", "--language", "c"]).exits(0);
    shows!("topic_added", story.screen());
    story.etude("nodes --language c").exits(0);
    shows!("nodes_c", story.screen());
}

#[test]
fn topics() {
    let story = Story::new();
    story.run(&["start", "--topic", "pointer arithmetic"]).exits(2);
    shows!("topic_found", story.screen());
    story.run(&["start", "--topic", "borow checker"]).exits(2);
    shows!("topic_found_none_ready", story.screen());
    story.run(&["start", "--topic", "quantum cooking"]).exits(2);
    shows!("topic_none", story.screen());
    story.etude("topic list").exits(0);
    shows!("topic_list_before_anything", story.screen());
}

#[test]
fn questions() {
    let story = Story::new();
    story.types("start --language rust", &["quantum cooking", "2"]).exits(0);
    // What is typed shows when the terminal gets to it, and how it was called is no part of the screen.
    let typed = ["quantum cooking", "2"];
    let asked: Vec<String> = story.screen().lines().skip(1).filter(|l| !typed.contains(l)).map(str::to_owned).collect();
    shows!("questions_any_topic", asked.join("\n"));
}

#[test]
fn cleaning() {
    let story = Story::begun("rust", "S100");
    story.etude("clean").exits(0);
    shows!("clean_nothing", story.screen());
    let folder = story.workspace().join("target/debug");
    fs::create_dir_all(&folder).expect("a build folder");
    fs::write(folder.join("big"), vec![1; 3_000_000]).expect("something in it");
    story.etude("clean").exits(0);
    shows!("clean_dry", without_sizes(&story.screen()));
    story.etude("end").exits(0).etude("clean --finished --yes").exits(0);
    shows!("clean_done", without_sizes(&story.screen()));
}

/// How much a folder takes is the disk's to say.
fn without_sizes(screen: &str) -> String {
    let units = ["B", "kB", "MB", "GB"];
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let size = |at: usize| words[at].parse::<f64>().is_ok() && words.get(at + 1).is_some_and(|w| units.contains(w));
        let word = |at: usize| {
            if size(at) {
                "0".repeat(words[at].len().min(1))
            } else if at > 0 && size(at - 1) {
                "MB".to_owned()
            } else {
                words[at].to_owned()
            }
        };
        // The number stands to the right of a margin of its own: what it leaves empty goes with it.
        let text = (0..words.len()).map(word).collect::<Vec<_>>().join(" ");
        if line.starts_with("  ") && (0..words.len()).any(size) { format!("  {}", text.trim_start()) } else { text }
    };
    screen.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn carrying_progress_over() {
    let old = Story::new();
    old.pass("rust", "S100").run(&["topic", "add", "Borrowing in trees", "--language", "rust"]).exits(0);
    old.etude("export progress.json").exits(0);
    shows!("export", without_sizes(&old.screen()));
    let new = Story::new();
    fs::copy(old.root().join("desk/progress.json"), new.root().join("desk/progress.json")).expect("carried over");
    new.etude("import progress.json").exits(0);
    shows!("import", new.screen());
    new.etude("import progress.json").exits(0);
    shows!("import_again", new.screen());
    new.run(&[]).exits(0);
    shows!("etude_alone_after_import", new.screen());
    let id = old.session()["id"].as_str().expect("an id").to_owned();
    new.etude("list").exits(0);
    shows!("list_after_import", new.screen().replace(&id, "session-id"));
}

#[test]
fn reporting() {
    let story = Story::new();
    story.pass("rust", "S100").run(&["report", "the", "third", "test", "is", "wrong"]).exits(0);
    shows!("report", story.screen());
    story.etude("report --yes").exits(1);
    shows!("report_without_a_session", story.screen());
}
