use exercise::*;

/// A bed with number 1, for the tests in which the number does not matter.
fn bed(square_metres: u32, mulched: bool, given: u32) -> Bed {
    Bed {
        number: 1,
        square_metres,
        mulched,
        given: Litres(given),
    }
}

fn tank(level: u32, meter: u32) -> Tank {
    Tank {
        level: Litres(level),
        meter: Litres(meter),
    }
}

// ex-1

#[test]
fn test_new_bed_has_its_number_and_its_size() {
    let first = Bed::new(3, 8);
    assert_eq!((first.number, first.square_metres), (3, 8));
    let second = Bed::new(27, 2);
    assert_eq!((second.number, second.square_metres), (27, 2));
}

#[test]
fn test_new_bed_is_bare_and_dry() {
    let fresh = Bed::new(5, 12);
    assert_eq!((fresh.mulched, fresh.given), (false, Litres(0)));
}

// ex-2

#[test]
fn test_thirst_depends_on_mulch() {
    assert_eq!(bed(8, false, 0).thirst(), Litres(48));
    assert_eq!(bed(8, true, 0).thirst(), Litres(32));
}

#[test]
fn test_thirst_counts_what_was_given() {
    assert_eq!(bed(8, false, 10).thirst(), Litres(38));
    assert_eq!(bed(5, true, 19).thirst(), Litres(1));
    // As much as they need, and more.
    assert_eq!(bed(2, false, 12).thirst(), Litres(0));
    assert_eq!(bed(2, true, 40).thirst(), Litres(0));
}

// ex-3

#[test]
fn test_draw_lowers_the_level_and_moves_the_meter() {
    let mut rain = tank(200, 1_000);
    assert_eq!(rain.draw(Litres(80)), Litres(80));
    assert_eq!(rain, tank(120, 1_080));
    assert_eq!(rain.draw(Litres(15)), Litres(15));
    assert_eq!(rain, tank(105, 1_095));
    // More than half of what is there, then exactly the rest.
    let mut low = tank(56, 0);
    assert_eq!(low.draw(Litres(38)), Litres(38));
    assert_eq!(low.draw(Litres(18)), Litres(18));
    assert_eq!(low, tank(0, 56));
}

#[test]
fn test_draw_of_more_than_there_is_empties_the_tank() {
    let mut rain = tank(50, 300);
    assert_eq!(rain.draw(Litres(80)), Litres(50));
    assert_eq!(rain, tank(0, 350));
    assert_eq!(rain.draw(Litres(5)), Litres(0));
    assert_eq!(rain, tank(0, 350));
}

// ex-4

#[test]
fn test_watered_adds_to_what_was_given() {
    assert_eq!(bed(8, false, 0).watered(Litres(30)).given, Litres(30));
    assert_eq!(bed(8, false, 12).watered(Litres(7)).given, Litres(19));
    // Far more than this small bed needs.
    assert_eq!(bed(2, false, 0).watered(Litres(40)).given, Litres(40));
}

#[test]
fn test_watered_keeps_everything_else() {
    let before = Bed {
        number: 9,
        square_metres: 14,
        mulched: true,
        given: Litres(3),
    };
    let after = before.watered(Litres(20));
    assert_eq!((after.number, after.square_metres), (9, 14));
    assert!(after.mulched, "the mulch is still there");
    assert_eq!(before.watered(Litres(0)), before);
}

// ex-5

#[test]
fn test_evening_round_waters_every_bed_while_the_water_lasts() {
    // The beds need 38, 12 and 6 litres.
    let beds = [bed(8, false, 10), bed(3, true, 0), bed(1, false, 0)];
    let note = Round {
        poured: Litres(56),
        still_dry: 0,
    };
    let mut half_full = tank(100, 700);
    assert_eq!(half_full.evening_round(&beds), note);
    assert_eq!(half_full, tank(44, 756));
    let mut barely_enough = tank(56, 0);
    assert_eq!(barely_enough.evening_round(&beds), note);
    assert_eq!(barely_enough, tank(0, 56));
}

#[test]
fn test_evening_round_counts_the_beds_that_stay_dry() {
    // The beds need 0, 32, 30, 0 and 12 litres. The third gets 18 of its 30.
    let beds = [
        bed(2, true, 9),
        bed(8, true, 0),
        bed(5, false, 0),
        bed(1, false, 6),
        bed(2, false, 0),
    ];
    let note = Round {
        poured: Litres(50),
        still_dry: 2,
    };
    let mut rain = tank(50, 900);
    assert_eq!(rain.evening_round(&beds), note);
    assert_eq!(rain, tank(0, 950));
    // One litre is missing in the end.
    let mut one_short = tank(5, 0);
    let note = Round {
        poured: Litres(5),
        still_dry: 1,
    };
    assert_eq!(one_short.evening_round(&[bed(1, false, 0)]), note);
    assert_eq!(one_short, tank(0, 5));
    // No beds: nobody draws anything.
    let mut full = tank(75, 400);
    let nothing = Round {
        poured: Litres(0),
        still_dry: 0,
    };
    assert_eq!(full.evening_round(&[]), nothing);
    assert_eq!(full, tank(75, 400));
}

#[test]
fn test_evening_round_begins_with_the_first_bed() {
    // The beds need 12, 30 and 36 litres. The third gets 8 of its 36.
    let beds = [bed(2, false, 0), bed(5, false, 0), bed(6, false, 0)];
    let note = Round {
        poured: Litres(50),
        still_dry: 1,
    };
    assert_eq!(tank(50, 0).evening_round(&beds), note);
    // They need 36, 30 and 12 litres. The second gets 14 of its 30, the third none.
    let turned = [bed(6, false, 0), bed(5, false, 0), bed(2, false, 0)];
    let note = Round {
        poured: Litres(50),
        still_dry: 2,
    };
    assert_eq!(tank(50, 0).evening_round(&turned), note);
}
