//! More to hold on to in a workspace that is begun again: README.md and LESSON.md begin with what came back too often, and a paragraph with small steps
//! stands above the stub it concerns. Pure: texts in, texts out. It adds comments and prose only, never code, and nothing of a solution.

use crate::exercise::{self, Exercise, TextFile};
use crate::language::Language;
use crate::misconception::Extra;
use crate::workspace::GeneratedFile;

/// Comments keep to this width, so that they read well beside code.
const WIDTH: usize = 76;

/// Puts a comment above each stub concerned, and tells the exercise on which lines its stubs stand now.
pub(super) fn in_starter(starter: &mut [TextFile], exercise: &mut Exercise, extra: &[Extra], language: &Language) {
    let line_of = |part: &Extra| {
        let stubs = exercise.units.iter().flat_map(|u| &u.stubs);
        stubs.filter(|s| s.name == part.stub && s.file == part.file).map(|s| s.line as usize).next()
    };
    let mut places: Vec<(usize, &Extra)> = extra.iter().filter_map(|part| Some((line_of(part)?, part))).collect();
    // From the end of a file to its beginning, so that no line moves before it is reached; of two for one stub the first stays first.
    places.reverse();
    places.sort_by_key(|(line, _)| std::cmp::Reverse(*line));
    for (line, part) in places {
        for file in starter.iter_mut().filter(|f| f.path == part.file) {
            file.content = with_block_before(&file.content, line, &paragraph(part), language);
        }
    }
    if let Ok(moved) = exercise::units(language, starter) {
        for unit in &mut exercise.units {
            let stubs = moved.iter().find(|u| u.id == unit.id).map(|u| u.stubs.clone());
            unit.stubs = stubs.unwrap_or_else(|| unit.stubs.clone());
        }
    }
}

/// A blank line follows, so that the comment that belongs to the stub stays the one it has.
fn with_block_before(text: &str, line: usize, block: &[String], language: &Language) -> String {
    let at: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let (before, after) = text.split_at(at);
    let indent: String = after.chars().take_while(|c| *c == ' ' || *c == '\t').collect();
    format!("{before}{}\n{after}", language.comment.block(block, &indent))
}

/// What is true, how the mix-up shows, and small steps to tick off.
fn paragraph(part: &Extra) -> Vec<String> {
    let mut lines = Vec::new();
    let mut say = |indent: &str, hang: &str, text: &str| lines.extend(wrapped(text, indent, hang));
    let place = if part.unit.is_some() { format!("Before you write `{}`", part.stub) } else { "Before you begin".to_owned() };
    say("", "", &format!("{place}: `{}` was seen {} times lately. What is true:", part.tag, part.seen));
    say("  ", "  ", &part.fix);
    if let Some(symptom) = &part.symptom {
        say("", "", &format!("How it shows itself: {symptom}"));
    }
    say("", "", "In small steps:");
    if let Some(lesson) = &part.lesson {
        say("  [ ] ", "      ", &format!("Read LESSON.md, section {lesson}."));
    }
    if !part.steps.is_empty() {
        say("  [ ] ", "      ", "Find these steps in its example. Which of them do you need here?");
        part.steps.iter().for_each(|step| say("      - ", "        ", step));
    }
    let first = part.first.as_deref().unwrap_or("Do what \"Start here\" says below, and no more.");
    say("  [ ] ", "      ", first);
    say("  [ ] ", "      ", if part.run_alone.is_some() { "Run only its tests before you go on:" } else { "Run it before you go on." });
    // A command is copied as it stands, so it is not broken.
    lines.extend(part.run_alone.iter().map(|command| format!("        {command}")));
    lines
}

fn wrapped(text: &str, first: &str, hang: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, hang.to_owned()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line);
    lines
}

/// README.md and LESSON.md with what came back too often put first, before anything else is read.
pub(super) fn in_texts(generated: &mut [GeneratedFile], extra: &[Extra]) {
    for file in generated {
        match file.path.as_str() {
            "README.md" => file.content = readme(&file.content, extra),
            "LESSON.md" => file.content = lesson(&file.content, extra),
            _ => {}
        }
    }
}

