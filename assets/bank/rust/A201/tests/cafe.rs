use exercise::*;

fn thing(name: &str, work: u32) -> Thing {
    Thing {
        name: String::from(name),
        work,
    }
}

fn job(slip: u32, name: &str, work: u32) -> Job {
    Job {
        slip: Slip(slip),
        thing: thing(name, work),
    }
}

fn cafe(next: u32, shelf: Vec<Job>) -> Cafe {
    Cafe {
        next: Slip(next),
        shelf,
    }
}

/// Each job as its slip, its thing and the work it needs: "4 radio 90, 5 lamp 20".
fn listed(jobs: &[Job]) -> String {
    let line = |job: &Job| format!("{} {} {}", job.slip.0, job.thing.name, job.thing.work);
    jobs.iter().map(line).collect::<Vec<_>>().join(", ")
}

/// The same with the helper at the end: "4 lamp 0 Ines, 7 clock 0 Ines".
fn handed_out(pickups: &[Pickup]) -> String {
    let line = |p: &Pickup| {
        format!(
            "{} {} {} {}",
            p.slip.0, p.thing.name, p.thing.work, p.helper
        )
    };
    pickups.iter().map(line).collect::<Vec<_>>().join(", ")
}

// ex-1

#[test]
fn test_repaired_hands_the_thing_back_working() {
    assert_eq!(thing("lamp", 20).repaired(50), (thing("lamp", 0), 30));
    // It takes exactly the minutes that are left.
    assert_eq!(thing("mixer", 45).repaired(45), (thing("mixer", 0), 0));
    // It works already.
    assert_eq!(thing("toaster", 0).repaired(15), (thing("toaster", 0), 15));
}

#[test]
fn test_repaired_does_not_begin_what_takes_too_long() {
    assert_eq!(thing("radio", 90).repaired(50), (thing("radio", 90), 50));
    // One minute is missing.
    assert_eq!(thing("kettle", 31).repaired(30), (thing("kettle", 31), 30));
}

// ex-2

#[test]
fn test_tear_off_gives_one_slip_after_the_other() {
    let mut desk = cafe(7, vec![]);
    assert_eq!(desk.tear_off(), Slip(7));
    assert_eq!(desk.tear_off(), Slip(8));
    assert_eq!(desk.next, Slip(9));
}

#[test]
fn test_tear_off_begins_again_after_the_last_slip() {
    let mut desk = cafe(LAST_SLIP - 1, vec![]);
    assert_eq!(desk.tear_off(), Slip(98));
    assert_eq!(desk.tear_off(), Slip(99));
    assert_eq!(desk.next, Slip(1));
    assert_eq!(desk.tear_off(), Slip(1));
    assert_eq!(desk.next, Slip(2));
}

// ex-3

#[test]
fn test_check_in_puts_the_thing_last_on_the_shelf() {
    let mut desk = cafe(5, vec![job(4, "radio", 90)]);
    desk.check_in(thing("lamp", 20));
    assert_eq!(listed(&desk.shelf), "4 radio 90, 5 lamp 20");
    desk.check_in(thing("clock", 25));
    assert_eq!(listed(&desk.shelf), "4 radio 90, 5 lamp 20, 6 clock 25");
    // It works already.
    let mut quiet = cafe(8, vec![]);
    quiet.check_in(thing("toaster", 0));
    assert_eq!(listed(&quiet.shelf), "8 toaster 0");
}

#[test]
fn test_check_in_writes_slip_and_name_on_the_receipt() {
    let mut desk = cafe(12, vec![]);
    let first = desk.check_in(thing("toaster", 15));
    assert_eq!((first.slip, first.name.as_str()), (Slip(12), "toaster"));
    let second = desk.check_in(thing("kettle", 5));
    assert_eq!((second.slip, second.name.as_str()), (Slip(13), "kettle"));
    // The roll begins again between these two.
    let mut late = cafe(LAST_SLIP, vec![]);
    assert_eq!(late.check_in(thing("lamp", 20)).slip, Slip(99));
    assert_eq!(late.check_in(thing("radio", 90)).slip, Slip(1));
}

// ex-4

#[test]
fn test_clear_shelf_hands_everything_out_in_order() {
    let mut desk = cafe(8, vec![job(6, "lamp", 20), job(7, "radio", 90)]);
    assert_eq!(listed(&desk.clear_shelf()), "6 lamp 20, 7 radio 90");
    let mut alone = cafe(3, vec![job(2, "kettle", 5)]);
    assert_eq!(listed(&alone.clear_shelf()), "2 kettle 5");
    // The order of the shelf is not the order of the numbers.
    let three = vec![
        job(99, "clock", 25),
        job(1, "mixer", 10),
        job(2, "toaster", 15),
    ];
    assert_eq!(
        listed(&cafe(3, three).clear_shelf()),
        "99 clock 25, 1 mixer 10, 2 toaster 15"
    );
}

#[test]
fn test_clear_shelf_leaves_an_empty_shelf() {
    let mut desk = cafe(8, vec![job(6, "lamp", 20), job(7, "radio", 90)]);
    desk.clear_shelf();
    assert_eq!(listed(&desk.shelf), "");
    assert_eq!(desk.next, Slip(8));
    // Nothing is left to hand out a second time.
    assert_eq!(listed(&desk.clear_shelf()), "");
}

// ex-5

#[test]
fn test_afternoon_hands_out_what_was_repaired() {
    let shelf = vec![
        job(4, "lamp", 20),
        job(5, "radio", 90),
        job(6, "toaster", 0),
        job(7, "clock", 25),
        job(8, "kettle", 1),
    ];
    // After the lamp 25 minutes are left, and the clock takes them all.
    let done = cafe(9, shelf).afternoon(String::from("Ines"), 45);
    assert_eq!(
        handed_out(&done),
        "4 lamp 0 Ines, 6 toaster 0 Ines, 7 clock 0 Ines"
    );
    let done = cafe(3, vec![job(2, "mixer", 10)]).afternoon(String::from("Paul"), 60);
    assert_eq!(handed_out(&done), "2 mixer 0 Paul");
    let done = cafe(3, vec![]).afternoon(String::from("Paul"), 60);
    assert_eq!(handed_out(&done), "");
    // No minutes are left for the toaster, and it needs none.
    let shelf = vec![job(7, "clock", 25), job(8, "toaster", 0)];
    let done = cafe(9, shelf).afternoon(String::from("Ines"), 25);
    assert_eq!(handed_out(&done), "7 clock 0 Ines, 8 toaster 0 Ines");
}

#[test]
fn test_afternoon_puts_the_rest_back_on_the_shelf() {
    let shelf = vec![
        job(5, "radio", 90),
        job(7, "clock", 25),
        job(8, "kettle", 1),
    ];
    let mut desk = cafe(9, shelf);
    // The clock takes all the minutes, and the kettle would need one more.
    desk.afternoon(String::from("Ines"), 25);
    assert_eq!(listed(&desk.shelf), "5 radio 90, 8 kettle 1");
    assert_eq!(desk.next, Slip(9));
    // The next helper has more time.
    desk.afternoon(String::from("Paul"), 95);
    assert_eq!(listed(&desk.shelf), "");
    // Two lamps, and time for one of them.
    let mut lamps = cafe(6, vec![job(4, "lamp", 90), job(5, "lamp", 20)]);
    lamps.afternoon(String::from("Ines"), 25);
    assert_eq!(listed(&lamps.shelf), "4 lamp 90");
}
