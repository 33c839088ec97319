//! Whether a text prescribes a change of the learner's own code, by how it is worded: something is to go, to come, to move or to be exchanged, at a place that the
//! text fixes. Adds up what a phrase says of doing, of target and of place, and what the text says of all the rest. Refuses to read what the change is, and to mind
//! who points, asks, explains, looks or tells of another program; nothing is run for it.

use super::clause;
use super::fold;
use super::phrase::{OWN, Phrase, TEST, Word, phrases};
use super::splice::Dialect;
use super::tokens::texts;
use super::wording::{
    COMES, DO_IT, EXCHANGED, EXPECTED, FIRM, GOES, GOT, IRREAL, LOOKING, LOOKS, LOOSE, MEANT, MOVED, NO_VERBS, PLACES, REST, SAFE_VERBS,
    SETTLES, SUGGESTS, WISHED,
};
use super::{Ground, Reach};

/// A phrase of so many points says what to do and where.
const ALONE: usize = 6;
/// So many are enough where the text also says that nothing else is wrong, or where another phrase has as many.
const NEARLY: usize = 5;
/// An order whose verb nobody here knows.
const ACT: usize = 3;
/// So many points are for words that mean a change and nothing else.
const SURE: usize = 4;
/// Who goes on like this does not mean a change.
const OBSERVES: &str = "^read|say|look|compare|tell|ask|count|explain|watch|see|note";
/// A shorter phrase only leads over to the next.
const SHORT: usize = 6;

/// What a phrase says, in points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Score {
    doing: usize,
    target: usize,
    place: usize,
    what: usize,
    /// It orders, or its words can mean nothing but a change. Who only states may as well explain.
    is_firm: bool,
}

impl Score {
    fn total(self) -> usize {
        if self.doing == 0 || self.target == 0 { 0 } else { self.doing + self.target + self.place + self.what }
    }
}

/// Whether the text prescribes a change of what the learner has written for the unit.
pub fn is_told(text: &str, ground: &Ground, dialect: &Dialect, reach: Reach) -> bool {
    let own = ground.written(dialect).join("\n");
    let plain = fold::plain(text);
    let told = match reach {
        Reach::Part => prescribes(&plain, &own),
        Reach::Unit => settles(&plain, &own),
        Reach::Review => false,
    };
    told && !own.is_empty()
}

/// Whether the text prescribes a change of this code.
fn prescribes(text: &str, own: &str) -> bool {
    let Weight { most, stated, orders, rest } = weighed(text, own, REST);
    let is_table = clause::has_table_of_changes(text, &texts(own, true));
    is_table || most >= ALONE || most >= NEARLY && (rest || orders > 1) || stated >= ALONE && rest
}

/// The same for the top of the ladder, where the way may be told: only a change that the text says is all.
fn settles(text: &str, own: &str) -> bool {
    let Weight { most, rest, .. } = weighed(text, own, SETTLES);
    rest && most >= ALONE
}

/// What a text says, all in all.
#[derive(Debug, Default)]
struct Weight {
    /// The points of the phrase that has most of them and is firm.
    most: usize,
    /// The same of those that are not.
    stated: usize,
    /// How many phrases nearly have enough, and order something.
    orders: usize,
    /// One of them says that all the rest may stay.
    rest: bool,
}

fn weighed(text: &str, own: &str, rests: &[&str]) -> Weight {
    let own = texts(own, true);
    let all = phrases(text, &own);
    let (mut weight, mut named) = (Weight::default(), false);
    for (at, phrase) in all.iter().enumerate() {
        if phrase.is_own {
            let is_meant = phrase.is_question && all.get(at + 1).is_some_and(|next| !next.is_question && next.has_any(DO_IT));
            let score = score(phrase, named, is_meant);
            let most = if score.is_firm { &mut weight.most } else { &mut weight.stated };
            *most = score.total().max(*most);
            weight.orders += usize::from(score.total() >= NEARLY && score.doing >= ACT && score.is_firm);
            weight.rest |= !phrase.is_question && phrase.has_any(rests);
        }
        named = phrase.is_own && (phrase.has("@code") || named && phrase.words.len() < SHORT);
    }
    weight
}

