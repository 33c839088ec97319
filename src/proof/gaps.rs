//! Places of the reference that no test notices: of each, the slips that were not chosen are tried too, so that one that is noticed speaks for its place. Owns when
//! a place is claimed and what is said of it; which places there are, `mutants::edges` says.

use std::time::Duration;

use super::ablation::{self, Needs, one_line};
use super::bench::Bench;
use super::mutants::{self, Kind, Mutant};
use super::mutation::{at_place, variant};
use super::report::Finding;
use super::set_aside::is_listed;
use super::variants::{self, Fate, Tried, Variant};
use super::{Subject, fixtures, unsteady};
use crate::error::Error;

/// Places of the reference of which no test notices any slip. Those that were not chosen are tried here, so that one that is noticed speaks for its place.
pub(super) fn of_places(
    bench: &Bench,
    subject: &Subject,
    needs: &Needs,
    limit: Duration,
    all: &[Mutant],
    tried: &[Tried],
) -> Result<Vec<Finding>, Error> {
    let mut silent = silent(all, tried);
    if silent.is_empty() {
        return Ok(Vec::new());
    }
    let (source, stubs) = (subject.source_with(&subject.reference), ablation::stubs(subject));
    let beside = mutants::beside(subject.language, &subject.starter, &source, &stubs, &silent);
    let set_aside = |place: &Mutant| {
        let (listed, left): (Vec<&Mutant>, Vec<&Mutant>) =
            beside.iter().filter(|m| same_place(place, m)).partition(|m| subject.equivalent.iter().any(|e| is_listed(e, m)));
        !listed.is_empty() && !has_another_side(&listed, &left)
    };
    silent.retain(|place| {
        is_claimed(place, &beside) && !set_aside(place) && !is_by_chance(subject, place) && !unsteady::is_suspect(subject, &source, place)
    });
    let is_new = |m: &&Mutant| silent.iter().any(|place| same_place(place, m)) && !all.iter().any(|other| other.content == m.content);
    let more: Vec<&Mutant> = beside.iter().filter(is_new).collect();
    let fallen =
        |place: &Mutant| mutants::fallen_over(subject.language, &source, place).map(|f| Mutant { content: f.content, ..place.clone() });
    let reaching: Vec<Mutant> = silent.iter().filter_map(|place| fallen(place)).collect();
    let all_more = more.iter().copied().chain(&reaching);
    let variants: Vec<Variant> = all_more.map(|mutant| variant(subject, needs, &source, mutant)).collect();
    let mut asked = variants::try_all(bench, &variants, limit)?;
    let reached = asked.split_off(more.len());
    let rejected = |fate: &Fate| !matches!(fate, Fate::Passes | Fate::DoesNotCompile);
    // That any byte may come is said once for all that read: it is enough that half of them are asked.
    let reads = || all.iter().zip(tried).filter(|(m, _)| m.kind == Kind::Width);
    let asked_elsewhere = reads().filter(|(_, tried)| rejected(&tried.fate)).count() * 2 >= reads().count();
    let elsewhere = |kind: Kind| kind == Kind::Width && asked_elsewhere;
    let noticed =
        |place: &Mutant| elsewhere(place.kind) || more.iter().zip(&asked).any(|(m, tried)| same_place(place, m) && rejected(&tried.fate));
    let out_of_reach = |place: &Mutant| reaching.iter().zip(&reached).any(|(m, tried)| same_place(place, m) && !rejected(&tried.fate));
    Ok(silent.into_iter().filter(|place| !noticed(place) && !out_of_reach(place)).map(|place| gap(subject, place)).collect())
}