fn readme(text: &str, extra: &[Extra]) -> String {
    let (title, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut out = format!("{title}\n\n## First, this\n");
    for part in extra {
        let unit = part.unit.as_deref().map(|u| format!(" It will matter in {u}.")).unwrap_or_default();
        out.push_str(&format!("\nSeen {} times lately: `{}`. {}\n{}{unit}\n", part.seen, part.tag, part.says, part.fix));
        if let Some(lesson) = &part.lesson {
            out.push_str(&format!("\nRead this section of `LESSON.md` before you write anything: **{lesson}**.\n"));
        }
        out.push_str(&format!("\nAbove `{}` in `{}` stand small steps for it: tick them off one by one.\n", part.stub, part.file));
    }
    format!("{out}\n## The exercise\n\n{rest}")
}

/// A line under the title that says where to begin.
fn lesson(text: &str, extra: &[Extra]) -> String {
    let sections: Vec<&str> = extra.iter().filter_map(|part| part.lesson.as_deref()).collect();
    let Some((title, rest)) = text.split_once('\n').filter(|_| !sections.is_empty()) else { return text.to_owned() };
    let begin: Vec<String> = sections.iter().map(|s| format!("**{s}**")).collect();
    format!("{title}\n\nBegin with {} this time; `README.md` says why. Then go on from section 1.\n{rest}", begin.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::{Head, units};
    use crate::language;
    use crate::session::Depth;

    fn extra(stub: &str, file: &str) -> Extra {
        Extra {
            tag: "missing-mut".into(),
            seen: 4,
            says: "A name seems to change.".into(),
            fix: "Write `mut`; this comment does not end here: */ int broken; /*".into(),
            symptom: Some("E0384".into()),
            lesson: Some("3. A name that may change".into()),
            unit: Some("ex-2".into()),
            stub: stub.into(),
            file: file.into(),
            steps: vec!["make it".into(), "change it".into()],
            first: None,
            run_alone: Some("run it alone".into()),
        }
    }

    fn made(name: &str, path: &str, starter: &str, test: &str) -> (Vec<TextFile>, Exercise) {
        let file = |path: &str, content: &str| TextFile { path: path.to_owned(), content: content.to_owned() };
        let starter = vec![file(path, starter)];
        let (id, title, description) = ("x".to_owned(), "x".to_owned(), "x".to_owned());
        let head = Head { id, node_id: "x".into(), title, depth: Depth::D1, description, needs: Vec::new() };
        let language = language::by_name(name).expect("a language");
        let exercise = Exercise::derive(head, language, &starter, &[file("tests/t", test)]).expect("an exercise");
        (starter, exercise)
    }

    #[test]
    fn the_readme_and_the_lesson_begin_with_what_came_back() {
        let told = readme("# Title\n\nA story.\n\n| | |\n", &[extra("total", "src/lib.rs")]);
        assert!(told.starts_with("# Title\n\n## First, this\n\nSeen 4 times lately: `missing-mut`."), "{told}");
        assert!(told.find("3. A name that may change") < told.find("A story."), "{told}");
        assert!(told.ends_with("A story.\n\n| | |\n"));
        let told = lesson("# Title\n\n## 1. One\n", &[extra("total", "src/lib.rs")]);
        assert!(told.starts_with("# Title\n\nBegin with **3. A name that may change** this time"), "{told}");
        assert!(told.ends_with("\n\n## 1. One\n"), "{told}");
    }

    #[test]
    fn a_comment_stands_above_the_stub_and_the_rest_is_as_it_was() {
        let rust = "struct S;\nimpl S {\n    // ex-1\n    // First principle: one.\n    pub fn a() {\n        todo!(\"ex-1\")\n    }\n\n    \
                    // ex-2\n    // First principle: two.\n    pub fn b() {\n        todo!(\"ex-2\")\n    }\n}\n";
        let c = "#include \"etude.h\"\n\n/*\n * ex-1\n * First principle: one.\n */\nint a(void)\n{\n    ETUDE_TODO(\"ex-1\");\n}\n\n/*\n * ex-2\n \
                 * First principle: two.\n */\nint b(void)\n{\n    ETUDE_TODO(\"ex-2\");\n}\n";
        let tests = ["#[test]\nfn test_a() {}\n#[test]\nfn test_b() {}\n", "void test_a(void) {}\nvoid test_b(void) {}\n"];
        for (name, path, text, test) in [("rust", "src/lib.rs", rust, tests[0]), ("c", "src/a.c", c, tests[1])] {
            let language = language::by_name(name).expect("a language");
            let (mut starter, mut exercise) = made(name, path, text, test);
            let before = exercise.clone();
            let other = Extra { tag: "other".into(), ..extra("b", path) };
            in_starter(&mut starter, &mut exercise, &[extra("b", path), other, extra("a", path)], language);
            let now = &starter[0].content;
            assert!(now.contains("In small steps:") && now.contains("[ ] Read LESSON.md, section 3."), "{now}");
            assert!(now.find("missing-mut").zip(now.rfind("missing-mut")).is_some_and(|(a, b)| a < b), "{now}");
            assert!(now.rfind("missing-mut") < now.find("`other`"), "the more pressing one stands first: {now}");
            // What is left without the comments is the code that was there.
            let outline = |text: &str| language.syntax().expect("a syntax").outline(text);
            assert!(!outline(now).has_error, "{now}");
            let bodies = |text: &str| outline(text).functions.into_iter().map(|f| (f.name, f.comment, f.unwritten)).collect::<Vec<_>>();
            assert_eq!(bodies(now), bodies(text), "{now}");
            for (unit, was) in exercise.units.iter().zip(&before.units) {
                assert_eq!((&unit.id, &unit.principle), (&was.id, &was.principle));
                assert!(unit.stubs[0].line > was.stubs[0].line, "its line is told anew");
            }
            assert_eq!(exercise.units, units(language, &starter).expect("units"));
            assert!(now.lines().all(|l| l.chars().count() <= 84), "{now}");
        }
    }
}
