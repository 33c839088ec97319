//! A hint in German, word for word in English as far as it orders, places and names parts of a program: what tells a change in one language tells it in the other.
//! Owns the words; code stays as it is. Refuses to be a translation, and to touch a text that is not German.

use std::borrow::Cow;

/// Words that a German text cannot do without, and an English one does.
const GERMAN: &str = "und die der das ist nicht den dem ein eine einen mit auf für von zu im wie du dein deine deiner";
/// So many different ones of them make a text German.
const LEAST: usize = 4;

/// What is said to be done, where, and with which part of the program.
const WORDS: &[(&str, &str)] = &[
    ("replace", "ersetze ersetz ersetzen"),
    ("write", "schreibe schreib schreiben"),
    ("insert", "füge einfügen ergänze"),
    ("put", "setze setz"),
    ("delete", "lösche lösch löschen"),
    ("remove", "entferne entfern entfernen"),
    ("strike", "streiche streich streichen"),
    ("take", "nimm nehme"),
    ("use", "verwende benutze nutze"),
    ("change", "ändere ändern"),
    ("swap", "tausche vertausche"),
    ("move", "verschiebe"),
    ("append", "hänge"),
    ("give", "gib"),
    ("call", "rufe aufruf"),
    ("let", "lass"),
    ("must", "muss müssen"),
    ("should", "soll sollte sollen sollten"),
    ("is missing", "fehlt"),
    ("belongs", "gehört"),
    ("becomes", "wird"),
    ("instead of", "statt anstatt anstelle"),
    ("by", "durch"),
    ("before", "vor"),
    ("after", "nach hinter"),
    ("above", "über"),
    ("below", "unter"),
    ("between", "zwischen"),
    ("around", "um"),
    ("in", "im"),
    ("with", "mit"),
    ("of", "von"),
    ("to", "zu zum zur"),
    ("and", "und"),
    ("or", "oder"),
    ("as", "als wie"),
    ("the", "die der das den dem des"),
    ("a", "ein eine einen einem einer eines"),
    ("your", "dein deine deinen deinem deiner deines"),
    ("this", "diese dieser dieses diesen diesem"),
    ("condition", "bedingung"),
    ("line", "zeile"),
    ("lines", "zeilen"),
    ("loop", "schleife"),
    ("statement", "anweisung"),
    ("expression", "ausdruck"),
    ("assignment", "zuweisung"),
    ("comparison", "vergleich"),
    ("brackets", "klammern klammer"),
    ("semicolon", "semikolon strichpunkt"),
    ("star", "stern sternchen"),
    ("comma", "komma"),
    ("sign", "zeichen"),
    ("equals sign", "gleichheitszeichen"),
    ("word", "wort"),
    ("keyword", "schlüsselwort"),
    ("name", "namen"),
    ("field", "feld"),
    ("function", "funktion"),
    ("body", "rumpf"),
    ("end", "ende"),
    ("beginning", "anfang"),
    ("place", "stelle"),
    ("first", "erste ersten erster"),
    ("second", "zweite zweiten zweiter"),
    ("third", "dritte dritten dritter"),
    ("last", "letzte letzten letzter"),
    ("stays", "bleibt"),
    ("stay", "bleiben"),
    ("can", "kann können"),
    ("may", "darf"),
    ("nothing", "nichts"),
    ("not", "nicht"),
    ("is", "ist"),
    ("it", "er sie es"),
    ("away", "weg"),
    ("out", "heraus raus"),
    ("check", "prüfe"),
    ("whether", "ob"),
    ("if", "wenn falls"),
    ("look", "schau"),
    ("see", "siehe sieh"),
    ("read", "lies"),
    ("compare", "vergleiche"),
    ("count", "zähle"),
    ("down", "auf"),
    ("paper", "papier"),
    ("section", "abschnitt"),
    ("what", "was"),
    ("which", "welche welcher welches welchen"),
    ("where", "wo wohin"),
    ("why", "warum"),
    ("you", "du dir dich"),
];

/// The text with English words in the place of the German ones that order or name something.
pub fn in_english(text: &str) -> Cow<'_, str> {
    let prose = text.split('`').step_by(2);
    let said: Vec<String> = prose.flat_map(str::split_whitespace).map(|w| bare(w).to_lowercase()).collect();
    let german = GERMAN.split(' ').filter(|g| said.iter().any(|w| w == g)).count();
    if german < LEAST {
        return Cow::Borrowed(text);
    }
    let glossed = |(at, part): (usize, &str)| {
        if at % 2 == 1 { part.to_owned() } else { part.split_inclusive(char::is_whitespace).map(word).collect() }
    };
    Cow::Owned(text.split('`').enumerate().map(glossed).collect::<Vec<String>>().join("`"))
}

/// A word without what stands around it.
fn bare(chunk: &str) -> &str {
    chunk.trim_matches(|c: char| !c.is_alphanumeric())
}

fn word(chunk: &str) -> String {
    let (own, lower) = (bare(chunk), bare(chunk).to_lowercase());
    let english = WORDS.iter().find(|(_, all)| all.split(' ').any(|german| german == lower)).map(|(english, _)| *english);
    // Where one begins a sentence, the other does too.
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    match english {
        Some(english) if own.starts_with(char::is_uppercase) => chunk.replacen(own, &capital(english), 1),
        Some(english) => chunk.replacen(own, english, 1),
        None => chunk.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_places_and_parts_are_said_in_english_and_code_stays() {
        let german = "Ersetze die Bedingung durch einen Aufruf von `die(und)` mit `a`. Der Rest der Schleife kann bleiben, wie er ist.";
        let english = "Replace the Condition by a Call of `die(und)` with `a`. The Rest the Loop can stay, as it is.";
        assert_eq!(in_english(german), english);
    }

    #[test]
    fn an_english_text_is_left_alone() {
        let text = "The die is cast, and you must replace `der` in this line. What was it?";
        assert_eq!(in_english(text), text);
    }
}