/// Answers that are passed on and that tests come to, of which two get through: at most one of them is the right one.
pub(super) fn of_answers(subject: &Subject, all: &[Mutant], tried: &[Tried]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (first, falls) in all.iter().zip(tried).filter(|(m, _)| m.after.contains("panic!()") || m.after.contains("__builtin_trap()")) {
        let here = all.iter().zip(tried).filter(|(m, t)| same_place(first, m) && t.fate == Fate::Passes);
        let through: Vec<&Mutant> = here.map(|(m, _)| m).collect();
        let set_aside = through.iter().any(|m| subject.equivalent.iter().any(|e| is_listed(e, m)));
        if let ([one, other, ..], false) = (&through[..], set_aside)
            && !matches!(falls.fate, Fate::Passes | Fate::DoesNotCompile)
        {
            let (one, other) = (one_line(&one.after), one_line(&other.after));
            let says = format!(
                "no test of `{}` asks which answer {} passes on: {one} gets through, and {other} too",
                first.stub,
                one_line(&first.before)
            );
            found.push(at_place(subject, first, says));
        }
    }
    found
}

/// Classes of characters that are one range.
const RANGES: [&str; 6] = ["islower", "isupper", "isdigit", "case", "ascii_digit", "is_digit"];

/// Slips in the order of things that got through, which no author set aside.
pub(super) fn of_promises<'m>(subject: &Subject, through: impl Iterator<Item = &'m Mutant>) -> Vec<Finding> {
    // Where the comment says which of equals is meant, nobody can set that aside.
    let open = through.filter(|m| m.kind == Kind::Boundary || !subject.equivalent.iter().any(|e| is_listed(e, m)));
    let told = open.map(|mutant| {
        let (stub, before, after) = (&mutant.stub, one_line(&mutant.before), one_line(&mutant.after));
        let head = mutant.before.lines().next().unwrap_or_default().trim_end_matches([' ', '{']);
        let says = match mutant.kind {
            Kind::Variable => format!("no test of `{stub}` notices when every round of {head} sees the first of all: let them differ"),
            Kind::Boundary => format!(
                "no test of `{stub}` has two that are equal, although the comment says which of them is meant: {after} instead of {before} gets through"
            ),
            Kind::EarlyReturn if after.contains("etude_first") => format!(
                "in no test of `{stub}` does anything that counts stand behind what is refused, although the comment says that nothing more is done then: going on with the rest of {head} and handing the first error on at the end gets through"
            ),
            Kind::EarlyReturn => format!(
                "no test of `{stub}` tells the first that fits from the last, although the comment says which it is: let two fit in {head}"
            ),
            Kind::Order if after.contains("etude_before") => format!(
                "no test of `{stub}` notices when {before} are turned around, although the comment says that they keep their order: let two of them be left"
            ),
            Kind::Order => format!(
                "no test of `{stub}` tells which of two refusals comes first, although the comment says so: let both faults be there, of {head} and of what is asked next"
            ),
            Kind::Operator if after.ends_with("+ 1)") || before.contains("div_ceil(") || before.contains(") / ") => format!(
                "no test of `{stub}` tells {before} from {after}: let one number leave nothing over, and another one something"
            ),
            Kind::Operator if before.contains(" / ") && after.contains(" / ") => format!(
                "no test of `{stub}` tells {before} from {after}, although the comment speaks of what the division leaves: let a number leave something"
            ),
            Kind::Operator if after.starts_with("if") => {
                format!("in all tests of `{stub}` {before} goes round once at most, and {after} would do: let it go on")
            }
            Kind::Operator if after.ends_with("!= 0") || after.ends_with("!= 0)") => {
                format!("no test of `{stub}` has a mask of which a part is set: {after} instead of {before} gets through")
            }
            Kind::Operator => format!("in all tests of `{stub}` {after} alone does for {before}: let each of the two be the one that counts"),
            Kind::Width => format!("no test of `{stub}` comes beyond the smaller type: {after} instead of {before} gets through"),
            _ if RANGES.iter().any(|class| before.contains(class)) && after.contains(" && ") => format!(
                "no test of `{stub}` has the first or the last of the range that the comment tells: {after} instead of {before} gets through"
            ),
            _ if ["whitespace", "isspace"].iter().any(|word| before.contains(word)) => format!(
                "no test of `{stub}` has other white space than single blanks, although the comment speaks of it: {after} instead of {before} gets through"
            ),
            _ if after.ends_with(".trim_start()") || after.ends_with(".trim_end()") => format!(
                "no test of `{stub}` has blanks on both sides, although the comment speaks of them: {after} instead of {before} gets through"
            ),
            _ if ["fopen(", ".append(", "O_APPEND"].iter().any(|word| before.contains(word)) => format!(
                "no test of `{stub}` writes where something stands already, although the comment says that it is kept: {after} instead of {before} gets through"
            ),
            _ if before.contains("fclose(") || before.contains("fflush(") => format!(
                "no test of `{stub}` notices when {before} is not asked, although the comment speaks of it: writing to /dev/full fails only there"
            ),
            _ if after.ends_with("(1)") => {
                format!("no test of `{stub}` looks at what is not to be written: {before} need not be asked, although the comment speaks of it")
            }
            _ if before.contains(".clamp(") => format!("no test of `{stub}` goes beyond one of the two ends: {after} instead of {before} gets through"),
            _ if after.contains("swap_remove") => format!(
                "no test of `{stub}` notices when the others change their order, although the comment says that they keep it: {after} instead of {before}"
            ),
            _ => format!("no test of `{stub}` notices when what is passed over is not counted: {after} instead of {before}"),
        };
        at_place(subject, mutant, says)
    });
    told.collect()
}