/// `named`: the phrase before names code that this one may mean by "it". `is_meant`: it asks, and the phrase behind it says to do that.
fn score(phrase: &Phrase, named: bool, is_meant: bool) -> Score {
    let asks = phrase.is_question && !is_meant && !phrase.has_any(SUGGESTS);
    if asks || phrase.has_any(LOOKS) || is_general(phrase) {
        return Score::default();
    }
    let mut looking: Vec<usize> = LOOKING.iter().flat_map(|l| phrase.find(l)).map(|at| phrase.clause(at)).collect();
    looking.extend(reported(phrase));
    let counts = |at: &usize| !is_denied(phrase, *at) && !looking.contains(&phrase.clause(*at));
    let said = |(pattern, points): &(&str, usize)| phrase.find(pattern).iter().any(counts).then_some(*points);
    let known = || [GOES, EXCHANGED, COMES, MOVED, IRREAL].into_iter().flatten();
    let (orders, states): (Vec<_>, Vec<_>) = known().partition(|(pattern, _)| pattern.starts_with('^'));
    let most = |ways: Vec<&(&str, usize)>| ways.into_iter().filter_map(said).max();
    let unknown = phrase.acts([NO_VERBS, SAFE_VERBS]).iter().any(counts).then_some(ACT).filter(|_| !phrase.has(OBSERVES));
    let wished = if is_meant { most(WISHED.iter().collect()) } else { None };
    let (ordered, stated) = (most(orders).max(unknown).max(wished).unwrap_or(0), most(states).unwrap_or(0));
    let (place, what) = (places(phrase), named_signs(phrase));
    let fits_in = phrase.has("your|yours") && place > 0 && what > 0;
    let is_firm = ordered >= stated || stated >= SURE || fits_in;
    Score { doing: stated.max(ordered), target: target(phrase, named), place, what, is_firm }
}

/// The clauses that say what was expected and what came instead: "the test expects `Ok`, and gets `Err`". Who reports a run changes nothing by that.
fn reported(phrase: &Phrase) -> Vec<usize> {
    // "It wants a star and gets none" is no report: something is to come.
    let is_lack = |at: usize| phrase.words.get(at + 1).is_some_and(|w| ["none", "nothing", "no", "neither"].contains(&w.text.as_str()));
    let (expected, mut got) = (phrase.find(EXPECTED), phrase.find(GOT));
    got.retain(|at| !is_lack(*at) && expected.iter().any(|e| e < at));
    let pairs = expected.into_iter().filter(|e| got.iter().any(|at| e < at)).chain(got.iter().copied()).map(|at| phrase.clause(at));
    // What a test wants is a value, as long as nobody speaks of signs.
    let has_sign = |clause: usize| phrase.words.iter().enumerate().any(|(at, w)| w.is_sign() && phrase.clause(at) == clause);
    let wanted = phrase.find(&format!("{TEST} ..3 wants|needs|gets|requires|asks")).into_iter().map(|at| phrase.clause(at));
    pairs.chain(wanted.filter(|clause| !has_sign(*clause))).collect()
}

/// What holds of any program, or stands in the lesson: "a loop goes on until …", "section 1 shows …".
fn is_general(phrase: &Phrase) -> bool {
    let is = |at: usize, words: &[&str]| phrase.words.get(at).is_some_and(|w| words.contains(&w.text.as_str()));
    let concludes = phrase.has("so|therefore the|this|that|these");
    let of_any = is(0, &["a", "an"])
        && !concludes
        && !phrase.has(OWN)
        && !phrase.has("your|yours")
        && !phrase.words.iter().take(4).any(Word::is_sign);
    let of_language = is(0, &["in"]) && is(1, &["c", "rust"]);
    of_any || of_language || is(0, &["section", "lesson.md"]) || is(0, &["the"]) && is(1, &["lesson", "section"])
}

/// Who says not to do it, or asks for it, does not say to do it.
fn is_denied(phrase: &Phrase, at: usize) -> bool {
    let after = phrase.words.get(at + 1).is_some_and(|w| ["nothing", "not"].contains(&w.text.as_str()));
    let before = &phrase.words[at.saturating_sub(2)..at];
    let asks = at > 0 && ["what", "which", "where", "how", "whether", "who"].contains(&phrase.words[at - 1].text.as_str());
    // Who may do something is not told to.
    let allowed = at > 0 && phrase.words[at - 1].text == "may" && !phrase.has("you|yours|your");
    asks || after
        || allowed
        || before.iter().any(|w| ["not", "never", "don't", "cannot", "without", "nobody", "nothing"].contains(&w.text.as_str()))
}

/// How firmly a phrase has hold of something in the learner's code.
fn target(phrase: &Phrase, named: bool) -> usize {
    if phrase.has(OWN) || phrase.has_any(FIRM) || named && phrase.has_any(MEANT) { 2 } else { usize::from(phrase.has_any(LOOSE)) }
}

