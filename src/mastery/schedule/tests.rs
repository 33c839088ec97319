//! The schedule as a learner meets it, day by day, without a clock.

use super::*;

const CLEAN: Help = Help { hint_level: 0, provisional: false, revealed: false, gave_up: false };
const L3: Help = Help { hint_level: 3, ..CLEAN };

fn day(n: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH.checked_add(SignedDuration::from_hours(24 * n)).expect("a day")
}

fn sitting(session_id: &str, begun: Timestamp) -> Sitting<'_> {
    Sitting { node: "S100", session_id, begun }
}

fn card(schedule: &Schedule) -> &Card {
    schedule.card("S100").expect("it was passed")
}

/// Days between the latest review and the next.
fn interval(schedule: &Schedule) -> i64 {
    card(schedule).days_left(card(schedule).last_review)
}

/// A node that was passed cleanly when first met and each time it was due.
fn passed_when_due(times: usize) -> Schedule {
    let mut schedule = Schedule::default();
    let mut now = day(0);
    for time in 0..times {
        schedule.record_pass(sitting(&time.to_string(), now), CLEAN, now);
        now = card(&schedule).due;
    }
    schedule
}

#[test]
fn a_clean_pass_comes_back_in_a_week_a_helped_one_in_three_days() {
    let back = |help: Help| {
        let mut schedule = Schedule::default();
        schedule.record_pass(sitting("a", day(0)), help, day(0));
        interval(&schedule)
    };
    assert_eq!(back(CLEAN), 7);
    assert_eq!(back(Help { hint_level: 2, ..CLEAN }), 7);
    for helped in [L3, Help { provisional: true, ..CLEAN }, Help { revealed: true, ..CLEAN }] {
        assert_eq!(back(helped), 3, "{helped:?}");
    }
}

#[test]
fn helped_is_sooner_than_clean_at_every_later_review_too() {
    for times in 1..6 {
        let (mut clean, mut helped) = (passed_when_due(times), passed_when_due(times));
        let now = card(&clean).due;
        clean.record_pass(sitting("x", now), CLEAN, now);
        helped.record_pass(sitting("x", now), L3, now);
        assert!(interval(&helped) < interval(&clean) || interval(&clean) == MAX_DAYS, "after {times}");
    }
}

#[test]
fn intervals_grow_with_success_and_shrink_with_failure() {
    for times in 1..8 {
        let before = passed_when_due(times);
        let now = card(&before).due;
        let (mut passed, mut failed) = (before.clone(), before.clone());
        passed.record_pass(sitting("x", now), CLEAN, now);
        failed.record_lapse(sitting("x", now), now);
        assert!(interval(&passed) > interval(&before) || interval(&before) == MAX_DAYS, "after {times}");
        assert!(interval(&failed) < interval(&before), "after {times}");
        assert!(card(&failed).memory.stability < card(&before).memory.stability);
    }
}

#[test]
fn a_node_is_due_when_its_day_has_come_and_not_before() {
    let schedule = passed_when_due(1);
    assert!(schedule.due(day(6)).is_empty());
    assert_eq!(schedule.due(day(7)).len(), 1);
    assert_eq!((card(&schedule).days_left(day(0)), card(&schedule).days_left(day(7))), (7, 0));
    assert_eq!((card(&schedule).days_overdue(day(7)), card(&schedule).days_overdue(day(9))), (0, 2));
}

#[test]
fn one_sitting_counts_once() {
    let mut schedule = passed_when_due(1);
    let before = schedule.clone();
    schedule.record_pass(sitting("0", day(0)), CLEAN, day(30));
    assert_eq!(schedule, before, "solved code that is run again shows no memory");
    schedule.record_pass(sitting("fresh", day(30)), CLEAN, day(30));
    assert_eq!(card(&schedule).last_review, day(30));
}

#[test]
fn only_what_was_begun_as_a_review_can_lapse() {
    let mut schedule = Schedule::default();
    schedule.record_lapse(sitting("a", day(0)), day(0));
    assert!(schedule.nodes.is_empty(), "a node that was never passed cannot be forgotten");
    let mut schedule = passed_when_due(1);
    let before = schedule.clone();
    schedule.record_lapse(sitting("older", day(-1)), day(20));
    schedule.record_pass(sitting("early", day(2)), Help { gave_up: true, ..CLEAN }, day(20));
    assert_eq!(schedule, before);
    schedule.record_pass(sitting("review", day(20)), Help { gave_up: true, ..CLEAN }, day(20));
    assert_eq!(card(&schedule).history.last().map(|r| r.rating), Some(Rating::Again));
    let lapsed = schedule.clone();
    schedule.record_lapse(sitting("review", day(20)), day(20));
    assert_eq!(schedule, lapsed, "ending it again is the same failure");
}

#[test]
fn a_pass_where_it_had_failed_before_is_a_hard_one() {
    let mut schedule = passed_when_due(1);
    schedule.record_lapse(sitting("review", day(9)), day(9));
    schedule.record_pass(sitting("review", day(9)), CLEAN, day(9));
    let ratings: Vec<Rating> = card(&schedule).history.iter().map(|r| r.rating).collect();
    assert_eq!(ratings, [Rating::Good, Rating::Again, Rating::Hard]);
}