/// One mutant of each place of which every mutant got through.
fn silent<'m>(all: &'m [Mutant], tried: &[Tried]) -> Vec<&'m Mutant> {
    let built = || all.iter().zip(tried).filter(|(_, tried)| tried.fate != Fate::DoesNotCompile);
    let mut found: Vec<&Mutant> = Vec::new();
    for (mutant, _) in built().filter(|(mutant, _)| mutant.place.is_some()) {
        let unnoticed = built().filter(|(other, _)| same_place(mutant, other)).all(|(_, tried)| tried.fate == Fate::Passes);
        if unnoticed && !found.iter().any(|other| same_place(mutant, other)) {
            found.push(mutant);
        }
    }
    found
}

/// Whether one of the slips that are left moves the edge the other way than all those that an author set aside: one that lets more in speaks for no other.
fn has_another_side(listed: &[&Mutant], left: &[&Mutant]) -> bool {
    let set_aside: Vec<Option<bool>> = listed.iter().map(|m| lets_more_in(m)).collect();
    !set_aside.contains(&None) && left.iter().any(|m| lets_more_in(m).is_some_and(|more| !set_aside.contains(&Some(more))))
}

/// Whether a comparison is true more often with the slip, where it moves an edge that has a name.
fn lets_more_in(mutant: &Mutant) -> Option<bool> {
    let sign = |text: &str| text.split_whitespace().find(|w| matches!(*w, "<" | "<=" | ">" | ">=")).map(str::to_owned);
    let (was, is) = (sign(&mutant.before)?, sign(&mutant.after)?);
    let (before, behind) = mutant.after.split_once(&format!(" {is} "))?;
    let moved = |side: &str| if side.contains("+ 1)") { Some(true) } else { side.contains("- 1)").then_some(false) };
    match (was == is, moved(before), moved(behind)) {
        (false, ..) if was.trim_end_matches('=') == is.trim_end_matches('=') => Some(is.len() > was.len()),
        (true, None, Some(up)) => Some(up == is.starts_with('<')),
        (true, Some(up), None) => Some(up == is.starts_with('>')),
        _ => None,
    }
}

/// Where the edge itself cannot be moved in a way that shows, neither must its number be noticed: `if a > 10 { 10 } else { a }`.
fn is_claimed(place: &Mutant, beside: &[Mutant]) -> bool {
    beside.iter().any(|m| same_place(place, m) && m.kind != Kind::OffByOne)
}

/// What is behind a text shows in a buffer that was filled, and by chance in one that holds anything.
fn is_by_chance(subject: &Subject, place: &Mutant) -> bool {
    let in_struct =
        place.before.split('[').next().is_some_and(|room| room.contains("->") || room.contains('.')) || place.before.contains("].");
    place.kind == Kind::NulSlot && fixtures::may_hold_anything(subject, &place.stub, in_struct)
}

