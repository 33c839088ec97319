use exercise::*;

// ex-1

#[test]
fn test_parcel_grams_of_an_empty_parcel_is_the_box() {
    assert_eq!(parcel_grams(0, 0), 180);
}

#[test]
fn test_parcel_grams_adds_contents_and_sheets() {
    assert_eq!(parcel_grams(1_250, 4), 1_490);
    // As heavy as a parcel can be.
    assert_eq!(parcel_grams(99_520, 20), 100_000);
}

// ex-2

#[test]
fn test_storage_cents_of_no_days_is_the_handling_charge() {
    assert_eq!(storage_cents(0), 120);
}

#[test]
fn test_storage_cents_rises_day_by_day() {
    assert_eq!(storage_cents(4), 220);
    assert_eq!(storage_cents(1), 130);
    // A whole leap year.
    assert_eq!(storage_cents(366), 671_730);
}

// ex-3

#[test]
fn test_kilograms_keeps_the_part_after_the_point() {
    assert_eq!(kilograms(1_500), 1.5);
    assert_eq!(kilograms(70_250), 70.25);
    assert_eq!(kilograms(2_000), 2.0);
    // 2.05 has no exact `f64`, so the last digits may differ.
    let close = kilograms(2_050);
    assert!((close - 2.05).abs() < 1e-9, "expected 2.05, got {close}");
}

#[test]
fn test_kilograms_of_a_light_parcel_is_below_one() {
    assert_eq!(kilograms(250), 0.25);
    assert_eq!(kilograms(0), 0.0);
}

// ex-4

#[test]
fn test_room_left_grams_subtracts_tools_and_load() {
    assert_eq!(room_left_grams(300_000), 580_000);
    assert_eq!(room_left_grams(879_999), 1);
    // The tools are on board, and no load.
    assert_eq!(room_left_grams(0), 880_000);
}

#[test]
fn test_room_left_grams_of_an_overfull_van_is_zero() {
    assert_eq!(room_left_grams(890_000), 0);
    // The scale is broken.
    assert_eq!(room_left_grams(u32::MAX), 0);
}

// ex-5

#[test]
fn test_closing_slip_sends_every_parcel_that_fits() {
    // Packed 750 g, room for 880_000 g.
    assert_eq!(closing_slip(570, 0, 0, 2), (0.75, 0, true));
    // Packed 1_500 g, room for 1_500 g.
    assert_eq!(closing_slip(1_260, 4, 878_500, 4), (1.5, 0, true));
}

#[test]
fn test_closing_slip_charges_a_parcel_that_stays() {
    // Packed 250 g, room for 249 g.
    assert_eq!(closing_slip(70, 0, 879_751, 1), (0.25, 130, false));
    // The same parcel, kept for 0 days: handling only.
    assert_eq!(closing_slip(70, 0, 879_751, 0), (0.25, 120, false));
    // The scale is broken, so there is no room.
    assert_eq!(closing_slip(70, 0, u32::MAX, 1), (0.25, 130, false));
}
