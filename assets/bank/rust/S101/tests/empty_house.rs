use exercise::*;

// ex-1

#[test]
fn test_used_litres_is_the_difference_of_two_readings() {
    assert_eq!(used_litres(40_120, 40_133), 13);
    assert_eq!(used_litres(812, 812), 0);
}

#[test]
fn test_used_litres_goes_on_after_the_last_number() {
    assert_eq!(used_litres(99_990, 5), 15);
    assert_eq!(used_litres(99_999, 0), 1);
    // A great deal of water: 30_000 litres to reach 0, and 60_000 more.
    assert_eq!(used_litres(70_000, 60_000), 90_000);
}

// ex-2

#[test]
fn test_flow_level_changes_at_five_litres() {
    // 0 and 1 litre, then 3, 4, 5 and 6 litres.
    assert_eq!((flow_level(0), flow_level(1)), (0, 1));
    assert_eq!((flow_level(3), flow_level(4), flow_level(5), flow_level(6)), (1, 1, 2, 2));
}

#[test]
fn test_flow_level_calls_sixty_litres_a_burst() {
    // 58, 59, 60 and 61 litres, then as much as there can be.
    assert_eq!((flow_level(58), flow_level(59), flow_level(60), flow_level(61)), (2, 2, 3, 3));
    assert_eq!(flow_level(u32::MAX), 3);
}

// ex-3

#[test]
fn test_hours_until_flood_ends_with_the_hour_that_fills_the_pit() {
    assert_eq!(hours_until_flood(500), 1);
    assert_eq!(hours_until_flood(499), 2);
    // 1 litre an hour: the pit holds exactly 500 after 500 hours.
    assert_eq!(hours_until_flood(1), 500);
    // The most that the meter can show.
    assert_eq!(hours_until_flood(99_999), 1);
}

#[test]
fn test_hours_until_flood_lets_the_crack_grow() {
    // 100, 225, 381, 576 litres in the pit.
    assert_eq!(hours_until_flood(100), 4);
    // 40, 90, 152, 229, 325, 445, 595 litres in the pit.
    assert_eq!(hours_until_flood(40), 7);
    // A dry pipe has no crack that could grow.
    assert_eq!(hours_until_flood(0), u32::MAX);
}

// ex-4

#[test]
fn test_worst_hour_litres_finds_the_largest_hour() {
    // Hours of 7, 3, 0 and 5 litres.
    assert_eq!(worst_hour_litres(&[40_000, 40_007, 40_010, 40_010, 40_015]), 7);
    // Hours of 2, 51 and 7 litres; the meter starts again in the second.
    assert_eq!(worst_hour_litres(&[99_950, 99_952, 3, 10]), 51);
    // One hour of 9 litres.
    assert_eq!(worst_hour_litres(&[731, 740]), 9);
    // Hours of 4, 0 and 9 litres.
    assert_eq!(worst_hour_litres(&[100, 104, 104, 113]), 9);
}

#[test]
fn test_worst_hour_litres_of_too_few_readings_is_zero() {
    assert_eq!(worst_hour_litres(&[731]), 0);
    assert_eq!(worst_hour_litres(&[]), 0);
}

// ex-5

#[test]
fn test_morning_note_counts_running_hours_back_from_the_end() {
    // Hours of 70, 2, 5 and 60 litres; the meter starts again in the last.
    assert_eq!(morning_note(&[99_900, 99_970, 99_972, 99_977, 37]), (70, 2, 6));
    // Hours of 8, 9, 40 and 12 litres: it has been running all night.
    assert_eq!(morning_note(&[200, 208, 217, 257, 269]), (40, 4, 12));
    // One hour of 9 litres.
    assert_eq!(morning_note(&[731, 740]), (9, 1, 13));
    // Hours of 30 and 0 litres: nothing is running at the end.
    assert_eq!(morning_note(&[100, 130, 130]), (30, 0, u32::MAX));
    // Hours of 30 and 4 litres.
    assert_eq!(morning_note(&[100, 130, 134]), (30, 0, 18));
    // Hours of 6, 7, 0, 8, 0 and 9 litres: only the last of them counts.
    assert_eq!(morning_note(&[100, 106, 113, 113, 121, 121, 130]), (9, 1, 13));
}

#[test]
fn test_morning_note_of_too_few_readings_is_empty() {
    assert_eq!(morning_note(&[731]), (0, 0, u32::MAX));
    assert_eq!(morning_note(&[]), (0, 0, u32::MAX));
}
