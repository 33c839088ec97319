//! What no test of a Rust exercise could tell from the reference is not made; what stands beside it is.

use super::*;

#[track_caller]
fn never(source: &str, name: &str, parts: &[&str]) {
    let found = all_of("rust", source, name);
    parts.iter().for_each(|part| has_no(&found, part));
}

#[test]
fn room_is_kept_unseen() {
    let text = "fn join(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    all.reserve(a.len() * 2);
    all.extend_from_slice(a);
    all.shrink_to_fit();
    all
}
";
    never(text, "join", &["a.len()", "reserve", "shrink_to_fit(); ->"]);
    has(&all_of("rust", text, "join"), "removed_statement: all.extend_from_slice(a); -> ");
    let counted = text.replace("Vec::with_capacity(a.len() + b.len())", "count(a.len() + b.len())");
    has(&all_of("rust", &counted, "join"), "operator: a.len() + b.len() -> a.len() - b.len()");
}

#[test]
fn how_work_is_shared_out_shows_in_nothing() {
    let text = "fn sum(sacks: &[u32], workers: usize) -> u32 {
    let part = sacks.len().div_ceil(workers).max(1);
    std::thread::scope(|scope| {
        let all: Vec<_> = sacks.chunks(part).map(|part| scope.spawn(move || part.iter().map(|s| s * 2).sum::<u32>())).collect();
        all.into_iter().map(|t| t.join().unwrap()).sum()
    })
}
";
    never(text, "sum", &["sacks.len()", ".max(2)", ".min(1)"]);
    has(&all_of("rust", text, "sum"), "operator: s * 2 -> s + 2");
    let alone = text.replace("scope.spawn(move || part", "Some(part").replace("))).collect", ")).collect");
    has(&all_of("rust", &alone, "sum"), "off_by_one: sacks.len().div_ceil(workers).max(1) -> sacks.len().div_ceil(workers).max(2)");
}

#[test]
fn loops_that_only_let_go_or_wait_are_left_alone() {
    let text = "fn shut(doors: Vec<Door>, threads: Vec<Handle>) -> usize {
    let count = doors.len();
    for door in doors {
        drop(door);
    }
    for thread in threads {
        thread.join().unwrap();
    }
    count
}
";
    never(text, "shut", &["drop(door)", "join()"]);
    let counts = text.replace("thread.join().unwrap();", "count += thread.join().unwrap();").replace("let count", "let mut count");
    has(&all_of("rust", &counts, "shut"), "early_return: count += thread.join().unwrap(); -> count += thread.join().unwrap(); break;");
}

#[test]
fn handles_and_lists_that_are_sorted_have_no_order() {
    let text = "fn run(all: &[u32]) -> Vec<u32> {
    let mut handles: Vec<Handle> = Vec::new();
    let mut found: Vec<u32> = Vec::new();
    for n in all {
        handles.push(std::thread::spawn(work));
        found.push(n + 1);
    }
    found.sort();
    found
}
";
    never(text, "run", &["insert(0"]);
    has(&all_of("rust", &text.replace("    found.sort();\n", ""), "run"), "method: found.push(n + 1) -> found.insert(0, n + 1)");
}

#[test]
fn waking_and_waiting_are_not_taken_away() {
    let text = "fn wake(&self, n: u32) {
    let mut ready = self.lock.lock().unwrap();
    while *ready == 0 {
        ready = self.bell.wait(ready).unwrap();
    }
    *ready += n;
    self.bell.notify_all();
}
";
    never(text, "wake", &["notify_all(); ->", "wait(ready).unwrap(); ->"]);
    has(&all_of("rust", text, "wake"), "operator: *ready += n -> *ready -= n");
}

#[test]
fn an_early_exit_that_the_rest_repeats_is_taken_away_once_at_most() {
    let text = "fn full(sold: &[u32], seats: u32) -> bool {
    if sold.len() < seats as usize {
        return false;
    }
    (1..=seats).all(|seat| sold.contains(&seat))
}
";
    let gone = |m: &&Mutant| (m.line == 2 && !m.after.contains(">=") && m.after != "true") || (m.line == 3 && m.after.is_empty());
    assert!(all_of("rust", text, "full").iter().filter(gone).count() <= 1);
    let other = text.replace("(1..=seats).all(|seat| sold.contains(&seat))", "sold[0] == seats");
    assert!(all_of("rust", &other, "full").iter().filter(gone).count() > 3);
}

#[test]
fn going_on_over_a_list_in_order_comes_last() {
    let text = "fn gap(sold: &[u32]) -> u32 {
    let mut seat = 1;
    for taken in sold {
        if *taken != seat {
            break;
        }
        seat += 1;
    }
    seat
}
";
    has_no(&of("rust", text, "gap"), "break -> continue");
    let asks =
        text.replace("if *taken != seat {", "let Some(next) = taken.checked_add(seat) else {").replace("seat += 1;", "seat += next;");
    has_no(&of("rust", &asks, "gap"), "break -> continue");
    let keeps = text.replace("            break;", "            seat += 5;\n            break;");
    has(&all_of("rust", &keeps, "gap"), "condition: break -> continue");
}

#[test]
fn the_edge_of_a_time_limit_is_never_hit() {
    let text = "fn late(start: Instant, most: Duration, n: u32) -> bool {\n    start.elapsed() > most && n > 3\n}\n";
    never(text, "late", &["start.elapsed() >= most"]);
    has(&all_of("rust", text, "late"), "boundary: n > 3 -> n >= 3");
}

#[test]
fn a_drop_of_ones_own_is_still_only_letting_go() {
    let text = "impl Drop for Pool {
    fn drop(&mut self) {
        self.count += 1;
        drop(self.jobs.take());
    }
}
";
    never(text, "drop", &["jobs.take()); ->"]);
    has(&all_of("rust", text, "drop"), "removed_statement: self.count += 1; -> ");
}

#[test]
fn what_is_left_out_can_still_be_listed_as_equivalent() {
    let text = "fn shut(doors: Vec<Door>) -> usize {\n    let mut count = doors.len();\n    count += 1;\n    doors.shrink_to_fit();\n    for door in doors {\n        drop(door);\n    }\n    count\n}\n";
    let files = [file("src/lib.rs", text)];
    let found = left_out(language::by_name("rust").unwrap(), &files, &files, &[stub("shut", "src/lib.rs", 1)]);
    has(&found, "early_return: drop(door); -> drop(door); break;");
    has(&found, "removed_statement: doors.shrink_to_fit(); -> ");
    has_no(&found, "count += 1");
}
