//! Functions of an example in the clothes of a stub: its types and fields under the names that the exercise has for them. Owns which type could stand for which: one
//! whose fields have the same types. Whether the function then solves the stub, running says.

use crate::exercise::TextFile;
use crate::proof::mutants;
use crate::proof::subject::Subject;
use crate::syntax::{Parts, Syntax, TokenKind};

/// So many ways to put fields in the place of others are tried.
const MOST: usize = 6;

/// Old and new names.
type Names = Vec<(String, String)>;

/// The text of a function with other names for its types and their fields, for each way that fits. Nothing where all have their names already.
pub fn redressed(subject: &Subject, syntax: &dyn Syntax, example: &str, function: &Parts, place: &Parts) -> Vec<String> {
    if function.signature.len() != place.signature.len() {
        return Vec::new();
    }
    let types: Names = function
        .signature
        .iter()
        .zip(&place.signature)
        .map(|(a, b)| (base(a, function.owner.as_deref()), base(b, place.owner.as_deref())))
        .filter(|(a, b)| a != b && !a.is_empty() && !b.is_empty())
        .collect();
    let renamed = |of_type: &String| types.iter().fold(of_type.clone(), |t, (a, b)| t.replace(a.as_str(), b));
    if types.is_empty() || function.signature.iter().map(renamed).ne(place.signature.iter().cloned()) {
        return Vec::new();
    }
    let (theirs, ours) =
        ([TextFile { path: subject.starter[0].path.clone(), content: example.to_owned() }], subject.source_with(&subject.reference));
    let mut ways: Vec<Names> = vec![Vec::new()];
    for (a, b) in &types {
        let fields = mutants::fields(subject.language, &theirs, a);
        let ways_of_pair = orders(&fields, &mutants::fields(subject.language, &ours, b));
        ways = ways.iter().flat_map(|way| ways_of_pair.iter().map(|more| [way.clone(), more.clone()].concat())).take(MOST).collect();
    }
    let text = &example[function.before.end..function.whole.end];
    ways.iter().map(|fields| dressed(syntax, text, &types, fields)).collect()
}

/// `&mutLights`, `conststructnode*` and `&self` without what is around the name.
fn base(of_type: &str, owner: Option<&str>) -> String {
    if of_type.ends_with("self") {
        return owner.unwrap_or_default().to_owned();
    }
    let mut bare = of_type.trim_end_matches('*');
    for before in ["&", "mut", "const", "struct"] {
        bare = bare.strip_prefix(before).unwrap_or(bare);
    }
    let is_name = bare.chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_name { bare.to_owned() } else { String::new() }
}

/// Each way to let the second fields stand for the first, types as they are.
fn orders(from: &[(String, String)], to: &[(String, String)]) -> Vec<Names> {
    if from.is_empty() || from.len() != to.len() {
        return Vec::new();
    }
    let mut found: Vec<(Names, Vec<usize>)> = vec![(Vec::new(), Vec::new())];
    for (name, of_type) in from {
        let more = |(names, used): &(Names, Vec<usize>)| {
            let free = (0..to.len()).filter(|at| !used.contains(at) && to[*at].1 == *of_type);
            let with = |at: usize| ([names.clone(), vec![(name.clone(), to[at].0.clone())]].concat(), [used.clone(), vec![at]].concat());
            free.map(with).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(more).take(MOST * 4).collect();
    }
    found.into_iter().map(|(names, _)| names).take(MOST).collect()
}

fn dressed(syntax: &dyn Syntax, text: &str, types: &Names, fields: &Names) -> String {
    let tokens = syntax.tokens(text);
    let (mut out, mut from) = (String::new(), 0);
    for (at, token) in tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Word) {
        let is_field = at > 0 && matches!(tokens[at - 1].text.as_str(), "." | "->");
        let names = if is_field { fields } else { types };
        if let Some((_, new)) = names.iter().find(|(old, _)| *old == token.text) {
            out.push_str(&text[from..token.bytes.start]);
            out.push_str(new);
            from = token.bytes.end;
        }
    }
    out + &text[from..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(all: &[(&str, &str)]) -> Vec<(String, String)> {
        all.iter().map(|(name, of_type)| ((*name).to_owned(), (*of_type).to_owned())).collect()
    }

    #[test]
    fn fields_stand_for_those_of_the_same_type_in_each_order() {
        let lights = fields(&[("speed", "u8"), ("green", "u32"), ("red", "u32")]);
        let blink = fields(&[("bright", "u8"), ("on", "u32"), ("off", "u32")]);
        assert_eq!(
            orders(&lights, &blink),
            [
                fields(&[("speed", "bright"), ("green", "on"), ("red", "off")]),
                fields(&[("speed", "bright"), ("green", "off"), ("red", "on")])
            ]
        );
        assert_eq!(orders(&lights, &blink[1..]), Vec::<Names>::new());
        assert_eq!(
            (base("&mutLights", None), base("conststructnode*", None), base("&self", Some("Lights"))),
            ("Lights".into(), "node".into(), "Lights".into())
        );
        assert_eq!(base("Vec<u32>", None), "");
    }

    #[test]
    fn only_fields_and_types_get_other_names() {
        let syntax = crate::syntax::syntax("rust").expect("rust");
        let text = "fn limit(&self, green: u32) -> u8 { let round = self.green; Lights::of(round + green) }";
        let new = dressed(syntax, text, &fields(&[("Lights", "Blink")]), &fields(&[("green", "on")]));
        assert_eq!(new, "fn limit(&self, green: u32) -> u8 { let round = self.on; Blink::of(round + green) }");
    }
}