#[test]
fn a_failed_review_shrinks_the_interval_even_if_it_is_passed_later_in_the_sitting() {
    for times in 1..6 {
        let before = passed_when_due(times);
        let (begun, mut schedule) = (card(&before).due, before.clone());
        let later = |minutes: i64| begun.checked_add(SignedDuration::from_mins(minutes)).expect("a time");
        schedule.record_lapse(sitting("review", begun), later(10));
        assert!(interval(&schedule) < interval(&before), "after {times}");
        let lapsed = schedule.clone();
        schedule.record_lapse(sitting("review", begun), later(20));
        assert_eq!(schedule, lapsed, "one sitting lapses once");
        schedule.record_pass(sitting("review", begun), CLEAN, later(30));
        assert!(interval(&schedule) < interval(&before), "after {times}: {} of {}", interval(&schedule), interval(&before));
        assert_eq!(card(&schedule).history.last().map(|r| r.rating), Some(Rating::Hard));
    }
}

#[test]
fn the_schedule_survives_being_stored() {
    let mut schedule = passed_when_due(4);
    schedule.record_lapse(sitting("z", day(5000)), day(5000));
    let text = serde_json::to_string(&schedule).expect("it can be stored");
    assert_eq!(serde_json::from_str::<Schedule>(&text).expect("it can be read"), schedule);
}

#[test]
fn odd_clocks_and_odd_numbers_harm_nothing() {
    let mut schedule = passed_when_due(1);
    schedule.record_pass(sitting("back", day(-900)), CLEAN, day(-900));
    schedule.record_pass(sitting("far", Timestamp::MAX), CLEAN, Timestamp::MAX);
    assert_eq!(card(&schedule).due, Timestamp::MAX);
    for (stability, difficulty) in [(-5.0, 99.0), (0.0, 0.0), (f32::MAX, f32::MIN), (f32::NAN, f32::INFINITY)] {
        let mut odd = passed_when_due(1);
        odd.nodes.get_mut("S100").expect("a card").memory = Memory { stability, difficulty };
        odd.record_pass(sitting("odd", day(8)), CLEAN, day(8));
        assert!(card(&odd).memory.stability.is_finite() && (1..=MAX_DAYS).contains(&interval(&odd)), "{stability} {difficulty}");
    }
}

#[test]
fn what_was_passed_before_there_was_a_schedule_comes_in() {
    let change = super::super::Change {
        from: 0,
        to: 1,
        at: day(3),
        session_id: "old".into(),
        attempt_index: 1,
        why: String::new(),
        worth: None,
        undo: false,
    };
    let mut mastery = Mastery::default();
    mastery.nodes.insert("S100".into(), super::super::NodeMastery { level: 1, history: vec![change] });
    let mut schedule = Schedule::default();
    schedule.adopt(&mastery);
    assert_eq!((card(&schedule).last_review, interval(&schedule)), (day(3), 7));
    let adopted = schedule.clone();
    schedule.adopt(&mastery);
    assert_eq!(schedule, adopted);
}

#[test]
fn a_comeback_names_the_level_that_is_still_to_be_had() {
    let mut schedule = Schedule::default();
    schedule.record_pass(sitting("a", day(0)), L3, day(0));
    let back = Comeback::of(card(&schedule), "a", Depth::D2, 1, day(0));
    assert_eq!((back.days, back.after, back.for_level), (3, Some(Rating::Hard), Some(2)));
    let back = Comeback::of(card(&schedule), "another", Depth::D2, 2, day(0));
    assert_eq!((back.after, back.for_level), (None, None), "what an earlier sitting was rated is not said of this one");
    schedule.record_lapse(sitting("b", day(3)), day(3));
    assert_eq!(Comeback::of(card(&schedule), "b", Depth::D2, 2, day(3)).after, Some(Rating::Again));
}

/// Stability and difficulty after Again, Hard and Good, as fsrs 6.6.2 answers them with the same parameters.
#[test]
fn a_rating_moves_a_memory_as_fsrs_does() {
    for (before, days, after) in [
        (None, 0.0, [(1.0, 6.4133), (3.0, 5.1122), (7.0, 2.1181)]),
        (Some((7.0, 2.1181)), 0.0, [(2.1866, 7.3945), (7.0, 4.7529), (7.0, 2.1112)]),
        (Some((7.0, 2.1181)), 7.0, [(1.2154, 7.3945), (21.5671, 4.7529), (31.2220, 2.1112)]),
        (Some((3.0, 5.1122)), 9.0, [(0.8080, 8.3786), (12.4246, 6.7405), (18.6711, 5.1023)]),
        (Some((60.0, 9.5)), 20.0, [(2.6986, 9.8209), (66.1465, 9.6533), (70.2202, 9.4857)]),
        (Some((400.0, 1.0)), 730.0, [(7.2400, 7.0270), (1111.9938, 4.0106), (1583.8939, 1.0)]),
    ] {
        let memory = before.map(|(stability, difficulty)| Memory { stability, difficulty });
        for (rating, (stability, difficulty)) in [Rating::Again, Rating::Hard, Rating::Good].into_iter().zip(after) {
            let found = fsrs::after(memory, days, rating);
            let near = |found: f32, wanted: f32| (found / wanted - 1.0).abs() < 1e-4;
            assert!(near(found.stability, stability) && near(found.difficulty, difficulty), "{memory:?} {days} {rating:?}: {found:?}");
        }
    }
}

#[test]
fn a_memory_that_makes_no_sense_begins_anew() {
    let odd = Some(Memory { stability: f32::NAN, difficulty: 5.0 });
    assert_eq!(fsrs::after(odd, 7.0, Rating::Good), fsrs::after(None, 0.0, Rating::Good));
}