pub(super) fn same_place(a: &Mutant, b: &Mutant) -> bool {
    (&a.stub, &a.file, &a.place) == (&b.stub, &b.file, &b.place)
}

fn gap(subject: &Subject, mutant: &Mutant) -> Finding {
    let place = one_line(&mutant.before);
    let says = match mutant.kind {
        Kind::Constant => format!("no test of `{}` tells whether it is {place} or {}", mutant.stub, one_line(&mutant.after)),
        Kind::RemovedStatement | Kind::NulSlot => format!("no test of `{}` notices when {place} is missing", mutant.stub),
        Kind::Key => format!(
            "no test of `{}` notices when a key of the order is missing: {} instead of {place}",
            mutant.stub,
            one_line(&mutant.after)
        ),
        Kind::Width => format!(
            "no test of `{}` reads a byte for which there is no room: {} instead of {place} gets through",
            mutant.stub,
            one_line(&mutant.after)
        ),
        Kind::Order => {
            format!("no test of `{}` notices a write before the check: {} instead of {place}", mutant.stub, one_line(&mutant.after))
        }
        Kind::Condition => {
            format!("no test of `{}` notices when the check {place} is missing: {} instead of it", mutant.stub, one_line(&mutant.after))
        }
        _ => format!("no test of `{}` stands at the edge of {place}: every slip there gets through", mutant.stub),
    };
    at_place(subject, mutant, says)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::{Stub, TextFile};

    const TOLL: &str = "pub const HEAVY: u32 = 20;

pub fn toll(grams: u32) -> u32 {
    if grams > HEAVY { 5 } else { 2 }
}
";

    /// The mutants, and all slips of their places.
    fn both(source: &str) -> (Vec<Mutant>, Vec<Mutant>) {
        let files = [TextFile { path: "src/lib.rs".to_owned(), content: source.to_owned() }];
        let stubs = [Stub { name: "toll".to_owned(), file: "src/lib.rs".to_owned(), line: 3 }];
        let rust = crate::language::by_name("rust").unwrap();
        let all = mutants::mutants(rust, &files, &files, &stubs);
        let beside = mutants::beside(rust, &files, &files, &stubs, &all.iter().collect::<Vec<_>>());
        (all, beside)
    }

    fn toll() -> Vec<Mutant> {
        both(TOLL).0
    }

    fn when(all: &[Mutant], passes: impl Fn(&Mutant) -> bool) -> Vec<Tried> {
        let fate = |m: &Mutant| if passes(m) { Fate::Passes } else { Fate::Fails("test_toll".to_owned()) };
        all.iter().map(|m| Tried { fate: fate(m), told_by: Vec::new(), tests: Vec::new(), took: Duration::ZERO }).collect()
    }

    #[test]
    fn a_limit_that_no_test_stands_at_is_named_however_few_slips_get_through() {
        let all = toll();
        let tried = when(&all, |m| m.place.is_some());
        let places: Vec<&str> = silent(&all, &tried).iter().map(|m| m.before.as_str()).collect();
        assert_eq!(places, ["grams > HEAVY"]);
    }

    #[test]
    fn a_number_alone_claims_nothing() {
        let (all, beside) = both(TOLL);
        assert!(is_claimed(all.iter().find(|m| m.place.is_some()).unwrap(), &beside));
        let (all, beside) = both(&TOLL.replace("{ 5 } else { 2 }", "{ HEAVY } else { grams }"));
        assert!(!all.iter().any(|m| m.place.is_some() && is_claimed(m, &beside)));
    }

    const CLERK: &str = "pub fn toll(grams: Option<u32>) -> Result<u32, String> {
    if grams.is_none() {
        return Err(String::new());
    }
    Ok(grams.unwrap_or(0).min(9))
}
";

    #[test]
    fn a_check_that_refuses_is_a_place_and_every_place_is_asked_about() {
        let (all, beside) = both(CLERK);
        let check = all.iter().find(|m| m.kind == Kind::Condition && m.place.is_some()).expect("a check that is never made");
        assert_eq!((check.before.as_str(), check.after.as_str()), ("grams.is_none()", "false"));
        assert!(is_claimed(check, &beside));
        let files = [TextFile { path: "src/lib.rs".to_owned(), content: CLERK.to_owned() }];
        let stubs = [Stub { name: "toll".to_owned(), file: "src/lib.rs".to_owned(), line: 1 }];
        let left = mutants::of_other_places(crate::language::by_name("rust").unwrap(), &files, &files, &stubs, &[]);
        assert!(left.iter().any(|m| same_place(m, check)), "{left:#?}");
        assert!(mutants::of_other_places(crate::language::by_name("rust").unwrap(), &files, &files, &stubs, &left).is_empty());
    }

    const DOOR: &str = "pub struct Door {
    pub level: u32,
    pub shut: bool,
}

