//! Goes through the table and says how each case ended. What should not be is collected, so that one run shows all of it.

use std::io::Write;

use crate::cases::{Case, Off, ROWS, Row};
use crate::desk::{Desk, Language, Who};
use crate::harm::clear_away;
use crate::trial::{self, Ran, Walls};

/// Every program without walls and with them, by whoever runs this test.
pub fn both_halves(language: Language) {
    let desk = Desk::new(Who::Me);
    let mut wrong = Vec::new();
    for row in rows(language) {
        without_walls(&desk, language, row, &mut wrong);
        within_walls(&desk, language, row, "on", &mut wrong);
    }
    wrong.extend(honest_attempt(&desk, language));
    report(wrong);
}

/// The same with walls, by somebody who is not root.
pub fn as_an_ordinary_user(language: Language) {
    if !rustix::process::geteuid().is_root() {
        say("this test is run by an ordinary user: the other halves are theirs");
        return;
    }
    let desk = Desk::new(Who::Nobody);
    let mut wrong = Vec::new();
    for row in rows(language) {
        // Root has nothing to gain here, so this is the half that shows the harm.
        if row.reader {
            without_walls(&desk, language, row, &mut wrong);
        }
        within_walls(&desk, language, row, "user", &mut wrong);
    }
    wrong.extend(honest_attempt(&desk, language));
    report(wrong);
}

/// Those of a language; `HOSTILE_ONLY` narrows them down to programs of that name, for whoever works on one.
fn rows(language: Language) -> impl Iterator<Item = &'static Row> {
    let only = std::env::var("HOSTILE_ONLY").unwrap_or_default();
    ROWS.iter().filter(move |row| if language == Language::Rust { row.rust } else { row.c }).filter(move |row| row.program.contains(&only))
}

fn title(language: Language, row: &Row, case: &Case) -> String {
    format!("{:4} {:5} {:44}", language.name(), if row.at_build { "build" } else { "" }, case.name)
}

fn without_walls(desk: &Desk, language: Language, row: &Row, wrong: &mut Vec<String>) {
    let title = |case: &Case| format!("{} off ", title(language, row, case));
    let for_others = row.reader && desk.is_root();
    if for_others || row.cases.iter().all(|case| matches!(case.off, Off::Skipped(_))) {
        for case in row.cases {
            let why = if let Off::Skipped(why) = case.off { why } else { "root has nothing to gain" };
            say(&format!("{} skipped: {why}", title(case)));
        }
        return;
    }
    let ran = trial::run(desk, language, row, Walls::Off);
    for case in row.cases {
        let done = case.harm.done(desk, language, &ran);
        let harmful = match case.off {
            Off::Harmful => true,
            Off::HarmfulForRoot => desk.is_root(),
            Off::Held(_) => false,
            Off::Skipped(why) => {
                say(&format!("{} skipped: {why}", title(case)));
                continue;
            }
        };
        let held = if let Off::Held(by) = case.off { by } else { "not for this user" };
        say(&format!("{} {}", title(case), done.as_ref().map_or(format!("held: {held}"), |what| format!("harmful: {what}"))));
        match done {
            None if harmful => wrong.push(format!("{} does no harm, so it shows nothing\n{}", title(case), tail(&ran))),
            Some(what) if !harmful => wrong.push(format!("{} does harm ({what}) and should be held: {held}", title(case))),
            _ => {}
        }
    }
    clear_away(desk, language);
}

fn within_walls(desk: &Desk, language: Language, row: &Row, name: &str, wrong: &mut Vec<String>) {
    if row.reader && desk.is_root() {
        return;
    }
    let ran = trial::run(desk, language, row, Walls::On);
    for case in row.cases {
        let title = format!("{} {name:4}", title(language, row, case));
        let done = case.harm.done(desk, language, &ran);
        say(&format!("{title} {}", done.as_ref().map_or("contained".to_owned(), |what| format!("NOT CONTAINED: {what}"))));
        wrong.extend(done.map(|what| format!("{title} is not contained: {what}\n{}", tail(&ran))));
    }
    let title = format!("{:4} {} {} {name}", language.name(), row.program, row.which);
    wrong.extend(unsound(row, &ran).map(|what| format!("{title}: {what}\n{}", tail(&ran))));
    clear_away(desk, language);
    desk.lay_out();
    // Only a build can leave something in the build folder; what runs in the tests is followed by an honest attempt at the end of the table.
    if row.at_build || row.kill_etude || !row.runs {
        wrong.extend(honest_attempt(desk, language).map(|what| format!("{title}: then an honest attempt: {what}")));
    }
}

/// Whatever a program tries, etude ends as after any attempt and leaves nothing running; and the program did run.
fn unsound(row: &Row, ran: &Ran) -> Option<String> {
    if ran.hung {
        return Some(format!("etude did not end within {:?}", ran.took));
    }
    if !ran.survivors.is_empty() {
        return Some(format!("processes are left: {:?}", ran.survivors));
    }
    if row.runs && !ran.ran_at_all {
        return Some("the program never ran, so nothing is shown".to_owned());
    }
    if row.kill_etude || row.terminal {
        return None;
    }
    if !matches!(ran.exit, Some(0 | 3)) {
        return Some(format!("etude ended with {:?}", ran.exit));
    }
    let told = ran.told().unwrap_or_default();
    (told["command"] != "attempt" || told["v"] != 1).then(|| "the output does not end with the result".to_owned())
}

/// The next attempt with the reference passes; what was planted in the build folder may have to be cleaned away first, as etude tells a learner to.
fn honest_attempt(desk: &Desk, language: Language) -> Option<String> {
    desk.restore(language);
    let root = &desk.workspace(language).root;
    let first = desk.run(root, &["attempt", "--json"]);
    if first.status.code() == Some(0) {
        return None;
    }
    desk.run(root, &["clean", "--yes"]);
    let second = desk.run(root, &["attempt", "--json"]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().take(1500).collect::<String>();
    say(&format!("     the next honest attempt had to be cleaned for: {}", text(&first.stderr)));
    (second.status.code() != Some(0)).then(|| format!("{:?}\n{}{}", second.status, text(&second.stdout), text(&second.stderr)))
}

/// Enough to see what became of an attempt.
fn tail(ran: &Ran) -> String {
    let short = |text: &str| text.chars().take(600).collect::<String>();
    let data = ran.told().unwrap_or_default()["data"].clone();
    let problem = short(&data["firstProblem"].to_string());
    format!("    exit {:?} after {:?}, {}\n    {problem}\n    {}", ran.exit, ran.took, data["outcome"], short(&ran.err))
}

/// Past the capture of the test program: the table is what this test is for.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}

pub fn report(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "{} of the table are wrong:\n\n{}", wrong.len(), wrong.join("\n\n"));
}