fn places(phrase: &Phrase) -> usize {
    PLACES.iter().map(|p| phrase.find(p).len()).sum::<usize>().min(2)
}

fn named_signs(phrase: &Phrase) -> usize {
    phrase.find("@sign").len().min(2)
}

#[cfg(test)]
mod tests {
    use super::super::pack::PackGround;
    use super::super::{Ground, Reach, judge};
    use super::{Dialect, is_told, prescribes, settles};
    use crate::exercise::TextFile;
    use crate::pack::Bank;
    use crate::runner::Cancel;

    const OWN: &str = "fn total(days: u32) -> u32 { let total = 0; for day in 1..days { total += day; } total; }";

    fn is_refused(text: &str) -> bool {
        prescribes(text, OWN)
    }

    #[test]
    fn what_is_to_go_is_told() {
        for text in [
            "Read your lines aloud. The last one is right up to its last character. Strike that one and both tests go through.",
            "In your range the third mark is too much.",
            "The upper line has one word too many: its first. Apart from that your function is finished.",
            "Of your two frees, the one with the bare name has to go; that line was never asked for.",
            "Without that line the function is correct: take it out, and change nothing in the loop.",
        ] {
            assert!(is_refused(text), "{text}");
        }
    }

    #[test]
    fn what_is_to_come_to_move_or_to_be_exchanged_is_told() {
        for text in [
            "The three-letter keyword of section 2 goes in front of the name, with a blank between the two. Your body is complete.",
            "What is missing is one assignment right above the last line: the field gets the value of your local.",
            "Your call has two arguments. Let the two arguments change places.",
            "So on that line the word behind the last dot has to go, and the digit 0 comes in its place.",
            "Cut out the first line of your body and paste it again directly below the loop. That is the whole repair.",
            "Number your statements. Play them in the order 2, 1, 3 and listen again to those lines.",
            "Your range waits for an equals sign right behind its two dots.",
            "Behind the two dots of your range type an equals sign.",
            "One statement is missing above your last one: the variable `total` gets the value of `day`.",
            "Turn the chain upside down, and ask for the largest first.",
            "In your `for` line, write `day` alone where `1..days` stands now.",
            "In the middle of the loop's head, where the two dots stand, the sign for all of it must stand.",
            "The middle of the loop's head has two dots. Where it stands there should be the sign with three characters.",
        ] {
            assert!(is_refused(text), "{text}");
        }
    }

    #[test]
    fn what_was_expected_and_what_came_is_no_order() {
        for text in [
            "test_total_of_a_week expects `total` with `Monday` and 28, and gets `Empty` with `TooMany`. Look at the line `total += day;`.",
            "The compiler points at the second argument in your call: it wants a `Wide`, a number of its own, and it gets a `Narrow`. Who made it narrow?",
            "`test_total_of_a_week` wants `Week(28)` for the last line of the list. What does your loop have then?",
        ] {
            assert!(!is_refused(text), "{text}");
        }
        assert!(is_refused("In your loop the name behind `in` wants a star in front of it and gets none."));
        assert!(is_refused("The test expects 28 and gets 21. Put an equals sign behind the two dots of your range."));
    }

    #[test]
    fn a_place_that_is_to_be_empty_or_to_hold_something_else_is_told() {
        for text in [
            "In your last line all is well up to `total`. What stands from there to the semicolon ends a statement; with nothing in that place the test sees 28.",
            "Would the loop not be happier if the two met, the parameter in the place where now the number stands? Try that with your `1..days`.",
            "In your `for` line you are one keystroke away, and the cursor has to stand right behind the two dots.",
        ] {
            assert!(is_refused(text), "{text}");
        }
    }

    #[test]
    fn an_order_may_come_as_a_question() {
        assert!(is_refused("What would happen if the range in your `for` line stood in round brackets, with `.rev()` directly behind?"));
        assert!(is_refused("Could you put a star in front of `day`?"));
        let asked = "What would the loop do if, in its head and behind the dots, you wrote an equals sign?";
        assert!(!is_refused(asked), "who only asks leaves the doing");
        assert!(is_refused(&format!("{asked} Do it and run.")));
        assert!(!is_refused("Which sign would you put in front of `day`, and why?"));
        assert!(!is_refused("Where in your loop does a star belong?"));
    }

