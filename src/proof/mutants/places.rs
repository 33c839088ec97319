//! The slips of places that tests must notice, beyond those that were chosen: the number of mutants is bounded, what has to be noticed is not.

use super::code::{Code, Grammar};
use super::known::Known;
use super::{Draft, Kind, Mutant, both, drafts_of_stubs, edges, line_of, made};
use crate::exercise::{Stub, TextFile};
use crate::language::Language;
use crate::syntax::TokenKind;

/// One slip for each place that none of these mutants is in: the number of mutants is bounded, what tests must notice is not.
pub fn of_other_places(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub], chosen: &[Mutant]) -> Vec<Mutant> {
    let mut found: Vec<Mutant> = Vec::new();
    for mutant in all_of_places(language, starter, source, stubs) {
        let is_there = |m: &Mutant| (&m.stub, &m.file, &m.place) == (&mutant.stub, &mutant.file, &mutant.place);
        if !chosen.iter().chain(&found).any(is_there) {
            found.push(mutant);
        }
    }
    found
}

/// All slips of the places that these mutants are in, chosen or not, each with the others of its place.
pub fn beside(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub], chosen: &[&Mutant]) -> Vec<Mutant> {
    let is_chosen = |mutant: &Mutant| chosen.iter().any(|m| m.stub == mutant.stub && m.file == mutant.file && m.place == mutant.place);
    all_of_places(language, starter, source, stubs).into_iter().filter(is_chosen).collect()
}

/// Every slip of every place that tests must notice, the likeliest of a stub first.
fn all_of_places(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let line = |(file, draft): &(usize, Draft)| line_of(&code.files[*file].file.content, draft.edit.start);
    let mut found = Vec::new();
    for (stub, mut drafts) in drafts_of_stubs(&given, &code, stubs, |drafts| drafts.found) {
        drafts.sort_by_key(|(_, draft)| draft.rank);
        let of_places = drafts.iter().filter(|(file, draft)| edges::place(&code, *file, draft).is_some());
        found.extend(of_places.filter_map(|draft| made(&code, stub, draft, line(draft))));
    }
    found
}

/// Answers that a function passes on as it got them, each with every answer of its kind in its place, and first with a fall.
pub fn passed_on(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let passes_on = |draft: &Draft| draft.kind == Kind::Constant;
    let whole = |(draft, mutant): (Draft, Mutant)| Mutant { place: Some(draft.edit), ..mutant };
    besides(language, starter, source, stubs).into_iter().filter(|(draft, _)| passes_on(draft)).map(whole).collect()
}

/// Loops and chains that leave out the last of what they go through.
pub fn without_the_last(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let all = besides(language, starter, source, stubs).into_iter();
    all.map(|(_, mutant)| mutant).filter(|mutant| mutant.kind == Kind::TooFewRounds).collect()
}

/// Slips in the order of things, loops that see the first only, and one of two in the place of both: each is for a test to notice.
pub fn promised(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<Mutant> {
    let is_one =
        |kind: Kind| matches!(kind, Kind::Variable | Kind::EarlyReturn | Kind::Method | Kind::Order | Kind::Operator | Kind::Width);
    let all = besides(language, starter, source, stubs).into_iter();
    all.map(|(_, mutant)| mutant).filter(|mutant| is_one(mutant.kind)).collect()
}

fn besides(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub]) -> Vec<(Draft, Mutant)> {
    let Some((given, code)) = both(language, starter, source) else { return Vec::new() };
    let line = |(file, draft): &(usize, Draft)| line_of(&code.files[*file].file.content, draft.edit.start);
    let of_stub = |(stub, drafts): (&str, Vec<(usize, Draft)>)| {
        drafts.into_iter().filter_map(|d| Some((d.1.clone(), made(&code, stub, &d, line(&d))?))).collect::<Vec<_>>()
    };
    drafts_of_stubs(&given, &code, stubs, |drafts| drafts.besides).into_iter().flat_map(of_stub).collect()
}

/// Slips on the other side of a limit that has a name, which none of these mutants makes: `level >= FULL - 1` where a test stands at FULL. Whether one matters,
/// a test that is one off says.
pub fn other_sides(language: &Language, starter: &[TextFile], source: &[TextFile], stubs: &[Stub], chosen: &[Mutant]) -> Vec<Mutant> {
    let asks = |mutant: &Mutant| mutant.compares() || mutant.before.contains(" == ") || mutant.before.contains(" != ");
    let is_side = |mutant: &Mutant| mutant.kind == Kind::OffByOne && asks(mutant) && mutant.after.contains(['(', '+', '-']);
    let is_new = |mutant: &Mutant| !chosen.iter().any(|m| m.content == mutant.content);
    let others = besides(language, starter, source, stubs).into_iter().map(|(_, mutant)| mutant);
    let all = all_of_places(language, starter, source, stubs).into_iter().chain(others);
    all.filter(|mutant| is_side(mutant) && is_named(mutant) && is_new(mutant)).collect()
}

/// Whether what was moved is a constant, not a number that stands there for itself.
fn is_named(mutant: &Mutant) -> bool {
    let moved = |sign: &str| mutant.after.split_once(&format!(" {sign} 1")).map(|(before, _)| before.to_owned());
    let name = moved("-").or_else(|| moved("+")).unwrap_or_default();
    let last = name.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    last.len() > 1
        && last.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        && !last.ends_with("_MAX")
        && !last.ends_with("_MIN")
}

/// The numbers in what each of these changes, as they are written; of one that has a name, what it stands for.
pub fn numbers_in(language: &Language, source: &[TextFile], changed: &[&Mutant]) -> Vec<Vec<String>> {
    let (Some(grammar), Some(syntax)) = (Grammar::of(language), language.syntax()) else { return vec![Vec::new(); changed.len()] };
    let known = Known::of(&Code::read(grammar, source));
    let of = |mutant: &&Mutant| {
        let tokens = syntax.tokens(&mutant.before).into_iter();
        let number = |token: crate::syntax::Token| match token.kind {
            TokenKind::Number => Some(token.text),
            TokenKind::Word => known.constant(&token.text).map(|constant| constant.value.trim().to_owned()),
            _ => None,
        };
        tokens.filter_map(number).collect()
    };
    changed.iter().map(of).collect()
}