impl Door {
    pub fn toll(&mut self, level: u32) {
        self.level = level;
        self.shut = false;
    }
}
";

    #[test]
    fn what_is_written_once_into_the_callers_place_must_be_looked_at() {
        let files = [TextFile { path: "src/lib.rs".to_owned(), content: DOOR.to_owned() }];
        let stubs = [Stub { name: "toll".to_owned(), file: "src/lib.rs".to_owned(), line: 7 }];
        let rust = crate::language::by_name("rust").unwrap();
        let of = |text: &str| {
            let source = [TextFile { content: text.to_owned(), ..files[0].clone() }];
            let all = mutants::of_other_places(rust, &source, &source, &stubs, &[]);
            all.into_iter().filter(|m| m.kind == Kind::RemovedStatement).map(|m| m.before).collect::<Vec<_>>()
        };
        assert_eq!(of(DOOR), ["self.level = level;"], "what is only cleared may be clear already");
        assert!(of(&DOOR.replace("self.shut = false;", "self.level = 3;")).is_empty(), "the second write is the one that stays");
    }

    const COPY: &str = "char *toll(const char *text)
{
    char *copy = malloc(9);
    int next = 0;
    for (int i = 0; text[i]; i++) {
        copy[next] = text[i];
        next++;
    }
    copy[next] = '\\0';
    return copy;
}
";

    #[test]
    fn what_is_written_into_memory_that_is_handed_back_must_be_looked_at() {
        let stubs = [Stub { name: "toll".to_owned(), file: "src/a.c".to_owned(), line: 1 }];
        let of = |text: &str| {
            let source = [TextFile { path: "src/a.c".to_owned(), content: text.to_owned() }];
            let all = mutants::of_other_places(crate::language::by_name("c").unwrap(), &source, &source, &stubs, &[]);
            all.into_iter().filter(|m| m.kind == Kind::RemovedStatement).map(|m| m.before).collect::<Vec<_>>()
        };
        assert_eq!(of(COPY), ["copy[next] = text[i];"]);
        assert!(of(&COPY.replace("return copy;", "return 0;")).is_empty(), "it is the function's own");
        assert_eq!(of(&COPY.replace("return copy;", "*last = copy;\n    return 0;")), ["copy[next] = text[i];"], "it is hung on a pointer");
    }

    #[test]
    fn an_entry_speaks_for_its_side_of_an_edge_only() {
        let beside = both(TOLL).1;
        let side = |after: &str| beside.iter().find(|m| m.after == after).map(lets_more_in);
        assert_eq!((side("grams >= HEAVY"), side("grams > (HEAVY + 1)")), (Some(Some(true)), Some(Some(false))));
        let (listed, left): (Vec<&Mutant>, Vec<&Mutant>) = beside.iter().partition(|m| m.after == "grams >= HEAVY");
        assert!(has_another_side(&listed, &left));
        assert!(!has_another_side(&listed, &[listed[0]]));
    }

    #[test]
    fn one_slip_that_is_rejected_speaks_for_its_place() {
        let all = toll();
        assert!(silent(&all, &when(&all, |m| m.after == "grams >= HEAVY")).is_empty());
        assert!(silent(&all, &when(&all, |m| m.place.is_none())).is_empty());
    }
}