    #[test]
    fn who_points_asks_or_looks_prescribes_nothing() {
        for text in [
            "Put your finger on the two dots in `1..days` and say the numbers out loud. How many did you say?",
            "Add `println!(\"{day}\")` as the last statement of your loop, run it, and take the print away again.",
            "Write down what `day` is in each turn of `for day in 1..days`. Do the two lists agree?",
            "The rest of your function is fine; focus on the range. Which values does `day` take?",
            "Replace nothing yet. Read the error to its end: \"remove this semicolon\". What does it say of your last line?",
            "`total(4)` should be 10, and your function says 6. Look at the line `for day in 1..days`.",
            "Section 4 has two kinds of range. Write only the question first, and run again.",
            "Section 1, \"A name for a value\", shows how a result gets a name of its own before it is used.",
            "A loop goes on until something in it changes the answer to its question.",
            "The list is only lent to you, and it has to be whole at every moment, even between two lines.",
            "The compiler complains of a comparison between pointer and integer, in the line `for day in 1..days`.",
            "Your loop goes on as long as `1..days` has another day.",
            "It does know how to add two `u64`.",
            "Turn to section 2 and look for the sentence about the first arm that fits.",
            "Each field gets its value in the literal; which values does the story tell you for your `total`?",
            "In C a pair of parentheses behind a function's name means: do it now, and put the result here.",
            "Write the numbers of the test in a row, mark `days` under the second and `total` under the last, and tick off what lies inside.",
            "Take two jumpers, Ann with 8.90 metres and Bo with 7.20. For golf both signs would be the other way round. Which one does your `total` give?",
        ] {
            assert!(!is_refused(text), "{text}");
        }
    }

    #[test]
    fn a_table_of_what_to_write_prescribes() {
        let table = |heads: &str, cell: &str| format!("Look:\n\n| {heads} |\n| --- | --- |\n| `for day in 1..days` | {cell} |");
        assert!(is_refused(&table("you wrote | write this", "the same with one more sign")));
        assert!(!is_refused(&table("you wrote | what it means", "all days but the last")));
        assert!(!is_refused(&table("you wrote | write this", "what do you think?")));
    }

    #[test]
    fn a_parallel_may_change_what_it_likes() {
        let text = "A badge:\n\n```rust\nbadges.push((1, event.clone()));\n```\n\nTake `.clone()` off and the second line fails; swap the two lines and it \
                    fails as well. Which value in your loop is like `event`?";
        assert!(!is_refused(text));
        let led_back = text.replace("Which value in your loop", "In your loop, delete the last semicolon. Which value");
        assert!(is_refused(&led_back));
    }

    #[test]
    fn the_top_of_the_ladder_may_tell_the_way_and_no_single_change_that_is_all() {
        let way = "Begin the total at 0. Then go over the days and add each of them to the total. Return the total after the loop.";
        assert!(!settles(way, OWN));
        let all =
            "In your `for` line, put an equals sign behind the two dots. In the last line, delete the semicolon. Nothing else changes.";
        assert!(settles(all, OWN));
    }

    /// The guard hears of it: none of these words can be run, so nothing else finds them.
    #[test]
    fn a_verdict_counts_what_is_prescribed() {
        let pack = Bank::Embedded.load("c", "C202").expect("a pack");
        let whole = PackGround::of(&pack).expect("a ground");
        let in_src = |f: &TextFile| TextFile { path: format!("src/{}", f.path), content: f.content.clone() };
        let wrong: Vec<TextFile> = pack.wrong["freed-what-malloc-did-not-give"].iter().map(in_src).collect();
        let source = whole.source_with(&wrong);
        let text = "You have two lines that begin with the same four letters. If only the upper one were in the file, both tests of this unit would \
                    be green.";
        let ground = whole.ground("ex-2", &source);
        let verdict = judge(text, &ground, Reach::Part, &Cancel::never(), &mut |_| {}).expect("a verdict");
        assert!(verdict.leak().is_some_and(|why| why.contains("prescribes")), "{verdict:?}");
        assert_eq!((verdict.runs, verdict.shown_leak()), (0, None));
        // Nothing of the learner's is there to be changed, or nothing of it fails.
        let (starter, green) = (whole.source_with(&[]), whole.exercise.test_names());
        let dialect = Dialect::of(ground.language).expect("a dialect");
        assert!(!is_told(text, &ground, &dialect, Reach::Review), "a review names a step to take");
        assert!(!is_told(text, &whole.ground("ex-2", &starter), &dialect, Reach::Part));
        assert!(!is_told(text, &Ground { green: Some(&green), ..ground }, &dialect, Reach::Part));
    }
}
